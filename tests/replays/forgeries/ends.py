"""The careful forger: time that was not over, and ends that nobody agreed to."""

from __future__ import annotations

from typing import Any

from tests.replays.forgeries.catalogue import forgery
from tests.replays.forgeries.draft import Draft


def cut(draft: Draft, *added: tuple[str, dict[str, Any], str], at: int = 2) -> int:
    """Cuts the game before an action, adds events, and aborts it. Returns the line of the first event added."""
    seed = dict(draft.of("SeedRevealed")["data"])
    line = draft.line("ActionTaken", at)
    del draft.lines[line - 1 :]
    for type_, data, by in added:
        draft.add(type_, data, by=by)
    if draft.lines[-1]["type"] not in ("GameAborted", "GameFinished"):
        draft.add("GameAborted", {"reason": "a fire"}, by="arbiter:zz")
    draft.add("SeedRevealed", seed, by="service")
    return line


@forgery(
    "a game is cut short, and a clock that it does not have gives a seat to a bot; every hash recomputed",
    "chain",
    "chain/seating",
    chained=True,
)
def seat_taken_by_no_clock(draft: Draft) -> int:
    return cut(draft, ("SeatReplaced", {"seat": 0, "player": "p0", "bot": "random@1", "reason": "deadline"}, "clock"))


@forgery(
    "a game is cut short, and a clock that it does not have decides for a seat; every hash recomputed",
    "chain",
    "chain/course",
    chained=True,
)
def decided_by_no_clock(draft: Draft) -> int:
    action = draft.of("ActionTaken", 2)["data"]
    return cut(draft, ("TimeExpired", {"seat": action["seat"], "decision": action["decision"]}, "clock"))


@forgery(
    "a game is cut short, and a seat given up to a clock that it does not have; every hash recomputed",
    "chain",
    "chain/seating",
    chained=True,
)
def forfeited_to_no_clock(draft: Draft) -> int:
    return cut(draft, ("SeatResigned", {"seat": 0, "bot": "greedy@1", "reason": "deadline"}, "clock"))


@forgery(
    "a game is cut short, and an end proposed to others than all players; every hash recomputed",
    "replay",
    "replay/event",
    chained=True,
)
def end_proposed_past_the_others(draft: Draft) -> int:
    return cut(draft, ("EndProposed", {"seat": 0, "of": [0]}, "seat:0"))


@forgery(
    "a game is cut short, and a seat consents to an end that nobody proposed; every hash recomputed",
    "replay",
    "replay/leaving",
    chained=True,
)
def consent_to_nothing(draft: Draft) -> int:
    return cut(draft, ("EndAnswered", {"seat": 0, "proposed": 3, "agrees": True}, "seat:0"))


@forgery(
    "a game is cut short and broken off as agreed, though nobody was asked; every hash recomputed",
    "chain",
    "chain/abort",
    chained=True,
)
def agreed_by_nobody(draft: Draft) -> int:
    return cut(draft, ("GameAborted", {"reason": "agreed"}, "service"))


@forgery(
    "a game is cut short: a seat resigns, and the outcome is not what follows; every hash recomputed",
    "replay",
    "replay/event",
    "replay/outcome",
    chained=True,
)
def resigned_to_win(draft: Draft) -> int:
    outcome = {**draft.of("GameFinished")["data"]["outcome"], "reason": "resigned", "winners": [0]}
    line = cut(
        draft,
        ("SeatResigned", {"seat": 0, "bot": None, "reason": "resigned"}, "seat:0"),
        ("GameFinished", {"outcome": outcome}, "service"),
    )
    # A seat that is alone ends the game by resigning; of three seats one does not.
    return line + (draft.of("GameCreated")["data"]["seats"] == 1)
