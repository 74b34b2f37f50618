"""
The interpreter of abilities: which can be used now, what they cost, what they do.

Whatever needs a rule of its own beyond the frame at hand (a blow, a journey) is put on the agenda for
the module that knows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.runebound.content import Book
from delvebook.domain.rulesets.runebound.dice import attempt
from delvebook.domain.rulesets.runebound.figures import (
    HERO,
    allies_in_play,
    enemy_rule,
    faces_up,
    is_duel,
    is_weapon,
    life,
    limits_of,
    markers_of,
    payable,
    weapons_are_off,
)
from delvebook.domain.rulesets.runebound.markers import (
    add_fatigue,
    add_wounds,
    apply_relief,
    characters,
    relieved,
)
from delvebook.domain.rulesets.runebound.possessions import lose, turn_down
from delvebook.domain.rulesets.runebound.state import Frame, Play, action, refuse, require_that
from delvebook.domain.rulesets.runebound.vocabulary import KINDS, kind_meant

WINDOWS: Final[Mapping[str, tuple[str, ...]]] = {
    "move_choice": ("before_move", "free"),
    "choose_path": ("after_move_roll", "free"),
    "adventure_choice": ("free",),
    "before_combat": ("before_combat", "free"),
    "round_start": ("round_start", "free"),
    "defence_roll": ("free",),
    "market": ("free",),
    "window_fail": ("on_fail",),
    "window_hit": ("on_hit",),
    "window_wounds": ("on_wounds",),
    "window_knockout": ("on_knockout",),
}
"""By decision, the triggers of the abilities that can be used in it."""

_ASKS: Final = {"travel": "town", "wild": "dice", "reroll_move": "dice"}


class Ability(NamedTuple):
    """
    One ability in the hands of a seat.

    Attributes:
        source: How an action names it: "hero" or the card.
        at: Its place among the card's abilities.
        card: The hero card or item it is printed on.
        bearer: Who pays fatigue for it and whose rolls it is for: "hero" or an ally.
    """

    source: str
    at: int
    card: str
    bearer: str
    text: Mapping[str, Any]


def abilities_of(book: Book, state: Mapping[str, Any], seat: int) -> Iterator[Ability]:
    """The abilities on the seat's face-up cards: hero, artifacts, allies (RB-009, RB-015)."""
    hero = state["heroes"][seat]
    for card in faces_up(hero):
        for index, text in enumerate(book.abilities[card]):
            yield Ability(HERO if card == hero["id"] else card, index, card, HERO, text)
    for ally in sorted(allies_in_play(book, state, seat)):
        for index, text in enumerate(book.abilities[ally]):
            yield Ability(ally, index, ally, ally, text)


def find(book: Book, state: Mapping[str, Any], seat: int, source: str, index: int) -> Ability:
    """The ability an action names, or a refusal that says why the seat has none such now."""
    hero = state["heroes"][seat]
    for ability in abilities_of(book, state, seat):
        if ability.source == source and ability.at == index:
            return ability
    if source in hero["down"]:
        refuse(f"{source} lies face down and gives nothing", "RB-009")
    if any(ally["id"] == source for ally in hero["allies"]):
        refuse(f"{source} has no such ability, or is out of play in this fight", "RB-156")
    return refuse(f"seat {seat} has no ability {index} of {source}", "RB-015")


def usable(book: Book, state: Mapping[str, Any], frame: Frame) -> list[Action]:
    """Every way to use an ability in the decision at hand, in a stable order."""
    seat, do = frame["seat"], frame["do"]
    triggers = WINDOWS[do]
    found: list[Action] = []
    for ability in abilities_of(book, state, seat):
        if ability.text["trigger"] in triggers and objection(book, state, frame, ability) is None:
            found += [
                made
                for made in _ways(book, state, frame, ability)
                if _relief_objection(book, state, seat, ability, made.get("target")) is None
            ]
    return found


def is_usable(book: Book, state: Mapping[str, Any], frame: Frame) -> bool:
    """Whether any ability can be used in the decision at hand."""
    seat, triggers = frame["seat"], WINDOWS[frame["do"]]
    for ability in abilities_of(book, state, seat):
        if (
            ability.text["trigger"] in triggers
            and objection(book, state, frame, ability) is None
            and any(
                _relief_objection(book, state, seat, ability, made.get("target")) is None
                for made in _ways(book, state, frame, ability)
            )
        ):
            return True
    return False


def objection(book: Book, state: Mapping[str, Any], frame: Frame, ability: Ability) -> tuple[str, str] | None:
    """Why the ability can't be used in this decision, as a sentence and its clause; None if it can."""
    seat, text = frame["seat"], ability.text
    trigger = text["trigger"]
    if trigger not in WINDOWS[frame["do"]]:
        return f"{ability.source}'s ability is for another moment ({trigger})", "RB-014"
    if trigger == "before_move" and frame["rested"]:
        return "this must be used before resting", "RB-037"
    if trigger == "before_combat":
        if enemy_rule(book, state, "no_before") is not None:
            return "this enemy allows no abilities before the combat", "RB-010"
        if mark(seat, ability) in state["used"]:
            return "abilities before the combat work once a turn each", "RB-071"
    if text["cost"]["type"] == "none" and f"{ability.source}/{ability.at}" in frame["used"]:
        return "an ability without cost works once in the same window", "RB-014"
    if trigger in ("on_fail", "on_hit", "on_wounds"):
        problem = _not_meant(book, state, frame, ability)
        if problem is not None:
            return problem
    return _cost_objection(book, state, seat, ability)


def _not_meant(book: Book, state: Mapping[str, Any], frame: Frame, ability: Ability) -> tuple[str, str] | None:
    """Why a window's ability is not for the roll, the hit or the wounds at hand; None if it is."""
    text, seat = ability.text, frame["seat"]
    if text["trigger"] == "on_fail":
        roll = frame["roll"]
        kind = roll["roll"].partition(":")[0]
        if roll["roll"] not in book.rolls_meant[ability.card, ability.at]:
            return f"{ability.source}'s ability is for other rolls", "RB-017"
        if ability.bearer != roll["character"]:
            return "an ability works only for its bearer", "RB-015"
    else:
        kind = frame["kind"]
        if not kind_meant(text["kinds"], kind):
            return f"{ability.source}'s ability is for another kind of fight", "RB-017"
        if text["trigger"] == "on_hit" and ability.bearer != frame["character"]:
            return "an ability works only for its bearer", "RB-015"
    if is_weapon(book, ability.card) and weapons_are_off(book, state, seat, kind):
        return "weapons are of no use against this enemy in this step", "RB-010"
    return None


def _cost_objection(book: Book, state: Mapping[str, Any], seat: int, ability: Ability) -> tuple[str, str] | None:
    cost = ability.text["cost"]
    if cost["type"] == "fatigue" and payable(book, state["heroes"][seat], ability.bearer) < cost["n"]:
        return f"{ability.bearer} can't take {cost['n']} fatigue without falling", "RB-013"
    return None


def mark(seat: int, ability: Ability) -> str:
    """How a turn remembers that a `before_combat` ability has been used."""
    return f"{seat}/{ability.source}/{ability.at}"


def _ways(book: Book, state: Mapping[str, Any], frame: Frame, ability: Ability) -> list[Action]:
    """The actions that use the ability, one for each choice its effects ask for."""
    base: list[dict[str, Any]] = [{}]
    for effect in ability.text["effects"]:
        if effect.get("target") == "any" and "target" not in base[0]:
            base = [{**made, "target": one} for made in base for one in characters(state["heroes"][frame["seat"]])]
        elif effect["type"] == "travel":
            base = [{**made, "town": town} for made in base for town in book.map.towns]
        elif effect["type"] in ("wild", "reroll_move"):
            base = [{**made, "dice": dice} for made in base for dice in _dice_choices(frame, effect)]
    return [action("use_ability", source=ability.source, index=ability.at, **made) for made in base]


def _dice_choices(frame: Frame, effect: Mapping[str, Any]) -> list[list[int]]:
    """The sets of dice that a `wild` or a `reroll_move` may name, ascending."""
    dice = [index for index in range(len(frame["dice"])) if effect["type"] != "wild" or index not in frame["wild"]]
    return [list(chosen) for n in range(1, effect["n"] + 1) for chosen in combinations(dice, n)]


def _relief_objection(
    book: Book, state: Mapping[str, Any], seat: int, ability: Ability, target: str | None
) -> tuple[str, str] | None:
    """
    Why an ability that heals or rests would change nothing; None if it changes something, or is no such ability.

    Clauses: RB-018.
    """
    effects = [effect for effect in ability.text["effects"] if effect["type"] in ("heal", "rest")]
    if not effects:
        return None
    hero = state["heroes"][seat]
    before = {one: (markers_of(hero, one)["wounds"], markers_of(hero, one)["fatigue"]) for one in characters(hero)}
    kinds = {"heal": 0, "rest": 1}
    if not any(before[one][kinds[effect["type"]]] for effect in effects for one in relieved(hero, effect, target)):
        return "nobody there has a marker to remove", "RB-018"
    after = {one: list(markers) for one, markers in before.items()}
    if ability.text["cost"]["type"] == "fatigue":
        payer, n = after[ability.bearer], ability.text["cost"]["n"]
        room = max(0, limits_of(book, hero, ability.bearer)[1] - payer[1])
        payer[1] += min(n, room)
        payer[0] += n - min(n, room)
    for effect in effects:
        for one in relieved(hero, effect, target):
            at = kinds[effect["type"]]
            after[one][at] = 0 if effect["n"] == "all" else max(0, after[one][at] - effect["n"])
    if all(tuple(after[one]) == before[one] for one in before):
        return "it would cost as much as it removes", "RB-018"
    return None


def use(play: Play, frame: Frame, action_: Action) -> None:
    """
    Uses the ability the action names in the decision at hand: pays its cost, then works its effects in order.

    Clauses: RB-008, RB-014, RB-015.
    """
    book, state, seat = play.book, play.state, frame["seat"]
    ability = find(book, state, seat, action_["source"], action_["index"])
    problem = objection(book, state, frame, ability)
    if problem is not None:
        refuse(*problem)
    _judge_choices(book, state, frame, ability, action_)
    problem = _relief_objection(book, state, seat, ability, action_.get("target"))
    if problem is not None:
        refuse(*problem)
    play.tell("ability_used", "RB-015", seat=seat, card=ability.card, index=ability.at)
    if ability.text["trigger"] == "before_combat":
        state["used"].append(mark(seat, ability))
    if ability.text["cost"]["type"] == "none":
        frame["used"].append(f"{ability.source}/{ability.at}")
    pay(play, seat, ability)
    for effect in ability.text["effects"]:
        _apply(play, frame, ability, effect, action_)


def _judge_choices(book: Book, state: Mapping[str, Any], frame: Frame, ability: Ability, action_: Action) -> None:
    """Refuses choices that the ability does not ask for, and the lack of those it does."""
    asked = [_ASKS[effect["type"]] for effect in ability.text["effects"] if effect["type"] in _ASKS]
    asked += ["target"] if any(effect.get("target") == "any" for effect in ability.text["effects"]) else []
    for name in ("target", "dice", "town"):
        require_that(name not in action_ or name in asked, f"this ability asks for no {name}", "RB-015")
        require_that(name in action_ or name not in asked, f"this ability asks for a {name}", "RB-015")
    if "target" in asked:
        own = characters(state["heroes"][frame["seat"]])
        require_that(action_["target"] in own, f"the target is one of {', '.join(own)}", "RB-015")
    if "dice" in asked:
        effect = next(effect for effect in ability.text["effects"] if effect["type"] in ("wild", "reroll_move"))
        choices = _dice_choices(frame, effect)
        problem = f"name 1 to {effect['n']} of the dice on the table, ascending, each once and none made free before"
        require_that(action_["dice"] in choices, problem, "RB-045")


def pay(play: Play, seat: int, ability: Ability, times: int = 1) -> None:
    """
    Pays the ability's cost.

    Clauses: RB-008, RB-013, RB-015.
    """
    cost = ability.text["cost"]
    if cost["type"] == "exhaust":
        turn_down(play, seat, ability.card)
    elif cost["type"] == "discard":
        lose(play, seat, ability.card)
    elif cost["type"] == "fatigue":
        add_fatigue(play, seat, ability.bearer, cost["n"] * times, "RB-013")


def _apply(play: Play, frame: Frame, ability: Ability, effect: Mapping[str, Any], action_: Action) -> None:
    """Works one effect of an ability used in a decision."""
    state, seat = play.state, frame["seat"]
    match effect["type"]:
        case "heal" | "rest":
            apply_relief(play, seat, effect, action_.get("target"))
        case "travel":
            play.push("travel", seat=seat, town=action_["town"])
        case "wild":
            frame["wild"] = sorted([*frame["wild"], *action_["dice"]])
            play.tell("dice_freed", "RB-045", seat=seat, dice=action_["dice"])
        case "reroll_move":
            for index in action_["dice"]:
                frame["dice"][index] = play.tape.die(6, "movement dice")
            play.tell(
                "movement_dice_rerolled",
                "RB-045",
                seat=seat,
                dice=list(frame["dice"]),
                which=list(action_["dice"]),
                faces=play.book.shown(frame["dice"]),
            )
        case "strike":
            play.push("strike", seat=seat, n=effect["n"])
        case "weaken":
            _hamper(play, seat, [effect["attribute"]], effect["n"])
        case "blunt":
            _hamper(play, seat, KINDS if effect["kind"] == "all" else [effect["kind"]], effect["n"])
        case "again":
            state["combat"]["again"] += 1
            play.tell("attack_granted", "RB-086", seat=seat)
        case "reroll":
            attempt(play, frame["roll"], "RB-017")
        case "damage":
            if effect["kind"] == frame["kind"]:
                frame["wounds"] += effect["n"]
                play.tell("damage_raised", "RB-017", seat=seat, character=frame["character"], n=effect["n"])
        case "prevent":
            prevented = frame["wounds"] if effect["n"] == "all" else min(effect["n"], frame["wounds"])
            frame["wounds"] -= prevented
            play.tell("wounds_prevented", "RB-091", seat=seat, n=prevented)
        case "soak":
            soaked, frame["wounds"] = frame["wounds"], 0
            add_wounds(play, seat, ability.bearer, soaked, "RB-091")
            frame["soaked"] = ability.bearer
        case "cling":
            hero = play.hero(seat)
            hero["wounds"] = life(play.book, hero) - effect["n"]
            play.tell("hero_clung_on", "RB-140", seat=seat, wounds=hero["wounds"])
        case other:
            raise AssertionError(other)  # the loader refuses every other word (§11.1)


def _hamper(play: Play, seat: int, names: Sequence[str], n: int) -> None:
    """
    Lowers attributes or damages of the seat's enemy for the rest of this combat.

    Clauses: RB-095, RB-158.
    """
    combat = play.state["combat"]
    side = "enemy"
    if is_duel(play.state):
        side = str(next(one for one in combat["seats"] if one != seat))
    lowered = combat["hampered"].setdefault(side, {})
    for name in names:
        lowered[name] = lowered.get(name, 0) + n
    play.tell("enemy_hampered", "RB-095", "RB-158", seat=seat, what=list(names), n=n)


def work_automatic(play: Play, seat: int, trigger: str, *clauses: str) -> None:
    """
    Works the seat's automatic abilities with that trigger: hero first, then artifacts, then allies, each by id.

    One that would change nothing is passed over (RB-018).
    """
    for ability in list(abilities_of(play.book, play.state, seat)):
        if ability.text["trigger"] != trigger:
            continue
        if _relief_objection(play.book, play.state, seat, ability, None) is None:
            play.tell("ability_worked", *clauses, seat=seat, card=ability.card)
            for effect in ability.text["effects"]:
                apply_relief(play, seat, effect, None, *clauses)
