"""Whole states dealt for a view."""

from __future__ import annotations

from typing import Final

import pytest

from delvebook.domain.bots import random_bot
from delvebook.domain.canonical import jcs
from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.playout import Step, play_through, seed_of
from delvebook.domain.rulesets.dungeon_raiders.legality import face_down_plays
from delvebook.domain.table import Table
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import ARBITER, SPECTATOR, seat_viewer
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    BOX,
    DARK,
    RAIDERS,
    TORCH,
    Fixed,
    act,
    game,
    lay,
    lay_all,
    light,
    play,
    seat,
)


@pytest.mark.clause("DR-116", "DR-030")
def test_a_dealt_world_may_contain_a_ball_whose_torch_was_lit_afterwards() -> None:
    state = game("boss", boss="boss-twintail", fight=2, seats=[seat("torch ball"), seat(), seat()])
    lay(state, 0, "ball")
    light(state, 0)

    world = RAIDERS.determinize(RAIDERS.view(state, seat_viewer(1)), chance=Fixed())

    RAIDERS.check(world)
    assert world["seats"][0]["committed"] == ["ball"]


HANDS: Final = (
    f"{ALL_FIVE} torch torch ball ball key sword",
    "p1 p2 torch torch ball ball",
    "p1 p2 p3 torch ball key",
    "p2 p3 torch ball",
    "p1 torch torch ball",
    "p5 ball ball",
)
"""Hands against a boss. Some can be laid to the last card."""


@pytest.mark.clause("DR-022", "DR-030", "DR-114", "DR-116")
@pytest.mark.parametrize("number", range(60))
def test_what_may_lie_face_down_is_what_the_seat_could_have_laid(number: int) -> None:
    """
    The possible plays are right for torches that were laid, lit before or lit after, in this fight or the last.

    In random fights, a seat's legal plays are kept when it lays its cards, and compared with the possible ones
    until the cards are turned up. A torch that has been lit since cannot lie there, but was in the hand.
    """
    chance = Tape(b"face down/%d" % number)
    boss = ("boss-twintail", *BOX.bosses)[number % (len(BOX.bosses) + 1)] if number % 3 else "boss-twintail"
    state = game("boss", boss=boss, seats=[seat(chance.choose(HANDS, "a hand")) for _ in range(3)])
    could: dict[int, list[list[str]]] = {}
    while state["result"] is None:
        number = chance.below(3, "a seat")
        legal = RAIDERS.legal(state, number)
        if not legal:
            continue
        action = chance.choose(legal, "an action")
        if action != TORCH:
            could[number] = [play["cards"] if "cards" in play else [play["card"]] for play in legal if play != TORCH]
        act(state, number, action)
        for other, sheet in enumerate(state["seats"]):
            if sheet["committed"] is None:
                continue
            torches = sheet["items"]["torch"] + sheet["committed"].count("torch")
            possible = [cards for cards in could[other] if cards.count("torch") <= torches]
            assert face_down_plays(BOX, state, other) == possible
            world = RAIDERS.determinize(RAIDERS.view(state, SPECTATOR), chance=chance)
            RAIDERS.check(world)
            assert world["seats"][other]["committed"] in possible


@pytest.mark.clause("DR-116")
def test_a_torch_laid_in_the_first_fight_is_not_the_card_that_a_ball_needs_behind_it_in_the_second() -> None:
    state = game("boss", boss="boss-twintail", seats=[seat("p1 p5 torch ball"), seat(), seat()])
    lay_all(state, "p5 torch", "p4", "p3")
    lay(state, 0, "ball")
    assert ["p1", "ball"] not in face_down_plays(BOX, state, 0)

    sheet = state["seats"][0]
    sheet["power"], sheet["committed"] = [], ["p1", "ball"]

    with pytest.raises(BrokenRuleError, match="laid face down what it could not lay"):
        RAIDERS.check(state)


def test_worlds_dealt_for_a_view_cover_what_the_viewer_cannot_know() -> None:
    """The boss, a dark room, a removed card and a face-down card each take several forms."""
    state = game("tre-1", lit=DARK, seats=[seat(), seat(f"{ALL_FIVE} key"), seat()])
    play(state, 1, "p4")
    view = RAIDERS.view(state, seat_viewer(0))

    worlds = [RAIDERS.determinize(view, chance=Tape(b"%d" % number)) for number in range(60)]

    for world in worlds:
        RAIDERS.check(world)
    assert len({world["dungeon"][4][4] for world in worlds}) == len(BOX.bosses)
    assert len({world["dungeon"][0][1] for world in worlds}) > 5
    assert len({tuple(sorted(world["removed"])) for world in worlds}) > 50
    assert len({jcs(world["lit"]) for world in worlds}) > 50
    committed = {world["seats"][1]["committed"][0] for world in worlds}
    assert committed == {*ALL_FIVE.split(), "key"}


def test_what_a_torch_showed_is_the_same_in_every_world_of_its_seat() -> None:
    state = game("tre-1", lit=DARK, seats=[seat(f"{ALL_FIVE} torch"), seat(), seat()])
    light(state, 0)

    for number in range(20):
        world = RAIDERS.determinize(RAIDERS.view(state, seat_viewer(0)), chance=Tape(b"%d" % number))
        assert world["dungeon"][0] == state["dungeon"][0]


def test_introductory_worlds_hold_an_item_vault_too() -> None:
    """All item vaults are unseen, and only one room is dark: it must be one of them in every world."""
    state = game("tre-1", level=5, at=3, ahead={4: "vau-items"}, difficulty="introductory", lit=DARK)
    view = RAIDERS.view(state, SPECTATOR)
    assert view["row"][3]["card"] is None

    for number in range(20):
        world = RAIDERS.determinize(view, chance=Tape(b"%d" % number))
        RAIDERS.check(world)
        assert world["dungeon"][4][3] == "vau-items"


@pytest.mark.clause("DR-002", "DR-007")
@pytest.mark.parametrize("mode", ["standard", "tactical"])
def test_the_only_world_that_an_arbiters_view_is_of_is_the_game_itself(mode: str) -> None:
    """Rooms, lights and removed cards stay as they are; nothing is dealt anew."""
    compared = []

    def compare(table: Table, step: Step) -> None:
        if table.outcome is None:
            world = RAIDERS.determinize(RAIDERS.view(table.state, ARBITER), chance=Tape(b"another world"))
            compared.append(world == table.state)

    play_through(RAIDERS, {"mode": mode}, bots=[random_bot] * 3, seed=seed_of("arbiter"), on_step=compare)

    assert len(compared) > 50
    assert all(compared)
