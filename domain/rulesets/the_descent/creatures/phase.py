"""The creature phase: which creature moves, where it goes, and which characters it hits."""

from __future__ import annotations

from typing import Final

from delvebook.domain.rulesets.the_descent.box.cells import (
    BOARD,
    CELLS_OF,
    DESTROYED,
    DIGGABLE,
    DOWN,
    EMPTY,
    PLACE_OF,
    THIN,
    XS,
    YS,
    Cell,
    Field,
    Place,
    off_grid,
)
from delvebook.domain.rulesets.the_descent.box.geometry import can_cling, is_carried
from delvebook.domain.rulesets.the_descent.cave.board import Board
from delvebook.domain.rulesets.the_descent.cave.routes import (
    Goals,
    Move,
    dragon_moves,
    goals_at,
    goals_on,
    monster_moves,
    next_moves,
    spider_moves,
    worm_moves,
)
from delvebook.domain.rulesets.the_descent.characters.health import loss_frame
from delvebook.domain.rulesets.the_descent.creatures.meeting import hit_frame
from delvebook.domain.rulesets.the_descent.exploring import markers
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.rulesets.the_descent.state import Action, Creature, Frame, Marker, Pending, RouteMove

_MOVE_CLAUSES: Final = {"monster": "TD-166", "spider": "TD-155", "worm": "TD-158", "dragon": "TD-164"}
"""By kind, the clause of its moves."""

# -- the phase ------------------------------------------------------------------------------------


def begin_phase(play: Play) -> None:
    """Lists the creatures that will act: those there are now, as placed. Clauses: TD-147, TD-134."""
    for creature in play.state["creatures"]:
        creature["hits"] = []
    play.state["queue"] = [creature["kind"] for creature in play.state["creatures"]]


def end_phase(play: Play) -> None:
    """Ends the lures. Clauses: TD-098, TD-099."""
    markers.return_from_lures(play)
    for creature in play.state["creatures"]:
        creature["hits"] = []


def begin_move(play: Play, frame: Frame) -> None:
    """
    Handler: begins a creature's turn in the phase.

    Args:
        frame: `kind`.

    Clauses: TD-144, TD-147, TD-163, TD-152, TD-135, TD-145.
    """
    creature = play.creature(frame["kind"])
    if creature is None:
        return
    markers.look_around(play, creature)
    kind, marker = creature["kind"], creature["marker"]
    if kind == "worm" and play.field.cells[creature["cell"]] in EMPTY:
        _worm_returns(play, creature)
    elif marker is None:
        return
    elif kind == "plant":
        _plant_attacks(play, creature, marker)
    elif creature["cell"] == target_cell(play, marker):
        _hit_target(play, kind, marker, "TD-135")
    else:
        if marker["on"] == "tile" and marker["place"] == PLACE_OF[creature["cell"]]:
            markers.take_off(play, creature, "TD-145")  # a fall has brought it onto that tile
        play.push(_move_frame(creature, play.content.creature_endurance))


def _move_frame(creature: Creature, endurance: int, *, stops: bool = False) -> Frame:
    return {
        "do": "creature_move", "kind": creature["kind"], "endurance": endurance, "place": PLACE_OF[creature["cell"]],
        "stops": stops,
    }  # fmt: skip


def target_cell(board: Board, marker: Marker) -> Cell | None:
    """The cell of the character or lure that is hunted; None if the marker is on a tile."""
    if marker["on"] == "tile":
        return None
    return marker["cell"] if marker["on"] == "lure" else board.character(marker["seat"])["cell"]


def _hit_target(play: Play, kind: str, marker: Marker, clause: str) -> None:
    """Hits the character that is hunted; a lure loses nothing (TD-098)."""
    if marker["on"] == "seat":
        play.push(hit_frame(kind, marker["seat"], clause))


# -- plant and worm -------------------------------------------------------------------------------


def _plant_attacks(play: Play, plant: Creature, marker: Marker) -> None:
    """Attacks the marked character if it is on the plant's tile. Clauses: TD-152."""
    if markers.bearer_place(play, plant) != PLACE_OF[plant["cell"]]:
        return
    seat = marker["seat"]
    play.tell("plant_attacked", "TD-152", seat=seat)
    play.push(loss_frame(seat, play.content.hit_loss, "attack", "plant"))


def _worm_returns(play: Play, worm: Creature) -> None:
    """Lets a worm that fell out of its rock return into rock, which is its whole move. Clauses: TD-163."""
    cells = play.field.cells
    home: Cell | None = worm["cell"] + DOWN
    if cells[worm["cell"] + DOWN] not in DIGGABLE:
        home = min(
            (cell for cell in BOARD if cells[cell] in DIGGABLE),
            key=lambda cell: (off_grid(cell, worm["cell"]), -YS[cell], XS[cell]),
            default=None,
        )
    if home is not None:
        play.tell("worm_returned_to_rock", "TD-163", from_cell=worm["cell"], to_cell=home)
        worm["cell"] = home
        play.push({"do": "settle"})


def _worm_stops(play: Play, worm: Creature, marker: Marker | None) -> None:
    """Lets the worm hit its target, and only that one, if it has stopped right under it. Clauses: TD-159."""
    if marker is None:
        return
    target = target_cell(play, marker)
    if target is not None and worm["cell"] == target + DOWN:
        _hit_target(play, "worm", marker, "TD-159")


# -- moving ---------------------------------------------------------------------------------------


def creature_move(play: Play, frame: Frame) -> None:
    """
    Handler: makes the creature's next single move, if it has one; of several equally short ones a seat chooses.

    Args:
        frame: `kind`; `endurance` left; `place`, the tile it was on; `stops`: its move is over.

    Clauses: TD-149, TD-150, TD-151, TD-145.
    """
    creature = play.creature(frame["kind"])
    if creature is None:
        return
    if PLACE_OF[creature["cell"]] != frame["place"]:
        markers.come_to_tile(play, creature, PLACE_OF[creature["cell"]])  # it fell onto another tile
    marker = creature["marker"]
    if frame["stops"] or marker is None:
        return
    if creature["kind"] == "worm" and play.field.cells[creature["cell"]] in EMPTY:
        return  # the rock it came into gave way under it
    moves = find_moves(play, creature, marker, frame["endurance"])
    if not moves:
        if creature["kind"] == "worm":
            _worm_stops(play, creature, marker)
    elif len(moves) == 1 or not play.is_in_play(marker["seat"]):
        _make(play, creature, moves[0].to_plain(), frame["endurance"])
    else:
        play.ask(
            marker["seat"], "route_creature", kind=creature["kind"], endurance=frame["endurance"],
            moves=[move.to_plain() for move in moves],
        )  # fmt: skip


def route_creature(play: Play, pending: Pending, action: Action) -> None:
    """Answer: makes the move chosen. Clauses: TD-149."""
    _make(play, play.present(pending["kind"]), pending["moves"][action["option"]], pending["endurance"])


def find_moves(board: Board, creature: Creature, marker: Marker, endurance: int) -> list[Move]:
    """The moves that TD-149 lists: they begin a shortest path, and the endurance left pays for them."""
    field, kind, start = board.field, creature["kind"], creature["cell"]
    goals = find_goals(board, creature, marker)
    if kind == "worm":
        return worm_moves(field, start, goals)
    if kind == "dragon":
        return next_moves(lambda cell: dragon_moves(field, cell), start, goals)
    moves_from = spider_moves if kind == "spider" else monster_moves
    moves = next_moves(lambda cell: moves_from(field, cell, content=board.content), start, goals)
    return [move for move in moves if move.cost <= endurance]


def find_goals(board: Board, creature: Creature, marker: Marker) -> Goals:
    """The goals of the creature. Clauses: TD-148, TD-159 (the worm: under its target)."""
    field, kind = board.field, creature["kind"]
    target = target_cell(board, marker)
    if target is not None:
        return Goals((target + DOWN,), (target,)) if kind == "worm" else goals_at(target)
    if kind == "worm":
        return _worm_goals_on(field, marker["place"], creature["cell"])
    return goals_on(marker["place"], rests=lambda cell: _rests(field, kind, cell))


def _rests(field: Field, kind: str, cell: Cell) -> bool:
    """Whether a creature of that kind can rest in the cell. Clauses: TD-156, TD-164, TD-166."""
    if kind == "spider":
        return can_cling(field, cell)
    return field.cells[cell] in EMPTY if kind == "dragon" else is_carried(field, cell)


def _worm_goals_on(field: Field, place: Place, start: Cell) -> Goals:
    """The rock cells of a tile that are nearest to the worm. Clauses: TD-159."""
    rock = [cell for cell in CELLS_OF[place] if field.cells[cell] in DIGGABLE]
    near = min((off_grid(cell, start) for cell in rock), default=0)
    return Goals(tuple(cell for cell in rock if off_grid(cell, start) == near), CELLS_OF[place])


def _make(play: Play, creature: Creature, move: RouteMove, endurance: int) -> None:
    """
    Carries out one single move: the way, the markers of tiles come to, the hits, then what has to fall.

    Clauses: TD-145, TD-151, TD-134, TD-164, TD-166, TD-155, TD-158.
    """
    kind, origin, via = creature["kind"], creature["cell"], move["via"]
    play.tell(
        "creature_moved", _MOVE_CLAUSES[kind], creature=kind, move=move["kind"], from_cell=origin, to_cell=via[-1],
        cells=via,
    )  # fmt: skip
    if move["kind"] == "dig":
        rest = _move_frame(creature, endurance - move["cost"])
        play.push({"do": "break_rock", "cell": via[0], "cause": "monster"}, {"do": "settle"}, rest)
        return
    gap: list[Frame] = []
    if kind == "monster" and play.field.cells[via[0]] == THIN:  # in the second part of a jump thin rock is solid
        play.field.put(via[0], DESTROYED)
        play.tell("rock_destroyed", "TD-166", cell=via[0], cause="monster")
        gap = [{"do": "put_in", "cell": via[0], "cause": "monster"}, {"do": "let_go", "cell": via[0]}]
    _go_along(play, creature, origin, via)
    marker = creature["marker"]
    target = None if marker is None else target_cell(play, marker)
    if kind == "worm":
        stops = move["kind"] == "cross" or (target is not None and creature["cell"] == target + DOWN)
    else:
        stops = kind == "dragon" or target in via
    rest = _move_frame(creature, endurance - move["cost"], stops=stops)
    play.push(*_hits_along(play, kind, origin, via), *gap, {"do": "settle"}, rest)
    if kind == "worm":
        _worm_stops(play, creature, marker)


def _go_along(play: Play, creature: Creature, origin: Cell, via: list[Cell]) -> None:
    """Puts the creature at the end of its way; markers move with every tile it comes to. Clauses: TD-145."""
    creature["cell"] = via[-1]
    place = PLACE_OF[origin]
    for cell in via:
        if PLACE_OF[cell] != place:
            place = PLACE_OF[cell]
            markers.come_to_tile(play, creature, place)


def _hits_along(play: Play, kind: str, origin: Cell, via: list[Cell]) -> list[Frame]:
    """The hits on all characters in the cells a creature enters; the monster pushes them its way (TD-167)."""
    before = [origin, *via]
    clause = "TD-164" if kind == "dragon" else "TD-134"
    return [
        hit_frame(kind, seat, clause, direction=cell - before[index] if kind == "monster" else None)
        for index, cell in enumerate(via)
        for seat in play.seats_at(cell)
    ]
