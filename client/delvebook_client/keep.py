"""
The client's storage: its account, its nonces, its receipts, and the service's keys.

A nonce is kept before its commitment is sent, because a client that loses its nonce ends the game for everybody. A
receipt is kept unchanged, because it proves what the service said.
"""

from __future__ import annotations

import json
import os
import secrets
import threading
from pathlib import Path
from typing import Any, TypedDict

from .canonical import new_nonce
from .errors import KeptFileError


class KeptAccount(TypedDict):
    """An account of this client, with its token."""

    url: str
    id: str
    name: str
    token: str


class Keep:
    """
    The storage of one client, in memory, or in a file as well. Threads may share it; each process needs its own file.

    Args:
        path: A private file of JSON lines with tokens and nonces, created if missing. None to keep all in memory.

    Raises:
        KeptFileError: The file holds something else.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self._path = None if path is None else Path(path)
        self._lock = threading.RLock()
        self._accounts: dict[tuple[str, str], KeptAccount] = {}
        self._keys_of_requests: dict[tuple[str, str], str] = {}
        self._nonces: dict[tuple[str, str], str] = {}
        self._receipts: dict[str, list[str]] = {}
        self._public_keys: dict[str, dict[str, dict[str, Any]]] = {}
        if self._path is not None and self._path.exists():
            self._read(self._path)

    def account(self, url: str, name: str) -> KeptAccount | None:
        """Returns the account of that name at that service, if there is one."""
        return self._accounts.get((url, name))

    def add_account(self, url: str, account: str, name: str, token: str) -> None:
        """Keeps an account."""
        self._add({"kind": "account", "url": url, "id": account, "name": name, "token": token})

    def registration_key(self, url: str, name: str) -> str:
        """Returns the secret key of the request that creates an account, the same until the account is kept."""
        with self._lock:
            found = self._keys_of_requests.get((url, name))
            if found is None:
                found = secrets.token_hex(16)
                self._add({"kind": "registration", "url": url, "name": name, "key": found})
            return found

    def nonce(self, game: str, account: str) -> str | None:
        """Returns the nonce of that account in that game, if it has one."""
        return self._nonces.get((game, account))

    def nonce_to_promise(self, game: str, account: str) -> str:
        """Returns the nonce of that account in that game. Creates and keeps one if it has none."""
        with self._lock:
            found = self.nonce(game, account)
            if found is None:
                found = new_nonce()
                self._add({"kind": "nonce", "game": game, "account": account, "nonce": found})
            return found

    def receipts(self, game: str) -> list[str]:
        """Returns the receipts for that game in the order in which they came, each once."""
        return list(self._receipts.get(game, ()))

    def add_receipt(self, game: str, receipt: str) -> None:
        """Keeps a receipt."""
        with self._lock:
            if receipt not in self._receipts.get(game, ()):
                self._add({"kind": "receipt", "game": game, "receipt": receipt})

    def public_keys(self, url: str) -> dict[str, Any]:
        """Returns the keys of that service as a JWK set: every key it has ever shown to this client."""
        return {"keys": list(self._public_keys.get(url, {}).values())}

    def add_public_keys(self, url: str, keys: dict[str, Any]) -> None:
        """
        Keeps keys of a service.

        Raises:
            KeptFileError: The service shows another key under a name that it has used before.
        """
        with self._lock:
            known = self._public_keys.get(url, {})
            for key in keys["keys"]:
                kid = str(key.get("kid"))
                if kid not in known:
                    self._add({"kind": "key", "url": url, "key": key})
                elif known[kid].get("x") != key.get("x"):
                    raise KeptFileError(f"the service shows another key {kid} than before")

    def _read(self, path: Path) -> None:
        raw = path.read_bytes()
        whole = raw.rfind(b"\n") + 1
        if whole < len(raw):  # A process ended while writing a line, and has not used it.
            os.truncate(path, whole)
        for number, line in enumerate(raw[:whole].splitlines(), 1):
            try:
                self._take(json.loads(line))
            except (ValueError, KeyError, TypeError) as broken:
                raise KeptFileError(f"line {number} of {path} is not what a client keeps") from broken

    def _add(self, item: dict[str, Any]) -> None:
        with self._lock:
            if self._path is not None:
                _append(self._path, json.dumps(item, ensure_ascii=False).encode() + b"\n")
            self._take(item)

    def _take(self, item: dict[str, Any]) -> None:
        kind = item["kind"]
        if kind == "account":
            kept = KeptAccount(url=item["url"], id=item["id"], name=item["name"], token=item["token"])
            self._accounts[item["url"], item["name"]] = kept
            self._keys_of_requests.pop((item["url"], item["name"]), None)
        elif kind == "registration":
            self._keys_of_requests[item["url"], item["name"]] = item["key"]
        elif kind == "nonce":
            self._nonces[item["game"], item["account"]] = item["nonce"]
        elif kind == "receipt":
            self._receipts.setdefault(item["game"], []).append(item["receipt"])
        elif kind == "key":
            self._public_keys.setdefault(item["url"], {})[str(item["key"].get("kid"))] = item["key"]


def _append(path: Path, line: bytes) -> None:
    """Adds a line. Returns once it is on the disk."""
    there = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(there, line)
        os.fsync(there)
    finally:
        os.close(there)
