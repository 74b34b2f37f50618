"""The guided first game in the browser: begun by one press, told at the moments that matter, ended at will."""

from __future__ import annotations

import json
import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from delvebook.domain.guides import guide_of
from delvebook.domain.phrases import Language
from delvebook.domain.rulesets import registry
from tests.browser.accessibility import violations
from tests.browser.conftest import Newcomer
from tests.browser.people import Visitor, two_at_a_table
from tests.contract.test_guides import CASES, NOW

TITLES = sorted({key.split("@")[0] for key in registry.all_rulesets()})
SAY: dict[Language, dict[str, str]] = {
    "en": {"first": "First game", "guide": "Your first game", "next": "Got it", "end": "Play without the guide"},
    "ru": {"first": "Первая партия", "guide": "Ваша первая партия", "next": "Понятно", "end": "Играть без подсказчика"},
}


def first_game(person: Visitor, title: str, *, language: Language = "en") -> Page:
    """Begins the guided first game of a title as a newcomer does."""
    person.sign_up()
    page = person.go(f"/new?ruleset={title}")
    page.get_by_role("button", name=SAY[language]["first"]).click()
    expect(page).to_have_url(re.compile(r"/games/[0-9a-f-]{36}$"))
    expect(page.get_by_role("region", name=SAY[language]["guide"])).to_be_visible()
    return page


def texts(title: str, language: Language = "en") -> list[str]:
    return [moment["text"][language] for moment in guide_of(registry.get_ruleset(title))["moments"]]


@pytest.mark.parametrize("title", TITLES)
def test_one_press_begins_a_guided_game_that_tells_its_aim_first(newcomer: Newcomer, title: str) -> None:
    person = newcomer()
    page = first_game(person, title)
    guide = page.get_by_role("region", name="Your first game")

    expect(guide.locator(".guide-text")).to_have_text(texts(title)[0])
    page.locator(".actions .action").first.wait_for()
    assert violations(page) == []
    body = person.get(f"/v1/games/{page.url.rpartition('/')[2]}")
    assert body["visibility"] == "private"
    assert body["you"]["seat"] == 0
    assert [seat["bot"] is not None for seat in body["seats"]] == [False] + [True] * (len(body["seats"]) - 1)


def test_a_guided_game_is_played_to_its_end_and_says_each_moment_once(newcomer: Newcomer) -> None:
    page = first_game(newcomer(), "labyrinth")
    told: list[str] = []
    text = page.locator(".guide-text")
    for _ in range(400):
        page.locator(".action:enabled, .outcome").first.wait_for(timeout=30_000)
        while (button := page.get_by_role("button", name="Got it")).count():
            told.append(text.inner_text())
            button.click()
        if page.locator(".outcome").count():
            break
        before = page.locator(".log li").count()
        page.locator(".action:enabled").first.click()
        page.wait_for_function(
            "before => document.querySelectorAll('.log li').length > before || document.querySelector('.outcome')",
            arg=before,
        )

    assert len(set(told)) == len(told) > 5
    assert set(told) <= set(texts("labyrinth"))
    assert (told[0], told[-1]) == (texts("labyrinth")[0], texts("labyrinth")[-1])
    expect(page.get_by_role("region", name="Your first game")).to_have_count(0)


def test_the_guide_goes_on_after_a_reload_speaks_the_readers_language_and_ends_at_will(newcomer: Newcomer) -> None:
    page = first_game(
        newcomer(locale="ru-RU", viewport={"width": 390, "height": 844}), "dungeon-raiders", language="ru"
    )
    text, second = page.locator(".guide-text"), texts("dungeon-raiders", "ru")[1]
    next_one = page.get_by_role("button", name=SAY["ru"]["next"])
    next_one.focus()
    page.keyboard.press("Enter")
    expect(text).to_have_text(second)
    page.reload()
    expect(text).to_have_text(second)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    page.get_by_role("button", name=SAY["ru"]["end"]).click()
    expect(text).to_have_count(0)
    page.reload()
    page.locator(".actions .action").first.wait_for()
    expect(text).to_have_count(0)


def test_the_table_does_not_move_when_another_moment_is_told(newcomer: Newcomer) -> None:
    page = first_game(newcomer(), "dungeon-raiders")
    page.locator(".actions .action").first.wait_for()
    before = page.locator(".table-page").bounding_box()
    read_on = page.get_by_role("button", name="Got it")
    while read_on.count():
        read_on.click()
        assert page.locator(".table-page").bounding_box() == before


PHONE: Final = {"width": 390, "height": 844}
AT_THE_START: Final = 3
"""The moments that are told before the first card of Dungeon Raiders: the aim, the hand, and what the room is."""


def test_on_a_phone_the_guide_is_in_sight_wherever_the_page_stands_and_then_gives_way_to_the_choices(
    newcomer: Newcomer,
) -> None:
    page = first_game(newcomer(viewport=PHONE), "dungeon-raiders")
    choice, read_on = page.locator(".actions .action").first, page.get_by_role("button", name="Got it")
    choice.wait_for(state="attached")
    board = page.locator(".table-main").bounding_box()
    page.evaluate("scrollTo(0, 600)")
    for _ in range(AT_THE_START):
        expect(page.locator(".guide-text")).to_be_in_viewport(ratio=1)
        expect(choice).not_to_be_visible()
        read_on.click()

    expect(read_on).to_have_count(0)
    expect(choice).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")
    assert page.locator(".table-main").bounding_box() == board


def test_a_double_click_on_the_guide_plays_no_card(newcomer: Newcomer) -> None:
    person = newcomer(viewport=PHONE)
    page = first_game(person, "dungeon-raiders")
    page.locator(".actions .action").first.wait_for(state="attached")
    read_on = page.get_by_role("button", name="Got it")
    for _ in range(AT_THE_START - 1):
        read_on.click()
    read_on.dblclick()
    expect(page.locator(".actions .action").first).to_be_visible()

    actions = person.get(f"/v1/games/{page.url.rpartition('/')[2]}/actions")["actions"]
    assert {one["action"].get("card") for one in actions} >= {"p1", "p2", "p3", "p4", "p5"}


def test_who_has_read_all_by_keyboard_goes_on_at_the_table(newcomer: Newcomer) -> None:
    page = first_game(newcomer(), "dungeon-raiders")
    page.locator(".actions .action").first.wait_for()
    read_on = page.get_by_role("button", name="Got it")
    for _ in range(AT_THE_START):
        read_on.focus()
        page.keyboard.press("Enter")
    expect(read_on).to_have_count(0)
    page.wait_for_function("document.activeElement !== document.body")

    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


@pytest.mark.parametrize(("width", "waits"), [(390, True), (1280, False)])
def test_where_the_guide_would_hide_what_is_played_it_waits(newcomer: Newcomer, width: int, waits: bool) -> None:
    page = newcomer(viewport={"width": width, "height": 800}).go("/")
    told = page.evaluate(
        """async () => {
            const base = document.querySelector('script[type=module]').src.replace(/js\\/pages.*/, '');
            const { GuideView } = await import(base + 'js/table/guide.js');
            const game = { status: 'running', you: { seat: 0, owed: true, decision: 7 }, table: {} };
            const table = { id: 'x', game, actions: [{ action: { type: 'step' } }], events: [] };
            const guide = new GuideView({ ...table, stage: { isPlaying: true }, page: { announce() {} } });
            guide.moments = [{ id: 'turn', when: { actions: ['step'] }, clauses: [], text: { en: '', ru: '' } }];
            guide.update();
            const meanwhile = guide.current?.id ?? null;
            guide.table.stage.isPlaying = false;
            guide.update();
            return [meanwhile, guide.current?.id ?? null];
        }"""
    )

    assert told == [None if waits else "turn", "turn"]


def test_what_others_do_meanwhile_does_not_turn_the_page(newcomer: Newcomer) -> None:
    """The aim stays until it is read, also while the bots lay their cards."""
    person = newcomer()
    page = first_game(person, "dungeon-raiders")
    page.wait_for_function("() => document.querySelectorAll('.log li').length > 3")
    page.wait_for_timeout(500)

    expect(page.locator(".guide-text")).to_have_text(texts("dungeon-raiders")[0])


def test_the_page_knows_a_moment_as_the_service_does(visitor: Visitor) -> None:
    page = visitor.go("/")
    found = page.evaluate(
        """async ([cases, now]) => {
            const base = document.querySelector('script[type=module]').src.replace(/js\\/pages.*/, '');
            const { isThere } = await import(base + 'js/table/guide.js');
            return cases.map((when) => isThere(when, now));
        }""",
        [[when for when, _ in CASES], json.loads(json.dumps(NOW))],
    )

    assert found == [is_met for _, is_met in CASES]


def test_who_plays_alone_asks_for_a_hint_and_is_told_what_is_at_stake(newcomer: Newcomer) -> None:
    person = newcomer()
    person.sign_up()
    game = person.new_game("dungeon-raiders", seats=2)
    page = person.go(f"/games/{game}")
    page.get_by_role("button", name="Ask for a hint").click()
    hint = page.locator(".hint")
    expect(hint.locator("li").first).to_contain_text("It would do this", timeout=30_000)

    found = person.get(f"/v1/games/{game}/hint")
    for one, text in zip(found["candidates"], hint.locator("li").all_inner_texts(), strict=True):
        assert one["text"]["en"] in text
    assert violations(page) == []
    page.locator(".action:enabled").first.click()
    expect(hint.locator("li")).to_have_count(0)


def test_at_a_table_of_people_no_hint_is_offered(newcomer: Newcomer) -> None:
    ann, _, game = two_at_a_table(newcomer, hints=True)
    page = ann.go(f"/games/{game}")
    page.locator(".actions .action").first.wait_for()

    expect(page.get_by_role("button", name="Ask for a hint")).to_have_count(0)
