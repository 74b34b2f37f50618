"""Records of forks that were played elsewhere: verified with their parents' records, and of use like any other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from delvebook.service.base.settings import Settings
from tests.replays.games import forged, lines_of, to_record
from tests.replays.test_kept import KEPT
from tests.service.api.collected import catch_up, over
from tests.service.api.house import Person, as_official, body_of, build, counted_bytes, play_bots, quiet

NDJSON = "application/x-ndjson"
LEVELS = "level=chain&level=replay"
BOTS = [{"seat": 0, "bot": "random"}, {"seat": 1, "bot": "random"}]


class Family(NamedTuple):
    """Records of a game, of a fork of it, and of a fork of that."""

    game: bytes
    fork: bytes
    second: bytes


def build_elsewhere(home: Path) -> Flask:
    """Another service."""
    return build(quiet(Settings(home=home, secret="cd" * 32)), random_bytes=counted_bytes("elsewhere"))


@pytest.fixture(scope="module")
def family(tmp_path_factory: pytest.TempPathFactory) -> Family:
    """Three games of another service, played by bots."""
    app = build_elsewhere(tmp_path_factory.mktemp("elsewhere"))
    guest = Person(app, "Guest")
    game = over(app, guest)
    fork = forks(app, guest, f"/v1/games/{game}", event=20)
    second = forks(app, guest, f"/v1/games/{fork}", event=16)
    made = Family(*(bytes(guest.get(f"/v1/games/{one}/record").data) for one in (game, fork, second)))
    app.extensions["delvebook"].close()
    return made


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Flask]:
    made = build_elsewhere(tmp_path / "elsewhere")
    yield made
    made.extensions["delvebook"].close()


def forks(app: Flask, person: Person, place: str, *, event: int) -> str:
    """A fork that bots have played to its end."""
    made = person.post(f"{place}/forks", {"event": event, "bots": BOTS})
    assert made.status_code == 201, made.text
    fork = str(body_of(made)["id"])
    person.starts(fork)
    play_bots(app, fork)
    assert person.sees(fork)["status"] == "finished"
    return fork


def sends(person: Person, record: bytes, *parents: bytes) -> TestResponse:
    """Imports a record with those of its parents."""
    body = {"record": record.decode(), "parents": [parent.decode() for parent in parents]}
    return person.post("/v1/imports", body)


def brings(person: Person, record: bytes, *parents: bytes) -> str:
    """Where a record is that was imported."""
    answer = sends(person, record, *parents)
    assert answer.status_code == 201, answer.text
    return str(answer.headers["Location"])


def header_of(record: bytes) -> dict[str, Any]:
    header: dict[str, Any] = lines_of(record)[0]
    return header


def imported(person: Person) -> dict[str, dict[str, Any]]:
    """Returns the imports by game."""
    return {one["game"]: one for one in body_of(person.get("/v1/imports"))["imports"]}


def codes(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, body_of(answer)["code"]


def test_a_fork_of_a_fork_comes_in_with_its_parents_and_goes_out_byte_for_byte(
    app: Flask, ann: Person, family: Family
) -> None:
    place = brings(ann, family.second, family.game, family.fork)

    found = imported(ann)
    alone = body_of(ann.get(place))
    game, fork, second = (found[header_of(record)["game"]] for record in family)
    assert alone == second
    assert {level["level"]: level["status"] for level in alone["levels"]} == {"chain": "holds", "replay": "holds"}
    parent = next(line for line in lines_of(family.second) if line.get("n") == 1)["data"]["parent"]
    assert second["parent"] == {**parent, "imported_as": fork["id"]}
    assert fork["parent"]["imported_as"] == game["id"]
    assert game["parent"] is None
    for one, record in ((game, family.game), (fork, family.fork), (second, family.second)):
        assert ann.get(f"/v1/imports/{one['id']}/record").data == record
    catch_up(app)
    assert body_of(ann.get("/v1/games"))["games"] == []
    assert app.extensions["delvebook"].use.application.log_position() == 0


def test_a_form_carries_a_fork_and_its_parents_too(ann: Person, family: Family) -> None:
    parts = {
        "record": (BytesIO(family.second), "second.jsonl"),
        "parents": [(BytesIO(one), f"{number}.jsonl") for number, one in enumerate((family.fork, family.game))],
    }

    made = ann.post("/v1/imports", data=parts, content_type="multipart/form-data")

    assert made.status_code == 201, made.text
    assert ann.get(f"{made.headers['Location']}/record").data == family.second


def test_a_fork_without_its_parent_is_refused_with_what_is_needed_and_nothing_is_kept(
    ann: Person, family: Family
) -> None:
    parent = lines_of(family.fork)[1]["data"]["parent"]

    for sent in ((), (family.second,)):
        refused = sends(ann, family.fork, *sent)
        assert codes(refused) == (422, "import/parent_missing")
        assert {key: body_of(refused)[key] for key in ("game", "n", "hash")} == parent
    alone = ann.post("/v1/imports", data=family.fork, content_type=NDJSON)
    assert codes(alone) == (422, "import/parent_missing")
    # The parent's own parent is needed as well.
    halfway = sends(ann, family.second, family.fork)
    assert codes(halfway) == (422, "import/parent_missing")
    assert body_of(halfway)["game"] == header_of(family.game)["game"]
    russian = ann.post("/v1/imports?lang=ru", data=family.fork, content_type=NDJSON)
    assert "ответвилась" in body_of(russian)["detail"]
    assert imported(ann) == {}


def test_parents_that_were_imported_before_need_not_come_again(ann: Person, bob: Person, family: Family) -> None:
    first = brings(bob, family.game)
    brings(ann, family.fork)
    place = brings(ann, family.second, family.fork, family.game)

    assert len(imported(ann)) == 3
    assert imported(ann)[header_of(family.game)["game"]]["imported_by"]["id"] == bob.id
    assert f"/v1/imports/{imported(ann)[header_of(family.fork)['game']]['parent']['imported_as']}" == first
    again = sends(ann, family.second)
    assert (again.status_code, again.headers["Location"]) == (200, place)


def test_a_fork_whose_parent_is_altered_is_refused_and_nothing_is_kept(ann: Person, family: Family) -> None:
    def change(lines: list[dict[str, Any]]) -> None:
        acted = next(line for line in lines if line.get("type") == "ActionTaken")
        acted["data"]["facts"] = []

    lines = lines_of(family.game)
    change(lines)
    altered = to_record(lines)  # its hashes are as they were
    refused = sends(ann, family.fork, altered)
    rechained = sends(ann, family.fork, forged(family.game, change))

    assert codes(refused) == (422, "import/does_not_hold")
    assert "parent" in body_of(refused)["report"]["first"]["sentence"]
    assert codes(rechained) == (422, "import/parent_missing")
    for wrong in (b"hello\n", family.game[:3000]):
        assert codes(sends(ann, family.fork, wrong)) == (422, "record/malformed")
    unknown = ann.post("/v1/imports", {"record": family.fork.decode(), "receipts": []})
    assert codes(unknown) == (422, "input/invalid")
    assert imported(ann) == {}


def test_an_imported_fork_is_watched_from_where_its_parent_stood(ann: Person, nobody: Person, family: Family) -> None:
    place = brings(ann, family.second, family.game, family.fork)
    fork = imported(ann)[header_of(family.fork)["game"]]["id"]
    started = next(line["n"] for line in lines_of(family.second)[1:] if line["type"] == "GameStarted")

    for seat in (0, 1):
        then = body_of(nobody.get(f"/v1/imports/{fork}/events/16?viewer=seat:{seat}"))
        now = body_of(nobody.get(f"{place}/events/{started}?viewer=seat:{seat}"))
        assert now["table"] == then["table"] is not None


def test_a_fork_of_an_imported_fork_is_ours_and_is_verified_with_all_of_them(
    app: Flask, ann: Person, family: Family
) -> None:
    place = brings(ann, family.second, family.game, family.fork)

    fork = forks(app, ann, place, event=14)
    use = app.extensions["delvebook"].use
    use.application.kept.clear()

    checked = body_of(ann.get(f"/v1/games/{fork}/verification"))
    assert {level["level"]: level["status"] for level in checked["levels"]}["replay"] == "holds"
    assert use.forks.ancestors(UUID(fork)) == [family.second, family.fork, family.game]


def test_a_game_that_a_ruling_resumed_comes_in_with_the_game_that_was_ruled_on(app: Flask) -> None:
    carl = Person(app, "Carl")  # no account may have a name that the record has
    left, resumed = (KEPT / f"{name}.jsonl" for name in ("resumed", "fork"))
    ruling = lines_of(resumed.read_bytes())[1]["data"]["parent"]["ruling"]
    before = [line for line in lines_of(left.read_bytes()) if line.get("n", 0) < ruling]

    assert codes(sends(carl, resumed.read_bytes(), to_record(before))) == (422, "import/parent_missing")
    place = brings(carl, resumed.read_bytes(), left.read_bytes())

    assert body_of(carl.get(place))["parent"]["ruling"] == ruling


def test_a_game_of_ours_that_was_forked_elsewhere_comes_home(app: Flask, elsewhere: Flask, ann: Person) -> None:
    game = over(app, ann)
    guest = Person(elsewhere, "Guest")
    there = guest.post("/v1/imports", data=ann.get(f"/v1/games/{game}/record").data, content_type=NDJSON)
    fork = forks(elsewhere, guest, there.headers["Location"], event=12)
    record = bytes(guest.get(f"/v1/games/{fork}/record").data)

    place = brings(ann, record)

    assert body_of(ann.get(place))["parent"] == {**ann_left(record), "imported_as": None}
    assert ann_left(record)["game"] == game
    assert len(imported(ann)) == 1
    mine = forks(app, ann, place, event=14)
    checked = body_of(ann.get(f"/v1/games/{mine}/verification"))
    assert {level["level"]: level["status"] for level in checked["levels"]}["replay"] == "holds"


def ann_left(record: bytes) -> dict[str, Any]:
    """The parent that a fork's record names."""
    parent: dict[str, Any] = lines_of(record)[1]["data"]["parent"]
    return parent


def test_nobody_who_looked_into_a_game_of_ours_plays_in_a_fork_that_comes_home(
    app: Flask, elsewhere: Flask, ann: Person
) -> None:
    judge = as_official(app, "Judge", "games:play", "disputes:rule")
    game = ann.opens_game(seats=2, bots=BOTS)
    ann.starts(game)
    assert judge.get(f"/v1/games/{game}?viewer=arbiter").status_code == 200
    play_bots(app, game)
    guest = Person(elsewhere, "Guest")
    there = guest.post("/v1/imports", data=ann.get(f"/v1/games/{game}/record").data, content_type=NDJSON)
    fork = forks(elsewhere, guest, there.headers["Location"], event=12)
    second = forks(elsewhere, guest, f"/v1/games/{fork}", event=14)
    place = brings(ann, bytes(guest.get(f"/v1/games/{fork}/record").data))

    refused = judge.post(f"{place}/forks", {"event": 14})
    again = brings(ann, bytes(guest.get(f"/v1/games/{second}/record").data))
    refused_again = judge.post(f"{again}/forks", {"event": 14})
    mine = body_of(ann.post(f"{place}/forks", {"event": 14}))["id"]

    assert codes(refused) == (403, "seat/official")
    assert codes(refused_again) == (403, "seat/official")
    assert codes(judge.post(f"/v1/games/{mine}/seats", {})) == (403, "seat/official")


def test_a_private_game_of_ours_is_no_parent_of_an_import(app: Flask, elsewhere: Flask, ann: Person) -> None:
    game = over(app, ann, visibility="private")
    record = bytes(ann.get(f"/v1/games/{game}/record").data)
    guest = Person(elsewhere, "Guest")
    there = guest.post("/v1/imports", data=record, content_type=NDJSON).headers["Location"]
    fork = bytes(guest.get(f"/v1/games/{forks(elsewhere, guest, there, event=12)}/record").data)

    assert codes(sends(ann, fork)) == (422, "import/parent_missing")
    assert codes(sends(ann, fork, record)) == (409, "import/own_game")
    assert imported(ann) == {}


def test_parents_count_among_the_records_that_an_account_may_import(settings: Settings, family: Family) -> None:
    app = build(replace(settings, imports_owned_max=2))
    ann, bob = Person(app, "Ann"), Person(app, "Bob")

    refused = sends(ann, family.second, family.fork, family.game)
    assert (codes(refused), body_of(refused)["limit"]) == ((409, "import/too_many"), 2)
    assert imported(ann) == {}
    brings(bob, family.game)
    brings(ann, family.second, family.fork, family.game)
    app.extensions["delvebook"].close()


def test_a_bundle_is_checked_like_the_lines_it_holds(ann: Person, family: Family) -> None:
    header, *events = lines_of(family.game)
    bundle = json.dumps({"format": "delvebook-bundle/1", "header": header, "events": events})

    checked, lines = (
        body_of(ann.post(f"/v1/verifications?{LEVELS}", data=data, content_type=kind))
        for data, kind in ((bundle, "application/json"), (family.game, NDJSON))
    )

    assert checked == lines
    assert checked["holds"]
