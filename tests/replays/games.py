"""Games and their records: short to write, and the same every time."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

from delvebook.domain.canonical import event_hash, jcs
from delvebook.domain.events import SeedRevealed
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from delvebook.domain.playout import seed_of
from delvebook.domain.ruleset import Ruleset
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import PUBLIC, SPECTATOR, Viewer, seat_viewer
from delvebook.replays.record import Head, write_record
from tests.domain.seating import close, sit

GAME = UUID("00000000-0000-4000-8000-000000000001")


def at(n: int) -> str:
    return f"2026-01-{1 + n // 86_400:02}T{n // 3600 % 24:02}:{n // 60 % 60:02}:{n % 60:02}.000000Z"


def played_game(
    *,
    ruleset: str | Ruleset = "bids@1",
    seats: int = 3,
    options: dict[str, Any] | None = None,
    seed: str = "records",
    stop_after: int | None = None,
    game: UUID = GAME,
    bot: str = "greedy",
) -> tuple[Game, list[GameEvent]]:
    """A game with all its events, played at random to its end or for `stop_after` actions; a seat looks if it may."""
    rules = get_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    made = Game.create(
        game,
        ruleset=rules,
        options=options or {},
        seats=seats,
        seed=seed_of(seed),
        by="player:host",
        at=at(1),
        terms={"visibility": "public"},
    )
    players = max(1, seats - 1)
    for seat in range(players):
        sit(made, seat, player=f"p{seat}", at=at(seat + 2))
        if seat == 0 and seats > 1:
            made.leave_seat(0, by="player:p0", at=at(2))
            sit(made, 0, player="p9", at=at(2))
    for seat in range(players, seats):
        made.put_bot(seat, bot=bot, by="player:host", at=at(21))
    close(made, at=at(22))
    made.start(by="player:host", at=at(23))
    chance = Tape(seed_of(f"players/{seed}"))
    taken = 0
    while made.lifecycle.status == "running" and taken != stop_after:
        seat = chance.choose(made.to_act(), "who")
        legal = made.get_table().legal(seat)
        action = legal[0] if legal[0]["type"] == "look" else chance.choose(legal, "what")
        if made.lifecycle.seats[seat].bot is not None:
            action = bot_choice(made, seat)
        made.act(seat, decision=made.get_table().decisions[seat], action=action, at=at(30 + taken))
        taken += 1
        if taken == 2 and made.lifecycle.status == "running" and seats > 2:
            made.replace_seat(1, bot="random", reason="left", by="player:p1", at=at(30 + taken))
            made.take_seat(1, player="p1", at=at(31 + taken))
    return made, list(made.collect_events())


def bot_choice(game: Game, seat: int) -> dict[str, Any]:
    """Returns the action that the bot on that seat plays now."""
    table = game.get_table()
    bot = game.ruleset.bot(str(game.lifecycle.seats[seat].bot))
    view = game.ruleset.view(table.state, seat_viewer(seat))
    return game.ruleset.parse_action(bot(view, table.legal(seat), chance=table.bot_chance(seat)))


def record_of(game: Game, events: list[GameEvent], viewer: Viewer = PUBLIC) -> bytes:
    lines = write_record(
        events,
        head=Head(events[-1].n, events[-1].hash),
        seed=game.seed,
        is_seed_revealed=any(isinstance(event, SeedRevealed) for event in events),
        viewer=viewer,
        exported_at=at(3000),
    )
    return b"".join(lines)


def viewers_of(game: Game) -> list[Viewer]:
    return [*(seat_viewer(seat) for seat in range(len(game.lifecycle.seats))), SPECTATOR]


def lines_of(record: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in record.splitlines()]


def to_record(lines: list[dict[str, Any]]) -> bytes:
    return b"".join(jcs(line) + b"\n" for line in lines)


def rechained(lines: list[dict[str, Any]]) -> bytes:
    """Returns the lines as a careful forger writes them: same numbers, but new links, hashes and head."""
    header, *events = lines
    prev = "0" * 64
    for event in events:
        event["prev"] = prev
        event["hash"] = prev = event_hash(event)
    header["head"] = {"n": events[-1]["n"], "hash": prev}
    return to_record(lines)


def forged(record: bytes, change: Callable[[list[dict[str, Any]]], None]) -> bytes:
    """Returns the record after a change to its lines, with a new chain."""
    lines = lines_of(record)
    change(lines)
    return rechained(lines)


def the(lines: list[dict[str, Any]], type_: str, index: int = 0) -> dict[str, Any]:
    """The event of that type in the lines of a record; of several the one with that index."""
    return [line for line in lines[1:] if line["type"] == type_][index]
