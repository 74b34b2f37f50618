"""Laying the table: tiles, tokens, decks, kits; in the order the chance is drawn in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.the_descent.cards import shuffle_deck
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.geometry import BOTTOM, PLACES, START_PLACE, closed_rows
from delvebook.domain.rulesets.the_descent.state import SETUP, Game
from delvebook.domain.tape import Tape


def lay_table(content: Content, options: Mapping[str, Any], *, seats: int, tape: Tape) -> Game:
    """
    The table before the first character is placed.

    Clauses: TD-020, TD-021, TD-022.
    """
    facts = Facts()
    state = _blank_state(content, options, seats)
    game = Game(content, state, tape=tape, facts=facts)
    state["places"] = _deal_tiles(content, options["layout"], tape)
    for place, entry in enumerate(state["places"]):
        if place != START_PLACE:
            facts.seal("tiles", place, {"tile": entry["tile"], "turns": entry["turns"]})
    _turn_up_start(game)
    tokens = [kind for kind, count in content.tokens.items() for _ in range(count)]
    state["stack"] = tape.shuffle(tokens, "exploration tokens")
    facts.seal_zone("tokens", state["stack"])
    _deal_cards(game, seats)
    first = options["first_seat"]
    if first == "random":
        first = tape.below(seats, "first seat")
    state["order"] = [(first + offset) % seats for offset in range(seats)]
    state["queue"] = list(state["order"])
    game.tell("turn_order_set", "TD-030", seats=state["order"])
    return game


def _blank_state(content: Content, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """The state of an empty table. Clauses: TD-020."""
    return {
        "options": dict(options),
        "phase": SETUP,
        "round": 0,
        "ended": None,
        "order": [],
        "active": None,
        "turn": {"endurance": 0, "weak": False, "over": False},
        "window": None,
        "opened": False,
        "places": [],
        "field": closed_rows(),
        "stack": [],
        "gone": {},
        "tokens": [],
        "creatures": [],
        "web": None,
        "seats": [
            {
                "health": content.health,
                "points": 0,
                "kit": list(content.kit),
                "drawn": [],
                "backpack": False,
                "cell": None,
                "rests": [],
                "arrived": False,
                "moving": False,
                "weakened": False,
            }
            for _ in range(seats)
        ],
        "deck": [],
        "discard": [],
        "queue": [],
        "agenda": [],
        "pending": None,
        "last_fall": None,
        "last_dice": [],
    }


def _deal_tiles(content: Content, layout: str, tape: Tape) -> list[dict[str, Any]]:
    """By place, its tile and rotation: all drawn, or start and bottom as they are."""
    if layout == "shuffled":
        tiles = tape.shuffle(content.tiles, "tiles")
        turned = list(range(len(PLACES)))
    else:
        fixed = [content.anchored_start, *content.anchored_bottom]
        turned = [place for place in range(len(PLACES)) if place not in (START_PLACE, *BOTTOM)]
        dealt = tape.shuffle([tile for tile in content.tiles if tile not in fixed], "tiles")
        tiles = [content.anchored_start] * len(PLACES)
        for place, tile in zip(turned, dealt, strict=True):
            tiles[place] = tile
        for place, tile in zip(BOTTOM, tape.shuffle(content.anchored_bottom, "bottom tiles"), strict=True):
            tiles[place] = tile
    turns = {place: tape.below(4, "tile rotations") for place in turned}
    return [{"tile": tile, "turns": turns.get(place, 0), "open": False} for place, tile in enumerate(tiles)]


def _turn_up_start(game: Game) -> None:
    """Opens the Start tile: no point, no token."""
    entry = game.state["places"][START_PLACE]
    entry["open"] = True
    face = game.content.face(entry["tile"], entry["turns"])
    game.field.lay(START_PLACE, face)
    game.tell(
        "start_tile_turned_up", "TD-024", place=PLACES[START_PLACE], tile=entry["tile"], turns=entry["turns"],
        rows=face, layout=game.state["options"]["layout"],
    )  # fmt: skip


def _deal_cards(game: Game, seats: int) -> None:
    """Takes the kits out of the 40 cards and makes the deck of the rest. Clauses: TD-020, TD-021."""
    kinds = [
        kind
        for kind, count in game.content.cards.items()
        for _ in range(count - (seats if kind in game.content.kit else 0))
    ]
    shuffle_deck(game, kinds, "equipment cards", "TD-021")
    for seat in range(seats):
        own = game.seat(seat)
        game.tell("kit_taken", "TD-020", "TD-085", seat=seat, cards=own["kit"], missing=[], health=own["health"])
