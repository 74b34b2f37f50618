"""
A bot for every title: it sits down where it is told to, and picks any legal action. It knows no rules.

Written from docs/api.md alone, with only the standard library. For a bot of your own, change `choose`.
Usage: python bot.py URL FILE [GAME | GAME:INVITE ...]. It sits down in these games, and plays in all that wait for its
account, until SIGINT or SIGTERM. FILE keeps the account for the next start. Everybody sees that the account is a bot's.
"""

import hashlib
import hmac
import http.client
import json
import os
import signal
import sys
import threading
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PAUSE = 0.25  # seconds between two looks at the list of games


class Bot:
    def __init__(self, url, file, stopped):
        self.url, self.file, self.stopped = url, file, stopped
        self.kept = json.loads(file.read_text()) if file.exists() else {}
        if not self.kept:
            self.keep({"secret": os.urandom(32).hex()})  # kept first: a lost answer can be had again
        if "token" not in self.kept:
            name = f"{file.stem[:20]}-{self.derived('name')[:6]}"
            self.keep(self.kept | self.send("/v1/accounts", {"name": name, "kind": "bot"}, self.derived("account")))

    def keep(self, what):
        self.kept, new = what, self.file.with_name(self.file.name + ".new")
        new.write_text(json.dumps(what))
        new.replace(self.file)

    def derived(self, *what):
        # The same words give the same value, and only a reader of the file can compute it.
        return hmac.new(bytes.fromhex(self.kept["secret"]), json.dumps(what).encode(), hashlib.sha256).hexdigest()[:32]

    def send(self, path, body=None, key=None):
        headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
        headers |= {"Authorization": f"Bearer {self.kept['token']}"} if "token" in self.kept else {}
        data, pause = None if body is None else json.dumps(body).encode(), PAUSE  # without a body it is a GET
        while True:  # a request that is sent again with its key is carried out once
            try:
                return json.load(urlopen(Request(self.url + path, data, headers), timeout=60))  # noqa: S310
            except HTTPError as refused:
                if refused.code != 429 and refused.code < 500:
                    raise
                pause = float(refused.headers.get("Retry-After", pause))
            except (OSError, http.client.HTTPException, ValueError) as broken:
                print(f"no answer ({broken!r}), again in {pause} s", file=sys.stderr)
            if self.stopped.wait(pause):
                raise SystemExit
            pause = min(2 * pause, 10)

    def sit(self, game, invite):
        promise = json.dumps([game, self.kept["id"], self.derived("nonce", game)], separators=(",", ":"))
        promise = hashlib.sha256(promise.encode()).hexdigest()
        self.send(f"/v1/games/{game}/seats", {"nonce_commitment": promise, "invite": invite}, "seat")

    def show_nonce(self, game):
        done = self.send(f"/v1/games/{game}/nonces", {"nonce": self.derived("nonce", game)}, "nonce")
        if done["game"]["nonces"] and not done["game"]["nonces"]["missing"]:
            self.send(f"/v1/games/{game}/start", {}, "start")

    def choose(self, game, offer):
        # Random, but always the same for one decision: a repeated key needs the same request.
        return offer["actions"][int(self.derived(game, offer["decision"]), 16) % len(offer["actions"])]["action"]

    def play(self, game):
        offer = self.send(f"/v1/games/{game}/actions")
        while offer and offer["owed"] and not self.stopped.is_set():
            answer = {"decision": offer["decision"], "action": self.choose(game, offer)}
            path = f"/v1/games/{game}/actions?include=actions"
            offer = self.send(path, answer, f"decision-{offer['decision']}")["actions"]

    def run(self, games):
        todo = [(self.sit, *game.partition(":")[::2]) for game in games]
        while not self.stopped.wait(PAUSE):
            for do, *words in todo:
                try:
                    do(*words)
                except HTTPError as refused:  # the clock may have closed the decision; the list says what is next
                    print(*words, refused.read().decode(), file=sys.stderr)
            games = self.send("/v1/games?waiting_for=me")["games"]
            todo = [(self.show_nonce if game["status"] == "open" else self.play, game["id"]) for game in games]


if __name__ == "__main__":
    url, file, *games = sys.argv[1:] if len(sys.argv) > 2 else sys.exit(__doc__)
    os.umask(0o077)  # FILE holds a token
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    Bot(url.rstrip("/"), Path(file), stopped).run(games)
