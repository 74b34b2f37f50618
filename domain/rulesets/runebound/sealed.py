"""What lies face down in a state."""

from __future__ import annotations

from delvebook.domain.facts import Seal
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.state import State
from delvebook.domain.rulesets.runebound.table.decks import ENVELOPES, HEROES, undealt, unseen


def face_down(content: Content, state: State) -> list[Seal]:
    """The cards of every deck whose places no viewer knows, and the heroes that were not dealt."""
    found: list[Seal] = []
    for zone in sorted(state["decks"]):
        found += ENVELOPES[zone].face_down(unseen(state["decks"][zone]))
    return [*found, *HEROES.face_down(undealt(state["undealt"]))]
