"""Ratings: the results that count, their order, and the same table after every rebuild."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Engine

from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from delvebook.domain.times import later
from delvebook.projections.leagues import (
    BOTS,
    MILLION,
    PLAYERS,
    LeaguesProjection,
    LeaguesReader,
    LeagueTable,
    Rank,
    beginner,
    league_of,
    places_of,
    rated,
    season_of,
)
from delvebook.service.base.database import open_engine
from tests.titles.bids import Bids

AT = "2026-02-03T04:05:06.000007Z"
LEAGUE = league_of("bids@1", Bids().parse_options({}, seats=2))
TABLE = LeagueTable(LEAGUE, "2026-q1", PLAYERS)
NUMBERS = itertools.count(1)


pytestmark = pytest.mark.usefixtures("bids")


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    opened = open_engine(f"sqlite:///{tmp_path / 'leagues.db'}")
    LeaguesProjection.metadata.create_all(opened)
    yield opened
    opened.dispose()


def result(
    *players: str,
    bots: Sequence[str] = (),
    programs: Sequence[str] = (),
    at: str = AT,
    gives_up: int = 0,
    left: int | None = None,
    **terms: Any,
) -> list[GameEvent]:
    """The events of a game that ends because a seat gives up. The first player is the one who wins."""
    seats = len(players) + len(bots)
    game = Game.create(
        UUID(int=next(NUMBERS)), ruleset=Bids(), options={}, seats=seats, seed=bytes(32), by="player:p", at=at,
        terms=terms,
    )  # fmt: skip
    for player in players:
        game.take_seat(None, player=player, at=at, is_program=player in programs)
    for seat, bot in enumerate(bots, len(players)):
        game.put_bot(seat, bot=bot, by="player:p", at=at)
    game.close_seats(deadline=None, at=at)
    game.start(by="player:p", at=at)
    if left is not None:
        game.leave_seat(left, by=f"player:{players[left]}", at=at)
    if gives_up:
        for seat in range(len(players) - 1, 0, -1):
            game.resign(seat, bot="random", at=at)
    while not game.lifecycle.is_over:
        seat = game.to_act()[0]
        table = game.get_table()
        game.act(seat, decision=table.decisions[seat], action=table.legal(seat)[-1], at=at)
    return list(game.collect_events())


def won(*players: str, at: str = AT, **terms: Any) -> list[GameEvent]:
    """The events of a game that the first player wins because the others resign."""
    return result(*players, at=at, gives_up=1, **terms)


def project(engine: Engine, events: Sequence[GameEvent]) -> LeaguesReader:
    with engine.begin() as connection:
        for event in events:
            LeaguesProjection().apply(connection, [event])
    return LeaguesReader(engine)


def who(reader: LeaguesReader, table: LeagueTable = TABLE) -> dict[str, int]:
    """Returns the rated accounts, and the number of their games."""
    return {row["who"]: row["game_count"] for row in reader.ratings(table, limit=100)}


def test_the_winner_is_rated_above_the_loser_and_both_have_one_game(engine: Engine) -> None:
    first, second = project(engine, won("ann", "bob")).ratings(TABLE, limit=10)

    assert (first["who"], first["place"], first["game_count"], first["win_count"]) == ("ann", 1, 1, 1)
    assert (second["who"], second["place"], second["game_count"], second["win_count"]) == ("bob", 2, 1, 0)
    assert first["mu"] > beginner().mu > second["mu"]
    assert first["rating"] == first["mu"] - 3 * first["sigma"]


@pytest.mark.parametrize(
    "events",
    [
        lambda: won("ann", "bob", visibility="private"),
        lambda: won("ann", "bob", visibility="unlisted"),
        lambda: won("ann", "bob")[:-2],
        lambda: won("ann", "bob", hints=True),
        lambda: result("ann", bots=["greedy"]),
    ],
    ids=["private", "unlisted", "not finished", "with hints", "one player alone"],
)
def test_what_does_not_count(engine: Engine, events: Any) -> None:
    assert who(project(engine, events())) == {}


def test_a_fork_does_not_count(engine: Engine) -> None:
    events = won("ann", "bob")
    events[0].data["parent"] = {"game": str(UUID(int=0)), "n": 3, "hash": "0" * 64}

    assert who(project(engine, events)) == {}


def test_a_game_of_which_a_claim_was_upheld_counts_no_more_until_the_appeal_says_otherwise(engine: Engine) -> None:
    kept, disputed = won("ann", "bob"), won("bob", "ann", at=later(AT, 5))
    game = Game.project(None, disputed)
    assert game is not None
    n = game.open_dispute("ann", event=3, claim="wrong", at=later(AT, 9))
    game.rule(n, arbiter="judy", verdict="upheld", remedy={"type": "annul"}, reason="so", at=later(AT, 10))
    ruled = list(game.collect_events())
    game.appeal(n, player="bob", reason="no", at=later(AT, 11))
    game.rule(n, arbiter="jude", verdict="dismissed", remedy=None, reason="not so", at=later(AT, 12))
    appealed = list(game.collect_events())

    before = project(engine, [*kept, *disputed])
    assert who(before) == {"ann": 2, "bob": 2}
    whole = before.digest()
    assert who(project(engine, ruled)) == {"ann": 1, "bob": 1}
    assert project(engine, appealed).digest() == whole


def test_a_ruling_on_one_game_says_nothing_of_another(engine: Engine) -> None:
    first, second = won("ann", "bob"), won("bob", "ann", at=later(AT, 5))
    project(engine, [*first, *second])

    def rule(history: list[GameEvent], claimant: str, verdict: str) -> dict[str, int]:
        """What counts after one more dispute about the game."""
        game = Game.project(None, history)
        assert game is not None
        n = game.open_dispute(claimant, event=3, claim="wrong", at=later(AT, 9))
        remedy = {"type": "annul"} if verdict == "upheld" else None
        game.rule(n, arbiter="judy", verdict=verdict, remedy=remedy, reason="so", at=later(AT, 10))
        made = game.collect_events()
        history.extend(made)
        return who(project(engine, made))

    assert rule(second, "ann", "dismissed") == {"ann": 2, "bob": 2}
    assert rule(first, "ann", "upheld") == {"ann": 1, "bob": 1}
    assert rule(second, "bob", "dismissed") == {"ann": 1, "bob": 1}


def test_seasons_are_quarters_and_options_are_leagues_of_their_own(engine: Engine) -> None:
    reader = project(engine, [*won("ann", "bob"), *won("ann", "bob", at="2026-04-01T00:00:00.000000Z")])

    assert [season_of(f"2026-{month:02}-01") for month in (1, 3, 4, 12)] == ["2026-q1", "2026-q1", "2026-q2", "2026-q4"]
    assert [(row["id"], row["season"], row["players"]) for row in reader.leagues(limit=9)] == [
        (LEAGUE, "2026-q2", 2), (LEAGUE, "2026-q1", 2),
    ]  # fmt: skip
    assert league_of("bids@2", {"a": 1}) == league_of("bids@1", {"a": 1}) != league_of("bids@1", {"a": 2})
    assert reader.leagues(after=(LEAGUE, "2026-q2"), limit=9) == reader.leagues(limit=9)[1:]
    assert reader.leagues(title="labyrinth", limit=9) == []


def test_bots_have_a_table_of_their_own_and_a_program_does_not_play_against_itself(engine: Engine) -> None:
    bots = TABLE._replace(kind=BOTS)
    reader = project(engine, result("ann", "bob", bots=["greedy", "random"]))

    assert set(who(reader)) == {"ann", "bob"}
    assert set(who(reader, bots)) == {"greedy@1", "random@1"}
    project(engine, result("ann", "bob", bots=["greedy", "greedy"]))
    assert who(reader, bots) == {"greedy@1": 1, "random@1": 1}
    assert who(reader) == {"ann": 2, "bob": 2}


def test_the_account_of_a_bot_is_rated_among_programs_and_not_among_people(engine: Engine) -> None:
    bots = TABLE._replace(kind=BOTS)
    events = result("ann", "bob", "hal", bots=["greedy"], programs=["hal"])
    reader = project(engine, events)

    assert set(who(reader)) == {"ann", "bob"}
    assert set(who(reader, bots)) == {"hal", "greedy@1"}
    project(engine, result("ann", "hal", programs=["hal"]))
    assert who(reader) == {"ann": 1, "bob": 1}


def test_who_leaves_the_seat_to_a_bot_comes_last_whatever_it_reaches(engine: Engine) -> None:
    ratings = project(engine, result("ann", "bob", left=0)).ratings(TABLE, limit=9)

    assert [row["who"] for row in ratings] == ["bob", "ann"]
    seats = [{"who": name, "kind": PLAYERS, "left": name == "ann"} for name in ("ann", "bob", "cid")]
    assert places_of([[0], [2], [1]], seats, PLAYERS) == [["cid"], ["bob"], ["ann"]]
    assert places_of([[0, 1], [2]], [{**seat, "left": True} for seat in seats], PLAYERS) == []


def test_ratings_are_the_same_in_whatever_order_the_games_are_read(tmp_path: Path) -> None:
    players = ("ann", "bob", "cid", "dan")
    chance = random.Random(7)
    games = [won(*chance.sample(players, chance.choice((2, 3))), at=later(AT, number // 2)) for number in range(30)]
    digests = set()
    for number in range(4):
        engine = open_engine(f"sqlite:///{tmp_path / f'{number}.db'}")
        LeaguesProjection.metadata.create_all(engine)
        digests.add(project(engine, [event for game in games for event in game]).digest())
        engine.dispose()
        chance.shuffle(games)

    assert len(digests) == 1


def test_ties_share_a_place_and_pages_follow_each_other(engine: Engine) -> None:
    games = [won("ann", "bob"), won("cid", "dan", at=later(AT, 1)), won("eve", "fay", at=later(AT, 2))]
    reader = project(engine, [event for game in games for event in game])
    whole = reader.ratings(TABLE, limit=100)

    assert [(row["who"], row["place"]) for row in whole] == [
        ("ann", 1), ("cid", 1), ("eve", 1), ("bob", 4), ("dan", 4), ("fay", 4),
    ]  # fmt: skip
    paged: list[dict[str, Any]] = []
    while page := reader.ratings(TABLE, limit=2, after=(paged[-1]["rating"], paged[-1]["who"]) if paged else None):
        paged += page
    assert paged == whole


def test_a_result_moves_the_ratings_as_the_model_says() -> None:
    after = rated({}, [["ann"], ["bob", "cid"]])

    assert (after["ann"].mu, after["ann"].sigma) == (30_270_779, 7_788_847)
    assert after["bob"] == after["cid"]
    assert (after["bob"].mu, after["bob"].sigma) == (22_364_611, 7_788_847)


def shapes(seats: int) -> Iterator[list[int]]:
    """Yields the places of the seats in every result that there can be, shared places included."""
    for places in itertools.product(range(seats), repeat=seats):
        if set(places) == set(range(max(places) + 1)):
            yield list(places)


def groups(places: Sequence[int]) -> list[list[str]]:
    """Returns the competitors, named by their seats, in the groups in which they placed."""
    return [[str(seat) for seat, one in enumerate(places) if one == place] for place in range(max(places) + 1)]


@pytest.mark.parametrize("before", [beginner(), Rank(31_000_000, 2_500_000, 40, 9)], ids=["beginners", "known players"])
@pytest.mark.parametrize("seats", range(2, 7))
def test_from_equal_ratings_a_better_place_is_rated_better_and_a_shared_one_the_same(seats: int, before: Rank) -> None:
    names = [str(seat) for seat in range(seats)]
    count = 0
    for places in shapes(seats):
        after = rated(dict.fromkeys(names, before), groups(places))
        by_place = [{(after[name].mu, after[name].rating) for name in group} for group in groups(places)]
        assert all(len(one) == 1 for one in by_place), places
        values = [one.pop() for one in by_place]
        assert all(better > worse and better[1] > worse[1] for better, worse in itertools.pairwise(values)), (
            places,
            values,
        )
        count += 1
    assert count == {2: 3, 3: 13, 4: 75, 5: 541, 6: 4683}[seats]  # the ordered Bell numbers


def test_whoever_had_come_in_further_up_would_never_have_been_rated_worse() -> None:
    chance = random.Random(36)
    for _ in range(400):
        seats = chance.randrange(2, 7)
        ranks = {str(seat): Rank(chance.randrange(5, 45) * MILLION, chance.randrange(1, 9) * MILLION, 1, 0)
                 for seat in range(seats)}  # fmt: skip
        places = chance.choice(list(shapes(min(seats, 4)))) + [4] * (seats - 4)
        seat = max(range(seats), key=lambda one: (places[one], one))
        better = [2 * place for place in places]
        better[seat] -= chance.choice((1, 2, 3))  # between two places, into the next one, or past it
        order = sorted(set(better))
        moved = [order.index(place) for place in better]
        was, now = rated(ranks, groups(_dense(places))), rated(ranks, groups(moved))
        assert now[str(seat)].mu >= was[str(seat)].mu, (ranks, places, moved)
        for other in set(ranks) - {str(seat)}:
            assert now[other].mu <= was[other].mu, (other, ranks, places, moved)


def _dense(places: Sequence[int]) -> list[int]:
    return [sorted(set(places)).index(place) for place in places]


def test_as_many_games_count_as_the_page_says(engine: Engine) -> None:
    chance = random.Random(10)
    names, expected, games = ("ann", "bob", "cid", "hal"), 0, []
    for number in range(60):
        players = chance.sample(names, chance.randrange(1, 4))
        bots = chance.choices(("greedy", "random"), k=chance.randrange(0, 3)) if len(players) < 3 else []
        if len(players) + len(bots) < 2:
            bots = ["greedy"]
        visibility = chance.choice(("public", "public", "public", "private"))
        left = chance.choice((None, None, 0))
        gives_up = chance.randrange(2) * (len(players) > 1)
        events = result(*players, bots=bots, programs=["hal"], at=later(AT, number), left=left, gives_up=gives_up,
                        visibility=visibility)  # fmt: skip
        if is_cut := chance.random() < 0.1:
            events = [event for event in events if event.type not in ("GameFinished", "SeedRevealed")]
        games.append(events)
        people = [seat for seat, name in enumerate(players) if name != "hal"]
        programs = [*(name for name in players if name == "hal"), *bots]
        gone = {0} if left == 0 else set()
        gone |= set(range(1, len(players))) if gives_up else set()
        of_people = len(people) > 1 and not set(people) <= gone
        stays = bool(bots) or any(players[seat] == "hal" and seat not in gone for seat in range(len(players)))
        of_programs = 1 < len(programs) == len(set(programs)) and stays
        expected += visibility == "public" and not is_cut and (of_people or of_programs)

    reader = project(engine, [event for game in games for event in game])
    assert 0 < expected < 60
    assert sum(league["games"] for league in reader.leagues(limit=99)) == expected
    rows = [row for kind in (PLAYERS, BOTS) for row in reader.ratings(TABLE._replace(kind=kind), limit=99)]
    assert sum(row["win_count"] for row in rows) <= 2 * expected
