"""The words that the sentence of a refusal needs besides its fields."""

from __future__ import annotations

from delvebook.domain.phrases import Voice
from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.runebound.box.vocabulary import COLOURS
from delvebook.domain.rulesets.runebound.content import CONTENT
from delvebook.domain.rulesets.runebound.heroes.figures import HERO
from delvebook.domain.rulesets.runebound.words.cards import NAMES, Said, capital, colour_words, name, own_name, quoted

_OF_THE_ENEMY = frozenset(("no_abilities_before", "no_escape", "no_healing", "takes_two_dice"))
"""Refusals that name an enemy or an event, and so the card as it is printed."""


def refusal_words(refusal: Refusal, voice: Voice) -> Said:
    """Its cards, characters and places by name, and lists in quotes where the language wants them."""
    fields = refusal.fields
    words: Said = {}
    if "card" in fields and fields["card"] is not None:
        card = fields["card"]
        words["card"] = name(card, voice) if refusal.key in _OF_THE_ENEMY else own_name(card, voice)
    if "cards" in fields:
        words["cards"] = ", ".join(quoted(own_name(card, voice), voice) for card in fields["cards"])
    if "character" in fields:
        character = fields["character"]
        called = name(HERO, voice) if character == HERO else own_name(character, voice)
        words |= {"character": called, "Character": capital(called)}
    if "asks" in fields:
        question = f"{fields['asks']}_question"
        words["asks"] = name(question if question in NAMES else fields["asks"], voice)
    if "choice" in fields:
        words["choice"] = name(f"choice_{fields['choice']}", voice)
    if fields.get("colour") in COLOURS:
        words |= colour_words(CONTENT, fields["colour"], voice)
    return words
