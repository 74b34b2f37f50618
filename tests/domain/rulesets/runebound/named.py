"""The words that each refusal has to name, computed a second time from table, action and printed cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any, Final, NamedTuple

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.heroes.figures import (
    experience,
    heal_fee,
    movement_dice,
    payable,
    price,
    raise_cost,
)

Fields = Mapping[str, Any]


class Asked(NamedTuple):
    """An action that was refused, and the table that it was meant for."""

    content: Content
    state: Mapping[str, Any]
    action: Mapping[str, Any]

    @property
    def frame(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.state["agenda"][-1]
        return found

    @property
    def seat(self) -> int:
        return int(self.frame["seat"])

    @property
    def hero(self) -> Mapping[str, Any]:
        return self.hero_of(self.seat)

    @property
    def here(self) -> str:
        return str(self.hero["hex"])

    @property
    def allies(self) -> dict[str, Mapping[str, Any]]:
        return {ally["id"]: ally for ally in self.hero["allies"]}

    @property
    def kind(self) -> str:
        """The kind of blow or roll at hand: ranged, melee, magic, test or escape."""
        frame = self.frame
        if frame["do"] == "round_start":
            return "escape"
        if frame["do"] == "commit_test":
            return "test"
        return str(frame["kind"] if "kind" in frame else frame["roll"]["roll"].partition(":")[0])

    @property
    def used(self) -> list[Mapping[str, Any]]:
        """The abilities that the action names: the one it uses, or its boosts."""
        return [self.action] if self.action["type"] == "use_ability" else list(self.action["boosts"])

    def hero_of(self, seat: int) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.state["heroes"][seat]
        return found

    def card_of(self, source: str) -> str:
        return str(self.hero["id"]) if source == "hero" else source

    def text_of(self, use: Mapping[str, Any]) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.content.abilities[self.card_of(use["source"])][use["index"]]
        return found

    def owns(self, card: str) -> bool:
        return card in (self.hero["id"], *self.hero["artifacts"], *self.hero["runes"], *self.allies)


def nothing(asked: Asked) -> list[Fields]:
    return [{}]


def plainly(*names: str) -> Callable[[Asked], list[Fields]]:
    """The parameters of the action as they are."""
    return lambda asked: [{name: asked.action[name] for name in names}]


def card_used(asked: Asked, fits: Callable[[Mapping[str, Any]], bool] = lambda use: True) -> list[str]:
    """The cards of the abilities that the action names, those alone that fit."""
    return [asked.card_of(use["source"]) for use in asked.used if fits(use)]


def cards(found: Iterable[str], **others: Any) -> list[Fields]:
    return [{"card": card, **others} for card in found]


def sources(asked: Asked) -> list[str]:
    """The characters and cards that the action sets to work."""
    attacking = [asked.action["character"]] if asked.action["type"] == "attack" else []
    return attacking + [use["source"] for use in asked.used]


def face_down(asked: Asked) -> list[Fields]:
    return cards(card for card in sources(asked) if card in asked.hero["down"])


def not_yours(asked: Asked) -> list[Fields]:
    named = [asked.action["card"]] if asked.action["type"] == "sell" else card_used(asked)
    return cards(card for card in named if not asked.owns(card))


def ally_out_of_play(asked: Asked) -> list[Fields]:
    return cards(card for card in sources(asked) if card in asked.allies and card not in asked.hero["down"])


def no_such_ability(asked: Asked) -> list[Fields]:
    return cards(
        card_used(asked, lambda use: use["index"] >= len(asked.content.abilities[asked.card_of(use["source"])]))
    )


def another_moment(asked: Asked) -> list[Fields]:
    return cards(card_used(asked), trigger=asked.text_of(asked.action)["trigger"])


def the_ability(asked: Asked) -> list[Fields]:
    return cards(card_used(asked))


def the_ability_and_kind(asked: Asked) -> list[Fields]:
    return cards(card_used(asked), kind=asked.kind)


def the_enemy(asked: Asked) -> list[Fields]:
    return [{"card": asked.state["combat"]["card"]}]


def too_much_fatigue(asked: Asked) -> list[Fields]:
    action = asked.action
    if action["type"] == "use_ability":
        bearer = action["source"] if action["source"] in asked.allies else "hero"
        wanted = [asked.text_of(action)["cost"]["n"]]
    else:
        bearer = action["character"] if action["type"] == "attack" else "hero"
        uses = action.get("skill_uses", 0)
        wanted = [uses + sum(asked.text_of(one)["cost"].get("n", 0) * one["times"] for one in action["boosts"])]
        wanted += [uses] if uses else []
    most = payable(asked.content, asked.hero, bearer)
    return [{"character": bearer, "fatigue": n, "most": most} for n in wanted if n > most]


def choices_asked(asked: Asked) -> set[str]:
    effects = asked.text_of(asked.action)["effects"]
    of_type = {"travel": "town", "wild": "dice", "reroll_move": "dice"}
    found = {of_type[effect["type"]] for effect in effects if effect["type"] in of_type}
    return found | {"target" for effect in effects if effect.get("target") == "any"}


def a_choice(asked: Asked, *, wanted: bool) -> list[Fields]:
    wrong = [
        name
        for name in ("target", "dice", "town")
        if (name in asked.action) is not wanted and (name in choices_asked(asked)) is wanted
    ]
    return [one for name in wrong for one in cards(card_used(asked), choice=name)]


def wrong_dice(asked: Asked) -> list[Fields]:
    effects = [one for one in asked.text_of(asked.action)["effects"] if one["type"] in ("wild", "reroll_move")]
    return cards(card_used(asked), n=effects[0]["n"])


def boost_named_twice(asked: Asked) -> list[Fields]:
    named = Counter((use["source"], use["index"]) for use in asked.used)
    return cards(asked.card_of(source) for (source, _), n in named.items() if n > 1)


def boost_once(asked: Asked) -> list[Fields]:
    return cards(card_used(asked, lambda use: use["times"] > 1 and "n" not in asked.text_of(use)["cost"]))


def no_way_back(asked: Asked) -> list[Fields]:
    came_from = asked.hero["came_from"]
    hexes = [*asked.content.map.neighbours[asked.here]] if came_from is None else [came_from]
    return [{"hex": asked.action["to"], "hexes": hexes}]


def not_in_your_party(asked: Asked) -> list[Fields]:
    named = asked.action["allies"] if asked.action["type"] == "rest" else [asked.action["character"]]
    return [{"character": one} for one in named if one not in asked.allies and one != "hero"]


def turn_these_down(asked: Asked) -> list[Fields]:
    up = [
        card
        for card in asked.hero["artifacts"]
        if card not in asked.hero["down"]
        and "exhaust" in [text["cost"]["type"] for text in asked.content.abilities[card]]
    ]
    return [{"n": asked.frame["n"], "cards": sorted(up)}]


def one_of_these_must_go(asked: Asked) -> list[Fields]:
    slots = {card: asked.content.items[card]["slot"] for card in asked.hero["artifacts"]}
    held = {slot: [card for card in slots if slots[card] == slot] for slot in ("weapon", "armour")}
    limits = (("weapon", 2), ("armour", 1))
    crowd = next((held[slot] for slot, most in limits if len(held[slot]) > most), [*asked.allies])
    return [{"cards": crowd}]


def not_the_nearest_town(asked: Asked) -> list[Fields]:
    steps = asked.content.map.steps[asked.here]
    nearest = min(steps[town] for town in asked.content.map.towns)
    towns = [town for town in asked.content.map.towns if steps[town] == nearest]
    return [{"hex": asked.action["town"], "hexes": towns}]


def wrong_number_of_dice(asked: Asked) -> list[Fields]:
    n = asked.action["hero"] + sum(asked.action["allies"].values())
    most = movement_dice(asked.content, asked.state, asked.seat)
    return [{"n": n, "most": most}] if not 1 <= n <= most else []


def less_fatigue(asked: Asked) -> list[Fields]:
    has = {"hero": asked.hero["fatigue"], **{ally: one["fatigue"] for ally, one in asked.allies.items()}}
    wanted = {"hero": asked.action["hero"], **asked.action["allies"]}
    return [{"character": one, "fatigue": has[one], "n": n} for one, n in wanted.items() if one in has and n > has[one]]


def not_adjacent(asked: Asked) -> list[Fields]:
    path = [asked.here, *(asked.action["path"] if asked.action["type"] == "move" else [asked.action["to"]])]
    gaps = [
        {"hex": there, "here": here}
        for here, there in pairwise(path)
        if there not in asked.content.map.neighbours[here]
    ]
    return [*gaps[:1]]


def path_too_long(asked: Asked) -> list[Fields]:
    dice, n = len(asked.frame["dice"]), len(asked.action["path"])
    return [{"dice": dice, "n": n}] if n > dice else []


def takes_two_dice(asked: Asked) -> list[Fields]:
    event = asked.state["events"][-1]
    lasting = asked.content.adventures[event]["lasting"]
    return [{"card": event, "terrains": [one["terrain"] for one in lasting if one["type"] == "double"]}]


def dice_do_not_pay(asked: Asked) -> list[Fields]:
    return [{"terrains": [asked.content.map.terrain[there] for there in asked.action["path"]]}]


def too_dear(asked: Asked) -> list[Fields]:
    card, gold = asked.action["card"], asked.hero["gold"]
    due = price(asked.content, asked.state, asked.seat, card)
    return [{"card": card, "price": due, "gold": gold}] if due > gold else []


def healing_too_dear(asked: Asked) -> list[Fields]:
    fee, gold = heal_fee(asked.content, asked.state, asked.seat), asked.hero["gold"]
    character = asked.action["character"]
    return [{"character": character, "price": fee, "gold": gold}] if fee is not None and fee > gold else []


def raise_too_dear(asked: Asked) -> list[Fields]:
    cost = raise_cost(asked.content, asked.state)
    have = experience(asked.content, asked.hero)
    return [{"stat": asked.action["stat"], "cost": cost, "experience": have}] if cost > have else []


NAMED: Final[Mapping[str, Callable[[Asked], list[Fields]]]] = {
    "game_is_over": nothing,
    "another_seat_decides": lambda asked: [{"seat": asked.seat, "asks": asked.frame["do"]}],
    "another_question": lambda asked: [{"asks": asked.frame["do"]}],
    "face_down": face_down,
    "not_yours": not_yours,
    "no_such_ability": no_such_ability,
    "ally_out_of_play": ally_out_of_play,
    "another_moment": another_moment,
    "after_resting": the_ability,
    "no_abilities_before": the_enemy,
    "once_a_turn": the_ability,
    "once_in_a_window": the_ability,
    "for_other_rolls": the_ability,
    "for_its_bearer": the_ability,
    "for_another_kind": the_ability_and_kind,
    "weapons_are_off": the_ability_and_kind,
    "too_much_fatigue": too_much_fatigue,
    "asks_for_no_choice": lambda asked: a_choice(asked, wanted=False),
    "asks_for_a_choice": lambda asked: a_choice(asked, wanted=True),
    "no_such_target": lambda asked: cards(card_used(asked), character=asked.action["target"]),
    "wrong_dice": wrong_dice,
    "nothing_to_remove": the_ability,
    "costs_what_it_removes": the_ability,
    "boost_named_twice": boost_named_twice,
    "boost_once": boost_once,
    "no_adventure_here": lambda asked: [{"hex": asked.here}],
    "deck_run_out": lambda asked: [{"colour": asked.content.site_colour[asked.here]}],
    "not_another_hero": nothing,
    "not_on_the_map": plainly("seat"),
    "on_another_hex": lambda asked: [{"seat": asked.action["seat"], "hex": asked.hero_of(asked.action["seat"])["hex"]}],
    "no_such_skill": lambda asked: [{"skill": asked.frame["skill"]}],
    "no_escape": the_enemy,
    "no_way_back": no_way_back,
    "attacked_already": plainly("character"),
    "no_such_attack": lambda asked: [{"character": asked.action["character"], "kind": asked.kind}],
    "not_in_your_party": not_in_your_party,
    "nothing_to_defend": lambda asked: [{"kind": asked.kind}],
    "turn_these_down": turn_these_down,
    "one_of_these_must_go": one_of_these_must_go,
    "not_turned_up": plainly("card"),
    "not_theirs": lambda asked: [{"card": asked.action["card"], "seat": asked.frame["loser_seat"]}],
    "not_the_nearest_town": not_the_nearest_town,
    "rested_already": nothing,
    "wrong_number_of_dice": wrong_number_of_dice,
    "less_fatigue": less_fatigue,
    "no_step_after_resting": nothing,
    "not_adjacent": not_adjacent,
    "path_too_long": path_too_long,
    "takes_two_dice": takes_two_dice,
    "dice_do_not_pay": dice_do_not_pay,
    "not_on_this_market": lambda asked: [{"card": asked.action["card"], "town": asked.here}],
    "hired_not_bought": plainly("card"),
    "bought_not_hired": plainly("card"),
    "sold_this_turn": plainly("card"),
    "bought_this_turn": plainly("card"),
    "too_dear": too_dear,
    "too_many_of_a_kind": lambda asked: cards(
        [asked.action["card"]], kind=asked.content.items[asked.action["card"]]["slot"]
    ),
    "runes_not_sold": plainly("card"),
    "allies_not_sold": plainly("card"),
    "priceless": plainly("card"),
    "no_healing": lambda asked: [{"card": asked.state["events"][-1]}],
    "unwounded": plainly("character"),
    "healing_too_dear": healing_too_dear,
    "not_raised_in_this_game": plainly("stat"),
    "raise_too_dear": raise_too_dear,
}
"""
By refusal, the fields it can have; of several, such as two boosts that are both wrong, any one.

There are none if the table does not bear the refusal out.
"""


def require_named(content: Content, state: Mapping[str, Any], action: Mapping[str, Any], refusal: Refusal) -> None:
    """Checks that the refusal names what stands on this table, and nothing else."""
    possible = NAMED[refusal.key](Asked(content, state, action))
    assert dict(refusal.fields) in possible, (refusal, possible, action)
