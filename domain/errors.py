"""
Every refusal the domain can give, as one tree with stable codes.

    DelvebookError
    ├── MalformedError            the input has the wrong shape
    │   ├── NotCanonicalError     …is not JSON of the record format         input/not_canonical
    │   │   ├── NotUtf8Error                                                input/not_utf8
    │   │   ├── NotJsonError                                                input/not_json
    │   │   ├── DoubledKeyError                                             input/doubled_key
    │   │   ├── NotAnIntegerError                                           input/not_an_integer
    │   │   └── TooDeepError                                                input/too_deep
    │   ├── InvalidOptionsError   …has invalid options                      game/invalid_options
    │   ├── InvalidSeatsError     …asks for a number of seats not offered   game/invalid_seats
    │   ├── NonceMismatchError    …is not the nonce that was committed to   nonce/mismatch
    │   ├── UnknownViewerError    …names no viewer                          viewer/unknown
    │   ├── NonceLengthError      …is a nonce too short or too long         nonce/length
    │   ├── CommitmentError       …is not a commitment to a nonce           nonce/commitment
    │   ├── RemedyError           …is not a remedy of that verdict          dispute/remedy
    │   ├── ReservedReasonError   …is a reason that only the service gives  game/reason
    │   └── MalformedActionError  …is not an action of this title           action/malformed
    ├── UnknownError              what is named does not exist
    │   ├── UnknownRulesetError                                             ruleset/unknown
    │   ├── UnknownGameError                                                game/unknown
    │   ├── UnknownSeatError                                                seat/unknown
    │   ├── UnknownBotError                                                 bot/unknown
    │   ├── UnknownEventError                                               event/unknown
    │   └── UnknownDisputeError                                             dispute/unknown
    ├── NotYoursError             it belongs to another player             seat/not_yours
    ├── PartyError                only parties may, or only others          dispute/party
    ├── NotNowError               right, but at another time
    │   ├── NotYourDecisionError  the seat has nothing to decide            action/not_now
    │   ├── GameNotRunningError   not started yet                           game/not_started
    │   ├── AlreadyStartedError   started before                            game/started
    │   ├── GameFinishedError     over                                      game/finished
    │   ├── NonceNotDueError      no nonce is overdue                       nonce/not_due
    │   ├── DecisionNotDueError   no decision is overdue                    action/not_due
    │   ├── RulingNotDueError     no ruling is overdue                      dispute/not_due
    │   ├── SeatTakenError        the seat is occupied                      seat/taken
    │   │   ├── SeatReservedError …or kept for another player               seat/reserved
    │   │   ├── NoFreeSeatError   …as is every other seat                   game/full
    │   │   ├── SeatedError       …by yourself                              seat/yours
    │   │   ├── BotSeatedError    …by a bot                                 seat/bots
    │   │   └── RemovedError      …and you were removed from the table      seat/removed
    │   ├── ResignedError         the seat was given up for good            seat/resigned
    │   ├── OutOfTimeError        the seat has used up its time             seat/out_of_time
    │   ├── NotAbsentError        the seat has not kept the others waiting  seat/not_absent
    │   ├── SeatsMissingError     some seats are free                       game/seats_missing
    │   ├── SeatsOpenError        the seating is not over yet               game/seats_open
    │   ├── SeatsClosedError      the seating is over                       game/seats_closed
    │   ├── NoncesMissingError    some seats have not shown their nonces    game/nonces_missing
    │   ├── NoNonceError          the seat committed to no nonce            nonce/none
    │   ├── NonceShownError       the seat has shown its nonce              nonce/shown
    │   ├── NonceLateError        the deadline for nonces has passed        nonce/late
    │   ├── TakeBackRefusedError  the action stands                         takeback/refused
    │   ├── EndProposedError      an end is proposed already, or too often  end/proposed
    │   ├── NoEndProposedError    no proposed end waits for that answer     end/not_asked
    │   ├── ParentError           the game that a fork left is missing      fork/parent
    │   ├── NotForkableError      no fork can start there                   fork/refused
    │   ├── NotWithheldError      the seed is not withheld                  game/not_withheld
    │   ├── NotAskedError         no take-back waits for that answer        takeback/not_asked
    │   ├── AlreadyDisputedError  your dispute here is still open           dispute/open
    │   ├── AlreadyExaminedError  it has its finding already                dispute/examined
    │   ├── AlreadyResumedError   the clock runs again                      dispute/clock_runs
    │   ├── AlreadyRuledError     it has been ruled on                      dispute/ruled
    │   ├── AlreadyAppealedError  the dispute has been appealed already     dispute/appealed
    │   ├── SettledError          …or the resumed game is over              dispute/settled
    │   └── NotRuledError         there is no ruling yet                    dispute/not_ruled
    ├── StaleDecisionError        the decision named is no longer open      action/stale
    ├── IllegalActionError        the rules forbid it (names the clause)    action/illegal
    └── BrokenRuleError           a title broke its own promises: a defect  ruleset/broken

`str(error)` may be shown to the person who asked: the text never tells more than that person may know.
"""

from __future__ import annotations

from typing import Any, ClassVar

from delvebook.domain.refusals import Refusal


class DelvebookError(Exception):
    """Anything that Delvebook refuses. `code` is stable; the message is for people."""

    code: ClassVar[str] = "delvebook/error"

    def __init__(self, message: str, **details: object) -> None:
        super().__init__(message)
        self.message = message
        self.details: dict[str, Any] = details


class MalformedError(DelvebookError):
    """The input has the wrong shape; nothing has been judged yet."""

    code = "input/malformed"


class NotCanonicalError(MalformedError):
    """A value that is not canonical JSON of the record format (§1)."""

    code = "input/not_canonical"


class NotUtf8Error(NotCanonicalError):
    """Bytes that are not UTF-8."""

    code = "input/not_utf8"


class NotJsonError(NotCanonicalError):
    """Text that is not JSON."""

    code = "input/not_json"


class DoubledKeyError(NotCanonicalError):
    """An object that names the same key twice."""

    code = "input/doubled_key"


class NotAnIntegerError(NotCanonicalError):
    """A number with a fraction or an exponent, or outside ±(2^53-1)."""

    code = "input/not_an_integer"


class TooDeepError(NotCanonicalError):
    """Nesting deeper than the record format allows."""

    code = "input/too_deep"


class InvalidOptionsError(MalformedError):
    """Options that the title does not have. `details["fields"]` maps a field to its messages."""

    code = "game/invalid_options"


class InvalidSeatsError(MalformedError):
    """A number of seats with which the title is not played."""

    code = "game/invalid_seats"


class MalformedActionError(MalformedError):
    """An unknown action type, or an invalid parameter. `details["fields"]` says which."""

    code = "action/malformed"


class NonceMismatchError(MalformedError):
    """A nonce that is not the one the seat committed to."""

    code = "nonce/mismatch"


class UnknownError(DelvebookError):
    """The thing that was named does not exist."""

    code = "input/unknown"


class UnknownViewerError(MalformedError):
    """The text names no viewer."""

    code = "viewer/unknown"


class NonceLengthError(MalformedError):
    """A nonce that is too short or too long."""

    code = "nonce/length"


class CommitmentError(MalformedError):
    """A commitment to a nonce that is not a SHA-256 in hex."""

    code = "nonce/commitment"


class RemedyError(MalformedError):
    """Verdict and remedy do not go together."""

    code = "dispute/remedy"


class ReservedReasonError(MalformedError):
    """A reason that only the service gives."""

    code = "game/reason"


class UnknownRulesetError(UnknownError):
    """No title of that id and version is registered."""

    code = "ruleset/unknown"


class UnknownGameError(UnknownError):
    """No game with that id exists for this viewer."""

    code = "game/unknown"


class UnknownSeatError(UnknownError):
    """The game has no seat of that number."""

    code = "seat/unknown"


class UnknownBotError(UnknownError):
    """The title has no bot of that kind."""

    code = "bot/unknown"


class UnknownEventError(UnknownError):
    """The game has no event of that number."""

    code = "event/unknown"


class UnknownDisputeError(UnknownError):
    """No dispute with that id exists for this viewer."""

    code = "dispute/unknown"


class PartyError(DelvebookError):
    """Only parties of a game may dispute and appeal, and no party may rule."""

    code = "dispute/party"


class NotYoursError(DelvebookError):
    """It exists, but belongs to another player."""

    code = "seat/not_yours"


class NotNowError(DelvebookError):
    """The command could be right at another time."""

    code = "game/not_now"


class NotYourDecisionError(NotNowError):
    """The seat has nothing to decide now."""

    code = "action/not_now"


class GameNotRunningError(NotNowError):
    """The game has not started."""

    code = "game/not_started"


class AlreadyStartedError(NotNowError):
    """The game has started already."""

    code = "game/started"


class GameFinishedError(NotNowError):
    """The game is over."""

    code = "game/finished"


class SeatTakenError(NotNowError):
    """The seat is taken, or reserved for another player."""

    code = "seat/taken"


class SeatReservedError(SeatTakenError):
    """The seat is kept for another player."""

    code = "seat/reserved"


class NoFreeSeatError(SeatTakenError):
    """Every seat is taken, or kept for another player."""

    code = "game/full"


class SeatedError(SeatTakenError):
    """The player sits at the table already."""

    code = "seat/yours"


class BotSeatedError(SeatTakenError):
    """A bot plays the seat already."""

    code = "seat/bots"


class RemovedError(SeatTakenError):
    """The creator has removed this account from the table, so it cannot take a seat there."""

    code = "seat/removed"


class ResignedError(NotNowError):
    """The seat was given up for good, so its player cannot come back to it or give it up again."""

    code = "seat/resigned"


class OutOfTimeError(NotNowError):
    """The seat's stock of time is used up for good, or its time for `details["decision"]` until a bot has decided."""

    code = "seat/out_of_time"


class NotAbsentError(NotNowError):
    """The seat has not kept the others waiting long enough. `details["after"]` is the time from which it will have."""

    code = "seat/not_absent"


class EndProposedError(NotNowError):
    """An end is proposed already (`details["event"]`), or this seat has proposed one too often."""

    code = "end/proposed"


class NoEndProposedError(NotNowError):
    """The seat is not asked about a proposed end. `details["event"]` names the proposal that waits, if any."""

    code = "end/not_asked"


class NonceNotDueError(NotNowError):
    """No nonce is overdue."""

    code = "nonce/not_due"


class DecisionNotDueError(NotNowError):
    """No decision of the seat is overdue."""

    code = "action/not_due"


class RulingNotDueError(NotNowError):
    """No ruling is overdue, or the dispute does not stop the clock."""

    code = "dispute/not_due"


class SeatsMissingError(NotNowError):
    """Some seats are still free. `details["seats"]` lists them."""

    code = "game/seats_missing"


class SeatsOpenError(NotNowError):
    """The seating is not over yet: some seats are free. `details["seats"]` lists them."""

    code = "game/seats_open"


class SeatsClosedError(NotNowError):
    """Every seat is taken, so the seating is over: no player can sit down, leave or commit again."""

    code = "game/seats_closed"


class NoncesMissingError(NotNowError):
    """Some seats have not shown the nonces that they committed to. `details["seats"]` lists them."""

    code = "game/nonces_missing"


class NoNonceError(NotNowError):
    """The seat committed to no nonce, so it has none to show."""

    code = "nonce/none"


class NonceShownError(NotNowError):
    """The seat has shown its nonce already."""

    code = "nonce/shown"


class NonceLateError(NotNowError):
    """The deadline for showing nonces has passed. `details["deadline"]` says when."""

    code = "nonce/late"


class TakeBackRefusedError(NotNowError):
    """
    The action stands. `details["reason"]` says why: `nothing`, `chance`, `revealed`, `passed_on`, `asked` (a request is
    pending) or `declined`; by the limits of a service also `too_many` or `too_soon`.
    """

    code = "takeback/refused"


class NotAskedError(NotNowError):
    """No pending take-back waits for an answer of this seat."""

    code = "takeback/not_asked"


class ParentError(NotNowError):
    """A fork cannot start, or be checked, without the game that it left."""

    code = "fork/parent"


class NotForkableError(NotNowError):
    """No fork can start at that event, or not yet. The message says why."""

    code = "fork/refused"


class NotWithheldError(NotNowError):
    """The seed is public already, or no ruling resumed the game."""

    code = "game/not_withheld"


class AlreadyDisputedError(NotNowError):
    """The claimant has an undecided dispute, or disputed this event before. `details["dispute"]` says which."""

    code = "dispute/open"


class AlreadyExaminedError(NotNowError):
    """The dispute has its finding already."""

    code = "dispute/examined"


class AlreadyRuledError(NotNowError):
    """The dispute has been ruled on."""

    code = "dispute/ruled"


class AlreadyResumedError(NotNowError):
    """The clock runs again although the dispute is undecided."""

    code = "dispute/clock_runs"


class AlreadyAppealedError(NotNowError):
    """The dispute has been appealed already; only one appeal is allowed."""

    code = "dispute/appealed"


class SettledError(NotNowError):
    """The ruling resumed the game, and the resumed game is over. Nothing can be appealed any more."""

    code = "dispute/settled"


class NotRuledError(NotNowError):
    """There is no ruling yet."""

    code = "dispute/not_ruled"


class StaleDecisionError(DelvebookError):
    """The decision is no longer open. `details["decision"]` is the open one, or None."""

    code = "action/stale"


class IllegalActionError(DelvebookError):
    """
    The rules forbid the action. `clause` is the id of the clause that says so.

    `refusal` says the same as data, to be told in any language and with players' names; the message is English and
    names seats by their numbers. Raised before anything has changed.
    """

    code = "action/illegal"

    def __init__(self, message: str, *, clause: str, refusal: Refusal | None = None, **details: object) -> None:
        super().__init__(message, clause=clause, **details)
        self.clause = clause
        self.refusal = Refusal.plain(message, clause) if refusal is None else refusal


class BrokenRuleError(DelvebookError):
    """A title broke the contract or its own invariant, or a stream is broken: a defect, never a player's fault."""

    code = "ruleset/broken"
