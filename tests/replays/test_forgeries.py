"""Every forgery of the catalogue is found: at the weakest level that can find it, on its line, for the right reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from delvebook.replays.receipts import PublicKeys
from delvebook.replays.verify import LEVELS, verify
from tests.replays.forgeries import FORGERIES, KEYS, TITLES, UNPROVABLE, forge, forge_unprovable, good

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
STATED = """
## What no level finds in the record alone

Only the service knows better, so the record holds, and the report lists what was tampered with as *stated by the
service*. A kept receipt for a changed or a later event finds it; whoever appends to a record contradicts no receipt.

| kind | what is done; every hash recomputed | listed as | what the report says is only stated |
|---|---|---|---|
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
    for weaker in report.levels:
        if LEVELS.index(weaker.name) < LEVELS.index(forgery.level):
            assert weaker.status != "failed", weaker.findings[0]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("name", UNPROVABLE)
def test_what_a_record_cannot_prove_is_listed_as_stated(name: str, title: str) -> None:
    record, n = forge_unprovable(name, title)
    report = verify(record)

    assert report.first is None
    assert (UNPROVABLE[name].what, n) in [(statement.what, statement.n) for statement in report.stated]


def test_a_finding_that_the_replay_confirms_is_not_listed_as_stated() -> None:
    report = verify(Path(__file__).parent / "kept" / "resumed.jsonl")
    found = next(statement for statement in report.stated if statement.what == "finding")

    assert report.level("replay").confirmed == {found.n}
    assert "the rest of the finding" in found.sentence


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
@pytest.mark.parametrize(
    "name", [one.name for one in FORGERIES.values() if one.level == "replay" and not one.is_appended]
)
def test_a_kept_receipt_finds_a_forgery_without_replaying_the_game(name: str, title: str) -> None:
    """Receipts for the last events confirm everything before them."""
    forged = forge(name, title)
    report = verify(forged.record, levels=["receipts"], receipts=good(title).receipts, keys=PublicKeys(forged.keys))

    assert report.level("receipts").status == "failed"


@pytest.mark.parametrize("name", [one.name for one in FORGERIES.values() if one.is_appended])
def test_what_is_appended_contradicts_no_receipt_and_is_found_at_another_level(name: str) -> None:
    forged = forge(name, FIRST)
    report = verify(forged.record, receipts=good(FIRST).receipts, keys=PublicKeys(forged.keys))

    assert report.level("receipts").status == "holds"
    assert report.level(FORGERIES[name].level).status == "failed"


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
    stated = []
    for unprovable in UNPROVABLE.values():
        record, n = forge_unprovable(unprovable.name, FIRST)
        statements = verify(record).stated
        said = next(one.sentence for one in statements if (one.what, one.n) == (unprovable.what, n))
        said = re.sub(r"\b(event|dispute) \d+", r"\1 N", said)
        stated.append(f"| {unprovable.name} | {unprovable.does} | {unprovable.what} | {said} |\n")
    return HEAD + "".join(rows) + STATED + "".join(stated)


def test_the_page_is_up_to_date() -> None:
    """`make forgeries` writes it."""
    assert PAGE.read_text(encoding="utf-8") == page()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
