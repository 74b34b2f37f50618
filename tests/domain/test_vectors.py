"""The vectors of the record format, number by number. Every implementation must agree with them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from delvebook.domain.canonical import commitment, event_hash, jcs, state_digest, state_key
from delvebook.domain.envelopes import envelope_digest, envelope_salt, seal
from delvebook.domain.tape import Tape, bot_tape, nonce_commitment, tape_key
from tests.house.files import ROOT

SEED = bytes.fromhex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
GAME = "00000000-0000-4000-8000-000000000001"
NONCES = ["alpha", "", "gamma"]
CONTENT = {"action": {"card": "power-4", "type": "play_card"}}
STATE = {"hands": [[1, 2], [3]], "phase": "play"}
PLAYER, NONCE = "p-1", "0123456789abcdef"

EXPECTED: dict[str, Any] = {
    "commitment": "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
    "tape_key": "bc483610a0fd406403cba91b5ce02e572afcb243ec7f7f03c4c69f5cc8e97ed4",
    "below_6": [0, 1, 1, 1, 0, 0, 0, 1, 2, 1],
    "below_52": [34, 17, 29, 3, 50, 10, 12, 45, 18, 41],
    "shuffle": "CDGIFJHBEA",
    "shuffle_draws": 9,
    "salt": "7d28dfe662708b6ea08734f730cf9590",
    "digest": "63dfe53a5d0fe2fcc93317a49de8cca14722e988040972d8acfce52e5b4ed6f2",
    "hash": "ac9936a3a7cae093f211561b11337642928af79171a8ac651e24b491cf12afe3",
    "nonce_commitment": "c673f5011664b26e631b7a002a6c8acb2cef29695ad6f56c64d30942e6a29d5d",
    "bot_below_6": [4, 3, 5, 1, 1],
    "state": "44430c1b0d5dd1fdc305bdb72598a93763118a1b564186060e556afaf3a3c96e",
}


def new_tape() -> Tape:
    return Tape(tape_key(SEED, game=GAME, nonces=NONCES))


def sealed_event() -> dict[str, Any]:
    """The event of the vector, as everybody may see it."""
    return {
        "game": GAME,
        "n": 7,
        "type": "ActionTaken",
        "at": "2026-01-02T03:04:05.000006Z",
        "by": "seat:2",
        "data": {"seat": 2},
        "sealed": [{"for": ["seat:2"], "digest": EXPECTED["digest"]}],
        "opens": [],
        "prev": "0" * 64,
    }


def computed() -> dict[str, Any]:
    """Every vector as this code has it."""
    six, fifty_two, shuffled = new_tape(), new_tape(), new_tape()
    salt = envelope_salt(SEED, n=7, i=0)
    bot = bot_tape(new_tape().key, seat=1, decision=9)
    return {
        "commitment": commitment(SEED),
        "tape_key": tape_key(SEED, game=GAME, nonces=NONCES).hex(),
        "below_6": [six.below(6, "die") for _ in range(10)],
        "below_52": [fifty_two.below(52, "card") for _ in range(10)],
        "shuffle": "".join(shuffled.shuffle("ABCDEFGHIJ", "letters")),
        "shuffle_draws": shuffled.position,
        "salt": salt,
        "digest": envelope_digest(salt, CONTENT),
        "hash": event_hash(sealed_event()),
        "nonce_commitment": nonce_commitment(game=GAME, player=PLAYER, nonce=NONCE),
        "bot_below_6": [bot.below(6, "die") for _ in range(5)],
        "state": state_digest(state_key(SEED), jcs(STATE)),
    }


@pytest.mark.parametrize("vector", EXPECTED)
def test_this_code_agrees_with_the_record_format(vector: str) -> None:
    assert computed()[vector] == EXPECTED[vector]


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_another_process_agrees_whatever_its_hash_seed(hash_seed: str) -> None:
    program = "import json; from tests.domain.test_vectors import computed; print(json.dumps(computed()))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
    )

    assert json.loads(done.stdout) == EXPECTED


def test_every_vector_stands_on_the_page_of_the_record_format() -> None:
    page = (ROOT / "docs" / "record-format.md").read_text(encoding="utf-8").partition("## 7. Vectors")[2]
    page = page.partition("\n## ")[0]
    for name, value in computed().items():
        written = " ".join(map(str, value)) if isinstance(value, list) else str(value)
        assert written in page, name


def test_sealing_gives_the_vector_s_envelope() -> None:
    envelope = seal(SEED, CONTENT, n=7, i=0, audience=("seat:2",))

    assert envelope == (("seat:2",), EXPECTED["digest"], EXPECTED["salt"], CONTENT)
