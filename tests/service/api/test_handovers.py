"""An account on another device, by a code: good once, for five minutes, and for no other account."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import unquote

import pytest
import segno
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event, select
from werkzeug.test import TestResponse

from delvebook.service.api.cookie import COOKIE, OWN_HEADER
from delvebook.service.base.errors import AuthenticationError
from delvebook.service.base.settings import Settings
from delvebook.service.identity.caller import ON_THE_MACHINE
from delvebook.service.identity.handovers import DIGITS, HANDOVER_SECONDS, code_in
from delvebook.service.identity.tables import HANDOVERS, TOKENS
from delvebook.service.identity.tokens import hash_of
from tests.service.api.house import Person, as_official, body_of, build, quiet
from tests.service.tables import Ticking

OWN = {OWN_HEADER: "1"}
PLACE = "/v1/session/handovers"
ALL = ["games:read", "games:play", "records:export", "disputes:file"]


class Browser:
    """A browser on one of our pages."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()

    def send(self, method: str, path: str, json: Any = None, **headers: str) -> TestResponse:
        return self.client.open(path, method=method, json=json, headers=OWN | headers)

    def post(self, path: str, json: Any = None, **headers: str) -> TestResponse:
        return self.send("POST", path, json or {}, **headers)

    def get(self, path: str) -> Any:
        return body_of(self.send("GET", path))

    def begins(self, name: str) -> Browser:
        assert self.post("/v1/session", {"name": name}).status_code == 201
        return self

    def makes(self, **headers: str) -> dict[str, Any]:
        made = self.post(PLACE, **headers)
        assert made.status_code == 201, made.text
        return body_of(made)

    def enters(self, code: str, **headers: str) -> TestResponse:
        return self.post("/v1/session", {"recovery_code": code}, **headers)

    def name(self) -> str | None:
        account = self.get("/v1/session")["account"]
        return None if account is None else str(account["name"])


def refusal(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, body_of(answer)["code"]


@pytest.fixture
def ann(app: Flask) -> Browser:
    return Browser(app).begins("Ann")


def test_a_code_opens_the_account_on_another_device_which_has_a_session_of_its_own(app: Flask, ann: Browser) -> None:
    made, phone = ann.makes(), Browser(app)
    seen = phone.post(f"{PLACE}/inspection", {"code": made["code"]})
    before = phone.name()
    entered = phone.enters(made["code"])
    first, second = ann.get("/v1/tokens")["tokens"]

    assert body_of(seen) == {"account": ann.get("/v1/session")["account"], "expires_at": made["expires_at"]}
    assert (before, entered.status_code, phone.name()) == (None, 201, "Ann")
    assert phone.get("/v1/session")["scopes"] == ann.get("/v1/session")["scopes"]
    assert (second["label"], second["made_with"], second["manages_account"]) == ("second device", first["id"], True)
    assert ann.send("DELETE", f"/v1/tokens/{second['id']}").status_code == 204
    assert (phone.name(), ann.name()) == (None, "Ann")


def test_the_first_device_sees_that_the_code_was_used(app: Flask, ann: Browser) -> None:
    assert ann.get(PLACE) == {"handovers": []}
    made = ann.makes()
    (waiting,) = ann.get(PLACE)["handovers"]
    Browser(app).enters(made["code"])
    (used,) = ann.get(PLACE)["handovers"]

    assert waiting == {key: made[key] for key in ("id", "created_at", "expires_at", "used_at")}
    assert (waiting["used_at"], used) == (None, waiting | {"used_at": used["used_at"]})
    assert made["created_at"] < used["used_at"] < made["expires_at"]


@pytest.mark.parametrize("how", ["DELETE", "POST"])
def test_whoever_used_a_code_cannot_make_the_first_device_believe_that_nobody_did(
    app: Flask, ann: Browser, how: str
) -> None:
    made, thief = ann.makes(), Browser(app)
    thief.enters(made["code"])
    thief.send(how, PLACE, json=None if how == "DELETE" else {})
    mine = {one["id"]: one["used_at"] for one in ann.get(PLACE)["handovers"]}

    assert mine[made["id"]] is not None


def test_that_a_code_was_used_is_told_for_a_day(settings: Settings) -> None:
    clock = Ticking()
    app = build(settings, now=clock)
    ann = Browser(app).begins("Ann")
    Browser(app).enters(ann.makes()["code"])
    told = []
    for hours in (1, 22, 2):
        clock.moment += timedelta(hours=hours)
        told.append(len(ann.get(PLACE)["handovers"]))

    assert told == [1, 1, 0]
    app.extensions["delvebook"].close()


def test_the_code_is_in_the_fragment_of_the_address_that_the_picture_holds(ann: Browser) -> None:
    made = ann.makes()
    wanted = segno.make_qr(made["address"], error="m")

    assert made["address"] == f"http://localhost/device#{made['code']}"
    assert made["qr"] == wanted.svg_data_uri(border=4, dark="#000", light="#fff", omitsize=True)
    assert made["qr"].startswith("data:image/svg+xml;")
    drawn = unquote(made["qr"])
    assert "style" not in drawn
    side = wanted.symbol_size(border=4)[0]  # with the quiet zone on every side
    assert f"0 0 {side} {side}" in drawn
    assert "#fff" in drawn


def test_the_address_is_the_one_under_which_browsers_open_the_pages(settings: Settings) -> None:
    app = build(replace(settings, origin="https://games.example"))

    assert Browser(app).begins("Ann").makes()["address"].startswith("https://games.example/device#")
    app.extensions["delvebook"].close()


def test_only_a_hash_of_the_code_is_stored(app: Flask, ann: Browser) -> None:
    code = ann.makes()["code"]
    with app.extensions["delvebook"].accounts.engine.connect() as connection:
        row = connection.execute(select(HANDOVERS)).one()

    assert row.hash == hash_of(code.replace("-", ""))
    assert not any(code in str(value) or code.replace("-", "") in str(value) for value in row)


@pytest.mark.parametrize("bend", [str.lower, lambda code: code.replace("-", ""), lambda code: f" {code} "])
def test_a_code_may_be_typed_as_it_is_read(app: Flask, ann: Browser, bend: Any) -> None:
    assert Browser(app).enters(bend(ann.makes()["code"])).status_code == 201


def test_letters_that_look_like_digits_stand_for_them() -> None:
    assert code_in("oOiI lL-00-11-22") == "001111001122"
    assert (code_in("U" * 12), code_in("1" * 11), code_in("1" * 13), code_in("dvb_" + "1" * 12)) == (None,) * 4
    assert len(DIGITS) == 32


def ways_to_fail(app: Flask, clock: Ticking) -> dict[str, str]:
    """Codes that are not good, by what is wrong with them."""
    ann = Browser(app).begins("Ann")
    expired = ann.makes()["code"]
    clock.moment += timedelta(seconds=HANDOVER_SECONDS + 1)
    earlier = ann.makes()["code"]
    used = ann.makes()["code"]
    assert Browser(app).enters(used).status_code == 201
    cancelled = ann.makes()["code"]
    assert ann.send("DELETE", PLACE).status_code == 204
    gone = Browser(app).begins("Gone")
    of_ended_session = gone.makes()["code"]
    assert gone.send("DELETE", "/v1/session").status_code == 204
    left = Browser(app).begins("Left")
    of_deleted = left.makes()["code"]
    assert left.send("DELETE", "/v1/accounts/me").status_code == 204
    return {
        "unknown": "0000-0000-0000",
        "replaced": earlier,
        "used": used,
        "cancelled": cancelled,
        "of an ended session": of_ended_session,
        "of a deleted account": of_deleted,
        "expired": expired,
    }


def test_whatever_is_wrong_with_a_code_the_answer_is_the_same_and_so_is_its_cost(settings: Settings) -> None:
    clock = Ticking()
    app = build(settings, now=clock)
    codes, phone = ways_to_fail(app, clock), Browser(app)
    asked: list[str] = []
    engine = app.extensions["delvebook"].accounts.engine

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if threading.current_thread() is threading.main_thread():  # and not the lane, which renews what it keeps
            asked.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    told, costs = set(), set()
    for what, code in codes.items():
        for answer in (phone.enters(code), phone.post(f"{PLACE}/inspection", {"code": code})):
            assert refusal(answer) == (401, "auth/invalid"), what
            told.add(body_of(answer)["detail"])
        costs.add(tuple(asked))
        asked.clear()

    assert told == {"this code is unknown, was used, or has ended; use another token or code"}
    assert len(costs) == 1, costs
    assert phone.name() is None
    app.extensions["delvebook"].close()


def test_a_code_is_good_for_five_minutes(settings: Settings) -> None:
    clock = Ticking()
    app = build(settings, now=clock)
    ann = Browser(app).begins("Ann")
    made = ann.makes()
    clock.moment += timedelta(seconds=HANDOVER_SECONDS - 10)
    assert Browser(app).post(f"{PLACE}/inspection", {"code": made["code"]}).status_code == 200
    clock.moment += timedelta(seconds=11)

    assert refusal(Browser(app).enters(made["code"])) == (401, "auth/invalid")
    assert ann.get(PLACE) == {"handovers": []}
    app.extensions["delvebook"].close()


def test_of_devices_that_use_a_code_at_once_one_gets_in(app: Flask, ann: Browser) -> None:
    code = ann.makes()["code"]
    phones = [Browser(app) for _ in range(6)]
    entered: list[int] = []
    threads = [threading.Thread(target=lambda one=one: entered.append(one.enters(code).status_code)) for one in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(entered) == [201, *[401] * 5]
    assert [one.name() for one in phones].count("Ann") == 1


def test_of_codes_that_are_made_at_once_one_is_good(app: Flask, ann: Browser) -> None:
    cookie = ann.client.get_cookie("delvebook")
    assert cookie is not None
    sender = {"Authorization": f"Bearer {cookie.value}"}
    made: list[str] = []
    threads = [threading.Thread(target=lambda: made.append(Browser(app).makes(**sender)["code"])) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(Browser(app).enters(code).status_code for code in made) == [201, 401, 401, 401]


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
@pytest.mark.servers
def test_the_second_of_two_codes_waits_for_the_first_where_writers_do_not_take_turns(store: Settings) -> None:
    app = build(quiet(store))
    ann = Browser(app).begins("Ann")
    cookie = ann.client.get_cookie(COOKIE)
    assert cookie is not None
    sender = {"Authorization": f"Bearer {cookie.value}"}

    def linger(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("INSERT INTO handovers"):
            time.sleep(0.3)  # the other one has ended the codes that it sees by now, if it does not wait

    event.listen(app.extensions["delvebook"].accounts.engine, "before_cursor_execute", linger)
    threads = [threading.Thread(target=lambda: Browser(app).makes(**sender)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(ann.get(PLACE)["handovers"]) == 1
    app.extensions["delvebook"].close()


def test_a_lost_answer_is_had_again_with_the_same_key(app: Flask, ann: Browser) -> None:
    code, phone, key = ann.makes()["code"], Browser(app), {"Idempotency-Key": "a-key-that-nobody-else-can-know"}
    first = phone.enters(code, **key)
    phone.client.delete_cookie("delvebook")
    again = phone.enters(code, **key)

    assert (first.status_code, again.status_code) == (201, 201)
    assert first.headers["Set-Cookie"].split(";")[0] == again.headers["Set-Cookie"].split(";")[0]
    assert len(ann.get("/v1/tokens")["tokens"]) == 2


def test_a_device_that_is_signed_in_is_not_opened_again_and_the_code_stays_good(app: Flask, ann: Browser) -> None:
    code, bob = ann.makes()["code"], Browser(app).begins("Bob")

    assert refusal(bob.enters(code)) == (409, "session/open")
    assert bob.name() == "Bob"
    assert Browser(app).enters(code).status_code == 201


def test_a_browser_changes_accounts_in_one_step_and_keeps_its_own_if_that_fails(app: Flask, ann: Browser) -> None:
    code, bob = ann.makes()["code"], Browser(app).begins("Bob")
    before = bob.client.get_cookie(COOKIE)
    change = {"recovery_code": code, "replace": True}

    assert refusal(bob.post("/v1/session", {**change, "recovery_code": "AAAA-AAAA-AAAA"})) == (401, "auth/invalid")
    assert bob.name() == "Bob"
    assert bob.post("/v1/session", change).status_code == 201
    assert (bob.name(), ann.name()) == ("Ann", "Ann")
    assert before is not None
    with pytest.raises(AuthenticationError):  # his session has ended, as if he had signed out
        app.extensions["delvebook"].accounts.tokens.authenticate(before.value)


def test_a_banned_accounts_code_does_not_cost_the_account_of_a_browser(app: Flask, ann: Browser) -> None:
    code, account = ann.makes()["code"], ann.get("/v1/session")["account"]["id"]
    bob = Browser(app).begins("Bob")
    app.extensions["delvebook"].account_admin.ban(ON_THE_MACHINE, account, reason="was rude")

    assert refusal(bob.post("/v1/session", {"recovery_code": code, "replace": True})) == (403, "account/banned")
    assert bob.name() == "Bob"


def test_a_lost_answer_of_a_change_is_had_again(app: Flask, ann: Browser) -> None:
    code, bob = ann.makes()["code"], Browser(app).begins("Bob")
    change, key = {"recovery_code": code, "replace": True}, {"Idempotency-Key": "0123456789abcdef"}

    assert [bob.post("/v1/session", change, **key).status_code for _ in range(2)] == [201, 201]
    assert bob.name() == "Ann"


def test_a_code_is_of_ones_own_account_and_others_neither_see_nor_end_it(app: Flask, ann: Browser) -> None:
    code, bob = ann.makes()["code"], Browser(app).begins("Bob")

    assert bob.get(PLACE) == {"handovers": []}
    assert bob.send("DELETE", PLACE).status_code == 204
    assert bob.makes()["code"] != code
    phone = Browser(app)
    assert (phone.enters(code).status_code, phone.name()) == (201, "Ann")


@pytest.mark.parametrize("method", ["POST", "GET", "DELETE"])
@pytest.mark.parametrize(
    "terms",
    [{"scopes": ALL}, *({"scopes": [one for one in ALL if one != lost], "manages_account": True} for lost in ALL[1:])],
)
def test_a_token_that_lacks_anything_of_its_owner_opens_nothing(app: Flask, method: str, terms: dict[str, Any]) -> None:
    person = Person(app, "Ann")
    narrow = body_of(person.post("/v1/tokens", terms))["token"]
    refused = Browser(app).send(method, PLACE, {} if method == "POST" else None, Authorization=f"Bearer {narrow}")

    assert refusal(refused) == (403, "auth/forbidden")


def test_a_programs_token_opens_nothing_even_if_it_had_every_right(app: Flask) -> None:
    person = Person(app, "Ann")
    with app.extensions["delvebook"].accounts.engine.begin() as connection:
        connection.execute(TOKENS.update().where(TOKENS.c.id == person.token_id).values(client="a program"))
    app.extensions["delvebook"].accounts.tokens.forget(person.id)
    refused = Browser(app).post(PLACE, Authorization=f"Bearer {person.token}")

    assert refusal(refused) == (403, "auth/forbidden")
    assert "only a token that is not a program's" in body_of(refused)["detail"]


def test_the_other_device_has_the_rights_that_the_first_has_then_and_ends_with_it(settings: Settings) -> None:
    clock = Ticking()
    app = build(settings, now=clock)
    person, phone = Person(app, "Ann"), Browser(app)
    terms = {"scopes": ALL, "manages_account": True, "expires_at": "2026-03-01T00:00:00.000000Z"}
    sender = {"Authorization": f"Bearer {body_of(person.post('/v1/tokens', terms))['token']}"}
    assert phone.enters(Browser(app).makes(**sender)["code"]).status_code == 201
    assert phone.get("/v1/tokens")["tokens"][-1]["expires_at"] == terms["expires_at"]
    clock.moment += timedelta(days=90)

    assert phone.name() is None
    app.extensions["delvebook"].close()


def test_an_office_goes_along_and_not_once_it_has_ended(app: Flask) -> None:
    judge, phone, tablet = as_official(app, "Judy", *ALL, "disputes:rule"), Browser(app), Browser(app)
    sender = {"Authorization": f"Bearer {judge.token}"}
    assert phone.enters(Browser(app).makes(**sender)["code"]).status_code == 201
    code = Browser(app).makes(**sender)["code"]
    assert judge.delete("/v1/accounts/me/offices/arbiter").status_code == 204
    assert tablet.enters(code).status_code == 201

    assert [one.get("/v1/session")["scopes"] for one in (phone, tablet)] == [ALL, ALL]


def test_a_banned_account_is_told_so(app: Flask, ann: Browser) -> None:
    code, account = ann.makes()["code"], ann.get("/v1/session")["account"]["id"]
    app.extensions["delvebook"].account_admin.ban(ON_THE_MACHINE, account, reason="was rude")

    assert refusal(Browser(app).enters(code)) == (403, "account/banned")


def test_pages_of_others_have_no_part_in_it(app: Flask) -> None:
    person = Person(app, "Ann")

    for answer in (
        person.post(PLACE),
        person.delete(PLACE),
        person.post(f"{PLACE}/inspection", {"code": "0000-0000-0000"}),
    ):
        assert refusal(answer) == (403, "session/foreign")


def test_the_audit_trail_says_who_made_used_and_ended_a_code(app: Flask, ann: Browser) -> None:
    made = ann.makes()
    Browser(app).enters(made["code"])
    second = ann.get("/v1/tokens")["tokens"][-1]["id"]
    ann.makes()
    ann.send("DELETE", PLACE)
    ann.send("DELETE", PLACE)
    entries = [one for one in ann.get("/v1/audit?limit=100")["entries"] if one["action"].startswith("handover/")]

    assert [one["action"] for one in entries] == ["handover/make", "handover/use", "handover/make", "handover/cancel"]
    assert second in str(entries[1])
    assert made["code"] not in str(entries)
