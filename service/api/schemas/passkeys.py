"""Passkeys, coming in and going out."""

from __future__ import annotations

from marshmallow import fields

from delvebook.service.api.schemas.base import InSchema, OutSchema, says


def a_credential(text: str, *, required: bool) -> fields.Dict:
    """The field for what a browser gives of a passkey."""
    return fields.Dict(required=required, metadata=says(text))


class NewPasskeySchema(InSchema):
    """A passkey to be registered."""

    credential = a_credential(
        "What `navigator.credentials.create` gives, as `PublicKeyCredential.toJSON` writes it", required=True
    )


class PasskeyOptionsSchema(OutSchema):
    """What a browser asks a passkey."""

    options = fields.Dict(
        required=True,
        metadata=says("For `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of `PublicKeyCredential`"),
    )
