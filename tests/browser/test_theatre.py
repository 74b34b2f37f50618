"""The replay theatre: any moment of a game, through every viewer's eyes, with nothing but the public API."""

from __future__ import annotations

import json
import re
import struct
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from delvebook.domain.rulesets import registry
from tests.browser.accessibility import violations
from tests.browser.conftest import Newcomer
from tests.browser.people import Visitor

SEATS = {"dungeon-raiders": 3, "dice-and-danger": 2, "the-descent": 2, "labyrinth": 1, "runebound": 2}
TITLES = [*SEATS]
OPTIONS: dict[str, dict[str, Any]] = {"runebound": {"round_limit": 1}}


@pytest.fixture(scope="module")
def games() -> dict[str, str]:
    """Finished games, by title; each is played once."""
    return {}


def finished(person: Visitor, games: dict[str, str], title: str) -> str:
    """A finished game of that title, with bots on all its seats."""
    if title not in games:
        options = {"options": OPTIONS[title]} if title in OPTIONS else {}
        game = person.new_game(title, seats=SEATS[title], **options)
        person.play_out(game)
        games[title] = game
    return games[title]


def ready(page: Page) -> None:
    """Waits until the moment of the address is shown."""
    expect(page.locator(".told .now")).to_be_visible()
    expect(page.locator(".theatre-table [aria-busy]")).to_have_count(0)


def at(page: Page) -> int:
    page.wait_for_function("/^#n=[0-9]+&/.test(location.hash)")
    found = re.match(r"#n=(\d+)&", page.evaluate("location.hash"))
    assert found is not None
    return int(found[1])


def test_every_title_of_the_registry_has_a_game_here() -> None:
    assert set(TITLES) == {key.split("@")[0] for key in registry.all_rulesets()}


@pytest.mark.parametrize("title", TITLES)
def test_a_finished_game_of_every_title_is_replayed_from_its_beginning_to_its_end(
    player: Visitor, games: dict[str, str], title: str
) -> None:
    game = finished(player, games, title)
    last = player.get(f"/v1/games/{game}")["n"]
    page = player.go(f"/games/{game}#n=1")
    ready(page)
    expect(page.get_by_text(f"Event 1 of {last}")).to_be_visible()
    steps = [1, *range(6, last, max(1, last // 6)), last]
    tables = []
    for n in steps[1:]:
        page.get_by_role("slider").fill(str(n))
        expect(page.locator(".told .now .told-n")).to_have_text(str(n))
        expect(page.get_by_role("region", name=f"The table after event {n}")).to_be_visible()
        page.wait_for_function("n => !document.querySelector('.theatre-table [aria-busy]')", arg=n)
        tables.append(page.locator(".theatre-table").inner_text())

    assert len(set(tables)) > 2
    assert at(page) == last


def test_other_eyes_see_what_that_seat_saw_then(player: Visitor, games: dict[str, str]) -> None:
    """A hand is a seat's own secret while the game runs; the theatre shows it to those eyes, and to no others."""
    game = finished(player, games, "dungeon-raiders")
    started = next(
        one for one in player.get(f"/v1/games/{game}/events?limit=200")["events"] if one["type"] == "GameStarted"
    )
    n = started["n"]
    page = player.go(f"/games/{game}#n={n}&eyes=spectator")
    ready(page)
    hidden = page.locator(".theatre-table").inner_text()

    page.get_by_label("Through whose eyes").select_option("seat:1")
    page.wait_for_function("() => location.hash.includes('eyes=seat:1')")
    ready(page)

    shown = page.locator(".theatre-table").inner_text()
    assert shown != hidden
    assert "Power 5" in shown
    assert "Power 5" not in hidden
    page.get_by_label("Through whose eyes").select_option("public")
    page.wait_for_function("() => location.hash.includes('eyes=public')")


def test_a_link_leads_to_a_moment_and_eyes(player: Visitor, newcomer: Newcomer, games: dict[str, str]) -> None:
    game = finished(player, games, "dungeon-raiders")
    stranger = newcomer()
    page = stranger.go(f"/games/{game}#n=12&eyes=seat:2")
    ready(page)

    expect(page.get_by_label("Through whose eyes")).to_have_value("seat:2")
    expect(page.locator(".told .now .told-n")).to_have_text("12")
    page.evaluate("location.hash = '#n=9&eyes=seat:1'")
    expect(page.locator(".told .now .told-n")).to_have_text("9")
    expect(page.get_by_label("Through whose eyes")).to_have_value("seat:1")


def test_a_running_game_is_shown_through_ones_own_eyes_and_a_spectators_only(player: Visitor) -> None:
    game = player.new_game("dungeon-raiders", seats=3)
    page = player.go(f"/games/{game}#n=6&eyes=seat:1")
    ready(page)

    expect(page.get_by_text("You may not look with those eyes")).to_be_visible()
    eyes = page.get_by_label("Through whose eyes")
    assert eyes.locator("option").evaluate_all("all => all.map((one) => one.value)") == ["seat:0", "spectator"]
    page.get_by_label("Through whose eyes").select_option("seat:0")
    expect(page.get_by_text("The game goes on:")).to_be_visible()


def test_keys_step_jump_play_and_pause(player: Visitor, games: dict[str, str]) -> None:
    game = finished(player, games, "dungeon-raiders")
    last = player.get(f"/v1/games/{game}")["n"]
    page = player.go(f"/games/{game}#n=10")
    ready(page)
    for key, n in (
        ("ArrowRight", 11),
        ("ArrowLeft", 10),
        ("Home", 1),
        ("ArrowLeft", 1),
        ("End", last),
        ("ArrowRight", last),
    ):
        page.keyboard.press(key)
        expect(page.locator(".told .now .told-n")).to_have_text(str(n))
    page.keyboard.press("Home")
    page.get_by_label("Speed").select_option("4")
    page.locator("h1").click()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_function("() => Number(document.querySelector('.told .now .told-n').textContent) > 3")
    page.keyboard.press(" ")

    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_steps_by_decision_pass_over_what_nobody_decided(player: Visitor, games: dict[str, str]) -> None:
    game = finished(player, games, "labyrinth")
    events = player.get(f"/v1/games/{game}/events?limit=200")["events"]
    first = next(one["n"] for one in events if one["type"] == "ActionTaken")
    page = player.go(f"/games/{game}#n=1")
    ready(page)
    page.get_by_label("Step by").select_option("decision")

    page.get_by_role("button", name="One step on").click()

    expect(page.locator(".told .now .told-n")).to_have_text(str(first))
    assert first > 2


def test_what_an_event_changed_is_listed_with_what_it_was(player: Visitor, games: dict[str, str]) -> None:
    game = finished(player, games, "labyrinth")
    events = player.get(f"/v1/games/{game}/events?limit=200")["events"]
    n = next(one["n"] for one in events if one["type"] == "ActionTaken")
    before, after = (player.get(f"/v1/games/{game}?event={m}&viewer=spectator")["table"] for m in (n - 1, n))
    page = player.go(f"/games/{game}#n={n}&eyes=spectator")
    ready(page)
    page.locator(".changes summary").click()

    listed = page.locator(".changes code").all_inner_texts()
    tops = {pointer.split("/")[1] for pointer in listed}
    assert tops == {name for name in after if before.get(name) != after[name]}


def test_draws_are_worked_out_by_the_browser_and_agree_with_the_facts(player: Visitor, games: dict[str, str]) -> None:
    """The dice of Dice & Danger are draws below 6; the facts say what fell."""
    game = finished(player, games, "dice-and-danger")
    rolled = next(
        one
        for one in player.get(f"/v1/games/{game}/events?limit=200")["events"]
        if any(draw["what"] == "dice" for draw in one["data"].get("draws", []))
    )
    fact = next(one for one in rolled["data"]["facts"] if "dice" in one or "faces" in one)
    page = player.go(f"/games/{game}#n={rolled['n']}")
    ready(page)
    page.locator(".draws summary").click()

    drawn = page.locator(".draws tbody tr td:nth-child(3) span")
    expect(drawn).not_to_have_count(0)
    shown = drawn.all_inner_texts()
    faces = [int(one.strip("()")) for one in shown]
    assert faces in [value for value in fact.values() if isinstance(value, list)]


def test_draws_of_a_running_game_stay_secret(player: Visitor) -> None:
    game = player.new_game("dungeon-raiders", seats=3)
    n = next(one["n"] for one in player.get(f"/v1/games/{game}/events")["events"] if one["type"] == "GameStarted")
    page = player.go(f"/games/{game}#n={n}")
    ready(page)
    page.locator(".draws summary").click()

    expect(page.get_by_text("can be worked out once the seed is revealed")).to_be_visible()
    assert page.locator(".draws table").count() == 0


def test_two_records_are_compared_and_their_first_difference_shown(
    player: Visitor, games: dict[str, str], tmp_path: Path
) -> None:
    game = finished(player, games, "dungeon-raiders")
    lines = player.context.request.get(f"{player.url}/v1/games/{game}/record").text().splitlines()
    page = player.go(f"/games/{game}#n=1")
    ready(page)
    page.get_by_text("Compare with another record").click()
    same, other, none = tmp_path / "same.jsonl", tmp_path / "other.jsonl", tmp_path / "none.txt"
    same.write_text("\n".join(lines) + "\n")
    changed = [json.loads(line) for line in lines]
    changed[14]["hash"] = "0" * 64
    other.write_text("\n".join(json.dumps(line) for line in changed))
    none.write_text("hello")

    for path, told in ((same, "There is no difference."), (none, "That file is not a record.")):
        page.set_input_files(".compare input", path)
        expect(page.locator(".compare [role=status]")).to_contain_text(told)
    page.set_input_files(".compare input", other)
    expect(page.locator(".compare [role=status]")).to_contain_text("The first difference is at event 14.")
    expect(page.locator(".told .now .told-n")).to_have_text("14")


def test_what_cannot_be_had_without_a_connection_is_said_in_the_readers_language(
    newcomer: Newcomer, games: dict[str, str]
) -> None:
    person = newcomer(locale="ru-RU")
    person.sign_up()
    page = person.go(f"/games/{finished(person, games, 'labyrinth')}#n=12")
    ready(page)
    person.may_lose_connection = True
    page.get_by_text("Поделиться и сохранить").click()
    page.route("**/theatre/pictures.js", lambda route: route.abort("internetdisconnected"))
    page.get_by_role("button", name="Картинка (SVG)").click()
    expect(page.get_by_role("alert")).to_contain_text("Сервис не отвечает")

    page.unroute("**/theatre/pictures.js")
    with page.expect_download():
        page.get_by_role("button", name="Картинка (SVG)").click()
    person.context.set_offline(offline=True)
    page.evaluate("location.hash = '#n=3&eyes=spectator'")
    expect(page.get_by_role("alert")).to_contain_text("Сервис не отвечает")


def test_a_replay_that_is_opened_as_the_connection_is_lost_says_so_and_shows_the_next_moment_that_is_asked_for(
    player: Visitor, games: dict[str, str]
) -> None:
    game = finished(player, games, "labyrinth")
    player.may_lose_connection = True
    player.page.route("**/js/theatre.js", lambda route: route.abort("internetdisconnected"))
    page = player.go(f"/games/{game}#n=12")
    expect(page.locator(".problem")).to_contain_text("The service does not respond")

    page.unroute("**/js/theatre.js")
    page.evaluate("location.hash = '#n=13'")
    ready(page)
    assert at(page) == 13
    expect(page.locator(".problem")).to_have_count(0)


def test_a_moment_is_saved_as_a_picture_and_several_as_an_animation(
    player: Visitor, games: dict[str, str], tmp_path: Path
) -> None:
    game = finished(player, games, "labyrinth")
    page = player.go(f"/games/{game}#n=12")
    ready(page)
    page.get_by_text("Share and save").click()
    saved = {}
    for button in ("Picture (SVG)", "Picture (PNG)"):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=button).click()
        waiting.value.save_as(tmp_path / "picture")
        saved[button] = (tmp_path / "picture").read_bytes()
    page.get_by_label("From event").fill("9")
    page.get_by_label("to event").fill("12")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Animation (APNG)").click()
    waiting.value.save_as(tmp_path / "animation")

    assert saved["Picture (SVG)"].startswith(b"<svg ")
    assert b"<script" not in saved["Picture (SVG)"]
    png = saved["Picture (PNG)"]
    width, height = struct.unpack(">II", png[16:24])
    assert png.startswith(b"\x89PNG")
    assert width > 600
    assert height > 300
    assert len(png) > 20_000
    animation = (tmp_path / "animation").read_bytes()
    frames = struct.unpack(">I", animation[animation.index(b"acTL") + 4 :][:4])[0]
    assert frames == 4
    assert animation.count(b"fcTL") == 4
    data = f"data:image/apng;base64,{b64encode(animation).decode()}"
    size = page.evaluate(
        "async (src) => { const i = new Image(); i.src = src; await i.decode(); return i.naturalWidth }", data
    )
    assert size > 300


def test_a_game_is_shown_in_a_frame_of_another_page_without_a_session(
    player: Visitor, newcomer: Newcomer, games: dict[str, str]
) -> None:
    game = finished(player, games, "labyrinth")
    answer = player.context.request.get(f"{player.url}/embed/games/{game}")
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    assert (
        "frame-ancestors 'none'"
        in player.context.request.get(f"{player.url}/games/{game}").headers["content-security-policy"]
    )
    page = newcomer().go(f"/embed/games/{game}#n=8")
    ready(page)

    expect(page.get_by_role("link", name="Open at Delvebook")).to_have_attribute(
        "href", f"/games/{game}#n=8&eyes=spectator"
    )
    assert page.locator("nav").count() == 0
    assert violations(page) == []


def test_a_hostile_name_is_told_as_text(newcomer: Newcomer) -> None:
    person = newcomer()
    name = "<img src=x onerror=\"document.body.dataset.hit='1'\">"[:40]
    person.sign_up(name)
    game = person.new_game("labyrinth")
    page = person.go(f"/games/{game}#n=4")
    ready(page)

    expect(page.get_by_role("option", name=name, exact=False)).to_have_count(1)
    assert page.locator("main img:not([src^='/static/']), body[data-hit]").count() == 0


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_the_theatre_can_be_used_by_everybody(
    player: Visitor, newcomer: Newcomer, games: dict[str, str], locale: str
) -> None:
    game = finished(player, games, "dungeon-raiders")
    for options in ({}, {"color_scheme": "dark"}, {"viewport": {"width": 320, "height": 700}}):
        page = newcomer(locale=locale, **options).go(f"/games/{game}#n=5&eyes=seat:0")
        ready(page)
        for summary in page.locator(".theatre details > summary").all():
            summary.click()

        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        words = page.locator("main").inner_text()
        assert not re.search(r"theatre\.\w+|undefined|\{\w+\}", words)
        assert bool(re.search("[а-яё]", words)) == (locale == "ru-RU")


def test_a_game_that_does_not_exist_is_told(visitor: Visitor) -> None:
    page = visitor.go("/games/00000000-0000-4000-8000-00000000dead#n=1")

    expect(page.get_by_role("alert").filter(has_text=re.compile("."))).to_be_visible()


def test_the_strong_bot_says_where_a_finished_game_turned_and_a_press_leads_there(
    player: Visitor, games: dict[str, str]
) -> None:
    game = finished(player, games, "labyrinth")
    page = player.go(f"/games/{game}#n=1")
    ready(page)
    page.get_by_text("What the strong bot thinks").click()
    page.get_by_role("button", name="Analyse the game").click()

    panel = page.locator(".analysis")
    turns = panel.locator("h3", has_text="Turning points")
    expect(turns).to_be_visible(timeout=240_000)
    assert 1 <= turns.locator("xpath=following-sibling::ol[1]").locator("li").count() <= 3
    first = panel.get_by_role("button", name=re.compile(r"^Event \d+, ")).first
    n = int(re.findall(r"\d+", first.inner_text())[0])
    first.click()
    ready(page)

    assert at(page) == n
    expect(panel.get_by_role("heading", name="This decision, the best first")).to_be_visible()
    assert panel.locator("meter").count() > 1
    scores = {
        str(abs(one["score"]))
        for job in player.get(f"/v1/games/{game}/analyses")["analyses"]
        for decision in player.get(f"/v1/games/{game}/analyses/{job['id']}")["analysis"]["decisions"]
        for one in decision["estimates"]
        if abs(one["score"]) > 999
    }
    assert scores, "there is nothing to look for"
    assert not any(re.search(rf"(?<!\d){score}(?!\d)", panel.inner_text()) for score in scores)
    assert violations(page) == []


def test_an_analysis_is_there_again_for_whoever_comes_later(
    player: Visitor, newcomer: Newcomer, games: dict[str, str]
) -> None:
    game = finished(player, games, "labyrinth")
    player.post(f"/v1/games/{game}/analyses")
    page = newcomer().go(f"/games/{game}#n=1")

    expect(page.locator(".analysis h3").first).to_be_visible(timeout=240_000)
    expect(page.get_by_role("button", name="Analyse the game")).to_have_count(0)


@pytest.mark.parametrize(
    ("path", "size"),
    [
        ("/games/{}", (1280, 800)),
        ("/games/{}", (640, 400)),  # the same at 200 %
        ("/games/{}", (390, 844)),
        ("/embed/games/{}", (800, 700)),
        ("/embed/games/{}", (400, 350)),
    ],
)
def test_the_controls_of_the_replay_never_cover_the_picture(
    player: Visitor, newcomer: Newcomer, games: dict[str, str], path: str, size: tuple[int, int]
) -> None:
    """Wherever the page is scrolled to. The first press on the controls needs no scrolling."""
    game = finished(player, games, "labyrinth")
    page = newcomer(viewport={"width": size[0], "height": size[1]}).go(path.format(game) + "#n=12")
    ready(page)
    overlap = """() => {
      const [a, b] = ['.theatre-controls', '.theatre-table'].map(
        (one) => document.querySelector(one).getBoundingClientRect(),
      );
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return high > 1 && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1;
    }"""
    play = page.get_by_role("button", name="Play", exact=True).bounding_box()
    assert play is not None
    assert play["y"] + play["height"] <= size[1]
    for share in (0, 0.25, 0.5, 0.75, 1):
        page.evaluate("share => scrollTo(0, share * document.documentElement.scrollHeight)", share)
        assert not page.evaluate(overlap)


@pytest.mark.parametrize("path", ["/games/{}", "/embed/games/{}"])
def test_on_a_phone_what_happened_is_told_beside_the_controls(
    player: Visitor, newcomer: Newcomer, games: dict[str, str], path: str
) -> None:
    game = finished(player, games, "dungeon-raiders")
    page = newcomer(viewport={"width": 390, "height": 844}, color_scheme="dark").go(path.format(game) + "#n=12")
    ready(page)
    told = page.locator(".theatre-controls .told-now")
    assert violations(page) == []
    for _ in range(3):
        height = page.locator(".theatre-controls").bounding_box()
        page.get_by_role("button", name="One step on").click()
        ready(page)
        expect(told).to_have_text(" ".join(page.locator(".told .now p").all_inner_texts()))
        expect(told).to_be_in_viewport(ratio=1)
        assert page.locator(".theatre-controls").bounding_box() == height


def test_the_replay_of_a_game_that_is_over_opens_at_its_end_through_ones_own_eyes(player: Visitor) -> None:
    game = player.new_game("labyrinth", seats=1)
    player.play_out(game)
    page = player.go(f"/games/{game}")
    told = player.get(f"/v1/games/{game}/events?lang=en&limit=200")["events"][-3]["told"][-1]
    expect(page.locator(".outcome").get_by_role("heading")).to_have_text(told)
    page.get_by_role("link", name="Watch the replay").first.click()
    ready(page)

    assert at(page) == player.get(f"/v1/games/{game}")["n"]
    expect(page.get_by_label("Through whose eyes")).to_have_value("seat:0")


def test_a_running_game_offers_no_analysis(player: Visitor) -> None:
    game = player.new_game("labyrinth", seats=1)
    page = player.go(f"/games/{game}#n=1")

    expect(page.locator(".analysis")).to_have_count(0)
