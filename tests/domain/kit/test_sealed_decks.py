"""A sealed deck: every component in an envelope of its own, found again by its label."""

from __future__ import annotations

from delvebook.domain.facts import Facts, Seal, component
from delvebook.domain.kit.sealed_decks import FaceDown, SealedDeck

DECK = SealedDeck("deck", keys="card")
CARDS = [FaceDown(7, 0, "axe"), FaceDown(3, 1, "bow")]


def sealed(*, whole: bool = False) -> Facts:
    facts = Facts()
    DECK.seal(facts, CARDS, whole=whole)
    return facts


def test_each_component_is_sealed_in_its_zone_under_its_label() -> None:
    assert sealed().seals == [component("card/7", "deck", 0, "axe"), component("card/3", "deck", 1, "bow")]


def test_a_table_that_begins_in_mid_game_seals_the_same() -> None:
    assert DECK.face_down(CARDS) == sealed().seals


def test_earlier_envelopes_are_forgotten_only_where_the_whole_deck_is_sealed() -> None:
    assert sealed().reset_zones == []
    assert sealed(whole=True).reset_zones == ["card"]


def test_a_card_known_to_a_seat_is_sealed_for_that_seat() -> None:
    assert DECK.face_down([FaceDown(7, 0, "axe", (2,))]) == [
        Seal("card/7", {"zone": "deck", "at": 0, "item": "axe"}, (2,))
    ]


def test_turning_up_opens_the_envelope_of_an_earlier_event() -> None:
    facts = Facts()

    DECK.turn_up(facts, 7)

    assert facts.opened == ["card/7"]


def test_a_card_turned_up_in_the_event_that_sealed_it_is_not_sealed_after_all() -> None:
    facts = sealed()

    DECK.turn_up(facts, 7)

    assert [seal.key for seal in facts.seals] == ["card/3"]
    assert facts.opened == []


def test_a_card_shown_to_a_seat_is_opened_for_that_seat_alone() -> None:
    earlier, now = Facts(), sealed()

    DECK.show(earlier, 1, 7)
    DECK.show(now, 1, 7)

    assert earlier.private[1].shown == ["card/7"]
    assert now.seals[0].seats == (1,)
    assert now.private == {}
