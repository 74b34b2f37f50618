"""Webhooks, coming in and going out."""

from __future__ import annotations

from marshmallow import fields, validate

from delvebook.service.api.schemas.base import (
    InSchema,
    NumberedPageSchema,
    OutSchema,
    WholeNumber,
    a_time,
    next_page,
    one_of,
    prints,
    says,
)
from delvebook.service.notices.store import TYPES
from delvebook.service.webhooks.addresses import URL_MAX

AN_URL = "https://bot.example/delvebook"
A_WEBHOOK = "5f0c8a2b9d1e4f63a7b8c9d0e1f20314"
OUTCOMES = ("delivered", "status", "not_public", "tls", "unreachable", "timeout", "malformed")
OUTCOMES_TEXT = (
    "The result; `status`: the answer was not 2xx; `not_public`: the name has no address, or one that is not "
    "public; `tls`: the certificate is not trusted or not for that name"
)


class NewWebhookSchema(InSchema):
    """A new webhook."""

    url = fields.String(
        required=True,
        validate=validate.Length(1, URL_MAX),
        metadata=says("Where your notices are posted: `https://`, a public name", example=AN_URL),
    )
    types = fields.List(
        fields.String(validate=validate.OneOf(list(TYPES))),
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, len(TYPES)),
        metadata=says("Only notices of these types; all if not given"),
    )
    label = fields.String(
        load_default="", validate=[validate.Length(0, 80), prints], metadata=says("What you call it", example="my bot")
    )


class RotationSchema(InSchema):
    """The secret to replace."""

    number = WholeNumber(
        required=True,
        validate=validate.Range(1, 1_000_000),
        metadata=says("The `secret_number` that you know; if it has been replaced already, nothing changes", example=1),
    )


class DeliveriesQuerySchema(NumberedPageSchema):
    """The wanted page of attempts."""


class WebhookSchema(OutSchema):
    """A webhook of yours."""

    id = fields.String(required=True, metadata=says("Its id", example=A_WEBHOOK))
    url = fields.String(required=True, metadata=says("Where your notices are posted", example=AN_URL))
    types = fields.List(
        fields.String(), required=True, allow_none=True, metadata=says("Only notices of these types; null for all")
    )
    label = fields.String(required=True, metadata=says("What you call it", example="my bot"))
    created_at = a_time("When it was made")
    secret_number = fields.Integer(required=True, metadata=says("Which secret it has, from 1"))
    delivered = fields.Integer(
        required=True, metadata=says("The number of the last notice that it was sent or has filtered out")
    )
    failures = fields.Integer(required=True, metadata=says("Attempts that failed since the last successful one"))
    failing_since = a_time("When the first of these attempts failed", allow_none=True)
    next_at = a_time("The earliest time of the next attempt", allow_none=True)
    disabled_at = a_time("Since when nothing is sent to it", allow_none=True)
    disabled_because = fields.String(
        required=True,
        allow_none=True,
        metadata=says("`failing`: every attempt failed for five days; `gone`: it answered 410. There may be more"),
    )


class SecretWebhookSchema(WebhookSchema):
    """A webhook with its secret."""

    secret = fields.String(
        required=True, metadata=says("What its messages are signed with; keep it", example="whsec_" + "A" * 43 + "=")
    )


class WebhooksSchema(OutSchema):
    """Your webhooks."""

    webhooks = fields.List(fields.Nested(WebhookSchema), required=True, metadata=says("The oldest first"))


class PingSchema(OutSchema):
    """A test that is on its way."""

    number = fields.Integer(required=True, metadata=says("The number of the notice that is posted"))


class DeliverySchema(OutSchema):
    """An attempt to post a notice."""

    id = fields.Integer(required=True, metadata=says("Grows with each attempt; used as `after`"))
    notice = fields.Integer(required=True, metadata=says("The number of the notice"))
    attempt = fields.Integer(required=True, metadata=says("Which attempt since the last success, from 1"))
    at = a_time("When")
    outcome = one_of(OUTCOMES, OUTCOMES_TEXT)
    status = fields.Integer(required=True, allow_none=True, metadata=says("The HTTP status of the answer, if any"))
    duration_ms = fields.Integer(required=True, metadata=says("How long it took; 0 if it is `not_public`"))


class DeliveriesSchema(OutSchema):
    """A page of attempts."""

    deliveries = fields.List(fields.Nested(DeliverySchema), required=True, metadata=says("The oldest first"))
    next = next_page()
