"""
Starts games against bots on a bad network, and holds the page's store to what the service says.

    python -m tests.browser.jitter --starts 2000 --seed 1 --jobs 4

Fails if any table is stuck, and names its game, its title and what differed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.servers import running_delvebook


def main() -> int:
    """Returns 1 if a table was stuck, 2 if node is missing."""
    parser = argparse.ArgumentParser(prog="make jitter")
    parser.add_argument("--starts", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=4, help="tables that are open at once")
    options = parser.parse_args()
    node = shutil.which("node")
    if node is None:
        print("install node 20 or newer: the page's store is run in it", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        limits = {"DELVEBOOK_RATE_LIMIT": "", "DELVEBOOK_ACCOUNTS_LIMIT": "", "DELVEBOOK_WEB_PROCESSES": "2"}
        with running_delvebook(home / "log", DELVEBOOK_HOME=str(home / "home"), **limits) as (url, _):
            command = [node, str(Path(__file__).with_name("starts.mjs")), url]
            command += map(str, (options.starts, options.seed, options.jobs))
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    result = json.loads(done.stdout)
    for table in result["stuck"]:
        print(f"stuck: start {table['number']}, {table['title']}, game {table['game']}: {table['why']}")
    network = ", ".join(f"{result['network'][fate]} {fate}" for fate in ("lost", "cut", "repeated"))
    print(f"{result['starts']} starts, {result['actions']} actions, {len(result['stuck'])} stuck")
    print(f"of {result['network']['requests']} requests and streams: {network}")
    return 1 if result["stuck"] else 0


if __name__ == "__main__":
    sys.exit(main())
