"""Every fact cites the clauses that decide in its circumstance: one row for each, played on a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import pytest

from delvebook.domain.facts import Fact, Facts
from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.dungeon_raiders.state import State
from delvebook.domain.tape import Tape
from tests.domain.rulesets.deciding import Case, require_complete, require_decided
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    DARK,
    RAIDERS,
    Fixed,
    game,
    lay,
    lay_all,
    light,
    petrified_table,
    play,
    play_all,
    seat,
    with_symbols,
)


def case(type_: str, circumstance: str, clauses: str, build: Callable[[], Facts], *, at: int = 0) -> Case:
    """A row for the fact of that type that `build` tells. If it tells several, `at` chooses one."""
    return Case(type_, circumstance, tuple(clauses.split()), lambda: told_by(build(), type_)[at])


def refusal(key: str, circumstance: str, clause: str, state: Callable[[], State], seat: int, said: str) -> Case:
    """
    A row for a refusal.

    Args:
        key: Its key.
        circumstance: In words.
        clause: What it cites.
        state: The table.
        seat: The seat that tries it.
        said: The cards it tries to play. `torch!` lights a torch, and a leading `+` lays cards against the boss.
    """

    def build() -> Refusal | None:
        return RAIDERS.refusal(state(), seat, RAIDERS.parse_action(_action(said)))

    return Case(key, circumstance, (clause,), build, "refusal")


def _action(said: str) -> dict[str, Any]:
    if said == "torch!":
        return {"type": "light_torch"}
    if said.startswith("+"):
        return {"type": "play_boss_cards", "cards": said[1:].split()}
    return {"type": "play_card", "card": said}


def told_by(facts: Facts, type_: str) -> list[Fact]:
    """The facts of that type, public or private."""
    private = [fact for envelope in facts.private.values() for fact in envelope.facts]
    return [fact for fact in [*facts.public, *private] if fact["type"] == type_]


def setup_facts(seats: int = 3, **options: str) -> Facts:
    """The facts of a setup that keeps every order."""
    parsed = RAIDERS.parse_options(options, seats=seats)
    return RAIDERS.setup(parsed, seats=seats, tape=Fixed())[1]


def room(card: str, *waves: str, **where: Any) -> Facts:
    """The facts of the last wave when these cards are played in that room, wave by wave."""
    state, facts = game(card, **where), Facts()
    for cards in waves:
        facts = play_all(state, *cards.split())
    return facts


def fight(boss: str, *waves: Sequence[str], **where: Any) -> Facts:
    """The facts of the last wave when these cards are laid against that boss, wave by wave."""
    state, facts = game("boss", boss=boss, **where), Facts()
    for plays in waves:
        facts = lay_all(state, *plays)
    return facts


def hoard(chest: str, *plays: str, **where: Any) -> Facts:
    """The facts told when the Hoard Tyrant is beaten and these cards are played for its chest."""
    state = game("boss", boss="boss-hoard", **where)
    facts = lay_all(state, *(plays or ("p5 p4", "p5 p4", "p1")))
    return play_all(state, *chest.split()) if chest else facts


def asked(state: State, cards: str) -> Facts:
    """The facts told when the seat that is asked first lays these cards."""
    number = RAIDERS.to_act(state)[0]
    return lay(state, number, cards) if state["phase"] == "boss_play" else play(state, number, cards)


def after_balls(count: int = 1, *, boss: bool = False, first: int | None = None) -> State:
    """A table at which the first seats have looked into a crystal ball, hold one more each, and play on."""
    table = [seat(f"{ALL_FIVE} ball ball" if number < count else ALL_FIVE) for number in range(3)]
    state = game("boss" if boss else "tre-4", seats=table, boss="boss-twintail", first=first)
    if boss:
        lay_all(state, *["p2 ball"] * count, *["p3"] * (3 - count))
    else:
        play_all(state, *["ball"] * count, *["p3"] * (3 - count))
    return state


def second_fight(first: int | None = None) -> State:
    """The second fight against the Twin-Tail, in which no seat has laid anything."""
    state = game("boss", boss="boss-twintail", first=first)
    lay_all(state, "p5", "p4", "p3")
    return state


def chest_play(first: int | None = None) -> State:
    """The chest of the beaten Hoard Tyrant, which no seat has played for; the first holds balls and a sword."""
    state = game("boss", boss="boss-hoard", first=first, seats=bearer("ball ball sword"))
    lay_all(state, "p5 p4", "p5 p4", "p1")
    return state


def torch(row: list[list[bool]], *, first: int | None = None) -> Facts:
    """The facts told when a torch is lit."""
    return light(game("tre-1", seats=[seat(f"{ALL_FIVE} torch"), seat(), seat()], lit=row, first=first), 0)


def end(*standings: tuple[int, int], gone: int = 0) -> Facts:
    """The facts told when the dungeon is explored with these lives and treasures, and the last room hurts nobody."""
    table = [seat("p5 p4", life=life, treasure=treasure) for life, treasure in standings]
    table += [dead() for _ in range(gone)]
    return fight("boss-riddle", ["p5 p4"] * len(standings), seats=table)


def dead() -> dict[str, Any]:
    """A seat that has left the game."""
    return seat(life=0, status="dead")


def two_that_petrify_and_fight_again() -> Facts:
    """A first fight in which one of four seats turns to stone. No printed boss fights on, so one is made up."""
    raiders = with_symbols({"code": "petrify"}, {"code": "double"}, wounds=None)
    state, facts = game("boss", boss="boss-twintail", seats=4), Facts()
    for number, cards in enumerate((["p1"], ["p2"], ["p2"], ["p2"])):
        facts = raiders.play(state, number, {"type": "play_boss_cards", "cards": cards}, tape=Tape(b""))
    return facts


def explored() -> State:
    """A finished game in which the dungeon is explored."""
    state = game("boss", boss="boss-riddle")
    lay_all(state, "p5 p4", "p5 p4", "p5 p4")
    return state


def survived() -> State:
    """A finished game with one seat left."""
    state = game("mon-dragon", seats=[seat(life=1), seat()])
    play_all(state, "p1", "p2")
    return state


def laid_by_first(state: State, card: str = "p1") -> State:
    """The table when the first seat has played that card."""
    asked(state, card)
    return state


def chest_after_ball() -> State:
    """The chest of the beaten Hoard Tyrant, for which all have played, the first seat a crystal ball."""
    state = chest_play()
    play_all(state, "ball", "p3", "p2")
    return state


def chest_without() -> State:
    """The chest of the beaten Hoard Tyrant, for which the second seat cannot play."""
    state = game("boss", boss="boss-hoard", seats=[seat(), seat("p5 p4"), seat()])
    lay_all(state, "p5 p4", "p5 p4", "p1")
    return state


def nothing_laid_in_second_fight() -> State:
    """The second fight in which the second seat has laid nothing, and the first plays on after a crystal ball."""
    state = game("boss", boss="boss-twintail", seats=[seat(f"{ALL_FIVE} ball"), seat(), seat()])
    lay_all(state, "p5", "p4", "p3")
    lay_all(state, "ball", "", "p4")
    return state


def looked_without_strength() -> State:
    """The boss's fight in which the first seat has looked into a crystal ball and laid no strength."""
    state = game("boss", seats=bearer("ball key"))
    lay_all(state, "key ball", "p2", "p3")
    return state


def bearer(cards: str, **figures: Any) -> list[dict[str, Any]]:
    """Three seats, the first of them with these cards beside its five power cards."""
    return [seat(f"{ALL_FIVE} {cards}", **figures), seat(), seat()]


ALL_LIT: Final = [[True] * 5, [True] * 5, [True, True, *[False] * 3], [False] * 5, [False] * 5]

CASES: Final = [
    case("game_set_up", "three seats, standard", "DR-002 DR-007 DR-022 DR-180", setup_facts),
    case("game_set_up", "two seats", "DR-002 DR-007 DR-022 DR-180 DR-150", lambda: setup_facts(2)),
    case("game_set_up", "tactical", "DR-002 DR-007 DR-161 DR-180", lambda: setup_facts(mode="tactical")),
    case("game_set_up", "introductory", "DR-002 DR-007 DR-022 DR-181", lambda: setup_facts(difficulty="introductory")),
    case("character_dealt", "a character with items", "DR-013 DR-015", setup_facts),
    case("character_dealt", "a character without items", "DR-013", lambda: setup_facts(4), at=3),
    case("first_player_chosen", "tactical", "DR-160", lambda: setup_facts(mode="tactical")),
    case("level_prepared", "the first level", "DR-004", setup_facts),
    case("level_prepared", "a later level", "DR-093 DR-004", lambda: room("tre-1", "p1 p2 p3", at=5)),
    case("room_entered", "no fight", "DR-006", lambda: room("tre-1", "p1 p2 p3", ahead={2: "tre-2"})),
    case("room_entered", "a monster", "DR-006 DR-060", lambda: room("tre-1", "p1 p2 p3", ahead={2: "mon-mass"})),
    case(
        "room_entered",
        "a monster, two living",
        "DR-006 DR-151",
        lambda: room("tre-1", "p1 p2", seats=2, ahead={2: "mon-mass"}),
    ),
    case("room_entered", "the boss", "DR-006 DR-110 DR-060", lambda: room("tre-1", "p1 p2 p3", level=5, at=4)),
    case(
        "room_entered",
        "the boss, two living",
        "DR-006 DR-110 DR-151",
        lambda: room("tre-1", "p1 p2", level=5, at=4, seats=2),
    ),
    case("cards_committed", "cards", "DR-022", lambda: asked(game("tre-1"), "p1")),
    case("cards_committed", "no card after a ball", "DR-022 DR-115", lambda: asked(after_balls(2, boss=True), "")),
    case("cards_committed", "no card in a second fight", "DR-022 DR-135", lambda: asked(second_fight(), "")),
    case("cards_revealed", "a card", "DR-022", lambda: room("tre-1", "p1 p2 p3")),
    case(
        "cards_revealed", "a ball in a room", "DR-022 DR-035", lambda: room("tre-1", "ball p2 p3", seats=bearer("ball"))
    ),
    case(
        "cards_revealed",
        "a ball against the boss",
        "DR-022 DR-114",
        lambda: fight("boss-bailiff", ("ball", "p2", "p3"), seats=bearer("ball")),
    ),
    case(
        "cards_revealed",
        "a ball for the boss's chest",
        "DR-022 DR-127",
        lambda: hoard("ball p2 p3", seats=bearer("ball")),
    ),
    case("cards_revealed", "alone after a ball", "DR-035", lambda: asked(after_balls(), "p5")),
    case("cards_revealed", "together after balls", "DR-037", lambda: play_all(after_balls(2), "p4", "p5"), at=1),
    case("cards_revealed", "another ball after a ball", "DR-035 DR-036", lambda: asked(after_balls(), "ball")),
    case("cards_revealed", "after a ball against the boss", "DR-115", lambda: asked(after_balls(boss=True), "p4")),
    case(
        "cards_revealed",
        "another ball against the boss",
        "DR-115 DR-114",
        lambda: asked(after_balls(boss=True), "ball"),
    ),
    case(
        "cards_revealed", "no card after a ball against the boss", "DR-115", lambda: asked(after_balls(boss=True), "")
    ),
    case("cards_revealed", "no card in a second fight", "DR-022 DR-135", lambda: lay_all(second_fight(), "", "", "p1")),
    case("cards_played", "a card", "DR-161", lambda: asked(game("tre-1", first=0), "p1")),
    case(
        "cards_played", "a ball", "DR-161 DR-162", lambda: asked(game("tre-1", first=0, seats=bearer("ball")), "ball")
    ),
    case("cards_played", "after a ball", "DR-162", lambda: asked(after_balls(first=0), "p4")),
    case("cards_played", "another ball after a ball", "DR-162 DR-163", lambda: asked(after_balls(first=0), "ball")),
    case("cards_played", "against the boss", "DR-164", lambda: asked(game("boss", first=0), "p1 p2")),
    case(
        "cards_played",
        "a ball against the boss",
        "DR-164 DR-114",
        lambda: asked(game("boss", first=0, seats=bearer("ball")), "ball"),
    ),
    case(
        "cards_played", "after a ball against the boss", "DR-115", lambda: asked(after_balls(boss=True, first=0), "p4")
    ),
    case("cards_played", "no card in a second fight", "DR-164 DR-135", lambda: asked(second_fight(first=0), "")),
    case("cards_played", "for the boss's chest", "DR-164", lambda: asked(chest_play(first=0), "p1")),
    case("cards_played", "a ball for the boss's chest", "DR-164 DR-127", lambda: asked(chest_play(first=0), "ball")),
    case("balls_followed", "one seat", "DR-035", lambda: room("tre-4", "ball p1 p2", seats=bearer("ball"))),
    case(
        "balls_followed",
        "several seats",
        "DR-035 DR-037",
        lambda: room("tre-4", "ball ball p1", seats=[seat(f"{ALL_FIVE} ball") for _ in range(3)]),
    ),
    case(
        "balls_followed",
        "against the boss",
        "DR-115",
        lambda: fight("boss-bailiff", ("ball", "p2", "p3"), seats=bearer("ball")),
    ),
    case(
        "balls_followed",
        "several seats against the boss",
        "DR-115 DR-037",
        lambda: fight("boss-bailiff", ("ball", "ball", "p3"), seats=[seat(f"{ALL_FIVE} ball") for _ in range(3)]),
    ),
    case("balls_followed", "tactical", "DR-162", lambda: room("tre-4", "ball p1 p2", seats=bearer("ball"), first=0)),
    case(
        "balls_followed",
        "several seats, tactical",
        "DR-162 DR-163",
        lambda: room("tre-4", "ball ball p1", seats=[seat(f"{ALL_FIVE} ball") for _ in range(3)], first=0),
    ),
    case(
        "balls_followed",
        "several seats against the boss, tactical",
        "DR-115 DR-163",
        lambda: fight(
            "boss-bailiff", ("ball", "ball", "p3"), seats=[seat(f"{ALL_FIVE} ball") for _ in range(3)], first=0
        ),
    ),
    case("torch_lit", "rooms are dark", "DR-030 DR-031", lambda: torch(DARK)),
    case("torch_lit", "no room is dark", "DR-030 DR-033", lambda: torch(ALL_LIT)),
    case("torch_lit", "tactical", "DR-169 DR-031", lambda: torch(DARK, first=1)),
    case("rooms_seen", "rooms are dark", "DR-031", lambda: torch(DARK)),
    case("rooms_seen", "no room is dark", "DR-033", lambda: torch(ALL_LIT)),
    case("chest_opened", "the highest value", "DR-050", lambda: room("tre-4-2", "p5 p4 p3")),
    case("chest_opened", "several highest values", "DR-050 DR-051", lambda: room("tre-4-2", "p5 p5 p3")),
    case("chest_opened", "the second highest value", "DR-053", lambda: room("tre-4-2", "p5 p4 p3"), at=1),
    case("chest_opened", "several second highest values", "DR-053 DR-051", lambda: room("tre-4-2", "p5 p4 p4"), at=1),
    case("chest_opened", "the boss's chest", "DR-128 DR-050", lambda: hoard("p3 p2 p2")),
    case("chest_opened", "several for the boss's chest", "DR-128 DR-050 DR-051", lambda: hoard("p3 p3 p2")),
    case("chest_too_small", "the highest value", "DR-050 DR-052", lambda: room("tre-2", "p5 p5 p5")),
    case(
        "chest_too_small",
        "the second highest value",
        "DR-053 DR-052",
        lambda: room("tre-2-1", "p5 p4 p4"),
    ),
    case(
        "chest_too_small",
        "the boss's chest",
        "DR-128 DR-050 DR-052",
        lambda: hoard("p3 p3 p3 p3", "p5 p4", "p5 p4", "p5 p4", "p1", seats=4),
    ),
    case("chest_untouched", "all play the same value", "DR-054", lambda: room("tre-4-2", "p5 p5 p5")),
    case(
        "chest_untouched",
        "no seat can play for the boss's chest",
        "DR-128",
        lambda: hoard("", "p5 p4", "p5 p4", "p5", seats=[seat("p5 p4"), seat("p5 p4"), seat("p5")]),
    ),
    case("treasure_gained", "a chest", "DR-050", lambda: room("tre-4", "p5 p4 p3")),
    case("treasure_gained", "a shared chest", "DR-050 DR-051", lambda: room("tre-4", "p5 p5 p3")),
    case("treasure_gained", "the second chest", "DR-053", lambda: room("tre-4-2", "p5 p4 p3"), at=1),
    case("treasure_gained", "the boss's chest", "DR-128 DR-050", lambda: hoard("p3 p2 p2")),
    case("treasure_gained", "the coins of a vault", "DR-084", lambda: room("vau-coins", "p1 p3 p3")),
    case(
        "treasure_lost", "the magnet", "DR-071", lambda: room("trap-magnet", "p5 p1 p1", seats=bearer("", treasure=9))
    ),
    case("treasure_lost", "the magnet, several richest", "DR-071 DR-073", lambda: room("trap-magnet", "p5 p1 p1")),
    case(
        "treasure_lost",
        "the magnet takes all",
        "DR-071 DR-012",
        lambda: room("trap-magnet", "p5 p1 p1", seats=[seat(treasure=2), seat(treasure=1), seat(treasure=1)]),
    ),
    case("treasure_lost", "the lava", "DR-074", lambda: room("trap-lava", "p2 p3 p3")),
    case("treasure_lost", "the lava takes half", "DR-074", lambda: room("trap-lava", "p1 p3 p3")),
    case(
        "treasure_lost",
        "the lava takes all",
        "DR-074 DR-012",
        lambda: room("trap-lava", "p2 p3 p3", seats=bearer("", treasure=1)),
    ),
    case("treasure_lost", "a boss that steals", "DR-131", lambda: fight("boss-bailiff", ("p1", "p2", "p3"))),
    case(
        "treasure_lost",
        "a boss that steals all",
        "DR-131 DR-012",
        lambda: fight("boss-bailiff", ("p1", "p2", "p3"), seats=bearer("", treasure=1)),
    ),
    case("wounded", "the lowest value", "DR-062", lambda: room("mon-dragon", "p1 p2 p3")),
    case("wounded", "several lowest values", "DR-062 DR-063", lambda: room("mon-dragon", "p1 p1 p3")),
    case(
        "wounded",
        "fewer lives than wounds",
        "DR-062 DR-011",
        lambda: room("mon-dragon", "p1 p2 p3", seats=bearer("", life=2)),
    ),
    case("wounded", "the lower value of two living", "DR-152", lambda: room("mon-dragon", "p1 p2", seats=2)),
    case("wounded", "a boss, the lowest total", "DR-062", lambda: fight("boss-riddle", ("p1", "p2", "p3"))),
    case("wounded", "a boss, several lowest totals", "DR-062 DR-063", lambda: fight("boss-riddle", ("p1", "p1", "p3"))),
    case("wounded", "a boss that hits the highest", "DR-121", lambda: fight("boss-mazebull", ("p1", "p2", "p3"))),
    case("wounded", "a boss that hits the lowest two", "DR-120", lambda: fight("boss-palecount", ("p1", "p2", "p3"))),
    case(
        "wounded",
        "a boss that wounds by the highest card",
        "DR-062 DR-130",
        lambda: fight("boss-basalt", ("p1", "p2", "p3")),
    ),
    case("wounded", "a boss, two living", "DR-153", lambda: fight("boss-riddle", ("p1", "p2"), seats=2)),
    case(
        "wounded",
        "a boss that hits the highest, two living",
        "DR-153",
        lambda: fight("boss-mazebull", ("p1", "p2"), seats=2),
    ),
    case("wounded", "the boulder", "DR-072", lambda: room("trap-boulder", "p5 p1 p1", seats=bearer("", life=10))),
    case("wounded", "the boulder, several fittest", "DR-072 DR-073", lambda: room("trap-boulder", "p5 p1 p1")),
    case("wounded", "the spikes", "DR-075", lambda: room("trap-spikes", "p2 p3 p3")),
    case("healed", "a potion", "DR-085", lambda: room("vau-coins", "p3 p1 p1")),
    case("healed", "a potion beyond ten life", "DR-085 DR-010", lambda: room("vau-coins", "p5 p1 p1")),
    case("monster_beaten", "in a room", "DR-061", lambda: room("mon-adder", "p1 p4 p5")),
    case("monster_beaten", "a boss", "DR-061 DR-111", lambda: fight("boss-mazebull", ("p1", "p5", "p5"))),
    case("monster_attacked", "the lowest value", "DR-062", lambda: room("mon-dragon", "p1 p2 p3")),
    case("monster_attacked", "several lowest values", "DR-062 DR-063", lambda: room("mon-dragon", "p1 p1 p3")),
    case("monster_attacked", "two living", "DR-151 DR-152", lambda: room("mon-dragon", "p1 p2", seats=2)),
    case("monster_attacked", "a boss", "DR-062 DR-111", lambda: fight("boss-riddle", ("p1", "p2", "p3"))),
    case(
        "monster_attacked",
        "a boss, several lowest",
        "DR-062 DR-063 DR-111",
        lambda: fight("boss-riddle", ("p1", "p1", "p3")),
    ),
    case(
        "monster_attacked",
        "a boss that hits the highest",
        "DR-121 DR-111",
        lambda: fight("boss-mazebull", ("p1", "p2", "p3")),
    ),
    case(
        "monster_attacked",
        "a boss that hits the lowest two",
        "DR-120 DR-111",
        lambda: fight("boss-palecount", ("p1", "p2", "p3")),
    ),
    case(
        "monster_attacked",
        "a boss, two living",
        "DR-151 DR-153 DR-111",
        lambda: fight("boss-mazebull", ("p1", "p2"), seats=2),
    ),
    case("monster_confused", "equal values of two living", "DR-152", lambda: room("mon-dragon", "p1 p1", seats=2)),
    case(
        "monster_confused",
        "equal totals against a boss",
        "DR-152 DR-111",
        lambda: fight("boss-riddle", ("p1", "p1"), seats=2),
    ),
    case("trap_sprung", "the magnet", "DR-071", lambda: room("trap-magnet", "p5 p1 p1", seats=bearer("", treasure=9))),
    case("trap_sprung", "the magnet, several richest", "DR-071 DR-073", lambda: room("trap-magnet", "p5 p1 p1")),
    case("trap_sprung", "the boulder", "DR-072", lambda: room("trap-boulder", "p5 p1 p1", seats=bearer("", life=10))),
    case("trap_sprung", "the boulder, several fittest", "DR-072 DR-073", lambda: room("trap-boulder", "p5 p1 p1")),
    case("trap_sprung", "the lava", "DR-074", lambda: room("trap-lava", "p1 p3 p3")),
    case("trap_sprung", "the spikes", "DR-075", lambda: room("trap-spikes", "p1 p3 p3")),
    case(
        "trap_sprung",
        "the spikes, half of one life",
        "DR-075 DR-076",
        lambda: room("trap-spikes", "p1 p3 p3", seats=bearer("", life=1)),
    ),
    case("trap_stayed_shut", "the magnet", "DR-071", lambda: room("trap-magnet", "p2 p1 p1")),
    case("trap_stayed_shut", "the boulder", "DR-072", lambda: room("trap-boulder", "p2 p1 p1")),
    case("trap_stayed_shut", "the lava", "DR-074", lambda: room("trap-lava", "p4 p5 p5")),
    case("trap_stayed_shut", "the spikes", "DR-075", lambda: room("trap-spikes", "p4 p5 p5")),
    case("item_taken", "a vault", "DR-081", lambda: room("vau-items", "p1 p5 p5")),
    case(
        "item_run_out",
        "too few in the supply",
        "DR-082",
        lambda: room(
            "vau-items", "p3 p3 p3", seats=[seat(f"{ALL_FIVE} key key"), *(seat(f"{ALL_FIVE} key") for _ in range(2))]
        ),
    ),
    case(
        "item_run_out",
        "enough if what was played here were back",
        "DR-082 DR-083",
        lambda: room("vau-items", "ball p2 p2", "p2", seats=[seat(f"{ALL_FIVE} ball ball ball ball"), seat(), seat()]),
    ),
    case(
        "character_died",
        "without items",
        "DR-100",
        lambda: room("mon-dragon", "p1 p2 p3", seats=[seat(life=3), seat(), seat()]),
    ),
    case(
        "character_died",
        "with items",
        "DR-100 DR-101",
        lambda: room("mon-dragon", "p1 p2 p3", seats=bearer("key", life=3)),
    ),
    case(
        "character_died",
        "several at once",
        "DR-100 DR-105",
        lambda: room("mon-dragon", "p1 p1 p2 p2", seats=[seat(life=1), seat(life=1), seat(), seat()]),
    ),
    case("character_petrified", "without items", "DR-132", lambda: fight("boss-gazer", ("p1", "p2", "p3"))),
    case(
        "character_petrified",
        "with items",
        "DR-132 DR-101",
        lambda: fight("boss-gazer", ("p1", "p2", "p3"), seats=bearer("key")),
    ),
    case(
        "torch_protected",
        "a torch beside a power card",
        "DR-138",
        lambda: fight("boss-nightpack", ("p1 torch", "p2", "p3"), seats=bearer("torch")),
    ),
    case("second_fight_began", "all can lay cards", "DR-134", lambda: fight("boss-twintail", ("p5", "p4", "p3"))),
    case(
        "second_fight_began",
        "some seat can lay nothing",
        "DR-134 DR-135",
        lambda: fight("boss-twintail", ("p5", "p4", "p3"), seats=[seat("p5"), seat(), seat()]),
    ),
    case(
        "second_fight_began",
        "some seat fell in the first",
        "DR-134 DR-136",
        lambda: fight("boss-twintail", ("p1", "p2", "p2", "p2"), seats=[seat(life=2), seat(), seat(), seat()]),
    ),
    case(
        "second_fight_began",
        "some seat turned to stone in the first",
        "DR-134 DR-136",
        two_that_petrify_and_fight_again,
    ),
    case(
        "second_fight_began",
        "two are left of three",
        "DR-134 DR-136 DR-151",
        lambda: fight("boss-twintail", ("p1", "p2", "p2"), seats=[seat(life=2), seat(), seat()]),
    ),
    case("second_fight_began", "two living", "DR-134 DR-151", lambda: fight("boss-twintail", ("p1", "p2"), seats=2)),
    case("chest_won", "all can play for it", "DR-126", lambda: hoard("")),
    case(
        "chest_won",
        "some seat cannot play for it",
        "DR-126 DR-127",
        lambda: hoard("", "p5 p4", "p5 p4", "p5", seats=[seat(), seat("p5 p4"), seat()]),
    ),
    case("room_reset", "any room", "DR-090", lambda: room("tre-1", "p1 p2 p3")),
    case("first_player_moved", "one highest value", "DR-165", lambda: room("tre-1", "p1 p5 p4", first=0)),
    case("first_player_moved", "several highest values", "DR-165 DR-166", lambda: room("tre-1", "p1 p5 p5", first=0)),
    case(
        "first_player_moved",
        "the first player has died",
        "DR-165 DR-167",
        lambda: room("mon-dragon", "p1 p5 p4", first=0, seats=[seat(life=1), seat(), seat()]),
    ),
    case("level_explored", "any level", "DR-092", lambda: room("tre-1", "p1 p2 p3", at=5)),
    case("characters_collapsed", "three living", "DR-140", lambda: end((3, 4), (5, 4), (5, 6))),
    case("characters_collapsed", "two living of three seats", "DR-140 DR-155", lambda: end((3, 4), (5, 4), gone=1)),
    case("nobody_collapsed", "the same life", "DR-141", lambda: end((5, 4), (5, 6), (5, 5))),
    case(
        "nobody_collapsed",
        "the same life of two of three seats",
        "DR-141 DR-155",
        lambda: end((5, 4), (5, 6), gone=1),
    ),
    case("nobody_collapsed", "two seats", "DR-154", lambda: end((3, 4), (5, 4))),
    case("character_scored", "collapsed", "DR-140", lambda: end((3, 4), (5, 4), (5, 6))),
    case("character_scored", "able to win", "DR-142", lambda: end((5, 4), (5, 6), (5, 5))),
    case("character_scored", "two seats", "DR-154", lambda: end((3, 4), (5, 4))),
    case("box_opened", "the end", "DR-147", lambda: end((3, 4), (5, 4), (5, 6))),
    case(
        "game_finished", "one seat is left", "DR-104", lambda: room("mon-dragon", "p1 p2", seats=[seat(life=1), seat()])
    ),
    case(
        "game_finished",
        "no seat is left",
        "DR-104",
        lambda: room("mon-dragon", "p1 p1 p1", seats=[seat(life=1) for _ in range(3)]),
    ),
    case("game_finished", "most treasure", "DR-140 DR-142", lambda: end((3, 4), (5, 4), (5, 6))),
    case("game_finished", "most life of the richest", "DR-140 DR-142 DR-143", lambda: end((3, 4), (5, 6), (6, 6))),
    case("game_finished", "a shared victory", "DR-140 DR-142 DR-144", lambda: end((3, 4), (5, 6), (5, 6))),
    case("game_finished", "the same life", "DR-141 DR-142", lambda: end((5, 4), (5, 6), (5, 5))),
    case("game_finished", "two living of three seats", "DR-140 DR-155 DR-142", lambda: end((3, 4), (5, 4), gone=1)),
    case("game_finished", "two seats", "DR-154", lambda: end((3, 4), (5, 4))),
    refusal("over", "the dungeon is explored", "DR-093", explored, 0, "p1"),
    refusal("over", "the others are dead", "DR-104", survived, 1, "p1"),
    refusal("dead", "the character has died", "DR-100", lambda: game("tre-1", seats=[dead(), seat(), seat()]), 0, "p1"),
    refusal("petrified", "the character is stone", "DR-132", lambda: petrified_table()[1], 0, "+p5"),
    refusal("no_torch", "no torch is held", "DR-030", lambda: game("tre-1"), 0, "torch!"),
    refusal(
        "card_spent",
        "a power card was played on this level",
        "DR-025",
        lambda: game("tre-1", seats=[seat("p1"), seat(), seat()]),
        0,
        "p5",
    ),
    refusal("card_absent", "an item is not held", "DR-021", lambda: game("tre-1"), 0, "key"),
    refusal("only_one", "a card is laid twice and held once", "DR-021", lambda: game("boss"), 0, "+p1 p1"),
    refusal(
        "wrong_room", "a key outside a treasure room", "DR-040", lambda: game("mon-mass", seats=bearer("key")), 0, "key"
    ),
    refusal(
        "wrong_room", "a sword without a monster", "DR-041", lambda: game("tre-1", seats=bearer("sword")), 0, "sword"
    ),
    refusal("laid_already", "cards lie face down", "DR-022", lambda: laid_by_first(game("tre-1")), 0, "p2"),
    refusal("not_your_turn", "tactical", "DR-161", lambda: game("tre-1", first=1), 0, "p1"),
    refusal("not_your_turn", "against the boss, tactical", "DR-164", lambda: game("boss", first=1), 0, "+p1"),
    refusal(
        "not_your_turn",
        "waiting behind a crystal ball",
        "DR-163",
        lambda: laid_by_first(game("tre-1", first=0, seats=bearer("ball")), "ball"),
        0,
        "p1",
    ),
    refusal("not_your_turn", "after crystal balls", "DR-163", lambda: after_balls(2, first=0), 1, "p1"),
    refusal("turn_over", "tactical", "DR-161", lambda: laid_by_first(game("tre-1", first=0)), 0, "p2"),
    refusal(
        "turn_over", "against the boss, tactical", "DR-164", lambda: laid_by_first(game("boss", first=0)), 0, "+p2"
    ),
    refusal("no_ball", "others looked into crystal balls", "DR-035", after_balls, 1, "p1"),
    refusal("no_ball", "against the boss", "DR-115", lambda: after_balls(boss=True), 1, "+p1"),
    refusal("no_ball", "in the second fight", "DR-115", nothing_laid_in_second_fight, 2, "+p1"),
    refusal("no_ball", "for the boss's chest", "DR-127", chest_after_ball, 1, "p1"),
    refusal("no_chest_card", "neither a power card nor a key", "DR-127", chest_without, 1, "p1"),
    refusal("opens_no_chest", "a sword for the boss's chest", "DR-127", chest_play, 0, "sword"),
    refusal("second_fight_without_you", "nothing was laid", "DR-135", nothing_laid_in_second_fight, 1, "+p1"),
    refusal("single_card", "in a room", "DR-020", lambda: game("tre-1"), 0, "+p1"),
    refusal("single_card", "for the boss's chest", "DR-127", chest_play, 0, "+p1"),
    refusal("cards_together", "against the boss", "DR-112", lambda: game("boss"), 0, "p1"),
    refusal(
        "banned", "a sword", "DR-122", lambda: game("boss", boss="boss-basalt", seats=bearer("sword")), 0, "+sword"
    ),
    refusal(
        "banned",
        "a crystal ball",
        "DR-124",
        lambda: game("boss", boss="boss-gravecaller", seats=bearer("ball")),
        0,
        "+ball",
    ),
    refusal("no_place", "after a crystal ball", "DR-115", lambda: after_balls(boss=True), 0, "+p3 p4"),
    refusal("strength_first", "the first cards", "DR-112", lambda: game("boss", seats=bearer("key")), 0, "+key"),
    refusal("strength_first", "after a crystal ball", "DR-115", looked_without_strength, 0, "+"),
    refusal("one_ball", "two at once", "DR-114", lambda: game("boss", seats=bearer("ball ball")), 0, "+ball ball"),
    refusal(
        "no_place_after_ball",
        "a card with it, and one laid before",
        "DR-114",
        lambda: after_balls(boss=True),
        0,
        "+p3 ball",
    ),
    refusal(
        "nothing_after_ball",
        "no other card is left",
        "DR-116",
        lambda: game("boss", seats=[seat("p1 ball"), seat(), seat()]),
        0,
        "+p1 ball",
    ),
]


@pytest.mark.parametrize("row", CASES, ids=str)
def test_the_deciding_clause_is_cited_and_every_member_is_right(row: Case) -> None:
    require_decided(row, "dungeon_raiders")


def test_every_fact_and_refusal_has_a_row() -> None:
    require_complete(RAIDERS, CASES)
