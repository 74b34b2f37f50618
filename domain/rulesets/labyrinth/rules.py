"""Which actions there are, when each may be taken, who judges it and who carries it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from delvebook.domain.errors import IllegalActionError
from delvebook.domain.ruleset import Action, State
from delvebook.domain.rulesets.labyrinth import (
    duel,
    ending,
    locations,
    movement,
    setup,
    specials,
    steambots,
    trophies,
)
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.course import Course


def _nothing_to_judge(content: Content, state: State, action: Action) -> None:
    """Returns: the phase is all that matters."""


class Rule(NamedTuple):
    """
    One action.

    Attributes:
        phases: When it may be taken.
        clause: Cited when it is taken at another time.
        judge: Raises IllegalActionError if the action is not legal in this phase.
        act: Carries it out.
    """

    phases: tuple[str, ...]
    clause: str
    judge: Callable[[Content, State, Action], None]
    act: Callable[[Course, Action], None]


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "place_starting_trophy": Rule(
            ("setup_trophy",), "LB-003", setup.judge_place_starting_trophy, setup.place_starting_trophy
        ),
        "move": Rule(("choose_move",), "LB-020", movement.judge_move, movement.move),
        "stay": Rule(("choose_move",), "LB-021", movement.judge_stay, movement.stay),
        "choose_rival": Rule(("choose_rival",), "LB-023", movement.judge_choose_rival, movement.choose_rival),
        "take_trophy": Rule(("trophy",), "LB-036", trophies.judge_take, trophies.take),
        "swap_trophy": Rule(("trophy",), "LB-036", trophies.judge_swap, trophies.swap),
        "leave_trophy": Rule(("trophy",), "LB-036", _nothing_to_judge, trophies.leave),
        "place_location": Rule(("place_location",), "LB-030", locations.judge_place_location, locations.place_location),
        "fight_steambot": Rule(("steambot", "defend"), "LB-042", steambots.judge_fight, steambots.fight),
        "lose_character": Rule(("steambot", "defend", "dragon"), "LB-042", steambots.judge_loss, steambots.lose),
        "steal_trophy": Rule(("thief",), "LB-039", specials.judge_steal, specials.steal),
        "trade_trophy": Rule(("market",), "LB-039", specials.judge_trade, specials.trade),
        "decline": Rule(("thief", "market"), "LB-039", _nothing_to_judge, specials.decline),
        "change_duel": Rule(("duel_draw",), "LB-065", duel.judge_change, duel.change),
        "accept_draw": Rule(("duel_draw",), "LB-064", _nothing_to_judge, duel.accept),
        "release_steambot": Rule(("duel_cage",), "LB-075", _nothing_to_judge, duel.release),
        "discard_steambot": Rule(("duel_cage",), "LB-075", _nothing_to_judge, duel.discard_steambot),
        "place_chest": Rule(("place_chest",), "LB-112", ending.judge_place_chest, ending.place_chest),
    }
)

_LEGAL: Final[Mapping[str, Callable[[Content, State], list[Action]]]] = MappingProxyType(
    {
        "setup_trophy": setup.trophy_bearers,
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

_ASKED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "setup_trophy": "which Knight carries the starting Trophy",
        "choose_move": "where the token goes",
        "choose_rival": "which rival the Duel is with",
        "trophy": "what becomes of the Trophies on offer",
        "place_location": "where the Location is laid",
        "steambot": "how the Steambot is met",
        "dragon": "which Character the Dragon scares away",
        "thief": "which Trophy the Thief steals",
        "market": "which Trophies are traded",
        "duel_draw": "whether the draw is changed",
        "duel_cage": "what becomes of the caught Steambot",
        "defend": "how the attack is met",
        "place_chest": "where the Chest is laid",
        "over": "nothing: the game is over",
    }
)


def legal_actions(content: Content, state: State) -> list[Action]:
    """Every action the player may take now; none once the game is over."""
    actions = _LEGAL.get(state["phase"])
    return [] if actions is None else actions(content, state)


def judge(content: Content, state: State, action: Action) -> None:
    """
    Returns if the action, in shape, is legal now.

    Raises:
        IllegalActionError: Says why it is not and names the clause.
    """
    rule = RULES[action["type"]]
    if state["phase"] not in rule.phases:
        raise IllegalActionError(
            f"{action['type']} is not to be done now; the question is {_ASKED[state['phase']]}", clause=rule.clause
        )
    rule.judge(content, state, action)


def carry_out(course: Course, action: Action) -> None:
    """Carries out a legal action and everything that follows from it by itself."""
    RULES[action["type"]].act(course, action)
