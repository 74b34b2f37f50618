"""The Flask application: blueprints, refusals, and what every answer has in common."""

from __future__ import annotations

import gzip
from typing import Final
from uuid import UUID

import flask_smorest
from flask import Flask, Response, g, request
from flask_smorest import Blueprint
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

import delvebook.service.api.actions
import delvebook.service.api.analyses
import delvebook.service.api.catalogues
import delvebook.service.api.events
import delvebook.service.api.forks
import delvebook.service.api.leaving  # noqa: F401  these add their endpoints to the blueprints of games and rulesets
from delvebook.domain.canonical import jcs
from delvebook.domain.errors import BrokenRuleError, DelvebookError, IllegalActionError
from delvebook.domain.phrases import Language
from delvebook.domain.refusals import PLAIN
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets import registry
from delvebook.service.api import authorization, edge, languages, limits, log, meta, observing, thinking
from delvebook.service.api.accounts import accounts
from delvebook.service.api.audit import audit
from delvebook.service.api.batches import batches
from delvebook.service.api.blueprint import OAUTH_SCHEME, SECURITY_SCHEME
from delvebook.service.api.collection import records
from delvebook.service.api.context import EXTENSION, FAILED, services
from delvebook.service.api.disputes import disputes
from delvebook.service.api.document import Document, finish
from delvebook.service.api.exports import exports
from delvebook.service.api.games import games
from delvebook.service.api.handovers import handovers
from delvebook.service.api.imports import imports
from delvebook.service.api.invitations import invitations
from delvebook.service.api.leagues import leagues
from delvebook.service.api.lean import LeanFlask
from delvebook.service.api.notices import notices
from delvebook.service.api.oauth import API_VERSION, oauth
from delvebook.service.api.offices import offices
from delvebook.service.api.pages.browser import web
from delvebook.service.api.pages.consent import consent
from delvebook.service.api.passkeys import passkeys
from delvebook.service.api.players import players
from delvebook.service.api.problems import INTERNAL_CODES, PROBLEM_TYPE, PROBLEMS, problem_body, refusal_body
from delvebook.service.api.push import push
from delvebook.service.api.records import verifications
from delvebook.service.api.rulesets import rulesets
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.scopes import SCOPES_IN_WORDS
from delvebook.service.api.services import Services
from delvebook.service.api.sessions import sessions
from delvebook.service.api.title_schemas import components_of
from delvebook.service.api.webhooks import webhooks
from delvebook.service.base.database import AWAY
from delvebook.service.base.errors import DamagedGameError, UnavailableError
from delvebook.service.store.mapper import DamagedError

PATH_SHOWN_MAX: Final = 200
"""Number of characters of an unknown address that its refusal repeats."""
CODES_OF_STATUS: Final = {
    400: "input/malformed",
    404: "route/unknown",
    405: "route/method",
    413: "input/too_large",
    429: "service/rate_limited",
}
DEFECTS: Final[dict[Language, str]] = {
    "en": "Something is wrong with the service. Tell its operator this number: {incident}",
    "ru": "С сервисом что-то не так. Сообщите его оператору этот номер: {incident}",
}
DESCRIPTION: Final = """\
Tabletop dungeon games, played over HTTP, with nothing lost, and nothing altered or denied unnoticed.

Bodies are JSON in UTF-8; numbers are whole. A refusal is `application/problem+json` (RFC 9457) with a stable `code`,
and changes nothing; `x-codes` of an answer lists the codes that it may have. Send a token as
`Authorization: Bearer dvb_…`.
"""


class ApiDocument(flask_smorest.Api):  # type: ignore[misc]
    """
    The OpenAPI document, without the library's own error shape.

    It is written on first use, because writing takes longer than the rest of an application's start.
    """

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        """Does nothing: `problems` answers all refusals."""

    def register_blueprint(self, blueprint: Blueprint) -> None:
        """Adds the routes. `write` describes them later."""
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blueprint.name] = self
        self._app.register_blueprint(blueprint)

    def write(self) -> Document:
        """Returns the whole document. A process writes it once for the rulesets that it has."""
        rulesets = tuple(registry.all_rulesets().values())
        if rulesets not in _DOCUMENTS:
            spec = self.spec
            spec.components.security_scheme(
                SECURITY_SCHEME, {"type": "http", "scheme": "bearer", "description": "A token: `dvb_…`"}
            )
            spec.components.security_scheme(
                OAUTH_SCHEME,
                {
                    "type": "oauth2",
                    "description": "A token that an account has given to a program",
                    "flows": {
                        "authorizationCode": {
                            "authorizationUrl": "/oauth/authorize",
                            "tokenUrl": "/oauth/token",
                            "scopes": dict(SCOPES_IN_WORDS["en"]),
                        }
                    },
                },
            )
            for name, component in components_of(rulesets).items():
                spec.components.schema(name, component)
            for blueprint in BLUEPRINTS:
                blueprint.register_views_in_doc(self, self._app, spec, name=blueprint.name, parameters=None)
                spec.tag({"name": blueprint.name, "description": blueprint.description})
            content = finish(spec.to_dict(), self._app)
            body = jcs(content)
            _DOCUMENTS[rulesets] = Document(content, body, gzip.compress(body, mtime=0))
        return _DOCUMENTS[rulesets]


BLUEPRINTS: Final = (
    accounts,
    offices,
    players,
    sessions,
    rulesets,
    games,
    invitations,
    leagues,
    batches,
    notices,
    webhooks,
    passkeys,
    handovers,
    push,
    records,
    exports,
    imports,
    verifications,
    disputes,
    audit,
    oauth,
)
_DOCUMENTS: Final[dict[tuple[AnyRuleset, ...], Document]] = {}


def create_app(services: Services) -> Flask:
    """
    Returns the application over these services.

    Each process makes its own after it was forked.
    """
    app = LeanFlask("delvebook.service.api", static_folder=None)
    app.extensions[EXTENSION] = services
    settings = services.settings
    app.config.update(
        MAX_CONTENT_LENGTH=settings.body_bytes_max,
        API_TITLE="Delvebook",
        API_VERSION=API_VERSION,
        OPENAPI_VERSION="3.1.0",
        API_SPEC_OPTIONS={
            "info": {
                "description": DESCRIPTION,
                "contact": {"name": "The operator of this service"},
                "license": {"name": "MIT", "identifier": "MIT"},
            },
            "servers": [{"url": "/"}],
        },
    )
    if settings.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies, x_host=settings.proxies
        )
    _answer_refusals(app)
    edge.observe(app)  # The handlers installed first run first before a request, and last after it.
    edge.install(app)
    limits.install(app)
    thinking.install(app)
    app.before_request(_raise_failure)
    authorization.install(app)
    document = ApiDocument(app)
    for blueprint in BLUEPRINTS:
        document.register_blueprint(blueprint)
    log.install(app)
    meta.install(app, document.write)
    app.register_blueprint(web)
    app.register_blueprint(consent)
    return app


def _raise_failure() -> None:
    """Raises what a request has failed of in the event loop, so that it is answered as any other failure."""
    if (failure := request.environ.get(FAILED)) is not None:
        raise failure


def _answer_refusals(app: Flask) -> None:
    app.register_error_handler(DelvebookError, _refuse)
    app.register_error_handler(BrokenRuleError, _fail)
    app.register_error_handler(HTTPException, _refuse_http)
    app.register_error_handler(Exception, _fail)


def _refuse(error: DelvebookError) -> Response:
    """The answer to one of our own errors."""
    if error.code in INTERNAL_CODES:
        return _fail(error)
    told = _told(error) if isinstance(error, IllegalActionError) else None
    return problem_response(refusal_body(error, language=languages.language(), told=told))


def _told(error: IllegalActionError) -> str | None:
    """
    The reason why the rules forbid an action, in the caller's language and with players' names.

    None if the reason exists in English only. Only the player who tried the action is told it.
    """
    if error.refusal.key == PLAIN or "game_id" not in g:
        return None
    return services().use.playing.tell_refusal(UUID(g.game_id), error.refusal, languages.language())


def _refuse_http(error: HTTPException) -> Response:
    """The answer to an error of the framework."""
    if error.response is not None and isinstance(error.response, Response):
        return error.response
    status = error.code or 500
    if status < 400:
        return Response(status=status, headers=[("Location", getattr(error, "new_url", "/"))])
    code = CODES_OF_STATUS.get(status, "input/malformed" if status < 500 else "service/internal")
    allowed = ", ".join(sorted(getattr(error, "valid_methods", None) or ()))
    details: dict[str, object] = {}
    message = PROBLEMS[code].title
    if code == "input/too_large":
        details["bytes_max"] = request.max_content_length
        message = f"the body is larger than {request.max_content_length} bytes"
    elif code == "route/unknown":
        message = f"there is nothing at {request.path[:PATH_SHOWN_MAX]}"
    elif code == "route/method":
        message = f"this address does not take {request.method[:20]}; it takes {allowed}"
    response = problem_response(problem_body(code, message, details, language=languages.language()))
    if allowed:
        response.headers["Allow"] = allowed
    return response


def _fail(error: Exception) -> Response:
    """The answer to a defect, a damaged game or a failing store. A defect has a number, which the log repeats."""
    if isinstance(error, DamagedError):
        observing.log.error("game_damaged", game=g.get("game_id"), why=str(error))
        return _refuse(DamagedGameError("a stored event of this game cannot be read; its operator has to mend it"))
    if observing.is_store_trouble(error):
        return _refuse(UnavailableError(AWAY))
    code = error.code if isinstance(error, BrokenRuleError) else "service/internal"
    incident = observing.report_incident(error)
    said = languages.language()
    return problem_response(
        problem_body(code, "", {"incident": incident}, language=said, told=DEFECTS[said].format(incident=incident))
    )


def problem_response(body: Given) -> Response:
    """The HTTP answer for a problem."""
    g.code = body["code"]
    problem = PROBLEMS[body["code"]]
    response = languages.mark(Response(jcs(body), status=problem.status, content_type=PROBLEM_TYPE))
    if problem.status == 401:
        challenge = 'Bearer realm="delvebook"'
        if body["code"] == "auth/invalid":
            challenge += ', error="invalid_token"'
        response.headers["WWW-Authenticate"] = challenge
    if body["code"] == "input/encoding":
        response.headers["Accept-Encoding"] = "identity"  # RFC 9110, section 15.5.16
    if problem.retry_after is not None:
        response.headers["Retry-After"] = str(problem.retry_after)
    return response
