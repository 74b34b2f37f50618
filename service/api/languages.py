"""
The language of answers for people: by the parameter `lang`, else by the header `Accept-Language`, else English.

Codes, keys and ids, which programs read, are the same in every language.
"""

from __future__ import annotations

from typing import Final, cast

from flask import Response, g, request

from delvebook.domain.phrases import LANGUAGES, Language
from delvebook.service.api.reading import refuse

LANG: Final = {
    "name": "lang",
    "in": "query",
    "required": False,
    "description": "The language of sentences, refusals too; by default `Accept-Language` decides, else English",
    "schema": {"type": "string", "enum": list(LANGUAGES)},
}


def choose() -> None:
    """
    Reads the language of the request.

    Raises:
        InvalidInputError: `lang` names an unknown language.
    """
    g.language = request.accept_languages.best_match(LANGUAGES, default="en")
    asked = request.args.get("lang")
    if asked in LANGUAGES:
        g.language = asked
    elif asked is not None and request.routing_exception is None:
        refuse({"lang": [f"must be one of: {', '.join(LANGUAGES)}"]}, "query")


def language() -> Language:
    """The language of this request."""
    return cast("Language", g.get("language", "en"))


def mark(response: Response, said: Language | None = None) -> Response:
    """Names the language of the answer's sentences in a header, and adds to `Vary` what else decides it."""
    response.headers["Content-Language"] = language() if said is None else said
    if "lang" not in request.args:
        response.vary.add("Accept-Language")
    return response
