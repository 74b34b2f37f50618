"""Torches and crystal balls; keys and swords come back (DR-030 to DR-042)."""

from __future__ import annotations

import pytest

from delvebook.domain.viewers import ARBITER, SPECTATOR, seat_viewer
from tests.domain.rulesets.dungeon_raiders.refusing import refused_card, refused_torch
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    LIT,
    RAIDERS,
    game,
    hand,
    lay,
    light,
    play,
    play_all,
    playable,
    purses,
    seat,
    told,
    types,
)

DARK_2_AND_4 = [[True, False, True, False, True], [True] * 5, [True] * 4 + [False], [False] * 5, [False] * 5]
TORCH = {"type": "light_torch"}


def torch_bearer() -> dict[str, object]:
    return seat(f"{ALL_FIVE} torch")


@pytest.mark.clause("DR-030", "DR-169")
def test_a_torch_may_be_lit_before_and_after_committing_while_others_owe_and_between_waves() -> None:
    state = game("tre-1", seats=[seat(f"{ALL_FIVE} torch torch ball"), torch_bearer(), torch_bearer()])
    light(state, 0)
    assert RAIDERS.to_act(state) == [0, 1, 2]

    play(state, 0, "ball")
    light(state, 0)
    assert RAIDERS.to_act(state) == [1, 2]

    play(state, 1, "p4")
    play(state, 2, "p3")
    assert RAIDERS.to_act(state) == [0]
    assert RAIDERS.legal(state, 1) == [TORCH]
    light(state, 1)
    assert RAIDERS.to_act(state) == [0]
    assert state["wave"] == 2


@pytest.mark.clause("DR-030")
def test_a_torch_does_not_replace_the_card_and_leaves_a_commitment_where_it_lies() -> None:
    state = game("tre-1", seats=[torch_bearer(), seat(), seat()])
    play(state, 0, "p2")

    light(state, 0)

    assert state["seats"][0]["committed"] == ["p2"]
    assert refused_card(state, 0, "p5") == "DR-022"


@pytest.mark.clause("DR-030")
def test_without_a_torch_none_is_lit() -> None:
    assert refused_torch(game("tre-1"), 1) == "DR-030"


@pytest.mark.clause("DR-030", "DR-100", "DR-132")
@pytest.mark.parametrize(("status", "life", "clause"), [("dead", 0, "DR-100"), ("petrified", 5, "DR-132")])
def test_who_has_left_the_game_lights_no_torch(status: str, life: int, clause: str) -> None:
    state = game("tre-1", seats=[seat(status=status, life=life), seat(), seat()])

    assert refused_torch(state, 0) == clause


@pytest.mark.clause("DR-031")
def test_a_torch_shows_its_seat_and_nobody_else_every_dark_room_of_the_level() -> None:
    state = game(
        "tre-1", seats=[torch_bearer(), seat(), seat()], lit=DARK_2_AND_4, ahead={2: "vau-items", 4: "mon-dragon"}
    )

    facts = light(state, 0)

    assert types(facts) == ["torch_lit"]
    assert told(facts, "torch_lit")[0] == {
        "type": "torch_lit",
        "clauses": ["DR-030", "DR-031"],
        "seat": 0,
        "dark_count": 2,
    }
    assert facts.private[0].shown == ["level-1/1", "level-1/3"]
    assert facts.private[0].facts[0]["cards"] == ["vau-items", "mon-dragon"]
    assert list(facts.private) == [0]
    assert facts.opened == []

    def row(viewer: object) -> list[str | None]:
        return [room["card"] for room in RAIDERS.view(state, viewer)["dungeon"][0]]

    everything = state["dungeon"][0]
    assert row(seat_viewer(0)) == row(ARBITER) == everything
    hidden = [everything[0], None, everything[2], None, everything[4]]
    assert row(seat_viewer(1)) == row(seat_viewer(2)) == row(SPECTATOR) == hidden


@pytest.mark.clause("DR-031")
def test_on_the_fifth_level_a_torch_shows_the_boss_too() -> None:
    state = game("tre-1", level=5, seats=[torch_bearer(), seat(), seat()], boss="boss-gazer")

    light(state, 0)

    assert RAIDERS.view(state, seat_viewer(0))["dungeon"][4][4]["card"] == "boss-gazer"
    assert RAIDERS.view(state, seat_viewer(1))["dungeon"][4][4]["card"] is None


@pytest.mark.clause("DR-032")
def test_a_torch_shows_nothing_of_later_levels() -> None:
    state = game("tre-1", level=2, seats=[torch_bearer(), seat(), seat()])

    light(state, 0)

    view = RAIDERS.view(state, seat_viewer(0))
    assert all(room["card"] is None and room["lit"] is None for level in view["dungeon"][2:] for room in level)


@pytest.mark.clause("DR-032")
def test_what_a_torch_showed_stays_known_to_its_seat_in_the_following_rooms() -> None:
    state = game("tre-1", seats=[torch_bearer(), seat(), seat()], lit=DARK_2_AND_4, ahead={4: "mon-dragon"})
    light(state, 0)

    play_all(state, "p3", "p2", "p1")

    assert RAIDERS.view(state, seat_viewer(0))["dungeon"][0][3]["card"] == "mon-dragon"
    assert RAIDERS.view(state, seat_viewer(1))["dungeon"][0][3]["card"] is None


@pytest.mark.clause("DR-033")
def test_a_torch_may_be_lit_in_vain() -> None:
    state = game("tre-1", seats=[torch_bearer(), seat(), seat()])

    facts = light(state, 0)

    assert told(facts, "torch_lit")[0]["dark_count"] == 0
    assert facts.private[0].shown == []
    assert hand(state, 0) == ALL_FIVE.split()


@pytest.mark.clause("DR-034", "DR-083")
def test_a_lit_torch_is_back_in_the_supply_only_after_the_reset() -> None:
    state = game("tre-1", seats=[torch_bearer(), seat(), seat()])
    light(state, 0)
    assert state["supply"]["torch"] == 5

    play(state, 0, "p1")
    play(state, 1, "p2")
    assert state["supply"]["torch"] == 5
    play(state, 2, "p3")

    assert state["supply"]["torch"] == 6


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


@pytest.mark.clause("DR-035")
def test_who_played_no_ball_plays_no_second_card() -> None:
    state = game("tre-4", seats=[seat(f"{ALL_FIVE} ball"), seat(), seat()])
    play_all(state, "ball", "p4", "p5")

    assert refused_card(state, 1, "p5") == "DR-035"


@pytest.mark.clause("DR-036")
@pytest.mark.parametrize(
    ("room", "follow_ups"),
    [
        ("tre-1", [*ALL_FIVE.split(), "ball", "key"]),
        ("mon-mass", [*ALL_FIVE.split(), "ball", "sword"]),
        ("vau-coins", [*ALL_FIVE.split(), "ball"]),
    ],
)
def test_a_ball_may_be_followed_by_any_card_legal_in_the_room(room: str, follow_ups: list[str]) -> None:
    state = game(room, seats=[seat(f"{ALL_FIVE} ball ball key sword torch"), seat(), seat()])
    play_all(state, "ball", "p1", "p1")

    assert playable(state, 0) == follow_ups


@pytest.mark.clause("DR-037")
def test_several_balls_are_followed_face_down_and_together() -> None:
    state = game("tre-4", seats=[seat(f"{ALL_FIVE} ball"), seat(f"{ALL_FIVE} ball"), seat()])
    facts = play_all(state, "ball", "ball", "p1")
    assert told(facts, "balls_followed")[0]["seats"] == [0, 1]

    hidden = play(state, 1, "p4")

    assert types(hidden) == ["cards_committed"]
    assert RAIDERS.view(state, seat_viewer(0))["seats"][1]["committed"] is None
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


@pytest.mark.clause("DR-039", "DR-040", "DR-041")
@pytest.mark.parametrize(("room", "item"), [("tre-1", "key"), ("mon-mass", "sword"), ("trap-lava", "ball")])
def test_a_played_item_is_back_in_the_supply_only_after_the_reset(room: str, item: str) -> None:
    state = game(room, seats=[seat(f"{ALL_FIVE} {item}"), seat(f"{ALL_FIVE} ball"), seat()])

    play_all(state, item, "ball", "p2")
    assert state["in_play"][0] == {"item": item, "seat": 0}
    before = state["supply"][item]
    play_all(state, *["p5"] * len(state["owing"]))

    assert before == (4 if item == "ball" else 5)
    assert state["supply"][item] == 6
    assert state["in_play"] == []


@pytest.mark.clause("DR-042")
def test_nobody_learns_from_the_seats_that_owe_who_could_light_a_torch() -> None:
    state = game("tre-1", seats=[torch_bearer(), seat(), seat()])
    play(state, 0, "p1")

    assert RAIDERS.to_act(state) == [1, 2]
    assert RAIDERS.legal(state, 0) == [TORCH]
    for viewer in (SPECTATOR, seat_viewer(1)):
        assert "torch" not in str(RAIDERS.view(state, viewer)["seats"][0]["hand"])


@pytest.mark.clause("DR-042")
def test_a_torch_laid_face_down_against_a_boss_looks_to_others_like_any_other_second_card() -> None:
    """Two worlds, one with the torch face down and one with a 2; whoever may not know sees the same."""
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
