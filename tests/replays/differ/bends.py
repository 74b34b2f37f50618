"""Bends of honest records, drawn at random: edits of the conformance kit (docs/conformance/README.md)."""

from __future__ import annotations

import json
import string
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

from delvebook.domain.events import EVENT_TYPES

Edit = dict[str, Any]
Line = dict[str, Any]

MAX: Final = 2**53 - 1
ANY: Final[tuple[object, ...]] = (
    None,
    True,
    False,
    0,
    1,
    2,
    3,
    7,
    99,
    100,
    101,
    -1,
    MAX,
    MAX + 1,
    -MAX - 1,
    10**400,
    "",
    " ",
    "x",
    "0",
    "null",
    "seat:0",
    "deadline",
    "left",
    "returned",
    "absent",
    "agreed",
    "nonce_withheld",
    "not_resumed",
    "private",
    "secret",
    "greedy@1",
    "greedy@0",
    "greedy",
    "ann",
    "bob",
    "a b",
    "é" * 16,
    "💥" * 16,
    "0" * 32,
    "0" * 64,
    "A" * 64,
    "g" * 64,
    "x" * 65,
    "ann\n",
    "\u2028",
    "\x7f",
    "\x00",
    "2026-01-01T00:00:01.000000Z",
    "2026-02-30T00:00:01.000000Z",
    "0000-01-01T00:00:00.000000Z",
    "9999-12-31T23:59:59.999999Z",
    "2026-01-01T24:00:00.000000Z",
    "2026-01-01T00:00:60.000000Z",
    "２０２６-01-01T00:00:01.000000Z",
    "00000000-0000-4000-8000-000000000002",
    [],
    {},
    [[]],
    [None],
    [0],
    [1, 0],
    [0, 0],
    ["ann"],
    {"type": "annul"},
    {"a": 1},
    {"type": "x", "clauses": []},
    [{"type": "x", "clauses": []}],
    [{"what": "x", "from": 0, "count": 1}],
)
"""Values of every kind, and at every edge."""
NAMES: Final = ("ann", "bob", "cid", "eve", "judy", "jude", "zz", "a" * 64, "a" * 65, "a b", ".", "é", "ann\n", "")
REASONS: Final = ("a fire", "agreed", "nonce_withheld", "not_resumed")
WHITE: Final = ("\t", " ", "\r", "\n", "\x0b", "\xa0", "\u2028", "\ufeff", "\x00")
TYPES: Final = (*EVENT_TYPES, "Rumour", "Rumour1", "rumour", "R")


class Bender:
    """Draws edits for one record, whose lines it knows."""

    def __init__(self, lines: Sequence[Line], random: Random) -> None:
        self.lines = lines
        self.random = random
        self.seats = int(lines[1]["data"]["seats"])

    def bends(self) -> Iterator[Edit]:
        """Edits for one case, mostly one or two."""
        pick = self.random.choices
        if self.random.random() < 0.4:
            yield from self.view()
        for _ in range(pick((1, 2, 3), (6, 3, 1))[0]):
            yield pick(
                (self.insert, self.author, self.change, self.shift, self.text, self.copy, self.member),
                (8, 4, 6, 4, 2, 2, 1),
            )[0]()

    def chain(self) -> str | None:
        """Whether the hashes are computed anew."""
        return self.random.choices(("all", "hashes", None), (8, 1, 1))[0]

    def view(self) -> Iterator[Edit]:
        """What makes a running game's record for some viewer of the record of a game that is over."""
        viewer = self.random.choice(("spectator", "arbiter", "public", "seat:0", "seat:1", "seat:9"))
        yield {"cut": self.random.randint(3, len(self.lines))}
        yield {"set": "/viewer", "in": "header", "to": viewer}
        if viewer not in ("arbiter", "public"):
            yield {"close": viewer}

    # -- one edit -------------------------------------------------------------------------------

    def place(self) -> int:
        return self.random.randint(2, len(self.lines)) if self.random.random() < 0.95 else 1

    def pointer(self, line: Line) -> tuple[str, Any]:
        """A pointer to a member somewhere in the line, and its value."""
        pointer, value = "", line
        while True:
            keys = list(value) if isinstance(value, dict) else list(range(len(value)))
            key = self.random.choice(keys)
            pointer, value = f"{pointer}/{key}", value[key]
            if not isinstance(value, dict | list) or not value or self.random.random() < 0.15:
                return pointer, value

    def value(self, old: object) -> object:
        """Another value, near the old one or from anywhere."""
        if self.random.random() < 0.5:
            return self.random.choice(ANY)
        if isinstance(old, bool) or old is None:
            return self.random.choice((True, False, None))
        if isinstance(old, int):
            return old + self.random.choice((-1, 1, 2))
        if isinstance(old, str) and old:
            at = self.random.randrange(len(old))
            return old[:at] + self.random.choice(string.printable) * self.random.randint(0, 2) + old[at + 1 :]
        if isinstance(old, list):
            return [*old, *old] if self.random.random() < 0.5 else old[:-1]
        return {**old, "extra": 1} if isinstance(old, dict) else self.random.choice(ANY)

    def change(self) -> Edit:
        place = self.place()
        pointer, old = self.pointer(self.lines[place - 1])
        if self.random.random() < 0.25:
            return {"unset": pointer, "in": place}
        return {"set": pointer, "in": place, "to": self.value(old)}

    def member(self) -> Edit:
        name = self.random.choice(
            (
                "extra",
                "draws",
                "seat",
                "parent",
                "reserved",
                "clock",
                "creator",
                "rematch_of",
                "seats",
                "resumed_by",
                "visibility",
                "spectator_delay",
                "__proto__",
                "constructor",
                "ё",
            )
        )
        where = self.random.choice(("", "/data", "/data", "/sealed/0", "/head"))
        return {"set": f"{where}/{name}", "in": self.place(), "to": self.random.choice(ANY)}

    def copy(self) -> Edit:
        one, other = self.place(), self.place()
        pointer, _ = self.pointer(self.lines[one - 1])
        return {"copy": pointer, "of": one, "to": pointer, "in": other}

    def author(self) -> Edit:
        return {"set": "/by", "in": self.random.randint(2, len(self.lines)), "to": self.by()}

    def by(self) -> str:
        kind = self.random.choice(("service", "clock", "seat", "player", "player", "arbiter"))
        if kind == "seat":
            return f"seat:{self.random.choice((0, 1, 2, self.seats, 99, 100, '00', '-1'))}"
        return f"{kind}:{self.name()}" if kind in ("player", "arbiter") else kind

    def name(self) -> str:
        return self.random.choice(NAMES[:5] if self.random.random() < 0.8 else NAMES)

    def shift(self) -> Edit:
        one, other = (self.random.randint(2, len(self.lines)) for _ in range(2))
        return self.random.choice(
            (
                {"remove": one},
                {"repeat": one},
                {"repeat": one, "after": other},
                {"move": one, "before": other},
                {"swap": one, "with": other},
                {"cut": max(one, 3)},
                {"set": "/type", "in": one, "to": self.random.choice(TYPES)},
                {"copy": "/at", "of": other, "to": "/at", "in": one},
            )
        )

    def text(self) -> Edit:
        place = self.random.randint(1, len(self.lines))
        at = {"match": place, "find": self.random.choice(("([,:\\[{])", "([,:}\\]])"))}
        white = self.random.choice(WHITE)
        return self.random.choice(
            (
                {**at, "put": f"\\1{white}"},
                {**at, "put": f"{white}\\1"},
                {"text": place, "find": "\n", "put": "\r\n"},
                {"text": place, "find": "\n", "put": "\n\n"},
                {"text": place, "find": "\n", "put": " \n"},
                {"text": place, "find": "\n", "put": ""},
                {"text": place, "find": "{", "put": '{"n":5,'},
                {"text": place, "find": "{", "put": "["},
                {"match": place, "find": ":([0-9]+)", "put": ":-\\1"},
                {"match": place, "find": ":([0-9]+)", "put": ":\\1.0"},
                {"match": place, "find": ":([0-9]+)", "put": ":\\1e0"},
                {"match": place, "find": ":([0-9]+)", "put": ":0\\1"},
                {"match": place, "find": ":([0-9]+)", "put": ":\\g<1>9007199254740993"},
                {"text": place, "find": ":0", "put": ":-0"},
                {"match": place, "find": '"([a-z])', "put": '"\\\\u006\\1'},
                {"text": place, "find": '"s', "put": '"\\u0073'},
                {"text": place, "find": '":"', "put": '":"\\ud800'},
                {"text": place, "find": '":"', "put": '":"\\ud83d\\udca5'},
                {"text": place, "find": '":"', "bytes": "223a22ff"},
                {"text": place, "find": '":"', "put": '":"\x01'},
                {"text": place, "find": "null", "put": "NaN"},
                {"text": place, "find": "null", "put": "Infinity"},
                {"text": place, "find": "null", "put": "nul"},
                {"text": place, "find": "[]", "put": "[,]"},
                {"text": place, "find": "[]", "put": self.nested()},
                {"text": place, "find": "{}", "put": self.nested()},
                {"everywhere": "\n", "put": "\r\n"},
                {"everywhere": ",", "put": ", "},
                {"tail": "\n"},
                {"tail": "\n\n"},
                {"tail": " "},
                {"tail": "{}\n"},
                {"tail": "null\n"},
                {"clip": 1},
                {"clip": self.random.randint(2, 40)},
            )
        )

    def nested(self) -> str:
        depth = self.random.choice((61, 62, 63, 64, 65, 66, 5000))
        inside = self.random.choice(("", "1", "null", '"x"'))
        return "[" * depth + inside + "]" * depth

    # -- a whole event --------------------------------------------------------------------------

    def insert(self) -> Edit:
        """An event that might come there, more or less."""
        random = self.random
        type_ = random.choice(TYPES)
        place = random.randint(2, len(self.lines))
        like = [line for line in self.lines[1:] if line["type"] == type_]
        data = (
            json.loads(json.dumps(random.choice(like)["data"]))
            if like and random.random() < 0.3
            else self.data(type_, place)
        )
        seat = data.get("seat")
        usual = {"A": f"seat:{seat}", "T": f"seat:{seat}", "E": f"seat:{seat}", "S": f"player:{data.get('player')}"}
        by = usual.get(type_[0], "service") if random.random() < 0.4 else self.by()
        event = {"type": type_, "by": by, "data": data}
        return {"insert": event, random.choice(("before", "after")): place}

    def data(self, type_: str, place: int) -> dict[str, Any]:
        random = self.random
        seat = random.randrange(self.seats + (random.random() < 0.1))
        n = random.randint(1, place)
        disputes = [line["n"] for line in self.lines[1:] if line["type"] == "DisputeOpened"] or [n]
        games = [line["data"]["resumed_by"] for line in self.lines[1:] if "resumed_by" in line["data"]]
        game = random.choice([*games, "00000000-0000-4000-8000-000000000002"])
        bot = random.choice((None, "greedy@1", "random@1"))
        state, number = "0" * 64, {"dispute": random.choice(disputes)}
        remedy = random.choice(
            (
                None,
                {"type": "annul"},
                {"type": "adjudicate", "ranking": self.ranking()},
                {"type": "resume", "event": n, "ruleset": "dungeon-raiders@1", "game": game},
            )
        )
        made: dict[str, Callable[[], dict[str, Any]]] = {
            "SeatTaken": lambda: {
                "seat": seat,
                "player": random.choice((None, self.name())),
                "bot": bot,
                "nonce_commitment": random.choice((None, state)),
            },
            "SeatLeft": lambda: {"seat": seat},
            "SeatsClosed": lambda: {"deadline": random.choice((None, "2026-01-01T23:00:00.000000Z"))},
            "NonceRevealed": lambda: {"seat": seat, "nonce": f"the own luck of {self.name()}"},
            "GameStarted": lambda: {"facts": [], "state": state},
            "ActionTaken": lambda: {"seat": seat, "decision": n, "action": {"type": "x"}, "facts": [], "state": state},
            "SeatReplaced": lambda: {
                "seat": seat,
                "player": self.name(),
                "bot": bot,
                "reason": random.choice(("deadline", "left", "handed over", "absent", "returned")),
            },
            "SeatResigned": lambda: {"seat": seat, "bot": bot, "reason": random.choice(("resigned", "deadline"))},
            "TimeExpired": lambda: {"seat": seat, "decision": n},
            "EndProposed": lambda: {"seat": seat, "of": [0]},
            "EndAnswered": lambda: {"seat": seat, "proposed": n, "agrees": random.random() < 0.5},
            "TakeBackAsked": lambda: {"seat": seat, "action": n, "of": [0]},
            "TakeBackAnswered": lambda: {"seat": seat, "asked": n, "agrees": random.random() < 0.5},
            "ActionTakenBack": lambda: {"seat": seat, "action": n, "state": state},
            "DisputeOpened": lambda: {
                "seat": random.choice((seat, None)),
                "event": n,
                "claim": "x",
                "receipts": [],
                "record": random.choice((None, {"sha256": state, "n": 1, "hash": state, "event": None})),
            },
            "DisputeFindingAttached": lambda: {**number, "finding": {"holds": True}},
            "DisputeRuled": lambda: {
                **number,
                "verdict": random.choice(("upheld", "dismissed")),
                "remedy": remedy,
                "reason": "x",
            },
            "DisputeAppealed": lambda: {**number, "reason": "x"},
            "DisputeWithdrawn": lambda: number,
            "DisputeClockResumed": lambda: number,
            "GameFinished": lambda: {"outcome": {}},
            "GameAborted": lambda: {
                "reason": random.choice(REASONS),
                **random.choice(({}, {}, {"seats": [seat]}, {"resumed_by": game})),
            },
            "SeedRevealed": lambda: next(
                (line["data"] for line in self.lines if line.get("type") == "SeedRevealed"), {"seed": state}
            ),
        }
        return made.get(type_, lambda: {"seat": seat})()

    def ranking(self) -> list[list[int]]:
        seats = list(range(self.seats))
        return self.random.choice(([seats], [[seat] for seat in seats], [[0]], [[], seats], [[*seats, 0]]))
