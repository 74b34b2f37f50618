"""Target markers: where each creature's marker lies, and when it moves on."""

from __future__ import annotations

from typing import Any

from delvebook.domain.rulesets.the_descent.geometry import PLACE_OF, PLACES, Cell, Place, off_grid
from delvebook.domain.rulesets.the_descent.state import Game


def put_on_seat(game: Game, creature: dict[str, Any], seat: int, *clauses: str) -> None:
    """Puts the marker onto a character."""
    creature["marker"] = {"on": "seat", "seat": seat}
    game.tell("marker_put_on_character", *clauses, creature=creature["kind"], seat=seat)


def take_off(game: Game, creature: dict[str, Any], *clauses: str) -> None:
    """Takes the marker off the field."""
    if creature["marker"] is not None:
        creature["marker"] = None
        game.tell("marker_left_field", *clauses, creature=creature["kind"])


def is_borne_by(creature: dict[str, Any], seat: int) -> bool:
    """Whether the marker is on that character."""
    marker = creature["marker"]
    return marker is not None and marker["on"] == "seat" and marker["seat"] == seat


def bearer_place(game: Game, creature: dict[str, Any]) -> Place | None:
    """The tile of the character who bears the marker, if one does."""
    marker = creature["marker"]
    if marker is None or marker["on"] != "seat":
        return None
    cell = game.seat(marker["seat"])["cell"]
    return None if cell is None else PLACE_OF[cell]


def follow(game: Game, seat: int, origin: Cell | None, cell: Cell) -> None:
    """
    Moves markers after a character has entered a cell.

    Args:
        origin: The cell before; None if it was placed.

    Clauses: TD-143 (leaving a tile), then TD-142 (coming onto a creature's tile).
    """
    place = PLACE_OF[cell]
    if origin is not None and PLACE_OF[origin] != place:
        for creature in game.state["creatures"]:
            if is_borne_by(creature, seat) and PLACE_OF[creature["cell"]] != place:
                _stay_behind(game, creature, seat, place)
    for creature in game.state["creatures"]:
        if PLACE_OF[creature["cell"]] == place and not _is_taken(game, creature, seat, place):
            put_on_seat(game, creature, seat, "TD-142")


def _stay_behind(game: Game, creature: dict[str, Any], seat: int, place: Place) -> None:
    """Pins the marker of a hunted character to the tile it has come to; the plant's is gone. Clauses: TD-143."""
    if creature["kind"] == "plant":
        take_off(game, creature, "TD-143")
        return
    creature["marker"] = {"on": "tile", "place": place, "seat": seat}
    game.tell("marker_put_on_tile", "TD-143", creature=creature["kind"], seat=seat, place=PLACES[place])


def _is_taken(game: Game, creature: dict[str, Any], seat: int, place: Place) -> bool:
    """Whether the marker may not come to this character: on a lure, on it already, or on another one here."""
    marker = creature["marker"]
    if marker is None or marker["on"] == "tile":
        return False
    if marker["on"] == "lure" or marker["seat"] == seat:
        return True
    return bearer_place(game, creature) == place


def look_around(game: Game, creature: dict[str, Any]) -> None:
    """
    Lets a creature that is about to move take the nearest character on its own tile.

    Clauses: TD-144.
    """
    place = PLACE_OF[creature["cell"]]
    marker = creature["marker"]
    if (marker is not None and marker["on"] == "lure") or bearer_place(game, creature) == place:
        return
    _take_nearest(game, creature, place, "TD-144")


def come_to_tile(game: Game, creature: dict[str, Any], place: Place) -> None:
    """
    Moves the marker of a creature that has just come onto a tile.

    Clauses: TD-145.
    """
    marker = creature["marker"]
    if marker is None or marker["on"] == "lure" or bearer_place(game, creature) == place:
        return
    if not _take_nearest(game, creature, place, "TD-145") and marker["on"] == "tile" and marker["place"] == place:
        take_off(game, creature, "TD-145")


def _take_nearest(game: Game, creature: dict[str, Any], place: Place, clause: str) -> bool:
    """Puts the marker onto the nearest character of that tile, the first in turn order of several; whether it did."""
    seats = game.seats_on(place)
    if not seats:
        return False
    put_on_seat(
        game, creature, min(seats, key=lambda seat: off_grid(game.seat(seat)["cell"], creature["cell"])), clause
    )
    return True


def lose_bearer(game: Game, seat: int, *clauses: str) -> None:
    """Takes off the field what marks a character that died or arrived, and lets its lures not return (TD-099)."""
    for creature in game.state["creatures"]:
        marker = creature["marker"]
        if is_borne_by(creature, seat):
            take_off(game, creature, *clauses)
        elif marker is not None and marker["on"] == "lure" and marker["seat"] == seat:
            marker["returns"] = False


def return_from_lures(game: Game) -> None:
    """Ends all lures at the end of the creature phase. Clauses: TD-099."""
    for creature in game.state["creatures"]:
        marker = creature["marker"]
        if marker is None or marker["on"] != "lure":
            continue
        seat = marker["seat"]
        stays = creature["kind"] == "plant" and PLACE_OF[game.seat(seat)["cell"]] != PLACE_OF[creature["cell"]]
        if marker["returns"] and not stays:
            put_on_seat(game, creature, seat, "TD-099")
        else:
            take_off(game, creature, "TD-099")
