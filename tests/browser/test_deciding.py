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
]


def shared_beginning(texts: list[str]) -> str:
    """The words with which all texts begin."""
    words = [text.split(" ") for text in texts]
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
        assert headline.lower() in {terms[one]["name"][language].lower() for one in named if one in terms}
    assert sorted(sentences(page)) == sorted(one["text_short"][language] for one in offered)
    for group in page.locator(".actions > ol").all():
        seen = group.locator(".differs").all_inner_texts()
        if len(seen) > 1 and not all(re.match(r"\S+ \d+\W*$", one) for one in seen):
            assert len({one.split(" ")[0] for one in seen}) > 1, seen


def test_the_list_is_folded_and_unfolded_by_keyboard_and_stays_so(player: Visitor) -> None:
    game = player.new_game("the-descent", seats=2)
    page = player.go(f"/games/{game}")
    my_turn(page)
    page.get_by_role("button", name="Hide", exact=True).press("Enter")
    expect(page.locator(".action")).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Show", exact=True).press("Enter")
    expect(page.locator(".action").first).to_be_visible()
