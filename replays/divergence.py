"""
Where two courses of a game first differ, and by which clause.

The observables of both are compared after each event, the most telling first: whether the command is allowed at all,
what is told, what is drawn, how the game ends, what each seat may do, what each viewer sees, the state.
Which courses are compared is decided by `delvebook.replays.versions` and `delvebook.replays.comparison`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import orjson

from delvebook.domain.errors import IllegalActionError
from delvebook.domain.game import Game
from delvebook.domain.game_event import EventLine
from delvebook.domain.ruleset import AnyRuleset, copy_state
from delvebook.domain.tape import Tape
from delvebook.replays.errors import CannotFollowError, reason_of
from delvebook.replays.observables import Observables, most_telling
from delvebook.replays.places import fact_pointer
from delvebook.replays.pointers import ABSENT, Absent, Difference, resolve, shorten
from delvebook.replays.sentences import clauses_of, facts_of, subject_of, tell_said

WORDS: Final[Mapping[str, str]] = {
    "event": "what is recorded differs",
    "header": "the headers differ",
    "action": "the action differs",
    "facts": "what happens differs",
    "opens": "what is turned up differs",
    "private": "what is sealed or told in private differs",
    "draws": "the draws differ",
    "outcome": "the outcome differs",
    "legal": "what seat:{below} may do next differs",
    "view": "what {below} sees differs",
    "state": "the state differs",
}
"""The meaning of a difference, by the first part of the observable's pointer."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """
    The first difference of two courses of a game.

    Attributes:
        n: The event after which they differ; None for the header of a record.
        pointer: Where: `/action`, `/options`, `/facts/…`, `/opens/…`, `/private/…`, `/draws/…`, `/outcome/…`,
            `/legal/SEAT/…`, `/view/VIEWER/…`, `/state/…`; in records also `/event/…` and `/header/…`.
        expected: The value under the other version, or in the left record; `ABSENT` if there is none.
        found: The value under the game's own version, or in the right record; `ABSENT` if there is none.
        clauses: The rule clauses concerned: those of what differs, or else those of the event's public facts.
        sentence: What differs, for people.
        told: The expected and the found fact or action as sentences, each None if there is none.
        is_public: Whether the difference is in public facts, or in whether a public action is allowed. In a running
            game `expected` may still be secret, because another version may reveal what this one keeps secret.
        sides: The names of the two sides, the expected one first.
    """

    n: int | None
    pointer: str
    expected: object
    found: object
    clauses: tuple[str, ...]
    sentence: str
    told: tuple[str | None, str | None] = (None, None)
    is_public: bool = False
    sides: tuple[str, str] = ("left", "right")

    @property
    def code(self) -> str:
        """The kind of difference: `divergence/facts`, `divergence/legal`, …."""
        return f"divergence/{self.pointer.split('/')[1]}"

    def to_plain(self, *, with_values: bool = True) -> dict[str, object]:
        """The difference as plain data; without values, as for a running game, only code, event and clauses."""
        plain: dict[str, object] = {"code": self.code, "n": self.n, "clauses": list(self.clauses)}
        if not with_values:
            return plain
        plain |= {"pointer": self.pointer, "sentence": self.sentence, "is_public": self.is_public}
        for key, value in (("expected", self.expected), ("found", self.found)):
            if not isinstance(value, Absent):
                plain[key] = shorten(value)
        named = zip(("expected_sentence", "found_sentence"), self.told, strict=True)
        plain.update((key, sentence) for key, sentence in named if sentence is not None)
        return plain


class Sides(NamedTuple):
    """
    The two sides that are compared.

    Attributes:
        names: The names of the two sides, the expected one first.
        rulesets: Their rules; None where they are not known.
        games: Their games after the event; None if there are no games to ask.
    """

    names: tuple[str, str]
    rulesets: tuple[AnyRuleset | None, AnyRuleset | None]
    games: tuple[Game, Game] | None = None


def first_difference_of(
    expected: Observables, found: Observables, *, event: EventLine, sides: Sides
) -> Divergence | None:
    """
    The first difference of two sets of observables after an event; None if they are equal.

    Raises:
        CannotFollowError: An observable of the found side cannot be made.
    """
    for pointer in {**expected, **found}:
        try:
            mine = orjson.dumps(found[pointer]()) if pointer in found else b""
        except Exception as error:  # noqa: BLE001 - a title may raise anything on a hostile record
            words = f"after event {event['n']}, {sides.names[1]} has no {pointer}: {reason_of(error)}"
            raise CannotFollowError(words) from None
        try:
            theirs = orjson.dumps(expected[pointer]()) if pointer in expected else b""
        except Exception as error:  # noqa: BLE001 - failing where the other side does not is a difference, too
            words = f"after {subject_of(event)}, {sides.names[0]} has no {pointer}: {reason_of(error)}"
            value = orjson.loads(mine) if mine else ABSENT
            return Divergence(event["n"], pointer, ABSENT, value, (), words, sides=sides.names)
        if mine == theirs:
            continue
        values = tuple(orjson.loads(one) if one else ABSENT for one in (theirs, mine))
        difference = most_telling(pointer, *values)
        if difference is not None:
            facts = [side["/facts"]() for side in (expected, found) if "/facts" in side] or [facts_of(event)]
            return _describe(difference, pointer, values, event=event, facts=facts, sides=sides)
    return None


def _describe(
    difference: Difference,
    pointer: str,
    values: tuple[object, ...],
    *,
    event: EventLine,
    facts: list[object],
    sides: Sides,
) -> Divergence:
    """The difference with its clauses and sentences; `values` are the whole observable's, `facts` the event's."""
    kind, below = pointer.split("/")[1], pointer.rpartition("/")[2]
    fact = fact_pointer(difference.pointer)
    said: list[object] = list(values) if kind == "action" else [ABSENT, ABSENT]
    if fact is not None:
        said = [resolve(value, fact.removeprefix(pointer)) for value in values]
    elif kind == "legal" and difference.pointer.count("/") == 3:
        said = [difference.left, difference.right]
    if fact is not None:
        clauses = clauses_of(said)
    elif kind == "outcome":
        clauses = clauses_of(values)
    elif kind == "legal" and sides.games is not None:
        clauses = _refusing_clauses(difference, int(below), sides.games)
    else:
        clauses = ()
    if not clauses and kind not in ("event", "action", "legal"):
        clauses = clauses_of([one for told in facts if isinstance(told, list) for one in told])
    where = "in the two records" if sides.names == ("left", "right") else f"under {sides.names[0]}"
    is_action = kind in ("action", "legal")
    told = [tell_said(ruleset, one, is_action=is_action) for ruleset, one in zip(sides.rulesets, said, strict=True)]
    return Divergence(
        n=event["n"],
        pointer=difference.pointer,
        expected=difference.left,
        found=difference.right,
        clauses=clauses,
        sentence=f"{subject_of(event)}: {WORDS[kind].format(below=below)} {where}",
        told=(told[0], told[1]),
        is_public=kind in ("facts", "opens"),
        sides=sides.names,
    )


def _refusing_clauses(difference: Difference, seat: int, games: tuple[Game, Game]) -> tuple[str, ...]:
    """The clause by which one game refuses the action that the other allows."""
    is_refused_by_expected = isinstance(difference.left, Absent)
    game, action = (games[0], difference.right) if is_refused_by_expected else (games[1], difference.left)
    if not isinstance(action, dict):
        return ()
    try:
        state = copy_state(game.get_table().state)
        game.ruleset.play(state, seat, game.ruleset.parse_action(action), tape=Tape(b"divergence"))
    except IllegalActionError as refusal:
        return (refusal.clause,)
    except Exception:  # noqa: BLE001 - then there is no clause to name
        return ()
    return ()
