"""A browser's session: a cookie that no script reads, and that counts for our own pages alone."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from delvebook.service.api.cookie import COOKIE, OWN_HEADER, SECURE_COOKIE
from delvebook.service.identity.accounts import Accounts
from delvebook.service.identity.tokens import Tokens
from tests.service.api.house import Person, body_of

OWN: dict[str, str] = {OWN_HEADER: "1"}
KEY = "a-key-that-nobody-else-can-know"


class Browser:
    """A browser on one of our pages: it keeps cookies, and says where its requests come from."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()

    def get(self, path: str, **headers: str) -> TestResponse:
        return self.client.get(path, headers=headers or OWN)

    def post(self, path: str, json: Any = None, *, headers: dict[str, str] | None = None, **more: Any) -> TestResponse:
        return self.client.post(path, json={} if json is None else json, headers=OWN if headers is None else headers)

    def begins(self, name: str = "Ada") -> TestResponse:
        made = self.post("/v1/session", {"name": name})
        assert made.status_code == 201, made.text
        return made

    @property
    def cookie(self) -> Any:
        return self.client.get_cookie(COOKIE)


@pytest.fixture
def ada(app: Flask) -> Browser:
    browser = Browser(app)
    browser.begins()
    return browser


def test_a_session_begins_with_a_name_and_the_answer_holds_no_token(app: Flask) -> None:
    made = Browser(app).begins()
    cookie = made.headers["Set-Cookie"]

    assert body_of(made)["account"]["name"] == "Ada"
    assert "dvb_" not in made.text
    for part in ("dvb_", "HttpOnly", "SameSite=Strict", "Path=/"):
        assert part in cookie
    assert "Secure" not in cookie


def test_over_https_the_cookie_is_bound_to_the_host(app: Flask) -> None:
    made = app.test_client().post("/v1/session", json={"name": "Ada"}, headers=OWN, base_url="https://games.example")
    cookie = made.headers["Set-Cookie"]

    assert cookie.startswith(f"{SECURE_COOKIE}=dvb_")
    assert "Secure" in cookie


def test_with_a_session_a_page_calls_the_api_without_a_token(ada: Browser) -> None:
    made = ada.post("/v1/games", {"ruleset": "dungeon-raiders", "seats": 2})

    assert made.status_code == 201
    assert body_of(ada.get("/v1/accounts/me"))["name"] == "Ada"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": "cross-site", OWN_HEADER: "1"},
        {"Origin": "https://evil.example"},
    ],
)
def test_a_request_from_anywhere_else_does_not_have_the_session(ada: Browser, headers: dict[str, str]) -> None:
    created = ada.client.post("/v1/games", json={"ruleset": "dungeon-raiders", "seats": 2}, headers=headers)
    ended = ada.client.delete("/v1/session", headers=headers)
    seen = ada.client.get("/v1/session", headers=headers)

    assert (created.status_code, body_of(created)["code"]) == (401, "auth/required")
    assert (ended.status_code, body_of(ended)["code"]) == (403, "session/foreign")
    assert body_of(seen)["account"] is None
    assert body_of(ada.get("/v1/session"))["account"]["name"] == "Ada"


def test_a_browser_that_says_where_a_request_comes_from_needs_nothing_else(ada: Browser) -> None:
    seen = ada.client.get("/v1/session", headers={"Sec-Fetch-Site": "same-origin"})

    assert body_of(seen)["account"]["name"] == "Ada"


def test_the_header_of_our_pages_is_not_allowed_to_pages_of_others(ada: Browser) -> None:
    asked = ada.client.options(
        "/v1/games", headers={"Origin": "https://evil.example", "Access-Control-Request-Headers": OWN_HEADER}
    )

    assert OWN_HEADER not in asked.headers["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Credentials" not in asked.headers


def test_a_token_counts_more_than_the_session(ada: Browser, app: Flask) -> None:
    bob = Person(app, "Bob")
    seen = ada.client.get("/v1/accounts/me", headers={**OWN, "Authorization": f"Bearer {bob.token}"})

    assert body_of(seen)["name"] == "Bob"


def test_what_a_session_sees_is_kept_by_no_cache(ada: Browser) -> None:
    seen = ada.get("/v1/accounts/me")

    assert seen.headers["Cache-Control"] == "no-store"
    assert "Cookie" in seen.headers["Vary"]


def test_a_session_that_is_open_is_not_replaced_by_another(ada: Browser) -> None:
    again = ada.post("/v1/session", {"name": "Eve"})

    assert (again.status_code, body_of(again)["code"]) == (409, "session/open")


def test_a_lost_answer_is_had_again_with_the_same_key(app: Flask) -> None:
    headers = {**OWN, "Idempotency-Key": KEY}
    first = app.test_client().post("/v1/session", json={"name": "Ada"}, headers=headers)
    again = app.test_client().post("/v1/session", json={"name": "Ada"}, headers=headers)

    assert first.status_code == again.status_code == 201
    assert first.data == again.data
    assert first.headers["Set-Cookie"].split(";")[0] == again.headers["Set-Cookie"].split(";")[0]


def test_a_session_that_has_ended_is_not_had_again_with_its_key(app: Flask) -> None:
    headers = {**OWN, "Idempotency-Key": KEY}
    browser, late = Browser(app), Browser(app)
    browser.post("/v1/session", {"name": "Ada"}, headers=headers)
    browser.client.delete("/v1/session", headers=OWN)
    again = late.post("/v1/session", {"name": "Ada"}, headers=headers)

    assert (again.status_code, body_of(again)["code"]) == (401, "auth/invalid")
    assert late.cookie is None


def test_ending_a_session_revokes_its_token(ada: Browser, app: Flask) -> None:
    token = ada.cookie.value
    ended = ada.client.delete("/v1/session", headers=OWN)
    later = Person(app, token=token).get("/v1/accounts/me")

    assert ended.status_code == 204
    assert ada.cookie is None
    assert (later.status_code, body_of(later)["code"]) == (401, "auth/invalid")
    assert ada.client.delete("/v1/session", headers=OWN).status_code == 204


def test_a_session_that_ended_elsewhere_is_forgotten_and_another_can_begin(ada: Browser, app: Flask) -> None:
    bearer = Person(app, token=ada.cookie.value)
    (token,) = body_of(bearer.get("/v1/tokens"))["tokens"]
    bearer.delete(f"/v1/tokens/{token['id']}")
    refused = ada.post("/v1/games", {"ruleset": "dungeon-raiders", "seats": 2})

    assert (refused.status_code, body_of(refused)["code"]) == (401, "auth/invalid")
    assert body_of(ada.get("/v1/session"))["account"] is None
    assert ada.cookie is None
    ada.begins("Ada again")


def test_a_recovery_code_leads_back_and_only_the_newest_does(ada: Browser, app: Flask) -> None:
    first = body_of(ada.post("/v1/session/recovery"))["recovery_code"]
    second = body_of(ada.post("/v1/session/recovery"))["recovery_code"]
    elsewhere = Browser(app)
    old = elsewhere.post("/v1/session", {"recovery_code": first})
    new = elsewhere.post("/v1/session", {"recovery_code": f" {second} "})

    assert (old.status_code, body_of(old)["code"]) == (401, "auth/invalid")
    assert body_of(new)["account"]["name"] == "Ada"
    assert second not in new.headers["Set-Cookie"]


@pytest.mark.parametrize(("of", "method"), [(Accounts, "issue_token"), (Tokens, "of_account")])
def test_of_two_recovery_codes_that_are_made_at_once_one_stays(
    ada: Browser, monkeypatch: pytest.MonkeyPatch, of: type, method: str
) -> None:
    """The other code is made while the first request is at that step."""
    step = getattr(of, method)
    made: list[int] = []

    def with_another_first(*args: Any, **more: Any) -> Any:
        monkeypatch.setattr(of, method, step)
        made.append(ada.post("/v1/session/recovery").status_code)
        return step(*args, **more)

    monkeypatch.setattr(of, method, with_another_first)
    made.append(ada.post("/v1/session/recovery").status_code)

    assert made == [201, 201]
    tokens = body_of(ada.get("/v1/tokens"))["tokens"]
    assert [token["label"] for token in tokens].count("recovery code") == 1


@pytest.mark.parametrize("body", [{}, {"name": "Ada", "recovery_code": "dvb_x"}, {"name": ""}])
def test_either_a_name_or_a_code_is_needed(app: Flask, body: dict[str, str]) -> None:
    refused = Browser(app).post("/v1/session", body)

    assert (refused.status_code, body_of(refused)["code"]) == (422, "input/invalid")
