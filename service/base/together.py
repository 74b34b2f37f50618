"""Questions of an event loop that only a thread can answer: all that wait are answered together, with one hand-over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Generic, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")

AT_ONCE: Final = 256
"""The largest number of questions that are answered together."""


class Together(Generic[Q, A]):
    """
    Answers questions in a thread, while later ones wait for the next turn.

    Args:
        answer: Returns the answers to all these questions, in their order. It may block.
    """

    def __init__(self, answer: Callable[[Sequence[Q]], Sequence[A]]) -> None:
        self._answer = answer
        self._waiting: list[tuple[Q, asyncio.Future[A]]] = []
        self._task: asyncio.Task[None] | None = None
        # Its own thread, because those that the loop shares may wait for a game that whoever asks here has locked.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="together")

    def ask(self, question: Q) -> asyncio.Future[A]:
        """Returns the answer in a future, which fails as `answer` does. Call it in the event loop."""
        loop = asyncio.get_running_loop()
        asked: asyncio.Future[A] = loop.create_future()
        self._waiting.append((question, asked))
        if self._task is None:
            self._task = loop.create_task(self._answer_all(loop))
        return asked

    async def _answer_all(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._waiting:
            turn, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
            waiting = [asked for _, asked in turn]
            try:
                answers = await loop.run_in_executor(self._thread, self._answer, [question for question, _ in turn])
            except Exception as error:  # noqa: BLE001 - it is raised where the questions were asked
                for asked in waiting:
                    if not asked.done():
                        asked.set_exception(error)
                continue
            for asked, answer in zip(waiting, answers, strict=True):
                if not asked.done():
                    asked.set_result(answer)
        self._task = None
