"""Which sentence of `texts.json` fits a fact or an action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from delvebook.domain.kit.phrases import Language, Phrasebook
from delvebook.domain.ruleset import View
from delvebook.domain.rulesets.runebound.content import Content

_WITH: Final[Mapping[Language, str]] = {"en": ", with {}", "ru": ", с помощью: {}"}
_FOR: Final[Mapping[Language, str]] = {"en": " for {}", "ru": ", цель: {}"}
_TO: Final[Mapping[Language, str]] = {"en": ", to {}", "ru": ", куда: {}"}
_DICE: Final[Mapping[Language, str]] = {"en": " on dice {}", "ru": ", кубики: {}"}
_SKILL: Final[Mapping[Language, str]] = {"en": ", using the skill ×{}", "ru": ", применяя умение ×{}"}
_COUNTS: Final = ("n", "times", "dice")
_MAY_BE_NOTHING: Final = {"retreat": "to", "choose_loot": "card", "take_spoils": "card"}


def phrasebook_of(texts: Mapping[str, Any], content: Content) -> Phrasebook:
    """The sentences of `texts.json`; hexes that are not towns are called by their coordinates."""
    hexes = {hex_: {"en": hex_.upper(), "ru": hex_.upper()} for hex_ in content.map.names}
    return Phrasebook({**texts, "names": {**hexes, **texts["names"]}})


def tell_fact(book: Phrasebook, fact: Mapping[str, Any], language: Language) -> str:
    """The fact as one sentence; a single wound, use or die has a sentence of its own."""
    cases = ("one",) if any(fact.get(count) == 1 for count in _COUNTS) else ()
    return book.fact(fact, language, *cases)


def tell_action(book: Phrasebook, action: Mapping[str, Any], language: Language, *, view: View | None = None) -> str:
    """The action as one sentence, as one would announce it."""
    said = dict(action)
    cases: tuple[str, ...] = ()
    if "boosts" in action:
        said["with"] = _boosts(book, action["boosts"], language)
    if action["type"] == "roll_test":
        said["skill"] = _SKILL[language].format(action["skill_uses"]) if action["skill_uses"] else ""
    if (action["type"] in _MAY_BE_NOTHING and action[_MAY_BE_NOTHING[action["type"]]] is None) or (
        action["type"] == "move" and not action["path"]
    ):
        cases = ("nothing",)
    elif action["type"] == "use_ability":
        said["choices"] = _choices(book, action, language)
    elif action["type"] == "rest":
        rests = {"hero": action["hero"], **action["allies"]}
        said["rests"] = ", ".join(f"{book.name(one, language)} {n}" for one, n in rests.items() if n)
    return book.action(said, language, *cases)


def _boosts(book: Phrasebook, boosts: list[Mapping[str, Any]], language: Language) -> str:
    named = [
        book.name(boost["source"], language) + (f" ×{boost['times']}" if boost["times"] > 1 else "") for boost in boosts
    ]
    return _WITH[language].format(", ".join(named)) if named else ""


def _choices(book: Phrasebook, action: Mapping[str, Any], language: Language) -> str:
    told = ""
    if "target" in action:
        told += _FOR[language].format(book.name(action["target"], language))
    if "town" in action:
        told += _TO[language].format(book.name(action["town"], language))
    if "dice" in action:
        told += _DICE[language].format(", ".join(str(index + 1) for index in action["dice"]))
    return told
