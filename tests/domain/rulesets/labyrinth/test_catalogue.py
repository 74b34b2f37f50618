"""What the catalogue says is what the rules do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from delvebook.domain.rulesets.labyrinth.contests import is_suitable
from delvebook.domain.rulesets.labyrinth.grid import EXIT_BITS, letters
from tests.domain.rulesets.labyrinth.tables import RULES, SEAT, a_state, duel, explored, play
from tests.domain.rulesets.labyrinth.test_duel import SAMPLES, happened, pair_table

CATALOGUE: Final = RULES.catalogue
BOX: Final = {component["id"]: component for component in CATALOGUE["components"]}
TABLES: Final = {table["id"]: table for table in CATALOGUE["tables"]}
SPECIALS: Final = ("thief", "market")

FITS: Final[dict[str, Callable[[str, str], bool]]] = {
    "any": lambda one, _: True,
    "any other pair": lambda one, _: True,
    "Location": lambda one, _: one == "location",
    "Dragon": lambda one, _: one == "dragon",
    "any but a Location": lambda one, _: one != "location",
    "any but a Location or the Dragon": lambda one, _: one not in ("location", "dragon"),
    "Thief or Market": lambda one, _: one in SPECIALS,
    "Trophy": lambda one, _: one == "trophy",
    "Trophy of the same kind": lambda one, other: one == other == "trophy",
    "Trophy of another kind": lambda one, _: False,
    "Steambot": lambda one, _: one == "steambot",
    "Steambot of the same model": lambda one, _: False,
    "Steambot of another model": lambda one, other: one == other == "steambot",
    "Cage": lambda one, _: one == "cage",
    "Knight or Mage": lambda one, _: one in ("knight", "mage"),
    "Cage, or Knight": lambda one, _: one in ("cage", "knight"),
    "the same": lambda one, other: one == other,
    "the last card of the deck": lambda one, _: False,
    "none": lambda one, _: False,
}
"""By what the table of the Duel says of a card, whether one of a sort fits beside one of another sort."""

MEANT: Final = {
    "You lay": "lay",
    "The Dragon": "dragon",
    "No effect": "nothing",
    "A draw": "draw",
    "You defend": "player",
    "The rival defends": "rival",
    "Each side": "both",
    "You release": "player_catches",
    "The rival releases": "rival_catches",
}


@pytest.mark.parametrize(("mine", "theirs", "expected"), pair_table())
def test_the_first_row_that_fits_says_what_happens_in_a_duel(mine: str, theirs: str, expected: str) -> None:
    row = next(
        row for row in TABLES["duel"]["rows"] if FITS[row[0]["en"]](mine, theirs) and FITS[row[1]["en"]](theirs, mine)
    )
    meant = next(result for said, result in MEANT.items() if row[2]["en"].startswith(said))

    assert meant == expected
    assert happened(*duel(SAMPLES[mine][0], SAMPLES[theirs][-1], team={"K1": None, "K2": None})) == meant


@pytest.mark.parametrize("mage", [False, True])
def test_figures_and_tables_say_what_beats_a_steambot(mage: bool) -> None:
    rows = {row[0]: row[1 + mage] for row in TABLES["steambots"]["rows"]}
    for id_, component in BOX.items():
        if component["kind"] != "steambot":
            continue
        figures = component["figures"]
        beaten_by = figures["beaten_by_with_mage" if mage else "beaten_by"]
        assert beaten_by == rows[figures["model"]]
        for trophy, other in BOX.items():
            if other["kind"] == "trophy":
                suitable = is_suitable(RULES.plan.content, trophy, id_, mage=mage)
                assert (other["figures"]["kind"] in beaten_by) == suitable


def test_what_a_trophy_beats_wins_a_duel() -> None:
    for card, sample in (("R1", "S2"), ("S2", "P1"), ("P1", "R1")):
        assert BOX[card]["figures"]["beats"] == BOX[sample]["figures"]["kind"]
        assert [BOX[card]["figures"]["kind"], BOX[sample]["figures"]["kind"]] in TABLES["trophies"]["rows"]
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
