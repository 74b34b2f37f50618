"""Files and records come whole, also where every connection breaks, and a part that is there is not fetched again."""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from delvebook_client import AsyncClient, Client, DelvebookError, NoAnswerError, Progress, Retries, split_records
from tests.client.cutting import cutting
from tests.client.test_playing import QUICK, new_game, play
from tests.house.files import ROOT
from tests.waiting import until

GOLDEN = sorted((ROOT / "replays" / "golden_games").glob("*/*.jsonl"))[:5]
FILE = bytes(range(256)) * 40
ID = "5f1c7c0f9d3f4c0b8a5e2d1b7f6a9c3e"


def client_of(service: Callable[[httpx.Request], httpx.Response], *, seconds: float = 60) -> Client:
    return Client("http://there", transport=httpx.MockTransport(service), retries=Retries(seconds=seconds, pause=0.001))


class Cut(httpx.SyncByteStream):
    """A body that breaks after these bytes."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def __iter__(self) -> Any:
        yield self._content
        raise httpx.ReadError("cut")


class Files:
    """A service of one file, in pieces of at most so many bytes."""

    def __init__(
        self, content: bytes = FILE, *, piece: int = 3000, tag: str | None = '"one"', ranges: bool = True
    ) -> None:
        self.content, self.piece, self.tag, self.ranges = content, piece, tag, ranges
        self.sent: list[int] = []
        self.asked: list[str | None] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request.headers.get("Range"))
        start = 0
        if self.ranges and "Range" in request.headers and request.headers.get("If-Range") == self.tag:
            start = int(request.headers["Range"].removeprefix("bytes=").removesuffix("-"))
        if start >= len(self.content):
            return httpx.Response(416, headers={"Content-Range": f"bytes */{len(self.content)}"})
        rest = self.content[start:]
        self.sent.append(min(len(rest), self.piece))
        headers = {"Content-Length": str(len(rest)), **({} if self.tag is None else {"ETag": self.tag})}
        body: Any = Cut(rest[: self.piece]) if len(rest) > self.piece else rest
        content = {"stream": body} if isinstance(body, Cut) else {"content": body}
        return httpx.Response(206 if start else 200, headers=headers, **content)


def test_a_file_that_breaks_off_is_fetched_from_there_on(tmp_path: Path) -> None:
    service = Files()
    seen: list[Progress] = []

    with client_of(service) as client:
        path = client.exports.download(ID).save(tmp_path / "file.zst", progress=seen.append)
        again = client.exports.download(ID).read()

    assert path.read_bytes() == again == FILE
    assert service.sent[: len(service.sent) // 2] == [3000, 3000, 3000, len(FILE) - 9000]
    assert [one.bytes for one in seen] == [3000, 6000, 9000, len(FILE)]
    assert {one.bytes_total for one in seen} == {len(FILE)}
    assert [found.name for found in tmp_path.iterdir()] == ["file.zst"]


def test_a_program_that_was_stopped_fetches_only_what_is_missing(tmp_path: Path) -> None:
    service = Files()
    with client_of(service, seconds=0) as client, pytest.raises(NoAnswerError):
        client.exports.download(ID).save(tmp_path / "file.zst")
    assert not (tmp_path / "file.zst").exists()
    assert (tmp_path / "file.zst.part").read_bytes() == FILE[:3000]

    service.piece = 10**6
    with client_of(service, seconds=0) as client:
        client.exports.download(ID).save(tmp_path / "file.zst")

    assert (tmp_path / "file.zst").read_bytes() == FILE
    assert service.asked == [None, "bytes=3000-"]
    assert service.sent == [3000, len(FILE) - 3000]


def test_a_line_that_breaks_behind_the_last_byte_breaks_nothing(tmp_path: Path) -> None:
    def service(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, stream=Cut(FILE), headers={"Content-Length": str(len(FILE)), "ETag": '"one"'})

    with client_of(service, seconds=0) as client:
        assert client.exports.download(ID).save(tmp_path / "f").read_bytes() == FILE


def test_a_file_that_never_comes_further_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr("delvebook_client.sync.connection.time.sleep", waited.append)
    minutes = iter(range(0, 6000, 60))
    monkeypatch.setattr("delvebook_client.retries.time.monotonic", lambda: float(next(minutes)))

    with client_of(Files(ranges=False), seconds=600) as client, pytest.raises(NoAnswerError):
        client.exports.download(ID).read()

    assert 5 < len(waited) < 15


@pytest.mark.parametrize("change", ["another file", "no ranges", "no tag", "shorter"])
def test_a_part_of_another_file_is_not_continued(tmp_path: Path, change: str) -> None:
    service = Files(tag=None if change == "no tag" else '"one"')
    with client_of(service, seconds=0) as client, pytest.raises(NoAnswerError):
        client.exports.download(ID).save(tmp_path / "f")

    service.piece, service.content = 10**6, FILE[::-1]
    service.ranges = change != "no ranges"
    service.tag = {"another file": '"two"', "no tag": None}.get(change, '"one"')
    if change == "shorter":
        service.content = FILE[:100]
    with client_of(service) as client:
        client.exports.download(ID).save(tmp_path / "f")

    assert (tmp_path / "f").read_bytes() == service.content


def test_a_file_that_is_not_the_one_that_was_made_is_refused(tmp_path: Path) -> None:
    answers = json.loads((ROOT / "service" / "api" / "assets" / "examples.json").read_text("utf-8"))
    look = answers["exports_look"]["responses"]["200"]["application/json"]
    file = {"bytes": len(FILE), "media_type": "application/zstd", "records": 2, "sha256": "00" * 32, "skipped": 0}
    made = {**look, "status": "finished", "file": file, "problem": None}
    files = Files(piece=10**6)

    def service(request: httpx.Request) -> httpx.Response:
        return files(request) if request.url.path.endswith("/file") else httpx.Response(200, json=made)

    with client_of(service) as client, pytest.raises(DelvebookError, match="SHA-256"):
        client.save_export(ID, tmp_path / "f")
    file["sha256"] = hashlib.sha256(FILE).hexdigest()
    with client_of(service) as client:
        assert client.save_export(ID, tmp_path / "f").read_bytes() == FILE
    made = {**made, "status": "cancelled", "file": None}
    with client_of(service) as client, pytest.raises(DelvebookError, match="cancelled"):
        client.save_export(ID, tmp_path / "g")


def game_of(path: Path) -> str:
    """The game of a record."""
    return str(json.loads(path.read_bytes().partition(b"\n")[0])["game"])


def stream_of(paths: list[Path], *, after: str | None = None, complete: bool = True) -> bytes:
    """What the service sends for these records."""
    games = [game_of(path) for path in paths]
    left = paths[games.index(after) + 1 :] if after else paths
    last = games[-1] if left else after
    end = {"after": last, "complete": complete, "format": "delvebook-records/1", "records": len(left), "skipped": []}
    return b"".join(path.read_bytes() for path in left) + json.dumps(end).encode() + b"\n"


class Many:
    """A service of many records, whose answers break off after so many bytes."""

    def __init__(self, paths: list[Path], *, piece: int = 10**9) -> None:
        self.paths, self.piece = paths, piece
        self.asked: list[dict[str, str]] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(dict(request.url.params))
        content = stream_of(self.paths, after=request.url.params.get("after"))
        if len(content) > self.piece:
            return httpx.Response(200, stream=Cut(content[: self.piece]))
        return httpx.Response(200, content=content)


def test_a_stream_of_records_goes_on_after_the_last_whole_one() -> None:
    largest = max(path.stat().st_size for path in GOLDEN)
    service = Many(GOLDEN, piece=largest + 100)

    with client_of(service) as client:
        stream = client.records.stream(ruleset="labyrinth", option=["team_size:5"])
        found = list(stream)

    assert [record.content for record in found] == [path.read_bytes() for path in GOLDEN]
    assert stream.end is not None
    assert (stream.end.complete, stream.end.records) == (True, len(GOLDEN))
    assert len(service.asked) > 2
    asked_after = [asked.get("after") for asked in service.asked]
    assert asked_after == list(dict.fromkeys(asked_after))  # never twice for the same
    assert asked_after[0] is None
    assert {(asked["ruleset"], asked["option"]) for asked in service.asked} == {("labyrinth", "team_size:5")}


def test_a_limit_counts_over_all_attempts() -> None:
    service = Many(GOLDEN[:2], piece=GOLDEN[0].stat().st_size + 10)

    with client_of(service) as client:
        stream = client.records.stream(limit=2)
        assert len(list(stream)) == 2
        assert stream.end is not None
        assert (stream.end.records, stream.end.after) == (2, game_of(GOLDEN[1]))

    assert [asked["limit"] for asked in service.asked] == ["2", "1"]


def test_a_file_of_records_goes_on_where_it_is_and_grows_on_another_day(tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    service = Many(GOLDEN[:3], piece=GOLDEN[0].stat().st_size + 10)
    seen: list[Progress] = []
    with client_of(service, seconds=0) as client, pytest.raises(NoAnswerError):
        client.records.stream().save(file)
    assert file.read_bytes() == GOLDEN[0].read_bytes()
    with file.open("ab") as out:
        out.write(GOLDEN[1].read_bytes()[:5000])  # a program that was killed while it wrote

    service.piece = 10**9
    with client_of(service) as client:
        end = client.records.stream().save(file, progress=seen.append)
    assert file.read_bytes() == b"".join(path.read_bytes() for path in GOLDEN[:3])
    assert [one.records for one in seen] == [2, 3]
    assert seen[-1].bytes == file.stat().st_size
    assert end.records == 2

    service.paths = GOLDEN
    with client_of(service) as client:
        client.records.stream().save(file)
    assert file.read_bytes() == b"".join(path.read_bytes() for path in GOLDEN)
    with file.open("rb") as lines:
        assert [record.content for record in split_records(lines)] == [path.read_bytes() for path in GOLDEN]


def test_what_is_no_stream_of_records_is_said() -> None:
    page = httpx.Response(200, content=b"<html>\n")
    with client_of(lambda _: page) as client, pytest.raises(DelvebookError, match="should begin: b'<html>'"):
        list(client.records.stream())


@pytest.mark.long
@pytest.mark.servers
def test_records_and_exports_come_whole_over_lines_that_break(running: str, tmp_path: Path) -> None:
    async def saved(url: str, token: str, file: Path) -> None:
        async with AsyncClient(url, token=token, retries=QUICK) as client:
            await client.records.stream(ruleset="dice-and-danger", player="me").save(file)

    with Client(running) as client:
        token = client.register("Exporting").token
        for _ in range(3):
            play(new_game(client))
        until(lambda: len(list(client.games.list(player="me", status="finished"))) == 3, "the list has all three games")
        whole = list(client.records.stream(ruleset="dice-and-danger", player="me"))
        export = client.exports.create(format="ndjson.zst", ruleset="dice-and-danger", player="me")
        largest = max(len(record.content) for record in whole)
        # About one connection in four lasts for the whole of the largest, whose size nobody knows before.
        with cutting(running, seed=3, bytes_least=4, bytes_most=math.log10(2 * largest)) as way:
            with Client(way.url, token=token, retries=QUICK) as broken:
                found = list(broken.records.stream(ruleset="dice-and-danger", player="me"))
                record = broken.game(found[0].game).record().read()
            asyncio.run(saved(way.url, token, tmp_path / "all.jsonl"))
            first_cuts = way.cuts
        with cutting(running, seed=5, bytes_least=3, bytes_most=3.6) as way:
            with Client(way.url, token=token, retries=QUICK) as broken:
                file = broken.save_export(export, tmp_path / "all.zst")
            cuts = way.cuts

    assert len(whole) == 3
    assert largest > 10_000
    assert [one.game for one in found] == [one.game for one in whole]
    assert first_cuts > 3
    assert record.splitlines()[1:] == whole[0].content.splitlines()[1:]  # the header says when it was exported
    with (tmp_path / "all.jsonl").open("rb") as lines:
        assert [one.game for one in split_records(lines)] == [one.game for one in whole]
    assert cuts > 3
    assert file.stat().st_size > 4000
