"""
The places in a recorded event, the most telling first, and where two events differ.

Everything that compares events ranks their differences by this one list: the action before what happened,
what happened before the resulting state, and hashes last, because they differ whenever anything does.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from delvebook.domain.game_event import EventLine
from delvebook.replays.pointers import Difference, differences


class Place(NamedTuple):
    """
    A place in a recorded event.

    Attributes:
        pointer: The JSON pointer that begins it.
        kind: The kind of finding there, as in the code `replay/KIND`.
        observable: Its name among the observables of a game; None if it is not one of them.
        meaning: The meaning of a difference there.
    """

    pointer: str
    kind: str
    observable: str | None
    meaning: str


PLACES: Final = (
    Place("/game", "event", None, "the event belongs to another game"),
    Place("/n", "event", None, "the event has another number"),
    Place("/type", "event", None, "the rules require another event here"),
    Place("/data/commitment", "commitment", None, "the commitment does not match the seed"),
    Place("/data/content", "content", None, "the ruleset's content data are not those that the game was played with"),
    Place("/data/ruleset", "ruleset", None, "the ruleset is different"),
    Place("/data/options", "options", None, "the ruleset parses these options differently"),
    Place("/data/seat", "action", None, "another seat acts"),
    Place("/data/decision", "action", None, "the action answers another decision"),
    Place("/data/action", "action", "/action", "the action is recorded differently"),
    Place("/data/facts", "facts", "/facts", "the recorded facts do not follow from the rules"),
    Place("/data/draws", "draws", "/draws", "the rules make other draws"),
    Place("/data/outcome", "outcome", "/outcome", "by the rules, the game ends differently"),
    Place("/data/seed", "seed", None, "the seed is different"),
    Place("/opens", "opening", "/opens", "the opened envelopes are not those that the rules open"),
    Place("/sealed", "envelope", "/private", "an envelope does not hold what the rules seal"),
    Place("/data/state", "state", "/state", "the state after this event is different"),
    Place("/data", "event", None, "the rules record something else"),
    Place("/by", "event", None, "someone else is named as the actor"),
    Place("/at", "event", None, "the time is different"),
    Place("/prev", "hash", None, "the previous event has another hash"),
    Place("/hash", "hash", None, "the hash is different"),
)
"""The places, the most telling first."""
_ELSEWHERE: Final = Place("", "event", None, "the rules record something else")

_FACT_DEPTHS: Final = {"facts": 3, "data": 4, "private": 6, "sealed": 6}
"""By the first part of a fact's pointer, public or private, the number of its parts."""


def rank_of(pointer: str) -> int:
    """The rank of a difference at the pointer; a smaller rank is more telling."""
    for rank, place in enumerate(PLACES):
        if _is_below(pointer, place.pointer):
            return rank
    return len(PLACES)


def place_of(pointer: str) -> Place:
    """The place that the pointer leads into."""
    rank = rank_of(pointer)
    return _ELSEWHERE if rank == len(PLACES) else PLACES[rank]


def line_differences(left: EventLine, right: EventLine) -> list[Difference]:
    """
    Where two recorded events differ, the most telling first.

    What only one of them shows of an envelope, because the records are for different viewers, is not a difference.
    """
    if left == right:
        return []
    left, right = equally_open(left, right)
    return sorted(differences(left, right), key=lambda one: rank_of(one.pointer))


def equally_open(left: EventLine, right: EventLine) -> tuple[EventLine, EventLine]:
    """The two events without the contents and salts of envelopes that only one of them shows."""
    mine, theirs = list(left["sealed"]), list(right["sealed"])
    for index, (one, other) in enumerate(zip(mine, theirs, strict=False)):
        if ("content" in one) != ("content" in other):
            mine[index], theirs[index] = _closed(one), _closed(other)
    return {**left, "sealed": mine}, {**right, "sealed": theirs}


def fact_pointer(pointer: str) -> str | None:
    """
    The pointer of the fact, public or private, that a pointer leads into; None if it leads into none.

    Understands pointers into recorded events and into observables.
    """
    parts = pointer.split("/")
    depth = _FACT_DEPTHS.get(parts[1] if len(parts) > 1 else "", len(parts) + 1)
    if len(parts) < depth or parts[depth - 2] != "facts" or not parts[depth - 1].isdecimal():
        return None
    return "/".join(parts[:depth])


def _is_below(pointer: str, place: str) -> bool:
    return pointer == place or pointer.startswith(place + "/")


def _closed(envelope: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in envelope.items() if key not in ("salt", "content")}
