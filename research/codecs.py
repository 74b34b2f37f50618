"""
The encodings of the titles.

Observations follow from schemas alone. For actions, `codecs/` keeps how many legal ones share a label: `make codecs`
measures that in random games, and never lowers a figure. A trained policy depends on its codec, so a released codec
does not change. A new version of a title gets a new one.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from delvebook.domain.playout import Step, play_through, seed_of
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets import registry
from delvebook.domain.table import Table
from delvebook.research.actions import Actions
from delvebook.research.observations import Observations

FOLDER: Final = "codecs"
ROOM: Final = 2
"""Room for the actions of a label is what was measured times this factor."""
GAMES: Final = 12


class Codec:
    """
    The encodings of one ruleset version.

    Attributes:
        observations: Seats' views as vectors.
        spectator: Spectators' views as vectors.
        actions: Actions as numbers.
    """

    def __init__(self, ruleset: AnyRuleset, variants: Mapping[str, int]) -> None:
        schemas, vocabulary = ruleset.catalogue["schemas"], list(vocabulary_of(ruleset))
        self.observations = Observations(schemas, vocabulary=vocabulary)
        self.spectator = Observations(schemas, vocabulary=vocabulary, kind="spectator")
        self.actions = Actions(ruleset, variants=variants)


@cache
def codec_of(ruleset: AnyRuleset) -> Codec:
    """
    Returns the codec of a ruleset, which is made once.

    A title without figures in `codecs/`, such as one of a third party, is measured on the spot.
    """
    file = resources.files("delvebook.research").joinpath(FOLDER, f"{ruleset.key}.json")
    return Codec(ruleset, json.loads(file.read_text(encoding="utf-8")) if file.is_file() else measure(ruleset))


def vocabulary_of(ruleset: AnyRuleset) -> Iterator[str]:
    """Yields every id that can occur in a view, in order."""
    catalogue = ruleset.catalogue
    ids = {one["id"] for one in catalogue["components"]} | set(catalogue["terms"]) | set(catalogue["end_reasons"])
    ids |= set(catalogue["kinds"])
    ids |= {place["id"] for one in catalogue["maps"] for place in one["places"]} | {
        one["id"] for one in catalogue["maps"]
    }
    yield from sorted(ids | set(catalogue["clauses"]))


def measure(ruleset: AnyRuleset, *, games: int = GAMES) -> dict[str, int]:
    """Returns by action type the room for the legal actions of one label, measured in games."""
    most: dict[str, int] = dict.fromkeys(ruleset.action_schemas, 1)
    numbering = Actions(ruleset, variants={})

    def look(table: Table, _: Step) -> None:
        for seat in table.to_act():
            for label, count in Counter(map(numbering.label, table.legal(seat))).items():
                most[label.type] = max(most[label.type], count)

    for game in range(games):
        seats = ruleset.seats_min + game % (ruleset.seats_max - ruleset.seats_min + 1)
        kind = "greedy" if game % 4 == 0 else "random"
        play_through(
            ruleset,
            ruleset.brief_options,
            bots=[ruleset.bot(kind)] * seats,
            seed=seed_of(f"codecs/{game}"),
            on_step=look,
        )
    return {type_: n if n == 1 else ROOM * n for type_, n in sorted(most.items())}


def main() -> None:
    """Writes the measured figures of every title: `python -m delvebook.research.codecs`."""
    folder = Path(__file__).parent / FOLDER
    for ruleset in registry.all_rulesets().values():
        path = folder / f"{ruleset.key}.json"
        figures = measure(ruleset)
        if path.exists():
            known = json.loads(path.read_text(encoding="utf-8"))
            figures = {type_: max(n, known.get(type_, 0)) for type_, n in figures.items()}
        path.write_text(json.dumps(figures, indent=2, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
