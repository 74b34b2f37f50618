"""Sessions of browsers, coming in and going out."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from delvebook.service.api.schemas.accounts import AccountSchema
from delvebook.service.api.schemas.base import InSchema, OutSchema, one_of, says
from delvebook.service.identity.caller import SCOPES
from delvebook.service.identity.names import NAME_MAX


class NewSessionSchema(InSchema):
    """A new account by its name, or the account of a recovery code."""

    name = fields.String(validate=validate.Length(1, NAME_MAX), metadata=says("Its name", example="Ada"))
    recovery_code = fields.String(
        validate=validate.Length(1, 100), metadata=says("From `POST /v1/session/recovery`, or any other token")
    )

    @validates_schema
    def check(self, data: dict[str, Any], **_: Any) -> None:
        """Refuses both, and neither."""
        if len({"name", "recovery_code"} & data.keys()) != 1:
            raise ValidationError("either a name or a recovery code", "name")


class SessionSchema(OutSchema):
    """Who a browser is."""

    account = fields.Nested(AccountSchema, required=True, allow_none=True, metadata=says("Null without a session"))
    scopes = fields.List(one_of(SCOPES, "A right"), required=True, metadata=says("What the session allows"))


class RecoveryCodeSchema(OutSchema):
    """A code that leads back to the account."""

    recovery_code = fields.String(required=True, metadata=says("Shown only once"))
