"""
The collection: every game that is over and whose seed is revealed, in the order in which they became public.

Built from events alone. A game gets its place when its seed is revealed, and keeps it, so that a client that reads the
collection from one place to the next misses nothing. Disputes after the end change no place.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Index,
    Integer,
    MetaData,
    Select,
    String,
    Table,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from delvebook.domain.canonical import jcs
from delvebook.domain.events import (
    GameAborted,
    GameCreated,
    GameFinished,
    GameStarted,
    SeatLeft,
    SeatReplaced,
    SeatTaken,
    SeedRevealed,
)
from delvebook.domain.game_event import GameEvent
from delvebook.projections.projector import EventByEvent

METADATA: Final = MetaData()

GAMES: Final = Table(
    "collected_games",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("place", Integer, unique=True),
    Column("ruleset", String(80), nullable=False),
    Column("status", String(10), nullable=False),
    Column("visibility", String(10), nullable=False),
    Column("creator", String(40)),
    Column("ended_at", String(27)),
    Index("collected_games_by_ruleset", "ruleset", "place"),
    Index("collected_games_by_end", "ended_at"),
)
SEATS: Final = Table(
    "collected_seats",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("player", String(40)),
    Column("bot", String(80)),
    Index("collected_seats_by_player", "player"),
    Index("collected_seats_by_bot", "bot"),
)
OPTIONS: Final = Table(
    "collected_options",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("name", String(80), primary_key=True),
    Column("value", String(400), nullable=False),
    Index("collected_options_by_value", "name", "value"),
)
ENDED: Final = ("finished", "aborted")


@dataclass(frozen=True, slots=True)
class GameFilter:
    """
    A filter for the games of the collection.

    Attributes:
        statuses: `finished`, `aborted` or both.
        ruleset: `id@version`, or an id alone.
        since: Only games that ended at this time or later.
        until: Only games that ended before this time.
        player: Only games in which this account had a seat.
        bot: Only games in which this bot had a seat: a kind, or a program with its version.
        options: Only games with these options, each as text (`option_text`).
    """

    statuses: Collection[str] = ("finished",)
    ruleset: str | None = None
    since: str | None = None
    until: str | None = None
    player: str | None = None
    bot: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)


class Collected(NamedTuple):
    """A game of the collection, with its place."""

    place: int
    game: str


class CollectionProjection(EventByEvent):
    """Writes the collection, one event at a time, inside the projector's transaction."""

    name: Final = "collection"
    shape: Final = 2
    metadata: Final = METADATA

    def _apply(self, connection: Connection, event: GameEvent) -> None:
        game = str(event.originator_id)
        match event:
            case GameCreated():
                self._create(connection, game, event.data)
            case SeatTaken() | SeatReplaced():
                seat = {key: event.data.get(key) for key in ("seat", "player", "bot")}
                connection.execute(insert(SEATS).values(game=game, n=event.n, **seat))
            case SeatLeft():
                connection.execute(delete(SEATS).where(SEATS.c.game == game, SEATS.c.seat == event.data["seat"]))
            case GameStarted():
                _change(connection, game, status="running")
            case GameFinished():
                _change(connection, game, status="finished", ended_at=event.at)
            case GameAborted():
                # A game that never started is no game to read, though its seed is revealed as well.
                is_begun = connection.scalar(select(GAMES.c.status).where(GAMES.c.game == game)) == "running"
                _change(connection, game, status="aborted" if is_begun else "unplayed", ended_at=event.at)
            case SeedRevealed():
                last = connection.scalar(select(func.max(GAMES.c.place))) or 0
                _change(connection, game, place=last + 1)
            case _:
                pass

    @staticmethod
    def _create(connection: Connection, game: str, data: Mapping[str, Any]) -> None:
        connection.execute(
            insert(GAMES).values(
                game=game,
                ruleset=data["ruleset"],
                status="open",
                visibility=data.get("visibility", "public"),
                creator=data.get("creator"),
            )
        )
        options = [{"game": game, "name": name, "value": option_text(one)} for name, one in data["options"].items()]
        if options:
            connection.execute(insert(OPTIONS), options)


class CollectionReader:
    """
    Reads the collection.

    Args:
        engine: Its database.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def page(self, filter_: GameFilter, *, viewer: str | None, after: int = 0, limit: int = 100) -> list[Collected]:
        """
        Games in the order of their places.

        Args:
            filter_: The filter.
            viewer: The account that asks. Unlisted and private games are shown only to their creator and players.
            after: The place of the last game on the previous page.
            limit: The largest number of games returned.
        """
        query = _where(select(GAMES.c.place, GAMES.c.game), filter_, viewer).where(GAMES.c.place > after)
        with self._engine.connect() as connection:
            return [Collected(*row) for row in connection.execute(query.order_by(GAMES.c.place).limit(limit))]

    def count(self, filter_: GameFilter, *, viewer: str | None) -> int:
        """Returns the number of games that match."""
        with self._engine.connect() as connection:
            return connection.scalar(_where(select(func.count()).select_from(GAMES), filter_, viewer)) or 0

    def place_of(self, game: str) -> int | None:
        """The place of a game; None if it is not in the collection."""
        with self._engine.connect() as connection:
            return connection.scalar(select(GAMES.c.place).where(GAMES.c.game == game))


def option_text(value: object) -> str:
    """Returns an option as text: a string as it is, any other value as canonical JSON."""
    return (value if isinstance(value, str) else jcs(value).decode())[:400]


def _change(connection: Connection, game: str, **values: object) -> None:
    connection.execute(update(GAMES).where(GAMES.c.game == game).values(**values))


def _where(query: Select[object], filter_: GameFilter, viewer: str | None) -> Select[Any]:
    """Returns the query, restricted to the games of the filter that the viewer may find."""
    shown = GAMES.c.visibility == "public"
    if viewer is not None:
        mine = select(SEATS.c.game).where(SEATS.c.player == viewer)
        shown = or_(shown, GAMES.c.creator == viewer, GAMES.c.game.in_(mine))
    query = query.where(GAMES.c.place.is_not(None), shown, GAMES.c.status.in_(list(filter_.statuses)))
    if filter_.ruleset is not None and "@" in filter_.ruleset:
        query = query.where(GAMES.c.ruleset == filter_.ruleset)
    elif filter_.ruleset is not None:
        query = query.where(GAMES.c.ruleset.startswith(f"{filter_.ruleset}@", autoescape=True))
    if filter_.since is not None:
        query = query.where(GAMES.c.ended_at >= filter_.since)
    if filter_.until is not None:
        query = query.where(GAMES.c.ended_at < filter_.until)
    if filter_.player is not None:
        query = query.where(GAMES.c.game.in_(select(SEATS.c.game).where(SEATS.c.player == filter_.player)))
    if filter_.bot is not None:
        is_it = SEATS.c.bot == filter_.bot
        if "@" not in filter_.bot:
            is_it = or_(is_it, SEATS.c.bot.startswith(f"{filter_.bot}@", autoescape=True))
        query = query.where(GAMES.c.game.in_(select(SEATS.c.game).where(is_it)))
    for name, value in filter_.options.items():
        has_it = select(OPTIONS.c.game).where(OPTIONS.c.name == name, OPTIONS.c.value == value)
        query = query.where(GAMES.c.game.in_(has_it))
    return query
