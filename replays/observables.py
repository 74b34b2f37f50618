"""
What can be observed of a game after an event, and the most telling difference of one observable.

An observable is named by a JSON pointer; those that come first say most.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from delvebook.domain.canonical import jcs
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent, OpenLine
from delvebook.domain.viewers import ARBITER, SPECTATOR, seat_viewer
from delvebook.replays import reissue
from delvebook.replays.places import fact_pointer
from delvebook.replays.pointers import ABSENT, Difference, differences, resolve

Observables = dict[str, Callable[[], object]]
"""By pointer, a function that makes the value on demand. The most telling ones come first."""


def told_by(event: OpenLine) -> Observables:
    """The observables in a recorded event itself."""
    data = event["data"]
    opens = [{key: one[key] for key in ("n", "i", "content")} for one in event["opens"]]
    private = [{key: one[key] for key in ("for", "content") if key in one} for one in event["sealed"]]
    action = reissue.recorded_action(event) or data["action"] if event["type"] == "ActionTaken" else None
    values = {
        "/event": {"type": event["type"], **{key: data[key] for key in ("seat",) if key in data}},
        "/action": action,
        "/facts": data.get("facts", []),
        "/opens": opens,
        "/private": private,
        "/draws": data.get("draws", []),
        "/outcome": data.get("outcome"),
    }
    return {pointer: partial(_same, value) for pointer, value in values.items()}


def seen_after(game: Game) -> Observables:
    """The observables after the event: outcome, each seat's legal actions, every viewer's view, the state."""
    table = game.table
    if table is None:
        return {}
    outcome = table.outcome
    values: Observables = {"/outcome": (lambda: None) if outcome is None else outcome.to_plain}
    for seat in range(table.seats):
        values[f"/legal/{seat}"] = partial(table.legal, seat)
    for viewer in (*map(seat_viewer, range(table.seats)), SPECTATOR, ARBITER):
        values[f"/view/{viewer}"] = partial(game.ruleset.view, table.state, viewer)
    values["/state"] = lambda: table.state
    return values


def open_line(event: GameEvent) -> OpenLine:
    """The event as a record with every envelope open holds it, without salts, which take time to make."""
    sealed = [{"for": envelope.audience, "content": envelope.content} for envelope in event.sealed]
    return {"n": event.n, "type": event.type, "data": event.data, "sealed": sealed, "opens": event.opens}


def most_telling(pointer: str, expected: object, found: object) -> Difference | None:
    """The most telling difference of an observable's two values; None if only the order of keys differs."""
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
        # It is a different fact, not the same fact with a different value.
        whole = fact.removeprefix(pointer)
        return Difference(fact, resolve(expected, whole), resolve(found, whole))
    return min(inside, key=lambda place: place.pointer.startswith(fact + "/clauses"))


def _same(value: object) -> object:
    return value
