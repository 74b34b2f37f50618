"""A page of another origin uses the API in a real browser: every method that the contract has, and a stream."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Error, Page

from tests.browser.conftest import TIMEOUT_MS

ASK = """async ([service, method, path, body, token, more]) => {
  const headers = { "X-Request-ID": "elsewhere", "Idempotency-Key": "0123456789abcdef" + method, ...more };
  if (token) headers.Authorization = "Bearer " + token;
  if (body !== null) headers["Content-Type"] = "application/json";
  const answer = await fetch(service + path, { method, headers, body: body === null ? null : JSON.stringify(body) });
  const text = await answer.text();
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: text ? JSON.parse(text) : null };
}"""
FOLLOW = """([service, path]) => new Promise((done, fail) => {
  const source = new EventSource(service + path);
  source.addEventListener("snapshot", (told) => { source.close(); done(JSON.parse(told.data)); });
  source.onerror = () => fail(new Error("no stream"));
})"""


@pytest.fixture
def page(chromium: Browser, elsewhere: str) -> Iterator[Page]:
    context = chromium.new_context()
    context.set_default_timeout(TIMEOUT_MS)
    page = context.new_page()
    page.goto(elsewhere)
    yield page
    context.close()


def test_a_page_of_another_origin_uses_every_method_and_reads_every_header(page: Page, service: str) -> None:
    tried: set[str] = set()

    def ask(
        method: str, path: str, body: object = None, *, token: str | None = None, **more: str
    ) -> tuple[int, dict[str, str], dict[str, object]]:
        tried.add(method.lower())
        got = page.evaluate(ASK, [service, method, path, body, token, more])
        assert got["headers"]["x-request-id"] == "elsewhere"
        return got["status"], got["headers"], got["body"]

    status, headers, made = ask("POST", "/v1/accounts", {"name": "Elsewhere"})
    assert (status, headers["location"]) == (201, f"/v1/accounts/{made['id']}")
    token = str(made["token"])
    _, headers, _ = ask("POST", "/v1/accounts", {"name": "Elsewhere"})
    assert headers["idempotent-replay"] == "true"

    status, headers, rulesets = ask("GET", "/v1/rulesets")
    assert (status, len(rulesets["rulesets"])) == (200, 5)  # type: ignore[arg-type]
    status, headers, _ = ask("GET", "/v1/rulesets", **{"If-None-Match": headers["etag"]})
    assert status == 304
    assert ask("HEAD", "/v1/rulesets")[0] == 200
    assert ask("PATCH", "/v1/accounts/me", {"name": "Elsewhere too"}, token=token)[0] in (200, 409)
    assert ask("PUT", "/v1/accounts/me/absence", {"until": "2020-01-01"}, token=token)[0] == 422
    assert ask("DELETE", "/v1/accounts/me/absence", token=token)[0] in (200, 204)
    status, headers, refused = ask("GET", "/v1/accounts/me")
    assert (status, refused["code"]) == (401, "auth/required")
    assert headers["www-authenticate"].startswith("Bearer")

    status, headers, created = ask("POST", "/v1/games", {"ruleset": "labyrinth", "seats": 1}, token=token)
    assert status == 201
    _, headers, _ = ask("GET", f"/v1/games/{created['id']}/events?limit=1", token=token, Prefer="x")
    assert 'rel="next"' in headers["link"]
    assert page.evaluate(FOLLOW, [service, f"/v1/games/{created['id']}/stream"])["kind"] == "snapshot"

    paths = httpx.get(f"{service}/openapi.json", timeout=60).json()["paths"]
    assert tried == {method for item in paths.values() for method in item if method != "parameters"} | {"head"}


def test_a_page_of_another_origin_is_given_nothing_for_cookies(page: Page, service: str) -> None:
    with pytest.raises(Error, match="Failed to fetch"):
        page.evaluate("service => fetch(service + '/v1/rulesets', { credentials: 'include' })", service)
