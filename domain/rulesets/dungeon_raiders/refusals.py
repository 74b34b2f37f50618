"""What a refused play is told: one sentence and the clause it rests on."""

from __future__ import annotations

from typing import NamedTuple

from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dungeon_raiders.state import POWER_VALUE, Seat, held, is_tactical, owing


class Refusal(NamedTuple):
    """Why something cannot be played; the sentence is for the seat that tried."""

    sentence: str
    clause: str


def refuse_seat(state: State, seat: int) -> Refusal | None:
    """Why the seat can do nothing at all, not even light a torch. Clauses: DR-003, DR-100, DR-132."""
    if state["result"] is not None:
        return Refusal("the game is over; nobody plays any more", "DR-104" if _by_death(state) else "DR-093")
    status = state["seats"][seat]["status"]
    if status == "dead":
        return Refusal("this character is dead and acts no more", "DR-100")
    if status == "petrified":
        return Refusal("this character is stone and acts no more", "DR-132")
    return None


def _by_death(state: State) -> bool:
    return bool(state["result"]["reason"] != "dungeon_explored")


def refuse_turn(state: State, seat: int) -> Refusal | None:
    """Why the seat owes no card now. Clauses: DR-022, DR-035, DR-127, DR-135, DR-161, DR-163."""
    if seat in owing(state):
        return None
    if state["seats"][seat]["committed"] is not None:
        return Refusal("your card lies face down already and cannot be changed", "DR-022")
    if is_tactical(state) and seat in state["owing"] + state["again"]:
        clause = "DR-163" if state["wave"] > 1 or seat in state["again"] else "DR-161"
        return Refusal(f"it is the turn of seat {owing(state)[0] + 1}; wait for yours", clause)
    if state["phase"] == "bonus_play" and not state["seats"][seat]["laid"]:
        return Refusal("you hold neither a power card nor a key, so the chest is not for you", "DR-127")
    if state["fight"] == 2 and not state["seats"][seat]["laid"]:
        return Refusal("you lay nothing in this second fight and are not asked again", "DR-135")
    if is_tactical(state) and state["wave"] == 1:
        return Refusal("you have had your turn in this room", "DR-161")
    return Refusal("you have played, and without a crystal ball you play no further card here", "DR-035")


def refuse_absent(seat: Seat, card: str) -> Refusal | None:
    """Why a card cannot come from this hand. Clauses: DR-021, DR-025."""
    if held(seat, card):
        return None
    if card in POWER_VALUE:
        return Refusal(f"your {POWER_VALUE[card]} is spent until the end of the level", "DR-025")
    return Refusal(f"you hold no {card} card", "DR-021")
