"""Offices of arbiters and operators, coming in and going out."""

from __future__ import annotations

from marshmallow import fields, validate

from delvebook.service.api.schemas.base import InSchema, OutSchema, a_time, one_of, says
from delvebook.service.identity.caller import OFFICES, SCOPES

A_RIGHT = "The scope that its holder's tokens may have"


class NewOfficeSchema(InSchema):
    """An office to be offered."""

    office = fields.String(
        required=True, validate=validate.OneOf(sorted(OFFICES)), metadata=says("The office", example="arbiter")
    )


class OfficeSchema(OutSchema):
    """An office that an account holds or is offered."""

    office = one_of(sorted(OFFICES), "The office")
    scope = one_of(SCOPES, A_RIGHT)
    offered_by = fields.String(
        required=True,
        allow_none=True,
        metadata=says("The id of the account that offered it; null for a command on the service's own machine"),
    )
    offered_at = a_time("When it was offered")
    accepted_at = a_time("When its owner accepted it; null while it is only offered", allow_none=True)


class OfficesSchema(OutSchema):
    """The offices of an account."""

    offices = fields.List(fields.Nested(OfficeSchema), required=True, metadata=says("All of them"))
