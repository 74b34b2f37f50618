"""Writing and reading records: both agree, and a file that is no record is refused with its line."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import MalformedError
from delvebook.domain.viewers import ARBITER, PUBLIC, SPECTATOR, seat_viewer
from delvebook.replays import lines
from delvebook.replays.errors import RecordError
from delvebook.replays.record import Head, NotRevealedError, read_record, write_record
from tests.replays.games import at, lines_of, played_game, record_of

pytestmark = pytest.mark.usefixtures("bids_registered")


@pytest.fixture
def record() -> bytes:
    return record_of(*played_game())


def read_all(source: lines.Source) -> list[dict[str, object]]:
    record = read_record(source)
    return [record.header, *record.events()]


def error_of(source: lines.Source) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read_all(source)
    return caught.value


def test_a_record_is_read_as_it_was_written_from_every_kind_of_source(record: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(record)
    pieces = [record[k : k + 100] for k in range(0, len(record), 100)]

    expected = lines_of(record)
    for source in (path, str(path), record, io.BytesIO(record), pieces):
        assert read_all(source) == expected


def test_every_line_is_canonical_and_ends_with_a_newline(record: bytes) -> None:
    assert record.endswith(b"}\n")
    for line in record.splitlines():
        assert jcs(json.loads(line)) == line


def test_the_header_says_which_game_whose_eyes_and_where_it_ends() -> None:
    game, events = played_game()
    header = lines_of(record_of(game, events))[0]

    assert header == {
        "format": "delvebook-record/1",
        "game": str(game.id),
        "ruleset": "bids@1",
        "content": game.ruleset.content_digest,
        "viewer": "public",
        "exported_at": at(3000),
        "head": {"n": game.stream.version, "hash": game.stream.head},
        "receipt": None,
    }


def test_every_viewers_record_has_the_same_hashes() -> None:
    game, events = played_game(stop_after=5)
    hashes = {
        str(viewer): [line["hash"] for line in lines_of(record_of(game, events, viewer))[1:]]
        for viewer in (seat_viewer(0), seat_viewer(2), SPECTATOR, ARBITER)
    }

    assert len({tuple(one) for one in hashes.values()}) == 1


def test_a_running_game_has_no_public_record_and_nothing_is_written() -> None:
    game, events = played_game(stop_after=3)

    with pytest.raises(NotRevealedError):
        record_of(game, events, PUBLIC)


def test_an_open_envelope_is_the_viewers_own_and_no_other() -> None:
    game, events = played_game(stop_after=5)
    for viewer in (seat_viewer(1), SPECTATOR):
        for line in lines_of(record_of(game, events, viewer))[1:]:
            for envelope in line["sealed"]:
                assert ("content" in envelope) == (str(viewer) in envelope["for"])


def test_a_seed_is_in_no_record_before_it_is_revealed() -> None:
    game, events = played_game(stop_after=5)

    for viewer in (seat_viewer(0), ARBITER, SPECTATOR):
        assert game.seed.hex().encode() not in record_of(game, events, viewer)


def test_after_the_end_everybody_opens_everything() -> None:
    game, events = played_game()
    for line in lines_of(record_of(game, events, SPECTATOR))[1:]:
        assert all("content" in envelope for envelope in line["sealed"])


def test_writing_stops_when_the_events_are_not_those_of_the_head() -> None:
    game, events = played_game()
    for wrong in (events[:-1], events[1:], [*events[:5], *events[6:]]):
        with pytest.raises(MalformedError):
            list(
                write_record(
                    wrong,
                    head=Head(game.stream.version, game.stream.head),
                    seed=game.seed,
                    is_seed_revealed=True,
                    viewer=PUBLIC,
                    exported_at=at(1),
                )
            )


def test_a_time_of_export_must_be_one_of_the_record() -> None:
    game, events = played_game()
    with pytest.raises(MalformedError, match="not a time as records write it"):
        list(
            write_record(
                events,
                head=Head(game.stream.version, game.stream.head),
                seed=game.seed,
                is_seed_revealed=True,
                viewer=PUBLIC,
                exported_at="2026-02-30T00:00:00.000000Z",
            )
        )


def test_events_are_made_only_as_the_lines_are_asked_for() -> None:
    game, events = played_game()
    asked = []

    def stored() -> object:
        for event in events:
            asked.append(event.n)
            yield event

    written = write_record(
        stored(),  # type: ignore[arg-type]
        head=Head(game.stream.version, game.stream.head),
        seed=game.seed,
        is_seed_revealed=True,
        viewer=PUBLIC,
        exported_at=at(1),
    )
    next(written)
    next(written)

    assert asked == [1]


# -- files that are not records ------------------------------------------------------------------


def test_an_empty_file_has_no_header() -> None:
    assert "empty" in str(error_of(b""))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (gzip.compress(b"x", mtime=0), "gunzip"),
        (b"PK\x03\x04....", "zip"),
        (b"\xef\xbb\xbf{}\n", "byte order mark"),
        ('{"format":1}\n'.encode("utf-16"), "UTF-16"),
        ('{"format":1}\n'.encode("utf-16-le"), "UTF-16"),
        (b"\x00\x01\x02\x03", "binary"),
        (b"<!doctype html>\n", "not JSON"),
        (b"[]\n", "an array"),
        (b'"x"\n', "a string"),
        (b"17\n", "a number"),
        (b"1.5\n", "1.5 is not an integer"),
        (b"{}\n", "delvebook-record/1"),
        (b'{"format":"delvebook-record/2"}\n', "delvebook-record/1"),
        (b'{"format":"delvebook-record/1","format":"x"}\n', "twice"),
        (b'{"format":', "truncated"),
    ],
)
def test_what_is_no_record_is_refused_with_a_reason(content: bytes, words: str) -> None:
    error = error_of(content)

    assert error.line == 1
    assert words in str(error)


def test_a_record_without_its_header_is_told_so(record: bytes) -> None:
    assert "header" in str(error_of(record.split(b"\n", 1)[1]))


@pytest.mark.parametrize("key", ["game", "ruleset", "content", "viewer", "exported_at", "head", "receipt"])
def test_a_header_without_a_key_or_with_a_wrong_one_is_refused_by_name(record: bytes, key: str) -> None:
    header, rest = record.split(b"\n", 1)
    value = json.loads(header)
    for changed in ({name: item for name, item in value.items() if name != key}, {**value, key: 17}):
        error = error_of(jcs(changed) + b"\n" + rest)
        assert error.line == 1
        assert error.pointer == f"/{key}"


def test_a_line_longer_than_the_bound_is_refused_without_reading_it_all(
    record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "LINE_BYTES_MAX", max(map(len, record.splitlines())) + 1)
    head, _ = record.split(b"\n", 1)

    class Endless(io.RawIOBase):
        """A first line, and then a line that never ends."""

        def __init__(self) -> None:
            self.start = head + b'\n{"x":"'
            self.read_bytes = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
            piece = self.start[: len(buffer)] or b"a" * len(buffer)
            self.start = self.start[len(piece) :]
            buffer[: len(piece)] = piece
            self.read_bytes += len(piece)
            return len(piece)

    endless = Endless()
    scanned = list(lines.scan(io.BufferedReader(endless)))

    assert isinstance(scanned[-1], RecordError)
    assert scanned[-1].line == 2
    assert scanned[-1].is_fatal
    assert endless.read_bytes < 2 * lines.LINE_BYTES_MAX + 2**16


def test_too_many_lines_are_refused(record: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LINES_MAX", 5)

    assert error_of(record).line == 6


@pytest.mark.parametrize("text", ["1.5", ",1.5,", ":-0.5}", '",2e9,', "[" * 70, '\\"[0.5]', "\\"])
def test_a_string_may_say_what_a_number_or_a_bracket_may_not(text: str) -> None:
    value = {"a": [text, 15], "b": {"c": text}}

    assert lines.parse_line(jcs(value), number=1) == lines.Line(1, value, is_canonical=True)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"x":' + b"[" * 70 + b"]" * 70 + b"}", "nested deeper than 64"),
        (b'{"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested deeper than 64"),
        (b'{"x":1.5}', "1.5 is not an integer"),
        (b'{"x":1e5}', "1e5 is not an integer"),
        (b'{"x":1e16}', "1e16 is not an integer"),
        (b'{"x":[0,"a,b",-0.5]}', "-0.5 is not an integer"),
        (b'{"a":"\\"","x":1.5}', "1.5 is not an integer"),
        (b'{"a":"\\\\","x":1.5,"y":"\\""}', "1.5 is not an integer"),
        (b'{"a":"\\"[","x":' + b"[" * 70 + b"]" * 70 + b"}", "nested deeper than 64"),
        (b'{"x":9007199254740992}', "not an integer within"),
        (b'{"x":18446744073709551616}', "not an integer within"),
        (b'{"x":' + b"9" * 5000 + b"}", "not an integer within"),
        (b'{"x":NaN}', "NaN is not an integer"),
        (b'{"x":1,"x":1}', "twice"),
        ('{"ключ":1}'.encode(), "not an ASCII string"),
        (b'{"\\u043a":1}', "not an ASCII string"),
        (b'{"x":"\\ud800"}', "surrogate"),
        (b'{"x":"\xff"}', "not UTF-8"),
        (b'{"x":"\n"}', "not JSON"),
        (b'{"x":1}}', "not JSON"),
        (b"null", "holds null"),
        (b"", "empty"),
        (b"{}", "is missing"),
    ],
)
def test_a_hostile_line_is_refused_by_its_number(record: bytes, line: bytes, words: str) -> None:
    parts = record.splitlines()
    broken = b"\n".join([*parts[:4], line, *parts[5:]]) + b"\n"

    error = error_of(broken)

    assert error.line == 5
    assert words in str(error)


def test_sixty_four_levels_are_not_too_deep() -> None:
    line = b'{"x":' + b"[" * 64 + b"]" * 64 + b"}"

    assert lines.parse_line(line, number=1).is_canonical


def test_a_bracket_in_a_string_is_no_level() -> None:
    line = jcs({"x": "[" * 500 + '"' + "{" * 500 + "\\"})

    assert lines.parse_line(line, number=1).is_canonical


def test_a_file_cut_in_the_middle_of_a_line_is_called_truncated(record: bytes) -> None:
    error = error_of(record[:-40])

    assert error.line == len(record.splitlines())
    assert "truncated" in str(error)


def test_a_record_in_loose_form_is_read_all_the_same(record: bytes) -> None:
    loose = b"".join(json.dumps(line, indent=None).encode() + b"\n" for line in lines_of(record)) + b"\n"

    assert read_all(loose) == lines_of(record)
