"""Receipts: the statements that the service signs. To check signatures, install `delvebook-client[verify]`."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from typing import Any

from .errors import ExtraMissingError, ReceiptError

_PART = re.compile(r"[A-Za-z0-9_-]+")


def read_receipt(receipt: str) -> dict[str, Any]:
    """
    Returns a receipt's content, unverified: `game`, `n`, `at`, `sub`, and `hash`, or for a refusal `code` and `clause`.

    Raises:
        ReceiptError
    """
    return _parts(receipt)[1]


def open_receipt(receipt: str, keys: Mapping[str, Any]) -> dict[str, Any]:
    """
    Returns the contents of a receipt if one of the keys has signed it.

    Args:
        receipt: A compact JWS.
        keys: The service's keys, a JWK set.

    Raises:
        ReceiptError: It is not a receipt, or none of these keys signed it.
        ExtraMissingError
    """
    header, payload = _parts(receipt)
    if header.get("alg") != "EdDSA":
        raise ReceiptError("receipts/algorithm", "the receipt is not signed with EdDSA")
    key = next((one for one in keys["keys"] if one.get("kid") == header.get("kid")), None)
    if key is None or (key.get("kty"), key.get("crv")) != ("OKP", "Ed25519"):
        raise ReceiptError("receipts/unknown_key", f"there is no Ed25519 key {header.get('kid')!r}")
    try:
        from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - an extra
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415
    except ImportError:
        raise ExtraMissingError(
            "checking signatures needs cryptography: pip install 'delvebook-client[verify]'"
        ) from None
    signed, _, signature = receipt.rpartition(".")
    try:
        Ed25519PublicKey.from_public_bytes(_decode(str(key["x"]))).verify(_decode(signature), signed.encode())
    except InvalidSignature:
        raise ReceiptError("receipts/signature", "the signature is wrong") from None
    return payload


def can_check_signatures() -> bool:
    """Returns whether the package that checks signatures is installed."""
    try:
        import cryptography  # noqa: F401, PLC0415 - an extra
    except ImportError:
        return False
    return True


def _parts(receipt: str) -> tuple[dict[str, Any], dict[str, Any]]:
    parts = receipt.split(".")
    if len(parts) != 3 or not all(_PART.fullmatch(part) for part in parts):
        raise ReceiptError("receipts/not_a_jws", "a receipt has three parts of base64url")
    header, payload = (_object(_decode(part)) for part in parts[:2])
    if not isinstance(payload.get("game"), str) or type(payload.get("n")) is not int:
        raise ReceiptError("receipts/payload", "a receipt names a game and an event")
    return header, payload


def _decode(part: str) -> bytes:
    try:
        decoded = base64.b64decode(part + "=" * (-len(part) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raise ReceiptError("receipts/not_a_jws", "a part is not base64url") from None
    return decoded


def _object(raw: bytes) -> dict[str, Any]:
    try:
        found = json.loads(raw)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise ReceiptError("receipts/not_a_jws", "a part is not a JSON object")
    return found
