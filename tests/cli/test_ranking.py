"""`readq rank`, and lists sorted by rank."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Readq
from tests.triage.papers import SUBJECTS, paper

from readq.library import open_library

TITLES = {paper(subject, n).title: subject for subject in SUBJECTS for n in range(8)}


@pytest.fixture
def ids(folder: Path, readq: Readq) -> dict[str, str]:
    """The ids of a library with four subjects, by title."""
    texts = [paper(subject, n) for n in range(8) for subject in SUBJECTS]
    records = [{"title": text.title, "abstract": text.abstract} for text in texts]
    Path("papers.json").write_text(json.dumps(records), encoding="utf-8")
    assert readq("add", "papers.json").code == 0
    return {record["title"]: record["id"] for record in readq("list", "--json").json}


def of(ids: dict[str, str], subject: str) -> list[str]:
    return [i for title, i in ids.items() if TITLES[title] == subject]


def subjects(papers: list[dict[str, str]]) -> set[str]:
    return {TITLES[one["title"]] for one in papers}


def test_papers_like_the_queued_one_come_first_with_reasons(
    readq: Readq, ids: dict[str, str]
) -> None:
    queued, skipped = of(ids, "robot")[0], of(ids, "fair")[0]
    readq("mark", "queued", queued)
    readq("mark", "skipped", skipped)
    told = readq("rank", "--limit", "5", "--json").json
    assert subjects(told["papers"]) == {"robot"}
    first = told["papers"][0]
    assert first["most_like"] == queued
    assert first["words"]
    assert [p["score"] for p in told["papers"]] == sorted(
        (p["score"] for p in told["papers"]), reverse=True
    )
    assert (told["has_learnt"], told["estimate"], told["suggests_stop"]) == (True, None, False)
    lines = readq("rank", "--limit", "1").out.splitlines()
    assert lines[0].split()[0] == first["id"]
    assert first["words"][0] in lines[1]
    assert "like " in lines[1]


def test_ranking_works_on_any_filter(readq: Readq, ids: dict[str, str]) -> None:
    readq("mark", "queued", *of(ids, "robot")[:2])
    some = readq("list", "recognition", "--json").json
    told = readq("rank", "recognition", "--json", "--limit", "99").json
    assert {p["id"] for p in told["papers"]} == {p["id"] for p in some}
    decided = readq("rank", "status:queued", "--json").json["papers"]
    assert {p["id"] for p in decided} == set(of(ids, "robot")[:2])
    assert readq("rank", "no-such-word", "--json").json["papers"] == []


def test_a_list_sorted_by_rank_tells_the_reasons_in_json(readq: Readq, ids: dict[str, str]) -> None:
    readq("mark", "queued", of(ids, "speech")[0])
    listed = readq("list", "status:new", "--sort", "rank", "--json").json
    assert subjects(listed[:5]) == {"speech"}
    assert set(listed[0]["ranking"]) == {"score", "words", "most_like"}
    assert readq("list", "sort:rank status:new", "--json").json == listed
    assert "ranking" not in readq("list", "--json").json[0]
    assert readq("list", "status:new", "--sort", "rank-", "--json").json == listed[::-1]


def test_a_topic_ranks_at_once_and_is_remembered(readq: Readq, ids: dict[str, str]) -> None:
    ran = readq("rank", "--topic", "protein folding")
    assert "Nothing is known" not in ran.err
    told = readq("rank", "--json", "--limit", "4").json
    assert (told["topic"], subjects(told["papers"])) == ("protein folding", {"protein"})
    assert "Nothing is known of what you want" in readq("rank", "--topic", "").err
    assert readq("rank", "--json").json["topic"] == ""


def test_what_is_left_is_told_as_an_estimate(readq: Readq, ids: dict[str, str]) -> None:
    for wanted in of(ids, "robot")[:6]:
        readq("mark", "queued", wanted)
    told = readq("rank", "--json").json
    assert (told["estimate"]["found"], told["estimate"]["size"]) == (6, len(ids))
    ran = readq("rank")
    assert f"Estimate: {told['estimate']['sentence']}, of 6 of 32 papers decided." in ran.err
    assert "bring little" not in ran.err
    readq("mark", "skipped", *(i for i in ids.values() if i not in of(ids, "robot")[:6]))
    assert readq("rank", "--sure", "--json").json["suggests_stop"]
    assert "Going on is likely to bring little" in readq("rank", "--sure").err


def test_turned_off_in_the_settings_the_order_is_the_lists(
    readq: Readq, ids: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "config.toml"
    monkeypatch.setenv("READQ_CONFIG", str(config))
    readq("mark", "queued", of(ids, "robot")[0])
    config.write_text("[rank]\nlearn = false\n", encoding="utf-8")
    ran = readq("rank", "--json", "--limit", "99")
    new = [p["id"] for p in readq("list", "status:new", "--json").json]
    assert [p["id"] for p in ran.json["papers"]] == new
    assert "Learning is off" in readq("rank").err
    config.write_text("[rank]\nexplore = 3\n", encoding="utf-8")
    ran = readq("rank", "--json")
    assert '"rank.explore" must be a number from 0 to 1' in ran.sentence
    config.write_text("[rank]\nexplor = 3\n", encoding="utf-8")
    assert '"rank.explor"' in readq("rank", "--json").sentence


def test_other_libraries_in_the_settings_are_hints(
    readq: Readq, ids: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "config.toml"
    monkeypatch.setenv("READQ_CONFIG", str(config))
    other = tmp_path / "other"
    readq("--library", str(other), "add", "papers.json")
    readq("--library", str(other), "mark", "queued", "Speech and audio 0")
    config.write_text(f"[rank]\nlibraries = [{json.dumps(str(other))}]\n", encoding="utf-8")
    told = readq("rank", "--json", "--limit", "4").json
    assert subjects(told["papers"]) == {"speech"}


def test_every_process_finds_the_same_order(readq: Readq, ids: dict[str, str]) -> None:
    readq("mark", "queued", *of(ids, "fair")[:2])
    readq("mark", "skipped", *of(ids, "speech")[:3])
    code = "import sys; from readq.cli.root import run; run(sys.argv[1:])"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code, "rank", "--json", "--limit", "99"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    here = readq("rank", "--json", "--limit", "99").json
    assert json.loads(outputs.pop()) == here


def test_an_empty_library_is_said_to_be_empty(readq: Readq, folder: Path) -> None:
    open_library(folder).close()
    ran = readq("rank")
    assert (ran.code, ran.out) == (0, "")
    assert "There are no papers in" in ran.err
    assert readq("rank", "--json").json["papers"] == []


def test_decisions_are_exported_as_asreview_reads_them(readq: Readq, ids: dict[str, str]) -> None:
    readq("mark", "queued", of(ids, "robot")[0])
    readq("mark", "skipped", of(ids, "robot")[1])
    table = list(csv.DictReader(io.StringIO(readq("export", "--to", "asreview").out)))
    labels = {row["title"]: row["included"] for row in table if row["included"]}
    assert sorted(labels.values()) == ["0", "1"]
