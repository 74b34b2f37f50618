"""
Serves the webhooks that are due: many at a time, every account in its turn.

A receiver that hangs holds a thread and nothing else. Only posts that began a moment ago count for the number of posts
at a time, so slow receivers delay nobody, however many there are, up to `RUNNING_MAX`.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import structlog

from delvebook.service.webhooks.store import DueHook

YOUNG_MAX: Final = 32
"""The largest number of webhooks served at the same time, not counting those that take longer than `YOUNG_SECONDS`."""
YOUNG_SECONDS: Final = 0.25
"""The time after which a receiver counts as slow."""
RUNNING_MAX: Final = 256
"""The largest number of webhooks served at the same time, slow ones included."""
ACCOUNT_MAX: Final = 4
"""The largest number of one account's webhooks served at the same time."""
HOST_MAX: Final = 16
"""The largest number of webhooks served at the same time that lead to one host and port, whoever they belong to."""
LOOK_SECONDS: Final = 0.1
"""The time between two looks at what is due, while webhooks are being served."""
TROUBLE_SECONDS: Final = 5.0
"""The time for which a webhook rests that could not even be tried. Its pauses are for what receivers answer."""
SERVED_MAX: Final = 10_000
"""The largest number of accounts whose last turn is remembered."""

log = structlog.get_logger(__name__)


class _Turn(NamedTuple):
    hook: DueHook
    began: float


class Rounds:
    """
    Serves webhooks in threads. One object per process, because slow receivers outlast a round.

    Args:
        due: Returns the webhooks that are due.
        deliver: Posts notices to the webhook with that id for a while. Returns their number.
        claim: Returns whether this process may serve that webhook, and no other one does.
        release: Ends the claim.
        monotonic: Returns the time in seconds.
    """

    def __init__(
        self,
        *,
        due: Callable[[], Sequence[DueHook]],
        deliver: Callable[[str], int],
        claim: Callable[[str], bool] = lambda _: True,
        release: Callable[[str], object] = lambda _: None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._due = due
        self._deliver = deliver
        self._claim = claim
        self._release = release
        self._monotonic = monotonic
        self._changed = threading.Condition()
        self._running: dict[str, _Turn] = {}
        self._served: OrderedDict[str, None] = OrderedDict()
        """The accounts that have had a turn, the one that waits longest first."""
        self._resting: dict[str, float] = {}
        """Until when each webhook rests that could not be tried."""
        self._count = 0

    def work(self, *, seconds: float) -> int:
        """
        Serves webhooks until no other is due and only slow ones are being served, but at most that long.

        Returns:
            The number of notices delivered since the last call.
        """
        until = self._monotonic() + seconds
        while self._monotonic() < until:
            due = self._rested(self._due())
            for hook in self.choose(due):
                self._start(hook)
            with self._changed:
                if not self._young() and all(hook.id in self._running for hook in due):
                    break
                self._changed.wait(LOOK_SECONDS)
        with self._changed:
            count, self._count = self._count, 0
        return count

    def choose(self, due: Sequence[DueHook]) -> Iterator[DueHook]:
        """
        Yields webhooks to begin with now: one of each account, then the next of each, within all limits.

        Accounts that have not had a turn come first, then the one whose last turn was longest ago.
        """
        with self._changed:
            running = [turn.hook for turn in self._running.values()]
            free = min(YOUNG_MAX - self._young(), RUNNING_MAX - len(running))
        accounts, hosts = Counter(hook.account for hook in running), Counter(hook.host for hook in running)
        busy = {hook.id for hook in running}
        waiting: dict[str, deque[DueHook]] = {}
        for hook in due:
            if hook.id not in busy:
                waiting.setdefault(hook.account, deque()).append(hook)
        place = {account: number for number, account in enumerate(self._served, 1)}
        line = deque(sorted(waiting, key=lambda account: place.get(account, 0)))
        while line and free > 0:
            account = line.popleft()
            hooks = waiting[account]
            while hooks and hosts[hooks[0].host] >= HOST_MAX:
                hooks.popleft()
            if not hooks or accounts[account] >= ACCOUNT_MAX:
                continue
            hook = hooks.popleft()
            accounts[account] += 1
            hosts[hook.host] += 1
            free -= 1
            line.append(account)
            yield hook

    def _rested(self, due: Sequence[DueHook]) -> list[DueHook]:
        """Returns those that do not rest."""
        with self._changed:
            now = self._monotonic()
            self._resting = {id_: until for id_, until in self._resting.items() if until > now}
            return [hook for hook in due if hook.id not in self._resting]

    def _young(self) -> int:
        """Returns how many webhooks have been served for a short time only."""
        now = self._monotonic()
        return sum(now - turn.began < YOUNG_SECONDS for turn in self._running.values())

    def _start(self, hook: DueHook) -> None:
        """Begins to serve the webhook, unless another process serves it."""
        if not self._claim(hook.id):
            return
        with self._changed:
            self._running[hook.id] = _Turn(hook, self._monotonic())
            self._served[hook.account] = None
            self._served.move_to_end(hook.account)
            while len(self._served) > SERVED_MAX:
                self._served.popitem(last=False)
        threading.Thread(target=self._serve, args=(hook,), name=f"webhook-{hook.id}", daemon=True).start()

    def _serve(self, hook: DueHook) -> None:
        count = 0
        try:
            count = self._deliver(hook.id)
            log.info("webhook", webhook=hook.id, delivered=count)
        except Exception as error:  # noqa: BLE001 - whatever it is: the webhook is found due again, after a rest
            with self._changed:
                self._resting[hook.id] = self._monotonic() + TROUBLE_SECONDS
            log.warning("webhook_not_served", webhook=hook.id, error=type(error).__name__)
        finally:
            try:
                self._release(hook.id)
            except Exception as error:  # noqa: BLE001 - the claim ends by itself
                log.warning("webhook_not_released", webhook=hook.id, error=type(error).__name__)
            with self._changed:
                self._count += count
                del self._running[hook.id]
                self._changed.notify_all()
