"""What lies face down in a state."""

from __future__ import annotations

from delvebook.domain.facts import Seal
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.decks import ENVELOPES, unseen
from delvebook.domain.rulesets.runebound.state import State


def face_down(content: Content, state: State) -> list[Seal]:
    """The cards of every deck whose places no viewer knows."""
    return [seal for zone in sorted(state["decks"]) for seal in ENVELOPES[zone].face_down(unseen(state["decks"][zone]))]
