"""
The lists on a table: which there are, and how long they become in games that are played for long lists.

A list is named by the shape that it belongs to, as in the title's schemas: `Hand.cards`, and `Table.stacks/*` for the
lists in a list.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, NamedTuple

from delvebook.domain.bots import Action, View
from delvebook.domain.playout import seed_of, turn_chance
from delvebook.domain.ruleset import AnyRuleset, copy_state
from delvebook.domain.rulesets import registry
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import seat_viewer
from tests.research import sizes

Schema = Mapping[str, Any]

TRIED: Final = 6
"""Among how many actions a player for long lists chooses."""
RECORD: Final = 20
"""How much more a list counts that is longer than ever before."""


class Found(NamedTuple):
    """A list of a schema: its name and its own schema. `value` is the list in a view; None if no view was asked for."""

    name: str
    schema: Schema
    value: Any = None


def most(schema: Schema) -> int | None:
    """Returns how long a list may be; None if its schema does not say."""
    bound: int | None = schema.get("maxItems", schema.get("maxProperties"))
    return bound


def is_list(schema: Schema) -> bool:
    """Whether values of this schema are lists, or objects with free keys."""
    free = isinstance(schema.get("additionalProperties"), Mapping)
    return schema.get("type") == "array" or (free and "properties" not in schema)


def lists_of(schemas: Schema) -> Iterator[Found]:
    """Yields every list that a view of any kind of viewer can have, once."""
    names: dict[str, None] = {}

    def walk(schema: Schema, at: str) -> Iterator[Found]:
        if "$ref" in schema:
            names.setdefault(schema["$ref"].rpartition("/")[2])
        for one in schema.get("anyOf", ()):
            yield from walk(one, at)
        for name, one in schema.get("properties", {}).items():
            yield from walk(one, f"{at}.{name}")
        if is_list(schema):
            yield Found(at, schema)
            inner = schema.get("items", schema.get("additionalProperties"))
            if isinstance(inner, Mapping):
                yield from walk(inner, f"{at}/*")

    for kind, schema in schemas["table"].items():
        yield from walk(schema, kind)
    done = 0
    while done < len(names):
        name = list(names)[done]
        yield from walk(schemas["$defs"][name], name)
        done += 1


def lists_in(schemas: Schema, view: View, kind: str = "seat") -> Iterator[Found]:
    """Yields every list in a view."""
    definitions = schemas["$defs"]

    def resolved(schema: Schema) -> Schema:
        found: Schema = definitions[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
        return found

    def fits(schema: Schema, value: Any) -> bool:
        schema = resolved(schema)
        if "enum" in schema:
            return value in schema["enum"]
        if not isinstance(value, dict):
            return True
        members = schema.get("properties", {})
        return set(schema.get("required", ())) <= value.keys() <= members.keys() and all(
            fits(members[name], one) for name, one in value.items() if "enum" in members[name]
        )

    def walk(schema: Schema, value: Any, at: str) -> Iterator[Found]:
        if value is None or isinstance(value, (str, int)):
            return
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            yield from walk(definitions[name], value, name)
        elif "anyOf" in schema:
            some = [one for one in schema["anyOf"] if one.get("type") != "null"]
            chosen = some[0] if len(some) == 1 else next(one for one in some if fits(one, value))
            yield from walk(chosen, value, at)
        elif is_list(schema):
            yield Found(at, schema, value)
            inner = schema.get("items", schema.get("additionalProperties"))
            for one in value.values() if isinstance(value, dict) else value:
                yield from walk(inner, one, f"{at}/*")
        else:
            for name, one in schema["properties"].items():
                if name in value:
                    yield from walk(one, value[name], f"{at}.{name}")

    yield from walk(schemas["table"][kind], view, kind)


@cache
def room_of(ruleset: AnyRuleset) -> dict[str, int]:
    """Returns by list how long it may be."""
    return {found.name: most(found.schema) or 0 for found in lists_of(ruleset.catalogue["schemas"])}


@dataclass
class Longest:
    """By list, the greatest length that a view had."""

    ruleset: AnyRuleset
    seen: Counter[str] = field(default_factory=Counter)

    def look(self, view: View) -> None:
        """Notes the lengths in a view."""
        self.seen |= self.lengths(view)

    def lengths(self, view: View) -> Counter[str]:
        """Returns the lengths of the lists in a view; of several of one name, the greatest."""
        lengths: Counter[str] = Counter()
        for name, _, value in lists_in(self.ruleset.catalogue["schemas"], view):
            lengths[name] = max(lengths[name], len(value))
        return lengths

    def worth(self, view: View) -> float:
        """Returns how much of their room the lists of a view take; records count most."""
        room = room_of(self.ruleset)
        return sum(
            (RECORD if length > self.seen[name] else 1) * length / room[name]
            for name, length in self.lengths(view).items()
            if room[name]
        )


def play_for_long_lists(ruleset: AnyRuleset, game: sizes.Game, longest: Longest, *, actions: int) -> None:
    """
    Plays a game for long lists, and notes how long they become.

    Each action is the best of a few, by the lists that the acting seat would see after it. They are tried with the
    chance that is to come: the player knows more than one may, as it looks for what the rules allow.
    """
    seed = seed_of(game.seed)
    tape, chance = Tape(seed), turn_chance(seed)
    state, _ = ruleset.setup(ruleset.parse_options(game.options, seats=game.seats), seats=game.seats, tape=tape)
    for _ in range(actions):
        owing = ruleset.to_act(state)
        if not owing:
            break
        for seat in owing:
            longest.look(ruleset.view(state, seat_viewer(seat)))
        seat = chance.choose(owing, "who")
        legal = chance.shuffle(ruleset.legal(state, seat), "what")[:TRIED]
        state, tape = max(
            (_after(ruleset, state, tape, seat, action) for action in legal),
            key=lambda after: _worth(ruleset, after[0], seat, longest),
        )
    longest.look(ruleset.view(state, seat_viewer(0)))


def _after(
    ruleset: AnyRuleset, state: Mapping[str, object], tape: Tape, seat: int, action: Action
) -> tuple[Mapping[str, object], Tape]:
    after, following = copy_state(state), Tape(tape.key, position=tape.position)
    ruleset.carry_out(after, seat, action, tape=following)
    return after, following


def _worth(ruleset: AnyRuleset, state: Mapping[str, object], seat: int, longest: Longest) -> float:
    """What the position is worth; a game that is over is worth nothing, as no list can become longer."""
    owing = ruleset.to_act(state)
    if not owing:
        return 0.0
    return longest.worth(ruleset.view(state, seat_viewer(seat if seat in owing else owing[0])))


def run(ruleset: AnyRuleset, *, games: int, seed: str = "any", actions: int = 400) -> Longest:
    """Plays as many games for long lists, and as many random ones."""
    longest = Longest(ruleset)
    for game in sizes.games_of(ruleset, f"long/{seed}", range(games), greedy=0):
        play_for_long_lists(ruleset, game, longest, actions=actions)
        for position in sizes.positions(ruleset, game, actions=actions):
            longest.look(position.views[position.seat])
    return longest


def main(arguments: Sequence[str]) -> None:
    """Prints how long the lists of titles become: `python -m tests.research.room GAMES [TITLE …]`."""
    games, *titles = arguments
    for key, ruleset in registry.all_rulesets().items():
        if titles and ruleset.id not in titles:
            continue
        longest = run(ruleset, games=int(games))
        room = room_of(ruleset)
        for name in sorted(room):
            print(f"{key} {name}: {longest.seen[name]} of {room[name]}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
