"""
What of a game is compared after an event, and the most telling difference of two such things.

A part is named by a JSON pointer; those that come first say most.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from delvebook.domain.canonical import jcs
from delvebook.domain.events import GameEvent
from delvebook.domain.game import Game
from delvebook.domain.viewers import ARBITER, SPECTATOR, seat_viewer
from delvebook.replays import reissue
from delvebook.replays.pointers import ABSENT, Difference, differences, resolve
from delvebook.replays.reissue import Event

Parts = dict[str, Callable[[], Any]]
"""By pointer what is compared, made when it is asked for; the most telling first."""


def told_parts(line: Event) -> Parts:
    """What an event itself says."""
    data = line["data"]
    opens = [{key: one[key] for key in ("n", "i", "content")} for one in line["opens"]]
    private = [{key: one[key] for key in ("for", "content") if key in one} for one in line["sealed"]]
    action = reissue.recorded_action(line) or data["action"] if line["type"] == "ActionTaken" else None
    parts = {
        "/event": {"type": line["type"], **{key: data[key] for key in ("seat",) if key in data}},
        "/action": action,
        "/facts": data.get("facts", []),
        "/opens": opens,
        "/private": private,
        "/draws": data.get("draws", []),
        "/outcome": data.get("outcome"),
    }
    return {pointer: partial(_same, value) for pointer, value in parts.items()}


def standing_parts(game: Game) -> Parts:
    """How the game stands: its end, what each seat may do, what every viewer sees, the state."""
    table = game.table
    if table is None:
        return {}
    outcome = table.outcome
    parts: Parts = {"/outcome": (lambda: None) if outcome is None else outcome.to_plain}
    for seat in range(table.seats):
        parts[f"/legal/{seat}"] = partial(table.legal, seat)
    for viewer in (*map(seat_viewer, range(table.seats)), SPECTATOR, ARBITER):
        parts[f"/view/{viewer}"] = partial(game.ruleset.view, table.state, viewer)
    parts["/state"] = lambda: table.state
    return parts


def plain_line(event: GameEvent) -> dict[str, Any]:
    """The event like a line of a record in which every envelope is open; without salts, which take time."""
    sealed = [{"for": envelope.audience, "content": envelope.content} for envelope in event.sealed]
    return {"n": event.n, "type": event.type, "data": event.data, "sealed": sealed, "opens": event.opens}


def without_closed(event: Event, other: Event) -> Event:
    """The event without the contents of envelopes that are closed in the other record."""
    sealed = list(event["sealed"])
    for index, (mine, theirs) in enumerate(zip(sealed, other["sealed"], strict=False)):
        if "content" in mine and "content" not in theirs:
            sealed[index] = {key: value for key, value in mine.items() if key != "content"}
    return {**event, "sealed": sealed}


def first_place(pointer: str, expected: Any, found: Any) -> Difference | None:
    """The most telling difference of a part; None if only its keys are in another order."""
    if pointer.startswith("/legal/") and isinstance(expected, list) and isinstance(found, list):
        for mine, theirs, is_found in ((found, expected, True), (expected, found, False)):
            known = {jcs(action) for action in theirs}
            for index, action in enumerate(mine):
                if jcs(action) not in known:
                    below = f"{pointer}/{index}"
                    return Difference(below, *((ABSENT, action) if is_found else (action, ABSENT)))
    places = list(differences(expected, found, pointer))
    if not places:
        return None
    fact = fact_pointer(places[0].pointer)
    if fact is None:
        return places[0]
    inside = [place for place in places if place.pointer == fact or place.pointer.startswith(fact + "/")]
    if any(place.pointer in (fact, fact + "/type") for place in inside):
        # It is another fact, not the same one with another value.
        whole = fact.removeprefix(pointer)
        return Difference(fact, resolve(expected, whole), resolve(found, whole))
    return min(inside, key=lambda place: place.pointer.startswith(fact + "/clauses"))


def fact_pointer(pointer: str) -> str | None:
    """The pointer of the fact that a pointer leads into, public or private; None if into none."""
    parts = pointer.split("/")
    depth = {"facts": 3, "private": 6}.get(parts[1], len(parts) + 1)
    if len(parts) < depth or parts[depth - 2] != "facts" or not parts[depth - 1].isdecimal():
        return None
    return "/".join(parts[:depth])


def _same(value: Any) -> Any:
    return value
