"""Titles: what a client needs to offer them, built from the ruleset contract alone."""

from __future__ import annotations

from collections.abc import Mapping

from flask import url_for

from delvebook.domain.bots import levels_of
from delvebook.domain.guides import guide_of
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets import registry
from delvebook.projections.views import Body
from delvebook.service.api.blueprint import Blueprint
from delvebook.service.api.schemas.rulesets import (
    ClauseSchema,
    ClausesSchema,
    GuideSchema,
    RulesetSchema,
    RulesetsSchema,
)
from delvebook.service.base.errors import UnknownClauseError

rulesets = Blueprint("rulesets", __name__, url_prefix="/v1/rulesets", description="Titles and their rules")


@rulesets.route("", methods=["GET"])
@rulesets.open_to_all
@rulesets.response(200, RulesetsSchema)
@rulesets.headers("ETag")
def index() -> object:
    """List the titles."""
    newest = {ruleset.id: registry.get_ruleset(ruleset.id) for ruleset in registry.all_rulesets().values()}
    return {"rulesets": [summary(ruleset) for _, ruleset in sorted(newest.items())]}


@rulesets.route("/<ruleset_id>", methods=["GET"])
@rulesets.open_to_all
@rulesets.response(200, RulesetSchema)
@rulesets.headers("ETag", "Content-Location")
@rulesets.refuses("ruleset/unknown")
def get(ruleset_id: str) -> object:
    """
    Describe a title: seats, options, actions, ends, bots.

    `ruleset_id` is `id@version`, or an id for its newest version. Then `Content-Location` says which one that is now.
    """
    ruleset = registry.get_ruleset(ruleset_id)
    return describe(ruleset), of_version(ruleset)


@rulesets.route("/<ruleset_id>/guide", methods=["GET"])
@rulesets.open_to_all
@rulesets.response(200, GuideSchema)
@rulesets.headers("ETag", "Content-Location")
@rulesets.refuses("ruleset/unknown")
def guide(ruleset_id: str) -> object:
    """
    Give the guided first game of a title: how it is set up, and what a beginner is told at which moments.

    Create the game like any other, with the beginner on seat 0. At each of their decisions, and at the end, tell those
    moments that are there and have not been told. A title that is not `guided` has none.
    """
    ruleset = registry.get_ruleset(ruleset_id)
    return {"ruleset": ruleset.key, **guide_of(ruleset)}, of_version(ruleset, "/guide")


@rulesets.route("/<ruleset_id>/clauses", methods=["GET"])
@rulesets.open_to_all
@rulesets.response(200, ClausesSchema)
@rulesets.headers("ETag", "Content-Location")
@rulesets.refuses("ruleset/unknown")
def clauses(ruleset_id: str) -> object:
    """List the rule clauses that facts and refusals name."""
    ruleset = registry.get_ruleset(ruleset_id)
    body = {"ruleset": ruleset.key, "clauses": [clause_body(ruleset, clause) for clause in ruleset.clauses]}
    return body, of_version(ruleset, "/clauses")


@rulesets.route("/<ruleset_id>/clauses/<clause>", methods=["GET"])
@rulesets.open_to_all
@rulesets.response(200, ClauseSchema)
@rulesets.headers("ETag", "Content-Location")
@rulesets.refuses("ruleset/unknown", "clause/unknown")
def get_clause(ruleset_id: str, clause: str) -> object:
    """Quote one rule clause."""
    ruleset = registry.get_ruleset(ruleset_id)
    if clause not in ruleset.clauses:
        raise UnknownClauseError(f"{ruleset.key} has no clause {clause[:40]!r}")
    return clause_body(ruleset, clause), of_version(ruleset, f"/clauses/{clause}")


def of_version(ruleset: AnyRuleset, rest: str = "") -> dict[str, str]:
    """The header with the address of the answer under the ruleset's exact version."""
    return {"Content-Location": f"/v1/rulesets/{ruleset.key}{rest}"}


def catalogue_address(ruleset: AnyRuleset) -> str:
    """The permanent address of the ruleset's present catalogue."""
    return url_for("rulesets.kept_catalogue", ruleset_id=ruleset.key, digest=ruleset.catalogue["digest"])


def clause_body(ruleset: AnyRuleset, clause: str) -> dict[str, object]:
    """A clause and its text."""
    said: Mapping[str, str] = {str(language): text for language, text in ruleset.clauses[clause].items()}
    return {"id": clause, "ruleset": ruleset.key, "text": {"en": said["en"], "ru": said["ru"]}}


def summary(ruleset: AnyRuleset) -> Body:
    """A title as the list shows it."""
    return {
        "id": ruleset.id,
        "ruleset": ruleset.key,
        "href": f"/v1/rulesets/{ruleset.key}",
        "title": {"en": ruleset.title["en"], "ru": ruleset.title["ru"]},
        "versions": sorted(one.version for one in registry.all_rulesets().values() if one.id == ruleset.id),
        "seats": {"min": ruleset.seats_min, "max": ruleset.seats_max},
        "cover": cover_body(ruleset),
        "option_names": option_names(ruleset),
        "bots": sorted(ruleset.bots),
        "levels": levels_of(ruleset.bots),
        "guided": bool(guide_of(ruleset)["moments"]),
    }


def cover_body(ruleset: AnyRuleset) -> Body | None:
    """What the lid of the title's box says; None if it says nothing."""
    cover = ruleset.cover
    if cover is None:
        return None
    least, most = cover.minutes
    return {**cover._asdict(), "minutes": {"min": least, "max": most}}


def option_names(ruleset: AnyRuleset) -> list[Body]:
    """What the title's options and their values are called, by its catalogue. Numbers need no name."""
    terms, values = ruleset.catalogue["terms"], ruleset.option_values()
    return [
        {
            "option": option,
            "name": terms[option]["name"] if option in terms else {"en": option, "ru": option},
            "default": default,
            "values": [
                {"value": value, "name": terms[value]["name"]}
                for value in values.get(option, ())
                if isinstance(value, str) and value in terms
            ],
        }
        for option, default in ruleset.option_defaults().items()
    ]


def describe(ruleset: AnyRuleset) -> dict[str, object]:
    """A title at one version, in full."""
    return {
        **summary(ruleset),
        "version": ruleset.version,
        "content": ruleset.content_digest,
        "catalogue": {"digest": ruleset.catalogue["digest"], "href": catalogue_address(ruleset)},
        "options": ruleset.catalogue["options"],
        "actions": ruleset.catalogue["actions"],
        "end_reasons": list(ruleset.end_reasons),
        "actions_max": ruleset.actions_max,
        "brief_options": dict(ruleset.brief_options),
        "endless_options": {option: list(values) for option, values in ruleset.endless_options.items()},
    }
