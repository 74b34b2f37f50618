"""Steps, jumps, ropes and picks: movements of characters, cell by cell, and meeting creatures on the way."""

from __future__ import annotations

from typing import Any, Final

from delvebook.domain.rulesets.the_descent import cards, markers
from delvebook.domain.rulesets.the_descent.geometry import (
    CLOSED,
    DESTROYED,
    DIRECTIONS,
    DOWN,
    EMPTY,
    PLACE_OF,
    UP,
    Cell,
    corner_blocks,
    jump_end,
    jump_question,
)
from delvebook.domain.rulesets.the_descent.health import suffer
from delvebook.domain.rulesets.the_descent.state import CREATURES, Frame, Game
from delvebook.domain.rulesets.the_descent.things import defeat, take_tokens, wound_monster

# -- steps ----------------------------------------------------------------------------------------


def begin_step(game: Game, seat: int, direction: str) -> None:
    """Pays for a step and starts it. Clauses: TD-040, TD-031, TD-033."""
    game.state["turn"]["endurance"] -= game.content.step
    origin = game.seat(seat)["cell"]
    game.push(_step_frame(seat, origin, origin + DIRECTIONS[direction]))


def _step_frame(seat: int, origin: Cell, target: Cell, *, opened: bool = False) -> Frame:
    return {"do": "step", "mover": seat, "seat": seat, "origin": origin, "target": target, "opened": opened}


def step(game: Game, frame: Frame) -> None:
    """Handler: opens the tile ahead if need be, then goes, stays or asks. Clauses: TD-040 to TD-042, TD-061, TD-062."""
    seat, origin, target = frame["seat"], frame["origin"], frame["target"]
    mark = game.field.cells[target]
    if mark == CLOSED:
        game.push(_open_frame(seat, target, "step"), _step_frame(seat, origin, target, opened=True))
    elif mark not in EMPTY:
        game.tell("movement_cancelled", "TD-061", seat=seat, cell=origin, because="rock")
    elif frame["opened"]:
        game.ask(seat, "confirm_step", origin=origin, target=target)
    else:
        _go(game, seat, origin, target, "step")


def confirm_step(game: Game, pending: dict[str, Any], action: dict[str, Any]) -> None:
    """Carries out the answer. Clauses: TD-062."""
    seat, origin = pending["seat"], pending["origin"]
    if action["choice"] == "continue":
        _go(game, seat, origin, pending["target"], "step")
    else:
        game.tell("movement_cancelled", "TD-062", seat=seat, cell=origin, because="choice")


def _open_frame(seat: int, cell: Cell, by: str) -> Frame:
    return {"do": "open_tile", "seat": seat, "place": PLACE_OF[cell], "by": by}


def _go(game: Game, seat: int, origin: Cell, target: Cell, how: str, *between: Frame) -> None:
    """
    Moves the character to a cell that is empty by now, with everything that follows.

    Args:
        between: What comes after entering the cell and before the movement is over.
    """
    own = game.seat(seat)
    own["cell"] = target
    own["moving"] = True
    game.tell("character_moved", _MOVE_CLAUSE[how], seat=seat, how=how, from_cell=origin, to_cell=target)
    game.push(_enter_frame(seat, origin, target, how), *between, {"do": "finish_move", "seat": seat})


_MOVE_CLAUSE: Final = {
    "step": "TD-040",
    "jump": "TD-043",
    "rope": "TD-090",
    "pick": "TD-091",
    "push": "TD-167",
}


def finish_move(game: Game, frame: Frame) -> None:
    """Handler: the movement is over; the character is at rest and must be carried. Clauses: TD-050, TD-070."""
    game.seat(frame["seat"])["moving"] = False
    game.push({"do": "settle"})


# -- jumps ----------------------------------------------------------------------------------------


def begin_jump(game: Game, seat: int, direction: str) -> None:
    """Pays for a jump and starts it. Clauses: TD-043, TD-031, TD-033."""
    game.state["turn"]["endurance"] -= game.content.jump
    origin = game.seat(seat)["cell"]
    game.push({"do": "jump", "mover": seat, "seat": seat, "origin": origin, "direction": DIRECTIONS[direction]})


def jump(game: Game, frame: Frame) -> None:
    """Handler: the first part, to A. Clauses: TD-043, TD-046, TD-048."""
    seat, origin, direction = frame["seat"], frame["origin"], frame["direction"]
    first = origin + direction + UP
    mark = game.field.cells[first]
    if mark == CLOSED:
        game.push(_open_frame(seat, first, "jump"), frame)
    elif mark not in EMPTY or corner_blocks(game.field, origin, direction):
        game.tell("movement_cancelled", "TD-046", seat=seat, cell=origin, because="rock")
    else:
        _go(game, seat, origin, first, "jump", _over_frame(seat, origin, direction))


def _over_frame(seat: int, origin: Cell, direction: int) -> Frame:
    return {"do": "jump_over", "mover": seat, "seat": seat, "origin": origin, "direction": direction}


def jump_over(game: Game, frame: Frame) -> None:
    """Handler: the second part, to B or C, or none. Clauses: TD-044, TD-045, TD-047, TD-048."""
    seat, origin, direction = frame["seat"], frame["origin"], frame["direction"]
    unknown = jump_question(game.field, origin, direction)
    if unknown is not None:
        game.push(_open_frame(seat, unknown, "jump"), frame)
        return
    first = origin + direction + UP
    end = jump_end(game.field, origin, direction)
    if end is not None and end != first:
        game.seat(seat)["cell"] = end
        game.tell("jump_went_on", "TD-044", seat=seat, from_cell=first, to_cell=end)
        game.push(_enter_frame(seat, first, end, "jump"))


# -- cards that move ------------------------------------------------------------------------------


def use_rope(game: Game, seat: int, target: Cell) -> None:
    """Moves the character along its rope. Clauses: TD-090."""
    cards.spend(game, seat, "rope", "TD-090")
    _go(game, seat, game.seat(seat)["cell"], target, "rope")


def use_pick(game: Game, seat: int, way: str) -> None:
    """Breaks thin rock and lets the character enter it. Clauses: TD-091, TD-092."""
    cards.spend(game, seat, "pick", "TD-091")
    origin = game.seat(seat)["cell"]
    if way == "down":
        game.push({"do": "break_rock", "cell": origin + DOWN, "cause": "pick"}, {"do": "settle"})
        return
    direction = DIRECTIONS[way.removeprefix("up_")]
    is_jump = way.startswith("up_")
    game.state["turn"]["endurance"] -= game.content.jump if is_jump else game.content.step
    target = origin + direction + (UP if is_jump else 0)
    game.field.put(target, DESTROYED)
    game.tell("rock_destroyed", "TD-091", cell=target, cause="pick")
    worm = game.creature("worm")
    if worm is not None and worm["cell"] == target:
        worm["moving"] = True  # TD-092: it falls with the others, after the movement
    over = [_over_frame(seat, origin, direction)] if is_jump else []
    _go(game, seat, origin, target, "pick", {"do": "put_in", "cell": target}, *over, {"do": "let_go", "cell": target})


def put_in(game: Game, frame: Frame) -> None:
    """
    Handler: what lay above thin rock that somebody entered is put into it.

    A creature comes onto the characters in there; characters that are put in meet the worm.

    Clauses: TD-092, TD-072, TD-077, TD-131.
    """
    cell = frame["cell"]
    inside = game.seats_at(cell)
    seats, tokens, creatures = lift(game, cell + UP)
    if seats or tokens or creatures:
        tell_put_in(game, cell, seats, tokens, creatures)
    for thing in (*(game.seat(seat) for seat in seats), *tokens, *creatures):
        thing["cell"] = cell
        thing["moving"] = True
    hits = [
        {"do": "hit", "kind": creature["kind"], "seat": seat, "direction": None}
        for creature in creatures
        for seat in inside
    ]
    entries = [_enter_frame(seat, cell + UP, cell, "fall") for seat in seats]
    game.push(*hits, *entries)


def let_go(game: Game, frame: Frame) -> None:
    """Handler: what was put into a gap is at rest there; the movement's end looks whether it is carried (TD-092)."""
    for thing in game.objects():
        if thing["cell"] == frame["cell"]:
            thing["moving"] = False


def lift(game: Game, cell: Cell) -> tuple[list[int], list[dict[str, Any]], list[dict[str, Any]]]:
    """What rests in a cell and loses its hold when the rock below goes: all but the dragon (TD-071)."""
    seats = [seat for seat in game.seats_at(cell) if not game.seat(seat)["moving"]]
    tokens = [token for token in game.state["tokens"] if token["cell"] == cell and not token["moving"]]
    creatures = [one for one in game.creatures_at(cell) if one["kind"] != "dragon" and not one["moving"]]
    return seats, tokens, creatures


def tell_put_in(
    game: Game, cell: Cell, seats: list[int], tokens: list[dict[str, Any]], creatures: list[dict[str, Any]]
) -> None:
    """Tells who is in a cell whose rock has gone."""
    game.tell(
        "objects_put_into_gap", "TD-071", "TD-072", cell=cell, seats=seats, tokens=[one["id"] for one in tokens],
        creatures=[one["kind"] for one in creatures], things=[one["kind"] for one in (*tokens, *creatures)],
    )  # fmt: skip


# -- entering a cell ------------------------------------------------------------------------------


def _enter_frame(seat: int, origin: Cell, cell: Cell, how: str, *, harmless: bool = True) -> Frame:
    return {
        "do": "enter", "mover": seat, "seat": seat, "origin": origin, "cell": cell, "how": how, "harmless": harmless,
    }  # fmt: skip


def fall_entries(seat: int, origin: Cell, entered: list[Cell], *, harmless: bool) -> list[Frame]:
    """The frames of entering the cells of a fall, from top to bottom (TD-056)."""
    before = [origin, *entered]
    return [_enter_frame(seat, before[index], cell, "fall", harmless=harmless) for index, cell in enumerate(entered)]


def enter(game: Game, frame: Frame) -> None:
    """
    Handler: a character has entered a cell.

    Args:
        frame: `seat`; `origin`, the cell before; `cell`; `how`: step, jump, rope, pick, push or fall;
            `harmless`: whether its fall cost no health.

    Clauses: TD-130, TD-131, TD-132, TD-048, TD-162.
    """
    seat, cell = frame["seat"], frame["cell"]
    markers.follow(game, seat, frame["origin"], cell)
    met = [creature["kind"] for creature in game.creatures_at(cell) if _is_met(game, creature, seat)]
    met.sort(key=lambda kind: kind == "monster")  # TD-131: the monster last
    contacts = [{**frame, "do": "contact", "kind": kind} for kind in met]
    game.push(*contacts, {"do": "pick_up", "mover": seat, "seat": seat, "cell": cell})


def _is_met(game: Game, creature: dict[str, Any], seat: int) -> bool:
    """Whether a creature in the cell is a contact: those falling along are not, the worm is (TD-132, TD-162)."""
    if not creature["moving"]:
        return True
    return creature["kind"] == "worm" and not (game.state["phase"] == CREATURES and seat in creature["hits"])


def contact(game: Game, frame: Frame) -> None:
    """Handler: asks for a card against the creature, if one could be used. Clauses: TD-131."""
    if game.creature(frame["kind"]) is None:
        return
    about = {key: frame[key] for key in ("kind", "cell", "origin", "how", "harmless")}
    game.tell("contact_made", "TD-131", seat=frame["seat"], creature=frame["kind"], cell=frame["cell"])
    if cards.is_asked(game, frame["seat"], ("sword", "shield")):
        game.ask(frame["seat"], "answer_contact", **about)
    else:
        _meet(game, frame["seat"], about, "none")


def answer_contact(game: Game, pending: dict[str, Any], action: dict[str, Any]) -> None:
    """Carries out the answer. Clauses: TD-131."""
    card = action["card"]
    if card != "none":
        cards.spend(game, pending["seat"], card, "TD-131", "TD-095" if card == "sword" else "TD-097")
    _meet(game, pending["seat"], pending, card)


def _meet(game: Game, seat: int, about: dict[str, Any], card: str) -> None:
    """What comes of a contact. Clauses: TD-131, TD-153, TD-157, TD-161, TD-166, TD-168."""
    kind = about["kind"]
    if card == "none":
        game.exhaust(seat)
        if suffer(game, seat, game.content.contact_loss, kind):
            return
    elif card == "sword":
        strike(game, seat, kind, fell=about["how"] == "fall", harmless=about["harmless"])
    else:
        game.tell("loss_averted", "TD-131", seat=seat, card=card, cause=kind, amount=game.content.contact_loss)
    if kind == "monster" and game.creature(kind) is not None and about["how"] != "fall":
        go_back(game, seat, about["origin"], about["cell"])


def strike(game: Game, seat: int, kind: str, *, fell: bool, harmless: bool) -> None:
    """Attacks a creature with the sword. Clauses: TD-153, TD-157, TD-161, TD-166, TD-095."""
    creature = game.creature(kind)
    if creature is None:
        return
    game.tell("creature_attacked", "TD-095", seat=seat, creature=kind, card="sword")
    if kind == "monster":
        wound_monster(game, creature, seat)
    elif kind == "plant":
        defeat(game, creature, seat, "TD-153")
    elif kind == "spider" and fell and harmless:
        defeat(game, creature, seat, "TD-157")
    elif kind == "worm" and game.field.cells[creature["cell"]] in EMPTY:
        defeat(game, creature, seat, "TD-161")


def go_back(game: Game, seat: int, origin: Cell, cell: Cell) -> None:
    """
    Sends a character back from the monster's cell; what was left of its movement is dropped.

    Clauses: TD-168, TD-169, TD-137.
    """
    game.drop_movement(seat)
    game.exhaust(seat)
    game.seat(seat)["cell"] = origin
    game.tell("character_went_back", "TD-168", seat=seat, from_cell=cell, to_cell=origin)
    markers.follow(game, seat, cell, origin)


def pick_up(game: Game, frame: Frame) -> None:
    """Handler: takes the tokens of a cell just entered. Clauses: TD-105, TD-076, TD-130."""
    take_tokens(game, frame["seat"], frame["cell"])


# -- being pushed ---------------------------------------------------------------------------------


def shove(game: Game, frame: Frame) -> None:
    """Handler: the monster pushes a character one cell on, if there is room. Clauses: TD-167."""
    seat, direction = frame["seat"], frame["direction"]
    origin = game.seat(seat)["cell"]
    target = origin + direction
    if direction != DOWN and game.field.cells[target] in EMPTY:
        _go(game, seat, origin, target, "push")
