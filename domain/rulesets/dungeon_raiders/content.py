"""
The printed components: read from `content.json`, and checked to fit together.

Knows nothing of a game under way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.ruleset import load_data
from delvebook.domain.rulesets.dungeon_raiders.box.components import (
    ITEMS,
    LIVING_COUNTS,
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


def parse_content(raw: Mapping[str, Any]) -> Content:
    """
    The components as `content.json` lists them.

    Raises:
        BrokenRuleError: A figure is missing or contradicts another; names the component.
    """
    try:
        content = _read(raw)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BrokenRuleError(f"dungeon-raiders content: not in shape: {error!r}") from None
    _check(raw, content)
    return content


def _read(raw: Mapping[str, Any]) -> Content:
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


def _room(card: Mapping[str, Any], kind: Kind, **figures: Any) -> Room:
    nothing: dict[str, Any] = {"strength": {}, "wounds": 0, "chests": (), "trap": None, "rewards": {}}
    return Room(id=card["id"], kind=kind, copies=card["copies"], **{**nothing, **figures})


def _monster(card: Mapping[str, Any]) -> Room:
    return _room(card, "monster", strength=_by_number(card["strength"]), wounds=card["wounds"])


def _treasure_room(card: Mapping[str, Any]) -> Room:
    return _room(card, "treasure", chests=tuple(card["chests"]))


def _trap_room(card: Mapping[str, Any]) -> Room:
    loss = {value: None if lost == "half" else lost for value, lost in _by_number(card["loss"]).items()}
    return _room(card, "trap", trap=Trap(card["judged"], card["hits"], card["of"], loss))


def _vault(card: Mapping[str, Any]) -> Room:
    return _room(
        card, "vault", rewards={value: _reward(reward) for value, reward in _by_number(card["rewards"]).items()}
    )


def _reward(shelf: Mapping[str, Any]) -> Reward:
    ((kind, what),) = shelf.items()
    if kind == "item":
        return Reward("item", what, 1)
    if kind == "coins":
        return Reward("coins", None, what)
    if kind == "potion":
        return Reward("potion", None, what)
    raise ValueError(f"a shelf with {kind}")


def _boss(card: Mapping[str, Any]) -> Boss:
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


def _by_number(table: Mapping[str, Any]) -> dict[int, Any]:
    return {int(key): value for key, value in table.items()}


def _check(raw: Mapping[str, Any], content: Content) -> None:
    """Raises unless the components fit together."""
    _check_counts(raw, content)
    for room in content.rooms.values():
        _check_room(room, content)
    for boss in content.bosses.values():
        _check_boss(boss, content)
    for character in content.characters.values():
        _require(0 < character.life <= content.counts.life_max, f"{character.id} begins with {character.life} life")
        _require(character.treasure >= 0, f"{character.id} begins with {character.treasure} treasure")
        _require(all(item in content.items for item in character.items), f"{character.id} begins with unknown items")
    used = {code for boss in content.bosses.values() for code in boss.symbols}
    _require(used == set(SYMBOLS), f"symbols without a boss: {sorted(set(SYMBOLS) - used)}")


def _check_counts(raw: Mapping[str, Any], content: Content) -> None:
    printed = raw["counts"]["components"]
    copies = {"monsters": "monster", "treasures": "treasure", "traps": "trap", "vaults": "vault"}
    for group, kind in copies.items():
        count = sum(room.copies for room in content.rooms.values() if room.kind == kind)
        _require(count == printed[group], f"{count} {group}, not {printed[group]}")
    _require(len(content.characters) == printed["characters"], "the number of characters")
    _require(len(content.bosses) == printed["bosses"], "the number of bosses")
    for group in (*copies, "characters", "bosses", "items"):
        ids = [card["id"] for card in raw[group]["cards"]]
        _require(len(ids) == len(set(ids)), f"an id twice among the {group}")
        _require(raw[group]["source"] in raw["sources"], f"{group} name no source")
    _require(tuple(content.items) == ITEMS, "the item types")
    _require(all(item.copies > 0 for item in content.items.values()), "an item without copies")
    abilities = [item.ability for item in content.items.values() if item.ability is not None]
    _require(sorted(abilities) == ["light", "sight"], "one item to light and one to look into")
    _require(content.power == (1, 2, 3, 4, 5), "the power cards")
    counts = content.counts
    in_play = counts.levels * counts.rooms - 1
    _require(len(content.deck) - counts.removed == in_play, "the dungeon does not fill its levels")
    _require(0 <= counts.lit <= in_play, "more lit rooms than rooms")
    for item in ITEMS:
        begun = sum(character.items.count(item) for character in content.characters.values())
        _require(begun <= content.items[item].copies, f"more {item} cards at the start than there are")


def _check_room(room: Room, content: Content) -> None:
    if room.kind == "monster":
        _check_strength(room.id, room.strength)
        _require(room.wounds > 0, f"{room.id} has no wounds")
    if room.kind == "treasure":
        _require(len(room.chests) in (1, 2) and min(room.chests) > 0, f"{room.id} has {len(room.chests)} chests")
        _require(sorted(set(room.chests), reverse=True) == list(room.chests), f"{room.id}: richest chest first")
    if room.trap is not None:
        _require(room.trap.judged in ("highest", "lowest") and room.trap.hits in ("most", "all"), f"{room.id}'s rule")
        _require(room.trap.of in ("treasure", "life"), f"{room.id} takes {room.trap.of}")
        _require(set(room.trap.loss) <= set(content.power), f"{room.id} is sprung by no card")
    if room.kind == "vault":
        _require(set(room.rewards) == set(content.power), f"{room.id} needs one shelf for each value")
        for reward in room.rewards.values():
            _require(reward.kind in ("item", "coins", "potion") and reward.amount > 0, f"{room.id}'s shelf")
            _require((reward.kind == "item") == (reward.item in content.items), f"{room.id}'s item")


def _check_boss(boss: Boss, content: Content) -> None:
    _check_strength(boss.id, boss.strength)
    _require(boss.id not in content.rooms, f"{boss.id} is a room as well")
    spared = boss.petrify or boss.wounds_highest_card
    _require((boss.wounds is None) == spared, f"{boss.id}: printed wounds and its symbols disagree")
    _require(not (boss.double and boss.chest is not None), f"{boss.id} is double and has a chest")
    for item in boss.banned:
        _require(item not in boss.item_values, f"{boss.id} bans a {item} it gives a value")
    _require(not (boss.hits_highest and boss.hits_lowest_two), f"{boss.id} hits both the highest and the lowest")
    _require(not (boss.petrify and boss.wounds_highest_card), f"{boss.id} both petrifies and wounds")


def _check_strength(card: str, strength: Mapping[int, int]) -> None:
    _require(tuple(strength) == LIVING_COUNTS, f"{card} needs a strength for 3, 4 and 5 living")
    _require(_rises(list(strength.values())), f"{card}'s strength does not rise with the living")


def _rises(figures: Sequence[int]) -> bool:
    return all(low < high for low, high in pairwise(figures))


def _require(holds: bool, what: str) -> None:  # noqa: FBT001
    if not holds:
        raise BrokenRuleError(f"dungeon-raiders content: {what}")


CONTENT: Final = parse_content(load_data(PACKAGE, "content.json"))
