"""Whole states invented for a view."""

from __future__ import annotations

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.runebound.state import Play
from delvebook.domain.rulesets.runebound.table.decks import put_on_top
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import ARBITER, SPECTATOR
from tests.domain.rulesets.runebound.tables import CONTENT, RULESET, Loaded, random_states, rich_states, table


def test_known_cards_at_both_ends_survive_being_dealt_anew() -> None:
    desk = table()
    deck = desk.state["decks"]["red"]
    deck["cards"].sort(key=lambda card: (card != "R10", card == "R03", card))
    deck.update(top=1, bottom=1)
    view = desk.ruleset.view(desk.state, SPECTATOR)
    assert (view["decks"]["red"]["known_top"], view["decks"]["red"]["known_bottom"]) == (["R10"], ["R03"])
    orders = set()
    for number in range(5):
        world = desk.ruleset.determinize(view, chance=Tape(b"world%d" % number))
        cards = world["decks"]["red"]["cards"]
        assert (cards[0], cards[-1], len(cards)) == ("R10", "R03", 21)
        assert sorted(cards) == CONTENT.decks["red"]
        desk.ruleset.check(world)
        orders.add(tuple(cards))
    assert len(orders) == 5


def test_the_heroes_that_nobody_was_dealt_lie_in_any_order_in_the_worlds_of_those_who_do_not_see_it() -> None:
    state = table("H01", "H02").state
    view = RULESET.view(state, SPECTATOR)
    piles = [RULESET.determinize(view, chance=Tape(b"%d" % number))["undealt"] for number in range(5)]

    assert len({*map(tuple, piles)}) == 5
    assert all(sorted(pile) == sorted(state["undealt"]) for pile in piles)


def test_the_arbiters_view_leaves_nothing_of_the_state_open() -> None:
    """What is asked, what follows, markers and marks: all of it is in the view, under names of its own."""
    asked = set()
    for state in [*rich_states(3, seed="whole", steps=700), *random_states(2, seed="whole", steps=300)]:
        asked.add(state["agenda"][-1]["do"])
        assert RULESET.determinize(RULESET.view(state, ARBITER), chance=Tape(b"none")) == state
    assert len(asked) > 12


def test_cards_put_on_a_deck_one_after_the_other_are_all_known() -> None:
    desk = table()
    play = Play(CONTENT, desk.state, Facts(), Loaded())
    for card in ("R10", "R03"):
        assert put_on_top(play, "red", card)

    seen = RULESET.view(desk.state, SPECTATOR)["decks"]["red"]
    assert (seen["known_top"], seen["known_bottom"]) == (["R03", "R10"], [])
