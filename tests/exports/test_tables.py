"""Exports as tables: every row is what the record says, and three questions are answered by them."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from flask import Flask

from delvebook.replays.record import read_record
from delvebook.replays.tables import TABLES, rows_of
from delvebook.service.base.settings import Settings
from delvebook.service.exporting import parquet
from delvebook.service.exporting.formats import open_writer
from delvebook.service.jobs.queues import QueueName
from delvebook.workers import studies
from tests import servers
from tests.house.files import ROOT
from tests.servers import RedisServer
from tests.service.api.collected import catch_up, over
from tests.service.api.house import Person, body_of, build, quiet
from tests.workers.opened import fresh_contexts

GOLDEN = sorted((ROOT / "replays" / "golden_games").glob("*/*.jsonl"))
SOME = [path for path in GOLDEN if path.stat().st_size < 400_000]


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of golden games of every title."""
    path = tmp_path_factory.mktemp("tables") / "golden.parquet.zip"
    writer = open_writer("parquet", path)
    for file in SOME:
        record = read_record(file)
        writer.add(record.header, list(record.events()))
    writer.finish(b'{"complete":true}\n')
    writer.close()
    return path


def table(export: Path, name: str, directory: Path) -> list[dict[str, Any]]:
    with zipfile.ZipFile(export) as packed:
        packed.extract(f"{name}.parquet", directory)
    found: list[dict[str, Any]] = pq.read_table(directory / f"{name}.parquet").to_pylist()
    return found


def test_the_file_holds_every_table_the_dictionary_and_the_end(export: Path) -> None:
    with zipfile.ZipFile(export) as packed:
        assert set(packed.namelist()) == {*(f"{name}.parquet" for name in TABLES), "dictionary.json", "end.json"}
        told = json.loads(packed.read("dictionary.json"))
        assert json.loads(packed.read("end.json")) == {"complete": True}

    assert {name: [column["name"] for column in columns] for name, columns in told.items()} == {
        name: [column.name for column in columns] for name, columns in TABLES.items()
    }


@pytest.mark.parametrize("name", list(TABLES))
def test_what_is_read_from_a_table_is_what_was_written(export: Path, name: str, tmp_path: Path) -> None:
    written = []
    for file in SOME:
        record = read_record(file)
        written += rows_of(record.header, record.events()).get(name, [])

    assert len({path.parent.name for path in SOME}) == 5
    assert table(export, name, tmp_path) == written


def test_rows_are_written_a_group_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "ROWS_AT_ONCE", 100)
    record = read_record(SOME[0])
    writer = open_writer("parquet", tmp_path / "export.zip")
    for _ in range(5):
        writer.add(record.header, list(record.events()))
        held = max(len(one._rows) for one in writer._tables.values())  # type: ignore[attr-defined]
        assert held < 100 + len(list(record.events()))
    writer.finish(b"{}")
    writer.close()

    with zipfile.ZipFile(tmp_path / "export.zip") as packed:
        packed.extract("facts.parquet", tmp_path)
    assert pq.ParquetFile(tmp_path / "facts.parquet").num_row_groups > 1


def test_the_example_answers_its_three_questions_rightly(export: Path) -> None:
    run = subprocess.run(
        [sys.executable, ROOT / "examples" / "three_questions.py", export], capture_output=True, text=True, check=True
    )

    won: Counter[tuple[str, int, int]] = Counter()
    played: Counter[tuple[str, int, int]] = Counter()
    cited: Counter[tuple[str, str]] = Counter()
    for file in SOME:
        record = read_record(file)
        title = record.header["ruleset"].partition("@")[0]
        for event in record.events():
            for facts in (event["data"].get("facts", ()), *(sealed_facts(one) for one in event["sealed"])):
                for fact in facts:
                    cited.update((title, clause) for clause in fact["clauses"])
            if event["type"] == "GameCreated":
                seats = event["data"]["seats"]
            if event["type"] == "GameFinished":
                for seat in range(seats):
                    played[title, seats, seat] += 1
                    won[title, seats, seat] += seat in event["data"]["outcome"]["winners"]
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in run.stdout.splitlines() if "│" in line]
    for (title, seats, seat), count in played.items():
        if seats > 1:
            share = round(won[title, seats, seat] / count, 3)
            assert [title, str(seats), str(seat), str(count), str(share)] in rows
    for title in {title for title, _ in cited}:
        clause, count = max(((c, n) for (t, c), n in cited.items() if t == title), key=lambda one: one[1])
        assert any(row[:3] == [title, clause, str(count)] for row in rows if len(row) == 4), (title, clause, count)
    assert any(row[:2] == ["labyrinth", "greedy@1"] and row[3] == "1.0" for row in rows if len(row) == 5)


def sealed_facts(envelope: dict[str, Any]) -> list[dict[str, Any]]:
    content = envelope.get("content")
    return content.get("facts", []) if isinstance(content, dict) else []


# -- through the service ---------------------------------------------------------------------------


@pytest.fixture
def settings(tmp_path: Path, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    made = quiet(Settings(home=tmp_path, redis_url=redis_server.url, secret="ab" * 32))
    for name in ("home", "redis_url", "secret"):
        monkeypatch.setenv(f"DELVEBOOK_{name.upper()}", str(getattr(made, name)))
    with fresh_contexts(studies):
        yield made


@pytest.fixture
def app(settings: Settings) -> Iterator[Flask]:
    made = build(settings)
    yield made
    made.extensions["delvebook"].close()


@pytest.mark.servers
@pytest.mark.parametrize("pseudonymous", [False, True])
def test_a_worker_makes_the_tables_of_what_was_played(
    app: Flask, redis_server: RedisServer, tmp_path: Path, pseudonymous: bool
) -> None:
    ann = Person(app, "Ann")
    games = [over(app, ann), over(app, ann, "random", ruleset="labyrinth")]
    catch_up(app)

    asked = ann.post("/v1/exports", {"format": "parquet", "pseudonymous": pseudonymous})
    connection = redis_server.client()
    servers.work_off(connection, QueueName.STUDIES)
    connection.close()
    place = asked.headers["Location"]
    with ann.get(f"{place}/file") as taken:
        (tmp_path / "export.zip").write_bytes(taken.data)

    assert body_of(ann.get(place))["file"]["records"] == 2
    rows = table(tmp_path / "export.zip", "games", tmp_path)
    assert [row["title"] for row in rows] == ["dungeon-raiders", "labyrinth"]
    assert ([row["game"] for row in rows] == games) is not pseudonymous
    assert len(table(tmp_path / "export.zip", "events", tmp_path)) == sum(row["events"] for row in rows)
