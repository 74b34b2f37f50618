"""Disputes: the rights to claim, look, rule and appeal, and the views of each party."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest

from delvebook.domain.errors import (
    AlreadyAppealedError,
    AlreadyRuledError,
    PartyError,
    UnknownEventError,
    UnknownGameError,
    UnknownSeatError,
)
from delvebook.service.base.errors import FalseProofError, ForbiddenError
from delvebook.service.base.settings import Settings
from delvebook.service.identity.caller import ARBITRATE, Caller
from delvebook.service.usecases.use_cases import UseCases
from tests.service.tables import open_service, play_on, player, seated_game

ANN, BOB, EVE = player("ann"), player("bob"), player("eve")
JUDY = Caller(account="judy", scopes=frozenset({"games:play", ARBITRATE}))
JUDE = Caller(account="jude", scopes=frozenset({"games:play", ARBITRATE}))
LOOKS: list[str] = []


@pytest.fixture
def service(tmp_path: Path) -> Iterator[UseCases]:
    LOOKS.clear()
    opened = open_service(
        Settings(home=tmp_path, secret="ab" * 32), on_look=lambda caller, *_: LOOKS.append(str(caller.account))
    )
    yield opened
    opened.application.close()


@pytest.fixture
def game(service: UseCases) -> UUID:
    made = seated_game(service, ["ann", "bob"])
    play_on(service, made, actions=4)
    return made


@pytest.fixture
def dispute(service: UseCases, game: UUID) -> int:
    return int(service.disputes.open(ANN, game, event=8, claim="that was not her card").last["n"])


def test_a_stranger_claims_nothing(service: UseCases, game: UUID) -> None:
    with pytest.raises(PartyError):
        service.disputes.open(EVE, game, event=8, claim="wrong")
    with pytest.raises(UnknownEventError):
        service.disputes.open(ANN, game, event=999, claim="wrong")


def test_a_player_who_left_a_private_game_may_still_see_what_is_disputed_there(service: UseCases) -> None:
    made = service.games.create(ANN, ruleset="dungeon-raiders", seats=3, options={}, bots={}, visibility="private")
    game = UUID(made.game["id"])
    service.games.take_seat(BOB, game, invite=made.game["invite"])
    service.games.leave_seat(BOB, game, seat=0)
    for caller in (ANN, BOB):
        service.games.take_seat(caller, game, invite=made.game["invite"])
    service.games.leave_seat(BOB, game, seat=1)
    dispute = service.disputes.open(ANN, game, event=1, claim="wrong").last["n"]

    assert service.disputes.get(BOB, game, dispute)["claim"] == "wrong"
    with pytest.raises(UnknownGameError):
        service.disputes.get(EVE, game, dispute)


def test_a_service_that_signs_nothing_takes_no_receipt_as_proof(service: UseCases, game: UUID) -> None:
    with pytest.raises(FalseProofError) as refused:
        service.disputes.open(ANN, game, event=8, claim="wrong", receipts=["a.b.c"])
    assert refused.value.details["reason"] == "receipts/unknown_key"


def test_a_claim_stops_the_clock_and_bots_wait_for_the_ruling(service: UseCases, game: UUID, dispute: int) -> None:
    assert service.games.look(BOB, game)["clock_stopped"]
    service.disputes.rule(JUDY, game, dispute, verdict="dismissed", remedy=None, reason="it was her card")
    assert not service.games.look(BOB, game)["clock_stopped"]


def test_a_finding_is_attached_once_and_only_arbiters_see_all_of_it(
    service: UseCases, game: UUID, dispute: int
) -> None:
    n = service.disputes.examine(game, dispute)
    assert n is not None
    assert service.disputes.examine(game, dispute) is None
    public, full = (service.disputes.get(caller, game, dispute)["finding"] for caller in (BOB, JUDY))

    assert public["n"] == full["n"] == n
    assert "first" not in public
    assert full["first"] is None
    assert LOOKS == ["judy"]


def test_only_an_arbiter_who_never_played_rules_and_only_once(service: UseCases, game: UUID, dispute: int) -> None:
    ruling = {"verdict": "dismissed", "remedy": None, "reason": "it was her card"}
    with pytest.raises(ForbiddenError):
        service.disputes.rule(EVE, game, dispute, **ruling)  # type: ignore[arg-type]
    with pytest.raises(PartyError):
        service.disputes.rule(
            Caller("bob", frozenset({ARBITRATE})),
            game,
            dispute,
            **ruling,  # type: ignore[arg-type]
        )
    service.disputes.rule(JUDY, game, dispute, **ruling)  # type: ignore[arg-type]
    with pytest.raises(AlreadyRuledError):
        service.disputes.rule(JUDE, game, dispute, **ruling)  # type: ignore[arg-type]


def test_a_party_appeals_once_and_another_arbiter_has_the_last_word(
    service: UseCases, game: UUID, dispute: int
) -> None:
    ruling = {"verdict": "dismissed", "remedy": None, "reason": "so"}
    service.disputes.rule(JUDY, game, dispute, **ruling)  # type: ignore[arg-type]
    with pytest.raises(PartyError):
        service.disputes.appeal(EVE, game, dispute, reason="no")
    service.disputes.appeal(BOB, game, dispute, reason="look again")
    with pytest.raises(AlreadyAppealedError):
        service.disputes.appeal(ANN, game, dispute, reason="me too")
    with pytest.raises(PartyError):
        service.disputes.rule(JUDY, game, dispute, **ruling)  # type: ignore[arg-type]

    assert service.disputes.rule(JUDE, game, dispute, **ruling).last["type"] == "DisputeRuled"  # type: ignore[arg-type]


def test_an_arbiter_sees_what_a_seat_knew_before_an_event_and_the_look_is_recorded(
    service: UseCases, game: UUID
) -> None:
    with pytest.raises(ForbiddenError):
        service.disputes.look(ANN, game, event=8)
    with pytest.raises(UnknownEventError):
        service.disputes.look(JUDY, game, event=999)
    with pytest.raises(UnknownSeatError):
        service.disputes.look(JUDY, game, event=8, seat=2)
    assert LOOKS == []
    seen = service.disputes.look(JUDY, game, event=8, seat=0)

    assert LOOKS == ["judy"]
    assert seen["knew"]["n"] == 7
    assert seen["knew"]["table"] == service.games.look(ANN, game, event=7)["table"]
    assert seen["chose"] in [one["action"] for one in seen["might"]]


def test_a_player_who_left_before_the_start_neither_claims_nor_appeals(service: UseCases) -> None:
    game = UUID(service.games.create(ANN, ruleset="dungeon-raiders", seats=2, options={}, bots={}).game["id"])
    service.games.take_seat(EVE, game)
    service.games.leave_seat(EVE, game, seat=0)
    for caller in (ANN, BOB):
        service.games.take_seat(caller, game)
    service.games.start(ANN, game)
    with pytest.raises(PartyError, match="had one when it started"):
        service.disputes.open(EVE, game, event=5, claim="I want it to stop")
    assert not service.games.look(ANN, game)["clock_stopped"]
    dispute = service.disputes.open(ANN, game, event=5, claim="wrong").last["n"]
    service.disputes.rule(JUDY, game, dispute, verdict="dismissed", remedy=None, reason="no")

    with pytest.raises(PartyError):
        service.disputes.appeal(EVE, game, dispute, reason="no")


def test_a_player_whose_seat_a_bot_plays_may_still_claim(service: UseCases, game: UUID) -> None:
    service.games.leave_seat(BOB, game, seat=1)

    assert service.disputes.open(BOB, game, event=8, claim="wrong").last["data"]["seat"] == 1


def test_a_claim_stops_the_clock_no_longer_than_an_arbiter_has_for_the_ruling(
    service: UseCases, game: UUID, dispute: int
) -> None:
    assert service.disputes.resume_clock(game, dispute, hours=72) is None
    assert service.games.look(ANN, game)["clock_stopped"]
    n = service.disputes.resume_clock(game, dispute, hours=0)

    assert n is not None
    assert service.disputes.resume_clock(game, dispute, hours=0) is None
    assert not service.games.look(ANN, game)["clock_stopped"]
    assert service.disputes.get(ANN, game, dispute)["status"] == "open"


def test_the_clock_of_a_withdrawn_claim_is_not_resumed_again(service: UseCases, game: UUID, dispute: int) -> None:
    service.disputes.withdraw(ANN, game, dispute)

    assert service.disputes.resume_clock(game, dispute, hours=0) is None
