"""Types of RIS, and the sorts of BibTeX they stand for."""

from __future__ import annotations

__all__ = ["CANONICAL", "TYPES", "is_plain_type", "sort_of"]

TYPES = {
    "JOUR": "article",
    "MGZN": "article",
    "NEWS": "article",
    "EJOUR": "article",
    "EJOU": "article",
    "INPR": "article",
    "JFULL": "article",
    "ABST": "article",
    "CONF": "inproceedings",
    "CPAPER": "inproceedings",
    "BOOK": "book",
    "EBOOK": "book",
    "EDBOOK": "book",
    "CHAP": "incollection",
    "CHAPTER": "incollection",
    "ECHAP": "incollection",
    "THES": "phdthesis",
    "RPRT": "techreport",
    "ELEC": "online",
    "BLOG": "online",
    "UNPB": "unpublished",
    "COMP": "software",
    "DATA": "dataset",
}
CANONICAL = {
    "article": "JOUR",
    "inproceedings": "CPAPER",
    "book": "BOOK",
    "incollection": "CHAP",
    "phdthesis": "THES",
    "techreport": "RPRT",
    "online": "ELEC",
    "unpublished": "UNPB",
    "software": "COMP",
    "dataset": "DATA",
    "misc": "GEN",
    "proceedings": "CONF",
    "conference": "CPAPER",
    "inbook": "CHAP",
    "mastersthesis": "THES",
    "booklet": "PAMP",
    "manual": "GEN",
    "patent": "PAT",
}
"""The type by which readq itself calls each sort; another one is kept beside the sort."""


def sort_of(kind: str) -> str:
    """The sort a type of RIS stands for; `misc` where BibTeX has none."""
    return TYPES.get(kind.upper(), "misc")


def is_plain_type(kind: str, sort: str) -> bool:
    """Whether a type says no more than the sort does."""
    return kind in ("", CANONICAL.get(sort), CANONICAL[sort_of(kind)])
