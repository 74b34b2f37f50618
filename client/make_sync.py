"""
Makes `delvebook_client/client.py` from `aio.py`: the same client for programs without asyncio. Usage: make client.

All differences between the two are words that this script replaces, so that only one client is maintained.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parent / "delvebook_client"
WORDS: Final = (
    (r"for programs that use asyncio\.", "for programs that wait for each answer."),
    (r"`client.py` is made from it by `make client`: change this one\.", "Made from `aio.py` by `make client`: change that one."),
    (r"\bAsync(?=[A-Z])", ""),
    (r"\basync ", ""),
    (r"\bawait ", ""),
    (r"\basyncio\.sleep\b", "time.sleep"),
    (r"^import asyncio\n", ""),
    (r"^import secrets$", "import secrets\nimport time"),
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
    made = sync_of((PACKAGE / "aio.py").read_text(encoding="utf-8"))
    (PACKAGE / "client.py").write_text(made, encoding="utf-8")
