"""Which clause decides in which circumstance; `docs/clauses/labyrinth-facts.md` is made from these rows."""

from __future__ import annotations

from typing import Any, Final

import pytest

from delvebook.domain.facts import Facts
from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.labyrinth.state import State
from delvebook.domain.tape import Tape
from tests.domain.rulesets.deciding import Case, require_complete, require_decided
from tests.domain.rulesets.labyrinth.tables import (
    CLOSED,
    EAST_ROOM,
    ONLY_SOUTH_OPEN,
    RULES,
    SEVEN,
    a_state,
    before_duel,
    duel,
    explored,
    play,
)

HERE: Final = [("blue", "K9", "R7", (0, 0))]
ONE_ARMED: Final = [*HERE, ("green", "K8", None, (0, 0))]
TWO: Final = [("green", "K8", None, (1, 0))]


def set_up(size: int = 2) -> tuple[State, Facts]:
    """A new game's state and the facts of its setup."""
    return RULES.setup({"team_size": size, "colour": "red"}, seats=1, tape=Tape(b"setup"))


def find(card: str, **arguments: Any) -> Facts:
    """The facts told when the card is explored at the start."""
    return explored(card, **arguments)[1]


def pair(*cards: str, **arguments: Any) -> Facts:
    """The facts told when these cards are turned up in a Duel."""
    return duel(*cards, **arguments)[1]


def last(card: str, **arguments: Any) -> Facts:
    """The facts told when the last card of the deck is the player's in a Duel."""
    return duel(card, whole_deck=True, **arguments)[1]


def then(made: tuple[State, Facts], type_: str, **parameters: Any) -> Facts:
    """The facts of the player's answer to a find or a Duel."""
    return play(made[0], type_, **parameters)


def moved(table: Any = (EAST_ROOM,), *, x: int = 1, y: int = 0, **arguments: Any) -> Facts:
    """The facts of a move."""
    return play(a_state(table=table, **arguments), "move", x=x, y=y)


def met_two() -> tuple[State, Facts]:
    """A state in which the player has moved to two rivals."""
    state = before_duel("C1", "R2", rivals=TWO)
    return state, play(state, "move", x=1, y=0)


def changed_draw() -> tuple[State, Facts]:
    """A state in which K6's Paper has turned a draw of Rocks."""
    made = duel("R1", "R2", team={"K6": "P1", "K2": "S1"})
    return made[0], then(made, "change_duel", character="K6")


def shut_out_in_duel() -> Facts:
    """A state in which the first of two Locations closes the labyrinth."""
    state = a_state(table=ONLY_SOUTH_OPEN, top=["L12", "L08"], rivals=[("blue", "K9", None, (1, 0))])
    play(state, "move", x=1, y=0)
    return play(state, "place_location", x=0, y=1, rotation=0)


def eighth_of_two() -> Facts:
    """The first of two Locations is the eighth."""
    state = a_state(table=SEVEN, top=["L12", "L04"], rivals=[("blue", "K9", None, (0, 1))])
    play(state, "move", x=0, y=1)
    return play(state, "place_location", x=0, y=3, rotation=0)


def at_the_end() -> State:
    """The eighth Location is laid, and the Chest is next."""
    state = a_state(table=SEVEN, top=["L12"])
    play(state, "move", x=0, y=1)
    play(state, "place_location", x=0, y=3, rotation=0)
    return state


def eighth() -> Facts:
    state = a_state(table=SEVEN, top=["L12"])
    play(state, "move", x=0, y=1)
    return play(state, "place_location", x=0, y=3, rotation=0)


def deck_runs_out(table: Any = CLOSED) -> Facts:
    """The last card, a Cage, is explored."""
    return moved(table, top=["C1"], whole_deck=True)


def last_character(*, deck: bool) -> Facts:
    """The last Character is lost, with or without cards in the deck."""
    made = explored("BL1", team={"K1": None}, whole_deck=not deck)
    return then(made, "lose_character", character="K1")


def lost() -> State:
    state, _ = explored("BL1", team={"K1": None})
    play(state, "lose_character", character="K1")
    return state


def refused(state: State, type_: str, **parameters: Any) -> Refusal:
    """The refusal of that action."""
    RULES.check(state)
    refusal = RULES.refusal(state, 0, RULES.parse_action({"type": type_, **parameters}))
    assert refusal is not None
    return refusal


MAGE: Final[dict[str, str | None]] = {"K1": "P1", "MAGE": None}
DRAW_TEAM: Final[dict[str, str | None]] = {"K1": "P1", "K2": "S1", "K3": None}

FACTS: Final = (
    Case("hero_chosen", "at the setup", ("LB-001",), lambda: set_up()[1]),
    Case("cards_removed", "at the setup", ("LB-004",), lambda: set_up()[1]),
    Case("labyrinth_begun", "at the setup", ("LB-004", "LB-031"), lambda: set_up()[1]),
    Case("team_gathered", "at the setup", ("LB-002",), lambda: set_up()[1]),
    Case("deck_shuffled", "at the setup", ("LB-002",), lambda: set_up()[1]),
    Case("cards_discarded", "at the setup, the Knights left over", ("LB-002",), lambda: set_up()[1]),
    Case("starting_trophy_placed", "a team of one Knight", ("LB-003",), lambda: set_up(1)[1]),
    Case(
        "starting_trophy_placed",
        "the player has chosen a Knight",
        ("LB-003",),
        lambda: play(made := set_up()[0], "place_starting_trophy", character=made["team"][0]["character"]),
    ),
    Case("turn_began", "the start is alone on the table", ("LB-021",), lambda: set_up(1)[1]),
    Case("turn_began", "there is somewhere to go", ("LB-020",), lambda: moved(top=["C1"])),
    Case("token_moved", "a move", ("LB-020",), lambda: moved(top=["C1"])),
    Case("token_stayed", "the start is alone on the table", ("LB-021",), lambda: find("C1")),
    Case("card_explored", "no rival is there", ("LB-022",), lambda: find("C1")),
    Case("card_explored", "the player has stayed where a rival stands", ("LB-024",), lambda: find("C1", rivals=HERE)),
    Case("rivals_met", "two rivals are there", ("LB-023",), lambda: met_two()[1]),
    Case("duel_begun", "one rival is there", ("LB-022",), lambda: pair("R1", "C1")),
    Case(
        "duel_begun",
        "one of several rivals is chosen",
        ("LB-023",),
        lambda: then(met_two(), "choose_rival", rival="green"),
    ),
    Case("duel_cards_revealed", "two cards are drawn", ("LB-060",), lambda: pair("R1", "C1")),
    Case("last_card_revealed", "the deck holds one card", ("LB-080",), lambda: last("R1")),
    Case("duel_without_effect", "a Thief or Market", ("LB-062",), lambda: pair("R1", "THIEF")),
    Case("duel_without_effect", "a pair that no other rule names", ("LB-078",), lambda: pair("R1", "C1")),
    Case("duel_without_effect", "the last card is no use alone", ("LB-080",), lambda: last("R1")),
    Case("duel_without_effect", "the last card is a Thief or Market", ("LB-080",), lambda: last("MARKET")),
    Case("duel_tied", "two Trophies of a kind", ("LB-064",), lambda: pair("R1", "R2")),
    Case("duel_tied", "two Steambots of a model", ("LB-064",), lambda: pair("BS1", "BS2")),
    Case("duel_won", "without the Mage", ("LB-067",), lambda: pair("R1", "S2")),
    Case("duel_won", "with the Mage in the team", ("LB-067", "LB-068"), lambda: pair("R1", "S2", team=MAGE)),
    Case("draw_changed", "a Trophy that beats the draw is played", ("LB-066",), lambda: changed_draw()[1]),
    Case(
        "draw_accepted",
        "the draw could be changed",
        ("LB-064",),
        lambda: then(duel("R1", "R2", team=DRAW_TEAM), "accept_draw"),
    ),
    Case("trophies_offered", "explored", ("LB-036",), lambda: find("R1")),
    Case("trophies_offered", "won in a Duel", ("LB-067",), lambda: pair("R1", "S2")),
    Case("trophies_offered", "won by changing a draw", ("LB-066",), lambda: changed_draw()[1]),
    Case(
        "trophy_taken",
        "explored",
        ("LB-036",),
        lambda: then(explored("R1"), "take_trophy", kind="rock", character="K2"),
    ),
    Case(
        "trophy_taken",
        "won in a Duel",
        ("LB-067",),
        lambda: then(duel("R1", "S2"), "take_trophy", kind="rock", character="K2"),
    ),
    Case(
        "trophy_taken",
        "won by changing a draw",
        ("LB-067",),
        lambda: then(changed_draw(), "take_trophy", kind="rock", character="K6"),
    ),
    Case(
        "trophy_swapped",
        "explored",
        ("LB-036",),
        lambda: then(explored("R1"), "swap_trophy", kind="rock", character="K1"),
    ),
    Case(
        "trophy_swapped",
        "won in a Duel",
        ("LB-067",),
        lambda: then(duel("R1", "S2"), "swap_trophy", kind="rock", character="K1"),
    ),
    Case("trophies_left", "explored", ("LB-036",), lambda: then(explored("R1"), "leave_trophy")),
    Case("trophies_left", "won in a Duel", ("LB-067",), lambda: then(duel("R1", "S2"), "leave_trophy")),
    Case(
        "location_laid",
        "explored",
        ("LB-030", "LB-035"),
        lambda: then(explored("L08"), "place_location", x=0, y=1, rotation=0),
    ),
    Case(
        "location_laid",
        "drawn in a Duel",
        ("LB-061", "LB-035"),
        lambda: then(duel("L08", "R1"), "place_location", x=0, y=1, rotation=0),
    ),
    Case("location_shut_out", "explored", ("LB-034",), lambda: moved(CLOSED, top=["L08"])),
    Case("location_shut_out", "drawn in a Duel", ("LB-061", "LB-034"), shut_out_in_duel),
    Case("rival_appeared", "a Knight is explored", ("LB-037",), lambda: find("K9")),
    Case("mage_joined", "the Mage is explored", ("LB-038",), lambda: find("MAGE")),
    Case("cage_found", "a Cage is explored", ("LB-051",), lambda: find("C1")),
    Case("special_without_effect", "the Thief finds nothing to take", ("LB-039",), lambda: find("THIEF")),
    Case("special_without_effect", "the Market finds nothing to trade", ("LB-039",), lambda: find("MARKET")),
    Case("special_declined", "the Thief", ("LB-039",), lambda: then(explored("THIEF", rivals=HERE), "decline")),
    Case("special_declined", "the Market", ("LB-039",), lambda: then(explored("MARKET", rivals=HERE), "decline")),
    Case(
        "trophy_stolen",
        "the Thief",
        ("LB-039",),
        lambda: then(explored("THIEF", rivals=HERE), "steal_trophy", rival="blue", character="K2"),
    ),
    Case(
        "trophies_traded",
        "the Market",
        ("LB-039",),
        lambda: then(explored("MARKET", rivals=HERE), "trade_trophy", rival="blue", character="K1"),
    ),
    Case("dragon_struck", "explored", ("LB-050",), lambda: find("DRAGON")),
    Case("dragon_struck_duellists", "drawn in a Duel", ("LB-063",), lambda: pair("R1", "DRAGON")),
    Case("dragon_struck_duellists", "the last card of the deck", ("LB-063", "LB-080"), lambda: last("DRAGON")),
    Case("paper_burnt", "the Dragon is explored", ("LB-050",), lambda: find("DRAGON", team={"K1": "P1", "K2": None})),
    Case(
        "paper_burnt", "the Dragon in a Duel", ("LB-063",), lambda: pair("DRAGON", "R1", team={"K1": "P1", "K2": None})
    ),
    Case(
        "rival_paper_burnt",
        "the Dragon is explored",
        ("LB-050",),
        lambda: find("DRAGON", rivals=[("blue", "K9", "P1", (0, 0))]),
    ),
    Case("rival_paper_burnt", "the Dragon in a Duel", ("LB-063",), lambda: pair("DRAGON", "R1", rival_trophy="P1")),
    Case(
        "character_lost",
        "to a Steambot explored",
        ("LB-043",),
        lambda: then(explored("BS1"), "lose_character", character="K2"),
    ),
    Case(
        "character_lost",
        "to the Dragon explored",
        ("LB-050",),
        lambda: then(explored("DRAGON"), "lose_character", character="K2"),
    ),
    Case(
        "character_lost",
        "to the Dragon in a Duel",
        ("LB-063",),
        lambda: then(duel("DRAGON", "R1"), "lose_character", character="K2"),
    ),
    Case(
        "character_lost",
        "to a Steambot in a Duel",
        ("LB-071",),
        lambda: then(duel("P1", "BA1"), "lose_character", character="K2"),
    ),
    Case("rival_out", "a Steambot that it cannot beat", ("LB-102", "LB-105"), lambda: pair("BS1", "K8")),
    Case("rival_out", "the Dragon in a Duel", ("LB-063", "LB-105"), lambda: pair("DRAGON", "R1")),
    Case("steambot_attacked", "explored", ("LB-042",), lambda: find("BS1")),
    Case("steambot_attacked", "the player's drawn Trophy does not beat it", ("LB-070",), lambda: pair("P1", "BS1")),
    Case("steambot_attacked", "two Steambots of different models", ("LB-072",), lambda: pair("BS1", "BL1")),
    Case("steambot_attacked", "the rival's Cage has caught it", ("LB-076",), lambda: pair("BS1", "C1")),
    Case("steambot_attacked", "the player has drawn a Knight or the Mage", ("LB-079",), lambda: pair("K8", "BS1")),
    Case(
        "steambot_beaten",
        "explored, without the Mage",
        ("LB-043", "LB-040"),
        lambda: then(explored("BL1"), "fight_steambot", character="K1"),
    ),
    Case(
        "steambot_beaten",
        "explored, with the Mage",
        ("LB-043", "LB-041"),
        lambda: then(explored("BL1", team=MAGE), "fight_steambot", character="K1"),
    ),
    Case(
        "steambot_beaten",
        "in a Duel, without the Mage",
        ("LB-071", "LB-040"),
        lambda: then(duel("P1", "BL1"), "fight_steambot", character="K1"),
    ),
    Case(
        "steambot_beaten",
        "in a Duel, with the Mage",
        ("LB-071", "LB-041"),
        lambda: then(duel("R1", "BL1", team=MAGE), "fight_steambot", character="K1"),
    ),
    Case("steambot_stopped", "without the Mage", ("LB-070", "LB-040"), lambda: pair("R1", "BS1")),
    Case("steambot_stopped", "with the Mage", ("LB-070", "LB-041"), lambda: pair("P2", "BS1", team=MAGE)),
    Case("steambot_caught", "the player's Cage", ("LB-075",), lambda: pair("C1", "BS1")),
    Case("steambot_caught_by_rival", "the rival's Cage", ("LB-076", "LB-104"), lambda: pair("BS1", "C1")),
    Case("steambot_released", "against the rival", ("LB-075",), lambda: then(duel("C1", "BS1"), "release_steambot")),
    Case("steambot_put_away", "with the Cage", ("LB-075",), lambda: then(duel("C1", "BS1"), "discard_steambot")),
    Case("steambot_attacked_rival", "the rival has drawn a Trophy", ("LB-070",), lambda: pair("BS1", "P1")),
    Case(
        "steambot_attacked_rival",
        "two Steambots of different models",
        ("LB-072",),
        lambda: then(duel("BS1", "BL1"), "fight_steambot", character="K1"),
    ),
    Case(
        "steambot_attacked_rival",
        "released from the player's Cage",
        ("LB-075",),
        lambda: then(duel("C1", "BS1"), "release_steambot"),
    ),
    Case(
        "steambot_attacked_rival", "the rival has drawn a Knight or the Mage", ("LB-079",), lambda: pair("BS1", "MAGE")
    ),
    Case("steambot_attacked_rival", "the last card of the deck", ("LB-080",), lambda: last("BS1")),
    Case("rival_beat_steambot", "with its drawn Trophy", ("LB-102", "LB-040"), lambda: pair("BS1", "R1")),
    Case(
        "rival_beat_steambot",
        "with the Trophy it holds",
        ("LB-102", "LB-040"),
        lambda: pair("BS1", "K8", rival_trophy="R1"),
    ),
    Case("rival_won_duel", "without the Mage", ("LB-067",), lambda: pair("S2", "R1")),
    Case("rival_won_duel", "with the Mage in the team", ("LB-067", "LB-068"), lambda: pair("S2", "R1", team=MAGE)),
    Case("rival_kept_trophy", "its own is no worse", ("LB-103",), lambda: pair("S2", "R1", rival_trophy="S3")),
    Case("rival_took_trophy", "one on the table is better", ("LB-103",), lambda: pair("P1", "S2")),
    Case(
        "cards_discarded",
        "a Trophy that was explored and left",
        ("LB-036",),
        lambda: then(explored("R1"), "leave_trophy"),
    ),
    Case(
        "cards_discarded",
        "the Trophies left over after a Duel",
        ("LB-067",),
        lambda: then(duel("R1", "S2"), "leave_trophy"),
    ),
    Case("cards_discarded", "a Location that fits nowhere", ("LB-034",), lambda: moved(CLOSED, top=["L08"])),
    Case("cards_discarded", "a Thief or Market explored", ("LB-039",), lambda: find("THIEF")),
    Case(
        "cards_discarded",
        "a Thief or Market declined",
        ("LB-039",),
        lambda: then(explored("MARKET", rivals=HERE), "decline"),
    ),
    Case("cards_discarded", "a Cage explored", ("LB-051",), lambda: find("C1")),
    Case(
        "cards_discarded",
        "a Steambot and the Trophy that beat it",
        ("LB-043",),
        lambda: then(explored("BS1"), "fight_steambot", character="K1"),
    ),
    Case(
        "cards_discarded",
        "a Character lost to a Steambot explored",
        ("LB-043",),
        lambda: then(explored("BS1"), "lose_character", character="K1"),
    ),
    Case(
        "cards_discarded",
        "Paper burnt by the Dragon explored",
        ("LB-050",),
        lambda: find("DRAGON", team={"K1": "P1", "K2": None}),
    ),
    Case(
        "cards_discarded",
        "a Character lost to the Dragon in a Duel",
        ("LB-063",),
        lambda: then(duel("DRAGON", "R1"), "lose_character", character="K2"),
    ),
    Case("cards_discarded", "the other card beside a Location in a Duel", ("LB-061",), lambda: pair("L08", "R1")),
    Case("cards_discarded", "the second Location when the first is the eighth", ("LB-061",), eighth_of_two),
    Case("cards_discarded", "a Thief or Market in a Duel", ("LB-062",), lambda: pair("R1", "THIEF")),
    Case("cards_discarded", "a draw", ("LB-064",), lambda: pair("R1", "R2")),
    Case(
        "cards_discarded",
        "a draw that could be changed",
        ("LB-064",),
        lambda: then(duel("R1", "R2", team=DRAW_TEAM), "accept_draw"),
    ),
    Case("cards_discarded", "a Steambot and the drawn Trophy that stopped it", ("LB-070",), lambda: pair("R1", "BS1")),
    Case(
        "cards_discarded",
        "a Steambot beaten in a Duel",
        ("LB-071",),
        lambda: then(duel("P1", "BL1"), "fight_steambot", character="K1"),
    ),
    Case(
        "cards_discarded",
        "a caught Steambot and the Cage",
        ("LB-075",),
        lambda: then(duel("C1", "BS1"), "discard_steambot"),
    ),
    Case("cards_discarded", "a pair without effect", ("LB-078",), lambda: pair("R1", "C1")),
    Case("cards_discarded", "the last card of the deck, of no use alone", ("LB-080",), lambda: last("R1")),
    Case("cards_discarded", "a Steambot that the rival has beaten", ("LB-102",), lambda: pair("BS1", "R1")),
    Case("cards_discarded", "what a rival that won does not keep", ("LB-103",), lambda: pair("S2", "R1")),
    Case("end_reached", "eight Locations are laid", ("LB-110",), eighth),
    Case("end_reached", "the deck is empty", ("LB-110",), deck_runs_out),
    Case("end_reached", "the last Character is lost", ("LB-110",), lambda: last_character(deck=True)),
    Case(
        "end_reached",
        "the last Character is lost with the last card",
        ("LB-110", "LB-111"),
        lambda: last_character(deck=False),
    ),
    Case("chest_shut_out", "the Chest fits nowhere", ("LB-112",), deck_runs_out),
    Case(
        "chest_laid",
        "the player has laid it",
        ("LB-112",),
        lambda: play(at_the_end(), "place_chest", x=0, y=-3, rotation=0),
    ),
    Case(
        "game_won",
        "the Chest is laid",
        ("LB-112", "LB-113"),
        lambda: play(at_the_end(), "place_chest", x=0, y=-3, rotation=0),
    ),
    Case("game_lost", "the Chest fits nowhere", ("LB-112",), deck_runs_out),
    Case("game_lost", "the last Character is lost", ("LB-110",), lambda: last_character(deck=True)),
    Case(
        "game_lost",
        "the last Character is lost with the last card",
        ("LB-110", "LB-111"),
        lambda: last_character(deck=False),
    ),
)


def last_discarded(facts: Facts) -> dict[str, Any]:
    """The last cards that went to the discard."""
    return [fact for fact in facts.public if fact["type"] == "cards_discarded"][-1]


def left_over(*cards: str, character: str, act: str = "lose_character", **arguments: Any) -> dict[str, Any]:
    """The last cards that go to the discard after the player's answer in a Duel."""
    return last_discarded(then(duel(*cards, **arguments), act, character=character))


LEFT_OVER: Final = (
    Case(
        "cards_discarded",
        "left over: the Dragon explored",
        ("LB-050",),
        lambda: [
            fact
            for fact in then(explored("DRAGON"), "lose_character", character="K2").public
            if "DRAGON" in fact.get("cards", ())
        ],
    ),
    Case(
        "cards_discarded",
        "left over: the Dragon and the other card of a Duel",
        ("LB-062",),
        lambda: left_over("DRAGON", "R1", character="K2"),
    ),
    Case(
        "cards_discarded",
        "left over: a drawn Trophy that did not beat the Steambot",
        ("LB-070",),
        lambda: left_over("P1", "BL1", character="K1", act="fight_steambot"),
    ),
    Case(
        "cards_discarded",
        "left over: the Cage of a rival",
        ("LB-076",),
        lambda: left_over("BL1", "C1", character="K1", act="fight_steambot"),
    ),
    Case(
        "cards_discarded",
        "left over: a Knight or the Mage beside a Steambot",
        ("LB-079",),
        lambda: left_over("K8", "BL1", character="K1", act="fight_steambot"),
    ),
    Case(
        "cards_discarded",
        "left over: the Trophy that was not taken in a swap after a Duel",
        ("LB-067",),
        lambda: last_discarded(then(duel("R1", "S2"), "swap_trophy", kind="rock", character="K1")),
    ),
    Case(
        "cards_discarded",
        "left over: a rival's drawn Trophy that did not beat the Steambot",
        ("LB-070",),
        lambda: last_discarded(pair("BS1", "P1", rival_trophy="R1")),
    ),
    Case(
        "cards_discarded",
        "left over: the Cage that let the Steambot go",
        ("LB-075",),
        lambda: last_discarded(then(duel("C1", "BS1"), "release_steambot")),
    ),
    Case(
        "cards_discarded",
        "left over: the Knight or the Mage that a rival has drawn",
        ("LB-079",),
        lambda: last_discarded(pair("BS1", "MAGE", rival_trophy="R1")),
    ),
    Case(
        "cards_discarded",
        "left over: the game has ended with the last Character",
        ("LB-114",),
        lambda: left_over("P2", "BL1", character="K1", team={"K1": None}),
    ),
)

NOW: Final = a_state
REFUSALS: Final = (
    ("game_over", "the game is over", "LB-110", lambda: refused(lost(), "stay")),
    (
        "not_now",
        "`place_starting_trophy` at another time",
        "LB-003",
        lambda: refused(NOW(), "place_starting_trophy", character="K1"),
    ),
    ("not_now", "`move` at another time", "LB-020", lambda: refused(explored("R1")[0], "move", x=1, y=0)),
    ("not_now", "`stay` at another time", "LB-021", lambda: refused(explored("R1")[0], "stay")),
    ("not_now", "`choose_rival` at another time", "LB-023", lambda: refused(NOW(), "choose_rival", rival="blue")),
    (
        "not_now",
        "`take_trophy` at another time",
        "LB-036",
        lambda: refused(NOW(), "take_trophy", kind="rock", character="K1"),
    ),
    (
        "not_now",
        "`swap_trophy` at another time",
        "LB-036",
        lambda: refused(NOW(), "swap_trophy", kind="rock", character="K1"),
    ),
    ("not_now", "`leave_trophy` at another time", "LB-036", lambda: refused(NOW(), "leave_trophy")),
    (
        "not_now",
        "`place_location` at another time",
        "LB-030",
        lambda: refused(NOW(), "place_location", x=0, y=1, rotation=0),
    ),
    ("not_now", "`fight_steambot` at another time", "LB-042", lambda: refused(NOW(), "fight_steambot", character="K1")),
    ("not_now", "`lose_character` at another time", "LB-042", lambda: refused(NOW(), "lose_character", character="K1")),
    (
        "not_now",
        "`steal_trophy` at another time",
        "LB-039",
        lambda: refused(NOW(), "steal_trophy", rival="blue", character="K1"),
    ),
    (
        "not_now",
        "`trade_trophy` at another time",
        "LB-039",
        lambda: refused(NOW(), "trade_trophy", rival="blue", character="K1"),
    ),
    ("not_now", "`decline` at another time", "LB-039", lambda: refused(NOW(), "decline")),
    ("not_now", "`change_duel` at another time", "LB-065", lambda: refused(NOW(), "change_duel", character="K1")),
    ("not_now", "`accept_draw` at another time", "LB-064", lambda: refused(NOW(), "accept_draw")),
    ("not_now", "`release_steambot` at another time", "LB-075", lambda: refused(NOW(), "release_steambot")),
    ("not_now", "`discard_steambot` at another time", "LB-075", lambda: refused(NOW(), "discard_steambot")),
    (
        "not_now",
        "`place_chest` at another time",
        "LB-112",
        lambda: refused(NOW(), "place_chest", x=0, y=1, rotation=180),
    ),
    (
        "not_in_team",
        "the first Trophy",
        "LB-003",
        lambda: refused(made := set_up()[0], "place_starting_trophy", character=made["discard"][0]),
    ),
    (
        "not_in_team",
        "a Trophy explored, to swap",
        "LB-036",
        lambda: refused(explored("R1")[0], "swap_trophy", kind="rock", character="K9"),
    ),
    (
        "not_in_team",
        "a Trophy won in a Duel, to swap",
        "LB-067",
        lambda: refused(duel("R1", "S2")[0], "swap_trophy", kind="rock", character="K9"),
    ),
    (
        "not_in_team",
        "a Trophy won in a Duel, to take",
        "LB-067",
        lambda: refused(duel("R1", "S2")[0], "take_trophy", kind="rock", character="K9"),
    ),
    (
        "not_in_team",
        "a fight with a Steambot explored",
        "LB-042",
        lambda: refused(explored("BS1")[0], "fight_steambot", character="K9"),
    ),
    (
        "not_in_team",
        "a loss to a Steambot explored",
        "LB-043",
        lambda: refused(explored("BS1")[0], "lose_character", character="K9"),
    ),
    (
        "not_in_team",
        "a loss to the Dragon",
        "LB-050",
        lambda: refused(explored("DRAGON")[0], "lose_character", character="K9"),
    ),
    (
        "not_in_team",
        "a fight in a Duel",
        "LB-071",
        lambda: refused(duel("P1", "BL1")[0], "fight_steambot", character="K8"),
    ),
    (
        "not_in_team",
        "the Thief",
        "LB-039",
        lambda: refused(explored("THIEF", rivals=HERE)[0], "steal_trophy", rival="blue", character="K8"),
    ),
    (
        "not_in_team",
        "the Market",
        "LB-039",
        lambda: refused(explored("MARKET", rivals=HERE)[0], "trade_trophy", rival="blue", character="K8"),
    ),
    (
        "not_in_team",
        "a change of a draw",
        "LB-065",
        lambda: refused(duel("R1", "R2", team=DRAW_TEAM)[0], "change_duel", character="K8"),
    ),
    (
        "no_trophy",
        "a fight with a Steambot explored",
        "LB-042",
        lambda: refused(explored("BS1")[0], "fight_steambot", character="K2"),
    ),
    (
        "no_trophy",
        "a fight in a Duel",
        "LB-071",
        lambda: refused(duel("P1", "BL1")[0], "fight_steambot", character="K2"),
    ),
    (
        "no_trophy",
        "the Market",
        "LB-039",
        lambda: refused(explored("MARKET", rivals=HERE)[0], "trade_trophy", rival="blue", character="K2"),
    ),
    (
        "no_trophy",
        "a change of a draw",
        "LB-065",
        lambda: refused(duel("R1", "R2", team=DRAW_TEAM)[0], "change_duel", character="K3"),
    ),
    (
        "slot_taken",
        "a Trophy on offer",
        "LB-005",
        lambda: refused(explored("R1")[0], "take_trophy", kind="rock", character="K1"),
    ),
    (
        "slot_taken",
        "the Thief",
        "LB-005",
        lambda: refused(explored("THIEF", rivals=HERE)[0], "steal_trophy", rival="blue", character="K1"),
    ),
    (
        "no_such_rival",
        "the Thief",
        "LB-039",
        lambda: refused(explored("THIEF", rivals=HERE)[0], "steal_trophy", rival="green", character="K2"),
    ),
    (
        "no_such_rival",
        "the Market",
        "LB-039",
        lambda: refused(explored("MARKET", rivals=HERE)[0], "trade_trophy", rival="green", character="K1"),
    ),
    (
        "rival_without_trophy",
        "the Thief",
        "LB-039",
        lambda: refused(explored("THIEF", rivals=ONE_ARMED)[0], "steal_trophy", rival="green", character="K2"),
    ),
    (
        "rival_without_trophy",
        "the Market",
        "LB-039",
        lambda: refused(explored("MARKET", rivals=ONE_ARMED)[0], "trade_trophy", rival="green", character="K1"),
    ),
    ("only_one_location", "a move while there is nowhere to go", "LB-021", lambda: refused(NOW(), "move", x=1, y=0)),
    (
        "stands_there",
        "a move to the same Location",
        "LB-020",
        lambda: refused(NOW(table=[EAST_ROOM]), "move", x=0, y=0),
    ),
    (
        "no_location_there",
        "a move to an empty cell",
        "LB-020",
        lambda: refused(NOW(table=[EAST_ROOM]), "move", x=0, y=1),
    ),
    (
        "no_passage",
        "a move to a Location without a passage to it",
        "LB-025",
        lambda: refused(NOW(table=[EAST_ROOM, ("L11", (2, 0), 0)]), "move", x=2, y=0),
    ),
    ("must_move", "staying when there is somewhere to go", "LB-021", lambda: refused(NOW(table=[EAST_ROOM]), "stay")),
    (
        "rival_not_here",
        "a rival elsewhere is chosen",
        "LB-023",
        lambda: refused(met_two()[0], "choose_rival", rival="yellow"),
    ),
    (
        "not_on_offer",
        "explored",
        "LB-036",
        lambda: refused(explored("R1")[0], "take_trophy", kind="paper", character="K2"),
    ),
    (
        "not_on_offer",
        "explored, to swap",
        "LB-036",
        lambda: refused(explored("R1")[0], "swap_trophy", kind="paper", character="K1"),
    ),
    (
        "not_on_offer",
        "won in a Duel",
        "LB-067",
        lambda: refused(duel("R1", "S2")[0], "take_trophy", kind="paper", character="K2"),
    ),
    (
        "nothing_to_swap",
        "explored",
        "LB-036",
        lambda: refused(explored("R1")[0], "swap_trophy", kind="rock", character="K2"),
    ),
    (
        "nothing_to_swap",
        "won in a Duel",
        "LB-067",
        lambda: refused(duel("R1", "S2")[0], "swap_trophy", kind="rock", character="K2"),
    ),
    (
        "cell_taken",
        "a Location on another",
        "LB-033",
        lambda: refused(explored("L08")[0], "place_location", x=0, y=0, rotation=0),
    ),
    (
        "same_when_turned",
        "a Location that the turn does not change",
        "LB-032",
        lambda: refused(explored("L08")[0], "place_location", x=0, y=1, rotation=180),
    ),
    (
        "no_way_in",
        "a Location without a passage",
        "LB-033",
        lambda: refused(explored("L08")[0], "place_location", x=1, y=0, rotation=0),
    ),
    (
        "no_way_in",
        "the Chest without a passage",
        "LB-033",
        lambda: refused(at_the_end(), "place_chest", x=5, y=5, rotation=0),
    ),
    (
        "not_suitable",
        "without the Mage",
        "LB-040",
        lambda: refused(explored("BA1")[0], "fight_steambot", character="K1"),
    ),
    (
        "not_suitable",
        "with the Mage",
        "LB-041",
        lambda: refused(explored("BL1", team={"K1": "S1", "MAGE": None})[0], "fight_steambot", character="K1"),
    ),
    (
        "must_fight",
        "a loss in a Duel while somebody can fight",
        "LB-071",
        lambda: refused(duel("P1", "BL1")[0], "lose_character", character="K2"),
    ),
    (
        "does_not_beat",
        "a Trophy that does not beat the draw",
        "LB-065",
        lambda: refused(duel("R1", "R2", team=DRAW_TEAM)[0], "change_duel", character="K2"),
    ),
)

CASES: Final = (
    *FACTS,
    *LEFT_OVER,
    *(Case(key, circumstance, (clause,), builder, "refusal") for key, circumstance, clause, builder in REFUSALS),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_deciding_clause_is_cited_and_every_member_is_right(case: Case) -> None:
    require_decided(case, "labyrinth")


def test_every_fact_and_refusal_has_a_row() -> None:
    require_complete(RULES, CASES)
