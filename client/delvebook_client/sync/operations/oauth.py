"""
Programs that act for accounts, by OAuth 2.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ... import models
from ...requests import part
from ..group import Group


class OauthApi(Group):
    """Programs that act for accounts, by OAuth 2."""

    def service(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Service:
        """
        Look at what this service is: its version, its titles, and where its parts are.

        Look at what this service is: its version, its titles, and where its parts are.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(models.Service, "GET", "/.well-known/delvebook", query={"lang": lang}, timeout=timeout)

    def metadata(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Metadata:
        """
        Look at what the authorization server can do (RFC 8414).

        Look at what the authorization server can do (RFC 8414).

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Metadata, "GET", "/.well-known/oauth-authorization-server", query={"lang": lang}, timeout=timeout
        )

    def introspect(
        self,
        *,
        token: str,
        client_id: str,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Introspected:
        """
        Ask whether a token that the client was given still counts, and for what (RFC 7662).

        Send `token` and `client_id`. For a token that is not valid, or that another client was given, the answer is
        `{"active": false}`. Asking does not use the token: `last_used_at` stays.

        Args:
            token: See the RFC.
            client_id: See the RFC.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Introspected,
            "POST",
            "/oauth/introspect",
            query={"lang": lang},
            form={"token": token, "client_id": client_id},
            timeout=timeout,
        )

    def revoke(
        self,
        *,
        token: str,
        client_id: str,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> None:
        """
        Revoke a token that the client was given (RFC 7009). The answer does not say whether there was one.

        Revoke a token that the client was given (RFC 7009). The answer does not say whether there was one.

        Args:
            token: See the RFC.
            client_id: See the RFC.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        self._api.ask(
            object,
            "POST",
            "/oauth/revoke",
            query={"lang": lang},
            form={"token": token, "client_id": client_id},
            timeout=timeout,
        )

    def token(
        self,
        *,
        grant_type: str,
        code: str,
        redirect_uri: str,
        client_id: str,
        code_verifier: str,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Granted:
        """
        Exchange a code for a token (RFC 6749, section 4.1.3; RFC 7636).

        A code is valid once, for two minutes. A code that comes a second time is refused, and its token is revoked.

        Args:
            grant_type: See the RFC.
            code: See the RFC.
            redirect_uri: See the RFC.
            client_id: See the RFC.
            code_verifier: See the RFC.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Granted,
            "POST",
            "/oauth/token",
            query={"lang": lang},
            form={
                "grant_type": grant_type,
                "code": code,
                "redirect_uri": redirect_uri,
                "client_id": client_id,
                "code_verifier": code_verifier,
            },
            timeout=timeout,
        )

    def clients(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Clients:
        """
        List the clients that you have registered.

        List the clients that you have registered.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(models.Clients, "GET", "/v1/oauth/clients", query={"lang": lang}, timeout=timeout)

    def register(
        self,
        *,
        name: str,
        redirect_uris: Sequence[str],
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Client:
        """
        Register a client: a program that asks people to let it act for them. It is public, and has no secret.

        Register a client: a program that asks people to let it act for them. It is public, and has no secret.

        Args:
            name: The name that people see on the consent page.
            redirect_uris: The addresses that answers are sent to, to the letter: `https://…`, `http://127.0.0.1/…` or
                `http://[::1]/…` with any port, or a scheme of its own such as `com.example.app:/…`.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Client,
            "POST",
            "/v1/oauth/clients",
            query={"lang": lang},
            body={"name": name, "redirect_uris": redirect_uris},
            timeout=timeout,
        )

    def remove(
        self,
        client_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> None:
        """
        Remove one of your clients, with every token that people have given it.

        Remove one of your clients, with every token that people have given it.

        Args:
            client_id: A client's id.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        self._api.ask(object, "DELETE", f"/v1/oauth/clients/{part(client_id)}", query={"lang": lang}, timeout=timeout)

    def client(
        self,
        client_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Client:
        """
        Look at one of your clients.

        Look at one of your clients.

        Args:
            client_id: A client's id.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Client, "GET", f"/v1/oauth/clients/{part(client_id)}", query={"lang": lang}, timeout=timeout
        )
