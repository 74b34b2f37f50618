"""The lobby, built by following the log of a real service, on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest

from delvebook.projections.lobby.projection import LobbyProjection
from delvebook.projections.lobby.reader import LobbyReader
from delvebook.projections.projector import Projector
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from delvebook.service.identity.caller import ARBITRATE, Caller
from delvebook.service.usecases.use_cases import UseCases
from tests.service.tables import asked, open_service, play_on, player, seated_game

A_MINUTE = {"kind": "per_decision", "seconds": 60, "on_expiry": {"kind": "bot", "bot": "random"}}


class Lobby:
    """A service, its projector, and who reads."""

    def __init__(self, settings: Settings) -> None:
        self.service: UseCases = open_service(settings)
        self.engine = open_engine(settings.projections_url)
        application = self.service.application
        self.projector = Projector(
            self.engine, LobbyProjection(), application.page_reader(), read_game=application.events_between
        )
        self.projector.create_tables()
        self.reader = LobbyReader(self.engine)

    def games(self, viewer: str | None = None, **wanted: Any) -> list[dict[str, Any]]:
        self.projector.catch_up()
        return self.reader.games(viewer=viewer, **wanted)

    def close(self) -> None:
        self.engine.dispose()
        self.service.application.close()


@pytest.fixture
def lobby(store: Settings) -> Iterator[Lobby]:
    made = Lobby(store)
    yield made
    made.close()


def test_a_game_is_listed_from_the_empty_table_to_its_end(lobby: Lobby) -> None:
    body = lobby.service.games.create(
        player("ann"), ruleset="dungeon-raiders", seats=2, options={}, bots={1: "random"}
    ).game
    [listed] = lobby.games()
    assert (listed["id"], listed["status"], listed["to_act"]) == (body["id"], "open", [])
    assert [seat["free"] for seat in listed["seats"]] == [True, False]

    game_id = UUID(body["id"])
    lobby.service.games.take_seat(player("ann"), game_id)
    lobby.service.games.start(player("ann"), game_id)
    [listed] = lobby.games(status="running")
    assert listed["to_act"] == [0, 1]
    assert {seat["since"] for seat in listed["seats"]} == {listed["updated_at"]}

    other = seated_game(lobby.service, ["bob", "cid"])
    play_on(lobby.service, other, actions=5000)
    [finished] = lobby.games(status="finished")
    assert finished["id"] == str(other)
    assert finished["outcome"]["reason"]
    assert finished["to_act"] == []


def test_a_decision_that_stays_open_keeps_its_time(lobby: Lobby) -> None:
    game_id = seated_game(lobby.service, ["ann", "bob"])
    [before] = lobby.games()
    offer = asked(lobby.service, game_id, "ann")
    lobby.service.playing.act(player("ann"), game_id, decision=offer["decision"], action=offer["actions"][0]["action"])
    [after] = lobby.games()

    assert after["to_act"] == [1]
    assert after["seats"][1]["since"] == before["seats"][1]["since"]
    assert after["updated_at"] > before["updated_at"]


def test_one_finds_ones_own_games_and_those_that_wait_for_one(lobby: Lobby) -> None:
    mine = seated_game(lobby.service, ["ann", "bob"])
    seated_game(lobby.service, ["cid", "dan"])

    assert [game["id"] for game in lobby.games(player="ann")] == [str(mine)]
    for viewer in (None, "bob", "cid"):
        assert [game["id"] for game in lobby.games(viewer, waiting_for="bob")] == [str(mine)]
    offer = asked(lobby.service, mine, "bob")
    lobby.service.playing.act(player("bob"), mine, decision=offer["decision"], action=offer["actions"][0]["action"])
    assert lobby.games(waiting_for="bob") == []


def test_the_deadlines_of_a_disputed_game_are_suspended_and_start_again_after_the_ruling(lobby: Lobby) -> None:
    game_id = seated_game(lobby.service, ["ann", "bob"], clock=A_MINUTE)
    disputes = lobby.service.disputes
    [before] = lobby.games()
    assert all(seat["deadline"] for seat in before["seats"])

    dispute = disputes.open(player("ann"), game_id, event=4, claim="wrong").last["n"]
    [stopped] = lobby.games()
    assert stopped["clock_stopped"] is True
    assert [seat["deadline"] for seat in stopped["seats"]] == [None, None]
    assert lobby.reader.overdue_turns("2099-01-01T00:00:00.000000Z") == []
    offer = lobby.service.playing.actions(player("ann"), game_id)
    lobby.service.playing.act(player("ann"), game_id, decision=offer["decision"], action=offer["actions"][0]["action"])
    [played_on] = lobby.games()
    assert [seat["deadline"] for seat in played_on["seats"]] == [None, None]

    judge = Caller(account="judy", scopes=frozenset({ARBITRATE}))
    disputes.rule(judge, game_id, dispute, verdict="dismissed", remedy=None, reason="it was right")
    [after] = lobby.games()
    assert after["clock_stopped"] is False
    assert after["seats"][1]["deadline"] > before["seats"][1]["deadline"]


def test_nobody_wins_time_by_taking_back(lobby: Lobby) -> None:
    game_id = seated_game(
        lobby.service,
        ["ann", "bob"],
        clock=A_MINUTE,
    )
    [before] = lobby.games()
    for _ in range(3):
        offer = lobby.service.playing.actions(player("ann"), game_id)
        lobby.service.playing.act(
            player("ann"), game_id, decision=offer["decision"], action=offer["actions"][0]["action"]
        )
        [acted] = lobby.games()
        assert acted["seats"][0]["deadline"] is None
        lobby.service.playing.take_back(player("ann"), game_id)
        [again] = lobby.games()
        assert again["seats"][0]["deadline"] == before["seats"][0]["deadline"]
        assert again["seats"][1]["deadline"] == before["seats"][1]["deadline"]


def test_bots_of_a_disputed_game_owe_nothing_until_the_ruling(lobby: Lobby) -> None:
    body = lobby.service.games.create(
        player("ann"), ruleset="dungeon-raiders", seats=2, options={}, bots={1: "random"}
    ).game
    game_id = UUID(body["id"])
    lobby.service.games.take_seat(player("ann"), game_id)
    lobby.service.games.start(player("ann"), game_id)
    disputes = lobby.service.disputes
    lobby.games()
    assert [turn.seat for turn in lobby.reader.owed_bot_turns()] == [1]

    dispute = disputes.open(player("ann"), game_id, event=5, claim="wrong").last["n"]
    lobby.games()
    assert lobby.reader.owed_bot_turns() == []
    judge = Caller(account="judy", scopes=frozenset({ARBITRATE}))
    disputes.rule(judge, game_id, dispute, verdict="dismissed", remedy=None, reason="it was right")
    lobby.games()
    assert [turn.seat for turn in lobby.reader.owed_bot_turns()] == [1]


def test_forks_are_marked_and_found_by_the_game_they_left(lobby: Lobby) -> None:
    left, other = seated_game(lobby.service, ["ann", "bob"]), seated_game(lobby.service, ["ann", "bob"])
    play_on(lobby.service, left, actions=5000)
    forked = lobby.service.forks.fork(player("cid"), left, event=9, bots={0: "random", 1: "greedy"}).game

    [fork] = lobby.games(parent=str(left))
    assert (fork["id"], fork["parent"]) == (forked["id"], forked["parent"])
    assert (fork["parent"]["game"], fork["parent"]["n"]) == (str(left), 9)
    assert lobby.games(parent=str(other)) == []


def test_a_lobby_whose_tables_have_changed_is_rebuilt(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    seated_game(lobby.service, ["ann", "bob"])
    before = lobby.games()
    monkeypatch.setattr(LobbyProjection, "shape", LobbyProjection.shape + 1)

    lobby.projector.create_tables()
    assert lobby.reader.games(viewer=None) == []
    assert lobby.games() == before
    lobby.projector.create_tables()
    assert lobby.reader.games(viewer=None) == before


def test_games_that_are_not_public_are_listed_for_their_own_people_only(lobby: Lobby) -> None:
    for visibility in ("unlisted", "private"):
        seats = {"ruleset": "dungeon-raiders", "seats": 2, "options": {}, "bots": {1: "random"}}
        lobby.service.games.create(player("ann"), visibility=visibility, **seats)

    assert lobby.games() == lobby.games("eve") == []
    assert {game["visibility"] for game in lobby.games("ann")} == {"unlisted", "private"}


def test_pages_follow_one_another_without_gap_or_repetition(lobby: Lobby) -> None:
    made = {str(seated_game(lobby.service, ["ann", "bob"])) for _ in range(5)}
    seen: list[str] = []
    after = None
    while page := lobby.games(after=after, limit=2):
        seen += [game["id"] for game in page]
        after = (page[-1]["updated_at"], page[-1]["id"])

    assert len(seen) == 5
    assert set(seen) == made


def test_by_their_creation_games_keep_their_places_while_one_reads(lobby: Lobby) -> None:
    made = [str(seated_game(lobby.service, ["ann", "bob"])) for _ in range(4)]
    [first, second] = lobby.games(order="created", limit=2)
    # The oldest game changes meanwhile: by its last change it would come before the page that has been read.
    offer = asked(lobby.service, UUID(made[0]), "bob")
    action = offer["actions"][0]["action"]
    lobby.service.playing.act(player("bob"), UUID(made[0]), decision=offer["decision"], action=action)
    rest = lobby.games(order="created", after=(second["created_at"], second["id"]), limit=9)

    assert [game["id"] for game in (first, second, *rest)] == made[::-1]
    assert lobby.games(limit=1)[0]["id"] == made[0]
    missed = lobby.games(after=(second["updated_at"], second["id"]), limit=9)
    assert made[0] not in [game["id"] for game in missed]


def test_rebuilding_gives_the_same_lobby(lobby: Lobby) -> None:
    for number in range(3):
        play_on(lobby.service, seated_game(lobby.service, ["ann", "bob", "cid"]), actions=10 * number)
    before = lobby.games()
    events = lobby.projector.rebuild()

    assert lobby.games() == before
    assert events == sum(game["n"] for game in before)
    assert lobby.projector.position() == lobby.service.application.log_position()


def test_the_lobby_is_the_same_whether_events_come_one_by_one_or_in_pages(lobby: Lobby) -> None:
    for number, delay in enumerate([None, {"actions": 3}, {"actions": 40}]):
        game = seated_game(
            lobby.service,
            ["ann", "bob"],
            spectator_delay=delay,
            clock=A_MINUTE,
        )
        play_on(lobby.service, game, actions=25 * (number + 1))
    play_on(lobby.service, seated_game(lobby.service, ["cid", "dan"]), actions=5000)
    log = lobby.service.application.page_reader()

    def rows(projector: Projector) -> list[list[Any]]:
        projector.create_tables()
        projector.rebuild()
        with lobby.engine.connect() as connection:
            tables = LobbyProjection.metadata.sorted_tables
            return [connection.execute(table.select().order_by(*table.primary_key)).all() for table in tables]

    one_by_one = Projector(lobby.engine, LobbyProjection(), lambda position: log(position)[:1])
    assert rows(lobby.projector) == rows(one_by_one)


def test_a_game_the_lobby_cannot_process_stays_as_it_was_and_is_caught_up_later(
    lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated_game(lobby.service, ["ann", "bob"])
    real = LobbyProjection.apply

    def apply(self: LobbyProjection, connection: Any, events: Any) -> None:
        if any(event.type == "GameStarted" for event in events):
            raise RuntimeError("cannot process this")
        real(self, connection, events)

    monkeypatch.setattr(LobbyProjection, "apply", apply)
    assert [game["status"] for game in lobby.games()] == ["open"]
    assert [row.n for row in lobby.projector.parked()] == [lobby.games()[0]["n"] + 1]

    monkeypatch.setattr(LobbyProjection, "apply", real)
    assert len(lobby.projector.retry()) == 1
    assert [game["status"] for game in lobby.games()] == ["running"]


def test_a_game_that_a_ruling_resumes_says_where_it_goes_on_and_offers_its_seats_to_their_players_alone(
    lobby: Lobby,
) -> None:
    service = lobby.service
    game = seated_game(service, ["ann", "bob"])
    play_on(service, game, actions=4)
    [playing] = lobby.games()
    assert (playing["remedy"], playing["resumed_by"], playing["reserved"]) == (None, None, None)
    dispute = service.disputes.open(player("ann"), game, event=8, claim="wrong").last["n"]
    judy = Caller(account="judy", scopes=frozenset({ARBITRATE}))
    remedy = {"type": "resume", "event": 8}
    service.disputes.rule(judy, game, dispute, verdict="upheld", remedy=remedy, reason="yes")

    [stopped] = lobby.games(status="aborted")
    [fork] = lobby.games(status="open")
    settled = {"dispute": f"{game}.{dispute}", "type": "resume", "game": fork["id"], "ranking": None}
    alone = service.games.look(player("ann"), game, viewer=None, event=None)
    assert stopped["remedy"] == alone["remedy"] == settled
    assert stopped["resumed_by"] == alone["resumed_by"] == fork["id"]
    assert [kept["id"] for kept in fork["reserved"]] == ["ann", "bob"]
    assert [listed["id"] for listed in lobby.games("ann", has_free_seats=True)] == [fork["id"]]
    for stranger in (None, "eve"):
        assert lobby.games(stranger, has_free_seats=True) == []


def test_a_fork_that_an_appeal_ended_says_where_the_game_goes_on_instead(lobby: Lobby) -> None:
    service = lobby.service
    game = seated_game(service, ["ann", "bob"])
    play_on(service, game, actions=4)
    dispute = service.disputes.open(player("ann"), game, event=8, claim="wrong").last["n"]
    judy, jude = (Caller(account=name, scopes=frozenset({ARBITRATE})) for name in ("judy", "jude"))
    remedy = {"type": "resume", "event": 8}
    service.disputes.rule(judy, game, dispute, verdict="upheld", remedy=remedy, reason="yes")
    [first] = lobby.games(status="open")
    service.disputes.appeal(player("bob"), game, dispute, reason="no")
    service.disputes.rule(jude, game, dispute, verdict="dismissed", remedy=None, reason="no")

    [second] = lobby.games(status="open")
    [ended] = [one for one in lobby.games(status="aborted") if one["id"] == first["id"]]
    alone = service.games.look(player("ann"), UUID(first["id"]), viewer=None, event=None)
    assert second["id"] not in (first["id"], str(game))
    assert (ended["remedy"], alone["remedy"]) == (None, None)
    assert ended["resumed_by"] == alone["resumed_by"] == second["id"]


def test_a_result_that_a_ruling_sets_is_listed_beside_the_old_one(lobby: Lobby) -> None:
    service = lobby.service
    game = seated_game(service, ["ann", "bob"])
    play_on(service, game, actions=5000)
    dispute = service.disputes.open(player("ann"), game, event=8, claim="wrong").last["n"]
    judy = Caller(account="judy", scopes=frozenset({ARBITRATE}))
    ranking = {"type": "adjudicate", "ranking": [[1], [0]]}
    service.disputes.rule(judy, game, dispute, verdict="upheld", remedy=ranking, reason="yes")
    [finished] = lobby.games(status="finished")
    assert finished["remedy"]["ranking"] == [[1], [0]]
    assert finished["resumed_by"] is None


def test_the_round_that_is_listed_is_the_one_on_the_table(lobby: Lobby) -> None:
    game = seated_game(lobby.service, ["ann", "bob"])
    seen = set()
    for _ in range(6):
        play_on(lobby.service, game, actions=4)
        [listed] = lobby.games()
        table = lobby.service.games.look(player("ann"), game, viewer=None, event=None)["table"]
        assert listed["round"] == 5 * (table["level"] - 1) + table["room"]
        seen.add(listed["round"])
    assert len(seen) > 2
