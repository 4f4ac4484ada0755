"""What makes two records the same paper: normalised identifiers, titles and abstracts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any
from urllib.parse import unquote
from zlib import crc32

from readq.domain.venue import split_venue
from readq.patterns import lazily

__all__ = [
    "ID_LENGTH",
    "abstract_hash",
    "arxiv_id",
    "containment",
    "new_paper_id",
    "normal_doi",
    "openreview_id",
    "shingles",
    "split_venue",
    "title_key",
    "words",
]

ID_LENGTH = 10
"""Characters in a paper's own id."""

_BASE32 = "abcdefghijklmnopqrstuvwxyz234567"
_BITS = 5
_PAIR = 2 * _BITS
_SHIFTS = range(_BITS * ID_LENGTH - _PAIR, -1, -_PAIR)

SHINGLE_WORDS = 3

_ARXIV_ARCHIVES = (
    "acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas"
    "|cond-mat|cs|dg-ga|funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math|math-ph|mtrl-th|nlin"
    "|nucl-ex|nucl-th|patt-sol|physics|plasm-ph|q-alg|q-bio|q-fin|quant-ph|solv-int|stat|supr-con"
)
_ARXIV_NUMBER = (
    r"(?:(?P<new>\d\d(?:0[1-9]|1[0-2])\.\d{4,5})"
    rf"|(?P<archive>{_ARXIV_ARCHIVES})(?:\.[a-z]{{2}})?/(?P<old>\d\d(?:0[1-9]|1[0-2])\d{{3}}))"
    r"(?:v\d+)?(?!\d)"
)
_ARXIV_BARE = lazily(
    rf"(?:arxiv\s*[:/]?\s*)?{_ARXIV_NUMBER}(?:\.pdf)?(?:\s*\[[\w.-]+\])?", re.IGNORECASE
)
_ARXIV_INSIDE = lazily(
    r"(?:\b(?:arxiv|alphaxiv|ar5iv)\.(?:labs\.arxiv\.)?org/(?:[a-z-]+/)?"
    r"|\b(?:huggingface|hf)\.co/papers/|\barxiv-vanity\.com/papers/"
    r"|\b(?:scirate\.com|papers\.cool|semanticscholar\.org)/arxiv/"
    r"|\b10\.48550/arxiv\."
    rf"|\barxiv\s*:\s*){_ARXIV_NUMBER}",
    re.IGNORECASE,
)
_LONGEST_DOI = 500
_RESOLVER = lazily(r"\b(?:dx\.)?doi\.org/\Z", re.IGNORECASE)
_PAGE_OF_DOI = lazily(
    r"[?#].*|(?<=.)/(?:full|abstract|abs|pdf|epdf|pdfdirect|fulltext|summary|meta|html?)(?:/.*)?\Z|\.(?:pdf|html?)\Z"
)
"""What an address that holds a DOI goes on with."""
_BIORXIV_VERSION = lazily(r"(?<=\d)v\d+(?:\.full(?:-text)?)?(?:\.pdf)?\Z")
_NATURE = lazily(r"\bnature\.com/articles/((?:s\d{5}-|nature|n[a-z]+\.)[\w.-]+)", re.IGNORECASE)
_DOI = lazily(r"(?<![\d.])10\.\d{4,9}(?:\.\d+)*/\S+", re.IGNORECASE)
_OPENREVIEW_URL = lazily(
    r"\bopenreview\.net/[^\s?#]*\?(?:[^\s#]*&)?id=([\w-]{6,24})", re.IGNORECASE
)
_OPENREVIEW_BARE = lazily(r"(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[A-Za-z0-9_-]{8,14}")

# A Chinese character or kana is a word of its own, since such text has no spaces.
_CJK = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = lazily(rf"[{_CJK}]|[^\W_{_CJK}]+")
_ASCII_WORD = lazily(r"[a-z0-9]+")
# What is not ASCII has been taken apart before, and stays.
_LETTERS = bytes(
    (ord(chr(c).lower()) if chr(c).isalnum() else 32) if c < 128 else c for c in range(256)
)
_COMBINING = lazily("[\u0300-\u036f]")
_UNDECOMPOSED = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "ß": "ss",
        "æ": "ae",
        "œ": "oe",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "\u0131": "i",
    }
)
_TITLE_PREFIX = lazily(r"^\[from [^\]]{1,40}\] ?", re.IGNORECASE)
_TITLE_SUFFIX = lazily(r" ?[(\[]extended abstract[)\]]$", re.IGNORECASE)


def normal_doi(text: str) -> str:
    """The DOI in `text`, in lower case and without resolver; empty if there is none."""
    text = unquote(text) if "%" in text else text
    found = _DOI.search(text) if "10." in text else None
    if not found:
        article = _NATURE.search(text) if "nature.com/" in text else None
        return f"10.1038/{article[1].lower().rstrip('.')}" if article else ""
    doi = found.group()[:_LONGEST_DOI].lower()
    if "://" in text[: found.start()] or _RESOLVER.search(text[: found.start()]):
        bare = _PAGE_OF_DOI.sub("", doi)
        doi = bare if "/" in bare else doi
    if "://" in text and doi.startswith("10.1101/"):
        doi = _BIORXIV_VERSION.sub("", doi)
    while doi and (
        doi[-1] in ".,;:'\"<>}]" or (doi[-1] == ")" and doi.count("(") < doi.count(")"))
    ):
        doi = doi[:-1]
    return "" if doi.endswith("/") else doi


def arxiv_id(text: str) -> str:
    """The arXiv id that `text` is or points to, without version; empty if there is none.

    Takes bare ids, `arXiv:` ids, links to arXiv and its mirrors, and arXiv's own DOIs.
    """
    text = unquote(text.strip()) if "%" in text else text.strip()
    if not text:
        return ""
    found = _ARXIV_BARE.fullmatch(text) or (_may_name_arxiv(text) and _ARXIV_INSIDE.search(text))
    if not found:
        return ""
    if found["new"]:
        return found["new"]
    return f"{found['archive'].lower()}/{found['old']}"


def _may_name_arxiv(text: str) -> bool:
    """Whether a quick look finds arXiv or a mirror of it."""
    text = text.lower()
    return "xiv" in text or "ar5iv" in text or "/papers/" in text


def openreview_id(text: str) -> str:
    """The OpenReview forum id in a link, or `text` itself if it looks like one; else empty."""
    found = _OPENREVIEW_URL.search(text) if "id=" in text else None
    if found:
        return found.group(1)
    text = text.strip()
    return text if _OPENREVIEW_BARE.fullmatch(text) else ""


def words(text: str) -> list[str]:
    """The words of a text as they are compared: NFKC, lower case, letters and digits only."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).lower())


@lru_cache(maxsize=256)  # asked several times about a record and what it is compared with
def title_key(title: str) -> str:
    """What two spellings of one title have in common; for a title of signs alone, the signs."""
    title = " ".join(title.split())
    if "[" in title or title.endswith(")"):
        title = _TITLE_SUFFIX.sub("", _TITLE_PREFIX.sub("", title)) or title
    if title.isascii():
        return " ".join(_ASCII_WORD.findall(title.lower())) or title
    bare = _COMBINING.sub("", unicodedata.normalize("NFKD", title).lower())
    return " ".join(words(bare.translate(_UNDECOMPOSED))) or bare.strip()


def abstract_hash(plain: str) -> str:
    """Equal for abstracts that differ in case, spacing and punctuation only; empty if there are no words."""
    if not plain.isascii():
        pieces = plain.split()
        plain = " ".join([p if p.isascii() else " ".join(words(p)) for p in pieces])
    # For ASCII this is what `words` does, ten times as fast.
    compared = plain.encode().translate(_LETTERS)
    while b"  " in compared:
        compared = compared.replace(b"  ", b" ")
    compared = compared.strip()
    return _blake2s(compared, 8).hex() if compared else ""


def _blake2s(data: bytes, size: int) -> bytes:
    digest: bytes = _hasher()(data, digest_size=size).digest()
    return digest


@cache
def _hasher() -> Callable[..., Any]:
    from hashlib import blake2s  # loads OpenSSL, which the app need not wait for

    return blake2s


@cache
def _pairs() -> list[str]:
    """Two letters of an id for each number of ten bits."""
    return [a + b for a in _BASE32 for b in _BASE32]


def shingles(plain: str) -> frozenset[int]:
    """The runs of three words of a text as numbers, the same in every process."""
    found = words(plain)
    if len(found) < SHINGLE_WORDS:
        return frozenset((crc32(" ".join(found).encode()),)) if found else frozenset()
    runs = map(" ".join, zip(found, found[1:], found[2:], strict=False))
    return frozenset(map(crc32, map(str.encode, runs)))


def containment(a: frozenset[int], b: frozenset[int]) -> float:
    """How much of the shorter text is in the other, 0 to 100."""
    if not a or not b:
        return 0.0
    return 100.0 * len(a & b) / min(len(a), len(b))


def new_paper_id(
    *,
    doi: str = "",
    arxiv_id: str = "",
    openreview_id: str = "",
    title: str = "",
    abstract: str = "",
    salt: int = 0,
) -> str:
    """A paper's own id, made from the strongest of what is known of it.

    Args:
        doi: As `normal_doi` gives it; the other identifiers likewise.
        arxiv_id: Used when there is no DOI.
        openreview_id: Used when there is neither.
        title: The true title; leave out a derived one.
        abstract: Used when nothing else is known.
        salt: Counted up by the caller until the id is free.
    """
    if doi:
        basis = f"doi:{doi}"
    elif arxiv_id:
        basis = f"arxiv:{arxiv_id}"
    elif openreview_id:
        basis = f"openreview:{openreview_id}"
    elif title.strip():
        basis = f"title:{title_key(title) or title.strip()}"
    else:
        basis = f"abstract:{' '.join(words(abstract)) or abstract.strip()}"
    if salt:
        basis = f"{salt}:{basis}"
    digest = _blake2s(basis.encode("utf-8", "surrogatepass"), 10)
    bits = int.from_bytes(digest) >> 80 - _BITS * ID_LENGTH
    pairs = _pairs()
    return "".join([pairs[bits >> shift & 1023] for shift in _SHIFTS])
