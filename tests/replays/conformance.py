"""
The conformance kit, written from the table of forgeries: `make conformance`.

The records, the cases and the vectors in `docs/conformance/` are generated; its two programs and its page are not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from delvebook.domain.canonical import commitment, event_hash, jcs, state_digest, state_key
from delvebook.domain.envelopes import envelope_digest, envelope_salt
from delvebook.domain.tape import Tape, bot_tape, nonce_commitment, tape_key
from tests.replays.forgeries.bases import base, dishonest_names, names
from tests.replays.forgeries.catalogue import FORGERIES, forge
from tests.replays.verifiers import KIT

GAME: Final = "00000000-0000-4000-8000-000000000001"
SEED: Final = bytes(range(32))
HOLDS: Final = {"chain": "holds"}


def cases() -> Iterator[dict[str, Any]]:
    """The cases: every honest record, and every forgery of one."""
    for name in names():
        yield {"name": "honest", "record": name, "edits": [], "chain": None, "expected": HOLDS}
    for one in FORGERIES.values():
        for case in one.cases:
            if case.base not in dishonest_names():
                line = forge(one.name, case.base).line
                fails = {"chain": "fails", "line": line}
                yield {
                    "name": one.name,
                    "does": one.does,
                    "section": one.section,
                    "record": case.base,
                    "edits": case.edits,
                    "chain": one.chain,
                    "expected": fails if one.level == "chain" else HOLDS,
                }


def vectors() -> dict[str, Any]:
    """The vectors of the record format, section 7."""
    nonces = ["alpha", "", "gamma"]
    content = {"action": {"card": "power-4", "type": "play_card"}}
    state = {"hands": [[1, 2], [3]], "phase": "play"}
    salt = envelope_salt(SEED, n=7, i=0)
    sealed = {"for": ["seat:2"], "digest": envelope_digest(salt, content)}
    event = {"game": GAME, "n": 7, "type": "ActionTaken", "at": "2026-01-02T03:04:05.000006Z", "by": "seat:2"}
    event |= {"data": {"seat": 2}, "sealed": [sealed], "opens": [], "prev": "0" * 64}
    key = tape_key(SEED, game=GAME, nonces=nonces)
    return {
        "seed": SEED.hex(),
        "commitment": commitment(SEED),
        "game": GAME,
        "nonces": nonces,
        "tape_key": key.hex(),
        "draws_0_to_9_below_6": draws(Tape(key), 10, 6),
        "draws_0_to_9_below_52": draws(Tape(key), 10, 52),
        "shuffle_of_A_to_J": "".join(Tape(key).shuffle("ABCDEFGHIJ", "letters")),
        "salt_of_event_7_envelope_0": salt,
        "content": content,
        "digest": sealed["digest"],
        "event": event,
        "hash": event_hash(event),
        "state": state,
        "state_digest": state_digest(state_key(SEED), jcs(state)),
        "player": "p-1",
        "nonce": "0123456789abcdef",
        "nonce_commitment": nonce_commitment(game=GAME, player="p-1", nonce="0123456789abcdef"),
        "bot_draws_0_to_4_below_6_of_seat_1_decision_9": draws(bot_tape(key, seat=1, decision=9), 5, 6),
    }


def draws(tape: Tape, count: int, below: int) -> list[int]:
    """The next draws of a tape."""
    return [tape.below(below, "a draw") for _ in range(count)]


def written() -> Mapping[str, bytes]:
    """The files of the kit that are generated, by their paths in it."""
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in cases())
    return {
        "cases.json": f"[\n{lines}\n]\n".encode(),
        "vectors.json": json.dumps(vectors(), ensure_ascii=False, indent=1).encode() + b"\n",
        **{f"records/{name}.jsonl": base(name) for name in names()},
    }


if __name__ == "__main__":
    (KIT / "records").mkdir(exist_ok=True)
    for path, content in written().items():
        (KIT / path).write_bytes(content)
