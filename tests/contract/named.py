"""The titles that the command line of a tool names: all if it names none, and only such as there are."""

from __future__ import annotations

import argparse

from delvebook.domain.rulesets.registry import all_rulesets


def add_titles(parser: argparse.ArgumentParser) -> None:
    """Has the parser take titles. What it parses has the rulesets named, by key."""
    parser.add_argument(
        "titles", nargs="*", action=_Titles, help="title ids, such as dungeon-raiders; all if none is given"
    )


class _Titles(argparse.Action):
    """Turns ids of titles into rulesets."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: object, *_: object
    ) -> None:
        """Keeps the rulesets. An unknown title ends the program with what would be right (status 2)."""
        asked, known = values if isinstance(values, list) else [], all_rulesets()
        ids = sorted({ruleset.id for ruleset in known.values()})
        if unknown := [title for title in asked if title not in ids]:
            parser.error(f"there is no title {', '.join(unknown)}; the titles are {', '.join(ids)}")
        namespace.titles = {key: ruleset for key, ruleset in known.items() if not asked or ruleset.id in asked}
