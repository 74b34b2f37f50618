"""The records of all games that are over, as one stream."""

from __future__ import annotations

from flask import Response

from delvebook.domain.errors import UnknownBotError
from delvebook.domain.rulesets import registry
from delvebook.projections.collection import GameFilter
from delvebook.replays.record import MEDIA_TYPE
from delvebook.service.api.blueprint import Blueprint
from delvebook.service.api.context import caller, services
from delvebook.service.api.games import account_of
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.schemas.collection import RecordsQuerySchema, options_of
from delvebook.service.identity.caller import EXPORT

records = Blueprint("records", __name__, url_prefix="/v1/records", description="The records of all games that are over")


@records.route("", methods=["GET"])
@records.takes_token(EXPORT)
@records.arguments(RecordsQuerySchema, location="query")
@records.response(
    200,
    {"type": "string"},
    content_type=MEDIA_TYPE,
    description="Records (format 1) one after another, and a last line that says how far they go",
)
@records.refuses("auth/required", "account/unknown", "bot/unknown", "ruleset/unknown", "game/unknown")
def stream(query: Given) -> object:
    """
    Read the records of many games: all that are over, public, and not read yet.

    They come in the order in which their games became public, each as by `GET …/record`: its header begins it, and
    `head.n` in the header says how many events follow. The last line has the `format` `delvebook-records/1`, and says
    how many `records` came, which games were `skipped` because a stored event is damaged, and whether the stream is
    `complete`. A stream without that line was cut off. To go on from there, or on another day, send `after`: the last
    game of which you have the whole record. Unlisted and private games are shown only to their creator and players.
    """
    found = services().collection.stream(
        wanted_of(query), viewer=caller().account, after=query["after"], limit=query["limit"]
    )
    response = Response(found, mimetype=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def wanted_of(given: Given) -> GameFilter:
    """
    Returns the filter that a query describes.

    Raises:
        UnknownRulesetError, UnknownAccountError, UnknownBotError, NoTokenError
    """
    if given["ruleset"] is not None:
        registry.get_ruleset(given["ruleset"])
    if given["bot"] is not None:
        _require_bot(given["bot"])
    return GameFilter(
        statuses=tuple(given["status"]),
        ruleset=given["ruleset"],
        since=given["since"],
        until=given["until"],
        player=None if given["player"] is None else account_of(given["player"]),
        bot=given["bot"],
        options=options_of(given["option"]),
    )


def _require_bot(name: str) -> None:
    """
    Returns if some title has a bot of that kind, or exactly that program.

    Raises:
        UnknownBotError
    """
    programs = {title.program(key).name for title in registry.all_rulesets().values() for key in title.bots}
    known = sorted(programs | {program.partition("@")[0] for program in programs})
    if name not in known:
        raise UnknownBotError(f"no title has a bot {name!r}; there are {', '.join(known)}", bots=known)
