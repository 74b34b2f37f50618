"""Refusals in the language that is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from delvebook.domain.errors import TakeBackRefusedError
from delvebook.service.api.problem_titles import RUSSIAN
from delvebook.service.api.problems import PROBLEMS, problem_body
from delvebook.service.api.russian_details import SENTENCES
from delvebook.service.base.settings import Settings
from tests.service.api.house import Person, body_of, build, quiet, running_game
from tests.titles import registered_titles
from tests.titles.bids import Bids


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with registered_titles(Bids):
        made = build(quiet(Settings(home=tmp_path, secret="ab" * 32)))
        yield made
        made.extensions["delvebook"].close()


@pytest.fixture
def boris(app: Flask) -> Person:
    return Person(app, "Борис")


@pytest.fixture
def game(app: Flask, boris: Person) -> str:
    return running_game(Person(app, "Anna"), boris, ruleset="bids")


def looks(boris: Person, game: str, query: str = "", **headers: str) -> TestResponse:
    """Борис tries to look, though Anna is the lookout."""
    action = {"decision": boris.may(game)["decision"], "action": {"type": "look"}}
    return boris.post(f"/v1/games/{game}/actions{query}", action, headers=headers)


ENGLISH = "Only the lookout may look, and that is Anna now."
IN_RUSSIAN = "Смотреть может только дозорный; сейчас это Anna."


def test_a_refused_action_is_told_with_names_and_as_data(boris: Person, game: str) -> None:
    body = body_of(looks(boris, game))

    assert body["detail"] == ENGLISH
    assert body["refusal"] == {"key": "not_lookout", "values": {"lookout_seat": 0}}
    assert body["clause"] == "BID-002"


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [
        ("", {}, "en"),
        ("?lang=ru", {}, "ru"),
        ("", {"Accept-Language": "ru"}, "ru"),
        ("", {"Accept-Language": "de, ru;q=0.8, en;q=0.3"}, "ru"),
        ("", {"Accept-Language": "de"}, "en"),
        ("", {"Accept-Language": "ru-RU"}, "ru"),
        ("?lang=en", {"Accept-Language": "ru"}, "en"),
        ("?dry_run=true&lang=ru", {}, "ru"),
    ],
)
def test_the_language_is_the_one_named_else_the_one_accepted(
    boris: Person, game: str, query: str, accepted: dict[str, str], language: str
) -> None:
    refused = looks(boris, game, query, **accepted)

    assert body_of(refused)["detail"] == (IN_RUSSIAN if language == "ru" else ENGLISH)
    assert body_of(refused)["title"] == (RUSSIAN if language == "ru" else titles())["action/illegal"]
    assert refused.headers["Content-Language"] == language
    assert ("Accept-Language" in refused.headers["Vary"]) == ("lang" not in query)


def titles() -> dict[str, Any]:
    return {code: problem.title for code, problem in PROBLEMS.items()}


def test_a_refusal_that_is_not_the_rules_has_its_title_in_russian_and_the_sentence_in_english(boris: Person) -> None:
    unknown = "/v1/games/00000000-0000-4000-8000-00000000dead"
    russian, english = (body_of(boris.get(f"{unknown}?lang={lang}")) for lang in ("ru", "en"))

    assert russian["detail"] == "Такой партии нет, или она закрыта для вас."
    assert russian["detail_en"] == english["detail"]
    assert "detail_en" not in english


def test_a_player_reads_in_russian_what_is_wrong_this_time(boris: Person, game: str) -> None:
    refused = body_of(boris.post(f"/v1/games/{game}/actions?lang=ru", {"decision": 99, "action": {"type": "look"}}))

    assert refused["code"] == "action/stale"
    assert refused["detail"].startswith("Этот вопрос уже закрыт")
    assert "decision" in refused["detail_en"]


@pytest.mark.parametrize("code", PROBLEMS)
def test_every_refusal_has_a_russian_sentence_even_if_it_has_no_details(code: str) -> None:
    body = problem_body(code, "In English.", {}, language="ru")

    assert re.search("[а-яё]", body["detail"])
    assert not set(body["detail"]) & {"{", "}"}
    assert body["detail"].endswith(".")


@pytest.mark.parametrize("key", SENTENCES)
def test_a_russian_sentence_is_of_a_code_or_of_a_reason_of_a_take_back(key: str) -> None:
    area, reason = key.split("/")

    assert key in PROBLEMS or (area == "takeback" and f"`{reason}`" in str(TakeBackRefusedError.__doc__))


@pytest.mark.parametrize(
    ("code", "details", "detail"),
    [
        (
            "game/seats_missing",
            {"seats": [1, 2]},
            "Ещё свободны места 1, 2 (считая от 0); начать можно, когда заняты все.",
        ),
        (
            "game/invalid_seats",
            {"seats_min": 2, "seats_max": 5},
            "Столько игроков в эту игру не играют. Мест за столом: от 2 до 5.",
        ),
        (
            "game/invalid_seats",
            {"seats_min": 1, "seats_max": 1},
            "Столько игроков в эту игру не играют. Мест за столом: 1.",
        ),
        (
            "service/rate_limited",
            {"quota": 9, "window": 60},
            "За 60 с можно сделать не больше запросов, чем 9; подождите немного.",
        ),
        ("takeback/refused", {"reason": "declined"}, "Ход вернуть нельзя: другой игрок не согласился."),
        ("action/stale", {"decision": None}, "Этот вопрос уже закрыт, и другого для вас сейчас нет."),
        ("nonce/late", {}, "Срок для случайных строк прошёл."),
        ("bot/unknown", {"bots": ["random", "greedy"]}, "Такого бота нет; есть random, greedy."),
        (
            "input/invalid",
            {"fields": {"name": ["Too long."]}, "where": "body"},
            "Не подходят поля в теле запроса: name. Что в них верно, сказано в `fields`.",
        ),
        ("takeback/refused", {"reason": "a_new_one"}, "Ход вернуть нельзя."),
    ],
)
def test_a_russian_refusal_names_its_details_or_else_does_without(
    code: str, details: dict[str, Any], detail: str
) -> None:
    body = problem_body(code, "In English.", details, language="ru")

    assert body["detail"] == detail
    assert body["detail_en"].startswith("In English.")


@pytest.mark.parametrize("route", ["", "/actions", "/events", "/record"], ids=lambda route: route or "game")
def test_every_route_of_a_game_takes_a_language_and_refuses_one_it_does_not_speak(
    boris: Person, game: str, route: str
) -> None:
    refused = boris.get(f"/v1/games/{game}{route}?lang=de")

    assert (refused.status_code, body_of(refused)["code"]) == (422, "input/invalid")
    assert "en" in body_of(refused)["fields"]["lang"][0]
    assert boris.get(f"/v1/games/{game}{route}?lang=ru").status_code in (200, 409)


def test_an_address_that_is_not_there_is_not_there_in_any_language(boris: Person) -> None:
    assert body_of(boris.get("/v1/nothing?lang=de"))["code"] == "route/unknown"


def test_events_say_in_which_language_they_are_told(boris: Person, game: str) -> None:
    events = f"/v1/games/{game}/events"

    assert boris.get(f"{events}?lang=ru").headers["Content-Language"] == "ru"
    assert "Content-Language" not in boris.get(events, headers={"Accept-Language": "ru"}).headers
    assert (
        boris.get(f"{events}?lang=ru", headers={"Accept": "application/x-ndjson"}).headers["Content-Language"] == "ru"
    )


def test_every_code_has_a_title_in_both_languages() -> None:
    assert set(RUSSIAN) == set(PROBLEMS)
    assert all(title and title[0].isupper() and not title.endswith(".") for title in RUSSIAN.values())
