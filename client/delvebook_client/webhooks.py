"""Messages that the service posts to a webhook, signed by the specification Standard Webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from .errors import AnswerError, WebhookError
from .models import Notice
from .shapes import Shape, read_json, shaped

WINDOW_SECONDS: Final = 300
"""How far the time of a message may be from now."""


class WebhookMessage(Shape, frozen=True, kw_only=True):
    """
    A message to a webhook.

    Attributes:
        type: The type of the notice.
        timestamp: When the notice was made.
        data: The notice.
    """

    type: str
    timestamp: datetime
    data: Notice


def sign_webhook(secret: str, *, id: str, timestamp: int, body: bytes) -> str:  # noqa: A002 - as the header is called
    """
    Returns the signature of a message, as the service puts it into `webhook-signature`.

    Raises:
        ValueError: The secret is not one: `whsec_` and base64.
    """
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except ValueError:
        raise ValueError("a secret is `whsec_` and base64, as the service has shown it") from None
    signed = b".".join((id.encode(), str(timestamp).encode(), body))
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()


def check_webhook(
    body: bytes,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    now: float | None = None,
    window: float = WINDOW_SECONDS,
) -> str:
    """
    Returns the id of a message, `webhook-id`, if one of the secrets has signed it. The same id may come twice.

    Args:
        body: The body, as it came: not parsed, not laid out anew.
        headers: The headers. Small and large letters in their names do not count.
        secrets: The secret of the webhook, or several while an old one is replaced.
        now: The time, in seconds since 1970; by default this machine's.
        window: How far the time of the message may be from now, in seconds.

    Raises:
        WebhookError: A header is missing, the time is too far from now, or no secret has signed it.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        id_, written, signatures = (given[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
    except KeyError as missing:
        raise WebhookError(f"the message has no header {missing.args[0]}") from None
    if not (written.isascii() and written.isdigit() and len(written) <= 15):
        raise WebhookError("`webhook-timestamp` is no number of seconds")
    if abs((time.time() if now is None else now) - int(written)) > window:
        raise WebhookError(f"the time of the message is more than {window:g} s from now")
    known = [secrets] if isinstance(secrets, str) else secrets
    expected = [sign_webhook(secret, id=id_, timestamp=int(written), body=body).encode() for secret in known]
    found = [
        hmac.compare_digest(one, signature)
        for one in expected
        for signature in signatures.encode("utf-8", "surrogateescape").split(b" ")
    ]
    if not any(found):
        raise WebhookError("no secret of yours has signed the message")
    return id_


def open_webhook(
    body: bytes,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    now: float | None = None,
    window: float = WINDOW_SECONDS,
) -> WebhookMessage:
    """
    Returns a message, once `check_webhook` has found that the service has signed it. It takes the same arguments.

    Raises:
        WebhookError: It is not signed, too old, or no message of this service.
    """
    check_webhook(body, headers, secrets, now=now, window=window)
    try:
        return shaped(WebhookMessage, read_json(200, body, of="a webhook"), of="a webhook")
    except AnswerError as wrong:
        raise WebhookError(str(wrong)) from None
