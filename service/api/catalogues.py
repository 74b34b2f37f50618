"""The catalogues of titles: large, the same for everybody, and never changing under their digest."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache
from typing import Final

from flask import Response, request

from delvebook.domain.canonical import jcs
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets import registry
from delvebook.service.api.rulesets import catalogue_address, rulesets
from delvebook.service.base.errors import UnknownCatalogueError

FOR_EVER: Final = "public, max-age=31536000, immutable"
FOR_A_WHILE: Final = "public, max-age=300"
SCHEMA: Final = {"$ref": "#/components/schemas/catalogue.FullCatalogue"}


@rulesets.route("/<ruleset_id>/catalogue", methods=["GET"])
@rulesets.open_to_all
@rulesets.response(200, SCHEMA)
@rulesets.headers("ETag", "Content-Location")
@rulesets.refuses("ruleset/unknown")
def catalogue(ruleset_id: str) -> object:
    """
    Everything about a title that does not change from game to game: what is in the box, names, texts, maps, schemas.

    In English and Russian. With it a client can draw any table. `Content-Location` is the address of this very
    catalogue, which may be kept for ever.
    """
    ruleset = registry.get_ruleset(ruleset_id)
    response = _answer(ruleset)
    response.headers["Cache-Control"] = FOR_A_WHILE
    response.headers["Content-Location"] = catalogue_address(ruleset)
    return response


@rulesets.route("/<ruleset_id>/catalogue/<digest>", methods=["GET"])
@rulesets.open_to_all
@rulesets.response(200, SCHEMA)
@rulesets.headers("ETag")
@rulesets.refuses("ruleset/unknown", "catalogue/unknown")
def kept_catalogue(ruleset_id: str, digest: str) -> object:
    """The catalogue of that digest. What is answered here never changes; keep it as long as you like."""
    ruleset = registry.get_ruleset(ruleset_id)
    if ruleset.catalogue["digest"] != digest:
        raise UnknownCatalogueError(
            f"the catalogue of {ruleset.key} has the digest {ruleset.catalogue['digest']}, not {digest[:64]!r}",
            digest=ruleset.catalogue["digest"],
        )
    response = _answer(ruleset)
    response.headers["Cache-Control"] = FOR_EVER
    return response


def _answer(ruleset: AnyRuleset) -> Response:
    """The catalogue, packed if the client takes that. Each form has a validator of its own (RFC 9110 §8.8.3)."""
    plain, packed = _encoded(ruleset)
    is_packed = request.accept_encodings["gzip"] > 0
    response = Response(packed if is_packed else plain, mimetype="application/json")
    response.set_etag(f"{ruleset.catalogue['digest']}{'-gzip' if is_packed else ''}")
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    return response


@cache
def _encoded(ruleset: AnyRuleset) -> tuple[bytes, bytes]:
    """The catalogue as canonical JSON, plain and packed."""
    body: Mapping[str, object] = ruleset.catalogue
    plain = jcs(dict(body))
    return plain, gzip.compress(plain, mtime=0)
