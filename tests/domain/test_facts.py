"""Facts as a title's rules write them."""

from __future__ import annotations

from delvebook.domain.facts import Facts


def test_a_whispered_fact_may_have_a_field_named_seat() -> None:
    facts = Facts()

    facts.whisper(1, "cards_dealt", "XX-001", seat=1, cards=[3])

    assert facts.private[1].facts == [{"type": "cards_dealt", "clauses": ["XX-001"], "seat": 1, "cards": [3]}]


def test_a_told_fact_may_have_a_field_named_like_a_parameter() -> None:
    facts = Facts()

    facts.tell("card_named", type_="hero")

    assert facts.public == [{"type": "card_named", "clauses": [], "type_": "hero"}]
