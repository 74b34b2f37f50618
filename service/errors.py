"""
Refusals of the service itself, beside those of the domain (`domain/errors.py`).

    DelvebookError
    ├── BusyError                 others are faster; try again          service/busy
    ├── UnavailableError          the store cannot be reached           service/unavailable
    ├── TooManyStreamsError       this process follows enough games     service/too_many_streams
    ├── TooSlowError              a check takes too long                service/too_slow
    ├── InterruptedCheckError     …was broken off                       service/interrupted
    ├── FailedCheckError          …broke down, by a defect of ours      service/internal
    ├── RequestReusedError        an Idempotency-Key used twice         request/reused
    ├── KeyMalformedError         …that is none                         request/key_malformed
    ├── KeyNotSupportedError      …where there is no use for one        request/key_not_supported
    ├── AuthenticationError       a wrong token                         auth/invalid
    │   └── NoTokenError          none at all                           auth/required
    ├── ForbiddenError            a good token without the right        auth/forbidden
    ├── FalseProofError           a receipt or record proves nothing    dispute/false_proof
    ├── NameTakenError            an account's name is taken            account/name_taken
    ├── InvalidInputError         a field is missing or wrong           input/invalid
    ├── UnknownAccountError                                             account/unknown
    ├── UnknownTokenError                                               token/unknown
    ├── UnknownVerificationError                                        verification/unknown
    └── UnknownClauseError                                              clause/unknown
"""

from __future__ import annotations

from delvebook.domain.errors import DelvebookError, MalformedError, UnknownError


class BusyError(DelvebookError):
    """Nothing is wrong with the request; it may be sent again at once."""

    code = "service/busy"


class UnavailableError(DelvebookError):
    """The store cannot be reached, or did not answer in time. With an Idempotency-Key it is safe to send again."""

    code = "service/unavailable"


class TooManyStreamsError(DelvebookError):
    """As many games are followed here as may be; another process, or a later try, has room."""

    code = "service/too_many_streams"


class TooSlowError(DelvebookError):
    """A check took longer than one may take here."""

    code = "service/too_slow"


class InterruptedCheckError(DelvebookError):
    """Whoever carried a check out was ended in the middle of it, more than once."""

    code = "service/interrupted"


class FailedCheckError(DelvebookError):
    """A check broke down. `details["incident"]` is the number under which the log says where."""

    code = "service/internal"


class RequestReusedError(DelvebookError):
    """The Idempotency-Key stands for another request already."""

    code = "request/reused"


class KeyMalformedError(DelvebookError):
    """An Idempotency-Key is 1 to 255 visible ASCII characters."""

    code = "request/key_malformed"


class KeyNotSupportedError(DelvebookError):
    """A request that cannot be made repeatable: its answer holds a secret that is not kept."""

    code = "request/key_not_supported"


class AuthenticationError(DelvebookError):
    """The token is unknown or revoked."""

    code = "auth/invalid"


class NoTokenError(AuthenticationError):
    """A token is needed, and none was sent."""

    code = "auth/required"


class ForbiddenError(DelvebookError):
    """The token is good, but does not carry this right."""

    code = "auth/forbidden"


class FalseProofError(DelvebookError):
    """What was handed in as proof proves nothing about this game. `details["reason"]` says why."""

    code = "dispute/false_proof"


class NameTakenError(DelvebookError):
    """An account of that name exists."""

    code = "account/name_taken"


class InvalidInputError(MalformedError):
    """A field is missing, unknown or out of its domain. `details["fields"]` maps a field to its messages."""

    code = "input/invalid"


class UnknownAccountError(UnknownError):
    """No account of that id or name exists."""

    code = "account/unknown"


class UnknownTokenError(UnknownError):
    """You have no token of that id."""

    code = "token/unknown"


class UnknownVerificationError(UnknownError):
    """No check of that id is known, or not any more."""

    code = "verification/unknown"


class UnknownClauseError(UnknownError):
    """The ruleset has no clause of that id."""

    code = "clause/unknown"
