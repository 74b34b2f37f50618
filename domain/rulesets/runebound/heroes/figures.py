"""
Figures as they stand now: attributes, damage, modifiers, target numbers, prices.

Nothing here changes a state. The functions read public parts alone, so they work for a table made from a view as well
as for a state.
"""

from __future__ import annotations

from collections.abc import Mapping

from delvebook.domain.ruleset import Printed
from delvebook.domain.rulesets.runebound.box.vocabulary import ATTRIBUTE_OF, SKILLS, TERRAINS
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.state import ENEMY, Ally, Hero, State, current_combat, hex_of, opponent

HERO = "hero"


def life(content: Content, hero: Hero) -> int:
    """A hero's life, raises included."""
    return int(content.heroes[hero["id"]]["life"] + hero["raises"]["life"])


def stamina(content: Content, hero: Hero) -> int:
    """A hero's stamina, raises included."""
    return int(content.heroes[hero["id"]]["stamina"] + hero["raises"]["stamina"])


def ally_of(hero: Hero, ally: str) -> Ally | None:
    """The hero's ally of that id with its markers; None if it has no such ally."""
    return next((one for one in hero["allies"] if one["id"] == ally), None)


def limits_of(content: Content, hero: Hero, character: str) -> tuple[int, int]:
    """Life and stamina of the hero or of one of its allies."""
    if character == HERO:
        return life(content, hero), stamina(content, hero)
    card = content.items[character]
    return int(card["life"]), int(card["stamina"])


def markers_of(hero: Hero, character: str) -> Hero | Ally:
    """The object that holds the character's wounds and fatigue: the hero itself, or its ally."""
    if character == HERO:
        return hero
    found = ally_of(hero, character)
    if found is None:
        raise KeyError(character)
    return found


def payable(content: Content, hero: Hero, character: str) -> int:
    """The most fatigue the character can take by choice without its wounds reaching its life. Clauses: RB-013."""
    most_wounds, most_fatigue = limits_of(content, hero, character)
    markers = markers_of(hero, character)
    return int(max(0, most_fatigue - markers["fatigue"] + most_wounds - markers["wounds"] - 1))


def is_duel(state: State) -> bool:
    """Whether two heroes fight each other."""
    return state["combat"] is not None and state["combat"]["card"] is None


def enemy_card(state: State) -> str:
    """The enemy card being fought. Asked only in a fight against a card."""
    card = current_combat(state)["card"]
    if card is None:
        raise AssertionError("the fight is between heroes")
    return card


def enemy_rule(content: Content, state: State, type_: str) -> Mapping[str, object] | None:
    """The lasting rule of that type on the enemy card being fought, if it has one."""
    combat = state["combat"]
    if combat is None or combat["card"] is None:
        return None
    return content.always[combat["card"]].get(type_)


def allies_in_play(content: Content, state: State, seat: int) -> list[str]:
    """
    The seat's face-up allies whose text counts now, in the order they joined.

    Clauses: RB-009, RB-152, RB-156, `no_allies`.
    """
    combat, hero = state["combat"], state["heroes"][seat]
    if not hero["allies"]:
        return []
    if combat is not None and (
        (combat["card"] is None and seat in combat["seats"] and seat != combat["fighter"])
        or (seat == state["active"] and enemy_rule(content, state, "no_allies") is not None)
    ):
        return []
    return [ally["id"] for ally in hero["allies"] if ally["id"] not in hero["down"]]


def faces_up(hero: Hero) -> list[str]:
    """The hero card and its face-up artifacts, the hero first, then by id (RB-009)."""
    if not hero["artifacts"]:
        return [hero["id"]]
    return [hero["id"], *sorted(card for card in hero["artifacts"] if card not in hero["down"])]


def serving(content: Content, state: State, seat: int) -> list[str]:
    """Every card whose passive `dice`, `ease`, `skill` and `price` serve the hero (RB-015)."""
    return [*faces_up(state["heroes"][seat]), *allies_in_play(content, state, seat)]


def bearing(content: Content, state: State, seat: int, character: str, kind: str) -> list[str]:
    """
    Every card whose passive `roll` and `damage` of that kind are the character's.

    Clauses: RB-015, RB-016, `weapons_off`.
    """
    if character != HERO:
        return [character] if character in allies_in_play(content, state, seat) else []
    cards = faces_up(state["heroes"][seat])
    if len(cards) > 1 and weapons_are_off(content, state, seat, kind):
        return [card for card in cards if not is_weapon(content, card)]
    return cards


def is_weapon(content: Content, card: str) -> bool:
    """Whether the card is a weapon artifact."""
    return card in content.items and content.items[card].get("slot") == "weapon"


def weapons_are_off(content: Content, state: State, seat: int, kind: str) -> bool:
    """Whether the enemy card forbids this seat's weapons in that kind of fight."""
    rule = enemy_rule(content, state, "weapons_off")
    return rule is not None and rule["kind"] == kind and seat == state["active"]


def attribute(content: Content, state: State, seat: int, name: str) -> int:
    """The hero's attribute with raises and `attr` effects."""
    hero = state["heroes"][seat]
    total: int = content.heroes[hero["id"]]["attributes"][name] + hero["raises"][name]
    for card in faces_up(hero):
        total += content.passives[card].attributes.get(name, 0)
    return total


def character_attribute(content: Content, state: State, seat: int, character: str, name: str) -> int:
    """The attribute of the hero or of one of its allies."""
    if character == HERO:
        return attribute(content, state, seat, name)
    return int(content.items[character]["attributes"][name])


def hampered(state: State, side: str, name: str) -> int:
    """The amount by which an attribute or a damage of that side is lowered in this combat."""
    combat = state["combat"]
    if combat is None:
        return 0
    return int(combat["hampered"].get(side, {}).get(name, 0))


def roll_bonus(content: Content, state: State, seat: int, character: str, roll: str) -> int:
    """The bonus to a roll apart from die, attribute and boosts. Clauses: RB-015, RB-016, RB-158, `rollmod`."""
    kind = roll.partition(":")[0]
    total = 0
    for card in bearing(content, state, seat, character, kind):
        total += content.passives[card].rolls.get(roll, 0)
    if state["events"]:
        total += content.event_rolls[state["events"][-1]].get(roll, 0)
    if character == HERO and is_duel(state):
        total -= hampered(state, str(seat), ATTRIBUTE_OF.get(kind, "mind"))
    return total


def damage(content: Content, state: State, seat: int, character: str, kind: str) -> int:
    """The damage of that kind that the character would do now; never below 0."""
    if character == HERO:
        base = content.heroes[state["heroes"][seat]["id"]]["damage"][kind]
    else:
        base = content.items[character]["damage"][kind]
    total = int(base)
    for card in bearing(content, state, seat, character, kind):
        total += content.passives[card].damage.get(kind, 0)
    if character == HERO and is_duel(state):
        total -= hampered(state, str(seat), kind)
    return max(0, total)


def skill(content: Content, state: State, seat: int, name: str) -> int:
    """The modifier one use of the skill adds; 0 if the hero lacks it (RB-062)."""
    own: int = content.heroes[state["heroes"][seat]["id"]]["skills"].get(name, 0)
    return own + sum(content.passives[card].skills.get(name, 0) for card in serving(content, state, seat))


def skills(content: Content, state: State, seat: int) -> dict[str, int]:
    """Every skill that the hero has, with the modifier of one use (RB-062)."""
    found = dict.fromkeys(SKILLS, 0) | content.heroes[state["heroes"][seat]["id"]]["skills"]
    for card in serving(content, state, seat):
        for name, n in content.passives[card].skills.items():
            found[name] += n
    return {name: n for name, n in found.items() if n}


def target_number(content: Content, state: State, name: str) -> int:
    """The enemy card's target number of that attribute, as modified now; never below 0. Clauses: RB-095."""
    card_id = enemy_card(state)
    card = content.adventures[card_id]
    total: int = card["enemy"]["attributes"][name]
    scale = content.always[card_id].get("scale")
    if scale is not None:
        hero = state["heroes"][state["active"]]
        total += scale["n"] * len(hero["allies"] if scale["per"] == "ally" else hero["runes"])
    for effect in lasting(content, state):
        if effect["type"] == "foe" and effect["colour"] == card["colour"] and effect["attribute"] in (name, "all"):
            total += effect["n"]
    return int(max(0, total - hampered(state, ENEMY, name)))


def enemy_damage(content: Content, state: State, kind: str) -> int:
    """The enemy card's damage of that kind, as modified now; never below 0. Clauses: RB-095."""
    card = enemy_card(state)
    enemy = content.adventures[card]["enemy"]
    total: int = max(0, enemy["damage"][kind] - hampered(state, ENEMY, kind))
    fury = content.always[card].get("fury")
    if fury is not None and total > 0 and current_combat(state)["wounds"] * 2 >= enemy["life"]:
        total += fury["n"]
    return total


def target_seat(state: State) -> int:
    """Between heroes, the seat that is the target of this round. Clauses: RB-151."""
    combat = current_combat(state)
    return opponent(combat, combat["fighter"])


def enemy_blow(content: Content, state: State, kind: str) -> int:
    """The damage of that kind that a failure against the enemy, card or hero, costs now."""
    if is_duel(state):
        return damage(content, state, target_seat(state), HERO, kind)
    return enemy_damage(content, state, kind)


def number_to_beat(content: Content, state: State, kind: str) -> int:
    """The target number of a step, as modified now; between heroes what the target has thrown."""
    combat = current_combat(state)
    if combat["card"] is None:
        return int(combat["number"] or 0)
    return target_number(content, state, ATTRIBUTE_OF[kind])


def lasting(content: Content, state: State) -> list[Printed]:
    """The lasting effects of the event on top of the event box (RB-112)."""
    return content.lasting[state["events"][-1]] if state["events"] else []


def price_change(content: Content, state: State, seat: int, what: str) -> int:
    """The change to what the seat pays for buying, hiring or healing, positive or negative."""
    change = sum(content.passives[card].prices.get(what, 0) for card in serving(content, state, seat))
    for effect in lasting(content, state):
        if effect["type"] == "price" and effect["what"] == what:
            change += effect["n"]
    return change


def price(content: Content, state: State, seat: int, card: str) -> int:
    """The price that the seat pays for a Market card now, at least 1 (RB-177)."""
    item = content.items[card]
    what = "hire" if item["type"] == "ally" else "buy"
    return int(max(1, item["price"] + price_change(content, state, seat, what)))


def heal_fee(content: Content, state: State, seat: int) -> int | None:
    """The price of healing one character for the seat now, at least 0; None if no one is healed (RB-175, RB-177)."""
    if any(effect["type"] == "no_heal" for effect in lasting(content, state)):
        return None
    return int(max(0, content.rules["heal_price"] + price_change(content, state, seat, "heal")))


def movement_dice(content: Content, state: State, seat: int) -> int:
    """The number of movement dice the hero has where it stands, before any is rested. Clauses: RB-030."""
    in_town = content.map.terrain[hex_of(state["heroes"][seat])] == "town"
    dice = content.rules["movement_dice"]
    total: int = dice["town"] if in_town else dice["elsewhere"]
    total += sum(content.passives[card].dice for card in serving(content, state, seat))
    for effect in lasting(content, state):
        if effect["type"] == "movedice" and not (effect["when"] == "wild" and in_town):
            total += effect["n"]
    return int(max(dice["least"], total))


def eased(content: Content, state: State, seat: int) -> list[str]:
    """The terrains any die pays for (RB-045), in the vocabulary's order."""
    found = [terrain for card in serving(content, state, seat) for terrain in content.passives[card].eases]
    return [terrain for terrain in TERRAINS if terrain in found]


def crowded(content: Content, hero: Hero) -> str | None:
    """The first kind of card the hero has too many of: weapon, armour or ally; None if it keeps all limits."""
    slots = [content.items[card]["slot"] for card in hero["artifacts"]]
    if slots.count("weapon") > content.rules["weapons_max"]:
        return "weapon"
    if slots.count("armour") > content.rules["armour_max"]:
        return "armour"
    if len(hero["allies"]) > content.rules["allies_max"]:
        return "ally"
    return None


def of_kind(content: Content, hero: Hero, kind: str) -> list[str]:
    """The hero's cards of a crowded kind, in the order they came."""
    if kind == "ally":
        return [ally["id"] for ally in hero["allies"]]
    return [card for card in hero["artifacts"] if content.items[card]["slot"] == kind]


def experience(content: Content, hero: Hero) -> int:
    """The hero's unspent experience: the worth of its counters, and the points on paper (RB-196)."""
    return int(sum(content.worth[colour] * n for colour, n in hero["counters"].items()) + hero["paper"])


def raise_cost(content: Content, state: State) -> int:
    """The cost of a raise in this game (RB-195)."""
    return int(state["options"]["xp_cost"] or content.xp_costs[str(len(state["heroes"]))])
