"""The common parts of all answers, and the pages about the service."""

from __future__ import annotations

import re
import threading
import time
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from structlog.testing import capture_logs

from delvebook.service.api import observing
from delvebook.service.api.meta import OPERATOR
from delvebook.service.api.problems import PROBLEMS
from delvebook.service.api.sharing import spelled_out
from delvebook.service.base.settings import Settings
from tests.service.api.house import READY_WITHOUT_REDIS, FakeLobby, Person, body_of, build, running_game


@pytest.mark.parametrize("what", ["", "/actions", "/events"])
def test_what_has_not_changed_is_not_sent_again(ann: Person, bob: Person, what: str) -> None:
    game = running_game(ann, bob)
    path = f"/v1/games/{game}{what}"
    first = ann.get(path)

    again = ann.get(path, headers={"If-None-Match": first.headers["ETag"]})
    ann.acts(game)
    changed = ann.get(path, headers={"If-None-Match": first.headers["ETag"]})

    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert changed.status_code == 200
    assert changed.headers["ETag"] != first.headers["ETag"]


def test_rulesets_can_be_kept(nobody: Person) -> None:
    for path in ("", "/dungeon-raiders", "/dungeon-raiders@1/clauses", "/dungeon-raiders/clauses/DR-021"):
        first = nobody.get(f"/v1/rulesets{path}")
        assert first.status_code == 200
        assert nobody.get(f"/v1/rulesets{path}", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304


def test_what_is_for_one_person_is_kept_by_nobody(ann: Person, bob: Person, nobody: Person) -> None:
    game = running_game(ann, bob)

    assert ann.get(f"/v1/games/{game}").headers["Cache-Control"] == "no-store"
    assert ann.acts(game).headers["Cache-Control"] == "no-store"
    assert nobody.get(f"/v1/games/{game}").headers["Cache-Control"] == "no-cache"
    assert "Authorization" in nobody.get(f"/v1/games/{game}").headers["Vary"]


def test_a_head_request_is_answered_like_a_get_without_its_body(ann: Person) -> None:
    game = ann.opens_game()
    looked, asked = ann.get(f"/v1/games/{game}"), ann.send("HEAD", f"/v1/games/{game}")

    assert asked.data == b""
    assert asked.headers["ETag"] == looked.headers["ETag"]


def test_a_request_id_is_echoed_or_made(nobody: Person) -> None:
    given = nobody.get("/v1/rulesets", headers={"X-Request-ID": "trace-7"})
    made = nobody.get("/v1/rulesets")
    bad = nobody.get("/v1/rulesets", headers={"X-Request-ID": "a b\tc" * 50})

    assert given.headers["X-Request-ID"] == "trace-7"
    assert re.fullmatch("[0-9a-f]{16}", made.headers["X-Request-ID"])
    assert re.fullmatch("[0-9a-f]{16}", bad.headers["X-Request-ID"])


ELSEWHERE = {"Origin": "https://play.example"}
SAFELISTED = {"cache-control", "content-language", "content-length", "content-type", "expires", "pragma"}
"""Headers that the Fetch standard shows to every page."""


def names_in(header: str) -> set[str]:
    return {name.strip().lower() for name in header.split(",")}


def test_pages_of_other_origins_may_call_every_route_by_every_method_it_has(nobody: Person) -> None:
    document = spelled_out(body_of(nobody.get("/openapi.json")))
    tried = set()
    for path, item in document["paths"].items():
        address = re.sub(r"\{(n|seat)\}", "1", path)
        address = re.sub(r"\{\w+\}", "0e0a2c9e-6c58-5b0b-9f0a-6f7f4a3f8d11", address)
        for method, operation in item.items():
            if method == "parameters":
                continue
            wanted = {"Access-Control-Request-Method": method.upper()}
            answer = nobody.send("OPTIONS", address, headers={**ELSEWHERE, **wanted})
            allowed = answer.headers
            sent = {one["name"].lower() for one in operation["parameters"] if one["in"] == "header"}

            assert answer.status_code == 200, address
            assert allowed["Access-Control-Allow-Origin"] == "*"
            assert method in names_in(allowed["Access-Control-Allow-Methods"]), address
            assert sent | {"authorization", "content-type"} <= names_in(allowed["Access-Control-Allow-Headers"])
            assert "Access-Control-Allow-Credentials" not in allowed
            tried.add(method)
    assert tried == {"get", "post", "put", "patch", "delete"}


def test_pages_of_other_origins_may_use_no_method_that_the_address_does_not_take(nobody: Person) -> None:
    wanted = {"Access-Control-Request-Method": "DELETE"}

    answer = nobody.send("OPTIONS", "/v1/rulesets", headers={**ELSEWHERE, **wanted})

    assert names_in(answer.headers["Access-Control-Allow-Methods"]) == {"get", "head", "options"}


def test_pages_of_other_origins_may_read_every_header_that_an_answer_has(ann: Person, nobody: Person) -> None:
    key = "0123456789abcdef"
    body = {"name": "Dot"}
    answers = [nobody.post("/v1/accounts", body, key=key, headers=ELSEWHERE) for _ in range(2)]
    answers.append(nobody.get("/v1/accounts/me", headers=ELSEWHERE))
    answers.append(nobody.get("/v1/rulesets/labyrinth", headers=ELSEWHERE))
    game = ann.opens_game()
    minimal = {**ELSEWHERE, "Prefer": "return=minimal"}
    answers.append(ann.post(f"/v1/games/{game}/seats", {}, headers=minimal))
    answers.append(ann.get(f"/v1/games/{game}/events?limit=1", headers=ELSEWHERE))
    answers.append(ann.post("/v1/games", {}, headers={**ELSEWHERE, "Content-Encoding": "gzip"}))

    seen = set()
    for answer in answers:
        shown = names_in(answer.headers["Access-Control-Expose-Headers"])
        carried = {name.lower() for name in dict(answer.headers) if not name.startswith("Access-Control-")}
        assert carried - SAFELISTED <= shown
        seen |= shown
    assert {"etag", "idempotent-replay", "location", "vary", "www-authenticate", "x-request-id"} <= seen
    assert {"content-location", "link", "accept-encoding"} <= seen


@pytest.mark.parametrize(
    ("origins", "is_allowed"), [("", False), ("https://a.example", False), ("https://play.example", True)]
)
def test_the_operator_says_which_origins(settings: Settings, origins: str, is_allowed: bool) -> None:
    app = build(replace(settings, cors_origins=origins))
    answer = Person(app).get("/v1/rulesets", headers={"Origin": "https://play.example"})

    expected = "https://play.example" if is_allowed else None
    assert answer.headers.get("Access-Control-Allow-Origin") == expected
    app.extensions["delvebook"].close()


def test_every_answer_has_security_headers(ann: Person, nobody: Person) -> None:
    for answer in (nobody.get("/v1/rulesets"), nobody.get("/nowhere"), ann.get("/v1/tokens"), nobody.get("/docs")):
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_one_line_is_logged_per_request(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    with capture_logs() as logs:
        acted = ann.acts(game)

    line = logs[-1]
    assert len(logs) == 2
    assert line["event"] == "request"
    assert (line["method"], line["route"]) == ("POST", "/v1/games/<game_id>/actions")
    assert (line["status"], line["code"]) == (201, None)
    assert (line["game"], line["n"], line["who"]) == (game, body_of(acted)["n"], ann.id)
    assert line["duration_ms"] > 0


def test_the_docs_need_nothing_from_elsewhere(nobody: Person) -> None:
    page = nobody.get("/docs")

    assert page.status_code == 200
    assert page.mimetype == "text/html"
    links = re.findall(r"""(?:src|href)=["']([^"']+)""", page.text)
    assert all(link.startswith(("/", "#")) for link in links)
    assert "<script" not in page.text
    for link in {link for link in links if link.startswith("/")}:
        assert nobody.get(link).status_code == 200, link
    for text in ("POST /v1/games", "Idempotency-Key", "action/illegal", "per_decision"):
        assert text in page.text


def test_every_code_has_a_page(nobody: Person) -> None:
    for code, problem in PROBLEMS.items():
        page = nobody.get(f"/docs/errors/{code}")
        assert page.status_code == 200
        assert problem.title in page.text
    assert nobody.get("/docs/errors/no/such").status_code == 404


def test_the_service_says_that_it_lives_and_what_it_leans_on(nobody: Person) -> None:
    assert nobody.get("/healthz").json == {"status": "ok"}
    assert nobody.get("/readyz").json == READY_WITHOUT_REDIS


def test_it_is_not_ready_without_its_store(app: Flask, nobody: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> int:
        raise OSError

    monkeypatch.setattr(app.extensions["delvebook"].use.application, "log_position", gone)

    assert nobody.get("/readyz").status_code == 503
    assert nobody.get("/healthz").status_code == 200


def test_it_is_not_ready_when_its_disk_is_full(settings: Settings) -> None:
    app = build(replace(settings, disk_bytes_min=2**62))
    answer = Person(app).get("/readyz")
    app.extensions["delvebook"].close()

    assert answer.status_code == 503
    assert (answer.json["status"], answer.json["disk"], answer.json["store"]) == ("not ready", False, True)


def test_a_probe_does_not_wait_for_a_store_that_hangs(
    app: Flask, nobody: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_over = threading.Event()
    monkeypatch.setattr(app.extensions["delvebook"].use.application, "log_position", lambda: is_over.wait(60) or 0)
    before, began = set(threading.enumerate()), time.monotonic()
    answers = [nobody.get("/readyz") for _ in range(3)]
    took = time.monotonic() - began

    assert [(answer.status_code, answer.json["store"]) for answer in answers] == [(503, False)] * 3
    assert took < 3 * 1.5
    begun = set(threading.enumerate()) - before
    assert len(begun) <= 2  # one for the store, one for how the service stands
    is_over.set()
    for thread in begun:
        thread.join()


def test_the_figures_are_not_for_players(nobody: Person) -> None:
    assert body_of(nobody.get("/metrics"))["code"] == "route/unknown"


def test_the_figures_count_requests_and_refusals(ann: Person, nobody: Person) -> None:
    ann.opens_game()
    nobody.get("/v1/tokens")

    figures = nobody.get("/metrics", environ_base={OPERATOR: True}).text

    assert 'delvebook_http_requests_total{method="POST",route="/v1/games",status="201"} 1.0' in figures
    assert 'delvebook_refusals_total{code="auth/required"} 1.0' in figures
    assert "delvebook_streams 0.0" in figures


@pytest.mark.parametrize("trouble", [OSError(27, "File too large"), ValueError("mmap"), IndexError("mmap")], ids=str)
def test_a_figure_that_cannot_be_kept_fails_no_request(
    app: Flask, ann: Person, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    def fail(*_: object) -> None:
        raise trouble

    monkeypatch.setattr(observing.metrics(app), "request", fail)

    assert ann.get("/v1/accounts/me").status_code == 200


def test_the_list_of_games_comes_in_pages(settings: Settings) -> None:
    lobby = FakeLobby()
    app = build(settings, lobby=lobby)
    ann = Person(app, "Ann")
    lobby.rows = [row(number) for number in range(5, 0, -1)]

    first = ann.get("/v1/games?limit=2&status=open&player=me&ruleset=dungeon-raiders")
    second = ann.get(first.headers["Link"].partition(">")[0].removeprefix("<"))
    third = ann.get(f"/v1/games?limit=2&cursor={body_of(second)['next']}")

    pages = [[game["n"] for game in body_of(page)["games"]] for page in (first, second, third)]
    assert pages == [[5, 4], [3, 2], [1]]
    assert body_of(third)["next"] is None
    assert "Link" not in third.headers
    asked: dict[str, Any] = {"viewer": ann.id, "status": "open", "player": ann.id, "ruleset": "dungeon-raiders"}
    asked["has_free_seats"] = False
    assert lobby.asked[0] == {**asked, "after": None, "limit": 3}
    assert lobby.asked[1] == {**asked, "after": (row(4)["updated_at"], row(4)["id"]), "limit": 3}
    assert Person(app).get("/v1/games?player=me").status_code == 401
    app.extensions["delvebook"].close()


def row(number: int) -> dict[str, Any]:
    """A game in the list."""
    return {
        "id": f"00000000-0000-4000-8000-{number:012}",
        "ruleset": "dungeon-raiders@1",
        "status": "open",
        "visibility": "public",
        "clock_stopped": False,
        "options": {},
        "clock": None,
        "creator": None,
        "parent": None,
        "n": number,
        "action_count": 0,
        "seats": [
            {
                "seat": 0,
                "player": None,
                "bot": None,
                "name": None,
                "away_until": None,
                "free": True,
                "to_act": False,
                "since": None,
                "deadline": None,
                "owes_nonce": False,
                "time_left_ms": None,
                "resigned": False,
            }
        ],
        "rematch_of": None,
        "round": None,
        "resumed_by": None,
        "remedy": None,
        "reserved": None,
        "hints": False,
        "spectator_delay": None,
        "to_act": [],
        "created_at": "2026-01-02T03:04:05.000000Z",
        "updated_at": f"2026-01-02T03:04:{number:02}.000000Z",
        "outcome": None,
    }


def test_a_ruleset_tells_a_client_all_it_needs(nobody: Person) -> None:
    body = body_of(nobody.get("/v1/rulesets/dungeon-raiders"))

    assert body["ruleset"] == "dungeon-raiders@1"
    assert body["seats"] == {"min": 2, "max": 5}
    assert body["options"]["properties"]["mode"] == {
        "type": "string",
        "enum": ["standard", "tactical"],
        "default": "standard",
        "description": "`standard`: cards are laid face down and together; `tactical`: openly, in turn",
    }
    assert body["actions"]["play_card"]["properties"]["type"] == {
        "type": "string",
        "const": "play_card",
        "description": "The action's type, told as “I play {what}.”",
    }
    assert body["actions"]["play_card"]["required"] == ["type", "card"]
    assert "random" in body["bots"]
    assert len(body["end_reasons"]) > 0


def test_the_language_of_a_clause_is_both(nobody: Person) -> None:
    clause = body_of(nobody.get("/v1/rulesets/dungeon-raiders/clauses/DR-021"))

    assert clause["id"] == "DR-021"
    assert clause["text"]["en"]
    assert re.search("[а-я]", clause["text"]["ru"])
