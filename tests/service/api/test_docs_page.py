"""`docs/api.md` says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

from flask import Flask

from delvebook.service.api.problems import markdown_table

PAGE = Path(__file__).parents[3] / "docs" / "api.md"


def test_the_table_of_codes_is_the_one_of_the_code() -> None:
    assert PAGE.read_text(encoding="utf-8").endswith(markdown_table())


def test_every_route_it_names_is_served(app: Flask) -> None:
    served = {re.sub(r"<[^>]+>", "*", rule.rule) for rule in app.url_map.iter_rules()}
    named = {
        re.sub(r"dungeon-raiders|\$GAME|\$CHECK|\{[a-z]+\}|(?<=accounts/)me\b", "*", path)
        for path in re.findall(r"(?:\$URL|(?:GET|POST|DELETE) )(/v1/[\w/$.{}-]+)", PAGE.read_text(encoding="utf-8"))
    }

    assert len(named) > 8
    assert named <= served
