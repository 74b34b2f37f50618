"""
Holds what choices promise (`domain/stakes.py`) against the facts that follow.

A game is played, and a `Ledger` keeps the promises of every choice as the API gives them (`stakes`). Both ways: what
was promised has come, and what a player would weigh has been promised. Long run: `make promises CHOICES=100000
TITLE=…`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from delvebook.domain.bots import Action, Bot, View
from delvebook.domain.errors import InvalidOptionsError
from delvebook.domain.facts import Fact
from delvebook.domain.phrases import LANGUAGES, Voice
from delvebook.domain.playout import Step, next_choice, turn_chance
from delvebook.domain.ruleset import Ruleset
from delvebook.domain.stakes import SETTLED, AtLeast, AtMost, Expected, Has, Promise, Untold, tell_promise
from delvebook.domain.table import Table
from delvebook.domain.viewers import seat_viewer
from tests.contract.named import add_titles
from tests.contract.tables import open_table, option_sets, seat_counts

VOICES = [Voice(language) for language in LANGUAGES]
MISSING = "–"
"""What stands in a sentence for a figure that it lacks."""
FAULTS_SHOWN = 20


@dataclass
class Standing:
    """A promise, and what has come of it: its fact, each of its conditions, and anything that cancels it."""

    seat: int
    promise: Promise
    said: str
    has_come: bool = False
    met: set[int] = field(default_factory=set)
    is_cancelled: bool = False

    def hear(self, fact: Fact) -> None:
        self.has_come |= self.promise.fact.fits(fact)
        self.met |= {at for at, one in enumerate(self.promise.when) if one.fits(fact)}
        self.is_cancelled |= any(one.fits(fact) for one in self.promise.unless)

    @property
    def holds(self) -> bool:
        """Whether the promise was to be kept: every condition is met, and nothing has cancelled it."""
        return len(self.met) == len(self.promise.when) and not self.is_cancelled

    def is_due(self, facts: Sequence[Fact]) -> bool:
        """Whether the event with these facts is the last in which it may come."""
        return not self.promise.by or any(fact["type"] in self.promise.by for fact in facts)


class Ledger:
    """
    The promises of one game that are still open.

    Attributes:
        faults: What was promised and did not come, and what came and was promised by nobody.
        kept: How many promises were kept, by kind.
        void: How many did not hold, because their conditions did not come, by kind.
    """

    def __init__(self, ruleset: Ruleset[Any, Any]) -> None:
        self.ruleset = ruleset
        self.faults: list[str] = []
        self.kept: Counter[str] = Counter()
        self.void: Counter[str] = Counter()
        self.untold: Counter[str] = Counter()
        self._open: list[Standing] = []
        self._choosing: set[int] = set()
        """The seats that have made a choice which is not settled yet."""

    def choose(self, n: int, seat: int, action: Action, promises: Sequence[Promise]) -> None:
        """Notes what a choice promises. In a title that asks within what is under way, another action settles that."""
        answers = self.ruleset.weighed.answers
        if answers and action["type"] not in answers:
            self._settle(n)
        self._choosing = {seat} if answers else {*self._choosing, seat}
        self._open += [Standing(seat, promise, f"{action}") for promise in promises]

    def hear(self, n: int, step: Step) -> None:
        """Holds the open promises against the facts of an event. Those that are due are judged and closed."""
        told = {seat: facts_for(step, seat) for seat in self._choosing | {one.seat for one in self._open}}
        for one in self._open:
            for fact in told[one.seat]:
                one.hear(fact)
        for seat in sorted(self._choosing):
            self._hear_weighed(n, seat, told[seat], again=facts_again(self.ruleset, step, seat))
        for one in self._open:
            if one.is_due(told[one.seat]):
                self._judge(n, one)
        self._open = [one for one in self._open if not one.is_due(told[one.seat])]
        if any(fact["type"] in self.ruleset.weighed.settled for fact in step.body.data["facts"]):
            self._choosing.clear()

    def _settle(self, n: int) -> None:
        """Judges and closes the promises that are due when nothing is under way any more."""
        for one in self._open:
            if one.promise.by == SETTLED:
                self._judge(n, one)
        self._open = [one for one in self._open if one.promise.by != SETTLED]

    def close(self, n: int) -> None:
        """Ends the game: nothing may still be open."""
        self._settle(n)
        self.faults += [f"event {n}: never due: {one.promise} of {one.said}" for one in self._open]

    def _judge(self, n: int, one: Standing) -> None:
        if not one.holds:
            self.void[one.promise.kind] += 1
        elif one.has_come is one.promise.never:
            self.faults.append(f"event {n}, seat {one.seat}: not kept: {one.promise} of {one.said}")
        else:
            self.kept[one.promise.kind] += 1

    def _hear_weighed(self, n: int, seat: int, facts: Sequence[Fact], *, again: set[int]) -> None:
        """Looks for facts that no choice promised. `again` are the indices of those that the seat was told before."""
        weighed = self.ruleset.weighed
        for at, fact in enumerate(facts):
            if fact["type"] not in weighed.types or fact.get("seat", seat) != seat or at in again:
                continue
            if any(one.seat == seat and one.holds and one.promise.fact.fits(fact) for one in self._open):
                continue
            reason = next((one.reason for one in weighed.untold if is_left_out(one, fact, facts, seat=seat)), None)
            if reason is None:
                self.faults.append(f"event {n}, seat {seat}: told by no choice: {fact}")
            else:
                self.untold[reason] += 1


def is_left_out(untold: Untold, fact: Fact, facts: Sequence[Fact], *, seat: int) -> bool:
    """Whether the fact of the seat is left untold on purpose, beside these facts of its event."""
    there = [one for one in facts if untold.of_anyone or one.get("seat", seat) == seat]
    return untold.fact.fits(fact) and all(any(one.fits(beside) for beside in there) for one in untold.beside)


def facts_again(ruleset: Ruleset[Any, Any], step: Step, seat: int) -> set[int]:
    """The indices of the event's facts that the seat was told before, when they happened."""
    retold = ruleset.retold(step.seat, step.body.data["facts"]) if step.seat is not None else {}
    return {at for at, whose in retold.items() if whose == seat}


def facts_for(step: Step, seat: int) -> list[Fact]:
    """The facts of an event that the seat learns."""
    viewer = seat_viewer(seat)
    facts = list(step.body.data["facts"])
    for envelope in step.body.sealed:
        if viewer.may_open(envelope.audience) and isinstance(envelope.content, dict):
            facts += envelope.content.get("facts", ())
    return facts


def untold_promises(ruleset: Ruleset[Any, Any], action: Action, view: View, promises: Sequence[Promise]) -> list[str]:
    """The promises that the sentence of their choice does not tell, in any language."""
    faults = []
    for voice in VOICES if promises else ():
        sentence = ruleset.tell_action(action, voice, view=view)
        for promise in promises:
            told = tell_promise(ruleset.phrasebook, promise, voice)
            if MISSING in told:
                faults.append(f"{action}: “{told}” lacks a figure")
            if told.casefold() not in sentence.casefold():
                faults.append(f"{action}: “{sentence}” does not tell “{told}”")
    return faults


def play(ruleset: Ruleset[Any, Any], options: dict[str, Any], *, bots: Sequence[Bot], seed: str) -> Iterator[Ledger]:
    """Plays a game. Yields its ledger after every choice."""
    table, parsed = open_table(ruleset, seats=len(bots), options=options, seed=seed)
    ledger, chance = Ledger(ruleset), turn_chance(table.seed)
    table.start(parsed, n=1)
    n = 1
    while table.outcome is None:
        n += 1
        seat, action = next_choice(table, bots=bots, chance=chance)
        view: Any = ruleset.view(table.state, seat_viewer(seat))
        promises = ruleset.stakes(action, view)
        ledger.choose(n, seat, action, [read_promise(one.to_plain()) for one in promises])
        ledger.faults += untold_promises(ruleset, action, view, promises)
        ledger.faults += others_untold(table, seat, view, n)
        step = Step(n, seat, action, table.take_action(seat, ruleset.parse_action(action), n=n))
        ledger.hear(n, step)
        yield ledger
    ledger.close(n)
    yield ledger


def read_promise(plain: dict[str, Any]) -> Promise:
    """The promise as somebody reads it who has the answers of the API alone."""
    plain = json.loads(json.dumps(plain))
    facts = {name: [read_expected(one) for one in plain[name]] for name in ("when", "unless")}
    return Promise(**{**plain, **facts, "fact": read_expected(plain["fact"]), "by": tuple(plain["by"])})


def read_expected(plain: dict[str, Any]) -> Expected:
    """The fact that may come, as somebody reads it who has the answers of the API alone."""
    inexact: dict[str, Any] = {"at_least": AtLeast, "at_most": AtMost, "has": Has}
    fields: dict[str, object] = {}
    for name, value in plain.items():
        bound = next(iter(value)) if isinstance(value, dict) and len(value) == 1 else None
        fields[name] = inexact[bound](value[bound]) if bound in inexact else value
    return Expected(str(fields.pop("type")), fields)


def others_untold(table: Table, seat: int, view: View, n: int) -> list[str]:
    """The same for one of the choices that the seat does not make, another one at each event."""
    legal = table.legal(seat)
    action = legal[n % len(legal)]
    return untold_promises(table.ruleset, action, view, table.ruleset.stakes(action, view))


def games_of(ruleset: Ruleset[Any, Any]) -> Iterator[tuple[dict[str, Any], list[Bot], str]]:
    """Yields options, bots and seed of games without end: each seat count with each set of options, by turns."""
    counts, sets = seat_counts(ruleset), option_sets(ruleset)
    kinds = [["random"], ["greedy"], ["random", "greedy"]]
    number = 0
    while True:
        seats = counts[number % len(counts)]
        options = sets[number // len(counts) % len(sets)]
        mixed = kinds[number % len(kinds)]
        try:
            ruleset.parse_options({**ruleset.brief_options, **options}, seats=seats)
        except InvalidOptionsError:
            options = {}
        yield options, [ruleset.bot(mixed[seat % len(mixed)]) for seat in range(seats)], f"promises/{number}"
        number += 1


@dataclass
class Tally:
    """What many games have shown."""

    choices: int = 0
    games: int = 0
    faults: list[str] = field(default_factory=list)
    kept: Counter[str] = field(default_factory=Counter)
    void: Counter[str] = field(default_factory=Counter)
    untold: Counter[str] = field(default_factory=Counter)


def run(ruleset: Ruleset[Any, Any], *, choices: int) -> Iterator[Tally]:
    """Plays games until that many choices are made. Yields the tally after every game."""
    tally = Tally()
    for options, bots, seed in games_of(ruleset):
        if tally.choices >= choices or len(tally.faults) >= FAULTS_SHOWN:
            return
        ledger = None
        for ledger in play(ruleset, options, bots=bots, seed=seed):
            tally.choices += 1
            if tally.choices >= choices or len(ledger.faults) >= FAULTS_SHOWN:
                break
        tally.games += 1
        if ledger is not None:
            tally.faults += [f"{seed} {options}: {fault}" for fault in ledger.faults]
            tally.kept += ledger.kept
            tally.void += ledger.void
            tally.untold += ledger.untold
        yield tally


def report(key: str, tally: Tally) -> str:
    """The findings on one title, for people."""
    lines = [f"{key}: {tally.choices} choices in {tally.games} games, {len(tally.faults)} faults"]
    for name, counts in (("kept", tally.kept), ("void", tally.void), ("untold", tally.untold)):
        lines += [f"  {name} {counts.total()}:"] + [f"    {count:8} {kind}" for kind, count in counts.most_common()]
    return "\n".join([*lines, *tally.faults[:FAULTS_SHOWN]])


def main(arguments: Sequence[str]) -> int:
    """Runs it for the titles named, or all. Returns 1 if a promise was broken or missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_titles(parser)
    parser.add_argument("--choices", type=int, default=100_000, help="how many choices of each title")
    asked = parser.parse_args(arguments)
    failed = 0
    for key, ruleset in asked.titles.items():
        began, shown, found, tally = time.monotonic(), 0.0, 0, Tally()
        for tally in run(ruleset, choices=asked.choices):
            print("".join(f"{fault}\n" for fault in tally.faults[found:]), end="", flush=True)
            found = len(tally.faults)
            if time.monotonic() - shown > 10:
                shown = time.monotonic()
                print(f"{key}: {tally.choices} choices, {len(tally.faults)} faults, {shown - began:.0f} s", flush=True)
        print(report(key, tally), flush=True)
        failed |= bool(tally.faults)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
