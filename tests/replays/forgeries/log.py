"""The log of games contradicts the record, or its proofs are changed."""

from __future__ import annotations

import copy
from typing import Any

from delvebook.domain.canonical import commitment
from tests.replays.forgeries.catalogue import forgery
from tests.replays.forgeries.draft import Draft
from tests.replays.forgeries.records import OTHER_GAME, log_of
from tests.replays.log.trees import Key


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
