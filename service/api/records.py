"""Records of games, and checks of them."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from flask import Response, request
from werkzeug.exceptions import UnsupportedMediaType

from replays.errors import RecordError
from replays.record import MEDIA_TYPE
from service.api.blueprint import Blueprint
from service.api.context import caller, note, services
from service.api.games import games
from service.api.schemas import ReportSchema, VerificationSchema, ViewerQuerySchema

UPLOAD_TYPES: Final = (MEDIA_TYPE, "application/jsonl", "application/octet-stream")
CHUNK_BYTES: Final = 2**16

verifications = Blueprint(
    "verifications", __name__, url_prefix="/v1/verifications", description="Checks of any record, whoever wrote it"
)


@games.route("/<game_id>/record", methods=["GET"])
@games.takes_token
@games.arguments(ViewerQuerySchema, location="query")
@games.response(200, {"type": "string"}, content_type=MEDIA_TYPE, description="The record (format 1), a line an event")
@games.refuses("game/unknown", "seat/unknown", "auth/forbidden", "input/malformed", "record/not_public_yet")
def record(query: dict[str, Any], game_id: UUID) -> Any:
    """
    Export the game's record, as you may see it.

    Every export of a game has the same hashes and the same head; once the game is over everything is open.
    """
    export = services().games.export(caller(), game_id, viewer=query["viewer"])
    note(n=export.n)
    response = Response(export.lines, mimetype=MEDIA_TYPE)
    response.headers["Content-Disposition"] = (
        f'attachment; filename="{game_id}.{export.viewer.replace(":", "-")}.jsonl"'
    )
    return response


@games.route("/<game_id>/verification", methods=["GET"])
@games.takes_token
@games.response(200, VerificationSchema)
@games.headers("ETag")
@games.refuses("game/unknown", "service/busy", "service/too_slow")
def verification(game_id: UUID) -> Any:
    """
    Check the game's record: its chain, and once the game is over by playing it again.

    What is checked is the record you would get; so you can check it yourself and compare.
    """
    export = services().games.export(caller(), game_id)
    note(n=export.n)
    with tempfile.TemporaryDirectory(prefix="delvebook-check-") as directory:
        path = Path(directory) / "record.jsonl"
        with path.open("wb") as file:
            file.writelines(export.lines)
        report = services().checker.check(path)
    return {"game": str(game_id), "n": export.n, "head": export.head, "viewer": export.viewer, **without_header(report)}


@verifications.route("", methods=["POST"])
@verifications.takes_token
@verifications.uploads(MEDIA_TYPE)
@verifications.response(200, ReportSchema)
@verifications.refuses(
    "record/malformed", "input/too_large", "input/media_type", "service/busy", "service/too_slow", "input/malformed"
)
def verify() -> Any:
    """
    Check a record: send it as it is.

    The answer says which level of verification holds, and of each that does not the first event that fails, and why.
    """
    if request.mimetype not in UPLOAD_TYPES:
        raise UnsupportedMediaType(f"send {MEDIA_TYPE}")
    request.max_content_length = services().settings.record_bytes_max
    with tempfile.TemporaryDirectory(prefix="delvebook-check-") as directory:
        path = Path(directory) / "record.jsonl"
        with path.open("wb") as file:
            while chunk := request.stream.read(CHUNK_BYTES):
                file.write(chunk)
        report = services().checker.check(path)
    if report["header"] is None:
        first = report["first"]
        raise RecordError(first["sentence"], line=first["line"] or 1, pointer=first["pointer"])
    return {key: value for key, value in report.items() if key != "name"}


def without_header(report: dict[str, Any]) -> dict[str, Any]:
    """The report without what its reader knows."""
    return {key: value for key, value in report.items() if key not in ("header", "name")}
