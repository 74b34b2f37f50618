"""Records of games that were played elsewhere: brought in, watched, forked."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from uuid import UUID

from flask import Response, request

from delvebook.domain.rulesets import registry
from delvebook.projections.views import person_body
from delvebook.replays.forms import BUNDLE_TYPE
from delvebook.replays.record import MEDIA_TYPE
from delvebook.service.api.blueprint import Blueprint
from delvebook.service.api.context import caller, done_anew, player, repeatable, services
from delvebook.service.api.games import bots_of
from delvebook.service.api.languages import language
from delvebook.service.api.lean import render
from delvebook.service.api.limits import who
from delvebook.service.api.paging import link_headers, read_cursor, write_cursor
from delvebook.service.api.records import form_wanted, in_form, receive, write_ancestors
from delvebook.service.api.schemas.base import A_UUID, Given
from delvebook.service.api.schemas.commands import NewGameDoneSchema
from delvebook.service.api.schemas.disputes import ForkSchema
from delvebook.service.api.schemas.imports import (
    ImportedMomentSchema,
    ImportEventsQuerySchema,
    ImportEventsSchema,
    ImportSchema,
    ImportsQuerySchema,
    ImportsSchema,
    ImportViewerQuerySchema,
)
from delvebook.service.api.schemas.records import BundleSchema, RecordFormSchema
from delvebook.service.base.errors import UnknownImportError
from delvebook.service.base.temporary import temporary_folder
from delvebook.service.checks.sandbox import require_record
from delvebook.service.identity.caller import PLAY, READ
from delvebook.service.store.imports import Imported
from delvebook.service.usecases.imports import LEVELS

MEMBERS: Final = ("record", "parents")
"""The members that may be sent together."""

imports = Blueprint(
    "imports", __name__, url_prefix="/v1/imports", description="Records of games that were played elsewhere"
)


@imports.before_request  # type: ignore[untyped-decorator]
def _read_id() -> None:
    """Turns the id in the address into a UUID. Any other text is an unknown record."""
    values = request.view_args
    if values and "import_id" in values:
        text = str(values["import_id"])
        if not A_UUID.fullmatch(text):
            raise UnknownImportError(f"there is no imported record {text[:60]!r}")
        values["import_id"] = UUID(text)


@imports.route("", methods=["POST"])
@imports.needs_token(PLAY)
@imports.uploads(MEDIA_TYPE, "multipart/form-data", "application/json", members=MEMBERS)
@imports.response(201, ImportSchema)
@imports.alt_response(200, schema=ImportSchema, description="The same record was imported before", success=True)
@imports.headers("Location")
@imports.refuses(
    "record/malformed",
    "input/media_type",
    "input/too_large",
    "input/invalid",
    "import/does_not_hold",
    "import/parent_missing",
    "import/own_game",
    "import/own_accounts",
    "import/too_many",
    "service/busy",
    "service/too_slow",
)
def add() -> object:
    """
    Bring in the public record of a game that was played elsewhere, as lines or as a bundle.

    It is taken in if its chain holds and the replay gives the same game, and kept byte for byte. It can be watched and
    forked by everybody. It is no game of this service: it is not in `GET /v1/games` or `GET /v1/records`, in ratings or
    in the log of games. Its check does not prove who played: accounts, times and receipts are those of another
    service. The same record sent again is answered with 200.

    The replay of a fork begins where its parent stood. Send the records of its parents with it: as
    `multipart/form-data` with the parts `record` and any number of `parents`, or as JSON,
    `{"record": text, "parents": [text, …]}`. They are imported, too. Parents that were imported before, or that are
    public games of this service, need not be sent.
    """
    request.max_content_length = services().settings.record_bytes_max
    use = services().use
    with temporary_folder("import") as directory:
        given = receive(Path(directory), members=MEMBERS)
        record = given.record.read_bytes()
        parents = use.imports.parents_of(record, [path.read_bytes() for path in given.parents])
        paths = write_ancestors(parents, Path(directory), export=use.exports.public)
        report = services().checker.check(given.record, levels=LEVELS, parents=paths, owner=who())
    require_record(report)
    imported, is_new = use.imports.add(
        player(),
        record,
        report,
        parents=parents,
        owned_max=services().settings.imports_owned_max,
        mistaken_for=services().accounts.mistaken_for,
    )
    headers = {"Location": f"/v1/imports/{imported.id}"}
    return render(_bodies([imported])[0], 201 if is_new else 200, headers)


@imports.route("", methods=["GET"])
@imports.takes_token(READ)
@imports.arguments(ImportsQuerySchema, location="query")
@imports.response(200, ImportsSchema)
@imports.headers("Link", "ETag")
@imports.refuses("ruleset/unknown")
def index(query: Given) -> object:
    """List imported records, the latest first."""
    if query["ruleset"] is not None:
        registry.get_ruleset(query["ruleset"])
    limit = query["limit"]
    found = services().use.imports.page(ruleset=query["ruleset"], after=read_cursor(query["cursor"]), limit=limit + 1)
    page = found[:limit]
    cursor = write_cursor(page[-1].imported_at, str(page[-1].id)) if len(found) > limit else None
    return {"imports": _bodies(services().use.imports.shown(caller(), page)), "next": cursor}, link_headers(cursor)


@imports.route("/<import_id>", methods=["GET"])
@imports.takes_token(READ)
@imports.response(200, ImportSchema)
@imports.headers("ETag")
@imports.refuses("import/unknown")
def get(import_id: UUID) -> object:
    """Look at an imported record."""
    return _bodies([services().use.imports.get(caller(), import_id)])[0]


@imports.route("/<import_id>/record", methods=["GET"])
@imports.takes_token(READ)
@imports.arguments(RecordFormSchema, location="query")
@imports.response(200, {"type": "string"}, content_type=MEDIA_TYPE, description="The record, byte for byte as it came")
@imports.alt_response(200, schema=BundleSchema, content_type=BUNDLE_TYPE, description="A bundle", success=True)
@imports.alt_response(
    200, schema={"type": "string"}, content_type="text/plain", description="A ledger for people", success=True
)
@imports.refuses("import/unknown")
def record(query: Given, import_id: UUID) -> object:
    """Export the record again: the bytes that came, or another form of them by `Accept` or `format`."""
    form = form_wanted(query["format"])
    lines = services().use.imports.record(caller(), import_id).splitlines(keepends=True)
    response: Response = in_form(form, iter(lines), f"imported-{import_id}")
    response.vary.add("Accept")
    return response


@imports.route("/<import_id>/events", methods=["GET"])
@imports.takes_token(READ)
@imports.arguments(ImportEventsQuerySchema, location="query")
@imports.response(200, ImportEventsSchema)
@imports.headers("Link", "ETag")
@imports.refuses("import/unknown", "event/unknown")
def events(query: Given, import_id: UUID) -> object:
    """Read the events of an imported record."""
    found = services().use.imports.events(caller(), import_id, after=query["after"], limit=query["limit"])
    following = str(found[-1]["n"]) if len(found) == query["limit"] else None
    return {"events": found, "next": following}, link_headers(following, name="after")


@imports.route("/<import_id>/events/<int:n>", methods=["GET"])
@imports.takes_token(READ)
@imports.arguments(ImportViewerQuerySchema, location="query")
@imports.response(200, ImportedMomentSchema)
@imports.headers("ETag")
@imports.refuses("import/unknown", "event/unknown", "viewer/unknown", "input/malformed")
def moment(query: Given, import_id: UUID, n: int) -> object:
    """Watch an imported record: an event in words, and the table as a viewer saw it then. The game is replayed."""
    return services().use.imports.look(caller(), import_id, n, viewer=query["viewer"], language=language())


@imports.route("/<import_id>/forks", methods=["POST"])
@imports.needs_token(PLAY)
@imports.repeatable
@imports.arguments(ForkSchema, example={"event": 12, "bots": [{"seat": 1, "bot": "greedy"}]})
@imports.response(201, NewGameDoneSchema)
@imports.headers("Location")
@imports.refuses(
    "import/unknown",
    "event/unknown",
    "bot/unknown",
    "seat/unknown",
    "seat/taken",
    "fork/refused",
    "ruleset/unknown",
    "seat/official",
)
def fork(body: Given, import_id: UUID) -> object:
    """
    Create a game that begins as the imported game stood after an event.

    It is a game of this service, and its record is verified together with the imported one.
    """
    imported = services().use.imports.get(player(), import_id)
    answer = services().use.forks.fork_import(
        player(),
        imported.id,
        event=body["event"],
        bots=bots_of(body),
        as_viewer=body["as"],
        ruleset=body["ruleset"],
        request=repeatable(),
    )
    return done_anew(answer)


def _bodies(found: list[Imported]) -> list[dict[str, object]]:
    """The bodies that describe imported records."""
    people = services().use.imports.people_of(found)
    return [
        {
            "id": str(one.id),
            "status": "imported",
            "game": one.game,
            "ruleset": one.ruleset,
            "imported_by": person_body(one.account, people),
            "imported_at": one.imported_at,
            "parent": None,
            **one.summary,
        }
        for one in found
    ]
