"""Sealed envelopes (record-format §2): a salted digest fixes a secret in the chain, so that it can be opened later."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from delvebook.domain.canonical import digest, hmac_bytes


class Envelope(NamedTuple):
    """A sealed content. `audience` lists viewers: `seat:K`, …, or only `arbiter` if no seat may open it yet."""

    audience: tuple[str, ...]
    digest: str
    salt: str
    content: object


def envelope_salt(seed: bytes, *, n: int, i: int) -> str:
    """The salt of envelope `i` (from 0) of event `n`, 32 hex digits."""
    return hmac_bytes(seed, b"seal/1\n%d\n%d" % (n, i)).hex()[:32]


def envelope_digest(salt: str, content: object) -> str:
    """The digest that stands in the chain for a sealed content."""
    return digest([salt, content])


def seal(seed: bytes, content: object, *, n: int, i: int, audience: tuple[str, ...]) -> Envelope:
    """The content, sealed as envelope `i` of event `n`."""
    salt = envelope_salt(seed, n=n, i=i)
    return Envelope(audience, envelope_digest(salt, content), salt, content)


def concealed_action(seat: int, envelopes: Iterable[tuple[Sequence[str], object]]) -> dict[str, object] | None:
    """
    The action that a seat took face down, from the seat's own envelope; None if no open envelope holds one.

    Args:
        seat: The seat that acted.
        envelopes: The event's envelopes, each as audience and content; the content of a closed envelope is None.
    """
    for audience, content in envelopes:
        if list(audience) == [f"seat:{seat}"] and isinstance(content, dict) and isinstance(content.get("action"), dict):
            action: dict[str, object] = content["action"]
            return action
    return None
