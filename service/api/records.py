"""Records of games, and checks of them."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from flask import Response, request
from werkzeug.exceptions import UnsupportedMediaType

from replays.errors import RecordError
from replays.receipts import check_list, read_receipts
from replays.record import MEDIA_TYPE
from service.api.blueprint import Blueprint, read_json
from service.api.context import caller, note, services
from service.api.games import games
from service.api.schemas import ReceiptsQuerySchema, ReportSchema, VerificationSchema, ViewerQuerySchema
from service.errors import InvalidInputError

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
@games.arguments(ReceiptsQuerySchema, location="query")
@games.response(200, VerificationSchema)
@games.headers("ETag")
@games.refuses("game/unknown", "service/busy", "service/too_slow")
def verification(query: dict[str, Any], game_id: UUID) -> Any:
    """
    Check the game's record: its chain, receipts you have for it, and once the game is over by playing it again.

    What is checked is the record you would get; so you can check it yourself and compare.
    """
    export = services().games.export(caller(), game_id)
    note(n=export.n)
    with tempfile.TemporaryDirectory(prefix="delvebook-check-") as directory:
        path = Path(directory) / "record.jsonl"
        with path.open("wb") as file:
            file.writelines(export.lines)
        report = services().checker.check(path, receipts=query["receipt"], keys=public_keys())
    return {"game": str(game_id), "n": export.n, "head": export.head, "viewer": export.viewer, **without_header(report)}


@verifications.route("", methods=["POST"])
@verifications.takes_token
@verifications.uploads(MEDIA_TYPE, "multipart/form-data", "application/json")
@verifications.response(200, ReportSchema)
@verifications.refuses(
    "record/malformed",
    "input/not_json",
    "input/not_utf8",
    "input/doubled_key",
    "input/not_an_integer",
    "input/not_canonical",
    "input/too_deep",
    "input/too_large",
    "input/media_type",
    "input/malformed",
    "input/invalid",
    "service/busy",
    "service/too_slow",
)
def verify() -> Any:
    """
    Check a record: send it as it is, or together with receipts.

    With receipts send `multipart/form-data` with the parts `record` and `receipts` (one a line, or a JSON list),
    or JSON: `{"record": text, "receipts": [text, …]}`. They are checked with this service's keys.
    The answer says which level of verification holds, and of each that does not the first event that fails, and why.
    """
    request.max_content_length = services().settings.record_bytes_max
    with tempfile.TemporaryDirectory(prefix="delvebook-check-") as directory:
        path = Path(directory) / "record.jsonl"
        receipts = receive(path)
        report = services().checker.check(path, receipts=receipts, keys=public_keys())
    if report["header"] is None:
        first = report["first"]
        raise RecordError(first["sentence"], line=first["line"] or 1, pointer=first["pointer"])
    return {key: value for key, value in report.items() if key != "name"}


def receive(path: Path) -> list[str]:
    """
    Writes the uploaded record to the path; returns the receipts that came with it.

    Raises:
        UnsupportedMediaType, RequestEntityTooLarge, NotCanonicalError, InvalidInputError
    """
    if request.mimetype in UPLOAD_TYPES:
        with path.open("wb") as file:
            while chunk := request.stream.read(CHUNK_BYTES):
                file.write(chunk)
        return []
    if request.mimetype == "multipart/form-data":
        request.max_form_memory_size = request.max_content_length
        found: dict[str, Any] = request.form.to_dict()
        found |= {name: part.read() for name, part in request.files.items()}
    elif request.mimetype == "application/json":
        body = read_json(request)
        found = body if isinstance(body, dict) else {}
        if not isinstance(found.get("record"), str):
            raise InvalidInputError(
                "the body is not as it should be: record", fields={"record": ["a text"]}, where="body"
            )
    else:
        raise UnsupportedMediaType(f"send {MEDIA_TYPE}, multipart/form-data or application/json")
    if "record" not in found or found.keys() - {"record", "receipts"}:
        raise InvalidInputError(
            "the body is not as it should be", fields={"_schema": ["it has `record` and `receipts`"]}, where="body"
        )
    record, receipts = found["record"], found.get("receipts", [])
    path.write_bytes(record.encode() if isinstance(record, str) else record)
    return read_receipts(receipts) if isinstance(receipts, str | bytes) else check_list(receipts)


def public_keys() -> dict[str, Any] | None:
    """The keys of this service; None if it signs nothing."""
    signer = services().games.receipts
    return None if signer is None else signer.ring.to_public()


def without_header(report: dict[str, Any]) -> dict[str, Any]:
    """The report without what its reader knows."""
    return {key: value for key, value in report.items() if key not in ("header", "name")}
