"""Wounds and fatigue laid on heroes and allies, and taken off again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from delvebook.domain.rulesets.runebound.heroes.figures import HERO, limits_of, markers_of
from delvebook.domain.rulesets.runebound.state import Hero, Play

MarkerKind = Literal["wounds", "fatigue"]


def characters(hero: Hero) -> list[str]:
    """The hero and its allies, in the order they joined."""
    return [HERO, *(ally["id"] for ally in hero["allies"])]


def add_wounds(play: Play, seat: int, character: str, n: int, clause: str) -> None:
    """Lays n wounds on the character. Whether it falls is decided later, by `window_knockout` or `ally_check`."""
    if n:
        markers = markers_of(play.hero(seat), character)
        markers["wounds"] += n
        play.tell("wounds_suffered", clause, seat=seat, character=character, n=n)


def add_fatigue(play: Play, seat: int, character: str, n: int, clause: str) -> None:
    """Lays n fatigue on the character; what exceeds its stamina becomes wounds. Clauses: RB-005, RB-006."""
    if not n:
        return
    hero = play.hero(seat)
    markers = markers_of(hero, character)
    room = max(0, limits_of(play.content, hero, character)[1] - markers["fatigue"])
    taken = min(n, room)
    if taken:
        markers["fatigue"] += taken
        play.tell("fatigue_suffered", clause, seat=seat, character=character, n=taken)
    add_wounds(play, seat, character, n - taken, "RB-005" if character == HERO else "RB-006")


def remove(play: Play, seat: int, character: str, kind: MarkerKind, n: int | str, *, clause: str) -> None:
    """Takes up to n wounds or fatigue off the character; RB-007 decides where there are fewer."""
    markers = markers_of(play.hero(seat), character)
    taken = markers[kind] if n == "all" else min(int(n), markers[kind])
    if taken:
        markers[kind] -= taken
        type_ = "wounds_healed" if kind == "wounds" else "fatigue_rested"
        short = n != "all" and taken < int(n)
        play.tell(type_, clause, *(["RB-007"] if short else []), seat=seat, character=character, n=taken)


def apply_relief(play: Play, seat: int, effect: Mapping[str, Any], target: str | None, clause: str) -> None:
    """Carries out a `heal` or `rest` effect for the seat; `target` is the character chosen, if one was."""
    kind: MarkerKind = "wounds" if effect["type"] == "heal" else "fatigue"
    for character in relieved(play.hero(seat), effect, target):
        remove(play, seat, character, kind, effect["n"], clause=clause)


def relieved(hero: Hero, effect: Mapping[str, object], target: str | None) -> list[str]:
    """The characters a `heal` or `rest` effect is for."""
    if effect["target"] == "party":
        return characters(hero)
    return [target] if effect["target"] == "any" and target is not None else [HERO]
