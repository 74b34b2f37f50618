"""
Keys in a device that lead back to an account.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from ... import models
from ...shapes import Json
from ..group import Group


class PasskeysApi(Group):
    """Keys in a device that lead back to an account."""

    def add(
        self,
        *,
        credential: Mapping[str, Json],
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Token:
        """
        Register a passkey: whoever has it can begin a session with your account.

        It has the rights of the token that you use, and ends when that one would. It is listed among your tokens,
        labelled `passkey`. Revoke it there to remove it.

        Args:
            credential: What `navigator.credentials.create` gives, as `PublicKeyCredential.toJSON` writes it.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Token,
            "POST",
            "/v1/session/passkeys",
            query={"lang": lang},
            body={"credential": credential},
            timeout=timeout,
        )

    def ask(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.PasskeyOptions:
        """
        Ask for the options with which any passkey of this service answers `POST /v1/session`: once, in five minutes.

        Ask for the options with which any passkey of this service answers `POST /v1/session`: once, in five minutes.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.PasskeyOptions, "POST", "/v1/session/passkeys/challenges", query={"lang": lang}, timeout=timeout
        )

    def offer(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.PasskeyOptions:
        """
        Ask for the options of a new passkey of your account, with a challenge.

        The challenge is good once, for five minutes, and for the token that asks.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.PasskeyOptions, "POST", "/v1/session/passkeys/registrations", query={"lang": lang}, timeout=timeout
        )
