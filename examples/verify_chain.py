"""
A second, independent verifier of the level `chain` of a game record (format delvebook-record/1).

Written from the record format alone and with only the standard library, so that you need not trust a single program.
Usage: python verify_chain.py FILE. Exit status: 0 if the chain holds; 1, with the first wrong line, if not.
"""

import hashlib
import json
import re
import sys
from datetime import datetime
from pathlib import Path

HEX64 = "[0-9a-f]{64}"
TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z"
TEXTS = {
    "game": "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
    "ruleset": "[a-z0-9]+(-[a-z0-9]+)*@[1-9][0-9]*",
    "viewer": "seat:(0|[1-9][0-9]?)|spectator|arbiter|public",
    "type": "[A-Z][A-Za-z]*",
    "by": r"service|clock|seat:(0|[1-9][0-9]?)|(player|arbiter):\S.*",
    "salt": "[0-9a-f]{32}",
}
TEXTS |= dict.fromkeys(("at", "exported_at"), TIME) | dict.fromkeys(("prev", "hash", "digest"), HEX64)


def need(is_so, why):
    if not is_so:
        raise ValueError(why)


def digest(value):
    # Keys are ASCII and there are no floats, so sorted keys without white space give the RFC 8785 form.
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def event_hash(event):
    reduced = {key: value for key, value in event.items() if key != "hash"}
    reduced["sealed"] = [{"for": one["for"], "digest": one["digest"]} for one in event["sealed"]]
    return digest(reduced)


def parse(line):
    def whole(text):
        need(len(text) <= 17 and abs(int(text)) < 2**53, "a number is beyond 2^53-1")
        return int(text)

    def no_float(text):
        raise ValueError("a number is not an integer: " + text[:20])

    def no_doubles(pairs):
        need(len(dict(pairs)) == len(pairs), "an object names a key twice")
        return dict(pairs)

    hooks = {"parse_int": whole, "parse_float": no_float, "parse_constant": no_float}
    value = json.loads(line.decode(), object_pairs_hook=no_doubles, **hooks)
    check_plain(value, 0)
    need(isinstance(value, dict), "the line does not hold an object")
    return value


def check_plain(value, depth):
    need(depth <= 64, "nested too deeply")
    if isinstance(value, str):
        value.encode()
    elif isinstance(value, dict):
        need(all(key.isascii() for key in value), "a key is not ASCII")
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        check_plain(item, depth + 1)


def text(value, pattern, what):
    need(isinstance(value, str) and re.fullmatch(pattern, value), what + " is not in the required form")


def shape(value, names, what):
    need(isinstance(value, dict) and sorted(value) == sorted(names.split()), f"{what} must have the keys {names} alone")
    for key, one in value.items():
        if key in TEXTS:
            text(one, TEXTS[key], key)
            if TEXTS[key] is TIME:
                datetime.fromisoformat(one[:-1])
        elif key in ("n", "i"):
            need(type(one) is int and one >= (key == "n"), f"{key} is not the number of an event or an envelope")


def check_header(header):
    need(header.get("format") == "delvebook-record/1", "the format is not delvebook-record/1")
    shape(header, "format game ruleset content viewer exported_at head receipt", "the header")
    shape(header["head"], "n hash", "the head")
    text(header["content"], HEX64, "content")
    if header["receipt"] is not None:
        text(header["receipt"], r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+){2}", "the receipt")


def check_event(event):
    shape(event, "game n type at by data sealed opens prev hash", "the event")
    kinds = isinstance(event["data"], dict), isinstance(event["sealed"], list), isinstance(event["opens"], list)
    need(all(kinds), "data must be an object, sealed and opens must be arrays")
    for envelope in event["sealed"]:
        is_open = isinstance(envelope, dict) and ("salt" in envelope or "content" in envelope)
        shape(envelope, "for digest salt content" if is_open else "for digest", "an envelope")
        need(isinstance(envelope["for"], list) and envelope["for"], "an envelope names no audience")
        for who in envelope["for"]:
            text(who, "seat:(0|[1-9][0-9]?)|arbiter", "an envelope's audience")


class Chain:
    def __init__(self, header):
        self.header, self.viewer = header, header["viewer"]
        self.n, self.hash, self.at = 0, "0" * 64, ""
        self.digests, self.seats, self.commitment, self.is_out = {}, 0, None, False
        self.too_open = None

    def follow(self, event, line):
        n, data = event["n"], event["data"]
        need(n == self.n + 1, f"event {n} is in the place of event {self.n + 1}")
        need(event_hash(event) == event["hash"], f"the hash of event {n} is wrong")
        need(event["prev"] == self.hash, f"event {n} does not follow event {n - 1}")
        need(event["at"] >= self.at, f"the time of event {n} is before that of the previous event")
        need(event["game"] == self.header["game"], f"event {n} belongs to another game")
        need((event["type"] == "GameCreated") == (n == 1), "event 1 of a game, and no other, must be GameCreated")
        if n == 1:
            need(data.get("ruleset") == self.header["ruleset"], "the ruleset in the header is different")
            need(data.get("content") == self.header["content"], "the content in the header is different")
            need(type(data.get("seats")) is int, "seats is not a number")
            self.seats, self.commitment = data["seats"], data.get("commitment")
            self.check_seat(self.viewer, "the viewer")
        if event["type"] == "SeedRevealed":
            text(data.get("seed"), HEX64, "the seed")
            seed = bytes.fromhex(data["seed"])
            need(hashlib.sha256(seed).hexdigest() == self.commitment, "the seed is not the one committed to")
            self.is_out = True
        for i, envelope in enumerate(event["sealed"]):
            self.check_envelope(n, i, envelope, line)
        for opening in event["opens"]:
            self.check_opening(opening, n)
        self.n, self.hash, self.at = n, event["hash"], event["at"]

    def check_seat(self, who, what):
        need(not who.startswith("seat:") or int(who[5:]) < self.seats, f"{what} is {who}, but there is no such seat")

    def check_envelope(self, n, i, envelope, line):
        for who in envelope["for"]:
            self.check_seat(who, "the audience")
        may_open = self.viewer in ("arbiter", "public") or self.viewer in envelope["for"]
        if "salt" in envelope:
            sealed = digest([envelope["salt"], envelope["content"]])
            need(sealed == envelope["digest"], f"the content of envelope {i} of event {n} is not what was sealed")
            self.too_open = self.too_open or (None if may_open else line)
            self.check_inside(envelope["content"], n)
        else:
            need(not may_open, f"envelope {i} of event {n} is closed, but the viewer may open it")
        self.digests[n, i] = envelope["digest"]

    def check_opening(self, opening, before):
        shape(opening, "n i salt content", "an opening")
        sealed = self.digests.get((opening["n"], opening["i"])) if opening["n"] < before else None
        need(sealed is not None, "an opening does not point to an earlier envelope")
        need(digest([opening["salt"], opening["content"]]) == sealed, "an opening does not show what was sealed")
        self.check_inside(opening["content"], opening["n"])

    def check_inside(self, content, n):
        """Checks the openings to a single seat, which are inside that seat's envelope."""
        if isinstance(content, dict) and "zone" not in content and isinstance(content.get("opens"), list):
            for opening in content["opens"]:
                self.check_opening(opening, n)

    def finish(self):
        head = self.header["head"]
        need((self.n, self.hash) == (head["n"], head["hash"]), f"the header's head is not the last event, {self.n}")
        need(self.is_out or self.viewer != "public", "a public record must reveal the seed")
        need(
            self.is_out or not self.too_open, f"line {self.too_open} has an open envelope that the viewer may not open"
        )


def main():
    lines = Path(sys.argv[1]).read_bytes().rstrip(b"\n").split(b"\n")
    line = 1
    try:
        header = parse(lines[0])
        check_header(header)
        chain = Chain(header)
        for line, raw in enumerate(lines[1:], 2):
            event = parse(raw)
            check_event(event)
            chain.follow(event, line)
        chain.finish()
    except (ValueError, RecursionError) as broken:
        print(f"line {line}: {broken}")
        return 1
    print(f"the chain holds: {chain.n} events, head {chain.hash}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
