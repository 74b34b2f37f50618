"""The lid of the box."""

from __future__ import annotations

from typing import Final

from delvebook.domain.covers import Cover

COVER: Final = Cover(
    minutes=(90, 240),
    weight=4,
    lead={
        "en": "For a long evening: heroes grow, travel and fight on a large map.",
        "ru": "На долгий вечер: герои растут, странствуют и сражаются на большой карте.",
    },
    round={"en": "round {round}", "ru": "раунд {round}"},
)
