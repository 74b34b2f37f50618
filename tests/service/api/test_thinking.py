"""Bots that think while a request waits: one for each caller, few in a process, and the others go on."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from delvebook.service.api.thinking import THOUGHTS_MAX
from delvebook.service.usecases.hints import HintService
from delvebook.service.usecases.reasoning import ReasoningService
from tests.service.api.house import Person, running_game
from tests.service.api.test_hints import alone, code, hint

SECONDS_MAX = 60


class Slow:
    """Bots that think until they are told to stop."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.stop = threading.Event()

    def wraps(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def thinks(*args: Any, **kwargs: Any) -> Any:
            self.begun.release()
            self.stop.wait(SECONDS_MAX)
            return method(*args, **kwargs)

        return thinks


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    made = Slow()
    monkeypatch.setattr(HintService, "hint", made.wraps(HintService.hint))
    monkeypatch.setattr(ReasoningService, "reasoning", made.wraps(ReasoningService.reasoning))
    return made


def test_a_bot_thinks_about_one_request_of_each_caller_and_few_in_all(app: Flask, slow: Slow) -> None:
    people = [Person(app, f"Asker {name}") for name in "ABCDEF"[: THOUGHTS_MAX + 1]]
    games = [alone(person) for person in people]
    answers: list[Any] = []

    def asks(person: Person, game: str) -> None:
        answers.append(hint(Person(app, token=person.token), game).status_code)

    threads = [threading.Thread(target=asks, args=pair) for pair in zip(people, games, strict=True)][:THOUGHTS_MAX]
    for thread in threads:
        thread.start()
        assert slow.begun.acquire(timeout=SECONDS_MAX)

    assert code(hint(people[0], games[0])) == (429, "service/too_many_requests")
    assert code(people[0].get(f"/v1/games/{games[0]}/events/1/reasoning")) == (429, "service/too_many_requests")
    assert code(hint(people[-1], games[-1])) == (503, "service/busy")
    assert people[0].get(f"/v1/games/{games[0]}").status_code == 200

    slow.stop.set()
    for thread in threads:
        thread.join(SECONDS_MAX)
    assert answers == [200] * THOUGHTS_MAX
    assert hint(people[0], games[0]).status_code == hint(people[-1], games[-1]).status_code == 200


def test_a_place_is_free_again_after_a_refusal(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    for _ in range(2 * THOUGHTS_MAX):
        assert code(hint(ann, game)) == (409, "hint/refused")
        assert code(bob.get(f"/v1/games/{game}/events/1/reasoning")) == (409, "record/not_public_yet")
