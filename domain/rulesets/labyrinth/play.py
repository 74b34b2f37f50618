"""One action under way: the state being changed, and what is told of it. All card movement goes through here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.sealed import DECK, label_of_top
from delvebook.domain.rulesets.labyrinth.state import Member, Rival, State, new_pending, pending_of


@dataclass(slots=True)
class Play:
    """What the rules work on while they carry out one action."""

    content: Content
    state: State
    facts: Facts = field(default_factory=Facts)

    def tell(self, type_: str, *clauses: str, **fields: Any) -> None:
        """Adds a fact. Only the order of the deck is hidden in this title, so every fact is public."""
        self.facts.tell(type_, *clauses, **fields)

    def draw(self) -> str:
        """Takes the top card off the deck and opens its envelope."""
        DECK.turn_up(self.facts, label_of_top(self.content, self.state))
        return self.state["deck"].pop(0)

    def discard(self, *cards: str | None, clause: str) -> None:
        """
        Puts the cards on the discard in this order and tells it; None stands for no card.

        Clauses: LB-007 (face up, never shuffled again).
        """
        given = [card for card in cards if card is not None]
        if given:
            self.state["discard"].extend(given)
            self.tell("cards_discarded", clause, cards=given)

    def begin_resolving(self, *drawn: str | None, rival: str | None = None) -> None:
        """These cards are drawn and have to be resolved: the player's, then the rival's in a Duel."""
        self.state["pending"] = new_pending(rival=rival, drawn=drawn)

    def offer(self, *cards: str) -> None:
        """The player may have one of these Trophies; nothing else is drawn any more."""
        pending = pending_of(self.state)
        self.state["pending"] = new_pending(rival=pending["rival"], offer=cards)

    def take_drawn(self, *cards: str) -> None:
        """The drawn cards are handled and lie elsewhere from now on."""
        drawn = pending_of(self.state)["drawn"]
        for card in cards:
            drawn[drawn.index(card)] = None

    def discard_pending(self, *, clause: str) -> None:
        """Puts whatever is still being resolved on the discard; nothing is being resolved any more."""
        pending = self.state["pending"]
        self.state["pending"] = None
        if pending is not None:
            self.discard(*pending["drawn"], *pending["offer"], clause=clause)

    def lose_member(self, member: Member, *, clause: str) -> None:
        """The Character leaves the team, and the Trophy under it with it."""
        self.state["team"].remove(member)
        self.tell("character_lost", clause, seat=0, character=member["card"])
        self.discard(member["card"], member["trophy"], clause=clause)

    def lose_rival(self, rival: Rival) -> None:
        """
        The rival is out: Knight and Trophy go to the discard, its token leaves the table, its Hero card is free.

        Clauses: LB-105.
        """
        self.state["rivals"].remove(rival)
        self.tell("rival_out", "LB-105", rival=rival["colour"], knight=rival["knight"])
        self.discard(rival["knight"], rival["trophy"], clause="LB-105")
