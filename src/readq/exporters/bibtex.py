"""BibTeX and BibLaTeX entries, readable by BibTeX, Biber and reference managers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Literal

from readq.domain import DERIVED_NOTE, Paper, Reading
from readq.domain.bibvalue import PRINTED, as_bib_value
from readq.exporters.keys import keys_for
from readq.exporters.kinds import kind_of
from readq.exporters.latex import escaped, escaped_part
from readq.exporters.options import PLAIN, Options
from readq.exporters.people import OTHERS, PersonName, names_of
from readq.exporters.values import address, as_text, beyond_type, further_links
from readq.patterns import lazily

Dialect = Literal["bibtex", "biblatex"]

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ENTRY_TYPE = lazily(r"[A-Za-z][A-Za-z0-9_-]*")
_NOT_IN_NAMES = lazily(r"[^A-Za-z0-9_+-]+")
_VENUES = ("journal", "journaltitle", "booktitle", "maintitle")
_ISO_DATE = lazily(r"(\d{4})(?:-(0[1-9]|1[0-2])(?!\d))?(?!\d)")
_OF_THE_SOURCE = frozenset({*_VENUES, "year", "month", "date"})
"""Fields in which a source said more than readq keeps elsewhere; its own wording goes out again."""
_LISTS_IN_JOURNALS = frozenset({"article", "periodical", "suppperiodical"})

# Words whose capitals a style must keep: SD-MoE, GPT4, 3D, and single letters as in "L-smooth".
_CAPITALS_INSIDE = lazily(
    r"(?<![^\s(/\u2013\u2014\u201c\"'-])(?:\w+[A-Z]\w*|[A-Z]\w*\d\w*)(?![^\s).,:;/?!\u2013\u2014\u2019\u201d\"'-])"
)
_PROPER_WORDS = """
    African American Arabic Asian Banach Bayes Bayesian Bellman Bernoulli Boltzmann Boolean Brownian
    Chebyshev Chinese Cholesky Dirichlet English Euclidean Euler European Fisher Fourier French Frobenius
    Gauss Gaussian Gaussians German Gibbs Granger Hamiltonian Hebbian Hermite Hessian Hessians Hilbert
    Hoeffding Indian Ising Jacobian Jacobians Japanese Kalman Korean Kullback Lagrange Lagrangian Langevin
    Laplace Laplacian Latin Lebesgue Leibler Levenberg Lipschitz Lyapunov Markov Markovian Minkowski Monte
    Carlo Nash Nesterov Newton Nyquist Pareto Poisson Python Rademacher Riemann Riemannian Russian Shannon
    Shapley Sinkhorn Sobolev Spanish Stackelberg Stein Turing Voronoi Wasserstein Wiener Wikipedia
    """
_PEOPLE_AND_PLACES = frozenset(_PROPER_WORDS.split())
_WORD = lazily(r"[^\W\d_]+")


def to_bibtex(papers: Iterable[tuple[Paper, Reading]], options: Options = PLAIN, /) -> str:
    """One entry a paper, for BibTeX."""
    return _entries(papers, options, "bibtex")


def to_biblatex(papers: Iterable[tuple[Paper, Reading]], options: Options = PLAIN, /) -> str:
    """One entry a paper, for BibLaTeX and Biber."""
    return _entries(papers, options, "biblatex")


def _entries(papers: Iterable[tuple[Paper, Reading]], options: Options, dialect: Dialect) -> str:
    pairs = list(papers)
    keys = keys_for((paper for paper, _ in pairs), options)
    return "\n".join(
        _entry(paper, reading, keys[paper.id], options, dialect) for paper, reading in pairs
    )


def _entry(paper: Paper, reading: Reading, key: str, options: Options, dialect: Dialect) -> str:
    kind = getattr(kind_of(paper), dialect)
    own = paper.extra.get("entry_type")
    if isinstance(own, str) and _ENTRY_TYPE.fullmatch(own):
        kind = own
    extra = beyond_type(paper)
    fields = dict(_fields(paper, kind, extra, dialect, options))
    for name, value in extra.items():
        _add(fields, name, value)
    if options.notes and reading.note.strip():
        _add(fields, "annote" if dialect == "bibtex" else "annotation", reading.note)
    lines = [f"@{kind}{{{key},"]
    for name, value in fields.items():
        bare = name == "month" and value in _MONTHS
        lines.append(f"  {name} = {value}," if bare else f"  {name} = {{{value}}},")
    return "\n".join([*lines, "}", ""])


def _fields(
    paper: Paper, kind: str, extra: Mapping[str, Any], dialect: Dialect, options: Options
) -> Iterator[tuple[str, str]]:
    latex = partial(escaped, ascii_only=options.ascii and dialect == "bibtex")
    yield "title", _title(paper, ascii_only=options.ascii and dialect == "bibtex")
    if paper.authors:
        yield "author", " and ".join(_author(name, latex) for name in names_of(paper))
    said = {name for name in _OF_THE_SOURCE if isinstance(extra.get(name), str)}
    if paper.venue and not said.intersection(_VENUES):
        yield _place(kind, dialect), latex(paper.venue)
    yield from _date(paper, said, dialect)
    if paper.doi:
        yield "doi", address(paper.doi)
    if paper.arxiv_id:
        yield "eprint", address(paper.arxiv_id)
        yield ("eprinttype", "arxiv") if dialect == "biblatex" else ("archiveprefix", "arXiv")
    page = f"https://openreview.net/forum?id={paper.openreview_id}" if paper.openreview_id else ""
    links = {"url": paper.url or page, "pdf": paper.pdf_url, "code": paper.code_url}
    for name, link in links.items():
        if link:
            yield name, address(link)
    if further := further_links(paper):
        yield "links", " ".join(map(address, further))
    if paper.openreview_id and paper.url != page:
        yield "openreview", address(paper.openreview_id)
    if paper.aliases:
        yield "aliases", ", ".join(f"{{{latex(alias)}}}" for alias in paper.aliases)
    if keywords := _keywords(paper.keywords):
        yield "keywords", as_bib_value(keywords, printed=True)
    if paper.abstract:
        yield "abstract", as_bib_value(_unwrapped(paper.abstract.strip()))
    if paper.title_is_derived:
        yield "note", DERIVED_NOTE


def _date(paper: Paper, said: set[str], dialect: Dialect) -> Iterator[tuple[str, str]]:
    month = paper.month if paper.month is not None and 1 <= paper.month <= 12 else None
    if "date" in said and not _says_when(str(paper.extra["date"]), paper.year, month):
        dialect = "bibtex"  # whose year and month stand beside a date that does not say them
    if paper.year is None or "date" in said:
        if paper.year is not None and dialect == "bibtex" and "year" not in said:
            yield "year", str(paper.year)
    elif dialect == "biblatex" and not said & {"year", "month"}:
        yield "date", f"{paper.year:04}" + (f"-{month:02}" if month else "")
        return
    elif "year" not in said:
        yield "year", str(paper.year)
    if month and "month" not in said and not ("date" in said and dialect == "biblatex"):
        yield "month", _MONTHS[month - 1]


def _says_when(date: str, year: int | None, month: int | None) -> bool:
    found = _ISO_DATE.match(date.strip())
    if found is None or year is None:
        return False
    return int(found[1]) == year and (int(found[2]) if found[2] else None) == month


def _add(fields: dict[str, str], name: str, value: Any) -> None:
    """Give a field of the source back under its name, or one like it that is free and allowed."""
    text = as_text(value)
    field = _NOT_IN_NAMES.sub("-", name.lower()).strip("-") or "field"
    if not field[0].isalpha():
        field = f"x-{field}"
    text = as_bib_value(text, printed=field in PRINTED)
    if not text:
        return
    if field == "note" and "note" in fields:
        fields["note"] += f"; {text}"
    elif field in fields and fields[field] != text:
        _add(fields, f"x-{field}", value)
    else:
        fields[field] = text


def _place(kind: str, dialect: Dialect) -> str:
    if kind.lower() in _LISTS_IN_JOURNALS:
        return "journaltitle" if dialect == "biblatex" else "journal"
    return "booktitle"


def _title(paper: Paper, *, ascii_only: bool) -> str:
    """The title with braces around words whose capitals a style must keep."""
    title = " ".join(paper.title.split())
    spans = [found.span() for found in _CAPITALS_INSIDE.finditer(title)]
    spans += [m.span() for m in _WORD.finditer(title) if m[0] in _PEOPLE_AND_PLACES]
    for name in paper.names:
        if any(character.isupper() for character in name.text):
            pattern = rf"(?<!\w){re.escape(name.text)}(?!\w)"
            spans += [found.span() for found in re.finditer(pattern, title)]
    parts, end = [], 0
    for start, stop in sorted(spans, key=lambda span: (span[0], -span[1])):
        if start < end:
            continue
        parts.append(escaped_part(title[end:start], ascii_only=ascii_only))
        parts.append(f"{{{escaped(title[start:stop], ascii_only=ascii_only)}}}")
        end = stop
    parts.append(escaped_part(title[end:], ascii_only=ascii_only))
    return "".join(parts)


def _author(name: PersonName, latex: partial[str]) -> str:
    """A name in a form that BibTeX parts rightly, whatever letters it has."""
    if name.literal:
        if name.literal.lower() in OTHERS:
            return "others"
        is_word = name.literal.isalpha() and name.literal.lower() != "and"
        return latex(name.literal) if is_word else f"{{{latex(name.literal)}}}"
    if not name.given and not name.suffix:
        return latex(name.whole_family)
    family = " ".join(filter(None, (latex(name.particle), _kept_together(name.family, latex))))
    return ", ".join(filter(None, (family, latex(name.suffix), latex(name.given))))


def _kept_together(family: str, latex: partial[str]) -> str:
    """A family name of several words, none of which BibTeX may take for a particle.

    It looks at the first ASCII letter of a word: in `Łódź Smith` that is a small d.
    """
    words = family.split()
    if any(
        next((c for c in word if c.isascii() and c.isalpha()), "A").islower() for word in words[:-1]
    ):
        return f"{{{latex(family)}}}"
    return latex(family)


def _keywords(keywords: Iterable[str]) -> str:
    """Keywords parted by commas, or by semicolons where one has a comma in it."""
    words = [word.replace(";", ",") for word in map(str.strip, keywords) if word]
    if not any("," in word for word in words):
        return ", ".join(words)
    return "; ".join(words) + (";" if len(words) == 1 else "")


def _unwrapped(value: str) -> str:
    """Without braces around the whole of it, which importers take off."""
    while value.startswith("{") and value.endswith("}"):
        depth, inside = 1, value[1:-1]
        for character in inside:
            depth += (character == "{") - (character == "}")
            if depth == 0:
                return value
        if depth != 1:
            return value
        value = inside.strip()
    return value
