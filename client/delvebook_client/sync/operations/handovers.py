"""
An account on another device, by a code.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from typing import Literal

from ... import models
from ..group import Group
from ..pages import Pages


class HandoversApi(Group):
    """An account on another device, by a code."""

    def cancel(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> None:
        """
        End your open code. Without one nothing happens. Codes that were used stay listed.

        End your open code. Without one nothing happens. Codes that were used stay listed.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        self._api.ask(object, "DELETE", "/v1/session/handovers", query={"lang": lang}, timeout=timeout)

    def list(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.Handover]:
        """
        List your open code, and the codes that were used in the last day, the newest first.

        List your open code, and the codes that were used in the last day, the newest first.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return Pages(self._api, models.Handover, "handovers", "/v1/session/handovers", {"lang": lang}, timeout=timeout)

    def create(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.NewHandover:
        """
        Make a code that opens your account on another device: `POST /v1/session` takes it as `recovery_code`.

        It is good once, for five minutes, and only while your token is valid. It ends the code before it. Your token
        must have all the rights of its owner, and no program makes such a code.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(models.NewHandover, "POST", "/v1/session/handovers", query={"lang": lang}, timeout=timeout)

    def inspect(
        self,
        *,
        code: str,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.InspectedCode:
        """
        Look whose account a code opens, so that a person can be asked before it does. The code is not used.

        Look whose account a code opens, so that a person can be asked before it does. The code is not used.

        Args:
            code: The code.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.InspectedCode,
            "POST",
            "/v1/session/handovers/inspection",
            query={"lang": lang},
            body={"code": code},
            timeout=timeout,
        )
