"""
Every refusal the domain can give, as one tree with stable codes.

    DelvebookError
    ├── MalformedError            the input has not the right shape
    │   ├── NotCanonicalError     …is no JSON the record format allows      input/not_canonical
    │   │   ├── NotUtf8Error                                                input/not_utf8
    │   │   ├── NotJsonError                                                input/not_json
    │   │   ├── DoubledKeyError                                             input/doubled_key
    │   │   ├── NotAnIntegerError                                           input/not_an_integer
    │   │   └── TooDeepError                                                input/too_deep
    │   ├── InvalidOptionsError   …names no valid options                   game/invalid_options
    │   ├── InvalidSeatsError     …asks for a number of seats not offered   game/invalid_seats
    │   └── MalformedActionError  …is no action of this title               action/malformed
    ├── UnknownError              what is named does not exist
    │   ├── UnknownRulesetError                                             ruleset/unknown
    │   ├── UnknownGameError                                                game/unknown
    │   ├── UnknownSeatError                                                seat/unknown
    │   ├── UnknownBotError                                                 bot/unknown
    │   ├── UnknownEventError                                               event/unknown
    │   └── UnknownDisputeError                                             dispute/unknown
    ├── NotYoursError             somebody else may, you may not            seat/not_yours
    ├── PartyError                you played here, or did not               dispute/party
    ├── NotNowError               right, but at another time
    │   ├── NotYourDecisionError  the seat is asked nothing                 action/not_now
    │   ├── GameNotRunningError   not started yet                           game/not_started
    │   ├── AlreadyStartedError   started before                            game/started
    │   ├── GameFinishedError     over                                      game/finished
    │   ├── SeatTakenError        somebody sits there                       seat/taken
    │   ├── SeatsMissingError     not everybody is there                    game/seats_missing
    │   ├── TakeBackRefusedError  the action has to stand                   takeback/refused
    │   ├── ParentError           what a fork left is not at hand           fork/parent
    │   ├── NotForkableError      no fork can begin there                   fork/refused
    │   ├── NotWithheldError      no seed is kept back                      game/not_withheld
    │   ├── NotAskedError         nobody waits for that answer              takeback/not_asked
    │   ├── AlreadyDisputedError  your dispute here is still open           dispute/open
    │   ├── AlreadyExaminedError  it has its finding                        dispute/examined
    │   ├── AlreadyRuledError     it has been ruled on                      dispute/ruled
    │   ├── AlreadyAppealedError  the one appeal has been made              dispute/appealed
    │   └── NotRuledError         there is no ruling yet                    dispute/not_ruled
    ├── StaleDecisionError        the decision named is no longer open      action/stale
    ├── IllegalActionError        the rules forbid it (names the clause)    action/illegal
    └── BrokenRuleError           a title broke its own promises: a defect  ruleset/broken

Whoever catches one may show `str(error)` to the person who asked: the text never tells more than
that person may know.
"""

from __future__ import annotations

from typing import Any, ClassVar


class DelvebookError(Exception):
    """Anything Delvebook refuses. `code` is stable; the sentence is for people."""

    code: ClassVar[str] = "delvebook/error"

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message)
        self.message = message
        self.details = details


class MalformedError(DelvebookError):
    """What came in has the wrong shape; nothing was judged yet."""

    code = "input/malformed"


class NotCanonicalError(MalformedError):
    """A value outside the canonical JSON of the record format (§1)."""

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
    """Options the title does not have. `details["fields"]` maps a field to its messages."""

    code = "game/invalid_options"


class InvalidSeatsError(MalformedError):
    """A number of seats the title is not played with."""

    code = "game/invalid_seats"


class MalformedActionError(MalformedError):
    """An action type or parameter the title does not know. `details["fields"]` says which."""

    code = "action/malformed"


class UnknownError(DelvebookError):
    """What was named does not exist."""

    code = "input/unknown"


class UnknownRulesetError(UnknownError):
    """No title of that id and version is registered."""

    code = "ruleset/unknown"


class UnknownGameError(UnknownError):
    """No game of that id exists, or not for this viewer."""

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
    """No dispute of that id exists, or not for this viewer."""

    code = "dispute/unknown"


class PartyError(DelvebookError):
    """Only those who played in a game dispute and appeal, and none of them rules."""

    code = "dispute/party"


class NotYoursError(DelvebookError):
    """It exists, but is another player's."""

    code = "seat/not_yours"


class NotNowError(DelvebookError):
    """It could be right at another time."""

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
    """Somebody sits there already."""

    code = "seat/taken"


class SeatsMissingError(NotNowError):
    """Not every seat is taken yet."""

    code = "game/seats_missing"


class TakeBackRefusedError(NotNowError):
    """
    The action stays. `details["reason"]` says why.

    It is `nothing`, `chance`, `revealed`, `passed_on`, `asked` (the others have been asked already) or `declined`.
    """

    code = "takeback/refused"


class NotAskedError(NotNowError):
    """Nobody asked this seat whether an action may be taken back, or it has said so already."""

    code = "takeback/not_asked"


class ParentError(NotNowError):
    """A fork cannot be begun, or checked, without the game it left."""

    code = "fork/parent"


class NotForkableError(NotNowError):
    """No fork can begin at that event, or not yet. The sentence says why."""

    code = "fork/refused"


class NotWithheldError(NotNowError):
    """The seed is out already, or is not being kept back for a game that was resumed."""

    code = "game/not_withheld"


class AlreadyDisputedError(NotNowError):
    """The claimant has a dispute in this game that is not decided yet. `details["dispute"]` says which."""

    code = "dispute/open"


class AlreadyExaminedError(NotNowError):
    """The dispute has its finding already."""

    code = "dispute/examined"


class AlreadyRuledError(NotNowError):
    """The dispute has been ruled on."""

    code = "dispute/ruled"


class AlreadyAppealedError(NotNowError):
    """There is one appeal, and it has been made."""

    code = "dispute/appealed"


class NotRuledError(NotNowError):
    """There is no ruling yet."""

    code = "dispute/not_ruled"


class StaleDecisionError(DelvebookError):
    """The decision answered is no longer open. `details["decision"]` is the one that is, or None."""

    code = "action/stale"


class IllegalActionError(DelvebookError):
    """
    The rules forbid the action. `clause` is the id of the clause that says so.

    Raised before anything has changed.
    """

    code = "action/illegal"

    def __init__(self, message: str, *, clause: str, **details: Any) -> None:
        super().__init__(message, clause=clause, **details)
        self.clause = clause


class BrokenRuleError(DelvebookError):
    """A title broke a promise of the contract or an invariant of its own: a defect, never a player's fault."""

    code = "ruleset/broken"
