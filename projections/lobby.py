"""
The lobby: all games, their seats, the pending decisions, and since when they are pending.

Built from events alone by following the log. One command drops and rebuilds it.
Everything in it is public, except unlisted and private games: those are listed only for their own players.

A running game with a delay is listed for its players as it stands, and for others as it stood when the delay began
(`shown`). `updated_at`, by which the list is sorted, is the same for all: when `shown` last changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Engine,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    and_,
    bindparam,
    delete,
    insert,
    or_,
    select,
    update,
)

from delvebook.domain.clocks import Clock
from delvebook.domain.delays import Delay
from delvebook.domain.events import (
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
from delvebook.projections.people import NOBODY
from delvebook.projections.views import (
    Names,
    People,
    clock_body,
    deadline_of,
    person_body,
    seat_body,
    time_left_ms,
)
from delvebook.replays.sentences import seat_name

Order = Literal["updated", "created"]
"""By which time games are listed."""
METADATA: Final = MetaData()

GAMES: Final = Table(
    "lobby_games",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("ruleset", String(80), nullable=False),
    Column("status", String(10), nullable=False),
    Column("visibility", String(10), nullable=False),
    Column("creator", String(40)),
    Column("parent", JSON),
    Column("parent_game", String(36)),
    Column("clock_stopped", Boolean, nullable=False),
    Column("seat_count", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("clock", JSON),
    Column("clock_kind", String(20)),
    Column("rematch_of", String(36)),
    Column("free_seats", Integer, nullable=False),
    Column("nonces_due", String(27)),
    Column("n", Integer, nullable=False),
    Column("action_count", Integer, nullable=False),
    Column("created_at", String(27), nullable=False),
    Column("updated_at", String(27), nullable=False),
    Column("outcome", JSON),
    Column("spectator_delay", JSON(none_as_null=True)),
    Column("delay", JSON(none_as_null=True)),
    Column("shown", JSON(none_as_null=True)),
    Index("lobby_games_by_update", "updated_at", "game"),
    Index("lobby_games_by_creation", "created_at", "game"),
    Index("lobby_games_by_status", "status", "updated_at", "game"),
    Index("lobby_games_by_parent", "parent_game"),
    Index("lobby_games_by_free_seats", "status", "free_seats", "updated_at", "game"),
    Index("lobby_games_by_nonces_due", "nonces_due"),
)
SEATS: Final = Table(
    "lobby_seats",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(40)),
    Column("bot", String(80)),
    Column("owes_nonce", Boolean, nullable=False),
    Column("decision", Integer),
    Column("since", String(27)),
    Column("counted_from", String(27)),
    Column("met_from", String(27)),
    Column("runs_from", String(27)),
    Column("used", BigInteger, nullable=False),
    Column("action_count", Integer, nullable=False),
    Column("is_taken_over", Boolean, nullable=False),
    Column("resigned", Boolean, nullable=False),
    Column("deadline", String(27)),
    Index("lobby_seats_by_player", "player"),
    Index("lobby_seats_by_deadline", "deadline"),
    Index("lobby_seats_by_decision", "bot", "decision"),
)


HELD: Final = Table(
    "lobby_held",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("standing", JSON, nullable=False),
)
"""Of running games with a delay: the rows above, as they stood after the events that not everybody may know yet."""


_GAME: Final = update(GAMES).where(GAMES.c.game == bindparam("of_game"))
"""Sets what else is given, of many games at a time."""
_SEAT: Final = update(SEATS).where(SEATS.c.game == bindparam("of_game"), SEATS.c.seat == bindparam("of_seat"))
"""Sets what else is given, of many seats at a time."""
_NO_TURN: Final[Mapping[str, Any]] = {"used": 0, "action_count": 0, "is_taken_over": False}
"""The members of a `Turn` that are never null, before the first."""


@dataclass(frozen=True, slots=True)
class OwedTurn:
    """A pending decision of a seat."""

    game: str
    seat: int
    decision: int


class LobbyProjection:
    """Writes the lobby, a page of the log at a time, inside the projector's transaction."""

    name: Final = "lobby"
    shape: Final = 8
    is_disposable: Final = True
    metadata: Final = METADATA

    def apply(self, connection: Connection, event: GameEvent) -> None:
        """Applies one event to the lobby."""
        self.apply_page(connection, [event])

    def apply_page(self, connection: Connection, events: Sequence[GameEvent]) -> None:
        """Applies many events to the lobby. What most of them change is written once for each game."""
        page = _Page(connection, {str(event.originator_id) for event in events})
        for event in events:
            self._apply(connection, page, event)
        page.write()

    def _apply(self, connection: Connection, page: _Page, event: GameEvent) -> None:
        game = str(event.originator_id)
        changes: dict[str, Any] = {}
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
                changes |= {"status": "aborted", "nonces_due": None}
            case _:
                pass
        if changes:
            connection.execute(update(GAMES).where(GAMES.c.game == game).values(**changes))
        standing = page.of(game)
        standing.follow(event)
        if standing.delay is not None and not isinstance(event, WITHOUT_DECISIONS):
            page.write(game)
            self._hold_back(connection, game, event, standing.delay)

    def _create(self, connection: Connection, game: str, event: GameEvent) -> None:
        data, clock, delay = event.data, Clock.read(event.data), Delay.read(event.data)
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
                delay=msgspec.to_builtins(delay),
                free_seats=data["seats"],
                n=event.n,
                action_count=0,
                created_at=event.at,
                updated_at=event.at,
            )
        )
        connection.execute(
            insert(SEATS),
            [
                {"game": game, "seat": seat, "owes_nonce": False, "resigned": False, **_NO_TURN}
                for seat in range(data["seats"])
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
        values: dict[str, Any] = {"resigned": True}
        if data["bot"] is not None:
            values["bot"] = data["bot"]
        connection.execute(update(SEATS).where(SEATS.c.game == game, SEATS.c.seat == data["seat"]).values(**values))

    def _show_nonce(self, connection: Connection, game: str, seat: int) -> None:
        connection.execute(update(SEATS).where(SEATS.c.game == game, SEATS.c.seat == seat).values(owes_nonce=False))

    def _hold_back(self, connection: Connection, game: str, event: GameEvent, delay: Delay) -> None:
        """Keeps how the game stands until everybody may know it, and shows what everybody may know by now."""
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


def _standing(connection: Connection, game: str) -> dict[str, Any]:
    """The rows of a game, as plain data."""
    row = connection.execute(select(GAMES).where(GAMES.c.game == game)).mappings().one()
    seats = connection.execute(select(SEATS).where(SEATS.c.game == game).order_by(SEATS.c.seat)).mappings()
    return {
        "game": {name: value for name, value in row.items() if name not in ("delay", "shown")},
        "seats": [dict(seat) for seat in seats],
    }


def _turn_of(row: Any) -> Turn:
    """The turn that a row of seats holds."""
    return Turn(**{name: getattr(row, name) for name in Turn._fields})


class _Standing:
    """
    How a game stands in the lobby, as far as nearly every event changes it.

    Attributes:
        values: What changes of the game's own row.
        delay: What is held back from others than its players; None if nothing is.
        turns: By seat, the decision it owes.
        changed: The seats whose turns have changed since they were read.
    """

    __slots__ = ("_clock", "changed", "delay", "turns", "values")

    def __init__(self, row: Any, seats: Sequence[Any]) -> None:
        self._clock = Clock.read({"clock": row.clock})
        self.values: dict[str, Any] = {"action_count": row.action_count}
        self.delay = msgspec.convert(row.delay, Delay | None)
        self.turns = {seat.seat: _turn_of(seat) for seat in seats}
        self.changed: set[int] = set()

    def follow(self, event: GameEvent) -> None:
        """Goes on to how it stands after the event."""
        is_stopped = "stopped" in event.metadata
        self.values |= {"n": event.n, "updated_at": event.at, "clock_stopped": is_stopped}
        self.values["action_count"] += event.type == "ActionTaken"
        if isinstance(event, WITHOUT_DECISIONS):
            return
        owes = dict(event.metadata.get("owes", ()))
        for seat, known in self.turns.items():
            turn = known.after(event, seat=seat, decision=owes.get(seat), is_stopped=is_stopped)
            if turn != known:
                self.turns[seat] = turn
                self.changed.add(seat)

    def turns_changed(self) -> Iterator[dict[str, Any]]:
        """The rows of the seats whose turns have changed, each with its deadline."""
        for seat in sorted(self.changed):
            turn = self.turns[seat]
            yield {"of_seat": seat, **turn._asdict(), "deadline": deadline_of(turn, self._clock)}


class _Page:
    """
    How the games of a page of the log stand, read together and written together.

    Args:
        connection: The projector's transaction.
        games: The games of the page.
    """

    def __init__(self, connection: Connection, games: Collection[str]) -> None:
        self._connection = connection
        self._standings: dict[str, _Standing] = {}
        self._read(games)

    def of(self, game: str) -> _Standing:
        """How a game stands; what changes of it there is written by `write`."""
        if game not in self._standings:
            self._read([game])
        return self._standings[game]

    def _read(self, games: Collection[str]) -> None:
        turns = SEATS.c["game", "seat", *Turn._fields]
        seats: dict[str, list[Any]] = {}
        for row in self._connection.execute(select(*turns).where(SEATS.c.game.in_(games)).order_by(SEATS.c.seat)):
            seats.setdefault(row.game, []).append(row)
        rows = GAMES.c["game", "clock", "delay", "action_count"]
        for row in self._connection.execute(select(*rows).where(GAMES.c.game.in_(games))):
            self._standings[row.game] = _Standing(row, seats[row.game])

    def write(self, *games: str) -> None:
        """Writes what has changed of these games, or of all; they are read anew if there is more about them."""
        written = {game: self._standings.pop(game) for game in games or tuple(self._standings)}
        rows = [{"of_game": game, **one.values} for game, one in written.items() if "n" in one.values]
        if rows:
            self._connection.execute(_GAME, rows)
        turns = [{"of_game": game, **turn} for game, one in written.items() for turn in one.turns_changed()]
        if turns:
            self._connection.execute(_SEAT, turns)


class LobbyReader:
    """
    Reads the lobby.

    Args:
        engine: Its database.
        names: Finds the names of accounts by their ids.
    """

    def __init__(self, engine: Engine, *, names: Names = lambda _: NOBODY) -> None:
        self._engine = engine
        self._names = names

    def games(
        self,
        *,
        viewer: str | None,
        status: str | None = None,
        ruleset: str | None = None,
        player: str | None = None,
        waiting_for: str | None = None,
        parent: str | None = None,
        rematch_of: str | None = None,
        has_free_seats: bool = False,
        seats: int | None = None,
        clock: str | None = None,
        order: Order = "updated",
        after: tuple[str, str] | None = None,
        limit: int = 50,
    ) -> list[dict[str, Any]]:
        """
        Games, the latest changed first, or the latest created.

        Args:
            viewer: The account that asks. Unlisted and private games are shown only to their creator and players.
            status: `open`, `running`, `finished` or `aborted`.
            ruleset: `id@version`, or an id alone.
            player: Only games in which this account has a seat.
            waiting_for: Only games that wait for a decision or for the nonce of this account, and that the viewer sees
                without a delay.
            parent: Only forks of this game.
            rematch_of: Only rematches of this game.
            has_free_seats: Only games that have not started and in which a seat is free.
            seats: Only games with this many seats.
            clock: Only games with a clock of this kind; `none` for those without one.
            order: `updated` or `created`. Only by their creation do games keep their places while they are listed.
            after: The `(updated_at, id)`, or `(created_at, id)`, of the last game on the previous page.
            limit: At most this many.
        """
        shown: ColumnElement[bool] = GAMES.c.visibility == "public"
        at_once: ColumnElement[bool] = GAMES.c.shown.is_(None)
        if viewer is not None:
            seated = GAMES.c.game.in_(select(SEATS.c.game).where(SEATS.c.player == viewer))
            shown, at_once = or_(shown, GAMES.c.creator == viewer, seated), or_(at_once, seated)
        query = select(GAMES).where(shown)
        if status is not None:
            query = query.where(GAMES.c.status == status)
        if ruleset is not None and "@" in ruleset:
            query = query.where(GAMES.c.ruleset == ruleset)
        elif ruleset is not None:
            query = query.where(GAMES.c.ruleset.startswith(f"{ruleset}@", autoescape=True))
        if player is not None:
            query = query.where(GAMES.c.game.in_(select(SEATS.c.game).where(SEATS.c.player == player)))
        if waiting_for is not None:
            mine = select(SEATS.c.game).where(SEATS.c.player == waiting_for, SEATS.c.bot.is_(None))
            decides = GAMES.c.game.in_(mine.where(SEATS.c.decision.is_not(None)))
            owes_nonce = and_(GAMES.c.nonces_due.is_not(None), GAMES.c.game.in_(mine.where(SEATS.c.owes_nonce)))
            query = query.where(at_once, or_(decides, owes_nonce))
        if parent is not None:
            query = query.where(GAMES.c.parent_game == parent)
        if rematch_of is not None:
            query = query.where(GAMES.c.rematch_of == rematch_of)
        if has_free_seats:
            query = query.where(GAMES.c.status == "open", GAMES.c.free_seats > 0)
        if seats is not None:
            query = query.where(GAMES.c.seat_count == seats)
        if clock is not None:
            query = query.where(GAMES.c.clock_kind.is_(None) if clock == "none" else GAMES.c.clock_kind == clock)
        place = GAMES.c.created_at if order == "created" else GAMES.c.updated_at
        if after is not None:
            at, game = after
            query = query.where(or_(place < at, and_(place == at, GAMES.c.game < game)))
        query = query.order_by(place.desc(), GAMES.c.game.desc()).limit(limit)
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
            names = [row.game for row in rows]
            taken = connection.execute(
                select(SEATS).where(SEATS.c.game.in_(names)).order_by(SEATS.c.game, SEATS.c.seat)
            ).all()
        at_table: dict[str, list[Any]] = {}
        for seat in taken:
            at_table.setdefault(seat.game, []).append(seat)
        known = {row.creator for row in rows} | {seat.player for seat in taken}
        people = self._names({account for account in known if account is not None})
        return [self._body(*_as_seen(row, at_table.get(row.game, []), viewer), people) for row in rows]

    def owed_bot_turns(
        self, *, games: Sequence[str] | None = None, since_before: str | None = None, limit: int = 1000
    ) -> list[OwedTurn]:
        """
        Pending decisions of bots: of these games or of all, and open since before a time if one is given.

        Bots wait while a game's clock is stopped.
        """
        query = (
            select(SEATS.c.game, SEATS.c.seat, SEATS.c.decision)
            .where(SEATS.c.bot.is_not(None), SEATS.c.decision.is_not(None))
            .where(SEATS.c.game.not_in(select(GAMES.c.game).where(GAMES.c.clock_stopped)))
            .order_by(SEATS.c.since, SEATS.c.game, SEATS.c.seat)
            .limit(limit)
        )
        if games is not None:
            query = query.where(SEATS.c.game.in_(games))
        if since_before is not None:
            query = query.where(SEATS.c.since < since_before)
        with self._engine.connect() as connection:
            return [OwedTurn(*row) for row in connection.execute(query)]

    def overdue_turns(self, now: str, *, limit: int = 1000) -> list[OwedTurn]:
        """Pending decisions of players whose deadline has passed."""
        query = (
            select(SEATS.c.game, SEATS.c.seat, SEATS.c.decision)
            .where(SEATS.c.deadline < now, SEATS.c.bot.is_(None), SEATS.c.decision.is_not(None))
            .order_by(SEATS.c.deadline)
            .limit(limit)
        )
        with self._engine.connect() as connection:
            return [OwedTurn(*row) for row in connection.execute(query)]

    def overdue_nonces(self, now: str, *, limit: int = 1000) -> list[str]:
        """The games in which the deadline for showing nonces has passed."""
        query = select(GAMES.c.game).where(GAMES.c.nonces_due < now).order_by(GAMES.c.nonces_due).limit(limit)
        with self._engine.connect() as connection:
            return list(connection.scalars(query))

    @staticmethod
    def _body(row: Any, seats: Sequence[Any], people: People) -> dict[str, Any]:
        """A game with the members that it has alone (`views.game_body`), as far as they are the same for everybody."""
        clock = Clock.read({"clock": row.clock})
        return {
            "id": row.game,
            "ruleset": row.ruleset,
            "n": row.n,
            "status": row.status,
            "visibility": row.visibility,
            "options": row.options,
            "clock": clock_body(clock),
            "clock_stopped": row.clock_stopped,
            "creator": person_body(row.creator, people),
            "created_at": row.created_at,
            "updated_at": row.updated_at,
            "action_count": row.action_count,
            "seats": [
                {
                    **seat_body(
                        seat.seat,
                        player=seat.player,
                        bot=seat.bot,
                        name=seat_name(seat.seat, player=seat.player, bot=seat.bot, people=people),
                        people=people,
                    ),
                    "to_act": seat.decision is not None,
                    "since": seat.since,
                    "deadline": row.nonces_due if row.nonces_due and seat.owes_nonce else seat.deadline,
                    "time_left_ms": time_left_ms(_turn_of(seat), clock),
                    "owes_nonce": row.nonces_due is not None and seat.owes_nonce,
                    "resigned": seat.resigned,
                }
                for seat in seats
            ],
            "to_act": [seat.seat for seat in seats if seat.decision is not None],
            "outcome": row.outcome,
            "parent": row.parent,
            "rematch_of": row.rematch_of,
            "spectator_delay": row.spectator_delay,
        }


def _as_seen(row: Any, seats: Sequence[Any], viewer: str | None) -> tuple[Any, Sequence[Any]]:
    """The rows of a game as that account may see them."""
    if row.shown is None or (viewer is not None and viewer in {seat.player for seat in seats}):
        return row, seats
    return SimpleNamespace(**row.shown["game"]), [SimpleNamespace(**seat) for seat in row.shown["seats"]]
