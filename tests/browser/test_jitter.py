"""
On a bad network the table never lies: whenever nothing is under way, it shows what the service says.

Requests and answers are late, lost, cut and repeated, by a seed (`jitter/jitter.js`). `make jitter STARTS=2000` holds
the page's store to the same, in node, over as many starts against bots as one likes.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Newcomer
from tests.browser.people import PROOF, Visitor

JITTER: Final = Path(__file__).parent / "jitter"
STARTS: Final = 3
PATIENCE: Final = 2.0
"""Seconds in which a quiet page has to show what the service says."""
ACTIONS: Final = 3
TITLES: Final = {"dungeon-raiders": 3, "dice-and-danger": 2, "the-descent": 2, "labyrinth": 1, "runebound": 2}


def shown(page: Page) -> dict[str, Any]:
    """What the page shows, and whether requests or answers are under way."""
    return dict(
        page.evaluate(
            """() => ({
                quiet: network.state.underWay === 0,
                newest: Number(document.querySelector(".log .log-links a")?.textContent ?? 0),
                actions: [...document.querySelectorAll("button.action")].map((one) => one.textContent.trim()).sort(),
                over: document.querySelector(".outcome") !== null,
                refusal: document.querySelector(".problem-text")?.textContent ?? null,
            })"""
        )
    )


def told(visitor: Visitor, game: str) -> dict[str, Any] | None:
    """What the page has to show by the service's own word; None while others are to move."""
    now = visitor.get(f"/v1/games/{game}")
    if now["status"] == "running" and not now["you"]["owed"]:
        return None
    after = max(0, now["n"] - 50)
    events = visitor.get(f"/v1/games/{game}/events?after={after}&lang=en")["events"]
    offered = visitor.get(f"/v1/games/{game}/actions")["actions"] if now["status"] == "running" else []
    return {
        "newest": next(event["n"] for event in reversed(events) if event["told"] and event["type"] not in PROOF),
        "actions": sorted(one["text_short"]["en"] for one in offered),
        "over": now["status"] == "finished",
    }


def agree(visitor: Visitor, page: Page, game: str) -> None:
    """Waits until page and service agree. Fails if the page is quiet and they still differ."""
    quiet_since = time.monotonic()
    while True:
        expected, seen = told(visitor, game), shown(page)
        if expected is not None and all(seen[name] == value for name, value in expected.items()):
            return
        if expected is None or not seen["quiet"]:
            quiet_since = time.monotonic()
        assert time.monotonic() - quiet_since < PATIENCE, f"the page shows {seen}, the service says {expected}"
        page.wait_for_timeout(50)


@pytest.mark.parametrize("title", TITLES)
def test_a_quiet_page_shows_what_the_service_says(newcomer: Newcomer, title: str) -> None:
    visitor = newcomer()
    visitor.sign_up()
    visitor.context.add_init_script(
        f"{(JITTER / 'jitter.js').read_text()}\n"
        f"globalThis.network = jittered(fetch.bind(globalThis), {len(title)});\n"
        "globalThis.fetch = network.fetch;"
    )
    bots = dict.fromkeys(range(1, TITLES[title]), "greedy")
    for _ in range(STARTS):
        game = visitor.new_game(title, seats=TITLES[title], bots=bots, is_started=False)
        # The page opens while the game starts, so that the bots move beside its first requests.
        page = visitor.go(f"/games/{game}")
        visitor.start(game)
        page.locator(".headline").wait_for()
        for number in range(ACTIONS):
            agree(visitor, page, game)
            buttons = page.locator("button.action:enabled")
            if buttons.count() == 0:
                break
            buttons.nth(number % buttons.count()).click()


def test_no_start_against_bots_is_stuck(service: str) -> None:
    node = shutil.which("node")
    assert node, "install node 20 or newer: the page's store is run in it"
    done = subprocess.run(
        [node, str(JITTER / "starts.mjs"), service, "30", "7", "3"],
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    result = json.loads(done.stdout)

    assert result["stuck"] == []
    assert (result["starts"], result["actions"] > 0) == (30, True)
    assert min(result["network"][fate] for fate in ("lost", "cut", "repeated")) > 0
