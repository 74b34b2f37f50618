"""The movement phase: rest, the throw of the movement dice, the path, the one-hex move, journeys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.runebound.content import Book
from delvebook.domain.rulesets.runebound.decision import Decision, Step, always, nothing
from delvebook.domain.rulesets.runebound.figures import HERO, ally_of, eased, lasting, movement_dice
from delvebook.domain.rulesets.runebound.harm import place
from delvebook.domain.rulesets.runebound.hexes import Pace
from delvebook.domain.rulesets.runebound.markers import remove
from delvebook.domain.rulesets.runebound.state import Frame, Play, action, refuse, require_that
from delvebook.domain.rulesets.runebound.vocabulary import TERRAINS


def begin(play: Play, frame: Frame) -> None:
    """Opens the movement phase (RB-021)."""
    play.state["phase"] = "movement"
    play.push("move_choice", seat=play.state["active"], rested=0, used=[])


def dice_left(book: Book, state: Mapping[str, Any], frame: Frame) -> int:
    """How many movement dice the seat would throw now: all it has, less those rested."""
    return max(0, movement_dice(book, state, frame["seat"]) - int(frame["rested"]))


def _legal_moves(book: Book, state: Mapping[str, Any], frame: Frame) -> list[Action]:
    found = [action("roll_movement"), action("stay")]
    if not frame["rested"]:
        hero = state["heroes"][frame["seat"]]
        found += [action("step_one", to=to) for to in book.map.neighbours[hero["hex"]]]
        found += [
            {"type": "rest", "hero": split[0], "allies": dict(zip(_ally_ids(hero), split[1:], strict=True))}
            for split in _splits([hero["fatigue"], *(ally["fatigue"] for ally in hero["allies"])])
            if 1 <= sum(split) <= dice_left(book, state, frame)
        ]
        found = [_without_zeros(made) for made in found]
    return found


def _ally_ids(hero: Mapping[str, Any]) -> list[str]:
    return [ally["id"] for ally in hero["allies"]]


def _without_zeros(made: Action) -> Action:
    if made["type"] == "rest":
        made["allies"] = {ally: n for ally, n in made["allies"].items() if n}
    return made


def _splits(most: Sequence[int]) -> Iterator[list[int]]:
    """Every way to take 0 to `most[i]` of each."""
    if not most:
        yield []
        return
    for n in range(most[0] + 1):
        for tail in _splits(most[1:]):
            yield [n, *tail]


def _rest(play: Play, frame: Frame, action_: Action) -> None:
    """
    Gives up dice for fatigue; with none left the movement is over.

    Clauses: RB-037, RB-038, RB-039.
    """
    hero = play.hero(frame["seat"])
    require_that(not frame["rested"], "a hero rests once a turn, before the throw", "RB-038")
    dice = dice_left(play.book, play.state, frame)
    wanted = {HERO: action_["hero"], **action_["allies"]}
    total = sum(wanted.values())
    require_that(1 <= total <= dice, f"1 to {dice} dice can be rested, not {total}", "RB-037")
    for character, n in wanted.items():
        markers = hero if character == HERO else ally_of(hero, character)
        require_that(markers is not None, f"{character} is no ally of this hero", "RB-037")
        there = markers["fatigue"] if markers is not None else 0
        require_that(n <= there, f"{character} has {there} fatigue to remove, not {n}", "RB-037")
    frame["rested"] = total
    play.tell("dice_rested", "RB-037", seat=frame["seat"], dice=total)
    for character in sorted(wanted, key=[HERO, *_ally_ids(hero)].index):
        if wanted[character]:
            remove(play, frame["seat"], character, "fatigue", wanted[character], "RB-037")
    if total == dice:
        play.state["agenda"].pop()
        play.tell("movement_over", "RB-038", seat=frame["seat"])


def _roll_movement(play: Play, frame: Frame, action_: Action) -> None:
    """
    Throws the dice that are left.

    Clauses: RB-030, RB-031.
    """
    count = dice_left(play.book, play.state, frame)
    play.state["agenda"].pop()
    dice = [play.tape.die(6, "movement dice") for _ in range(count)]
    play.tell(
        "movement_dice_thrown", "RB-030", "RB-031", seat=frame["seat"], dice=list(dice), faces=play.book.shown(dice)
    )
    play.push("choose_path", seat=frame["seat"], dice=dice, wild=[], used=[])


def _step_one(play: Play, frame: Frame, action_: Action) -> None:
    """
    Moves to an adjacent hex, whatever its terrain.

    Clauses: RB-040, RB-042, RB-044.
    """
    here = play.hero(frame["seat"])["hex"]
    require_that(not frame["rested"], "who has rested may not take the one-hex move", "RB-040")
    require_that(action_["to"] in play.book.map.neighbours[here], f"{action_['to']} does not adjoin {here}", "RB-040")
    play.state["agenda"].pop()
    play.push("walk", seat=frame["seat"], path=[action_["to"]])


def _stay(play: Play, frame: Frame, action_: Action) -> None:
    play.state["agenda"].pop()
    play.tell("hero_stayed", "RB-041", seat=frame["seat"])


def pace(book: Book, state: Mapping[str, Any], frame: Frame) -> Pace:
    """
    What the thrown dice can pay, with everything that bears on it.

    Clauses: RB-032, RB-034, RB-044, RB-045.
    """
    easy = eased(book, state, frame["seat"])
    dice = [
        tuple(TERRAINS) if index in frame["wild"] else tuple(sorted({*book.faces[face - 1], *easy}))
        for index, face in enumerate(frame["dice"])
    ]
    effects = lasting(book, state)
    return Pace(
        tuple(dice),
        tuple(effect["terrain"] for effect in effects if effect["type"] == "double"),
        tuple(
            (effect["terrain"], 10 * effect["wounds"] + effect["fatigue"])
            for effect in effects
            if effect["type"] == "toll"
        ),
    )


def _legal_paths(book: Book, state: Mapping[str, Any], frame: Frame) -> list[Action]:
    """One example path to each hex in reach (RB-033, RB-035)."""
    reached = book.map.reachable(state["heroes"][frame["seat"]]["hex"], pace(book, state, frame))
    return [action("move", path=path) for path in reached.values()]


def _move(play: Play, frame: Frame, action_: Action) -> None:
    """
    Moves along the path, if the dice pay for it.

    Clauses: RB-032, RB-033, RB-034, RB-036, RB-044.
    """
    book, path = play.book, action_["path"]
    here = play.hero(frame["seat"])["hex"]
    for there in path:
        require_that(there in book.map.neighbours[here], f"{there} does not adjoin {here}", "RB-033")
        here = there
    dice = len(frame["dice"])
    require_that(len(path) <= dice, f"{dice} dice pay for {dice} hexes at most, not {len(path)}", "RB-032")
    now = pace(book, play.state, frame)
    if not book.map.pays(path, now):
        if book.map.pays(path, now._replace(double=())):
            refuse("some hex on this path takes two dice, and there are not enough", "RB-044")
        refuse("the dice thrown do not show the terrains of this path, one die a hex", "RB-033")
    play.state["agenda"].pop()
    if path:
        play.push("walk", seat=frame["seat"], path=list(path))
    else:
        play.tell("hero_stayed", "RB-035", seat=frame["seat"])


def _walk(play: Play, frame: Frame) -> None:
    """
    Enters the next hex of the path, pays its toll, and goes on.

    Clauses: RB-036, RB-043, RB-044.
    """
    seat, (to, *rest) = frame["seat"], frame["path"]
    hero = play.hero(seat)
    hero["from"], hero["hex"] = hero["hex"], to
    play.tell("hero_moved", "RB-043", seat=seat, hex=to, terrain=play.book.map.terrain[to])
    if rest:
        play.push("walk", seat=seat, path=rest)
    for effect in lasting(play.book, play.state):
        if effect["type"] == "toll" and effect["terrain"] == play.book.map.terrain[to]:
            play.tell("toll_taken", "RB-044", seat=seat, terrain=effect["terrain"])
            play.push("suffer", seat=seat, wounds=effect["wounds"], fatigue=effect["fatigue"])


def _travel(play: Play, frame: Frame) -> None:
    """The hero is placed in the town named, and its movement is over (RB-046)."""
    play.state["agenda"].pop()
    place(play, frame["seat"], frame["town"], "RB-046")


DECISIONS = {
    "move_choice": Decision(
        "whether to rest, to throw the movement dice, to take the one-hex move, or to stay",
        "RB-021",
        always,
        _legal_moves,
        {"rest": _rest, "roll_movement": _roll_movement, "step_one": _step_one, "stay": _stay},
        nothing,
        abilities=True,
    ),
    "choose_path": Decision(
        "which path to take",
        "RB-033",
        always,
        _legal_paths,
        {"move": _move},
        nothing,
        abilities=True,
    ),
}

STEPS = {
    "movement": Step(begin),
    "walk": Step(_walk),
    "travel": Step(_travel),
}
