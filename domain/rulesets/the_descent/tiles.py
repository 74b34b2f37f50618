"""Opening tiles: turning up, the point for it, the exploration token and where it may go."""

from __future__ import annotations

from typing import Any, Final

from delvebook.domain.rulesets.the_descent import cards, markers
from delvebook.domain.rulesets.the_descent.content import CREATURES as CREATURE_KINDS
from delvebook.domain.rulesets.the_descent.geometry import (
    CELLS_OF,
    CENTRAL_OF,
    DIGGABLE,
    EMPTY,
    PLACES,
    Cell,
    Field,
    Place,
    can_cling,
    is_standable,
)
from delvebook.domain.rulesets.the_descent.state import Frame, Game
from delvebook.domain.rulesets.the_descent.things import first_takes_tokens

BY_MOVEMENT: Final = ("step", "jump", "fall")


def open_tile(game: Game, frame: Frame) -> None:
    """
    Handler: turns up a tile as it lies, if nothing has opened it meanwhile.

    Args:
        frame: `place`; `seat`, the opener; `by`: step, jump, fall, lamp (the map's way is `show_tile`).

    Clauses: TD-060, TD-069, TD-101.
    """
    place = frame["place"]
    if not game.state["places"][place]["open"]:
        cards.reveal(game.facts, f"tiles/{place}")
        turn_up(game, frame["seat"], place, frame["by"])


def show_tile(game: Game, seat: int, place: Place) -> None:
    """Shows a tile to all and asks the seat how to lay it. Clauses: TD-102."""
    cards.reveal(game.facts, f"tiles/{place}")
    tile = game.state["places"][place]["tile"]
    game.tell("tile_shown", "TD-102", seat=seat, place=PLACES[place], tile=tile, rows=game.content.face(tile, 0))
    game.ask(seat, "rotate_tile", place=place, tile=tile)


def rotate_tile(game: Game, pending: dict[str, Any], action: dict[str, Any]) -> None:
    """Carries out the answer: lays the tile that way for good. Clauses: TD-102, TD-008."""
    game.state["places"][pending["place"]]["turns"] = action["quarter_turns"]
    turn_up(game, pending["seat"], pending["place"], "map")


def turn_up(game: Game, seat: int, place: Place, by: str) -> None:
    """
    Opens the tile for everybody; then what rested on it may fall, then the token is drawn.

    Clauses: TD-060, TD-063, TD-065, TD-034, TD-123, TD-069.
    """
    state = game.state
    entry = state["places"][place]
    entry["open"] = True
    face = game.content.face(entry["tile"], entry["turns"])
    game.field.lay(place, face)
    state["opened"] = True
    clause = {"lamp": "TD-101", "map": "TD-102"}.get(by, "TD-060")
    game.tell(
        "tile_opened", clause, seat=seat, place=PLACES[place], tile=entry["tile"], turns=entry["turns"], by=by,
        rows=face,
    )  # fmt: skip
    game.gain(seat, game.content.points["tile"], "tile", clause, "TD-175")
    if by in BY_MOVEMENT:
        if state["window"] is not None and seat not in state["window"]["barred"]:
            state["window"]["barred"].append(seat)
        game.exhaust(seat)
        game.finish_turn(seat)
    game.push({"do": "settle"}, {"do": "draw_token", "seat": seat, "place": place, "by": by})


def draw_token(game: Game, frame: Frame) -> None:
    """Handler: draws the top token and asks its opener where it goes. Clauses: TD-060, TD-107, TD-108."""
    stack = game.state["stack"]
    if not stack:
        return
    number = sum(game.content.tokens.values()) - len(stack)
    kind = stack.pop(0)
    cards.reveal(game.facts, f"tokens/{number}")
    place, seat = frame["place"], frame["seat"]
    game.tell("token_drawn", "TD-060", seat=seat, token=kind, id=number, place=PLACES[place], left=len(stack))
    cells = token_cells(game.field, kind, place)
    about = {"kind": kind, "id": number, "place": place, "by": frame["by"]}
    if len(cells) == 1:
        put_token(game, seat, about, cells[0])
    else:
        game.ask(seat, "place_token", **about)


def token_cells(field: Field, kind: str, place: Place) -> list[Cell]:
    """
    Where a token may be placed on a tile just opened, in cell order.

    Clauses: TD-066, TD-067 (spider), TD-068 (worm).
    """
    central, every = CENTRAL_OF[place], CELLS_OF[place]
    if kind == "worm":
        return _first_that_fit(lambda cell: field.cells[cell] in DIGGABLE, central, every)
    if kind == "spider":
        found = _first_that_fit(lambda cell: can_cling(field, cell, closed_counts=False), central, every)
    else:
        found = _first_that_fit(lambda cell: is_standable(field, cell), central, every)
    return found or [cell for cell in every if field.cells[cell] in EMPTY]


def _first_that_fit(fits: Any, *groups: tuple[Cell, ...]) -> list[Cell]:
    """Those cells that fit out of the first group in which any does."""
    for group in groups:
        found = [cell for cell in group if fits(cell)]
        if found:
            return found
    return []


def put_token(game: Game, seat: int, about: dict[str, Any], cell: Cell) -> None:
    """
    Lays the token; a creature found by moving hunts its opener.

    Clauses: TD-060, TD-066 to TD-069, TD-141, TD-154, TD-106.
    """
    kind, state = about["kind"], game.state
    game.tell("token_placed", *_placing_clauses(kind), seat=seat, token=kind, id=about["id"], cell=cell)
    if kind in CREATURE_KINDS:
        health = game.content.monster_health if kind == "monster" else 0
        creature = {"kind": kind, "cell": cell, "moving": False, "marker": None, "hits": [], "health": health}
        state["creatures"].append(creature)
        if kind == "spider":
            state["web"] = about["place"]
            game.tell("web_laid", "TD-154", place=PLACES[about["place"]])
        if about["by"] in BY_MOVEMENT and game.seat(seat)["cell"] is not None:
            markers.put_on_seat(game, creature, seat, "TD-141")
    else:
        state["tokens"].append({"id": about["id"], "kind": kind, "cell": cell, "moving": False})
        first_takes_tokens(game, cell)
    game.push({"do": "settle"})


def _placing_clauses(kind: str) -> tuple[str, ...]:
    return ("TD-060", {"worm": "TD-068", "spider": "TD-067"}.get(kind, "TD-066"))
