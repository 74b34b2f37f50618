"""The catalogue matches the rules."""

from __future__ import annotations

from typing import Any, Final

import pytest

from delvebook.domain.rulesets.labyrinth.box.grid import EXIT_BITS, letters
from delvebook.domain.rulesets.labyrinth.cards.contests import is_suitable
from tests.domain.rulesets.labyrinth.tables import RULES, SEAT, a_state, duel, explored, play, told_types
from tests.domain.rulesets.labyrinth.turn.test_duel import SAMPLES, happened, pair_table

CATALOGUE: Final = RULES.catalogue
BOX: Final = {component["id"]: component for component in CATALOGUE["components"]}
TABLES: Final = {table["id"]: table for table in CATALOGUE["tables"]}

MEANT: Final = {
    "duel_lay": "lay",
    "duel_dragon": "dragon",
    "duel_nothing": "nothing",
    "duel_trophies": "draw",
    "duel_equal": "draw",
    "duel_steambots": "both",
    "duel_defend": "player",
    "duel_rival_defends": "rival",
    "duel_catch": "player_catches",
    "duel_caught": "rival_catches",
}
"""What happens to two cards of the samples, which are Trophies of one kind and Steambots of two models."""


def in_the_table(mine: str, theirs: str) -> str:
    """The result in the first row of the catalogue's table of the Duel that fits."""
    return next(
        str(result)
        for ours, others, result in TABLES["duel"]["rows"]
        if {mine, "any_card"} & set(ours) and {theirs, "any_card"} & set(others)
    )


@pytest.mark.parametrize(("mine", "theirs", "expected"), pair_table())
def test_the_first_row_that_fits_says_what_happens_in_a_duel(mine: str, theirs: str, expected: str) -> None:
    meant = MEANT[in_the_table(mine, theirs)]

    assert meant == expected
    assert happened(*duel(SAMPLES[mine][0], SAMPLES[theirs][-1], team={"K1": None, "K2": None})) == meant


@pytest.mark.parametrize("mine", SAMPLES)
def test_the_table_holds_for_the_last_card_of_the_deck(mine: str) -> None:
    made = duel(SAMPLES[mine][0], team={"K1": None, "K2": None}, whole_deck=True)
    if made[0]["phase"] == "place_chest":
        told = told_types(made[1])
        assert in_the_table(mine, "none") == (
            "duel_rival_defends" if "steambot_attacked_rival" in told else "duel_nothing"
        )
    else:
        assert MEANT[in_the_table(mine, "none")] == happened(*made)


@pytest.mark.parametrize("mage", [False, True])
def test_figures_and_tables_say_what_beats_a_steambot(mage: bool) -> None:
    rows = {row[0]: row[1 + mage] for row in TABLES["what_beats_steambots"]["rows"]}
    for id_, component in BOX.items():
        if component["kind"] != "steambot":
            continue
        figures = component["figures"]
        beaten_by = figures["beaten_by_with_mage" if mage else "beaten_by"]
        assert beaten_by == rows[figures["model"]]
        for trophy, other in BOX.items():
            if other["kind"] == "trophy":
                suitable = is_suitable(RULES.box, trophy, id_, mage=mage)
                assert (other["figures"]["kind"] in beaten_by) == suitable


def test_what_a_trophy_beats_wins_a_duel() -> None:
    for card, sample in (("R1", "S2"), ("S2", "P1"), ("P1", "R1")):
        assert BOX[card]["figures"]["beats"] == BOX[sample]["figures"]["kind"]
        assert [BOX[card]["figures"]["kind"], BOX[sample]["figures"]["kind"]] in TABLES["what_trophies_beat"]["rows"]
        assert duel(card, sample)[0]["phase"] == "trophy"


def test_a_location_lies_as_its_figures_say() -> None:
    for card, component in BOX.items():
        if component["kind"] != "location" or card in ("START", "CHEST"):
            continue
        figures = component["figures"]
        state, _ = explored(card)
        for action in RULES.legal(state, 0):
            assert action["rotation"] in figures["rotations"]
            other, _ = explored(card)
            play(other, **{"type_" if key == "type" else key: value for key, value in action.items()})
            laid = RULES.view(other, SEAT)["labyrinth"][-1]
            assert laid["exits"] == figures["exits_turned" if action["rotation"] else "exits"]
    assert BOX["START"]["figures"]["exits"] == letters(sum(EXIT_BITS.values())) == ["N", "E", "S", "W"]
    assert (BOX["CHEST"]["figures"]["exits"], BOX["CHEST"]["figures"]["exits_turned"]) == (["S"], ["N"])


def test_the_deck_and_the_setup_are_as_the_tables_say() -> None:
    assert dict(TABLES["deck"]["rows"]) == RULES.view(a_state(), SEAT)["unseen"]
    assert TABLES["setup"]["rows"] == [[size, 3, 6 - size, 49] for size in range(1, 7)]


def test_what_is_always_the_same_is_told() -> None:
    fixed = dict(TABLES["fixed"]["rows"])
    view = RULES.view(a_state(), SEAT)

    assert fixed["location_limit"] == 8
    assert (fixed["start"], fixed["chest"]) == (view["labyrinth"][0]["card"], "CHEST")
    assert fixed["starting_trophy"] == view["team"][0]["trophy"]
    assert fixed["removed"] == ["PRINCESS", "GREED"]
    assert view["hero_supply"] == [f"HERO-{colour.upper()}" for colour in fixed["rival_order"] if colour != "red"]
    assert (fixed["rival_preference"], fixed["burns"]) == (["scissors", "rock", "paper"], "paper")


def test_hero_cards_and_tokens_come_in_the_colours_of_the_game() -> None:
    for colour in ("red", "blue", "green", "yellow"):
        for id_ in (f"HERO-{colour.upper()}", f"TOKEN-{colour.upper()}"):
            assert BOX[id_]["figures"] == {"colour": colour}


def test_the_box_is_whole_and_each_card_says_what_it_does() -> None:
    counted: dict[str, int] = {}
    for component in BOX.values():
        counted[component["kind"]] = counted.get(component["kind"], 0) + component["count"]
        for language in ("en", "ru"):
            assert component["text"][language]
    assert counted == {
        "hero": 4,
        "knight": 9,
        "mage": 1,
        "princess": 1,
        "trophy": 21,
        "steambot": 7,
        "cage": 3,
        "special": 4,
        "location": 14,
        "token": 4,
    }


def test_with_the_catalogue_alone_a_client_can_name_and_draw_everything_on_the_table() -> None:
    """Every card of a view has a name, and every Location the exits that the view shows."""
    state, _ = duel("R1", "BL1", rival_trophy="P2", team={"K1": "S1", "MAGE": None})
    view = RULES.view(state, SEAT)

    def name(id_: Any) -> str:
        return str(BOX[id_]["name"]["en"])

    team = [(name(one["character"]), one["trophy"] and name(one["trophy"])) for one in view["team"]]
    assert team == [("Bram of the Boiler Gate", "Scissors"), ("Mage of the Lower Stacks", None)]
    assert [name(laid["card"]) for laid in view["labyrinth"]] == ["Gatehouse Hall", "Kettle Row"]
    assert [name(view["resolving"][key]) for key in ("card", "rival_card")] == ["Rock", "Lancer Steambot"]
    assert name(view["question"]["steambot"]) == "Lancer Steambot"
    assert CATALOGUE["terms"][view["phase"]]["name"]["en"] == "Defence in a Duel"


def test_every_member_of_a_table_has_a_name_to_show_to_people() -> None:
    """In both languages, so that a client can label what it draws without a word of its own."""
    named = {*CATALOGUE["kinds"], *CATALOGUE["terms"], *CATALOGUE["figures"], *TABLES}
    facts = {schema["$ref"].rpartition("/")[2] for schema in CATALOGUE["schemas"]["facts"].values()}
    members = {
        member
        for name, definition in CATALOGUE["schemas"]["$defs"].items()
        if name not in facts
        for member in definition.get("properties", {})
    }

    assert "laid_count" in members
    assert members - named == set()
