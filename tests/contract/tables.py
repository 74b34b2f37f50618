"""Games for the contract suite: short to write, the same every time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from marshmallow import fields, validate

from delvebook.domain.bots import random_bot
from delvebook.domain.playout import Step, seed_of, steps
from delvebook.domain.ruleset import Ruleset
from delvebook.domain.table import Table


def option_sets(ruleset: Ruleset, *, most: int = 24) -> list[dict[str, Any]]:
    """The defaults, and then each value of each enumerable option, alone and (while few) combined."""
    domains: dict[str, list[Any]] = {}
    for name, field in ruleset.options_schema().fields.items():
        choices = [check.choices for check in field.validators if isinstance(check, validate.OneOf)]
        if choices:
            domains[name] = list(choices[0])
        elif isinstance(field, fields.Boolean):
            domains[name] = [False, True]
    combined = [dict(zip(domains, values, strict=True)) for values in product(*domains.values())]
    single = [{name: value} for name, values in domains.items() for value in values]
    return [{}, *(combined if len(combined) <= most else single)]


def open_table(
    ruleset: Ruleset, *, seats: int | None = None, options: dict[str, Any] | None = None, seed: str = "contract"
) -> tuple[Table, dict[str, Any]]:
    """Returns a table before its start, and its parsed options: the title's brief ones, except for those given."""
    count = ruleset.seats_min if seats is None else seats
    parsed = ruleset.parse_options({**ruleset.brief_options, **(options or {})}, seats=count)
    nonces = [f"nonce-{seat}" for seat in range(count)]
    table = Table(ruleset, seed=seed_of(seed), game="00000000-0000-4000-8000-000000000001", nonces=nonces)
    return table, parsed


def random_game(
    ruleset: Ruleset, *, seats: int | None = None, options: dict[str, Any] | None = None, seed: str = "contract"
) -> Iterator[tuple[Table, Step]]:
    """Yields a random game, event by event."""
    table, parsed = open_table(ruleset, seats=seats, options=options, seed=seed)
    for step in steps(table, parsed, bots=[random_bot] * table.seats):
        yield table, step


def seat_counts(ruleset: Ruleset) -> Sequence[int]:
    """Returns all seat counts of the title."""
    return range(ruleset.seats_min, ruleset.seats_max + 1)
