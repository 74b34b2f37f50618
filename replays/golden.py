"""
Golden games: whole games kept in the repository, whose records must verify forever.

`delvebook.replays.golden_plans` lists them. Each is one public record in the folder of its plan.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from delvebook.domain.bots import Action
from delvebook.domain.canonical import commitment
from delvebook.domain.errors import DelvebookError
from delvebook.domain.game import Game
from delvebook.domain.game_event import EventLine, GameEvent
from delvebook.domain.playout import next_choice, seed_of, turn_chance
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.table import Table
from delvebook.domain.tape import nonce_commitment
from delvebook.domain.viewers import PUBLIC
from delvebook.replays.errors import RecordError
from delvebook.replays.golden_plans import GOLDEN, GoldenPlan, PlanError, record_path
from delvebook.replays.pointers import shorten
from delvebook.replays.record import Head, read_record, write_record
from delvebook.replays.reissue import recorded_action
from delvebook.replays.report import Report
from delvebook.replays.times import later
from delvebook.replays.verify import verify

BEGINNING: Final = "2026-01-01T00:00:00.000000Z"
"""The time at which every golden game is created."""
NONCE_SECONDS: Final = 3600
"""Seconds that the players of a golden game have for showing their nonces."""


def moment(seconds: int) -> str:
    """The time that many seconds after `BEGINNING`."""
    return later(BEGINNING, seconds)


def starter(game: Game) -> str:
    """Who starts a game that the service created: its first player, or the service if every seat is a bot's."""
    players = [seat.player for seat in game.lifecycle.seats if seat.player is not None]
    return f"player:{players[0]}" if players else "service"


def ruleset_of(plan: GoldenPlan) -> AnyRuleset:
    """
    The rules that a planned game is played by.

    Raises:
        UnknownRulesetError: They are not known here.
    """
    return get_ruleset(plan.ruleset or plan.title)


def play(plan: GoldenPlan) -> tuple[Game, list[GameEvent]]:
    """
    Plays a golden game from its plan. Returns the game and its events.

    Raises:
        PlanError: An action of the script is not legal when its turn comes, or the game is over before it.
        DelvebookError: The title does not have what the plan asks for, or is broken.
    """
    ruleset = ruleset_of(plan)
    seed = seed_of(plan.seed)
    game = Game.create(
        plan.game,
        ruleset=ruleset,
        options=plan.options,
        seats=plan.seats,
        seed=seed,
        by="service",
        at=moment(0),
    )
    _seat(game, plan)
    game.start(by=starter(game), at=moment(game.stream.version))
    table = game.get_table()
    choices = _choices(plan, table)
    taken = 0
    while game.lifecycle.status == "running":
        seat, action = next(choices)
        try:
            game.act(seat, decision=table.decisions[seat], action=action, at=moment(game.stream.version))
        except DelvebookError as error:
            if taken >= len(plan.script):
                raise
            raise PlanError(f"script, action {taken}: {shorten(action)}: {error}") from None
        taken += 1
    if taken < len(plan.script):
        raise PlanError(f"script, action {taken}: the game is over before it")
    return game, list(game.collect_events())


def _seat(game: Game, plan: GoldenPlan) -> None:
    """Takes every seat as planned. A seat that gives a nonce commits to it first and shows it afterwards."""
    given = {seat: nonce for seat, (_, nonce) in enumerate(plan.seating) if nonce}
    for seat, (bot, nonce) in enumerate(plan.seating):
        if bot is not None:
            game.put_bot(seat, bot=bot, by="service", at=moment(game.stream.version))
        else:
            promised = nonce_commitment(game=str(game.id), player=_player(seat), nonce=nonce) if nonce else None
            game.take_seat(seat, player=_player(seat), nonce_commitment=promised, at=moment(game.stream.version))
    due = later(moment(game.stream.version), NONCE_SECONDS) if given else None
    game.close_seats(deadline=due, at=moment(game.stream.version))
    for seat, nonce in given.items():
        game.reveal_nonce(nonce, player=_player(seat), at=moment(game.stream.version))


def _player(seat: int) -> str:
    return f"golden-{seat}"


def _choices(plan: GoldenPlan, table: Table) -> Iterator[tuple[int, Action]]:
    """Each next seat with its action: first by the script, for the first seat with a pending decision; then by bots."""
    for action in plan.script:
        yield table.to_act()[0], action
    bots = [table.ruleset.bot(kind) for kind in plan.bots]
    chance = turn_chance(table.seed)
    while True:
        yield next_choice(table, bots=bots, chance=chance)


def make_record(plan: GoldenPlan) -> bytes:
    """The golden game's public record, the same bytes every time. Raises the same errors as `play`."""
    return public_record(*play(plan))


def public_record(game: Game, events: Iterable[GameEvent]) -> bytes:
    """The public record of a game with the times of golden games, exported a second after its last event."""
    lines = write_record(
        events,
        head=Head(game.stream.version, game.stream.head),
        seed=game.seed,
        is_seed_revealed=game.lifecycle.is_seed_revealed,
        viewer=PUBLIC,
        exported_at=moment(game.stream.version),
    )
    return b"".join(lines)


def check(plan: GoldenPlan, root: Path = GOLDEN) -> tuple[Report | None, str]:
    """
    Verifies the game's file. Returns the report, and a sentence that says what is wrong, `""` if nothing is.

    The bots do not play again: a golden game tests the rules, not what the bots prefer.
    """
    path = record_path(plan, root)
    if not path.exists():
        return None, "the plan names it, but there is no such file; record it with update"
    report = verify(path)
    if not report.holds or report.level("replay").status != "holds":
        return report, "the record does not verify"
    return report, _drift(plan, path)


def orphans(title: str, plans: Sequence[GoldenPlan], root: Path = GOLDEN) -> list[Path]:
    """Records of the title that no plan entry names."""
    named = {record_path(plan, root) for plan in plans}
    return sorted(path for path in (root / title).glob("*.jsonl") if path not in named)


def _drift(plan: GoldenPlan, path: Path) -> str:
    """A sentence that says how the record's game differs from the planned one; `""` if it does not."""
    record = read_record(path)
    events = record.events()
    created = next(events)["data"]
    seated, acted = _seating_in(events), (recorded_action(one) for one in events if one["type"] == "ActionTaken")
    scripted = list(islice(acted, len(plan.script)))
    try:
        ruleset = get_ruleset(plan.ruleset or created["ruleset"])
        options = ruleset.parse_options(plan.options, seats=plan.seats)
    except DelvebookError as error:
        return f"the plan cannot be played: {error}"
    wanted = {
        "id": (str(plan.game), record.header["game"]),
        "title": (plan.title, ruleset.id),
        "ruleset": (ruleset.key, created["ruleset"]),
        "options": (options, created["options"]),
        "seats": (plan.seats, created["seats"]),
        "seating": ([(bot and ruleset.program(bot).name, nonce) for bot, nonce in plan.seating], seated),
        "seed": (commitment(seed_of(plan.seed)), created["commitment"]),
        "script": (list(plan.script), scripted),
    }
    differing = [name for name, (planned, recorded) in wanted.items() if planned != recorded]
    return f"the plan has another {' and '.join(differing)} than the record; record it with update" if differing else ""


def _seating_in(events: Iterator[EventLine]) -> list[tuple[str | None, str]]:
    """By seat: the bot, or None for a player, and the nonce. Takes the events up to the start."""
    seated: list[tuple[str | None, str]] = []
    for event in events:
        data = event["data"]
        if event["type"] == "SeatTaken":
            seated.append((data["bot"], ""))
        elif event["type"] == "NonceRevealed":
            seated[data["seat"]] = (seated[data["seat"]][0], data["nonce"])
        elif event["type"] == "GameStarted":
            break
    return seated


def outcome_in(path: Path) -> dict[str, object]:
    """The outcome that a record holds; `{}` if it holds none, or cannot be read."""
    try:
        for event in read_record(path).events():
            if event["type"] == "GameFinished":
                outcome: dict[str, object] = event["data"]["outcome"]
                return outcome
    except (RecordError, OSError):
        pass
    return {}
