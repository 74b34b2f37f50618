"""
Browsers that are told of an account's notices through push services (RFC 8030).

A subscription is a row of the webhooks' table, so it is served, paused and ended as a webhook is. Its id follows from
its address and the browser's keys: the same browser is one subscription, however often it subscribes, and whoever
knows the address alone cannot end it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final

from sqlalchemy import ColumnElement, Connection, Engine, and_, insert, or_, select
from sqlalchemy.exc import IntegrityError

from delvebook.service.base.database import transaction
from delvebook.service.base.errors import UnknownPushError
from delvebook.service.identity.audit_log import AuditLog
from delvebook.service.identity.caller import Caller
from delvebook.service.identity.push_keys import PushKeys
from delvebook.service.notices.store import Notices
from delvebook.service.webhooks.sealing import BrowserKeys
from delvebook.service.webhooks.store import WEBHOOKS, Hook, delete_hooks, hook_of, new_row

BROWSERS_MAX: Final = 10
"""The largest number of browsers that one account may have. One more takes the place of the oldest."""


class Browsers:
    """
    Reads and writes the subscriptions of browsers.

    Args:
        engine: Their database, which is that of the notices.
        notices: The notices.
        audit: Records the creation and deletion of subscriptions.
        now: Returns the time, in the record's form.
        keys: The keys by which push services know this service.
    """

    def __init__(
        self, engine: Engine, *, notices: Notices, audit: AuditLog, now: Callable[[], str], keys: PushKeys
    ) -> None:
        self._engine = engine
        self._notices = notices
        self._audit = audit
        self._now = now
        self.keys = keys

    def add(self, caller: Caller, *, endpoint: str, keys: BrowserKeys, types: Sequence[str] | None, label: str) -> Hook:
        """
        Tells a browser of the caller's future notices. Returns its subscription, which replaces its earlier one.

        A browser has one account at a time: if the last one to subscribe it was another account, that ends.

        Args:
            caller: The account.
            endpoint: The address at its push service, already judged (`addresses.require_url`).
            keys: The keys, already judged (`sealing.require_keys`).
            types: The types of notices; None for all.
            label: The owner's label for it.
        """
        account, now = str(caller.account), self._now()
        id_ = sha256("\n".join((endpoint, keys.p256dh, keys.auth)).encode()).hexdigest()[:32]
        values = {
            **new_row(id_, account, url=endpoint, types=types, label=label, after=self._notices.last(account), now=now),
            "push": list(keys),
        }
        try:
            self._replace(caller, values)
        except IntegrityError:  # Another tab of this browser was faster. Now its row is there to be replaced.
            self._replace(caller, values)
        return self.get(account, id_)

    def _replace(self, caller: Caller, values: dict[str, object]) -> None:
        id_, account = str(values["id"]), values["account"]
        with transaction(self._engine) as connection:
            mine_there = and_(WEBHOOKS.c.account == account, WEBHOOKS.c.url == values["url"])
            _end(connection, or_(WEBHOOKS.c.id == id_, mine_there))
            mine = select(WEBHOOKS.c.id).where(WEBHOOKS.c.account == account, WEBHOOKS.c.push.is_not(None))
            known = list(connection.scalars(mine.order_by(WEBHOOKS.c.created_at, WEBHOOKS.c.id)))
            _end(connection, WEBHOOKS.c.id.in_(known[: max(0, len(known) - BROWSERS_MAX + 1)]))
            connection.execute(insert(WEBHOOKS).values(**values))
            self._audit.note(caller, "push/create", connection=connection, subscription=id_)

    def of(self, account: str) -> list[Hook]:
        """Returns the subscriptions of an account, the oldest first."""
        query = select(WEBHOOKS).where(WEBHOOKS.c.account == account, WEBHOOKS.c.push.is_not(None))
        with transaction(self._engine) as connection:
            rows = connection.execute(query.order_by(WEBHOOKS.c.created_at, WEBHOOKS.c.id))
            return [hook_of(row) for row in rows]

    def get(self, account: str, id_: str) -> Hook:
        """
        Returns one subscription of an account.

        Raises:
            UnknownPushError
        """
        found = next((one for one in self.of(account) if one.id == id_), None)
        if found is None:
            raise UnknownPushError(f"you have no push subscription {id_[:40]!r}")
        return found

    def delete(self, caller: Caller, id_: str) -> None:
        """
        Deletes a subscription. After this returns, only a message in progress can still be sent.

        Raises:
            UnknownPushError
        """
        self.get(str(caller.account), id_)
        with transaction(self._engine) as connection:
            _end(connection, WEBHOOKS.c.id == id_)
            self._audit.note(caller, "push/delete", connection=connection, subscription=id_)


def _end(connection: Connection, which: ColumnElement[bool]) -> None:
    """Deletes subscriptions, and never a webhook."""
    delete_hooks(connection, which, WEBHOOKS.c.push.is_not(None))
