"""`delvebook recheck` and `delvebook diff --under`: files and stored games, and what may be shown of each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from typer.testing import CliRunner, Result

from delvebook.domain.game_event import GameEvent
from delvebook.domain.viewers import SPECTATOR, seat_viewer
from delvebook.replays.golden_plans import GOLDEN
from delvebook.replays.recheck import UNREADABLE, RecordFile, judge, recheck
from delvebook.service.base.settings import Settings
from delvebook.service.cli import app
from delvebook.service.store.records import StoredGame, stored_games
from delvebook.service.usecases.use_cases import UseCases
from tests.replays.games import lines_of, played_game, record_of, to_record
from tests.service.tables import numbered_bytes, open_service, play_on, player, seated_game
from tests.titles import registered_titles
from tests.titles.skewed import MendedBids, SkewedBids


@pytest.fixture(autouse=True)
def _titles() -> Iterator[None]:
    with registered_titles(SkewedBids, MendedBids):
        yield


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", secret="ab" * 32)


@pytest.fixture
def service(settings: Settings) -> Iterator[UseCases]:
    settings.home.mkdir()
    opened = open_service(settings)
    yield opened
    opened.application.close()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(record_of(*played_game(ruleset="skewed-bids@1")))
    return path


def delvebook(*arguments: object, home: Path | None = None) -> Result:
    environment = {"COLUMNS": "200", "DELVEBOOK_HOME": str(home or "no-such-home")}
    if arguments[0] == "recheck":
        arguments = (*arguments, "--jobs", "1")  # In this process, which knows the titles that are for tests alone.
    return CliRunner().invoke(app, [str(one) for one in arguments], env=environment)


def begin(service: UseCases, *, actions: int) -> UUID:
    """A stored game by the faulty first version."""
    game = seated_game(service, ["ann", "bob"], title="skewed-bids@1")
    play_on(service, game, actions=actions)
    return game


def action_of(event: GameEvent) -> dict[str, Any]:
    """Returns the whole action of an event, also from its envelope; an empty one for other events."""
    contents = [envelope.content for envelope in event.sealed if "action" in envelope.content]
    action: dict[str, Any] = contents[0]["action"] if contents else event.data.get("action", {"type": ""})
    return action


def tamper(service: UseCases, game: UUID) -> int:
    """Alters a stored event where it is kept: the card of the last bid. Returns the event's number."""
    application = service.application
    events = list(application.all_events_of(game))
    event = next(one for one in reversed(events) if action_of(one)["type"] == "bid")
    action = {"type": "bid", "card": 1 + action_of(event)["card"] % 6}
    sealed = [one._replace(content={**one.content, "action": action}) for one in event.sealed]
    data = event.data if sealed else {**event.data, "action": action}
    row = application._mapper.to_stored_event(replace(event, data=data, sealed=sealed))
    with application._factory.datastore.transaction(commit=True) as cursor:  # type: ignore[attr-defined]
        cursor.execute(
            "UPDATE stored_events SET state = ? WHERE originator_id = ? AND originator_version = ?",
            (row.state, game.hex, event.n),
        )
    return event.n


# -- recheck over stored games ------------------------------------------------------------------


def test_every_stored_game_is_rechecked_finished_or_running(
    service: UseCases, settings: Settings, record: Path
) -> None:
    finished, running, waiting = begin(service, actions=99), begin(service, actions=3), begin(service, actions=0)
    with service.application.reading(finished) as game:
        assert game.lifecycle.is_seed_revealed
    done = delvebook("recheck", record, "--store", "--json", home=settings.home)
    told = {one["name"]: one for one in json.loads(done.output)["skewed-bids@1"]}

    assert done.exit_code == 0
    assert {name: (one["status"], one["is_running"]) for name, one in told.items()} == {
        str(record): ("same", False),
        str(finished): ("same", False),
        str(running): ("same", True),
        str(waiting): ("same", True),
    }


def test_the_store_is_taken_where_the_settings_say_unless_it_is_left_out(
    service: UseCases, settings: Settings, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("delvebook.service.cli.recheck.GOLDEN", GOLDEN / "labyrinth")
    begin(service, actions=3)

    assert "labyrinth@1: " in delvebook("recheck", home=settings.home).output
    assert "skewed-bids@1: 1 records, 1 of running games, all" in delvebook("recheck", home=settings.home).output
    assert "skewed-bids@1" not in delvebook("recheck", "--no-store", home=settings.home).output
    assert "1 records, all" in delvebook("recheck", record, home=settings.home).output
    assert "2 records, 1 of" in delvebook("recheck", record, "--store", home=settings.home).output


def test_where_there_is_no_store_none_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("delvebook.service.cli.recheck.GOLDEN", GOLDEN / "labyrinth")
    home = tmp_path / "nowhere"

    assert delvebook("recheck", home=home).exit_code == 0
    assert delvebook("recheck", "--store", home=home).exit_code == 2
    assert not home.exists()


@pytest.mark.parametrize("content", [b"", b"nonsense" * 1000])
def test_a_store_that_cannot_be_read_is_said_to_be_so(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "events.db").write_bytes(content)
    done = delvebook("recheck", home=tmp_path)

    assert done.exit_code == 2
    assert isinstance(done.exception, SystemExit)
    assert "--no-store" in done.output


def test_nothing_secret_of_a_running_game_that_differs_is_told(
    service: UseCases, settings: Settings, record: Path
) -> None:
    game = begin(service, actions=3)
    n = tamper(service, game)
    told = delvebook("recheck", record, "--store", home=settings.home)
    plain = delvebook("recheck", record, "--store", "--json", home=settings.home)
    other, one = json.loads(plain.output)["skewed-bids@1"]

    assert (told.exit_code, plain.exit_code) == (1, 1)
    assert other["holds"]
    assert one["is_running"]
    assert one["first"].keys() == {"code", "n", "clauses"}
    assert one["first"]["n"] == n
    assert "not told: the game is running" in told.output
    assert str(game) in told.output
    with service.application.reading(game) as known:
        for secret in (known.seed.hex(), "prize-", '"card"'):
            assert secret not in told.output + plain.output


def test_a_finished_game_that_differs_is_told_with_place_and_values(
    service: UseCases, settings: Settings, record: Path
) -> None:
    game = begin(service, actions=99)
    n = tamper(service, game)
    done = delvebook("recheck", record, "--store", "--json", home=settings.home)
    _, one = json.loads(done.output)["skewed-bids@1"]

    assert done.exit_code == 1
    assert (one["name"], one["status"], one["first"]["n"]) == (str(game), "differs", n)
    assert one["first"]["pointer"] != ""


def test_games_are_read_the_same_from_every_kind_of_store(store: Settings) -> None:
    service = open_service(store)
    games = [seated_game(service, ["ann", "bob"]) for _ in range(3)]
    play_on(service, games[1], actions=5000)
    service.application.close()
    stored = stored_games(store)
    tally = recheck(stored, jobs=2)["dungeon-raiders@1"]

    assert [one.game for one in stored] == games
    assert (tally.games, tally.running, tally.differing, tally.unknown) == (3, 2, 0, 0)
    assert [verdict.is_secret for verdict in tally.kept] == [True, False, True]


def test_a_game_that_cannot_be_read_hides_no_other(service: UseCases, settings: Settings) -> None:
    verdict = judge(StoredGame(settings, UUID(int=7)))

    assert verdict is not None
    assert (verdict.ruleset, verdict.status) == (UNREADABLE, "unknown")
    assert verdict.why == "it cannot be read: UnknownGameError"


# -- which games would come out differently -----------------------------------------------------


def test_the_author_of_a_corrected_rule_is_told_which_games_it_would_change(
    service: UseCases, settings: Settings, record: Path
) -> None:
    finished, running = begin(service, actions=99), begin(service, actions=5)
    unharmed = begin(service, actions=0)
    seated_game(service, ["ann", "bob"], title="skewed-bids@2")
    done = delvebook("recheck", record, "--store", "--under", "skewed-bids@2", "--json", home=settings.home)
    (key,) = told = json.loads(done.output)
    verdicts = {one["name"]: one for one in told[key]}

    assert done.exit_code == 1
    assert key == "skewed-bids@1"
    assert list(verdicts) == [str(record), str(finished), str(running), str(unharmed)]
    first = verdicts[str(record)]["first"]
    assert (first["code"], first["clauses"]) == ("divergence/facts", ["BID-006"])
    assert first["expected_sentence"] == "Seat 2 wins the cloak."
    assert verdicts[str(unharmed)]["status"] == "same"
    for one in verdicts.values():
        assert not one["is_running"] or (one["first"] or {}).keys() <= {"code", "n", "clauses"}


def test_the_table_says_under_which_version(record: Path) -> None:
    done = delvebook("recheck", record, "--under", "skewed-bids@2")

    assert "skewed-bids@1 under skewed-bids@2: 1 records, 1 differ" in done.output
    assert "/facts/2/seat" in done.output
    assert "BID-006" in done.output
    same = delvebook("recheck", GOLDEN / "labyrinth", "--under", "labyrinth@1")
    assert (same.exit_code, "There are no records to check." in same.output) == (0, True)


def test_a_record_without_its_seed_cannot_be_compared(tmp_path: Path) -> None:
    path = tmp_path / "running.jsonl"
    path.write_bytes(record_of(*played_game(ruleset="skewed-bids@1", stop_after=4), SPECTATOR))

    for arguments in ((), ("--under", "skewed-bids@2")):
        done = delvebook("recheck", path, *arguments)
        assert done.exit_code == 2
        assert "1 cannot be compared" in done.output
        assert "the seed is not revealed" in done.output
    assert delvebook("diff", path, "--under", "skewed-bids@2").exit_code == 2


def test_a_record_that_is_false_already_cannot_be_compared(record: Path) -> None:
    lines = lines_of(record.read_bytes())
    lines[8]["at"] = lines[10]["at"]
    record.write_bytes(to_record(lines))
    verdict = judge(RecordFile(record), under="skewed-bids@2")

    assert verdict is not None
    assert verdict.status == "unknown"
    assert "is not what skewed-bids@1 makes of it" in verdict.why


@pytest.mark.parametrize("under", ["skewed-bids", "skewed-bids@9"])
def test_a_version_that_is_not_there_is_refused_with_those_that_are(record: Path, under: str) -> None:
    for command in ("recheck", "diff"):
        done = delvebook(command, record, "--under", under)

        assert done.exit_code == 2
        assert "skewed-bids@1, skewed-bids@2" in " ".join(done.output.replace("│", "").split())


def test_only_so_many_are_told_and_all_are_counted(record: Path) -> None:
    tally = recheck([RecordFile(record)] * 5, under="skewed-bids@2", kept_max=2)["skewed-bids@1"]

    assert (tally.games, tally.differing, len(tally.kept)) == (5, 5, 2)


# -- diff ---------------------------------------------------------------------------------------


def test_diff_tells_how_a_game_comes_out_under_another_version(record: Path) -> None:
    done = delvebook("diff", record, "--under", "skewed-bids@2")
    plain = json.loads(delvebook("diff", record, "--under", "skewed-bids@2", "--json").output)

    assert done.exit_code == 1
    assert "Seat 2 wins the cloak." in done.output
    assert "Seat 1 wins the cloak." in done.output
    assert "goes to the highest bid" in done.output
    assert (plain["ruleset"], plain["under"]) == ("skewed-bids@1", "skewed-bids@2")
    assert plain["divergence"]["pointer"] == "/facts/2/seat"


def test_diff_says_if_it_comes_out_the_same(record: Path) -> None:
    done = delvebook("diff", record, "--under", "skewed-bids@1")
    plain = json.loads(delvebook("diff", record, "--under", "skewed-bids@1", "--json").output)

    assert (done.exit_code, plain["divergence"]) == (0, None)
    assert "comes out the same under skewed-bids@1" in done.output


def test_diff_takes_the_seed_of_a_running_game(tmp_path: Path) -> None:
    game, events = played_game(ruleset="skewed-bids@1", stop_after=8)
    path = tmp_path / "mine.jsonl"
    path.write_bytes(record_of(game, events, seat_viewer(0)))

    assert delvebook("diff", path, "--under", "skewed-bids@2", "--seed", game.seed.hex()).exit_code == 1
    assert delvebook("diff", path, "--under", "skewed-bids@2", "--seed", "ab" * 32).exit_code == 2


def test_diff_of_two_records_explains_the_difference_with_its_clause(record: Path, tmp_path: Path) -> None:
    lines = lines_of(record.read_bytes())
    fact = next(fact for line in lines[1:] for fact in line["data"].get("facts", []) if fact["type"] == "prize_won")
    fact["seat"] = 2
    other = tmp_path / "other.jsonl"
    other.write_bytes(to_record(lines))
    done = delvebook("diff", record, other)
    plain = json.loads(delvebook("diff", record, other, "--json").output)

    assert done.exit_code == 1
    assert "Seat 3 wins the cloak." in done.output
    assert "BID-006" in done.output
    assert plain["pointer"].startswith("/data/facts/")
    assert plain["divergence"]["pointer"] == "/facts/2/seat"
    assert json.loads(delvebook("diff", record, record, "--json").output) is None


@pytest.mark.parametrize("arguments", [(), ("game", "--under", "skewed-bids@2")])
def test_diff_wants_another_record_or_another_version(record: Path, arguments: tuple[str, ...]) -> None:
    done = delvebook("diff", record, *(record if one == "game" else one for one in arguments))

    assert done.exit_code == 2
    assert isinstance(done.exception, SystemExit)


# -- a running game stays on its version --------------------------------------------------------


def test_a_running_game_stays_on_its_version_when_a_later_one_is_registered(store: Settings) -> None:
    chance = numbered_bytes()
    with registered_titles(SkewedBids):
        service = open_service(store, random_bytes=chance)
        game_id = seated_game(service, ["ann", "bob"], title="skewed-bids")
        play_on(service, game_id, actions=3)
        service.application.close()

    later = open_service(store, create_tables=False, random_bytes=chance)
    play_on(later, game_id, actions=99)
    with later.application.reading(game_id) as game:
        assert game.ruleset.key == "skewed-bids@1"
        assert game.lifecycle.status == "finished"
        # The fault of the first version: every prize goes to the first seat.
        assert [len(taken) for taken in game.get_table().state["taken"]] == [3, 0]
    body = later.games.create(player("eve"), ruleset="skewed-bids", seats=2, options={}, bots={}).game
    assert body["ruleset"] == "skewed-bids@2"
    later.application.close()
    verdict = judge(StoredGame(store, game_id))
    assert verdict is not None
    assert (verdict.ruleset, verdict.status) == ("skewed-bids@1", "same")
