"""The notices of accounts, as pages and as a stream."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from flask import Response, request

from delvebook.domain.canonical import jcs
from delvebook.service.api.blueprint import Blueprint
from delvebook.service.api.context import note, player, services
from delvebook.service.api.paging import link_headers
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.schemas.notices import (
    NoticeLineSchema,
    NoticesQuerySchema,
    NoticesSchema,
    NoticeStreamQuerySchema,
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
from delvebook.service.identity.caller import READ
from delvebook.service.notices.source import NoticeSource
from delvebook.service.notices.store import NoticePage

MEDIA_TYPES: Final = ("application/json", NDJSON)
PAGE: Final = 500

notices = Blueprint("notices", __name__, url_prefix="/v1/notices", description="What you are told about your games")


@notices.route("", methods=["GET"])
@notices.needs_token(READ)
@notices.arguments(NoticesQuerySchema, location="query")
@notices.response(200, NoticesSchema)
@notices.alt_response(
    200, schema={"type": "string"}, content_type=NDJSON, description="One notice a line", success=True
)
@notices.headers("Link", "ETag")
@notices.refuses("notice/unknown", "notice/gone", "service/too_many_streams")
def index(query: Given) -> object:
    """
    Read your notices: that a game waits for you, has ended, is disputed, and what others ask of you.

    They are kept for 30 days. With `wait` the answer comes as soon as there is a notice after `after`.
    By the header `Accept`: `application/json` gives a page, `application/x-ndjson` all there are.
    """
    account = str(player().account)
    after = query["after"] if query["cursor"] is None else int(query["cursor"])
    waiting = wait_for_news(
        services().notice_feed, account, query["wait"], lambda: services().notices.last(account) != after
    )
    if waiting is not None:
        return waiting
    if request.accept_mimetypes.best_match(MEDIA_TYPES, default=MEDIA_TYPES[0]) == NDJSON:
        first = services().notices.page(account, after=after, limit=PAGE)
        return Response(lines_of(first, account), mimetype=NDJSON)
    page = services().notices.page(account, after=after, limit=query["limit"])
    is_full = len(page.notices) == query["limit"]
    following = str(page.notices[-1]["number"]) if is_full else None
    return {"notices": page.notices, "next": following}, link_headers(following)


@notices.route("/stream", methods=["GET"])
@notices.needs_token(READ)
@notices.arguments(NoticeStreamQuerySchema, location="query")
@notices.response(200, NoticeLineSchema, content_type=NDJSON)
@notices.alt_response(
    200,
    schema={"type": "string"},
    content_type=EVENT_STREAM,
    description="The same: the line's kind is the `event`, the line the `data`",
    success=True,
)
@notices.parameters(LAST_EVENT_ID)
@notices.refuses("notice/unknown", "notice/gone", "service/too_many_streams")
def stream(query: Given) -> object:
    """
    Follow your notices: first what waits for you, then each notice as it comes.

    By the header `Accept`: lines of JSON (`application/x-ndjson`), or server-sent events (`text/event-stream`) with
    the same JSON. Come back with `after` or `Last-Event-ID`, and you get what you have missed, without a snapshot.
    """
    account = str(player().account)
    came_back = last_event_id()
    source = NoticeSource(services().notices, account)
    first = source.begin(query["after"] if came_back is None else came_back)
    note(stream=framing_wanted().media_type)
    return open_stream(services().notice_feed, account, source, first, line=query["line"])


def lines_of(page: NoticePage, account: str) -> Iterator[bytes]:
    """The notices as lines of JSON, up to the last one that existed when the first page was read."""
    upto, reader = page.last, services().notices

    def lines(page: NoticePage) -> Iterator[bytes]:
        while page.notices:
            for notice in page.notices:
                if notice["number"] > upto:
                    return
                yield jcs(notice) + b"\n"
            page = reader.page(account, after=page.notices[-1]["number"], limit=PAGE)

    return lines(page)
