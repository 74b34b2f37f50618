"""Measured figures: several values for each name, printed as medians with their spread, and kept in a history file."""

from __future__ import annotations

import statistics
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import orjson

HISTORY: Final = Path("build/bench.jsonl")


class Figures:
    """
    The figures of one run.

    Args:
        bench: The name of the run in the history.
    """

    def __init__(self, bench: str) -> None:
        self._bench = bench
        self._values: dict[str, list[float]] = {}
        self._units: dict[str, str] = {}
        self._of: dict[str, str] = {}

    def note(self, name: str, value: float, unit: str, *, of: str = "") -> None:
        """
        Keeps one value.

        Args:
            name: The name of the figure; the same name may have many values.
            value: The value.
            unit: Its unit.
            of: The name of another figure; this one is printed as a ratio to its median.
        """
        self._values.setdefault(name, []).append(value)
        self._units[name] = unit
        if of:
            self._of[name] = of

    def median(self, name: str) -> float:
        """The median of a figure's values."""
        return statistics.median(self._values[name])

    def ratio(self, name: str, of: str) -> float | None:
        """Returns the ratio of this figure to the other one; None if either was not measured."""
        if name not in self._values or not self._values.get(of) or not self.median(of):
            return None
        return self.median(name) / self.median(of)

    def ratios(self, name: str, of: str) -> list[float]:
        """Returns each value's ratio to the one measured beside it; none if they are not in pairs, or one is 0."""
        values, others = self._values.get(name, []), self._values.get(of, [])
        if len(values) != len(others) or not all(others):
            return []
        return [value / other for value, other in zip(values, others, strict=True)]

    def tell(self) -> None:
        """Prints every figure: its median, the smallest and largest value, and its ratio to another one."""
        width = max(map(len, self._values), default=0)
        for name, values in self._values.items():
            ratio = self.ratio(name, self._of.get(name, ""))
            spread = f"({_short(min(values))} to {_short(max(values))})" if len(values) > 1 else ""
            told = "" if ratio is None else f"  ×{ratio:.2f} of {self._of[name]}"
            print(f"{name:{width}} {_short(self.median(name)):>10} {self._units[name]:4} {spread:22}{told}")

    def keep(self, history: Path = HISTORY) -> None:
        """Adds the run to the history file, one line of JSON a run."""
        history.parent.mkdir(parents=True, exist_ok=True)
        run: dict[str, Any] = {"at": int(time.time()), "bench": self._bench, "figures": self._values}
        with history.open("ab") as lines:
            lines.write(orjson.dumps(run) + b"\n")


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:,.3g}"


def show_history(history: Path = HISTORY) -> None:
    """Prints every run of the history file: its time, and the medians of its figures."""
    if not history.exists():
        print(f"there is no {history} yet")
        return
    for line in history.read_bytes().splitlines():
        run = orjson.loads(line)
        print(f"{datetime.fromtimestamp(run['at'], UTC):%Y-%m-%d %H:%M} {run['bench']}")
        for name, values in run["figures"].items():
            print(f"  {name}: {_short(statistics.median(values))}")
