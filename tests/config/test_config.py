"""The settings file: explained when new, and what is wrong in it named with its line."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from readq.config import Config, ConfigError, RankSettings, commented, examined, load_config, placed
from readq.config.settings import SETTINGS


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "config.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_without_a_file_everything_is_as_readq_brings_it(tmp_path: Path) -> None:
    assert load_config(tmp_path / "config.toml") == Config()


def test_a_new_file_changes_nothing_and_explains_every_setting(tmp_path: Path) -> None:
    assert load_config(written(tmp_path, commented())) == Config()
    names = {f.name for f in fields(Config)} - {"rank"}
    names |= {f"rank.{f.name}" for f in fields(RankSettings)} - {"rank.watch"}
    assert {setting.name for setting in SETTINGS} == names


def test_each_example_of_a_new_file_can_be_used(tmp_path: Path) -> None:
    text = re.sub(r"(?m)^# (?=[\w.]+ = )", "", commented())
    assert len(tomllib.loads(text)) > 8
    config = load_config(written(tmp_path, text))
    assert config.theme == "readq-paper"
    assert config.rank.explore == 0.1
    assert config.keys == {"paper.queue": "a,Q"}
    assert config.services.use == ("crossref",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\ntheme = 5\n", 'line 2: "theme" must be the name of a theme in quotes.'),
        ('them = "x"\n', 'line 1: unknown setting "them"; did you mean "theme"?'),
        ("backup_count = -1", 'line 1: unknown setting "backup_count"; readq knows theme, ascii'),
        ("backup_count = -1", "daily, services, keys, rank."),
        ("ascii = 'yes'", 'line 1: "ascii" must be true or false.'),
        ('# x\npreset = "wim"', 'line 2: "preset" must be "vim", "rayyan", "asreview", "emacs".'),
        ("[rank]\n\nexplore = 2", 'line 3: "rank.explore" must be a number from 0 to 1.'),
        ("rank.explor = 0", 'line 1: unknown setting "rank.explor"; did you mean "rank.explore"?'),
        ("rank = 3", 'line 1: "rank" must be a table, [rank].'),
        ("[keys]\npaper.queue = 5", 'line 2: "keys.paper.queue" must be keys in quotes'),
        ('[keys]\n\n"a.b" = ["a", 1]', 'line 3: "keys.a.b" must be keys in quotes'),
        ("[[keys]]\na = 1", 'line 1: "keys" must be a table of commands'),
        ('[services]\nuse = "arxiv"', 'line 2: "services.use" must be a list of names'),
        ('[services]\nmail = "nobody"', 'line 2: "services.mail" must be an address in quotes'),
        ("[services]\nopenalex_key = 5", 'line 2: "services.openalex_key" must be a key in quotes'),
        ("[services]\nopenalex = 5", 'line 2: "services.openalex" must be named use, mail or'),
        ("watch = [1]", 'line 1: "watch" must be a list of words'),
        ("a = \nb", "line 1: not a TOML file (Invalid value)."),
        ("a = " + "[" * 100_000, "not a TOML file (nested too deeply)."),
        ("a = " + "9" * 5000, "not a settings file (it holds a number of thousands of digits)."),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    file = written(tmp_path, text)
    with pytest.raises(ConfigError) as error:
        load_config(file)
    assert str(error.value).startswith(str(file))
    assert said in str(error.value)


def test_everything_that_is_wrong_is_found_and_the_rest_is_used(tmp_path: Path) -> None:
    config, problems = examined(
        written(tmp_path, 'them = "x"\nascii = true\ndensity = "tight"\n\n[rank]\nsure = 1\n')
    )
    assert [problem.line for problem in problems] == [1, 3, 6]
    assert config == Config(ascii=True)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ('theme = readq-ink\nascii = yes\nwatch = ["a"]\neditor "vi"\n', [1, 2, 4]),
        ('theme = "a\nascii = true\nascii = true\n[rank\nsure = x\n', [1, 3, 4, 5]),
        ('watch = ["a",\n"b"\ntheme = 5\nascii = yes\n', [3]),
        ('theme = """a\nascii = yes\n', [3]),
        ("[rank]\nsure = true\n[rank]\nlearn = false false\n", [3, 4]),
    ],
)
def test_every_line_that_is_no_toml_is_told_at_once(
    tmp_path: Path, text: str, lines: list[int]
) -> None:
    config, problems = examined(written(tmp_path, text))
    assert [problem.line for problem in problems] == lines
    assert config == Config()
    assert all(problem.message.endswith(".") for problem in problems)


def test_every_wrong_entry_of_a_table_is_told(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        "[keys]\npaper.queue = 5\npaper.skip = 6\n\n[services]\nuse = 1\nmail = 'x'\na_key = 2\nb = 1\n",
    )
    with pytest.raises(ConfigError) as error:
        load_config(file)
    assert [s.partition(": ")[0] for s in error.value.sentences] == [
        f"{file}, line {line}" for line in (2, 3, 6, 7, 8, 9)
    ]


def test_bytes_that_are_no_text_and_huge_files_are_told_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_bytes(b"theme = 'x'\n\xff\n")
    with pytest.raises(ConfigError, match="line 2: not a TOML file"):
        load_config(file)
    file.write_bytes(b"#" * (1 << 21))
    with pytest.raises(ConfigError, match="larger than 1 MB"):
        load_config(file)


@given(st.text(max_size=200))
def test_no_text_makes_it_fail(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    file = tmp_path_factory.mktemp("config") / "config.toml"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    config, problems = examined(file)
    assert config == Config() or not problems


@pytest.mark.parametrize(
    ("said", "goes_on"), [('"next"', True), ('"stay"', False), ("true", True), ("false", False)]
)
def test_after_a_decision_one_goes_on_or_stays(tmp_path: Path, said: str, goes_on: bool) -> None:
    assert load_config(written(tmp_path, f"advance = {said}")).advance is goes_on


def test_several_keys_may_be_a_list(tmp_path: Path) -> None:
    keys = load_config(written(tmp_path, '[keys]\npaper.queue = ["a", ",", "Q"]')).keys
    assert keys == {"paper.queue": "a,comma,Q"}


@pytest.mark.parametrize("line", ["This is no setting, line {}.", "key{} = 1"])
def test_of_a_file_that_is_no_settings_file_the_first_problems_are_told(
    tmp_path: Path, line: str
) -> None:
    path = tmp_path / "config.toml"
    path.write_text("\n".join(line.format(number) for number in range(300)))
    _, problems = examined(path)
    *told, last = problems
    assert [problem.line for problem in told] == list(range(1, 51))
    assert placed(path, last) == f"{path}: more is wrong with it; is this the settings file?"
