"""
Which Delvebook this is: its version, and the commit that it was built from.

May import: nothing of the service.
"""

from __future__ import annotations

import re
import subprocess
from functools import cache
from importlib import metadata, resources
from pathlib import Path


@cache
def version() -> str:
    """Returns the version of this program, such as `1.0.0`."""
    return metadata.version("delvebook")


def commit() -> str | None:
    """
    Returns the commit of this program, in full: the one it was built from, or in a checkout the one that git names.

    `git archive` writes it into the file, and `make release` builds from such an archive. Nothing if nobody knows.
    """
    text = resources.files("delvebook").joinpath("commit.txt").read_text("ascii").strip()
    return text if re.fullmatch(r"[0-9a-f]{40,64}", text) else _checked_out(Path(__file__).resolve().parents[2])


def _checked_out(root: Path) -> str | None:
    """What git says about a checkout, such as `0123…, changed since`. Nothing if this is none, or git is not here."""
    if not (root / ".git").exists():  # an installation inside of another project's checkout has none of its own
        return None
    command = ["git", "-C", str(root), "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty=, changed since"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)  # noqa: S603 - our own words
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None
