"""What the table asks: the headline says what is decided, and the choices say what differs."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.people import Visitor
from tests.browser.test_table import my_turn, sentences

SEATS: Final = {"dungeon-raiders": 2, "dice-and-danger": 2, "the-descent": 2, "labyrinth": 1, "runebound": 2}
FRAMES: Final = [
    (
        [
            "I play power 1 against the Dragon: together we need 14.",
            "I play the sword against the Dragon: together we need 14.",
        ],
        "I play … against the Dragon: together we need 14.",
    ),
    (["Start at (5, 0).", "Start at (7, 1)."], "Start at …"),
    (["I stay and explore."], "I stay and explore."),
    (["I fight on", "Escape: die 10+"], ""),
    (
        [
            "I play 1 into the trap. All lose: on a 1: half.",
            "I play 2 into the trap. All lose: on a 1: half, on a 2: 2.",
        ],
        "I play … into the trap. …",
    ),
    (
        ["Make the pairs 2 + 2 = 4 and 6 + black 1 = 7.", "Make the pairs 2 + 6 = 8 and 2 + black 1 = 3."],
        "Make the pairs …",
    ),
    (
        [
            "Visit the plain cell 6 (column 2, row 4) with 4 + black 2 = 6.",
            "Visit the start cell 6 (column 2, row 5) with 4 + black 2 = 6.",
        ],
        "Visit the … with 4 + black 2 = 6.",
    ),
    (
        [
            "Place it at (4, 25): reaches the bottom (+7 points for the cards in hand); the game ends.",
            "Place it at (3, 26): reaches the bottom (+5 points for the cards in hand); the game ends.",
        ],
        "Place it at … the game ends.",
    ),
    (
        [
            "Посетить клетку 10 (столбец 1, ряд 2) парой 6 + 4 = 10.",
            "Посетить клетку 8 (столбец 1, ряд 5) парой 4 + Чёрный 4 = 8.",
        ],
        "Посетить клетку …",
    ),
]
CARDS: Final = [
    "I play power 1 for the chests of 2 and 1.",
    "I play power 2 for the chests of 2 and 1.",
    "I play power 3 for the chests of 2 and 1.",
    "I play a crystal ball; my card comes later.",
]


WORD: Final = re.compile(r"\S*\([^()]*\)\S*|\d+ \+ (?:\w+ )?\d+ = \S+|\S+")
"""What stands in brackets is one word, and so is a sum."""


def shared_beginning(texts: list[str]) -> str:
    """The words with which all texts begin."""
    words = [WORD.findall(text) for text in texts]
    same = [column[0] for column in zip(*words, strict=False) if len(set(column)) == 1]
    begin = 0
    while begin < len(same) and all(one[: begin + 1] == words[0][: begin + 1] for one in words):
        begin += 1
    return " ".join(words[0][:begin])


def test_what_texts_have_in_common_is_said_once(visitor: Visitor) -> None:
    page = visitor.go("/")
    for texts, framed in FRAMES:
        found = page.evaluate(
            """async (texts) => {
                const base = document.querySelector('script[type=module]').src.replace(/js\\/pages.*/, '');
                return (await import(base + 'js/table/actions.js')).frame(texts);
            }""",
            texts,
        )
        assert found == framed


def test_what_most_choices_of_a_type_have_in_common_is_said_once_although_one_is_different(visitor: Visitor) -> None:
    groups = visitor.go("/").evaluate(
        """async (texts) => {
            const base = document.querySelector('script[type=module]').src.replace(/js\\/pages.*/, '');
            const { groupsOf } = await import(base + 'js/table/actions.js');
            const offers = texts.map((text) => ({ action: { type: "play_card" }, text, text_short: text }));
            return groupsOf(offers).map(({ begin, end, lines }) => [begin, lines.map((one) => one.differs), end]);
        }""",
        CARDS,
    )

    assert groups == [
        ["I play", ["power 1", "power 2", "power 3"], "for the chests of 2 and 1."],
        ["", [CARDS[-1]], ""],
    ]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("title", SEATS)
def test_the_headline_says_what_is_decided_and_choices_begin_where_they_differ(
    newcomer: Newcomer, title: str, language: str
) -> None:
    player = newcomer(locale=f"{language}-{language.upper()}")
    player.sign_up()
    game = player.new_game(title, seats=SEATS[title])
    page = player.go(f"/games/{game}")
    page.locator(".actions .action").first.wait_for()
    body = player.get(f"/v1/games/{game}")
    offered = player.get(f"/v1/games/{game}/actions?lang={language}")["actions"]
    headline = page.locator(".headline strong").inner_text()

    if len({one["action"]["type"] for one in offered}) == 1 and (
        shared := shared_beginning([one["text"][language] for one in offered])
    ):
        assert headline.startswith(shared)
    else:
        terms = player.get(f"/v1/rulesets/{body['ruleset']}/catalogue")["terms"]
        question = body["table"].get("question") or {}
        named = [question.get("asked"), question.get("asks"), body["table"]["phase"]]
        ways = [one.removesuffix(" …").lower() for one in headline.split(" · ")]
        if len(ways) > 1:
            short = [one["text_short"][language].lower() for one in offered]
            assert all(any(one.startswith(way) for way in ways) for one in short), headline
            assert all(any(one.startswith(way) for one in short) for way in ways), headline
        elif headline.lower() not in {terms[one]["name"][language].lower() for one in named if one in terms}:
            begin, _, end = headline.partition(" … ")
            told = [one["text"][language] for one in offered]
            assert len(end.split(" ")) >= 3
            assert 2 * sum(one.startswith(begin) and end in one for one in told) > len(told)
    assert sorted(sentences(page)) == sorted(one["text_short"][language] for one in offered)
    for group in page.locator(".actions > ol").all():
        seen = group.locator(".differs").all_inner_texts()
        if len(seen) > 1 and not all(re.match(r"\S+ \d+\W*$", one) for one in seen):
            assert len({WORD.findall(one)[0] for one in seen}) > 1, seen
            assert not [one for one in seen if one.endswith(":")], seen


def test_the_list_is_folded_and_unfolded_by_keyboard_and_stays_so(player: Visitor) -> None:
    game = player.new_game("the-descent", seats=2)
    page = player.go(f"/games/{game}")
    my_turn(page)
    page.get_by_role("button", name="Hide", exact=True).press("Enter")
    expect(page.locator(".action")).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Show", exact=True).press("Enter")
    expect(page.locator(".action").first).to_be_visible()


def taken(player: Visitor, game: str) -> int:
    """How many actions the first seat has taken."""
    events = player.get(f"/v1/games/{game}/events")["events"]
    return sum(event["type"] == "ActionTaken" and event["by"] == "seat:0" for event in events)


def test_a_surrender_asks_once_and_stands_apart(player: Visitor) -> None:
    game = player.new_game("the-descent", seats=1, bots={})
    for _ in range(20):
        owed = player.get(f"/v1/games/{game}/actions")
        if any(one["action"]["type"] == "surrender" for one in owed["actions"]):
            break
        chosen = {"decision": owed["decision"], "action": owed["actions"][0]["action"]}
        player.post(f"/v1/games/{game}/actions", chosen)
    page = player.go(f"/games/{game}")
    my_turn(page)
    before = taken(player, game)
    last = page.locator(".actions > ol").last
    expect(last).to_have_class("is-final")
    last.locator(".action").click()
    page.get_by_role("dialog").get_by_role("button", name="No, go back").click()
    page.locator(".td-final button").click()
    expect(page.get_by_role("dialog")).to_contain_text("Surrender")
    assert taken(player, game) == before
    page.get_by_role("dialog").get_by_role("button", name="Yes, do it").click()
    expect(page.locator(".log")).to_contain_text(re.compile("surrender", re.IGNORECASE))

    assert page.locator(".td-ruler").all_text_contents()[:3] == ["0", "1", "2"]


def test_forced_moves_are_made_by_themselves_on_request_alone(player: Visitor) -> None:
    game = player.new_game("labyrinth")
    page = player.go(f"/games/{game}")
    my_turn(page)
    page.locator(".action").first.click()
    expect(page.locator(".actions .action")).to_have_count(1)
    assert taken(player, game) == 1
    page.get_by_label("Make forced moves for me").check()
    expect(page.locator(".log")).to_contain_text("stay")
    assert taken(player, game) > 1


def test_taking_back_is_offered_only_where_the_service_allows_it(player: Visitor) -> None:
    game = player.new_game("runebound", seats=2)
    page = player.go(f"/games/{game}")
    my_turn(page)
    with page.expect_response(f"**/v1/games/{game}/take-backs"):
        page.locator(".action", has_text=re.compile("movement dice")).first.click()
    my_turn(page)
    may = player.get(f"/v1/games/{game}/take-backs")
    assert (may["allowed"], may["why"]) == (False, "chance")
    expect(page.get_by_role("button", name="Take back my last action")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_an_end_is_said_once_and_a_limit_is_not_explained_as_an_option(newcomer: Newcomer, language: str) -> None:
    player = newcomer(locale=f"{language}-{language.upper()}")
    player.sign_up()
    game = player.new_game("runebound", options={"round_limit": 1})
    page = player.go(f"/games/{game}")
    page.locator(".headline").wait_for()
    player.play_out(game)
    outcome = page.locator(".outcome")
    expect(outcome).to_be_visible()
    limit = player.get("/v1/rulesets/runebound/catalogue")["terms"]["round_limit"]

    expect(page.locator(".headline")).to_have_count(0)
    expect(outcome).to_contain_text(limit["name"][language].capitalize())
    expect(outcome).not_to_contain_text(limit["text"][language].split(".")[0])


def test_who_watches_is_told_so_and_the_log_ends_with_the_result(newcomer: Newcomer) -> None:
    ann, watcher = newcomer(), newcomer()
    ann.sign_up()
    game = ann.new_game("dungeon-raiders", seats=2, bots={1: "random"})
    page = watcher.go(f"/games/{game}")
    expect(page.locator(".headline")).to_contain_text("You are watching")
    page.get_by_label("Settings").click()
    page.keyboard.press("Escape")
    expect(page.locator(".menu")).not_to_have_attribute("open", "")
    ann.play_out(game)
    expect(page.locator(".outcome")).to_be_visible()
    seed = ann.get(f"/v1/games/{game}")["seed"]
    finished = next(
        e
        for e in ann.get(f"/v1/games/{game}/events?lang=en&after=5&limit=500")["events"]
        if e["type"] == "GameFinished"
    )

    expect(page.locator(".log li").first).to_contain_text(finished["told"][0])
    expect(page.locator(".log")).not_to_contain_text(seed)
