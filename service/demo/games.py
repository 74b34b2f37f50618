"""
The demo: whole games over HTTP, played by bots and by scripted people, then exported and verified.

It uses only the HTTP API, and finds all registered titles by itself.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from delvebook.client import Client, ConflictError, Game
from delvebook.client.models import Game as SeenGame
from delvebook.domain.canonical import sha256_hex
from delvebook.domain.errors import InvalidOptionsError
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.tape import Tape
from delvebook.replays.verify import verify

GAME_SECONDS_MAX: Final = 600
ASK_SECONDS: Final = 0.03


@dataclass
class DemoGame:
    """One game to play, and its results."""

    number: int
    ruleset: str
    seats: int
    options: Mapping[str, object]
    people: int
    id: str = ""
    n: int = 0
    seconds: float = 0.0
    reason: str = ""
    winners: Sequence[int] = ()
    record: Path | None = None
    is_verified: bool = False
    flip: str = ""
    flip_line: int = 0
    is_flip_found: bool = False


def plan(rulesets: Sequence[dict[str, Any]], *, games: int) -> list[DemoGame]:
    """
    Returns the games to play: for every title each seat count and each value of every enumerable option, repeatedly.

    Args:
        rulesets: Rulesets, as in `GET /v1/rulesets/{id}`.
        games: The smallest number of games.
    """
    planned: list[DemoGame] = []
    lap = 0
    while True:
        for ruleset in rulesets:
            for seats, options in _variants(ruleset, lap):
                people = len(planned) % 3 if seats > 1 else len(planned) % 2
                planned.append(DemoGame(len(planned), ruleset["ruleset"], seats, options, people))
        if len(planned) >= games or not planned:
            return planned
        lap += 1


def _variants(ruleset: dict[str, Any], lap: int) -> Iterator[tuple[int, dict[str, object]]]:
    """Yields the fewest games that cover every seat count and option value, paired differently in each lap."""
    properties: dict[str, Any] = ruleset["options"].get("properties", {})
    title = get_ruleset(ruleset["ruleset"])
    values = {
        name: [value for value in schema["enum"] if value is not None]
        for name, schema in properties.items()
        if len(schema.get("enum", ())) > 1 and name not in title.brief_options
    }
    counts = list(range(ruleset["seats"]["min"], ruleset["seats"]["max"] + 1))
    for turn in range(max([len(counts), *(len(choices) for choices in values.values())])):
        seats = counts[turn % len(counts)]
        options = dict(title.brief_options)
        for name, choices in values.items():
            choice = choices[(turn + lap) % len(choices)]
            if _goes_together(title, {**options, name: choice}, seats):
                options[name] = choice
        yield seats, options


def _goes_together(title: AnyRuleset, options: dict[str, object], seats: int) -> bool:
    try:
        title.parse_options(options, seats=seats)
    except InvalidOptionsError:
        return False
    return True


def play_all(
    url: str, games: Sequence[DemoGame], *, output: Path, together: int, on_done: Callable[[DemoGame], None]
) -> None:
    """Plays the games, some at a time. Writes their records to `output`, verifies them, and forges one byte of each."""
    output.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(together) as pool:
        for done in pool.map(lambda game: _play_and_check(url, game, output), games):
            on_done(done)


def _play_and_check(url: str, game: DemoGame, output: Path) -> DemoGame:
    started = time.monotonic()
    with Client(url) as host:
        name = f"demo-{sha256_hex(f'{time.time_ns()}/{game.number}'.encode())[:12]}"
        host.register(f"{name}-host")
        people = [f"{name}-{seat}" for seat in range(game.people)]
        bots = {seat: ("greedy", "random")[seat % 2] for seat in range(game.people, game.seats)}
        made = host.create_game(game.ruleset, seats=game.seats, options=game.options, bots=bots)
        game.id = made.id
        with ExitStack() as stack:
            clients = [stack.enter_context(Client(url)) for _ in people]
            for seat, (client, person) in enumerate(zip(clients, people, strict=True)):
                client.register(person)
                client.game(game.id).sit(seat)
            for client in clients:
                client.game(game.id).show_nonce()
            made.start()
            play_together(clients, game.id)
        final = wait_for_end(made)
        game.n = final.n
        if final.outcome is not None:
            game.reason, game.winners = final.outcome.reason, final.outcome.winners
        game.seconds = time.monotonic() - started
        record = made.record().read()
    game.record = output / f"{game.number:03d}-{game.ruleset.partition('@')[0]}-{game.seats}-seats.jsonl"
    game.record.write_bytes(record)
    _check(game, record)
    return game


def play_together(clients: Sequence[Client], game: str) -> None:
    """Plays the clients' seats to the end of the game, each in its own thread."""
    players = [threading.Thread(target=play_seat, args=(client.game(game),)) for client in clients]
    for player in players:
        player.start()
    for player in players:
        player.join()


def play_seat(game: Game) -> None:
    """Plays a seat like a scripted person, who chooses one of the legal actions until the game is over."""
    for offer in game.decisions():
        chance = Tape(f"{game.id}/{offer.seat}/{offer.decision}".encode())
        with suppress(ConflictError):  # Another seat was faster; the game asks again.
            game.act(chance.choose(offer.actions, "action"), decision=offer.decision)


def wait_for_end(game: Game) -> SeenGame:
    """
    Waits until the game is over. Returns it.

    Raises:
        TimeoutError
    """
    deadline = time.monotonic() + GAME_SECONDS_MAX
    while (now := game.look()).status == "running":
        if time.monotonic() > deadline:
            raise TimeoutError(f"game {game.id} was not over after {GAME_SECONDS_MAX} s; it stands at event {now.n}")
        game.wait(after=now.n)
    return now


def _check(game: DemoGame, record: bytes) -> None:
    """Verifies the record, then flips one bit in its middle and checks that verification fails."""
    report = verify(record)
    game.is_verified = report.holds and report.level("replay").status == "holds"
    forged = bytearray(record)
    place = forged.index(b'"state":"', len(forged) // 2) + len(b'"state":"')
    forged[place] ^= 1
    found = verify(bytes(forged)).first
    game.flip_line = bytes(forged[:place]).count(b"\n") + 1
    game.flip = "" if found is None else found.sentence
    game.is_flip_found = found is not None and found.line == game.flip_line
