"""
What Runebound tells the search of its strong bot.

Its first guess follows the bold aims, and so does every seat in its rollouts; the steps of a fight are the greedy
bot's. It searches where to go, whom to face and what to buy, and compares the heroes by what they have after some
rounds. That says little, because one walk or one fight weighs as much as a good choice. So it leaves its first guess
only if another choice was better by far more than chance explains.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from delvebook.domain.kit.search import Method
from delvebook.domain.outcome import Outcome
from delvebook.domain.rulesets.runebound.bots import appraisal
from delvebook.domain.rulesets.runebound.bots.bold_aims import BOLD
from delvebook.domain.rulesets.runebound.bots.greedy import best_ends, choose
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.heroes.figures import experience, raise_cost
from delvebook.domain.rulesets.runebound.state import Action, State, top
from delvebook.domain.rulesets.runebound.words.seen import table_of
from delvebook.domain.rulesets.runebound.words.shapes.table import View
from delvebook.domain.tape import Chance

RUNE: Final = 3000
RAISE: Final = 60
GOLD: Final = 7
WOUND: Final = 12
FATIGUE: Final = 4
WIN: Final = 20_000
SEARCHED: Final = ("move_choice", "choose_path", "adventure_choice", "round_start", "market", "experience")
CANDIDATES_MAX: Final = 6


def seat_of(view: View) -> int:
    """The seat that decides, which is on the table since all seats see the same."""
    return int(top(table_of(view))["seat"])


def candidates(content: Content, view: View, legal: Sequence[Action], *, chance: Chance) -> list[Action]:
    """The action by the bold aims, then the ends of movement that draw the hero most, or all other legal actions."""
    table = table_of(view)
    first = choose(table, legal, BOLD)
    if top(table)["do"] not in SEARCHED:
        return [first]
    ranked = best_ends(table, legal, BOLD)
    return [first, *(action for action in ranked if action != first)][:CANDIDATES_MAX]


def policy(content: Content, state: State, seat: int, legal: list[Action], *, chance: Chance) -> list[Action]:
    """Plays by the bold aims, which see no deck."""
    return [choose(cast("State", {**state, "decks": {}, "undealt": []}), legal, BOLD)]


def clock(state: State) -> int:
    """The round."""
    return state["round"]


def worth(content: Content, state: State, seat: int, outcome: Outcome | None) -> int:
    """The hero's lead over the best of the others, plus or minus `WIN` if the game has been won."""
    standings = [_standing(content, state, one) for one in range(len(state["heroes"]))]
    others = [one for other, one in enumerate(standings) if other != seat]
    ahead = standings[seat] - max(others, default=0)
    if outcome is None or not outcome.winners:
        return ahead
    return ahead + (WIN if seat in outcome.winners else -WIN)


def _standing(content: Content, state: State, seat: int) -> int:
    hero = state["heroes"][seat]
    cards = [*hero["artifacts"], *(ally["id"] for ally in hero["allies"])]
    value = RUNE * len(hero["runes"]) + GOLD * hero["gold"]
    value += sum(appraisal.worth(content, hero, card) for card in cards)
    value += RAISE * sum(hero["raises"].values())
    value += RAISE * experience(content, hero) // raise_cost(content, state)
    return value - WOUND * hero["wounds"] - FATIGUE * hero["fatigue"]


STRONG: Final = Method(
    candidates=candidates,
    policy=policy,
    worth=worth,
    seat_of=seat_of,
    clock=clock,
    ahead=2,
    plies=250,
    caution=400,
)
