"""Who stands behind the ids of accounts: names, and who is a bot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal

Kind = Literal["person", "bot"]
NOBODY: Final[Mapping[str, str]] = MappingProxyType({})


class Named(dict[str, str]):
    """
    The names of accounts, by id.

    Args:
        names: The names.
        bots: The ids of accounts that are bots', with or without a name.
        away: By id, until when those are away who have said so.
    """

    def __init__(self, names: Mapping[str, str], bots: Iterable[str] = (), away: Mapping[str, str] = NOBODY) -> None:
        super().__init__(names)
        self.bots = frozenset(bots)
        self.away = away


def kind_of(account: str, people: Mapping[str, str]) -> Kind:
    """Whether the account is a bot's or a person's; a person's as far as nothing else is known."""
    return "bot" if isinstance(people, Named) and account in people.bots else "person"


def away_until(account: str | None, people: Mapping[str, str]) -> str | None:
    """Until when the owner of the account is away, if they have said so."""
    return people.away.get(account) if isinstance(people, Named) and account is not None else None
