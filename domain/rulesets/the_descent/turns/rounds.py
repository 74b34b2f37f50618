"""Rounds and phases: placement, turns, the creature phase, the collapse check."""

from __future__ import annotations

from delvebook.domain.rulesets.the_descent.box.cells import PLACE_OF, level_of
from delvebook.domain.rulesets.the_descent.characters.health import loss_frame
from delvebook.domain.rulesets.the_descent.creatures import phase
from delvebook.domain.rulesets.the_descent.ending import ROUND_LIMIT, finish
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.rulesets.the_descent.state import COLLAPSE, CREATURE_PHASE, SETUP, TURN, Frame


def advance(play: Play) -> bool:
    """
    Goes on when nothing is under way. Returns False if the active seat has to act now.

    Clauses: TD-030, TD-034, TD-147, TD-125, TD-176.
    """
    state = play.state
    if state["phase"] == TURN:
        if not state["turn"]["over"]:
            return False
        end_turn(play)
    elif state["queue"]:
        first = state["queue"].pop(0)
        if state["phase"] == SETUP:
            play.push({"do": "place", "seat": first})
        elif state["phase"] == CREATURE_PHASE:
            play.push({"do": "creature", "kind": first})
        else:
            play.push({"do": "roll", "seat": first})
    elif state["phase"] == SETUP:
        begin_round(play)
    elif state["phase"] == CREATURE_PHASE:
        phase.end_phase(play)
        begin_collapse_check(play)
    else:
        end_round(play)
    return True


def open_window(play: Play) -> None:
    """Opens a new window, in which each seat may use one card (TD-080)."""
    play.state["window"] = {"used": [], "barred": [], "surrendered": []}


def begin_round(play: Play) -> None:
    """Begins the next round with the first seat in play. Clauses: TD-030, TD-123."""
    state = play.state
    state["round"] += 1
    state["opened"] = False
    play.tell("round_began", "TD-030", round=state["round"])
    begin_turn(play, next(seat for seat in state["order"] if play.is_in_play(seat)))


def begin_turn(play: Play, seat: int) -> None:
    """Begins a seat's turn with its endurance. Clauses: TD-031, TD-032, TD-154."""
    state = play.state
    own = play.character(seat)
    on_web = PLACE_OF[play.cell_of(seat)] == state["web"]
    weak = on_web or own["weakened"]
    own["weakened"] = False
    endurance = play.content.endurance_weak if weak else play.content.endurance
    state["phase"] = TURN
    state["active"] = seat
    state["turn"] = {"endurance": endurance, "weak": weak, "over": False}
    open_window(play)
    play.tell("turn_began", "TD-032" if weak else "TD-031", seat=seat, endurance=endurance, weak=weak)


def end_turn(play: Play) -> None:
    """
    Ends the active seat's turn, and begins the next one or the creature phase.

    Clauses: TD-030, TD-031, TD-034, TD-035, TD-171, TD-022.
    """
    state = play.state
    seat = play.active()
    own = play.character(seat)
    play.tell("turn_ended", "TD-034", seat=seat)
    if not own["arrived"] and play.has_arrival():
        due = play.content.points["late_turn"]
        loss = min(due, own["points"])
        own["points"] -= loss
        clauses = ["TD-035", "TD-171", *(["TD-022"] if loss < due else [])]
        play.tell("points_lost", *clauses, seat=seat, points=loss, total=own["points"])
    order = state["order"]
    for following in order[order.index(seat) + 1 :]:
        if play.is_in_play(following):
            begin_turn(play, following)
            return
    state["turn"] = {"endurance": 0, "weak": False, "over": False}
    state["active"] = None
    state["phase"] = CREATURE_PHASE
    open_window(play)
    phase.begin_phase(play)
    play.tell("creature_phase_began", "TD-147", creatures=state["queue"])


def begin_collapse_check(play: Play) -> None:
    """Lists the seats that roll, if no tile was opened in the round. Clauses: TD-123, TD-124."""
    state = play.state
    state["phase"] = COLLAPSE
    open_window(play)
    state["queue"] = []
    if state["opened"]:
        return
    state["queue"] = [seat for seat in state["order"] if play.is_in_play(seat)]
    state["last_dice"] = []
    play.tell("collapse_began", "TD-123", seats=state["queue"])


def roll(play: Play, frame: Frame) -> None:
    """
    Handler: rolls one seat's die in a collapse; below the level of its character it loses health.

    Args:
        frame: `seat`.

    Clauses: TD-124, TD-125, TD-126.
    """
    seat = frame["seat"]
    if not play.is_in_play(seat):
        return
    level = level_of(play.cell_of(seat))
    die = play.tape.die(play.content.die, "collapse")
    play.state["last_dice"].append([seat, die])
    struck = die < level
    play.tell("die_rolled", "TD-124", seat=seat, die=die, level=level, struck=struck)
    if struck:
        loss = play.content.collapse_loss
        play.push(loss_frame(seat, loss, "collapse"))


def end_round(play: Play) -> None:
    """Ends the game at its round limit, else begins the next round. Clauses: TD-176."""
    limit = play.state["options"]["round_limit"]
    if limit and play.state["round"] >= limit:
        finish(play, ROUND_LIMIT, "TD-176")
    else:
        begin_round(play)
