"""Target markers: where each creature's marker is, and when it moves."""

from __future__ import annotations

from delvebook.domain.rulesets.the_descent.box.cells import PLACE_OF, PLACES, Cell, Place, off_grid
from delvebook.domain.rulesets.the_descent.cave.board import Board
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.rulesets.the_descent.state import Creature


def put_on_seat(play: Play, creature: Creature, seat: int, *clauses: str) -> None:
    """Puts the marker onto a character."""
    creature["marker"] = {"on": "seat", "seat": seat}
    play.tell("marker_put_on_character", *clauses, creature=creature["kind"], seat=seat)


def take_off(play: Play, creature: Creature, *clauses: str) -> None:
    """Takes the marker off the field."""
    if creature["marker"] is not None:
        creature["marker"] = None
        play.tell("marker_left_field", *clauses, creature=creature["kind"])


def is_borne_by(creature: Creature, seat: int) -> bool:
    """Whether the marker is on that character."""
    marker = creature["marker"]
    return marker is not None and marker["on"] == "seat" and marker["seat"] == seat


def bearer_place(board: Board, creature: Creature) -> Place | None:
    """The tile of the character who bears the marker, if one does."""
    marker = creature["marker"]
    if marker is None or marker["on"] != "seat":
        return None
    cell = board.character(marker["seat"])["cell"]
    return None if cell is None else PLACE_OF[cell]


def follow_character(play: Play, seat: int, origin: Cell | None, cell: Cell) -> None:
    """
    Moves markers after a character has entered a cell.

    Args:
        origin: The cell before; None if it was placed.

    Clauses: TD-143 (leaving a tile), then TD-142 (coming onto a creature's tile).
    """
    place = PLACE_OF[cell]
    if origin is not None and PLACE_OF[origin] != place:
        for creature in play.state["creatures"]:
            if is_borne_by(creature, seat) and PLACE_OF[creature["cell"]] != place:
                _stay_behind(play, creature, seat, place)
    for creature in play.state["creatures"]:
        if PLACE_OF[creature["cell"]] == place and not _is_taken(play, creature, seat, place):
            put_on_seat(play, creature, seat, "TD-142")


def _stay_behind(play: Play, creature: Creature, seat: int, place: Place) -> None:
    """Puts a hunted character's marker onto the tile it has come to; the plant's leaves the field. Clauses: TD-143."""
    if creature["kind"] == "plant":
        take_off(play, creature, "TD-143")
        return
    creature["marker"] = {"on": "tile", "place": place, "seat": seat}
    play.tell("marker_put_on_tile", "TD-143", creature=creature["kind"], seat=seat, place=PLACES[place])


def _is_taken(board: Board, creature: Creature, seat: int, place: Place) -> bool:
    """Whether the marker cannot come to this character: it is on a lure, on it already, or on another one here."""
    marker = creature["marker"]
    if marker is None or marker["on"] == "tile":
        return False
    if marker["on"] == "lure" or marker["seat"] == seat:
        return True
    return bearer_place(board, creature) == place


def look_around(play: Play, creature: Creature) -> None:
    """Puts the marker of a creature that is about to move onto the nearest character on its tile. Clauses: TD-144."""
    place = PLACE_OF[creature["cell"]]
    marker = creature["marker"]
    if (marker is not None and marker["on"] == "lure") or bearer_place(play, creature) == place:
        return
    _take_nearest(play, creature, place, "TD-144")


def come_to_tile(play: Play, creature: Creature, place: Place) -> None:
    """Moves the marker of a creature that has just come onto a tile. Clauses: TD-145."""
    marker = creature["marker"]
    if marker is None or marker["on"] == "lure" or bearer_place(play, creature) == place:
        return
    if not _take_nearest(play, creature, place, "TD-145") and marker["on"] == "tile" and marker["place"] == place:
        take_off(play, creature, "TD-145")


def _take_nearest(play: Play, creature: Creature, place: Place, clause: str) -> bool:
    """
    Puts the marker onto the nearest character on that tile, the first in turn order if several are equally near.

    Returns whether there is a character.
    """
    seats = play.seats_on(place)
    if not seats:
        return False
    nearest = min(seats, key=lambda seat: off_grid(play.cell_of(seat), creature["cell"]))
    put_on_seat(play, creature, nearest, clause)
    return True


def lose_bearer(play: Play, seat: int, *clauses: str) -> None:
    """Takes the markers off a character that died or arrived; those on its lures will not return (TD-099)."""
    for creature in play.state["creatures"]:
        marker = creature["marker"]
        if is_borne_by(creature, seat):
            take_off(play, creature, *clauses)
        elif marker is not None and marker["on"] == "lure" and marker["seat"] == seat:
            marker["returns"] = False


def return_from_lures(play: Play) -> None:
    """Ends all lures at the end of the creature phase. Clauses: TD-099."""
    for creature in play.state["creatures"]:
        marker = creature["marker"]
        if marker is None or marker["on"] != "lure":
            continue
        seat = marker["seat"]
        leaves = creature["kind"] == "plant" and PLACE_OF[play.cell_of(seat)] != PLACE_OF[creature["cell"]]
        if marker["returns"] and not leaves:
            put_on_seat(play, creature, seat, "TD-099")
        else:
            take_off(play, creature, "TD-099")
