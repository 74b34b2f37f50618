"""Many actions in one request: for platforms of bots, and other clients that play many games on one connection."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from delvebook.domain.errors import DelvebookError, IllegalActionError, UnknownGameError
from delvebook.domain.refusals import PLAIN
from delvebook.domain.stream import IdempotentRequest
from delvebook.projections.views import Body
from delvebook.service.api import limits
from delvebook.service.api.blueprint import MINIMAL, Blueprint
from delvebook.service.api.context import body_of, player, reply_wanted, request_of, services
from delvebook.service.api.languages import language
from delvebook.service.api.problems import INTERNAL_CODES, refusal_body
from delvebook.service.api.schemas.actions import NewActionsSchema
from delvebook.service.api.schemas.base import A_UUID, Given
from delvebook.service.api.schemas.commands import ActionsDoneSchema, ReplyQuerySchema
from delvebook.service.identity.caller import PLAY, Caller
from delvebook.service.usecases.commands import CommandResult, Reply
from delvebook.service.usecases.playing import Move

A_GAME: Final = "0e0a2c9e-6c58-5b0b-9f0a-6f7f4a3f8d11"

batches = Blueprint("actions", __name__, url_prefix="/v1/actions", description="Many actions in one request")


@batches.route("", methods=["POST"])
@batches.needs_token(PLAY)
@batches.arguments(ReplyQuerySchema, location="query")
@batches.arguments(
    NewActionsSchema,
    example={"actions": [{"game": A_GAME, "decision": 7, "action": {"type": "play_card", "card": "p3"}}]},
)
@batches.parameters(MINIMAL)
@batches.response(200, ActionsDoneSchema)
@batches.headers("Preference-Applied")
def act(query: Given, body: Given) -> object:
    """
    Answer decisions of your seats in up to 256 games, or several of one game, in one request.

    They are judged in order and stored together. Each is answered separately, as if it had been sent alone to
    `POST /v1/games/{id}/actions`: one that is refused stops none of the others. A `key` does what `Idempotency-Key`
    does there. The request counts as many requests as it has actions.
    """
    given = body["actions"]
    limits.charge_for_all(len(given))
    reply = reply_wanted(query)
    results: dict[int, dict[str, object]] = {}
    moves: dict[int, Move] = {}
    for number, item in enumerate(given):
        if A_UUID.fullmatch(item["game"]):
            game = UUID(item["game"])
            moves[number] = Move(game, item["decision"], item["action"], repeatable(player(), item))
        else:
            results[number] = _refusal(UnknownGameError(f"there is no game {item['game'][:60]!r}"), None)
    answers = services().use.playing.act_together(player(), list(moves.values()), reply=reply)
    for (number, move), answer in zip(moves.items(), answers, strict=True):
        if isinstance(answer, DelvebookError):
            results[number] = _refusal(answer, move.game)
        else:
            results[number] = done_of(answer, reply=reply)
    return {"results": [results[number] for number in range(len(given))]}, headers_together(reply)


def done_of(answer: CommandResult, *, reply: Reply) -> dict[str, object]:
    """The result for an item that was accepted."""
    return {"status": 201, "repeat": answer.is_repeat, "done": body_of(answer, reply)}


def headers_together(reply: Reply) -> dict[str, str]:
    """The headers that answer accepted and refused items together."""
    return {"Preference-Applied": "return=minimal"} if reply.is_minimal else {}


def repeatable(who: Caller, item: Given) -> IdempotentRequest | None:
    """The identity by which a repetition of the item is recognised, here or alone; None without a key."""
    key = item.get("key")
    if key is None:
        return None
    body = {"decision": item["decision"], "action": item["action"]}
    return request_of(who, key, method="POST", path=f"/v1/games/{item['game']}/actions", body=body)


def _refusal(error: DelvebookError, game: UUID | None) -> Body:
    """The result for an item that was refused."""
    if error.code in INTERNAL_CODES:
        raise error
    told = None
    if isinstance(error, IllegalActionError) and error.refusal.key != PLAIN and game is not None:
        told = services().use.playing.tell_refusal(game, error.refusal, language())
    problem = refusal_body(error, language=language(), told=told)
    return {"status": problem["status"], "repeat": False, "problem": problem}
