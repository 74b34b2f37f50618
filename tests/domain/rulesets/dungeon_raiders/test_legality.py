"""The refusals, and the clause of each."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from delvebook.domain.bots import Action, random_bot
from delvebook.domain.errors import IllegalActionError
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.rulesets.dungeon_raiders.actions import ROOM_CARDS
from delvebook.domain.rulesets.dungeon_raiders.box.components import CARDS
from delvebook.domain.rulesets.dungeon_raiders.state import State
from delvebook.domain.tape import Tape
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    BOX,
    RAIDERS,
    act,
    game,
    lay_all,
    light,
    petrified_table,
    play,
    play_all,
    playable,
    refused,
    refused_card,
    refused_cards,
    refused_torch,
    seat,
)

EVERY_ACTION: list[Action] = [
    *({"type": "play_card", "card": card} for card in ROOM_CARDS),
    {"type": "play_boss_cards", "cards": []},
    *({"type": "play_boss_cards", "cards": [card]} for card in CARDS),
    *({"type": "play_boss_cards", "cards": list(pair)} for pair in combinations_with_replacement(CARDS, 2)),
    {"type": "light_torch"},
]


@pytest.mark.clause("DR-030")
def test_a_seat_without_a_torch_cannot_light_one() -> None:
    assert refused_torch(game("tre-1"), 1) == "DR-030"


@pytest.mark.clause("DR-030", "DR-100")
def test_a_dead_seat_cannot_light_a_torch() -> None:
    state = game("tre-1", seats=[seat(status="dead", life=0), seat(), seat()])

    assert refused_torch(state, 0) == "DR-100"


@pytest.mark.clause("DR-030", "DR-132")
def test_a_petrified_seat_cannot_light_a_torch() -> None:
    _, state = petrified_table()

    assert refused_torch(state, 0) == "DR-132"


@pytest.mark.clause("DR-035")
def test_a_seat_that_played_no_ball_plays_no_second_card() -> None:
    state = game("tre-4", seats=[seat(f"{ALL_FIVE} ball"), seat(), seat()])
    play_all(state, "ball", "p4", "p5")

    assert refused_card(state, 1, "p5") == "DR-035"


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


@pytest.mark.clause("DR-022")
def test_a_commitment_is_final() -> None:
    state = game("tre-1", seats=[seat(f"{ALL_FIVE} key"), seat(), seat()])
    play(state, 0, "p1")

    for card in ("p5", "p1", "key"):
        assert refused_card(state, 0, card) == "DR-022"


@pytest.mark.clause("DR-020", "DR-112")
def test_each_phase_takes_its_own_action_only() -> None:
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


def is_accepted(state: State, number: int, action: Action) -> bool:
    """Whether the action would be accepted."""
    try:
        RAIDERS.require_legal(state, number, action)
    except IllegalActionError:
        return False
    return True


def assert_listed_if_and_only_if_accepted(state: State) -> None:
    """Compares the list with the judgement of every action the schemas allow, for every seat."""
    for number in range(len(state["seats"])):
        listed = RAIDERS.legal(state, number)
        accepted = [action for action in EVERY_ACTION if is_accepted(state, number, action)]
        assert sorted(map(str, listed)) == sorted(map(str, accepted))


def test_every_action_the_schemas_allow_is_known_to_the_comparison() -> None:
    assert [RAIDERS.parse_action(action) for action in EVERY_ACTION] == EVERY_ACTION
    assert len(EVERY_ACTION) == 8 + (1 + 9 + 45) + 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("mode", ["standard", "tactical"])
def test_an_action_is_listed_exactly_if_it_is_accepted_throughout_random_games(mode: str, seats: int) -> None:
    for number in range(3):
        play_through(
            RAIDERS,
            {"mode": mode},
            bots=[random_bot] * seats,
            seed=seed_of(f"listed/{mode}/{seats}/{number}"),
            on_step=lambda table, _: assert_listed_if_and_only_if_accepted(table.state),
        )


@pytest.mark.parametrize("first", [None, 0], ids=["standard", "tactical"])
@pytest.mark.parametrize(("boss", "fight"), [*((boss, 1) for boss in BOX.bosses), ("boss-twintail", 2)])
def test_an_action_is_listed_exactly_if_it_is_accepted_against_every_boss(
    boss: str, fight: int, first: int | None
) -> None:
    """With every kind of hand: before and after a ball, for the chest, and after the end."""
    hands = [f"{ALL_FIVE} torch ball key sword", "p2 p5 ball ball torch", "p1 sword key", "p4 torch"]
    state = game("boss", boss=boss, fight=fight, first=first, seats=[seat(hand) for hand in hands])
    chance = Tape(seed_of(f"boss/{boss}/{fight}"))
    while state["result"] is None:
        assert_listed_if_and_only_if_accepted(state)
        number = RAIDERS.to_act(state)[0]
        act(state, number, chance.choose(RAIDERS.legal(state, number), "an action"))
    assert_listed_if_and_only_if_accepted(state)


@pytest.mark.parametrize("room", list(BOX.rooms))
def test_an_action_is_listed_exactly_if_it_is_accepted_in_every_room(room: str) -> None:
    hands = [f"{ALL_FIVE} torch ball key sword", "p2 ball ball", "p1 sword key torch", "p4"]
    table = [*(seat(hand) for hand in hands), seat(status="dead", life=0)]
    state = game(room, at=5, seats=table)
    assert_listed_if_and_only_if_accepted(state)

    play(state, 0, "ball")
    assert_listed_if_and_only_if_accepted(state)
    play_all(state, "ball", "p1", "p4")
    assert_listed_if_and_only_if_accepted(state)


@pytest.mark.clause("DR-035", "DR-161")
def test_a_turn_that_is_over_is_told_from_a_ball_that_is_lacking() -> None:
    """In the tactical mode the first wave goes in turn; whoever is asked after it has played a crystal ball."""
    state = game("tre-1", seats=[seat(), seat(f"{ALL_FIVE} ball"), seat()], first=0)
    play(state, 0, "p1")
    assert refused_card(state, 0, "p2") == "DR-161"
    play(state, 1, "ball")
    play(state, 2, "p2")

    assert refused_card(state, 0, "p2") == "DR-035"
