"""The browser that the suite drives: any Chrome or Chromium of this machine."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserType

WITHOUT_WINDOWS: Final = "chromium-headless-shell"
"""
Chromium's build without windows. It has no tabs, no bars and no pages of its own, so it draws the same pages for less.
It shows no notifications.
"""
WITH_WINDOWS: Final = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
)
ELSEWHERE: Final = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
MISSING: Final = f"""\

    THE BROWSER TESTS DID NOT RUN: there is no Chrome or Chromium here.
    None of {", ".join((WITHOUT_WINDOWS, *WITH_WINDOWS))} is on the PATH.
    Install them (Debian: apt install chromium chromium-headless-shell), and run make test-browser again.
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


def open_chromium(chromium: BrowserType, *more: str, notifies: bool = False) -> Browser:
    """Starts a browser of this machine without a window, with these arguments besides; on request one that notifies."""
    without = f"--disable-features={','.join(WITHOUT)}"
    hinting = "--font-render-hinting=none"  # a browser with windows has none, and letters take more room with it
    own = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", hinting, without]
    return chromium.launch(executable_path=find_chromium(notifies=notifies), args=[*own, *more])


def find_chromium(*, notifies: bool = False) -> str | None:
    """The path of a Chrome or Chromium, on request of one that can show notifications; None if there is none."""
    names = WITH_WINDOWS if notifies else (WITHOUT_WINDOWS, *WITH_WINDOWS)
    found = (shutil.which(name) for name in names)
    return next((path for path in found if path), next((path for path in ELSEWHERE if Path(path).exists()), None))
