"""Exports of many records as files, made by jobs."""

from __future__ import annotations

from typing import Final

from flask import Response, send_file

from delvebook.projections.views import Body
from delvebook.service.api.blueprint import Blueprint, header
from delvebook.service.api.collection import wanted_of
from delvebook.service.api.context import player, services
from delvebook.service.api.lean import render
from delvebook.service.api.problems import problem_body
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.schemas.jobs import ExportSchema, ExportsSchema, NewExportSchema
from delvebook.service.base.errors import UnfinishedJobError, UnknownJobError
from delvebook.service.exporting.formats import FORMATS, require_format
from delvebook.service.exporting.making import file_name, plain_wanted
from delvebook.service.identity.caller import EXPORT
from delvebook.service.jobs.long import LongJob

RETRY_SECONDS: Final = 1
BINARY: Final = {"type": "string", "format": "binary"}
ACCEPTED: Final[dict[str, object]] = {
    "description": "The job is queued; `Location` says where to follow it",
    "headers": {name: header(name) for name in ("Location", "Retry-After")},
    "success": True,
}

exports = Blueprint(
    "exports", __name__, url_prefix="/v1/exports", description="Files with the records of many games, made by jobs"
)


@exports.route("", methods=["POST"])
@exports.needs_token(EXPORT)
@exports.arguments(NewExportSchema, example={"format": "ndjson.zst", "ruleset": "labyrinth", "since": "2026-01-02"})
@exports.response(202, ExportSchema, **{key: ACCEPTED[key] for key in ("description", "headers")})
@exports.refuses("ruleset/unknown", "account/unknown", "bot/unknown", "export/format_unavailable", "job/unknown")
def create(body: Given) -> object:
    """
    Ask for a file with the records of many games, by the filters of `GET /v1/records`.

    A job makes it. It is yours alone; you follow it at `Location`, take the file once its `status` is `finished`, and
    have about a day for that. With `pseudonymous`, nothing in it can be looked up or verified: `docs/exports.md`.
    """
    require_format(body["format"])
    account = str(player().account)
    asked = {
        "format": body["format"],
        "pseudonymous": body["pseudonymous"],
        "wanted": plain_wanted(wanted_of(body)),
        "viewer": account,
    }
    jobs = services().exports
    job = jobs.submit(jobs.new_id(), asked, owner=account)
    return render(export_body(job), 202, {**job_headers(job), "Location": f"/v1/exports/{job.id}"})


@exports.route("", methods=["GET"])
@exports.needs_token(EXPORT)
@exports.response(200, ExportsSchema)
@exports.headers("ETag")
def index() -> object:
    """List your exports that are not forgotten, the latest first."""
    found = services().exports.owned(str(player().account))
    return {"exports": [export_body(job) for job in found]}, {"Cache-Control": "no-store"}


@exports.route("/<export_id>", methods=["GET"])
@exports.needs_token(EXPORT)
@exports.response(200, ExportSchema)
@exports.headers("Retry-After", "ETag")
@exports.refuses("job/unknown", "job/cancelled", "export/too_large", "service/interrupted", "service/too_slow")
def look(export_id: str) -> object:
    """Follow an export: its progress, and once it is finished, its file."""
    job = services().exports.get(export_id, owner=str(player().account))
    return export_body(job), job_headers(job)


@exports.route("/<export_id>/file", methods=["GET"])
@exports.needs_token(EXPORT)
@exports.response(200, BINARY, content_type="application/zstd", description="The file")
@exports.alt_response(200, schema=BINARY, content_type="application/zip", description="The file", success=True)
@exports.alt_response(206, schema=BINARY, content_type="application/zstd", description="A part of it", success=True)
@exports.alt_response(206, schema=BINARY, content_type="application/zip", description="A part of it", success=True)
@exports.headers("ETag")
@exports.refuses("job/unknown", "job/not_finished", "input/malformed")
def download(export_id: str) -> object:
    """Take the file of a finished export, whole or by `Range`."""
    job = services().exports.get(export_id, owner=str(player().account))
    if job.result is None:
        raise UnfinishedJobError(f"the export is {job.status}, so it has no file", status=job.status)
    name = file_name(export_id, job.asked["format"])
    path = services().files.find(name)
    if path is None:
        raise UnknownJobError("the file of this export is gone; ask for the export again")
    return send_file(
        path.resolve(),
        mimetype=FORMATS[job.asked["format"]].media_type,
        as_attachment=True,
        download_name=f"delvebook-{name}",
        etag=job.result["sha256"][:32],
        max_age=0,
    )


@exports.route("/<export_id>", methods=["DELETE"])
@exports.needs_token(EXPORT)
@exports.response(204)
@exports.refuses("job/unknown")
def cancel(export_id: str) -> object:
    """Call off an export that is not finished, or forget a finished one and its file."""
    job = services().exports.call_off(export_id, owner=str(player().account))
    services().files.forget(file_name(export_id, job.asked["format"]))
    return Response(status=204)


def export_body(job: LongJob) -> dict[str, object]:
    """An export as it stands."""
    return {
        **job_body(job),
        "format": job.asked["format"],
        "pseudonymous": job.asked["pseudonymous"],
        "wanted": job.asked["wanted"],
        "file": None if job.result is None else dict(job.result),
    }


def job_body(job: LongJob) -> Body:
    """The members that every job's body has."""
    failure = job.failure
    return {
        "id": job.id,
        "status": job.status,
        "progress": {"done": job.done, "of": job.of},
        "problem": None if failure is None else problem_body(failure["code"], failure["message"], failure["details"]),
        "created_at": job.created_at,
        "finished_at": job.finished_at,
        "expires_at": job.expires_at,
    }


def job_headers(job: LongJob) -> dict[str, str]:
    """The headers of an answer about a job: it is never cached, and says when to look again while the job runs."""
    return {"Cache-Control": "no-store", **({} if job.is_over else {"Retry-After": str(RETRY_SECONDS)})}
