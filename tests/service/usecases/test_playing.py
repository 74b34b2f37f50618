"""Playing: answering decisions, dry runs, take-backs, bots' turns, deadlines, and the events a caller sees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import (
    DelvebookError,
    GameFinishedError,
    IllegalActionError,
    NotYoursError,
    StaleDecisionError,
)
from delvebook.domain.game import Game
from delvebook.domain.questions import BotQuestion
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.service.base.errors import BusyError
from delvebook.service.base.settings import Settings
from delvebook.service.identity.caller import ANYBODY, OPERATE, Caller
from delvebook.service.identity.signing import KeyRing, Receipts
from delvebook.service.usecases.bot_turns import bots_turns
from delvebook.service.usecases.playing import BOT_TRIES
from delvebook.service.usecases.use_cases import UseCases
from tests.service.tables import TITLE, asked, open_service, pass_time, player, seated_game

ANN, BOB = player("ann"), player("bob")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[UseCases]:
    receipts = Receipts(KeyRing(tmp_path / "keys", is_made=True))
    opened = open_service(Settings(home=tmp_path, secret="ab" * 32), receipts=receipts)
    yield opened
    opened.application.close()


@pytest.fixture
def game(service: UseCases) -> UUID:
    return seated_game(service, ["ann", "bob"])


def first_action(service: UseCases, game: UUID, name: str = "ann") -> dict[str, Any]:
    """Returns the arguments of `act` for the player's first legal action."""
    offer = asked(service, game, name)
    return {"decision": offer["decision"], "action": offer["actions"][0]["action"]}


def version(service: UseCases, game: UUID) -> int:
    return int(service.games.look(ANN, game)["n"])


def test_the_table_in_an_answer_stands_as_it_was_when_the_game_goes_on(
    service: UseCases, game: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a title shows parts of its state as they are, as this one does here."""
    chosen = first_action(service, game), first_action(service, game, "bob")
    monkeypatch.setattr(get_ruleset(TITLE), "view", lambda state, _: state, raising=False)
    answer = service.playing.act(ANN, game, **chosen[0])
    told = jcs(answer.game)
    service.playing.act(BOB, game, **chosen[1])

    assert jcs(answer.game) == told
    assert jcs(service.games.look(ANN, game)) != told


def test_an_action_answers_the_seats_decision_once(service: UseCases, game: UUID) -> None:
    chosen = first_action(service, game)
    answer = service.playing.act(ANN, game, **chosen)

    assert (answer.events[0]["type"], answer.events[0]["by"]) == ("ActionTaken", "seat:0")
    with pytest.raises(StaleDecisionError):
        service.playing.act(ANN, game, **chosen)


def test_a_caller_without_a_seat_is_asked_nothing_and_does_nothing(service: UseCases, game: UUID) -> None:
    chosen = first_action(service, game)
    before = version(service, game)
    for caller in (player("eve"), ANYBODY):
        with pytest.raises(NotYoursError):
            service.playing.actions(caller, game)
    with pytest.raises(NotYoursError):
        service.playing.act(player("eve"), game, **chosen)
    assert version(service, game) == before


def test_a_player_whose_seat_a_bot_plays_takes_it_back_before_acting(service: UseCases, game: UUID) -> None:
    chosen = first_action(service, game)
    service.games.put_bot(ANN, game, seat=0, bot="greedy")
    for act in (service.playing.act, service.playing.try_action):
        with pytest.raises(NotYoursError, match="a bot plays your seat"):
            act(ANN, game, **chosen)
    service.games.take_seat(ANN, game)

    assert service.playing.act(ANN, game, **chosen).last["data"]["seat"] == 0


def test_a_dry_run_judges_as_the_action_would_be_and_changes_nothing(service: UseCases, game: UUID) -> None:
    chosen = first_action(service, game)
    before = version(service, game)

    assert service.playing.try_action(ANN, game, **chosen) == before
    with pytest.raises(IllegalActionError) as tried:
        service.playing.try_action(ANN, game, decision=chosen["decision"], action={"type": "light_torch"})
    with pytest.raises(IllegalActionError) as taken:
        service.playing.act(ANN, game, decision=chosen["decision"], action={"type": "light_torch"})
    assert (tried.value.code, tried.value.details) == (taken.value.code, taken.value.details)
    assert version(service, game) == before


def test_a_dry_run_does_not_work_out_what_would_happen(
    service: UseCases, game: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How long that takes may depend on what is hidden, and could be told by the clock."""
    chosen = first_action(service, game)

    def play(*_: object, **__: object) -> None:
        raise AssertionError("the action was played")

    monkeypatch.setattr(type(get_ruleset(TITLE)), "play", play)
    service.playing.try_action(ANN, game, **chosen)


def test_a_finished_game_takes_no_action_not_even_a_dry_one(service: UseCases, game: UUID) -> None:
    chosen = first_action(service, game)
    service.games.abort(Caller("olga", frozenset({"games:play", OPERATE})), game, reason="the end")
    for act in (service.playing.act, service.playing.try_action):
        with pytest.raises(GameFinishedError):
            act(ANN, game, **chosen)


def test_a_refusal_has_a_receipt_if_its_player_asks_for_one(service: UseCases, game: UUID) -> None:
    stale = {"decision": 1, "action": {"type": "light_torch"}}
    with pytest.raises(StaleDecisionError) as plain:
        service.playing.act(ANN, game, **stale)
    with pytest.raises(StaleDecisionError) as signed:
        service.playing.act(ANN, game, **stale, signs_refusal=True)

    assert "receipt" not in plain.value.details
    assert signed.value.details["receipt"].count(".") == 2


def test_every_accepted_command_is_answered_with_a_receipt(service: UseCases) -> None:
    created = service.games.create(ANN, ruleset=TITLE, seats=2, options={}, bots={1: "random"})
    seated = service.games.take_seat(ANN, UUID(created.game["id"]))

    assert created.receipt is not None
    assert seated.receipt is not None
    assert created.receipt != seated.receipt


def test_an_action_nobody_learned_from_is_taken_back_by_its_player_alone(service: UseCases, game: UUID) -> None:
    service.playing.act(ANN, game, **first_action(service, game))
    with pytest.raises(NotYoursError):
        service.playing.take_back(player("eve"), game)
    answer = service.playing.take_back(ANN, game)

    assert answer.last["type"] == "ActionTakenBack"
    assert 0 in answer.game["to_act"]


def bot_table(service: UseCases, **terms: Any) -> tuple[UUID, int]:
    """A running game with a bot on seat 1, and the decision the bot owes."""
    made = service.games.create(ANN, ruleset=TITLE, seats=2, options={}, bots={1: "greedy"}, **terms)
    game = UUID(made.game["id"])
    service.games.take_seat(ANN, game)
    service.games.start(ANN, game)
    with service.application.reading(game) as running:
        return game, running.get_table().decisions[1]


def test_a_bot_answers_its_decision_once_and_a_late_call_does_nothing(service: UseCases) -> None:
    game, decision = bot_table(service)

    assert service.playing.play_bot(game, seat=1, decision=decision - 1) is None
    assert service.playing.play_bot(game, seat=0, decision=decision) is None
    assert service.playing.play_bot(game, seat=7, decision=decision) is None
    assert service.playing.play_bot(game, seat=1, decision=decision) == decision + 1
    assert service.playing.play_bot(game, seat=1, decision=decision) is None


def test_a_bot_whose_table_changes_while_it_chooses_chooses_again_without_loading_the_game(
    service: UseCases, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = service.games.create(ANN, ruleset=TITLE, seats=3, options={}, bots={2: "greedy"})
    game = UUID(made.game["id"])
    for one in (ANN, BOB):
        service.games.take_seat(one, game)
    service.games.start(ANN, game)
    [(seat, decision)] = bots_turns_of(service, game)
    answer, tried = BotQuestion.answer, []

    def outrun_once(question: BotQuestion) -> Any:
        tried.append(question.seat)
        if len(tried) == 1:
            service.playing.act(BOB, game, **first_action(service, game, "bob"))
        return answer(question)

    def load(*_: object) -> None:
        raise AssertionError("the game was loaded")

    monkeypatch.setattr(BotQuestion, "answer", outrun_once)
    monkeypatch.setattr(service.application, "_reconstruct", load)
    assert service.playing.play_bot(game, seat=seat, decision=decision) == decision + 2
    assert len(tried) == 2


def test_while_a_person_owes_a_decision_each_move_of_a_bot_is_stored_alone(tmp_path: Path) -> None:
    """The person may act at any moment, which changes what the next bot sees."""
    commits: list[int] = []
    service = open_service(Settings(home=tmp_path, secret="ab" * 32), on_commit=commits.append)
    made = service.games.create(ANN, ruleset=TITLE, seats=4, options={}, bots=dict.fromkeys((1, 2, 3), "greedy"))
    game = UUID(made.game["id"])
    service.games.take_seat(ANN, game)
    service.games.start(ANN, game)
    commits.clear()
    moves = []
    while made_now := service.playing.play_bots_on(game, goes_on=always):
        moves.append([one.seat for one in made_now])

    assert moves == [[1], [2], [3]]
    assert len(commits) == 3
    with service.application.reading(game) as running:
        assert running.to_act() == [0]
    service.application.close()


def test_moves_that_a_job_may_not_make_are_left(service: UseCases) -> None:
    game, decision = bot_table(service)
    asked = []

    def goes_on(*turn: int) -> bool:
        asked.append(turn)
        return False

    assert service.playing.play_bots_on(game, goes_on=goes_on) == []
    assert asked == [(1, decision)]
    assert bots_turns_of(service, game) == [(1, decision)]


def test_a_bot_that_is_outrun_by_everybody_else_is_busy_and_answers_when_they_have_acted(
    service: UseCases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All seats decide at the same time, and each action changes what the bot sees while it chooses."""
    people = [ANN, BOB, player("eve"), player("dan")]
    made = service.games.create(ANN, ruleset=TITLE, seats=5, options={}, bots={4: "greedy"})
    game = UUID(made.game["id"])
    for one in people:
        service.games.take_seat(one, game)
    service.games.start(ANN, game)
    with service.application.reading(game) as running:
        decision = running.get_table().decisions[4]
    answer = BotQuestion.answer
    tried = []

    def slow(question: BotQuestion) -> Any:
        if len(tried) % 2 == 0:
            service.playing.act(BOB, game, **first_action(service, game, "bob"))
        else:
            service.playing.take_back(BOB, game)
        tried.append(question.seat)
        return answer(question)

    monkeypatch.setattr(BotQuestion, "answer", slow)
    with pytest.raises(BusyError, match="faster than the bot"):
        service.playing.play_bot(game, seat=4, decision=decision)
    monkeypatch.undo()

    assert len(tried) == BOT_TRIES
    assert service.playing.play_bot(game, seat=4, decision=decision) is not None


def bots_turns_of(service: UseCases, game: UUID) -> list[tuple[int, int]]:
    with service.application.reading(game) as running:
        return bots_turns(running)


def always(_seat: int, _decision: int) -> bool:
    return True


def moves_of(service: UseCases, game: UUID, together: int) -> list[list[int]]:
    """Has bots play 40 moves, so many together at most. Returns the numbers of the moves of each call."""
    calls, done = [], 0
    while done < 40:
        left = [min(together, 40 - done)]

        def goes_on(_seat: int, _decision: int, left: list[int] = left) -> bool:
            left[0] -= 1
            return left[0] > 0

        seat, decision = bots_turns_of(service, game)[0]
        calls.append([one.n for one in service.playing.play_bots(game, seat=seat, decision=decision, goes_on=goes_on)])
        done += len(calls[-1])
    return calls


def bots_game(service: UseCases) -> UUID:
    """A running game of four bots, one of which plays for a person who has left it the seat."""
    made = service.games.create(ANN, ruleset=TITLE, seats=4, options={}, bots=dict.fromkeys(range(1, 4), "greedy"))
    game = UUID(made.game["id"])
    service.games.take_seat(ANN, game)
    service.games.start(ANN, game)
    service.games.put_bot(ANN, game, seat=0, bot="greedy")
    return game


def test_moves_that_bots_make_together_are_recorded_as_those_made_one_by_one(tmp_path: Path) -> None:
    records = []
    for together in (1, 4, 40):
        home = tmp_path / str(together)
        home.mkdir()
        commits: list[int] = []
        service = open_service(Settings(home=home, secret="ab" * 32), on_commit=commits.append)
        game = bots_game(service)
        commits.clear()
        calls = moves_of(service, game, together)
        assert len(commits) == len(calls)
        assert max(map(len, calls)) == together
        found = list(service.application.all_events_of(game))
        made = {n for call in calls for n in call}
        assert all("greedy@1" in event.metadata["origin"] for event in found if event.n in made)
        records.append([(event.hash, event.metadata) for event in found])
        service.application.close()

    assert records[0] == records[1] == records[2]


def test_bots_of_another_program_are_left_to_a_job_of_their_own(service: UseCases) -> None:
    bots = {0: "greedy", 1: "greedy", 2: "random", 3: "greedy"}
    made = service.games.create(ANN, ruleset=TITLE, seats=5, options={}, bots=bots)
    game = UUID(made.game["id"])
    service.games.take_seat(ANN, game)
    service.games.start(ANN, game)
    service.games.put_bot(ANN, game, seat=4, bot="greedy")
    while (turns := bots_turns_of(service, game)) and (seat := turns[0][0]) != 2:
        moves = service.playing.play_bots(game, seat=seat, decision=turns[0][1], goes_on=always)
        assert 2 not in {one.seat for one in moves}

    assert turns, "the game was over before it was the other program's turn"
    [*moves] = service.playing.play_bots(game, seat=2, decision=turns[0][1], goes_on=always)
    assert [one.seat for one in moves] == [2]


def test_a_move_that_cannot_be_made_costs_those_before_it_nothing(
    service: UseCases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third bot breaks the rules: the first move is stored, and the fault is left to the turn's own job."""
    game = bots_game(service)
    act, acted = Game.act, []

    def break_later(game: Game, seat: int, **given: Any) -> None:
        acted.append(seat)
        if len(acted) == 3:
            raise RuntimeError("broken rule")
        act(game, seat, **given)

    monkeypatch.setattr(Game, "act", break_later)
    seat, decision = bots_turns_of(service, game)[0]
    [move] = service.playing.play_bots(game, seat=seat, decision=decision, goes_on=always)
    with service.application.reading(game) as running:
        assert running.stream.version == move.n
    monkeypatch.setattr(Game, "act", act)
    monkeypatch.setattr(BotQuestion, "answer", lambda _: {"type": "no"})
    seat, decision = bots_turns_of(service, game)[0]
    with pytest.raises(DelvebookError):  # a first move that cannot be made is its own fault
        service.playing.play_bots(game, seat=seat, decision=decision, goes_on=always)


def test_moves_made_together_overwrite_nothing_that_came_between(tmp_path: Path) -> None:
    """While they are being made, another process plays the first of them: none of the others is stored."""
    settings = Settings(home=tmp_path, secret="ab" * 32)
    service, other = open_service(settings), open_service(settings, create_tables=False)
    game = bots_game(service)
    seat, decision = bots_turns_of(service, game)[0]
    theirs: list[int | None] = []

    def goes_on(_seat: int, _decision: int) -> bool:
        if not theirs:
            theirs.append(other.playing.play_bot(game, seat=seat, decision=decision))
        return True

    assert service.playing.play_bots(game, seat=seat, decision=decision, goes_on=goes_on) == []
    events = list(other.application.all_events_of(game))
    assert [event.n for event in events] == list(range(1, len(events) + 1))
    assert events[-1].n == theirs[0]
    service.application.close()
    other.application.close()


def test_a_bots_move_is_the_same_on_every_try_so_a_retry_cannot_choose_again(tmp_path: Path) -> None:
    moves = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        service = open_service(Settings(home=tmp_path / name, secret="ab" * 32))
        game, decision = bot_table(service)
        service.playing.play_bot(game, seat=1, decision=decision)
        moves.append([event.hash for event in service.application.all_events_of(game)])
        service.application.close()

    assert moves[0] == moves[1]


def test_a_passed_deadline_gives_the_seat_to_a_bot_once(service: UseCases) -> None:
    clock = {"kind": "per_decision", "seconds": 60, "on_expiry": {"kind": "bot", "bot": "random"}}
    game, _ = bot_table(service, clock=clock)
    decision = service.playing.actions(ANN, game)["decision"]

    assert service.playing.expire(game, seat=0, decision=decision) is None
    pass_time(service, 60)
    assert service.playing.expire(game, seat=0, decision=decision - 1) is None
    n = service.playing.expire(game, seat=0, decision=decision)
    assert n == version(service, game)
    seen = service.games.look(ANN, game)
    assert seen["seats"][0] == {
        "seat": 0,
        "player": {"id": "ann", "name": None, "kind": "person"},
        "name": None,
        "bot": "random@1",
        "away_until": None,
        "free": False,
        "to_act": True,
        "since": seen["updated_at"],
        "deadline": None,
        "time_left_ms": None,
        "owes_nonce": False,
        "resigned": False,
    }


def test_nothing_is_overdue_in_a_game_without_a_clock(service: UseCases, game: UUID) -> None:
    decision = service.playing.actions(ANN, game)["decision"]

    assert service.playing.expire(game, seat=0, decision=decision) is None


def test_events_come_in_pages_and_each_caller_sees_their_own_secrets_alone(service: UseCases, game: UUID) -> None:
    chosen = first_action(service, game)
    service.playing.act(ANN, game, **chosen)
    first = service.playing.events(ANN, game, limit=2)
    rest = service.playing.events(ANN, game, after=2, limit=100)

    assert [event["n"] for event in first.events + rest.events] == list(range(1, rest.n + 1))
    assert (rest.status, rest.is_over) == ("running", False)
    mine, theirs, anybodys = (
        service.playing.events(caller, game, after=rest.n - 1, limit=1).events[0]["sealed"]
        for caller in (ANN, BOB, ANYBODY)
    )
    assert mine != theirs
    assert theirs == anybodys


def test_events_are_told_in_the_language_asked_for(service: UseCases, game: UUID) -> None:
    english, russian = (
        service.playing.events(ANN, game, limit=100, language=language).events for language in ("en", "ru")
    )

    assert all(event["told"] for event in english)
    assert [event["told"] for event in english] != [event["told"] for event in russian]
    assert "told" not in service.playing.events(ANN, game, limit=1).events[0]
