"""The bots' forecast of each kind of room is what happens in it (DR-050 to DR-138)."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.dungeon_raiders.rooms.boss import forecast_fight
from delvebook.domain.rulesets.dungeon_raiders.rooms.forecast import Change, Table
from delvebook.domain.rulesets.dungeon_raiders.rooms.ordinary import forecast_room
from delvebook.domain.rulesets.dungeon_raiders.state import State, current_card, living, strength_against
from delvebook.domain.tape import Tape
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    BOX,
    game,
    lay_all,
    lives,
    play_all,
    purses,
    seat,
    statuses,
    told,
    with_symbols,
)


def table_of(state: State) -> Table:
    alive = living(state)
    fights = BOX.kind(current_card(state)) not in ("treasure", "trap", "vault")
    return Table(
        life={number: state["seats"][number]["life"] for number in alive},
        treasure={number: state["seats"][number]["treasure"] for number in alive},
        supply=dict(state["supply"]),
        strength=strength_against(BOX, state, len(alive)) if fights else None,
    )


@pytest.mark.clause("DR-052", "DR-082")
def test_what_nobody_gets_is_not_expected() -> None:
    """Two who tie for a chest of 1 get nothing of it, and two who claim the last key leave it."""
    state = game("vau-items", seats=[seat(), seat(), seat(f"{ALL_FIVE} key key key key key")])

    assert forecast_room(BOX.rooms["tre-1"], table_of(state), {0: 5, 1: 5, 2: 3}).treasure == {}
    assert forecast_room(BOX.rooms["vau-items"], table_of(state), {0: 3, 1: 3, 2: 1}).items == {2: "torch"}


def rich() -> list[dict[str, object]]:
    """Seats that differ in life and treasure, two of them alike."""
    return [seat(life=9, treasure=4), seat(life=8, treasure=7), seat(life=8, treasure=7), seat(life=6, treasure=2)]


@pytest.mark.clause("DR-050", "DR-060", "DR-070", "DR-080")
@pytest.mark.parametrize("room", list(BOX.rooms))
@pytest.mark.parametrize("cards", [(1, 1, 2, 3), (2, 3, 4, 5), (5, 5, 5, 5), (1, 4, 4, 5), (1, 1, 1, 1)])
def test_a_room_does_what_was_expected_of_it(room: str, cards: tuple[int, ...]) -> None:
    state = game(room, seats=rich())
    values = dict(enumerate(cards))
    expected = forecast_room(BOX.rooms[room], table_of(state), values)
    life, treasure = lives(state), purses(state)

    facts = play_all(state, *(f"p{value}" for value in cards))

    assert expected.petrified == []
    assert lives(state) == [
        max(0, min(BOX.counts.life_max, had + expected.life.get(number, 0))) for number, had in enumerate(life)
    ]
    assert purses(state) == [max(0, had + expected.treasure.get(number, 0)) for number, had in enumerate(treasure)]
    assert {fact["seat"]: fact["item"] for fact in told(facts, "item_taken")} == expected.items


@pytest.mark.clause("DR-110", "DR-130", "DR-131", "DR-151")
@pytest.mark.parametrize("boss", list(BOX.bosses))
@pytest.mark.parametrize(
    "cards", [("p1", "p2", "p2", "p5"), ("p5 p4", "p5 p3", "p5 p4", "p5 p4"), ("p1", "p1", "p3", "p3")]
)
def test_a_boss_does_what_was_expected_of_it(boss: str, cards: tuple[str, ...]) -> None:
    state = game("boss", boss=boss, seats=rich())
    laid = {number: one.split() for number, one in enumerate(cards)}
    expected = forecast_fight(BOX, BOX.bosses[boss], table_of(state), laid)
    life, treasure = lives(state), purses(state)

    lay_all(state, *cards)

    assert [number for number, status in enumerate(statuses(state)) if status == "petrified"] == expected.petrified
    assert lives(state) == [max(0, had + expected.life.get(number, 0)) for number, had in enumerate(life)]
    assert purses(state) == [max(0, had + expected.treasure.get(number, 0)) for number, had in enumerate(treasure)]


@pytest.mark.clause("DR-060", "DR-151")
def test_two_survivors_are_not_expected_to_beat_a_monster() -> None:
    monster = next(room for room in BOX.rooms.values() if room.kind == "monster")
    table = Table(life={0: 9, 1: 9}, treasure={0: 4, 1: 4}, supply={}, strength=None)

    assert forecast_room(monster, table, {0: 4, 1: 5}) == Change(life={0: -monster.wounds})
    assert forecast_room(monster, table, {0: 5, 1: 5}) == Change()


@pytest.mark.clause("DR-131", "DR-132")
def test_a_boss_that_petrifies_and_steals_takes_the_treasure_of_the_stone() -> None:
    raiders = with_symbols({"code": "petrify"}, {"code": "steal_highest_card"}, wounds=None)
    state = game("boss", boss="boss-twintail")
    boss = raiders.box.bosses["boss-twintail"]
    expected = forecast_fight(raiders.box, boss, table_of(state), {0: ["p1"], 1: ["p2"], 2: ["p3"]})

    for number, card in enumerate(("p1", "p2", "p3")):
        raiders.play(state, number, {"type": "play_boss_cards", "cards": [card]}, tape=Tape(b""))

    assert expected == Change(life={0: 0}, treasure={0: -3}, petrified=[0])
    assert (statuses(state)[0], lives(state)[0], purses(state)[0]) == ("petrified", 9, 1)
