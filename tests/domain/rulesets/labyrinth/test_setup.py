"""The table before turn 1."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.errors import InvalidOptionsError, InvalidSeatsError
from delvebook.domain.rulesets.labyrinth.content import CONTENT
from delvebook.domain.rulesets.labyrinth.state import State, all_cards
from delvebook.domain.tape import Tape
from tests.domain.rulesets.labyrinth.tables import RULES, legal, play, refused, resolving, team_of, told, told_types

SIZES = [1, 2, 3, 4, 5, 6]
SIZES_OF_SORTS = {"R": 7, "P": 7, "S": 7, "BS": 3, "BL": 2, "BA": 2, "C": 3}
NUMBERED = [f"{sort}{number + 1}" for sort, count in SIZES_OF_SORTS.items() for number in range(count)]
LOCATIONS = [f"L{number:02d}" for number in range(1, 13)]
BASE_ORDER = ["MAGE", *(card for card in NUMBERED if card != "S1"), "DRAGON", "THIEF", "MARKET", *LOCATIONS]
KNIGHTS = [f"K{number}" for number in range(1, 10)]


def set_up(key: bytes = b"setup", **options: Any) -> tuple[State, Any, Tape]:
    tape = Tape(key)
    state, facts = RULES.setup(RULES.parse_options(options, seats=1), seats=1, tape=tape)
    RULES.check(state)
    return state, facts, tape


@pytest.mark.clause("LB-001")
@pytest.mark.parametrize("size", [0, 7, -1, 2.0, "2", None])
def test_a_team_size_outside_one_to_six_is_refused(size: Any) -> None:
    with pytest.raises(InvalidOptionsError) as refused:
        RULES.parse_options({"team_size": size}, seats=1)

    assert "team_size" in refused.value.details["fields"]


@pytest.mark.clause("LB-001")
@pytest.mark.parametrize(("option", "value"), [("colour", "black"), ("colour", "RED"), ("content_version", 2)])
def test_an_unknown_colour_or_content_version_is_refused(option: str, value: Any) -> None:
    with pytest.raises(InvalidOptionsError) as refused:
        RULES.parse_options({option: value}, seats=1)

    assert option in refused.value.details["fields"]


@pytest.mark.clause("LB-001")
@pytest.mark.parametrize("seats", [0, 2, 4])
def test_any_number_of_players_but_one_is_refused(seats: int) -> None:
    with pytest.raises(InvalidSeatsError):
        RULES.parse_options({}, seats=seats)


@pytest.mark.clause("LB-001")
def test_the_standard_game_is_two_red_knights_with_the_first_cards() -> None:
    assert RULES.parse_options({}, seats=1) == {"team_size": 2, "colour": "red", "content_version": 1}
    for colour in ("red", "blue", "green", "yellow"):
        state, facts, _ = set_up(colour=colour)
        assert state["options"] == {"team_size": 2, "colour": colour}
        assert told(facts, "hero_chosen") == [{"seat": 0, "hero": f"HERO-{colour.upper()}", "colour": colour}]


@pytest.mark.clause("LB-002")
@pytest.mark.parametrize("size", SIZES)
def test_team_deck_and_discard_are_the_first_the_next_three_and_the_rest_of_the_shuffled_knights(size: int) -> None:
    state, facts, _ = set_up(team_size=size)

    shuffled = Tape(b"setup").shuffle(KNIGHTS, "knights")
    assert list(team_of(state)) == shuffled[:size]
    assert sorted(card for card in state["deck"] if card in KNIGHTS) == sorted(shuffled[size : size + 3])
    assert state["discard"] == shuffled[size + 3 :]
    assert len(state["discard"]) == 6 - size
    assert len(state["deck"]) == 49
    assert told(facts, "team_gathered") == [{"seat": 0, "cards": shuffled[:size]}]
    assert told(facts, "deck_shuffled") == [{"deck_count": 49, "knights": 3}]


@pytest.mark.clause("LB-002")
def test_chance_is_two_shuffles_the_knights_in_id_order_and_the_deck_in_base_order() -> None:
    state, _, tape = set_up(team_size=3)

    again = Tape(b"setup")
    knights = again.shuffle(KNIGHTS, "knights")
    deck = again.shuffle([*sorted(knights[3:6]), *BASE_ORDER], "deck")
    assert state["deck"] == deck
    assert tape.take_draws() == [
        {"what": "knights", "from": 0, "count": 8},
        {"what": "deck", "from": 8, "count": 48},
    ]


@pytest.mark.clause("LB-002")
def test_nothing_after_the_setup_is_left_to_chance() -> None:
    state, _, tape = set_up(team_size=4)
    drawn = tape.position
    for _ in range(60):
        if not RULES.to_act(state):
            break
        RULES.play(state, 0, RULES.legal(state, 0)[-1], tape=tape)

    assert tape.position == drawn


@pytest.mark.clause("LB-003")
def test_a_lone_knight_carries_the_scissors_and_turn_1_begins_at_once() -> None:
    state, facts, _ = set_up(team_size=1)

    assert list(team_of(state).values()) == ["S1"]
    assert (state["phase"], state["turn"], state["resolving"]) == ("choose_move", 1, None)
    assert told_types(facts)[-2:] == ["starting_trophy_placed", "turn_began"]


@pytest.mark.clause("LB-003")
@pytest.mark.parametrize("size", SIZES[1:])
def test_any_knight_of_a_larger_team_may_carry_the_one_scissors(size: int) -> None:
    state, _, _ = set_up(team_size=size)
    team = list(team_of(state))
    assert (state["phase"], state["turn"]) == ("setup_trophy", 0)
    assert state["resolving"] == resolving(None, still_open=["S1"])
    assert legal(state) == [f"place_starting_trophy {card}" for card in team]

    facts = play(state, "place_starting_trophy", character=team[-1])

    assert team_of(state) == {**dict.fromkeys(team), team[-1]: "S1"}
    assert (state["phase"], state["turn"], state["resolving"]) == ("choose_move", 1, None)
    assert told(facts, "starting_trophy_placed") == [{"seat": 0, "character": team[-1], "card": "S1"}]


@pytest.mark.clause("LB-003")
def test_a_knight_outside_the_team_cannot_carry_the_first_trophy() -> None:
    state, _, _ = set_up()
    stranger = state["discard"][0]

    error = refused(state, "place_starting_trophy", character=stranger)

    assert error.clause == "LB-003"
    assert "is not in your team" in str(error)


@pytest.mark.clause("LB-004", "LB-008")
@pytest.mark.parametrize("size", SIZES)
def test_princess_and_greed_are_removed_and_the_chest_lies_aside(size: int) -> None:
    state, facts, _ = set_up(team_size=size)

    assert state["removed"] == ["PRINCESS", "GREED"]
    for card in ("PRINCESS", "GREED", "CHEST", "START", "S1"):
        assert card not in state["deck"]
        assert card not in state["discard"]
    assert told(facts, "cards_removed") == [{"cards": ["PRINCESS", "GREED"]}]
    assert sorted(all_cards(CONTENT, state)) == sorted(CONTENT.types)
    assert len(CONTENT.types) == 64


@pytest.mark.clause("LB-004")
def test_the_starting_location_alone_is_on_the_table_with_the_token_on_it() -> None:
    state, _, _ = set_up()

    assert state["labyrinth"] == [{"card": "START", "cell": [0, 0], "rotation": 0}]
    assert (state["cell"], state["laid_count"], state["rivals"]) == ([0, 0], 0, [])
