"""
Makes `delvebook_client/sync/` from `aio/`: the same client for programs without asyncio. Usage: make client.

All differences between the two are words that this script replaces, so that only one client is maintained.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parent / "delvebook_client"
WORDS: Final = (
    (r"for programs that use asyncio(?=[.:])", "for programs that wait for each answer"),
    (r"`sync/` is made from it by `make client`: change this one\.", "Made from `aio/` by `make client`: change that one."),
    (r"\bAsync(?=[A-Z])", ""),
    (r"\basync ", ""),
    (r"\bawait ", ""),
    (r"\basyncio\.sleep\b", "time.sleep"),
    (r"^import asyncio\n((?s:.*?)import secrets)$", r"\1\nimport time"),
    (r"\b__a(enter|exit)__\b", r"__\1__"),
    (r"\ba(close|read|iter_bytes)\b", r"\1"),
)  # fmt: skip


def sync_of(text: str) -> str:
    """Returns the synchronous form of a module."""
    made = text
    for pattern, word in WORDS:
        made = re.sub(pattern, word, made, flags=re.MULTILINE)
    return made


if __name__ == "__main__":
    for module in sorted((PACKAGE / "aio").glob("*.py")):
        (PACKAGE / "sync" / module.name).write_text(sync_of(module.read_text(encoding="utf-8")), encoding="utf-8")
