"""Hidden information, line by line (§7 of the specification), in the views and in the record."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.bots import random_bot
from delvebook.domain.canonical import jcs
from delvebook.domain.playout import Step, play_through, seed_of, steps
from delvebook.domain.ruleset import copy_state
from delvebook.domain.table import Table
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import ARBITER, SPECTATOR, seat_viewer
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    BOX,
    RAIDERS,
    game,
    lay,
    light,
    play,
    play_all,
    seat,
    told,
)

DARK = [[True, False, False, True, False], [True] * 5, [True] * 5, [False] * 5, [False] * 5]


def new_table(seats: int = 3, *, seed: str = "secrets") -> Table:
    game_id = "00000000-0000-4000-8000-000000000001"
    return Table(RAIDERS, seed=seed_of(seed), game=game_id, nonces=[""] * seats)


def begin(table: Table, **options: str) -> Step:
    return Step(1, None, None, table.start(RAIDERS.parse_options(options, seats=table.seats), n=1))


@pytest.mark.clause("DR-004", "DR-007")
def test_every_room_that_lies_face_down_is_sealed_by_itself_with_the_way_it_lies() -> None:
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


@pytest.mark.clause("DR-022")
def test_other_seats_decisions_stay_open_while_one_commits() -> None:
    table = new_table(seed="commit")
    begin(table)
    table.require_open_decision(2, 1)

    table.act(1, {"type": "play_card", "card": "p4"}, n=2)

    table.require_open_decision(2, 1)
    table.require_open_decision(0, 1)


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


def table_with_torch() -> tuple[Table, int]:
    """A table where the Explorer sits and something is dark on level 1."""
    for number in range(50):
        table = new_table(seed=f"torch/{number}")
        begin(table)
        bearers = [at for at, sheet in enumerate(table.state["seats"]) if sheet["character"] == "explorer"]
        if bearers and not all(table.state["lit"][0][1:]):
            return table, bearers[0]
    raise AssertionError


def others(state: dict[str, Any], number: int) -> list[Any]:
    """What everybody but that seat sees."""
    viewers = [SPECTATOR, *(seat_viewer(other) for other in range(len(state["seats"])) if other != number)]
    return [RAIDERS.view(state, viewer) for viewer in viewers]


@pytest.mark.parametrize("cards", [("p1", "p5"), ("p3", "key"), ("ball", "p2")])
def test_which_card_is_committed_changes_nothing_for_anybody_else(cards: tuple[str, str]) -> None:
    worlds = []
    for card in cards:
        state = game("tre-1", seats=[seat(f"{ALL_FIVE} key ball"), seat(), seat()])
        facts = play(state, 0, card)
        worlds.append((others(state, 0), facts.public, len(facts.private), facts.seals, RAIDERS.to_act(state)))

    assert worlds[0] == worlds[1]


@pytest.mark.parametrize("cards", [("p1 p5", "p3 key"), ("p2 ball", "torch sword"), ("ball", "p2")])
def test_which_cards_are_committed_against_a_boss_changes_nothing_for_anybody_else(cards: tuple[str, str]) -> None:
    worlds = []
    for laid in cards:
        state = game("boss", seats=[seat(f"{ALL_FIVE} torch key ball sword"), seat(), seat()])
        facts = lay(state, 0, laid)
        worlds.append((others(state, 0), facts.public, len(facts.private), facts.seals, RAIDERS.to_act(state)))

    assert worlds[0] == worlds[1]


@pytest.mark.clause("DR-004", "DR-031")
def test_what_lies_in_the_dark_in_the_box_and_in_later_stacks_changes_nothing_for_anybody() -> None:
    """Dark rooms, orientations of later stacks, removed cards and the boss are all exchanged."""
    state = game("tre-1", lit=DARK)
    other = copy_state(state)
    row = other["dungeon"][0]
    row[1], row[4] = row[4], row[1]
    other["removed"][0], other["dungeon"][3][2] = other["dungeon"][3][2], other["removed"][0]
    other["dungeon"][1], other["dungeon"][2] = other["dungeon"][2], other["dungeon"][1]
    other["lit"][1], other["lit"][3] = other["lit"][3], other["lit"][1]
    other["dungeon"][4][4] = "boss-gazer"
    RAIDERS.check(other)
    assert jcs(other) != jcs(state)

    for viewer in (SPECTATOR, *(seat_viewer(number) for number in range(3))):
        assert jcs(RAIDERS.view(other, viewer)) == jcs(RAIDERS.view(state, viewer))
    assert RAIDERS.view(other, ARBITER) != RAIDERS.view(state, ARBITER)


def test_a_torch_tells_the_public_the_same_whatever_it_shows() -> None:
    worlds = []
    for hidden in ("vau-items", "mon-dragon"):
        table = [seat(f"{ALL_FIVE} torch"), seat(), seat()]
        state = game("tre-1", lit=DARK, seats=table, ahead={2: hidden})
        facts = light(state, 0)
        worlds.append((others(state, 0), facts.public, list(facts.private), facts.private[0].shown))
        assert facts.private[0].facts[0]["cards"][0] == hidden

    assert worlds[0] == worlds[1]


def test_hands_are_given_by_their_count_to_everybody_else() -> None:
    state = game("tre-1", seats=[seat(f"{ALL_FIVE} key ball"), seat(), seat()])

    for view in others(state, 0):
        assert (view["seats"][0]["hand"], view["seats"][0]["hand_count"]) == (None, 7)
    own = RAIDERS.view(state, seat_viewer(0))["seats"][0]
    assert own["hand"] == [*ALL_FIVE.split(), "ball", "key"]


def test_items_taken_and_spent_are_counted_from_what_everybody_saw() -> None:
    state = game("vau-items", seats=[seat(f"{ALL_FIVE} ball torch"), seat(), seat()])
    light(state, 0)
    play(state, 0, "ball")
    before = RAIDERS.view(state, SPECTATOR)["seats"][0]
    play_all(state, "p5", "p5")
    between = RAIDERS.view(state, SPECTATOR)["seats"][0]
    play(state, 0, "p3")
    after = RAIDERS.view(state, SPECTATOR)["seats"][0]

    assert before["items_spent"] == {"torch": 1, "ball": 0, "key": 0, "sword": 0}
    assert between["items_spent"] == {"torch": 1, "ball": 1, "key": 0, "sword": 0}
    assert after["items_taken"] == {"torch": 1, "ball": 1, "key": 1, "sword": 0}


def test_the_arbiter_sees_every_card() -> None:
    state = game("tre-1", lit=DARK, seats=[seat(f"{ALL_FIVE} key"), seat(), seat()])
    play(state, 0, "key")

    view = RAIDERS.view(state, ARBITER)

    assert [[room["card"] for room in level] for level in view["dungeon"]] == state["dungeon"]
    assert view["removed"] == state["removed"]
    assert view["seats"][0]["committed"] == ["key"]
    assert all(sheet["hand"] is not None for sheet in view["seats"])


def test_when_the_game_is_over_everybody_sees_everything() -> None:
    state = game("mon-dragon", seats=[seat(life=1), seat(life=1), seat()], lit=DARK)
    play_all(state, "p1", "p1", "p2")

    views = [jcs(RAIDERS.view(state, viewer)) for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(2), ARBITER)]
    assert len(set(views)) == 1
    view = RAIDERS.view(state, SPECTATOR)
    assert [[room["card"] for room in level] for level in view["dungeon"]] == state["dungeon"]
    assert view["removed"] == state["removed"]


def test_a_view_is_a_copy() -> None:
    state = game("tre-1")
    before = jcs(state)
    view = RAIDERS.view(state, ARBITER)
    for sheet in view["seats"]:
        sheet["played"].append(9)
        sheet["hand"].clear()
        sheet["items_taken"]["key"] = 9
    view["supply"]["key"] = 0
    view["owing"].clear()
    view["options"]["mode"] = "?"

    assert jcs(state) == before


def test_worlds_dealt_for_a_view_cover_what_the_viewer_cannot_know() -> None:
    """The boss, a dark room, a removed card and a face-down card each take several forms."""
    state = game("tre-1", lit=DARK, seats=[seat(), seat(f"{ALL_FIVE} key"), seat()])
    play(state, 1, "p4")
    view = RAIDERS.view(state, seat_viewer(0))

    worlds = [RAIDERS.determinize(view, chance=Tape(b"%d" % number)) for number in range(60)]

    for world in worlds:
        RAIDERS.check(world)
    assert len({world["dungeon"][4][4] for world in worlds}) == len(BOX.bosses)
    assert len({world["dungeon"][0][1] for world in worlds}) > 5
    assert len({tuple(sorted(world["removed"])) for world in worlds}) > 50
    assert len({jcs(world["lit"]) for world in worlds}) > 50
    committed = {world["seats"][1]["committed"][0] for world in worlds}
    assert committed == {*ALL_FIVE.split(), "key"}


def test_what_a_torch_showed_is_the_same_in_every_world_of_its_seat() -> None:
    state = game("tre-1", lit=DARK, seats=[seat(f"{ALL_FIVE} torch"), seat(), seat()])
    light(state, 0)

    for number in range(20):
        world = RAIDERS.determinize(RAIDERS.view(state, seat_viewer(0)), chance=Tape(b"%d" % number))
        assert world["dungeon"][0] == state["dungeon"][0]


def test_introductory_worlds_hold_an_item_vault_too() -> None:
    """All item vaults are unseen, and only one room is dark: it must be one of them in every world."""
    state = game("tre-1", level=5, at=3, ahead={4: "vau-items"}, difficulty="introductory", lit=DARK)
    view = RAIDERS.view(state, SPECTATOR)
    assert view["dungeon"][4][3]["card"] is None

    for number in range(20):
        world = RAIDERS.determinize(view, chance=Tape(b"%d" % number))
        RAIDERS.check(world)
        assert world["dungeon"][4][3] == "vau-items"


def test_no_public_fact_of_a_game_names_a_card_that_lies_face_down() -> None:
    """The type of every fact with a card in it, against what was face up when it was told."""

    def look(table: Table, step: Step) -> None:
        if table.outcome is not None:
            return
        for fact in step.body.data["facts"]:
            if fact["type"] == "cards_committed":
                assert set(fact) == {"type", "clauses", "seat", "card_count"}
            if fact["type"] == "torch_lit":
                assert set(fact) == {"type", "clauses", "seat", "dark_count"}
            if fact["type"] == "level_prepared":
                lit = table.state["lit"][fact["level"] - 1]
                assert [card == "dark" for card in fact["rooms"]] == [not is_lit for is_lit in lit]

    table = play_through(RAIDERS, {}, bots=[random_bot] * 5, seed=seed_of("public"), on_step=look)
    assert table.outcome is not None


def test_a_facts_public_part_is_told_before_the_private() -> None:
    state = game("tre-1", seats=[seat(f"{ALL_FIVE} torch"), seat(), seat()])

    assert told(light(state, 0), "rooms_seen") == []
