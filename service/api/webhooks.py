"""Webhooks: an account's notices, posted to an address of its own."""

from __future__ import annotations

from dataclasses import asdict

from delvebook.service.api.blueprint import Blueprint
from delvebook.service.api.context import player, repeatable, services
from delvebook.service.api.lean import OWNER
from delvebook.service.api.paging import link_headers
from delvebook.service.api.reading import refuse
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.schemas.webhooks import (
    AN_URL,
    DeliveriesQuerySchema,
    DeliveriesSchema,
    NewWebhookSchema,
    PingSchema,
    RotationSchema,
    SecretWebhookSchema,
    WebhookSchema,
    WebhooksSchema,
)
from delvebook.service.base.errors import WebhooksOffError
from delvebook.service.webhooks.addresses import RefusedURLError, require_url
from delvebook.service.webhooks.store import Hook

webhooks = Blueprint("webhooks", __name__, url_prefix="/v1/webhooks", description="Your notices, posted to you")


@webhooks.route("", methods=["POST"])
@webhooks.needs_token(OWNER)
@webhooks.repeatable
@webhooks.arguments(NewWebhookSchema, example={"url": AN_URL, "types": ["turn", "finished"]})
@webhooks.response(201, SecretWebhookSchema)
@webhooks.headers("Location")
@webhooks.refuses("webhook/too_many", "webhook/not_offered")
def create(body: Given) -> object:
    """
    Have your notices posted to you, from now on. Messages are signed by the specification Standard Webhooks.

    A message that is not answered 2xx within 10 seconds is posted again, after 5 seconds, 5 minutes and ever longer
    pauses; later notices wait for it. `webhook-id` is the same each time.
    """
    caller = player()
    policy = services().settings.webhooks
    if policy == "off":
        raise WebhooksOffError("the operator of this service offers no webhooks")
    try:
        require_url(body["url"], is_anywhere=policy == "anywhere")
    except RefusedURLError as error:
        refuse({"url": [str(error)]}, "body")
    hook, is_repeat = services().webhooks.create(caller, **body, request=repeatable())
    headers = {"Location": f"/v1/webhooks/{hook.id}"}
    return secret_body(hook), headers | ({"Idempotent-Replay": "true"} if is_repeat else {})


@webhooks.route("", methods=["GET"])
@webhooks.needs_token(OWNER)
@webhooks.response(200, WebhooksSchema)
@webhooks.headers("ETag")
def index() -> object:
    """List your webhooks."""
    return {"webhooks": [webhook_body(hook) for hook in services().webhooks.of(str(player().account))]}


@webhooks.route("/<webhook_id>", methods=["GET"])
@webhooks.needs_token(OWNER)
@webhooks.response(200, WebhookSchema)
@webhooks.headers("ETag")
@webhooks.refuses("webhook/unknown")
def get(webhook_id: str) -> object:
    """Look at a webhook: how far it has come, and whether it fails."""
    return webhook_body(services().webhooks.get(str(player().account), webhook_id))


@webhooks.route("/<webhook_id>", methods=["DELETE"])
@webhooks.needs_token(OWNER)
@webhooks.response(204)
@webhooks.refuses("webhook/unknown")
def delete(webhook_id: str) -> None:
    """Delete a webhook and its log."""
    services().webhooks.delete(player(), webhook_id)


@webhooks.route("/<webhook_id>/secrets", methods=["POST"])
@webhooks.needs_token(OWNER)
@webhooks.arguments(RotationSchema, example={"number": 1})
@webhooks.response(201, SecretWebhookSchema)
@webhooks.headers("Location")
@webhooks.refuses("webhook/unknown")
def rotate(body: Given, webhook_id: str) -> object:
    """
    Replace a webhook's secret. For a day messages are signed with both, so no message is lost to the change.

    Sent again, it replaces nothing and answers the same.
    """
    hook = services().webhooks.rotate(player(), webhook_id, number=body["number"])
    return secret_body(hook), {"Location": f"/v1/webhooks/{hook.id}"}


@webhooks.route("/<webhook_id>/pings", methods=["POST"])
@webhooks.needs_token(OWNER)
@webhooks.response(201, PingSchema)
@webhooks.headers("Location")
@webhooks.refuses("webhook/unknown", "webhook/disabled")
def ping(webhook_id: str) -> object:
    """Have a test posted: a notice of the type `ping`, for this webhook alone. The log shows what became of it."""
    number = services().webhooks.ping(str(player().account), webhook_id)
    return {"number": number}, {"Location": f"/v1/webhooks/{webhook_id}/deliveries"}


@webhooks.route("/<webhook_id>/enabling", methods=["POST"])
@webhooks.needs_token(OWNER)
@webhooks.response(200, WebhookSchema)
@webhooks.refuses("webhook/unknown")
def enable(webhook_id: str) -> object:
    """Try a webhook again that was disabled, at once. It goes on with the first notice that it has not got."""
    return webhook_body(services().webhooks.enable(str(player().account), webhook_id))


@webhooks.route("/<webhook_id>/deliveries", methods=["GET"])
@webhooks.needs_token(OWNER)
@webhooks.arguments(DeliveriesQuerySchema, location="query")
@webhooks.response(200, DeliveriesSchema)
@webhooks.headers("Link", "ETag")
@webhooks.refuses("webhook/unknown")
def deliveries(query: Given, webhook_id: str) -> object:
    """Read the log of a webhook: every attempt of the last 30 days."""
    after, limit = query["after"] if query["cursor"] is None else int(query["cursor"]), query["limit"]
    found = services().webhooks.deliveries(str(player().account), webhook_id, after=after, limit=limit)
    following = str(found[-1]["id"]) if len(found) == limit else None
    return {"deliveries": found, "next": following}, link_headers(following)


def webhook_body(hook: Hook) -> dict[str, object]:
    """A webhook as its owner sees it."""
    shown = {name: value for name, value in asdict(hook).items() if name not in ("account", "secret_at", "push")}
    return {**shown, "types": None if hook.types is None else list(hook.types)}


def secret_body(hook: Hook) -> dict[str, object]:
    """A webhook as its owner sees it, with its secret."""
    return {**webhook_body(hook), "secret": services().webhooks.secrets(hook)[0]}
