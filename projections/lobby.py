"""
The lobby: all games, their seats, the pending decisions, and since when they are pending.

Built from events alone by following the log. One command drops and rebuilds it.
Everything in it is public, except unlisted and private games: those are listed only for their own players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Engine,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    and_,
    insert,
    or_,
    select,
    update,
)

from delvebook.domain.events import (
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
)
from delvebook.domain.progress import WITHOUT_DECISIONS, Turn
from delvebook.projections.views import (
    NOBODY,
    Names,
    People,
    clock_body,
    deadline_of,
    person_body,
    seat_body,
    seat_name,
)

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
    Column("turn_seconds", Integer),
    Column("clock", JSON),
    Column("nonces_due", String(27)),
    Column("n", Integer, nullable=False),
    Column("action_count", Integer, nullable=False),
    Column("created_at", String(27), nullable=False),
    Column("updated_at", String(27), nullable=False),
    Column("outcome", JSON),
    Index("lobby_games_by_update", "updated_at", "game"),
    Index("lobby_games_by_status", "status", "updated_at", "game"),
    Index("lobby_games_by_parent", "parent_game"),
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
    Column("deadline", String(27)),
    Index("lobby_seats_by_player", "player"),
    Index("lobby_seats_by_deadline", "deadline"),
    Index("lobby_seats_by_decision", "bot", "decision"),
)


@dataclass(frozen=True, slots=True)
class OwedTurn:
    """A pending decision of a seat."""

    game: str
    seat: int
    decision: int


class LobbyProjection:
    """Writes the lobby, one event at a time, inside the projector's transaction."""

    name: Final = "lobby"
    shape: Final = 6
    is_disposable: Final = True
    metadata: Final = METADATA

    def apply(self, connection: Connection, event: GameEvent) -> None:
        """Applies one event to the lobby."""
        game = str(event.originator_id)
        changes: dict[str, Any] = {"n": event.n, "updated_at": event.at, "clock_stopped": "stopped" in event.metadata}
        match event:
            case GameCreated():
                self._create(connection, game, event)
                return
            case SeatTaken() | SeatReplaced() | SeatLeft():
                self._seat(connection, game, event.data)
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
        if event.type == "ActionTaken":
            changes["action_count"] = GAMES.c.action_count + 1
        connection.execute(update(GAMES).where(GAMES.c.game == game).values(**changes))
        if not isinstance(event, WITHOUT_DECISIONS):
            self._owe(connection, game, event)

    def _create(self, connection: Connection, game: str, event: GameEvent) -> None:
        data = event.data
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
                turn_seconds=(data.get("clock") or {}).get("turn_seconds"),
                clock=data.get("clock"),
                n=event.n,
                action_count=0,
                created_at=event.at,
                updated_at=event.at,
            )
        )
        connection.execute(
            insert(SEATS), [{"game": game, "seat": seat, "owes_nonce": False} for seat in range(data["seats"])]
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

    def _show_nonce(self, connection: Connection, game: str, seat: int) -> None:
        connection.execute(update(SEATS).where(SEATS.c.game == game, SEATS.c.seat == seat).values(owes_nonce=False))

    def _owe(self, connection: Connection, game: str, event: GameEvent) -> None:
        """Stores the pending decisions, since when they are open, and their deadlines."""
        owes = dict(event.metadata.get("owes", ()))
        turn_seconds = connection.scalar(select(GAMES.c.turn_seconds).where(GAMES.c.game == game))
        for row in connection.execute(select(SEATS).where(SEATS.c.game == game)).all():
            known = Turn(row.decision, row.since, row.counted_from, row.met_from)
            turn = known.after(
                event, seat=row.seat, decision=owes.get(row.seat), is_stopped="stopped" in event.metadata
            )
            if turn != known:
                connection.execute(
                    update(SEATS)
                    .where(SEATS.c.game == game, SEATS.c.seat == row.seat)
                    .values(**turn._asdict(), deadline=deadline_of(turn, turn_seconds))
                )


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
        after: tuple[str, str] | None = None,
        limit: int = 50,
    ) -> list[dict[str, Any]]:
        """
        Games, the latest changed first.

        Args:
            viewer: The account that asks. Unlisted and private games are shown only to their creator and players.
            status: `open`, `running`, `finished` or `aborted`.
            ruleset: `id@version`, or an id alone.
            player: Only games in which this account has a seat.
            waiting_for: Only games that wait for a decision or for the nonce of this account.
            parent: Only forks of this game.
            after: The `(updated_at, id)` of the last game on the previous page.
            limit: At most this many.
        """
        shown = GAMES.c.visibility == "public"
        if viewer is not None:
            mine = select(SEATS.c.game).where(SEATS.c.player == viewer)
            shown = or_(shown, GAMES.c.creator == viewer, GAMES.c.game.in_(mine))
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
            query = query.where(or_(decides, owes_nonce))
        if parent is not None:
            query = query.where(GAMES.c.parent_game == parent)
        if after is not None:
            at, game = after
            query = query.where(or_(GAMES.c.updated_at < at, and_(GAMES.c.updated_at == at, GAMES.c.game < game)))
        query = query.order_by(GAMES.c.updated_at.desc(), GAMES.c.game.desc()).limit(limit)
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
            names = [row.game for row in rows]
            seats = connection.execute(
                select(SEATS).where(SEATS.c.game.in_(names)).order_by(SEATS.c.game, SEATS.c.seat)
            ).all()
        at_table: dict[str, list[Any]] = {}
        for seat in seats:
            at_table.setdefault(seat.game, []).append(seat)
        known = {row.creator for row in rows} | {seat.player for seat in seats}
        people = self._names({account for account in known if account is not None})
        return [self._body(row, at_table.get(row.game, []), people) for row in rows]

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
        return {
            "id": row.game,
            "ruleset": row.ruleset,
            "n": row.n,
            "status": row.status,
            "visibility": row.visibility,
            "options": row.options,
            "clock": clock_body(row.clock),
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
                    "owes_nonce": row.nonces_due is not None and seat.owes_nonce,
                }
                for seat in seats
            ],
            "to_act": [seat.seat for seat in seats if seat.decision is not None],
            "outcome": row.outcome,
            "parent": row.parent,
        }
