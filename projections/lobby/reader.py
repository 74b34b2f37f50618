"""The reader of the lobby: the list of games, and turns that are pending or overdue."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Literal

from sqlalchemy import ColumnElement, Engine, and_, or_, select

from delvebook.domain.clocks import Clock
from delvebook.projections.lobby.tables import GAMES, SEATS, turn_of
from delvebook.projections.views import (
    NOBODY,
    Names,
    People,
    person_body,
    remedy_body,
    resumed_by,
    seat_body,
    time_left_ms,
)

ListOrder = Literal["updated", "created"]
"""The time by which games are listed."""


@dataclass(frozen=True, slots=True)
class OwedTurn:
    """A pending decision of a seat."""

    game: str
    seat: int
    decision: int


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
        without: Collection[str] = (),
        seats: int | None = None,
        clock: str | None = None,
        order: ListOrder = "updated",
        after: tuple[str, str] | None = None,
        limit: int = 50,
    ) -> list[dict[str, Any]]:
        """
        Returns games, the latest changed first, or the latest created.

        Args:
            viewer: The account that asks. Unlisted and private games are shown only to their creator and players.
            status: `open`, `running`, `finished` or `aborted`.
            ruleset: `id@version`, or an id alone.
            player: Only games in which this account has a seat.
            waiting_for: Only games that wait for a decision or for the nonce of this account, and that the viewer sees
                without a delay.
            parent: Only forks of this game.
            rematch_of: Only rematches of this game.
            has_free_seats: Only games that have not started and in which a seat is free that the viewer may take.
            without: Only games that none of these accounts has created or has a seat in.
            seats: Only games with this many seats.
            clock: Only games with a clock of this kind; `none` for those without one.
            order: `updated` or `created`. Only with `created` do games keep their places while they are listed.
            after: The `(updated_at, id)`, or `(created_at, id)`, of the last game on the previous page.
            limit: The largest number of games returned.
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
            kept = SEATS.c.reserved_for
            is_mine = kept.is_(None) if viewer is None else or_(kept.is_(None), kept == viewer)
            free = select(SEATS.c.game).where(SEATS.c.player.is_(None), SEATS.c.bot.is_(None), is_mine)
            query = query.where(GAMES.c.status == "open", GAMES.c.free_seats > 0, GAMES.c.game.in_(free))
        if without:
            theirs = select(SEATS.c.game).where(SEATS.c.player.in_(without))
            by_others = or_(GAMES.c.creator.is_(None), GAMES.c.creator.not_in(without))
            query = query.where(by_others, GAMES.c.game.not_in(theirs))
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
        at_table: dict[str, list[object]] = {}
        for seat in taken:
            at_table.setdefault(seat.game, []).append(seat)
        known = {row.creator for row in rows} | {seat.player for seat in taken} | {seat.reserved_for for seat in taken}
        people = self._names({account for account in known if account is not None})
        return [self._body(*_as_seen(row, at_table.get(row.game, []), viewer), people) for row in rows]

    def rulesets(self, games: Collection[str]) -> dict[str, str]:
        """Returns the rulesets of these games by game; those that are not in the list yet are missing."""
        query = select(GAMES.c.game, GAMES.c.ruleset).where(GAMES.c.game.in_(games))
        with self._engine.connect() as connection:
            return {row.game: row.ruleset for row in connection.execute(query)}

    def owed_bot_turns(
        self,
        *,
        games: Sequence[str] | None = None,
        since_before: str | None = None,
        now: str | None = None,
        limit: int = 1000,
    ) -> list[OwedTurn]:
        """
        Returns pending decisions of bots, of these games or of all, optionally only those opened before a time.

        Decisions of a game whose clock is stopped are left out. Those that were opened later than `now`, before the
        clock was set back, are never too new.
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
            is_old = SEATS.c.since < since_before
            query = query.where(is_old if now is None else is_old | (SEATS.c.since > now))
        with self._engine.connect() as connection:
            return [OwedTurn(*row) for row in connection.execute(query)]

    def overdue_turns(self, now: str, *, limit: int = 1000) -> list[OwedTurn]:
        """Returns pending decisions of players whose deadline has passed."""
        query = (
            select(SEATS.c.game, SEATS.c.seat, SEATS.c.decision)
            .where(SEATS.c.deadline < now, SEATS.c.bot.is_(None), SEATS.c.decision.is_not(None))
            .order_by(SEATS.c.deadline)
            .limit(limit)
        )
        with self._engine.connect() as connection:
            return [OwedTurn(*row) for row in connection.execute(query)]

    def overdue_nonces(self, now: str, *, limit: int = 1000) -> list[str]:
        """Returns the games in which the deadline for showing nonces has passed."""
        query = select(GAMES.c.game).where(GAMES.c.nonces_due < now).order_by(GAMES.c.nonces_due).limit(limit)
        with self._engine.connect() as connection:
            return list(connection.scalars(query))

    @staticmethod
    def _body(row: Any, seats: Sequence[Any], people: People) -> dict[str, object]:
        """Returns the members of a game that all viewers see alike (compare `views.game_body`)."""
        clock = Clock.read({"clock": row.clock})
        remedy = remedy_body(
            row.game, [(int(dispute), one["n"], one["remedy"]) for dispute, one in row.remedies.items()]
        )
        return {
            "id": row.game,
            "ruleset": row.ruleset,
            "n": row.n,
            "status": row.status,
            "visibility": row.visibility,
            "options": row.options,
            "clock": None if clock is None else clock.to_plain(),
            "clock_stopped": row.clock_stopped,
            "creator": person_body(row.creator, people),
            "created_at": row.created_at,
            "updated_at": row.updated_at,
            "action_count": row.action_count,
            "round": row.round,
            "seats": [
                {
                    **seat_body(seat.seat, player=seat.player, bot=seat.bot, people=people),
                    "to_act": seat.decision is not None,
                    "since": seat.since,
                    "deadline": row.nonces_due if row.nonces_due and seat.owes_nonce else seat.deadline,
                    "time_left_ms": None if clock is None else time_left_ms(turn_of(seat.turn), clock),
                    "owes_nonce": row.nonces_due is not None and seat.owes_nonce,
                    "resigned": seat.resigned,
                }
                for seat in seats
            ],
            "to_act": [seat.seat for seat in seats if seat.decision is not None],
            "outcome": row.outcome,
            "remedy": remedy,
            "resumed_by": resumed_by(remedy, row.resumed_by),
            "reserved": row.reserved and [person_body(account, people) for account in row.reserved],
            "parent": row.parent,
            "rematch_of": row.rematch_of,
            "spectator_delay": row.spectator_delay,
            "hints": row.hints,
        }


def _as_seen(row: Any, seats: Sequence[Any], viewer: str | None) -> tuple[object, Sequence[object]]:
    """Returns the rows of a game as the viewer may see them."""
    if row.shown is None or (viewer is not None and viewer in {seat.player for seat in seats}):
        return row, seats
    return SimpleNamespace(**row.shown["game"]), [SimpleNamespace(**seat) for seat in row.shown["seats"]]
