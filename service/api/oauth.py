"""OAuth 2 for programs that act for accounts: their registration, tokens for codes, revocation, and metadata."""

from __future__ import annotations

from delvebook.domain.phrases import LANGUAGES
from delvebook.domain.rulesets import registry
from delvebook.service.api.authorization import introspection_response, issuer, revocation_response, token_response
from delvebook.service.api.blueprint import FORM, Blueprint
from delvebook.service.api.context import player, services
from delvebook.service.api.languages import language
from delvebook.service.api.lean import OWNER
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.schemas.oauth import (
    ClientSchema,
    ClientsSchema,
    GrantedSchema,
    IntrospectedSchema,
    MetadataSchema,
    NewClientSchema,
    NothingSchema,
    OAuthErrorSchema,
    ServiceSchema,
)
from delvebook.service.api.scopes import SCOPES_IN_WORDS
from delvebook.service.base.release import version
from delvebook.service.identity.caller import SCOPES
from delvebook.service.identity.clients import Client

API_VERSION = "1.0.0"

oauth = Blueprint("oauth", __name__, description="Programs that act for accounts, by OAuth 2")


@oauth.route("/v1/oauth/clients", methods=["POST"])
@oauth.needs_token(OWNER)
@oauth.arguments(NewClientSchema, example={"name": "Dungeon Clock", "redirect_uris": ["https://clock.example/back"]})
@oauth.response(201, ClientSchema)
@oauth.headers("Location")
@oauth.refuses("account/name_reserved", "service/quota")
def register(body: Given) -> object:
    """Register a client: a program that asks people to let it act for them. It is public, and has no secret."""
    client = services().clients.register(player(), **body)
    return client_body(client), {"Location": f"/v1/oauth/clients/{client.id}"}


@oauth.route("/v1/oauth/clients", methods=["GET"])
@oauth.needs_token(OWNER)
@oauth.response(200, ClientsSchema)
@oauth.headers("ETag")
def clients() -> object:
    """List the clients that you have registered."""
    return {"clients": [client_body(client) for client in services().clients.of(str(player().account))]}


@oauth.route("/v1/oauth/clients/<client_id>", methods=["GET"])
@oauth.needs_token(OWNER)
@oauth.response(200, ClientSchema)
@oauth.headers("ETag")
@oauth.refuses("client/unknown")
def client(client_id: str) -> object:
    """Look at one of your clients."""
    return client_body(services().clients.own(player(), client_id))


@oauth.route("/v1/oauth/clients/<client_id>", methods=["DELETE"])
@oauth.needs_token(OWNER)
@oauth.response(204)
@oauth.refuses("client/unknown")
def remove(client_id: str) -> None:
    """Remove one of your clients, with every token that people have given it."""
    services().clients.remove(player(), client_id)


@oauth.route("/oauth/token", methods=["POST"])
@oauth.open_to_all
@oauth.uploads(FORM)
@oauth.response(200, GrantedSchema)
@oauth.alt_response(400, schema=OAuthErrorSchema, description="Refused, in the form of RFC 6749, section 5.2")
def token() -> object:
    """
    Exchange a code for a token (RFC 6749, section 4.1.3; RFC 7636).

    A code is valid once, for two minutes. A code that comes a second time is refused, and its token is revoked.
    """
    return token_response()


@oauth.route("/oauth/revoke", methods=["POST"])
@oauth.open_to_all
@oauth.uploads(FORM)
@oauth.response(200, NothingSchema)
@oauth.alt_response(400, schema=OAuthErrorSchema, description="Refused, in the form of RFC 6749, section 5.2")
def revoke() -> object:
    """Revoke a token that the client was given (RFC 7009). The answer does not say whether there was one."""
    return revocation_response()


@oauth.route("/oauth/introspect", methods=["POST"])
@oauth.open_to_all
@oauth.uploads(FORM)
@oauth.response(200, IntrospectedSchema)
@oauth.alt_response(400, schema=OAuthErrorSchema, description="Refused, in the form of RFC 6749, section 5.2")
def introspect() -> object:
    """
    Ask whether a token that the client was given still counts, and for what (RFC 7662).

    Send `token` and `client_id`. For a token that is not valid, or that another client was given, the answer is
    `{"active": false}`. Asking does not use the token: `last_used_at` stays.
    """
    return introspection_response()


@oauth.route("/.well-known/oauth-authorization-server", methods=["GET"])
@oauth.open_to_all
@oauth.response(200, MetadataSchema)
@oauth.headers("ETag")
def metadata() -> object:
    """Look at what the authorization server can do (RFC 8414)."""
    here = issuer()
    return {
        "issuer": here,
        "authorization_endpoint": f"{here}/oauth/authorize",
        "token_endpoint": f"{here}/oauth/token",
        "revocation_endpoint": f"{here}/oauth/revoke",
        "introspection_endpoint": f"{here}/oauth/introspect",
        "service_documentation": f"{here}/docs",
        "scopes_supported": list(SCOPES),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "introspection_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "ui_locales_supported": list(LANGUAGES),
        "authorization_response_iss_parameter_supported": True,
    }


@oauth.route("/.well-known/delvebook", methods=["GET"])
@oauth.open_to_all
@oauth.response(200, ServiceSchema)
@oauth.headers("ETag")
def service() -> object:
    """Look at what this service is: its version, its titles, and where its parts are."""
    here = issuer()
    parts = {
        "api": "/v1",
        "openapi": "/openapi.json",
        "documentation": "/docs",
        "oauth": "/.well-known/oauth-authorization-server",
        "signing_keys": "/.well-known/jwks.json",
        "log": "/log/checkpoint",
        "games": "/v1/games",
        "rulesets": "/v1/rulesets",
    }
    return {
        "name": "delvebook",
        "version": version(),
        "api_version": API_VERSION,
        "languages": list(LANGUAGES),
        "rulesets": sorted(registry.all_rulesets()),
        "scopes": dict(SCOPES_IN_WORDS[language()]),
        "links": {name: f"{here}{path}" for name, path in parts.items()},
    }


def client_body(client: Client) -> dict[str, object]:
    """A client as its owner sees it."""
    return {
        "id": client.id,
        "name": client.name,
        "redirect_uris": list(client.redirect_uris),
        "created_at": client.created_at,
    }
