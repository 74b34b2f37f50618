"""The keys that rows are encrypted under: where they come from, how they are made and rotated."""

from __future__ import annotations

import base64
import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from delvebook.service.base.settings import Settings
from delvebook.service.cli import app
from delvebook.service.process.supervisor import only_one
from delvebook.service.store.cipher import key_id
from delvebook.service.store.keys import (
    FILE,
    CipherKeyError,
    make_cipher_key,
    new_cipher_key,
    read_cipher_keys,
    rotate_cipher_key,
)
from tests.house.files import ROOT
from tests.service.tables import run_together


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home")


def test_without_a_key_there_is_none(settings: Settings) -> None:
    assert read_cipher_keys(settings) == ()
    assert not settings.home.exists()


def test_an_embedded_service_makes_its_key_once_for_its_owner_alone(settings: Settings) -> None:
    make_cipher_key(settings)
    file = settings.home / FILE
    made = read_cipher_keys(settings)
    make_cipher_key(settings)

    assert len(made) == 1
    assert len(base64.b64decode(made[0])) == 32
    assert read_cipher_keys(settings) == made
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in settings.home.iterdir()] == [FILE]


def test_many_that_start_together_make_one_key(settings: Settings) -> None:
    run_together([lambda: make_cipher_key(settings)] * 8)

    assert len(read_cipher_keys(settings)) == 1
    assert [path.name for path in settings.home.iterdir()] == [FILE]


def test_a_key_is_in_place_whole_or_not_at_all(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def power_cut(*_: object) -> None:
        raise OSError("no power")

    monkeypatch.setattr(os, "fsync", power_cut)
    with pytest.raises(OSError, match="no power"):
        make_cipher_key(settings)

    assert list(settings.home.iterdir()) == []


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"database_url": "postgresql://delvebook@db/delvebook"},
        {"cipher_key": base64.b64encode(b"k" * 32).decode()},
        {"cipher_key_file": "/run/secrets/key"},
    ],
)
def test_no_key_is_made_where_the_settings_say_that_the_service_is_not_embedded(
    settings: Settings, elsewhere: dict[str, str]
) -> None:
    make_cipher_key(replace(settings, **elsewhere))  # type: ignore[arg-type]

    assert not settings.home.exists()


def test_keys_are_taken_from_a_setting_or_a_file_or_the_home_directory(settings: Settings, tmp_path: Path) -> None:
    one, two = new_cipher_key(), new_cipher_key()
    secret = tmp_path / "secret"
    secret.write_text(f"{one}\n{two}\n")
    make_cipher_key(settings)

    given = Settings.from_environment({"DELVEBOOK_CIPHER_KEY": f"{one} {two}", "DELVEBOOK_HOME": str(settings.home)})
    assert list(read_cipher_keys(given)) == [one, two]
    given = Settings.from_environment({"DELVEBOOK_CIPHER_KEY_FILE": str(secret), "DELVEBOOK_CIPHER_KEY": ""})
    assert list(read_cipher_keys(given)) == [one, two]
    assert read_cipher_keys(settings)[0] not in (one, two)


def test_two_places_for_the_keys_are_refused(settings: Settings) -> None:
    both = replace(settings, cipher_key=new_cipher_key(), cipher_key_file="key")

    with pytest.raises(CipherKeyError, match="DELVEBOOK_CIPHER_KEY and DELVEBOOK_CIPHER_KEY_FILE are both set"):
        read_cipher_keys(both)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "there is no cipher key in"),
        (b" \n\n", "there is no cipher key in"),
        (base64.b64encode(b"k" * 16), "cipher key 1 in .* has 16 bytes, not 32"),
        (base64.b64encode(b"k" * 32) + b"\nrubbish!", "cipher key 2 in .* is not base64"),
        (b"\xff" * 32, "are not base64"),
    ],
)
def test_a_file_without_a_usable_key_is_refused_and_left_alone(settings: Settings, content: bytes, why: str) -> None:
    settings.home.mkdir()
    (settings.home / FILE).write_bytes(content)
    make_cipher_key(settings)

    with pytest.raises(CipherKeyError, match=why):
        read_cipher_keys(settings)
    assert (settings.home / FILE).read_bytes() == content


def test_a_file_that_is_missing_is_refused_where_it_was_asked_for(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(CipherKeyError, match="cannot be read: No such file"):
        read_cipher_keys(replace(settings, cipher_key_file=str(tmp_path / "gone")))


def test_no_error_and_no_settings_show_a_key(settings: Settings) -> None:
    key = new_cipher_key()
    given = replace(settings, cipher_key=f"{key} rubbish")

    with pytest.raises(CipherKeyError) as raised:
        read_cipher_keys(given)
    assert key not in str(raised.value) + repr(given)
    assert "rubbish" not in str(raised.value)


def test_a_rotation_puts_a_new_key_first_and_keeps_the_old_ones(settings: Settings) -> None:
    make_cipher_key(settings)
    [first] = read_cipher_keys(settings)
    made = [rotate_cipher_key(settings), rotate_cipher_key(settings)]

    assert list(read_cipher_keys(settings)) == [made[1], made[0], first]
    assert stat.S_IMODE((settings.home / FILE).stat().st_mode) == 0o600
    assert [path.name for path in settings.home.iterdir()] == [FILE]


def test_keys_kept_elsewhere_are_not_rotated_here(settings: Settings) -> None:
    with pytest.raises(CipherKeyError, match="rotated where they are kept"):
        rotate_cipher_key(settings)
    with pytest.raises(CipherKeyError, match="rotated where they are kept"):
        rotate_cipher_key(replace(settings, cipher_key=new_cipher_key()))


# -- the command line --------------------------------------------------------------------------------


def delvebook(*arguments: str, home: Path) -> str:
    return CliRunner().invoke(app, arguments, env={"DELVEBOOK_HOME": str(home)}).output


def test_the_command_line_lists_and_rotates_keys_without_showing_them(settings: Settings) -> None:
    make_cipher_key(settings)
    [first] = read_cipher_keys(settings)
    told = delvebook("keys", "cipher", "rotate", home=settings.home)
    second, _ = read_cipher_keys(settings)
    listed = delvebook("keys", "cipher", "list", home=settings.home)

    assert told == f"{key_id(second).hex()} encrypts from now on\n"
    assert listed.splitlines() == [
        f"{key_id(second).hex()}  encrypts and decrypts",
        f"{key_id(first).hex()}  decrypts",
    ]
    assert first not in told + listed
    assert second not in told + listed


def test_the_command_line_says_that_events_are_plain(settings: Settings) -> None:
    assert "stored in plain" in delvebook("keys", "cipher", "list", home=settings.home)


def test_the_command_line_makes_keys_that_can_be_used(settings: Settings) -> None:
    made = delvebook("keys", "cipher", "new", home=settings.home).strip()

    assert list(read_cipher_keys(replace(settings, cipher_key=made))) == [made]


def test_the_way_to_make_a_key_that_the_example_shows_makes_one(settings: Settings) -> None:
    example = (ROOT / ".env.example").read_text()
    command = next(line for line in example.splitlines() if "b64encode" in line).split("-c ")[1].strip('"')
    made = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True).stdout.strip()

    assert list(read_cipher_keys(replace(settings, cipher_key=made))) == [made]


def test_keys_are_not_rotated_while_the_service_runs(settings: Settings) -> None:
    make_cipher_key(settings)
    before = read_cipher_keys(settings)

    with only_one(settings.home):
        told = CliRunner().invoke(app, ["keys", "cipher", "rotate"], env={"DELVEBOOK_HOME": str(settings.home)})
    assert told.exit_code == 1
    assert "stop it first" in told.output
    assert read_cipher_keys(settings) == before
