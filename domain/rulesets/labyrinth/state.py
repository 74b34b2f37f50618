"""The shape of a state, and the queries that several modules share. Nothing here changes a state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Required, TypedDict

from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.rulesets.labyrinth.box.grid import Cell, Placement, placements
from delvebook.domain.rulesets.labyrinth.content import Content

PHASES: Final = (
    "setup_trophy",
    "choose_move",
    "choose_rival",
    "trophy",
    "place_location",
    "steambot",
    "dragon",
    "thief",
    "market",
    "duel_draw",
    "duel_cage",
    "defend",
    "place_chest",
    "over",
)


class Options(TypedDict):
    """The options the game was created with."""

    team_size: int
    colour: str


class Member(TypedDict):
    """A Character of the player's team with the Trophy under it."""

    character: str
    trophy: str | None


class Rival(TypedDict):
    """A rival: its Knight, the Trophy under it, and the cell of its token."""

    colour: str
    knight: str
    trophy: str | None
    cell: list[int]


class Laid(TypedDict):
    """A Location on the table."""

    card: str
    cell: list[int]
    rotation: int


class Resolving(TypedDict):
    """
    What was turned up and has to be resolved.

    `card` is the player's drawn card and `rival_card` the rival's, as they were revealed; None if none was drawn.
    `rival` is the opponent's colour in a Duel, None while exploring. `open` holds the cards that still lie open on the
    table: the drawn ones until they are dealt with, the player's before the rival's, and a Trophy played to change a
    draw; at the setup the starting Trophy.
    """

    rival: str | None
    card: str | None
    rival_card: str | None
    open: list[str]


class Result(TypedDict):
    """How the game ended. `moves` and `place` are None for a lost game; `knights` does not count the Mage."""

    outcome: str
    ended_by: str
    chest_placed: bool
    moves: int | None
    place: int | None
    knights: int
    mage: bool
    trophies: int
    turns: int


class Action(TypedDict, total=False):
    """An action with its parameters; `ACTION_SCHEMAS` says which action has which."""

    type: Required[str]
    character: str
    x: int
    y: int
    rival: str
    kind: str
    rotation: int


class State(TypedDict):
    """
    A game between two actions.

    `turn` is 0 while the starting Trophy is being placed. `laid_count` counts the Locations laid from the deck. `team`
    and `rivals` are in the order in which they joined and appeared; `labyrinth` holds the Locations in the order in
    which they were laid, the starting one first. The top of the deck comes first, the newest card of the discard last.

    The Chest is not named while it lies aside. The Hero cards follow from the colours.
    """

    game: str
    content_version: int
    options: Options
    phase: str
    turn: int
    cell: list[int]
    laid_count: int
    team: list[Member]
    rivals: list[Rival]
    labyrinth: list[Laid]
    deck: list[str]
    discard: list[str]
    removed: list[str]
    resolving: Resolving | None
    result: Result | None


def resolving_of(state: State) -> Resolving:
    """
    What is being resolved.

    Raises:
        BrokenRuleError: Nothing is being resolved, though the phase requires it.
    """
    resolving = state["resolving"]
    if resolving is None:
        raise BrokenRuleError(f"labyrinth: nothing is being resolved in the phase {state['phase']}")
    return resolving


def in_duel(state: State) -> bool:
    """Whether what is being resolved belongs to a Duel."""
    resolving = state["resolving"]
    return resolving is not None and resolving["rival"] is not None


def cells_of(content: Content, labyrinth: Sequence[Laid]) -> dict[Cell, int]:
    """The labyrinth as cells with exits."""
    exits = content.exits_as_laid
    return {(laid["cell"][0], laid["cell"][1]): exits[laid["card"], laid["rotation"]] for laid in labyrinth}


def position(state: State) -> Cell:
    """The cell of the player's token."""
    return state["cell"][0], state["cell"][1]


def placements_of(content: Content, state: State, card: str) -> list[Placement]:
    """Every legal placement of the Location now. Clauses: LB-033."""
    return placements(cells_of(content, state["labyrinth"]), content.exits[card], content.rotations[card])


def find_member(state: State, character: str) -> Member | None:
    """The Character of the player's team; None if it is not in the team."""
    return next((member for member in state["team"] if member["character"] == character), None)


def get_member(state: State, character: str) -> Member:
    """
    The Character of the player's team.

    Raises:
        BrokenRuleError: It is not in the team.
    """
    member = find_member(state, character)
    if member is None:
        raise BrokenRuleError(f"labyrinth: {character} is not in the team")
    return member


def find_rival(state: State, colour: str | None) -> Rival | None:
    """The rival of that colour; None if it is not in play."""
    return next((rival for rival in state["rivals"] if rival["colour"] == colour), None)


def get_rival(state: State, colour: str | None) -> Rival:
    """
    The rival of that colour.

    Raises:
        BrokenRuleError: It is not in play.
    """
    rival = find_rival(state, colour)
    if rival is None:
        raise BrokenRuleError(f"labyrinth: there is no {colour} rival")
    return rival


def rivals_at(state: State, at: Cell) -> list[Rival]:
    """The rivals whose token stands on that cell, in the order in which they appeared."""
    return [rival for rival in state["rivals"] if (rival["cell"][0], rival["cell"][1]) == at]


def has_mage(content: Content, state: State) -> bool:
    """Whether the Mage is in the player's team. Clauses: LB-041."""
    return any(member["character"] == content.mage for member in state["team"])


def attacker(content: Content, state: State) -> str:
    """
    The Steambot that the player faces in the phases `steambot` and `defend`.

    In a Duel it is the rival's. The player's own attacks the player only if the rival's Cage caught it (LB-076).
    """
    resolving = resolving_of(state)
    theirs = resolving["rival_card"]
    return str(theirs if theirs in content.models else resolving["card"])


def location_to_lay(content: Content, state: State) -> str:
    """
    The drawn Location that is laid next: the player's before the rival's. Clauses: LB-061.

    Raises:
        BrokenRuleError: No Location is drawn.
    """
    for card in resolving_of(state)["open"]:
        if card in content.exits:
            return card
    raise BrokenRuleError(f"labyrinth: no Location is drawn in the phase {state['phase']}")


def next_colour(content: Content, state: State) -> str:
    """The colour of the next rival: the first that is neither the player's nor in play. Clauses: LB-037."""
    taken = [state["options"]["colour"], *(rival["colour"] for rival in state["rivals"])]
    return next(colour for colour in content.colours if colour not in taken)


def ended_by(content: Content, state: State) -> str | None:
    """Why the turn that is over was the last one, in the order of LB-110; None if it was not."""
    if not state["team"]:
        return "team_lost"
    if state["laid_count"] >= content.location_limit:
        return "eight_locations"
    return None if state["deck"] else "deck_empty"


def all_cards(content: Content, state: State) -> list[str]:
    """Every card of the game, wherever it lies. Clauses: LB-008."""
    resolving = state["resolving"]
    laid = [one["card"] for one in state["labyrinth"]]
    cards: list[str | None] = [
        *content.heroes.values(),
        *state["deck"],
        *state["discard"],
        *state["removed"],
        *laid,
        *(card for member in state["team"] for card in (member["character"], member["trophy"])),
        *(card for rival in state["rivals"] for card in (rival["knight"], rival["trophy"])),
        *(() if resolving is None else resolving["open"]),
    ]
    if content.chest not in laid:
        cards.append(content.chest)
    return [card for card in cards if card is not None]
