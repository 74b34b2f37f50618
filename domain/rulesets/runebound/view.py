"""
What a viewer may see, each part by name.

Only the order of the hidden cards is secret. There is no private hand, so all seats see the same.
"""

from __future__ import annotations

from typing import cast

from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.runebound.box.vocabulary import ATTRIBUTES, KINDS
from delvebook.domain.rulesets.runebound.combat.duel import spoils
from delvebook.domain.rulesets.runebound.combat.fight import can_turn
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.heroes.figures import (
    HERO,
    attribute,
    crowded,
    damage,
    enemy_damage,
    experience,
    heal_fee,
    life,
    movement_dice,
    of_kind,
    price,
    raise_cost,
    skills,
    stamina,
    target_number,
)
from delvebook.domain.rulesets.runebound.state import ENEMY, Combat, Deck, Frame, State, hex_of
from delvebook.domain.rulesets.runebound.turn.phases import left_of_turn
from delvebook.domain.rulesets.runebound.words.shapes.questions import Question, StillToCome
from delvebook.domain.rulesets.runebound.words.shapes.table import CombatSeen, DeckSeen, EnemySeen, HeroSeen, Table
from delvebook.domain.viewers import Viewer


def view_of(content: Content, state: State, viewer: Viewer) -> Table:
    """
    What the viewer may see: the open table with its figures as they stand, and what is known of the decks.

    Once the game is over, and for an arbiter, the decks' orders are shown, too.
    """
    ordered = viewer.sees_all or state["result"] is not None
    table: Table = {
        "options": state["options"],
        "round": state["round"],
        "turn": state["turn"],
        "first_seat": state["first"],
        "active_seat": state["active"],
        "phase": state["phase"],
        "turn_cut_short": state["cut_short"],
        "question": _question(content, state),
        "to_come": _to_come(state),
        "raise_cost": raise_cost(content, state),
        "heroes": [_hero(content, state, seat) for seat in range(len(state["heroes"]))],
        "traded": state["traded"],
        "used_before_combat": state["used_before_combat"],
        "markets": state["boxes"],
        "decks": {zone: _deck(deck, ordered=ordered) for zone, deck in state["decks"].items()},
        "out_piles": state["out"],
        "heroes_not_dealt": state["undealt"] if ordered else sorted(state["undealt"]),
        "orders_shown": ordered,
        "counters": state["counters"],
        "bank": state["bank"],
        "track": state["track"],
        "cards_drawn": state["drawn"],
        "event_box": state["events"],
        "facing": state["facing"],
        "combat": _combat(content, state),
        "result": state["result"],
    }
    return copy_state(table)


def _deck(deck: Deck, *, ordered: bool) -> DeckSeen:
    cards, top, bottom = deck["cards"], deck["top"], deck["bottom"]
    shown: DeckSeen = {
        "count": len(cards),
        "known_top": cards[:top],
        "known_bottom": cards[len(cards) - bottom :],
    }
    if ordered:
        shown["cards"] = cards
    return shown


def _hero(content: Content, state: State, seat: int) -> HeroSeen:
    """The seat's hero with what it owns, and its figures now, raises and passive effects included."""
    hero = state["heroes"][seat]
    return {
        "hero": hero["id"],
        "hex": hero["hex"],
        "came_from": hero["came_from"],
        "gold": hero["gold"],
        "life": life(content, hero),
        "wounds": hero["wounds"],
        "stamina": stamina(content, hero),
        "fatigue": hero["fatigue"],
        "attributes": {name: attribute(content, state, seat, name) for name in ATTRIBUTES},
        "damage": {kind: damage(content, state, seat, HERO, kind) for kind in KINDS},
        "skills": skills(content, state, seat),
        "movement_dice": None if hero["hex"] is None else movement_dice(content, state, seat),
        "experience": experience(content, hero),
        "counters": hero["counters"],
        "paper": hero["paper"],
        "raises": hero["raises"],
        "artifacts": [{"card": card, "face_down": card in hero["down"]} for card in hero["artifacts"]],
        "allies": [
            {
                "card": ally["id"],
                "wounds": ally["wounds"],
                "fatigue": ally["fatigue"],
                "face_down": ally["id"] in hero["down"],
            }
            for ally in hero["allies"]
        ],
        "runes": hero["runes"],
    }


def _combat(content: Content, state: State) -> CombatSeen | None:
    combat = state["combat"]
    if combat is None:
        return None
    return {
        "enemy": _enemy(content, state, combat),
        "seats": combat["seats"],
        "fighter_seat": combat["fighter"],
        "round": combat["round"],
        "number_thrown": combat["number"],
        "attacked": combat["attacked"],
        "extra_attacks": combat["again"],
        "hampered": [
            {"seat": None if side == ENEMY else int(side), "what": what, "by": by}
            for side, lowered in combat["hampered"].items()
            for what, by in lowered.items()
        ],
    }


def _enemy(content: Content, state: State, combat: Combat) -> EnemySeen | None:
    """The enemy card being fought, as modified now."""
    card = combat["card"]
    if card is None:
        return None
    return {
        "card": card,
        "life": content.adventures[card]["enemy"]["life"],
        "wounds": combat["wounds"],
        "targets": {name: target_number(content, state, name) for name in ATTRIBUTES},
        "damage": {kind: enemy_damage(content, state, kind) for kind in KINDS},
    }


# -- what is asked, and what follows --------------------------------------------------------------


def _question(content: Content, state: State) -> Question | None:
    """The pending decision, with its choices where the table does not show them at a glance."""
    if not state["agenda"]:
        return None
    frame = state["agenda"][-1]
    asked = {"asks": frame["do"], **{key: value for key, value in frame.items() if key != "do"}}
    return cast("Question", {**asked, **_figured(content, state, frame)})


def _figured(content: Content, state: State, frame: Frame) -> dict[str, object]:
    seat = frame["seat"]
    hero = state["heroes"][seat]
    match frame["do"]:
        case "move_choice":
            return {"dice_left": max(0, movement_dice(content, state, seat) - int(frame["rested"]))}
        case "choose_exhaust":
            return {"to_choose_from": can_turn(content, state, seat)}
        case "choose_discard":
            kind = str(crowded(content, hero))
            return {"limit": kind, "to_choose_from": of_kind(content, hero, kind)}
        case "choose_town":
            return {"towns": content.map.nearest_towns[hex_of(hero)]}
        case "take_spoils":
            return {"to_choose_from": spoils(state, frame)}
        case "market":
            prices = {card: price(content, state, seat, card) for card in state["boxes"][frame["town"]]}
            return {"prices": prices, "heal_price": heal_fee(content, state, seat)}
    return {}


def _to_come(state: State) -> list[StillToCome]:
    """The steps that follow the pending decision, the next first, without the phases left of the turn."""
    if not state["agenda"]:
        return []
    frames = state["agenda"][len(left_of_turn(state)) : -1]
    return [
        cast("StillToCome", {"step": frame["do"], **{key: value for key, value in frame.items() if key != "do"}})
        for frame in reversed(frames)
    ]
