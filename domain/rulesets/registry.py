"""
The registered titles: all that are installed under the entry-point group `delvebook.rulesets`.

A title of ours is one line in `pyproject.toml`; a third party's package brings its own line.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Final

from delvebook.domain.errors import BrokenRuleError, UnknownRulesetError
from delvebook.domain.ruleset import AnyRuleset

GROUP: Final = "delvebook.rulesets"


@cache
def all_rulesets() -> Mapping[str, AnyRuleset]:
    """Every registered ruleset by `id@version`, sorted by key."""
    found: dict[str, AnyRuleset] = {}
    for entry in entry_points(group=GROUP):
        ruleset: AnyRuleset = entry.load()()
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
    known = all_rulesets()
    if key in known:
        return known[key]
    versions = [ruleset for ruleset in known.values() if ruleset.id == key]
    if not versions:
        raise UnknownRulesetError(
            f"there is no ruleset {key[:60]!r}; there are {', '.join(known) or 'none'}", rulesets=list(known)
        )
    return max(versions, key=lambda ruleset: ruleset.version)
