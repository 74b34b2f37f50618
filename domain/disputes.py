"""
Disputes: a player's claim about an event, the automatic finding, the ruling, one appeal, and the final ruling.

A dispute is part of its game and is identified by the `n` of the event that opened it. Nothing here reads
the rules of a title or decides who is right. This module decides who may say what, and when.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, Final

from delvebook.domain.errors import (
    AlreadyAppealedError,
    AlreadyDisputedError,
    AlreadyExaminedError,
    AlreadyRuledError,
    NotRuledError,
    PartyError,
    UnknownDisputeError,
    UnknownEventError,
)
from delvebook.domain.events import DisputeAppealed, DisputeFindingAttached, DisputeOpened, GameEvent

Dispute = dict[str, Any]
"""
A dispute as plain data: `n`, `by` and `seat` of the claimant, `event`, `claim`, `receipts`, `record`,
`opened_at`, `status`, `finding`, `rulings`, `appeal` and `stood_at`. `stood_at` is the last event before a
ruling broke off the running game to have it resumed; null if no ruling did.
"""

UNDECIDED: Final = ("open", "appealed")
CREDIT: Final = 2
"""A player with this many dismissed claims about a game does not stop its clock with another claim."""


def evolve(known: Mapping[int, Dispute], event: GameEvent, *, is_running: bool) -> dict[int, Dispute]:
    """
    The disputes of a game after an event about one of them.

    Args:
        known: The disputes before, by the `n` of the event that opened them.
        event: One of the four dispute events.
        is_running: Whether the game was running before the event.
    """
    data = event.data
    if isinstance(event, DisputeOpened):
        return {**known, event.n: _opened(event)}
    dispute = known[data["dispute"]]
    author = event.by.partition(":")[2]
    match event:
        case DisputeFindingAttached():
            change: dict[str, Any] = {"finding": {"n": event.n, **data["finding"]}}
        case DisputeAppealed():
            change = {"status": "appealed", "appeal": {"by": author, "at": event.at, "reason": data["reason"]}}
        case _:
            said = {key: data[key] for key in ("verdict", "remedy", "reason")}
            is_broken_off = is_running and (data["remedy"] or {}).get("type") == "resume"
            change = {
                "status": "closed" if dispute["status"] == "appealed" else "ruled",
                "rulings": [*dispute["rulings"], {"n": event.n, "by": author, "at": event.at, **said}],
                "stood_at": event.n - 1 if is_broken_off else dispute["stood_at"],
            }
    return {**known, dispute["n"]: {**dispute, **change}}


def _opened(event: GameEvent) -> Dispute:
    return {
        "n": event.n,
        "by": event.by.partition(":")[2],
        **{key: event.data[key] for key in ("seat", "event", "claim", "receipts", "record")},
        "opened_at": event.at,
        "status": "open",
        "finding": None,
        "rulings": [],
        "appeal": None,
        "stood_at": None,
    }


def is_clock_stopped(disputes: Mapping[int, Dispute]) -> bool:
    """Whether the disputes suspend a running game's deadlines: an undecided one whose claimant has credit left."""
    if not disputes:
        return False
    waiting = [dispute for dispute in disputes.values() if dispute["status"] in UNDECIDED]
    dismissed = Counter(
        dispute["by"]
        for dispute in disputes.values()
        if dispute["status"] not in UNDECIDED and dispute["rulings"][-1]["verdict"] == "dismissed"
    )
    return any(dismissed[dispute["by"]] < CREDIT for dispute in waiting)


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
            raise AlreadyDisputedError("you have disputed this event, and it was ruled on", dispute=dispute["n"])


def require_finding(dispute: Dispute) -> None:
    """
    Returns if the dispute has no finding yet.

    Raises:
        AlreadyExaminedError
    """
    if dispute["finding"] is not None:
        raise AlreadyExaminedError("this dispute has its finding")


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
        raise AlreadyRuledError("this dispute has been ruled on")
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
        NotRuledError, AlreadyAppealedError
    """
    if player not in parties:
        raise PartyError("only a player who sits or sat in the game may appeal")
    if dispute["appeal"] is not None:
        raise AlreadyAppealedError("the one appeal has been made")
    if dispute["status"] != "ruled":
        raise NotRuledError("there is no ruling yet to appeal against")
    if dispute["stood_at"] is not None and is_seed_revealed:
        raise AlreadyAppealedError("the game was resumed and has been played to its end, which settled the dispute")
