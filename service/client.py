"""A small client of the HTTP API, for the demo, the benchmarks and `delvebook play`. It knows no rules."""

from __future__ import annotations

from typing import Any

import httpx


class ApiError(Exception):
    """The service refused. `problem` is its RFC 9457 body."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(f"{problem.get('code')}: {problem.get('detail')}")
        self.problem = problem


class Client:
    """
    A client of one account.

    Args:
        url: The service's address, such as `http://127.0.0.1:8080`.
        token: The account's token; None to set one later, or to stay anonymous.
        transport: Another way to the service than the network.
    """

    def __init__(self, url: str, *, token: str | None = None, transport: httpx.BaseTransport | None = None) -> None:
        self._http = httpx.Client(base_url=url, timeout=30.0, transport=transport)
        self.account: str | None = None
        if token is not None:
            self.use(token)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection."""
        self._http.close()

    def use(self, token: str) -> None:
        """Sends this token with every request from now on."""
        self._http.headers["Authorization"] = f"Bearer {token}"

    def register(self, name: str) -> str:
        """Creates an account and uses it from now on; its token."""
        made = self.post("/v1/accounts", {"name": name})
        self.account = made["id"]
        token: str = made["token"]
        self.use(token)
        return token

    def get(self, path: str, **query: Any) -> Any:
        """The body of a GET."""
        return _body(self._http.get(path, params={key: value for key, value in query.items() if value is not None}))

    def post(self, path: str, body: Any = None, *, key: str | None = None) -> Any:
        """The body of a POST; with a key it can be retried safely."""
        headers = {} if key is None else {"Idempotency-Key": key}
        return _body(self._http.post(path, json={} if body is None else body, headers=headers))

    def lines(self, path: str, **query: Any) -> bytes:
        """The bytes of an NDJSON answer."""
        answer = self._http.get(path, params=query, headers={"Accept": "application/x-ndjson"})
        if answer.is_error:
            _body(answer)
        return answer.content


def _body(answer: httpx.Response) -> Any:
    if answer.is_error:
        try:
            problem = answer.json()
        except ValueError:
            problem = {"code": f"http/{answer.status_code}", "detail": answer.text[:200]}
        raise ApiError(problem)
    return answer.json() if answer.content else None
