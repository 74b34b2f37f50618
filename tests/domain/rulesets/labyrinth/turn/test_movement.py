"""The cells the token may go to, and the consequences."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.labyrinth.tables import (
    EAST_ROOM,
    RULES,
    a_state,
    before_duel,
    legal,
    play,
    refused,
    resolving,
    rivals_of,
    told,
    told_types,
)


@pytest.mark.clause("LB-020", "LB-022")
def test_a_move_to_a_free_location_explores_one_card_there() -> None:
    state = a_state(table=[EAST_ROOM], top=["R1", "R2"])

    facts = play(state, "move", x=1, y=0)

    assert state["cell"] == [1, 0]
    assert (state["phase"], state["resolving"]["open"], state["deck"][0]) == ("trophy", ["R1"], "R2")
    assert told(facts, "token_moved") == [{"seat": 0, "card": "L10", "x": 1, "y": 0, "from_x": 0, "from_y": 0}]
    assert told(facts, "card_explored") == [{"seat": 0, "card": "R1", "deck_count": len(state["deck"])}]
    assert facts.opened == [f"deck/{49 - len(state['deck']) - 1}"]


@pytest.mark.clause("LB-020")
def test_one_must_go_on_to_a_different_location_and_may_go_back() -> None:
    state = a_state(table=[EAST_ROOM, ("L11", (2, 0), 0)], at=(1, 0), top=["C1", "C2"])
    assert legal(state) == ["move 2 0", "move 0 0"]
    assert refused(state, "move", x=1, y=0).clause == "LB-020"

    play(state, "move", x=2, y=0)

    assert legal(state) == ["move 1 0"]
    play(state, "move", x=1, y=0)
    assert (state["cell"], state["turn"]) == ([1, 0], 3)


@pytest.mark.clause("LB-020", "LB-025")
def test_one_goes_one_passage_at_a_time() -> None:
    state = a_state(table=[EAST_ROOM, ("L11", (2, 0), 0)])

    assert legal(state) == ["move 1 0"]
    error = refused(state, "move", x=2, y=0)
    assert error.clause == "LB-025"
    assert "no passage" in str(error)
    assert "No Location lies at (0, 1)" in str(refused(state, "move", x=0, y=1))


@pytest.mark.clause("LB-021")
def test_alone_with_the_start_staying_is_the_only_choice() -> None:
    state = a_state(top=["C1", "C2"])

    assert legal(state) == ["stay"]
    assert refused(state, "move", x=1, y=0).clause == "LB-021"
    facts = play(state, "stay")
    assert state["cell"] == [0, 0]
    assert told_types(facts)[:2] == ["token_stayed", "card_explored"]
    assert legal(state) == ["stay"]


@pytest.mark.clause("LB-021")
def test_with_a_second_location_nobody_stays() -> None:
    state = a_state(table=[EAST_ROOM])

    assert legal(state) == ["move 1 0"]
    assert refused(state, "stay").clause == "LB-021"


@pytest.mark.clause("LB-022")
def test_a_move_onto_a_rival_is_a_duel_and_nothing_is_explored() -> None:
    state = before_duel("C1", "K8", "R1")

    facts = play(state, "move", x=1, y=0)

    assert told(facts, "duel_begun") == [{"seat": 0, "rival": "blue"}]
    assert told(facts, "card_explored") == []
    assert (state["deck"][0], state["turn"], state["phase"]) == ("R1", 2, "choose_move")


@pytest.mark.clause("LB-022", "LB-081")
def test_a_rival_elsewhere_is_no_reason_for_a_duel() -> None:
    state = before_duel("C1", table=[EAST_ROOM, ("L08", (0, 1), 0)])

    facts = play(state, "move", x=0, y=1)

    assert told(facts, "duel_begun") == []
    assert told(facts, "card_explored")[0]["card"] == "C1"


@pytest.mark.clause("LB-023")
def test_of_two_rivals_on_the_cell_the_player_chooses_one_for_the_only_duel() -> None:
    more = [("green", "K8", None, (1, 0)), ("yellow", "K7", None, (0, 0))]
    state = before_duel("BS1", "MAGE", "R1", rivals=more)

    facts = play(state, "move", x=1, y=0)

    assert told(facts, "rivals_met") == [{"seat": 0, "rivals": ["blue", "green"]}]
    assert told(facts, "duel_begun") == []
    assert (state["phase"], state["cell"], state["deck"][0]) == ("choose_rival", [1, 0], "BS1")
    assert legal(state) == ["choose_rival blue", "choose_rival green"]
    assert refused(state, "choose_rival", rival="yellow").clause == "LB-023"
    assert refused(state, "choose_rival", rival="red").clause == "LB-023"

    facts = play(state, "choose_rival", rival="green")

    assert told(facts, "duel_begun") == [{"seat": 0, "rival": "green"}]
    assert list(rivals_of(state)) == ["blue", "yellow"]
    assert (state["phase"], state["turn"], state["deck"][0]) == ("choose_move", 2, "R1")


@pytest.mark.clause("LB-023")
def test_all_three_rivals_may_stand_on_one_cell() -> None:
    more = [("green", "K8", None, (1, 0)), ("yellow", "K7", None, (1, 0))]
    state = before_duel("C1", "C2", rivals=more)
    play(state, "move", x=1, y=0)

    assert legal(state) == ["choose_rival blue", "choose_rival green", "choose_rival yellow"]


@pytest.mark.clause("LB-024")
def test_who_stays_explores_though_a_rival_stands_there() -> None:
    state = a_state(rivals=[("blue", "K9", None, (0, 0))], top=["R1"])

    facts = play(state, "stay")

    assert told(facts, "duel_begun") == []
    assert (state["phase"], state["resolving"]) == (
        "trophy",
        resolving("R1"),
    )


@pytest.mark.clause("LB-025")
@pytest.mark.parametrize(
    ("card", "rotation", "joined"),
    [("L06", 0, True), ("L06", 180, False), ("L04", 180, True), ("L03", 180, True)],
)
def test_a_passage_needs_an_exit_on_both_sides(card: str, rotation: int, joined: bool) -> None:
    """The start is open to the east; the card there hangs on a detour and may or may not be open to the west."""
    table = [("L01", (0, 1), 0), ("L02", (1, 1), 180), (card, (1, 0), rotation)]
    state = a_state(table=table)
    RULES.check(state)

    assert ("move 1 0" in legal(state)) is joined
    state["cell"] = [1, 0]
    assert ("move 0 0" in legal(state)) is joined


@pytest.mark.clause("LB-026")
def test_with_two_locations_there_is_always_a_way_on_even_from_a_dead_end() -> None:
    state = a_state(table=[("L12", (0, 1), 0)], at=(0, 1), top=["C1"])

    assert legal(state) == ["move 0 0"]
    play(state, "move", x=0, y=0)
    assert legal(state) == ["move 0 1"]
