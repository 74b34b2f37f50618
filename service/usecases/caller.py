"""Who asks, and what their token allows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from delvebook.domain.events import Origin
from delvebook.service.errors import ForbiddenError

PLAY: Final = "play"
ARBITRATE: Final = "arbitrate"
OPERATE: Final = "operate"
SCOPES: Final = (PLAY, ARBITRATE, OPERATE)


@dataclass(frozen=True, slots=True)
class Caller:
    """
    Who asks.

    Attributes:
        account: The account's id; None for a caller without a token, `-` on the service's own machine.
        scopes: The scopes of the token.
        token: The id of the token.
        address: The class of the caller's address (`delvebook.service.identity.accounts.address_class`).
    """

    account: str | None = None
    scopes: frozenset[str] = field(default_factory=frozenset)
    token: str | None = None
    address: str | None = None

    def require(self, scope: str) -> str:
        """
        The account's id, if the token has the scope.

        Raises:
            ForbiddenError
        """
        if self.account is None or scope not in self.scopes:
            raise ForbiddenError(f"this needs a token with the scope {scope!r}", scope=scope)
        return self.account

    def require_any(self, *scopes: str) -> str:
        """
        The account's id, if the token has one of the scopes.

        Raises:
            ForbiddenError: Names the first of them.
        """
        return self.require(next((scope for scope in scopes if scope in self.scopes), scopes[0]))

    @property
    def origin(self) -> Origin:
        """The caller as it is stored beside the events they make."""
        return Origin(self.account, self.token, self.address)


ANYBODY: Final = Caller()
"""A caller without a token. Sees what is public."""
