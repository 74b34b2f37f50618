"""An account on another device: its code is read from the screen, and the other device asks first."""

from __future__ import annotations

import base64

import pytest
import zxingcpp
from playwright.sync_api import Page, expect

from tests.browser.accessibility import violations
from tests.browser.conftest import Newcomer
from tests.browser.people import PHONE, Visitor
from tests.waiting import until

WORDS = {
    "en-GB": {
        "make": "Sign in on another device",
        "end": "End the code",
        "used": "The other device is signed in",
        "ask": "Sign in as {name}?",
        "open": "Sign in as {name}",
        "done": "You are signed in as {name} on this device.",
        "listed": "Second device",
    },
    "ru-RU": {
        "make": "Войти на другом устройстве",
        "end": "Отменить код",
        "used": "Другое устройство вошло",
        "ask": "Войти как {name}?",
        "open": "Войти как {name}",
        "done": "Вы вошли на этом устройстве как {name}.",
        "listed": "Второе устройство",
    },
}
GREY = """async (png) => {
  const picture = new Image();
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(picture, 0, 0);
  const { data } = pen.getImageData(0, 0, picture.width, picture.height);
  const grey = Array.from({ length: data.length / 4 }, (_, at) => data[4 * at + 1]);
  return { grey, shape: [picture.height, picture.width] };
}"""


def read_from_the_screen(page: Page) -> str:
    """What a camera reads in a picture of the whole window."""
    page.locator(".qr").scroll_into_view_if_needed()
    seen = page.evaluate(GREY, base64.b64encode(page.screenshot()).decode())
    pixels = memoryview(bytes(seen["grey"])).cast("B", shape=seen["shape"])
    (found,) = zxingcpp.read_barcodes(pixels)
    assert found.format == zxingcpp.BarcodeFormat.QRCode
    return str(found.text)


SLOW_LOOK = """
const ask = window.fetch;
window.fetch = async (path, given) => {
  if (path.includes("inspection")) await new Promise((resolve) => setTimeout(resolve, 500));
  return ask(path, given);
};
"""
"""A browser whose looks at codes are slow."""


def shows_a_code(person: Visitor, words: dict[str, str]) -> Page:
    page = person.go("/account")
    page.get_by_role("button", name=words["make"]).click()
    expect(page.locator(".qr")).to_be_visible()
    return page


@pytest.mark.parametrize(("locale", "colours"), [("en-GB", "light"), ("ru-RU", "dark")])
def test_a_phone_reads_the_code_is_asked_and_plays_the_same_seat(newcomer: Newcomer, locale: str, colours: str) -> None:
    words = WORDS[locale]
    ann, phone = newcomer(locale=locale, color_scheme=colours), newcomer(locale=locale, color_scheme=colours, **PHONE)
    name = ann.sign_up()
    game = ann.new_game("dungeon-raiders", seats=2)
    page = shows_a_code(ann, words)
    address = read_from_the_screen(page)
    code = page.locator(".qr ~ p .code").inner_text()
    assert address == f"{ann.url}/device#{code}"
    assert page.locator(".qr").get_attribute("alt")
    assert violations(page) == []

    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    there = phone.go(address.removeprefix(phone.url))
    expect(there.get_by_role("heading", name=words["ask"].format(name=name))).to_be_visible()
    assert there.url == f"{phone.url}/device"
    assert not any(code in one for one in asked)
    assert violations(there) == []
    assert phone.get("/v1/session")["account"] is None
    there.get_by_role("button", name=words["open"].format(name=name), exact=True).click()
    expect(there.get_by_role("main").get_by_role("status")).to_have_text(words["done"].format(name=name))
    assert violations(there) == []

    expect(page.get_by_role("status").filter(has_text=words["used"])).to_be_visible()
    expect(page.locator(".tokens strong", has_text=words["listed"])).to_have_count(1)
    expect(page.locator(".qr")).to_have_count(0)
    expect(phone.go(f"/games/{game}").locator(".headline.is-mine")).to_be_visible()
    before = ann.get(f"/v1/games/{game}/head")["n"]
    phone.play_out(game, actions_max=1)
    assert ann.get(f"/v1/games/{game}/head")["n"] > before


def test_a_code_that_was_ended_opens_nothing_and_the_page_says_so(newcomer: Newcomer) -> None:
    ann, phone = newcomer(), newcomer()
    ann.sign_up()
    page = shows_a_code(ann, WORDS["en-GB"])
    address = read_from_the_screen(page)
    page.get_by_role("button", name="End the code").click()
    expect(page.locator(".qr")).to_have_count(0)
    there = phone.go(address.removeprefix(phone.url))

    expect(there.get_by_role("alert")).to_contain_text("this code is unknown, was used, or has ended")
    expect(there.get_by_label("Code from the other device")).to_be_visible()
    assert phone.get("/v1/session")["account"] is None


def test_a_link_to_somebody_elses_account_signs_nobody_in_and_out(newcomer: Newcomer) -> None:
    eve, bob = newcomer(), newcomer()
    eves, bobs = eve.sign_up(), bob.sign_up()
    code = eve.post("/v1/session/handovers")["code"]
    page = bob.go(f"/device#{code}")

    expect(page.get_by_role("heading", name=f"Sign in as {eves}?")).to_be_visible()
    expect(page.locator(".notice")).to_contain_text(f"This browser is signed in as {bobs}.")
    page.get_by_role("link", name="No, leave it").click()
    page.wait_for_url(f"{bob.url}/")
    assert bob.get("/v1/session")["account"]["name"] == bobs
    assert eve.get("/v1/session/handovers")["handovers"][0]["used_at"] is None

    page = bob.go(f"/device#{code}")
    page.get_by_role("button", name=f"Sign out {bobs}, sign in as {eves}").click()
    expect(page.get_by_role("main").get_by_role("status")).to_have_text(f"You are signed in as {eves} on this device.")


def test_a_code_that_ends_meanwhile_does_not_cost_the_account_of_this_browser(newcomer: Newcomer) -> None:
    ann, bob = newcomer(), newcomer()
    ann.sign_up()
    bobs = bob.sign_up()
    page = bob.go(f"/device#{ann.post('/v1/session/handovers')['code']}")
    button = page.get_by_role("button", name=f"Sign out {bobs}")
    expect(button).to_be_visible()
    ann.post("/v1/session/handovers")
    button.click()

    expect(page.get_by_role("alert")).to_contain_text("this code is unknown, was used, or has ended")
    assert bob.get("/v1/session")["account"]["name"] == bobs


def test_the_account_that_is_named_is_the_one_that_is_opened(newcomer: Newcomer) -> None:
    """However the address changes while the page is busy."""
    ann, eve, bob = newcomer(), newcomer(), newcomer()
    ann.sign_up()
    eves, _ = eve.sign_up(), bob.sign_up()
    first, other = (one.post("/v1/session/handovers")["code"] for one in (ann, eve))
    bob.page.add_init_script(SLOW_LOOK)
    page = bob.go(f"/device#{first}")
    page.evaluate("code => { location.hash = code; }", other)

    expect(page.get_by_role("heading", name=f"Sign in as {eves}?")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("main").get_by_role("status")).to_have_text(f"You are signed in as {eves} on this device.")
    assert bob.get("/v1/session")["account"]["name"] == eves


def test_a_code_ends_with_the_page_that_shows_it(newcomer: Newcomer) -> None:
    ann, phone = newcomer(), newcomer()
    ann.sign_up()
    page = shows_a_code(ann, WORDS["en-GB"])
    address = read_from_the_screen(page)
    ann.go("/")
    until(lambda: ann.get("/v1/session/handovers")["handovers"] == [], "the code ends")

    expect(phone.go(address.removeprefix(phone.url)).get_by_role("alert")).to_contain_text("this code is unknown")


def test_a_code_is_typed_with_the_keyboard_alone(newcomer: Newcomer) -> None:
    ann, tablet = newcomer(), newcomer()
    name = ann.sign_up()
    code = ann.post("/v1/session/handovers")["code"]
    page = tablet.go("/device")
    page.get_by_label("Code from the other device").focus()
    page.keyboard.type(code.lower().replace("-", " "))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=f"Sign in as {name}?")).to_be_visible()
    page.get_by_role("button", name=f"Sign in as {name}", exact=True).focus()
    page.keyboard.press("Enter")

    expect(page.get_by_role("main").get_by_role("status")).to_have_text(f"You are signed in as {name} on this device.")


def test_the_page_says_when_no_other_device_can_open_its_address(player: Visitor) -> None:
    page = shows_a_code(player, WORDS["en-GB"])

    expect(page.get_by_text("This address leads to this machine alone.")).to_be_visible()
