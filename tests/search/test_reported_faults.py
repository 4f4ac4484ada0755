"""Faults that users of other tools reported: the paper they meant was not on top."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Literal

import pytest

from readq.search import JumpEntry, JumpIndex

CASES = Path(__file__).parents[1] / "cases"


def index_of(name: str) -> JumpIndex:
    (path,) = CASES.glob(f"{name}-*.json")
    records = json.loads(path.read_text(encoding="utf-8"))
    return JumpIndex(JumpEntry(str(n), record["title"]) for n, record in enumerate(records))


def titles(index: JumpIndex, query: str) -> list[str]:
    return [hit.title for hit in index.search(query)]


@pytest.mark.parametrize(
    ("query", "title", "marked"),
    [
        ("schrodinger", "Schrödinger bridges for samples", ["Schrödinger"]),
        ("SCHRÖDINGER", "Schrödinger bridges for samples", ["Schrödinger"]),
        ("schrödinger", "Schrödinger bridges for samples", ["Schrödinger"]),
        ("lodz", "Łódź traffic data", ["Łódź"]),
        ("orsted", "Ørsted wind models", ["Ørsted"]),
        ("phan tich du lieu", "Phân tích dữ liệu mẫu", ["Phân", "tích", "dữ", "liệu"]),
        ("strasse", "Straße graphs", ["Straße"]),
    ],
)
def test_f01_plain_letters_find_accented_titles(query: str, title: str, marked: list[str]) -> None:
    hit = index_of("f01").search(query)[0]
    assert hit.title == title
    assert [hit.title[start:end] for start, end in hit.spans] == marked


def test_f03_very_short_titles_do_not_answer_to_everything() -> None:
    found = titles(index_of("f03"), "attention transfer")
    assert found[0] == "Attention transfer networks for samples"
    assert not {"A", "On", "AI", "T"} & set(found)


def test_f05_case_changes_nothing() -> None:
    index = index_of("f05")
    assert index.search("bert") == index.search("BERT")
    assert titles(index, "bert")[0] == "BERT for samples"


def test_f07_a_misspelt_word_in_a_shorter_title_comes_second() -> None:
    assert titles(index_of("f07"), "hello")[0] == "The hello effect in a slightly long title"


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_u01_composed_and_decomposed_letters_are_the_same(form: Literal["NFC", "NFD"]) -> None:
    index = index_of("u01")
    shown = [unicodedata.normalize("NFC", t) for t in titles(index, "résumé")]
    asked = titles(index, unicodedata.normalize(form, "résumé"))
    assert [unicodedata.normalize("NFC", t) for t in asked] == shown
    assert sum("sum" in t for t in shown[:2]) == 2
    first = titles(index, unicodedata.normalize(form, "학습"))[0]
    assert "학습" in unicodedata.normalize("NFC", first)


SCRIPTS = (
    "Ελληνικά γράμματα στα δεδομένα",
    "Нейронные сети и обучение",
    "图神经网络综述",
    "深層学習の基礎",
    "التعلم العميق للصور",
    "İstanbul'da \u0131s\u0131 ölçümü",
    "हिन्दी भाषा के मॉडल",
    "Học sâu cho ngôn ngữ",
    "Ёлки: generation of trees",
    "\u03b1-Divergence and the ﬁnal ½ step",
)


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("ελληνικα", SCRIPTS[0]),
        ("ΓΡΑΜΜΑΤΑ", SCRIPTS[0]),
        ("γραμμτα", SCRIPTS[0]),
        ("нейронные", SCRIPTS[1]),
        ("ОБУЧЕНИЕ сети", SCRIPTS[1]),
        ("нейроные", SCRIPTS[1]),
        ("神经网络", SCRIPTS[2]),
        ("图 综述", SCRIPTS[2]),
        ("学習", SCRIPTS[3]),
        ("العميق", SCRIPTS[4]),
        ("istanbul", SCRIPTS[5]),
        ("ISI", SCRIPTS[5]),
        ("isi olcumu", SCRIPTS[5]),
        ("हिन्दी", SCRIPTS[6]),
        ("hoc sau", SCRIPTS[7]),
        ("елки", SCRIPTS[8]),
        ("alpha divergence", SCRIPTS[9]),
        ("\u03b1", SCRIPTS[9]),
        ("final", SCRIPTS[9]),
    ],
)
def test_titles_in_any_script_are_found(query: str, title: str) -> None:
    index = JumpIndex(JumpEntry(str(n), shown) for n, shown in enumerate(SCRIPTS))
    assert titles(index, query)[0] == title
