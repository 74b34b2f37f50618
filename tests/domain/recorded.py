"""A game in memory. Its clock ticks, and its events are kept in the form in which the store returns them."""

from __future__ import annotations

from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from tests.replays.games import at


class Recorded:
    """
    Base of the small worlds in which tests play. A subclass makes `game`.

    Attributes:
        clock: The number of times that the clock was read.
        events: The events so far, each as it is read from the store.
    """

    game: Game

    def __init__(self) -> None:
        self.clock = 0
        self.events: list[GameEvent] = []

    def now(self) -> str:
        self.clock += 1
        return at(self.clock)

    def collect(self) -> list[str]:
        """Takes the events since the last call. Returns their types."""
        made = [
            type(event).from_stored(event.originator_id, event.n, event.to_stored())
            for event in self.game.collect_events()
        ]
        self.events += made
        return [event.type for event in made]
