"""The commands that the pages have people type."""

from __future__ import annotations

import re
from pathlib import Path

from tests.house.files import ROOT, relative, walk

PAGES = [path for path in walk(".md") if not relative(path).startswith("docs/clauses/")]


def blocks_of(page: Path | str) -> list[str]:
    """Returns the blocks of shell commands of a page, or of the page at this path in the repository."""
    text = (ROOT / page if isinstance(page, str) else page).read_text(encoding="utf-8")
    return re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
