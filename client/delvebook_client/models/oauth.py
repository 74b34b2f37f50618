"""
The shapes of oauth.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from datetime import datetime

from ..shapes import Shape


class Client(Shape, frozen=True, kw_only=True):
    """Client."""

    created_at: datetime
    """When it was registered."""
    id: str
    """Its `client_id`."""
    name: str
    """The name that people see on the consent page."""
    redirect_uris: list[str]
    """The addresses that answers are sent to."""


class Clients(Shape, frozen=True, kw_only=True):
    """Clients."""

    clients: list[Client]
    """All of them."""


class Granted(Shape, frozen=True, kw_only=True):
    """Granted."""

    access_token: str
    """The token, shown only once."""
    expires_in: int
    """How long it is valid, in seconds."""
    scope: str
    """Its scopes, with spaces between them."""
    token_type: str
    """How it is sent: `Bearer`. There may be more."""


class Introspected(Shape, frozen=True, kw_only=True):
    """Introspected."""

    active: bool
    """Whether the token is valid and was issued to this client."""
    client_id: str | None = None
    """The client that was given it."""
    exp: int | None = None
    """When it expires, in seconds since 1970."""
    iat: int | None = None
    """When it was issued, in seconds since 1970."""
    iss: str | None = None
    """Who issued it."""
    scope: str | None = None
    """Its scopes, with spaces between them."""
    sub: str | None = None
    """The account that it acts for."""
    token_type: str | None = None
    """How it is sent."""
    username: str | None = None
    """The name of the account that it acts for."""


class Metadata(Shape, frozen=True, kw_only=True):
    """Metadata."""

    authorization_endpoint: str
    """Where a person is sent to be asked."""
    authorization_response_iss_parameter_supported: bool
    """RFC 9207: answers say `iss`."""
    code_challenge_methods_supported: list[str]
    """`S256` alone: PKCE is needed."""
    grant_types_supported: list[str]
    """`authorization_code` alone."""
    introspection_endpoint: str
    """Where a client asks about a token."""
    introspection_endpoint_auth_methods_supported: list[str]
    """`none` alone."""
    issuer: str
    """Its name, and the `iss` of its answers."""
    response_modes_supported: list[str]
    """`query` alone."""
    response_types_supported: list[str]
    """`code` alone."""
    revocation_endpoint: str
    """Where a token is revoked."""
    revocation_endpoint_auth_methods_supported: list[str]
    """`none` alone."""
    scopes_supported: list[str]
    """The scopes that a client can ask for."""
    service_documentation: str
    """The documentation for people."""
    token_endpoint: str
    """Where a code is exchanged."""
    token_endpoint_auth_methods_supported: list[str]
    """`none` alone: clients have no secret."""
    ui_locales_supported: list[str]
    """The page's languages."""


class Service(Shape, frozen=True, kw_only=True):
    """Service."""

    api_version: str
    """The version of the API."""
    languages: list[str]
    """Languages of sentences."""
    links: dict[str, str]
    """The parts of the API: addresses by name."""
    name: str
    """`delvebook`."""
    rulesets: list[str]
    """The titles that are offered."""
    scopes: dict[str, str]
    """By scope: what it allows."""
    version: str
    """The version of the program."""
