"""A push service of the tests' own: it checks who posts (RFC 8292), and decrypts as the browser does (RFC 8291)."""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Mapping
from typing import Any

from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc import jwt
from joserfc.jwk import ECKey


def coded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _mac(key: bytes, data: bytes) -> bytes:
    made = hmac.HMAC(key, hashes.SHA256())
    made.update(data)
    return made.finalize()


class Browser:
    """The keys of a browser's subscription; new ones, or those given."""

    def __init__(self, *, private: str = "", auth: str = "") -> None:
        given = int.from_bytes(decoded(private), "big") if private else secrets.randbelow(2**255) + 1
        self.key = ec.derive_private_key(given, ec.SECP256R1())
        self.secret = decoded(auth) if auth else secrets.token_bytes(16)
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": coded(self.point), "auth": coded(self.secret)}

    def read(self, body: bytes) -> bytes:
        """The message in a body, by the steps of RFC 8291 §3.4 and RFC 8188 §2."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        first = _mac(self.secret, shared)
        base = _mac(salt, _mac(first, b"WebPush: info\0" + self.point + sender + b"\1"))
        content = _mac(base, b"Content-Encoding: aes128gcm\0\1")[:16]
        nonce = _mac(base, b"Content-Encoding: nonce\0\1")[:12]
        padded = AESGCM(content).decrypt(nonce, sealed, None)
        message, mark, padding = padded.rpartition(b"\2")
        assert mark
        assert padding.strip(b"\0") == b""
        return message


def sender_of(headers: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """The key that signed a request, and what it says, once the signature holds."""
    scheme, _, rest = headers["authorization"].partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    point = decoded(parts["k"])
    key = ECKey.import_key({"kty": "EC", "crv": "P-256", "x": coded(point[1:33]), "y": coded(point[33:])})
    token = jwt.decode(parts["t"], key, algorithms=["ES256"])
    return parts["k"], json.loads(json.dumps(token.claims))
