"""
What endpoints have in common: the services of their process, the caller, the game in the address, the request's log
line, and the answer to an accepted command.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from typing import Final, cast
from uuid import UUID

from flask import current_app, g, request

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import UnknownGameError
from delvebook.domain.phrases import LANGUAGES, Language
from delvebook.domain.stream import IdempotentRequest
from delvebook.projections.views import Body
from delvebook.service.api.cookie import session_token
from delvebook.service.api.languages import language
from delvebook.service.api.schemas.base import A_UUID, Given
from delvebook.service.api.services import Services
from delvebook.service.base.errors import AuthenticationError, BannedError, KeyMalformedError, NoTokenError
from delvebook.service.identity.addresses import address_class
from delvebook.service.identity.caller import ANYBODY, Caller
from delvebook.service.identity.tokens import Token
from delvebook.service.usecases.commands import FULL, CommandResult, Reply

EXTENSION: Final = "delvebook"
KEY_MAX: Final = 255
REPEATED: Final = {"Idempotent-Replay": "true"}
"""The header that marks the answer to a repeated request."""
AWAITED: Final = "delvebook.awaited"
"""Key in the WSGI environment of a request that has already waited for news: the seconds it may still wait."""
CHARGED: Final = "delvebook.charged"
"""Key in the WSGI environment of a request that the event loop has counted: a `limits.Charged`."""
FAILED: Final = "delvebook.failed"
"""Key in the WSGI environment of a request that has failed in the event loop: the error, which is to be answered."""


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
    The caller, who must have sent a token.

    Raises:
        NoTokenError, AuthenticationError
    """
    known = caller()
    if known.account is None:
        raise NoTokenError("this needs a token: Authorization: Bearer dvb_…")
    return known


def bearer() -> str | None:
    """
    The token that was sent, or that of the browser's session; None if there is neither.

    An `Authorization` header of any other form counts as an invalid token.
    """
    header = request.headers.get("Authorization")
    return session_token() if header is None else token_in(header)


def token_in(header: str) -> str:
    """The token in an `Authorization` header; empty if the header has another form."""
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def repeatable(*, length_min: int = 1) -> IdempotentRequest | None:
    """
    The identity by which a repetition of this request is recognised; None without an `Idempotency-Key`.

    Args:
        length_min: Minimum length of the key.

    Raises:
        KeyMalformedError
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    require_key(key, length_min=length_min)
    return request_of(caller(), key, method=request.method, path=request.path, body=g.get("json_body", {}))


def require_key(key: str, *, length_min: int = 1) -> None:
    """
    Returns if the text may be an `Idempotency-Key`.

    Raises:
        KeyMalformedError
    """
    if len(key) < length_min or not is_key(key):
        raise KeyMalformedError(f"the Idempotency-Key must be {length_min} to {KEY_MAX} visible ASCII characters here")


def is_key(text: str) -> bool:
    """Whether the text may be an `Idempotency-Key`."""
    return 1 <= len(text) <= KEY_MAX and all("!" <= character <= "~" for character in text)


def request_of(who: Caller, key: str, *, method: str, path: str, body: object) -> IdempotentRequest:
    """The identity by which a repetition of a request of that caller with that key is recognised."""
    return IdempotentRequest(
        key=sha256(jcs([who.account, key])).hexdigest(),
        body=sha256(jcs([method, path, body])).hexdigest(),
    )


def prefers(preference: str) -> bool:
    """Whether the request prefers that (RFC 7240)."""
    return names_preference(request.headers.get("Prefer"), preference)


def names_preference(header: str | None, preference: str) -> bool:
    """Whether the header `Prefer` (RFC 7240) names the preference."""
    return header is not None and preference in (one.partition(";")[0].strip().lower() for one in header.split(","))


def note(**fields: object) -> None:
    """Adds fields to the request's log line. Never pass a secret."""
    g.setdefault("noted", {}).update(fields)


def as_visitor() -> Caller:
    """
    Treats the rest of this request as anonymous, so that a new session does not depend on the one being closed.

    Returns the caller who sent it: with the account of a valid token in `Authorization`, or anonymous.
    """
    visitor = Caller(ANYBODY.account, ANYBODY.scopes, None, address())
    sender = visitor
    if "Authorization" in request.headers:
        with suppress(AuthenticationError, BannedError):
            sender = _identify()
    g.caller = visitor
    return sender


def address() -> str | None:
    """The class of the address that the request comes from, as the audit trail stores it."""
    return address_class(request.remote_addr, secret=services().settings.secret_key)


def _identify() -> Caller:
    secret = bearer()
    if secret is None:
        return Caller(ANYBODY.account, ANYBODY.scopes, None, address())
    return caller_with(services().accounts.tokens.authenticate(secret))


def caller_with(token: Token) -> Caller:
    """The caller that the token stands for, in this request."""
    return caller_from(token, address())


def caller_from(token: Token, address: str | None) -> Caller:
    """The caller that the token stands for, in a request from that class of addresses."""
    return Caller(token.account, frozenset(token.scopes), token.id, address, token.manages)


def read_game_id() -> None:
    """Turns the id in the address into a UUID. Any other text is an unknown game."""
    values = request.view_args
    if not values or "game_id" not in values:
        return
    text = str(values["game_id"])
    if not A_UUID.fullmatch(text):
        raise UnknownGameError(f"there is no game {text[:60]!r}")
    g.game_id = text
    values["game_id"] = UUID(text)


def reply_wanted(query: Given) -> Reply:
    """The parts that the caller wants in the answer, by `include` and `lang` in the query, and `Prefer` (RFC 7240)."""
    named = language() if "lang" in request.args else None
    return reply_of(query["include"], named, request.headers.get("Prefer"))


def reply_of(include: str | None, named: Language | None, prefer: str | None) -> Reply:
    """
    The parts that a caller wants in the answer.

    Args:
        include: `include` in the query.
        named: The language that the query names.
        prefer: The header `Prefer`.
    """
    languages = None if include != "actions" else LANGUAGES if named is None else (named,)
    return Reply(is_minimal=names_preference(prefer, "return=minimal"), languages=languages)


def done(answer: CommandResult, reply: Reply = FULL, *, location: str | None = None) -> tuple[Body, dict[str, str]]:
    """
    The body and headers that answer an accepted command.

    Args:
        answer: The command's result.
        reply: The parts that the caller wants in the answer.
        location: The address of what was made; by default that of the last event.
    """
    note(n=answer.n)
    return body_of(answer, reply), headers_of(answer, reply, location=location)


def headers_of(answer: CommandResult, reply: Reply = FULL, *, location: str | None = None) -> dict[str, str]:
    """The headers that answer an accepted command. See `done`."""
    headers = {"Location": location or f"/v1/games/{answer.id}/events/{answer.n}"}
    if answer.is_repeat:
        headers |= REPEATED
    if reply.is_minimal:
        headers["Preference-Applied"] = "return=minimal"
    return headers


def body_of(answer: CommandResult, reply: Reply = FULL) -> Body:
    """The body that answers an accepted command, with the parts that the caller wants."""
    body: Body = {"n": answer.n, "hash": answer.hash, "receipt": answer.receipt}
    if not reply.is_minimal:
        body["events"], body["game"] = answer.events, answer.game
    if reply.languages is not None:
        body["actions"] = answer.actions
    return body


def done_anew(answer: CommandResult) -> tuple[Body, dict[str, str]]:
    """The body and headers that answer a command that made a game."""
    note(n=answer.n)
    return body_anew(answer), headers_anew(answer)


def body_anew(answer: CommandResult) -> Body:
    """The body that answers a command that made a game."""
    return {"id": answer.game["id"], **body_of(answer)}


def headers_anew(answer: CommandResult) -> dict[str, str]:
    """The headers that answer a command that made a game."""
    return headers_of(answer, location=f"/v1/games/{answer.id}")
