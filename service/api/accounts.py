"""Accounts and tokens."""

from __future__ import annotations

from typing import Any, Final

from delvebook.service.api.blueprint import Blueprint
from delvebook.service.api.context import caller, player, repeatable, services
from delvebook.service.api.schemas.accounts import (
    IssuedTokenSchema,
    NewAccountSchema,
    NewcomerSchema,
    NewTokenSchema,
    ProfileSchema,
    TokensSchema,
)
from delvebook.service.identity.accounts import Account, NewToken, token_body

SECRET_KEY_MIN: Final = 16
"""The least length of a key whose answer holds a token: anybody who knows the key could ask for that answer."""

accounts = Blueprint("accounts", __name__, url_prefix="/v1", description="Who plays, and with which tokens")


@accounts.route("/accounts", methods=["POST"])
@accounts.repeatable
@accounts.arguments(NewAccountSchema, example={"name": "Ada"})
@accounts.response(201, NewcomerSchema)
@accounts.headers("Location")
@accounts.refuses("account/name_taken")
def create(body: dict[str, Any]) -> Any:
    """
    Create an account. The answer holds its first token, which is stored nowhere.

    With an `Idempotency-Key` of 16 characters or more, which is a secret then, a lost answer can be had again.
    """
    request = repeatable(length_min=SECRET_KEY_MIN)
    account, issued = services().accounts.create_account(body["name"], by=caller(), request=request)
    body = {
        **account_body(account),
        "token": issued.secret,
        "token_id": issued.token.id,
        "scopes": list(issued.token.scopes),
    }
    return body, {"Location": f"/v1/accounts/{account.id}", **replayed(issued)}


@accounts.route("/accounts/<account_id>", methods=["GET"])
@accounts.takes_token
@accounts.response(200, ProfileSchema)
@accounts.headers("ETag")
@accounts.refuses("account/unknown", "auth/required")
def get(account_id: str) -> Any:
    """Look at an account and its public profile; `me` is the token's own."""
    if account_id == "me":
        account_id = str(player().account)
    account = services().accounts.account(account_id)
    return {**account_body(account), "nonces_withheld": services().profiles.nonces_withheld(account.id)}


@accounts.route("/tokens", methods=["POST"])
@accounts.needs_token
@accounts.repeatable
@accounts.arguments(NewTokenSchema, example={"scopes": ["play"], "label": "my bot"})
@accounts.response(201, IssuedTokenSchema)
@accounts.headers("Location")
@accounts.refuses("account/unknown")
def issue(body: dict[str, Any]) -> Any:
    """
    Create another token, with scopes of the one you use. It is stored nowhere.

    With an `Idempotency-Key` of 16 characters or more, which is a secret then, a lost answer can be had again.
    """
    request = repeatable(length_min=SECRET_KEY_MIN)
    issued = services().accounts.issue_token(
        player(), scopes=body["scopes"], label=body["label"], account=body["account"], request=request
    )
    return issued_body(issued), {"Location": f"/v1/tokens/{issued.token.id}", **replayed(issued)}


@accounts.route("/tokens", methods=["GET"])
@accounts.needs_token
@accounts.response(200, TokensSchema)
def tokens() -> Any:
    """List your valid tokens."""
    return {"tokens": [dict(token_body(token)) for token in services().accounts.tokens_of(str(player().account))]}


@accounts.route("/tokens/<token_id>", methods=["DELETE"])
@accounts.needs_token
@accounts.response(204)
@accounts.refuses("token/unknown")
def revoke(token_id: str) -> Any:
    """Revoke a token: in this process at once, in others within seconds."""
    services().accounts.revoke_token(player(), token_id)


def replayed(issued: NewToken) -> dict[str, str]:
    """The header of an answer that was given before."""
    return {"Idempotent-Replay": "true"} if issued.is_repeat else {}


def account_body(account: Account) -> dict[str, Any]:
    """An account as every caller may see it."""
    return {"id": account.id, "name": account.name, "created_at": account.created_at}


def issued_body(issued: NewToken) -> dict[str, Any]:
    """A new token, with its secret."""
    return {**token_body(issued.token), "token": issued.secret}
