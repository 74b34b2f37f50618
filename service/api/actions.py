"""Playing: legal actions, acting, and taking back."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from delvebook.service.api import limits
from delvebook.service.api.blueprint import MINIMAL, PREFER
from delvebook.service.api.context import done, note, player, prefers, repeatable, reply_wanted, services
from delvebook.service.api.games import games
from delvebook.service.api.lean import render
from delvebook.service.api.schemas.actions import (
    ActionsQuerySchema,
    ActionsSchema,
    ActQuerySchema,
    HintSchema,
    MayTakeBackSchema,
    NewActionSchema,
    TakeBackAnswerSchema,
    VerdictSchema,
)
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.schemas.commands import DoneSchema, ReplyQuerySchema
from delvebook.service.api.thinking import thought
from delvebook.service.identity.caller import PLAY, READ

HINT_COST: Final = 5
"""The number of requests that a hint counts as."""


@games.route("/<game_id>/actions", methods=["GET"])
@games.needs_token(READ)
@games.arguments(ActionsQuerySchema, location="query")
@games.response(200, ActionsSchema)
@games.headers("ETag")
@games.refuses("game/unknown", "seat/not_yours")
def legal(query: Given, game_id: UUID) -> object:
    """
    List everything your seat may do now, each with a sentence.

    A client that knows no rules can play by choosing from it. One that chooses at random should create its games with
    the `brief_options` of the ruleset: with the defaults, Runebound takes such players thousands of actions.
    """
    language = query["lang"]
    body = services().use.playing.actions(player(), game_id, language=language)
    note(n=body["n"])
    return body, {} if language is None else {"Content-Language": language}


@games.route("/<game_id>/actions", methods=["POST"])
@games.needs_token(PLAY)
@games.repeatable
@games.arguments(ActQuerySchema, location="query")
@games.arguments(NewActionSchema, example={"decision": 6, "action": {"type": "play_card", "card": "p3"}})
@games.parameters(PREFER)
@games.response(201, DoneSchema)
@games.headers("Location", "Preference-Applied")
@games.alt_response(200, schema=VerdictSchema, description="With `dry_run`: it would be accepted")
@games.refuses(
    "game/unknown",
    "game/not_started",
    "game/finished",
    "seat/not_yours",
    "action/malformed",
    "action/not_now",
    "action/stale",
    "action/illegal",
)
def act(query: Given, body: Given, game_id: UUID) -> object:
    """
    Answer a decision of your seat.

    It is accepted while the decision is open, however far other seats' simultaneous choices have moved the game.
    With `include=actions` the answer holds what your seat may do next, so that playing takes one request for each move.
    The answer has a signed receipt. With `receipt=true`, or the header `Prefer: receipt`, a refusal has one, too.
    """
    use = services().use.playing
    if query["dry_run"]:
        n = use.try_action(player(), game_id, decision=body["decision"], action=body["action"])
        note(n=n)
        return render({"n": n, "accepted": True})
    reply = reply_wanted(query)
    answer = use.act(
        player(),
        game_id,
        decision=body["decision"],
        action=body["action"],
        request=repeatable(),
        signs_refusal=query["receipt"] or prefers("receipt"),
        reply=reply,
    )
    return done(answer, reply)


@games.route("/<game_id>/hint", methods=["GET"])
@games.needs_token(PLAY)
@games.arguments(ActionsQuerySchema, location="query")
@games.response(200, HintSchema)
@games.headers("ETag")
@games.refuses("game/unknown", "game/not_started", "game/finished", "seat/not_yours", "action/not_now", "hint/refused")
def hint(query: Given, game_id: UUID) -> object:
    """
    Say what the strong bot would weigh at your decision, if you are the game's only player and it allows `hints`.

    It is worked out from what your seat sees, and from nothing else: the same table gives the same hint. It takes as
    long as a move of that bot, so it counts as several requests, and nobody gets two at a time.
    """
    limits.charge(HINT_COST - 1)
    language = query["lang"]
    with thought():
        body = services().use.hints.hint(player(), game_id, language=language)
    note(n=body["n"])
    return body, {} if language is None else {"Content-Language": language}


@games.route("/<game_id>/take-backs", methods=["GET"])
@games.needs_token(READ)
@games.response(200, MayTakeBackSchema)
@games.headers("ETag")
@games.refuses("game/unknown", "game/not_started", "game/finished", "seat/not_yours")
def may_take_back(game_id: UUID) -> object:
    """
    Say whether your seat may take its last action back now, and why not.

    It is judged as the request itself would be, so that a client offers it only where it works. `allowed` is null if
    somebody has acted since.
    """
    body = services().use.playing.may_take_back(player(), game_id)
    note(n=body["n"])
    return body


@games.route("/<game_id>/take-backs", methods=["POST"])
@games.needs_token(PLAY)
@games.repeatable
@games.arguments(ReplyQuerySchema, location="query")
@games.parameters(MINIMAL)
@games.response(201, DoneSchema)
@games.headers("Location", "Preference-Applied")
@games.refuses("game/unknown", "game/not_started", "game/finished", "seat/not_yours", "takeback/refused")
def take_back(query: Given, game_id: UUID) -> object:
    """
    Take back your seat's last action, or ask the other seats for permission.

    It is taken back at once if no other seat learned anything from it. If others saw it, but nothing was drawn and
    nothing hidden was shown, they are asked (bots agree). Any other action stands.
    """
    reply = reply_wanted(query)
    return done(services().use.playing.take_back(player(), game_id, request=repeatable(), reply=reply), reply)


@games.route("/<game_id>/take-backs/<int:n>/answers", methods=["POST"])
@games.needs_token(PLAY)
@games.repeatable
@games.arguments(ReplyQuerySchema, location="query")
@games.arguments(TakeBackAnswerSchema, example={"agrees": True})
@games.parameters(MINIMAL)
@games.response(201, DoneSchema)
@games.headers("Location", "Preference-Applied")
@games.refuses(
    "game/unknown", "game/not_started", "game/finished", "seat/not_yours", "takeback/refused", "takeback/not_asked"
)
def answer_take_back(query: Given, body: Given, game_id: UUID, n: int) -> object:
    """
    Agree to another seat's take-back, or decline. `n` is the event that asked: `take_back.n` of the game.

    When every seat that was asked has agreed, the action is taken back. Any action in the meantime ends the question.
    """
    reply = reply_wanted(query)
    answer = services().use.playing.answer_take_back(
        player(), game_id, asked=n, agrees=body["agrees"], request=repeatable(), reply=reply
    )
    return done(answer, reply)
