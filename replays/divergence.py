"""
Where a game first comes out differently under another version of its rules, as a pointer and a clause.

Both versions play the recorded commands side by side. Compared after each: whether the command is
allowed at all, the facts, the draws, what each seat may do next, what is to be seen, and the state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from domain.canonical import decode, jcs
from domain.errors import DelvebookError, IllegalActionError
from domain.game import Game
from domain.ruleset import Ruleset, copy_state
from domain.rulesets import registry
from domain.table import Origin
from domain.tape import Tape
from domain.viewers import ARBITER, PUBLIC
from replays import regenerate
from replays.pointers import ABSENT, Absent, differences, shorten

_COMPARED: Final = ("action", "facts", "private", "draws", "legal", "view", "state", "outcome")
"""What is compared, the most telling first."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """
    The first difference.

    Attributes:
        n: The event.
        pointer: Where: `/action`, `/facts/…`, `/private/…`, `/draws/…`, `/legal/SEAT/…`, `/view/…`, `/state/…`.
        expected: What the other version has there.
        found: What the recorded version has there.
        clauses: The rule clauses concerned.
        sentence: For people.
    """

    n: int
    pointer: str
    expected: Any
    found: Any
    clauses: tuple[str, ...]
    sentence: str

    def to_plain(self, *, is_public: bool = True) -> dict[str, Any]:
        """The difference as plain data; without the values, which may be secret, unless everybody may know them."""
        plain: dict[str, Any] = {"n": self.n, "clauses": list(self.clauses)}
        if not is_public:
            told = plain["clauses"] if self.pointer.startswith("/facts/") else []
            return plain | {"pointer": "/" + self.pointer.split("/")[1], "clauses": told}
        plain |= {"pointer": self.pointer, "sentence": self.sentence}
        for key, value in (("expected", self.expected), ("found", self.found)):
            if not isinstance(value, Absent):
                plain[key] = shorten(value)
        return plain


def other_versions(key: str) -> list[Ruleset]:
    """The later versions of a ruleset that are known here, in order."""
    title, _, version = key.partition("@")
    found = [ruleset for ruleset in registry.all_rulesets().values() if ruleset.id == title]
    return sorted((one for one in found if one.version > int(version)), key=lambda one: one.version)


def first_divergence(
    events: Iterable[Mapping[str, Any]], *, seed: bytes, ruleset: str, origin: Origin | None = None
) -> Divergence | None:
    """
    The first difference between a game as its own rules play it and as another version does; None if there is none.

    Args:
        events: The game's events as a record has them, every envelope open.
        seed: The game's seed.
        ruleset: The other version, `id@version`.

    Raises:
        DelvebookError: The game's own rules refuse what is recorded; `verify` tells more.
    """
    own: Game | None = None
    other: Game | None = None
    following = 0
    for event in events:
        if following:
            following -= 1
            continue
        if own is None or other is None:
            own = regenerate.create(event, seed=seed)
            try:
                other = regenerate.create({**event, "data": {**event["data"], "ruleset": ruleset}}, seed=seed)
            except DelvebookError as refusal:
                return _refused(event["n"], "/options", refusal)
            own.collect_events()
            other.collect_events()
            continue
        before = None if other.table is None else copy_state(other.table.state)
        regenerate.issue(own, event, origin=origin)
        made = own.collect_events()
        following = len(made) - 1
        try:
            regenerate.issue(other, _asked_of(other, event), origin=origin)
        except DelvebookError as refusal:
            return _refused(event["n"], "/action", refusal)
        theirs = other.collect_events()
        if before is None and own.table is None:
            continue
        left, right = _shown(other, theirs[0]), _shown(own, made[0])
        for part in _COMPARED:
            found = list(differences({part: left[part]}, {part: right[part]}))
            if found:
                first = found[0]
                clauses = _clauses(first.pointer, left, right) or _legal_clauses(first.pointer, own, other, left, right)
                sentence = f"event {event['n']}: under {ruleset} {first.pointer} is another"
                return Divergence(event["n"], first.pointer, first.left, first.right, clauses, sentence)
    return None


def _asked_of(game: Game, event: Mapping[str, Any]) -> Mapping[str, Any]:
    """The command, put to the game's own open decision: its number is no rule."""
    if event["type"] != "ActionTaken" or game.table is None:
        return event
    seat = event["data"]["seat"]
    if not 0 <= seat < game.table.seats:
        return event
    return {**event, "data": {**event["data"], "decision": game.table.decisions[seat]}}


def _refused(n: int, pointer: str, refusal: DelvebookError) -> Divergence:
    clauses = (refusal.clause,) if isinstance(refusal, IllegalActionError) else ()
    return Divergence(n, pointer, ABSENT, ABSENT, clauses, f"event {n} is refused: {refusal}")


def _shown(game: Game, event: Any) -> dict[str, Any]:
    """What of the game after the event is compared."""
    table = game.table
    line = event.to_record(PUBLIC, seed=game.seed)
    running = table is not None and table.outcome is None
    shown: dict[str, Any] = {
        "action": event.data.get("action"),
        "facts": event.data.get("facts", []),
        "private": [envelope.get("content") for envelope in line["sealed"]],
        "draws": event.data.get("draws", []),
        "legal": [table.legal(seat) for seat in range(table.seats)] if table is not None and running else [],
        "view": None if table is None else game.ruleset.view(table.state, ARBITER),
        "state": None if table is None else table.state,
        "outcome": None if table is None or table.outcome is None else table.outcome.to_plain(),
    }
    decoded: dict[str, Any] = decode(jcs(shown))
    return decoded


def _clauses(pointer: str, *shown: dict[str, Any]) -> tuple[str, ...]:
    """The clauses of whatever the pointer leads into, or else of the event's facts."""
    named: dict[str, None] = {}
    for one in shown:
        value: Any = one
        for part in pointer.split("/")[1:]:
            if isinstance(value, list):
                value = value[int(part)] if part.isdecimal() and int(part) < len(value) else None
            else:
                value = value.get(part) if isinstance(value, dict) else None
            if isinstance(value, dict):
                named.update((str(clause), None) for clause in value.get("clauses") or ())
    return tuple(named)


def _legal_clauses(
    pointer: str, own: Game, other: Game, left: dict[str, Any], right: dict[str, Any]
) -> tuple[str, ...]:
    """The clause by which one version refuses what the other allows."""
    parts = pointer.split("/")
    if parts[1] != "legal" or len(parts) < 3 or not parts[2].isdecimal():
        return ()
    seat = int(parts[2])
    mine, theirs = (side["legal"][seat] if seat < len(side["legal"]) else [] for side in (right, left))
    for game, actions in ((other, [a for a in mine if a not in theirs]), (own, [a for a in theirs if a not in mine])):
        for action in actions:
            try:
                state = copy_state(game.get_table().state)
                game.ruleset.play(state, seat, game.ruleset.parse_action(action), tape=Tape(b"divergence"))
            except IllegalActionError as refusal:
                return (refusal.clause,)
            except DelvebookError:
                continue
    return ()
