"""The Specials: Thief, Market and Dragon."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.labyrinth.tables import (
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
@pytest.mark.parametrize(
    ("team", "theirs"),
    [
        ({"K1": None}, "R1"),
        ({"K1": "S1"}, None),
        ({"K1": None}, None),
        ({"K1": None, "MAGE": None}, "R1"),
        ({"K1": "P1", "MAGE": "P2"}, None),
    ],
)
def test_the_market_needs_a_trophy_on_both_sides(team: dict[str, str | None], theirs: str | None) -> None:
    state, facts = explored("MARKET", team=team, rivals=[("blue", "K9", theirs, (0, 0))])

    assert (state["phase"], team_of(state), rivals_of(state)) == ("choose_move", team, {"blue": ("K9", theirs)})
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
        team={"K1": "S1", "K2": "P3", "MAGE": "P1"},
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


@pytest.mark.clause("LB-039")
@pytest.mark.parametrize("special", ["THIEF", "MARKET"])
def test_a_thief_or_market_is_discarded_by_its_own_clause_once_it_has_dealt(special: str) -> None:
    team = {"K1": None} if special == "THIEF" else {"K1": "S1"}
    state, _ = explored(special, team=team, rivals=[("blue", "K9", "R1", (0, 0))])

    if special == "THIEF":
        facts = play(state, "steal_trophy", rival="blue", character="K1")
    else:
        facts = play(state, "trade_trophy", rival="blue", character="K1")

    assert [fact["clauses"] for fact in facts.public if fact["type"] == "cards_discarded"] == [["LB-039"]]
    assert discarded(facts) == [special]
