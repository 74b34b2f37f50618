"""
Refusals of the service itself. Those of the domain are in `domain/errors.py`.

    DelvebookError
    ├── BusyError                 too many others; try again            service/busy
    ├── UnavailableError          the store cannot be reached           service/unavailable
    ├── DamagedGameError          an event of the game is damaged       game/damaged
    ├── TooManyStreamsError       the process follows too many games    service/too_many_streams
    ├── RateLimitedError          too many requests                     service/rate_limited
    ├── TooSlowError              a check takes too long                service/too_slow
    ├── InterruptedCheckError     …was interrupted                      service/interrupted
    ├── FailedCheckError          …failed, by a defect of ours          service/internal
    ├── RequestReusedError        an Idempotency-Key used twice         request/reused
    ├── KeyMalformedError         …that is malformed                    request/key_malformed
    ├── AuthenticationError       a wrong token                         auth/invalid
    │   └── NoTokenError          none at all                           auth/required
    ├── ForbiddenError            a good token without the right        auth/forbidden
    ├── SessionOpenError          a browser that has a session already  session/open
    ├── ForeignPageError          a session's request from elsewhere    session/foreign
    ├── OfficialError             who looked or ruled does not play     seat/official
    ├── FalseProofError           a receipt or record proves nothing    dispute/false_proof
    ├── NameTakenError            an account's name is taken            account/name_taken
    ├── InvalidInputError         a field is missing or wrong           input/invalid
    ├── ClockNotOfferedError      …or asks for another kind of clock    clock/not_offered
    ├── UnknownAccountError                                             account/unknown
    ├── UnknownTokenError                                               token/unknown
    ├── UnknownVerificationError                                        verification/unknown
    ├── UnknownCatalogueError                                           catalogue/unknown
    ├── UnknownClauseError                                              clause/unknown
    ├── NotLoggedYetError         the log of games does not show it yet log/not_yet
    ├── NotABotsActionError       a person's action, or none            event/not_a_bots
    └── NotCheckableError         the bot's program is not here         bot/not_checkable
"""

from __future__ import annotations

from delvebook.domain.errors import DelvebookError, MalformedError, NotNowError, UnknownError


class SessionOpenError(DelvebookError):
    """The browser has a session already."""

    code = "session/open"


class ForeignPageError(DelvebookError):
    """A request about a browser's session does not come from a page of the service."""

    code = "session/foreign"


class BusyError(DelvebookError):
    """The service is too busy right now. The same request may be sent again at once."""

    code = "service/busy"


class UnavailableError(DelvebookError):
    """The store cannot be reached, or did not answer in time. With an Idempotency-Key the request is safe to retry."""

    code = "service/unavailable"


class DamagedGameError(DelvebookError):
    """A stored event of the game cannot be read. The operator sees which, and other games go on."""

    code = "game/damaged"


class RateLimitedError(DelvebookError):
    """The account, or the network of a caller without a token, has made as many requests as it may for now."""

    code = "service/rate_limited"


class TooManyStreamsError(DelvebookError):
    """The process follows as many games as it may. Another process, or a later try, may have room."""

    code = "service/too_many_streams"


class TooSlowError(DelvebookError):
    """A check took longer than it may take here."""

    code = "service/too_slow"


class InterruptedCheckError(DelvebookError):
    """The worker that carried out a check died in the middle of it, more than once."""

    code = "service/interrupted"


class FailedCheckError(DelvebookError):
    """A check failed by a defect of ours. The log says where, under the number `details["incident"]`."""

    code = "service/internal"


class RequestReusedError(DelvebookError):
    """The Idempotency-Key was used for another request."""

    code = "request/reused"


class KeyMalformedError(DelvebookError):
    """An Idempotency-Key is 1 to 255 visible ASCII characters."""

    code = "request/key_malformed"


class AuthenticationError(DelvebookError):
    """The token is unknown or revoked."""

    code = "auth/invalid"


class NoTokenError(AuthenticationError):
    """A token is required, and none was sent."""

    code = "auth/required"


class ForbiddenError(DelvebookError):
    """The token is valid but does not have this right."""

    code = "auth/forbidden"


class OfficialError(DelvebookError):
    """The account has looked with other eyes, or ruled, in the game's family, so it takes no part in its games."""

    code = "seat/official"


class FalseProofError(DelvebookError):
    """The evidence handed in proves nothing about this game. `details["reason"]` says why."""

    code = "dispute/false_proof"


class NameTakenError(DelvebookError):
    """An account of that name exists."""

    code = "account/name_taken"


class InvalidInputError(MalformedError):
    """A field is missing, unknown or out of range. `details["fields"]` maps a field to its messages."""

    code = "input/invalid"


class ClockNotOfferedError(MalformedError):
    """A kind of clock that this version does not have. `details["kinds"]` lists those that it has."""

    code = "clock/not_offered"


class UnknownAccountError(UnknownError):
    """No account of that id or name exists."""

    code = "account/unknown"


class UnknownTokenError(UnknownError):
    """You have no token of that id."""

    code = "token/unknown"


class UnknownVerificationError(UnknownError):
    """There is no check of that id, or no longer."""

    code = "verification/unknown"


class UnknownCatalogueError(UnknownError):
    """The ruleset has no catalogue of that digest. `details["digest"]` is its own."""

    code = "catalogue/unknown"


class UnknownClauseError(UnknownError):
    """The ruleset has no clause of that id."""

    code = "clause/unknown"


class NotLoggedYetError(NotNowError):
    """The log of games does not show this game yet, or has no checkpoint of that size."""

    code = "log/not_yet"


class NotABotsActionError(DelvebookError):
    """The event is not an action, or a person took it."""

    code = "event/not_a_bots"


class NotCheckableError(DelvebookError):
    """The bot cannot be asked again: the record names no version of its program, or one that is not known here."""

    code = "bot/not_checkable"
