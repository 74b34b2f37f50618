"""The components: prizes and bid cards, read from `content.json`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from delvebook.domain.ruleset import load_data

PACKAGE: Final = "tests.titles.bids"


@dataclass(frozen=True, slots=True)
class Content:
    """
    The contents of the box.

    Attributes:
        worth: The points of each prize.
        bids: The bid cards of one seat, by strength.
    """

    worth: Mapping[str, int]
    bids: Sequence[int]

    @property
    def prizes(self) -> list[str]:
        """Every prize, by id."""
        return sorted(self.worth)


def parse_content(raw: Mapping[str, Any]) -> Content:
    """Returns the components that `content.json` lists."""
    return Content({prize["id"]: prize["worth"] for prize in raw["prizes"]}, tuple(raw["bids"]))


CONTENT: Final = parse_content(load_data(PACKAGE, "content.json"))
