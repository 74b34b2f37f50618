"""`delvebook log` as people type it, and `delvebook verify` with a checkpoint."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from delvebook.domain.canonical import jcs
from delvebook.service.cli import app
from delvebook.service.cli.log_monitor import UnreachableError
from tests.replays.forgeries import forge, good, log_of
from tests.replays.games import lines_of, to_record
from tests.replays.log.trees import ORIGIN, Key, entries, files_of

TITLE = "dungeon-raiders@1"
URL = "https://games.example/log"
VKEY = Key().verifier.to_vkey()


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """The files of a log, for a test to change."""
    files = {**files_of(entries(300), Key()), "keys": VKEY.encode()}
    monkeypatch.setattr("delvebook.service.cli.log.over_http", lambda url: files.get)
    return files


def serve(served: dict[str, bytes], files: dict[str, bytes]) -> None:
    keys = served["keys"]
    served.clear()
    served.update(files, keys=keys)


def look(directory: Path, *options: str) -> Result:
    return CliRunner().invoke(app, ["log", "monitor", URL, "--once", "--dir", str(directory), *options])


def what_is_in(directory: Path) -> dict[str, bytes]:
    return {str(file.relative_to(directory)): file.read_bytes() for file in directory.rglob("*") if file.is_file()}


# -- monitor ------------------------------------------------------------------------------------


def test_a_log_that_grows_is_followed_and_its_checkpoints_are_kept(served: dict[str, bytes], tmp_path: Path) -> None:
    assert look(tmp_path, "--key", VKEY).exit_code == 0
    serve(served, files_of(entries(700), Key()))
    done = look(tmp_path, "--key", VKEY)

    assert done.exit_code == 0
    assert f"{ORIGIN}  700 entries  +400" in done.stdout
    assert sorted(file.name for file in (tmp_path / "checkpoints").iterdir()) == [
        "0000000000000300.txt",
        "0000000000000700.txt",
    ]


@pytest.mark.parametrize(
    ("files", "code"),
    [
        (files_of([*entries(299), *entries(400, since=299, by="forger")], Key()), "log/contradiction"),
        (files_of([*entries(299), *entries(300, since=299, by="forger")], Key()), "log/contradiction"),
        (files_of(entries(299), Key()), "log/shrunk"),
        (files_of(entries(400), Key(number=2)), "log/unsigned"),
    ],
)
def test_a_log_that_forks_or_shrinks_is_shouted_about_and_nothing_but_evidence_is_written(
    files: dict[str, bytes], code: str, served: dict[str, bytes], tmp_path: Path
) -> None:
    look(tmp_path, "--key", VKEY)
    before = what_is_in(tmp_path)
    serve(served, files)
    for _ in range(2):
        done = look(tmp_path, "--key", VKEY)
        assert done.exit_code == 1
        assert code in done.stderr

    after = what_is_in(tmp_path)
    evidence = after.pop("evidence/0001.txt")
    assert after == before
    assert code.encode() in evidence
    assert files["checkpoint"] in evidence
    assert before["checkpoints/0000000000000300.txt"] in evidence


def test_programs_read_what_a_look_came_to(served: dict[str, bytes], tmp_path: Path) -> None:
    good_look = json.loads(look(tmp_path, "--key", VKEY, "--json").stdout)
    serve(served, files_of(entries(3), Key()))
    bad_look = json.loads(look(tmp_path, "--key", VKEY, "--json").stdout)

    assert (good_look["status"], good_look["origin"], good_look["size"]) == ("holds", ORIGIN, 300)
    assert good_look["signed_by"] == [ORIGIN]
    assert (bad_look["status"], bad_look["code"], bad_look["size"]) == ("failed", "log/shrunk", 300)
    assert Path(bad_look["evidence"]).is_file()


def test_without_a_key_the_published_one_is_trusted_once_and_no_other_after_it(
    served: dict[str, bytes], tmp_path: Path
) -> None:
    first = look(tmp_path)
    assert first.exit_code == 0
    assert VKEY in first.stderr
    other = Key(number=2)
    serve(served, files_of(entries(400), other))
    served["keys"] = other.verifier.to_vkey().encode()

    assert look(tmp_path).exit_code == 1


def test_a_log_that_does_not_answer_is_not_called_wrong(
    served: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del served["checkpoint"]
    assert look(tmp_path, "--key", VKEY).exit_code == 2

    def refuse(address: str) -> bytes:
        raise UnreachableError("the network is gone")

    monkeypatch.setattr("delvebook.service.cli.log.over_http", lambda url: refuse)
    done = look(tmp_path, "--key", VKEY)
    assert (done.exit_code, done.stderr) == (2, "the network is gone\n")
    assert what_is_in(tmp_path) == {}


@pytest.mark.parametrize("key", ["nonsense", "name+00000000+AAAA"])
def test_a_key_that_is_none_is_refused(key: str, served: dict[str, bytes], tmp_path: Path) -> None:
    assert look(tmp_path, "--key", key).exit_code == 2


def test_damaged_memory_is_not_gone_on_with(served: dict[str, bytes], tmp_path: Path) -> None:
    look(tmp_path, "--key", VKEY)
    (tmp_path / "kept.json").write_text("{}")

    assert look(tmp_path, "--key", VKEY).exit_code == 2


# -- verify -------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A record with proofs, one without, the proofs, the checkpoint and the key."""
    lines = lines_of(good(TITLE).record)
    (tmp_path / "bare.jsonl").write_bytes(to_record(lines))
    proofs = log_of(lines)
    (tmp_path / "inclusion.json").write_bytes(jcs({**proofs, "size": 9}))
    (tmp_path / "checkpoint").write_text(proofs["checkpoint"])
    (tmp_path / "log.key").write_text(VKEY)
    lines[0]["log"] = proofs
    (tmp_path / "game.jsonl").write_bytes(to_record(lines))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def verify(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["verify", *arguments])


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["game.jsonl", "--level", "log", "--log-key", "log.key"], 0),
        (["game.jsonl", "--log-key", VKEY], 0),
        (["game.jsonl", "--log-key", VKEY, "--checkpoint", "checkpoint"], 0),
        (["bare.jsonl", "--log-key", VKEY, "--inclusion", "inclusion.json"], 0),
        (["game.jsonl"], 0),
        (["bare.jsonl", "--level", "log", "--log-key", VKEY], 3),
        (["game.jsonl", "--checkpoint", "checkpoint"], 3),
        (["game.jsonl", "--level", "log"], 2),
        (["game.jsonl", "--log-key", "gone"], 2),
        (["game.jsonl", "--log-key", VKEY[:-4]], 2),
        (["game.jsonl", "--log-key", VKEY, "--checkpoint", "log.key"], 2),
        (["game.jsonl", "--log-key", VKEY, "--inclusion", "checkpoint"], 2),
        (["game.jsonl", "bare.jsonl", "--log-key", VKEY, "--inclusion", "inclusion.json"], 2),
    ],
)
def test_the_exit_status_says_whether_a_record_is_in_the_log(arguments: list[str], status: int, folder: Path) -> None:
    done = verify(*arguments)

    assert done.exit_code == status, done.output


def test_a_checkpoint_that_others_kept_of_another_history_is_found(folder: Path) -> None:
    forged = forge("log with two faces", TITLE)
    assert forged.checkpoint is not None
    (folder / "theirs").write_text(forged.checkpoint)
    done = verify("game.jsonl", "--log-key", VKEY, "--checkpoint", "theirs")

    assert done.exit_code == 1
    assert "two different histories" in done.stdout.replace("\n", " ")


def test_a_level_that_nobody_asked_for_is_said_to_be_unchecked(folder: Path) -> None:
    assert "log not checked" in " ".join(verify("game.jsonl").stdout.split())
