"""`delvebook verify`, `replay`, `diff`, `recheck`, `rulesets`, `clauses`: their output and exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
import typer
from typer.testing import CliRunner, Result

from delvebook.domain.viewers import SPECTATOR, seat_viewer
from delvebook.service.cli import COMMANDS, app
from tests.replays.forgeries import KEYS, forge, good
from tests.replays.games import lines_of, played_game, record_of, to_record
from tests.titles import registered_titles
from tests.titles.bids import Bids


@pytest.fixture(autouse=True)
def _bids() -> Iterator[None]:
    with registered_titles(Bids):
        yield


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(record_of(*played_game()))
    return path


@pytest.fixture
def forged(record: Path, tmp_path: Path) -> Path:
    lines = lines_of(record.read_bytes())
    fact = next(fact for line in lines[1:] for fact in line["data"].get("facts", []) if fact["type"] == "prize_won")
    fact["seat"] = (fact["seat"] + 1) % 3
    path = tmp_path / "forged.jsonl"
    path.write_bytes(to_record(lines))
    return path


def delvebook(*arguments: object, stdin: bytes | str | None = None) -> Result:
    return CliRunner().invoke(app, [str(one) for one in arguments], input=stdin, env={"COLUMNS": "160"})


def test_a_sound_record_holds(record: Path) -> None:
    done = delvebook("verify", record)

    assert done.exit_code == 0
    assert "holds" in done.output
    assert "does not" not in done.output


def test_a_forged_record_does_not_hold_and_the_place_and_the_clause_are_told(forged: Path) -> None:
    done = delvebook("verify", forged)

    assert done.exit_code == 1
    assert "does not hold" in done.output
    assert "/data/facts/" in done.output
    assert "BID-006" in done.output


def test_json_says_the_same_to_programs(record: Path, forged: Path) -> None:
    done = delvebook("verify", record, forged, "--json")
    sound, other = (json.loads(line) for line in done.output.splitlines())

    assert done.exit_code == 1
    assert (sound["holds"], other["holds"]) == (True, False)
    assert [level["level"] for level in sound["levels"]] == ["chain", "replay", "bots"]
    assert other["first"]["code"] == "replay/facts"


def test_a_record_comes_from_standard_input(record: Path) -> None:
    assert delvebook("verify", "-", stdin=record.read_bytes()).exit_code == 0


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\x1f\x8b\x08", b'{"format":"delvebook-record/9"}\n'])
def test_what_is_no_record_does_not_hold_and_leaves_no_traceback(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    done = delvebook("verify", path)

    assert done.exit_code == 1
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert "line 1" in done.output


def test_a_truncated_record_does_not_hold(record: Path) -> None:
    record.write_bytes(record.read_bytes()[:-50])

    assert delvebook("verify", record).exit_code == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("verify", "no-such-file"),
        ("verify", "."),
        ("verify",),
        ("verify", "game", "--level", "both"),
        ("verify", "game", "--seed", "abc"),
        ("verify", "game", "--receipts", "game"),
        ("verify", "game", "--level", "receipts"),
        ("verify", "game", "--keys", "game"),
        ("verify", "game", "--keys", "no-such-file"),
        ("verify", "-", "--receipts", "-", "--keys", "game"),
        ("replay", "no-such-file"),
        ("replay", "game", "--lang", "fr"),
        ("replay", "game", "--at", "999"),
        ("replay", "game", "--viewer", "queen"),
        ("diff", "no-such-file", "game"),
        ("diff", "-", "-"),
        ("clauses", "chess"),
        ("clauses", "bids", "XX-1"),
        ("recheck", "no-such-file"),
        ("no-such-command",),
    ],
)
def test_what_cannot_be_done_is_a_usage_error(record: Path, arguments: tuple[str, ...]) -> None:
    done = delvebook(*(record if one == "game" else one for one in arguments))

    assert done.exit_code == 2
    assert isinstance(done.exception, SystemExit)


def test_a_running_games_record_holds_unless_replay_is_demanded(tmp_path: Path) -> None:
    game, events = played_game(stop_after=4)
    path = tmp_path / "running.jsonl"
    path.write_bytes(record_of(game, events, SPECTATOR))

    assert delvebook("verify", path).exit_code == 0
    assert delvebook("verify", path, "--level", "chain").exit_code == 0
    assert delvebook("verify", path, "--level", "replay").exit_code == 3
    assert delvebook("verify", path, "--level", "replay", "--seed", game.seed.hex()).exit_code == 0


def test_every_level_is_told_by_itself_and_why_one_was_not_checked(record: Path, tmp_path: Path) -> None:
    game, events = played_game(stop_after=4)
    running = tmp_path / "running.jsonl"
    running.write_bytes(record_of(game, events, SPECTATOR))

    done = delvebook("verify", record).output
    assert "chain holds, replay holds, bots holds, receipts not checked" in done
    assert "neither receipts nor the service's public keys were given" in done
    done = delvebook("verify", running).output
    assert "chain holds, replay not checked, bots not checked, receipts not checked" in done
    assert "the seed is not revealed in this record" in done
    assert "receipts not checked" in delvebook("verify", record, "--level", "chain").output
    plain = json.loads(delvebook("verify", running, "--json").output)
    assert (
        plain["summary"] == "chain holds, replay not checked, bots not checked, receipts not checked, log not checked"
    )
    assert [level["level"] for level in plain["not_asked"]] == ["receipts", "log"]


def test_a_level_that_is_asked_for_and_cannot_be_checked_to_the_end_has_a_status_of_its_own(
    record: Path, forged: Path, tmp_path: Path
) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps(KEYS["service"].to_public()))
    fork = Path(__file__).parents[2] / "replays" / "kept" / "fork.jsonl"

    assert delvebook("verify", record, "--keys", keys).exit_code == 3
    assert delvebook("verify", fork).exit_code == 3
    assert delvebook("verify", fork, "--level", "chain").exit_code == 0
    assert delvebook("verify", fork, "--parent", fork.with_name("resumed.jsonl")).exit_code == 0
    assert delvebook("verify", record, fork, forged).exit_code == 1
    assert delvebook("verify", record, fork).exit_code == 3


def test_what_only_the_service_states_is_listed_beside_the_levels() -> None:
    resumed = Path(__file__).parents[2] / "replays" / "kept" / "resumed.jsonl"
    done = delvebook("verify", resumed).output

    assert "Stated by the service, and not proved by any level:" in done
    assert 'the ruling of "arbiter:judy"' in done


def test_a_record_is_told_event_by_event(record: Path) -> None:
    done = delvebook("replay", record, "--viewer", "seat:0", "--view", "--legal")

    assert done.exit_code == 0
    assert "The game begins." in done.output
    assert '"turned_up"' in done.output
    assert "→" in done.output


def test_a_program_that_reads_gets_each_fact_and_the_summary_in_one_line(record: Path) -> None:
    plain = [json.loads(line) for line in delvebook("replay", record, "--json").output.splitlines()]
    facts = [fact for event in plain for fact in event["facts"]]
    narrow = {"COLUMNS": "40"}
    told = CliRunner().invoke(app, ["replay", str(record)], env=narrow).output.splitlines()
    checked = CliRunner().invoke(app, ["verify", str(record)], env=narrow).output.splitlines()

    assert max(map(len, facts)) > 40
    assert [fact for fact in facts if not any(line.endswith(fact) for line in told)] == []
    assert checked[0] == f"{record} chain holds, replay holds, bots holds, receipts not checked, log not checked"


def test_a_record_is_told_in_russian(record: Path) -> None:
    assert "Игра начинается." in delvebook("replay", record, "--lang", "ru").output


def test_a_part_of_a_record_is_told(record: Path) -> None:
    done = delvebook("replay", record, "--from", "2", "--to", "3", "--json")
    steps = [json.loads(line) for line in done.output.splitlines()]

    assert [step["n"] for step in steps] == [2, 3]
    assert "view" not in steps[0]


def test_step_by_step_ends_when_one_has_seen_enough(record: Path) -> None:
    done = delvebook("replay", record, "--step", stdin="\n\nq\n")

    assert done.exit_code == 0
    assert done.output.count("Enter for the next") == 3


def test_a_seats_record_needs_the_seed_for_the_table(tmp_path: Path) -> None:
    game, events = played_game(stop_after=4)
    path = tmp_path / "mine.jsonl"
    path.write_bytes(record_of(game, events, seat_viewer(0)))

    assert delvebook("replay", path).exit_code == 0
    assert delvebook("replay", path, "--view").exit_code == 2
    assert delvebook("replay", path, "--view", "--seed", game.seed.hex()).exit_code == 0
    assert delvebook("replay", path, "--viewer", "seat:1").exit_code == 2


def test_diff_tells_the_first_difference(record: Path, forged: Path) -> None:
    assert delvebook("diff", record, record).exit_code == 0
    done = delvebook("diff", record, forged)

    assert done.exit_code == 1
    assert "/data/facts/" in done.output
    assert json.loads(delvebook("diff", record, forged, "--json").output)["pointer"].endswith("/seat")


def test_recheck_names_the_records_that_come_out_differently(record: Path, forged: Path) -> None:
    assert delvebook("recheck", record, "--jobs", "1").exit_code == 0
    done = delvebook("recheck", record.parent, "--jobs", "1")

    assert done.exit_code == 1
    assert "2 records, 1 differ" in done.output
    assert "BID-006" in done.output
    plain = json.loads(delvebook("recheck", record.parent, "--jobs", "1", "--json").output)
    assert [one["holds"] for one in plain["bids@1"]] == [False, True]


def test_rulesets_and_clauses_are_printed() -> None:
    assert "bids@1" in delvebook("rulesets").output
    plain = {one["ruleset"]: one for one in json.loads(delvebook("rulesets", "--json").output)}
    assert plain["bids@1"]["options"]["rounds"] == {"default": 3, "values": [2, 3, 5]}
    assert "BID-006" in delvebook("clauses", "bids").output
    english, russian = (
        json.loads(delvebook("clauses", "bids", "bid-006", "--json", "--lang", lang).output) for lang in ("en", "ru")
    )
    assert list(english) == ["BID-006"]
    assert english != russian


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ("Prizes are auctioned off", "the lantern", "Worth: 4", "rounds", "2 to 4 players")),
        ("ru", ("Ценность: 4", "игроков: от 2 до 4")),
    ],
)
def test_a_catalogue_is_printed_for_people(lang: str, said: tuple[str, ...]) -> None:
    printed = delvebook("catalogue", "bids", "--lang", lang)

    assert printed.exit_code == 0
    assert [one for one in said if one not in printed.output] == []


def test_a_catalogue_is_printed_as_it_is_served() -> None:
    assert json.loads(delvebook("catalogue", "bids@1", "--json").output) == dict(Bids().catalogue)


@pytest.mark.parametrize(
    ("arguments", "told"), [(("chess",), "chess"), (("bids@7",), "bids@7"), (("bids", "--lang", "de"), "en or ru")]
)
def test_a_catalogue_that_is_not_there_is_refused(arguments: tuple[str, ...], told: str) -> None:
    refused = delvebook("catalogue", *arguments)

    assert refused.exit_code == 2
    assert told in refused.output


def test_every_command_is_there_and_its_summary_is_its_own_first_line() -> None:
    for name, command in COMMANDS.items():
        loaded = command.load(name)
        assert (loaded.help or "").split("\n\n")[0].replace("\n", " ").strip() == command.summary, name


@pytest.mark.parametrize("name", COMMANDS)
def test_what_a_command_warns_of_is_not_part_of_its_result(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    structlog.reset_defaults()
    COMMANDS[name].load(name)
    structlog.get_logger().warning("connections_left_behind", count=9)
    printed = capsys.readouterr()

    assert printed.out == ""
    assert "connections_left_behind" in printed.err


def test_help_lists_every_command_and_loads_none() -> None:
    program = (
        "import sys\n"
        "from typer.testing import CliRunner\n"
        "from delvebook.service.cli import app\n"
        "done = CliRunner().invoke(app, ['--help'])\n"
        "print(done.output)\n"
        "heavy = {'flask', 'marshmallow', 'sqlalchemy', 'rq', 'eventsourcing', 'delvebook.domain.game'}\n"
        "heavy &= set(sys.modules)\n"
        "sys.exit(str(heavy) if heavy else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    for name in COMMANDS:
        assert name in done.stdout


def test_a_golden_and_a_simulate_command_are_the_modules_own() -> None:
    assert delvebook("golden", "check").exit_code == 0
    assert delvebook("simulate", "--title", "bids", "--games", "2", "--jobs", "1").exit_code == 0


def test_without_a_command_help_is_shown() -> None:
    done = delvebook()

    assert done.exit_code == 2
    assert "verify" in done.output
    assert isinstance(typer.main.get_command(app), object)


def test_receipts_are_checked_with_the_public_keys(tmp_path: Path) -> None:
    one = good("dungeon-raiders@1")
    game, kept, keys = (tmp_path / name for name in ("game.jsonl", "receipts", "keys.json"))
    game.write_bytes(one.record)
    kept.write_text(json.dumps(one.receipts))
    keys.write_text(json.dumps(KEYS["service"].to_public()))
    with_keys = ("verify", game, "--keys", keys)

    lines = "\n".join(one.receipts)
    done = delvebook(*with_keys, "--receipts", "-", "--json", stdin=lines)
    assert (done.exit_code, json.loads(done.output)["level_reached"]) == (0, "bots")
    assert delvebook(*with_keys, "--receipts", kept, "--level", "receipts").exit_code == 0

    forged = forge("receipt altered", "dungeon-raiders@1")
    kept.write_text("\n".join(forged.receipts))
    done = delvebook(*with_keys, "--receipts", kept, "--json")
    assert (done.exit_code, json.loads(done.output)["level_reached"]) == (1, "chain")
    assert "receipts/signature" in done.output
    assert "signature does not match the key" in delvebook(*with_keys, "--receipts", kept).output


def test_records_that_are_checked_at_the_same_time_are_reported_in_order(record: Path, forged: Path) -> None:
    files = [record, forged, record]
    one_by_one = delvebook("verify", "--json", *files)
    together = delvebook("verify", "--json", "--jobs", 3, *files)

    assert together.exit_code == one_by_one.exit_code == 1
    assert together.stdout == one_by_one.stdout
    assert len(together.stdout.splitlines()) == 3


def test_a_missing_file_among_many_is_named(record: Path, tmp_path: Path) -> None:
    done = delvebook("verify", "--jobs", 2, record, tmp_path / "missing.jsonl")

    assert done.exit_code == 2
    assert "missing.jsonl" in done.output


def test_standard_input_is_not_for_several_jobs(record: Path) -> None:
    assert delvebook("verify", "--jobs", 2, "-", record, stdin=b"").exit_code == 2
