# ruff: noqa: RUF001
"""Titles for papers that came without one."""

from __future__ import annotations

import re

from readq.domain import Name
from readq.patterns import lazily
from readq.text import cues
from readq.text.names import coined_names
from readq.text.shapes import sentences

MAX_LENGTH = 90
"""Letters of a derived title at most, the closing "…" not counted."""

_URL = lazily(r"https?://\S+")
_DANGLING = frozenset(
    [
        "a",
        "an",
        "the",
        "and",
        "or",
        "but",
        "nor",
        "of",
        "in",
        "on",
        "for",
        "to",
        "with",
        "by",
        "from",
        "as",
        "at",
        "into",
        "via",
        "using",
        "through",
        "between",
        "over",
        "under",
        "across",
        "without",
        "within",
        "than",
        "that",
        "which",
        "who",
        "whose",
        "where",
        "when",
        "while",
        "whether",
        "if",
        "because",
        "so",
        "such",
        "is",
        "are",
        "be",
        "been",
        "was",
        "were",
        "can",
        "could",
        "may",
        "might",
        "will",
        "would",
        "has",
        "have",
        "had",
        "its",
        "their",
        "our",
        "this",
        "these",
        "those",
        "both",
        "more",
        "most",
        "very",
        "not",
        "also",
        "two",
        "three",
        "several",
        "many",
        "each",
        "any",
        "all",
        "its'",
        "based",
        "e.g",
        "i.e",
        "while",
        "rather",
        "instead",
        "including",
        "like",
        "about",
        "against",
        "toward",
        "towards",
        "how",
        "what",
        "why",
        "using",
        "enabling",
        "allowing",
        "leveraging",
        "often",
        "typically",
        "simply",
        "first",
        "entirely",
        "only",
    ]
)
_ADJECTIVES = frozenset(
    [
        "novel",
        "new",
        "simple",
        "effective",
        "efficient",
        "general",
        "unified",
        "principled",
        "rigorous",
        "first",
        "innovative",
        "powerful",
        "lightweight",
        "flexible",
        "comprehensive",
        "practical",
        "straightforward",
        "promising",
        "robust",
        "theoretically-grounded",
        "yet",
        "and",
        "but",
    ]
)
_CLAUSE = lazily(
    r"\s+(?:that|which|where|whose|in which|capable|designed|aimed|aiming|based on|built|grounded|specifically|composed"
    r"|consisting|inspired|tailored|leveraging|shifting|combining|enabling|using|trained|comprising|containing|spanning"
    r"|covering|dedicated|to|by|via|with|under)\b"
)
_AFTER_NAME = lazily(r"\s*(?:,|—|–|:|\bis\b|\bas\b)\s*((?:an?|the(?: first)?)\s+[^,.;:()—]{4,140})")
_KIND = "|".join(sorted(cues.KINDS, key=len, reverse=True))
_BEFORE_NAME = lazily(
    rf"\b((?:an?|the)\s+(?:[\w\-–/]+\s+){{0,7}}(?:{_KIND}))\s*(?:,|:|called|named|termed|dubbed|coined|namely|which we \w+"
    r"|that we \w+|\(|—|–)?\s*,?\s*[\"“(]*(?:[\w\- ]*\()?$",
    re.IGNORECASE,
)
_RIGHT_AFTER = lazily(rf"\s+((?:[\w\-–]+\s+){{1,3}}(?:{_KIND}))\b")
_CLAIM = lazily(
    r"\b(?:we|this (?:position |demo |short |survey )?(?:paper|work|study|article|thesis|survey))\s+"
    r"(?:(?:also|then|first|further|thus|therefore|here|hence|instead|[a-z]+ly)\s+)*"
    r"(propos\w+|introduc\w+|present\w*|develop\w*|design\w*|describ\w+|formulat\w+|deriv\w+|establish\w*|provid\w+|offer\w*"
    r"|show\w*|demonstrat\w+|prov(?:e|es)|find|finds|reveal\w*|identif\w+|argu\w+|stud(?:y|ies)|investigat\w+|examin\w+"
    r"|consider\w*|explor\w+|analy[sz]\w+|address\w*|revisit\w*|compar\w+|evaluat\w+|tackl\w+|focus\w* on|characteri[sz]\w+"
    r"|report\w*|review\w*|survey\w*|ask\w*)\s+(.+)$",
    re.IGNORECASE,
)
_BUILDING = lazily(
    r"propos|introduc|present|develop|design|describ|formulat|deriv|establish", re.IGNORECASE
)
_STATING = lazily(r"show|demonstrat|prov|find|reveal|identif|argu|offer", re.IGNORECASE)
_POINTING_BACK = lazily(
    r"(?:this|these|those|it|its|such|both|them|they|their|that (?:this|these|it|our|such|the (?:proposed|resulting))|how (?:this|these|it)"
    r"|our (?:approach|method|results?|findings?|model|framework)|extensive|experiments?|empirical (?:evidence|results)|evidence|results?|details"
    r"|(?:two|three|four|several) (?:key |novel |new |simple |main )?(?:\w+ )?(?:limitations|issues|challenges|techniques|contributions|problems))\b",
    re.IGNORECASE,
)
_NO_NOUN_PHRASE = lazily(
    r"(?:under|in|on|for|with|when|not|why|although|if|despite|by|to|and|at|from|through|as|while|during|formali[sz]e|we|there|here)\b",
    re.IGNORECASE,
)
_PROBLEM_OF = lazily(r"^(?:problem|task|question|issue) of (?=\w)", re.IGNORECASE)
_BREAK = lazily(
    r"[;:](?=\s)|[.?!]\s|,\s+(?:which|where|while|whereas|and|but|with|such|including|using|based|allowing|enabling|yielding|leading"
    r"|resulting|providing|showing|thereby|thus|as well|making|achieving|focusing|redefining|even|so|we|e\.g)\b|\s+\(|\s[—–]\s|—"
)


_CLOSING = lazily(r"^[\"”’')]*\s*(?:\([^()]*\))?")


def derive_title(plain: str, names: tuple[Name, ...] | None = None) -> str:
    """A readable title made from a rendered abstract: its own name and what that is, else its claim, else how it begins.

    Args:
        plain: The rendered abstract.
        names: Its coined names, where they are known already.
    """
    text = " ".join(_URL.sub(" ", plain).split()).strip('"“” ')
    found = sentences(text)
    if not found:
        return _fitted(plain.split(), more=False) or plain.strip()[:MAX_LENGTH]
    coined = coined_names(plain) if names is None else names
    title = _named(coined[0], found) if coined else _claim(found)
    if not title:
        title = _fitted(_without_dangling(found[0].split()[:12]), more=len(text.split()) > 12)
    return title or plain.strip()[:MAX_LENGTH].splitlines()[0]


def _named(name: Name, found: list[str]) -> str:
    what = name.expansion if " " in name.expansion.strip() else _what_it_is(name.text, found)
    if not what or what.lower() == name.text.lower():
        return _fitted(name.text.split(), more=False)
    return _fitted(f"{name.text}: {_capital(what)}".split(), more=False)


def _what_it_is(name: str, found: list[str]) -> str:
    """The phrase that says what the name stands for; empty when there is no telling one."""
    for sentence in found:
        start = _place_of(name, sentence)
        if start < 0:
            continue
        after = _CLOSING.sub("", sentence[start + len(name) :])
        explained = _AFTER_NAME.match(after)
        if explained and (told := _telling(explained[1])):
            return told
        before = _BEFORE_NAME.search(sentence[max(0, start - 140) : start])
        phrase = _telling(before[1]) if before else ""
        if not phrase and (beside := _RIGHT_AFTER.match(after)):
            phrase = _telling(beside[1])
        if phrase:
            return phrase
    return ""


def _place_of(name: str, sentence: str) -> int:
    """Where the name stands as a word of its own; -1 if it does not."""
    at = sentence.find(name)
    while at >= 0:
        around = sentence[max(at - 1, 0) : at] + sentence[at + len(name) : at + len(name) + 1]
        if not any(c.isalnum() or c in "_-" for c in around):
            return at
        at = sentence.find(name, at + 1)
    return -1


def _telling(phrase: str) -> str:
    """The phrase without its article and praise, cut where it stops telling what the thing is; empty if it says too little."""
    words = _plain_head(phrase.split())
    text = " ".join(words)
    head = _CLAUSE.split(text)[0]
    if len(head.split()) >= 2:
        return _shortened(head, 10)
    return _shortened(text, 11) if len(words) >= 5 else ""


def _plain_head(words: list[str]) -> list[str]:
    while words and (
        words[0].lower() in ("a", "an", "the", "our") or words[0].lower().rstrip(",") in _ADJECTIVES
    ):
        words = words[1:]
    return words


def _shortened(text: str, limit: int) -> str:
    return " ".join(_cut(text.split(), limit))


def _claim(found: list[str]) -> str:
    """The object of what the paper says it does, in the order of how much that tells."""
    claims = [(m[1], m[2]) for s in found if (m := _CLAIM.search(s))]
    for wanted in (_BUILDING, _STATING, None):
        for verb, rest in claims:
            if wanted is None or wanted.match(verb):
                title = _claim_title(rest)
                if title:
                    return title
    return ""


def _claim_title(rest: str) -> str:
    if _POINTING_BACK.match(rest):
        return ""
    rest = re.sub(r"^(?:that|how|whether),?\s+", "", rest)
    head = _BREAK.split(rest.rstrip(". "))[0]
    words = _plain_head(head.split())
    if len(words) < 3:
        later = (
            rest[len(head) :].lstrip(":—– ")
            if rest[len(head) : len(head) + 1] in (":", "—")
            else ""
        )
        words = _plain_head(_BREAK.split(later.rstrip(". "))[0].split()) if later else []
    text = _PROBLEM_OF.sub("", " ".join(words))
    words = text.split()
    if len(words) < 3 or _POINTING_BACK.match(text) or _NO_NOUN_PHRASE.match(text):
        return ""
    kept = _cut(words, 14)
    kept[0] = _capital(kept[0])
    return _fitted(kept, more=len(kept) < len(words)) if len(kept) >= 3 else ""


def _cut(words: list[str], limit: int) -> list[str]:
    """At most `limit` words; where that would cut a phrase in two, the phrase goes as a whole."""
    if len(words) <= limit:
        return _without_dangling(words)
    kept = words[:limit]
    for place in range(limit - 1, max(limit - 5, 3), -1):
        if kept[place].lower() in cues.PREPOSITIONS or kept[place].lower() in (
            "and",
            "or",
            "that",
            "which",
        ):
            return _without_dangling(kept[:place])
    return _without_dangling(kept)


def _without_dangling(words: list[str]) -> list[str]:
    words = list(words)
    while len(words) > 1:
        last = words[-1].lower().strip(",;:()")
        if last not in _DANGLING and not (last.endswith("ly") and len(last) > 5):
            break
        words.pop()
    return words


def _fitted(words: list[str], *, more: bool) -> str:
    """The words as a title of bearable length, with "…" where something was cut."""
    limit = len(words)
    while limit > 1 and len(" ".join(words[:limit])) > MAX_LENGTH:
        limit -= 1
    cut = limit < len(words)
    kept = _cut(words, limit) if cut else words
    title = " ".join(kept).rstrip(",;:. —–")
    if len(title) > MAX_LENGTH:
        title, cut = title[:MAX_LENGTH], True
    if title.count("(") > title.count(")"):
        title = title[: title.rindex("(")].rstrip()
    if title.count('"') % 2:
        title = title.replace('"', "")
    return title + "…" if more or cut else title


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:] if text[:2].islower() or text[1:2] == " " else text
