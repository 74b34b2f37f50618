"""Without a network the frame and the verifier work, and no page shows an old table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import violations
from tests.browser.conftest import Newcomer
from tests.browser.people import Visitor


def kept(visitor: Visitor, path: str) -> Page:
    """The page, once the service worker has everything."""
    page = visitor.go(path)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.reload()
    return page


def test_a_record_is_verified_without_a_network(newcomer: Newcomer) -> None:
    player = newcomer(service_workers="allow")
    player.sign_up()
    game = player.new_game("dungeon-raiders", seats=2)
    player.play_out(game)
    record = player.context.request.get(f"{player.url}/v1/games/{game}/record", headers={"Delvebook-Page": "1"}).body()
    page = kept(player, "/")
    player.may_lose_connection = True
    player.context.set_offline(True)
    page.goto(f"{player.url}/verify")
    page.locator("input[type=file]").first.set_input_files(
        {"name": "game.jsonl", "mimeType": "application/x-ndjson", "buffer": record}
    )

    expect(page.locator("main")).to_contain_text("holds", timeout=60_000)
    assert violations(page) == []


@pytest.mark.parametrize(("locale", "word"), [("en-GB", "You are offline"), ("ru-RU", "Нет сети")])
def test_no_table_is_shown_from_memory_and_everything_comes_back(newcomer: Newcomer, locale: str, word: str) -> None:
    player = newcomer(locale=locale, service_workers="allow")
    player.sign_up()
    game = player.new_game("dungeon-raiders", seats=2)
    page = kept(player, f"/games/{game}")
    page.locator(".headline").first.wait_for()
    player.may_lose_connection = True
    player.context.set_offline(True)
    for path in ("/", "/leagues", f"/games/{game}"):
        page.goto(player.url + path)
        expect(page.get_by_role("heading", name=word)).to_be_visible()
        expect(page.locator(".headline, .action, .games")).to_have_count(0)
    held = page.evaluate(
        """async () => {
            const urls = [];
            for (const name of await caches.keys())
                for (const request of await (await caches.open(name)).keys()) urls.push(new URL(request.url).pathname);
            return urls.filter((path) => path.startsWith("/v1/") || path.startsWith("/games/"));
        }"""
    )
    assert held == []
    player.context.set_offline(False)
    expect(page.locator(".headline").first).to_be_visible()
