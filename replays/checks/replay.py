"""
Level `replay` (record-format §6): every event is made again from the seed and the actions, and compared.

Hashes are compared first. Only if they differ does the check look for the place and for a sentence.
After a difference it continues with its own game, which distinguishes a single forged event from a game that took
another course. It stops where the rules refuse what the record says.
"""

from __future__ import annotations

from typing import Final

from delvebook.domain.canonical import commitment, decode, event_hash, jcs
from delvebook.domain.errors import DelvebookError
from delvebook.domain.game_event import Created, EventLine, GameEvent
from delvebook.domain.table import ForkPoint
from delvebook.domain.viewers import PUBLIC
from delvebook.replays.checks.claims import claims_of, contradiction
from delvebook.replays.checks.contract import CheckedEvent, Evidence
from delvebook.replays.checks.refusals import refusal, uncalled
from delvebook.replays.errors import MissingParentError, missing_parent
from delvebook.replays.places import fact_pointer, line_differences, place_of
from delvebook.replays.pointers import resolve
from delvebook.replays.reissue import Reissue, UncalledEventError
from delvebook.replays.report import Finding, Level
from delvebook.replays.sentences import clauses_of, subject_of, tell_said

ALSO_MAX: Final = 8
"""Maximum number of further pointers named in a finding."""
_FALSE_SEED: Final = "the seed is not the one that the service committed to in event 1, so the game cannot be replayed"


class ReplayCheck:
    """
    The check, event by event; see `LevelCheck`.

    Attributes:
        level: The result so far.
    """

    def __init__(self, evidence: Evidence) -> None:
        self.level = Level("replay")
        self._evidence = evidence
        self._is_stopped = False
        self._false_commitment: str | None = None
        self._n = 0
        self._wrong_at: int | None = None
        self._is_chain_sound = True
        self._seed = evidence.seed or b""
        self._replayed = Reissue(seed=self._seed, fork_point=evidence.fork_point)
        if evidence.seed is None:
            self._not_applicable("the seed is not revealed in this record, and none was given")
            self.level.is_early = True

    def check(self, checked: CheckedEvent) -> None:
        """Makes the event again, and compares the two."""
        event, line = checked.event, checked.line
        if self._evidence.seed is None and event["type"] == "GameAborted" and "resumed_by" in event["data"]:
            other = event["data"]["resumed_by"]
            self.level.why_not = f"not yet: the seed is revealed when game {other}, which continues this one, is over"
        if self._is_stopped:
            return
        n = event["n"]
        if self._false_commitment is not None:
            self._report_false_seed(event, line=line)
            return
        if n == 1 and event["type"] == "GameCreated" and commitment(self._seed) != event["data"]["commitment"]:
            self._false_commitment = event["data"]["commitment"]
            if self._evidence.is_seed_given or not checked.is_sound:
                self._stop(self._false_seed(event, line=line))
            return
        if n != self._n + 1:
            sentence = f"event {self._n + 1} is missing or unreadable, so the game cannot be replayed beyond it"
            self._stop(Finding("replay/gap", sentence, line=line, n=n, pointer="/n", expected=self._n + 1, found=n))
            return
        self._n = n
        made = self._make(event, line=line)
        if made is None:
            return
        found = len(self.level.findings) + self.level.more
        if made.hash != event["hash"] or not checked.is_sound:
            self._compare(made, event, line=line)
        if event["type"] == "DisputeFindingAttached":
            self._check_claims(event, line=line)
        elif event["type"] == "GameAborted":
            self._check_resumption(event, line=line)
        self._is_chain_sound = self._is_chain_sound and checked.is_sound
        if self._wrong_at is None and len(self.level.findings) + self.level.more > found:
            self._wrong_at = n
        self._count(made)

    def finish(self, *, last_line: int) -> None:
        """Reports an event that must follow the last one."""
        expected = self._replayed.next
        if expected is not None and not self._is_stopped:
            sentence = f"by the rules, a {expected.type} must follow the last event"
            self._stop(Finding("replay/missing", sentence, line=last_line + 1, n=expected.n, expected=expected.type))

    # -- the seed -------------------------------------------------------------------------------

    def _false_seed(self, event: EventLine, *, line: int) -> Finding:
        return Finding(
            "replay/commitment",
            _FALSE_SEED,
            line=line,
            n=1,
            pointer="/data/commitment",
            expected=commitment(self._seed),
            found=event["data"]["commitment"],
        )

    def _report_false_seed(self, event: EventLine, *, line: int) -> None:
        """Reports the event that reveals a false seed. Event 1 is sound, so the error is in that event."""
        if event["type"] == "SeedRevealed":
            self._stop(
                Finding(
                    "replay/commitment",
                    _FALSE_SEED,
                    line=line,
                    n=event["n"],
                    pointer="/data/seed",
                    expected=f"a seed with the SHA-256 {self._false_commitment}",
                    found=event["data"]["seed"],
                )
            )

    # -- making the event again -----------------------------------------------------------------

    def _make(self, event: EventLine, *, line: int) -> GameEvent | None:
        """The event as the rules make it. If they do not make it, reports that and returns None."""
        replayed = self._replayed
        try:
            made = replayed.make(event)
            if made.type == "GameCreated" and "parent" in event["data"] and replayed.fork_point is None:
                replayed.fork_point = self._find_fork_point(event)
        except UncalledEventError:
            self._stop(uncalled(event, replayed.game, line=line))
        except MissingParentError as missing:
            self._not_applicable(str(missing))
        except DelvebookError as error:
            self._stop(refusal(error, event, replayed.game, line=line))
        except Exception as error:  # noqa: BLE001 - a title that fails on a hostile record is a finding, too
            sentence = f"the ruleset fails on this event: {type(error).__name__}: {error}"
            self._stop(Finding("replay/broken", sentence, line=line, n=event["n"]))
        else:
            return made
        return None

    def _find_fork_point(self, event: EventLine) -> ForkPoint:
        if self._evidence.parents is None:
            raise missing_parent(event)
        return self._evidence.parents.fork_point_of(event)

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

    def _compare(self, made: GameEvent, event: EventLine, *, line: int) -> None:
        expected = self._expected_line(made, event)
        found = line_differences(expected, event)
        if not found:
            return
        first = found[0]
        place = place_of(first.pointer)
        fact = fact_pointer(first.pointer)
        cited = "/data/outcome" if fact is None and place.kind == "outcome" else fact
        finding = Finding(
            f"replay/{place.kind}",
            f"{subject_of(event)}: {place.meaning}",
            line=line,
            n=event["n"],
            pointer=first.pointer,
            expected=first.left,
            found=first.right,
            clauses=() if cited is None else clauses_of(resolve(one, cited) for one in (expected, event)),
            told=(None, None) if fact is None else (self._tell(expected, fact), self._tell(event, fact)),
            also=tuple(difference.pointer for difference in found[1 : ALSO_MAX + 1]),
        )
        self.level.add(finding)
        # If the rules require another event here, later events can no longer be compared.
        self._is_stopped = first.pointer == "/type"

    def _expected_line(self, made: GameEvent, event: EventLine) -> EventLine:
        """The event as this record must hold it, given the event that the record holds before it."""
        line: EventLine = decode(jcs(made.to_record(PUBLIC, seed=self._seed)))
        line["prev"] = event["prev"]
        line["hash"] = event_hash(line)
        return line

    def _tell(self, event: EventLine, fact: str) -> str | None:
        game = self._replayed.game
        return None if game is None else tell_said(game.ruleset, resolve(event, fact))

    def _check_resumption(self, event: EventLine, *, line: int) -> None:
        """Looks in the parent's record for the ruling that a resumed game is resumed once more, in another game."""
        game, parents = self._replayed.game, self._evidence.parents
        resumed_by = event["data"].get("resumed_by")
        if resumed_by is None or game is None or parents is None or not game.lifecycle.is_resumption:
            return
        rulings = game.lifecycle.disputes.values()
        own = [ruling["remedy"] for dispute in rulings for ruling in dispute["rulings"] if ruling["remedy"]]
        created: Created = {"game": str(game.id), "data": game.lifecycle.created}
        if any(remedy.get("game") == resumed_by for remedy in own) or parents.is_resumed_in(created, resumed_by):
            return
        sentence = f"{subject_of(event)}: no ruling, here or in the parent, resumes the game in {resumed_by}"
        pointer = "/data/resumed_by"
        self.level.add(
            Finding("replay/resumption", sentence, line=line, n=event["n"], pointer=pointer, found=resumed_by)
        )

    def _check_claims(self, event: EventLine, *, line: int) -> None:
        """Compares the claims of a dispute's finding about this record with this replay."""
        claims = claims_of(event)
        if claims is None or not self._is_chain_sound:  # A broken chain is not the record that the finding is about.
            return
        n = event["n"]
        clauses = next((finding.clauses for finding in self.level.findings if finding.n == self._wrong_at), ())
        ruleset = self._evidence.header["ruleset"]
        wrong = contradiction(claims, n=n, ruleset=ruleset, wrong_at=self._wrong_at, clauses=clauses)
        if wrong is None:
            self.level.confirmed.add(n)
            return
        self.level.add(
            Finding(
                "replay/finding",
                f"{subject_of(event)}: the finding {wrong.sentence}",
                line=line,
                n=n,
                pointer=f"/data/finding/{wrong.member}",
                expected=wrong.expected,
                found=wrong.found,
            )
        )

    # -- results --------------------------------------------------------------------------------

    def _stop(self, finding: Finding) -> None:
        self._is_stopped = True
        self.level.add(finding)

    def _not_applicable(self, why_not: str) -> None:
        self._is_stopped = True
        self.level.why_not = why_not
