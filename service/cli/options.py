"""What several commands take."""

from __future__ import annotations

from pathlib import Path

from delvebook.replays.log.notes import Verifier, parse_vkeys


def read_vkeys(given: list[str]) -> list[Verifier]:
    """
    The keys in options: each one a key, or a file with keys.

    Raises:
        NoteError, OSError
    """
    texts = [one if "+" in one and not Path(one).exists() else Path(one).read_text(encoding="utf-8") for one in given]
    return parse_vkeys("\n".join(texts))
