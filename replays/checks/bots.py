"""
Level `bots` (record-format §6): for every move of a bot, the program that the record names is asked again.

The program gets what it got then: the view of its seat at the event before its action, the legal actions, and the
chance that follows from the seed for that decision (record-format §3). It needs the seed and the programs.

The replay takes the recorded actions, so one move that differs does not spoil the check of the next.
"""

from __future__ import annotations

from typing import Final

from delvebook.domain.bots import Action, Program, View, find_program
from delvebook.domain.canonical import jcs
from delvebook.domain.game import Game
from delvebook.domain.game_event import EventLine
from delvebook.domain.questions import ask
from delvebook.domain.table import ForkPoint
from delvebook.replays.checks.contract import CheckedEvent, Evidence
from delvebook.replays.errors import CannotFollowError, MissingParentError, missing_parent, reason_of
from delvebook.replays.reissue import Reissue, recorded_action
from delvebook.replays.report import Finding, Level
from delvebook.replays.sentences import tell_said

UNKNOWN_MAX: Final = 5
"""Maximum number of unknown programs that are named."""


class BotsCheck:
    """
    The check, event by event; see `LevelCheck`.

    Attributes:
        level: The result so far. `counts["moves"]` is the number of moves for which bots were asked again.
    """

    def __init__(self, evidence: Evidence) -> None:
        self.level = Level("bots")
        self._evidence = evidence
        self._is_stopped = False
        self._unknown: dict[str, None] = {}
        self._unchecked = 0
        self._seated: set[int] = set()
        self._replayed = Reissue(seed=evidence.seed or b"", fork_point=evidence.fork_point)
        if evidence.seed is None:
            self._stop("the seed is not revealed in this record, and none was given")
            self.level.is_early = True

    def check(self, checked: CheckedEvent) -> None:
        """Asks the bot again if the event is a bot's move, and follows the event."""
        if self._is_stopped:
            return
        event, game = checked.event, self._replayed.game
        if event["type"] in ("SeatTaken", "SeatReplaced", "SeatResigned") and event["data"]["bot"] is not None:
            self._seated.add(event["n"])
        if game is not None and event["type"] == "ActionTaken":
            self._check_move(game, event, line=checked.line)
        try:
            if event["type"] == "GameCreated" and "parent" in event["data"] and self._replayed.fork_point is None:
                self._replayed.fork_point = self._find_fork_point(event)
            self._replayed.follow(event)
        except MissingParentError as missing:
            self._stop(str(missing))
        except Exception as error:  # noqa: BLE001 - the other levels say why it cannot be followed
            why = str(error) if isinstance(error, CannotFollowError) else reason_of(error)
            self._stop(f"the moves after event {event['n'] - 1} could not be checked: {why}")

    def finish(self, *, last_line: int) -> None:
        """Says which moves could not be checked."""
        if self._unchecked and not self.level.why_not:
            named = ", ".join(list(self._unknown)[:UNKNOWN_MAX])
            self.level.why_not = f"{self._unchecked} moves were not checked: {named}"
        if self.level.status == "holds":
            self.level.confirmed |= self._seated

    def _find_fork_point(self, event: EventLine) -> ForkPoint:
        if self._evidence.parents is None:
            raise missing_parent(event)
        return self._evidence.parents.fork_point_of(event)

    def _check_move(self, game: Game, event: EventLine, *, line: int) -> None:
        seat = event["data"]["seat"]
        name = game.lifecycle.seats[seat].bot if seat < len(game.lifecycle.seats) else None
        table = game.table
        if name is None or table is None or event["data"]["decision"] != table.decisions[seat]:
            return
        program = self._find_program(game, name)
        if program is None:
            self._unchecked += 1
            return
        self.level.counts["moves"] += 1
        played = recorded_action(event)
        try:
            chosen = game.ruleset.parse_action(ask(table, seat, program).answer())
        except Exception as error:  # noqa: BLE001 - a bot may raise anything where it has never been
            sentence = f"seat {seat} was played by the bot {name}, which fails there: {reason_of(error)}"
            self.level.add(Finding("bots/broken", sentence, line=line, n=event["n"], pointer="/data/action"))
            return
        if played is None or jcs(chosen) != jcs(played):
            self._report(game, event, line=line, name=name, chosen=chosen, played=played)

    def _find_program(self, game: Game, name: str) -> Program[View, Action] | None:
        """The program that the record names. If it is not known here, notes that and returns None."""
        program = find_program(game.ruleset.bots, name)
        if program is None:
            self._unknown[f"the program {name} is not known here"] = None
        return program

    def _report(
        self, game: Game, event: EventLine, *, line: int, name: str, chosen: Action, played: Action | None
    ) -> None:
        n, seat = event["n"], event["data"]["seat"]
        told = tuple(tell_said(game.ruleset, action, is_action=True) for action in (chosen, played))
        self.level.add(
            Finding(
                "bots/choice",
                f"event {n}: seat {seat} was played by the bot {name}, which does not choose this action there",
                line=line,
                n=n,
                pointer="/data/action",
                expected=chosen,
                found=played if played is not None else event["data"]["action"],
                told=(told[0], told[1]),
            )
        )

    def _stop(self, why_not: str) -> None:
        self._is_stopped = True
        self.level.why_not = why_not
