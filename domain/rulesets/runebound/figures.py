"""
Figures as they stand now: attributes, damage, modifiers, target numbers, prices.

Questions only; nothing here changes a state. They are asked of public parts alone, so a view answers
them as well as a state does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from delvebook.domain.rulesets.runebound.content import Book
from delvebook.domain.rulesets.runebound.vocabulary import ATTRIBUTE_OF, TERRAINS

Table = Mapping[str, Any]
HERO = "hero"


def life(book: Book, hero: Table) -> int:
    """A hero's life, raises included."""
    return int(book.heroes[hero["id"]]["life"] + hero["raises"]["life"])


def stamina(book: Book, hero: Table) -> int:
    """A hero's stamina, raises included."""
    return int(book.heroes[hero["id"]]["stamina"] + hero["raises"]["stamina"])


def ally_of(hero: Table, ally: str) -> dict[str, Any] | None:
    """The hero's ally of that id with its markers; None if it has no such ally."""
    for one in hero["allies"]:
        if one["id"] == ally:
            found: dict[str, Any] = one
            return found
    return None


def limits_of(book: Book, hero: Table, character: str) -> tuple[int, int]:
    """Life and stamina of the hero or of one of its allies."""
    if character == HERO:
        return life(book, hero), stamina(book, hero)
    card = book.items[character]
    return int(card["life"]), int(card["stamina"])


def markers_of(hero: Table, character: str) -> Any:
    """Where the character's wounds and fatigue lie: the hero itself, or its ally."""
    if character == HERO:
        return hero
    found = ally_of(hero, character)
    if found is None:
        raise KeyError(character)
    return found


def payable(book: Book, hero: Table, character: str) -> int:
    """
    The most fatigue the character can take by choice without its wounds reaching its life.

    Clauses: RB-013.
    """
    most_wounds, most_fatigue = limits_of(book, hero, character)
    markers = markers_of(hero, character)
    return int(max(0, most_fatigue - markers["fatigue"] + most_wounds - markers["wounds"] - 1))


def is_duel(state: Table) -> bool:
    """Whether two heroes fight each other."""
    return state["combat"] is not None and state["combat"]["card"] is None


def enemy_rule(book: Book, state: Table, type_: str) -> Mapping[str, Any] | None:
    """The lasting rule of that type on the enemy card being fought, if it has one."""
    combat = state["combat"]
    if combat is None or combat["card"] is None:
        return None
    return book.always[combat["card"]].get(type_)


def allies_in_play(book: Book, state: Table, seat: int) -> list[str]:
    """
    The seat's face-up allies whose text counts now, in the order they joined.

    Clauses: RB-009, RB-152, RB-156, `no_allies`.
    """
    combat, hero = state["combat"], state["heroes"][seat]
    if combat is not None and (
        (combat["card"] is None and seat in combat["seats"] and seat != combat["fighter"])
        or (seat == state["active"] and enemy_rule(book, state, "no_allies") is not None)
    ):
        return []
    return [ally["id"] for ally in hero["allies"] if ally["id"] not in hero["down"]]


def faces_up(hero: Table) -> list[str]:
    """The hero card and its face-up artifacts, the hero first, then by id (RB-009)."""
    return [hero["id"], *sorted(card for card in hero["artifacts"] if card not in hero["down"])]


def serving(book: Book, state: Table, seat: int) -> list[str]:
    """Every card whose passive `dice`, `ease`, `skill` and `price` serve the hero (RB-015)."""
    return [*faces_up(state["heroes"][seat]), *allies_in_play(book, state, seat)]


def bearing(book: Book, state: Table, seat: int, character: str, kind: str) -> list[str]:
    """
    Every card whose passive `roll` and `damage` of that kind are the character's.

    Clauses: RB-015, RB-016, `weapons_off`.
    """
    if character != HERO:
        return [character] if character in allies_in_play(book, state, seat) else []
    hero = state["heroes"][seat]
    cards = faces_up(hero)
    if weapons_are_off(book, state, seat, kind):
        cards = [card for card in cards if not is_weapon(book, card)]
    return cards


def is_weapon(book: Book, card: str) -> bool:
    """Whether the card is a weapon artifact."""
    return card in book.items and book.items[card].get("slot") == "weapon"


def weapons_are_off(book: Book, state: Table, seat: int, kind: str) -> bool:
    """Whether the enemy card forbids this seat's weapons in that kind of fight."""
    rule = enemy_rule(book, state, "weapons_off")
    return rule is not None and rule["kind"] == kind and seat == state["active"]


def attribute(book: Book, state: Table, seat: int, name: str) -> int:
    """The hero's attribute with raises and `attr` effects."""
    hero = state["heroes"][seat]
    total: int = book.heroes[hero["id"]]["attributes"][name] + hero["raises"][name]
    for card in faces_up(hero):
        total += book.passives[card].attributes.get(name, 0)
    return total


def character_attribute(book: Book, state: Table, seat: int, character: str, name: str) -> int:
    """The attribute of the hero or of one of its allies."""
    if character == HERO:
        return attribute(book, state, seat, name)
    return int(book.items[character]["attributes"][name])


def hampered(state: Table, side: str, name: str) -> int:
    """By how much an attribute or a damage of that side is lowered in this combat."""
    combat = state["combat"]
    if combat is None:
        return 0
    return int(combat["hampered"].get(side, {}).get(name, 0))


def roll_bonus(book: Book, state: Table, seat: int, character: str, roll: str) -> int:
    """
    What is added to a roll besides die, attribute and boosts.

    Clauses: RB-015, RB-016, RB-158, `rollmod`.
    """
    kind = roll.partition(":")[0]
    total = sum(book.passives[card].rolls.get(roll, 0) for card in bearing(book, state, seat, character, kind))
    if state["events"]:
        total += book.event_rolls[state["events"][-1]].get(roll, 0)
    if character == HERO and is_duel(state):
        total -= hampered(state, str(seat), ATTRIBUTE_OF.get(kind, "mind"))
    return total


def damage(book: Book, state: Table, seat: int, character: str, kind: str) -> int:
    """The damage of that kind that the character would do now; never below 0."""
    if character == HERO:
        base = book.heroes[state["heroes"][seat]["id"]]["damage"][kind]
    else:
        base = book.items[character]["damage"][kind]
    total: int = base + sum(
        book.passives[card].damage.get(kind, 0) for card in bearing(book, state, seat, character, kind)
    )
    if character == HERO and is_duel(state):
        total -= hampered(state, str(seat), kind)
    return int(max(0, total))


def skill(book: Book, state: Table, seat: int, name: str) -> int:
    """The modifier one use of the skill adds; 0 if the hero lacks it (RB-062)."""
    own: int = book.heroes[state["heroes"][seat]["id"]]["skills"].get(name, 0)
    return own + sum(book.passives[card].skills.get(name, 0) for card in serving(book, state, seat))


def target_number(book: Book, state: Table, name: str) -> int:
    """
    The enemy card's target number of that attribute, as modified now; never below 0.

    Clauses: RB-095.
    """
    combat = state["combat"]
    card = book.adventures[combat["card"]]
    total: int = card["enemy"]["attributes"][name]
    scale = book.always[combat["card"]].get("scale")
    if scale is not None:
        hero = state["heroes"][state["active"]]
        total += scale["n"] * len(hero["allies"] if scale["per"] == "ally" else hero["runes"])
    for effect in lasting(book, state):
        if effect["type"] == "foe" and effect["colour"] == card["colour"] and effect["attribute"] in (name, "all"):
            total += effect["n"]
    return int(max(0, total - hampered(state, "enemy", name)))


def enemy_damage(book: Book, state: Table, kind: str) -> int:
    """
    The enemy card's damage of that kind, as modified now; never below 0.

    Clauses: RB-095.
    """
    combat = state["combat"]
    enemy = book.adventures[combat["card"]]["enemy"]
    total: int = max(0, enemy["damage"][kind] - hampered(state, "enemy", kind))
    fury = book.always[combat["card"]].get("fury")
    if fury is not None and total > 0 and combat["wounds"] * 2 >= enemy["life"]:
        total += fury["n"]
    return total


def lasting(book: Book, state: Table) -> list[Mapping[str, Any]]:
    """The lasting effects of the event on top of the event box (RB-112)."""
    return book.lasting[state["events"][-1]] if state["events"] else []


def price_change(book: Book, state: Table, seat: int, what: str) -> int:
    """What the seat pays more or less for buying, hiring or healing."""
    change = sum(book.passives[card].prices.get(what, 0) for card in serving(book, state, seat))
    for effect in lasting(book, state):
        if effect["type"] == "price" and effect["what"] == what:
            change += effect["n"]
    return change


def price(book: Book, state: Table, seat: int, card: str) -> int:
    """What the seat pays for a Market card now; at least 1 (RB-177)."""
    item = book.items[card]
    what = "hire" if item["type"] == "ally" else "buy"
    return int(max(1, item["price"] + price_change(book, state, seat, what)))


def heal_fee(book: Book, state: Table, seat: int) -> int | None:
    """What healing one character costs the seat now, at least 0; None if no one is healed (RB-175, RB-177)."""
    if any(effect["type"] == "no_heal" for effect in lasting(book, state)):
        return None
    return int(max(0, book.rules["heal_price"] + price_change(book, state, seat, "heal")))


def movement_dice(book: Book, state: Table, seat: int) -> int:
    """
    How many movement dice the hero has where it stands, none rested.

    Clauses: RB-030.
    """
    in_town = book.map.terrain[state["heroes"][seat]["hex"]] == "town"
    dice = book.rules["movement_dice"]
    total: int = dice["town"] if in_town else dice["elsewhere"]
    total += sum(book.passives[card].dice for card in serving(book, state, seat))
    for effect in lasting(book, state):
        if effect["type"] == "movedice" and not (effect["when"] == "wild" and in_town):
            total += effect["n"]
    return int(max(dice["least"], total))


def eased(book: Book, state: Table, seat: int) -> list[str]:
    """The terrains any die pays for (RB-045), in the vocabulary's order."""
    found = [terrain for card in serving(book, state, seat) for terrain in book.passives[card].eases]
    return [terrain for terrain in TERRAINS if terrain in found]


def crowded(book: Book, hero: Table) -> str | None:
    """The first kind of card the hero has too many of: weapon, armour or ally; None if it keeps all limits."""
    slots = [book.items[card]["slot"] for card in hero["artifacts"]]
    if slots.count("weapon") > book.rules["weapons_max"]:
        return "weapon"
    if slots.count("armour") > book.rules["armour_max"]:
        return "armour"
    if len(hero["allies"]) > book.rules["allies_max"]:
        return "ally"
    return None


def of_kind(book: Book, hero: Table, kind: str) -> list[str]:
    """The hero's cards of a crowded kind, in the order they came."""
    if kind == "ally":
        return [ally["id"] for ally in hero["allies"]]
    return [card for card in hero["artifacts"] if book.items[card]["slot"] == kind]


def experience(book: Book, hero: Table) -> int:
    """The hero's unspent experience: the worth of its counters, and the points on paper (RB-196)."""
    return int(sum(book.worth[colour] * n for colour, n in hero["counters"].items()) + hero["paper"])


def raise_cost(book: Book, state: Table) -> int:
    """What a raise costs in this game (RB-195)."""
    return int(state["options"]["xp_cost"] or book.xp_costs[str(len(state["heroes"]))])
