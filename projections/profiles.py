"""
The facts about an account besides its name: how often it made games, how they ended by its doing, and its results.

Built from events alone, so the counts outlive the account and its name. The games themselves are not listed, because
some of them are private. Results count by title. Those of games that are not public are for the account alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final, NamedTuple

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Engine,
    Index,
    Integer,
    MetaData,
    RowMapping,
    String,
    Table,
    case,
    func,
    insert,
    select,
    update,
)

from delvebook.domain.events import (
    DisputeRuled,
    GameAborted,
    GameCreated,
    GameFinished,
    SeatLeft,
    SeatReplaced,
    SeatTaken,
)
from delvebook.domain.game_event import GameEvent
from delvebook.domain.leaving import AGREED
from delvebook.projections.projector import EventByEvent

METADATA: Final = MetaData()

COUNTS: Final = MappingProxyType(
    {
        "games_created": "Games that it created",
        "games_aborted": "Games that it broke off before any nonce was shown",
        "games_broken_off": "Games that it broke off, as an arbiter or operator, after the first nonce or the start",
        "created_broken_off": "Games that it created and that were broken off after the first nonce or the start, by "
        "anybody, without the consent of all players",
        "nonces_withheld": "Games that ended because it did not show its nonce",
        "games_settled": "Rulings by which it annulled a game or set its result",
        "games_resumed": "Rulings by which it had a game resumed, whose chance is then drawn anew",
    }
)
"""What is counted of an account, with its meaning."""

ACTS: Final = Table(
    "account_acts",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("account", String(64), primary_key=True),
    Column("what", String(20), primary_key=True),
    Index("account_acts_by_account", "account", "what"),
)
"""What accounts did, each act once: the event, the account, and the name in `COUNTS`."""


GAMES: Final = Table(
    "profile_games",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("title", String(80), nullable=False),
    Column("is_public", Boolean, nullable=False),
    Column("seats", JSON, nullable=False),
    Column("remedies", JSON, nullable=False),
)
"""Games that can count, with the account of each seat, and which disputes have a remedy. No forks but resumed games."""
RESULTS: Final = Table(
    "profile_results",
    METADATA,
    Column("account", String(64), primary_key=True),
    Column("game", String(36), primary_key=True),
    Column("title", String(80), nullable=False),
    Column("at", String(27), nullable=False),
    Column("is_won", Boolean, nullable=False),
    Column("is_shared", Boolean, nullable=False),
    Column("is_public", Boolean, nullable=False),
    Column("is_settled", Boolean, nullable=False),
)
"""Results of finished games by account. Those that a ruling has changed (`is_settled`) do not count."""


class TitleResults(NamedTuple):
    """
    An account's results in a title.

    Attributes:
        title: The title, in any version.
        games: How many games were finished.
        wins: How many of them were won, alone or with others.
        shared_wins: How many of the wins were shared with another seat.
        last_at: When the last game ended.
    """

    title: str
    games: int
    wins: int
    shared_wins: int
    last_at: str


class ProfilesProjection(EventByEvent):
    """Writes the profiles, one event at a time, inside the projector's transaction."""

    name: Final = "profiles"
    shape: Final = 4
    metadata: Final = METADATA

    def _apply(self, connection: Connection, event: GameEvent) -> None:
        game = str(event.originator_id)
        kind, _, author = event.by.partition(":")
        done: Iterable[tuple[str, str]] = ()
        match event:
            case GameCreated() if kind == "player":
                done = [(author, "games_created")]
            case GameAborted():
                done = self._aborted(connection, game, event)
            case DisputeRuled() if event.data["remedy"] is not None:
                is_resumed = event.data["remedy"]["type"] == "resume"
                done = [(author, "games_resumed" if is_resumed else "games_settled")]
            case _:
                pass
        self._follow(connection, game, event)
        rows = [{"game": game, "n": event.n, "account": account, "what": what} for account, what in done]
        if rows:
            connection.execute(insert(ACTS), rows)

    def _follow(self, connection: Connection, game: str, event: GameEvent) -> None:
        """Keeps who has which seat, and the results of finished games."""
        here, data = GAMES.c.game == game, event.data
        if isinstance(event, GameCreated):
            if "parent" not in data or "ruling" in data["parent"]:
                connection.execute(
                    insert(GAMES).values(
                        game=game,
                        title=data["ruleset"].partition("@")[0],
                        is_public=data.get("visibility", "public") == "public",
                        seats=[None] * data["seats"],
                        remedies={},
                    )
                )
            return
        if not isinstance(event, (SeatTaken, SeatReplaced, SeatLeft, GameFinished, DisputeRuled)):
            return
        row = connection.execute(select(GAMES).where(here)).mappings().first()
        if row is None:
            return
        if isinstance(event, GameFinished):
            self._finish(connection, row, event)
        elif isinstance(event, DisputeRuled):
            remedies = {**row["remedies"], str(data["dispute"]): data["remedy"] is not None}
            connection.execute(update(GAMES).where(here).values(remedies=remedies))
            settled = update(RESULTS).where(RESULTS.c.game == game).values(is_settled=any(remedies.values()))
            connection.execute(settled)
        else:
            seats = list(row["seats"])
            seats[data["seat"]] = data.get("player")
            connection.execute(update(GAMES).where(here).values(seats=seats))

    @staticmethod
    def _finish(connection: Connection, game: RowMapping, event: GameEvent) -> None:
        winners = event.data["outcome"]["winners"]
        known = {name: game[name] for name in ("game", "title", "is_public")}
        rows = [
            {
                "account": account,
                "at": event.at,
                "is_won": seat in winners,
                "is_shared": seat in winners and len(winners) > 1,
                "is_settled": False,
                **known,
            }
            for seat, account in enumerate(game["seats"])
            if account is not None
        ]
        if rows:
            connection.execute(insert(RESULTS), rows)

    def _aborted(self, connection: Connection, game: str, event: GameEvent) -> list[tuple[str, str]]:
        """Who broke the game off, whose it was, and who withheld a nonce."""
        kind, _, author = event.by.partition(":")
        is_broken_off = bool(event.metadata.get("broken_off"))
        done = [(account, "nonces_withheld") for account in event.metadata.get("withheld", ())]
        if kind in ("player", "arbiter"):
            done.append((author, "games_broken_off" if is_broken_off else "games_aborted"))
        if is_broken_off and event.data["reason"] != AGREED:
            made = (ACTS.c.game == game, ACTS.c.what == "games_created")
            creators = connection.scalars(select(ACTS.c.account).where(*made))
            done += [(creator, "created_broken_off") for creator in creators]
        return done


class ProfilesReader:
    """Reads the profiles."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def counts(self, account: str) -> dict[str, int]:
        """Returns what is counted of an account, by the names in `COUNTS`, whether or not it still exists."""
        query = select(ACTS.c.what, func.count()).where(ACTS.c.account == account).group_by(ACTS.c.what)
        with self._engine.connect() as connection:
            found = {str(what): int(count) for what, count in connection.execute(query)}
        return {what: found.get(what, 0) for what in COUNTS}

    def results(self, account: str, *, with_private: bool) -> list[TitleResults]:
        """
        Returns the account's results by title, the title with the most games first.

        Args:
            account: The account.
            with_private: Whether games count that are not public. They are for the account itself alone.
        """
        known, games = RESULTS.c, func.count()
        wins, shared = (func.sum(case((which, 1), else_=0)) for which in (known.is_won, known.is_shared))
        query = select(known.title, games, wins, shared, func.max(known.at))
        query = query.where(known.account == account, known.is_settled.is_(False))
        if not with_private:
            query = query.where(known.is_public)
        with self._engine.connect() as connection:
            found = connection.execute(query.group_by(known.title).order_by(games.desc(), known.title))
            return [
                TitleResults(title, int(count), int(won), int(together), at)
                for title, count, won, together, at in found
            ]
