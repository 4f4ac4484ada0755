"""Renders every abstract of a corpus: exceptions, words that are lost, what of the markup stays visible, time.

Reads `papers-95k.jsonl.gz` from the folder in READQ_CORPUS or beside the project. A word of three letters or more
is lost when it stands in the source more often than in what is shown; names of commands and tags are no words.
Run:

    python -m tests.benchmarks.text_corpus [--every N] [--commands N] [--examples KIND]
"""

from __future__ import annotations

import argparse
import re
import time
import unicodedata
from collections import Counter
from collections.abc import Iterator

from tests.benchmarks.text_names import corpus_folder, records

from readq.text import render

FILE = "papers-95k.jsonl.gz"

_NO_WORDS = re.compile(
    r"\\(?:begin|end|label|vspace|hspace|color|textcolor|thanks|hyperlink|bibitem)\*?\s*\{[^{}]*\}"
    # An address that is named and linked, or linked by itself, is shown once.
    r"|\]\s?\(\s*(?:https?://)?[^()\s]*\)|\\?href\s*\{[^{}]*\}|\\[A-Za-z]+"
    r"|</?[A-Za-z][\w:.-]*(?:\s[^<>]{0,200})?/?>|&#?\w{1,8};"
    # The codes of glyphs in a PDF without letters.
    r"|\(cid:\d+\)"
    # Commands that lost their backslash, or it and their first letter to a tab or a form feed.
    r"|(?<![^\W_])(?:ext(?:it|bf|tt|sc|rm|color)|imes|mph)(?![a-z])"
    r"|(?<![^\W_])(?:text(?:it|bf|tt|sc|rm|color)|emph|cite|url)(?=\s*\{)"
    r"|\s(?:ext(?:it|bf|tt|sc|rm|color)?|imes|heta|au|ilde|orall|rac)(?=\W)"
)
_ACCENT = re.compile(
    r"\{?\\(?:[\"'`^~=.]\s*|[uvHcdbkr](?=\{|\s))\{?\s*(?:\\(?=[ij]\b))?([A-Za-z])\}?"
)
_WORD = re.compile(r"[^\W\d_]{3,}")
_NO_LETTER = re.compile(r"[\W\d_]+")
_RESIDUE = {
    "a command": re.compile(r"\\[A-Za-z]+"),
    "a dollar sign": re.compile(r"\$(?!\s?\d)"),
    "braces": re.compile(r"[{}]"),
    "^( or _(": re.compile(r"[\^_]\("),
    "^ or _ alone": re.compile(r"\^(?!\()|(?<![\w/])_|_(?![\w/(])"),
    "** or __": re.compile(r"\*\*|__"),
    "TeX quotes": re.compile(r"``|''"),
    "a tag": re.compile(r"</?(?:p|i|b|em|strong|sub|sup|br|div|span|jats:\w+)\b[^<>]*>"),
}


def lost_words(raw: str, plain: str) -> list[str]:
    """The words of the source that are shown less often than they stand there."""
    raw = _NO_WORDS.sub(" ", _ACCENT.sub(r"\1", raw))
    told = Counter(_WORD.findall(_folded(raw)))
    folded = _folded(plain)
    there = Counter(_WORD.findall(folded))
    missing = [word for word, count in told.items() if there[word] < count]
    if not missing:
        return []
    # A word that was broken or joined is not lost.
    squeezed = _NO_LETTER.sub("", folded)
    return [word for word in missing if squeezed.count(word) < told[word]]


def _folded(text: str) -> str:
    text = unicodedata.normalize("NFKD", text).lower().replace("\N{SOFT HYPHEN}", "")
    return "".join(c for c in text if not unicodedata.combining(c))


def abstracts(every: int) -> Iterator[tuple[str, str]]:
    """Title and abstract of every n-th paper that has one."""
    for number, paper in enumerate(records(corpus_folder() / FILE)):
        if number % every == 0 and paper.get("abstract"):
            yield paper.get("title") or "", paper["abstract"]


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--every", type=int, default=1, help="take every n-th paper only")
    options.add_argument("--commands", type=int, default=15, help="list so many visible commands")
    options.add_argument("--examples", default="", help="show texts in which this kind stays")
    chosen = options.parse_args()
    if not (corpus_folder() / FILE).is_file():
        print(f"{FILE}: not there, skipped")
        return
    measure(chosen.every, chosen.commands, chosen.examples)


def measure(every: int, commands: int, examples: str) -> None:
    """Render all and say what came of it."""
    total = failed = 0
    spent = 0.0
    lost: list[tuple[str, list[str]]] = []
    residue: Counter[str] = Counter()
    visible: Counter[str] = Counter()
    for title, raw in abstracts(every):
        total += 1
        start = time.process_time()
        try:
            plain = render(raw).plain
        except Exception as error:
            failed += 1
            print(f"  FAILED {title[:60]!r}: {error!r}")
            continue
        finally:
            spent += time.process_time() - start
        if words := lost_words(raw, plain):
            lost.append((title, words))
        for kind, pattern in _RESIDUE.items():
            if found := pattern.search(plain):
                residue[kind] += 1
                if kind == examples:
                    print(f"  {plain[max(found.start() - 60, 0) : found.end() + 40]!r}")
        visible.update(_RESIDUE["a command"].findall(plain))
    print(
        f"{total:,} abstracts, {failed} exceptions, {1000 * spent / max(total, 1):.3f} ms CPU each"
    )
    print(f"words lost in {len(lost)} ({len(lost) / max(total, 1):.3%}):")
    for title, words in lost:
        print(f"  {title[:70]!r}: {', '.join(words[:8])}")
    print("markup that stays visible, abstracts with it:")
    for kind, count in residue.most_common():
        print(f"  {kind:14} {count:6,} ({count / max(total, 1):.2%})")
    print("commands: " + ", ".join(f"{name} {n}" for name, n in visible.most_common(commands)))


if __name__ == "__main__":
    main()
