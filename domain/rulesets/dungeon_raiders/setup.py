"""
The setup, with every draw of the game, in the order of the specification's chapter on randomness.

After the setup only the players' choices decide.
"""

from __future__ import annotations

from delvebook.domain.facts import Facts
from delvebook.domain.kit.sealed_decks import FaceDown
from delvebook.domain.rulesets.dungeon_raiders.box.components import ITEMS, Content
from delvebook.domain.rulesets.dungeon_raiders.rooms.dungeon import prepare_level
from delvebook.domain.rulesets.dungeon_raiders.state import REMOVED, Options, State, is_tactical, level_deck, new_sheet
from delvebook.domain.tape import Tape


def set_up(content: Content, options: Options, *, seats: int, tape: Tape) -> tuple[State, Facts]:
    """
    The state in which room 1 of level 1 is entered.

    Clauses: DR-001, DR-002, DR-007, DR-160, DR-180, DR-181.
    """
    facts = Facts()
    removed, dungeon = _draw_dungeon(content, options, tape)
    boss = tape.choose(list(content.bosses), "the boss under the deck")
    dungeon.append((boss, False))
    characters = tape.shuffle(list(content.characters), "the characters")[:seats]
    levels = [[dungeon[at] for at in content.rooms_of_level(level)] for level in range(1, content.counts.levels + 1)]
    state: State = {
        "options": {"mode": options["mode"], "difficulty": options["difficulty"]},
        "phase": "play",
        "level": 0,
        "room": 0,
        "wave": 0,
        "fight": 0,
        "first_seat": None,
        "dungeon": [[card for card, _ in level] for level in levels],
        "lit": [[lit for _, lit in level] for level in levels],
        "removed": removed,
        "supply": content.supply,
        "in_play": [],
        "owing": [],
        "again": [],
        "seats": [new_sheet(content.characters[character], content.power) for character in characters],
        "result": None,
    }
    _seal_dungeon(state, facts)
    facts.tell("game_set_up", *_clauses_of(options, seats=seats), seat_count=seats, **options)
    _deal_characters(state, facts)
    if is_tactical(state):
        state["first_seat"] = tape.below(seats, "the first player")
        facts.tell("first_player_chosen", "DR-160", seat=state["first_seat"])
    prepare_level(content, state, facts, level=1)
    return state, facts


def _clauses_of(options: Options, *, seats: int) -> list[str]:
    """The clauses of the dungeon, and those of this mode, difficulty and number of seats."""
    mode = "DR-161" if options["mode"] == "tactical" else "DR-022"
    difficulty = "DR-181" if options["difficulty"] == "introductory" else "DR-180"
    return ["DR-002", "DR-007", mode, difficulty, *(["DR-150"] if seats == 2 else [])]


def _draw_dungeon(content: Content, options: Options, tape: Tape) -> tuple[list[str], list[tuple[str, bool]]]:
    """
    The removed cards, and the rest of the deck from the top, each with whether it lies face up.

    Clauses: DR-007, DR-180, DR-181.
    """
    introductory = options["difficulty"] == "introductory"
    while True:
        deck = tape.shuffle(content.deck, "the dungeon cards")
        removed, rest = deck[: content.counts.removed], deck[content.counts.removed :]
        if not introductory or any(vault in rest for vault in content.item_vaults):
            break
    marked = [(card, at < content.counts.lit) for at, card in enumerate(rest)]
    return removed, tape.shuffle(marked, "the lit and the dark rooms")


def _seal_dungeon(state: State, facts: Facts) -> None:
    """
    Seals every room with its orientation, and the cards put back into the box.

    A room that this same event turns up loses its envelope again (`SealedDeck.turn_up`).
    """
    for level, (cards, lit) in enumerate(zip(state["dungeon"], state["lit"], strict=True), start=1):
        rooms = [FaceDown(at, at, {"card": card, "lit": lit[at]}) for at, card in enumerate(cards)]
        level_deck(level).seal(facts, rooms)
    REMOVED.seal(facts, (FaceDown(at, at, card) for at, card in enumerate(state["removed"])), whole=True)


def _deal_characters(state: State, facts: Facts) -> None:
    """Takes the starting items from the supply and tells which seat plays whom. Clauses: DR-013, DR-015."""
    for seat, sheet in enumerate(state["seats"]):
        items = [item for item in ITEMS for _ in range(sheet["items"][item])]
        for item in items:
            state["supply"][item] -= 1
        facts.tell(
            "character_dealt",
            "DR-013",
            *(["DR-015"] if items else []),
            seat=seat,
            character=sheet["character"],
            life=sheet["life"],
            treasure=sheet["treasure"],
            items=items,
        )
