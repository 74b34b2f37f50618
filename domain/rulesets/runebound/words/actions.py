"""The words and cases of an action's sentence. Where the table is known, they tell what is at stake."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypedDict

from delvebook.domain.phrases import Voice
from delvebook.domain.rulesets.runebound.box.vocabulary import ATTRIBUTE_OF
from delvebook.domain.rulesets.runebound.content import CONTENT
from delvebook.domain.rulesets.runebound.heroes.dice import kind_of
from delvebook.domain.rulesets.runebound.heroes.figures import (
    HERO,
    attribute,
    character_attribute,
    damage,
    enemy_blow,
    experience,
    hampered,
    heal_fee,
    is_duel,
    life,
    markers_of,
    movement_dice,
    number_to_beat,
    price,
    raise_cost,
    roll_bonus,
    skill,
    stamina,
    target_number,
    target_seat,
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
    results_text,
    signed,
    test_name,
)
from delvebook.domain.rulesets.runebound.words.facts import numbers


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
    return (), {"n": sum(wanted.values()), "rests": ", ".join(rests)}


def _roll_movement(action: Action, voice: Voice, desk: Desk | None) -> Told:
    if desk is None:
        return (), {}
    return ("seen",), {"n": movement_dice(CONTENT, desk.state, desk.seat) - int(desk.frame["rested"])}


def _place(action: Action, voice: Voice, desk: Desk | None) -> Told:
    if action["to"] is None:
        return ("nothing",), {}
    return (), {
        "hex": name(action["to"], voice),
        "place": place_text(action["to"], voice, None if desk is None else desk.state),
    }


def _stay(action: Action, voice: Voice, desk: Desk | None) -> Told:
    if desk is None:
        return (), {}
    here = hex_of(desk.hero)
    return ("seen",), {"hex": name(here, voice), "place": place_text(hex_of(desk.hero), voice, desk.state)}


def _move(action: Action, voice: Voice, desk: Desk | None) -> Told:
    if not action["path"]:
        return ("nothing",), {}
    *way, end = action["path"]
    words = {"end": name(end, voice), "place": place_text(end, voice, None if desk is None else desk.state)}
    return (("far",) if way else ()), {**words, "way": ", ".join(name(hex_, voice) for hex_ in way)}


def _use_ability(action: Action, voice: Voice, desk: Desk | None) -> Told:
    chosen: Said = {}
    if "target" in action:
        chosen["target"] = _called(action["target"], voice, desk)
    if "town" in action:
        chosen["town"] = name(action["town"], voice)
    if "dice" in action:
        chosen["dice"] = numbers(action["dice"])
        if desk is not None and desk.frame["do"] == "choose_path":
            thrown = desk.frame["dice"]
            faces = {
                index: "/".join(name(t, voice) for t in CONTENT.faces[thrown[index] - 1]) for index in action["dice"]
            }
            chosen["dice"] = ", ".join(f"{index + 1} ({face})" for index, face in faces.items())
    source = action["source"]
    if source == HERO and desk is None:
        said = ", ".join(str(one) for one in chosen.values())
        return ("unseen",), {"effects": f": {said}" if said else ""}
    card = desk.hero["id"] if source == HERO and desk is not None else source
    ability = CONTENT.abilities[card][action["index"]]
    effects = effects_text(ability["effects"], voice, chosen)
    words = {"card": own_name(card, voice), "cost": cost_text(ability["cost"], voice), "effects": effects}
    said = ", ".join(str(one) for one in chosen.values())
    return (*(("hero",) if source == HERO else ()), *(() if said else ("plain",))), {**words, "chosen": said}


def _attempt_adventure(action: Action, voice: Voice, desk: Desk | None) -> Told:
    if desk is None:
        return (), {}
    here = hex_of(desk.hero)
    found = unfinished_on(desk.state, here)
    if found is not None:
        card = found[1]["card"]
        return ("unfinished",), {"card": name(card, voice), "text": adventure_text(card, voice)}
    colour = str(colour_of_counter(CONTENT, desk.state, here))
    words = {"colour": name(colour, voice), "hex": name(here, voice)}
    return ("seen",), {**colour_words(CONTENT, colour, voice), **words}


def _attack_hero(action: Action, voice: Voice, desk: Desk | None) -> Told:
    if desk is None:
        return (), {}
    other = desk.state["heroes"][action["seat"]]
    cards = [*other["runes"], *other["artifacts"], *(ally["id"] for ally in other["allies"])]
    owned = ", ".join(quoted(own_name(card, voice), voice) for card in cards)
    left = life(CONTENT, other) - other["wounds"]
    words = {"hero": name(other["id"], voice), "left": left, "text": owned or fragment("nothing", voice)}
    return ("seen",), words


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
    """The boosts of a roll, each with what it adds where that is known."""
    items = []
    for boost in action["boosts"]:
        card = desk.hero["id"] if boost["source"] == HERO and desk is not None else boost["source"]
        said = quoted(own_name(card, voice), voice)
        if card in CONTENT.abilities:
            added = max(CONTENT.boosts[card, boost["index"]].values()) * boost["times"]
            ability = CONTENT.abilities[card][boost["index"]]
            cost = {**ability["cost"], "n": ability["cost"].get("n", 0) * boost["times"]}
            said += f" {signed(added)}{'' if voice.brief else cost_text(cost, voice)}"
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


def _needs(desk: Desk, needed: int, voice: Voice) -> str:
    """The words for the number that the die has to show."""
    two = desk.state["options"]["dice"] == "2d10"
    case = ("never",) if needed > CONTENT.rules["die"] else ("sure",) if needed <= (2 if two else 1) else ()
    return fragment("needs", voice, *case, needed=needed)


def _roll_test(action: Action, voice: Voice, desk: Desk | None) -> Told:
    uses = action["skill_uses"]
    with_ = _boosts(action, voice, desk)
    if desk is None:
        skilled = fragment("skill_times", voice, "unseen", n=uses) if uses else ""
        return (), {"skill": skilled, "with": with_}
    frame, state, seat = desk.frame, desk.state, desk.seat
    roll = f"test:{frame['skill']}"
    each = skill(CONTENT, state, seat, frame["skill"])
    bonus = attribute(CONTENT, state, seat, frame["attribute"]) + roll_bonus(CONTENT, state, seat, HERO, roll)
    bonus += uses * each + _boosted(action, desk, roll)
    success, failure = _test_results(desk, voice)
    wounds = max(0, uses - max(0, stamina(CONTENT, desk.hero) - desk.hero["fatigue"]))
    cases = ("wounds",) if wounds else ()
    skilled = fragment("skill_times", voice, *cases, n=uses, n_wounds=wounds, bonus=uses * each) if uses else ""
    words = {
        "test": test_name(frame, voice),
        "target": frame["target"],
        "skill": skilled,
        "with": with_,
        "needs": _needs(desk, frame["target"] - bonus, voice),
        "success": success,
        "failure": failure,
    }
    return ("seen",), words


def _test_results(desk: Desk, voice: Voice) -> tuple[str, str]:
    """The results of success and of failure in the test at hand, in words."""
    attempt = desk.state["facing"]
    if desk.frame["purpose"] == "rule" or attempt is None or attempt["card"] is None:
        return fragment("nothing", voice), results_text(desk.frame["fail"], voice, "")
    text = CONTENT.adventures[attempt["card"]]
    failure = [results_text(text["failure"], voice, text["id"])] if text["failure"] else []
    if text["category"] == "challenge":
        failure.append(fragment("track", voice))
    lost = ", ".join(failure) or fragment("nothing", voice)
    return results_text(text["reward"], voice, text["id"]), lost


def _try_escape(action: Action, voice: Voice, desk: Desk | None) -> Told:
    with_ = _boosts(action, voice, desk)
    if desk is None:
        return (), {"with": with_}
    state, seat = desk.state, desk.seat
    own = attribute(CONTENT, state, seat, "mind") + roll_bonus(CONTENT, state, seat, HERO, "escape")
    own += _boosted(action, desk, "escape")
    if is_duel(state):
        other = target_seat(state)
        target = attribute(CONTENT, state, other, "mind") - hampered(state, str(other), "mind")
        return ("duel",), {"with": with_, "own": own, "target": target}
    needed = target_number(CONTENT, state, "mind") - own
    return ("seen",), {"with": with_, "needs": _needs(desk, needed, voice)}


def _step(action: Action, voice: Voice, desk: Desk | None) -> Told:
    """An attack or a defence in a step of a combat round."""
    character = action.get("character", HERO)
    words: Said = {"with": _boosts(action, voice, desk), "character": _called(character, voice, desk)}
    if desk is None:
        return (), words
    state, seat, kind = desk.state, desk.seat, desk.frame["kind"]
    roll = f"{kind}:{action['type']}"
    own = character_attribute(CONTENT, state, seat, character, ATTRIBUTE_OF[kind])
    own += roll_bonus(CONTENT, state, seat, character, roll) + _boosted(action, desk, roll)
    harm = enemy_blow(CONTENT, state, kind)
    words |= {
        "kind": name(kind, voice),
        "Kind": capital(name(kind, voice)),
        "needs": _needs(desk, number_to_beat(CONTENT, state, kind) - own, voice),
        "dealt": damage(CONTENT, state, seat, character, kind),
        "harm": harm,
    }
    return ("seen", *(() if harm else ("harmless",))), words


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
    return (), {**_card(action["card"], voice)[1], "price": gold}


def _heal(action: Action, voice: Voice, desk: Desk | None) -> Told:
    character = _called(action["character"], voice, desk)
    if desk is None:
        return (), {"character": character}
    wounds = markers_of(desk.hero, action["character"])["wounds"]
    fee = heal_fee(CONTENT, desk.state, desk.seat)
    free = () if fee else ("free",)
    return ("seen", *free), {"character": character, "fee": fee, "n": wounds}


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
