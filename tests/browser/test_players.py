"""Profiles: what they show of games that were played here, who sees it, and how one gets there."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.accessibility import violations
from tests.browser.conftest import Newcomer
from tests.browser.people import PHONE, Visitor, two_at_a_table
from tests.servers import official_at
from tests.waiting import until

WORDS: Final[dict[str, dict[str, str]]] = {
    "en-GB": {
        "results": "Results",
        "ratings": "Ratings",
        "games": "Played lately",
        "counts": "Reliability",
        "told": "{games} games: {won} won, {shared} shared, {rest} not won",
        "table": "Rating after each game",
        "hidden": "This player does not show this.",
        "only-you": "only you see this",
        "created": "Games set up",
        "block": "Block",
        "unblock": "End the block",
        "report": "Report to the operators",
        "reason": "What is it about?",
        "stalling": "stalling the game",
        "which": "In which game? (optional)",
        "what": "What happened? (optional)",
        "send": "Send the report",
        "sent": "The report is with the operators.",
        "waits": "waits for an operator",
        "acted": "the operators have acted",
    },
    "ru-RU": {
        "results": "Результаты",
        "ratings": "Рейтинги",
        "games": "Последние партии",
        "counts": "Надёжность",
        "told": "{games} партии: побед — {won}, общих побед — {shared}, без победы — {rest}",
        "table": "Рейтинг после каждой партии",
        "hidden": "Игрок это не показывает.",
        "only-you": "видно только вам",
        "created": "Создано партий",
        "block": "Заблокировать",
        "unblock": "Снять блокировку",
        "report": "Пожаловаться операторам",
        "reason": "На что жалуетесь?",
        "stalling": "затягивание партии",
        "which": "В какой партии? (необязательно)",
        "what": "Что случилось? (необязательно)",
        "send": "Отправить жалобу",
        "sent": "Жалоба передана операторам.",
        "waits": "ждёт оператора",
        "acted": "операторы приняли меры",
    },
}


def another_game(ann: Visitor, bob: Visitor, **options: Any) -> str:
    """A running game of the two, with Ann on the first seat."""
    game = ann.new_game("dungeon-raiders", seats=2, bots={}, is_started=False, **options)
    bob.post(f"/v1/games/{game}/nonces", {"nonce": bob.sit(game)})
    ann.post(f"/v1/games/{game}/start", {"nonce": ann.nonces[game]})
    return game


def play_to_the_end(ann: Visitor, bob: Visitor, game: str) -> None:
    """Both take their first actions, until the game is over."""
    while ann.get(f"/v1/games/{game}")["status"] == "running":
        ann.play_out(game, actions_max=1)
        bob.play_out(game, actions_max=1)


def waited(found: Callable[[], Any]) -> Any:
    """What is found once it is there. What a profile counts follows the games a moment later."""
    until = time.monotonic() + 60
    while not (seen := found()):
        assert time.monotonic() < until
        time.sleep(0.2)
    return seen


def counted(visitor: Visitor, account: str, games: int) -> None:
    """Returns once results and ratings of so many games are in the account's profile."""

    def has_all() -> bool:
        profile = visitor.get(f"/v1/players/{account}")
        results, ratings = profile["results"], profile["ratings"]
        return sum(one["games"] for one in results) == games == sum(one["game_count"] for one in ratings)

    waited(has_all)


def attributes(found: Locator, name: str) -> list[str]:
    return [str(one.get_attribute(name)) for one in found.all()]


def part(page: Page, name: str) -> Locator:
    """The part of the profile under the heading that begins so."""
    return page.get_by_role("region", name=re.compile(f"^{name}"))


@pytest.mark.parametrize(
    ("locale", "look"), [("en-GB", {"color_scheme": "light"}), ("ru-RU", {"color_scheme": "dark", **PHONE})]
)
def test_a_profile_shows_the_games_that_were_played_as_one_counts_them_by_hand(
    newcomer: Newcomer, locale: str, look: dict[str, Any]
) -> None:
    words = WORDS[locale]
    ann, bob, first = two_at_a_table(newcomer)
    games = [first, another_game(ann, bob)]
    for game in games:
        play_to_the_end(ann, bob, game)
    won = [ann.get(f"/v1/games/{game}")["outcome"]["winners"] for game in games]
    alone, shared = sum(one == [0] for one in won), sum(len(one) == 2 for one in won)
    name = ann.get("/v1/session")["account"]["name"]
    counted(ann, ann.account(), games=2)

    page = newcomer(locale=locale, **look).go(f"/players/{quote(name)}")
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    told = words["told"].format(games=2, won=alone, shared=shared, rest=2 - alone - shared)
    expect(part(page, words["results"])).to_contain_text(told)
    widths = attributes(part(page, words["results"]).locator(".share rect"), "width")
    assert widths == [str(alone), str(shared), str(2 - alone - shared)]

    rating = ann.get("/v1/players/me")["ratings"][0]["rating"]
    shown = f"{rating / 1_000_000:.2f}"
    shown = shown if locale == "en-GB" else shown.replace(".", ",")
    expect(part(page, words["ratings"])).to_contain_text(shown)
    curve = part(page, words["ratings"]).get_by_role("img")
    expect(curve).to_have_attribute("aria-label", re.compile(re.escape(shown)))
    [line] = attributes(page.locator(".curve-line"), "d")
    assert re.fullmatch(r"M[\d.]+ [\d.]+L[\d.]+ [\d.]+", line)
    part(page, words["ratings"]).get_by_text(words["table"], exact=True).click()
    latest_first = [f"/games/{game}" for game in reversed(games)]
    assert attributes(part(page, words["ratings"]).locator("tbody a"), "href") == latest_first
    assert attributes(part(page, words["games"]).locator("a.game-title"), "href") == latest_first
    created = part(page, words["counts"]).locator(".count").first
    expect(created.locator("dt")).to_have_text(words["created"])
    expect(created.locator("strong")).to_have_text("2")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_names_lead_to_profiles_from_tables_ends_replays_disputes_the_lobby_and_the_leagues(newcomer: Newcomer) -> None:
    ann, bob, game = two_at_a_table(newcomer)
    names = [one.get("/v1/session")["account"]["name"] for one in (ann, bob)]
    profile = f"/players/{quote(names[1])}"
    page = ann.go(f"/games/{game}")

    def leads(place: str) -> None:
        expect(page.locator(place).get_by_role("link", name=names[1], exact=True).first).to_have_attribute(
            "href", profile
        )

    leads(".seat-list")
    leads(".tt h3")
    watched = newcomer().go(f"/games/{game}")
    expect(watched.locator(".headline").get_by_role("link", name=names[1])).to_have_attribute("href", profile)
    bob.post(f"/v1/games/{game}/resignations", {})
    page.locator(".outcome").wait_for()
    leads(".outcome table")
    page.get_by_role("link", name="Watch the replay").first.click()
    page.locator(".theatre").wait_for()
    leads(".theatre-side .seat-list")
    leads(".theatre .tt h3")
    framed = newcomer().go(f"/embed/games/{game}")
    framed.locator(".theatre .told").wait_for()
    expect(framed.locator(".person")).to_have_count(0)
    filed = bob.post(f"/v1/games/{game}/disputes", {"event": 8, "claim": "no"})
    until(lambda: game in str(ann.get("/v1/disputes")), "the list has the dispute")
    ann.go("/disputes")
    leads(".dispute-list")
    ann.go(f"/disputes/{game}.{filed['n']}")
    leads("[aria-labelledby=claim]")
    counted(ann, ann.account(), games=1)
    page = ann.go("/")
    leads(".game-seats")
    # The rest of the card leads to the game.
    page.locator(".game", has=page.locator(f"a[href='/games/{game}']")).locator(".emblem").click(force=True)
    page.wait_for_url(f"{ann.url}/games/{game}*")
    league = ann.get("/v1/players/me")["ratings"][0]["league"]
    page = ann.go(f"/leagues?league={league}")
    leads(".ratings")
    page.locator(".ratings").get_by_role("link", name=names[1], exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(names[1])
    expect(page).to_have_title(f"{names[1]} – Delvebook")
    page.get_by_role("banner").get_by_role("link", name=names[0]).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(names[0])


def test_a_seat_of_a_bot_is_no_link_and_an_invitation_names_who_sent_it(newcomer: Newcomer) -> None:
    ann, bob = newcomer(), newcomer()
    names = [ann.sign_up(), bob.sign_up()]
    page = ann.go(f"/games/{ann.new_game('dungeon-raiders', seats=2)}")
    expect(page.locator(".seat-list")).to_contain_text("Random bot 2")
    expect(page.locator(".seat-list").get_by_role("link")).to_have_text([names[0]])
    game = ann.new_game("dungeon-raiders", seats=2, bots={}, is_started=False)
    ann.post(f"/v1/games/{game}/invitations", {"name": names[1]})
    page = bob.go("/")

    invitations = page.get_by_role("region", name="Invitations")
    expect(invitations).to_contain_text(f"{names[0]} invites you")
    expect(invitations.get_by_role("link", name=names[0])).to_have_attribute("href", f"/players/{quote(names[0])}")


@pytest.mark.parametrize("locale", WORDS)
def test_what_a_player_hides_others_do_not_see_and_the_player_sees_it_marked(newcomer: Newcomer, locale: str) -> None:
    words = WORDS[locale]
    ann, eve = newcomer(locale=locale), newcomer(locale=locale)
    name = ann.sign_up()
    ann.new_game("dungeon-raiders", seats=2)
    ann.put("/v1/accounts/me/profile", {"shows": ["results"]})
    page = eve.go(f"/players/{quote(name)}")

    for hidden in ("ratings", "games"):
        expect(part(page, words[hidden])).to_contain_text(words["hidden"])
    expect(part(page, words["results"])).not_to_contain_text(words["hidden"])
    expect(part(page, words["counts"]).locator(".count").first).to_be_visible()
    assert violations(page) == []
    own = ann.go("/players/me")
    for hidden in ("ratings", "games"):
        expect(part(own, words[hidden])).to_contain_text(words["only-you"])
        expect(part(own, words[hidden])).not_to_contain_text(words["hidden"])
    expect(part(own, words["results"])).not_to_contain_text(words["only-you"])
    expect(part(own, words["games"]).locator(".game")).to_have_count(1)
    assert violations(own) == []


@pytest.mark.parametrize(
    "name", ['<img src=y onerror="alert(2)">', "AC/DC 1", "50% & ?x=#1", "שחקן מאוד", "W" * 40, "Игрок ещё"]
)
def test_every_name_is_drawn_as_text_and_leads_to_its_own_profile(newcomer: Newcomer, name: str) -> None:
    mallory, bob = newcomer(**PHONE), newcomer(**PHONE)
    mallory.sign_up(name)
    bob.sign_up()
    game = mallory.new_game("dungeon-raiders", seats=2, bots={}, is_started=False)
    page = bob.go(f"/games/{game}")
    page.locator(".seat-list").get_by_role("link", name=name).click()

    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    expect(part(page, "Played lately").get_by_role("link", name=name)).to_have_count(1)
    assert page.evaluate("document.querySelectorAll('main img:not([src^=\"/static/\"]), main script').length") == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_name_that_nobody_has_and_a_deleted_account_are_said_to_be_none(newcomer: Newcomer) -> None:
    ann, bob = newcomer(), newcomer(locale="ru-RU")
    ann.sign_up()
    account = ann.account()
    ann.delete("/v1/accounts/me")

    expect(ann.go("/players/nobody%20at%20all").get_by_role("alert")).to_contain_text("There is no such player.")
    expect(bob.go(f"/players/{account}").get_by_role("alert")).to_contain_text("Такого игрока нет.")
    assert violations(bob.page) == []


def test_a_blocked_player_cannot_sit_down_at_my_table_until_the_block_ends(newcomer: Newcomer) -> None:
    ann, bob = newcomer(), newcomer()
    names = [ann.sign_up(), bob.sign_up()]
    game = ann.new_game("dungeon-raiders", seats=2, bots={}, is_started=False)
    page = ann.go(f"/players/{quote(names[1])}")
    relations = part(page, "Block or report")
    relations.get_by_role("button", name="Block", exact=True).click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text(f"Block {names[1]}?")
    question.get_by_role("button", name="No, leave it").click()
    assert ann.get("/v1/blocks") == {"blocks": []}
    relations.get_by_role("button", name="Block", exact=True).click()
    question.get_by_role("button", name="Block", exact=True).click()
    expect(relations.get_by_role("status")).to_contain_text(f"{names[1]} is blocked.")
    assert violations(page) == []

    table = bob.go(f"/games/{game}")
    table.get_by_role("button", name="Sit here").click()
    expect(table.get_by_role("alert")).to_contain_text("has blocked you")
    assert ann.get(f"/v1/games/{game}")["seats"][1]["free"] is True
    page.reload()
    relations.get_by_role("button", name="End the block").click()
    expect(relations.get_by_role("button", name="Block", exact=True)).to_be_visible()
    table.get_by_role("button", name="Sit here").click()
    expect(table.locator(".headline")).to_contain_text("Every seat is taken")
    assert ann.get(f"/v1/games/{game}")["seats"][1]["name"] == names[1]


@pytest.mark.parametrize("locale", WORDS)
def test_a_block_that_is_made_by_keyboard_is_listed_on_the_account_page_and_ends_there(
    newcomer: Newcomer, locale: str
) -> None:
    words = WORDS[locale]
    ann, bob = newcomer(locale=locale, color_scheme="dark", **PHONE), newcomer()
    ann.sign_up()
    name = bob.sign_up()
    page = ann.go(f"/players/{quote(name)}")
    page.get_by_role("button", name=words["block"], exact=True).focus()
    for key in ("Enter", "Shift+Tab", "Enter"):  # The harmless answer has the focus.
        page.keyboard.press(key)
    expect(page.get_by_role("button", name=words["unblock"])).to_be_visible()
    page = ann.go("/account")
    listed = page.locator(".tokens li").filter(has_text=name)
    expect(listed.get_by_role("link", name=name)).to_have_attribute("href", f"/players/{quote(name)}")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name=f"{words['unblock']}: {name}").click()

    expect(listed).to_have_count(0)
    assert ann.get("/v1/blocks") == {"blocks": []}


@pytest.mark.parametrize("locale", WORDS)
def test_a_report_arrives_in_the_operators_queue_and_its_answer_comes_back(
    newcomer: Newcomer, whole_service: tuple[str, dict[str, str]], locale: str
) -> None:
    words = WORDS[locale]
    ann, bob = newcomer(locale=locale, **PHONE), newcomer()
    ann.sign_up()
    name = bob.sign_up()
    ann.new_game("labyrinth")
    bob.new_game("labyrinth")
    game = another_game(ann, bob)
    page = ann.go(f"/players/{quote(name)}")
    page.get_by_text(words["report"], exact=True).click()
    send = page.get_by_role("button", name=words["send"])
    expect(send).to_be_disabled()
    page.get_by_label(words["reason"]).select_option(label=words["stalling"])
    common = page.get_by_label(words["which"])
    assert attributes(common.locator("option"), "value") == ["", game]
    common.select_option(game)
    page.get_by_label(words["what"]).fill("He went away.\nTwice <b>.")
    assert violations(page) == []
    send.click()
    expect(page.get_by_role("status").filter(has_text=words["sent"])).to_be_visible()
    expect(page.locator(".reports")).to_contain_text(words["waits"])

    token = official_at(*whole_service, f"chief-{secrets.token_hex(3)}", "operator")
    request, with_it = ann.context.request, {"Authorization": f"Bearer {token}"}
    queue = request.get(f"{ann.url}/v1/reports?open=true", headers=with_it).json()["reports"]
    [report] = [one for one in queue if one["player"]["name"] == name]
    told = {key: report[key] for key in ("reason", "words", "game")}
    assert told == {"reason": "stalling", "words": "He went away. Twice <b>.", "game": game}
    answer = {"outcome": "acted", "answer": "We have talked to him"}
    settled = request.post(f"{ann.url}/v1/reports/{report['id']}/settlement", headers=with_it, data=answer)
    assert settled.status == 200
    page.reload()
    expect(page.locator(".reports")).to_contain_text(words["acted"])
    expect(page.locator(".reports")).to_contain_text("We have talked to him")
    assert bob.go("/players/me").get_by_text(words["acted"]).count() == 0


def test_too_many_reports_are_refused_in_words_and_what_was_written_stays(newcomer: Newcomer) -> None:
    ann = newcomer()
    ann.sign_up()
    names = [f"Rude {secrets.token_hex(4)}" for _ in range(21)]
    for name in names:
        ann.post("/v1/accounts", {"name": name})
    for name in names[1:]:
        ann.post("/v1/reports", {"player": name, "reason": "name"})
    page = ann.go(f"/players/{quote(names[0])}")
    page.get_by_text("Report to the operators", exact=True).click()
    page.get_by_label("What is it about?").select_option(label="something else")
    page.get_by_label("What happened? (optional)").fill("He sings")
    page.get_by_role("button", name="Send the report").click()

    expect(page.get_by_role("alert")).to_contain_text("at most 20 of your reports may wait")
    expect(page.get_by_label("What happened? (optional)")).to_have_value("He sings")


def test_neither_visitors_nor_the_player_are_offered_to_block_or_report(newcomer: Newcomer) -> None:
    ann, stranger = newcomer(), newcomer()
    name = ann.sign_up()
    for page in (ann.go(f"/players/{quote(name)}"), stranger.go(f"/players/{quote(name)}")):
        expect(page.get_by_role("heading", level=1)).to_have_text(name)
        page.wait_for_load_state("networkidle")
        expect(part(page, "Block or report")).to_have_count(0)


def test_a_player_chooses_what_others_see_and_each_choice_counts_at_once(newcomer: Newcomer) -> None:
    ann, eve = newcomer(), newcomer()
    name = ann.sign_up()
    page = ann.go("/players/me")
    page.get_by_role("link", name="Choose what others see").click()
    chosen = part(page, "Your profile")
    for part_name in ("results by title", "what you played lately"):
        chosen.get_by_label(part_name).focus()
        page.keyboard.press("Space")
        expect(chosen.get_by_label(part_name)).not_to_be_checked()
    expect(chosen.get_by_role("status")).to_contain_text("The choice is saved.")
    expect(page.locator("[data-live=polite]")).to_contain_text("The choice is saved.")
    waited(lambda: ann.get("/v1/players/me")["shows"] == ["ratings"])
    assert violations(page) == []

    hidden = eve.go(f"/players/{quote(name)}")
    expect(part(hidden, "Results")).to_contain_text("This player does not show this.")
    expect(part(hidden, "Ratings")).to_contain_text("No rated game yet.")
    page.reload()
    expect(chosen.get_by_label("results by title")).not_to_be_checked()
    page.route("**/v1/accounts/me/profile", lambda route: route.fulfill(status=503, body="{}"))
    chosen.get_by_label("results by title").click()
    expect(chosen.get_by_role("alert")).to_be_visible()
    expect(chosen.get_by_label("results by title")).not_to_be_checked()


def test_a_choice_counts_although_the_page_is_busy_with_something_else(newcomer: Newcomer) -> None:
    ann = newcomer()
    ann.sign_up()
    ann.post("/v1/tokens", {"scopes": ["games:read"], "label": "my watch"})
    page = ann.go("/account")
    chosen = part(page, "Your profile")
    expect(chosen.get_by_label("results by title")).to_be_checked()
    late: list[Route] = []
    page.route("**/v1/players/me", lambda route: late.append(route))  # noqa: PLW0108  Playwright marks the handler
    page.get_by_role("button", name="Revoke: my watch").click()
    waited(lambda: page.wait_for_timeout(50) or late)
    before = late[0].fetch()
    chosen.get_by_label("results by title").click()
    expect(chosen.get_by_role("status")).to_contain_text("The choice is saved.")
    late[0].fulfill(response=before)
    expect(page.get_by_text("Revoked: my watch.").first).to_be_visible()

    expect(chosen.get_by_label("results by title")).not_to_be_checked()
    assert ann.get("/v1/players/me")["shows"] == ["ratings", "games"]
