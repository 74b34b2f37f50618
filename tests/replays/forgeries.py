"""
A catalogue of forgeries: each changes one thing in a good record, and says which level finds it, where, and as what.

A clumsy forger changes the file; a careful one also recomputes every hash after the change (`is_chained`).
The record of a careful forger comes without receipts, unless the forgery is about receipts.
"""

from __future__ import annotations

import copy
import json
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from delvebook.domain.canonical import commitment, jcs
from delvebook.domain.envelopes import envelope_digest
from delvebook.domain.game import Game
from delvebook.domain.playout import seed_of
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.tape import Tape, nonce_commitment
from delvebook.domain.viewers import PUBLIC, seat_viewer
from delvebook.replays.log.entries import WHAT, LogEntry, hidden_id
from delvebook.replays.log.inclusion import Inclusion, Proved
from delvebook.replays.log.merkle import inclusion_path, leaf_hash
from delvebook.replays.receipts import PublicKeys
from delvebook.replays.report import LevelName, Report
from delvebook.replays.verify import LEVELS, USUAL_LEVELS, verify
from delvebook.service.identity.signing import KeyRing, Receipts
from tests.domain.seating import close, sit
from tests.replays.games import GAME, at, bot_choice, lines_of, rechained, record_of, to_record
from tests.replays.log.trees import Key, checkpoint_over, entries, nodes

TITLES = {"dungeon-raiders@1": 3, "labyrinth@1": 1}
"""The titles whose records are forged, and the number of seats they are played with."""
OTHER_GAME = UUID("00000000-0000-4000-8000-000000000002")
KEYS = {
    name: KeyRing(json.dumps({"kty": "OKP", "crv": "Ed25519", "x": x, "d": d}))
    for name, x, d in (
        (
            "service",
            "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
            "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
        ),
        (
            "stranger",
            "PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw",
            "TM0Imyj_ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U-4pvs",
        ),
    )
}
"""The keys of RFC 8032, tests 1 and 2; used only in tests."""


class Good(NamedTuple):
    """
    A record that holds.

    Attributes:
        record: The public record of a finished game, its head signed.
        running: The record for seat 0 in the middle of the game.
        receipts: Receipts of the service: for some events, for the head, and one refusal.
        tail: The record of another game.
        legal: By the number of an ActionTaken: the legal actions.
        botted: The public record of a finished game with a bot on the last seat.
    """

    record: bytes
    running: bytes
    receipts: list[str]
    tail: bytes
    legal: dict[int, list[dict[str, Any]]]
    botted: bytes


def play(
    title: str,
    *,
    game: UUID = GAME,
    seed: str = "forged",
    with_bot: bool = False,
    choose: Callable[[Game, int], dict[str, Any]] = bot_choice,
) -> tuple[Game, list[Any], dict[int, list[Any]]]:
    """
    A game played by chance to its end, maybe with a bot on the last seat, in whose name `choose` plays.

    Returns:
        The game, its events, and by the number of an ActionTaken what it could be.
    """
    seats = TITLES[title]
    made = Game.create(
        game, ruleset=get_ruleset(title), options={}, seats=seats, seed=seed_of(seed), by="player:host", at=at(1)
    )
    for seat in range(seats - with_bot):
        sit(made, seat, player=f"p{seat}", at=at(seat + 2))
    if with_bot:
        made.put_bot(seats - 1, bot="greedy@1", by="player:host", at=at(9))
    close(made, at=at(9))
    made.start(by="player:p0", at=at(10))
    chance = Tape(seed_of(f"players/{seed}"))
    legal_at: dict[int, list[Any]] = {}
    while made.lifecycle.status == "running":
        seat = chance.choose(made.to_act(), "who")
        legal = made.get_table().legal(seat)
        legal_at[made.stream.version + 1] = copy.deepcopy(legal)
        action = copy.deepcopy(chance.choose(legal, "what"))
        if made.lifecycle.seats[seat].bot is not None:
            action = choose(made, seat)
        made.act(seat, decision=made.get_table().decisions[seat], action=action, at=at(20 + made.stream.version))
    return made, list(made.collect_events()), legal_at


def signer(name: str = "service") -> Receipts:
    return Receipts(KEYS[name])


def receipt_for(line: dict[str, Any], *, by: str = "service") -> str:
    return signer(by).accept(game=line["game"], n=line["n"], hash_=line["hash"], at=line["at"], sub="p0")


def refusal_for(line: dict[str, Any], *, n: int) -> str:
    return signer().refuse(game=line["game"], n=n, code="action/stale", clause=None, at=line["at"], sub="p0")


@cache
def good(title: str) -> Good:
    game, events, legal = play(title)
    record = lines_of(record_of(game, events))
    record[0]["receipt"] = receipt_for(record[-1])
    middle = len(events) // 2
    running = lines_of(record_of(game, events[:middle], seat_viewer(0)))
    running[0]["receipt"] = receipt_for(running[-1])
    kept = [receipt_for(line) for line in (record[3], record[middle], record[-3], record[-1])]
    kept.append(refusal_for(record[1], n=middle))
    other, others, _ = play(title, game=OTHER_GAME, seed="another")
    botted, moves, _ = play(title, with_bot=True)
    return Good(
        to_record(record),
        to_record(running),
        kept,
        record_of(other, others, PUBLIC),
        legal,
        record_of(botted, moves, PUBLIC),
    )


@dataclass
class Draft:
    """The material of a forger: lines to change, or raw bytes, and the receipts to show."""

    good: Good
    lines: list[dict[str, Any]]
    receipts: list[str] = field(default_factory=list)
    keys: dict[str, Any] = field(default_factory=KEYS["service"].to_public)
    raw: bytes | None = None
    checkpoint: str | None = None

    @property
    def header(self) -> dict[str, Any]:
        return self.lines[0]

    def where(self, type_: str, index: int = 0) -> int:
        """Returns the index in `lines` of an event of this type."""
        return [number for number, line in enumerate(self.lines) if line.get("type") == type_][index]

    def of(self, type_: str, index: int = 0) -> dict[str, Any]:
        return self.lines[self.where(type_, index)]

    def line(self, type_: str, index: int = 0) -> int:
        """The line of the file it stands on, from 1."""
        return self.where(type_, index) + 1

    def with_fact(self, index: int = 1) -> tuple[int, dict[str, Any]]:
        """Returns an action that has facts: its line and the event."""
        found = [n for n, one in enumerate(self.lines) if one.get("type") == "ActionTaken" and one["data"]["facts"]]
        return found[index] + 1, self.lines[found[index]]

    def with_envelope(self) -> tuple[int, dict[str, Any]]:
        found = [n for n, one in enumerate(self.lines) if one.get("sealed")]
        return found[0] + 1, self.lines[found[0]]

    def with_opening(self) -> tuple[int, dict[str, Any]]:
        found = [n for n, one in enumerate(self.lines) if one.get("opens")]
        return found[0] + 1, self.lines[found[0]]

    def bytes_of(self, change: Callable[[bytes], bytes], number: int) -> int:
        """Changes the bytes of a line. Returns its number."""
        lines = self.good.record.splitlines(keepends=True)
        changed = change(lines[number - 1])
        assert changed != lines[number - 1]
        lines[number - 1] = changed
        self.raw = b"".join(lines)
        return number

    def reseal(self, number: int, i: int) -> None:
        """Makes an envelope's digest, and every later opening, fit its present content."""
        event = self.lines[number - 1]
        envelope = event["sealed"][i]
        envelope["digest"] = envelope_digest(envelope["salt"], envelope["content"])

        def follow(value: Any) -> None:
            if isinstance(value, dict):
                if {"n", "i", "salt", "content"} == value.keys() and (value["n"], value["i"]) == (event["n"], i):
                    value["salt"], value["content"] = envelope["salt"], copy.deepcopy(envelope["content"])
                for item in value.values():
                    follow(item)
            elif isinstance(value, list):
                for item in value:
                    follow(item)

        for index, later in enumerate(self.lines[number:], number):
            before = copy.deepcopy(later.get("sealed", []))
            follow(later)
            for j, one in enumerate(later.get("sealed", [])):
                if one != before[j]:
                    self.reseal(index + 1, j)

    def action_of(self, event: dict[str, Any]) -> dict[str, Any]:
        inside = [one["content"] for one in event["sealed"] if "action" in (one.get("content") or {})]
        action: dict[str, Any] = (inside or [event["data"]])[0]["action"]
        return action

    def put_action(self, number: int, action: dict[str, Any]) -> None:
        """Puts another action in the place of the one that was taken."""
        event = self.lines[number - 1]
        for i, one in enumerate(event["sealed"]):
            if "action" in (one.get("content") or {}):
                one["content"]["action"] = action
                event["data"]["action"] = {"type": action["type"]}
                self.reseal(number, i)
                return
        event["data"]["action"] = action

    def close(self, *, but: str = "") -> None:
        """Closes every envelope, but not those for one viewer."""
        for event in self.lines[1:]:
            for envelope in event["sealed"]:
                if but not in envelope["for"]:
                    envelope.pop("salt", None)
                    envelope.pop("content", None)

    def add(self, type_: str, data: dict[str, Any], *, by: str, before: int | None = None) -> None:
        """Inserts an event before that line, or appends it, and numbers the events anew."""
        index = len(self.lines) if before is None else before - 1
        last = self.lines[index - 1]
        event = {**last, "type": type_, "data": data, "by": by, "sealed": [], "opens": []}
        self.lines.insert(index, event)
        self.renumber()

    def renumber(self) -> None:
        for n, event in enumerate(self.lines[1:], 1):
            event["n"] = n


Forge = Callable[[Draft], int | None]


class Forgery(NamedTuple):
    """
    A kind of tampering.

    Attributes:
        name: Its name.
        does: The change.
        level: The weakest level that finds it.
        codes: The codes of the finding; more than one if that depends on the title.
        forge: Does it; returns the line on which it must be found, None if on no line.
        is_chained: Whether every hash is recomputed, so that the chain holds.
        is_vouched: Whether receipts are given with the record.
        is_running: Whether the record is that of seat 0 in the middle of the game.
        is_appended: Whether it only adds events after the last one, which no receipt contradicts.
        is_logged: Whether the header has proofs of the log of games, and the log's key is given.
        is_botted: Whether the record is that of a game with a bot, and bots are asked again, too.
    """

    name: str
    does: str
    level: LevelName
    codes: tuple[str, ...]
    forge: Forge
    is_chained: bool
    is_vouched: bool
    is_running: bool
    is_appended: bool
    is_logged: bool
    is_botted: bool


FORGERIES: dict[str, Forgery] = {}


def forgery(
    does: str,
    level: LevelName,
    *codes: str,
    chained: bool = False,
    vouched: bool = False,
    running: bool = False,
    appended: bool = False,
    logged: bool = False,
    botted: bool = False,
) -> Callable[[Forge], Forge]:
    def note(forge: Forge) -> Forge:
        name = forge.__name__.replace("_", " ").strip()
        FORGERIES[name] = Forgery(name, does, level, codes, forge, chained, vouched, running, appended, logged, botted)
        return forge

    return note


class Forged(NamedTuple):
    """A forged record, the receipts and keys given with it, and the line on which the forgery must be found."""

    record: bytes
    receipts: list[str]
    keys: dict[str, Any]
    line: int | None
    is_logged: bool = False
    checkpoint: str | None = None
    is_botted: bool = False

    def verify(self) -> Report:
        return verify(
            self.record,
            levels=LEVELS if self.is_botted else USUAL_LEVELS,
            receipts=self.receipts,
            keys=PublicKeys(self.keys),
            checkpoint=self.checkpoint,
            log_keys=[Key().verifier] if self.is_logged else [],
        )


@cache
def forge(name: str, title: str) -> Forged:
    one = FORGERIES[name]
    source = good(title)
    whole = source.botted if one.is_botted else source.record
    draft = Draft(source, lines_of(source.running if one.is_running else whole))
    if one.is_vouched:
        draft.receipts = list(source.receipts)
    if one.is_logged:
        draft.header["log"] = log_of(draft.lines)
    if one.is_chained:
        draft.header["receipt"] = None
    line = one.forge(draft)
    made = draft.raw or (rechained(draft.lines) if one.is_chained else to_record(draft.lines))
    return Forged(made, draft.receipts, draft.keys, line, one.is_logged, draft.checkpoint, one.is_botted)


# -- the clumsy forger: a value is changed, its hash is not ------------------------------------------


def changes(key: str, value: Any) -> Forge:
    """Puts another value into an action's event."""

    def change(draft: Draft) -> int:
        number = draft.where("ActionTaken", 2)
        draft.lines[number][key] = value
        return number + 1

    change.__name__ = f"{key}_changed"
    return change


for _key, _value in {
    "at": "2026-01-01T23:59:59.000000Z",
    "by": "clock",
    "game": str(OTHER_GAME),
    "hash": "0" * 64,
    "prev": "0" * 64,
    "opens": [{"n": 1, "i": 0, "salt": "0" * 32, "content": None}],
    "sealed": [{"for": ["arbiter"], "digest": "0" * 64}],
    "type": "Rumour",
}.items():
    forgery(f"`{_key}` of one event is changed", "chain", "chain/hash")(changes(_key, _value))


@forgery("a digit of a state digest is changed", "chain", "chain/hash")
def state_digest_changed(draft: Draft) -> int:
    data = draft.of("ActionTaken", 1)["data"]
    data["state"] = ("0" if data["state"][0] != "0" else "1") + data["state"][1:]
    return draft.line("ActionTaken", 1)


@forgery("a fact is changed", "chain", "chain/hash")
def fact_changed(draft: Draft) -> int:
    line, event = draft.with_fact()
    event["data"]["facts"][0]["type"] = "nothing_happened"
    return line


@forgery("a player's nonce is changed", "chain", "chain/hash")
def nonce_changed(draft: Draft) -> int:
    draft.of("NonceRevealed")["data"]["nonce"] = "an unlucky nonce"
    return draft.line("NonceRevealed")


@forgery("the commitment to the seed is changed", "chain", "chain/hash")
def commitment_changed(draft: Draft) -> int:
    draft.of("GameCreated")["data"]["commitment"] = "0" * 64
    return 2


@forgery("the options are changed", "chain", "chain/hash")
def option_changed(draft: Draft) -> int:
    draft.of("GameCreated")["data"]["options"]["cheat"] = True
    return 2


@forgery("one bit of the file is flipped", "chain", "chain/hash", "chain/shape", "chain/unreadable")
def bit_flipped(draft: Draft) -> int:
    number = draft.line("ActionTaken", 3)
    return draft.bytes_of(lambda line: line[:30] + bytes([line[30] ^ 1]) + line[31:], number)


# -- the clumsy forger: the order of events ------------------------------------------------------------


@forgery("an event is left out", "chain", "chain/gap")
def event_dropped(draft: Draft) -> int:
    line = draft.line("ActionTaken", 2)
    del draft.lines[line - 1]
    return line


@forgery("an event is repeated", "chain", "chain/order")
def event_duplicated(draft: Draft) -> int:
    line = draft.line("ActionTaken", 2)
    draft.lines.insert(line, copy.deepcopy(draft.lines[line - 1]))
    return line + 1


@forgery("an event with the same number is inserted", "chain", "chain/hash")
def event_inserted(draft: Draft) -> int:
    line = draft.line("ActionTaken", 2)
    new = copy.deepcopy(draft.lines[line - 1])
    new["data"]["seat"] = 77
    draft.lines.insert(line - 1, new)
    return line


@forgery("two events are swapped", "chain", "chain/gap")
def events_swapped(draft: Draft) -> int:
    line = draft.line("ActionTaken", 2)
    draft.lines[line - 1], draft.lines[line] = draft.lines[line], draft.lines[line - 1]
    return line


@forgery("the last events are cut off", "chain", "chain/head")
def tail_cut_off(draft: Draft) -> int:
    del draft.lines[-5:]
    return len(draft.lines) + 1


@forgery("the file is cut off in the middle of a line", "chain", "chain/unreadable")
def file_truncated(draft: Draft) -> int:
    draft.raw = draft.good.record[:-100]
    return len(draft.raw.splitlines())


@forgery("the end is taken from another game", "chain", "chain/prev")
def tail_of_another_game(draft: Draft) -> int:
    line = draft.line("ActionTaken", 2)
    draft.lines[line - 1 :] = lines_of(draft.good.tail)[line - 1 :]
    return line


@forgery("an empty line is inserted", "chain", "chain/unreadable")
def empty_line_inserted(draft: Draft) -> int:
    line = draft.line("ActionTaken", 2)
    draft.bytes_of(lambda one: b"\n" + one, line)
    return line


# -- what is no record ---------------------------------------------------------------------------------


@forgery("a number gets a fraction", "chain", "chain/unreadable")
def float_for_an_integer(draft: Draft) -> int:
    return draft.bytes_of(lambda line: line.replace(b'"n":3', b'"n":3.0'), 4)


@forgery("a number gets an exponent", "chain", "chain/unreadable")
def exponent_for_an_integer(draft: Draft) -> int:
    return draft.bytes_of(lambda line: line.replace(b'"n":3', b'"n":3e0'), 4)


@forgery("a number is beyond 2^53-1", "chain", "chain/unreadable")
def integer_too_large(draft: Draft) -> int:
    return draft.bytes_of(lambda line: line.replace(b'"n":3', b'"n":9007199254740992'), 4)


@forgery("a key is named twice", "chain", "chain/unreadable")
def key_doubled(draft: Draft) -> int:
    return draft.bytes_of(lambda line: line.replace(b'"n":3', b'"n":4,"n":3'), 4)


@forgery("a byte is not UTF-8", "chain", "chain/unreadable")
def byte_that_is_no_text(draft: Draft) -> int:
    return draft.bytes_of(lambda line: line.replace(b'"by":"', b'"by":"\xff'), 4)


@forgery("a line is an array", "chain", "chain/unreadable")
def array_for_an_event(draft: Draft) -> int:
    return draft.bytes_of(lambda line: b"[" + line.rstrip() + b"]\n", 4)


@forgery("an event has a key that the format does not know", "chain", "chain/shape")
def extra_key(draft: Draft) -> int:
    draft.lines[3]["comment"] = "trust me"
    return 4


@forgery("an event lacks a key", "chain", "chain/shape")
def missing_key(draft: Draft) -> int:
    del draft.lines[3]["opens"]
    return 4


@forgery("a hash is written in capitals", "chain", "chain/shape")
def hash_in_capitals(draft: Draft) -> int:
    draft.lines[3]["hash"] = "A" + draft.lines[3]["hash"][1:].upper()
    return 4


# -- the header ------------------------------------------------------------------------------------------


@forgery("the header names another head", "chain", "chain/head")
def head_changed(draft: Draft) -> int:
    draft.header["head"]["hash"] = "0" * 64
    return 1


@forgery("the header promises more events", "chain", "chain/head")
def head_further_on(draft: Draft) -> int:
    draft.header["head"]["n"] += 1
    return len(draft.lines) + 1


@forgery("the header has another format number", "chain", "chain/header")
def format_changed(draft: Draft) -> int:
    draft.header["format"] = "delvebook-record/2"
    return 1


@forgery("the header has a further key", "chain", "chain/header")
def extra_key_in_the_header(draft: Draft) -> int:
    draft.header["verified"] = True
    return 1


@forgery("the header names another game", "chain", "chain/game")
def header_of_another_game(draft: Draft) -> int:
    draft.header["game"] = str(OTHER_GAME)
    return 2


@forgery("the header names another version of the ruleset", "chain", "chain/header")
def header_of_another_ruleset(draft: Draft) -> int:
    draft.header["ruleset"] = draft.header["ruleset"].replace("@1", "@2")
    return 2


@forgery("the header names other content data", "chain", "chain/header")
def header_of_other_content(draft: Draft) -> int:
    draft.header["content"] = "0" * 64
    return 2


@forgery("the header says that it is an arbiter's record", "chain", "chain/closed", running=True)
def viewer_changed(draft: Draft) -> int:
    draft.header["viewer"] = "arbiter"
    return next(
        number
        for number, line in enumerate(draft.lines, 1)
        if any("salt" not in envelope for envelope in line.get("sealed", []))
    )


@forgery("the header's viewer is a seat that the game does not have", "chain", "chain/viewer")
def viewer_nobody_is(draft: Draft) -> int:
    draft.header["viewer"] = "seat:42"
    return 2


# -- envelopes ---------------------------------------------------------------------------------------------


@forgery("the content of an envelope is changed", "chain", "chain/envelope")
def envelope_content_changed(draft: Draft) -> int:
    line, event = draft.with_envelope()
    event["sealed"][0]["content"] = {"item": "an ace"}
    return line


@forgery("an envelope has another salt", "chain", "chain/envelope")
def wrong_salt(draft: Draft) -> int:
    line, event = draft.with_envelope()
    event["sealed"][0]["salt"] = "0" * 32
    return line


@forgery("an envelope is sealed again with another salt", "chain", "chain/hash")
def envelope_resalted(draft: Draft) -> int:
    line, event = draft.with_envelope()
    envelope = event["sealed"][0]
    envelope["salt"] = "0" * 32
    envelope["digest"] = envelope_digest(envelope["salt"], envelope["content"])
    return line


@forgery("an envelope is for another seat", "chain", "chain/hash")
def audience_changed(draft: Draft) -> int:
    line, event = draft.with_envelope()
    event["sealed"][0]["for"] = ["seat:0"] if event["sealed"][0]["for"] == ["arbiter"] else ["arbiter"]
    return line


@forgery("an envelope that must be open is closed", "chain", "chain/closed")
def envelope_closed(draft: Draft) -> int:
    line, event = draft.with_envelope()
    del event["sealed"][0]["salt"], event["sealed"][0]["content"]
    return line


@forgery(
    "a card that is turned up is not the one that was sealed; every hash recomputed",
    "chain",
    "chain/opening",
    chained=True,
)
def opening_of_something_else(draft: Draft) -> int:
    line, event = draft.with_opening()
    event["opens"][0]["content"] = {"item": "an ace"}
    return line


@forgery("an opening points to another envelope; every hash recomputed", "chain", "chain/opening", chained=True)
def opening_of_another_envelope(draft: Draft) -> int:
    line, event = draft.with_opening()
    event["opens"][0]["i"] += 1
    return line


@forgery(
    "an opening points to an envelope that does not exist; every hash recomputed",
    "chain",
    "chain/opening",
    chained=True,
)
def opening_of_no_envelope(draft: Draft) -> int:
    line, event = draft.with_opening()
    event["opens"][0]["i"] = 999
    return line


@forgery(
    "an envelope is for a seat that the game does not have; every hash recomputed",
    "chain",
    "chain/audience",
    chained=True,
)
def audience_nobody_is(draft: Draft) -> int:
    line, event = draft.with_envelope()
    event["sealed"][0]["for"] = ["seat:42"]
    return line


# -- the careful forger, where the chain still tells ---------------------------------------------------------


@forgery("an event is dated before the one before it; every hash recomputed", "chain", "chain/at", chained=True)
def time_moved_backwards(draft: Draft) -> int:
    draft.of("ActionTaken", 2)["at"] = at(0)
    return draft.line("ActionTaken", 2)


@forgery("one event is of another game; every hash recomputed", "chain", "chain/game", chained=True)
def game_of_one_event_changed(draft: Draft) -> int:
    draft.of("ActionTaken", 2)["game"] = str(OTHER_GAME)
    return draft.line("ActionTaken", 2)


@forgery("the numbers skip one; every hash recomputed", "chain", "chain/gap", chained=True)
def number_skipped(draft: Draft) -> int:
    line = draft.line("ActionTaken", 2)
    for event in draft.lines[line - 1 :]:
        event["n"] += 1
    return line


@forgery("the game is created twice; every hash recomputed", "chain", "chain/type", chained=True)
def created_twice(draft: Draft) -> int:
    draft.lines[2] = {**copy.deepcopy(draft.lines[1]), "n": 2, "at": draft.lines[2]["at"]}
    return 3


@forgery(
    "the revealed seed is not the one committed to; every hash recomputed", "chain", "chain/commitment", chained=True
)
def seed_swapped(draft: Draft) -> int:
    draft.of("SeedRevealed")["data"]["seed"] = "0" * 64
    return draft.line("SeedRevealed")


@forgery("the event that reveals the seed is left out; every hash recomputed", "chain", "chain/seed", chained=True)
def seed_withheld(draft: Draft) -> int:
    del draft.lines[draft.where("SeedRevealed")]
    return draft.line("GameFinished")


@forgery(
    "the seed is cut off a finished game, and the header says that it is an arbiter's record; every hash recomputed",
    "chain",
    "chain/seed",
    chained=True,
)
def seed_withheld_from_an_arbiter(draft: Draft) -> int:
    draft.header["viewer"] = "arbiter"
    return seed_withheld(draft)


@forgery(
    "the seed is cut off a finished game, and its record closed as for a spectator; every hash recomputed",
    "chain",
    "chain/seed",
    chained=True,
)
def seed_withheld_from_a_spectator(draft: Draft) -> int:
    draft.header["viewer"] = "spectator"
    draft.close()
    return seed_withheld(draft)


@forgery(
    "the seed is cut off a finished game, and a seat's record shows only that seat's envelopes; every hash recomputed",
    "chain",
    "chain/seed",
    chained=True,
)
def seed_withheld_from_a_seat(draft: Draft) -> int:
    draft.header["viewer"] = "seat:0"
    draft.close(but="seat:0")
    return seed_withheld(draft)


@forgery("the header of a running game's record says that it is public", "chain", "chain/viewer", running=True)
def public_before_the_end(draft: Draft) -> int:
    # The game has no SeedRevealed, so its envelopes were opened with a seed from elsewhere.
    draft.lines = [copy.deepcopy(line) for line in lines_of(draft.good.record)[: len(draft.lines)]]
    draft.header.update(head={key: draft.lines[-1][key] for key in ("n", "hash")}, receipt=None)
    return 1


@forgery(
    "another event comes between the end of the game and its seed; every hash recomputed",
    "chain",
    "chain/seed",
    chained=True,
)
def seed_delayed(draft: Draft) -> int:
    line = draft.line("SeedRevealed")
    claim = {"seat": 0, "event": 3, "claim": "wait", "receipts": [], "record": None}
    draft.add("DisputeOpened", claim, by="player:p0", before=line)
    return line


@forgery("the seed is revealed twice; every hash recomputed", "chain", "chain/seed", chained=True)
def seed_revealed_twice(draft: Draft) -> int:
    draft.add("SeedRevealed", dict(draft.of("SeedRevealed")["data"]), by="service")
    return len(draft.lines)


@forgery(
    "a game is cut in the middle and broken off, and its seed kept back; every hash recomputed",
    "chain",
    "chain/seed",
    chained=True,
    running=True,
)
def cut_and_aborted_without_the_seed(draft: Draft) -> int:
    draft.add("GameAborted", {"reason": "a fire"}, by="arbiter:zz")
    return len(draft.lines)


# -- the careful forger: after the end -------------------------------------------------------------------------


@forgery("an action is taken after the end; every hash recomputed", "chain", "chain/after_end", chained=True)
def action_after_the_end(draft: Draft) -> int:
    last = draft.of("ActionTaken", -1)
    draft.add("ActionTaken", copy.deepcopy(last["data"]), by=last["by"])
    return len(draft.lines)


@forgery("a seat is replaced after the end; every hash recomputed", "chain", "chain/after_end", chained=True)
def seat_replaced_after_the_end(draft: Draft) -> int:
    data = {"seat": 0, "player": "p0", "bot": "random", "reason": "deadline"}
    draft.add("SeatReplaced", data, by="clock")
    return len(draft.lines)


@forgery("a finished game is broken off; every hash recomputed", "chain", "chain/after_end", chained=True)
def aborted_after_the_end(draft: Draft) -> int:
    draft.add("GameAborted", {"reason": "p0 must not win"}, by="arbiter:zz")
    return len(draft.lines)


@forgery("a finished game ends once more; every hash recomputed", "chain", "chain/after_end", chained=True)
def finished_twice(draft: Draft) -> int:
    draft.add("GameFinished", copy.deepcopy(draft.of("GameFinished")["data"]), by="service")
    return len(draft.lines)


# -- the careful forger: who made an event, and what it holds --------------------------------------------------


def names(by: str) -> Forge:
    """Names another maker of an action."""

    def change(draft: Draft) -> int:
        event = draft.of("ActionTaken", 2)
        event["by"] = by if by != "seat" else f"seat:{event['data']['seat'] + 1}"
        return draft.line("ActionTaken", 2)

    change.__name__ = f"action_by_{'another_seat' if by == 'seat' else by.partition(':')[0]}"
    return change


for _maker, _words in {
    "clock": "the clock",
    "service": "the service",
    "arbiter:zz": "an arbiter",
    "player:zz": "a player",
    "seat": "another seat",
}.items():
    _does = f"{_words} is named as the one who acts; every hash recomputed"
    forgery(_does, "chain", "chain/by", chained=True)(names(_maker))


@forgery("a player is named as the one who ends the game; every hash recomputed", "chain", "chain/by", chained=True)
def end_by_a_player(draft: Draft) -> int:
    draft.of("GameFinished")["by"] = "player:p0"
    return draft.line("GameFinished")


@forgery("the clock is named as the one who starts the game; every hash recomputed", "chain", "chain/by", chained=True)
def start_by_the_clock(draft: Draft) -> int:
    draft.of("GameStarted")["by"] = "clock"
    return draft.line("GameStarted")


@forgery(
    "a seat is taken for somebody by another player; every hash recomputed", "replay", "replay/event", chained=True
)
def seat_taken_for_another(draft: Draft) -> int:
    draft.of("SeatTaken")["by"] = "player:zz"
    return draft.line("SeatTaken")


@forgery(
    "a member that is not declared is added to the first event; every hash recomputed",
    "chain",
    "chain/member",
    chained=True,
)
def free_member(draft: Draft) -> int:
    draft.of("GameCreated")["data"]["endorsed_by"] = "the federation"
    return 2


@forgery(
    "a member that is not declared is added to an action; every hash recomputed", "chain", "chain/member", chained=True
)
def free_member_of_an_action(draft: Draft) -> int:
    draft.of("ActionTaken", 2)["data"]["comment"] = "brilliant"
    return draft.line("ActionTaken", 2)


@forgery(
    "a member that is not declared is added to the event that reveals the seed; every hash recomputed",
    "chain",
    "chain/member",
    chained=True,
)
def free_member_of_the_seed(draft: Draft) -> int:
    draft.of("SeedRevealed")["data"]["checked"] = True
    return draft.line("SeedRevealed")


# -- receipts ------------------------------------------------------------------------------------------------


def changed_receipt(receipt: str, **said: Any) -> str:
    """The receipt with other words under the old signature."""
    header, payload, signature = receipt.split(".")
    plain = json.loads(decoded(payload)) | said
    return f"{header}.{encoded(jcs(plain))}.{signature}"


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(part: str) -> bytes:
    from base64 import urlsafe_b64decode  # noqa: PLC0415

    return urlsafe_b64decode(part + "=" * (-len(part) % 4))


@forgery("a receipt is signed with a key that is not the service's", "receipts", "receipts/unknown_key", vouched=True)
def receipt_of_a_strangers_key(draft: Draft) -> None:
    draft.receipts[0] = receipt_for(draft.lines[3], by="stranger")


@forgery("a receipt signed with another key names the service's key", "receipts", "receipts/signature", vouched=True)
def receipt_under_a_borrowed_name(draft: Draft) -> None:
    header = receipt_for(draft.lines[3]).split(".")[0]
    draft.receipts[0] = ".".join([header, *receipt_for(draft.lines[3], by="stranger").split(".")[1:]])


@forgery("the text of a receipt is changed", "receipts", "receipts/signature", vouched=True)
def receipt_altered(draft: Draft) -> None:
    draft.receipts[0] = changed_receipt(draft.receipts[0], n=4)


@forgery("the signatures of two receipts are swapped", "receipts", "receipts/signature", vouched=True)
def signatures_swapped(draft: Draft) -> None:
    first, second = draft.receipts[:2]
    draft.receipts[0] = first.rpartition(".")[0] + "." + second.rpartition(".")[2]


@forgery("a receipt asks not to be checked (`alg: none`)", "receipts", "receipts/algorithm", vouched=True)
def receipt_without_signature(draft: Draft) -> None:
    draft.receipts[0] = ".".join([encoded(b'{"alg":"none"}'), *draft.receipts[0].split(".")[1:]])


@forgery("a receipt is not a JWS", "receipts", "receipts/not_a_jws", vouched=True)
def receipt_that_is_none(draft: Draft) -> None:
    draft.receipts[0] = "the service said so"


@forgery("a receipt of another game is shown", "receipts", "receipts/game", vouched=True)
def receipt_of_another_game(draft: Draft) -> None:
    draft.receipts[0] = receipt_for(lines_of(draft.good.tail)[3])


@forgery("the header's receipt is for an earlier event", "receipts", "receipts/head")
def header_receipt_swapped(draft: Draft) -> int:
    draft.header["receipt"] = draft.good.receipts[0]
    return 1


@forgery("the header's receipt is altered", "receipts", "receipts/signature")
def header_receipt_altered(draft: Draft) -> int:
    draft.header["receipt"] = changed_receipt(draft.header["receipt"], sub="somebody else")
    return 1


@forgery(
    "the record ends before the event of a receipt; head and every hash recomputed",
    "receipts",
    "receipts/beyond_head",
    chained=True,
    running=True,
)
def record_shortened(draft: Draft) -> int:
    draft.receipts = [receipt_for(draft.lines[-1])]
    del draft.lines[-2:]
    return len(draft.lines)


@forgery(
    "a signed refusal is for a later event than the last; head and every hash recomputed",
    "receipts",
    "receipts/beyond_head",
    chained=True,
    running=True,
)
def refusal_beyond_the_end(draft: Draft) -> int:
    draft.receipts = [refusal_for(draft.lines[1], n=draft.lines[-1]["n"])]
    del draft.lines[-1]
    return len(draft.lines)


@forgery(
    "the time of an event is changed, and the order kept; every hash recomputed",
    "receipts",
    "receipts/hash",
    chained=True,
    vouched=True,
)
def time_changed_in_order(draft: Draft) -> int:
    draft.lines[2]["at"] = draft.lines[2]["at"].replace("000000Z", "000001Z")
    return 4


@forgery(
    "another account is named as the creator; every hash recomputed",
    "receipts",
    "receipts/hash",
    chained=True,
    vouched=True,
)
def creator_changed(draft: Draft) -> int:
    draft.lines[1]["by"] = "player:somebody-else"
    return 4


# -- the log of games ---------------------------------------------------------------------------------------------


def log_of(
    lines: list[dict[str, Any]], *, doubled: bool = False, signed_by: Key | None = None, after: bytes = b"a later game"
) -> dict[str, Any]:
    """The header's `log`, of a log that has other games before this one and one after it."""
    header, *events = lines
    game = hidden_id(header["game"])
    ours = [LogEntry(game, one["n"], one["hash"], WHAT[one["type"]]) for one in events if one["type"] in WHAT]
    ours += ours[-1:] if doubled else []
    found = [*entries(5), *(one.to_bytes() for one in ours), after]
    tree = nodes([leaf_hash(one) for one in found])
    proved = tuple(Proved(5 + i, one, tuple(inclusion_path(5 + i, len(found), tree))) for i, one in enumerate(ours))
    return Inclusion(checkpoint_over(found, signed_by or Key()), proved).to_plain()


def logged(draft: Draft, index: int = 0) -> dict[str, Any]:
    """One of the header's entries in the log."""
    entry: dict[str, Any] = draft.header["log"]["entries"][index]
    return entry


@forgery("the header's proofs of the log have a member that the format does not know", "chain", "chain/header")
def log_malformed(draft: Draft) -> int:
    draft.header["log"] = {**log_of(draft.lines), "trust": "me"}
    return 1


@forgery(
    "a fact is changed after the game was logged; every hash recomputed", "log", "log/hash", chained=True, logged=True
)
def history_changed_after_it_was_logged(draft: Draft) -> int:
    _, event = draft.with_fact(0)
    event["data"]["facts"][0]["seat"] = 9
    return draft.line("GameFinished")


@forgery(
    "another commitment to another seed, after the game was logged; every hash recomputed",
    "log",
    "log/hash",
    chained=True,
    logged=True,
)
def seed_exchanged_after_it_was_logged(draft: Draft) -> int:
    draft.of("SeedRevealed")["data"]["seed"] = "00" * 32
    draft.of("GameCreated")["data"]["commitment"] = commitment(bytes(32))
    return 2


@forgery(
    "a game that was logged as finished is cut and broken off; every hash recomputed",
    "log",
    "log/what",
    "log/beyond_head",
    chained=True,
    logged=True,
)
def end_exchanged_after_it_was_logged(draft: Draft) -> int:
    seed = dict(draft.of("SeedRevealed")["data"])
    del draft.lines[draft.where("ActionTaken", 2) :]
    draft.add("GameAborted", {"reason": "a fire"}, by="arbiter:zz")
    draft.add("SeedRevealed", seed, by="service")
    return len(draft.lines)


@forgery("an entry is proved for another event than the log has", "log", "log/proof", logged=True)
def entry_of_another_event(draft: Draft) -> int:
    logged(draft)["n"] = 2
    return 1


@forgery("an entry has another hash than the log has", "log", "log/proof", logged=True)
def entry_with_another_hash(draft: Draft) -> int:
    logged(draft, -1)["hash"] = "0" * 64
    return 1


@forgery("an entry is called otherwise than in the log", "log", "log/proof", logged=True)
def entry_called_otherwise(draft: Draft) -> int:
    logged(draft, -1)["what"] = "aborted"
    return 1


@forgery("an entry is proved at another place of the log", "log", "log/proof", logged=True)
def entry_at_another_place(draft: Draft) -> int:
    logged(draft)["index"] += 1
    return 1


@forgery("an entry is proved beyond the end of the log", "log", "log/proof", logged=True)
def entry_beyond_the_end(draft: Draft) -> int:
    logged(draft)["index"] = 10_000
    return 1


@forgery("a hash of a proof is changed", "log", "log/proof", logged=True)
def proof_changed(draft: Draft) -> int:
    logged(draft)["path"][1] = "0" * 64
    return 1


@forgery("a proof is cut short", "log", "log/proof", logged=True)
def proof_cut(draft: Draft) -> int:
    logged(draft)["path"].pop()
    return 1


@forgery("a proof is longer than it can be", "log", "log/proof", logged=True)
def proof_extended(draft: Draft) -> int:
    logged(draft)["path"].append("0" * 64)
    return 1


@forgery("the proofs of two entries are swapped", "log", "log/proof", logged=True)
def proofs_swapped(draft: Draft) -> int:
    one, other = logged(draft), logged(draft, 1)
    one["path"], other["path"] = other["path"], one["path"]
    return 1


@forgery("the proofs are those of another game", "log", "log/proof", logged=True)
def proofs_of_another_game(draft: Draft) -> int:
    draft.header["log"] = log_of([{**draft.header, "game": str(OTHER_GAME)}, *draft.lines[1:]])
    return 1


@forgery("an entry is shown twice", "log", "log/doubled", logged=True)
def entry_shown_twice(draft: Draft) -> int:
    draft.header["log"]["entries"].append(copy.deepcopy(logged(draft)))
    return 1


@forgery("the log has an event twice", "log", "log/doubled", logged=True)
def event_logged_twice(draft: Draft) -> int:
    draft.header["log"] = log_of(draft.lines, doubled=True)
    return 1


@forgery("the size in the checkpoint is changed", "log", "log/signature", logged=True)
def checkpoint_changed(draft: Draft) -> int:
    origin, size, rest = draft.header["log"]["checkpoint"].split("\n", 2)
    draft.header["log"]["checkpoint"] = f"{origin}\n{int(size) + 1}\n{rest}"
    return 1


@forgery("the checkpoint is cut off", "log", "log/malformed", logged=True)
def checkpoint_cut(draft: Draft) -> int:
    draft.header["log"]["checkpoint"] = draft.header["log"]["checkpoint"][:-20]
    return 1


@forgery("the checkpoint is signed with a key that is not the log's", "log", "log/unsigned", logged=True)
def checkpoint_of_a_strangers_key(draft: Draft) -> int:
    draft.header["log"] = log_of(draft.lines, signed_by=Key(number=2))
    return 1


@forgery(
    "the service shows this player another history than the others, of the same size",
    "log",
    "log/contradiction",
    logged=True,
)
def log_with_two_faces(draft: Draft) -> int:
    draft.checkpoint = log_of(draft.lines, after=b"the game that the others were shown")["checkpoint"]
    return 1


@forgery("the checkpoint that was given is one that nobody signed", "log", "log/unsigned", logged=True)
def given_checkpoint_of_a_stranger(draft: Draft) -> int:
    draft.checkpoint = log_of(draft.lines, signed_by=Key(number=2))["checkpoint"]
    return 1


@forgery(
    "the record ends before an event that the log has; head and every hash recomputed",
    "log",
    "log/beyond_head",
    chained=True,
    logged=True,
)
def record_shortened_after_it_was_logged(draft: Draft) -> int:
    del draft.lines[draft.where("GameFinished") - 2 :]
    draft.close(but="seat:0")
    draft.header["viewer"] = "seat:0"
    return len(draft.lines)


# -- the careful forger: the chain holds, and the game is played again ------------------------------------------


@forgery("a fact is changed; every hash recomputed", "replay", "replay/facts", chained=True)
def fact_forged(draft: Draft) -> int:
    line, event = draft.with_fact()
    event["data"]["facts"][0]["seat"] = 9
    return line


@forgery("a fact names another clause; every hash recomputed", "replay", "replay/facts", chained=True)
def clause_forged(draft: Draft) -> int:
    line, event = draft.with_fact()
    event["data"]["facts"][0]["clauses"] = ["XX-999"]
    return line


@forgery("a fact is left out; every hash recomputed", "replay", "replay/facts", chained=True)
def fact_left_out(draft: Draft) -> int:
    line, event = draft.with_fact()
    del event["data"]["facts"][0]
    return line


@forgery("the draws are changed; every hash recomputed", "replay", "replay/draws", chained=True)
def draw_forged(draft: Draft) -> int:
    draft.of("GameStarted")["data"]["draws"][0]["count"] += 1
    return draft.line("GameStarted")


@forgery("a state digest is changed; every hash recomputed", "replay", "replay/state", chained=True)
def state_forged(draft: Draft) -> int:
    draft.of("ActionTaken", 2)["data"]["state"] = "0" * 64
    return draft.line("ActionTaken", 2)


@forgery("the scores are changed; every hash recomputed", "replay", "replay/outcome", chained=True)
def outcome_forged(draft: Draft) -> int:
    draft.of("GameFinished")["data"]["outcome"]["scores"][0] = 1_000_000
    return draft.line("GameFinished")


@forgery(
    "the end of the game is left out, and the seed revealed; every hash recomputed",
    "chain",
    "chain/seed",
    chained=True,
)
def finish_left_out(draft: Draft) -> int:
    del draft.lines[draft.where("GameFinished")]
    draft.renumber()
    return draft.line("SeedRevealed")


@forgery("the game ends too early; every hash recomputed", "replay", "replay/outcome", chained=True)
def finished_early(draft: Draft) -> int:
    del draft.lines[draft.where("ActionTaken", 3) : draft.where("GameFinished")]
    draft.renumber()
    return draft.line("GameFinished")


@forgery(
    "a player's nonce and its commitment are changed; every hash recomputed",
    "replay",
    "replay/facts",
    "replay/envelope",
    "replay/draws",
    chained=True,
)
def nonce_forged(draft: Draft) -> int:
    draft.of("NonceRevealed")["data"]["nonce"] = "an unlucky nonce"
    taken = draft.of("SeatTaken")["data"]
    taken["nonce_commitment"] = nonce_commitment(
        game=draft.header["game"], player=taken["player"], nonce="an unlucky nonce"
    )
    return draft.line("GameStarted")


@forgery("a player's nonce is changed, and not its commitment", "chain", "chain/seating", chained=True)
def nonce_not_committed(draft: Draft) -> int:
    draft.of("NonceRevealed")["data"]["nonce"] = "an unlucky nonce"
    return draft.line("NonceRevealed")


@forgery("a commitment to a nonce is changed", "chain", "chain/seating", chained=True)
def commitment_to_nonce_changed(draft: Draft) -> int:
    draft.of("SeatTaken")["data"]["nonce_commitment"] = "0" * 64
    return draft.line("NonceRevealed")


@forgery("a nonce is never shown", "chain", "chain/seating", chained=True)
def nonce_not_shown(draft: Draft) -> int:
    del draft.lines[draft.where("NonceRevealed", -1)]
    draft.renumber()
    return draft.line("GameStarted")


@forgery("a nonce is shown after the start", "chain", "chain/seating", chained=True)
def nonce_shown_after_start(draft: Draft) -> int:
    shown = draft.lines.pop(draft.where("NonceRevealed", -1))
    draft.lines.insert(draft.where("GameStarted") + 1, shown)
    draft.renumber()
    return draft.line("GameStarted")


@forgery("a nonce is shown before the seats are closed", "chain", "chain/seating", chained=True)
def nonce_shown_early(draft: Draft) -> int:
    shown = draft.lines.pop(draft.where("NonceRevealed"))
    shown["at"] = draft.of("SeatsClosed")["at"]
    draft.lines.insert(draft.where("SeatsClosed"), shown)
    draft.renumber()
    return draft.line("NonceRevealed")


@forgery("a nonce is shown twice", "chain", "chain/seating", chained=True)
def nonce_shown_twice(draft: Draft) -> int:
    at = draft.where("NonceRevealed")
    draft.lines.insert(at + 1, copy.deepcopy(draft.lines[at]))
    draft.renumber()
    return at + 2


@forgery("a nonce is shown by somebody else", "chain", "chain/seating", chained=True)
def nonce_shown_by_another(draft: Draft) -> int:
    draft.of("NonceRevealed")["by"] = "player:zz"
    return draft.line("NonceRevealed")


@forgery("the seats are never closed", "chain", "chain/seating", chained=True)
def seats_never_closed(draft: Draft) -> int:
    del draft.lines[draft.where("SeatsClosed")]
    draft.renumber()
    return draft.line("NonceRevealed")


@forgery("the seats are closed twice", "chain", "chain/seating", chained=True)
def seats_closed_twice(draft: Draft) -> int:
    at = draft.where("SeatsClosed")
    draft.lines.insert(at + 1, copy.deepcopy(draft.lines[at]))
    draft.renumber()
    return at + 2


@forgery("a player commits anew after the seats are closed", "chain", "chain/seating", chained=True)
def committed_anew(draft: Draft) -> int:
    anew = copy.deepcopy(draft.of("SeatTaken"))
    anew["at"] = draft.of("SeatsClosed")["at"]
    draft.lines.insert(draft.where("SeatsClosed") + 1, anew)
    draft.renumber()
    return draft.line("SeatsClosed") + 1


@forgery("a player leaves after the seats are closed", "chain", "chain/seating", chained=True)
def left_after_closing(draft: Draft) -> int:
    left = copy.deepcopy(draft.of("SeatsClosed"))
    left |= {"type": "SeatLeft", "by": draft.of("SeatTaken")["by"], "data": {"seat": 0}}
    draft.lines.insert(draft.where("SeatsClosed") + 1, left)
    draft.renumber()
    return draft.line("SeatLeft")


@forgery("the deadline for nonces is taken away", "chain", "chain/seating", chained=True)
def no_deadline(draft: Draft) -> int:
    draft.of("SeatsClosed")["data"]["deadline"] = None
    return draft.line("SeatsClosed")


@forgery("the deadline for nonces is over as it is set", "chain", "chain/seating", chained=True)
def deadline_over(draft: Draft) -> int:
    draft.of("SeatsClosed")["data"]["deadline"] = "2025-12-31T00:00:00.000000Z"
    return draft.line("SeatsClosed")


@forgery("a seat is taken with a nonce in place of a commitment", "chain", "chain/shape", chained=True)
def nonce_in_place_of_commitment(draft: Draft) -> int:
    taken = draft.of("SeatTaken")["data"]
    del taken["nonce_commitment"]
    taken["nonce"] = "luck"
    return draft.line("SeatTaken")


@forgery("a seat is taken with a nonce and with a commitment", "chain", "chain/member", chained=True)
def both_nonce_and_commitment(draft: Draft) -> int:
    draft.of("SeatTaken")["data"]["nonce"] = "luck"
    return draft.line("SeatTaken")


def _withheld(draft: Draft, *, at: str, seats: list[int], kept: int) -> int:
    """Cuts the game before the start, with this many nonces shown, and lets the clock end it."""
    seat_count = draft.lines[1]["data"]["seats"]
    del draft.lines[draft.where("NonceRevealed") + min(kept, seat_count) :]
    draft.add("GameAborted", {"reason": "nonce_withheld", "seats": seats}, by="clock")
    draft.lines[-1]["at"] = at
    draft.header["viewer"] = "spectator"
    return len(draft.lines)


LATER = "2026-01-02T00:00:00.000000Z"


@forgery("the clock ends a game although every nonce is shown", "chain", "chain/seating", chained=True)
def withheld_by_nobody(draft: Draft) -> int:
    return _withheld(draft, at=LATER, seats=[0], kept=99)


@forgery("the clock ends a game for a nonce before the deadline", "chain", "chain/seating", chained=True)
def withheld_too_early(draft: Draft) -> int:
    seats = list(range(draft.lines[1]["data"]["seats"]))
    return _withheld(draft, at=draft.of("SeatsClosed")["at"], seats=seats, kept=0)


@forgery("the clock blames no seat for a nonce", "chain", "chain/seating", chained=True)
def withheld_by_none_named(draft: Draft) -> int:
    return _withheld(draft, at=LATER, seats=[], kept=0)


@forgery("a player's abort is made to look like a withheld nonce", "chain", "chain/seating", chained=True)
def withheld_in_a_players_name(draft: Draft) -> int:
    line = _withheld(draft, at=LATER, seats=[0], kept=0)
    draft.lines[-1]["by"] = "player:host"
    return line


@forgery(
    "seed and commitment are swapped together; every hash recomputed",
    "replay",
    "replay/facts",
    "replay/envelope",
    chained=True,
)
def seed_and_commitment_swapped(draft: Draft) -> int:
    draft.of("SeedRevealed")["data"]["seed"] = "00" * 32
    draft.of("GameCreated")["data"]["commitment"] = commitment(bytes(32))
    return draft.line("GameStarted")


@forgery(
    "an option is set that the ruleset does not have; every hash recomputed", "replay", "replay/options", chained=True
)
def option_forged(draft: Draft) -> int:
    draft.of("GameCreated")["data"]["options"]["cheat"] = True
    return 2


@forgery(
    "the ruleset's version is one that does not exist; every hash recomputed", "replay", "replay/ruleset", chained=True
)
def ruleset_version_forged(draft: Draft) -> int:
    forged = draft.header["ruleset"].replace("@1", "@999")
    draft.header["ruleset"] = draft.of("GameCreated")["data"]["ruleset"] = forged
    return 2


@forgery("the ruleset is one that does not exist; every hash recomputed", "replay", "replay/ruleset", chained=True)
def ruleset_forged(draft: Draft) -> int:
    draft.header["ruleset"] = draft.of("GameCreated")["data"]["ruleset"] = "poker@1"
    return 2


@forgery("the digest of the content data is changed; every hash recomputed", "replay", "replay/content", chained=True)
def content_forged(draft: Draft) -> int:
    draft.header["content"] = draft.of("GameCreated")["data"]["content"] = "0" * 64
    return 2


@forgery(
    "a seat that the game does not have is named as the actor; every hash recomputed", "chain", "chain/by", chained=True
)
def actor_forged(draft: Draft) -> int:
    draft.of("ActionTaken", 2)["by"] = "seat:9"
    return draft.line("ActionTaken", 2)


@forgery("a seat that the game does not have acts; every hash recomputed", "replay", "replay/seat", chained=True)
def seat_forged(draft: Draft) -> int:
    draft.of("ActionTaken", 2)["data"]["seat"] = 9
    draft.of("ActionTaken", 2)["by"] = "seat:9"
    return draft.line("ActionTaken", 2)


@forgery(
    "an action answers a decision that was open before; every hash recomputed", "replay", "replay/stale", chained=True
)
def decision_stale(draft: Draft) -> int:
    event = draft.of("ActionTaken", 3)
    event["data"]["decision"] = 1
    return draft.line("ActionTaken", 3)


@forgery(
    "the last action is repeated, and what follows renumbered; every hash recomputed",
    "replay",
    "replay/stale",
    "replay/not_owed",
    "replay/event",
    chained=True,
)
def action_repeated(draft: Draft) -> int:
    line = draft.line("ActionTaken", -1)
    draft.lines.insert(line, copy.deepcopy(draft.lines[line - 1]))
    draft.renumber()
    return line + 1


@forgery("the rules forbid the action; every hash recomputed", "replay", "replay/illegal", chained=True)
def action_illegal(draft: Draft) -> int:
    taken = [draft.action_of(line) for line in draft.lines if line.get("type") == "ActionTaken"]
    for number, line in enumerate(draft.lines, 1):
        if line.get("type") != "ActionTaken":
            continue
        legal = draft.good.legal[line["n"]]
        here = draft.action_of(line)
        for other in taken:
            if other not in legal and other["type"] == here["type"]:
                draft.put_action(number, copy.deepcopy(other))
                return number
    raise AssertionError("every action of the game was legal all the time")


@forgery(
    "the action is replaced by another legal one; every hash recomputed",
    "replay",
    "replay/action",
    "replay/facts",
    "replay/state",
    "replay/envelope",
    "replay/draws",
    "replay/opening",
    chained=True,
)
def action_exchanged(draft: Draft) -> int:
    for number, line in enumerate(draft.lines, 1):
        if line.get("type") == "ActionTaken" and len(draft.good.legal[line["n"]]) > 1:
            here = draft.action_of(line)
            other = next(one for one in draft.good.legal[line["n"]] if one != here and one["type"] == here["type"])
            draft.put_action(number, copy.deepcopy(other))
            return number
    raise AssertionError("there was never a choice")


@forgery(
    "the action is of a type that the ruleset does not have; every hash recomputed",
    "replay",
    "replay/malformed_action",
    chained=True,
)
def action_of_no_kind(draft: Draft) -> int:
    line = draft.line("ActionTaken", 2)
    draft.put_action(line, {"type": "win_at_once"})
    return line


@forgery(
    "two cards of the shuffled deck are swapped before they are sealed; every hash recomputed",
    "replay",
    "replay/envelope",
    chained=True,
)
def shuffle_exchanged(draft: Draft) -> int:
    number = draft.line("GameStarted")
    sealed = draft.lines[number - 1]["sealed"]
    by_zone: dict[str, list[int]] = {}
    for i, envelope in enumerate(sealed):
        if "item" in envelope["content"]:
            by_zone.setdefault(envelope["content"]["zone"], []).append(i)
    left, right = next(
        (zone[0], i)
        for zone in by_zone.values()
        for i in zone
        if sealed[i]["content"]["item"] != sealed[zone[0]]["content"]["item"]
    )
    one, other = sealed[left]["content"], sealed[right]["content"]
    one["item"], other["item"] = other["item"], one["item"]
    draft.reseal(number, left)
    draft.reseal(number, right)
    return number


@forgery(
    "an envelope is sealed with a salt that is not derived from the seed; every hash recomputed",
    "replay",
    "replay/envelope",
    chained=True,
)
def envelope_resalted_in_the_chain(draft: Draft) -> int:
    line, event = draft.with_envelope()
    event["sealed"][0]["salt"] = "0" * 32
    draft.reseal(line, 0)
    return line


@forgery("a hidden card is sealed for a seat; every hash recomputed", "replay", "replay/envelope", chained=True)
def audience_forged(draft: Draft) -> int:
    line, event = draft.with_envelope()
    event["sealed"][0]["for"] = ["seat:0"] if event["sealed"][0]["for"] == ["arbiter"] else ["arbiter"]
    return line


# -- the careful forger: time that was not over, and ends that nobody agreed to ----------------------------------


def cut(draft: Draft, *added: tuple[str, dict[str, Any], str], at: int = 2) -> int:
    """Cuts the game before an action, adds events, and aborts it. Returns the line of the first event added."""
    seed = dict(draft.of("SeedRevealed")["data"])
    line = draft.line("ActionTaken", at)
    del draft.lines[line - 1 :]
    for type_, data, by in added:
        draft.add(type_, data, by=by)
    if draft.lines[-1]["type"] not in ("GameAborted", "GameFinished"):
        draft.add("GameAborted", {"reason": "a fire"}, by="arbiter:zz")
    draft.add("SeedRevealed", seed, by="service")
    return line


@forgery(
    "a game is cut short, and a clock that it does not have gives a seat to a bot; every hash recomputed",
    "replay",
    "replay/clock",
    chained=True,
)
def seat_taken_by_no_clock(draft: Draft) -> int:
    return cut(draft, ("SeatReplaced", {"seat": 0, "player": "p0", "bot": "random@1", "reason": "deadline"}, "clock"))


@forgery(
    "a game is cut short, and a clock that it does not have decides for a seat; every hash recomputed",
    "replay",
    "replay/clock",
    chained=True,
)
def decided_by_no_clock(draft: Draft) -> int:
    action = draft.of("ActionTaken", 2)["data"]
    return cut(draft, ("TimeExpired", {"seat": action["seat"], "decision": action["decision"]}, "clock"))


@forgery(
    "a game is cut short, and a seat given up to a clock that it does not have; every hash recomputed",
    "replay",
    "replay/clock",
    chained=True,
)
def forfeited_to_no_clock(draft: Draft) -> int:
    return cut(draft, ("SeatResigned", {"seat": 0, "bot": "greedy@1", "reason": "deadline"}, "clock"))


@forgery(
    "a game is cut short, and an end proposed to others than all players; every hash recomputed",
    "replay",
    "replay/event",
    chained=True,
)
def end_proposed_past_the_others(draft: Draft) -> int:
    return cut(draft, ("EndProposed", {"seat": 0, "of": [0]}, "seat:0"))


@forgery(
    "a game is cut short, and a seat consents to an end that nobody proposed; every hash recomputed",
    "replay",
    "replay/leaving",
    chained=True,
)
def consent_to_nothing(draft: Draft) -> int:
    return cut(draft, ("EndAnswered", {"seat": 0, "proposed": 3, "agrees": True}, "seat:0"))


@forgery(
    "a game is cut short and broken off as agreed, though nobody was asked; every hash recomputed",
    "replay",
    "replay/leaving",
    chained=True,
)
def agreed_by_nobody(draft: Draft) -> int:
    return cut(draft, ("GameAborted", {"reason": "agreed"}, "service"))


@forgery(
    "a game is cut short: a seat resigns, and the outcome is not what follows; every hash recomputed",
    "replay",
    "replay/event",
    "replay/outcome",
    chained=True,
)
def resigned_to_win(draft: Draft) -> int:
    outcome = {**draft.of("GameFinished")["data"]["outcome"], "reason": "resigned", "winners": [0]}
    line = cut(
        draft,
        ("SeatResigned", {"seat": 0, "bot": None, "reason": "resigned"}, "seat:0"),
        ("GameFinished", {"outcome": outcome}, "service"),
    )
    # A seat that is alone ends the game by resigning; of three seats one does not.
    return line + (draft.of("GameCreated")["data"]["seats"] == 1)


# -- the careful forger: disputes that nobody had ---------------------------------------------------------------


def claim(draft: Draft, *, by: str = "player:p0") -> int:
    """Appends a claim. Returns its event number."""
    seat = 0 if by == "player:p0" else None
    data = {"seat": seat, "event": 3, "claim": "I was robbed", "receipts": [], "record": None}
    draft.add("DisputeOpened", data, by=by)
    return len(draft.lines) - 1


def attach(draft: Draft, finding: dict[str, Any]) -> int:
    """Appends a claim and a finding on it. Returns the finding's line."""
    dispute = claim(draft)
    draft.add("DisputeFindingAttached", {"dispute": dispute, "finding": finding}, by="service")
    return len(draft.lines)


def rule(draft: Draft, dispute: int) -> None:
    """Appends a ruling by an unknown arbiter."""
    data = {"dispute": dispute, "verdict": "upheld", "remedy": {"type": "annul"}, "reason": "because"}
    draft.add("DisputeRuled", data, by="arbiter:judge")


@forgery(
    "a finding that the game was not played by its rules is appended; every hash recomputed",
    "replay",
    "replay/finding",
    chained=True,
    appended=True,
)
def finding_invented(draft: Draft) -> int:
    return attach(draft, {"holds": False, "lies": "everywhere"})


@forgery(
    "a finding that names a wrong event where none is wrong is appended; every hash recomputed",
    "replay",
    "replay/finding",
    chained=True,
    appended=True,
)
def finding_of_a_wrong_event(draft: Draft) -> int:
    return attach(draft, {"holds": True, "first": {"n": 3, "clauses": []}})


@forgery(
    "a finding about other rules is appended; every hash recomputed",
    "replay",
    "replay/finding",
    chained=True,
    appended=True,
)
def finding_about_other_rules(draft: Draft) -> int:
    return attach(draft, {"holds": True, "ruleset": "poker@1"})


@forgery(
    "a finding about events after itself is appended; every hash recomputed",
    "replay",
    "replay/finding",
    chained=True,
    appended=True,
)
def finding_about_the_future(draft: Draft) -> int:
    return attach(draft, {"holds": True, "upto": 100_000})


@forgery(
    "a claim of somebody who never played is appended; every hash recomputed",
    "replay",
    "replay/dispute",
    chained=True,
    appended=True,
)
def claim_of_a_stranger(draft: Draft) -> int:
    claim(draft, by="player:zz")
    return len(draft.lines)


@forgery(
    "a ruling on a dispute that nobody opened is appended; every hash recomputed",
    "replay",
    "replay/dispute",
    chained=True,
    appended=True,
)
def ruling_on_nothing(draft: Draft) -> int:
    rule(draft, 3)
    return len(draft.lines)


@forgery(
    "a ruling is appended that a player made; every hash recomputed",
    "replay",
    "replay/dispute",
    chained=True,
    appended=True,
)
def ruling_by_a_player(draft: Draft) -> int:
    rule(draft, claim(draft))
    draft.lines[-1]["by"] = "arbiter:p0"
    return len(draft.lines)


# -- bots: the whole game is played anew with its seed, so only asking the bots again finds it ------------------------


def in_a_bots_name(draft: Draft, choose: Callable[[Game, int], dict[str, Any]]) -> int:
    """
    Puts the record of a game in its place in which `choose` played for the bot.

    Returns:
        The line of the first action that the bot named in the record would not have chosen.
    """
    found: list[int] = []

    def note(game: Game, seat: int) -> dict[str, Any]:
        action = choose(game, seat)
        if action != bot_choice(game, seat):
            found.append(game.stream.version + 1)
        return action

    (title,) = [one for one in TITLES if one == draft.header["ruleset"]]
    game, events, _ = play(title, with_bot=True, choose=note)
    draft.lines = lines_of(record_of(game, events, PUBLIC))
    return found[0] + 1


@forgery(
    "one move of a bot is replaced by another legal one, and the game goes on from there; every hash recomputed",
    "bots",
    "bots/choice",
    chained=True,
    botted=True,
)
def move_of_a_bot_replaced(draft: Draft) -> int:
    moves: list[int] = []

    def otherwise(game: Game, seat: int) -> dict[str, Any]:
        chosen = bot_choice(game, seat)
        others = [action for action in game.get_table().legal(seat) if action != chosen]
        moves.extend([game.stream.version] if others else [])
        return copy.deepcopy(others[0]) if others and len(moves) == 2 else chosen

    return in_a_bots_name(draft, otherwise)


@forgery(
    "a person plays, and is recorded as a bot; every hash recomputed", "bots", "bots/choice", chained=True, botted=True
)
def person_as_a_bot(draft: Draft) -> int:
    chance = Tape(seed_of("a person"))
    return in_a_bots_name(
        draft, lambda game, seat: copy.deepcopy(chance.choose(game.get_table().legal(seat), "a person's choice"))
    )


@forgery(
    "another program is recorded than the one that played; every hash recomputed",
    "bots",
    "bots/choice",
    chained=True,
    botted=True,
)
def program_of_a_bot_changed(draft: Draft) -> int:
    def random(game: Game, seat: int) -> dict[str, Any]:
        table = game.get_table()
        view = game.ruleset.view(table.state, seat_viewer(seat))
        return game.ruleset.parse_action(
            game.ruleset.bot("random@1")(view, table.legal(seat), chance=table.bot_chance(seat))
        )

    return in_a_bots_name(draft, random)


# -- what no level finds in the record alone: the report lists it as stated by the service -------------------------


class Unprovable(NamedTuple):
    """
    A kind of tampering that a record cannot show, because only the service knows the truth.

    Attributes:
        name: Its name.
        does: What is done; every hash is recomputed.
        what: The kind of statement under which the report lists it.
        forge: Does it; returns the number of the event that is listed, None if the statement is about many.
    """

    name: str
    does: str
    what: str
    forge: Callable[[Draft], int | None]


UNPROVABLE: dict[str, Unprovable] = {}


def unprovable(does: str, what: str) -> Callable[[Forge], Forge]:
    def note(forge: Forge) -> Forge:
        name = forge.__name__.replace("_", " ")
        UNPROVABLE[name] = Unprovable(name, does, what, forge)
        return forge

    return note


@cache
def forge_unprovable(name: str, title: str) -> tuple[bytes, int | None]:
    """The forged record, and the event whose statement the report must list."""
    draft = Draft(good(title), lines_of(good(title).botted))
    n = UNPROVABLE[name].forge(draft)
    return rechained(draft.lines), n


@unprovable("a bot is recorded as a person", "accounts")
def bot_as_a_person(draft: Draft) -> None:
    event = draft.of("SeatTaken", -1)
    event["data"].update(player="zz", bot=None)
    event["by"] = "player:zz"


@unprovable("the bot `greedy@1` is recorded as `random@1`; level `bots` finds it", "bot")
def greedy_as_random(draft: Draft) -> int:
    event = draft.of("SeatTaken", -1)
    event["data"]["bot"] = "random@1"
    return int(event["n"])


@unprovable("a game is cut in the middle and broken off by an arbiter, with its true seed", "abort")
def cut_and_aborted(draft: Draft) -> int:
    seed = dict(draft.of("SeedRevealed")["data"])
    middle = draft.where("ActionTaken", 2)
    del draft.lines[middle:]
    draft.add("GameAborted", {"reason": "a fire"}, by="arbiter:zz")
    draft.add("SeedRevealed", seed, by="service")
    return len(draft.lines) - 2


@unprovable("a ruling is appended, by an arbiter who does not exist", "ruling")
def ruling_invented(draft: Draft) -> int:
    rule(draft, claim_of_a_party(draft))
    return len(draft.lines) - 1


@unprovable("a claim is appended that nobody made", "claim")
def claim_invented(draft: Draft) -> int:
    return claim_of_a_party(draft)


@unprovable("a finding that could not examine the game is appended", "finding")
def finding_of_nothing(draft: Draft) -> int:
    dispute = claim_of_a_party(draft)
    finding = {"holds": None, "why_not": "the service was asleep"}
    draft.add("DisputeFindingAttached", {"dispute": dispute, "finding": finding}, by="service")
    return len(draft.lines) - 1


@unprovable("an appeal is appended that nobody made", "appeal")
def appeal_invented(draft: Draft) -> int:
    dispute = claim_of_a_party(draft)
    rule(draft, dispute)
    draft.add("DisputeAppealed", {"dispute": dispute, "reason": "no"}, by=draft.lines[dispute]["by"])
    return len(draft.lines) - 1


@unprovable("every event is dated a year later", "times")
def all_times_changed(draft: Draft) -> None:
    for event in draft.lines[1:]:
        event["at"] = event["at"].replace("2026-", "2027-")
        if (event["data"].get("deadline") or "").startswith("2026-"):
            event["data"]["deadline"] = event["data"]["deadline"].replace("2026-", "2027-")


def claim_of_a_party(draft: Draft) -> int:
    """Appends a claim of an account that sat in the game, or sits there now in the place of its bot."""
    if draft.of("SeatTaken")["data"]["player"] is None:
        bot_as_a_person(draft)
    party = draft.of("SeatTaken")["data"]["player"]
    dispute = claim(draft, by=f"player:{party}")
    draft.lines[-1]["data"]["seat"] = 0
    return dispute
