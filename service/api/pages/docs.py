"""
The pages under /docs: the API for people, rendered here from its own document, and the guide (`guide`).

Nothing is fetched from elsewhere.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any, Final

from flask import Blueprint, Response, render_template
from markupsafe import Markup, escape
from werkzeug.exceptions import NotFound

from delvebook.domain.schemas import JsonSchema
from delvebook.service.api.blueprint import CODES
from delvebook.service.api.document import RECORDED, operations, rows_of, type_of
from delvebook.service.api.pages.guide import FIRST, contents, page, page_names
from delvebook.service.api.problems import PROBLEMS, phrase
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.sharing import spelled_out

POLICY: Final = "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'"


def docs_blueprint(document: Any) -> Blueprint:
    """The blueprint of these pages. `document` returns the API's document."""
    docs = Blueprint("docs", "delvebook.service.api", url_prefix="/docs", template_folder="templates")

    @docs.get("", strict_slashes=False)
    def index() -> Response:
        return _page("docs.html", **_material(spelled_out(document())))

    @docs.get("/errors", strict_slashes=False)
    def errors() -> Response:
        return _page("errors.html", problems=sorted(PROBLEMS.items()), phrase=phrase)

    @docs.get("/errors/<path:code>")
    def error(code: str) -> Response:
        if code not in PROBLEMS:
            raise NotFound
        return _page("errors.html", problems=[(code, PROBLEMS[code])], phrase=phrase)

    @docs.get("/guide", strict_slashes=False)
    def guide() -> Response:
        return _guide_page(FIRST)

    @docs.get("/guide/<path:name>")
    def guide_page(name: str) -> Response:
        if name not in page_names():
            raise NotFound
        return _guide_page(name)

    @docs.get("/style.css")
    def style() -> Response:
        text = resources.files("delvebook.service.api").joinpath("assets/docs.css").read_text(encoding="utf-8")
        return Response(text, mimetype="text/css", headers={"Cache-Control": "public, max-age=3600"})

    docs.add_app_template_filter(code_in_text, "code")
    return docs


def code_in_text(text: str) -> Markup:
    """The text as HTML: `words` in backquotes are set as code, and everything else is escaped."""
    parts = str(escape(text)).split("`")
    return Markup("").join(
        Markup("<code>") + Markup(part) + Markup("</code>") if at % 2 else Markup(part)  # noqa: S704
        for at, part in enumerate(parts)
    )


def _page(template: str, **material: object) -> Response:
    response = Response(render_template(template, **material), mimetype="text/html")
    response.headers["Content-Security-Policy"] = POLICY
    return response


def _guide_page(name: str) -> Response:
    return _page("guide.html", name=name, page=page(name), contents=contents())


def _material(document: JsonSchema) -> dict[str, object]:
    """The values that the page's template shows: operations, grouped by tag."""
    groups: dict[str, list[JsonSchema]] = {tag["name"]: [] for tag in document["tags"]}
    for path, item in document["paths"].items():
        for method, operation in operations(item):
            groups[operation["tags"][0]].append(_operation(document, path, method, item, operation))
    return {
        "info": document["info"],
        "tags": document["tags"],
        "groups": groups,
    }


def _operation(
    document: dict[str, object], path: str, method: str, item: JsonSchema, operation: dict[str, Any]
) -> dict[str, object]:
    parameters = [*item.get("parameters", ()), *operation.get("parameters", ())]
    bodies = operation.get("requestBody", {}).get("content", {})
    return {
        "id": operation["operationId"],
        "path": path,
        "method": method.upper(),
        "summary": operation["summary"],
        "description": operation.get("description", ""),
        "token": _token_words(operation.get("security", [])),
        "parameters": [
            {
                "name": one["name"],
                "in": one["in"],
                "type": type_of(one["schema"], document),
                "is_required": one.get("required", False),
                "description": one.get("description") or one["schema"].get("description", ""),
            }
            for one in parameters
        ],
        "bodies": [_body(document, media_type, body) for media_type, body in bodies.items()],
        "answers": [
            {
                "status": status,
                "phrase": phrase(int(status)),
                "description": "; ".join(f"{PROBLEMS[code].title} (`{code}`)" for code in answer.get(CODES, ()))
                or answer["description"],
                "is_refusal": int(status) >= 400,
                "bodies": [
                    _body(document, media_type, body)
                    for media_type, body in answer.get("content", {}).items()
                    if int(status) < 400
                ],
            }
            for status, answer in sorted(operation["responses"].items(), key=lambda pair: int(pair[0]))
        ],
    }


def _token_words(security: list[dict[str, object]]) -> str:
    if not security:
        return "no token"
    return "a token shows more" if {} in security else "needs a token"


def _body(document: JsonSchema, media_type: str, body: Given) -> JsonSchema:
    return {
        "media_type": media_type,
        "rows": list(rows_of(body.get("schema", {}), document)),
        "example": _example(body),
    }


def _example(body: Given) -> str:
    """The recorded example, formatted for reading; empty if there is none."""
    value = body.get("examples", {}).get(RECORDED, {}).get("value", "")
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)
