"""States dealt from a view."""

from __future__ import annotations

import pytest

from delvebook.domain.playout import steps
from delvebook.domain.rulesets.the_descent.box.cells import BOTTOM
from delvebook.domain.rulesets.the_descent.flow import ANSWERS, HANDLERS
from delvebook.domain.rulesets.the_descent.words.questions import FRAMES, QUESTIONS
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import ARBITER, SPECTATOR, seat_viewer
from tests.domain.rulesets.the_descent.tables import CONTENT, RULESET, Cave, adventurous, at, daring, deciding, table_of


@pytest.mark.parametrize("seed", ["a", "b"])
def test_public_facts_do_not_depend_on_the_deck_or_on_hands(seed: str) -> None:
    """The same choices in a world with other cards tell the same, until a drawn card is used."""
    table, options = table_of(2, f"twin/{seed}", round_limit=20)
    body = table.start(options, n=1)
    assert body.data["facts"]
    chance = Tape(b"choices")
    for n in range(2, 120):
        seat = table.to_act()[0]
        legal = [
            action for action in table.legal(seat) if action["type"] in ("step", "jump", "end_turn")
        ] or table.legal(seat)[-1:]
        action = legal[chance.below(len(legal), "action")]
        other = RULESET.determinize(RULESET.view(table.state, SPECTATOR), chance=Tape(b"other%d" % n))
        for place, entry in enumerate(table.state["places"]):
            other["places"][place] = dict(entry)
        other["stack"] = list(table.state["stack"])
        twin_tape = Tape(table.tape.key, position=table.tape.position)
        twin = RULESET.play(other, seat, action, tape=twin_tape)
        facts = table.take_action(seat, action, n=n).data["facts"]
        kits = any(fact["type"] in ("deck_shuffled", "hand_discarded") for fact in facts)
        assert kits or twin.public == facts
        if table.outcome is not None:
            break


def test_tiles_face_down_are_turned_any_way_but_those_that_are_anchored_at_the_bottom() -> None:
    for layout, turned in (("anchored", {0}), ("shuffled", {0, 1, 2, 3})):
        table, options = table_of(2, f"turned/{layout}", layout=layout)
        table.start(options, n=1)
        view = RULESET.view(table.state, SPECTATOR)
        worlds = [RULESET.determinize(view, chance=Tape(b"%d" % one)) for one in range(30)]
        below = {world["places"][place]["turns"] for world in worlds for place in BOTTOM}
        above = {world["places"][place]["turns"] for world in worlds for place in range(20) if place not in BOTTOM}
        assert (below, above) == (turned, {0, 1, 2, 3})


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_an_arbiters_view_is_the_whole_state_also_in_the_middle_of_a_movement(seats: int) -> None:
    """Nothing is lost between a state and what is shown of it, whatever a decision has interrupted."""
    interrupted: dict[str, bool] = {}
    for game in range(4):
        table, options = table_of(seats, f"whole/{seats}/{game}", round_limit=20)
        for _ in steps(table, options, bots=[daring if game % 2 else adventurous] * seats):
            view = RULESET.view(table.state, ARBITER)
            assert RULESET.determinize(view, chance=Tape(b"none")) == table.state
            interrupted.update({frame["do"]: True for frame in table.state["agenda"]})

    assert {"settle", "fall", "end_fall"} <= set(interrupted)


def test_whatever_can_be_under_way_or_asked_has_its_words_in_a_view() -> None:
    assert set(FRAMES) == set(HANDLERS)
    assert set(QUESTIONS) == set(ANSWERS)
    assert len({kind.what for kind in FRAMES.values()}) == len(FRAMES)


def test_a_world_has_the_cards_that_are_seen_where_they_are_seen() -> None:
    cave = Cave((5, 8), (4, 2), (4, 2)).kit(0, "rope").kit(2, "sword").drawn(0, "map", "key").drawn(1, "lure")
    cave.discard("pick", "shield")
    for viewer in (seat_viewer(0), seat_viewer(1), SPECTATOR):
        view = RULESET.view(cave.state, viewer)
        world = RULESET.determinize(view, chance=Tape(b"world"))
        hands = [card for own in world["seats"] for card in (*own["kit"], *(kind for kind, _ in own["drawn"]))]
        cards = [*(kind for kind, _ in world["deck"]), *world["discard"], *hands]

        assert {kind: cards.count(kind) for kind in CONTENT.cards} == CONTENT.cards
        assert RULESET.view(world, viewer) == view


def test_a_tile_that_the_map_has_shown_lies_where_it_was_shown() -> None:
    state = deciding("rotate_tile").state
    shown, view = state["pending"], RULESET.view(state, SPECTATOR)
    worlds = [RULESET.determinize(view, chance=Tape(b"%d" % one)) for one in range(8)]

    assert {world["places"][shown["place"]]["tile"] for world in worlds} == {shown["tile"]}


@pytest.mark.clause("TD-002")
def test_with_one_anchored_bottom_tile_open_the_other_lies_beside_it() -> None:
    table, options = table_of(2, "bottom", layout="anchored")
    table.start(options, n=1)
    state = table.state
    state["places"][BOTTOM[0]]["open"] = True
    world = RULESET.determinize(RULESET.view(state, SPECTATOR), chance=Tape(b"world"))

    assert [world["places"][place]["tile"] for place in BOTTOM] == [state["places"][place]["tile"] for place in BOTTOM]


def test_a_world_has_every_marker_where_the_view_shows_it() -> None:
    cave = Cave((5, 8), (4, 2)).drawn(1, "key").creature("dragon", (6, 5), hunts=0).creature("plant", (0, 6))
    cave.creature("worm", (4, 9)).heads_for("worm", "r2c3", bearer=1).creature("spider", (8, 8), web="r6c3")
    cave.beast("spider")["marker"] = {"on": "lure", "cell": at((9, 8)), "seat": 0, "returns": False}
    for viewer in (seat_viewer(0), ARBITER):
        world = RULESET.determinize(RULESET.view(cave.state, viewer), chance=Tape(b"world"))
        assert world["creatures"] == cave.state["creatures"]
        assert world["web"] == cave.state["web"]
