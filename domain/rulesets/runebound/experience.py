"""The experience phase: raises, and how counters pay for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.runebound.content import Book
from delvebook.domain.rulesets.runebound.decision import Decision, Step, nothing
from delvebook.domain.rulesets.runebound.figures import experience, raise_cost
from delvebook.domain.rulesets.runebound.state import Frame, Play, action, require_that
from delvebook.domain.rulesets.runebound.vocabulary import ATTRIBUTES


def begin(play: Play, frame: Frame) -> None:
    """Opens the experience phase, in a town or not, even if the turn was cut short (RB-024, RB-197)."""
    play.state["phase"] = "experience"
    play.push("experience", seat=play.state["active"])


def _waits(book: Book, state: Mapping[str, Any], frame: Frame) -> bool:
    return experience(book, state["heroes"][frame["seat"]]) >= raise_cost(book, state)


def stats_open(book: Book, state: Mapping[str, Any]) -> list[str]:
    """The stats that can be raised in this game (RB-197)."""
    return list(book.decided["stats"]) if state["options"]["raise_life_stamina"] else list(ATTRIBUTES)


def _legal(book: Book, state: Mapping[str, Any], frame: Frame) -> list[Action]:
    found = [action("raise_stat", stat=stat) for stat in stats_open(book, state)] if _waits(book, state, frame) else []
    return [*found, action("end_turn")]


def _raise(play: Play, frame: Frame, action_: Action) -> None:
    """
    Pays for one raise and adds it.

    Clauses: RB-195, RB-197, RB-198.
    """
    hero, stat = play.hero(frame["seat"]), action_["stat"]
    cost, have = raise_cost(play.book, play.state), experience(play.book, hero)
    require_that(stat in stats_open(play.book, play.state), "life and stamina can't be raised in this game", "RB-197")
    require_that(cost <= have, f"a raise costs {cost} experience, and the hero has {have}", "RB-195")
    _pay(play, frame["seat"], cost)
    hero["raises"][stat] += 1
    play.tell("stat_raised", "RB-197", seat=frame["seat"], stat=stat, raises=hero["raises"][stat], cost=cost)


def _pay(play: Play, seat: int, cost: int) -> None:
    """
    Takes the cost from paper, then from counters, the cheapest colour first, and gives change.

    Clauses: RB-199.
    """
    book, hero, bank = play.book, play.hero(seat), play.state["bank"]
    on_paper = min(cost, hero["paper"])
    hero["paper"] -= on_paper
    due = cost - on_paper
    paid, change = dict.fromkeys(bank, 0), dict.fromkeys(bank, 0)
    by_worth = sorted(book.worth, key=lambda colour: book.worth[colour])
    for colour in by_worth:
        while due > 0 and hero["counters"][colour]:
            hero["counters"][colour] -= 1
            bank[colour] += 1
            paid[colour] += 1
            due -= book.worth[colour]
    for colour in reversed(by_worth):
        while bank[colour] and book.worth[colour] <= -due:
            bank[colour] -= 1
            hero["counters"][colour] += 1
            change[colour] += 1
            due += book.worth[colour]
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


def _end_turn(play: Play, frame: Frame, action_: Action) -> None:
    play.state["agenda"].pop()


DECISIONS = {
    "experience": Decision(
        "which stat to raise, or to end the turn",
        "RB-197",
        _waits,
        _legal,
        {"raise_stat": _raise, "end_turn": _end_turn},
        nothing,
    ),
}

STEPS = {"experience_phase": Step(begin)}
