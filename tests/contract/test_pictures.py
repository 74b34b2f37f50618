"""
The pictures of the tables, as terminals show them: golden texts, and properties over random games.

`PICTURES=record pytest tests/contract/test_pictures.py` writes the texts anew. Read them before you keep them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from delvebook.domain.bots import AnyBot
from delvebook.domain.phrases import LANGUAGES, Language, Voice
from delvebook.domain.pictures import Picture, written
from delvebook.domain.playout import seed_of, steps
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets.registry import all_rulesets
from delvebook.domain.table import Table
from delvebook.domain.viewers import SPECTATOR, Viewer, seat_viewer

KEPT = Path(__file__).parent / "pictures"
NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fritz")
MOMENTS = {
    "dungeon-raiders": (3, 12, 60),
    "dice-and-danger": (2, 15, 60),
    "labyrinth": (5, 30),
    "the-descent": (4, 60),
    "runebound": (2, 60),
}
"""The events after which the kept pictures are drawn: at the beginning, and later."""
TITLES = [ruleset for ruleset in all_rulesets().values() if ruleset.id in MOMENTS]
RAW_ID = re.compile(r"\b(?:[a-z]+_[a-z_]+|c\d\d|[LK]0\d|BS\d|r\dc\d|(?:mon|tre|vau|trap|boss)-\w+)\b")
"""What an id looks like in these titles; no picture shows one."""


def tables(ruleset: AnyRuleset, *, kind: str, seed: str, seats: int) -> Iterator[tuple[int, Table]]:
    """The tables of a game, by event."""
    bots: list[AnyBot] = [ruleset.bot(kind)] * seats
    table = Table(ruleset, seed=seed_of(seed), game="00000000-0000-4000-8000-000000000001", nonces=[""] * seats)
    options = ruleset.parse_options(ruleset.brief_options, seats=seats)
    for step in steps(table, options, bots=bots):
        yield step.n, table


def seen(table: Table, viewer: Viewer) -> Any:
    return table.ruleset.view(table.state, viewer)


def picture(table: Table, viewer: Viewer, language: Language) -> Picture:
    return table.ruleset.picture(seen(table, viewer), Voice(language, NAMES))


def seats_of(ruleset: AnyRuleset) -> int:
    return min(2, ruleset.seats_max)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.id)
def test_the_picture_of_a_table_is_the_one_that_was_read_and_kept(title: AnyRuleset, language: Language) -> None:
    drawn = []
    for n, table in tables(title, kind="greedy", seed="picture", seats=seats_of(title)):
        if n in MOMENTS[title.id]:
            drawn.append(f"After event {n}:\n\n{written(picture(table, seat_viewer(0), language))}\n")
    path, text = KEPT / f"{title.id}.{language}.txt", "\n".join(drawn)
    if os.environ.get("PICTURES") == "record":
        path.write_text(text)

    assert text == path.read_text()


@pytest.mark.parametrize("seed", ["a", "b"])
@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.id)
def test_every_table_of_a_game_has_a_picture_for_everybody_without_raw_ids(title: AnyRuleset, seed: str) -> None:
    for n, table in tables(title, kind="random", seed=seed, seats=title.seats_max):
        if n > 400:
            break
        if n % 7 and table.outcome is None:
            continue
        for viewer in (seat_viewer(0), SPECTATOR):
            for language in LANGUAGES:
                text = written(picture(table, viewer, language))

                assert not RAW_ID.search(text), f"event {n}: {RAW_ID.search(text)} in {text}"
                assert "–:" not in text
                assert (re.search("[А-Яа-яё]", text.replace("Anna", "")) is not None) == (language == "ru")


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.id)
def test_a_picture_has_every_player_and_every_cell_that_a_choice_names(title: AnyRuleset) -> None:
    for n, table in tables(title, kind="greedy", seed="named", seats=seats_of(title)):
        if table.outcome is not None or n > 150:
            break
        for seat in title.to_act(table.state):
            text = written(picture(table, seat_viewer(seat), "en"))
            assert all(name in text for name in NAMES[: seats_of(title)]) or title.seats_max == 1
            for action in title.legal(table.state, seat):
                said = title.tell_action(action, Voice("en", NAMES), view=seen(table, seat_viewer(seat)))
                for column, row in re.findall(r"column (\d+), row (\d+)", said):
                    header = next(line for line in text.splitlines() if re.match(r" +1 +2 +3", line))
                    assert column in header.split()
                    assert re.search(rf"^ *{row} ", text, re.MULTILINE)
                for x, y in re.findall(r"\((-?\d+), (-?\d+)\)", said):
                    assert re.search(rf"^ *{y} ", text, re.MULTILINE) or title.id == "labyrinth", (said, text, x)
