"""What is hidden while everybody marks, from whom, and when it is opened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.playout import Step, seed_of, steps
from delvebook.domain.ruleset import Action, copy_state
from delvebook.domain.table import EventContent, Table
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import ARBITER, SPECTATOR, seat_viewer
from tests.domain.rulesets.dice_and_danger.builders import (
    RULES,
    WHITES,
    act,
    game,
    play,
    refused,
    sheet,
    take,
)

ADVENTURES = ["animals", "cultists", "pyramid", "dinosaurs"]


def table_at(state: dict[str, Any], *, n: int = 10) -> Table:
    """A table at which this position has just arisen by event `n`."""
    seats = len(state["sheets"])
    table = Table(RULES, seed=seed_of("secrets"), game="00000000-0000-4000-8000-000000000001", nonces=[""] * seats)
    table.state = copy_state(state)
    table.decisions = [n] * seats
    table._scopes = [RULES.decision_scope(table.state, seat) for seat in range(seats)]
    return table


def step_at(table: Table, seat: int, n: int, step: str, **parameters: Any) -> EventContent:
    table.require_open_decision(seat, table.decisions[seat])
    return table.act(seat, RULES.parse_action({"type": "mark", "step": step, **parameters}), n=n)


def greedy_game(adventure: str, seats: int, seed: str) -> Iterator[tuple[Table, Step]]:
    table = Table(RULES, seed=seed_of(seed), game="00000000-0000-4000-8000-000000000001", nonces=[""] * seats)
    options = RULES.parse_options({"adventure": adventure}, seats=seats)
    for step in steps(table, options, bots=[RULES.bot("greedy")] * seats):
        yield table, step


def test_a_step_shows_its_type_and_that_it_was_made_and_nothing_else() -> None:
    table = table_at(game(dice=(2, 2, 4, 5, 1)))
    body = step_at(table, 1, 11, "pairs", pairs=[[0, 1], [2, 4]])

    assert body.data["action"] == {"type": "mark"}
    assert [(fact["type"], fact["steps"], fact["finished"]) for fact in body.data["facts"]] == [("step_made", 1, False)]
    assert "draws" not in body.data
    assert [envelope.audience for envelope in body.sealed] == [("seat:1",)]
    content = body.sealed[0].content
    assert content["action"] == {"type": "mark", "step": "pairs", "pairs": [[0, 1], [2, 4]]}
    assert [fact["type"] for fact in content["facts"]] == ["pairs_chosen", "black_symbol_crossed"]


@pytest.mark.parametrize("adventure", ADVENTURES)
def test_the_event_that_ends_the_round_opens_every_step_and_tells_them_all(adventure: str) -> None:
    """Through a whole greedy game: what was whispered in a round is told in the open at its end, in order."""
    whispered: dict[int, list[dict[str, Any]]] = {}
    sealed: list[tuple[int, int]] = []
    settlements = 0
    for _, step in greedy_game(adventure, 3, f"opens/{adventure}"):
        facts = step.body.data["facts"]
        ends_phase = any(fact["type"] in ("marks_revealed", "clouds_revealed") for fact in facts)
        for i, envelope in enumerate(step.body.sealed):
            assert not ends_phase
            assert step.seat is not None
            assert envelope.audience == (f"seat:{step.seat}",)
            whispered.setdefault(step.seat, []).extend(envelope.content["facts"])
            sealed.append((step.n, i))
        if not ends_phase:
            assert step.body.opens == []
            continue
        settlements += 1
        assert step.body.data["action"] == step.action
        assert sorted((opening["n"], opening["i"]) for opening in step.body.opens) == sealed
        if adventure != "pyramid" or settlements > 1:
            for seat, told in whispered.items():
                own = [fact for fact in facts if fact.get("seat") == seat]
                begin = own.index(told[0])
                assert own[begin : begin + len(told)] == told
        whispered, sealed = {}, []
    assert settlements > 10


@pytest.mark.parametrize("adventure", ADVENTURES)
def test_a_round_of_marks_draws_nothing(adventure: str) -> None:
    for _, step in greedy_game(adventure, 2, f"lazy/{adventure}"):
        if step.action is not None and step.action["type"] != "roll_dice":
            assert "draws" not in step.body.data
        elif step.action is not None:
            assert step.body.data["draws"][0]["count"] == 5


def test_others_see_the_sheet_as_of_the_last_settlement() -> None:
    state = game(sheet(visited=["c01"]), dice=(1, 3, 1, 1, 6))
    before = RULES.view(state, seat_viewer(1))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c02")

    for viewer in (seat_viewer(1), SPECTATOR):
        shown = RULES.view(state, viewer)
        assert shown["sheets"] == before["sheets"]
        assert shown["turns"][0] == {"steps_made": 2, "finished": False, "own": None}
    for viewer in (seat_viewer(0), ARBITER):
        shown = RULES.view(state, viewer)
        assert shown["sheets"][0]["visited"] == ["c01", "c02"]
        assert shown["sheets"][0]["unlocked"] == {"goose": [4]}
        assert shown["turns"][0]["own"]["pairs"] == WHITES


def test_every_kind_of_mark_is_hidden_until_the_settlement() -> None:
    """Torches, abilities, symbols, rubble, damage and treasure: seat 1's view of the sheets stays the same."""
    lit = sheet("cultists", visited=["c07", "c14", "c18", "c24"], abilities=["torches"], damage={"usher": 3})
    state = game(lit | {"visited": [*lit["visited"], "c25", "c29", "c36", "c37", "c04", "c03"]}, adventure="cultists")
    state["active"] = 1
    state["dice"] = [1, 1, 4, 6, 2]
    before = RULES.view(state, seat_viewer(1))["sheets"]
    act(state, 0, "torch_visit", cell="c41")
    act(state, 0, "chest", ability="black_dice")
    act(state, 0, "pairs", pairs=[[0, 4], [2, 3]])
    act(state, 0, "attack", pair=0, room="usher")
    act(state, 0, "visit", pair=1, cell="c02")
    act(state, 0, "torch_visit", cell="c42")

    live = RULES.view(state, seat_viewer(0))["sheets"][0]
    assert (live["symbols"], live["torches"], live["rubble"], live["defeated"]) == (5, 0, ["c02"], ["usher"])
    assert RULES.view(state, seat_viewer(1))["sheets"] == before
    assert RULES.view(state, SPECTATOR)["sheets"] == before


def test_two_rounds_that_differ_in_one_seats_marks_look_alike_to_the_others_until_the_settlement() -> None:
    """Seat 0 visits in one world, hits the mole in the other; the public side of every event is equal."""
    position = game(sheet(visited=["c39"]), sheet(), seats=3, dice=(3, 4, 1, 1, 6))
    worlds: list[tuple[list[bytes], list[bytes]]] = []
    for use in (
        {"step": "visit", "pair": 0, "cell": "c01"},
        {"step": "attack", "pair": 0, "room": "mole"},
    ):
        table = table_at(position)
        public, views = [], []
        script: list[tuple[int, dict[str, Any]]] = [
            (0, {"step": "pairs", "pairs": WHITES}),
            (1, {"step": "pairs", "pairs": WHITES}),
            (0, use),
            (1, {"step": "visit", "pair": 1, "cell": "c38"}),
            (0, {"step": "visit", "pair": 1, "cell": "c38"}),
        ]
        for n, (seat, action) in enumerate(script, start=11):
            body = table.act(seat, RULES.parse_action({"type": "mark", **action}), n=n)
            data = {key: value for key, value in body.data.items() if key != "state"}
            public.append(jcs([data, body.opens, [envelope.audience for envelope in body.sealed]]))
            views += [jcs(RULES.view(table.state, one)) for one in (seat_viewer(1), seat_viewer(2), SPECTATOR)]
            assert table.legal(1) == RULES.legal(table.state, 1)
        worlds.append((public, views))

    assert worlds[0] == worlds[1]


def test_decisions_taken_in_parallel_never_stale_each_other() -> None:
    table = table_at(game(seats=4))
    for n, seat in enumerate((2, 0, 3, 1), start=11):
        step_at(table, seat, n, "pairs", pairs=WHITES)
        assert table.decisions[seat] == n
    assert table.decisions == [12, 14, 11, 13]
    step_at(table, 2, 15, "visit", pair=0, cell="c38")
    assert table.decisions == [12, 14, 15, 13]
    step_at(table, 2, 16, "visit", pair=1, cell="c14")
    assert table.decisions == [12, 14, 16, 13]


def test_the_last_step_of_a_round_asks_everybody_anew() -> None:
    table = table_at(game(sheet(visited=["c14", "c38"]), sheet(visited=["c14", "c38"])))
    for n, seat in enumerate((0, 1), start=11):
        step_at(table, seat, n, "pairs", pairs=WHITES)
    n = 12
    for seat in (0, 1):
        for pair in (0, 1):
            n += 1
            step_at(table, seat, n, "skip", pair=pair)

    assert table.state["phase"] == "roll"
    assert table.decisions == [n, n]


def test_a_finished_seat_knows_nothing_more_and_is_asked_nothing_more() -> None:
    state = game(sheet(visited=["c14", "c38"]))
    take(state, 0)
    act(state, 0, "skip", pair=0)
    act(state, 0, "skip", pair=1)
    assert RULES.legal(state, 0) == []

    shown = RULES.view(state, seat_viewer(1))
    assert shown["to_act"] == [1]
    assert shown["turns"][0] == {"steps_made": 3, "finished": True, "own": None}
    assert shown["sheets"][0]["life"] == 0


def test_a_refusal_tells_nothing_of_the_others() -> None:
    """Seat 1 has beaten the goose in this very round; to seat 0 the goose is as it was."""
    state = game(
        sheet(visited=["c01", "c02"]), sheet(visited=["c01", "c02"], damage={"goose": 3}), dice=(4, 6, 1, 1, 1)
    )
    take(state, 0)
    before = RULES.legal(state, 0)
    take(state, 1)
    act(state, 1, "attack", pair=0, room="goose")

    assert RULES.legal(state, 0) == before
    assert refused(state, 0, "attack", pair=1, room="goose") == "DD-061"


@pytest.mark.clause("DD-120")
def test_cloud_numbers_are_hidden_until_the_last_is_written_but_their_count_is_not() -> None:
    tape: Any = Tape(b"clouds")
    state, _ = RULES.setup(RULES.parse_options({"adventure": "pyramid", "first_seat": 0}, seats=3), seats=3, tape=tape)
    facts = play(state, 1, {"type": "write_cloud", "cell": "c03", "number": 8})

    assert [fact["type"] for fact in facts.public] == ["cloud_number_written"]
    assert facts.public[0] | {"clauses": []} == {
        "type": "cloud_number_written",
        "clauses": [],
        "seat": 1,
        "written": 1,
        "finished": False,
    }
    assert facts.private[1].with_action
    for viewer in (seat_viewer(0), SPECTATOR):
        shown = RULES.view(state, viewer)
        assert shown["sheets"][1]["clouds"] == {}
        assert shown["turns"][1] == {"steps_made": 1, "finished": False, "own": None}
    assert RULES.view(state, seat_viewer(1))["sheets"][1]["clouds"] == {"c03": 8}


@pytest.mark.clause("DD-120")
def test_the_last_cloud_number_opens_everybodys() -> None:
    last: Step | None = None
    sealed = 0
    for table, step in greedy_game("pyramid", 2, "clouds"):
        sealed += len(step.body.sealed)
        if table.state["phase"] == "roll":
            last = step
            break
    assert last is not None

    assert sealed == 15
    assert len(last.body.opens) == 15
    assert [fact["type"] for fact in last.body.data["facts"]].count("clouds_revealed") == 2
    assert RULES.view(table.state, SPECTATOR)["sheets"][0]["clouds"]


@pytest.mark.parametrize("adventure", ADVENTURES)
@pytest.mark.parametrize("seats", [1, 4])
def test_worlds_invented_from_a_view_look_the_same_to_that_viewer(adventure: str, seats: int) -> None:
    """In greedy games, where torches, chests and strikes come up, and random games hardly get."""
    differ = 0
    for index, (table, _) in enumerate(greedy_game(adventure, seats, f"worlds/{adventure}")):
        if index % 9 or table.outcome is not None:
            continue
        for viewer in (SPECTATOR, seat_viewer(seats - 1)):
            view = RULES.view(table.state, viewer)
            world = RULES.determinize(copy_state(view), chance=Tape(b"%d" % index))
            RULES.check(world)
            assert jcs(RULES.view(world, viewer)) == jcs(view)
            assert RULES.to_act(world) == RULES.to_act(table.state)
            differ += jcs(world) != jcs(table.state)
    assert differ


def test_an_arbiters_view_is_enough_to_restore_the_state() -> None:
    for index, (table, _) in enumerate(greedy_game("cultists", 2, "arbiter")):
        if index % 11 == 0:
            world = RULES.determinize(RULES.view(table.state, ARBITER), chance=Tape(b"nothing"))
            assert jcs(world) == jcs(table.state)


def test_a_world_is_found_for_a_turn_as_long_as_turns_get() -> None:
    """Six steps with a chest and its two torches: few turns are so long, and one must be found."""
    lit = sheet(
        "cultists",
        visited=["c07", "c14", "c18", "c24", "c25", "c29", "c36", "c37"],
        abilities=["extra_life"],
    )
    state = game(lit, sheet("cultists"), adventure="cultists", dice=(5, 6, 1, 3, 1), seats=3)
    script: list[Action] = [
        {"step": "pairs", "pairs": WHITES},
        {"step": "visit", "pair": 0, "cell": "c41"},
        {"step": "chest", "ability": "torches"},
        {"step": "torch_visit", "cell": "c42"},
        {"step": "visit", "pair": 1, "cell": "c45"},
        {"step": "torch_visit", "cell": "c46"},
    ]
    for made, action in enumerate(script, start=1):
        act(state, 0, action["step"], **{key: value for key, value in action.items() if key != "step"})
        for chance in (b"one", b"two", b"three"):
            view = RULES.view(state, seat_viewer(2))
            world = RULES.determinize(view, chance=Tape(chance))
            RULES.check(world)
            assert len(world["turns"][0]["steps"]) == made
            assert jcs(RULES.view(world, seat_viewer(2))) == jcs(view)
    assert 0 not in RULES.to_act(state)
