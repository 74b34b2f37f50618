"""The browser that the suite drives: any Chrome or Chromium of this machine."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
ELSEWHERE: Final = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
MISSING: Final = f"""\

    THE BROWSER TESTS DID NOT RUN: there is no Chrome or Chromium here.
    None of {", ".join(NAMES)} is on the PATH.
    Install one (Debian and Ubuntu: apt install chromium), and run make test-browser again.
"""


def find_chromium() -> str | None:
    """The path of a Chrome or Chromium; None if there is none."""
    found = (shutil.which(name) for name in NAMES)
    return next((path for path in found if path), next((path for path in ELSEWHERE if Path(path).exists()), None))
