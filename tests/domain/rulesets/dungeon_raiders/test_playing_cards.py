"""Playing a card: what may be played, face down, together (DR-020 to DR-026)."""

from __future__ import annotations

import pytest

from delvebook.domain.errors import MalformedActionError
from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.dungeon_raiders.refusing import refused, refused_card, refused_cards
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    RAIDERS,
    game,
    hand,
    lay_all,
    light,
    play,
    play_all,
    playable,
    purses,
    seat,
    told,
    types,
)

EVERYTHING = f"{ALL_FIVE} torch ball key sword"


@pytest.mark.clause("DR-020")
def test_every_living_seat_owes_a_card_and_cannot_pass() -> None:
    state = game("vau-items", seats=[seat(), seat(life=0, status="dead"), seat("p3"), seat(f"{ALL_FIVE} torch")])
    assert RAIDERS.to_act(state) == [0, 2, 3]
    assert playable(state, 2) == ["p3"]

    light(state, 3)

    assert RAIDERS.to_act(state) == [0, 2, 3]
    assert refused_cards(state, 0, "") == "DR-020"


@pytest.mark.clause("DR-020")
def test_two_cards_are_not_played_in_an_ordinary_room() -> None:
    assert refused_cards(game("mon-dragon"), 0, "p4 p5") == "DR-020"


@pytest.mark.clause("DR-020", "DR-092")
def test_in_the_fifth_room_of_a_level_a_power_card_is_always_left() -> None:
    state = game("tre-1", at=1)
    for cards in (["p1", "p2", "p3"], ["p2", "p3", "p4"], ["p3", "p4", "p5"], ["p4", "p5", "p1"]):
        play_all(state, *cards)

    assert [playable(state, number) for number in range(3)] == [["p5"], ["p1"], ["p2"]]


@pytest.mark.clause("DR-021", "DR-040", "DR-041", "DR-036")
@pytest.mark.parametrize(
    ("room", "cards"),
    [
        ("tre-3-2", [*ALL_FIVE.split(), "ball", "key"]),
        ("mon-adder", [*ALL_FIVE.split(), "ball", "sword"]),
        ("trap-lava", [*ALL_FIVE.split(), "ball"]),
        ("vau-items", [*ALL_FIVE.split(), "ball"]),
    ],
)
def test_each_kind_of_room_takes_its_own_cards(room: str, cards: list[str]) -> None:
    state = game(room, seats=[seat(EVERYTHING), seat(), seat()])

    assert playable(state, 0) == cards
    for card, clause in (("key", "DR-040"), ("sword", "DR-041")):
        if card not in cards:
            assert refused_card(state, 0, card) == clause


@pytest.mark.clause("DR-021")
def test_a_torch_is_never_played_instead_of_a_card() -> None:
    with pytest.raises(MalformedActionError):
        RAIDERS.parse_action({"type": "play_card", "card": "torch"})


@pytest.mark.clause("DR-021")
@pytest.mark.parametrize(("room", "card"), [("tre-1", "key"), ("mon-mass", "sword"), ("vau-coins", "ball")])
def test_an_item_that_is_not_in_the_hand_cannot_be_played(room: str, card: str) -> None:
    assert refused_card(game(room), 0, card) == "DR-021"


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


@pytest.mark.clause("DR-022")
def test_a_commitment_is_final() -> None:
    state = game("tre-1", seats=[seat(f"{ALL_FIVE} key"), seat(), seat()])
    play(state, 0, "p1")

    for card in ("p5", "p1", "key"):
        assert refused_card(state, 0, card) == "DR-022"


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
    assert [sheet["played"] for sheet in view["seats"]] == [[3, 5], [2, 4], [1, 2]]


@pytest.mark.clause("DR-025")
def test_a_spent_power_card_is_not_available_again_on_the_level() -> None:
    state = game("tre-1")
    play_all(state, "p3", "p2", "p1")

    assert refused_card(state, 0, "p3") == "DR-025"
    assert playable(state, 0) == ["p1", "p2", "p4", "p5"]


@pytest.mark.clause("DR-025")
def test_playing_a_key_saves_the_power_cards() -> None:
    state = game("tre-1", seats=[seat(f"{ALL_FIVE} key"), seat(), seat()])

    play_all(state, "key", "p2", "p1")

    assert hand(state, 0) == ALL_FIVE.split()


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


@pytest.mark.clause("DR-020", "DR-112")
def test_each_phase_has_its_own_action() -> None:
    assert refused_card(game("boss"), 0, "p1") == "DR-112"
    assert refused_cards(game("tre-1"), 0, "p1") == "DR-020"


def test_nothing_is_played_in_a_finished_game() -> None:
    state = game("mon-dragon", seats=[seat(life=1), seat(life=1), seat()])
    play_all(state, "p1", "p1", "p2")

    assert state["result"]["reason"] == "last_survivor"
    assert refused_card(state, 2, "p3") == "DR-104"
    assert refused(state, 0, {"type": "light_torch"}) == "DR-104"

    explored = game("boss", seats=[seat("p1"), seat("p2"), seat("p3")])
    lay_all(explored, "p1", "p2", "p3")
    assert refused_cards(explored, 1, "p3") == "DR-093"
