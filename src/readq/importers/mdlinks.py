"""Links of Markdown and what they are to a paper."""

from __future__ import annotations

import re
from collections.abc import Mapping

from readq.domain.identity import arxiv_id, normal_doi, openreview_id
from readq.importers.fields import web_address
from readq.patterns import lazily
from readq.records import dataclass

_TEXT = r"((?:\\.|[^\[\]\\]|\[(?:\\.|[^\[\]\\])*+\])*+)"
_TARGET = r"\(\s*(?:<([^<>\n]*)>|([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*))(?:\s+\"[^\"]*\")?\s*\)"
LINK = lazily(rf"(?<!\\)\[{_TEXT}\]{_TARGET}")
IMAGE = lazily(r"!\[([^\[\]]*)\]\([^()\s]*(?:\s+\"[^\"]*\")?\)")
BARE = lazily(r"<?(https?://[^\s<>()|\]\"]+)>?")
REFERENCE = lazily(r" {0,3}\[([^\[\]]{1,200})\]:[ \t]*<?([^\s<>]+)>?(?:[ \t]+[\"'(].*)?")
"""The line that says where a reference leads: `[1]: https://…`."""
REFERRED = lazily(r"(?<![!\\\]])\[([^\[\]]+)\](?:\[([^\[\]]*)\])?(?![(\[:])")
_NOTE = lazily(r"\[\[(?:[^\[\]|\n]*\|)?([^\[\]|\n]+)\]\](?!\()")
_ANCHOR = lazily(
    r"<a\s[^<>]*?href\s*=\s*[\"']?([^\s\"'<>]+)[^<>]*>(.*?)</a>", re.IGNORECASE | re.DOTALL
)
_ESCAPED = lazily(r"\\([\\`*_\[\]<>()#|~$&.!+=-])")
_EMPHASIS = lazily(
    r"(?<!\\)(\*\*\*|\*\*|\*|~~|==|`|(?<!\w)__?)(?=\S)(.{1,400}?)(?<=[^\s\\])\1(?!\w)"
)
_LABEL = lazily(
    r"(?:full |project |official |original )?(?:papers?|pdf|arxiv|abs|abstract|html|link|links|url|here|code|codes"
    r"|github|repo(?:sitory)?|project|page|homepage|web ?page|web ?site|website|site|blog|post|slides?|video|talk"
    r"|youtube|poster|demo|data|datasets?|models?|weights|bib|bibtex|cite|citation|doi|openreview|review"
    r"|supp(?:lementary)?|appendix|notes?|tweet|thread|hf|hugging ?face|colab|docs?|tutorial|star|stars|publication"
    r"|ieee|acm|springer|acl|cvf|nips|neurips|icml|iclr|scholar|semantic scholar)"
    r"(?: (?:page|link|paper|code|repo|\d+))?",
    re.IGNORECASE,
)
_PAPER_HOST = lazily(
    r"https?://(?:[\w.-]+\.)?(?:arxiv\.org|openreview\.net|doi\.org|aclanthology\.org|aclweb\.org|proceedings\.\w+"
    r"|thecvf\.com|neurips\.cc|nips\.cc|icml\.cc|iclr\.cc|jmlr\.org|ieee\.org|acm\.org|springer\.com|nature\.com"
    r"|science\.org|sciencedirect\.com|biorxiv\.org|medrxiv\.org|semanticscholar\.org|ijcai\.org|aaai\.org"
    r"|isca-speech\.org|usenix\.org|pnas\.org|plos\.org|nih\.gov|hal\.science|ssrn\.com|roboticsproceedings\.org)[/?]",
    re.IGNORECASE,
)
_CODE_HOST = lazily(r"https?://(?:www\.)?(?:github|gitlab|bitbucket)\.(?:com|org)/", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Link:
    """One link."""

    text: str
    address: str
    start: int
    end: int

    @property
    def is_label(self) -> bool:
        """Whether its text says what is behind it, as "pdf" does, rather than a title."""
        return not self.text or bool(_LABEL.fullmatch(self.text.strip(" :[]()📄💻🔗")))

    @property
    def is_paper(self) -> bool:
        """Whether papers are found at such addresses."""
        return bool(_PAPER_HOST.match(self.address)) or self.is_pdf

    @property
    def is_pdf(self) -> bool:
        """Whether it leads to a PDF."""
        path = self.address.lower().partition("?")[0]
        return path.endswith(".pdf") or "/pdf/" in path

    @property
    def is_code(self) -> bool:
        """Whether it leads to a repository."""
        return bool(_CODE_HOST.match(self.address))


def links_of(text: str) -> list[Link]:
    """The links of a text whose images have been taken out."""
    found = [Link(plain(m[1]), m[2] or m[3] or "", m.start(), m.end()) for m in LINK.finditer(text)]
    covered = [(link.start, link.end) for link in found]
    for m in BARE.finditer(text):
        if not any(start <= m.start() < end for start, end in covered):
            found.append(Link("", m[1].rstrip(".,;"), m.start(), m.end()))
    return sorted(found, key=lambda link: link.start)


def as_written_out(text: str, targets: Mapping[str, str]) -> str:
    """The text with links of HTML, and links by reference, as `[text](address)`.

    Args:
        text: Markdown.
        targets: Where references lead, by their names in small letters.
    """
    if "<a" in text or "<A" in text:
        text = _ANCHOR.sub(r"[\2](\1)", text)
    if "[[" in text:
        text = _NOTE.sub(r"\1", text)
    if not targets:
        return text

    def written_out(found: re.Match[str]) -> str:
        target = targets.get(" ".join((found[2] or found[1]).lower().split()))
        return f"[{found[1]}]({target})" if target else found[0]

    return REFERRED.sub(written_out, text)


def without_images(text: str) -> str:
    """The text with what an image is called in the place of the image; badges are links called so."""
    return IMAGE.sub(r"\1", text) if "![" in text else text


def plain(text: str) -> str:
    """The words of a Markdown text."""
    for _ in range(3):
        bare = _EMPHASIS.sub(r"\2", text)
        if bare == text:
            break
        text = bare
    return " ".join(_ESCAPED.sub(r"\1", text).split())


def facts_of(links: list[Link]) -> dict[str, str]:
    """Identifiers and addresses, as fields of a draft."""
    facts: dict[str, str] = {}
    for link in links:
        address = web_address(link.address)
        if not address:
            continue
        arxiv, forum = arxiv_id(address), openreview_id(address)
        doi = normal_doi(address) if "doi.org/" in address.lower() else ""
        for name, value in (("arxiv_id", arxiv), ("openreview_id", forum), ("doi", doi)):
            if value and not (name == "doi" and arxiv):
                facts.setdefault(name, value)
        if link.is_code:
            facts.setdefault("code_url", address)
        elif link.is_pdf and not arxiv:
            facts.setdefault("pdf_url", address)
        elif not link.is_label or link.is_paper:
            facts.setdefault("url", address)
    return facts
