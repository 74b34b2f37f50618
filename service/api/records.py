"""Records of games, and checks of records: at once, or by a worker if they are long."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import UUID

from flask import Response, request

from delvebook.domain.schemas import unknown_among
from delvebook.replays.forms import BUNDLE_TYPE, LEDGER_TYPE, accounts_of, bundle_lines, to_bundle, to_ledger
from delvebook.replays.receipts import check_list, read_receipts
from delvebook.replays.record import MEDIA_TYPE, read_record
from delvebook.replays.verify import LEVELS
from delvebook.service.api.blueprint import RESPOND_ASYNC, Blueprint, header
from delvebook.service.api.context import caller, note, prefers, services
from delvebook.service.api.games import games
from delvebook.service.api.languages import language, mark
from delvebook.service.api.lean import render
from delvebook.service.api.limits import who
from delvebook.service.api.problems import problem_body
from delvebook.service.api.reading import JSON, media_type_of, read_object, refuse
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.schemas.records import (
    BundleSchema,
    CheckSchema,
    LevelsQuerySchema,
    RecordQuerySchema,
    ReportSchema,
    VerificationQuerySchema,
    VerificationSchema,
)
from delvebook.service.base.temporary import temporary_folder
from delvebook.service.checks.jobs import Check, error_of
from delvebook.service.checks.sandbox import require_record
from delvebook.service.identity.caller import EXPORT, READ
from delvebook.service.usecases.exports import Export
from delvebook.service.usecases.lineage import Left

MEMBERS: Final = ("record", "receipts", "parents")
"""The members that may be sent together for a check."""
FORM: Final = "multipart/form-data"
UPLOAD_TYPES: Final = (MEDIA_TYPE, "application/jsonl", "application/octet-stream")
CHUNK_BYTES: Final = 2**16
PARENTS_MAX: Final = 32
ASYNC: Final = "respond-async"
RETRY_SECONDS: Final = 1
ACCEPTED: Final[dict[str, object]] = {
    "schema": CheckSchema,
    "description": "The check runs as a job; `Location` says where to follow it",
    "headers": {name: header(name) for name in ("Location", "Retry-After", "Preference-Applied")},
    "success": True,
}


class Form(NamedTuple):
    """A form of a record: its media type, and the suffix of its files."""

    media_type: str
    suffix: str


FORMS: Final = {
    "ndjson": Form(MEDIA_TYPE, "jsonl"),
    "json": Form(BUNDLE_TYPE, "json"),
    "text": Form(LEDGER_TYPE, "txt"),
}
"""Forms by their name in `format`."""

verifications = Blueprint(
    "verifications", __name__, url_prefix="/v1/verifications", description="Checks of any record, whoever wrote it"
)


@games.route("/<game_id>/record", methods=["GET"])
@games.takes_token(EXPORT)
@games.arguments(RecordQuerySchema, location="query")
@games.response(200, {"type": "string"}, content_type=MEDIA_TYPE, description="The record (format 1), a line an event")
@games.alt_response(
    200, schema=BundleSchema, content_type=BUNDLE_TYPE, description="A bundle: the same as one object", success=True
)
@games.alt_response(
    200,
    schema={"type": "string"},
    content_type=LEDGER_TYPE,
    description="A ledger: the game as a text, in English or Russian",
    success=True,
)
@games.refuses("game/unknown", "seat/unknown", "auth/forbidden", "viewer/unknown", "record/not_public_yet")
def record(query: Given, game_id: UUID) -> object:
    """
    Export the game's record, as you may see it.

    Every export of a game has the same hashes and the same head. Once the game is over, everything is open.
    By the header `Accept`, or by `format`, it comes as lines, as a bundle that can be turned back into the same lines
    (`delvebook export`), or as a ledger for people.
    """
    form = form_wanted(query["format"])
    export = services().use.exports.export(caller(), game_id, viewer=query["viewer"])
    note(n=export.n)
    name = f"{game_id}.{export.viewer.replace(':', '-')}"
    response = in_form(form, export.lines, name)
    response.vary.add("Accept")
    return response


def form_wanted(named: str | None) -> Form:
    """The form that the request names, else the one that its header `Accept` prefers, else the record itself."""
    if named is not None:
        return FORMS[named]
    media_types = [form.media_type for form in FORMS.values()]
    best = request.accept_mimetypes.best_match(media_types, default=MEDIA_TYPE)
    if request.accept_mimetypes[MEDIA_TYPE] >= request.accept_mimetypes[best]:
        best = MEDIA_TYPE
    return next(form for form in FORMS.values() if form.media_type == best)


def in_form(form: Form, lines: Iterator[bytes], name: str) -> Response:
    """The response with a record's lines in that form, as a file of that name."""
    if form.media_type == LEDGER_TYPE:
        record = read_record(lines)
        people = services().accounts.names(accounts_of(record))
        told = to_ledger(record, language(), people=people)
        response = mark(Response((piece.encode() for piece in told), content_type=f"{LEDGER_TYPE}; charset=utf-8"))
        response.headers["Content-Disposition"] = f'inline; filename="{name}.{form.suffix}"'
        return response
    body = to_bundle(lines) if form.media_type == BUNDLE_TYPE else lines
    response = Response(body, mimetype=form.media_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{form.suffix}"'
    return response


@games.route("/<game_id>/verification", methods=["GET"])
@games.takes_token(READ)
@games.arguments(VerificationQuerySchema, location="query")
@games.response(200, VerificationSchema)
@games.alt_response(202, **ACCEPTED)
@games.parameters(RESPOND_ASYNC)
@games.headers("ETag")
@games.refuses("game/unknown", "service/busy", "service/too_slow", "service/interrupted", "service/internal")
def verification(query: Given, game_id: UUID) -> object:
    """
    Check the game's record: its chain, your receipts for it, and, once the game is over, by replaying it.

    Bots are asked again for all their moves if you want it: `?level=bots`, beside the other levels that you want.
    `not_asked` lists the levels that were left out.
    The service checks the record that you would get, so you can check it yourself and compare.
    A long record is checked as a job: repeat the request, or follow `Location`, which stays with its event while the
    game goes on.
    """
    if not is_job(0):
        services().checker.require_place(who())
    export = services().use.exports.export(caller(), game_id)
    note(n=export.n)
    receipts, levels = query["receipt"], sorted(set(query["level"]), key=LEVELS.index)
    jobs = services().verifications
    job = jobs.id_for(str(game_id), export.n, export.viewer, receipts, export.logged, levels)
    lines = iter(export.lines)
    with temporary_folder("check") as directory:
        path = Path(directory) / "record.jsonl"
        if is_job(write(path, lines, bytes_max=services().settings.check_inline_bytes)):
            check = jobs.find(job)  # Looked up first, so that the rest of a long record is not written for nothing.
            if check is None:
                write(path, lines)
                parents = write_parents(game_id, Path(directory))
                check = jobs.submit(
                    job,
                    path,
                    levels=levels,
                    receipts=receipts,
                    keys=public_keys(),
                    log_keys=log_keys(),
                    parents=parents,
                    owner=who(),
                )
            if check.status == "failed":
                raise error_of(check)
            if check.report is None:
                return accepted(check)
            report = check.report
        else:
            parents = write_parents(game_id, Path(directory))
            report = services().checker.check(
                path,
                levels=levels,
                receipts=receipts,
                keys=public_keys(),
                log_keys=log_keys(),
                parents=parents,
                owner=who(),
            )
    found = {"game": str(game_id), "n": export.n, "head": export.head, "viewer": export.viewer}
    return {**found, **without_header(report)}, {"Vary": "Prefer"}


@verifications.route("", methods=["POST"])
@verifications.takes_token(READ)
@verifications.arguments(LevelsQuerySchema, location="query")
@verifications.uploads(MEDIA_TYPE, "multipart/form-data", "application/json")
@verifications.response(200, ReportSchema)
@verifications.alt_response(202, **ACCEPTED)
@verifications.parameters(RESPOND_ASYNC)
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
def verify(query: Given) -> object:
    """
    Check a record: send it as it is, or together with receipts and, for a fork, the records of the games it left.

    Together send `multipart/form-data` with the parts `record`, `receipts` (one a line, or a JSON list) and any number
    of `parents`, or JSON: `{"record": text, "receipts": [text, …], "parents": [text, …]}`. A record alone may also come
    as a bundle. Receipts are checked with this service's keys.
    The answer says for each level of verification whether it holds, and if not, which event fails first and why;
    `?level=bots`, beside the other levels that you want, asks every bot again, too.
    A long record is checked as a job. Its address is all you need to look at it.
    """
    request.max_content_length = services().settings.record_bytes_max
    with temporary_folder("check") as directory:
        given = receive(Path(directory))
        if is_job(given.size):
            jobs = services().verifications
            submitted = jobs.submit(
                jobs.new_id(),
                given.record,
                levels=query["level"],
                receipts=given.receipts,
                keys=public_keys(),
                log_keys=log_keys(),
                parents=given.parents,
                owner=who(),
            )
            return accepted(submitted)
        report = services().checker.check(
            given.record,
            levels=query["level"],
            receipts=given.receipts,
            keys=public_keys(),
            log_keys=log_keys(),
            parents=given.parents,
            owner=who(),
        )
    require_record(report)
    return without_name(report)


@verifications.route("/<verification_id>", methods=["GET"])
@verifications.takes_token(READ)
@verifications.response(200, CheckSchema)
@verifications.headers("ETag", "Retry-After")
@verifications.refuses("verification/unknown")
def look(verification_id: str) -> object:
    """
    Follow a check that runs as a job: its progress, and its outcome.

    `report` is set once `status` is `finished`, and `problem` once it is `failed`. Both are kept for about a day.
    """
    found = services().verifications.get(verification_id)
    return check_body(found), job_headers(found)


def is_job(size: int) -> bool:
    """Whether a record of that many bytes is checked as a job."""
    limit = services().settings.check_inline_bytes
    return limit == 0 or size > limit or prefers(ASYNC)


def write(path: Path, lines: Iterator[bytes], *, bytes_max: int | None = None) -> int:
    """Appends lines to the file until none are left, or it exceeds `bytes_max`. Returns its size."""
    with path.open("ab") as file:
        while (bytes_max is None or file.tell() <= bytes_max) and (line := next(lines, None)) is not None:
            file.write(line)
        return file.tell()


def accepted(check: Check) -> Response:
    """The answer (202) that says where to follow a check."""
    headers = {**job_headers(check), "Location": f"/v1/verifications/{check.id}", "Vary": "Prefer"}
    if prefers(ASYNC):
        headers["Preference-Applied"] = ASYNC
    return render(check_body(check), 202, headers)


def check_body(check: Check) -> dict[str, object]:
    """A check as it stands, for every caller who knows its id."""
    failure = check.failure
    return {
        "id": check.id,
        "status": check.status,
        "progress": {"lines": check.lines, "of": check.of},
        "report": None if check.report is None else without_name(check.report),
        "problem": None if failure is None else problem_body(failure["code"], failure["message"], failure["details"]),
        "created_at": check.created_at,
        "finished_at": check.finished_at,
    }


def job_headers(check: Check) -> dict[str, str]:
    """The headers of an answer about a check: it is never cached, and says when to look again while the check runs."""
    return {"Cache-Control": "no-store", **({} if check.is_over else {"Retry-After": str(RETRY_SECONDS)})}


class Upload(NamedTuple):
    """An upload to be checked: the record's file, the receipts, and the files of the games that a fork left."""

    record: Path
    receipts: list[str]
    parents: list[Path]

    @property
    def size(self) -> int:
        """Size of all files together, in bytes."""
        return sum(path.stat().st_size for path in (self.record, *self.parents))


def receive(directory: Path, *, members: Sequence[str] = MEMBERS) -> Upload:
    """
    Writes the uploaded records into the directory, as lines. Returns what was uploaded.

    Args:
        directory: The directory.
        members: The members that may be sent together. A record may also come alone, as lines or as a bundle.

    Raises:
        MediaTypeError, RequestEntityTooLarge, NotCanonicalError, InvalidInputError
        RecordError: It claims to be a bundle, and is none.
    """
    path = directory / "record.jsonl"
    media_type = media_type_of(request, *UPLOAD_TYPES, FORM, JSON)
    if media_type in UPLOAD_TYPES:
        with path.open("wb") as file:
            while chunk := request.stream.read(CHUNK_BYTES):
                file.write(chunk)
        return Upload(path, [], [])
    if media_type == FORM:
        request.max_form_memory_size = request.max_content_length
        found: dict[str, Any] = request.form.to_dict()
        found |= {name: part.read() for name, part in request.files.items()}
        if "parents" in found:
            sent = [part.stream for part in request.files.getlist("parents")]
            for stream in sent:
                stream.seek(0)
            found["parents"] = [*request.form.getlist("parents"), *(stream.read() for stream in sent)]
    else:
        found = read_object(request)
        if "format" in found:
            path.write_bytes(b"".join(bundle_lines(found)))
            return Upload(path, [], [])
        if not isinstance(found.get("record", ""), str):
            refuse({"record": ["must be a text, the lines of a record"]}, "body")
    wrong = {name: [unknown_among(members)] for name in found if name not in members}
    if "record" not in found:
        wrong["record"] = ["is missing"]
    if wrong:
        refuse(wrong, "body")
    receipts = found.get("receipts", [])
    parents = found.get("parents", [])
    are_texts = isinstance(parents, list) and all(isinstance(parent, str | bytes) for parent in parents)
    if not are_texts or len(parents) > PARENTS_MAX:
        refuse({"parents": [f"must be a list of at most {PARENTS_MAX} records, each as text"]}, "body")
    paths = [directory / f"parent-{index}.jsonl" for index in range(len(parents))]
    for place, text in zip((path, *paths), (found["record"], *parents), strict=True):
        place.write_bytes(text.encode() if isinstance(text, str) else text)
    kept = read_receipts(receipts) if isinstance(receipts, str | bytes) else check_list(receipts)
    return Upload(path, kept, paths)


def write_parents(game_id: UUID, directory: Path) -> list[Path]:
    """Writes the records of the games that a fork left, as far as they are public, into the directory."""
    use = services().use
    return write_ancestors(use.forks.ancestors(game_id), directory, export=partial(use.exports.export, caller()))


def write_ancestors(ancestors: Iterable[Left], directory: Path, *, export: Callable[[UUID], Export]) -> list[Path]:
    """
    Writes the records of the games that a fork left into the directory. Returns their files.

    Args:
        ancestors: The games: the ids of those of this service, the records of imported ones.
        directory: The directory.
        export: Exports a game of this service.
    """
    paths = []
    for index, left in enumerate(ancestors):
        paths.append(directory / f"ancestor-{index}.jsonl")
        write(paths[-1], iter([left]) if isinstance(left, bytes) else export(left).lines)
    return paths


def public_keys() -> dict[str, object] | None:
    """The public keys of this service; None if it signs nothing."""
    signer = services().use.receipts
    return None if signer is None else signer.ring.to_public()


def log_keys() -> Sequence[str]:
    """The public keys of the log of games; empty before its first checkpoint."""
    published = services().log.published()
    return () if published is None else published.keys


def without_header(report: Mapping[str, object]) -> dict[str, object]:
    """The report without its header and name, which its reader knows."""
    return {key: value for key, value in report.items() if key not in ("header", "name")}


def without_name(report: Mapping[str, object]) -> dict[str, object]:
    """The report without the name of a file that no longer exists."""
    return {key: value for key, value in report.items() if key != "name"}
