"""What bots are called: in both languages, in every case, by the service and by the pages alike."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import MappingProxyType

import pytest

import delvebook
from delvebook.domain.bot_names import BotName, bot_name
from delvebook.domain.bots import LEVELS
from delvebook.domain.lifecycle import seat_name
from delvebook.domain.phrases import LANGUAGES, Language, Voice
from delvebook.domain.rulesets import registry
from delvebook.replays.sentences import tell_event

CASES = ("nom", "gen", "dat", "acc", "ins", "prep")
RUSSIAN = MappingProxyType(
    {
        "random": "Случайный бот|Случайного бота|Случайному боту|Случайного бота|Случайным ботом|Случайном боте",
        "easy": "Лёгкий бот|Лёгкого бота|Лёгкому боту|Лёгкого бота|Лёгким ботом|Лёгком боте",
        "greedy": "Жадный бот|Жадного бота|Жадному боту|Жадного бота|Жадным ботом|Жадном боте",
        "strong": "Сильный бот|Сильного бота|Сильному боту|Сильного бота|Сильным ботом|Сильном боте",
    }
)
ENGLISH = MappingProxyType({"random": "Random bot", "easy": "Easy bot", "greedy": "Greedy bot", "strong": "Strong bot"})
KINDS = sorted(
    {key.partition("@")[0] for ruleset in registry.all_rulesets().values() for key in ruleset.bots}
    | set(LEVELS.values())
)
STATIC = Path(delvebook.__file__).parents[1] / "service/web/static/js/words"


def test_every_kind_that_a_title_has_is_named_here() -> None:
    assert KINDS == sorted(ENGLISH) == sorted(RUSSIAN)


@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_is_named_in_russian_in_the_case_that_the_sentence_asks_for(kind: str) -> None:
    voice = Voice("ru", (None, BotName(kind, 2)))
    assert [voice.seat(1, case) for case in CASES] == [f"{one} 2" for one in RUSSIAN[kind].split("|")]


@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_is_named_in_english_as_it_is_in_every_case(kind: str) -> None:
    voice = Voice("en", (BotName(kind, 1),))
    assert {voice.seat(0, case) for case in CASES} == {f"{ENGLISH[kind]} 1"}


def test_a_seat_is_named_by_its_player_even_while_a_bot_plays_for_it() -> None:
    assert seat_name(1, player="ann", bot="greedy@1", people={"ann": "Анна"}) == "Анна"
    assert seat_name(1, player=None, bot="greedy@2", people={}) == BotName("greedy", 2)
    assert seat_name(1, player=None, bot=None, people={}) is None
    assert seat_name(1, player="ann", bot=None, people={}) is None


def test_a_kind_without_words_stands_for_itself() -> None:
    assert {bot_name("clever@3", 4).told(language) for language in LANGUAGES} == {"clever 4"}


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["Greedy bot takes seat 2.", "Ada resigns. Greedy bot plays on."]),
        ("ru", ["Жадный бот занимает место 2.", "Ada сдаётся. Дальше играет Жадный бот."]),
    ],
)
def test_sentences_about_seats_name_bots_in_their_language(language: Language, told: list[str]) -> None:
    voice = Voice(language, ("Ada",))
    taken = tell_event("SeatTaken", {"seat": 1, "player": None, "bot": "greedy@2"}, voice, ruleset=None)
    resigned = {"seat": 0, "reason": "resigned", "bot": "greedy@2"}

    assert [taken, tell_event("SeatResigned", resigned, voice, ruleset=None)] == told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_pages_call_a_bot_as_the_service_does(kind: str, language: Language) -> None:
    words = dict(re.findall(r'"(bot\.\w+)": ("[^"]*")', (STATIC / f"{language}.js").read_text()))

    assert json.loads(words[f"bot.{kind}"]) == bot_name(kind).told(language)
