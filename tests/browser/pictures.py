"""Takes the pictures of the pages anew, for the README and for tests, and draws the icons: `make pictures`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tests.browser.chromium import MISSING, find_chromium, open_chromium
from tests.browser.icons import draw_icons
from tests.browser.people import Visitor
from tests.browser.references import take_all
from tests.house.files import ROOT
from tests.servers import running_delvebook

PICTURES: Final = ROOT / "docs" / "pictures"
SIZE: Final = {"width": 1200, "height": 760}
TITLES: Final = (("dungeon-raiders", 3), ("runebound", 2))
TIMEOUT_MS: Final = 120_000
ACTIONS: Final = 6
"""Actions of the player before the picture is taken."""


def main() -> None:
    """Runs the service, plays a little, and writes the pictures."""
    if find_chromium() is None:
        sys.exit(MISSING)
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        home = str(Path(folder) / "home")
        with (
            running_delvebook(Path(folder) / "log", DELVEBOOK_HOME=home) as (url, _),
            sync_playwright() as playwright,
        ):
            browser = open_chromium(playwright.chromium)
            context = browser.new_context(viewport=SIZE, reduced_motion="reduce", locale="en-GB")  # type: ignore[arg-type]
            context.set_default_timeout(TIMEOUT_MS)
            draw_icons(browser)
            ada = Visitor(context, url)
            ada.sign_up("Ada")
            for title, seats in TITLES:
                game = ada.new_game(title, seats=seats, bots=dict.fromkeys(range(1, seats), "greedy"))
                ada.play_out(game, actions_max=ACTIONS)
                page = ada.go(f"/games/{game}")
                page.locator(".headline.is-mine").wait_for()
                page.screenshot(path=PICTURES / f"{title}.png")
            finished = ada.new_game("dungeon-raiders", seats=2)
            ada.play_out(finished)
            page = ada.go(f"/games/{finished}#n=40")
            page.wait_for_load_state("networkidle")
            page.screenshot(path=PICTURES / "replay.png")
            page = ada.go("/")
            page.locator(".games").first.wait_for()
            page.screenshot(path=PICTURES / "lobby.png")
            print(f"{take_all(browser, url) / 1000:.0f} kB of reference pictures")
            browser.close()


if __name__ == "__main__":
    main()
