"""
A second, independent verifier of the level `chain` of a game record (format delvebook-record/1).

Written from the page of the record format alone and with only the standard library, so that you need not trust a
single program. Usage: python verify_chain.py [--json] FILE, or - for standard input.
Exit status: 0 if the chain holds; 1, with the first wrong line, if not.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from verify_course import (
    GAME,
    HEX64,
    ID,
    INDEX,
    NUMBER,
    RULESET,
    SALT,
    SEAT_NAME,
    TEXT,
    Course,
    Event,
    Kind,
    Wrong,
    digest,
    either,
    is_object,
    is_time,
    list_of,
    matches,
    members,
    need,
    or_null,
    word,
)

# -- the text of a line --------------------------------------------------------------------------------


HEADER_MAX, LINE_MAX = 2**20, 8 * 2**20
LINES_MAX = 1_000_000


def parse(line: bytes, line_max: int = LINE_MAX) -> Any:
    def whole(text: str) -> int:
        is_whole = re.fullmatch("-?[0-9]{1,16}", text) and text != "-0" and abs(int(text)) < 2**53
        need(is_whole, "not an integer within 2^53-1: " + text[:20])
        return int(text)

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        need(len(dict(pairs)) == len(pairs) and all(key.isascii() for key, _ in pairs), "a key is twice, or not ASCII")
        return dict(pairs)

    need(len(line) <= line_max, "the line is too long")
    need(line, "the line is empty")
    need(b"\r" not in line, "a carriage return is no white space here")
    text = line.decode()
    try:
        value = json.loads(text, object_pairs_hook=once, parse_int=whole, parse_float=whole, parse_constant=whole)
        check_plain(value, 0)
    except RecursionError:
        raise Wrong("nested too deeply") from None
    need(isinstance(value, dict), "the line holds no object")
    return value


def check_plain(value: Any, depth: int) -> None:
    if isinstance(value, str):
        value.encode()  # Half a surrogate pair cannot be encoded.
    elif isinstance(value, dict | list):
        need(depth <= 64, "nested too deeply")
        for item in value.values() if isinstance(value, dict) else value:
            check_plain(item, depth + 1)


def lines_of(record: bytes) -> list[bytes]:
    # The last line may lack its line feed, and one empty line may follow it.
    lines = record.removesuffix(b"\n").split(b"\n")
    return lines[:-1] if len(lines) > 1 and not lines[-1] else lines


# -- the shape of a line -------------------------------------------------------------------------------

AUDIENCE = matches(SEAT_NAME + "|arbiter")
ENVELOPE: dict[str, Kind] = {
    "for": lambda value: list_of(AUDIENCE)(value) and 0 < len(value) == len(set(value)),
    "digest": HEX64,
}
OPENING = members({"n": NUMBER, "i": INDEX, "salt": SALT, "content": lambda _: True})
ENTRY: dict[str, Kind] = {
    "n": NUMBER,
    "hash": HEX64,
    "what": word("created", "started", "finished", "aborted", "broken_off", "ruled"),
}
LOG = members(
    {
        "checkpoint": lambda value: TEXT(value) and len(value) <= 65_536,
        "entries": list_of(members(ENTRY | {"index": INDEX, "path": list_of(HEX64, 64)}), 10_000),
    }
)
HEADER: dict[str, Kind] = {
    "format": word("delvebook-record/1"),
    "game": GAME,
    "ruleset": RULESET,
    "content": HEX64,
    "viewer": matches(SEAT_NAME + "|spectator|arbiter|public"),
    "exported_at": is_time,
    "head": members({"n": NUMBER, "hash": HEX64}),
    "receipt": or_null(matches(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+){2}")),
}
EVENT: dict[str, Kind] = {
    "game": GAME,
    "n": NUMBER,
    "type": matches("[A-Z][A-Za-z]{0,63}"),
    "at": is_time,
    "by": matches(f"service|clock|{SEAT_NAME}|(player|arbiter):{ID}"),
    "data": is_object,
    "sealed": list_of(either(members(ENVELOPE), members(ENVELOPE | {"salt": SALT, "content": lambda _: True}))),
    "opens": list_of(OPENING),
    "prev": HEX64,
    "hash": HEX64,
}


def shape(value: Event, kinds: dict[str, Kind], what: str) -> None:
    need(value.keys() == kinds.keys(), f"{what} must have the keys {' '.join(kinds)} alone")
    for key, fits in kinds.items():
        need(fits(value[key]), f"`{key}` is not in the required form")


# -- the chain -----------------------------------------------------------------------------------------


class Chain:
    """
    A walk along a record, event by event. Every method raises `Wrong` where the chain does not hold.

    Attributes:
        header: The first line.
        n: The last event that holds.
        hash: Its hash.
    """

    def __init__(self, header: Event) -> None:
        shape(header, HEADER | ({"log": LOG} if "log" in header else {}), "the header")
        self.header, self.viewer = header, str(header["viewer"])
        self.n, self.hash, self.at = 0, "0" * 64, ""
        self.digests: dict[tuple[int, int], str] = {}
        self.course = Course(header["game"])
        self.too_open: int | None = None

    def follow(self, event: Event, line: int) -> None:
        """Checks the next event. `line` is its line in the record."""
        need(line <= LINES_MAX, f"a record has at most {LINES_MAX} lines")
        shape(event, EVENT, "the event")
        n, type_, data = event["n"], event["type"], event["data"]
        need(n == self.n + 1, f"event {n} is in the place of event {self.n + 1}")
        sealed = [{"for": one["for"], "digest": one["digest"]} for one in event["sealed"]]
        hashed = {key: value for key, value in event.items() if key != "hash"} | {"sealed": sealed}
        need(digest(hashed) == event["hash"], f"the hash of event {n} is wrong")
        need(event["prev"] == self.hash, f"event {n} does not follow event {n - 1}")
        need(event["at"] >= self.at, f"the time of event {n} is before that of the previous event")
        need(event["game"] == self.header["game"], f"event {n} belongs to another game")
        need((type_ == "GameCreated") == (n == 1), "event 1 of a game, and no other, must be GameCreated")
        self.course.follow(event)
        if n == 1:
            for key in ("ruleset", "content"):
                need(data[key] == self.header[key], f"the {key} in the header is different")
            self.check_seat(self.viewer, "the viewer")
        self.check_seat(event["by"], "its author")
        for i, envelope in enumerate(event["sealed"]):
            self.check_envelope(n, i, envelope, line)
        for opening in event["opens"]:
            self.check_opening(opening, n)
        self.n, self.hash, self.at = n, event["hash"], event["at"]

    def check_seat(self, who: str, what: str) -> None:
        is_seat = who.startswith("seat:") and int(who[5:]) >= self.course.terms["seats"]
        need(not is_seat, f"{what} is {who}, but there is no such seat")

    def check_envelope(self, n: int, i: int, envelope: Event, line: int) -> None:
        for who in envelope["for"]:
            self.check_seat(who, "the audience")
        may_open = self.viewer in ("arbiter", "public") or self.viewer in envelope["for"]
        need(not may_open or "salt" in envelope, f"envelope {i} of event {n} is closed, but the viewer may open it")
        self.digests[n, i] = envelope["digest"]
        if "salt" in envelope:
            is_right = digest([envelope["salt"], envelope["content"]]) == envelope["digest"]
            need(is_right, f"the content of envelope {i} of event {n} is not what was sealed")
            self.too_open = self.too_open or (None if may_open else line)
            self.check_inside(envelope["content"], n)

    def check_opening(self, opening: Event, before: int) -> None:
        sealed = self.digests.get((opening["n"], opening["i"])) if opening["n"] < before else None
        need(digest([opening["salt"], opening["content"]]) == sealed, "an opening does not show what was sealed before")
        self.check_inside(opening["content"], opening["n"])

    def check_inside(self, content: Any, n: int) -> None:
        if is_object(content) and "zone" not in content and isinstance(content.get("opens"), list):
            for opening in content["opens"]:
                need(OPENING(opening), "an opening is not in the required form")
                self.check_opening(opening, n)

    def finish(self) -> None:
        """Checks what only the end of the record shows."""
        head, after = self.header["head"], self.n + 2
        need(self.n >= head["n"], f"the record ends too early: its header promises event {head['n']}", after)
        need(self.n <= head["n"], f"its header says that the record ends at event {head['n']}", head["n"] + 2)
        need(self.hash == head["hash"], "the header's head is not the last event", 1)
        need(self.course.must is None, f"{(self.course.must or ('',))[0]} is missing", after)
        need(self.course.is_revealed or self.viewer != "public", "a public record must reveal the seed", 1)
        need(self.course.is_revealed or not self.too_open, "an open envelope is not for the viewer", self.too_open)


def walk(record: bytes) -> Chain:
    """
    Returns the walk along a whole record that holds.

    Raises:
        Wrong: It does not hold; `line` is the first line that is wrong.
    """
    line = 1
    try:
        first, *lines = lines_of(record)
        chain = Chain(parse(first, HEADER_MAX))
        for line, raw in enumerate(lines, 2):
            chain.follow(parse(raw), line)
        chain.finish()
    except ValueError as broken:
        raise Wrong(str(broken), getattr(broken, "line", None) or line) from None
    return chain


def main(arguments: Sequence[str]) -> int:
    if not arguments or not {*arguments[:-1]} <= {"--json"}:
        sys.exit("usage: python verify_chain.py [--json] FILE")
    *options, name = arguments
    record = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    try:
        chain = walk(record)
        said: dict[str, object] = {"chain": "holds"}
        told = f"the chain holds: {chain.n} events, head {chain.hash}"
    except Wrong as broken:
        said = {"chain": "fails", "line": broken.line, "why": str(broken)}
        told = f"line {broken.line}: {broken}"
    print(json.dumps(said) if "--json" in options else told)
    return 0 if said["chain"] == "holds" else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
