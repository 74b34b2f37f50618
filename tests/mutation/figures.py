"""The figures: by module, and with an interval where only a sample was tried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import NamedTuple, Protocol

from tests.mutation.mutants import Mutant


class Found(Protocol):
    """What was found of each mutant."""

    def status(self, mutant: Mutant) -> str:
        """The verdict's word."""


class Row(NamedTuple):
    """
    Of one module, or all: the mutants tried, by what became of them.

    `killed` are those a test noticed (by failing, or by not ending), `types` those only the type checker noticed.
    """

    module: str
    mutants: int
    killed: int
    types: int
    equivalent: int
    survived: int

    @property
    def share(self) -> float:
        """Of the mutants that are not equivalent, the part that was noticed."""
        return (self.killed + self.types) / max(1, self.mutants - self.equivalent)


def figures_of(mutants: Sequence[Mutant], verdicts: Found, equivalent: Mapping[str, str]) -> list[Row]:
    """A row for each module, and one for all at the end. Mutants that were not tried are left out."""
    rows = []
    for module in [*sorted({mutant.module for mutant in mutants}), "all"]:
        these = [mutant for mutant in mutants if module in ("all", mutant.module)]
        same = sum(mutant.name in equivalent for mutant in these)
        words = [verdicts.status(mutant) for mutant in these if mutant.name not in equivalent]
        killed, types = words.count("killed") + words.count("timeout"), words.count("types")
        survived = words.count("survived") + words.count("unreached")
        rows.append(Row(module, killed + types + survived + same, killed, types, same, survived))
    return rows


def interval(hits: int, tries: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    if not tries:
        return 0.0, 1.0
    z, share = 1.96, hits / tries
    middle = (share + z * z / (2 * tries)) / (1 + z * z / tries)
    half = z / (1 + z * z / tries) * sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    return max(0.0, middle - half), min(1.0, middle + half)


def table_of(rows: Sequence[Row], *, of: int, is_sample: bool) -> str:
    """The rows as a table of Markdown; whether all `of` mutants were tried, and the interval of a random sample."""
    lines = [
        "| module | mutants | killed | by types | equivalent | survive | noticed |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        cells = [row.module, row.mutants, row.killed, row.types, row.equivalent, row.survived, f"{row.share:.1%}"]
        lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    whole = rows[-1]
    if whole.mutants < of:
        low, high = interval(whole.killed + whole.types, whole.mutants - whole.equivalent)
        known = f"; 95 % interval {low:.1%} to {high:.1%}" if is_sample else ""
        lines.append(f"\n{whole.mutants} of {of} mutants tried{known}")
    return "\n".join(lines)
