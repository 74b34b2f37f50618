"""Costs and effects of abilities. A blow or a journey goes on the agenda for the module that has its rules."""

from __future__ import annotations

from collections.abc import Sequence

from delvebook.domain.ruleset import Printed
from delvebook.domain.rulesets.runebound.box.vocabulary import KINDS
from delvebook.domain.rulesets.runebound.heroes.abilities import (
    CLAUSE_OF_TRIGGER,
    Ability,
    abilities_of,
    owned,
    relief_refusal,
    use_of,
)
from delvebook.domain.rulesets.runebound.heroes.dice import throw_for
from delvebook.domain.rulesets.runebound.heroes.figures import is_duel, life
from delvebook.domain.rulesets.runebound.heroes.markers import add_fatigue, add_wounds, apply_relief
from delvebook.domain.rulesets.runebound.heroes.possessions import lose, turn_down
from delvebook.domain.rulesets.runebound.state import ENEMY, Action, Frame, Play, current_combat, opponent


def use(play: Play, frame: Frame, action: Action) -> None:
    """
    Uses the ability that a legal action names: pays its cost, then works its effects in order.

    Clauses: RB-008, RB-014, RB-015.
    """
    seat = frame["seat"]
    ability = owned(play.content, play.state, seat, action["source"], action["index"])
    trigger = ability.text["trigger"]
    clause = (
        "RB-152" if trigger == "before_combat" and is_duel(play.state) else CLAUSE_OF_TRIGGER.get(trigger, "RB-015")
    )
    play.tell("ability_used", clause, seat=seat, card=ability.card, index=ability.at)
    if trigger == "before_combat":
        play.state["used_before_combat"].append(use_of(seat, ability))
    if ability.text["cost"]["type"] == "none":
        frame["used_up"].append({"source": ability.source, "index": ability.at})
    pay(play, seat, ability)
    for effect in ability.text["effects"]:
        _apply(play, frame, ability, effect, action)


def pay(play: Play, seat: int, ability: Ability, times: int = 1) -> None:
    """Pays the ability's cost. Clauses: RB-008, RB-013, RB-015."""
    cost = ability.text["cost"]
    if cost["type"] == "exhaust":
        turn_down(play, seat, ability.card, "RB-008")
    elif cost["type"] == "discard":
        lose(play, seat, ability.card, "RB-019")
    elif cost["type"] == "fatigue":
        add_fatigue(play, seat, ability.bearer, cost["n"] * times, "RB-013")


def _apply(play: Play, frame: Frame, ability: Ability, effect: Printed, action: Action) -> None:
    """Works one effect of an ability used in a decision."""
    seat = frame["seat"]
    match effect["type"]:
        case "heal" | "rest":
            apply_relief(play, seat, effect, action.get("target"), "RB-015")
        case "travel":
            play.push("travel", seat=seat, town=action["town"])
        case "wild":
            frame["wild"] = sorted([*frame["wild"], *action["dice"]])
            play.tell("dice_freed", "RB-045", seat=seat, dice=action["dice"])
        case "reroll_move":
            for index in action["dice"]:
                frame["dice"][index] = play.tape.die(6, "movement dice")
            play.tell(
                "movement_dice_rerolled",
                "RB-045",
                seat=seat,
                dice=list(frame["dice"]),
                which=list(action["dice"]),
            )
        case "strike":
            play.push("strike", seat=seat, n=effect["n"])
        case "weaken":
            _hamper(play, seat, [effect["attribute"]], effect["n"])
        case "blunt":
            _hamper(play, seat, KINDS if effect["kind"] == "all" else [effect["kind"]], effect["n"])
        case "again":
            current_combat(play.state)["again"] += 1
            play.tell("attack_granted", "RB-086", seat=seat)
        case "reroll":
            throw_for(play, frame["roll"], again=True)
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
            hero["wounds"] = life(play.content, hero) - effect["n"]
            play.tell("hero_clung_on", "RB-140", seat=seat, wounds=hero["wounds"])
        case other:
            raise AssertionError(other)  # the loader refuses every other word (§11.1)


def _hamper(play: Play, seat: int, names: Sequence[str], n: int) -> None:
    """Lowers attributes or damages of the seat's enemy for the rest of this combat. Clauses: RB-095, RB-158."""
    combat = current_combat(play.state)
    side = str(opponent(combat, seat)) if is_duel(play.state) else ENEMY
    lowered = combat["hampered"].setdefault(side, {})
    for name in names:
        lowered[name] = lowered.get(name, 0) + n
    play.tell("enemy_hampered", "RB-158" if is_duel(play.state) else "RB-095", seat=seat, what=list(names), n=n)


def work_automatic(play: Play, seat: int, trigger: str, clause: str) -> None:
    """
    Works the seat's automatic abilities with that trigger: hero first, then artifacts, then allies, each by id.

    One that would change nothing is passed over (RB-018).
    """
    for ability in list(abilities_of(play.content, play.state, seat)):
        if ability.text["trigger"] != trigger:
            continue
        if relief_refusal(play.content, play.state, seat, ability, None) is None:
            play.tell("ability_worked", clause, seat=seat, card=ability.card)
            for effect in ability.text["effects"]:
                apply_relief(play, seat, effect, None, clause)
