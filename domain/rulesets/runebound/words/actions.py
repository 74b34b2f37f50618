"""The words and cases of an action's sentence. Where the table is known, they tell what is at stake."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypedDict

from delvebook.domain.phrases import Voice
from delvebook.domain.rulesets.runebound.box.vocabulary import ATTRIBUTE_OF
from delvebook.domain.rulesets.runebound.content import CONTENT
from delvebook.domain.rulesets.runebound.heroes.dice import kind_of
from delvebook.domain.rulesets.runebound.heroes.figures import (
    HERO,
    attribute,
    enemy_blow,
    experience,
    heal_fee,
    life,
    markers_of,
    movement_dice,
    price,
    raise_cost,
    roll_bonus,
    skill,
    stamina,
)
from delvebook.domain.rulesets.runebound.state import Action, Hero, State, hex_of
from delvebook.domain.rulesets.runebound.table.counters import colour_of_counter, unfinished_on
from delvebook.domain.rulesets.runebound.turn.market import selling_price
from delvebook.domain.rulesets.runebound.words.cards import (
    Said,
    Told,
    adventure_text,
    capital,
    colour_words,
    cost_text,
    effects_text,
    fragment,
    item_text,
    name,
    own_name,
    place_text,
    quoted,
    signed,
    test_name,
)
from delvebook.domain.rulesets.runebound.words.facts import numbers, one_face


class Card(TypedDict):
    """An action that names a card."""

    card: str


class Desk(NamedTuple):
    """The acting seat's view of its decision, as a state with every public part, so that figures can be asked."""

    state: State
    frame: Mapping[str, Any]

    @property
    def seat(self) -> int:
        """The acting seat."""
        return int(self.frame["seat"])

    @property
    def hero(self) -> Hero:
        """The acting seat's hero."""
        return self.state["heroes"][self.seat]


def action_words(action: Action, voice: Voice, desk: Desk | None) -> Told:
    """The cases of the action's sentence and its words."""
    teller = _ACTIONS.get(action["type"])
    return ((), {}) if teller is None else teller(action, voice, desk)


def _called(character: str, voice: Voice, desk: Desk | None) -> str:
    """A hero by its own name where the table is at hand, or an ally."""
    if character == HERO and desk is not None and not voice.brief:
        return name(desk.hero["id"], voice)
    return own_name(character, voice)


def _rest(action: Action, voice: Voice, desk: Desk | None) -> Told:
    wanted = {HERO: action["hero"], **action["allies"]}
    rests = [fragment("rested", voice, n=n, character=_called(one, voice, desk)) for one, n in wanted.items() if n]
    return (() if desk is None else ("seen",)), {"n": sum(wanted.values()), "rests": ", ".join(rests)}


def _roll_movement(action: Action, voice: Voice, desk: Desk | None) -> Told:
    if desk is None:
        return (), {}
    return ("seen",), {"n": movement_dice(CONTENT, desk.state, desk.seat) - int(desk.frame["rested"])}


def _place(action: Action, voice: Voice, desk: Desk | None) -> Told:
    if action["to"] is None:
        return ("nothing",), {}
    return (), {"hex": action["to"], "place": place_text(action["to"], voice, None if desk is None else desk.state)}


def _stay(action: Action, voice: Voice, desk: Desk | None) -> Told:
    if desk is None:
        return (), {}
    here = hex_of(desk.hero)
    return ("seen",), {"hex": here, "place": place_text(here, voice, desk.state)}


def _move(action: Action, voice: Voice, desk: Desk | None) -> Told:
    if not action["path"]:
        return ("nothing",), {}
    *way, end = action["path"]
    words = {"end": end, "place": place_text(end, voice, None if desk is None else desk.state)}
    return (("far",) if way else ()), {**words, "way": way}


def _use_ability(action: Action, voice: Voice, desk: Desk | None) -> Told:
    chosen: Said = {}
    if "target" in action:
        chosen["target"] = _called(action["target"], voice, desk)
    if "town" in action:
        chosen["town"] = name(action["town"], voice)
    if "dice" in action:
        chosen["dice"] = _dice(action["dice"], voice, desk)
    said = ", ".join(str(one) for one in chosen.values())
    source = action["source"]
    hero = ("hero",) if source == HERO else ()
    if desk is None and hero:
        return ("unseen", *hero), {"chosen": f": {said}" if said else ""}
    card = desk.hero["id"] if hero and desk is not None else source
    ability = CONTENT.abilities[card][action["index"]]
    words: Said = {"card": own_name(card, voice), "chosen": said}
    if desk is None:
        effects = effects_text(ability["effects"], voice, chosen)
        cost = cost_text(ability["cost"], voice)
        return ("unseen", *(() if said else ("plain",))), {**words, "cost": cost, "effects": effects}
    again = any(effect["type"] == "reroll" for effect in ability["effects"])
    return (*hero, *(("again",) if again else () if said else ("plain",))), words


def _dice(dice: Sequence[int], voice: Voice, desk: Desk | None) -> str:
    """Movement dice by their numbers, with what they show where that is known."""
    if desk is None or desk.frame["do"] != "choose_path":
        return numbers(dice)
    return ", ".join(f"{index + 1} ({one_face(desk.frame['dice'][index], voice)})" for index in dice)


def _attempt_adventure(action: Action, voice: Voice, desk: Desk | None) -> Told:
    if desk is None:
        return (), {}
    here = hex_of(desk.hero)
    found = unfinished_on(desk.state, here)
    if found is not None:
        card = found[1]["card"]
        return ("unfinished",), {"card": card, "text": adventure_text(card, voice)}
    colour = str(colour_of_counter(CONTENT, desk.state, here))
    return ("seen",), {**colour_words(CONTENT, colour, voice), "colour": colour, "hex": here}


def _attack_hero(action: Action, voice: Voice, desk: Desk | None) -> Told:
    if desk is None:
        return (), {}
    other = desk.state["heroes"][action["seat"]]
    left = life(CONTENT, other) - other["wounds"]
    words = {"hero": other["id"], "left": left, "text": _cards_of(other, voice), "own": _cards_of(desk.hero, voice)}
    return ("seen",), words


def _cards_of(hero: Hero, voice: Voice) -> str:
    """The cards that can be taken from the hero."""
    cards = [*hero["runes"], *hero["artifacts"], *(ally["id"] for ally in hero["allies"])]
    return ", ".join(quoted(own_name(card, voice), voice) for card in cards) or fragment("nothing", voice)


def _decline(action: Action, voice: Voice, desk: Desk | None) -> Told:
    if desk is None:
        return (), {}
    here = desk.hero["hex"]
    heroes = sum(hero["hex"] == here for hero in desk.state["heroes"])
    colour = colour_of_counter(CONTENT, desk.state, hex_of(desk.hero))
    if heroes == 1:
        return ("adventure",), {}
    return (("attack",) if colour is None else ()), {}


def _boosts(action: Action, voice: Voice, desk: Desk | None) -> str:
    """The boosts of a roll, each with what it adds, and with its cost where the stakes do not tell it."""
    items = []
    for boost in action["boosts"]:
        card = desk.hero["id"] if boost["source"] == HERO and desk is not None else boost["source"]
        said = quoted(own_name(card, voice), voice)
        if card in CONTENT.abilities:
            added = max(CONTENT.boosts[card, boost["index"]].values()) * boost["times"]
            ability = CONTENT.abilities[card][boost["index"]]
            cost = {**ability["cost"], "n": ability["cost"].get("n", 0) * boost["times"]}
            said += f" {signed(added)}{cost_text(cost, voice) if desk is None and not voice.brief else ''}"
        elif boost["times"] > 1:
            said += f" ×{boost['times']}"
        items.append(said)
    return fragment("with", voice, items=", ".join(items)) if items else ""


def _boosted(action: Action, desk: Desk, roll: str) -> int:
    """The sum that the boosts of an action add to the roll."""
    total = 0
    for boost in action["boosts"]:
        card = desk.hero["id"] if boost["source"] == HERO else boost["source"]
        total += CONTENT.boosts[card, boost["index"]].get(roll, 0) * boost["times"]
    return total


def _roll_test(action: Action, voice: Voice, desk: Desk | None) -> Told:
    uses = action["skill_uses"]
    once = ("once",) if uses == 1 else ()
    with_ = _boosts(action, voice, desk)
    if desk is None:
        skilled = fragment("skill_times", voice, "unseen", *once, n=uses) if uses else ""
        return (), {"skill": skilled, "with": with_}
    frame = desk.frame
    each = skill(CONTENT, desk.state, desk.seat, frame["skill"])
    skilled = fragment("skill_times", voice, *once, n=uses, bonus=uses * each) if uses else ""
    test = test_name(frame, voice)
    return ("seen",), {"test": test, "target": frame["target"], "skill": skilled, "with": with_}


def _try_escape(action: Action, voice: Voice, desk: Desk | None) -> Told:
    return (() if desk is None else ("seen",)), {"with": _boosts(action, voice, desk)}


def _step(action: Action, voice: Voice, desk: Desk | None) -> Told:
    """An attack or a defence in a step of a combat round."""
    called = _called(action.get("character", HERO), voice, desk)
    words: Said = {"with": _boosts(action, voice, desk), "character": called}
    if desk is None:
        return (), words
    kind = name(desk.frame["kind"], voice)
    harmless = action["type"] == "defend" and not enemy_blow(CONTENT, desk.state, desk.frame["kind"])
    return ("seen", *(("harmless",) if harmless else ())), {**words, "kind": kind, "Kind": capital(kind)}


def _roll_defence(action: Action, voice: Voice, desk: Desk | None) -> Told:
    words: Said = {"with": _boosts(action, voice, desk)}
    if desk is None:
        return (), words
    kind = desk.frame["kind"]
    roll = f"{kind}:defend"
    bonus = attribute(CONTENT, desk.state, desk.seat, ATTRIBUTE_OF[kind])
    bonus += roll_bonus(CONTENT, desk.state, desk.seat, HERO, roll) + _boosted(action, desk, roll)
    return ("seen",), {**words, "kind": name(kind_of(kind), voice), "bonus": bonus}


def _pass(action: Action, voice: Voice, desk: Desk | None) -> Told:
    if desk is None:
        return (), {}
    return (desk.frame["do"],), {"n": desk.frame.get("wounds", 0)}


def _choose_exhaust(action: Action, voice: Voice, desk: Desk | None) -> Told:
    return (), {"cards": ", ".join(quoted(own_name(card, voice), voice) for card in action["cards"])}


def _choose_card(action: Action, voice: Voice, desk: Desk | None) -> Told:
    return _card(action["card"], voice)


def _card(card: str | None, voice: Voice) -> Told:
    if card is None:
        return ("nothing",), {}
    return (), {"card": own_name(card, voice), "text": item_text(card, voice)}


def _buy(action: Card, voice: Voice, desk: Desk | None) -> Told:
    words = _card(action["card"], voice)[1]
    if desk is None:
        return (), words
    due = price(CONTENT, desk.state, desk.seat, action["card"])
    return ("seen",), {**words, "price": due, "gold": desk.hero["gold"]}


def _sell(action: Card, voice: Voice, desk: Desk | None) -> Told:
    gold = selling_price(CONTENT.items[action["card"]]["price"] or 0)
    return (), {**_card(action["card"], voice)[1], "price": gold, "gold": gold}


def _heal(action: Action, voice: Voice, desk: Desk | None) -> Told:
    character = _called(action["character"], voice, desk)
    if desk is None:
        return (), {"character": character}
    wounds = markers_of(desk.hero, action["character"])["wounds"]
    fee = heal_fee(CONTENT, desk.state, desk.seat)
    free = () if fee else ("free",)
    return ("seen", *free), {"character": character, "fee": fee, "n": wounds, "gold": desk.hero["gold"]}


def _raise_stat(action: Action, voice: Voice, desk: Desk | None) -> Told:
    if desk is None:
        return (), {}
    stat = action["stat"]
    limits = {"life": life(CONTENT, desk.hero), "stamina": stamina(CONTENT, desk.hero)}
    own = CONTENT.heroes[desk.hero["id"]]["attributes"]
    now = limits[stat] if stat in limits else own[stat] + desk.hero["raises"][stat]
    cost, have = raise_cost(CONTENT, desk.state), experience(CONTENT, desk.hero)
    return ("seen",), {"Stat": capital(name(stat, voice)), "now": now, "then": now + 1, "cost": cost, "have": have}


def _end_turn(action: Action, voice: Voice, desk: Desk | None) -> Told:
    return ((), {}) if desk is None else (("seen",), {"have": experience(CONTENT, desk.hero)})


_ACTIONS: Final[Mapping[str, Callable[..., Told]]] = {
    "rest": _rest,
    "roll_movement": _roll_movement,
    "step_one": _place,
    "stay": _stay,
    "move": _move,
    "use_ability": _use_ability,
    "attempt_adventure": _attempt_adventure,
    "attack_hero": _attack_hero,
    "decline_adventure": _decline,
    "roll_test": _roll_test,
    "try_escape": _try_escape,
    "retreat": _place,
    "attack": _step,
    "defend": _step,
    "roll_defence": _roll_defence,
    "pass": _pass,
    "choose_exhaust": _choose_exhaust,
    "choose_discard": _choose_card,
    "choose_loot": _choose_card,
    "take_spoils": _choose_card,
    "buy": _buy,
    "hire": _buy,
    "sell": _sell,
    "heal": _heal,
    "raise_stat": _raise_stat,
    "end_turn": _end_turn,
}
"""By action type, the function that returns the cases of its sentence and its words."""
