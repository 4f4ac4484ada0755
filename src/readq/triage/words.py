"""The words that ranking compares: lower case, without accents, plurals as singulars."""

from __future__ import annotations

import re
import unicodedata

from readq.patterns import lazily

_WORD = lazily(r"\w\w+")
_SOUTH_EAST = "\u0e01-\u0e4e\u0e81-\u0ecd\u1000-\u1049\u1050-\u109d\u1780-\u17d3"
_MARKED = "\u0300-\u036f\u0900-\u0963\u0966-\u0dff\u0f40-\u0fbc"
"""Accents written apart and the vowel signs of Indian scripts are no letters, but part of a word."""
_ANY_WORD = lazily(f"[\\w{_MARKED}{_SOUTH_EAST}]{{2,}}")
_BEYOND_ASCII = lazily(r"[^\x00-\x7f]+")
_UNPARTED = lazily(f"[{_SOUTH_EAST}\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]+")
"""Chinese, Japanese, Thai, Lao, Burmese and Khmer are written without blanks between words."""

FUNCTION_WORDS = frozenset(
    [
        "about",
        "above",
        "across",
        "after",
        "all",
        "along",
        "also",
        "although",
        "always",
        "among",
        "an",
        "and",
        "another",
        "any",
        "are",
        "around",
        "as",
        "at",
        "be",
        "because",
        "been",
        "before",
        "being",
        "best",
        "better",
        "between",
        "both",
        "but",
        "by",
        "can",
        "could",
        "do",
        "does",
        "doing",
        "down",
        "due",
        "during",
        "each",
        "either",
        "especially",
        "etc",
        "even",
        "every",
        "first",
        "for",
        "former",
        "from",
        "further",
        "given",
        "had",
        "has",
        "have",
        "having",
        "here",
        "how",
        "however",
        "if",
        "in",
        "including",
        "into",
        "is",
        "it",
        "its",
        "itself",
        "just",
        "least",
        "less",
        "like",
        "many",
        "may",
        "moreover",
        "more",
        "most",
        "much",
        "must",
        "namely",
        "near",
        "neither",
        "new",
        "no",
        "nor",
        "not",
        "of",
        "off",
        "often",
        "on",
        "once",
        "one",
        "only",
        "onto",
        "or",
        "other",
        "others",
        "our",
        "out",
        "over",
        "own",
        "particular",
        "particularly",
        "per",
        "perhaps",
        "primarily",
        "rather",
        "recent",
        "recently",
        "same",
        "second",
        "several",
        "should",
        "since",
        "so",
        "some",
        "still",
        "such",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "therefore",
        "these",
        "they",
        "this",
        "those",
        "though",
        "through",
        "throughout",
        "thus",
        "to",
        "too",
        "toward",
        "towards",
        "two",
        "under",
        "until",
        "up",
        "upon",
        "us",
        "use",
        "used",
        "using",
        "usually",
        "via",
        "was",
        "we",
        "well",
        "were",
        "what",
        "when",
        "where",
        "whereas",
        "whether",
        "which",
        "while",
        "who",
        "whose",
        "why",
        "will",
        "with",
        "within",
        "without",
        "would",
        "yet",
    ]
)
"""Words that hold a sentence together and tell nothing of its subject."""


def words(text: str) -> list[str]:
    """The words of a text in order, not yet stemmed; scripts without blanks give pairs of characters."""
    text = text.lower()
    if text.isascii():
        return _WORD.findall(text)
    parted = unicodedata.normalize("NFKD", text)
    bare = _BEYOND_ASCII.sub(_unaccented, parted)
    return _ANY_WORD.findall(_UNPARTED.sub(_in_pairs, unicodedata.normalize("NFKC", bare)))


def seen_words(text: str) -> list[tuple[str, str]]:
    """The words of a text as ranking compares them, stemmed, each with the form that stands there."""
    found = []
    for form in _ANY_WORD.findall(text):
        own = words(form)
        # Where no blanks part the words, the form would be half a sentence.
        found += [(stem(word), form if len(own) == 1 else word) for word in own]
    return found


def stem(word: str) -> str:
    """The singular of a plural, as far as its end tells; always a word that can be shown."""
    if len(word) <= 3 or word[-1] != "s":
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word if word.endswith(("ss", "us", "is")) else word[:-1]


def _unaccented(run: re.Match[str]) -> str:
    return "".join(c for c in run[0] if not unicodedata.combining(c))


def _in_pairs(run: re.Match[str]) -> str:
    text = run[0]
    return f" {' '.join(text[i : i + 2] for i in range(max(len(text) - 1, 1)))} "
