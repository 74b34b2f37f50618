"""
A record told event by event, as any viewer sees it.

If the seed is known, the game is replayed, so that every event comes with what the viewer sees and may do after it.
Otherwise only what the record itself holds is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from delvebook.domain.bots import View
from delvebook.domain.envelopes import concealed_action
from delvebook.domain.errors import MalformedError, ParentError, UnknownRulesetError
from delvebook.domain.game_event import EventLine
from delvebook.domain.phrases import Voice
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.table import ForkPoint
from delvebook.domain.viewers import ARBITER, PUBLIC, SPECTATOR, Viewer, parse_viewer, seat_viewer
from delvebook.replays.errors import CannotFollowError, MissingParentError
from delvebook.replays.forks import Parents
from delvebook.replays.pointers import shorten
from delvebook.replays.record import Record
from delvebook.replays.reissue import Reissue
from delvebook.replays.sentences import WORDS, tell_event, tell_said
from delvebook.replays.telling import telling_of


@dataclass(slots=True)
class ToldEvent:
    """
    One event as a viewer sees it.

    Attributes:
        n, at, by, type: As recorded.
        sentence: What happened, for events other than actions.
        action: The action as a player would announce it; None for other events, and where the facts tell it.
        facts: The facts that the viewer learns, in order, as sentences.
        whispered: The indices of those `facts` that only the viewer learns.
        sealed: How many envelopes of the event this viewer cannot open.
        opened: The components and choices that the event shows to the viewer, as plain data.
        view: The viewer's view after the event; None if the state is not known.
        legal: The viewer's legal actions after the event, as `{"action", "sentence"}`, if the viewer has a seat.
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
    opened: list[object] = field(default_factory=list)
    view: object = None
    legal: list[dict[str, object]] = field(default_factory=list)

    def to_plain(self) -> dict[str, Any]:
        """The event as plain data."""
        return {name: getattr(self, name) for name in self.__slots__}


def eyes_of(record: Record, asked: str | None) -> Viewer:
    """
    The viewer from whose side a record is told.

    Args:
        record: The record.
        asked: The requested viewer; None for the one for whom the record was exported.

    Raises:
        MalformedError: The record does not hold what that viewer sees.
    """
    own = parse_viewer(record.header["viewer"])
    offered = {} if own.sees_all else {"offered": tuple(dict.fromkeys((str(own), str(SPECTATOR))))}
    viewer = own if asked is None else parse_viewer(asked, **offered)
    holds_all = own.sees_all and viewer.kind in ("arbiter", "public", "seat", "spectator")
    if not (holds_all or viewer == own or viewer.kind == "spectator"):
        raise MalformedError(f"this record was exported for {own}; it does not hold what {viewer} sees")
    return viewer


class Narration:
    """
    The telling of a record.

    Args:
        record: The record.
        viewer: The viewer from whose side it is told; see `eyes_of`.
        voice: The voice in which it is told.
        seed: The seed, if the game is to be replayed; see `find_seed`.
        parents: For a fork: the records of possible parents. Without its parent's, a fork is told but not replayed.
        fork_point: For a fork: its starting point, if that is known without its parent's record.
        people: The names of accounts, by id, as far as they are known.

    Raises:
        CannotFollowError: The parent's record does not hold.
    """

    def __init__(
        self,
        record: Record,
        *,
        viewer: Viewer,
        voice: Voice,
        seed: bytes | None,
        parents: Parents | None = None,
        fork_point: ForkPoint | None = None,
        people: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._people = people
        self._record = record
        self._viewer = viewer
        self._voice = voice
        self._ruleset: AnyRuleset | None = None
        self._replayed: Reissue | None = None
        try:
            self._ruleset = get_ruleset(record.header["ruleset"])
        except UnknownRulesetError:
            return
        if seed is None:
            return
        try:
            if fork_point is None:
                fork_point = (parents or Parents()).fork_point_in(record)
            self._replayed = Reissue(seed=seed, fork_point=fork_point)
        except MissingParentError:
            return
        except ParentError as error:
            raise CannotFollowError(str(error)) from None

    @property
    def is_replayed(self) -> bool:
        """Whether events come with what the viewer sees and may do after them."""
        return self._replayed is not None

    def events(self, *, first: int = 1, last: int | None = None) -> Iterator[ToldEvent]:
        """
        The events from `first` to `last`, both included.

        Raises:
            RecordError: The record cannot be read.
            CannotFollowError: The rules refuse what the record says; `verify` says more.
        """
        for event in self._record.events():
            if last is not None and event["n"] > last:
                return
            if self._replayed is not None:
                self._replayed.follow(event)
            if event["n"] >= first:
                yield self._tell(event, alone=event["n"] == first)

    def _tell(self, event: EventLine, *, alone: bool) -> ToldEvent:
        told = ToldEvent(event["n"], event["at"], event["by"], event["type"])
        told.sentence = tell_event(
            event["type"], event["data"], self._voice, ruleset=self._ruleset, people=self._people, alone=alone
        )
        facts = [*_objects(event["data"].get("facts"))]
        public = len(facts)
        for envelope in event["sealed"]:
            if "content" in envelope and self._viewer.may_open(envelope["for"]):
                facts += self._open_envelope(told, envelope["content"])
            else:
                told.sealed += 1
        shown: Sequence[int] = range(len(facts))
        if event["type"] == "ActionTaken":
            shown = self._tell_action(told, event, facts)
        for at in shown:
            if at >= public:
                told.whispered.append(len(told.facts))
            told.facts.append(self._fact_sentence(facts[at]))
        told.opened += [opening["content"] for opening in event["opens"]]
        self._show_table(told)
        return told

    def _show_table(self, told: ToldEvent) -> None:
        game = None if self._replayed is None else self._replayed.game
        if game is None or game.table is None or self._ruleset is None:
            return
        table = game.table
        eyes = ARBITER if self._viewer == PUBLIC else self._viewer
        told.view = self._ruleset.view(table.state, eyes)
        if self._viewer.seat is not None and self._viewer.seat < table.seats:
            legal = table.legal(self._viewer.seat)
            known = self._ruleset.view(table.state, seat_viewer(self._viewer.seat)) if legal else None
            told.legal = [{"action": one, "sentence": self._action_sentence(one, known)} for one in legal]

    def _open_envelope(self, told: ToldEvent, content: object) -> list[dict[str, object]]:
        """The facts in an envelope for this viewer. Notes in `told` what it opens. The content has not been checked."""
        if not isinstance(content, dict):
            return []
        told.opened += [opening["content"] for opening in _objects(content.get("opens")) if "content" in opening]
        return _objects(content.get("facts"))

    def _tell_action(self, told: ToldEvent, event: EventLine, facts: list[dict[str, object]]) -> Sequence[int]:
        """Tells the action as far as the viewer may know it and no fact tells it. Returns the facts left to tell."""
        action, seat = event["data"]["action"], event["data"]["seat"]
        concealed = concealed_action(seat, ((one["for"], one.get("content")) for one in event["sealed"]))
        is_secret = concealed is not None and self._viewer.may_open([f"seat:{seat}"])
        known = concealed if is_secret else action
        telling = telling_of(
            self._ruleset,
            seat,
            known,
            facts,
            is_secret=is_secret,
            knows=self._viewer.may_see,
            reader=self._viewer.seat,
        )
        if telling.with_action and known is not None:
            told.action = self._action_sentence(known)
            if is_secret:
                told.action = WORDS[self._voice.language]["concealed"].format(action=told.action)
        return telling.facts

    def _action_sentence(self, action: Mapping[str, object], view: View | None = None) -> str:
        told = tell_said(self._ruleset, action, self._voice, is_action=True, view=view)
        return shorten(action) if told is None else told

    def _fact_sentence(self, fact: dict[str, object]) -> str:
        told = tell_said(self._ruleset, fact, self._voice)
        return shorten(fact) if told is None else told


def _objects(value: object) -> list[dict[str, object]]:
    """The objects in an array; empty for anything else."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
