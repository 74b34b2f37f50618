"""Posts an account's notices to a webhook, in order, until it has all of them or an attempt fails."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from typing import Final

from delvebook.domain.canonical import jcs
from delvebook.replays.times import later
from delvebook.service.base.errors import GoneNoticesError
from delvebook.service.notices.store import Notice, Notices
from delvebook.service.webhooks.posting import NOT_PUBLIC, Delivery, Poster
from delvebook.service.webhooks.sealing import PUSH_SECONDS, BrowserKeys, Sealer
from delvebook.service.webhooks.store import GONE, DueHook, Hook, Webhooks

TURN_SECONDS: Final = 1.0
"""The time after which a webhook makes room for others. The rest is found due again."""
URGENT: Final = ("turn", "nonce_wanted", "take_back_asked", "invitation")
"""Notices that a person waits for. A phone that saves power is woken for these alone."""


class Deliveries:
    """
    Delivers notices.

    Args:
        webhooks: The webhooks.
        notices: The notices.
        poster: Posts messages.
        sealer: Encrypts messages for browsers.
        now: Returns the time, in the record's form.
    """

    def __init__(
        self, webhooks: Webhooks, notices: Notices, poster: Poster, *, sealer: Sealer, now: Callable[[], str]
    ) -> None:
        self._webhooks = webhooks
        self._notices = notices
        self._poster = poster
        self._sealer = sealer
        self._now = now

    def due(self) -> list[DueHook]:
        """Returns the webhooks with a delivery to try now."""
        return self._webhooks.due()

    def deliver(self, id_: str) -> int:
        """Posts the webhook's pending notices for a while, one after another. Returns the number delivered."""
        count, began = 0, time.monotonic()
        while (hook := self._next(id_)) is not None:
            notice = self._notice_after(hook)
            if notice is None:
                break
            if not _is_wanted(hook, notice, now=self._now()):
                self._webhooks.skip(hook, notice["number"])
                continue
            if not self._post(hook, notice).is_delivered:
                break
            count += 1
            if time.monotonic() - began > TURN_SECONDS:
                break
        return count

    def _next(self, id_: str) -> Hook | None:
        """Returns the webhook as it is now; None if it is deleted, disabled, or must wait."""
        hook = self._webhooks.find(id_)
        if hook is None or hook.disabled_at is not None or hook.must_wait(self._now()):
            return None
        return hook

    def _notice_after(self, hook: Hook) -> Notice | None:
        try:
            page = self._notices.page(hook.account, after=hook.delivered, limit=1)
        except GoneNoticesError as error:
            self._webhooks.skip(hook, error.details["after"])
            page = self._notices.page(hook.account, after=error.details["after"], limit=1)
        return page.notices[0] if page.notices else None

    def _post(self, hook: Hook, notice: Notice) -> Delivery:
        began, at = time.monotonic(), self._now()
        if hook.push is not None:
            outcome = self._push(hook, BrowserKeys(*hook.push), notice, datetime.fromisoformat(at))
        else:
            outcome = self._poster.post(
                hook.url,
                jcs({"type": notice["type"], "timestamp": notice["at"], "data": notice}),
                id_=f"{hook.id}.{notice['number']}",
                secrets=self._webhooks.secrets(hook),
                now=datetime.fromisoformat(at),
            )
        duration_ms = round((time.monotonic() - began) * 1000)
        if outcome.word == NOT_PUBLIC:
            # How long it took to resolve the name would tell whether it is one of the operator's own network.
            self._webhooks.note(hook, notice["number"], outcome, at=at, duration_ms=0)
        else:
            self._webhooks.note(hook, notice["number"], outcome, at=self._now(), duration_ms=duration_ms)
        return outcome

    def _push(self, hook: Hook, keys: BrowserKeys, notice: Notice, now: datetime) -> Delivery:
        """
        Sends a browser word of a notice: its kind, its number and its game.

        What it says passes through a push service, and is shown on a locked screen. So nothing else is in it.
        """
        message = jcs({name: notice[name] for name in ("type", "number", "game")})
        try:
            sealed = self._sealer.seal(message, keys, hook.url)
        except ValueError:
            return Delivery("malformed")
        if sealed is None:
            return Delivery("status", GONE)  # The key is retired, and with it the subscription.
        body, headers = sealed
        headers["Urgency"] = "high" if notice["type"] in URGENT else "normal"
        if notice["game"] is not None:
            headers["Topic"] = notice["game"].replace("-", "")  # A browser that was away gets the last one of a game.
        return self._poster.send(hook.url, body, headers, now=now)


def _is_wanted(hook: Hook, notice: Notice, *, now: str) -> bool:
    if notice["type"] == "ping":
        return bool(notice["about"].get("webhook") == hook.id)
    if hook.push is not None and later(notice["at"], PUSH_SECONDS) < now:
        return False
    return hook.types is None or notice["type"] in hook.types
