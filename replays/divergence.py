"""
Where a game first comes out differently: under another version of its rules, or in another record.

Both are played side by side. Compared after each event, the most telling first: whether the command is
allowed at all, what is told, what is drawn, how it ends, what each seat may do, what is seen, the state.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Final

import orjson

from delvebook.domain.canonical import commitment
from delvebook.domain.errors import DelvebookError, IllegalActionError, MalformedError, UnknownRulesetError
from delvebook.domain.events import GameEvent
from delvebook.domain.game import Game
from delvebook.domain.ruleset import Action, Ruleset, copy_state
from delvebook.domain.rulesets.registry import all_rulesets, get_ruleset
from delvebook.domain.table import ForkPoint
from delvebook.domain.tape import Tape
from delvebook.replays import reissue
from delvebook.replays.diff import RecordDifference, first_difference, read_side
from delvebook.replays.lines import Source
from delvebook.replays.narration import CannotFollowError, find_seed
from delvebook.replays.observables import (
    Parts,
    fact_pointer,
    first_place,
    plain_line,
    standing_parts,
    told_parts,
    without_closed,
)
from delvebook.replays.pointers import ABSENT, Absent, Difference, resolve, shorten
from delvebook.replays.record import Record
from delvebook.replays.reissue import Event
from delvebook.replays.sentences import clauses_of, subject_of, tell_said

_WORDS: Final[Mapping[str, str]] = {
    "event": "what is recorded is not the same",
    "header": "the headers are not the same",
    "action": "the action is not the same",
    "facts": "what happens is not the same",
    "opens": "what is turned up is not the same",
    "private": "what is sealed or told in private is not the same",
    "draws": "the draws are not the same",
    "outcome": "the end is not the same",
    "legal": "what seat:{below} may do next is not the same",
    "view": "what {below} sees is not the same",
    "state": "the state is not the same",
}
"""By the first part of a pointer, what a difference there means."""

_PLACES: Final = (("/data/state", "/state"), ("/sealed", "/private"), ("/opens", "/opens"))
"""Places in a line of a record, and where they are in what is compared here; others stand under `/event`."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """
    The first difference of two courses of a game.

    Attributes:
        n: The event after which they differ; None if it is the header of a record.
        pointer: Where: `/action`, `/options`, `/facts/…`, `/opens/…`, `/private/…`, `/draws/…`, `/outcome/…`,
            `/legal/SEAT/…`, `/view/VIEWER/…`, `/state/…`; in records also `/event/…` and `/header/…`.
        expected: What the other version, or the left record, has there; `ABSENT` if nothing.
        found: What the game's own version, or the right record, has there; `ABSENT` if nothing.
        clauses: The rule clauses concerned: of what differs, or else of what the event told everybody.
        sentence: What differs, for people.
        told: The expected and the found fact or action as sentences, where they have some.
        is_public: Whether what differs is among public facts, or is whether a public action is allowed. In a running
            game `expected` may be secret all the same: another version may tell what this one keeps.
        sides: What the two sides are called, the expected first.
    """

    n: int | None
    pointer: str
    expected: Any
    found: Any
    clauses: tuple[str, ...]
    sentence: str
    told: tuple[str | None, str | None] = (None, None)
    is_public: bool = False
    sides: tuple[str, str] = ("left", "right")

    @property
    def code(self) -> str:
        """What kind of difference: `divergence/facts`, `divergence/legal`, …."""
        return f"divergence/{self.pointer.split('/')[1]}"

    def to_plain(self, *, with_values: bool = True) -> dict[str, Any]:
        """The difference as plain data; without values only code, event and clauses, as for a running game."""
        plain: dict[str, Any] = {"code": self.code, "n": self.n, "clauses": list(self.clauses)}
        if not with_values:
            return plain
        plain |= {"pointer": self.pointer, "sentence": self.sentence, "is_public": self.is_public}
        for key, value in (("expected", self.expected), ("found", self.found)):
            if not isinstance(value, Absent):
                plain[key] = shorten(value)
        named = zip(("expected_sentence", "found_sentence"), self.told, strict=True)
        plain.update((key, sentence) for key, sentence in named if sentence is not None)
        return plain


def versions_of(key: str) -> list[str]:
    """The versions of a title that are known here, as `id@version`, oldest first; of `id` or of `id@version`."""
    title = key.partition("@")[0]
    found = [ruleset for ruleset in all_rulesets().values() if ruleset.id == title]
    return [one.key for one in sorted(found, key=lambda one: one.version)]


# -- one record, two versions -----------------------------------------------------------------------


def first_divergence(
    events: Iterable[Event], *, seed: bytes, ruleset: str, fork_point: ForkPoint | None = None
) -> Divergence | None:
    """
    The first difference between a game as its own rules play it and as another version does; None if there is none.

    Args:
        events: The game's events as a record has them, from the first.
        seed: The game's seed.
        ruleset: The other version, `id@version`.
        fork_point: Of a fork: what it began with.

    Raises:
        UnknownRulesetError: There is no such version.
        MalformedError: It is a version of another title.
        CannotFollowError: The events are not what the game's own rules make of them; `verify` tells more.
    """
    rules = get_ruleset(ruleset)
    own: Game | None = None
    other: Game | None = None
    following: deque[str] = deque()
    for event in events:
        if _follows(event, following):
            continue
        if own is None or other is None:
            own = _create(event, seed=seed)
            if own.ruleset.id != rules.id:
                raise MalformedError(f"{rules.key} is no version of {own.ruleset.id}, which this game is of")
            sides = (rules.key, own.ruleset.key)
            _collect(own, event)
            try:
                other = reissue.create({**event, "data": {**event["data"], "ruleset": rules.key}}, seed=seed)
                other.collect_events()
            except Exception as error:  # noqa: BLE001 - a version that cannot even begin differs, too
                return _refused(event, error, pointer="/options", found=event["data"]["options"], sides=sides)
            continue
        _issue(own, event, fork_point=fork_point)
        made = _collect(own, event)
        following.extend(one.type for one in made[1:] if one.type not in reissue.FOLLOWING)
        line = plain_line(made[0])
        action = reissue.recorded_action(line) if event["type"] == "ActionTaken" else None
        try:
            other.relink(event["prev"])
            reissue.issue(other, _asked_of(other, event, action), fork_point=fork_point)
            theirs = plain_line(other.collect_events()[0])
        except Exception as error:  # noqa: BLE001 - a version that falls over what the other plays differs, too
            is_public = action is None or action == event["data"]["action"]
            refused = _refused(event, error, pointer="/action", found=action or ABSENT, sides=sides)
            told = (None, tell_said(own.ruleset, action, is_action=True))
            return replace(refused, told=told, is_public=is_public)
        parts = ({**told_parts(theirs), **standing_parts(other)}, {**told_parts(line), **standing_parts(own)})
        found = _first(parts, event, sides=sides, rulesets=(rules, own.ruleset), games=(other, own))
        if found is not None:
            return found
    return None


def _follows(event: Event, following: deque[str]) -> bool:
    """Whether an event came with the one before; takes it from those that have to follow."""
    if event["type"] in reissue.FOLLOWING:
        return True
    if not following:
        return False
    expected = following.popleft()
    if event["type"] != expected:
        raise CannotFollowError(f"event {event['n']}: by the rules a {expected} stands here")
    return True


def _create(event: Event, *, seed: bytes) -> Game:
    if event["type"] != "GameCreated":
        raise CannotFollowError(f"event {event['n']}: a game begins with GameCreated, not with a {event['type']}")
    if event["data"]["commitment"] != commitment(seed):
        raise CannotFollowError("the seed is not the one the service committed to in event 1")
    try:
        return reissue.create(event, seed=seed)
    except Exception as error:  # noqa: BLE001 - whatever a title does over a hostile record
        raise _lost(event, error) from None


def _issue(game: Game, event: Event, *, fork_point: ForkPoint | None = None) -> None:
    """Gives the game the command of the event, to be recorded after what stands before it there."""
    if event["n"] != game.version + 1:
        raise CannotFollowError(f"event {game.version + 1} is missing; event {event['n']} stands in its place")
    game.relink(event["prev"])
    try:
        reissue.issue(game, event, fork_point=fork_point)
    except Exception as error:  # noqa: BLE001 - whatever a title does over a hostile record
        raise _lost(event, error) from None


def _collect(game: Game, event: Event) -> list[GameEvent]:
    """What the command made; it must be what is recorded, or a difference would say nothing of versions."""
    made = list(game.collect_events())
    if not made or made[0].hash != event["hash"]:
        raise CannotFollowError(f"event {event['n']} is not what {game.ruleset.key} makes of it")
    return made


def _lost(event: Event, error: Exception) -> CannotFollowError:
    return CannotFollowError(f"event {event['n']} cannot be played along: {_reason(error)}")


def _asked_of(game: Game, event: Event, action: Action | None) -> Event:
    """The command with its whole action, put to the game's own open decision: the decision's number is no rule."""
    if action is None:
        return event
    decision = game.get_table().decisions[event["data"]["seat"]]
    return {**event, "sealed": [], "data": {**event["data"], "action": action, "decision": decision}}


def _refused(event: Event, error: Exception, *, pointer: str, found: Any, sides: tuple[str, str]) -> Divergence:
    clauses = (error.clause,) if isinstance(error, IllegalActionError) else ()
    sentence = f"{subject_of(event)} is refused by {sides[0]}: {_reason(error)}"
    return Divergence(event["n"], pointer, ABSENT, found, clauses, sentence, sides=sides)


# -- two records ------------------------------------------------------------------------------------


def compare_records(
    left: Source | Record, right: Source | Record, *, seeds: tuple[bytes | None, bytes | None] = (None, None)
) -> Divergence | None:
    """
    The first difference of two records; None if they tell the same game alike.

    Each is played along as far as its seed is known and its own rules allow. What is told is compared as it is
    recorded, what follows from it as it is played. Without a seed, or where the difference is in neither, it is what
    `delvebook.replays.diff` says.

    Args:
        left, right: The records. The left one is called expected, the right one found.
        seeds: Their seeds, if they are known otherwise than from the records.

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
            sentence = f"{subject_of(some)} is in the {side} record only"
            types = [ABSENT if one is None else one["type"] for one in (mine, theirs)]
            return Divergence(some["n"], "/event", types[0], types[1], (), sentence)
        found = _compare(courses[0], mine, courses[1], theirs)
        if found is not None:
            return found
    return _by_line(difference)


class _Course:
    """
    One record, played along as long as it can be.

    Attributes:
        ruleset: Its rules; None if they are not known here.
        game: The game after the last event; None if it cannot be played, or not any more.
        refusal: Why it cannot be played any more.
    """

    def __init__(self, record: Record, seed: bytes | None) -> None:
        self.ruleset: Ruleset | None = None
        with suppress(UnknownRulesetError):
            self.ruleset = get_ruleset(record.header["ruleset"])
        self.game: Game | None = None
        self.refusal: CannotFollowError | None = None
        self._seed = None if self.ruleset is None else find_seed(record) or seed
        self._following: deque[str] = deque()

    def follow(self, event: Event) -> None:
        """Plays the event."""
        if self._seed is None:
            return
        try:
            if _follows(event, self._following):
                return
            if self.game is not None:
                _issue(self.game, event)
            elif event["type"] == "GameCreated" and event["data"]["commitment"] != commitment(self._seed):
                self._seed = None
                return
            else:
                self.game = _create(event, seed=self._seed)
            made = self.game.collect_events()
            self._following.extend(one.type for one in made[1:] if one.type not in reissue.FOLLOWING)
        except CannotFollowError as refusal:
            self.game, self._seed, self.refusal = None, None, refusal


def _compare(left: _Course, mine: Event, right: _Course, theirs: Event) -> Divergence | None:
    left.follow(mine)
    right.follow(theirs)
    sides, rulesets = ("left", "right"), (left.ruleset, right.ruleset)
    told = (told_parts(without_closed(mine, theirs)), told_parts(without_closed(theirs, mine)))
    found = _first(told, theirs, sides=sides, rulesets=rulesets)
    if found is not None:
        return found
    if (left.refusal is None) != (right.refusal is None):
        side = "left" if left.refusal is not None else "right"
        clauses = clauses_of([*_facts_of(mine), *_facts_of(theirs)])
        sentence = f"only in the {side} record the rules refuse it: {left.refusal or right.refusal}"
        values = [ABSENT if one.refusal is not None else mine["type"] for one in (left, right)]
        return Divergence(mine["n"], "/action", values[0], values[1], clauses, sentence)
    if left.game is None or right.game is None or mine["type"] in reissue.FOLLOWING:
        return None
    stood = (standing_parts(left.game), standing_parts(right.game))
    try:
        return _first(stood, theirs, sides=sides, rulesets=rulesets, games=(left.game, right.game))
    except CannotFollowError:
        return None


def _by_line(difference: RecordDifference) -> Divergence:
    """What `delvebook.replays.diff` found, in the words of this module."""
    pointer = f"/event{difference.pointer}"
    where = f"event {difference.n}, {difference.type}"
    if difference.n is None:
        pointer, where = f"/header{difference.pointer}", "the header"
    for place, part in _PLACES:
        if difference.n is not None and (difference.pointer + "/").startswith(place + "/"):
            pointer = part + difference.pointer.removeprefix(place)
    sentence = f"{where}: {_WORDS[pointer.split('/')[1]]} in the two records"
    return Divergence(difference.n, pointer, difference.left, difference.right, (), sentence)


# -- comparing --------------------------------------------------------------------------------------


def _first(
    parts: tuple[Parts, Parts],
    event: Event,
    *,
    sides: tuple[str, str],
    rulesets: tuple[Ruleset | None, Ruleset | None],
    games: tuple[Game, Game] | None = None,
) -> Divergence | None:
    """
    The first difference of the parts, the expected ones first.

    Raises:
        CannotFollowError: The found side cannot make one of them.
    """
    expected, found = parts
    for pointer in {**expected, **found}:
        try:
            mine = orjson.dumps(found[pointer]()) if pointer in found else b""
        except Exception as error:  # noqa: BLE001 - whatever a title does over a hostile record
            words = f"after event {event['n']} {sides[1]} has no {pointer}: {_reason(error)}"
            raise CannotFollowError(words) from None
        try:
            theirs = orjson.dumps(expected[pointer]()) if pointer in expected else b""
        except Exception as error:  # noqa: BLE001 - a title that cannot show what the other shows differs, too
            words = f"after {subject_of(event)} {sides[0]} has no {pointer}: {_reason(error)}"
            value = orjson.loads(mine) if mine else ABSENT
            return Divergence(event["n"], pointer, ABSENT, value, (), words, sides=sides)
        if mine == theirs:
            continue
        values = [orjson.loads(one) if one else ABSENT for one in (theirs, mine)]
        place = first_place(pointer, *values)
        if place is not None:
            return _diverging(place, pointer, values, event, parts=parts, sides=sides, rulesets=rulesets, games=games)
    return None


def _diverging(
    place: Difference,
    pointer: str,
    values: list[Any],
    event: Event,
    *,
    parts: tuple[Parts, Parts],
    sides: tuple[str, str],
    rulesets: tuple[Ruleset | None, Ruleset | None],
    games: tuple[Game, Game] | None,
) -> Divergence:
    kind, below = pointer.split("/")[1], pointer.rpartition("/")[2]
    fact = fact_pointer(place.pointer)
    said = list(values) if kind == "action" else [ABSENT, ABSENT]
    if fact is not None:
        said = [resolve(value, fact.removeprefix(pointer)) for value in values]
    elif kind == "legal" and place.pointer.count("/") == 3:
        said = [place.left, place.right]
    is_action = kind in ("action", "legal")
    if fact is not None:
        clauses = clauses_of(said)
    elif kind == "outcome":
        clauses = clauses_of(values)
    elif kind == "legal" and games is not None:
        clauses = _refusing_clauses(place, int(below), games)
    else:
        clauses = ()
    if not clauses and kind not in ("event", "action", "legal"):
        told = [side["/facts"]() for side in parts if "/facts" in side] or [_facts_of(event)]
        clauses = clauses_of([one for facts in told if isinstance(facts, list) for one in facts])
    words = _WORDS[kind].format(below=below)
    where = "in the two records" if sides == ("left", "right") else f"under {sides[0]}"
    expected, found = (tell_said(*one, is_action=is_action) for one in zip(rulesets, said, strict=True))
    return Divergence(
        n=event["n"],
        pointer=place.pointer,
        expected=place.left,
        found=place.right,
        clauses=clauses,
        sentence=f"{subject_of(event)}: {words} {where}",
        told=(expected, found),
        is_public=kind in ("facts", "opens"),
        sides=sides,
    )


def _refusing_clauses(place: Difference, seat: int, games: tuple[Game, Game]) -> tuple[str, ...]:
    """The clause by which the one game refuses what the other allows."""
    game, action = (games[0], place.right) if isinstance(place.left, Absent) else (games[1], place.left)
    if not isinstance(action, dict):
        return ()
    try:
        state = copy_state(game.get_table().state)
        game.ruleset.play(state, seat, game.ruleset.parse_action(action), tape=Tape(b"divergence"))
    except IllegalActionError as refusal:
        return (refusal.clause,)
    except Exception:  # noqa: BLE001 - then no clause says so
        return ()
    return ()


def _facts_of(event: Event) -> list[Any]:
    """What the event tells everybody; nothing if it is of a kind that tells none."""
    facts = event["data"].get("facts")
    return facts if isinstance(facts, list) else []


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, DelvebookError) else f"{type(error).__name__}: {error}"
