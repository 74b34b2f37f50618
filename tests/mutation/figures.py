"""The figures by module, with an interval if only a sample was tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from tests.mutation.mutants import Mutant


class Row(NamedTuple):
    """
    The numbers of mutants of one module, or of all, by verdict.

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
        """The noticed share of the mutants that are not equivalent."""
        return (self.killed + self.types) / max(1, self.mutants - self.equivalent)


def figures_of(mutants: Sequence[Mutant], status: Callable[[Mutant], str], equivalent: Mapping[str, str]) -> list[Row]:
    """
    Returns a row for each module, and one for all at the end, without mutants that were not tried.

    `status` returns the word of a mutant's verdict.
    """
    rows = []
    for module in [*sorted({mutant.module for mutant in mutants}), "all"]:
        these = [mutant for mutant in mutants if module in ("all", mutant.module)]
        same = sum(mutant.name in equivalent for mutant in these)
        words = [status(mutant) for mutant in these if mutant.name not in equivalent]
        killed, types = words.count("killed") + words.count("timeout"), words.count("types")
        survived = words.count("survived") + words.count("unreached")
        rows.append(Row(module, killed + types + survived + same, killed, types, same, survived))
    return rows


def interval(hits: int, tries: int) -> tuple[float, float]:
    """Returns Wilson's 95 % interval of a share."""
    if not tries:
        return 0.0, 1.0
    z, share = 1.96, hits / tries
    middle = (share + z * z / (2 * tries)) / (1 + z * z / tries)
    half = z / (1 + z * z / tries) * sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    return max(0.0, middle - half), min(1.0, middle + half)


def table_of(rows: Sequence[Row], *, of: int, is_sample: bool) -> str:
    """Returns the rows as a table of Markdown, with the interval if only a sample of the `of` mutants was tried."""
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
