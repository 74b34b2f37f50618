"""A client that follows a stream in a thread of its own."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

from tests.service.api.house import Person

SSE = {"Accept": "text/event-stream"}
NDJSON = {"Accept": "application/x-ndjson"}


class Listening:
    """A client that follows a game in a thread of its own."""

    def __init__(self, person: Person, path: str, **headers: str) -> None:
        self.chunks: list[bytes] = []
        self.response = person.get(path, headers=headers, buffered=False)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        for chunk in self.response.response:
            self.chunks.append(chunk if isinstance(chunk, bytes) else chunk.encode())
        self.response.close()

    def until_the_end(self) -> bytes:
        self._thread.join(timeout=20)
        assert not self._thread.is_alive(), "the stream did not end"
        return b"".join(self.chunks)

    def until_it_says(self, word: bytes) -> None:
        deadline = time.monotonic() + 20
        while word not in b"".join(self.chunks):
            assert time.monotonic() < deadline, f"it never said {word!r}"
            time.sleep(0.01)


def lines_of(text: bytes) -> list[dict[str, Any]]:
    """Returns the lines of a stream."""
    return [json.loads(line) for line in text.splitlines()]


def frames(text: bytes) -> Iterator[dict[str, str]]:
    """Yields the server-sent events of a stream."""
    for block in text.decode().split("\n\n"):
        lines = [line.partition(": ") for line in block.splitlines() if not line.startswith(":")]
        if lines:
            yield {key: value for key, _, value in lines}
