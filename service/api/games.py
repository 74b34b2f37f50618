"""Games: create, take seats, start, look."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from delvebook.domain.rulesets import registry
from delvebook.service.api import limits
from delvebook.service.api.blueprint import MINIMAL, Blueprint
from delvebook.service.api.context import (
    caller,
    done,
    done_anew,
    note,
    player,
    read_game_id,
    repeatable,
    reply_wanted,
    services,
)
from delvebook.service.api.paging import link_headers, read_cursor, write_cursor
from delvebook.service.api.schemas.base import A_HASH, Given
from delvebook.service.api.schemas.commands import DoneSchema, NewGameDoneSchema, ReplyQuerySchema
from delvebook.service.api.schemas.games import GameQuerySchema, GameSchema, GamesQuerySchema, GamesSchema
from delvebook.service.api.schemas.new_games import AbortSchema, NewGameSchema, NewSeatSchema, NonceSchema, StartSchema
from delvebook.service.identity.caller import ARBITRATE, OPERATE, PLAY, READ
from delvebook.service.identity.relations import Relations

BY_UPDATE: Final = "updated"
A_NONCE: Final = "9f86d081884c7d659a2feaa0c55ad015"

games = Blueprint("games", __name__, url_prefix="/v1/games", description="Games, from the empty table to the end")
games.before_request(read_game_id)


@games.route("", methods=["POST"])
@games.needs_token(PLAY)
@games.repeatable
@games.arguments(
    NewGameSchema,
    example={
        "ruleset": "dungeon-raiders",
        "seats": 3,
        "bots": [{"seat": 1, "bot": "greedy"}, {"seat": 2, "bot": "random"}],
    },
)
@games.response(201, NewGameDoneSchema)
@games.headers("Location")
@games.refuses(
    "ruleset/unknown",
    "game/invalid_seats",
    "game/invalid_options",
    "bot/unknown",
    "seat/unknown",
    "clock/not_offered",
    "service/quota",
)
def create(body: Given) -> object:
    """Create a game, with bots on their seats. All other seats are free, and you take one in a request of its own."""
    who, repeated = player(), repeatable()
    limits.require_room_for_game(who, repeated)
    answer = services().use.games.create(who, **terms_of(body), request=repeated)
    note(game=answer.game["id"])
    return done_anew(answer)


@games.route("", methods=["GET"])
@games.takes_token(READ)
@games.arguments(GamesQuerySchema, location="query")
@games.response(200, GamesSchema)
@games.headers("Link", "ETag")
@games.refuses("auth/required", "ruleset/unknown", "account/unknown", "game/unknown")
def index(query: Given) -> object:
    """
    List games, the latest changed first; with `order=created`, the latest created.

    A game that changes while you read pages moves to the front of the first order, and keeps its place in the other:
    read that one to miss none.

    Unlisted and private games are shown only to their own players. The list follows the games a moment later.
    """
    limit = query.pop("limit")
    order = query.pop("order")
    after = read_cursor(query.pop("cursor"), order=order)
    if order != BY_UPDATE:
        query["order"] = order
    if "ruleset" in query:
        registry.get_ruleset(query["ruleset"])
    for name in ("player", "waiting_for"):
        if name in query:
            query[name] = account_of(query[name])
    for name in ("parent", "rematch_of"):
        if name in query:
            query[name] = services().use.games.require(caller(), query[name])
    query["has_free_seats"] = query.pop("free", False)
    viewer = caller().account
    if query["has_free_seats"] and viewer is not None:
        query["without"] = Relations(services().accounts).blockers(viewer)
    found = services().lobby.games(viewer=viewer, after=after, limit=limit + 1, **query)
    page = found[:limit]
    cursor = write_cursor(page[-1][f"{order}_at"], page[-1]["id"], order=order) if len(found) > limit else None
    return {"games": page, "next": cursor}, link_headers(cursor)


@games.route("/<game_id>", methods=["GET"])
@games.takes_token(READ)
@games.arguments(GameQuerySchema, location="query")
@games.response(200, GameSchema)
@games.headers("ETag")
@games.refuses("game/unknown", "event/unknown", "seat/unknown", "auth/forbidden", "viewer/unknown")
def get(query: Given, game_id: UUID) -> object:
    """Look at a game, as it stands or as it stood after an event."""
    body = services().use.games.look(caller(), game_id, viewer=query["viewer"], event=query["event"])
    note(n=body["n"])
    return body


@games.route("/<game_id>/seats", methods=["POST"])
@games.needs_token(PLAY, ARBITRATE, OPERATE)
@games.repeatable
@games.arguments(
    NewSeatSchema,
    required=False,
    examples={
        "sit down": {"value": {"nonce_commitment": A_HASH}},
        "sit down there": {"value": {"seat": 2}},
        "sit down in a private game": {"value": {"invite": "the word you were told"}},
        "put a bot": {"value": {"seat": 1, "bot": "random"}},
    },
)
@games.response(201, DoneSchema)
@games.headers("Location")
@games.refuses(
    "game/unknown",
    "game/finished",
    "game/full",
    "seat/unknown",
    "seat/taken",
    "seat/reserved",
    "seat/yours",
    "seat/bots",
    "seat/official",
    "seat/removed",
    "seat/resigned",
    "seat/out_of_time",
    "player/blocked",
    "game/seats_closed",
    "game/started",
    "bot/unknown",
    "dispute/party",
    "auth/forbidden",
    "service/quota",
)
def take_seat(body: Given, game_id: UUID) -> object:
    """
    Take a seat, or put a bot on one.

    To have a say in the game's chance, commit to a nonce. When the last seat is taken, the seats are closed: then
    everyone who has committed shows the nonce (`POST …/nonces`, or with the start) before the deadline in `nonces`.
    In a running game you may hand your own seat to a bot, and take it back. In a resumed game the seats are kept for
    those who had them; an arbiter or operator who has neither looked nor ruled may seat a bot for a missing player.
    """
    use = services().use.games
    if "bot" in body:
        return done(use.put_bot(player(), game_id, seat=body["seat"], bot=body["bot"], request=repeatable()))
    limits.require_room_for_seat(player(), game_id)
    return done(
        use.take_seat(
            player(),
            game_id,
            seat=body["seat"],
            nonce_commitment=body.get("nonce_commitment"),
            invite=body.get("invite", ""),
            request=repeatable(),
        )
    )


@games.route("/<game_id>/seats/<int:seat>", methods=["DELETE"])
@games.needs_token(PLAY, ARBITRATE, OPERATE)
@games.repeatable
@games.response(200, DoneSchema)
@games.refuses(
    "game/unknown", "game/finished", "game/seats_closed", "seat/unknown", "seat/not_yours", "seat/official", "seat/bots"
)
def leave_seat(game_id: UUID, seat: int) -> object:
    """
    Leave a seat. In a running game a bot plays on for you.

    Before the start the creator may also remove a bot, or another player; a player who was removed takes no seat there.
    Between the moment when the last seat is taken and the start, nobody can leave.
    """
    return done(services().use.games.leave_seat(player(), game_id, seat=seat, request=repeatable()))


@games.route("/<game_id>/nonces", methods=["POST"])
@games.needs_token(PLAY)
@games.repeatable
@games.arguments(NonceSchema, example={"nonce": A_NONCE})
@games.response(201, DoneSchema)
@games.headers("Location")
@games.refuses(
    "game/unknown",
    "game/finished",
    "game/seats_open",
    "seat/not_yours",
    "nonce/mismatch",
    "nonce/none",
    "nonce/shown",
    "nonce/late",
)
def reveal_nonce(body: Given, game_id: UUID) -> object:
    """
    Show the nonce that your seat has committed to, once every seat is taken.

    A nonce that is not shown by the deadline ends the game, and is counted in the public profile of its player.
    """
    return done(services().use.games.reveal_nonce(player(), game_id, nonce=body["nonce"], request=repeatable()))


@games.route("/<game_id>/start", methods=["POST"])
@games.needs_token(PLAY, ARBITRATE, OPERATE)
@games.repeatable
@games.arguments(ReplyQuerySchema, location="query")
@games.arguments(StartSchema, required=False, example={"nonce": A_NONCE})
@games.parameters(MINIMAL)
@games.response(201, DoneSchema)
@games.headers("Location", "Preference-Applied")
@games.refuses(
    "game/unknown",
    "game/finished",
    "game/seats_missing",
    "game/seats_open",
    "game/nonces_missing",
    "game/started",
    "seat/not_yours",
    "nonce/mismatch",
    "nonce/none",
    "nonce/shown",
    "nonce/late",
    "fork/parent",
    "fork/refused",
    "dispute/party",
    "auth/forbidden",
)
def start(query: Given, body: Given, game_id: UUID) -> object:
    """
    Start the game, once every seat is taken and every nonce is shown.

    A player who plays alone against bots shows the nonce in the same request. A resumed game may also be started by an
    arbiter or operator who is no party of its family.
    """
    reply = reply_wanted(query)
    nonce = body.get("nonce")
    return done(services().use.games.start(player(), game_id, nonce=nonce, request=repeatable(), reply=reply), reply)


@games.route("/<game_id>/abort", methods=["POST"])
@games.needs_token(PLAY, ARBITRATE, OPERATE)
@games.repeatable
@games.arguments(AbortSchema, required=False, example={"reason": "nobody came"})
@games.response(201, DoneSchema)
@games.headers("Location")
@games.refuses("game/unknown", "game/finished", "dispute/party", "auth/forbidden", "game/reason")
def abort(body: Given, game_id: UUID) -> object:
    """
    Abort a game: its creator until a nonce is shown or it starts, an arbiter or an operator at any time.

    An arbiter or operator who plays or played in it, or in one of its forks or parents, may not abort it.
    """
    return done(services().use.games.abort(player(), game_id, reason=body["reason"], request=repeatable()))


def account_of(named: str) -> str:
    """
    The id of the account that a filter names: by its id, by its name, or as `me`.

    Raises:
        UnknownAccountError, NoTokenError
    """
    if named == "me":
        return str(player().account)
    return services().accounts.account_meant(named).id


def terms_of(body: Given) -> Given:
    """The terms of the game that a request for one asks for."""
    return {**body, "bots": bots_of(body)}


def bots_of(body: Given) -> dict[int, str]:
    """The bots that a request seats, by seat."""
    return {one["seat"]: one["bot"] for one in body["bots"]}
