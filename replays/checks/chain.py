"""
Level `chain` (record-format §6): order, completeness, hashes, and envelopes that are what they were.

Needs nothing but the record. Goes on after a finding, so that one wrong byte gives one finding, at its
line, and not one for every line that follows.
"""

from __future__ import annotations

from typing import Any

from delvebook.domain.canonical import commitment, event_hash
from delvebook.domain.envelopes import envelope_digest
from delvebook.domain.events import FIRST_PREV
from delvebook.domain.viewers import Viewer, parse_viewer
from delvebook.replays.errors import RecordError
from delvebook.replays.lines import Line
from delvebook.replays.pointers import ABSENT
from delvebook.replays.report import Finding, Level
from delvebook.replays.schema import Problem, event_problems, opening_problems

UNREVEALED_MAX = 20


class Chain:
    """
    The check, event by event.

    Attributes:
        level: What was found.
        broken: The lines that hold no event in shape.
        seed: The seed, once an event revealed it.
        line: The line looked at last.
        loose: How many lines are right but not canonical.
    """

    def __init__(self, header: dict[str, Any]) -> None:
        self.level = Level("chain")
        self.broken: set[int] = set()
        self.seed: bytes | None = None
        self.loose = 0
        self._header = header
        self._viewer: Viewer = parse_viewer(header["viewer"])
        self._seen: set[int] = set()
        self._digests: dict[tuple[int, int], str] = {}
        self._seats: int | None = None
        self._commitment: str | None = None
        self._n = 0
        self._hashes: tuple[str, str] | None = (FIRST_PREV, FIRST_PREV)
        self._at = ""
        self.line = 1
        self._unrevealed: list[Finding] = []

    def check(self, line: Line | RecordError) -> bool:
        """Whether the next line after the header is sound in itself; if not, its hash proves nothing."""
        self.line = line.line if isinstance(line, RecordError) else line.number
        if isinstance(line, RecordError):
            self._skip(Problem(line.pointer, line.defect), code="chain/unreadable")
            return False
        self.loose += not line.is_canonical
        problems = event_problems(line.value)
        if problems:
            self._skip(*problems, code="chain/shape", event=line.value)
            return False
        return self._check_event(line.value)

    def finish(self) -> None:
        """Looks at what can be said only at the end of the file."""
        last, self.line = self.line, self.line + 1
        head = self._header["head"]
        if self._n != head["n"]:
            missing = head["n"] - self._n
            sentence = (
                f"the record ends at event {self._n}; its header promises {head['n']}: the last {missing} are missing"
                if missing > 0
                else f"the record goes on to event {self._n}; its header says that it ends at {head['n']}"
            )
            self._find("chain/head", sentence, "/head/n", expected=head["n"], found=self._n, n=self._n)
        elif self._hashes is not None and head["hash"] not in self._hashes:
            sentence = "the header names another head than the last event's hash"
            self.line = 1
            self._find("chain/head", sentence, "/head/hash", expected=self._hashes[0], found=head["hash"])
        if self.seed is None and self._viewer.kind == "public" and not self.level.findings:
            sentence = "a public record holds the event SeedRevealed; this one does not"
            self.line = 1
            self._find("chain/viewer", sentence, "/viewer", found="public")
        if self.seed is None:
            for finding in self._unrevealed:
                self.level.add(finding)
        self.line = last
        self.level.findings.sort(key=lambda finding: finding.line or 0)

    # -- one event ------------------------------------------------------------------------------

    def _check_event(self, event: dict[str, Any]) -> bool:
        n: int = event["n"]
        before = len(self.level.findings) + self.level.more
        counts = self.level.counts
        counts["events"] += 1
        is_next = n == self._n + 1
        if not is_next:
            self._find_order(n)
        computed = event_hash(event)
        if computed != event["hash"]:
            sentence = f"event {n} does not have the hash it says: it, or the hash, was changed"
            self._find("chain/hash", sentence, "/hash", expected=computed, found=event["hash"], n=n)
        if is_next and self._hashes is not None and event["prev"] not in self._hashes:
            sentence = f"event {n} does not follow the event {n - 1} that stands before it"
            self._find("chain/prev", sentence, "/prev", expected=self._hashes[0], found=event["prev"], n=n)
        is_early = event["at"] < self._at
        if is_early:
            sentence = f"event {n} is earlier than the event before it"
            self._find("chain/at", sentence, "/at", expected=self._at, found=event["at"], n=n)
        if event["game"] != self._header["game"]:
            sentence = f"event {n} is of another game than the header says"
            self._find("chain/game", sentence, "/game", expected=self._header["game"], found=event["game"], n=n)
        self._check_type(event)
        if event["sealed"]:
            self._check_sealed(event)
        for index, opening in enumerate(event["opens"]):
            self._check_opening(opening, f"/opens/{index}", n=n)
        self._seen.add(n)
        is_sound = len(self.level.findings) + self.level.more == before
        if is_sound or is_early:
            self._at = event["at"]
        self._n = max(self._n, n)
        self._hashes = (computed, event["hash"]) if self._n == n else None
        return is_sound

    def _find_order(self, n: int) -> None:
        if n > self._n + 1:
            first, last = self._n + 1, n - 1
            which = f"event {first} is" if first == last else f"events {first} to {last} are"
            self._find("chain/gap", f"{which} missing before event {n}", "/n", expected=first, found=n, n=n)
            return
        sentence = f"event {n} comes after event {self._n}: out of order, or twice"
        self._find("chain/order", sentence, "/n", expected=self._n + 1, found=n, n=n)

    def _check_type(self, event: dict[str, Any]) -> None:
        n, type_, data = event["n"], event["type"], event["data"]
        if (type_ == "GameCreated") != (n == 1):
            sentence = f"event {n} is a {type_}; a game is created by its event 1, and by no other"
            self._find("chain/type", sentence, "/type", found=type_, n=n)
        if type_ == "GameCreated" and n == 1:
            self._seats, self._commitment = data["seats"], data["commitment"]
            for key in ("ruleset", "content"):
                if data[key] != self._header[key]:
                    sentence = f"the header's {key} is not the one the game was created with"
                    self._find(
                        "chain/header", sentence, f"/data/{key}", expected=self._header[key], found=data[key], n=n
                    )
            if self._viewer.seat is not None and self._viewer.seat >= data["seats"]:
                sentence = f"the header's viewer is {self._viewer}, and the game has {data['seats']} seats"
                self._find("chain/viewer", sentence, "/data/seats", found=data["seats"], n=n)
        elif type_ == "SeedRevealed":
            seed = bytes.fromhex(data["seed"])
            self.seed = seed
            if self._commitment is not None and commitment(seed) != self._commitment:
                sentence = "the seed is not the one the service committed to in event 1"
                self._find(
                    "chain/commitment",
                    sentence,
                    "/data/seed",
                    expected=f"a seed with the SHA-256 {self._commitment}",
                    found=data["seed"],
                    n=n,
                )

    # -- envelopes ------------------------------------------------------------------------------

    def _check_sealed(self, event: dict[str, Any]) -> None:
        n = event["n"]
        counts = self.level.counts
        for i, envelope in enumerate(event["sealed"]):
            pointer = f"/sealed/{i}"
            audience: list[str] = envelope["for"]
            counts["envelopes"] += 1
            if self._seats is not None:
                for who in audience:
                    if who != "arbiter" and int(who[5:]) >= self._seats:
                        sentence = f"the envelope is for {who}, and the game has {self._seats} seats"
                        self._find("chain/audience", sentence, f"{pointer}/for", found=audience, n=n)
            may_open = self._viewer.may_open(audience)
            if "salt" in envelope:
                counts["open envelopes"] += 1
                digest = envelope_digest(envelope["salt"], envelope["content"])
                if digest != envelope["digest"]:
                    sentence = f"envelope {i} of event {n} holds something else than was sealed"
                    self._find("chain/envelope", sentence, pointer, expected=envelope["digest"], found=digest, n=n)
                if not may_open and len(self._unrevealed) < UNREVEALED_MAX:
                    sentence = f"envelope {i} of event {n} is open, which a record for {self._viewer} may not have"
                    self._unrevealed.append(
                        Finding("chain/audience", sentence, line=self.line, n=n, pointer=pointer, found=audience)
                    )
                self._check_openings_inside(envelope["content"], f"{pointer}/content", n=n)
            elif may_open:
                sentence = f"envelope {i} of event {n} is closed; a record for {self._viewer} has it open"
                self._find("chain/closed", sentence, pointer, found=audience, n=n)
            self._digests[n, i] = envelope["digest"]

    def _check_openings_inside(self, content: Any, pointer: str, *, n: int) -> None:
        """Openings to one seat only stand inside that seat's envelope (record-format §1)."""
        if type(content) is not dict or "zone" in content or type(content.get("opens")) is not list:
            return
        for index, opening in enumerate(content["opens"]):
            below = f"{pointer}/opens/{index}"
            problems = opening_problems(opening, below)
            for problem in problems:
                self._find("chain/shape", problem.sentence, problem.pointer, found=problem.found, n=n)
            if not problems:
                self._check_opening(opening, below, n=n)

    def _check_opening(self, opening: dict[str, Any], pointer: str, *, n: int) -> None:
        """Checks one opening, and those inside what it opens; `n` is the event it must be later than."""
        self.level.counts["openings"] += 1
        where = opening["n"], opening["i"]
        if where[0] < n and where[0] not in self._seen:
            return  # It is missing, or cannot be read, and that has been said.
        sealed = self._digests.get(where) if opening["n"] < n else None
        if sealed is None:
            sentence = f"opens envelope {where[1]} of event {where[0]}, and no earlier event has such an envelope"
            self._find("chain/opening", sentence, pointer, found={"n": where[0], "i": where[1]}, n=n)
            return
        digest = envelope_digest(opening["salt"], opening["content"])
        if digest != sealed:
            sentence = f"opens envelope {where[1]} of event {where[0]} as something else than was sealed in it"
            self._find("chain/opening", sentence, pointer, expected=sealed, found=digest, n=n)
        self._check_openings_inside(opening["content"], f"{pointer}/content", n=opening["n"])

    # -- findings -------------------------------------------------------------------------------

    def _skip(self, *problems: Problem, code: str, event: dict[str, Any] | None = None) -> None:
        """Passes over a line that cannot be judged any further, as if it were the next event."""
        self._n += 1
        self._hashes = None
        self.broken.add(self.line)
        claimed = None if event is None else event.get("n")
        n = claimed if type(claimed) is int else self._n
        for problem in problems:
            self._find(code, problem.sentence, problem.pointer, found=problem.found, n=n)

    def _find(
        self,
        code: str,
        sentence: str,
        pointer: str,
        *,
        expected: Any = ABSENT,
        found: Any = ABSENT,
        n: int | None = None,
    ) -> None:
        self.level.add(Finding(code, sentence, line=self.line, n=n, pointer=pointer, expected=expected, found=found))
