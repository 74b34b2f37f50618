"""
Secrets by name: whatever is asked, no answer and no log line holds a seed, a salt, a token, an invitation, or
what lies under a closed envelope.

Aim: catch what the comparison of two worlds might not reach, such as logs and defects.
Method: a private game with everything asked at many moments, and every byte of every answer searched.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from structlog.testing import capture_logs

from delvebook.domain.canonical import jcs
from delvebook.domain.envelopes import envelope_salt
from delvebook.domain.game import Game
from delvebook.domain.loading import action_of
from delvebook.domain.playout import seed_of
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import SPECTATOR, Viewer
from tests.leaks.questions import questions
from tests.leaks.worlds import World, act_by_chance, played, seen_envelopes, viewers_of
from tests.service.api.house import Person, as_official

TOLD_BY_NOBODY = ("cdcdcdcd", "Traceback", "events.db")


def forbidden(world: World, viewer: Viewer) -> Iterator[tuple[str, bytes]]:
    """Yields what must not be in any answer to the viewer: its name, and its bytes."""
    game: Game = world.whole()
    yield "the seed", game.seed.hex().encode()
    yield "the tape's key", game.get_table().tape.key.hex().encode()
    yield "the state's key", game.get_table()._state_key.hex().encode()
    events = world.events()
    known = seen_envelopes(events, viewer)
    for event in events:
        for i, envelope in enumerate(event.sealed):
            if (event.n, i) in known:
                continue
            yield f"the salt of {event.n}/{i}", envelope_salt(game.seed, n=event.n, i=i).encode()
            if isinstance(envelope.content, dict) and "zone" in envelope.content:
                yield f"the content of {event.n}/{i}", jcs(envelope.content)
    word = world.app.extensions["delvebook"].use.games._visibility.invitation(game.id)
    if viewer.seat != 0:
        yield "the invitation", word.encode()
    for person in world.people:
        yield "a token", str(person.token).encode()
    for text in TOLD_BY_NOBODY:
        yield text, text.encode()


def everything_told(world: World, viewer: Viewer) -> Iterator[tuple[str, bytes]]:
    """Yields every answer to the viewer, headers included, and every log line: its source, and its bytes."""
    for method, path, body, headers in list(questions(world, viewer)):
        more: dict[str, Any] = {} if body is None else {"json": body}
        with capture_logs() as logs:
            response = world.person(viewer).send(method, path, headers=headers, **more)
        yield f"{method} {path}", response.data + str(dict(response.headers)).encode()
        yield f"the log of {method} {path}", json.dumps(logs).encode()


@pytest.mark.parametrize("visibility", ["public", "private"])
@pytest.mark.long_for("runebound", "the-descent")
def test_no_answer_and_no_log_line_holds_a_secret(title: str, visibility: str) -> None:
    ruleset = get_ruleset(title)
    with played(title, seats=ruleset.seats_min, options={}, actions=0, seed="secrets", visibility=visibility) as world:
        world.list_games()
        chance = Tape(seed_of("secrets"))
        for number in range(24):
            if number % 8 == 0:
                for viewer in viewers_of(world):
                    search(world, viewer)
            if not act_by_chance(world, chance, number):
                break
        search_the_trail(world)


def search_the_trail(world: World) -> None:
    """The audit trail holds no secret either, and nothing of an action."""
    judge = as_official(world.app, "Judge", "disputes:rule")
    judge.get(f"/v1/games/{world.game}?viewer=arbiter")
    world.list_games()
    told = judge.get("/v1/audit", headers={"Accept": "application/x-ndjson"}).data
    assert told.count(b"game/ActionTaken") >= 5
    assert told.count(b"game/look") == 1
    for name, secret in [*forbidden(world, SPECTATOR), ("the judge's token", str(judge.token).encode())]:
        assert secret not in told, f"the audit trail tells {name}"
    for event in world.events():
        for secret in (event.hash, *(envelope.digest for envelope in event.sealed)):
            assert secret.encode() not in told
        for fact in event.data.get("facts", ()):
            assert jcs(fact) not in told
        if event.type == "ActionTaken":
            assert jcs(action_of(event)) not in told


def search(world: World, viewer: Viewer) -> None:
    secrets = list(forbidden(world, viewer))
    assert len(secrets) >= 6
    for source, told in everything_told(world, viewer):
        for name, secret in secrets:
            assert secret not in told, f"{source} tells {viewer} {name}"


def test_a_private_game_does_not_exist_for_strangers(title: str) -> None:
    ruleset = get_ruleset(title)
    with played(title, seats=ruleset.seats_min, options={}, actions=3, seed="private", visibility="private") as world:
        world.list_games()
        stranger, nobody = Person(world.app, "Stranger"), Person(world.app)
        elsewhere = "00000000-0000-4000-8000-000000000099"
        for person in (stranger, nobody):
            for method, path, body, headers in list(questions(world, viewers_of(world)[-1])):
                if world.game not in path:
                    assert world.game not in person.send(method, path).text
                    continue
                more: dict[str, Any] = {} if body is None else {"json": body}
                here = person.send(method, path, headers=headers, **more)
                there = person.send(method, path.replace(world.game, elsewhere), headers=headers, **more)
                assert here.status_code == there.status_code
                assert here.data.replace(world.game.encode(), elsewhere.encode()) == there.data


def test_logs_of_accounts_and_tokens_hold_no_token(title: str) -> None:
    with (
        played(title, seats=get_ruleset(title).seats_min, options={}, actions=0, seed="logs") as world,
        capture_logs() as logs,
    ):
        logs.clear()
        person = Person(world.app, "Newcomer")
        made = person.post("/v1/tokens", {"scopes": ["games:play"], "label": "secret label"}).get_json()
        Person(world.app, token="dvb_guessed").get("/v1/tokens")
        person.get(f"/v1/games?cursor={made['token']}")
        person.delete(f"/v1/tokens/{made['id']}")

    said = json.dumps(logs)
    assert len(logs) == 5
    for secret in (str(person.token), made["token"], "dvb_", "secret label", "cursor"):
        assert secret not in said
