"""What holds in every state between two actions. A state that passes can be played from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.contests import duel_changers, is_suitable
from delvebook.domain.rulesets.labyrinth.ending import result_of
from delvebook.domain.rulesets.labyrinth.grid import joined
from delvebook.domain.rulesets.labyrinth.legality import legal_actions
from delvebook.domain.rulesets.labyrinth.specials import thefts, trades
from delvebook.domain.rulesets.labyrinth.state import (
    PHASES,
    Laid,
    Member,
    Options,
    Pending,
    Result,
    Rival,
    State,
    all_cards,
    cells_of,
    ended_by,
    find_rival,
    has_mage,
    new_pending,
    pending_of,
    placements_of,
    position,
    rivals_at,
)

_BEFORE_DRAWING: Final = ("setup_trophy", "choose_move", "choose_rival")
"""The phases in which no card of this turn is drawn yet."""
_NOTHING_PENDING: Final = ("choose_move", "place_chest", "over")
_IN_DUEL: Final = ("duel_draw", "duel_cage", "defend")
_ZONES: Final[tuple[Literal["deck", "discard", "removed"], ...]] = ("deck", "discard", "removed")
_EXPLORING: Final = ("steambot", "thief", "market")


def broken_invariants(content: Content, state: State) -> Iterator[str]:
    """
    Every invariant that does not hold, as a sentence that says what should be.

    A part is looked at only if all parts before it hold.
    """
    for part in (_shape, _zones, _team, _labyrinth, _rivals, _turn, _setup, _pending, _end):
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
    """Where the state has other keys than `State` declares, or a cell is not two integers."""
    parts: list[tuple[str, Any, type]] = [("the state", state, State)]
    if _has_keys(state, State):
        parts += [("options", state["options"], Options)]
        parts += [("a Character", member, Member) for member in state["team"]]
        parts += [("a rival", rival, Rival) for rival in state["rivals"]]
        parts += [("a Location", laid, Laid) for laid in state["table"]]
        parts += [("pending", state["pending"], Pending)] if state["pending"] is not None else []
        parts += [("the result", state["result"], Result)] if state["result"] is not None else []
    for name, part, shape in parts:
        if not _has_keys(part, shape):
            yield f"{name} has the keys {', '.join(shape.__annotations__)}"
        elif "at" in shape.__annotations__ and not _is_cell(part["at"]):
            yield f"{name} lies at [x, y]"


def _misfilled(state: State) -> Iterator[str]:
    """Where a list holds something else than cards, in a state with the right keys."""
    pending = state["pending"] or new_pending()
    for name, cards in (*((zone, state[zone]) for zone in _ZONES), ("offer", pending["offer"])):
        if not all(isinstance(card, str) for card in cards):
            yield f"the {name} holds cards"
    if len(pending["drawn"]) != 2:
        yield "drawn is the player's card and the rival's"


def _has_keys(part: Any, shape: type) -> bool:
    return isinstance(part, Mapping) and part.keys() == shape.__annotations__.keys()


def _is_cell(at: Any) -> bool:
    return isinstance(at, list) and len(at) == 2 and all(type(number) is int for number in at)


def _zones(content: Content, state: State) -> Iterator[str]:
    """Clauses: LB-008 (conservation), LB-002, LB-004 and LB-007 (what lies in the deck and the discard)."""
    if sorted(all_cards(content, state)) != sorted(content.types):
        yield f"each of the {len(content.types)} cards is in the game once"
        return
    if state["removed"] != list(content.removed):
        yield f"removed are {', '.join(content.removed)}"
    for zone, cards in (("deck", state["deck"]), ("discard", state["discard"])):
        for card in cards:
            if content.types[card] == "hero" or card in (content.start, content.chest):
                yield f"{card} does not lie in the {zone}"
    if content.starting_trophy in state["deck"]:
        yield "the starting Trophy does not lie in the deck"
    unused = len(content.knights) - state["options"]["team_size"] - content.deck_knights
    if any(card not in content.knights for card in state["discard"][:unused]) or len(state["discard"]) < unused:
        yield f"the discard begins with the {unused} Knights that take no part"
    drawn = [] if state["pending"] is None else state["pending"]["drawn"]
    found = [*state["deck"], *(rival["knight"] for rival in state["rivals"]), *drawn]
    if sum(card in content.knights for card in found) > content.deck_knights:
        yield f"at most {content.deck_knights} Knights come from the deck"


def _team(content: Content, state: State) -> Iterator[str]:
    """Clauses: LB-002 (its Knights), LB-005 (one Trophy each), LB-038 (only the Mage joins)."""
    cards = [member["card"] for member in state["team"]]
    knights = [card for card in cards if card in content.knights]
    if len(knights) > state["options"]["team_size"]:
        yield f"at most {state['options']['team_size']} Knights are in the team"
    if cards not in (knights, [*knights, content.mage]):
        yield "the team is Knights and after them the Mage, if it has joined"
    for member in state["team"]:
        if member["trophy"] is not None and member["trophy"] not in content.kinds:
            yield f"under {member['card']} lies a Trophy"


def _labyrinth(content: Content, state: State) -> Iterator[str]:
    """Clauses: LB-026 and LB-033 (each laid with a passage), LB-032 (rotations), LB-035 (what counts as laid)."""
    table = state["table"]
    if not table or table[0] != {"card": content.start, "at": [0, 0], "rotation": 0}:
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
    if state["laid"] != len(table) - 1 - len(chests) or state["laid"] > content.location_limit:
        yield f"laid counts the Locations from the deck, at most {content.location_limit}"
    if position(state) not in cells or (chests and state["at"] == table[-1]["at"]):
        yield "the player stands on a Location that is not the Chest"


def _rivals(content: Content, state: State) -> Iterator[str]:
    """Clauses: LB-037, LB-101 (a Knight, one slot, a colour of its own)."""
    cells = cells_of(content, [laid for laid in state["table"] if laid["card"] != content.chest])
    colours = [state["options"]["colour"], *(rival["colour"] for rival in state["rivals"])]
    if len(set(colours)) != len(colours) or not set(colours) <= set(content.colours):
        yield "player and rivals have different colours"
    for rival in state["rivals"]:
        if rival["knight"] not in content.knights:
            yield f"the {rival['colour']} rival has a Knight"
        if rival["trophy"] is not None and rival["trophy"] not in content.kinds:
            yield f"the {rival['colour']} rival holds a Trophy or nothing"
        if (rival["at"][0], rival["at"][1]) not in cells:
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
    if len(state["deck"]) != content.deck_size or state["rivals"] or len(state["table"]) > 1:
        yield "no card is drawn before the starting Trophy is placed"
    if pending_of(state)["offer"] != [content.starting_trophy]:
        yield "the starting Trophy is to be placed"


def _pending(content: Content, state: State) -> Iterator[str]:
    """What is being resolved fits the phase."""
    phase = state["phase"]
    if phase in _NOTHING_PENDING:
        if state["pending"] is not None:
            yield f"nothing is being resolved in the phase {phase}"
        return
    if state["pending"] is None:
        yield f"something is being resolved in the phase {phase}"
        return
    pending = pending_of(state)
    if bool(pending["offer"]) != (phase in ("trophy", "setup_trophy")):
        yield f"a Trophy is on offer in the phases trophy and setup_trophy, not in {phase}"
    elif not _fits(content, state, pending):
        yield f"the drawn cards lead to the phase {phase}"
    else:
        yield from _opponent(content, state, pending)


def _fits(content: Content, state: State, pending: Pending) -> bool:
    """Whether what is drawn and on offer leads to the phase."""
    phase, drawn, in_duel = state["phase"], pending["drawn"], pending["rival"] is not None
    types = [None if card is None else content.types[card] for card in drawn]
    if phase in ("setup_trophy", "choose_rival"):
        return types == [None, None]
    if phase == "trophy":
        return types == [None, None] and _is_offered(content, state, pending)
    if phase == "place_location":
        return types == ["location", None] or (in_duel and types in ([None, "location"], ["location", "location"]))
    if phase == "dragon":
        return _struck(content, state, pending)
    if phase in ("thief", "market"):
        deals = thefts(state) if phase == "thief" else trades(state)
        return bool(deals) and types == ["special", None] and content.effects[str(drawn[0])] == phase
    if phase == "duel_draw":
        return (
            types == ["trophy", "trophy"]
            and len({content.kinds[str(card)] for card in drawn}) == 1
            and bool(duel_changers(content, state))
        )
    if phase == "duel_cage":
        return types == ["cage", "steambot"]
    if phase == "steambot":
        return types == ["steambot", None]
    return types == ["steambot", "cage"] or _is_attacked(content, state, drawn)


def _is_offered(content: Content, state: State, pending: Pending) -> bool:
    """Whether the offer is one explored Trophy (LB-036), or what a Duel's winner may have (LB-066, LB-067)."""
    if any(card not in content.kinds for card in pending["offer"]):
        return False
    kinds = [content.kinds[card] for card in pending["offer"]]
    if pending["rival"] is None:
        return len(kinds) == 1
    if len(kinds) == 2:
        return content.beats[kinds[0]] == kinds[1]
    played = any(member["trophy"] is None for member in state["team"])
    return played and len(kinds) == 3 and kinds[0] == kinds[1] == content.beats[kinds[2]]


def _struck(content: Content, state: State, pending: Pending) -> bool:
    """Whether the Dragon was drawn and has burnt what it burns (LB-050, LB-063)."""
    mine, theirs = pending["drawn"]
    drawn = [card for card in (mine, theirs) if card is not None]
    if mine is None or all(content.effects.get(card) != "dragon" for card in drawn):
        return False
    if any(card in content.exits for card in drawn):
        return False
    if pending["rival"] is None:
        held = [member["trophy"] for member in state["team"]] + [rival["trophy"] for rival in state["rivals"]]
        return theirs is None and all(card is None or content.kinds[card] != content.burns for card in held)
    if theirs is None and state["deck"]:
        return False
    return all(member["trophy"] is None or content.kinds[member["trophy"]] != content.burns for member in state["team"])


def _is_attacked(content: Content, state: State, drawn: list[str | None]) -> bool:
    """Whether the rival's Steambot attacks and the player's own card does not help (LB-070, LB-072, LB-079)."""
    mine, theirs = drawn
    if mine is None or theirs is None or theirs not in content.models:
        return False
    if mine in content.models:
        return content.models[mine] != content.models[theirs]
    if content.types[mine] not in ("trophy", "knight", "mage"):
        return False
    return not is_suitable(content, mine, theirs, mage=has_mage(content, state))


def _opponent(content: Content, state: State, pending: Pending) -> Iterator[str]:
    """
    A Duel has a rival on the player's cell, who has moved there; the Dragon has put that rival out. Exploring has none.

    Clauses: LB-022, LB-023, LB-024, LB-063.
    """
    phase, colour = state["phase"], pending["rival"]
    here = rivals_at(state, position(state))
    has_moved = len(state["table"]) > 1
    if phase == "choose_rival":
        if colour is not None or len(here) < 2 or not has_moved:
            yield "the player has moved to two or more rivals and has not chosen one yet"
    elif colour is None:
        if phase in _IN_DUEL:
            yield f"a Duel in the phase {phase} has a rival"
        elif here and has_moved:
            yield "a move to a rival leads to a Duel, not to exploring"
    elif phase in ("setup_trophy", *_EXPLORING):
        yield f"there is no Duel in the phase {phase}"
    elif not has_moved:
        yield "a Duel needs a move"
    elif phase == "dragon":
        if find_rival(state, colour) is not None or colour not in content.colours:
            yield "the Dragon has put the opponent out"
        elif colour == state["options"]["colour"]:
            yield "the opponent had another colour than the player"
    elif find_rival(state, colour) not in here:
        yield f"the {colour} rival is on the player's cell"


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
            yield "the result is what lies on the table"
        elif reason == "team_lost" and result["chest_placed"]:
            yield "the Chest is not laid without a team"
        elif reason != "team_lost" and not result["chest_placed"] and placements_of(content, state, content.chest):
            yield "the Chest is laid if it fits anywhere"
