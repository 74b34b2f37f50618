"""The invariants of every state between two actions. A state that passes can be played from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from delvebook.domain.rulesets.labyrinth.box.grid import joined
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.ending import result_of
from delvebook.domain.rulesets.labyrinth.invariants.resolving import resolving_invariants
from delvebook.domain.rulesets.labyrinth.legality import legal_actions
from delvebook.domain.rulesets.labyrinth.state import (
    PHASES,
    Laid,
    Member,
    Options,
    Resolving,
    Result,
    Rival,
    State,
    all_cards,
    cells_of,
    ended_by,
    has_mage,
    placements_of,
    position,
)

_BEFORE_DRAWING: Final = ("setup_trophy", "choose_move", "choose_rival")
"""The phases in which no card of this turn is drawn yet."""
_ZONES: Final[tuple[Literal["deck", "discard", "removed"], ...]] = ("deck", "discard", "removed")


def broken_invariants(content: Content, state: State) -> Iterator[str]:
    """
    Yields each broken invariant, as a sentence that says what should be.

    A part is checked only if all parts before it hold.
    """
    for part in (_shape, _zones, _team, _labyrinth, _rivals, _turn, _setup, resolving_invariants, _end):
        broken = list(part(content, state))
        if broken:
            yield from broken
            return
    if state["phase"] != "over" and not legal_actions(content, state, 0):
        yield f"the player has a legal action in the phase {state['phase']}"


def _shape(content: Content, state: State) -> Iterator[str]:
    wrong = list(_misshapen(state)) or list(_misfilled(state))
    if wrong:
        yield from wrong
        return
    options = state["options"]
    if state["game"] != "labyrinth" or state["content_version"] != content.version:
        yield f"the game is labyrinth with content {content.version}"
    if options["team_size"] not in content.team_sizes or options["colour"] not in content.colours:
        yield "the options are a team size and a colour that the content has"
    if state["phase"] not in PHASES:
        yield f"the phase is one of {', '.join(PHASES)}"


def _misshapen(state: State) -> Iterator[str]:
    """Yields each part whose keys are not those declared, or whose cell is not two integers."""
    parts: list[tuple[str, Any, type]] = [("the state", state, State)]
    if _has_keys(state, State):
        parts += [("options", state["options"], Options)]
        parts += [("a Character", member, Member) for member in state["team"]]
        parts += [("a rival", rival, Rival) for rival in state["rivals"]]
        parts += [("a Location", laid, Laid) for laid in state["labyrinth"]]
        parts += [("resolving", state["resolving"], Resolving)] if state["resolving"] is not None else []
        parts += [("the result", state["result"], Result)] if state["result"] is not None else []
    for name, part, shape in parts:
        if not _has_keys(part, shape):
            yield f"{name} has the keys {', '.join(shape.__annotations__)}"
        elif "cell" in shape.__annotations__ and not _is_cell(part["cell"]):
            yield f"{name} lies at [x, y]"


def _misfilled(state: State) -> Iterator[str]:
    """Yields each list that holds something other than cards, in a state with the right keys."""
    resolving = state["resolving"]
    open_cards = [] if resolving is None else resolving["open"]
    for name, cards in (*((zone, state[zone]) for zone in _ZONES), ("open cards", open_cards)):
        if not all(isinstance(card, str) for card in cards):
            yield f"the {name} holds cards"


def _has_keys(part: object, shape: type) -> bool:
    return isinstance(part, Mapping) and part.keys() == shape.__annotations__.keys()


def _is_cell(at: object) -> bool:
    return isinstance(at, list) and len(at) == 2 and all(type(number) is int for number in at)


def _zones(content: Content, state: State) -> Iterator[str]:
    """Clauses: LB-008 (conservation), LB-002, LB-004 and LB-007 (what lies in the deck and the discard)."""
    if sorted(all_cards(content, state)) != sorted(content.types):
        yield f"each of the {len(content.types)} cards is in the game once"
        return
    if state["removed"] != list(content.removed):
        yield f"the removed cards are {', '.join(content.removed)}"
    for zone, cards in (("deck", state["deck"]), ("discard", state["discard"])):
        for card in cards:
            if content.types[card] == "hero" or card in (content.start, content.chest):
                yield f"{card} does not lie in the {zone}"
    if content.starting_trophy in state["deck"]:
        yield "the starting Trophy does not lie in the deck"
    unused = len(content.knights) - state["options"]["team_size"] - content.deck_knights
    if any(card not in content.knights for card in state["discard"][:unused]) or len(state["discard"]) < unused:
        yield f"the discard begins with the {unused} Knights that take no part"
    open_cards = [] if state["resolving"] is None else state["resolving"]["open"]
    found = [*state["deck"], *(rival["knight"] for rival in state["rivals"]), *open_cards]
    if sum(card in content.knights for card in found) > content.deck_knights:
        yield f"at most {content.deck_knights} Knights come from the deck"


def _team(content: Content, state: State) -> Iterator[str]:
    """Clauses: LB-002 (its Knights), LB-005 (one Trophy each), LB-038 (only the Mage joins)."""
    cards = [member["character"] for member in state["team"]]
    knights = [card for card in cards if card in content.knights]
    if len(knights) > state["options"]["team_size"]:
        yield f"at most {state['options']['team_size']} Knights are in the team"
    if cards not in (knights, [*knights, content.mage]):
        yield "the team is Knights and after them the Mage, if it has joined"
    for member in state["team"]:
        if member["trophy"] is not None and member["trophy"] not in content.kinds:
            yield f"under {member['character']} lies a Trophy"


def _labyrinth(content: Content, state: State) -> Iterator[str]:
    """Clauses: LB-026 and LB-033 (each laid with a passage), LB-032 (rotations), LB-035 (what counts as laid)."""
    table = state["labyrinth"]
    if not table or table[0] != {"card": content.start, "cell": [0, 0], "rotation": 0}:
        yield "the labyrinth begins with the starting Location at (0, 0)"
        return
    for laid in table:
        if laid["card"] not in content.exits or laid["rotation"] not in content.rotations[laid["card"]]:
            yield f"{laid['card']} is a Location with a rotation that makes a difference"
            return
    cells = cells_of(content, table)
    if len(cells) != len(table):
        yield "at most one Location lies on a cell"
        return
    before = set(list(cells)[:1])
    for cell in list(cells)[1:]:
        if before.isdisjoint(joined(cells, cell)):
            yield f"the Location at {cell} was laid with a passage to the labyrinth"
        before.add(cell)
    chests = [at for at, laid in enumerate(table) if laid["card"] == content.chest]
    if chests and (state["phase"] != "over" or chests != [len(table) - 1]):
        yield "the Chest is the last to be laid"
    if state["laid_count"] != len(table) - 1 - len(chests) or state["laid_count"] > content.location_limit:
        yield f"laid counts the Locations from the deck, at most {content.location_limit}"
    if position(state) not in cells or (chests and state["cell"] == table[-1]["cell"]):
        yield "the player stands on a Location that is not the Chest"


def _rivals(content: Content, state: State) -> Iterator[str]:
    """Clauses: LB-037, LB-101 (a Knight, one slot, a colour of its own)."""
    cells = cells_of(content, [laid for laid in state["labyrinth"] if laid["card"] != content.chest])
    colours = [state["options"]["colour"], *(rival["colour"] for rival in state["rivals"])]
    if len(set(colours)) != len(colours) or not set(colours) <= set(content.colours):
        yield "player and rivals have different colours"
    for rival in state["rivals"]:
        if rival["knight"] not in content.knights:
            yield f"the {rival['colour']} rival has a Knight"
        if rival["trophy"] is not None and rival["trophy"] not in content.kinds:
            yield f"the {rival['colour']} rival holds a Trophy or nothing"
        if (rival["cell"][0], rival["cell"][1]) not in cells:
            yield f"the {rival['colour']} rival stands on a Location that is not the Chest"


def _turn(content: Content, state: State) -> Iterator[str]:
    """Each turn draws a card, so the turn is at most one more than the cards drawn before it."""
    phase, turn = state["phase"], state["turn"]
    if (turn == 0) != (phase == "setup_trophy") or turn < 0:
        yield "turn 0 is the setup, and turns count from 1"
    drawn = content.deck_size - len(state["deck"])
    before_drawing = phase in _BEFORE_DRAWING
    if turn > drawn + before_drawing:
        yield f"there are at most {drawn + before_drawing} turns after {drawn} cards"
    if before_drawing and not state["deck"]:
        yield "a turn begins with a card in the deck"
    if phase not in ("place_chest", "over") and ended_by(content, state) not in (None, "deck_empty"):
        yield f"the game has ended, so it is not in the phase {phase}"


def _setup(content: Content, state: State) -> Iterator[str]:
    """Clauses: LB-002, LB-003 (nothing has happened before the starting Trophy is placed)."""
    if state["phase"] != "setup_trophy":
        return
    size = state["options"]["team_size"]
    if size == 1:
        yield "a Knight alone has the starting Trophy from the start"
    team = [member["trophy"] for member in state["team"]]
    if team != [None] * size or has_mage(content, state):
        yield f"the team is {size} Knights without a Trophy before the starting Trophy is placed"
    if len(state["deck"]) != content.deck_size or state["rivals"] or len(state["labyrinth"]) > 1:
        yield "no card is drawn before the starting Trophy is placed"
    if state["resolving"] != {"rival": None, "card": None, "rival_card": None, "open": [content.starting_trophy]}:
        yield "the starting Trophy is to be placed"


def _end(content: Content, state: State) -> Iterator[str]:
    """Clauses: LB-110, LB-112 (the Chest is laid only at the end, and must be; a result only when the game is over)."""
    phase, result = state["phase"], state["result"]
    reason = ended_by(content, state)
    if (result is not None) != (phase == "over"):
        yield "there is a result if and only if the game is over"
    elif phase == "place_chest" and reason not in ("eight_locations", "deck_empty"):
        yield "the Chest is laid when the game has ended with a team"
    elif result is not None:
        if reason is None or result != result_of(content, state):
            yield "the result matches the cards on the table"
        elif reason == "team_lost" and result["chest_placed"]:
            yield "the Chest is not laid without a team"
        elif reason != "team_lost" and not result["chest_placed"] and placements_of(content, state, content.chest):
            yield "the Chest is laid if it fits anywhere"
