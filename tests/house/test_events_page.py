"""docs/events.md names every event there is, and what each holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from delvebook.domain.events import EVENT_TYPES
from delvebook.replays.schema import event_problems
from tests.house.files import ROOT
from tests.replays.games import lines_of
from tests.replays.test_kept import KEPT

PAGE = (ROOT / "docs" / "events.md").read_text(encoding="utf-8")
ROWS = {row[0]: row[1:] for row in re.findall(r"^\| `(\w+)` \| (.*?) \| (.*) \|$", PAGE, flags=re.MULTILINE)}


def test_the_page_names_every_event() -> None:
    assert list(ROWS) == list(EVENT_TYPES)


@pytest.mark.parametrize("type_", EVENT_TYPES)
def test_the_page_names_every_field_that_must_be_there(type_: str) -> None:
    some = lines_of((KEPT / "fork.jsonl").read_bytes())[1]
    missing = [problem.pointer for problem in event_problems({**some, "type": type_, "data": {}})]

    assert missing
    assert all(f"`{pointer.removeprefix('/data/')}`" in ROWS[type_][1] for pointer in missing), missing


@pytest.mark.parametrize("path", sorted(KEPT.iterdir()), ids=lambda path: path.stem)
def test_nothing_stands_in_an_event_that_the_page_does_not_name(path: Path) -> None:
    for line in lines_of(path.read_bytes())[1:]:
        by, data = ROWS[line["type"]]
        assert re.sub(r":.*", "", line["by"]) in re.sub(r":\w+", "", by), line
        assert all(f"`{name}`" in data for name in line["data"]), line
