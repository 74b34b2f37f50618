"""Programs that act for accounts: OAuth 2 with PKCE, held by a standard client."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from flask import Flask
from requests_oauthlib import OAuth2Session
from werkzeug.serving import make_server
from werkzeug.test import TestResponse

from delvebook.service.api.cookie import OWN_HEADER
from delvebook.service.identity.clients import CODE_SECONDS, Client, redirect_fault
from tests.service.api.house import Person, as_official, body_of, running_game

BACK = "https://clock.example/back"
VERIFIER = "v" * 64
OWN = {OWN_HEADER: "1"}


class Browser:
    """A browser with a session, or without one."""

    def __init__(self, app: Flask, name: str | None = None) -> None:
        self.client = app.test_client()
        self.account = ""
        if name is not None:
            made = self.client.post("/v1/session", json={"name": name}, headers=OWN)
            self.account = body_of(made)["account"]["id"]

    def opens(self, query: dict[str, str]) -> TestResponse:
        """The page, as a browser comes to it: once from elsewhere, once more from here."""
        return self.client.get(f"/oauth/authorize?{urlencode(query)}&from_here=1")

    def answers(self, query: dict[str, str], answer: str = "allow", **headers: str) -> TestResponse:
        page = self.opens(query).text
        word = re.search(r'name="word" value="([0-9a-f]+)"', page)
        address = re.search(r'action="([^"]+)"', page)
        assert word is not None, page
        assert address is not None, page
        sent = {"word": word[1], "answer": answer}
        return self.client.post(address[1].replace("&amp;", "&"), data=sent, headers=headers)


class Program:
    """A registered program."""

    def __init__(self, owner: Person, *, back: str = BACK, name: str = "Dungeon Clock") -> None:
        made = owner.post("/v1/oauth/clients", {"name": name, "redirect_uris": [back]})
        assert made.status_code == 201, made.text
        self.id, self.back, self.http = str(body_of(made)["id"]), back, owner.client

    def asks(self, scope: str = "games:read games:play", **more: str) -> dict[str, str]:
        challenge = create_s256_code_challenge(VERIFIER)
        query = {
            "response_type": "code",
            "client_id": self.id,
            "redirect_uri": self.back,
            "scope": scope,
            "state": "xyz",
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        return {name: value for name, value in (query | more).items() if value}

    def exchanges(self, code: str, **more: str) -> TestResponse:
        sent = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": self.id,
            "redirect_uri": self.back,
            "code_verifier": VERIFIER,
        }
        return self.http.post("/oauth/token", data={k: v for k, v in (sent | more).items() if v})


def told(response: TestResponse) -> dict[str, str]:
    """Returns the parameters that a redirect gives the program."""
    assert response.status_code == 302, response.text
    return {name: values[0] for name, values in parse_qs(urlsplit(response.headers["Location"]).query).items()}


@pytest.fixture
def ada(app: Flask) -> Browser:
    return Browser(app, "Ada")


@pytest.fixture
def program(ann: Person) -> Program:
    return Program(ann)


def error_of(response: TestResponse) -> str:
    assert response.status_code == 400, response.text
    assert response.mimetype == "application/json"
    return str(body_of(response)["error"])


def test_a_program_plays_for_a_person_who_allows_it(app: Flask, ada: Browser, program: Program, bob: Person) -> None:
    answer = told(ada.answers(program.asks()))
    granted = program.exchanges(answer["code"])

    assert answer["state"] == "xyz"
    assert answer["iss"] == "http://localhost"
    body = body_of(granted)
    assert (granted.status_code, body["token_type"], body["scope"]) == (200, "Bearer", "games:read games:play")
    assert granted.headers["Cache-Control"] == "no-store"
    acting = Person(app, token=body["access_token"])
    acting.id = ada.account
    game = running_game(acting, bob)
    assert acting.sees(game)["you"]["seat"] == 0
    known = body_of(acting.get("/v1/tokens/self"))
    assert (known["account"]["name"], known["client"], known["label"]) == ("Ada", program.id, "Dungeon Clock")
    assert known["expires_at"] is not None


def test_what_was_not_allowed_stays_out_of_reach(app: Flask, ada: Browser, program: Program) -> None:
    token = body_of(program.exchanges(told(ada.answers(program.asks("games:read")))["code"]))["access_token"]
    acting = Person(app, token=token)

    for method, path, body in (
        ("POST", "/v1/games", {"ruleset": "dungeon-raiders", "seats": 2}),
        ("POST", "/v1/tokens", {"scopes": ["games:read"]}),
        ("GET", "/v1/tokens", None),
        ("PATCH", "/v1/accounts/me", {"name": "Eve"}),
        ("DELETE", "/v1/accounts/me", None),
        ("POST", "/v1/oauth/clients", {"name": "Eve", "redirect_uris": [BACK]}),
        ("GET", "/v1/audit", None),
    ):
        refused = acting.send(method, path, json=body)
        assert (refused.status_code, body_of(refused)["code"]) == (403, "auth/forbidden"), path
    session = app.test_client().post("/v1/session", json={"recovery_code": token}, headers=OWN)
    assert body_of(session)["code"] == "auth/forbidden"
    assert acting.get("/v1/games").status_code == 200


def test_the_page_says_who_asks_for_what_and_where_the_answer_goes(ada: Browser, program: Program) -> None:
    page = ada.opens(program.asks("games:read disputes:file"))
    policy = page.headers["Content-Security-Policy"]

    for said in ("“Dungeon Clock”", "Ada", "Ann", "See your games", "Dispute games", "clock.example"):
        assert said in page.text
    assert "Play for you" not in page.text
    assert "<script" not in page.text
    assert "script-src" not in policy
    assert "form-action 'self' https://clock.example" in policy
    assert "frame-ancestors 'none'" in policy
    assert page.headers["Cache-Control"] == "no-store"
    assert page.headers["Referrer-Policy"] == "no-referrer"


def test_the_page_speaks_russian(ada: Browser, program: Program) -> None:
    page = ada.opens(program.asks("games:read", lang="ru"))

    assert "Разрешить" in page.text
    assert "Видеть ваши партии" in page.text
    assert page.headers["Content-Language"] == "ru"


def test_a_browser_from_elsewhere_is_sent_once_more_and_then_asked_to_sign_in(app: Flask, program: Program) -> None:
    browser = Browser(app)
    first = browser.client.get("/oauth/authorize?" + urlencode(program.asks()))
    second = browser.opens(program.asks())

    assert 'http-equiv="refresh"' in first.text
    assert "from_here=1" in first.text
    assert 'http-equiv="refresh"' not in second.text
    assert "does not know you" in second.text
    assert "word" not in second.text


def test_a_person_who_does_not_allow_it_is_sent_back_with_a_no(ada: Browser, program: Program) -> None:
    answer = told(ada.answers(program.asks(), "deny"))

    assert answer["error"] == "access_denied"
    assert "code" not in answer
    assert answer["state"] == "xyz"


def test_no_other_page_can_answer_for_the_person(app: Flask, ada: Browser, program: Program) -> None:
    address = "/oauth/authorize?" + urlencode(program.asks())
    eve = Browser(app, "Eve")
    word = re.search(r'name="word" value="([0-9a-f]+)"', eve.opens(program.asks()).text)
    assert word is not None

    for sent in ({"answer": "allow"}, {"answer": "allow", "word": word[1]}):
        assert ada.client.post(f"{address}&from_here=1", data=sent).status_code == 403
    wider = ada.client.post(
        "/oauth/authorize?" + urlencode(program.asks("games:read")) + "&from_here=1",
        data={"answer": "allow", "word": re.search(r'value="([0-9a-f]+)"', ada.opens(program.asks()).text)[1]},  # type: ignore[index]
    )
    assert wider.status_code == 403
    assert ada.answers(program.asks(), **{"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_a_code_counts_once_and_a_second_use_takes_the_token_away(app: Flask, ada: Browser, program: Program) -> None:
    code = told(ada.answers(program.asks()))["code"]
    token = body_of(program.exchanges(code))["access_token"]
    assert Person(app, token=token).get("/v1/tokens/self").status_code == 200

    assert error_of(program.exchanges(code)) == "invalid_grant"

    assert body_of(Person(app, token=token).get("/v1/tokens/self"))["code"] == "auth/invalid"


def test_of_two_requests_with_one_code_at_most_one_gets_a_token(app: Flask, ada: Browser, program: Program) -> None:
    code = told(ada.answers(program.asks()))["code"]
    clients = app.extensions["delvebook"].clients
    known = clients.find(program.id)
    found = clients.code(code, known)

    first, second = (clients.exchange(found, known, address=None) for _ in range(2))

    assert first is not None
    assert second is None
    assert body_of(Person(app, token=first.secret).get("/v1/tokens/self"))["code"] == "auth/invalid"


def test_a_code_is_short_lived(app: Flask, ada: Browser, program: Program) -> None:
    code = told(ada.answers(program.asks()))["code"]
    for _ in range(CODE_SECONDS):
        app.extensions["delvebook"].accounts.now()

    assert error_of(program.exchanges(code)) == "invalid_grant"


def sign_out(ada: Browser) -> None:
    assert ada.client.delete("/v1/session", headers=OWN).status_code == 204


def end_from_elsewhere(ada: Browser) -> None:
    made = ada.client.post("/v1/session/recovery", headers=OWN)
    other = Person(ada.client.application, token=body_of(made)["recovery_code"])
    own = body_of(other.get("/v1/tokens/self"))["id"]
    [session] = [one for one in body_of(other.get("/v1/tokens"))["tokens"] if one["id"] != own]
    assert other.delete(f"/v1/tokens/{session['id']}").status_code == 204


@pytest.mark.parametrize("end", [sign_out, end_from_elsewhere])
def test_a_code_counts_only_while_the_session_lasts_that_allowed_it(
    app: Flask, ada: Browser, program: Program, end: Callable[[Browser], None]
) -> None:
    code = told(ada.answers(program.asks()))["code"]

    end(ada)

    assert error_of(program.exchanges(code)) == "invalid_grant"
    tokens = app.extensions["delvebook"].accounts.tokens
    assert [one for one in tokens.of_account(ada.account) if one.client == program.id] == []


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"code_verifier": "w" * 64}, "invalid_grant"),
        ({"code_verifier": ""}, "invalid_request"),
        ({"redirect_uri": "https://clock.example/elsewhere"}, "invalid_grant"),
        ({"client_id": "ffff"}, "invalid_client"),
        ({"client_id": ""}, "invalid_client"),
        ({"code": "no-such-code"}, "invalid_grant"),
        ({"code": ""}, "invalid_request"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": 'a"b'}, "invalid_request"),
        ({"client_secret": "s"}, "invalid_client"),
    ],
)
def test_a_code_is_exchanged_only_by_the_program_that_asked_for_it(
    ada: Browser, program: Program, wrong: dict[str, str], error: str
) -> None:
    code = told(ada.answers(program.asks()))["code"]

    assert error_of(program.exchanges(**({"code": code} | wrong))) == error


def test_another_program_cannot_use_the_code(ada: Browser, program: Program, bob: Person) -> None:
    code = told(ada.answers(program.asks()))["code"]

    assert error_of(Program(bob, name="Other").exchanges(code)) == "invalid_grant"
    assert program.exchanges(code).status_code == 200


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"code_challenge": ""}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": ""}, "invalid_request"),
        ({"scope": "games:read everything"}, "invalid_scope"),
        ({"scope": "disputes:rule"}, "invalid_scope"),
        ({"scope": "bots:play"}, "invalid_scope"),
        ({"response_type": "token"}, "unsupported_response_type"),
    ],
)
def test_a_wrong_question_is_told_to_the_program(
    ada: Browser, program: Program, asked: dict[str, str], error: str
) -> None:
    answer = told(ada.opens(program.asks(**asked)))

    assert (answer["error"], answer["state"]) == (error, "xyz")


@pytest.mark.parametrize(
    "asked",
    [
        {"client_id": "ffff"},
        {"redirect_uri": "https://evil.example/back"},
        {"redirect_uri": BACK + "/more"},
        {"redirect_uri": BACK + "?more=1"},
        {"scope": 'games:read "'},
    ],
)
def test_nobody_is_sent_to_an_address_that_is_not_the_programs(
    ada: Browser, program: Program, asked: dict[str, str]
) -> None:
    page = ada.opens(program.asks(**asked))

    assert page.status_code == 400
    assert "Location" not in page.headers
    assert "evil" not in page.text or "&#" not in page.text


def test_an_arbiters_rights_are_given_only_by_an_arbiter(app: Flask, program: Program) -> None:
    judge = as_official(app, "Judge", "games:play", "disputes:rule")
    browser = Browser(app)
    begun = browser.client.post("/v1/session", json={"recovery_code": judge.token}, headers=OWN)
    assert begun.status_code == 201

    assert "code" in told(browser.answers(program.asks("disputes:rule")))


def test_a_program_gives_its_token_back(app: Flask, ada: Browser, program: Program, bob: Person) -> None:
    token = body_of(program.exchanges(told(ada.answers(program.asks()))["code"]))["access_token"]
    other = Program(bob, name="Other")

    for client, kept in ((other.id, True), (program.id, False), (program.id, False)):
        revoked = program.http.post("/oauth/revoke", data={"token": token, "client_id": client})
        assert (revoked.status_code, revoked.data) == (200, b"{}")
        assert (Person(app, token=token).get("/v1/tokens/self").status_code == 200) is kept
    assert error_of(program.http.post("/oauth/revoke", data={"client_id": program.id})) == "invalid_request"
    assert error_of(program.http.post("/oauth/revoke", data={"token": token})) == "invalid_client"


def introspected(program: Program, token: str, **more: str) -> dict[str, Any]:
    """Returns the introspection of a token."""
    answer = program.http.post("/oauth/introspect", data={"token": token, "client_id": program.id} | more)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    return body_of(answer)


def test_a_program_asks_whether_its_token_counts_and_for_what(app: Flask, ada: Browser, program: Program) -> None:
    granted = body_of(program.exchanges(told(ada.answers(program.asks()))["code"]))
    accounts = app.extensions["delvebook"].accounts

    found = introspected(program, granted["access_token"], token_type_hint="access_token")

    assert abs(found.pop("exp") - found.pop("iat") - granted["expires_in"]) < 60
    assert found == {
        "active": True,
        "scope": "games:read games:play",
        "client_id": program.id,
        "username": "Ada",
        "token_type": "Bearer",
        "sub": ada.account,
        "iss": "http://localhost",
    }
    [given] = [one for one in accounts.tokens.of_account(ada.account) if one.client == program.id]
    assert given.last_used_at is None


def test_a_program_learns_nothing_of_tokens_that_do_not_count_or_are_not_its_own(
    app: Flask, ada: Browser, program: Program, bob: Person
) -> None:
    eve = Browser(app, "Eve")
    token, banned, expired = (
        body_of(program.exchanges(told(person.answers(program.asks()))["code"]))["access_token"]
        for person in (ada, eve, Browser(app, "Max"))
    )
    other = Program(bob, name="Other")
    operator = as_official(app, "Olga", "service:operate")
    accounts = app.extensions["delvebook"].accounts
    assert operator.send("PUT", f"/v1/accounts/{eve.account}/ban", json={"reason": "spam"}).status_code == 200

    assert introspected(program, token)["active"]
    for asking, asked in ((other, token), (program, banned), (program, str(bob.token)), (program, "dvb_none")):
        assert introspected(asking, asked) == {"active": False}
    program.http.post("/oauth/revoke", data={"token": token, "client_id": program.id})
    assert introspected(program, token) == {"active": False}
    assert introspected(program, expired)["active"]
    accounts.tokens._now = lambda: "2099-01-01T00:00:00.000000Z"
    assert introspected(program, expired) == {"active": False}
    assert error_of(program.http.post("/oauth/introspect", data={"client_id": program.id})) == "invalid_request"
    assert error_of(program.http.post("/oauth/introspect", data={"token": token})) == "invalid_client"


@pytest.mark.parametrize("endpoint", ["introspect", "revoke"])
def test_a_hint_at_the_type_of_a_token_changes_nothing(ada: Browser, program: Program, endpoint: str) -> None:
    token = body_of(program.exchanges(told(ada.answers(program.asks()))["code"]))["access_token"]

    sent = {"token": token, "client_id": program.id, "token_type_hint": "id_token"}
    assert program.http.post(f"/oauth/{endpoint}", data=sent).status_code == 200
    assert introspected(program, token)["active"] == (endpoint == "introspect")


def test_a_person_takes_back_what_they_allowed(app: Flask, ada: Browser, program: Program) -> None:
    token = body_of(program.exchanges(told(ada.answers(program.asks()))["code"]))["access_token"]
    listed = body_of(ada.client.get("/v1/tokens", headers=OWN))["tokens"]
    given = next(one for one in listed if one["client"] == program.id)

    assert ada.client.delete(f"/v1/tokens/{given['id']}", headers=OWN).status_code == 204

    assert Person(app, token=token).get("/v1/tokens/self").status_code == 401


def test_a_program_that_is_removed_takes_its_tokens_along(
    app: Flask, ada: Browser, program: Program, ann: Person
) -> None:
    code = told(ada.answers(program.asks()))["code"]
    token = body_of(program.exchanges(told(ada.answers(program.asks()))["code"]))["access_token"]
    mine = [client["id"] for client in body_of(ann.get("/v1/oauth/clients"))["clients"]]
    assert mine == [program.id]
    assert body_of(Person(app, "Bob").delete(f"/v1/oauth/clients/{program.id}"))["code"] == "client/unknown"

    assert ann.delete(f"/v1/oauth/clients/{program.id}").status_code == 204

    assert Person(app, token=token).get("/v1/tokens/self").status_code == 401
    assert error_of(program.exchanges(code)) == "invalid_client"
    assert body_of(ann.get(f"/v1/oauth/clients/{program.id}"))["code"] == "client/unknown"


@pytest.mark.parametrize(
    "uri",
    [BACK, "http://127.0.0.1/back", "http://[::1]:8000/back", "com.example.app:/back", "https://a.example:8443/?x=1"],
)
def test_addresses_at_which_a_program_may_be_answered(uri: str) -> None:
    assert redirect_fault(uri) is None


@pytest.mark.parametrize(
    "uri",
    [
        "http://clock.example/back",
        "http://127.0.0.1.evil.example/",
        "javascript:alert(1)",
        "data:text/html,x",
        "/back",
        "https:///back",
        "https://a.example/#x",
        "https://user@a.example/",
        "https://a.example\\@b.example/",
        "https://a;script-src.example/",
        "https://a.example/ b",
        "https://é.example/",
        "https://a.example:0/",
        "https://" + "a" * 500,
    ],
)
def test_addresses_at_which_no_program_is_answered(ann: Person, uri: str) -> None:
    refused = ann.post("/v1/oauth/clients", {"name": "Hourglass", "redirect_uris": [uri]})

    assert (refused.status_code, body_of(refused)["code"]) == (422, "input/invalid")


def test_on_loopback_any_port_is_right_and_nothing_else_may_differ() -> None:
    client = Client("1", "2", "Clock", ("http://127.0.0.1/back", "https://a.example/back"), "")

    assert client.allows("http://127.0.0.1:49152/back")
    for other in ("http://127.0.0.1:1/other", "http://127.0.0.2:1/back", "https://127.0.0.1/back", "http://[::1]/back"):
        assert not client.allows(other), other
    assert not client.allows("https://a.example:1/back")
    assert not client.allows("http://127.0.0.1:x/back")


def test_an_account_registers_so_many_programs_and_no_more(ann: Person) -> None:
    for number in range(20):
        Program(ann, name=f"Hourglass {number}")
    refused = ann.post("/v1/oauth/clients", {"name": "Hourglass 20", "redirect_uris": [BACK]})

    assert (refused.status_code, body_of(refused)["code"], body_of(refused)["limit"]) == (429, "service/quota", 20)
    reserved = Person(ann.client.application, "Bob").post(
        "/v1/oauth/clients", {"name": "Delvebook Support", "redirect_uris": [BACK]}
    )
    assert body_of(reserved)["code"] == "account/name_reserved"


def test_the_metadata_names_what_there_is(nobody: Person) -> None:
    found = body_of(nobody.get("/.well-known/oauth-authorization-server"))
    service = body_of(nobody.get("/.well-known/delvebook"))

    assert found["code_challenge_methods_supported"] == ["S256"]
    assert found["issuer"] == "http://localhost"
    assert service["links"]["oauth"].startswith("http://localhost/.well-known/")
    assert "dungeon-raiders@1" in service["rulesets"]
    for link in service["links"].values():
        path = urlsplit(link).path
        if path not in ("/v1", "/log/checkpoint"):
            assert nobody.get(path).status_code == 200, path


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    """The application, at an address of its own."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    running = threading.Thread(target=server.serve_forever)
    running.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    running.join()
    server.server_close()


def test_a_standard_client_gets_in_by_the_metadata_alone(
    address: str, ada: Browser, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")  # loopback
    back = "http://127.0.0.1:53682/back"
    program = Program(ann, back="http://127.0.0.1/back")
    with OAuth2Session(program.id, redirect_uri=back, scope=["games:read", "games:play"], pkce="S256") as client:
        metadata: Any = client.get(f"{address}/.well-known/oauth-authorization-server", withhold_token=True).json()
        asked, _ = client.authorization_url(metadata["authorization_endpoint"])
        query = {name: values[0] for name, values in parse_qs(urlsplit(asked).query).items()}
        sent_back = ada.answers(query).headers["Location"]
        assert sent_back.startswith(back)
        token = client.fetch_token(metadata["token_endpoint"], authorization_response=sent_back, include_client_id=True)
        made = client.post(f"{address}/v1/games", json={"ruleset": "dungeon-raiders", "seats": 2})
        assert made.status_code == 201, made.text
        assert made.json()["game"]["creator"] == {"id": ada.account, "name": "Ada", "kind": "person"}
        gone = {"token": token["access_token"], "client_id": program.id}
        known = client.post(metadata["introspection_endpoint"], data=gone, withhold_token=True).json()
        assert (known["active"], known["scope"], known["sub"]) == (True, "games:read games:play", ada.account)
        assert client.post(metadata["revocation_endpoint"], data=gone, withhold_token=True).status_code == 200
        assert client.post(metadata["introspection_endpoint"], data=gone, withhold_token=True).json() == {
            "active": False
        }
        assert client.get(f"{address}/v1/tokens/self").status_code == 401


def test_behind_a_proxy_the_issuer_is_the_address_that_people_use(settings: Any) -> None:
    from tests.service.api.house import build  # noqa: PLC0415

    app = build(replace(settings, proxies=1))
    seen = app.test_client().get(
        "/.well-known/oauth-authorization-server",
        headers={"X-Forwarded-Proto": "https", "X-Forwarded-Host": "games.example", "X-Forwarded-For": "192.0.2.1"},
    )
    assert body_of(seen)["issuer"] == "https://games.example"
    app.extensions["delvebook"].close()
