"""Passkeys (WebAuthn): registered by a session, and answered to begin one."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import request

from delvebook.service.api.accounts import token_body
from delvebook.service.api.blueprint import Blueprint
from delvebook.service.api.context import player, services
from delvebook.service.api.cookie import require_own_page
from delvebook.service.api.lean import OWNER
from delvebook.service.api.schemas.accounts import TokenSchema
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.schemas.passkeys import NewPasskeySchema, PasskeyOptionsSchema
from delvebook.service.base.errors import PasskeysOffError
from delvebook.service.identity.passkeys import Passkeys, RelyingParty, passkeys_origin

passkeys = Blueprint(
    "passkeys", __name__, url_prefix="/v1/session/passkeys", description="Keys in a device that lead back to an account"
)


@passkeys.route("/registrations", methods=["POST"])
@passkeys.needs_token(OWNER)
@passkeys.response(200, PasskeyOptionsSchema)
@passkeys.refuses("session/foreign", "passkey/not_offered")
def offer() -> object:
    """
    Ask for the options of a new passkey of your account, with a challenge.

    The challenge is good once, for five minutes, and for the token that asks.
    """
    require_own_page()
    return {"options": Passkeys(services().accounts).offer(player(), here())}


@passkeys.route("", methods=["POST"])
@passkeys.needs_token(OWNER)
@passkeys.arguments(NewPasskeySchema)
@passkeys.response(201, TokenSchema)
@passkeys.headers("Location")
@passkeys.refuses("session/foreign", "passkey/not_offered", "passkey/refused")
def add(body: Given) -> object:
    """
    Register a passkey: whoever has it can begin a session with your account.

    It has the rights of the token that you use, and ends when that one would. It is listed among your tokens, labelled
    `passkey`. Revoke it there to remove it.
    """
    require_own_page()
    token = Passkeys(services().accounts).add(player(), here(), body["credential"])
    return token_body(token), {"Location": f"/v1/tokens/{token.id}"}


@passkeys.route("/challenges", methods=["POST"])
@passkeys.open_to_all
@passkeys.response(200, PasskeyOptionsSchema)
@passkeys.refuses("session/foreign", "passkey/not_offered")
def ask() -> object:
    """Ask for the options with which any passkey of this service answers `POST /v1/session`: once, in five minutes."""
    require_own_page()
    return {"options": Passkeys(services().accounts).ask(here())}


def offered_at() -> str | None:
    """The origin at which the caller can use passkeys; None if there is none."""
    return passkeys_origin(services().settings.origin, _asked())


def here() -> RelyingParty:
    """
    The service as devices know it.

    Raises:
        PasskeysOffError: No passkey can be used at the address of this request.
    """
    origin = offered_at()
    if origin is None or origin != _asked():
        raise PasskeysOffError(
            f"no passkey can be used at {_asked()}; `passkeys_origin` in `GET /v1/session` says where they can"
        )
    return RelyingParty(str(urlsplit(origin).hostname), origin)


def _asked() -> str:
    """The origin that the request was sent to."""
    return request.host_url.rstrip("/")
