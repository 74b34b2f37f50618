"""
Combat, against a card and between heroes.

A combat is plain data while it lasts: `card` (None between heroes), `seats` in it, the `fighter` of the
round, the enemy's `wounds`, the `round`, the step's `number` to beat (between heroes), who has `attacked`
this round, attacks granted `again`, and by side (`enemy`, or a seat) what is `hampered`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.runebound import boosts
from delvebook.domain.rulesets.runebound.abilities import is_usable
from delvebook.domain.rulesets.runebound.boosts import Roller
from delvebook.domain.rulesets.runebound.content import Book
from delvebook.domain.rulesets.runebound.decision import Decision, Step, always, nothing
from delvebook.domain.rulesets.runebound.dice import attempt, throw
from delvebook.domain.rulesets.runebound.figures import (
    HERO,
    allies_in_play,
    attribute,
    character_attribute,
    damage,
    enemy_damage,
    enemy_rule,
    hampered,
    is_duel,
    roll_bonus,
    target_number,
)
from delvebook.domain.rulesets.runebound.harm import harm_ally, harm_hero
from delvebook.domain.rulesets.runebound.markers import add_wounds
from delvebook.domain.rulesets.runebound.possessions import receive, take_from, turn_down
from delvebook.domain.rulesets.runebound.state import Frame, Play, action, require_that
from delvebook.domain.rulesets.runebound.vocabulary import ATTRIBUTE_OF, KINDS

# -- beginning ------------------------------------------------------------------------------------


def begin_combat(play: Play, seat: int, card: str) -> None:
    """
    Starts the combat with a card: its `before` rules, the player's abilities, then the rounds.

    Clauses: RB-070, RB-095.
    """
    play.state["combat"] = _new_combat(card, [seat])
    play.tell("combat_began", "RB-070", seat=seat, card=card)
    play.push("combat_round")
    play.push("before_combat", seat=seat, used=[])
    play.push("enemy_rules", when="before")


def begin_duel(play: Play, seat: int, other: int) -> None:
    """
    Starts the combat of two heroes: the attacked seat's abilities, the attacker's, then the rounds.

    Clauses: RB-150, RB-151, RB-152.
    """
    play.state["combat"] = _new_combat(None, [seat, other])
    play.tell("duel_began", "RB-150", seat=seat, other_seat=other)
    play.push("combat_round")
    play.push("before_combat", seat=seat, used=[])
    play.push("before_combat", seat=other, used=[])


def _new_combat(card: str | None, seats: list[int]) -> dict[str, Any]:
    return {
        "card": card,
        "seats": seats,
        "fighter": seats[0],
        "wounds": 0,
        "round": 0,
        "number": None,
        "attacked": [],
        "again": 0,
        "hampered": {},
    }


def target_seat(state: Mapping[str, Any]) -> int:
    """Between heroes, the seat that is the target of this round."""
    combat = state["combat"]
    return int(next(seat for seat in combat["seats"] if seat != combat["fighter"]))


def _before_waits(book: Book, state: Mapping[str, Any], frame: Frame) -> bool:
    return is_usable(book, state, frame)


def _legal_begin(book: Book, state: Mapping[str, Any], frame: Frame) -> list[Action]:
    return [action("begin_combat")]


def _begin(play: Play, frame: Frame, action_: Action) -> None:
    play.state["agenda"].pop()


def _enemy_rules(play: Play, frame: Frame) -> None:
    """Puts the enemy card's rules for that moment on the agenda, in printed order."""
    card = play.state["combat"]["card"]
    if card is None:
        return
    for rule in reversed(play.book.adventures[card]["rules"]):
        if rule["when"] == frame["when"]:
            play.push("enemy_rule", effect=rule["effect"], when=frame["when"])


def _enemy_rule(play: Play, frame: Frame) -> None:
    """
    One rule of the enemy card works.

    Clauses: RB-070, RB-081, RB-091.
    """
    state, effect = play.state, frame["effect"]
    seat, combat = state["active"], state["combat"]
    clause = {"before": "RB-070", "round": "RB-081", "on_wound": "RB-091"}[frame["when"]]
    hero = play.hero(seat)
    match effect["type"]:
        case "suffer":
            play.push("suffer", seat=seat, wounds=effect["wounds"], fatigue=effect["fatigue"])
        case "test":
            test = {name: effect[name] for name in ("attribute", "skill", "n", "fail")}
            play.push("commit_test", seat=seat, purpose="rule", **test)
        case "drain_gold":
            lost = min(effect["n"], hero["gold"])
            hero["gold"] -= lost
            play.tell("gold_lost", clause, "RB-012", seat=seat, n=lost)
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
    combat = state["combat"]
    if combat["round"] >= play.book.decided["combat_rounds_max"]:
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
    combat.update(attacked=[], again=0, number=None)
    fighter = combat["fighter"]
    play.tell("combat_round_began", "RB-080", round=combat["round"], fighter_seat=fighter)
    play.push("combat_round")
    for kind in reversed(KINDS):
        skip = enemy_rule(play.book, state, "skip")
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


# -- escape ---------------------------------------------------------------------------------------


def _can_escape(book: Book, state: Mapping[str, Any]) -> bool:
    return enemy_rule(book, state, "no_escape") is None


def _start_waits(book: Book, state: Mapping[str, Any], frame: Frame) -> bool:
    return _can_escape(book, state) or is_usable(book, state, frame)


def _escape_roller(frame: Frame) -> Roller:
    return Roller(frame["seat"], HERO, "escape")


def _legal_start(book: Book, state: Mapping[str, Any], frame: Frame) -> list[Action]:
    found = [action("fight_on")]
    if _can_escape(book, state):
        found += [
            action("attempt_escape", boosts=chosen) for chosen in boosts.choices(book, state, _escape_roller(frame))
        ]
    return found


def _fight_on(play: Play, frame: Frame, action_: Action) -> None:
    play.state["agenda"].pop()


def _attempt_escape(play: Play, frame: Frame, action_: Action) -> None:
    """
    Tests mind against the enemy's mind, or against the other hero's own throw.

    Clauses: RB-082, RB-084, RB-153, RB-157.
    """
    book, state, seat = play.book, play.state, frame["seat"]
    require_that(_can_escape(book, state), "from this enemy there is no escape", "RB-084")
    roller = _escape_roller(frame)
    chosen = boosts.judge(book, state, roller, action_["boosts"])
    state["agenda"].pop()
    bonus = boosts.pay_all(play, roller, chosen)
    if is_duel(state):
        other = target_seat(state)
        dice = throw(play, "escape target")
        own = attribute(book, state, other, "mind") - hampered(state, str(other), "mind")
        number = sum(dice) + own
        play.tell("target_thrown", "RB-157", seat=other, roll="escape", dice=dice, bonus=own, number=number)
    else:
        number = target_number(book, state, "mind")
    roll = {
        "seat": seat,
        "character": HERO,
        "roll": "escape",
        "attribute": attribute(book, state, seat, "mind"),
        "bonus": roll_bonus(book, state, seat, HERO, "escape") + bonus,
        "target": number,
        "aim": "escape",
        "ok": False,
    }
    attempt(play, roll, "RB-082")
    play.push("window_fail", seat=seat, roll=roll, used=[])


def _settle_escape(play: Play, frame: Frame) -> None:
    """
    Away: the combat is over and the turn ends. Caught: one wound, and the choice again.

    Clauses: RB-024, RB-082, RB-083, RB-123, RB-157, RB-161.
    """
    state, roll = play.state, frame["roll"]
    seat = roll["seat"]
    if not roll["ok"]:
        play.push("round_start", seat=seat, used=[])
        play.push("window_knockout", seat=seat, used=[])
        add_wounds(play, seat, HERO, 1, "RB-082")
        return
    play.tell("escaped", "RB-083", seat=seat)
    state["over"] = True
    if is_duel(state):
        state["combat"] = None
    else:
        play.push("set_back", how="escaped")
    play.push("retreat_choice", seat=seat)


def _ways_back(book: Book, state: Mapping[str, Any], seat: int) -> list[str]:
    """Where a hero may go back to: whence it came, or any neighbour if that is not known (RB-083)."""
    hero = state["heroes"][seat]
    return [hero["from"]] if hero["from"] is not None else list(book.map.neighbours[hero["hex"]])


def _legal_retreats(book: Book, state: Mapping[str, Any], frame: Frame) -> list[Action]:
    ways: list[str | None] = [*_ways_back(book, state, frame["seat"]), None]
    return [{"type": "retreat", "to": to} for to in ways]


def _retreat(play: Play, frame: Frame, action_: Action) -> None:
    """Goes back one hex, or stays; it pays nothing and starts nothing there (RB-043, RB-083)."""
    seat, to = frame["seat"], action_["to"]
    ways = _ways_back(play.book, play.state, seat)
    require_that(to is None or to in ways, f"the way back leads to {' or '.join(ways)}", "RB-083")
    play.state["agenda"].pop()
    hero = play.hero(seat)
    if to is not None:
        hero["from"], hero["hex"] = hero["hex"], to
        play.tell("hero_retreated", "RB-083", seat=seat, hex=to)
    else:
        play.tell("hero_stayed", "RB-083", seat=seat)


# -- the steps ------------------------------------------------------------------------------------


def _defence_roller(frame: Frame) -> Roller:
    return Roller(frame["seat"], HERO, f"{frame['kind']}:defend")


def _defence_waits(book: Book, state: Mapping[str, Any], frame: Frame) -> bool:
    return len(boosts.choices(book, state, _defence_roller(frame))) > 1 or is_usable(book, state, frame)


def _legal_defence(book: Book, state: Mapping[str, Any], frame: Frame) -> list[Action]:
    return [action("roll_defence", boosts=chosen) for chosen in boosts.choices(book, state, _defence_roller(frame))]


def _roll_defence(play: Play, frame: Frame, action_: Action) -> None:
    """The target's throw sets the number its enemy has to beat (RB-154)."""
    roller = _defence_roller(frame)
    chosen = boosts.judge(play.book, play.state, roller, action_["boosts"])
    play.state["agenda"].pop()
    _set_number(play, frame, boosts.pay_all(play, roller, chosen))


def _unboosted_defence(play: Play, frame: Frame) -> None:
    _set_number(play, frame, 0)


def _set_number(play: Play, frame: Frame, boost: int) -> None:
    book, state, seat, kind = play.book, play.state, frame["seat"], frame["kind"]
    dice = throw(play, f"{kind}:defend target")
    bonus = attribute(book, state, seat, ATTRIBUTE_OF[kind])
    bonus += roll_bonus(book, state, seat, HERO, f"{kind}:defend") + boost
    number = sum(dice) + bonus
    state["combat"]["number"] = number
    play.tell("target_thrown", "RB-154", seat=seat, roll=f"{kind}:defend", dice=dice, bonus=bonus, number=number)


def blow(book: Book, state: Mapping[str, Any], kind: str) -> int:
    """The damage of that kind that whoever fails against the enemy suffers now."""
    if is_duel(state):
        return damage(book, state, target_seat(state), HERO, kind)
    return enemy_damage(book, state, kind)


def number_to_beat(book: Book, state: Mapping[str, Any], kind: str) -> int:
    """The target number of a step, as modified now."""
    if is_duel(state):
        return int(state["combat"]["number"])
    return target_number(book, state, ATTRIBUTE_OF[kind])


def attack_objection(
    book: Book, state: Mapping[str, Any], seat: int, character: str, kind: str
) -> tuple[str, str] | None:
    """Why the character can't attack in this step; None if it can (RB-086)."""
    combat = state["combat"]
    if character != HERO and character not in allies_in_play(book, state, seat):
        if character in state["heroes"][seat]["down"]:
            return f"{character} lies face down", "RB-009"
        return f"{character} is no ally in play", "RB-086"
    granted = 1 + (combat["again"] if character == HERO else 0)
    if combat["attacked"].count(character) >= granted:
        return f"{character} has attacked in this round", "RB-086"
    if damage(book, state, seat, character, kind) == 0:
        return f"{character} has no {kind} attack", "RB-086"
    return None


def _legal_step(book: Book, state: Mapping[str, Any], frame: Frame) -> list[Action]:
    seat, kind = frame["seat"], frame["kind"]
    found: list[Action] = []
    for character in (HERO, *allies_in_play(book, state, seat)):
        if attack_objection(book, state, seat, character, kind) is None:
            roller = Roller(seat, character, f"{kind}:attack")
            found += [
                action("attack", character=character, boosts=chosen) for chosen in boosts.choices(book, state, roller)
            ]
    defences: list[list[dict[str, Any]]] = [[]]
    if blow(book, state, kind):
        defences = boosts.choices(book, state, Roller(seat, HERO, f"{kind}:defend"))
    return [*found, *(action("defend", boosts=chosen) for chosen in defences)]


def _attack(play: Play, frame: Frame, action_: Action) -> None:
    """
    One character attacks.

    Clauses: RB-085, RB-086, RB-087, RB-155.
    """
    book, state, seat, kind = play.book, play.state, frame["seat"], frame["kind"]
    character = action_["character"]
    problem = attack_objection(book, state, seat, character, kind)
    require_that(problem is None, *(problem or ("", "RB-086")))
    roller = Roller(seat, character, f"{kind}:attack")
    chosen = boosts.judge(book, state, roller, action_["boosts"])
    state["agenda"].pop()
    state["combat"]["attacked"].append(character)
    _roll(play, roller, boosts.pay_all(play, roller, chosen), "attack", "RB-087")


def _defend(play: Play, frame: Frame, action_: Action) -> None:
    """
    The hero defends; against damage 0 no die is thrown.

    Clauses: RB-085, RB-089.
    """
    book, state, seat, kind = play.book, play.state, frame["seat"], frame["kind"]
    roller = Roller(seat, HERO, f"{kind}:defend")
    harmless = blow(book, state, kind) == 0
    require_that(
        not (harmless and action_["boosts"]), "the enemy does no damage of this kind: no die is thrown", "RB-089"
    )
    chosen = boosts.judge(book, state, roller, action_["boosts"])
    state["agenda"].pop()
    if harmless:
        play.tell("nothing_to_defend", "RB-089", seat=seat, kind=kind)
        return
    _roll(play, roller, boosts.pay_all(play, roller, chosen), "defence", "RB-089")


def _roll(play: Play, roller: Roller, boost: int, aim: str, clause: str) -> None:
    book, state = play.book, play.state
    seat, character, name = roller
    kind = name.partition(":")[0]
    roll = {
        "seat": seat,
        "character": character,
        "roll": name,
        "attribute": character_attribute(book, state, seat, character, ATTRIBUTE_OF[kind]),
        "bonus": roll_bonus(book, state, seat, character, name) + boost,
        "target": number_to_beat(book, state, kind),
        "aim": aim,
        "ok": False,
    }
    attempt(play, roll, clause)
    play.push("window_fail", seat=seat, roll=roll, used=[])


def _settle_attack(play: Play, frame: Frame) -> None:
    """
    A hit opens the window for it; a miss is paid by the attacking character.

    Clauses: RB-087, RB-088, RB-155.
    """
    roll = frame["roll"]
    seat, character, kind = roll["seat"], roll["character"], roll["roll"].partition(":")[0]
    if roll["ok"]:
        wounds = damage(play.book, play.state, seat, character, kind)
        play.push("window_hit", seat=seat, character=character, kind=kind, wounds=wounds, used=[])
    elif character == HERO:
        harm_hero(play, seat, kind, blow(play.book, play.state, kind))
    else:
        harm_ally(play, seat, character, blow(play.book, play.state, kind))


def _settle_defence(play: Play, frame: Frame) -> None:
    """A failed defence costs the hero the enemy's damage (RB-089)."""
    roll = frame["roll"]
    if not roll["ok"]:
        kind = roll["roll"].partition(":")[0]
        harm_hero(play, roll["seat"], kind, blow(play.book, play.state, kind))


def _hit(play: Play, frame: Frame) -> None:
    """The damage of a hit reaches the enemy (RB-087, RB-155)."""
    if is_duel(play.state):
        harm_hero(play, target_seat(play.state), frame["kind"], frame["wounds"])
    else:
        _wound_enemy(play, frame["seat"], frame["wounds"], "RB-087")


def _strike(play: Play, frame: Frame) -> None:
    """A `strike` reaches the enemy: no roll, no window (RB-070, RB-158)."""
    if is_duel(play.state):
        other = next(seat for seat in play.state["combat"]["seats"] if seat != frame["seat"])
        play.push("window_knockout", seat=other, used=[])
        add_wounds(play, other, HERO, frame["n"], "RB-158")
    else:
        _wound_enemy(play, frame["seat"], frame["n"], "RB-070")


def _wound_enemy(play: Play, seat: int, wounds: int, clause: str) -> None:
    """
    The enemy card suffers; with wounds at its life it is beaten at once.

    Clauses: RB-092.
    """
    combat = play.state["combat"]
    combat["wounds"] += wounds
    card = combat["card"]
    play.tell("enemy_wounded", clause, seat=seat, card=card, n=wounds, wounds=combat["wounds"])
    if combat["wounds"] >= play.book.adventures[card]["enemy"]["life"]:
        play.tell("enemy_beaten", "RB-092", seat=seat, card=card)
        play.push("succeeded")


# -- cards in a fight -----------------------------------------------------------------------------


def _can_turn(book: Book, state: Mapping[str, Any], seat: int) -> list[str]:
    """The seat's face-up artifacts that have an ability with cost `exhaust`."""
    hero = state["heroes"][seat]
    return [
        card
        for card in sorted(hero["artifacts"])
        if card not in hero["down"] and any(text["cost"]["type"] == "exhaust" for text in book.abilities[card])
    ]


def _exhaust_waits(book: Book, state: Mapping[str, Any], frame: Frame) -> bool:
    return len(_can_turn(book, state, frame["seat"])) > int(frame["n"])


def _legal_exhausts(book: Book, state: Mapping[str, Any], frame: Frame) -> list[Action]:
    chosen: list[list[str]] = [[]]
    for _ in range(frame["n"]):
        chosen = [
            [*cards, card]
            for cards in chosen
            for card in _can_turn(book, state, frame["seat"])
            if not cards or card > cards[-1]
        ]
    return [action("choose_exhaust", cards=cards) for cards in chosen]


def _choose_exhaust(play: Play, frame: Frame, action_: Action) -> None:
    """Turns the chosen artifacts face down (`force_exhaust`)."""
    cards, possible = action_["cards"], _can_turn(play.book, play.state, frame["seat"])
    wanted = f"{frame['n']} of {', '.join(possible)}, each once"
    require_that(len(cards) == len({*cards}) == frame["n"], f"choose {wanted}", "RB-091")
    require_that(all(card in possible for card in cards), f"choose {wanted}", "RB-091")
    play.state["agenda"].pop()
    for card in cards:
        turn_down(play, frame["seat"], card)


def _exhaust_all(play: Play, frame: Frame) -> None:
    for card in _can_turn(play.book, play.state, frame["seat"]):
        turn_down(play, frame["seat"], card)


def _spoils(state: Mapping[str, Any], frame: Frame) -> list[str]:
    loser = state["heroes"][frame["loser_seat"]]
    return [*loser["artifacts"], *(ally["id"] for ally in loser["allies"]), *loser["runes"]]


def _spoils_wait(book: Book, state: Mapping[str, Any], frame: Frame) -> bool:
    return bool(_spoils(state, frame))


def _legal_spoils(book: Book, state: Mapping[str, Any], frame: Frame) -> list[Action]:
    return [{"type": "take_spoils", "card": card} for card in (*_spoils(state, frame), None)]


def _take_spoils(play: Play, frame: Frame, action_: Action) -> None:
    """
    The winner takes one card of the loser as it lies, or none; a third rune wins the game.

    Clauses: RB-160, RB-211, RB-212.
    """
    card, loser = action_["card"], frame["loser_seat"]
    require_that(
        card is None or card in _spoils(play.state, frame), "the loser has no such artifact, ally or rune", "RB-160"
    )
    play.state["agenda"].pop()
    if card is None:
        play.tell("spoils_left", "RB-160", seat=frame["seat"], loser_seat=loser)
        return
    taken = take_from(play, loser, card)
    play.tell("spoils_taken", "RB-160", seat=frame["seat"], loser_seat=loser, card=card)
    receive(play, frame["seat"], card, wounds=taken["wounds"], fatigue=taken["fatigue"], down=taken["down"])


DECISIONS = {
    "before_combat": Decision(
        "which abilities to use before the combat",
        "RB-070",
        _before_waits,
        _legal_begin,
        {"begin_combat": _begin},
        nothing,
        abilities=True,
    ),
    "round_start": Decision(
        "whether to try to escape or to fight on",
        "RB-080",
        _start_waits,
        _legal_start,
        {"attempt_escape": _attempt_escape, "fight_on": _fight_on},
        nothing,
        abilities=True,
    ),
    "retreat_choice": Decision(
        "whether to go back one hex", "RB-083", always, _legal_retreats, {"retreat": _retreat}, nothing
    ),
    "defence_roll": Decision(
        "which boosts the target's throw gets",
        "RB-154",
        _defence_waits,
        _legal_defence,
        {"roll_defence": _roll_defence},
        _unboosted_defence,
        abilities=True,
    ),
    "combat_step": Decision(
        "who attacks, or whether the hero defends",
        "RB-085",
        always,
        _legal_step,
        {"attack": _attack, "defend": _defend},
        nothing,
    ),
    "choose_exhaust": Decision(
        "which artifacts are turned face down",
        "RB-091",
        _exhaust_waits,
        _legal_exhausts,
        {"choose_exhaust": _choose_exhaust},
        _exhaust_all,
    ),
    "take_spoils": Decision(
        "which card of the loser to take", "RB-160", _spoils_wait, _legal_spoils, {"take_spoils": _take_spoils}, nothing
    ),
}

STEPS = {
    "enemy_rules": Step(_enemy_rules),
    "enemy_rule": Step(_enemy_rule),
    "combat_round": Step(_round),
    "skip_step": Step(_skip_step),
    "settle_escape": Step(_settle_escape),
    "settle_attack": Step(_settle_attack),
    "settle_defence": Step(_settle_defence),
    "hit": Step(_hit),
    "strike": Step(_strike),
}
