"""
Why an action is refused: the sentence and the clause that a player is told.

Whether it is refused is decided in `legality`. Each function here explains an action that is not listed, so its last
reason holds if none before it does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from delvebook.domain.errors import IllegalActionError
from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.contests import fighters
from delvebook.domain.rulesets.labyrinth.grid import joined
from delvebook.domain.rulesets.labyrinth.state import (
    State,
    attacker,
    cells_of,
    find_member,
    find_rival,
    get_member,
    has_mage,
    location_to_lay,
    position,
    resolving_of,
    rivals_at,
)
from delvebook.domain.rulesets.labyrinth.steambots import LOSS_CLAUSES
from delvebook.domain.rulesets.labyrinth.trophies import offer_clause

Explain = Callable[[Content, State, Action], IllegalActionError]

DECISIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "setup_trophy": "which Knight carries the starting Trophy",
        "choose_move": "where the token goes",
        "choose_rival": "which rival the Duel is with",
        "trophy": "what becomes of the Trophies on offer",
        "place_location": "where the Location is laid",
        "steambot": "how the Steambot is met",
        "dragon": "which Character the Dragon scares away",
        "thief": "which Trophy the Thief steals",
        "market": "which Trophies are traded",
        "duel_draw": "whether the draw is changed",
        "duel_cage": "what becomes of the caught Steambot",
        "defend": "how the attack is met",
        "place_chest": "where the Chest is laid",
    }
)
"""By phase, what has to be decided."""


def refusal_of(content: Content, state: State, action: Action) -> IllegalActionError:
    """The error for an action that is not legal now."""
    type_, phase = action["type"], state["phase"]
    explain = _EXPLAIN.get((phase, type_))
    if explain is not None:
        return explain(content, state, action)
    if phase == "over":
        return IllegalActionError("the game is over", clause=CLAUSES[type_])
    return IllegalActionError(f"{type_} is not possible now; the decision is {DECISIONS[phase]}", clause=CLAUSES[type_])


def _outsider(state: State, character: str, *, clause: str) -> IllegalActionError | None:
    """The error if the Character is not in the team."""
    if find_member(state, character) is not None:
        return None
    team = ", ".join(member["character"] for member in state["team"])
    return IllegalActionError(f"{character} is not in your team; your Characters are {team}", clause=clause)


def _slot_taken(state: State, character: str, *, clause: str) -> IllegalActionError:
    """The Character is not in the team, or has no free slot (LB-005)."""
    return _outsider(state, character, clause=clause) or IllegalActionError(
        f"{character} already has {get_member(state, character)['trophy']} under it, and a Character has one slot",
        clause="LB-005",
    )


def _empty_handed(state: State, character: str, *, clause: str) -> IllegalActionError | None:
    """The error if the Character is not in the team or has no Trophy."""
    outsider = _outsider(state, character, clause=clause)
    if outsider is not None or get_member(state, character)["trophy"] is not None:
        return outsider
    return IllegalActionError(f"{character} has no Trophy", clause=clause)


def _rival_without_trophy(state: State, colour: str) -> IllegalActionError | None:
    """The error if the rival is not in play or holds no Trophy."""
    rival = find_rival(state, colour)
    if rival is None:
        return IllegalActionError(f"there is no {colour} rival in the labyrinth", clause="LB-039")
    if rival["trophy"] is None:
        return IllegalActionError(f"the {colour} rival holds no Trophy", clause="LB-039")
    return None


def _starting_trophy(content: Content, state: State, action: Action) -> IllegalActionError:
    team = ", ".join(member["character"] for member in state["team"])
    return IllegalActionError(f"{action['character']} is not in your team; your Characters are {team}", clause="LB-003")


def _move(content: Content, state: State, action: Action) -> IllegalActionError:
    """Clauses: LB-020 (a different Location), LB-021 (not while there is only one), LB-025 (a passage)."""
    to, at = (action["x"], action["y"]), position(state)
    cells = cells_of(content, state["labyrinth"])
    if len(cells) == 1:
        return IllegalActionError("there is only one Location on the table; stay on it", clause="LB-021")
    if to == at:
        return IllegalActionError(f"you stand on {to} and must go to a different Location", clause="LB-020")
    why = "there is no passage to it" if to in cells else "no Location lies there"
    ways = " or ".join(map(str, joined(cells, at)))
    return IllegalActionError(f"you cannot go from {at} to {to}: {why}; you can go to {ways}", clause="LB-025")


def _stay(content: Content, state: State, action: Action) -> IllegalActionError:
    return IllegalActionError(
        "you may stay only while the starting Location is alone on the table; move through a passage", clause="LB-021"
    )


def _choose_rival(content: Content, state: State, action: Action) -> IllegalActionError:
    met = " and ".join(rival["colour"] for rival in rivals_at(state, position(state)))
    return IllegalActionError(f"the {action['rival']} rival is not on your cell; {met} are", clause="LB-023")


def _not_on_offer(content: Content, state: State, kind: str) -> IllegalActionError | None:
    """The error if no Trophy of the kind is on offer."""
    kinds = [content.kinds[card] for card in resolving_of(state)["open"]]
    if kind in kinds:
        return None
    return IllegalActionError(f"no {kind} is on offer, only {' and '.join(kinds)}", clause=offer_clause(state))


def _take(content: Content, state: State, action: Action) -> IllegalActionError:
    return _not_on_offer(content, state, action["kind"]) or _slot_taken(state, action["character"], clause="LB-036")


def _swap(content: Content, state: State, action: Action) -> IllegalActionError:
    character = action["character"]
    return (
        _not_on_offer(content, state, action["kind"])
        or _outsider(state, character, clause="LB-036")
        or IllegalActionError(f"{character} has no Trophy to swap; it can take one", clause="LB-036")
    )


def _place_location(content: Content, state: State, action: Action) -> IllegalActionError:
    return _placement(content, state, location_to_lay(content, state), action)


def _place_chest(content: Content, state: State, action: Action) -> IllegalActionError:
    return _placement(content, state, content.chest, action)


def _placement(content: Content, state: State, card: str, action: Action) -> IllegalActionError:
    """Clauses: LB-032 (a rotation that makes a difference), LB-033 (an empty cell, and a passage)."""
    x, y, rotation = action["x"], action["y"], action["rotation"]
    if (x, y) in cells_of(content, state["labyrinth"]):
        return IllegalActionError(f"another Location lies at ({x}, {y}); an empty cell is needed", clause="LB-033")
    if rotation not in content.rotations[card]:
        return IllegalActionError(f"{card} is the same turned by 180; lay it with rotation 0", clause="LB-032")
    return IllegalActionError(
        f"at ({x}, {y}) with rotation {rotation}, {card} would have no passage to the labyrinth", clause="LB-033"
    )


def _fight(content: Content, state: State, action: Action) -> IllegalActionError:
    """Clauses: LB-042 and LB-071 (a Character with a Trophy), LB-040 and LB-041 (what beats what)."""
    character = action["character"]
    refusal = _empty_handed(state, character, clause="LB-042" if state["phase"] == "steambot" else "LB-071")
    if refusal is not None:
        return refusal
    steambot, mage = attacker(content, state), has_mage(content, state)
    needed = content.suitable_with_mage if mage else content.suitable[content.models[steambot]]
    return IllegalActionError(
        f"{get_member(state, character)['trophy']} does not beat {steambot}"
        + (" while the Mage is in the team" if mage else "")
        + f"; {' or '.join(needed)} would",
        clause="LB-041" if mage else "LB-040",
    )


def _lose(content: Content, state: State, action: Action) -> IllegalActionError:
    """Clauses: LB-043, LB-050 and LB-071 (a Character of the team), LB-071 (in a Duel, fight while you can)."""
    outsider = _outsider(state, action["character"], clause=LOSS_CLAUSES[state["phase"]])
    if outsider is not None:
        return outsider
    able = fighters(content, state, attacker(content, state))
    return IllegalActionError(
        f"in a duel you must fight while you can; {' and '.join(able)} can", clause="LB-071", characters=able
    )


def _steal(content: Content, state: State, action: Action) -> IllegalActionError:
    return _rival_without_trophy(state, action["rival"]) or _slot_taken(state, action["character"], clause="LB-039")


def _trade(content: Content, state: State, action: Action) -> IllegalActionError:
    character = action["character"]
    return (
        _rival_without_trophy(state, action["rival"])
        or _outsider(state, character, clause="LB-039")
        or IllegalActionError(f"{character} has no Trophy", clause="LB-039")
    )


def _change(content: Content, state: State, action: Action) -> IllegalActionError:
    character = action["character"]
    refusal = _empty_handed(state, character, clause="LB-065")
    if refusal is not None:
        return refusal
    drawn = content.kinds[str(resolving_of(state)["rival_card"])]
    return IllegalActionError(f"{get_member(state, character)['trophy']} does not beat {drawn}", clause="LB-065")


_EXPLAIN: Final[Mapping[tuple[str, str], Explain]] = MappingProxyType(
    {
        ("setup_trophy", "place_starting_trophy"): _starting_trophy,
        ("choose_move", "move"): _move,
        ("choose_move", "stay"): _stay,
        ("choose_rival", "choose_rival"): _choose_rival,
        ("trophy", "take_trophy"): _take,
        ("trophy", "swap_trophy"): _swap,
        ("place_location", "place_location"): _place_location,
        ("steambot", "fight_steambot"): _fight,
        ("steambot", "lose_character"): _lose,
        ("defend", "fight_steambot"): _fight,
        ("defend", "lose_character"): _lose,
        ("dragon", "lose_character"): _lose,
        ("thief", "steal_trophy"): _steal,
        ("market", "trade_trophy"): _trade,
        ("duel_draw", "change_duel"): _change,
        ("place_chest", "place_chest"): _place_chest,
    }
)
"""By phase and action type, what says why that action is not legal then. All other pairs are the wrong time."""

CLAUSES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "place_starting_trophy": "LB-003",
        "move": "LB-020",
        "stay": "LB-021",
        "choose_rival": "LB-023",
        "take_trophy": "LB-036",
        "swap_trophy": "LB-036",
        "leave_trophy": "LB-036",
        "place_location": "LB-030",
        "fight_steambot": "LB-042",
        "lose_character": "LB-042",
        "steal_trophy": "LB-039",
        "trade_trophy": "LB-039",
        "decline": "LB-039",
        "change_duel": "LB-065",
        "accept_draw": "LB-064",
        "release_steambot": "LB-075",
        "discard_steambot": "LB-075",
        "place_chest": "LB-112",
    }
)
"""By action type, the clause that says when it may be taken."""
