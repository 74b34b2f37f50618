"""The text of a record, to the byte (record-format §1): what a line may be, and how long and how deep."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from delvebook.domain.viewers import SPECTATOR
from delvebook.replays import lines as own_lines
from delvebook.replays.verify import verify
from delvebook_client import chain as clients
from tests.house.files import ROOT
from tests.replays import verifiers
from tests.replays.games import forged, played_game, record_of

pytestmark = pytest.mark.usefixtures("bids_registered")

MIB = 2**20
Change = Callable[[list[bytes]], None]


def lines() -> list[bytes]:
    """The lines of a record, each with its line feed."""
    return record_of(*played_game()).splitlines(keepends=True)


def found_in(record: bytes) -> tuple[str, int | None] | None:
    """The first finding of level chain: its code and its line."""
    first = verify(record, levels=["chain"]).first
    return None if first is None else (first.code, first.line)


def at(number: int, change: Callable[[bytes], bytes]) -> Change:
    """Changes the bytes of a line, counted from 1."""

    def on(all_lines: list[bytes]) -> None:
        changed = change(all_lines[number - 1])
        assert changed != all_lines[number - 1]
        all_lines[number - 1] = changed

    return on


def padded(size: int) -> Callable[[bytes], bytes]:
    """Makes the line that many bytes long, its line feed not counted, with blanks that JSON allows."""
    return lambda line: b"{" + b" " * (size + 1 - len(line)) + line[1:]


HELD: dict[str, Change] = {
    "as it is": lambda _: None,
    "no line feed at the end": at(0, lambda line: line.removesuffix(b"\n")),
    "one empty line at the end": lambda all_lines: all_lines.append(b"\n"),
    "blanks and tabs between": at(3, lambda line: line.replace(b",", b" ,\t ")),
    "keys in another order": at(3, lambda line: json.dumps(dict(reversed(json.loads(line).items()))).encode() + b"\n"),
    "a header of 1 MiB": at(1, padded(MIB)),
    "an event of 8 MiB": at(3, padded(8 * MIB)),
}
REFUSED: dict[str, tuple[Change, str, int]] = {
    "CRLF at the end of the header": (at(1, lambda line: line[:-1] + b"\r\n"), "chain/header", 1),
    "CRLF at the end of an event": (at(3, lambda line: line[:-1] + b"\r\n"), "chain/unreadable", 3),
    "a carriage return between": (at(3, lambda line: line.replace(b",", b",\r", 1)), "chain/unreadable", 3),
    "an empty line in the middle": (lambda all_lines: all_lines.insert(3, b"\n"), "chain/unreadable", 4),
    "a line of blanks in the middle": (lambda all_lines: all_lines.insert(3, b"  \n"), "chain/unreadable", 4),
    "two empty lines at the end": (lambda all_lines: all_lines.extend([b"\n", b"\n"]), "chain/unreadable", 0),
    "a line of blanks at the end": (lambda all_lines: all_lines.append(b" \n"), "chain/unreadable", 0),
    "a byte order mark": (at(1, lambda line: b"\xef\xbb\xbf" + line), "chain/header", 1),
    "-0": (at(3, lambda line: line.replace(b'"seat":0', b'"seat":-0')), "chain/unreadable", 3),
    "a point": (at(3, lambda line: line.replace(b'"seat":0', b'"seat":0.0')), "chain/unreadable", 3),
    "an exponent": (at(3, lambda line: line.replace(b'"seat":0', b'"seat":0e0')), "chain/unreadable", 3),
    "a header of 1 MiB and a byte": (at(1, padded(MIB + 1)), "chain/header", 1),
    "an event of 8 MiB and a byte": (at(3, padded(8 * MIB + 1)), "chain/unreadable", 3),
}


@pytest.mark.parametrize("name", HELD)
def test_what_the_page_allows_holds(name: str) -> None:
    all_lines = lines()
    HELD[name](all_lines)

    assert found_in(b"".join(all_lines)) is None


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_page_forbids_does_not_hold_and_is_named_by_its_line(name: str) -> None:
    change, code, line = REFUSED[name]
    all_lines = lines()
    count = len(all_lines)
    change(all_lines)

    assert found_in(b"".join(all_lines)) == (code, line or count + 1)


@pytest.mark.parametrize(("depth", "is_right"), [(64, True), (65, False)])
@pytest.mark.parametrize("inmost", [0, "a", None, True])
def test_the_64th_array_may_hold_what_is_no_array(depth: int, inmost: object, is_right: bool) -> None:
    """The member `data` is the first of them."""

    def nest(record: list[dict[str, Any]]) -> None:
        value = inmost
        for _ in range(depth - 1):
            value = [value]
        record[-1].update(type="SeatsBlessed", data={"deep": value})

    record = forged(record_of(*played_game(stop_after=3), SPECTATOR), nest)

    assert (found_in(record) is None) == is_right


BROWSERS_LINES = Path("service/web/static/js/verify/lines.js")


def browser_with(lines_max: int, folder: Path) -> verifiers.Browser:
    """The browser's verifier, with another number of lines that a record may have."""
    folder.mkdir()
    for path in (Path("service/web/static/js"), Path("tests/replays/verifiers")):
        shutil.copytree(ROOT / path, folder / path)
    shutil.copy(ROOT / "service/web/package.json", folder / "service/web/package.json")
    text, changes = re.subn(r"(LINES_MAX =) [\d_]+", rf"\1 {lines_max}", (ROOT / BROWSERS_LINES).read_text("utf-8"))
    assert changes == 1
    (folder / BROWSERS_LINES).write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as moved:
        moved.setattr(verifiers, "BROWSERS", folder / "tests/replays/verifiers/browser.mjs")
        return verifiers.Browser()


def test_all_verifiers_know_the_number_of_lines_that_the_page_names() -> None:
    page = (ROOT / "docs" / "record-format.md").read_text("utf-8")
    named = re.findall(r"has at most ([\d,]+) lines", page)
    browsers = re.findall(r"LINES_MAX = ([\d_]+)", (ROOT / BROWSERS_LINES).read_text("utf-8"))

    assert [int(one.replace(",", "")) for one in named] == [own_lines.LINES_MAX]
    assert [int(one) for one in browsers] == [own_lines.LINES_MAX]
    assert verifiers.load(ROOT / "examples" / "verify_chain.py").LINES_MAX == own_lines.LINES_MAX
    assert clients.LINES_MAX == own_lines.LINES_MAX


def test_all_verifiers_name_the_first_line_that_is_too_many(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A record of a million lines takes minutes, so each is told of fewer."""
    record = (ROOT / "tests/replays/kept/agreed.jsonl").read_bytes()
    count = len(record.splitlines())
    for most, told in ((count, None), (count - 1, count), (5, 6)):
        for module in (own_lines, verifiers.load(ROOT / "examples" / "verify_chain.py"), clients):
            monkeypatch.setattr(module, "LINES_MAX", most)
        for ending in (b"", b"\n"):
            said = {name: check(record + ending) for name, check in verifiers.HERE.items()}
            if verifiers.NODE is not None:
                with browser_with(most, tmp_path / f"{most}{len(ending)}") as browser:
                    said["browser"] = browser(record + ending)
            assert said == dict.fromkeys(said, told), (most, ending)
