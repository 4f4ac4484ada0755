"""Asking a service that answers well, badly, late, or not at all."""

from __future__ import annotations

import gzip
import json
import socket
import zlib
from email.utils import formatdate
from pathlib import Path

import pytest
from tests.services.conftest import Ask, only
from tests.services.stub import (
    TITLE,
    Reply,
    Stub,
    Ticking,
    Work,
    arxiv_feed,
    as_json,
    crossref_work,
    scholar_paper,
)

from readq.errors import ServiceError, UsageError
from readq.services import Account, Asking, Query
from readq.services.asking import MOST_PAPERS
from readq.services.body import MOST_BYTES

QUERY = Query("/works/10.5555%2Floopgrow.1")
GOOD = as_json({"message": crossref_work(Work())})


def titles(asking: Asking, query: Query = QUERY) -> list[str]:
    return [draft.title for draft in asking.ask(only(asking), query)]


def why_not(asking: Asking, query: Query = QUERY) -> ServiceError:
    with pytest.raises(ServiceError) as caught:
        asking.ask(only(asking), query)
    said = str(caught.value)
    assert said.endswith(".")
    assert "Traceback" not in said
    return caught.value


def test_a_paper_comes_back(stub: Stub, ask: Ask) -> None:
    stub.when("/crossref/works/10.5555%2Floopgrow.1", GOOD)
    assert titles(ask("crossref")) == [TITLE]


def test_who_asks_is_told_politely(stub: Stub, ask: Ask) -> None:
    stub.when("/crossref", GOOD)
    titles(ask("crossref", account=Account(mail="ada@example.org")))
    (asked,) = stub.asked
    assert asked.headers["User-Agent"].startswith("readq/")
    assert "mailto:ada@example.org" in asked.headers["User-Agent"]
    assert asked.params["mailto"] == "ada@example.org"


def test_without_an_address_none_is_sent(stub: Stub, ask: Ask) -> None:
    stub.when("/crossref", GOOD)
    titles(ask("crossref"))
    assert "mailto" not in f"{stub.asked[0].headers} {stub.asked[0].params}"


def test_what_a_service_does_not_know_is_no_failure(stub: Stub, ask: Ask) -> None:
    assert titles(ask("crossref")) == []
    assert len(stub.asked) == 1


# Politeness


def test_arxiv_is_asked_every_three_seconds_at_most(stub: Stub, ask: Ask, ticking: Ticking) -> None:
    stub.when("/arxiv", arxiv_feed(Work()))
    asking = ask("arxiv")
    for number in range(3):
        titles(asking, Query(params=(("id_list", f"2602.1649{number}"),)))
    assert ticking.slept == [3.0, 3.0]


def test_two_readqs_share_the_turns(stub: Stub, ask: Ask, ticking: Ticking) -> None:
    stub.when("/arxiv", arxiv_feed(Work()))
    for number in range(2):
        titles(ask("arxiv"), Query(params=(("id_list", f"2602.1649{number}"),)))
    assert ticking.slept == [3.0]


def test_time_that_passes_anyway_is_not_waited_again(
    stub: Stub, ask: Ask, ticking: Ticking
) -> None:
    stub.when("/arxiv", arxiv_feed(Work()))
    asking = ask("arxiv")
    titles(asking, Query(params=(("id_list", "2602.16491"),)))
    ticking.seconds += 2.0
    titles(asking, Query(params=(("id_list", "2602.16492"),)))
    assert ticking.slept == [1.0]


def test_a_clock_that_was_set_back_holds_nobody_up(stub: Stub, ask: Ask, ticking: Ticking) -> None:
    stub.when("/arxiv", arxiv_feed(Work()))
    titles(ask("arxiv"), Query(params=(("id_list", "2602.16491"),)))
    ticking.seconds -= 1e6
    titles(ask("arxiv"), Query(params=(("id_list", "2602.16492"),)))
    assert ticking.slept == []


def test_a_service_that_wants_fewer_questions_gets_fewer(
    stub: Stub, ask: Ask, ticking: Ticking
) -> None:
    slow = {"x-rate-limit-limit": "2", "x-rate-limit-interval": "10s"}
    stub.when("/crossref", Reply(GOOD.body, headers=slow))
    asking = ask("crossref")
    titles(asking)
    titles(asking, Query("/works/10.5555%2Fother"))
    assert ticking.slept == [5.0]


def test_semantic_scholar_is_asked_less_often_without_a_key(
    stub: Stub, ask: Ask, ticking: Ticking
) -> None:
    stub.when("/semanticscholar", as_json(scholar_paper(Work())))
    for account, pause in ((Account(), 3.0), (Account(key="s3cret"), 1.0)):
        ticking.slept.clear()
        ticking.seconds += 100
        asking = ask("semanticscholar", account=account, fresh=True)
        titles(asking, Query("/paper/A"))
        titles(asking, Query("/paper/B"))
        assert ticking.slept == [pause]
    assert stub.asked[-1].headers["x-api-key"] == "s3cret"
    assert "x-api-key" not in stub.asked[0].headers


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_waited_for(stub: Stub, ask: Ask, ticking: Ticking, status: int) -> None:
    stub.when("/crossref", Reply(status=status, headers={"Retry-After": "17"}), GOOD)
    assert titles(ask("crossref")) == [TITLE]
    assert ticking.slept == [17.0]


def test_retry_after_may_be_a_date(stub: Stub, ask: Ask, ticking: Ticking) -> None:
    when = formatdate(ticking.now() + 30, usegmt=True)
    stub.when("/crossref", Reply(status=429, headers={"Retry-After": when}), GOOD)
    assert titles(ask("crossref")) == [TITLE]
    assert ticking.slept == [30.0]


@pytest.mark.parametrize("said", ["soon", "-5", "9" * 400, "Mon, 99 Foo 2026", "²"])
def test_a_retry_after_that_makes_no_sense_is_survived(
    stub: Stub, ask: Ask, ticking: Ticking, said: str
) -> None:
    stub.when("/crossref", Reply(status=429, headers={"Retry-After": said}))
    assert why_not(ask("crossref")).lasting
    assert sum(ticking.slept) < 60


def test_a_service_that_wants_an_hour_is_left_in_peace(
    stub: Stub, ask: Ask, ticking: Ticking
) -> None:
    stub.when("/crossref", Reply(status=429, headers={"Retry-After": "3600"}))
    error = why_not(ask("crossref"))
    assert "60 minutes" in str(error)
    assert error.lasting
    assert (len(stub.asked), ticking.slept) == (1, [])


# Trouble


def test_a_service_out_of_order_is_asked_three_times(
    stub: Stub, ask: Ask, ticking: Ticking
) -> None:
    stub.when("/crossref", Reply(status=500))
    assert "out of order (500)" in str(why_not(ask("crossref")))
    assert len(stub.asked) == 3
    assert ticking.slept == [2.0, 4.0]


def test_a_service_that_recovers_is_heard(stub: Stub, ask: Ask) -> None:
    stub.when("/crossref", Reply(status=502), Reply(status=500), GOOD)
    assert titles(ask("crossref")) == [TITLE]


@pytest.mark.parametrize("status", [401, 403])
def test_a_refusal_is_not_argued_with(stub: Stub, ask: Ask, status: int) -> None:
    page = "<html>Prove that you are human</html>"
    stub.when("/crossref", Reply(page, status, {"Content-Type": "text/html"}))
    error = why_not(ask("crossref"))
    assert f"refuses to answer ({status})" in str(error)
    assert error.lasting
    assert len(stub.asked) == 1


def test_a_question_it_does_not_take_says_nothing_about_the_next(stub: Stub, ask: Ask) -> None:
    stub.when("/crossref", Reply(status=400))
    error = why_not(ask("crossref"))
    assert "400" in str(error)
    assert not error.lasting


@pytest.mark.parametrize(
    "body",
    [
        GOOD.body[: len(GOOD.body) // 2],
        "",
        "{",
        "[" * 100_000,
        '{"message": NaN}{',
        b"\xff\xfe\x00\x01",
        "9" * 10_000,
    ],
    ids=["cut", "empty", "brace", "deep", "junk", "bytes", "number"],
)
def test_json_that_is_cut_off_is_told(stub: Stub, ask: Ask, body: bytes | str) -> None:
    stub.when("/crossref", Reply(body))
    assert "it answered with data" in str(why_not(ask("crossref")))


@pytest.mark.parametrize("body", ["null", "[]", "7", '"x"', "{}", '{"message": []}'])
def test_json_about_something_else_is_told(stub: Stub, ask: Ask, body: str) -> None:
    stub.when("/crossref", Reply(body))
    stub.when("/semanticscholar", Reply(body))
    stub.when("/openalex", Reply(body))
    for name in ("crossref", "semanticscholar", "openalex"):
        said = str(why_not(ask(name, account=Account(key="k"))))
        assert "without a paper" in said


@pytest.mark.parametrize("name", ["crossref", "arxiv", "semanticscholar", "openalex"])
def test_a_web_page_in_place_of_data_is_told(stub: Stub, ask: Ask, name: str) -> None:
    page = "<html xmlns='http://www.w3.org/1999/xhtml'><body>Sign in to the hotel</body></html>"
    stub.when(f"/{name}", Reply(page, headers={"Content-Type": "text/html"}))
    assert "a web page instead of" in str(why_not(ask(name, account=Account(key="k"))))


def test_a_feed_that_is_cut_off_or_hostile_is_told(stub: Stub, ask: Ask) -> None:
    feed = str(arxiv_feed(Work()).body)
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><feed>&b;</feed>'
    stub.when("/arxiv", Reply(feed[:-30]), Reply(bomb), Reply(b"\x00\x01"))
    for number in range(3):
        query = Query(params=(("id_list", f"2602.1649{number}"),))
        assert "no feed, or a part of one" in str(why_not(ask("arxiv"), query))


def test_of_an_answer_that_never_ends_only_the_beginning_is_looked_at(stub: Stub, ask: Ask) -> None:
    stub.when("/arxiv", arxiv_feed(*[Work()] * 1_000))
    assert len(titles(ask("arxiv"))) == len(titles(ask("arxiv"))) == MOST_PAPERS


def test_an_error_of_arxiv_is_told_in_its_words(stub: Stub, ask: Ask) -> None:
    entry = "<id>http://arxiv.org/api/errors#bad</id><title>Error</title><summary>incorrect id format</summary>"
    stub.when(
        "/arxiv", Reply(f'<feed xmlns="http://www.w3.org/2005/Atom"><entry>{entry}</entry></feed>')
    )
    assert "an error: incorrect id format" in str(why_not(ask("arxiv")))


def test_a_wrong_character_set_in_the_headers_does_no_harm(stub: Stub, ask: Ask) -> None:
    body = json.dumps(
        {"message": crossref_work(Work(title="Größe über alles"))}, ensure_ascii=False
    )
    for charset in ("latin-1", "x[2J", "utf-16", "klingon"):
        headers = {"Content-Type": f'application/json; charset="{charset}"'}
        stub.when("/crossref", Reply(body.encode(), headers=headers))
        assert titles(ask("crossref", fresh=True)) == ["Größe über alles"]


def test_json_in_windows_letters_is_read_all_the_same(stub: Stub, ask: Ask) -> None:
    body = json.dumps({"message": crossref_work(Work(title="Größe"))}, ensure_ascii=False)
    stub.when("/crossref", Reply(body.encode("cp1252")))
    assert titles(ask("crossref")) == ["Größe"]


def test_a_service_that_says_nothing_is_given_up(
    stub: Stub, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("readq.services.web.READ_SECONDS", 0.05)
    stub.when("/crossref", Reply(b'{"mess', hang=True))
    assert "did not answer in time" in str(why_not(ask("crossref")))
    assert len(stub.asked) == 3


def test_an_answer_that_drips_is_given_up(stub: Stub, ask: Ask, ticking: Ticking) -> None:
    ticking.tick = 70.0
    stub.when("/crossref", Reply(b"{", pieces=(b" ",) * 5))
    assert "not complete after 60 seconds" in str(why_not(ask("crossref")))


def test_a_huge_answer_is_given_up_early(stub: Stub, ask: Ask) -> None:
    piece = b" " * 1_000_000
    stub.when("/crossref", Reply(b"{", pieces=(piece,) * (MOST_BYTES // 1_000_000 + 5)))
    assert "longer than 8 MB" in str(why_not(ask("crossref")))


def test_a_packed_answer_is_unpacked(stub: Stub, ask: Ask) -> None:
    assert isinstance(GOOD.body, str)
    for packing, packed in (
        ("gzip", gzip.compress(GOOD.body.encode())),
        ("deflate", zlib.compress(GOOD.body.encode())),
    ):
        stub.when("/crossref", Reply(packed, headers={"Content-Encoding": packing}))
        assert titles(ask("crossref", fresh=True)) == [TITLE]


def test_a_small_answer_that_unpacks_to_a_huge_one_is_given_up(stub: Stub, ask: Ask) -> None:
    bomb = gzip.compress(b" " * (MOST_BYTES * 2))
    assert len(bomb) < 200_000
    stub.when("/crossref", Reply(bomb, headers={"Content-Encoding": "gzip"}))
    assert "longer than 8 MB" in str(why_not(ask("crossref")))


@pytest.mark.parametrize(("packing", "body"), [("br", b"\x0b"), ("gzip", b"no gzip")])
def test_an_answer_that_cannot_be_unpacked_is_told(
    stub: Stub, ask: Ask, packing: str, body: bytes
) -> None:
    stub.when("/crossref", Reply(body, headers={"Content-Encoding": packing}))
    said = str(why_not(ask("crossref")))
    assert "packed" in said or "damaged" in said


def test_an_answer_shorter_than_it_says_is_told(stub: Stub, ask: Ask) -> None:
    lie = {"Content-Length": "99999999999", "Connection": "close"}
    stub.when("/crossref", Reply(b"", headers=lie, pieces=(b"{}",)))
    assert "the connection broke off" in str(why_not(ask("crossref")))


def test_nobody_there_is_told(ask: Ask, monkeypatch: pytest.MonkeyPatch, ticking: Ticking) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setenv("READQ_CROSSREF_URL", f"http://127.0.0.1:{port}")
    error = why_not(ask("crossref"))
    assert "cannot be reached" in str(error)
    assert error.lasting
    assert ticking.slept == [2.0]


# Redirects


def test_a_redirect_is_followed_in_turn(stub: Stub, ask: Ask, ticking: Ticking) -> None:
    stub.when("/crossref", Reply(status=301, headers={"Location": "/elsewhere?x=1"}))
    stub.when("/elsewhere", GOOD)
    assert titles(ask("crossref")) == [TITLE]
    assert stub.paths()[-1] == "/elsewhere"
    assert ticking.slept == [1.0]


@pytest.mark.parametrize(
    "target",
    ["file:///etc/passwd", "ftp://127.0.0.1/x", "javascript:alert(1)", "http://", "http://[", "//"],
)
def test_a_redirect_to_anything_but_the_web_is_not_followed(
    stub: Stub, ask: Ask, target: str
) -> None:
    stub.when("/crossref", Reply(status=302, headers={"Location": target}))
    said = str(why_not(ask("crossref")))
    assert any(words in said for words in ("does not go to", "broke off", "in circles"))
    assert set(stub.paths()) == {"/crossref/works/10.5555%2Floopgrow.1"}


def test_a_redirect_in_circles_ends(stub: Stub, ask: Ask) -> None:
    stub.when("/crossref", Reply(status=302, headers={"Location": "/crossref/again"}))
    assert "in circles" in str(why_not(ask("crossref")))
    assert len(stub.asked) == 6


def test_a_key_goes_to_no_other_host(stub: Stub, ask: Ask) -> None:
    elsewhere = stub.address.replace("127.0.0.1", "localhost") + "/elsewhere"
    stub.when("/semanticscholar", Reply(status=307, headers={"Location": elsewhere}))
    stub.when("/elsewhere", as_json(scholar_paper(Work())))
    assert titles(ask("semanticscholar", account=Account(key="s3cret")), Query("/paper/A"))
    assert [asked.headers.get("x-api-key") for asked in stub.asked] == ["s3cret", None]


# Keys, the cache, being offline


def test_a_service_that_wants_a_key_is_not_asked_without(stub: Stub, ask: Ask) -> None:
    error = why_not(ask("openalex"))
    assert "openalex_key" in str(error)
    assert error.lasting
    assert stub.asked == []


def test_a_key_is_sent_and_kept_nowhere(stub: Stub, ask: Ask, tmp_path: Path) -> None:
    stub.when("/openalex", as_json({"results": []}), Reply(status=500))
    asking = ask("openalex", account=Account(key="s3cret"))
    titles(asking)
    assert "s3cret" not in str(why_not(asking, Query("/works/other")))
    assert stub.asked[0].params["api_key"] == "s3cret"
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert kept
    assert b"s3cret" not in kept
    assert "s3cret" not in repr(Account(key="s3cret"))


def test_an_unknown_service_is_named(ask: Ask) -> None:
    with pytest.raises(UsageError, match='no service "scopus"; there are arxiv, crossref'):
        ask("scopus")


def test_the_same_question_is_answered_by_the_cache(stub: Stub, ask: Ask) -> None:
    stub.when("/crossref", GOOD)
    assert titles(ask("crossref")) == titles(ask("crossref")) == [TITLE]
    assert len(stub.asked) == 1


def test_after_thirty_days_it_is_asked_again(stub: Stub, ask: Ask, ticking: Ticking) -> None:
    stub.when("/crossref", GOOD)
    titles(ask("crossref"))
    ticking.seconds += 29.9 * 86400
    titles(ask("crossref"))
    assert len(stub.asked) == 1
    ticking.seconds += 0.2 * 86400
    titles(ask("crossref"))
    assert len(stub.asked) == 2


def test_what_nobody_knew_is_asked_again_the_next_day(
    stub: Stub, ask: Ask, ticking: Ticking
) -> None:
    assert titles(ask("crossref")) == titles(ask("crossref")) == []
    assert len(stub.asked) == 1
    ticking.seconds += 1.1 * 86400
    stub.when("/crossref", GOOD)
    assert titles(ask("crossref")) == [TITLE]


def test_a_bad_answer_is_not_kept(stub: Stub, ask: Ask) -> None:
    stub.when("/crossref", Reply("{"), GOOD)
    why_not(ask("crossref"))
    assert titles(ask("crossref")) == [TITLE]


def test_fresh_asks_again(stub: Stub, ask: Ask) -> None:
    stub.when("/crossref", GOOD)
    titles(ask("crossref"))
    titles(ask("crossref", fresh=True))
    assert len(stub.asked) == 2


def test_offline_the_cache_answers_and_nobody_else(
    stub: Stub, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub.when("/crossref", GOOD)
    titles(ask("crossref"))

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a socket was asked for")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    offline = ask("crossref", offline=True)
    assert titles(offline) == [TITLE]
    assert "not in the cache" in str(why_not(offline, Query("/works/other")))
    assert len(stub.asked) == 1


def test_the_cache_is_for_the_readers_eyes_only(stub: Stub, ask: Ask, tmp_path: Path) -> None:
    stub.when("/crossref", GOOD)
    titles(ask("crossref"))
    (kept,) = (tmp_path / "cache" / "answers").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    assert kept.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("damage", [b"", b"{}\n", b'{"until": "x"}\n', b"\xff", b"[1]\nx", b"cut"])
def test_a_damaged_cache_is_only_a_cache_less(
    stub: Stub, ask: Ask, tmp_path: Path, damage: bytes
) -> None:
    stub.when("/crossref", GOOD)
    titles(ask("crossref"))
    (kept,) = (tmp_path / "cache" / "answers").iterdir()
    kept.write_bytes(kept.read_bytes()[:-10] if damage == b"cut" else damage)
    assert titles(ask("crossref")) == [TITLE]
    assert len(stub.asked) == 2


def test_without_a_place_for_the_cache_everything_goes_on(
    stub: Stub, ask: Ask, tmp_path: Path
) -> None:
    (tmp_path / "cache").write_text("a file where the folder is to be")
    stub.when("/crossref", GOOD)
    assert titles(ask("crossref")) == [TITLE]


def test_old_answers_are_cleared_away(
    stub: Stub, ask: Ask, ticking: Ticking, tmp_path: Path
) -> None:
    stub.when("/crossref", GOOD)
    titles(ask("crossref"))
    (kept,) = (tmp_path / "cache" / "answers").iterdir()
    ask("crossref")
    assert kept.exists()
    ticking.seconds += 31 * 86400
    ask("crossref")
    assert not kept.exists()
