"""
Use cases: what one can do with a game. Each loads, calls, saves, and answers with what the caller may see.

No HTTP here, and no storage: the API and the workers both come through this door.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final
from uuid import UUID, uuid5

from delvebook.domain.errors import (
    BrokenRuleError,
    DelvebookError,
    GameFinishedError,
    GameNotRunningError,
    NotYoursError,
    UnknownGameError,
    UnknownSeatError,
)
from delvebook.domain.events import GameEvent, Origin
from delvebook.domain.game import Game
from delvebook.domain.kit.phrases import Language
from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.stream import Request
from delvebook.domain.table import ForkPoint
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import ARBITER, PUBLIC, SPECTATOR, Viewer, parse_viewer, seat_viewer
from delvebook.projections.views import Body, actions_body, event_body, game_body, told
from delvebook.replays.forks import fork_point_at
from delvebook.replays.record import Head, NotRevealedError, write_record
from delvebook.service.errors import ForbiddenError
from delvebook.service.identity.signing import Receipts
from delvebook.service.store.games import Change, GameApplication

PLAY: Final = "play"
ARBITRATE: Final = "arbitrate"
OPERATE: Final = "operate"
SCOPES: Final = (PLAY, ARBITRATE, OPERATE)

_REQUEST_SPACE: Final = UUID("6d1f1d0c-3f0a-5c55-9a53-2f6a1c1d7a10")


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: an account with the scopes of its token; None for nobody in particular."""

    account: str | None = None
    scopes: frozenset[str] = field(default_factory=frozenset)
    token: str | None = None
    address: str | None = None

    def require(self, scope: str) -> str:
        """
        The account's id, if its token carries the scope.

        Raises:
            ForbiddenError
        """
        if self.account is None or scope not in self.scopes:
            raise ForbiddenError(f"this needs a token with the scope {scope!r}", scope=scope)
        return self.account

    @property
    def origin(self) -> Origin:
        """Who asks, as it is kept beside the events they make."""
        return Origin(self.account, self.token, self.address)


ANYBODY: Final = Caller()
"""Somebody without a token: may look at what is public."""
Look = Callable[[Caller, Game, Viewer, int], object]
"""Called before somebody is shown secrets that are not theirs, as of an event; notes it in the audit trail."""


@dataclass(frozen=True, slots=True)
class Answer:
    """
    What an accepted command is answered with.

    Attributes:
        game: The game for the caller, as it stands after the last of `events`.
        events: The events made, as the caller may see them.
        is_repeat: Whether the same request had been carried out before.
        receipt: The service's signature under the last of `events`; None if this service signs nothing.
    """

    game: Body
    events: list[Body]
    is_repeat: bool
    receipt: str | None = None

    @property
    def last(self) -> Body:
        """The last event made."""
        return self.events[-1]


@dataclass(frozen=True, slots=True)
class EventPage:
    """
    Some events of a game.

    Attributes:
        n: The game's last event.
        status: Its status.
        is_over: Whether no event will follow event `n`.
        events: As the caller may see them.
    """

    n: int
    status: str
    is_over: bool
    events: list[Body]


@dataclass(frozen=True, slots=True)
class Export:
    """
    A record on its way out.

    Attributes:
        viewer: Whose record.
        n: The event it ends with.
        head: That event's hash.
        lines: Its lines, made as they are asked for.
    """

    viewer: str
    n: int
    head: str
    lines: Iterator[bytes]


class GameService:
    """
    The use cases.

    Args:
        application: Where games live.
        now: The time, in the record's form.
        random_bytes: Unpredictable bytes, for ids and seeds.
        secret: The service's own secret; invitations and the bots' chance come from it.
        on_look: Notes an arbiter's look at secrets.
        receipts: Signs what was accepted; nothing is signed without.
    """

    def __init__(
        self,
        application: GameApplication,
        *,
        now: Callable[[], str],
        random_bytes: Callable[[int], bytes],
        secret: bytes,
        on_look: Look = lambda *_: None,
        receipts: Receipts | None = None,
    ) -> None:
        self.application = application
        self.now = now
        self.random_bytes = random_bytes
        self._secret = secret
        self._on_look = on_look
        self.receipts = receipts

    # -- before the game ------------------------------------------------------------------------

    def create(
        self,
        caller: Caller,
        *,
        ruleset: str,
        seats: int,
        options: Mapping[str, Any],
        bots: Mapping[int, str],
        clock: Mapping[str, Any] | None = None,
        visibility: str = "public",
        request: Request | None = None,
    ) -> Answer:
        """
        Sets a game out, bots on their seats.

        Raises:
            UnknownRulesetError, InvalidSeatsError, InvalidOptionsError, UnknownBotError, UnknownSeatError
        """
        account = caller.require(PLAY)
        title = get_ruleset(ruleset)
        if clock is not None:
            title.bot(clock["on_timeout"])
        game = Game.create(
            self.new_id(request),
            ruleset=title,
            options=options,
            seats=seats,
            seed=self.random_bytes(32),
            by=f"player:{account}",
            at=self.now(),
            terms={"creator": account, "clock": None if clock is None else dict(clock), "visibility": visibility},
        )
        for seat, bot in sorted(bots.items()):
            game.put_bot(seat, bot=bot, by=f"player:{account}", at=self.now())
        change = self.application.add(game, request=request, origin=caller.origin)
        return self.answer(caller, game.id, change)

    def take_seat(
        self,
        caller: Caller,
        game_id: UUID,
        *,
        seat: int | None = None,
        nonce: str = "",
        invite: str = "",
        request: Request | None = None,
    ) -> Answer:
        """The caller sits down, or back down at their own seat of a running game."""
        account = caller.require(PLAY)

        def command(game: Game) -> None:
            self.require_sight(caller, game, invite=invite)
            game.take_seat(seat, player=account, nonce=nonce, at=self.now())

        return self.change(caller, game_id, command, request)

    def put_bot(self, caller: Caller, game_id: UUID, *, seat: int, bot: str, request: Request | None = None) -> Answer:
        """The creator puts a bot on a free seat; in a running game a player puts one on their own seat."""
        account = caller.require(PLAY)

        def command(game: Game) -> None:
            self.require_sight(caller, game)
            if game.status == "running" and game.seat_of(account) == seat:
                game.replace_seat(seat, bot=bot, reason="handed over", by=f"seat:{seat}", at=self.now())
                return
            self._require_creator(caller, game)
            game.put_bot(seat, bot=bot, by=f"player:{account}", at=self.now())

        return self.change(caller, game_id, command, request)

    def leave_seat(self, caller: Caller, game_id: UUID, *, seat: int, request: Request | None = None) -> Answer:
        """The player gives up the seat; the creator may also take a bot off before the start."""
        account = caller.require(PLAY)

        def command(game: Game) -> None:
            self.require_sight(caller, game)
            is_mine = game.seat_of(account) == seat
            is_creators_bot = game.status == "open" and game.created.get("creator") == account
            if not 0 <= seat < len(game.seats):
                raise UnknownSeatError(f"this game has seats 0 to {len(game.seats) - 1}, not {seat}")
            if not is_mine and not (is_creators_bot and game.seats[seat].bot is not None):
                raise NotYoursError(f"seat {seat} is not yours to leave")
            game.leave_seat(seat, by=f"player:{account}", at=self.now())

        return self.change(caller, game_id, command, request)

    def start(self, caller: Caller, game_id: UUID, *, request: Request | None = None) -> Answer:
        """Anybody at the table, or the creator, starts the game once every seat is taken."""
        account = caller.require(PLAY)

        def command(game: Game) -> None:
            self.require_sight(caller, game)
            if game.seat_of(account) is None and not (game.is_resumption and ARBITRATE in caller.scopes):
                self._require_creator(caller, game)
            game.start(by=f"player:{account}", at=self.now(), fork_point=self.fork_point_of(game))

        return self.change(caller, game_id, command, request)

    def abort(self, caller: Caller, game_id: UUID, *, reason: str, request: Request | None = None) -> Answer:
        """The creator breaks a game off before it starts; an operator or an arbiter at any time."""
        account = caller.require(PLAY)

        def command(game: Game) -> None:
            self.require_sight(caller, game)
            is_official = bool({ARBITRATE, OPERATE} & caller.scopes)
            if not is_official:
                self._require_creator(caller, game)
                if game.status == "running":
                    raise ForbiddenError("a running game is broken off by an arbiter or an operator only")
            by = f"arbiter:{account}" if is_official else f"player:{account}"
            game.abort(reason=reason, by=by, at=self.now())

        return self.change(caller, game_id, command, request)

    # -- playing --------------------------------------------------------------------------------

    def actions(self, caller: Caller, game_id: UUID) -> Body:
        """
        What the caller's seat may do now.

        Raises:
            NotYoursError: The caller has no seat in the game.
        """
        with self.application.reading(game_id) as game:
            self.require_sight(caller, game)
            return actions_body(game, self._seat_of(caller, game))

    def act(
        self,
        caller: Caller,
        game_id: UUID,
        *,
        decision: int | None,
        action: Any,
        request: Request | None = None,
        signs_refusal: bool = False,
    ) -> Answer:
        """
        The caller's seat answers its decision.

        Args:
            caller: Who acts.
            game_id: In which game.
            decision: Which decision.
            action: What they choose.
            request: What makes the request recognisable when it comes again.
            signs_refusal: Whether a refusal, too, comes with a receipt: `details["receipt"]`.
        """
        account = caller.require(PLAY)

        def command(game: Game) -> None:
            self.require_sight(caller, game)
            seat = self._acting_seat(caller, game)
            game.act(seat, decision=decision, action=action, at=self.now())

        try:
            return self.change(caller, game_id, command, request)
        except BrokenRuleError:
            raise
        except DelvebookError as refusal:
            if signs_refusal and self.receipts is not None and "n" in refusal.details:
                refusal.details["receipt"] = self.receipts.refuse(
                    game=str(game_id),
                    n=refusal.details["n"],
                    code=refusal.code,
                    clause=refusal.details.get("clause"),
                    at=self.now(),
                    sub=account,
                )
            raise

    def take_back(self, caller: Caller, game_id: UUID, *, request: Request | None = None) -> Answer:
        """The caller's seat takes back its last action, or asks the others whether it may."""
        caller.require(PLAY)

        def command(game: Game) -> None:
            self.require_sight(caller, game)
            history = self.application.all_events_of(game_id, upto=game.version)
            game.take_back(self._acting_seat(caller, game), at=self.now(), history=history)

        return self.change(caller, game_id, command, request)

    def answer_take_back(
        self, caller: Caller, game_id: UUID, *, agrees: bool, request: Request | None = None
    ) -> Answer:
        """The caller's seat agrees to the take-back it is asked about, or declines."""
        caller.require(PLAY)

        def command(game: Game) -> None:
            self.require_sight(caller, game)
            history = self.application.all_events_of(game_id, upto=game.version)
            game.answer_take_back(self._acting_seat(caller, game), agrees=agrees, at=self.now(), history=history)

        return self.change(caller, game_id, command, request)

    def try_action(self, caller: Caller, game_id: UUID, *, decision: int | None, action: Any) -> int:
        """
        Returns if the action would be accepted now: the version it was judged against. Nothing is changed.

        What would come of it may depend on what the caller may not know, so it is not said.

        Raises:
            What `act` would raise.
        """
        caller.require(PLAY)
        with self.application.reading(game_id) as game:
            self.require_sight(caller, game)
            seat = self._acting_seat(caller, game)
            if game.is_over:
                raise GameFinishedError(f"the game is {game.status}")
            table = game.get_table()
            parsed = game.ruleset.parse_action(action)
            table.require_open_decision(seat, decision)
            game.ruleset.play(copy_state(table.state), seat, parsed, tape=Tape(b"dry run"))
            return game.version

    def play_bot(self, game_id: UUID, *, seat: int, version: int) -> int | None:
        """
        The number of the event of the bot's move; None if it has been made, or is not owed any more.

        Args:
            game_id: Which game.
            seat: The bot's seat.
            version: The decision it was asked; late and repeated calls do nothing.
        """
        with self.application.reading(game_id) as game:
            table = game.table
            kind = game.seats[seat].bot if 0 <= seat < len(game.seats) else None
            if table is None or kind is None or game.status != "running" or seat not in game.to_act():
                return None
            if game.is_clock_stopped:
                return None
            if table.decisions[seat] != version:
                return None
            view = game.ruleset.view(table.state, seat_viewer(seat))
            legal = table.legal(seat)
            bot = game.ruleset.bot(kind)
            origin = Origin(account=game.seats[seat].player, bot=kind)
        action = bot(view, legal, chance=Tape(self._bot_key(game_id, seat, version)))

        def command(game: Game) -> None:
            if game.seats[seat].bot != kind:
                raise NotYoursError("the seat is played by somebody else now")
            game.act(seat, decision=version, action=action, at=self.now())

        return self.application.change(game_id, command, origin=origin).events[0].n

    def expire(self, game_id: UUID, *, seat: int, decision: int) -> int | None:
        """A deadline has passed: a bot takes the seat, if it still owes that decision; the event's number, or None."""

        def command(game: Game) -> None:
            clock = game.created.get("clock")
            table = game.get_table()
            if clock is None or game.is_clock_stopped or seat not in game.to_act() or table.decisions[seat] != decision:
                raise GameNotRunningError("nothing is overdue")
            game.replace_seat(seat, bot=clock["on_timeout"], reason="deadline", by="clock", at=self.now())

        try:
            return self.application.change(game_id, command).events[0].n
        except GameNotRunningError:
            return None

    # -- looking --------------------------------------------------------------------------------

    def look(self, caller: Caller, game_id: UUID, *, viewer: str | None = None, as_of: int | None = None) -> Body:
        """
        The game for the caller, now or as it stood after event `as_of`.

        Raises:
            UnknownGameError, UnknownEventError, ForbiddenError (not your eyes)
        """
        with self.application.reading(game_id) as game:
            sight = self.sight(caller, game, viewer, as_of=as_of)
            body = self._game_body(caller, game, sight)
            if as_of is None or as_of == game.version:
                return body
        past = self.application.game_at(game_id, as_of)
        return self._game_body(caller, past, sight)

    def events(
        self,
        caller: Caller,
        game_id: UUID,
        *,
        after: int = 0,
        limit: int,
        viewer: str | None = None,
        language: Language | None = None,
        is_noted: bool = False,
    ) -> EventPage:
        """
        At most `limit` events after event `after`, as the caller may see them now.

        Args:
            caller: Who asks.
            game_id: Which game.
            after: The last event they have.
            limit: How many they take.
            viewer: Whose eyes, if not their own.
            language: Adds `told` to each event: what happened, in sentences.
            is_noted: The caller goes on looking, and the look has been noted.
        """
        with self.application.reading(game_id) as game:
            sight = self.sight(caller, game, viewer, is_noted=is_noted)
            events = self.application.events_of(game_id, after=after, upto=game.version, limit=limit)
            bodies = [event_body(game, event, sight) for event in events]
            if language is not None:
                for event, body in zip(events, bodies, strict=True):
                    body["told"] = told(game, event, sight, language)
            return EventPage(n=game.version, status=game.status, is_over=game.is_over, events=bodies)

    def export(self, caller: Caller, game_id: UUID, *, viewer: str | None = None) -> Export:
        """
        The game's record for the caller, up to its last event now; public, unless asked otherwise, once it may be.

        Raises:
            UnknownGameError, ForbiddenError (not your eyes), NotRevealedError
        """
        with self.application.reading(game_id) as game:
            sight = self.sight(caller, game, viewer)
            if game.is_seed_revealed and viewer is None:
                sight = PUBLIC
            if sight == PUBLIC and not game.is_seed_revealed:
                raise NotRevealedError("the seed is not revealed yet, so there is no public record of this game")
            head = Head(game.version, game.head)
            exported_at = self.now()
            lines = write_record(
                self.application.all_events_of(game_id, upto=head.n),
                head=head,
                seed=game.seed,
                is_seed_revealed=game.is_seed_revealed,
                viewer=sight,
                exported_at=exported_at,
                receipt=self._vouch(game.id, head.n, head.hash, at=exported_at, sub=str(sight)),
            )
            return Export(viewer=str(sight), n=head.n, head=head.hash, lines=lines)

    # -- inside ---------------------------------------------------------------------------------

    def change(self, caller: Caller, game_id: UUID, command: Callable[[Game], None], request: Request | None) -> Answer:
        """Carries the command out for the caller, and answers with what came of it and a receipt."""
        change = self.application.change(
            game_id,
            command,
            request=request,
            origin=caller.origin,
            tell=lambda game, events: self._answer_from(caller, game, events, is_repeat=False),
        )
        answer = change.told or self.answer(caller, game_id, change)
        last = change.events[-1]
        # Signed with the time of the event, so that a repetition has the same receipt.
        receipt = self._vouch(game_id, last.n, last.hash, at=last.at, sub=str(caller.account))
        return replace(answer, receipt=receipt)

    def _vouch(self, game_id: UUID, n: int, hash_: str, *, at: str, sub: str) -> str | None:
        if self.receipts is None:
            return None
        return self.receipts.accept(game=str(game_id), n=n, hash_=hash_, at=at, sub=sub)

    def fork_point_of(self, game: Game, *, is_begun: bool = False) -> ForkPoint | None:
        """What a fork begins with; None if it is none, or has started (unless `is_begun` asks for that, too)."""
        parent = game.created.get("parent")
        if parent is None or not (is_begun or game.status == "open"):
            return None
        past = self.application.game_at(UUID(parent["game"]), parent["n"])
        return fork_point_at(past, parent)

    def answer(self, caller: Caller, game_id: UUID, change: Change[Any]) -> Answer:
        """What came of a change, as the caller may see it; the game as it stood right after it."""
        last = change.events[-1].n
        with self.application.reading(game_id) as current:
            game = current if current.version == last else None
            if game is not None:
                return self._answer_from(caller, game, change.events, is_repeat=change.is_repeat)
        past = self.application.game_at(game_id, last)
        return self._answer_from(caller, past, change.events, is_repeat=change.is_repeat)

    def _answer_from(self, caller: Caller, game: Game, events: Sequence[GameEvent], *, is_repeat: bool) -> Answer:
        viewer = game.viewer_of(caller.account)
        return Answer(
            game=self._game_body(caller, game, viewer),
            events=[event_body(game, event, viewer) for event in events],
            is_repeat=is_repeat,
        )

    def sight(
        self, caller: Caller, game: Game, viewer: str | None, *, as_of: int | None = None, is_noted: bool = False
    ) -> Viewer:
        """Whose eyes the caller may use; an arbiter's look at secrets, now or as of an event, is noted."""
        self.require_sight(caller, game)
        mine = game.viewer_of(caller.account)
        wanted = mine if viewer is None else parse_viewer(viewer)
        if wanted in (mine, SPECTATOR) or game.is_seed_revealed:
            return wanted
        if wanted.seat is not None and wanted.seat >= len(game.seats):
            raise UnknownSeatError(f"this game has seats 0 to {len(game.seats) - 1}, not {wanted.seat}")
        is_party = mine.seat is not None or caller.account in game.parties
        if ARBITRATE not in caller.scopes or is_party:
            raise ForbiddenError(
                f"you may not look as {wanted}; that needs the scope 'arbitrate', and never to have played here"
            )
        if not is_noted:
            self._on_look(caller, game, wanted, game.version if as_of is None else as_of)
        return wanted if wanted.seat is not None else ARBITER

    def require_sight(self, caller: Caller, game: Game, *, invite: str = "") -> None:
        """A private game does not exist for those it does not concern."""
        if game.created.get("visibility") != "private" or game.is_seed_revealed:
            return
        account = caller.account
        concerned = account is not None and (
            game.seat_of(account) is not None
            or game.created["creator"] == account
            or account in (game.created.get("reserved") or ())
        )
        invited = bool(invite) and hmac.compare_digest(invite, self.invitation(game.id))
        if not concerned and not invited and not {ARBITRATE, OPERATE} & caller.scopes:
            raise UnknownGameError(f"there is no game {game.id}")

    def _require_creator(self, caller: Caller, game: Game) -> None:
        if game.created.get("creator") != caller.account:
            raise ForbiddenError("only the one who created the game may do this")

    def _seat_of(self, caller: Caller, game: Game) -> int:
        seat = None if caller.account is None else game.seat_of(caller.account)
        if seat is None:
            raise NotYoursError("you have no seat in this game")
        return seat

    def _acting_seat(self, caller: Caller, game: Game) -> int:
        seat = self._seat_of(caller, game)
        if game.seats[seat].bot is not None:
            raise NotYoursError("a bot plays your seat; take the seat again first")
        return seat

    def _game_body(self, caller: Caller, game: Game, viewer: Viewer) -> Body:
        """The game for the caller; whoever created a private one is told the word that lets others in."""
        body = game_body(game, viewer)
        is_creator = caller.account is not None and game.created.get("creator") == caller.account
        if is_creator and game.status == "open" and body["visibility"] == "private":
            body["invite"] = self.invitation(game.id)
        return body

    def invitation(self, game_id: UUID) -> str:
        """The word that lets a stranger take a seat in a private game; the creator is told it."""
        return hmac.digest(self._secret, b"invite/1\n" + game_id.bytes, "sha256").hex()[:24]

    def _bot_key(self, game_id: UUID, seat: int, version: int) -> bytes:
        return hmac.digest(self._secret, b"bot/1\n%s\n%d\n%d" % (game_id.bytes, seat, version), "sha256")

    def new_id(self, request: Request | None) -> UUID:
        """The id of a new game: the same for the same request, else a random one."""
        if request is not None:
            return uuid5(_REQUEST_SPACE, request.key)
        return UUID(bytes=self.random_bytes(16), version=4)
