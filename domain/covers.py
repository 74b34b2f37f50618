"""What the lid of a title's box says: how long a game takes, how much there is to learn, and whom it is for."""

from __future__ import annotations

from typing import Final, NamedTuple

from delvebook.domain.catalogue import Text

WEIGHT_MAX: Final = 5
SECONDS_A_DECISION: Final = 20
"""How long a practised player takes over a decision that is not forced; bots answer at once."""


class Cover(NamedTuple):
    """
    The lid of a box.

    Attributes:
        minutes: How long a practised player's own decisions in a game take, at least and at most:
            `SECONDS_A_DECISION` for each, by the measured lengths of games (`docs/balance/`).
        weight: How much there is to learn and to weigh, from 1 to `WEIGHT_MAX`.
        lead: Whom it is for, in a sentence.
        round: What a round is called, with its number as `{round}` (`Ruleset.round_of`).
    """

    minutes: tuple[int, int]
    weight: int
    lead: Text
    round: Text
