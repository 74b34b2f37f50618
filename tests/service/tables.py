"""A service over a store, with a clock that stands still unless it is moved, and games for tests."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from delvebook.domain.bots import random_bot
from delvebook.domain.tape import Tape, nonce_commitment
from delvebook.domain.viewers import seat_viewer
from delvebook.service.base.settings import Settings
from delvebook.service.identity.caller import FILE, PLAY, Caller
from delvebook.service.identity.signing import Receipts
from delvebook.service.store.games import GameRepository
from delvebook.service.usecases.use_cases import UseCases, assemble
from delvebook.service.usecases.visibility import Look
from delvebook.workers.wiring import open_projectors
from tests.domain.seating import nonce_of
from tests.stores import prepare

TITLE = "dungeon-raiders"


class Ticking:
    """A clock that moves on by a second each time it is asked."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

    def __call__(self) -> str:
        self.moment += timedelta(seconds=1)
        return self.moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def pass_time(service: UseCases, seconds: int) -> None:
    """Sets the service's clock forward."""
    service.playing._now.moment += timedelta(seconds=seconds)  # type: ignore[attr-defined]


def numbered_bytes(first: int = 1) -> Callable[[int], bytes]:
    """Bytes that are different each time and the same in every run."""
    numbers = itertools.count(first)
    return lambda count: Tape(b"%d" % next(numbers)).below(2**32, "bytes").to_bytes(4, "big") * (count // 4)


def open_service(
    settings: Settings,
    *,
    create_tables: bool = True,
    on_commit: Callable[[int], None] | None = None,
    random_bytes: Callable[[int], bytes] | None = None,
    receipts: Receipts | None = None,
    on_look: Look = lambda *_: None,
) -> UseCases:
    """A service of its own over the store; several of them share `random_bytes`, as processes share the world's."""
    application = GameRepository(prepare(settings) if create_tables else settings, on_commit=on_commit)
    chance = numbered_bytes() if random_bytes is None else random_bytes
    return assemble(
        application, now=Ticking(), random_bytes=chance, secret=b"s" * 32, receipts=receipts, on_look=on_look
    )


def player(name: str) -> Caller:
    return Caller(account=name, scopes=frozenset({PLAY, FILE}), token=f"token-of-{name}")


def seated_game(service: UseCases, players: list[str], *, title: str = TITLE, **terms: object) -> UUID:
    """A running game with these players on its seats, in order."""
    body = service.games.create(
        player(players[0]), ruleset=title, seats=len(players), options={}, bots={}, **terms
    ).game
    game = UUID(body["id"])
    for seat, name in enumerate(players):
        promise = nonce_commitment(game=str(game), player=name, nonce=nonce_of(name))
        service.games.take_seat(player(name), game, seat=seat, nonce_commitment=promise)
    for name in players:
        service.games.reveal_nonce(player(name), game, nonce=nonce_of(name))
    service.games.start(player(players[0]), game)
    return game


def asked(service: UseCases, game_id: UUID, name: str) -> dict[str, Any]:
    """Returns the player's legal actions. The others play until it is the player's turn."""
    while not (offer := service.playing.actions(player(name), game_id))["owed"]:
        assert play_on(service, game_id, actions=1)
    return offer


def play_on(service: UseCases, game_id: UUID, *, actions: int) -> int:
    """Plays this many random actions. Returns the number of actions before the end."""
    for done in range(actions):
        with service.application.reading(game_id) as game:
            owing = game.to_act()
            if not owing:
                return done
            seat = owing[0]
            table = game.get_table()
            legal = table.legal(seat)
            view = game.ruleset.view(table.state, seat_viewer(seat))
            action = random_bot(view, legal, chance=Tape(game.stream.head.encode()))
            decision = table.decisions[seat]
            name = game.lifecycle.seats[seat].player
        service.playing.act(player(str(name)), game_id, decision=decision, action=action)
    return actions


def run_together(jobs: list[Callable[[], Any]]) -> list[Any]:
    """Runs the jobs at the same time. Returns their results, or the errors that they raised."""
    results: list[Any] = [None] * len(jobs)
    gate = threading.Barrier(len(jobs))

    def run(index: int) -> None:
        gate.wait()
        try:
            results[index] = jobs[index]()
        except Exception as error:  # noqa: BLE001
            results[index] = error

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def follow(settings: Settings) -> None:
    """Brings the read models and the log of games up to date, as the follower does."""
    with open_projectors(settings) as (projectors, log):
        for projector in projectors:
            projector.catch_up()
        while log.step().has_more:
            pass
