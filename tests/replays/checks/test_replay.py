"""Level `replay` finds the changes of a careful forger, who recomputes every hash."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.canonical import commitment
from delvebook.domain.envelopes import envelope_digest
from delvebook.domain.playout import seed_of
from delvebook.domain.rulesets import registry
from delvebook.domain.tape import nonce_commitment
from delvebook.replays.verify import verify
from tests.replays.games import forged, lines_of, played_game, rechained, to_record
from tests.replays.reading import bids_of, event_where, first_code, statuses
from tests.titles import registered_titles

pytestmark = pytest.mark.usefixtures("bids_registered")


def test_a_changed_fact_gives_one_finding_per_level_and_replay_says_what_is_right(record: bytes) -> None:
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


def test_recomputing_the_hashes_of_an_honest_record_changes_nothing(record: bytes) -> None:
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
    """A treasure that is never turned up: only the replay can find the change."""
    envelope = event_where(lines, "GameStarted")["sealed"][-1]
    envelope["content"]["item"] = "prize-99"
    envelope["digest"] = envelope_digest(envelope["salt"], envelope["content"])


def forge_nonce(lines: list[dict[str, Any]]) -> None:
    """A nonce and its commitment are changed together, so the chain holds."""
    shown = event_where(lines, "NonceRevealed")
    shown["data"]["nonce"] = "some other nonce"
    taken = next(line for line in reversed(lines) if line.get("by") == shown["by"] and line["type"] == "SeatTaken")
    taken["data"]["nonce_commitment"] = nonce_commitment(
        game=shown["game"], player=taken["data"]["player"], nonce="some other nonce"
    )


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
    next(line for line in lines[1:] if line["data"].get("bot"))["data"]["bot"] = "oracle@1"


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
def test_a_forgery_with_every_hash_recomputed_is_found_at_its_event(
    record: bytes, forge: Any, code: str, type_: str, index: int
) -> None:
    changed = forged(record, forge)
    report = verify(changed)
    event = event_where(lines_of(changed), type_, index)

    assert report.level("replay").status == "failed"
    finding = report.level("replay").findings[0]
    assert (finding.code, finding.n) == (code, event["n"]), finding
    assert finding.line == event["n"] + 1


def test_a_forged_event_is_the_only_one_reported(record: bytes) -> None:
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


def test_a_title_that_fails_on_a_record_is_a_finding(record: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = registry.get_ruleset("bids@1")
    monkeypatch.setattr(type(ruleset), "setup", lambda *args, **kwargs: 1 // 0)

    report = verify(record)

    assert first_code(report)[0] == "replay/broken"
