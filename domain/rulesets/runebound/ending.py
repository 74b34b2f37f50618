"""How a game ends: a third rune, the death of Margath, or the round limit."""

from __future__ import annotations

from typing import Final

from delvebook.domain.outcome import Outcome
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.state import Hero, Play, State

END_REASONS: Final = ("three_runes", "margath_killed", "round_limit")


def check_runes(play: Play, seat: int, clause: str) -> None:
    """Ends the game if the seat's hero now holds three runes, in any seat's turn. Clauses: RB-210, RB-212."""
    if len(play.hero(seat)["runes"]) >= play.content.rules["runes_to_win"]:
        finish(play, "three_runes", seat, clause)


def finish(play: Play, reason: str, seat: int | None, clause: str) -> None:
    """Ends the game: no further reward, window or phase."""
    state = play.state
    state["result"] = {"reason": reason, "seat": seat, "clause": clause}
    state["agenda"] = []
    state["phase"] = "finished"
    standing = [_standing(hero) for hero in state["heroes"]]
    for one, (runes, raises, gold) in enumerate(standing):
        play.tell("hero_scored", clause, seat=one, runes=runes, raises=raises, gold=gold)
    if seat is None:
        leaders = [one for one, reached in enumerate(standing) if reached == max(standing)]
        ended = {"reason": reason, "rounds": state["round"], "leader_seats": leaders, "is_solo": len(standing) == 1}
        play.tell("game_ended", clause, **ended)
    else:
        play.tell("game_won", clause, seat=seat, reason=reason, rounds=state["round"])


def outcome_of(content: Content, state: State) -> Outcome | None:
    """
    The outcome of the game; None while it goes on. Section 9 of the specification ranks a game without a winner.

    Clauses: RB-210, RB-213.
    """
    result = state["result"]
    if result is None:
        return None
    seats = range(len(state["heroes"]))
    standing = [_standing(hero) for hero in state["heroes"]]
    if result["seat"] is None:
        groups = [[seat for seat in seats if standing[seat] == one] for one in sorted(set(map(tuple, standing)))[::-1]]
    else:
        others = [seat for seat in seats if seat != result["seat"]]
        groups = [[result["seat"]], *([others] if others else [])]
    return Outcome(
        reason=result["reason"],
        winners=[] if result["seat"] is None else [result["seat"]],
        ranking=groups,
        scores=[len(hero["runes"]) for hero in state["heroes"]],
        details={
            "rounds": state["round"],
            "turns": state["turn"],
            "raises": [one[1] for one in standing],
            "gold": [one[2] for one in standing],
        },
        clauses=[result["clause"]],
    )


def _standing(hero: Hero) -> tuple[int, int, int]:
    """The figures by which a hero is ranked: runes, then raises bought, then gold."""
    return len(hero["runes"]), sum(hero["raises"].values()), hero["gold"]
