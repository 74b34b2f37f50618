"""A fight against a card or a hero: its beginning, the enemy's rules, the rounds, and the enemy's wounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.runebound.box.vocabulary import KINDS
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.heroes.abilities import is_usable
from delvebook.domain.rulesets.runebound.heroes.figures import HERO, enemy_card, enemy_rule, is_duel, target_seat
from delvebook.domain.rulesets.runebound.heroes.harm import harm_hero
from delvebook.domain.rulesets.runebound.heroes.markers import add_wounds
from delvebook.domain.rulesets.runebound.heroes.possessions import lose_gold, turn_down
from delvebook.domain.rulesets.runebound.state import (
    Action,
    Frame,
    Play,
    State,
    action_of,
    clause_named,
    current_combat,
    new_combat,
    opponent,
)
from delvebook.domain.rulesets.runebound.table.decision import Answer, Decision, Step, clause_of_frame, refuse

# -- beginning ------------------------------------------------------------------------------------


def begin_combat(play: Play, seat: int, card: str) -> None:
    """
    Starts the combat with a card: its `before` rules, the player's abilities, then the rounds.

    Clauses: RB-070, RB-095.
    """
    play.state["combat"] = new_combat(card, [seat])
    play.tell("combat_began", "RB-070", seat=seat, card=card)
    play.push("combat_round")
    play.push("before_combat", seat=seat, used_up=[])
    play.push("enemy_rules", when="before")


def _before_waits(content: Content, state: State, frame: Frame) -> bool:
    return is_usable(content, state, frame)


def _before(content: Content, state: State, frame: Frame) -> list[Action]:
    return [action_of("begin_combat")]


def _clause_before(content: Content, state: State, frame: Frame) -> str:
    return "RB-152" if is_duel(state) else "RB-070"


def _begin(play: Play, frame: Frame, action: Action) -> None:
    play.state["agenda"].pop()


CLAUSE_OF_MOMENT: Final[Mapping[str, str]] = {"before": "RB-070", "round": "RB-081", "on_wound": "RB-091"}
"""By the moment printed with a rule of an enemy card, the clause by which the rule works."""

# -- the enemy's rules ----------------------------------------------------------------------------


def _enemy_rules(play: Play, frame: Frame) -> None:
    """Puts the enemy card's rules for that moment on the agenda, in printed order."""
    card = current_combat(play.state)["card"]
    if card is None:
        return
    for rule in reversed(play.content.adventures[card]["rules"]):
        if rule["when"] == frame["when"]:
            play.push("enemy_rule", effect=rule["effect"], clause=CLAUSE_OF_MOMENT[frame["when"]])


def _enemy_rule(play: Play, frame: Frame) -> None:
    """Works one rule of the enemy card. Clauses: RB-070, RB-081, RB-091."""
    state, effect = play.state, frame["effect"]
    seat, combat = state["active"], current_combat(state)
    clause = clause_named(frame)
    match effect["type"]:
        case "suffer":
            play.push("suffer", seat=seat, wounds=effect["wounds"], fatigue=effect["fatigue"], clause=clause)
        case "test":
            play.push(
                "commit_test",
                seat=seat,
                purpose="rule",
                attribute=effect["attribute"],
                skill=effect["skill"],
                target=effect["n"],
                fail=effect["fail"],
                clause=clause,
            )
        case "drain_gold":
            lose_gold(play, seat, effect["n"], clause)
        case "force_exhaust":
            play.push("choose_exhaust", seat=seat, n=effect["n"], clause=clause)
        case "regen":
            healed = min(effect["n"], combat["wounds"])
            combat["wounds"] -= healed
            play.tell("enemy_healed", clause, card=combat["card"], n=healed)
        case other:
            raise AssertionError(other)  # the loader refuses every other word (§11.1)


# -- the round ------------------------------------------------------------------------------------


def _round(play: Play, frame: Frame) -> None:
    """
    Starts the next combat round, or stops a combat that goes on too long.

    Clauses: RB-080, RB-081, RB-093, RB-151, RB-161.
    """
    state = play.state
    combat = current_combat(state)
    if combat["round"] >= play.content.decided["combat_rounds_max"]:
        play.tell("combat_stopped", "RB-093", rounds=combat["round"])
        if is_duel(state):
            state["combat"], state["cut_short"] = None, True
            play.tell("duel_undecided", "RB-161", seats=list(combat["seats"]))
        else:
            play.push("set_back", clause="RB-093")
        return
    combat["round"] += 1
    if is_duel(state) and combat["round"] > 1:
        combat["fighter"] = target_seat(state)
    combat["attacked"], combat["again"], combat["number"] = [], 0, None
    fighter = combat["fighter"]
    play.tell(
        "combat_round_began", "RB-151" if is_duel(state) else "RB-080", round=combat["round"], fighter_seat=fighter
    )
    play.push("combat_round")
    for kind in reversed(KINDS):
        skip = enemy_rule(play.content, state, "skip")
        if skip is not None and skip["kind"] == kind:
            play.push("skip_step", kind=kind)
            continue
        play.push("combat_step", seat=fighter, kind=kind)
        if is_duel(state):
            play.push("defence_roll", seat=target_seat(state), kind=kind, used_up=[])
    play.push("round_start", seat=fighter, used_up=[])
    if combat["round"] > 1:
        play.push("enemy_rules", when="round")


def _skip_step(play: Play, frame: Frame) -> None:
    play.tell("step_skipped", "RB-010", kind=frame["kind"])


# -- wounds of the enemy --------------------------------------------------------------------------


def _hit(play: Play, frame: Frame) -> None:
    """Deals the damage of a hit to the enemy (RB-087, RB-155)."""
    if is_duel(play.state):
        harm_hero(play, target_seat(play.state), frame["kind"], frame["wounds"], "RB-155")
    else:
        _wound_enemy(play, frame["seat"], frame["wounds"], "RB-087")


def _strike(play: Play, frame: Frame) -> None:
    """Deals the damage of a `strike` to the enemy, without a roll or a window (RB-070, RB-158)."""
    if is_duel(play.state):
        other = opponent(current_combat(play.state), frame["seat"])
        play.push("window_knockout", seat=other, used_up=[])
        add_wounds(play, other, HERO, frame["n"], "RB-158")
    else:
        _wound_enemy(play, frame["seat"], frame["n"], "RB-070")


def _wound_enemy(play: Play, seat: int, wounds: int, clause: str) -> None:
    """Wounds the enemy card, which is beaten as soon as its wounds reach its life. Clauses: RB-092."""
    combat, card = current_combat(play.state), enemy_card(play.state)
    combat["wounds"] += wounds
    play.tell("enemy_wounded", clause, seat=seat, card=card, n=wounds, wounds=combat["wounds"])
    if combat["wounds"] >= play.content.adventures[card]["enemy"]["life"]:
        play.tell("enemy_beaten", "RB-092", seat=seat, card=card)
        play.push("succeeded")


# -- artifacts turned down by the enemy -----------------------------------------------------------


def can_turn(content: Content, state: State, seat: int) -> list[str]:
    """The seat's face-up artifacts that have an ability with cost `exhaust`."""
    hero = state["heroes"][seat]
    return [
        card
        for card in sorted(hero["artifacts"])
        if card not in hero["down"] and any(text["cost"]["type"] == "exhaust" for text in content.abilities[card])
    ]


def _exhaust_waits(content: Content, state: State, frame: Frame) -> bool:
    return len(can_turn(content, state, frame["seat"])) > int(frame["n"])


def _exhausts(content: Content, state: State, frame: Frame) -> list[Action]:
    chosen: list[list[str]] = [[]]
    for _ in range(frame["n"]):
        chosen = [
            [*cards, card]
            for cards in chosen
            for card in can_turn(content, state, frame["seat"])
            if not cards or card > cards[-1]
        ]
    return [action_of("choose_exhaust", cards=cards) for cards in chosen]


def _exhaust_refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    cards, possible = action["cards"], can_turn(content, state, frame["seat"])
    if len(cards) == len({*cards}) == frame["n"] and all(card in possible for card in cards):
        return None
    return refuse("turn_these_down", clause_named(frame), n=frame["n"], cards=possible)


def _choose_exhaust(play: Play, frame: Frame, action: Action) -> None:
    """Turns the chosen artifacts face down (`force_exhaust`)."""
    play.state["agenda"].pop()
    for card in action["cards"]:
        turn_down(play, frame["seat"], card, clause_named(frame))


def _exhaust_all(play: Play, frame: Frame) -> None:
    for card in can_turn(play.content, play.state, frame["seat"]):
        turn_down(play, frame["seat"], card, clause_named(frame))


DECISIONS = {
    "before_combat": Decision(
        _clause_before,
        _before,
        {"begin_combat": Answer(_begin)},
        waits=_before_waits,
        abilities=True,
        scope="combat",
    ),
    "choose_exhaust": Decision(
        clause_of_frame,
        _exhausts,
        {"choose_exhaust": Answer(_choose_exhaust, _exhaust_refusal)},
        waits=_exhaust_waits,
        settle=_exhaust_all,
        scope="combat",
    ),
}

STEPS = {
    "enemy_rules": Step(_enemy_rules, scope="combat"),
    "enemy_rule": Step(_enemy_rule, scope="combat"),
    "combat_round": Step(_round, scope="combat"),
    "skip_step": Step(_skip_step, scope="combat"),
    "hit": Step(_hit, scope="combat"),
    "strike": Step(_strike, scope="combat"),
}
