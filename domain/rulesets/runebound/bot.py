"""
The greedy bot: goes for the hardest colour it should master, heals in towns, buys what helps it fight.

It knows nothing but its seat's view and the printed cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from delvebook.domain.bots import Action, View
from delvebook.domain.rulesets.runebound.appraisal import main_kind, worth
from delvebook.domain.rulesets.runebound.content import CONTENT
from delvebook.domain.rulesets.runebound.counters import unfinished
from delvebook.domain.rulesets.runebound.estimate import (
    Prospects,
    best_plan,
    colours_in_reach,
    duel_favours,
    odds,
    test_chance,
)
from delvebook.domain.rulesets.runebound.estimate import (
    chance as chance_of,
)
from delvebook.domain.rulesets.runebound.figures import (
    HERO,
    attribute,
    character_attribute,
    heal_fee,
    is_duel,
    is_weapon,
    life,
    limits_of,
    markers_of,
    number_to_beat,
    price,
    roll_bonus,
    stamina,
    target_number,
)
from delvebook.domain.rulesets.runebound.markers import MarkerKind
from delvebook.domain.rulesets.runebound.state import State, current_combat, hex_of, top
from delvebook.domain.rulesets.runebound.view import table_of
from delvebook.domain.rulesets.runebound.vocabulary import ATTRIBUTE_OF, COLOURS, KINDS
from delvebook.domain.tape import Chance

_PULL: Final = {"green": 2, "yellow": 6, "blue": 12, "red": 30}
"""How strongly a site of the colour draws the bot, if it should master the colour."""


class Mind:
    """One decision's worth of thinking: what lies open on the table, and what the bot makes of it."""

    def __init__(self, table: State, legal: Sequence[Action]) -> None:
        self.content = CONTENT
        self.view = table
        self.legal = legal
        self.frame: Mapping[str, Any] = top(self.view)
        self.seat: int = self.frame["seat"]
        self.hero = self.view["heroes"][self.seat]

    def of_type(self, type_: str) -> list[Action]:
        """The legal actions of that type."""
        return [action for action in self.legal if action["type"] == type_]

    def hearts(self) -> int:
        """How many wounds the hero can take until it falls."""
        return life(self.content, self.hero) - int(self.hero["wounds"])

    def can_heal(self) -> bool:
        """Whether a town would heal the hero of its wounds, for what it has."""
        fee = heal_fee(self.content, self.view, self.seat)
        return bool(self.hero["wounds"]) and fee is not None and int(self.hero["gold"]) >= fee

    def room(self, character: str = HERO) -> int:
        """How much fatigue the character can take without a wound."""
        return limits_of(self.content, self.hero, character)[1] - int(markers_of(self.hero, character)["fatigue"])

    def cost(self, action: Action) -> tuple[str, int, Mapping[str, Any]]:
        """Type and fatigue of the cost of the ability used, and the ability."""
        card = self.hero["id"] if action["source"] == HERO else action["source"]
        ability = self.content.abilities[card][action["index"]]
        return ability["cost"]["type"], ability["cost"].get("n", 0), ability

    def cheap(self, action: Action) -> bool:
        """Whether using the ability costs nothing lasting: a card turned down, or fatigue there is room for."""
        type_, fatigue, _ = self.cost(action)
        bearer = action["source"] if action["source"] in [ally["id"] for ally in self.hero["allies"]] else HERO
        return type_ in ("none", "exhaust") or (type_ == "fatigue" and fatigue <= self.room(bearer))


def greedy_bot(view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
    """The action that looks best one step ahead; it needs no chance."""
    return legal[0] if len(legal) == 1 else choose(table_of(view), legal)


def choose(table: State, legal: Sequence[Action]) -> Action:
    """The same, asked of what lies open on the table."""
    mind = Mind(table, legal)
    return _relief(mind) or _CHOOSERS[mind.frame["do"]](mind)


def best_ends(table: State, legal: Sequence[Action]) -> list[Action]:
    """
    The legal actions, each end of a movement once, those first that draw the hero most.

    Where nothing is moved they come in their own order.
    """
    mind = Mind(table, legal)
    targets = _targets(mind) if mind.of_type("move") or mind.of_type("step_one") else {}
    by_end: dict[str, Action] = {}
    others: list[Action] = []
    for action in legal:
        if action["type"] in ("move", "step_one"):
            end = action["to"] if action["type"] == "step_one" else (action["path"] or [mind.hero["hex"]])[-1]
            if end not in by_end or len(action.get("path", ())) < len(by_end[end].get("path", ())):
                by_end[end] = action
        else:
            others.append(action)
    ends = sorted(by_end, key=lambda end: -_draw_of(mind, targets, end))
    return [*(by_end[end] for end in ends), *others]


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
            if 2 * mind.hero["wounds"] >= life(mind.content, mind.hero):
                return action
        elif type_ == "discard" and target == HERO and there == stamina(mind.content, mind.hero) > 2:
            return action
    return None


# -- where to go ----------------------------------------------------------------------------------


def _sites(mind: Mind) -> dict[str, int]:
    """
    By hex, how strongly its adventure draws the hero: those it should master.

    If there is none, a hero that gets no better by waiting tries the easiest colour with a counter on the map, or
    at last any unfinished challenge.
    """
    view = mind.view
    colours = colours_in_reach(mind.content, view, mind.seat)
    marked = {entry["hex"]: entry["card"] for _, entry in unfinished(view)}
    unmarked = {colour: [hex_ for hex_ in hexes if hex_ not in marked] for colour, hexes in view["counters"].items()}
    found = {hex_: _PULL[colour] for colour in colours for hex_ in unmarked[colour]}
    prospects = Prospects(mind.content, view, mind.seat)
    for hex_, card in marked.items():
        if prospects.good(card):
            found[hex_] = _PULL[mind.content.adventures[card]["colour"]] * 5 // 4
    if found or mind.can_heal():
        return found
    for colour in COLOURS:  # the easiest first; the order of the view's keys means nothing
        if unmarked.get(colour):
            return dict.fromkeys(unmarked[colour], _PULL[colour])
    return dict.fromkeys(marked, 1)


def _targets(mind: Mind) -> dict[str, int]:
    """By hex, how strongly it draws the hero: adventures, or towns if it needs one."""
    content, view = mind.content, mind.view
    found = _sites(mind)
    heals = mind.can_heal() and (not found or 2 * mind.hero["wounds"] >= life(content, mind.hero))
    for town in content.map.towns:
        pull = 20 if heals else 0
        pull += 8 if any(_wants(mind, card) for card in view["boxes"][town]) else 0
        if pull:
            found[town] = pull
    return found or dict.fromkeys(content.map.towns, 1)


def _draw_of(mind: Mind, targets: Mapping[str, int], hex_: str) -> int:
    """How good it is to end the movement there."""
    steps = mind.content.map.steps[hex_]
    best = max(pull * 1000 // (steps[target] + 4) for target, pull in targets.items())
    return int(best + targets.get(hex_, 0) * 250)


def _choose_move(mind: Mind) -> Action:
    targets = _targets(mind)
    here = mind.hero["hex"]
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
        best = max(near, key=lambda step: _draw_of(mind, targets, step["to"]))
        if targets[best["to"]] >= max(targets.values()):
            return best
    return {"type": "roll_movement"} if {"type": "roll_movement"} in mind.legal else {"type": "stay"}


def _choose_path(mind: Mind) -> Action:
    targets = _targets(mind)
    start = mind.hero["hex"]

    def end(action: Action) -> str:
        return str(action["path"][-1] if action["path"] else start)

    best = max(mind.of_type("move"), key=lambda action: (_draw_of(mind, targets, end(action)), -len(action["path"])))
    if end(best) not in targets:
        helps = [action for action in mind.of_type("use_ability") if mind.cheap(action)]
        if helps:
            return max(helps, key=lambda action: len(action.get("dice", [])))
    return best


def _choose_adventure(mind: Mind) -> Action:
    attempts = mind.of_type("attempt_adventure")
    if attempts and hex_of(mind.hero) in _sites(mind):
        return attempts[0]
    for attack in mind.of_type("attack_hero"):
        if _booty(mind, attack["seat"]) and duel_favours(mind.content, mind.view, mind.seat, attack["seat"]):
            return attack
    return {"type": "decline_adventure"}


def _booty(mind: Mind, other: int) -> bool:
    loser = mind.view["heroes"][other]
    cards = [*loser["artifacts"], *(ally["id"] for ally in loser["allies"])]
    return bool(loser["runes"]) or any((mind.content.items[card]["price"] or 8) >= 8 for card in cards)


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
    """The cheapest boosts that make the roll likely, as far as there is room for the fatigue."""
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
    """The fatigue of a roll's boosts; a card given up counts as more than anybody has room for, but by a red enemy."""
    total = 0
    for boost in way["boosts"]:
        type_, fatigue, _ = mind.cost(boost)
        total += fatigue * boost["times"]
        if type_ == "discard":
            combat = mind.view["combat"]
            hard = combat is not None and (combat["card"] is None or mind.content.colour_of(combat["card"]) == "red")
            total += 0 if hard else 99
    return total


def _boost_bonus(mind: Mind, boost: Mapping[str, Any], roll: str) -> int:
    card = mind.hero["id"] if boost["source"] == HERO else boost["source"]
    return int(mind.content.boosts[card, boost["index"]].get(roll, 0) * boost["times"])


def _choose_test(mind: Mind) -> Action:
    """As many uses of the skill as make the test likely, within the room for fatigue."""
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
    """Wounds are kept off when it costs nothing lasting, by an ally if it survives, or if the hero would fall."""
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


def _worth(mind: Mind, card: str) -> int:
    return worth(mind.content, mind.hero, card)


def _rivals(mind: Mind, card: str) -> list[str]:
    """The cards the hero would have to part with for this one, if any: those of a kind it may have no more of."""
    rules, item = mind.content.rules, mind.content.items[card]
    if item["type"] == "ally":
        own = [ally["id"] for ally in mind.hero["allies"]]
        return own if len(own) >= rules["allies_max"] else []
    if item.get("slot") == "weapon":
        own = [one for one in mind.hero["artifacts"] if is_weapon(mind.content, one)]
        return own if len(own) >= rules["weapons_max"] else []
    if item.get("slot") == "armour":
        own = [one for one in mind.hero["artifacts"] if mind.content.items[one]["slot"] == "armour"]
        return own if len(own) >= rules["armour_max"] else []
    return []


def _wants(mind: Mind, card: str) -> bool:
    """Whether the hero should buy the card, could it do so now."""
    due = price(mind.content, mind.view, mind.seat, card)
    if due > mind.hero["gold"] or card in mind.view["traded"]:
        return False
    gain = _worth(mind, card)
    rivals = _rivals(mind, card)
    if rivals:
        gain -= min(_worth(mind, rival) for rival in rivals)
    return gain >= 8 * due and gain >= 20


def _choose_market(mind: Mind) -> Action:
    heals = mind.of_type("heal")
    for heal in heals:
        if heal["character"] == HERO or markers_of(mind.hero, heal["character"])["wounds"] > 1:
            return heal
    box = mind.view["boxes"][mind.frame["town"]]
    wanted = sorted((card for card in box if _wants(mind, card)), key=lambda card: -_worth(mind, card))
    for card in wanted:
        for action in (*mind.of_type("buy"), *mind.of_type("hire")):
            if action["card"] == card:
                return action
        rivals = sorted(_rivals(mind, card), key=lambda rival: _worth(mind, rival))
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
    return max(mind.legal, key=lambda action: -1 if action["card"] is None else _worth(mind, action["card"]))


def _choose_loss(mind: Mind) -> Action:
    return min(mind.legal, key=lambda action: _worth(mind, action["card"]))


def _first(mind: Mind) -> Action:
    return mind.legal[0]


def _roll_on(mind: Mind) -> Action:
    return next(action for action in mind.legal if action["type"] == "roll_defence")


def _choose_use(mind: Mind) -> Action:
    return next((action for action in mind.legal if action["type"] == "use_ability"), mind.legal[0])


_CHOOSERS: Final[Mapping[str, Callable[[Mind], Action]]] = {
    "move_choice": _choose_move,
    "choose_path": _choose_path,
    "adventure_choice": _choose_adventure,
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
