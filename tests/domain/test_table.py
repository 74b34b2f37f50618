"""The table: the facts of the rules become an event, and decisions open and close as they should."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from delvebook.domain.bots import random_bot
from delvebook.domain.canonical import jcs, parse, state_digest, state_key
from delvebook.domain.envelopes import envelope_digest, envelope_salt
from delvebook.domain.errors import (
    BrokenRuleError,
    GameFinishedError,
    IllegalActionError,
    NotYourDecisionError,
    StaleDecisionError,
    UnknownSeatError,
)
from delvebook.domain.facts import Facts
from delvebook.domain.playout import seed_of, steps
from delvebook.domain.table import Table
from delvebook.domain.tape import Tape
from tests.titles.bids import Bids
from tests.titles.scripted import GAME, ScriptedTable, State, body_bytes
from tests.titles.tables import BidsTable


def seal_zone(facts: Facts, zone: str, items: Sequence[str]) -> None:
    """Seals a freshly shuffled zone by position; its earlier keys become invalid."""
    facts.reset_zones.append(zone)
    for at, item in enumerate(items):
        facts.seal(zone, at, item)


def sealing_a_deck(state: State, facts: Facts, tape: Tape) -> None:
    seal_zone(facts, "deck", ["ace", "king", "queen"])


# -- what an event tells ----------------------------------------------------------------------------


def test_an_event_tells_seat_decision_action_facts_and_the_digest_of_the_state() -> None:
    game = ScriptedTable()
    game.start()
    body = game.act(1, lambda state, facts, tape: facts.tell("hit", "XX-1", "XX-2", seat=1), card=4)

    assert body.data == {
        "seat": 1,
        "decision": 1,
        "action": {"type": "do", "card": 4},
        "facts": [{"type": "hit", "clauses": ["XX-1", "XX-2"], "seat": 1}],
        "state": state_digest(state_key(seed_of("scripted")), jcs(game.table.state)),
    }
    assert (body.sealed, body.opens) == ([], [])


def test_the_start_is_nobody_s_action() -> None:
    body = ScriptedTable().start(lambda state, facts, tape: facts.tell("set_out"))

    assert set(body.data) == {"facts", "state"}


def test_an_event_that_draws_says_what_for_and_one_that_does_not_says_nothing() -> None:
    game = ScriptedTable()
    started = game.start(lambda state, facts, tape: tape.shuffle("abc", "deck"))
    quiet = game.act(0)
    drawn = game.act(0, lambda state, facts, tape: tape.die(6, "attack"))

    assert started.data["draws"] == [{"what": "deck", "from": 0, "count": 2}]
    assert "draws" not in quiet.data
    assert drawn.data["draws"] == [{"what": "attack", "from": 2, "count": 1}]


def test_each_hidden_component_is_an_envelope_of_its_own_that_only_the_arbiter_opens() -> None:
    body = ScriptedTable().start(sealing_a_deck)

    assert [envelope.content for envelope in body.sealed] == [
        {"zone": "deck", "at": at, "item": item} for at, item in enumerate(["ace", "king", "queen"])
    ]
    assert {envelope.audience for envelope in body.sealed} == {("arbiter",)}
    for i, envelope in enumerate(body.sealed):
        assert envelope.salt == envelope_salt(seed_of("scripted"), n=1, i=i)
        assert envelope.digest == envelope_digest(envelope.salt, envelope.content)


def test_a_component_sealed_for_seats_is_opened_by_those() -> None:
    body = ScriptedTable().start(lambda state, facts, tape: facts.seal("hand", 0, "ace", seats=[0, 2]))

    assert body.sealed[0].audience == ("seat:0", "seat:2")


def test_what_is_whispered_to_a_seat_stands_in_one_envelope_for_it_after_the_components() -> None:
    def deed(state: State, facts: Facts, tape: Tape) -> None:
        facts.whisper(2, "drawn", card=7)
        facts.whisper(0, "drawn", "XX-1", card=5)
        facts.whisper(2, "counted", cards=3)
        facts.seal("deck", 0, "ace")

    body = ScriptedTable().start(deed)

    assert [(envelope.audience, envelope.content) for envelope in body.sealed] == [
        (("arbiter",), {"zone": "deck", "at": 0, "item": "ace"}),
        (("seat:0",), {"facts": [{"type": "drawn", "clauses": ["XX-1"], "card": 5}]}),
        (
            ("seat:2",),
            {
                "facts": [
                    {"type": "drawn", "clauses": [], "card": 7},
                    {"type": "counted", "clauses": [], "cards": 3},
                ]
            },
        ),
    ]
    assert body.data["facts"] == []


def test_a_seat_may_be_given_an_empty_envelope_so_that_their_number_tells_nothing() -> None:
    def deed(state: State, facts: Facts, tape: Tape) -> None:
        facts.envelope(0)
        facts.whisper(1, "found")

    body = ScriptedTable().start(deed)

    assert [envelope.audience for envelope in body.sealed] == [("seat:0",), ("seat:1",)]
    assert body.sealed[0].content == {"facts": []}


# -- opening what was sealed ------------------------------------------------------------------------


def test_opening_to_all_proves_what_was_sealed_and_can_be_done_once() -> None:
    game = ScriptedTable()
    sealed = game.start(sealing_a_deck).sealed[1]
    body = game.act(0, lambda state, facts, tape: facts.open("deck/1"))

    assert body.opens == [{"n": 1, "i": 1, "salt": sealed.salt, "content": sealed.content}]
    assert sorted(game.table.hidden) == ["deck/0", "deck/2"]
    with pytest.raises(BrokenRuleError, match=r"scripted@1 opens 'deck/1', which is not sealed"):
        game.act(0, lambda state, facts, tape: facts.open("deck/1"))


def test_showing_to_one_seat_stands_in_that_seat_s_envelope_and_leaves_it_sealed() -> None:
    game = ScriptedTable()
    sealed = game.start(sealing_a_deck).sealed[0]
    shown = game.act(0, lambda state, facts, tape: facts.show(2, "deck/0"))
    opening = {"n": 1, "i": 0, "salt": sealed.salt, "content": sealed.content}

    assert shown.opens == []
    assert [(envelope.audience, envelope.content) for envelope in shown.sealed] == [
        (("seat:2",), {"facts": [], "opens": [opening]})
    ]
    assert game.act(1, lambda state, facts, tape: facts.open("deck/0")).opens == [opening]


def test_the_same_event_may_show_to_one_and_open_to_all() -> None:
    game = ScriptedTable()
    game.start(sealing_a_deck)

    def deed(state: State, facts: Facts, tape: Tape) -> None:
        facts.show(1, "deck/0")
        facts.open("deck/0")

    body = game.act(0, deed)

    assert body.sealed[0].content["opens"] == body.opens


@pytest.mark.parametrize("key", ["deck/3", "discard/0", "deck", ""])
def test_what_was_never_sealed_cannot_be_opened_or_shown(key: str) -> None:
    for deed in (
        lambda state, facts, tape: facts.open(key),
        lambda state, facts, tape: facts.show(0, key),
    ):
        game = ScriptedTable()
        game.start(sealing_a_deck)
        with pytest.raises(BrokenRuleError, match="which is not sealed"):
            game.act(0, deed)


def test_a_zone_shuffled_anew_forgets_its_old_envelopes_and_no_others() -> None:
    game = ScriptedTable()

    def two_zones(state: State, facts: Facts, tape: Tape) -> None:
        seal_zone(facts, "deck", ["ace", "king", "queen"])
        seal_zone(facts, "deck/side", ["jack"])

    game.start(two_zones)
    again = game.act(0, lambda state, facts, tape: seal_zone(facts, "deck", ["king"]))

    assert sorted(game.table.hidden) == ["deck/0", "deck/side/0"]
    opened = game.act(0, lambda state, facts, tape: facts.open("deck/0"))
    assert opened.opens[0] == {"n": 2, "i": 0, "salt": again.sealed[0].salt, "content": again.sealed[0].content}


def test_a_key_sealed_again_names_the_new_envelope() -> None:
    game = ScriptedTable()
    game.start(lambda state, facts, tape: facts.seal("row", 0, "ace", key="left"))
    game.act(0, lambda state, facts, tape: facts.seal("row", 0, "king", key="left"))
    body = game.act(0, lambda state, facts, tape: facts.open("left"))

    assert (body.opens[0]["n"], body.opens[0]["content"]["item"]) == (2, "king")


def test_a_card_turned_up_and_laid_down_again_in_one_event_is_opened_as_it_was() -> None:
    game = ScriptedTable()
    game.start(sealing_a_deck)

    def deed(state: State, facts: Facts, tape: Tape) -> None:
        facts.open("deck/0")
        facts.seal("deck", 0, "joker")

    body = game.act(0, deed)

    assert body.opens[0]["content"]["item"] == "ace"
    assert game.table.hidden["deck/0"].content["item"] == "joker"


def test_a_concealed_action_shows_its_type_alone_and_is_whole_when_opened() -> None:
    game = ScriptedTable()
    game.start()

    def choose(state: State, facts: Facts, tape: Tape) -> None:
        facts.conceal_action(1, key="choice/1")
        facts.whisper(1, "drawn", card=9)

    hidden = game.act(1, choose, card=3)
    content = {"action": {"type": "do", "card": 3}, "facts": [{"type": "drawn", "clauses": [], "card": 9}]}

    assert hidden.data["action"] == {"type": "do"}
    assert [(envelope.audience, envelope.content) for envelope in hidden.sealed] == [(("seat:1",), content)]
    assert game.act(0, lambda state, facts, tape: facts.open("choice/1")).opens[0]["content"] == content


def test_a_concealed_action_with_nothing_whispered_is_alone_in_its_envelope() -> None:
    game = ScriptedTable()
    game.start()
    body = game.act(0, lambda state, facts, tape: facts.conceal_action(0, key="choice/0"), card=3)

    assert body.sealed[0].content == {"action": {"type": "do", "card": 3}}


# -- decisions ---------------------------------------------------------------------------------------


def test_a_seat_s_decision_stays_open_while_others_act_and_its_question_is_the_same() -> None:
    game = ScriptedTable()
    game.start()
    game.act(0)

    assert game.table.decisions == [2, 1, 1]


def test_a_new_question_opens_a_new_decision_for_the_seats_it_is_put_to() -> None:
    game = ScriptedTable()
    game.start()
    game.act(0, lambda state, facts, tape: state.update(asks=["?", "defend!", "?"]))

    assert game.table.decisions == [2, 2, 1]


def test_without_questions_every_event_asks_everybody_anew() -> None:
    game = ScriptedTable()
    game.start(lambda state, facts, tape: state.update(asks=[None, None, "?"]))
    game.act(0)

    assert game.table.decisions == [2, 2, 1]


def test_the_open_decision_may_be_answered() -> None:
    game = ScriptedTable()
    game.start()
    game.act(0)

    game.table.require_open_decision(0, 2)
    game.table.require_open_decision(1, 1)


def test_a_stale_decision_is_refused_with_the_one_that_is_open() -> None:
    game = ScriptedTable()
    game.start()
    game.act(0)
    for wrong in (1, 3, None):
        with pytest.raises(StaleDecisionError, match="the open one is 2") as refused:
            game.table.require_open_decision(0, wrong)
        assert refused.value.details == {"decision": 2}


def test_a_seat_that_is_asked_nothing_is_told_so() -> None:
    game = ScriptedTable()
    game.start(lambda state, facts, tape: state.update(owes=[0]))
    with pytest.raises(NotYourDecisionError, match="nothing to decide now"):
        game.table.require_open_decision(1, 1)
    with pytest.raises(StaleDecisionError, match="no other is") as refused:
        game.table.require_open_decision(1, 7)

    assert refused.value.details == {"decision": None}
    assert [game.table.open_decision(seat) for seat in range(3)] == [1, None, None]


def test_a_seat_that_may_act_out_of_turn_owes_nothing_and_is_let() -> None:
    game = ScriptedTable()
    game.start(lambda state, facts, tape: state.update(owes=[0], may=[2]))
    game.table.require_open_decision(2, 1)

    assert game.table.to_act() == [0]
    assert [game.table.open_decision(seat) for seat in range(3)] == [1, None, 1]


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_the_game_has_not_is_unknown(seat: int) -> None:
    game = ScriptedTable()
    game.start()
    with pytest.raises(UnknownSeatError, match=f"seats 0 to 2, not {seat}"):
        game.table.require_open_decision(seat, 1)


def test_in_a_finished_game_nobody_acts() -> None:
    game = ScriptedTable()
    game.start()
    game.act(0, lambda state, facts, tape: state.update(over=True))

    assert game.table.outcome is not None
    assert game.table.to_act() == []
    assert [game.table.legal(seat) for seat in range(3)] == [[], [], []]
    assert [game.table.open_decision(seat) for seat in range(3)] == [None, None, None]
    for decision in (1, 2):
        with pytest.raises(GameFinishedError):
            game.table.require_open_decision(0, decision)


# -- going back, and going on elsewhere ------------------------------------------------------------------


def whole_game(table: Table, ruleset: Bids, seats: int) -> list[Any]:
    return [step.body for step in steps(table, ruleset.parse_options({}, seats=seats), bots=[random_bot] * seats)]


def new_table(seats: int = 3) -> tuple[Table, Bids]:
    ruleset = Bids()
    return Table(ruleset, seed=seed_of("keep"), game=GAME, nonces=[""] * seats), ruleset


def test_a_refused_action_leaves_the_table_as_it_was() -> None:
    game = BidsTable(seats=3)
    game.bid(0, 4)
    before = (game.table.mark(), game.table.tape.draws)
    for seat, card in ((0, 5), (1, 0)):
        with pytest.raises(IllegalActionError):
            game.table.take_action(seat, {"type": "bid", "card": card}, n=3)

    assert (game.table.mark(), game.table.tape.draws) == before


def test_after_rewinding_the_same_action_makes_the_same_event() -> None:
    game = BidsTable(seats=2)
    game.bid(0, 5)
    mark = game.table.mark()
    before = jcs(game.table.to_snapshot())
    first = body_bytes(game.table.take_action(1, {"type": "bid", "card": 5}, n=3))
    moved = jcs(game.table.to_snapshot())
    game.table.rewind(mark)

    assert jcs(game.table.to_snapshot()) == before
    assert game.table.outcome is None
    assert body_bytes(game.table.take_action(1, {"type": "bid", "card": 5}, n=3)) == first
    assert jcs(game.table.to_snapshot()) == moved


def test_rewinding_forgets_draws_that_were_not_told() -> None:
    game = ScriptedTable()
    game.start()
    mark = game.table.mark()

    def fail(state: State, facts: Facts, tape: Tape) -> None:
        tape.die(6, "attack")
        raise BrokenRuleError("in the middle")

    with pytest.raises(BrokenRuleError):
        game.act(0, fail)
    game.table.rewind(mark)

    assert "draws" not in game.act(0).data


@pytest.mark.parametrize("at", [1, 2, 4, 6])
def test_a_game_taken_up_from_a_snapshot_goes_on_as_if_nothing_had_been(at: int) -> None:
    """Plays a game, takes a snapshot after event `at` through its bytes, and plays the rest again from there."""
    actions: list[tuple[int, dict[str, Any]]] = []
    bodies: list[bytes] = []
    snapshot: Any = None
    table, ruleset = new_table()
    for step in steps(table, ruleset.parse_options({}, seats=3), bots=[random_bot] * 3):
        if step.n > at and step.action is not None and step.seat is not None:
            actions.append((step.seat, step.action))
            bodies.append(body_bytes(step.body))
        if step.n == at:
            snapshot = parse(jcs(table.to_snapshot()))
    assert actions

    elsewhere, _ = new_table()
    elsewhere.from_snapshot(snapshot)
    again = [body_bytes(elsewhere.take_action(seat, action, n=at + 1 + k)) for k, (seat, action) in enumerate(actions)]

    assert again == bodies
    assert elsewhere.outcome == table.outcome
    assert jcs(elsewhere.to_snapshot()) == jcs(table.to_snapshot())


def test_a_snapshot_of_a_finished_game_is_a_finished_game() -> None:
    table, ruleset = new_table()
    whole_game(table, ruleset, 3)
    elsewhere, _ = new_table()
    elsewhere.from_snapshot(parse(jcs(table.to_snapshot())))

    assert elsewhere.outcome == table.outcome
    assert elsewhere.to_act() == []


def test_loading_without_making_events_ends_at_the_same_table() -> None:
    table, ruleset = new_table()
    loaded, _ = new_table()
    for step in steps(table, ruleset.parse_options({}, seats=3), bots=[random_bot] * 3):
        if step.action is None or step.seat is None:
            loaded.set_up(ruleset.parse_options({}, seats=3), n=step.n)
        else:
            loaded.play(step.seat, step.action, n=step.n)

    assert jcs(loaded.to_snapshot()) == jcs(table.to_snapshot())


def test_another_seed_another_game_and_another_nonce_are_other_tables() -> None:
    def first_event(*, seed: str = "a", game: str = GAME, nonces: tuple[str, ...] = ("", "")) -> Any:
        ruleset = Bids()
        table = Table(ruleset, seed=seed_of(seed), game=game, nonces=nonces)
        return [envelope.content["item"] for envelope in table.start(ruleset.parse_options({}, seats=2), n=1).sealed]

    decks = [first_event(), first_event(seed="b"), first_event(game=GAME[:-1] + "2"), first_event(nonces=("", "x"))]

    assert len({tuple(deck) for deck in decks}) == 4
    assert first_event() == decks[0]
