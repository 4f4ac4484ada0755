"""Names that abstracts coin."""

from __future__ import annotations

import pytest

from readq.text import coined_names
from readq.text.definitions import definitions


def names(plain: str) -> list[str]:
    """What is found, as shown."""
    return [str(n) for n in coined_names(plain)]


@pytest.mark.parametrize(
    ("plain", "found"),
    [
        (
            "Models are slow. We propose FastFoo, a cache that skips work. FastFoo is quick.",
            ["FastFoo"],
        ),
        ("We present a dataset called ZebraQA. It is large.", ["ZebraQA"]),
        (
            "We introduce Sparse Ruler Decoding (SRuD), which is fast.",
            ["SRuD (Sparse Ruler Decoding)"],
        ),
        ("We term this phenomenon Late Layer Drift (LLDrift).", ["LLDrift (Late Layer Drift)"]),
        ('In this work, a novel framework, termed "GlueNet", is proposed.', ["GlueNet"]),
        (
            "This paper introduces Kindred Learning, a framework for pairs of models.",
            ["Kindred Learning"],
        ),
        (
            "We propose two techniques: Numbra, which counts, and Histra, a framework that sums.",
            ["Numbra", "Histra"],
        ),
    ],
)
def test_ways_to_announce_a_name(plain: str, found: list[str]) -> None:
    assert names(plain) == found


@pytest.mark.parametrize(
    "plain",
    [
        "We evaluate BERT and GPT-4 on ImageNet, GSM8K and SQuAD with LoRA.",
        "Large Language Models (LLMs) use Retrieval-Augmented Generation (RAG). We study them.",
        "We fine-tune LLaMA-2-7B and Qwen3-8B and compare with DeepSeek-R1.",
        "We show a 2.5x gain at 60% sparsity in a 3D task with 10-fold cross-validation.",
        "We propose the Entropy Compression Hypothesis, redefining intelligence.",
        "",
    ],
)
def test_the_field_s_own_words_are_nobody_s_coinage(plain: str) -> None:
    assert names(plain) == []


def test_parts_follow_the_main_name() -> None:
    plain = (
        "Long inputs are hard. We propose HiFoo, a framework with two parts: (1) Deep Token Mixing (DTM), which mixes; "
        "(2) Fast Row Sampling (FRoS), which samples. HiFoo beats strong baselines."
    )
    assert names(plain) == ["HiFoo", "DTM (Deep Token Mixing)", "FRoS (Fast Row Sampling)"]


def test_a_term_of_the_field_defined_in_passing_is_no_name() -> None:
    plain = "Knowledge graph completion (KGCx) is hard. We propose FooBarNet, a model for knowledge graph completion."
    assert names(plain) == ["FooBarNet"]


def test_an_abbreviation_in_use_elsewhere_counts_when_the_paper_defines_it() -> None:
    plain = (
        "Pruning is hard. We propose Domain-Basis Synthesis (DBS), a method. DBS builds a basis."
    )
    assert names(plain) == ["DBS (Domain-Basis Synthesis)"]


@pytest.mark.parametrize(
    ("sentence", "short", "long"),
    [
        (
            "an Attention-Focused Approach for Improved Image Perception (AFIP), which",
            "AFIP",
            "Attention-Focused Approach for Improved Image Perception",
        ),
        ("we propose Distinguishable Deletion (D²), a paradigm", "D²", "Distinguishable Deletion"),
        (
            "we introduce InfoLaw (Information Scaling Laws), a",
            "InfoLaw",
            "Information Scaling Laws",
        ),
        ("the REAL (Reasoning-Pivot Alignment) framework", "REAL", "Reasoning-Pivot Alignment"),
        ("we use a simple spectral cut method (SCuM) here", "SCuM", "spectral cut method"),
    ],
)
def test_long_forms_are_cut_where_they_begin(sentence: str, short: str, long: str) -> None:
    (definition,) = definitions(sentence)
    assert (definition.short, definition.long) == (short, long)


@pytest.mark.parametrize(
    "sentence", ["we ran it twice (Table 2)", "a tree (XYZ) grows", "it works (see QQQ)"]
)
def test_brackets_that_define_nothing(sentence: str) -> None:
    assert definitions(sentence) == []
