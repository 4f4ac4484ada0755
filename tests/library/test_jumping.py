"""Whatever names a paper may be typed or pasted, and jump goes there."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from readq.library import Library
from readq.library.core import open_library
from readq.search.jump_keys import keys_meant

PAPERS = [
    {"title": "Attention Is All You Need", "authors": ["Ashish Vaswani"], "year": 2017,
     "arxiv_id": "1706.03762", "citekey": "vaswani2017attention"},
    {"title": "Deep Residual Learning", "authors": ["Kaiming He", "Jian Sun"], "year": 2016,
     "doi": "10.1109/CVPR.2016.90", "citekey": "he2016deep"},
    {"title": "Denoising Diffusion Models", "authors": ["Jonathan Ho"], "year": 2020,
     "citekey": "DBLP:conf/nips/HoJA20"},
    {"title": "Generative Adversarial Nets", "authors": ["Ian J. Goodfellow"], "year": 2014,
     "url": "https://openreview.net/forum?id=Hkx7xRVYDr"},
    {"title": "On the properties of fields", "authors": ["E. Witten"], "arxiv_id": "hep-th/9901001"},
    {"title": "$\\mathcal{O}(n^2)$ is not enough: a \\textbf{lower} bound", "authors": ["A. Kaiser"]},
    {"title": "\U0001f916 Robots that laugh", "authors": ["Jos\xe9 Garc\xeda-M\xe1rquez"]},
    {"title": "Sun and deep space", "authors": ["R. Roe"], "year": 2016},
    {"title": "Attention transfer", "authors": ["Sergey Zagoruyko"], "year": 2016},
]  # fmt: skip


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("jumping")
    (folder / "in.json").write_text(json.dumps(PAPERS), encoding="utf-8")
    with open_library(folder / "library") as library:
        library.add(folder / "in.json")
        yield library


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("1706.03762", "Attention Is"),
        ("arXiv:1706.03762v5", "Attention Is"),
        ("arxiv: 1706.037", "Attention Is"),
        ("https://arxiv.org/pdf/1706.03762v2.pdf", "Attention Is"),
        ("@vaswani2017attention", "Attention Is"),
        ("\\citep[see][p. 3]{other, vaswani2017attention}", "Attention Is"),
        ("[@vaswani2017attention; @other]", "Attention Is"),
        ("vaswani et al. 2017", "Attention Is"),
        ("attention 2016", "Attention transfer"),
        ("doi:10.1109/CVPR.2016.90", "Deep Residual"),
        ("https://dx.doi.org/10.1109%2FCVPR.2016.90", "Deep Residual"),
        ("he 2016 deep", "Deep Residual"),
        ("He and Sun 2016", "Deep Residual"),
        ("he & sun", "Deep Residual"),
        ("d.r.l.", "Deep Residual"),
        ("HoJA20", "Denoising"),
        ("DBLP:conf/nips/HoJA20", "Denoising"),
        ("Hkx7xRVYDr", "Generative"),
        ("https://openreview.net/forum?id=Hkx7xRVYDr&noteId=x", "Generative"),
        ("Goodfellow, I.", "Generative"),
        ("i j goodfelow", "Generative"),
        ("9901001", "On the properties"),
        ("arXiv:hep-th/9901001", "On the properties"),
        ("n^2", "\U0001d4aa(n²)"),
        ("$O(n^{2})$", "\U0001d4aa(n²)"),
        ("\\textbf{lower}", "\U0001d4aa(n²)"),
        ("\U0001f916", "\U0001f916 Robots"),
        ("garcia marquez", "\U0001f916 Robots"),
    ],
)
def test_what_names_a_paper_finds_it(library: Library, query: str, title: str) -> None:
    assert library.jump(query)[0].title.startswith(title)


def test_signs_alone_are_marked_where_they_stand(library: Library) -> None:
    (hit,) = library.jump(" \U0001f916 ")
    assert hit.spans == ((0, 1),)
    assert [hit.title for hit in library.jump("²)")] == [
        "\U0001d4aa(n²) is not enough: a lower bound"
    ]
    assert not library.jump("\u2603")


@given(st.text(st.sampled_from("\\cite{}[]@,;:/.?=&% arxivdo10\U0001f916^_$"), max_size=60))
def test_half_a_reference_does_no_harm(library: Library, query: str) -> None:
    library.jump(query)
    assert all(key.strip() for key in keys_meant(query))
