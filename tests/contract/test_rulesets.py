"""The promises of the contract (domain/ruleset.py), tested for each registered title."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

from delvebook.domain.bots import random_bot
from delvebook.domain.canonical import digest, jcs, parse, require_plain
from delvebook.domain.errors import (
    GameFinishedError,
    IllegalActionError,
    InvalidOptionsError,
    InvalidSeatsError,
    MalformedActionError,
)
from delvebook.domain.kit.search import SearchBot
from delvebook.domain.phrases import LANGUAGES, Voice
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.ruleset import Ruleset, copy_state
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import ARBITER, SPECTATOR, Viewer, seat_viewer
from tests.contract.tables import open_table, option_sets, random_game, seat_counts


def viewers_of(seats: int) -> list[Viewer]:
    return [*(seat_viewer(seat) for seat in range(seats)), SPECTATOR]


def test_default_options_are_valid_for_every_seat_count(ruleset: Ruleset) -> None:
    for seats in seat_counts(ruleset):
        require_plain(ruleset.parse_options({}, seats=seats))


def test_seat_counts_outside_the_range_are_refused(ruleset: Ruleset) -> None:
    for seats in (ruleset.seats_min - 1, ruleset.seats_max + 1):
        with pytest.raises(InvalidSeatsError):
            ruleset.parse_options({}, seats=seats)


def test_the_endless_options_are_options_that_a_game_can_have(ruleset: Ruleset) -> None:
    for option, values in ruleset.endless_options.items():
        for value in values:
            assert ruleset.parse_options({option: value}, seats=ruleset.seats_min)[option] == value
        assert ruleset.parse_options(dict(ruleset.brief_options), seats=ruleset.seats_min)[option] not in values


def test_an_unknown_option_is_refused_by_name(ruleset: Ruleset) -> None:
    with pytest.raises(InvalidOptionsError) as refused:
        ruleset.parse_options({"no_such_option": 1}, seats=ruleset.seats_min)

    assert "no_such_option" in refused.value.details["fields"]


@pytest.mark.parametrize("action", [None, 7, "x", [], {}, {"type": 3}, {"type": "no_such_action"}])
def test_what_is_no_action_is_called_malformed(ruleset: Ruleset, action: object) -> None:
    with pytest.raises(MalformedActionError):
        ruleset.parse_action(action)


def test_an_unknown_parameter_is_malformed(ruleset: Ruleset) -> None:
    for type_ in ruleset.action_schemas:
        with pytest.raises(MalformedActionError):
            ruleset.parse_action({"type": type_, "no_such_parameter": 1})


@pytest.mark.long_for("runebound")
def test_every_random_game_of_every_option_and_seat_count_ends_and_keeps_its_invariants(ruleset: Ruleset) -> None:
    for seats in seat_counts(ruleset):
        for options in option_sets(ruleset):
            for table, _ in random_game(ruleset, seats=seats, options=options):
                ruleset.check(table.state)
            outcome = table.outcome
            assert outcome is not None
            assert outcome.reason in ruleset.end_reasons
            assert sorted(seat for group in outcome.ranking for seat in group) == list(range(seats))
            assert outcome.winners in ([], outcome.ranking[0]), (
                "to be ranked first is not to win, but only the first win"
            )
            assert len(outcome.scores) == seats
            require_plain(outcome.to_plain())


def test_state_view_facts_and_actions_are_plain_data_of_the_record(ruleset: Ruleset) -> None:
    for table, step in random_game(ruleset):
        require_plain(table.state)
        assert copy_state(table.state) == table.state
        for body in (step.body.data, step.body.opens, [envelope.content for envelope in step.body.sealed]):
            require_plain(body)
        for viewer in (*viewers_of(table.seats), ARBITER):
            require_plain(ruleset.view(table.state, viewer))
        for seat in range(table.seats):
            require_plain(table.legal(seat))


def test_state_does_not_grow_with_the_length_of_the_game(ruleset: Ruleset) -> None:
    """A state holds what the rules need, never a log. Otherwise each action would cost more than the last."""
    sizes = [len(table.state_bytes) for table, _ in random_game(ruleset, seats=ruleset.seats_max)]

    assert max(sizes) < 4 * sizes[0] + 4000


def test_only_seats_that_may_act_are_offered_actions_and_those_that_owe_always_are(ruleset: Ruleset) -> None:
    for table, _ in random_game(ruleset, seats=ruleset.seats_max):
        owing = ruleset.to_act(table.state)
        assert owing == sorted(set(owing))
        assert bool(owing) == (table.outcome is None)
        for seat in owing:
            assert table.legal(seat)
    for seat in range(table.seats):
        assert table.legal(seat) == []
        with pytest.raises(GameFinishedError):
            table.require_open_decision(seat, table.decisions[seat])


def test_every_legal_action_is_in_shape_is_accepted_and_is_listed_once(ruleset: Ruleset) -> None:
    for index, (table, _) in enumerate(random_game(ruleset, seats=ruleset.seats_max)):
        if index % 7:
            continue
        for seat in range(table.seats):
            legal = table.legal(seat)
            assert len({jcs(action) for action in legal}) == len(legal)
            for action in legal[:: max(1, len(legal) // 12)]:
                assert ruleset.parse_action(action) == action
                state = copy_state(table.state)
                ruleset.play(state, seat, action, tape=Tape(b"elsewhere"))
                ruleset.check(state)


def test_refused_actions_name_a_clause_and_change_nothing(ruleset: Ruleset) -> None:
    """Tries each action that was legal at some time for each seat at other times."""
    seen: dict[bytes, dict[str, object]] = {}
    refused = 0
    for index, (table, step) in enumerate(random_game(ruleset, seats=ruleset.seats_max)):
        if step.action is not None and len(seen) < 400:
            seen[jcs(step.action)] = step.action
        if index % 11:
            continue
        for seat in range(table.seats):
            legal = {jcs(action) for action in table.legal(seat)}
            for action in [action for data, action in seen.items() if data not in legal][:40]:
                before, tape = jcs(table.state), Tape(b"elsewhere")
                probe = copy_state(table.state)
                try:
                    ruleset.play(probe, seat, action, tape=tape)
                except IllegalActionError as error:
                    refused += 1
                    assert error.clause in ruleset.clauses, error.clause
                    assert str(error)
                    assert jcs(probe) == before
                    assert tape.position == 0
    assert refused


def test_looking_changes_nothing(ruleset: Ruleset) -> None:
    for table, _ in random_game(ruleset, seats=ruleset.seats_max):
        before = jcs(table.state)
        for seat in range(table.seats):
            table.legal(seat)
            ruleset.decision_scope(table.state, seat)
        for viewer in (*viewers_of(table.seats), ARBITER):
            ruleset.view(table.state, viewer)
        ruleset.to_act(table.state)
        ruleset.outcome(table.state)
        assert jcs(table.state) == before


@pytest.mark.long_for("runebound")
def test_a_view_and_the_legal_actions_do_not_depend_on_what_the_viewer_may_not_know(ruleset: Ruleset) -> None:
    """Non-interference: in another world with other secrets, the same viewer sees the same bytes."""
    worlds_differ = 0
    for seats in seat_counts(ruleset):
        for index, (table, _) in enumerate(random_game(ruleset, seats=seats, seed=f"leaks/{seats}")):
            if table.outcome is not None or index % 5:
                continue
            for viewer in viewers_of(seats):
                view = ruleset.view(table.state, viewer)
                world = ruleset.determinize(parse(jcs(view)), chance=Tape(b"world%d" % index))
                ruleset.check(world)
                assert world.keys() == table.state.keys()
                worlds_differ += jcs(world) != jcs(table.state)
                assert jcs(ruleset.view(world, viewer)) == jcs(view)
                assert ruleset.to_act(world) == ruleset.to_act(table.state)
                if viewer.seat is not None:
                    assert ruleset.legal(world, viewer.seat) == table.legal(viewer.seat)
                    assert ruleset.decision_scope(world, viewer.seat) == ruleset.decision_scope(
                        table.state, viewer.seat
                    )
    if any(envelope for _, step in random_game(ruleset, seats=ruleset.seats_max) for envelope in step.body.sealed):
        assert worlds_differ


def test_the_arbiter_sees_more_or_the_same_but_never_the_seed(ruleset: Ruleset) -> None:
    for table, _ in random_game(ruleset):
        assert table.seed.hex() not in jcs(ruleset.view(table.state, ARBITER)).decode()


def test_the_same_seed_nonces_and_actions_give_the_same_bytes_twice(ruleset: Ruleset) -> None:
    first = [digest([step.body.data, step.body.opens]) for _, step in random_game(ruleset)]
    second = [digest([step.body.data, step.body.opens]) for _, step in random_game(ruleset)]

    assert second == first


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_another_process_under_another_hash_seed_plays_the_same_bytes(ruleset: Ruleset, hash_seed: str) -> None:
    program = (
        "import json, sys\n"
        "from delvebook.domain.canonical import digest\n"
        "from tests.contract.tables import random_game\n"
        "from tests.titles import get_ruleset\n"
        "game = random_game(get_ruleset(sys.argv[1]))\n"
        "print(json.dumps([digest([step.body.data, step.body.opens]) for _, step in game]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, ruleset.key],
        capture_output=True,
        check=True,
        env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": "."},
    )

    expected = [digest([step.body.data, step.body.opens]) for _, step in random_game(ruleset)]
    assert json.loads(done.stdout) == expected


def test_a_game_goes_on_the_same_after_its_state_went_through_its_bytes(ruleset: Ruleset) -> None:
    """Two copies of one game, one of them through its canonical bytes after every event."""
    straight = [step.body.data for _, step in random_game(ruleset)]
    through_bytes = []
    for table, step in random_game(ruleset):
        through_bytes.append(step.body.data)
        table.restore()

    assert through_bytes == straight


@pytest.mark.long_for("runebound")
def test_every_bot_finishes_games_with_every_seat_count(ruleset: Ruleset) -> None:
    assert {"random", "greedy"} <= set(ruleset.bots)
    for kind, bot in ruleset.bots.items():
        if isinstance(bot, SearchBot):
            continue  # see test_search.py, which asks it here and there
        for seats in (ruleset.seats_min, ruleset.seats_max):
            options = {} if kind == "greedy" else ruleset.brief_options
            table = play_through(ruleset, options, bots=[bot] * seats, seed=seed_of(f"bots/{kind}/{seats}"))
            assert table.outcome is not None


def test_a_bot_chooses_the_same_in_worlds_its_seat_cannot_tell_apart(ruleset: Ruleset) -> None:
    """A bot gets only the view and the legal list, so equal arguments must give equal choices."""
    for index, (table, _) in enumerate(random_game(ruleset, seats=ruleset.seats_max)):
        if index % 23 or table.outcome is not None:
            continue
        seat = table.to_act()[0]
        view = ruleset.view(table.state, seat_viewer(seat))
        choices = [ruleset.bot("greedy")(parse(jcs(view)), table.legal(seat), chance=Tape(b"same")) for _ in range(2)]
        assert choices[0] == choices[1]
        ruleset.play(copy_state(table.state), seat, ruleset.parse_action(choices[0]), tape=Tape(b"elsewhere"))


def test_every_fact_and_action_has_a_sentence_in_every_language(ruleset: Ruleset) -> None:
    missing: set[str] = set()
    for type_ in ruleset.action_schemas:
        if not ruleset.phrasebook.knows("actions", type_):
            missing.add(f"action {type_}")
    for seats in seat_counts(ruleset):
        for table, step in random_game(ruleset, seats=seats, seed="sentences"):
            told = [*step.body.data["facts"]]
            for envelope in step.body.sealed:
                told += envelope.content.get("facts", [])
            for fact in told:
                if not ruleset.phrasebook.knows("facts", fact["type"]):
                    missing.add(f"fact {fact['type']}")
                for language in LANGUAGES:
                    assert ruleset.tell_fact(fact, Voice(language))
            for seat in range(table.seats):
                for action in table.legal(seat)[:5]:
                    for language in LANGUAGES:
                        assert ruleset.tell_action(action, Voice(language))
    assert missing == set()


def test_clauses_are_told_in_every_language_and_facts_cite_only_known_ones(ruleset: Ruleset) -> None:
    for clause, texts in ruleset.clauses.items():
        for language in LANGUAGES:
            assert texts[language].strip(), (clause, language)
    for _, step in random_game(ruleset, seats=ruleset.seats_max):
        for fact in step.body.data["facts"]:
            assert set(fact["clauses"]) <= set(ruleset.clauses)


def test_a_face_down_component_is_sealed_and_opened_as_what_it_was(ruleset: Ruleset) -> None:
    """Whatever an event opens was sealed before with the same salt, content and digest."""
    sealed: dict[tuple[int, int], tuple[str, str]] = {}
    for _, step in random_game(ruleset, seats=ruleset.seats_max, seed="openings"):
        for opening in step.body.opens:
            salt, content_digest = sealed[opening["n"], opening["i"]]
            assert opening["salt"] == salt
            assert digest([salt, opening["content"]]) == content_digest
        for i, envelope in enumerate(step.body.sealed):
            sealed[step.n, i] = (envelope.salt, envelope.digest)


def test_whatever_will_be_turned_up_can_be_told_from_the_state_alone(ruleset: Ruleset) -> None:
    """A fork seals anew what `face_down` names; so that is all that later events may open, and as what it is."""
    for seats in seat_counts(ruleset):
        told: dict[str, bytes] = {}
        places: dict[tuple[int, int], str] = {}
        for table, step in random_game(ruleset, seats=seats, seed=f"face down/{seats}"):
            shown = [opening for one in step.body.sealed for opening in one.content.get("opens", ())]
            for opening in [*step.body.opens, *shown]:
                assert places[opening["n"], opening["i"]] in told
            if table.outcome is not None:
                break
            told = {one.key: secret_in(one.content) for one in ruleset.face_down(table.state)}
            places = {(hidden.n, hidden.i): key for key, hidden in table.hidden.items()}
            sealed = {key: secret_in(table.hidden[key].content) for key in told}
            assert Counter(told.values()) == Counter(sealed.values())


def test_a_world_that_looks_the_same_has_as_much_face_down(ruleset: Ruleset) -> None:
    for index, (table, _) in enumerate(random_game(ruleset, seats=ruleset.seats_max, seed="worlds face down")):
        if table.outcome is not None or index % 5:
            continue
        keys = {one.key for one in ruleset.face_down(table.state)}
        for viewer in viewers_of(table.seats):
            world = ruleset.determinize(parse(jcs(ruleset.view(table.state, viewer))), chance=Tape(b"%d" % index))
            # A deck of named cards is sealed card by card under their names.
            assert len(ruleset.face_down(world)) == len(keys)


def test_what_a_choice_face_down_tells_its_seat_follows_from_what_the_seat_knew(ruleset: Ruleset) -> None:
    """So it may be taken back: the answer is the same in every world that looks the same to the seat."""
    for seats in seat_counts(ruleset):
        table, options = open_table(ruleset, seats=seats, seed=f"told/{seats}")
        table.start(options, n=1)
        chance = Tape(b"told")
        for n in range(2, 120):
            if table.outcome is not None:
                break
            seat = chance.choose(table.to_act(), "who")
            action = chance.choose(table.legal(seat), "what")
            view = parse(jcs(ruleset.view(table.state, seat_viewer(seat))))
            told = [one.content for one in table.take_action(seat, action, n=n).sealed if "action" in one.content]
            if not told or "opens" in told[0]:
                continue
            for world in range(3):
                state = ruleset.determinize(view, chance=Tape(b"%d/%d" % (n, world)))
                facts = ruleset.play(state, seat, action, tape=Tape(b"another"))
                assert facts.private[seat].facts == told[0].get("facts", [])


def secret_in(content: Any) -> bytes:
    """The item or the choice in an envelope, wherever it lies."""
    return jcs(content["action"] if "action" in content else content["item"])


def test_the_random_bot_may_choose_any_legal_action(ruleset: Ruleset) -> None:
    table, parsed = open_table(ruleset)
    table.start(parsed, n=1)
    seat = table.to_act()[0]
    legal = table.legal(seat)
    view = ruleset.view(table.state, seat_viewer(seat))
    chosen = {jcs(random_bot(view, legal, chance=Tape(b"%d" % k))) for k in range(40 * len(legal))}

    assert chosen == {jcs(action) for action in legal}
