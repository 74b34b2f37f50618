"""
Analysis of a finished game: what the strong bot would have thought of every decision.

At each decision the bot gets what the seat saw then, and nothing else. It estimates every legal action in worlds dealt
from that view, so no estimate knows what the seat could not know. Estimates are in the title's own units; the higher,
the better for the seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from delvebook.domain.bots import Action, View, find_program
from delvebook.domain.canonical import decode, hmac_bytes, jcs
from delvebook.domain.errors import NotNowError, ParentError
from delvebook.domain.game_event import EventLine
from delvebook.domain.kit.search import AnySearchBot, SearchBot
from delvebook.domain.phrases import ENGLISH, Voice
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.table import Table
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import seat_viewer
from delvebook.replays.errors import CannotFollowError, MissingParentError
from delvebook.replays.forks import Parents
from delvebook.replays.record import Record, find_seed
from delvebook.replays.reissue import Reissue, recorded_action
from delvebook.replays.sentences import tell_said

ACTIONS_MAX: Final = 24
"""If a decision has more legal actions than this, only those that the bot would compare and the one that was played are
estimated."""


class NotOverError(NotNowError):
    """The game is still running, or its seed is still secret."""

    code = "analysis/not_over"


class NotAnalysableError(NotNowError):
    """The title has no bot that searches, or the record cannot be followed."""

    code = "analysis/impossible"


@dataclass(frozen=True, slots=True)
class Estimate:
    """One action, told as a sentence, and its estimated worth."""

    action: Action
    told: str
    score: int


@dataclass(slots=True)
class Decision:
    """
    One decision of a finished game.

    Attributes:
        n: The event that answers it.
        seat: The seat that decided.
        played: The action that the seat chose.
        told: The same as a sentence.
        estimates: Every estimated action, best first.
        left_out: How many legal actions were not estimated.
        lost: How much less the chosen action is worth than the best; 0 if it was the best.
        turn: How much better or worse the seat stood at its next decision than its choice promised, through others and
            chance. None at its last decision.
        plies: The actions played in rollouts.
        view: The view that the seat had.
    """

    n: int
    seat: int
    played: Action
    told: str
    estimates: list[Estimate]
    left_out: int
    lost: int
    plies: int
    view: View
    turn: int | None = None

    @property
    def best(self) -> Estimate:
        """The best action."""
        return self.estimates[0]

    def to_plain(self, *, view: bool) -> dict[str, object]:
        """The decision as plain data, with or without the seat's view."""
        plain: dict[str, object] = {
            "n": self.n,
            "seat": self.seat,
            "played": {"action": self.played, "told": self.told},
            "estimates": [{"action": one.action, "told": one.told, "score": one.score} for one in self.estimates],
            "left_out": self.left_out,
            "lost": self.lost,
            "turn": self.turn,
            "plies": self.plies,
        }
        return {**plain, "view": self.view} if view else plain


@dataclass(slots=True)
class Analysis:
    """
    A game analysed.

    Attributes:
        game: Its id.
        ruleset: `id@version`.
        program: The bot that estimated.
        decisions: Those with more than one legal action, in order.
        last: By seat, the decision it answered last, whose `turn` is still to be set.
    """

    game: str
    ruleset: str
    program: str
    decisions: list[Decision] = field(default_factory=list)
    last: dict[int, Decision] = field(default_factory=dict)

    def add(self, decision: Decision) -> None:
        """Adds the next decision, and sets the `turn` of the seat's decision before it."""
        before = self.last.get(decision.seat)
        if before is not None:
            promised = next(one.score for one in before.estimates if one.action == before.played)
            before.turn = decision.best.score - promised
        self.last[decision.seat] = decision
        self.decisions.append(decision)

    def mistakes(self, most: int) -> list[Decision]:
        """The decisions that cost most, by the estimates."""
        return sorted((one for one in self.decisions if one.lost), key=lambda one: (-one.lost, one.n))[:most]

    def swings(self, most: int) -> list[Decision]:
        """The decisions after which the estimates changed most, for better or worse."""
        return sorted((one for one in self.decisions if one.turn), key=lambda one: (-abs(one.turn or 0), one.n))[:most]

    def to_plain(self, *, view: bool = False, most: int = 5) -> dict[str, Any]:
        """The analysis as plain data."""
        seats = sorted(self.last)
        return {
            "game": self.game,
            "ruleset": self.ruleset,
            "program": self.program,
            "decisions": [one.to_plain(view=view) for one in self.decisions],
            "mistakes": [one.n for one in self.mistakes(most)],
            "swings": [one.n for one in self.swings(most)],
            "seats": [
                {
                    "seat": seat,
                    "decisions": len(mine := [one for one in self.decisions if one.seat == seat]),
                    "best_chosen": sum(one.lost == 0 for one in mine),
                    "lost": sum(one.lost for one in mine),
                }
                for seat in seats
            ],
        }


class Analyst:
    """
    The analysis of a record, decision by decision.

    Args:
        record: The record of a game that is over.
        voice: The voice in which actions are told.
        plies: The budget of a decision; None for the strong bot's own.
        parents: For a fork: the records of possible parents.

    Attributes:
        analysis: The analysis so far.
        count: The number of actions of the game.

    Raises:
        NotOverError: The record does not reveal its seed.
        NotAnalysableError: The title has no bot that searches, or a parent is missing.
        RecordError: The record cannot be read.
    """

    def __init__(
        self, record: Record, *, voice: Voice = ENGLISH, plies: int | None = None, parents: Parents | None = None
    ) -> None:
        seed = find_seed(record)
        types = [event["type"] for event in record.events()]
        if seed is None or "GameFinished" not in types:
            raise NotOverError("the game is not over, or its seed is not revealed; only finished games are analysed")
        self.count = types.count("ActionTaken")
        self._record = record
        self._voice = voice
        self._plies = plies
        try:
            self._replayed = Reissue(seed=seed, fork_point=(parents or Parents()).fork_point_in(record))
        except MissingParentError:
            raise NotAnalysableError("this game is a fork; give its parent's record") from None
        except ParentError as error:
            raise NotAnalysableError(str(error)) from None
        self.analysis = Analysis(record.header["game"], record.header["ruleset"], "strong@1")

    def decisions(self) -> Iterator[Decision | None]:
        """
        Every action in order: its decision, or None where there was nothing to choose.

        Raises:
            CannotFollowError: The rules refuse what the record says.
        """
        for event in self._record.events():
            found = self._decision(event) if event["type"] == "ActionTaken" else None
            self._replayed.follow(event)
            if found is not None:
                self.analysis.add(found)
            if event["type"] == "ActionTaken":
                yield found

    def _decision(self, event: EventLine) -> Decision | None:
        game = self._replayed.game
        if game is None or game.table is None:
            raise CannotFollowError(f"event {event['n']} is an action before the game has begun")
        ruleset, table, seat = game.ruleset, game.table, event["data"]["seat"]
        bot = self._bot(ruleset)
        played = recorded_action(event)
        legal: list[Action] = decode(jcs(table.legal(seat)))
        if played is None or len(legal) < 2 or seat not in table.to_act():
            return None
        view: View = decode(jcs(ruleset.view(table.state, seat_viewer(seat))))
        chance = _chance(table, seat, event["n"])
        candidates, left_out = _to_estimate(bot, view, legal, played, chance)
        thought = bot.compare(view, candidates, chance=chance)
        estimates = [
            Estimate(one.action, self._told(ruleset, one.action, view), one.score)
            for one in sorted(thought.weighed, key=lambda one: -one.score)
        ]
        own = next(one for one in estimates if one.action == played)
        lost = estimates[0].score - own.score
        return Decision(event["n"], seat, played, own.told, estimates, left_out, lost, thought.plies, view)

    def _told(self, ruleset: AnyRuleset, action: Action, view: View) -> str:
        """The action as a sentence, with what was at stake."""
        return tell_said(ruleset, action, self._voice, is_action=True, view=view) or ""

    def _bot(self, ruleset: AnyRuleset) -> AnySearchBot:
        program = find_program(ruleset.bots, "strong")
        if program is None or not isinstance(program.bot, SearchBot):
            raise NotAnalysableError(f"{ruleset.key} has no bot that searches")
        self.analysis.program = program.name
        bot = program.bot.judging()
        return bot if self._plies is None else bot.with_effort(plies=self._plies, worlds=bot.method.worlds_max)


def _chance(table: Table, seat: int, n: int) -> Tape:
    """The chance of an analysis. It follows from the game, and differs from the chance of a bot's decision."""
    return Tape(hmac_bytes(table.tape.key, b"analysis/1\n%d\n%d" % (seat, n)))


def _to_estimate(
    bot: AnySearchBot, view: View, legal: Sequence[Action], played: Action, chance: Tape
) -> tuple[list[Action], int]:
    """The actions to estimate, the bot's first guess first, and how many are left out."""
    found = bot.method.candidates(bot.rules.box, view, legal, chance=chance)
    others = legal if len(legal) <= ACTIONS_MAX else [played]
    found = [*found, *(action for action in others if action not in found)]
    if played not in found:
        found.append(played)
    return found, sum(action not in found for action in legal)
