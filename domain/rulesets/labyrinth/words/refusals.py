"""
The refusal of an action: its sentence, the fields of the sentence, and the clause that decides.

`legality` decides whether an action is refused. Each function here explains an action that is not listed, so its last
reason holds if none before it does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.labyrinth.box.grid import joined, letters
from delvebook.domain.rulesets.labyrinth.cards.contests import fighters, suitability_clause, suitable_kinds
from delvebook.domain.rulesets.labyrinth.cards.steambots import LOSS_CLAUSES
from delvebook.domain.rulesets.labyrinth.cards.trophies import offer_clause
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.state import (
    Action,
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

Explain = Callable[[Content, State, Action], Refusal]

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


def why_not(content: Content, state: State, action: Action) -> Refusal:
    """The refusal of an action that is not listed now."""
    type_, phase = action["type"], state["phase"]
    explain = _EXPLAIN.get((phase, type_))
    if explain is not None:
        return explain(content, state, action)
    if phase == "over":
        return Refusal("game_over", "LB-110")
    return Refusal("not_now", CLAUSES[type_], {"action": type_, "phase": phase})


def _outsider(state: State, character: str, *, clause: str) -> Refusal | None:
    """The refusal if the Character is not in the team."""
    if find_member(state, character) is not None:
        return None
    team = [member["character"] for member in state["team"]]
    return Refusal("not_in_team", clause, {"character": character, "team": team})


def _empty_handed(state: State, character: str, *, clause: str) -> Refusal | None:
    """The refusal if the Character is not in the team or holds no Trophy."""
    outsider = _outsider(state, character, clause=clause)
    if outsider is not None or get_member(state, character)["trophy"] is not None:
        return outsider
    return Refusal("no_trophy", clause, {"character": character})


def _slot_taken(state: State, character: str, *, clause: str) -> Refusal:
    """The refusal because the Character is not in the team, or has no free slot (LB-005)."""
    return _outsider(state, character, clause=clause) or Refusal(
        "slot_taken", "LB-005", {"character": character, "card": get_member(state, character)["trophy"]}
    )


def _rival_without_trophy(state: State, colour: str) -> Refusal | None:
    """The refusal if the rival is not in play or holds no Trophy."""
    rival = find_rival(state, colour)
    if rival is None:
        return Refusal("no_such_rival", "LB-039", {"rival": colour})
    return Refusal("rival_without_trophy", "LB-039", {"rival": colour}) if rival["trophy"] is None else None


def _starting_trophy(content: Content, state: State, action: Action) -> Refusal:
    team = [member["character"] for member in state["team"]]
    return Refusal("not_in_team", "LB-003", {"character": action["character"], "team": team})


def _move(content: Content, state: State, action: Action) -> Refusal:
    """Clauses: LB-020 (to a different Location), LB-021 (not while there is only one), LB-025 (through a passage)."""
    to, at = (action["x"], action["y"]), position(state)
    cells = cells_of(content, state["labyrinth"])
    if len(cells) == 1:
        return Refusal("only_one_location", "LB-021")
    cards = {cell: laid["card"] for cell, laid in zip(cells, state["labyrinth"], strict=True)}
    ways = [{"card": cards[cell], "x": cell[0], "y": cell[1]} for cell in joined(cells, at)]
    fields: dict[str, object] = {"x": to[0], "y": to[1], "ways": ways}
    if to == at:
        return Refusal("stands_there", "LB-020", fields)
    if to not in cells:
        return Refusal("no_location_there", "LB-020", fields)
    return Refusal("no_passage", "LB-025", {"card": cards[to], **fields})


def _stay(content: Content, state: State, action: Action) -> Refusal:
    return Refusal("must_move", "LB-021")


def _choose_rival(content: Content, state: State, action: Action) -> Refusal:
    met = [rival["colour"] for rival in rivals_at(state, position(state))]
    return Refusal("rival_not_here", "LB-023", {"rival": action["rival"], "rivals": met})


def _not_on_offer(content: Content, state: State, kind: str) -> Refusal | None:
    """The refusal if no Trophy of the kind is on offer."""
    cards = list(resolving_of(state)["open"])
    if kind in [content.kinds[card] for card in cards]:
        return None
    return Refusal("not_on_offer", offer_clause(state), {"kind": kind, "cards": cards})


def _take(content: Content, state: State, action: Action) -> Refusal:
    return _not_on_offer(content, state, action["kind"]) or _slot_taken(
        state, action["character"], clause=offer_clause(state)
    )


def _swap(content: Content, state: State, action: Action) -> Refusal:
    character, clause = action["character"], offer_clause(state)
    return (
        _not_on_offer(content, state, action["kind"])
        or _outsider(state, character, clause=clause)
        or Refusal("nothing_to_swap", clause, {"character": character})
    )


def _place_location(content: Content, state: State, action: Action) -> Refusal:
    return _placement(content, state, location_to_lay(content, state), action)


def _place_chest(content: Content, state: State, action: Action) -> Refusal:
    return _placement(content, state, content.chest, action)


def _placement(content: Content, state: State, card: str, action: Action) -> Refusal:
    """Clauses: LB-032 (a rotation that makes a difference), LB-033 (an empty cell, and a passage)."""
    x, y, rotation = action["x"], action["y"], action["rotation"]
    there = next((laid["card"] for laid in state["labyrinth"] if laid["cell"] == [x, y]), None)
    if there is not None:
        return Refusal("cell_taken", "LB-033", {"x": x, "y": y, "card": there})
    if rotation not in content.rotations[card]:
        return Refusal("same_when_turned", "LB-032", {"card": card})
    exits = letters(content.exits_as_laid[card, rotation])
    return Refusal("no_way_in", "LB-033", {"card": card, "x": x, "y": y, "rotation": rotation, "exits": exits})


def _fight(content: Content, state: State, action: Action) -> Refusal:
    """Clauses: LB-042 and LB-071 (a Character with a Trophy), LB-040 and LB-041 (what beats what)."""
    character = action["character"]
    clause = "LB-042" if state["phase"] == "steambot" else "LB-071"
    refusal = _empty_handed(state, character, clause=clause)
    if refusal is not None:
        return refusal
    steambot = attacker(content, state)
    return Refusal(
        "not_suitable",
        suitability_clause(content, state),
        {
            "character": character,
            "card": get_member(state, character)["trophy"],
            "steambot": steambot,
            "beaten_by": suitable_kinds(content, state, steambot),
            "mage": has_mage(content, state),
        },
    )


def _lose(content: Content, state: State, action: Action) -> Refusal:
    """Clauses: LB-043, LB-050 and LB-071 (a Character of the team), LB-071 (in a Duel, fight while you can)."""
    outsider = _outsider(state, action["character"], clause=LOSS_CLAUSES[state["phase"]])
    if outsider is not None:
        return outsider
    steambot = attacker(content, state)
    return Refusal("must_fight", "LB-071", {"steambot": steambot, "characters": fighters(content, state, steambot)})


def _steal(content: Content, state: State, action: Action) -> Refusal:
    return _rival_without_trophy(state, action["rival"]) or _slot_taken(state, action["character"], clause="LB-039")


def _trade(content: Content, state: State, action: Action) -> Refusal:
    character = action["character"]
    return (
        _rival_without_trophy(state, action["rival"])
        or _outsider(state, character, clause="LB-039")
        or Refusal("no_trophy", "LB-039", {"character": character})
    )


def _change(content: Content, state: State, action: Action) -> Refusal:
    character = action["character"]
    refusal = _empty_handed(state, character, clause="LB-065")
    if refusal is not None:
        return refusal
    held, beaten = get_member(state, character)["trophy"], resolving_of(state)["rival_card"]
    return Refusal("does_not_beat", "LB-065", {"character": character, "card": held, "beaten": beaten})


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
"""By phase and action type, the function that explains the refusal. Other actions come at the wrong time."""
