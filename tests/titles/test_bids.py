"""The rules of Bids, clause by clause; also an example of how a title is tested."""

from __future__ import annotations

import pytest

from delvebook.domain.errors import IllegalActionError, InvalidOptionsError, MalformedActionError
from delvebook.domain.viewers import SPECTATOR, seat_viewer
from tests.titles.tables import BidsTable


@pytest.mark.clause("BID-001")
def test_nine_prizes_lie_face_down_and_every_seat_holds_six_bid_cards() -> None:
    game = BidsTable(seats=3)
    state = game.table.state

    assert sorted(state["deck"]) == [f"prize-{worth}" for worth in range(1, 10)]
    assert state["hands"] == [[1, 2, 3, 4, 5, 6]] * 3
    assert [envelope.audience for envelope in game.bodies[0].sealed] == [("arbiter",)] * 9
    assert game.bodies[0].data["draws"] == [{"what": "prizes", "from": 0, "count": 8}]


@pytest.mark.clause("BID-002")
def test_the_lookout_sees_the_top_prize_and_nobody_else_does() -> None:
    game = BidsTable(seats=3)
    top = game.table.state["deck"][0]
    body = game.look(0)

    assert [envelope.audience for envelope in body.sealed] == [("seat:0",)]
    assert body.sealed[0].content["opens"][0]["content"] == {"zone": "deck", "at": 0, "item": top}
    assert game.ruleset.view(game.table.state, seat_viewer(0))["top_prize"] == top
    for other in (seat_viewer(1), seat_viewer(2), SPECTATOR):
        assert game.ruleset.view(game.table.state, other)["top_prize"] is None
    assert game.table.to_act() == [0, 1, 2]


@pytest.mark.clause("BID-002")
def test_nobody_looks_twice_or_in_the_place_of_the_lookout() -> None:
    game = BidsTable()
    game.look(0)
    for seat in (0, 1):
        with pytest.raises(IllegalActionError) as refused:
            game.look(seat)
        assert refused.value.clause == "BID-002"


@pytest.mark.clause("BID-002")
def test_the_look_goes_round_clockwise() -> None:
    game = BidsTable(seats=2, rounds=3)
    lookouts = [game.table.state["lookout"]]
    for card in (1, 2):
        game.bid_all(card, card + 1)
        lookouts.append(game.table.state["lookout"])

    assert lookouts == [0, 1, 0]


@pytest.mark.clause("BID-003")
def test_a_bid_is_face_down_until_the_last_one_is_made() -> None:
    game = BidsTable(seats=3)
    first, second = game.bid(0, 4), game.bid(1, 2)
    for body, card in ((first, 4), (second, 2)):
        assert body.data["action"] == {"type": "bid"}
        assert body.sealed[0].content["action"] == {"type": "bid", "card": card}
        assert game.types(body) == ["bid_made"]
    last = game.bid(2, 1)

    assert last.data["action"] == {"type": "bid", "card": 1}
    assert [opened["content"].get("action", {}).get("card") for opened in last.opens] == [4, 2, None]
    assert last.data["facts"][1]["cards"] == [4, 2, 1]


@pytest.mark.clause("BID-004")
def test_a_spent_card_cannot_be_bid_again() -> None:
    game = BidsTable()
    game.bid_all(6, 1)
    with pytest.raises(IllegalActionError) as refused:
        game.bid(0, 6)

    assert refused.value.clause == "BID-004"
    assert [action["card"] for action in game.table.legal(0)] == [1, 2, 3, 4, 5]
    assert [action["card"] for action in game.table.legal(1) if action["type"] == "bid"] == [2, 3, 4, 5, 6]


@pytest.mark.clause("BID-005")
def test_a_seat_that_has_bid_waits_for_the_others() -> None:
    game = BidsTable()
    game.bid(0, 3)
    with pytest.raises(IllegalActionError) as refused:
        game.bid(0, 4)

    assert refused.value.clause == "BID-005"
    assert game.table.legal(0) == []
    assert game.table.to_act() == [1]


@pytest.mark.clause("BID-006")
def test_the_highest_bid_takes_the_prize_without_a_lot() -> None:
    game = BidsTable(seats=3)
    prize = game.table.state["deck"][0]
    body = game.bid_all(2, 6, 5)

    assert game.types(body) == ["bid_made", "bids_opened", "prize_won", "lookout_moved"]
    assert game.table.state["taken"] == [[], [prize], []]
    assert "draws" not in body.data
    assert game.table.to_act() == [0, 1, 2]


@pytest.mark.clause("BID-006")
@pytest.mark.parametrize(("cards", "tied"), [((5, 5, 1), [0, 1]), ((4, 4, 4), [0, 1, 2])])
def test_the_lot_decides_between_the_highest_alone(cards: tuple[int, ...], tied: list[int]) -> None:
    game = BidsTable(seats=3)
    body = game.bid_all(*cards)
    lots = body.data["facts"][2]

    assert (lots["type"], lots["tied_seats"]) == ("lots_drawn", tied)
    assert lots["seat"] in tied
    assert game.table.state["taken"][lots["seat"]]
    assert body.data["draws"] == [{"what": "tied bids", "from": 8, "count": 1}]


@pytest.mark.clause("BID-006")
def test_every_tied_seat_may_be_the_one() -> None:
    winners = {BidsTable(seats=3, seed=f"lot/{k}").bid_all(4, 4, 4).data["facts"][2]["seat"] for k in range(20)}

    assert winners == {0, 1, 2}


@pytest.mark.clause("BID-007")
def test_the_richest_wins_after_the_last_round_and_not_before() -> None:
    game = BidsTable(seats=2, rounds=2)
    deck = game.table.state["deck"]
    game.bid_all(6, 1)
    assert game.table.outcome is None
    game.bid_all(5, 2)
    outcome = game.table.outcome

    assert outcome is not None
    assert outcome.scores == [sum(int(prize[-1]) for prize in deck[:2]), 0]
    assert (outcome.winners, outcome.ranking) == ([0], [[0], [1]])
    assert game.table.to_act() == []


@pytest.mark.clause("BID-007")
def test_equal_seats_share_the_place() -> None:
    game = BidsTable(seats=4, rounds=2)
    game.bid_all(6, 1, 1, 1)
    game.bid_all(1, 6, 2, 2)
    outcome = game.table.outcome

    assert outcome is not None
    assert outcome.ranking[-1] == [2, 3]
    assert outcome.scores[2:] == [0, 0]


def test_options_and_actions_outside_their_domains_are_refused() -> None:
    with pytest.raises(InvalidOptionsError):
        BidsTable(rounds=4)
    for card in (0, 7, "3", None):
        with pytest.raises(MalformedActionError):
            BidsTable().ruleset.parse_action({"type": "bid", "card": card})
