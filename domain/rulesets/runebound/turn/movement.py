"""The movement phase: rest, the throw of the movement dice, the path, the one-hex move, journeys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.runebound.box.hexes import TOWN, Pace
from delvebook.domain.rulesets.runebound.box.vocabulary import TERRAINS
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.heroes.figures import HERO, ally_of, eased, lasting, movement_dice
from delvebook.domain.rulesets.runebound.heroes.harm import place
from delvebook.domain.rulesets.runebound.heroes.markers import characters, remove
from delvebook.domain.rulesets.runebound.state import (
    Action,
    Ally,
    Frame,
    Hero,
    Play,
    State,
    action_of,
    clause_named,
    hex_of,
)
from delvebook.domain.rulesets.runebound.table.decision import Answer, Decision, Step, refuse


def begin(play: Play, frame: Frame) -> None:
    """Opens the movement phase. Clauses: RB-021."""
    play.state["phase"] = "movement"
    play.push("move_choice", seat=play.state["active"], rested=0, used_up=[])


def dice_left(content: Content, state: State, frame: Frame) -> int:
    """The number of movement dice the seat would throw now: all it has, less those rested."""
    return max(0, movement_dice(content, state, frame["seat"]) - int(frame["rested"]))


def _moves(content: Content, state: State, frame: Frame) -> list[Action]:
    hero = state["heroes"][frame["seat"]]
    dice = dice_left(content, state, frame)
    found = [action_of("roll_movement"), action_of("stay")]
    found += [action_of("step_one", to=to) for to in content.map.neighbours[hex_of(hero)]]
    allies = [ally["id"] for ally in hero["allies"]]
    for own, *others in _splits([hero["fatigue"], *(ally["fatigue"] for ally in hero["allies"])]):
        if 1 <= own + sum(others) <= dice:
            rested = {ally: n for ally, n in zip(allies, others, strict=True) if n}
            found.append(action_of("rest", hero=own, allies=rested))
    return found


def _splits(most: Sequence[int]) -> Iterator[list[int]]:
    """Every way to take 0 to `most[i]` of each."""
    if not most:
        yield []
        return
    for n in range(most[0] + 1):
        for tail in _splits(most[1:]):
            yield [n, *tail]


# -- rest -----------------------------------------------------------------------------------------


def _rest_refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    """Why these dice can't be rested. Clauses: RB-037, RB-038."""
    if frame["rested"]:
        return refuse("rested_already", "RB-038")
    dice = dice_left(content, state, frame)
    wanted = _wanted(action)
    total = sum(wanted.values())
    if not 1 <= total <= dice:
        return refuse("wrong_number_of_dice", "RB-037", n=total, most=dice)
    hero = state["heroes"][frame["seat"]]
    for character, n in wanted.items():
        markers: Hero | Ally | None = hero if character == HERO else ally_of(hero, character)
        if markers is None:
            return refuse("not_in_your_party", "RB-037", character=character)
        if n > markers["fatigue"]:
            return refuse("less_fatigue", "RB-037", character=character, fatigue=markers["fatigue"], n=n)
    return None


def _wanted(action: Action) -> dict[str, int]:
    """By character, the number of dice rested for it."""
    return {HERO: action["hero"], **action["allies"]}


def _rest(play: Play, frame: Frame, action: Action) -> None:
    """Gives up dice for fatigue; with none left the movement is over. Clauses: RB-037, RB-038, RB-039."""
    dice = dice_left(play.content, play.state, frame)
    wanted = _wanted(action)
    frame["rested"] = sum(wanted.values())
    play.tell("dice_rested", "RB-037", seat=frame["seat"], dice=frame["rested"])
    for character in characters(play.hero(frame["seat"])):
        if wanted.get(character):
            remove(play, frame["seat"], character, "fatigue", wanted[character], clause="RB-037")
    if frame["rested"] == dice:
        play.state["agenda"].pop()
        play.tell("movement_over", "RB-038", seat=frame["seat"])


# -- the throw and the one-hex move ---------------------------------------------------------------


def _roll_movement(play: Play, frame: Frame, action: Action) -> None:
    """Throws the dice that are left. Clauses: RB-030, RB-031."""
    count = dice_left(play.content, play.state, frame)
    play.state["agenda"].pop()
    dice = [play.tape.die(6, "movement dice") for _ in range(count)]
    play.tell("movement_dice_thrown", "RB-030", seat=frame["seat"], dice=list(dice))
    play.push("choose_path", seat=frame["seat"], dice=dice, wild=[], used_up=[])


def _step_refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    """Why the hero can't take the one-hex move there. Clauses: RB-040, RB-042."""
    if frame["rested"]:
        return refuse("no_step_after_resting", "RB-040")
    here = hex_of(state["heroes"][frame["seat"]])
    if action["to"] not in content.map.neighbours[here]:
        return refuse("not_adjacent", "RB-040", hex=action["to"], here=here)
    return None


def _step_one(play: Play, frame: Frame, action: Action) -> None:
    """Moves to an adjacent hex, whatever its terrain. Clauses: RB-040, RB-044."""
    play.state["agenda"].pop()
    play.push("walk", seat=frame["seat"], path=[action["to"]], clause="RB-040")


def _stay(play: Play, frame: Frame, action: Action) -> None:
    play.state["agenda"].pop()
    play.tell("hero_stayed", "RB-041", seat=frame["seat"])


# -- the path -------------------------------------------------------------------------------------


def pace(content: Content, state: State, frame: Frame) -> Pace:
    """The pace that the thrown dice allow, events and abilities included. Clauses: RB-032, RB-034, RB-044, RB-045."""
    easy = eased(content, state, frame["seat"])
    dice = [
        tuple(TERRAINS) if index in frame["wild"] else tuple(sorted({*content.faces[face - 1], *easy}))
        for index, face in enumerate(frame["dice"])
    ]
    effects = lasting(content, state)
    return Pace(
        tuple(dice),
        tuple(effect["terrain"] for effect in effects if effect["type"] == "double"),
        tuple(
            (effect["terrain"], 10 * effect["wounds"] + effect["fatigue"])
            for effect in effects
            if effect["type"] == "toll"
        ),
    )


def _paths(content: Content, state: State, frame: Frame) -> list[Action]:
    """One example path to each hex in reach. Clauses: RB-033, RB-035."""
    reached = content.map.reachable(hex_of(state["heroes"][frame["seat"]]), pace(content, state, frame))
    return [action_of("move", path=path) for path in reached.values()]


def _path_refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    """Why the dice do not pay for the path. Clauses: RB-032, RB-033, RB-034, RB-036, RB-044."""
    path = action["path"]
    here = hex_of(state["heroes"][frame["seat"]])
    for there in path:
        if there not in content.map.neighbours[here]:
            return refuse("not_adjacent", "RB-033", hex=there, here=here)
        here = there
    dice = len(frame["dice"])
    if len(path) > dice:
        return refuse("path_too_long", "RB-032", dice=dice, n=len(path))
    now = pace(content, state, frame)
    if content.map.pays(path, now):
        return None
    if content.map.pays(path, now._replace(double=())):
        return refuse("takes_two_dice", "RB-044", card=state["events"][-1], terrains=list(now.double))
    terrains = [content.map.terrain[there] for there in path]
    return refuse("dice_do_not_pay", "RB-033", terrains=terrains)


def _move(play: Play, frame: Frame, action: Action) -> None:
    """Moves along the path that the dice pay for. Clauses: RB-035, RB-036, RB-044."""
    play.state["agenda"].pop()
    if action["path"]:
        play.push("walk", seat=frame["seat"], path=list(action["path"]), clause="RB-033")
    else:
        play.tell("hero_stayed", "RB-035", seat=frame["seat"])


def _walk(play: Play, frame: Frame) -> None:
    """Enters the next hex of the path, pays its toll, and goes on. Clauses: RB-034, RB-036, RB-043, RB-044."""
    seat, (to, *rest) = frame["seat"], frame["path"]
    hero = play.hero(seat)
    hero["came_from"], hero["hex"] = hero["hex"], to
    terrain = play.content.map.terrain[to]
    by_dice_into_town = terrain == TOWN and clause_named(frame) == "RB-033"
    play.tell("hero_moved", "RB-034" if by_dice_into_town else clause_named(frame), seat=seat, hex=to, terrain=terrain)
    if rest:
        play.push("walk", seat=seat, path=rest, clause=frame["clause"])
    for effect in lasting(play.content, play.state):
        if effect["type"] == "toll" and effect["terrain"] == terrain:
            play.tell("toll_taken", "RB-044", seat=seat, terrain=effect["terrain"])
            play.push("suffer", seat=seat, wounds=effect["wounds"], fatigue=effect["fatigue"], clause="RB-044")


def _travel(play: Play, frame: Frame) -> None:
    """Places the hero in the town named; its movement is over. Clauses: RB-046."""
    play.state["agenda"].pop()
    place(play, frame["seat"], frame["town"], "RB-046")


DECISIONS = {
    "move_choice": Decision(
        "RB-021",
        _moves,
        {
            "rest": Answer(_rest, _rest_refusal),
            "roll_movement": Answer(_roll_movement),
            "step_one": Answer(_step_one, _step_refusal),
            "stay": Answer(_stay),
        },
        abilities=True,
    ),
    "choose_path": Decision("RB-033", _paths, {"move": Answer(_move, _path_refusal)}, abilities=True, is_exact=True),
}

STEPS = {
    "movement": Step(begin, scope="turn"),
    "walk": Step(_walk, scope="turn"),
    "travel": Step(_travel),
}
