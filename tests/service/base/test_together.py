"""Questions that wait are answered together, each with its own answer, and none is left without one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from delvebook.service.base import together
from delvebook.service.base.together import Together


def test_what_waits_is_answered_with_one_hand_over_and_a_failure_fails_those_who_asked() -> None:
    turns: list[list[int]] = []

    def double(numbers: Sequence[int]) -> list[int]:
        turns.append(list(numbers))
        if 13 in numbers:
            raise OSError("13")
        return [2 * number for number in numbers]

    async def work() -> None:
        asked: Together[int, int] = Together(double)
        first = [asked.ask(number) for number in range(5)]
        await asyncio.sleep(0)
        given_up = asked.ask(6)
        given_up.cancel()
        assert await asyncio.gather(*first) == [0, 2, 4, 6, 8]
        unlucky = [asked.ask(number) for number in (13, 14)]
        assert [type(one) for one in await asyncio.gather(*unlucky, return_exceptions=True)] == [OSError, OSError]
        assert await asked.ask(1) == 2

    asyncio.run(asyncio.wait_for(work(), 30))
    assert turns[0] == [0, 1, 2, 3, 4]
    assert len(turns) == 4


def test_too_many_questions_are_answered_in_several_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "AT_ONCE", 2)
    turns: list[int] = []

    def same(numbers: Sequence[int]) -> Sequence[int]:
        turns.append(len(numbers))
        return numbers

    async def work() -> None:
        asked: Together[int, int] = Together(same)
        assert await asyncio.gather(*(asked.ask(number) for number in range(5))) == [0, 1, 2, 3, 4]

    asyncio.run(asyncio.wait_for(work(), 30))
    assert turns == [2, 2, 1]
