"""The setup: tiles, tokens, decks and kits, in the order in which chance is drawn."""

from __future__ import annotations

from delvebook.domain.facts import Facts
from delvebook.domain.kit.sealed_decks import FaceDown
from delvebook.domain.rulesets.the_descent.box.cells import BOTTOM, PLACES, START_PLACE, closed_rows
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.exploring.cards import shuffle_deck
from delvebook.domain.rulesets.the_descent.flow import run
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.rulesets.the_descent.state import SETUP, TILES, TOKENS, Character, LaidTile, Options, State
from delvebook.domain.tape import Tape


def set_up(content: Content, options: Options, *, seats: int, tape: Tape) -> tuple[State, Facts]:
    """The table laid, as far as the first choice of a starting cell. Clauses: TD-020, TD-021, TD-022."""
    state = _blank_state(content, options, seats)
    play = Play(content, state, tape=tape, facts=Facts())
    state["places"] = _deal_tiles(content, options["layout"], tape)
    TILES.seal(play.facts, (_sealed(place, tile) for place, tile in enumerate(state["places"]) if place != START_PLACE))
    _turn_up_start(play)
    tokens = [kind for kind, count in content.tokens.items() for _ in range(count)]
    state["stack"] = tape.shuffle(tokens, "exploration tokens")
    TOKENS.seal(play.facts, (FaceDown(at, at, kind) for at, kind in enumerate(state["stack"])))
    _deal_cards(play, seats)
    first = options["first_seat"]
    if isinstance(first, str):
        first = tape.below(seats, "first seat")
    state["order"] = [(first + offset) % seats for offset in range(seats)]
    state["queue"] = list(state["order"])
    play.tell("turn_order_set", "TD-030", seats=state["order"])
    run(play)
    return state, play.facts


def _sealed(place: int, tile: LaidTile) -> FaceDown:
    return FaceDown(place, place, {"tile": tile["tile"], "turns": tile["turns"]})


def _blank_state(content: Content, options: Options, seats: int) -> State:
    """The state of an empty table. Clauses: TD-020."""
    return {
        "options": {
            "layout": options["layout"],
            "first_seat": options["first_seat"],
            "round_limit": options["round_limit"],
        },
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
        "seats": [_new_character(content) for _ in range(seats)],
        "deck": [],
        "discard": [],
        "queue": [],
        "agenda": [],
        "pending": None,
        "last_fall": None,
        "last_dice": [],
    }


def _new_character(content: Content) -> Character:
    """A character with its start kit, not yet placed. Clauses: TD-020."""
    return {
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


def _deal_tiles(content: Content, layout: str, tape: Tape) -> list[LaidTile]:
    """By place, its tile and rotation. In the anchored layout the start and bottom tiles are not rotated."""
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


def _turn_up_start(play: Play) -> None:
    """Opens the Start tile, for no point and without a token."""
    entry = play.state["places"][START_PLACE]
    entry["open"] = True
    face = play.content.face(entry["tile"], entry["turns"])
    play.field.lay(START_PLACE, face)
    play.tell(
        "start_tile_turned_up", "TD-024", place=PLACES[START_PLACE], tile=entry["tile"], turns=entry["turns"],
        rows=face, layout=play.state["options"]["layout"],
    )  # fmt: skip


def _deal_cards(play: Play, seats: int) -> None:
    """Takes the kits out of the 40 cards and makes the deck of the rest. Clauses: TD-020, TD-021."""
    kinds = [
        kind
        for kind, count in play.content.cards.items()
        for _ in range(count - (seats if kind in play.content.kit else 0))
    ]
    shuffle_deck(play, kinds, "equipment cards", "TD-021")
    for seat in range(seats):
        own = play.character(seat)
        play.tell("kit_taken", "TD-020", seat=seat, cards=own["kit"], missing=[], health=own["health"])
