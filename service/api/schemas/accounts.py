"""Accounts and tokens, coming in and going out."""

from __future__ import annotations

from marshmallow import ValidationError, fields, validate, validates_schema

from delvebook.domain.schemas import Flag
from delvebook.projections.profiles import COUNTS
from delvebook.service.api.schemas.base import A_TIME, Given, InSchema, Moment, OutSchema, a_time, one_of, prints, says
from delvebook.service.api.schemas.passkeys import a_credential
from delvebook.service.identity.caller import KINDS, OFFICES, PERSON, SCOPES
from delvebook.service.identity.names import NAME_MAX
from delvebook.service.identity.tokens import LABEL_MAX

A_NAME_TEXT = (
    "The name that others see. It must differ from every other name, even if case and letters that look alike are "
    "ignored. Its letters are of one script, and it has no word that claims to speak for the service"
)


def a_name() -> fields.String:
    """The field for a name that an account asks for."""
    return fields.String(
        required=True, validate=validate.Length(1, NAME_MAX), metadata=says(A_NAME_TEXT, example="Ada")
    )


class NewAccountSchema(InSchema):
    """A new account."""

    name = a_name()
    kind = fields.String(
        load_default=PERSON,
        validate=validate.OneOf(KINDS),
        metadata=says("`bot` for a program that plays by itself: it is shown as one everywhere, for ever"),
    )


class NewTakeoverSchema(InSchema):
    """The code of a prepared account."""

    code = fields.String(
        required=True,
        validate=validate.Length(1, 100),
        metadata=says("Printed by `delvebook grant NAME --new`", example="dvc_…"),
    )


class ChangesSchema(InSchema):
    """Changes to an account."""

    name = a_name()


class AccountSchema(OutSchema):
    """An account, as every caller may see it."""

    id = fields.String(required=True, metadata=says("Its id, for ever", example="8f14e45fceea167a"))
    name = fields.String(required=True, metadata=says("Its name", example="Ada"))
    kind = one_of(KINDS, "Who plays with the account")
    created_at = a_time("When it was created")


class BanSchema(OutSchema):
    """A ban."""

    at = a_time("Since when")
    until = a_time("When it ends; null if never", allow_none=True)


class NewBanSchema(InSchema):
    """A ban to be put on an account."""

    reason = fields.String(
        required=True,
        validate=[validate.Length(1, 200), prints],
        metadata=says("Why; its owner is told", example="insulted the other players"),
    )
    until = Moment(load_default=None, allow_none=True, metadata=says("When the ban ends; never if not given"))


def _a_count(name: str) -> fields.Integer:
    return fields.Integer(required=True, metadata=says(COUNTS[name], example=0))


class CountsSchema(OutSchema):
    """What is counted of an account. The counts follow the games a moment later, and outlive the account."""

    games_created = _a_count("games_created")
    games_aborted = _a_count("games_aborted")
    games_broken_off = _a_count("games_broken_off")
    created_broken_off = _a_count("created_broken_off")
    nonces_withheld = _a_count("nonces_withheld")
    games_settled = _a_count("games_settled")
    games_resumed = _a_count("games_resumed")


class ProfileSchema(OutSchema):
    """An account, and what its games say about it. Of a deleted account only `id`, `deleted` and `counts` are there."""

    id = fields.String(required=True, metadata=says("Its id, for ever", example="8f14e45fceea167a"))
    deleted = fields.Boolean(required=True, metadata=says("Whether it is deleted"))
    counts = fields.Nested(CountsSchema, required=True, metadata=says("What it did with games"))
    name = fields.String(metadata=says("Its name", example="Ada"))
    kind = fields.String(metadata=says("Whose it is, `person` or `bot`", example=PERSON))
    created_at = fields.String(metadata=says("When it was created", format="date-time", example=A_TIME))
    offices = fields.List(one_of(sorted(OFFICES), "An office"), metadata=says("The offices it holds"))
    ban = fields.Nested(BanSchema, allow_none=True, metadata=says("The ban that is on it now; null for none"))
    away_until = fields.String(
        allow_none=True,
        metadata=says(
            "Until when its owner has said to be away; null for an owner who has not", format="date-time", example=None
        ),
    )


class AbsenceSchema(InSchema):
    """An announcement that the caller is away."""

    until = Moment(required=True, metadata=says("Until when, at most 90 days from now", example="2026-02-01"))


class NewTokenSchema(InSchema):
    """The scopes of a new token."""

    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)),
        required=True,
        validate=validate.Length(1, len(SCOPES)),
        metadata=says("Only scopes of the token you use"),
    )
    label = fields.String(
        load_default="",
        validate=[validate.Length(0, LABEL_MAX), prints],
        metadata=says("A label for yourself", example="my bot"),
    )
    expires_at = Moment(
        load_default=None,
        allow_none=True,
        metadata=says("When it expires, at the latest with the token you use; never if not given"),
    )
    manages_account = Flag(
        load_default=False,
        metadata=says("Whether it may also manage the account: its name, its tokens, its deletion"),
    )


class TokenSchema(OutSchema):
    """A token, without its secret."""

    id = fields.String(required=True, metadata=says("Its id, which is no secret"))
    scopes = fields.List(one_of(SCOPES, "A right"), required=True, metadata=says("What it allows"))
    label = fields.String(required=True, metadata=says("Your label for it"))
    manages_account = fields.Boolean(
        required=True, metadata=says("Whether it may also manage the account: its name, its tokens, its deletion")
    )
    client = fields.String(
        required=True, allow_none=True, metadata=says("The id of the OAuth client it was given to; null for none")
    )
    made_by = fields.String(
        required=True,
        metadata=says("The id of the account whose request made it. Another one than yours is connected with yours"),
    )
    made_with = fields.String(
        required=True, allow_none=True, metadata=says("The id of the token that this request sent; null for none")
    )
    created_at = a_time("When it was issued")
    expires_at = a_time("When it expires; null for never", allow_none=True)
    last_used_at = a_time("When it was last used, to within five minutes; null for never", allow_none=True)


class OwnTokenSchema(TokenSchema):
    """The token that was sent, and whose it is."""

    account = fields.Nested(AccountSchema, required=True, metadata=says("The account that it belongs to"))


class IssuedTokenSchema(TokenSchema):
    """A new token, with its secret."""

    token = fields.String(required=True, metadata=says("Shown only once", example="dvb_…"))


class TokensSchema(OutSchema):
    """Valid tokens."""

    tokens = fields.List(fields.Nested(TokenSchema), required=True, metadata=says("All of them"))


class NewcomerSchema(AccountSchema):
    """A new account, and its first token."""

    token = fields.String(required=True, metadata=says("Shown only once", example="dvb_…"))
    token_id = fields.String(required=True, metadata=says("The token's id, which is no secret"))
    scopes = fields.List(one_of(SCOPES, "A right"), required=True, metadata=says("What the token allows"))


class NewSessionSchema(InSchema):
    """A new account by its name, or the account of a passkey or a recovery code."""

    name = fields.String(validate=validate.Length(1, NAME_MAX), metadata=says("Its name", example="Ada"))
    recovery_code = fields.String(
        validate=validate.Length(1, 100),
        metadata=says(
            "From `POST /v1/session/recovery` or `…/handovers`, the code of an account that was prepared for you, or "
            "any token of yours that may manage its account"
        ),
    )

    passkey = a_credential(
        "What a passkey answers to the options of `POST /v1/session/passkeys/challenges`, as "
        "`PublicKeyCredential.toJSON` writes it",
        required=False,
    )
    replace = Flag(
        load_default=False,
        metadata=says("Whether this browser's present session ends once the new one has begun"),
    )

    @validates_schema
    def check(self, data: Given, **_: object) -> None:
        """Refuses a request with several or with none."""
        if len({"name", "recovery_code", "passkey"} & data.keys()) != 1:
            raise ValidationError("must come alone: send a name, a recovery code or a passkey", "name")


class SessionSchema(OutSchema):
    """The account of a browser's session."""

    account = fields.Nested(
        AccountSchema, required=True, allow_none=True, metadata=says("The account; null without a session")
    )
    scopes = fields.List(one_of(SCOPES, "A right"), required=True, metadata=says("What the session allows"))
    passkeys_origin = fields.String(
        required=True,
        allow_none=True,
        metadata=says("The origin at which passkeys can be used; null if nowhere", example="https://games.example"),
    )


class RecoveryCodeSchema(OutSchema):
    """A code that leads back to the account."""

    recovery_code = fields.String(required=True, metadata=says("Shown only once"))
