"""
A record told step by step, with any viewer's eyes.

Where the seed is known the game is played along, so that every event comes with what the viewer sees
and may do after it. Else a record tells what it holds, and no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from delvebook.domain.errors import DelvebookError, MalformedError, ParentError, UnknownRulesetError
from delvebook.domain.game import Game
from delvebook.domain.kit.phrases import Language
from delvebook.domain.ruleset import Ruleset
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.table import ForkPoint
from delvebook.domain.viewers import ARBITER, PUBLIC, Viewer, parse_viewer
from delvebook.replays import reissue
from delvebook.replays.forks import MissingParentError, Parents
from delvebook.replays.pointers import shorten
from delvebook.replays.record import Record
from delvebook.replays.sentences import WORDS, tell_event, tell_said


@dataclass(slots=True)
class Step:
    """
    One event as a viewer sees it.

    Attributes:
        n, at, by, type: As recorded.
        sentence: What happened, for events that are no action.
        action: The action as one would announce it; None for other events.
        facts: What the viewer learns, in order, as sentences.
        whispered: Which of `facts` are for the viewer alone, by index.
        sealed: How many envelopes the event seals that this viewer cannot open.
        opened: The components and choices it turns up to the viewer, as plain data.
        view: What the viewer sees after it; None if the state is not known.
        legal: What the viewer may do after it, as `{"action", "sentence"}`, if the viewer has a seat.
    """

    n: int
    at: str
    by: str
    type: str
    sentence: str = ""
    action: str | None = None
    facts: list[str] = field(default_factory=list)
    whispered: list[int] = field(default_factory=list)
    sealed: int = 0
    opened: list[Any] = field(default_factory=list)
    view: Any = None
    legal: list[dict[str, Any]] = field(default_factory=list)

    def to_plain(self) -> dict[str, Any]:
        """The step as plain data."""
        return {name: getattr(self, name) for name in self.__slots__}


class CannotFollowError(DelvebookError):
    """The record says what the rules refuse, so it cannot be played along; the reason is in the message."""

    code = "record/cannot_follow"


def eyes_of(record: Record, asked: str | None) -> Viewer:
    """
    With whose eyes a record can be looked at.

    Args:
        record: The record.
        asked: A viewer; None for the record's own.

    Raises:
        MalformedError: The record does not hold what that viewer sees.
    """
    own = parse_viewer(record.header["viewer"])
    viewer = own if asked is None else parse_viewer(asked)
    holds_all = own.sees_all and viewer.kind in ("arbiter", "public", "seat", "spectator")
    if not (holds_all or viewer == own or viewer.kind == "spectator"):
        raise MalformedError(f"this record was exported for {own}; it does not hold what {viewer} sees")
    return viewer


def find_seed(record: Record) -> bytes | None:
    """The seed, if the record reveals it. Reads the record to its end. Raises RecordError."""
    for event in record.events():
        if event["type"] == "SeedRevealed":
            return bytes.fromhex(event["data"]["seed"])
    return None


class Replay:
    """
    A record being told.

    Args:
        record: What is told.
        viewer: With whose eyes; see `eyes_of`.
        language: Of the sentences.
        seed: The seed, if the game is to be played along; see `find_seed`.
        parents: Of a fork: the records it may have left. Without the right one it is told, and not played along.

    Raises:
        CannotFollowError: The record of the game it left does not hold.
    """

    def __init__(
        self,
        record: Record,
        *,
        viewer: Viewer,
        language: Language,
        seed: bytes | None,
        parents: Parents | None = None,
    ) -> None:
        self._record = record
        self._viewer = viewer
        self._language = language
        self._seed = seed
        self._game: Game | None = None
        self._following = 0
        self._ruleset: Ruleset | None = None
        try:
            self._ruleset = get_ruleset(record.header["ruleset"])
        except UnknownRulesetError:
            self._seed = None
        self._fork_point: ForkPoint | None = None
        if self._seed is not None:
            try:
                self._fork_point = (parents or Parents()).fork_point_in(record)
            except MissingParentError:
                self._seed = None
            except ParentError as error:
                raise CannotFollowError(str(error)) from None

    @property
    def plays_along(self) -> bool:
        """Whether events come with what the viewer sees and may do after them."""
        return self._seed is not None

    def steps(self, *, first: int = 1, last: int | None = None) -> Iterator[Step]:
        """
        The events from `first` to `last`, both included.

        Raises:
            RecordError: The record cannot be read.
            CannotFollowError: The rules refuse what the record says; `verify` tells more.
        """
        for event in self._record.events():
            if last is not None and event["n"] > last:
                return
            if self._seed is not None:
                self._follow(event, self._seed)
            if event["n"] >= first:
                yield self._tell(event)

    # -- playing along --------------------------------------------------------------------------

    def _follow(self, event: dict[str, Any], seed: bytes) -> None:
        if self._following or event["type"] in reissue.FOLLOWING:
            self._following = max(self._following - 1, 0)
            return
        try:
            if self._game is None:
                self._game = reissue.create(event, seed=seed)
            else:
                reissue.issue(self._game, event, fork_point=self._fork_point)
        except DelvebookError as error:
            raise CannotFollowError(f"event {event['n']} cannot be played along: {error}") from None
        self._following = len(self._game.collect_events()) - 1

    def _show_table(self, step: Step) -> None:
        if self._game is None or self._game.table is None or self._ruleset is None:
            return
        table = self._game.table
        eyes = ARBITER if self._viewer == PUBLIC else self._viewer
        step.view = self._ruleset.view(table.state, eyes)
        if self._viewer.seat is not None and self._viewer.seat < table.seats:
            legal = table.legal(self._viewer.seat)
            step.legal = [{"action": one, "sentence": self._action_sentence(one)} for one in legal]

    # -- telling --------------------------------------------------------------------------------

    def _tell(self, event: dict[str, Any]) -> Step:
        step = Step(event["n"], event["at"], event["by"], event["type"])
        step.sentence = tell_event(event["type"], event["data"], self._language, ruleset=self._ruleset)
        data = event["data"]
        if event["type"] == "ActionTaken":
            step.action = self._action(event)
        for fact in data.get("facts", []):
            step.facts.append(self._fact_sentence(fact))
        for envelope in event["sealed"]:
            if "content" in envelope and self._viewer.may_open(envelope["for"]):
                self._tell_envelope(step, envelope["content"])
            else:
                step.sealed += 1
        step.opened += [opening["content"] for opening in event["opens"]]
        self._show_table(step)
        return step

    def _tell_envelope(self, step: Step, content: Any) -> None:
        """What an envelope for this viewer says; nothing in it was looked at before."""
        if not isinstance(content, dict):
            return
        for fact in _objects(content.get("facts")):
            step.whispered.append(len(step.facts))
            step.facts.append(self._fact_sentence(fact))
        step.opened += [opening["content"] for opening in _objects(content.get("opens")) if "content" in opening]

    def _action(self, event: dict[str, Any]) -> str:
        words = WORDS[self._language]
        mine = [f"seat:{event['data']['seat']}"]
        for envelope in event["sealed"]:
            if envelope["for"] != mine:
                continue
            content = envelope.get("content")
            action = content.get("action") if isinstance(content, dict) else None
            if isinstance(action, dict) and self._viewer.may_open(mine):
                return words["concealed"].format(action=self._action_sentence(action))
            if event["data"]["action"].keys() == {"type"}:
                return words["hidden"]
        return self._action_sentence(event["data"]["action"])

    def _action_sentence(self, action: dict[str, Any]) -> str:
        told = tell_said(self._ruleset, action, self._language, is_action=True)
        return shorten(action) if told is None else told

    def _fact_sentence(self, fact: dict[str, Any]) -> str:
        told = tell_said(self._ruleset, fact, self._language)
        return shorten(fact) if told is None else told


def _objects(value: Any) -> list[dict[str, Any]]:
    """The objects in an array; of anything else none."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
