"""
The public facts about an account besides its name: how often it made games, and how they ended by its doing.

Built from events alone, so the counts outlive the account and its name. The games themselves are not listed, because
some of them are private.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from sqlalchemy import Column, Connection, Engine, Index, Integer, MetaData, String, Table, func, insert, select

from delvebook.domain.events import DisputeRuled, GameAborted, GameCreated
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


class ProfilesProjection(EventByEvent):
    """Writes the profiles, one event at a time, inside the projector's transaction."""

    name: Final = "profiles"
    shape: Final = 2
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
        rows = [{"game": game, "n": event.n, "account": account, "what": what} for account, what in done]
        if rows:
            connection.execute(insert(ACTS), rows)

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
