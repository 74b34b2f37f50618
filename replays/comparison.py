"""
Where the games of two records first differ.

Both are replayed side by side, as far as their seeds are known and their rules allow.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import zip_longest

from delvebook.domain.canonical import commitment
from delvebook.domain.errors import UnknownRulesetError
from delvebook.domain.game import Game
from delvebook.domain.game_event import EventLine
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.replays import reissue
from delvebook.replays.diff import RecordDifference, first_difference, read_side
from delvebook.replays.divergence import WORDS, Divergence, Sides, first_difference_of
from delvebook.replays.errors import CannotFollowError
from delvebook.replays.lines import Source
from delvebook.replays.observables import seen_after, told_by
from delvebook.replays.places import equally_open, place_of
from delvebook.replays.pointers import ABSENT
from delvebook.replays.record import Record, find_seed
from delvebook.replays.reissue import Reissue
from delvebook.replays.sentences import clauses_of, facts_of, subject_of

_NAMES = ("left", "right")


def compare_records(
    left: Source | Record, right: Source | Record, *, seeds: tuple[bytes | None, bytes | None] = (None, None)
) -> Divergence | None:
    """
    The first difference of two records; None if they tell the same game.

    Each is replayed as far as its seed is known and its own rules allow. The events are compared as recorded,
    and their results as replayed. Without a seed, or where neither shows a difference, the answer is that of
    `delvebook.replays.diff`.

    Args:
        left, right: The records. The left one counts as expected, the right one as found.
        seeds: Their seeds, if they are known without the records.

    Raises:
        RecordError: One of them cannot be read. Its `details["side"]` is "left" or "right".
        OSError: A path cannot be read.
    """
    records = (read_side(left, "left"), read_side(right, "right"))
    difference = first_difference(*records)
    if difference is None:
        return None
    courses = [_Course(record, seed) for record, seed in zip(records, seeds, strict=True)]
    for mine, theirs in zip_longest(records[0].events(), records[1].events()):
        if mine is None or theirs is None:
            some, side = (mine, "left") if theirs is None else (theirs, "right")
            sentence = f"{subject_of(some)} is only in the {side} record"
            types = [ABSENT if one is None else one["type"] for one in (mine, theirs)]
            return Divergence(some["n"], "/event", types[0], types[1], (), sentence)
        divergence = _compare(courses[0], mine, courses[1], theirs)
        if divergence is not None:
            return divergence
    return _by_line(difference)


class _Course:
    """
    One record, replayed as far as possible.

    Attributes:
        ruleset: Its rules; None if they are not known here.
        refusal: Why it cannot be replayed any further; None if it can, or if its seed is not known.
    """

    def __init__(self, record: Record, seed: bytes | None) -> None:
        self.ruleset: AnyRuleset | None = None
        with suppress(UnknownRulesetError):
            self.ruleset = get_ruleset(record.header["ruleset"])
        self.refusal: CannotFollowError | None = None
        self._seed = None if self.ruleset is None else find_seed(record) or seed
        self._replayed = None if self._seed is None else Reissue(seed=self._seed)

    @property
    def game(self) -> Game | None:
        """The game after the last event; None if it is not, or no longer, replayed."""
        return None if self._replayed is None else self._replayed.game

    def follow(self, event: EventLine) -> None:
        """Replays the event."""
        if self._replayed is None or self._seed is None:
            return
        if event["type"] == "GameCreated" and event["data"]["commitment"] != commitment(self._seed):
            self._replayed = None
            return
        try:
            self._replayed.follow(event)
        except CannotFollowError as refusal:
            self._replayed, self.refusal = None, refusal


def _compare(left: _Course, mine: EventLine, right: _Course, theirs: EventLine) -> Divergence | None:
    """The first difference of two events, and of what follows from them."""
    left.follow(mine)
    right.follow(theirs)
    rulesets = (left.ruleset, right.ruleset)
    shown = equally_open(mine, theirs)
    divergence = first_difference_of(told_by(shown[0]), told_by(shown[1]), event=theirs, sides=Sides(_NAMES, rulesets))
    if divergence is not None:
        return divergence
    if (left.refusal is None) != (right.refusal is None):
        side = "left" if left.refusal is not None else "right"
        clauses = clauses_of([*facts_of(mine), *facts_of(theirs)])
        sentence = f"only the {side} record is refused by the rules: {left.refusal or right.refusal}"
        values = [ABSENT if one.refusal is not None else mine["type"] for one in (left, right)]
        return Divergence(mine["n"], "/action", values[0], values[1], clauses, sentence)
    if left.game is None or right.game is None or mine["type"] in reissue.FOLLOWING:
        return None
    try:
        return first_difference_of(
            seen_after(left.game),
            seen_after(right.game),
            event=theirs,
            sides=Sides(_NAMES, rulesets, (left.game, right.game)),
        )
    except CannotFollowError:
        return None


def _by_line(difference: RecordDifference) -> Divergence:
    """A difference that `delvebook.replays.diff` found, as a divergence."""
    if difference.n is None:
        pointer, where = f"/header{difference.pointer}", "the header"
    else:
        place = place_of(difference.pointer)
        rest = difference.pointer.removeprefix(place.pointer)
        pointer = f"/event{difference.pointer}" if place.observable is None else place.observable + rest
        where = f"event {difference.n}, {difference.type}"
    sentence = f"{where}: {WORDS[pointer.split('/')[1]]} in the two records"
    return Divergence(difference.n, pointer, difference.left, difference.right, (), sentence)
