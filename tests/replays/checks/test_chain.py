"""Level `chain` finds every change without recomputed hashes, at its line."""

from __future__ import annotations

import copy
import json
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from delvebook.domain.envelopes import envelope_digest
from delvebook.domain.viewers import seat_viewer
from delvebook.replays.verify import verify
from tests.replays.games import forged, lines_of, played_game, record_of, to_record
from tests.replays.reading import first_code

pytestmark = pytest.mark.usefixtures("bids_registered")


quick = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], print_blob=True
)


@pytest.mark.long
def test_any_changed_character_is_found_at_its_line(record: bytes) -> None:
    """
    Changes every third byte of the file in turn.

    Not covered by any hash, and so left out: when the record was exported.
    """
    header, _ = record.split(b"\n", 1)
    free = record.index(b"2026", record.index(b"exported_at"))
    assert free < len(header)
    for position in range(0, len(record), 3):
        if free <= position < free + 27:
            continue
        byte = record[position]
        changed = record[:position] + bytes([byte ^ 1]) + record[position + 1 :]
        report = verify(changed, levels=["chain"])
        line = record.count(b"\n", 0, position) + 1
        first = report.first
        assert first is not None, (position, record[position - 20 : position + 20])
        # The header names the game, the ruleset and the head; which side is wrong, only the events can tell.
        assert first.line == line or line == 1, (position, first)


@quick
@given(data=st.data())
def test_any_replaced_bytes_are_found(data: st.DataObject) -> None:
    record = record_of(*played_game())
    line = data.draw(st.integers(1, record.count(b"\n") - 1))
    lines = record.splitlines(keepends=True)
    position = data.draw(st.integers(0, len(lines[line]) - 2))
    new = data.draw(st.binary(min_size=1, max_size=3))
    changed_line = lines[line][:position] + new + lines[line][position + len(new) :]
    changed = b"".join([*lines[:line], changed_line, *lines[line + 1 :]])
    if lines_differ(changed_line, lines[line]):
        first = verify(changed).first
        assert first is not None
        assert first.line == line + 1


def lines_differ(left: bytes, right: bytes) -> bool:
    try:
        return bool(json.loads(left) != json.loads(right)) or json.dumps(json.loads(left)) != json.dumps(
            json.loads(right)
        )
    except ValueError:
        return True


def test_a_dropped_event_is_missed(record: bytes) -> None:
    lines = lines_of(record)
    gone = lines.pop(9)
    report = verify(to_record(lines))

    assert first_code(report)[:2] == ("replay/gap", gone["n"] + 1)
    assert [finding.code for finding in report.level("chain").findings] == ["chain/gap"]


def test_an_event_twice_is_out_of_order(record: bytes) -> None:
    lines = lines_of(record)
    lines.insert(9, copy.deepcopy(lines[8]))
    report = verify(to_record(lines))

    assert [(finding.code, finding.line) for finding in report.level("chain").findings] == [("chain/order", 10)]


def test_two_swapped_events_are_out_of_order(record: bytes) -> None:
    lines = lines_of(record)
    lines[9], lines[10] = lines[10], lines[9]
    report = verify(to_record(lines))

    assert [finding.line for finding in report.level("chain").findings[:2]] == [10, 11]


@pytest.mark.parametrize("count", [1, 2, 7])
def test_a_record_cut_off_between_lines_is_incomplete(record: bytes, count: int) -> None:
    lines = lines_of(record)[:-count]
    report = verify(to_record(lines))

    finding = report.level("chain").findings[-1]
    assert "missing" in finding.sentence or "SeedRevealed" in finding.sentence
    assert not report.holds
    assert any(one.code == "chain/head" and one.found == lines[-1]["n"] for one in report.level("chain").findings)


def test_a_record_cut_off_in_a_line_is_truncated(record: bytes) -> None:
    report = verify(record[:-100])
    codes = [finding.code for finding in report.level("chain").findings]

    assert "chain/unreadable" in codes
    assert any("truncated" in finding.sentence for finding in report.level("chain").findings)


def test_another_head_in_the_header_is_found(record: bytes) -> None:
    lines = lines_of(record)
    lines[0]["head"]["hash"] = "0" * 64

    assert first_code(verify(to_record(lines))) == ("chain/head", None, "/head/hash")


@pytest.mark.parametrize("key", ["ruleset", "content", "game"])
def test_a_header_that_names_another_game_is_found(record: bytes, key: str) -> None:
    lines = lines_of(record)
    lines[0][key] = {"ruleset": "bids@2", "content": "0" * 64, "game": str(UUID(int=7))}[key]

    report = verify(to_record(lines))

    assert not report.holds
    assert report.first is not None
    assert report.first.n == 1


def test_a_seat_cannot_be_handed_another_seats_secrets_unnoticed() -> None:
    game, events = played_game(stop_after=4)
    mine = lines_of(record_of(game, events, seat_viewer(0)))
    mine[0]["viewer"] = "seat:1"

    report = verify(to_record(mine))

    codes = {finding.code for finding in report.level("chain").findings}
    assert codes == {"chain/audience", "chain/closed"}


def test_an_opening_of_something_else_than_was_sealed_is_found_by_the_chain(record: bytes) -> None:
    def cheat(lines: list[dict[str, Any]]) -> None:
        event = next(line for line in lines[1:] if any("item" in one["content"] for one in line["opens"]))
        opening = next(one for one in event["opens"] if "item" in one["content"])
        opening["content"]["item"] = "prize-99"

    chain = verify(forged(record, cheat)).level("chain")

    assert [finding.code for finding in chain.findings] == ["chain/opening"]


def test_an_opening_of_an_envelope_that_does_not_exist_is_found(record: bytes) -> None:
    def cheat(lines: list[dict[str, Any]]) -> None:
        next(line for line in lines[1:] if line["opens"])["opens"][0]["i"] = 99

    chain = verify(forged(record, cheat)).level("chain")

    assert chain.findings[0].code == "chain/opening"
    assert "no earlier event" in chain.findings[0].sentence


def test_an_opening_inside_a_seats_envelope_is_checked_too() -> None:
    game, events = played_game(options={"rounds": 2})

    def cheat(lines: list[dict[str, Any]]) -> None:
        for line in lines[1:]:
            for envelope in line["sealed"]:
                if "opens" in envelope["content"]:
                    envelope["content"]["opens"][0]["content"]["item"] = "prize-99"
                    envelope["digest"] = envelope_digest(envelope["salt"], envelope["content"])
                    return

    honest = record_of(game, events)
    assert verify(honest).holds
    chain = verify(forged(honest, cheat)).level("chain")
    assert chain.findings[0].code == "chain/opening"
    assert "/content/opens/0" in chain.findings[0].pointer


def test_times_that_run_backwards_are_found_even_if_the_chain_is_sound(record: bytes) -> None:
    def cheat(lines: list[dict[str, Any]]) -> None:
        lines[5]["at"] = "2027-01-01T00:00:00.000000Z"

    chain = verify(forged(record, cheat)).level("chain")

    assert [(finding.code, finding.n) for finding in chain.findings] == [("chain/at", 6)]
