"""Players who go on in spite of failures, and write down acknowledgements."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any
from uuid import UUID

from delvebook.client import Client, NoAnswerError, ProblemError, Retries
from delvebook.domain.tape import Tape
from delvebook.service.store.log import EventLog

PATIENCE_SECONDS = 90
PAUSE_SECONDS = 0.05
THOUGHT_SECONDS = 0.1
LATE = ("action/stale", "action/not_now", "game/finished")


@dataclass
class Ledger:
    """The acknowledgements, and their times."""

    actions: list[tuple[str, str, int, str]] = field(default_factory=list)
    """Game, key of the request, number and hash of the first event."""
    times: list[float] = field(default_factory=list)
    refusals: dict[str, int] = field(default_factory=dict)
    slowest: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, game: str, key: str, event: dict[str, Any]) -> None:
        with self.lock:
            self.actions.append((game, key, event["n"], event["hash"]))
            self.times.append(time.monotonic())

    def refuse(self, code: str) -> None:
        with self.lock:
            self.refusals[code] = self.refusals.get(code, 0) + 1

    def pause_around(self, moment: float) -> float:
        """Returns the time without an acknowledgement from this moment on, in seconds."""
        return min(one for one in self.times if one > moment) - max(one for one in self.times if one <= moment)

    def longest_pause_since(self, moment: float) -> float:
        """Returns the longest time without an acknowledgement that ended after this moment, in seconds."""
        with self.lock:
            times = sorted(self.times)
        return max(late - early for early, late in pairwise(times) if late > moment)


class _GivenUpError(Exception):
    """The player does not wait for the answer any more."""


class Player(threading.Thread):
    """Plays games one after the other, on both seats or against a bot, and repeats unanswered requests."""

    def __init__(self, url: str, name: str, ledger: Ledger, *, bot: bool) -> None:
        super().__init__(name=name, daemon=True)
        self.ledger = ledger
        self.bot = bot
        self.failure: BaseException | None = None
        self.acted = 0
        self._stop_asked = threading.Event()
        self._gives_up = False
        self.clients = [Client(url, retries=Retries(seconds=0)) for _ in range(1 if bot else 2)]
        for number, client in enumerate(self.clients):
            client.register(f"{name} {number}")

    def stop(self) -> None:
        self._stop_asked.set()

    def give_up(self) -> None:
        """Ends at once, even if a request has not been answered."""
        self._gives_up = True
        self.stop()

    def run(self) -> None:
        try:
            while not self._stop_asked.is_set():
                self._play(self._begin())
        except _GivenUpError:
            pass
        except BaseException as error:  # noqa: BLE001 - the test looks at it
            self.failure = error
        finally:
            for client in self.clients:
                client.close()

    def _insist(self, call: Callable[[], Any]) -> Any:
        """Returns the answer; sends the request until it comes."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            began = time.monotonic()
            try:
                return call()
            except NoAnswerError as error:
                code, retryable = type(error.__cause__).__name__, True
            except ProblemError as error:
                code, retryable = error.code, error.is_retryable
                if not retryable:
                    raise
            finally:
                self.ledger.slowest = max(self.ledger.slowest, time.monotonic() - began)
            assert retryable
            if self._gives_up:
                raise _GivenUpError
            assert time.monotonic() < deadline, f"no answer for {PATIENCE_SECONDS} s: {code}"
            self.ledger.refuse(code)
            time.sleep(PAUSE_SECONDS)

    def _begin(self) -> str:
        first = self.clients[0]
        bots = [{"seat": 1, "bot": "random"}] if self.bot else []
        wanted = {"ruleset": "dungeon-raiders", "seats": 2, "bots": bots}
        key = f"{self.name}-game-{self.acted}"
        game: str = self._insist(lambda: first.post("/v1/games", wanted, key=key))["game"]["id"]
        for seat, client in enumerate(self.clients):
            body = {"seat": seat}
            self._insist(lambda c=client, b=body: c.post(f"/v1/games/{game}/seats", b, key=f"{key}-{b['seat']}"))
        self._insist(lambda: first.post(f"/v1/games/{game}/start", key=f"{key}-start"))
        return game

    def _play(self, game: str) -> None:
        while not self._stop_asked.is_set():
            state = self._insist(lambda: self.clients[0].get(f"/v1/games/{game}"))
            if state["status"] != "running":
                return
            mine = [seat for seat in state["to_act"] if seat < len(self.clients)]
            if not mine:
                time.sleep(PAUSE_SECONDS)  # the bot's turn
                continue
            self._act(game, mine[0])

    def _act(self, game: str, seat: int) -> None:
        client = self.clients[seat]
        try:
            offer = self._insist(lambda: client.get(f"/v1/games/{game}/actions"))
            action = Tape(f"{game}{offer['decision']}".encode()).choose(offer["actions"], "action")["action"]
            body = {"decision": offer["decision"], "action": action}
            key = f"{game}-{seat}-{offer['decision']}"
            answer = self._insist(lambda: client.post(f"/v1/games/{game}/actions", body, key=key))
        except ProblemError as error:
            assert error.code in LATE, error
            return
        self.ledger.note(game, key, answer["events"][0])
        self.acted += 1
        time.sleep(THOUGHT_SECONDS)


def lost_and_doubled(ledger: Ledger, log: EventLog) -> tuple[list[str], list[str]]:
    """Compares the ledger with the log. Returns the lost actions, and the requests that were carried out twice."""
    lost, doubled = [], []
    for game in sorted({game for game, *_ in ledger.actions}):
        events = {event.n: event for event in log.all_events_of(UUID(game))}
        assert list(events) == list(range(1, len(events) + 1)), game
        made: dict[str, list[int]] = {}
        for event in events.values():
            if event.type == "ActionTaken" and (request := event.metadata.get("request")):
                made.setdefault(request[0], []).append(event.n)
        doubled += [f"{game}: one request made {numbers}" for numbers in made.values() if len(numbers) > 1]
        firsts: dict[int, str] = {}
        for _, key, n, hash_ in (one for one in ledger.actions if one[0] == game):
            if n not in events or events[n].hash != hash_ or "request" not in events[n].metadata:
                lost.append(f"{game}: {key} at {n}")
            elif firsts.setdefault(n, key) != key:
                doubled.append(f"{game}: {key} and {firsts[n]} were both told that they are {n}")
    return lost, doubled
