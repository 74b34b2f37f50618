"""One action in progress: the state it changes, and the facts it tells. All card movement goes through here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from delvebook.domain.facts import Fact, Facts
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.sealed import DECK, label_of_top
from delvebook.domain.rulesets.labyrinth.state import Member, Rival, State, resolving_of


@dataclass(slots=True)
class Play:
    """The state and the facts of the action that the rules carry out."""

    content: Content
    state: State
    facts: Facts = field(default_factory=Facts)

    @property
    def tell(self) -> Callable[..., Fact]:
        """Adds a public fact (`Facts.tell`). Only the order of the deck is hidden in this title."""
        return self.facts.tell

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

    def begin_resolving(self, card: str, rival_card: str | None = None, *, rival: str | None = None) -> None:
        """Begins to resolve the player's drawn card, in a Duel with the rival's if the deck had one left."""
        drawn = [card] if rival_card is None else [card, rival_card]
        self.state["resolving"] = {"rival": rival, "card": card, "rival_card": rival_card, "open": drawn}

    def take_up(self, *cards: str) -> None:
        """Removes the cards from the open ones, because they lie elsewhere from now on."""
        for card in cards:
            resolving_of(self.state)["open"].remove(card)

    def discard_open(self, *, clause: str) -> None:
        """Puts all open cards on the discard, and ends the resolving."""
        resolving = self.state["resolving"]
        self.state["resolving"] = None
        if resolving is not None:
            self.discard(*resolving["open"], clause=clause)

    def lose_member(self, member: Member, *, clause: str) -> None:
        """The Character leaves the team, and the Trophy under it with it."""
        self.state["team"].remove(member)
        self.tell("character_lost", clause, seat=0, character=member["character"], card=member["trophy"])
        self.discard(member["character"], member["trophy"], clause=clause)

    def lose_rival(self, rival: Rival, *, clause: str) -> None:
        """
        The rival is out: Knight and Trophy go to the discard, its token leaves the table, its Hero card is free.

        Clauses: LB-105.

        Args:
            clause: The clause by which it has lost its Knight.
        """
        self.state["rivals"].remove(rival)
        self.tell("rival_out", clause, "LB-105", rival=rival["colour"], knight=rival["knight"], card=rival["trophy"])
        self.discard(rival["knight"], rival["trophy"], clause="LB-105")
