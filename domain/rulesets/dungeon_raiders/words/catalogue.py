"""The components and the meaning of every id, for clients that draw the table. The texts are in `catalogue.json`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from delvebook.domain.catalogue import Catalogue, Component, LookUp, Symbol, Text
from delvebook.domain.phrases import LANGUAGES, Phrasebook, Voice
from delvebook.domain.ruleset import Printed, load_data
from delvebook.domain.rulesets.dungeon_raiders.box.components import (
    POWER_VALUE,
    SYMBOLS,
    Boss,
    Content,
    Item,
    Reward,
    Room,
    Trap,
)
from delvebook.domain.rulesets.dungeon_raiders.cards.boss import is_strength_in_itself
from delvebook.domain.rulesets.dungeon_raiders.content import PACKAGE
from delvebook.domain.rulesets.dungeon_raiders.words.rooms import room_rule, symbol_value

KINDS: Final[Mapping[str, str]] = {
    "monster": "monster",
    "treasure": "treasure_room",
    "trap": "trap",
    "vault": "vault",
    "boss": "boss",
}
"""By kind of room, its id in the catalogue. `treasure` already names what is gained there."""

NOTHING: Final[Text] = {"en": "", "ru": ""}


def catalogue_of(content: Content) -> Catalogue:
    """The catalogue's part of this title."""
    texts = load_data(PACKAGE, "catalogue.json")
    book = Phrasebook(load_data(PACKAGE, "texts.json"))
    return {
        "summary": texts["summary"],
        "kinds": texts["kinds"],
        "components": _components(content, book, texts),
        "maps": [],
        "figures": texts["figures"],
        "symbols": [_symbol(id_, texts["symbols"][id_]) for id_ in SYMBOLS],
        "tables": _tables(content, texts["tables"]),
        "terms": texts["terms"],
    }


def _told(tell: Callable[[Voice], str]) -> Text:
    """The text in each language."""
    english, russian = (tell(Voice(language)) for language in LANGUAGES)
    return {"en": english, "ru": russian}


def _components(content: Content, book: Phrasebook, texts: Printed) -> list[Component]:
    """Everything in the box, in the order of the rulebook's list."""

    def component(id_: str, kind: str, text: Text, figures: Mapping[str, object], count: int) -> Component:
        name = _told(lambda voice: book.name(id_, voice, "title"))
        return {"id": id_, "kind": kind, "name": name, "text": text, "figures": figures, "count": count}

    def rule(card: str) -> Text:
        return _told(lambda voice: room_rule(content, book, card, voice, strength="printed"))

    rooms = [
        component(room.id, KINDS[room.kind], rule(room.id), _room_figures(room), room.copies)
        for room in content.rooms.values()
    ]
    sets = len(content.characters)
    power = [
        component(card, "power_card", _power_text(texts["power_card"], value), {"value": value}, sets)
        for card, value in POWER_VALUE.items()
    ]
    items = [
        component(item.id, "item", texts["items"][item.id], _item_figures(item), item.copies)
        for item in content.items.values()
    ]
    characters = [
        component(
            one.id,
            "character",
            NOTHING,
            {"life": one.life, "treasure": one.treasure, "items": list(one.items)},
            1,
        )
        for one in content.characters.values()
    ]
    bosses = [component(boss.id, "boss", rule(boss.id), _boss_figures(boss), 1) for boss in content.bosses.values()]
    others: list[Component] = [
        {
            "id": id_,
            "kind": one["kind"],
            "name": one["name"],
            "text": one["text"],
            "figures": {},
            "count": one["count"],
        }
        for id_, one in texts["others"].items()
    ]
    return [*rooms, *bosses, *power, *items, *characters, *others]


def _power_text(template: Text, value: int) -> Text:
    return {"en": template["en"].format(value=value), "ru": template["ru"].format(value=value)}


def _room_figures(room: Room) -> dict[str, object]:
    """What is printed on a dungeon card."""
    if room.kind == "monster":
        return {"strength": _by_text(room.strength), "wounds": room.wounds}
    if room.kind == "treasure":
        return {"chests": list(room.chests)}
    if room.trap is not None:
        return _trap_figures(room.trap)
    return {"rewards": {str(value): _reward(reward) for value, reward in sorted(room.rewards.items())}}


def _trap_figures(trap: Trap) -> dict[str, object]:
    loss = {str(value): "half" if lost is None else lost for value, lost in sorted(trap.loss.items())}
    return {"judged": trap.judged, "hits": trap.hits, "takes": trap.of, "loss": loss}


def _reward(reward: Reward) -> object:
    """A shelf of a vault: an item's id, or how many coins, or how much life a potion gives."""
    return reward.item if reward.kind == "item" else {reward.kind: reward.amount}


def _boss_figures(boss: Boss) -> dict[str, object]:
    symbols = [{symbol: symbol_value(boss, symbol)} if SYMBOLS[symbol] else symbol for symbol in boss.symbols]
    return {"strength": _by_text(boss.strength), "wounds": boss.wounds, "symbols": symbols}


def _item_figures(item: Item) -> dict[str, object]:
    if item.counts_in is None:
        return {"ability": item.ability}
    rooms = [KINDS[item.counts_in], *(["boss"] if item.counts_in == "monster" else [])]
    return {"value": item.value, "counts_in": rooms}


def _by_text(figures: Mapping[int, int]) -> dict[str, int]:
    """The figures with their numbers as text, as JSON requires."""
    return {str(number): figure for number, figure in figures.items()}


def _symbol(id_: str, told: Printed) -> Symbol:
    return {"id": id_, "symbol": told["symbol"], "name": told["name"], "text": told["text"]}


def _tables(content: Content, texts: Printed) -> list[LookUp]:
    """The tables that people look things up in."""
    monsters: list[Room | Boss] = [
        *(room for room in content.rooms.values() if room.kind == "monster"),
        *content.bosses.values(),
    ]
    traps = [(room.id, room.trap) for room in content.rooms.values() if room.trap is not None]
    vaults = [room for room in content.rooms.values() if room.kind == "vault"]
    rows: dict[str, list[list[object]]] = {
        "strengths": [[card.id, *card.strength.values(), card.wounds] for card in monsters],
        "losses": [[card, trap.judged, trap.hits, trap.of, *_losses(content, trap)] for card, trap in traps],
        "rewards": [[room.id, *(_reward(room.rewards[value]) for value in content.power)] for room in vaults],
        "characters": [[one.id, one.life, one.treasure, list(one.items)] for one in content.characters.values()],
        "values": [[card, *_values(content, card)] for card in [*POWER_VALUE, *content.items]],
        "setup": _setup(content),
    }
    return [_look_up(id_, texts[id_], rows[id_]) for id_ in rows]


def _look_up(id_: str, told: Printed, rows: list[list[object]]) -> LookUp:
    columns = [{"id": column, "name": name} for column, name in told["columns"].items()]
    return {"id": id_, "name": told["name"], "columns": columns, "rows": rows, "text": told["text"]}  # type: ignore[typeddict-item]


def _losses(content: Content, trap: Trap) -> Sequence[object]:
    """The trap's loss for each value; 0 if there is none."""
    lost = {value: trap.loss.get(value, 0) for value in content.power}
    return ["half" if amount is None else amount for amount in lost.values()]


def _values(content: Content, card: str) -> Sequence[int | None]:
    """The card's value in each kind of room, against a boss without symbols, and for a boss's chest."""
    if card in POWER_VALUE:
        return [POWER_VALUE[card]] * 6
    item = content.items[card]
    rooms = [item.value if item.counts_in == kind else None for kind in ("monster", "treasure", "trap", "vault")]
    boss = None if card == content.sight else item.value if is_strength_in_itself(content, card) else 0
    return [*rooms, boss, item.value if item.counts_in == "treasure" else None]


def _setup(content: Content) -> list[list[object]]:
    """The numbers of the setup, which do not depend on seats or options."""
    counts = content.counts
    return [
        ["levels", counts.levels],
        ["rooms_per_level", counts.rooms],
        ["dungeon_cards", len(content.deck)],
        ["removed_cards", counts.removed],
        ["lit_rooms", counts.lit],
        ["dark_rooms", counts.levels * counts.rooms - counts.lit],
        ["bosses", 1],
        *([item.id, item.copies] for item in content.items.values()),
        ["life_max", counts.life_max],
        ["boss_places", counts.boss_places],
    ]
