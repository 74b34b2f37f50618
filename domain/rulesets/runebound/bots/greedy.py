"""
The greedy bot: goes for the hardest colour it should master, heals in towns, buys what helps it fight.

It knows nothing but its seat's view and the printed cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from delvebook.domain.kit.nearly import nearly_best
from delvebook.domain.ruleset import Printed
from delvebook.domain.rulesets.runebound.bots.aims import CAUTIOUS
from delvebook.domain.rulesets.runebound.bots.appraisal import main_kind
from delvebook.domain.rulesets.runebound.bots.estimate import best_plan, odds, test_chance
from delvebook.domain.rulesets.runebound.bots.estimate import chance as chance_of
from delvebook.domain.rulesets.runebound.bots.mind import Aims, Mind
from delvebook.domain.rulesets.runebound.box.vocabulary import ATTRIBUTE_OF, KINDS
from delvebook.domain.rulesets.runebound.heroes.figures import (
    HERO,
    attribute,
    character_attribute,
    is_duel,
    markers_of,
    number_to_beat,
    roll_bonus,
    stamina,
    target_number,
)
from delvebook.domain.rulesets.runebound.heroes.markers import MarkerKind
from delvebook.domain.rulesets.runebound.state import Action, State, card_named, current_combat, hex_entered, hex_of
from delvebook.domain.rulesets.runebound.words.seen import table_of
from delvebook.domain.rulesets.runebound.words.shapes.table import View
from delvebook.domain.tape import Chance

NEAR: Final = 20
"""An end of a movement that draws the hero by less than a twentieth less than the best is as good."""


def greedy_bot(view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
    """The action that looks best one step ahead. Among ends of a movement that are nearly as good, chance decides."""
    if len(legal) == 1:
        return legal[0]
    table = table_of(view)
    best = choose(table, legal)
    return _as_good(Mind(table, legal, CAUTIOUS), best, chance) if best["type"] == "move" else best


def _as_good(mind: Mind, best: Action, chance: Chance) -> Action:
    """The movement, or one that ends nearly as well."""
    targets = mind.aims.targets(mind)
    shortest: dict[str, Action] = {}
    for action in [best, *mind.of_type("move")]:
        end = _end_of(mind, action)
        if end not in shortest or len(action["path"]) < len(shortest[end]["path"]):
            shortest[end] = action
    draws = [mind.draw(targets, end) for end in shortest]
    return nearly_best([*shortest.values()], draws, near=max(1, max(draws) // NEAR), chance=chance)


def choose(table: State, legal: Sequence[Action], aims: Aims = CAUTIOUS) -> Action:
    """The action that looks best one step ahead for these aims, judged by the open part of the table."""
    mind = Mind(table, legal, aims)
    return _relief(mind) or _CHOOSERS[mind.frame["do"]](mind)


def best_ends(table: State, legal: Sequence[Action], aims: Aims) -> list[Action]:
    """
    The legal actions, with one for each end of a movement, those that draw the hero most first.

    The actions that move nothing follow in their own order.
    """
    mind = Mind(table, legal, aims)
    targets = aims.targets(mind) if mind.of_type("move") or mind.of_type("step_one") else {}
    by_end: dict[str, Action] = {}
    others: list[Action] = []
    for action in legal:
        if action["type"] in ("move", "step_one"):
            end = _end_of(mind, action)
            if end not in by_end or len(action.get("path", ())) < len(by_end[end].get("path", ())):
                by_end[end] = action
        else:
            others.append(action)
    ends = sorted(by_end, key=lambda end: -mind.draw(targets, end))
    return [*(by_end[end] for end in ends), *others]


def _end_of(mind: Mind, action: Action) -> str:
    """The hex where the movement ends."""
    if action["type"] == "step_one":
        return hex_entered(action)
    return action["path"][-1] if action["path"] else hex_of(mind.hero)


def _relief(mind: Mind) -> Action | None:
    """A healing or resting ability worth using now, if there is one."""
    if mind.frame["do"].startswith("window_"):
        return None
    for action in mind.of_type("use_ability"):
        type_, _, ability = mind.cost(action)
        effect = ability["effects"][0]
        if effect["type"] not in ("heal", "rest"):
            continue
        kind: MarkerKind = "wounds" if effect["type"] == "heal" else "fatigue"
        target = action.get("target", HERO)
        there = markers_of(mind.hero, target)[kind]
        if mind.cheap(action) and (target == HERO or there > 1):
            return action
        if type_ == "discard" and target == HERO and effect["type"] == "heal":
            if mind.half_dead():
                return action
        elif type_ == "discard" and target == HERO and there == stamina(mind.content, mind.hero) > 2:
            return action
    return None


# -- where to go ----------------------------------------------------------------------------------


def _choose_move(mind: Mind) -> Action:
    targets = mind.aims.targets(mind)
    here = hex_of(mind.hero)
    rests = mind.of_type("rest")
    if rests:
        tired = mind.hero["fatigue"] >= stamina(mind.content, mind.hero) or here in targets
        most = 2 if tired else 1
        fitting = [rest for rest in rests if rest["hero"] + sum(rest["allies"].values()) <= most]
        if fitting:
            return max(fitting, key=lambda rest: (rest["hero"], sum(rest["allies"].values())))
    if here in targets and mind.content.map.terrain[here] != "town":
        return {"type": "stay"}
    near = [step for step in mind.of_type("step_one") if step["to"] in targets]
    if near:
        best = max(near, key=lambda step: mind.draw(targets, hex_entered(step)))
        if targets[hex_entered(best)] >= max(targets.values()):
            return best
    return {"type": "roll_movement"} if {"type": "roll_movement"} in mind.legal else {"type": "stay"}


def _choose_path(mind: Mind) -> Action:
    targets = mind.aims.targets(mind)
    start = mind.hero["hex"]

    def end(action: Action) -> str:
        return str(action["path"][-1] if action["path"] else start)

    def drawn(action: Action) -> tuple[int, int]:
        return mind.draw(targets, end(action)), -len(action["path"])

    best = max(mind.of_type("move"), key=drawn)
    if end(best) not in targets:
        helps = [action for action in mind.of_type("use_ability") if mind.cheap(action)]
        if helps:
            return max(helps, key=lambda action: len(action.get("dice", [])))
    return best


# -- fighting -------------------------------------------------------------------------------------


def _choose_before(mind: Mind) -> Action:
    for action in mind.of_type("use_ability"):
        type_, _, ability = mind.cost(action)
        if ability["trigger"] != "before_combat":
            continue
        hard = is_duel(mind.view) or odds(mind.content, mind.view, mind.seat) < 2500
        if mind.cheap(action) or (type_ == "discard" and hard):
            return action
    return {"type": "begin_combat"}


def _choose_start(mind: Mind) -> Action:
    for action in mind.of_type("use_ability"):
        if mind.cheap(action) and mind.cost(action)[2]["trigger"] == "round_start":
            return action
    if is_duel(mind.view) or not mind.of_type("try_escape"):
        return {"type": "fight_on"}
    standing = odds(mind.content, mind.view, mind.seat)
    needed = target_number(mind.content, mind.view, "mind") - attribute(mind.content, mind.view, mind.seat, "mind")
    needed -= roll_bonus(mind.content, mind.view, mind.seat, HERO, "escape")
    if standing < 600 and mind.hearts() > 1 and chance_of(mind.view, needed) >= 350:
        return mind.of_type("try_escape")[0]
    return {"type": "fight_on"}


def _choose_step(mind: Mind) -> Action:
    kinds = KINDS[KINDS.index(mind.frame["kind"]) :]
    if is_duel(mind.view):
        kinds = kinds[:1]
    choice = best_plan(mind.content, mind.view, mind.seat, kinds).choices[0]
    if choice.who is None:
        return _boosted(mind, mind.of_type("defend"), HERO, "defend")
    attacks = [action for action in mind.of_type("attack") if action["character"] == choice.who]
    return _boosted(mind, attacks, choice.who, "attack")


def _boosted(mind: Mind, ways: Sequence[Action], who: str, mode: str) -> Action:
    """The roll with the cheapest boosts that make it likely, if there is room for the fatigue, else the plain roll."""
    plain = ways[0]
    if len(ways) == 1:
        return plain
    content, view, kind = mind.content, mind.view, mind.frame["kind"]
    number = number_to_beat(content, view, kind)
    own = character_attribute(content, view, mind.seat, who, ATTRIBUTE_OF[kind])
    own += roll_bonus(content, view, mind.seat, who, f"{kind}:{mode}")
    for way in sorted(ways, key=lambda one: _price_of(mind, one)):
        if _price_of(mind, way) <= mind.room(who):
            bonus = sum(_boost_bonus(mind, boost, f"{kind}:{mode}") for boost in way["boosts"])
            plain = way
            if chance_of(view, number - own - bonus) >= 700:
                return way
    return plain


def _price_of(mind: Mind, way: Action) -> int:
    """The fatigue of a roll's boosts. Except against a hero or a red enemy, a discarded card counts as unaffordable."""
    total = 0
    for boost in way["boosts"]:
        type_, fatigue, _ = mind.cost(boost)
        total += fatigue * boost["times"]
        if type_ == "discard":
            combat = mind.view["combat"]
            hard = combat is not None and (combat["card"] is None or mind.content.colour_of(combat["card"]) == "red")
            total += 0 if hard else 99
    return total


def _boost_bonus(mind: Mind, boost: Printed, roll: str) -> int:
    card = mind.hero["id"] if boost["source"] == HERO else boost["source"]
    return int(mind.content.boosts[card, boost["index"]].get(roll, 0) * boost["times"])


def _choose_test(mind: Mind) -> Action:
    """The test with enough uses of the skill to make it likely, within the room for fatigue."""
    best = mind.legal[0]
    for way in mind.of_type("roll_test"):
        if way["boosts"] or way["skill_uses"] > mind.room():
            continue
        best = way
        target, uses = mind.frame["target"], way["skill_uses"]
        if test_chance(mind.content, mind.view, mind.seat, mind.frame, target=target, uses=uses) >= 650:
            break
    return best


def _choose_reroll(mind: Mind) -> Action:
    return _first_cheap(mind)


def _choose_hit(mind: Mind) -> Action:
    combat = current_combat(mind.view)
    if combat["card"] is not None:
        left = mind.content.adventures[combat["card"]]["enemy"]["life"] - combat["wounds"]
        if mind.frame["wounds"] >= left:
            return {"type": "pass"}
    return _first_cheap(mind)


def _choose_wounds(mind: Mind) -> Action:
    """Keeps wounds off if it costs nothing lasting, by an ally if it survives, or if the hero would fall."""
    falling = mind.frame["wounds"] >= mind.hearts()
    for action in mind.of_type("use_ability"):
        soaks = mind.cost(action)[2]["effects"][0]["type"] == "soak"
        if falling and (not soaks or mind.cheap(action)):
            return action
        if soaks:
            ally = markers_of(mind.hero, action["source"])
            if (
                mind.cheap(action)
                and ally["wounds"] + mind.frame["wounds"] < mind.content.items[action["source"]]["life"]
            ):
                return action
        elif mind.cheap(action):
            return action
    return {"type": "pass"}


def _first_cheap(mind: Mind) -> Action:
    for action in mind.of_type("use_ability"):
        if mind.cheap(action):
            return action
    return {"type": "pass"}


# -- cards and towns ------------------------------------------------------------------------------


def _choose_market(mind: Mind) -> Action:
    heals = mind.of_type("heal")
    for heal in heals:
        if heal["character"] == HERO or markers_of(mind.hero, heal["character"])["wounds"] > 1:
            return heal
    wanted = sorted(mind.wanted_in(mind.frame["town"]), key=lambda card: -mind.worth(card))
    for card in wanted:
        for action in (*mind.of_type("buy"), *mind.of_type("hire")):
            if action["card"] == card:
                return action
        rivals = sorted(mind.rivals(card), key=mind.worth)
        for sale in mind.of_type("sell"):
            if rivals and sale["card"] == rivals[0]:
                return sale
    return {"type": "end_market"}


def _choose_raise(mind: Mind) -> Action:
    """The main attribute twice for each raise of life; then the other attributes."""
    raises = mind.hero["raises"]
    main = ATTRIBUTE_OF[main_kind(mind.content, mind.hero)]
    order = [main, main, "life", main, "life", "mind", "body", "spirit", "stamina"]
    done = dict(raises)
    for stat in order * (1 + sum(raises.values())):
        if done[stat] > 0:
            done[stat] -= 1
        elif {"type": "raise_stat", "stat": stat} in mind.legal:
            return {"type": "raise_stat", "stat": stat}
    return mind.legal[0]


def _choose_gain(mind: Mind) -> Action:
    """The most useful card; none only if there is none."""
    return max(mind.legal, key=lambda action: -1 if action["card"] is None else mind.worth(action["card"]))


def _choose_loss(mind: Mind) -> Action:
    return min(mind.legal, key=lambda action: mind.worth(card_named(action)))


def _first(mind: Mind) -> Action:
    return mind.legal[0]


def _roll_on(mind: Mind) -> Action:
    return next(action for action in mind.legal if action["type"] == "roll_defence")


def _choose_use(mind: Mind) -> Action:
    return next((action for action in mind.legal if action["type"] == "use_ability"), mind.legal[0])


_CHOOSERS: Final[Mapping[str, Callable[[Mind], Action]]] = {
    "move_choice": _choose_move,
    "choose_path": _choose_path,
    "adventure_choice": lambda mind: mind.aims.venture(mind),
    "commit_test": _choose_test,
    "before_combat": _choose_before,
    "round_start": _choose_start,
    "retreat_choice": _first,
    "defence_roll": _roll_on,
    "combat_step": _choose_step,
    "window_fail": _choose_reroll,
    "window_hit": _choose_hit,
    "window_wounds": _choose_wounds,
    "window_knockout": _choose_use,
    "choose_exhaust": _first,
    "choose_town": _first,
    "choose_discard": _choose_loss,
    "choose_loot": _choose_gain,
    "take_spoils": _choose_gain,
    "market": _choose_market,
    "experience": _choose_raise,
}
