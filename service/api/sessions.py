"""The session of a browser: an account by choosing a name, kept in a cookie, and a way back to it."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from flask import Response

from delvebook.service.api import limits
from delvebook.service.api.accounts import NAME_REFUSALS, SECRET_KEY_MIN, account_body
from delvebook.service.api.blueprint import WITH_BODY, Blueprint
from delvebook.service.api.context import as_visitor, caller_with, player, repeatable, services
from delvebook.service.api.cookie import forget, keep, require_own_page, session_token
from delvebook.service.api.lean import OWNER, render
from delvebook.service.api.passkeys import here, offered_at
from delvebook.service.api.schemas.accounts import NewSessionSchema, RecoveryCodeSchema, SessionSchema
from delvebook.service.api.schemas.base import Given
from delvebook.service.base.errors import AuthenticationError, ForbiddenError, SessionOpenError, UnknownTokenError
from delvebook.service.identity.handovers import Handovers, code_in
from delvebook.service.identity.passkeys import Passkeys
from delvebook.service.identity.takeovers import Takeovers
from delvebook.service.identity.tokens import CODE_PREFIX, Token

BROWSER: Final = "browser"
RECOVERY: Final = "recovery code"
SECOND_DEVICE: Final = "second device"
"""Labels of tokens, by which their owner recognises them in `GET /v1/tokens`."""

PASSKEY_REFUSALS: Final = ("passkey/refused", "passkey/not_offered")

sessions = Blueprint("sessions", __name__, url_prefix="/v1/session", description="How the pages know who plays")


@sessions.route("", methods=["GET"])
@sessions.open_to_all
@sessions.response(200, SessionSchema)
@sessions.headers("ETag")
def get() -> object:
    """
    Look who this browser is. If the session has ended, it is not an error: `account` is null then.

    Looking keeps the session alive: a browser forgets it when it was not used for 180 days.
    """
    token = _session()
    if token is not None:
        return _opened(token, str(session_token()), status=200)
    response = render({"account": None, "scopes": [], "passkeys_origin": offered_at()})
    if session_token() is not None:
        forget(response)
    return response


@sessions.route("", methods=["POST"])
@sessions.open_to_all
@sessions.repeatable
@sessions.arguments(NewSessionSchema, example={"name": "Ada"})
@sessions.response(201, SessionSchema)
@sessions.headers("Location")
@sessions.refuses(
    *NAME_REFUSALS, "session/open", "session/foreign", "auth/forbidden", "service/quota", *PASSKEY_REFUSALS
)
def create(body: Given) -> object:
    """
    Begin a session: with a new account of that name, or with the account of a passkey, a code or any token.

    The answer sets a cookie (`HttpOnly`, `SameSite=Strict`) with a token of its own, which no script can read.
    Requests of the service's own pages may then do without `Authorization`. With an `Idempotency-Key` of 16
    characters or more, which is a secret then, a lost answer can be had again, as long as the session lasts.
    """
    require_own_page()
    before = _session()
    if before is not None and not body["replace"]:
        raise SessionOpenError("this browser has a session already; end it first, or send `replace`")
    sender = as_visitor()
    accounts = services().accounts
    request = repeatable(length_min=SECRET_KEY_MIN)
    if "name" in body:
        with limits.new_account(request) as made:
            _, issued = accounts.create_account(body["name"], by=sender, label=BROWSER, request=request)
            made.is_new = not issued.is_repeat
    elif "passkey" in body:
        issued = Passkeys(accounts).sign_in(here(), body["passkey"], by=sender, label=BROWSER, request=request)
    elif (code := body["recovery_code"].strip()).startswith(CODE_PREFIX):
        issued = Takeovers(accounts).take_over(code, by=sender, label=BROWSER, request=request)
    elif (digits := code_in(code)) is not None:
        issued = Handovers(accounts).sign_in(digits, by=sender, label=SECOND_DEVICE, request=request)
    else:
        known = caller_with(accounts.tokens.authenticate(code))
        if not known.manages:
            raise ForbiddenError("a session needs a token that may manage the account")
        issued = accounts.issue_token(
            known,
            scopes=known.scopes,
            label=BROWSER,
            manages=True,
            maker=sender,
            request=request,
        )
    if issued.is_repeat:
        accounts.tokens.authenticate(issued.secret)  # The session that was lost may have ended meanwhile.
    if before is not None and before.id != issued.token.id:
        accounts.tokens.revoke(caller_with(before), before.id)
    return _opened(issued.token, issued.secret, status=201)


@sessions.route("", methods=["DELETE"])
@sessions.open_to_all
@sessions.response(204)
@sessions.refuses("session/foreign", *WITH_BODY)
def delete() -> object:
    """End the session of this browser: its token is revoked. Without a session nothing happens."""
    require_own_page()
    token = _session()
    if token is not None:
        services().accounts.tokens.revoke(caller_with(token), token.id)
    response = Response(status=204)
    forget(response)
    return response


@sessions.route("/recovery", methods=["POST"])
@sessions.needs_token(OWNER)
@sessions.response(201, RecoveryCodeSchema)
@sessions.headers("Location")
@sessions.refuses("session/foreign")
def recover() -> object:
    """
    Make a recovery code: whoever has it can begin a session with your account. It is shown once.

    It is a token, and revokes the codes that you had before.
    """
    require_own_page()
    accounts = services().accounts
    me = player()
    issued = accounts.issue_token(me, scopes=me.scopes, label=RECOVERY, manages=True)
    # Looked up only now, so that of two codes that are made at once the later one stays, and no other.
    for token in accounts.tokens.of_account(str(me.account)):
        is_earlier = (token.created_at, token.id) < (issued.token.created_at, issued.token.id)
        if token.label == RECOVERY and is_earlier:
            with suppress(UnknownTokenError):  # The other request was faster.
                accounts.tokens.revoke(me, token.id)
    return {"recovery_code": issued.secret}, {"Location": f"/v1/tokens/{issued.token.id}"}


def _session() -> Token | None:
    """The token of the session; None if there is none, or if it has ended."""
    secret = session_token()
    if secret is None:
        return None
    try:
        return services().accounts.tokens.authenticate(secret)
    except AuthenticationError:
        return None


def _opened(token: Token, secret: str, *, status: int) -> Response:
    account = services().accounts.account(token.account)
    response = render(
        {"account": account_body(account), "scopes": list(token.scopes), "passkeys_origin": offered_at()},
        status,
        {"Location": "/v1/session"} if status == 201 else None,
    )
    keep(response, secret)
    return response
