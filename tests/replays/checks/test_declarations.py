"""Level chain holds every event to the declaration of its type, and the course of a game to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from delvebook.domain.events import EVENT_TYPES
from delvebook.domain.viewers import SPECTATOR
from delvebook.replays.report import Finding, Report
from delvebook.replays.verify import verify
from tests.replays.games import forged, lines_of, played_game, record_of
from tests.replays.verifiers import example
from tests.titles import registered_titles
from tests.titles.bids import Bids

MAKERS = {"service": "service", "clock": "clock", "seat": "seat:{}", "player": "player:zz", "arbiter": "arbiter:zz"}
KEPT = Path(__file__).parents[1] / "kept"
Lines = list[dict[str, Any]]


@pytest.fixture(autouse=True)
def titles() -> Iterator[None]:
    with registered_titles(Bids):
        yield


@cache
def record_with(type_: str) -> bytes:
    """Returns a record that holds and has an event of this type."""
    records = [path.read_bytes() for path in sorted(KEPT.glob("*.jsonl"))]
    records.append(record_of(*played_game()))
    return next(record for record in records if any(line["type"] == type_ for line in lines_of(record)[1:]))


def change_first(type_: str, change: Callable[[dict[str, Any]], None]) -> tuple[bytes, int]:
    """The record after a change to its first event of that type, every hash recomputed; and the line of the event."""
    record = record_with(type_)
    line = next(number for number, one in enumerate(lines_of(record), 1) if one.get("type") == type_)
    return forged(record, lambda lines: change(lines[line - 1])), line


def chain_of(record: bytes) -> Report:
    report = verify(record, levels=["chain"])
    assert example(record) == (None if report.first is None else report.first.line)
    return report


def first_of(record: bytes) -> Finding:
    finding = chain_of(record).first
    assert finding is not None
    return finding


FALSE_MAKERS = [
    (type_, maker)
    for type_, declared in EVENT_TYPES.items()
    for maker in MAKERS
    if maker not in declared.made_by or maker == "seat"
]


@pytest.mark.parametrize(("type_", "maker"), FALSE_MAKERS)
def test_an_event_by_a_party_that_cannot_make_it_does_not_hold(type_: str, maker: str) -> None:
    def change(event: dict[str, Any]) -> None:
        event["by"] = MAKERS[maker].format(event["data"].get("seat", 0) + 1)

    record, line = change_first(type_, change)
    finding = first_of(record)

    assert (finding.code, finding.line, finding.pointer) == ("chain/by", line, "/by")


@pytest.mark.parametrize("type_", EVENT_TYPES)
def test_a_member_that_is_not_declared_does_not_hold(type_: str) -> None:
    record, line = change_first(type_, lambda event: event["data"].update(aside="trust me"))
    finding = first_of(record)

    assert (finding.code, finding.line, finding.pointer) == ("chain/member", line, "/data/aside")


def test_a_clock_has_its_two_members_and_no_other() -> None:
    clock = {"kind": "per_decision", "seconds": 60, "on_expiry": {"kind": "bot", "bot": "random@1"}}
    sound, _ = change_first("GameCreated", lambda event: event["data"].update(clock=clock))
    forged_, line = change_first("GameCreated", lambda event: event["data"].update(clock=clock | {"fair": True}))
    finding = verify(forged_, levels=["chain"]).first

    assert verify(sound, levels=["chain"]).first is None
    assert finding is not None
    assert (finding.code, finding.line, finding.pointer) == ("chain/shape", line, "/data/clock")


@pytest.mark.parametrize("type_", EVENT_TYPES)
def test_a_record_with_an_event_of_each_type_holds(type_: str) -> None:
    assert chain_of(record_with(type_)).first is None


def test_an_event_of_an_unknown_type_keeps_its_place_and_is_named() -> None:
    """Later versions of the service may write types that this verifier does not know."""

    def change(lines: Lines) -> None:
        lines[-1]["type"] = "SeatsBlessed"

    record = forged(record_of(*played_game(stop_after=3), SPECTATOR), change)
    report, n = chain_of(record), lines_of(record)[-1]["n"]

    assert report.first is None
    note = (
        f"event {n} (SeatsBlessed): of a type that is not known here, so only its place in the chain was checked, "
        "and nothing that it says"
    )
    assert report.notes == [note]


def test_a_running_game_that_is_broken_off_reveals_its_seed_at_once() -> None:
    game, events = played_game(stop_after=3)
    game.abort(reason="a fire", by="arbiter:judy", at=events[-1].at)
    events += game.collect_events()

    assert chain_of(record_of(game, events)).first is None
    assert first_of(record_of(game, events[:-1], SPECTATOR)).code == "chain/seed"


@pytest.mark.parametrize("name", ["nobody-came", "withheld", "not-resumed"])
def test_a_game_that_is_broken_off_before_its_start_reveals_its_seed_at_once_too(name: str) -> None:
    whole = (KEPT / f"{name}.jsonl").read_bytes()

    def withhold(lines: Lines) -> None:
        lines[0]["viewer"] = "spectator"
        lines.pop()

    assert verify(whole, levels=["chain"]).first is None
    finding = verify(forged(whole, withhold), levels=["chain"]).first
    assert finding is not None
    assert (finding.code, finding.line) == ("chain/seed", whole.count(b"\n"))


def test_a_game_that_a_ruling_resumes_may_keep_its_seed_back() -> None:
    def cut(lines: Lines) -> None:
        lines[0]["viewer"] = "arbiter"
        del lines[next(index for index, line in enumerate(lines) if line.get("type") == "SeedRevealed") :]

    assert chain_of(forged((KEPT / "resumed.jsonl").read_bytes(), cut)).first is None
