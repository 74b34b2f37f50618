"""The files that the house tests read: those that belong to the project."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
ROOMS: Final = ("domain", "replays", "projections", "service", "workers")
"""The rooms of the house; each may import itself and those before it."""
LINES_MAX: Final = 500
"""The most lines that a module of Python or of the pages may have."""

_MADE = frozenset({"build", "dist", "demo-output", "bench-output", "__pycache__", "node_modules"})
_HIDDEN_KEPT = frozenset({".ci"})


def walk(*suffixes: str, under: Path = ROOT) -> Iterator[Path]:
    """Returns every file of the project with one of these suffixes (any, if none is given), sorted."""
    found = []
    for folder, folders, names in os.walk(under):
        folders[:] = [
            name
            for name in folders
            if name not in _MADE and not name.endswith(".egg-info") and (name[0] != "." or name in _HIDDEN_KEPT)
        ]
        found += [Path(folder) / name for name in names if (not suffixes or name.endswith(suffixes)) and name != ".git"]
    return iter(sorted(found))


def relative(path: Path) -> str:
    """Returns the path from the root of the project, with forward slashes."""
    return path.relative_to(ROOT).as_posix()


def long_sources(sources: Mapping[str, str]) -> list[str]:
    """Returns the paths of the modules that have more than `LINES_MAX` lines."""
    return [path for path, source in sources.items() if len(source.splitlines()) > LINES_MAX]


def parse(path: Path) -> ast.Module:
    """Returns the module's syntax tree. The trees of all modules together take hundreds of megabytes."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


@cache
def parsed(path: Path) -> ast.Module:
    """Returns the module's syntax tree, which is kept and shared, so it must not be changed."""
    return parse(path)


def modules(room: str) -> list[tuple[str, ast.Module]]:
    """Returns every module of a room: its path from the root, and its syntax tree."""
    return [(relative(path), parsed(path)) for path in walk(".py", under=ROOT / room)]
