"""
Level `chain` (record-format §6): order, completeness, hashes, the digests of envelopes, and the declarations of events.

Needs nothing but the record. The check continues after a finding, so that one wrong byte gives one finding at its
line, and not one for every line after it. It passes on the events that the other levels check.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from delvebook.domain.canonical import commitment, event_hash
from delvebook.domain.envelopes import envelope_digest
from delvebook.domain.events import EVENT_TYPES
from delvebook.domain.game_event import FIRST_PREV, EventLine
from delvebook.domain.viewers import Viewer, parse_viewer
from delvebook.replays.checks.contract import CheckedEvent
from delvebook.replays.checks.course import Course
from delvebook.replays.checks.rights import Misplaced
from delvebook.replays.errors import RecordError
from delvebook.replays.lines import Header, Line
from delvebook.replays.pointers import ABSENT
from delvebook.replays.record import seed_in
from delvebook.replays.report import Finding, Level
from delvebook.replays.schema import SchemaFault, declared_problems, event_problems, opening_problems

OPENED_TOO_EARLY_MAX: Final = 20
"""Maximum number of reported envelopes that the viewer may not open."""
UNKNOWN_MAX: Final = 5
"""Maximum number of events of unknown types that are named."""


class ChainCheck:
    """
    The check, line by line.

    Args:
        header: The record's first line.

    Attributes:
        level: The result so far; complete after `finish`.
        line: The number of the last line checked.
        loose: How many lines are right but not in canonical form.
        unknown: The events of types that are not known here, as `(n, type)`, at most `UNKNOWN_MAX`.
        unknown_count: How many such events there are.
    """

    def __init__(self, header: Header) -> None:
        self.level = Level("chain")
        self.line = 1
        self.loose = 0
        self.unknown: list[tuple[int, str]] = []
        self.unknown_count = 0
        self._course = Course()
        self._header = header
        self._viewer: Viewer = parse_viewer(header["viewer"])
        self._is_seed_revealed = False
        self._seen: set[int] = set()
        self._digests: dict[tuple[int, int], str] = {}
        self._seats: int | None = None
        self._commitment: str | None = None
        self._n = 0
        self._hashes: tuple[str, str] | None = (FIRST_PREV, FIRST_PREV)
        self._at = ""
        self._opened_too_early: list[Finding] = []

    def check(self, line: Line | RecordError) -> CheckedEvent | None:
        """Checks the next line after the header. Returns its event, or None if it holds no well-formed event."""
        if isinstance(line, RecordError):
            self.line = line.line
            self._skip(SchemaFault(line.pointer, line.defect), code="chain/unreadable")
            return None
        self.line = line.number
        self.loose += not line.is_canonical
        problems = event_problems(line.value)
        if problems:
            self._skip(*problems, code="chain/shape", event=line.value)
            return None
        event = cast("EventLine", line.value)
        return CheckedEvent(line.number, event, is_sound=self._check_event(event))

    def finish(self) -> None:
        """
        Checks what can be known only at the end of the file: the head, what must follow, the seed, open envelopes.

        These findings come after those of single lines, in this order.
        """
        last, head, has_findings = self.line, self._header["head"], bool(self.level.findings)
        if self._n < head["n"]:
            missing = head["n"] - self._n
            sentence = (
                f"the record ends at event {self._n}; its header promises {head['n']}: the last {missing} are missing"
            )
            self.line = last + 1
            self._find("chain/head", sentence, "/head/n", expected=head["n"], found=self._n, n=self._n)
        elif self._n > head["n"]:
            sentence = f"the record continues to event {self._n}; its header says that it ends at event {head['n']}"
            self.line = min(head["n"] + 2, last)
            self._find("chain/head", sentence, "/head/n", expected=head["n"], found=self._n, n=self._n)
        elif self._hashes is not None and head["hash"] not in self._hashes:
            sentence = "the head hash in the header is not the hash of the last event"
            self.line = 1
            self._find("chain/head", sentence, "/head/hash", expected=self._hashes[0], found=head["hash"])
        self.line = last + 1
        self._find_misplaced(self._course.finish(), n=self._n)
        if not self._is_seed_revealed and self._viewer.kind == "public" and not has_findings:
            sentence = "a public record must hold the event SeedRevealed; this one does not"
            self.line = 1
            self._find("chain/viewer", sentence, "/viewer", found="public")
        if not self._is_seed_revealed:
            for finding in self._opened_too_early:
                self.level.add(finding)
        self.line = last

    # -- one event ------------------------------------------------------------------------------

    def _check_event(self, event: EventLine) -> bool:
        n: int = event["n"]
        before = len(self.level.findings) + self.level.more
        counts = self.level.counts
        counts["events"] += 1
        is_next = n == self._n + 1
        if not is_next:
            self._find_order(n)
        computed = event_hash(event)
        if computed != event["hash"]:
            sentence = f"the hash of event {n} is wrong: the event or its hash was changed"
            self._find("chain/hash", sentence, "/hash", expected=computed, found=event["hash"], n=n)
        if is_next and self._hashes is not None and event["prev"] not in self._hashes:
            sentence = f"event {n} does not continue the chain: `prev` is not the hash of event {n - 1}"
            self._find("chain/prev", sentence, "/prev", expected=self._hashes[0], found=event["prev"], n=n)
        is_early = event["at"] < self._at
        if is_early:
            sentence = f"the time of event {n} is before that of the previous event"
            self._find("chain/at", sentence, "/at", expected=self._at, found=event["at"], n=n)
        if event["game"] != self._header["game"]:
            sentence = f"event {n} belongs to another game than the header"
            self._find("chain/game", sentence, "/game", expected=self._header["game"], found=event["game"], n=n)
        self._check_type(event)
        for problem in declared_problems(event):
            code = "chain/by" if problem.pointer == "/by" else "chain/member"
            self._find(code, problem.sentence, problem.pointer, found=problem.found, n=n)
        if is_next:
            self._find_misplaced(self._course.follow(event), n=n)
        else:
            self._course.lose_track()
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
        sentence = f"event {n} comes after event {self._n}: it is out of order or repeated"
        self._find("chain/order", sentence, "/n", expected=self._n + 1, found=n, n=n)

    def _find_misplaced(self, misplaced: Misplaced | None, *, n: int) -> None:
        if misplaced is not None:
            pointer = "/by" if misplaced.code == "chain/by" else "/type"
            self._find(misplaced.code, misplaced.sentence, pointer, n=n)

    def _check_type(self, event: EventLine) -> None:
        n, type_, data = event["n"], event["type"], event["data"]
        if type_ not in EVENT_TYPES:
            self.unknown_count += 1
            if len(self.unknown) < UNKNOWN_MAX:
                self.unknown.append((n, type_))
        if (type_ == "GameCreated") != (n == 1):
            sentence = f"event {n} is a {type_}; event 1 of a game, and no other, must be GameCreated"
            self._find("chain/type", sentence, "/type", found=type_, n=n)
        if type_ == "GameCreated" and n == 1:
            self._seats, self._commitment = data["seats"], data["commitment"]
            for key in ("ruleset", "content"):
                if data[key] != self._header[key]:
                    sentence = f"the {key} in the header is not the one in GameCreated"
                    self._find(
                        "chain/header", sentence, f"/data/{key}", expected=self._header[key], found=data[key], n=n
                    )
            if self._viewer.seat is not None and self._viewer.seat >= data["seats"]:
                sentence = f"the viewer in the header is {self._viewer}, but the game has {data['seats']} seats"
                self._find("chain/viewer", sentence, "/data/seats", found=data["seats"], n=n)
        if (seed := seed_in(event)) is not None:
            self._is_seed_revealed = True
            if self._commitment not in (None, commitment(seed)):
                sentence = "the seed is not the one that the service committed to in event 1"
                self._find(
                    "chain/commitment",
                    sentence,
                    "/data/seed",
                    expected=f"a seed with the SHA-256 {self._commitment}",
                    found=data["seed"],
                    n=n,
                )

    # -- envelopes ------------------------------------------------------------------------------

    def _check_sealed(self, event: EventLine) -> None:
        n = event["n"]
        counts = self.level.counts
        for i, envelope in enumerate(event["sealed"]):
            pointer = f"/sealed/{i}"
            audience: list[str] = envelope["for"]
            counts["envelopes"] += 1
            if self._seats is not None:
                for who in audience:
                    if who != "arbiter" and int(who[5:]) >= self._seats:
                        sentence = f"the envelope is for {who}, but the game has {self._seats} seats"
                        self._find("chain/audience", sentence, f"{pointer}/for", found=audience, n=n)
            may_open = self._viewer.may_open(audience)
            if "salt" in envelope:
                counts["open envelopes"] += 1
                digest = envelope_digest(envelope["salt"], envelope["content"])
                if digest != envelope["digest"]:
                    sentence = f"the content of envelope {i} of event {n} is not what was sealed"
                    self._find("chain/envelope", sentence, pointer, expected=envelope["digest"], found=digest, n=n)
                if not may_open and len(self._opened_too_early) < OPENED_TOO_EARLY_MAX:
                    sentence = f"envelope {i} of event {n} is open, which a record for {self._viewer} must not contain"
                    self._opened_too_early.append(
                        Finding("chain/audience", sentence, line=self.line, n=n, pointer=pointer, found=audience)
                    )
                self._check_openings_inside(envelope["content"], f"{pointer}/content", n=n)
            elif may_open:
                sentence = f"envelope {i} of event {n} is closed; a record for {self._viewer} must contain it open"
                self._find("chain/closed", sentence, pointer, found=audience, n=n)
            self._digests[n, i] = envelope["digest"]

    def _check_openings_inside(self, content: object, pointer: str, *, n: int) -> None:
        """Checks the openings to a single seat, which are inside that seat's envelope (record-format §1)."""
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
        """Checks an opening, and those inside its content. The envelope it opens must come before event `n`."""
        self.level.counts["openings"] += 1
        where = opening["n"], opening["i"]
        if where[0] < n and where[0] not in self._seen:
            return  # That event is missing or unreadable, which has been reported.
        sealed = self._digests.get(where) if opening["n"] < n else None
        if sealed is None:
            sentence = f"opens envelope {where[1]} of event {where[0]}, but no earlier event has such an envelope"
            self._find("chain/opening", sentence, pointer, found={"n": where[0], "i": where[1]}, n=n)
            return
        digest = envelope_digest(opening["salt"], opening["content"])
        if digest != sealed:
            sentence = f"the content shown for envelope {where[1]} of event {where[0]} is not what was sealed"
            self._find("chain/opening", sentence, pointer, expected=sealed, found=digest, n=n)
        self._check_openings_inside(opening["content"], f"{pointer}/content", n=opening["n"])

    # -- findings -------------------------------------------------------------------------------

    def _skip(self, *problems: SchemaFault, code: str, event: Mapping[str, object] | None = None) -> None:
        """Reports a line that cannot be checked any further, and counts it as the next event."""
        self._n += 1
        self._hashes = None
        self._course.lose_track()
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
        expected: object = ABSENT,
        found: object = ABSENT,
        n: int | None = None,
    ) -> None:
        self.level.add(Finding(code, sentence, line=self.line, n=n, pointer=pointer, expected=expected, found=found))
