"""Losing health, dying, beginning again, surrender."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.the_descent.tables import RULESET, Cave, told, types


@pytest.mark.clause("TD-111")
@pytest.mark.parametrize(("answer", "health", "cards"), [("shield", 3, 0), ("none", 2, 1)])
def test_before_a_loss_a_shield_may_be_used(answer: str, health: int, cards: int) -> None:
    cave = Cave((4, 8)).drawn(0, "shield").creature("dragon", (8, 8), hunts=0)
    cave.do(0, "end_turn")
    assert cave.pending() == ("answer_loss", 0)
    assert cave.choices("card") == ["shield", "none"]
    cave.do(0, "answer_loss", card=answer)

    assert (cave.health(), len(cave.hand())) == (health, cards)


@pytest.mark.clause("TD-111", "TD-131")
def test_a_contact_has_its_own_answer_and_no_second_question() -> None:
    cave = Cave((5, 8), (4, 2)).drawn(0, "shield").creature("dragon", (4, 8))
    cave.do(0, "step", dir="left")
    assert cave.pending() == ("answer_contact", 0)
    cave.do(0, "answer_contact", card="none")

    assert cave.pending() is None
    assert cave.health() == 2


@pytest.mark.clause("TD-112", "TD-113", "TD-034", "TD-146")
def test_at_0_health_the_character_dies_at_once_and_the_rest_of_its_movement_is_dropped() -> None:
    """Death comes in the first cell of a jump; the second is never entered."""
    cave = Cave((7, 8), (4, 2)).have(0, health=1, points=6).creature("dragon", (6, 7)).token("coin", (5, 8))
    cave.drawn(0, "lure")
    cave.do(0, "jump", dir="left")
    facts = cave.do(0, "answer_contact", card="none")

    assert "jump_went_on" not in types(facts)
    assert cave.lying() == [("coin", (5, 8))]
    assert cave.points() == 0
    assert cave.marker("dragon") is None
    assert cave.pending() == ("place_character", 0)
    cave.do(0, "place_character", cell=(7, 2))
    assert cave.state["active"] == 1
    assert cave.where() == (7, 2)
    assert cave.lying() == [("coin", (5, 8))]


@pytest.mark.clause("TD-112", "TD-056", "TD-131")
def test_who_dies_in_a_cell_of_a_fall_meets_nothing_in_the_cells_below() -> None:
    cave = Cave((5, 1), (4, 2)).have(0, health=2).creature("dragon", (6, 3)).creature("plant", (6, 5))
    facts = cave.do(0, "step", dir="right")

    assert [fact["creature"] for fact in told(facts, "contact_made")] == ["dragon"]
    assert cave.pending() == ("place_character", 0)


@pytest.mark.clause("TD-112", "TD-131")
def test_who_dies_of_one_creature_does_not_meet_the_next_one_in_its_cell() -> None:
    cave = Cave((5, 8), (4, 2)).have(0, health=1).creature("dragon", (4, 8)).creature("plant", (4, 8))
    facts = cave.do(0, "step", dir="left")

    assert [fact["creature"] for fact in told(facts, "contact_made")] == ["dragon"]


@pytest.mark.clause("TD-172", "TD-112")
def test_only_the_fall_itself_makes_a_death_on_the_bottom_one_of_a_fall() -> None:
    """The fall of 4 to (7,27) leaves 1 health, and the dragon there takes it."""
    cave = Cave((8, 23), (4, 2)).have(0, health=2).creature("dragon", (7, 27))
    facts = cave.do(0, "step", dir="left")

    assert [fact["clauses"] for fact in told(facts, "character_died")] == [["TD-112", "TD-113"]]


@pytest.mark.clause("TD-054", "TD-113", "TD-060")
def test_a_costly_fall_a_death_and_a_tile_opened_leave_no_endurance() -> None:
    fallen = Cave((5, 1), (4, 2)).kit(0, "sword").creature("dragon", (6, 5))
    fallen.do(0, "step", dir="right")
    assert fallen.pending() == ("answer_contact", 0)
    dead = Cave((5, 8), (4, 2))
    dead.do(0, "surrender")
    assert dead.pending() == ("place_character", 0)
    opening = Cave((8, 8), (4, 2), closed=("r3c2",)).stack("spider")
    opening.do(0, "step", dir="left")
    assert opening.pending() == ("place_token", 0)

    assert [cave.state["turn"]["endurance"] for cave in (fallen, dead, opening)] == [0, 0, 0]


@pytest.mark.clause("TD-113", "TD-020", "TD-085")
def test_who_dies_discards_everything_and_takes_a_kit_from_the_discard_pile() -> None:
    cave = Cave((5, 8), (4, 2)).kit(0, "rope").drawn(0, "key", "map").discard("sword", "lamp", "pick", "sword")
    cave.have(0, health=7, points=9, weakened=True).turn(1)
    facts = cave.do(0, "surrender")

    own = cave.seat(0)
    assert (own["health"], own["points"], own["backpack"], own["weakened"], own["cell"]) == (3, 0, False, False, None)
    assert own["kit"] == ["sword", "lamp", "pick", "rope"]
    assert cave.state["discard"] == ["sword", "key", "map"]
    assert told(facts, "hand_discarded")[0]["cards"] == ["rope", "key", "map"]
    assert "deck_shuffled" not in types(facts)


@pytest.mark.clause("TD-113")
def test_kit_cards_not_discarded_come_from_the_deck_which_is_then_shuffled() -> None:
    cave = Cave((5, 8), (4, 2)).discard("lamp")
    before = [kind for kind, _ in cave.state["deck"]]
    facts = cave.do(0, "surrender")

    assert cave.hand() == ["sword", "lamp", "pick", "rope"]
    after = [kind for kind, _ in cave.state["deck"]]
    assert len(after) == len(before) - 3
    for card in ("sword", "pick", "rope"):
        before.remove(card)
    assert sorted(after) == sorted(before)
    assert told(facts, "deck_shuffled")[0]["cards"] == len(after)
    assert after != before
    assert cave.tape.draws[-1]["what"] == "deck after a kit was taken"


@pytest.mark.clause("TD-113")
def test_kit_cards_that_are_nowhere_are_missed() -> None:
    cave = Cave((5, 8), (4, 2)).drawn(1, "rope", "rope", "rope", "rope", "rope")
    facts = cave.do(0, "surrender")

    assert cave.hand() == ["sword", "lamp", "pick"]
    assert told(facts, "kit_taken")[0]["missing"] == ["rope"]


@pytest.mark.clause("TD-114")
def test_a_death_changes_nothing_in_the_cave() -> None:
    cave = Cave((5, 8), (4, 2)).dig((5, 6)).token("chest", (5, 8)).creature("plant", (7, 8), hunts=0)
    field = list(cave.state["field"])
    cave.do(0, "surrender")

    assert cave.state["field"] == field
    assert cave.lying() == [("chest", (5, 8))]
    assert cave.alive() == ["plant"]


@pytest.mark.clause("TD-113", "TD-035", "TD-022")
def test_dying_in_the_own_turn_ends_it_and_the_late_point_cannot_go_below_0() -> None:
    cave = Cave((5, 8), (4, 25), (4, 2)).have(1, arrived=True)
    cave.do(0, "surrender")
    facts = cave.do(0, "place_character", cell=(7, 2))

    assert told(facts, "points_lost")[0]["points"] == 0
    assert cave.points() == 0
    assert cave.state["active"] == 2


@pytest.mark.clause("TD-120")
def test_anybody_in_play_may_surrender_in_anybodys_turn_once_a_turn() -> None:
    cave = Cave((5, 8), (5, 8), (4, 25)).have(2, arrived=True)
    assert RULESET.legal(cave.state, 1) == [{"type": "surrender"}]
    assert RULESET.to_act(cave.state) == [0]
    assert cave.refused(2, "surrender") == "TD-170"
    cave.do(1, "surrender")
    assert cave.pending() == ("place_character", 1)
    cave.do(1, "place_character", cell=(7, 2))

    assert cave.state["active"] == 0
    assert cave.state["turn"] == {"endurance": 5, "weak": False, "over": False}
    assert cave.refused(1, "surrender") == "TD-120"
    cave.do(0, "end_turn")
    assert {"type": "surrender"} in RULESET.legal(cave.state, 1)


@pytest.mark.clause("TD-120", "TD-034")
def test_surrender_in_the_own_turn_ends_it() -> None:
    cave = Cave((5, 8), (4, 2))
    cave.do(0, "surrender")
    cave.do(0, "place_character", cell=(7, 2))

    assert cave.state["active"] == 1


@pytest.mark.clause("TD-120")
def test_nobody_surrenders_while_a_decision_is_open() -> None:
    cave = Cave((5, 8), (4, 2)).kit(0, "sword").creature("dragon", (4, 8))
    cave.do(0, "step", dir="left")

    assert RULESET.legal(cave.state, 1) == []
    assert cave.refused(1, "surrender") == "TD-131"
