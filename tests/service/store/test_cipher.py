"""The cipher of rows: the first key encrypts, every key given decrypts."""

from __future__ import annotations

import base64

import pytest
from eventsourcing.utils import Environment

from delvebook.service.store.cipher import KEY_ID_BYTES, KeyRingCipher, key_id
from delvebook.service.store.keys import new_cipher_key

OLD, NEW, OTHER = new_cipher_key(), new_cipher_key(), new_cipher_key()


def cipher_of(*keys: str) -> KeyRingCipher:
    return KeyRingCipher(Environment(env={"CIPHER_KEY": " ".join(keys)}))


def test_what_an_older_key_encrypted_is_decrypted_beside_the_new_one() -> None:
    before, during, after = cipher_of(OLD), cipher_of(OLD, NEW), cipher_of(NEW, OLD)

    for writer in (before, during, after):
        for reader in (during, after):
            assert reader.decrypt(writer.encrypt(b"a seed")) == b"a seed"


def test_the_first_key_encrypts() -> None:
    assert cipher_of(NEW, OLD).encrypt(b"a seed").startswith(key_id(NEW))
    assert cipher_of(NEW).decrypt(cipher_of(NEW, OLD).encrypt(b"a seed")) == b"a seed"


def test_a_key_that_is_not_given_is_named_by_its_id() -> None:
    encrypted = cipher_of(OTHER).encrypt(b"a seed")

    with pytest.raises(ValueError, match=f"under the key {key_id(OTHER).hex()}, and the keys given are"):
        cipher_of(NEW, OLD).decrypt(encrypted)


def test_bytes_that_claim_another_key_are_not_decrypted_by_it() -> None:
    encrypted = key_id(NEW) + cipher_of(OLD).encrypt(b"a seed")[KEY_ID_BYTES:]

    with pytest.raises(ValueError, match="damaged"):
        cipher_of(NEW, OLD).decrypt(encrypted)


@pytest.mark.parametrize(
    ("key", "why"),
    [
        (base64.b64encode(b"k" * 31).decode(), "it has 31 bytes, not 32"),
        (base64.b64encode(b"k" * 16).decode(), "it has 16 bytes, not 32"),
        ("", "it has 0 bytes, not 32"),
        ("k" * 43, "it is not base64"),
        ("ab!" * 16, "it is not base64"),
    ],
)
def test_what_is_not_a_key_is_refused(key: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        key_id(key)


def test_a_key_id_does_not_contain_any_of_its_key() -> None:
    key = base64.b64decode(NEW)

    assert key_id(NEW) not in key
    assert len(key_id(NEW)) == KEY_ID_BYTES
