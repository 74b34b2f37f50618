"""Opening tiles: turning one up, the point for it, and showing one by the map."""

from __future__ import annotations

from delvebook.domain.rulesets.the_descent.box.cells import PLACES, Place
from delvebook.domain.rulesets.the_descent.exploring.tokens import BY_MOVEMENT, opening_clause
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.rulesets.the_descent.state import TILES, Action, Frame, Pending


def open_tile(play: Play, frame: Frame) -> None:
    """
    Handler: turns up a tile as it lies, unless it has been opened meanwhile.

    Args:
        frame: `place`; `seat`, the opener; `by`: step, jump, fall or lamp (the map has `show_tile`); `clauses` that
            decide it.

    Clauses: TD-060, TD-069, TD-101.
    """
    place = frame["place"]
    if not play.state["places"][place]["open"]:
        TILES.turn_up(play.facts, place)
        _turn_up(play, frame["seat"], place, frame["by"], *frame["clauses"])


def show_tile(play: Play, seat: int, place: Place) -> None:
    """Shows a tile to everybody and asks the seat how to lay it. Clauses: TD-102."""
    TILES.turn_up(play.facts, place)
    tile = play.state["places"][place]["tile"]
    play.tell("tile_shown", "TD-102", seat=seat, place=PLACES[place], tile=tile, rows=play.content.face(tile, 0))
    play.ask(seat, "rotate_tile", place=place, tile=tile)


def rotate_tile(play: Play, pending: Pending, action: Action) -> None:
    """Answer: lays the tile that way for good. Clauses: TD-102, TD-008."""
    play.state["places"][pending["place"]]["turns"] = action["quarter_turns"]
    _turn_up(play, pending["seat"], pending["place"], "map", "TD-102")


def _turn_up(play: Play, seat: int, place: Place, by: str, *clauses: str) -> None:
    """
    Opens the tile for everybody; then what rested on it may fall, then a token is drawn.

    Clauses: TD-060, TD-063, TD-065, TD-034, TD-123, TD-069.
    """
    state = play.state
    entry = state["places"][place]
    entry["open"] = True
    face = play.content.face(entry["tile"], entry["turns"])
    play.field.lay(place, face)
    state["opened"] = True
    play.tell(
        "tile_opened", *clauses, seat=seat, place=PLACES[place], tile=entry["tile"], turns=entry["turns"], by=by,
        rows=face,
    )  # fmt: skip
    play.gain(seat, play.content.points["tile"], "tile", opening_clause(by))
    if by in BY_MOVEMENT:
        if state["window"] is not None and seat not in state["window"]["barred"]:
            state["window"]["barred"].append(seat)
        play.exhaust(seat)
        play.finish_turn(seat)
    play.push({"do": "settle"}, {"do": "draw_token", "seat": seat, "place": place, "by": by})
