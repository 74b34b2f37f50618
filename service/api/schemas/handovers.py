"""Accounts on other devices, coming in and going out."""

from __future__ import annotations

from marshmallow import fields, validate

from delvebook.service.api.schemas.accounts import AccountSchema
from delvebook.service.api.schemas.base import InSchema, OutSchema, a_time, says

A_CODE = "7K3F-Q2XA-90ZT"


class HandoverSchema(OutSchema):
    """The opening of your account on another device."""

    id = fields.String(required=True, metadata=says("Its id, which is no secret"))
    created_at = a_time("When its code was made")
    expires_at = a_time("When its code ends")
    used_at = a_time("When another device used it; null if none has", allow_none=True)


class NewHandoverSchema(HandoverSchema):
    """A new code, and how another device comes by it."""

    code = fields.String(required=True, metadata=says("Shown only once. Case and hyphens are free", example=A_CODE))
    address = fields.String(
        required=True, metadata=says("The page that asks, with the code in its fragment, which no browser sends")
    )
    qr = fields.String(required=True, metadata=says("The address as a QR code: an SVG picture in a `data:` address"))


class HandoversSchema(OutSchema):
    """Your codes."""

    handovers = fields.List(fields.Nested(HandoverSchema), required=True, metadata=says("The newest first"))


class GivenCodeSchema(InSchema):
    """A code that was read from another device's screen."""

    code = fields.String(required=True, validate=validate.Length(1, 100), metadata=says("The code", example=A_CODE))


class InspectedCodeSchema(OutSchema):
    """What a code opens."""

    account = fields.Nested(AccountSchema, required=True, metadata=says("The account that it opens"))
    expires_at = a_time("When it ends")
