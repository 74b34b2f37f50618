"""Records of games that were played elsewhere: imported if they are valid, watched, and forked."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final
from uuid import UUID

from delvebook.domain.errors import UnknownEventError, UnknownGameError
from delvebook.domain.game_event import Created, EventLine
from delvebook.domain.phrases import Language, Voice
from delvebook.projections.views import Body
from delvebook.replays.errors import RecordError
from delvebook.replays.forks import DEPTH_MAX, is_left_by
from delvebook.replays.lines import Header
from delvebook.replays.narration import Narration, eyes_of
from delvebook.replays.record import find_seed, read_record
from delvebook.replays.tables import rows_of
from delvebook.service.base.errors import (
    MissingRecordError,
    NotImportableError,
    OwnAccountsError,
    OwnGameError,
    TooManyImportsError,
    UnknownImportError,
)
from delvebook.service.identity.caller import PLAY, Caller
from delvebook.service.store.imports import Imported, import_id
from delvebook.service.usecases.commands import Commands
from delvebook.service.usecases.lineage import Left, begun_with, created_of, find_own, is_fork

LEVELS: Final = ("chain", "replay")
"""The levels that a record must pass. The others concern the service that it was made by."""
Mistaken = Callable[[Collection[str]], set[str]]
"""Finds the accounts of this service, by id, that a reader would take words for."""


class ImportService:
    """
    The use cases of imported records.

    Args:
        commands: Carries commands out.
    """

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._application = commands.application
        self._kept = commands.application.imports

    def parents_of(self, record: bytes, sent: Sequence[bytes] = ()) -> list[Left]:
        """
        Returns the records that verify a fork's record: its ancestors, nearest first; empty if it is not a fork's.

        Each is a public game of this service, one of the sent records, or an imported one.

        Raises:
            MissingRecordError: One of them is none of these.
            RecordError: One of the sent records cannot be read.
        """
        created: Created | None = _first_event(record)
        parents: list[Left] = []
        while created is not None and is_fork(created) and len(parents) < DEPTH_MAX:
            parents.append(self._parent_of(created, sent))
            created = self._created(parents[-1])
        return parents

    def add(
        self,
        caller: Caller,
        record: bytes,
        report: Mapping[str, Any],
        *,
        parents: Sequence[Left] = (),
        owned_max: int,
        mistaken_for: Mistaken,
    ) -> tuple[Imported, bool]:
        """
        Stores a record and its missing parents, byte for byte. Returns it, and whether it is new here.

        Args:
            caller: The caller.
            record: The record.
            report: The results of the levels `LEVELS`.
            parents: The records that it was verified with (`parents_of`). They are valid if it is.
            owned_max: The largest number of records that an account may import.
            mistaken_for: Finds the accounts of this service that a reader would take the words for.

        Raises:
            ForbiddenError, NotImportableError, OwnGameError, OwnAccountsError, TooManyImportsError
        """
        account = caller.require(PLAY)
        levels = [{key: level[key] for key in ("level", "status", "why_not")} for level in report["levels"]]
        statuses = {level["level"]: level["status"] for level in levels}
        if any(statuses.get(level) != "holds" for level in LEVELS):
            told = {key: report[key] for key in ("summary", "first")}
            raise NotImportableError(f"the record cannot be imported: {report['summary']}", report=told)
        lineage = zip([record, *parents], [*parents, None], strict=True)
        foreign = [(one, parent) for one, parent in lineage if isinstance(one, bytes)]
        known = self._kept.known([import_id(one) for one, _ in foreign])
        read = [
            (one, self._read(caller, one, parent, account=account, levels=levels, mistaken_for=mistaken_for))
            for one, parent in foreign
            if one is record or import_id(one) not in known
        ]
        new = sum(imported.id not in known for _, imported in read)
        if new and self._kept.count(account) + new > owned_max:
            raise TooManyImportsError(f"you may import at most {owned_max} records", limit=owned_max)
        # The oldest is stored first, so that an interrupted request leaves only records whose parents are stored.
        for one, imported in reversed(read):
            is_new = self._kept.add(one, imported)
        return (imported if is_new else self._kept.get(imported.id)), is_new

    def get(self, caller: Caller, id_: UUID) -> Imported:
        """
        Returns an imported record.

        One that has the id of a game that the caller may know here is unknown, also if it was there before the game:
        nobody is to take it for that game.

        Raises:
            UnknownImportError
        """
        imported = self._kept.get(id_)
        if not self.shown(caller, [imported]):
            raise UnknownImportError(f"there is no imported record {id_}")
        return imported

    def shown(self, caller: Caller, found: Collection[Imported]) -> list[Imported]:
        """Returns those of these imported records that are not unknown to the caller (`get`)."""
        return [one for one in found if not self._knows(caller, UUID(one.game))]

    def page(self, *, ruleset: str | None, after: tuple[str, str] | None, limit: int) -> list[Imported]:
        """Returns imported records, the latest first. Takes the arguments of `ImportedRecords.page`."""
        return self._kept.page(ruleset=ruleset, after=after, limit=limit)

    def record(self, caller: Caller, id_: UUID) -> bytes:
        """Returns the record, byte for byte. Raises UnknownImportError."""
        return self._kept.read(self.get(caller, id_).id)

    def events(self, caller: Caller, id_: UUID, *, after: int, limit: int) -> list[EventLine]:
        """Returns the lines of the record after event `after`. Raises UnknownImportError, UnknownEventError."""
        read = read_record(self.record(caller, id_))
        events, last = read.events(), read.header["head"]["n"]
        if after > last:
            raise UnknownEventError(f"the record has events 1 to {last}, not {after}", n=last)
        return [event for event in events if after < event["n"] <= after + limit]

    def look(self, caller: Caller, id_: UUID, n: int, *, viewer: str | None, language: Language) -> Body:
        """
        Returns an event of the record in sentences, and the table as a viewer saw it after the event.

        Raises:
            UnknownImportError, UnknownEventError, MalformedError (no such viewer)
        """
        read = read_record(self.record(caller, id_))
        narration = Narration(
            read,
            viewer=eyes_of(read, viewer),
            voice=Voice(language),
            seed=find_seed(read),
            fork_point=begun_with(self._application, next(read.events())),
        )
        told = next(iter(narration.events(first=n, last=n)), None)
        if told is None:
            last = read.header["head"]["n"]
            raise UnknownEventError(f"the record has events 1 to {last}, not {n}", n=last)
        plain = told.to_plain()
        sentences = [one for one in (plain["sentence"], plain["action"]) if one]
        return {
            "n": n,
            "viewer": viewer or read.header["viewer"],
            "at": plain["at"],
            "by": plain["by"],
            "type": plain["type"],
            "told": [*sentences, *plain["facts"]],
            "table": plain["view"],
        }

    def people_of(self, imported: Collection[Imported]) -> Mapping[str, str]:
        """Returns the names of the accounts that imported the records."""
        return self._commands.visibility.named({one.account for one in imported})

    def _parent_of(self, created: Created, sent: Sequence[bytes]) -> Left:
        """
        Returns the parent that event 1 of a fork names.

        A private game of this service is excluded: viewers of the import would learn its state.

        Raises:
            MissingRecordError, RecordError
        """
        own = find_own(self._application, created)
        if own is not None:
            with self._application.reading(own) as game:
                if game.lifecycle.is_seed_revealed and game.lifecycle.created.get("visibility", "public") == "public":
                    return own
        for number, one in enumerate(sent, 1):
            try:
                if is_left_by(one, created):
                    return one
            except RecordError as error:
                raise RecordError(
                    f"in record {number} of `parents`: {error.defect}", line=error.line, pointer=error.pointer
                ) from None
        if (kept := self._application.imports.parent(created)) is not None:
            return kept
        parent = created["data"]["parent"]
        raise MissingRecordError(
            f"game {created['game']} is a fork of game {parent['game']} after event {parent['n']}: send that game's "
            "record in `parents`, or import it first",
            **{key: parent[key] for key in ("game", "n", "hash")},
        )

    def _created(self, left: Left) -> Created | None:
        if isinstance(left, bytes):
            return _first_event(left)
        with self._application.reading(left) as game:
            return created_of(game)

    def _read(
        self,
        caller: Caller,
        record: bytes,
        parent: Left | None,
        *,
        account: str,
        levels: Sequence[Mapping[str, object]],
        mistaken_for: Mistaken,
    ) -> Imported:
        """
        Returns the data stored with a valid record.

        Raises:
            OwnGameError, OwnAccountsError
        """
        read = read_record(record)
        header, events = read.header, list(read.events())
        if self._knows(caller, UUID(header["game"])):
            raise OwnGameError("this game was played here; look at it, export it or fork it there", game=header["game"])
        _require_strangers(events, mistaken_for)
        return Imported(
            id=import_id(record),
            game=header["game"],
            ruleset=header["ruleset"],
            account=account,
            imported_at=self._commands.now(),
            summary={
                **_summary(header, events),
                "parent": _parent_told(events[0], parent),
                "sha256": hashlib.sha256(record).hexdigest(),
                "bytes": len(record),
                "levels": levels,
            },
        )

    def _knows(self, caller: Caller, game_id: UUID) -> bool:
        """Returns whether there is a game with that id on this service, and the caller may know it."""
        try:
            with self._application.reading(game_id) as game:
                self._commands.visibility.require(caller, game)
        except UnknownGameError:
            return False
        return True


def _require_strangers(events: Collection[EventLine], mistaken_for: Mistaken) -> None:
    """
    Returns if nobody whom the record names would be taken for an account of this service, which never played in it.

    Raises:
        OwnAccountsError
    """
    if own := sorted(mistaken_for(_accounts_of(events))):
        raise OwnAccountsError("the record names accounts of this service, and was not made here", accounts=own)


def _accounts_of(events: Collection[EventLine]) -> set[str]:
    """Returns the accounts that the events name."""
    named: set[object] = set()
    for event in events:
        kind, _, account = event["by"].partition(":")
        if kind in ("player", "arbiter"):
            named.add(account)
        data = event["data"]
        named |= {data.get("player"), data.get("creator"), *(data.get("reserved") or ())}
    return {account for account in named if isinstance(account, str)}


def _first_event(record: bytes) -> Created | None:
    """Returns event 1 of a record that has not been checked; None if it has none."""
    with suppress(RecordError):
        first = next(read_record(record).events(), None)
        return first if first is not None and first["type"] == "GameCreated" else None
    return None


def _parent_told(created: Created, parent: Left | None) -> dict[str, object] | None:
    """Returns the description of a fork's parent. `imported_as` is null if it is a game of this service."""
    if not is_fork(created):
        return None
    return {**created["data"]["parent"], "imported_as": str(import_id(parent)) if isinstance(parent, bytes) else None}


def _summary(header: Header, events: Collection[EventLine]) -> dict[str, object]:
    """Returns the description of a record, without its importer."""
    rows = rows_of(header, events)
    [game] = rows["games"]
    created = next(event for event in events if event["type"] == "GameCreated")
    outcome = next((event["data"]["outcome"] for event in events if event["type"] == "GameFinished"), None)
    return {
        "n": header["head"]["n"],
        "head": header["head"]["hash"],
        "ended": game["status"],
        "options": created["data"]["options"],
        "seats": [{key: row[key] for key in ("seat", "player", "bot", "rank", "score")} for row in rows["seats"]],
        "outcome": outcome,
        "created_at": created["at"],
        "action_count": game["actions"],
    }
