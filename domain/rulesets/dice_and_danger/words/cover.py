"""The lid of the box."""

from __future__ import annotations

from typing import Final

from delvebook.domain.covers import Cover

COVER: Final = Cover(
    minutes=(20, 35),
    weight=2,
    lead={
        "en": "For everybody who likes to roll dice and to plan a route of their own.",
        "ru": "Для тех, кто любит бросать кубики и прокладывать свой маршрут.",
    },
    round={"en": "round {round}", "ru": "раунд {round}"},
)
