"""
The plans of the golden games: `golden_games/<title id>/plan.json`, one per title.

A plan says which golden games there are and what each shows. A game follows from its entry alone: its id from its
name, its seed from a text, its times from a fixed start, and the choices from its script, then from bots and the seed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from uuid import UUID, uuid5

from delvebook.domain.bots import Action
from delvebook.domain.canonical import sha256_hex
from delvebook.domain.errors import MalformedError
from delvebook.domain.kinds import NUMBER, OBJECT, RULESET, TEXT, Kind
from delvebook.replays.pointers import shorten

GOLDEN: Final = Path(__file__).parent / "golden_games"
PLAN: Final = "plan.json"
NAMESPACE: Final = UUID("6f2d3c5e-0b1a-5c8e-9d47-64656c766265")
"""The namespace of golden games' ids, which are derived from title and name."""


class PlanError(MalformedError):
    """A `plan.json` that is not a valid plan."""

    code = "golden/plan"


def _is_name(value: object) -> bool:
    return type(value) is str and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", value) is not None


def _is_list_of(*types: type) -> Callable[[object], bool]:
    return lambda value: type(value) is list and all(type(item) in types for item in value)


_ENTRY: Final[Mapping[str, Kind]] = {
    "name": Kind(_is_name, "lower-case words joined by hyphens"),
    "shows": Kind(lambda value: type(value) is str and value != "", "a sentence"),
    "options": OBJECT,
    "seats": NUMBER,
    "seed": TEXT,
    "bots": Kind(_is_list_of(str), "an array of kinds of bots"),
    "nonces": Kind(_is_list_of(str, type(None)), "an array of strings, or null for a seat that a bot takes"),
    "ruleset": RULESET,
    "script": Kind(_is_list_of(dict), "an array of actions"),
}
_REQUIRED: Final = ("name", "shows", "seats", "seed", "bots")


@dataclass(frozen=True, slots=True)
class GoldenPlan:
    """
    One golden game.

    Attributes:
        title: The title's id.
        name: The file's name without its ending; what the game shows, in a few words.
        shows: What the game shows, as a sentence.
        options: As a client would send them.
        seats: The number of seats.
        seed: The text that the seed is made from.
        bots: The kind of bot that chooses, by seat: `random`, `greedy`, ….
        nonces: The text that the player's nonce is made from, by seat; None for a seat that a bot takes. None: bots
            take all seats.
        ruleset: `id@version` if the game is kept for an old version; None for the newest.
        script: The first actions of the game, each taken by the first seat with a pending decision; then the bots
            choose.
    """

    title: str
    name: str
    shows: str
    options: Mapping[str, object]
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
    def seating(self) -> list[tuple[str | None, str]]:
        """By seat: the kind of bot, or None for a player, and the nonce. With only a script, players take all seats."""
        if self.script and self.nonces is None:
            return [(None, "")] * self.seats
        nonces = self.nonces or [None] * self.seats
        return [
            (bot, "") if text is None else (None, nonce_of(text)) for bot, text in zip(self.bots, nonces, strict=True)
        ]

    def to_plain(self) -> dict[str, object]:
        """The entry as `plan.json` holds it, without defaults."""
        plain: dict[str, object] = {
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


def nonce_of(text: str) -> str:
    """The nonce that is made from a text: 32 hex digits, as a program would draw it."""
    return sha256_hex(text.encode())[:32]


def titles(root: Path = GOLDEN) -> list[str]:
    """The ids of the titles that have golden games, sorted."""
    return sorted(plan.parent.name for plan in root.glob(f"*/{PLAN}"))


def read_plans(title: str, root: Path = GOLDEN) -> list[GoldenPlan]:
    """
    A title's golden games, in the order of its plan; `[]` if it has no plan.

    Raises:
        PlanError: The plan is not valid. Says which entry is wrong, and how.
    """
    path = root / title / PLAN
    if not path.exists():
        return []
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise PlanError(f"{path}: not JSON: {error}") from None
    if not isinstance(entries, list):
        raise PlanError(f"{path}: a plan must be an array of entries")
    plans = [_parse_plan(entry, title=title, where=f"{path}, entry {index}") for index, entry in enumerate(entries)]
    names = [plan.name for plan in plans]
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled:
        raise PlanError(f"{path}: more than one entry is named {', '.join(doubled)}")
    return plans


def write_plans(title: str, plans: Sequence[GoldenPlan], root: Path = GOLDEN) -> None:
    """Writes a title's `plan.json`."""
    path = root / title / PLAN
    path.parent.mkdir(parents=True, exist_ok=True)
    text = ",\n".join("  " + json.dumps(plan.to_plain(), ensure_ascii=False) for plan in plans)
    path.write_text(f"[\n{text}\n]\n", encoding="utf-8")


def record_path(plan: GoldenPlan, root: Path = GOLDEN) -> Path:
    """The path of the game's record."""
    return root / plan.title / f"{plan.name}.jsonl"


def _parse_plan(entry: object, *, title: str, where: str) -> GoldenPlan:
    if not isinstance(entry, dict):
        raise PlanError(f"{where}: an entry must be an object")
    unknown = entry.keys() - _ENTRY.keys()
    if unknown:
        raise PlanError(f"{where}: {', '.join(sorted(unknown))} is not a key; the keys are {', '.join(_ENTRY)}")
    for key, kind in _ENTRY.items():
        if key not in entry:
            if key in _REQUIRED:
                raise PlanError(f"{where}: {key} is missing; it must be {kind.words}")
        elif not kind.fits(entry[key]):
            raise PlanError(f"{where}: {key} must be {kind.words}, not {shorten(entry[key])}")
    plan = GoldenPlan(title=title, **{"options": {}, **entry})
    if len(plan.bots) != plan.seats or (plan.nonces is not None and len(plan.nonces) != plan.seats):
        raise PlanError(f"{where}: bots, and nonces if given, must have one item per seat, which is {plan.seats}")
    return plan
