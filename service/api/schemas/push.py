"""Push subscriptions, coming in and going out."""

from __future__ import annotations

from typing import Final

from marshmallow import fields, validate

from delvebook.service.api.schemas.base import InSchema, OutSchema, a_time, prints, says
from delvebook.service.notices.store import TYPES
from delvebook.service.webhooks.addresses import URL_MAX

AN_ENDPOINT: Final = "https://push.example/send/3kTz9u"
A_KEY: Final = "BNNL5ZaTfK81qhXOx23-wewhigUeFb632jN6LvRWCFH1ubQr77FE_9qV1FuojuRmHP42zmf34rXgW80OvUVDgTk"
A_POINT: Final = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
A_SHARED: Final = "BTBZMqHH6r4Tts7J_aSIgg"
A_SUBSCRIPTION: Final = "8d3f1b0c5a2e4f6978b1c0d2e3f40516"
A_SUBSCRIPTION_BODY: Final = {
    "endpoint": AN_ENDPOINT,
    "keys": {"p256dh": A_POINT, "auth": A_SHARED},
    "key": A_KEY,
    "types": ["turn", "finished"],
}
KEY: Final = "This service's public key, as `PushManager.subscribe` takes it (`applicationServerKey`)"
BASE64URL: Final = validate.Regexp(r"^[A-Za-z0-9_-]{16,120}\Z", error="must be base64url without padding")


class BrowserKeysSchema(InSchema):
    """The keys of a browser's subscription."""

    p256dh = fields.String(
        required=True, validate=BASE64URL, metadata=says("The browser's public key", example=A_POINT)
    )
    auth = fields.String(
        required=True,
        validate=BASE64URL,
        metadata=says("The secret that the browser shares with you", example=A_SHARED),
    )


class NewPushSubscriptionSchema(InSchema):
    """A browser to be told of your notices."""

    endpoint = fields.String(
        required=True,
        validate=validate.Length(1, URL_MAX),
        metadata=says("The address at the push service: `https://`, a public name", example=AN_ENDPOINT),
    )
    keys = fields.Nested(
        BrowserKeysSchema, required=True, metadata=says("What `PushSubscription.toJSON` has in `keys`")
    )
    key = fields.String(required=True, validate=BASE64URL, metadata=says(KEY, example=A_KEY))
    types = fields.List(
        fields.String(validate=validate.OneOf(list(TYPES))),
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, len(TYPES)),
        metadata=says("Only notices of these types; all if not given"),
    )
    label = fields.String(
        load_default="",
        validate=[validate.Length(0, 80), prints],
        metadata=says("What you call it", example="my phone"),
    )


class PushSubscriptionSchema(OutSchema):
    """A browser of yours that is told of your notices."""

    id = fields.String(required=True, metadata=says("Its id", example=A_SUBSCRIPTION))
    endpoint = fields.String(required=True, metadata=says("Its address at the push service", example=AN_ENDPOINT))
    key = fields.String(
        required=True,
        metadata=says(
            "The key that it was made with; if it is no longer the current one, subscribe anew", example=A_KEY
        ),
    )
    types = fields.List(
        fields.String(), required=True, allow_none=True, metadata=says("Only notices of these types; null for all")
    )
    label = fields.String(required=True, metadata=says("What you call it", example="my phone"))
    created_at = a_time("When it was made")
    failing_since = a_time("Since when every message failed", allow_none=True)


class PushSubscriptionsSchema(OutSchema):
    """Your browsers that are told of your notices."""

    key = fields.String(required=True, allow_none=True, metadata=says(f"{KEY}; null if none is offered", example=A_KEY))
    subscriptions = fields.List(fields.Nested(PushSubscriptionSchema), required=True, metadata=says("The oldest first"))
