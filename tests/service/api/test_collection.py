"""The records of all games that are over, as one stream: which, in which order, resumed anywhere, and no others."""

from __future__ import annotations

import json
import tracemalloc
from uuid import UUID

import pytest
from flask import Flask

from delvebook.replays.verify import verify
from tests.service.api.collected import catch_up, over, split
from tests.service.api.house import Person, as_official, body_of, running_game


def test_every_record_of_the_stream_is_the_one_of_its_game_and_verifies(app: Flask, ann: Person) -> None:
    games = [over(app, ann) for _ in range(3)]
    catch_up(app)

    found, end = split(Person(app).get("/v1/records"))

    assert list(found) == games
    assert end == {
        "format": "delvebook-records/1",
        "records": 3,
        "skipped": [],
        "after": games[-1],
        "complete": True,
    }
    for game, record in found.items():
        alone = ann.get(f"/v1/games/{game}/record").data
        assert record.splitlines()[1:] == alone.splitlines()[1:]
        header, own = json.loads(record.splitlines()[0]), json.loads(alone.splitlines()[0])
        assert {key: header[key] for key in header if key not in ("exported_at", "receipt")} == {
            key: own[key] for key in own if key not in ("exported_at", "receipt")
        }
        report = verify(record)
        assert report.level("chain").status == report.level("replay").status == "holds"


def test_a_stream_that_is_cut_off_at_any_byte_goes_on_after_the_last_whole_record(app: Flask, ann: Person) -> None:
    games = [over(app, ann) for _ in range(3)]
    catch_up(app)
    whole = Person(app).get("/v1/records").data
    step = max(1, len(whole) // 40)

    for cut in [*range(0, len(whole), step), len(whole) - 1]:
        got, last = [], None
        for game, record in whole_records(whole[:cut]).items():
            got.append(record)
            last = game
        path = "/v1/records" if last is None else f"/v1/records?after={last}"
        rest, end = split(Person(app).get(path))
        assert [*whole_records(whole[:cut]), *rest] == games, cut
        assert end["complete"] is True


def whole_records(data: bytes) -> dict[str, bytes]:
    """The records of which every line has come."""
    found: dict[str, bytes] = {}
    lines = [line for line in data.splitlines(keepends=True) if line.endswith(b"\n")]
    at = 0
    while at < len(lines):
        header = json.loads(lines[at])
        if header["format"] != "delvebook-record/1":
            break
        length = header["head"]["n"] + 1
        if at + length > len(lines):
            break
        found[header["game"]] = b"".join(lines[at : at + length])
        at += length
    return found


def test_what_ends_later_comes_later_and_is_all_that_follows(app: Flask, ann: Person) -> None:
    first = over(app, ann)
    catch_up(app)
    _, end = split(ann.get("/v1/records?limit=1"))
    second = over(app, ann)
    catch_up(app)

    found, last = split(ann.get(f"/v1/records?after={end['after']}"))

    assert end["after"] == first
    assert list(found) == [second]
    assert split(ann.get(f"/v1/records?after={last['after']}")) == ({}, {**last, "records": 0})


def test_a_limit_says_that_there_is_more(app: Flask, ann: Person) -> None:
    games = [over(app, ann) for _ in range(2)]
    catch_up(app)

    found, end = split(ann.get("/v1/records?limit=1"))

    assert list(found) == games[:1]
    assert (end["records"], end["complete"], end["after"]) == (1, False, games[0])
    assert split(ann.get("/v1/records?limit=2"))[1]["complete"] is True


def test_games_are_found_by_title_time_player_bot_and_option(app: Flask, ann: Person, bob: Person) -> None:
    raid = over(app, ann, "greedy", "random")
    solo = over(app, bob, "random", ruleset="labyrinth", options={"team_size": 5})
    tactical = over(app, ann, options={"mode": "tactical"})
    game = running_game(ann, bob)
    olga = as_official(app, "Olga", "service:operate")
    assert olga.post(f"/v1/games/{game}/abort", {"reason": "late"}).status_code == 201
    catch_up(app)

    def asked(**query: object) -> set[str]:
        return set(split(ann.get("/v1/records", query_string=query))[0])

    ended = end_of(ann, solo)
    assert asked(ruleset="labyrinth") == asked(ruleset="labyrinth@1") == {solo}
    assert asked(bot="greedy") == asked(bot="greedy@1") == {raid}
    assert asked(option="mode:tactical") == {tactical}
    assert asked(option="team_size:5") == {solo}
    assert asked(option=["team_size:5", "mode:tactical"]) == set()
    assert asked(until=ended) == {raid}
    assert asked(since=ended) == {solo, tactical}
    assert asked(status="aborted") == asked(player=bob.id, status="aborted") == asked(player="me", status="aborted")
    assert asked(player="bob", status="aborted") == asked(player=" Bob ", status="aborted") == {game}
    assert asked(status="aborted") == {game}
    assert asked(status=["finished", "aborted"]) == {raid, solo, tactical, game}


def end_of(person: Person, game: str) -> str:
    """When the game ended."""
    events = body_of(person.get(f"/v1/games/{game}/events?limit=500"))["events"]
    return str(next(event for event in events if event["type"] == "GameFinished")["at"])


def test_a_game_that_is_not_over_never_comes_and_nor_does_a_strangers_private_one(
    app: Flask, ann: Person, bob: Person, nobody: Person
) -> None:
    running = running_game(ann, bob)
    ann.acts(running)
    private = over(app, ann, visibility="private")
    unlisted = over(app, ann, visibility="unlisted")
    catch_up(app)

    assert list(split(nobody.get("/v1/records?status=finished&status=aborted"))[0]) == []
    assert list(split(bob.get("/v1/records"))[0]) == []
    assert list(split(ann.get("/v1/records"))[0]) == [private, unlisted]


def test_a_game_whose_seed_is_kept_back_has_no_record_even_if_the_list_should_say_so(
    app: Flask, ann: Person, bob: Person
) -> None:
    game = running_game(ann, bob)
    services = app.extensions["delvebook"]
    catch_up(app)
    reader = services.collection._reader
    with reader._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE collected_games SET place = 1, status = 'finished'")

    found, end = split(ann.get("/v1/records"))

    assert found == {}
    assert end["skipped"] == [game]


def test_a_damaged_game_is_named_and_the_others_come(app: Flask, ann: Person) -> None:
    games = [over(app, ann) for _ in range(3)]
    catch_up(app)
    application = app.extensions["delvebook"].use.application
    with application._factory.datastore.transaction(commit=True) as cursor:
        cursor.execute(
            "UPDATE stored_events SET state = 'no event' WHERE originator_id = ? AND originator_version = 9",
            [UUID(games[1]).hex],
        )

    found, end = split(ann.get("/v1/records"))

    assert list(found) == [games[0], games[2]]
    assert (end["records"], end["skipped"], end["complete"]) == (2, [games[1]], True)


def test_games_are_read_in_the_order_of_their_creation_page_by_page(app: Flask, ann: Person, bob: Person) -> None:
    games = [running_game(ann, bob) for _ in range(3)]
    ann.acts(games[0])
    catch_up(app)
    first = body_of(ann.get("/v1/games?order=created&limit=2"))
    second = body_of(ann.get(f"/v1/games?order=created&limit=2&cursor={first['next']}"))

    assert [game["id"] for game in (*first["games"], *second["games"])] == games[::-1]
    assert second["next"] is None
    assert [game["id"] for game in body_of(ann.get("/v1/games"))["games"]] == [games[0], games[2], games[1]]
    mixed = ann.get(f"/v1/games?cursor={first['next']}")
    assert (mixed.status_code, body_of(mixed)["code"]) == (422, "input/invalid")
    assert body_of(ann.get("/v1/games?order=name"))["code"] == "input/invalid"


def test_what_is_an_accounts_id_never_means_another_account(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    mimic = ann.client.post("/v1/accounts", json={"name": bob.id})
    assert (mimic.status_code, body_of(mimic)["code"]) == (422, "input/invalid")
    catch_up(app)

    def listed(path: str) -> list[str]:
        return [one["id"] for one in body_of(ann.get(path))["games"]]

    assert listed(f"/v1/games?player={bob.id}") == listed("/v1/games?player=BOB") == [game]
    waiting = body_of(ann.get(f"/v1/games/{game}"))["to_act"]
    assert bool(listed("/v1/games?waiting_for=bob")) == (1 in waiting)
    assert body_of(ann.get("/v1/games?waiting_for=nobody"))["code"] == "account/unknown"
    assert body_of(ann.get("/v1/disputes?claimant=bob"))["disputes"] == []
    assert body_of(ann.post("/v1/exports", {"format": "ndjson.zst", "player": "nobody"}))["code"] == "account/unknown"


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("ruleset=chess", "ruleset/unknown"),
        ("player=me", "auth/required"),
        ("player=00ff", "account/unknown"),
        ("bot=gree", "bot/unknown"),
        ("bot=greedy@99", "bot/unknown"),
        ("player=Nobody%20of%20that%20name", "account/unknown"),
        ("after=0e0a2c9e-6c58-5b0b-9f0a-6f7f4a3f8d11", "game/unknown"),
        ("after=12", "input/invalid"),
        ("status=running", "input/invalid"),
        ("option=tactical", "input/invalid"),
        ("since=yesterday", "input/invalid"),
        ("limit=0", "input/invalid"),
        ("colour=red", "input/invalid"),
    ],
)
def test_a_filter_that_is_none_is_refused_before_anything_is_sent(nobody: Person, query: str, code: str) -> None:
    assert body_of(nobody.get(f"/v1/records?{query}"))["code"] == code


@pytest.mark.long
def test_a_long_stream_takes_no_more_memory_than_a_short_one(app: Flask, ann: Person) -> None:
    def peak(limit: int) -> int:
        tracemalloc.start()
        response = ann.get(f"/v1/records?limit={limit}", buffered=False)
        for _ in response.response:
            pass
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    for _ in range(12):
        over(app, ann)
    catch_up(app)
    peak(2)

    assert peak(12) < 1.5 * peak(3)
