"""The setup: the draws in order, and the table after them (§3 and §8 of the specification)."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.errors import InvalidOptionsError
from delvebook.domain.playout import seed_of
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.dungeon_raiders.tables import BOX, RAIDERS, Fixed, hand, set_up, told


def begun(options: dict[str, str], *, seed: str) -> dict[str, Any]:
    """The state of a game of three as it begins."""
    state, _ = RAIDERS.setup(RAIDERS.parse_options(options, seats=3), seats=3, tape=Tape(seed_of(seed)))
    return state


@pytest.mark.clause("DR-160", "DR-180")
def test_the_draws_of_a_tactical_setup_and_their_populations() -> None:
    chance = Fixed()

    set_up(chance, seats=4, mode="tactical")

    deck = list(BOX.deck)
    assert chance.asked == [
        ("shuffle", "the dungeon cards", deck),
        ("shuffle", "the lit and the dark rooms", [(card, at < 12) for at, card in enumerate(deck[6:])]),
        ("choose", "the boss under the deck", list(BOX.bosses)),
        ("shuffle", "the characters", ["explorer", "knight", "thief", "warrior", "wizard"]),
        ("below", "the first player", 4),
    ]
    assert len(deck) == 30
    assert len(BOX.bosses) == 11


def test_a_standard_setup_draws_no_first_player() -> None:
    chance = Fixed()

    set_up(chance, seats=4)

    assert [what for _, what, _ in chance.asked][-1] == "the characters"


def test_every_draw_says_what_it_is_for_and_none_is_made_after_the_setup() -> None:
    tape = Tape(seed_of("setup"))
    state = set_up(tape, mode="tactical")

    assert [draw["count"] for draw in tape.take_draws()] == [29, 23, 1, 4, 1]
    position = tape.position
    while state["result"] is None:
        number = RAIDERS.to_act(state)[0]
        RAIDERS.play(state, number, RAIDERS.legal(state, number)[0], tape=tape)
    assert tape.position == position


@pytest.mark.clause("DR-002", "DR-004", "DR-007")
def test_where_each_shuffled_card_is_placed() -> None:
    deck = list(reversed(BOX.deck))
    order = [(card, at % 2 == 0) for at, card in enumerate(deck[6:])]
    chance = Fixed(orders=[deck, order, ["wizard", "thief", "knight", "warrior", "explorer"]], picks=[4])

    state = set_up(chance)

    assert state["removed"] == deck[:6]
    assert [card for level in state["dungeon"] for card in level] == [*deck[6:], "boss-nightpack"]
    assert [lit for level in state["lit"] for lit in level] == [at % 2 == 0 for at in range(24)] + [False]
    assert [sheet["character"] for sheet in state["seats"]] == ["wizard", "thief", "knight"]
    assert (state["level"], state["room"], state["phase"]) == (1, 1, "play")


@pytest.mark.clause("DR-007")
def test_twelve_rooms_are_lit_and_the_boss_never_is() -> None:
    for number in range(20):
        state = set_up(Tape(seed_of(f"lit/{number}")))
        lit = [lit for level in state["lit"] for lit in level]
        assert sum(lit) == 12
        assert not lit[24]


@pytest.mark.clause("DR-013", "DR-015")
@pytest.mark.parametrize(
    ("character", "life", "treasure", "items"),
    [
        ("explorer", 8, 3, ["torch"]),
        ("knight", 9, 1, ["sword"]),
        ("thief", 8, 2, ["key"]),
        ("warrior", 10, 2, []),
        ("wizard", 9, 1, ["ball", "ball"]),
    ],
)
def test_what_each_character_begins_with(character: str, life: int, treasure: int, items: list[str]) -> None:
    others = [other for other in BOX.characters if other != character]
    state = set_up(
        Fixed(orders=[BOX.deck, [(card, at < 12) for at, card in enumerate(BOX.deck[6:])], [character, *others]])
    )

    sheet = state["seats"][0]
    assert (sheet["life"], sheet["treasure"]) == (life, treasure)
    assert hand(state, 0) == ["p1", "p2", "p3", "p4", "p5", *items]
    dealt = [item for number in range(3) for item in hand(state, number)[5:]]
    assert state["supply"] == {item: 6 - dealt.count(item) for item in ("torch", "ball", "key", "sword")}


def test_the_worked_example_of_the_wizard() -> None:
    order = [(card, at < 12) for at, card in enumerate(BOX.deck[6:])]
    state = set_up(Fixed(orders=[BOX.deck, order, ["wizard", "knight", "thief", "warrior", "explorer"]]), seats=2)

    assert hand(state, 0) == ["p1", "p2", "p3", "p4", "p5", "ball", "ball"]
    assert (state["seats"][0]["life"], state["seats"][0]["treasure"]) == (9, 1)
    assert state["supply"]["ball"] == 4


@pytest.mark.clause("DR-001")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_seat_gets_a_character_of_its_own_and_the_others_leave(seats: int) -> None:
    state = set_up(Tape(seed_of("characters")), seats=seats)

    characters = [sheet["character"] for sheet in state["seats"]]
    assert len(set(characters)) == len(characters) == seats
    assert RAIDERS.to_act(state) == list(range(seats))


@pytest.mark.clause("DR-180", "DR-181")
def test_an_introductory_dungeon_is_shuffled_until_it_holds_an_item_vault() -> None:
    vaults = [card for card in BOX.deck if card == "vau-items"]
    others = [card for card in BOX.deck if card != "vau-items"]
    without = [*vaults, *others]
    with_one = [*vaults[:2], *others, vaults[2]]

    chance = Fixed(orders=[without, without, with_one])
    state = set_up(chance, difficulty="introductory")
    assert [what for _, what, _ in chance.asked].count("the dungeon cards") == 3
    assert sum(card == "vau-items" for level in state["dungeon"] for card in level) == 1

    chance = Fixed(orders=[without])
    state = set_up(chance)
    assert [what for _, what, _ in chance.asked].count("the dungeon cards") == 1
    assert state["removed"].count("vau-items") == 3


def test_the_defaults_are_the_standard_game() -> None:
    assert RAIDERS.parse_options({}, seats=2) == {"mode": "standard", "difficulty": "standard"}
    with pytest.raises(InvalidOptionsError):
        RAIDERS.parse_options({"mode": "solo"}, seats=2)


def test_what_the_setup_tells_everybody() -> None:
    state, facts = RAIDERS.setup(
        RAIDERS.parse_options({"mode": "tactical"}, seats=2), seats=2, tape=Tape(seed_of("told"))
    )

    assert [fact["type"] for fact in facts.public] == [
        "game_set_up",
        "character_dealt",
        "character_dealt",
        "first_player_chosen",
        "level_prepared",
        "room_entered",
    ]
    view = RAIDERS.view(state, SPECTATOR)
    assert told(facts, "room_entered")[0]["card"] == view["card"] == state["dungeon"][0][0]


@pytest.mark.clause("DR-160")
def test_a_first_player_is_drawn_in_the_tactical_mode_only() -> None:
    firsts = []
    for number in range(12):
        table = begun({"mode": "tactical"}, seed=f"first/{number}")
        firsts.append(table["first_seat"])
        assert table["owing"][0] == table["first_seat"]

    assert sorted(set(firsts)) == [0, 1, 2]
    assert begun({}, seed="first/0")["first_seat"] is None
