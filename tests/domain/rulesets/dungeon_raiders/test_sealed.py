"""The envelopes of the record: which are sealed, opened, and still closed."""

from __future__ import annotations

import pytest

from delvebook.domain.bots import random_bot
from delvebook.domain.playout import steps
from delvebook.domain.rulesets.dungeon_raiders.state import State
from delvebook.domain.table import Table
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    DARK,
    RAIDERS,
    begin,
    game,
    hand,
    lay,
    light,
    new_table,
    play,
    play_all,
    seat,
    told,
    torch_bearer,
)


def table_with_torch() -> tuple[Table, int]:
    """A table where the Explorer sits and something is dark on level 1."""
    for number in range(50):
        table = new_table(seed=f"torch/{number}")
        begin(table)
        bearers = [at for at, sheet in enumerate(table.state["seats"]) if sheet["character"] == "explorer"]
        if bearers and not all(table.state["lit"][0][1:]):
            return table, bearers[0]
    raise AssertionError


@pytest.mark.clause("DR-147")
def test_everything_left_in_the_box_is_shown_at_the_end() -> None:
    state = game("mon-dragon", level=2, at=4, seats=[seat(life=1), seat(life=1), seat()])
    removed = list(state["removed"])

    facts = play_all(state, "p1", "p1", "p2")

    assert told(facts, "box_opened")[0]["removed"] == removed
    hidden = [f"level-{level}/{at}" for level in (3, 4, 5) for at in range(5)]
    assert facts.opened[2:] == [*hidden, *(f"removed/{at}" for at in range(6))]
    assert hand(state, 2) == ["p1", "p3", "p4", "p5"]


@pytest.mark.clause("DR-004", "DR-007")
def test_every_face_down_room_is_sealed_by_itself_with_its_orientation() -> None:
    table = new_table()
    step = begin(table)
    state = table.state

    sealed = {
        (envelope.content["zone"], envelope.content["at"]): envelope.content["item"] for envelope in step.body.sealed
    }
    hidden = {
        (f"level-{level}", at): {"card": card, "lit": state["lit"][level - 1][at]}
        for level, row in enumerate(state["dungeon"], start=1)
        for at, card in enumerate(row)
        if level > 1 or (at > 0 and not state["lit"][0][at])
    }
    removed = {("removed", at): card for at, card in enumerate(state["removed"])}
    assert sealed == hidden | removed
    still = [seal.content for seal in RAIDERS.face_down(state)]
    assert {(one["zone"], one["at"]): one["item"] for one in still} == sealed
    assert len(still) == len(sealed)
    assert {envelope.audience for envelope in step.body.sealed} == {("arbiter",)}


@pytest.mark.clause("DR-004", "DR-006")
def test_a_card_is_turned_up_by_opening_its_envelope_in_the_event_that_shows_it() -> None:
    """An event opens exactly what its level or room shows."""
    table = new_table(seed="openings")
    shown: set[tuple[str, int]] = set()
    for step in steps(table, RAIDERS.parse_options({}, seats=3), bots=[random_bot] * 3):
        opened = {
            (one["content"]["zone"], one["content"]["at"]): one["content"]["item"]
            for one in step.body.opens
            if "zone" in one["content"]
        }
        expected: dict[tuple[str, int], str] = {}
        for fact in step.body.data["facts"]:
            if fact["type"] == "level_prepared":
                for at, card in enumerate(fact["cards"]):
                    if card != "dark":
                        expected[f"level-{fact['level']}", at] = card
            if fact["type"] == "room_entered" and fact["was_dark"]:
                expected[f"level-{fact['level']}", fact["room"] - 1] = fact["card"]
        if step.n > 1 and table.outcome is None:
            assert {key: item["card"] for key, item in opened.items()} == expected
            assert not shown & set(opened)
        shown |= set(opened)
    assert table.outcome is not None


def test_a_committed_card_is_sealed_for_its_seat_and_opened_when_the_wave_is_revealed() -> None:
    table = new_table(seed="commit")
    begin(table)

    first = table.take_action(1, {"type": "play_card", "card": "p4"}, n=2)
    assert first.data["action"] == {"type": "play_card"}
    assert [(envelope.audience, envelope.content) for envelope in first.sealed] == [
        (("seat:1",), {"action": {"type": "play_card", "card": "p4"}})
    ]
    second = table.take_action(0, {"type": "play_card", "card": "p2"}, n=3)
    assert (second.opens, second.data["action"]) == ([], {"type": "play_card"})
    last = table.take_action(2, {"type": "play_card", "card": "p1"}, n=4)

    assert last.data["action"] == {"type": "play_card", "card": "p1"}
    actions = [one["content"]["action"]["card"] for one in last.opens if "action" in one["content"]]
    assert actions == ["p2", "p4"]


@pytest.mark.clause("DR-031")
def test_a_torch_opens_the_envelopes_of_the_dark_rooms_to_its_seat_alone() -> None:
    table, bearer = table_with_torch()
    row, lit = table.state["dungeon"][0], table.state["lit"][0]
    dark = [at for at in range(1, 5) if not lit[at]]
    assert dark

    body = table.take_action(bearer, {"type": "light_torch"}, n=2)

    assert body.opens == []
    (envelope,) = body.sealed
    assert envelope.audience == (f"seat:{bearer}",)
    assert [one["content"]["item"]["card"] for one in envelope.content["opens"]] == [row[at] for at in dark]
    assert envelope.content["facts"][0]["cards"] == [row[at] for at in dark]
    assert "vau" not in str(body.data)
    assert body.data["facts"][0]["dark_count"] == len(dark)


def envelopes(state: State) -> dict[str, tuple[int, ...]]:
    """The seats that may open each closed envelope, by its key."""
    return {seal.key: seal.seats for seal in RAIDERS.face_down(state)}


@pytest.mark.clause("DR-031", "DR-032")
def test_a_fork_opens_the_dark_rooms_of_the_current_level_alone_to_the_seats_that_lit_a_torch_there() -> None:
    """Later levels and the removed cards stay closed to every seat."""
    state = game("tre-1", lit=DARK, seats=[torch_bearer(), seat(), torch_bearer()])
    assert set(envelopes(state).values()) == {()}
    light(state, 2)
    light(state, 0)

    found = envelopes(state)

    assert {key for key, seats in found.items() if seats} == {"level-1/1", "level-1/2", "level-1/4"}
    assert {found[key] for key in ("level-1/1", "level-1/2", "level-1/4")} == {(0, 2)}
    later = [f"level-{level}/{at}" for level in range(2, 6) for at in range(5)]
    assert {found[key] for key in [*later, *(f"removed/{at}" for at in range(6))]} == {()}


@pytest.mark.clause("DR-032")
def test_a_fork_on_the_next_level_opens_nothing_to_a_seat_that_lit_its_torch_on_the_last_one() -> None:
    lit = [[True] * 4 + [False], [False] * 5, [True] * 5, [True] * 3 + [False] * 2, [False] * 5]
    state = game("tre-1", at=4, lit=lit, seats=[torch_bearer(), seat(), seat()])
    light(state, 0)
    play_all(state, "p3", "p2", "p1")
    play_all(state, "p4", "p3", "p2")

    assert state["level"] == 2
    assert set(envelopes(state).values()) == {()}


@pytest.mark.clause("DR-022")
def test_a_fork_seals_the_cards_laid_face_down_for_their_seats_alone() -> None:
    state = game("boss", seats=[seat(f"{ALL_FIVE} ball"), seat(), seat()])
    lay(state, 0, "p5 ball")

    (committed,) = [seal for seal in RAIDERS.face_down(state) if seal.key.startswith("committed")]

    assert committed.key == "committed/0"
    assert committed.content == {"action": {"type": "play_boss_cards", "cards": ["p5", "ball"]}}
    assert committed.seats == (0,)


def test_nothing_is_face_down_in_a_finished_game() -> None:
    state = game("mon-dragon", seats=[seat(life=1), seat()])
    play_all(state, "p1", "p2")

    assert RAIDERS.face_down(state) == []


@pytest.mark.clause("DR-022")
def test_what_lies_face_down_is_sealed_for_its_seat_as_the_action_that_laid_it() -> None:
    in_a_room, against_the_boss = game("tre-1"), game("boss")
    play(in_a_room, 1, "p4")
    lay(against_the_boss, 1, "p4")

    for state, action in (
        (in_a_room, {"type": "play_card", "card": "p4"}),
        (against_the_boss, {"type": "play_boss_cards", "cards": ["p4"]}),
    ):
        laid = [seal for seal in RAIDERS.face_down(state) if "action" in seal.content]
        assert [(seal.content, seal.seats) for seal in laid] == [({"action": action}, (1,))]
