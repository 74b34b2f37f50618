"""
Level `replay` (record-format §6): every event made again from seed and actions, and compared.

Hashes are compared first; only where they differ does it look for the place and the words.
After a difference it goes on with its own game, which costs nothing and tells a single forged event
from a game that took another course; it stops where the rules refuse what the record says.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Final

from delvebook.domain.canonical import commitment, decode, event_hash, jcs
from delvebook.domain.errors import (
    AlreadyAppealedError,
    AlreadyDisputedError,
    AlreadyExaminedError,
    AlreadyRuledError,
    BrokenRuleError,
    DelvebookError,
    GameFinishedError,
    GameNotRunningError,
    IllegalActionError,
    InvalidOptionsError,
    InvalidSeatsError,
    MalformedActionError,
    NotAskedError,
    NotForkableError,
    NotRuledError,
    NotYourDecisionError,
    ParentError,
    PartyError,
    StaleDecisionError,
    TakeBackRefusedError,
    UnknownBotError,
    UnknownDisputeError,
    UnknownEventError,
    UnknownRulesetError,
    UnknownSeatError,
)
from delvebook.domain.events import GameEvent
from delvebook.domain.game import Game
from delvebook.domain.table import ForkPoint
from delvebook.domain.viewers import PUBLIC
from delvebook.replays import reissue
from delvebook.replays.forks import MissingParentError, Parents
from delvebook.replays.pointers import ABSENT, Difference, differences, resolve
from delvebook.replays.report import Finding, Level
from delvebook.replays.sentences import clauses_of, subject_of, tell_said

ALSO_MAX: Final = 8
_FALSE_SEED: Final = "the seed is not the one the service committed to in event 1, so nothing can be played from it"

_REFUSALS: Final[tuple[tuple[type[DelvebookError], str], ...]] = (
    (IllegalActionError, "replay/illegal"),
    (MalformedActionError, "replay/malformed_action"),
    (StaleDecisionError, "replay/stale"),
    (NotYourDecisionError, "replay/not_owed"),
    (TakeBackRefusedError, "replay/take_back"),
    (NotAskedError, "replay/take_back"),
    (ParentError, "replay/parent"),
    (NotForkableError, "replay/parent"),
    (PartyError, "replay/dispute"),
    (UnknownDisputeError, "replay/dispute"),
    (AlreadyDisputedError, "replay/dispute"),
    (AlreadyExaminedError, "replay/dispute"),
    (AlreadyRuledError, "replay/dispute"),
    (AlreadyAppealedError, "replay/dispute"),
    (NotRuledError, "replay/dispute"),
    (UnknownEventError, "replay/dispute"),
    (GameFinishedError, "replay/after_end"),
    (GameNotRunningError, "replay/not_running"),
    (UnknownRulesetError, "replay/ruleset"),
    (InvalidOptionsError, "replay/options"),
    (InvalidSeatsError, "replay/options"),
    (UnknownSeatError, "replay/seat"),
    (UnknownBotError, "replay/bot"),
    (BrokenRuleError, "replay/broken"),
)

_PLACES: Final[tuple[tuple[str, str, str], ...]] = (
    ("/game", "replay/event", "the game is another"),
    ("/n", "replay/event", "the event's number is another"),
    ("/type", "replay/event", "another event follows here by the rules"),
    ("/data/commitment", "replay/commitment", "the commitment is not the one of the seed"),
    ("/data/content", "replay/content", "the ruleset's content data are not those the game was played with"),
    ("/data/ruleset", "replay/ruleset", "the ruleset is another"),
    ("/data/options", "replay/options", "the options are not what the ruleset makes of them"),
    ("/data/seat", "replay/action", "another seat acts"),
    ("/data/decision", "replay/action", "another decision is answered"),
    ("/data/action", "replay/action", "the action is recorded in another way"),
    ("/data/facts", "replay/facts", "what happened is not what follows from the rules"),
    ("/data/draws", "replay/draws", "the draws are not those the rules ask of the tape"),
    ("/data/outcome", "replay/outcome", "the game did not end like this"),
    ("/data/seed", "replay/seed", "the seed is another"),
    ("/opens", "replay/opening", "what is turned up is not what was sealed"),
    ("/sealed", "replay/envelope", "an envelope holds something else than the game had to seal"),
    ("/data/state", "replay/state", "the state after this event is another"),
    ("/data", "replay/event", "the event says something else than it must"),
    ("/by", "replay/event", "somebody else does it"),
    ("/at", "replay/event", "the time is another"),
    ("/prev", "replay/hash", "the event before is another"),
    ("/hash", "replay/hash", "the hash is another"),
)
"""Places in an event, the most telling first: pointer, code, what a difference there means."""


class Again:
    """
    The check, event by event.

    Attributes:
        level: What was found.
        is_stopped: Whether the record cannot be followed any further.
    """

    def __init__(
        self, *, seed: bytes, is_given: bool, parents: Parents | None = None, fork_point: ForkPoint | None = None
    ) -> None:
        self.level = Level("replay")
        self.is_stopped = False
        self._seed = seed
        self._is_given = is_given
        self._parents = parents
        self._fork_point = fork_point
        self._false_seed: str | None = None
        self._game: Game | None = None
        self._made: deque[GameEvent] = deque()
        self._n = 0

    def check(self, event: dict[str, Any], *, line: int, is_sound: bool) -> None:
        """
        Makes the next recorded event, which is in shape, again, and compares.

        Args:
            event: As the record has it.
            line: Its line.
            is_sound: Whether its own hash and digests are right, so that an equal hash means an equal event.
        """
        n = event["n"]
        if self._false_seed is not None:
            self._find_false_seed(event, line=line)
            return
        if n == 1 and event["type"] == "GameCreated" and commitment(self._seed) != event["data"]["commitment"]:
            self._false_seed = event["data"]["commitment"]
            if self._is_given or not is_sound:
                self._stop(self._false_commitment(event, line=line))
            return
        if n != self._n + 1:
            sentence = f"event {self._n + 1} cannot be read here, so the game cannot be played on from it"
            self._stop(Finding("replay/gap", sentence, line=line, n=n, pointer="/n", expected=self._n + 1, found=n))
            return
        self._n = n
        if not self._made and not self._reissue(event, line=line):
            return
        expected = self._made.popleft()
        if expected.hash != event["hash"] or not is_sound:
            self._compare(expected, event, line=line)
        self._count(expected)

    def finish(self, *, lines: int) -> None:
        """Looks at what should have followed; `lines` is how many the file has."""
        if self._made and not self.is_stopped:
            expected = self._made[0]
            sentence = f"after the last event the rules go on: a {expected.type} must follow"
            self._stop(Finding("replay/missing", sentence, line=lines + 1, n=expected.n, expected=expected.type))

    # -- the seed -------------------------------------------------------------------------------

    def _false_commitment(self, event: dict[str, Any], *, line: int) -> Finding:
        return Finding(
            "replay/commitment",
            _FALSE_SEED,
            line=line,
            n=1,
            pointer="/data/commitment",
            expected=commitment(self._seed),
            found=event["data"]["commitment"],
        )

    def _find_false_seed(self, event: dict[str, Any], *, line: int) -> None:
        """Event 1 is sound, so it is the event that reveals the seed which is wrong."""
        if event["type"] == "SeedRevealed":
            self._stop(
                Finding(
                    "replay/commitment",
                    _FALSE_SEED,
                    line=line,
                    n=event["n"],
                    pointer="/data/seed",
                    expected=f"a seed with the SHA-256 {self._false_seed}",
                    found=event["data"]["seed"],
                )
            )

    # -- making the event again -----------------------------------------------------------------

    def _reissue(self, event: dict[str, Any], *, line: int) -> bool:
        """Whether the command could be given again."""
        if not reissue.is_called(self._game, event):
            self._stop(self._uncalled(event, line=line))
            return False
        try:
            if self._game is None:
                self._game = self._create(event)
            else:
                # Links are the chain's business; here each event is judged for itself.
                self._game.relink(event["prev"])
                reissue.issue(self._game, event, fork_point=self._fork_point)
        except MissingParentError as missing:
            self.level.why_not = str(missing)
            self.is_stopped = True
            return False
        except DelvebookError as error:
            self._stop(self._refused(error, event, line=line))
            return False
        except Exception as error:  # noqa: BLE001 - a title that falls over a hostile record is a finding, too
            sentence = f"the ruleset cannot carry this out: {type(error).__name__}: {error}"
            self._stop(Finding("replay/broken", sentence, line=line, n=event["n"]))
            return False
        self._made.extend(self._game.collect_events())
        return True

    def _create(self, event: dict[str, Any]) -> Game:
        if event["type"] != "GameCreated":
            raise BrokenRuleError(f"the record begins with a {event['type']}, not with GameCreated")
        game = reissue.create(event, seed=self._seed)
        if "parent" in event["data"] and self._fork_point is None:
            self._fork_point = (self._parents or Parents()).fork_point_of(event)
        return game

    def _count(self, made: GameEvent) -> None:
        counts = self.level.counts
        counts["events"] += 1
        counts["envelopes"] += len(made.sealed)
        data = made.data
        if "state" in data:
            counts["states"] += 1
            counts["facts"] += len(data.get("facts", ()))
            counts["actions"] += "decision" in data
            for draw in data.get("draws", ()):
                counts["draws"] += draw["count"]

    # -- comparing ------------------------------------------------------------------------------

    def _compare(self, made: GameEvent, event: dict[str, Any], *, line: int) -> None:
        expected = self._expected_line(made, event)
        found = sorted(differences(expected, event), key=_weight)
        if not found:
            return
        first = found[0]
        _, code, meaning = _place(first.pointer)
        finding = Finding(
            code,
            f"{subject_of(event)}: {meaning}",
            line=line,
            n=event["n"],
            pointer=first.pointer,
            expected=first.left,
            found=first.right,
            clauses=_clauses(first, expected, event),
            told=self._told(first, expected, event),
            also=tuple(difference.pointer for difference in found[1 : ALSO_MAX + 1]),
        )
        self.level.add(finding)
        # Where another event has to stand, what follows cannot be laid side by side any more.
        self.is_stopped = first.pointer == "/type"

    def _expected_line(self, made: GameEvent, event: dict[str, Any]) -> dict[str, Any]:
        """The event as it must stand in this record, after the event that stands before it there."""
        line: dict[str, Any] = decode(jcs(made.to_record(PUBLIC, seed=self._seed)))
        line["prev"] = event["prev"]
        for mine, theirs in zip(line["sealed"], event["sealed"], strict=False):
            if "salt" not in theirs:
                del mine["salt"], mine["content"]
        line["hash"] = event_hash(line)
        return line

    def _told(
        self, first: Difference, expected: dict[str, Any], event: dict[str, Any]
    ) -> tuple[str | None, str | None]:
        pointer = _fact_pointer(first.pointer)
        if pointer is None or self._game is None:
            return None, None
        ruleset = self._game.ruleset
        return tell_said(ruleset, resolve(expected, pointer)), tell_said(ruleset, resolve(event, pointer))

    # -- what cannot be made again --------------------------------------------------------------

    def _refused(self, error: DelvebookError, event: dict[str, Any], *, line: int) -> Finding:
        code = next((code for kind, code in _REFUSALS if isinstance(error, kind)), "replay/refused")
        pointer = ""
        expected: Any = ABSENT
        found: Any = ABSENT
        clauses: tuple[str, ...] = ()
        data = event["data"]
        if code in ("replay/illegal", "replay/malformed_action"):
            pointer, found = "/data/action", reissue.recorded_action(event)
        elif code in ("replay/stale", "replay/not_owed"):
            pointer, found = "/data/decision", data["decision"]
            expected = error.details.get("decision", ABSENT)
        elif code == "replay/ruleset":
            pointer, found = "/data/ruleset", data["ruleset"]
        elif code == "replay/options":
            pointer, found = "/data/options", data["options"]
        elif code == "replay/bot":
            pointer, found = "/data/bot", data["bot"]
        if isinstance(error, IllegalActionError):
            clauses = (error.clause,)
        sentence = f"{subject_of(event)} is refused: {error}"
        return Finding(
            code,
            sentence,
            line=line,
            n=event["n"],
            pointer=pointer,
            expected=expected,
            found=found,
            clauses=clauses,
            told=(None, self._told_action(found)),
        )

    def _told_action(self, action: Any) -> str | None:
        if self._game is None or not isinstance(action, dict):
            return None
        return tell_said(self._game.ruleset, action, is_action=True)

    def _uncalled(self, event: dict[str, Any], *, line: int) -> Finding:
        game = self._game
        owing = [] if game is None else game.to_act()
        if event["type"] == "GameFinished" and game is not None and not game.is_over:
            if owing:
                seats = ", ".join(f"seat {seat}" for seat in owing)
                sentence = f"{subject_of(event)}: by the rules the game is not over; {seats} must act"
            else:
                sentence = f"{subject_of(event)}: by the rules the game is not over"
            return Finding("replay/outcome", sentence, line=line, n=event["n"], found=event["type"])
        sentence = f"{subject_of(event)}: nothing that went before calls for it"
        return Finding("replay/event", sentence, line=line, n=event["n"], pointer="/type", found=event["type"])

    def _stop(self, finding: Finding) -> None:
        self.is_stopped = True
        self.level.add(finding)


def _place(pointer: str) -> tuple[int, str, str]:
    for weight, (prefix, code, meaning) in enumerate(_PLACES):
        if pointer == prefix or pointer.startswith(prefix + "/"):
            return weight, code, meaning
    return len(_PLACES), "replay/event", "the event says something else than it must"


def _weight(difference: Difference) -> int:
    return _place(difference.pointer)[0]


def _fact_pointer(pointer: str) -> str | None:
    """The pointer of the fact that a pointer leads into, in `data` or in an envelope; None if into none."""
    parts = pointer.split("/")
    for index in range(len(parts) - 1):
        if parts[index] == "facts" and parts[index + 1].isdecimal():
            return "/".join(parts[: index + 2])
    return None


def _clauses(first: Difference, expected: dict[str, Any], event: dict[str, Any]) -> tuple[str, ...]:
    """The clauses of the fact, or the outcome, that differs; those that should be there come first."""
    pointer = _fact_pointer(first.pointer)
    if pointer is None and first.pointer.startswith("/data/outcome"):
        pointer = "/data/outcome"
    if pointer is None:
        return ()
    return clauses_of(resolve(line, pointer) for line in (expected, event))
