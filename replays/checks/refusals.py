"""The findings of level `replay` on recorded events that the rules do not make at all."""

from __future__ import annotations

from typing import Final

from delvebook.domain.errors import (
    AlreadyAppealedError,
    AlreadyDisputedError,
    AlreadyExaminedError,
    AlreadyResumedError,
    AlreadyRuledError,
    BrokenRuleError,
    DecisionNotDueError,
    DelvebookError,
    EndProposedError,
    GameFinishedError,
    GameNotRunningError,
    IllegalActionError,
    InvalidOptionsError,
    InvalidSeatsError,
    MalformedActionError,
    NoEndProposedError,
    NotAskedError,
    NotForkableError,
    NotRuledError,
    NotYourDecisionError,
    NotYoursError,
    OutOfTimeError,
    ParentError,
    PartyError,
    RemovedError,
    ReservedReasonError,
    ResignedError,
    StaleDecisionError,
    TakeBackRefusedError,
    UnknownBotError,
    UnknownDisputeError,
    UnknownEventError,
    UnknownRulesetError,
    UnknownSeatError,
)
from delvebook.domain.game import Game
from delvebook.domain.game_event import EventLine
from delvebook.replays import reissue
from delvebook.replays.pointers import ABSENT
from delvebook.replays.report import Finding
from delvebook.replays.sentences import subject_of, tell_said

_CODES: Final[tuple[tuple[type[DelvebookError], str], ...]] = (
    (IllegalActionError, "replay/illegal"),
    (MalformedActionError, "replay/malformed_action"),
    (StaleDecisionError, "replay/stale"),
    (NotYourDecisionError, "replay/not_owed"),
    (TakeBackRefusedError, "replay/take_back"),
    (NotAskedError, "replay/take_back"),
    (DecisionNotDueError, "replay/clock"),
    (OutOfTimeError, "replay/clock"),
    (ResignedError, "replay/leaving"),
    (EndProposedError, "replay/leaving"),
    (NoEndProposedError, "replay/leaving"),
    (ReservedReasonError, "replay/leaving"),
    (RemovedError, "replay/seating"),
    (NotYoursError, "replay/seating"),
    (ParentError, "replay/parent"),
    (NotForkableError, "replay/parent"),
    (PartyError, "replay/dispute"),
    (UnknownDisputeError, "replay/dispute"),
    (AlreadyDisputedError, "replay/dispute"),
    (AlreadyExaminedError, "replay/dispute"),
    (AlreadyRuledError, "replay/dispute"),
    (AlreadyResumedError, "replay/dispute"),
    (AlreadyAppealedError, "replay/dispute"),
    (NotRuledError, "replay/dispute"),
    (UnknownEventError, "replay/dispute"),
    (GameFinishedError, "replay/after_end"),
    (GameNotRunningError, "replay/not_running"),
    (UnknownRulesetError, "replay/ruleset"),
    (InvalidOptionsError, "replay/options"),
    (InvalidSeatsError, "replay/options"),
    (UnknownSeatError, "replay/seat"),
    (UnknownBotError, "replay/bot"),
    (BrokenRuleError, "replay/broken"),
)
"""By the game's error, the code of the finding."""


def refusal(error: DelvebookError, event: EventLine, game: Game | None, *, line: int) -> Finding:
    """The finding on an event whose command the game refuses."""
    code = next((code for kind, code in _CODES if isinstance(error, kind)), "replay/refused")
    pointer = ""
    expected: object = ABSENT
    found: object = ABSENT
    data = event["data"]
    if code in ("replay/illegal", "replay/malformed_action"):
        pointer, found = "/data/action", reissue.recorded_action(event)
    elif code in ("replay/stale", "replay/not_owed"):
        pointer, found = "/data/decision", data["decision"]
        expected = error.details.get("decision", ABSENT)
    elif code == "replay/ruleset":
        pointer, found = "/data/ruleset", data["ruleset"]
    elif code == "replay/options":
        pointer, found = "/data/options", data["options"]
    elif code == "replay/bot":
        pointer, found = "/data/bot", data["bot"]
    return Finding(
        code,
        f"{subject_of(event)} is refused: {error}",
        line=line,
        n=event["n"],
        pointer=pointer,
        expected=expected,
        found=found,
        clauses=(error.clause,) if isinstance(error, IllegalActionError) else (),
        told=(None, None if game is None else tell_said(game.ruleset, found, is_action=True)),
    )


def uncalled(event: EventLine, game: Game | None, *, line: int) -> Finding:
    """The finding on an event that has no command of its own and that no command before it makes."""
    if event["type"] == "GameFinished" and game is not None and not game.lifecycle.is_over:
        sentence = f"{subject_of(event)}: by the rules, the game is not over"
        if owing := game.to_act():
            sentence += f"; {', '.join(f'seat {seat}' for seat in owing)} must act"
        return Finding("replay/outcome", sentence, line=line, n=event["n"], found=event["type"])
    sentence = f"{subject_of(event)}: nothing before it leads to this event"
    return Finding("replay/event", sentence, line=line, n=event["n"], pointer="/type", found=event["type"])
