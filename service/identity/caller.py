"""The caller of a request, and their permissions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from delvebook.domain.game_event import Origin
from delvebook.service.base.errors import ForbiddenError

READ: Final = "games:read"
PLAY: Final = "games:play"
BOTS: Final = "bots:play"
EXPORT: Final = "records:export"
FILE: Final = "disputes:file"
ARBITRATE: Final = "disputes:rule"
OPERATE: Final = "service:operate"
SCOPES: Final = (READ, PLAY, BOTS, EXPORT, FILE, ARBITRATE, OPERATE)
INCLUDED: Final[Mapping[str, frozenset[str]]] = {
    PLAY: frozenset({READ}),
    BOTS: frozenset({READ, PLAY}),
    ARBITRATE: frozenset({READ, EXPORT}),
    OPERATE: frozenset({READ, EXPORT}),
}
"""The scopes that a scope includes. `bots:play` is to a bot's account what `games:play` is to a person's."""

OfficeName = Literal["arbiter", "operator"]
OFFICES: Final[Mapping[OfficeName, str]] = {"arbiter": ARBITRATE, "operator": OPERATE}
"""The scope that each office gives. No token has it unless its account holds the office."""
OFFICIALS: Final = (ARBITRATE, OPERATE)
"""The scopes of officials."""

AccountKind = Literal["person", "bot"]
PERSON: Final[AccountKind] = "person"
BOT: Final[AccountKind] = "bot"
KINDS: Final = (PERSON, BOT)
PLAYS_WITH: Final[Mapping[AccountKind, str]] = {PERSON: PLAY, BOT: BOTS}
"""The scope that each kind of account plays with. It cannot have the other one."""


@dataclass(frozen=True, slots=True)
class Caller:
    """
    The caller of a request.

    Attributes:
        account: The account's id; None for a caller without a token, `-` on the service's own machine.
        scopes: The scopes of the token.
        token: The id of the token.
        address: The class of the caller's address (`delvebook.service.identity.addresses.address_class`).
        manages: Whether the token may also manage the account: its name, its tokens, its deletion.
    """

    account: str | None = None
    scopes: frozenset[str] = field(default_factory=frozenset)
    token: str | None = None
    address: str | None = None
    manages: bool = False

    def may(self, scope: str) -> bool:
        """Returns whether the token has the scope, or one that includes it."""
        return scope in self.scopes or any(scope in INCLUDED.get(one, ()) for one in self.scopes)

    def require(self, scope: str) -> str:
        """
        Returns the account's id if the token has the scope, or one that includes it.

        Raises:
            ForbiddenError
        """
        if self.account is None or not self.may(scope):
            raise ForbiddenError(f"this needs a token with the scope {scope!r}", scope=scope)
        return self.account

    def require_any(self, *scopes: str) -> str:
        """
        Returns the account's id if the token has one of the scopes.

        Raises:
            ForbiddenError: Names the first scope.
        """
        return self.require(next((scope for scope in scopes if self.may(scope)), scopes[0]))

    @property
    def origin(self) -> Origin:
        """Returns the caller in the form that is stored with their events."""
        return Origin(self.account, self.token, self.address)


ANYBODY: Final = Caller()
"""A caller without a token, who sees only what is public."""
MACHINE: Final = "-"
"""The account of a caller on the service's own machine, where no token is needed."""
ON_THE_MACHINE: Final = Caller(account=MACHINE, scopes=frozenset(SCOPES))
"""A caller on the service's own machine."""


def scopes_of_newcomer(kind: AccountKind) -> tuple[str, ...]:
    """Returns the scopes of an account's first token: all that its owner may have."""
    return (READ, PLAYS_WITH[kind], EXPORT, FILE)
