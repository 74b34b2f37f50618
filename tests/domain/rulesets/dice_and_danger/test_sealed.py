"""The envelopes of steps and cloud numbers: what is sealed, for whom, and when it is opened."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.facts import Seal
from delvebook.domain.playout import Step
from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.dice_and_danger.tables import (
    ADVENTURES,
    RULES,
    WHITES,
    act,
    before_clouds,
    game,
    greedy_game,
    pass_turn,
    play,
    sheet,
    step_at,
    table_at,
    take,
)


def test_a_step_shows_its_type_and_that_it_was_made_and_nothing_else() -> None:
    table = table_at(game(dice=(2, 2, 4, 5, 1)))
    body = step_at(table, 1, 11, "pairs", pairs=[[0, 1], [2, 4]])

    assert body.data["action"] == {"type": "mark"}
    assert [(fact["type"], fact["steps_made"], fact["finished"]) for fact in body.data["facts"]] == [
        ("step_made", 1, False)
    ]
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


@pytest.mark.clause("DD-003", "DD-047")
def test_the_last_step_opens_the_earlier_ones_of_all_seats_that_mark() -> None:
    """Seat 1 is dead and makes no step; the last step itself was never sealed."""
    stuck = sheet(visited=["c14", "c38"])
    state = game(stuck, sheet(alive=False), stuck, seats=3)
    pass_turn(state, 0)
    take(state, 2)
    act(state, 2, "skip", pair=0)

    facts = play(state, 2, {"type": "mark", "step": "skip", "pair": 1})

    assert facts.opened == ["mark/0/0", "mark/0/1", "mark/0/2", "mark/2/0", "mark/2/1"]


@pytest.mark.clause("DD-003", "DD-047", "DD-120")
def test_what_others_have_not_seen_yet_lies_in_envelopes_of_its_seat() -> None:
    """Seat 1 has written two numbers; in the other game seat 0 is dead, and seat 1 has chosen its pairs."""
    writing = before_clouds()
    written = [{"type": "write_cloud", "cell": cell, "number": number} for cell, number in (("c03", 8), ("c06", 3))]
    for action in written:
        play(writing, 1, action)
    marking: Any = game(sheet(alive=False), seats=3, active=1)
    take(marking, 1)

    assert RULES.face_down(writing) == [Seal(f"cloud/1/{n}", {"action": written[n]}, (1,)) for n in (0, 1)]
    chosen = {"type": "mark", "step": "pairs", "pairs": WHITES}
    assert RULES.face_down(marking) == [Seal("mark/1/0", {"action": chosen}, (1,))]
    rolling: Any = game(adventure="pyramid", phase="roll")
    assert RULES.face_down(rolling) == []


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
