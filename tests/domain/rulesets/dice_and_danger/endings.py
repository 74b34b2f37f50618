"""Games one blow before their end."""

from __future__ import annotations

from typing import Any

from delvebook.domain.rulesets.dice_and_danger.content import BOOK
from tests.domain.rulesets.dice_and_danger.builders import act, game, sheet, take

ALL_BUT_GOOSE = [room for room in BOOK.dungeons["animals"].rooms if room != "goose"]


def last_blow(*others: dict[str, Any], seats: int = 2, beaten: list[str] | None = None, **marks: Any) -> dict[str, Any]:
    """
    Seat 0 has dealt the last blow to the goose, the last monster nobody had beaten; others still mark.

    The dice make 10 for the goose and 2, which seat 0 spends on the start cell c38 or skips.
    Its marks besides are those given; all its other monsters fell to it first.
    """
    hero = sheet(
        visited=["c01", "c02", *marks.pop("visited", [])],
        beaten=ALL_BUT_GOOSE if beaten is None else beaten,
        damage={"goose": 3, **marks.pop("damage", {})},
        **marks,
    )
    state = game(hero, *others, seats=seats, dice=(4, 6, 1, 1, 6), first_defeats=dict.fromkeys(ALL_BUT_GOOSE, 1))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="goose")
    if "c38" in state["sheets"][0]["visited"]:
        act(state, 0, "skip", pair=1)
    else:
        act(state, 0, "visit", pair=1, cell="c38")
    return state
