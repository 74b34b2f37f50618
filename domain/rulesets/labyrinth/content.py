"""
The cards and figures, read from `content.json` and checked against each other once, at load.

The rules take every count, exit and limit from here, so other cards need other data, not other code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.ruleset import Printed, load_data
from delvebook.domain.rulesets.labyrinth.box.checks import check_solo, check_source, check_zones, require
from delvebook.domain.rulesets.labyrinth.box.grid import EXIT_BITS, is_unchanged_by_turning, turned

PACKAGE: Final = "delvebook.domain.rulesets.labyrinth"
TYPES: Final = ("hero", "knight", "mage", "princess", "trophy", "steambot", "cage", "special", "location")
EFFECTS: Final = ("dragon", "thief", "market", "greed")


@dataclass(frozen=True, slots=True)
class Content:
    """
    One version of the title's content, ready for use.

    Attributes:
        version: The content version that games are created with.
        types: By card id, its type; in base order, which is the order the deck is built in.
        kinds: By Trophy, rock, paper or scissors.
        beats: By kind, the kind it beats.
        models: By Steambot, its model.
        suitable: By model, the kinds that beat it while the team has no Mage.
        suitable_with_mage: The kinds that beat any model while the team has the Mage.
        effects: By special card, what it does.
        burns: The kind of Trophy the Dragon burns.
        exits: By Location, its exits at rotation 0 as bits (`box.grid.EXIT_BITS`).
        rotations: By Location, the rotations that make a difference.
        exits_as_laid: By Location and rotation, its exits as it lies.
        heroes: By colour, the Hero card.
        knights: All Knights in id order.
        mage: The Mage.
        colours: The order in which rivals appear.
        trophy_preference: The kinds as a rival prefers them, best first.
        team_sizes: The sizes that may be chosen; `team_size` and `colour` are the defaults.
        removed: Cards that take no part.
        start, chest: The two Locations that are never in the deck.
        starting_trophy: The Trophy the team starts with.
        deck_knights: The number of Knights in the deck.
        location_limit: The number of laid Locations that ends the game.
        deck_rest: The deck without its Knights, in base order.
        deck_size: Cards in the deck at the start, for every team size.
        sorts: By card, its sort: a Trophy's kind, a Steambot's model, a Special's effect, or its type.
        deck_sorts: The sorts of the cards in the deck at the start.
    """

    version: int
    types: Mapping[str, str]
    kinds: Mapping[str, str]
    beats: Mapping[str, str]
    models: Mapping[str, str]
    suitable: Mapping[str, Sequence[str]]
    suitable_with_mage: Sequence[str]
    effects: Mapping[str, str]
    burns: str
    exits: Mapping[str, int]
    rotations: Mapping[str, Sequence[int]]
    exits_as_laid: Mapping[tuple[str, int], int]
    heroes: Mapping[str, str]
    knights: Sequence[str]
    mage: str
    colours: Sequence[str]
    trophy_preference: Sequence[str]
    team_sizes: Sequence[int]
    team_size: int
    colour: str
    removed: Sequence[str]
    start: str
    chest: str
    starting_trophy: str
    deck_knights: int
    location_limit: int
    deck_rest: Sequence[str]
    deck_size: int
    sorts: Mapping[str, str]
    deck_sorts: Sequence[str]


def parse_content(raw: Printed) -> Content:
    """
    The content of a data file.

    Raises:
        BrokenRuleError: Names the first thing in the file that cannot be right.
    """
    try:
        return _parse(raw)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BrokenRuleError(f"labyrinth content: {type(error).__name__} {error}") from error


def _parse(raw: Printed) -> Content:
    require(raw["game"] == "labyrinth", f"it is of the game {raw['game']!r}")
    require(type(raw["version"]) is int and raw["version"] >= 1, "its version is not a number from 1")
    cards = _cards(raw)
    types = {card: str(data["type"]) for card, data in cards.items()}
    solo = raw["solo"]
    beats, suitable, with_mage = _contests(raw)
    kinds = _by_card(cards, "trophy", "kind", beats)
    models = _by_card(cards, "steambot", "model", suitable)
    effects = _by_card(cards, "special", "effect", EFFECTS)
    exits = {card: _exits(data["exits"]) for card, data in cards.items() if types[card] == "location"}
    knights = [card for card in types if types[card] == "knight"]
    mages = [card for card in types if types[card] == "mage"]
    require(len(mages) == 1, f"there are {len(mages)} Mages, not one")
    heroes = {data["colour"]: card for card, data in cards.items() if types[card] == "hero"}
    aside = [*solo["removed"], solo["start"], solo["chest"], solo["starting_trophy"]]
    rest = [card for card in types if types[card] not in ("hero", "knight") and card not in aside]
    check_zones(types, aside, rest, effects)
    check_solo(solo, exits, kinds, knights, rest)
    colours, preference = raw["rivals"]["colours"], raw["rivals"]["trophy_preference"]
    check_source(raw["rivals"])
    check_source(raw["dragon"])
    require(raw["dragon"]["burns"] in beats, f"the Dragon burns {raw['dragon']['burns']!r}, which is unknown")
    require(sorted(colours) == sorted(heroes), "the rivals' colours are not those of the Hero cards")
    require(len(colours) > solo["deck_knights"], "there are more Knights in the deck than rival Hero cards")
    require(sorted(preference) == sorted(beats), "the rivals' preference does not name every kind once")
    require(solo["colour"] in colours, f"the default colour is {solo['colour']!r}, which is unknown")
    sorts = {**types, **kinds, **models, **effects}
    return Content(
        version=raw["version"],
        types=MappingProxyType(types),
        kinds=MappingProxyType(kinds),
        beats=MappingProxyType(beats),
        models=MappingProxyType(models),
        suitable=MappingProxyType(suitable),
        suitable_with_mage=with_mage,
        effects=MappingProxyType(effects),
        burns=raw["dragon"]["burns"],
        exits=MappingProxyType(exits),
        rotations=MappingProxyType(
            {card: (0,) if is_unchanged_by_turning(mask) else (0, 180) for card, mask in exits.items()}
        ),
        exits_as_laid=MappingProxyType(
            {(card, rotation): turned(mask, rotation) for card, mask in exits.items() for rotation in (0, 180)}
        ),
        heroes=MappingProxyType(heroes),
        knights=tuple(knights),
        mage=mages[0],
        colours=tuple(colours),
        trophy_preference=tuple(preference),
        team_sizes=tuple(solo["team_sizes"]),
        team_size=solo["team_size"],
        colour=solo["colour"],
        removed=tuple(solo["removed"]),
        start=solo["start"],
        chest=solo["chest"],
        starting_trophy=solo["starting_trophy"],
        deck_knights=solo["deck_knights"],
        location_limit=solo["location_limit"],
        deck_rest=tuple(rest),
        deck_size=len(rest) + solo["deck_knights"],
        sorts=MappingProxyType(sorts),
        deck_sorts=tuple(dict.fromkeys(sorts[card] for card in (*knights, *rest))),
    )


def _cards(raw: Printed) -> dict[str, Printed]:
    """Every card by id, with its type and the other fields of its group."""
    cards: dict[str, Printed] = {}
    for group in raw["components"]:
        check_source(group)
        require(group["type"] in TYPES, f"there are no cards of the type {group['type']!r}")
        named = f"the {group['type']} group of {group['cards'][0]['id']}"
        require(len(group["cards"]) == group["count"], f"{named} has {len(group['cards'])} cards, not {group['count']}")
        shared = {key: value for key, value in group.items() if key not in ("source", "count", "cards")}
        for card in group["cards"]:
            require(card["id"] not in cards, f"there are two cards {card['id']!r}")
            cards[card["id"]] = {**shared, **card}
    require(len(cards) == raw["cards_total"], f"there are {len(cards)} cards, not {raw['cards_total']}")
    return cards


def _contests(raw: Printed) -> tuple[dict[str, str], dict[str, tuple[str, ...]], tuple[str, ...]]:
    """Which kind beats which, and which kinds beat which Steambot without and with the Mage."""
    check_source(raw["trophies"])
    check_source(raw["steambots"])
    beats: dict[str, str] = dict(raw["trophies"]["beats"])
    require(sorted(beats) == sorted(beats.values()), "each kind of Trophy must beat one kind and lose to one")
    require(all(kind != beaten for kind, beaten in beats.items()), "a kind of Trophy beats itself")
    suitable = {model: tuple(kinds) for model, kinds in raw["steambots"]["beaten_by"].items()}
    with_mage = tuple(raw["steambots"]["beaten_by_with_mage"])
    for kinds in (*suitable.values(), with_mage):
        require(bool(kinds), "a Steambot is beaten by nothing")
        require(all(kind in beats for kind in kinds), f"a Steambot is beaten by {', '.join(kinds)}")
    return beats, suitable, with_mage


def _by_card(
    cards: Mapping[str, Printed], type_: str, field: str, domain: Mapping[str, Any] | Sequence[str]
) -> dict[str, str]:
    """One field of all cards of a type, each value in its domain."""
    found = {card: str(data[field]) for card, data in cards.items() if data["type"] == type_}
    for card, value in found.items():
        require(value in domain, f"{card} has the {field} {value!r}")
    return found


def _exits(letters: str) -> int:
    """A Location's exits as bits."""
    require(bool(letters) and all(one in EXIT_BITS for one in letters), f"a Location has invalid exits: {letters!r}")
    require(len(set(letters)) == len(letters), f"a Location names an exit twice: {letters!r}")
    return sum(EXIT_BITS[letter] for letter in letters)


CONTENT: Final = parse_content(load_data(PACKAGE, "content.json"))
"""The published content. Schemas and bots use this one; the rules use the `Content` they are given."""
