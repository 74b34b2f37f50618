"""
The authorization server: Authlib's, over our clients, codes and tokens (RFC 6749 with PKCE, RFC 7636; RFC 7009, 7662).

Only the authorization code grant, only public clients, only S256. It decides and answers in the forms of those
standards; what it gives out is stored by `identity.clients`.
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
"""Characters of a parameter of an authorization request."""
QUOTED: Final = ("client_id", "redirect_uri", "response_type", "grant_type", "scope")
"""Parameters that the library may quote in a description of an error, where quotes may not stand."""
UNREADABLE: Final = "a parameter holds characters that have no place there"


@dataclass(frozen=True, slots=True)
class PublicClient(ClientMixin):  # type: ignore[misc]
    """A client as Authlib asks about it."""

    known: Client

    def get_client_id(self) -> str:
        """Its id."""
        return self.known.id

    def get_default_redirect_uri(self) -> str | None:
        """Where it is answered if it does not say so: at its only address."""
        return self.known.redirect_uris[0] if len(self.known.redirect_uris) == 1 else None

    def get_allowed_scope(self, scope: str | None) -> str:
        """What it may ask for: anything that its user's own token allows, which the consent page judges."""
        return READ if not scope else " ".join(dict.fromkeys(scope.split()))

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        """Whether it may be answered there."""
        return self.known.allows(redirect_uri)

    def check_client_secret(self, client_secret: str) -> bool:
        """No client has a secret."""
        return False

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        """Every client is public."""
        return bool(method == "none")

    def check_response_type(self, response_type: str) -> bool:
        """The code alone."""
        return bool(response_type == "code")

    def check_grant_type(self, grant_type: str) -> bool:
        """The code alone: no refresh tokens."""
        return bool(grant_type == "authorization_code")


@dataclass(frozen=True, slots=True)
class GivenCode:
    """A code as Authlib asks about it."""

    code: Code

    @property
    def code_challenge(self) -> str:
        """What the verifier has to hash to."""
        return self.code.challenge

    @property
    def code_challenge_method(self) -> str:
        """How."""
        return "S256"

    def get_redirect_uri(self) -> str | None:
        """Where the client asked to be answered, if it said so."""
        return self.code.redirect_uri

    def get_scope(self) -> str:
        """What it was given for."""
        return " ".join(self.code.scopes)


class CodeGrant(AuthorizationCodeGrant):  # type: ignore[misc]
    """The authorization code grant, for public clients."""

    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]  # noqa: RUF012  as the library has it

    def save_authorization_code(self, code: str, request: OAuth2Request) -> None:
        """Nothing: `generate_authorization_code` has stored it."""

    def generate_authorization_code(self) -> str:
        """A code for what the user has allowed, stored."""
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
        """What the code was given for; None if it does not count, or no longer."""
        found = services().clients.code(code[:PARAMETER_MAX], client.known)
        return None if found is None else GivenCode(found)

    def authenticate_user(self, authorization_code: GivenCode) -> str | None:
        """The account that has given it; None if it is deleted or banned by now."""
        try:
            account = services().accounts.account(authorization_code.code.account)
        except UnknownAccountError:
            return None
        return None if account.ban is not None else account.id

    def delete_authorization_code(self, authorization_code: GivenCode) -> None:
        """Nothing: a code is used up as its token is made, and remembered, so that a second use is noticed."""


class S256(CodeChallenge):  # type: ignore[misc]
    """PKCE, which every request needs, by SHA-256 alone."""

    SUPPORTED_CODE_CHALLENGE_METHOD = ["S256"]  # noqa: RUF012  as the library has it

    def validate_code_challenge(self, grant: CodeGrant, redirect_uri: str) -> None:
        """
        Refuses requests without a challenge; the library would let them pass.

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
    """What public clients may do with the tokens that they were given."""

    CLIENT_AUTH_METHODS = ["none"]  # noqa: RUF012  as the library has it

    def check_params(self, request: OAuth2Request, client: PublicClient) -> None:
        """
        Returns if there is a token. There is one type of token, so a hint at its type is passed over, even a wrong one.

        Raises:
            InvalidRequestError
        """
        if "token" not in request.form:
            raise InvalidRequestError("Missing 'token' in request.")


class Revocation(AboutTokens, RevocationEndpoint):  # type: ignore[misc]
    """RFC 7009, for public clients."""

    def authenticate_token(self, request: OAuth2Request, client: PublicClient) -> str:
        """The token that was sent. Whose it is is judged as it is revoked, so that nobody learns whether it counts."""
        self.check_params(request, client)
        return str(request.form["token"])

    def revoke_token(self, token: str, request: OAuth2Request) -> None:
        """Revokes it if this client was given it; nothing happens if not."""
        services().clients.revoke(token, request.client.known, address=address())

    def create_endpoint_response(self, request: OAuth2Request) -> tuple[int, object, list[tuple[str, str]]]:
        """The answer, which is the same whether or not there was such a token (RFC 7009 §2.2)."""
        request.client = self.authenticate_endpoint_client(request)
        self.revoke_token(self.authenticate_token(request, request.client), request)
        return 200, {}, [("Content-Type", "application/json")]


class Introspection(AboutTokens, IntrospectionEndpoint):  # type: ignore[misc]
    """RFC 7662, for public clients: each may ask about the tokens that it was given."""

    def authenticate_token(self, request: OAuth2Request, client: PublicClient) -> Token | None:
        """The token that was sent, if it counts and this client was given it."""
        self.check_params(request, client)
        return services().accounts.tokens.of_client(str(request.form["token"]), client.known.id)

    def create_introspection_payload(self, token: Token | None) -> dict[str, object]:
        """What is told of it. Of a token that does not count, or is another's, nothing (RFC 7662 §2.2)."""
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
    """RFC 9207: every answer at a client's address says who answers."""

    def get_issuer(self) -> str:
        """The service, as its clients know it."""
        return issuer()


class AskedOverProxy(FlaskOAuth2Request):  # type: ignore[misc]
    """
    A request to the authorization server.

    Authlib refuses plain HTTP. Here TLS ends at the operator's proxy, and a service on one's own machine has none, so
    transport is the operator's to see to (`docs/operating.md`), and the address is not held against a request.
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
        """The client of that id; None if there is none."""
        found = services().clients.find(client_id)
        return None if found is None else PublicClient(found)

    def create_oauth2_request(self, request: object) -> AskedOverProxy:
        """The request that is answered now."""
        return AskedOverProxy()

    def generate_token(self, **_: object) -> dict[str, object]:
        """What a token's answer says; `save_token` puts the token in."""
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
    """Makes the application's authorization server."""
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
    """Under which address this service is known to who asks."""
    return request.host_url.rstrip("/")


def token_response() -> Response:
    """The answer to a request for a token."""
    return _readable() or server().create_token_response()


def revocation_response() -> Response:
    """The answer to a request to revoke a token."""
    return _readable() or server().create_endpoint_response("revocation")


def introspection_response() -> Response:
    """The answer to a question about a token."""
    return _readable() or server().create_endpoint_response("introspection")


def seconds_of(time: str) -> int:
    """A time as records write it, in whole seconds since 1970."""
    return int(datetime.fromisoformat(time).timestamp())


def refusal(error: OAuth2Error) -> Response:
    """The answer that tells a client of an error, at its own address if that is known to be its own."""
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
