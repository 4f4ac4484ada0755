# ruff: noqa: RUF001
"""Reference lists, as papers print them, each style with what it says."""

from __future__ import annotations

import pytest
from tests.importers.reading import only, parsed

STYLES = {
    'A. One and B. Two, "Learning to do things," in Proc. ICML, 2020, pp. 1–10.': (
        "Learning to do things", ("A. One", "B. Two"), 2020, "Proc. ICML",
    ),
    "A. One et al., “Curly quoted title,” arXiv preprint arXiv:2101.00001, 2021.": (
        "Curly quoted title", ("A. One",), 2021, "",
    ),
    "One, A., & Two, B. (2020). Learning to do things: A study. Journal of Agents, 3(2), 1990-2010.": (
        "Learning to do things: A study", ("A. One", "B. Two"), 2020, "Journal of Agents",
    ),
    "Solo, H. (2018, May 3). Why do agents wait? arXiv. https://arxiv.org/abs/1805.00001": (
        "Why do agents wait?", ("H. Solo",), 2018, "",
    ),
    "Brown, T. B., Mann, B., ... & Amodei, D. (2020). Language models learn. Advances in X, 33, 1877-1901.": (
        "Language models learn", ("T. B. Brown", "B. Mann", "D. Amodei"), 2020, "Advances in X",
    ),
    'One, Ann, and Bob Two. "Learning to Do Things." Journal of Things, vol. 3, no. 2, 2020, pp. 1-10.': (
        "Learning to Do Things", ("Ann One", "Bob Two"), 2020, "Journal of Things",
    ),
    'One, Ann, and Bob Two. 2020. "Learning to Do Things." Journal of Things 3 (2): 1-10.': (
        "Learning to Do Things", ("Ann One", "Bob Two"), 2020, "Journal of Things",
    ),
    "Cy Three, Di Four, and Ed Five. 2019. Another Paper About Agents. Commun. ACM 3, 2 (2019), 1–9.": (
        "Another Paper About Agents", ("Cy Three", "Di Four", "Ed Five"), 2019, "Commun. ACM",
    ),
    "Ann B. One and Bob Two. Learning to do things. In ICML. PMLR, 2020.": (
        "Learning to do things", ("Ann B. One", "Bob Two"), 2020, "ICML",
    ),
    "Ann One, Bob Two. Another paper about agents. arXiv preprint arXiv:1901.00001, 2019.": (
        "Another paper about agents", ("Ann One", "Bob Two"), 2019, "",
    ),
    "One, A. & Two, B. Learning to do things. Nature 521, 436–444 (2015).": (
        "Learning to do things", ("A. One", "B. Two"), 2015, "Nature",
    ),
    "Three, C. et al. Another paper about agents. Science 3, 1-9 (2019).": (
        "Another paper about agents", ("C. Three",), 2019, "Science",
    ),
    "Three C, Four D, et al. Another paper about agents. Lancet. 2019;3:1-9.": (
        "Another paper about agents", ("C Three", "D Four"), 2019, "Lancet",
    ),
    "He K, Zhang X (2016) Deep residual learning. In: CVPR, pp 770–778": (
        "Deep residual learning", ("K He", "X Zhang"), 2016, "CVPR",
    ),
    "van der Berg, J., & O'Neil, P. (2021). Things about us. Cognition, 12, 3.": (
        "Things about us", ("J. van der Berg", "P. O'Neil"), 2021, "Cognition",
    ),
    "Attention Is All You Need (Vaswani et al., 2017)": (
        "Attention Is All You Need", (), 2017, "",
    ),
    "Vaswani et al. (2017). Attention is all you need. NeurIPS.": (
        "Attention is all you need", (), 2017, "NeurIPS",
    ),
}  # fmt: skip


@pytest.mark.parametrize("line", STYLES)
def test_reference_says_title_authors_year_and_place(line: str) -> None:
    paper = only(f"{line}\n", "plain")
    assert (paper.title, paper.authors, paper.year, paper.venue) == STYLES[line]
    assert paper.extra["reference"] == line


@pytest.mark.parametrize(
    "line",
    [
        "Deep Learning. A Survey. 2020.",
        "Neural Networks. A comprehensive foundation. Prentice Hall, 1999.",
        "GPT-4 and Beyond. A look at the models of 2023.",
        "The ImageNet (ILSVRC) challenge of 2012",
        "Vaswani et al. (2017) introduced a class of models. They are used since 2018.",
    ],
)
def test_what_is_no_reference_stays_as_it_is(line: str) -> None:
    paper = only(f"{line}\n", "plain")
    assert (paper.title, paper.authors, dict(paper.extra)) == (line, (), {})


def test_numbered_references_over_two_lines_are_one_paper_each() -> None:
    papers, issues = parsed(
        '[1] A. One and B. Two, "Learning to do things\n    with deep nets," in Proc. ICML, 2020.\n'
        '[2] C. Three, "Another paper\n    about agents," J. Things, 2019, doi: 10.1000/x.2.\n'
    )
    assert not issues
    assert [(p.title, p.authors, p.year, p.doi) for p in papers] == [
        ("Learning to do things with deep nets", ("A. One", "B. Two"), 2020, ""),
        ("Another paper about agents", ("C. Three",), 2019, "10.1000/x.2"),
    ]


def test_reference_with_forty_authors_is_no_abstract() -> None:
    names = ", ".join(f"Ann{chr(97 + i % 26)} One{chr(97 + i // 26)}" for i in range(40))
    paper = only(f"{names} and Bob Two. A very large study. In ICML, 2020.\n")
    assert (paper.title, len(paper.authors), paper.abstract) == ("A very large study", 41, "")


def test_ids_and_addresses_in_a_reference_are_kept() -> None:
    paper = only(
        "Three, C. (2019). A paper. J. Agents, 3, 1-9. https://doi.org/10.1000/apa.2\n", "plain"
    )
    assert (paper.doi, paper.url) == ("10.1000/apa.2", "https://doi.org/10.1000/apa.2")
    paper = only("One, A., & Two, B. (2018). Second paper. arXiv:1801.00001.\n", "plain")
    assert (paper.arxiv_id, paper.year) == ("1801.00001", 2018)
