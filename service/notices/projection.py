"""Writes notices about accounts' games from the events of the log. The follower runs it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, bindparam, insert, select, update

from delvebook.domain.events import (
    DisputeAppealed,
    DisputeOpened,
    DisputeRuled,
    DisputeWithdrawn,
    GameAborted,
    GameCreated,
    GameFinished,
    GameStarted,
    NonceRevealed,
    SeatLeft,
    SeatReplaced,
    SeatsClosed,
    SeatTaken,
    TakeBackAsked,
)
from delvebook.domain.game_event import GameEvent
from delvebook.domain.leaving import ABSENT, DEADLINE
from delvebook.domain.progress import WITHOUT_DECISIONS
from delvebook.service.notices.store import GAMES, METADATA, SEATS, Told, append

ABOUT_DISPUTES: Final = {
    DisputeRuled: "dispute_ruled",
    DisputeAppealed: "dispute_appealed",
    DisputeWithdrawn: "dispute_withdrawn",
}
OF_A_SEAT: Final = ("player", "bot", "has_promised", "nonce_deadline", "decision", "since")
"""The changing data of a seat."""
_SEAT: Final = update(SEATS).where(SEATS.c.game == bindparam("of_game"), SEATS.c.seat == bindparam("of_seat"))
"""Updates the other given columns, for many seats at a time."""


class NoticesProjection:
    """
    Writes notices, one page of the log at a time, inside the projector's transaction.

    A game concerns the accounts that have its seats, even while a bot plays them. Its end also concerns its creator,
    and its disputes the claimants. Notices contain only data that is public in the game, or the account's own.
    """

    name: Final = "notices"
    shape: Final = 1
    is_disposable: Final = False
    """Other notices (`Notices.tell`) do not follow from events, and numbers must never be reused."""
    metadata: Final = METADATA

    def apply(self, connection: Connection, events: Sequence[GameEvent]) -> None:
        """Applies events. Notices are stored in their order, and every seat is written once."""
        page = _Page(connection, {str(event.originator_id) for event in events})
        for event in events:
            _apply(page, event)
        page.write()


def _apply(page: _Page, event: GameEvent) -> None:
    game = str(event.originator_id)
    match event:
        case GameCreated():
            _create(page, game, event)
        case SeatTaken() | SeatReplaced() | SeatLeft():
            _seat(page, game, event)
        case SeatsClosed():
            _close(page, game, event)
        case NonceRevealed():
            page.change(game, event.data["seat"], nonce_deadline=None)
        case GameStarted():
            page.tell(event, page.players(game), "started", {})
        case TakeBackAsked():
            asked = [one for one in event.data["of"] if not page.seats(game)[one]["bot"]]
            page.tell(event, page.players(game, asked), "take_back_asked", {"seat": event.data["seat"]})
        case GameFinished():
            about = {"winners": event.data["outcome"]["winners"]}
            page.tell(event, _everybody(page, game), "finished", about)
        case GameAborted():
            about = {"reason": event.data["reason"], "resumed_by": event.data.get("resumed_by")}
            page.tell(event, _everybody(page, game), "aborted", about)
        case DisputeOpened() | DisputeRuled() | DisputeAppealed() | DisputeWithdrawn():
            _dispute(page, game, event)
        case _:
            pass
    if isinstance(event, (GameStarted, GameAborted)):
        for seat in page.seats(game):
            page.change(game, seat, nonce_deadline=None)
    if not isinstance(event, WITHOUT_DECISIONS):
        _owe(page, game, event)


def _create(page: _Page, game: str, event: GameEvent) -> None:
    data = event.data
    page.add(game, creator=data.get("creator"), seats=data["seats"])
    for seat, account in enumerate(data.get("reserved") or ()):
        if account is not None:
            about = {"seat": seat, "parent": data.get("parent", {}).get("game")}
            page.tell(event, [account], "seat_kept", about)


def _seat(page: _Page, game: str, event: GameEvent) -> None:
    data = event.data
    has_promised = int(data.get("nonce_commitment") is not None)
    # If a seat changes hands while a decision is open, `_owe` tells the account that has it then.
    values = {"player": data.get("player"), "bot": data.get("bot"), "has_promised": has_promised, "decision": None}
    page.change(game, data["seat"], **values)
    if isinstance(event, SeatReplaced) and data["reason"] in (DEADLINE, ABSENT) and data.get("player") is not None:
        about = {"seat": data["seat"], "bot": data["bot"]}
        page.tell(event, [data["player"]], "seat_replaced", about)


def _close(page: _Page, game: str, event: GameEvent) -> None:
    deadline = event.data["deadline"]
    for seat, row in page.seats(game).items():
        if row["player"] is not None and row["has_promised"]:
            page.change(game, seat, nonce_deadline=deadline)
            page.tell(event, [row["player"]], "nonce_wanted", {"seat": seat, "deadline": deadline})


def _dispute(page: _Page, game: str, event: GameEvent) -> None:
    claimants = page.claimants(game)
    if isinstance(event, DisputeOpened):
        claimant = event.by.removeprefix("player:")
        if claimant not in claimants:
            claimants.append(claimant)
            page.set_claimants(game, claimants)
        type_, about = "dispute_opened", {"dispute": f"{game}.{event.n}", "event": event.data["event"]}
    else:
        type_, about = ABOUT_DISPUTES[type(event)], {"dispute": f"{game}.{event.data['dispute']}"}
    if isinstance(event, DisputeRuled):
        about["verdict"] = event.data["verdict"]
    page.tell(event, [*page.players(game), *claimants], type_, about)


def _owe(page: _Page, game: str, event: GameEvent) -> None:
    """Stores the pending decisions, and tells players of their new ones."""
    owes = dict(event.metadata.get("owes", ()))
    for seat, row in page.seats(game).items():
        decision = owes.get(seat)
        if decision == row["decision"]:
            continue
        page.change(game, seat, decision=decision, since=None if decision is None else event.at)
        if decision is not None and row["player"] is not None and row["bot"] is None:
            page.tell(event, [row["player"]], "turn", {"seat": seat, "decision": decision})


def _everybody(page: _Page, game: str) -> list[str]:
    creator = page.creator(game)
    return [*page.players(game), *(() if creator is None else (creator,))]


class _Page:
    """
    The seats of the games of one page of the log. They are read together, and written together with the notices.

    Args:
        connection: The projector's transaction.
        games: The games of the page.
    """

    def __init__(self, connection: Connection, games: Collection[str]) -> None:
        self._connection = connection
        self._seats: dict[str, dict[int, dict[str, Any]]] = {}
        self._changed: dict[tuple[str, int], None] = {}
        self._told: list[Told] = []
        query = select(SEATS).where(SEATS.c.game.in_(games)).order_by(SEATS.c.game, SEATS.c.seat)
        for row in connection.execute(query).mappings():
            self._seats.setdefault(row["game"], {})[row["seat"]] = {name: row[name] for name in OF_A_SEAT}

    def add(self, game: str, *, creator: str | None, seats: int) -> None:
        """Adds a game with empty seats."""
        self._connection.execute(insert(GAMES).values(game=game, creator=creator, claimants=[]))
        empty: dict[str, object] = {**dict.fromkeys(OF_A_SEAT), "has_promised": 0}
        self._seats[game] = {seat: dict(empty) for seat in range(seats)}
        rows = [{"game": game, "seat": seat, **empty} for seat in range(seats)]
        self._connection.execute(insert(SEATS), rows)

    def seats(self, game: str) -> Mapping[int, Mapping[str, Any]]:
        """Returns the seats of a game, in order, with their data."""
        return self._seats[game]

    def players(self, game: str, seats: Collection[int] | None = None) -> list[str]:
        """Returns the accounts that have the seats of a game, or these of them."""
        rows = self._seats[game].items()
        return [row["player"] for seat, row in rows if row["player"] is not None and (seats is None or seat in seats)]

    def change(self, game: str, seat: int, **values: object) -> None:
        """Changes the data of a seat."""
        self._seats[game][seat] |= values
        self._changed[game, seat] = None

    def tell(self, event: GameEvent, accounts: Iterable[str], type_: str, about: Mapping[str, object]) -> None:
        """Tells each of the accounts once."""
        for account in dict.fromkeys(accounts):
            self._told.append(Told(account, type_, event.at, str(event.originator_id), event.n, about))

    def creator(self, game: str) -> str | None:
        """Returns the account that created a game."""
        return self._connection.scalar(select(GAMES.c.creator).where(GAMES.c.game == game))

    def claimants(self, game: str) -> list[str]:
        """Returns the accounts that have made a claim about a game."""
        return list(self._connection.scalar(select(GAMES.c.claimants).where(GAMES.c.game == game)) or ())

    def set_claimants(self, game: str, claimants: list[str]) -> None:
        """Stores them."""
        self._connection.execute(update(GAMES).where(GAMES.c.game == game).values(claimants=claimants))

    def write(self) -> None:
        """Writes the changed seats and the new notices."""
        rows = [{"of_game": game, "of_seat": seat, **self._seats[game][seat]} for game, seat in self._changed]
        if rows:
            self._connection.execute(_SEAT, rows)
        if self._told:
            append(self._connection, self._told)
