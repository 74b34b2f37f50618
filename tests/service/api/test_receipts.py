"""Receipts over HTTP: for accepted commands, for refusals on request, and in every export."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode
from io import BytesIO
from typing import Any

import pytest
from flask import Flask

from delvebook.domain.canonical import jcs
from delvebook.replays.receipts import PublicKeys, open_receipt
from delvebook.replays.verify import verify
from delvebook.service.base.settings import Settings
from tests.replays.games import lines_of, rechained
from tests.service.api.house import Person, body_of, build, counted_bytes, running_game

FORM = "multipart/form-data"
ILLEGAL = {"type": "play_card", "card": "key"}


def keys_of(person: Person) -> PublicKeys:
    return PublicKeys(json.loads(person.get("/.well-known/jwks.json").data))


def payload_of(receipt: str) -> dict[str, Any]:
    payload: dict[str, Any] = json.loads(urlsafe_b64decode(receipt.split(".")[1] + "=="))
    return payload


def refused_action(person: Person, game: str, **kwargs: Any) -> dict[str, Any]:
    offer = person.may(game)
    answer = person.post(f"/v1/games/{game}/actions", {"decision": offer["decision"], "action": ILLEGAL}, **kwargs)
    assert answer.status_code == 422
    return body_of(answer)


def test_every_accepted_command_comes_with_a_receipt_for_its_last_event(ann: Person, bob: Person) -> None:
    game = ann.opens_game()
    answers = [
        ann.post(f"/v1/games/{game}/seats"),
        bob.post(f"/v1/games/{game}/seats"),
        ann.post(f"/v1/games/{game}/start"),
        ann.acts(game),
    ]

    for answer, person in zip(answers, (ann, bob, ann, ann), strict=True):
        body = body_of(answer)
        said = open_receipt(body["receipt"], keys_of(ann))
        assert (said.game, said.n, said.hash, said.sub) == (game, body["n"], body["hash"], person.id)


def test_a_receipt_reveals_nothing_beyond_the_head(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    body = body_of(ann.acts(game))
    said = payload_of(body["receipt"])

    assert said == {
        "game": game,
        "n": body["n"],
        "hash": body["hash"],
        "at": body["events"][-1]["at"],
        "sub": ann.id,
    }


def test_a_repeated_request_has_the_same_receipt_also_in_another_process_and_after_a_rotation(
    settings: Settings, app: Flask, ann: Person, bob: Person
) -> None:
    game = running_game(ann, bob)
    offer = ann.may(game)
    wish = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
    first = ann.post(f"/v1/games/{game}/actions", wish, key="once")
    other = build(settings, random_bytes=counted_bytes("another process"))
    ring = other.extensions["delvebook"].use.receipts.ring
    ring.rotate(now=body_of(first)["events"][-1]["at"])
    again = Person(other, token=ann.token).post(f"/v1/games/{game}/actions", wish, key="once")

    assert again.data == first.data
    assert len(ring.keys) == 2
    other.extensions["delvebook"].close()


@pytest.mark.parametrize("asked", [{"query_string": {"receipt": "true"}}, {"headers": {"Prefer": "wait=5, receipt"}}])
def test_a_refusal_is_signed_if_one_asks(ann: Person, bob: Person, asked: dict[str, Any]) -> None:
    game = running_game(ann, bob)
    body = refused_action(ann, game, **asked)
    said = open_receipt(body["receipt"], keys_of(ann))

    assert (said.n, said.hash, said.code) == (body["n"], None, "action/illegal")
    assert payload_of(body["receipt"])["clause"] == body["clause"]
    assert sorted(payload_of(body["receipt"])) == ["at", "clause", "code", "game", "n", "sub"]


def test_a_refusal_is_not_signed_unless_one_asks(ann: Person, bob: Person) -> None:
    assert "receipt" not in refused_action(ann, running_game(ann, bob))


def test_no_receipt_says_whether_a_game_exists_for_others(ann: Person, bob: Person) -> None:
    hidden = ann.opens_game(visibility="private")
    path = "/v1/games/{}/actions?receipt=true"
    wish = {"decision": 1, "action": ILLEGAL}
    answers = [bob.post(path.format(game), wish) for game in (hidden, "00000000-0000-4000-8000-00000000000f")]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert not any("receipt" in body_of(answer) for answer in answers)


def test_every_export_carries_a_receipt_for_its_head(ann: Person, bob: Person, nobody: Person) -> None:
    game = running_game(ann, bob)
    ann.acts(game)
    for person, viewer in ((ann, "seat:0"), (nobody, "spectator")):
        record = person.get(f"/v1/games/{game}/record").data
        header = json.loads(record.splitlines()[0])
        said = payload_of(header["receipt"])

        assert (said["n"], said["hash"], said["sub"]) == (header["head"]["n"], header["head"]["hash"], viewer)
        assert verify(record, keys=keys_of(nobody)).level("receipts").status == "holds"


def test_the_receipts_of_a_game_are_honoured_by_its_record(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    kept = [body_of(person.acts(game))["receipt"] for person in (ann, bob)]
    kept.append(refused_action(ann, game, headers={"Prefer": "receipt"})["receipt"])
    level = verify(ann.get(f"/v1/games/{game}/record").data, receipts=kept, keys=keys_of(ann)).level("receipts")

    assert level.status == "holds"
    assert level.counts == {"receipts": 4, "honoured": 3, "refusals": 1}


def test_the_public_keys_may_be_kept_for_a_while(nobody: Person) -> None:
    published = nobody.get("/.well-known/jwks.json")
    again = nobody.get("/.well-known/jwks.json", headers={"If-None-Match": published.headers["ETag"]})

    assert published.mimetype == "application/jwk-set+json"
    assert published.headers["Cache-Control"] == "public, max-age=300"
    assert again.status_code == 304
    assert b'"d"' not in published.data
    assert published.data == jcs(json.loads(published.data))


def test_the_service_checks_receipts_with_its_own_keys(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    kept = [body_of(person.acts(game))["receipt"] for person in (ann, bob)]
    record = ann.get(f"/v1/games/{game}/record").text
    path = "/v1/verifications"
    answers = [
        ann.get(f"/v1/games/{game}/verification", query_string={"receipt": kept}),
        ann.post(path, {"record": record, "receipts": kept}),
        ann.post(path, data={"record": record, "receipts": "\n".join(kept)}, content_type=FORM),
        ann.post(path, data={"record": (BytesIO(record.encode()), "r"), "receipts": (BytesIO(jcs(kept)), "k")}),
    ]

    for answer in answers:
        level = body_of(answer)["levels"][1]
        assert (level["level"], level["status"]) == ("receipts", "holds")
        assert level["counts"]["honoured"] == 3


def test_a_history_that_was_rewritten_does_not_honour_the_receipts_of_the_first(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    kept = body_of(ann.acts(game))["receipt"]
    lines = lines_of(ann.get(f"/v1/games/{game}/record").data)
    lines[-1]["at"] = "2999-01-01T00:00:00.000000Z"
    lines[0]["receipt"] = None
    checked = body_of(ann.post("/v1/verifications", {"record": rechained(lines).decode(), "receipts": [kept]}))

    assert checked["level_reached"] == "chain"
    assert checked["first"]["code"] == "receipts/hash"


@pytest.mark.parametrize(
    ("upload", "status"),
    [
        ({"json": {}}, 422),
        ({"json": []}, 422),
        ({"json": {"record": 1}}, 422),
        ({"json": {"record": "x"}}, 422),
        ({"json": {"record": "{}", "receipts": [1]}}, 400),
        ({"json": {"record": "{}", "receipts": {}}}, 400),
        ({"json": {"record": "{}", "more": 1}}, 422),
        ({"data": b"{", "content_type": "application/json"}, 400),
        ({"data": {"receipts": "x"}, "content_type": FORM}, 422),
        ({"data": {"record": "x", "receipts": "[" * 5000}, "content_type": FORM}, 400),
        ({"data": b"x", "content_type": "multipart/form-data"}, 422),
        ({"data": b"x", "content_type": "multipart/form-data; boundary=x"}, 422),
        ({"data": b"x", "content_type": "text/plain"}, 415),
    ],
)
def test_a_hostile_upload_is_refused(nobody: Person, upload: dict[str, Any], status: int) -> None:
    assert nobody.post("/v1/verifications", **upload).status_code == status
