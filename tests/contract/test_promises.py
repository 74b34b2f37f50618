"""
What a choice promises comes, and what a player would weigh was promised.

A few choices of every title that weighs anything; `make promises CHOICES=100000` holds many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.ruleset import Ruleset
from delvebook.domain.rulesets.registry import all_rulesets
from delvebook.domain.stakes import AtLeast, AtMost, Expected, Has, Promise, expect
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import seat_viewer
from delvebook.projections.views import actions_body, table_of, voice_of
from tests.contract.promises import Tally, run
from tests.replays.games import played_game

CHOICES = 1500
PROMISING = pytest.mark.parametrize(
    "title", [one for one in all_rulesets().values() if one.weighed.types], ids=lambda one: one.key
)
"""The titles that say what a player weighs."""
Bent = Callable[[Sequence[Promise]], Sequence[Promise]]


def tally_of(ruleset: Ruleset[Any, Any], *, choices: int = CHOICES) -> Tally:
    """What so many choices show."""
    return [*run(ruleset, choices=choices)][-1]


def bent(ruleset: Ruleset[Any, Any], monkeypatch: pytest.MonkeyPatch, bend: Bent) -> Tally:
    """What the choices show if their promises are bent."""
    true = ruleset.stakes
    monkeypatch.setattr(ruleset, "stakes", lambda action, view: bend(true(action, view)), raising=False)
    return tally_of(ruleset)


@PROMISING
def test_what_is_promised_comes_and_nothing_else_that_counts(title: Ruleset[Any, Any]) -> None:
    tally = tally_of(title)

    assert tally.faults == []
    assert tally.kept.total() > CHOICES // 10


@PROMISING
def test_a_choice_that_hides_what_follows_is_noticed(title: Ruleset[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the promises of one weighed type, its facts are told by no choice."""
    weighed = title.weighed.types

    tally = bent(title, monkeypatch, lambda told: [one for one in told if one.fact.type not in weighed])

    assert any("told by no choice" in fault for fault in tally.faults)


@PROMISING
def test_a_choice_that_promises_more_than_comes_is_noticed(
    title: Ruleset[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:

    def exaggerate(told: Sequence[Promise]) -> list[Promise]:
        return [replace(one, fact=Expected(one.fact.type, {**one.fact.fields, "seat": 99})) for one in told]

    tally = bent(title, monkeypatch, exaggerate)

    assert any("not kept" in fault for fault in tally.faults)


@PROMISING
def test_a_promise_that_its_sentence_does_not_tell_is_noticed(
    title: Ruleset[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(title, "tell_action", lambda action, voice, *, view=None: "Something.", raising=False)

    assert any("does not tell" in fault for fault in tally_of(title, choices=200).faults)


@PROMISING
def test_a_listing_works_out_what_a_choice_promises_once(
    title: Ruleset[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _ = played_game(ruleset=title, seats=title.seats_min, stop_after=3)
    seat = game.to_act()[0]
    told = actions_body(game, seat)["actions"]
    view = table_of(game, seat_viewer(seat))
    for one in told:
        for form, brief in (("text", False), ("text_short", True)):
            for language, sentence in one[form].items():
                voice = voice_of(game, {}, language, brief=brief)
                assert sentence == title.tell_action(one["action"], voice, view=view)

    promised = [title.stakes(one["action"], view) for one in told]
    asked: list[Any] = []

    def stakes(action: Any, seen: Any) -> Sequence[Promise]:
        asked.append(action)
        return promised[len(asked) - 1]

    def again(*_: Any) -> None:
        raise AssertionError("the promises were worked out again")

    words = f"{title.package}.words"
    monkeypatch.setattr(import_module(f"{words}.sentences"), "stakes_of", again, raising=False)
    if isinstance(held := getattr(import_module(f"{words}.stakes"), "Stakes", None), type):
        monkeypatch.setattr(held, "promises_of", again)
    monkeypatch.setattr(title, "stakes", stakes, raising=False)

    assert actions_body(game, seat)["actions"] == told
    assert asked == [one["action"] for one in told]


@PROMISING
def test_every_untold_fact_has_a_reason(title: Ruleset[Any, Any]) -> None:
    for untold in title.weighed.untold:
        assert untold.fact.type in title.weighed.types
        assert len(untold.reason.split()) > 3


@pytest.mark.parametrize(
    ("expected", "fits"),
    [
        (expect("lost"), True),
        (expect("won"), False),
        (expect("lost", amount=2), True),
        (expect("lost", amount=1), False),
        (expect("lost", amount=AtLeast(2)), True),
        (expect("lost", amount=AtLeast(3)), False),
        (expect("lost", amount=AtMost(2)), True),
        (expect("lost", amount=AtMost(1)), False),
        (expect("lost", seats=Has(1)), True),
        (expect("lost", seats=Has(2)), False),
        (expect("lost", extra=0), False),
        (expect("lost", seats=AtLeast(0)), False),
    ],
)
def test_a_fact_is_the_expected_one_by_its_type_and_fields(expected: Expected, fits: bool) -> None:
    fact = {"type": "lost", "clauses": [], "amount": 2, "seats": [0, 1]}

    assert expected.fits(fact) is fits


@PROMISING
def test_telling_the_choices_changes_nothing_on_the_table(title: Ruleset[Any, Any]) -> None:
    """What is told is made from the table itself, not from a copy."""
    game, _ = played_game(ruleset=title, seats=title.seats_max, stop_after=1)
    chance = Tape(b"told")
    for number in range(60):
        owing = game.to_act()
        if not owing:
            break
        table = game.get_table()
        before = jcs(table.state)
        for seat in owing:
            view = table_of(game, seat_viewer(seat))
            actions_body(game, seat, table=view)
            assert jcs(view) == jcs(table_of(game, seat_viewer(seat)))
        assert jcs(table.state) == before
        action = chance.choose(table.legal(owing[0]), f"action {number}")
        game.act(owing[0], decision=table.decisions[owing[0]], action=action, at=game.stream.last_at)
    assert number > 20
