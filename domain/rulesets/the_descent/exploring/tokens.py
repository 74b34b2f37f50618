"""Exploration tokens: drawing one, placing it, and taking what lies on the field."""

from __future__ import annotations

from collections.abc import Callable

from delvebook.domain.rulesets.the_descent.box.cells import (
    CELLS_OF,
    CENTRAL_OF,
    DIGGABLE,
    EMPTY,
    PLACES,
    Cell,
    Field,
    Place,
)
from delvebook.domain.rulesets.the_descent.box.geometry import can_cling, is_standable
from delvebook.domain.rulesets.the_descent.content import CREATURE_KINDS
from delvebook.domain.rulesets.the_descent.exploring import cards, markers
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.rulesets.the_descent.state import TOKENS, Creature, Frame, Token

BY_MOVEMENT = ("step", "jump", "fall")
"""The ways to open a tile that are a movement (TD-063, TD-141)."""


def opening_clause(by: str) -> str:
    """The clause that gives a point and a token for a tile opened in that way."""
    return {"lamp": "TD-101", "map": "TD-102"}.get(by, "TD-060")


# -- drawing and placing --------------------------------------------------------------------------


def draw_token(play: Play, frame: Frame) -> None:
    """
    Handler: draws the top token and asks the opener where it goes.

    Args:
        frame: `seat`, the opener; `place`, the tile; `by`, the way in which it was opened.

    Clauses: TD-060, TD-107, TD-108.
    """
    stack = play.state["stack"]
    if not stack:
        return
    number = sum(play.content.tokens.values()) - len(stack)
    kind = stack.pop(0)
    TOKENS.turn_up(play.facts, number)
    place, seat = frame["place"], frame["seat"]
    play.tell(
        "token_drawn",
        opening_clause(frame["by"]),
        seat=seat,
        token=kind,
        id=number,
        place=PLACES[place],
        left=len(stack),
    )
    cells = token_cells(play.field, kind, place)
    if len(cells) == 1:
        put_token(play, seat, cells[0], kind=kind, number=number, place=place, by=frame["by"])
    else:
        play.ask(seat, "place_token", token=kind, id=number, place=place, by=frame["by"])


def token_cells(field: Field, kind: str, place: Place) -> list[Cell]:
    """
    The cells of a tile just opened on which a token may be placed, in cell order.

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


def _first_that_fit(fits: Callable[[Cell], bool], *groups: tuple[Cell, ...]) -> list[Cell]:
    """The cells that fit, out of the first group that has any."""
    for group in groups:
        found = [cell for cell in group if fits(cell)]
        if found:
            return found
    return []


def placing_clause(kind: str) -> str:
    """The clause that says where a token of that kind may be placed."""
    return {"worm": "TD-068", "spider": "TD-067"}.get(kind, "TD-066")


def put_token(play: Play, seat: int, cell: Cell, *, kind: str, number: int, place: Place, by: str) -> None:
    """
    Lays the token. A creature found by a movement hunts the opener.

    Args:
        seat: The opener.
        number: The token's number in the stack.
        by: The way in which the tile was opened.

    Clauses: TD-060, TD-066 to TD-069, TD-141, TD-154, TD-106.
    """
    play.tell("token_placed", placing_clause(kind), seat=seat, token=kind, id=number, cell=cell)
    of_creature = next((one for one in CREATURE_KINDS if one == kind), None)
    if of_creature is not None:
        health = play.content.monster_health if kind == "monster" else 0
        creature: Creature = {
            "kind": of_creature, "cell": cell, "moving": False, "marker": None, "hits": [], "health": health,
        }  # fmt: skip
        play.state["creatures"].append(creature)
        if kind == "spider":
            play.state["web"] = place
            play.tell("web_laid", "TD-154", place=PLACES[place])
        if by in BY_MOVEMENT and play.is_on_field(seat):
            markers.put_on_seat(play, creature, seat, "TD-141")
    else:
        play.state["tokens"].append({"id": number, "kind": kind, "cell": cell, "moving": False})
        first_takes_tokens(play, cell)
    play.push({"do": "settle"})


# -- taking ---------------------------------------------------------------------------------------


def take_tokens(play: Play, seat: int, cell: Cell, clause: str) -> None:
    """
    Gives the seat's character what lies in the cell, in the order of placement. Chests stay.

    Args:
        clause: The clause by which this character takes it.

    Clauses: TD-105, TD-023, TD-103.
    """
    for token in play.tokens_at(cell, "health", "coin", "backpack"):
        if token["moving"]:
            continue
        remove_token(play, token)
        own = play.character(seat)
        play.tell("token_taken", clause, seat=seat, token=token["kind"], id=token["id"], cell=cell)
        if token["kind"] == "health":
            own["health"] += 1
            clauses = ["TD-105", *(["TD-023"] if own["health"] > play.content.health else [])]
            play.tell("health_gained", *clauses, seat=seat, health=1, left=own["health"])
        elif token["kind"] == "coin":
            play.gain(seat, play.content.points["coin"], "coin", "TD-105")
        else:
            own["backpack"] = True  # TD-085: from now on the seat holds unknown cards
            drawn = cards.draw_cards(play, seat, play.content.backpack_cards)
            clause = "TD-105" if drawn == play.content.backpack_cards else "TD-103"
            play.tell(
                "cards_drawn", clause, seat=seat, cards=drawn, hand=play.hand_size(seat),
                deck=len(play.state["deck"]),
            )  # fmt: skip


def first_takes_tokens(play: Play, cell: Cell) -> None:
    """Gives what lies in a cell to the first character at rest there. Clauses: TD-106."""
    seats = [seat for seat in play.seats_at(cell) if not play.character(seat)["moving"]]
    if seats:
        take_tokens(play, seats[0], cell, "TD-106")


def remove_token(play: Play, token: Token) -> None:
    """Takes a token out of the game for good (TD-107)."""
    play.state["tokens"].remove(token)
    count_gone(play, token["kind"])


def count_gone(play: Play, kind: str) -> None:
    """Counts a token or creature that has left the game."""
    gone = play.state["gone"]
    gone[kind] = gone.get(kind, 0) + 1
