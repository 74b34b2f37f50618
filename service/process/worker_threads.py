"""
Threads that work for an event loop.

The standard library's executor makes a future with a lock for each call, chains it to one of the loop, and wakes the
loop for each answer. Here a call costs one entry in a queue, and answers that are ready together wake the loop once.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

Given = TypeVar("Given")
Made = TypeVar("Made")


class WorkerThreads(Generic[Given, Made]):
    """
    Threads that all do the same work, each for one request at a time.

    Args:
        work: The work.
        threads: The largest number of threads. They are started as needed.
        name: The name of the threads.
        on_return: Called in the event loop when a thread has finished, whether it failed or not.
        drop: Called in the event loop with a result that came too late.
    """

    def __init__(
        self,
        work: Callable[[Given], Made],
        *,
        threads: int,
        name: str,
        on_return: Callable[[], object],
        drop: Callable[[Made], object],
    ) -> None:
        self._work = work
        self._threads_max = threads
        self._name = name
        self._on_return = on_return
        self._drop = drop
        self._queue: SimpleQueue[tuple[asyncio.AbstractEventLoop, asyncio.Future[Made], Given]] = SimpleQueue()
        self._returned: deque[tuple[asyncio.Future[Made], Any, BaseException | None]] = deque()
        self._is_waking = False
        self._busy = 0
        self._threads = 0

    async def do(self, given: Given, *, seconds: float) -> Made:
        """
        Returns the result of the work in a thread. Call it in the event loop.

        Raises:
            TimeoutError: It took too long, the wait for a thread included. The result of the thread is dropped.
            Whatever the work raises.
        """
        loop = asyncio.get_running_loop()
        made: asyncio.Future[Made] = loop.create_future()
        self._busy += 1
        if self._busy > self._threads and self._threads < self._threads_max:
            self._threads += 1
            threading.Thread(target=self._run, name=f"{self._name}-{self._threads}", daemon=True).start()
        self._queue.put((loop, made, given))
        deadline = loop.call_later(seconds, _end, made)
        try:
            return await made
        finally:
            deadline.cancel()

    def _run(self) -> None:
        while True:
            loop, made, given = self._queue.get()
            returned: tuple[asyncio.Future[Made], object, BaseException | None]
            try:
                returned = (made, self._work(given), None)
            except BaseException as error:  # noqa: BLE001 - it is raised where the work was asked for
                returned = (made, None, error)
            self._returned.append(returned)
            del given, made, returned
            if not self._is_waking:
                self._is_waking = True
                try:
                    loop.call_soon_threadsafe(self._hand_over)
                except RuntimeError:  # the loop has ended, so nobody waits
                    return

    def _hand_over(self) -> None:
        # Cleared first: an answer added after this wakes the loop again, or is found below.
        self._is_waking = False
        while self._returned:
            made, value, error = self._returned.popleft()
            self._busy -= 1
            self._on_return()
            if made.done():
                if error is None:
                    self._drop(value)
            elif error is not None:
                made.set_exception(error)
            else:
                made.set_result(value)


def _end(made: asyncio.Future[Any]) -> None:
    if not made.done():
        made.set_exception(TimeoutError())
