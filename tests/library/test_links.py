"""Which addresses are opened at once, which only once they were seen, and which never."""

from __future__ import annotations

import pytest

from readq.library import is_web_address, oddity


@pytest.mark.parametrize(
    "address",
    [
        "https://arxiv.org/abs/2501.00001",
        "http://example.org",
        "https://openreview.net/forum?id=a_B-c#x",
        "https://example.org:443/a,b;c=(1)",
        "HTTPS://Example.ORG/",
    ],
)
def test_ordinary_addresses_are_opened_at_once(address: str) -> None:
    assert is_web_address(address)
    assert oddity(address) == ""


@pytest.mark.parametrize(
    "address",
    [
        "https://doi.org@evil.example/",
        "https://doi.org\u2044x@evil.example/",
        "https://\u0430rxiv.example/",
        "https://xn--rxiv-43d.example/",
        "https://a.example/x|y",
        "http://127.0.0.1:22/",
        "http://169.254.169.254/latest/",
        "http://[::1]/",
        "http://2130706433/",
        "http://0177.0.0.1/",
        "http://0/",
        "http://localhost/",
        "http://printer.local/",
        "http://localhost.example./",
        "https://example.org:8080/",
    ],
)
def test_odd_ones_are_shown_first(address: str) -> None:
    assert is_web_address(address)
    assert oddity(address)


@pytest.mark.parametrize(
    "address",
    [
        "https:///nohost",
        "https://a.example:99999/",
        "https://[oops/",
        "https://a.example/" + "a" * 3000,
        "https://a.example/$(touch x)",
        "https://a.example/\u202egpj.exe",
        "//a.example/x",
        "--new-window=x",
        "ssh://-oProxyCommand=x/y",
        "\\\\server\\share",
    ],
)
def test_the_rest_is_never_opened(address: str) -> None:
    assert not is_web_address(address)
