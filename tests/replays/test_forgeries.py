"""Every forgery of the catalogue is found: at the weakest level that can find it, on its line, for the right reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from delvebook.replays.receipts import PublicKeys
from delvebook.replays.verify import LEVELS, verify
from tests.replays.forgeries import FORGERIES, KEYS, TITLES, forge, good

PAGE = Path(__file__).parents[2] / "docs" / "forgeries.md"
HEAD = """\
# Forgeries, and which level finds them

The tests try every kind of tampering below on good records. The table names the weakest level of verification that
finds it, and what the verifier says. *Every hash recomputed* marks the careful forger, who recomputes the whole chain
after the change. [fairness.md](fairness.md) explains the levels. Generated from `tests/replays/forgeries.py` by
`make forgeries`; a test compares.

| kind | what is done | found by | as | what the verifier says |
|---|---|---|---|---|
"""
FIRST = next(iter(TITLES))


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_found_at_its_level_on_its_line_and_for_its_reason(name: str, title: str) -> None:
    forged = forge(name, title)
    forgery = FORGERIES[name]
    report = forged.verify()
    level = report.level(forgery.level)

    assert level.status == "failed"
    finding = level.findings[0]
    assert finding.code in forgery.codes
    assert finding.line == forged.line
    assert not report.holds
    for weaker in LEVELS[: LEVELS.index(forgery.level)]:
        assert report.level(weaker).status != "failed", report.level(weaker).findings[0]


@pytest.mark.parametrize("title", TITLES)
def test_an_untouched_record_holds_at_every_level(title: str) -> None:
    one = good(title)
    keys = PublicKeys(KEYS["service"].to_public())

    for record, receipts in ((one.record, one.receipts), (one.running, one.receipts[:1])):
        report = verify(record, receipts=receipts, keys=keys)
        assert report.holds, report.first
        assert report.level("receipts").status == "holds"
    assert verify(one.record, keys=keys).level_reached == "replay"


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("name", [one.name for one in FORGERIES.values() if one.level == "replay"])
def test_a_kept_receipt_finds_a_forgery_without_replaying_the_game(name: str, title: str) -> None:
    """Receipts for the last events confirm everything before them."""
    forged = forge(name, title)
    report = verify(forged.record, levels=["receipts"], receipts=good(title).receipts, keys=PublicKeys(forged.keys))

    assert report.level("receipts").status == "failed"


def test_every_level_has_forgeries_and_there_are_at_least_forty() -> None:
    assert len(FORGERIES) >= 40
    assert {one.level for one in FORGERIES.values()} == set(LEVELS)


def page() -> str:
    rows = []
    for one in FORGERIES.values():
        finding = forge(one.name, FIRST).verify().level(one.level).findings[0]
        # Numbers and names that change with a title, or with the number of titles, are left out.
        said = re.sub(r"\b(event|seat|receipt)([ :])\d+", r"\1\2N", finding.sentence.partition("; there are")[0])
        rows.append(f"| {one.name} | {one.does} | {one.level} | `{finding.code}` | {said} |\n")
    return HEAD + "".join(rows)


def test_the_page_is_up_to_date() -> None:
    """`make forgeries` writes it."""
    assert PAGE.read_text(encoding="utf-8") == page()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
