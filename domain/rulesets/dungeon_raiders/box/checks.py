"""The checks of the components in `content.json` when they are loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.ruleset import Printed
from delvebook.domain.rulesets.dungeon_raiders.box.components import ITEMS, LIVING_COUNTS, SYMBOLS, Boss, Content, Room


def check_content(raw: Mapping[str, object], content: Content) -> None:
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


def _check_counts(raw: Printed, content: Content) -> None:
    printed = raw["counts"]["components"]
    copies = {"monsters": "monster", "treasures": "treasure", "traps": "trap", "vaults": "vault"}
    for group, kind in copies.items():
        count = sum(room.copies for room in content.rooms.values() if room.kind == kind)
        _require(count == printed[group], f"{count} {group}, not {printed[group]}")
    _require(len(content.characters) == printed["characters"], "the number of characters is wrong")
    _require(len(content.bosses) == printed["bosses"], "the number of bosses is wrong")
    for group in (*copies, "characters", "bosses", "items"):
        ids = [card["id"] for card in raw[group]["cards"]]
        _require(len(ids) == len(set(ids)), f"an id twice among the {group}")
        _require(raw[group]["source"] in raw["sources"], f"{group} name no source")
    _require(tuple(content.items) == ITEMS, "the item types are not the known ones")
    _require(all(item.copies > 0 for item in content.items.values()), "an item without copies")
    abilities = [item.ability for item in content.items.values() if item.ability is not None]
    _require(sorted(abilities) == ["light", "sight"], "one item to light and one to look into")
    _require(content.power == (1, 2, 3, 4, 5), "the power cards are not 1 to 5")
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
    if (trap := room.trap) is not None:
        _require(trap.judged in ("highest", "lowest") and trap.hits in ("most", "all"), f"{room.id}: invalid rule")
        _require(trap.of in ("treasure", "life"), f"{room.id} takes {trap.of}")
        _require(set(trap.loss) <= set(content.power), f"{room.id} is sprung by no card")
    if room.kind == "vault":
        _require(set(room.rewards) == set(content.power), f"{room.id} needs one shelf for each value")
        for reward in room.rewards.values():
            _require(reward.kind in ("item", "coins", "potion") and reward.amount > 0, f"{room.id}: invalid reward")
            _require((reward.kind == "item") == (reward.item in content.items), f"{room.id}: invalid item")


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
