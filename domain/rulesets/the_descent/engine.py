"""
Carrying out actions: what an action starts, what an answer resolves, and running what is under way.

Whatever cannot be done in one go lies on the state's agenda as frames: plain data, so that a game can
stop for a decision anywhere, be stored, and go on. Rules push frames by name and never call each other
across a decision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from delvebook.domain.rulesets.the_descent import creatures, falling, health, moving, rounds, tiles
from delvebook.domain.rulesets.the_descent.cards import spend
from delvebook.domain.rulesets.the_descent.geometry import DIGGABLE, PLACES, THIN, Cell, is_straight_below
from delvebook.domain.rulesets.the_descent.legality import Action, cell_of
from delvebook.domain.rulesets.the_descent.markers import is_borne_by
from delvebook.domain.rulesets.the_descent.state import FINISHED, Frame, Game
from delvebook.domain.rulesets.the_descent.things import defeat, remove_creature, remove_token, wound_monster

HANDLERS: Final[Mapping[str, Callable[[Game, Frame], None]]] = {
    "place": health.place,
    "lose": health.lose,
    "hit": health.hit,
    "settle": falling.settle,
    "break_rock": falling.break_rock,
    "fall": falling.fall,
    "land": falling.land,
    "enter_fallen": falling.enter_fallen,
    "end_fall": falling.end_fall,
    "open_tile": tiles.open_tile,
    "draw_token": tiles.draw_token,
    "step": moving.step,
    "jump": moving.jump,
    "jump_over": moving.jump_over,
    "enter": moving.enter,
    "contact": moving.contact,
    "pick_up": moving.pick_up,
    "finish_move": moving.finish_move,
    "put_in": moving.put_in,
    "let_go": moving.let_go,
    "shove": moving.shove,
    "creature": creatures.begin_move,
    "creature_move": creatures.creature_move,
    "roll": rounds.roll,
}
"""By `do`, what carries out a frame of the agenda."""


def run(game: Game) -> None:
    """Goes on until somebody must decide or the game is over."""
    state = game.state
    while state["pending"] is None and state["phase"] != FINISHED:
        if state["agenda"]:
            frame = state["agenda"].pop()
            HANDLERS[frame["do"]](game, frame)
        elif not rounds.advance(game):
            break
    game.save()


def carry_out(game: Game, seat: int, action: Action) -> None:
    """Carries out a legal action and everything that follows from it by itself."""
    pending = game.state["pending"]
    if pending is not None:
        game.state["pending"] = None
        ANSWERS[action["type"]](game, pending, action)
    else:
        ACTIONS[action["type"]](game, seat, action)
    run(game)


# -- answers --------------------------------------------------------------------------------------


def _place_character(game: Game, pending: dict[str, Any], action: Action) -> None:
    health.put_character(game, pending["seat"], cell_of(action))


def _place_token(game: Game, pending: dict[str, Any], action: Action) -> None:
    tiles.put_token(game, pending["seat"], pending, cell_of(action))


ANSWERS: Final[Mapping[str, Callable[[Game, dict[str, Any], Action], None]]] = {
    "place_character": _place_character,
    "place_token": _place_token,
    "rotate_tile": tiles.rotate_tile,
    "confirm_step": moving.confirm_step,
    "answer_contact": moving.answer_contact,
    "answer_loss": health.answer_loss,
    "answer_fall": falling.answer_fall,
    "route_creature": creatures.route_creature,
}


# -- actions of the own turn ----------------------------------------------------------------------


def _step(game: Game, seat: int, action: Action) -> None:
    moving.begin_step(game, seat, action["dir"])


def _jump(game: Game, seat: int, action: Action) -> None:
    moving.begin_jump(game, seat, action["dir"])


def _end_turn(game: Game, seat: int, action: Action) -> None:
    game.finish_turn(seat)


def _surrender(game: Game, seat: int, action: Action) -> None:
    health.surrender(game, seat)


def _use_rope(game: Game, seat: int, action: Action) -> None:
    moving.use_rope(game, seat, cell_of(action))


def _use_pick(game: Game, seat: int, action: Action) -> None:
    moving.use_pick(game, seat, action["way"])


def _use_dynamite(game: Game, seat: int, action: Action) -> None:
    """Destroys what is in the cell: no points, and what stood on the rock falls. Clauses: TD-093, TD-072, TD-136."""
    cell: Cell = cell_of(action)
    spend(game, seat, "dynamite", "TD-093")
    tokens = [token for token in game.state["tokens"] if token["cell"] == cell]
    doomed = game.creatures_at(cell)
    game.tell(
        "dynamite_exploded", "TD-093", seat=seat, cell=cell, tokens=[token["id"] for token in tokens],
        creatures=[creature["kind"] for creature in doomed], things=[one["kind"] for one in (*tokens, *doomed)],
    )  # fmt: skip
    for token in tokens:
        remove_token(game, token)
    for creature in doomed:
        remove_creature(game, creature)
    game.push({"do": "settle"})
    if game.field.cells[cell] in DIGGABLE:
        game.push({"do": "break_rock", "cell": cell, "cause": "dynamite"})


def _open_chest(game: Game, seat: int, action: Action) -> None:
    """Opens or breaks the first chest placed in the own cell. Clauses: TD-094."""
    card = action["card"]
    spend(game, seat, card, "TD-094")
    cell = game.seat(seat)["cell"]
    chest = game.tokens_at(cell, "chest")[0]
    remove_token(game, chest)
    game.tell("chest_opened", "TD-094", seat=seat, card=card, id=chest["id"], cell=cell)
    points = game.content.points["chest_unlocked" if card == "key" else "chest_broken"]
    game.gain(seat, points, "chest", "TD-094", "TD-175")


def _use_crossbow(game: Game, seat: int, action: Action) -> None:
    """Shoots a creature. Clauses: TD-096, TD-161, TD-165, TD-166."""
    spend(game, seat, "crossbow", "TD-096")
    kind, creature = action["creature"], game.creature(action["creature"])
    if creature is None:
        return
    game.tell("creature_attacked", "TD-096", seat=seat, creature=kind, card="crossbow")
    own, away = game.seat(seat)["cell"], game.content.ranges["crossbow"]
    if kind == "monster":
        wound_monster(game, creature, seat)
    elif kind == "worm" and game.field.cells[creature["cell"]] == THIN:
        defeat(game, creature, seat, "TD-161")
    elif kind == "dragon" and is_straight_below(game.field, own, creature["cell"], away):
        defeat(game, creature, seat, "TD-165")
    else:
        game.tell("attack_failed", "TD-096", seat=seat, creature=kind)
    game.push({"do": "settle"})


def _use_lure(game: Game, seat: int, action: Action) -> None:
    """Moves the markers on the own character onto a cell. Clauses: TD-098."""
    spend(game, seat, "lure", "TD-098")
    cell = cell_of(action)
    for creature in game.state["creatures"]:
        if is_borne_by(creature, seat):
            creature["marker"] = {"on": "lure", "cell": cell, "seat": seat, "returns": True}
            game.tell("marker_put_on_lure", "TD-098", creature=creature["kind"], seat=seat, cell=cell)


def _use_lamp(game: Game, seat: int, action: Action) -> None:
    """Opens a neighbouring tile. Clauses: TD-101, TD-069."""
    spend(game, seat, "lamp", "TD-101")
    game.push({"do": "open_tile", "seat": seat, "place": PLACES.index(action["tile"]), "by": "lamp"})


def _use_map(game: Game, seat: int, action: Action) -> None:
    """Shows any face-down tile, to be laid by choice. Clauses: TD-102."""
    spend(game, seat, "map", "TD-102")
    tiles.show_tile(game, seat, PLACES.index(action["tile"]))


def _use_sword(game: Game, seat: int, action: Action) -> None:
    """Attacks the worm in the own cell. Clauses: TD-095, TD-161."""
    spend(game, seat, "sword", "TD-095")
    moving.strike(game, seat, "worm", fell=False, harmless=True)
    game.push({"do": "settle"})


ACTIONS: Final[Mapping[str, Callable[[Game, int, Action], None]]] = {
    "step": _step,
    "jump": _jump,
    "end_turn": _end_turn,
    "surrender": _surrender,
    "use_rope": _use_rope,
    "use_pick": _use_pick,
    "use_dynamite": _use_dynamite,
    "open_chest": _open_chest,
    "use_crossbow": _use_crossbow,
    "use_lure": _use_lure,
    "use_lamp": _use_lamp,
    "use_map": _use_map,
    "use_sword": _use_sword,
}
