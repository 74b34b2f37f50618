"""Trophies on offer, explored or won in a Duel: take one, swap it for another, or leave them (LB-036, LB-067)."""

from __future__ import annotations

from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.ending import end_turn
from delvebook.domain.rulesets.labyrinth.play import Play
from delvebook.domain.rulesets.labyrinth.state import State, get_member, pending_of


def offer(play: Play, *cards: str | None, clause: str) -> None:
    """
    The player may have one of these Trophies; of two of a kind the first. None stands for no card.

    Clauses: LB-036 (explored), LB-067 (won in a Duel).
    """
    offered = [card for card in cards if card is not None]
    play.offer(*offered)
    play.state["phase"] = "trophy"
    play.tell("trophies_offered", clause, seat=0, cards=offered)


def offer_clause(state: State) -> str:
    """The clause that put the Trophies on offer."""
    return "LB-036" if pending_of(state)["rival"] is None else "LB-067"


def trophy_actions(content: Content, state: State) -> list[Action]:
    """Each kind on offer for each Character, to take or to swap, and leaving them all (LB-036)."""
    kinds = dict.fromkeys(content.kinds[card] for card in pending_of(state)["offer"])
    return [
        *(
            {
                "type": "take_trophy" if member["trophy"] is None else "swap_trophy",
                "kind": kind,
                "character": member["card"],
            }
            for kind in kinds
            for member in state["team"]
        ),
        {"type": "leave_trophy"},
    ]


def take(play: Play, action: Action) -> None:
    """The Trophy goes under the Character, the others on offer to the discard."""
    member = get_member(play.state, action["character"])
    member["trophy"] = _chosen(play, action["kind"])
    play.tell("trophy_taken", "LB-036", seat=0, character=member["card"], card=member["trophy"])
    end_turn(play, clause=offer_clause(play.state))


def swap(play: Play, action: Action) -> None:
    """The Trophy goes under the Character; its old one and the others on offer go to the discard."""
    member = get_member(play.state, action["character"])
    old, member["trophy"] = member["trophy"], _chosen(play, action["kind"])
    play.tell("trophy_swapped", "LB-036", seat=0, character=member["card"], card=member["trophy"], old=old)
    play.discard(old, clause="LB-036")
    end_turn(play, clause=offer_clause(play.state))


def leave(play: Play, action: Action) -> None:
    """All Trophies on offer go to the discard."""
    play.tell("trophies_left", "LB-036", seat=0, cards=list(pending_of(play.state)["offer"]))
    end_turn(play, clause=offer_clause(play.state))


def _chosen(play: Play, kind: str) -> str:
    """The first Trophy of the kind, no longer on offer: the player's own drawn card comes first."""
    offered = pending_of(play.state)["offer"]
    card = next(card for card in offered if play.content.kinds[card] == kind)
    offered.remove(card)
    return card
