"""The audit trail: who did what, with which token, from where."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import Final

from flask import Response, request

from delvebook.domain.canonical import jcs
from delvebook.service.api.blueprint import Blueprint
from delvebook.service.api.context import player, services
from delvebook.service.api.lean import OWNER
from delvebook.service.api.paging import link_headers
from delvebook.service.api.schemas.audit import AuditQuerySchema, AuditSchema
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.streams import NDJSON
from delvebook.service.identity.audit import AuditReader
from delvebook.service.identity.audit_log import AuditQuery, Entry, named
from delvebook.service.identity.caller import ARBITRATE, OPERATE

MEDIA_TYPES: Final = ("application/json", NDJSON)

audit = Blueprint("audit", __name__, url_prefix="/v1/audit", description="Who did what, with which token, from where")


@audit.route("", methods=["GET"])
@audit.needs_token(OWNER, ARBITRATE, OPERATE)
@audit.arguments(AuditQuerySchema, location="query")
@audit.response(200, AuditSchema)
@audit.alt_response(
    200, schema={"type": "string"}, content_type=NDJSON, description="One entry a line, to the end", success=True
)
@audit.headers("Link", "ETag")
def index(query: Given) -> object:
    """
    Read the audit trail, in order of arrival.

    You read what your own account did. With `service:operate` or `disputes:rule` you read everything, and the
    trail records that you read others' entries. The header `Accept` chooses the form: `application/json` gives a page,
    `application/x-ndjson` everything after `after`. If that breaks off, continue after the last `id` you have.
    Games' events appear a moment later.
    """
    after, cursor, limit = query.pop("after"), query.pop("cursor"), query.pop("limit")
    after = after if cursor is None else int(cursor)
    if query.get("account") == "me":
        query["account"] = player().account
    wanted = AuditQuery(**query)
    reader, names = AuditReader(services().audit), services().accounts.names
    if request.accept_mimetypes.best_match(MEDIA_TYPES, default=MEDIA_TYPES[0]) == NDJSON:
        return Response(lines_of(named(reader.export(player(), wanted, after=after), names)), mimetype=NDJSON)
    page = reader.page(player(), wanted, after=after, limit=limit)
    following = str(page.entries[-1]["id"]) if page.has_more else None
    return {"entries": list(named(page.entries, names)), "next": following}, link_headers(following)


def lines_of(entries: Iterator[Entry]) -> Iterator[bytes]:
    """Returns the entries as lines of JSON. Reads the first at once, so that an unavailable store is still refused."""
    first = list(islice(entries, 1))
    return (jcs(entry) + b"\n" for entry in chain(first, entries))
