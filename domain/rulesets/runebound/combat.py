"""A fight against a card or a hero: its beginning, the enemy's rules, the rounds, and the enemy's wounds."""

from __future__ import annotations

from delvebook.domain.kit.agenda import Frame
from delvebook.domain.kit.refusals import Refusal
from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.runebound.abilities import is_usable
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.decision import Answer, Decision, Step
from delvebook.domain.rulesets.runebound.figures import HERO, enemy_card, enemy_rule, is_duel, target_seat
from delvebook.domain.rulesets.runebound.harm import harm_hero
from delvebook.domain.rulesets.runebound.markers import add_wounds
from delvebook.domain.rulesets.runebound.possessions import lose_gold, turn_down
from delvebook.domain.rulesets.runebound.state import Play, State, act, current_combat, new_combat, opponent
from delvebook.domain.rulesets.runebound.vocabulary import KINDS

# -- beginning ------------------------------------------------------------------------------------


def begin_combat(play: Play, seat: int, card: str) -> None:
    """
    Starts the combat with a card: its `before` rules, the player's abilities, then the rounds.

    Clauses: RB-070, RB-095.
    """
    play.state["combat"] = new_combat(card, [seat])
    play.tell("combat_began", "RB-070", seat=seat, card=card)
    play.push("combat_round")
    play.push("before_combat", seat=seat, used=[])
    play.push("enemy_rules", when="before")


def _before_waits(content: Content, state: State, frame: Frame) -> bool:
    return is_usable(content, state, frame)


def _before(content: Content, state: State, frame: Frame) -> list[Action]:
    return [act("begin_combat")]


def _begin(play: Play, frame: Frame, action: Action) -> None:
    play.state["agenda"].pop()


# -- the enemy's rules ----------------------------------------------------------------------------


def _enemy_rules(play: Play, frame: Frame) -> None:
    """Puts the enemy card's rules for that moment on the agenda, in printed order."""
    card = current_combat(play.state)["card"]
    if card is None:
        return
    for rule in reversed(play.content.adventures[card]["rules"]):
        if rule["when"] == frame["when"]:
            play.push("enemy_rule", effect=rule["effect"], when=frame["when"])


def _enemy_rule(play: Play, frame: Frame) -> None:
    """One rule of the enemy card works. Clauses: RB-070, RB-081, RB-091."""
    state, effect = play.state, frame["effect"]
    seat, combat = state["active"], current_combat(state)
    clause = {"before": "RB-070", "round": "RB-081", "on_wound": "RB-091"}[frame["when"]]
    match effect["type"]:
        case "suffer":
            play.push("suffer", seat=seat, wounds=effect["wounds"], fatigue=effect["fatigue"])
        case "test":
            test = {name: effect[name] for name in ("attribute", "skill", "n", "fail")}
            play.push("commit_test", seat=seat, purpose="rule", **test)
        case "drain_gold":
            lose_gold(play, seat, effect["n"], clause)
        case "force_exhaust":
            play.push("choose_exhaust", seat=seat, n=effect["n"])
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
            state["combat"], state["over"] = None, True
            play.tell("duel_undecided", "RB-161", seats=list(combat["seats"]))
        else:
            play.push("set_back", how="stopped")
        return
    combat["round"] += 1
    if is_duel(state) and combat["round"] > 1:
        combat["fighter"] = target_seat(state)
    combat["attacked"], combat["again"], combat["number"] = [], 0, None
    fighter = combat["fighter"]
    play.tell("combat_round_began", "RB-080", round=combat["round"], fighter_seat=fighter)
    play.push("combat_round")
    for kind in reversed(KINDS):
        skip = enemy_rule(play.content, state, "skip")
        if skip is not None and skip["kind"] == kind:
            play.push("skip_step", kind=kind)
            continue
        play.push("combat_step", seat=fighter, kind=kind)
        if is_duel(state):
            play.push("defence_roll", seat=target_seat(state), kind=kind, used=[])
    play.push("round_start", seat=fighter, used=[])
    if combat["round"] > 1:
        play.push("enemy_rules", when="round")


def _skip_step(play: Play, frame: Frame) -> None:
    play.tell("step_skipped", "RB-080", kind=frame["kind"])


# -- wounds of the enemy --------------------------------------------------------------------------


def _hit(play: Play, frame: Frame) -> None:
    """The damage of a hit reaches the enemy (RB-087, RB-155)."""
    if is_duel(play.state):
        harm_hero(play, target_seat(play.state), frame["kind"], frame["wounds"])
    else:
        _wound_enemy(play, frame["seat"], frame["wounds"], "RB-087")


def _strike(play: Play, frame: Frame) -> None:
    """A `strike` reaches the enemy: no roll, no window (RB-070, RB-158)."""
    if is_duel(play.state):
        other = opponent(current_combat(play.state), frame["seat"])
        play.push("window_knockout", seat=other, used=[])
        add_wounds(play, other, HERO, frame["n"], "RB-158")
    else:
        _wound_enemy(play, frame["seat"], frame["n"], "RB-070")


def _wound_enemy(play: Play, seat: int, wounds: int, clause: str) -> None:
    """The enemy card suffers; with wounds at its life it is beaten at once. Clauses: RB-092."""
    combat, card = current_combat(play.state), enemy_card(play.state)
    combat["wounds"] += wounds
    play.tell("enemy_wounded", clause, seat=seat, card=card, n=wounds, wounds=combat["wounds"])
    if combat["wounds"] >= play.content.adventures[card]["enemy"]["life"]:
        play.tell("enemy_beaten", "RB-092", seat=seat, card=card)
        play.push("succeeded")


# -- artifacts turned down by the enemy -----------------------------------------------------------


def _can_turn(content: Content, state: State, seat: int) -> list[str]:
    """The seat's face-up artifacts that have an ability with cost `exhaust`."""
    hero = state["heroes"][seat]
    return [
        card
        for card in sorted(hero["artifacts"])
        if card not in hero["down"] and any(text["cost"]["type"] == "exhaust" for text in content.abilities[card])
    ]


def _exhaust_waits(content: Content, state: State, frame: Frame) -> bool:
    return len(_can_turn(content, state, frame["seat"])) > int(frame["n"])


def _exhausts(content: Content, state: State, frame: Frame) -> list[Action]:
    chosen: list[list[str]] = [[]]
    for _ in range(frame["n"]):
        chosen = [
            [*cards, card]
            for cards in chosen
            for card in _can_turn(content, state, frame["seat"])
            if not cards or card > cards[-1]
        ]
    return [act("choose_exhaust", cards=cards) for cards in chosen]


def _exhaust_objection(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    cards, possible = action["cards"], _can_turn(content, state, frame["seat"])
    if len(cards) == len({*cards}) == frame["n"] and all(card in possible for card in cards):
        return None
    return Refusal.plain(f"choose {frame['n']} of {', '.join(possible)}, each once", "RB-091")


def _choose_exhaust(play: Play, frame: Frame, action: Action) -> None:
    """Turns the chosen artifacts face down (`force_exhaust`)."""
    play.state["agenda"].pop()
    for card in action["cards"]:
        turn_down(play, frame["seat"], card)


def _exhaust_all(play: Play, frame: Frame) -> None:
    for card in _can_turn(play.content, play.state, frame["seat"]):
        turn_down(play, frame["seat"], card)


DECISIONS = {
    "before_combat": Decision(
        "which abilities to use before the combat",
        "RB-070",
        _before,
        {"begin_combat": Answer(_begin)},
        waits=_before_waits,
        abilities=True,
        scope="combat",
    ),
    "choose_exhaust": Decision(
        "which artifacts are turned face down",
        "RB-091",
        _exhausts,
        {"choose_exhaust": Answer(_choose_exhaust, _exhaust_objection)},
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
