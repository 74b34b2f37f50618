"""
Refusals of the service itself, beside those of the domain (`domain/errors.py`).

    DelvebookError
    ├── BusyError              others are faster; try again       service/busy
    ├── RequestReusedError     an Idempotency-Key used twice      request/reused
    ├── AuthenticationError    no token, or a wrong one           auth/required, auth/invalid
    ├── ForbiddenError         a good token without the right     auth/forbidden
    └── NameTakenError         an account's name is taken         account/name_taken
"""

from __future__ import annotations

from domain.errors import DelvebookError


class BusyError(DelvebookError):
    """Nothing is wrong with the request; it may be sent again at once."""

    code = "service/busy"


class RequestReusedError(DelvebookError):
    """The Idempotency-Key stands for another request already."""

    code = "request/reused"


class AuthenticationError(DelvebookError):
    """No token, or one that is unknown or revoked."""

    code = "auth/invalid"


class ForbiddenError(DelvebookError):
    """The token is good, but does not carry this right."""

    code = "auth/forbidden"


class NameTakenError(DelvebookError):
    """An account of that name exists."""

    code = "account/name_taken"
