"""The view of a viewer, and the hidden changes that leave it the same (chapter 7 of the specification)."""

from __future__ import annotations

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.dungeon_raiders.state import State
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import ARBITER, SPECTATOR, seat_viewer
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    DARK,
    LIT,
    RAIDERS,
    TORCH,
    game,
    hand,
    lay,
    light,
    others,
    petrified_table,
    play,
    play_all,
    seat,
    statuses,
    told,
    torch_bearer,
)


@pytest.mark.clause("DR-022", "DR-042")
def test_how_many_cards_lie_face_down_is_public_and_which_is_not() -> None:
    state = game("boss", seats=[seat(f"{ALL_FIVE} ball"), seat(), seat()])
    before = RAIDERS.view(state, seat_viewer(1))["seats"][0]

    facts = lay(state, 0, "p5 ball")

    assert told(facts, "cards_committed")[0]["card_count"] == 2
    view = RAIDERS.view(state, seat_viewer(1))["seats"][0]
    assert (view["face_down"]["count"], view["face_down"]["cards"], view["hand"]) == (
        2,
        None,
        {"count": 4, "cards": None},
    )
    assert view["items_spent"] == before["items_spent"]
    assert len(hand(state, 0)) == 4


@pytest.mark.clause("DR-106")
def test_the_dead_see_no_hand_no_commitment_and_no_dark_room() -> None:
    table = [seat(status="dead", life=0), seat(f"{ALL_FIVE} key"), seat(), seat(f"{ALL_FIVE} torch")]
    lit = [[True, True, False, False, False], *LIT[1:2], [True] * 5, [False] * 5, [False] * 5]
    state = game("tre-1", seats=table, lit=lit)
    play(state, 1, "key")

    view = RAIDERS.view(state, seat_viewer(0))

    assert [sheet["hand"]["cards"] is None for sheet in view["seats"]] == [False, True, True, True]
    assert view["seats"][1]["face_down"] == {"count": 1, "cards": None, "torches_since": 0}
    assert [room["card"] is None for room in view["row"]] == [False, False, True, True, True]
    assert view["removed"] is None


@pytest.mark.clause("DR-106", "DR-132")
def test_a_petrified_seat_sees_no_hand_and_no_commitment() -> None:
    raiders, state = petrified_table()
    raiders.play(state, 1, {"type": "play_boss_cards", "cards": ["p3"]}, tape=Tape(b""))

    view = raiders.view(state, seat_viewer(0))

    assert statuses(state) == ["petrified", "alive", "alive"]
    assert [sheet["hand"]["cards"] is None for sheet in view["seats"]] == [False, True, True]
    assert view["seats"][1]["face_down"] == {"count": 1, "cards": None, "torches_since": 0}
    assert view["removed"] is None


@pytest.mark.clause("DR-042")
def test_the_seats_that_owe_do_not_show_which_seat_could_light_a_torch() -> None:
    state = game("tre-1", seats=[torch_bearer(), seat(), seat()])
    play(state, 0, "p1")

    assert RAIDERS.to_act(state) == [1, 2]
    assert RAIDERS.legal(state, 0) == [TORCH]
    for viewer in (SPECTATOR, seat_viewer(1)):
        assert RAIDERS.view(state, viewer)["seats"][0]["hand"]["cards"] is None


def turns(state: State) -> list[str]:
    """Whether each seat has still to play, as everybody sees it."""
    return [sheet["turn"] for sheet in RAIDERS.view(state, SPECTATOR)["seats"]]


@pytest.mark.clause("DR-022", "DR-035")
def test_in_the_standard_mode_a_seat_acts_until_it_has_laid_its_cards_and_again_after_a_ball() -> None:
    state = game("tre-1", seats=[seat(f"{ALL_FIVE} ball"), seat(), seat(status="dead", life=0), seat()])
    assert turns(state) == ["acts", "acts", "done", "acts"]

    play(state, 0, "ball")
    assert turns(state) == ["done", "acts", "done", "acts"]
    play_all(state, "p1", "p2")
    assert turns(state) == ["acts", "done", "done", "done"]


@pytest.mark.clause("DR-161", "DR-162", "DR-163")
def test_in_the_tactical_mode_one_seat_acts_the_others_wait_and_those_that_looked_come_last() -> None:
    state = game("tre-1", first=1, seats=[seat(), seat(f"{ALL_FIVE} ball"), seat()])
    assert turns(state) == ["waits", "acts", "waits"]

    play(state, 1, "ball")
    assert turns(state) == ["waits", "looked", "acts"]
    play_all(state, "p1", "p2")
    assert turns(state) == ["done", "acts", "done"]


def test_when_the_game_is_over_no_seat_has_still_to_play() -> None:
    state = game("mon-dragon", seats=[seat(life=1), seat()])
    play_all(state, "p1", "p2")

    assert turns(state) == ["done", "done"]


@pytest.mark.clause("DR-060", "DR-151")
@pytest.mark.parametrize(
    ("card", "seats", "strength", "unbeatable"),
    [("mon-dragon", 3, 14, False), ("mon-dragon", 2, None, True), ("tre-1", 3, None, False), ("tre-1", 2, None, False)],
)
def test_a_monster_that_two_cannot_beat_is_told_from_a_room_without_one(
    card: str, seats: int, strength: int | None, unbeatable: bool
) -> None:
    view = RAIDERS.view(game(card, seats=seats), SPECTATOR)

    assert (view["strength"], view["unbeatable"]) == (strength, unbeatable)


@pytest.mark.clause("DR-030")
def test_torches_lit_since_the_cards_were_laid_are_counted_until_the_cards_are_revealed() -> None:
    state = game("tre-1", lit=DARK, seats=[seat(f"{ALL_FIVE} torch torch torch ball"), seat(), seat()])
    light(state, 0)
    play(state, 0, "ball")
    assert RAIDERS.view(state, SPECTATOR)["seats"][0]["face_down"]["torches_since"] == 0

    light(state, 0)
    light(state, 0)
    assert RAIDERS.view(state, SPECTATOR)["seats"][0]["face_down"]["torches_since"] == 2

    play_all(state, "p1", "p2")
    assert state["seats"][0]["lit_since"] == 0


@pytest.mark.clause("DR-042")
def test_a_torch_laid_face_down_against_a_boss_looks_to_others_like_any_other_second_card() -> None:
    """Two worlds, one with the torch face down and one with a 2; viewers that may not know see the same."""
    boss = {"boss": "boss-nightpack", "lit": LIT}
    worlds = []
    for cards in ("p5 torch", "p2 p5"):
        state = game("boss", seats=[torch_bearer(), seat(), seat()], **boss)
        facts = lay(state, 0, cards)
        worlds.append((state, facts))
    (torch, torch_facts), (plain, plain_facts) = worlds

    assert RAIDERS.legal(torch, 0) == []
    assert RAIDERS.legal(plain, 0) == [TORCH]
    assert torch_facts.public == plain_facts.public
    for viewer in (SPECTATOR, seat_viewer(1), seat_viewer(2)):
        assert RAIDERS.view(torch, viewer) == RAIDERS.view(plain, viewer)
    assert RAIDERS.to_act(torch) == RAIDERS.to_act(plain)
    for number in range(3):
        assert RAIDERS.decision_scope(torch, number) == RAIDERS.decision_scope(plain, number)


@pytest.mark.clause("DR-013")
def test_life_treasure_characters_supply_and_face_up_cards_are_public() -> None:
    state = game("tre-1", seats=[seat("p2 key"), seat(life=3, treasure=7), seat()], ahead={2: "mon-dragon"})

    for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(2)):
        view = RAIDERS.view(state, viewer)
        assert (view["seats"][1]["life"], view["seats"][1]["treasure"]) == (3, 7)
        assert [sheet["character"] for sheet in view["seats"]] == ["explorer", "knight", "thief"]
        assert view["supply"] == {"torch": 6, "ball": 6, "key": 5, "sword": 6}
        assert view["seats"][0]["played"] == ["p1", "p3", "p4", "p5"]
        assert view["row"][1]["card"] == "mon-dragon"


@pytest.mark.parametrize("cards", [("p1", "p5"), ("p3", "key"), ("ball", "p2")])
def test_which_card_is_committed_changes_nothing_for_any_other_viewer(cards: tuple[str, str]) -> None:
    worlds = []
    for card in cards:
        state = game("tre-1", seats=[seat(f"{ALL_FIVE} key ball"), seat(), seat()])
        facts = play(state, 0, card)
        worlds.append((others(state, 0), facts.public, len(facts.private), facts.seals, RAIDERS.to_act(state)))

    assert worlds[0] == worlds[1]


@pytest.mark.parametrize("cards", [("p1 p5", "p3 key"), ("p2 ball", "torch sword"), ("ball", "p2")])
def test_which_cards_are_committed_against_a_boss_changes_nothing_for_any_other_viewer(cards: tuple[str, str]) -> None:
    worlds = []
    for laid in cards:
        state = game("boss", seats=[seat(f"{ALL_FIVE} torch key ball sword"), seat(), seat()])
        facts = lay(state, 0, laid)
        worlds.append((others(state, 0), facts.public, len(facts.private), facts.seals, RAIDERS.to_act(state)))

    assert worlds[0] == worlds[1]


@pytest.mark.clause("DR-004", "DR-031")
def test_what_lies_in_the_dark_in_the_box_and_in_later_stacks_changes_no_view() -> None:
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


def test_other_viewers_see_only_the_number_of_cards_in_a_hand() -> None:
    state = game("tre-1", seats=[seat(f"{ALL_FIVE} key ball"), seat(), seat()])

    for view in others(state, 0):
        assert view["seats"][0]["hand"] == {"count": 7, "cards": None}
    own = RAIDERS.view(state, seat_viewer(0))["seats"][0]
    assert own["hand"]["cards"] == [*ALL_FIVE.split(), "ball", "key"]


def test_items_taken_and_spent_are_counted_from_public_facts() -> None:
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

    assert [[room["card"] for room in level] for level in [*view["earlier"], view["row"], *view["stacks"]]] == state[
        "dungeon"
    ]
    assert view["removed"] == state["removed"]
    assert view["seats"][0]["face_down"]["cards"] == ["key"]
    assert all(sheet["hand"]["cards"] is not None for sheet in view["seats"])


def test_when_the_game_is_over_every_viewer_sees_everything() -> None:
    state = game("mon-dragon", seats=[seat(life=1), seat(life=1), seat()], lit=DARK)
    play_all(state, "p1", "p1", "p2")

    views = [jcs(RAIDERS.view(state, viewer)) for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(2), ARBITER)]
    assert len(set(views)) == 1
    view = RAIDERS.view(state, SPECTATOR)
    assert [[room["card"] for room in level] for level in [*view["earlier"], view["row"], *view["stacks"]]] == state[
        "dungeon"
    ]
    assert view["removed"] == state["removed"]


def test_a_view_is_a_copy() -> None:
    state = game("tre-1")
    before = jcs(state)
    view = RAIDERS.view(state, ARBITER)
    for sheet in view["seats"]:
        sheet["played"].append(9)
        sheet["hand"]["cards"].clear()
        sheet["items_taken"]["key"] = 9
    view["supply"]["key"] = 0
    view["in_play"].clear()
    view["options"]["mode"] = "?"

    assert jcs(state) == before


@pytest.mark.clause("DR-004", "DR-006")
def test_every_level_is_shown_with_its_own_light_and_rooms_before_this_one_as_done() -> None:
    rows = ("1   1", " 1 1 ", "11111", "11   ", "  1  ")
    lit = [[sign == "1" for sign in row] for row in rows]
    state = game("tre-1", level=2, at=3, lit=lit)

    for viewer in (SPECTATOR, ARBITER):
        view = RAIDERS.view(state, viewer)
        assert [room["lit"] for room in view["row"]] == lit[1]
        assert [room["resolved"] for room in view["row"]] == [True, True, False, False, False]
    whole = RAIDERS.view(state, ARBITER)
    assert [[room["lit"] for room in level] for level in whole["earlier"]] == lit[:1]
    assert [[room["lit"] for room in level] for level in whole["stacks"]] == lit[2:]
