"""Invitations of named players, rematches, and several games at once."""

from __future__ import annotations

from uuid import UUID

from delvebook.service.api import limits
from delvebook.service.api.blueprint import Blueprint
from delvebook.service.api.context import REPEATED, body_of, done, done_anew, note, player, repeatable, services
from delvebook.service.api.games import bots_of, games
from delvebook.service.api.paging import link_headers, read_cursor, write_cursor
from delvebook.service.api.schemas.base import A_HASH, Given
from delvebook.service.api.schemas.commands import DoneSchema, NewGameDoneSchema
from delvebook.service.api.schemas.invitations import (
    AcceptanceSchema,
    InvitationSchema,
    InvitationsQuerySchema,
    InvitationsSchema,
    NewGamesDoneSchema,
    NewGamesSchema,
    NewInvitationSchema,
)
from delvebook.service.identity.caller import PLAY, READ
from delvebook.service.usecases.games import NewGame

invitations = Blueprint(
    "invitations", __name__, url_prefix="/v1/invitations", description="Invitations of named players to games"
)


@games.route("/<game_id>/invitations", methods=["POST"])
@games.needs_token(PLAY)
@games.arguments(NewInvitationSchema, example={"name": "Ada"})
@games.response(201, InvitationSchema)
@games.headers("Location")
@games.refuses(
    "game/unknown",
    "game/started",
    "game/finished",
    "account/unknown",
    "seat/unknown",
    "seat/yours",
    "invitation/open",
    "invitation/too_many",
    "player/blocked",
    "player/blocked_by_you",
    "auth/forbidden",
)
def invite(body: Given, game_id: UUID) -> object:
    """
    Invite a named player to a game that has not started; its creator and its players may.

    The invitation lets them into a private game. It keeps no seat free. Sending it again while it is open has the
    same answer.
    """
    accounts = services().accounts
    account = accounts.account(body["account"]) if "account" in body else accounts.account_named(body["name"])
    made = services().use.invitations.invite(
        player(), game_id, invitee=account.id, seat=body["seat"], seconds=body["seconds"]
    )
    return made, {"Location": f"/v1/invitations/{made['id']}"}


@games.route("/<game_id>/rematches", methods=["POST"])
@games.needs_token(PLAY)
@games.repeatable
@games.response(201, NewGameDoneSchema)
@games.headers("Location")
@games.refuses(
    "game/unknown",
    "game/not_over",
    "seat/not_yours",
    "rematch/offered",
    "bot/unknown",
    "player/blocked",
    "player/blocked_by_you",
)
def offer_rematch(game_id: UUID) -> object:
    """
    Offer a rematch of a game that is over: the same terms, every player one seat further on.

    The seats are kept for the players, bots sit down at once, and the other players are invited. They accept by the
    invitation, or by taking their seat; so do you. A game has one rematch at a time: offering another one is refused
    with its id, unless it was aborted.
    """
    return done_anew(services().use.invitations.offer_rematch(player(), game_id, request=repeatable()))


@games.route("/batch", methods=["POST"])
@games.needs_token(PLAY)
@games.repeatable
@games.arguments(
    NewGamesSchema,
    example={"games": [{"ruleset": "dungeon-raiders", "seats": 2}, {"ruleset": "dungeon-raiders", "seats": 3}]},
)
@games.response(200, NewGamesDoneSchema)
@games.refuses(
    "ruleset/unknown", "game/invalid_seats", "game/invalid_options", "bot/unknown", "seat/unknown", "clock/not_offered"
)
def create_many(body: Given) -> object:
    """
    Create several games, all or none.

    If one is refused, none is created, and `index` of the problem says which. The request counts as many requests as
    it has games.
    """
    given = body["games"]
    limits.charge(len(given) - 1)
    wanted = [
        NewGame(
            one["ruleset"],
            one["seats"],
            one["options"],
            bots_of(one),
            one["clock"],
            one["visibility"],
            one["spectator_delay"],
            one["hints"],
        )
        for one in given
    ]
    answers = services().use.games.create_together(player(), wanted, request=repeatable())
    made = [{"id": answer.game["id"], **body_of(answer)} for answer in answers]
    return {"games": made}, REPEATED if answers[0].is_repeat else {}


@invitations.route("", methods=["GET"])
@invitations.needs_token(READ)
@invitations.arguments(InvitationsQuerySchema, location="query")
@invitations.response(200, InvitationsSchema)
@invitations.headers("Link", "ETag")
def index(query: Given) -> object:
    """List invitations from you and to you, the latest first."""
    limit = query.pop("limit")
    after = read_cursor(query.pop("cursor"))
    game = query.pop("game")
    found = services().use.invitations.select(
        player(), game=None if game is None else str(game), after=after, limit=limit + 1, **query
    )
    page = found[:limit]
    cursor = write_cursor(page[-1]["created_at"], page[-1]["id"]) if len(found) > limit else None
    return {"invitations": page, "next": cursor}, link_headers(cursor)


@invitations.route("/<invitation>", methods=["GET"])
@invitations.needs_token(READ)
@invitations.response(200, InvitationSchema)
@invitations.headers("ETag")
@invitations.refuses("invitation/unknown")
def get(invitation: str) -> object:
    """Look at an invitation from you or to you."""
    return services().use.invitations.look(player(), invitation[:40])


@invitations.route("/<invitation>/acceptance", methods=["POST"])
@invitations.needs_token(PLAY)
@invitations.repeatable
@invitations.arguments(AcceptanceSchema, required=False, example={"nonce_commitment": A_HASH})
@invitations.response(201, DoneSchema)
@invitations.headers("Location")
@invitations.refuses(
    "invitation/unknown",
    "invitation/settled",
    "game/unknown",
    "game/finished",
    "game/full",
    "game/seats_closed",
    "game/started",
    "seat/taken",
    "seat/reserved",
    "seat/yours",
    "seat/removed",
    "player/blocked",
    "seat/official",
    "seat/not_yours",
)
def accept(body: Given, invitation: str) -> object:
    """Accept an invitation to you: take the seat, as by `POST /v1/games/{id}/seats`."""
    answer = services().use.invitations.accept(
        player(), invitation[:40], nonce_commitment=body.get("nonce_commitment"), request=repeatable()
    )
    note(game=str(answer.id))
    return done(answer)


@invitations.route("/<invitation>/refusal", methods=["POST"])
@invitations.needs_token(PLAY)
@invitations.response(200, InvitationSchema)
@invitations.refuses("invitation/unknown", "invitation/settled", "seat/not_yours")
def decline(invitation: str) -> object:
    """Decline an invitation to you. Declining it again has the same answer."""
    return services().use.invitations.decline(player(), invitation[:40])


@invitations.route("/<invitation>/withdrawal", methods=["POST"])
@invitations.needs_token(PLAY)
@invitations.response(200, InvitationSchema)
@invitations.refuses("invitation/unknown", "invitation/settled", "seat/not_yours")
def withdraw(invitation: str) -> object:
    """Withdraw an invitation of yours. Withdrawing it again has the same answer."""
    return services().use.invitations.withdraw(player(), invitation[:40])
