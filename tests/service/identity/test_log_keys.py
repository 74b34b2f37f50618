"""The keys of the log of games: made once, rotated so that old clients can go on, retired after a theft."""

from __future__ import annotations

import json
import multiprocessing
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

from delvebook.replays.log.checkpoints import Checkpoint, open_checkpoint
from delvebook.replays.log.merkle import EMPTY_ROOT
from delvebook.replays.log.notes import Note, NoteError
from delvebook.service.base.settings import Settings
from delvebook.service.cli import app
from delvebook.service.identity.log_keys import LogKeys, open_log_keys
from delvebook.service.identity.signing import KeysError

NOW = "2026-01-02T00:00:00.000000Z"


def keys(home: Path, **settings: str) -> LogKeys:
    return open_log_keys(Settings(home=home, **settings), now=lambda: NOW)


def checkpoint(one: LogKeys) -> str:
    signer = one.signer()
    text = Checkpoint(signer.origin, 0, EMPTY_ROOT).to_text()
    return Note(text, tuple(signer.sign(text))).to_text()


def test_a_key_is_made_at_the_first_start_for_its_owner_alone(tmp_path: Path) -> None:
    one = keys(tmp_path)

    open_checkpoint(checkpoint(one), [one.listed()[0].verifier])
    files = list((tmp_path / "log-keys").iterdir())
    assert len(files) == 1
    assert stat.S_IMODE(files[0].stat().st_mode) == 0o600
    assert checkpoint(keys(tmp_path)) == checkpoint(one)


def _key_of(home: Path) -> str:
    return keys(home).signer().keys[0]


def test_processes_that_start_together_agree_on_the_first_key(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        assert len(set(pool.map(_key_of, [tmp_path] * 6))) == 1


def test_the_log_has_the_name_of_the_setting(tmp_path: Path) -> None:
    assert keys(tmp_path, log_origin="games.example/log").signer().origin == "games.example/log"


@pytest.mark.parametrize("origin", ["two words", "a+b", "x" * 300, "new\nline"])
def test_a_name_that_no_checkpoint_can_have_is_refused(origin: str, tmp_path: Path) -> None:
    with pytest.raises(KeysError, match="LOG_ORIGIN"):
        keys(tmp_path, log_origin=origin)


def test_without_a_setting_the_name_stays_the_same_after_a_rotation(tmp_path: Path) -> None:
    one = keys(tmp_path)
    before = one.signer().origin
    one.rotate()

    assert one.signer().origin == before
    assert before.startswith("delvebook.invalid/log-")


def test_after_a_rotation_both_keys_sign_and_after_a_retirement_only_the_new_one(tmp_path: Path) -> None:
    one = keys(tmp_path)
    old = one.listed()[0]
    new = one.rotate()
    for key in (old, new):
        open_checkpoint(checkpoint(one), [key.verifier])

    one.retire(old.kid)
    again = keys(tmp_path)
    open_checkpoint(checkpoint(again), [new.verifier])
    with pytest.raises(NoteError):
        open_checkpoint(checkpoint(again), [old.verifier])
    assert [key.is_signing for key in again.listed()] == [False, True]
    assert '"d"' not in (tmp_path / "log-keys" / "0001.json").read_text()


def test_the_last_key_that_signs_is_not_retired(tmp_path: Path) -> None:
    one = keys(tmp_path)

    with pytest.raises(KeysError, match="only key"):
        one.retire(one.listed()[0].kid)
    with pytest.raises(KeysError, match="no key"):
        one.retire("nobody")


def test_keys_may_be_given_by_the_setting_and_are_then_changed_where_they_are(tmp_path: Path) -> None:
    keys(tmp_path).signer()
    text = (tmp_path / "log-keys" / "0001.json").read_text()
    given = keys(tmp_path / "elsewhere", log_keys=text)

    assert given.signer().keys == keys(tmp_path).signer().keys
    with pytest.raises(KeysError, match="LOG_KEYS"):
        given.rotate()


def test_a_key_without_its_private_half_signs_nothing(tmp_path: Path) -> None:
    keys(tmp_path).signer()
    file = tmp_path / "log-keys" / "0001.json"
    public = json.loads(file.read_text())
    del public["d"]
    file.write_text(json.dumps(public))

    with pytest.raises(KeysError, match="private half"):
        keys(tmp_path).signer()


def test_the_commands_list_rotate_and_retire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DELVEBOOK_HOME", str(tmp_path))
    run = CliRunner().invoke
    first = json.loads(run(app, ["log", "keys", "--json"]).stdout)
    assert run(app, ["log", "rotate"]).exit_code == 0
    assert run(app, ["log", "retire", first[0]["kid"]]).exit_code == 0
    after = json.loads(run(app, ["log", "keys", "--json"]).stdout)

    assert [row["signs"] for row in first] == [True]
    assert [row["signs"] for row in after] == [False, True]
    assert after[0]["key"] == first[0]["key"]
    assert "no longer signs" in run(app, ["log", "keys"]).stdout
