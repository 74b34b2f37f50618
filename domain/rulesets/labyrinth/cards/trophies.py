"""Trophies on offer, explored or won in a Duel: take one, swap it for another, or leave them (LB-036, LB-067)."""

from __future__ import annotations

from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.ending import end_turn
from delvebook.domain.rulesets.labyrinth.play import Play
from delvebook.domain.rulesets.labyrinth.state import Action, State, get_member, in_duel, resolving_of


def offer(play: Play, *, clause: str) -> None:
    """
    Offers the player one of the Trophies that lie open; of two of a kind the first.

    Clauses: LB-036 (explored), LB-067 (won in a Duel), LB-066 (won by changing a draw).
    """
    play.state["phase"] = "trophy"
    play.tell("trophies_offered", clause, seat=0, cards=list(resolving_of(play.state)["open"]))


def offer_clause(state: State) -> str:
    """The clause of the offer: LB-036 for an explored Trophy, LB-067 for those won in a Duel."""
    return "LB-067" if in_duel(state) else "LB-036"


def trophy_actions(content: Content, state: State) -> list[Action]:
    """Each kind on offer for each Character, to take or to swap, and leaving them all (LB-036)."""
    kinds = dict.fromkeys(content.kinds[card] for card in resolving_of(state)["open"])
    taken: list[Action] = [
        {
            "type": "take_trophy" if member["trophy"] is None else "swap_trophy",
            "kind": kind,
            "character": member["character"],
        }
        for kind in kinds
        for member in state["team"]
    ]
    return [*taken, {"type": "leave_trophy"}]


def take(play: Play, action: Action) -> None:
    """The Trophy goes under the Character, the others on offer to the discard."""
    member = get_member(play.state, action["character"])
    member["trophy"] = _chosen(play, action["kind"])
    play.tell("trophy_taken", offer_clause(play.state), seat=0, character=member["character"], card=member["trophy"])
    end_turn(play, clause=offer_clause(play.state))


def swap(play: Play, action: Action) -> None:
    """The Trophy goes under the Character; its old one and the others on offer go to the discard."""
    member = get_member(play.state, action["character"])
    old, member["trophy"] = member["trophy"], _chosen(play, action["kind"])
    clause = offer_clause(play.state)
    play.tell("trophy_swapped", clause, seat=0, character=member["character"], card=member["trophy"], old=old)
    play.discard(old, clause=clause)
    end_turn(play, clause=clause)


def leave(play: Play, action: Action) -> None:
    """Discards all Trophies on offer."""
    play.tell("trophies_left", offer_clause(play.state), seat=0, cards=list(resolving_of(play.state)["open"]))
    end_turn(play, clause=offer_clause(play.state))


def _chosen(play: Play, kind: str) -> str:
    """Takes up and returns the first open Trophy of the kind. The player's own drawn card comes first."""
    card = next(card for card in resolving_of(play.state)["open"] if play.content.kinds[card] == kind)
    play.take_up(card)
    return card
