"""
The party rule: an account that plays in a family of games judges nothing in it, and a judge never plays in it.

A family is a game with all its forks and parents. Its id is the id of the game without a parent. An account is a
*party* of the family if it plays, played, or has a seat reserved in any of the games. It is an *official* if it looked
with other eyes than its own, or ruled, in any of them. It is never both. Every use case asks this module.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Final, Protocol, TypeVar
from uuid import UUID

from delvebook.domain.errors import PartyError
from delvebook.domain.game import Game
from delvebook.service.base.errors import OfficialError
from delvebook.service.identity.caller import Caller
from delvebook.service.identity.family_roles import OFFICIAL, PARTY, Role
from delvebook.service.store.games import GameRepository
from delvebook.service.usecases.lineage import created_of, first_event, is_fork

K = TypeVar("K")
V = TypeVar("V")

REMEMBERED: Final = 10_000
"""The number of families and roles that a process remembers. Neither ever changes."""


class Roles(Protocol):
    """The storage of the roles: `delvebook.service.identity.family_roles.FamilyRoles`."""

    def claim(self, family: UUID, account: str, role: Role) -> Role:
        """Gives the account the role, durably, unless it has one. Returns the role that it has."""

    def find(self, family: UUID, account: str) -> Role | None:
        """Returns the account's role; None if it has none."""


class MemoryRoles:
    """Roles in memory only, for processes that serve no callers."""

    def __init__(self) -> None:
        self._roles: dict[tuple[UUID, str], Role] = {}

    def claim(self, family: UUID, account: str, role: Role) -> Role:
        """Gives the account the role unless it has one. Returns the role that it has."""
        return self._roles.setdefault((family, account), role)

    def find(self, family: UUID, account: str) -> Role | None:
        """Returns the account's role; None if it has none."""
        return self._roles.get((family, account))


class Parties:
    """
    Decides who may play and who may judge in a family of games.

    Args:
        application: The store, where forks name their parents.
        roles: The storage of the roles.
    """

    def __init__(self, application: GameRepository, roles: Roles) -> None:
        self._application = application
        self._roles = roles
        self._families: OrderedDict[UUID, UUID] = OrderedDict()
        self._known: OrderedDict[tuple[UUID, str], Role] = OrderedDict()
        self._lock = threading.Lock()

    def is_party(self, account: str | None, game: Game) -> bool:
        """Returns whether the account plays, played, or has a seat reserved in the game or in another of its family."""
        if account is None:
            return False
        return game.lifecycle.is_party(account) or self._role_of(account, game) == PARTY

    def require_impartial(self, caller: Caller, game: Game) -> None:
        """
        Returns if the caller is not a party of the game's family.

        Raises:
            PartyError
        """
        if self.is_party(caller.account, game):
            raise PartyError(
                "you play, played or have a seat kept for you in this game, or in one of its forks or parents"
            )

    def require_unseen(self, caller: Caller, game: Game) -> None:
        """
        Returns if the caller has neither looked with other eyes nor ruled in the game's family.

        Raises:
            OfficialError
        """
        if caller.account is not None and self._role_of(caller.account, game) == OFFICIAL:
            raise _official()

    def enter_as_party(self, caller: Caller, game: Game) -> None:
        """
        Makes the caller a party of the game's family. Call it before the seat is stored as theirs.

        Raises:
            OfficialError: They have looked or ruled there.
        """
        if caller.account is not None and self._claim(caller.account, game, PARTY) != PARTY:
            raise _official()

    def enter_as_official(self, caller: Caller, game: Game) -> None:
        """
        Makes the caller an official of the game's family. Call it before a look is answered or a ruling is stored.

        Raises:
            PartyError
        """
        self.require_impartial(caller, game)
        if caller.account is not None and self._claim(caller.account, game, OFFICIAL) != OFFICIAL:
            raise PartyError("you have just become a party of this game's family")

    def family_of(self, game: Game) -> UUID:
        """Returns the id of the game's family, from event 1 of the game and its ancestors, which never change."""
        created = created_of(game)
        if not is_fork(created):
            return game.id
        if (known := self._families.get(game.id)) is not None:
            return known
        # Only games of this service are remembered, because two imported records may name the same game.
        passed, family = [game.id] if self._application.events_of(game.id, limit=1) else [], game.id
        while is_fork(created):
            family = UUID(created["data"]["parent"]["game"])
            if (known := self._families.get(family)) is not None:
                family = known
                break
            first = self._application.events_of(family, limit=1)
            if first:
                passed.append(family)
                created = {"game": str(family), "data": first[0].data}
            elif (record := self._application.imports.parent(created)) is not None:
                created = first_event(record)  # It is not a game of this service, but may be a fork of one.
            else:
                break
        with self._lock:
            for member in passed:
                _remember(self._families, member, family)
        return family

    def _role_of(self, account: str, game: Game) -> Role | None:
        key = (self.family_of(game), account)
        found = self._known.get(key)
        if found is None:
            found = self._roles.find(*key)
            self._learn(key, found)
        return found

    def _claim(self, account: str, game: Game, role: Role) -> Role:
        key = (self.family_of(game), account)
        found = self._known.get(key)
        if found is None:
            found = self._roles.claim(*key, role)
            self._learn(key, found)
        return found

    def _learn(self, key: tuple[UUID, str], role: Role | None) -> None:
        if role is not None:
            with self._lock:
                _remember(self._known, key, role)


def _remember(known: OrderedDict[K, V], key: K, value: V) -> None:
    known[key] = value
    if len(known) > REMEMBERED:
        known.popitem(last=False)


def _official() -> OfficialError:
    return OfficialError(
        "you have looked as another viewer, or ruled, in this game or in one of its forks or parents, "
        "so you may not take a seat or move a bot there"
    )
