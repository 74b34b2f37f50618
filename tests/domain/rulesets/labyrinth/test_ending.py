"""How the game ends, the Chest, the result and how results compare."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from delvebook.domain.rulesets.labyrinth.content import CONTENT
from delvebook.domain.rulesets.labyrinth.ending import rank_key
from delvebook.domain.rulesets.labyrinth.state import Result, State, ended_by
from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.labyrinth.tables import (
    CLOSED,
    EAST_ROOM,
    RULES,
    SEVEN,
    Laid,
    a_state,
    discarded,
    duel,
    legal,
    play,
    refused,
    told,
    told_types,
)


def last_turn(*cards: str, to: tuple[int, int] = (1, 0), table: Laid | None = None, **arguments: object) -> State:
    """A state in which the player has moved and drawn the last cards of the deck."""
    state = a_state(table=[EAST_ROOM] if table is None else table, top=cards, whole_deck=True, **arguments)  # type: ignore[arg-type]
    play(state, "move", x=to[0], y=to[1])
    return state


def eighth(team: dict[str, str | None], *, at: tuple[int, int] = (0, 0), to: tuple[int, int] = (0, 1)) -> State:
    """A state in which the eighth Location has been laid with the player at `to`."""
    state = a_state(table=SEVEN, top=["L12"], team=team, at=at)
    play(state, "move", x=to[0], y=to[1])
    play(state, "place_location", x=0, y=3, rotation=0)
    return state


@pytest.mark.clause("LB-110")
def test_without_a_character_the_game_is_lost_at_once() -> None:
    state = a_state(team={"K1": "R1"}, top=["BL1", "R2"])
    play(state, "stay")
    facts = play(state, "lose_character", character="K1")

    assert (state["phase"], RULES.to_act(state), legal(state)) == ("over", [], [])
    assert state["result"] == {
        "outcome": "lost",
        "ended_by": "team_lost",
        "chest_placed": False,
        "moves": None,
        "place": None,
        "knights": 0,
        "mage": False,
        "trophies": 0,
        "turns": 1,
    }
    assert told_types(facts)[-2:] == ["end_reached", "game_lost"]
    assert "CHEST" not in state["discard"]
    assert state["deck"][0] == "R2"


@pytest.mark.clause("LB-110")
def test_with_one_character_left_the_game_goes_on() -> None:
    state = a_state(team={"K1": "R1", "K2": None}, top=["BL1", "R2"])
    play(state, "stay")
    play(state, "lose_character", character="K1")

    assert (state["phase"], state["turn"]) == ("choose_move", 2)


@pytest.mark.clause("LB-110")
def test_the_seventh_location_ends_nothing_and_the_eighth_leads_to_the_chest_at_once() -> None:
    state = a_state(table=SEVEN[:6], top=["L12", "L06"])
    play(state, "move", x=0, y=1)
    play(state, "place_location", x=0, y=3, rotation=0)
    assert (state["laid_count"], state["phase"]) == (7, "choose_move")

    play(state, "move", x=0, y=2)
    facts = play(state, "place_location", x=1, y=0, rotation=0)

    assert (state["laid_count"], state["phase"], state["resolving"]) == (8, "place_chest", None)
    assert told(facts, "end_reached") == [
        {"reason": "eight_locations", "laid_count": 8, "deck_count": len(state["deck"])}
    ]
    assert state["deck"], "cards are left in the deck"


@pytest.mark.clause("LB-110")
def test_the_last_card_is_fully_resolved_before_the_empty_deck_ends_the_game() -> None:
    state = last_turn("R1")
    assert (state["deck"], state["phase"]) == ([], "trophy")

    facts = play(state, "take_trophy", kind="rock", character="K2")

    assert state["phase"] == "place_chest"
    assert told(facts, "end_reached") == [{"reason": "deck_empty", "laid_count": 1, "deck_count": 0}]


@pytest.mark.clause("LB-110")
def test_with_one_card_left_the_game_goes_on() -> None:
    state = last_turn("C1", "R1")

    assert (state["phase"], state["turn"]) == ("choose_move", 2)


@pytest.mark.clause("LB-110")
def test_the_eighth_location_as_the_last_card_counts_as_eight_locations() -> None:
    state = last_turn("L12", table=SEVEN, to=(0, 1))
    play(state, "place_location", x=0, y=3, rotation=0)
    play(state, "place_chest", x=0, y=-3, rotation=0)

    assert (state["deck"], state["result"]["ended_by"]) == ([], "eight_locations")


@pytest.mark.clause("LB-110")
def test_the_reasons_to_end_are_looked_at_in_their_order() -> None:
    """No turn of the published cards brings two of the first kinds at once, so the table is set by hand."""
    state = a_state(table=SEVEN, top=["C1"], whole_deck=True)
    assert ended_by(CONTENT, state) is None
    state["deck"] = []
    assert ended_by(CONTENT, state) == "deck_empty"
    state["laid_count"] = 8
    assert ended_by(CONTENT, state) == "eight_locations"
    state["team"] = []
    assert ended_by(CONTENT, state) == "team_lost"


@pytest.mark.clause("LB-111")
def test_the_mage_alone_keeps_the_game_going() -> None:
    state = a_state(team={"K1": None, "MAGE": None}, top=["BS1", "C1"])
    play(state, "stay")
    play(state, "lose_character", character="K1")
    assert (state["phase"], state["turn"]) == ("choose_move", 2)

    play(state, "stay")

    assert state["phase"] == "choose_move"


@pytest.mark.clause("LB-111")
def test_the_mage_alone_can_win_with_no_knight_left() -> None:
    state = eighth({"MAGE": "P1"})
    play(state, "place_chest", x=0, y=-3, rotation=0)

    result = state["result"]
    assert (result["outcome"], result["knights"], result["mage"], result["trophies"]) == ("won", 0, True, 1)


@pytest.mark.clause("LB-111", "LB-110")
def test_losing_the_last_character_with_the_last_card_is_a_loss() -> None:
    state = last_turn("BL1", team={"K1": None})
    play(state, "lose_character", character="K1")

    assert (state["result"]["outcome"], state["result"]["ended_by"]) == ("lost", "team_lost")


@pytest.mark.clause("LB-112")
def test_the_chest_goes_anywhere_it_gets_a_passage_upright_or_turned() -> None:
    """Only exits to the north and the south can take it."""
    state = last_turn("C1", table=[EAST_ROOM, ("L08", (0, 1), 0)])

    assert legal(state) == ["place_chest 0 -1 0", "place_chest 0 2 180"]
    assert refused(state, "place_chest", x=0, y=-1, rotation=180).clause == "LB-033"
    assert refused(state, "place_chest", x=-1, y=0, rotation=0).clause == "LB-033"
    assert refused(state, "place_chest", x=1, y=0, rotation=0).clause == "LB-033"
    assert refused(state, "move", x=0, y=0).clause == "LB-020"

    facts = play(state, "place_chest", x=0, y=2, rotation=180)

    assert state["labyrinth"][-1] == {"card": "CHEST", "cell": [0, 2], "rotation": 180}
    assert told(facts, "chest_laid") == [{"card": "CHEST", "x": 0, "y": 2, "rotation": 180}]
    assert (state["phase"], state["result"]["outcome"], state["result"]["moves"]) == ("over", "won", 3)


@pytest.mark.clause("LB-112")
def test_the_game_is_lost_if_the_chest_fits_nowhere() -> None:
    """The example of section "End": free exits are left, but only to the east and the west."""
    state = last_turn("C1", table=[("L12", (0, -1), 180), ("L04", (0, 1), 0)], to=(0, 1), team={"K1": "S1", "K2": "R1"})

    assert state["phase"] == "over"
    result = state["result"]
    assert (result["outcome"], result["ended_by"], result["chest_placed"]) == ("lost", "deck_empty", False)
    assert (result["moves"], result["place"], result["knights"], result["trophies"]) == (None, None, 2, 2)
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.ranking, outcome.scores) == ("deck_empty", [], [[0]], [None])


@pytest.mark.clause("LB-112")
def test_eight_locations_without_a_place_for_the_chest_lose_too() -> None:
    """Exits are left open after the eighth, but only to the east: the Chest needs one to the north or south."""
    table: Laid = [
        ("L12", (0, -1), 180),
        ("L08", (0, 1), 0),
        ("L09", (0, 2), 0),
        ("L04", (0, 3), 0),
        ("L05", (-1, 0), 0),
        ("L07", (-1, -1), 180),
        ("L10", (1, 0), 0),
    ]
    state = a_state(table=table, top=["L11"])
    play(state, "move", x=1, y=0)
    assert legal(state) == ["place_location 2 0 0", "place_location 1 3 0"]

    facts = play(state, "place_location", x=2, y=0, rotation=0)

    assert told(facts, "chest_shut_out") == [{"card": "CHEST"}]
    assert (state["phase"], state["laid_count"], len(state["labyrinth"])) == ("over", 8, 9)
    assert (state["result"]["outcome"], state["result"]["ended_by"]) == ("lost", "eight_locations")
    assert state["result"]["chest_placed"] is False
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.clauses) == ("eight_locations", [], ["LB-110", "LB-112"])


@pytest.mark.clause("LB-112")
def test_a_labyrinth_without_an_open_exit_has_no_place_for_the_chest() -> None:
    state = last_turn("C1", table=CLOSED)

    assert (state["phase"], state["result"]["outcome"], state["result"]["ended_by"]) == ("over", "lost", "deck_empty")


@pytest.mark.clause("LB-113")
def test_the_moves_are_the_least_over_all_paths() -> None:
    """The example of section "End": five moves round the corner to the only place for the Chest."""
    table: Laid = [
        ("L03", (-1, 0), 180),
        ("L02", (-1, 1), 180),
        ("L04", (0, -1), 180),
        ("L05", (0, 1), 0),
        ("L06", (1, 0), 0),
        ("L12", (1, -1), 180),
        ("L10", (1, 1), 0),
    ]
    state = a_state(table=table, top=["L11"], at=(0, 1))
    play(state, "move", x=1, y=1)
    play(state, "place_location", x=2, y=1, rotation=0)
    assert legal(state) == ["place_chest -1 2 180"]

    facts = play(state, "place_chest", x=-1, y=2, rotation=180)

    assert (state["result"]["moves"], state["result"]["place"]) == (5, 5)
    assert RULES.view(state, SPECTATOR)["path_to_chest"] == [[0, 1], [0, 0], [-1, 0], [-1, 1], [-1, 2]]
    assert told(facts, "game_won")[0]["moves"] == 5


@pytest.mark.clause("LB-113")
def test_a_chest_beside_the_player_is_one_move_away() -> None:
    state = last_turn("C1", to=(0, 0), at=(1, 0))
    play(state, "place_chest", x=0, y=1, rotation=180)

    assert (state["result"]["moves"], state["result"]["place"]) == (1, 1)


@pytest.mark.clause("LB-113")
def test_of_two_ways_the_shorter_counts() -> None:
    """Round the ring to the Chest: two moves one way, four the other."""
    ring: Laid = [
        ("L03", (0, -1), 180),
        ("L06", (-1, -1), 180),
        ("L02", (-1, 0), 0),
    ]
    state = last_turn("C1", to=(-1, 0), table=ring)
    play(state, "place_chest", x=0, y=1, rotation=180)
    assert state["result"]["moves"] == 2

    state = last_turn("C1", to=(-1, 0), at=(-1, -1), table=ring)
    play(state, "place_chest", x=-1, y=1, rotation=180)
    assert state["result"]["moves"] == 1


@pytest.mark.clause("LB-114", "LB-110")
def test_cards_still_being_resolved_when_the_game_ends_go_to_the_discard() -> None:
    state, _ = duel("R1", "BL1", team={"K1": "P1"})

    facts = play(state, "lose_character", character="K1")

    assert discarded(facts) == ["K1", "P1", "BL1", "R1"]
    assert (state["phase"], state["resolving"]) == ("over", None)


@pytest.mark.clause("LB-112", "LB-113")
def test_the_result_counts_knights_without_the_mage_and_all_trophies_held() -> None:
    state = eighth({"K1": "S1", "K2": None, "K3": "R1", "MAGE": "P1"})
    facts = play(state, "place_chest", x=0, y=-3, rotation=0)

    assert state["result"] == {
        "outcome": "won",
        "ended_by": "eight_locations",
        "chest_placed": True,
        "moves": 4,
        "place": 4,
        "knights": 3,
        "mage": True,
        "trophies": 3,
        "turns": 1,
    }
    assert told(facts, "game_won") == [{"seat": 0, "moves": 4, "place": 4, "knights": 3, "trophies": 3, "turns": 1}]
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.scores) == ("eight_locations", [0], [4])
    assert outcome.details == {**state["result"], "team_size": 3, "rank_key": [4, -3, -3]}


@pytest.mark.clause("LB-110")
def test_a_lost_team_turns_the_hero_to_its_ghost_side() -> None:
    state = a_state(team={"K1": "R1"}, top=["BL1"])
    play(state, "stay")
    assert RULES.view(state, SPECTATOR)["hero"]["side"] == "knight"
    play(state, "lose_character", character="K1")
    assert RULES.view(state, SPECTATOR)["hero"]["side"] == "ghost"

    state = last_turn("C1", table=CLOSED, to=(1, 0))
    assert (state["result"]["outcome"], RULES.view(state, SPECTATOR)["hero"]["side"]) == ("lost", "knight")


def lost_team(*, whole_deck: bool) -> State:
    """The last Character is lost to a Steambot, with cards in the deck or with its last one."""
    state = a_state(team={"K1": None}, top=["BL1"], whole_deck=whole_deck)
    play(state, "stay")
    play(state, "lose_character", character="K1")
    return state


def treasure_found() -> State:
    """The eighth Location is laid, and then the Chest."""
    state = eighth({"K1": None})
    play(state, "place_chest", x=0, y=-3, rotation=0)
    return state


@pytest.mark.clause("LB-110", "LB-111", "LB-112", "LB-113")
@pytest.mark.parametrize(
    ("ended", "clauses"),
    [
        (treasure_found, ["LB-110", "LB-112", "LB-113"]),
        (lambda: last_turn("C1", table=CLOSED), ["LB-110", "LB-112"]),
        (lambda: lost_team(whole_deck=False), ["LB-110"]),
        (lambda: lost_team(whole_deck=True), ["LB-110", "LB-111"]),
    ],
)
def test_the_result_cites_the_clauses_that_ended_the_game(ended: Callable[[], State], clauses: list[str]) -> None:
    outcome = RULES.outcome(ended())

    assert outcome is not None
    assert outcome.clauses == clauses


def won(moves: int, knights: int, trophies: int) -> Result:
    return {
        "outcome": "won",
        "ended_by": "eight_locations",
        "chest_placed": True,
        "moves": moves,
        "place": moves,
        "knights": knights,
        "mage": False,
        "trophies": trophies,
        "turns": 20,
    }


@pytest.mark.clause("LB-113")
def test_won_games_rank_by_moves_then_knights_then_trophies() -> None:
    best_first = [won(1, 3, 0), won(1, 2, 3), won(1, 2, 1), won(1, 0, 0), won(2, 6, 6)]

    for games in (best_first, best_first[::-1]):
        assert sorted(games, key=rank_key) == best_first


@pytest.mark.clause("LB-113")
def test_games_equal_on_all_three_share_a_rank() -> None:
    assert rank_key(won(1, 2, 1)) == rank_key({**won(1, 2, 1), "turns": 30, "mage": True})


@pytest.mark.clause("LB-113")
def test_a_lost_game_has_no_rank() -> None:
    assert rank_key({**won(1, 2, 2), "outcome": "lost", "moves": None, "place": None}) is None
