"""
A spectator of a running game with a delay learns nothing of the events that are held back.

Aim: two worlds that differ only in the last actions, and in what else happened after the delay began, say the same to
everybody without a seat, byte for byte.
Method: one game is played up to a moment and its store copied. In the two copies other actions follow, at other times;
in one of them a player leaves and files a dispute, too. Then everything is asked in both. The keys are the same, so
nothing is left out of the comparison.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

from delvebook.domain.playout import seed_of
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import SPECTATOR, Viewer
from delvebook.projections.disputes import DisputesProjection
from delvebook.projections.projector import Projector
from delvebook.service.base.database import open_engine
from tests.domain.seating import nonce_of
from tests.leaks.questions import Ask, questions
from tests.leaks.worlds import World, act_by_chance, service_in
from tests.service.api.house import Person, body_of

DELAY: Final = 4
BEFORE: Final = 7
"""The number of actions that are the same in both worlds."""
THEN, LATER, MUCH_LATER, ASKED = (f"2026-03-04T0{hour}:06:07.000008Z" for hour in (5, 6, 7, 8))
TITLES: Final = ("dungeon-raiders", "runebound")


class Clock:
    """The clock of a world."""

    def __init__(self) -> None:
        self.time = THEN

    def __call__(self) -> str:
        return self.time


class Delayed(World):
    """A world, its clock, and an account without a seat."""

    clock: Clock
    stranger: Person

    def person(self, viewer: Viewer) -> Person:
        return self.stranger if viewer.seat is None else self.people[viewer.seat]

    def list_all(self) -> None:
        """Brings the lists of games and of disputes up to date."""
        self.list_games()
        engine = open_engine(self.app.extensions["delvebook"].settings.projections_url)
        Projector(engine, DisputesProjection(), self.application.page_reader()).catch_up()
        engine.dispose()


def world_in(home: Path, *, game: str = "", people: list[str] | None = None) -> Delayed:
    """Returns a service over that store, with the people of these tokens."""
    clock = Clock()
    app = service_in(home, seed="delay", now=clock)
    made = Delayed(app, [Person(app, token=token) for token in people or ()], game, "delay")
    for person in made.people:
        person.id = body_of(person.get("/v1/accounts/me"))["id"]
    made.clock = clock
    return made


@contextmanager
def two_worlds(title: str, **terms: Any) -> Iterator[tuple[Delayed, Delayed]]:
    """Returns one game with a delay, and the same game with other last actions."""
    ruleset = get_ruleset(title)
    seats = max(2, ruleset.seats_min)
    with TemporaryDirectory(prefix="dvdelay") as directory:
        homes = Path(directory, "first"), Path(directory, "second")
        first = world_in(homes[0])
        people = [Person(first.app, f"person {seat}") for seat in range(seats)]
        stranger = Person(first.app, "Stranger")
        terms.setdefault("spectator_delay", {"actions": DELAY})
        first.game = people[0].opens_game(ruleset=title, seats=seats, **terms)
        for seat, person in enumerate(people):
            person.sits(first.game, seat=seat, nonce=nonce_of(str(seat)))
        for seat, person in enumerate(people):
            person.shows(first.game, nonce_of(str(seat)))
        people[0].starts(first.game)
        first.people = people
        play(first, BEFORE, "both")
        first.list_all()  # The log of games makes its keys now, so that they are the same in both.
        first.app.extensions["delvebook"].close()
        shutil.copytree(*homes)
        tokens = [str(person.token) for person in (*people, stranger)]
        worlds = [world_in(home, game=first.game, people=tokens) for home in homes]
        for world in worlds:
            world.stranger = world.people.pop()
        worlds[0].clock.time, worlds[1].clock.time = LATER, MUCH_LATER
        play(worlds[0], DELAY, "first")
        play(worlds[1], DELAY, "second")
        leave_and_dispute(worlds[1])
        for world in worlds:
            world.clock.time = ASKED
            world.list_all()
        try:
            yield worlds[0], worlds[1]
        finally:
            for world in worlds:
                world.app.extensions["delvebook"].close()


def play(world: World, actions: int, seed: str) -> None:
    """Takes this many random actions."""
    chance = Tape(seed_of(f"delay/{seed}"))
    for number in range(actions):
        assert act_by_chance(world, chance, number if seed == "both" else 100 + number)


def leave_and_dispute(world: World) -> None:
    """Has the last player leave the seat to a bot, and the first one file a dispute."""
    left = world.people[-1].delete(f"/v1/games/{world.game}/seats/{len(world.people) - 1}")
    assert left.status_code == 200, left.text
    filed = world.people[0].post(f"/v1/games/{world.game}/disputes", {"event": 3, "claim": "this is wrong"})
    assert filed.status_code == 201, filed.text


def all_questions(world: Delayed) -> Iterator[Ask]:
    """Yields every request and every attempt of a person without a seat."""
    yield from questions(world, SPECTATOR)
    path, n = f"/v1/games/{world.game}", world.whole().stream.version
    me = world.people[0].id
    for at in range(n - 12, n + 3):
        yield "GET", f"{path}/events/{at}", None, {}
    for query in (f"?player={me}", f"?waiting_for={me}", "?status=running", "?limit=1"):
        yield "GET", f"/v1/games{query}", None, {}
    for where in ("head", f"events?after={n - 5}", f"events?after={n}", "verification", "record?format=text"):
        yield "GET", f"{path}/{where}", None, {}
    yield "GET", f"{path}/record", None, {"Accept-Encoding": "gzip"}
    yield "GET", "/v1/disputes", None, {}
    yield "GET", f"/v1/disputes?game={world.game}", None, {}
    for dispute in range(n - 3, n + 4):
        yield "GET", f"/v1/disputes/{world.game}.{dispute}", None, {}
    for where in ("resignations", "end-proposals", "rematches", "take-backs", "nonces", "seats", "start", "abort"):
        yield "POST", f"{path}/{where}", {"nonce": nonce_of("x")} if where == "nonces" else {}, {}
    yield "POST", f"{path}/seats", {"seat": len(world.people) - 1}, {}
    yield "POST", f"{path}/seats", {"seat": 0, "bot": "random"}, {}
    for seat in range(len(world.people) + 1):
        yield "DELETE", f"{path}/seats/{seat}", None, {}
    yield "POST", f"{path}/invitations", {"account": me}, {}
    yield "POST", f"{path}/forks", {"event": n}, {}
    yield "POST", f"{path}/disputes", {"event": n, "claim": "?"}, {}
    yield "POST", "/v1/actions", {"actions": [{"game": world.game, "decision": n, "action": {"type": "x"}}]}, {}
    yield "GET", "/v1/notices", None, {}


def bytes_of(world: Delayed, person: Person, ask: Ask) -> tuple[int, dict[str, str], bytes]:
    """Returns the answer as it is sent."""
    method, path, body, headers = ask
    more = {} if body is None else {"json": body}
    response = person.send(method, path, headers={**headers, "X-Request-ID": "r"}, **more)
    return response.status_code, {key: value for key, value in response.headers.items() if key != "Date"}, response.data


def streamed(world: Delayed, person: Person, path: str, media_type: str) -> bytes:
    """Returns the lines of a stream before it waits."""
    response = person.get(path, headers={"Accept": media_type}, buffered=False)
    chunk = next(iter(response.response))
    response.close()
    return chunk if isinstance(chunk, bytes) else chunk.encode()


@pytest.mark.parametrize("ruleset", TITLES)
@pytest.mark.long_for("runebound", "the-descent")
def test_who_has_no_seat_learns_nothing_of_what_is_held_back(ruleset: str) -> None:
    with two_worlds(ruleset) as (world, other):
        assert [event.type for event in world.events()] != [event.type for event in other.events()]
        asks = list(all_questions(world))
        for who in ("stranger", "nobody"):
            first, second = (one.stranger if who == "stranger" else Person(one.app) for one in (world, other))
            for ask in asks if who == "stranger" else (ask for ask in asks if ask[0] == "GET"):
                told = bytes_of(world, first, ask)
                assert told == bytes_of(other, second, ask), f"{who} is told more by {ask[:3]}"
                assert told[0] in (*range(200, 500), 503), (ask, told)  # 503: there is no Redis here
            for media_type in ("application/x-ndjson", "text/event-stream"):
                for query in ("", "?after=0", f"?after={BEFORE}&lang=en"):
                    path = f"/v1/games/{world.game}/stream{query}"
                    heard = [streamed(one, who_, path, media_type) for one, who_ in ((world, first), (other, second))]
                    assert heard[0] == heard[1], f"{who} hears more in {path}"


def test_the_seats_see_at_once_what_nobody_else_sees() -> None:
    """The comparison above finds a visible difference."""
    with two_worlds("dungeon-raiders") as (world, other):
        ask: Ask = ("GET", f"/v1/games/{world.game}", None, {})
        seen = [json.loads(bytes_of(one, one.people[0], ask)[2]) for one in (world, other)]
        shown = body_of(world.stranger.get(f"/v1/games/{world.game}"))
        listed = {one["id"]: one for one in body_of(world.people[0].get("/v1/games"))["games"]}[world.game]

    assert seen[0] != seen[1]
    assert seen[0]["action_count"] == listed["action_count"] == BEFORE + DELAY
    assert shown["action_count"] == BEFORE
    assert shown["n"] < seen[0]["n"]


def test_without_the_delay_the_same_worlds_are_told_apart() -> None:
    with two_worlds("dungeon-raiders", spectator_delay=None) as (world, other):
        asks = list(all_questions(world))
        differ = [ask for ask in asks if bytes_of(world, world.stranger, ask) != bytes_of(other, other.stranger, ask)]

    assert len(differ) > len(asks) // 4
