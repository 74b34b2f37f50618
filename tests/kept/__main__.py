"""Keeps what this version writes and promises: `python -m tests.kept 1.0`. Called by `make keep`."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.house.files import ROOT
from tests.kept.keeping import keep


def main(version: str) -> None:
    """Keeps it, if this is that version and nothing is kept of it yet."""
    now = (ROOT / "client" / "VERSION").read_text().strip()
    if not now.startswith(f"{version}."):
        sys.exit(f"this is version {now}, and not {version}; only a version itself can say what it writes")
    folder = Path(__file__).with_name(version)
    if folder.exists():
        sys.exit(f"what {version} wrote is kept already, and is never made anew")
    with TemporaryDirectory() as work:
        made = Path(work) / version
        keep(made, Path(work))
        made.rename(folder)


main(sys.argv[1])
