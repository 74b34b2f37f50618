"""
Watches a log of games from outside: a directory with what was seen, and the look that may find a contradiction.

The directory holds `keys` (the log's public keys), `kept.json` (what was kept at the last good look; see
`replays/log/growth.py`), `checkpoints/` (every checkpoint seen, by size), and `evidence/` (what was wrong).
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx

from delvebook.domain.canonical import jcs
from delvebook.replays.log.growth import Kept, LogError, grow, parse_kept
from delvebook.replays.log.notes import NoteError, Verifier, parse_note, parse_vkeys
from delvebook.replays.log.tiles import CHECKPOINT

TIMEOUT_SECONDS = 30


class UnreachableError(Exception):
    """The log does not answer. That is no verdict on the log."""


@dataclass(frozen=True, slots=True)
class Look:
    """
    The result of a look.

    Attributes:
        kept: The state of the log that is kept now.
        grown: Number of entries added since the last look.
        fault: The fault; None if there is none. With a fault, `kept` is the state from before, None at the first look.
        evidence: The file with the checkpoint that was kept and the one that is wrong.
    """

    kept: Kept | None
    grown: int = 0
    fault: LogError | None = None
    evidence: Path | None = None

    def to_plain(self) -> dict[str, object]:
        """The look as plain data."""
        plain: dict[str, object] = {"status": "holds" if self.fault is None else "failed", "grown": self.grown}
        if self.kept is not None:
            plain |= {key: value for key, value in self.kept.to_plain().items() if key != "frontier"}
            plain["signed_by"] = [one.name for one in parse_note(self.kept.note).signatures]
        if self.fault is not None:
            plain |= {"code": self.fault.code, "sentence": str(self.fault), "evidence": str(self.evidence)}
        return plain


class Watch:
    """
    The directory of a watched log.

    Args:
        directory: Made if it is missing.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._kept = directory / "kept.json"
        self._keys = directory / "keys"

    def keys(self) -> list[Verifier] | None:
        """
        The stored keys; None if there are none.

        Raises:
            NoteError: The file holds something else.
        """
        return parse_vkeys(self._keys.read_text(encoding="utf-8")) if self._keys.exists() else None

    def trust(self, keys: Sequence[Verifier]) -> None:
        """Stores the keys that the log's checkpoints must be signed with from now on."""
        _write(self._keys, "".join(f"{key.to_vkey()}\n" for key in keys).encode())

    def kept(self) -> Kept | None:
        """
        The state that the last look kept; None before the first look.

        Raises:
            LogError: The file is damaged.
        """
        return parse_kept(self._kept.read_bytes()) if self._kept.exists() else None

    def look(self, fetch: Callable[[str], bytes | None], keys: Sequence[Verifier]) -> Look:
        """
        Looks at the log once, and keeps its state. If something is wrong, writes only evidence.

        Raises:
            UnreachableError: The log does not answer.
            LogError: The kept state is damaged.
        """
        before = self.kept()
        data = fetch(CHECKPOINT)
        if data is None:
            raise UnreachableError("there is no checkpoint at this address")
        try:
            kept = grow(before, data, keys=keys, fetch=fetch)
        except LogError as fault:
            return Look(before, fault=fault, evidence=self._put_evidence(before, data, fault))
        if before is None or kept != before:
            _write(self._directory / "checkpoints" / f"{kept.checkpoint.size:016}.txt", kept.note.encode())
            _write(self._kept, jcs(kept.to_plain()))
        return Look(kept, grown=kept.checkpoint.size - (0 if before is None else before.checkpoint.size))

    def _put_evidence(self, before: Kept | None, data: bytes, fault: LogError) -> Path:
        """Writes the two checkpoints to a file, and returns it. It convinces everybody who has the log's key."""
        parts = [f"{fault.code}: {fault}\n".encode()]
        if before is not None:
            parts += [b"\nThe checkpoint that was kept:\n\n", before.note.encode()]
        parts += [b"\nThe checkpoint that was served:\n\n", data]
        folder = self._directory / "evidence"
        number = 1
        while (file := folder / f"{number:04}.txt").exists():
            if file.read_bytes() == b"".join(parts):
                return file
            number += 1
        _write(file, b"".join(parts))
        return file


def over_http(url: str) -> Callable[[str], bytes | None]:
    """Returns a function that reads files of the log under that address. The function raises UnreachableError."""
    client = httpx.Client(timeout=TIMEOUT_SECONDS, follow_redirects=True)

    def fetch(address: str) -> bytes | None:
        try:
            answer = client.get(f"{url.rstrip('/')}/{address}")
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise UnreachableError(f"{url} does not answer: {error}") from None
        if answer.status_code in (404, 410):
            return None
        if answer.status_code != 200:
            raise UnreachableError(f"{url} answers {answer.status_code} for {address}")
        return answer.content

    return fetch


def fetch_keys(fetch: Callable[[str], bytes | None]) -> list[Verifier]:
    """
    The keys that the service publishes beside its log. They are trusted only if no keys are known yet.

    Raises:
        UnreachableError, NoteError
    """
    data = fetch("keys")
    if data is None:
        raise UnreachableError("the log publishes no keys there; give one with --key")
    try:
        return parse_vkeys(data.decode())
    except UnicodeDecodeError:
        raise NoteError("key", "the published keys are not text") from None


def _write(file: Path, data: bytes) -> None:
    """Writes the file whole or not at all, and makes sure that it is on the disk."""
    file.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=".new-")
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(data)
        opened.flush()
        os.fsync(opened.fileno())
    Path(name).replace(file)
