"""
Level `chain` of a record (docs/record-format.md): order, completeness, hashes, envelopes, seating, event authors.

It is the verifier of `examples/verify_chain.py`, with types, and with the table of events in `declared`.
"""

from __future__ import annotations

import hashlib
import json
import re
from datetime import datetime
from typing import Any

from .canonical import digest
from .declared import CAN_FOLLOW_END, TYPES

_HEX64 = "[0-9a-f]{64}"
_TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z"
_TEXTS = {
    "game": "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
    "ruleset": "[a-z0-9]+(-[a-z0-9]+)*@[1-9][0-9]*",
    "viewer": "seat:(0|[1-9][0-9]?)|spectator|arbiter|public",
    "type": "[A-Z][A-Za-z]*",
    "by": r"service|clock|seat:(0|[1-9][0-9]?)|(player|arbiter):\S.*",
    "salt": "[0-9a-f]{32}",
}
_TEXTS |= dict.fromkeys(("at", "exported_at"), _TIME) | dict.fromkeys(("prev", "hash", "digest"), _HEX64)


def _need(is_so: object, why: str) -> None:
    if not is_so:
        raise ValueError(why)


def parse(line: bytes) -> Any:
    """
    Returns the value of a line.

    Raises:
        ValueError: The value may not occur in a record.
    """

    def whole(text: str) -> int:
        _need(re.fullmatch("-?[0-9]{1,16}", text) and abs(int(text)) < 2**53, "not an integer to 2^53-1: " + text[:20])
        return int(text)

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        _need(len(dict(pairs)) == len(pairs) and all(key.isascii() for key, _ in pairs), "a key is twice, or not ASCII")
        return dict(pairs)

    value = json.loads(
        line.decode(), object_pairs_hook=members, parse_int=whole, parse_float=whole, parse_constant=whole
    )
    _check_plain(value, 0)
    return value


def _check_plain(value: Any, depth: int) -> None:
    _need(depth <= 64, "nested too deeply")
    json.dumps(value if isinstance(value, str) else "", ensure_ascii=False).encode()
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _check_plain(item, depth + 1)


def _text(value: object, pattern: str, what: str) -> None:
    _need(isinstance(value, str) and re.fullmatch(pattern, value), what + " is not in the required form")


def _shape(value: Any, names: str, what: str) -> None:
    _need(
        isinstance(value, dict) and sorted(value) == sorted(names.split()), f"{what} must have the keys {names} alone"
    )
    for key, one in value.items():
        if key in _TEXTS:
            _text(one, _TEXTS[key], key)
            _need(_TEXTS[key] is not _TIME or datetime.fromisoformat(one[:-1]), "no such time")
        elif key in ("n", "i"):
            _need(type(one) is int and one >= (key == "n"), f"{key} is not the number of an event or an envelope")


def _check_log(log: Any) -> None:
    # Only the shape is checked here. verify_log.py checks the proofs.
    _shape(log, "checkpoint entries", "the log")
    _need(isinstance(log["checkpoint"], str) and isinstance(log["entries"], list), "the log is not in shape")
    for one in log["entries"]:
        _shape(one, "n hash what index path", "an entry of the log")
        _need(one["what"] in ("created", "started", "finished", "aborted", "ruled"), "unknown kind of entry in the log")
        _need(type(one["index"]) is int and one["index"] >= 0 and isinstance(one["path"], list), "bad index or path")
        for node in one["path"]:
            _text(node, _HEX64, "a hash of the path")


class Chain:
    """
    A walk along a record, event by event. Every method raises ValueError where the chain does not hold.

    Attributes:
        header: The first line.
        n: The last event that holds.
        hash: Its hash.
    """

    def __init__(self, header: Any) -> None:
        extra = " log" if "log" in header else ""
        _shape(header, "format game ruleset content viewer exported_at head receipt" + extra, "the header")
        if extra:
            _check_log(header["log"])
        _need(header["format"] == "delvebook-record/1", "the format is not delvebook-record/1")
        _shape(header["head"], "n hash", "the head")
        _text(header["content"], _HEX64, "content")
        if header["receipt"] is not None:
            _text(header["receipt"], r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+){2}", "the receipt")
        self.header, self.viewer = header, header["viewer"]
        self.n, self.hash, self.at = 0, "0" * 64, ""
        self.seats = 0
        self.commitment: str | None = None
        self.digests: dict[tuple[int, int], str] = {}
        self.taken: dict[Any, dict[str, Any]] = {}
        self.owed: dict[Any, dict[str, Any]] = {}
        self.due: str | None = None
        self.too_open: int | None = None
        self.is_out = self.has_secrets = self.is_over = self.is_seed_due = self.may_reveal = False
        self.is_closed = self.is_started = False

    def follow(self, event: Any, line: int) -> None:
        """Checks the next event. `line` is its line in the record."""
        self._check_shape(event)
        n, type_, data = event["n"], event["type"], event["data"]
        _need(n == self.n + 1, f"event {n} is in the place of event {self.n + 1}")
        sealed = [{"for": one["for"], "digest": one["digest"]} for one in event["sealed"]]
        hashed = {key: value for key, value in event.items() if key != "hash"} | {"sealed": sealed}
        _need(digest(hashed) == event["hash"], f"the hash of event {n} is wrong")
        _need(event["prev"] == self.hash, f"event {n} does not follow event {n - 1}")
        _need(event["at"] >= self.at, f"the time of event {n} is before that of the previous event")
        _need(event["game"] == self.header["game"], f"event {n} belongs to another game")
        _need((type_ == "GameCreated") == (n == 1), "event 1 of a game, and no other, must be GameCreated")
        if n == 1:
            for key in ("ruleset", "content"):
                _need(data.get(key) == self.header[key], f"the {key} in the header is different")
            _need(type(data.get("seats")) is int, "seats is not a number")
            self.seats, self.commitment = data["seats"], data.get("commitment")
            self._check_seat(self.viewer, "the viewer")
        _need(not self.is_seed_due or type_ == "SeedRevealed", "SeedRevealed must follow the end at once")
        if type_ in TYPES:
            self._check_declared(type_, event["by"], data)
            self._check_seating(type_, event["by"], event["at"], data)
        if type_ == "SeedRevealed":
            _text(data.get("seed"), _HEX64, "the seed")
            self.is_out = hashlib.sha256(bytes.fromhex(data["seed"])).hexdigest() == self.commitment
            _need(self.is_out, "the seed is not the one committed to")
        for i, envelope in enumerate(event["sealed"]):
            self._check_envelope(n, i, envelope, line)
        for opening in event["opens"]:
            self._check_opening(opening, n)
        self.n, self.hash, self.at = n, event["hash"], event["at"]

    def _check_shape(self, event: Any) -> None:
        _shape(event, "game n type at by data sealed opens prev hash", "the event")
        kinds = [type(event[key]) for key in ("data", "sealed", "opens")]
        _need(kinds == [dict, list, list], "data must be an object, sealed and opens must be arrays")
        for envelope in event["sealed"]:
            is_open = isinstance(envelope, dict) and ("salt" in envelope or "content" in envelope)
            _shape(envelope, "for digest salt content" if is_open else "for digest", "an envelope")
            _need(isinstance(envelope["for"], list) and envelope["for"], "an envelope names no audience")

    def _check_declared(self, type_: str, by: str, data: dict[str, Any]) -> None:
        makers, known = TYPES[type_]
        _need(by.partition(":")[0] in makers.split(), f"{type_} must be by {makers}")
        _need(not by.startswith("seat:") or by == f"seat:{data.get('seat')}", f"it is by {by}, but of another seat")
        _need(set(data) <= set(known.split()), f"the members of {type_} are {known}")
        _need(self.may_reveal or type_ != "SeedRevealed", "the seed is revealed, but not after the end of the game")
        _need(not self.is_over or type_ in CAN_FOLLOW_END, f"{type_} comes after the end of the game")
        is_end = type_ in ("GameFinished", "GameAborted")
        self.has_secrets = self.has_secrets or type_ == "GameStarted" or "ruling" in (data.get("parent") or ())
        self.is_seed_due = is_end and (type_ == "GameFinished" or (self.has_secrets and "resumed_by" not in data))
        self.is_over, self.may_reveal = self.is_over or is_end, is_end or (self.may_reveal and type_ != "SeedRevealed")

    def _must_close(self) -> bool:
        return 0 < self.seats == len(self.taken) and not self.is_closed

    def _check_seating(self, type_: str, by: str, at: str, data: dict[str, Any]) -> None:
        seat, game, rest = data.get("seat"), self.header["game"], not self.is_closed and not self.is_started
        _need(
            not self._must_close() or type_ == "SeatsClosed", "every seat is taken, and SeatsClosed must follow at once"
        )
        if type_ == "SeatTaken":
            _need(rest and "nonce_commitment" in data, "no seat can be taken like this")
            _need(data["player"] is not None or data["nonce_commitment"] is None, "a bot commits to no nonce")
            self.taken[seat] = data
        elif type_ == "SeatLeft":
            _need(rest, "nobody can leave any more")
            self.taken.pop(seat, None)
        elif type_ == "SeatsClosed":
            _need(self._must_close(), "the seats cannot be closed here")
            self.owed = {seat: one for seat, one in self.taken.items() if one["nonce_commitment"] is not None}
            self.due, self.is_closed = data["deadline"], True
            _need((self.due is not None) == bool(self.owed) and (self.due or at) >= at, "the deadline is wrong")
        elif type_ == "NonceRevealed":
            one = self.owed.pop(seat, {"player": "?", "nonce_commitment": None})
            _need(self.is_closed and not self.is_started and at <= (self.due or at), "no nonce can be shown here")
            promised = digest([game, one["player"], data["nonce"]])
            is_right = (by, promised) == (f"player:{one['player']}", one["nonce_commitment"])
            _need(is_right, "this is not the nonce that its player committed to")
        elif type_ == "GameStarted":
            _need(self.is_closed and not self.owed, "not every nonce is shown")
            self.is_started = True
        elif type_ == "GameAborted" and (by == "clock" or data["reason"] == "nonce_withheld" or "seats" in data):
            is_right = (by, data["reason"], data["seats"]) == ("clock", "nonce_withheld", sorted(self.owed))
            _need(is_right and self.owed and at > (self.due or at) and not self.is_started, "no nonce is overdue")

    def _check_seat(self, who: str, what: str) -> None:
        _need(not who.startswith("seat:") or int(who[5:]) < self.seats, f"{what} is {who}, but there is no such seat")

    def _check_envelope(self, n: int, i: int, envelope: dict[str, Any], line: int) -> None:
        for who in envelope["for"]:
            _text(who, "seat:(0|[1-9][0-9]?)|arbiter", "an envelope's audience")
            self._check_seat(who, "the audience")
        may_open = self.viewer in ("arbiter", "public") or self.viewer in envelope["for"]
        _need(not may_open or "salt" in envelope, f"envelope {i} of event {n} is closed, but the viewer may open it")
        if "salt" in envelope:
            is_right = digest([envelope["salt"], envelope["content"]]) == envelope["digest"]
            _need(is_right, f"the content of envelope {i} of event {n} is not what was sealed")
            self.too_open = self.too_open or (None if may_open else line)
            self._check_inside(envelope["content"], n)
        self.digests[n, i] = envelope["digest"]

    def _check_opening(self, opening: Any, before: int) -> None:
        _shape(opening, "n i salt content", "an opening")
        sealed = self.digests.get((opening["n"], opening["i"])) if opening["n"] < before else None
        _need(
            digest([opening["salt"], opening["content"]]) == sealed, "an opening does not show what was sealed before"
        )
        self._check_inside(opening["content"], opening["n"])

    def _check_inside(self, content: Any, n: int) -> None:
        if isinstance(content, dict) and "zone" not in content and isinstance(content.get("opens"), list):
            for opening in content["opens"]:
                self._check_opening(opening, n)

    def finish(self) -> None:
        """Checks that the record is complete."""
        _need({"n": self.n, "hash": self.hash} == self.header["head"], "the header's head is not the last event")
        _need(not self._must_close(), "SeatsClosed is missing")
        _need(not self.is_seed_due, "the game is over, and SeedRevealed must follow at once")
        _need(self.is_out or self.viewer != "public", "a public record must reveal the seed")
        _need(self.is_out or not self.too_open, f"line {self.too_open} has an open envelope that is not for the viewer")
