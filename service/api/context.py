"""What an endpoint works with: the services of its process, the caller, and the request's log line."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final, cast

from flask import current_app, g, request

from delvebook.domain.canonical import jcs
from delvebook.domain.stream import IdempotentRequest
from delvebook.service.api.cookie import session_token
from delvebook.service.api.services import Services
from delvebook.service.base.errors import KeyMalformedError, NoTokenError
from delvebook.service.identity.addresses import address_class
from delvebook.service.identity.caller import ANYBODY, Caller
from delvebook.service.identity.tokens import Token

EXTENSION: Final = "delvebook"
KEY_MAX: Final = 255
AWAITED: Final = "delvebook.awaited"
"""In the WSGI environment of a request that has waited for news already: for how many more seconds it may wait."""


def services() -> Services:
    """The services of this process."""
    return cast("Services", current_app.extensions[EXTENSION])


def caller() -> Caller:
    """
    The caller; `ANYBODY` if no token was sent.

    Raises:
        AuthenticationError: The token is not valid.
    """
    if "caller" not in g:
        g.caller = _identify()
    return cast("Caller", g.caller)


def player() -> Caller:
    """
    The caller, if they sent a token.

    Raises:
        NoTokenError, AuthenticationError
    """
    known = caller()
    if known.account is None:
        raise NoTokenError("this needs a token: Authorization: Bearer dvb_…")
    return known


def bearer() -> str | None:
    """
    The token that was sent, or that of the browser's session; None if there is none.

    Anything else in the header counts as an invalid token.
    """
    header = request.headers.get("Authorization")
    if header is None:
        return session_token()
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def repeatable(*, length_min: int = 1) -> IdempotentRequest | None:
    """
    What identifies this request when it is repeated; None without an `Idempotency-Key`.

    Args:
        length_min: The least length of the key.

    Raises:
        KeyMalformedError
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not length_min <= len(key) <= KEY_MAX or not all("!" <= character <= "~" for character in key):
        raise KeyMalformedError(f"here an Idempotency-Key is {length_min} to {KEY_MAX} visible ASCII characters")
    return request_of(key, method=request.method, path=request.path, body=g.get("json_body", {}))


def request_of(key: str, *, method: str, path: str, body: Any) -> IdempotentRequest:
    """What identifies a request of the caller with that key."""
    return IdempotentRequest(
        key=sha256(jcs([caller().account, key])).hexdigest(),
        body=sha256(jcs([method, path, body])).hexdigest(),
    )


def prefers(preference: str) -> bool:
    """Whether the header `Prefer` (RFC 7240) names the preference."""
    named = request.headers.get("Prefer")
    return named is not None and preference in (one.partition(";")[0].strip().lower() for one in named.split(","))


def note(**fields: Any) -> None:
    """Adds fields to the request's log line. Never a secret."""
    g.setdefault("noted", {}).update(fields)


def as_visitor() -> None:
    """Judges the rest of this request as one without a token: what it begins does not hang on what it ends."""
    g.caller = Caller(ANYBODY.account, ANYBODY.scopes, None, address())


def address() -> str | None:
    """The class of addresses that the request comes from, as the audit trail has it."""
    return address_class(request.remote_addr, secret=services().settings.secret_key)


def _identify() -> Caller:
    secret = bearer()
    if secret is None:
        return Caller(ANYBODY.account, ANYBODY.scopes, None, address())
    token = services().accounts.tokens.authenticate(secret)
    return caller_with(token)


def caller_with(token: Token) -> Caller:
    """The caller of this request, as whom the token makes them."""
    return Caller(token.account, frozenset(token.scopes), token.id, address(), token.manages)
