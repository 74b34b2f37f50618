"""The turns that bots owe in a game, and the moves that they make."""

from __future__ import annotations

from typing import NamedTuple

from delvebook.domain.game import Game
from delvebook.domain.questions import BotQuestion, ask


class BotMove(NamedTuple):
    """
    A bot's move.

    Attributes:
        seat: Its seat.
        decision: The decision that it answers.
        n: The number of its first event.
    """

    seat: int
    decision: int
    n: int


def never(_seat: int, _decision: int) -> bool:
    """Makes no move but the first."""
    return False


def bots_turns(game: Game) -> list[tuple[int, int]]:
    """Returns the seat and decision of every turn that a bot owes; none while the clock stands."""
    owing = [seat for seat in game.to_act() if bot_at(game, seat) is not None]
    if not owing or game.lifecycle.is_clock_stopped:
        return []
    decisions = game.get_table().decisions
    return [(seat, decisions[seat]) for seat in owing]


def waits_for_bots_alone(game: Game) -> bool:
    """Returns whether bots owe all pending decisions, so that nobody can act between their moves."""
    owing = game.to_act()
    return bool(owing) and all(bot_at(game, seat) is not None for seat in owing)


def bot_at(game: Game, seat: int) -> str | None:
    """Returns the program on the seat; None if there is none."""
    return game.lifecycle.seats[seat].bot if 0 <= seat < len(game.lifecycle.seats) else None


def question_at(game: Game, seat: int) -> BotQuestion | None:
    """Returns the question that the bot on the seat is asked now; None if there is no bot, or it owes no decision."""
    program = bot_at(game, seat)
    if program is None or game.table is None or seat not in game.to_act():
        return None
    return ask(game.table, seat, game.ruleset.program(program))
