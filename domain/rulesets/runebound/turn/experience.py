"""The experience phase: raises, and how counters pay for them."""

from __future__ import annotations

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.runebound.box.vocabulary import ATTRIBUTES
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.heroes.figures import experience, raise_cost
from delvebook.domain.rulesets.runebound.state import Action, Frame, Play, State, action_of
from delvebook.domain.rulesets.runebound.table.decision import Answer, Decision, Step, refuse


def begin(play: Play, frame: Frame) -> None:
    """Opens the experience phase, in a town or not, even if the turn was cut short. Clauses: RB-024, RB-197."""
    play.state["phase"] = "experience"
    play.push("experience", seat=play.state["active"])


def _waits(content: Content, state: State, frame: Frame) -> bool:
    return experience(content, state["heroes"][frame["seat"]]) >= raise_cost(content, state)


def _candidates(content: Content, state: State, frame: Frame) -> list[Action]:
    return [*(action_of("raise_stat", stat=stat) for stat in content.decided["stats"]), action_of("end_turn")]


def _refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    """Why this stat can't be raised. Clauses: RB-195, RB-197."""
    if action["stat"] not in ATTRIBUTES and not state["options"]["raise_life_stamina"]:
        return refuse("not_raised_in_this_game", "RB-197", stat=action["stat"])
    cost, have = raise_cost(content, state), experience(content, state["heroes"][frame["seat"]])
    if cost > have:
        return refuse("raise_too_dear", "RB-195", stat=action["stat"], cost=cost, experience=have)
    return None


def _raise(play: Play, frame: Frame, action: Action) -> None:
    """Pays for one raise and adds it. Clauses: RB-197, RB-198."""
    hero, stat = play.hero(frame["seat"]), action["stat"]
    cost = raise_cost(play.content, play.state)
    _pay(play, frame["seat"], cost)
    hero["raises"][stat] += 1
    play.tell("stat_raised", "RB-197", seat=frame["seat"], stat=stat, raises=hero["raises"][stat], cost=cost)


def _pay(play: Play, seat: int, cost: int) -> None:
    """Takes the cost from paper, then from counters, the cheapest colour first, and gives change. Clauses: RB-199."""
    content, hero, bank = play.content, play.hero(seat), play.state["bank"]
    on_paper = min(cost, hero["paper"])
    hero["paper"] -= on_paper
    due = cost - on_paper
    paid, change = dict.fromkeys(bank, 0), dict.fromkeys(bank, 0)
    by_worth = sorted(content.worth, key=lambda colour: content.worth[colour])
    for colour in by_worth:
        while due > 0 and hero["counters"][colour]:
            hero["counters"][colour] -= 1
            bank[colour] += 1
            paid[colour] += 1
            due -= content.worth[colour]
    for colour in reversed(by_worth):
        while bank[colour] and content.worth[colour] <= -due:
            bank[colour] -= 1
            hero["counters"][colour] += 1
            change[colour] += 1
            due += content.worth[colour]
    hero["paper"] -= due
    play.tell(
        "experience_paid",
        "RB-199",
        seat=seat,
        cost=cost,
        from_paper=on_paper,
        counters=paid,
        change=change,
        to_paper=-due,
    )


def _end_turn(play: Play, frame: Frame, action: Action) -> None:
    play.state["agenda"].pop()


DECISIONS = {
    "experience": Decision(
        "RB-197",
        _candidates,
        {"raise_stat": Answer(_raise, _refusal), "end_turn": Answer(_end_turn)},
        waits=_waits,
    ),
}

STEPS = {"experience_phase": Step(begin)}
