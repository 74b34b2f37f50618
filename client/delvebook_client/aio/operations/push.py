"""
Your notices, sent to your browsers.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from ... import models
from ...requests import part
from ...shapes import Json
from ..group import AsyncGroup
from ..pages import AsyncPages


class AsyncPushApi(AsyncGroup):
    """Your notices, sent to your browsers."""

    def list(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.PushSubscription]:
        """
        List the browsers that are told of your notices, with the key that a new one subscribes with.

        List the browsers that are told of your notices, with the key that a new one subscribes with.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return AsyncPages(
            self._api,
            models.PushSubscription,
            "subscriptions",
            "/v1/push-subscriptions",
            {"lang": lang},
            timeout=timeout,
        )

    async def create(
        self,
        *,
        endpoint: str,
        key: str,
        keys: models.BrowserKeys | Mapping[str, Json],
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
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.PushSubscription:
        """
        Have a browser told of your notices from now on, through its push service (RFC 8030).

        `endpoint` and `keys` are what `PushManager.subscribe` gives. A message is `{"type", "number", "game"}`,
        encrypted for that browser alone (RFC 8291); read the notice itself by its number. The same browser is one
        subscription, however often you send it. It ends when its push service says so, or after five days of failures.

        Args:
            endpoint: The address at the push service: `https://`, a public name.
            key: This service's public key, as `PushManager.subscribe` takes it (`applicationServerKey`).
            keys: What `PushSubscription.toJSON` has in `keys`.
            label: What you call it.
            types: Only notices of these types; all if not given.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.PushSubscription,
            "POST",
            "/v1/push-subscriptions",
            query={"lang": lang},
            body={"endpoint": endpoint, "key": key, "keys": keys, "label": label, "types": types},
            is_repeatable=True,
            timeout=timeout,
        )

    async def delete(
        self,
        subscription_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> None:
        """
        Send a browser nothing more.

        Send a browser nothing more.

        Args:
            subscription_id: The push subscription's id.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        await self._api.ask(
            object, "DELETE", f"/v1/push-subscriptions/{part(subscription_id)}", query={"lang": lang}, timeout=timeout
        )

    async def get(
        self,
        subscription_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.PushSubscription:
        """
        Look at a push subscription.

        Look at a push subscription.

        Args:
            subscription_id: The push subscription's id.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.PushSubscription,
            "GET",
            f"/v1/push-subscriptions/{part(subscription_id)}",
            query={"lang": lang},
            timeout=timeout,
        )
