"""A record told event by event shows a viewer what they saw, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import MalformedError
from delvebook.domain.phrases import LANGUAGES, Voice
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.viewers import ARBITER, PUBLIC, SPECTATOR, seat_viewer
from delvebook.replays.errors import CannotFollowError
from delvebook.replays.narration import Narration, ToldEvent, eyes_of
from delvebook.replays.record import find_seed, read_record
from delvebook.replays.sentences import tell_event
from tests.replays.checks.test_replay import forge_decision
from tests.replays.games import forged, lines_of, played_game, record_of

pytestmark = pytest.mark.usefixtures("bids_registered")


def told_events(record: bytes, viewer: str | None = None, **kwargs: Any) -> list[ToldEvent]:
    read = read_record(record)
    seed = kwargs.pop("seed", find_seed(read))
    language = kwargs.pop("language", "en")
    return list(Narration(read, viewer=eyes_of(read, viewer), voice=Voice(language), seed=seed).events(**kwargs))


def test_every_event_is_told_in_every_language() -> None:
    record = record_of(*played_game())
    for language in LANGUAGES:
        steps = told_events(record, language=language)
        assert [step.n for step in steps] == list(range(1, len(lines_of(record))))
        for step in steps:
            assert step.sentence or step.action or step.facts
            json.dumps(step.to_plain())


def test_each_event_comes_with_the_table_that_was_played() -> None:
    game, events = played_game()
    last = told_events(record_of(game, events), "public")[-1]

    assert last.view == game.ruleset.view(game.get_table().state, ARBITER)
    assert last.legal == []


@pytest.mark.parametrize("viewer", ["seat:0", "seat:2", "spectator"])
def test_a_viewer_is_shown_the_same_from_the_public_record_as_they_could_see_in_the_game(viewer: str) -> None:
    game, events = played_game(stop_after=5)
    then = told_events(record_of(game, events, SPECTATOR if viewer == "spectator" else seat_viewer(int(viewer[-1]))))
    whole, all_events = played_game()
    later = told_events(record_of(whole, all_events), viewer, last=len(events))

    for before, after in zip(then, later, strict=True):
        before.view = before.legal = after.view = after.legal = None  # type: ignore[assignment]
        assert before == after


def test_a_face_down_choice_is_told_to_its_seat_alone() -> None:
    record = record_of(*played_game())
    mine, theirs = (told_events(record, viewer) for viewer in ("seat:0", "seat:1"))
    concealed = [line["n"] for line in lines_of(record)[1:] if concealed_by_seat_0(line)]

    for n in concealed:
        assert "Face down" in str(mine[n - 1].action)
        assert mine[n - 1].facts == []
        assert (theirs[n - 1].action, theirs[n - 1].facts) == (None, ["Seat 1 lays a bid face down."])
        assert theirs[n - 1].sealed == 1


def concealed_by_seat_0(line: dict[str, Any]) -> bool:
    return line["data"].get("seat") == 0 and any("action" in one["content"] for one in line["sealed"])


def test_legal_actions_come_with_their_sentences() -> None:
    record = record_of(*played_game())
    started = next(line["n"] for line in lines_of(record)[1:] if line["type"] == "GameStarted")
    (step,) = told_events(record, "seat:0", first=started, last=started)

    assert step.legal
    assert all(one["sentence"] for one in step.legal)


def test_legal_actions_are_told_as_at_the_table_with_what_is_at_stake() -> None:
    ruleset = get_ruleset("dice-and-danger@1")
    game, events = played_game(ruleset=ruleset, seats=2, stop_after=3)
    table = game.get_table()
    (seat, *_) = table.to_act()
    view = ruleset.view(table.state, seat_viewer(seat))
    at_the_table = [ruleset.tell_action(one, Voice("en"), view=view) for one in table.legal(seat)]

    (step,) = told_events(record_of(game, events, ARBITER), f"seat:{seat}", seed=game.seed, first=len(events))

    assert [one["sentence"] for one in step.legal] == at_the_table
    assert at_the_table != [ruleset.tell_action(one, Voice("en")) for one in table.legal(seat)]


def test_a_record_cannot_be_looked_at_with_eyes_it_was_not_made_for() -> None:
    game, events = played_game(stop_after=4)
    mine = read_record(record_of(game, events, seat_viewer(0)))

    assert eyes_of(mine, "spectator") == SPECTATOR
    for viewer in ("seat:1", "arbiter", "public"):
        with pytest.raises(MalformedError, match="seat:0"):
            eyes_of(mine, viewer)
    assert eyes_of(read_record(record_of(*played_game())), None) == PUBLIC


def test_without_the_seed_a_record_tells_what_it_holds() -> None:
    game, events = played_game(stop_after=4)
    steps = told_events(record_of(game, events, seat_viewer(0)))

    assert all(step.view is None for step in steps)
    assert any(step.facts for step in steps)


def test_a_record_that_the_rules_refuse_is_told_as_far_as_it_can_be_replayed() -> None:
    changed = forged(record_of(*played_game()), forge_decision)
    read = read_record(changed)
    told = []
    with pytest.raises(CannotFollowError, match="cannot be replayed"):
        told.extend(Narration(read, viewer=PUBLIC, voice=Voice("en"), seed=find_seed(read)).events())
    assert told == [] or told[-1].n < len(lines_of(changed))


def test_facts_that_no_title_knows_are_shown_as_recorded() -> None:
    lines = lines_of(record_of(*played_game()))
    for line in lines[1:]:
        for envelope in line["sealed"]:
            envelope["content"] = {"facts": [{"type": 7}, 3], "opens": [{}, 4], "action": 5}
        if line["type"] == "GameFinished":
            line["data"]["outcome"] = {"winners": ["?", 1]}
    steps = told_events(b"".join(jcs(line) + b"\n" for line in lines), seed=None)

    assert '{"type":7}' in [fact for step in steps for fact in step.facts]


@pytest.mark.parametrize(
    ("reason", "english", "russian"),
    [
        ("not_resumed", "nobody began it in time", "её никто не начал в срок"),
        (
            "dispute 10: annul",
            "by the ruling on dispute 10 it does not count",
            "по решению спора 10 она не засчитывается",
        ),
        (
            "dispute 10: adjudicate",
            "the ruling on dispute 10 sets its result",
            "её результат назначен решением спора 10",
        ),
        (
            "dispute 10: resume",
            "by the ruling on dispute 10 it goes on in another game",
            "по решению спора 10 она продолжается в другой партии",
        ),
        (
            "on appeal, dispute 10 is settled in another way",
            "on appeal, dispute 10 is settled in another way",
            "спор 10 после апелляции решён иначе",
        ),
        ("dispute 10: a brawl", "dispute 10: a brawl", "dispute 10: a brawl"),
    ],
)
def test_a_game_that_a_ruling_or_the_clock_ends_is_told_in_the_language_of_the_reader(
    reason: str, english: str, russian: str
) -> None:
    told = [tell_event("GameAborted", {"reason": reason}, Voice(language), ruleset=None) for language in LANGUAGES]

    assert told == [f"The game is aborted: {english}.", f"Партия прервана: {russian}."]
