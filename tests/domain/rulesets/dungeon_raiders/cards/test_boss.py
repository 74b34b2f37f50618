"""What may be laid against a boss (DR-112 to DR-117)."""

from __future__ import annotations

import pytest

from delvebook.domain.errors import MalformedActionError
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    RAIDERS,
    game,
    lay,
    lay_all,
    layable,
    light,
    refused_cards,
    seat,
    told,
)


@pytest.mark.clause("DR-112")
def test_in_the_first_fight_at_least_one_card_of_strength_is_laid() -> None:
    state = game("boss", seats=[seat("p1 torch key sword"), seat(), seat()])

    assert layable(state, 0) == {
        "p1",
        "sword",
        "p1 torch",
        "p1 key",
        "p1 sword",
        "torch sword",
        "key sword",
    }
    for cards in ("", "torch", "key", "torch key"):
        assert refused_cards(state, 0, cards) == "DR-112"


@pytest.mark.clause("DR-112")
def test_three_cards_are_never_laid() -> None:
    with pytest.raises(MalformedActionError):
        RAIDERS.parse_action({"type": "play_boss_cards", "cards": ["p1", "p2", "p3"]})


@pytest.mark.clause("DR-113")
@pytest.mark.parametrize(
    ("cards", "total"),
    [("p4", 4), ("p4 torch", 4), ("p4 key", 4), ("p4 sword", 9), ("sword", 5), ("sword sword", 10), ("p4 p5", 9)],
)
def test_what_cards_count_against_a_plain_boss(cards: str, total: int) -> None:
    state = game("boss", seats=[seat(f"{ALL_FIVE} torch key sword sword"), seat(), seat()])

    facts = lay_all(state, cards, "p1", "p1")

    assert told(facts, "monster_attacked")[0]["total"] == total + 2


@pytest.mark.clause("DR-113", "DR-135")
def test_torches_and_keys_may_be_laid_alone_only_in_a_second_fight() -> None:
    table = [seat("p1 torch key"), seat(), seat()]
    first = game("boss", boss="boss-twintail", seats=table)
    second = game("boss", boss="boss-twintail", seats=table, fight=2)

    assert {"torch", "key", "torch key"} & layable(first, 0) == set()
    assert {"torch", "key", "torch key"} <= layable(second, 0)


@pytest.mark.clause("DR-114")
def test_a_sight_ball_takes_no_place_and_has_no_value() -> None:
    state = game("boss", seats=[seat(f"{ALL_FIVE} ball"), seat(), seat()])
    lay_all(state, "p5 ball", "p1", "p1")
    assert state["seats"][0]["laid"] == ["p5"]

    facts = lay(state, 0, "p4")

    assert told(facts, "monster_attacked")[0]["total"] == 11


@pytest.mark.clause("DR-114")
def test_one_sight_ball_a_wave_and_a_place_must_stay_free() -> None:
    state = game("boss", seats=[seat(f"{ALL_FIVE} ball ball ball"), seat(), seat()])
    assert refused_cards(state, 0, "ball ball") == "DR-114"

    lay_all(state, "p5 ball", "p1", "p1")

    assert refused_cards(state, 0, "p4 ball") == "DR-114"
    assert {"ball", "p4", ""} <= layable(state, 0)


@pytest.mark.clause("DR-115")
def test_after_the_reveal_the_play_may_be_completed_up_to_two_cards() -> None:
    state = game("boss", seats=[seat(f"{ALL_FIVE} ball"), seat(), seat()])
    facts = lay_all(state, "p5 ball", "p1", "p1")
    assert told(facts, "cards_revealed")[0]["looks"] is True
    assert RAIDERS.to_act(state) == [0]

    assert layable(state, 0) == {"", "p1", "p2", "p3", "p4"}
    assert refused_cards(state, 0, "p3 p4") == "DR-115"


@pytest.mark.clause("DR-115")
def test_the_worked_example_of_the_follow_up() -> None:
    """Hand {p2, torch, ball}: after torch and ball only p2 is legal; after p2 and ball nothing or the torch."""
    state = game("boss", seats=[seat("p2 torch ball"), seat(), seat()])
    lay_all(state, "torch ball", "p1", "p1")
    assert layable(state, 0) == {"p2"}
    assert refused_cards(state, 0, "") == "DR-115"

    state = game("boss", seats=[seat("p2 torch ball"), seat(), seat()])
    lay_all(state, "p2 ball", "p1", "p1")
    assert layable(state, 0) == {"", "torch"}


@pytest.mark.clause("DR-115", "DR-037")
def test_another_ball_is_allowed_after_the_reveal() -> None:
    state = game("boss", seats=[seat(f"{ALL_FIVE} ball ball"), seat(), seat()])
    lay_all(state, "ball", "p1", "p1")

    lay(state, 0, "p2 ball")

    assert (state["wave"], RAIDERS.to_act(state)) == (3, [0])
    assert layable(state, 0) == {"", "p1", "p3", "p4", "p5"}


@pytest.mark.clause("DR-115", "DR-135")
def test_in_the_second_fight_laying_nothing_is_legal_after_a_ball() -> None:
    state = game("boss", boss="boss-twintail", fight=2, seats=[seat("p2 ball"), seat(), seat()])
    lay_all(state, "ball", "p1", "p1")

    assert layable(state, 0) == {"", "p2"}


@pytest.mark.clause("DR-116")
@pytest.mark.parametrize(
    ("held", "cards", "legal"),
    [
        ("p2 ball", "ball", True),
        ("p2 ball", "p2 ball", False),
        ("p2 ball ball", "p2 ball", False),
        ("p2 torch ball", "p2 ball", True),
        ("p2 key ball", "p2 ball", True),
        ("p2 torch ball", "torch ball", True),
        ("p2 p3 ball", "p2 ball", True),
    ],
)
def test_a_ball_needs_a_card_left_that_could_be_laid(held: str, cards: str, legal: bool) -> None:
    state = game("boss", seats=[seat(held), seat(), seat()])

    assert (cards in layable(state, 0)) is legal
    if not legal:
        assert refused_cards(state, 0, cards) == "DR-116"


@pytest.mark.clause("DR-116", "DR-122")
def test_a_banned_sword_does_not_count_as_a_card_to_lay_after_a_ball() -> None:
    state = game("boss", boss="boss-basalt", seats=[seat("p2 sword ball"), seat(), seat()])

    assert layable(state, 0) == {"p2", "ball"}
    assert refused_cards(state, 0, "p2 ball") == "DR-116"


@pytest.mark.clause("DR-116", "DR-030")
def test_a_torch_lit_after_the_ball_was_laid_does_not_strand_its_owner() -> None:
    state = game("boss", boss="boss-twintail", fight=2, seats=[seat("torch ball"), seat(), seat()])
    lay(state, 0, "ball")
    light(state, 0)
    lay(state, 1, "p1")

    lay(state, 2, "p1")

    assert layable(state, 0) == {""}
    assert RAIDERS.to_act(state) == [0]


@pytest.mark.clause("DR-117")
def test_the_worked_domain() -> None:
    state = game("boss", seats=[seat("p2 p5 ball torch"), seat(), seat()])

    assert layable(state, 0) == {
        "p2",
        "p5",
        "p2 p5",
        "p2 torch",
        "p5 torch",
        "ball",
        "p2 ball",
        "p5 ball",
        "torch ball",
    }
    assert refused_cards(state, 0, "torch") == "DR-112"
    assert refused_cards(state, 0, "ball ball") == "DR-021"
    assert refused_cards(state, 0, "") == "DR-112"


@pytest.mark.clause("DR-117")
def test_cards_are_accepted_in_any_order_and_kept_in_one() -> None:
    parsed = RAIDERS.parse_action({"type": "play_boss_cards", "cards": ["sword", "p2"]})

    assert parsed["cards"] == ["p2", "sword"]


@pytest.mark.clause("DR-025", "DR-021")
def test_cards_that_are_not_in_the_hand_are_refused() -> None:
    state = game("boss", seats=[seat("p2 p5 key"), seat(), seat()])

    assert refused_cards(state, 0, "p1") == "DR-025"
    assert refused_cards(state, 0, "p2 sword") == "DR-021"
    assert refused_cards(state, 0, "p2 p2") == "DR-021"
    assert refused_cards(state, 0, "key key") == "DR-021"


@pytest.mark.clause("DR-112", "DR-122")
@pytest.mark.parametrize(
    ("boss", "strengths"),
    [
        ("boss-bailiff", ["power_card", "sword"]),
        ("boss-basalt", ["power_card"]),
        ("boss-riddle", ["power_card", "sword", "ball"]),
        ("boss-linen", ["power_card", "torch", "sword"]),
    ],
)
def test_who_lays_no_strength_is_told_what_counts_as_strength_here(boss: str, strengths: list[str]) -> None:
    """A sword that the boss bans is no strength; a torch or ball that counts against it is one."""
    state = game("boss", boss=boss, seats=[seat(f"{ALL_FIVE} key"), seat(), seat()])

    refusal = RAIDERS.refusal(state, 0, {"type": "play_boss_cards", "cards": ["key"]})

    assert refusal is not None
    assert (refusal.key, refusal.fields["boss"]) == ("strength_first", boss)
    assert sorted(refusal.fields["strengths"]) == sorted(strengths)


@pytest.mark.clause("DR-112")
def test_every_play_of_none_one_or_two_cards_is_an_action_that_could_be_meant() -> None:
    state = game("boss")
    plays = [action["cards"] for action in RAIDERS.action_space(state) if action["type"] == "play_boss_cards"]

    assert plays.count([]) == 1
    assert {len(cards) for cards in plays} == {0, 1, 2}
    assert ["p1", "torch"] in plays
    assert ["sword", "sword"] in plays
