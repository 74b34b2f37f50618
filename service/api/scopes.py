"""The rights of each scope in words, for the consent page, the documentation, and the metadata."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from delvebook.domain.phrases import Language
from delvebook.service.identity.caller import ARBITRATE, BOTS, EXPORT, FILE, OPERATE, PLAY, READ

SCOPES_IN_WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {
        READ: "See your games as you see them, your own cards included",
        PLAY: "Play for you: create games, sit down, act",
        BOTS: "Play as this bot: create games, sit down, act",
        EXPORT: "Download records of games as you see them",
        FILE: "Dispute games in your name, and appeal",
        ARBITRATE: "Judge disputes in your name, and look into running games for that",
        OPERATE: "Run the service in your name: offices, accounts, the audit trail",
    },
    "ru": {
        READ: "Видеть ваши партии так, как их видите вы, вместе с вашими картами",
        PLAY: "Играть за вас: создавать партии, садиться за стол, ходить",
        BOTS: "Играть за этого бота: создавать партии, садиться за стол, ходить",
        EXPORT: "Скачивать записи партий в том виде, в каком они видны вам",
        FILE: "Оспаривать партии от вашего имени и обжаловать решения",
        ARBITRATE: "Разбирать споры от вашего имени и для этого заглядывать в идущие партии",
        OPERATE: "Управлять сервисом от вашего имени: должностями, учётными записями, журналом действий",
    },
}
