"""Clauses RB-195 to RB-213: experience, raises, and every way a game ends."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.runebound.heroes.figures import experience, raise_cost
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.runebound.tables import RULESET, Desk, table

HEROES = ("H01", "H02", "H03", "H04", "H05", "H06")


def learned(paper: int = 0, seats: int = 1, **counters: int) -> Desk:
    """Seat 0 at the start of its experience phase, with that experience."""
    desk = table(*HEROES[:seats]).counters(**counters)
    desk.hero()["paper"] = paper
    return desk


@pytest.mark.clause("RB-195")
@pytest.mark.parametrize(("seats", "cost"), [(1, 6), (2, 6), (3, 5), (4, 5), (5, 4), (6, 3)])
def test_a_raise_costs_what_the_table_says_for_the_number_of_seats(seats: int, cost: int) -> None:
    assert raise_cost(RULESET.box, table(*HEROES[:seats]).state) == cost

    enough = learned(paper=cost, seats=seats).phase("experience")
    enough.play("raise_stat", stat="body")
    assert enough.hero()["paper"] == 0
    short = learned(paper=cost - 1, seats=seats).phase("experience")
    assert short.asks == "move_choice"


@pytest.mark.clause("RB-195")
def test_the_option_overrides_the_table() -> None:
    desk = table(*HEROES[:2], xp_cost=3)
    desk.hero()["paper"] = 3
    desk.phase("experience").play("raise_stat", stat="mind")

    assert desk.hero()["raises"]["mind"] == 1


@pytest.mark.clause("RB-196")
def test_experience_is_the_worth_of_the_counters_and_the_points_on_paper() -> None:
    desk = learned(paper=3, green=1, yellow=1, blue=1, red=1)

    assert experience(desk.content, desk.hero()) == 1 + 2 + 3 + 4 + 3


@pytest.mark.clause("RB-197")
def test_any_number_of_raises_is_paid_in_a_town_or_not_each_for_one_stat() -> None:
    desk = table(hexes=["h6"]).counters(red=4, blue=3)
    desk.phase("experience")
    for stat in ("body", "body", "life", "stamina"):
        desk.play("raise_stat", stat=stat)

    assert desk.hero()["raises"] == {"mind": 0, "body": 2, "spirit": 0, "life": 1, "stamina": 1}
    view = desk.ruleset.view(desk.state, seat_viewer(0))
    assert (view["heroes"][0]["life"], view["heroes"][0]["stamina"]) == (7, 4)
    assert view["heroes"][0]["attributes"]["body"] == 6
    assert desk.asks == "move_choice"


@pytest.mark.clause("RB-197")
def test_without_the_option_life_and_stamina_can_not_be_raised() -> None:
    desk = table(raise_life_stamina=False)
    desk.hero()["paper"] = 12
    desk.phase("experience")
    assert [action.get("stat") for action in desk.legal()] == ["mind", "body", "spirit", None]
    desk.refused("raise_stat", "RB-197", stat="life")


@pytest.mark.clause("RB-198")
def test_raises_of_one_stat_have_no_limit() -> None:
    desk = table(xp_cost=1)
    desk.hero()["paper"] = 30
    desk.phase("experience")
    for _ in range(29):
        desk.play("raise_stat", stat="spirit")

    assert desk.hero()["raises"]["spirit"] == 29


@pytest.mark.clause("RB-199")
def test_the_example_of_paying_five_with_a_yellow_and_a_red() -> None:
    desk = learned(seats=3, yellow=1, red=1)
    bank = dict(desk.state["bank"])
    desk.phase("experience").play("raise_stat", stat="body")

    assert desk.hero()["counters"] == {"green": 1, "yellow": 0, "blue": 0, "red": 0}
    assert desk.state["bank"]["green"] == bank["green"] - 1
    assert desk.state["bank"]["yellow"] == bank["yellow"] + 1
    assert desk.state["bank"]["red"] == bank["red"] + 1
    assert desk.hero()["paper"] == 0


@pytest.mark.clause("RB-199")
def test_paper_is_paid_first_then_the_cheapest_counters() -> None:
    desk = learned(paper=2, green=2, yellow=2, red=1).phase("experience").play("raise_stat", stat="body")

    assert desk.hero()["paper"] == 0
    assert desk.hero()["counters"] == {"green": 0, "yellow": 1, "blue": 0, "red": 1}


@pytest.mark.clause("RB-199")
def test_paper_beyond_the_cost_stays_on_paper() -> None:
    desk = learned(paper=8, red=1).phase("experience").play("raise_stat", stat="body")

    assert desk.hero()["paper"] == 2
    assert desk.hero()["counters"]["red"] == 1


@pytest.mark.clause("RB-199")
def test_change_comes_in_the_largest_counters_the_bank_has_and_the_rest_on_paper() -> None:
    """Two reds pay 6 of 8: a yellow comes back; with no yellow in the bank, two greens."""
    whole = learned(red=2).phase("experience").play("raise_stat", stat="body")
    assert whole.hero()["counters"] == {"green": 0, "yellow": 1, "blue": 0, "red": 0}

    greens = table("H01", "H02").counters(red=2).counters(seat=1, yellow=2)
    assert greens.state["bank"]["yellow"] == 0
    greens.phase("experience").play("raise_stat", stat="body")
    assert greens.hero()["counters"] == {"green": 2, "yellow": 0, "blue": 0, "red": 0}


@pytest.mark.clause("RB-199")
def test_what_the_bank_can_not_give_back_becomes_paper() -> None:
    desk = table("H01", "H02").counters(red=2).counters(seat=1, green=2, yellow=2)
    assert desk.state["bank"]["green"] == desk.state["bank"]["yellow"] == 0
    desk.phase("experience").play("raise_stat", stat="body")

    assert desk.hero()["counters"] == {"green": 0, "yellow": 0, "blue": 0, "red": 0}
    assert desk.hero()["paper"] == 2


@pytest.mark.clause("RB-200")
def test_unspent_experience_is_kept_for_later_turns() -> None:
    desk = learned(paper=1, green=2).phase("experience")
    assert desk.state["turn"] == 2
    assert experience(desk.content, desk.hero()) == 3
    rich = learned(red=3).phase("experience").play("end_turn")

    assert rich.hero()["counters"]["red"] == 3
    assert rich.state["turn"] == 2


@pytest.mark.clause("RB-199")
@pytest.mark.parametrize(
    ("held", "paid", "change"),
    [
        ({"green": 7}, {"green": 6}, {}),  # exactly, and not one more
        ({"yellow": 1, "red": 1, "blue": 1}, {"yellow": 1, "blue": 1, "red": 1}, {"blue": 1}),
        ({"red": 2}, {"red": 2}, {"green": 2}),
    ],
)
def test_what_was_paid_and_what_came_back_is_told(
    held: dict[str, int], paid: dict[str, int], change: dict[str, int]
) -> None:
    """The other seat holds all yellow counters that are not on the map or paid with."""
    desk = table("H01", "H02").counters(**held)
    desk.counters(seat=1, yellow=desk.state["bank"]["yellow"])
    desk.phase("experience").play("raise_stat", stat="body")

    told = desk.told("experience_paid")[0]
    assert {colour: n for colour, n in told["counters"].items() if n} == paid
    assert {colour: n for colour, n in told["change"].items() if n} == change
    assert told["to_paper"] == 0
