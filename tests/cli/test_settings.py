"""`readq config` and `readq keys`: settings that explain themselves and are checked."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import Ran, Readq
from tests.terminal_line import tty

from readq.library import open_library


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the settings are; there are none yet."""
    path = tmp_path / "own" / "config.toml"
    monkeypatch.setenv("READQ_CONFIG", str(path))
    return path


def editor(tmp_path: Path, script: str) -> str:
    program = tmp_path / "my editor"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o700)
    return f"'{program}' --wait"


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_config_makes_the_file_opens_it_and_checks_it(
    readq: Readq, settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", editor(tmp_path, 'echo \'preset = "rayyan"\' >> "$2"'))
    ran = readq("config")
    assert ran.code == 1  # it went into the last table of the file
    assert "[keys] preset: there is no such command" in ran.err
    text = settings.read_text("utf-8")
    assert text == readq("config", "--default").out + 'preset = "rayyan"\n'
    settings.write_text('preset = "rayyan"\n')
    monkeypatch.setenv("EDITOR", editor(tmp_path, "true"))
    assert readq("config").out == f"{settings}: all well.\n"
    assert settings.read_text() == 'preset = "rayyan"\n'
    monkeypatch.setenv("EDITOR", editor(tmp_path, "exit 4"))
    assert "status 4" in readq("config").sentence


def test_check_names_everything_that_is_wrong_with_its_line(readq: Readq, settings: Path) -> None:
    assert readq("config", "--check").code == 0
    settings.parent.mkdir()
    settings.write_text(
        'theme = "reedq-ink"\nthem = 1\n\n[keys]\npaper.queue = "j"\n"paper.skip" = "nokey"\n'
    )
    ran = readq("config", "--check", "--json")
    assert ran.code == 1
    assert [(p["line"], p["message"][:24]) for p in ran.json["problems"]] == [
        (1, 'there is no theme "reedq'),
        (2, 'unknown setting "them"; '),
        (5, "[keys] paper.queue: j is"),
        (6, "[keys] paper.skip: nokey"),
    ]
    assert f"{settings}, line 2: unknown setting" in readq("config", "--check").err
    assert readq("config", "--path").out == f"{settings}\n"


WRONG = (
    'theme = "reedq"\nascii = 1\n\n[keys]\npaper.queue = "j"\npaper.skip = 3\npaper.tags = "ö+"\n'
)


@pytest.mark.skipif(os.name == "nt", reason="pseudo terminals")
@pytest.mark.parametrize("call", ["", "triage", "pick", "--ascii"])
def test_the_app_tells_everything_that_is_wrong_before_it_opens(
    ids: list[str], settings: Path, call: str
) -> None:
    settings.parent.mkdir()
    settings.write_text(WRONG.replace("paper.skip = 3\n", ""))
    with tty(f"readq {call}", size=(200, 30)) as it:
        assert it.end() == 1
        lines = [line for line in it.text.splitlines() if line]
    assert [line.partition(": ")[2][: len(str(settings)) + 8] for line in lines] == [
        f"{settings}, line {number}" for number in (1, 2, 5, 6)
    ]
    assert "Name another key" in lines[2]
    assert "readq keys" in lines[3]


def test_a_command_tells_everything_that_is_wrong_and_goes_on(
    readq: Readq, ids: list[str], settings: Path
) -> None:
    settings.parent.mkdir()
    settings.write_text("ascii = 1\ndensity = 2\n[keys]\na = 1\nb = 2\n")
    ran = readq("list")
    assert ran.code == 0
    assert [line.partition(", line ")[2][:1] for line in ran.err.splitlines()] == list("1245")
    assert all(line.startswith(f"readq: {settings}") for line in ran.err.splitlines())
    assert len(readq("keys").err.splitlines()) == 4


def test_keys_are_those_of_the_settings(readq: Readq, settings: Path) -> None:
    settings.parent.mkdir()
    settings.write_text('preset = "rayyan"\n[keys]\npaper.tags = "ctrl+t"\n')
    listed = {(key["where"], key["id"]): key["keys"] for key in readq("keys", "--json").json}
    assert listed["Papers", "paper.queue"] == ["i", "a"]
    assert listed["Papers", "paper.tags"] == ["ctrl+t"]
    assert readq("keys", "add and remove tags").out.split()[:3] == [
        "Papers",
        "ctrl+t",
        "paper.tags",
    ]
    assert "No command" in readq("keys", "nothing-of-the-kind").err


def test_keys_have_no_arrows_in_ascii(readq: Readq, settings: Path) -> None:
    assert "↓" in readq("keys").out
    ran = readq("--ascii", "keys")
    assert ran.out.isascii()
    assert "j down" in ran.out


def test_ascii_holds_for_lists_too(readq: Readq, ids: list[str]) -> None:
    readq("mark", "queued", ids[0])
    assert readq("--ascii", "list", "status:queued").out.split()[1] == ">"
    assert readq("list", "status:queued").out.split()[1] == "▸"


LONG = "Lanterns " * 12
DIALOGUE = b"a\nn note\nx\nu\nk\nt\nfoo\n?\nj\nj\nj\nT\nq\n"


@pytest.fixture
def cut_titles(ids: list[str], folder: Path) -> list[str]:
    """Papers whose titles are longer than any line; the text of the titles is ASCII."""
    with open_library(folder) as library:
        for number, paper_id in enumerate(ids):
            library.set_title(paper_id, f"{LONG}{number}")
    return ids


@pytest.mark.parametrize(
    "call",
    [
        "mark queued {0}",
        "priority 2 {0}",
        "tag {0} +rl",
        "note {0} --set hello",
        "undo",
        "redo",
        "log",
        "list",
        "show {0}",
        "queue",
        "next",
        "plan",
        "stats",
        "rank",
        "related {0}",
        "jump lanterns",
        "jump " + "zq" * 120,
        "queue move {0} --to x",
        "queue move {0} --after {1}",
        "dedupe --same {0} {1}",
        "dedupe --part {0}",
        "dedupe --list",
        "doctor",
        "keys",
        "enrich --offline",
        "add many.txt",
        "add none.bib",
        "triage --plain",
        "export --to markdown",
        "--help",
    ],
)
def test_own_words_are_ascii_where_that_is_asked_for(
    readq: Readq, cut_titles: list[str], terminal: Callable[[int], None], call: str
) -> None:
    Path("none.bib").write_text("nothing", encoding="utf-8")
    Path("many.txt").write_text("\n\n".join(["(?)" * 30] * 30), encoding="utf-8")
    readq("mark", "queued", cut_titles[0])
    readq("undo")
    readq("redo")
    terminal(70)
    words = call.format(*cut_titles).split()
    ran = readq("--ascii", *words, stdin=DIALOGUE)
    assert (ran.out + ran.err).strip()
    assert (ran.out + ran.err).isascii()


def test_titles_readq_made_end_in_ascii_too(readq: Readq, ids: list[str]) -> None:
    """The abstracts are ASCII; what is not can only be ours."""
    titles = [paper["title"] for paper in readq("list", "--json").json]
    assert any(title.endswith("…") for title in titles)
    for call in (
        "list",
        f"show {ids[0]}",
        f"show {ids[1]}",
        f"show {ids[2]}",
        "rank",
        "triage --plain",
    ):
        ran = readq("--ascii", *call.split(), stdin=DIALOGUE)
        assert (ran.out + ran.err).isascii(), call


def test_a_terminal_of_another_character_set_gets_our_words_in_ascii(
    shell: Callable[..., Ran], cut_titles: list[str]
) -> None:
    ran = shell("mark", "queued", cut_titles[0], PYTHONIOENCODING="latin-1")
    assert (ran.out[-3:], ran.out.isascii()) == ('~"\n', True)
    shell("undo", PYTHONIOENCODING="latin-1")
    ran = shell("dedupe", "--merge", "queue", PYTHONIOENCODING="ascii")
    assert ran.err.isascii()


def test_a_theme_of_ones_own_is_a_theme_and_a_broken_one_is_told(
    readq: Readq, settings: Path
) -> None:
    (settings.parent / "themes").mkdir(parents=True)
    settings.write_text('theme = "dusk"\n')
    (settings.parent / "themes" / "dusk.toml").write_text('primary = "#7AA7F7"\n')
    assert readq("config", "--check").code == 0
    (settings.parent / "themes" / "dawn.toml").write_text("primary = 3\n")
    assert 'themes/dawn.toml: "primary" must be a colour' in readq("config", "--check").sentence
    settings.write_text('theme = "dask"\n')
    assert 'did you mean "dusk"?' in readq("config", "--check").err


def test_keys_says_which_of_the_settings_cannot_be_used(readq: Readq, settings: Path) -> None:
    settings.parent.mkdir()
    settings.write_text('[keys]\npaper.tags = "j"\npaper.skip = "\\u001b[2J"\n')
    ran = readq("keys", "--json")
    assert {tuple(k["keys"]) for k in ran.json if k["id"] == "paper.tags"} == {("t",)}
    assert "readq: [keys] paper.tags: j is taken by move.down.\n" in ran.err
    assert "[keys] paper.skip:" in ran.err
    assert "\x1b" not in ran.err


def test_keys_are_found_by_the_key_as_people_write_it(readq: Readq, settings: Path) -> None:
    for written in ("esc", "Escape"):
        assert any(key["id"] == "pane.out" for key in readq("keys", written, "--json").json)
    assert next(key["id"] for key in readq("keys", "?", "--json").json) == "app.help"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('template = "sumary"', ', line 1: there is no template "sumary"; did you mean "summary"?'),
        (
            '[services]\nuse = ["nosuch"]',
            ', line 2: there is no service "nosuch"; there are arxiv,',
        ),
        (
            '[services]\nopanalex_key = "x"',
            ', line 2: there is no service "opanalex"; did you mean',
        ),
        ('[rank]\nlibraries = ["/no/such"]', ", line 2: there is no folder /no/such."),
        ('editor = "no-such -w"', ", line 1: The editor no-such, named in the editor setting, was"),
    ],
)
def test_what_a_setting_names_must_be_there(
    readq: Readq, settings: Path, text: str, said: str
) -> None:
    settings.parent.mkdir()
    settings.write_text(text)
    assert said in readq("config", "--check").sentence


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_a_wrong_editor_in_the_settings_can_be_put_right(
    readq: Readq, settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.parent.mkdir()
    settings.write_text('editor = "no-such"\n')
    monkeypatch.setenv("VISUAL", editor(tmp_path, 'echo "ascii = true" > "$2"'))
    ran = readq("config")
    assert (ran.code, ran.out) == (0, f"{settings}: all well.\n")
    assert "The editor no-such, named in the editor setting, was not found." in ran.sentence


@pytest.mark.skipif(os.name == "nt", reason="a pipe in the file system")
def test_a_pipe_in_the_place_of_the_settings_keeps_nobody_waiting(
    readq: Readq, settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.parent.mkdir(parents=True)
    os.mkfifo(settings)
    refused = f"readq: {settings}: cannot be read (it is a pipe or device, not a file).\n"
    assert readq("list").err.startswith(refused)
    ran = readq("config", "--check")
    assert (ran.code, ran.err) == (1, refused)
    opened = tmp_path / "opened"
    monkeypatch.setenv("VISUAL", editor(tmp_path, f"touch '{opened}'"))
    assert f"{settings} is a pipe or device; the settings are a file" in readq("config").sentence
    assert not opened.exists()


@pytest.mark.skipif(os.name == "nt", reason="the null device is called otherwise")
def test_the_null_device_stands_for_no_settings(
    readq: Readq, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("READQ_CONFIG", os.devnull)
    assert readq("config", "--check").code == 0


def test_a_folder_in_the_place_of_the_settings_is_not_opened_as_a_file(
    readq: Readq, settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.mkdir(parents=True)
    opened = tmp_path / "opened"
    monkeypatch.setenv("VISUAL", editor(tmp_path, f"touch '{opened}'"))
    ran = readq("config")
    assert (ran.code, ran.out) == (1, "")
    assert ran.sentence == f"readq: {settings} is a folder; the settings are a file of that name.\n"
    assert not opened.exists()
