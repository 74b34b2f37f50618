"""Rows: strict topics, and every row readable by itself, plain, compressed or encrypted."""

from __future__ import annotations

import base64
import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any
from uuid import UUID

import orjson
import pytest
import zstandard
from eventsourcing.persistence import Cipher, Compressor, StoredEvent
from eventsourcing.utils import Environment
from hypothesis import given
from hypothesis import strategies as st

from delvebook.domain.aggregate import GameSnapshot
from delvebook.domain.events import EVENT_TYPES
from delvebook.domain.game_event import GameEvent
from delvebook.service.store import packing
from delvebook.service.store.cipher import KeyRingCipher
from delvebook.service.store.keys import new_cipher_key
from delvebook.service.store.mapper import GameMapper, OrjsonTranscoder, UnknownTopicError, UnreadableRowError
from delvebook.service.store.packing import COUNT_BYTES, DICTIONARIES, HASH_BYTES, RowCompressor, dictionaries
from tests.house.files import ROOT

GAME = UUID("00000000-0000-4000-8000-000000000001")
SAMPLES: list[tuple[str, str, int, dict[str, Any]]] = json.loads(
    (ROOT / "tests" / "domain" / "stored_events.json").read_text(encoding="utf-8")
)

ROW_OF_1 = (
    "AgAABGjlss+ieYZa91s0dOkwEh+5nwJR1rjUD2Vu0t/gLKflC+3xDIM7ezux74a6wuDItrPbuDRdUFpxj1f7N/NMMUvz/x+XjHx5VpNeBPLbCT"
    "O6IpMwjMF4fk9gdnKUp0zNrva+OZqGcXXov/vVHNGQF8y52w1XvOSEpZyE5IoTJjDJKLUv/WEBUwAFAwATAworKzgsycJYlmAxAoglBYWpMIH1"
    "sDA4cDSDdyt9d00fyB6I3g/yPvACE/zgCQQQ0VEYqfOnOinxzNT+JIIto/WTRqgfOjPpbYsGGKTDqYkE9ANyOLqSmDpr4J31SAI="
)


def stored_sample(number: int) -> GameEvent:
    """Returns one of the sample events."""
    type_, game, n, stored = SAMPLES[number]
    return EVENT_TYPES[type_].from_stored(UUID(game), n, dict(stored))


def cipher_of(*keys: str) -> KeyRingCipher:
    return KeyRingCipher(Environment(env={"CIPHER_KEY": " ".join(keys)}))


def mapper_of(*, compressor: Compressor | None = None, cipher: Cipher | None = None) -> GameMapper:
    return GameMapper(OrjsonTranscoder(), compressor, cipher)


MAPPERS = {
    "plain": mapper_of(),
    "compressed": mapper_of(compressor=RowCompressor()),
    "encrypted": mapper_of(cipher=cipher_of(new_cipher_key())),
    "compressed and encrypted": mapper_of(compressor=RowCompressor(), cipher=cipher_of(new_cipher_key())),
}


@pytest.mark.parametrize("mapper", MAPPERS.values(), ids=list(MAPPERS))
@pytest.mark.parametrize("number", range(len(SAMPLES)))
def test_every_event_comes_back_from_its_row(mapper: GameMapper, number: int) -> None:
    event = stored_sample(number)
    row = mapper.to_stored_event(event)

    assert row.topic == event.type
    assert mapper.to_domain_event(row) == event


@pytest.mark.parametrize("mapper", MAPPERS.values(), ids=list(MAPPERS))
def test_a_snapshot_comes_back_from_its_row(mapper: GameMapper) -> None:
    snapshot = GameSnapshot(GAME, 7, {"status": "running"})

    assert mapper.to_domain_event(mapper.to_stored_event(snapshot)) == snapshot


def test_a_plain_row_is_the_json_of_the_event_as_it_always_was() -> None:
    event = stored_sample(0)

    assert MAPPERS["plain"].to_stored_event(event).state == orjson.dumps(event.to_stored())


@pytest.mark.parametrize("topic", ["DragonSlain", "gamecreated", "", "delvebook.domain.events:GameCreated"])
def test_an_unknown_topic_is_an_error_that_names_game_number_and_topic(topic: str) -> None:
    row = replace(MAPPERS["plain"].to_stored_event(stored_sample(0)), topic=topic, originator_id=GAME)

    with pytest.raises(UnknownTopicError) as raised:
        MAPPERS["plain"].to_domain_event(row)
    assert str(GAME) in str(raised.value)
    assert f"row {row.originator_version} " in str(raised.value)
    assert f"({topic})" in str(raised.value)


def test_a_plain_row_is_read_whatever_is_configured_since() -> None:
    event = stored_sample(0)
    row = MAPPERS["plain"].to_stored_event(event)

    for mapper in MAPPERS.values():
        assert mapper.to_domain_event(row) == event


def test_a_compressed_row_is_read_after_a_key_was_set() -> None:
    event = stored_sample(0)
    row = MAPPERS["compressed"].to_stored_event(event)

    assert MAPPERS["compressed and encrypted"].to_domain_event(row) == event


def test_an_encrypted_row_without_a_key_is_an_error_that_says_so() -> None:
    row = MAPPERS["encrypted"].to_stored_event(stored_sample(0))

    with pytest.raises(UnreadableRowError, match="it is encrypted, and no key is given"):
        MAPPERS["plain"].to_domain_event(row)


def test_a_compressed_row_without_its_compressor_is_an_error_that_says_so() -> None:
    row = MAPPERS["compressed"].to_stored_event(stored_sample(0))

    with pytest.raises(UnreadableRowError, match="it is compressed, and no compressor is given"):
        MAPPERS["plain"].to_domain_event(row)


def test_a_row_under_another_key_is_an_error_that_names_both_keys() -> None:
    row = MAPPERS["encrypted"].to_stored_event(stored_sample(0))

    with pytest.raises(UnreadableRowError, match=r"under the key [0-9a-f]{8}, and the keys given are [0-9a-f]{8}$"):
        mapper_of(cipher=cipher_of(new_cipher_key())).to_domain_event(row)


@pytest.mark.parametrize(
    "state",
    [
        b"",
        b"\x00{}",
        b"\x04{}",
        b"\xff",
        b"nonsense",
        b"{",
        b"\x01",
        b"\x01short",
        b"\x02",
        b"\x02\x00\x00\x01",
        b"\x03",
    ],
)
@pytest.mark.parametrize("mapper", MAPPERS.values(), ids=list(MAPPERS))
def test_what_is_not_a_row_is_an_error_and_never_an_event(mapper: GameMapper, state: bytes) -> None:
    row = StoredEvent(originator_id=GAME, originator_version=3, topic="SeatLeft", state=state)

    with pytest.raises(UnreadableRowError, match=f"row 3 of game {GAME} .SeatLeft. cannot be read"):
        mapper.to_domain_event(row)


@pytest.mark.parametrize("name", ["encrypted", "compressed and encrypted"])
def test_no_changed_bit_of_an_encrypted_row_passes(name: str) -> None:
    row = MAPPERS[name].to_stored_event(stored_sample(0))

    for place in range(1, len(row.state)):
        changed = bytearray(row.state)
        changed[place] ^= 1
        with pytest.raises(UnreadableRowError):
            MAPPERS[name].to_domain_event(replace(row, state=bytes(changed)))


def test_the_same_event_is_encrypted_differently_each_time() -> None:
    event = stored_sample(0)

    assert len({MAPPERS["encrypted"].to_stored_event(event).state for _ in range(100)}) == 100


class Reversed(Compressor):
    """A third party's compressor, whose bytes may look like JSON."""

    def compress(self, data: bytes) -> bytes:
        return b"{" + data[::-1]

    def decompress(self, data: bytes) -> bytes:
        return data[:0:-1]


def test_any_compressor_of_the_library_s_kind_will_do() -> None:
    mapper, event = mapper_of(compressor=Reversed()), stored_sample(0)

    assert mapper.to_domain_event(mapper.to_stored_event(event)) == event


def test_any_cipher_of_the_library_s_kind_will_do() -> None:
    class Shifted(Cipher):
        def __init__(self, environment: Environment) -> None:
            """Nothing to keep."""

        def encrypt(self, plaintext: bytes) -> bytes:
            return bytes((byte + 1) % 256 for byte in plaintext)

        def decrypt(self, ciphertext: bytes) -> bytes:
            return bytes((byte - 1) % 256 for byte in ciphertext)

    mapper: Any = mapper_of(cipher=Shifted(Environment()))
    event: GameEvent = stored_sample(0)

    assert mapper.to_domain_event(mapper.to_stored_event(event)) == event


# -- compressed with a dictionary ----------------------------------------------------------------


TEXT = st.text() | st.text("0123456789abcdef", min_size=60, max_size=66) | st.just("\x01") | st.just("\\u0001")


@given(st.recursive(TEXT | st.integers(0, 99), lambda one: st.lists(one) | st.dictionaries(TEXT, one), max_leaves=9))
def test_any_json_comes_back_byte_for_byte(value: object) -> None:
    data = orjson.dumps(value)

    assert RowCompressor().decompress(RowCompressor().compress(data)) == data


def test_threads_compress_at_the_same_time() -> None:
    compressor = RowCompressor()
    given_ = [orjson.dumps(stored_sample(number).to_stored()) * 20 for number in range(len(SAMPLES))] * 8
    with ThreadPoolExecutor(8) as pool:
        packed = list(pool.map(compressor.compress, given_))
        assert list(pool.map(compressor.decompress, packed)) == given_


def test_rows_of_an_older_dictionary_stay_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    event = stored_sample(0)
    old = mapper_of(compressor=RowCompressor()).to_stored_event(event)
    later = max(dictionaries()) + 1
    trained = zstandard.train_dictionary(
        1024, [b"%d other rows %d" % (one, one * 7) for one in range(900)], dict_id=later
    )
    known = {**dictionaries(), later: trained}
    monkeypatch.setattr(packing, "dictionaries", lambda: known)
    mapper = mapper_of(compressor=RowCompressor())
    new = mapper.to_stored_event(event)

    assert zstandard.get_frame_parameters(frame_of(new)).dict_id == later
    assert [mapper.to_domain_event(row) for row in (old, new)] == [event, event]
    monkeypatch.undo()
    with pytest.raises(UnreadableRowError, match=f"packed with dictionary {later}, which this version does not have"):
        mapper_of(compressor=RowCompressor()).to_domain_event(new)


def frame_of(row: StoredEvent) -> bytes:
    """Returns what zstandard made of the row."""
    packed = row.state[1:]
    return packed[COUNT_BYTES + int.from_bytes(packed[:COUNT_BYTES], "big") * HASH_BYTES :]


def test_a_dictionary_is_never_changed_and_is_named_by_its_number() -> None:
    """Rows that were stored with a dictionary can only be read with the same bytes."""
    digests = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in DICTIONARIES.iterdir()}

    assert digests == {"1.zdict": "27f541eab4658a544a91e6f924f33434068da6c2cb2cbf15f85edf194fcf3013"}
    assert {f"{number}.zdict" for number in dictionaries()} == set(digests)


def test_a_row_of_long_ago_is_read() -> None:
    """Packed by zstandard 0.25 when the first dictionary was made: the form itself may not change either."""
    event = stored_sample(0)
    row = StoredEvent(event.originator_id, event.n, event.type, base64.b64decode(ROW_OF_1))

    assert MAPPERS["compressed"].to_domain_event(row) == event
