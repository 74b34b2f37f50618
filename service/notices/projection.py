"""Tells accounts what happens in their games, from the events of the log. The follower runs it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from sqlalchemy import Connection, insert, select, update

from delvebook.domain.events import (
    DisputeAppealed,
    DisputeOpened,
    DisputeRuled,
    DisputeWithdrawn,
    GameAborted,
    GameCreated,
    GameEvent,
    GameFinished,
    GameStarted,
    NonceRevealed,
    SeatLeft,
    SeatReplaced,
    SeatsClosed,
    SeatTaken,
    TakeBackAsked,
)
from delvebook.domain.leaving import ABSENT, DEADLINE
from delvebook.domain.progress import WITHOUT_DECISIONS
from delvebook.service.notices.store import GAMES, METADATA, SEATS, append, seats_of

ABOUT_DISPUTES: Final = {
    DisputeRuled: "dispute_ruled",
    DisputeAppealed: "dispute_appealed",
    DisputeWithdrawn: "dispute_withdrawn",
}


class NoticesProjection:
    """
    Writes notices, one event at a time, inside the projector's transaction.

    Whom a game concerns are those who have its seats, also while a bot plays them; of its end also who created it, and
    of its disputes also who claimed. What they are told is public in the game, or theirs.
    """

    name: Final = "notices"
    shape: Final = 1
    is_disposable: Final = False
    """Other notices (`Notices.tell`) follow from no event, and numbers must never be given again."""
    metadata: Final = METADATA

    def apply(self, connection: Connection, event: GameEvent) -> None:
        """Applies one event."""
        game = str(event.originator_id)
        match event:
            case GameCreated():
                self._create(connection, game, event)
            case SeatTaken() | SeatReplaced() | SeatLeft():
                self._seat(connection, game, event)
            case SeatsClosed():
                self._close(connection, game, event)
            case NonceRevealed():
                self._change(connection, game, event.data["seat"], nonce_deadline=None)
            case GameStarted():
                self._tell(connection, event, self._players(connection, game), "started", {})
            case TakeBackAsked():
                asked = [row for row in seats_of(connection, game) if row.seat in event.data["of"] and not row.bot]
                self._tell(connection, event, _accounts(asked), "take_back_asked", {"seat": event.data["seat"]})
            case GameFinished():
                about = {"winners": event.data["outcome"]["winners"]}
                self._tell(connection, event, self._everybody(connection, game), "finished", about)
            case GameAborted():
                about = {"reason": event.data["reason"], "resumed_by": event.data.get("resumed_by")}
                self._tell(connection, event, self._everybody(connection, game), "aborted", about)
            case DisputeOpened() | DisputeRuled() | DisputeAppealed() | DisputeWithdrawn():
                self._dispute(connection, game, event)
            case _:
                pass
        if isinstance(event, (GameStarted, GameAborted)):
            connection.execute(update(SEATS).where(SEATS.c.game == game).values(nonce_deadline=None))
        if not isinstance(event, WITHOUT_DECISIONS):
            self._owe(connection, game, event)

    def _create(self, connection: Connection, game: str, event: GameEvent) -> None:
        data = event.data
        connection.execute(insert(GAMES).values(game=game, creator=data.get("creator"), claimants=[]))
        seats = [{"game": game, "seat": seat, "has_promised": 0} for seat in range(data["seats"])]
        connection.execute(insert(SEATS), seats)
        for seat, account in enumerate(data.get("reserved") or ()):
            if account is not None:
                about = {"seat": seat, "parent": data.get("parent", {}).get("game")}
                self._tell(connection, event, [account], "seat_kept", about)

    def _seat(self, connection: Connection, game: str, event: GameEvent) -> None:
        data = event.data
        has_promised = int(data.get("nonce_commitment") is not None)
        # A decision that is open when a seat changes hands is told to whoever has it then: `_owe` finds it anew.
        values = {"player": data.get("player"), "bot": data.get("bot"), "has_promised": has_promised, "decision": None}
        self._change(connection, game, data["seat"], **values)
        if isinstance(event, SeatReplaced) and data["reason"] in (DEADLINE, ABSENT) and data.get("player") is not None:
            about = {"seat": data["seat"], "bot": data["bot"]}
            self._tell(connection, event, [data["player"]], "seat_replaced", about)

    def _close(self, connection: Connection, game: str, event: GameEvent) -> None:
        for row in seats_of(connection, game):
            if row.player is None or not row.has_promised:
                continue
            deadline = event.data["deadline"]
            self._change(connection, game, row.seat, nonce_deadline=deadline)
            about = {"seat": row.seat, "deadline": deadline}
            self._tell(connection, event, [row.player], "nonce_wanted", about)

    def _dispute(self, connection: Connection, game: str, event: GameEvent) -> None:
        here = GAMES.c.game == game
        claimants = list(connection.scalar(select(GAMES.c.claimants).where(here)) or ())
        if isinstance(event, DisputeOpened):
            claimant = event.by.removeprefix("player:")
            if claimant not in claimants:
                claimants.append(claimant)
                connection.execute(update(GAMES).where(here).values(claimants=claimants))
            type_, about = "dispute_opened", {"dispute": f"{game}.{event.n}", "event": event.data["event"]}
        else:
            type_, about = ABOUT_DISPUTES[type(event)], {"dispute": f"{game}.{event.data['dispute']}"}
        if isinstance(event, DisputeRuled):
            about["verdict"] = event.data["verdict"]
        self._tell(connection, event, [*self._players(connection, game), *claimants], type_, about)

    def _owe(self, connection: Connection, game: str, event: GameEvent) -> None:
        """Stores the pending decisions, and tells players of new ones of theirs."""
        owes = dict(event.metadata.get("owes", ()))
        for row in seats_of(connection, game):
            decision = owes.get(row.seat)
            if decision == row.decision:
                continue
            since = None if decision is None else event.at
            self._change(connection, game, row.seat, decision=decision, since=since)
            if decision is not None and row.player is not None and row.bot is None:
                about = {"seat": row.seat, "decision": decision}
                self._tell(connection, event, [row.player], "turn", about)

    @staticmethod
    def _change(connection: Connection, game: str, seat: int, **values: Any) -> None:
        connection.execute(update(SEATS).where(SEATS.c.game == game, SEATS.c.seat == seat).values(**values))

    @staticmethod
    def _players(connection: Connection, game: str) -> list[str]:
        return _accounts(seats_of(connection, game))

    def _everybody(self, connection: Connection, game: str) -> list[str]:
        creator = connection.scalar(select(GAMES.c.creator).where(GAMES.c.game == game))
        return [*self._players(connection, game), *(() if creator is None else (creator,))]

    @staticmethod
    def _tell(
        connection: Connection, event: GameEvent, accounts: Iterable[str], type_: str, about: Mapping[str, Any]
    ) -> None:
        for account in dict.fromkeys(accounts):
            append(connection, account, type_, at=event.at, game=str(event.originator_id), n=event.n, about=about)


def _accounts(rows: Iterable[Any]) -> list[str]:
    return [row.player for row in rows if row.player is not None]
