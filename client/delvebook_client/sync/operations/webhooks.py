"""
Your notices, posted to you.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ... import models
from ...requests import part
from ..group import Group, new_key
from ..pages import Pages


class WebhooksApi(Group):
    """Your notices, posted to you."""

    def list(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.Webhook]:
        """
        List your webhooks.

        List your webhooks.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return Pages(self._api, models.Webhook, "webhooks", "/v1/webhooks", {"lang": lang}, timeout=timeout)

    def create(
        self,
        *,
        url: str,
        label: str | None = None,
        types: Sequence[
            Literal[
                "turn",
                "nonce_wanted",
                "seat_kept",
                "started",
                "take_back_asked",
                "seat_replaced",
                "finished",
                "aborted",
                "dispute_opened",
                "dispute_ruled",
                "dispute_appealed",
                "dispute_withdrawn",
                "invitation",
                "office",
                "account",
                "ping",
            ]
        ]
        | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.SecretWebhook:
        """
        Have your notices posted to you, from now on. Messages are signed by the specification Standard Webhooks.

        A message that is not answered 2xx within 10 seconds is posted again, after 5 seconds, 5 minutes and ever longer
        pauses; later notices wait for it. `webhook-id` is the same each time.

        Args:
            url: Where your notices are posted: `https://`, a public name.
            label: What you call it.
            types: Only notices of these types; all if not given.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.SecretWebhook,
            "POST",
            "/v1/webhooks",
            query={"lang": lang},
            body={"url": url, "label": label, "types": types},
            key=key or new_key(),
            timeout=timeout,
        )

    def delete(
        self,
        webhook_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> None:
        """
        Delete a webhook and its log.

        Delete a webhook and its log.

        Args:
            webhook_id: The webhook's id.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        self._api.ask(object, "DELETE", f"/v1/webhooks/{part(webhook_id)}", query={"lang": lang}, timeout=timeout)

    def get(
        self,
        webhook_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Webhook:
        """
        Look at a webhook: how far it has come, and whether it fails.

        Look at a webhook: how far it has come, and whether it fails.

        Args:
            webhook_id: The webhook's id.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Webhook, "GET", f"/v1/webhooks/{part(webhook_id)}", query={"lang": lang}, timeout=timeout
        )

    def deliveries(
        self,
        webhook_id: str,
        *,
        after: int | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.Delivery]:
        """
        Read the log of a webhook: every attempt of the last 30 days.

        Read the log of a webhook: every attempt of the last 30 days.

        Args:
            webhook_id: The webhook's id.
            after: The number of the last one you have.
            cursor: The `next` of the page before, instead of `after`.
            limit: Yield at most so many; all by default.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return Pages(
            self._api,
            models.Delivery,
            "deliveries",
            f"/v1/webhooks/{part(webhook_id)}/deliveries",
            {"after": after, "cursor": cursor, "lang": lang},
            limit=limit,
            page_max=500,
            timeout=timeout,
        )

    def enable(
        self,
        webhook_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Webhook:
        """
        Try a webhook again that was disabled, at once. It goes on with the first notice that it has not got.

        Try a webhook again that was disabled, at once. It goes on with the first notice that it has not got.

        Args:
            webhook_id: The webhook's id.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Webhook, "POST", f"/v1/webhooks/{part(webhook_id)}/enabling", query={"lang": lang}, timeout=timeout
        )

    def ping(
        self,
        webhook_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Ping:
        """
        Have a test posted: a notice of the type `ping`, for this webhook alone. The log shows what became of it.

        Have a test posted: a notice of the type `ping`, for this webhook alone. The log shows what became of it.

        Args:
            webhook_id: The webhook's id.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Ping, "POST", f"/v1/webhooks/{part(webhook_id)}/pings", query={"lang": lang}, timeout=timeout
        )

    def rotate(
        self,
        webhook_id: str,
        *,
        number: int,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.SecretWebhook:
        """
        Replace a webhook's secret. For a day messages are signed with both, so no message is lost to the change.

        Sent again, it replaces nothing and answers the same.

        Args:
            webhook_id: The webhook's id.
            number: The `secret_number` that you know; if it has been replaced already, nothing changes.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.SecretWebhook,
            "POST",
            f"/v1/webhooks/{part(webhook_id)}/secrets",
            query={"lang": lang},
            body={"number": number},
            is_repeatable=True,
            timeout=timeout,
        )
