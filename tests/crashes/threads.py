"""Threads that take turns by a seed: one runs at a time, and hands over when it locks, waits or sleeps."""

from __future__ import annotations

import contextlib
import random
import threading
from collections.abc import Callable, Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

from delvebook.service.base import gate
from delvebook.service.identity import signing, tokens
from delvebook.service.store import committer, freshness, kept
from delvebook.service.usecases import parties

WITH_THREADS: tuple[ModuleType, ...] = (signing, tokens, committer, freshness, kept, parties)
"""The modules of the application with locks."""
STEPS_MAX = 60_000


class PowerCut(BaseException):
    """The process of this thread has died."""


class DeadlockError(AssertionError):
    """Every thread waits for another."""


class Task:
    """One thread, and the process that it belongs to."""

    def __init__(self, process: str, work: Callable[[], None]) -> None:
        self.process = process
        self.work = work
        self.turn = threading.Semaphore(0)
        self.waits_for: Lock | None = None
        self.is_over = False
        self.error: BaseException | None = None


class Turns:
    """
    Runs tasks one at a time.

    Args:
        chance: Chooses the next task.
        may_switch: Returns whether a task may hand over now. It may not in a transaction, which would lock others out.
    """

    def __init__(self, chance: random.Random, may_switch: Callable[[], bool] = lambda: True) -> None:
        self._chance = chance
        self._may_switch = may_switch
        self._tasks: list[Task] = []
        self._own = threading.local()
        self._finished = threading.Event()
        self._steps = 0
        self.killed: set[str] = set()
        self.order: list[int] = []

    def run(self, works: list[tuple[str, Callable[[], None]]]) -> None:
        """
        Runs all, each in a thread of its process, until they end.

        Raises:
            DeadlockError, and what a task raised.
        """
        self._tasks = [Task(process, work) for process, work in works]
        if not self._tasks:
            return
        threads = [threading.Thread(target=self._live, args=(task,), daemon=True) for task in self._tasks]
        for thread in threads:
            thread.start()
        self._choose().turn.release()
        self._finished.wait()
        for thread in threads:
            thread.join()
        for task in self._tasks:
            if task.error is not None:
                raise task.error

    @property
    def process(self) -> str:
        """The process of the running task; empty outside of tasks."""
        task = getattr(self._own, "task", None)
        return "" if task is None else str(task.process)

    def kill(self, *processes: str) -> None:
        """Ends every task of these processes, or of all, at its next step, and the running one at once."""
        self.killed |= set(processes) or {task.process for task in self._tasks}
        raise PowerCut

    def step(self) -> None:
        """A place where another thread may go on."""
        task = getattr(self._own, "task", None)
        if task is None or not self._may_switch():
            return
        self._hand_over(task)

    def wait_for(self, lock: Lock) -> None:
        """Pauses the running task until the lock may be free."""
        task: Task = self._own.task
        task.waits_for = lock
        self._hand_over(task)
        task.waits_for = None

    def _live(self, task: Task) -> None:
        self._own.task = task
        task.turn.acquire()
        try:
            self._require_alive(task)
            task.work()
        except PowerCut:
            pass
        except BaseException as error:  # noqa: BLE001 - raised by `run`
            task.error = error
            self.killed |= {one.process for one in self._tasks}
        task.is_over = True
        self._steps += self._steps == STEPS_MAX - 1
        following = self._choose()
        if following is None and not all(one.is_over for one in self._tasks):
            task.error = task.error or DeadlockError("a thread waits for one that has ended")
            self.killed |= {one.process for one in self._tasks}
            following = self._choose()
        if following is None:
            self._finished.set()
        else:
            following.turn.release()

    def _hand_over(self, task: Task) -> None:
        following = self._choose()
        if following is None:
            raise DeadlockError("every thread waits for another")
        if following is not task:
            following.turn.release()
            task.turn.acquire()
        self._require_alive(task)

    def _require_alive(self, task: Task) -> None:
        if task.process in self.killed:
            raise PowerCut

    def _choose(self) -> Any:
        self._steps += 1
        if self._steps == STEPS_MAX:  # only once, so that the remaining tasks can end
            raise DeadlockError("the threads go round in circles")
        ready = [
            task
            for task in self._tasks
            if not task.is_over
            and (task.process in self.killed or task.waits_for is None or task.waits_for.owner is None)
        ]
        if not ready:
            return None
        chosen = self._chance.choice(ready)
        self.order.append(self._tasks.index(chosen))
        return chosen


class Lock:
    """A lock whose waiting tasks are scheduled."""

    turns: Turns | None = None
    is_reentrant = False

    def __init__(self) -> None:
        self.owner: Any = None
        self._depth = 0

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """As the library's."""
        turns = Lock.turns
        me = getattr(turns._own, "task", None) if turns is not None else None
        me = me or "outside"
        if turns is not None:
            turns.step()
        if self.is_reentrant and self.owner is me:
            self._depth += 1
            return True
        while self.owner is not None:
            if not blocking:
                return False
            assert turns is not None, "a thread would wait for itself"
            turns.wait_for(self)
        self.owner, self._depth = me, 1
        return True

    def release(self) -> None:
        """As the library's. Another thread than the owner may do it, as with the library's `Lock`."""
        self._depth -= 1
        if self._depth <= 0:
            self.owner = None

    def locked(self) -> bool:
        return self.owner is not None

    __enter__ = acquire

    def __exit__(self, *_: object) -> None:
        self.release()


class RLock(Lock):
    """A lock that its owner may take again."""

    is_reentrant = True


@contextlib.contextmanager
def replaced(turns: Turns, clock: Any) -> Iterator[None]:
    """Within the block, the application's modules lock, wait and read the clock by the simulation."""
    shim = SimpleNamespace(Lock=Lock, RLock=RLock)
    before = [(module, module.threading) for module in WITH_THREADS]  # type: ignore[attr-defined]
    times_before = gate.time, signing.time
    Lock.turns = turns
    try:
        for module, _ in before:
            module.threading = shim  # type: ignore[attr-defined]
        gate.time = SimpleNamespace(monotonic=clock.monotonic, sleep=lambda s: (clock.pass_(s), turns.step()))  # type: ignore[attr-defined]
        signing.time = SimpleNamespace(time_ns=lambda: round(clock.monotonic() * 1e9))  # type: ignore[attr-defined]
        yield
    finally:
        for module, was in before:
            module.threading = was  # type: ignore[attr-defined]
        gate.time, signing.time = times_before  # type: ignore[attr-defined]
        Lock.turns = None
