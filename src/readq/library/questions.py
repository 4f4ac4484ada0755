"""What services are told about a paper: its identifiers, its title, or telling words of its abstract."""

from __future__ import annotations

from collections.abc import Iterable

from readq.domain import Paper
from readq.domain.identity import title_key
from readq.patterns import lazily
from readq.services import Wanted

_SENTENCE_END = lazily(r"(?<=[.!?])\s+")
_PLAIN_WORD = lazily(r"[A-Za-z][a-z]+")
_RUN = 5
_SHORTEST_RUN = 4
_MOST_PHRASES = 3
"""Three runs of five words: of 300 abstracts among 15,000 each was found, 3 times with more than 5 others
(never 8), and with every tenth word changed 280 still were."""
_MOST_WORDS = 8
_LONG = 7
"""Letters of a word that may be rare."""
_MOST_TITLE_WORDS = 30
# Long words that every other abstract has.
_COMMON = frozenset((
    "ability", "achieve", "achieves", "achieving", "additional", "additionally", "address", "addresses",
    "addressing", "algorithm", "algorithms", "although", "analysis", "application", "applications",
    "approach", "approaches", "architecture", "available", "baselines", "because", "benchmark",
    "benchmarks", "between", "capabilities", "challenge", "challenges", "challenging", "comparable",
    "compared", "comprehensive", "computational", "conduct", "consistently", "contrast", "current",
    "dataset", "datasets", "demonstrate", "demonstrates", "despite", "different", "diverse", "effective",
    "effectively", "effectiveness", "efficient", "efficiently", "enables", "enabling", "evaluate",
    "evaluation", "existing", "experimental", "experiments", "extensive", "finally", "findings",
    "framework", "frameworks", "furthermore", "general", "generate", "generation", "however", "important",
    "improve", "improved", "improvement", "improvements", "including", "increasing", "information",
    "introduce", "introduces", "language", "learning", "leverage", "leveraging", "limitations", "limited",
    "methods", "metrics", "modeling", "multiple", "network", "networks", "outperform", "outperforms",
    "particular", "performance", "performs", "previous", "problem", "problems", "process", "propose",
    "proposed", "provide", "provides", "reasoning", "recently", "remains", "require", "requires",
    "research", "results", "significant", "significantly", "specific", "specifically", "standard",
    "strategy", "strong", "systems", "techniques", "through", "together", "towards", "traditional",
    "training", "understanding", "various", "whether", "without",
))  # fmt: skip


def question_about(paper: Paper, plain: str) -> Wanted:
    """What may be asked about a paper.

    Args:
        paper: The paper.
        plain: Its abstract as shown.
    """
    derived = paper.title_is_derived
    return Wanted(
        doi=paper.doi,
        arxiv_id=paper.arxiv_id,
        title="" if derived else " ".join(title_key(paper.title).split()[:_MOST_TITLE_WORDS]),
        author=_family_name(paper),
        name=_name(paper) if derived else "",
        phrases=tuple(_phrases(plain)) if derived else (),
        words=tuple(_rare_words(plain)) if derived else (),
    )


def _family_name(paper: Paper) -> str:
    first = paper.authors[0].partition(",")[0] if paper.authors else ""
    words = title_key(first).split()
    return words[-1] if words else ""


def _name(paper: Paper) -> str:
    text = paper.names[0].text if paper.names else ""
    return text if text.isascii() and text.isprintable() else ""


def _phrases(plain: str) -> list[str]:
    """One run of plain words out of the first sentence, and one out of each sentence with the rarest."""
    runs = [run for sentence in _SENTENCE_END.split(plain) if (run := _best_run(sentence))]
    if not runs:
        return []
    rarest = sorted(runs[1:], key=_rarity, reverse=True)
    return [" ".join(run) for run in (runs[0], *rarest)][:_MOST_PHRASES]


def _best_run(sentence: str) -> tuple[str, ...]:
    """The rarest run of words without a sign, a digit or a formula between them."""
    best: tuple[str, ...] = ()
    run: list[str] = []
    for token in (*sentence.split(), ""):
        word = token.rstrip(".,;:!?")
        if _PLAIN_WORD.fullmatch(word):
            run = [*run, word.lower()][-_RUN:]
            if len(run) >= _SHORTEST_RUN and _rarity(run) > _rarity(best):
                best = tuple(run)
        if word != token or not _PLAIN_WORD.fullmatch(word):
            run = []
    return best


def _rarity(words: Iterable[str]) -> int:
    """Long words are rare ones."""
    return sum(len(word) for word in words if word not in _COMMON)


def _rare_words(plain: str) -> list[str]:
    tokens = (token.strip(".,;:!?()[]") for token in plain.split())
    found = dict.fromkeys(
        token.lower()
        for token in tokens
        if len(token) >= _LONG and _PLAIN_WORD.fullmatch(token) and token.lower() not in _COMMON
    )
    return sorted(found, key=len, reverse=True)[:_MOST_WORDS]
