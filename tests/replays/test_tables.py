"""
Records as tables and under pseudonyms: the columns, and that nothing is missing.

    python -m tests.replays.test_tables    writes the dictionary in docs/exports.md; `make dictionary` does this
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from delvebook.domain.events import EVENT_TYPES
from delvebook.replays.pseudonyms import KEPT, LEFT_OUT, Pseudonyms, pseudonymise
from delvebook.replays.record import read_record
from delvebook.replays.tables import TABLES, rows_of
from tests.house.files import ROOT
from tests.replays.games import played_game, record_of

GOLDEN = ROOT / "replays" / "golden_games"
PAGE = ROOT / "docs" / "exports.md"
MARKS = re.compile(r"(<!-- dictionary -->\n).*(<!-- /dictionary -->\n)", re.DOTALL)
KINDS = {
    "text": "text",
    "json": "text, JSON",
    "number": "64-bit integer",
    "truth": "boolean",
    "time": "timestamp, µs, UTC",
    "texts": "list of text",
    "numbers": "list of 64-bit integers",
}


def dictionary() -> str:
    """The columns of every table, as they stand in `docs/exports.md`."""
    pieces = []
    for name, columns in TABLES.items():
        rows = "".join(f"| `{one.name}` | {KINDS[one.kind]} | {one.text} |\n" for one in columns)
        pieces.append(f"\n### `{name}`\n\n| column | type | what |\n|---|---|---|\n{rows}")
    return "".join(pieces) + "\n"


def rendered(page: str) -> str:
    """The page with the dictionary as it is now."""
    return MARKS.sub(lambda found: found[1] + dictionary() + found[2], page)


def test_the_dictionary_in_the_docs_is_the_one_of_the_code() -> None:
    page = PAGE.read_text(encoding="utf-8")

    assert dictionary() in page
    assert rendered(page) == page


def rows_in(path: str) -> tuple[dict[str, list[dict[str, Any]]], list[dict[str, Any]]]:
    record = read_record(GOLDEN / path)
    events = list(record.events())
    return rows_of(record.header, events), events


def test_every_table_has_one_row_for_what_it_is_about() -> None:
    rows, events = rows_in("dungeon-raiders/five-tactical-heroes.jsonl")

    [game] = rows["games"]
    actions = [event for event in events if event["type"] == "ActionTaken"]
    assert (game["events"], game["actions"], game["seats"]) == (len(events), len(actions), 5)
    assert [row["n"] for row in rows["events"]] == [event["n"] for event in events]
    assert [row["n"] for row in rows["decisions"]] == [event["n"] for event in actions]
    assert [row["seat"] for row in rows["seats"]] == [0, 1, 2, 3, 4]
    for name, found in rows.items():
        assert all(list(row) == [column.name for column in TABLES[name]] for row in found)


def test_a_secret_action_stands_whole_in_its_decision() -> None:
    rows, events = rows_in("dungeon-raiders/two-heroes.jsonl")

    secret = [row for row in rows["decisions"] if row["secret"]]
    assert secret
    assert all('"card":' in row["action"] for row in secret if row["type"] == "play_card")
    by_n = {event["n"]: event for event in events}
    assert all("card" not in by_n[row["n"]]["data"]["action"] for row in secret)


def test_ranks_skip_places_that_are_shared() -> None:
    rows, events = rows_in("runebound/a-duel.jsonl")
    ranking = next(event for event in events if event["type"] == "GameFinished")["data"]["outcome"]["ranking"]

    place = 1
    for tied in ranking:
        assert {row["rank"] for row in rows["seats"] if row["seat"] in tied} == {place}
        place += len(tied)


@pytest.mark.usefixtures("bids_registered")
def test_facts_that_only_some_knew_say_who() -> None:
    record = read_record(record_of(*played_game()))
    rows = rows_of(record.header, record.events())
    known = {tuple(row["known_to"]) if row["known_to"] else None for row in rows["facts"]}

    assert None in known
    assert all(row["n"] in {event["n"] for event in rows["events"]} for row in rows["facts"])


def test_every_member_of_every_event_is_kept_or_left_out_under_pseudonyms_on_purpose() -> None:
    judged = {name: {*KEPT.get(name, ()), *LEFT_OUT.get(name, ())} for name in EVENT_TYPES}
    declared = {name: {*kind.required, *kind.optional} for name, kind in EVENT_TYPES.items()}

    assert judged == declared
    assert all(not set(KEPT[name]) & LEFT_OUT.get(name, frozenset()) for name in KEPT)


def test_times_under_pseudonyms_count_from_the_games_creation() -> None:
    record = read_record(GOLDEN / "labyrinth" / "team-of-one.jsonl")
    _, first, second, *_ = pseudonymise(record.header, record.events(), Pseudonyms(b"k" * 32))

    assert first["at"] == "1970-01-01T00:00:00.000000Z"
    assert second["at"] == "1970-01-01T00:00:01.000000Z"


def test_a_pseudonym_stands_for_one_account_and_hangs_on_the_key() -> None:
    names, others = Pseudonyms(b"a" * 32), Pseudonyms(b"b" * 32)

    assert names.account("ann") == names.account("ann") != names.account("bob")
    assert names.account("ann") != others.account("ann")
    assert names.by("player:ann") == f"player:{names.account('ann')}"
    assert [names.by(whom) for whom in ("seat:1", "service", "clock")] == ["seat:1", "service", "clock"]


if __name__ == "__main__":
    PAGE.write_text(rendered(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
