"""
Asks the real server what nobody should: requests bent from the OpenAPI document, schemathesis' own, and hardly HTTP.

`make fuzz REQUESTS=100000 SEED=any`. Every answer is held against the document; the memory of the server is watched.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
import tempfile
from pathlib import Path

from rich.console import Console

from tests.fuzz.run import fuzz

console = Console(stderr=True, highlight=False)


def main() -> int:
    """Runs, and prints the result. Returns 1 if an answer was not documented, or memory grew."""
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--seed", default=secrets.token_hex(4))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    console.print(f"make fuzz SEED={given.seed} REQUESTS={given.requests}  (draws the same; ids differ)")
    with tempfile.TemporaryDirectory(prefix="dvfuzz") as home:
        result = fuzz(
            Path(home),
            requests=given.requests,
            seed=given.seed,
            jobs=given.jobs,
            on_progress=lambda line: console.print(line, end="\r", soft_wrap=True),
        )
    sys.stdout.write(json.dumps(result, indent=2, ensure_ascii=False) + "\n")
    console.print(
        f"{result['requests']} requests, {result['a second']} a second: "
        f"{result['5xx other than 503']} answers 5xx other than 503, {len(result['faults'])} kinds of faults; "
        f"{result['operations'] - len(result['never answered with success'])} of {result['operations']} operations "
        f"answered with success; memory {result['MiB'][0]} → {result['MiB'][-1]} MiB",
        soft_wrap=True,
    )
    return 1 if result["faults"] or not result["memory is flat"] else 0


if __name__ == "__main__":
    sys.exit(main())
