"""The identifiers and citekeys that somebody may mean who types or pastes some text."""

from __future__ import annotations

from unicodedata import normalize

from readq.domain.identity import arxiv_id, normal_doi, openreview_id
from readq.patterns import lazily

_CITED = lazily(r"\\[a-z]*cite[a-z]*\*?\s*(?:\[[^]]*\]\s*)*\{([^{}]*)\}", 2)
_AT = lazily(r"@([^\s\]\[;,@]+)")
_PREFIX = lazily(r"(?:arxiv|doi|openreview|id)\s*:\s*", 2)
_AROUND = " .,;:!?()[]{}<>'\"\u2018\u2019\u201c\u201d\u3002\u3001"
"""What may stand around a key in a sentence."""
_LONGEST = 1_000


def keys_meant(query: str) -> list[str]:
    r"""What to look up as a key: the text itself, and the identifiers and citekeys in it, in small letters.

    Knows addresses and prefixes of arXiv, DOI and OpenReview, `\\cite{key}`, `@key` and `[@key; @other]`.
    """
    query = normalize("NFKC", query.strip()[:_LONGEST])
    bare = query.strip(_AROUND)
    meant = [query, bare, *(_PREFIX.sub("", key, 1) for key in (query, bare))]
    meant += arxiv_id(query), normal_doi(query), openreview_id(query)
    for cited in _CITED.findall(query):
        meant += map(str.strip, cited.split(","))
    meant += _AT.findall(query)
    return list(dict.fromkeys(key.casefold() for key in meant if key))
