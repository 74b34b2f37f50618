"""Tests of an attribute and a skill: what is committed before the die is thrown, and the consequences."""

from __future__ import annotations

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.heroes import boosts
from delvebook.domain.rulesets.runebound.heroes.boosts import Roller
from delvebook.domain.rulesets.runebound.heroes.dice import throw_for
from delvebook.domain.rulesets.runebound.heroes.figures import HERO, attribute, payable, roll_bonus, skill
from delvebook.domain.rulesets.runebound.heroes.markers import add_fatigue
from delvebook.domain.rulesets.runebound.state import Action, Frame, Play, Roll, State, action_of
from delvebook.domain.rulesets.runebound.table.decision import Answer, Decision, Step, refuse


def _roller(frame: Frame) -> Roller:
    return Roller(frame["seat"], HERO, f"test:{frame['skill']}")


def _candidates(content: Content, state: State, frame: Frame) -> list[Action]:
    seat = frame["seat"]
    most = payable(content, state["heroes"][seat], HERO) if skill(content, state, seat, frame["skill"]) else 0
    return [
        action_of("roll_test", skill_uses=uses, boosts=chosen)
        for uses in range(most + 1)
        for chosen in boosts.choices(content, state, _roller(frame), reserved=uses)
    ]


def _refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    """Why the skill can't be used so often, or the boosts can't be taken. Clauses: RB-013, RB-062."""
    seat, uses = frame["seat"], action["skill_uses"]
    if uses and not skill(content, state, seat, frame["skill"]):
        return refuse("no_such_skill", "RB-062", skill=frame["skill"])
    most = payable(content, state["heroes"][seat], HERO)
    if uses > most:
        return refuse("too_much_fatigue", "RB-013", character=HERO, fatigue=uses, most=most)
    return boosts.refusal(content, state, _roller(frame), action["boosts"], reserved=uses)


def _roll_test(play: Play, frame: Frame, action: Action) -> None:
    """Takes the fatigue for the skill, pays the boosts, throws. Clauses: RB-060, RB-061, RB-063."""
    content, state, seat = play.content, play.state, frame["seat"]
    uses, each = action["skill_uses"], skill(content, state, seat, frame["skill"])
    state["agenda"].pop()
    if uses:
        play.tell("skill_used", "RB-061", seat=seat, skill=frame["skill"], times=uses, bonus=uses * each)
        add_fatigue(play, seat, HERO, uses, "RB-061")
    boost = boosts.pay_all(play, _roller(frame), action["boosts"])
    name = f"test:{frame['skill']}"
    roll: Roll = {
        "seat": seat,
        "character": HERO,
        "roll": name,
        "attribute": attribute(content, state, seat, frame["attribute"]),
        "bonus": roll_bonus(content, state, seat, HERO, name) + uses * each + boost,
        "target": frame["target"],
        "aim": "test",
        "purpose": frame["purpose"],
        "fail": frame["fail"],
        "clause": frame["clause"],
        "ok": False,
    }
    throw_for(play, roll)
    play.push("window_fail", seat=seat, roll=roll, used_up=[])


def _settle(play: Play, frame: Frame) -> None:
    """Decides what the test was for: the card itself, or one rule of an enemy. Clauses: RB-064, RB-070."""
    roll = frame["roll"]
    if roll["purpose"] == "card":
        play.push("succeeded" if roll["ok"] else "failed")
    elif not roll["ok"]:
        for effect in reversed(roll["fail"]):
            play.push("result", effect=effect, clause=roll["clause"])


DECISIONS = {
    "commit_test": Decision(
        "RB-060",
        _candidates,
        {"roll_test": Answer(_roll_test, _refusal)},
        scope="turn",
    ),
}

STEPS = {"settle_test": Step(_settle)}
