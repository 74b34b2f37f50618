"""
The webhooks of accounts: their addresses, the progress of their deliveries, and the log of attempts.

The authoritative data are here and in the notices, not in a queue. Due deliveries are found by comparing the two, so a
lost job costs a few seconds and no notice.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Engine,
    Index,
    Integer,
    MetaData,
    Row,
    String,
    Table,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from delvebook.domain.stream import IdempotentRequest
from delvebook.replays.times import later
from delvebook.service.base.database import transaction
from delvebook.service.base.errors import (
    RequestReusedError,
    TooManyWebhooksError,
    UnknownWebhookError,
    WebhookDisabledError,
)
from delvebook.service.identity.audit_log import AuditLog
from delvebook.service.identity.caller import Caller
from delvebook.service.identity.tables import banned_accounts
from delvebook.service.notices.store import HEADS, Notices
from delvebook.service.webhooks.addresses import URL_MAX
from delvebook.service.webhooks.posting import Delivery

METADATA: Final = MetaData()
WEBHOOKS: Final = Table(
    "webhooks",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("account", String(40), nullable=False),
    Column("url", String(URL_MAX), nullable=False),
    Column("types", JSON(none_as_null=True)),
    Column("label", String(80), nullable=False),
    Column("created_at", String(27), nullable=False),
    Column("secret_number", Integer, nullable=False),
    Column("secret_at", String(27), nullable=False),
    Column("delivered", Integer, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("failing_since", String(27)),
    Column("next_at", String(27)),
    Column("disabled_at", String(27)),
    Column("disabled_because", String(20)),
    Column("request_body", String(64)),
    Column("push", JSON(none_as_null=True)),
    Index("webhooks_by_account", "account"),
)
"""
Where notices are posted. A row with `push` is a browser's subscription, whose address is that of a push service.
"""
DELIVERIES: Final = Table(
    "webhook_deliveries",
    METADATA,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("webhook", String(32), nullable=False),
    Column("notice", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("at", String(27), nullable=False),
    Column("outcome", String(20), nullable=False),
    Column("status", Integer),
    Column("duration_ms", Integer, nullable=False),
    Index("webhook_deliveries_by_webhook", "webhook", "id"),
    Index("webhook_deliveries_by_time", "at"),
)
WEBHOOKS_MAX: Final = 10
"""The largest number of webhooks that one account may have."""
PAUSES: Final = (5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400)
"""Seconds to wait after the first, second, … failure of a message. The last value repeats. From Standard Webhooks."""
FAILING_SECONDS_MAX: Final = 5 * 86_400
"""A webhook that has failed for this long is disabled."""
OLD_SECRET_SECONDS: Final = 86_400
"""How long messages are also signed with the previous secret after a rotation."""
GONE: Final = 410
"""The status with which a receiver asks for no further messages."""
ENDED: Final = (404, GONE)
"""The statuses with which a push service says that a subscription has ended (RFC 8030 §7.3)."""


@dataclass(frozen=True, slots=True)
class Hook:
    """
    A webhook.

    Attributes:
        id: Its id.
        account: The account whose notices it gets.
        url: The address that they are posted to.
        types: The types of notices that it wants; None for all.
        label: The owner's label for it.
        created_at: When it was created.
        secret_number: The number of its current secret, from 1.
        secret_at: The time since when it has this secret.
        delivered: The last notice that it was sent or has filtered out.
        failures: The number of failed attempts since the last successful one.
        failing_since: The time of the first of these failures.
        next_at: The earliest time of the next attempt.
        disabled_at: The time since when it is disabled.
        disabled_because: `failing` or `gone`.
        push: The keys of a browser's subscription (`BrowserKeys`); None for a webhook.
    """

    id: str
    account: str
    url: str
    types: tuple[str, ...] | None
    label: str
    created_at: str
    secret_number: int
    secret_at: str
    delivered: int
    failures: int
    failing_since: str | None
    next_at: str | None
    disabled_at: str | None
    disabled_because: str | None
    push: tuple[str, str, str] | None

    def must_wait(self, now: str) -> bool:
        """Returns whether its next attempt comes later than now. A clock that was set back makes it wait no longer."""
        return self.next_at is not None and self.next_at > now and (self.failing_since or now) <= now


class DueHook(NamedTuple):
    """
    A webhook with a delivery to try now.

    Attributes:
        id: Its id.
        account: The account whose notices it gets.
        host: The host that they are posted to, with the port if the URL names one.
    """

    id: str
    account: str
    host: str


class Webhooks:
    """
    Reads and writes the webhooks.

    Args:
        engine: Their database, which is that of the notices.
        notices: The notices.
        audit: Records the creation and deletion of webhooks.
        now: Returns the time, in the record's form.
        random_bytes: Returns unpredictable bytes, for ids.
        secret: The service's own secret. Those of webhooks derive from it, so none is stored.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        notices: Notices,
        audit: AuditLog,
        now: Callable[[], str],
        random_bytes: Callable[[int], bytes],
        secret: bytes,
    ) -> None:
        self._engine = engine
        self._notices = notices
        self._audit = audit
        self._now = now
        self._random_bytes = random_bytes
        self._secret = secret

    # -- owners ---------------------------------------------------------------------------------

    def create(
        self, caller: Caller, *, url: str, types: Sequence[str] | None, label: str, request: IdempotentRequest | None
    ) -> tuple[Hook, bool]:
        """
        Creates a webhook for the caller's future notices. Returns it, and whether the same request did so before.

        Args:
            caller: The owner.
            url: The address that notices are posted to, already judged (`addresses.require_url`).
            types: The types of notices; None for all.
            label: The owner's label for it.
            request: The client's request, if it may be repeated.

        Raises:
            TooManyWebhooksError, RequestReusedError, UnavailableError
        """
        account, now = str(caller.account), self._now()
        id_ = self._random_bytes(16).hex() if request is None else request.key[:32]
        if request is not None and (known := self._repeated(account, id_, request)) is not None:
            return known, True
        values = {
            **new_row(id_, account, url=url, types=types, label=label, after=self._notices.last(account), now=now),
            "request_body": None if request is None else request.body,
        }
        try:
            with transaction(self._engine) as connection:
                mine = select(func.count()).select_from(WEBHOOKS).where(_webhook_of(account))
                if (connection.scalar(mine) or 0) >= WEBHOOKS_MAX:
                    raise TooManyWebhooksError(
                        f"you have {WEBHOOKS_MAX} webhooks, which is the limit", limit=WEBHOOKS_MAX
                    )
                connection.execute(insert(WEBHOOKS).values(**values))
                self._audit.note(caller, "webhook/create", connection=connection, webhook=id_)
        except IntegrityError:
            if request is not None and (known := self._repeated(account, id_, request)) is not None:
                return known, True
            raise
        return self.get(account, id_), False

    def _repeated(self, account: str, id_: str, request: IdempotentRequest) -> Hook | None:
        with transaction(self._engine) as connection:
            row = connection.execute(
                select(WEBHOOKS).where(WEBHOOKS.c.id == id_, WEBHOOKS.c.account == account)
            ).first()
        if row is None:
            return None
        if row.request_body != request.body:
            raise RequestReusedError("this Idempotency-Key was used for another request")
        return hook_of(row)

    def of(self, account: str) -> list[Hook]:
        """Returns the webhooks of an account, the oldest first."""
        query = select(WEBHOOKS).where(_webhook_of(account)).order_by(WEBHOOKS.c.created_at, WEBHOOKS.c.id)
        with transaction(self._engine) as connection:
            return [hook_of(row) for row in connection.execute(query)]

    def get(self, account: str, id_: str) -> Hook:
        """
        Returns one webhook of an account.

        Raises:
            UnknownWebhookError
        """
        found = self.find(id_)
        if found is None or found.account != account or found.push is not None:
            raise UnknownWebhookError(f"you have no webhook {id_[:40]!r}")
        return found

    @staticmethod
    def erase(connection: Connection, account: str) -> None:
        """Deletes the webhooks of an account that is deleted in this transaction, with their logs."""
        delete_hooks(connection, WEBHOOKS.c.account == account)

    def delete(self, caller: Caller, id_: str) -> None:
        """
        Deletes a webhook and its log. After this returns, only a message in progress can still be sent.

        Raises:
            UnknownWebhookError
        """
        self.get(str(caller.account), id_)
        with transaction(self._engine) as connection:
            delete_hooks(connection, WEBHOOKS.c.id == id_)
            self._audit.note(caller, "webhook/delete", connection=connection, webhook=id_)

    def rotate(self, caller: Caller, id_: str, *, number: int) -> Hook:
        """
        Replaces secret `number` of a webhook. Returns the webhook, unchanged if that secret was replaced already.

        Raises:
            UnknownWebhookError
        """
        hook = self.get(str(caller.account), id_)
        here = (WEBHOOKS.c.id == hook.id) & (WEBHOOKS.c.secret_number == number)
        with transaction(self._engine) as connection:
            changed = connection.execute(
                update(WEBHOOKS).where(here).values(secret_number=number + 1, secret_at=self._now())
            )
            if changed.rowcount:
                self._audit.note(caller, "webhook/rotate", connection=connection, webhook=id_)
        return self.get(hook.account, id_)

    def enable(self, account: str, id_: str) -> Hook:
        """
        Enables a disabled webhook, which tries again at once. It goes on with the first notice that it does not have.

        Raises:
            UnknownWebhookError
        """
        hook = self.get(account, id_)
        self._change(hook.id, disabled_at=None, disabled_because=None, failures=0, failing_since=None, next_at=None)
        return self.get(account, id_)

    def ping(self, account: str, id_: str) -> int:
        """
        Sends the account a `ping` for that webhook alone, which tries at once. Returns the notice's number.

        Raises:
            UnknownWebhookError, WebhookDisabledError
        """
        hook = self.get(account, id_)
        if hook.disabled_at is not None:
            raise WebhookDisabledError("the webhook is disabled; enable it first")
        self._change(hook.id, next_at=None)
        return self._notices.tell(account, "ping", about={"webhook": id_})

    def secrets(self, hook: Hook) -> list[str]:
        """Returns the secrets that sign messages now: the current one, and for a day the previous one."""
        is_new = hook.secret_number > 1 and later(hook.secret_at, OLD_SECRET_SECONDS) > self._now()
        numbers = (hook.secret_number, hook.secret_number - 1) if is_new else (hook.secret_number,)
        return [self._secret_of(hook.id, number) for number in numbers]

    def _secret_of(self, id_: str, number: int) -> str:
        key = hmac.digest(self._secret, f"webhook/1\n{id_}\n{number}".encode(), "sha256")
        return "whsec_" + base64.b64encode(key).decode()

    def deliveries(self, account: str, id_: str, *, after: int, limit: int) -> list[dict[str, object]]:
        """
        Returns at most `limit` delivery attempts after that one, in order.

        Raises:
            UnknownWebhookError
        """
        hook = self.get(account, id_)
        query = (
            select(DELIVERIES)
            .where(DELIVERIES.c.webhook == hook.id, DELIVERIES.c.id > after)
            .order_by(DELIVERIES.c.id)
            .limit(limit)
        )
        members = ("id", "notice", "attempt", "at", "outcome", "status", "duration_ms")
        with transaction(self._engine) as connection:
            return [{name: getattr(row, name) for name in members} for row in connection.execute(query)]

    # -- the service ----------------------------------------------------------------------------

    def find(self, id_: str) -> Hook | None:
        """Returns the webhook with that id; None if there is none, or if its account is banned."""
        query = select(WEBHOOKS).where(WEBHOOKS.c.id == id_[:40], self._may_get())
        with transaction(self._engine) as connection:
            row = connection.execute(query).first()
        return None if row is None else hook_of(row)

    def due(self, *, limit: int = 10_000) -> list[DueHook]:
        """Returns at most `limit` webhooks with a delivery to try now."""
        now = self._now()
        has_waited = or_(
            WEBHOOKS.c.next_at.is_(None), WEBHOOKS.c.next_at <= now, WEBHOOKS.c.failing_since > now
        )  # the opposite of `Hook.must_wait`
        query = (
            select(WEBHOOKS.c.id, WEBHOOKS.c.account, WEBHOOKS.c.url)
            .join(HEADS, HEADS.c.account == WEBHOOKS.c.account)
            .where(HEADS.c.last > WEBHOOKS.c.delivered, WEBHOOKS.c.disabled_at.is_(None))
            .where(has_waited, self._may_get())
            .order_by(WEBHOOKS.c.next_at, WEBHOOKS.c.id)
            .limit(limit)
        )
        with transaction(self._engine) as connection:
            rows = connection.execute(query).all()
        return [DueHook(row.id, row.account, urlsplit(row.url).netloc.lower()) for row in rows]

    def is_any_due(self) -> bool:
        """Returns whether a webhook has a delivery to try now."""
        return bool(self.due(limit=1))

    def _may_get(self) -> ColumnElement[bool]:
        """Returns the condition that the webhook's account is not banned."""
        return WEBHOOKS.c.account.not_in(banned_accounts(self._now()))

    def skip(self, hook: Hook, notice: int) -> None:
        """Notes that the webhook does not want that notice, or can no longer get it."""
        self._change(hook.id, delivered=notice)

    def note(self, hook: Hook, notice: int, outcome: Delivery, *, at: str, duration_ms: int) -> None:
        """Logs an attempt at that time, and schedules the next one."""
        changes: dict[str, object]
        if outcome.is_delivered:
            changes = {"delivered": notice, "failures": 0, "failing_since": None, "next_at": None}
        else:
            since = min(hook.failing_since or at, at)
            pause = max(PAUSES[min(hook.failures, len(PAUSES) - 1)], outcome.retry_after)
            changes = {"failures": hook.failures + 1, "failing_since": since, "next_at": later(at, pause)}
            is_failing = later(since, FAILING_SECONDS_MAX) <= at
            if hook.push is not None and (is_failing or outcome.status in ENDED):
                with transaction(self._engine) as connection:
                    delete_hooks(connection, WEBHOOKS.c.id == hook.id)
                return
            if outcome.status == GONE:
                changes |= {"disabled_at": at, "disabled_because": "gone"}
            elif is_failing:
                changes |= {"disabled_at": at, "disabled_because": "failing"}
        row = {
            "webhook": hook.id,
            "notice": notice,
            "attempt": hook.failures + 1,
            "at": at,
            "outcome": outcome.word,
            "status": outcome.status,
            "duration_ms": duration_ms,
        }
        with transaction(self._engine) as connection:
            if connection.execute(update(WEBHOOKS).where(WEBHOOKS.c.id == hook.id).values(**changes)).rowcount:
                connection.execute(insert(DELIVERIES).values(**row))

    def forget(self, before: str) -> int:
        """Deletes the entries in the logs of deliveries before that time. Returns their number."""
        with transaction(self._engine) as connection:
            return connection.execute(delete(DELIVERIES).where(DELIVERIES.c.at < before)).rowcount

    def _change(self, id_: str, **changes: object) -> None:
        with transaction(self._engine) as connection:
            connection.execute(update(WEBHOOKS).where(WEBHOOKS.c.id == id_).values(**changes))


def _webhook_of(account: str) -> ColumnElement[bool]:
    """Returns the condition for the webhooks of an account, without its browsers' subscriptions."""
    return (WEBHOOKS.c.account == account) & WEBHOOKS.c.push.is_(None)


def new_row(
    id_: str, account: str, *, url: str, types: Sequence[str] | None, label: str, after: int, now: str
) -> dict[str, object]:
    """Returns the row of a new webhook or subscription, which is told of the notices after `after`."""
    return {
        "id": id_,
        "account": account,
        "url": url,
        "types": None if types is None else sorted(set(types)),
        "label": label,
        "created_at": now,
        "secret_number": 1,
        "secret_at": now,
        "delivered": after,
        "failures": 0,
    }


def delete_hooks(connection: Connection, *which: ColumnElement[bool]) -> None:
    """Deletes the webhooks and subscriptions for which these conditions hold, and then their logs."""
    gone = connection.scalars(delete(WEBHOOKS).where(*which).returning(WEBHOOKS.c.id)).all()
    connection.execute(delete(DELIVERIES).where(DELIVERIES.c.webhook.in_(gone)))


def hook_of(row: Row[tuple[object, ...]]) -> Hook:
    """Returns a webhook as an object."""
    members = {name: getattr(row, name) for name in Hook.__dataclass_fields__}
    lists = {name: None if members[name] is None else tuple(members[name]) for name in ("types", "push")}
    return Hook(**{**members, **lists})
