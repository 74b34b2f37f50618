"""Whole states dealt for a view."""

from __future__ import annotations

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import SPECTATOR, seat_viewer
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    BOX,
    DARK,
    RAIDERS,
    Fixed,
    game,
    lay,
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
    assert view["dungeon"][4][3]["card"] is None

    for number in range(20):
        world = RAIDERS.determinize(view, chance=Tape(b"%d" % number))
        RAIDERS.check(world)
        assert world["dungeon"][4][3] == "vau-items"
