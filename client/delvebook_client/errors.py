"""
The exceptions of this package.

    DelvebookError
    ├── ProblemError               the service refused, and has changed nothing
    │   ├── BadRequestError        400, 408, 413, 415: it could not be read
    │   ├── UnauthorizedError      401: no token, or one that counts no more
    │   ├── ForbiddenError         403
    │   ├── NotFoundError          404, 405
    │   ├── ConflictError          409: wrong now
    │   │   └── StaleDecisionError   action/stale
    │   ├── GoneError              410
    │   ├── InvalidError           422: always wrong
    │   │   └── IllegalActionError   action/illegal
    │   ├── TooManyError           429
    │   └── ServiceError           5xx
    ├── NoAnswerError              nothing came back, or the line broke
    ├── AnswerError                an answer that is not what the API describes, such as a page of a proxy
    ├── StreamEndedError           the service ended a stream for good
    ├── ReceiptError               a receipt does not say what the service said
    ├── WebhookError               a message does not come from the service, or is too old
    ├── KeptFileError              the file of a `Keep` cannot be read, or contradicts the service
    └── ExtraMissingError          this needs `delvebook-client[verify]`
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

START_BYTES: Final = 200
"""How much of an answer that cannot be read is shown."""


class DelvebookError(Exception):
    """The base of all exceptions that this package defines."""


class NoAnswerError(DelvebookError):
    """There was no answer. To learn whether the request was carried out, send it again with its key."""


class AnswerError(DelvebookError):
    """
    An answer that is not what the API describes. The request may have been carried out.

    Attributes:
        status: Its status.
        start: The first 200 bytes of its body.
    """

    def __init__(self, status: int, content: bytes, detail: str) -> None:
        self.status = status
        self.start = content[:START_BYTES]
        super().__init__(f"{detail}: {self.start!r}")


class StreamEndedError(DelvebookError):
    """The service has ended a stream, and reconnecting would not help. `reason` is its code, such as `superseded`."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the stream has ended: {reason}")
        self.reason = reason


class ReceiptError(DelvebookError):
    """A receipt is not valid. `code` is one of the codes in the service's own reports."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


class WebhookError(DelvebookError):
    """A message to a webhook is not signed by the service, or its time is too far from now. Answer it with 400."""


class KeptFileError(DelvebookError):
    """The file of a `Keep` cannot be read, or contradicts the service."""


class ExtraMissingError(DelvebookError):
    """The package `cryptography` is not installed."""


class ProblemError(DelvebookError):
    """
    A refusal (RFC 9457). It has changed nothing.

    Attributes:
        status: The status of the answer.
        code: The stable code, such as `game/full`; `http/502` if something before the service answered.
        title: What is wrong, in the language asked for.
        detail: What is wrong with this request.
        is_retryable: Whether the same request may be accepted later.
        retry_after: The number of seconds to wait, if the service gives one.
        body: The whole body. Its other members depend on the code.
    """

    def __init__(self, status: int, body: Mapping[str, object], *, retry_after: float | None = None) -> None:
        self.status = status
        self.code = str(body.get("code", f"http/{status}"))
        self.title = str(body.get("title", ""))
        self.detail = str(body.get("detail", ""))
        self.is_retryable = body.get("retryable") is True
        self.retry_after = retry_after
        self.body = body
        super().__init__(f"{self.code}: {self.detail or self.title}")


class BadRequestError(ProblemError):
    """The request could not be read."""


class UnauthorizedError(ProblemError):
    """A token is needed, or is no longer valid."""


class ForbiddenError(ProblemError):
    """You may not do this."""


class NotFoundError(ProblemError):
    """It does not exist, or you may not see it."""


class ConflictError(ProblemError):
    """The request conflicts with the current state."""


class StaleDecisionError(ConflictError):
    """The decision is closed. Look again, and choose again. `decision` is the open one, or None."""

    @property
    def decision(self) -> int | None:
        """The open decision of your seat."""
        found = self.body.get("decision")
        return found if isinstance(found, int) else None


class GoneError(ProblemError):
    """It was kept for a time, and exists no longer."""


class InvalidError(ProblemError):
    """The request is never valid. `body["fields"]` often says where it is wrong."""


class IllegalActionError(InvalidError):
    """The rules forbid the action. `clause` is the id of the clause."""

    @property
    def clause(self) -> str | None:
        """The clause of the rules, such as `DR-021`."""
        found = self.body.get("clause")
        return found if isinstance(found, str) else None


class TooManyError(ProblemError):
    """Too many requests, or a quota is reached."""


class ServiceError(ProblemError):
    """The service cannot answer now, or has a defect. Tell its operator `body["incident"]`."""


_BY_CODE: Mapping[str, type[ProblemError]] = {"action/stale": StaleDecisionError, "action/illegal": IllegalActionError}
_BY_STATUS: Mapping[int, type[ProblemError]] = {
    401: UnauthorizedError,
    403: ForbiddenError,
    404: NotFoundError,
    405: NotFoundError,
    409: ConflictError,
    410: GoneError,
    422: InvalidError,
    429: TooManyError,
}


def problem_of(status: int, body: Mapping[str, object], *, retry_after: float | None = None) -> ProblemError:
    """Returns the exception for a refusal."""
    kind = _BY_CODE.get(str(body.get("code"))) or _BY_STATUS.get(status)
    if kind is None:
        kind = ServiceError if status >= 500 else BadRequestError
    return kind(status, body, retry_after=retry_after)


def parse_problem(status: int, content: bytes, retry_after: str | None) -> ProblemError:
    """Returns the exception for an answer, even if it is not a problem document, such as a proxy's answer."""
    try:
        body = json.loads(content)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        body = {"detail": content[:START_BYTES].decode("utf-8", "replace")}
    seconds = (
        float(retry_after) if retry_after is not None and retry_after.isascii() and retry_after.isdigit() else None
    )
    return problem_of(status, body, retry_after=seconds)
