"""Games played through the use cases, without HTTP: each seat takes random legal actions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final
from uuid import UUID

from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.tape import Tape
from delvebook.service.identity.caller import PLAY, Caller
from delvebook.service.usecases.use_cases import UseCases

TITLE: Final = "dungeon-raiders"


class Silence:
    """Stands in for wake-ups where no process listens."""

    def notify(self, position: int = 0) -> None:
        """Does nothing."""


class Table:
    """
    A running game with a player of its own on every seat.

    Args:
        service: The use cases.
        name: The beginning of the players' names.
        title: The title.
    """

    def __init__(self, service: UseCases, name: str, *, title: str = TITLE) -> None:
        self._service = service
        seats = get_ruleset(title).seats_max
        self.players = [Caller(account=f"{name}-{seat}", scopes=frozenset({PLAY})) for seat in range(seats)]
        made = service.games.create(self.players[0], ruleset=title, seats=seats, options={}, bots={})
        self.game = UUID(made.game["id"])
        for seat, player in enumerate(self.players):
            service.games.take_seat(player, self.game, seat=seat)
        service.games.start(self.players[0], self.game)

    @property
    def n(self) -> int:
        """Returns the number of the last event."""
        with self._service.application.reading(self.game) as game:
            return game.stream.version

    def acts(self) -> Iterator[float]:
        """Yields the time of each accepted action, in seconds, until the game is over. Choosing is not counted."""
        while (offer := self._offer()) is not None:
            player, decision, action = offer
            yield timed(lambda: self._service.playing.act(player, self.game, decision=decision, action=action))  # noqa: B023

    def lengthen(self, upto: int) -> None:
        """Makes the log longer without an end of the game: a player leaves the seat to a bot and takes it back."""
        n = self.n
        while n < upto:
            self._service.games.leave_seat(self.players[0], self.game, seat=0)
            n = self._service.games.take_seat(self.players[0], self.game).last["n"]

    def _offer(self) -> tuple[Caller, int, Any] | None:
        with self._service.application.reading(self.game) as game:
            owing: Sequence[int] = game.to_act()
            if not owing:
                return None
            table = game.get_table()
            action = Tape(game.stream.head.encode()).choose(table.legal(owing[0]), "action")
            return self.players[owing[0]], table.decisions[owing[0]], action


def timed(run: Callable[[], Any]) -> float:
    """Returns the time of a call, in seconds."""
    began = time.perf_counter()
    run()
    return time.perf_counter() - began
