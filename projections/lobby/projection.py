"""The projection of the lobby: applies events to its tables."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from delvebook.domain.clocks import Clock
from delvebook.domain.delays import Delay
from delvebook.domain.events import (
    DisputeRuled,
    GameAborted,
    GameCreated,
    GameFinished,
    GameStarted,
    NonceRevealed,
    SeatLeft,
    SeatReplaced,
    SeatResigned,
    SeatsClosed,
    SeatTaken,
)
from delvebook.domain.game_event import GameEvent
from delvebook.domain.progress import WITHOUT_DECISIONS, Turn
from delvebook.projections.lobby.tables import GAMES, HELD, METADATA, SEATS, turn_of

_GAME: Final = update(GAMES).where(GAMES.c.game == bindparam("of_game"))
"""Updates the other given columns, for many games at a time."""
_SEAT: Final = update(SEATS).where(SEATS.c.game == bindparam("of_game"), SEATS.c.seat == bindparam("of_seat"))
"""Updates the other given columns, for many seats at a time."""
_NO_TURN: Final = msgspec.to_builtins(Turn())


class LobbyProjection:
    """Writes the lobby, one page of the log at a time, inside the projector's transaction."""

    name: Final = "lobby"
    shape: Final = 10
    is_disposable: Final = True
    metadata: Final = METADATA

    def apply(self, connection: Connection, events: Sequence[GameEvent]) -> None:
        """Applies events to the lobby. The columns that most events change are written once for each game."""
        page = _Page(connection, {str(event.originator_id) for event in events})
        for event in events:
            self._apply(connection, page, event)
        page.write()

    def _apply(self, connection: Connection, page: _Page, event: GameEvent) -> None:
        game = str(event.originator_id)
        changes: dict[str, object] = {}
        match event:
            case GameCreated():
                self._create(connection, game, event)
                return
            case SeatTaken() | SeatReplaced() | SeatLeft():
                self._seat(connection, game, event.data)
                if not isinstance(event, SeatReplaced):
                    changes["free_seats"] = GAMES.c.free_seats + (1 if isinstance(event, SeatLeft) else -1)
            case SeatResigned():
                self._give_up(connection, game, event.data)
            case SeatsClosed():
                changes["nonces_due"] = event.data["deadline"]
            case NonceRevealed():
                self._show_nonce(connection, game, event.data["seat"])
            case GameStarted():
                changes |= {"status": "running", "nonces_due": None}
            case GameFinished():
                changes |= {"status": "finished", "outcome": event.data["outcome"]}
            case GameAborted():
                changes |= {"status": "aborted", "nonces_due": None, "resumed_by": event.data.get("resumed_by")}
            case DisputeRuled():
                changes["remedies"] = self._remedies(connection, game, event)
            case _:
                pass
        if changes:
            connection.execute(update(GAMES).where(GAMES.c.game == game).values(**changes))
        state = page.of(game)
        state.apply(event)
        if state.delay is not None and not isinstance(event, WITHOUT_DECISIONS):
            page.write(game)
            self._hold_back(connection, game, event, state.delay)

    def _create(self, connection: Connection, game: str, event: GameEvent) -> None:
        data, clock, delay = event.data, Clock.read(event.data), Delay.read(event.data)
        reserved = data.get("reserved") or [None] * data["seats"]
        connection.execute(
            insert(GAMES).values(
                game=game,
                ruleset=data["ruleset"],
                status="open",
                visibility=data.get("visibility", "public"),
                creator=data.get("creator"),
                parent=data.get("parent"),
                parent_game=data.get("parent", {}).get("game"),
                clock_stopped=False,
                seat_count=data["seats"],
                options=data["options"],
                clock=None if clock is None else clock.to_plain(),
                clock_kind=None if clock is None else clock.kind,
                rematch_of=data.get("rematch_of"),
                spectator_delay=data.get("spectator_delay"),
                hints=data.get("hints", False),
                delay=msgspec.to_builtins(delay),
                free_seats=data["seats"],
                reserved=data.get("reserved"),
                remedies={},
                n=event.n,
                action_count=0,
                created_at=event.at,
                updated_at=event.at,
            )
        )
        connection.execute(
            insert(SEATS),
            [
                {
                    "game": game,
                    "seat": seat,
                    "reserved_for": account,
                    "owes_nonce": False,
                    "resigned": False,
                    "turn": _NO_TURN,
                }
                for seat, account in enumerate(reserved)
            ],
        )

    def _seat(self, connection: Connection, game: str, data: Mapping[str, Any]) -> None:
        connection.execute(
            update(SEATS)
            .where(SEATS.c.game == game, SEATS.c.seat == data["seat"])
            .values(
                player=data.get("player"),
                bot=data.get("bot"),
                owes_nonce=data.get("nonce_commitment") is not None,
            )
        )

    def _give_up(self, connection: Connection, game: str, data: Mapping[str, Any]) -> None:
        values: dict[str, object] = {"resigned": True}
        if data["bot"] is not None:
            values["bot"] = data["bot"]
        connection.execute(update(SEATS).where(SEATS.c.game == game, SEATS.c.seat == data["seat"]).values(**values))

    def _remedies(self, connection: Connection, game: str, event: GameEvent) -> dict[str, object]:
        """The remedies of a game's disputes by the disputes' numbers, each with the event of its ruling."""
        known = connection.scalar(select(GAMES.c.remedies).where(GAMES.c.game == game))
        return {**(known or {}), str(event.data["dispute"]): {"n": event.n, "remedy": event.data["remedy"]}}

    def _show_nonce(self, connection: Connection, game: str, seat: int) -> None:
        connection.execute(update(SEATS).where(SEATS.c.game == game, SEATS.c.seat == seat).values(owes_nonce=False))

    def _hold_back(self, connection: Connection, game: str, event: GameEvent, delay: Delay) -> None:
        """Keeps the game's state until it becomes public, and shows the state that is public by now."""
        here, held = GAMES.c.game == game, HELD.c.game == game
        now = delay.after(event)
        if now is None:
            connection.execute(delete(HELD).where(held))
            connection.execute(update(GAMES).where(here).values(delay=None, shown=None))
        elif (until := now.shown_until) is not None:
            connection.execute(insert(HELD).values(game=game, n=event.n, standing=_standing(connection, game)))
            shown: dict[str, Any] = connection.execute(
                select(HELD.c.standing).where(held, HELD.c.n == until)
            ).scalar_one()
            connection.execute(delete(HELD).where(held, HELD.c.n < until))
            connection.execute(
                update(GAMES)
                .where(here)
                .values(delay=msgspec.to_builtins(now), shown=shown, updated_at=shown["game"]["updated_at"])
            )


def _standing(connection: Connection, game: str) -> dict[str, object]:
    """Returns the rows of a game, as plain data."""
    row = connection.execute(select(GAMES).where(GAMES.c.game == game)).mappings().one()
    seats = connection.execute(select(SEATS).where(SEATS.c.game == game).order_by(SEATS.c.seat)).mappings()
    return {
        "game": {name: value for name, value in row.items() if name not in ("delay", "shown")},
        "seats": [dict(seat) for seat in seats],
    }


class _GameState:
    """
    The part of a game's lobby state that nearly every event changes.

    Attributes:
        values: The changed values of the game's own row.
        delay: The events held back from spectators; None if there is no delay.
        turns: The pending decision of each seat.
        changed: The seats whose turns have changed since they were read.
    """

    __slots__ = ("_clock", "changed", "delay", "turns", "values")

    def __init__(self, row: Any, seats: Sequence[Any]) -> None:
        self._clock = Clock.read({"clock": row.clock})
        self.values: dict[str, Any] = {"action_count": row.action_count, "round": row.round}
        self.delay = msgspec.convert(row.delay, Delay | None)
        self.turns = {seat.seat: turn_of(seat.turn) for seat in seats}
        self.changed: set[int] = set()

    def apply(self, event: GameEvent) -> None:
        """Updates the state by the event."""
        is_stopped = "stopped" in event.metadata
        self.values |= {"n": event.n, "updated_at": event.at, "clock_stopped": is_stopped}
        self.values["action_count"] += event.type == "ActionTaken"
        self.values["round"] = event.metadata.get("round", self.values["round"])
        if isinstance(event, WITHOUT_DECISIONS):
            return
        owes = dict(event.metadata.get("owes", ()))
        before = [self.turns[seat] for seat in sorted(self.turns)]
        for seat, known in enumerate(before):
            turn = known.after(event, seat=seat, decision=owes.get(seat), is_stopped=is_stopped, turns=before)
            if turn != known:
                self.turns[seat] = turn
                self.changed.add(seat)

    def turns_changed(self) -> Iterator[dict[str, object]]:
        """Yields the rows of the seats whose turns have changed, each with its deadline."""
        for seat in sorted(self.changed):
            turn = self.turns[seat]
            yield {
                "of_seat": seat,
                "decision": turn.decision,
                "since": turn.since,
                "turn": msgspec.to_builtins(turn),
                "deadline": None if self._clock is None else self._clock.deadline(turn),
            }


class _Page:
    """
    The states of the games of one page of the log, read together and written together.

    Args:
        connection: The projector's transaction.
        games: The games of the page.
    """

    def __init__(self, connection: Connection, games: Collection[str]) -> None:
        self._connection = connection
        self._states: dict[str, _GameState] = {}
        self._read(games)

    def of(self, game: str) -> _GameState:
        """Returns the state of a game. `write` stores the changes made to it."""
        if game not in self._states:
            self._read([game])
        return self._states[game]

    def _read(self, games: Collection[str]) -> None:
        turns = SEATS.c["game", "seat", "turn"]
        seats: dict[str, list[object]] = {}
        for row in self._connection.execute(select(*turns).where(SEATS.c.game.in_(games)).order_by(SEATS.c.seat)):
            seats.setdefault(row.game, []).append(row)
        rows = GAMES.c["game", "clock", "delay", "action_count", "round"]
        for row in self._connection.execute(select(*rows).where(GAMES.c.game.in_(games))):
            self._states[row.game] = _GameState(row, seats[row.game])

    def write(self, *games: str) -> None:
        """Writes the changes of these games, or of all. Games with later events are read again."""
        written = {game: self._states.pop(game) for game in games or tuple(self._states)}
        rows = [{"of_game": game, **one.values} for game, one in written.items() if "n" in one.values]
        if rows:
            self._connection.execute(_GAME, rows)
        turns = [{"of_game": game, **turn} for game, one in written.items() for turn in one.turns_changed()]
        if turns:
            self._connection.execute(_SEAT, turns)
