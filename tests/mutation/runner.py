"""
Tries mutants inside one run of pytest.

The tests are collected once. One child process runs them all and notes which lines each reaches, and how long it
takes. Then every mutant gets a child of its own, forked after collection: it puts the mutant's code into the function,
runs the tests that reach the changed statement, and stops at the first that fails. Those that lately killed a mutant
of the same function come first, then the quickest.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import resource
import shutil
import signal
import tempfile
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from coverage import Coverage
from hypothesis import Phase, settings

from delvebook.service.process.orphans import die_with_parent
from tests.mutation.installing import install
from tests.mutation.mutants import Mutant
from tests.mutation.scope import module_name

PROFILE: Final = "mutation"
settings.register_profile(
    PROFILE, deadline=None, derandomize=True, max_examples=15, phases=[Phase.explicit, Phase.generate], database=None
)

MEMORY_MAX: Final = 3 << 30
"""Bytes that a child may take: a mutant that grows without end is killed by its own MemoryError."""
STRAY: Final = 3.0
"""Seconds of processor time that a test may take beyond twenty times what it takes without a mutant."""
SILENCE: Final = 60
"""Seconds of the clock that a test may take beyond the same: it may wait for ever and take no time of a processor."""
PASSED, FAILED, OUT_OF_TIME = 0, 1, 3


class Verdict(NamedTuple):
    """
    How a mutant fared: `killed`, `timeout`, `types`, `survived` or `unreached`; by what; how many tests it was tried
    with, in how many seconds, and the digest of all tests.
    """

    status: str
    by: str
    tests: int
    seconds: float
    judges: str = ""


class Reached(NamedTuple):
    """
    The tests without a mutant: those that reach each line, by module and line, their seconds, and the names of those
    that failed and therefore do not judge.
    """

    tests: dict[str, dict[int, frozenset[int]]]
    seconds: list[float]
    failed: tuple[str, ...] = ()


class Child(NamedTuple):
    """A mutant that is being tried, with the folder for the files of its tests and the name of the one that failed."""

    mutant: Mutant
    tests: list[int]
    started: float
    place: Path


def kept_for(key: object, path: Path) -> Reached | None:
    """Returns what the tests reached in an earlier run, if neither they nor the modules have changed since."""
    if not path.exists():
        return None
    of, reached = pickle.loads(path.read_bytes())  # noqa: S301
    return Reached(*reached) if of == key else None


class MutationRun:
    """
    The plugin that tries the mutants instead of running the tests.

    Args:
        package: What the modules are imported from, such as `delvebook.domain.rulesets.labyrinth`.
        folder: Where they lie.
        scratch: Where children may leave notes.
        mutants: The mutants to try, in order.
        jobs: The number of mutants at a time.
        budget: Seconds of tests, as they take without a mutant, for one mutant; the slowest are left out.
        chosen: Tells of a collected test whether it judges.
        ready: Called before the first child, to make what all of them use. It must leave no thread behind.
        may_fail: Whether a test may fail without a mutant. It does not judge then; otherwise no mutant is tried.
        done: Called with each verdict.
        judges: The digest of the tests, by which what they reach is kept for the next run.
    """

    def __init__(
        self,
        package: str,
        folder: Path,
        scratch: Path,
        mutants: Sequence[Mutant],
        *,
        jobs: int,
        budget: float,
        chosen: Callable[[pytest.Item], bool],
        ready: Callable[[], None],
        may_fail: bool,
        done: Callable[[Mutant, Verdict], None],
        judges: str,
    ) -> None:
        self._package, self._folder, self._scratch, self._mutants = package, folder, scratch, mutants
        self._jobs, self._budget, self._chosen, self._done = jobs, budget, chosen, done
        self._ready, self._may_fail, self._parent = ready, may_fail, os.getpid()
        self._sources = {module_name(folder, path): path.read_text(encoding="utf-8") for path in folder.rglob("*.py")}
        self._judges = judges
        self._killers: dict[str, Counter[int]] = {}
        self.problem = ""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keeps the tests that judge."""
        items[:] = [item for item in items if self._chosen(item)]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Tries every mutant; no test is run in this process."""
        if session.testsfailed or not session.items:
            self.problem = "the tests could not be collected"
            return True
        self._ready()
        gc.collect()
        gc.freeze()
        items = session.items
        kept = self._scratch / "reached.pickle"
        key = (self._judges, self._sources, [item.nodeid for item in items])
        reached = kept_for(key, kept)
        if reached is None:
            print(f"{len(items)} tests; looking which lines each reaches", flush=True)
            reached = self._look(items)
            if reached is None:
                return True
            kept.write_bytes(pickle.dumps((key, reached)))
        for name in reached.failed:
            print(f"this test fails without any mutant, and does not judge: {name}", flush=True)
        print(f"they take {sum(reached.seconds):.1f} s; trying {len(self._mutants)} mutants", flush=True)
        self._try_all(items, reached)
        return True

    # -- without a mutant ------------------------------------------------------------------------------

    def _look(self, items: Sequence[pytest.Item]) -> Reached | None:
        """Runs all tests in a child, and brings back what they reach."""
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reader)
            with os.fdopen(writer, "wb") as pipe, quiet(), tempfile.TemporaryDirectory() as place:
                live_apart(Path(place), parent=self._parent)
                pickle.dump(self._reached(items), pipe)
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader, "rb") as pipe:
            found = pickle.load(pipe)  # noqa: S301
        os.waitpid(pid, 0)
        if isinstance(found, str):
            self.problem = f"this test fails without any mutant: {found}"
            return None
        return Reached(*found)

    def _reached(self, items: Sequence[pytest.Item]) -> Reached | str:
        """Runs all tests in this process. If one fails that may not, names it instead."""
        coverage = Coverage(data_file=None, include=[f"{self._folder.resolve()}/*"], config_file=False)
        failures: list[str] = []
        shared = SharedFixtures(coverage.switch_context)
        items[0].config.pluginmanager.register(Failures(failures.append))
        items[0].config.pluginmanager.register(shared)
        seconds, failed = [], dict[int, str]()
        coverage.start()
        for index, item in enumerate(items):
            shared.current = str(index)
            coverage.switch_context(str(index))
            started = processor_seconds()
            run(item, items[index + 1] if index + 1 < len(items) else None)
            seconds.append(processor_seconds() - started)
            if failures and not self._may_fail:
                return failures[0]
            if failures:
                failed[index] = failures[0]
                failures.clear()
        coverage.stop()
        users: dict[str, list[int]] = {}
        for index, item in enumerate(items):
            for name in getattr(item, "fixturenames", ()):
                users.setdefault(f"fixture {name}", []).append(index)
        data, tests = coverage.get_data(), {}
        for file in data.measured_files():
            by_line = {}
            for line, contexts in data.contexts_by_lineno(file).items():
                found = {
                    test for one in contexts if one for test in (users.get(one, ()) if " " in one else (int(one),))
                }
                by_line[line] = frozenset(found.difference(failed))
            tests[module_name(self._folder.resolve(), Path(file))] = by_line
        return Reached(tests, seconds, tuple(failed.values()))

    # -- with one --------------------------------------------------------------------------------------

    def _try_all(self, items: Sequence[pytest.Item], reached: Reached) -> None:
        """Keeps `jobs` children busy until every mutant has its verdict."""
        waiting, running = list(reversed(self._mutants)), dict[int, Child]()
        count = 0
        try:
            while waiting or running:
                while waiting and len(running) < self._jobs:
                    count += 1
                    mutant = waiting.pop()
                    tests = self._order(mutant, reached)
                    if not tests:
                        self._done(mutant, Verdict("unreached", "", 0, 0.0))
                        continue
                    place = Path(tempfile.mkdtemp(prefix=f"mutant-{count}-"))
                    child = Child(mutant, tests, time.monotonic(), place)
                    running[self._fork(child, items, reached.seconds)] = child
                if running:
                    pid = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT).si_pid  # its number is not free yet
                    end_all(pid)
                    _, status = os.waitpid(pid, 0)
                    if pid in running:
                        self._judge(running.pop(pid), status, items)
        finally:
            for pid, child in running.items():
                os.kill(pid, signal.SIGKILL)
                end_all(pid)
                shutil.rmtree(child.place, ignore_errors=True)

    def _order(self, mutant: Mutant, reached: Reached) -> list[int]:
        """Returns the tests that reach the changed statement, the most promising first."""
        lines = reached.tests.get(mutant.module, {})
        first, last = mutant.reach
        tests = frozenset[int]().union(*(lines.get(line, frozenset()) for line in range(first, last + 1)))
        killers = self._killers.get(f"{mutant.module}.{mutant.function}", Counter())
        quickest = sorted(tests, key=lambda test: (reached.seconds[test], test))
        taken = list(accumulate(reached.seconds[test] for test in quickest))
        affordable = quickest[: max(1, bisect_right(taken, self._budget))]
        return sorted(affordable, key=lambda test: -killers[test])

    def _fork(self, child: Child, items: Sequence[pytest.Item], seconds: Sequence[float]) -> int:
        """Starts a child that tries the mutant. Its exit status is the verdict; a note names the failed test."""
        pid = os.fork()
        if pid:
            return pid
        with quiet():
            status = FAILED
            with contextlib.suppress(BaseException):
                status = self._try(child, items, seconds)
            os._exit(status)

    def _try(self, child: Child, items: Sequence[pytest.Item], seconds: Sequence[float]) -> int:
        """Runs the tests against the mutant in this process, which ends at the first that fails."""
        current = ""

        def end(nodeid: str, status: int = FAILED) -> None:
            (child.place / "killer").write_text(nodeid, encoding="utf-8")
            os._exit(status)

        live_apart(child.place, parent=self._parent)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))
        signal.signal(signal.SIGPROF, lambda *_: end(current, OUT_OF_TIME))
        signal.alarm(SILENCE)
        signal.setitimer(signal.ITIMER_PROF, 20)
        try:
            install(self._package, self._sources[child.mutant.module], child.mutant)
        except BaseException:  # noqa: BLE001
            end("the module cannot be loaded")
        items[0].config.pluginmanager.register(Failures(end))
        for test, following in zip(child.tests, [*child.tests[1:], None], strict=True):
            current = items[test].nodeid
            signal.setitimer(signal.ITIMER_PROF, STRAY + 20 * seconds[test])
            signal.alarm(SILENCE + int(20 * seconds[test]))
            run(items[test], None if following is None else items[following])
        return PASSED

    def _judge(self, child: Child, status: int, items: Sequence[pytest.Item]) -> None:
        """Reports the verdict, and remembers the test that killed."""
        took, code, by = time.monotonic() - child.started, os.waitstatus_to_exitcode(status), ""
        with contextlib.suppress(FileNotFoundError):
            by = (child.place / "killer").read_text(encoding="utf-8")
        shutil.rmtree(child.place, ignore_errors=True)
        if code == PASSED:
            self._done(child.mutant, Verdict("survived", "", len(child.tests), took))
            return
        for test in child.tests:
            if items[test].nodeid == by:
                killers = self._killers.setdefault(f"{child.mutant.module}.{child.mutant.function}", Counter())
                killers[test] += 1
        status_ = "timeout" if code in (OUT_OF_TIME, -signal.SIGALRM) else "killed"
        self._done(child.mutant, Verdict(status_, by, len(child.tests), took))


class Failures:
    """Reports every test that fails, before pytest makes its report."""

    def __init__(self, told: Callable[[str], object]) -> None:
        self._told = told

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """Looks at each phase of a test."""
        if call.excinfo is not None and call.excinfo.typename != "Skipped":
            self._told(item.nodeid)


class SharedFixtures:
    """Counts what a fixture of a module or session reaches for every test that uses it, not only for the first."""

    def __init__(self, switch: Callable[[str], None]) -> None:
        self._switch = switch
        self.current = ""

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
        """Stands before a fixture is made and after."""
        if fixturedef.scope != "function":
            self._switch(f"fixture {fixturedef.argname}")
        try:
            return (yield)
        finally:
            self._switch(self.current)


def processor_seconds() -> float:
    """Returns the processor time that this process has taken, and those that it started and that have ended."""
    return sum(os.times()[:4])


def live_apart(place: Path, *, parent: int) -> None:
    """
    Makes this process the leader of those that it starts, and has all of them keep their files there.

    It ends with its parent, which a terminal no longer stops together with it.
    """
    os.setsid()
    die_with_parent(parent)
    os.environ["TMPDIR"] = os.environ["PYTEST_DEBUG_TEMPROOT"] = str(place)
    tempfile.tempdir = str(place)


def end_all(leader: int) -> None:
    """Ends what a child left running, such as a server of a test that it did not live to see the end of."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def run(item: pytest.Item, following: pytest.Item | None) -> None:
    """Runs one test."""
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Discards all further output of this process."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    yield
