"""The client plays on a whole service: sync and async, also where every connection breaks."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from delvebook.replays.verify import verify
from delvebook_client import (
    AsyncClient,
    Client,
    ConflictError,
    Game,
    IllegalActionError,
    InvalidError,
    Keep,
    KeptFileError,
    NotFoundError,
    ReceiptError,
    Retries,
    StaleDecisionError,
    StreamEndedError,
    UnauthorizedError,
    open_receipt,
)
from delvebook_client.models import Event
from delvebook_client.sync.pages import Pages
from tests.client.cutting import cutting

pytestmark = pytest.mark.servers
QUICK = Retries(seconds=60, pause=0.01, pause_max=0.05)
SECONDS_MAX = 120


def new_game(client: Client) -> Game:
    """A short game against one bot, with us on seat 0 and running."""
    game = client.create_game("dice-and-danger", seats=2, bots={1: "greedy"})
    game.sit(0)
    game.start()
    return game


def play(game: Game, most: int = 10_000) -> int:
    """Plays this many moves, or to the end. Returns the number of moves."""
    count = 0
    for asked in game.decisions():
        if count == most:
            break
        game.act(asked.actions[0], decision=asked.decision)
        count += 1
    return count


def test_a_game_is_played_to_its_end_with_nonce_and_receipts(running: str) -> None:
    with Client(running) as client:
        client.register("Sync")
        game = new_game(client)
        moves = play(game)
        record, report, theirs = game.record().read(), game.check(), game.verification()
        receipts, account = client.keep.receipts(game.id), client.account_id()

    assert moves > 5
    assert verify(record).holds
    assert report.holds
    assert [report.chain.status, report.receipts.status, report.nonces.status] == ["holds"] * 3
    assert len(receipts) == moves + 3  # created, sat down, started
    assert report.receipt_count == len(receipts) + 1  # the one in the header
    assert theirs.game == game.id
    assert theirs.holds is True
    nonces = [event["data"] for event in map(json.loads, record.splitlines()[1:]) if event["type"] == "NonceRevealed"]
    assert nonces == [{"seat": 0, "nonce": client.keep.nonce(game.id, account)}]


def test_a_game_is_played_and_followed_with_asyncio(running: str) -> None:
    async def follow(client: AsyncClient, game: str) -> list[Any]:
        return [line async for line in client.game(game).stream(lang="en")]

    async def main() -> None:
        async with AsyncClient(running) as client, AsyncClient(running) as watcher:
            await client.register("Async")
            game = await client.create_game("dice-and-danger", seats=2, bots={1: "greedy"})
            following = asyncio.create_task(follow(watcher, game.id))
            await game.sit()
            await game.start()
            async for asked in game.decisions():
                await game.act(asked.actions[-1], decision=asked.decision)
            lines = await following
            record, report = await game.record().read(), await game.check()
            events = [event async for event in game.events()]
            found = [one.id async for one in client.games.list(player="me")]
            theirs = await client.verify(record, receipts=client.keep.receipts(game.id))

        assert verify(record).holds
        assert [report.chain.status, report.receipts.status, report.nonces.status] == ["holds"] * 3
        assert theirs.holds is True
        assert lines[0].kind == "snapshot"
        assert lines[-1].kind == "end"
        assert lines[-1].status == "finished"
        numbers = [line.n for line in lines[:-1]]
        assert numbers == list(range(numbers[0], events[-1].n + 1))
        assert [event.n for event in events] == list(range(1, len(events) + 1))
        assert len(events) > 100  # more than one page
        assert found == [game.id]

    asyncio.run(main())


@pytest.mark.long
def test_a_stream_that_is_cut_at_random_places_tells_every_event_once(running: str) -> None:
    async def streamed(url: str, token: str, game: str) -> list[Any]:
        async with AsyncClient(url, token=token, retries=QUICK) as client:
            return [line async for line in client.game(game).stream(after=0)]

    with Client(running) as client:
        token = client.register("Cut").token
        game = new_game(client)
        play(game)
        events = list(game.events())
        with cutting(running, seed=7, bytes_most=4.5) as way:
            with Client(way.url, token=token, retries=QUICK) as other:
                lines = list(other.game(game.id).stream(after=0))
            first_cuts = way.cuts
            async_lines = asyncio.run(streamed(way.url, token, game.id))

    assert first_cuts > 10
    assert way.cuts > first_cuts + 10
    for found in (lines, async_lines):
        assert found[-1].kind == "end"
        assert [line.event for line in found[:-1]] == events


@pytest.mark.long
def test_a_game_in_which_every_connection_breaks_is_played_as_any_other(running: str) -> None:
    with cutting(running, seed=11) as way, Client(way.url, retries=QUICK) as client, Client(running) as other:
        client.register("Broken")
        game = new_game(client)
        moves = play(game, most=60)
        events = list(other.game(game.id).events())
        taken = [event for event in events if event.type == "ActionTaken" and event.by == "seat:0"]
        receipts = client.keep.receipts(game.id)

    assert way.cuts > 10
    assert len(taken) == moves
    assert len(receipts) == moves + 3
    assert [event.type for event in events].count("SeatTaken") == 2


def test_a_program_that_was_stopped_goes_on_with_its_file(running: str, tmp_path: Path) -> None:
    file = tmp_path / "kim.keep"
    with Client(running, keep=Keep(file)) as first:
        first.sign_in("Kim")
        game = first.create_game("labyrinth", seats=1)
        game.sit()

    with Client(running, keep=Keep(file)) as second:
        second.sign_in("Kim")
        again = second.game(game.id)
        again.start()
        play(again, most=3)
        assert second.account_id() == first.account_id()
        assert again.check().holds
        assert len(second.keep.receipts(game.id)) == 6


def test_who_has_lost_its_nonce_is_told_and_shows_no_other(running: str) -> None:
    with Client(running) as client:
        token = client.register("Lost").token
        game = client.create_game("labyrinth", seats=1)
        game.sit()
        with Client(running, token=token) as other, pytest.raises(KeptFileError):
            other.game(game.id).start()

        assert game.look().status == "open"


def test_refusals_are_exceptions_of_their_kind(running: str) -> None:
    with Client(running, lang="ru") as client, Client(running) as nobody:
        client.register("Refused")
        game = new_game(client)
        offer = next(game.decisions())
        decision = offer.decision
        with pytest.raises(UnauthorizedError) as needed:
            nobody.create_game("labyrinth", seats=1)
        with pytest.raises(NotFoundError) as unknown:
            nobody.game("00000000-0000-4000-8000-000000000000").look()
        with pytest.raises(InvalidError) as malformed:
            game.act({"type": "dance"}, decision=decision)
        with pytest.raises(ConflictError) as seated:
            game.sit()
        game.judge(offer.actions[0], decision=decision)
        assert next(game.decisions()).decision == decision
        game.act(offer.actions[0], decision=decision)
        with pytest.raises(StaleDecisionError) as stale:
            game.act(offer.actions[0], decision=decision, receipt=True)
        receipts = client.keep.receipts(game.id)
        signed = open_receipt(receipts[-1], client.public_keys())

    assert needed.value.code == "auth/required"
    assert unknown.value.code == "game/unknown"
    assert malformed.value.code == "action/malformed"
    assert seated.value.code == "game/seats_closed" or seated.value.code.startswith(("seat/", "game/"))
    assert re.search("[а-я]", seated.value.title)
    assert stale.value.decision is None or stale.value.decision > decision
    assert signed["code"] == "action/stale"


def test_an_illegal_action_names_the_clause(running: str) -> None:
    with Client(running) as client:
        client.register("Illegal")
        game = client.create_game("dungeon-raiders", seats=2, bots={1: "greedy"})
        game.sit(0)
        game.start()
        play(game, most=1)
        asked = next(game.decisions())
        played = {one.action.get("card") for one in asked.actions}
        gone = next(f"p{value}" for value in range(1, 6) if f"p{value}" not in played)
        with pytest.raises(IllegalActionError) as refused:
            game.act({"type": "play_card", "card": gone}, decision=asked.decision)

    assert refused.value.clause is not None
    assert refused.value.clause.startswith("DR-")


def test_many_actions_go_in_one_request(running: str) -> None:
    with Client(running) as client:
        client.register("Many")
        games = [new_game(client) for _ in range(3)]
        offers = {game.id: next(game.decisions()) for game in games}
        actions: list[Any] = [
            {"game": game, "decision": offer.decision, "action": offer.actions[0].action}
            for game, offer in offers.items()
        ]
        results = client.act_together([*actions, {**actions[0], "action": {"type": "dance"}}])
        receipts = {game.id: client.keep.receipts(game.id) for game in games}

    assert [result.status for result in results] == [201, 201, 201, 422]
    assert results[0].done is not None
    assert results[0].done.game is None
    assert results[0].done.actions is not None
    assert results[3].problem is not None
    assert results[3].problem.code == "action/malformed"
    assert {len(kept) for kept in receipts.values()} == {4}


def test_notices_are_followed_and_a_later_stream_takes_the_place_of_one(running: str) -> None:
    with Client(running) as client, Client(running) as other:
        other.use(client.register("Noticed").token)
        stream = client.notices.stream(line="desk")
        first = next(stream)
        assert first.kind == "snapshot"
        game = new_game(client)
        turn = next(line for line in stream if line.notice is not None and line.notice.type == "turn")
        later = other.notices.stream(line="desk", after=0)
        assert next(later).number == 1
        with pytest.raises(StreamEndedError) as ended:
            list(stream)
        notices = list(client.notices.list())

    assert turn.notice.game == game.id
    assert ended.value.reason == "superseded"
    assert [notice.number for notice in notices] == list(range(1, len(notices) + 1))


def test_pages_follow_one_another_to_the_end(running: str) -> None:
    with Client(running) as client:
        client.register("Paged")
        made = [client.create_game("labyrinth", seats=1).id for _ in range(5)]
        game = client.game(made[0])
        game.sit()
        game.start()
        play(game, most=4)
        events = list(Pages(client, Event, "events", f"/v1/games/{game.id}/events", {"limit": 2, "after": 1}))
        titles = [title.id for title in client.rulesets.list()]

    assert [event.n for event in events] == list(range(2, len(events) + 2))
    assert len(events) > 4
    assert "labyrinth" in titles


def test_a_receipt_that_says_something_else_is_found(running: str) -> None:
    with Client(running) as client:
        client.register("Doubting")
        game = new_game(client)
        keys = client.public_keys()
        receipt = client.keep.receipts(game.id)[0]
        head, payload, signature = receipt.split(".")
        other = client.keep.receipts(game.id)[1].split(".")[1]

        with pytest.raises(ReceiptError) as forged:
            open_receipt(f"{head}.{other}.{signature}", keys)
        with pytest.raises(ReceiptError) as unknown:
            open_receipt(receipt, {"keys": []})
        client.keep.add_receipt(game.id, f"{head}.{other}.{signature}")
        report = game.check()

    assert open_receipt(receipt, keys)["game"] == game.id
    assert forged.value.code == "receipts/signature"
    assert unknown.value.code == "receipts/unknown_key"
    assert payload != other
    assert report.receipts.status == "fails"
    assert not report.holds
