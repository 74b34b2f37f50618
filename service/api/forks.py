"""Forks: games that begin where another one stood."""

from __future__ import annotations

from uuid import UUID

from delvebook.service.api.context import done_anew, player, repeatable, services
from delvebook.service.api.games import bots_of, games
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.schemas.commands import NewGameDoneSchema
from delvebook.service.api.schemas.disputes import ForkSchema
from delvebook.service.identity.caller import PLAY


@games.route("/<game_id>/forks", methods=["POST"])
@games.needs_token(PLAY)
@games.repeatable
@games.arguments(ForkSchema, example={"event": 12, "bots": [{"seat": 1, "bot": "greedy"}]})
@games.response(201, NewGameDoneSchema)
@games.headers("Location")
@games.refuses(
    "game/unknown",
    "event/unknown",
    "bot/unknown",
    "seat/unknown",
    "seat/taken",
    "fork/refused",
    "ruleset/unknown",
    "seat/official",
)
def fork(body: Given, game_id: UUID) -> object:
    """
    Create a game that begins as a finished game stood after an event.

    It draws from a new seed, and hidden items are sealed again. With `as` it keeps what that seat knew and deals the
    rest again. Its record is verified together with its parent's.
    """
    answer = services().use.forks.fork(
        player(),
        game_id,
        event=body["event"],
        bots=bots_of(body),
        as_viewer=body["as"],
        ruleset=body["ruleset"],
        request=repeatable(),
    )
    return done_anew(answer)
