"""Analyses of games that are over, made by jobs."""

from __future__ import annotations

import json
from typing import Final
from uuid import UUID

from delvebook.domain.phrases import LANGUAGES, Language
from delvebook.projections.views import Body
from delvebook.service.api.blueprint import header
from delvebook.service.api.context import caller, player, services
from delvebook.service.api.exports import job_body, job_headers
from delvebook.service.api.games import games
from delvebook.service.api.languages import language
from delvebook.service.api.lean import render
from delvebook.service.api.schemas.jobs import AnalysesSchema, AnalysisSchema, NewAnalysisSchema
from delvebook.service.base.errors import UnknownJobError
from delvebook.service.identity.caller import READ
from delvebook.service.jobs.long import LongJob

_GIVEN_UP: Final = ("failed", "cancelled")


@games.route("/<game_id>/analyses", methods=["POST"])
@games.needs_token(READ)
@games.arguments(NewAnalysisSchema, required=False, example={"plies": 400})
@games.response(200, AnalysisSchema, description="The analysis, which was asked for before")
@games.alt_response(
    202,
    schema=AnalysisSchema,
    description="The job is queued or runs; `Location` says where to follow it",
    headers={name: header(name) for name in ("Location", "Retry-After")},
    success=True,
)
@games.refuses("game/unknown", "record/not_public_yet", "job/unknown")
def analyse(body: dict[str, object], game_id: UUID) -> object:
    """
    Have the strong bot look at every decision of a game that is over.

    Every estimate is made from what the seat could know then. A job makes the analysis. If you ask for the same again,
    you get the analysis that there is. Running games are refused. Sentences are in your language.
    """
    services().use.exports.require_over(caller(), game_id)
    asked = _question(game_id, language(), plies=body["plies"])
    jobs = services().analyses
    job = jobs.submit(jobs.id_for(asked), asked, owner=str(player().account))
    headers = {**job_headers(job), "Location": f"/v1/games/{game_id}/analyses/{job.id}"}
    return render(analysis_body(job), 200 if job.status == "finished" else 202, headers)


@games.route("/<game_id>/analyses", methods=["GET"])
@games.takes_token(READ)
@games.response(200, AnalysesSchema)
@games.headers("ETag")
@games.refuses("game/unknown", "record/not_public_yet")
def kept_analyses(game_id: UUID) -> object:
    """
    List the analyses of a game that are under way or kept, whoever asked for them.

    Those with a budget of their own are left out.
    """
    services().use.exports.require_over(caller(), game_id)
    jobs = services().analyses
    found = [jobs.find(jobs.id_for(_question(game_id, lang))) for lang in LANGUAGES]
    return {
        "analyses": [{**job_body(job), **job.asked} for job in found if job is not None and job.status not in _GIVEN_UP]
    }


@games.route("/<game_id>/analyses/<analysis_id>", methods=["GET"])
@games.takes_token(READ)
@games.response(200, AnalysisSchema)
@games.headers("Retry-After", "ETag")
@games.refuses(
    "game/unknown",
    "record/not_public_yet",
    "job/unknown",
    "job/cancelled",
    "analysis/impossible",
    "service/interrupted",
    "service/too_slow",
)
def analysis(game_id: UUID, analysis_id: str) -> object:
    """Follow an analysis: its progress, and once it is finished, its result."""
    services().use.exports.require_over(caller(), game_id)
    job = services().analyses.get(analysis_id)
    if job.asked["game"] != str(game_id):
        raise UnknownJobError("this game has no such analysis")
    return render(analysis_body(job), 200, job_headers(job))


def _question(game_id: UUID, lang: Language, *, plies: object = None) -> dict[str, object]:
    """What a job is asked; the same question finds the same job."""
    return {"game": str(game_id), "plies": plies, "lang": lang}


def analysis_body(job: LongJob) -> Body:
    """An analysis as it stands."""
    found = None
    if job.result is not None:
        path = services().files.find(job.result["file"])
        if path is None:
            raise UnknownJobError("this analysis is gone; ask for it again")
        found = json.loads(path.read_bytes())
    return {**job_body(job), **job.asked, "analysis": found}
