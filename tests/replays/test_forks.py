"""Forks of every title: begun anywhere in a game, played to an end, and verified with their parent's record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import NotForkableError
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from delvebook.domain.playout import seed_of
from delvebook.domain.ruleset import Ruleset
from delvebook.domain.rulesets.registry import all_rulesets, get_ruleset
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import seat_viewer
from delvebook.replays.forks import Parents
from delvebook.replays.verify import verify
from tests.domain.seating import close, sit
from tests.replays.games import GAME, at, forged, record_of, the
from tests.titles import TEST_TITLES, registered_titles
from tests.titles.bids import Bids
from tests.titles.bids.state import State

FORK = UUID("00000000-0000-4000-8000-00000000000f")
TITLES = sorted({ruleset.id for ruleset in [*all_rulesets().values(), *TEST_TITLES.values()]})


class BidsAgain(Bids):
    """Bids at version 2: the same rules, and one more member in the state."""

    version = 2

    def migrate_state(self, state: State, *, version: int) -> State:
        assert version == 1
        return {**state, "adopted": True}


class BidsApart(Bids):
    """Bids at version 3: no state of another version can be one of its own."""

    version = 3

    def check(self, state: State) -> None:
        super().check(state)
        if "of_version_3" not in state:
            raise self.broken("a state says that it is of version 3")


@pytest.fixture(autouse=True)
def titles() -> Iterator[None]:
    with registered_titles(Bids, BidsAgain, BidsApart):
        yield


def plays(game: Game, *, seed: str, stop_before_end: bool = False) -> list[GameEvent]:
    """Plays a game to its end."""
    chance = Tape(seed_of(seed))
    moment = 100
    while game.lifecycle.status == "running":
        moment += 1
        table = game.get_table()
        seat = chance.choose(game.to_act(), "who")
        action = chance.choose(table.legal(seat), "what")
        game.act(seat, decision=table.decisions[seat], action=action, at=at(moment))
    return list(game.collect_events())


def whole_game(title: str, *, seed: str = "left") -> list[GameEvent]:
    """A short game from beginning to end."""
    ruleset = get_ruleset(f"{title}@1")
    seats = min(3, ruleset.seats_max)
    short = {"round_limit": 20} if "round_limit" in ruleset.option_defaults() else {}
    made = Game.create(
        GAME,
        ruleset=ruleset,
        options={**ruleset.brief_options, **short},
        seats=seats,
        seed=seed_of(seed),
        by="player:host",
        at=at(1),
    )
    for seat in range(seats):
        sit(made, seat, player=f"p{seat}", at=at(seat + 2))
    close(made, at=at(19))
    made.start(by="player:host", at=at(20))
    return plays(made, seed=seed)


def game_at(events: list[GameEvent], n: int) -> Game:
    stored = [type(one).from_stored(one.originator_id, one.n, one.to_stored()) for one in events[:n]]
    game = Game.project(None, stored)
    assert game is not None
    return game


def fork_of(
    events: list[GameEvent], n: int, *, seat: int | None = None, ruleset: Ruleset | None = None, fork_id: UUID = FORK
) -> Game:
    """A fork that has begun."""
    left = game_at(events, n)
    parent: dict[str, Any] = {"game": str(left.id), "n": n, "hash": events[n - 1].hash}
    if seat is not None:
        parent["as"] = f"seat:{seat}"
    fork = Game.create(
        fork_id,
        ruleset=ruleset or left.ruleset,
        options=left.lifecycle.options,
        seats=len(left.lifecycle.seats),
        seed=seed_of("fork"),
        by="player:host",
        at=at(1),
        terms={"parent": parent},
    )
    for number in range(len(left.lifecycle.seats)):
        sit(fork, number, player=f"p{number}", at=at(number + 2))
    close(fork, at=at(19))
    fork.start(by="player:host", at=at(20), fork_point=left.fork_point(seat=seat))
    return fork


def moments(events: list[GameEvent]) -> list[int]:
    """Returns events at which to fork a game: the start, the middle, and just before the end."""
    started = next(event.n for event in events if event.type == "GameStarted")
    acted = [event.n for event in events if event.type == "ActionTaken"]
    return sorted({started, acted[len(acted) // 2], acted[-2]})


@pytest.mark.parametrize("title", TITLES)
def test_a_fork_keeps_the_whole_state_and_holds_with_its_parents_record(title: str) -> None:
    events = whole_game(title)
    parents = Parents([record_of(game_at(events, len(events)), events)])
    for n in moments(events):
        left, fork = game_at(events, n), fork_of(events, n)
        assert fork.get_table().state == left.get_table().state
        assert fork.to_act() == left.to_act()
        assert fork.lifecycle.created["commitment"] != left.lifecycle.created["commitment"]
        made = plays(fork, seed=f"fork/{n}")
        loaded = game_at(made, len(made))
        assert loaded.to_snapshot() == fork.to_snapshot()

        record = record_of(fork, made)
        report = verify(record, parents=parents)
        assert report.first is None, report.first
        assert [level.status for level in report.levels] == ["holds", "holds"]
        alone = verify(record)
        assert [level.status for level in alone.levels] == ["holds", "not applicable"]
        assert str(GAME) in alone.level("replay").why_not


@pytest.mark.parametrize("title", TITLES)
def test_a_fork_from_what_a_seat_knew_shows_that_seat_the_same_and_deals_the_rest_again(title: str) -> None:
    events = whole_game(title)
    parents = Parents([record_of(game_at(events, len(events)), events)])
    dealt_anew = 0
    for n in moments(events):
        left = game_at(events, n)
        for seat in range(len(left.lifecycle.seats)):
            fork = fork_of(events, n, seat=seat)
            mine = left.ruleset.view(left.get_table().state, seat_viewer(seat))
            assert jcs(fork.ruleset.view(fork.get_table().state, seat_viewer(seat))) == jcs(mine)
            assert fork.get_table().legal(seat) == left.get_table().legal(seat)
            dealt_anew += fork.get_table().state != left.get_table().state
            made = plays(fork, seed=f"fork/{n}")
            report = verify(record_of(fork, made), parents=parents)
            assert report.first is None, report.first
            assert report.level("replay").status == "holds"
    assert dealt_anew


def test_a_fork_may_continue_under_another_version_that_migrates_the_state() -> None:
    events = whole_game("bids")
    n = moments(events)[1]
    fork = fork_of(events, n, ruleset=BidsAgain())

    assert fork.get_table().state["adopted"] is True
    made = plays(fork, seed="again")
    report = verify(record_of(fork, made), parents=Parents([record_of(game_at(events, len(events)), events)]))
    assert [level.status for level in report.levels] == ["holds", "holds"]


def test_a_version_that_cannot_continue_from_there_says_so() -> None:
    events = whole_game("bids")

    with pytest.raises(NotForkableError, match="version 3"):
        fork_of(events, moments(events)[1], ruleset=BidsApart())


def test_no_fork_begins_before_the_start_or_after_the_end() -> None:
    events = whole_game("bids")
    for n in (1, len(events), len(events) - 2):
        with pytest.raises(NotForkableError):
            game_at(events, n).fork_point()


def test_a_fork_does_not_hold_with_an_altered_parent_or_another_history() -> None:
    events, others = whole_game("bids"), whole_game("bids", seed="another")
    parent = record_of(game_at(events, len(events)), events)
    fork = fork_of(events, moments(events)[1])
    record = record_of(fork, plays(fork, seed="x"))

    def earlier(lines: list[dict[str, Any]]) -> None:
        lines[2]["at"] = lines[1]["at"]

    for wrong in (forged(parent, earlier), record_of(game_at(others, len(others)), others)):
        first = verify(record, parents=Parents([wrong])).first
        assert first is not None
        assert (first.code, first.n) == ("replay/parent", 1)


def test_a_fork_that_names_another_fork_point_does_not_hold() -> None:
    events = whole_game("bids")
    parent = record_of(game_at(events, len(events)), events)
    start, middle, _ = moments(events)
    fork = fork_of(events, middle)
    record = record_of(fork, plays(fork, seed="x"))

    def elsewhere(lines: list[dict[str, Any]]) -> None:
        lines[1]["data"]["parent"] = {"game": str(GAME), "n": start, "hash": events[start - 1].hash}

    def as_if_ruled(lines: list[dict[str, Any]]) -> None:
        lines[1]["data"]["parent"]["ruling"] = start

    def as_if_it_knew_less(lines: list[dict[str, Any]]) -> None:
        lines[1]["data"]["parent"]["as"] = "seat:0"

    for change in (elsewhere, as_if_ruled, as_if_it_knew_less):
        report = verify(forged(record, change), parents=Parents([parent]))
        assert report.level("replay").status == "failed", change.__name__


@pytest.mark.parametrize(
    "parent",
    [None, [], {"game": str(GAME)}, {"game": "x", "n": 1, "hash": "0" * 64}, {"game": str(GAME), "n": 0, "hash": ""}],
)
def test_a_fork_with_a_malformed_parent_is_found(parent: Any) -> None:
    events = whole_game("bids")
    fork = fork_of(events, moments(events)[1])
    record = record_of(fork, plays(fork, seed="x"))

    def change(lines: list[dict[str, Any]]) -> None:
        lines[1]["data"]["parent"] = parent

    first = verify(forged(record, change)).first
    assert first is not None
    assert first.pointer.startswith("/data/parent")


def test_each_ancestor_is_verified_once_however_many_forks_lie_between(monkeypatch: pytest.MonkeyPatch) -> None:
    events = whole_game("bids")
    records = [record_of(game_at(events, len(events)), events)]
    for number in range(5):
        fork = fork_of(events, moments(events)[0], fork_id=UUID(int=number + 100))
        events = plays(fork, seed=f"fork/{number}")
        records.append(record_of(fork, events))
    verified = []

    def counting(source: Any, **terms: Any) -> Any:
        verified.append(source)
        return verify(source, **terms)

    monkeypatch.setattr("delvebook.replays.forks.verify", counting)
    report = verify(records.pop(), parents=Parents(records))

    assert report.first is None, report.first
    assert sorted(verified) == sorted(records)


def kept(name: str) -> bytes:
    return (Path(__file__).parent / "kept" / f"{name}.jsonl").read_bytes()


def test_an_invented_resumption_of_a_resumed_game_does_not_hold_beside_the_record_of_its_parent() -> None:
    parents = Parents([kept("resumed")])

    def invent(lines: list[dict[str, Any]]) -> None:
        the(lines, "GameAborted")["data"]["resumed_by"] = "00000000-0000-4000-8000-00000000dead"

    invented = forged(kept("superseded"), invent)
    alone = verify(invented)
    beside = verify(invented, parents=parents)

    assert verify(kept("superseded"), parents=parents).level("replay").status == "holds"
    assert [alone.level(name).status for name in ("chain", "replay")] == ["holds", "not applicable"]
    assert "abort" in [one.what for one in alone.stated]
    assert (beside.first is not None and beside.first.code) == "replay/resumption"


def test_until_the_game_that_continues_it_is_over_a_game_is_not_checked_yet_and_says_so() -> None:
    def withhold(lines: list[dict[str, Any]]) -> None:
        lines.pop()
        lines[0]["viewer"] = "arbiter"

    report = verify(forged(kept("resumed"), withhold))

    assert report.level("chain").status == "holds"
    assert report.level("replay").status == "not applicable"
    assert "which continues this one, is over" in report.level("replay").why_not


def test_what_officials_did_in_a_resumed_game_is_stated_and_not_held() -> None:
    report = verify(kept("superseded"), parents=Parents([kept("resumed")]))

    assert [one.n for one in report.stated if one.what == "official"] == [3, 6]
