"""
The party rule: an account that plays in a family of games judges nothing in it, and a judge never plays in it.

A family is a game with all its forks and parents. Its id is the id of the game without a parent. An account is a
*party* of the family if it plays, played, or has a seat reserved in any of the games. It is an *official* if it looked
with other eyes than its own, or ruled, in any of them. It is never both, and neither is an account with those that it
is connected with (`delvebook.service.identity.connections`). `Parties.stands_as` decides it, and every use case asks.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from typing import Final, Protocol, TypeVar
from uuid import UUID

from delvebook.domain.errors import PartyError, UnknownGameError
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

    def of_family(self, family: UUID) -> Mapping[str, Role]:
        """Returns the roles in the family, by account."""

    def claim_all(self, claims: Collection[tuple[UUID, str]], role: Role) -> None:
        """Gives each account the role in its family, durably, unless it has one there."""

    def of_families(self, families: Collection[UUID]) -> Mapping[UUID, Mapping[str, Role]]:
        """Returns the roles in each of the families, by account."""

    def joins(self, account: str, others: Collection[str]) -> bool:
        """Returns whether the account is one of the others, or is connected with one of them."""


class Holdings(Protocol):
    """A list of games that follows the log with a short lag: `delvebook.projections.holdings.HoldingsReader`."""

    def position(self) -> int:
        """Returns the position of the log up to which the list, at least, has followed it."""

    def games_going_on(self, account: str) -> list[str]:
        """Returns the open and running games in which the account has a seat, or had one in the parent."""


class MemoryRoles:
    """Roles in memory only, for processes that serve no callers."""

    def __init__(self) -> None:
        self._roles: dict[UUID, dict[str, Role]] = {}

    def claim(self, family: UUID, account: str, role: Role) -> Role:
        """Gives the account the role unless it has one. Returns the role that it has."""
        return self._roles.setdefault(family, {}).setdefault(account, role)

    def of_family(self, family: UUID) -> Mapping[str, Role]:
        """Returns the roles in the family, by account."""
        return self._roles.get(family, {})

    def claim_all(self, claims: Collection[tuple[UUID, str]], role: Role) -> None:
        """Gives each account the role in its family unless it has one there."""
        for family, account in claims:
            self.claim(family, account, role)

    def of_families(self, families: Collection[UUID]) -> Mapping[UUID, Mapping[str, Role]]:
        """Returns the roles in each of the families, by account."""
        return {family: self.of_family(family) for family in families}

    def joins(self, account: str, others: Collection[str]) -> bool:
        """Returns whether the account is one of the others. No connections are known here."""
        return account in others


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

    def stands_as(self, role: Role, account: str | None, game: Game) -> bool:
        """Returns whether the account, or one that it is connected with, has the role in the game's family."""
        if account is None:
            return False
        others = {one for one, held in self._roles.of_family(self.family_of(game)).items() if held == role}
        if role == PARTY:
            others |= _parties_of(game)
        return self._roles.joins(account, others)

    def is_party(self, account: str | None, game: Game) -> bool:
        """Returns whether the account is a party of the game's family, by itself or by one it is connected with."""
        return self.stands_as(PARTY, account, game)

    def require_impartial(self, caller: Caller, game: Game) -> None:
        """
        Returns if the caller is not a party of the game's family.

        Raises:
            PartyError
        """
        if self.is_party(caller.account, game):
            raise PartyError(
                "you, or an account that yours is connected with, play, played or have a seat kept in this game, or in "
                "one of its forks or parents"
            )

    def require_unseen(self, caller: Caller, game: Game) -> None:
        """
        Returns if the caller has neither looked with other eyes nor ruled in the game's family.

        Raises:
            OfficialError
        """
        if self.stands_as(OFFICIAL, caller.account, game):
            raise _official()

    def require_no_stake(self, caller: Caller, account: str, *, holdings: Holdings) -> None:
        """
        Returns if the caller is a party of no family of a game that goes on and in which the account has a seat.

        Raises:
            PartyError
        """
        position = holdings.position()  # Read first, so that every game is in the list or behind the position.
        for game_id in {*map(UUID, holdings.games_going_on(account)), *self._changed_after(position)}:
            with suppress(UnknownGameError), self._application.reading(game_id) as game:
                if game.lifecycle.is_party(account) and not game.lifecycle.is_over:
                    self.require_impartial(caller, game)

    def _changed_after(self, position: int) -> Iterator[UUID]:
        """Yields the games that have changed after that position of the log."""
        while (page := self._application.games_after(position))[1]:
            position, changed = page
            yield from changed

    def enter_as_party(self, caller: Caller, game: Game) -> None:
        """
        Makes the caller a party of the game's family. Call it after `require_unseen`, and before the seat is stored.

        Raises:
            OfficialError: They have looked or ruled there.
        """
        if caller.account is not None:
            if self._claim(caller.account, game, PARTY) != PARTY:
                raise _official()
            self.require_unseen(caller, game)  # A connected account may have become an official meanwhile.

    def enter_all(self, asked: Collection[tuple[UUID, str]]) -> set[tuple[UUID, str]]:
        """
        Makes accounts parties of games that are no forks, all together and as `enter_as_party` does one.

        Returns those that are parties now. If a family has an official, nobody enters it here: whether one of the
        accounts is connected with them has to be asked for it alone.
        """
        clear = self._without_officials(asked)
        self._roles.claim_all(clear, PARTY)
        return self._without_officials(clear)  # somebody may have become an official meanwhile

    def _without_officials(self, asked: Collection[tuple[UUID, str]]) -> set[tuple[UUID, str]]:
        roles = self._roles.of_families({family for family, _ in asked})
        return {(family, account) for family, account in asked if OFFICIAL not in roles[family].values()}

    def enter_as_official(self, caller: Caller, game: Game) -> None:
        """
        Makes the caller an official of the game's family. Call it before a look is answered or a ruling is stored.

        Raises:
            PartyError
        """
        self.require_impartial(caller, game)
        if caller.account is not None:
            if self._claim(caller.account, game, OFFICIAL) != OFFICIAL:
                raise PartyError("you have just become a party of this game's family")
            self.require_impartial(caller, game)  # A connected account may have become a party meanwhile.

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

    def _claim(self, account: str, game: Game, role: Role) -> Role:
        key = (self.family_of(game), account)
        found = self._known.get(key)
        if found is None:
            found = self._roles.claim(*key, role)
            with self._lock:
                _remember(self._known, key, found)
        return found


def _remember(known: OrderedDict[K, V], key: K, value: V) -> None:
    known[key] = value
    if len(known) > REMEMBERED:
        known.popitem(last=False)


def _parties_of(game: Game) -> set[str]:
    """Returns the accounts that sit or sat in this game, or have a seat kept for them."""
    kept = game.lifecycle.created.get("reserved") or ()
    return {*game.lifecycle.parties, *(account for account in kept if account is not None)}


def _official() -> OfficialError:
    return OfficialError(
        "you, or an account that yours is connected with, have looked as another viewer, or ruled, in this game or in "
        "one of its forks or parents, so you may not take a seat or move a bot there"
    )
