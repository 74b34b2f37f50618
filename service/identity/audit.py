"""
Reading the audit trail, and who may read which entries.

Players read what their own account did, and what officials did with it. Reading what others did needs the scope
`service:operate` or `disputes:rule`, and is itself recorded before it is answered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final, Literal

from delvebook.service.base.errors import ForbiddenError
from delvebook.service.identity.audit_log import AuditLog, AuditQuery, Entry
from delvebook.service.identity.caller import ARBITRATE, OPERATE, Caller

SHAPES: Final[dict[str, tuple[str, str]]] = {
    "account": (r"(me|-|[0-9a-f]{1,40})\Z", "an account's id, `me`, or `-`"),
    "token": (r"[0-9a-f]{1,40}\Z", "a token's id, not the token"),
    "game": (r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z", "a game's id"),
    "action": (r"(?=.{3,40}\Z)[a-z]+/[A-Za-z_]+\Z", "written as `game/ActionTaken`"),
    "by": (
        r"(service|clock|seat:(0|[1-9][0-9]?)|(player|arbiter):[0-9a-f]{1,40})\Z",
        "`seat:K`, `player:ID`, `arbiter:ID`, `clock` or `service`",
    ),
    "address": (r"v[46]:[0-9a-f]{16}\Z", "written as in an entry: `v4:` or `v6:` and 16 hex digits"),
}
"""Each filter's pattern and description. Filters are recorded in the trail, so they must not be secrets."""
A_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
A_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)", re.ASCII)
"""A time as RFC 3339 writes it. The library would read many more forms."""


@dataclass(frozen=True, slots=True)
class AuditPage:
    """
    Some entries of the trail.

    Attributes:
        entries: In order of arrival.
        has_more: Whether there are more entries.
    """

    entries: list[Entry]
    has_more: bool


class AuditReader:
    """Reads the trail for callers."""

    def __init__(self, log: AuditLog) -> None:
        self._log = log

    def page(self, caller: Caller, asked: AuditQuery, *, after: int, limit: int) -> AuditPage:
        """
        Returns at most `limit` entries after the one with id `after`.

        Raises:
            ForbiddenError: The caller may not read them.
        """
        asked, upto = self.admit(caller, asked, after=after, form="page")
        found = self._log.entries(asked, after=after, upto=upto, limit=limit + 1)
        return AuditPage([_shown(one, asked) for one in found[:limit]], has_more=len(found) > limit)

    def export(self, caller: Caller, asked: AuditQuery, *, after: int) -> Iterator[Entry]:
        """
        Yields every entry after the one with id `after`, read as they are consumed.

        Raises:
            ForbiddenError: The caller may not read them.
        """
        asked, upto = self.admit(caller, asked, after=after, form="export")
        return (_shown(one, asked) for one in self._log.all_entries(asked, after=after, upto=upto))

    def admit(
        self, caller: Caller, asked: AuditQuery, *, after: int, form: Literal["page", "export", "command"]
    ) -> tuple[AuditQuery, int]:
        """
        Returns the entries that the caller may see, and the last id to read. Records the reading of others' entries.

        Raises:
            ForbiddenError
        """
        if not {ARBITRATE, OPERATE} & caller.scopes:
            account = caller.account
            if account is None:
                raise ForbiddenError("this needs a token", scope=OPERATE)
            if asked.account not in (None, account):
                raise ForbiddenError(
                    "you may read what was done by your own account and with it; "
                    "other entries need the scope 'service:operate' or 'disputes:rule'",
                    scope=OPERATE,
                )
            asked = replace(asked, about=account)
        if caller.account in (asked.account, asked.about):
            return asked, self._log.last()
        note = self._log.note(caller, "audit/read", game=asked.game, form=form, after=after, filters=asked.to_plain())
        return asked, note - 1


def _shown(entry: Entry, asked: AuditQuery) -> Entry:
    """Returns the entry as its reader may see it: of what others did with their account, not from where."""
    if asked.about in (None, entry["account"]):
        return entry
    return {**entry, "token": None, "address": None}


def read_time(text: str) -> str:
    """
    Returns a time in the record's form. A date stands for its first moment in UTC.

    Raises:
        ValueError: The text is not a time. The message gives the form.
    """
    sentence = "a date or a time with its zone, as 2026-11-21 or 2026-11-21T10:00:00Z"
    whole = f"{text}T00:00:00Z" if A_DATE.fullmatch(text) else text
    if not A_TIME.fullmatch(whole):
        raise ValueError(sentence)
    try:
        utc = datetime.fromisoformat(whole).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError(sentence) from None
    return utc.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"
