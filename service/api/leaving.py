"""Leaving a running game: resigning, players who stay away, and ends that all players consent to."""

from __future__ import annotations

from uuid import UUID

from delvebook.service.api.blueprint import MINIMAL
from delvebook.service.api.context import done, player, repeatable, reply_wanted, services
from delvebook.service.api.games import games
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.schemas.commands import (
    AbsenceClaimSchema,
    DoneSchema,
    EndAnswerSchema,
    ReplyQuerySchema,
    ResignationSchema,
)
from delvebook.service.identity.caller import PLAY


@games.route("/<game_id>/resignations", methods=["POST"])
@games.needs_token(PLAY)
@games.repeatable
@games.arguments(ReplyQuerySchema, location="query")
@games.arguments(ResignationSchema, required=False, example={"bot": "greedy"})
@games.parameters(MINIMAL)
@games.response(201, DoneSchema)
@games.headers("Location", "Preference-Applied")
@games.refuses("game/unknown", "game/not_started", "game/finished", "seat/not_yours", "seat/resigned", "bot/unknown")
def resign(query: Given, body: Given, game_id: UUID) -> object:
    """
    Give up your seat for good.

    A bot plays on for you, as long as that leaves a player who has not resigned, and an opponent.
    Otherwise the game ends at once. Its `outcome` has the reason `resigned` then, and those who resigned come last.
    """
    reply = reply_wanted(query)
    bot = {"bot": body["bot"]} if "bot" in body else {}
    return done(services().use.leaving.resign(player(), game_id, request=repeatable(), reply=reply, **bot), reply)


@games.route("/<game_id>/seats/<int:seat>/absence-claims", methods=["POST"])
@games.needs_token(PLAY)
@games.repeatable
@games.arguments(ReplyQuerySchema, location="query")
@games.arguments(AbsenceClaimSchema, required=False, example={"bot": "greedy"})
@games.parameters(MINIMAL)
@games.response(201, DoneSchema)
@games.headers("Location", "Preference-Applied")
@games.refuses(
    "game/unknown",
    "game/not_started",
    "game/finished",
    "seat/unknown",
    "seat/not_yours",
    "seat/resigned",
    "seat/bots",
    "seat/not_absent",
    "bot/unknown",
)
def claim_absence(query: Given, body: Given, game_id: UUID, seat: int) -> object:
    """
    Let a bot play for another player for whom the game has waited for seven days, in a game without a clock.

    The player may take the seat back at any time. In a game with a clock there is nothing to claim: the clock does what
    was agreed as soon as the time is over.
    """
    reply = reply_wanted(query)
    bot = {"bot": body["bot"]} if "bot" in body else {}
    answer = services().use.leaving.claim_absence(
        player(), game_id, seat=seat, request=repeatable(), reply=reply, **bot
    )
    return done(answer, reply)


@games.route("/<game_id>/end-proposals", methods=["POST"])
@games.needs_token(PLAY)
@games.repeatable
@games.arguments(ReplyQuerySchema, location="query")
@games.parameters(MINIMAL)
@games.response(201, DoneSchema)
@games.headers("Location", "Preference-Applied")
@games.refuses("game/unknown", "game/not_started", "game/finished", "seat/not_yours", "seat/resigned", "end/proposed")
def propose_end(query: Given, game_id: UUID) -> object:
    """
    Propose to break the game off.

    Every other player who has not resigned must consent, also one for whom a bot plays at the moment; bots are not
    asked. Play goes on meanwhile. When all have consented the game is aborted with the reason `agreed`, and counts for
    nobody. Without other players it ends at once. A seat may propose it three times in a game.
    """
    reply = reply_wanted(query)
    return done(services().use.leaving.propose_end(player(), game_id, request=repeatable(), reply=reply), reply)


@games.route("/<game_id>/end-proposals/<int:n>/answers", methods=["POST"])
@games.needs_token(PLAY)
@games.repeatable
@games.arguments(ReplyQuerySchema, location="query")
@games.arguments(EndAnswerSchema, example={"agrees": True})
@games.parameters(MINIMAL)
@games.response(201, DoneSchema)
@games.headers("Location", "Preference-Applied")
@games.refuses("game/unknown", "game/not_started", "game/finished", "seat/not_yours", "end/not_asked")
def answer_end(query: Given, body: Given, game_id: UUID, n: int) -> object:
    """
    Consent to a proposed end, or decline it. `n` is the event that proposed it: `end_proposal.n` of the game.

    One seat that declines ends the proposal. The seat that proposed the end withdraws it by declining.
    """
    reply = reply_wanted(query)
    answer = services().use.leaving.answer_end(
        player(), game_id, proposed=n, agrees=body["agrees"], request=repeatable(), reply=reply
    )
    return done(answer, reply)
