"""The legal actions. An action is accepted if it is listed; `words.refusals` says why any other is not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.labyrinth import ending, setup
from delvebook.domain.rulesets.labyrinth.cards import locations, specials, steambots, trophies
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.state import Action, State
from delvebook.domain.rulesets.labyrinth.turn import duel, movement
from delvebook.domain.rulesets.labyrinth.words.refusals import why_not

_LISTED: Final[Mapping[str, Callable[[Content, State], list[Action]]]] = MappingProxyType(
    {
        "setup_trophy": setup.starting_trophy_actions,
        "choose_move": movement.move_actions,
        "choose_rival": movement.rival_actions,
        "trophy": trophies.trophy_actions,
        "place_location": locations.location_actions,
        "steambot": steambots.steambot_actions,
        "dragon": steambots.loss_actions,
        "thief": specials.thief_actions,
        "market": specials.market_actions,
        "duel_draw": duel.draw_actions,
        "duel_cage": duel.cage_actions,
        "defend": steambots.defend_actions,
        "place_chest": ending.chest_actions,
    }
)


def legal_actions(content: Content, state: State, seat: int) -> list[Action]:
    """Every action the player may take now; none once the game is over."""
    listed = _LISTED.get(state["phase"])
    return [] if listed is None else listed(content, state)


def refusal_of(content: Content, state: State, seat: int, action: Action) -> Refusal | None:
    """Why the seat may not take this action now; None if it may."""
    return None if action in legal_actions(content, state, seat) else why_not(content, state, action)
