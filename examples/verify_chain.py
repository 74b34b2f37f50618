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
# Each type of event: who may make it (* marks those that may follow the end), and the members that its data may have.
DECLARED = """SeatTaken player|service seat player bot nonce_commitment, SeatLeft player seat
SeatsClosed service deadline, NonceRevealed player seat nonce, GameFinished service outcome
GameCreated player|arbiter|service ruleset content options seats commitment creator clock visibility parent reserved \
rematch_of spectator_delay
GameStarted player|arbiter|service facts draws state, ActionTaken seat seat decision action facts draws state
SeatResigned clock|seat seat bot reason, TimeExpired clock seat decision, EndProposed seat seat of
EndAnswered seat seat proposed agrees, SeatReplaced clock|seat|player seat player bot reason
TakeBackAsked seat seat action of, TakeBackAnswered seat seat asked agrees
ActionTakenBack seat|service seat action state, SeedRevealed service|* seed
DisputeOpened player|* seat event claim receipts record, DisputeFindingAttached service|* dispute finding
DisputeRuled arbiter|* dispute verdict remedy reason, DisputeAppealed player|* dispute reason
DisputeWithdrawn player|* dispute, DisputeClockResumed clock dispute
GameAborted player|arbiter|service|clock reason resumed_by seats"""
TYPES = {name: known for name, *known in map(str.split, re.split("[,\n]", DECLARED))}


def need(is_so, why):
    if not is_so:
        raise ValueError(why)


def digest(value):
    # Keys are ASCII and there are no floats, so sorted keys without white space give the RFC 8785 form.
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def parse(line):
    def whole(text):
        need(re.fullmatch("-?[0-9]{1,16}", text) and abs(int(text)) < 2**53, "not an integer to 2^53-1: " + text[:20])
        return int(text)

    def members(pairs):
        need(len(dict(pairs)) == len(pairs) and all(key.isascii() for key, _ in pairs), "a key is twice, or not ASCII")
        return dict(pairs)

    hooks = dict.fromkeys(("parse_int", "parse_float", "parse_constant"), whole)
    value = json.loads(line.decode(), object_pairs_hook=members, **hooks)
    check_plain(value, 0)
    return value


def check_plain(value, depth):
    need(depth <= 64, "nested too deeply")
    json.dumps(value if isinstance(value, str) else "", ensure_ascii=False).encode()
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        check_plain(item, depth + 1)


def text(value, pattern, what):
    need(isinstance(value, str) and re.fullmatch(pattern, value), what + " is not in the required form")


def shape(value, names, what):
    need(isinstance(value, dict) and sorted(value) == sorted(names.split()), f"{what} must have the keys {names} alone")
    for key, one in value.items():
        if key in TEXTS:
            text(one, TEXTS[key], key)
            need(TEXTS[key] is not TIME or datetime.fromisoformat(one[:-1]), "no such time")
        elif key in ("n", "i"):
            need(type(one) is int and one >= (key == "n"), f"{key} is not the number of an event or an envelope")


def check_log(log):
    # Checks the shape alone; verify_log.py checks the proofs.
    shape(log, "checkpoint entries", "the log")
    need(isinstance(log["checkpoint"], str) and isinstance(log["entries"], list), "the log is not in shape")
    for one in log["entries"]:
        shape(one, "n hash what index path", "an entry of the log")
        need(one["what"] in ("created", "started", "finished", "aborted", "ruled"), "unknown kind of entry in the log")
        need(type(one["index"]) is int and one["index"] >= 0 and isinstance(one["path"], list), "bad index or path")
        for node in one["path"]:
            text(node, HEX64, "a hash of the path")


class Chain:
    def __init__(self, header):
        extra = " log" if "log" in header else ""
        shape(header, "format game ruleset content viewer exported_at head receipt" + extra, "the header")
        if extra:
            check_log(header["log"])
        need(header["format"] == "delvebook-record/1", "the format is not delvebook-record/1")
        shape(header["head"], "n hash", "the head")
        text(header["content"], HEX64, "content")
        if header["receipt"] is not None:
            text(header["receipt"], r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+){2}", "the receipt")
        self.header, self.viewer = header, header["viewer"]
        self.n, self.hash, self.at = 0, "0" * 64, ""
        self.digests, self.seats, self.commitment, self.is_out, self.too_open = {}, 0, None, False, None
        self.has_secrets = self.is_over = self.is_seed_due = self.may_reveal = False
        self.taken, self.owed, self.due, self.is_closed, self.is_started = {}, {}, None, False, False

    def follow(self, event, line):
        self.check_shape(event)
        n, type_, data = event["n"], event["type"], event["data"]
        need(n == self.n + 1, f"event {n} is in the place of event {self.n + 1}")
        sealed = [{"for": one["for"], "digest": one["digest"]} for one in event["sealed"]]
        hashed = {key: value for key, value in event.items() if key != "hash"} | {"sealed": sealed}
        need(digest(hashed) == event["hash"], f"the hash of event {n} is wrong")
        need(event["prev"] == self.hash, f"event {n} does not follow event {n - 1}")
        need(event["at"] >= self.at, f"the time of event {n} is before that of the previous event")
        need(event["game"] == self.header["game"], f"event {n} belongs to another game")
        need((type_ == "GameCreated") == (n == 1), "event 1 of a game, and no other, must be GameCreated")
        if n == 1:
            for key in ("ruleset", "content"):
                need(data.get(key) == self.header[key], f"the {key} in the header is different")
            need(type(data.get("seats")) is int, "seats is not a number")
            self.seats, self.commitment = data["seats"], data.get("commitment")
            self.check_seat(self.viewer, "the viewer")
        need(not self.is_seed_due or type_ == "SeedRevealed", "SeedRevealed must follow the end at once")
        if type_ in TYPES:
            self.check_declared(type_, event["by"], data)
            self.check_seating(type_, event["by"], event["at"], data)
        if type_ == "SeedRevealed":
            text(data.get("seed"), HEX64, "the seed")
            self.is_out = hashlib.sha256(bytes.fromhex(data["seed"])).hexdigest() == self.commitment
            need(self.is_out, "the seed is not the one committed to")
        for i, envelope in enumerate(event["sealed"]):
            self.check_envelope(n, i, envelope, line)
        for opening in event["opens"]:
            self.check_opening(opening, n)
        self.n, self.hash, self.at = n, event["hash"], event["at"]

    def check_shape(self, event):
        shape(event, "game n type at by data sealed opens prev hash", "the event")
        kinds = [type(event[key]) for key in ("data", "sealed", "opens")]
        need(kinds == [dict, list, list], "data must be an object, sealed and opens must be arrays")
        for envelope in event["sealed"]:
            is_open = isinstance(envelope, dict) and ("salt" in envelope or "content" in envelope)
            shape(envelope, "for digest salt content" if is_open else "for digest", "an envelope")
            need(isinstance(envelope["for"], list) and envelope["for"], "an envelope names no audience")

    def check_declared(self, type_, by, data):
        makers, *known = TYPES[type_]
        need(by.split(":")[0] in makers.split("|"), f"{type_} must be by {makers}")
        need(not by.startswith("seat:") or by == f"seat:{data.get('seat')}", f"it is by {by}, but of another seat")
        need(set(data) <= set(known), f"the members of {type_} are {' '.join(known)}")
        need(self.may_reveal or type_ != "SeedRevealed", "the seed is revealed, but not after the end of the game")
        need(not self.is_over or "*" in makers, f"{type_} comes after the end of the game")
        is_end = type_ in ("GameFinished", "GameAborted")
        self.has_secrets = self.has_secrets or type_ == "GameStarted" or "ruling" in (data.get("parent") or ())
        self.is_seed_due = is_end and (type_ == "GameFinished" or (self.has_secrets and "resumed_by" not in data))
        self.is_over, self.may_reveal = self.is_over or is_end, is_end or (self.may_reveal and type_ != "SeedRevealed")

    def must_close(self):
        return 0 < self.seats == len(self.taken) and not self.is_closed

    def check_seating(self, type_, by, at, data):
        seat, game, rest = data.get("seat"), self.header["game"], not self.is_closed and not self.is_started
        need(
            not self.must_close() or type_ == "SeatsClosed", "every seat is taken, and SeatsClosed must follow at once"
        )
        if type_ == "SeatTaken":
            need(rest and "nonce_commitment" in data, "no seat can be taken like this")
            need(data["player"] is not None or data["nonce_commitment"] is None, "a bot commits to no nonce")
            self.taken[seat] = data
        elif type_ == "SeatLeft":
            need(rest, "nobody can leave any more")
            self.taken.pop(seat, None)
        elif type_ == "SeatsClosed":
            need(self.must_close(), "the seats cannot be closed here")
            self.owed = {seat: one for seat, one in self.taken.items() if one["nonce_commitment"] is not None}
            self.due, self.is_closed = data["deadline"], True
            need((self.due is not None) == bool(self.owed) and (self.due or at) >= at, "the deadline is wrong")
        elif type_ == "NonceRevealed":
            one = self.owed.pop(seat, {"player": "?", "nonce_commitment": None})
            need(self.is_closed and not self.is_started and at <= (self.due or at), "no nonce can be shown here")
            promised = digest([game, one["player"], data["nonce"]])
            is_right = (by, promised) == (f"player:{one['player']}", one["nonce_commitment"])
            need(is_right, "this is not the nonce that its player committed to")
        elif type_ == "GameStarted":
            need(self.is_closed and not self.owed, "not every nonce is shown")
            self.is_started = True
        elif type_ == "GameAborted" and (by == "clock" or data["reason"] == "nonce_withheld" or "seats" in data):
            is_right = (by, data["reason"], data["seats"]) == ("clock", "nonce_withheld", sorted(self.owed))
            need(is_right and self.owed and at > self.due and not self.is_started, "no nonce is overdue")

    def check_seat(self, who, what):
        need(not who.startswith("seat:") or int(who[5:]) < self.seats, f"{what} is {who}, but there is no such seat")

    def check_envelope(self, n, i, envelope, line):
        for who in envelope["for"]:
            text(who, "seat:(0|[1-9][0-9]?)|arbiter", "an envelope's audience")
            self.check_seat(who, "the audience")
        may_open = self.viewer in ("arbiter", "public") or self.viewer in envelope["for"]
        need(not may_open or "salt" in envelope, f"envelope {i} of event {n} is closed, but the viewer may open it")
        if "salt" in envelope:
            is_right = digest([envelope["salt"], envelope["content"]]) == envelope["digest"]
            need(is_right, f"the content of envelope {i} of event {n} is not what was sealed")
            self.too_open = self.too_open or (None if may_open else line)
            self.check_inside(envelope["content"], n)
        self.digests[n, i] = envelope["digest"]

    def check_opening(self, opening, before):
        shape(opening, "n i salt content", "an opening")
        sealed = self.digests.get((opening["n"], opening["i"])) if opening["n"] < before else None
        need(digest([opening["salt"], opening["content"]]) == sealed, "an opening does not show what was sealed before")
        self.check_inside(opening["content"], opening["n"])

    def check_inside(self, content, n):
        if isinstance(content, dict) and "zone" not in content and isinstance(content.get("opens"), list):
            for opening in content["opens"]:
                self.check_opening(opening, n)

    def finish(self):
        need({"n": self.n, "hash": self.hash} == self.header["head"], "the header's head is not the last event")
        need(not self.must_close(), "SeatsClosed is missing")
        need(not self.is_seed_due, "the game is over, and SeedRevealed must follow at once")
        need(self.is_out or self.viewer != "public", "a public record must reveal the seed")
        need(self.is_out or not self.too_open, f"line {self.too_open} has an open envelope that is not for the viewer")


def main():
    lines = Path(sys.argv[1]).read_bytes().rstrip(b"\n").split(b"\n")
    line = 1
    try:
        chain = Chain(parse(lines[0]))
        for line, raw in enumerate(lines[1:], 2):
            chain.follow(parse(raw), line)
        chain.finish()
    except (ValueError, TypeError, RecursionError) as broken:
        print(f"line {line}: {broken}")
        return 1
    print(f"the chain holds: {chain.n} events, head {chain.hash}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
