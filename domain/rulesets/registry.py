"""
The registered titles: all that are installed under the entry-point group `delvebook.rulesets`.

A title of ours is one line in `pyproject.toml`; a third party's package brings its own line. A line that is named
`id-version` lets whoever needs that one ruleset import no other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Final, Protocol

from delvebook.domain.errors import BrokenRuleError, UnknownRulesetError
from delvebook.domain.ruleset import AnyRuleset

GROUP: Final = "delvebook.rulesets"


class _Entry(Protocol):
    """An entry point of the group."""

    def load(self) -> Callable[[], AnyRuleset]: ...


@cache
def all_rulesets() -> Mapping[str, AnyRuleset]:
    """Every registered ruleset by `id@version`, sorted by key."""
    found: dict[str, AnyRuleset] = {}
    for entry in entry_points(group=GROUP):
        ruleset = _ruleset_of(entry)
        if ruleset.key in found:
            raise BrokenRuleError(f"two packages register {ruleset.key}")
        found[ruleset.key] = ruleset
    return MappingProxyType(dict(sorted(found.items())))


def get_ruleset(key: str) -> AnyRuleset:
    """
    The ruleset `id@version`; of a bare `id`, the newest version.

    Raises:
        UnknownRulesetError: The message lists the known ones.
    """
    if (alone := _ruleset_alone(key)) is not None:
        return alone
    known = all_rulesets()
    if key in known:
        return known[key]
    versions = [ruleset for ruleset in known.values() if ruleset.id == key]
    if not versions:
        raise UnknownRulesetError(
            f"there is no ruleset {key[:60]!r}; there are {', '.join(known) or 'none'}", rulesets=list(known)
        )
    return max(versions, key=lambda ruleset: ruleset.version)


@cache
def _ruleset_of(entry: _Entry) -> AnyRuleset:
    """The one ruleset of an entry, however it is asked for."""
    return entry.load()()


def _ruleset_alone(key: str) -> AnyRuleset | None:
    """
    The ruleset of the one entry that is named for this key, if the others have not been imported.

    To import all titles takes half a second, and a command that reads one record needs one of them.
    """
    return None if all_rulesets.cache_info().currsize else _named_for(key)


@cache
def _named_for(key: str) -> AnyRuleset | None:
    name, at, version = key.partition("@")
    found = tuple(entry_points(group=GROUP, name=f"{name}-{version}")) if at else ()
    ruleset = _ruleset_of(found[0]) if len(found) == 1 else None
    return ruleset if ruleset is not None and ruleset.key == key else None
