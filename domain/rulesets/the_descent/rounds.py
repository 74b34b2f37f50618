"""The course of the game: placement, rounds, turns, the creature phase, the collapse check."""

from __future__ import annotations

from delvebook.domain.rulesets.the_descent import creatures
from delvebook.domain.rulesets.the_descent.ending import ROUND_LIMIT, finish
from delvebook.domain.rulesets.the_descent.geometry import PLACE_OF, level_of
from delvebook.domain.rulesets.the_descent.state import COLLAPSE, CREATURES, SETUP, TURN, Frame, Game


def advance(game: Game) -> bool:
    """
    Goes on when nothing is under way; False if it is the active seat that must act now.

    Clauses: TD-030, TD-034, TD-147, TD-125, TD-176.
    """
    state = game.state
    if state["phase"] == TURN:
        if not state["turn"]["over"]:
            return False
        end_turn(game)
    elif state["queue"]:
        first = state["queue"].pop(0)
        if state["phase"] == SETUP:
            game.push({"do": "place", "seat": first})
        elif state["phase"] == CREATURES:
            game.push({"do": "creature", "kind": first})
        else:
            game.push({"do": "roll", "seat": first})
    elif state["phase"] == SETUP:
        begin_round(game)
    elif state["phase"] == CREATURES:
        creatures.end_phase(game)
        begin_collapse_check(game)
    else:
        end_round(game)
    return True


def open_window(game: Game) -> None:
    """Opens a new window, in which each seat may use a card (TD-080)."""
    game.state["window"] = {"used": [], "barred": [], "surrendered": []}


def begin_round(game: Game) -> None:
    """Begins the next round with the first seat in play. Clauses: TD-030, TD-123."""
    state = game.state
    state["round"] += 1
    state["opened"] = False
    game.tell("round_began", "TD-030", round=state["round"])
    begin_turn(game, next(seat for seat in state["order"] if game.is_in_play(seat)))


def begin_turn(game: Game, seat: int) -> None:
    """Begins a seat's turn with its endurance. Clauses: TD-031, TD-032, TD-154."""
    state = game.state
    own = game.seat(seat)
    on_web = state["web"] is not None and PLACE_OF[own["cell"]] == state["web"]
    weak = bool(on_web or own["weakened"])
    own["weakened"] = False
    endurance = game.content.endurance_weak if weak else game.content.endurance
    state["phase"] = TURN
    state["active"] = seat
    state["turn"] = {"endurance": endurance, "weak": weak, "over": False}
    open_window(game)
    game.tell("turn_began", "TD-032" if weak else "TD-031", seat=seat, endurance=endurance, weak=weak)


def end_turn(game: Game) -> None:
    """
    Ends the active seat's turn, and begins the next one or the creature phase.

    Clauses: TD-030, TD-031, TD-034, TD-035, TD-171, TD-022.
    """
    state = game.state
    seat = state["active"]
    own = game.seat(seat)
    game.tell("turn_ended", "TD-034", seat=seat)
    if not own["arrived"] and game.somebody_arrived():
        loss = min(game.content.points["late_turn"], own["points"])
        own["points"] -= loss
        game.tell("points_lost", "TD-035", "TD-171", "TD-022", seat=seat, points=loss, total=own["points"])
    order = state["order"]
    for following in order[order.index(seat) + 1 :]:
        if game.is_in_play(following):
            begin_turn(game, following)
            return
    state["turn"] = {"endurance": 0, "weak": False, "over": False}
    state["active"] = None
    state["phase"] = CREATURES
    open_window(game)
    creatures.begin_phase(game)
    game.tell("creature_phase_began", "TD-147", creatures=state["queue"])


def begin_collapse_check(game: Game) -> None:
    """Lists who rolls, if no tile was opened in the round. Clauses: TD-123, TD-124."""
    state = game.state
    state["phase"] = COLLAPSE
    open_window(game)
    state["queue"] = []
    if state["opened"]:
        return
    state["queue"] = [seat for seat in state["order"] if game.is_in_play(seat)]
    state["last_dice"] = []
    game.tell("collapse_began", "TD-123", seats=state["queue"])


def roll(game: Game, frame: Frame) -> None:
    """Handler: one seat's die in a collapse; under its level it loses health. Clauses: TD-124, TD-125, TD-126."""
    seat = frame["seat"]
    if not game.is_in_play(seat):
        return
    level = level_of(game.seat(seat)["cell"])
    die = game.tape.die(game.content.die, "collapse")
    game.state["last_dice"].append([seat, die])
    struck = die < level
    game.tell("die_rolled", "TD-124", seat=seat, die=die, level=level, struck=struck)
    if struck:
        loss = game.content.collapse_loss
        game.push({"do": "lose", "seat": seat, "amount": loss, "cause": "collapse", "then": None})


def end_round(game: Game) -> None:
    """Ends the game at its round limit, else begins the next round. Clauses: TD-176."""
    limit = game.state["options"]["round_limit"]
    if 0 < limit <= game.state["round"]:
        finish(game, ROUND_LIMIT, "TD-176")
    else:
        begin_round(game)
