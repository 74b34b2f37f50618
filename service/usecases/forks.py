"""Forks: games that begin at an event of another one. For study after the parent is over, by a ruling at any time."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from uuid import UUID

import structlog

from delvebook.domain.clocks import DAY_SECONDS
from delvebook.domain.disputes import Ruling
from delvebook.domain.disputes import get as find_dispute
from delvebook.domain.errors import (
    GameFinishedError,
    NotForkableError,
    NotWithheldError,
    RulingNotDueError,
    UnknownEventError,
)
from delvebook.domain.game import SEED_BYTES, Game
from delvebook.domain.remedies import Remedy
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.stream import IdempotentRequest
from delvebook.domain.table import ForkPoint, Table
from delvebook.domain.viewers import parse_viewer
from delvebook.replays.times import later
from delvebook.service.identity.caller import PLAY, Caller
from delvebook.service.store.games import GameRepository
from delvebook.service.usecases.commands import CommandResult, Commands
from delvebook.service.usecases.lineage import Left, ancestors_of, begun_with, created_of, imported_game

log = structlog.get_logger(__name__)


class ForkService:
    """
    The use cases about forks.

    Args:
        commands: Carries commands out.
    """

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._application = commands.application
        self._now = commands.now

    def fork(
        self,
        caller: Caller,
        game_id: UUID,
        *,
        event: int,
        bots: Mapping[int, str],
        as_viewer: str | None = None,
        ruleset: str | None = None,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """
        Creates a game with free seats that will begin as a finished game stood after an event.

        Args:
            caller: The caller.
            game_id: The parent.
            event: The event after which the fork begins.
            bots: The kind of bot for each seat that a bot plays.
            as_viewer: `seat:K` to keep what that seat knew and deal the rest again; None to keep everything.
            ruleset: Another version of the same title to continue under.
            request: Recognises the same request when it is repeated.

        Raises:
            UnknownGameError, UnknownEventError, NotForkableError, UnknownBotError, UnknownSeatError, MalformedError
            OfficialError: The caller has looked as an official, or ruled, in the game's family.
        """
        caller.require(PLAY)
        with self._commands.reading(caller, game_id) as left:
            self._commands.visibility.require(caller, left)
            self._commands.parties.require_unseen(caller, left)
            if not left.lifecycle.is_seed_revealed:
                raise NotForkableError(
                    "a game can be forked for study once it is over and its seed is revealed; "
                    "a running game is resumed only by a ruling"
                )
        past = self._application.game_at(game_id, event)
        return self._begin(caller, past, bots=bots, as_viewer=as_viewer, ruleset=ruleset, request=request)

    def fork_import(
        self,
        caller: Caller,
        id_: UUID,
        *,
        event: int,
        bots: Mapping[int, str],
        as_viewer: str | None = None,
        ruleset: str | None = None,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """
        Forks an imported record, like `fork`.

        Raises:
            UnknownImportError, and whatever `fork` raises
        """
        caller.require(PLAY)
        past = imported_game(self._application, self._application.imports.read(id_), event)
        if past is None:
            raise UnknownEventError(f"the imported record has no event {event} that a fork could begin after")
        self._commands.parties.require_unseen(caller, past)
        return self._begin(caller, past, bots=bots, as_viewer=as_viewer, ruleset=ruleset, request=request)

    def _begin(
        self,
        caller: Caller,
        past: Game,
        *,
        bots: Mapping[int, str],
        as_viewer: str | None,
        ruleset: str | None,
        request: IdempotentRequest | None,
    ) -> CommandResult:
        """Creates a game that will begin as that game stands."""
        account = caller.require(PLAY)
        parent: dict[str, object] = {"game": str(past.id), "n": past.stream.version, "hash": past.stream.head}
        seat = None
        if as_viewer is not None:
            seat = parse_viewer(as_viewer).seat
            if seat is None:
                raise NotForkableError("as_viewer must be null or a seat (seat:0, seat:1, …)")
            parent["as"] = f"seat:{seat}"
        rules = past.ruleset if ruleset is None else get_ruleset(ruleset)
        require_continuable(past, rules.key, as_seat=seat)
        game = Game.create(
            self._commands.new_id(request),
            ruleset=rules,
            options=past.lifecycle.options,
            seats=len(past.lifecycle.seats),
            seed=self._commands.random_bytes(SEED_BYTES),
            by=f"player:{account}",
            at=self._now(),
            terms={"parent": parent, **_kept_terms(past)},
        )
        for number, bot in sorted(bots.items()):
            game.put_bot(number, bot=bot, by=f"player:{account}", at=self._now())
        self._commands.close_if_full(game)
        [result] = self._commands.add(caller, [(game, request)])
        return result

    def ancestors(self, game_id: UUID) -> list[Left]:
        """Returns a fork's ancestors, nearest first, while their seeds are revealed; empty if it is not a fork."""
        with self._application.reading(game_id) as game:
            created = created_of(game)
        return list(ancestors_of(self._application, created))

    # -- rulings carried out --------------------------------------------------------------------

    def carry_out(self, game_id: UUID, dispute: int, *, days: int | None = None) -> None:
        """
        Carries out the rulings on a dispute: creates the fork that resumes the game, aborts an earlier fork.

        The players' seats are reserved for them, and bots sit down at once. Doing it twice is harmless. A fork that
        could not be created for that many days is not created any more (`reveal`).
        """
        with self._application.reading(game_id) as left:
            rulings = find_dispute(left.lifecycle.disputes, dispute)["rulings"]
            given_up = left.lifecycle.resumed_by if left.lifecycle.is_seed_revealed else None
        forks: dict[str, UUID] = {}
        for ruling in rulings:
            remedy = ruling["remedy"]
            if remedy is None or remedy["type"] != "resume":
                continue
            fork = UUID(remedy["game"])
            if not self._exists(fork):
                if remedy["game"] == given_up or self._is_overdue(ruling, days):
                    continue
                self._resume(game_id, dispute, ruling, remedy)
            forks[remedy["game"]] = fork
        last = rulings[-1]["remedy"] if rulings else None
        is_resumed = last is not None and last["type"] == "resume"
        successor = forks.pop(last["game"], None) if last is not None and is_resumed else None
        for fork in forks.values():
            self._supersede(fork, successor, dispute)

    def reveal(self, game_id: UUID, *, days: int | None = None) -> int | None:
        """
        Reveals the withheld seed of a game that was resumed, once every game that continues it is over.

        A resumed game that could not be created for that many days after its ruling is given up, because it would else
        keep the seed secret for ever. Returns the event's number, or None. Doing it twice is harmless.
        """
        with self._application.reading(game_id) as game:
            resumed_by = game.lifecycle.resumed_by
            if not game.lifecycle.is_withheld or resumed_by is None:
                return None
            dispute, continued = _resuming(game, resumed_by)
        unmade = [one for one in {resumed_by, *continued} if not self._exists(UUID(one))]
        for one in {resumed_by, *continued}:
            if one not in unmade:
                with self._application.reading(UUID(one)) as fork:
                    if not fork.lifecycle.is_seed_revealed:
                        return None
            elif one not in continued or not self._is_overdue(continued[one], days):
                return None
        try:
            n = self._application.change(game_id, lambda one: one.reveal(at=self._now()))[0].n
        except NotWithheldError:
            return None
        for created in filter(self._exists, map(UUID, unmade)):
            self._supersede(created, None, dispute)  # It was created in the same moment, and has no secret left.
        return n

    def give_up(self, game_id: UUID, *, days: int) -> int | None:
        """
        Gives up a resumed game that nobody has started. Returns the event's number, or None if it is not overdue.

        Its seed and its parents' would else stay secret for ever. Doing it twice is harmless.

        Args:
            game_id: The resumed game.
            days: How long it waits for its start, from the ruling on.
        """
        # A resumed game is created at the time of its ruling.
        [created] = self._application.events_of(game_id, limit=1)
        if self._now() < later(created.at, days * DAY_SECONDS):
            return None
        try:
            return self._application.change(game_id, lambda game: game.expire_resumption(at=self._now()))[0].n
        except (RulingNotDueError, GameFinishedError):
            return None

    def _resume(self, game_id: UUID, dispute: int, ruling: Ruling, remedy: Remedy) -> None:
        past, fork = self._application.game_at(game_id, remedy["event"]), UUID(remedy["game"])
        at = ruling["at"]
        with self._application.reading(game_id) as left:
            seats = [(seat.player, seat.bot) for seat in left.lifecycle.seats]
        game = Game.create(
            fork,
            ruleset=get_ruleset(remedy["ruleset"]),
            options=past.lifecycle.options,
            seats=len(past.lifecycle.seats),
            seed=self._commands.random_bytes(SEED_BYTES),
            by=f"arbiter:{ruling['by']}",
            at=at,
            terms={
                "parent": {
                    "game": str(game_id),
                    "n": past.stream.version,
                    "hash": past.stream.head,
                    "ruling": ruling["n"],
                },
                "reserved": [player for player, _ in seats],
                **_kept_terms(past),
            },
        )
        for seat, (player, bot) in enumerate(seats):
            if player is None and bot is not None:
                game.put_bot(seat, bot=bot, by="service", at=at)
        self._commands.close_if_full(game)
        try:
            self._application.add([(game, None)], lambda change: change, origin=None)
        except Exception:
            if not self._exists(fork):
                raise
        with self._application.reading(game_id) as left:
            is_given_up = left.lifecycle.is_seed_revealed and left.lifecycle.resumed_by == remedy["game"]
        if is_given_up:
            self._supersede(fork, None, dispute)  # Its parent's seed was revealed in the same moment.
        log.info("game_resumed", game=str(game_id), dispute=dispute, fork=str(fork), n=past.stream.version)

    def _supersede(self, fork: UUID, successor: UUID | None, dispute: int) -> None:
        """Aborts the fork of an earlier ruling. Its seed stays withheld until its successor, if any, is over."""

        def command(game: Game) -> None:
            reason = f"on appeal, dispute {dispute} is settled in another way"
            resumed_by = None if successor is None else str(successor)
            game.abort(reason=reason, by="service", at=self._now(), resumed_by=resumed_by)

        with contextlib.suppress(GameFinishedError):
            self._application.change(fork, command)

    def _is_overdue(self, ruling: Ruling, days: int | None) -> bool:
        return days is not None and self._now() >= later(ruling["at"], days * DAY_SECONDS)

    def _exists(self, game_id: UUID) -> bool:
        return bool(self._application.events_of(game_id, limit=1))


def _resuming(game: Game, fork: str) -> tuple[int, dict[str, Ruling]]:
    """
    Returns the dispute whose ruling resumes the game in that fork, and all its rulings that resume it, by their forks.

    A resumed game that an appeal ended has none: that ruling is its parent's.
    """
    for number, dispute in game.lifecycle.disputes.items():
        resuming: dict[str, Ruling] = {}
        for ruling in dispute["rulings"]:
            remedy = ruling["remedy"]
            if remedy is not None and remedy["type"] == "resume":
                resuming[remedy["game"]] = ruling
        if fork in resuming:
            return number, resuming
    return 0, {}


def fork_point_of(application: GameRepository, game: Game, *, is_begun: bool = False) -> ForkPoint | None:
    """Returns the state that a fork begins with; None if the game is not a fork, or has started (unless `is_begun`)."""
    return begun_with(application, created_of(game)) if is_begun or game.lifecycle.status == "open" else None


def require_continuable(past: Game, ruleset: str, *, as_seat: int | None = None) -> None:
    """
    Returns if a fork under that ruleset can begin as this game stands.

    Raises:
        NotForkableError: The rules cannot continue from there.
        UnknownRulesetError, UnknownSeatError
    """
    rules = get_ruleset(ruleset)
    fork_point = past.fork_point(seat=as_seat)
    if rules.id != past.ruleset.id:
        raise NotForkableError(
            f"a game of {past.ruleset.id} continues under a version of its own title, not under {rules.key}"
        )
    if as_seat is not None and rules.key != past.ruleset.key:
        raise NotForkableError("a fork that keeps what one seat knew continues under the same version of the rules")
    table = Table(rules, seed=bytes(SEED_BYTES), game=str(past.id), nonces=[""] * len(past.lifecycle.seats))
    try:
        table.start_fork(fork_point, n=1)
    except NotForkableError:
        raise
    except Exception as error:
        # The state of another version may have a shape that these rules cannot even judge.
        raise NotForkableError(f"{rules.key} cannot continue from there: {error}") from error


def _kept_terms(past: Game) -> dict[str, object]:
    """Returns the terms that a fork inherits."""
    return {
        "clock": past.lifecycle.created.get("clock"),
        "visibility": past.lifecycle.created.get("visibility", "public"),
        **delay_term(past.lifecycle.created.get("spectator_delay")),
        **hints_term(allowed=past.lifecycle.created.get("hints", False)),
    }


def hints_term(*, allowed: bool) -> dict[str, object]:
    """The `hints` term of event 1; empty if none are allowed."""
    return {"hints": True} if allowed else {}


def delay_term(delay: Mapping[str, object] | None) -> dict[str, object]:
    """The `spectator_delay` term of event 1; empty if there is no delay."""
    return {} if delay is None else {"spectator_delay": dict(delay)}
