"""OAuth clients, the answers of the authorization server, and what the service says about itself."""

from __future__ import annotations

from marshmallow import fields, validate

from delvebook.service.api.schemas.base import InSchema, OutSchema, a_time, one_of, says
from delvebook.service.identity.caller import SCOPES
from delvebook.service.identity.clients import REDIRECT_LENGTH_MAX, REDIRECTS_MAX
from delvebook.service.identity.names import NAME_MAX


class NewClientSchema(InSchema):
    """A client to be registered."""

    name = fields.String(
        required=True,
        validate=validate.Length(1, NAME_MAX),
        metadata=says("The name that people see on the consent page", example="Dungeon Clock"),
    )
    redirect_uris = fields.List(
        fields.String(validate=validate.Length(1, REDIRECT_LENGTH_MAX)),
        required=True,
        validate=validate.Length(1, REDIRECTS_MAX),
        metadata=says(
            "The addresses that answers are sent to, to the letter: `https://…`, `http://127.0.0.1/…` or "
            "`http://[::1]/…` with any port, or a scheme of its own such as `com.example.app:/…`",
            example=["https://clock.example/back"],
        ),
    )


class ClientSchema(OutSchema):
    """A client: a program that acts for accounts. It has no secret."""

    id = fields.String(required=True, metadata=says("Its `client_id`", example="8f14e45fceea167a"))
    name = fields.String(required=True, metadata=says("The name that people see on the consent page"))
    redirect_uris = fields.List(fields.String(), required=True, metadata=says("The addresses that answers are sent to"))
    created_at = a_time("When it was registered")


class ClientsSchema(OutSchema):
    """Clients."""

    clients = fields.List(fields.Nested(ClientSchema), required=True, metadata=says("All of them"))


class GrantedSchema(OutSchema):
    """A token for a client (RFC 6749, section 5.1)."""

    access_token = fields.String(required=True, metadata=says("The token, shown only once", example="dvb_…"))
    token_type = one_of(("Bearer",), "How it is sent")
    expires_in = fields.Integer(required=True, metadata=says("How long it is valid, in seconds"))
    scope = fields.String(required=True, metadata=says("Its scopes, with spaces between them", example="games:read"))


class IntrospectedSchema(OutSchema):
    """A token as its client is told of it (RFC 7662, section 2.2). If it is not active, nothing else is told."""

    active = fields.Boolean(required=True, metadata=says("Whether the token is valid and was issued to this client"))
    scope = fields.String(metadata=says("Its scopes, with spaces between them", example="games:read"))
    client_id = fields.String(metadata=says("The client that was given it", example="8f14e45fceea167a"))
    username = fields.String(metadata=says("The name of the account that it acts for", example="Ada"))
    token_type = fields.String(metadata=says("How it is sent", example="Bearer"))
    exp = fields.Integer(metadata=says("When it expires, in seconds since 1970"))
    iat = fields.Integer(metadata=says("When it was issued, in seconds since 1970"))
    sub = fields.String(metadata=says("The account that it acts for", example="8f14e45fceea167a"))
    iss = fields.String(metadata=says("Who issued it", example="https://games.example"))


class OAuthErrorSchema(OutSchema):
    """A refusal of the authorization server (RFC 6749, section 5.2). It is not `application/problem+json`."""

    error = one_of(
        (
            "invalid_request",
            "invalid_client",
            "invalid_grant",
            "unauthorized_client",
            "unsupported_grant_type",
        ),
        "What is wrong",
    )
    error_description = fields.String(metadata=says("What is wrong this time, for people"))


class NothingSchema(OutSchema):
    """An empty object."""


class MetadataSchema(OutSchema):
    """The abilities of the authorization server (RFC 8414)."""

    issuer = fields.String(required=True, metadata=says("Its name, and the `iss` of its answers"))
    authorization_endpoint = fields.String(required=True, metadata=says("Where a person is sent to be asked"))
    token_endpoint = fields.String(required=True, metadata=says("Where a code is exchanged"))
    revocation_endpoint = fields.String(required=True, metadata=says("Where a token is revoked"))
    introspection_endpoint = fields.String(required=True, metadata=says("Where a client asks about a token"))
    service_documentation = fields.String(required=True, metadata=says("The documentation for people"))
    scopes_supported = fields.List(
        one_of(SCOPES, "A right"), required=True, metadata=says("The scopes that a client can ask for")
    )
    response_types_supported = fields.List(fields.String(), required=True, metadata=says("`code` alone"))
    response_modes_supported = fields.List(fields.String(), required=True, metadata=says("`query` alone"))
    grant_types_supported = fields.List(fields.String(), required=True, metadata=says("`authorization_code` alone"))
    token_endpoint_auth_methods_supported = fields.List(
        fields.String(), required=True, metadata=says("`none` alone: clients have no secret")
    )
    revocation_endpoint_auth_methods_supported = fields.List(
        fields.String(), required=True, metadata=says("`none` alone")
    )
    introspection_endpoint_auth_methods_supported = fields.List(
        fields.String(), required=True, metadata=says("`none` alone")
    )
    code_challenge_methods_supported = fields.List(
        fields.String(), required=True, metadata=says("`S256` alone: PKCE is needed")
    )
    ui_locales_supported = fields.List(fields.String(), required=True, metadata=says("The page's languages"))
    authorization_response_iss_parameter_supported = fields.Boolean(
        required=True, metadata=says("RFC 9207: answers say `iss`")
    )


class ServiceSchema(OutSchema):
    """The service: its version, its titles, and the addresses of its parts."""

    name = fields.String(required=True, metadata=says("`delvebook`"))
    version = fields.String(required=True, metadata=says("The version of the program", example="1.0.0"))
    api_version = fields.String(required=True, metadata=says("The version of the API", example="1.0.0"))
    languages = fields.List(fields.String(), required=True, metadata=says("Languages of sentences"))
    rulesets = fields.List(
        fields.String(), required=True, metadata=says("The titles that are offered", example=["dungeon-raiders@1"])
    )
    scopes = fields.Dict(
        keys=fields.String(), values=fields.String(), required=True, metadata=says("By scope: what it allows")
    )
    links = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata=says("The parts of the API: addresses by name"),
    )
