"""Passkeys: made by a session, and answered to begin one. Whatever else is sent is refused, and changes nothing."""

from __future__ import annotations

import base64
from dataclasses import replace
from datetime import timedelta
from typing import Any

import cbor2
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from delvebook.service.api.cookie import OWN_HEADER
from delvebook.service.base.settings import Settings
from delvebook.service.identity.caller import ON_THE_MACHINE
from delvebook.service.identity.passkeys import CHALLENGE_SECONDS, passkeys_origin
from tests.service.api.authenticator import Authenticator, text_of
from tests.service.api.house import Person, body_of, build
from tests.service.tables import Ticking

OWN = {OWN_HEADER: "1"}
HERE = "http://localhost"
ELSEWHERE = "http://127.0.0.1"


class Browser:
    """A browser on one of our pages."""

    def __init__(self, app: Flask, *, at: str = HERE) -> None:
        self.client: FlaskClient = app.test_client()
        self.at = at

    def post(self, path: str, json: Any = None, **headers: str) -> TestResponse:
        return self.client.post(path, json=json or {}, headers=OWN | headers, base_url=self.at)

    def get(self, path: str) -> Any:
        return body_of(self.client.get(path, headers=OWN, base_url=self.at))

    def delete(self, path: str) -> int:
        return self.client.delete(path, headers=OWN, base_url=self.at).status_code

    def begins(self, name: str = "Ada") -> Browser:
        assert self.post("/v1/session", {"name": name}).status_code == 201
        return self

    def options(self, what: str) -> dict[str, Any]:
        asked = self.post(f"/v1/session/passkeys/{what}")
        assert asked.status_code == 200, asked.text
        options: dict[str, Any] = body_of(asked)["options"]
        return options

    def registers(self, device: Authenticator, **bent: Any) -> TestResponse:
        made = device.makes(self.options("registrations"), **bent)
        return self.post("/v1/session/passkeys", {"credential": made})

    def signs_in(self, device: Authenticator, **bent: Any) -> TestResponse:
        return self.post("/v1/session", {"passkey": device.answers(self.options("challenges"), **bent)})

    def name(self) -> str | None:
        account = self.get("/v1/session")["account"]
        return None if account is None else str(account["name"])


def bytes_of(text: str) -> bytes:
    """What a text in base64url stands for."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def refusal(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, body_of(answer)["code"]


@pytest.fixture
def ada(app: Flask) -> Browser:
    return Browser(app).begins()


@pytest.fixture
def device(ada: Browser) -> Authenticator:
    """A device with a passkey of Ada's."""
    made = Authenticator(HERE)
    assert ada.registers(made).status_code == 201
    return made


def test_a_passkey_leads_back_and_is_asked_for_whatever_the_account(app: Flask, device: Authenticator) -> None:
    elsewhere = Browser(app)
    options = elsewhere.options("challenges")
    signed_in = elsewhere.post("/v1/session", {"passkey": device.answers(options)})

    assert options["rpId"] == "localhost"
    assert options.get("allowCredentials", []) == []
    assert options["userVerification"] == "preferred"
    assert signed_in.status_code == 201, signed_in.text
    assert elsewhere.name() == "Ada"


def test_a_passkey_is_one_that_the_device_finds_by_itself_and_names_the_account(ada: Browser) -> None:
    options = ada.options("registrations")

    assert options["rp"]["id"] == "localhost"
    assert options["user"]["name"] == "Ada"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["attestation"] == "none"


def test_a_device_that_has_a_passkey_is_not_asked_for_another(ada: Browser, device: Authenticator) -> None:
    assert [one["id"] for one in ada.options("registrations")["excludeCredentials"]] == [text_of(device.id)]
    assert refusal(ada.registers(device)) == (403, "passkey/refused")


def test_a_passkey_is_listed_among_the_tokens_and_ends_with_its_own(
    app: Flask, ada: Browser, device: Authenticator
) -> None:
    before = next(one for one in ada.get("/v1/tokens")["tokens"] if one["label"] == "passkey")
    assert Browser(app).signs_in(device).status_code == 201
    after = next(one for one in ada.get("/v1/tokens")["tokens"] if one["label"] == "passkey")

    assert (before["last_used_at"], after["last_used_at"] is not None) == (None, True)
    assert [one["made_with"] for one in ada.get("/v1/tokens")["tokens"]][-1] == after["id"]
    assert ada.delete(f"/v1/tokens/{after['id']}") == 204
    assert refusal(Browser(app).signs_in(device)) == (403, "passkey/refused")
    assert ada.options("registrations").get("excludeCredentials", []) == []


@pytest.mark.parametrize(
    "bent", [{"origin": "https://evil.example"}, {"challenge": text_of(b"another" * 5)}, {"type": "webauthn.create"}]
)
def test_an_answer_to_anything_else_is_refused(app: Flask, device: Authenticator, bent: dict[str, str]) -> None:
    elsewhere = Browser(app)

    assert refusal(elsewhere.signs_in(device, **bent)) == (403, "passkey/refused")
    assert elsewhere.name() is None
    assert elsewhere.signs_in(device).status_code == 201


@pytest.mark.parametrize(
    "bent", [{"origin": "https://evil.example"}, {"challenge": text_of(b"another" * 5)}, {"type": "webauthn.get"}]
)
def test_a_passkey_made_for_anything_else_is_not_registered(ada: Browser, bent: dict[str, str]) -> None:
    before = ada.get("/v1/tokens")["tokens"]

    assert refusal(ada.registers(Authenticator(HERE), **bent)) == (403, "passkey/refused")
    assert ada.get("/v1/tokens")["tokens"] == before


def test_the_answer_of_another_key_is_refused(app: Flask, device: Authenticator) -> None:
    thief = Authenticator(HERE, id=device.id, count=99)

    assert refusal(Browser(app).signs_in(thief)) == (403, "passkey/refused")
    assert Browser(app).signs_in(device).status_code == 201  # The thief's counter is not taken over.


def test_an_unknown_passkey_is_refused(app: Flask) -> None:
    assert refusal(Browser(app).signs_in(Authenticator(HERE))) == (403, "passkey/refused")


def test_nobody_signs_in_without_touching_their_device(app: Flask, device: Authenticator) -> None:
    assert refusal(Browser(app).signs_in(device, flags=0)) == (403, "passkey/refused")


def test_a_ceremony_happens_once(app: Flask, ada: Browser, device: Authenticator) -> None:
    first, again = Browser(app), Browser(app)
    answer = device.answers(first.options("challenges"))
    assert first.post("/v1/session", {"passkey": answer}).status_code == 201
    made = Authenticator(HERE).makes(ada.options("registrations"))
    assert ada.post("/v1/session/passkeys", {"credential": made}).status_code == 201

    assert refusal(again.post("/v1/session", {"passkey": answer})) == (403, "passkey/refused")
    assert refusal(ada.post("/v1/session/passkeys", {"credential": made})) == (403, "passkey/refused")


def test_a_counter_that_does_not_go_up_shows_a_copy(app: Flask, device: Authenticator) -> None:
    copy = replace(device)
    assert Browser(app).signs_in(device).status_code == 201
    assert Browser(app).signs_in(device).status_code == 201

    assert refusal(Browser(app).signs_in(copy)) == (403, "passkey/refused")


def test_a_challenge_belongs_to_the_session_that_asked(app: Flask, ada: Browser) -> None:
    eve = Browser(app).begins("Eve")
    made = Authenticator(HERE).makes(ada.options("registrations"))

    assert refusal(eve.post("/v1/session/passkeys", {"credential": made})) == (403, "passkey/refused")
    assert [one["label"] for one in eve.get("/v1/tokens")["tokens"]] == ["browser"]
    assert ada.post("/v1/session/passkeys", {"credential": made}).status_code == 201


def test_a_challenge_is_good_for_five_minutes(settings: Settings) -> None:
    clock = Ticking()
    app = build(settings, now=clock)
    ada, device = Browser(app).begins(), Authenticator(HERE)
    assert ada.registers(device).status_code == 201
    elsewhere = Browser(app)
    options, made = elsewhere.options("challenges"), device.makes(ada.options("registrations"))
    clock.moment += timedelta(seconds=CHALLENGE_SECONDS + 1)

    assert refusal(elsewhere.post("/v1/session", {"passkey": device.answers(options)})) == (403, "passkey/refused")
    assert refusal(ada.post("/v1/session/passkeys", {"credential": made})) == (403, "passkey/refused")
    app.extensions["delvebook"].close()


def test_a_passkey_gives_no_more_than_the_token_it_was_made_with_and_ends_with_it(app: Flask) -> None:
    ann, browser, device = Person(app, "Ann"), Browser(app), Authenticator(HERE)
    terms = {"scopes": ["games:read"], "manages_account": True, "expires_at": "2099-01-01T00:00:00.000000Z"}
    narrow = body_of(ann.post("/v1/tokens", terms))["token"]
    sender = {"Authorization": f"Bearer {narrow}"}
    options = body_of(browser.post("/v1/session/passkeys/registrations", **sender))["options"]
    made = body_of(browser.post("/v1/session/passkeys", {"credential": device.makes(options)}, **sender))
    assert browser.signs_in(device).status_code == 201

    assert (made["scopes"], made["expires_at"]) == (["games:read"], terms["expires_at"])
    assert browser.get("/v1/session")["scopes"] == ["games:read"]
    assert {one["expires_at"] for one in browser.get("/v1/tokens")["tokens"][1:]} == {terms["expires_at"]}


def test_only_a_token_that_looks_after_the_account_makes_a_passkey(app: Flask) -> None:
    player = body_of(Person(app, "Ann").post("/v1/tokens", {"scopes": ["games:play"]}))["token"]
    sender = {"Authorization": f"Bearer {player}"}

    assert refusal(Browser(app).post("/v1/session/passkeys/registrations", **sender)) == (403, "auth/forbidden")


@pytest.mark.parametrize("path", ["/registrations", "/challenges", ""])
def test_pages_of_others_have_no_part_in_it(app: Flask, ann: Person, path: str) -> None:
    body = {"credential": {}} if path == "" else {}
    refused = ann.post(f"/v1/session/passkeys{path}", body)

    assert refusal(refused) == (403, "session/foreign")


def test_a_banned_account_is_told_so(app: Flask, ada: Browser, device: Authenticator) -> None:
    services = app.extensions["delvebook"]
    services.account_admin.ban(ON_THE_MACHINE, ada.get("/v1/session")["account"]["id"], reason="was rude")

    assert refusal(Browser(app).signs_in(device)) == (403, "account/banned")


def test_a_deleted_account_takes_its_passkeys_with_it(app: Flask, ada: Browser, device: Authenticator) -> None:
    ada.options("registrations")
    assert ada.delete("/v1/accounts/me") == 204

    assert refusal(Browser(app).signs_in(device)) == (403, "passkey/refused")


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"id": 1, "response": {}},
        {"response": None},
        {"response": {"clientDataJSON": "%%%"}},
        {"response": {"clientDataJSON": text_of(b"[]")}},
        {"response": {"clientDataJSON": text_of(b'{"type": "webauthn.get", "challenge": 7, "origin": null}')}},
    ],
)
def test_what_is_no_credential_is_refused(app: Flask, ada: Browser, credential: dict[str, Any]) -> None:
    assert refusal(Browser(app).post("/v1/session", {"passkey": credential})) == (403, "passkey/refused")
    assert refusal(ada.post("/v1/session/passkeys", {"credential": credential})) == (403, "passkey/refused")


ELSEWHERE_THAN_HERE = {"rpId": "evil.example", "rp": {"id": "evil.example"}}
FAULTS: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "challenge": (
        {"challenge": text_of(b"another" * 5)},
        {},
        "its challenge is unknown here, was used, or has expired",
    ),
    "origin": ({"origin": "https://evil.example"}, {}, "it answers to 'https://evil.example', and this is"),
    "relying party": ({}, ELSEWHERE_THAN_HERE, "it was made for another host than 'localhost'"),
}
"""What can be wrong with an answer: what is bent of it, and of the options that it answers, and what is said."""
INTERNALS = ("client data", "RP ID", "sign count", "Could not", "clientDataJSON", "Unexpected", "__cause__", "expected")


def said(answer: TestResponse) -> str:
    assert refusal(answer) == (403, "passkey/refused")
    detail = str(body_of(answer)["detail"])
    assert not any(one in detail for one in INTERNALS), detail
    return detail


@pytest.mark.parametrize("fault", FAULTS)
def test_it_says_what_is_wrong_with_an_answer(app: Flask, ada: Browser, device: Authenticator, fault: str) -> None:
    bent, asked, words = FAULTS[fault]
    browser = Browser(app)
    answer = device.answers(browser.options("challenges") | asked, **bent)
    made = Authenticator(HERE).makes(ada.options("registrations") | asked, **bent)

    assert words in said(browser.post("/v1/session", {"passkey": answer}))
    assert words in said(ada.post("/v1/session/passkeys", {"credential": made}))


def test_it_says_what_is_wrong_with_an_answer_to_sign_in(app: Flask, device: Authenticator) -> None:
    """Each fault alone, so that no other one is what is told."""
    browser, copy = Browser(app), replace(device)
    assert Browser(app).signs_in(device).status_code == 201
    thief = Authenticator(HERE, id=device.id, count=99)

    assert "its signature was not made with the key" in said(browser.signs_in(thief))
    assert "its counter has not gone up" in said(browser.signs_in(copy))
    assert "nobody confirmed it at the device" in said(browser.signs_in(device, flags=0))
    assert "it was made to be registered, not to sign in" in said(browser.signs_in(device, type="webauthn.create"))


def test_it_says_what_is_wrong_with_a_passkey_to_be_registered(ada: Browser) -> None:
    made = Authenticator(HERE).makes(ada.options("registrations"), type="webauthn.get")
    other = Authenticator(HERE).makes(ada.options("registrations"))
    options = ada.options("registrations")
    signed = cbor2.loads(bytes_of(Authenticator(HERE).makes(options)["response"]["attestationObject"]))
    attested = Authenticator(HERE).makes(options)
    attested["response"]["attestationObject"] = text_of(cbor2.dumps({**signed, "fmt": "packed"}))

    def sent(credential: dict[str, Any]) -> str:
        return said(ada.post("/v1/session/passkeys", {"credential": credential}))

    assert "it was made to sign in, not to be registered" in sent(made)
    assert "its `id` and its `rawId` are not the same" in sent({**other, "id": text_of(b"another")})
    assert "its key or its attestation is of a kind that is unknown here" in sent(attested)
    assert "it cannot be read: it must be what `PublicKeyCredential.toJSON` writes" in sent({"id": "x"})


@pytest.mark.parametrize("part", ["attestationObject", "authenticatorData", "signature", "id", "rawId"])
@pytest.mark.parametrize("worse", ["AAAA", 5])
def test_no_part_of_it_can_be_anything_else(
    app: Flask, ada: Browser, device: Authenticator, part: str, worse: Any
) -> None:
    def bend(credential: dict[str, Any]) -> dict[str, Any]:
        target = credential if part in credential else credential["response"]
        return {} if part not in target else {**credential, part: worse} if target is credential else {
            **credential, "response": {**target, part: worse}
        }  # fmt: skip

    made = bend(Authenticator(HERE).makes(ada.options("registrations")))
    browser = Browser(app)
    answered = bend(device.answers(browser.options("challenges")))

    assert refusal(ada.post("/v1/session/passkeys", {"credential": made})) == (403, "passkey/refused")
    assert refusal(browser.post("/v1/session", {"passkey": answered})) == (403, "passkey/refused")


@pytest.mark.parametrize(
    ("configured", "asked", "at"),
    [
        ("", "http://localhost:8080", "http://localhost:8080"),
        ("", "http://127.0.0.1:8080", "http://localhost:8080"),
        ("", "http://[::1]:8080", "http://localhost:8080"),
        ("", "http://192.168.1.7:8080", None),
        ("", "https://games.example", None),
        ("", "http://localhost.evil.example", None),
        ("https://games.example", "https://games.example", "https://games.example"),
        ("https://games.example", "http://127.0.0.1:8080", "https://games.example"),
    ],
)
def test_passkeys_are_bound_to_a_name(configured: str, asked: str, at: str | None) -> None:
    assert passkeys_origin(configured, asked) == at


def test_at_another_address_a_person_is_told_where(settings: Settings) -> None:
    app = build(replace(settings, origin="https://games.example"))
    here, there = Browser(app), Browser(app, at="https://games.example")

    assert here.get("/v1/session")["passkeys_origin"] == "https://games.example"
    assert refusal(here.post("/v1/session/passkeys/challenges")) == (409, "passkey/not_offered")
    assert there.options("challenges")["rpId"] == "games.example"
    app.extensions["delvebook"].close()


def test_no_passkey_is_bound_to_an_address_without_a_name(app: Flask) -> None:
    assert Browser(app, at="http://192.168.1.7").get("/v1/session")["passkeys_origin"] is None
    assert Browser(app, at=ELSEWHERE).get("/v1/session")["passkeys_origin"] == HERE


@pytest.mark.parametrize(
    "origin",
    [
        "https://10.0.0.1",
        "http://games.example",
        "https://games.example/",
        "https://Games.example",
        "games.example",
        "https://[::1]",
    ],
)
def test_an_origin_that_no_passkey_can_be_bound_to_is_refused_at_the_start(origin: str) -> None:
    with pytest.raises(ValueError, match="DELVEBOOK_ORIGIN must be the origin of a name"):
        Settings.from_environment({"DELVEBOOK_ORIGIN": origin})


@pytest.mark.parametrize("origin", ["", "https://games.example", "https://a.b.example:8443", "http://localhost:8080"])
def test_an_origin_that_passkeys_can_be_bound_to_is_taken(origin: str) -> None:
    assert Settings.from_environment({"DELVEBOOK_ORIGIN": origin}).origin == origin


def test_a_lost_answer_is_had_again_with_the_same_key(app: Flask, device: Authenticator) -> None:
    browser, key = Browser(app), {"Idempotency-Key": "a-key-that-nobody-else-can-know"}
    answer = {"passkey": device.answers(browser.options("challenges"))}
    first = browser.post("/v1/session", answer, **key)
    browser.client.delete_cookie("delvebook")
    again = browser.post("/v1/session", answer, **key)

    assert (first.status_code, again.status_code) == (201, 201)
    assert first.headers["Set-Cookie"].split(";")[0] == again.headers["Set-Cookie"].split(";")[0]
