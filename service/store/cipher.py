"""The cipher of stored rows: the library's AES-GCM with several keys."""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import Final

from eventsourcing.cryptography import AESCipher
from eventsourcing.persistence import Cipher
from eventsourcing.utils import Environment

KEY_BYTES: Final = 32
"""The length of a key: AES-256."""
KEY_ID_BYTES: Final = 4


class KeyRingCipher(Cipher):
    """
    Encrypts with the first key of `CIPHER_KEY`, and decrypts with the key that a row names.

    A ciphertext begins with the id of its key. The rest is the library's: a random nonce of 96 bits, the tag of 128,
    and the encrypted bytes. `CIPHER_KEY` contains base64 keys separated by spaces.
    """

    def __init__(self, environment: Environment) -> None:
        keys = environment.get(AESCipher.CIPHER_KEY, "").split()
        self._ciphers = {key_id(key): AESCipher(Environment(env={AESCipher.CIPHER_KEY: key})) for key in keys}
        self._id = key_id(keys[0])
        self._cipher = self._ciphers[self._id]

    def encrypt(self, plaintext: bytes) -> bytes:
        """Returns the ciphertext under the first key."""
        return self._id + self._cipher.encrypt(plaintext)

    def decrypt(self, ciphertext: bytes) -> bytes:
        """
        Returns the plaintext.

        Raises:
            ValueError: No given key has that id, or the ciphertext is damaged.
        """
        wanted = ciphertext[:KEY_ID_BYTES]
        cipher = self._ciphers.get(wanted)
        if cipher is None:
            given = ", ".join(one.hex() for one in self._ciphers)
            raise ValueError(f"it is encrypted under the key {wanted.hex()}, and the keys given are {given}")
        try:
            return cipher.decrypt(ciphertext[KEY_ID_BYTES:])
        except ValueError:
            raise ValueError(f"it is damaged: the key {wanted.hex()} does not decrypt it") from None


def key_id(key: str) -> bytes:
    """
    Returns a key's id: the first four bytes of a hash of it.

    Raises:
        ValueError: It is not the base64 of 32 bytes.
    """
    try:
        decoded = base64.b64decode(key, validate=True)
    except binascii.Error:
        raise ValueError("it is not base64") from None
    if len(decoded) != KEY_BYTES:
        raise ValueError(f"it has {len(decoded)} bytes, not {KEY_BYTES}")
    return hashlib.sha256(b"delvebook/row-key/" + decoded).digest()[:KEY_ID_BYTES]
