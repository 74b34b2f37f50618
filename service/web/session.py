"""The session of a browser: an account by choosing a name, kept in a cookie, and a way back to it."""

from __future__ import annotations

from typing import Any, Final

from flask import Response

from delvebook.service.api.accounts import SECRET_KEY_MIN, account_body
from delvebook.service.api.blueprint import Blueprint, render
from delvebook.service.api.context import address, as_visitor, caller, player, repeatable, services
from delvebook.service.api.schemas.sessions import NewSessionSchema, RecoveryCodeSchema, SessionSchema
from delvebook.service.errors import AuthenticationError, ForeignPageError, SessionOpenError
from delvebook.service.identity.accounts import Token
from delvebook.service.usecases.caller import Caller
from delvebook.service.web.cookie import forget, is_own_page, keep, session_token

BROWSER: Final = "browser"
RECOVERY: Final = "recovery code"
"""Labels of tokens, by which their owner recognises them in `GET /v1/tokens`."""

sessions = Blueprint("sessions", __name__, url_prefix="/v1/session", description="How the pages know who plays")


@sessions.route("", methods=["GET"])
@sessions.response(200, SessionSchema)
def get() -> Any:
    """
    Look who this browser is. A session that has ended is no refusal here: `account` is null then.

    Looking keeps the session alive: a browser forgets it when it was not used for 180 days.
    """
    token = _session()
    if token is not None:
        return _opened(token, str(session_token()), status=200)
    response = render({"account": None, "scopes": []})
    if session_token() is not None:
        forget(response)
    return response


@sessions.route("", methods=["POST"])
@sessions.repeatable
@sessions.arguments(NewSessionSchema, example={"name": "Ada"})
@sessions.response(201, SessionSchema)
@sessions.headers("Location")
@sessions.refuses("account/name_taken", "session/open", "session/foreign")
def create(body: dict[str, Any]) -> Any:
    """
    Begin a session: with a new account of that name, or with the account of a recovery code or any other token.

    The answer sets a cookie (`HttpOnly`, `SameSite=Strict`) with a token of its own, which no script can read.
    Requests of the service's own pages may then do without `Authorization`. With an `Idempotency-Key` of 16
    characters or more, which is a secret then, a lost answer can be had again.
    """
    _only_own_pages()
    if _session() is not None:
        raise SessionOpenError("this browser has a session already; end it first")
    as_visitor()
    accounts = services().accounts
    request = repeatable(length_min=SECRET_KEY_MIN)
    if "name" in body:
        _, issued = accounts.create_account(body["name"], by=caller(), label=BROWSER, request=request)
    else:
        known = accounts.authenticate(body["recovery_code"].strip())
        issued = accounts.issue_token(_caller(known), scopes=known.scopes, label=BROWSER, request=request)
    return _opened(issued.token, issued.secret, status=201)


@sessions.route("", methods=["DELETE"])
@sessions.response(204)
@sessions.refuses("session/foreign")
def delete() -> Any:
    """End the session of this browser: its token is revoked. Without a session nothing happens."""
    _only_own_pages()
    token = _session()
    if token is not None:
        services().accounts.revoke_token(_caller(token), token.id)
    response = Response(status=204)
    forget(response)
    return response


@sessions.route("/recovery", methods=["POST"])
@sessions.needs_token
@sessions.response(201, RecoveryCodeSchema)
@sessions.headers("Location")
@sessions.refuses("session/foreign")
def recover() -> Any:
    """
    Make a recovery code: whoever has it can begin a session with your account. It is shown once.

    It is a token, and revokes the code that you had before.
    """
    _only_own_pages()
    accounts = services().accounts
    me = player()
    old = [token for token in accounts.tokens_of(str(me.account)) if token.label == RECOVERY]
    issued = accounts.issue_token(me, scopes=me.scopes, label=RECOVERY)
    for token in old:
        accounts.revoke_token(me, token.id)
    return {"recovery_code": issued.secret}, {"Location": f"/v1/tokens/{issued.token.id}"}


def _only_own_pages() -> None:
    """
    Refuses what comes from a page of others.

    Raises:
        ForeignPageError
    """
    if not is_own_page():
        raise ForeignPageError("sessions are for the service's own pages; programs send a token")


def _session() -> Token | None:
    """The token of the session; None if there is none, or if it has ended."""
    secret = session_token()
    if secret is None:
        return None
    try:
        return services().accounts.authenticate(secret)
    except AuthenticationError:
        return None


def _caller(token: Token) -> Caller:
    return Caller(token.account, frozenset(token.scopes), token.id, address())


def _opened(token: Token, secret: str, *, status: int) -> Response:
    account = services().accounts.account(token.account)
    response = render(
        {"account": account_body(account), "scopes": list(token.scopes)},
        status,
        {"Location": "/v1/session"} if status == 201 else None,
    )
    keep(response, secret)
    return response
