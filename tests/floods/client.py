"""A very small client, so that players cost the machine as little as possible."""

from __future__ import annotations

import http.client
from typing import Any

import orjson


class LeanClient:
    """One kept-alive connection."""

    def __init__(self, url: str) -> None:
        self._connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=60)
        self.token = ""

    def get(self, path: str) -> Any:
        """Returns the body of a GET."""
        return self._ask("GET", path, None)

    def post(self, path: str, body: Any) -> Any:
        """Returns the body of a POST."""
        return self._ask("POST", path, orjson.dumps(body))

    def close(self) -> None:
        """Closes the connection."""
        self._connection.close()

    def _ask(self, method: str, path: str, body: bytes | None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        data = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {data[:300]!r}")
        return orjson.loads(data)
