"""
Makes `delvebook_client/sync/` from `aio/`: the same client for programs without asyncio. Usage: make client.

All differences between the two are words that this script replaces, so that only one client is maintained.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
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
    (r"^import asyncio$", "import time"),
    (r"\basynccontextmanager\b", "contextmanager"),
    (r"\bStopAsyncIteration\b", "StopIteration"),
    (r"\b__a(enter|exit|iter)__\b", r"__\1__"),
    (r"\b__anext__\b", "__next__"),
    (r"\ba(close|read|iter_bytes)\b", r"\1"),
)  # fmt: skip


def sync_of(text: str) -> str:
    """Returns the synchronous form of a module."""
    made = text
    for pattern, word in WORDS:
        made = re.sub(pattern, word, made, flags=re.MULTILINE)
    return made


def modules() -> dict[Path, str]:
    """Returns every module of the sync half, as it is laid out."""
    made = {}
    for module in sorted((PACKAGE / "aio").rglob("*.py")):
        path = PACKAGE / "sync" / module.relative_to(PACKAGE / "aio")
        made[path] = laid_out(sync_of(module.read_text(encoding="utf-8")), path)
    return made


def laid_out(text: str, path: Path) -> str:
    """Returns a module as ruff lays it out, its imports in order."""
    ruff = [sys.executable, "-m", "ruff"]
    for command in (["check", "--select", "I,F811", "--fix-only", "--quiet", "-"], ["format", "--quiet", "-"]):
        done = subprocess.run(  # noqa: S603 - our own words
            [*ruff, *command, "--stdin-filename", str(path)], input=text, capture_output=True, text=True, check=False
        )
        if done.returncode:
            sys.exit(f"{path}: {done.stderr}")
        text = done.stdout
    return text


def write(made: Mapping[Path, str], *folders: Path) -> None:
    """Writes modules, and removes all others from these folders."""
    for folder in folders:
        for old in set(folder.rglob("*.py")) - made.keys():
            old.unlink()
    for path, text in made.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(modules(), PACKAGE / "sync")
