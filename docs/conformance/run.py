"""
Tests a verifier of level `chain` that is given as a command: every record of the kit, honest and forged.

Usage: python run.py [options] COMMAND [ARGUMENT…]

  The command reads one record on standard input and prints one line of JSON: {"chain": "holds"}, or
  {"chain": "fails", "line": 17} and whatever else it wants to say.

  --lines      the command stays: it is given one line {"record": BASE64} after another, and answers each with a line
  --every N    only every Nth case
  --only NAME  only the cases whose name has this in it
  --write DIR  needs no command: writes the records as files, and expected.json beside them

Exit status: 0 if the command says of every record what is expected; 1 if not.
"""

from __future__ import annotations

import argparse
import base64
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from edits import forge

HERE = Path(__file__).parent
Ask = Callable[[bytes], Any]


class Case(NamedTuple):
    """A record, and what a verifier must say of it."""

    name: str
    record: bytes
    expected: dict[str, Any]


def cases() -> Iterator[Case]:
    """Every case of the kit."""
    for one in json.loads((HERE / "cases.json").read_text(encoding="utf-8")):
        record = (HERE / "records" / f"{one['record']}.jsonl").read_bytes()
        made = forge(record, one["edits"], one["chain"]) if one["edits"] else record
        yield Case(f"{one['name']} ({one['record']})", made, one["expected"])


def ask_once(command: Sequence[str]) -> Ask:
    """Runs the command for each record."""

    def ask(record: bytes) -> Any:
        done = subprocess.run(command, input=record, capture_output=True, check=False)  # noqa: S603
        return answer_of(done.stdout)

    return ask


def ask_lines(command: Sequence[str]) -> Ask:
    """Runs the command once, and gives it one record after another."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603

    def ask(record: bytes) -> Any:
        if process.stdin is None or process.stdout is None:
            return None
        process.stdin.write(json.dumps({"record": base64.b64encode(record).decode()}).encode() + b"\n")
        process.stdin.flush()
        return answer_of(process.stdout.readline())

    return ask


def answer_of(line: bytes) -> Any:
    """The answer in what the command printed; None if there is none."""
    try:
        return json.loads(line)
    except ValueError:
        return None


def is_expected(answer: Any, expected: dict[str, Any]) -> bool:
    """Whether an answer says what is expected. It may say more."""
    return isinstance(answer, dict) and all(answer.get(key) == value for key, value in expected.items())


def write(folder: Path) -> None:
    """Writes every record as a file, and what is expected of each."""
    folder.mkdir(parents=True, exist_ok=True)
    told = {}
    for number, one in enumerate(cases()):
        (folder / f"{number:04}.jsonl").write_bytes(one.record)
        told[f"{number:04}.jsonl"] = {"name": one.name, "expected": one.expected}
    (folder / "expected.json").write_text(json.dumps(told, ensure_ascii=False, indent=1), encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """The program. Returns its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--write", type=Path)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    given = parser.parse_args(arguments)
    if given.write:
        write(given.write)
        return 0
    if not given.command:
        parser.error("which command? python run.py COMMAND …")
    ask = ask_lines(given.command) if given.lines else ask_once(given.command)
    wrong = total = 0
    for number, one in enumerate(cases()):
        if number % given.every or given.only not in one.name:
            continue
        total += 1
        answer = ask(one.record)
        if not is_expected(answer, one.expected):
            wrong += 1
            sys.stdout.write(f"{one.name}: expected {json.dumps(one.expected)}, answered {json.dumps(answer)}\n")
    sys.stdout.write(f"{total - wrong} of {total} records as expected\n")
    return 1 if wrong or not total else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
