"""Every setting there is: what it must be, and what it is for in the reader's words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from readq.config.values import DENSITIES, PRESETS, ServiceSettings
from readq.domain import DailyCap
from readq.patterns import lazily
from readq.records import dataclass

_KEY = "_key"
_MAIL = lazily(r"[\w.+-]+@[\w.-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Setting:
    """One line of the settings file."""

    name: str
    """With its table and a dot, if it is in one."""
    wanted: str
    """What it must be, in words."""
    read: Callable[[Any], Any]
    """Makes the value of it, or raises TypeError."""
    about: str
    """What it is for; shown in a new settings file."""
    example: str
    """A value worth a try, as TOML; whole lines for a table."""
    is_table: bool = False


class WrongPartsError(TypeError):
    """A table in which some entries are wrong."""

    def __init__(self, parts: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.parts = parts
        """Each with its name and what it must be."""


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _advance(value: Any) -> bool:
    if value in ("next", "stay"):
        return bool(value == "next")
    return _flag(value)


def _words(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError
    return tuple(_text(item) for item in value)


def _one_of(known: tuple[str, ...]) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if value not in known:
            raise TypeError
        return str(value)

    return read


def _keys(value: Any) -> dict[str, str]:
    """Dotted ids arrive as nested tables (`paper.queue = "a"`) or as quoted keys; keys also as lists."""
    if not isinstance(value, dict):
        raise TypeError
    flat: dict[str, str] = {}
    wrong: list[tuple[str, str]] = []
    for name, keys in value.items():
        if isinstance(keys, dict):
            try:
                inner_keys = _keys(keys)
            except WrongPartsError as error:
                wrong += [(f"{name}.{part}", wanted) for part, wanted in error.parts]
            else:
                flat.update({f"{name}.{inner}": text for inner, text in inner_keys.items()})
        elif isinstance(keys, list) and all(isinstance(key, str) for key in keys):
            flat[name] = ",".join("comma" if key.strip() == "," else key for key in keys)
        elif isinstance(keys, str):
            flat[name] = keys
        else:
            wrong.append((name, 'keys in quotes, such as "a,Q"'))
    if wrong:
        raise WrongPartsError(wrong)
    return flat


def _folders(value: Any) -> tuple[Path, ...]:
    return tuple(Path(text).expanduser() for text in _words(value))


def _share(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise TypeError
    return float(value)


def _mail(value: Any) -> str:
    text = _text(value)
    if text and not _MAIL.fullmatch(text):
        raise TypeError
    return text


def _sendable(value: Any) -> str:
    text = _text(value)
    if not (text.isascii() and text.isprintable()):
        raise TypeError
    return text


def _services(value: Any) -> ServiceSettings:
    if not isinstance(value, dict):
        raise TypeError
    found: dict[str, Any] = {}
    wrong: list[tuple[str, str]] = []
    for name, said in value.items():
        read, wanted = _SERVICE_PARTS.get(_KEY if name.endswith(_KEY) else name, (None, _UNKNOWN))
        try:
            if read is None:
                raise TypeError
            found[name] = read(said)
        except TypeError:
            wrong.append((name, wanted))
    if wrong:
        raise WrongPartsError(wrong)
    keys = {name.removesuffix(_KEY): key for name, key in found.items() if name.endswith(_KEY)}
    return ServiceSettings(found.get("use", ()), found.get("mail", ""), keys)


_SERVICE_PARTS: Mapping[str, tuple[Callable[[Any], Any], str]] = {
    "use": (_words, 'a list of names in quotes, such as ["crossref"]'),
    "mail": (_mail, 'an address in quotes, such as "you@example.org"'),
    _KEY: (_sendable, "a key in quotes, of letters, digits and plain signs"),
}
"""What may stand in the table of services, and what each must be."""
_UNKNOWN = "named use, mail or SERVICE_key, such as openalex_key"


def _daily(value: Any) -> DailyCap:
    try:
        return DailyCap.of(_text(value))
    except ValueError:
        raise TypeError from None


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "theme",
        "the name of a theme in quotes",
        _text,
        "Colours: readq-ink (dark), readq-paper (light), or another theme that ctrl+p lists.",
        '"readq-paper"',
    ),
    Setting(
        "ascii",
        "true or false",
        _flag,
        "Draw with plain ASCII, for terminals that show boxes in place of signs; also `readq --ascii`.",
        "true",
    ),
    Setting(
        "density",
        " or ".join(f'"{name}"' for name in DENSITIES),
        _one_of(DENSITIES),
        "Lines a paper has in the list: one (compact) or two (cosy), until v gives a library its own.",
        '"cosy"',
    ),
    Setting(
        "advance",
        '"next" or "stay"',
        _advance,
        "After a decision go on to the next paper, or stay; in the list and in triage.",
        '"stay"',
    ),
    Setting(
        "show_notes",
        "true or false",
        _flag,
        "Show the first line of each note in the list.",
        "true",
    ),
    Setting(
        "watch",
        'a list of words in quotes, such as ["agents", "long context"]',
        _words,
        "Words and phrases that glow in titles and abstracts, until b gives a library its own.",
        '["agents", "rl | ppo", "benchmark*"]',
    ),
    Setting(
        "editor",
        "a command in quotes",
        _text,
        "Editor for notes (N); else $VISUAL, then $EDITOR.",
        '"nvim"',
    ),
    Setting(
        "template",
        "the name of a template in quotes",
        _text,
        "What ctrl+g adds to a note: summary, review, or a file NAME.md in templates/ beside this\n"
        "file. In it {title} {authors} {venue} {year} {citekey} {url} {link} {date} are filled in.\n"
        "Without this setting ctrl+g asks.",
        '"summary"',
    ),
    Setting(
        "preset",
        ", ".join(f'"{name}"' for name in PRESETS),
        _one_of(PRESETS),
        "Keys to begin with: vim, rayyan (i e u include, exclude, undecided), asreview, emacs.\n"
        "`readq keys` lists what they are.",
        '"rayyan"',
    ),
    Setting(
        "daily",
        'a time or a number of papers, such as "90 min" or "3 papers"',
        _daily,
        "How much you read a day, for the plan (`readq plan`). Once it is set, a full day asks which\n"
        "paper a newly queued one displaces.",
        '"90 min"',
    ),
    Setting(
        "rank.learn",
        "true or false",
        _flag,
        "Let what you decide change the order in which papers are shown for triage.",
        "false",
    ),
    Setting(
        "rank.explore",
        "a number from 0 to 1",
        _share,
        "The share of triage cards that show a paper about which little is known.",
        "0.1",
    ),
    Setting(
        "rank.sure",
        "true or false",
        _flag,
        "Suggest to stop only once it is all but certain that nothing wanted is left.",
        "true",
    ),
    Setting(
        "rank.libraries",
        "a list of folders in quotes",
        _folders,
        "Your other libraries, whose queues tell what you want.",
        '["~/old-papers"]',
    ),
    Setting(
        "services",
        'a table of "use" (a list of names), "mail" (an address) and keys such as "openalex_key"',
        _services,
        "Services on the net that complete papers when you ask for it (`readq enrich`): which ones, an\n"
        "address they can complain to, and keys.",
        'use = ["crossref"]\nmail = "you@example.org"\nopenalex_key = "..."',
        is_table=True,
    ),
    Setting(
        "keys",
        'a table of commands with keys in quotes, such as paper.queue = "a,Q"',
        _keys,
        "Your own keys, one command a line; `readq keys` lists the commands. Several keys are parted\n"
        "by commas. What clashes with another key is told when readq starts.",
        'paper.queue = "a,Q"',
        is_table=True,
    ),
)
BY_NAME = {setting.name: setting for setting in SETTINGS}
TABLES = frozenset(name.partition(".")[0] for name in BY_NAME if "." in name)
