"""
The ways a game can end, and how each ranks the seats.

    last_survivor      one seat is left alive, at any moment
    all_dead           no seat is left alive
    dungeon_explored   the living have explored the fifth level
"""

from __future__ import annotations

from typing import Final

from delvebook.domain.facts import Facts
from delvebook.domain.outcome import Outcome
from delvebook.domain.rulesets.dungeon_raiders.box.components import Content
from delvebook.domain.rulesets.dungeon_raiders.state import REMOVED, Result, State, is_face_up, level_deck, living

END_REASONS: Final = ("last_survivor", "all_dead", "dungeon_explored")


def ends_by_death(state: State, facts: Facts) -> bool:
    """
    Ends the game if fewer than two seats are alive. Returns whether it did.

    Clauses: DR-104, DR-132 (stone counts as death), DR-146.
    """
    if len(living(state)) > 1:
        return False
    _finish(state, facts)
    return True


def finish_explored(state: State, facts: Facts) -> None:
    """Ends the game after the fifth level. Clauses: DR-140 to DR-145, DR-154, DR-155."""
    alive, collapsed = living(state), result_of(state)["collapsed"]
    if collapsed:
        clauses = ["DR-140", *_exceptions(state)]
        facts.tell("characters_collapsed", *clauses, seats=collapsed, life=state["seats"][collapsed[0]]["life"])
    elif len(state["seats"]) == 2:
        facts.tell("nobody_collapsed", "DR-154", seats=alive, because="two_seats")
    else:
        facts.tell("nobody_collapsed", "DR-141", *_exceptions(state), seats=alive, because="equal")
    for seat in alive:
        sheet, is_out = state["seats"][seat], seat in collapsed
        clause = "DR-140" if is_out else "DR-154" if len(state["seats"]) == 2 else "DR-142"
        values = {"treasure": sheet["treasure"], "life": sheet["life"]}
        facts.tell("character_scored", clause, seat=seat, **values, collapsed=is_out)
    _finish(state, facts)


def result_of(state: State) -> Result:
    """
    The result if the game ends now: by death with fewer than two living, otherwise with the dungeon explored.

    Clauses: DR-104, DR-140 to DR-146, DR-154, DR-155.
    """
    alive = living(state)
    if len(alive) < 2:
        reason = "last_survivor" if alive else "all_dead"
        return {"reason": reason, "winners": alive, "collapsed": [], "clauses": ["DR-104"]}
    two_seats = len(state["seats"]) == 2
    collapsed = [] if two_seats else collapsing(state, alive)
    contenders = [seat for seat in alive if seat not in collapsed]
    best = max(_standing(state, seat) for seat in contenders)
    winners = [seat for seat in contenders if _standing(state, seat) == best]
    clauses = ["DR-154"] if two_seats else ["DR-140" if collapsed else "DR-141", *_exceptions(state), "DR-142"]
    most = [seat for seat in contenders if state["seats"][seat]["treasure"] == best[0]]
    if len(most) > 1 and not two_seats:
        clauses += ["DR-143"] if len(winners) < len(most) else []
        clauses += ["DR-144"] if len(winners) > 1 else []
    return {"reason": "dungeon_explored", "winners": winners, "collapsed": collapsed, "clauses": clauses}


def _exceptions(state: State) -> list[str]:
    """The clause for two survivors of a larger game; `[]` for any other number. Clauses: DR-155."""
    return ["DR-155"] if len(living(state)) == 2 < len(state["seats"]) else []


def collapsing(state: State, alive: list[int]) -> list[int]:
    """
    The seats with the least life; `[]` if all have the same.

    Clauses: DR-140, DR-141.
    """
    lives = [state["seats"][seat]["life"] for seat in alive]
    least = min(lives)
    return [] if least == max(lives) else [seat for seat in alive if state["seats"][seat]["life"] == least]


def _standing(state: State, seat: int) -> tuple[int, int]:
    """The key that seats are compared by: treasure, then life. Clauses: DR-142, DR-143, DR-145."""
    return state["seats"][seat]["treasure"], state["seats"][seat]["life"]


def _finish(state: State, facts: Facts) -> None:
    """Ends the game, and turns up everything that is still face down."""
    for level, rooms in enumerate(state["dungeon"], start=1):
        for room in range(1, len(rooms) + 1):
            if not is_face_up(state, level, room):
                level_deck(level).turn_up(facts, room - 1)
    for at in range(len(state["removed"])):
        REMOVED.turn_up(facts, at)
    result = result_of(state)
    state["phase"] = "finished"
    state["owing"], state["again"] = [], []
    state["result"] = result
    facts.tell("box_opened", "DR-147", removed=list(state["removed"]))
    decided = _decided_by(state, result)
    facts.tell("game_finished", *result["clauses"], reason=result["reason"], winner_seats=result["winners"], **decided)


def _decided_by(state: State, result: Result) -> dict[str, object]:
    """What decided between the seats that could win. Clauses: DR-142, DR-143, DR-144, DR-154."""
    winners = result["winners"]
    if result["reason"] != "dungeon_explored":
        return {"by": None, "treasure": None, "tied_seats": []}
    treasure = state["seats"][winners[0]]["treasure"]
    others = [seat for seat in living(state) if seat not in (*winners, *result["collapsed"])]
    tied = [seat for seat in others if state["seats"][seat]["treasure"] == treasure]
    by = "life" if tied else "tie" if len(winners) > 1 else "treasure"
    return {"by": by, "treasure": treasure, "tied_seats": tied}


def outcome_of(content: Content, state: State) -> Outcome | None:
    """
    The result of a finished game, None while it goes on.

    The winners are ranked first, then the other contenders, then the collapsed, then the dead.

    Clauses: DR-102 (the dead have no score), DR-140 to DR-146.
    """
    result = state["result"]
    if result is None:
        return None
    return Outcome(
        reason=result["reason"],
        winners=result["winners"],
        ranking=_ranking(state, result),
        scores=[
            sheet["treasure"] if sheet["status"] == "alive" and seat not in result["collapsed"] else None
            for seat, sheet in enumerate(state["seats"])
        ],
        details={
            "collapsed": result["collapsed"],
            "final": [
                {
                    "seat": seat,
                    "character": sheet["character"],
                    "life": sheet["life"],
                    "treasure": sheet["treasure"],
                    "status": sheet["status"],
                }
                for seat, sheet in enumerate(state["seats"])
            ],
        },
        clauses=result["clauses"],
    )


def _ranking(state: State, result: Result) -> list[list[int]]:
    alive = living(state)
    contenders = [seat for seat in alive if seat not in result["collapsed"]]
    standings = sorted({_standing(state, seat) for seat in contenders}, reverse=True)
    groups = [[seat for seat in contenders if _standing(state, seat) == standing] for standing in standings]
    fallen = [seat for seat in range(len(state["seats"])) if seat not in alive]
    return [group for group in (*groups, result["collapsed"], fallen) if group]
