"""The envelopes of the record: what is sealed, opened, and still closed."""

from __future__ import annotations

import pytest

from delvebook.domain.bots import random_bot
from delvebook.domain.playout import steps
from delvebook.domain.table import Table
from tests.domain.rulesets.dungeon_raiders.tables import RAIDERS, begin, game, hand, new_table, play_all, seat, told


def table_with_torch() -> tuple[Table, int]:
    """A table where the Explorer sits and something is dark on level 1."""
    for number in range(50):
        table = new_table(seed=f"torch/{number}")
        begin(table)
        bearers = [at for at, sheet in enumerate(table.state["seats"]) if sheet["character"] == "explorer"]
        if bearers and not all(table.state["lit"][0][1:]):
            return table, bearers[0]
    raise AssertionError


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
    assert {envelope.audience for envelope in step.body.sealed} == {("arbiter",)}


@pytest.mark.clause("DR-004", "DR-006")
def test_a_card_is_turned_up_by_opening_its_envelope_in_the_event_that_shows_it() -> None:
    """Whatever a level or a room shows is in the opens of that event, and nothing else is."""
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
                for at, card in enumerate(fact["rooms"]):
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

    first = table.act(1, {"type": "play_card", "card": "p4"}, n=2)
    assert first.data["action"] == {"type": "play_card"}
    assert [(envelope.audience, envelope.content) for envelope in first.sealed] == [
        (("seat:1",), {"action": {"type": "play_card", "card": "p4"}})
    ]
    second = table.act(0, {"type": "play_card", "card": "p2"}, n=3)
    assert (second.opens, second.data["action"]) == ([], {"type": "play_card"})
    last = table.act(2, {"type": "play_card", "card": "p1"}, n=4)

    assert last.data["action"] == {"type": "play_card", "card": "p1"}
    actions = [one["content"]["action"]["card"] for one in last.opens if "action" in one["content"]]
    assert actions == ["p2", "p4"]


@pytest.mark.clause("DR-031")
def test_a_torch_opens_the_envelopes_of_the_dark_rooms_to_its_seat_alone() -> None:
    table, bearer = table_with_torch()
    row, lit = table.state["dungeon"][0], table.state["lit"][0]
    dark = [at for at in range(1, 5) if not lit[at]]
    assert dark

    body = table.act(bearer, {"type": "light_torch"}, n=2)

    assert body.opens == []
    (envelope,) = body.sealed
    assert envelope.audience == (f"seat:{bearer}",)
    assert [one["content"]["item"]["card"] for one in envelope.content["opens"]] == [row[at] for at in dark]
    assert envelope.content["facts"][0]["cards"] == [row[at] for at in dark]
    assert "vau" not in str(body.data)
    assert body.data["facts"][0]["dark_count"] == len(dark)
