"""
The printed components: read from `content.json`, and checked to fit together.

This module knows nothing of a game in progress.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.ruleset import Printed, load_data
from delvebook.domain.rulesets.dungeon_raiders.box.checks import check_content
from delvebook.domain.rulesets.dungeon_raiders.box.components import (
    ITEMS,
    SYMBOLS,
    Boss,
    Character,
    Content,
    Counts,
    Item,
    Kind,
    Reward,
    Room,
    Trap,
)

PACKAGE: Final = "delvebook.domain.rulesets.dungeon_raiders"


def parse_content(raw: Mapping[str, object]) -> Content:
    """
    The components as `content.json` lists them.

    Raises:
        BrokenRuleError: A figure is missing or contradicts another; names the component.
    """
    try:
        content = _read(raw)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BrokenRuleError(f"dungeon-raiders content: not in shape: {error!r}") from None
    check_content(raw, content)
    return content


def _read(raw: Printed) -> Content:
    counts = {key: raw["counts"][key] for key in ("levels", "rooms", "removed", "lit", "life_max", "boss_places")}
    rooms = [
        *(_monster(card) for card in raw["monsters"]["cards"]),
        *(_treasure_room(card) for card in raw["treasures"]["cards"]),
        *(_trap_room(card) for card in raw["traps"]["cards"]),
        *(_vault(card) for card in raw["vaults"]["cards"]),
    ]
    characters = [
        Character(card["id"], card["life"], card["treasure"], tuple(card["items"]))
        for card in raw["characters"]["cards"]
    ]
    bosses = [_boss(card) for card in raw["bosses"]["cards"]]
    items = [
        Item(card["id"], card["copies"], card.get("ability"), card.get("value", 0), card.get("counts_in"))
        for card in raw["items"]["cards"]
    ]
    abilities = {item.ability: item.id for item in items}
    return Content(
        counts=Counts(**counts),
        power=tuple(raw["power"]["values"]),
        items={item.id: item for item in items},
        rooms={room.id: room for room in rooms},
        bosses={boss.id: boss for boss in bosses},
        characters={character.id: character for character in characters},
        deck=tuple(room.id for room in rooms for _ in range(room.copies)),
        item_vaults=tuple(room.id for room in rooms if any(reward.kind == "item" for reward in room.rewards.values())),
        light=abilities["light"],
        sight=abilities["sight"],
    )


def _room(card: Printed, kind: Kind, **figures: object) -> Room:
    nothing: dict[str, Any] = {"strength": {}, "wounds": 0, "chests": (), "trap": None, "rewards": {}}
    return Room(id=card["id"], kind=kind, copies=card["copies"], **{**nothing, **figures})


def _monster(card: Printed) -> Room:
    return _room(card, "monster", strength=_by_number(card["strength"]), wounds=card["wounds"])


def _treasure_room(card: Printed) -> Room:
    return _room(card, "treasure", chests=tuple(card["chests"]))


def _trap_room(card: Printed) -> Room:
    loss = {value: None if lost == "half" else lost for value, lost in _by_number(card["loss"]).items()}
    return _room(card, "trap", trap=Trap(card["judged"], card["hits"], card["of"], loss))


def _vault(card: Printed) -> Room:
    return _room(
        card, "vault", rewards={value: _reward(reward) for value, reward in _by_number(card["rewards"]).items()}
    )


def _reward(shelf: Printed) -> Reward:
    ((kind, what),) = shelf.items()
    if kind == "item":
        return Reward("item", what, 1)
    if kind == "coins":
        return Reward("coins", None, what)
    if kind == "potion":
        return Reward("potion", None, what)
    raise ValueError(f"a shelf with {kind}")


def _boss(card: Printed) -> Boss:
    given: dict[str, int | None] = {symbol["code"]: symbol.get("value") for symbol in card["symbols"]}
    if len(given) != len(card["symbols"]):
        raise ValueError(f"{card['id']} has a symbol twice")
    for code, value in given.items():
        if (value is not None) != SYMBOLS[code]:
            raise ValueError(f"{card['id']}: {code} {'needs a' if SYMBOLS[code] else 'takes no'} number")
    values = {item: given.get(f"{item}_value") for item in ITEMS}
    return Boss(
        id=card["id"],
        strength=_by_number(card["strength"]),
        wounds=card["wounds"],
        symbols=tuple(given),
        item_values={item: value for item, value in values.items() if value is not None},
        banned=tuple(item for item in ITEMS if f"no_{item}" in given),
        chest=given.get("chest"),
        hits_lowest_two="hits_lowest_two" in given,
        hits_highest="hits_highest" in given,
        wounds_highest_card="wounds_highest_card" in given,
        steal_highest_card="steal_highest_card" in given,
        petrify="petrify" in given,
        double="double" in given,
        torch_immunity="torch_immunity" in given,
    )


def _by_number(table: Printed) -> dict[int, Any]:
    return {int(key): value for key, value in table.items()}


CONTENT: Final = parse_content(load_data(PACKAGE, "content.json"))
