"""The market phase: a new card in the box, then purchases, hires, sales and healing."""

from __future__ import annotations

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.heroes.figures import ally_of, crowded, heal_fee, markers_of, price
from delvebook.domain.rulesets.runebound.heroes.markers import characters, remove
from delvebook.domain.rulesets.runebound.heroes.possessions import gain, take_from
from delvebook.domain.rulesets.runebound.state import Action, Frame, Hero, Play, State, action_of, card_named, hex_of
from delvebook.domain.rulesets.runebound.table.decision import Answer, Decision, Step, refuse
from delvebook.domain.rulesets.runebound.table.decks import MARKET, draw


def restock(play: Play, town: str, clause: str) -> None:
    """Puts the top Market card face up into the town's box; nothing if there is none left."""
    if play.state["decks"][MARKET]["cards"]:
        card = draw(play, MARKET)
        play.state["boxes"][town].append(card)
        play.tell("card_put_on_market", clause, town=town, card=card)


def begin(play: Play, frame: Frame) -> None:
    """
    Puts a new card into the town's box and opens the market. Outside towns the phase is skipped.

    Clauses: RB-023, RB-170, RB-171.
    """
    state = play.state
    here = hex_of(play.hero(state["active"]))
    if play.content.map.terrain[here] != "town":
        return
    state["phase"] = "market"
    play.tell("market_opened", "RB-170", seat=state["active"], town=here)
    restock(play, here, "RB-171")
    play.push("market", seat=state["active"], town=here, used_up=[])


def selling_price(price: int) -> int:
    """The gold that the bank pays for a card of that printed price: half of it, rounded up. Clauses: RB-174, RB-177."""
    return (price + 1) // 2


def _offers(content: Content, state: State, frame: Frame) -> list[Action]:
    hero = state["heroes"][frame["seat"]]
    box = state["boxes"][frame["town"]]
    return [
        *(action_of("hire" if content.items[card]["type"] == "ally" else "buy", card=card) for card in box),
        *(action_of("sell", card=card) for card in hero["artifacts"]),
        *(action_of("heal", character=character) for character in characters(hero)),
        action_of("end_market"),
    ]


def _buy_refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    """Why the artifact can't be bought. Clauses: RB-012, RB-172, RB-176, RB-185."""
    refusal = _trade_refusal(content, state, frame, card_named(action), type_="artifact", clause="RB-172")
    if refusal is None and _would_crowd(content, state["heroes"][frame["seat"]], card_named(action)):
        refusal = refuse(
            "too_many_of_a_kind", "RB-185", card=card_named(action), kind=content.items[card_named(action)]["slot"]
        )
    return refusal


def _hire_refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    """Why the ally can't be hired. Clauses: RB-012, RB-173, RB-176."""
    return _trade_refusal(content, state, frame, card_named(action), type_="ally", clause="RB-173")


def _trade_refusal(
    content: Content, state: State, frame: Frame, card: str, *, type_: str, clause: str
) -> Refusal | None:
    if card not in state["boxes"][frame["town"]]:
        return refuse("not_on_this_market", clause, card=card, town=frame["town"])
    if content.items[card]["type"] != type_:
        return refuse("hired_not_bought" if type_ == "artifact" else "bought_not_hired", clause, card=card)
    if card in state["traded"]:
        return refuse("sold_this_turn", "RB-176", card=card)
    due, gold = price(content, state, frame["seat"], card), state["heroes"][frame["seat"]]["gold"]
    if due > gold:
        return refuse("too_dear", "RB-012", card=card, price=due, gold=gold)
    return None


def _would_crowd(content: Content, hero: Hero, card: str) -> bool:
    """Whether buying the artifact would break the limits of weapons and armour."""
    return crowded(content, {**hero, "artifacts": [*hero["artifacts"], card], "allies": []}) is not None


def _buy(play: Play, frame: Frame, action: Action) -> None:
    """Buys an artifact from this town's box. Clauses: RB-172."""
    _take(play, frame, card_named(action), "card_bought", "RB-172")


def _hire(play: Play, frame: Frame, action: Action) -> None:
    """Hires an ally from this town's box. Clauses: RB-173."""
    _take(play, frame, card_named(action), "ally_hired", "RB-173")


def _take(play: Play, frame: Frame, card: str, told: str, clause: str) -> None:
    state, seat = play.state, frame["seat"]
    due = price(play.content, state, seat, card)
    play.hero(seat)["gold"] -= due
    state["boxes"][frame["town"]].remove(card)
    state["traded"].append(card)
    play.tell(told, clause, seat=seat, card=card, gold=due)
    gain(play, seat, card)


def _sell_refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    """Why the card can't be sold. Clauses: RB-174, RB-176, RB-211."""
    hero, card = state["heroes"][frame["seat"]], card_named(action)
    if card in hero["runes"]:
        return refuse("runes_not_sold", "RB-211", card=card)
    if ally_of(hero, card) is not None:
        return refuse("allies_not_sold", "RB-174", card=card)
    if card not in hero["artifacts"]:
        return refuse("not_yours", "RB-174", card=card)
    if content.items[card]["price"] is None:
        return refuse("priceless", "RB-174", card=card)
    if card in state["traded"]:
        return refuse("bought_this_turn", "RB-176", card=card)
    return None


def _sell(play: Play, frame: Frame, action: Action) -> None:
    """Sells an own artifact into this town's box. Clauses: RB-174."""
    state, seat, card = play.state, frame["seat"], card_named(action)
    take_from(play, seat, card)
    gold = selling_price(play.content.items[card]["price"])
    play.hero(seat)["gold"] += gold
    state["boxes"][frame["town"]].append(card)
    state["traded"].append(card)
    play.tell("card_sold", "RB-174", seat=seat, card=card, gold=gold, town=frame["town"])


def _heal_refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    """Why the character can't be healed. Clauses: RB-012, RB-112, RB-175."""
    hero, character = state["heroes"][frame["seat"]], action["character"]
    fee = heal_fee(content, state, frame["seat"])
    if fee is None:
        return refuse("no_healing", "RB-112", card=state["events"][-1])
    if character not in characters(hero):
        return refuse("not_in_your_party", "RB-175", character=character)
    if not markers_of(hero, character)["wounds"]:
        return refuse("unwounded", "RB-175", character=character)
    if fee > hero["gold"]:
        return refuse("healing_too_dear", "RB-012", character=character, price=fee, gold=hero["gold"])
    return None


def _heal(play: Play, frame: Frame, action: Action) -> None:
    """Pays for one character: all its wounds are removed, its fatigue stays. Clauses: RB-175."""
    seat, character = frame["seat"], action["character"]
    fee = heal_fee(play.content, play.state, seat) or 0
    play.hero(seat)["gold"] -= fee
    play.tell("healing_paid", "RB-175", seat=seat, character=character, gold=fee)
    remove(play, seat, character, "wounds", "all", clause="RB-175")


def _end(play: Play, frame: Frame, action: Action) -> None:
    play.state["agenda"].pop()
    play.tell("market_left", "RB-172", seat=frame["seat"])


DECISIONS = {
    "market": Decision(
        "RB-172",
        _offers,
        {
            "buy": Answer(_buy, _buy_refusal),
            "hire": Answer(_hire, _hire_refusal),
            "sell": Answer(_sell, _sell_refusal),
            "heal": Answer(_heal, _heal_refusal),
            "end_market": Answer(_end),
        },
        abilities=True,
    ),
}

STEPS = {"market_phase": Step(begin, scope="turn")}
