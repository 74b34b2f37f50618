"""Push subscriptions: browsers that are told of an account's notices while no page is open."""

from __future__ import annotations

from delvebook.service.api.blueprint import Blueprint
from delvebook.service.api.context import player, services
from delvebook.service.api.lean import OWNER
from delvebook.service.api.reading import refuse
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.schemas.push import (
    A_SUBSCRIPTION_BODY,
    NewPushSubscriptionSchema,
    PushSubscriptionSchema,
    PushSubscriptionsSchema,
)
from delvebook.service.base.errors import PushOffError
from delvebook.service.webhooks.addresses import RefusedURLError, require_url
from delvebook.service.webhooks.sealing import BadKeyError, BrowserKeys, require_keys
from delvebook.service.webhooks.store import Hook

push = Blueprint(
    "push", __name__, url_prefix="/v1/push-subscriptions", description="Your notices, sent to your browsers"
)


@push.route("", methods=["GET"])
@push.needs_token(OWNER)
@push.response(200, PushSubscriptionsSchema)
@push.headers("ETag")
def index() -> object:
    """List the browsers that are told of your notices, with the key that a new one subscribes with."""
    browsers, is_offered = services().browsers, services().settings.webhooks != "off"
    return {
        "key": browsers.keys.current() if is_offered else None,
        "subscriptions": [push_body(hook) for hook in browsers.of(str(player().account))],
    }


@push.route("", methods=["POST"])
@push.needs_token(OWNER)
@push.arguments(NewPushSubscriptionSchema, example=A_SUBSCRIPTION_BODY)
@push.response(201, PushSubscriptionSchema)
@push.headers("Location")
@push.refuses("push/not_offered")
def create(body: Given) -> object:
    """
    Have a browser told of your notices from now on, through its push service (RFC 8030).

    `endpoint` and `keys` are what `PushManager.subscribe` gives. A message is `{"type", "number", "game"}`, encrypted
    for that browser alone (RFC 8291); read the notice itself by its number. The same browser is one subscription,
    however often you send it. It ends when its push service says so, or after five days of failures.
    """
    policy = services().settings.webhooks
    if policy == "off":
        raise PushOffError("the operator of this service sends nothing to push services")
    keys, browsers = body["keys"], services().browsers
    try:
        require_url(body["endpoint"], is_anywhere=policy == "anywhere")
    except RefusedURLError as error:
        refuse({"endpoint": [str(error)]}, "body")
    try:
        require_keys(keys["p256dh"], keys["auth"])
    except BadKeyError as error:
        refuse({"keys": [str(error)]}, "body")
    if body["key"] not in {one.public for one in browsers.keys.listed() if one.is_signing}:
        refuse({"key": ["must be the `key` of `GET /v1/push-subscriptions`"]}, "body")
    hook = browsers.add(
        player(),
        endpoint=body["endpoint"],
        keys=BrowserKeys(keys["p256dh"], keys["auth"], body["key"]),
        types=body["types"],
        label=body["label"],
    )
    return push_body(hook), {"Location": f"/v1/push-subscriptions/{hook.id}"}


@push.route("/<subscription_id>", methods=["GET"])
@push.needs_token(OWNER)
@push.response(200, PushSubscriptionSchema)
@push.headers("ETag")
@push.refuses("push/unknown")
def get(subscription_id: str) -> object:
    """Look at a push subscription."""
    return push_body(services().browsers.get(str(player().account), subscription_id))


@push.route("/<subscription_id>", methods=["DELETE"])
@push.needs_token(OWNER)
@push.response(204)
@push.refuses("push/unknown")
def delete(subscription_id: str) -> None:
    """Send a browser nothing more."""
    services().browsers.delete(player(), subscription_id)


def push_body(hook: Hook) -> dict[str, object]:
    """A subscription as its owner sees it. The secret that the browser shares is not shown again."""
    return {
        "id": hook.id,
        "endpoint": hook.url,
        "key": BrowserKeys(*(hook.push or ("", "", ""))).vapid,
        "types": None if hook.types is None else list(hook.types),
        "label": hook.label,
        "created_at": hook.created_at,
        "failing_since": hook.failing_since,
    }
