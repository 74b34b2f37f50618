"""
Who may record which event, and when: the table of record-format §4, as far as the record alone decides it.

What a command of the domain refuses, the same function refuses here. An error of the domain becomes a finding: that
somebody may not do this has the code `chain/by`, anything else the code of the event's `Judge`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from delvebook.domain import clocks, disputes, leaving, seating
from delvebook.domain.canonical import INTEGER_MAX
from delvebook.domain.game_event import EventLine
from delvebook.domain.lifecycle import Lifecycle

BEFORE_START: Final = frozenset(("SeatTaken", "SeatLeft", "SeatsClosed", "NonceRevealed", "GameStarted"))
"""The types of events that come only before the start."""
PLAYED: Final = frozenset(
    (
        "ActionTaken",
        "ActionTakenBack",
        "EndAnswered",
        "EndProposed",
        "GameFinished",
        "SeatReplaced",
        "SeatResigned",
        "TakeBackAnswered",
        "TakeBackAsked",
        "TimeExpired",
    )
)
"""The types of events that come only between the start and the end."""


class Misplaced(NamedTuple):
    """An event that cannot come where it is: the code of the finding, and what is wrong."""

    code: str
    sentence: str


class MisplacedError(Exception):
    """The event cannot come here. `code` is empty for the code of its `Judge`."""

    def __init__(self, sentence: str, *, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code


class Moment(NamedTuple):
    """Where an event comes: the lifecycle before it, and the event before it."""

    lifecycle: Lifecycle
    before: EventLine | None


class Judge(NamedTuple):
    """The judge of a type of event. It raises `MisplacedError`, or what the domain raises."""

    code: str
    of: Callable[[Moment, EventLine], object]


def _require(is_right: object, sentence: str, *, code: str = "") -> None:
    if not is_right:
        raise MisplacedError(sentence, code=code)


def _require_author(is_right: object, sentence: str) -> None:
    _require(is_right, sentence, code="chain/by")


def _created(moment: Moment, event: EventLine) -> None:
    data = event["data"]
    kind, _, account = event["by"].partition(":")
    is_resumption = "ruling" in data.get("parent", ())
    _require_author((kind == "arbiter") == is_resumption, "an arbiter creates a resumed game, and no other")
    if kind == "service":
        _require("creator" not in data, "a game that the service creates has no creator")
    else:
        _require_author(data.get("creator") == account, "the creator must be the account that created the game")
    parent = data.get("parent", {})
    _require(parent.get("game") != event["game"], "a game is no fork of itself")
    _require(parent.get("n", 0) < parent.get("ruling", INTEGER_MAX), "the ruling must come after `n`")
    seen_by = str(parent.get("as", "seat:0"))
    _require(int(seen_by[5:]) < data["seats"], f"the parent is seen by {seen_by}, which the game does not have")
    is_kept = is_resumption or "rematch_of" in data
    _require(("reserved" in data) == is_kept, "seats are reserved in a resumed game and in a rematch, and in no other")
    if is_kept:
        _require(len(data["reserved"]) == data["seats"], f"reserved must have {data['seats']} entries, one a seat")
        is_judge = kind == "arbiter" and account in data["reserved"]
        _require_author(not is_judge, "an arbiter resumes no game in which a seat is kept for them")


def _taken(moment: Moment, event: EventLine) -> None:
    lifecycle, data = moment.lifecycle, event["data"]
    seat, player = data["seat"], data["player"]
    _require((player is None) != (data["bot"] is None), "a seat is taken by a player or by a bot")
    _require(not lifecycle.is_seating_over, "the seats are closed")
    seating.require_free(lifecycle, seat)
    if player is None:
        _require(data["nonce_commitment"] is None, "a bot commits to no nonce")
        seating.require_may_put_bot(lifecycle, seat, by=event["by"])
    else:
        _require_author(event["by"] == f"player:{player}", "a player's seat is taken by the player")
        seating.choose_seat(lifecycle, seat, player=player)


def _left(moment: Moment, event: EventLine) -> None:
    _require(not moment.lifecycle.is_seating_over, "the seats are closed")
    _require(not moment.lifecycle.seat(event["data"]["seat"]).is_free, "the seat is free already")
    seating.require_may_free(moment.lifecycle, event["data"]["seat"], by=event["by"])


def _closed(moment: Moment, event: EventLine) -> None:
    seating.require_closing(moment.lifecycle, deadline=event["data"]["deadline"], at=event["at"])


def _shown(moment: Moment, event: EventLine) -> None:
    lifecycle, data = moment.lifecycle, event["data"]
    seating.require_own(lifecycle, data["seat"], by=event["by"])
    player = str(lifecycle.seats[data["seat"]].player)
    seating.choose_seat_to_reveal(lifecycle, data["nonce"], game=event["game"], player=player, at=event["at"])


def _started(moment: Moment, event: EventLine) -> None:
    seating.require_nonces_shown(moment.lifecycle)
    seating.require_may_start(moment.lifecycle, by=event["by"])


def _replaced(moment: Moment, event: EventLine) -> None:
    lifecycle, data = moment.lifecycle, event["data"]
    by, seat, reason = event["by"], data["seat"], data["reason"]
    taken = lifecycle.seats[seat]
    _require(taken.player == data["player"], "the player must be the account that the seat belongs to")
    if reason == "returned":
        _require(data["bot"] is None and taken.bot is not None, "a player comes back to a seat that a bot plays")
        seating.require_own(lifecycle, seat, by=by)
        leaving.require_not_resigned(lifecycle, seat)
        return
    _require(data["bot"] is not None and taken.bot is None, "a bot is put on a seat that no bot plays")
    clock = clocks.Clock.read(lifecycle.created)
    match reason:
        case leaving.DEADLINE:
            _require_author(by == "clock", "only the clock replaces a player after a deadline")
            is_agreed = clock is not None and (clock.on_expiry, clock.bot) == ("bot", data["bot"])
            _require(is_agreed, "the clock of the game must say that this bot plays on")
        case "left":
            seating.require_own(lifecycle, seat, by=by)
        case "handed over":
            _require_author(by == f"seat:{seat}", "a seat is handed over by itself")
        case _:
            _require(clock is None, "only in a game without a clock another player asks for a bot")
            asking = lifecycle.seat_of(by.partition(":")[2]) if by.startswith("player:") else None
            may = asking not in (None, seat) and asking not in lifecycle.resigned
            may = may and asking is not None and lifecycle.seats[asking].bot is None
            _require_author(may, "only another player who still plays asks for this")


def _resigned(moment: Moment, event: EventLine) -> None:
    lifecycle, data = moment.lifecycle, event["data"]
    _require(lifecycle.seats[data["seat"]].player is not None, "a bot's seat is not given up")
    leaving.require_not_resigned(lifecycle, data["seat"])
    is_clock = event["by"] == "clock"
    _require_author(is_clock == (data["reason"] == leaving.DEADLINE), "a deadline is a reason of the clock alone")
    if is_clock:
        _require_expiry(moment, clocks.FORFEIT)


def _expired(moment: Moment, _: EventLine) -> None:
    _require_expiry(moment, clocks.DEFAULT_ACTION)


def _require_expiry(moment: Moment, kind: str) -> None:
    clock = clocks.Clock.read(moment.lifecycle.created)
    _require(clock is not None and clock.on_expiry == kind, f"the clock of the game must end with {kind}")


def _aborted(moment: Moment, event: EventLine) -> None:
    lifecycle, data, by = moment.lifecycle, event["data"], event["by"]
    reason = data["reason"]
    is_withheld = (by, reason) == ("clock", seating.WITHHELD)
    _require(("seats" in data) == is_withheld, f"seats go with the reason {seating.WITHHELD}, which the clock gives")
    _require(by == "service" or "resumed_by" not in data, "only the service says where a game is resumed")
    if is_withheld:
        withheld = seating.require_withheld(lifecycle, at=event["at"])
        _require(data["seats"] == withheld, f"the seats that have withheld their nonces are {withheld}")
        return
    if by == "clock":
        _require(reason == seating.NOT_RESUMED, "the clock breaks a game off for nonces, or if it is not resumed")
        seating.require_not_resumed(lifecycle)
        return
    _require(reason not in seating.CLOCKS_REASONS, f"{reason} is a reason of the clock")
    if (reason == leaving.AGREED) or (by == "service" and moment.before is not None):
        _require_cause(moment, event)
        return
    seating.require_may_abort(lifecycle, by=by)


def _require_cause(moment: Moment, event: EventLine) -> None:
    """Returns if an abort by the service, or one that is called agreed, follows from the event before it."""
    data, before = event["data"], moment.before
    told: Mapping[str, Any] = {} if before is None else before["data"]
    type_ = "" if before is None else before["type"]
    if data["reason"] == leaving.AGREED:
        is_agreed = type_ in ("EndProposed", "SeatResigned") or (type_ == "EndAnswered" and told["agrees"])
        _require_author(event["by"] == "service", "the service ends a game by agreement")
        _require(is_agreed and "resumed_by" not in data, "nobody has just agreed to end the game")
    elif type_ == "DisputeRuled" and told["remedy"] is not None:
        resumed_by = told["remedy"].get("game")
        _require(data.get("resumed_by") == resumed_by, "the game is resumed where the ruling before says, or nowhere")
    else:
        seating.require_may_abort(moment.lifecycle, by=event["by"])


# -- disputes -------------------------------------------------------------------------------------


def _opened(moment: Moment, event: EventLine) -> None:
    lifecycle, data = moment.lifecycle, event["data"]
    account = event["by"].partition(":")[2]
    _require_author(account in lifecycle.parties, "only a player who sits or sat in the game may dispute it")
    disputes.require_claim(
        lifecycle.disputes, player=account, event=data["event"], parties=lifecycle.parties, version=event["n"] - 1
    )
    _require(data["seat"] == lifecycle.seat_of(account), "the seat must be the one that the claimant has now")


def _ruled(moment: Moment, event: EventLine) -> None:
    lifecycle, data = moment.lifecycle, event["data"]
    account = event["by"].partition(":")[2]
    dispute = disputes.get(lifecycle.disputes, data["dispute"])
    _require_author(not lifecycle.is_party(account), "a party of the game does not rule on it")
    disputes.require_ruling(dispute, arbiter=account, parties=())
    remedy = data["remedy"] or {}
    _require(remedy.get("event", 0) < event["n"], "a game is resumed after an earlier event")
    seats = sorted(seat for place in remedy.get("ranking", ()) for seat in place)
    is_whole = remedy.get("type") != "adjudicate" or seats == list(range(len(lifecycle.seats)))
    _require(is_whole, "a ranking names every seat exactly once")


def _appealed(moment: Moment, event: EventLine) -> None:
    lifecycle, account = moment.lifecycle, event["by"].partition(":")[2]
    _require_author(account in lifecycle.parties, "only a player who sits or sat in the game may appeal")
    dispute = disputes.get(lifecycle.disputes, event["data"]["dispute"])
    # Whether the game was played to its end in another one, only a replay with its record knows.
    disputes.require_appeal(dispute, player=account, parties=lifecycle.parties, is_seed_revealed=False)


def _withdrawn(moment: Moment, event: EventLine) -> None:
    dispute = disputes.get(moment.lifecycle.disputes, event["data"]["dispute"])
    _require_author(event["by"] == f"player:{dispute['by']}", "only the claimant may withdraw a claim")
    disputes.require_withdrawal(dispute, player=dispute["by"])


def _attached(moment: Moment, event: EventLine) -> None:
    disputes.require_finding(disputes.get(moment.lifecycle.disputes, event["data"]["dispute"]))


def _clock_resumed(moment: Moment, event: EventLine) -> None:
    disputes.require_stopped_clock(disputes.get(moment.lifecycle.disputes, event["data"]["dispute"]))


JUDGES: Final[Mapping[str, Judge]] = MappingProxyType(
    {
        "GameCreated": Judge("chain/member", _created),
        "SeatTaken": Judge("chain/seating", _taken),
        "SeatLeft": Judge("chain/seating", _left),
        "SeatsClosed": Judge("chain/seating", _closed),
        "NonceRevealed": Judge("chain/seating", _shown),
        "GameStarted": Judge("chain/seating", _started),
        "SeatReplaced": Judge("chain/seating", _replaced),
        "SeatResigned": Judge("chain/seating", _resigned),
        "TimeExpired": Judge("chain/course", _expired),
        "GameAborted": Judge("chain/abort", _aborted),
        "DisputeOpened": Judge("chain/dispute", _opened),
        "DisputeFindingAttached": Judge("chain/dispute", _attached),
        "DisputeRuled": Judge("chain/dispute", _ruled),
        "DisputeAppealed": Judge("chain/dispute", _appealed),
        "DisputeWithdrawn": Judge("chain/dispute", _withdrawn),
        "DisputeClockResumed": Judge("chain/dispute", _clock_resumed),
    }
)
"""By type of event, who may record it and when. The other types are judged by their place alone."""
