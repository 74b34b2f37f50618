"""Why the rules forbid an action, as data; a title's `texts.json` tells it in words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

PLAIN: Final = "plain"
"""The key of a refusal that is a finished English sentence."""


class Refusal(NamedTuple):
    """
    Why an action is refused.

    Attributes:
        key: The key of its sentence under `refusals` in `texts.json`; stable, because clients use it, too.
        clause: The id of the clause that decides.
        fields: The ids, seats and numbers in the sentence, as plain data. Only what the acting seat may know.
    """

    key: str
    clause: str
    fields: Mapping[str, Any] = MappingProxyType({})

    @classmethod
    def plain(cls, sentence: str, clause: str) -> Refusal:
        """A refusal with the same English sentence in every language."""
        return cls(PLAIN, clause, {"sentence": sentence})
