"""
The conformance kit, written from the table of forgeries: `make conformance`.

The records, the cases and the vectors in `docs/conformance/` are generated; its two programs and its page are not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tests.domain.test_vectors import CONTENT, EXPECTED, GAME, NONCE, NONCES, PLAYER, SEED, STATE, sealed_event
from tests.replays.forgeries.bases import base, dishonest_names, names
from tests.replays.forgeries.catalogue import FORGERIES, forge
from tests.replays.verifiers import KIT

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
    """The vectors of the record format, section 7, as `tests/domain/test_vectors.py` has them."""
    return {
        "seed": SEED.hex(),
        "commitment": EXPECTED["commitment"],
        "game": GAME,
        "nonces": NONCES,
        "tape_key": EXPECTED["tape_key"],
        "draws_0_to_9_below_6": EXPECTED["below_6"],
        "draws_0_to_9_below_52": EXPECTED["below_52"],
        "shuffle_of_A_to_J": EXPECTED["shuffle"],
        "salt_of_event_7_envelope_0": EXPECTED["salt"],
        "content": CONTENT,
        "digest": EXPECTED["digest"],
        "event": sealed_event(),
        "hash": EXPECTED["hash"],
        "state": STATE,
        "state_digest": EXPECTED["state"],
        "player": PLAYER,
        "nonce": NONCE,
        "nonce_commitment": EXPECTED["nonce_commitment"],
        "bot_draws_0_to_4_below_6_of_seat_1_decision_9": EXPECTED["bot_below_6"],
    }


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
