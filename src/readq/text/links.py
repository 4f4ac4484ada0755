# ruff: noqa: RUF001
"""Links in prose, and which of them is the paper's code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from readq.patterns import lazily

_URL_BODY = r"(?:[^\s<>\"“”{}\\`|\u3000-\u303f\uff00-\uffef]|\\[_%&#~])+"
_ALONE = r"(?<![\w@/.-]{})"
# The look back follows the first letter, so that a search passes over all other letters at once.
VERBATIM_START = (
    rf"https?://|w{_ALONE.format('w')}ww\.(?=\w)|g{_ALONE.format('g')}it(?:hub|lab)\.com/(?=\w)"
    rf"|h{_ALONE.format('h')}uggingface\.co/(?=\w)|1{_ALONE.format('1')}0\.\d{{4,9}}/(?=\S)"
)
_VERBATIM = lazily(rf"(?:{VERBATIM_START}){_URL_BODY}")
_DOI = lazily(r"10\.\d{4,9}/[^\s\"“”\\$`]+")
_CLOSERS = {")": "(", "]": "[", ">": "<"}


def may_hold_address(text: str) -> bool:
    """Whether a URL or DOI can be in a text; a quick look that may be wrong only by saying yes."""
    return "://" in text or "www." in text or ".co" in text or "10." in text


def verbatim_at(text: str, start: int) -> tuple[str, int]:
    """The URL or DOI that starts at `start`, and where it ends; the sentence's punctuation is not part of it."""
    pattern = _DOI if text.startswith("10.", start) else _VERBATIM
    match = pattern.match(text, start)
    if match is None:
        return "", start
    written = _without_sentence_end(match[0])
    return written, start + len(written)


def url_of(written: str) -> str:
    """The target of a link as written in LaTeX; empty for what cannot be opened as http(s)."""
    url = re.sub(r"\\([_%&#~{}])|\\", lambda m: m[1] or "", written.strip())
    if url.startswith("10."):
        return ""
    if not url.lower().startswith(("http://", "https://")):
        url = "https://" + url
    return "" if re.search(r"[\s\x00-\x1f]", url) or not _host(url) else url


def is_http(target: str) -> bool:
    """Whether a target names its scheme and it is http(s)."""
    return target.strip().lower().startswith(("http://", "https://"))


def _without_sentence_end(url: str) -> str:
    while url:
        last = url[-1]
        if last in ".,;:!?*'’\"$_~…" or (
            last in _CLOSERS and url.count(last) > url.count(_CLOSERS[last])
        ):
            url = url[:-1].rstrip("\\")
        else:
            break
    return url


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


_CODE_HOSTS = (
    "github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "gitee.com", "sourceforge.net", "gist.github.com",
    "anonymous.4open.science", "4open.science", "code.google.com", "git.io", "codeocean.com", "colab.research.google.com",
)  # fmt: skip
_MAYBE_CODE_HOSTS = (
    "huggingface.co",
    "hf.co",
    "zenodo.org",
    "osf.io",
    "figshare.com",
    "kaggle.com",
    "modelscope.cn",
)
_NEVER_CODE = lazily(
    r"(?:^|\.)(?:github\.io|gitlab\.io|netlify\.app|vercel\.app|readthedocs\.io|sites\.google\.com|youtube\.com|youtu\.be"
    r"|arxiv\.org|doi\.org|openreview\.net|wikipedia\.org|icml\.cc|neurips\.cc|vimeo\.com|twitter\.com|x\.com)$"
)
_CODE_WORDS = lazily(
    r"\b(?:codes?|source|codebase|implementations?|repositor(?:y|ies)|repo|software|scripts?|package|library|toolkit|github)\b",
    re.IGNORECASE,
)
_OTHER_WORDS = lazily(
    r"\b(?:data ?sets?|data|corpus|benchmark|project page|website|demo|videos?|web ?page|homepage)\b",
    re.IGNORECASE,
)
_OTHERS_WORK = lazily(
    r"\b(?:based on|built (?:up)?on|fork of|using|borrow\w*|from|adapted from)\s*(?:the )?[^\s.]*\s*\(?$",
    re.IGNORECASE,
)
_DATA_PATH = lazily(r"/datasets?/|[/_-](?:dataset|data|corpus)(?:\b|_|$)", re.IGNORECASE)


def code_link(text: str, links: Sequence[str]) -> str:
    """The link under which the paper's code is, judged by host and by the words before it; empty when none is."""
    best, best_score = "", 0.0
    for link in dict.fromkeys(links):
        score = _code_score(text, link)
        if score > best_score:
            best, best_score = link, score
    return best


def _code_score(text: str, link: str) -> float:
    host = _host(link)
    if not host or _NEVER_CODE.search(host):
        return 0.0
    at = text.find(link.removeprefix("https://"))
    before = re.split(r"(?<=[.!?])\s+(?=[A-Z])", text[max(0, at - 120) : at])[-1] if at >= 0 else ""
    says_code = bool(_CODE_WORDS.search(re.sub(r"https?://\S*", " ", before)))
    says_other = bool(_OTHER_WORDS.search(before))
    if host in _CODE_HOSTS or (
        host.startswith(("git.", "gitlab.", "github.")) and host.count(".") >= 1
    ):
        score = (
            3.0
            + 2.0 * says_code
            - 0.5 * (says_other and not says_code)
            - 1.0 * bool(_DATA_PATH.search(link))
        )
        return score - 1.5 * bool(_OTHERS_WORK.search(before) and not says_code)
    if host in _MAYBE_CODE_HOSTS:
        if _DATA_PATH.search(link):
            return 0.0
        return 2.0 if says_code else 0.5 * (host in ("huggingface.co", "hf.co") and not says_other)
    return 1.5 if says_code and not says_other and before[-40:].strip() else 0.0
