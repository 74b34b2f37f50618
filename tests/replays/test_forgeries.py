"""Every forgery of the catalogue is found: at the weakest level that can find it, on its line, for the right reason."""

from __future__ import annotations

import json
import re
import sys
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest

from delvebook.replays.receipts import PublicKeys
from delvebook.replays.verify import LEVELS, verify
from tests.house.files import ROOT
from tests.replays.forgeries import (
    CASES,
    FORGERIES,
    KEYS,
    TITLES,
    UNPROVABLE,
    Forged,
    Forgery,
    forge,
    forge_unprovable,
    good,
)
from tests.replays.forgeries.bases import NAMED, RUNNING, base, dishonest_names, names
from tests.replays.log.trees import Key
from tests.replays.verifiers import NODE, Browser, load, verdicts

PAGE = ROOT / "docs" / "forgeries.md"
GOLDEN = sorted((ROOT / "replays" / "golden_games").glob("*/*.jsonl"))
HEAD = """\
# Forgeries, and which level finds them

The tests try every kind of tampering below on good records, of whole and of running games. The table names the
section of [the record format](record-format.md) that it breaks, the weakest level of verification that finds it, and
what the verifier says. *Every hash recomputed* marks the careful forger, who recomputes the whole chain after the
change. [fairness.md](fairness.md) explains the levels.

The forgeries are data, in `tests/replays/forgeries/table/`: which record is forged, by which edits, and on which line
it must be found. `tests/replays/test_forgeries.py` runs all of them through four verifiers (this service's, the one in
`examples/`, that of `delvebook-client`, and the browser's), which must agree on level chain and on the line.
`make differ` looks for disagreements that nobody listed, and [the conformance kit](conformance/README.md) has the same
forgeries for verifiers in other languages. `make forgeries` writes this page; a test compares.

| kind | what is done | section | found by | as | what the verifier says |
|---|---|---|---|---|---|
"""
STATED = """
## What no level finds in the record alone

Only the service knows better, so the record holds, and the report lists what was tampered with as *stated by the
service*. A kept receipt for a changed or a later event finds it; whoever appends to a record contradicts no receipt.

| kind | what is done; every hash recomputed | listed as | what the report says is only stated |
|---|---|---|---|
"""
FIRST = next(iter(TITLES))


def beside(forged: Forged) -> dict[str, str]:
    """What lies beside a forged record, as the browser's verifier takes it."""
    given = {"receipts": json.dumps(forged.receipts), "keys": json.dumps(forged.keys)}
    if forged.is_logged:
        key = Key().verifier
        given["logKeys"] = f"{key.name}+{key.key_id.hex()}+{b64encode(bytes([1]) + key.key).decode()}\n"
    return given if forged.checkpoint is None else {**given, "checkpoint": forged.checkpoint}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser | None]:
    """The browser's verifier in node; None where there is no node, and then `tests/browser/test_verify.py` is all."""
    if NODE is None:
        yield None
        return
    with Browser() as one:
        yield one


@pytest.mark.parametrize(("name", "record"), CASES)
def test_a_forgery_is_found_at_its_level_on_its_line_and_for_its_reason(name: str, record: str) -> None:
    forged = forge(name, record)
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


@pytest.mark.parametrize(("name", "record"), CASES)
def test_all_verifiers_agree_on_level_chain_of_a_forgery_and_on_its_line(
    name: str, record: str, browser: Browser | None
) -> None:
    forged = forge(name, record)
    line = forged.line if FORGERIES[name].level == "chain" else None

    said = verdicts(forged.record, browser)
    assert {"python", "example", "client"} <= said.keys()
    assert set(said.values()) == {line}, said


@pytest.mark.parametrize(
    ("name", "record"), [(name, record) for name, record in CASES if FORGERIES[name].level in ("receipts", "log")]
)
def test_the_browser_agrees_on_the_levels_of_receipts_and_of_the_log(
    name: str, record: str, browser: Browser | None
) -> None:
    if browser is None:
        return
    forged = forge(name, record)
    level = browser.levels(forged.record, beside(forged))[FORGERIES[name].level]

    assert (level["status"], level["line"]) == ("failed", forged.line)
    assert level["code"] in FORGERIES[name].codes


@pytest.mark.parametrize("name", [*names(), *dishonest_names()])
def test_all_verifiers_agree_that_a_good_record_holds(name: str, browser: Browser | None) -> None:
    assert set(verdicts(base(name), browser).values()) == {None}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_all_verifiers_agree_that_a_golden_record_holds(path: Path, browser: Browser | None) -> None:
    assert set(verdicts(path.read_bytes(), browser).values()) == {None}


def test_a_verifier_that_overlooks_something_would_be_noticed(
    browser: Browser | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(ROOT / "examples" / "verify_chain.py")
    monkeypatch.setitem(sys.modules["verify_course"].CHECKS, "SeatLeft", lambda *_: None)

    assert len(set(verdicts(forge("seat freed by a stranger", "running-open").record, browser).values())) == 2


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


@pytest.mark.parametrize(
    ("name", "record"),
    [(n, record) for n, record in CASES if FORGERIES[n].level == "replay" and not FORGERIES[n].is_appended],
)
def test_a_kept_receipt_finds_a_forgery_without_replaying_the_game(name: str, record: str) -> None:
    """Receipts for the last events confirm everything before them."""
    forged = forge(name, record)
    kept = good(NAMED[record.split("-", maxsplit=1)[0]]).receipts
    report = verify(forged.record, levels=["receipts"], receipts=kept, keys=PublicKeys(forged.keys))

    assert report.level("receipts").status == "failed"


@pytest.mark.parametrize("name", [one.name for one in FORGERIES.values() if one.is_appended and one.level == "replay"])
def test_what_is_appended_contradicts_no_receipt_and_is_found_by_replaying_the_game(name: str) -> None:
    forged = forge(name, FIRST)
    report = verify(forged.record, receipts=good(FIRST).receipts, keys=PublicKeys(forged.keys))

    assert [level.status for level in report.levels] == ["holds", "holds", "failed"]


def test_every_level_and_section_has_forgeries_and_there_are_at_least_four_hundred() -> None:
    page = (ROOT / "docs" / "record-format.md").read_text(encoding="utf-8")
    sections = {one.section for one in FORGERIES.values()}

    assert len(FORGERIES) >= 400
    assert {one.level for one in FORGERIES.values()} == set(LEVELS)
    for section in sections:
        number, _, below = section.partition(" ")
        assert f"\n## {number}. " in page
        assert not below or f"\n#### {below}\n" in page
    assert len({record for _, record in CASES if record.startswith("running-")}) == len(RUNNING)


def page() -> str:
    rows = []
    for one in FORGERIES.values():
        finding = forge(one.name, one.cases[0].base).verify().level(one.level).findings[0]
        # Numbers and names that change with a title, or with the number of titles, are left out.
        said = re.sub(r"\b(event|seat|receipt)([ :])\d+", r"\1\2N", finding.sentence.partition("; there are")[0])
        said = re.sub(r"(?<=not JSON: ).*", "as the library says it", said)  # each Python in its own words
        said = said[:200].replace("|", "\\|").replace("\n", " ").replace("\r", " ")
        rows.append(f"| {one.name} | {_does(one)} | §{one.section} | {one.level} | `{finding.code}` | {said} |\n")
    stated = []
    for unprovable in UNPROVABLE.values():
        record, n = forge_unprovable(unprovable.name, FIRST)
        statements = verify(record).stated
        said = next(one.sentence for one in statements if (one.what, one.n) == (unprovable.what, n))
        said = re.sub(r"\b(event|dispute) \d+", r"\1 N", said)
        stated.append(f"| {unprovable.name} | {unprovable.does} | {unprovable.what} | {said} |\n")
    return HEAD + "".join(rows) + STATED + "".join(stated)


def _does(one: Forgery) -> str:
    return f"{one.does}; every hash recomputed" if one.chain else one.does


def test_the_page_is_up_to_date() -> None:
    """`make forgeries` writes it."""
    assert PAGE.read_text(encoding="utf-8") == page()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
