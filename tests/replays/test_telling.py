"""Nothing is told twice: a viewer who was told something when it happened is not told again when everybody is."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from delvebook.domain.envelopes import concealed_action
from delvebook.domain.phrases import Voice
from delvebook.domain.playout import Step
from delvebook.domain.ruleset import Ruleset
from delvebook.domain.rulesets.registry import all_rulesets
from delvebook.domain.viewers import PUBLIC, SPECTATOR, Viewer, seat_viewer
from delvebook.replays.telling import telling_of
from tests.contract.tables import option_sets, random_game, seat_counts

VOICE = Voice("en")


def told_facts(ruleset: Ruleset, step: Step, viewer: Viewer) -> list[str]:
    """Returns what the viewer is told about one event, without facts that repeat the action."""
    facts = list(step.body.data["facts"])
    for envelope in step.body.sealed:
        if viewer.may_open(envelope.audience) and isinstance(envelope.content, dict):
            facts += envelope.content.get("facts", ())
    shown = range(len(facts))
    if step.action is not None:
        contents = ((envelope.audience, envelope.content) for envelope in step.body.sealed)
        concealed = concealed_action(step.seat, contents)
        is_secret = concealed is not None and viewer.may_see(step.seat)
        action = concealed if is_secret else step.body.data["action"]
        telling = telling_of(ruleset, step.seat, action, facts, is_secret=is_secret, knows=viewer.may_see)
        echoes = ruleset.echoes(action, facts)
        shown = [at for at in telling.facts if at not in echoes]
    return [ruleset.tell_fact(facts[at], VOICE) for at in shown]


def told_over_a_game(
    ruleset: Ruleset, seats: int, viewers: list[Viewer], options: dict[str, Any]
) -> dict[Viewer, Counter[str]]:
    """Returns how often each viewer is told each sentence."""
    told: dict[Viewer, Counter[str]] = {viewer: Counter() for viewer in viewers}
    for _, step in random_game(ruleset, seats=seats, options=options, seed=f"telling/{seats}"):
        for viewer in viewers:
            told[viewer].update(told_facts(ruleset, step, viewer))
    return told


@pytest.mark.parametrize("key", all_rulesets())
def test_a_viewer_who_was_told_in_secret_is_told_once_and_misses_nothing(key: str) -> None:
    """A spectator is told all that becomes public, once. So is each player, and each reader of the whole record."""
    ruleset = all_rulesets()[key]
    for seats in seat_counts(ruleset):
        insiders = [*(seat_viewer(seat) for seat in range(seats)), PUBLIC]
        sets = option_sets(ruleset)
        told = told_over_a_game(ruleset, seats, [SPECTATOR, *insiders], sets[seats % len(sets)])
        for viewer in insiders:
            differs = {
                sentence: (times, told[viewer][sentence])
                for sentence, times in told[SPECTATOR].items()
                if told[viewer][sentence] != times
            }
            assert differs == {}, (seats, viewer)


def test_a_seat_is_told_its_own_marks_once_with_the_dice_and_the_map() -> None:
    """Not "Visit a cell with the first pair" and then which cell, nor "Skip the first pair" without sum and reason."""
    ruleset = all_rulesets()["dice-and-danger@1"]
    action = {"type": "mark", "step": "skip", "pair": 0}
    facts = [
        {"type": "step_made", "clauses": [], "seat": 0, "steps_made": 2, "finished": False},
        {"type": "pair_skipped", "clauses": [], "seat": 0, "sum": 7, "use": False},
    ]

    own = telling_of(ruleset, 0, action, facts, is_secret=True, knows=seat_viewer(0).may_see)
    others = telling_of(ruleset, 0, {"type": "mark"}, facts[:1], is_secret=False)

    assert (own.with_action, [facts[at]["type"] for at in own.facts]) == (False, ["pair_skipped"])
    assert (others.with_action, [facts[at]["type"] for at in others.facts]) == (False, ["step_made"])


@pytest.mark.parametrize(("reader", "order"), [(None, [0, 1, 2]), (0, [0, 1, 2]), (1, [1, 0, 2]), (2, [2, 0, 1])])
def test_everybody_reads_the_own_result_first(reader: int | None, order: list[int]) -> None:
    ruleset = all_rulesets()["dice-and-danger@1"]
    scored = [{"type": "sheet_scored", "clauses": [], "seat": seat} for seat in range(3)]
    facts = [{"type": "game_ended", "clauses": []}, *scored, {"type": "winners_found", "clauses": []}]

    told = telling_of(ruleset, 0, {"type": "mark"}, facts, is_secret=False, reader=reader).facts

    assert [facts[at]["type"] for at in told] == [fact["type"] for fact in facts]
    assert [facts[at]["seat"] for at in told if "seat" in facts[at]] == order


def test_a_card_laid_face_down_is_told_to_its_seat_when_it_is_laid_and_to_the_others_when_it_is_turned_up() -> None:
    ruleset = all_rulesets()["dungeon-raiders@1"]
    facts = [
        {"type": "cards_revealed", "clauses": [], "seat": seat, "cards": ["p1"], "looks": False} for seat in (0, 1)
    ]
    action = {"type": "play_card", "card": "p1"}

    def told_to(viewer: Viewer) -> list[int]:
        telling = telling_of(ruleset, 1, action, facts, is_secret=False, knows=viewer.may_see)
        return [facts[at]["seat"] for at in telling.facts]

    assert (told_to(seat_viewer(0)), told_to(seat_viewer(1)), told_to(SPECTATOR)) == ([1], [0, 1], [0, 1])
