"""
Measures how many small breaks of a title's rules its tests notice: `make mutate TITLE=dungeon-raiders`.
`make mutate PACKAGE=service/store` does the same with a package of the service.

It goes on where it was stopped: what was killed stays so while the function is the same, and what survived is tried
again when a test has changed.
The verdicts, and a list of the survivors, are in `build/mutation/<title or package>/`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

from tests.mutation.figures import figures_of, table_of
from tests.mutation.judged import judged_equivalent, no_mutants
from tests.mutation.mutants import Mutant, mutants_of
from tests.mutation.runner import PROFILE, MutationRun, Verdict
from tests.mutation.scope import PACKAGES, ROOT, Subject, subject_of
from tests.mutation.types import refused_by_types

BUILD: Final = ROOT / "build" / "mutation"


def main() -> None:
    """Tries the mutants, and prints the figures."""
    parser = argparse.ArgumentParser(prog="make mutate", description=__doc__)
    parser.add_argument("subject", help="a title such as dungeon-raiders, or a package such as service/store")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many mutants at a time")
    parser.add_argument("--sample", type=int, help="the number of mutants to try, drawn at random")
    parser.add_argument("--seed", default="1", help="what the sample is drawn by")
    parser.add_argument("--modules", help="only these modules, or others than rules, divided by commas")
    parser.add_argument("--budget", type=float, default=5.0, help="seconds of tests that one mutant is tried with")
    parser.add_argument(
        "--own", action="store_true", help="let only the tests in its own folder judge, which is quicker"
    )
    parser.add_argument("--again", action="store_true", help="forget what was found before")
    parser.add_argument("--figures", action="store_true", help="try nothing; print the figures of what was found")
    chosen = parser.parse_args()
    sys.exit(mutate(chosen))


def mutate(chosen: Any) -> int:
    """Does what `make mutate` asks for. Returns the exit status."""
    subject = subject_of(chosen.subject, own=chosen.own)
    if subject is None:
        print(
            f"there is no title and no package {chosen.subject!r}; packages are {', '.join(PACKAGES)}", file=sys.stderr
        )
        return 2
    build = BUILD / subject.key
    build.mkdir(parents=True, exist_ok=True)
    modules = chosen.modules.split(",") if chosen.modules else subject.modules
    print(f"making the mutants of {len(modules)} modules", flush=True)
    mutants = [mutant for module in modules for mutant in mutants_of(subject.folder, module, cache=build / "made")]
    everything = len(mutants)
    if chosen.sample and chosen.sample < len(mutants):
        mutants = sorted(random.Random(f"{subject.name}/{chosen.seed}").sample(mutants, chosen.sample))
    verdicts = Verdicts(build / "verdicts.jsonl", judges=digest_of_tests(subject), forget=chosen.again)
    equivalent = judged_equivalent(subject.key, [mutant.name for mutant in mutants])
    open_ = [mutant for mutant in mutants if mutant.name not in equivalent and not verdicts.is_settled(mutant)]
    if open_ and not chosen.figures:
        problem = try_mutants(chosen, subject, build, open_, verdicts)
        if problem:
            print(problem, file=sys.stderr)
            return 1
        survivors = [mutant for mutant in open_ if verdicts.status(mutant) in ("survived", "unreached")]
        for mutant in refused_by_types(subject.folder, survivors):
            verdicts.add(mutant, Verdict("types", "mypy", 0, 0.0))
    left = [mutant for mutant in mutants if verdicts.status(mutant) in ("survived", "unreached")]
    left = [mutant for mutant in left if mutant.name not in equivalent]
    (build / "survivors.txt").write_text(
        "".join(f"{verdicts.status(one)} {one.module}:{one.reach[0]} {one.name}\n" for one in left), encoding="utf-8"
    )
    if not chosen.sample and not chosen.modules:
        for name in no_mutants(subject.key, [mutant.name for mutant in mutants]):
            print(f"judged, but no mutant any more: {name}")
    figures = figures_of(mutants, verdicts.status, equivalent)
    print(table_of(figures, of=everything, is_sample=bool(chosen.sample)))
    print(f"{len(left)} survive: {(build / 'survivors.txt').relative_to(ROOT)}")
    return 0


def try_mutants(chosen: Any, subject: Subject, build: Path, mutants: Sequence[Mutant], verdicts: Verdicts) -> str:
    """Runs the tests that judge against the mutants. Returns an error, if there was one."""
    started, tried, alive = time.monotonic(), 0, 0

    def done(mutant: Mutant, verdict: Verdict) -> None:
        nonlocal tried, alive
        verdicts.add(mutant, verdict)
        tried += 1
        if verdict.status in ("survived", "unreached"):
            alive += 1
            print(f"{verdict.status} {mutant.module}:{mutant.reach[0]} {mutant.name}", flush=True)
        if tried % 100 == 0 or tried == len(mutants):
            rate = tried / (time.monotonic() - started)
            print(f"-- {tried} of {len(mutants)}, {alive} survive, {rate:.1f} a second", flush=True)

    run = MutationRun(
        subject.package,
        subject.folder,
        build,
        mutants,
        jobs=chosen.jobs,
        budget=chosen.budget,
        chosen=subject.chosen,
        ready=import_titles if subject.is_title else make_empty_store,
        may_fail=not subject.is_title,
        done=done,
        judges=verdicts.judges,
    )
    options = ["-q", "-s", "--tb=short", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-p", "no:xdist"]
    options += [
        "-p",
        "no:timeout",
        f"--hypothesis-profile={PROFILE}",
        "-W",
        "ignore::pytest.PytestAssertRewriteWarning",
    ]
    status = pytest.main([*options, *subject.tests], plugins=[run])
    return run.problem or ("" if status in (0, 5) else f"pytest ended with status {int(status)}")


def import_titles() -> None:
    """
    Imports all titles, once for all children: the judges of many tests ask the registry, which loads each of them.

    Nothing of them is made yet, so a mutant is in everything that its title makes.
    """
    for path in (ROOT / "domain" / "rulesets").glob("*/ruleset.py"):
        import_module(f"delvebook.domain.rulesets.{path.parent.name}.ruleset")


def make_empty_store() -> None:
    """Makes the empty store that tests copy, once for all children: it takes longer than most tests."""
    from delvebook.service.base.settings import Settings  # noqa: PLC0415 - titles need nothing of the service
    from tests.stores import prepare  # noqa: PLC0415

    with TemporaryDirectory() as home:
        prepare(Settings(home=Path(home), secret="ab" * 32))


def digest_of_tests(subject: Subject) -> str:
    """Returns the digest of the tests that judge. Survivors are tried again when it changes."""
    found = hashlib.sha256()
    for path in sorted(subject.files):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


class Verdicts:
    """The verdicts, kept in a file of one line each. The last line of a mutant counts."""

    def __init__(self, path: Path, *, judges: str, forget: bool) -> None:
        self._path, self.judges = path, judges
        self._found: dict[tuple[str, str], Verdict] = {}
        if forget:
            path.unlink(missing_ok=True)
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                name, digest, *fields = json.loads(line)
                self._found[name, digest] = Verdict(*fields)

    def add(self, mutant: Mutant, verdict: Verdict) -> None:
        """Keeps a verdict."""
        verdict = verdict._replace(judges=self.judges)
        self._found[mutant.name, mutant.digest] = verdict
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([mutant.name, mutant.digest, *verdict], ensure_ascii=False) + "\n")

    def status(self, mutant: Mutant) -> str:
        """Returns `killed`, `timeout`, `types`, `survived`, `unreached`, or nothing if it was not tried."""
        found = self._found.get((mutant.name, mutant.digest))
        return found.status if found else ""

    def is_settled(self, mutant: Mutant) -> bool:
        """Returns whether the verdict stands: the mutant was noticed, or it survived these very tests."""
        found = self._found.get((mutant.name, mutant.digest))
        return found is not None and (found.status in ("killed", "timeout", "types") or found.judges == self.judges)


if __name__ == "__main__":
    main()
