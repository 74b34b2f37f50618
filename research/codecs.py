"""
The encodings of the titles: the figures that `observations` and `actions` cannot learn from schemas, kept in `codecs/`.

`make codecs` measures them in random games, and never lowers one. A trained policy depends on its codec, so a released
codec does not change. A new version of a title gets a new one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

from delvebook.domain.playout import Step, play_through, seed_of
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets import registry
from delvebook.domain.table import Table
from delvebook.domain.viewers import seat_viewer
from delvebook.research.actions import Actions
from delvebook.research.observations import Observations

FOLDER: Final = "codecs"
ROOM: Final = 2
"""Room for lists is the measured length times this factor."""
GAMES: Final = 12


class Codec:
    """
    The encodings of one ruleset version.

    Attributes:
        observations: Views as vectors.
        actions: Actions as numbers.
    """

    def __init__(self, ruleset: AnyRuleset, figures: Mapping[str, Any]) -> None:
        vocabulary = list(vocabulary_of(ruleset))
        self.observations = Observations(ruleset.catalogue["schemas"], caps=figures["caps"], vocabulary=vocabulary)
        self.actions = Actions(ruleset, variants=figures["variants"])


@cache
def codec_of(ruleset: AnyRuleset) -> Codec:
    """
    Returns the codec of a ruleset, which is made once.

    A title without figures in `codecs/`, such as one of a third party, is measured on the spot.
    """
    file = resources.files("delvebook.research").joinpath(FOLDER, f"{ruleset.key}.json")
    figures = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else measure(ruleset)
    return Codec(ruleset, figures)


def vocabulary_of(ruleset: AnyRuleset) -> Iterator[str]:
    """Yields every id that can occur in a view, in order."""
    catalogue = ruleset.catalogue
    ids = {one["id"] for one in catalogue["components"]} | set(catalogue["terms"]) | set(catalogue["end_reasons"])
    ids |= {place["id"] for one in catalogue["maps"] for place in one["places"]} | {
        one["id"] for one in catalogue["maps"]
    }
    yield from sorted(ids | set(catalogue["clauses"]))


def measure(ruleset: AnyRuleset, *, games: int = GAMES) -> dict[str, Any]:
    """Measures `{"caps", "variants"}`: the room for arrays in views, and for the legal actions of each label."""
    longest: dict[str, int] = {}
    most: dict[str, int] = dict.fromkeys(ruleset.action_schemas, 1)
    numbering = Actions(ruleset, variants={})
    views = Observations(ruleset.catalogue["schemas"], caps={}, vocabulary=[])

    def look(table: Table, _: Step) -> None:
        for seat in table.to_act():
            for at, length in views.lengths(ruleset.view(table.state, seat_viewer(seat))).items():
                longest[at] = max(longest.get(at, 0), length)
            shared: dict[object, int] = {}
            for action in table.legal(seat):
                label = numbering.label(action)
                shared[label] = shared.get(label, 0) + 1
                most[label.type] = max(most[label.type], shared[label])

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
    return {
        "caps": {at: ROOM * max(1, longest.get(at, 1)) for at in sorted(views.arrays)},
        "variants": {type_: n if n == 1 else ROOM * n for type_, n in sorted(most.items())},
    }


def main() -> None:
    """Writes the measured figures of every title: `python -m delvebook.research.codecs`."""
    folder = Path(__file__).parent / FOLDER
    for ruleset in registry.all_rulesets().values():
        path = folder / f"{ruleset.key}.json"
        figures = measure(ruleset)
        if path.exists():
            before = json.loads(path.read_text(encoding="utf-8"))
            for part, known in before.items():
                figures[part] = {key: max(n, known.get(key, 0)) for key, n in figures[part].items()}
        path.write_text(json.dumps(figures, indent=2, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
