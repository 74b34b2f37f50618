"""
Hints: what the strong bot would weigh at a decision, for somebody who plays alone.

A hint follows from what the seat sees and may do, and from nothing else. Its chance is keyed by that, never by the
game's seed or tape, so it tells no more than the seat could work out with the program on another machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from delvebook.domain.bots import Action, View, find_program
from delvebook.domain.canonical import decode, hmac_bytes, jcs
from delvebook.domain.errors import NotNowError
from delvebook.domain.kit.search import SearchBot
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.tape import Tape

Verdict = Literal["best", "close", "worse"]
VERDICTS: Final[tuple[Verdict, ...]] = ("best", "close", "worse")
CANDIDATES_MAX: Final = 3
CLOSE: Final = 10
"""Hundredths of the difference between the best and the worst candidate. Whoever is nearer to the best is `close`."""
_KEY: Final = b"delvebook/hint/1"


class HintRefusedError(NotNowError):
    """The game allows no hints, or others play in it, too, or the title has no bot that could give one."""

    code = "hint/refused"


class Candidate(NamedTuple):
    """An action that the bot weighs, and how far it is behind the best."""

    action: Action
    verdict: Verdict


class Hint(NamedTuple):
    """What a program weighs at a decision: at most `CANDIDATES_MAX` actions, the best first."""

    program: str
    candidates: list[Candidate]


def may_be_given(created: Mapping[str, object], players: Sequence[str | None]) -> bool:
    """
    Whether hints may be given in a game.

    Args:
        created: The data of its event 1.
        players: By seat the account that has it; None for a bot's.
    """
    return created.get("hints") is True and sum(player is not None for player in players) == 1


def hint_for(ruleset: AnyRuleset, view: View, legal: Sequence[Action]) -> Hint:
    """
    What the title's strong bot would weigh.

    Args:
        ruleset: The title.
        view: The view of the seat that decides.
        legal: Its legal actions, at least one.

    Raises:
        HintRefusedError: The title has no bot that searches.
    """
    program = find_program(ruleset.bots, "strong")
    if program is None or not isinstance(program.bot, SearchBot):
        raise HintRefusedError(f"{ruleset.key} has no bot that could give a hint")
    asked = jcs([ruleset.key, view, list(legal)])
    _, own_view, own_legal = decode(asked)
    thought = program.bot.think(own_view, own_legal, chance=Tape(hmac_bytes(_KEY, asked)))
    scores = sorted((one.score for one in thought.weighed), reverse=True) or [0]
    ranked = sorted(thought.weighed, key=lambda one: (one.action != thought.action, -one.score))
    others = [Candidate(one.action, _verdict(one.score, scores)) for one in ranked[1:CANDIDATES_MAX]]
    return Hint(program.name, [Candidate(thought.action, "best"), *others])


def _verdict(score: int, scores: Sequence[int]) -> Verdict:
    """How a score that is not the best stands among all, which begin with the best."""
    best, worst = scores[0], scores[-1]
    return "close" if (best - score) * 100 <= CLOSE * (best - worst) else "worse"
