"""One event under way: the state being changed, and what is told of it. All card movement goes through here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from delvebook.domain.facts import Facts
from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.state import Member, Rival


@dataclass(slots=True)
class Course:
    """What the rules work on while they carry out one action."""

    content: Content
    state: State
    facts: Facts = field(default_factory=Facts)

    def tell(self, type_: str, *clauses: str, **fields: Any) -> None:
        """Adds a fact. Everything but the deck is public in this title, so every fact is."""
        self.facts.tell(type_, *clauses, **fields)

    def draw(self) -> str:
        """The top card of the deck, taken off it; its envelope is opened."""
        deck: list[str] = self.state["deck"]
        self.facts.open(f"deck/{self.content.deck_size - len(deck)}")
        return deck.pop(0)

    def discard(self, *cards: str | None, clause: str) -> None:
        """
        Puts the cards on the discard in this order; None stands for no card.

        Every card that ever reaches the discard does so here, and the fact says so.

        Clauses: LB-007 (face up, never shuffled again).
        """
        given = [card for card in cards if card is not None]
        if given:
            self.state["discard"].extend(given)
            self.tell("cards_discarded", clause, cards=given)

    def discard_pending(self, *, clause: str) -> None:
        """Puts whatever is still being resolved on the discard; nothing is pending any more."""
        pending = self.state["pending"]
        self.state["pending"] = None
        if pending is not None:
            self.discard(*pending["drawn"], *pending["offer"], clause=clause)

    def take_drawn(self, card: str) -> None:
        """The drawn card is handled and lies elsewhere from now on."""
        drawn = self.state["pending"]["drawn"]
        drawn[drawn.index(card)] = None

    def lose_member(self, member: Member, *, clause: str) -> None:
        """The Character leaves the team, and the Trophy under it with it."""
        self.state["team"].remove(member)
        self.tell("character_lost", clause, seat=0, character=member["card"])
        self.discard(member["card"], member["trophy"], clause=clause)

    def lose_rival(self, rival: Rival) -> None:
        """
        The rival is out: Knight and Trophy to the discard, its token off the table, its Hero card back.

        Clauses: LB-105.
        """
        self.state["rivals"].remove(rival)
        self.tell("rival_out", "LB-105", rival=rival["colour"], knight=rival["knight"])
        self.discard(rival["knight"], rival["trophy"], clause="LB-105")
