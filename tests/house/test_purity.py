"""The domain is pure: no clock, chance, I/O or environment, nothing that differs from machine to machine."""

from __future__ import annotations

import ast
from functools import cache

import pytest

from tests.house.files import modules
from tests.house.imports import Fault
from tests.house.purity import impurities

EXCUSED = {
    ("domain/ruleset.py", "importlib.resources"): "a title's own data, read once when it is made at start-up",
    ("domain/ruleset.py", ".read_text"): "the same",
    ("domain/rulesets/registry.py", "importlib.metadata.entry_points"): "which titles are installed, once at start-up",
}
"""By file and code: the reason for the exception."""


@cache
def found() -> list[Fault]:
    return [fault for path, tree in modules("domain") for fault in impurities(path, tree)]


def test_the_domain_lets_nothing_of_the_world_in() -> None:
    faults = [str(fault) for fault in found() if (fault.path, fault.what) not in EXCUSED]

    assert faults == []


def test_no_excuse_outlives_its_reason() -> None:
    assert set(EXCUSED) <= {(fault.path, fault.what) for fault in found()}


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "from time import monotonic",
        "import random",
        "from os import environ",
        "import os.path",
        "import uuid",
        "from uuid import uuid4",
        "import secrets",
        "import socket",
        "import threading",
        "import asyncio",
        "import subprocess",
        "from pathlib import Path",
        "import math",
        "datetime.now(UTC)",
        "datetime.datetime.utcnow()",
        "date.today()",
        "open('notes')",
        "resource.read_text()",
        "half = 0.5",
        "many = 1e3",
        "float(cards)",
        "round(cards)",
        "share = gold / heroes",
        "gold /= 2",
        "hash(card)",
        "id(card)",
        "print(card)",
        "for seat in {1, 2}: pass",
        "for seat in set(seats): pass",
        "for seat in frozenset(seats): pass",
        "[seat for seat in {s for s in seats}]",
        "{seat: 0 for seat in set(seats) - dead}",
        "for seat in living.intersection(near): pass",
        "list(set(seats))",
        "next(iter({1, 2}))",
        "', '.join({'a', 'b'})",
        "hand.extend(set(cards))",
        "[*{1, 2}]",
        "dead = set()\nfor seat in dead: pass",
        "dead: set[int] = lost(state)\nwho = list(dead)",
        "def f(dead: set[int]):\n    return [seat for seat in dead]",
        "def f(dead: frozenset[int]):\n    return tuple(dead | {3})",
        "left = set(cards)\nleft.pop()",
        "max({3, 4}, key=strength)",
        "sorted(set(heroes), key=life)",
        "first = min((card for card in set(cards)), key=cost)",
    ],
)
def test_an_impurity_is_found(source: str) -> None:
    faults = list(impurities("domain/bad.py", ast.parse(source)))

    assert faults, source
    assert faults[0].line == source.count("\n") + 1


@pytest.mark.parametrize(
    "source",
    [
        "from uuid import UUID",
        "from collections.abc import Iterable",
        "share = gold // heroes",
        "facts.open('deck/3')",
        "for seat in sorted({1, 2}): pass",
        "dead = set()\nfor seat in sorted(dead): pass",
        "total = sum({1, 2})\nis_hit = seat in {1, 2}\nmany = len(set(seats))",
        "def f(dead: set[int]):\n    return max(dead)\ndef g(dead: list[int]):\n    return [seat for seat in dead]",
        "cards.pop()",
        "gone = set(cards)\nknown = {*gone, *top}\nmore = {card for card in gone}",
        "dead = {1, 2}\nany(seat in dead for seat in dead)\nsorted(seat + 1 for seat in dead)",
        "state['round'] - 1",
    ],
)
def test_what_is_pure_is_not_named(source: str) -> None:
    assert list(impurities("domain/good.py", ast.parse(source))) == []


def test_a_fault_names_file_line_and_rule() -> None:
    (fault,) = impurities("domain/bad.py", ast.parse("x = 1\ny = x / 2"))

    assert str(fault) == "domain/bad.py:2: x / 2: / makes a float; use //"
