"""Clients that play all titles in spite of faults, and enter every answer in the ledger."""

from __future__ import annotations

import contextlib
import json
import random
import secrets
import threading
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx

from delvebook.domain.tape import nonce_commitment
from delvebook.replays.log.growth import LogError
from delvebook.replays.log.notes import NoteError
from delvebook.service.cli.log_monitor import UnreachableError, Watch, fetch_keys
from tests.chaos.ledger import Entry, Ledger, stored_key

TITLES: Final = {
    "dungeon-raiders": (2, 3),
    "dice-and-danger": (1, 2),
    "the-descent": (1, 2),
    "labyrinth": (1,),
    "runebound": (1, 2),
}
ANSWER_SECONDS_MAX: Final = 5.0
"""Seconds that a client waits for an answer before it sends its request again."""
GIVE_UP: Final = 0.04
"""The share of lost answers after which a client gives up its request without an answer."""
ECHO: Final = 0.06
"""The share of answers after which the request is sent once more."""
PAUSE_SECONDS: Final = 0.1
ACTIONS_MAX: Final = 150
"""A player opens another game after this many actions."""
DISPUTED_AFTER: Final = (2, 30)
"""The actions after which a player may dispute what has just happened; two claims of a player stop the clock."""
WORTH_REPEATING: Final = (408, 429, 503)
EVENT_STREAM: Final = "text/event-stream"


class GaveUpError(Exception):
    """The client never got an answer, or the run is over."""


class RefusedError(Exception):
    """The service refused."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        super().__init__(f"{status} {problem.get('code')}")
        self.code = problem.get("code")


class Account:
    """
    A client with an account, which sends every command until it is answered.

    Args:
        url: The service's address.
        name: The account's name.
        chance: What they choose by.
        ledger: Where the answers go.
        over: Set when the run is over.
    """

    def __init__(self, url: str, name: str, chance: random.Random, ledger: Ledger, over: threading.Event) -> None:
        self._http = httpx.Client(base_url=url, timeout=ANSWER_SECONDS_MAX)
        self._chance = chance
        self._ledger = ledger
        self._over = over
        self.name = name
        self.id = ""

    def close(self) -> None:
        self._http.close()

    def register(self) -> None:
        """Creates the account. If the answer is lost, the same request with its key gets the same account."""
        key = secrets.token_hex(16)
        made = self._until_answered("POST", "/v1/accounts", {"name": self.name}, key, may_give_up=False)
        if self._chance.random() < ECHO:
            again = self._until_answered("POST", "/v1/accounts", {"name": self.name}, key, may_give_up=False)
            if again["id"] != made["id"]:
                self._ledger.fault(f"account {self.name} is {made['id']} and then {again['id']}")
        self.id = made["id"]
        self._ledger.accounts[self.name] = self.id
        self._http.headers["Authorization"] = f"Bearer {made['token']}"

    def get(self, path: str) -> Any:
        return self._until_answered("GET", path, None, None, may_give_up=False)

    def command(self, path: str, body: dict[str, Any], *, game: str = "", method: str = "POST") -> dict[str, Any]:
        """Sends a command until it is answered, so that it is carried out once. Returns the answer."""
        key = secrets.token_hex(12)
        stored = stored_key(self.id, key)
        try:
            made = self._until_answered(method, path, body, key, may_give_up=True)
        except RefusedError:
            self._ledger.note(Entry(stored, "refused", game))
            raise
        except GaveUpError:
            self._ledger.note(Entry(stored, "unknown", game))
            raise
        here = game or made["game"]["id"]
        self._ledger.note(Entry(stored, "acknowledged", here, made["n"], made["hash"]))
        if self._chance.random() < ECHO:
            self._ledger.count("requests repeated on purpose")
            again = self._until_answered(method, path, body, key, may_give_up=False)
            if (again["n"], again["hash"]) != (made["n"], made["hash"]):
                self._ledger.fault(f"{here}: a repeated request was answered {again['n']} and not {made['n']}")
        return dict(made)

    def _until_answered(
        self, method: str, path: str, body: dict[str, Any] | None, key: str | None, *, may_give_up: bool
    ) -> Any:
        headers = {} if key is None else {"Idempotency-Key": key}
        while not self._over.is_set():
            try:
                answer = self._http.request(method, path, json=body, headers=headers)
            except httpx.HTTPError as error:
                self._ledger.count(f"answers lost: {type(error).__name__}")
                if may_give_up and self._chance.random() < GIVE_UP:
                    raise GaveUpError from None
                self._over.wait(PAUSE_SECONDS)
                continue
            self._ledger.count(f"answers {answer.status_code}")
            if answer.is_success:
                return answer.json()
            problem = self._problem_of(answer, f"{method} {path}")
            if answer.status_code not in WORTH_REPEATING:
                raise RefusedError(answer.status_code, problem)
            self._over.wait(PAUSE_SECONDS)
        raise GaveUpError

    def _problem_of(self, answer: httpx.Response, what: str) -> dict[str, Any]:
        """Returns the problem of a refusal. A missing problem, or an error of the service, is a fault."""
        try:
            problem: dict[str, Any] = answer.json()
        except ValueError:
            problem = {}
        is_retryable = answer.status_code in WORTH_REPEATING
        is_declared = answer.status_code < 500 or answer.status_code == 503
        if not is_declared or "code" not in problem or (is_retryable and problem.get("retryable") is not True):
            self._ledger.fault(f"{what} was answered {answer.status_code} {answer.text[:200]}")
        return problem


@contextlib.contextmanager
def reported(ledger: Ledger) -> Iterator[None]:
    """Enters in the ledger that a client failed. Otherwise a run could pass because its clients had ended."""
    try:
        yield
    except Exception:  # noqa: BLE001
        ledger.fault(f"a client failed: {traceback.format_exc()}")


class Player(threading.Thread):
    """
    Plays one game after the other until the run is over, alone or against another account of theirs, and bots.

    Args:
        url: The service's address.
        seed: What they choose by.
        ledger: Where the answers go.
        over: Set when the run is over.
    """

    def __init__(self, url: str, seed: str, ledger: Ledger, over: threading.Event) -> None:
        super().__init__(name=f"player-{seed}", daemon=True)
        self._chance = random.Random(seed)
        self._ledger = ledger
        self._over = over
        tag = f"{self._chance.getrandbits(40):010x}"
        self._people = [Account(url, f"p{tag}{letter}", self._chance, ledger, over) for letter in "ab"]

    def run(self) -> None:
        with reported(self._ledger), contextlib.suppress(GaveUpError):
            for person in self._people:
                person.register()
            while not self._over.is_set():
                try:
                    self._play_one()
                except RefusedError as refused:
                    self._ledger.count(f"refused: {refused.code}")
                except GaveUpError:
                    continue
        for person in self._people:
            person.close()

    def _play_one(self) -> None:
        title = self._chance.choice(list(TITLES))
        seats = self._chance.choice(TITLES[title])
        people = self._people[: self._chance.randint(1, min(2, seats))]
        bots = [{"seat": seat, "bot": "random"} for seat in range(len(people), seats)]
        wish: dict[str, Any] = {"ruleset": title, "seats": seats, "bots": bots}
        game = people[0].command("/v1/games", wish)["game"]["id"]
        path = f"/v1/games/{game}"
        nonces = [f"{self._chance.getrandbits(128):032x}" for _ in people]
        for person, nonce in zip(people, nonces, strict=True):
            promise = nonce_commitment(game=game, player=person.id, nonce=nonce)
            person.command(f"{path}/seats", {"nonce_commitment": promise}, game=game)
        for person, nonce in zip(people, nonces, strict=True):
            person.command(f"{path}/nonces", {"nonce": nonce}, game=game)
        people[0].command(f"{path}/start", {}, game=game)
        for number in range(ACTIONS_MAX):
            if self._over.is_set() or not self._act(people, game):
                return
            if number % 20 == 19 and self._chance.random() < 0.5:
                self._try(people[0], f"{path}/take-backs", {}, game)
            if number in DISPUTED_AFTER and self._chance.random() < 0.5:
                self._dispute(people[0], game)
        if self._chance.random() < 0.7:
            for person in people:
                self._try(person, f"{path}/resignations", {}, game)

    def _dispute(self, person: Account, game: str) -> None:
        """Disputes the latest event, and sometimes lets the claim stand, which holds up the bots of the table."""
        event = person.get(f"/v1/games/{game}")["n"]
        filed = self._try(person, f"/v1/games/{game}/disputes", {"event": event, "claim": "I saw it otherwise"}, game)
        if filed is not None and self._chance.random() < 0.9:
            self._try(person, f"/v1/disputes/{game}.{filed['n']}/withdrawal", {}, game)

    def _act(self, people: list[Account], game: str) -> bool:
        """Acts for a seat that owes a decision, or waits for bots. Returns whether the game goes on."""
        for person in people:
            offer = person.get(f"/v1/games/{game}/actions")
            if offer["owed"] and offer["actions"]:
                choice = self._chance.choice(offer["actions"])["action"]
                body = {"decision": offer["decision"], "action": choice}
                return self._try(person, f"/v1/games/{game}/actions", body, game) is not None or True
        if people[0].get(f"/v1/games/{game}")["status"] != "running":
            return False
        self._over.wait(PAUSE_SECONDS)
        return True

    def _try(self, person: Account, path: str, body: dict[str, Any], game: str) -> Any:
        try:
            return person.command(path, body, game=game)
        except RefusedError as refused:
            self._ledger.count(f"refused: {refused.code}")
        except GaveUpError:
            pass
        return None


class Listener(threading.Thread):
    """
    Follows games by their streams, taking up each stream after the last event it heard, as browsers do.

    An event that comes twice or out of order is a fault. At the end the events are compared with the store.
    """

    def __init__(self, url: str, seed: str, ledger: Ledger, over: threading.Event) -> None:
        super().__init__(name=f"listener-{seed}", daemon=True)
        self._http = httpx.Client(base_url=url, timeout=ANSWER_SECONDS_MAX)
        self._chance = random.Random(seed)
        self._ledger = ledger
        self._over = over

    def run(self) -> None:
        with reported(self._ledger):
            self._follow()
        self._http.close()

    def _follow(self) -> None:
        while not self._over.is_set():
            unheard = [game for game in self._ledger.games() if game not in self._ledger.streams]
            if not unheard:
                self._over.wait(PAUSE_SECONDS)
                continue
            game = self._chance.choice(unheard)
            heard = self._ledger.streams.setdefault(game, [])
            until = time.monotonic() + self._chance.uniform(2, 10)
            while not self._over.is_set() and time.monotonic() < until:
                if self._listen(game, heard, until):
                    break

    def _listen(self, game: str, heard: list[tuple[int, str]], until: float) -> bool:
        """Listens to one stream until it breaks off. Returns whether nothing can follow."""
        last = {"Last-Event-ID": str(heard[-1][0])} if heard else {}
        headers = {"Accept": EVENT_STREAM, **last}
        try:
            with self._http.stream("GET", f"/v1/games/{game}/stream?after=0", headers=headers) as answer:
                if answer.status_code == 204:
                    return True
                if not answer.is_success:
                    self._over.wait(PAUSE_SECONDS)
                    return answer.status_code in (403, 404)
                if not answer.headers["Content-Type"].startswith(EVENT_STREAM):
                    self._ledger.fault(f"{game}: a stream was answered with {answer.headers['Content-Type']}")
                    return True
                for line in answer.iter_lines():
                    if line.startswith("data: "):
                        told = json.loads(line.removeprefix("data: "))
                        if told["kind"] == "end":
                            return bool(told["reason"] == "finished")
                        if told["kind"] == "event":
                            self._hear(game, told["event"], heard)
                    if self._over.is_set() or time.monotonic() > until:
                        return False
        except (httpx.HTTPError, ValueError):
            self._ledger.count("streams cut")
            self._over.wait(PAUSE_SECONDS)
        return False

    def _hear(self, game: str, event: dict[str, Any], heard: list[tuple[int, str]]) -> None:
        expected = heard[-1][0] + 1 if heard else 1
        if event["n"] != expected:
            self._ledger.fault(f"{game}: a stream told event {event['n']} where {expected} was due")
        heard.append((event["n"], event["hash"]))
        self._ledger.count("events heard")


class Monitor(threading.Thread):
    """Watches the log of games from outside: it may only grow."""

    def __init__(self, url: str, directory: Path, ledger: Ledger, over: threading.Event) -> None:
        super().__init__(name="monitor", daemon=True)
        self._http = httpx.Client(base_url=f"{url}/log", timeout=ANSWER_SECONDS_MAX)
        self._watch = Watch(directory)
        self._ledger = ledger
        self._over = over

    def run(self) -> None:
        with reported(self._ledger):
            self._watch_on()

    def close(self) -> None:
        self._http.close()

    def _watch_on(self) -> None:
        keys = None
        while not self._over.wait(0.5):
            try:
                keys = keys or fetch_keys(self._fetch)
                self.look(keys)
            except (UnreachableError, NoteError):  # NoteError: nothing has been published yet, so neither have its keys
                self._ledger.count("log not reached")

    def _fetch(self, address: str) -> bytes | None:
        try:
            answer = self._http.get(f"/{address}")
        except httpx.HTTPError as error:
            raise UnreachableError(str(error)) from None
        if answer.status_code not in (200, 404):
            raise UnreachableError(f"{answer.status_code}")
        return answer.content if answer.is_success else None

    def look(self, keys: Any = None) -> int:
        """Looks once. Returns the size of the log."""
        try:
            look = self._watch.look(self._fetch, keys or fetch_keys(self._fetch))
        except LogError as error:
            self._ledger.fault(f"the log of games: {error}")
            return 0
        self._ledger.count("looks at the log")
        if look.fault is not None:
            self._ledger.fault(f"the log of games contradicts itself: {look.fault.code}: {look.fault}")
        return 0 if look.kept is None else look.kept.checkpoint.size
