"""`docs/api.md` agrees with the code."""

from __future__ import annotations

import re
from pathlib import Path

from flask import Flask

from delvebook.service.api.problems import PROBLEMS

ROOT = Path(__file__).parents[4]
PAGE = ROOT / "docs" / "api.md"
COMPARED = ROOT / "docs" / "api-compared.md"


def table_of_codes() -> str:
    head = "| code | status | what is wrong | what to do | retryable |\n|---|---|---|---|---|\n"
    return head + "".join(
        f"| `{code}` | {problem.status} | {problem.title} | {problem.advice} | "
        f"{'yes' if problem.is_retryable else ''} |\n"
        for code, problem in sorted(PROBLEMS.items())
    )


def test_the_table_of_codes_is_the_one_of_the_code() -> None:
    assert PAGE.read_text(encoding="utf-8").endswith(table_of_codes())


def test_every_route_it_names_is_served(app: Flask) -> None:
    served = {re.sub(r"<[^>]+>", "*", rule.rule) for rule in app.url_map.iter_rules()}
    named = {
        re.sub(r"dungeon-raiders|\$GAME|\$CHECK|\{[a-z]+\}|(?<=accounts/)me\b", "*", path)
        for path in re.findall(r"(?:\$URL|(?:GET|POST|DELETE) )(/v1/[\w/$.{}-]+)", PAGE.read_text(encoding="utf-8"))
    }

    assert len(named) > 8
    assert named <= served


def test_the_comparison_names_tests_and_routes_that_exist(app: Flask) -> None:
    """Every row says yes, not yet or no. A row with yes names the test that holds it."""
    text = COMPARED.read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:2] == "| "]
    rows = [row for row in rows if row[0] != "feature"]
    routes = {
        (method, re.sub(r"<(?:int:)?", "{", rule.rule).replace(">", "}"))
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
    }

    assert len(rows) > 40
    assert [row[0] for row in rows if not re.match(r"\*\*(yes|not yet|no)\*\*", row[2])] == []
    assert [row[0] for row in rows if row[2].startswith("**yes**") and not row[3]] == []
    assert [row[3] for row in rows if row[3] and not (ROOT / row[3].strip("`")).is_file()] == []
    assert set(re.findall(r"`(GET|POST|DELETE) (/v1/[^`?]+)", text)) <= routes


def test_the_reference_shows_what_was_recorded(app: Flask) -> None:
    page = app.test_client().get("/docs").text

    assert page.count("<summary>example</summary>") > 50
    assert "&#34;text_short&#34;: {" in page
