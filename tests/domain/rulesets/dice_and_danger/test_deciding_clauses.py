"""Which clause decides in which circumstance: each row is played, and must cite its clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from delvebook.domain.refusals import Refusal
from tests.domain.rulesets.deciding import Case, require_complete, require_decided
from tests.domain.rulesets.dice_and_danger.positions import POSITIONS
from tests.domain.rulesets.dice_and_danger.rounds.test_settlement import goose_fighter, sandy_race
from tests.domain.rulesets.dice_and_danger.tables import (
    CLOUD_NUMBERS,
    RULES,
    WHITES,
    Dice,
    act,
    game,
    last_blow,
    learned,
    pass_turn,
    play,
    settle,
    sheet,
    solo,
    take,
    told,
)
from tests.domain.rulesets.dice_and_danger.test_pyramid import ALL_CLOUDS_BUT_ONE

Fact = dict[str, Any]
ROLL: Final = {"type": "roll_dice"}
DONE: Final = {"type": "mark", "step": "done"}
CLOUD: Final = {"type": "write_cloud", "cell": "c03", "number": 3}
BLACK_PAIRS: Final = [[0, 1], [2, 4]]
STUCK: Final = ["c14", "c38"]
"""With 2 and 3 visited there is no use for either default pair."""
AT_GOOSE: Final = ["c01", "c02"]
AT_MANCER: Final = ["c04", "c03", "c02", "c13"]
TEN_AND_TWO: Final = (4, 6, 1, 1, 6)


def opened(seats: int = 2, **options: Any) -> tuple[dict[str, Any], list[Fact]]:
    """The facts of a game just set up; a lot falls on seat 1."""
    tape: Any = Dice(1)
    state, facts = RULES.setup(RULES.parse_options(options, seats=seats), seats=seats, tape=tape)
    return state, facts.public


def set_up(**options: Any) -> list[Fact]:
    return opened(**options)[1]


def writing(count: int, *, seats: int = 2) -> list[Fact]:
    """The facts that seat 0 learns by writing that cloud number; the others have written theirs."""
    state, _ = opened(seats=seats, adventure="pyramid", first_seat=0)
    clouds = [place["id"] for place in RULES.catalogue["maps"][2]["places"] if place["kind"] == "cloud"]
    for seat in range(1, seats):
        for cell, number in zip(clouds, CLOUD_NUMBERS, strict=True):
            play(state, seat, {"type": "write_cloud", "cell": cell, "number": number})
    facts: list[Fact] = []
    for cell, number in [*zip(clouds, CLOUD_NUMBERS, strict=True)][:count]:
        facts = learned(play(state, 0, {"type": "write_cloud", "cell": cell, "number": number}), 0)
    return facts


def rolled() -> list[Fact]:
    state = game(phase="roll")
    return play(state, 0, {"type": "roll_dice"}, dice=[1, 1, 1, 2, 6]).public


def at(position: str, step: str, **parameters: Any) -> Callable[[], list[Fact]]:
    """The facts that seat 0 learns by that step in a position of `positions.py`."""
    return lambda: act(POSITIONS[position](), 0, step, **parameters)


def after_pairs(state: dict[str, Any], step: str, pairs: Any = None, **parameters: Any) -> list[Fact]:
    """The facts that seat 0 learns by that step in the given position, after the pairs are chosen."""
    take(state, 0, *([] if pairs is None else [pairs]))
    return act(state, 0, step, **parameters)


def ways(*visited: str, cell: str, adventure: str = "animals", dice: tuple[int, ...], **marks: Any) -> list[Fact]:
    state = game(sheet(adventure, visited=list(visited), **marks), adventure=adventure, dice=dice)
    return after_pairs(state, "visit", pair=0, cell=cell)


def lit(*visited: str, **marks: Any) -> dict[str, Any]:
    """The cultists' sheet with torches beside the usher."""
    return sheet("cultists", visited=["c07", "c14", "c18", "c24", *visited], abilities=["torches"], **marks)


def blows(*sheets: dict[str, Any], **more: Any) -> list[Fact]:
    """The facts of a round at the goose with these sheets: seat 0 hits it with 10."""
    state = game(*sheets, dice=TEN_AND_TWO, **more)
    take(state, 0)
    act(state, 0, "attack", pair=0, room="goose")
    return settle(state)


def solo_blow(one: dict[str, Any], *, adventure: str, room: str, dice: tuple[int, ...], **more: Any) -> list[Fact]:
    """The facts of a solo round: those of the hit, and those of the settlement."""
    state = solo(one, adventure=adventure, dice=dice, **more)
    take(state, 0)
    return [*act(state, 0, "attack", pair=0, room=room), *settled(state)]


def settled(state: dict[str, Any]) -> list[Fact]:
    """The facts told when every seat ends its round with as little effect as possible; none if it is settled."""
    return settle(state) if state["phase"] == "mark" else []


def one(facts: list[Fact], type_: str, **fields: Any) -> Fact:
    """The first fact of that type with those fields."""
    return told(facts, type_, **fields)[0]


def stuck(**marks: Any) -> list[Fact]:
    """A round in which seat 0 skips both pairs."""
    state = game(sheet(visited=STUCK, **marks), seats=3)
    pass_turn(state, 0)
    return settle(state)


def mancer(**marks: Any) -> list[Fact]:
    """A round in which seat 0 is first to defeat the Pastry Mancer, who has a heart."""
    hero = sheet("cultists", visited=AT_MANCER, damage={"pastry_mancer": 3}, **marks)
    state = game(hero, adventure="cultists", dice=(3, 4, 1, 1, 6))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="pastry_mancer")
    return settle(state)


def solo_mancer(**marks: Any) -> list[Fact]:
    hero = sheet("cultists", visited=AT_MANCER, damage={"pastry_mancer": 3}, **marks)
    return solo_blow(hero, adventure="cultists", room="pastry_mancer", dice=(3, 4, 1, 1, 6))


def bonus(adventure: str, dice: tuple[int, ...], step: str, target: dict[str, str], **marks: Any) -> list[Fact]:
    """A round in which the step completes a bonus."""
    state = game(sheet(adventure, **marks), adventure=adventure, dice=dice)
    pair = {} if step == "attack_armoured" else {"pair": 0}
    after_pairs(state, step, **pair, **target)
    if step == "attack_armoured":
        act(state, 0, step, **target)
    return settle(state)


FIVE_FISTS: Final = ["c01", "c02", "c15", "c08", "c07", "c12", "c11", "c38", "c42", "c46", "c56", "c63"]
TO_FISTS: Final = [*FIVE_FISTS, "c62", "c61", "c66", "c65", "c39", "c43", "c47"]
LINKED: Final = [*["c20", "c21", "c22", "c23", "c24"], *["c32", "c31", "c30", "c29", "c28", "c27", "c26"]]
SIX_RUBBLE: Final = [
    *["c04", "c03", "c02", "c07", "c14", "c53", "c47", "c12", "c16", "c19", "c13", "c17", "c20"],
    *["c28", "c33", "c34"],
]
MOST_CLAWS: Final = [
    *["c40", "c41", "c48", "c47", "c16", "c17", "c12", "c03", "c23", "c22", "c14", "c10", "c09"],
    *["c35", "c34", "c33", "c32", "c39"],
]


def from_chest(ability: str) -> list[Fact]:
    state = POSITIONS["before a chest"]()
    act(state, 0, "visit", pair=0, cell="c66")
    return act(state, 0, "ability", ability=ability)


def solo_stuck() -> list[Fact]:
    """A solo round without damage in which both pairs are skipped."""
    return pass_turn(solo(sheet(visited=STUCK)), 0)


def coil_and_dying_sandy() -> list[Fact]:
    hero = sheet("pyramid", visited=["c61", "c54", "c47"], damage={"front_coil": 2, "sandy": 17})
    return after_pairs(game(hero, adventure="pyramid", dice=(2, 4, 1, 1, 6)), "attack", pair=0, room="front_coil")


def mancer_with_extra(extra: int) -> list[Fact]:
    visited = ["c07", "c14", "c18", "c24", *AT_MANCER]
    hero = sheet("cultists", visited=visited, abilities=["extra_life"], extra=extra, damage={"pastry_mancer": 3})
    state = game(hero, adventure="cultists", dice=(3, 4, 1, 1, 6))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="pastry_mancer")
    return settle(state)


def stuck_with_extra(extra: int) -> list[Fact]:
    visited = ["c68", "c67", "c66", "c26", "c59"]
    hero = sheet("dinosaurs", visited=visited, abilities=["extra_life"], extra=extra)
    state = game(hero, adventure="dinosaurs")
    pass_turn(state, 0)
    return settle(state)


def torch_and_two_skips() -> list[Fact]:
    """A solo round with damage by torch, and no use for either pair."""
    state = solo(lit("c19", torches=1), adventure="cultists", dice=(4, 6, 4, 6, 1))
    act(state, 0, "torch_attack", room="usher")
    return pass_turn(state, 0)


def later_mancer() -> list[Fact]:
    hero = sheet("cultists", visited=AT_MANCER, damage={"pastry_mancer": 3})
    state = game(hero, sheet("cultists", beaten=["pastry_mancer"]), adventure="cultists", dice=(3, 4, 1, 1, 6))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="pastry_mancer")
    return settle(state)


def ended() -> list[Fact]:
    """The round after which every monster has been defeated, by seat 0 or others."""
    return settle(last_blow())


def all_dead() -> list[Fact]:
    return settle(game(sheet(alive=False), sheet(visited=STUCK, lost=9), active=1))


def solo_end(**marks: Any) -> list[Fact]:
    return pass_turn(solo(sheet(visited=STUCK, lost=9, **marks)), 0)


def solo_victory() -> list[Fact]:
    rooms = [room for room in RULES.box.dungeons["animals"].rooms if room != "goose"]
    hero = sheet(visited=AT_GOOSE, beaten=rooms, damage={"goose": 3})
    state = solo(hero, dice=TEN_AND_TWO)
    take(state, 0)
    act(state, 0, "attack", pair=0, room="goose")
    return act(state, 0, "skip", pair=1)


def boss_hurt() -> dict[str, int]:
    return {"thunderpaw": 3}


def refusal(state: dict[str, Any], action: Fact, *, seat: int = 0) -> Refusal:
    """The refusal of the seat's action."""
    found = RULES.refusal(state, seat, RULES.parse_action(action))
    assert found is not None
    return found


def chosen(*visited: str, adventure: str = "animals", dice: tuple[int, ...] = (1, 1, 1, 2, 6), **marks: Any) -> Any:
    """The given position, with the pairs chosen."""

    def build() -> dict[str, Any]:
        state = game(sheet(adventure, visited=list(visited), **marks), adventure=adventure, dice=dice)
        take(state, 0)
        return state

    return build


def over(end: str) -> dict[str, Any]:
    state = {
        "last_monster": last_blow,
        "all_dead": lambda: game(sheet(alive=False), sheet(visited=STUCK, lost=9), active=1),
        "died": lambda: solo(sheet(lost=9)),
    }[end]()
    settle(state)
    return state


def clouds_half_written() -> dict[str, Any]:
    state, _ = opened(adventure="pyramid", first_seat=0)
    play(state, 0, CLOUD)
    return state


def finished() -> dict[str, Any]:
    state = game(sheet(visited=STUCK))
    pass_turn(state, 0)
    return state


def with_open_chest() -> dict[str, Any]:
    state = POSITIONS["before a chest"]()
    act(state, 0, "visit", pair=0, cell="c66")
    return state


def given_up() -> dict[str, Any]:
    state = solo(lit(), adventure="cultists", dice=(1, 1, 1, 2, 6))
    act(state, 0, "torch_attack", room="usher")
    take(state, 0)
    act(state, 0, "skip", pair=0)
    return state


def one_pair_used() -> dict[str, Any]:
    state = POSITIONS["before a strike"]()
    act(state, 0, "visit", pair=0, cell="c15")
    return state


def chosen_solo() -> dict[str, Any]:
    state = solo(sheet(visited=["c38"]))
    take(state, 0)
    return state


def second_chest() -> dict[str, Any]:
    visited = ["c68", "c67", "c66", "c15", "c16", "c17", "c18"]
    hero = sheet("dinosaurs", visited=visited, abilities=["torches"], beaten=["bess"])
    state = game(hero, adventure="dinosaurs", dice=(5, 6, 1, 1, 6))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c19")
    return state


def lit_beside_far_gate() -> dict[str, Any]:
    hero = sheet(
        "pyramid",
        visited=["c65", "c56", "c48", "c61", "c54", "c47", "c42", "c29"],
        abilities=["torches"],
        beaten=["front_coil"],
        damage={"sandy": 3},
    )
    return game(hero, adventure="pyramid")


def lit_at_pat() -> dict[str, Any]:
    hero = sheet("dinosaurs", visited=["c23", "c22", "c68", "c67", "c66"], abilities=["torches"])
    return game(hero, adventure="dinosaurs")


def spent_torches() -> dict[str, Any]:
    return game(lit(torches=0), adventure="cultists")


SET_UP: Final = (
    Case("adventure_chosen", "the game begins", ("DD-001", "DD-002"), set_up),
    Case("first_seat_set", "an option names the seat", ("DD-004",), lambda: set_up(first_seat=0)),
    Case("first_seat_set", "the lot decides", ("DD-004",), set_up),
    Case("clouds_begun", "the adventure has clouds", ("DD-120",), lambda: set_up(adventure="pyramid")),
    Case("cloud_number_written", "a seat writes a number", ("DD-120",), lambda: writing(1)),
    Case("cloud_written", "what the seat itself learns", ("DD-120",), lambda: writing(1)),
    Case("clouds_revealed", "the last number is written", ("DD-120",), lambda: writing(8)),
    Case("dice_rolled", "the active seat rolls", ("DD-003", "DD-006"), rolled),
)

STEPS: Final = (
    Case(
        "step_made",
        "a seat marks, unseen",
        ("DD-003",),
        at("active, before the pairs", "pairs", pairs=WHITES),
    ),
    Case(
        "pairs_chosen",
        "white dice only",
        ("DD-010", "DD-011"),
        at("passive, before the pairs", "pairs", pairs=WHITES),
    ),
    Case(
        "pairs_chosen",
        "the black die, free for the active seat",
        ("DD-010", "DD-012", "DD-014"),
        at("active, before the pairs", "pairs", pairs=BLACK_PAIRS),
    ),
    Case(
        "pairs_chosen",
        "the black die, paid by a passive seat",
        ("DD-010", "DD-012", "DD-015"),
        at("passive, before the pairs", "pairs", pairs=BLACK_PAIRS),
    ),
    Case(
        "pairs_chosen",
        "the black die in solo",
        ("DD-010", "DD-012", "DD-100"),
        at("solo, before the pairs", "pairs", pairs=BLACK_PAIRS),
    ),
    Case(
        "black_symbol_crossed",
        "a passive seat, a starting symbol",
        ("DD-015", "DD-016"),
        at("passive, before the pairs", "pairs", pairs=BLACK_PAIRS),
    ),
    Case(
        "black_symbol_crossed",
        "a passive seat, a symbol from the chest",
        ("DD-015", "DD-057"),
        lambda: take(
            game(
                sheet("dinosaurs", visited=["c68", "c67", "c66"], abilities=["black_dice"], symbols=3),
                adventure="dinosaurs",
                dice=(2, 4, 3, 5, 1),
                active=1,
            ),
            0,
            BLACK_PAIRS,
        ),
    ),
    Case(
        "black_symbol_crossed",
        "solo",
        ("DD-100", "DD-016"),
        at("solo, before the pairs", "pairs", pairs=BLACK_PAIRS),
    ),
    Case("cell_visited", "a start cell", ("DD-021", "DD-022"), lambda: ways(cell="c38", dice=(1, 1, 1, 2, 6))),
    Case(
        "cell_visited",
        "beside a visited cell",
        ("DD-021", "DD-023"),
        lambda: ways("c01", cell="c02", dice=(1, 3, 1, 1, 6)),
    ),
    Case(
        "cell_visited",
        "beside an open room",
        ("DD-021", "DD-032"),
        lambda: ways("c08", "c07", cell="c18", dice=(1, 1, 3, 5, 6), beaten=["heron"]),
    ),
    Case("cell_visited", "a doubles cell", ("DD-028", "DD-023"), at("before doubles", "visit", pair=0, cell="c22")),
    Case(
        "cell_visited",
        "a fist cell",
        ("DD-110", "DD-023"),
        at("before the fist 4 beside the mole", "visit", pair=0, cell="c48"),
    ),
    Case(
        "cell_visited",
        "the second box of rubble",
        ("DD-115", "DD-023"),
        at("before half-cleared rubble", "visit", pair=0, cell="c14"),
    ),
    Case("cell_visited", "a cloud", ("DD-121", "DD-023"), at("before a cloud", "visit", pair=0, cell="c64")),
    Case(
        "cell_visited",
        "the far gate, with the gate",
        ("DD-125",),
        lambda: one(at("before the gate", "visit", pair=0, cell="c20")(), "cell_visited", cell="c49"),
    ),
    Case("cell_visited", "by torch", ("DD-055",), at("with two torches", "torch_visit", cell="c25")),
    Case(
        "cell_visited",
        "the second box of rubble, by torch",
        ("DD-055", "DD-115"),
        lambda: act(game(lit("c12", "c16", "c19", rubble=["c27"]), adventure="cultists"), 0, "torch_visit", cell="c27"),
    ),
    Case(
        "rubble_crossed",
        "the first box, by pair",
        ("DD-115", "DD-023"),
        at("before untouched rubble", "visit", pair=0, cell="c14"),
    ),
    Case(
        "rubble_crossed",
        "the first box, by torch",
        ("DD-055", "DD-115"),
        lambda: act(game(lit("c12", "c16", "c19"), adventure="cultists"), 0, "torch_visit", cell="c27"),
    ),
    Case(
        "room_reached",
        "a cell beside the room is visited",
        ("DD-030",),
        at("before the gold 4 of the animals", "visit", pair=0, cell="c42"),
    ),
    Case(
        "room_opened",
        "its monster had fallen from afar",
        ("DD-033",),
        at("beside a room beaten from afar", "visit", pair=0, cell="c07"),
    ),
    Case("number_unlocked", "by a grey cell", ("DD-062",), lambda: ways("c01", cell="c02", dice=(1, 3, 1, 1, 6))),
    Case(
        "number_unlocked",
        "by a grey cell with a symbol",
        ("DD-062", "DD-063"),
        at("before the fist 4 beside the mole", "visit", pair=0, cell="c48"),
    ),
    Case("number_unlocked", "by a claw", ("DD-140",), at("before a claw", "visit", pair=0, cell="c48")),
    Case("gold_found", "a gold cell", ("DD-050",), at("before the gold 4 of the animals", "visit", pair=0, cell="c42")),
    Case("gem_found", "a gem cell", ("DD-050",), at("before the gem 2 of the animals", "visit", pair=0, cell="c18")),
    Case("chest_opened", "a treasure chest", ("DD-051",), at("before a chest", "visit", pair=0, cell="c66")),
    *(
        Case("ability_taken", name, ("DD-051", clause), lambda ability=ability: from_chest(ability))
        for ability, name, clause in (
            ("extra_life", "Extra Life", "DD-052"),
            ("torches", "Torches", "DD-053"),
            ("black_dice", "Black Dice", "DD-057"),
        )
    ),
    Case("torch_spent", "a torch is used", ("DD-053", "DD-054"), at("with two torches", "torch_visit", cell="c25")),
    Case("torches_kept", "the seat is done", ("DD-040",), at("with two torches, after the pairs", "done")),
    Case(
        "strike_begun",
        "the first half of a strike",
        ("DD-141", "DD-146"),
        at("before a strike", "attack_armoured", room="pat"),
    ),
    Case("pair_skipped", "no pair has a use", ("DD-041",), at("nothing to use", "skip", pair=0)),
    Case("pair_skipped", "given up in solo after damage", ("DD-105",), at("solo, after a hit", "skip", pair=1)),
    Case("pair_skipped", "in solo, without a use", ("DD-041",), lambda: one(solo_stuck(), "pair_skipped")),
)


DAMAGE: Final = (
    Case("damage_dealt", "by a pair", ("DD-061",), at("beside the mole", "attack", pair=0, room="mole")),
    Case(
        "damage_dealt",
        "by a torch",
        ("DD-056",),
        at("beside the usher, with two torches", "torch_attack", room="usher"),
    ),
    Case(
        "damage_dealt",
        "by a fist",
        ("DD-111",),
        at("before the fist 4 beside the mole", "visit", pair=0, cell="c48"),
    ),
    Case(
        "damage_dealt",
        "by both pairs",
        ("DD-141",),
        at("before the second half of a strike", "attack_armoured", room="pat"),
    ),
    Case(
        "damage_dealt",
        "by a fallen coil",
        ("DD-133",),
        lambda: one(at("a coil bleeds", "attack", pair=0, room="front_coil")(), "damage_dealt", source="worm"),
    ),
    Case(
        "damage_dealt",
        "by a fallen coil, more than there is left",
        ("DD-133", "DD-065"),
        lambda: one(coil_and_dying_sandy(), "damage_dealt", source="worm"),
    ),
    Case(
        "damage_dealt",
        "by the first victory of others",
        ("DD-073",),
        lambda: one(blows(goose_fighter()), "damage_dealt", source="splash"),
    ),
    Case(
        "monster_fell",
        "in a room that is reached",
        ("DD-066", "DD-067"),
        at("the goose bleeds", "attack", pair=0, room="goose"),
    ),
    Case(
        "monster_fell",
        "from afar",
        ("DD-066", "DD-033"),
        lambda: one(blows(goose_fighter(), sheet(damage={"goose": 3})), "monster_fell", seat=1),
    ),
)


SETTLEMENT: Final = (
    Case("marks_revealed", "everybody has marked", ("DD-003",), stuck),
    Case(
        "life_lost",
        "for skipped pairs",
        ("DD-042", "DD-043"),
        lambda: one(stuck(), "life_lost", reason="skipped_pairs"),
    ),
    Case(
        "life_lost",
        "for skipped pairs, beyond the last mark",
        ("DD-042", "DD-043", "DD-045"),
        lambda: stuck(lost=9),
    ),
    Case(
        "life_lost",
        "in solo, for a round without damage",
        ("DD-104", "DD-043"),
        lambda: one(solo_stuck(), "life_lost", reason="no_damage"),
    ),
    Case(
        "life_lost",
        "in solo, for skipped pairs",
        ("DD-104", "DD-043"),
        lambda: one(solo_stuck(), "life_lost", reason="skipped_pairs"),
    ),
    Case("life_lost", "in solo, for a second pair skipped after damage", ("DD-104", "DD-043"), torch_and_two_skips),
    Case("life_lost", "for hearts", ("DD-076", "DD-043"), mancer),
    Case("life_lost", "for hearts in solo", ("DD-103", "DD-043"), solo_mancer),
    Case("life_lost", "from Extra Life", ("DD-076", "DD-044"), lambda: mancer_with_extra(3)),
    Case(
        "life_lost",
        "partly from Extra Life",
        ("DD-042", "DD-044", "DD-043"),
        lambda: stuck_with_extra(1),
    ),
    Case(
        "monster_defeated",
        "first, by own marks",
        ("DD-070", "DD-071"),
        lambda: one(blows(goose_fighter()), "monster_defeated", seat=0),
    ),
    Case(
        "monster_defeated",
        "later, by own marks",
        ("DD-072",),
        lambda: blows(goose_fighter(), sheet(beaten=["goose"]), first_defeats={"goose": 1}),
    ),
    Case(
        "monster_defeated",
        "later, a monster with hearts",
        ("DD-072", "DD-077"),
        later_mancer,
    ),
    Case(
        "monster_defeated",
        "by the splash of its own first defeat",
        ("DD-074",),
        lambda: one(blows(goose_fighter(), goose_fighter()), "monster_defeated", seat=1),
    ),
    Case(
        "monster_defeated",
        "the boss, first, by a coil that a splash felled",
        ("DD-075", "DD-071"),
        lambda: one(settle(sandy_race(splashed_sandy=15, other_sandy=0)), "monster_defeated", seat=1, room="sandy"),
    ),
    Case(
        "monster_defeated",
        "the boss, later, by a coil that a splash felled",
        ("DD-075", "DD-072", "DD-077"),
        lambda: one(
            settle(sandy_race(fighter_sandy=15, splashed_sandy=15, other_sandy=0)),
            "monster_defeated",
            seat=1,
            room="sandy",
        ),
    ),
    Case(
        "monster_defeated",
        "a part of the worm, first",
        ("DD-070", "DD-071", "DD-131"),
        lambda: settle(sandy_race(splashed_sandy=0, other_sandy=0)),
    ),
    Case("monster_defeated", "in solo", ("DD-101",), solo_mancer),
    *(
        Case("bonus_scored", circumstance, (clause, "DD-081"), lambda build=build: build())
        for circumstance, clause, build in (
            (
                "five fists",
                "DD-112",
                lambda: bonus(
                    "animals",
                    (2, 2, 3, 5, 1),
                    "visit",
                    {"cell": "c48"},
                    visited=TO_FISTS,
                    beaten=["goose", "heron", "tortoise"],
                ),
            ),
            (
                "left and right joined",
                "DD-113",
                lambda: bonus("animals", (1, 3, 1, 1, 6), "visit", {"cell": "c25"}, visited=LINKED),
            ),
            (
                "six rubble cells",
                "DD-117",
                lambda: bonus(
                    "cultists",
                    (1, 2, 1, 1, 6),
                    "visit",
                    {"cell": "c27"},
                    visited=SIX_RUBBLE,
                    rubble=["c27"],
                    beaten=["pastry_mancer"],
                ),
            ),
            (
                "both mancers",
                "DD-118",
                lambda: bonus(
                    "cultists",
                    (3, 4, 1, 1, 6),
                    "attack",
                    {"room": "pastry_mancer"},
                    visited=AT_MANCER,
                    damage={"pastry_mancer": 3},
                    beaten=["necro_mancer"],
                ),
            ),
            (
                "all clouds",
                "DD-122",
                lambda: bonus(
                    "pyramid",
                    (4, 6, 1, 1, 1),
                    "visit",
                    {"cell": "c57"},
                    visited=ALL_CLOUDS_BUT_ONE,
                    abilities=["extra_life"],
                    beaten=["baron", "brute", "lioness"],
                ),
            ),
            (
                "the whole worm",
                "DD-132",
                lambda: bonus(
                    "pyramid",
                    (2, 4, 1, 1, 6),
                    "attack",
                    {"room": "front_coil"},
                    visited=["c61", "c54", "c47"],
                    damage={"front_coil": 2, "sandy": 6},
                    beaten=["middle_coil", "tail_coil"],
                ),
            ),
            (
                "three armoured dinosaurs",
                "DD-144",
                lambda: bonus(
                    "dinosaurs",
                    (2, 3, 2, 4, 6),
                    "attack_armoured",
                    {"room": "pat"},
                    visited=["c23", "c22"],
                    damage={"pat": 2},
                    beaten=["bess", "ron"],
                ),
            ),
            (
                "six claws",
                "DD-145",
                lambda: bonus(
                    "dinosaurs",
                    (1, 4, 1, 1, 6),
                    "visit",
                    {"cell": "c57"},
                    visited=[*MOST_CLAWS, "c49", "c50", "c51"],
                    beaten=["ron"],
                ),
            ),
        )
    ),
    Case(
        "bonus_scored",
        "in solo",
        ("DD-118", "DD-101"),
        lambda: solo_mancer(beaten=["necro_mancer"]),
    ),
    Case("seat_died", "the skull is crossed", ("DD-046",), lambda: stuck(lost=9)),
    Case("seat_died", "in solo", ("DD-106",), lambda: pass_turn(solo(sheet(visited=STUCK, lost=9)), 0)),
    Case("active_passed", "the next round begins", ("DD-005",), stuck),
)


END: Final = (
    Case("game_ended", "every monster has been defeated", ("DD-090",), ended),
    Case("game_ended", "nobody is alive", ("DD-091",), all_dead),
    Case("game_ended", "in solo, every monster is defeated", ("DD-106",), solo_victory),
    Case("game_ended", "in solo, the skull is crossed", ("DD-106",), solo_end),
    Case("sheet_scored", "with several seats", ("DD-093", "DD-048"), ended),
    Case(
        "sheet_scored",
        "with gems for damage to the boss",
        ("DD-093", "DD-048", "DD-092"),
        lambda: one(settle(last_blow(sheet(damage={"thunderpaw": 3}))), "sheet_scored", seat=1),
    ),
    Case("sheet_scored", "in solo", ("DD-107",), solo_end),
    Case("sheet_scored", "in solo, with gems for the boss", ("DD-107", "DD-092"), lambda: solo_end(damage=boss_hurt())),
    Case("solo_rated", "the solo game is over", ("DD-108",), solo_end),
    Case("winners_found", "somebody lives", ("DD-094",), ended),
    Case("nobody_won", "nobody lives", ("DD-095",), all_dead),
)


def no(key: str, circumstance: str, clause: str, state: Callable[[], dict[str, Any]], action: Fact) -> Case:
    """A row about a refusal of seat 0."""
    return Case(key, circumstance, (clause,), lambda: refusal(state(), action), "refusal")


def no_step(key: str, circumstance: str, clause: str, position: Any, step: str, **parameters: Any) -> Case:
    """A row about the refusal of a step, in a position of `positions.py` or a given one."""
    state = POSITIONS[position] if isinstance(position, str) else position
    return no(key, circumstance, clause, state, {"type": "mark", "step": step, **parameters})


def refusals() -> Iterator[Case]:
    yield no("game_over", "every monster has been defeated", "DD-090", lambda: over("last_monster"), ROLL)
    yield no("game_over", "nobody is alive", "DD-091", lambda: over("all_dead"), ROLL)
    yield no("game_over", "solo", "DD-106", lambda: over("died"), ROLL)
    yield no("seat_dead", "the seat is dead", "DD-047", lambda: game(sheet(alive=False), active=1), DONE)
    yield no("clouds_first", "a roll while clouds are written", "DD-120", clouds_half_written, ROLL)
    yield no("clouds_first", "a mark while clouds are written", "DD-120", clouds_half_written, DONE)
    yield no("roll_first", "a mark before the roll", "DD-003", lambda: game(phase="roll"), DONE)
    yield no("rolled_already", "a second roll", "DD-003", game, ROLL)
    yield no("active_rolls", "another seat is active", "DD-003", lambda: game(phase="roll", active=1), ROLL)
    yield no("no_clouds", "the adventure has no clouds", "DD-120", game, CLOUD)
    yield no("clouds_stay", "the clouds are written", "DD-120", lambda: game(adventure="pyramid"), CLOUD)
    yield no("cloud_filled", "the cloud has a number", "DD-120", clouds_half_written, {**CLOUD, "number": 4})
    yield no("number_written", "the number is written", "DD-120", clouds_half_written, {**CLOUD, "cell": "c06"})
    yield no_step("round_finished", "the seat has finished the round", "DD-003", finished, "skip", pair=0)
    yield no_step("ability_first", "a chest is open", "DD-051", with_open_chest, "skip", pair=1)
    yield no_step(
        "strike_half_made", "a strike is half made", "DD-146", "before the second half of a strike", "skip", pair=1
    )
    yield no_step(
        "no_such_cell", "the cell is on another map", "DD-002", "before untouched rubble", "visit", pair=0, cell="c61"
    )
    yield no_step(
        "no_such_room", "the monster is on another map", "DD-002", "with two torches", "torch_attack", room="goose"
    )
    yield no_step("pairs_stay", "the pairs are chosen", "DD-013", "beside the mole", "pairs", pairs=WHITES)
    yield no_step(
        "die_used_twice", "a die twice", "DD-010", "active, before the pairs", "pairs", pairs=[[0, 1], [1, 2]]
    )
    yield no_step(
        "no_symbol",
        "a passive seat without symbols",
        "DD-015",
        lambda: game(sheet(symbols=0), dice=(2, 4, 3, 5, 1), active=1),
        "pairs",
        pairs=BLACK_PAIRS,
    )
    yield no_step(
        "no_symbol",
        "solo without symbols",
        "DD-100",
        lambda: solo(sheet(symbols=0), dice=(2, 4, 3, 5, 1)),
        "pairs",
        pairs=BLACK_PAIRS,
    )
    yield no_step(
        "same_pairs_listed", "another form of a listed choice", "DD-018", game, "pairs", pairs=[[0, 2], [1, 3]]
    )
    yield no_step("pairs_first", "a pair is used before the choice", "DD-013", game, "visit", pair=0, cell="c38")
    at_pat = sheet("dinosaurs", visited=["c23", "c22"])
    yield no_step(
        "pairs_first",
        "a strike before the choice",
        "DD-013",
        lambda: game(at_pat, adventure="dinosaurs"),
        "attack_armoured",
        room="pat",
    )
    yield no_step(
        "pair_gone", "the pair is used", "DD-020", "with two torches, after the pairs", "visit", pair=0, cell="c12"
    )
    yield no_step("pair_has_use", "a pair has a use", "DD-041", chosen("c38"), "skip", pair=0)
    yield no_step("one_given_up", "a second pair in solo", "DD-105", given_up, "skip", pair=1)
    yield no_step("no_damage_yet", "solo before damage", "DD-105", chosen_solo, "skip", pair=0)
    yield no_step("no_chest", "no chest is open", "DD-051", "beside the mole", "ability", ability="torches")
    yield no_step("ability_had", "the ability is taken", "DD-051", second_chest, "ability", ability="torches")
    yield no_step("pairs_unused", "a pair is left", "DD-040", "beside the mole", "done")
    yield no_step("cell_visited", "by pair", "DD-025", chosen("c38"), "visit", pair=0, cell="c38")
    yield no_step("cell_visited", "by torch", "DD-025", "with two torches", "torch_visit", cell="c24")
    yield no_step("far_gate", "by pair", "DD-126", "before the gate", "visit", pair=0, cell="c49")
    yield no_step("far_gate", "by torch", "DD-126", lit_beside_far_gate, "torch_visit", cell="c49")
    yield no_step(
        "doubles_wanted",
        "unequal dice",
        "DD-028",
        chosen("c20", "c21", dice=(1, 2, 3, 4, 6)),
        "visit",
        pair=0,
        cell="c22",
    )
    yield no_step(
        "fist_doubles_wanted",
        "the sum, with unequal dice",
        "DD-110",
        chosen("c39", "c43", "c47", dice=(1, 3, 2, 2, 6)),
        "visit",
        pair=0,
        cell="c48",
    )
    yield no_step(
        "fist_doubles_wanted",
        "equal dice of another sum",
        "DD-110",
        chosen("c39", "c43", "c47", dice=(3, 3, 2, 1, 6)),
        "visit",
        pair=0,
        cell="c48",
    )
    yield no_step("wrong_number", "a printed number", "DD-021", chosen("c01"), "visit", pair=0, cell="c02")
    yield no_step("wrong_number", "rubble", "DD-115", "before untouched rubble", "visit", pair=1, cell="c14")
    yield no_step("wrong_number", "a cloud", "DD-121", "before a cloud", "visit", pair=1, cell="c64")
    seven = (3, 4, 1, 3, 6)
    yield no_step("no_way", "nothing beside it is visited", "DD-023", chosen(dice=seven), "visit", pair=0, cell="c16")
    yield no_step(
        "no_way_start_unvisited",
        "an unvisited start cell beside it",
        "DD-024",
        chosen(dice=seven),
        "visit",
        pair=1,
        cell="c02",
    )
    yield no_step(
        "no_way_room_unreached",
        "a room beaten from afar beside it",
        "DD-033",
        chosen(dice=(6, 6, 1, 2, 3), beaten=["tortoise"]),
        "visit",
        pair=0,
        cell="c66",
    )
    yield no_step(
        "no_way_half_cleared",
        "half-cleared rubble beside it",
        "DD-116",
        chosen("c07", adventure="cultists", dice=(1, 4, 1, 2, 3), rubble=["c14"]),
        "visit",
        pair=0,
        cell="c18",
    )
    yield no_step(
        "no_way_monster_stands",
        "an undefeated monster beside it",
        "DD-031",
        chosen(dice=(1, 1, 1, 2, 6)),
        "visit",
        pair=0,
        cell="c18",
    )
    yield no_step("no_way_for_torch", "a start cell apart", "DD-055", "with two torches", "torch_visit", cell="c53")
    yield no_step("armour_against_pair", "a single pair", "DD-142", "before a strike", "attack", pair=0, room="pat")
    yield no_step("armour_against_torch", "a torch", "DD-142", lit_at_pat, "torch_attack", room="pat")
    yield no_step("not_armoured", "no armour", "DD-141", "beside the mole", "attack_armoured", room="mole")
    yield no_step("both_pairs_wanted", "a pair is used", "DD-141", one_pair_used, "attack_armoured", room="pat")
    yield no_step("torches_spent", "both are spent", "DD-053", spent_torches, "torch_visit", cell="c25")
    yield no_step("no_torches", "the ability is not taken", "DD-053", "beside the mole", "torch_attack", room="mole")
    yield no_step(
        "monster_beaten",
        "it is defeated",
        "DD-065",
        chosen(*AT_GOOSE, dice=TEN_AND_TWO, beaten=["goose"]),
        "attack",
        pair=0,
        room="goose",
    )
    yield no_step(
        "room_unreached", "nothing beside it is visited", "DD-030", chosen(dice=seven), "attack", pair=0, room="mole"
    )
    yield no_step("wrong_sum", "no number of the monster", "DD-061", "beside the mole", "attack", pair=1, room="mole")
    yield no_step(
        "number_locked", "a locked number", "DD-061", chosen("c39", dice=(1, 3, 1, 1, 6)), "attack", pair=0, room="mole"
    )


CASES: Final = (*SET_UP, *STEPS, *DAMAGE, *SETTLEMENT, *END, *refusals())


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_deciding_clause_is_cited_and_every_member_is_right(case: Case) -> None:
    require_decided(case, "dice_and_danger")


def test_every_fact_and_refusal_has_a_row() -> None:
    require_complete(RULES, CASES)
