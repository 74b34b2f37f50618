"""Hints for the only player of a game."""

from __future__ import annotations

from uuid import UUID

from delvebook.domain.canonical import decode, jcs
from delvebook.domain.errors import GameFinishedError, NotYourDecisionError
from delvebook.domain.game import Game
from delvebook.domain.hints import HintRefusedError, hint_for, may_be_given
from delvebook.domain.phrases import LANGUAGES, Language
from delvebook.domain.viewers import seat_viewer
from delvebook.projections.views import Body, actions_body, table_of
from delvebook.service.identity.caller import Caller
from delvebook.service.usecases.commands import Commands
from delvebook.service.usecases.playing import acting_seat


class HintService:
    """
    The use case of asking for a hint.

    Args:
        commands: Carries commands out.
    """

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._visibility = commands.visibility

    def hint(self, caller: Caller, game_id: UUID, *, language: Language | None = None) -> Body:
        """
        Returns what the strong bot would weigh at the decision of the caller's seat, told as `actions` tells it.

        It can take as long as that bot's move. Nothing is stored.

        Raises:
            UnknownGameError, NotYoursError (the caller has no seat), GameFinishedError, GameNotRunningError
            HintRefusedError: The game allows none, or others play, too, or the title has no bot that could give one.
            NotYourDecisionError: The game does not wait for the seat.
        """
        with self._commands.reading(caller, game_id) as game:
            self._visibility.require(caller, game)
            seat = acting_seat(caller, game)
            _require_hints(game)
            ruleset, view = game.ruleset, decode(jcs(table_of(game, seat_viewer(seat))))  # one of its own
            people, languages = self._visibility.people(game), LANGUAGES if language is None else (language,)
            offered = actions_body(game, seat, people, languages=languages, table=view)
        if not offered["owed"] or not isinstance(view, dict):
            raise NotYourDecisionError(f"seat {seat} has nothing to decide now", n=offered["n"])
        told = {jcs(one["action"]): one for one in offered["actions"]}
        # The game is not held while the bot thinks.
        found = hint_for(ruleset, view, [one["action"] for one in offered["actions"]])
        return {
            **{name: offered[name] for name in ("n", "seat", "decision")},
            "program": found.program,
            "candidates": [
                {**told[jcs(one.action)], "verdict": one.verdict} for one in found.candidates if jcs(one.action) in told
            ],
        }


def _require_hints(game: Game) -> None:
    if game.lifecycle.is_over:
        raise GameFinishedError(f"the game is {game.lifecycle.status}")
    game.get_table()
    created, players = game.lifecycle.created, [seat.player for seat in game.lifecycle.seats]
    if may_be_given(created, players):
        return
    if created.get("hints"):
        raise HintRefusedError("hints are for the only player of a game; others have seats in this one")
    raise HintRefusedError("this game was created without hints")
