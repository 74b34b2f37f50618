"""A game that all but its players see with a delay. `tests/leaks/test_delay.py` tests it for leaks."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from tests.service.api.collected import catch_up
from tests.service.api.house import Person, as_official, body_of
from tests.service.api.listening import NDJSON, Listening, lines_of

TITLE = "dice-and-danger"
DELAY = 3


class Table:
    """Ann plays alone in a game with a delay; Eve looks on."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.ann, self.eve = Person(app, "Ann"), Person(app, "Eve")
        self.game = self.ann.opens_game(ruleset=TITLE, seats=1, spectator_delay={"actions": DELAY})
        self.path = f"/v1/games/{self.game}"
        self.ann.sits(self.game)

    def play(self, actions: int) -> int:
        """Takes the first legal action this many times. Returns the number of the last event."""
        n = 0
        for _ in range(actions):
            may = body_of(self.ann.get(f"{self.path}/actions"))
            done = self.ann.post(
                f"{self.path}/actions", {"decision": may["decision"], "action": may["actions"][0]["action"]}
            )
            assert done.status_code == 201, done.text
            n = body_of(done)["n"]
        return n

    def action_events(self, person: Person) -> list[int]:
        events = body_of(person.get(f"{self.path}/events?limit=500"))["events"]
        return [event["n"] for event in events if event["type"] == "ActionTaken"]


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app)


def test_until_the_start_everybody_sees_everything(table: Table) -> None:
    assert table.eve.sees(table.game)["n"] == table.ann.sees(table.game)["n"]
    table.ann.starts(table.game)
    seen = table.eve.sees(table.game)

    assert seen["status"] == "running"
    assert seen["spectator_delay"] == {"actions": DELAY}
    assert seen["n"] == table.ann.sees(table.game)["n"]


@pytest.mark.parametrize(("actions", "seen"), [(1, 0), (DELAY - 1, 0), (DELAY, 0), (DELAY + 1, 1), (DELAY + 4, 4)])
def test_the_last_actions_are_for_the_players_alone(table: Table, actions: int, seen: int) -> None:
    table.ann.starts(table.game)
    table.play(actions)
    taken = table.action_events(table.ann)

    assert len(taken) == actions
    assert table.action_events(table.eve) == taken[:seen]
    held = taken[max(0, actions - DELAY)]
    assert table.eve.sees(table.game)["n"] == (held - 1 if actions >= DELAY else taken[0] - 1)
    assert body_of(table.eve.get(f"{table.path}/head"))["n"] == table.eve.sees(table.game)["n"]
    assert table.eve.get(f"{table.path}/events/{held}").json["code"] == "event/unknown"  # type: ignore[index]


def test_a_player_can_look_at_what_spectators_see(table: Table) -> None:
    table.ann.starts(table.game)
    table.play(DELAY + 2)

    as_spectator = table.ann.sees(table.game, viewer="spectator")
    assert as_spectator == table.eve.sees(table.game)
    assert as_spectator["n"] < table.ann.sees(table.game)["n"]


def test_taking_back_never_turns_the_delay_back(app: Flask) -> None:
    ann, bob, eve = (Person(app, name) for name in ("Ann", "Bob", "Eve"))
    game = ann.opens_game(ruleset="dungeon-raiders", seats=2, spectator_delay={"actions": 1})
    for person in (ann, bob):
        person.sits(game)
    ann.starts(game)
    started = eve.sees(game)["n"]
    may = body_of(ann.get(f"/v1/games/{game}/actions"))
    played = {"decision": may["decision"], "action": may["actions"][0]["action"]}
    assert ann.post(f"/v1/games/{game}/actions", played).status_code == 201
    taken_back = ann.post(f"/v1/games/{game}/take-backs")
    assert taken_back.status_code == 201, taken_back.text
    assert eve.sees(game)["n"] == started
    again = body_of(ann.get(f"/v1/games/{game}/actions"))
    assert ann.post(f"/v1/games/{game}/actions", {**played, "decision": again["decision"]}).status_code == 201

    assert eve.sees(game)["n"] == body_of(taken_back)["n"]


def test_an_arbiter_who_looks_closer_sees_at_once_and_is_noted(table: Table) -> None:
    table.ann.starts(table.game)
    table.play(DELAY + 1)
    judge = as_official(table.app, "Judge", "disputes:rule")

    assert judge.sees(table.game)["n"] == table.eve.sees(table.game)["n"]
    assert judge.sees(table.game, viewer="arbiter")["n"] == table.ann.sees(table.game)["n"]
    assert table.eve.get(f"{table.path}?viewer=arbiter").json["n"] == table.eve.sees(table.game)["n"]  # type: ignore[index]


def test_after_the_end_everybody_sees_everything_and_a_stream_tells_it(table: Table) -> None:
    table.ann.starts(table.game)
    table.play(DELAY + 1)
    eve = Listening(table.eve, f"{table.path}/stream?after=0", **NDJSON)
    eve.until_it_says(b"ActionTaken")
    heard = [line["n"] for line in lines_of(b"".join(eve.chunks)) if line["kind"] == "event"]
    assert heard[-1] == table.eve.sees(table.game)["n"]
    resigned = table.ann.post(f"{table.path}/resignations")
    assert resigned.status_code == 201, resigned.text

    lines = lines_of(eve.until_the_end())
    last = table.ann.sees(table.game)["n"]
    assert [line["n"] for line in lines if line["kind"] == "event"] == list(range(1, last + 1))
    assert lines[-1]["reason"] == "finished"
    assert table.eve.sees(table.game)["n"] == last
    catch_up(table.app)
    assert body_of(table.eve.get("/v1/games"))["games"][0]["n"] == last


def test_the_list_shows_each_what_they_may_know(table: Table) -> None:
    table.ann.starts(table.game)
    table.play(DELAY + 2)
    catch_up(table.app)
    [seen] = body_of(table.eve.get("/v1/games"))["games"]
    [own] = body_of(table.ann.get("/v1/games"))["games"]
    alone = table.eve.sees(table.game)

    assert seen == {name: alone[name] for name in seen}
    assert (own["n"], own["action_count"]) == (table.ann.sees(table.game)["n"], DELAY + 2)
    assert body_of(table.ann.get("/v1/games?waiting_for=me"))["games"] == [own]
    assert body_of(table.eve.get(f"/v1/games?waiting_for={table.ann.id}"))["games"] == []


def test_a_record_ends_where_its_reader_may_know_and_holds(table: Table) -> None:
    table.ann.starts(table.game)
    table.play(DELAY + 2)
    record = table.eve.get(f"{table.path}/record")
    header = json.loads(record.data.splitlines()[0])

    assert header["head"]["n"] == table.eve.sees(table.game)["n"] == len(record.data.splitlines()) - 1
    checked = body_of(table.eve.get(f"{table.path}/verification"))
    assert checked["holds"] is True


def test_a_rematch_is_shown_with_the_same_delay(app: Flask) -> None:
    ann, bob = Person(app, "Ann"), Person(app, "Bob")
    game = ann.opens_game(ruleset="dungeon-raiders", seats=2, spectator_delay={"actions": 7})
    for person in (ann, bob):
        person.sits(game)
    ann.starts(game)
    assert bob.post(f"/v1/games/{game}/resignations").status_code == 201
    offered = body_of(ann.post(f"/v1/games/{game}/rematches"))

    assert offered["game"]["spectator_delay"] == {"actions": 7}
    forked = body_of(ann.post(f"/v1/games/{game}/forks", {"event": 5}))
    assert forked["game"]["spectator_delay"] == {"actions": 7}


@pytest.mark.parametrize("delay", [{"actions": 0}, {"actions": 201}, {"actions": 1.5}, {}, {"seconds": 3}, 3])
def test_a_delay_that_cannot_be_is_refused_and_makes_no_game(table: Table, delay: Any) -> None:
    made = table.ann.post("/v1/games", {"ruleset": TITLE, "seats": 1, "spectator_delay": delay})

    assert made.status_code in (400, 422)
    catch_up(table.app)
    assert len(body_of(table.ann.get("/v1/games"))["games"]) == 1
