"""Every effect and card has a test, and a page says which."""

from __future__ import annotations

from tests.domain.rulesets.runebound.coverage import COMMAND, PAGE, cards_played, effects_held, page
from tests.domain.rulesets.runebound.tables import CONTENT


def test_every_effect_has_a_test_of_its_own() -> None:
    assert [word for word, names in effects_held().items() if not names] == []


def test_every_card_and_hero_is_played_by_a_test() -> None:
    cards = cards_played()

    assert [card for card in (*CONTENT.heroes, *CONTENT.items, *CONTENT.adventures) if not cards[card]] == []


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), f"run `{COMMAND}`"
