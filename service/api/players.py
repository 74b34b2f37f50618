"""Players: their profiles, whom they have blocked, and what they report to the operators."""

from __future__ import annotations

from typing import Final

from delvebook.projections.views import Body, People, person_body
from delvebook.service.api.accounts import account_body, meant
from delvebook.service.api.blueprint import Blueprint
from delvebook.service.api.context import caller, player, services
from delvebook.service.api.lean import OWNER
from delvebook.service.api.paging import link_headers, read_cursor, write_cursor
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.schemas.players import (
    BlockSchema,
    BlocksSchema,
    NewPlayerReportSchema,
    NewSettlementSchema,
    PlayerReportSchema,
    PlayerReportsQuerySchema,
    PlayerReportsSchema,
    PlayerSchema,
    ShownDoneSchema,
    ShownSchema,
)
from delvebook.service.base.errors import UnknownAccountError
from delvebook.service.identity.caller import OPERATE, PLAY, READ
from delvebook.service.identity.relations import Block, Relations, Report

GAMES_MAX: Final = 12
POINTS_MAX: Final = 500
"""How many ratings after games a profile has."""

players = Blueprint("players", __name__, url_prefix="/v1", description="Profiles, blocks, and reports about players")


@players.route("/players/<player_id>", methods=["GET"])
@players.takes_token(READ)
@players.response(200, PlayerSchema)
@players.headers("ETag")
@players.refuses("account/unknown", "auth/required")
def profile(player_id: str) -> object:
    """
    Look at a player's profile; `player_id` is an account's id, its name, or `me`.

    `counts` are always shown. Of the other parts the player chooses (`PUT /v1/accounts/me/profile`) which others see.
    Games that are not public count for the player alone, and are listed for those who may see them.
    """
    who = caller().account
    account = services().accounts.account_meant(meant(player_id))
    is_own = who == account.id

    def sees(part: str) -> bool:
        return is_own or part in account.shows

    results = services().profiles.results(account.id, with_private=is_own) if sees("results") else None
    return {
        "player": account_body(account),
        "counts": services().profiles.counts(account.id),
        "shows": list(account.shows),
        "results": None if results is None else [one._asdict() for one in results],
        "ratings": services().leagues.of(account.id, limit=POINTS_MAX) if sees("ratings") else None,
        "games": services().lobby.games(viewer=who, player=account.id, limit=GAMES_MAX) if sees("games") else None,
    }


@players.route("/accounts/me/profile", methods=["PUT"])
@players.needs_token(OWNER)
@players.arguments(ShownSchema, example={"shows": ["ratings"]})
@players.response(200, ShownDoneSchema)
def choose_shown(body: Given) -> object:
    """
    Choose the parts of your profile that others see. All of them are shown until you choose.

    Public games stay in the list of games, and ratings in the leagues.
    """
    return {"shows": list(services().account_admin.show(player(), body["shows"]).shows)}


@players.route("/blocks", methods=["GET"])
@players.needs_token(PLAY)
@players.response(200, BlocksSchema)
@players.headers("ETag")
def blocks() -> object:
    """List the players that you have blocked. Nobody else learns of them."""
    found = _relations().blocked(player())
    people = services().accounts.names({one.other for one in found})
    return {"blocks": [_block_body(one, people) for one in found]}


@players.route("/blocks/<player_id>", methods=["PUT"])
@players.needs_token(PLAY)
@players.response(200, BlockSchema)
@players.refuses("account/unknown", "account/own", "service/quota")
def block(player_id: str) -> object:
    """
    Block a player, by id or name. They cannot sit down in a game that you made or play in, nor invite you.

    A rematch is an invitation, too. Games that you already play together go on, and so does one that a ruling resumes.
    """
    made = _relations().block(player(), services().accounts.account_meant(player_id).id)
    return _block_body(made, services().accounts.names({made.other}))


@players.route("/blocks/<player_id>", methods=["DELETE"])
@players.needs_token(PLAY)
@players.response(204)
@players.refuses("account/unknown")
def unblock(player_id: str) -> None:
    """End a block, by id or name. Without one nothing happens. A player who has deleted the account has an id alone."""
    accounts = services().accounts
    try:
        blocked = accounts.account_meant(player_id)
    except UnknownAccountError:
        blocked = accounts.account_ever(player_id)
    _relations().unblock(player(), blocked.id)


@players.route("/reports", methods=["POST"])
@players.needs_token(PLAY)
@players.arguments(
    NewPlayerReportSchema, example={"player": "Bob", "reason": "name", "words": "He insults the others by his name"}
)
@players.response(201, PlayerReportSchema)
@players.headers("Location")
@players.refuses("account/unknown", "account/own", "game/unknown", "service/quota")
def report(body: Given) -> object:
    """
    Report a player to the operators: whom, for what, and in which game.

    The player is not told. While a report about the same player and game waits, it is the answer.
    """
    game = None if body["game"] is None else services().use.games.require(caller(), body["game"])
    account = services().accounts.account_meant(body["player"])
    made = _relations().report(player(), account.id, reason=body["reason"], words=body["words"], game=game)
    return _report_bodies([made])[0], {"Location": f"/v1/reports/{made.id}"}


@players.route("/reports", methods=["GET"])
@players.needs_token(PLAY, OPERATE)
@players.arguments(PlayerReportsQuerySchema, location="query")
@players.response(200, PlayerReportsSchema)
@players.headers("Link", "ETag")
def reports(query: Given) -> object:
    """
    List reports, the latest first: your own, or for an operator all of them but those about the operator.

    An account that is connected with the operator's counts as the operator's own, here and for a settlement.
    """
    limit, after = query["limit"], read_cursor(query["cursor"], second=str)
    found = _relations().select(player(), is_open=query.get("open"), after=after, limit=limit + 1)
    page = found[:limit]
    cursor = write_cursor(page[-1].at, page[-1].id) if len(found) > limit else None
    return {"reports": _report_bodies(page), "next": cursor}, link_headers(cursor)


@players.route("/reports/<report_id>", methods=["GET"])
@players.needs_token(PLAY, OPERATE)
@players.response(200, PlayerReportSchema)
@players.headers("ETag")
@players.refuses("report/unknown")
def get_report(report_id: str) -> object:
    """Look at a report of yours, or for an operator at any that is not about the operator."""
    return _report_bodies([_relations().find(player(), report_id)])[0]


@players.route("/reports/<report_id>/settlement", methods=["POST"])
@players.needs_token(OPERATE)
@players.arguments(NewSettlementSchema, example={"outcome": "acted", "answer": "The name was changed"})
@players.response(200, PlayerReportSchema)
@players.refuses("report/unknown", "report/settled", "auth/forbidden")
def settle(body: Given, report_id: str) -> object:
    """
    Settle a report, as an operator who neither made it nor is its subject. What is done about it is another request.

    The reporter sees outcome and answer. Settling it alike again does nothing.
    """
    return _report_bodies([_relations().settle(player(), report_id, **body)])[0]


def _relations() -> Relations:
    return Relations(services().accounts)


def _block_body(block: Block, people: People) -> Body:
    return {"player": person_body(block.other, people), "at": block.at}


def _report_bodies(found: list[Report]) -> list[Body]:
    people = services().accounts.names({account for one in found for account in (one.reporter, one.reported)})
    return [
        {
            **{name: getattr(one, name) for name in ("reason", "words", "at", "settled_at", "outcome", "answer")},
            "id": one.id,
            "game": one.game,
            "reporter": person_body(one.reporter, people),
            "player": person_body(one.reported, people),
        }
        for one in found
    ]
