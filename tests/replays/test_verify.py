"""
Verification finds what is wrong with a record, at the right line and for the right reason.

Forgers come in two kinds: one changes a file, the other also makes every hash after it anew.
The first is caught by the chain, the second by playing the game again.
"""

from __future__ import annotations

import copy
import json
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from delvebook.domain.canonical import commitment, jcs, require_plain
from delvebook.domain.envelopes import envelope_digest
from delvebook.domain.playout import seed_of
from delvebook.domain.rulesets import registry
from delvebook.domain.viewers import ARBITER, PUBLIC, SPECTATOR, seat_viewer
from delvebook.replays.report import Report
from delvebook.replays.verify import verify
from tests.replays.games import (
    at,
    forged,
    lines_of,
    played_game,
    rechained,
    record_of,
    to_record,
    viewers_of,
)
from tests.titles import registered_titles

pytestmark = pytest.mark.usefixtures("bids_registered")

quick = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], print_blob=True
)


@pytest.fixture
def record() -> bytes:
    return record_of(*played_game())


def statuses(report: Report) -> dict[str, str]:
    require_plain(report.to_plain())
    return {level.name: level.status for level in report.levels}


def first_code(report: Report) -> tuple[str, int | None, str]:
    assert report.first is not None
    return report.first.code, report.first.n, report.first.pointer


def event_where(lines: list[dict[str, Any]], type_: str, index: int = 0) -> dict[str, Any]:
    return [line for line in lines[1:] if line["type"] == type_][index]


def bids_of(lines: list[dict[str, Any]], *, seat: int) -> list[dict[str, Any]]:
    """Where the seat's bids stand, in order: in the event's data, or in its envelope."""
    places = []
    for line in lines[1:]:
        if line["type"] == "ActionTaken" and line["data"]["seat"] == seat:
            inside = [one["content"] for one in line["sealed"] if "action" in one["content"]]
            place = (inside or [line["data"]])[0]
            places += [place] if place["action"]["type"] == "bid" else []
    return places


# -- what is right ------------------------------------------------------------------------------


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


def test_a_report_counts_what_was_looked_at(record: bytes) -> None:
    report = verify(record)
    lines = lines_of(record)

    chain, replay = report.level("chain"), report.level("replay")
    assert chain.counts["events"] == replay.counts["events"] == len(lines) - 1
    assert replay.counts["actions"] == sum(line["type"] == "ActionTaken" for line in lines[1:])
    assert chain.counts["envelopes"] == sum(len(line["sealed"]) for line in lines[1:])


def test_a_game_broken_off_verifies() -> None:
    game, events = played_game(stop_after=3)
    game.abort(reason="everybody went home", by="player:host", at=at(99))
    report = verify(record_of(game, [*events, *game.collect_events()]))

    assert statuses(report) == {"chain": "holds", "replay": "holds"}


def test_a_game_not_started_verifies_as_far_as_it_goes() -> None:
    game, events = played_game()
    report = verify(record_of_prefix(game, events, 3))

    assert statuses(report) == {"chain": "holds", "replay": "not applicable"}
    assert report.holds


def record_of_prefix(game: Any, events: list[Any], count: int) -> bytes:
    return record_of(game, events[:count], SPECTATOR)


def test_only_the_chain_is_looked_at_if_only_that_is_asked_for(record: bytes) -> None:
    assert statuses(verify(record, levels=["chain"])) == {"chain": "holds"}
    assert statuses(verify(record, levels=["replay"])) == {"replay": "holds"}


def test_lines_in_loose_form_hold_and_are_noted(record: bytes) -> None:
    loose = b"".join(json.dumps(line).encode() + b"\n" for line in lines_of(record))
    report = verify(loose)

    assert statuses(report) == {"chain": "holds", "replay": "holds"}
    assert "canonical" in report.notes[0]


def test_a_seed_spelled_with_escapes_is_found_all_the_same(record: bytes) -> None:
    loose = record.replace(b'"SeedRevealed"', b'"Seed\\u0052evealed"')

    assert statuses(verify(loose)) == {"chain": "holds", "replay": "holds"}


# -- the clumsy forger: bytes are changed, hashes are not ---------------------------------------


def test_any_changed_character_is_found_at_its_line(record: bytes) -> None:
    """
    Every third byte of the file is changed in turn.

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


def test_one_changed_fact_gives_one_finding_a_level_and_replay_says_what_is_right(record: bytes) -> None:
    lines = lines_of(record)
    event, index = next(
        (line, index)
        for line in lines[1:]
        for index, fact in enumerate(line["data"].get("facts", []))
        if fact["type"] == "prize_won"
    )
    right = event["data"]["facts"][index]["prize"]
    event["data"]["facts"][index]["prize"] = "prize-99"

    report = verify(to_record(lines))

    assert [finding.code for finding in report.level("chain").findings] == ["chain/hash"]
    (finding,) = report.level("replay").findings
    assert finding.code == "replay/facts"
    assert finding.pointer == f"/data/facts/{index}/prize"
    assert (finding.expected, finding.found) == (right, "prize-99")
    assert finding.clauses == ("BID-006",)
    assert finding.told[0] != finding.told[1]


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


# -- the careful forger: everything after it is hashed anew -------------------------------------


def test_rechaining_changes_nothing_if_nothing_was_changed(record: bytes) -> None:
    assert rechained(lines_of(record)) == record


def forge_fact(lines: list[dict[str, Any]]) -> None:
    event = event_where(lines, "ActionTaken", 2)
    event["data"]["facts"][0]["seat"] = 1 - event["data"]["facts"][0]["seat"] % 2


def forge_draw(lines: list[dict[str, Any]]) -> None:
    event_where(lines, "GameStarted")["data"]["draws"][0]["count"] += 1


def forge_state(lines: list[dict[str, Any]]) -> None:
    event_where(lines, "ActionTaken", 1)["data"]["state"] = "0" * 64


def forge_outcome(lines: list[dict[str, Any]]) -> None:
    outcome = event_where(lines, "GameFinished")["data"]["outcome"]
    outcome["scores"][0] += 100


def forge_envelope(lines: list[dict[str, Any]]) -> None:
    """A treasure that is never turned up: nothing but the replay can know."""
    envelope = event_where(lines, "GameStarted")["sealed"][-1]
    envelope["content"]["item"] = "prize-99"
    envelope["digest"] = envelope_digest(envelope["salt"], envelope["content"])


def forge_nonce(lines: list[dict[str, Any]]) -> None:
    event_where(lines, "SeatTaken", 1)["data"]["nonce"] = "something else"


def forge_content(lines: list[dict[str, Any]]) -> None:
    lines[0]["content"] = event_where(lines, "GameCreated")["data"]["content"] = "0" * 64


def forge_options(lines: list[dict[str, Any]]) -> None:
    event_where(lines, "GameCreated")["data"]["options"]["rounds"] = 99


def forge_unknown_option(lines: list[dict[str, Any]]) -> None:
    event_where(lines, "GameCreated")["data"]["options"]["cheat"] = True


def forge_version(lines: list[dict[str, Any]]) -> None:
    lines[0]["ruleset"] = event_where(lines, "GameCreated")["data"]["ruleset"] = "bids@9"


def forge_decision(lines: list[dict[str, Any]]) -> None:
    event_where(lines, "ActionTaken", 4)["data"]["decision"] = 2


def forge_actor(lines: list[dict[str, Any]]) -> None:
    event = event_where(lines, "ActionTaken", 1)
    event["by"] = "seat:9"


def forge_seed(lines: list[dict[str, Any]]) -> None:
    event_where(lines, "SeedRevealed")["data"]["seed"] = "0" * 64


def forge_commitment(lines: list[dict[str, Any]]) -> None:
    event_where(lines, "GameCreated")["data"]["commitment"] = "0" * 64


def forge_bot(lines: list[dict[str, Any]]) -> None:
    next(line for line in lines[1:] if line["data"].get("bot"))["data"]["bot"] = "oracle"


def drop_the_end(lines: list[dict[str, Any]]) -> None:
    """GameFinished is dropped, and the seed revealed at once."""
    finished = event_where(lines, "GameFinished")
    lines.remove(finished)
    lines[-1]["n"] -= 1


def end_it_early(lines: list[dict[str, Any]]) -> None:
    finished, revealed = lines[-2:]
    del lines[-4:]
    finished["n"], revealed["n"] = len(lines), len(lines) + 1
    lines += [finished, revealed]


FORGERIES = [
    (forge_fact, "replay/facts", "ActionTaken", 2),
    (forge_draw, "replay/draws", "GameStarted", 0),
    (forge_state, "replay/state", "ActionTaken", 1),
    (forge_outcome, "replay/outcome", "GameFinished", 0),
    (forge_envelope, "replay/envelope", "GameStarted", 0),
    (forge_nonce, "replay/envelope", "GameStarted", 0),
    (forge_content, "replay/content", "GameCreated", 0),
    (forge_options, "replay/options", "GameCreated", 0),
    (forge_unknown_option, "replay/options", "GameCreated", 0),
    (forge_version, "replay/ruleset", "GameCreated", 0),
    (forge_decision, "replay/stale", "ActionTaken", 4),
    (forge_actor, "replay/event", "ActionTaken", 1),
    (forge_commitment, "replay/commitment", "SeedRevealed", 0),
    (forge_seed, "replay/commitment", "SeedRevealed", 0),
    (forge_bot, "replay/bot", "SeatTaken", 3),
    (drop_the_end, "replay/event", "SeedRevealed", 0),
    (end_it_early, "replay/outcome", "GameFinished", 0),
]


@pytest.mark.parametrize(("forge", "code", "type_", "index"), FORGERIES, ids=[one[0].__name__ for one in FORGERIES])
def test_a_forgery_with_all_hashes_made_anew_is_found_by_replay_at_its_event(
    record: bytes, forge: Any, code: str, type_: str, index: int
) -> None:
    changed = forged(record, forge)
    report = verify(changed)
    event = event_where(lines_of(changed), type_, index)

    assert report.level("replay").status == "failed"
    finding = report.level("replay").findings[0]
    assert (finding.code, finding.n) == (code, event["n"]), finding
    assert finding.line == event["n"] + 1


def test_a_single_forged_event_does_not_blame_the_others(record: bytes) -> None:
    for forge in (forge_fact, forge_draw, forge_state, forge_outcome, forge_content, forge_actor):
        assert len(verify(forged(record, forge)).level("replay").findings) == 1, forge.__name__


def test_an_illegal_action_is_told_with_its_clause_and_sentence(record: bytes) -> None:
    def cheat(lines: list[dict[str, Any]]) -> None:
        """In the second round seat 0 bids the card it has spent in the first."""
        first, second = bids_of(lines, seat=0)[:2]
        second["action"]["card"] = first["action"]["card"]
        for event in lines[1:]:
            for envelope in event["sealed"]:
                envelope["digest"] = envelope_digest(envelope["salt"], envelope["content"])

    report = verify(forged(record, cheat))

    finding = report.level("replay").findings[0]
    assert finding.code == "replay/illegal"
    assert finding.clauses == ("BID-004",)
    assert "spent" in finding.sentence
    assert finding.told[1] is not None


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


def test_a_wrong_seed_given_by_hand_is_refused_by_the_commitment(record: bytes) -> None:
    report = verify(record, seed=seed_of("not this one"))

    assert statuses(report) == {"chain": "holds", "replay": "failed"}
    (finding,) = report.level("replay").findings
    assert finding.code == "replay/commitment"
    assert finding.found == commitment(played_game()[0].seed)


def test_a_ruleset_that_is_not_installed_is_named(record: bytes) -> None:
    with registered_titles(alone=True):
        report = verify(record)

    assert statuses(report) == {"chain": "holds", "replay": "failed"}
    assert first_code(report) == ("replay/ruleset", 1, "/data/ruleset")


# -- hostile files ------------------------------------------------------------------------------


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
    """Any part of any line is replaced by anything, and the record chained again where that is possible."""
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


def test_a_title_that_falls_over_is_a_finding(record: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = registry.get_ruleset("bids@1")
    monkeypatch.setattr(type(ruleset), "setup", lambda *args, **kwargs: 1 // 0)

    report = verify(record)

    assert first_code(report)[0] == "replay/broken"


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
