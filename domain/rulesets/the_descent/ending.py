"""Arriving at the bottom, the end of the game, and its ranking."""

from __future__ import annotations

from typing import Final

from delvebook.domain.outcome import Outcome
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.exploring import cards, markers
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.rulesets.the_descent.state import FINISHED, State

ALL_ARRIVED: Final = "all_arrived"
ROUND_LIMIT: Final = "round_limit"
END_REASONS: Final = (ALL_ARRIVED, ROUND_LIMIT)


def arrive(play: Play, seat: int) -> None:
    """
    Takes a character that rests on a bottom tile out of play; with the last one the game is over.

    Clauses: TD-170, TD-172, TD-173, TD-146, TD-034.
    """
    own = play.character(seat)
    held = play.hand_size(seat)
    play.tell("character_arrived", "TD-170", seat=seat, cell=own["cell"], cards=held)
    own["arrived"] = True
    own["weakened"] = False
    markers.lose_bearer(play, seat, "TD-146")
    if held:
        play.gain(seat, held * play.content.points["card_on_arrival"], "cards", "TD-170")
    play.finish_turn(seat)
    if not any(play.is_in_play(other) for other in play.state["order"]):
        finish(play, ALL_ARRIVED, "TD-173")


def finish(play: Play, reason: str, clause: str) -> None:
    """Ends the game: nothing is under way any more, and all hands are shown. Clauses: TD-173, TD-176."""
    state = play.state
    state.update({"phase": FINISHED, "ended": reason, "active": None, "agenda": [], "queue": [], "pending": None})
    for own in state["seats"]:
        own["moving"] = False
    for thing in (*state["tokens"], *state["creatures"]):
        thing["moving"] = False
    for seat in range(len(state["seats"])):
        cards.show_hand(play, seat)
    ranking = ranking_of(state)
    for seat in (seat for group in ranking for seat in group):
        own = play.character(seat)
        play.tell(
            "character_scored", clause, "TD-175", seat=seat, points=own["points"], health=own["health"],
            arrived=own["arrived"],
        )  # fmt: skip
    hands = [play.hand(seat) for seat in range(len(state["seats"]))]
    by, tied = _decided_by(state, ranking)
    clauses = [clause, *(["TD-174"] if by != "alone" else [])]
    play.tell(
        "game_ended", *clauses, reason=reason, by=by, winner_seats=ranking[0], tied_seats=tied, hands=hands,
        points=[own["points"] for own in state["seats"]],
    )  # fmt: skip


def ranking_of(state: State) -> list[list[int]]:
    """The seats from the first place on; those that share a place stand together. Clauses: TD-174, TD-176."""
    groups: dict[tuple[bool, int, int], list[int]] = {}
    for seat, own in enumerate(state["seats"]):
        groups.setdefault((own["arrived"], own["points"], own["health"]), []).append(seat)
    return [groups[key] for key in sorted(groups, reverse=True)]


def _decided_by(state: State, ranking: list[list[int]]) -> tuple[str, list[int]]:
    """What decides the first place, and the seats that are behind it by nothing else. Clauses: TD-174, TD-176."""
    seats = state["seats"]
    if len(seats) == 1:
        return "alone", []
    first = seats[ranking[0][0]]
    tied = [
        seat
        for group in ranking[1:]
        for seat in group
        if (seats[seat]["arrived"], seats[seat]["points"]) == (first["arrived"], first["points"])
    ]
    if len(ranking[0]) > 1:
        return "shared", tied
    if tied:
        return "health", tied
    only = first["arrived"] and not seats[ranking[1][0]]["arrived"]
    return ("arrival" if only else "points"), []


def outcome_of(content: Content, state: State) -> Outcome | None:
    """
    The result of a finished game; None while it goes on.

    Clauses: TD-174 (points, then health, then a shared place), TD-176 (seats that arrived rank first).
    """
    reason = state["ended"]
    if reason is None:
        return None
    seats = state["seats"]
    ranking = ranking_of(state)
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
