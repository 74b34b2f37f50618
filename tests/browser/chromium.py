"""The browser that the suite drives: any Chrome or Chromium of this machine."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserType

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
WITHOUT: Final = (
    # In Chromium 156 the suggestions below the address are two pages of the browser's own. Every window loads them
    # before anybody types, even one that nobody sees: a second of processor time for each person of a test.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # What Playwright 1.65 turns off. A browser heeds only the last list that it is given, which is this one.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "msForceBrowserSignIn",
    "msEdgeUpdateLaunchServicesPreferredVersion",
)
"""Features of Chromium that the suite has no use for."""


def open_chromium(chromium: BrowserType, *more: str) -> Browser:
    """Starts the browser of this machine without windows, with these arguments besides."""
    without = f"--disable-features={','.join(WITHOUT)}"
    own = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", without]
    return chromium.launch(executable_path=find_chromium(), args=[*own, *more])


def find_chromium() -> str | None:
    """The path of a Chrome or Chromium; None if there is none."""
    found = (shutil.which(name) for name in NAMES)
    return next((path for path in found if path), next((path for path in ELSEWHERE if Path(path).exists()), None))
