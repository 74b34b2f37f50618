"""
The whole story of a dispute, by clicks: a player is wronged, claims, an arbiter looks and rules, and the game goes on.

The title is a third party's, with a fault in its first version that its second one mends: every prize goes to seat 1.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import violations
from tests.browser.conftest import Newcomer
from tests.browser.people import Visitor, two_at_a_table
from tests.house.files import ROOT
from tests.servers import busy_delvebook, official_at
from tests.service.test_story import ENTRY_POINTS
from tests.waiting import until

HOSTILE = "<img src=x onerror=\"document.body.dataset.hit='1'\"> & </script><script>alert(1)</script>"


A_CLOCK = {"kind": "per_decision", "seconds": 3600, "on_expiry": {"kind": "bot", "bot": "greedy@1"}}


@dataclass
class Place:
    """The service and its settings."""

    url: str
    environment: dict[str, str]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A service that has the faulty title and the mended one installed."""
    site = tmp_path_factory.mktemp("site")
    package = site / "skewed-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: skewed\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(ENTRY_POINTS)
    path = os.pathsep.join((str(ROOT), str(site)))
    with busy_delvebook(site, PYTHONPATH=path, DELVEBOOK_ACCOUNTS_LIMIT="") as (url, environment):
        yield Place(url, environment)


@pytest.fixture(scope="module")
def service(place: Place) -> str:
    """The address for newcomers."""
    return place.url


def token_of_an_arbiter(place: Place) -> str:
    """A new arbiter's token."""
    return official_at(place.url, place.environment, f"judge-{secrets.token_hex(3)}", "arbiter")


@pytest.fixture
def judge(place: Place, newcomer: Newcomer) -> Visitor:
    """An arbiter, signed in by the token."""
    person = newcomer()
    person.post("/v1/session", {"recovery_code": token_of_an_arbiter(place)})
    return person


def bids(person: Visitor, game: str, card: int) -> dict[str, Any]:
    decision = person.get(f"/v1/games/{game}/actions")["decision"]
    body = {"decision": decision, "action": {"type": "bid", "card": card}}
    answer: dict[str, Any] = person.post(f"/v1/games/{game}/actions", body)
    return answer


def claim(page: Page, words: str) -> str:
    """Files the claim in the open dialogue and goes to the dispute. Returns its id."""
    dialogue = page.get_by_role("dialog")
    dialogue.get_by_label("What is wrong?").fill(words)
    dialogue.get_by_role("button", name="File the claim").click()
    link = dialogue.get_by_role("link", name="Open the dispute")
    expect(link).to_be_visible()
    link.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Dispute about event")
    return page.url.rsplit("/", 1)[1]


def test_a_wronged_player_is_given_a_ruling_and_a_game_that_goes_on_by_clicks(
    newcomer: Newcomer, judge: Visitor
) -> None:
    ann, bob, game = two_at_a_table(newcomer, "skewed-bids@1")
    bids(ann, game, 1)
    wrong = bids(bob, game, 6)["n"]

    # Bob sees in the log of the table that the prize went to Ann, and points at that event.
    page = bob.go(f"/games/{game}")
    page.get_by_role("button", name=f"Something is wrong with event {wrong}", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("The clock stops")
    dispute = claim(page, "I bid more, and the prize went to Ann")
    assert ann.get(f"/v1/games/{game}")["clock_stopped"] is True
    expect(page.get_by_text("The record is exactly what its rules make of it.")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("is shown to arbiters only")).to_be_visible()
    assert page.get_by_role("heading", name="Rule", exact=True).count() == 0

    # An arbiter finds it in the queue, reads the sealed finding, and looks with both seats' eyes.
    desk = judge.go("/disputes")
    desk.get_by_role("region", name="To be ruled on").get_by_role("link", name=f"Bids, event {wrong}").first.click()
    expect(
        desk.get_by_text(f"Under skewed-bids@2, event {wrong} would come out differently. (BID-006)")
    ).to_be_visible()
    desk.get_by_role("button", name="Look").click()
    seen = desk.locator(".examination")
    expect(seen.get_by_role("heading", name=re.compile("What .* could have done"))).to_be_visible()
    expect(seen.locator(".might li")).not_to_have_count(0)
    expect(seen.locator(".might .chosen")).to_have_count(1)
    desk.get_by_label("Through the eyes of").select_option("0")
    desk.get_by_role("button", name="Look").click()
    expect(seen.locator(".might .chosen")).to_have_count(0)
    looks = until(lambda: judge.get(f"/v1/audit?game={game}&action=game/look")["entries"])
    assert len(looks) >= 2
    assert violations(desk) == []

    # She upholds, and the game goes on from before the wrong, by the mended rules.
    desk.get_by_label("Uphold: go on from an earlier event").check()
    desk.get_by_label("Go on from after event").fill(str(wrong - 1))
    desk.get_by_label("Under the rules").select_option("skewed-bids@2")
    desk.get_by_label("Reason").fill("BID-006: the highest bid takes the prize")
    desk.get_by_role("button", name="Rule").click()
    expect(desk.get_by_role("heading", name="Upheld")).to_be_visible()

    # Bob's page learns of it by itself, and leads to the game that goes on.
    expect(page.get_by_role("heading", name="Upheld")).to_be_visible(timeout=15_000)
    expect(page.get_by_text("BID-006: the highest bid takes the prize")).to_be_visible()
    page.get_by_role("link", name="Follow the game that goes on").click()
    fork = page.url.rsplit("/", 1)[1]
    assert ann.get(f"/v1/games/{game}")["resumed_by"] == fork
    stranger = newcomer()
    stranger.sign_up()
    seen = stranger.go(f"/games/{fork}")
    expect(seen.locator(".headline")).to_contain_text("Waiting for")
    expect(seen.locator(".seat-list").get_by_text("kept for")).to_have_count(2)
    expect(seen.get_by_role("button", name="Sit here")).to_have_count(0)
    expect(seen.get_by_label("Link for those you invite")).to_have_count(0)
    seen = newcomer().go(f"/games/{fork}")  # on a device where its player is not signed in
    expect(seen.get_by_text("If one of these seats is yours, sign in:")).to_be_visible()
    seen.get_by_role("button", name="I have a recovery code").click()
    expect(seen.get_by_label("Recovery code")).to_be_visible()
    other = ann.go(f"/games/{fork}")
    for mine in (page, other):
        expect(mine.locator(".headline")).to_contain_text("A seat here is kept for you")
        expect(mine.get_by_role("button", name="Sit here")).to_have_count(1)
        mine.get_by_role("button", name="Sit here").click()
        expect(mine.get_by_role("button", name="Sit here")).to_have_count(0)
    other.get_by_role("button", name="Start the game").click()
    expect(other.locator(".table-drawn")).to_be_visible()
    assert ann.get(f"/v1/games/{fork}")["ruleset"] == "skewed-bids@2"
    won = [fact for fact in bids(bob, fork, 6)["events"][0]["data"]["facts"] if fact["type"] == "prize_won"]
    assert won[0]["seat"] == 1

    # The table that was left says so, and names the dispute as its log does.
    left = ann.go(f"/games/{game}")
    number = dispute.rsplit(".", 1)[1]
    expect(left.locator(".headline")).to_contain_text("Goes on in another game")
    expect(left.get_by_role("link", name=f"dispute {number}", exact=True)).to_be_visible()
    expect(left.locator(".log")).to_contain_text(f"by the ruling on dispute {number} it goes on in another game")

    # The ruling is a precedent for the next dispute about the title.
    carl, dora, other = two_at_a_table(newcomer, "skewed-bids@1")
    bids(carl, other, 1)
    n = bids(dora, other, 5)["n"]
    filed = dora.post(f"/v1/games/{other}/disputes", {"event": n, "claim": "The same again"})
    desk = judge.go(f"/disputes/{other}.{filed['n']}")
    desk.get_by_text("Precedents (1)").click()
    expect(desk.get_by_role("link", name="I bid more, and the prize went to Ann")).to_have_attribute(
        "href", f"/disputes/{dispute}"
    )


def test_a_claim_is_dismissed_appealed_and_decided_by_another_arbiter(
    place: Place, newcomer: Newcomer, judge: Visitor
) -> None:
    ann, bob, game = two_at_a_table(newcomer, "skewed-bids@2")
    bids(ann, game, 1)
    n = bids(bob, game, 6)["n"]
    page = ann.go(f"/games/{game}#n={n}")
    page.get_by_text("Share and save").click()
    page.get_by_role("button", name="Something is wrong here").click()
    dispute = claim(page, "I did not mean it")
    until(lambda: ann.get(f"/v1/disputes/{dispute}")["finding"])

    desk = judge.go(f"/disputes/{dispute}")
    desk.get_by_label("Reason").fill("Everything is right.")
    desk.get_by_role("button", name="Rule").click()
    expect(desk.get_by_role("heading", name="Dismissed")).to_be_visible()
    expect(page.get_by_role("heading", name="Dismissed")).to_be_visible(timeout=15_000)
    page.get_by_label("Why should another arbiter look?").fill("The button was beside the other one.")
    page.get_by_role("button", name="Appeal").click()
    expect(page.get_by_text("The button was beside the other one.")).to_be_visible()

    # The same arbiter is refused, in place; another sets the result.
    desk.reload()
    desk.get_by_label("Reason").fill("Still.")
    desk.get_by_role("button", name="Rule").click()
    expect(desk.get_by_role("alert").filter(has_text=re.compile(r"\w")).first).to_be_visible()
    other = newcomer()
    other.post("/v1/session", {"recovery_code": token_of_an_arbiter(place)})
    desk = other.go(f"/disputes/{dispute}")
    desk.get_by_label("Uphold: set the result").check()
    places = desk.get_by_label(re.compile("^Place of"))
    places.nth(0).fill("2")
    places.nth(1).fill("1")
    expect(desk.get_by_text("No appeal can undo that.")).to_be_visible()
    desk.get_by_label("Reason").fill("As both agree.")
    desk.get_by_role("button", name="Rule").click()
    expect(desk.get_by_role("heading", name="Upheld")).to_be_visible()
    assert ann.get(f"/v1/disputes/{dispute}")["rulings"][-1]["remedy"]["ranking"] == [[1], [0]]
    assert ann.get(f"/v1/games/{game}")["status"] == "aborted"

    # A game that is over has no clock that could stop.
    page = ann.go(f"/games/{game}")
    page.get_by_role("button", name=re.compile("^Something is wrong with event")).first.click()
    dialogue = page.get_by_role("dialog")
    expect(dialogue).to_contain_text("The service replays the game")
    expect(dialogue).not_to_contain_text("The clock stops")


@pytest.mark.parametrize("clock", [None, A_CLOCK])
def test_while_a_claim_waits_the_table_says_that_one_may_play_on_and_what_is_to_be_decided(
    newcomer: Newcomer, clock: dict[str, Any] | None
) -> None:
    ann, bob, game = two_at_a_table(newcomer, **({} if clock is None else {"clock": clock}))
    page = ann.go(f"/games/{game}")
    question = page.locator(".headline strong")
    expect(question).to_contain_text("I play")
    asked = question.inner_text()
    bob.post(f"/v1/games/{game}/disputes", {"event": 1, "claim": "Stop"})

    expect(page.locator(".headline")).to_contain_text("A dispute waits for its ruling. You may play on")
    expect(question).to_have_text(asked)
    expect(page.get_by_text("the clock is stopped")).to_have_count(0 if clock is None else 1)


def test_a_claim_is_withdrawn_by_the_one_who_made_it(newcomer: Newcomer) -> None:
    ann, _, game = two_at_a_table(newcomer, "skewed-bids@2")
    n = bids(ann, game, 1)["n"]
    filed = ann.post(f"/v1/games/{game}/disputes", {"event": n, "claim": "Oh"})
    page = ann.go(f"/disputes/{game}.{filed['n']}")
    page.get_by_role("button", name="Withdraw the claim").click()

    expect(page.get_by_role("heading", level=1)).to_contain_text("withdrawn")
    mine = ann.go("/disputes").get_by_role("region", name="My claims")
    expect(mine.get_by_text("withdrawn")).to_be_visible()


def test_a_hostile_claim_is_words_everywhere(newcomer: Newcomer, judge: Visitor) -> None:
    ann, _, game = two_at_a_table(newcomer, "skewed-bids@2")
    n = bids(ann, game, 1)["n"]
    page = ann.go(f"/games/{game}")
    page.locator(".flag").first.click()
    dispute = claim(page, HOSTILE)
    until(lambda: ann.get(f"/v1/disputes/{dispute}")["finding"])
    for place in (page, judge.go(f"/disputes/{dispute}"), ann.another_page()):
        if place.url == "about:blank":
            place.goto(f"{ann.url}/games/{game}#n={ann.get(f'/v1/games/{game}')['n']}")
        expect(place.get_by_text(HOSTILE[:20]).first).to_be_visible()
        assert place.locator("main img:not([src^='/static/']), body[data-hit]").count() == 0
    assert n > 0


def test_a_refused_claim_is_told_in_place_and_nothing_is_lost(newcomer: Newcomer) -> None:
    ann, _, game = two_at_a_table(newcomer, "skewed-bids@2")
    bids(ann, game, 1)
    page = ann.go(f"/games/{game}")
    page.locator(".flag").first.click()
    dialogue = page.get_by_role("dialog")
    dialogue.get_by_label("Event").fill("999")
    dialogue.get_by_label("What is wrong?").fill("Everything")
    dialogue.get_by_role("button", name="File the claim").click()

    expect(dialogue.get_by_role("alert")).to_be_visible()
    expect(dialogue.get_by_label("What is wrong?")).to_have_value("Everything")
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(dialogue).to_have_count(0)


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_the_desk_can_be_used_by_everybody(place: Place, newcomer: Newcomer, locale: str) -> None:
    ann, _, game = two_at_a_table(newcomer, "skewed-bids@2")
    n = bids(ann, game, 1)["n"]
    filed = ann.post(f"/v1/games/{game}/disputes", {"event": n, "claim": "Look"})
    until(lambda: ann.get(f"/v1/disputes/{game}.{filed['n']}")["finding"])
    for options in ({}, {"color_scheme": "dark", "viewport": {"width": 320, "height": 700}}):
        judge = newcomer(locale=locale, **options)
        judge.post("/v1/session", {"recovery_code": token_of_an_arbiter(place)})
        for path in ("/disputes", f"/disputes/{game}.{filed['n']}"):
            page = judge.go(path)
            expect(page.locator("main section").first).to_be_visible()
            assert violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            words = page.locator("main").inner_text()
            assert not re.search(r"disputes\.\w+|undefined|\{\w+\}", words)
            assert bool(re.search("[а-яё]", words)) == (locale == "ru-RU")


@pytest.mark.parametrize(
    ("locale", "limits", "words"),
    [
        ("en-GB", "All limits", ("72 hours", "first two claims", "can appeal, once", "chosen by the operators")),
        (
            "ru-RU",
            "Все ограничения",
            ("72 часа", "две первые жалобы", "апелляцию, но только одну", "выбирают операторы"),
        ),
    ],
)
def test_limits_and_the_way_to_become_an_arbiter_are_said_before_a_claim_is_made(
    newcomer: Newcomer, locale: str, limits: str, words: tuple[str, ...]
) -> None:
    ann = newcomer(locale=locale, viewport={"width": 390, "height": 844})
    ann.sign_up()
    ann.new_game("labyrinth")
    page = ann.go("/disputes")
    page.locator("#limits summary").click()
    told = page.locator("#limits")
    for word in words:
        expect(told).to_contain_text(word)
    assert violations(page) == []

    page = ann.go(f"/games/{ann.new_game('labyrinth')}")
    page.locator(".flag").first.click()
    dialogue = page.get_by_role("dialog")
    expect(dialogue).to_contain_text(words[0])
    with page.expect_popup() as opened:
        dialogue.get_by_role("link", name=limits).click()
    expect(opened.value.locator("#limits li").first).to_be_visible()


def test_a_dispute_that_does_not_exist_is_told(visitor: Visitor) -> None:
    page = visitor.go("/disputes/00000000-0000-4000-8000-00000000dead.7")

    expect(page.get_by_role("alert").filter(has_text=re.compile(r"\w")).first).to_be_visible()
