"""Tournaments: the pairings, the seed that decides everything, and the fate of an entrant that does not answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from delvebook.domain.errors import DelvebookError
from delvebook.replays.standings import ratings, share, standings
from delvebook.replays.tournament import (
    Ask,
    ForfeitError,
    Tournament,
    TournamentGame,
    from_plain,
    play_game,
    tournament,
)
from delvebook.replays.verify import verify

pytestmark = pytest.mark.usefixtures("bids_registered")
ELSEWHERE = "http://bots.example/move"


def contest(**changes: Any) -> Tournament:
    """A tournament of Bids, at tables of two."""
    asked: dict[str, Any] = {
        "seed": "a cup",
        "title": "bids",
        "options": {},
        "seats": 2,
        "entrants": ["greedy", "random"],
        "rounds": 2,
    }
    return tournament(**{**asked, **changes})


def answering(answer: Callable[[Mapping[str, Any]], Any]) -> Callable[[str], Ask]:
    """Returns a bot elsewhere, at any address."""
    return lambda address: answer


def played_out(one: Tournament, **how: Any) -> list[TournamentGame]:
    """All games of a tournament."""
    return [play_game(one, number, **how)[0] for number in range(len(one.pairings()))]


def without_times(games: list[TournamentGame]) -> list[dict[str, Any]]:
    """Returns the games as plain data, without their times."""
    return [{key: value for key, value in game.to_plain().items() if key != "seconds"} for game in games]


def test_every_pair_meets_on_every_seat_equally_often() -> None:
    one = contest(entrants=["greedy", "random", ELSEWHERE], rounds=3)

    seated = Counter(
        (seat, name, tuple(sorted(set(table)))) for table in one.pairings() for seat, name in enumerate(table)
    )

    assert len(one.pairings()) == 3 * 3 * 2
    assert set(seated.values()) == {3}


def test_with_more_seats_one_sits_alone_among_the_others_and_the_other_way_round() -> None:
    one = contest(seats=3, rounds=1)

    assert [list(table).count("greedy@1") for table in one.pairings()] == [1, 1, 1, 2, 2, 2]
    assert sorted(table.index("greedy@1") for table in one.pairings()[:3]) == [0, 1, 2]


def test_the_same_seed_gives_the_same_games_and_the_same_table_in_any_order() -> None:
    one = contest()
    straight = played_out(one)
    backwards = [play_game(one, number)[0] for number in reversed(range(len(one.pairings())))]

    assert without_times(straight) == without_times(backwards[::-1])
    assert standings(straight, one.entrants, seats=2) == standings(backwards, one.entrants, seats=2)


def test_another_seed_gives_other_games() -> None:
    assert without_times(played_out(contest())) != without_times(played_out(contest(seed="another cup")))


def test_a_record_holds_and_its_bots_are_asked_again() -> None:
    played, record = play_game(contest(), 0)

    assert record is not None
    bots = verify(record, levels=["bots"]).level("bots")
    assert bots.status == "holds"
    assert bots.counts["moves"] == played.events - len(["created", "seat", "seat", "closed", "started", "over", "seed"])


def test_a_bot_elsewhere_plays_by_what_its_seat_sees() -> None:
    questions = []

    def lowest(question: Mapping[str, Any]) -> Any:
        questions.append(question)
        return question["legal"][-1]

    one = contest(entrants=["random", ELSEWHERE], rounds=1)
    games = played_out(one, ask=answering(lowest))

    assert all(game.forfeit is None for game in games)
    assert {question["seat"] for question in questions} == {0, 1}
    assert all(set(question) == {"ruleset", "seat", "view", "legal"} for question in questions)
    assert all(bid is None for question in questions for bid in question["view"]["bids"])


@pytest.mark.parametrize(
    "answer",
    [{"type": "bid", "card": 99}, {"type": "no_such_action"}, {}, "bid", None],
    ids=["illegal", "unknown", "empty", "no object", "nothing"],
)
def test_who_plays_illegally_loses_that_game_alone(answer: Any) -> None:
    one = contest(entrants=["random", ELSEWHERE], rounds=1)

    games = played_out(one, ask=answering(lambda question: answer))

    for game in games:
        loser = game.seating.index(ELSEWHERE)
        assert game.reason == "forfeit"
        assert game.forfeit is not None
        assert game.forfeit["seat"] == loser
        assert game.firsts == [1 - loser]
        assert game.places[loser] > game.places[1 - loser]


def test_who_stalls_loses_that_game_and_the_others_share_the_first_place() -> None:
    def stalls(question: Mapping[str, Any]) -> Any:
        raise ForfeitError("it does not answer")

    one = contest(entrants=["random", ELSEWHERE], rounds=1, seats=3)
    played, record = play_game(one, 4, ask=answering(stalls))

    assert record is None
    assert played.forfeit == {"seat": played.forfeit["seat"], "why": "it does not answer"}  # type: ignore[index]
    assert len(played.firsts) == 2


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"entrants": ["greedy", "clever"]}, "no bot 'clever'"),
        ({"entrants": ["greedy", "greedy@1"]}, "named twice"),
        ({"entrants": ["greedy"]}, "two entrants"),
        ({"options": {"rounds": 4}}, "not options"),
        ({"seats": 7}, "seats"),
        ({"title": "chess"}, "no ruleset"),
        ({"rounds": 0}, "one round"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(DelvebookError, match=said):
        contest(**changes)


def test_a_game_comes_back_from_its_line_as_it_was() -> None:
    played, _ = play_game(contest(), 1)

    assert from_plain(played.to_plain()) == played


def a_game(number: int, winner: int, *names: str) -> TournamentGame:
    """Returns a game at a table of two with this winner."""
    return TournamentGame(number, list(names), "end", [2, 4] if winner == 0 else [4, 2], [winner], [1, 0], 9, None)


def test_who_wins_more_is_rated_higher_and_the_interval_holds_the_rating() -> None:
    games = [a_game(number, int(number % 4 == 0), "a", "b") for number in range(40)]

    found = ratings(games, ["a", "b"])

    assert found["a"].value > 0 > found["b"].value
    assert 150 < found["a"].value - found["b"].value < 230  # three of four games: 191 points
    assert found["a"].low < found["a"].value < found["a"].high


def test_a_share_of_few_games_says_little() -> None:
    few, many = share(3, 4), share(300, 400)

    assert few.value == many.value == 0.75
    assert few.high - few.low > 5 * (many.high - many.low)
    assert share(0, 0).to_plain() == [0.0, 0.0, 1.0]
