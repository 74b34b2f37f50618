"""A game as a whole: the rights to create, fill, start, abort and see it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from delvebook.domain.errors import (
    NotYoursError,
    RemovedError,
    UnknownBotError,
    UnknownEventError,
    UnknownGameError,
    UnknownSeatError,
)
from delvebook.domain.stream import IdempotentRequest
from delvebook.service.base.errors import ForbiddenError, RequestReusedError
from delvebook.service.base.settings import Settings
from delvebook.service.identity.caller import ANYBODY, ARBITRATE, OPERATE, Caller
from delvebook.service.usecases.use_cases import UseCases
from tests.service.tables import TITLE, open_service, player, seated_game

ANN, BOB, EVE = player("ann"), player("bob"), player("eve")
JUDGE = Caller(account="judy", scopes=frozenset({"games:play", ARBITRATE}))
OPERATOR = Caller(account="olga", scopes=frozenset({"games:play", OPERATE}))


@pytest.fixture
def service(tmp_path: Path) -> Iterator[UseCases]:
    opened = open_service(Settings(home=tmp_path, secret="ab" * 32))
    yield opened
    opened.application.close()


def created(service: UseCases, *, seats: int = 2, **terms: object) -> UUID:
    terms = {"ruleset": TITLE, "options": {}, "bots": {}, **terms}
    return UUID(service.games.create(ANN, seats=seats, **terms).game["id"])  # type: ignore[arg-type]


def test_a_created_game_has_free_seats_and_bots_on_theirs(service: UseCases) -> None:
    answer = service.games.create(ANN, ruleset=TITLE, seats=3, options={}, bots={2: "greedy"})

    assert [(seat["player"], seat["bot"], seat["free"]) for seat in answer.game["seats"]] == [
        (None, None, True),
        (None, None, True),
        (None, "greedy@1", False),
    ]
    assert [event["type"] for event in answer.events] == ["GameCreated", "SeatTaken"]
    assert (answer.game["status"], answer.game["n"], answer.is_repeat) == ("open", 2, False)


def test_a_token_without_the_scope_creates_nothing(service: UseCases) -> None:
    for caller in (ANYBODY, replace(ANN, scopes=frozenset({ARBITRATE}))):
        with pytest.raises(ForbiddenError) as refused:
            service.games.create(caller, ruleset=TITLE, seats=2, options={}, bots={})
        assert refused.value.details["scope"] == "games:play"
    assert service.application.log_position() == 0


def test_a_clock_names_a_bot_that_the_title_has(service: UseCases) -> None:
    with pytest.raises(UnknownBotError):
        created(service, clock={"kind": "per_decision", "seconds": 60, "on_expiry": {"kind": "bot", "bot": "nobody"}})
    assert service.application.log_position() == 0


def test_the_same_request_creates_one_game_and_has_one_answer(service: UseCases) -> None:
    terms = {
        "ruleset": TITLE,
        "seats": 2,
        "options": {},
        "bots": {1: "random"},
        "request": IdempotentRequest("key", "body"),
    }
    first = service.games.create(ANN, **terms)  # type: ignore[arg-type]
    service.games.take_seat(ANN, UUID(first.game["id"]))
    again = service.games.create(ANN, **terms)  # type: ignore[arg-type]

    assert again == replace(first, is_repeat=True)
    with pytest.raises(RequestReusedError):
        service.games.create(ANN, **{**terms, "request": IdempotentRequest("key", "another body")})  # type: ignore[arg-type]


def test_a_repeated_command_is_answered_with_the_game_as_it_stood_then(service: UseCases) -> None:
    game = created(service, seats=3)
    first = service.games.take_seat(ANN, game, request=IdempotentRequest("sit", "body"))
    service.games.take_seat(BOB, game)
    again = service.games.take_seat(ANN, game, request=IdempotentRequest("sit", "body"))

    assert again == replace(first, is_repeat=True)
    assert service.games.look(ANN, game)["n"] == first.last["n"] + 1


def test_only_the_creator_puts_bots_on_free_seats_and_takes_them_off(service: UseCases) -> None:
    game = created(service, seats=3)
    service.games.take_seat(BOB, game, seat=1)
    with pytest.raises(ForbiddenError):
        service.games.put_bot(BOB, game, seat=0, bot="random")
    service.games.put_bot(ANN, game, seat=0, bot="random")
    with pytest.raises(NotYoursError):
        service.games.leave_seat(BOB, game, seat=0)
    with pytest.raises(NotYoursError):
        service.games.leave_seat(EVE, game, seat=1)

    assert service.games.leave_seat(ANN, game, seat=0).game["seats"][0]["free"]
    assert service.games.leave_seat(BOB, game, seat=1).game["seats"][1]["free"]


def test_the_creator_removes_a_player_who_takes_no_seat_there_again(service: UseCases) -> None:
    game = created(service, seats=3)
    service.games.take_seat(BOB, game, seat=1)
    removed = service.games.leave_seat(ANN, game, seat=1)

    assert (removed.last["type"], removed.last["by"], removed.game["seats"][1]["free"]) == (
        "SeatLeft", "player:ann", True,
    )  # fmt: skip
    with pytest.raises(RemovedError):
        service.games.take_seat(BOB, game)
    service.games.take_seat(EVE, game, seat=1)


def test_a_seat_the_table_does_not_have_is_unknown(service: UseCases) -> None:
    game = created(service)
    for seat in (-1, 2):
        with pytest.raises(UnknownSeatError, match="seats 0 to 1"):
            service.games.leave_seat(ANN, game, seat=seat)


def test_a_player_of_a_running_game_hands_the_seat_to_a_bot_and_takes_it_back(service: UseCases) -> None:
    game = seated_game(service, ["ann", "bob"])
    handed = service.games.put_bot(BOB, game, seat=1, bot="greedy")
    with pytest.raises(ForbiddenError):
        service.games.put_bot(EVE, game, seat=0, bot="greedy")
    back = service.games.take_seat(BOB, game)

    assert (handed.last["type"], handed.last["data"]["reason"]) == ("SeatReplaced", "handed over")
    assert (handed.game["seats"][1]["player"]["id"], handed.game["seats"][1]["bot"]) == ("bob", "greedy@1")
    assert back.game["seats"][1]["bot"] is None


def test_a_stranger_does_not_start_a_game(service: UseCases) -> None:
    game = created(service)
    for caller in (BOB, EVE):
        service.games.take_seat(caller, game)
    with pytest.raises(ForbiddenError):
        service.games.start(player("mallory"), game)

    assert service.games.start(EVE, game).game["status"] == "running"


def test_a_running_game_is_aborted_by_an_official_and_not_by_its_creator(service: UseCases) -> None:
    game = seated_game(service, ["ann", "bob"])
    with pytest.raises(ForbiddenError):
        service.games.abort(ANN, game, reason="I lose")

    assert service.games.abort(OPERATOR, game, reason="a fire").events[0]["by"] == "arbiter:olga"
    assert service.games.look(ANN, game)["status"] == "aborted"


def test_the_creator_aborts_a_game_that_has_not_started_and_no_other_player_does(service: UseCases) -> None:
    game = created(service)
    service.games.take_seat(BOB, game)
    with pytest.raises(ForbiddenError):
        service.games.abort(BOB, game, reason="no")

    assert service.games.abort(ANN, game, reason="no players").events[0]["by"] == "player:ann"


def test_a_private_game_does_not_exist_for_strangers(service: UseCases) -> None:
    game = created(service, visibility="private")
    for look in (
        lambda: service.games.look(EVE, game),
        lambda: service.games.look(ANYBODY, game),
        lambda: service.games.take_seat(EVE, game),
        lambda: service.playing.events(EVE, game, limit=10),
        lambda: service.exports.export(EVE, game),
    ):
        with pytest.raises(UnknownGameError) as refused:
            look()
        assert str(refused.value) == f"there is no game {game}"
        assert refused.value.details == {}
    for caller in (ANN, JUDGE, OPERATOR):
        assert service.games.look(caller, game)["id"] == str(game)


def test_only_the_creator_is_told_the_invitation_and_it_opens_the_door(service: UseCases) -> None:
    answer = service.games.create(ANN, ruleset=TITLE, seats=2, options={}, bots={}, visibility="private")
    game = UUID(answer.game["id"])
    with pytest.raises(UnknownGameError):
        service.games.take_seat(BOB, game, invite="0" * 24)
    seated = service.games.take_seat(BOB, game, invite=answer.game["invite"])

    assert "invite" not in seated.game
    assert service.games.look(BOB, game)["you"]["seat"] == 0
    service.games.take_seat(ANN, game)
    assert "invite" not in service.games.start(ANN, game).game


def test_a_game_is_shown_as_it_stood_after_an_event(service: UseCases) -> None:
    game = seated_game(service, ["ann", "bob"])

    assert service.games.look(ANN, game, event=1)["seats"][0]["free"]
    assert service.games.look(ANN, game, event=3)["status"] == "open"
    with pytest.raises(UnknownEventError):
        service.games.look(ANN, game, event=99)
    with pytest.raises(UnknownGameError):
        service.games.look(ANN, uuid4())


def test_an_arbiter_looks_with_other_eyes_and_each_look_is_recorded_before_it_is_shown(tmp_path: Path) -> None:
    looks: list[tuple[str | None, str, int]] = []
    service = open_service(
        Settings(home=tmp_path, secret="ab" * 32),
        on_look=lambda caller, game, viewer, event: looks.append((caller.account, str(viewer), event)),
    )
    game = seated_game(service, ["ann", "bob"])
    for caller, viewer in ((BOB, "seat:0"), (ANYBODY, "arbiter"), (replace(JUDGE, account="ann"), "seat:1")):
        with pytest.raises(ForbiddenError):
            service.games.look(caller, game, viewer=viewer)
    with pytest.raises(UnknownSeatError):
        service.games.look(JUDGE, game, viewer="seat:7")
    assert looks == []
    service.games.look(JUDGE, game, viewer="seat:1", event=7)
    service.games.look(JUDGE, game, viewer="spectator")

    assert looks == [("judy", "seat:1", 7)]
    service.application.close()


def test_nothing_is_overdue_in_a_game_without_a_clock(service: UseCases) -> None:
    game = seated_game(service, ["ann", "bob"])
    decision = service.playing.actions(ANN, game)["decision"]

    assert service.playing.expire(game, seat=0, decision=decision) is None
