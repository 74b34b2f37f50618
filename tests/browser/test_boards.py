"""Boards: looked at closely by buttons, keys, the wheel and two fingers, and never in the way of the page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import violations
from tests.browser.conftest import Newcomer
from tests.browser.people import Visitor

PHONE: Any = {"width": 390, "height": 844}
DESK: Any = {"width": 1280, "height": 800}
BOARDS = {"runebound": 2, "the-descent": 2, "labyrinth": 1, "dice-and-danger": 1}
SEATS = {**BOARDS, "dungeon-raiders": 2}
NAME_PX_MIN = 9


def table_of(person: Visitor, title: str) -> Page:
    person.context.set_default_timeout(60_000)
    person.sign_up()
    page = person.go(f"/games/{person.new_game(title, seats=SEATS[title])}")
    page.locator(".action:enabled").first.wait_for()
    if title in BOARDS:
        page.locator(".tt-zoom button").first.wait_for()
    return page


def zoom_of(page: Page) -> float:
    """How many times the picture is wider than its frame."""
    return float(
        page.evaluate(
            """() => {
                const frame = document.querySelector("zoom-board .tt-picture");
                return frame.firstElementChild.getBoundingClientRect().width / frame.clientWidth;
            }"""
        )
    )


def middle(page: Page) -> tuple[float, float]:
    page.locator("zoom-board .tt-picture").first.scroll_into_view_if_needed()
    box = page.locator("zoom-board .tt-picture").first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("title", BOARDS)
def test_every_board_comes_closer_and_is_whole_again_without_moving_the_page(newcomer: Newcomer, title: str) -> None:
    page = table_of(newcomer(viewport=PHONE), title)
    frame, closer = page.locator("zoom-board .tt-picture").first, page.get_by_role("button", name="Closer").first
    before, whole = frame.bounding_box(), zoom_of(page)
    page.evaluate("window.scrollTo(0, 0)")
    closer.press("Enter")
    closer.press("Enter")

    assert zoom_of(page) == pytest.approx(max(whole, 1) * 2.25, rel=0.25)
    after = frame.bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] == pytest.approx(before["width"], abs=1)
    assert after["height"] <= before["height"] + 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Whole board").first.press("Enter")
    assert zoom_of(page) == pytest.approx(whole, abs=0.01)
    assert violations(page) == []


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_the_wheel_scrolls_the_page_and_comes_closer_only_with_ctrl(newcomer: Newcomer, viewport: Any) -> None:
    page = table_of(newcomer(viewport=viewport), "runebound")
    page.mouse.move(*middle(page))
    page.evaluate("window.scrollTo(0, 0)")
    page.mouse.wheel(0, 120)
    page.wait_for_function("() => scrollY > 0")
    assert zoom_of(page) == pytest.approx(1, abs=0.02)

    page.mouse.move(*middle(page))
    top = page.evaluate("scrollY")
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")
    page.wait_for_function("() => document.querySelector('zoom-board').zoom > 1.5")
    assert page.evaluate("scrollY") == top


def test_the_keys_work_while_the_board_has_focus_and_arrows_look_around(newcomer: Newcomer) -> None:
    page = table_of(newcomer(viewport=DESK, locale="ru-RU"), "runebound")
    frame = page.get_by_role("region", name="Карта")
    frame.focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    expect(page.get_by_role("button", name="Поле целиком")).to_have_attribute("aria-disabled", "false")
    before = frame.evaluate("one => one.scrollLeft")
    assert before > 0
    page.keyboard.press("ArrowRight")
    page.wait_for_function("before => document.querySelector('zoom-board .tt-picture').scrollLeft > before", arg=before)
    page.keyboard.press("0")
    assert zoom_of(page) == pytest.approx(1, abs=0.02)


def test_two_fingers_bring_the_board_closer_and_one_finger_is_left_to_the_page(newcomer: Newcomer) -> None:
    page = table_of(newcomer(viewport=PHONE, has_touch=True), "runebound")
    x, y = middle(page)
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *apart: float) -> None:
        points = [{"x": x + one, "y": y, "id": at} for at, one in enumerate(apart)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", -30, 30)
    touch("touchMove", -50, 50)
    touch("touchMove", -75, 75)
    touch("touchEnd")
    assert zoom_of(page) == pytest.approx(2.5, rel=0.1)
    page.get_by_role("button", name="Whole board").tap()
    assert zoom_of(page) == pytest.approx(1, abs=0.02)
    taken = page.evaluate(
        """() => [1, 2].map((count) => {
            const target = document.querySelector("zoom-board .tt-picture");
            const touch = (_, identifier) => new Touch({ identifier, target, clientX: 90 * identifier });
            const touches = Array.from({ length: count }, touch);
            return !target.dispatchEvent(new TouchEvent("touchmove", { touches, bubbles: true, cancelable: true }));
        })"""
    )
    assert taken == [False, True]
    assert page.evaluate(
        """() => {
            const frame = document.querySelector("zoom-board .tt-picture");
            return frame.scrollHeight <= frame.clientHeight && getComputedStyle(frame).touchAction === "auto";
        }"""
    )


def test_the_towns_keep_names_that_can_be_read_on_a_phone(newcomer: Newcomer) -> None:
    page = table_of(newcomer(viewport=PHONE), "runebound")
    heights = """[...document.querySelectorAll(".rb-town")].map((one) => one.getBoundingClientRect().height)"""

    def is_readable() -> bool:
        found = page.evaluate(heights)
        return len(found) > 5 and min(found) >= NAME_PX_MIN

    assert is_readable()
    page.get_by_role("button", name="Closer").press("Enter")
    assert is_readable()


def test_no_name_of_a_town_is_cut_at_the_edge_of_the_map_on_a_phone(newcomer: Newcomer) -> None:
    page = table_of(newcomer(viewport=PHONE, locale="ru-RU"), "runebound")
    cut = """() => {
        const map = document.querySelector(".rb-map").getBoundingClientRect();
        return [...document.querySelectorAll(".rb-town")].filter((one) => {
            const { left, right } = one.getBoundingClientRect();
            return left < map.left || right > map.right;
        }).map((one) => one.textContent);
    }"""
    assert page.evaluate(cut) == []


def test_characters_of_the_descent_are_figures_in_the_colour_of_their_seat(newcomer: Newcomer) -> None:
    person = newcomer()
    person.sign_up()
    game = person.new_game("the-descent", seats=2)
    page = person.go(f"/games/{game}")
    page.locator(".action").first.click()
    figures = page.locator(".td-person .tt-figure")
    expect(figures).to_have_count(2)
    painted = """(figure) => ["--seat", ".tt-helmet", ".tt-body path"].map((one) => one.startsWith("--")
        ? getComputedStyle(figure).getPropertyValue(one)
        : getComputedStyle(figure.querySelector(one)).fill)"""
    colours = [one.evaluate(painted) for one in figures.all()]
    assert all(helmet == body for _, helmet, body in colours)
    assert len({seat for seat, _, _ in colours}) == len({body for _, _, body in colours}) == 2
    assert figures.locator("text").all_text_contents() == ["1", "2"]


def test_a_dark_room_shows_its_sign_and_one_winner_is_not_called_winners(newcomer: Newcomer) -> None:
    person = newcomer()
    person.sign_up()
    game = person.new_game("dungeon-raiders", seats=3)
    # One level in twenty has all its rooms lit: half of the cards are, at random.
    while all(room["card"] for room in person.get(f"/v1/games/{game}")["table"]["row"]):
        game = person.new_game("dungeon-raiders", seats=3)
    page = person.go(f"/games/{game}")
    dark = page.locator(".dr-room.back").first
    dark.wait_for()
    paint = "(one) => getComputedStyle(one).color"
    assert dark.locator(".dr-room-sign").evaluate(paint) == dark.evaluate(paint)

    person.play_out(game)
    page.locator(".outcome").wait_for()
    winners = person.get(f"/v1/games/{game}")["outcome"]["winners"]
    told = page.locator(".tt-result")
    expect(told).to_contain_text("Winner:" if len(winners) == 1 else "Winners:")
    expect(page.locator(".dr-raider.won .tt-tag.good").get_by_text("winner", exact=True)).to_have_count(len(winners))


IN_SIGHT = """(selector) => {
    const box = document.querySelector(selector).getBoundingClientRect();
    return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
}"""


@pytest.mark.parametrize("title", SEATS)
def test_choices_and_ones_own_life_stay_in_sight_on_a_phone(newcomer: Newcomer, title: str) -> None:
    page = table_of(newcomer(viewport=PHONE, locale="ru-RU"), title)
    height = page.evaluate("() => document.querySelector('.table-drawn').getBoundingClientRect().bottom")
    for top in (0, height / 2):
        page.evaluate("top => window.scrollTo(0, top)", top)
        for selector in (".action", ".own-now"):
            assert page.evaluate(IN_SIGHT, selector), f"{selector} at {top}"
    if title != "labyrinth":
        assert page.locator(".own-now").inner_text().split()[0].split("/")[0].isdigit()
    assert violations(page) == []


def test_the_whole_cave_of_the_descent_is_in_sight_at_1280_by_800(newcomer: Newcomer) -> None:
    page = table_of(newcomer(viewport=DESK), "the-descent")
    halves = page.evaluate(
        """() => [...document.querySelectorAll(".td-map > svg")].map((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            return [left, right, top, bottom, Number(one.getAttribute("viewBox").split(" ")[3])];
        })"""
    )
    cells = page.locator(".td-near .hit")

    assert len(halves) == 2
    for left, right, top, bottom, _ in halves:
        assert left >= 0
        assert right <= DESK["width"]
        assert top >= 0
        assert bottom <= DESK["height"]
    assert sum(high for *_, high in halves) >= 24 * 29
    assert min(cells.nth(at).bounding_box()["height"] for at in range(cells.count())) >= 20
    assert violations(page) == []


def test_the_first_choice_of_the_descent_is_in_sight_on_a_phone(newcomer: Newcomer) -> None:
    page = table_of(newcomer(viewport=PHONE, has_touch=True, is_mobile=True), "the-descent")
    for top in (0, 600):
        page.evaluate("top => window.scrollTo(0, top)", top)
        assert page.evaluate(IN_SIGHT, ".action"), top
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_cell_is_one_word_of_the_headline(visitor: Visitor) -> None:
    page = visitor.go("/")
    found = page.evaluate(
        """async (texts) => {
            const base = document.querySelector('script[type=module]').src.replace(/js\\/pages.*/, '');
            const { apart, frame } = await import(base + 'js/table/actions.js');
            return [frame(texts), apart(texts, true).middles];
        }""",
        ["Start at (4, 2).", "Start at (6, 2)."],
    )

    assert found == ["Start at …", ["(4, 2).", "(6, 2)."]]
