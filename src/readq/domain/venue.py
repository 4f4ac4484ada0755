"""Names of conferences and journals as readq spells them, and the year that comes with them."""

from __future__ import annotations

import re
from functools import lru_cache

from readq.patterns import lazily

_SPELLINGS = """
    3DV AAAI AACL AAMAS ACCV ACL ACML AI4X AISTATS ALT ASPLOS AutoML BMVC CAV CCS CHI CHIL CIKM
    CLeaR COLING COLM COLT CoLLAs CoNLL CoRL CSCW CVPR EACL ECAI ECCV ECIR EMNLP FAccT FOCS HPCA
    HRI ICAPS ICASSP ICCV ICDE ICDM ICLR ICML ICRA ICSE IJCAI IJCNN Interspeech IROS ISCA ISMIR JMLR
    KDD KR L4DC LREC MICCAI MIDL MLSys NAACL NDSS NeurIPS NSDI OSDI PLDI POPL RecSys RSS SIGGRAPH
    SIGIR SIGMOD SODA SOSP STOC TACL TMLR UAI UIST VLDB WACV WSDM WWW
"""
KNOWN_VENUES: dict[str, str] = {name.lower(): name for name in _SPELLINGS.split()} | {
    "nips": "NeurIPS",
    "siggraphasia": "SIGGRAPH Asia",
    "siggraph asia": "SIGGRAPH Asia",
    "acmmm": "ACM MM",
    "acm mm": "ACM MM",
    "thewebconf": "WWW",
}
"""Lower-case spelling to the one readq shows."""

_KNOWN = frozenset(KNOWN_VENUES.values())

_FULL_NAMES = {
    "neural information processing systems": "NeurIPS",
    "international conference on machine learning": "ICML",
    "international conference on learning representations": "ICLR",
    "transactions on machine learning research": "TMLR",
    "journal of machine learning research": "JMLR",
    "conference on robot learning": "CoRL",
    "conference on language modeling": "COLM",
    "artificial intelligence and statistics": "AISTATS",
    "uncertainty in artificial intelligence": "UAI",
    "computer vision and pattern recognition": "CVPR",
    "empirical methods in natural language processing": "EMNLP",
}
_PREPRINT = lazily(
    r"(?:arxiv(?:\.org)?|corr)(?:\s*\(cornell university\))?(?:[\s-](?:e-?prints?|preprints?|preprint server))?[\s,:]*"
    r"(?:(?:arxiv\s*:\s*|abs/)?(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?)?"
    r"(?:\s*\[[\w.-]+\])?[\s,(]*(?P<year>(?:19|20)\d\d)?\)?",
    re.IGNORECASE,
)
"""What bibliographies call arXiv: `arXiv preprint arXiv:1706.03762`, `CoRR, abs/1706.03762`, `ArXiv e-prints`."""
_LONGEST = 300
"""Characters beyond which a text is no name of a venue."""

_YEAR = r"(?:19|20)\d\d"
_NAMES = "|".join(
    re.escape(name).replace(r"\ ", r"[\s_-]?")
    for name in sorted(KNOWN_VENUES, key=len, reverse=True)
)
_KNOWN_THEN_YEAR = lazily(
    rf"(?<![a-z0-9])(?P<name>{_NAMES})(?:[\s_.,:-]{{0,3}}(?P<year>{_YEAR})|\s?['\u2019](?P<short>\d\d))(?!\d)",
    re.IGNORECASE,
)
_YEAR_THEN_KNOWN = lazily(
    rf"(?<!\d)(?P<year>{_YEAR})[\s_.,:-]{{1,3}}(?P<name>{_NAMES})(?![a-z0-9])", re.IGNORECASE
)
_TRAILING_YEAR = lazily(rf"(?P<name>.*?\D)??[\s,:_'\u2019(-]*(?<!\d)(?P<year>{_YEAR})[\s).,]*")
_IN_BRACKETS = lazily(rf"\((?P<name>{_NAMES})(?:[\s'\u2019-]*(?:{_YEAR}|\d\d))?\)", re.IGNORECASE)
_REMARK = lazily(
    r"\b(?:accept(?:ed)?|poster|oral|spotlight|talk|notable|top|\d+%|conference|main|track|submitted"
    r"|to|papers?|abstracts?|list|of|proceedings|the|all|reading|in|at|regular|long|short)\b"
    r"|论文|列表|摘要|接收|合集|[\W_]",
    re.IGNORECASE,
)
_WORKSHOP = lazily(r"\b(?:workshops?|findings|companion|demo|tutorial)\b", re.IGNORECASE)


def split_venue(text: str) -> tuple[str, int | None]:
    """Part a venue from its year: `colm2024` is COLM and 2024.

    A name readq does not know keeps its spelling; a workshop at a known conference is not that conference.
    """
    text = " ".join(text.split())
    return (text, None) if len(text) > _LONGEST else _split(text)


@lru_cache(maxsize=4096)  # the papers of a list share few venues
def _split(text: str) -> tuple[str, int | None]:
    preprint = _PREPRINT.fullmatch(text)
    if preprint:
        return "arXiv", int(preprint["year"]) if preprint["year"] else None
    found = _KNOWN_THEN_YEAR.search(text) or _YEAR_THEN_KNOWN.search(text)
    if found and not _REMARK.sub("", text[: found.start()] + " " + text[found.end() :]):
        return _spelling(found["name"]), _year(found)
    part = _TRAILING_YEAR.fullmatch(text)
    name, year = (part["name"] or "", int(part["year"])) if part else (text, None)
    return _known_name(name.strip(" ,:_'\u2019(-")), year


def long_name(text: str) -> str:
    """The name as written, where the venue readq makes of it says less: a known one is called by its short name."""
    text = " ".join(text.split())
    return _long(text) if len(text) <= _LONGEST else ""


@lru_cache(maxsize=4096)
def _long(text: str) -> str:
    venue, _ = _split(text)
    return text if _words_of(text) != _words_of(venue) else ""


def _words_of(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalpha())


def venue_in(text: str) -> tuple[str, int | None]:
    """The known venue a heading or file name mentions together with a year; empty if none."""
    found = _KNOWN_THEN_YEAR.search(text) or _YEAR_THEN_KNOWN.search(text)
    return (_spelling(found["name"]), _year(found)) if found else ("", None)


def is_known_venue(name: str) -> bool:
    """Whether `name` is a venue as readq spells it."""
    return name in _KNOWN


def _known_name(name: str) -> str:
    bare = name.lower()
    if bare in KNOWN_VENUES:
        return KNOWN_VENUES[bare]
    if _WORKSHOP.search(name):
        return name
    bracketed = _IN_BRACKETS.search(name)
    if bracketed:
        return _spelling(bracketed["name"])
    return next((short for full, short in _FULL_NAMES.items() if full in bare), name)


def _spelling(name: str) -> str:
    bare = re.sub(r"[\s_-]+", " ", name.lower())
    return KNOWN_VENUES.get(bare) or KNOWN_VENUES[bare.replace(" ", "")]


def _year(found: re.Match[str]) -> int:
    groups = found.groupdict()
    if groups.get("year"):
        return int(groups["year"])
    short = int(groups["short"])
    return (2000 if short < 70 else 1900) + short
