"""Rivals, who follow fixed rules."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.labyrinth.tables import (
    EAST_ROOM,
    RULES,
    a_state,
    before_duel,
    discarded,
    duel,
    explored,
    legal,
    play,
    refused,
    rivals_of,
    told,
)


@pytest.mark.clause("LB-100")
def test_a_rival_stays_where_it_is_and_does_nothing_outside_a_duel() -> None:
    """Nine turns between two other cells, past Trophies, Cages and Steambots."""
    found = ["C1", "R1", "BS1", "C2", "P1", "BL1", "C3", "BA1", "S2"]
    team = {"K1": "S1", "K2": "R3", "K3": "S3"}
    state = before_duel(*found, rival_trophy="R2", table=[EAST_ROOM, ("L08", (0, 1), 0)], team=team)
    before = [dict(state["rivals"][0])]
    for turn, _ in enumerate(found):
        play(state, "move", x=0, y=1 - turn % 2)
        if state["phase"] == "trophy":
            play(state, "leave_trophy")
        elif state["phase"] == "steambot":
            play(state, "fight_steambot", character=RULES.legal(state, 0)[0]["character"])
        assert state["rivals"] == before

    assert state["turn"] == 10


@pytest.mark.clause("LB-101")
def test_a_rival_found_has_its_knight_and_an_empty_slot() -> None:
    state, _ = explored("K8")

    assert rivals_of(state) == {"blue": ("K8", None)}


@pytest.mark.clause("LB-101", "LB-041")
def test_the_players_mage_does_not_make_a_rival_need_paper() -> None:
    state, facts = duel("BL1", "S2", team={"K1": None, "MAGE": None})
    assert rivals_of(state) == {"blue": ("K9", None)}
    assert sorted(discarded(facts)) == ["BL1", "S2"]

    state, facts = duel("BL1", "P2", team={"K1": None, "MAGE": None})
    assert rivals_of(state) == {}


@pytest.mark.clause("LB-102", "LB-070")
def test_a_rival_uses_its_drawn_trophy_before_the_one_it_holds() -> None:
    state, facts = duel("BS1", "R2", rival_trophy="S2")

    assert rivals_of(state) == {"blue": ("K9", "S2")}
    assert sorted(discarded(facts)) == ["BS1", "R2"]
    assert told(facts, "rival_beat_steambot") == [{"rival": "blue", "steambot": "BS1", "card": "R2"}]


@pytest.mark.clause("LB-102")
@pytest.mark.parametrize("drawn", ["R2", "P2", "K8", "MAGE"])
def test_a_rival_uses_the_trophy_it_holds_if_the_drawn_card_does_not_help(drawn: str) -> None:
    state, facts = duel("BL1", drawn, rival_trophy="S2")

    assert rivals_of(state) == {"blue": ("K9", None)}
    assert sorted(discarded(facts)) == sorted(["BL1", "S2", drawn])
    assert told(facts, "rival_beat_steambot") == [{"rival": "blue", "steambot": "BL1", "card": "S2"}]


@pytest.mark.clause("LB-102", "LB-105")
@pytest.mark.parametrize(("steambot", "held"), [("BL1", "R2"), ("BA1", "S2"), ("BS1", "P2"), ("BS1", None)])
def test_a_rival_without_a_suitable_trophy_loses_its_knight(steambot: str, held: str | None) -> None:
    state, facts = duel(steambot, "P3", rival_trophy=held)

    assert rivals_of(state) == {}
    assert sorted(discarded(facts)) == sorted(card for card in (steambot, "P3", "K9", held) if card)
    assert told(facts, "rival_out") == [{"rival": "blue", "knight": "K9", "card": held}]
    assert [fact["clauses"] for fact in facts.public if "K9" in fact.get("cards", ())] == [["LB-105"]]


@pytest.mark.clause("LB-103")
@pytest.mark.parametrize(
    ("held", "mine", "theirs", "kept"),
    [
        ("P2", "S2", "R1", "S2"),
        (None, "S2", "R1", "S2"),
        ("S3", "S2", "R1", "S3"),
        ("R2", "S2", "R1", "S2"),
        (None, "R1", "P1", "R1"),
        ("R2", "R1", "P1", "R2"),
        ("P2", "R1", "P1", "R1"),
        ("S2", "R1", "P1", "S2"),
        (None, "P1", "S2", "S2"),
        ("S3", "P1", "S2", "S3"),
        ("R2", "P1", "S2", "S2"),
    ],
)
def test_a_rival_that_wins_keeps_the_best_of_all_and_its_own_if_equal(
    held: str | None, mine: str, theirs: str, kept: str
) -> None:
    """The first case is the example of the clause."""
    team = {"K1": "P7", "K2": None}
    state, facts = duel(mine, theirs, rival_trophy=held, team=team)

    assert rivals_of(state) == {"blue": ("K9", kept)}
    assert sorted(discarded(facts)) == sorted({held, mine, theirs} - {kept, None})
    assert [member["trophy"] for member in state["team"]] == ["P7", None]
    said = "rival_kept_trophy" if kept == held else "rival_took_trophy"
    assert told(facts, said) == [{"rival": "blue", "card": kept}]


@pytest.mark.clause("LB-104")
def test_a_rival_never_changes_a_draw() -> None:
    state, facts = duel("R1", "R2", team={"K1": None}, rival_trophy="P1")

    assert rivals_of(state) == {"blue": ("K9", "P1")}
    assert discarded(facts) == ["R1", "R2"]
    assert state["phase"] == "choose_move"


@pytest.mark.clause("LB-104", "LB-076")
def test_a_rival_always_lets_a_caught_steambot_loose_at_once() -> None:
    state, facts = duel("BS1", "C1", team={"K1": None})

    assert state["phase"] == "defend"
    assert told(facts, "steambot_attacked") == [{"seat": 0, "steambot": "BS1", "beaten_by": ["scissors", "rock"]}]


@pytest.mark.clause("LB-105", "LB-037")
def test_the_colour_of_a_rival_that_is_out_may_come_again() -> None:
    state, _ = duel("BS1", "P3", "K8", rivals=[("green", "K7", None, (0, 0))], table=[EAST_ROOM, ("L11", (2, 0), 0)])
    assert list(rivals_of(state)) == ["green"]
    assert state["discard"][-2:] == ["K9", "P3"]

    play(state, "move", x=2, y=0)

    assert rivals_of(state) == {"green": ("K7", None), "blue": ("K8", None)}


@pytest.mark.clause("LB-105")
def test_where_a_rival_went_out_one_explores_again() -> None:
    state, _ = duel("BS1", "P3", "C1", "C2")
    play(state, "move", x=0, y=0)

    facts = play(state, "move", x=1, y=0)

    assert told(facts, "card_explored")[0]["card"] == "C2"


@pytest.mark.clause("LB-106")
def test_rivals_block_no_passage() -> None:
    """Blue stands between the player and the far room; one may enter its cell, duel, and go on."""
    table = [("L10", (1, 0), 0), ("L11", (2, 0), 0)]
    state, _ = duel("C1", "K8", table=table)

    assert legal(state) == ["move 2 0", "move 0 0"]
    assert refused(state, "choose_rival", rival="blue").clause == "LB-023"


@pytest.mark.clause("LB-106", "LB-113")
def test_rivals_on_the_way_do_not_make_the_chest_further() -> None:
    table = [("L10", (1, 0), 0), ("L03", (2, 0), 0)]
    rivals = [("blue", "K9", None, (1, 0)), ("green", "K8", None, (2, 0))]
    state = a_state(
        table=[*table, ("L12", (0, 1), 0), ("L02", (0, -1), 0)], rivals=rivals, at=(0, -1), top=["C1"], whole_deck=True
    )
    play(state, "move", x=0, y=0)
    play(state, "place_chest", x=2, y=-1, rotation=0)

    assert state["result"]["moves"] == 3
