"""Laying cards face down and together, and playing on after a crystal ball (DR-020 to DR-026, DR-035 to DR-039)."""

from __future__ import annotations

import pytest

from delvebook.domain.viewers import SPECTATOR, seat_viewer
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    RAIDERS,
    begin,
    game,
    hand,
    light,
    new_table,
    play,
    play_all,
    purses,
    seat,
    told,
    types,
)


@pytest.mark.clause("DR-035")
def test_the_owner_of_a_ball_sees_all_revealed_cards_before_playing_on() -> None:
    state = game("tre-4", seats=[seat(f"{ALL_FIVE} ball"), seat(), seat()])

    facts = play_all(state, "ball", "p4", "p5")

    assert [(fact["cards"], fact["looks"]) for fact in told(facts, "cards_revealed")] == [
        (["ball"], True),
        (["p4"], False),
        (["p5"], False),
    ]
    view = RAIDERS.view(state, seat_viewer(0))
    assert [sheet["laid"] for sheet in view["seats"]] == [[], ["p4"], ["p5"]]
    assert (state["wave"], RAIDERS.to_act(state)) == (2, [0])


@pytest.mark.clause("DR-037")
def test_several_balls_are_followed_face_down_and_together() -> None:
    state = game("tre-4", seats=[seat(f"{ALL_FIVE} ball"), seat(f"{ALL_FIVE} ball"), seat()])
    facts = play_all(state, "ball", "ball", "p1")
    assert told(facts, "balls_followed")[0]["seats"] == [0, 1]

    hidden = play(state, 1, "p4")

    assert types(hidden) == ["cards_committed"]
    assert RAIDERS.view(state, seat_viewer(0))["seats"][1]["face_down"]["cards"] is None
    facts = play(state, 0, "p5")
    assert [fact["seat"] for fact in told(facts, "cards_revealed")] == [0, 1]
    assert facts.opened == ["committed/1"]
    assert purses(state) == [8, 4, 4]


@pytest.mark.clause("DR-037")
def test_a_ball_after_a_ball_makes_another_wave_for_its_owner_alone() -> None:
    state = game("tre-4", seats=[seat(f"{ALL_FIVE} ball"), seat(f"{ALL_FIVE} ball ball"), seat()])
    play_all(state, "ball", "ball", "p1")

    play_all(state, "p2", "ball")

    assert (state["wave"], RAIDERS.to_act(state)) == (3, [1])
    play(state, 1, "p3")
    assert purses(state) == [4, 8, 4]


@pytest.mark.clause("DR-038")
def test_a_ball_has_no_value_and_only_the_final_card_counts() -> None:
    """In the spikes the lowest value decides; a ball counting 0 or 1 would be felt by everybody."""
    state = game("trap-spikes", seats=[seat(f"{ALL_FIVE} ball"), seat(), seat()])
    play_all(state, "ball", "p4", "p5")

    facts = play(state, 0, "p4")

    assert told(facts, "trap_stayed_shut")[0]["value"] == 4
    assert [sheet["life"] for sheet in state["seats"]] == [9, 9, 9]


@pytest.mark.clause("DR-015", "DR-022")
def test_a_face_down_item_is_neither_in_the_hand_nor_in_the_supply() -> None:
    state = game("tre-1", seats=[seat(f"{ALL_FIVE} key"), seat(), seat()])

    play(state, 0, "key")

    assert hand(state, 0) == ["p1", "p2", "p3", "p4", "p5"]
    assert state["supply"]["key"] == 5
    assert state["in_play"] == []
    assert state["seats"][0]["committed"] == ["key"]


@pytest.mark.clause("DR-022")
def test_cards_lie_face_down_until_the_last_seat_has_committed() -> None:
    state = game("tre-4")

    first = play(state, 2, "p5")
    assert RAIDERS.to_act(state) == [0, 1]
    second = play(state, 0, "p2")

    assert types(first) == types(second) == ["cards_committed"]
    assert "card" not in told(first, "cards_committed")[0]
    assert state["seats"][2]["committed"] == ["p5"]
    assert state["seats"][2]["played"] == []
    assert purses(state) == [4, 4, 4]

    last = play(state, 1, "p1")

    revealed = [(fact["seat"], fact["cards"]) for fact in told(last, "cards_revealed")]
    assert revealed == [(0, ["p2"]), (1, ["p1"]), (2, ["p5"])]
    assert last.opened == ["committed/0", "committed/2"]
    assert purses(state) == [4, 4, 8]


@pytest.mark.clause("DR-022")
@pytest.mark.parametrize("order", [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
def test_the_order_of_committing_changes_nothing(order: list[int]) -> None:
    state = game("tre-4-2")
    for number in order:
        play(state, number, ["p2", "p5", "p3"][number])

    assert purses(state) == [4, 8, 6]


@pytest.mark.clause("DR-022", "DR-042")
def test_a_commitment_leaves_the_other_seats_question_as_it_was() -> None:
    state = game("tre-1", seats=[seat(), seat(f"{ALL_FIVE} torch"), seat()])
    before = [RAIDERS.decision_scope(state, number) for number in range(3)]

    play(state, 0, "p1")
    light(state, 1)

    after = [RAIDERS.decision_scope(state, number) for number in range(3)]
    assert after[1:] == before[1:]
    assert after[0] != before[0]


@pytest.mark.clause("DR-023", "DR-040")
def test_a_key_counts_five_beside_a_five() -> None:
    state = game("tre-4", seats=[seat(f"{ALL_FIVE} key"), seat(), seat()])

    play_all(state, "key", "p5", "p4")

    assert purses(state) == [6, 6, 4]


@pytest.mark.clause("DR-023", "DR-041")
@pytest.mark.parametrize(("third", "beaten"), [("p3", False), ("p4", True)])
def test_a_sword_counts_five_in_the_sum(third: str, beaten: bool) -> None:
    state = game("mon-mass", seats=[seat(f"{ALL_FIVE} sword"), seat(), seat()])

    facts = play_all(state, "sword", "p5", third)

    assert bool(told(facts, "monster_beaten")) is beaten
    assert purses(state) == [4, 4, 4]


@pytest.mark.clause("DR-024")
def test_played_power_cards_stay_face_up_before_their_owner_for_the_rest_of_the_level() -> None:
    state = game("tre-1")
    play_all(state, "p3", "p2", "p1")
    play_all(state, "p5", "p4", "p2")

    view = RAIDERS.view(state, SPECTATOR)
    assert [sheet["played"] for sheet in view["seats"]] == [["p3", "p5"], ["p2", "p4"], ["p1", "p2"]]


@pytest.mark.clause("DR-026", "DR-035")
def test_the_room_waits_for_the_card_after_a_crystal_ball() -> None:
    state = game("tre-4", seats=[seat(f"{ALL_FIVE} ball"), seat(), seat()])

    facts = play_all(state, "ball", "p4", "p3")
    assert purses(state) == [4, 4, 4]
    assert not told(facts, "chest_opened")
    assert RAIDERS.to_act(state) == [0]

    play(state, 0, "p5")

    assert purses(state) == [8, 4, 4]
    assert RAIDERS.to_act(state) == [0, 1, 2]


@pytest.mark.clause("DR-022")
def test_other_seats_decisions_stay_open_while_one_commits() -> None:
    table = new_table(seed="commit")
    begin(table)
    table.require_open_decision(2, 1)

    table.take_action(1, {"type": "play_card", "card": "p4"}, n=2)

    table.require_open_decision(2, 1)
    table.require_open_decision(0, 1)
