"""Accounts and tokens, coming in and going out."""

from __future__ import annotations

from marshmallow import fields, validate

from delvebook.service.api.schemas.base import InSchema, OutSchema, a_time, one_of, prints, says
from delvebook.service.identity.accounts import NAME_MAX
from delvebook.service.usecases.caller import PLAY, SCOPES


class NewAccountSchema(InSchema):
    """A new account."""

    name = fields.String(
        required=True,
        validate=validate.Length(1, NAME_MAX),
        metadata=says("What others see; nobody else may have it, whatever its case", example="Ada"),
    )


class AccountSchema(OutSchema):
    """An account, as every caller may see it."""

    id = fields.String(required=True, metadata=says("Its id, for ever", example="8f14e45fceea167a"))
    name = fields.String(required=True, metadata=says("Its name", example="Ada"))
    created_at = a_time("When it was created")


class ProfileSchema(AccountSchema):
    """An account, and what its games say about it."""

    nonces_withheld = fields.Integer(
        required=True,
        metadata=says("How many games ended because it did not show its nonce. It follows the games a moment later."),
    )


class NewTokenSchema(InSchema):
    """The scopes of a new token."""

    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)),
        load_default=[PLAY],
        validate=validate.Length(1, len(SCOPES)),
        metadata=says("Only scopes of the token you use; an operator may give any"),
    )
    label = fields.String(
        load_default="",
        validate=[validate.Length(0, 80), prints],
        metadata=says("For yourself, to know it by", example="my bot"),
    )
    account = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, NAME_MAX),
        metadata=says("For an operator: the name of the account it is for"),
    )


class TokenSchema(OutSchema):
    """A token, without its secret."""

    id = fields.String(required=True, metadata=says("Its id, which is no secret"))
    scopes = fields.List(one_of(SCOPES, "A right"), required=True, metadata=says("What it allows"))
    label = fields.String(required=True, metadata=says("What you know it by"))
    created_at = a_time("When it was issued")


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
