"""What happened in a game: a page of it, all of it, or as it happens."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from service.api.context import caller, note, services
from service.api.games import address_with, games, link_headers
from service.api.schemas import EventsQuerySchema, EventsSchema


@games.route("/<game_id>/events", methods=["GET"])
@games.takes_token
@games.arguments(EventsQuerySchema, location="query")
@games.response(200, EventsSchema)
@games.headers("Link", "ETag")
@games.refuses("game/unknown", "seat/unknown", "auth/forbidden", "input/malformed")
def events(query: dict[str, Any], game_id: UUID) -> Any:
    """Read a game's events, as you may see them: a page of JSON."""
    page = services().games.events(
        caller(),
        game_id,
        after=query["after"],
        limit=query["limit"],
        viewer=query["viewer"],
        language=query["lang"],
    )
    note(n=page.n)
    last = page.events[-1]["n"] if page.events else page.n
    following = None
    if last < page.n:
        following = address_with(after=str(last))
    body = {"game": str(game_id), "n": page.n, "status": page.status, "events": page.events, "next": following}
    return body, link_headers(following)
