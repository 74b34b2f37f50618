"""A whole state for a view: what the viewer cannot know is dealt at random."""

from __future__ import annotations

from collections.abc import Iterable

from delvebook.domain.rulesets.the_descent.box.cells import BOTTOM, PLACES
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.state import LaidTile, State
from delvebook.domain.rulesets.the_descent.words.reading import read_state
from delvebook.domain.rulesets.the_descent.words.shapes.table import PlaceView, View
from delvebook.domain.tape import Chance


def determinize(content: Content, view: View, *, chance: Chance) -> State:
    """A state that has this view; the tiles, tokens and cards it does not show are dealt at random."""
    cards = _cards(content, view, chance)
    return read_state(view, tiles=_tiles(content, view, chance), stack=_stack(content, view, chance), cards=cards)


def _without(pool: Iterable[str], seen: Iterable[str]) -> list[str]:
    """A pool without the items that have been seen."""
    left = list(pool)
    for item in seen:
        left.remove(item)
    return left


def _tiles(content: Content, view: View, chance: Chance) -> list[LaidTile]:
    """The tiles by place. The anchored bottom tiles are known except for their order, and lie unrotated."""
    places = view["places"]
    pending = view["pending"]
    known = {place: entry["tile"] for place, entry in enumerate(places) if entry["tile"] is not None}
    if pending is not None and pending["type"] == "rotate_tile":
        known[PLACES.index(pending["place"])] = pending["tile"]
    hidden = _without(content.tiles, known.values())
    groups: list[tuple[list[int], list[str]]] = []
    closed = [place for place in range(len(PLACES)) if place not in known]
    anchored = view["options"]["layout"] == "anchored"
    if anchored:
        bottom = [tile for tile in content.anchored_bottom if tile in hidden]
        groups.append(([place for place in closed if place in BOTTOM], bottom))
        hidden = _without(hidden, bottom)
        closed = [place for place in closed if place not in BOTTOM]
    groups.append((closed, hidden))
    for group, tiles in groups:
        known.update(zip(group, chance.shuffle(tiles, "tiles"), strict=True))
    return [
        {"tile": known[place], "turns": _turns(place, entry, chance, anchored=anchored), "open": entry["open"]}
        for place, entry in enumerate(places)
    ]


def _turns(place: int, entry: PlaceView, chance: Chance, *, anchored: bool) -> int:
    if entry["turns"] is not None:
        return entry["turns"]
    return 0 if anchored and place in BOTTOM else chance.below(4, "tile rotations")


def _stack(content: Content, view: View, chance: Chance) -> list[str]:
    if view["token_stack"] is not None:
        stack: list[str] = view["token_stack"]
        return stack
    left = view["tokens_left"]
    return chance.shuffle([kind for kind in content.tokens for _ in range(left[kind])], "exploration tokens")


def _cards(content: Content, view: View, chance: Chance) -> list[str]:
    """The unseen cards in the order in which they are dealt: into the hidden hands, then onto the deck."""
    if view["deck"]["cards"] is not None:
        deck: list[str] = view["deck"]["cards"]
        return list(deck)
    every = [kind for kind, count in content.cards.items() for _ in range(count)]
    seen = [*view["discard"]]
    for seat in view["seats"]:
        seen += [*seat["kit"], *(one["card"] for one in seat["drawn"] if one["card"] is not None)]
    return chance.shuffle(_without(every, seen), "equipment cards")
