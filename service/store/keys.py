"""
The encryption keys of stored rows: their storage and creation.

A key is the base64 of 32 bytes. If there are several, the first one encrypts and all of them decrypt.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import structlog
from eventsourcing.cryptography import AESCipher

from delvebook.service.base.private_files import make_once, written
from delvebook.service.base.settings import PREFIX, Settings
from delvebook.service.store.cipher import KEY_BYTES, key_id

FILE: Final = "cipher.key"
"""The file of an embedded service's keys, in its home directory, with one key on each line."""


class CipherKeyError(ValueError):
    """The keys cannot be used as they are. The message says where they are, but never quotes them."""


def new_cipher_key() -> str:
    """Returns a new random key."""
    return AESCipher.create_key(KEY_BYTES)


def read_cipher_keys(settings: Settings) -> Sequence[str]:
    """
    Returns the keys that the settings name, or else those in the home directory; none if rows are stored in plain.

    Raises:
        CipherKeyError
    """
    if settings.cipher_key and settings.cipher_key_file:
        raise CipherKeyError(f"{PREFIX}CIPHER_KEY and {PREFIX}CIPHER_KEY_FILE are both set; set one of them")
    if settings.cipher_key:
        return _check(settings.cipher_key, place=f"{PREFIX}CIPHER_KEY")
    if settings.cipher_key_file:
        return _read(Path(settings.cipher_key_file))
    file = settings.home / FILE
    return _read(file) if file.exists() else ()


def make_cipher_key(settings: Settings) -> None:
    """
    Creates the key of an embedded service, unless it has one.

    A service with a remote database has its key in its settings: a key in one machine's home directory would be missing
    on the others.
    """
    if settings.database_url or settings.cipher_key or settings.cipher_key_file:
        return
    settings.home.mkdir(parents=True, exist_ok=True)
    file = settings.home / FILE
    if not file.exists():
        make_once(file, f"{new_cipher_key()}\n")


def rotate_cipher_key(settings: Settings) -> str:
    """
    Puts a new key before the others in the home directory. Returns it.

    Raises:
        CipherKeyError: The keys are not stored there.
    """
    file = settings.home / FILE
    if settings.cipher_key or settings.cipher_key_file or not file.exists():
        raise CipherKeyError(
            f"there is no {file}; keys given by {PREFIX}CIPHER_KEY or {PREFIX}CIPHER_KEY_FILE are rotated where they "
            "are kept"
        )
    key = new_cipher_key()
    with written(file, "".join(f"{one}\n" for one in (key, *_read(file)))) as made:
        made.replace(file)
    return key


def _read(file: Path) -> Sequence[str]:
    try:
        text = file.read_text(encoding="ascii")
    except OSError as error:
        raise CipherKeyError(f"the cipher keys in {file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise CipherKeyError(f"the cipher keys in {file} are not base64") from None
    return _check(text, place=str(file))


def _check(text: str, *, place: str) -> Sequence[str]:
    keys = text.split()
    if not keys:
        raise CipherKeyError(f"there is no cipher key in {place}; restore it from the backup, or remove it")
    for number, key in enumerate(keys, start=1):
        try:
            key_id(key)
        except ValueError as error:
            raise CipherKeyError(
                f"cipher key {number} in {place} cannot be used: {error}; a key is the base64 of {KEY_BYTES} bytes"
            ) from None
    return keys


def warn_if_plain(settings: Settings) -> None:
    """Logs a warning if events are stored in plain, because no cipher key is given."""
    if not read_cipher_keys(settings):
        structlog.get_logger("delvebook.store").warning("events_stored_in_plain", set=f"{PREFIX}CIPHER_KEY")
