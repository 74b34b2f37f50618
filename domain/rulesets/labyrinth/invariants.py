"""What holds of every state between two actions. A state that passes can be played from."""

from __future__ import annotations

from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.ending import result_of
from delvebook.domain.rulesets.labyrinth.grid import distances
from delvebook.domain.rulesets.labyrinth.rules import legal_actions
from delvebook.domain.rulesets.labyrinth.state import (
    PHASES,
    cells_of,
    ended_by,
    find_rival,
    has_mage,
    is_suitable,
    position,
    rivals_at,
)


def find_broken(content: Content, state: State) -> str | None:
    """The first invariant that does not hold, in words; None if all do."""
    for look in (_shape, _zones, _team, _labyrinth, _rivals, _turn, _pending, _end):
        found = look(content, state)
        if found is not None:
            return found
    if state["phase"] != "over" and not legal_actions(content, state):
        return f"nobody can act in the phase {state['phase']}"
    return None


def all_cards(content: Content, state: State) -> list[str]:
    """
    Every card of the game from where it lies.

    Clauses: LB-008.
    """
    pending = state["pending"] or {"drawn": [], "offer": []}
    laid = [card["card"] for card in state["table"]]
    holders = [*((one["card"], one["trophy"]) for one in state["team"])]
    holders += [(one["knight"], one["trophy"]) for one in state["rivals"]]
    cards = [
        *content.heroes.values(),
        *state["deck"],
        *state["discard"],
        *state["removed"],
        *laid,
        *(card for pair in holders for card in pair),
        *pending["drawn"],
        *pending["offer"],
    ]
    if content.chest not in laid:
        cards.append(content.chest)
    return [card for card in cards if card is not None]


def _shape(content: Content, state: State) -> str | None:
    options = state["options"]
    if state["game"] != "labyrinth" or state["content_version"] != content.version:
        return f"it is of {state['game']} with content {state['content_version']}"
    if options["team_size"] not in content.team_sizes or options["colour"] not in content.colours:
        return f"the options are {options}"
    if state["phase"] not in PHASES:
        return f"there is no phase {state['phase']!r}"
    return None


def _zones(content: Content, state: State) -> str | None:
    """Clauses: LB-008 (conservation), LB-004 and LB-007 (what lies in the deck and the discard)."""
    cards = all_cards(content, state)
    if sorted(cards) != sorted(content.types):
        return f"{len(cards)} cards are in the game, {len(set(cards))} of them different, not the {len(content.types)}"
    if state["removed"] != list(content.removed):
        return f"removed are {state['removed']}"
    for zone in ("deck", "discard"):
        for card in state[zone]:
            if content.types[card] == "hero" or card in (content.start, content.chest):
                return f"{card} lies in the {zone}"
    if content.starting_trophy in state["deck"]:
        return "the starting Trophy lies in the deck"
    if sum(card in content.knights for card in state["deck"]) > content.deck_knights:
        return f"more than {content.deck_knights} Knights are in the deck"
    return None


def _team(content: Content, state: State) -> str | None:
    """Clauses: LB-005 (Characters with one Trophy each)."""
    for member in state["team"]:
        if content.types[member["card"]] not in ("knight", "mage"):
            return f"{member['card']} is in the team"
        if member["trophy"] is not None and member["trophy"] not in content.kinds:
            return f"{member['trophy']} lies under {member['card']}"
    return None


def _labyrinth(content: Content, state: State) -> str | None:
    """Clauses: LB-026 (everything hangs together), LB-032 (rotations), LB-035 (what counts as laid)."""
    table = state["table"]
    if not table or table[0] != {"card": content.start, "at": [0, 0], "rotation": 0}:
        return "the labyrinth does not begin with the starting Location"
    for laid in table:
        if laid["card"] not in content.exits or laid["rotation"] not in content.rotations[laid["card"]]:
            return f"{laid['card']} lies with rotation {laid['rotation']}"
    cells = cells_of(content, table)
    if len(cells) != len(table):
        return "two Locations lie on one cell"
    if len(distances(cells, (0, 0))) != len(cells):
        return "a Location has no passage to the start"
    chests = [at for at, laid in enumerate(table) if laid["card"] == content.chest]
    if chests and (state["phase"] != "over" or chests != [len(table) - 1]):
        return "the Chest was not the last to be laid"
    if state["laid"] != len(table) - 1 - len(chests):
        return f"{state['laid']} Locations count as laid, and {len(table)} lie there"
    if position(state) not in cells or (chests and state["at"] == table[-1]["at"]):
        return f"the player stands on {position(state)}"
    return None


def _rivals(content: Content, state: State) -> str | None:
    """Clauses: LB-037, LB-101 (a Knight, one slot, a colour of its own)."""
    cells = cells_of(content, state["table"])
    colours = [state["options"]["colour"], *(rival["colour"] for rival in state["rivals"])]
    if len(set(colours)) != len(colours) or not set(colours) <= set(content.colours):
        return f"the colours in play are {colours}"
    for rival in state["rivals"]:
        if rival["knight"] not in content.knights:
            return f"{rival['knight']} is a rival"
        if rival["trophy"] is not None and rival["trophy"] not in content.kinds:
            return f"the {rival['colour']} rival holds {rival['trophy']}"
        if (rival["at"][0], rival["at"][1]) not in cells:
            return f"the {rival['colour']} rival stands on {rival['at']}"
    return None


def _turn(content: Content, state: State) -> str | None:
    """Each turn draws a card, so no turn has a higher number than cards were drawn before it, plus one."""
    phase, turn = state["phase"], state["turn"]
    if (turn == 0) != (phase == "setup_trophy") or turn < 0:
        return f"it is turn {turn} in the phase {phase}"
    drawn = content.deck_size - len(state["deck"])
    before_drawing = phase in ("setup_trophy", "choose_move", "choose_rival")
    if turn > drawn + before_drawing:
        return f"it is turn {turn} after {drawn} cards"
    if before_drawing and (not state["deck"] or ended_by(content, state) is not None):
        return f"the game goes on in the phase {phase} though it has ended"
    return None


def _pending(content: Content, state: State) -> str | None:
    """What is being resolved fits the phase."""
    phase, pending = state["phase"], state["pending"]
    if phase in ("choose_move", "place_chest", "over"):
        return None if pending is None else f"{pending} is pending in the phase {phase}"
    if pending is None:
        return f"nothing is pending in the phase {phase}"
    if not state["team"]:
        return f"nobody is in the team in the phase {phase}"
    colour, offered = pending["rival"], pending["offer"]
    types = [None if card is None else content.types[card] for card in pending["drawn"]]
    if any(card not in content.kinds for card in offered):
        return f"{offered} are on offer"
    if bool(offered) != (phase in ("trophy", "setup_trophy")):
        return f"{offered} are on offer in the phase {phase}"
    if not _fits(content, state, pending["drawn"], types):
        return f"{pending['drawn']} are drawn in the phase {phase}"
    return _opponent(content, state, colour, types)


def _fits(content: Content, state: State, drawn: list[str | None], types: list[str | None]) -> bool:
    """Whether the drawn cards are such as lead to the phase."""
    phase = state["phase"]
    effects = [content.effects.get(card) for card in drawn if card is not None]
    if phase in ("setup_trophy", "choose_rival", "trophy"):
        return types == [None, None]
    if phase == "place_location":
        return set(types) in ({"location"}, {"location", None}) and state["laid"] < content.location_limit
    if phase in ("thief", "market"):
        return effects == [phase] and drawn[1] is None
    if phase == "dragon":
        return "dragon" in effects
    if phase == "duel_draw":
        return types == ["trophy", "trophy"] and len({content.kinds[str(card)] for card in drawn}) == 1
    if phase == "duel_cage":
        return types == ["cage", "steambot"]
    if phase == "steambot":
        return types == ["steambot", None]
    return types == ["steambot", "cage"] or _is_attacked(content, state, drawn, types)


def _is_attacked(content: Content, state: State, drawn: list[str | None], types: list[str | None]) -> bool:
    """Whether the rival's Steambot attacks and the player's own card does not help (LB-070, LB-072, LB-079)."""
    mine, theirs = drawn
    if theirs is None or types[1] != "steambot" or types[0] not in (None, "trophy", "steambot", "knight", "mage"):
        return False
    if types[0] == "steambot":
        return content.models[str(mine)] != content.models[theirs]
    return not is_suitable(content, mine, theirs, mage=has_mage(content, state))


def _opponent(content: Content, state: State, colour: str | None, types: list[str | None]) -> str | None:
    """A duel has a rival on the player's cell (none any more after the Dragon); exploring has none."""
    phase = state["phase"]
    in_duel = phase in ("duel_draw", "duel_cage", "defend") or (colour is None and types[1] is not None)
    if colour is None:
        return f"a duel in the phase {phase} has no rival" if in_duel else None
    if phase in ("setup_trophy", "choose_rival", "thief", "market", "steambot"):
        return f"the {colour} rival is pending in the phase {phase}"
    rival = find_rival(state, colour)
    if phase == "dragon":
        return None if rival is None and colour in content.colours else f"the {colour} rival outlived the Dragon"
    if rival is None or rival not in rivals_at(state, position(state)):
        return f"the {colour} rival is not on the player's cell"
    return None


def _end(content: Content, state: State) -> str | None:
    """Clauses: LB-110, LB-112 (the Chest is owed only at the end; a result only when the game is over)."""
    phase, result = state["phase"], state["result"]
    if (result is not None) != (phase == "over"):
        return f"the result is {result} in the phase {phase}"
    if phase == "place_chest" and ended_by(content, state) not in ("eight_locations", "deck_empty"):
        return "the Chest is owed though the game goes on"
    if result is not None and result != result_of(content, state):
        return f"the result is {result}, and the table says otherwise"
    return None
