"""Records of games in which something else played in a bot's name. Only asking the bots again shows it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any, Final

from delvebook.domain.game import Game
from delvebook.domain.playout import seed_of
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import PUBLIC, seat_viewer
from tests.replays.forgeries.records import play
from tests.replays.games import bot_choice, record_of

Choose = Callable[[Game, int], dict[str, Any]]


def another_move() -> Choose:
    """The bot's own moves, but for one of them."""
    moves: list[int] = []

    def choose(game: Game, seat: int) -> dict[str, Any]:
        chosen = bot_choice(game, seat)
        others = [action for action in game.get_table().legal(seat) if action != chosen]
        moves.extend([game.stream.version] if others else [])
        return copy.deepcopy(others[0]) if others and len(moves) == 2 else chosen

    return choose


def a_person() -> Choose:
    """The moves of somebody."""
    chance = Tape(seed_of("a person"))
    return lambda game, seat: copy.deepcopy(chance.choose(game.get_table().legal(seat), "a person's choice"))


def another_program() -> Choose:
    """The moves of the program `random`."""

    def choose(game: Game, seat: int) -> dict[str, Any]:
        table = game.get_table()
        view = game.ruleset.view(table.state, seat_viewer(seat))
        random = game.ruleset.bot("random@1")
        return game.ruleset.parse_action(random(view, table.legal(seat), chance=table.bot_chance(seat)))

    return choose


PLAYERS: Final[Mapping[str, Callable[[], Choose]]] = {
    "move": another_move,
    "person": a_person,
    "program": another_program,
}
"""By the last word of a record's name, who plays in the bot's name."""


def record_with(title: str, player: str) -> bytes:
    """The record of a game of that title in which that player moves for the bot `greedy`."""
    game, events, _ = play(title, with_bot=True, choose=PLAYERS[player]())
    return record_of(game, events, PUBLIC)
