"""Calls that may hang: they return within a deadline, and never occupy more than one thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

T = TypeVar("T")


class SharedProbe(Generic[T]):
    """
    A call that may never return.

    At most one call is in flight. Callers share its result, each up to its own deadline.

    Args:
        ask: The call; it may block, and it may raise.
    """

    def __init__(self, ask: Callable[[], T]) -> None:
        self._ask = ask
        self._lock = threading.Lock()
        self._answer: Future[T] | None = None

    def begin(self) -> Future[T]:
        """Returns the future result of the call that is in flight; begins one in a thread if none is."""
        with self._lock:
            if self._answer is None or self._answer.done():
                self._answer = Future()
                threading.Thread(target=self._run, args=(self._answer,), name="asking", daemon=True).start()
            return self._answer

    def _run(self, answer: Future[T]) -> None:
        try:
            answer.set_result(self._ask())
        except BaseException as error:  # noqa: BLE001 - the callers get it
            answer.set_exception(error)
