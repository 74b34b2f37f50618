"""The course of a game: whose decision is open, and the consequences of an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.labyrinth import ending, setup
from delvebook.domain.rulesets.labyrinth.cards import locations, specials, steambots, trophies
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.play import Play
from delvebook.domain.rulesets.labyrinth.state import Action, State
from delvebook.domain.rulesets.labyrinth.turn import duel, movement
from delvebook.domain.tape import Tape

_ACTS: Final[Mapping[str, Callable[[Play, Action], None]]] = MappingProxyType(
    {
        "place_starting_trophy": setup.place_starting_trophy,
        "move": movement.move,
        "stay": movement.stay,
        "choose_rival": movement.choose_rival,
        "take_trophy": trophies.take,
        "swap_trophy": trophies.swap,
        "leave_trophy": trophies.leave,
        "place_location": locations.place_location,
        "fight_steambot": steambots.fight,
        "lose_character": steambots.lose,
        "steal_trophy": specials.steal,
        "trade_trophy": specials.trade,
        "decline": specials.decline,
        "change_duel": duel.change,
        "accept_draw": duel.accept,
        "release_steambot": duel.release,
        "discard_steambot": duel.discard_steambot,
        "place_chest": ending.place_chest,
    }
)


def to_act(state: State) -> list[int]:
    """Seat 0 until the game is over. Rivals follow rules."""
    return [] if state["phase"] == "over" else [0]


def round_of(state: State) -> int:
    """The turn; 0 while the starting Trophy is being placed."""
    return state["turn"]


def decision_scope(state: State, seat: int) -> object:
    """Returns None, because the one seat decides one thing at a time."""
    return None


def play(content: Content, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
    """Carries out a legal action and everything that follows from it by itself. The tape is not read."""
    under_way = Play(content, state)
    carry_out(under_way, action)
    return under_way.facts


def carry_out(under_way: Play, action: Action) -> None:
    """Carries out the action, with the cards and facts of that play."""
    _ACTS[action["type"]](under_way, action)
