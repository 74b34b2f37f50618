"""Which clause decides in which circumstance, row by row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest

from delvebook.domain.refusals import Refusal
from delvebook.domain.tape import Tape
from tests.domain.rulesets.deciding import Case, require_complete, require_decided
from tests.domain.rulesets.the_descent.tables import CONTENT, RULESET, Cave, Dice, at, deciding

Fact = Mapping[str, Any]
Move = tuple[Any, ...]
"""A seat, an action's type, and its parameter, if it has one."""
Make = Callable[[], Cave]


def action_of(move: Move) -> dict[str, Any]:
    """The action of a move."""
    _, type_, *values = move
    names = RULESET.action_schemas[type_]().fields
    return {"type": type_, **dict(zip(names, values, strict=True))}


def told_by(cave: Cave, *moves: Move) -> list[Fact]:
    """Everything these moves tell, the whispered facts last of each move."""
    found: list[Fact] = []
    for move in moves:
        facts = RULESET.play(cave.state, move[0], RULESET.parse_action(action_of(move)), tape=cave.tape)
        found += [*facts.public, *(fact for told in facts.private.values() for fact in told.facts)]
    return found


def fact(type_: str, circumstance: str, clauses: str, make: Make, *moves: Move, **like: Any) -> Case:
    """A row about the first such fact that is told with these members."""

    def builder() -> Any:
        told = told_by(make(), *moves)
        return [one for one in told if one["type"] != type_ or like.items() <= one.items()]

    return Case(type_, circumstance, tuple(clauses.split()), builder)


def refusal(key: str, circumstance: str, clause: str, make: Make, *move: Any) -> Case:
    """A row about why this move is refused."""

    def builder() -> Refusal:
        refused = RULESET.refusal(make().state, move[0], RULESET.parse_action(action_of(move)))
        assert refused is not None
        return refused

    return Case(key, circumstance, (clause,), builder, "refusal")


# -- positions ------------------------------------------------------------------------------------


def cave(*seats: tuple[int, int], **kwargs: Any) -> Cave:
    return Cave(*(seats or ((5, 8), (4, 2))), **kwargs)


def with_dice(made: Cave, *shows: int) -> Cave:
    made.tape = Dice(*shows)
    return made


def set_up(seats: int = 2, **options: Any) -> Callable[[], Any]:
    def builder() -> Any:
        return RULESET.setup(RULESET.parse_options(options, seats=seats), seats=seats, tape=Tape(b"cases"))[1]

    return builder


def with_thin_rock_around() -> Cave:
    """Two thin rocks beside a chest, so that a step onto it breaks the rock."""
    return cave((5, 5), (4, 2)).token("chest", (6, 5))


def before_the_dark(kind: str = "coin", *, closed: str = "r3c2") -> Cave:
    return cave((8, 8), (4, 2), closed=(closed,)).stack(kind)


def above_the_dark(kind: str = "coin") -> Cave:
    return cave((5, 1), (4, 2), closed=("r2c2",)).stack(kind)


def hunting(kind: str, lair: tuple[int, int], *seats: tuple[int, int]) -> Cave:
    """The last seat ends the round, seat 0 is hunted."""
    return cave(*seats).creature(kind, lair, hunts=0, web="r6c1").turn(len(seats) - 1)


def collapsing(*shows: int, where: tuple[int, int] = (5, 8), **health: int) -> Cave:
    return unopened(with_dice(cave(where), *shows).have(0, **health))


def unopened(made: Cave) -> Cave:
    """No tile was opened in this round so far."""
    made.state["opened"] = False
    return made


def above_the_bottom(*cards: str) -> Cave:
    return cave((8, 23), (4, 2)).kit(0, *cards)


def last_to_arrive() -> Cave:
    return cave((8, 23), (4, 25)).have(1, arrived=True)


def in_the_last_round() -> Cave:
    made = cave((5, 8))
    made.state["options"]["round_limit"] = 20
    made.state["round"] = 20
    return made


def holding(*cards: str) -> Cave:
    return cave().drawn(0, *cards)


def weakened() -> Cave:
    made = holding("rope", "map")
    made.state["turn"].update(weak=True, endurance=1)
    return made


def in_the_window(what: str, *cards: str) -> Cave:
    made = holding(*cards)
    made.state["window"][what].append(0)
    return made


def tired(endurance: int = 0) -> Cave:
    return cave().turn(endurance=endurance)


def with_marker(made: Cave, kind: str, **marker: Any) -> Cave:
    made.beast(kind)["marker"] = marker
    return made


def lured(made: Cave, kind: str, where: tuple[int, int], *, seat: int = 0, returns: bool = True) -> Cave:
    return with_marker(made, kind, on="lure", cell=at(where), seat=seat, returns=returns)


def worm_in_the_gap() -> Cave:
    return cave((2, 7), (4, 2)).kit(0, "sword").creature("worm", (1, 9))


def with_one_card_left() -> Cave:
    """All other cards are in seat 0's hand."""
    held = [kind for kind, count in CONTENT.cards.items() for _ in range(count - (kind == "map"))]
    return holding(*held).token("backpack", (4, 8))


def told_on(made: Cave, *moves: Move) -> Cave:
    """The cave after these moves."""
    told_by(made, *moves)
    return made


def over(made: Cave, *moves: Move) -> Cave:
    """A game that these moves end."""
    assert told_on(made, *moves).state["ended"] is not None
    return made


def waiting_to_be_placed() -> Cave:
    made = cave()
    options = RULESET.parse_options({"first_seat": 0, "layout": "anchored"}, seats=2)
    made.state, _ = RULESET.setup(options, seats=2, tape=Tape(b"cases"))
    return made


def wounded_monster() -> Cave:
    made = cave().kit(0, "sword").creature("monster", (4, 8))
    made.beast("monster")["health"] = 1
    return made


def two_above_the_dark() -> Cave:
    """Seat 0 jumps to seat 1 on the thin rock (6,6), which breaks; both fall towards the face-down tile."""
    return cave((7, 6), (6, 5), closed=("r3c2",)).stack("coin")


END: Final = (0, "end_turn")
END1: Final = (1, "end_turn")
LEFT: Final = (0, "step", "left")
RIGHT: Final = (0, "step", "right")
JUMP_LEFT: Final = (0, "jump", "left")
JUMP_RIGHT: Final = (0, "jump", "right")
SURRENDER: Final = (0, "surrender")
STRIKE: Final = (0, "answer_contact", "sword")
BLAST: Final = (0, "use_dynamite", [5, 6])

FACTS: Final = (
    fact(
        "attack_failed",
        "a sword, but the spider was not met by a harmless fall",
        "TD-157",
        lambda: cave().kit(0, "sword").creature("spider", (4, 8)),
        LEFT,
        STRIKE,
    ),
    fact(
        "attack_failed",
        "a sword against the dragon",
        "TD-165",
        lambda: cave().kit(0, "sword").creature("dragon", (4, 8)),
        LEFT,
        STRIKE,
    ),
    fact(
        "attack_failed",
        "a shot at the plant",
        "TD-153",
        lambda: holding("crossbow").creature("plant", (9, 8)),
        (0, "use_crossbow", "plant"),
    ),
    fact(
        "attack_failed",
        "a shot at the worm in rock",
        "TD-161",
        lambda: holding("crossbow").creature("worm", (5, 9)),
        (0, "use_crossbow", "worm"),
    ),
    fact("card_used", "the rope", "TD-080 TD-090", lambda: holding("rope"), (0, "use_rope", [4, 8])),
    fact("card_used", "the pick", "TD-080 TD-091", lambda: cave((5, 5)).kit(0, "pick"), (0, "use_pick", "down")),
    fact("card_used", "dynamite", "TD-080 TD-093", lambda: cave((6, 5)).drawn(0, "dynamite"), BLAST),
    fact(
        "card_used",
        "a chest is opened",
        "TD-080 TD-094",
        lambda: holding("key").token("chest", (5, 8)),
        (0, "open_chest", "key"),
    ),
    fact(
        "card_used",
        "the crossbow",
        "TD-080 TD-096",
        lambda: holding("crossbow").creature("plant", (9, 8)),
        (0, "use_crossbow", "plant"),
    ),
    fact(
        "card_used",
        "a lure",
        "TD-080 TD-098",
        lambda: holding("lure").creature("dragon", (9, 8), hunts=0),
        (0, "use_lure", [5, 10]),
    ),
    fact(
        "card_used",
        "the helmet-lamp opens a tile",
        "TD-080 TD-101",
        lambda: cave(closed=("r2c2",)).kit(0, "lamp"),
        (0, "use_lamp", "r2c2"),
    ),
    fact(
        "card_used", "the map", "TD-080 TD-102", lambda: cave(closed=("r2c2",)).drawn(0, "map"), (0, "use_map", "r2c2")
    ),
    fact(
        "card_used",
        "the sword against the worm in the own cell",
        "TD-080 TD-095",
        lambda: cave().kit(0, "sword").creature("worm", (5, 8)),
        (0, "use_sword", "worm"),
    ),
    fact(
        "card_used",
        "the sword against a creature met",
        "TD-080 TD-131 TD-095",
        lambda: cave().kit(0, "sword").creature("dragon", (4, 8)),
        LEFT,
        STRIKE,
    ),
    fact(
        "card_used",
        "a shield against a creature met",
        "TD-080 TD-131 TD-097",
        lambda: holding("shield").creature("dragon", (4, 8)),
        LEFT,
        (0, "answer_contact", "shield"),
    ),
    fact(
        "card_used",
        "a shield against another loss",
        "TD-080 TD-097",
        lambda: cave((6, 12), (4, 2)).drawn(0, "shield").losing(0, "hit", "dragon"),
        (0, "answer_loss", "shield"),
    ),
    fact(
        "card_used",
        "the helmet-lamp in a collapse",
        "TD-080 TD-126",
        lambda: cave((6, 12), (4, 2)).kit(0, "lamp").losing(0, "collapse"),
        (0, "answer_loss", "lamp"),
    ),
    fact(
        "card_used",
        "insurance",
        "TD-080 TD-057 TD-100",
        lambda: holding("insurance"),
        RIGHT,
        (0, "answer_fall", "insurance"),
    ),
    fact("cards_drawn", "a backpack", "TD-105", lambda: cave().token("backpack", (4, 8)), LEFT),
    fact("cards_drawn", "deck and discard pile do not suffice", "TD-103", with_one_card_left, LEFT),
    fact("cards_looked_at", "a backpack", "TD-105", lambda: cave().token("backpack", (4, 8)), LEFT),
    fact("character_arrived", "it rests on a bottom tile", "TD-170", above_the_bottom, LEFT),
    fact(
        "character_died",
        "no health is left",
        "TD-112 TD-113",
        lambda: cave().have(0, health=1).creature("dragon", (4, 8)),
        LEFT,
    ),
    fact(
        "character_died", "a fall of 10 cells or more", "TD-052 TD-113", lambda: cave((5, 1), (4, 2)).dig((6, 6)), RIGHT
    ),
    fact(
        "character_died",
        "a deadly fall onto a bottom tile",
        "TD-052 TD-113 TD-172",
        lambda: cave((6, 12), (4, 2)).dig((5, 22)),
        LEFT,
    ),
    fact("character_died", "surrender", "TD-120 TD-113", cave, SURRENDER),
    fact("character_hit", "a creature moves onto it", "TD-134", lambda: hunting("spider", (9, 8), (7, 8)), END),
    fact("character_hit", "it is on the dragon's line", "TD-164", lambda: hunting("dragon", (8, 8), (4, 8)), END),
    fact("character_hit", "the worm stops under it", "TD-159", lambda: hunting("worm", (0, 8), (0, 6)), END),
    fact(
        "character_hit", "the creature is on its cell already", "TD-135", lambda: hunting("dragon", (5, 8), (5, 8)), END
    ),
    fact(
        "character_hit",
        "a creature falls onto it",
        "TD-077",
        lambda: cave((6, 5), (5, 8)).drawn(0, "dynamite").creature("monster", (5, 5)),
        BLAST,
    ),
    fact("character_moved", "a step", "TD-040", cave, LEFT),
    fact(
        "character_moved",
        "a step goes on after its tile was opened",
        "TD-062",
        before_the_dark,
        LEFT,
        (0, "confirm_step", "continue"),
    ),
    fact("character_moved", "a jump", "TD-043", lambda: cave((7, 8), (4, 2)), JUMP_LEFT),
    fact("character_moved", "the rope", "TD-090", lambda: holding("rope"), (0, "use_rope", [4, 8])),
    fact(
        "character_moved", "the pick", "TD-091", lambda: cave((10, 17), (4, 2)).kit(0, "pick"), (0, "use_pick", "left")
    ),
    fact("character_moved", "pushed by the monster", "TD-167", lambda: hunting("monster", (3, 2), (5, 1)), END),
    fact("character_placed", "setup", "TD-024", waiting_to_be_placed, (0, "place_character", [5, 1])),
    fact(
        "character_placed",
        "after a death",
        "TD-024 TD-113",
        lambda: deciding("place_character"),
        (0, "place_character", [5, 1]),
    ),
    fact("character_went_back", "from the monster's cell", "TD-168", lambda: cave().creature("monster", (4, 8)), LEFT),
    fact(
        "character_went_back",
        "the first cell of a jump",
        "TD-168 TD-169",
        lambda: cave((4, 2), (4, 2)).creature("monster", (5, 1)),
        JUMP_RIGHT,
    ),
    fact(
        "character_went_back",
        "along the rope",
        "TD-168 TD-169",
        lambda: cave((8, 8), (4, 2)).drawn(0, "rope").creature("monster", (4, 8)),
        (0, "use_rope", [4, 8]),
    ),
    fact(
        "chest_opened",
        "with a card in its cell",
        "TD-094",
        lambda: holding("key").token("chest", (5, 8)),
        (0, "open_chest", "key"),
    ),
    fact("collapse_began", "no tile was opened in the round", "TD-123", lambda: collapsing(6, where=(5, 8)), END),
    fact(
        "collapse_began",
        "a seat has arrived before",
        "TD-123",
        lambda: unopened(cave((5, 8), (4, 25)).have(1, arrived=True)),
        END,
    ),
    fact(
        "contact_made",
        "a character enters a creature's cell",
        "TD-131",
        lambda: cave().creature("dragon", (4, 8)),
        LEFT,
    ),
    fact("contact_made", "the worm falls along out of its rock", "TD-162", worm_in_the_gap, LEFT),
    fact(
        "contact_made",
        "the worm was in the thin rock that the pick breaks",
        "TD-092",
        lambda: cave((10, 17), (4, 2)).kit(0, "pick").creature("worm", (9, 17)),
        (0, "use_pick", "left"),
    ),
    fact(
        "creature_attacked",
        "with the sword",
        "TD-095",
        lambda: cave().kit(0, "sword").creature("dragon", (4, 8)),
        LEFT,
        STRIKE,
    ),
    fact(
        "creature_attacked",
        "with the crossbow",
        "TD-096",
        lambda: holding("crossbow").creature("plant", (9, 8)),
        (0, "use_crossbow", "plant"),
    ),
    fact(
        "creature_defeated",
        "the plant",
        "TD-136 TD-153",
        lambda: cave().kit(0, "sword").creature("plant", (4, 8)),
        LEFT,
        STRIKE,
    ),
    fact(
        "creature_defeated",
        "the spider",
        "TD-136 TD-157",
        lambda: cave((2, 7), (4, 2)).kit(0, "sword").creature("spider", (1, 8)),
        LEFT,
        STRIKE,
    ),
    fact(
        "creature_defeated",
        "the worm, with the sword",
        "TD-136 TD-161",
        lambda: cave().kit(0, "sword").creature("worm", (5, 8)),
        (0, "use_sword", "worm"),
    ),
    fact(
        "creature_defeated",
        "the dragon",
        "TD-136 TD-165",
        lambda: cave((6, 12), (4, 2)).drawn(0, "crossbow").creature("dragon", (6, 9)),
        (0, "use_crossbow", "dragon"),
    ),
    fact("creature_defeated", "the monster", "TD-136 TD-166", wounded_monster, LEFT, STRIKE),
    fact("creature_moved", "the monster", "TD-166", lambda: hunting("monster", (3, 2), (5, 1)), END),
    fact("creature_moved", "the spider", "TD-155", lambda: hunting("spider", (9, 8), (7, 8)), END),
    fact("creature_moved", "the worm", "TD-158", lambda: hunting("worm", (0, 8), (0, 6)), END),
    fact("creature_moved", "the dragon", "TD-164", lambda: hunting("dragon", (8, 8), (4, 8)), END),
    fact("creature_phase_began", "all turns are over", "TD-147", lambda: cave((5, 8)), END),
    fact(
        "deck_shuffled",
        "after the discard pile became the deck",
        "TD-103",
        lambda: cave().empty_deck("map").token("backpack", (4, 8)),
        LEFT,
    ),
    fact("deck_shuffled", "a kit card was searched in it", "TD-113", cave, SURRENDER),
    fact("die_rolled", "a collapse", "TD-124", lambda: collapsing(6), END),
    fact("dynamite_exploded", "dynamite", "TD-093", lambda: cave((6, 5)).drawn(0, "dynamite"), BLAST),
    fact("fall_killed", "10 cells or more", "TD-052 TD-055", lambda: cave((6, 12), (4, 2)).dig((5, 22)), LEFT),
    fact("fall_undone", "insurance", "TD-057", lambda: holding("insurance"), RIGHT, (0, "answer_fall", "insurance")),
    fact("character_scored", "the last character has arrived", "TD-173 TD-175", last_to_arrive, LEFT),
    fact("character_scored", "the round limit", "TD-176 TD-175", in_the_last_round, END),
    fact("game_ended", "the last character has arrived", "TD-173 TD-174", last_to_arrive, LEFT),
    fact("game_ended", "the round limit", "TD-176", in_the_last_round, END),
    fact("hand_discarded", "a death", "TD-113", cave, SURRENDER),
    fact(
        "health_gained",
        "up to the 3 of the start",
        "TD-105",
        lambda: cave().have(0, health=2).token("health", (4, 8)),
        LEFT,
    ),
    fact("health_gained", "beyond the 3 of the start", "TD-105 TD-023", lambda: cave().token("health", (4, 8)), LEFT),
    fact("health_lost", "a fall", "TD-052", cave, RIGHT),
    fact("health_lost", "a collapse", "TD-124", lambda: collapsing(1), END),
    fact(
        "health_lost",
        "a creature's cell entered without a card",
        "TD-131",
        lambda: cave().creature("dragon", (4, 8)),
        LEFT,
    ),
    fact("health_lost", "hit by a creature", "TD-134", lambda: hunting("dragon", (8, 8), (4, 8)), END),
    fact("health_lost", "the plant's attack", "TD-152", lambda: hunting("plant", (7, 8), (5, 8)), END),
    fact("jump_went_on", "its first cell does not carry", "TD-044", lambda: cave((7, 8), (4, 2)), JUMP_LEFT),
    fact("kit_taken", "after a death", "TD-113", cave, SURRENDER),
    fact(
        "loss_averted",
        "a shield against a creature met",
        "TD-131",
        lambda: holding("shield").creature("dragon", (4, 8)),
        LEFT,
        (0, "answer_contact", "shield"),
    ),
    fact(
        "loss_averted",
        "a shield against a hit",
        "TD-097",
        lambda: cave((6, 12), (4, 2)).drawn(0, "shield").losing(0, "hit", "dragon"),
        (0, "answer_loss", "shield"),
    ),
    fact(
        "loss_averted",
        "a shield in a fall",
        "TD-055",
        lambda: holding("shield"),
        RIGHT,
        (0, "answer_fall", "none"),
        (0, "answer_loss", "shield"),
    ),
    fact(
        "loss_averted",
        "a card in a collapse",
        "TD-126",
        lambda: cave((6, 12), (4, 2)).drawn(0, "shield").losing(0, "collapse"),
        (0, "answer_loss", "shield"),
    ),
    fact(
        "marker_left_field",
        "the creature is defeated",
        "TD-136",
        lambda: cave().kit(0, "sword").creature("plant", (4, 8), hunts=1),
        LEFT,
        STRIKE,
    ),
    fact(
        "marker_left_field",
        "the creature is blown up",
        "TD-093",
        lambda: holding("dynamite").creature("spider", (7, 8), hunts=0, web="r6c1"),
        (0, "use_dynamite", [7, 8]),
    ),
    fact(
        "marker_left_field",
        "its bearer leaves the plant's tile",
        "TD-143",
        lambda: cave((7, 8), (4, 2)).creature("plant", (5, 8), hunts=0),
        RIGHT,
    ),
    fact(
        "marker_left_field",
        "nobody is on the marked tile that the creature has come to",
        "TD-145",
        lambda: cave((4, 2)).creature("dragon", (8, 8)).heads_for("dragon", "r3c2"),
        END,
    ),
    fact(
        "marker_left_field", "its bearer dies", "TD-146", lambda: cave().creature("dragon", (6, 5), hunts=0), SURRENDER
    ),
    fact(
        "marker_left_field",
        "its bearer arrives",
        "TD-146",
        lambda: cave((8, 23), (4, 2)).have(0, health=9).creature("dragon", (9, 25)),
        LEFT,
    ),
    fact(
        "marker_left_field",
        "a lure ends whose bearer has died",
        "TD-099",
        lambda: lured(cave((4, 2)).creature("dragon", (9, 8)), "dragon", (9, 8), returns=False),
        END,
    ),
    fact(
        "marker_put_on_character",
        "it has opened the creature's tile by moving",
        "TD-141",
        lambda: before_the_dark("plant"),
        LEFT,
    ),
    fact(
        "marker_put_on_character",
        "it comes onto the creature's tile",
        "TD-142",
        lambda: cave((8, 8), (4, 2)).creature("dragon", (6, 10)),
        LEFT,
    ),
    fact(
        "marker_put_on_character",
        "nearest when the creature is about to move",
        "TD-144",
        lambda: cave((4, 10)).creature("plant", (7, 10)),
        END,
    ),
    fact(
        "marker_put_on_character",
        "nearest on the tile that the creature has come to",
        "TD-145",
        lambda: cave((0, 6), (7, 8), (4, 2)).creature("dragon", (11, 8)).heads_for("dragon", "r3c2", bearer=0).turn(2),
        (2, "end_turn"),
    ),
    fact(
        "marker_put_on_character",
        "the lure ends",
        "TD-099",
        lambda: lured(cave((5, 8)).creature("dragon", (9, 8)), "dragon", (9, 8)),
        END,
    ),
    fact(
        "marker_put_on_lure",
        "a lure",
        "TD-098",
        lambda: holding("lure").creature("dragon", (9, 8), hunts=0),
        (0, "use_lure", [5, 10]),
    ),
    fact(
        "marker_put_on_tile",
        "the hunted character comes to another tile",
        "TD-143",
        lambda: cave((7, 8), (4, 2)).creature("dragon", (6, 10), hunts=0),
        RIGHT,
    ),
    fact(
        "monster_wounded",
        "sword or crossbow",
        "TD-166",
        lambda: holding("crossbow").creature("monster", (8, 8)),
        (0, "use_crossbow", "monster"),
    ),
    fact(
        "movement_cancelled",
        "a step finds rock on the new tile",
        "TD-061",
        lambda: cave((3, 9), (4, 2), closed=("r3c2",)),
        RIGHT,
    ),
    fact(
        "movement_cancelled",
        "a jump finds rock in its first cell",
        "TD-046",
        lambda: cave((8, 8), (4, 2), closed=("r2c2",)),
        JUMP_LEFT,
        (0, "place_token", [5, 5]),
    ),
    fact(
        "movement_cancelled",
        "the opener chooses to stay",
        "TD-062",
        before_the_dark,
        LEFT,
        (0, "confirm_step", "cancel"),
    ),
    fact("objects_fell", "a character", "TD-050", cave, RIGHT),
    fact(
        "objects_fell",
        "a token or creature",
        "TD-073",
        lambda: cave((6, 5)).drawn(0, "dynamite").token("chest", (5, 5)),
        BLAST,
    ),
    fact("objects_fell", "several together", "TD-050 TD-073 TD-074", with_thin_rock_around, RIGHT),
    fact("objects_put_into_gap", "thin rock broke under the weight", "TD-071", with_thin_rock_around, RIGHT),
    fact(
        "objects_put_into_gap",
        "rock was destroyed below",
        "TD-072",
        lambda: cave((6, 5)).drawn(0, "dynamite").token("chest", (5, 5)),
        BLAST,
    ),
    fact(
        "objects_put_into_gap",
        "the pick has broken thin rock below them",
        "TD-072",
        lambda: cave((5, 5)).kit(0, "pick").token("chest", (5, 5)),
        (0, "use_pick", "down"),
    ),
    fact(
        "objects_put_into_gap",
        "the pick's user has broken thin rock below them by entering it",
        "TD-092",
        lambda: cave((10, 17), (4, 2)).kit(0, "pick").token("chest", (9, 16)),
        (0, "use_pick", "left"),
    ),
    fact(
        "objects_put_into_gap",
        "the monster has dug itself in",
        "TD-071",
        lambda: hunting("monster", (5, 5), (5, 8)),
        END,
    ),
    fact(
        "plant_attacked", "the marked character is on its tile", "TD-152", lambda: hunting("plant", (7, 8), (5, 8)), END
    ),
    fact("points_gained", "a tile opened by moving", "TD-060", before_the_dark, LEFT),
    fact(
        "points_gained",
        "a tile opened with the helmet-lamp",
        "TD-101",
        lambda: cave(closed=("r2c2",)).kit(0, "lamp"),
        (0, "use_lamp", "r2c2"),
    ),
    fact(
        "points_gained",
        "a tile opened with the map",
        "TD-102",
        lambda: cave(closed=("r2c2",)).drawn(0, "map"),
        (0, "use_map", "r2c2"),
        (0, "rotate_tile", 0),
    ),
    fact("points_gained", "a coin", "TD-105", lambda: cave().token("coin", (4, 8)), LEFT),
    fact("points_gained", "a chest", "TD-094", lambda: holding("key").token("chest", (5, 8)), (0, "open_chest", "key")),
    fact(
        "points_gained", "a creature", "TD-136", lambda: cave().kit(0, "sword").creature("plant", (4, 8)), LEFT, STRIKE
    ),
    fact("points_gained", "cards kept", "TD-170", lambda: above_the_bottom("rope"), LEFT),
    fact(
        "points_lost",
        "a turn after another's arrival",
        "TD-035 TD-171",
        lambda: cave((5, 8), (4, 25)).have(1, arrived=True).have(0, points=3),
        END,
    ),
    fact(
        "points_lost",
        "there are none to lose",
        "TD-035 TD-171 TD-022",
        lambda: cave((5, 8), (4, 25)).have(1, arrived=True),
        END,
    ),
    fact("rock_destroyed", "by weight", "TD-070", with_thin_rock_around, RIGHT),
    fact("rock_destroyed", "by the pick", "TD-091", lambda: cave((5, 5)).kit(0, "pick"), (0, "use_pick", "down")),
    fact("rock_destroyed", "by dynamite", "TD-093", lambda: cave((6, 5)).drawn(0, "dynamite"), BLAST),
    fact("rock_destroyed", "by the monster", "TD-166", lambda: hunting("monster", (5, 5), (5, 8)), END),
    fact("round_began", "the round before is over", "TD-030", lambda: cave((5, 8)), END),
    fact("surrendered", "in anybody's turn", "TD-120", cave, (1, "surrender")),
    fact("tile_opened", "a step leads there", "TD-042", before_the_dark, LEFT),
    fact(
        "tile_opened",
        "the first cell of a jump is there",
        "TD-046",
        lambda: cave((5, 8), (4, 2), closed=("r2c2",)),
        JUMP_LEFT,
    ),
    fact(
        "tile_opened",
        "the second part of a jump depends on it",
        "TD-047",
        lambda: cave((10, 4), (4, 2), closed=("r2c2",)).have(0, cell=at((9, 4)), rests=[at((9, 4))]),
        JUMP_LEFT,
    ),
    fact("tile_opened", "a fall comes to it", "TD-051", above_the_dark, RIGHT),
    fact("tile_opened", "several fall to it together", "TD-051 TD-065", two_above_the_dark, (0, "jump", "left")),
    fact(
        "tile_opened",
        "with the helmet-lamp",
        "TD-101",
        lambda: cave(closed=("r2c2",)).kit(0, "lamp"),
        (0, "use_lamp", "r2c2"),
    ),
    fact(
        "tile_opened",
        "with the map",
        "TD-102",
        lambda: cave(closed=("r2c2",)).drawn(0, "map"),
        (0, "use_map", "r2c2"),
        (0, "rotate_tile", 0),
    ),
    fact("tile_shown", "the map", "TD-102", lambda: cave(closed=("r2c2",)).drawn(0, "map"), (0, "use_map", "r2c2")),
    fact("token_drawn", "a tile opened by moving", "TD-060", before_the_dark, LEFT),
    fact(
        "token_drawn",
        "a tile opened with the helmet-lamp",
        "TD-101",
        lambda: cave(closed=("r2c2",)).kit(0, "lamp"),
        (0, "use_lamp", "r2c2"),
    ),
    fact(
        "token_drawn",
        "a tile opened with the map",
        "TD-102",
        lambda: cave(closed=("r2c2",)).drawn(0, "map"),
        (0, "use_map", "r2c2"),
        (0, "rotate_tile", 0),
    ),
    fact("token_placed", "a find, or a creature that stands", "TD-066", before_the_dark, LEFT),
    fact("token_placed", "the spider", "TD-067", lambda: before_the_dark("spider"), LEFT, (0, "place_token", [6, 9])),
    fact("token_placed", "the worm", "TD-068", lambda: before_the_dark("worm"), LEFT),
    fact("token_taken", "a character enters its cell", "TD-105", lambda: cave().token("coin", (4, 8)), LEFT),
    fact(
        "token_taken",
        "it comes down to characters",
        "TD-106",
        lambda: cave((6, 5), (5, 8)).drawn(0, "dynamite").token("coin", (5, 5)),
        BLAST,
    ),
    fact(
        "token_taken",
        "a character is placed on it",
        "TD-025",
        lambda: deciding("place_character").token("coin", (5, 1)),
        (0, "place_character", [5, 1]),
    ),
    fact("turn_began", "with full endurance", "TD-031", cave, END),
    fact(
        "turn_began", "in the web", "TD-032", lambda: cave((5, 8), (4, 2)).creature("spider", (9, 8), web="r1c2"), END
    ),
    fact("turn_began", "after the plant's attack", "TD-032", lambda: cave().have(1, weakened=True), END),
    fact("turn_ended", "the player ends it", "TD-034", cave, END),
    fact(
        "web_laid",
        "the spider is placed",
        "TD-154",
        lambda: before_the_dark("spider"),
        LEFT,
        (0, "place_token", [6, 9]),
    ),
    fact(
        "web_removed",
        "the spider is gone",
        "TD-154",
        lambda: holding("dynamite").creature("spider", (7, 8), web="r1c1"),
        (0, "use_dynamite", [7, 8]),
    ),
    fact(
        "worm_returned_to_rock",
        "it begins its move in an empty cell",
        "TD-163",
        lambda: cave((4, 2)).creature("worm", (1, 12), hunts=0),
        END,
    ),
    Case("start_tile_turned_up", "setup", ("TD-024",), set_up()),
    Case("turn_order_set", "setup", ("TD-030",), set_up()),
    Case("kit_taken", "setup", ("TD-020",), set_up()),
    Case("deck_shuffled", "setup", ("TD-021",), set_up()),
)

REFUSALS: Final = (
    refusal("game_over", "everybody has arrived", "TD-173", lambda: over(last_to_arrive(), LEFT), *END),
    refusal("game_over", "the round limit was reached", "TD-176", lambda: over(in_the_last_round(), END), *END),
    refusal(
        "other_answers_first",
        "another seat has to place its character",
        "TD-024",
        lambda: deciding("place_character"),
        *END1,
    ),
    refusal(
        "other_answers_first",
        "another seat has to choose a creature's way",
        "TD-149",
        lambda: deciding("route_creature"),
        *END1,
    ),
    refusal("answer_first", "the own character must be placed", "TD-024", lambda: deciding("place_character"), *END),
    refusal("answer_first", "the spider must be placed", "TD-067", lambda: deciding("place_token"), *END),
    refusal("answer_first", "the tile must be laid", "TD-102", lambda: deciding("rotate_tile"), *END),
    refusal("answer_first", "the step goes on or not", "TD-062", lambda: deciding("confirm_step"), *END),
    refusal("answer_first", "a creature is met", "TD-131", lambda: deciding("answer_contact"), *END),
    refusal("answer_first", "health is about to be lost", "TD-111", lambda: deciding("answer_loss"), *END),
    refusal("answer_first", "the character falls", "TD-057", lambda: deciding("answer_fall"), *END),
    refusal("not_asked", "no character is to be placed", "TD-024", cave, 0, "place_character", [5, 1]),
    refusal("not_asked", "no token is to be placed", "TD-060", cave, 0, "place_token", [5, 8]),
    refusal("not_asked", "no creature was met", "TD-131", cave, 0, "answer_contact", "none"),
    refusal("out_of_play", "the seat has arrived", "TD-170", last_to_arrive, *END1),
    refusal("surrendered_already", "in this turn", "TD-120", lambda: in_the_window("surrendered"), *SURRENDER),
    refusal("not_your_turn", "another seat is active", "TD-030", cave, *END1),
    refusal("endurance_lacking", "for a step", "TD-033", tired, *LEFT),
    refusal("endurance_lacking", "for a jump", "TD-033", lambda: tired(1), *JUMP_LEFT),
    refusal("step_blocked", "by rock", "TD-040", lambda: cave((1, 8), (4, 2)), *LEFT),
    refusal("step_blocked", "by the frame", "TD-003", lambda: cave((0, 15), (4, 2)), *LEFT),
    refusal("jump_blocked", "by rock", "TD-043", lambda: cave((4, 10), (4, 2)).dig((4, 9)), *JUMP_RIGHT),
    refusal("jump_blocked", "by the frame", "TD-003", lambda: cave((0, 15), (4, 2)), *JUMP_LEFT),
    refusal("jump_cornered", "rock above and in front", "TD-043", lambda: cave((4, 10), (4, 2)), *JUMP_LEFT),
    refusal("no_thin_rock", "where the pick would break it", "TD-091", lambda: holding("pick"), 0, "use_pick", "down"),
    refusal("card_lacking", "a card of the own turn", "TD-090", cave, 0, "use_rope", [4, 8]),
    refusal("card_lacking", "a key for a chest", "TD-094", cave, 0, "open_chest", "key"),
    refusal(
        "card_lacking",
        "a card against a creature",
        "TD-131",
        lambda: told_on(holding("sword").creature("dragon", (4, 8)), LEFT),
        0,
        "answer_contact",
        "shield",
    ),
    refusal(
        "card_lacking",
        "a helmet-lamp in a collapse",
        "TD-111",
        lambda: cave().drawn(0, "key").losing(0, "collapse"),
        0,
        "answer_loss",
        "lamp",
    ),
    refusal(
        "card_lacking",
        "a card against a loss",
        "TD-111",
        lambda: cave().drawn(0, "key").losing(0, "hit", "dragon"),
        0,
        "answer_loss",
        "shield",
    ),
    refusal(
        "lamp_saves_in_collapse_only",
        "against another loss",
        "TD-126",
        lambda: cave().kit(0, "lamp").drawn(0, "shield").losing(0, "hit", "dragon"),
        0,
        "answer_loss",
        "lamp",
    ),
    refusal(
        "card_used_already", "in this window", "TD-080", lambda: in_the_window("used", "rope"), 0, "use_rope", [4, 8]
    ),
    refusal(
        "no_cards_after_opening",
        "a tile by moving",
        "TD-063",
        lambda: in_the_window("barred", "rope"),
        0,
        "use_rope",
        [4, 8],
    ),
    refusal("no_cards_when_weak", "by web or plant", "TD-032", weakened, 0, "use_rope", [4, 8]),
    refusal(
        "target_face_down",
        "of the rope",
        "TD-009",
        lambda: cave(closed=("r2c2",)).drawn(0, "rope"),
        0,
        "use_rope",
        [5, 7],
    ),
    refusal("target_too_far", "for the rope", "TD-090", lambda: holding("rope"), 0, "use_rope", [11, 8]),
    refusal("target_too_far", "for dynamite", "TD-093", lambda: holding("dynamite"), 0, "use_dynamite", [8, 8]),
    refusal(
        "target_too_far",
        "for a lure",
        "TD-098",
        lambda: holding("lure").creature("dragon", (7, 16), hunts=0),
        0,
        "use_lure",
        [10, 8],
    ),
    refusal("rope_leads_nowhere", "the own cell", "TD-090", lambda: holding("rope"), 0, "use_rope", [5, 8]),
    refusal("rope_into_rock", "a cell of rock", "TD-090", lambda: holding("rope"), 0, "use_rope", [5, 9]),
    refusal("dynamite_too_near", "a cell beside", "TD-093", lambda: holding("dynamite"), 0, "use_dynamite", [5, 9]),
    refusal(
        "dynamite_at_character",
        "a token where a character is",
        "TD-093",
        lambda: cave((5, 8), (7, 8)).drawn(0, "dynamite").token("chest", (7, 8)),
        0,
        "use_dynamite",
        [7, 8],
    ),
    refusal("dynamite_at_nothing", "an empty cell", "TD-093", lambda: holding("dynamite"), 0, "use_dynamite", [7, 8]),
    refusal("no_chest", "in the own cell", "TD-094", lambda: holding("key"), 0, "open_chest", "key"),
    refusal("creature_absent", "not on the field", "TD-096", lambda: holding("crossbow"), 0, "use_crossbow", "worm"),
    refusal(
        "creature_too_far",
        "for the crossbow",
        "TD-096",
        lambda: holding("crossbow").creature("dragon", (11, 8)),
        0,
        "use_crossbow",
        "dragon",
    ),
    refusal("not_hunted", "nothing to lure away", "TD-098", lambda: holding("lure"), 0, "use_lure", [4, 8]),
    refusal(
        "lure_not_there",
        "one cannot stand there",
        "TD-098",
        lambda: holding("lure").creature("dragon", (9, 8), hunts=0),
        0,
        "use_lure",
        [6, 8],
    ),
    refusal("tile_open", "for the helmet-lamp", "TD-101", lambda: cave().kit(0, "lamp"), 0, "use_lamp", "r2c2"),
    refusal("tile_open", "for the map", "TD-102", lambda: holding("map"), 0, "use_map", "r2c2"),
    refusal(
        "tile_not_beside",
        "for the helmet-lamp",
        "TD-012",
        lambda: cave(closed=("low2",)).kit(0, "lamp"),
        0,
        "use_lamp",
        "low2",
    ),
    refusal("no_worm_here", "for the sword", "TD-095", lambda: cave().kit(0, "sword"), 0, "use_sword", "worm"),
    refusal(
        "character_not_there",
        "not a cell to start on",
        "TD-024",
        lambda: deciding("place_character"),
        0,
        "place_character",
        [6, 1],
    ),
    refusal(
        "token_not_there", "a find", "TD-066", lambda: told_on(above_the_dark("chest"), RIGHT), 0, "place_token", [4, 5]
    ),
    refusal(
        "token_not_there",
        "the worm",
        "TD-068",
        lambda: told_on(above_the_dark("worm"), RIGHT),
        0,
        "place_token",
        [4, 6],
    ),
    refusal("no_such_way", "of the creature", "TD-149", lambda: deciding("route_creature"), 0, "route_creature", 5),
)
CASES: Final = (*FACTS, *REFUSALS)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_deciding_clause_is_cited_and_every_member_is_right(case: Case) -> None:
    require_decided(case, "the_descent")


def test_every_fact_and_refusal_has_a_row() -> None:
    require_complete(RULESET, CASES)
