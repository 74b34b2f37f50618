"""Records of games that were played elsewhere: taken in if they hold, kept apart, watched, forked, given back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from delvebook.replays.verify import verify
from delvebook.service.base.settings import Settings
from delvebook.service.store.imports import game_of
from tests.house.files import ROOT
from tests.replays.games import lines_of, played_game, rechained, record_of
from tests.service.api.collected import catch_up, over, split
from tests.service.api.house import (
    Person,
    body_of,
    build,
    counted_bytes,
    play_bots,
    play_to_the_end,
    quiet,
    running_game,
)

NDJSON = "application/x-ndjson"
GOLDEN = ROOT / "replays" / "golden_games"
KEPT = ROOT / "tests" / "replays" / "kept"
RAID = GOLDEN / "dungeon-raiders" / "two-heroes.jsonl"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Flask]:
    """Another service."""
    made = build(
        quiet(Settings(home=tmp_path / "elsewhere", secret="cd" * 32)), random_bytes=counted_bytes("elsewhere")
    )
    yield made
    made.extensions["delvebook"].close()


def sends(person: Person, record: bytes, media_type: str = NDJSON) -> TestResponse:
    return person.post("/v1/imports", data=record, content_type=media_type)


def brings(person: Person, record: bytes) -> str:
    """Where a record is that was imported."""
    answer = sends(person, record)
    assert answer.status_code == 201, answer.text
    return str(answer.headers["Location"])


def test_what_is_exported_imported_and_exported_again_is_the_same_to_the_byte(elsewhere: Flask, ann: Person) -> None:
    record = ann_elsewhere_plays(elsewhere)

    place = brings(ann, record)
    again = ann.get(f"{place}/record")
    bundle = ann.get(f"{place}/record?format=json").data

    assert again.mimetype == NDJSON
    assert again.data == record
    assert sends(ann, bundle, "application/json").headers["Location"] == place
    assert ann.get(f"{place}/record").data == record


def ann_elsewhere_plays(elsewhere: Flask) -> bytes:
    """The record of a game that was played on the other service."""
    guest = Person(elsewhere, "Ann")
    return bytes(guest.get(f"/v1/games/{over(elsewhere, guest)}/record").data)


def test_an_imported_record_says_so_and_says_what_was_checked(ann: Person, nobody: Person) -> None:
    place = brings(ann, RAID.read_bytes())

    alone = body_of(nobody.get(place))
    [listed] = body_of(nobody.get("/v1/imports"))["imports"]

    assert alone == listed
    assert (alone["status"], alone["ended"], alone["ruleset"]) == ("imported", "finished", "dungeon-raiders@1")
    assert alone["imported_by"] == {"id": ann.id, "name": "Ann", "kind": "person"}
    assert {level["level"]: level["status"] for level in alone["levels"]} == {"chain": "holds", "replay": "holds"}
    assert [seat["bot"] for seat in alone["seats"]] == ["greedy@1", "greedy@1"]
    assert [seat["rank"] for seat in alone["seats"]] == [2, 1]


def test_it_is_no_game_of_ours_in_any_list_or_log(app: Flask, ann: Person, nobody: Person) -> None:
    record = RAID.read_bytes()
    brings(ann, record)
    catch_up(app)
    game = json.loads(record.splitlines()[0])["game"]

    assert body_of(nobody.get("/v1/games"))["games"] == []
    assert split(nobody.get("/v1/records"))[0] == {}
    assert body_of(nobody.get(f"/v1/games/{game}"))["code"] == "game/unknown"
    assert body_of(nobody.get(f"/v1/games/{game}/inclusion"))["code"] == "game/unknown"
    assert app.extensions["delvebook"].use.application.log_position() == 0


def test_the_same_record_sent_again_is_the_same_import(ann: Person, bob: Person) -> None:
    record = RAID.read_bytes()
    place = brings(ann, record)

    again = sends(bob, record)

    assert (again.status_code, again.headers["Location"]) == (200, place)
    assert body_of(again)["imported_by"]["id"] == ann.id
    assert len(body_of(ann.get("/v1/imports"))["imports"]) == 1


def test_it_is_watched_event_by_event_through_any_eyes(ann: Person, nobody: Person) -> None:
    place = brings(ann, RAID.read_bytes())

    page = body_of(nobody.get(f"{place}/events?limit=500"))
    own, others = (body_of(nobody.get(f"{place}/events/6?viewer=seat:{seat}")) for seat in (1, 0))
    russian = body_of(nobody.get(f"{place}/events/1?lang=ru"))

    assert [event["n"] for event in page["events"]] == list(range(1, 62))
    assert page["events"] == [json.loads(line) for line in RAID.read_bytes().splitlines()[1:]]
    assert own["table"] != others["table"]
    assert russian["told"] == ["Новая партия: Dungeon Raiders, 2 места."]
    assert body_of(nobody.get(f"{place}/events/99"))["code"] == "event/unknown"
    assert body_of(nobody.get(f"{place}/events?after=60"))["next"] is None


def test_a_fork_of_it_is_a_game_of_ours_and_is_verified_together_with_it(app: Flask, ann: Person) -> None:
    place = brings(ann, RAID.read_bytes())

    made = ann.post(
        f"{place}/forks", {"event": 20, "bots": [{"seat": 0, "bot": "random"}, {"seat": 1, "bot": "random"}]}
    )
    fork = body_of(made)["id"]
    ann.starts(fork)
    app.extensions["delvebook"].use.application.kept.clear()
    play_bots(app, fork)

    seen = ann.sees(fork)
    assert (seen["status"], seen["parent"]["n"]) == ("finished", 20)
    checked = body_of(ann.get(f"/v1/games/{fork}/verification"))
    assert {level["level"]: level["status"] for level in checked["levels"]}["replay"] == "holds"
    from delvebook.replays.forks import Parents  # noqa: PLC0415

    record = ann.get(f"/v1/games/{fork}/record").data
    assert verify(record, parents=Parents([RAID])).level("replay").status == "holds"
    assert verify(record).level("replay").status == "not applicable"


def test_a_record_with_the_id_of_a_private_game_here_forks_from_itself_and_shows_nothing_of_that_game(
    app: Flask, ann: Person, bob: Person
) -> None:
    carl = Person(app, "Carl")
    private = bob.opens_game(seats=2, visibility="private")
    bob.sits(private)
    carl.sits(private, invite=bob.sees(private)["invite"])
    bob.starts(private)
    for _ in range(4):
        bob.acts(private)
        carl.acts(private)
    record = record_of(*played_game(ruleset="dungeon-raiders@1", seats=2, game=UUID(private)))

    place = brings(ann, record)
    made = ann.post(
        f"{place}/forks", {"event": 9, "bots": [{"seat": 0, "bot": "random"}, {"seat": 1, "bot": "random"}]}
    )
    fork = body_of(made)["id"]
    ann.starts(fork)

    application = app.extensions["delvebook"].use.application
    started, left = game_of(record, 9), application.game_at(UUID(private), 9)
    assert started is not None
    with application.reading(UUID(fork)) as game:
        assert game.get_table().state == started.get_table().state != left.get_table().state


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*/*.jsonl"))[::12], ids=lambda path: path.stem)
def test_golden_games_of_every_title_come_in_and_go_out_alike(ann: Person, path: Path) -> None:
    place = brings(ann, path.read_bytes())

    assert ann.get(f"{place}/record").data == path.read_bytes()


def test_a_record_that_does_not_hold_is_refused_and_nothing_is_kept(ann: Person, nobody: Person) -> None:
    record = RAID.read_bytes()
    changed = record.replace(b'"scores":[16,21]', b'"scores":[99,21]')
    chained = rechained([json.loads(line) for line in changed.splitlines()])
    cut = b"".join(record.splitlines(keepends=True)[:10])

    for sent, code in (
        (changed, "import/does_not_hold"),
        (chained, "import/does_not_hold"),
        (cut, "import/does_not_hold"),
        (b"hello\n", "record/malformed"),
        (b"", "record/malformed"),
    ):
        refused = sends(ann, sent)
        assert (refused.status_code, body_of(refused)["code"]) == (422, code), sent[:50]
    assert body_of(sends(ann, changed))["report"]["first"]["n"] is not None
    assert body_of(sends(ann, b'{"format": "zip"}', "application/json"))["code"] == "record/malformed"
    assert body_of(sends(ann, b"{}", "application/json"))["code"] == "input/invalid"
    assert body_of(sends(ann, record, "text/html"))["code"] == "input/media_type"
    assert body_of(sends(nobody, record))["code"] == "auth/required"
    assert body_of(ann.get("/v1/imports"))["imports"] == []


def test_a_game_that_was_played_here_is_not_imported(app: Flask, ann: Person) -> None:
    game = over(app, ann)

    refused = sends(ann, ann.get(f"/v1/games/{game}/record").data)

    assert (refused.status_code, body_of(refused)["code"], body_of(refused)["game"]) == (409, "import/own_game", game)


def test_a_record_that_names_an_account_of_this_service_is_not_imported(
    app: Flask, ann: Person, nobody: Person
) -> None:
    """Nobody is made to have played, won or broken off a game elsewhere by a record that a stranger wrote."""
    bob = Person(app, "Bob")
    gone = Person(app, "Gone")
    assert gone.delete("/v1/accounts/me").status_code == 204
    for whose in (bob.id, gone.id):
        for change in (names_the_creator, names_an_arbiter, names_a_player):
            lines = strangers()
            change(lines, whose)
            forged_ = rechained(lines)
            assert verify(forged_).holds

            refused = sends(ann, forged_)

            assert (refused.status_code, body_of(refused)["code"]) == (409, "import/own_accounts"), change
            assert body_of(refused)["accounts"] == [whose]
    assert body_of(nobody.get("/v1/imports"))["imports"] == []


@pytest.mark.parametrize("word", ["Zoe-Lund", "zoe-lund", "Z0e-Lund", "ZOE-LUND"])
def test_nobody_in_an_imported_record_has_a_name_that_is_read_as_an_account_here(
    app: Flask, ann: Person, word: str
) -> None:
    """Sentences about an imported game call a player by the id that the record has, and an id may be any word."""
    zoe = Person(app, "Zoe-Lund")
    for whose in (word, zoe.id.upper()):
        for change in (names_the_creator, names_an_arbiter, names_a_player):
            lines = strangers()
            change(lines, whose)

            refused = sends(ann, rechained(lines))

            assert (refused.status_code, body_of(refused)["code"]) == (409, "import/own_accounts"), change
            assert body_of(refused)["accounts"] == [zoe.id]


def test_a_record_of_more_players_than_one_query_takes_is_searched_whole(app: Flask) -> None:
    zoe = Person(app, "Zoe-Lund")
    crowd = {f"player-{number}" for number in range(40_000)}

    assert app.extensions["delvebook"].accounts.mistaken_for(crowd) == set()
    assert app.extensions["delvebook"].accounts.mistaken_for({*crowd, "zoe-lund"}) == {zoe.id}


def test_a_record_with_the_id_of_a_game_that_begins_here_later_is_unknown_from_then_on(
    app: Flask, ann: Person, bob: Person, nobody: Person
) -> None:
    """The id of a resumed game follows from what everybody can read, and that of a private game may have been told."""
    again = next_rematch_of(app, ann, bob)
    place = brings(ann, record_of(*played_game(ruleset="dungeon-raiders@1", seats=2, game=UUID(again))))
    listed = [one["game"] for one in body_of(nobody.get("/v1/imports"))["imports"]]
    assert listed == [again]

    made = bob.post(f"/v1/games/{body_of(bob.get('/v1/games'))['games'][0]['id']}/rematches", {})

    assert body_of(made)["id"] == again
    assert body_of(nobody.get("/v1/imports"))["imports"] == []
    for path in ("", "/record", "/events", "/events/1"):
        assert body_of(nobody.get(f"{place}{path}"))["code"] == "import/unknown"
    assert body_of(ann.post(f"{place}/forks", {"event": 9}))["code"] == "import/unknown"


def test_nobody_but_the_service_knows_the_id_of_a_game_beforehand(settings: Settings) -> None:
    """Two services with the same accounts and games, and other secrets: ids that follow from these are not the same."""
    over_, made = set(), set()
    for secret in ("01" * 32, "02" * 32):
        app = build(replace(settings, home=settings.home / secret, secret=secret), random_bytes=counted_bytes())
        ann, bob = Person(app, "Ann"), Person(app, "Bob")
        game = running_game(ann, bob)
        play_to_the_end(game, ann, bob)
        over_.add(game)
        made.add(body_of(ann.post("/v1/games", {"ruleset": "dungeon-raiders", "seats": 2}, key="first"))["id"])
        made.add(body_of(ann.post(f"/v1/games/{game}/rematches", {}))["id"])
        app.extensions["delvebook"].close()

    assert len(over_) == 1
    assert len(made) == 4


def next_rematch_of(app: Flask, ann: Person, bob: Person) -> str:
    """The id that the rematch of a finished game will have."""
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    catch_up(app)
    return str(app.extensions["delvebook"].use.invitations._rematch_id(UUID(game), None))


def strangers() -> list[dict[str, Any]]:
    """A record of people whose ids are no names of the people here."""
    return lines_of((KEPT / "nobody-came.jsonl").read_bytes().replace(b"ann", b"stranger-1"))


def names_the_creator(lines: list[dict[str, Any]], whose: str) -> None:
    lines[1].update(by=f"player:{whose}", data=lines[1]["data"] | {"creator": whose})
    lines[3]["by"] = f"player:{whose}"


def names_an_arbiter(lines: list[dict[str, Any]], whose: str) -> None:
    lines[3]["by"] = f"arbiter:{whose}"


def names_a_player(lines: list[dict[str, Any]], whose: str) -> None:
    lines[2].update(by=f"player:{whose}", data=lines[2]["data"] | {"player": whose})


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: lines[1]["data"].update(visibility="secret"),
        lambda lines: lines[1]["data"].update(reserved=[]),
        lambda lines: lines[1]["data"].update(creator="somebody"),
        lambda lines: lines[3].update(by="player:stranger"),
        lambda lines: lines[3]["data"].update(resumed_by=lines[0]["game"]),
    ],
)
def test_no_forged_record_is_imported(ann: Person, change: Any) -> None:
    lines = strangers()
    change(lines)

    assert body_of(sends(ann, rechained(lines)))["code"] == "import/does_not_hold"


def test_an_account_imports_so_many_records_and_no_more(settings: Settings) -> None:
    app = build(replace(settings, imports_owned_max=1))
    ann = Person(app, "Ann")
    brings(ann, RAID.read_bytes())

    refused = sends(ann, (GOLDEN / "labyrinth" / "team-of-one.jsonl").read_bytes())

    assert (body_of(refused)["code"], body_of(refused)["limit"]) == ("import/too_many", 1)
    app.extensions["delvebook"].close()


def test_an_unknown_import_is_unknown_everywhere(ann: Person) -> None:
    for id_ in ("0e0a2c9e-6c58-5b0b-9f0a-6f7f4a3f8d11", "x"):
        for rest in ("", "/record", "/events", "/events/1"):
            assert body_of(ann.get(f"/v1/imports/{id_}{rest}"))["code"] == "import/unknown"
        assert body_of(ann.post(f"/v1/imports/{id_}/forks", {"event": 1}))["code"] == "import/unknown"
