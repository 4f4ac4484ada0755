"""Services on this machine that answer as a test tells them to, and papers as each of them writes them."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from xml.sax.saxutils import escape


@dataclass(frozen=True)
class Asked:
    """A question as it came over the line."""

    path: str
    params: Mapping[str, str]
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Reply:
    """An answer to be sent."""

    body: bytes | str = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    pieces: tuple[bytes, ...] = ()
    """Sent after the body, one by one; the length is then not told."""
    hang: bool = False
    """Say nothing more until the test is over."""


Answering = Callable[[Asked], Reply | None]


class Stub:
    """What is asked, and what is answered: the first answering that has a reply gives it."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self.asked: list[Asked] = []
        self.answering: list[Answering] = []
        self.over = threading.Event()

    def when(self, start: str, *replies: Reply) -> None:
        """Answer questions whose path begins so with the replies in turn, the last one for ever."""
        left = list(replies)

        def answer(asked: Asked) -> Reply | None:
            if not asked.path.startswith(start):
                return None
            return left.pop(0) if len(left) > 1 else left[0]

        self.answering.insert(0, answer)

    def replying(self, start: str, answer: Answering) -> None:
        """Answer questions whose path begins so by looking at them."""
        self.answering.insert(
            0, lambda asked: answer(asked) if asked.path.startswith(start) else None
        )

    def reply(self, asked: Asked) -> Reply:
        self.asked.append(asked)
        replies = (answer(asked) for answer in self.answering)
        return next((reply for reply in replies if reply is not None), Reply(status=404))

    def paths(self) -> list[str]:
        """The paths asked for, in order."""
        return [asked.path for asked in self.asked]


@contextmanager
def stub_server() -> Iterator[Stub]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            asked = Asked(parts.path, dict(parse_qsl(parts.query)), dict(self.headers))
            reply = stub.reply(asked)
            body = reply.body.encode() if isinstance(reply.body, str) else reply.body
            self.send_response(reply.status)
            headers = {"Content-Length": str(len(body)), **reply.headers}
            if reply.pieces or reply.hang:
                headers = {"Connection": "close", **reply.headers}
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            try:
                for piece in (body, *reply.pieces):
                    self.wfile.write(piece)
                    self.wfile.flush()
            except OSError:  # the client has had enough
                return
            if reply.hang:
                stub.over.wait(30)
            if reply.pieces or reply.hang:
                self.close_connection = True

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: Any) -> None:
            """A client that walks away is what some tests are about."""

    server = Server(("127.0.0.1", 0), Handler)
    stub = Stub(server.server_address[1])
    thread = threading.Thread(target=lambda: server.serve_forever(poll_interval=0.01), daemon=True)
    thread.start()
    try:
        yield stub
    finally:
        stub.over.set()
        server.shutdown()
        server.server_close()
        thread.join()


class Ticking:
    """Time that passes when somebody waits."""

    def __init__(self) -> None:
        self.seconds = 1_800_000_000.0
        self.slept: list[float] = []
        self.tick = 0.0
        """Seconds that pass whenever somebody looks at the clock."""

    def now(self) -> float:
        return self.seconds

    def clock(self) -> float:
        self.seconds += self.tick
        return self.seconds

    def sleep(self, seconds: float) -> None:
        assert seconds >= 0
        self.slept.append(round(seconds, 3))
        self.seconds += seconds


ABSTRACT = (
    "Looping and growing of transformer layers have so far been studied apart from each other. We show that "
    "both rest on one mechanism and introduce LoopGrow, which reuses a trained block across depth. On "
    "fourteen reasoning benchmarks it matches models with twice the parameters, and probing its residual "
    "stream explains why early checkpoints profit most from additional recurrence."
)
OTHER = (
    "Soil moisture in alpine meadows follows the snow of the winter before. From twelve stations and forty "
    "years of satellite pictures we estimate how much water reaches the valley, and find that meltwater "
    "arrives nine days earlier than it did, with consequences for irrigation, fisheries and hydropower."
)
TITLE = "LoopGrow: A Unified View of Looping and Growing"
AUTHORS = ("Ada Lovelace", "Alan Turing")


@dataclass(frozen=True)
class Work:
    """A paper as services know it."""

    title: str = TITLE
    abstract: str = ABSTRACT
    authors: tuple[str, ...] = AUTHORS
    year: int = 2026
    arxiv: str = "2602.16490"
    doi: str = "10.5555/loopgrow.1"
    venue: str = "ICML"


def arxiv_feed(*works: Work) -> Reply:
    """What arXiv answers."""
    entries = "".join(
        f"<entry><id>http://arxiv.org/abs/{work.arxiv}v2</id><published>{work.year}-02-18T00:00:00Z</published>"
        f"<title>{escape(work.title)}</title><summary>\n  {escape(work.abstract)}\n</summary>"
        + "".join(f"<author><name>{escape(name)}</name></author>" for name in work.authors)
        + (f"<arxiv:doi>{work.doi}</arxiv:doi>" if work.doi else "")
        + f'<link title="pdf" href="http://arxiv.org/pdf/{work.arxiv}v2"/>'
        + '<arxiv:primary_category term="cs.LG"/></entry>'
        for work in works
    )
    return Reply(
        '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" '
        f'xmlns:arxiv="http://arxiv.org/schemas/atom">{entries}</feed>'
    )


def crossref_work(work: Work, abstract: str = "") -> dict[str, Any]:
    """A work of Crossref."""
    return {
        "DOI": work.doi.upper(),
        "type": "proceedings-article",
        "title": [work.title],
        "container-title": [work.venue],
        "author": [{"given": name.split()[0], "family": name.split()[-1]} for name in work.authors],
        "issued": {"date-parts": [[work.year, 7]]},
        **({"abstract": abstract} if abstract else {}),
    }


def crossref_list(*works: dict[str, Any]) -> Reply:
    """What Crossref answers to a search."""
    return as_json({"status": "ok", "message": {"total-results": len(works), "items": works}})


def scholar_paper(work: Work) -> dict[str, Any]:
    """A paper of Semantic Scholar."""
    return {
        "paperId": "f" * 40,
        "title": work.title,
        "abstract": work.abstract,
        "venue": work.venue,
        "year": work.year,
        "publicationDate": f"{work.year}-07-06",
        "externalIds": {"DOI": work.doi, "ArXiv": work.arxiv, "CorpusId": 1},
        "authors": [{"authorId": "1", "name": name} for name in work.authors],
        "openAccessPdf": {"url": "https://example.org/paper.pdf"},
    }


def openalex_work(work: Work) -> dict[str, Any]:
    """A work of OpenAlex."""
    places: dict[str, list[int]] = {}
    for place, word in enumerate(work.abstract.split()):
        places.setdefault(word, []).append(place)
    return {
        "title": work.title,
        "doi": f"https://doi.org/{work.doi}",
        "publication_year": work.year,
        "publication_date": f"{work.year}-07-06",
        "authorships": [{"author": {"display_name": name}} for name in work.authors],
        "primary_location": {"source": {"display_name": work.venue}},
        "best_oa_location": {"pdf_url": "https://example.org/paper.pdf"},
        "locations": [{"landing_page_url": f"http://arxiv.org/abs/{work.arxiv}"}],
        "abstract_inverted_index": places,
    }


def as_json(value: Any, **more: Any) -> Reply:
    """An answer in JSON."""
    return Reply(json.dumps(value), headers={"Content-Type": "application/json"}, **more)
