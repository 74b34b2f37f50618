"""
Who may record what, and when: the table of record-format §4, walked.

The expectations are written from that page. Each takes an honest record, gives one event to everybody in turn, or
bends it, writes every hash anew, and asks level `chain`; once for the whole record, once for the running game that ends
with that event.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from delvebook.domain.events import EVENT_TYPES
from delvebook.replays.report import Finding
from delvebook.replays.verify import verify
from tests.house.files import ROOT
from tests.replays.games import lines_of, rechained, the

KEPT: Final = Path(__file__).parents[1] / "kept"
CAST: Final = (
    *("service", "clock", "seat:0", "seat:1", "seat:2"),
    *("player:ann", "player:bob", "player:cid", "player:eve", "player:stranger", "player:judy"),
    *("arbiter:judy", "arbiter:jude", "arbiter:olga", "arbiter:ann", "arbiter:bob"),
)
"""Ann creates the games and sits at seat 0, bob at seat 1; eve was removed once; judy, jude and olga are arbiters."""
OFFICIALS: Final = ("arbiter:judy", "arbiter:jude", "arbiter:olga")
Lines = list[dict[str, Any]]

MAY: Final[list[tuple[str, str, int, tuple[str, ...]]]] = [
    # record, type, which of them, who may record it there
    ("given-up", "GameCreated", 0, ("player:ann",)),
    ("fork", "GameCreated", 0, ("arbiter:jude",)),
    ("given-up", "SeatTaken", 0, ("player:eve",)),
    ("given-up", "SeatTaken", 1, ("player:ann",)),
    ("superseded", "SeatTaken", 1, OFFICIALS),
    ("given-up", "SeatLeft", 0, ("player:eve", "player:ann")),
    ("fork", "SeatLeft", 0, OFFICIALS),
    ("given-up", "SeatsClosed", 0, ("service",)),
    ("given-up", "NonceRevealed", 1, ("player:bob",)),
    ("given-up", "GameStarted", 0, ("player:ann", "player:bob", "player:cid")),
    ("fork", "GameStarted", 0, ("player:ann", "player:bob", *OFFICIALS)),
    ("superseded", "GameStarted", 0, ("player:ann", *OFFICIALS)),
    ("given-up", "SeatReplaced", 0, ("player:cid",)),
    ("given-up", "SeatResigned", 0, ("seat:1",)),
    ("timed-out", "TimeExpired", 0, ("clock",)),
    ("agreed", "EndProposed", 0, ("seat:0",)),
    ("agreed", "EndAnswered", 0, ("seat:1",)),
    ("taken-back", "TakeBackAsked", 0, ("seat:{seat}",)),
    ("taken-back", "TakeBackAnswered", 0, ("seat:{seat}",)),
    ("taken-back", "ActionTakenBack", 0, ("service", "seat:{seat}")),
    ("taken-back", "ActionTaken", 0, ("seat:{seat}",)),
    ("withdrawn", "DisputeOpened", 0, ("player:ann",)),
    ("resumed", "DisputeFindingAttached", 0, ("service",)),
    ("resumed", "DisputeRuled", 0, ("arbiter:judy", "arbiter:jude", "arbiter:olga")),
    ("resumed", "DisputeRuled", 1, ("arbiter:jude", "arbiter:olga")),
    ("resumed", "DisputeAppealed", 0, ("player:ann", "player:bob")),
    ("withdrawn", "DisputeWithdrawn", 0, ("player:ann",)),
    ("withdrawn", "DisputeClockResumed", 0, ("clock",)),
    ("taken-back", "GameFinished", 0, ("service",)),
    ("nobody-came", "GameAborted", 0, ("player:ann", *OFFICIALS, "arbiter:bob")),
    ("withheld", "GameAborted", 0, ("clock",)),
    ("not-resumed", "GameAborted", 0, ("clock",)),
    ("agreed", "GameAborted", 0, ("service",)),
    ("resumed", "GameAborted", 0, ("service",)),
    ("superseded", "GameAborted", 0, ("service",)),
    ("taken-back", "SeedRevealed", 0, ("service",)),
]


def kept(name: str) -> Lines:
    return lines_of((KEPT / f"{name}.jsonl").read_bytes())


def upto(lines: Lines, event: dict[str, Any]) -> Lines:
    """The record of the running game that ends with the event, as a spectator gets it."""
    lines = copy.deepcopy(lines[: lines.index(event) + 1])
    lines[0]["viewer"] = "spectator"
    for line in lines[1:]:
        for envelope in line["sealed"]:
            envelope.pop("salt", None)
            envelope.pop("content", None)
    return lines


def numbered(lines: Lines) -> Lines:
    for n, line in enumerate(lines[1:], 1):
        line["n"] = n
    return lines


def first_of(lines: Lines) -> Finding | None:
    return verify(rechained(lines), levels=["chain"]).first


def found_at(lines: Lines, event: dict[str, Any]) -> bool:
    """Whether level chain finds something at that event, and nothing before it."""
    line = lines.index(event) + 1
    first = first_of(lines)
    assert first is None or first.line is None or first.line >= line, first
    return first is not None and first.line == line


@pytest.mark.parametrize(
    ("name", "type_", "index", "may"), MAY, ids=lambda one: str(one) if isinstance(one, str) else ""
)
def test_an_event_is_recorded_by_those_whom_the_page_names_and_by_nobody_else(
    name: str, type_: str, index: int, may: tuple[str, ...]
) -> None:
    lines = kept(name)
    event = the(lines, type_, index)
    allowed = {who.format(**event["data"]) for who in may}
    assert event["by"] in allowed
    for who in CAST:
        event["by"] = who
        assert found_at(lines, event) == (who not in allowed), who
        running = upto(lines, event)
        first = first_of(running)
        is_found = first is not None and "is missing" not in first.sentence
        assert is_found == (who not in allowed), (who, first)


def test_the_walk_and_the_page_have_a_row_for_every_type() -> None:
    page = (ROOT / "docs" / "record-format.md").read_text(encoding="utf-8")
    table = page.partition("#### Who may")[2].partition("\n## ")[0]
    rows: dict[str, set[str]] = {}
    types: list[str] = []
    for line in table.splitlines():
        if line.startswith("| "):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            types = re.findall(r"`(\w+)`", cells[0]) or types
            for type_ in types if cells[0] != "type" else []:
                rows.setdefault(type_, set()).update(re.findall(r"`(\w+)", cells[1]))

    assert {type_ for _, type_, _, _ in MAY} == set(EVENT_TYPES)
    assert rows == {type_: set(declared.made_by) for type_, declared in EVENT_TYPES.items()}


# -- what else does not hold ----------------------------------------------------------------------

Bend = Callable[[Lines], dict[str, Any]]
"""Bends the lines of a record. Returns the event at which it must be found."""
BENT: dict[str, tuple[str, Bend]] = {}


def bent(name: str) -> Callable[[Bend], Bend]:
    def note(bend: Bend) -> Bend:
        BENT[bend.__name__.replace("_", " ")] = (name, bend)
        return bend

    return note


def change(name: str, type_: str, does: str, index: int = 0, **data: object) -> None:
    """Notes a bend that changes members of the data of an event."""

    def bend(lines: Lines) -> dict[str, Any]:
        event = the(lines, type_, index)
        event["data"].update(data)
        return event

    BENT[does] = (name, bend)


def insert(lines: Lines, after: dict[str, Any], type_: str, by: str, **data: object) -> dict[str, Any]:
    event = {**after, "type": type_, "by": by, "data": data, "sealed": [], "opens": []}
    lines.insert(lines.index(after) + 1, event)
    numbered(lines)
    return event


def taken_by(lines: Lines, index: int, player: str) -> dict[str, Any]:
    """Has the player take the seat that another one takes in that event."""
    taken = the(lines, "SeatTaken", index)
    taken["by"], taken["data"]["player"] = f"player:{player}", player
    return taken


OTHER_GAME = "00000000-0000-4000-8000-000000000001"
BOT = {"player": None, "bot": "random@1", "nonce_commitment": None}
change("nobody-came", "GameCreated", "a creator who is not the author", creator="bob")
change("nobody-came", "GameCreated", "an unknown visibility", visibility="secret")
change("nobody-came", "GameCreated", "seats reserved in a game that is no fork", reserved=["ann", None])
change("nobody-came", "GameCreated", "no seats reserved in a rematch", rematch_of=OTHER_GAME)
change("nobody-came", "GameCreated", "a parent that is null", parent=None)
change("nobody-came", "GameCreated", "a clock of free form", clock={"kind": "sundial"})
change("nobody-came", "GameCreated", "a delay of free form", spectator_delay={"actions": 3, "seconds": 4})
change("nobody-came", "GameCreated", "a thousand million seats", seats=1_000_000_000)
change("fork", "GameCreated", "an empty list of reserved seats", reserved=[])
change("fork", "GameCreated", "an account for which two seats are reserved", reserved=["ann", "ann"])
change("given-up", "SeatTaken", "a seat with a player and a bot", bot="random@1")
change("given-up", "SeatTaken", "a seat with neither player nor bot", player=None, nonce_commitment=None)
change("given-up", "SeatTaken", "a seat that the game does not have", seat=3)
change("given-up", "SeatTaken", "an account with a blank", player="eve ")
change("given-up", "NonceRevealed", "a nonce of five characters", nonce="short")
change("given-up", "SeatReplaced", "a reason that is not in the list", reason="bored")
change("given-up", "SeatReplaced", "a seat given to another account", player="ann")
change("given-up", "SeatResigned", "a resignation with the clock's reason", reason="deadline")
change("given-up", "SeatResigned", "a program without a version", bot="greedy")
change("withheld", "GameAborted", "other seats blamed for a nonce", seats=[0])
change("withheld", "GameAborted", "the clock with another reason", reason="enough")
change("nobody-came", "GameAborted", "the clock's reason in a player's mouth", reason="not_resumed")
change("nobody-came", "GameAborted", "an agreed end that nobody proposed", reason="agreed")
change("nobody-came", "GameAborted", "an invented resumption", resumed_by=OTHER_GAME)
change("resumed", "GameAborted", "another resumption than the ruling's", resumed_by=OTHER_GAME)
change("resumed", "DisputeOpened", "a free member in the claimant's record", record={"sha256": "0" * 64, "why": "so"})
change("resumed", "DisputeOpened", "a claim for another seat", seat=0)
change("resumed", "DisputeOpened", "a claim about a later event", event=99)
change("resumed", "DisputeRuled", "a remedy with the name of another page", remedy={"type": "resume", "at": 9})
change("resumed", "DisputeRuled", "a ranking without every seat", remedy={"type": "adjudicate", "ranking": [[0]]})
change("resumed", "DisputeAppealed", "an appeal in a dispute that nobody opened", dispute=3)


@bent("given-up")
def a_deadline_that_is_the_time_of_the_event(lines: Lines) -> dict[str, Any]:
    closed = the(lines, "SeatsClosed")
    closed["data"]["deadline"] = closed["at"]
    return closed


@bent("given-up")
def a_seat_taken_twice(lines: Lines) -> dict[str, Any]:
    return insert(lines, the(lines, "SeatTaken", 1), "SeatTaken", "player:ann", seat=0, **BOT)


@bent("given-up")
def a_player_at_two_seats(lines: Lines) -> dict[str, Any]:
    return taken_by(lines, 2, "ann")


@bent("given-up")
def a_removed_player_who_comes_back(lines: Lines) -> dict[str, Any]:
    return taken_by(lines, 1, "eve")


@bent("fork")
def a_seat_that_is_reserved_for_another(lines: Lines) -> dict[str, Any]:
    return taken_by(lines, 1, "cid")


@bent("given-up")
def an_empty_seat_left(lines: Lines) -> dict[str, Any]:
    return insert(lines, the(lines, "SeatLeft"), "SeatLeft", "player:ann", seat=0)


@bent("given-up")
def a_bot_that_commits_to_a_nonce(lines: Lines) -> dict[str, Any]:
    return insert(
        lines, the(lines, "SeatTaken", 1), "SeatTaken", "player:ann", seat=1, **{**BOT, "nonce_commitment": "0" * 64}
    )


@bent("given-up")
def a_second_start(lines: Lines) -> dict[str, Any]:
    start = the(lines, "GameStarted")
    return insert(lines, start, "GameStarted", start["by"], **start["data"])


@bent("given-up")
def an_action_before_the_start(lines: Lines) -> dict[str, Any]:
    action, start = the(lines, "ActionTaken"), the(lines, "GameStarted")
    lines.insert(lines.index(start), {**copy.deepcopy(action), "at": start["at"], "sealed": [], "opens": []})
    numbered(lines)
    return the(lines, "ActionTaken")


@bent("given-up")
def a_seat_left_in_the_running_game(lines: Lines) -> dict[str, Any]:
    return insert(lines, the(lines, "ActionTaken"), "SeatLeft", "player:bob", seat=1)


@bent("given-up")
def an_abort_by_the_creator_in_the_running_game(lines: Lines) -> dict[str, Any]:
    return insert(lines, the(lines, "ActionTaken"), "GameAborted", "player:ann", reason="I would lose")


@bent("given-up")
def an_abort_by_the_creator_after_the_first_nonce(lines: Lines) -> dict[str, Any]:
    return insert(lines, the(lines, "NonceRevealed"), "GameAborted", "player:ann", reason="I would lose")


@bent("given-up")
def an_abort_by_the_service_without_a_cause(lines: Lines) -> dict[str, Any]:
    return insert(lines, the(lines, "ActionTaken"), "GameAborted", "service", reason="we do not like it")


@bent("given-up")
def a_resumption_that_no_ruling_explains(lines: Lines) -> dict[str, Any]:
    return insert(
        lines, the(lines, "ActionTaken"), "GameAborted", "service", reason="dispute 9: resume", resumed_by=OTHER_GAME
    )


@bent("given-up")
def a_resumption_by_an_arbiter(lines: Lines) -> dict[str, Any]:
    return insert(lines, the(lines, "ActionTaken"), "GameAborted", "arbiter:judy", reason="so", resumed_by=OTHER_GAME)


@bent("given-up")
def a_clock_that_gives_up_a_game_that_no_ruling_resumes(lines: Lines) -> dict[str, Any]:
    return insert(lines, the(lines, "SeatTaken", 1), "GameAborted", "clock", reason="not_resumed")


@bent("given-up")
def a_clock_that_the_game_does_not_have(lines: Lines) -> dict[str, Any]:
    data = {"seat": 1, "player": "bob", "bot": "random@1", "reason": "deadline"}
    return insert(lines, the(lines, "ActionTaken"), "SeatReplaced", "clock", **data)


@bent("given-up")
def a_player_who_comes_back_to_a_seat_that_no_bot_plays(lines: Lines) -> dict[str, Any]:
    data = {"seat": 1, "player": "bob", "bot": None, "reason": "returned"}
    return insert(lines, the(lines, "ActionTaken"), "SeatReplaced", "player:bob", **data)


@bent("given-up")
def a_seat_given_up_twice(lines: Lines) -> dict[str, Any]:
    resigned = the(lines, "SeatResigned")
    return insert(lines, resigned, "SeatResigned", resigned["by"], **resigned["data"])


@bent("timed-out")
def a_clock_that_decides_and_does_not_act(lines: Lines) -> dict[str, Any]:
    expired = the(lines, "TimeExpired")
    return insert(lines, expired, "TimeExpired", "clock", **expired["data"])


@bent("resumed")
def a_second_claim_while_the_first_is_open(lines: Lines) -> dict[str, Any]:
    claim = the(lines, "DisputeOpened")
    return insert(lines, claim, "DisputeOpened", claim["by"], **{**claim["data"], "event": 3})


@bent("resumed")
def a_ruling_that_breaks_nothing_off(lines: Lines) -> dict[str, Any]:
    lines.remove(the(lines, "GameAborted"))
    numbered(lines)
    return the(lines, "DisputeAppealed")


@bent("withheld")
def an_abort_without_the_seed(lines: Lines) -> dict[str, Any]:
    aborted = the(lines, "GameAborted")
    return insert(lines, aborted, "DisputeOpened", "player:ann", seat=0, event=3, claim="?", receipts=[], record=None)


@bent("resumed")
def a_clock_that_resumes_after_the_end(lines: Lines) -> dict[str, Any]:
    return insert(lines, the(lines, "DisputeAppealed"), "DisputeClockResumed", "clock", dispute=15)


@bent("taken-back")
def a_seed_revealed_twice(lines: Lines) -> dict[str, Any]:
    seed = the(lines, "SeedRevealed")
    return insert(lines, seed, "SeedRevealed", "service", **seed["data"])


@pytest.mark.parametrize("does", BENT)
def test_what_cannot_come_there_does_not_hold_in_a_whole_record_nor_in_a_running_one(does: str) -> None:
    name, bend = BENT[does]
    assert first_of(kept(name)) is None
    lines = kept(name)
    event = bend(lines)

    assert found_at(lines, event)
    running = upto(lines, event)
    assert found_at(running, running[-1])


@pytest.mark.parametrize("who", ["", " ann", "ann\n", "an n", "ann:b", "änn", "a" * 65, "a\tb"], ids=repr)
def test_an_id_is_1_to_64_of_the_characters_that_the_page_names(who: str) -> None:
    lines = kept("nobody-came")
    the(lines, "GameAborted")["by"] = f"arbiter:{who}"
    first = first_of(lines)

    assert first is not None
    assert (first.code, first.line) == ("chain/shape", lines.index(the(lines, "GameAborted")) + 1)


@pytest.mark.parametrize("who", ["a", "A.b_c-9", "a" * 64])
def test_an_id_may_have_all_of_them(who: str) -> None:
    lines = kept("nobody-came")
    the(lines, "GameAborted")["by"] = f"arbiter:{who}"

    assert first_of(lines) is None
