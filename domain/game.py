"""
The Game aggregate: one play of a ruleset, from the empty table to the revealed seed.

Commands decide and record. Loading plays the recorded actions again on the same table, which decides
nothing anew: what a player chose, what the tape gave and who could know it follow from the seed and
the recorded actions.
An aggregate that raised an error while committing must be thrown away (`service` does).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal
from uuid import UUID

from delvebook.domain import disputes, takebacks
from delvebook.domain.canonical import commitment
from delvebook.domain.envelopes import Envelope, seal
from delvebook.domain.errors import (
    AlreadyDisputedError,
    AlreadyRuledError,
    BrokenRuleError,
    GameFinishedError,
    GameNotRunningError,
    MalformedError,
    NotAskedError,
    NotForkableError,
    NotWithheldError,
    NotYoursError,
    ParentError,
    PartyError,
    SeatsMissingError,
    SeatTakenError,
    TakeBackRefusedError,
    UnknownEventError,
    UnknownSeatError,
)
from delvebook.domain.events import (
    ActionTaken,
    ActionTakenBack,
    DisputeAppealed,
    DisputeFindingAttached,
    DisputeOpened,
    DisputeRuled,
    GameAborted,
    GameCreated,
    GameEvent,
    GameFinished,
    GameStarted,
    SeatLeft,
    SeatReplaced,
    SeatTaken,
    SeedRevealed,
    TakeBackAnswered,
    TakeBackAsked,
)
from delvebook.domain.ruleset import Ruleset, copy_state
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.stream import Stream
from delvebook.domain.table import ARBITER_ONLY, EventContent, ForkPoint, Table
from delvebook.domain.takebacks import TABLE_EVENTS, action_of
from delvebook.domain.tape import Drawn
from delvebook.domain.viewers import SPECTATOR, Viewer, seat_viewer

NONCE_MAX: Final = 64
SEED_BYTES: Final = 32

Status = Literal["open", "running", "finished", "aborted"]


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """
    A game as it stood after event `originator_version`, so that loading need not start at the beginning.

    Attributes:
        class_version: The version of what `Game.to_snapshot` and the titles' states look like. Raise it with every
            change of either; there is no upcast, since snapshots of other versions are not read.
        version: The version in which this one was taken; 1 if it does not say.
    """

    class_version: ClassVar[int] = 2

    originator_id: UUID
    originator_version: int
    state: dict[str, Any]
    version: int = class_version

    @classmethod
    def from_stored(cls, game: UUID, n: int, stored: dict[str, Any]) -> GameSnapshot:
        """The snapshot that `to_stored` described."""
        version = stored.pop("class_version", 1)
        return cls(game, n, stored, version)

    def to_stored(self) -> dict[str, Any]:
        """The snapshot as plain data for the store."""
        return {"class_version": self.version, **self.state}


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


class Game(Stream):
    """
    One game and its stream of events.

    Attributes:
        status: `open` (seats are being taken), `running`, `finished` or `aborted`.
        table: What is being played; None before the start.
        seed: 32 bytes, secret until revealed.
        is_seed_revealed: Whether everybody may see everything.
        created: The data of event 1.
        asked: The take-back the others are asked about: `{"n", "seat", "action", "waiting"}`; nobody is waited for
            once somebody has declined. None if none was asked for since the last action.
        disputes: By the `n` that opened it, every dispute as plain data.
        parties: The accounts that sit or sat here, in order of coming.
        resumed_by: The game in which a ruling resumes this one, which it broke off; None if none does.
        journal: The events the table follows from, kept if there is no store to ask for them; None if there is one.
    """

    __slots__ = (
        "_options",
        "asked",
        "created",
        "disputes",
        "is_seed_revealed",
        "journal",
        "outcome",
        "parties",
        "resumed_by",
        "ruleset",
        "seats",
        "seed",
        "status",
        "table",
    )

    def __init__(self, game: UUID, *, ruleset: Ruleset, seed: bytes, data: dict[str, Any]) -> None:
        super().__init__(game)
        self.ruleset = ruleset
        self.seed = seed
        self.created = data
        self.status: Status = "open"
        self.seats = [Seat() for _ in range(data["seats"])]
        self.table: Table | None = None
        self.outcome: dict[str, Any] | None = None
        self.is_seed_revealed = False
        self.asked: dict[str, Any] | None = None
        self.disputes: dict[int, disputes.Dispute] = {}
        self.parties: dict[str, None] = {}
        self.journal: list[GameEvent] | None = None
        self.resumed_by: str | None = None
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
        made._record(GameCreated, EventContent(data, [], []), by=by, at=at, metadata={"seed": seed.hex()})
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
        kept = self.created.get("reserved") or [None] * len(self.seats)
        if seat is None:
            free = [number for number, taken in enumerate(self.seats) if taken.is_free and kept[number] is None]
            mine = [number for number, taken in enumerate(self.seats) if taken.is_free and kept[number] == player]
            if not mine and not free:
                raise SeatTakenError("every seat is taken, or kept for somebody else")
            seat = [*mine, *free][0]
        if not self._seat(seat).is_free:
            raise SeatTakenError(f"seat {seat} is taken")
        if kept[seat] not in (None, player):
            raise SeatTakenError(f"seat {seat} is kept for the one who sat there in the game that is resumed")
        data = {"seat": seat, "player": player, "bot": None, "nonce": nonce}
        self.seats[seat] = Seat(player=player, nonce=nonce)
        self.parties = {**self.parties, player: None}
        self._record(SeatTaken, EventContent(data, [], []), by=f"player:{player}", at=at)
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
        self._record(SeatTaken, EventContent(data, [], []), by=by, at=at)

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
        self._record(SeatLeft, EventContent({"seat": seat}, [], []), by=by, at=at)

    def start(self, *, by: str, at: str, fork_point: ForkPoint | None = None) -> None:
        """
        Sets the table up; from here on the tape is fixed.

        Args:
            by: Who starts it.
            at: Now.
            fork_point: Of a fork: what it begins with; see `fork_point` of the game it left.

        Raises:
            SeatsMissingError, GameFinishedError, SeatTakenError (it runs already), ParentError (a fork without its
            fork_point), NotForkableError
        """
        self._refuse_if_over()
        if self.status == "running":
            raise SeatTakenError("the game has started already")
        free = [seat for seat, taken in enumerate(self.seats) if taken.is_free]
        if free:
            raise SeatsMissingError(f"seats {', '.join(map(str, free))} are still free", seats=free)
        metadata = None
        if self.is_fork:
            if fork_point is None:
                raise ParentError("a fork cannot be begun without the game it left")
            table = self._new_table()
            body = table.start_fork(fork_point, n=self.version + 1)
            self.table = table
            metadata = {"table": copy_state(table.to_snapshot())}
        else:
            body = self._lay_table().start(self._options, n=self.version + 1)
        self.status = "running"
        self._record(GameStarted, body, by=by, at=at, metadata=metadata)
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
        table.require_open_decision(seat, decision)
        body = table.act(seat, parsed, n=self.version + 1)
        self.asked = None
        self._record(ActionTaken, body, by=by or f"seat:{seat}", at=at)
        self._finish_if_over(at=at)

    def take_back(self, seat: int, *, at: str, history: Iterable[GameEvent] | None = None) -> None:
        """
        Takes back the seat's last action, if nobody learned anything from it; else asks the others, if that helps.

        Args:
            seat: Whose action.
            at: Now.
            history: The game's events so far; its own journal if it keeps one.

        Raises:
            TakeBackRefusedError (names the reason), UnknownSeatError, GameNotRunningError, GameFinishedError
        """
        self._refuse_if_over()
        self.get_table()
        self._seat(seat)
        if self.asked is not None and self.asked["waiting"]:
            raise TakeBackRefusedError("the others have been asked already", reason="asked", event=self.asked["n"])
        kept = self._kept(history)
        event = takebacks.find_last(kept, seat)
        others = [
            number
            for number, other in enumerate(self.seats)
            if number != seat and other.bot is None and other.player is not None
        ]
        if self.asked is not None and self.asked["action"] == event.n:
            raise TakeBackRefusedError("somebody has declined", reason="declined", event=self.asked["n"])
        is_unnoticed = takebacks.is_unnoticed(event)
        table = self._table_without(kept, event.n)
        if is_unnoticed or not others:
            self._go_back(table, seat, event.n, by=f"seat:{seat}", at=at)
            return
        data = {"seat": seat, "action": event.n, "of": others}
        self.asked = {"n": self.version + 1, "seat": seat, "action": event.n, "waiting": others}
        self._record(TakeBackAsked, EventContent(data, [], []), by=f"seat:{seat}", at=at)

    def answer_take_back(self, seat: int, *, agrees: bool, at: str, history: Iterable[GameEvent] | None = None) -> None:
        """
        The seat agrees to what it was asked, or declines; when all have agreed, the action is taken back.

        Raises:
            NotAskedError, GameNotRunningError, GameFinishedError
        """
        self._refuse_if_over()
        asked = self.asked
        if asked is None or seat not in asked["waiting"]:
            raise NotAskedError("this seat is not asked to agree to a take-back")
        waiting = takebacks.waiting_after(asked["waiting"], seat, agrees=agrees)
        table = self._table_without(self._kept(history), asked["action"]) if agrees and not waiting else None
        data = {"seat": seat, "asked": asked["n"], "agrees": agrees}
        self.asked = {**asked, "waiting": waiting}
        self._record(TakeBackAnswered, EventContent(data, [], []), by=f"seat:{seat}", at=at)
        if table is not None:
            self._go_back(table, asked["seat"], asked["action"], by="service", at=at)

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
        self._record(SeatReplaced, EventContent(data, [], []), by=by, at=at)

    def abort(self, *, reason: str, by: str, at: str, resumed_by: str | None = None) -> None:
        """
        Breaks the game off; if it had started, its seed is revealed.

        Args:
            reason: Why.
            by: Who does it.
            at: Now.
            resumed_by: The game in which it is resumed. What is hidden here is hidden there, too, so the seed
                is kept until that game is over (`reveal`).

        Raises:
            GameFinishedError
        """
        self._refuse_if_over()
        had_started = self.table is not None
        self.status = "aborted"
        self.resumed_by = resumed_by
        data = {"reason": reason} if resumed_by is None else {"reason": reason, "resumed_by": resumed_by}
        self._record(GameAborted, EventContent(data, [], []), by=by, at=at)
        if resumed_by is None and (had_started or self.is_resumption):
            self._reveal_seed(at=at)

    def reveal(self, *, at: str) -> None:
        """
        Reveals the seed of a game that was broken off to be resumed, now that it has been played to its end.

        Raises:
            NotWithheldError: It is out already, or the game is not one of these.
        """
        if not self.is_withheld:
            raise NotWithheldError("the seed of this game is not being kept back")
        self._reveal_seed(at=at)

    # -- commands: disputes ---------------------------------------------------------------------

    def open_dispute(
        self,
        player: str,
        *,
        event: int,
        claim: str,
        at: str,
        receipts: Sequence[str] = (),
        record: Mapping[str, Any] | None = None,
    ) -> int:
        """
        Files a claim; in a running game the clock stops until it is ruled on. Returns the dispute's number.

        Args:
            player: Who sits or sat here.
            event: What is wrong, in their eyes.
            claim: What they say.
            at: Now.
            receipts: What the service signed for them.
            record: What their own record is: `sha256` of the file, `n` and `hash` of its head, and `differs_at`, the
                first event that is another one there, or null.

        Raises:
            PartyError, UnknownEventError, AlreadyDisputedError
        """
        if player not in self.parties:
            raise PartyError("only those who play or played in the game may dispute it")
        if not 1 <= event <= self.version:
            raise UnknownEventError(f"the game has events 1 to {self.version}, not {event}", n=self.version)
        for dispute in self.disputes.values():
            if dispute["by"] == player and dispute["status"] in disputes.UNDECIDED:
                raise AlreadyDisputedError("your dispute about this game is not decided yet", dispute=dispute["n"])
            if dispute["by"] == player and dispute["event"] == event:
                raise AlreadyDisputedError("you have disputed this event, and it was ruled on", dispute=dispute["n"])
        data = {
            "seat": self.seat_of(player),
            "event": event,
            "claim": claim,
            "receipts": list(receipts),
            "record": None if record is None else dict(record),
        }
        metadata = {"parties": list(self.parties), "visibility": self.created.get("visibility", "public")}
        self._dispute(DisputeOpened, data, by=f"player:{player}", at=at, metadata=metadata)
        return self.version

    def attach_finding(self, dispute: int, finding: Mapping[str, Any], *, at: str, sealed: Any = None) -> None:
        """
        Notes what playing the game again showed.

        Args:
            dispute: Which dispute.
            finding: What everybody may know of it.
            at: Now.
            sealed: What only an arbiter may know while the game's secrets are secret; None if there is nothing. An
                `Envelope` is taken over as it is: a replay that cannot open it has no more than its digest.

        Raises:
            UnknownDisputeError, AlreadyRuledError (it has its finding)
        """
        if disputes.get(self.disputes, dispute)["finding"] is not None:
            raise AlreadyRuledError("this dispute has its finding")
        envelopes = []
        if isinstance(sealed, Envelope):
            envelopes = [sealed]
        elif sealed is not None:
            envelopes = [seal(self.seed, sealed, n=self.version + 1, i=0, audience=ARBITER_ONLY)]
        data = {"dispute": dispute, "finding": dict(finding)}
        self._dispute(DisputeFindingAttached, data, sealed=envelopes, by="service", at=at)

    def rule(
        self, dispute: int, *, arbiter: str, verdict: str, remedy: Mapping[str, Any] | None, reason: str, at: str
    ) -> None:
        """
        An arbiter rules; a running game is broken off by any remedy.

        If it is to be resumed, its seed stays secret until the resumed game is over; else it is revealed.

        Raises:
            UnknownDisputeError, PartyError, AlreadyRuledError, MalformedError, UnknownEventError, NotForkableError (it
            is being resumed by the ruling on another dispute)
        """
        disputed = disputes.get(self.disputes, dispute)
        disputes.require_ruling(disputed, arbiter=arbiter, parties=self.parties)
        whole = disputes.remedy_of(
            verdict,
            remedy,
            dispute=disputed,
            seats=len(self.seats),
            version=self.version,
            ruleset=self.ruleset.key,
            game=self.id,
        )
        if whole is not None and whole["type"] == "resume" and self.is_withheld and disputed["stood_at"] is None:
            raise NotForkableError(f"another ruling resumes this game already, in game {self.resumed_by}")
        data = {"dispute": dispute, "verdict": verdict, "remedy": whole, "reason": reason}
        was_running = not self.is_over
        self._dispute(DisputeRuled, data, by=f"arbiter:{arbiter}", at=at)
        if whole is None:
            return
        if was_running:
            self.abort(reason=f"dispute {dispute}: {whole['type']}", by="service", at=at, resumed_by=whole.get("game"))

    def appeal(self, dispute: int, *, player: str, reason: str, at: str) -> None:
        """
        A party asks for another arbiter's ruling.

        Raises:
            UnknownDisputeError, PartyError, NotRuledError, AlreadyAppealedError
        """
        disputed = disputes.get(self.disputes, dispute)
        is_settled = disputed["stood_at"] is not None and self.is_seed_revealed
        disputes.require_appeal(disputed, player=player, parties=self.parties, is_settled=is_settled)
        self._dispute(DisputeAppealed, {"dispute": dispute, "reason": reason}, by=f"player:{player}", at=at)

    # -- how it stands --------------------------------------------------------------------------

    @property
    def is_clock_stopped(self) -> bool:
        """Whether deadlines are suspended, because a dispute waits for its ruling."""
        return disputes.stop_clock(self.disputes)

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be played."""
        return self.status in ("finished", "aborted")

    @property
    def is_fork(self) -> bool:
        """Whether it begins where another game stood."""
        return "parent" in self.created

    @property
    def is_withheld(self) -> bool:
        """Whether its seed is kept back until the game that resumes it is over."""
        return self.resumed_by is not None and not self.is_seed_revealed

    @property
    def is_resumption(self) -> bool:
        """Whether it is a fork in which a ruling resumes another game."""
        return "ruling" in self.created.get("parent", ())

    def fork_point(self, *, seat: int | None = None) -> ForkPoint:
        """
        What a fork that begins where this game stands begins with.

        Args:
            seat: Whose knowledge it keeps, all else dealt anew; None if it keeps everything.

        Raises:
            NotForkableError: It has not started, or is over.
            UnknownSeatError
        """
        if self.table is None:
            raise NotForkableError("the game had not started at that event")
        if self.table.outcome is not None or self.is_over:
            raise NotForkableError("the game was over at that event; nothing is left to be played")
        version = self.ruleset.version
        if seat is None:
            return ForkPoint(version, state=copy_state(self.table.state))
        self._seat(seat)
        return ForkPoint(version, view=self.ruleset.view(self.table.state, seat_viewer(seat)))

    def prove_draws(self, event: GameEvent, *, fork_point: ForkPoint | None = None) -> list[Drawn]:
        """
        How the draws of the next event came about. This game must be a copy of its own: it is moved over the event.

        Args:
            event: The event that follows.
            fork_point: Of a fork that this event starts: what it began with.
        """
        witness: list[Drawn] = []
        if isinstance(event, GameStarted):
            table = self._new_table()
            table.tape.witness = witness
            if fork_point is None:
                table.set_up(self._options, n=event.n)
            else:
                table.migrate_state(fork_point, n=event.n)
        elif isinstance(event, ActionTaken):
            table = self.get_table()
            table.tape.witness = witness
            table.advance(event.data["seat"], action_of(event), n=event.n)
        return witness

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
                    seed=bytes.fromhex(event.metadata["seed"]),
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
                self.asked = None
            case ActionTakenBack():
                self._lay_table().from_snapshot(copy_state(event.metadata["table"]))
                self.asked = None
            case TakeBackAsked():
                self.asked = {"n": event.n, "seat": data["seat"], "action": data["action"], "waiting": data["of"]}
            case TakeBackAnswered():
                asked = self.asked or {"waiting": ()}
                waiting = takebacks.waiting_after(asked["waiting"], data["seat"], agrees=data["agrees"])
                self.asked = {**asked, "waiting": waiting}
            case SeatTaken():
                self.seats[data["seat"]] = Seat(player=data["player"], bot=data["bot"], nonce=data["nonce"])
                if data["player"] is not None:
                    self.parties = {**self.parties, data["player"]: None}
            case DisputeOpened() | DisputeFindingAttached() | DisputeRuled() | DisputeAppealed():
                self._move_dispute(event.type, data, n=event.n, by=event.by, at=event.at)
            case SeatLeft():
                self.seats[data["seat"]] = Seat()
            case SeatReplaced():
                self.seats[data["seat"]].bot = data["bot"]
            case GameStarted():
                if "table" in event.metadata:
                    self._lay_table().from_snapshot(copy_state(event.metadata["table"]))
                else:
                    self._lay_table().set_up(self._options, n=event.n)
                self.status = "running"
            case GameFinished():
                self.status = "finished"
                self.outcome = data["outcome"]
            case GameAborted():
                self.status = "aborted"
                self.resumed_by = data.get("resumed_by")
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
            self.asked,
            self.disputes,
            self.parties,
            self.resumed_by,
            None if self.journal is None else len(self.journal),
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
            self.asked,
            self.disputes,
            self.parties,
            self.resumed_by,
            journal_mark,
            self.table,
            table_mark,
        ) = mark
        if self.journal is not None:
            del self.journal[journal_mark:]
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
            "asked": self.asked,
            "disputes": list(self.disputes.values()),
            "parties": list(self.parties),
            "resumed_by": self.resumed_by,
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
        made.asked = snapshot.get("asked")
        made.disputes = {dispute["n"]: dispute for dispute in snapshot.get("disputes", ())}
        seated = [seat.player for seat in made.seats if seat.player is not None]
        made.parties = dict.fromkeys(snapshot.get("parties", seated))
        made.resumed_by = snapshot.get("resumed_by")
        if snapshot["table"] is not None:
            made._lay_table().from_snapshot(snapshot["table"])
        return made

    # -- recording ------------------------------------------------------------------------------

    def _beside(self) -> dict[str, Any]:
        if self.status != "running":
            return {}
        owes = [[seat, self.get_table().decisions[seat]] for seat in self.to_act()]
        return {"owes": owes, **({"stopped": True} if self.is_clock_stopped else {})}

    def _remember(self, event: GameEvent) -> None:
        super()._remember(event)
        if self.journal is not None and isinstance(event, TABLE_EVENTS):
            self.journal.append(event)

    def _dispute(
        self,
        kind: type[GameEvent],
        data: dict[str, Any],
        *,
        by: str,
        at: str,
        sealed: Sequence[Envelope] = (),
        metadata: dict[str, Any] | None = None,
    ) -> None:
        """Moves the dispute and records how; in this order, so that the event says whether the clock stands."""
        at = max(at, self.last_at)
        self._move_dispute(kind.__name__, data, n=self.version + 1, by=by, at=at)
        self._record(kind, EventContent(data, list(sealed), []), by=by, at=at, metadata=metadata)

    def _move_dispute(self, type_: str, data: Mapping[str, Any], *, n: int, by: str, at: str) -> None:
        is_running = self.status == "running"
        self.disputes = disputes.moved(self.disputes, type_, data, n=n, by=by, at=at, is_running=is_running)

    def _kept(self, history: Iterable[GameEvent] | None) -> list[GameEvent]:
        """Of the game's events those that the table follows from."""
        if history is None:
            history = self.journal
        if history is None:
            raise BrokenRuleError("a take-back needs the game's events")
        return [event for event in history if isinstance(event, TABLE_EVENTS)]

    def _table_without(self, history: Sequence[GameEvent], without: int) -> Table:
        """A table of its own on which that action was not taken, at the next event but what is recorded before it."""
        table = self._new_table()
        takebacks.rebuild(table, self._options, history, without=without)
        return table

    def _go_back(self, table: Table, seat: int, action: int, *, by: str, at: str) -> None:
        digest = table.reopen(seat, n=self.version + 1)
        self.table = table
        self.asked = None
        data = {"seat": seat, "action": action, "state": digest}
        metadata = {"table": copy_state(table.to_snapshot())}
        self._record(ActionTakenBack, EventContent(data, [], []), by=by, at=at, metadata=metadata)

    def _finish_if_over(self, *, at: str) -> None:
        outcome = self.get_table().outcome
        if outcome is None:
            return
        self.status = "finished"
        self.outcome = outcome.to_plain()
        self._record(GameFinished, EventContent({"outcome": self.outcome}, [], []), by="service", at=at)
        self._reveal_seed(at=at)

    def _reveal_seed(self, *, at: str) -> None:
        self.is_seed_revealed = True
        self._record(SeedRevealed, EventContent({"seed": self.seed.hex()}, [], []), by="service", at=at)

    def _resume_seat(self, seat: int | None, *, player: str, at: str) -> int:
        mine = self.seat_of(player)
        if mine is None or seat not in (None, mine):
            raise SeatTakenError("the game has started; seats can no longer be taken")
        if self.seats[mine].bot is None:
            raise SeatTakenError("you sit at this table already")
        self.seats[mine].bot = None
        data = {"seat": mine, "player": player, "bot": None, "reason": "returned"}
        self._record(SeatReplaced, EventContent(data, [], []), by=f"player:{player}", at=at)
        return mine

    def _lay_table(self) -> Table:
        self.table = self._new_table()
        return self.table

    def _new_table(self) -> Table:
        nonces = [seat.nonce for seat in self.seats]
        return Table(self.ruleset, seed=self.seed, game=str(self.id), nonces=nonces)

    def _seat(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.seats):
            raise UnknownSeatError(f"this game has seats 0 to {len(self.seats) - 1}, not {seat}", seats=len(self.seats))
        return self.seats[seat]

    def _refuse_if_over(self) -> None:
        if self.is_over:
            raise GameFinishedError(f"the game is {self.status}")
