"""A whole state for a view: the cards nobody has seen are dealt into the decks at random."""

from __future__ import annotations

from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.runebound.box.vocabulary import COLOURS
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.state import State, open_cards
from delvebook.domain.rulesets.runebound.table.decks import MARKET
from delvebook.domain.rulesets.runebound.words.seen import table_of
from delvebook.domain.rulesets.runebound.words.shapes.table import View
from delvebook.domain.tape import Chance


def determinize(content: Content, view: View, *, chance: Chance) -> State:
    """A state that has this view. The cards known at the ends of a deck stay there."""
    view = copy_state(view)
    state = table_of(view)
    gone = set(open_cards(state))
    for zone in (MARKET, *COLOURS):
        deck = view["decks"][zone]
        top, bottom = deck["known_top"], deck["known_bottom"]
        if "cards" in deck:
            cards = deck["cards"]
        else:
            known = {*gone, *top, *bottom}
            cards = [*top, *chance.shuffle([card for card in content.decks[zone] if card not in known], zone), *bottom]
        state["decks"][zone] = {"cards": cards, "top": len(top), "bottom": len(bottom)}
    heroes = view["heroes_not_dealt"]
    state["undealt"] = heroes if view["orders_shown"] else chance.shuffle(heroes, "undealt")
    return state
