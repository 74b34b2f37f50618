"""
The demo: whole games over HTTP, played by bots and by scripted people, then exported and verified.

It uses only the HTTP API, and finds every registered title by itself.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from delvebook.domain.canonical import sha256_hex
from delvebook.domain.errors import InvalidOptionsError
from delvebook.domain.ruleset import Ruleset
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.tape import Tape
from delvebook.replays.verify import verify
from delvebook.service.client import ApiError, Client

GAME_SECONDS_MAX: Final = 600
ASK_SECONDS: Final = 0.03
STALE: Final = ("action/stale", "action/not_now", "game/finished")


@dataclass
class DemoGame:
    """One game to play, and what came of it."""

    number: int
    ruleset: str
    seats: int
    options: dict[str, Any]
    people: int
    id: str = ""
    n: int = 0
    seconds: float = 0.0
    outcome: dict[str, Any] = field(default_factory=dict)
    record: Path | None = None
    is_verified: bool = False
    flip: str = ""
    flip_line: int = 0
    is_flip_found: bool = False


def plan(rulesets: Sequence[dict[str, Any]], *, games: int) -> list[DemoGame]:
    """
    The games to play: for every title each seat count and each value of every enumerable option, then again.

    Args:
        rulesets: As `GET /v1/rulesets/{id}` tells them.
        games: At least this many games.
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


def _variants(ruleset: dict[str, Any], lap: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """The fewest games that cover every seat count and option value, paired differently in each lap."""
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


def _goes_together(title: Ruleset, options: dict[str, Any], seats: int) -> bool:
    try:
        title.parse_options(options, seats=seats)
    except InvalidOptionsError:
        return False
    return True


def play_all(
    url: str, games: Sequence[DemoGame], *, output: Path, together: int, on_done: Callable[[DemoGame], None]
) -> None:
    """Plays the games, some at a time; writes their records to `output`, verifies them, and forges one byte of each."""
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
        bots = [{"seat": seat, "bot": ("greedy", "random")[seat % 2]} for seat in range(game.people, game.seats)]
        made = host.post(
            "/v1/games", {"ruleset": game.ruleset, "seats": game.seats, "options": game.options, "bots": bots}
        )
        game.id = made["game"]["id"]
        seated = [_sit_down(url, game.id, person, seat) for seat, person in enumerate(people)]
        tokens = [_show_nonce(url, game.id, token, nonce) for token, nonce in seated]
        host.post(f"/v1/games/{game.id}/start")
        players = [threading.Thread(target=play_seat, args=(url, game.id, token)) for token in tokens]
        for player in players:
            player.start()
        for player in players:
            player.join()
        final = wait_for_end(host, game.id)
        game.n, game.outcome = final["n"], final["outcome"]
        game.seconds = time.monotonic() - started
        record = host.lines(f"/v1/games/{game.id}/record")
    game.record = output / f"{game.number:03d}-{game.ruleset.partition('@')[0]}-{game.seats}-seats.jsonl"
    game.record.write_bytes(record)
    _check(game, record)
    return game


def _sit_down(url: str, game: str, person: str, seat: int) -> tuple[str, str]:
    """The person's token, and the nonce that they have committed to."""
    with Client(url) as client:
        token = client.register(person)
        return token, client.sit(game, seat=seat)


def _show_nonce(url: str, game: str, token: str, nonce: str) -> str:
    with Client(url, token=token) as client:
        client.show(game, nonce)
    return token


def play_seat(url: str, game: str, token: str) -> None:
    """A scripted person: looks at the legal actions, and chooses one, until the game is over."""
    deadline = time.monotonic() + GAME_SECONDS_MAX
    with Client(url, token=token) as client:
        while time.monotonic() < deadline:
            offer = client.get(f"/v1/games/{game}/actions")
            if not offer["owed"]:
                if client.get(f"/v1/games/{game}")["status"] != "running":
                    return
                time.sleep(ASK_SECONDS)
                continue
            chance = Tape(f"{game}/{offer['seat']}/{offer['decision']}".encode())
            action = chance.choose(offer["actions"], "action")["action"]
            try:
                client.post(f"/v1/games/{game}/actions", {"decision": offer["decision"], "action": action})
            except ApiError as refused:
                if refused.problem.get("code") not in STALE:
                    raise


def wait_for_end(client: Client, game: str) -> dict[str, Any]:
    """
    The game as it stands when it is over.

    Raises:
        TimeoutError
    """
    deadline = time.monotonic() + GAME_SECONDS_MAX
    while (now := client.get(f"/v1/games/{game}"))["status"] == "running":
        if time.monotonic() > deadline:
            raise TimeoutError(f"game {game} was not over after {GAME_SECONDS_MAX} s; it stands at event {now['n']}")
        time.sleep(ASK_SECONDS * 5)
    return dict(now)


def _check(game: DemoGame, record: bytes) -> None:
    """Verifies the record, then flips one bit in its middle and has that found."""
    report = verify(record)
    game.is_verified = report.holds and report.level("replay").status == "holds"
    forged = bytearray(record)
    place = forged.index(b'"state":"', len(forged) // 2) + len(b'"state":"')
    forged[place] ^= 1
    found = verify(bytes(forged)).first
    game.flip_line = bytes(forged[:place]).count(b"\n") + 1
    game.flip = "" if found is None else found.sentence
    game.is_flip_found = found is not None and found.line == game.flip_line
