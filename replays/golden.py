"""
Golden games: whole games kept in the repository, that must verify for ever.

A title's `golden/<title id>/plan.json` says which there are and what each shows; each is one public
record beside it. A game follows from its plan entry alone: its id from its name, its seed from a text,
its times from a fixed morning, and what is chosen from its script, then from bots and the seed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid5

from delvebook.domain.canonical import commitment
from delvebook.domain.errors import DelvebookError, MalformedError
from delvebook.domain.events import GameEvent
from delvebook.domain.game import Game
from delvebook.domain.kinds import NUMBER, OBJECT, RULESET, TEXT, Kind
from delvebook.domain.playout import bots_chance, next_choice, seed_of
from delvebook.domain.ruleset import Action, Ruleset
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.table import Table, Transition
from delvebook.domain.viewers import PUBLIC
from delvebook.replays.errors import RecordError
from delvebook.replays.pointers import shorten
from delvebook.replays.record import Head, read_record, write_record
from delvebook.replays.reissue import recorded_action
from delvebook.replays.report import Report
from delvebook.replays.verify import verify

GOLDEN: Final = Path(__file__).parent / "golden_games"
PLAN: Final = "plan.json"
NAMESPACE: Final = UUID("6f2d3c5e-0b1a-5c8e-9d47-64656c766265")
"""Of golden games' ids, which are made of title and name."""

MORNING: Final = datetime(2026, 1, 1, tzinfo=UTC)


class PlanError(MalformedError):
    """A `plan.json` that does not say what it must."""

    code = "golden/plan"


def _is_name(value: Any) -> bool:
    return type(value) is str and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", value) is not None


def _is_list_of(*types: type) -> Callable[[Any], bool]:
    return lambda value: type(value) is list and all(type(item) in types for item in value)


_ENTRY: Final[Mapping[str, Kind]] = {
    "name": Kind(_is_name, "lower-case words with hyphens between"),
    "shows": Kind(lambda value: type(value) is str and value != "", "a sentence"),
    "options": OBJECT,
    "seats": NUMBER,
    "seed": TEXT,
    "bots": Kind(_is_list_of(str), "an array of kinds of bots"),
    "nonces": Kind(_is_list_of(str, type(None)), "an array of strings, null for a seat that a bot takes"),
    "ruleset": RULESET,
    "script": Kind(_is_list_of(dict), "an array of actions"),
}
_REQUIRED: Final = ("name", "shows", "seats", "seed", "bots")


@dataclass(frozen=True, slots=True)
class Plan:
    """
    One golden game.

    Attributes:
        title: The title's id.
        name: The file's name without its ending; what the game shows, in a few words.
        shows: The same as a sentence.
        options: As a client would send them.
        seats: How many.
        seed: The text the seed is made of.
        bots: Who chooses, by seat: `random`, `greedy`, ….
        nonces: By seat what a player adds to the chance; None for a seat that a bot takes. None: bots all round.
        ruleset: `id@version` if the game is kept for an old version; None for the newest.
        script: The first actions of the game, each taken by the first seat that owes one; then the bots choose.
    """

    title: str
    name: str
    shows: str
    options: Mapping[str, Any]
    seats: int
    seed: str
    bots: Sequence[str]
    nonces: Sequence[str | None] | None = None
    ruleset: str | None = None
    script: Sequence[Action] = ()

    @property
    def game(self) -> UUID:
        """The game's id."""
        return uuid5(NAMESPACE, f"{self.title}/{self.name}")

    @property
    def tape_nonces(self) -> list[str]:
        """The nonces as the tape takes them."""
        return [nonce for _, nonce in self.seating]

    @property
    def seating(self) -> list[tuple[str | None, str]]:
        """By seat, the bot that sits there, or None for a player, and the nonce."""
        nonces = self.nonces or [None] * self.seats
        return [(bot if nonce is None else None, nonce or "") for bot, nonce in zip(self.bots, nonces, strict=True)]

    def to_plain(self) -> dict[str, Any]:
        """The entry as `plan.json` has it; what is left at its default is left out."""
        plain: dict[str, Any] = {
            "name": self.name,
            "shows": self.shows,
            "options": dict(self.options),
            "seats": self.seats,
            "seed": self.seed,
            "bots": list(self.bots),
        }
        if self.nonces is not None:
            plain["nonces"] = list(self.nonces)
        if self.ruleset is not None:
            plain["ruleset"] = self.ruleset
        if self.script:
            plain["script"] = [dict(action) for action in self.script]
        return plain


# -- plans on disk ------------------------------------------------------------------------------


def titles(root: Path = GOLDEN) -> list[str]:
    """The ids of the titles that have golden games."""
    return sorted(plan.parent.name for plan in root.glob(f"*/{PLAN}"))


def read_plans(title: str, root: Path = GOLDEN) -> list[Plan]:
    """
    A title's golden games, in the order of its plan; `[]` if it has no plan.

    Raises:
        PlanError: Says which entry is wrong, and how.
    """
    path = root / title / PLAN
    if not path.exists():
        return []
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise PlanError(f"{path}: not JSON: {error}") from None
    if not isinstance(entries, list):
        raise PlanError(f"{path}: a plan is an array of entries")
    plans = [_parse_plan(entry, title=title, where=f"{path}, entry {index}") for index, entry in enumerate(entries)]
    names = [plan.name for plan in plans]
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled:
        raise PlanError(f"{path}: two entries are named {', '.join(doubled)}")
    return plans


def write_plans(title: str, plans: Sequence[Plan], root: Path = GOLDEN) -> None:
    """Writes a title's `plan.json`."""
    path = root / title / PLAN
    path.parent.mkdir(parents=True, exist_ok=True)
    text = ",\n".join("  " + json.dumps(plan.to_plain(), ensure_ascii=False) for plan in plans)
    path.write_text(f"[\n{text}\n]\n", encoding="utf-8")


def record_path(plan: Plan, root: Path = GOLDEN) -> Path:
    """Where the game's record is kept."""
    return root / plan.title / f"{plan.name}.jsonl"


def _parse_plan(entry: Any, *, title: str, where: str) -> Plan:
    if not isinstance(entry, dict):
        raise PlanError(f"{where}: an entry is an object")
    unknown = entry.keys() - _ENTRY.keys()
    if unknown:
        raise PlanError(f"{where}: {', '.join(sorted(unknown))} is not a key; there are {', '.join(_ENTRY)}")
    for key, kind in _ENTRY.items():
        if key not in entry:
            if key in _REQUIRED:
                raise PlanError(f"{where}: {key} is missing; it must be {kind.words}")
        elif not kind.fits(entry[key]):
            raise PlanError(f"{where}: {key} must be {kind.words}, not {shorten(entry[key])}")
    plan = Plan(title=title, **{"options": {}, **entry})
    if len(plan.bots) != plan.seats or (plan.nonces is not None and len(plan.nonces) != plan.seats):
        raise PlanError(f"{where}: bots, and nonces if there are any, name one item a seat; there are {plan.seats}")
    return plan


# -- playing them -------------------------------------------------------------------------------


def moment(seconds: int) -> str:
    """So many seconds after the golden morning, in the record's form."""
    return (MORNING + timedelta(seconds=seconds)).isoformat(timespec="microseconds").replace("+00:00", "Z")


def ruleset_of(plan: Plan) -> Ruleset:
    """
    The rules a plan's game is played by.

    Raises:
        UnknownRulesetError
    """
    return get_ruleset(plan.ruleset or plan.title)


def play(plan: Plan) -> tuple[Game, list[GameEvent]]:
    """
    The golden game, played from its plan, and its events.

    Raises:
        PlanError: An action of the script is not legal when its turn comes, or the game is over before.
        DelvebookError: The plan asks for what the title does not have, or the title is broken.
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
    for seat, (kind, nonce) in enumerate(plan.seating):
        if kind is not None:
            game.put_bot(seat, bot=kind, by="service", at=moment(game.version))
        else:
            game.take_seat(seat, player=f"golden-{seat}", nonce=nonce, at=moment(game.version))
    game.start(by="service", at=moment(game.version))
    table = game.get_table()
    choices = _choices(plan, table)
    taken = 0
    while game.status == "running":
        seat, action = next(choices)
        try:
            game.act(seat, decision=table.decisions[seat], action=action, at=moment(game.version))
        except DelvebookError as error:
            if taken >= len(plan.script):
                raise
            raise PlanError(f"script, action {taken}: {shorten(action)}: {error}") from None
        taken += 1
    if taken < len(plan.script):
        raise PlanError(f"script, action {taken}: the game is over before it")
    return game, list(game.collect_events())


def _choices(plan: Plan, table: Table) -> Iterator[tuple[int, Action]]:
    """Who acts next and what they do: the script first, each action by the first seat that owes; then the bots."""
    for action in plan.script:
        yield table.to_act()[0], action
    bots = [table.ruleset.bot(kind) for kind in plan.bots]
    chance = bots_chance(table.seed)
    while True:
        yield next_choice(table, bots=bots, chance=chance)


def make_record(plan: Plan) -> bytes:
    """The golden game's public record, the same bytes every time. Raises like `play`."""
    game, events = play(plan)
    lines = write_record(
        events,
        head=Head(game.version, game.head),
        seed=game.seed,
        is_seed_revealed=game.is_seed_revealed,
        viewer=PUBLIC,
        exported_at=moment(game.version),
    )
    return b"".join(lines)


# -- checking them ------------------------------------------------------------------------------


def check(plan: Plan, root: Path = GOLDEN) -> tuple[Report | None, str]:
    """
    The verification of the game's file, and what else is wrong with it in a sentence; `""` if nothing is.

    The bots do not play again: a golden game holds the rules, not the bots' taste.
    """
    path = record_path(plan, root)
    if not path.exists():
        return None, "the plan names it, and there is no such file; record it with update"
    report = verify(path)
    if not report.holds:
        return report, "the record does not verify"
    return report, _drift(plan, path)


def orphans(title: str, plans: Sequence[Plan], root: Path = GOLDEN) -> list[Path]:
    """Records of the title that no plan entry names."""
    named = {record_path(plan, root) for plan in plans}
    return sorted(path for path in (root / title).glob("*.jsonl") if path not in named)


def _drift(plan: Plan, path: Path) -> str:
    """How the record is another game than the plan says; `""` if it is that game."""
    record = read_record(path)
    events = record.events()
    created = next(events)["data"]
    seated = [(event["data"]["bot"], event["data"]["nonce"]) for event in islice(events, created["seats"])]
    acted = (recorded_action(event) for event in events if event["type"] == "ActionTaken")
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
        "seating": (plan.seating, seated),
        "seed": (commitment(seed_of(plan.seed)), created["commitment"]),
        "script": (list(plan.script), scripted),
    }
    differing = [name for name, (planned, recorded) in wanted.items() if planned != recorded]
    return f"the plan has another {' and '.join(differing)} than the record; record it with update" if differing else ""


def outcome_in(path: Path) -> dict[str, Any]:
    """The outcome a record tells of; `{}` if it tells of none, or cannot be read."""
    try:
        for event in read_record(path).events():
            if event["type"] == "GameFinished":
                outcome: dict[str, Any] = event["data"]["outcome"]
                return outcome
    except (RecordError, OSError):
        pass
    return {}


# -- looking for them ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wanted:
    """
    What a game must show.

    Attributes:
        reason: Why it ended; None for any.
        facts: Each must be part of some public fact of the game (see `is_part`).
        details: Must be part of the outcome's details.
    """

    reason: str | None = None
    facts: Sequence[Mapping[str, Any]] = ()
    details: Mapping[str, Any] | None = None


def find(plan: Plan, wanted: Wanted, *, first: int, tries: int) -> Iterator[Plan | None]:
    """For seed after seed `golden/<k>`: the plan with that seed if its game shows what is wanted, else None."""
    ruleset = ruleset_of(plan)
    options = ruleset.parse_options(plan.options, seats=plan.seats)
    for number in range(first, first + tries):
        text = f"golden/{number}"
        table = Table(ruleset, seed=seed_of(text), game=str(plan.game), nonces=plan.tape_nonces)
        missing = list(wanted.facts)
        for happening in _happenings(table, options, bots=plan.bots):
            if missing:
                told = happening.facts.public
                missing = [one for one in missing if not any(is_part(one, fact) for fact in told)]
        yield _with_seed(plan, text) if not missing and _ends_as_wanted(table, wanted) else None


def is_part(wanted: Any, found: Any) -> bool:
    """
    Whether a value has what is wanted: of an object at least these keys, of an array at least such items.

    An empty array is wanted empty; anything else must be equal.
    """
    if isinstance(wanted, Mapping):
        return isinstance(found, Mapping) and all(key in found and is_part(wanted[key], found[key]) for key in wanted)
    if isinstance(wanted, list) and wanted:
        return isinstance(found, list) and all(any(is_part(one, item) for item in found) for one in wanted)
    return type(wanted) is type(found) and bool(wanted == found)


def _happenings(table: Table, options: Mapping[str, Any], *, bots: Sequence[str]) -> Iterator[Transition]:
    policies = [table.ruleset.bot(kind) for kind in bots]
    chance = bots_chance(table.seed)
    n = 1
    yield table.set_up(options, n=n)
    while table.outcome is None:
        n += 1
        seat, action = next_choice(table, bots=policies, chance=chance)
        yield table.advance(seat, table.ruleset.parse_action(action), n=n)


def _ends_as_wanted(table: Table, wanted: Wanted) -> bool:
    outcome = table.outcome
    if outcome is None:
        return False
    return wanted.reason in (None, outcome.reason) and is_part(wanted.details or {}, outcome.details)


def _with_seed(plan: Plan, seed: str) -> Plan:
    return Plan(**{**{name: getattr(plan, name) for name in Plan.__slots__}, "seed": seed})
