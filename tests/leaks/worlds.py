"""
Two worlds that differ only in what one viewer may not know.

The first is a real game, played over HTTP on a real store. The second has another seed, and from it other
salts, digests and hashes throughout; under every envelope the viewer cannot open lies something else; and at
every moment of the game the state is one that the title dealt again from the viewer's own view.
"""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64encode, urlsafe_b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from uuid import UUID

from flask import Flask

from delvebook.domain.aggregate import GameSnapshot
from delvebook.domain.canonical import commitment, decode, event_hash, jcs
from delvebook.domain.envelopes import envelope_digest, envelope_salt
from delvebook.domain.errors import InvalidOptionsError
from delvebook.domain.events import SeatTaken
from delvebook.domain.game import Game
from delvebook.domain.game_event import FIRST_PREV, GameEvent, StoredEnvelope
from delvebook.domain.playout import seed_of
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import SPECTATOR, Viewer, seat_viewer
from delvebook.projections.lobby.projection import LobbyProjection
from delvebook.projections.lobby.reader import LobbyReader
from delvebook.projections.projector import Projector
from delvebook.service.api.app import create_app
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from delvebook.service.identity.family_roles import PARTY
from delvebook.service.wiring import build_accounts, build_services, log_writer
from tests.domain.seating import nonce_of
from tests.servers import empty_database
from tests.service.api.house import FakeSignal, Person, bring_trail_up
from tests.service.api.roads import open_lane
from tests.stores import prepare

NOW: Final = "2026-03-04T05:06:07.000008Z"
MOMENTS: Final = (5, 8, 12, 17, 23)
CIPHER_KEY: Final = b64encode(b"k" * 32).decode()
MASKED_KEYS: Final = ("hash", "prev", "head", "digest", "salt", "commitment", "state")
"""Digests, hashes and salts: they commit to the secrets, so they must differ."""
_HEX: Final = re.compile(r"[0-9a-f]{32}|[0-9a-f]{64}")


@dataclass
class World:
    """A service with one game, and its players. `server` is its PostgreSQL, empty for SQLite."""

    app: Flask
    people: list[Person]
    game: str
    seed: str
    server: str = ""

    @property
    def application(self) -> Any:
        return self.app.extensions["delvebook"].use.application

    def whole(self) -> Game:
        """The game with all its secrets."""
        with self.application.reading(UUID(self.game)) as game:
            return Game.from_snapshot(game.id, decode(jcs(game.to_snapshot())))

    def events(self) -> list[GameEvent]:
        return list(self.application.all_events_of(UUID(self.game)))

    def person(self, viewer: Viewer) -> Person:
        """Returns the person who is this viewer. A spectator has no token."""
        return Person(self.app) if viewer.seat is None else self.people[viewer.seat]

    def list_games(self) -> None:
        """Brings the list of games and the audit trail up to date."""
        engine = open_engine(self.app.extensions["delvebook"].settings.projections_url)
        Projector(engine, LobbyProjection(), self.application.page_reader()).catch_up()
        services = self.app.extensions["delvebook"]
        writer = log_writer(services.settings, engine, self.application, now=lambda: NOW)
        while writer.step().has_more:
            pass
        engine.dispose()
        bring_trail_up(self.app)

    def forget(self) -> None:
        """Removes the games from memory, so that the next request reads the store."""
        self.application.kept.clear()

    def keep_every_moment(self) -> None:
        """Stores a snapshot of every moment from the start on, as in a second world."""
        game = UUID(self.game)
        found = (self.application.game_at(game, event.n) for event in self.events())
        self.application._snapshots._store.put(
            [
                GameSnapshot(game, one.stream.version, decode(jcs(one.to_snapshot())))
                for one in found
                if one.table is not None
            ]
        )

    def trail(self) -> list[dict[str, Any]]:
        """Returns the whole audit trail, as an operator reads it."""
        bring_trail_up(self.app)
        log = self.app.extensions["delvebook"].audit
        return list(log.all_entries(upto=log.last()))


def service_in(home: Path, *, seed: str, database_url: str = "", now: Callable[[], str] = lambda: NOW) -> Flask:
    """
    A service whose clock stands, and whose accounts are the same for the same seed; its store is encrypted.

    `now` moves its clock.
    """
    numbers = iter(range(1, 10**9))
    settings = Settings(
        home=home,
        database_url=database_url,
        secret="cd" * 32,
        cipher_key=CIPHER_KEY,
        rate_limit="",
        accounts_limit="",
        snapshot_every=10**6,
        poll_seconds=1,
        log_origin="leaks.example/log",
    )
    prepare(settings)
    engine = open_engine(settings.projections_url)
    services = build_services(
        settings,
        signal=FakeSignal(),
        now=now,
        random_bytes=lambda count: hashlib.shake_256(f"{seed}/{next(numbers)}".encode()).digest(count),
        lobby=LobbyReader(engine),
    )
    app = create_app(replace(services, closers=[*services.closers, engine.dispose]))
    open_lane(app)
    return app


@contextmanager
def played(
    title: str,
    *,
    seats: int,
    options: dict[str, Any],
    actions: int,
    seed: str,
    visibility: str = "public",
    server: str = "",
    players: int | None = None,
) -> Iterator[World]:
    """
    Plays a random game of this many actions, or until just before its end. `server` is a PostgreSQL.

    With `players`, only that many seats are people's, from the first on. Bots have the others.
    """
    with TemporaryDirectory(prefix="dvworld") as directory, database_of(server) as database_url:
        app = service_in(Path(directory), seed=seed, database_url=database_url)
        people = [Person(app, f"person {seat}") for seat in range(seats if players is None else players)]
        bots = [{"seat": seat, "bot": "random"} for seat in range(len(people), seats)]
        game = people[0].opens_game(ruleset=title, seats=seats, options=options, visibility=visibility, bots=bots)
        world = World(app, people, game, seed, server)
        words = {"invite": invite_of(world)} if visibility == "private" else {}
        for seat, person in enumerate(people):
            person.sits(game, seat=seat, nonce=nonce_of(str(seat)), **words)
        for seat, person in enumerate(people):
            person.shows(game, nonce_of(str(seat)))
        people[0].starts(game)
        chance = Tape(seed_of(f"play/{seed}"))
        for number in range(actions):
            if not act_by_chance(world, chance, number):
                break
        try:
            yield world
        finally:
            app.extensions["delvebook"].close()


@contextmanager
def database_of(server: str) -> Iterator[str]:
    """A database of its own on the PostgreSQL; without one, none, so that SQLite is used."""
    if not server:
        yield ""
        return
    with empty_database(server) as url:
        yield url


def invite_of(world: World) -> str:
    """Returns the word of a private game."""
    return str(world.people[0].sees(world.game)["invite"])


def act_by_chance(world: World, chance: Tape, number: int) -> bool:
    """Takes one action of a seat that may act. Returns False if the game would be over after it."""
    before = world.whole()
    table = before.get_table()
    people, owing = range(len(world.people)), table.to_act()
    seat = chance.choose(
        [one for one in range(len(before.lifecycle.seats)) if table.legal(one) and (one in people or one in owing)],
        "who",
    )
    action = chance.choose(table.legal(seat), "what")
    decision = table.open_decision(seat)
    before.act(seat, decision=decision, action=action, at=NOW)
    if before.lifecycle.is_over:
        return False
    if seat not in people:
        assert world.app.extensions["delvebook"].use.playing.play_bot(before.id, seat=seat, decision=decision)
        return True
    path = f"/v1/games/{world.game}/actions"
    answer = world.people[seat].post(path, {"decision": decision, "action": action}, key=f"action-{number}")
    assert answer.status_code == 201, answer.text
    return True


@contextmanager
def other_world(first: World, viewer: Viewer, *, seed: str) -> Iterator[World]:
    """Returns a world that is the same to the viewer, and differs in everything they may not know."""
    with TemporaryDirectory(prefix="dvother") as directory, database_of(first.server) as database_url:
        app = service_in(Path(directory), seed=first.seed, database_url=database_url)
        people = [Person(app, f"person {seat}") for seat in range(len(first.people))]
        assert [person.token for person in people] == [person.token for person in first.people]
        other = World(app, people, first.game, first.seed, first.server)
        game, events = first.whole(), first.events()
        chosen = seed_of(f"other/{seed}")
        rewritten = rewrite(events, viewer, seed=chosen)
        application = other.application
        application._events.put(rewritten)
        accounts, _, roles = build_accounts(app.extensions["delvebook"].settings)
        family = UUID((game.lifecycle.created.get("parent") or {"game": str(game.id)})["game"])
        for event in rewritten:
            if isinstance(event, SeatTaken) and event.data["player"] is not None:
                roles.claim(family, event.data["player"], PARTY)
        accounts.close()
        chance = Tape(seed_of(f"determinize/{seed}"))
        moments = [n for n in range(1, len(events) + 1) if first.application.game_at(game.id, n).table is not None]
        application._snapshots._store.put(
            [
                GameSnapshot(game.id, n, snapshot_of(first, n, viewer, rewritten, seed=chosen, chance=chance))
                for n in moments
            ]
        )
        try:
            yield other
        finally:
            app.extensions["delvebook"].close()


def rewrite(events: list[GameEvent], viewer: Viewer, *, seed: bytes) -> list[GameEvent]:
    """Returns the events under another seed, with other contents in every envelope closed to the viewer."""
    known = seen_envelopes(events, viewer)
    made: list[GameEvent] = []
    prev = FIRST_PREV
    for event in events:
        sealed = []
        for i, envelope in enumerate(event.sealed):
            content = envelope.content if (event.n, i) in known else {"elsewhere": f"{event.n}/{i}"}
            content = resalt(content, seed)
            digest = envelope_digest(envelope_salt(seed, n=event.n, i=i), content)
            sealed.append(StoredEnvelope(list(envelope.audience), digest, content))
        data = dict(event.data)
        metadata = dict(event.metadata)
        if event.n == 1:
            data["commitment"] = commitment(seed)
            metadata["seed"] = seed.hex()
        if "state" in data:
            data["state"] = hashlib.sha256(b"state/%d" % event.n + seed).hexdigest()
        changed = type(event)(
            originator_id=event.originator_id,
            originator_version=event.n,
            at=event.at,
            by=event.by,
            data=data,
            prev=prev,
            hash="",
            sealed=sealed,
            opens=resalt(event.opens, seed),
            metadata=metadata,
        )
        prev = event_hash(changed.to_record(SPECTATOR, seed=seed))
        made.append(replace(changed, hash=prev))
    return made


def seen_envelopes(events: list[GameEvent], viewer: Viewer) -> set[tuple[int, int]]:
    """Returns the envelopes open to the viewer: their own, those opened to all, and those opened inside either."""
    known: set[tuple[int, int]] = set()

    def open_all(value: Any) -> None:
        if isinstance(value, dict):
            if {"n", "i", "salt", "content"} <= value.keys():
                known.add((value["n"], value["i"]))
            for item in value.values():
                open_all(item)
        elif isinstance(value, list):
            for item in value:
                open_all(item)

    for event in events:
        open_all(event.opens)
        for i, envelope in enumerate(event.sealed):
            if viewer.may_open(envelope.audience):
                known.add((event.n, i))
                open_all(envelope.content)
    return known


def resalt(value: Any, seed: bytes) -> Any:
    """Returns the value with every opening's salt made from the seed."""
    if isinstance(value, dict):
        changed = {key: resalt(item, seed) for key, item in value.items()}
        if {"n", "i", "salt", "content"} <= changed.keys():
            changed["salt"] = envelope_salt(seed, n=changed["n"], i=changed["i"])
        return changed
    return [resalt(item, seed) for item in value] if isinstance(value, list) else value


def snapshot_of(
    first: World, n: int, viewer: Viewer, rewritten: list[GameEvent], *, seed: bytes, chance: Tape
) -> dict[str, Any]:
    """Returns the second world's game as it stood after event `n`."""
    game = first.application.game_at(UUID(first.game), n)
    snapshot: dict[str, Any] = decode(jcs(game.to_snapshot()))
    view = decode(jcs(game.ruleset.view(game.get_table().state, viewer)))
    snapshot["seed"] = seed.hex()
    snapshot["stream"]["head"] = rewritten[n - 1].hash
    snapshot["lifecycle"]["created"] = rewritten[0].data
    snapshot["table"]["state"] = decode(jcs(game.ruleset.determinize(view, chance=chance)))
    snapshot["table"]["hidden"] = {
        key: [at, i, rewritten[at - 1].sealed[i].content] for key, (at, i, _) in snapshot["table"]["hidden"].items()
    }
    return snapshot


def viewers_of(world: World) -> list[Viewer]:
    """Returns every seat, and a spectator."""
    return [*(seat_viewer(seat) for seat in range(len(world.people))), SPECTATOR]


def masked(value: Any) -> Any:
    """Returns the value without digests, hashes, salts and signatures. The contents of receipts stay."""
    if isinstance(value, dict):
        return {
            key: "#"
            if key in MASKED_KEYS and isinstance(item, str) and _HEX.fullmatch(item)
            # Each service has keys of its own, so the key's name and the signature differ.
            else masked(said_by(item))
            if key == "receipt" and isinstance(item, str)
            # The root and the signature of the log of games commit to the hashes of events; so do the proofs.
            else [*item.split("\n")[:2], len(item)]
            if key == "checkpoint" and isinstance(item, str)
            else len(item)
            if key == "path" and isinstance(item, list)
            else masked(item)
            for key, item in value.items()
        }
    return [masked(item) for item in value] if isinstance(value, list) else value


def said_by(receipt: str) -> Any:
    """Returns the contents of a receipt, without its signature."""
    return json.loads(urlsafe_b64decode(receipt.split(".")[1] + "=="))


@contextmanager
def differing(title: str) -> Iterator[tuple[World, World]]:
    """Returns two worlds that are the same to a spectator, at a moment when their states differ."""
    ruleset = get_ruleset(title)
    seats = max(ruleset.seats_min, min(3, ruleset.seats_max))
    for actions in MOMENTS:
        with (
            played(title, seats=seats, options={}, actions=actions, seed="differ") as world,
            other_world(world, SPECTATOR, seed="differ") as other,
        ):
            if world.whole().get_table().state != other.whole().get_table().state:
                yield world, other
                return
    raise AssertionError(f"{title} deals a spectator the same state at each of {MOMENTS}")


def options_of(title: str, *, seats: int, choose: Callable[[list[Any]], Any]) -> dict[str, Any]:
    """Returns random options that go together and with this many seats. Others stay at their defaults."""
    ruleset = get_ruleset(title)
    options = {name: choose(values) for name, values in ruleset.option_values().items()}
    while True:
        try:
            ruleset.parse_options(options, seats=seats)
        except InvalidOptionsError as error:
            for name in error.details["fields"]:
                del options[name]
        else:
            return options
