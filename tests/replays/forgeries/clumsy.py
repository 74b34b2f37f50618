"""The clumsy forger: a value, the order of events or the header is changed, and no hash is."""

from __future__ import annotations

import copy
from typing import Any

from tests.replays.forgeries.catalogue import forgery
from tests.replays.forgeries.draft import Draft, Forge
from tests.replays.forgeries.records import OTHER_GAME
from tests.replays.games import lines_of

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
