"""Analysis: every decision of a finished game, from what its seat could know, and of no running game."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from delvebook.domain.canonical import decode, jcs
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import seat_viewer
from delvebook.replays.analysis import Analysis, Analyst, Decision, Estimate, NotAnalysableError, NotOverError
from delvebook.replays.record import read_record
from delvebook.replays.tournament import play_game, tournament
from delvebook.service.cli import analyse as command
from tests.replays.games import played_game, record_of

RULES = get_ruleset("dungeon-raiders")


@cache
def record() -> bytes:
    """A game of Dungeon Raiders between a greedy and a random bot."""
    cup = tournament(
        seed="analysis", title="dungeon-raiders", options={}, seats=2, entrants=["greedy", "random"], rounds=1
    )
    return play_game(cup, 0)[1] or b""


@cache
def analysed(plies: int = 20) -> Analysis:
    """Returns its analysis, with a small budget."""
    analyst = Analyst(read_record(record()), plies=plies)
    list(analyst.decisions())
    return analyst.analysis


def test_every_legal_action_of_every_decision_has_an_estimate_and_the_played_one_is_among_them() -> None:
    for decision in analysed().decisions:
        actions = [one.action for one in decision.estimates]
        assert decision.played in actions
        assert len({jcs(action) for action in actions}) == len(actions) >= 2
        assert decision.left_out == 0
        scores = [one.score for one in decision.estimates]
        assert scores == sorted(scores, reverse=True)
        assert decision.lost == decision.best.score - next(
            one.score for one in decision.estimates if one.action == decision.played
        )


def test_the_analysis_is_the_same_again_and_as_json() -> None:
    again = Analyst(read_record(record()), plies=20)
    list(again.decisions())

    assert again.analysis.to_plain(view=True) == analysed().to_plain(view=True)
    assert json.loads(json.dumps(analysed().to_plain()))["decisions"][0]["n"] == analysed().decisions[0].n


def test_an_estimate_is_made_from_what_the_seat_could_know() -> None:
    """The view of each decision is that of its seat: a world dealt anew from it gives the same view."""
    for decision in analysed().decisions[::7]:
        world = RULES.determinize(decision.view, chance=Tape(b"another world"))
        assert decision.view["you"] == decision.seat
        assert decode(jcs(RULES.view(world, seat_viewer(decision.seat)))) == decision.view


def test_a_random_bot_loses_more_than_a_greedy_one() -> None:
    lost = {one["seat"]: one["lost"] / one["decisions"] for one in analysed(300).to_plain()["seats"]}

    assert lost[1] > lost[0]


def decision(n: int, *, scores: list[int], played: int, seat: int = 0) -> Decision:
    """Returns a decision with these estimates, best first."""
    estimates = [Estimate({"type": str(at)}, str(at), score) for at, score in enumerate(scores)]
    own = estimates[played]
    return Decision(n, seat, own.action, own.told, estimates, 0, scores[0] - own.score, 1, {})


def test_a_turn_is_what_the_choice_did_not_promise() -> None:
    analysis = Analysis("g", "r@1", "strong@1")
    analysis.add(decision(4, scores=[90, 50], played=1))
    analysis.add(decision(5, scores=[10, 5], played=0, seat=1))
    analysis.add(decision(6, scores=[20, 0], played=0))

    assert [one.turn for one in analysis.decisions] == [-30, None, None]
    assert [one.n for one in analysis.mistakes(5)] == [4]
    assert [one.n for one in analysis.swings(5)] == [4]


@pytest.mark.usefixtures("bids_registered")
def test_a_running_game_is_refused() -> None:
    game, events = played_game(ruleset="dungeon-raiders@1", seats=3, stop_after=9)

    with pytest.raises(NotOverError):
        Analyst(read_record(record_of(game, events, viewer=seat_viewer(0))))


@pytest.mark.usefixtures("bids_registered")
def test_a_title_without_a_bot_that_searches_is_refused() -> None:
    analyst = Analyst(read_record(record_of(*played_game())))

    with pytest.raises(NotAnalysableError, match="no bot that searches"):
        list(analyst.decisions())


def test_the_command_tells_what_cost_most_and_refuses_what_it_cannot_read(tmp_path: Path) -> None:
    kept = tmp_path / "game.jsonl"
    kept.write_bytes(record())

    told = CliRunner().invoke(command.app, [str(kept), "--plies", "10", "--seat", "2"])
    missing = CliRunner().invoke(command.app, [str(tmp_path / "none.jsonl")])
    torn = CliRunner().invoke(command.app, [str(kept) + "x"])
    kept.write_bytes(b"no record")
    broken = CliRunner().invoke(command.app, [str(kept)])

    assert told.exit_code == 0, told.output
    assert "What cost most" in told.stdout
    assert "seat 2:" in told.stdout
    assert "seat 1:" not in told.stdout
    assert [one.exit_code for one in (missing, torn, broken)] == [2, 2, 2]
