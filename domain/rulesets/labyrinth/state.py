"""
What a state holds, and the questions every rule asks of it. Nothing here changes a state.

    game, content_version, options{team_size, colour}
    phase       one of `PHASES`
    turn        the number of the turn, 0 while the starting Trophy is being placed
    at          the cell of the player's token
    laid        Locations laid from the deck
    team        [{card, trophy or null}], in the order the Characters joined
    rivals      [{colour, knight, trophy or null, at}], in the order they appeared
    table       [{card, at, rotation}], the start first
    deck        card ids, the top first
    discard     card ids, the newest last
    removed     card ids
    pending     null, or what is being resolved: {rival: colour or null, drawn: [player's, rival's], offer: [Trophies]}
    result      null, or the result (`ending.py`)

The Chest is not named while it lies aside; the Hero cards follow from the colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.grid import Cell, Placement, placements, turned

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

Member = dict[str, Any]
Rival = dict[str, Any]


def new_pending(*, rival: str | None = None, offer: Sequence[str] = ()) -> dict[str, Any]:
    """Something being resolved, with no card drawn yet."""
    return {"rival": rival, "drawn": [None, None], "offer": list(offer)}


def cells_of(content: Content, table: Sequence[dict[str, Any]]) -> dict[Cell, int]:
    """The labyrinth as cells with exits."""
    return {(laid["at"][0], laid["at"][1]): turned(content.exits[laid["card"]], laid["rotation"]) for laid in table}


def position(state: State) -> Cell:
    """The cell of the player's token."""
    return state["at"][0], state["at"][1]


def placements_of(content: Content, state: State, card: str) -> list[Placement]:
    """Every legal placement of the Location now (LB-033)."""
    return placements(cells_of(content, state["table"]), content.exits[card], content.rotations[card])


def find_member(state: State, card: str) -> Member | None:
    """The Character of the player's team with what lies under it, if it is there."""
    return next((member for member in state["team"] if member["card"] == card), None)


def get_member(state: State, card: str) -> Member:
    """The Character of the player's team with what lies under it. It must be there."""
    return next(member for member in state["team"] if member["card"] == card)


def get_rival(state: State, colour: str) -> Rival:
    """The rival of that colour. It must be in play."""
    return next(rival for rival in state["rivals"] if rival["colour"] == colour)


def find_rival(state: State, colour: str) -> Rival | None:
    """The rival of that colour, if it is in play."""
    return next((rival for rival in state["rivals"] if rival["colour"] == colour), None)


def rivals_at(state: State, at: Cell) -> list[Rival]:
    """The rivals whose token stands on that cell, in the order they appeared."""
    return [rival for rival in state["rivals"] if (rival["at"][0], rival["at"][1]) == at]


def has_mage(content: Content, state: State) -> bool:
    """Whether the Mage is in the player's team (LB-041)."""
    return any(member["card"] == content.mage for member in state["team"])


def is_suitable(content: Content, trophy: str | None, steambot: str, *, mage: bool) -> bool:
    """
    Whether the Trophy beats the Steambot.

    Clauses: LB-040 (without the Mage), LB-041 (with the Mage).
    """
    if trophy is None:
        return False
    suitable = content.suitable_with_mage if mage else content.suitable[content.models[steambot]]
    return content.kinds.get(trophy) in suitable


def attacker(content: Content, state: State) -> str:
    """
    The Steambot the player faces in the phases `steambot` and `defend`.

    In a duel that is the rival's; only a Steambot of the player's own that a Cage of the rival caught
    turns against him (LB-076).
    """
    mine, theirs = state["pending"]["drawn"]
    found: str = theirs if theirs in content.models else mine
    return found


def fighters(content: Content, state: State, steambot: str) -> list[str]:
    """The Characters whose Trophy beats the Steambot, in team order."""
    mage = has_mage(content, state)
    return [member["card"] for member in state["team"] if is_suitable(content, member["trophy"], steambot, mage=mage)]


def duel_changers(content: Content, state: State) -> list[str]:
    """The Characters whose Trophy beats the kind both drew, in team order (LB-065)."""
    drawn = content.kinds[state["pending"]["drawn"][1]]
    return [
        member["card"]
        for member in state["team"]
        if member["trophy"] is not None and content.beats[content.kinds[member["trophy"]]] == drawn
    ]


def pending_location(content: Content, state: State) -> str:
    """The Location to be laid next: the player's before the rival's (LB-061)."""
    found: str = next(card for card in state["pending"]["drawn"] if card in content.exits)
    return found


def next_colour(content: Content, state: State) -> str:
    """The colour of the next rival: the first that is neither the player's nor in play (LB-037)."""
    taken = [state["options"]["colour"], *(rival["colour"] for rival in state["rivals"])]
    return next(colour for colour in content.colours if colour not in taken)


def ended_by(content: Content, state: State) -> str | None:
    """Why the turn that is over was the last one, in the order of LB-110; None if it was not."""
    if not state["team"]:
        return "team_lost"
    if state["laid"] >= content.location_limit:
        return "eight_locations"
    return None if state["deck"] else "deck_empty"
