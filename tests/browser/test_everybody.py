"""For everybody: screen readers, keyboards, narrow screens, slow lines, both languages."""

from __future__ import annotations

import gzip
import re
from typing import Final

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.accessibility import violations
from tests.browser.conftest import Newcomer
from tests.browser.people import Visitor
from tests.browser.phone import first_load, is_busy
from tests.browser.test_table import my_turn
from tests.house.files import ROOT

FIRST_LOAD_BYTES_MAX: Final = 150_000
REQUESTS_MAX: Final = 45
INTERACTIVE_MS_MAX: Final = 2000
PHONE: Final = {"width": 320, "height": 640}
WORDS: Final = ROOT / "service" / "web" / "static" / "js" / "words"
PATHS: Final = ["/", "/new", "/new?ruleset=runebound", "/verify", "/disputes", "/leagues", "/account", "/device"]
PATHS += ["/players/me"]


def settled(page: Page) -> Page:
    """The page once it shows what it is for, however slow the machine is."""
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("main").get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text(re.compile("^Loading|^Загружа"))).to_have_count(0)
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PATHS)
def test_no_page_breaks_a_rule_of_wcag(newcomer: Newcomer, path: str, scheme: str) -> None:
    player = newcomer(color_scheme=scheme)
    player.sign_up()

    assert violations(settled(player.go(path))) == []


def test_the_welcome_and_its_menu_break_no_rule_of_wcag(visitor: Visitor) -> None:
    page = settled(visitor.go("/"))
    page.get_by_label("Settings").click()

    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("seats", [2, 3])
def test_a_table_breaks_no_rule_of_wcag_before_during_and_after_the_game(
    newcomer: Newcomer, scheme: str, seats: int
) -> None:
    player = newcomer(color_scheme=scheme)
    player.sign_up()
    waiting = player.new_game("dungeon-raiders", seats=seats, bots={}, is_started=False)
    page = player.go(f"/games/{waiting}")
    page.get_by_role("heading", name="Seats").wait_for()
    assert violations(page) == []

    game = player.new_game("dungeon-raiders", seats=seats)
    page = player.go(f"/games/{game}")
    my_turn(page)
    assert violations(page) == []

    player.play_out(game)
    page.locator(".outcome").wait_for()
    assert violations(page) == []


@pytest.mark.parametrize("path", PATHS)
def test_nothing_is_cut_off_on_the_narrowest_phone(newcomer: Newcomer, path: str) -> None:
    player = newcomer(viewport=PHONE)
    player.sign_up("A Player With Quite A Long Name Indeed " + str(PATHS.index(path)))
    page = settled(player.go(path))

    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("title", ["dungeon-raiders", "labyrinth"])
def test_a_table_is_played_at_on_the_narrowest_phone(newcomer: Newcomer, title: str) -> None:
    player = newcomer(viewport=PHONE, has_touch=True, is_mobile=True)
    player.sign_up()
    game = player.new_game(title, seats=1 if title == "labyrinth" else 2)
    page = player.go(f"/games/{game}")
    my_turn(page)
    page.locator(".action").first.tap()
    expect(page.locator(".log li").first).not_to_contain_text("The game begins")

    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("page_name", ["lobby", "table"])
def test_the_first_load_is_light(player: Visitor, page_name: str) -> None:
    path = "/" if page_name == "lobby" else f"/games/{player.new_game('dungeon-raiders', seats=2)}"
    seen: list[Response] = []

    def see(response: Response) -> None:
        seen.append(response)

    player.page.on("response", see)
    settled_without_stream(player.go(path))
    sizes: dict[str, int] = {}
    for response in seen:
        if "/stream" in response.url:
            continue
        body = response.body() if response.status == 200 else b""
        is_packed = response.headers.get("content-encoding") == "gzip"
        sizes[response.url] = len(gzip.compress(body, 9)) if is_packed else len(body)
    ours = {url: size for url, size in sizes.items() if "/v1/" not in url}

    assert len(ours) > 5
    assert sum(ours.values()) < FIRST_LOAD_BYTES_MAX, sorted(ours.items(), key=lambda pair: -pair[1])[:8]


def settled_without_stream(page: Page) -> None:
    """A table follows its game, so its network is never idle."""
    page.locator("h1, .games, .headline").first.wait_for()
    page.wait_for_timeout(1000)


@pytest.mark.parametrize(
    ("page_name", "selector", "together"),
    [
        ("lobby", "input[name=name]", [("js/api.js", "vendor/lit-html/lit-html.js", "words/en.js")]),
        ("table", ".action:enabled", [("/v1/session", "{game}"), ("/catalogue", "{game}/actions", "{game}/events")]),
    ],
)
def test_a_slow_phone_gets_a_page_that_answers_within_two_seconds(
    newcomer: Newcomer, page_name: str, selector: str, together: list[tuple[str, ...]]
) -> None:
    visitor = newcomer(viewport=PHONE)
    path = "/"
    if page_name == "table":
        visitor.sign_up()
        path = f"/games/{visitor.new_game('dungeon-raiders', seats=2)}"
    visitor.go("/openapi.json")
    took = first_load(visitor.page, visitor.url + path, selector)
    print(f"{page_name}: {took.interactive_ms:.0f} ms, this machine is {took.slowness:.1f} times slower")

    assert took.transferred < FIRST_LOAD_BYTES_MAX
    assert took.requests <= REQUESTS_MAX
    for paths in together:
        assert took.are_together(*(one.format(game=f"/v1{path}") for one in paths)), took.asked
    assert is_busy() or took.interactive_ms < INTERACTIVE_MS_MAX * took.slowness, took


def test_a_russian_reader_meets_no_english_on_the_way_to_a_table(newcomer: Newcomer) -> None:
    player = newcomer(locale="ru-RU")
    player.sign_up("Игрок с именем")
    for path in PATHS[:3]:
        page = settled(player.go(path))
        page.evaluate("document.querySelectorAll('.game-seats').forEach(seats => seats.remove())")  # people's names
        text = page.locator("main").inner_text()
        for allowed in (
            "Delvebook",
            "Dungeon Raiders",
            "Dungeons, Dice & Danger",
            "Runebound",
        ):
            text = text.replace(allowed, "")
        assert re.findall(r"[A-Za-z]{3,}", text) == []


def test_both_languages_have_the_same_words(player: Visitor) -> None:
    parts = sorted({one.name.rsplit(".", 2)[0] for one in WORDS.glob("*.en.js")})
    page = player.go("/")
    missing = page.evaluate(
        """async (parts) => {
            const base = document.querySelector('script[type=module]').src.replace(/pages.*/, '');
            const wordsOf = async name => (await import(`${base}words/${name}.js`)).default;
            const gaps = text =>
                typeof text === 'string' ? (text.match(/\\{\\w+\\}/g) ?? []).sort().join() : 'function';
            const found = [];
            for (const part of ['', ...parts.map(one => `${one}.`)]) {
                const [en, ru] = [await wordsOf(`${part}en`), await wordsOf(`${part}ru`)];
                found.push(...[...new Set([...Object.keys(en), ...Object.keys(ru)])]
                    .filter(key => !(key in en) || !(key in ru) || gaps(en[key]) !== gaps(ru[key])));
            }
            return found;
        }""",
        parts,
    )

    assert "players" in parts
    # The English words for scopes come from the service.
    assert [key for key in missing if not key.startswith("account.scope.")] == []


def test_nothing_moves_for_those_who_do_not_want_it(player: Visitor) -> None:
    page = player.go("/")

    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--motion').trim()") == "0ms"
