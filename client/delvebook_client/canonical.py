"""Canonical JSON of the record format, and what is made of it: digests, nonces and their commitments."""

from __future__ import annotations

import hashlib
import json
import secrets


def jcs(value: object) -> bytes:
    """RFC 8785 of a value with ASCII keys and without floats."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def digest(value: object) -> str:
    """The SHA-256 of a value's canonical JSON, in hex."""
    return hashlib.sha256(jcs(value)).hexdigest()


def new_nonce() -> str:
    """128 random bits, in hex: a player's contribution to the chance of a game."""
    return secrets.token_hex(16)


def nonce_commitment(*, game: str, account: str, nonce: str) -> str:
    """What is sent when sitting down: it fixes the nonce, and does not tell it."""
    return digest([game, account, nonce])
