"""Laying the table and placing characters."""

from __future__ import annotations

import pytest

from delvebook.domain.errors import InvalidOptionsError
from delvebook.domain.rulesets.the_descent.box.cells import BOTTOM, START_PLACE
from delvebook.domain.tape import Tape
from tests.domain.rulesets.the_descent.tables import CONTENT, RULESET, Cave, told, types


def laid(seats: int = 2, seed: bytes = b"lay", **options: object):  # type: ignore[no-untyped-def]
    return RULESET.setup(RULESET.parse_options(options, seats=seats), seats=seats, tape=Tape(seed))


@pytest.mark.clause("TD-020", "TD-022")
def test_everybody_starts_with_3_health_no_points_and_the_kit() -> None:
    state, facts = laid(4)

    for own in state["seats"]:
        assert (own["health"], own["points"]) == (3, 0)
        assert (own["kit"], own["drawn"]) == (["sword", "lamp", "pick", "rope"], [])
    assert [(fact["seat"], fact["health"]) for fact in told(facts, "kit_taken")] == [(seat, 3) for seat in range(4)]


@pytest.mark.clause("TD-021")
@pytest.mark.parametrize(("seats", "cards"), [(1, 36), (2, 32), (3, 28), (4, 24)])
def test_the_deck_is_what_the_kits_leave(seats: int, cards: int) -> None:
    state, facts = laid(seats)

    assert len(state["deck"]) == cards
    assert told(facts, "deck_shuffled")[0]["cards"] == cards
    assert state["discard"] == []
    left = dict(CONTENT.cards)
    for card in CONTENT.kit:
        left[card] -= seats
    assert {kind: [one for one, _ in state["deck"]].count(kind) for kind in left} == left


def test_shuffled_tiles_take_any_place_and_rotation_and_only_the_start_tile_is_open() -> None:
    starts, turned = set(), set()
    for seed in range(40):
        state, facts = laid(seed=b"%d" % seed)
        assert [entry["open"] for entry in state["places"]] == [place == START_PLACE for place in range(20)]
        starts.add(state["places"][START_PLACE]["tile"])
        turned |= {entry["turns"] for entry in state["places"]}
        (opened,) = told(facts, "start_tile_turned_up")
        assert (opened["place"], opened["layout"]) == ("r1c2", "shuffled")
        assert "token_drawn" not in types(facts)
        assert [own["points"] for own in state["seats"]] == [0, 0]
    assert len(starts) > 8
    assert turned == {0, 1, 2, 3}


def test_anchored_tiles_are_where_they_belong_and_unrotated() -> None:
    orders = set()
    for seed in range(30):
        state, _ = laid(seed=b"%d" % seed, layout="anchored")
        places = state["places"]
        assert places[START_PLACE]["tile"] == "T01"
        assert all(places[place]["turns"] == 0 for place in (START_PLACE, *BOTTOM))
        orders.add(tuple(places[place]["tile"] for place in BOTTOM))
        assert len({entry["tile"] for entry in places}) == 20
    assert orders == {("T19", "T20"), ("T20", "T19")}


def test_chance_is_drawn_in_the_order_and_from_the_populations_of_the_rules() -> None:
    tape = Tape(b"order")
    RULESET.setup(RULESET.parse_options({}, seats=3), seats=3, tape=tape)
    assert [(draw["what"], draw["count"]) for draw in tape.take_draws()] == [
        ("tiles", 19),
        ("tile rotations", 20),
        ("exploration tokens", 23),
        ("equipment cards", 27),
        ("first seat", 1),
    ]
    tape = Tape(b"order")
    RULESET.setup(RULESET.parse_options({"layout": "anchored", "first_seat": 1}, seats=3), seats=3, tape=tape)
    assert [(draw["what"], draw["count"]) for draw in tape.take_draws()] == [
        ("tiles", 16),
        ("bottom tiles", 1),
        ("tile rotations", 17),
        ("exploration tokens", 23),
        ("equipment cards", 27),
    ]


@pytest.mark.clause("TD-030", "TD-013")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_first_seat_may_be_chosen_and_the_others_follow_in_order(first: int) -> None:
    state, facts = laid(3, first_seat=first)

    assert state["order"] == [first, (first + 1) % 3, (first + 2) % 3]
    assert RULESET.to_act(state) == [first]
    assert told(facts, "turn_order_set")[0]["seats"] == state["order"]


def test_a_first_seat_that_is_not_at_the_table_is_refused() -> None:
    for first, seats in ((2, 2), (3, 1)):
        with pytest.raises(InvalidOptionsError) as refused:
            RULESET.parse_options({"first_seat": first}, seats=seats)
        assert "first_seat" in refused.value.details["fields"]


@pytest.mark.parametrize(
    "options",
    [
        {"layout": "round"},
        {"first_seat": "me"},
        {"first_seat": True},
        {"first_seat": 4},
        {"round_limit": 19},
        {"round_limit": 201},
        {"round_limit": -1},
        {"round_limit": True},
        {"round_limit": "60"},
    ],
)
def test_options_outside_their_domains_are_refused_by_name(options: dict[str, object]) -> None:
    with pytest.raises(InvalidOptionsError) as refused:
        RULESET.parse_options(options, seats=4)

    assert set(refused.value.details["fields"]) == set(options)


def test_options_have_the_defaults_of_the_rules() -> None:
    assert RULESET.parse_options({}, seats=1) == {"layout": "shuffled", "first_seat": "random", "round_limit": 60}
    assert RULESET.parse_options({"round_limit": 0}, seats=1)["round_limit"] == 0
    assert [RULESET.parse_options({"round_limit": n}, seats=1)["round_limit"] for n in (20, 200)] == [20, 200]


def placing(*seats: tuple[int, int], **arrange: object) -> Cave:
    """A cave in which the last seat is still to be placed in setup."""
    cave = Cave(*seats, **arrange)  # type: ignore[arg-type]
    last = len(seats) - 1
    cave.state.update(phase="setup_placement", active=None, window=None, round=0, queue=[], opened=False)
    cave.state["turn"]["endurance"] = 0
    cave.have(last, cell=None, rests=[])
    cave.state["pending"] = {"type": "place_character", "seat": last}
    return cave


@pytest.mark.clause("TD-024")
def test_characters_start_on_standable_cells_of_the_start_tile_also_together() -> None:
    cave = placing((4, 2), (4, 2))
    assert cave.choices("cell") == [(5, 1), (4, 2), (7, 2)]
    assert cave.refused(1, "place_character", cell=(6, 2)) == "TD-024"
    assert cave.refused(1, "place_character", cell=(2, 1)) == "TD-024"
    cave.do(1, "place_character", cell=(4, 2))

    assert cave.where(0) == cave.where(1) == (4, 2)
    assert (cave.state["phase"], cave.state["round"], cave.state["active"]) == ("turn", 1, 0)


@pytest.mark.clause("TD-024")
def test_if_no_cell_of_the_start_tile_carries_every_empty_one_will_do() -> None:
    cave = placing((10, 0), (4, 2), closed=("r2c2",)).dig((5, 2), (4, 3), (7, 3))

    assert len(cave.choices("cell")) == 14
    assert set(cave.choices("cell")) >= {(5, 0), (5, 2), (7, 3)}


@pytest.mark.clause("TD-024")
def test_an_only_cell_is_taken_without_asking() -> None:
    cave = Cave((5, 1), (3, 2), closed=("r2c2",)).dig((4, 3), (7, 3))
    cave.do(0, "surrender")

    assert cave.pending() is None
    assert cave.where(0) == (5, 1)


@pytest.mark.clause("TD-025", "TD-133", "TD-142")
def test_placing_is_no_contact_but_takes_tokens_and_draws_markers() -> None:
    cave = placing((4, 2), (4, 2)).creature("plant", (7, 2)).token("coin", (7, 2))
    facts = cave.do(1, "place_character", cell=(7, 2))

    assert "contact_made" not in types(facts)
    assert cave.health(1) == 3
    assert cave.points(1) == 2
    assert cave.marker("plant") == {"on": "seat", "seat": 1}


@pytest.mark.clause("TD-025", "TD-080", "TD-065", "TD-060")
def test_two_characters_above_thin_rock_fall_in_setup_and_no_card_helps() -> None:
    """The Start tile is T02 here; the rock under its thin rock at (4,3) is gone, down to a face-down tile."""
    cave = placing((4, 2), (4, 2), closed=("r3c2",))
    places = cave.state["places"]
    places[0]["tile"], places[1]["tile"] = "T01", "T02"
    rows = cave.state["field"]
    for y, (left, right) in enumerate(zip(CONTENT.face("T01", 0), CONTENT.face("T02", 0), strict=True)):
        rows[y] = left + right + rows[y][8:]
    cave.dig((4, 4), (4, 5)).drawn(0, "shield").drawn(1, "insurance", "shield").stack("chest")
    assert (4, 2) in cave.choices("cell")
    facts = cave.do(1, "place_character", cell=(4, 2))

    assert told(facts, "tile_opened")[0]["seat"] == 0  # first in turn order
    assert cave.points(0) == 1
    assert cave.where(0) == cave.where(1) == (4, 8)
    assert (cave.health(0), cave.health(1)) == (2, 2)
    assert cave.hand(1) == ["insurance", "shield"]
    assert cave.state["opened"] is False  # it belongs to no round
    assert cave.state["window"] == {"used": [], "barred": [], "surrendered": []}


@pytest.mark.clause("TD-020", "TD-022")
def test_a_table_just_laid_holds_nothing_but_the_components_and_the_first_question() -> None:
    state, facts = laid(2, first_seat=1, layout="anchored", round_limit=20)
    dealt = {name: state[name] for name in ("places", "field", "stack", "deck")}
    character = {
        "health": 3, "points": 0, "kit": ["sword", "lamp", "pick", "rope"], "drawn": [], "backpack": False,
        "cell": None, "rests": [], "arrived": False, "moving": False, "weakened": False,
    }  # fmt: skip

    assert state == {
        "options": {"layout": "anchored", "first_seat": 1, "round_limit": 20},
        "phase": "setup_placement", "round": 0, "ended": None, "order": [1, 0], "active": None,
        "turn": {"endurance": 0, "weak": False, "over": False}, "window": None, "opened": False, "gone": {},
        "tokens": [], "creatures": [], "web": None, "seats": [character, character], "discard": [], "queue": [0],
        "agenda": [], "pending": {"type": "place_character", "seat": 1}, "last_fall": None, "last_dice": [], **dealt,
    }  # fmt: skip
    assert [entry["open"] for entry in state["places"]] == [place == START_PLACE for place in range(20)]
    assert [seal.key for seal in facts.seals] == [
        *(f"tiles/{place}" for place in range(20) if place != START_PLACE),
        *(f"tokens/{at}" for at in range(24)),
        *(f"card/{slot}" for slot in range(32)),
    ]
