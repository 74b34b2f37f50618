"""A dispute buys no time to whoever owes a nonce: its deadline goes on."""

from __future__ import annotations

from uuid import UUID

from flask import Flask

from tests.service.api.house import Person, body_of

NONCES = {"Ann": "a" * 32, "Bob": "b" * 32}
BEYOND = "2027-06-01T00:00:00.000000Z"


def test_the_deadline_of_a_nonce_passes_while_a_dispute_is_open(app: Flask, ann: Person, bob: Person) -> None:
    game = ann.opens_game()
    ann.sits(game, nonce=NONCES["Ann"])
    bob.sits(game, nonce=NONCES["Bob"])
    ann.shows(game, NONCES["Ann"])
    deadline = ann.sees(game)["nonces"]["deadline"]
    claimed = bob.post(f"/v1/games/{game}/disputes", {"event": 1, "claim": "wait for me"})
    assert claimed.status_code == 201, claimed.text
    assert ann.sees(game)["nonces"]["deadline"] == deadline
    playing = app.extensions["delvebook"].use.playing
    assert playing.expire_nonces(UUID(game)) is None

    playing._now = lambda: BEYOND
    assert playing.expire_nonces(UUID(game)) is not None

    assert ann.sees(game)["status"] == "aborted"
    events = body_of(ann.get(f"/v1/games/{game}/events"))["events"]
    [ended] = [event for event in events if event["type"] == "GameAborted"]
    assert (ended["by"], ended["data"]["reason"], ended["data"]["seats"]) == ("clock", "nonce_withheld", [1])
    dispute = body_of(ann.get(f"/v1/disputes/{game}.{body_of(claimed)['n']}"))
    assert dispute["status"] == "open"
