"""
Statistics of many games between bots of a title: lengths, endings, seats, choices, and what is never used.

A game follows from the study's seed and its number. Seat counts take turns, so all have about the same number of games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from delvebook.domain.canonical import decode, jcs
from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.playout import seed_of, turn_chance
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.tape import Tape, bot_tape
from delvebook.domain.viewers import seat_viewer
from delvebook.replays.standings import share

TENTHS: Final = 10
NUMBERS: Final = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, slots=True)
class Study:
    """
    The parameters of a study.

    Attributes:
        seed: Any text.
        title: `id@version`.
        options: As a client would send them.
        seats: The seat counts, which take turns.
        bot: The program that plays.
    """

    seed: str
    title: str
    options: Mapping[str, object]
    seats: Sequence[int]
    bot: str


@dataclass(slots=True)
class StudyCounts:
    """
    The counts of many games. Two of them can be added up.

    Attributes:
        games: By seat count, the number of games.
        lengths: By seat count, the number of games of each length in actions.
        reasons: By seat count, the number of games that ended for each reason.
        firsts: By seat count, the games won by each seat, in 840ths so that shared wins add up.
        without_winner: By seat count, the games that nobody won.
        choices: The number of decisions for each count of legal actions.
        by_tenth: By tenth of a game, the number of decisions in it and of their legal actions together.
        used: By component, the games whose actions and facts name it.
        actions: How often each type of action was taken.
    """

    games: Counter[int] = field(default_factory=Counter)
    lengths: dict[int, Counter[int]] = field(default_factory=dict)
    reasons: dict[int, Counter[str]] = field(default_factory=dict)
    firsts: dict[int, Counter[int]] = field(default_factory=dict)
    without_winner: Counter[int] = field(default_factory=Counter)
    choices: Counter[int] = field(default_factory=Counter)
    by_tenth: list[list[int]] = field(default_factory=lambda: [[0, 0] for _ in range(TENTHS)])
    used: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)

    def add(self, other: StudyCounts) -> None:
        """Adds the other's games."""
        for name in ("games", "without_winner", "choices", "used", "actions"):
            getattr(self, name).update(getattr(other, name))
        for name in ("lengths", "reasons", "firsts"):
            for seats, counts in getattr(other, name).items():
                getattr(self, name).setdefault(seats, Counter()).update(counts)
        for mine, theirs in zip(self.by_tenth, other.by_tenth, strict=True):
            mine[0] += theirs[0]
            mine[1] += theirs[1]


WHOLE: Final = 840
"""The parts of one win, divisible by every number of winners up to eight."""


def study(*, seed: str, title: str, options: Mapping[str, object], seats: int | None, bot: str = "greedy") -> Study:
    """
    Checks the parameters of a study. Returns the study.

    Raises:
        DelvebookError: There is no such title or bot, or the options or seats do not fit.
    """
    ruleset = get_ruleset(title)
    counts = range(ruleset.seats_min, ruleset.seats_max + 1) if seats is None else [seats]
    for count in counts:
        ruleset.parse_options(options, seats=count)
    return Study(seed, ruleset.key, dict(options), tuple(counts), ruleset.program(bot).name)


def play_some(asked: Study, numbers: Sequence[int]) -> StudyCounts:
    """Plays the games with these numbers. Returns their counts."""
    tally = StudyCounts()
    ruleset = get_ruleset(asked.title)
    ids = frozenset(component["id"] for component in ruleset.catalogue["components"])
    for number in numbers:
        _play(asked, ruleset, ids, number, tally)
    return tally


def _play(asked: Study, ruleset: AnyRuleset, ids: frozenset[str], number: int, tally: StudyCounts) -> None:
    seats = asked.seats[number % len(asked.seats)]
    seed = seed_of(f"balance/{asked.seed}/{asked.title}/{number}")
    tape, who = Tape(seed), turn_chance(seed)
    bot = ruleset.bot(asked.bot)
    state, _ = ruleset.setup(ruleset.parse_options(asked.options, seats=seats), seats=seats, tape=tape)
    widths: list[int] = []
    seen: set[str] = set()
    length = 0
    while owing := ruleset.to_act(state):
        if length > ruleset.actions_max:
            raise BrokenRuleError(f"{ruleset.key} did not end within {ruleset.actions_max} actions")
        seat = who.choose(owing, "who")
        legal = ruleset.legal(state, seat)
        view = decode(jcs(ruleset.view(state, seat_viewer(seat))))
        action = bot(view, decode(jcs(legal)), chance=bot_tape(tape.key, seat=seat, decision=length))
        facts = ruleset.play(state, seat, ruleset.parse_action(action), tape=tape)
        length += 1
        widths.append(len(legal))
        tally.actions[action["type"]] += 1
        seen.update(_strings(action))
        if ruleset.to_act(state):  # the last event may open the whole box
            for fact in (*facts.public, *(one for private in facts.private.values() for one in private.facts)):
                seen.update(_strings(fact))
    outcome = ruleset.outcome(state)
    if outcome is None:
        raise BrokenRuleError(f"{ruleset.key}: no seat owes a decision, and the game is not over")
    tally.games[seats] += 1
    tally.lengths.setdefault(seats, Counter())[length] += 1
    tally.reasons.setdefault(seats, Counter())[outcome.reason] += 1
    tally.firsts.setdefault(seats, Counter()).update({one: WHOLE // len(outcome.winners) for one in outcome.winners})
    tally.without_winner[seats] += not outcome.winners
    tally.used.update(seen & ids)
    for at, width in enumerate(widths):
        tally.choices[width] += 1
        tenth = tally.by_tenth[at * TENTHS // len(widths)]
        tenth[0] += 1
        tenth[1] += width


def _strings(value: object) -> Iterator[str]:
    """Every string in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _strings(one)


def report_of(asked: Study, tally: StudyCounts) -> dict[str, object]:
    """The statistics of the games, as plain data."""
    ruleset = get_ruleset(asked.title)
    decisions = sum(tally.choices.values())
    return {
        "study": {
            "seed": asked.seed,
            "title": asked.title,
            "options": dict(asked.options),
            "seats": list(asked.seats),
            "bot": asked.bot,
        },
        "games": sum(tally.games.values()),
        "seats": [_of_seats(tally, seats, ruleset) for seats in sorted(tally.games)],
        "choices": {
            "decisions": decisions,
            "mean": _rounded(sum(width * count for width, count in tally.choices.items()), decisions),
            "forced": _rounded(tally.choices[1], decisions),
            "quantiles": quantiles(tally.choices),
            "by_tenth": [_rounded(widths, count) for count, widths in tally.by_tenth],
        },
        "actions": {type_: tally.actions[type_] for type_ in sorted(ruleset.action_schemas)},
        "never_used": _never_used(asked, tally, ruleset),
    }


def _of_seats(tally: StudyCounts, seats: int, ruleset: AnyRuleset) -> dict[str, object]:
    games = tally.games[seats]
    firsts = tally.firsts.get(seats, Counter())
    return {
        "seats": seats,
        "games": games,
        "length": quantiles(tally.lengths[seats]),
        "reasons": {reason: tally.reasons[seats][reason] for reason in ruleset.end_reasons},
        "firsts": [share(firsts[seat] / WHOLE, games).to_plain() for seat in range(seats)],
        "without_winner": tally.without_winner[seats],
    }


def _rounded(total: int, count: int) -> float:
    return round(total / count, 3) if count else 0.0


def quantiles(counts: Mapping[int, int]) -> list[int]:
    """The values below which 5, 25, 50, 75 and 95 % lie."""
    total = sum(counts.values())
    found, below = [], 0
    wanted = list(NUMBERS)
    for value in sorted(counts):
        below += counts[value]
        while wanted and below >= wanted[0] * total:
            found.append(value)
            wanted.pop(0)
    return found


def _never_used(asked: Study, tally: StudyCounts, ruleset: AnyRuleset) -> list[dict[str, str]]:
    """
    The components that no game named, among those that can occur with these options.

    A component that belongs to another value of an option, such as another adventure, cannot be used.
    """
    chosen = {**ruleset.option_defaults(), **asked.options}
    return [
        {"id": one["id"], "kind": one["kind"], "name": one["name"]["en"]}
        for one in ruleset.catalogue["components"]
        if not tally.used[one["id"]]
        and all(one["figures"][option] == chosen[option] for option in chosen if option in one["figures"])
    ]
