"""People in front of a browser, and the rules that every page must keep while they look at it."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import uuid
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import APIResponse, BrowserContext, ConsoleMessage, Page, Request

PASSED_BY: Final = ("action/stale", "action/not_now", "game/finished")
"""What an action is refused with if a bot has acted meanwhile."""
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
"""What a newcomer has in hand who plays with a thumb."""
OWN_HEADER: Final = {"Delvebook-Page": "1"}
REFUSED: Final = re.compile(r"Failed to load resource: the server responded with a status of (4\d\d|503)")
ON_A_LAN: Final = re.compile(r"The Cross-Origin-Opener-Policy header has been ignored.*untrustworthy")
WITHOUT_WORKER: Final = "Service Worker registration blocked by Playwright"
UNREACHABLE: Final = re.compile(r"Failed to load resource: net::ERR_|net::ERR_INTERNET_DISCONNECTED")

PROOF: Final = ("SeatsClosed", "NonceRevealed", "SeedRevealed")
"""The events that the table's log leaves to those who check the record."""


class Visitor:
    """
    One person with a browser of their own: cookies, storage, a page.

    Every error on the console, every exception, and every request to anywhere but the service is a fault, which fails
    the test. A refusal of the API (4xx, 503) is none: pages have to live with those.
    """

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context = context
        self.url = url
        self.faults: list[str] = []
        self.may_lose_connection = False
        self.nonces: dict[str, str] = {}
        self.page: Page = context.new_page()
        self._watch(self.page)

    def _watch(self, page: Page) -> None:
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.faults.append(f"exception: {error}"))
        page.on("request", self._on_request)

    def another_page(self) -> Page:
        """A second tab of the same browser."""
        page = self.context.new_page()
        self._watch(page)
        return page

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        if REFUSED.search(message.text) and "/v1/" in str(message.location.get("url", "")):
            return
        if ON_A_LAN.search(message.text) or message.text == WITHOUT_WORKER:
            return
        if self.may_lose_connection and UNREACHABLE.search(message.text):
            return
        self.faults.append(f"console {message.type}: {message.text} ({message.location.get('url')})")

    def _on_request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in ("data", "blob"):
            return
        if f"{address.scheme}://{address.netloc}" != self.url:
            self.faults.append(f"request to elsewhere: {request.url}")

    # -- by the API, with the browser's own session ------------------------------------------------------

    def get(self, path: str) -> Any:
        """The JSON of an answer."""
        return _body(self.context.request.get(self.url + path, headers=OWN_HEADER))

    def post(self, path: str, body: Mapping[str, Any] | None = None, *, refusals: Collection[str] = ()) -> Any:
        """Posts as the pages do. A refusal fails the test unless its code is one of these."""
        headers = {**OWN_HEADER, "Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        response = self.context.request.post(self.url + path, headers=headers, data=json.dumps(body or {}))
        return _body(response, refusals)

    def put(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Puts as the pages do."""
        headers = {**OWN_HEADER, "Content-Type": "application/json"}
        return _body(self.context.request.put(self.url + path, headers=headers, data=json.dumps(body or {})))

    def delete(self, path: str) -> Any:
        """Deletes as the pages do."""
        return _body(self.context.request.delete(self.url + path, headers=OWN_HEADER))

    def sign_up(self, name: str | None = None) -> str:
        """Makes an account and a session, without the page. Returns the name."""
        name = name or f"Ada {secrets.token_hex(4)}"
        self.post("/v1/session", {"name": name})
        return name

    def account(self) -> str:
        """The id of the session's account."""
        return str(self.get("/v1/session")["account"]["id"])

    def sit(self, game: str, *, invite: str | None = None) -> str:
        """Takes a seat with a committed nonce, which the browser keeps as if the page had drawn it. Returns it."""
        nonce, account = secrets.token_hex(16), self.account()
        self.context.add_init_script(f"localStorage.setItem('delvebook.nonce.{account}.{game}', '{nonce}')")
        self.nonces[game] = nonce
        text = json.dumps([game, account, nonce], separators=(",", ":"))
        body = {"nonce_commitment": hashlib.sha256(text.encode()).hexdigest()}
        self.post(f"/v1/games/{game}/seats", body if invite is None else {**body, "invite": invite})
        return nonce

    def new_game(
        self,
        title: str,
        *,
        seats: int = 1,
        bots: Mapping[int, str] | None = None,
        is_started: bool = True,
        **more: Any,
    ) -> str:
        """
        Makes a game of that title, with this person on its first seat. Returns its id.

        Args:
            bots: By seat. By default `random` on every seat but the first.
            is_started: Whether it is started; then every seat but the first must be a bot's.
            more: `options`, `visibility`, `clock` of the new game.
        """
        bots = dict.fromkeys(range(1, seats), "random") if bots is None else bots
        body = {
            "ruleset": title,
            "seats": seats,
            "bots": [{"seat": seat, "bot": bot} for seat, bot in bots.items()],
            **more,
        }
        game = str(self.post("/v1/games", body)["game"]["id"])
        nonce = self.sit(game)
        if is_started:
            self.post(f"/v1/games/{game}/start", {"nonce": nonce})
        return game

    def start(self, game: str) -> None:
        """Starts the game with this person's nonce; without it if the page that is open has revealed it meanwhile."""
        path = f"/v1/games/{game}/start"
        if self.post(path, {"nonce": self.nonces[game]}, refusals=["nonce/shown"]).get("code") == "nonce/shown":
            self.post(path)

    def play_out(self, game: str, *, actions_max: int = 100_000) -> None:
        """Plays the game to its end by the API, always by the first legal action."""
        for _ in range(actions_max):
            body = self.get(f"/v1/games/{game}")
            if body["status"] != "running":
                return
            owed = self.get(f"/v1/games/{game}/actions")
            if owed["decision"] is not None and owed["actions"]:
                chosen = {"decision": owed["decision"], "action": owed["actions"][0]["action"]}
                self.post(f"/v1/games/{game}/actions", chosen, refusals=PASSED_BY)

    # -- with the page ------------------------------------------------------------------------------------

    def go(self, path: str) -> Page:
        """Opens an address in the page."""
        self.page.goto(self.url + path)
        return self.page


def two_at_a_table(
    newcomer: Callable[..., Visitor], title: str = "dungeon-raiders", **options: Any
) -> tuple[Visitor, Visitor, str]:
    """Two people with a browser each, and the running game that they play against each other."""
    ann, bob = newcomer(), newcomer()
    ann.sign_up()
    bob.sign_up()
    game = ann.new_game(title, seats=2, bots={}, is_started=False, **options)
    bob.post(f"/v1/games/{game}/nonces", {"nonce": bob.sit(game)})
    ann.post(f"/v1/games/{game}/start", {"nonce": ann.nonces[game]})
    return ann, bob, game


def _body(response: APIResponse, refusals: Collection[str] = ()) -> Any:
    text = response.text()
    is_expected = not response.ok and json.loads(text).get("code") in refusals
    assert response.ok or is_expected, f"{response.url}: {response.status} {text[:500]}"
    return json.loads(text) if text else None
