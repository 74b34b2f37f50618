"""
Which Delvebook this is: its version, and the commit that it was built from.

May import: nothing of the service.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import metadata, resources


@cache
def version() -> str:
    """Returns the version of this program, such as `1.0.0`."""
    return metadata.version("delvebook")


def commit() -> str | None:
    """
    Returns the commit that this program was built from, in full; nothing in a checkout.

    `git archive` writes it into the file, and `make release` builds from such an archive.
    """
    text = resources.files("delvebook").joinpath("commit.txt").read_text("ascii").strip()
    return text if re.fullmatch(r"[0-9a-f]{40,64}", text) else None
