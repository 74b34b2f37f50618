"""The events of a game: a page, a range, all of them, or as they happen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from uuid import UUID

from flask import Response, request

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import UnknownEventError
from delvebook.service.api.context import caller, note, services
from delvebook.service.api.games import games
from delvebook.service.api.paging import link_headers
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.schemas.events import (
    EventQuerySchema,
    EventSchema,
    EventsQuerySchema,
    EventsSchema,
    HeadSchema,
    ReasoningSchema,
    StreamLineSchema,
    StreamQuerySchema,
)
from delvebook.service.api.streams import (
    EVENT_STREAM,
    LAST_EVENT_ID,
    NDJSON,
    framing_wanted,
    last_event_id,
    open_stream,
    wait_for_news,
)
from delvebook.service.api.thinking import thought
from delvebook.service.identity.caller import READ
from delvebook.service.live.sources import LINES_AT_ONCE, GameSource
from delvebook.service.usecases.playing import EventPage

MEDIA_TYPES: Final = ("application/json", NDJSON)
FOR_EVER: Final = "public, max-age=31536000, immutable"


@games.route("/<game_id>/events", methods=["GET"])
@games.takes_token(READ)
@games.arguments(EventsQuerySchema, location="query")
@games.response(200, EventsSchema)
@games.alt_response(200, schema={"type": "string"}, content_type=NDJSON, description="One event a line", success=True)
@games.headers("Link", "ETag")
@games.refuses(
    "game/unknown", "event/unknown", "seat/unknown", "auth/forbidden", "viewer/unknown", "service/too_many_streams"
)
def events(query: Given, game_id: UUID) -> object:
    """
    Read a game's events, as you may see them: a page, a range, or all there are.

    By the header `Accept`: `application/json` gives a page, `application/x-ndjson` all there are. With `wait` the
    answer comes as soon as there is an event after `after`. `GET …/stream` tells events as they happen.
    """
    if query["cursor"] is not None:
        query["after"] = int(query["cursor"])
    after, limit = query["after"], query["limit"]
    if query["first"] is not None:
        after, limit = query["first"] - 1, query["last"] - query["first"] + 1
    waiting = wait_for_news(
        services().feed,
        game_id,
        query["wait"],
        lambda: services().use.games.head(caller(), game_id, viewer=query["viewer"])["n"] != after,
    )
    if waiting is not None:
        return waiting
    is_lines = request.accept_mimetypes.best_match(MEDIA_TYPES, default=MEDIA_TYPES[0]) == NDJSON
    source = GameSource(services().use, caller(), game_id, query["viewer"], query["lang"])
    page = source.first_page(after, limit=LINES_AT_ONCE if is_lines else limit)
    note(n=page.n)
    is_whole = len(page.events) == limit if not is_lines else query["last"] is not None and query["last"] <= page.n
    headers = told_in(query["lang"]) | kept(page, is_whole=is_whole, lang=query["lang"])
    if is_lines:
        lines = read_out(source, page, after, upto=query["last"] or page.n)
        return Response(lines, mimetype=NDJSON, headers=headers)
    body, links = page_of(page, game_id, limit=limit)
    return body, links | headers


@games.route("/<game_id>/stream", methods=["GET"])
@games.takes_token(READ)
@games.arguments(StreamQuerySchema, location="query")
@games.response(200, StreamLineSchema, content_type=NDJSON)
@games.alt_response(
    200,
    schema={"type": "string"},
    content_type=EVENT_STREAM,
    description="The same: the line's kind is the `event`, the line the `data`",
    success=True,
)
@games.alt_response(204, description="Of server-sent events: the game is over, and you have every event")
@games.parameters(LAST_EVENT_ID)
@games.refuses(
    "game/unknown",
    "event/unknown",
    "seat/unknown",
    "auth/required",
    "auth/forbidden",
    "viewer/unknown",
    "service/too_many_streams",
)
def stream(query: Given, game_id: UUID) -> object:
    """
    Follow a game: first as it stands, then each event as it happens, as you may see it.

    By the header `Accept`: lines of JSON (`application/x-ndjson`), or server-sent events (`text/event-stream`) with
    the same JSON. Come back with `after` or `Last-Event-ID`, and you get what you have missed, without a snapshot.
    Whenever nothing happens for 15 seconds, a `heartbeat` says how far the game has come. The `end` says why nothing
    follows.
    """
    came_back = last_event_id()
    after = query["after"] if came_back is None else came_back
    source = GameSource(services().use, caller(), game_id, query["viewer"], query["lang"])
    first = source.begin(after)
    note(n=first.head["n"], stream=framing_wanted().media_type)
    if first.end is not None and not first.lines and framing_wanted().media_type == EVENT_STREAM:
        return Response(status=204)  # which ends an `EventSource`
    response = open_stream(services().feed, game_id, source, first, line=query["line"])
    response.headers.update(told_in(query["lang"]))
    return response


@games.route("/<game_id>/events/<int:n>", methods=["GET"])
@games.takes_token(READ)
@games.arguments(EventQuerySchema, location="query")
@games.response(200, EventSchema)
@games.headers("ETag")
@games.refuses("game/unknown", "event/unknown", "seat/unknown", "auth/forbidden", "viewer/unknown")
def event(query: Given, game_id: UUID, n: int) -> object:
    """Read one event, as you may see it. `Location` of an accepted command leads here."""
    page = services().use.playing.events(
        caller(), game_id, after=max(0, n - 1), limit=1, viewer=query["viewer"], language=query["lang"]
    )
    note(n=page.n)
    if n < 1 or not page.events:
        raise UnknownEventError(f"the game has events 1 to {page.n}, not {n}", n=page.n)
    return page.events[0], told_in(query["lang"]) | kept(page, is_whole=True, lang=query["lang"])


@games.route("/<game_id>/head", methods=["GET"])
@games.takes_token(READ)
@games.response(200, HeadSchema)
@games.headers("ETag")
@games.refuses("game/unknown")
def head(game_id: UUID) -> object:
    """Ask how far a game has come. This is the cheapest request of all; with a stream you do not need it."""
    body = services().use.games.head(caller(), game_id)
    note(n=body["n"])
    return body


@games.route("/<game_id>/events/<int:n>/reasoning", methods=["GET"])
@games.takes_token(READ)
@games.response(200, ReasoningSchema)
@games.headers("ETag")
@games.refuses("game/unknown", "event/unknown", "event/not_a_bots", "bot/not_checkable", "record/not_public_yet")
def reasoning(game_id: UUID, n: int) -> object:
    """
    See why a bot played as it did: what it saw, what it weighed, what it chose. Only after the game.

    The bot is asked again, with the table that its seat saw and the chance that follows from the seed; nothing of this
    is stored. `holds` says whether it chooses the recorded action again. Everybody who may look at the game may ask,
    but nobody two things at a time.
    """
    with thought():
        return services().use.reasoning.reasoning(caller(), game_id, n)


def told_in(lang: str | None) -> dict[str, str]:
    """The header that names the language in which events are told; empty if they are not told."""
    return {} if lang is None else {"Content-Language": lang}


def page_of(page: EventPage, game_id: UUID, *, limit: int) -> tuple[dict[str, object], dict[str, str]]:
    """
    Returns a page of events as a JSON object, and its headers.

    The object does not depend on how far the game has come, so a full page stays the same while the game goes on.
    """
    following = str(page.events[-1]["n"]) if len(page.events) == limit else None
    body: dict[str, object] = {"game": str(game_id), "events": page.events, "next": following}
    return body, link_headers(following, name="after")


def read_out(source: GameSource, page: EventPage, after: int, *, upto: int) -> Iterator[bytes]:
    """The events up to number `upto`, as lines of JSON. `page` is their first page."""
    position = after
    while page.events:
        for event in page.events:
            if event["n"] > upto:
                return
            yield jcs(event) + b"\n"
            position = event["n"]
        if position >= upto:
            return
        page = source.page(position)


def kept(page: EventPage, *, is_whole: bool, lang: str | None) -> dict[str, str]:
    """
    The headers that let everybody keep past events; empty if the events may ever look different to anybody.

    Once the seed is revealed, every viewer sees everything, for ever. Until then a later event may open what an earlier
    one seals, and a viewer may take or leave a seat. Told events name players, who may change their names.
    """
    if not (page.is_revealed and is_whole and lang is None):
        return {}
    return {"Cache-Control": FOR_EVER, "Vary": "Accept"}
