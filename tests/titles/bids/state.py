"""The shape of a state, and small functions of it for several modules."""

from __future__ import annotations

from typing import Required, TypedDict

from delvebook.domain.kit.sealed_decks import SealedDeck


class Options(TypedDict):
    """The options of a game, as `OptionsSchema` describes them."""

    rounds: int
    look: bool


class Action(TypedDict, total=False):
    """An action with its parameters; `ACTION_SCHEMAS` says which action has which."""

    type: Required[str]
    card: int


class State(TypedDict):
    """
    A game of Bids between two actions.

    `deck` keeps every prize in the order it was shuffled to; the prize of round `round` is the next. `bids` holds
    each seat's card of this round, None until it is laid.
    """

    rounds: int
    look: bool
    round: int
    lookout: int
    has_looked: bool
    deck: list[str]
    hands: list[list[int]]
    bids: list[int | None]
    taken: list[list[str]]


DECK = SealedDeck("deck")


def is_over(state: State) -> bool:
    """Returns whether every round has been played."""
    return state["round"] == state["rounds"]


def bid_key(seat: int) -> str:
    """Returns the name of the envelope with the seat's bid of this round."""
    return f"bids/{seat}"
