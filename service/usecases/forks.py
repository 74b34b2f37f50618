"""Forks: games that begin where another one stood. By anybody from a game that is over, by a ruling from any."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any
from uuid import UUID

import structlog

from delvebook.domain.disputes import get as find_dispute
from delvebook.domain.errors import GameFinishedError, NotForkableError, NotWithheldError
from delvebook.domain.game import SEED_BYTES, Game
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.stream import Request
from delvebook.domain.table import Table
from delvebook.domain.viewers import parse_viewer
from delvebook.replays.forks import DEPTH_MAX
from delvebook.service.usecases.games import PLAY, Answer, Caller, GameService

log = structlog.get_logger(__name__)


class ForkService:
    """
    The use cases about forks.

    Args:
        games: The use cases they stand on.
    """

    def __init__(self, games: GameService) -> None:
        self._games = games
        self._application = games.application

    def fork(
        self,
        caller: Caller,
        game_id: UUID,
        *,
        at: int,
        bots: Mapping[int, str],
        as_viewer: str | None = None,
        ruleset: str | None = None,
        request: Request | None = None,
    ) -> Answer:
        """
        A new game with free seats that will begin as another one, which is over, stood after event `at`.

        Args:
            caller: Who wants it.
            game_id: The game it leaves.
            at: The event after which it begins.
            bots: By seat, the kind of bot that plays it.
            as_viewer: `seat:K` to keep what that seat knew, and deal the rest anew; None to keep everything.
            ruleset: Another version of the same title to play on by.
            request: What makes the request recognisable when it comes again.

        Raises:
            UnknownGameError, UnknownEventError, NotForkableError, UnknownBotError, UnknownSeatError, MalformedError
        """
        account = caller.require(PLAY)
        with self._application.reading(game_id) as left:
            self._games.require_sight(caller, left)
            if not left.is_seed_revealed:
                raise NotForkableError(
                    "a game can be forked for study once it is over and its seed is out; "
                    "a running one is resumed by a ruling only"
                )
        past = self._application.game_at(game_id, at)
        parent: dict[str, Any] = {"game": str(game_id), "n": at, "hash": past.head}
        if as_viewer is not None:
            seat = parse_viewer(as_viewer).seat
            if seat is None:
                raise NotForkableError("a fork keeps everything, or what one seat knew: seat:0, seat:1, …")
            parent["as"] = f"seat:{seat}"
        rules = past.ruleset if ruleset is None else get_ruleset(ruleset)
        require_goes_on(past, rules.key, as_seat=None if as_viewer is None else seat)
        now = self._games.now
        game = Game.create(
            self._games.new_id(request),
            ruleset=rules,
            options=past.options,
            seats=len(past.seats),
            seed=self._games.random_bytes(32),
            by=f"player:{account}",
            at=now(),
            terms={
                "creator": account,
                "clock": past.created.get("clock"),
                "visibility": past.created.get("visibility", "public"),
                "parent": parent,
            },
        )
        for number, bot in sorted(bots.items()):
            game.put_bot(number, bot=bot, by=f"player:{account}", at=now())
        change = self._application.add(game, request=request, origin=caller.origin)
        return self._games.answer(caller, game.id, change)

    def ancestors(self, game_id: UUID) -> list[UUID]:
        """The games a fork left, the nearest first, as far as their seeds are out; none if it is no fork."""
        found: list[UUID] = []
        while len(found) < DEPTH_MAX:
            with self._application.reading(game_id) as game:
                parent = game.created.get("parent")
            if parent is None:
                break
            game_id = UUID(parent["game"])
            with self._application.reading(game_id) as left:
                if not left.is_seed_revealed:
                    break
            found.append(game_id)
        return found

    # -- rulings carried out --------------------------------------------------------------------

    def carry_out(self, game_id: UUID, dispute: int) -> None:
        """
        Does what the rulings on a dispute ask for: sets out the fork that resumes the game, ends the one before.

        Seats wait for those who sat there; bots are back at once. Done twice is harmless.
        """
        with self._application.reading(game_id) as left:
            rulings = find_dispute(left.disputes, dispute)["rulings"]
        forks: list[UUID] = []
        for ruling in rulings:
            if (ruling["remedy"] or {}).get("type") == "resume":
                forks.append(UUID(ruling["remedy"]["game"]))
                if not self._exists(forks[-1]):
                    self._set_out(game_id, dispute, ruling, forks[-1])
        is_resumed = bool(rulings) and (rulings[-1]["remedy"] or {}).get("type") == "resume"
        successor = forks.pop() if is_resumed else None
        for fork in forks:
            self._supersede(fork, successor, dispute)

    def reveal(self, game_id: UUID) -> int | None:
        """
        Reveals the seed that was kept back for a resumed game, if that is over; the event's number, or None.

        Done twice is harmless.
        """
        with self._application.reading(game_id) as game:
            resumed_by = game.resumed_by
            if not game.is_withheld or resumed_by is None:
                return None
        with self._application.reading(UUID(resumed_by)) as fork:
            if not fork.is_seed_revealed:
                return None
        try:
            return self._application.change(game_id, lambda one: one.reveal(at=self._games.now())).events[0].n
        except NotWithheldError:
            return None

    def _set_out(self, game_id: UUID, dispute: int, ruling: Mapping[str, Any], fork: UUID) -> None:
        remedy = ruling["remedy"]
        past = self._application.game_at(game_id, remedy["at"])
        arbiter = f"arbiter:{ruling['by']}"
        at = ruling["at"]
        with self._application.reading(game_id) as left:
            seats = [(seat.player, seat.bot) for seat in left.seats]
        game = Game.create(
            fork,
            ruleset=get_ruleset(remedy["ruleset"]),
            options=past.options,
            seats=len(past.seats),
            seed=self._games.random_bytes(32),
            by=arbiter,
            at=at,
            terms={
                "creator": ruling["by"],
                "clock": past.created.get("clock"),
                "visibility": past.created.get("visibility", "public"),
                "parent": {"game": str(game_id), "n": past.version, "hash": past.head, "ruling": ruling["n"]},
                "reserved": [player for player, _ in seats],
            },
        )
        for seat, (player, bot) in enumerate(seats):
            if player is None and bot is not None:
                game.put_bot(seat, bot=bot, by="service", at=at)
        try:
            self._application.add(game)
        except Exception:
            if not self._exists(fork):
                raise
        log.info("game_resumed", game=str(game_id), dispute=dispute, fork=str(fork), n=past.version)

    def _supersede(self, fork: UUID, successor: UUID | None, dispute: int) -> None:
        """Ends the fork of an earlier ruling; what is hidden in it is hidden in its successor, too, if there is one."""

        def command(game: Game) -> None:
            reason = f"on appeal, dispute {dispute} is settled in another way"
            resumed_by = None if successor is None else str(successor)
            game.abort(reason=reason, by="service", at=self._games.now(), resumed_by=resumed_by)

        with contextlib.suppress(GameFinishedError):
            self._application.change(fork, command)

    def _exists(self, game_id: UUID) -> bool:
        return bool(self._application.events_of(game_id, limit=1))


def require_goes_on(past: Game, ruleset: str, *, as_seat: int | None = None) -> None:
    """
    Returns if a fork by that ruleset can begin as this game stands.

    Raises:
        NotForkableError: The rules cannot go on from there; UnknownRulesetError; UnknownSeatError
    """
    rules = get_ruleset(ruleset)
    fork_point = past.fork_point(seat=as_seat)
    if rules.id != past.ruleset.id:
        raise NotForkableError(f"a game of {past.ruleset.id} goes on by a version of its own title, not by {rules.key}")
    if as_seat is not None and rules.key != past.ruleset.key:
        raise NotForkableError("what a seat knew is dealt out again by the same version of the rules only")
    table = Table(rules, seed=bytes(SEED_BYTES), game=str(past.id), nonces=[""] * len(past.seats))
    try:
        table.start_fork(fork_point, n=1)
    except NotForkableError:
        raise
    except Exception as error:
        # The state of another version may be of a shape that these rules cannot even judge.
        raise NotForkableError(f"{rules.key} cannot go on from there: {error}") from error
