"""The parts of the webhooks, over the store that the settings name."""

from __future__ import annotations

import os
from collections.abc import Callable

from sqlalchemy import Engine

from delvebook.service.base.clock import utc_now
from delvebook.service.base.database import transaction
from delvebook.service.base.settings import Settings
from delvebook.service.identity.accounts import open_accounts_engine
from delvebook.service.identity.audit_log import AuditLog
from delvebook.service.identity.push_keys import open_push_keys
from delvebook.service.notices.store import Notices
from delvebook.service.webhooks.browsers import Browsers
from delvebook.service.webhooks.delivery import Deliveries
from delvebook.service.webhooks.posting import Poster
from delvebook.service.webhooks.sealing import Sealer
from delvebook.service.webhooks.store import Webhooks


def build_webhooks(
    settings: Settings,
    engine: Engine,
    notices: Notices,
    *,
    now: Callable[[], str] = utc_now,
    random_bytes: Callable[[int], bytes] = os.urandom,
) -> tuple[Webhooks, Browsers]:
    """Returns the webhooks and the browsers' subscriptions, over the engine of the accounts."""
    audit = AuditLog(engine, now=now, transaction=transaction)
    webhooks = Webhooks(
        engine, notices=notices, audit=audit, now=now, random_bytes=random_bytes, secret=settings.secret_key
    )
    return webhooks, Browsers(engine, notices=notices, audit=audit, now=now, keys=open_push_keys(settings))


def open_deliveries(settings: Settings, *, now: Callable[[], str] = utc_now) -> Deliveries:
    """Returns the deliveries to webhooks and browsers, over the store that the settings name."""
    engine = open_accounts_engine(settings.sqlalchemy_url)
    notices = Notices(engine, now=now)
    return Deliveries(
        build_webhooks(settings, engine, notices, now=now)[0],
        notices,
        Poster(is_anywhere=settings.webhooks == "anywhere"),
        sealer=build_sealer(settings),
        now=now,
    )


def build_sealer(settings: Settings) -> Sealer:
    """Returns what encrypts messages for browsers, with the keys that the settings name."""
    return Sealer(open_push_keys(settings).pems, contact=settings.push_contact)
