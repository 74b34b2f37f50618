"""
Every later version opens, serves, verifies and plays on what an earlier one wrote.

Of each released version a folder is kept beside this file. As long as there is none, what this version writes is made
for the test, so that it is no less strict before the first release.
"""

from __future__ import annotations

import json
import re
import shutil
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from delvebook.client import Client, Keep, models, split_records
from delvebook.client.receipts import open_receipt, read_receipt
from delvebook.replays.log.notes import parse_vkeys
from delvebook.replays.receipts import PublicKeys
from delvebook.replays.verify import verify
from tests.kept.answers import lost
from tests.kept.contract import breaks
from tests.kept.keeping import SEATS, keep, play_on, watch
from tests.runs import running

pytestmark = [pytest.mark.servers, pytest.mark.long]

HERE: Final = Path(__file__).parent
KEPT: Final = sorted(path.name for path in HERE.iterdir() if re.fullmatch(r"\d+\.\d+", path.name)) or ["this"]


@pytest.fixture(scope="module", params=KEPT)
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is kept of a version, in a copy that may be changed."""
    work = tmp_path_factory.mktemp("kept")
    if request.param == "this":
        keep(work / "kept", work)
    else:
        shutil.copytree(HERE / request.param, work / "kept")
    return work / "kept"


@pytest.fixture(scope="module")
def said(kept: Path) -> Any:
    return json.loads((kept / "kept.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def client(kept: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Whoever played then, at a service of this version on the store of that time."""
    work = tmp_path_factory.mktemp("opened")
    with tarfile.open(kept / "home.tar.xz") as tar:
        # Pythons before 3.11.4 have no such filter, and take no argument of that name.
        tar.extraction_filter = getattr(tarfile, "data_filter", None)
        tar.extractall(work)  # noqa: S202 - a file of this repository
    # The client's file as it was, but for the address, which is part of each of its lines.
    lines = [json.loads(line) for line in (kept / "client.jsonl").read_text().splitlines()]
    with running(work / "home", work / "run.log") as run:
        moved = [json.dumps(line | ({"url": run.url} if "url" in line else {})) for line in lines]
        (work / "client.jsonl").write_text("\n".join(moved) + "\n")
        with Client(run.url, keep=Keep(work / "client.jsonl")) as client:
            client.sign_in("Keeper")
            yield client
        assert run.stop() == 0, run.said()


def test_the_answers_of_then_are_given_again(client: Client, said: Any) -> None:
    found = [fault for path, answer in said["answers"].items() for fault in lost(answer, client.get(path), f"{path} ")]

    assert found == []


def test_the_client_of_today_reads_the_answers_of_then(said: Any) -> None:
    games = [said["answers"][f"/v1/games/{game['id']}"] for game in said["games"] if game["is_over"]]

    assert {msgspec.convert(game, models.Game).status for game in games} <= {"finished", "aborted"}
    assert len(games) == len(SEATS)


MADE_ANEW: Final = ("exported_at", "log", "receipt")
"""The members of a record's header that say when it was asked for, or what was in the log of games then."""


def without_time(record: bytes) -> tuple[Any, list[bytes]]:
    """A record, without the time at which it was made."""
    header, *events = record.splitlines()
    return {name: one for name, one in json.loads(header).items() if name not in MADE_ANEW}, events


def receipts_of(kept: Path) -> list[tuple[str, str]]:
    """The receipts that the client kept, each after its game."""
    lines = [json.loads(line) for line in (kept / "client.jsonl").read_text().splitlines()]
    return [(read_receipt(line["receipt"])["game"], line["receipt"]) for line in lines if line["kind"] == "receipt"]


def keys_of(said: Any) -> PublicKeys:
    """The service's public keys of then."""
    return PublicKeys.parse(json.dumps(said["answers"]["/.well-known/jwks.json"]))


@pytest.mark.parametrize("title", SEATS)
def test_the_records_of_then_hold_and_are_served_again(title: str, client: Client, kept: Path, said: Any) -> None:
    (game,) = [one["id"] for one in said["games"] if one["title"] == title and one["is_over"]]
    record = (kept / "records" / f"{title}.jsonl").read_bytes()
    receipts = [one for of, one in receipts_of(kept) if of == game]
    report = verify(record, keys=keys_of(said), receipts=receipts)

    assert report.holds, report.summary
    assert receipts
    assert {level.name: level for level in report.levels}["receipts"].counts["honoured"] > len(receipts)  # the header's
    assert without_time(client.game(game).record().read()) == without_time(record)


def test_the_client_of_today_opens_the_receipts_of_then(said: Any, kept: Path, client: Client) -> None:
    keys = client.public_keys()
    opened = {open_receipt(receipt, keys)["game"] for _, receipt in receipts_of(kept)}

    assert opened == {game["id"] for game in said["games"]}


def test_the_log_of_then_has_only_grown(client: Client, kept: Path) -> None:
    watch(client.url, kept / "log")


def test_the_export_of_then_is_read_and_its_records_hold_up_to_the_log(kept: Path, said: Any) -> None:
    with (kept / "export.jsonl").open("rb") as file:
        records = list(split_records(file))
    log_keys = parse_vkeys((kept / "log" / "keys").read_text())
    reports = [verify(record.content, log_keys=log_keys) for record in records]
    holding = [{level.name for level in report.levels if level.status == "holds"} for report in reports]

    assert {record.game for record in records} == {game["id"] for game in said["games"] if game["is_over"]}
    assert [report.summary for report in reports if not report.holds] == []
    assert all(levels >= {"chain", "replay", "log"} for levels in holding)


def test_what_was_exported_then_is_exported_again(client: Client, kept: Path, tmp_path: Path) -> None:
    client.records.stream().save(tmp_path / "export.jsonl")
    before, now = [
        [line for line in path.read_bytes().splitlines() if b'"exported_at"' not in line]
        for path in (kept / "export.jsonl", tmp_path / "export.jsonl")
    ]

    assert before
    assert set(before) <= set(now)


def test_the_document_of_today_breaks_nothing_that_the_one_of_then_promised(client: Client, kept: Path) -> None:
    assert breaks(json.loads((kept / "openapi.json").read_text()), client.get("/openapi.json")) == []


@pytest.mark.parametrize("title", SEATS)
def test_the_games_of_then_are_played_on(title: str, client: Client, said: Any) -> None:
    (running_one,) = [one["id"] for one in said["games"] if one["title"] == title and not one["is_over"]]

    assert play_on(client.game(running_one), 5) > 0
    assert client.game(running_one).check().holds
