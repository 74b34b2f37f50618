"""A passkey in software: what a person's device answers (WebAuthn, level 3, sections 6 and 7), each part to be bent."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


def text_of(data: bytes) -> str:
    """The bytes in base64url."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Authenticator:
    """A device with one passkey, and the browser that asks it from a page of `origin`."""

    origin: str
    id: bytes = field(default_factory=lambda: os.urandom(16))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    count: int = 0

    def makes(self, options: dict[str, Any], **bent: Any) -> dict[str, Any]:
        """What `navigator.credentials.create` gives."""
        numbers = self.key.public_key().public_numbers()
        point = {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, **point})
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + key
        data = self._data(options["rp"]["id"], PRESENT | VERIFIED | WITH_KEY) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        told = self._told("webauthn.create", options, bent)
        return self._credential(clientDataJSON=text_of(told), attestationObject=text_of(attestation))

    def answers(self, options: dict[str, Any], *, flags: int = PRESENT, **bent: Any) -> dict[str, Any]:
        """What `navigator.credentials.get` gives."""
        self.count += 1
        told = self._told("webauthn.get", options, bent)
        data = self._data(options["rpId"], flags)
        signed = self.key.sign(data + hashlib.sha256(told).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            clientDataJSON=text_of(told), authenticatorData=text_of(data), signature=text_of(signed), userHandle=None
        )

    def _told(self, type_: str, options: dict[str, Any], bent: dict[str, Any]) -> bytes:
        return json.dumps({"type": type_, "challenge": options["challenge"], "origin": self.origin, **bent}).encode()

    def _data(self, host: str, flags: int) -> bytes:
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _credential(self, **response: Any) -> dict[str, Any]:
        id_ = text_of(self.id)
        return {
            "id": id_,
            "rawId": id_,
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
            "authenticatorAttachment": "platform",
        }
