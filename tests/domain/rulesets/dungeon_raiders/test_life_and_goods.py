"""Life, treasure and the item piles (DR-010 to DR-017)."""

from __future__ import annotations

import pytest

from delvebook.domain.viewers import SPECTATOR, seat_viewer
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    RAIDERS,
    game,
    hand,
    lives,
    play,
    play_all,
    purses,
    seat,
    told,
)


@pytest.mark.clause("DR-010", "DR-085")
@pytest.mark.parametrize(("before", "after", "gained"), [(7, 9, 2), (8, 10, 2), (9, 10, 1), (10, 10, 0)])
def test_a_potion_heals_up_to_ten_life_and_the_rest_is_lost(before: int, after: int, gained: int) -> None:
    state = game("vau-coins", seats=[seat(life=before), seat(), seat()])

    facts = play_all(state, "p5", "p1", "p1")

    assert lives(state) == [after, 9, 9]
    assert [fact["gained"] for fact in told(facts, "healed")] == [gained]


@pytest.mark.clause("DR-011", "DR-100")
@pytest.mark.parametrize(("before", "after", "status"), [(4, 1, "alive"), (3, 0, "dead"), (2, 0, "dead")])
def test_wounds_take_life_down_to_nothing_and_no_further(before: int, after: int, status: str) -> None:
    state = game("mon-dragon", seats=[seat(life=before), seat(), seat()])

    play_all(state, "p1", "p2", "p2")

    assert lives(state) == [after, 9, 9]
    assert state["seats"][0]["status"] == status


@pytest.mark.clause("DR-012")
@pytest.mark.parametrize(("before", "after", "lost"), [(4, 1, 3), (3, 0, 3), (2, 0, 2)])
def test_whoever_must_lose_more_treasure_than_there_is_loses_all_of_it(before: int, after: int, lost: int) -> None:
    state = game("trap-magnet", seats=[seat(treasure=before), seat(treasure=1), seat(treasure=0)])

    facts = play_all(state, "p5", "p1", "p1")

    assert purses(state) == [after, 1, 0]
    assert [fact["amount"] for fact in told(facts, "treasure_lost")] == [lost]


@pytest.mark.clause("DR-012")
def test_a_seat_without_treasure_loses_nothing_and_nothing_is_told_of_a_loss() -> None:
    state = game("trap-lava", seats=[seat(treasure=0), seat(treasure=0), seat(treasure=2)])

    facts = play_all(state, "p2", "p3", "p3")

    assert purses(state) == [0, 0, 0]
    assert [fact["seat"] for fact in told(facts, "treasure_lost")] == [2]


@pytest.mark.clause("DR-012", "DR-014")
def test_there_is_no_upper_limit_to_treasure_and_tokens_never_run_out() -> None:
    state = game("tre-4", seats=[seat(treasure=40), seat(treasure=40), seat(treasure=40)])

    play_all(state, "p5", "p1", "p1")

    assert purses(state) == [44, 40, 40]


@pytest.mark.clause("DR-013")
def test_everybody_sees_life_treasure_characters_supply_and_face_up_cards() -> None:
    state = game("tre-1", seats=[seat("p2 key"), seat(life=3, treasure=7), seat()], ahead={2: "mon-dragon"})

    for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(2)):
        view = RAIDERS.view(state, viewer)
        assert (view["seats"][1]["life"], view["seats"][1]["treasure"]) == (3, 7)
        assert [sheet["character"] for sheet in view["seats"]] == ["explorer", "knight", "thief"]
        assert view["supply"] == {"torch": 6, "ball": 6, "key": 5, "sword": 6}
        assert view["seats"][0]["played"] == [1, 3, 4, 5]
        assert view["dungeon"][0][1]["card"] == "mon-dragon"


@pytest.mark.clause("DR-015", "DR-022")
def test_a_face_down_item_is_neither_in_the_hand_nor_in_the_supply() -> None:
    state = game("tre-1", seats=[seat(f"{ALL_FIVE} key"), seat(), seat()])

    play(state, 0, "key")

    assert hand(state, 0) == ["p1", "p2", "p3", "p4", "p5"]
    assert state["supply"]["key"] == 5
    assert state["in_play"] == []
    assert state["seats"][0]["committed"] == ["key"]


@pytest.mark.clause("DR-015")
def test_an_item_too_many_or_too_few_is_noticed() -> None:
    state = game("tre-1")
    state["supply"]["key"] -= 1

    with pytest.raises(Exception, match="5 key cards"):
        RAIDERS.check(state)


@pytest.mark.clause("DR-016")
def test_a_hand_may_grow_without_limit() -> None:
    state = game("vau-items", seats=[seat(f"{ALL_FIVE} torch torch torch torch torch ball ball ball"), seat(), seat()])

    play_all(state, "p1", "p5", "p5")

    assert len(hand(state, 0)) == 13
    assert hand(state, 0).count("torch") == 6


@pytest.mark.clause("DR-017")
def test_losses_are_worked_out_from_what_everyone_had_before() -> None:
    """Taking the loss seat by seat would make the second of two leaders escape."""
    state = game("trap-boulder", seats=[seat(life=8), seat(life=8), seat(life=6)])

    play_all(state, "p5", "p1", "p1")

    assert lives(state) == [5, 5, 6]


@pytest.mark.clause("DR-017", "DR-055")
def test_both_chests_are_worked_out_before_anybody_is_paid() -> None:
    state = game("tre-2-1", seats=[seat(treasure=0), seat(treasure=0), seat(treasure=0)])

    facts = play_all(state, "p4", "p4", "p2")

    assert purses(state) == [1, 1, 1]
    assert [fact["seat"] for fact in told(facts, "treasure_gained")] == [0, 1, 2]
