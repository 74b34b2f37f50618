"""The one exit: the view of each viewer, which shares nothing with the state."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest

from delvebook.domain.canonical import decode, jcs
from delvebook.domain.game import Game
from delvebook.domain.phrases import ENGLISH
from delvebook.domain.viewers import ARBITER, PUBLIC, SPECTATOR, seat_viewer
from delvebook.projections.views import actions_body, event_body, game_body, seen_by, table_of, told
from delvebook.service.base.settings import Settings
from delvebook.service.identity.caller import OPERATE, Caller
from delvebook.service.usecases.use_cases import UseCases
from tests.domain.seating import nonce_of
from tests.service.tables import open_service, play_on, player, seated_game

VIEWERS = (seat_viewer(0), seat_viewer(1), SPECTATOR)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[UseCases]:
    opened = open_service(Settings(home=tmp_path, secret="ab" * 32))
    yield opened
    opened.application.close()


@pytest.fixture
def table(service: UseCases) -> UUID:
    """A running game in which one seat has chosen and the other has not."""
    game = seated_game(service, ["ann", "bob"])
    play_on(service, game, actions=1)
    return game


@pytest.fixture
def game(service: UseCases, table: UUID) -> Game:
    with service.application.reading(table) as running:
        return running


def test_before_the_start_there_is_no_table_and_nothing_to_decide(service: UseCases) -> None:
    made = service.games.create(player("ann"), ruleset="dungeon-raiders", seats=2, options={}, bots={})
    game = service.application.game_at(UUID(made.game["id"]), 1)

    assert table_of(game, SPECTATOR) is None
    offer = actions_body(game, 0)
    assert (offer["decision"], offer["owed"], offer["actions"]) == (None, False, [])


def test_only_a_seated_viewer_is_told_who_they_are(game: Game) -> None:
    assert game_body(game, SPECTATOR)["you"] is None
    assert game_body(game, ARBITER)["you"] is None
    you = game_body(game, seat_viewer(1))["you"]
    assert (you["seat"], you["nonce"]) == (1, nonce_of("bob"))


def test_the_seed_and_the_other_seats_nonces_are_in_no_view_of_a_running_game(game: Game) -> None:
    for viewer in (*VIEWERS, ARBITER):
        body = jcs(game_body(game, viewer)).decode()
        assert game.seed.hex() not in body
        for seat in (0, 1):
            assert (nonce_of(str(game.lifecycle.seats[seat].player)) in body) == (viewer == seat_viewer(seat))


def test_a_choice_made_face_down_is_seen_by_the_seat_that_made_it_and_told_to_no_other(
    service: UseCases, table: UUID, game: Game
) -> None:
    event = service.application.events_of(table, after=game.stream.version - 1)[0]
    seat = event.data["seat"]
    mine, theirs, anybodys = (
        (event_body(game, event, viewer), told(game, event, viewer, ENGLISH))
        for viewer in (seat_viewer(seat), seat_viewer(1 - seat), SPECTATOR)
    )

    assert mine[0]["sealed"] != theirs[0]["sealed"]
    assert mine[1] != theirs[1]
    assert theirs == anybodys
    assert mine[0]["hash"] == theirs[0]["hash"]


def test_a_view_shares_nothing_with_the_game_that_goes_on(game: Game) -> None:
    body, offered = game_body(game, seat_viewer(0)), actions_body(game, 0)
    told = jcs([body, offered])
    seat = game.to_act()[0]
    table = game.get_table()
    game.act(seat, decision=table.decisions[seat], action=table.legal(seat)[0], at=game.stream.last_at)

    assert jcs([body, offered]) == told
    assert jcs([game_body(game, seat_viewer(0)), actions_body(game, 0)]) != told

    kept = jcs(game.get_table().state)
    body["table"].clear()
    offered["actions"].clear()

    assert jcs(game.get_table().state) == kept


def test_every_legal_action_has_a_sentence_in_both_languages(game: Game) -> None:
    offers = actions_body(game, game.to_act()[0])["actions"]

    assert offers
    for offer in offers:
        assert set(offer["text"]) == {"en", "ru"}
        assert all(offer["text"].values())


def test_every_legal_action_has_its_stakes_as_json(game: Game) -> None:
    seat = game.to_act()[0]
    view = table_of(game, seat_viewer(seat))
    for offer in actions_body(game, seat)["actions"]:
        promised = game.ruleset.stakes(offer["action"], view)

        assert [(one["kind"], one["fact"]["type"]) for one in offer["stakes"]] == [
            (one.kind, one.fact.type) for one in promised
        ]
        assert decode(jcs(offer["stakes"])) == offer["stakes"]


def test_once_the_seed_is_revealed_everybody_sees_what_the_public_sees(service: UseCases, table: UUID) -> None:
    service.games.abort(Caller("olga", frozenset({"games:play", OPERATE})), table, reason="the end")
    with service.application.reading(table) as game:
        assert {seen_by(game, viewer) for viewer in (*VIEWERS, ARBITER)} == {PUBLIC}
        assert game_body(game, SPECTATOR)["seed"] == game.seed.hex()
        events = list(service.application.all_events_of(table))
        for event in events:
            assert len({jcs(event_body(game, event, viewer)) for viewer in VIEWERS}) == 1
