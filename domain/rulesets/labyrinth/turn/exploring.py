"""Exploring: one card is drawn and resolved by what it is (LB-022, LB-034 to LB-051)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from delvebook.domain.rulesets.labyrinth.cards.locations import lay_next
from delvebook.domain.rulesets.labyrinth.cards.rivals import appear
from delvebook.domain.rulesets.labyrinth.cards.specials import explore_dragon, explore_market, explore_thief
from delvebook.domain.rulesets.labyrinth.cards.steambots import face
from delvebook.domain.rulesets.labyrinth.cards.trophies import offer
from delvebook.domain.rulesets.labyrinth.ending import end_turn
from delvebook.domain.rulesets.labyrinth.play import Play
from delvebook.domain.rulesets.labyrinth.state import position, rivals_at


def explore(play: Play) -> None:
    """
    Draws a card and resolves it as far as it goes without a decision.

    Clauses: LB-022 (no rival where the player has moved to), LB-024 (a player who stays meets no rival).
    """
    card = play.draw()
    play.begin_resolving(card)
    clause = "LB-024" if rivals_at(play.state, position(play.state)) else "LB-022"
    play.tell("card_explored", clause, seat=0, card=card, deck_count=len(play.state["deck"]))
    _FOUND[play.content.effects.get(card) or play.content.types[card]](play, card)


def _find_trophy(play: Play, card: str) -> None:
    """Offers the Trophy (LB-036)."""
    offer(play, clause="LB-036")


def _find_knight(play: Play, card: str) -> None:
    """A rival appears; there is no Duel now (LB-037)."""
    appear(play, card)
    end_turn(play)


def _find_mage(play: Play, card: str) -> None:
    """The Mage joins the team and cannot be refused (LB-038)."""
    play.take_up(card)
    play.state["team"].append({"character": card, "trophy": None})
    play.tell("mage_joined", "LB-038", seat=0, character=card)
    end_turn(play)


def _find_cage(play: Play, card: str) -> None:
    """The Cage goes to the discard without effect (LB-051)."""
    play.tell("cage_found", "LB-051", card=card)
    end_turn(play, clause="LB-051")


def _find_steambot(play: Play, card: str) -> None:
    """The player fights it or loses a Character (LB-042)."""
    face(play, phase="steambot", clause="LB-042")


def _find_location(play: Play, card: str) -> None:
    """The Location is laid if it fits anywhere (LB-030)."""
    lay_next(play)


_FOUND: Final[Mapping[str, Callable[[Play, str], None]]] = MappingProxyType(
    {
        "trophy": _find_trophy,
        "knight": _find_knight,
        "mage": _find_mage,
        "cage": _find_cage,
        "steambot": _find_steambot,
        "location": _find_location,
        "dragon": explore_dragon,
        "thief": explore_thief,
        "market": explore_market,
    }
)
