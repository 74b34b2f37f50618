"""Tests of attribute and skill: what is committed before the die, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.runebound import boosts
from delvebook.domain.rulesets.runebound.boosts import Roller
from delvebook.domain.rulesets.runebound.content import Book
from delvebook.domain.rulesets.runebound.decision import Decision, Step, always, nothing
from delvebook.domain.rulesets.runebound.dice import attempt
from delvebook.domain.rulesets.runebound.figures import HERO, attribute, payable, roll_bonus, skill
from delvebook.domain.rulesets.runebound.markers import add_fatigue
from delvebook.domain.rulesets.runebound.state import Frame, Play, action, require_that


def _roller(frame: Frame) -> Roller:
    return Roller(frame["seat"], HERO, f"test:{frame['skill']}")


def _legal(book: Book, state: Mapping[str, Any], frame: Frame) -> list[Action]:
    seat = frame["seat"]
    most = payable(book, state["heroes"][seat], HERO) if skill(book, state, seat, frame["skill"]) else 0
    return [
        action("roll_test", skill_uses=uses, boosts=chosen)
        for uses in range(most + 1)
        for chosen in boosts.choices(book, state, _roller(frame), reserved=uses)
    ]


def _roll_test(play: Play, frame: Frame, action_: Action) -> None:
    """
    Takes the fatigue for the skill, pays the boosts, throws.

    Clauses: RB-060, RB-061, RB-062, RB-063.
    """
    book, state, seat = play.book, play.state, frame["seat"]
    uses, each = action_["skill_uses"], skill(book, state, seat, frame["skill"])
    require_that(not uses or each, f"this hero has no skill in {frame['skill']}", "RB-062")
    most = payable(book, state["heroes"][seat], HERO)
    require_that(uses <= most, f"{uses} fatigue is more than the {most} the hero can take", "RB-013")
    chosen = boosts.judge(book, state, _roller(frame), action_["boosts"], reserved=uses)
    state["agenda"].pop()
    if uses:
        play.tell("skill_used", "RB-061", seat=seat, skill=frame["skill"], times=uses, bonus=uses * each)
        add_fatigue(play, seat, HERO, uses, "RB-061")
    boost = boosts.pay_all(play, _roller(frame), chosen)
    name = f"test:{frame['skill']}"
    roll = {
        "seat": seat,
        "character": HERO,
        "roll": name,
        "attribute": attribute(book, state, seat, frame["attribute"]),
        "bonus": roll_bonus(book, state, seat, HERO, name) + uses * each + boost,
        "target": frame["n"],
        "aim": "test",
        "purpose": frame["purpose"],
        "fail": frame["fail"],
        "ok": False,
    }
    attempt(play, roll, "RB-060")
    play.push("window_fail", seat=seat, roll=roll, used=[])


def _settle(play: Play, frame: Frame) -> None:
    """What the test was for is decided: the card itself, or one rule of an enemy (RB-064, RB-070)."""
    roll = frame["roll"]
    if roll["purpose"] == "card":
        play.push("succeeded" if roll["ok"] else "failed")
    elif not roll["ok"]:
        for effect in reversed(roll["fail"]):
            play.push("result", effect=effect)


DECISIONS = {
    "commit_test": Decision(
        "how often the skill is used and what boosts the test",
        "RB-060",
        always,
        _legal,
        {"roll_test": _roll_test},
        nothing,
    ),
}

STEPS = {"settle_test": Step(_settle)}
