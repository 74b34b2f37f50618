"""The reasons for a bot's move: the bot is asked again after the game, and nothing is stored."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from delvebook.domain.bots import Action, Program, View, Weighed, find_program
from delvebook.domain.canonical import jcs
from delvebook.domain.errors import UnknownEventError
from delvebook.domain.game import Game
from delvebook.domain.game_event import EventLine, GameEvent
from delvebook.domain.questions import BotQuestion, ask
from delvebook.domain.viewers import PUBLIC
from delvebook.projections.views import Body, event_body
from delvebook.replays.record import NotRevealedError
from delvebook.replays.reissue import recorded_action
from delvebook.service.base.errors import NotABotsActionError, NotCheckableError
from delvebook.service.identity.caller import Caller
from delvebook.service.usecases.commands import Commands


class ReasoningService:
    """
    The use case of asking a bot again.

    Args:
        commands: Carries commands out.
    """

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._visibility = commands.visibility
        self._application = commands.application

    def reasoning(self, caller: Caller, game_id: UUID, n: int) -> Body:
        """
        Returns what the bot saw before event `n`, what it weighed and chose, and what it chooses when asked again.

        Asking again can take as long as the bot's own move did.

        Raises:
            UnknownGameError
            NotRevealedError: The seed is still secret, and so is what the seat saw. The event is not described.
            UnknownEventError: The game has no such event.
            NotABotsActionError: The event is not an action, or a person took it.
            NotCheckableError: The record names no version of the program, or an unknown one.
        """
        with self._commands.reading(caller, game_id) as game:
            self._visibility.require(caller, game)
            if not game.lifecycle.is_seed_revealed:
                raise NotRevealedError("what a bot saw and weighed is shown once the seed is revealed")
            last = game.stream.version
        if not 1 <= n <= last:
            raise UnknownEventError(f"the game has events 1 to {last}, not {n}", n=last)
        (event,) = self._application.events_of(game_id, after=n - 1, upto=n, limit=1)
        if event.type != "ActionTaken":
            raise NotABotsActionError(f"event {n} is a {event.type}, not an action")
        # A separate copy, so that the bot does not hold up the game's other readers.
        before = self._application.game_at(game_id, n - 1)
        return _reasoning(before, event)


def _reasoning(before: Game, event: GameEvent) -> Body:
    seat: int = event.data["seat"]
    name = before.lifecycle.seats[seat].bot
    if name is None:
        raise NotABotsActionError(f"event {event.n} is an action of a person, on seat {seat}")
    question = ask(before.get_table(), seat, _program(before, name))
    chosen = recorded_action(cast("EventLine", event_body(before, event, PUBLIC)))
    again = _answer(before, question)
    return {
        "game": str(before.id),
        "n": event.n,
        "seat": seat,
        "decision": question.decision,
        "bot": name,
        "table": question.view,
        "candidates": _candidates(question),
        "chosen": {"action": chosen},
        "again": None if again is None else {"action": again},
        "holds": again is not None and jcs(again) == jcs(chosen),
    }


def _program(game: Game, name: str) -> Program[View, Action]:
    program = find_program(game.ruleset.bots, name)
    if program is None:
        raise NotCheckableError(f"the program {name} is not known here")
    return program


def _answer(game: Game, question: BotQuestion) -> Action | None:
    """Returns what the program chooses now; None if it fails, which a program other than the recorded one may do."""
    try:
        return game.ruleset.parse_action(question.answer())
    except Exception:  # noqa: BLE001 - a bot may raise anything in a place where it never was
        return None


def _candidates(question: BotQuestion) -> list[dict[str, object]]:
    """Returns the legal actions in their order, with what else the program weighed; best first if it gives scores."""
    scores = {jcs(one.action): one for one in _weighed(question)}
    found: list[dict[str, Any]] = []
    for action in question.legal:
        weighed = scores.pop(jcs(action), None)
        found.append({"action": action, "score": None if weighed is None else weighed.score})
    found += [{"action": one.action, "score": one.score} for one in scores.values()]
    return sorted(found, key=lambda one: (one["score"] is None, -(one["score"] or 0)))


def _weighed(question: BotQuestion) -> list[Weighed[Action]]:
    """Returns the program's opinion of the actions; nothing if it gives none, or fails."""
    try:
        return question.weigh() or []
    except Exception:  # noqa: BLE001 - as for its answer
        return []
