"""Verification returns a report on any file: honest, forged or hostile."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from delvebook.domain.canonical import jcs, require_plain
from delvebook.domain.viewers import ARBITER, PUBLIC, SPECTATOR
from delvebook.replays.verify import verify
from tests.replays.games import at, lines_of, played_game, rechained, record_of, to_record, viewers_of
from tests.replays.reading import statuses

pytestmark = pytest.mark.usefixtures("bids_registered")


quick = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], print_blob=True
)


@quick
@given(
    seed=st.text(max_size=8),
    seats=st.integers(2, 4),
    rounds=st.sampled_from([2, 3, 5]),
    look=st.booleans(),
)
def test_the_public_record_of_every_finished_game_verifies(seed: str, seats: int, rounds: int, *, look: bool) -> None:
    options = {"rounds": rounds, "look": look}
    report = verify(record_of(*played_game(seed=seed, seats=seats, options=options)))

    assert statuses(report) == {"chain": "holds", "replay": "holds"}
    assert report.notes == []


@quick
@given(seed=st.text(max_size=8), seats=st.integers(2, 4), stop=st.integers(0, 7), look=st.booleans())
def test_every_viewers_record_of_a_running_game_verifies_and_replays_once_the_seed_is_known(
    seed: str, seats: int, stop: int, *, look: bool
) -> None:
    """Even from a spectator's record: the seed opens the envelopes of concealed actions."""
    options = {"rounds": 5, "look": look}
    game, events = played_game(seed=seed, seats=seats, stop_after=stop, options=options)
    for viewer in (*viewers_of(game), ARBITER):
        record = record_of(game, events, viewer)
        assert statuses(verify(record)) == {"chain": "holds", "replay": "not applicable"}
        assert statuses(verify(record, seed=game.seed)) == {"chain": "holds", "replay": "holds"}


def test_a_report_counts_what_was_checked(record: bytes) -> None:
    report = verify(record)
    lines = lines_of(record)

    chain, replay = report.level("chain"), report.level("replay")
    assert chain.counts["events"] == replay.counts["events"] == len(lines) - 1
    assert replay.counts["actions"] == sum(line["type"] == "ActionTaken" for line in lines[1:])
    assert chain.counts["envelopes"] == sum(len(line["sealed"]) for line in lines[1:])


def test_an_aborted_game_verifies() -> None:
    game, events = played_game(stop_after=3)
    game.abort(reason="everybody went home", by="arbiter:judy", at=at(99))
    report = verify(record_of(game, [*events, *game.collect_events()]))

    assert statuses(report) == {"chain": "holds", "replay": "holds"}


def test_a_game_that_has_not_started_verifies_as_far_as_it_goes() -> None:
    game, events = played_game()
    report = verify(record_of_prefix(game, events, 3))

    assert statuses(report) == {"chain": "holds", "replay": "not applicable"}
    assert report.holds


def record_of_prefix(game: Any, events: list[Any], count: int) -> bytes:
    return record_of(game, events[:count], SPECTATOR)


def test_only_the_requested_levels_are_reported(record: bytes) -> None:
    assert statuses(verify(record, levels=["chain"])) == {"chain": "holds"}
    assert statuses(verify(record, levels=["replay"])) == {"replay": "holds"}


@pytest.mark.parametrize("level", ["receipts", "log", "replay", "bots"])
def test_what_is_no_record_fails_at_its_chain_whatever_was_asked_for(level: str) -> None:
    report = verify(b"a shopping list\n", levels=[level])

    assert not report.holds
    assert report.level("chain").findings[0].code == "chain/header"
    assert report.first == report.level("chain").findings[0]


def test_lines_that_are_not_canonical_hold_and_are_noted(record: bytes) -> None:
    loose = b"".join(json.dumps(line).encode() + b"\n" for line in lines_of(record))
    report = verify(loose)

    assert statuses(report) == {"chain": "holds", "replay": "holds"}
    assert "canonical" in report.notes[0]


def test_a_seed_revealed_by_an_event_spelled_with_escapes_is_found(record: bytes) -> None:
    loose = record.replace(b'"SeedRevealed"', b'"Seed\\u0052evealed"')

    assert statuses(verify(loose)) == {"chain": "holds", "replay": "holds"}


@quick
@given(st.binary(max_size=300))
def test_no_bytes_make_verification_raise(data: bytes) -> None:
    report = verify(data)

    assert not report.holds
    assert report.first is not None


class JsonAnything:
    plain = st.recursive(
        st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from(["", "seat:0", "bids@1", "0" * 64]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["type", "n", "seat", "card", "opens", "content"]), inner, max_size=3)
        ),
        max_leaves=6,
    )


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], print_blob=True)
@given(data=st.data())
def test_no_value_anywhere_in_a_record_makes_verification_raise(data: st.DataObject) -> None:
    """Replaces any part of any line by anything, and chains the record again if possible."""
    lines = lines_of(HONEST_RECORDS.get())
    target: Any = lines[data.draw(st.integers(0, len(lines) - 1))]
    while True:
        keys = list(range(len(target))) if isinstance(target, list) else sorted(target)
        key = data.draw(st.sampled_from(keys))
        inner = target[key]
        if isinstance(inner, dict | list) and inner and data.draw(st.booleans()):
            target = inner
            continue
        target[key] = data.draw(JsonAnything.plain)
        break
    try:
        changed = rechained(lines)
    except (KeyError, TypeError, AttributeError):
        changed = b"".join(jcs(line) + b"\n" for line in lines)

    report = verify(changed)
    require_plain(report.to_plain())


class _HonestRecords:
    record: bytes | None = None

    def get(self) -> bytes:
        if self.record is None:
            self.record = record_of(*played_game(options={"rounds": 2}))
        return self.record


HONEST_RECORDS = _HonestRecords()


def test_a_report_never_grows_without_bound(record: bytes) -> None:
    lines = lines_of(record)
    for line in lines[1:]:
        line["data"]["filler"] = "x" * 1000
    many = [lines[0], *[{**lines[1], "n": n} for n in range(1, 500)]]

    report = verify(to_record(many))

    chain = report.level("chain")
    assert len(chain.findings) == 50
    assert chain.more > 400
    assert len(jcs(report.to_plain())) < 60_000


def test_public_and_arbiter_records_of_a_finished_game_differ_only_in_their_header() -> None:
    game, events = played_game()
    public, arbiter = (lines_of(record_of(game, events, viewer)) for viewer in (PUBLIC, ARBITER))

    assert public[1:] == arbiter[1:]
