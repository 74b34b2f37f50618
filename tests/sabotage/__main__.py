"""
Tries the declared breaks of the service, one at a time, and says which of them no test noticed: `make sabotage`.

What was tried is in `verdicts.jsonl`, and is not tried again while the break is the same and was noticed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from pathlib import Path
from typing import Any, Final

from tests.sabotage.breaks import Break, declared
from tests.sabotage.table import write_table
from tests.sabotage.trying import judged, scratch, tried

RESULTS: Final = Path(__file__).parent / "verdicts.jsonl"


def main() -> int:
    """Tries the breaks. Returns the exit status: 1 if one survived, 2 if tests fail without a break."""
    parser = argparse.ArgumentParser(prog="make sabotage", description=__doc__)
    parser.add_argument("--only", help="only breaks whose area or description has this text")
    parser.add_argument("--sample", type=int, help="the number of breaks to try, drawn at random")
    parser.add_argument("--seed", default="1", help="what the sample is drawn by")
    parser.add_argument("--seconds", type=float, default=300.0, help="the time for the tests of one break")
    parser.add_argument("--again", action="store_true", help="forget what was found before")
    parser.add_argument("--table", action="store_true", help="try nothing; write the table in docs/mutation.md anew")
    chosen = parser.parse_args()
    known = {} if chosen.again else results(RESULTS)
    if not chosen.table:
        status = _try(_chosen(chosen), known, seconds=chosen.seconds)
        if status == 2:
            return status
    rows = [(one, known[key]) for one in declared() if (key := key_of(one)) in known]
    write_table(rows)
    survivors = [one.what for one, row in rows if row["outcome"] == "survived"]
    print(f"{len(rows)} of {len(declared())} tried, {len(survivors)} survived")
    for what in survivors:
        print(f"  {what}")
    return 1 if survivors else 0


def _chosen(chosen: Any) -> list[Break]:
    breaks = [one for one in declared() if not chosen.only or chosen.only in f"{one.area}: {one.what}"]
    if chosen.sample is None:
        return breaks
    return random.Random(chosen.seed).sample(breaks, min(chosen.sample, len(breaks)))


def _try(breaks: list[Break], known: dict[str, dict[str, Any]], *, seconds: float) -> int:
    """Tries the breaks that are not known to be noticed, and adds what became of them."""
    wanted = [one for one in breaks if known.get(key_of(one), {}).get("outcome") != "noticed"]
    with scratch() as copy:
        sound: set[tuple[str, ...]] = set()
        for number, one in enumerate(wanted, start=1):
            verdict = tried(copy, one, seconds=seconds)
            if verdict.outcome == "noticed" and one.tests not in sound:
                whole = judged(copy, (verdict.by,), seconds=seconds) if "::" in verdict.by else None
                if whole is not None and whole.outcome == "noticed":
                    print(f"{verdict.by} fails without a break; nothing can be said", file=sys.stderr)
                    return 2
                sound.add(one.tests)
            known[key_of(one)] = {"key": key_of(one), "what": one.what, **verdict._asdict()}
            keep(known)
            print(
                f"{number}/{len(wanted)} {verdict.outcome:8} {verdict.seconds:5.0f} s  {one.what}  {verdict.by}",
                flush=True,
            )
    return 0


def results(file: Path) -> dict[str, dict[str, Any]]:
    """Returns what was found before, by the key of the break."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {row["key"]: row for row in map(json.loads, lines)}


def keep(known: dict[str, dict[str, Any]], file: Path = RESULTS) -> None:
    """Writes what was found about the breaks that are declared now, in their order."""
    rows = [known[key] for one in declared() if (key := key_of(one)) in known]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def key_of(one: Break) -> str:
    """Returns a name of the break that changes with it."""
    return hashlib.sha256(json.dumps(one).encode()).hexdigest()[:16]


if __name__ == "__main__":
    sys.exit(main())
