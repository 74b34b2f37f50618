"""The lid of the box."""

from __future__ import annotations

from typing import Final

from delvebook.domain.covers import Cover

COVER: Final = Cover(
    minutes=(5, 10),
    weight=1,
    lead={
        "en": "One secret card a room: quick to learn, and good for a first game.",
        "ru": "Одна тайная карта на комнату: правила просты, с неё хорошо начинать.",
    },
    round={"en": "room {round}", "ru": "комната {round}"},
)
