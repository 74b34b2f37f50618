"""
How a game goes on or ends when players leave: seats given up or absent too long, and ends that all consent to.

The rulebooks say nothing of players who give up, so one rule holds for all titles. A bot plays on for the seat as long
as some player has not resigned and still has an opponent. Otherwise the game ends, and those who have resigned come
last. A title may say that a bot always plays on (`Ruleset.ends_by_resignation`).
"""

from __future__ import annotations

from typing import Final

from delvebook.domain.clocks import DAY_SECONDS
from delvebook.domain.errors import EndProposedError, NoEndProposedError, NotAbsentError, ResignedError
from delvebook.domain.lifecycle import EndProposal, Lifecycle
from delvebook.domain.outcome import Outcome
from delvebook.domain.progress import Turn
from delvebook.domain.times import later

RESIGNED: Final = "resigned"
FORFEITED: Final = "forfeited"
END_REASONS: Final = (RESIGNED, FORFEITED)
"""Outcome reasons that no title gives: the last seat to be given up resigned, or ran out of time."""
DEADLINE: Final = "deadline"
ABSENT: Final = "absent"
"""The reason of a `SeatReplaced` that another player asked for, because the game waited too long for the seat."""
ABSENCE_DAYS: Final = 7
"""Days that a game without a clock waits for a seat, before another player may let a bot play for it."""
AGREED: Final = "agreed"
"""The reason of a `GameAborted` that every player has consented to."""
PROPOSALS_MAX: Final = 3
"""Maximum number of ends that one seat may propose."""


def require_not_resigned(lifecycle: Lifecycle, seat: int) -> None:
    """
    Returns if the seat has not been given up.

    Raises:
        ResignedError, UnknownSeatError
    """
    lifecycle.seat(seat)
    if seat in lifecycle.resigned:
        raise ResignedError(f"seat {seat} was given up for good")


def require_absent(lifecycle: Lifecycle, turn: Turn, *, at: str, has_clock: bool) -> None:
    """
    Returns if a game without a clock has waited for this turn for `ABSENCE_DAYS`.

    Time does not count while a dispute stops the clock, as in games with a clock.

    Raises:
        NotAbsentError: `details["after"]` is the time from which it has; None if the game does not wait for the seat.
    """
    if has_clock:
        raise NotAbsentError("this game has a clock, which handles absences", after=None)
    if turn.since is None or lifecycle.is_clock_stopped:
        raise NotAbsentError("the game does not wait for this seat", after=None)
    after = later(turn.since, ABSENCE_DAYS * DAY_SECONDS)
    if at < after:
        raise NotAbsentError(f"the game has not waited for this seat for {ABSENCE_DAYS} days", after=after)


def outcome_after(lifecycle: Lifecycle, seat: int, *, reason: str, is_ending: bool = True) -> Outcome | None:
    """
    The outcome if the seat is given up now and that ends the game; None if a bot plays on.

    Args:
        lifecycle: The game before.
        seat: The seat that is given up.
        reason: As in `SeatResigned`: `resigned` or `deadline`.
        is_ending: Whether the title's games can end this way. A game with no player left always ends.
    """
    given_up = [*lifecycle.resigned, seat]
    others = [number for number in range(len(lifecycle.seats)) if number not in given_up]
    has_player = any(lifecycle.seats[number].player is not None for number in others)
    if has_player and (len(others) > 1 or not is_ending):
        return None
    return Outcome(
        reason=FORFEITED if reason == DEADLINE else RESIGNED,
        winners=others,
        # A seat that held out longer is placed higher.
        ranking=[*([others] if others else []), *([number] for number in reversed(given_up))],
        scores=[None] * len(lifecycle.seats),
    )


def require_proposal(lifecycle: Lifecycle, seat: int) -> list[int]:
    """
    The seats that must consent if this one proposes to end the game now.

    Every other player who has not resigned is asked, even one for whom a bot plays at the moment.

    Raises:
        EndProposedError: An end is proposed already, or this seat has proposed one too often.
        ResignedError, UnknownSeatError
    """
    require_not_resigned(lifecycle, seat)
    if lifecycle.end_proposal is not None:
        raise EndProposedError("an end is proposed already", event=lifecycle.end_proposal.n)
    if lifecycle.end_proposals.count(seat) >= PROPOSALS_MAX:
        raise EndProposedError(f"a seat may propose an end {PROPOSALS_MAX} times in a game", limit=PROPOSALS_MAX)
    return [
        number
        for number, other in enumerate(lifecycle.seats)
        if other.player is not None and number != seat and number not in lifecycle.resigned
    ]


def require_answer(lifecycle: Lifecycle, seat: int, *, agrees: bool) -> EndProposal:
    """
    The proposal that the seat answers.

    Raises:
        NoEndProposedError: The seat is not asked, has answered already, or would consent to its own proposal.
    """
    proposal = lifecycle.end_proposal
    if proposal is None:
        raise NoEndProposedError("no end is proposed")
    if seat not in proposal.waiting and (agrees or seat != proposal.seat):
        raise NoEndProposedError("this seat is not asked about the proposed end", event=proposal.n)
    return proposal
