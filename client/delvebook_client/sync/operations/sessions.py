"""
How the pages know who plays.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from ... import models
from ...shapes import Json
from ..group import Group, new_key


class SessionsApi(Group):
    """How the pages know who plays."""

    def delete(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> None:
        """
        End the session of this browser: its token is revoked. Without a session nothing happens.

        End the session of this browser: its token is revoked. Without a session nothing happens.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        self._api.ask(object, "DELETE", "/v1/session", query={"lang": lang}, timeout=timeout)

    def get(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Session:
        """
        Look who this browser is. If the session has ended, it is not an error: `account` is null then.

        Looking keeps the session alive: a browser forgets it when it was not used for 180 days.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(models.Session, "GET", "/v1/session", query={"lang": lang}, timeout=timeout)

    def create(
        self,
        *,
        name: str | None = None,
        passkey: Mapping[str, Json] | None = None,
        recovery_code: str | None = None,
        replace: bool | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Session:
        """
        Begin a session: with a new account of that name, or with the account of a passkey, a code or any token.

        The answer sets a cookie (`HttpOnly`, `SameSite=Strict`) with a token of its own, which no script can read.
        Requests of the service's own pages may then do without `Authorization`. With an `Idempotency-Key` of 16
        characters or more, which is a secret then, a lost answer can be had again, as long as the session lasts.

        Args:
            name: Its name.
            passkey: What a passkey answers to the options of `POST /v1/session/passkeys/challenges`, as
                `PublicKeyCredential.toJSON` writes it.
            recovery_code: From `POST /v1/session/recovery` or `…/handovers`, the code of an account that was prepared
                for you, or any token of yours that may manage its account.
            replace: Whether this browser's present session ends once the new one has begun.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Session,
            "POST",
            "/v1/session",
            query={"lang": lang},
            body={"name": name, "passkey": passkey, "recovery_code": recovery_code, "replace": replace},
            key=key or new_key(),
            timeout=timeout,
        )

    def recover(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.RecoveryCode:
        """
        Make a recovery code: whoever has it can begin a session with your account. It is shown once.

        It is a token, and revokes the codes that you had before.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(models.RecoveryCode, "POST", "/v1/session/recovery", query={"lang": lang}, timeout=timeout)
