"""Links in abstracts, and which one is the code."""

from __future__ import annotations

import pytest

from readq.text import code_link, render


@pytest.mark.parametrize(
    ("raw", "link"),
    [
        ("Code: https://github.com/a/b.", "https://github.com/a/b"),
        ("(see https://example.org/x).", "https://example.org/x"),
        ("see https://en.wikipedia.org/wiki/A_(b), then", "https://en.wikipedia.org/wiki/A_(b)"),
        (r"\url{https://example.org/a\_b}", "https://example.org/a_b"),
        (r"\href{https://example.org/a\%20b}{here}", "https://example.org/a%20b"),
        (r"https://example.org/a\_b\#c is", "https://example.org/a_b#c"),
        ("[here](https://example.org/x_(y))", "https://example.org/x_(y)"),
        ('<a href="https://example.org/x?a=1&amp;b=2">here</a>', "https://example.org/x?a=1&b=2"),
        ("**https://example.org**", "https://example.org"),
        ("at github.com/owner/name.", "https://github.com/owner/name"),
        ("在 https://example.org/x。", "https://example.org/x"),
    ],
)
def test_links_are_found_without_the_sentence_around(raw: str, link: str) -> None:
    rendered = render(raw)
    assert rendered.links == (link,)
    (span,) = [s for s in rendered.spans if s.style == "link"]
    assert span.target == link
    assert rendered.plain[span.start : span.end].strip()


@pytest.mark.parametrize(
    "raw",
    [
        "mailto:a@b.org",
        "ftp://x.org/y",
        r"\href{javascript:alert(1)}{x}",
        "[x](file:///etc/passwd)",
        "10.1000/182",
        "http://",
    ],
)
def test_only_http_is_a_link(raw: str) -> None:
    assert render(raw).links == ()


def test_links_come_once_each_in_order_of_the_text() -> None:
    raw = r"\url{https://b.org/2} then https://a.org/1 and https://b.org/2"
    assert render(raw).links == ("https://b.org/2", "https://a.org/1")


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (
            "Code is at https://github.com/a/b. Project page: https://a.github.io/b",
            "https://github.com/a/b",
        ),
        (
            "Data: https://github.com/a/data. Our code: https://github.com/a/b",
            "https://github.com/a/b",
        ),
        ("The dataset is at https://huggingface.co/datasets/a/b", ""),
        ("Models and code: https://huggingface.co/a/b", "https://huggingface.co/a/b"),
        ("Our implementation is available at https://bit.ly/xyz", "https://bit.ly/xyz"),
        ("See the project website https://example.org", ""),
        (
            "Code available at https://anonymous.4open.science/r/x-1/",
            "https://anonymous.4open.science/r/x-1/",
        ),
        ("Our codes are released at [GitHub](https://name.github.io)", ""),
    ],
)
def test_code_link_by_host_and_words(raw: str, code: str) -> None:
    rendered = render(raw)
    assert code_link(rendered.plain, rendered.links) == code
