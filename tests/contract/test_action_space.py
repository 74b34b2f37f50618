"""One source for each rule: an action of the whole space is listed if and only if it is accepted."""

from __future__ import annotations

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.phrases import LANGUAGES, Voice
from delvebook.domain.refusals import PLAIN
from delvebook.domain.ruleset import Ruleset, copy_state
from delvebook.domain.tape import Tape
from tests.contract.tables import random_game


def test_an_action_is_listed_if_and_only_if_it_is_accepted(ruleset: Ruleset) -> None:
    for index, (table, _) in enumerate(random_game(ruleset, seats=ruleset.seats_max, seed="action space")):
        if index % 11 and table.outcome is None:
            continue
        space = list(ruleset.action_space(table.state))
        assert space
        for seat in range(table.seats):
            listed = {jcs(action) for action in table.legal(seat)}
            accepted = {jcs(action) for action in space if ruleset.refusal(table.state, seat, action) is None}
            assert accepted <= listed, (seat, accepted - listed)
            for action in table.legal(seat):
                assert ruleset.refusal(table.state, seat, action) is None, (seat, action)


def test_every_legal_action_is_in_the_space_and_every_action_of_it_is_in_shape(ruleset: Ruleset) -> None:
    for index, (table, _) in enumerate(random_game(ruleset, seats=ruleset.seats_max, seed="in the space")):
        if index % 29:
            continue
        space = {jcs(action): action for action in ruleset.action_space(table.state)}
        for seat in range(table.seats):
            assert {jcs(action) for action in table.legal(seat)} <= set(space)
        if index % 87 == 0:
            for action in space.values():
                assert ruleset.parse_action(action) == action


@pytest.mark.long_for("runebound")
def test_every_refusal_has_its_sentence_in_both_languages_and_names_a_clause(ruleset: Ruleset) -> None:
    """A sentence is about what the player knows: no raw ids, no dashes where a field is missing."""
    for index, (table, _) in enumerate(random_game(ruleset, seats=ruleset.seats_max, seed="refusals")):
        if index % 13:
            continue
        for action in ruleset.action_space(table.state):
            for seat in range(table.seats):
                refusal = ruleset.refusal(table.state, seat, action)
                if refusal is None:
                    continue
                assert refusal.key != PLAIN, refusal
                assert refusal.clause in ruleset.clauses
                assert ruleset.phrasebook.knows("refusals", refusal.key), refusal.key
                for language in LANGUAGES:
                    told = ruleset.tell_refusal(refusal, Voice(language))
                    assert told[0].isupper(), told
                    assert told.endswith((".", "!")), told
                    assert "–" not in told.replace(" – ", ""), told
                    assert not ({"{", "}", "[", "]", "_"} & set(told)), told


def test_no_refusal_of_play_is_a_plain_english_sentence(ruleset: Ruleset) -> None:
    for index, (table, step) in enumerate(random_game(ruleset, seats=ruleset.seats_max, seed="plain")):
        if step.action is None or index % 5:
            continue
        for seat in range(table.seats):
            refusal = ruleset.refusal(copy_state(table.state), seat, step.action)
            assert refusal is None or refusal.key != PLAIN


def test_what_is_refused_is_refused_by_play(ruleset: Ruleset) -> None:
    """`refusal` is what `play` goes by."""
    for index, (table, _) in enumerate(random_game(ruleset, seats=ruleset.seats_max, seed="play")):
        if index % 31 or table.outcome is not None:
            continue
        seat = table.to_act()[0]
        for action in list(ruleset.action_space(table.state))[::17]:
            state = copy_state(table.state)
            if ruleset.refusal(state, seat, action) is None:
                ruleset.play(state, seat, action, tape=Tape(b"elsewhere"))
                assert jcs(state) != jcs(table.state)
