"""Events are played one by one: each fact is shown, nothing is blocked, a press counts for what was there."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import violations
from tests.browser.conftest import Newcomer
from tests.browser.people import PHONE, Visitor, two_at_a_table
from tests.browser.test_table import my_turn, sentences
from tests.waiting import until

MOVING: Final = {"reduced_motion": "no-preference"}
SEATS: Final = {"dungeon-raiders": 3, "dice-and-danger": 2, "the-descent": 2, "labyrinth": 1, "runebound": 2}
UNSTAGED: Final = ("GameCreated", "SeatTaken", "SeatsClosed", "NonceRevealed", "SeedRevealed")
PATIENCE_MS: Final = 120_000
WATCH: Final = """
window.played = [];
new MutationObserver(() => {
    const now = document.querySelector(".stage-now");
    const line = now && { at: now.dataset.line, text: now.querySelector(".stage-line").textContent };
    if (line && line.at !== window.played.at(-1)?.at) window.played.push(line);
}).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
"""
IDLE: Final = "() => window.played.length > 0 && document.querySelector('.stage') === null"

STILL = """() => {
    const still = new CSSStyleSheet();
    still.replaceSync("* { animation: none !important }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
}"""
"""Ends all animations: what fades in has no contrast yet."""


def opened(visitor: Visitor, game: str, pace: str | None = None) -> Page:
    """The table, ready to be played, at that pace. What the stage shows is written down in `window.played`."""
    if pace is not None:
        visitor.context.add_init_script(f"localStorage.setItem('delvebook.pace', '{pace}')")
    visitor.context.add_init_script(WATCH)
    page = visitor.go(f"/games/{game}")
    page.locator("select[name=pace]").wait_for()
    my_turn(page)
    return page


def quiet_last(visitor: Visitor, page: Page, game: str) -> int:
    """Waits until bots have moved and everything is played. Returns the game's last event."""
    while True:
        before = last(visitor, game)
        page.wait_for_timeout(1000)
        if last(visitor, game) == before and page.locator(".stage").count() == 0:
            return before


def quiet(visitor: Visitor, page: Page, game: str) -> int:
    """Waits until bots have moved and everything is played. Forgets what was shown. Returns the game's last event."""
    before = quiet_last(visitor, page, game)
    page.evaluate("() => void (window.played = [])")
    return before


def played(page: Page) -> list[str]:
    """The sentences that the stage has shown, in order."""
    return [line["text"] for line in page.evaluate("() => window.played")]


def told(visitor: Visitor, game: str, after: int, upto: int | None = None) -> list[str]:
    """The sentences of the events after that one, by the service's own word."""
    events: list[dict[str, Any]] = visitor.get(f"/v1/games/{game}/events?after={after}&limit=200&lang=en")["events"]
    ours = [event for event in events if event["type"] not in UNSTAGED and (upto is None or event["n"] <= upto)]
    return [sentence for event in ours for sentence in event["told"]]


def last(visitor: Visitor, game: str) -> int:
    """The number of the game's last event."""
    return int(visitor.get(f"/v1/games/{game}")["n"])


def own_actions(visitor: Visitor, game: str) -> int:
    """How many actions the visitor has taken in the first seat. Bots take theirs meanwhile."""
    events = visitor.get(f"/v1/games/{game}/events")["events"]
    return sum(event["by"] == "seat:0" and event["type"] == "ActionTaken" for event in events)


def awaited(visitor: Visitor, page: Page, game: str) -> int:
    """Waits until nobody but the first seat owes a decision, and the page knows it. Returns the game's last event."""
    until(lambda: visitor.get(f"/v1/games/{game}")["to_act"] == [0], "the first seat alone is awaited")
    now = last(visitor, game)
    page.wait_for_function("n => Number(document.querySelector('.log .log-links a').textContent) >= n", arg=now)
    my_turn(page)
    return now


@pytest.mark.parametrize("title", SEATS)
def test_each_fact_of_each_title_is_shown_in_order_at_slow_pace(newcomer: Newcomer, title: str) -> None:
    visitor = newcomer(**MOVING)
    visitor.sign_up()
    game = visitor.new_game(title, seats=SEATS[title], bots=dict.fromkeys(range(1, SEATS[title]), "greedy"))
    page = opened(visitor, game, "slow")
    before = quiet(visitor, page, game)
    page.locator(".action:enabled").first.click()
    page.wait_for_function(IDLE, timeout=PATIENCE_MS)

    expected = told(visitor, game, before)
    assert len(expected) > 0
    assert played(page) == expected


def test_forced_moves_that_pass_by_themselves_end_no_play(newcomer: Newcomer) -> None:
    visitor = newcomer(**MOVING)
    visitor.sign_up()
    game = visitor.new_game("labyrinth")
    visitor.context.add_init_script("localStorage.setItem('delvebook.forced', 'yes')")
    page = opened(visitor, game, "quick")
    before = quiet(visitor, page, game)
    for _ in range(3):
        page.locator(".action:enabled").first.click()
        page.wait_for_function(IDLE)
        after = quiet_last(visitor, page, game)

    assert played(page) == told(visitor, game, before, after)


def against_bots(newcomer: Newcomer, **options: Any) -> tuple[Visitor, str]:
    """A player with motion on, and their game of Dungeon Raiders against two bots."""
    visitor = newcomer(**{**MOVING, **options})
    visitor.sign_up()
    return visitor, visitor.new_game("dungeon-raiders", seats=3, bots={1: "greedy", 2: "greedy"})


def act(visitor: Visitor, game: str, which: int = 0) -> None:
    """Takes one of the actions on offer, by the API."""
    owed = visitor.get(f"/v1/games/{game}/actions")
    chosen = owed["actions"][which]["action"]
    visitor.post(f"/v1/games/{game}/actions", {"decision": owed["decision"], "action": chosen})


def spots(page: Page) -> int:
    """How many places of the board can be taken."""
    return page.locator(".table-drawn .dr-card.spot").count()


def test_nothing_is_played_if_the_player_wants_all_at_once(newcomer: Newcomer) -> None:
    visitor, game = against_bots(newcomer)
    page = opened(visitor, game, "off")
    before = quiet(visitor, page, game)
    page.locator(".action:enabled").first.click()
    page.wait_for_function("n => Number(document.querySelector('.log .log-links a').textContent) > n", arg=before)
    my_turn(page)

    assert spots(page) > 0
    assert played(page) == []


@pytest.mark.parametrize("title", [title for title, seats in SEATS.items() if seats > 1])
def test_who_waits_at_a_table_can_act_as_soon_as_another_begins_the_game(newcomer: Newcomer, title: str) -> None:
    ann, bob = newcomer(**MOVING), newcomer()
    ann.sign_up()
    bob.sign_up()
    game = ann.new_game(title, seats=2, bots={}, is_started=False)
    page = ann.go(f"/games/{game}")
    page.locator("select[name=pace]").wait_for()
    bob.post(f"/v1/games/{game}/nonces", {"nonce": bob.sit(game)})
    expect(page.get_by_role("button", name="Start the game")).to_be_enabled()
    bob.post(f"/v1/games/{game}/start", {})
    page.locator(".table-drawn").wait_for()
    until(lambda: ann.get(f"/v1/games/{game}")["to_act"], "somebody is asked")
    if ann.get(f"/v1/games/{game}")["you"]["owed"]:
        my_turn(page)
    expect(page.get_by_text("This table cannot be drawn")).to_have_count(0)


def test_on_a_phone_what_is_played_is_in_sight_above_the_choices(newcomer: Newcomer) -> None:
    visitor, game = against_bots(newcomer, **PHONE)
    page = opened(visitor, game, "slow")
    quiet(visitor, page, game)
    page.locator(".action:enabled").first.tap()
    page.locator(".stage").wait_for()
    my_turn(page)
    page.evaluate("scrollTo(0, 0)")
    covered = """() => {
        const { left, right, top, bottom } = document.querySelector(".stage").getBoundingClientRect();
        const at = (y) => document.elementFromPoint((left + right) / 2, y)?.closest(".stage");
        return [top + 8, bottom - 8].map((y) => !at(y));
    }"""
    for _ in range(3):
        assert page.evaluate(covered) == [False, False]
        page.wait_for_timeout(700)


@pytest.mark.parametrize(("motion", "pace"), [("reduce", "off"), ("no-preference", "normal")])
def test_the_pace_is_off_for_those_who_want_no_motion_until_they_choose(
    newcomer: Newcomer, motion: str, pace: str
) -> None:
    visitor, game = against_bots(newcomer, reduced_motion=motion)
    page = opened(visitor, game)
    choice = page.locator("select[name=pace]")
    assert choice.input_value() == pace

    choice.select_option("slow")
    page.reload()
    choice.wait_for()
    assert choice.input_value() == "slow"


def being_played(newcomer: Newcomer) -> tuple[Visitor, str, Page]:
    """A player, a game against bots, and its page, which plays at slow pace what the player's action led to."""
    visitor, game = against_bots(newcomer)
    page = opened(visitor, game, "slow")
    quiet(visitor, page, game)
    page.locator(".action:enabled").first.click()
    page.locator(".stage").wait_for()
    return visitor, game, page


def test_what_is_played_blocks_no_action(newcomer: Newcomer) -> None:
    visitor, game, page = being_played(newcomer)
    my_turn(page)
    assert page.locator(".stage").count() == 1
    before = last(visitor, game)
    page.locator(".action:enabled").first.click()

    page.wait_for_function("n => Number(document.querySelector('.log .log-links a').textContent) > n", arg=before)
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("way", ["the board", "Escape", "Skip"])
def test_the_play_is_skipped(newcomer: Newcomer, way: str) -> None:
    visitor, game, page = being_played(newcomer)
    before = awaited(visitor, page, game)
    assert page.locator(".stage").count() == 1
    if way == "the board":
        page.locator(".table-drawn .tt-head").click()
    elif way == "Skip":
        page.get_by_role("button", name="Skip").click()
    else:
        page.keyboard.press(way)

    expect(page.locator(".stage")).to_have_count(0, timeout=3000)
    expect(page.locator(".table-drawn .dr-card.spot").first).to_be_visible()
    assert last(visitor, game) == before


def test_a_press_counts_for_what_was_there_when_it_began(newcomer: Newcomer) -> None:
    ann, bob, game = two_at_a_table(newcomer)
    page = ann.go(f"/games/{game}")
    my_turn(page)
    offered = sentences(page)
    page.locator(".action").first.hover()
    page.mouse.down()
    act(ann, game, which=1)
    act(bob, game)
    expect(page.locator("[data-live=polite]")).to_contain_text("reveals")
    page.wait_for_timeout(1500)
    before = last(ann, game)
    assert sentences(page) == offered
    page.mouse.up()

    # What was pressed is no longer to be decided. It is not taken for the next decision, although it could be.
    expect(page.get_by_role("main").get_by_role("alert")).to_be_visible()
    my_turn(page)
    assert sentences(page) != offered
    assert last(ann, game) == before


def test_a_double_click_takes_one_action(newcomer: Newcomer) -> None:
    visitor, game = against_bots(newcomer, reduced_motion="reduce")
    page = visitor.go(f"/games/{game}")
    my_turn(page)
    offered = "|".join(sentences(page))
    page.locator(".action").first.hover()
    page.mouse.down()
    page.mouse.up()
    now = "[...document.querySelectorAll('.action:enabled')].map((one) => one.textContent).join('|')"
    page.wait_for_function(f"offered => ![offered, ''].includes({now})", arg=offered)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.wait_for_timeout(500)

    assert own_actions(visitor, game) == 1


def test_what_was_missed_is_played_once_on_return(newcomer: Newcomer) -> None:
    ann, bob, game = two_at_a_table(lambda: newcomer(**MOVING))
    page = opened(ann, game)
    before = quiet(ann, page, game)
    page.goto(f"{ann.url}/new")
    act(bob, game)
    page.goto(f"{ann.url}/games/{game}")

    expect(page.locator(".stage")).to_contain_text("While you were away")
    page.wait_for_function(IDLE)
    assert played(page) == told(ann, game, before)
    page.reload()
    page.locator("select[name=pace]").wait_for()
    page.wait_for_timeout(500)
    assert played(page) == []


def test_what_came_while_the_page_was_hidden_is_played_on_return(newcomer: Newcomer) -> None:
    ann, bob, game = two_at_a_table(lambda: newcomer(**MOVING))
    page = opened(ann, game)
    before = quiet(ann, page, game)
    hide = """isHidden => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    page.evaluate(hide, True)
    act(bob, game)
    expect(page.locator(".log li.is-last")).to_contain_text("lays a card")
    page.wait_for_timeout(500)
    assert played(page) == []
    page.evaluate(hide, False)

    expect(page.locator(".stage")).to_contain_text("While you were away")
    assert played(page) == told(ann, game, before)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_of_a_long_absence_the_end_is_played_and_the_rest_is_said(newcomer: Newcomer, scheme: str) -> None:
    visitor, game = against_bots(newcomer, color_scheme=scheme, locale="ru-RU")
    visitor.context.add_init_script("localStorage.setItem('delvebook.pace', 'slow')")
    page = visitor.go(f"/games/{game}")
    page.locator("select[name=pace]").wait_for()
    page.wait_for_function(f"() => Number(localStorage.getItem('delvebook.seen.{game}')) > 0")
    page.goto(f"{visitor.url}/new")
    visitor.play_out(game)
    page.goto(f"{visitor.url}/games/{game}")
    stage = page.locator(".stage")

    expect(stage).to_contain_text("Пока вас не было")
    expect(stage).to_contain_text("только в журнале")
    page.evaluate(STILL)
    assert violations(page) == []
    assert page.locator(".outcome").count() == 0
    page.get_by_role("button", name="Пропустить").click()
    expect(page.locator(".outcome")).to_be_visible()


def test_screen_readers_are_told_what_is_played_once(newcomer: Newcomer) -> None:
    _, _, page = being_played(newcomer)

    assert page.locator(".stage [aria-hidden=true] .stage-now").count() == 1
    assert page.locator(".stage").get_by_role("button").all_text_contents() == ["Skip"]
    expect(page.locator("[data-live=polite]")).to_contain_text("reveals")
