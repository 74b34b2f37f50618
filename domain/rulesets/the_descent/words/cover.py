"""The lid of the box."""

from __future__ import annotations

from typing import Final

from delvebook.domain.covers import Cover

COVER: Final = Cover(
    minutes=(10, 30),
    weight=3,
    lead={
        "en": "For players who like to look before they leap: a cave to map, and others to outrun.",
        "ru": "Для тех, кто любит сначала осмотреться: надо разведать пещеру и обогнать остальных.",
    },
    round={"en": "round {round}", "ru": "круг {round}"},
)
