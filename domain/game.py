"""
The Game aggregate: one play of a ruleset, from the empty table to the revealed seed.

Commands decide and record. Loading plays the recorded actions again on the same table, which decides
nothing anew: what a player chose, what the tape gave and who could know it follow from the seed and
the recorded actions.
An aggregate that raised an error while committing must be thrown away (`service` does).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

from domain.canonical import commitment, event_hash
from domain.errors import (
    BrokenRuleError,
    GameFinishedError,
    GameNotRunningError,
    MalformedError,
    NotYoursError,
    SeatsMissingError,
    SeatTakenError,
    UnknownSeatError,
)
from domain.events import (
    FIRST_PREV,
    ActionTaken,
    GameAborted,
    GameCreated,
    GameEvent,
    GameFinished,
    GameStarted,
    Origin,
    SeatLeft,
    SeatReplaced,
    SeatTaken,
    SeedRevealed,
    StoredEnvelope,
)
from domain.ruleset import Action, Ruleset
from domain.rulesets.registry import get_ruleset
from domain.table import Body, Table
from domain.viewers import SPECTATOR, Viewer, seat_viewer

NONCE_MAX: Final = 64
SEED_BYTES: Final = 32
REQUESTS_MAX: Final = 256
TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")

Status = Literal["open", "running", "finished", "aborted"]


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game as it stood after event `originator_version`, so that loading need not start at the beginning."""

    originator_id: UUID
    originator_version: int
    state: dict[str, Any]

    @classmethod
    def from_stored(cls, game: UUID, n: int, stored: dict[str, Any]) -> GameSnapshot:
        """The snapshot that `to_stored` described."""
        return cls(game, n, stored)

    def to_stored(self) -> dict[str, Any]:
        """The snapshot as plain data for the store."""
        return self.state


class Request(NamedTuple):
    """A client's request that may come twice: the key it goes by, and a digest of what it asked."""

    key: str
    body: str


@dataclass(slots=True)
class Seat:
    """
    Who sits where.

    Attributes:
        player: The account that took the seat; kept while a bot plays for it.
        bot: The kind of bot that plays it now; None if the player does.
        nonce: What the player added to the chance of the game (record-format §3).
    """

    player: str | None = None
    bot: str | None = None
    nonce: str = ""

    @property
    def is_free(self) -> bool:
        """Whether anybody may still sit down."""
        return self.player is None and self.bot is None

    def to_plain(self) -> list[Any]:
        """The seat for a snapshot."""
        return [self.player, self.bot, self.nonce]


class Game:
    """
    One game and its stream of events.

    Attributes:
        version: The number `n` of its last event.
        head: The hash of its last event.
        status: `open` (seats are being taken), `running`, `finished` or `aborted`.
        table: What is being played; None before the start.
        seed: 32 bytes, secret until revealed.
        is_seed_revealed: Whether everybody may see everything.
        created: The data of event 1.
        requests: By the key of a client's request, the `n` of the first event it made and the digest of its
            body; the latest 256 of them, so that an aggregate does not grow with its log.
    """

    __slots__ = (
        "_options",
        "created",
        "head",
        "id",
        "is_seed_revealed",
        "last_at",
        "outcome",
        "pending",
        "requests",
        "ruleset",
        "seats",
        "seed",
        "status",
        "table",
        "version",
    )

    def __init__(self, game: UUID, *, ruleset: Ruleset, seed: bytes, data: dict[str, Any]) -> None:
        self.id = game
        self.version = 0
        self.head = FIRST_PREV
        self.last_at = ""
        self.pending: list[GameEvent] = []
        self.ruleset = ruleset
        self.seed = seed
        self.created = data
        self.status: Status = "open"
        self.seats = [Seat() for _ in range(data["seats"])]
        self.table: Table | None = None
        self.outcome: dict[str, Any] | None = None
        self.is_seed_revealed = False
        self.requests: dict[str, tuple[int, str]] = {}
        self._options: dict[str, Any] = data["options"]

    # -- commands: before the start -------------------------------------------------------------

    @classmethod
    def create(
        cls,
        game: UUID,
        *,
        ruleset: Ruleset,
        options: Mapping[str, Any],
        seats: int,
        seed: bytes,
        by: str,
        at: str,
        terms: Mapping[str, Any] | None = None,
    ) -> Game:
        """
        A new game with free seats, and the commitment to its seed.

        Args:
            game: Its UUID.
            ruleset: The title.
            options: As the client gave them; parsed here.
            seats: How many.
            seed: 32 bytes nobody else has seen.
            by: `player:ID`.
            at: Now, in the record's form.
            terms: What else was agreed and is public, such as `clock` and `visibility`.

        Raises:
            InvalidSeatsError, InvalidOptionsError
        """
        if len(seed) != SEED_BYTES:
            raise BrokenRuleError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        data = {
            "ruleset": ruleset.key,
            "content": ruleset.content_digest,
            "options": ruleset.parse_options(options, seats=seats),
            "seats": seats,
            "commitment": commitment(seed),
            **(terms or {}),
        }
        made = cls(game, ruleset=ruleset, seed=seed, data=data)
        made._record(GameCreated, Body(data, [], []), by=by, at=at, aside={"seed": seed.hex()})
        return made

    def take_seat(self, seat: int | None, *, player: str, nonce: str, at: str) -> int:
        """
        Sits the player down, before the start, or back down at their own seat in a running game.

        Args:
            seat: Which seat; None for the first free one.
            player: The account's id.
            nonce: Up to 64 characters that go into the tape; `""` if none.
            at: Now.

        Returns:
            The seat's number.

        Raises:
            MalformedError, UnknownSeatError, SeatTakenError, GameFinishedError
        """
        self._refuse_if_over()
        if len(nonce) > NONCE_MAX:
            raise MalformedError(f"a nonce has at most {NONCE_MAX} characters, not {len(nonce)}")
        if self.status == "running":
            return self._resume_seat(seat, player=player, at=at)
        if any(taken.player == player for taken in self.seats):
            raise SeatTakenError("you sit at this table already")
        if seat is None:
            free = [number for number, taken in enumerate(self.seats) if taken.is_free]
            if not free:
                raise SeatTakenError("every seat is taken")
            seat = free[0]
        if not self._seat(seat).is_free:
            raise SeatTakenError(f"seat {seat} is taken")
        data = {"seat": seat, "player": player, "bot": None, "nonce": nonce}
        self.seats[seat] = Seat(player=player, nonce=nonce)
        self._record(SeatTaken, Body(data, [], []), by=f"player:{player}", at=at)
        return seat

    def put_bot(self, seat: int, *, bot: str, by: str, at: str) -> None:
        """
        Puts a bot on a free seat, before the start.

        Raises:
            UnknownBotError, UnknownSeatError, SeatTakenError, GameNotRunningError
        """
        self._refuse_if_over()
        self.ruleset.bot(bot)
        if self.status != "open" or not self._seat(seat).is_free:
            raise SeatTakenError(f"seat {seat} is taken")
        self.seats[seat] = Seat(bot=bot)
        data = {"seat": seat, "player": None, "bot": bot, "nonce": ""}
        self._record(SeatTaken, Body(data, [], []), by=by, at=at)

    def leave_seat(self, seat: int, *, by: str, at: str, bot: str = "random") -> None:
        """
        Frees the seat before the start; in a running game a bot plays on for it.

        Raises:
            UnknownSeatError, NotYoursError (nobody sits there), GameFinishedError
        """
        self._refuse_if_over()
        left = self._seat(seat)
        if left.is_free:
            raise NotYoursError(f"nobody sits at seat {seat}")
        if self.status == "running":
            self.replace_seat(seat, bot=bot, reason="left", by=by, at=at)
            return
        self.seats[seat] = Seat()
        self._record(SeatLeft, Body({"seat": seat}, [], []), by=by, at=at)

    def start(self, *, by: str, at: str) -> None:
        """
        Sets the table up; from here on the tape is fixed.

        Raises:
            SeatsMissingError, GameFinishedError, SeatTakenError (it runs already)
        """
        self._refuse_if_over()
        if self.status == "running":
            raise SeatTakenError("the game has started already")
        free = [seat for seat, taken in enumerate(self.seats) if taken.is_free]
        if free:
            raise SeatsMissingError(f"seats {', '.join(map(str, free))} are still free", seats=free)
        body = self._lay_table().start(self._options, n=self.version + 1)
        self.status = "running"
        self._record(GameStarted, body, by=by, at=at)
        self._finish_if_over(at=at)

    # -- commands: the game ---------------------------------------------------------------------

    def act(self, seat: int, *, decision: int | None, action: Any, at: str, by: str | None = None) -> None:
        """
        Answers the seat's open decision; the events that end the game follow in the same breath.

        Args:
            seat: Whose decision.
            decision: The decision's id, the `n` of the event that opened it.
            action: As the client gave it; checked here.
            at: Now.
            by: `seat:K` unless given.

        Raises:
            MalformedActionError, UnknownSeatError, GameNotRunningError, GameFinishedError,
            NotYourDecisionError, StaleDecisionError, IllegalActionError: nothing has changed.
        """
        self._refuse_if_over()
        table = self.get_table()
        parsed = self.ruleset.parse_action(action)
        table.judge(seat, decision)
        body = table.act(seat, parsed, n=self.version + 1)
        self._record(ActionTaken, body, by=by or f"seat:{seat}", at=at)
        self._finish_if_over(at=at)

    def replace_seat(self, seat: int, *, bot: str, reason: str, by: str, at: str) -> None:
        """
        A bot plays the seat from now on; its player may come back.

        Raises:
            UnknownBotError, UnknownSeatError, GameNotRunningError, GameFinishedError, SeatTakenError
        """
        self.get_table()
        self._refuse_if_over()
        self.ruleset.bot(bot)
        if self._seat(seat).bot is not None:
            raise SeatTakenError(f"a bot plays seat {seat} already")
        self.seats[seat].bot = bot
        data = {"seat": seat, "player": self.seats[seat].player, "bot": bot, "reason": reason}
        self._record(SeatReplaced, Body(data, [], []), by=by, at=at)

    def abort(self, *, reason: str, by: str, at: str) -> None:
        """
        Breaks the game off; if it had started, its seed is revealed.

        Raises:
            GameFinishedError
        """
        self._refuse_if_over()
        had_started = self.table is not None
        self.status = "aborted"
        self._record(GameAborted, Body({"reason": reason}, [], []), by=by, at=at)
        if had_started:
            self._reveal_seed(at=at)

    # -- how it stands --------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be played."""
        return self.status in ("finished", "aborted")

    @property
    def options(self) -> dict[str, Any]:
        """The options, defaults filled in."""
        return self._options

    def get_table(self) -> Table:
        """
        The table of a game that has started.

        Raises:
            GameNotRunningError: It has not.
        """
        if self.table is None:
            raise GameNotRunningError(
                "the game was broken off before it started" if self.is_over else "the game has not started yet"
            )
        return self.table

    def to_act(self) -> list[int]:
        """The seats that owe a decision now."""
        return self.table.to_act() if self.table is not None and self.status == "running" else []

    def seat_of(self, player: str) -> int | None:
        """The seat the player took, also while a bot plays it."""
        return next((number for number, seat in enumerate(self.seats) if seat.player == player), None)

    def viewer_of(self, player: str | None) -> Viewer:
        """What the player is at this table: their seat, or a spectator."""
        seat = None if player is None else self.seat_of(player)
        return SPECTATOR if seat is None else seat_viewer(seat)

    # -- loading --------------------------------------------------------------------------------

    @staticmethod
    def project(game: Game | None, events: Iterable[GameEvent]) -> Game | None:
        """The game after these events, which must follow on what it has; None if there are none."""
        for event in events:
            if type(event) is GameCreated:
                game = Game(
                    event.originator_id,
                    ruleset=get_ruleset(event.data["ruleset"]),
                    seed=bytes.fromhex(event.aside["seed"]),
                    data=event.data,
                )
            if game is None:
                raise BrokenRuleError(f"the stream begins with event {event.n}, a {event.type}")
            game.apply(event)
        return game

    def apply(self, event: GameEvent) -> None:
        """Moves the game over one recorded event, which must be the next."""
        if event.n != self.version + 1:
            raise BrokenRuleError(f"event {event.n} does not follow event {self.version}")
        data = event.data
        match event:
            case ActionTaken():
                self.get_table().advance(data["seat"], action_of(event), n=event.n)
            case SeatTaken():
                self.seats[data["seat"]] = Seat(player=data["player"], bot=data["bot"], nonce=data["nonce"])
            case SeatLeft():
                self.seats[data["seat"]] = Seat()
            case SeatReplaced():
                self.seats[data["seat"]].bot = data["bot"]
            case GameStarted():
                self._lay_table().set_up(self._options, n=event.n)
                self.status = "running"
            case GameFinished():
                self.status = "finished"
                self.outcome = data["outcome"]
            case GameAborted():
                self.status = "aborted"
            case SeedRevealed():
                self.is_seed_revealed = True
            case GameCreated():
                pass
            case _:
                raise BrokenRuleError(f"event {event.n} is a {event.type}, which this version does not know")
        self._remember(event)

    def mark(self) -> tuple[Any, ...]:
        """Where the game stands, to `rewind` to if what follows cannot be stored. Cheap; nothing may be pending."""
        return (
            self.version,
            self.head,
            self.last_at,
            self.status,
            [Seat(seat.player, seat.bot, seat.nonce) for seat in self.seats],
            dict(self.requests),
            self.outcome,
            self.is_seed_revealed,
            self.table,
            None if self.table is None else self.table.mark(),
        )

    def rewind(self, mark: tuple[Any, ...]) -> None:
        """Puts the game back to where `mark` was taken, and forgets what was pending. A mark serves once."""
        self.pending = []
        (
            self.version,
            self.head,
            self.last_at,
            self.status,
            self.seats,
            self.requests,
            self.outcome,
            self.is_seed_revealed,
            self.table,
            table_mark,
        ) = mark
        if self.table is not None:
            self.table.rewind(table_mark)

    def to_snapshot(self) -> dict[str, Any]:
        """The whole game as plain data."""
        return {
            "version": self.version,
            "head": self.head,
            "last_at": self.last_at,
            "ruleset": self.ruleset.key,
            "seed": self.seed.hex(),
            "created": self.created,
            "status": self.status,
            "seats": [seat.to_plain() for seat in self.seats],
            "outcome": self.outcome,
            "is_seed_revealed": self.is_seed_revealed,
            "requests": self.requests,
            "table": None if self.table is None else self.table.to_snapshot(),
        }

    @classmethod
    def from_snapshot(cls, game: UUID, snapshot: Mapping[str, Any]) -> Game:
        """The game as it stood when the snapshot was taken."""
        made = cls(
            game,
            ruleset=get_ruleset(snapshot["ruleset"]),
            seed=bytes.fromhex(snapshot["seed"]),
            data=snapshot["created"],
        )
        made.version = snapshot["version"]
        made.head = snapshot["head"]
        made.last_at = snapshot["last_at"]
        made.status = snapshot["status"]
        made.seats = [Seat(*seat) for seat in snapshot["seats"]]
        made.outcome = snapshot["outcome"]
        made.is_seed_revealed = snapshot["is_seed_revealed"]
        made.requests = {key: (n, body) for key, (n, body) in snapshot["requests"].items()}
        if snapshot["table"] is not None:
            made._lay_table().from_snapshot(snapshot["table"])
        return made

    def stamp(self, *, request: Request | None = None, origin: Origin | None = None) -> None:
        """
        Notes beside every pending event where it came from.

        Args:
            request: The client's request that made it, so that it can be answered again.
            origin: Who sent the command, for the audit trail.
        """
        for event in self.pending:
            if request is not None:
                event.aside["request"] = list(request)
            if origin is not None:
                event.aside["origin"] = origin.to_plain()
        if request is not None and self.pending:
            self._remember_request(request, self.pending[0].n)

    def collect_events(self) -> Sequence[GameEvent]:
        """The events made since the last call, and forgets them."""
        collected, self.pending = self.pending, []
        return collected

    # -- recording ------------------------------------------------------------------------------

    def _record(
        self,
        kind: type[GameEvent],
        body: Body,
        *,
        by: str,
        at: str,
        aside: dict[str, Any] | None = None,
    ) -> None:
        if not TIME.fullmatch(at):
            raise BrokenRuleError(f"{at!r} is no time of the record (format 1)")
        at = max(at, self.last_at)
        line = {
            "game": str(self.id),
            "n": self.version + 1,
            "type": kind.__name__,
            "at": at,
            "by": by,
            "data": body.data,
            "sealed": [{"for": envelope.audience, "digest": envelope.digest} for envelope in body.sealed],
            "opens": body.opens,
            "prev": self.head,
        }
        aside = {} if aside is None else aside
        if self.status == "running":
            aside["owes"] = [[seat, self.get_table().decisions[seat]] for seat in self.to_act()]
        event = kind(
            originator_id=self.id,
            originator_version=self.version + 1,
            at=at,
            by=by,
            data=body.data,
            prev=self.head,
            hash=event_hash(line),
            sealed=[
                StoredEnvelope(list(envelope.audience), envelope.digest, envelope.content) for envelope in body.sealed
            ],
            opens=body.opens,
            aside=aside,
        )
        self.pending.append(event)
        self._remember(event)

    def _remember(self, event: GameEvent) -> None:
        self.version = event.n
        self.head = event.hash
        self.last_at = event.at
        if "request" in event.aside:
            self._remember_request(Request(*event.aside["request"]), event.n)

    def _remember_request(self, request: Request, n: int) -> None:
        self.requests.setdefault(request.key, (n, request.body))
        if len(self.requests) > REQUESTS_MAX:
            del self.requests[next(iter(self.requests))]

    def _finish_if_over(self, *, at: str) -> None:
        outcome = self.get_table().outcome
        if outcome is None:
            return
        self.status = "finished"
        self.outcome = outcome.to_plain()
        self._record(GameFinished, Body({"outcome": self.outcome}, [], []), by="service", at=at)
        self._reveal_seed(at=at)

    def _reveal_seed(self, *, at: str) -> None:
        self.is_seed_revealed = True
        self._record(SeedRevealed, Body({"seed": self.seed.hex()}, [], []), by="service", at=at)

    def _resume_seat(self, seat: int | None, *, player: str, at: str) -> int:
        mine = self.seat_of(player)
        if mine is None or seat not in (None, mine):
            raise SeatTakenError("the game has started; seats can no longer be taken")
        if self.seats[mine].bot is None:
            raise SeatTakenError("you sit at this table already")
        self.seats[mine].bot = None
        data = {"seat": mine, "player": player, "bot": None, "reason": "returned"}
        self._record(SeatReplaced, Body(data, [], []), by=f"player:{player}", at=at)
        return mine

    def _lay_table(self) -> Table:
        nonces = [seat.nonce for seat in self.seats]
        self.table = Table(self.ruleset, seed=self.seed, game=str(self.id), nonces=nonces)
        return self.table

    def _seat(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.seats):
            raise UnknownSeatError(f"this game has seats 0 to {len(self.seats) - 1}, not {seat}", seats=len(self.seats))
        return self.seats[seat]

    def _refuse_if_over(self) -> None:
        if self.is_over:
            raise GameFinishedError(f"the game is {self.status}")


def action_of(event: GameEvent) -> Action:
    """The whole action of an `ActionTaken`, out of its envelope if it was concealed."""
    for envelope in event.sealed:
        content = envelope.content
        if envelope.audience == [f"seat:{event.data['seat']}"] and isinstance(content, dict) and "action" in content:
            sealed: Action = content["action"]
            return sealed
    action: Action = event.data["action"]
    return action
