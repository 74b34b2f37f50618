"""
The results of a tournament: ratings, crosstables, places and costs, each with its uncertainty.

All figures follow from the games alone. Intervals are of 95 %.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from delvebook.replays.tournament import TournamentGame

Z: Final = 1.96
RESAMPLES: Final = 200
"""Number of tournaments that are resampled from the games for the intervals of ratings."""
ELO: Final = 400 / math.log(10)


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure and its interval."""

    value: float
    low: float
    high: float

    def to_plain(self) -> list[float]:
        """The figure as `[value, low, high]`, rounded so that it is the same on every machine."""
        return [round(one, 3) for one in (self.value, self.low, self.high)]


def share(won: float, games: int) -> Interval:
    """The share of games won, with Wilson's interval."""
    if not games:
        return Interval(0.0, 0.0, 1.0)
    rate = won / games
    middle = rate + Z * Z / (2 * games)
    spread = Z * math.sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    scale = 1 + Z * Z / games
    return Interval(rate, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))


def mean(values: Sequence[float]) -> Interval:
    """The mean, with an interval from its standard error."""
    count = len(values)
    middle = sum(values) / count if count else 0.0
    if count < 2:
        return Interval(middle, middle, middle)
    error = math.sqrt(sum((one - middle) ** 2 for one in values) / (count - 1) / count)
    return Interval(middle, middle - Z * error, middle + Z * error)


def deviation(values: Sequence[float]) -> float:
    """The standard deviation of a sample."""
    if len(values) < 2:
        return 0.0
    middle = sum(values) / len(values)
    return math.sqrt(sum((one - middle) ** 2 for one in values) / (len(values) - 1))


def standings(games: Sequence[TournamentGame], entrants: Sequence[str], *, seats: int) -> dict[str, object]:
    """The tournament's table. It does not depend on the order of the games."""
    games = sorted(games, key=lambda one: one.number)
    elo = ratings(games, entrants) if seats > 1 else {}
    return {
        "games": len(games),
        "seats": seats,
        "entrants": [_entrant(name, games, elo.get(name), seats=seats) for name in entrants],
        "crosstable": _crosstable(games, entrants) if seats > 1 else None,
        "reasons": _reasons(games),
    }


def _entrant(name: str, games: Sequence[TournamentGame], elo: Interval | None, *, seats: int) -> dict[str, object]:
    sat = [(game, seat) for game in games for seat, who in enumerate(game.seating) if who == name]
    firsts = sum((1 / len(game.firsts) for game, seat in sat if seat in game.firsts), 0.0)
    scores = [float(score) for game, seat in sat if (score := game.scores[seat]) is not None]
    effort = [game.effort[seat] for game, seat in sat]
    decisions = sum(one.decisions for one in effort)
    found: dict[str, object] = {
        "name": name,
        "sat": len(sat),
        "firsts": share(firsts, len(sat)).to_plain(),
        "place": mean([game.places[seat] / 2 for game, seat in sat]).to_plain(),
        "score": mean(scores).to_plain(),
        "score_deviation": round(deviation(scores), 3),
        "forfeits": sum(game.forfeit is not None and game.forfeit["seat"] == seat for game, seat in sat),
        "decisions": decisions,
        "plies_per_decision": round(sum(one.plies for one in effort) / decisions, 1) if decisions else 0.0,
        "plies_max": max((one.plies_max for one in effort), default=0),
    }
    if elo is not None:
        found["rating"] = elo.to_plain()
    if seats > 2:
        alone = [(game, seat) for game, seat in sat if game.seating.count(name) == 1]
        won = sum((1 / len(game.firsts) for game, seat in alone if seat in game.firsts), 0.0)
        found["alone"] = {
            "games": len(alone),
            "firsts": share(won, len(alone)).to_plain(),
            "place": mean([game.places[seat] / 2 for game, seat in alone]).to_plain(),
        }
    return found


def times(games: Sequence[TournamentGame], entrants: Sequence[str]) -> dict[str, list[float]]:
    """By entrant, the seconds of a decision: on average, and the longest. They differ from run to run."""
    found = {}
    for name in entrants:
        effort = [game.effort[seat] for game in games for seat, who in enumerate(game.seating) if who == name]
        decisions = sum(one.decisions for one in effort)
        total = sum(one.seconds for one in effort)
        found[name] = [total / decisions if decisions else 0.0, max((one.seconds_max for one in effort), default=0.0)]
    return found


def _reasons(games: Sequence[TournamentGame]) -> dict[str, int]:
    found: dict[str, int] = {}
    for game in games:
        found[game.reason] = found.get(game.reason, 0) + 1
    return dict(sorted(found.items()))


def encounters(games: Iterable[TournamentGame]) -> list[tuple[str, str, float]]:
    """Every two seats of different entrants at one table: the entrant, its opponent, and its share of the point."""
    found = []
    for game in games:
        for seat, one in enumerate(game.seating):
            for other in range(seat + 1, len(game.seating)):
                if game.seating[other] != one:
                    mine, theirs = game.places[seat], game.places[other]
                    found.append((one, game.seating[other], 0.5 if mine == theirs else float(mine < theirs)))
    return found


def _crosstable(games: Sequence[TournamentGame], entrants: Sequence[str]) -> dict[str, dict[str, list[float]]]:
    """By entrant and opponent, how often the entrant was placed higher; a shared place counts half."""
    met = encounters(games)
    table: dict[str, dict[str, list[float]]] = {}
    for one in entrants:
        row = {}
        for other in entrants:
            points = [point for a, b, point in met if (a, b) == (one, other)]
            points += [1 - point for a, b, point in met if (b, a) == (one, other)]
            if points:
                row[other] = share(sum(points), len(points)).to_plain()
        table[one] = row
    return table


def ratings(games: Sequence[TournamentGame], entrants: Sequence[str]) -> dict[str, Interval]:
    """
    Elo ratings by Bradley and Terry, 0 on average. The intervals come from tournaments resampled from the games.

    Every two entrants get one extra drawn game, so that an entrant that wins every game has a finite rating.
    """
    games = list(games)
    middle = _fit(games, entrants)
    chance = random.Random("ratings")  # noqa: S311 - statistics, and the same every time
    drawn = [_fit(chance.choices(games, k=len(games)), entrants) for _ in range(RESAMPLES)] if games else []
    found = {}
    for name in entrants:
        sample = sorted(one[name] for one in drawn) or [middle[name]]
        low, high = sample[len(sample) // 40], sample[-1 - len(sample) // 40]
        found[name] = Interval(middle[name], min(low, middle[name]), max(high, middle[name]))
    return found


def _fit(games: Sequence[TournamentGame], entrants: Sequence[str]) -> dict[str, float]:
    points = {(a, b): 0.5 for a in entrants for b in entrants if a != b}
    for one, other, point in encounters(games):
        points[one, other] += point
        points[other, one] += 1 - point
    strength = dict.fromkeys(entrants, 1.0)
    for _ in range(200):
        for one in entrants:
            won = sum(points[one, other] for other in entrants if other != one)
            weight = sum(
                (points[one, other] + points[other, one]) / (strength[one] + strength[other])
                for other in entrants
                if other != one
            )
            strength[one] = won / weight if weight else 1.0
    logs = {name: ELO * math.log(strength[name]) for name in entrants}
    average = sum(logs.values()) / len(logs)
    return {name: value - average for name, value in logs.items()}
