"""Live: what others do is seen at once, and nothing is missed when a connection is lost."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Page, Route, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from tests.browser.conftest import Newcomer
from tests.browser.people import PROOF, two_at_a_table
from tests.browser.test_table import my_turn


def log_of(page: Page) -> list[str]:
    """The sentences of the log, the newest first."""
    return page.locator(".log-told").all_inner_texts()


def test_two_browsers_play_one_game_to_its_end(newcomer: Newcomer) -> None:
    ann, bob, game = two_at_a_table(newcomer)
    pages = [ann.go(f"/games/{game}"), bob.go(f"/games/{game}")]
    for page in pages:
        page.locator(".headline").wait_for()
    for _ in range(200):
        if all(page.locator(".outcome").count() for page in pages):
            break
        for page in pages:
            if page.locator(".action:enabled").count():
                with suppress(PlaywrightTimeoutError):  # the offer may pass between the look and the press
                    page.locator(".action:enabled").first.click(timeout=1_000)
                page.locator(".headline, .outcome").first.wait_for()
        pages[0].wait_for_timeout(50)

    for page in pages:
        expect(page.locator(".outcome")).to_be_visible()
    assert log_of(pages[0])[0] == log_of(pages[1])[0]
    assert ann.get(f"/v1/games/{game}")["status"] == "finished"


def test_a_face_down_card_is_not_shown_to_the_other_before_both_have_chosen(newcomer: Newcomer) -> None:
    ann, bob, game = two_at_a_table(newcomer)
    page, other = ann.go(f"/games/{game}"), bob.go(f"/games/{game}")
    my_turn(page)
    my_turn(other)
    sentence = page.locator(".action").first.inner_text()
    page.locator(".action").first.click()
    expect(other.locator(".log-told").first).not_to_contain_text("The game begins")

    assert "power" in sentence
    assert "power" not in log_of(other)[0]


def test_after_a_lost_connection_everything_missed_is_there_once_and_in_order(newcomer: Newcomer) -> None:
    ann, bob, game = two_at_a_table(newcomer)
    page = ann.go(f"/games/{game}")
    my_turn(page)
    ann.may_lose_connection = True
    ann.context.set_offline(offline=True)
    expect(page.locator(".connection")).to_contain_text("Connection lost")
    page.locator(".action").first.click()
    expect(page.locator(".problem")).to_contain_text("does not respond")
    offered = bob.get(f"/v1/games/{game}/actions?lang=en")
    chosen = {"decision": offered["decision"], "action": offered["actions"][0]["action"]}
    bob.post(f"/v1/games/{game}/actions", chosen)
    ann.context.set_offline(offline=False)

    expect(page.locator(".connection")).to_contain_text("Live")
    expect(page.locator(".problem")).to_have_count(0)
    events = bob.get(f"/v1/games/{game}/events?lang=en&viewer=spectator")["events"]
    expect(page.locator(".log-links a")).to_have_text(
        [str(event["n"]) for event in reversed(events) if event["type"] not in PROOF]
    )


@pytest.mark.parametrize(("part", "name"), [("dialog.js", "^Resign$"), ("disputes.js", "^Something is wrong with")])
def test_a_press_that_needs_more_of_the_page_says_that_the_connection_is_lost_and_helps_afterwards(
    newcomer: Newcomer, part: str, name: str
) -> None:
    ann, _, game = two_at_a_table(newcomer)
    page = ann.go(f"/games/{game}")
    my_turn(page)
    page.get_by_text("I have to leave").click()
    press = page.get_by_role("button", name=re.compile(name)).first
    ann.may_lose_connection = True
    page.route(f"**/js/{part}", lambda route: route.abort("internetdisconnected"))
    press.click()
    expect(page.locator(".problem")).to_contain_text("The service does not respond")

    page.unroute(f"**/js/{part}")
    press.click()
    expect(page.get_by_role("dialog")).to_be_visible()


@pytest.mark.parametrize("part", ["titles/dungeon_raiders.js", "table/sitting.js"])
def test_a_table_that_is_opened_as_the_connection_is_lost_says_so_and_opens_when_asked_again(
    newcomer: Newcomer, part: str
) -> None:
    ann = newcomer()
    ann.sign_up()
    game = ann.new_game("dungeon-raiders", seats=2, bots={}, is_started=False)
    ann.may_lose_connection = True
    ann.page.route(f"**/js/{part}", lambda route: route.abort("internetdisconnected"))
    page = ann.go(f"/games/{game}")
    expect(page.locator(".problem")).to_contain_text("The service does not respond")

    page.unroute(f"**/js/{part}")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".problem")).to_have_count(0)
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()


def test_a_move_that_is_sent_while_the_connection_is_lost_is_made_once(newcomer: Newcomer) -> None:
    ann, _, game = two_at_a_table(newcomer)
    page = ann.go(f"/games/{game}")
    my_turn(page)
    lost: list[str] = []

    def lose_the_answer(route: object) -> None:
        """The service carries the request out, and the answer never comes."""
        if route.request.method == "POST" and not lost:  # type: ignore[attr-defined]
            route.fetch()  # type: ignore[attr-defined]
            lost.append(route.request.headers["idempotency-key"])  # type: ignore[attr-defined]
            route.abort("connectionreset")  # type: ignore[attr-defined]
        else:
            route.continue_()  # type: ignore[attr-defined]

    ann.may_lose_connection = True
    page.route(f"**/v1/games/{game}/actions", lose_the_answer)
    page.locator(".action").first.click()
    expect(page.locator(".headline")).to_contain_text("Waiting for")

    assert len(lost) == 1
    acted = [event for event in ann.get(f"/v1/games/{game}/events")["events"] if event["by"] == "seat:0"]
    assert [event["type"] for event in acted] == ["ActionTaken"]


def test_a_spectator_sees_the_game_and_no_secret(newcomer: Newcomer) -> None:
    _, bob, game = two_at_a_table(newcomer)
    watcher = newcomer()
    page = watcher.go(f"/games/{game}")

    expect(page.locator(".headline")).to_contain_text("Waiting for")
    expect(page.get_by_role("heading", name="What you may do")).to_have_count(0)
    assert watcher.get(f"/v1/games/{game}")["you"] is None
    assert bob.get(f"/v1/games/{game}")["you"] is not None


def test_a_table_that_could_not_be_drawn_once_goes_on(newcomer: Newcomer) -> None:
    def breakable(route: Route) -> None:
        fails = "if (window.fails-- > 0) throw new Error('broken');"
        sound = route.fetch().text().replace("export function own(", "function sound(")
        code = f"{sound}\nexport function own(drawn) {{ {fails} return sound(drawn); }}"
        route.fulfill(body=code, content_type="text/javascript")

    ann, bob, game = two_at_a_table(newcomer)
    ann.page.add_init_script("window.fails = 0")
    ann.page.route("**/js/titles/dungeon_raiders.js", breakable)
    page = ann.go(f"/games/{game}")
    my_turn(page)
    page.locator(".action:enabled").first.click()
    expect(page.locator(".headline")).to_contain_text("Waiting for")
    page.wait_for_timeout(500)
    page.evaluate("window.fails = 1")
    owed = bob.get(f"/v1/games/{game}/actions")
    bob.post(f"/v1/games/{game}/actions", {"decision": owed["decision"], "action": owed["actions"][0]["action"]})

    expect(page.locator(".log")).to_contain_text("reveals")
    my_turn(page)
    assert len(ann.faults) == 1
    assert "broken" in ann.faults.pop()
