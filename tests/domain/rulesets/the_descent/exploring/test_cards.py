"""When cards may be used, and the piles they lie in."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.the_descent.cave.board import Board
from delvebook.domain.rulesets.the_descent.exploring.cards import card_refusal, may_use_card, take_kit
from tests.domain.rulesets.the_descent.tables import CONTENT, RULESET, Cave, Dice, cards_seen, told, types


@pytest.mark.clause("TD-080", "TD-082", "TD-034")
def test_a_card_of_the_own_turn_is_discarded_and_ends_it() -> None:
    cave = Cave((5, 8), (4, 2)).kit(0, "rope", "pick")
    facts = cave.do(0, "use_rope", cell=(4, 8))

    assert cave.state["discard"] == ["rope"]
    assert cave.hand() == ["pick"]
    assert cave.state["active"] == 1
    assert told(facts, "card_used")[0]["card"] == "rope"


@pytest.mark.clause("TD-080", "TD-082")
def test_one_card_a_window_a_shield_used_on_contact_is_not_followed_by_another() -> None:
    """Contact with the plant and a fall of 6 with it, in one movement: only one of two shields may be used."""
    cave = Cave((5, 5), (4, 2)).have(0, health=9).drawn(0, "shield", "shield").creature("plant", (6, 5))
    cave.do(0, "step", dir="right")
    assert cave.pending() == ("answer_contact", 0)
    facts = cave.do(0, "answer_contact", card="shield")

    assert cave.pending() is None
    assert cave.health() == 9 - 2
    assert told(facts, "turn_began")[0]["seat"] == 1


@pytest.mark.clause("TD-080", "TD-082")
def test_each_window_allows_one_more_card_and_only_the_own_turn_ends_by_one() -> None:
    """Shield in another's turn, then in the creatures' phase, then in the collapse."""
    cave = Cave((6, 5), (5, 8), (4, 2)).drawn(0, "dynamite").drawn(1, "shield", "shield", "lamp")
    cave.creature("monster", (5, 5)).turn(0)
    cave.state["opened"] = False
    cave.tape = Dice(6, 1, 6)
    cave.do(0, "use_dynamite", cell=(5, 6))
    assert cave.pending() == ("answer_loss", 1)
    cave.do(1, "answer_loss", card="shield")
    assert (cave.state["active"], cave.state["turn"]["over"]) == (1, False)  # TD-082
    cave.do(1, "end_turn")
    cave.do(2, "end_turn")
    assert cave.state["phase"] == "creatures"
    cave.do(1, "answer_loss", card="shield")
    assert cave.state["phase"] == "collapse_check"
    cave.do(1, "answer_loss", card="lamp")

    assert cave.health(1) == 3
    assert cave.state["round"] == 2


@pytest.mark.clause("TD-081", "TD-154")
def test_on_the_web_tile_no_card_helps_outside_the_own_turn() -> None:
    for web, asked in (("r3c2", False), ("r3c3", True)):
        cave = Cave((6, 5), (5, 8), (4, 2)).drawn(0, "dynamite").drawn(1, "shield")
        cave.creature("monster", (5, 5)).creature("spider", (0, 15), web=web)
        cave.do(0, "use_dynamite", cell=(5, 6))
        assert (cave.pending() == ("answer_loss", 1)) == asked
        assert cave.health(1) == (3 if asked else 2)


@pytest.mark.clause("TD-081", "TD-032")
def test_who_enters_the_web_tile_in_the_own_turn_may_still_use_equipment_in_it() -> None:
    cave = Cave((8, 8), (4, 2)).kit(0, "rope").creature("spider", (0, 15), web="r3c2")
    cave.do(0, "step", dir="left")

    assert cave.options(0, "use_rope")


@pytest.mark.clause("TD-083")
def test_hands_have_no_limit_and_cards_just_drawn_may_be_used_at_once() -> None:
    cave = Cave((5, 8), (4, 2)).kit(0, "sword", "lamp", "pick", "rope").drawn(0, *["key"] * 4)
    cave.token("backpack", (4, 8)).deck("insurance", "dynamite")
    cave.do(0, "step", dir="left")

    assert len(cave.hand()) == 10
    assert cave.options(0, "use_dynamite")


@pytest.mark.clause("TD-084", "TD-170")
def test_who_has_arrived_uses_no_cards() -> None:
    cave = Cave((4, 2), (4, 25)).have(1, arrived=True).kit(1, "rope", "sword")
    cave.turn(0)

    assert RULESET.legal(cave.state, 1) == []
    assert cave.refused(1, "use_rope", cell=(3, 24)) == "TD-170"


@pytest.mark.clause("TD-085")
@pytest.mark.parametrize(
    ("kit", "drawn", "asked"),
    [
        ((), (), False),
        (("rope", "pick"), (), False),
        (("sword",), (), True),
        ((), ("rope",), True),
        (("rope",), ("key",), True),
    ],
)
def test_a_question_about_cards_depends_on_what_all_can_know(
    kit: tuple[str, ...], drawn: tuple[str, ...], *, asked: bool
) -> None:
    """With a kit alone all is known; after a backpack the seat is asked whatever it holds."""
    cave = Cave((5, 8), (4, 2)).kit(0, *kit).creature("dragon", (4, 8))
    if drawn:
        cave.drawn(0, *drawn)
    cave.do(0, "step", dir="left")

    assert (cave.pending() == ("answer_contact", 0)) == asked
    if asked and "sword" not in kit:
        assert cave.choices("card") == ["none"]


@pytest.mark.clause("TD-085")
def test_a_backpack_of_an_earlier_life_or_an_empty_hand_opens_no_question() -> None:
    cave = Cave((5, 8), (4, 2)).creature("dragon", (4, 8)).have(0, backpack=True)
    cave.do(0, "step", dir="left")
    assert cave.pending() is None

    cave = Cave((5, 8), (4, 2)).drawn(0, "key").discard("rope").creature("dragon", (4, 8))
    cave.do(0, "surrender")
    assert cave.seat(0)["backpack"] is False


@pytest.mark.clause("TD-085")
def test_kits_are_public_and_what_was_drawn_is_not() -> None:
    cave = Cave((5, 8), (4, 2)).kit(1, "sword", "rope").drawn(1, "key")
    seen = cave.view(0)["seats"][1]

    assert (seen["kit"], seen["cards"], seen["backpack"]) == (["sword", "rope"], 3, True)
    assert cards_seen(cave.view(0), 1) == [None]
    assert cards_seen(cave.view(1), 1) == ["key"]


@pytest.mark.clause("TD-103", "TD-105")
def test_an_empty_deck_is_made_anew_of_the_discard_pile() -> None:
    cave = Cave((5, 8), (4, 2)).token("backpack", (4, 8)).empty_deck("map")
    facts = cave.do(0, "step", dir="left")

    assert [(draw["what"], draw["count"]) for draw in cave.tape.take_draws()][-1] == ("discard pile", 38)
    assert told(facts, "deck_shuffled")[0]["cards"] == 39
    assert cave.hand()[0] == "map"
    assert len(cave.hand()) == 2
    assert (len(cave.state["deck"]), cave.state["discard"]) == (38, [])


@pytest.mark.clause("TD-103")
def test_if_deck_and_discard_pile_are_empty_the_rest_of_the_draw_is_lost() -> None:
    cave = Cave((5, 8), (4, 2)).token("backpack", (4, 8)).empty_deck("map")
    others = [[kind, 1 + slot] for slot, kind in enumerate(cave.state["discard"])]
    cave.have(1, drawn=others, backpack=True)
    cave.state["discard"] = []
    facts = cave.do(0, "step", dir="left")

    assert cave.hand() == ["map"]
    assert told(facts, "cards_drawn")[0]["cards"] == 1
    assert "deck_shuffled" not in types(facts)


@pytest.mark.clause("TD-084", "TD-080")
def test_a_card_may_be_used_by_who_is_in_play_once_the_first_round_has_begun() -> None:
    cave = Cave((4, 2), (4, 25)).have(1, arrived=True)
    board = Board(CONTENT, cave.state)
    assert [may_use_card(board, seat) for seat in (0, 1)] == [True, False]

    cave.state["window"] = None
    assert not may_use_card(board, 0)


@pytest.mark.clause("TD-081")
def test_who_meets_a_creature_in_the_web_in_the_own_turn_may_answer_with_a_card() -> None:
    cave = Cave((8, 8), (4, 2)).kit(0, "sword").creature("spider", (7, 8), web="r3c2")
    cave.do(0, "step", dir="left")

    assert cave.pending() == ("answer_contact", 0)


@pytest.mark.clause("TD-032", "TD-081")
def test_a_weak_turn_bars_the_cards_of_its_own_seat_alone() -> None:
    cave = Cave((5, 8), (4, 2))
    cave.state["turn"]["weak"] = True
    board = Board(CONTENT, cave.state)

    assert card_refusal(board, 1) is None
    refused = card_refusal(board, 0)
    assert refused is not None
    assert refused.clause == "TD-032"


@pytest.mark.clause("TD-113", "TD-085")
def test_kit_cards_out_of_the_deck_are_turned_up_before_the_rest_is_sealed_anew() -> None:
    cave = Cave((5, 8), (4, 2)).discard("sword")
    slots = dict(reversed(cave.state["deck"]))
    course = cave.course()
    assert take_kit(course, 0) == ["sword", "lamp", "pick", "rope"]

    assert course.facts.opened == [f"card/{slots[kind]}" for kind in ("lamp", "pick", "rope")]
    assert len(course.facts.seals) == len(cave.state["deck"])
