"""The mutants that were read by people and judged to be the same program."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import yaml

FOLDER: Final = Path(__file__).parent / "judged"


def judged_equivalent(title: str) -> dict[str, str]:
    """By name of mutant: why no test can notice it. Kept in `judged/<title>.yaml`: reasons, each with its mutants."""
    path = FOLDER / f"{title}.yaml"
    if not path.exists():
        return {}
    reasons = yaml.safe_load(path.read_text(encoding="utf-8")) or []
    return {name: entry["reason"] for entry in reasons for name in entry["mutants"]}
