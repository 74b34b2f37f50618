"""Accounts and tokens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from delvebook.projections.views import Body
from delvebook.service.api import limits
from delvebook.service.api.blueprint import Blueprint
from delvebook.service.api.context import caller, player, repeatable, services
from delvebook.service.api.lean import ANY_TOKEN, OWNER
from delvebook.service.api.schemas.accounts import (
    AbsenceSchema,
    AccountSchema,
    ChangesSchema,
    IssuedTokenSchema,
    NewAccountSchema,
    NewBanSchema,
    NewcomerSchema,
    NewTakeoverSchema,
    NewTokenSchema,
    OwnTokenSchema,
    ProfileSchema,
    TokenSchema,
    TokensSchema,
)
from delvebook.service.api.schemas.base import Given
from delvebook.service.base.errors import AuthenticationError, UnknownAccountError, UnknownTokenError
from delvebook.service.identity.accounts import Account
from delvebook.service.identity.caller import OPERATE, PLAY
from delvebook.service.identity.takeovers import Takeovers
from delvebook.service.identity.tokens import NewToken, Token

SECRET_KEY_MIN: Final = 16
"""Minimum length of a key whose answer holds a token: anybody who knows the key can get that answer."""
NAME_REFUSALS: Final = ("account/name_taken", "account/name_reserved")

accounts = Blueprint("accounts", __name__, url_prefix="/v1", description="Who plays, and with which tokens")


@accounts.route("/accounts", methods=["POST"])
@accounts.takes_token(ANY_TOKEN)
@accounts.repeatable
@accounts.arguments(
    NewAccountSchema,
    examples={"a person": {"value": {"name": "Ada"}}, "a bot": {"value": {"name": "Deep Thought", "kind": "bot"}}},
)
@accounts.response(201, NewcomerSchema)
@accounts.headers("Location")
@accounts.refuses(*NAME_REFUSALS, "service/quota")
def create(body: Given) -> object:
    """
    Create an account. The answer holds its first token, which is stored nowhere.

    With an `Idempotency-Key` of 16 characters or more, which is a secret then, a lost answer can be had again.
    """
    request = repeatable(length_min=SECRET_KEY_MIN)
    with limits.new_account(request) as made:
        account, issued = services().accounts.create_account(
            body["name"], by=caller(), kind=body["kind"], request=request
        )
        made.is_new = not issued.is_repeat
    return newcomer_body(account, issued), {"Location": f"/v1/accounts/{account.id}", **replayed(issued)}


@accounts.route("/accounts/takeover", methods=["POST"])
@accounts.takes_token(ANY_TOKEN)
@accounts.repeatable
@accounts.arguments(NewTakeoverSchema, example={"code": "dvc_…"})
@accounts.response(201, NewcomerSchema)
@accounts.headers("Location")
@accounts.refuses("auth/invalid")
def take_over(body: Given) -> object:
    """
    Take over an account that was prepared for you on the service's own machine. The answer holds its first token.

    The code is good once: if somebody has used it before you, it is refused. With an `Idempotency-Key` of 16 characters
    or more, which is a secret then, a lost answer can be had again. A browser begins a session with it instead.
    """
    request = repeatable(length_min=SECRET_KEY_MIN)
    issued = Takeovers(services().accounts).take_over(body["code"].strip(), by=caller(), request=request)
    return newcomer_body(services().accounts.account(issued.token.account), issued), {
        "Location": f"/v1/accounts/{issued.token.account}",
        **replayed(issued),
    }


@accounts.route("/accounts/<account_id>", methods=["GET"])
@accounts.takes_token(ANY_TOKEN)
@accounts.response(200, ProfileSchema)
@accounts.headers("ETag")
@accounts.refuses("account/unknown", "auth/required")
def get(account_id: str) -> object:
    """
    Look at an account and its public profile; `me` is the account of your token.

    `counts` says how often it made games and how they ended by its doing. They outlive the account: of a deleted one
    there are `id`, `deleted` and `counts`, and nothing else.
    """
    return profile_body(services().accounts.account_ever(meant(account_id)))


@accounts.route("/accounts/<account_id>", methods=["PATCH"])
@accounts.needs_token(OWNER, OPERATE)
@accounts.arguments(ChangesSchema, example={"name": "Ada Lovelace"})
@accounts.response(200, ProfileSchema)
@accounts.refuses("account/unknown", *NAME_REFUSALS, "account/renamed_lately", "dispute/party")
def rename(body: Given, account_id: str) -> object:
    """
    Give an account another name: your own once in 30 days, an operator any at any time.

    Nobody else gets the old name for 90 days. Games show the new one from then on, old events included.
    """
    return profile_body(services().account_admin.rename(player(), meant(account_id), body["name"]))


@accounts.route("/accounts/<account_id>", methods=["DELETE"])
@accounts.needs_token(OWNER, OPERATE)
@accounts.response(204)
@accounts.refuses("account/unknown", "dispute/party")
def delete(account_id: str) -> None:
    """
    Delete an account, your own or for an operator any, with all its tokens. Nobody can undo this.

    You leave the seats you have; in running games a bot plays on. The name is removed everywhere. Records are kept, and
    name their players by the account's id.
    """
    account = meant(account_id)
    who = player()
    if account == who.account and who.manages:
        services().departures.leave_all(who)
    services().account_admin.delete(who, account)


@accounts.route("/accounts/<account_id>/bot", methods=["POST"])
@accounts.needs_token(OWNER)
@accounts.response(200, AccountSchema)
@accounts.refuses("account/unknown", "account/has_played")
def become_bot(account_id: str) -> object:
    """
    Make your account a bot's, for ever: it plays with the scope `bots:play`, and is shown as a bot everywhere.

    Refused if it has ever had a seat.
    """
    return account_body(services().account_admin.become_bot(player(), meant(account_id)))


@accounts.route("/accounts/me/absence", methods=["PUT"])
@accounts.needs_token(PLAY)
@accounts.arguments(AbsenceSchema, example={"until": "2026-02-01"})
@accounts.response(200, ProfileSchema)
def say_away(body: Given) -> object:
    """
    Tell those who play with you until when you are away: `away_until` of your seats says so in every game.

    Nothing else changes: clocks run on. It ends by itself. To have a bot play for you meanwhile, leave your seats.
    """
    with _lately_ended():
        return profile_body(services().account_admin.say_away(player(), until=body["until"]))


@accounts.route("/accounts/me/absence", methods=["DELETE"])
@accounts.needs_token(PLAY)
@accounts.response(200, ProfileSchema)
def say_back() -> object:
    """Tell those who play with you that you are back. If you have not said that you are away, nothing happens."""
    with _lately_ended():
        return profile_body(services().account_admin.say_away(player(), until=None))


@accounts.route("/accounts/<account_id>/ban", methods=["PUT"])
@accounts.needs_token(OPERATE)
@accounts.arguments(NewBanSchema, example={"reason": "insulted the other players", "until": "2027-01-01"})
@accounts.response(200, ProfileSchema)
@accounts.refuses("account/unknown", "dispute/party")
def ban(body: Given, account_id: str) -> object:
    """
    Ban an account: its tokens are no longer accepted, so it neither plays nor sits down. Replaces an earlier ban.

    In running games its clock runs on, and a bot takes over as for any player who is away. Refused while you, or an
    account that yours is connected with, are a party of a game in which the account has a seat.
    """
    return profile_body(services().account_admin.ban(player(), meant(account_id), **body))


@accounts.route("/accounts/<account_id>/ban", methods=["DELETE"])
@accounts.needs_token(OPERATE)
@accounts.response(200, ProfileSchema)
@accounts.refuses("account/unknown", "dispute/party")
def unban(account_id: str) -> object:
    """End a ban. Without one nothing happens."""
    return profile_body(services().account_admin.unban(player(), meant(account_id)))


@accounts.route("/tokens", methods=["POST"])
@accounts.needs_token(OWNER)
@accounts.repeatable
@accounts.arguments(NewTokenSchema, example={"scopes": ["games:play"], "label": "my bot"})
@accounts.response(201, IssuedTokenSchema)
@accounts.headers("Location")
@accounts.refuses("account/kind")
def issue(body: Given) -> object:
    """
    Create another token of your account, with scopes of the one you use. Its secret is not stored.

    Nobody can make a token of another account.

    With an `Idempotency-Key` of 16 characters or more, which is a secret then, a lost answer can be had again.
    """
    request = repeatable(length_min=SECRET_KEY_MIN)
    issued = services().accounts.issue_token(
        player(),
        scopes=body["scopes"],
        label=body["label"],
        expires_at=body["expires_at"],
        manages=body["manages_account"],
        request=request,
    )
    return issued_body(issued), {"Location": f"/v1/tokens/{issued.token.id}", **replayed(issued)}


@accounts.route("/tokens", methods=["GET"])
@accounts.needs_token(OWNER)
@accounts.response(200, TokensSchema)
@accounts.headers("ETag")
def tokens() -> object:
    """List your valid tokens, those of OAuth clients included, and which token and account made each."""
    mine = services().accounts.tokens.of_account(str(player().account))
    return {"tokens": [token_body(token) for token in mine]}


@accounts.route("/tokens/self", methods=["GET"])
@accounts.needs_token(ANY_TOKEN)
@accounts.response(200, OwnTokenSchema)
@accounts.headers("ETag")
def own_token() -> object:
    """Look at the token that you send: what it allows, until when, and whose it is."""
    who, known = player(), services().accounts
    with _lately_ended():
        return {
            **token_body(known.tokens.find(who, str(who.token))),
            "account": account_body(known.account(str(who.account))),
        }


@accounts.route("/tokens/self", methods=["DELETE"])
@accounts.needs_token(ANY_TOKEN)
@accounts.response(204)
def revoke_own() -> None:
    """Revoke the token that you send."""
    with _lately_ended():
        services().accounts.tokens.revoke(player(), str(player().token))


@accounts.route("/tokens/<token_id>", methods=["GET"])
@accounts.needs_token(OWNER)
@accounts.response(200, TokenSchema)
@accounts.headers("ETag")
@accounts.refuses("token/unknown")
def token(token_id: str) -> object:
    """Look at one of your tokens."""
    return token_body(services().accounts.tokens.find(player(), token_id))


@accounts.route("/tokens/<token_id>", methods=["DELETE"])
@accounts.needs_token(OWNER)
@accounts.response(204)
@accounts.refuses("token/unknown")
def revoke(token_id: str) -> None:
    """Revoke a token of yours: in this process at once, in others within seconds."""
    services().accounts.tokens.revoke(player(), token_id)


def meant(account_id: str) -> str:
    """
    Returns the account's id; `me` stands for the caller's own.

    Raises:
        NoTokenError
    """
    return str(player().account) if account_id == "me" else account_id


def replayed(issued: NewToken) -> dict[str, str]:
    """The header that marks an answer as given before; empty if it is the first."""
    return {"Idempotent-Replay": "true"} if issued.is_repeat else {}


def account_body(account: Account) -> dict[str, object]:
    """An account as every caller may see it."""
    return {"id": account.id, "name": account.name, "kind": account.kind, "created_at": account.created_at}


def newcomer_body(account: Account, issued: NewToken) -> dict[str, object]:
    """A new account with its first token."""
    first = {"token": issued.secret, "token_id": issued.token.id, "scopes": list(issued.token.scopes)}
    return {**account_body(account), **first}


def profile_body(account: Account) -> dict[str, object]:
    """An account, and what is public about it. Of a deleted one that is what the events of games say."""
    counts = services().profiles.counts(account.id)
    known = {"id": account.id, "deleted": account.deleted_at is not None, "counts": counts}
    if account.deleted_at is not None:
        return known
    ban = None if account.ban is None else {"at": account.ban.at, "until": account.ban.until}
    held = [one.office for one in services().offices.of(account.id) if one.accepted_at is not None]
    return {**account_body(account), **known, "offices": held, "ban": ban, "away_until": account.away_until}


def issued_body(issued: NewToken) -> dict[str, object]:
    """A new token, with its secret."""
    return {**token_body(issued.token), "token": issued.secret}


@contextmanager
def _lately_ended() -> Iterator[None]:
    """
    Refuses a token that ended, or whose account ended, a moment ago. Other processes accept it for some seconds more.

    Raises:
        AuthenticationError: It ended.
    """
    try:
        yield
    except (UnknownTokenError, UnknownAccountError) as gone:
        raise AuthenticationError("the token is no longer valid") from gone


def token_body(token: Token) -> Body:
    """The token as its owner sees it."""
    return {
        "id": token.id,
        "scopes": list(token.scopes),
        "label": token.label,
        "manages_account": token.manages,
        "client": token.client,
        "made_by": token.made_by,
        "made_with": token.made_with,
        "created_at": token.created_at,
        "expires_at": token.expires_at,
        "last_used_at": token.last_used_at,
    }
