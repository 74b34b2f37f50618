"""
Disputes: a player's claim about an event, the automatic finding, the ruling, one appeal, and the final ruling.

A dispute is part of its game and is identified by the `n` of the event that opened it. Nothing here reads
the rules of a title or decides who is right. This module decides who may say what, and when.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, Final, TypedDict

from delvebook.domain.errors import (
    AlreadyAppealedError,
    AlreadyDisputedError,
    AlreadyExaminedError,
    AlreadyResumedError,
    AlreadyRuledError,
    NotRuledError,
    PartyError,
    SettledError,
    UnknownDisputeError,
    UnknownEventError,
)
from delvebook.domain.events import (
    DisputeAppealed,
    DisputeClockResumed,
    DisputeFindingAttached,
    DisputeOpened,
    DisputeWithdrawn,
)
from delvebook.domain.game_event import GameEvent
from delvebook.domain.remedies import Remedy


class Ruling(TypedDict):
    """A ruling: the event that holds it, the arbiter, the time, and what was ruled. An upheld claim has a remedy."""

    n: int
    by: str
    at: str
    verdict: str
    remedy: Remedy | None
    reason: str


class Appeal(TypedDict):
    """An appeal: the player, the time and the reason."""

    by: str
    at: str
    reason: str


class Dispute(TypedDict):
    """
    A dispute as plain data.

    `n` is the event that opened it, `by` and `seat` are the claimant, `event` is the disputed event. `record` describes
    the claimant's own record. `stood_at` is the last event before a ruling broke off the running game to have it
    resumed; None if no ruling did. `clock_resumed_at` is the time when the clock ran again because the ruling was
    overdue; None if that did not happen.
    """

    n: int
    by: str
    seat: int | None
    event: int
    claim: str
    receipts: list[str]
    record: dict[str, object] | None
    opened_at: str
    status: str
    finding: dict[str, Any] | None
    rulings: list[Ruling]
    appeal: Appeal | None
    stood_at: int | None
    clock_resumed_at: str | None


UNDECIDED: Final = ("open", "appealed")
STOPS_PER_PLAYER: Final = 2
"""How many claims of one player may stop the clock of a game. Later ones are filed like any other."""
STOPS_PER_GAME: Final = 4
"""How many claims of all players together may stop the clock of a game."""


def evolve(known: Mapping[int, Dispute], event: GameEvent, *, is_running: bool) -> dict[int, Dispute]:
    """
    The disputes of a game after an event about one of them.

    Args:
        known: The disputes before, by the `n` of the event that opened them.
        event: One of the dispute events.
        is_running: Whether the game was running before the event.
    """
    data = event.data
    if isinstance(event, DisputeOpened):
        return {**known, event.n: _opened(event)}
    return {**known, data["dispute"]: _after(known[data["dispute"]], event, is_running=is_running)}


def _after(dispute: Dispute, event: GameEvent, *, is_running: bool) -> Dispute:
    data, author = event.data, event.by.partition(":")[2]
    match event:
        case DisputeFindingAttached():
            return {**dispute, "finding": {"n": event.n, **data["finding"]}}
        case DisputeAppealed():
            appeal: Appeal = {"by": author, "at": event.at, "reason": data["reason"]}
            return {**dispute, "status": "appealed", "appeal": appeal}
        case DisputeWithdrawn():
            return {**dispute, "status": "withdrawn"}
        case DisputeClockResumed():
            return {**dispute, "clock_resumed_at": event.at}
    ruling: Ruling = {
        "n": event.n,
        "by": author,
        "at": event.at,
        "verdict": data["verdict"],
        "remedy": data["remedy"],
        "reason": data["reason"],
    }
    is_broken_off = is_running and data["remedy"] is not None and data["remedy"]["type"] == "resume"
    return {
        **dispute,
        "status": "closed" if dispute["status"] == "appealed" else "ruled",
        "rulings": [*dispute["rulings"], ruling],
        "stood_at": event.n - 1 if is_broken_off else dispute["stood_at"],
    }


def _opened(event: GameEvent) -> Dispute:
    data = event.data
    return {
        "n": event.n,
        "by": event.by.partition(":")[2],
        "seat": data["seat"],
        "event": data["event"],
        "claim": data["claim"],
        "receipts": data["receipts"],
        "record": data["record"],
        "opened_at": event.at,
        "status": "open",
        "finding": None,
        "rulings": [],
        "appeal": None,
        "stood_at": None,
        "clock_resumed_at": None,
    }


def is_clock_stopped(disputes: Mapping[int, Dispute]) -> bool:
    """
    Whether the disputes suspend a running game's deadlines.

    A claim does so until it is ruled on or withdrawn, or its ruling is overdue, if it is among its claimant's first
    `STOPS_PER_PLAYER` and the game's first `STOPS_PER_GAME`. An appeal does not.
    """
    claims: Counter[str] = Counter()
    for number, dispute in enumerate(disputes.values()):
        claims[dispute["by"]] += 1
        is_within_budget = number < STOPS_PER_GAME and claims[dispute["by"]] <= STOPS_PER_PLAYER
        if is_within_budget and dispute["status"] == "open" and dispute["clock_resumed_at"] is None:
            return True
    return False


def get(disputes: Mapping[int, Dispute], n: int) -> Dispute:
    """
    The dispute that event `n` opened.

    Raises:
        UnknownDisputeError
    """
    found = disputes.get(n)
    if found is None:
        raise UnknownDisputeError(f"event {n} opened no dispute in this game")
    return found


def require_claim(
    disputes: Mapping[int, Dispute], *, player: str, event: int, parties: Collection[str], version: int
) -> None:
    """
    Returns if the player may dispute the event now.

    Args:
        disputes: The disputes of the game.
        player: The claimant.
        event: The disputed event.
        parties: The accounts that play or played in the game.
        version: The last event of the game.

    Raises:
        PartyError: The player never played in the game.
        UnknownEventError: The game has no such event.
        AlreadyDisputedError: The player has disputed this event, or has another undecided dispute.
    """
    if player not in parties:
        raise PartyError("only a player who sits or sat in the game may dispute it")
    if not 1 <= event <= version:
        raise UnknownEventError(f"the game has events 1 to {version}, not {event}", n=version)
    for dispute in disputes.values():
        if dispute["by"] == player and dispute["status"] in UNDECIDED:
            raise AlreadyDisputedError("your dispute about this game is not decided yet", dispute=dispute["n"])
        if dispute["by"] == player and dispute["event"] == event:
            raise AlreadyDisputedError("you have disputed this event before", dispute=dispute["n"])


def require_withdrawal(dispute: Dispute, *, player: str) -> None:
    """
    Returns if the player may withdraw the claim now.

    Raises:
        PartyError: It is not their claim.
        AlreadyRuledError: It has been ruled on or withdrawn.
    """
    if dispute["by"] != player:
        raise PartyError("only the claimant may withdraw a claim")
    if dispute["status"] != "open":
        raise AlreadyRuledError("only a claim that has not been ruled on or withdrawn can be withdrawn")


def require_stopped_clock(dispute: Dispute) -> None:
    """
    Returns if the clock of the game may run again although the dispute is undecided.

    Raises:
        AlreadyRuledError: It has been ruled on or withdrawn.
        AlreadyResumedError
    """
    if dispute["status"] != "open":
        raise AlreadyRuledError("the dispute has been ruled on or withdrawn")
    if dispute["clock_resumed_at"] is not None:
        raise AlreadyResumedError("the clock runs again already")


def require_finding(dispute: Dispute) -> None:
    """
    Returns if the dispute has no finding yet.

    Raises:
        AlreadyExaminedError
    """
    if dispute["finding"] is not None:
        raise AlreadyExaminedError("this dispute has its finding already")


def require_ruling(dispute: Dispute, *, arbiter: str, parties: Collection[str]) -> None:
    """
    Returns if the arbiter may rule now.

    Raises:
        PartyError: The arbiter played in the game, or has already ruled on this dispute.
        AlreadyRuledError
    """
    if arbiter in parties:
        raise PartyError("an arbiter cannot rule on a game they played in")
    if dispute["status"] not in UNDECIDED:
        raise AlreadyRuledError("this dispute has been ruled on, or was withdrawn")
    if any(ruling["by"] == arbiter for ruling in dispute["rulings"]):
        raise PartyError("an appeal is ruled on by another arbiter")


def require_appeal(dispute: Dispute, *, player: str, parties: Collection[str], is_seed_revealed: bool) -> None:
    """
    Returns if the player may appeal now.

    Args:
        dispute: The dispute whose ruling is appealed.
        player: The player who appeals.
        parties: The accounts that play or played in the game.
        is_seed_revealed: Whether the game's seed is public. If a ruling broke off the game to have it resumed,
            this means that the resumed game is over.

    Raises:
        PartyError: The player never played in the game.
        NotRuledError, AlreadyAppealedError, SettledError
    """
    if player not in parties:
        raise PartyError("only a player who sits or sat in the game may appeal")
    if dispute["appeal"] is not None:
        raise AlreadyAppealedError("this dispute has been appealed already; only one appeal is allowed")
    if dispute["status"] != "ruled":
        raise NotRuledError("there is no ruling yet to appeal against")
    if dispute["stood_at"] is not None and is_seed_revealed:
        raise SettledError("the game was resumed and has been played to its end, which settled the dispute")
