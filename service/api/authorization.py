"""
The authorization server: Authlib's, over our clients, codes and tokens (RFC 6749 with PKCE, RFC 7636; RFC 7009, 7662).

Only the authorization code grant, only public clients, only S256. This module decides and answers in the forms of those
standards. `identity.clients` stores what it issues.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.integrations.flask_oauth2.requests import FlaskOAuth2Payload, FlaskOAuth2Request
from authlib.oauth2.rfc6749 import (
    ClientMixin,
    InvalidGrantError,
    InvalidRequestError,
    InvalidScopeError,
    OAuth2Error,
    OAuth2Request,
)
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc7662 import IntrospectionEndpoint
from authlib.oauth2.rfc9207 import IssuerParameter
from flask import Flask, Response, current_app, request

from delvebook.domain.canonical import jcs
from delvebook.service.api.context import address, services
from delvebook.service.base.errors import UnknownAccountError
from delvebook.service.identity.caller import READ, SCOPES, Caller
from delvebook.service.identity.clients import TOKEN_SECONDS, Client, Code
from delvebook.service.identity.tokens import Token

SERVER: Final = "delvebook.authorization"
PARAMETER_MAX: Final = 1000
"""Maximum length of a parameter of an authorization request, in characters."""
QUOTED: Final = ("client_id", "redirect_uri", "response_type", "grant_type", "scope")
"""Parameters that the library may quote in an error's description, where quotation marks are not allowed."""
UNREADABLE: Final = "a parameter is too long or contains characters that are not allowed"


@dataclass(frozen=True, slots=True)
class PublicClient(ClientMixin):  # type: ignore[misc]
    """A client, through the interface that Authlib expects."""

    known: Client

    def get_client_id(self) -> str:
        """The client's id."""
        return self.known.id

    def get_default_redirect_uri(self) -> str | None:
        """The client's only address, used if a request names none; None if it has several."""
        return self.known.redirect_uris[0] if len(self.known.redirect_uris) == 1 else None

    def get_allowed_scope(self, scope: str | None) -> str:
        """The scopes asked for; `READ` if there are none. The consent page checks them against the user's own token."""
        return READ if not scope else " ".join(dict.fromkeys(scope.split()))

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        """Whether answers may be sent to this address."""
        return self.known.allows(redirect_uri)

    def check_client_secret(self, client_secret: str) -> bool:
        """False: no client has a secret."""
        return False

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        """Whether the method is `none`, as every client is public."""
        return bool(method == "none")

    def check_response_type(self, response_type: str) -> bool:
        """Whether the type is `code`, the only one offered."""
        return bool(response_type == "code")

    def check_grant_type(self, grant_type: str) -> bool:
        """Whether the type is `authorization_code`, the only one offered: there are no refresh tokens."""
        return bool(grant_type == "authorization_code")


@dataclass(frozen=True, slots=True)
class GivenCode:
    """An authorization code, through the interface that Authlib expects."""

    code: Code

    @property
    def code_challenge(self) -> str:
        """The hash that the verifier must have."""
        return self.code.challenge

    @property
    def code_challenge_method(self) -> str:
        """The only method offered, `S256`."""
        return "S256"

    def get_redirect_uri(self) -> str | None:
        """The address that the client gave for the answer; None if it gave none."""
        return self.code.redirect_uri

    def get_scope(self) -> str:
        """The scopes that the code grants, separated by spaces."""
        return " ".join(self.code.scopes)


class CodeGrant(AuthorizationCodeGrant):  # type: ignore[misc]
    """The authorization code grant, for public clients."""

    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]  # noqa: RUF012  as the library has it

    def save_authorization_code(self, code: str, request: OAuth2Request) -> None:
        """Does nothing: `generate_authorization_code` has stored the code."""

    def generate_authorization_code(self) -> str:
        """Stores and returns a code for what the user has allowed."""
        asked: OAuth2Request = self.request
        who: Caller = asked.user
        return services().clients.allow(
            who,
            asked.client.known,
            scopes=asked.scope.split(),
            redirect_uri=asked.payload.redirect_uri,
            challenge=asked.payload.data["code_challenge"],
        )

    def query_authorization_code(self, code: str, client: PublicClient) -> GivenCode | None:
        """The code with what it grants; None if it is unknown, used or expired."""
        found = services().clients.code(code[:PARAMETER_MAX], client.known)
        return None if found is None else GivenCode(found)

    def authenticate_user(self, authorization_code: GivenCode) -> str | None:
        """The account that gave the code; None if it has been deleted or banned since."""
        try:
            account = services().accounts.account(authorization_code.code.account)
        except UnknownAccountError:
            return None
        return None if account.ban is not None else account.id

    def delete_authorization_code(self, authorization_code: GivenCode) -> None:
        """Does nothing: making the token uses the code up. The code is kept, so that a second use is noticed."""


class S256(CodeChallenge):  # type: ignore[misc]
    """PKCE with SHA-256 alone. Every request needs it."""

    SUPPORTED_CODE_CHALLENGE_METHOD = ["S256"]  # noqa: RUF012  as the library has it

    def validate_code_challenge(self, grant: CodeGrant, redirect_uri: str) -> None:
        """
        Refuses unknown scopes, and requests without an S256 challenge, which the library would let pass.

        Raises:
            InvalidRequestError, InvalidScopeError
        """
        asked = grant.request.payload.data
        if not asked.get("code_challenge"):
            raise InvalidRequestError("Missing 'code_challenge': every client uses PKCE.")
        if asked.get("code_challenge_method") != "S256":
            raise InvalidRequestError("The 'code_challenge_method' has to be 'S256'.")
        super().validate_code_challenge(grant, redirect_uri)
        scopes = (asked.get("scope") or READ).split()
        if not set(scopes) <= set(SCOPES):
            raise InvalidScopeError


class AboutTokens:
    """Checks common to the endpoints to which a public client sends a token."""

    CLIENT_AUTH_METHODS = ["none"]  # noqa: RUF012  as the library has it

    def check_params(self, request: OAuth2Request, client: PublicClient) -> None:
        """
        Returns if a token was sent. A hint at its type is ignored, even a wrong one, because there is only one type.

        Raises:
            InvalidRequestError
        """
        if "token" not in request.form:
            raise InvalidRequestError("Missing 'token' in request.")


class Revocation(AboutTokens, RevocationEndpoint):  # type: ignore[misc]
    """Token revocation (RFC 7009), for public clients."""

    def authenticate_token(self, request: OAuth2Request, client: PublicClient) -> str:
        """The token that was sent. Its client is checked on revocation, so that nobody learns whether it is valid."""
        self.check_params(request, client)
        return str(request.form["token"])

    def revoke_token(self, token: str, request: OAuth2Request) -> None:
        """Revokes the token if this client was given it. Otherwise does nothing."""
        services().clients.revoke(token, request.client.known, address=address())

    def create_endpoint_response(self, request: OAuth2Request) -> tuple[int, object, list[tuple[str, str]]]:
        """The answer, which is the same whether or not there was such a token (RFC 7009 §2.2)."""
        request.client = self.authenticate_endpoint_client(request)
        self.revoke_token(self.authenticate_token(request, request.client), request)
        return 200, {}, [("Content-Type", "application/json")]


class Introspection(AboutTokens, IntrospectionEndpoint):  # type: ignore[misc]
    """Token introspection (RFC 7662), for public clients. Each may ask about the tokens that it was given."""

    def authenticate_token(self, request: OAuth2Request, client: PublicClient) -> Token | None:
        """The token that was sent; None if it is not valid, or was given to another client."""
        self.check_params(request, client)
        return services().accounts.tokens.of_client(str(request.form["token"]), client.known.id)

    def create_introspection_payload(self, token: Token | None) -> dict[str, object]:
        """The token's members; only `"active": false` if it is invalid or another client's (RFC 7662 §2.2)."""
        if token is None or token.expires_at is None:
            return {"active": False}
        return {
            "active": True,
            "scope": " ".join(token.scopes),
            "client_id": token.client,
            "username": services().accounts.account(token.account).name,
            "token_type": "Bearer",
            "exp": seconds_of(token.expires_at),
            "iat": seconds_of(token.created_at),
            "sub": token.account,
            "iss": issuer(),
        }


class Issuer(IssuerParameter):  # type: ignore[misc]
    """Adds the issuer to every answer at a client's address (RFC 9207)."""

    def get_issuer(self) -> str:
        """The service's address, as its clients know it."""
        return issuer()


class AskedOverProxy(FlaskOAuth2Request):  # type: ignore[misc]
    """
    A request to the authorization server.

    Authlib refuses plain HTTP. Here TLS ends at the operator's proxy, and a service on one's own machine has none. So
    transport is left to the operator (`docs/operating.md`), and Authlib is shown every address as HTTPS.
    """

    def __init__(self) -> None:
        OAuth2Request.__init__(
            self, method=request.method, uri=f"https{request.url.removeprefix('https').removeprefix('http')}"
        )
        self.headers = request.headers
        self._request = request
        self.payload = FlaskOAuth2Payload(request)


class Server(AuthorizationServer):  # type: ignore[misc]
    """The authorization server of an application."""

    def query_client(self, client_id: str) -> PublicClient | None:
        """The client with this id; None if there is none."""
        found = services().clients.find(client_id)
        return None if found is None else PublicClient(found)

    def create_oauth2_request(self, request: object) -> AskedOverProxy:
        """The current request."""
        return AskedOverProxy()

    def generate_token(self, **_: object) -> dict[str, object]:
        """The members of the answer to a request for a token, except for the token, which `save_token` adds."""
        return {"token_type": "Bearer", "expires_in": TOKEN_SECONDS}

    def save_token(self, token: dict[str, object], request: OAuth2Request) -> None:
        """
        Exchanges the code for a token.

        Raises:
            InvalidGrantError: Another request was first.
        """
        code: Code = request.authorization_code.code
        issued = services().clients.exchange(code, request.client.known, address=address())
        if issued is None:
            raise InvalidGrantError("Invalid 'code' in request.")
        token["access_token"], token["scope"] = issued.secret, " ".join(issued.token.scopes)

    def handle_response(self, status_code: int, payload: Any, headers: Any) -> Response:
        """Answers in canonical JSON, like every answer here."""
        body = jcs(payload) if isinstance(payload, dict) else payload
        return Response(body, status=status_code, headers=headers)


def install(app: Flask) -> None:
    """Creates the application's authorization server."""
    app.config["OAUTH2_SCOPES_SUPPORTED"] = list(SCOPES)
    server = Server(app)
    server.register_grant(CodeGrant, [S256(required=True)])
    server.register_endpoint(Revocation)
    server.register_endpoint(Introspection)
    server.register_extension(Issuer())
    app.extensions[SERVER] = server


def server() -> Server:
    """The authorization server of this application."""
    found: Server = current_app.extensions[SERVER]
    return found


def issuer() -> str:
    """The address by which the caller knows this service."""
    return request.host_url.rstrip("/")


def token_response() -> Response:
    """The answer to a request for a token."""
    return _readable() or server().create_token_response()


def revocation_response() -> Response:
    """The answer to a request to revoke a token."""
    return _readable() or server().create_endpoint_response("revocation")


def introspection_response() -> Response:
    """The answer to a token introspection."""
    return _readable() or server().create_endpoint_response("introspection")


def seconds_of(time: str) -> int:
    """The time, given in the record's form, as whole seconds since 1970."""
    return int(datetime.fromisoformat(time).timestamp())


def refusal(error: OAuth2Error) -> Response:
    """The answer that reports an error, at the client's address if the request names one that is the client's own."""
    answer: Response = server().handle_error_response(None, error)
    return answer


def require_readable() -> None:
    """
    Returns if every parameter can be quoted in an answer.

    Raises:
        InvalidRequestError
    """
    for name, value in [pair for given in (request.args, request.form) for pair in given.items(multi=True)]:
        is_quoted = name in QUOTED and not set('"\\').isdisjoint(value)
        if len(value) > PARAMETER_MAX or not value.isascii() or not value.isprintable() or is_quoted:
            raise InvalidRequestError(UNREADABLE)


def _readable() -> Response | None:
    """The refusal of a request with parameters that cannot be quoted in an answer; None for all others."""
    try:
        require_readable()
    except InvalidRequestError as error:
        return refusal(error)
    return None
