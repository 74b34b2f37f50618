"""
What a game consists of, and how an event takes it from one moment to the next.

Recording and loading share one path. `_record` makes the next event and then follows it; `apply` follows a stored
event. Following an event means two values: where the stream stands (`ChainHead.after`) and the lifecycle (`evolve`).

The table is the exception. `Ruleset.play` changes the title's state and returns the facts of the event in one step,
so a command advances the table first and then records the facts. `apply` advances the table with the recorded
action. `loading` says why the two agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self
from uuid import UUID

import msgspec

from delvebook.domain import loading
from delvebook.domain.errors import BrokenRuleError, GameNotRunningError
from delvebook.domain.events import GameCreated
from delvebook.domain.game_event import GameEvent, Origin
from delvebook.domain.lifecycle import Lifecycle, evolve
from delvebook.domain.progress import Progress
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.stream import ChainHead, IdempotentRequest
from delvebook.domain.table import EventContent, ForkPoint, Table
from delvebook.domain.tape import Drawn
from delvebook.domain.viewers import SPECTATOR, Viewer, seat_viewer


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """
    A game as it stood after event `originator_version`, so that loading need not start at the first event.

    Snapshots are a cache: one in another form is ignored, and the game is loaded from its events.
    """

    version: ClassVar[int] = 2
    """The version of the stored form. It is increased whenever `Aggregate.to_snapshot` changes."""

    originator_id: UUID
    originator_version: int
    state: dict[str, object]

    @classmethod
    def from_stored(cls, game: UUID, n: int, stored: Mapping[str, Any]) -> GameSnapshot | None:
        """The snapshot that `to_stored` described; None if it is of another version."""
        return cls(game, n, stored["state"]) if stored["form"] == cls.version else None

    def to_stored(self) -> dict[str, object]:
        """The snapshot as plain data for the store."""
        return {"form": self.version, "state": self.state}


class Mark(NamedTuple):
    """A moment of a game to `rewind` to. It can be used once."""

    stream: ChainHead
    lifecycle: Lifecycle
    progress: Progress
    journal: int
    table: Table | None
    table_mark: tuple[object, ...] | None


class Aggregate:
    """
    One game: its stream, its lifecycle and its table. The commands are in `game`.

    Attributes:
        id: The game's UUID.
        ruleset: The title.
        seed: 32 bytes, secret until revealed.
        stream: Where the event stream stands.
        lifecycle: The state of the game apart from its table.
        progress: When the game began, how many actions it has had, and the time of each seat's turn.
        table: The table; None before the start.
        pending: Events that have been made and not yet stored.
        journal: The events that moved the table, kept for take-backs in games without a store;
            None if there is a store.
    """

    __slots__ = ("id", "journal", "lifecycle", "pending", "progress", "ruleset", "seed", "stream", "table")

    def __init__(self, game: UUID, *, ruleset: AnyRuleset, seed: bytes) -> None:
        self.id = game
        self.ruleset = ruleset
        self.seed = seed
        self.stream = ChainHead()
        self.lifecycle = Lifecycle()
        self.progress = Progress()
        self.table: Table | None = None
        self.pending: list[GameEvent] = []
        self.journal: list[GameEvent] | None = None

    # -- how it stands --------------------------------------------------------------------------

    @property
    def shown_until(self) -> int:
        """The number of the last event that everybody may see. A spectators' delay holds back the ones after it."""
        delay = self.progress.delay
        until = None if delay is None else delay.shown_until
        return self.stream.version if until is None else until

    def viewer_of(self, player: str | None) -> Viewer:
        """The viewer that the player is: their seat, or a spectator if they have none."""
        seat = None if player is None else self.lifecycle.seat_of(player)
        return SPECTATOR if seat is None else seat_viewer(seat)

    def get_table(self) -> Table:
        """
        The table of a game that has started.

        Raises:
            GameNotRunningError: The game has not started.
        """
        if self.table is None:
            raise GameNotRunningError(
                "the game was aborted before it started" if self.lifecycle.is_over else "the game has not started yet"
            )
        return self.table

    def to_act(self) -> list[int]:
        """The seats that owe a decision now."""
        return self.table.to_act() if self.table is not None and self.lifecycle.status == "running" else []

    # -- loading --------------------------------------------------------------------------------

    @classmethod
    def project(cls, game: Self | None, events: Iterable[GameEvent]) -> Self | None:
        """
        The game after the events.

        Args:
            game: The game before them; None if the first of them creates it.
            events: Stored events, in order.
        """
        for event in events:
            if type(event) is GameCreated:
                ruleset = get_ruleset(event.data["ruleset"])
                game = cls(event.originator_id, ruleset=ruleset, seed=bytes.fromhex(event.metadata["seed"]))
            if game is None:
                raise BrokenRuleError(f"a stream begins with GameCreated; event {event.n} is a {event.type}")
            game.apply(event)
        return game

    def apply(self, event: GameEvent) -> None:
        """
        Moves the game over a stored event.

        Raises:
            BrokenRuleError: The event is not the next one, or of an unknown type.
        """
        stream = self.stream.after(event)
        if isinstance(event, loading.TABLE_EVENTS):
            self.table = self._table_before(event)
            loading.move_table(self.table, event, options=self.lifecycle.options)
        self._move(event, stream)
        self.progress = self.progress.after(event, event.metadata)

    def prove_draws(self, event: GameEvent, *, fork_point: ForkPoint | None = None) -> list[Drawn]:
        """
        Returns the draws of the next event with their proofs. The table is moved, so call it on a copy of the game.

        Args:
            event: The event after the last one.
            fork_point: If the event starts a fork, its starting point.
        """
        if not isinstance(event, loading.TABLE_EVENTS):
            return []
        return loading.prove_draws(
            self._table_before(event), event, options=self.lifecycle.options, fork_point=fork_point
        )

    # -- keeping it -----------------------------------------------------------------------------

    def mark(self) -> Mark:
        """A mark to `rewind` to if later events cannot be stored. It is cheap, and no event may be pending."""
        table_mark = None if self.table is None else self.table.mark()
        return Mark(self.stream, self.lifecycle, self.progress, len(self.journal or ()), self.table, table_mark)

    def rewind(self, mark: Mark) -> None:
        """Puts the game back to the mark, and drops pending events."""
        self.pending = []
        self.stream, self.lifecycle, self.table = mark.stream, mark.lifecycle, mark.table
        self.progress = mark.progress
        if self.journal is not None:
            del self.journal[mark.journal :]
        if self.table is not None and mark.table_mark is not None:
            self.table.rewind(mark.table_mark)

    def to_snapshot(self) -> dict[str, object]:
        """The whole game as plain data. It shares objects with the game."""
        return {
            "seed": self.seed.hex(),
            "stream": self.stream.to_plain(),
            "lifecycle": self.lifecycle.to_plain(),
            "progress": msgspec.to_builtins(self.progress),
            "table": None if self.table is None else self.table.to_snapshot(),
        }

    @classmethod
    def from_snapshot(cls, game: UUID, snapshot: Mapping[str, Any]) -> Self:
        """The game that `to_snapshot` described."""
        lifecycle = Lifecycle.from_plain(snapshot["lifecycle"])
        made = cls(game, ruleset=get_ruleset(lifecycle.created["ruleset"]), seed=bytes.fromhex(snapshot["seed"]))
        made.stream = ChainHead.from_plain(snapshot["stream"])
        made.lifecycle = lifecycle
        made.progress = msgspec.convert(snapshot["progress"], Progress)
        if snapshot["table"] is not None:
            made.table = made._new_table()
            made.table.from_snapshot(snapshot["table"])
        return made

    # -- what is stored -------------------------------------------------------------------------

    def collect_events(self) -> Sequence[GameEvent]:
        """The events made since the last call. They are no longer pending."""
        collected, self.pending = self.pending, []
        return collected

    def stamp(self, *, request: IdempotentRequest | None = None, origin: Origin | None = None, after: int = 0) -> None:
        """
        Writes the request and the sender of the command into the metadata of every pending event.

        Args:
            request: The client's request, so that a repetition of it is recognized and answered.
            origin: Who sent the command, for the audit trail.
            after: The last event of the commands before it, if several are carried out together.
        """
        for event in self.pending:
            if after and event.n <= after:
                continue
            if request is not None:
                event.metadata["request"] = list(request)
            if origin is not None:
                event.metadata["origin"] = origin.to_plain()
        if request is not None and self.pending:
            self.stream = self.stream.with_request(request, self.pending[0].n)

    def relink(self, prev: str) -> None:
        """
        Makes the next event name `prev` as the hash of the event before it.

        For verifiers, which judge each event by itself even where a record's chain is broken.
        """
        if self.stream.head != prev:
            self.stream = self.stream._replace(head=prev)

    # -- for commands ---------------------------------------------------------------------------

    def _record(
        self,
        kind: type[GameEvent],
        content: EventContent | dict[str, Any],
        *,
        by: str,
        at: str,
        metadata: Mapping[str, object] | None = None,
        table: Table | None = None,
    ) -> None:
        """
        Makes the next event, and moves the game over it.

        Args:
            kind: The class of the event.
            content: The content of the event, or its data alone if it has neither envelopes nor openings.
            by: Who made it (see `GameEvent`).
            at: The time of the event.
            metadata: Data stored with the event outside the record, in addition to `_metadata`.
            table: The table after the event, if it replaces the one before.
        """
        if not isinstance(content, EventContent):
            content = EventContent(content, [], [])
        event = self.stream.make_event(self.id, kind, content, by=by, at=at, metadata=dict(metadata or ()))
        if table is not None:
            self.table = table
        self.pending.append(event)
        self._move(event, self.stream.after(event))
        event.metadata.update(self._metadata())
        self.progress = self.progress.after(event, event.metadata)

    def _move(self, event: GameEvent, stream: ChainHead) -> None:
        """Moves stream and lifecycle over an event. The table has moved already."""
        self.stream = stream
        self.lifecycle = evolve(self.lifecycle, event)
        if self.journal is not None and isinstance(event, loading.TABLE_EVENTS):
            self.journal.append(event)

    def _metadata(self) -> dict[str, object]:
        """The metadata of a running game's event, for projections: pending decisions, the round, a stopped clock."""
        table = self.table
        if table is None or self.lifecycle.status != "running":
            return {}
        owes = [[seat, table.decisions[seat]] for seat in table.to_act()]
        noted: dict[str, object] = {"owes": owes, "round": self.ruleset.round_of(table.state)}
        return {**noted, "stopped": True} if self.lifecycle.is_clock_stopped else noted

    def _new_table(self) -> Table:
        """A table of this game on which nothing has happened."""
        return Table(
            self.ruleset, seed=self.seed, game=str(self.id), nonces=[seat.nonce for seat in self.lifecycle.seats]
        )

    def _table_before(self, event: GameEvent) -> Table:
        """The table that `loading` moves over the event."""
        return self._new_table() if isinstance(event, loading.FRESH_TABLE_EVENTS) else self.get_table()
