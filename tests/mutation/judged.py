"""
The mutants that were read by people and judged to be the same game or service: `judged/<title or package>.yaml`.

Each entry is a reason, with the names of its mutants (`mutants`), or with a regular expression that describes the
whole of their names (`pattern`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import yaml

FOLDER: Final = Path(__file__).parent / "judged"


def judged_equivalent(subject: str, names: Iterable[str]) -> dict[str, str]:
    """Returns the reasons, by name, of those mutants that were judged to be the same game."""
    path = FOLDER / f"{subject}.yaml"
    if not path.exists():
        return {}
    entries = yaml.safe_load(path.read_text(encoding="utf-8")) or []
    listed = {name: entry["reason"] for entry in entries for name in entry.get("mutants", ())}
    patterns = [(re.compile(entry["pattern"]), entry["reason"]) for entry in entries if "pattern" in entry]
    found = {}
    for name in names:
        reasons = [listed[name]] if name in listed else [why for pattern, why in patterns if pattern.fullmatch(name)]
        if reasons:
            found[name] = reasons[0]
    return found


def no_mutants(subject: str, names: Iterable[str]) -> list[str]:
    """Returns the judgements whose mutant no longer exists."""
    path = FOLDER / f"{subject}.yaml"
    entries = (yaml.safe_load(path.read_text(encoding="utf-8")) or []) if path.exists() else []
    return sorted({name for entry in entries for name in entry.get("mutants", ())} - set(names))
