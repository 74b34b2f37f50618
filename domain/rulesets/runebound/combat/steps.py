"""The ranged, melee and magic steps of a combat round: the target's throw, attacks, defences."""

from __future__ import annotations

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.runebound.box.vocabulary import ATTRIBUTE_OF
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.heroes import boosts
from delvebook.domain.rulesets.runebound.heroes.abilities import is_usable
from delvebook.domain.rulesets.runebound.heroes.boosts import Roller
from delvebook.domain.rulesets.runebound.heroes.dice import kind_of, throw, throw_for
from delvebook.domain.rulesets.runebound.heroes.figures import (
    HERO,
    allies_in_play,
    ally_of,
    attribute,
    character_attribute,
    damage,
    enemy_blow,
    is_duel,
    number_to_beat,
    roll_bonus,
)
from delvebook.domain.rulesets.runebound.heroes.harm import harm_ally, harm_hero
from delvebook.domain.rulesets.runebound.state import Action, Frame, Play, Roll, State, action_of, current_combat
from delvebook.domain.rulesets.runebound.table.decision import Answer, Decision, Step, refuse

# -- the target's throw, between heroes -----------------------------------------------------------


def _defender(frame: Frame) -> Roller:
    return Roller(frame["seat"], HERO, f"{frame['kind']}:defend")


def _defence_waits(content: Content, state: State, frame: Frame) -> bool:
    return len(boosts.choices(content, state, _defender(frame))) > 1 or is_usable(content, state, frame)


def _defences(content: Content, state: State, frame: Frame) -> list[Action]:
    return [action_of("roll_defence", boosts=chosen) for chosen in boosts.choices(content, state, _defender(frame))]


def _defence_refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    return boosts.refusal(content, state, _defender(frame), action["boosts"])


def _roll_defence(play: Play, frame: Frame, action: Action) -> None:
    """Throws for the target, which sets the number its enemy has to beat. Clauses: RB-154."""
    play.state["agenda"].pop()
    _set_number(play, frame, boosts.pay_all(play, _defender(frame), action["boosts"]))


def _unboosted_defence(play: Play, frame: Frame) -> None:
    _set_number(play, frame, 0)


def _set_number(play: Play, frame: Frame, boost: int) -> None:
    content, state, seat, kind = play.content, play.state, frame["seat"], frame["kind"]
    dice = throw(play, f"{kind}:defend target")
    bonus = attribute(content, state, seat, ATTRIBUTE_OF[kind])
    bonus += roll_bonus(content, state, seat, HERO, f"{kind}:defend") + boost
    number = sum(dice) + bonus
    current_combat(state)["number"] = number
    play.tell("target_thrown", "RB-154", seat=seat, roll=f"{kind}:defend", dice=dice, bonus=bonus, number=number)


# -- attack and defence ---------------------------------------------------------------------------


def _step(content: Content, state: State, frame: Frame) -> list[Action]:
    seat, kind = frame["seat"], frame["kind"]
    attacks = [
        action_of("attack", character=character, boosts=chosen)
        for character in (HERO, *allies_in_play(content, state, seat))
        if attack_refusal(content, state, seat, character, kind) is None
        for chosen in boosts.choices(content, state, Roller(seat, character, f"{kind}:attack"))
    ]
    defences = boosts.choices(content, state, _defender(frame))
    return [*attacks, *(action_of("defend", boosts=chosen) for chosen in defences)]


def _attack_answer_refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    seat, kind, character = frame["seat"], frame["kind"], action["character"]
    roller = Roller(seat, character, f"{kind}:attack")
    return attack_refusal(content, state, seat, character, kind) or boosts.refusal(
        content, state, roller, action["boosts"]
    )


def attack_refusal(content: Content, state: State, seat: int, character: str, kind: str) -> Refusal | None:
    """Why the character can't attack in this step; None if it can. Clauses: RB-009, RB-086."""
    combat = current_combat(state)
    if character != HERO and character not in allies_in_play(content, state, seat):
        if character in state["heroes"][seat]["down"]:
            return refuse("face_down", "RB-009", card=character)
        if ally_of(state["heroes"][seat], character) is None:
            return refuse("not_in_your_party", "RB-086", character=character)
        return refuse("ally_out_of_play", "RB-010", card=character)
    granted = 1 + (combat["again"] if character == HERO else 0)
    if combat["attacked"].count(character) >= granted:
        return refuse("attacked_already", "RB-086", character=character)
    if damage(content, state, seat, character, kind) == 0:
        return refuse("no_such_attack", "RB-086", character=character, kind=kind)
    return None


def _attack(play: Play, frame: Frame, action: Action) -> None:
    """One character attacks. Clauses: RB-085, RB-086, RB-087, RB-155."""
    character = action["character"]
    roller = Roller(frame["seat"], character, f"{frame['kind']}:attack")
    play.state["agenda"].pop()
    current_combat(play.state)["attacked"].append(character)
    _roll(play, roller, boosts.pay_all(play, roller, action["boosts"]), "attack")


def _defend_refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    """Why the hero can't defend with these boosts; without any it always can. Clauses: RB-086, RB-089."""
    if action["boosts"] and enemy_blow(content, state, frame["kind"]) == 0:
        return refuse("nothing_to_defend", "RB-089", kind=frame["kind"])
    return boosts.refusal(content, state, _defender(frame), action["boosts"])


def _defend(play: Play, frame: Frame, action: Action) -> None:
    """The hero defends; against damage 0 no die is thrown. Clauses: RB-085, RB-089."""
    seat, kind = frame["seat"], frame["kind"]
    play.state["agenda"].pop()
    if enemy_blow(play.content, play.state, kind) == 0:
        play.tell("nothing_to_defend", "RB-089", seat=seat, kind=kind)
        return
    roller = _defender(frame)
    _roll(play, roller, boosts.pay_all(play, roller, action["boosts"]), "defence")


def _roll(play: Play, roller: Roller, boost: int, aim: str) -> None:
    content, state = play.content, play.state
    seat, character, name = roller
    kind = kind_of(name)
    roll: Roll = {
        "seat": seat,
        "character": character,
        "roll": name,
        "attribute": character_attribute(content, state, seat, character, ATTRIBUTE_OF[kind]),
        "bonus": roll_bonus(content, state, seat, character, name) + boost,
        "target": number_to_beat(content, state, kind),
        "aim": aim,
        "ok": False,
    }
    throw_for(play, roll)
    play.push("window_fail", seat=seat, roll=roll, used_up=[])


def _settle_attack(play: Play, frame: Frame) -> None:
    """Opens the window for a hit, or harms the attacking character for a miss. Clauses: RB-087, RB-088, RB-155."""
    roll = frame["roll"]
    seat, character, kind = roll["seat"], roll["character"], kind_of(roll["roll"])
    if roll["ok"]:
        wounds = damage(play.content, play.state, seat, character, kind)
        play.push("window_hit", seat=seat, character=character, kind=kind, wounds=wounds, used_up=[])
    elif character == HERO:
        harm_hero(play, seat, kind, enemy_blow(play.content, play.state, kind), _clause_of_miss(play))
    else:
        harm_ally(play, seat, character, enemy_blow(play.content, play.state, kind), _clause_of_miss(play))


def _clause_of_miss(play: Play) -> str:
    """The clause by which the attacking character suffers for a miss."""
    return "RB-155" if is_duel(play.state) else "RB-088"


def _settle_defence(play: Play, frame: Frame) -> None:
    """Harms the hero by the enemy's damage if the defence has failed. Clauses: RB-089."""
    roll = frame["roll"]
    if not roll["ok"]:
        kind = kind_of(roll["roll"])
        harm_hero(play, roll["seat"], kind, enemy_blow(play.content, play.state, kind), "RB-089")


DECISIONS = {
    "defence_roll": Decision(
        "RB-154",
        _defences,
        {"roll_defence": Answer(_roll_defence, _defence_refusal)},
        waits=_defence_waits,
        settle=_unboosted_defence,
        abilities=True,
        scope="combat",
    ),
    "combat_step": Decision(
        "RB-085",
        _step,
        {"attack": Answer(_attack, _attack_answer_refusal), "defend": Answer(_defend, _defend_refusal)},
        scope="combat",
    ),
}

STEPS = {
    "settle_attack": Step(_settle_attack, scope="combat"),
    "settle_defence": Step(_settle_defence, scope="combat"),
}
