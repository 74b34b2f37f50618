"""Records out, and records in to be checked."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from flask import Flask

from delvebook.replays.verify import verify
from delvebook.service.base.errors import TooSlowError
from delvebook.service.base.settings import Settings
from delvebook.service.checks.sandbox import Checker
from tests.replays.games import rechained
from tests.service.api.house import Person, body_of, build, play_bots, play_to_the_end, running_game


def test_everybodys_record_has_the_same_hashes_and_verifies(ann: Person, bob: Person, nobody: Person) -> None:
    game = running_game(ann, bob)
    ann.acts(game)
    bob.acts(game)
    hashes = set()
    for person, viewer in ((ann, "seat:0"), (bob, "seat:1"), (nobody, "spectator")):
        export = person.get(f"/v1/games/{game}/record")
        lines = [json.loads(line) for line in export.data.splitlines()]
        assert export.mimetype == "application/x-ndjson"
        assert lines[0]["viewer"] == viewer
        assert verify(export.data).level("chain").status == "holds"
        hashes.add(tuple(line["hash"] for line in lines[1:]))

    assert len(hashes) == 1


def test_a_finished_games_record_is_public_and_can_be_played_again(ann: Person, bob: Person, nobody: Person) -> None:
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)

    export = nobody.get(f"/v1/games/{game}/record")
    checked = nobody.post("/v1/verifications", data=export.data, content_type="application/x-ndjson")
    own = nobody.get(f"/v1/games/{game}/verification")

    assert json.loads(export.data.splitlines()[0])["viewer"] == "public"
    for answer in (checked, own):
        body = body_of(answer)
        assert body["holds"] is True
        assert [level["level"] for level in body["levels"]] == ["chain", "receipts", "replay"]
        assert {level["status"] for level in body["levels"]} == {"holds"}
        assert body["level_reached"] == "replay"


def test_a_running_game_is_checked_as_far_as_one_may_see(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)

    body = body_of(ann.get(f"/v1/games/{game}/verification"))

    assert body["viewer"] == "seat:0"
    assert body["holds"] is True
    assert [level["status"] for level in body["levels"]] == ["holds", "holds", "not applicable"]
    assert body["level_reached"] == "receipts"


def test_one_changed_byte_is_found_and_located(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    lines = ann.get(f"/v1/games/{game}/record").data.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if b'"play_card"' in line)
    lines[at] = lines[at].replace(b'"seat:', b'"seat;', 1)

    body = body_of(ann.post("/v1/verifications", data=b"".join(lines), content_type="application/x-ndjson"))

    assert body["holds"] is False
    assert body["first"]["line"] == at + 1


def test_an_upload_beyond_the_limit_is_refused(settings: Settings) -> None:
    app = build(replace(settings, record_bytes_max=100_000))
    nobody = Person(app)

    refused = nobody.post("/v1/verifications", data=b"x" * 100_001, content_type="application/x-ndjson")
    larger_than_a_body = nobody.post("/v1/verifications", data=b"x" * 99_999, content_type="application/x-ndjson")

    assert (refused.status_code, body_of(refused)["code"]) == (413, "input/too_large")
    assert body_of(refused)["bytes_max"] == 100_000
    assert body_of(larger_than_a_body)["code"] == "record/malformed"
    app.extensions["delvebook"].close()


def test_a_check_that_takes_too_long_is_given_up(tmp_path: object, ann: Person, bob: Person) -> None:
    from pathlib import Path  # noqa: PLC0415

    path = Path(str(tmp_path)) / "record.jsonl"
    path.write_bytes(b"{}\n" * 10)
    checker = Checker(seconds_max=1)
    checker._seconds_max = -2

    with pytest.raises(TooSlowError):
        checker.check(path)


def test_a_public_record_of_a_running_game_is_for_nobody(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)

    assert body_of(ann.get(f"/v1/games/{game}/record?viewer=public"))["code"] == "auth/forbidden"


def game_of_bots(app: Flask, ann: Person) -> str:
    """A game of two bots, played by them to its end."""
    game = ann.opens_game(bots=[{"seat": 0, "bot": "random"}, {"seat": 1, "bot": "random"}])
    ann.starts(game)
    play_bots(app, game)
    assert ann.sees(game)["status"] == "finished"
    return game


def test_bots_are_asked_again_if_that_is_wanted_and_else_the_report_says_that_they_were_not(
    app: Flask, ann: Person
) -> None:
    game = game_of_bots(app, ann)
    path = f"/v1/games/{game}/verification"
    moves = sum(event["type"] == "ActionTaken" for event in body_of(ann.get(f"/v1/games/{game}/events"))["events"])

    usual = body_of(ann.get(path))
    asked = body_of(ann.get(path, query_string={"level": ["bots", "replay", "chain"]}))

    assert "bots" not in [level["level"] for level in usual["levels"]]
    assert {"level": "bots", "why_not": "it was not asked for"} in usual["not_asked"]
    assert "bots not checked" in usual["summary"]
    assert [(level["level"], level["status"]) for level in asked["levels"]] == [
        ("chain", "holds"),
        ("replay", "holds"),
        ("bots", "holds"),
    ]
    assert asked["levels"][-1]["counts"]["moves"] == moves > 10
    assert asked["level_reached"] == "bots"
    assert body_of(ann.get(f"{path}?level=genius"))["code"] == "input/invalid"


def test_an_upload_that_names_another_program_is_found_by_asking_the_bots(app: Flask, ann: Person) -> None:
    game = game_of_bots(app, ann)
    lines = [json.loads(line) for line in ann.get(f"/v1/games/{game}/record").data.splitlines()]
    seat = next(line for line in lines if line.get("type") == "SeatTaken")
    assert seat["data"]["bot"] == "random@1"
    seat["data"]["bot"] = "greedy@1"
    upload = {"data": rechained(lines), "content_type": "application/x-ndjson"}

    usual = body_of(ann.post("/v1/verifications", **upload))
    asked = body_of(ann.post("/v1/verifications?level=chain&level=replay&level=bots", **upload))

    assert {level["level"]: level["status"] for level in usual["levels"]}["replay"] == "holds"
    assert asked["first"]["code"] == "bots/choice"
    assert {level["level"]: level["status"] for level in asked["levels"]} == {
        "chain": "holds",
        "replay": "holds",
        "bots": "failed",
    }


def test_in_a_running_game_no_bot_is_asked_again(app: Flask, ann: Person) -> None:
    game = ann.opens_game(bots=[{"seat": 1, "bot": "random"}])
    ann.sits(game)
    ann.starts(game)
    play_bots(app, game)

    (level,) = body_of(ann.get(f"/v1/games/{game}/verification?level=bots"))["levels"]

    assert (level["status"], level["counts"].get("moves", 0)) == ("not applicable", 0)
    assert "seed" in level["why_not"]


@pytest.mark.parametrize("levels", ["", "?level=log", "?level=replay&level=bots", "?level=log&level=log"])
def test_what_is_no_record_is_refused_whatever_levels_are_asked_for(nobody: Person, levels: str) -> None:
    refused = nobody.post(f"/v1/verifications{levels}", json={"record": "a shopping list"})

    assert refused.status_code == 422
    assert body_of(refused)["code"] == "record/malformed"
    assert body_of(refused)["line"] == 1
