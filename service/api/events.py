"""The events of a game: a page, all of them, or as they happen."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from flask import Response, request

from delvebook.domain.errors import UnknownEventError
from delvebook.service.api import streams
from delvebook.service.api.context import bearer, caller, note, services
from delvebook.service.api.games import games, link_headers
from delvebook.service.api.schemas.games import (
    EventQuerySchema,
    EventSchema,
    EventsQuerySchema,
    EventsSchema,
    HeadSchema,
)
from delvebook.service.api.schemas.reasoning import ReasoningSchema
from delvebook.service.errors import InvalidInputError
from delvebook.service.usecases.playing import EventPage

MEDIA_TYPES = ("application/json", streams.NDJSON, streams.EVENT_STREAM)
LAST_EVENT_ID = {
    "name": "Last-Event-ID",
    "in": "header",
    "required": False,
    "description": "Of an event stream: the last event you have; a browser sends it by itself",
    "schema": {"type": "integer", "minimum": 0},
}


@games.route("/<game_id>/events", methods=["GET"])
@games.takes_token
@games.arguments(EventsQuerySchema, location="query")
@games.response(200, EventsSchema)
@games.alt_response(
    200, schema={"type": "string"}, content_type=streams.NDJSON, description="One event a line", success=True
)
@games.alt_response(
    200, schema={"type": "string"}, content_type=streams.EVENT_STREAM, description="Events as they happen", success=True
)
@games.alt_response(204, description="Of an event stream: the game is over, and you have every event")
@games.parameters(LAST_EVENT_ID)
@games.headers("Link", "ETag")
@games.refuses("game/unknown", "seat/unknown", "auth/forbidden", "viewer/unknown", "service/too_many_streams")
def events(query: dict[str, Any], game_id: UUID) -> Any:
    """
    Read a game's events, as you may see them: a page, all of them, or as they happen.

    By the header `Accept`: `application/json` gives a page, `application/x-ndjson` all there are (with `follow`, those
    to come, too), `text/event-stream` follows the game for `EventSource`. A stream ends when the game is over.
    """
    if query["cursor"] is not None:
        query["after"] = int(query["cursor"])
    media_type = request.accept_mimetypes.best_match(MEDIA_TYPES, default="application/json")
    if media_type == "application/json":
        page = services().use.playing.events(
            caller(),
            game_id,
            after=query["after"],
            limit=query["limit"],
            viewer=query["viewer"],
            language=query["lang"],
        )
        note(n=page.n)
        body, headers = page_of(page, game_id, limit=query["limit"])
        return body, headers | told_in(query["lang"])
    return stream_of(query, game_id, media_type)


@games.route("/<game_id>/events/<int:n>", methods=["GET"])
@games.takes_token
@games.arguments(EventQuerySchema, location="query")
@games.response(200, EventSchema)
@games.headers("ETag")
@games.refuses("game/unknown", "event/unknown", "seat/unknown", "auth/forbidden", "viewer/unknown")
def event(query: dict[str, Any], game_id: UUID, n: int) -> Any:
    """Read one event, as you may see it. `Location` of an accepted command leads here."""
    page = services().use.playing.events(
        caller(), game_id, after=max(0, n - 1), limit=1, viewer=query["viewer"], language=query["lang"]
    )
    note(n=page.n)
    if n < 1 or not page.events:
        raise UnknownEventError(f"the game has events 1 to {page.n}, not {n}", n=page.n)
    return page.events[0], told_in(query["lang"])


@games.route("/<game_id>/head", methods=["GET"])
@games.takes_token
@games.response(200, HeadSchema)
@games.headers("ETag")
@games.refuses("game/unknown")
def head(game_id: UUID) -> Any:
    """Ask how far a game has come. It is the cheapest question there is; a stream needs none."""
    body = services().use.games.head(caller(), game_id)
    note(n=body["n"])
    return body


@games.route("/<game_id>/events/<int:n>/reasoning", methods=["GET"])
@games.takes_token
@games.response(200, ReasoningSchema)
@games.headers("ETag")
@games.refuses("game/unknown", "event/unknown", "event/not_a_bots", "bot/not_checkable", "record/not_public_yet")
def reasoning(game_id: UUID, n: int) -> Any:
    """
    See why a bot played as it did: what it saw, what it weighed, what it chose. Only after the game.

    The bot is asked again, with the table that its seat saw and the chance that follows from the seed; nothing of this
    is stored. `holds` says whether it chooses the recorded action again. Whoever may look at the game may ask.
    """
    return services().use.reasoning.reasoning(caller(), game_id, n)


def told_in(lang: str | None) -> dict[str, str]:
    """Says in which language events are told, if they are."""
    return {} if lang is None else {"Content-Language": lang}


def page_of(page: EventPage, game_id: UUID, *, limit: int) -> Any:
    """
    A page of JSON, and its headers.

    Nothing in it depends on how far the game has come, so that a full page stays the same while the game goes on.
    """
    following = str(page.events[-1]["n"]) if len(page.events) == limit else None
    body = {"game": str(game_id), "events": page.events, "next": following}
    return body, link_headers(following, name="after")


def stream_of(query: dict[str, Any], game_id: UUID, media_type: str) -> Response:
    """The events as lines or as server-sent events."""
    listener = streams.Listener(caller(), bearer(), game_id, query["viewer"], query["lang"])
    after = max(query["after"], last_event_id() if media_type == streams.EVENT_STREAM else 0)
    first = listener.read(services(), after, is_noted=False)
    note(n=first.n, stream=media_type)
    if media_type == streams.EVENT_STREAM:
        if first.is_over and not first.events:
            return Response(status=204)
        response = streams.follow(services(), listener, first, after, streams.ServerSent())
    elif query["follow"]:
        response = streams.follow(services(), listener, first, after, streams.Framing())
    else:
        response = streams.read_out(services(), listener, first, after)
    response.headers.update(told_in(query["lang"]))
    return response


def last_event_id() -> int:
    """
    The number of the last event a browser has; 0 if it has none.

    Raises:
        InvalidInputError
    """
    text = request.headers.get("Last-Event-ID", "0")
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise InvalidInputError(
            "Last-Event-ID is the number of an event", fields={"Last-Event-ID": ["a number"]}, where="headers"
        )
    return int(text)
