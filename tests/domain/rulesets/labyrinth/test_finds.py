"""What else exploring brings: rivals, the Mage, the Specials, Cages."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.labyrinth.builders import (
    EAST_ROOM,
    a_state,
    discarded,
    explored,
    legal,
    play,
    refused,
    rivals_of,
    team_of,
    told,
    told_types,
)


@pytest.mark.clause("LB-037", "LB-101")
def test_a_knight_found_becomes_a_rival_on_the_players_cell_without_a_duel() -> None:
    state = a_state(table=[EAST_ROOM], top=["K7", "R1"])

    facts = play(state, "move", x=1, y=0)

    assert state["rivals"] == [{"colour": "blue", "knight": "K7", "trophy": None, "at": [1, 0]}]
    assert list(team_of(state)) == ["K1", "K2"]
    assert told(facts, "rival_appeared") == [{"rival": "blue", "knight": "K7", "x": 1, "y": 0}]
    assert told(facts, "duel_begun") == []
    assert (state["phase"], state["turn"], state["deck"][0]) == ("choose_move", 2, "R1")
    assert discarded(facts) == []


@pytest.mark.clause("LB-037")
@pytest.mark.parametrize(
    ("colour", "in_play", "comes"),
    [
        ("blue", [], "red"),
        ("red", [], "blue"),
        ("red", ["blue"], "green"),
        ("red", ["green"], "blue"),
        ("green", ["red", "blue"], "yellow"),
        ("yellow", ["red", "green"], "blue"),
    ],
)
def test_the_next_rival_has_the_first_free_colour(colour: str, in_play: list[str], comes: str) -> None:
    rivals = [(taken, f"K{8 - index}", None, (0, 0)) for index, taken in enumerate(in_play)]
    state, _ = explored("K9", rivals=rivals, options={"colour": colour})

    assert list(rivals_of(state)) == [*in_play, comes]
    assert rivals_of(state)[comes] == ("K9", None)


@pytest.mark.clause("LB-037")
def test_all_three_knights_of_the_deck_find_a_colour() -> None:
    state = a_state(top=["K7", "K8", "K9"], options={"colour": "yellow"})
    for _ in range(3):
        play(state, "stay")

    assert rivals_of(state) == {"red": ("K7", None), "blue": ("K8", None), "green": ("K9", None)}


@pytest.mark.clause("LB-038")
def test_the_mage_joins_at_once_wanted_or_not() -> None:
    state, facts = explored("MAGE", team={"K1": "S1"})

    assert team_of(state) == {"K1": "S1", "MAGE": None}
    assert told(facts, "mage_joined") == [{"seat": 0, "character": "MAGE"}]
    assert (state["phase"], state["turn"]) == ("choose_move", 2)


@pytest.mark.clause("LB-038")
def test_the_mage_may_be_the_seventh_of_the_team() -> None:
    team = {"K1": "S1", "K2": None, "K3": None, "K4": None, "K5": None, "K6": None}
    state, _ = explored("MAGE", team=team, options={"team_size": 6})

    assert list(team_of(state)) == [*team, "MAGE"]


@pytest.mark.clause("LB-039")
def test_the_thief_takes_a_rivals_trophy_from_anywhere_to_a_free_slot() -> None:
    state = a_state(
        table=[EAST_ROOM, ("L08", (0, 1), 0)],
        team={"K1": "S1", "K2": None, "K3": None},
        rivals=[("blue", "K9", "R1", (0, 1)), ("green", "K8", None, (0, 1))],
        top=["THIEF"],
    )
    play(state, "move", x=1, y=0)
    assert legal(state) == ["steal_trophy blue K2", "steal_trophy blue K3", "decline"]

    facts = play(state, "steal_trophy", rival="blue", character="K3")

    assert team_of(state) == {"K1": "S1", "K2": None, "K3": "R1"}
    assert rivals_of(state)["blue"] == ("K9", None)
    assert discarded(facts) == ["THIEF"]
    assert told(facts, "trophy_stolen") == [{"seat": 0, "rival": "blue", "character": "K3", "card": "R1"}]
    assert state["turn"] == 2


@pytest.mark.clause("LB-039")
def test_the_thief_may_be_declined() -> None:
    state, _ = explored("THIEF", rivals=[("blue", "K9", "R1", (0, 0))])

    facts = play(state, "decline")

    assert (team_of(state), rivals_of(state)) == ({"K1": "S1", "K2": None}, {"blue": ("K9", "R1")})
    assert discarded(facts) == ["THIEF"]


@pytest.mark.clause("LB-039", "LB-005")
def test_what_the_thief_cannot_do() -> None:
    rivals = [("blue", "K9", "R1", (0, 0)), ("green", "K8", None, (0, 0))]
    state, _ = explored("THIEF", rivals=rivals)

    assert refused(state, "steal_trophy", rival="green", character="K2").clause == "LB-039"
    assert refused(state, "steal_trophy", rival="yellow", character="K2").clause == "LB-039"
    assert refused(state, "steal_trophy", rival="blue", character="K5").clause == "LB-039"
    assert refused(state, "steal_trophy", rival="blue", character="K1").clause == "LB-005"


@pytest.mark.clause("LB-039")
@pytest.mark.parametrize(
    ("team", "rival_trophy"),
    [({"K1": "S1", "K2": None}, None), ({"K1": "S1", "K2": "P1"}, "R1"), ({"K1": "S1"}, "R1")],
)
def test_the_thief_does_nothing_without_a_target_or_a_free_slot(
    team: dict[str, str | None], rival_trophy: str | None
) -> None:
    state, facts = explored("THIEF", team=team, rivals=[("blue", "K9", rival_trophy, (0, 0))])

    assert (state["phase"], state["turn"]) == ("choose_move", 2)
    assert (team_of(state), rivals_of(state)) == (team, {"blue": ("K9", rival_trophy)})
    assert told(facts, "special_without_effect") == [{"card": "THIEF"}]
    assert discarded(facts) == ["THIEF"]


@pytest.mark.clause("LB-039")
def test_the_market_exchanges_a_trophy_for_a_rivals() -> None:
    state, _ = explored(
        "MARKET",
        team={"K1": "S1", "K2": None, "K3": "P1"},
        rivals=[("blue", "K9", "R1", (0, 0)), ("green", "K8", None, (0, 0))],
    )
    assert legal(state) == ["trade_trophy blue K1", "trade_trophy blue K3", "decline"]
    assert refused(state, "trade_trophy", rival="blue", character="K2").clause == "LB-039"
    assert refused(state, "trade_trophy", rival="green", character="K1").clause == "LB-039"

    facts = play(state, "trade_trophy", rival="blue", character="K3")

    assert team_of(state) == {"K1": "S1", "K2": None, "K3": "R1"}
    assert rivals_of(state)["blue"] == ("K9", "P1")
    assert discarded(facts) == ["MARKET"]
    assert told(facts, "trophies_traded") == [
        {"seat": 0, "rival": "blue", "character": "K3", "given": "P1", "card": "R1"}
    ]


@pytest.mark.clause("LB-039")
def test_the_market_may_be_declined() -> None:
    state, _ = explored("MARKET", rivals=[("blue", "K9", "R1", (0, 0))])

    facts = play(state, "decline")

    assert (team_of(state), rivals_of(state)) == ({"K1": "S1", "K2": None}, {"blue": ("K9", "R1")})
    assert discarded(facts) == ["MARKET"]


@pytest.mark.clause("LB-039")
@pytest.mark.parametrize(("mine", "theirs"), [(None, "R1"), ("S1", None), (None, None)])
def test_the_market_needs_a_trophy_on_both_sides(mine: str | None, theirs: str | None) -> None:
    state, facts = explored("MARKET", team={"K1": mine}, rivals=[("blue", "K9", theirs, (0, 0))])

    assert (state["phase"], team_of(state), rivals_of(state)) == (
        "choose_move",
        {"K1": mine},
        {"blue": ("K9", theirs)},
    )
    assert discarded(facts) == ["MARKET"]


@pytest.mark.clause("LB-050")
def test_the_dragon_burns_everybodys_paper_and_scares_one_character_away() -> None:
    """The example of the clause."""
    state, facts = explored("DRAGON", team={"K2": "P1", "K5": "R1"}, rivals=[("blue", "K9", "P2", (0, 0))])
    assert told_types(facts)[-5:] == [
        "dragon_struck",
        "paper_burnt",
        "cards_discarded",
        "rival_paper_burnt",
        "cards_discarded",
    ]
    assert discarded(facts) == ["P1", "P2"]
    assert (team_of(state), rivals_of(state)) == ({"K2": None, "K5": "R1"}, {"blue": ("K9", None)})
    assert legal(state) == ["lose_character K2", "lose_character K5"]

    facts = play(state, "lose_character", character="K5")

    assert discarded(facts) == ["K5", "R1", "DRAGON"]
    assert (team_of(state), rivals_of(state)) == ({"K2": None}, {"blue": ("K9", None)})
    assert (state["phase"], state["turn"]) == ("choose_move", 2)


@pytest.mark.clause("LB-050")
def test_the_dragon_burns_no_rock_or_scissors_and_reaches_rivals_anywhere() -> None:
    state = a_state(
        table=[EAST_ROOM],
        team={"K1": "S1", "MAGE": "P1", "K2": "P3"},
        rivals=[("blue", "K9", "P2", (0, 0)), ("green", "K8", "R2", (0, 0))],
        top=["DRAGON"],
    )
    play(state, "move", x=1, y=0)

    assert team_of(state) == {"K1": "S1", "MAGE": None, "K2": None}
    assert rivals_of(state) == {"blue": ("K9", None), "green": ("K8", "R2")}
    assert len(legal(state)) == 3


@pytest.mark.clause("LB-050")
def test_the_dragon_scares_only_a_character_of_the_team() -> None:
    state, _ = explored("DRAGON", rivals=[("blue", "K9", None, (0, 0))])

    assert refused(state, "lose_character", character="K9").clause == "LB-050"
    assert refused(state, "fight_steambot", character="K1").clause == "LB-042"


@pytest.mark.clause("LB-051")
def test_a_cage_found_has_no_effect() -> None:
    state, facts = explored("C1", rivals=[("blue", "K9", "R1", (0, 0))])

    assert discarded(facts) == ["C1"]
    assert (team_of(state), rivals_of(state)) == ({"K1": "S1", "K2": None}, {"blue": ("K9", "R1")})
    assert (state["phase"], state["turn"]) == ("choose_move", 2)


@pytest.mark.clause("LB-051")
def test_a_cage_found_is_not_kept_for_the_next_steambot() -> None:
    state = a_state(top=["C1", "BS1"], team={"K1": None})
    play(state, "stay")
    play(state, "stay")

    assert legal(state) == ["lose_character K1"]


@pytest.mark.clause("LB-007")
def test_the_discard_lies_open_in_order_and_never_comes_back() -> None:
    """The last cards of a deck are drawn with a full discard beside it; the game ends, nothing is shuffled."""
    state = a_state(top=["C1", "C2"], whole_deck=True)
    before = list(state["discard"])

    play(state, "stay")
    assert state["discard"] == [*before, "C1"]
    assert state["deck"] == ["C2"]
    play(state, "stay")

    assert state["discard"] == [*before, "C1", "C2"]
    assert (state["deck"], state["phase"]) == ([], "place_chest")
