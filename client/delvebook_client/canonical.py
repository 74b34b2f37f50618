"""Canonical JSON of the record format, and values derived from it: digests, nonces and their commitments."""

from __future__ import annotations

import hashlib
import json
import secrets


def jcs(value: object) -> bytes:
    """Returns the RFC 8785 form of a value with ASCII keys and without floats."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def digest(value: object) -> str:
    """Returns the SHA-256 of a value's canonical JSON, in hex."""
    return hashlib.sha256(jcs(value)).hexdigest()


def new_nonce() -> str:
    """Returns 128 random bits, in hex: a player's contribution to the randomness of a game."""
    return secrets.token_hex(16)


def nonce_commitment(*, game: str, account: str, nonce: str) -> str:
    """Returns the commitment sent when sitting down. It fixes the nonce without revealing it."""
    return digest([game, account, nonce])
