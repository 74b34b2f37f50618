"""Bots: the whole game is played anew with its seed, so only asking the bots again finds it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from delvebook.domain.game import Game
from delvebook.domain.playout import seed_of
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import PUBLIC, seat_viewer
from tests.replays.forgeries.catalogue import forgery
from tests.replays.forgeries.draft import Draft
from tests.replays.forgeries.records import TITLES, play
from tests.replays.games import bot_choice, lines_of, record_of


def in_a_bots_name(draft: Draft, choose: Callable[[Game, int], dict[str, Any]]) -> int:
    """
    Puts the record of a game in its place in which `choose` played for the bot.

    Returns:
        The line of the first action that the bot named in the record would not have chosen.
    """
    found: list[int] = []

    def note(game: Game, seat: int) -> dict[str, Any]:
        action = choose(game, seat)
        if action != bot_choice(game, seat):
            found.append(game.stream.version + 1)
        return action

    (title,) = [one for one in TITLES if one == draft.header["ruleset"]]
    game, events, _ = play(title, with_bot=True, choose=note)
    draft.lines = lines_of(record_of(game, events, PUBLIC))
    return found[0] + 1


@forgery(
    "one move of a bot is replaced by another legal one, and the game goes on from there; every hash recomputed",
    "bots",
    "bots/choice",
    chained=True,
    botted=True,
)
def move_of_a_bot_replaced(draft: Draft) -> int:
    moves: list[int] = []

    def otherwise(game: Game, seat: int) -> dict[str, Any]:
        chosen = bot_choice(game, seat)
        others = [action for action in game.get_table().legal(seat) if action != chosen]
        moves.extend([game.stream.version] if others else [])
        return copy.deepcopy(others[0]) if others and len(moves) == 2 else chosen

    return in_a_bots_name(draft, otherwise)


@forgery(
    "a person plays, and is recorded as a bot; every hash recomputed", "bots", "bots/choice", chained=True, botted=True
)
def person_as_a_bot(draft: Draft) -> int:
    chance = Tape(seed_of("a person"))
    return in_a_bots_name(
        draft, lambda game, seat: copy.deepcopy(chance.choose(game.get_table().legal(seat), "a person's choice"))
    )


@forgery(
    "another program is recorded than the one that played; every hash recomputed",
    "bots",
    "bots/choice",
    chained=True,
    botted=True,
)
def program_of_a_bot_changed(draft: Draft) -> int:
    def random(game: Game, seat: int) -> dict[str, Any]:
        table = game.get_table()
        view = game.ruleset.view(table.state, seat_viewer(seat))
        return game.ruleset.parse_action(
            game.ruleset.bot("random@1")(view, table.legal(seat), chance=table.bot_chance(seat))
        )

    return in_a_bots_name(draft, random)
