"""
Leagues: ratings by title, options and season, from the results of finished games alone.

Built from events alone. A game counts if it is public, allows no hints, is not a fork, had no claim upheld, and
compares at least two people or two programs (`places_of`). Ratings are computed from the results of a league's season
in the order in which the games ended, then of their ids, so the order in which events are read does not matter. They
are kept as whole millionths and rounded after every game. With one pinned version of the library, every rebuild gives
the same tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from openskill.models import BradleyTerryFull
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
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.sql.expression import FromClause

from delvebook.domain.canonical import digest
from delvebook.domain.events import (
    DisputeRuled,
    GameCreated,
    GameFinished,
    SeatLeft,
    SeatReplaced,
    SeatResigned,
    SeatTaken,
)
from delvebook.domain.game_event import GameEvent
from delvebook.projections.projector import EventByEvent

METADATA: Final = MetaData()
GAMES: Final = Table(
    "league_games",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("league", String(100), nullable=False),
    Column("seats", JSON, nullable=False),
    Column("rulings", JSON, nullable=False),
)
RESULTS: Final = Table(
    "league_results",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("kind", String(10), primary_key=True),
    Column("league", String(100), nullable=False),
    Column("season", String(10), nullable=False),
    Column("at", String(27), nullable=False),
    Column("places", JSON, nullable=False),
    Column("is_upheld", Boolean, nullable=False),
    Index("league_results_in_order", "league", "season", "kind", "at", "game"),
)
RATINGS: Final = Table(
    "league_ratings",
    METADATA,
    Column("league", String(100), primary_key=True),
    Column("season", String(10), primary_key=True),
    Column("kind", String(10), primary_key=True),
    Column("who", String(80), primary_key=True),
    Column("mu", Integer, nullable=False),
    Column("sigma", Integer, nullable=False),
    Column("rating", Integer, nullable=False),
    Column("game_count", Integer, nullable=False),
    Column("win_count", Integer, nullable=False),
    Index("league_ratings_in_order", "league", "season", "kind", "rating", "who"),
)
LEAGUES: Final = Table(
    "leagues",
    METADATA,
    Column("league", String(100), primary_key=True),
    Column("title", String(80), nullable=False),
    Column("options", JSON, nullable=False),
)
HISTORY: Final = Table(
    "league_history",
    METADATA,
    Column("league", String(100), primary_key=True),
    Column("season", String(10), primary_key=True),
    Column("kind", String(10), primary_key=True),
    Column("who", String(80), primary_key=True),
    Column("game", String(36), primary_key=True),
    Column("at", String(27), nullable=False),
    Column("rating", Integer, nullable=False),
    Index("league_history_by_competitor", "who", "at", "game"),
)
"""The rating of each competitor after each game that counted."""
PLAYERS: Final = "players"
BOTS: Final = "bots"
KINDS: Final = (PLAYERS, BOTS)
MILLION: Final = 1_000_000
SIGMAS_BELOW: Final = 3
"""Ratings are mean skill minus this many standard deviations (a conservative estimate)."""
_MODEL: Final = BradleyTerryFull()
"""It compares every two competitors, so a better place is never rated worse, whatever places are shared."""


class LeagueTable(NamedTuple):
    """One table of ratings: a league and a season."""

    league: str
    season: str
    kind: str


class Rank(NamedTuple):
    """The rating data of one competitor. The values that are not counts are in millionths."""

    mu: int
    sigma: int
    game_count: int
    win_count: int

    @property
    def rating(self) -> int:
        """The value by which the competitor is ranked."""
        return self.mu - SIGMAS_BELOW * self.sigma


def league_of(ruleset: str, options: Mapping[str, object]) -> str:
    """Returns the league of a game, made of its title, in any version, and its options."""
    return f"{ruleset.partition('@')[0]}.{digest(dict(options))[:12]}"


def season_of(at: str) -> str:
    """Returns the season of a time: its quarter of the calendar, in UTC."""
    return f"{at[:4]}-q{(int(at[5:7]) + 2) // 3}"


def beginner() -> Rank:
    """Returns the rank of a competitor without results."""
    rating = _MODEL.rating()
    return Rank(round(rating.mu * MILLION), round(rating.sigma * MILLION), 0, 0)


def rated(ranks: Mapping[str, Rank], places: Sequence[Sequence[str]]) -> dict[str, Rank]:
    """
    Returns the ranks of the competitors of one more result.

    Args:
        ranks: The ranks before the result. Beginners may be left out.
        places: The competitors in groups, the best first. Those of one group share a place.
    """
    players = [(who, place) for place, group in enumerate(places, 1) for who in group]
    before = {who: ranks.get(who) or beginner() for who, _ in players}
    teams = [[_MODEL.rating(mu=before[who].mu / MILLION, sigma=before[who].sigma / MILLION)] for who, _ in players]
    after = _MODEL.rate(teams, ranks=[float(place) for _, place in players])
    return {
        who: Rank(
            round(rating.mu * MILLION),
            round(rating.sigma * MILLION),
            before[who].game_count + 1,
            before[who].win_count + (place == 1 and len(places) > 1),
        )
        for (who, place), (rating,) in zip(players, after, strict=True)
    }


def places_of(ranking: Sequence[Sequence[int]], seats: Sequence[Mapping[str, Any]], kind: str) -> list[list[str]]:
    """
    Returns the competitors of one kind, in the groups in which they placed; empty if the result cannot rate them.

    Players who gave their seat up, or left it to a bot, share the last place, whatever the bot reached. A result rates
    nobody of the kind if fewer than two of it had a seat, if all of them left, or if one program had two seats.
    """

    def is_rated(seat: int) -> bool:
        return bool(seats[seat]["kind"] == kind)

    stayed = [[seats[seat]["who"] for seat in group if is_rated(seat) and not seats[seat]["left"]] for group in ranking]
    left = [one["who"] for one in seats if one["kind"] == kind and one["left"]]
    places = [sorted(group) for group in stayed if group]
    if not places:
        return []
    if left:
        places.append(sorted(left))
    named = [who for group in places for who in group]
    return places if len(named) > 1 and len(set(named)) == len(named) else []


class LeaguesProjection(EventByEvent):
    """Writes results and ratings, one event at a time, inside the projector's transaction."""

    name: Final = "leagues"
    shape: Final = 4
    metadata: Final = METADATA

    def _apply(self, connection: Connection, event: GameEvent) -> None:
        match event:
            case GameCreated():
                self._create(connection, event)
            case SeatTaken() | SeatLeft() | SeatReplaced() | SeatResigned():
                self._seat(connection, event)
            case GameFinished():
                self._finish(connection, event)
            case DisputeRuled():
                self._rule(connection, event)
            case _:
                pass

    def _create(self, connection: Connection, event: GameEvent) -> None:
        data = event.data
        if "parent" in data or data.get("hints") or data.get("visibility", "public") != "public":
            return
        league = league_of(data["ruleset"], data["options"])
        if connection.execute(select(LEAGUES).where(LEAGUES.c.league == league)).first() is None:
            title = data["ruleset"].partition("@")[0]
            connection.execute(insert(LEAGUES).values(league=league, title=title, options=data["options"]))
        seats = [{"who": None, "kind": None, "left": False}] * data["seats"]
        connection.execute(insert(GAMES).values(game=str(event.originator_id), league=league, seats=seats, rulings={}))

    def _seat(self, connection: Connection, event: GameEvent) -> None:
        row = self._game(connection, event)
        if row is None:
            return
        data, seats = event.data, list(row.seats)
        before = seats[data["seat"]]
        match event:
            case SeatTaken():
                who = data["bot"] if data["player"] is None else data["player"]
                kind = BOTS if data["player"] is None or "program" in event.metadata else PLAYERS
                seats[data["seat"]] = {"who": who, "kind": kind, "left": False}
            case SeatLeft():
                seats[data["seat"]] = {"who": None, "kind": None, "left": False}
            case SeatResigned():
                seats[data["seat"]] = {**before, "left": True}
            case _:
                seats[data["seat"]] = {**before, "left": data["bot"] is not None}
        connection.execute(update(GAMES).where(GAMES.c.game == row.game).values(seats=seats))

    def _finish(self, connection: Connection, event: GameEvent) -> None:
        row = self._game(connection, event)
        if row is None:
            return
        season = season_of(event.at)
        for kind in KINDS:
            places = places_of(event.data["outcome"]["ranking"], row.seats, kind)
            if not places:
                continue
            table = LeagueTable(row.league, season, kind)
            last = connection.execute(
                select(RESULTS.c.at, RESULTS.c.game)
                .where(*_in(RESULTS, table))
                .order_by(RESULTS.c.at.desc(), RESULTS.c.game.desc())
                .limit(1)
            ).first()
            connection.execute(
                insert(RESULTS).values(game=row.game, **table._asdict(), at=event.at, places=places, is_upheld=False)
            )
            if last is None or tuple(last) < (event.at, row.game):
                known = _ranks(connection, table, [who for group in places for who in group])
                ranks = rated(known, places)
                _store(connection, table, known, ranks)
                _remember(connection, table, [(row.game, event.at, ranks)])
            else:
                recompute(connection, table)

    def _rule(self, connection: Connection, event: GameEvent) -> None:
        row = self._game(connection, event)
        if row is None:
            return
        rulings = {**row.rulings, str(event.data["dispute"]): event.data["verdict"] == "upheld"}
        connection.execute(update(GAMES).where(GAMES.c.game == row.game).values(rulings=rulings))
        is_upheld = any(rulings.values())
        for result in connection.execute(select(RESULTS).where(RESULTS.c.game == row.game)).all():
            if result.is_upheld != is_upheld:
                here = (RESULTS.c.game == row.game, RESULTS.c.kind == result.kind)
                connection.execute(update(RESULTS).where(*here).values(is_upheld=is_upheld))
                recompute(connection, LeagueTable(result.league, result.season, result.kind))

    @staticmethod
    def _game(connection: Connection, event: GameEvent) -> Any:
        return connection.execute(select(GAMES).where(GAMES.c.game == str(event.originator_id))).first()


def recompute(connection: Connection, table: LeagueTable) -> None:
    """Recomputes the ratings of one table from its results."""
    for stored in (RATINGS, HISTORY):
        connection.execute(delete(stored).where(*_in(stored, table)))
    results = connection.execute(
        select(RESULTS.c.game, RESULTS.c.at, RESULTS.c.places)
        .where(*_in(RESULTS, table), RESULTS.c.is_upheld.is_(False))
        .order_by(RESULTS.c.at, RESULTS.c.game)
    ).all()
    ranks: dict[str, Rank] = {}
    after = []
    for game, at, places in results:
        changed = rated(ranks, places)
        after.append((game, at, changed))
        ranks.update(changed)
    _store(connection, table, {}, ranks)
    _remember(connection, table, after)


def _remember(connection: Connection, table: LeagueTable, after: Sequence[tuple[str, str, Mapping[str, Rank]]]) -> None:
    """Stores the ratings after games: each game, its end, and the ranks that it changed."""
    rows = [
        {**table._asdict(), "who": who, "game": game, "at": at, "rating": rank.rating}
        for game, at, ranks in after
        for who, rank in sorted(ranks.items())
    ]
    if rows:
        connection.execute(insert(HISTORY), rows)


def _in(stored: FromClause, table: LeagueTable) -> tuple[Any, ...]:
    return tuple(stored.c[name] == value for name, value in table._asdict().items())


def _ranks(connection: Connection, table: LeagueTable, players: Sequence[str]) -> dict[str, Rank]:
    rows = connection.execute(select(RATINGS).where(*_in(RATINGS, table), RATINGS.c.who.in_(players)))
    return {row.who: Rank(row.mu, row.sigma, row.game_count, row.win_count) for row in rows}


def _store(connection: Connection, table: LeagueTable, known: Mapping[str, Rank], ranks: Mapping[str, Rank]) -> None:
    for who, rank in sorted(ranks.items()):
        values = {**rank._asdict(), "rating": rank.rating}
        if who in known:
            connection.execute(update(RATINGS).where(*_in(RATINGS, table), RATINGS.c.who == who).values(**values))
        else:
            connection.execute(insert(RATINGS).values(**table._asdict(), who=who, **values))


class LeaguesReader:
    """
    Reads the leagues.

    Args:
        engine: Their database.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def leagues(
        self, *, title: str | None = None, after: tuple[str, str] | None = None, limit: int
    ) -> list[dict[str, Any]]:
        """
        Returns the seasons of leagues that have a rated player, by the league's id, the latest season first.

        Args:
            title: Only those of this title.
            after: League and season of the last one on the previous page.
            limit: The largest number of seasons returned.
        """
        counted = (
            select(
                RATINGS.c.league,
                RATINGS.c.season,
                *(func.sum(case((RATINGS.c.kind == kind, 1), else_=0)).label(kind) for kind in KINDS),
            )
            .group_by(RATINGS.c.league, RATINGS.c.season)
            .subquery()
        )
        known = counted.c
        games = (
            select(func.count(RESULTS.c.game.distinct()))
            .where(RESULTS.c.league == known.league, RESULTS.c.season == known.season, RESULTS.c.is_upheld.is_(False))
            .scalar_subquery()
        )
        seasons = select(counted, games.label("games"), LEAGUES.c.title, LEAGUES.c.options).join(
            LEAGUES, LEAGUES.c.league == known.league
        )
        if title is not None:
            seasons = seasons.where(LEAGUES.c.title == title)
        if after is not None:
            league, season = after
            seasons = seasons.where(or_(known.league > league, and_(known.league == league, known.season < season)))
        seasons = seasons.order_by(known.league, known.season.desc()).limit(limit)
        with self._engine.connect() as connection:
            return [
                {
                    "id": row.league,
                    "season": row.season,
                    "title": row.title,
                    "options": row.options,
                    "games": row.games,
                    "players": int(row.players),
                    "bots": int(row.bots),
                }
                for row in connection.execute(seasons)
            ]

    def digest(self) -> str:
        """Returns the SHA-256 of all ratings. The same events give the same digest."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(RATINGS)).all()
        return digest(sorted(list(row) for row in rows))

    def exists(self, league: str) -> bool:
        """Returns whether the league has had a game that could count."""
        with self._engine.connect() as connection:
            return connection.execute(select(LEAGUES.c.league).where(LEAGUES.c.league == league)).first() is not None

    def ratings(self, table: LeagueTable, *, after: tuple[int, str] | None = None, limit: int) -> list[dict[str, Any]]:
        """
        Returns the ranks of a table, the best first.

        Args:
            table: The table.
            after: Rating and competitor of the last one on the previous page.
            limit: The largest number of ranks returned.
        """
        known, others = RATINGS.c, RATINGS.alias()
        better = select(func.count()).where(*_in(others, table), others.c.rating > known.rating)
        query = select(RATINGS, (better.scalar_subquery() + 1).label("place")).where(*_in(RATINGS, table))
        if after is not None:
            rating, who = after
            query = query.where(or_(known.rating < rating, and_(known.rating == rating, known.who > who)))
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(known.rating.desc(), known.who).limit(limit))
            return [{name: getattr(row, name) for name in _SHOWN} for row in rows]

    def of(self, who: str, *, limit: int) -> list[dict[str, object]]:
        """
        Returns the ranks of a competitor, the latest season first, each with its ratings after games in their order.

        Args:
            who: An account, or a program.
            limit: The largest number of ratings after games, the latest ones, of all leagues together.
        """
        place = ("league", "season", "kind")
        ranks = select(RATINGS, LEAGUES.c.title, LEAGUES.c.options).join(LEAGUES, LEAGUES.c.league == RATINGS.c.league)
        history = select(HISTORY).where(HISTORY.c.who == who).order_by(HISTORY.c.at.desc(), HISTORY.c.game.desc())
        with self._engine.connect() as connection:
            held = ranks.where(RATINGS.c.who == who).order_by(RATINGS.c.season.desc(), RATINGS.c.league)
            rows = connection.execute(held).mappings().all()
            past = connection.execute(history.limit(limit)).mappings().all()
        return [
            {
                **{name: row[name] for name in (*place, "title", "options", "rating", "game_count", "win_count")},
                "history": [
                    {name: one[name] for name in ("game", "at", "rating")}
                    for one in reversed(past)
                    if all(one[name] == row[name] for name in place)
                ],
            }
            for row in rows
        ]


_SHOWN: Final = ("place", "who", "rating", "mu", "sigma", "game_count", "win_count")
