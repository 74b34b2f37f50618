"""Every clause has a test, and every clause cited exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import delvebook.domain.rulesets.runebound as package
from tests.domain.rulesets.runebound.tables import RULESET


def marked_clauses() -> set[str]:
    """The clauses named by the marks of the tests in this folder."""
    found: set[str] = set()
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clause":
                found |= {argument.value for argument in node.args if isinstance(argument, ast.Constant)}
    return found


def test_every_clause_has_a_test_and_every_mark_names_a_clause() -> None:
    assert sorted(marked_clauses()) == sorted(RULESET.clauses)


def test_the_clauses_cited_in_the_code_exist() -> None:
    for path in sorted(Path(package.__path__[0]).rglob("*.py")):
        cited = set(re.findall(r"RB-\d{3}", path.read_text(encoding="utf-8")))
        assert cited <= set(RULESET.clauses), path.name
