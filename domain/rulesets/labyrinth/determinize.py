"""A complete state for a view: only the order of the deck is unknown, and it is dealt at random."""

from __future__ import annotations

from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.state import State, all_cards
from delvebook.domain.rulesets.labyrinth.words.reading import read_state
from delvebook.domain.rulesets.labyrinth.words.shapes.table import View
from delvebook.domain.tape import Chance


def determinize(content: Content, view: View, *, chance: Chance) -> State:
    """Returns a state that has this view. A deck that is not in the view consists of all unseen cards, shuffled."""
    state = read_state(content, view, deck=[])
    if "deck" in view:
        state["deck"] = list(view["deck"])
    else:
        seen = set(all_cards(content, state))
        state["deck"] = chance.shuffle([card for card in content.types if card not in seen], "unseen")
    return state
