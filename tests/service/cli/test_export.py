"""`delvebook export` as people type it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from delvebook.service.cli import app
from tests.house.files import ROOT

RECORD = ROOT / "replays" / "golden_games" / "labyrinth" / "team-of-one.jsonl"


def exported(*arguments: str | Path) -> bytes:
    result = CliRunner().invoke(app, ["export", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return result.stdout_bytes


def test_a_record_becomes_a_bundle_and_lines_again(tmp_path: Path) -> None:
    bundle = tmp_path / "game.json"
    assert exported(RECORD, "--format", "json", "--output", bundle) == b""

    assert json.loads(bundle.read_bytes())["format"] == "delvebook-bundle/1"
    assert exported(bundle) == RECORD.read_bytes()


@pytest.mark.parametrize(("lang", "said"), [("en", "The game begins."), ("ru", "Игра начинается.")])
def test_a_record_becomes_a_ledger_in_either_language(lang: str, said: str) -> None:
    assert said in exported(RECORD, "--format", "text", "--lang", lang).decode()


def test_a_record_under_pseudonyms_names_neither_game_nor_seed() -> None:
    lines = [json.loads(line) for line in exported(RECORD, "--pseudonymous").splitlines()]
    game = json.loads(RECORD.read_bytes().splitlines()[0])["game"]

    assert lines[0]["format"] == "delvebook-pseudonymised/1"
    assert game not in json.dumps(lines)
    assert {line["type"]: line for line in lines[1:]}["SeedRevealed"]["data"] == {}


def test_what_is_no_record_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "no.jsonl").write_text("hello\n")

    for named in (tmp_path / "no.jsonl", tmp_path / "missing.jsonl"):
        result = CliRunner().invoke(app, ["export", str(named)])
        assert result.exit_code == 2
        assert "Traceback" not in result.output
