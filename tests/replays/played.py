"""Golden games, played again by their plans."""

from __future__ import annotations

from collections.abc import Iterator

from delvebook.domain.playout import next_choice, seed_of, turn_chance
from delvebook.domain.table import Table
from delvebook.replays.golden import ruleset_of
from delvebook.replays.golden_plans import GoldenPlan


def tables(plan: GoldenPlan) -> Iterator[Table]:
    """The table of a golden game after its start, and after each action. It is one object, moved on each time."""
    ruleset = ruleset_of(plan)
    nonces = [nonce for _, nonce in plan.seating]
    table = Table(ruleset, seed=seed_of(plan.seed), game=str(plan.game), nonces=nonces)
    table.start(ruleset.parse_options(plan.options, seats=plan.seats), n=1)
    yield table
    bots = [ruleset.bot(kind) for kind in plan.bots]
    chance = turn_chance(table.seed)
    script = list(plan.script)
    n = 1
    while table.outcome is None:
        seat, action = (table.to_act()[0], script.pop(0)) if script else next_choice(table, bots=bots, chance=chance)
        n += 1
        table.take_action(seat, ruleset.parse_action(action), n=n)
        yield table
