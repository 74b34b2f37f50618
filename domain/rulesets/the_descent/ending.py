"""Arriving at the bottom, the end of the game, and who has won."""

from __future__ import annotations

from typing import Any, Final

from delvebook.domain.outcome import Outcome
from delvebook.domain.rulesets.the_descent import cards, markers
from delvebook.domain.rulesets.the_descent.state import FINISHED, Game

ALL_ARRIVED: Final = "all_arrived"
ROUND_LIMIT: Final = "round_limit"


def arrive(game: Game, seat: int) -> None:
    """
    Takes a character that rests on a bottom tile out of play; with the last one the game is over.

    Clauses: TD-170, TD-172, TD-173, TD-146, TD-034.
    """
    own = game.seat(seat)
    held = game.hand_size(seat)
    game.tell("character_arrived", "TD-170", seat=seat, cell=own["cell"], cards=held)
    own["arrived"] = True
    own["weakened"] = False
    markers.lose_bearer(game, seat, "TD-146")
    if held:
        game.gain(seat, held * game.content.points["card_on_arrival"], "cards", "TD-170", "TD-175")
    game.finish_turn(seat)
    if not any(game.is_in_play(other) for other in game.state["order"]):
        finish(game, ALL_ARRIVED, "TD-173")


def finish(game: Game, reason: str, clause: str) -> None:
    """Ends the game: nothing is under way any more, and all hands are shown. Clauses: TD-173, TD-176."""
    state = game.state
    state.update(phase=FINISHED, ended=reason, active=None, agenda=[], queue=[], pending=None)
    for seat in state["seats"]:
        seat["moving"] = False
    for one in (*state["tokens"], *state["creatures"]):
        one["moving"] = False
    for seat in range(len(state["seats"])):
        cards.show_hand(game, seat)
    hands = [game.hand(seat) for seat in range(len(state["seats"]))]
    game.tell("game_ended", clause, reason=reason, hands=hands, points=[seat["points"] for seat in state["seats"]])


def outcome_of(state: dict[str, Any]) -> Outcome | None:
    """
    The result of a finished game.

    Clauses: TD-174 (points, then health, then shared), TD-176 (who arrived ranks first).
    """
    reason = state["ended"]
    if reason is None:
        return None
    seats = state["seats"]
    groups: dict[tuple[bool, int, int], list[int]] = {}
    for seat, own in enumerate(seats):
        groups.setdefault((own["arrived"], own["points"], own["health"]), []).append(seat)
    ranking = [groups[key] for key in sorted(groups, reverse=True)]
    return Outcome(
        reason=reason,
        winners=ranking[0],
        ranking=ranking,
        scores=[own["points"] for own in seats],
        details={
            "rounds": state["round"],
            "arrived": [seat for seat, own in enumerate(seats) if own["arrived"]],
            "health": [own["health"] for own in seats],
        },
        clauses=["TD-173", "TD-174"] if reason == ALL_ARRIVED else ["TD-176", "TD-174"],
    )
