"""What is listed as legal, what is refused, and that the two agree."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.errors import IllegalActionError, MalformedActionError
from delvebook.domain.playout import steps
from delvebook.domain.rulesets.the_descent.actions import action_space
from delvebook.domain.rulesets.the_descent.words.refusals import DECISIONS
from tests.domain.rulesets.the_descent.tables import CONTENT, RULESET, Cave, daring, deciding, table_of

EVERY_ACTION: list[dict[str, Any]] = [
    *action_space(CONTENT, Cave().state),
    *({"type": "route_creature", "option": option} for option in range(1, 12)),
]


def accepted(state: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    found = []
    for action in EVERY_ACTION:
        try:
            RULESET.require_legal(state, seat, action)
        except IllegalActionError as error:
            assert error.clause in RULESET.clauses
            assert len(str(error)) > 10
        else:
            found.append(action)
    return found


def canonical(actions: list[dict[str, Any]]) -> list[str]:
    return sorted(str(sorted(action.items())) for action in actions)


def test_every_action_there_is_has_its_shape() -> None:
    for action in EVERY_ACTION:
        assert RULESET.parse_action(action) == action
    assert {action["type"] for action in EVERY_ACTION} == set(RULESET.action_schemas)


def test_the_space_of_actions_is_all_that_can_be_said_with_what_is_in_the_box() -> None:
    on_board = [[x, y] for x in range(14) for y in range(28) if is_on_a_tile(x, y)]
    places = [*(f"r{row}c{column}" for row in range(1, 7) for column in range(1, 4)), "low1", "low2"]
    parameters: dict[str, dict[str, list[Any]]] = {
        "end_turn": {},
        "surrender": {},
        **{type_: {"dir": ["left", "right"]} for type_ in ("step", "jump")},
        **{
            type_: {"cell": on_board}
            for type_ in ("place_character", "place_token", "use_rope", "use_dynamite", "use_lure")
        },
        "use_pick": {"way": ["down", "left", "right", "up_left", "up_right"]},
        "open_chest": {"card": ["key", "sword", "pick"]},
        "use_crossbow": {"creature": ["dragon", "monster", "plant", "spider", "worm"]},
        "use_sword": {"creature": ["worm"]},
        **{type_: {"tile": places} for type_ in ("use_lamp", "use_map")},
        "rotate_tile": {"quarter_turns": [0, 1, 2, 3]},
        "confirm_step": {"choice": ["continue", "cancel"]},
        "answer_contact": {"card": ["sword", "shield", "none"]},
        "answer_loss": {"card": ["shield", "lamp", "none"]},
        "answer_fall": {"card": ["insurance", "none"]},
    }
    expected: list[dict[str, Any]] = []
    for type_, named in parameters.items():
        expected += [{"type": type_, name: value} for name, values in named.items() for value in values]
        expected += [] if named else [{"type": type_}]
    one_way = [{"type": "route_creature", "option": 0}]

    assert canonical([*action_space(CONTENT, Cave().state)]) == canonical(expected + one_way)
    routing = deciding("route_creature").state
    ways = [{"type": "route_creature", "option": n} for n in range(len(routing["pending"]["moves"]) + 1)]
    assert canonical([*action_space(CONTENT, routing)]) == canonical(expected + ways)


@pytest.mark.parametrize("cause", ["fall", "contact"])
def test_while_no_creature_is_led_the_space_of_actions_has_one_way(cause: str) -> None:
    asked = Cave().losing(0, cause).state

    assert [one for one in action_space(CONTENT, asked) if one["type"] == "route_creature"] == [
        {"type": "route_creature", "option": 0}
    ]


def is_on_a_tile(x: int, y: int) -> bool:
    """Whether the column and row belong to one of the 18 upper tiles or to one of the two at the bottom."""
    return (x < 12 and y < 24) or (2 <= x < 10 and 24 <= y < 28)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_what_is_listed_is_accepted_and_nothing_else(seats: int) -> None:
    """Over the whole space of actions, for every seat, again and again in a game."""
    table, options = table_of(seats, f"legality/{seats}", round_limit=20)
    for step in steps(table, options, bots=[daring] * seats):
        if step.n % (6 * seats) == 0:
            for seat in range(seats):
                assert canonical(accepted(table.state, seat)) == canonical(table.legal(seat))


@pytest.mark.parametrize("type_", sorted(DECISIONS))
def test_a_decision_is_answered_by_what_it_lists_and_nothing_else(type_: str) -> None:
    cave = deciding(type_)
    listed = RULESET.legal(cave.state, 0)

    assert cave.pending() == (type_, 0)
    assert {action["type"] for action in listed} == {type_}
    assert canonical(accepted(cave.state, 0)) == canonical(listed)
    assert accepted(cave.state, 1) == RULESET.legal(cave.state, 1) == []


@pytest.mark.parametrize(("cause", "creature"), [("collapse", None), ("hit", "dragon"), ("fall", None)])
def test_each_loss_takes_its_own_cards(cause: str, creature: str | None) -> None:
    cave = Cave((6, 12), (4, 2)).kit(0, "lamp").drawn(0, "shield").losing(0, cause, creature)

    assert canonical(accepted(cave.state, 0)) == canonical(RULESET.legal(cave.state, 0))
    assert cave.choices("card") == (["shield", "lamp", "none"] if cause == "collapse" else ["shield", "none"])


@pytest.mark.parametrize("bar", ["weak", "used", "barred", "exhausted"])
def test_a_seat_that_may_do_less_is_offered_exactly_that(bar: str) -> None:
    cave = Cave((5, 8), (4, 2), closed=("r2c2",)).kit(0, *CONTENT.kit).creature("worm", (5, 8)).token("chest", (5, 8))
    if bar == "weak":
        cave.state["turn"].update(weak=True, endurance=1)
    elif bar in ("used", "barred"):
        cave.state["window"][bar].append(0)
    else:
        cave.turn(endurance=0)
    listed = RULESET.legal(cave.state, 0)

    assert canonical(accepted(cave.state, 0)) == canonical(listed)
    cards = {action["type"] for action in listed} - {"step", "jump", "end_turn", "surrender"}
    assert bool(cards) == (bar == "exhausted")


def test_a_seat_that_has_arrived_is_offered_nothing() -> None:
    cave = Cave((5, 8), (4, 25)).have(1, arrived=True).kit(1, *CONTENT.kit)

    assert accepted(cave.state, 1) == RULESET.legal(cave.state, 1) == []


def test_when_the_game_is_over_nothing_is_listed_or_accepted() -> None:
    cave = Cave((8, 23), (4, 25)).have(1, arrived=True)
    cave.do(0, "step", dir="left")

    assert cave.state["ended"] == "all_arrived"
    for seat in (0, 1):
        assert accepted(cave.state, seat) == RULESET.legal(cave.state, seat) == []


def test_a_seat_with_every_card_is_offered_exactly_what_it_may_do() -> None:
    cards = [card for card in CONTENT.cards if card not in ("sword", "lamp")]
    cave = Cave((5, 8), (4, 2), closed=("r4c2", "r1c1")).kit(0, "sword", "lamp").drawn(0, *cards)
    cave.token("chest", (5, 8)).creature("worm", (4, 9)).creature("dragon", (7, 8), hunts=0)
    listed = RULESET.legal(cave.state, 0)

    assert canonical(accepted(cave.state, 0)) == canonical(listed)
    assert {action["type"] for action in listed} == {
        "step", "jump", "use_rope", "use_dynamite", "open_chest", "use_crossbow", "use_lure", "use_lamp", "use_map",
        "end_turn", "surrender",
    }  # fmt: skip
    assert canonical(accepted(cave.state, 1)) == canonical([{"type": "surrender"}])


@pytest.mark.parametrize(
    "action",
    [
        {"type": "use_rope", "cell": [0, 24]},
        {"type": "use_rope", "cell": [12, 0]},
        {"type": "use_rope", "cell": [1]},
        {"type": "use_rope", "cell": ["1", 2]},
        {"type": "step", "dir": "up"},
        {"type": "step"},
        {"type": "use_map"},
        {"type": "use_pick", "way": "up"},
        {"type": "use_map", "tile": "r7c1"},
        {"type": "open_chest", "card": "lamp"},
        {"type": "answer_loss", "card": "insurance"},
        {"type": "rotate_tile", "quarter_turns": 4},
        {"type": "route_creature", "option": -1},
        {"type": "use_sword", "creature": "plant"},
    ],
)
def test_cells_cards_and_tiles_that_do_not_exist_are_malformed(action: dict[str, Any]) -> None:
    with pytest.raises(MalformedActionError):
        RULESET.parse_action(action)


def test_answers_nobody_asked_for_name_the_clause_of_the_question() -> None:
    cave = Cave((5, 8), (4, 2))
    for type_, parameters, clause in (
        ("place_character", {"cell": (5, 1)}, "TD-024"),
        ("place_token", {"cell": (5, 1)}, "TD-060"),
        ("confirm_step", {"choice": "cancel"}, "TD-062"),
        ("answer_contact", {"card": "none"}, "TD-131"),
        ("answer_loss", {"card": "none"}, "TD-111"),
        ("answer_fall", {"card": "none"}, "TD-057"),
        ("route_creature", {"option": 0}, "TD-149"),
    ):
        assert cave.refused(0, type_, **parameters) == clause


def test_card_actions_without_the_card_name_the_clause_of_the_card() -> None:
    cave = Cave((5, 8), (4, 2))
    for type_, parameters, clause in (
        ("use_rope", {"cell": (4, 8)}, "TD-090"),
        ("use_pick", {"way": "down"}, "TD-091"),
        ("use_dynamite", {"cell": (4, 9)}, "TD-093"),
        ("open_chest", {"card": "key"}, "TD-094"),
        ("use_sword", {"creature": "worm"}, "TD-095"),
        ("use_crossbow", {"creature": "worm"}, "TD-096"),
        ("use_lure", {"cell": (4, 8)}, "TD-098"),
        ("use_lamp", {"tile": "r2c2"}, "TD-101"),
        ("use_map", {"tile": "r2c2"}, "TD-102"),
    ):
        assert cave.refused(0, type_, **parameters) == clause


@pytest.mark.clause("TD-176", "TD-173")
def test_who_never_arrived_has_nothing_to_do_after_the_last_round() -> None:
    cave = Cave((5, 8), (4, 2))
    cave.state.update(phase="finished", ended="round_limit", active=None)

    assert RULESET.legal(cave.state, 0) == []


@pytest.mark.clause("TD-094")
@pytest.mark.parametrize("cards", [("key",), ("pick", "sword"), ("rope",)])
def test_a_chest_is_opened_by_a_card_that_is_in_hand(cards: tuple[str, ...]) -> None:
    cave = Cave((5, 8)).drawn(0, *cards).token("chest", (5, 8))

    assert sorted(cave.options(0, "open_chest")) == sorted({*cards} - {"rope"})
