"""The creature phase: whose move it is, where it goes, whom it hits."""

from __future__ import annotations

from typing import Any

from delvebook.domain.rulesets.the_descent import markers
from delvebook.domain.rulesets.the_descent.geometry import (
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
    can_cling,
    is_carried,
    off_grid,
)
from delvebook.domain.rulesets.the_descent.routes import (
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
from delvebook.domain.rulesets.the_descent.state import Board, Frame, Game


def begin_phase(game: Game) -> None:
    """Lists who will act: the creatures there are now, as placed. Clauses: TD-147, TD-134."""
    for creature in game.state["creatures"]:
        creature["hits"] = []
    game.state["queue"] = [creature["kind"] for creature in game.state["creatures"]]


def end_phase(game: Game) -> None:
    """Ends the lures. Clauses: TD-098, TD-099."""
    markers.return_from_lures(game)
    for creature in game.state["creatures"]:
        creature["hits"] = []


def begin_move(game: Game, frame: Frame) -> None:
    """
    Handler: a creature's turn in the phase begins.

    Clauses: TD-144, TD-147, TD-163, TD-152, TD-135.
    """
    creature = game.creature(frame["kind"])
    if creature is None:
        return
    markers.look_around(game, creature)
    kind = creature["kind"]
    if kind == "worm" and game.field.cells[creature["cell"]] in EMPTY:
        _worm_returns(game, creature)
    elif kind == "plant":
        _plant_attacks(game, creature)
    elif creature["marker"] is not None:
        if kind != "worm" and creature["cell"] == target_cell(game, creature):
            _hit_target(game, creature)  # TD-135
        else:
            if _lies_on_own_tile(creature):
                markers.take_off(game, creature, "TD-145")
            game.push(_move_frame(game, creature, game.content.creature_endurance))


def _lies_on_own_tile(creature: dict[str, Any]) -> bool:
    """Whether the marker waits on the very tile a fall has brought the creature to."""
    marker = creature["marker"]
    return bool(marker["on"] == "tile" and marker["place"] == PLACE_OF[creature["cell"]])


def _move_frame(game: Game, creature: dict[str, Any], endurance: int, *, stops: bool = False) -> Frame:
    return {
        "do": "creature_move", "kind": creature["kind"], "endurance": endurance, "place": PLACE_OF[creature["cell"]],
        "stops": stops,
    }  # fmt: skip


def target_cell(game: Board, creature: dict[str, Any]) -> Cell | None:
    """The cell of the character or lure it hunts; None if its marker is on a tile or off the field."""
    marker = creature["marker"]
    if marker is None or marker["on"] == "tile":
        return None
    cell: Cell | None = marker["cell"] if marker["on"] == "lure" else game.seat(marker["seat"])["cell"]
    return cell


def _hit_target(game: Game, creature: dict[str, Any]) -> None:
    """Hits the character it hunts; a lure loses nothing (TD-098)."""
    marker = creature["marker"]
    if marker["on"] == "seat":
        game.push({"do": "hit", "kind": creature["kind"], "seat": marker["seat"], "direction": None})


# -- plant and worm -------------------------------------------------------------------------------


def _plant_attacks(game: Game, plant: dict[str, Any]) -> None:
    """Attacks the marked character if it is on the plant's tile. Clauses: TD-152."""
    if markers.bearer_place(game, plant) != PLACE_OF[plant["cell"]]:
        return
    seat = plant["marker"]["seat"]
    game.tell("plant_attacked", "TD-152", seat=seat)
    game.push({"do": "lose", "seat": seat, "amount": game.content.hit_loss, "cause": "plant", "then": None})


def _worm_returns(game: Game, worm: dict[str, Any]) -> None:
    """Lets a worm that fell out of its rock go back into rock; that is its whole move. Clauses: TD-163."""
    cells = game.field.cells
    home: Cell | None = worm["cell"] + DOWN
    if cells[worm["cell"] + DOWN] not in DIGGABLE:
        home = min(
            (cell for cell in BOARD if cells[cell] in DIGGABLE),
            key=lambda cell: (off_grid(cell, worm["cell"]), -YS[cell], XS[cell]),
            default=None,
        )
    if home is not None:
        game.tell("worm_returned_to_rock", "TD-163", from_cell=worm["cell"], to_cell=home)
        worm["cell"] = home
        game.push({"do": "settle"})


# -- moving ---------------------------------------------------------------------------------------


def creature_move(game: Game, frame: Frame) -> None:
    """
    Handler: the creature's next single move, if there is one; of several equally short ones somebody chooses.

    Args:
        frame: `kind`, `endurance` left; `place`, the tile it was on; `stops`: its move is over.

    Clauses: TD-149, TD-150, TD-151, TD-145.
    """
    creature = game.creature(frame["kind"])
    if creature is None:
        return
    if PLACE_OF[creature["cell"]] != frame["place"]:
        markers.come_to_tile(game, creature, PLACE_OF[creature["cell"]])  # it fell onto another tile
    if frame["stops"] or creature["marker"] is None:
        return
    if creature["kind"] == "worm" and game.field.cells[creature["cell"]] in EMPTY:
        return  # the rock it came into gave way under it
    if creature["kind"] != "worm" and creature["cell"] == target_cell(game, creature):
        return
    moves = find_moves(game, creature, frame["endurance"])
    if creature["kind"] == "worm" and not moves:
        _worm_stops(game, creature)
        return
    if not moves:
        return
    chooser = creature["marker"]["seat"]
    if len(moves) == 1 or not game.is_in_play(chooser):
        _make(game, creature, moves[0].to_plain(), frame["endurance"])
    else:
        game.ask(
            chooser, "route_creature", kind=creature["kind"], endurance=frame["endurance"],
            moves=[move.to_plain() for move in moves],
        )  # fmt: skip


def route_creature(game: Game, pending: dict[str, Any], action: dict[str, Any]) -> None:
    """Carries out the answer. Clauses: TD-149."""
    creature = game.creature(pending["kind"])
    if creature is not None:
        _make(game, creature, pending["moves"][action["option"]], pending["endurance"])


def find_moves(game: Board, creature: dict[str, Any], endurance: int) -> list[Move]:
    """The moves TD-149 lists: they begin a shortest path, and the endurance left pays them."""
    field, kind, start = game.field, creature["kind"], creature["cell"]
    goals = find_goals(game, creature)
    if kind == "worm":
        return worm_moves(field, start, goals)
    if kind == "dragon":
        return next_moves(lambda cell: dragon_moves(field, cell), start, goals)
    moves_from = spider_moves if kind == "spider" else monster_moves
    moves = next_moves(lambda cell: moves_from(field, cell, content=game.content), start, goals)
    return [move for move in moves if move.cost <= endurance]


def find_goals(game: Board, creature: dict[str, Any]) -> Goals:
    """Where it wants to be. Clauses: TD-148, TD-159 (the worm: under its target)."""
    field, kind, marker = game.field, creature["kind"], creature["marker"]
    target = target_cell(game, creature)
    if kind == "worm":
        if target is not None:
            return Goals((target + DOWN,), (target,))
        return _worm_goals_on(field, marker["place"], creature["cell"])
    if target is not None:
        return goals_at(target)
    return goals_on(marker["place"], rests=lambda cell: _rests(field, kind, cell))


def _rests(field: Field, kind: str, cell: Cell) -> bool:
    """Whether a creature of that kind can rest in the cell. Clauses: TD-156, TD-164, TD-166."""
    if kind == "spider":
        return can_cling(field, cell)
    return field.cells[cell] in EMPTY if kind == "dragon" else is_carried(field, cell)


def _worm_goals_on(field: Field, place: int, start: Cell) -> Goals:
    """The rock cells of a tile nearest to the worm. Clauses: TD-159."""
    rock = [cell for cell in CELLS_OF[place] if field.cells[cell] in DIGGABLE]
    near = min((off_grid(cell, start) for cell in rock), default=0)
    return Goals(tuple(cell for cell in rock if off_grid(cell, start) == near), CELLS_OF[place])


def _make(game: Game, creature: dict[str, Any], move: dict[str, Any], endurance: int) -> None:
    """
    Carries out one single move: the way, the markers of tiles come to, the hits, then what has to fall.

    Clauses: TD-145, TD-151, TD-134, TD-164, TD-166, TD-155, TD-158.
    """
    kind, origin, via = creature["kind"], creature["cell"], move["via"]
    clause = {"monster": "TD-166", "spider": "TD-155", "worm": "TD-158"}.get(kind, "TD-164")
    _tell_move(game, kind, origin, move, clause)
    if move["kind"] == "dig":
        rest = _move_frame(game, creature, endurance - move["cost"])
        game.push({"do": "break_rock", "cell": via[0], "cause": "monster"}, {"do": "settle"}, rest)
        return
    gaps = [cell for cell in via if kind == "monster" and game.field.cells[cell] == THIN]
    for cell in gaps:
        game.field.put(cell, DESTROYED)
        game.tell("rock_destroyed", "TD-166", cell=cell, cause="monster")
    creature["cell"] = via[-1]
    place = PLACE_OF[origin]
    for cell in via:
        if PLACE_OF[cell] != place:
            place = PLACE_OF[cell]
            markers.come_to_tile(game, creature, place)
    target = target_cell(game, creature)
    if kind == "worm":
        stops = move["kind"] == "cross" or (target is not None and creature["cell"] == target + DOWN)
    else:
        stops = kind == "dragon" or target in via
    hits = [] if kind == "worm" else _hits_along(game, kind, origin, via)
    left = endurance if kind in ("worm", "dragon") else endurance - move["cost"]
    follow_up = _move_frame(game, creature, left, stops=stops)
    gap_frames = [frame for cell in gaps for frame in ({"do": "put_in", "cell": cell}, {"do": "let_go", "cell": cell})]
    game.push(*hits, *gap_frames, {"do": "settle"}, follow_up)
    if kind == "worm" and stops:
        _worm_stops(game, creature)


def _tell_move(game: Game, kind: str, origin: Cell, move: dict[str, Any], clause: str) -> None:
    """Tells a creature's single move, up to where a fall may follow."""
    game.tell(
        "creature_moved", clause, creature=kind, move=move["kind"], from_cell=origin, to_cell=move["via"][-1],
        cells=move["via"],
    )  # fmt: skip


def _hits_along(game: Game, kind: str, origin: Cell, via: list[Cell]) -> list[Frame]:
    """The hits on all characters in the cells a creature enters; the monster pushes them its way (TD-167)."""
    before = [origin, *via]
    return [
        {"do": "hit", "kind": kind, "seat": seat, "direction": cell - before[index] if kind == "monster" else None}
        for index, cell in enumerate(via)
        for seat in game.seats_at(cell)
    ]


def _worm_stops(game: Game, worm: dict[str, Any]) -> None:
    """Lets the worm hit its target, and only it, if it has stopped right under it. Clauses: TD-159."""
    target = target_cell(game, worm)
    if target is not None and worm["cell"] == target + DOWN:
        _hit_target(game, worm)
