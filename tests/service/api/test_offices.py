"""Nobody has a key to another's seat: officials accept their office themselves, and judge nothing that touches them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from delvebook.service.base.database import transaction
from delvebook.service.identity.caller import ON_THE_MACHINE
from delvebook.service.identity.connections import Connections
from delvebook.service.identity.family_roles import OFFICIAL, PARTY, Role
from delvebook.service.identity.takeovers import Takeovers
from tests.service.api.collected import catch_up
from tests.service.api.house import Person, as_official, body_of, running_game, takes_office
from tests.service.api.test_oauth import OWN, Browser, Program, told
from tests.service.api.test_parties import claims, looks, refused, resumed, rules

ARBITER = "/v1/accounts/me/offices/arbiter"
EYES = "?viewer=arbiter"


@pytest.fixture
def olga(app: Flask) -> Person:
    """An operator of a club, who plays, too."""
    return as_official(app, "Olga", "games:play", "service:operate")


def appoints(operator: Person, person: Person, office: str = "arbiter") -> None:
    """The operator offers the office, and the person accepts it."""
    offered = operator.post(f"/v1/accounts/{person.id}/offices", {"office": office})
    assert offered.status_code == 201, offered.text
    accepted = person.send("PUT", f"/v1/accounts/me/offices/{office}")
    assert accepted.status_code == 200, accepted.text


def trail(person: Person) -> list[tuple[str, str]]:
    """Who did what with the person's account, or as them, as they read it without the rights of an office."""
    made = body_of(person.post("/v1/tokens", {"scopes": ["games:read"], "manages_account": True}))
    reader = Person(person.client.application, token=made["token"])
    entries = body_of(reader.get("/v1/audit?limit=500"))["entries"]
    return [(one["account"], one["action"]) for one in entries if not one["action"].startswith("token/")]


def notices(person: Person) -> list[tuple[str, Any, Any]]:
    told = body_of(person.get("/v1/notices"))["notices"]
    return [(one["type"], one["about"].get("office"), one["about"]["change"]) for one in told]


# -- tokens ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("scopes", [["games:play", "games:read"], ["disputes:rule"], ["games:read"], ["disputes:file"]])
def test_no_operator_makes_a_token_of_another_account(olga: Person, bob: Person, scopes: list[str]) -> None:
    for member in ("account", "owner", "account_id"):
        for whose in (bob.id, "Bob"):
            answer = olga.post("/v1/tokens", {"scopes": scopes, member: whose})
            assert refused(answer) == (422, "input/invalid")
    assert [one["label"] for one in body_of(bob.get("/v1/tokens"))["tokens"]] == ["first"]


def test_no_office_without_its_owners_word(app: Flask, olga: Person, bob: Person) -> None:
    """Neither an offer nor an operator's own token makes an arbiter."""
    assert refused(olga.post("/v1/tokens", {"scopes": ["disputes:rule"]})) == (403, "auth/forbidden")
    olga.post(f"/v1/accounts/{bob.id}/offices", {"office": "arbiter"})

    assert refused(bob.post("/v1/tokens", {"scopes": ["disputes:rule"]})) == (403, "auth/forbidden")
    assert refused(olga.send("PUT", f"/v1/accounts/{bob.id}/offices/arbiter")) == (403, "auth/forbidden")
    narrow = body_of(bob.post("/v1/tokens", {"scopes": ["games:play"]}))["token"]
    assert refused(Person(app, token=narrow).send("PUT", ARBITER)) == (403, "auth/forbidden")
    assert refused(bob.send("PUT", "/v1/accounts/me/offices/operator")) == (404, "office/unknown")
    assert refused(bob.send("PUT", "/v1/accounts/me/offices/king")) == (404, "office/unknown")
    assert body_of(bob.get("/v1/accounts/me"))["offices"] == []
    assert "disputes:rule" not in body_of(bob.get("/v1/tokens/self"))["scopes"]


def test_an_accepted_office_is_told_to_both_and_shown_to_all(olga: Person, bob: Person, nobody: Person) -> None:
    appoints(olga, bob)

    assert body_of(nobody.get(f"/v1/accounts/{bob.id}"))["offices"] == ["arbiter"]
    assert "disputes:rule" in body_of(bob.get("/v1/tokens/self"))["scopes"]
    [held] = body_of(olga.get(f"/v1/accounts/{bob.id}/offices"))["offices"]
    assert (held["office"], held["scope"], held["offered_by"]) == ("arbiter", "disputes:rule", olga.id)
    assert held["offered_at"] < held["accepted_at"]
    assert ("office", "arbiter", "offer") in notices(bob)
    assert ("office", "arbiter", "accept") in notices(olga)
    narrow = Person(bob.client.application, token=body_of(bob.post("/v1/tokens", {"scopes": ["games:play"]}))["token"])
    assert refused(narrow.get("/v1/audit")) == (403, "auth/forbidden")


@pytest.mark.parametrize("by", ["bob", "olga"])
def test_an_office_ends_for_every_token_at_once(app: Flask, olga: Person, bob: Person, by: str) -> None:
    appoints(olga, bob)
    both = body_of(bob.post("/v1/tokens", {"scopes": ["games:play", "disputes:rule"]}))
    alone = body_of(bob.post("/v1/tokens", {"scopes": ["disputes:rule"]}))
    game = running_game(Person(app, "Ann"), Person(app, "Cid"))
    assert Person(app, token=alone["token"]).get(f"/v1/games/{game}{EYES}").status_code == 200

    ends = bob.delete(ARBITER) if by == "bob" else olga.delete(f"/v1/accounts/{bob.id}/offices/arbiter")

    assert ends.status_code == 204
    assert body_of(Person(app, token=both["token"]).get("/v1/tokens/self"))["scopes"] == ["games:play"]
    assert refused(Person(app, token=alone["token"]).get("/v1/tokens/self")) == (401, "auth/invalid")
    assert refused(bob.get(f"/v1/games/{game}{EYES}")) == (403, "auth/forbidden")
    assert refused(bob.post("/v1/tokens", {"scopes": ["disputes:rule"]})) == (403, "auth/forbidden")
    assert refused(bob.delete(ARBITER)) == (404, "office/unknown")
    change = "give_up" if by == "bob" else "withdraw"
    assert ("office", "arbiter", change) in notices(olga if by == "bob" else bob)
    actor = bob.id if by == "bob" else olga.id
    assert [one for one in trail(bob) if one[1].startswith("office/")] == [
        (olga.id, "office/offer"),
        (bob.id, "office/accept"),
        (actor, f"office/{change}"),
    ]


def test_a_declined_office_is_gone(olga: Person, bob: Person) -> None:
    olga.post(f"/v1/accounts/{bob.id}/offices", {"office": "operator"})
    assert bob.delete("/v1/accounts/me/offices/operator").status_code == 204
    assert refused(bob.send("PUT", "/v1/accounts/me/offices/operator")) == (404, "office/unknown")
    assert ("office", "operator", "decline") in notices(olga)


def test_the_list_of_tokens_says_who_made_each(app: Flask, bob: Person) -> None:
    own = body_of(bob.post("/v1/tokens", {"scopes": ["games:play"]}))
    browser = app.test_client()
    headers = {**OWN, "Authorization": f"Bearer {Person(app, 'Cid').token}"}
    body = {"recovery_code": bob.token}
    assert browser.open("/v1/session", method="POST", json=body, headers=headers).status_code == 201

    made = {one["label"]: (one["made_by"], one["made_with"]) for one in body_of(bob.get("/v1/tokens"))["tokens"]}
    cid = body_of(bob.get("/v1/tokens"))["tokens"][-1]["made_by"]
    assert made["first"] == (bob.id, None)
    assert made[""] == (bob.id, bob.token_id)
    assert body_of(bob.get(f"/v1/tokens/{own['id']}"))["made_with"] == bob.token_id
    assert cid != bob.id
    assert made["browser"][0] == cid


# -- what an operator does with others' accounts --------------------------------------------------


def test_the_owner_reads_in_their_own_trail_what_an_operator_did(olga: Person, bob: Person) -> None:
    olga.send("PATCH", f"/v1/accounts/{bob.id}", json={"name": "Bobby"})
    olga.send("PUT", f"/v1/accounts/{bob.id}/ban", json={"reason": "loud"})
    olga.delete(f"/v1/accounts/{bob.id}/ban")

    assert trail(bob)[1:] == [(olga.id, "account/rename"), (olga.id, "account/ban"), (olga.id, "account/unban")]
    assert [change for _, _, change in notices(bob)] == ["rename", "ban", "unban"]
    entries = body_of(bob.get("/v1/audit"))["entries"]
    assert {(one["token"], one["address"]) for one in entries if one["account"] == olga.id} == {(None, None)}
    address = body_of(olga.get("/v1/audit?account=me"))["entries"][0]["address"]
    narrowed = body_of(bob.get(f"/v1/audit?address={address}"))["entries"]
    assert {one["account"] for one in narrowed} <= {bob.id}
    assert trail(Person(bob.client.application, "Cid"))[1:] == []


ON_ACCOUNTS: dict[str, Callable[[Person, str], Any]] = {
    "ban": lambda who, account: who.send("PUT", f"/v1/accounts/{account}/ban", json={"reason": "I lose"}),
    "unban": lambda who, account: who.delete(f"/v1/accounts/{account}/ban"),
    "rename": lambda who, account: who.send("PATCH", f"/v1/accounts/{account}", json={"name": f"Loser {account}"}),
    "delete": lambda who, account: who.delete(f"/v1/accounts/{account}"),
}


@pytest.mark.parametrize("act", ON_ACCOUNTS)
def test_an_operator_who_plays_touches_no_account_at_the_same_table(
    app: Flask, olga: Person, bob: Person, ann: Person, act: str
) -> None:
    game = running_game(olga, bob)
    assert refused(ON_ACCOUNTS[act](olga, bob.id)) == (403, "dispute/party"), "before any read model knows the game"
    catch_up(app)

    assert refused(ON_ACCOUNTS[act](olga, bob.id)) == (403, "dispute/party")
    assert body_of(bob.get("/v1/accounts/me"))["name"] == "Bob"
    other = as_official(app, "Otto", "service:operate")
    assert other.post(f"/v1/games/{game}/abort", {"reason": "a fire"}).status_code == 201
    catch_up(app)
    assert ON_ACCOUNTS[act](olga, bob.id).status_code in (200, 204)
    assert ON_ACCOUNTS[act](olga, ann.id).status_code in (200, 204)


def test_an_operator_makes_nobody_a_bot(olga: Person, bob: Person) -> None:
    assert refused(olga.post(f"/v1/accounts/{bob.id}/bot")) == (403, "auth/forbidden")


# -- the party rule, with those one is connected with ---------------------------------------------


def made_with_a_token(app: Flask, official: Person) -> Person:
    made = body_of(official.post("/v1/accounts", {"name": "Second"}))
    return _person(app, made)


def made_in_a_chain(app: Flask, official: Person) -> Person:
    return made_with_a_token(app, _person(app, body_of(official.post("/v1/accounts", {"name": "Link"}))))


def session_by_code(app: Flask, official: Person) -> Person:
    other = Person(app, "Second")
    browser = app.test_client()
    headers = {**OWN, "Authorization": f"Bearer {official.token}"}
    body = {"recovery_code": other.token}
    assert browser.open("/v1/session", method="POST", json=body, headers=headers).status_code == 201
    return other


def taken_over(app: Flask, official: Person) -> Person:
    account, code, _ = Takeovers(app.extensions["delvebook"].accounts).prepare("Second")
    made = body_of(official.post("/v1/accounts/takeover", {"code": code}))
    assert made["id"] == account.id
    return _person(app, made)


def program_of_the_other(app: Flask, official: Person) -> Person:
    """The official lets a program of the other act for them."""
    other = Person(app, "Second")
    _lets(app, owner=other, user=official)
    return other


def program_of_the_official(app: Flask, official: Person) -> Person:
    other = Person(app, "Second")
    _lets(app, owner=official, user=other)
    return other


def appointed(app: Flask, official: Person) -> Person:
    operator = as_official(app, "Second", "games:play", "service:operate")
    appoints(operator, official, "operator")
    return operator


DOORS = {
    one.__name__: one
    for one in (
        made_with_a_token, made_in_a_chain, session_by_code, taken_over, program_of_the_other, program_of_the_official,
        appointed,
    )
}  # fmt: skip


def _person(app: Flask, made: dict[str, Any]) -> Person:
    person = Person(app, token=made["token"])
    person.id = made["id"]
    return person


def _lets(app: Flask, *, owner: Person, user: Person) -> str:
    """The user lets a program of the owner act for them. Returns its token."""
    program = Program(owner)
    scope = " ".join(body_of(user.get("/v1/tokens/self"))["scopes"])
    return str(body_of(program.exchanges(_allowed(app, program, user, scope)))["access_token"])


def _allowed(app: Flask, program: Program, user: Person, scope: str) -> str:
    """The code that the program gets when the user allows it these scopes."""
    browser = Browser(app)
    assert browser.client.post("/v1/session", json={"recovery_code": user.token}, headers=OWN).status_code == 201
    return told(browser.answers(program.asks(scope)))["code"]


@pytest.mark.parametrize("door", DOORS)
def test_no_right_works_where_a_connected_account_plays(app: Flask, ann: Person, door: str) -> None:
    official = as_official(app, "Judy", "games:play", "disputes:rule", "disputes:file")
    other = DOORS[door](app, official)
    mine, theirs = running_game(ann, other), running_game(ann, Person(app, "Cid"))
    private = ann.opens_game(visibility="private")
    ann.sits(private)
    other.sits(private, invite=ann.sees(private)["invite"])
    ann.starts(private)
    dispute = claims(ann, mine)

    assert set(looks(official, mine).values()) == {403}
    assert refused(rules(official, dispute)) == (403, "dispute/party")
    assert refused(official.post(f"/v1/games/{mine}/abort", {"reason": "no"})) == (403, "dispute/party")
    assert refused(official.get(f"/v1/games/{private}")) == (404, "game/unknown")
    assert refused(official.post(f"/v1/games/{private}/abort", {"reason": "no"})) == (404, "game/unknown")
    assert official.get(f"/v1/games/{theirs}{EYES}").status_code == 200
    # Renaming and deleting change nothing: the connection is of the accounts.
    other.send("PATCH", "/v1/accounts/me", json={"name": "Nobody Known"})
    assert set(looks(official, mine).values()) == {403}
    assert other.delete("/v1/accounts/me").status_code == 204
    assert set(looks(official, mine).values()) == {403}


@pytest.mark.parametrize("door", DOORS)
def test_nobody_sits_where_a_connected_account_has_looked(app: Flask, ann: Person, door: str) -> None:
    official = as_official(app, "Judy", "games:play", "disputes:rule")
    other = DOORS[door](app, official)
    game = ann.opens_game(seats=2)
    assert official.get(f"/v1/games/{game}{EYES}").status_code == 200

    assert refused(other.post(f"/v1/games/{game}/seats", {})) == (403, "seat/official")
    Person(app, "Stranger").sits(game)


def test_a_stranger_is_connected_with_nobody(app: Flask, ann: Person, bob: Person) -> None:
    judge, game = as_official(app, "Judy", "disputes:rule"), running_game(ann, bob)
    assert ann.post(f"/v1/games/{ann.opens_game()}/invitations", {"account": judge.id}).status_code == 201

    assert set(looks(judge, game).values()) == {200}
    assert rules(judge, claims(ann, game)).status_code == 201


def test_a_program_of_a_player_does_not_look_into_its_owners_game_with_an_arbiters_eyes(
    app: Flask, ann: Person, bob: Person
) -> None:
    judge = as_official(app, "Judy", "games:play", "disputes:rule")
    game, other = running_game(ann, bob), running_game(bob, Person(app, "Cid"))
    program = Person(app, token=_lets(app, owner=ann, user=judge))

    assert set(looks(program, game).values()) == {403}
    assert set(looks(program, other).values()) == {200}
    assert refused(program.send("PUT", ARBITER)) == (403, "auth/forbidden")
    judge.delete(ARBITER)
    assert refused(program.get(f"/v1/games/{other}{EYES}")) == (403, "auth/forbidden")


def test_a_code_that_a_program_holds_is_void_once_the_office_is_given_up(app: Flask, ann: Person) -> None:
    judge = as_official(app, "Judy", "games:play", "disputes:rule")
    program = Program(ann)
    code = _allowed(app, program, judge, "games:read disputes:rule")
    judge.delete(ARBITER)

    answer = program.exchanges(code)
    assert (answer.status_code, body_of(answer)["error"]) == (400, "invalid_grant")


@pytest.mark.parametrize("is_own", [True, False])
def test_of_two_connected_accounts_that_look_and_sit_at_once_never_both_succeed(
    app: Flask, ann: Person, is_own: bool
) -> None:
    """Nor does one account that looks and sits at once."""
    judge = as_official(app, "Judy", "games:play", "disputes:rule")
    for number in range(12):
        second = judge if is_own else _person(app, body_of(judge.post("/v1/accounts", {"name": f"Second {number}"})))
        other = Person(app, token=second.token)
        game = ann.opens_game()
        gate, answers = threading.Barrier(2), {}

        def look(game: str = game, gate: threading.Barrier = gate, answers: dict[str, int] = answers) -> None:
            gate.wait()
            answers["look"] = judge.get(f"/v1/games/{game}{EYES}").status_code

        def sit(
            game: str = game, gate: threading.Barrier = gate, answers: dict[str, int] = answers, other: Person = other
        ) -> None:
            gate.wait()
            answers["sit"] = other.post(f"/v1/games/{game}/seats", {}).status_code

        both = [threading.Thread(target=one) for one in ((look, sit) if number % 2 else (sit, look))]
        for thread in both:
            thread.start()
        for thread in both:
            thread.join()
        assert (answers["look"], answers["sit"]) != (200, 201)
        assert set(answers.values()) <= {200, 201, 403}


def test_a_seat_taken_between_the_check_and_the_note_of_a_look_is_seen(
    app: Flask, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other account sits down after the look was found to be allowed, and before it is noted as an official's."""
    judge = as_official(app, "Judy", "games:play", "disputes:rule")
    other = _person(app, body_of(judge.post("/v1/accounts", {"name": "Second"})))
    game, answers = ann.opens_game(), []
    parties = app.extensions["delvebook"].use.parties
    claim = parties._roles.claim

    def late(family: UUID, account: str, role: Role) -> Role:
        if role == OFFICIAL:
            answers.append(claim(family, other.id, PARTY))
        return claim(family, account, role)

    monkeypatch.setattr(parties._roles, "claim", late)
    assert refused(judge.get(f"/v1/games/{game}{EYES}")) == (403, "auth/forbidden")
    assert answers == [PARTY]


# -- duties ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("starts_with", ["disputes:rule", "service:operate"])
def test_the_scope_of_an_office_suffices_for_all_its_duties(
    app: Flask, ann: Person, bob: Person, starts_with: str
) -> None:
    """Judging, putting a bot on the seat of a missing player, starting a resumed game, aborting: no `games:play`."""
    judge, starter = as_official(app, "Judy", "disputes:rule"), as_official(app, "Jude", starts_with)
    game = running_game(ann, bob)
    assert set(looks(judge, game).values()) == {200}
    fork = resumed(game, ann, judge)
    ann.sits(fork)
    assert starter.post(f"/v1/games/{fork}/seats", {"seat": 1, "bot": "random"}).status_code == 201

    assert starter.post(f"/v1/games/{fork}/start").status_code == 201
    assert judge.post(f"/v1/games/{fork}/abort", {"reason": "a fire"}).status_code == 201
    other = ann.opens_game(seats=2)
    assert refused(starter.post(f"/v1/games/{other}/start")) == (403, "auth/forbidden")


# -- prepared accounts ----------------------------------------------------------------------------


def test_a_prepared_account_has_no_token_until_its_code_is_used_once(app: Flask, ann: Person, nobody: Person) -> None:
    accounts = app.extensions["delvebook"].accounts
    account, code, _ = Takeovers(accounts).prepare("Arbiter Ada")
    app.extensions["delvebook"].offices.offer(ON_THE_MACHINE, account.id, "arbiter")
    assert accounts.tokens.of_account(account.id) == []

    first = nobody.post("/v1/accounts/takeover", {"code": code}, key="0123456789abcdef")
    again = nobody.post("/v1/accounts/takeover", {"code": code}, key="0123456789abcdef")
    late = ann.post("/v1/accounts/takeover", {"code": code})

    made = body_of(first)
    assert (first.status_code, made["name"], body_of(again)["token"]) == (201, "Arbiter Ada", made["token"])
    assert refused(late) == (401, "auth/invalid")
    ada = _person(app, made)
    assert "disputes:rule" not in made["scopes"]
    assert ada.send("PUT", ARBITER).status_code == 200
    assert trail(ada) == [
        ("-", "account/prepare"),
        ("-", "office/offer"),
        (ada.id, "account/take_over"),
        (ada.id, "office/accept"),
    ]


def test_a_browser_takes_a_prepared_account_over_and_nobody_after_it(app: Flask) -> None:
    _, code, _ = Takeovers(app.extensions["delvebook"].accounts).prepare("Ada")
    body, headers = {"recovery_code": code}, OWN

    begun = app.test_client().open("/v1/session", method="POST", json=body, headers=headers)
    second = app.test_client().open("/v1/session", method="POST", json=body, headers=headers)

    assert (begun.status_code, body_of(begun)["account"]["name"]) == (201, "Ada")
    assert refused(second) == (401, "auth/invalid")
    assert refused(Person(app, token=code).get("/v1/accounts/me")) == (401, "auth/invalid")


def test_a_deleted_account_leaves_offices_and_codes_behind_and_a_new_one_has_none(app: Flask, bob: Person) -> None:
    services = app.extensions["delvebook"]
    takes_office(app, bob, "disputes:rule", "games:play")
    account, code, _ = Takeovers(services.accounts).prepare("Ada")
    services.account_admin.delete(ON_THE_MACHINE, account.id)
    bob.delete("/v1/accounts/me")

    assert refused(Person(app).post("/v1/accounts/takeover", {"code": code})) == (401, "auth/invalid")
    back = Person(app, "Bob the Second")
    assert body_of(back.get("/v1/accounts/me"))["offices"] == []
    assert refused(back.send("PUT", ARBITER)) == (404, "office/unknown")


def test_connections_are_the_same_from_both_sides(app: Flask, ann: Person, bob: Person) -> None:
    engine = app.extensions["delvebook"].accounts.engine
    known = Connections(engine, transaction=transaction)
    second = _person(app, body_of(ann.post("/v1/accounts", {"name": "Second"})))
    third = _person(app, body_of(second.post("/v1/accounts", {"name": "Third"})))
    people = (ann, bob, second, third)

    for one in people:
        for other in people:
            expected = one is other or bob not in (one, other)
            assert known.joins(one.id, {other.id}) is expected
    assert not known.joins(ann.id, set())


def test_a_program_puts_no_strangers_into_the_same_hands(app: Flask, ann: Person, bob: Person) -> None:
    """Whoever has a token that may not manage an account has not the whole key to it."""
    eve = Person(app, "Eve")
    for stranger in (ann, bob):
        narrow = body_of(stranger.post("/v1/tokens", {"scopes": ["games:read"], "label": "a program's"}))["token"]
        headers = {"Authorization": f"Bearer {narrow}", "Delvebook-Page": "1"}
        begun = app.test_client().post("/v1/session", json={"recovery_code": eve.token}, headers=headers)
        assert begun.status_code == 201, begun.text
    known = Connections(app.extensions["delvebook"].accounts.engine, transaction=transaction)

    assert known.joins(eve.id, {ann.id})
    assert not known.joins(ann.id, {bob.id})
