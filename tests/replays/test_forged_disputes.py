"""Forged disputes, take-backs and resumed games are found, although every hash was recomputed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from delvebook.domain.viewers import PUBLIC, seat_viewer
from delvebook.replays.report import Finding, Report
from delvebook.replays.verify import verify
from tests.domain.test_disputes import Case
from tests.domain.test_takebacks import Play
from tests.replays.games import forged, lines_of, record_of, the
from tests.titles import registered_titles
from tests.titles.bids import Bids

Lines = list[dict[str, Any]]


@pytest.fixture(autouse=True)
def titles() -> Iterator[None]:
    with registered_titles(Bids):
        yield


def disputed() -> bytes:
    """A game in which ann claims, judy resumes, bob appeals, jude resumes where it stood; the seed is out at last."""
    case = Case()
    case.plays_round()
    dispute = case.claims()
    case.game.attach_finding(dispute, {"holds": True}, sealed={"first": None}, at=case.now())
    case.collect()
    case.rules(dispute, {"type": "resume", "event": 4})
    case.appeals(dispute)
    case.rules(dispute, arbiter="jude")
    case.game.reveal(at=case.now())
    case.collect()
    return record_of(case.game, case.events, PUBLIC)


def taken_back() -> bytes:
    """A game in which seat 0 takes its bid back and bids again."""
    play = Play()
    play.act(0, "bid", card=3)
    play.act(1, "bid", card=5)
    play.back(0)
    play.act(0, "bid", card=2)
    play.finish()
    return record_of(play.game, play.events, PUBLIC)


def drop(lines: Lines, event: dict[str, Any]) -> None:
    """Leaves the event out, and renumbers the others; nothing else is mended."""
    lines.remove(event)
    for n, line in enumerate(lines[1:], 1):
        line["n"] = n
    lines[0]["head"]["n"] = len(lines) - 1


def insert(lines: Lines, event: dict[str, Any], *, after: dict[str, Any]) -> None:
    lines.insert(lines.index(after) + 1, {**event, "at": after["at"], "data": dict(event["data"])})
    for n, line in enumerate(lines[1:], 1):
        line["n"] = n
    lines[0]["head"]["n"] = len(lines) - 1


def weakest(report: Report) -> Finding:
    """Returns the first finding of the weakest level that fails."""
    return next(level.findings[0] for level in report.levels if level.findings)


def verdict_turned(lines: Lines) -> None:
    the(lines, "DisputeRuled")["data"].update(verdict="dismissed", remedy=None)


def remedy_names_another_fork(lines: Lines) -> None:
    the(lines, "DisputeRuled")["data"]["remedy"]["game"] = "00000000-0000-4000-8000-00000000dead"


def player_rules(lines: Lines) -> None:
    the(lines, "DisputeRuled")["by"] = "arbiter:bob"


def same_arbiter_rules_twice(lines: Lines) -> None:
    the(lines, "DisputeRuled", 1)["by"] = "arbiter:judy"


def stranger_claims(lines: Lines) -> None:
    the(lines, "DisputeOpened")["by"] = "player:sue"


def claim_about_nothing(lines: Lines) -> None:
    the(lines, "DisputeOpened")["data"]["event"] = 999


def appeal_left_out(lines: Lines) -> None:
    drop(lines, the(lines, "DisputeAppealed"))


def second_finding(lines: Lines) -> None:
    finding = the(lines, "DisputeFindingAttached")
    insert(lines, finding, after=finding)


def game_goes_on_after_the_ruling(lines: Lines) -> None:
    drop(lines, the(lines, "GameAborted"))


def seed_out_too_early(lines: Lines) -> None:
    seed = lines.pop(lines.index(the(lines, "SeedRevealed")))
    insert(lines, seed, after=the(lines, "DisputeOpened"))


def game_goes_on_after_the_ruling_without_a_seed(lines: Lines) -> None:
    drop(lines, the(lines, "GameAborted"))
    drop(lines, the(lines, "SeedRevealed"))
    lines[0]["viewer"] = "arbiter"


def ruling_by_the_service(lines: Lines) -> None:
    the(lines, "DisputeRuled")["by"] = "service"


def remedy_with_a_promise(lines: Lines) -> None:
    the(lines, "DisputeRuled")["data"]["remedy"]["damages"] = 100


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (verdict_turned, "chain/by"),
        (remedy_names_another_fork, "chain/abort"),
        (player_rules, "chain/by"),
        (same_arbiter_rules_twice, "chain/dispute"),
        (stranger_claims, "chain/by"),
        (claim_about_nothing, "chain/dispute"),
        (appeal_left_out, "chain/dispute"),
        (second_finding, "chain/dispute"),
        (game_goes_on_after_the_ruling, "chain/dispute"),
        (seed_out_too_early, "chain/seed"),
        (game_goes_on_after_the_ruling_without_a_seed, "chain/dispute"),
        (ruling_by_the_service, "chain/by"),
        (remedy_with_a_promise, "chain/shape"),
    ],
    ids=lambda one: getattr(one, "__name__", None),
)
def test_a_forged_dispute_is_found(change: Callable[[Lines], None], code: str) -> None:
    seed = bytes.fromhex(the(lines_of(disputed()), "SeedRevealed")["data"]["seed"])
    assert verify(disputed()).first is None
    found = weakest(verify(forged(disputed(), change), seed=seed))

    assert found.code == code, found


def take_back_left_out(lines: Lines) -> None:
    drop(lines, the(lines, "ActionTakenBack"))


def take_back_by_another(lines: Lines) -> None:
    the(lines, "ActionTakenBack")["data"]["seat"] = 2
    the(lines, "ActionTakenBack")["by"] = "seat:2"


def take_back_for_another(lines: Lines) -> None:
    the(lines, "ActionTakenBack")["data"]["seat"] = 2


def take_back_of_a_later_action(lines: Lines) -> None:
    the(lines, "ActionTakenBack")["data"]["action"] += 1


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        (take_back_left_out, {"chain/opening"}),
        (take_back_by_another, {"replay/take_back"}),
        (take_back_for_another, {"chain/by"}),
        (take_back_of_a_later_action, {"replay/action"}),
    ],
    ids=lambda one: getattr(one, "__name__", None),
)
def test_a_forged_take_back_is_found(change: Callable[[Lines], None], codes: set[str]) -> None:
    assert verify(taken_back()).first is None
    found = weakest(verify(forged(taken_back(), change)))

    assert found.code in codes, found


def test_a_record_with_a_sealed_finding_can_be_replayed_once_the_seed_is_known() -> None:
    case = Case()
    dispute = case.claims()
    case.game.attach_finding(dispute, {"holds": True}, sealed={"first": "secret"}, at=case.now())
    case.collect()
    report = verify(record_of(case.game, case.events, seat_viewer(0)), seed=case.game.seed)

    assert [level.status for level in report.levels] == ["holds", "holds"]
