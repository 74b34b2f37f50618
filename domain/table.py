"""
A started game without storage and without people: the ruleset, its state, the tape and the secrets.

The content of an event is made here, in the same way whether a game is played, loaded or verified. Loading skips
digests and salts, which cost time and are stored with the events.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from delvebook.domain.bots import Action, View
from delvebook.domain.canonical import decode, jcs, state_digest, state_key
from delvebook.domain.envelopes import Envelope, envelope_salt, seal
from delvebook.domain.errors import (
    BrokenRuleError,
    GameFinishedError,
    NotForkableError,
    NotYourDecisionError,
    StaleDecisionError,
    UnknownSeatError,
)
from delvebook.domain.facts import Facts
from delvebook.domain.outcome import Outcome
from delvebook.domain.ruleset import AnyRuleset, copy_state
from delvebook.domain.tape import Tape, bot_tape, tape_key

ARBITER_ONLY = ("arbiter",)
TAKEN_BACK = "taken_back"
"""The key of a take-back in the state that is digested; no state of a title has it."""


class EventContent(NamedTuple):
    """
    The content of an event, without its place in the chain.

    Attributes:
        data: The part that everybody may know.
        sealed: The event's envelopes, in order.
        opens: Envelopes of earlier events, `{"n", "i", "salt", "content"}`.
    """

    data: dict[str, Any]
    sealed: list[Envelope]
    opens: list[dict[str, object]]


class SealedItem(NamedTuple):
    """A sealed component: envelope `i` of event `n`, and its content."""

    n: int
    i: int
    content: object


class ForkPoint(NamedTuple):
    """
    The starting point of a fork.

    Attributes:
        version: The version of the title that it comes from.
        state: The whole state, if the fork keeps the hidden parts; else None.
        view: The view of one seat, if the fork keeps only that and the rest is dealt again; else None.
    """

    version: int
    state: Mapping[str, object] | None = None
    view: View | None = None


class Transition(NamedTuple):
    """The facts of one event, with every key resolved to the component it names; nothing is digested yet."""

    facts: Facts
    opened: list[SealedItem]
    shown: dict[int, list[SealedItem]]
    draws: list[dict[str, object]]


class Table:
    """
    One game in play.

    Attributes:
        state: The whole state, secrets included.
        decisions: By seat, the `n` of the event that opened the decision the seat may answer now.
        hidden: Every sealed component that is still face down, by its key.
        outcome: The result, once the game is over.
        taken_back: The `n` of the last take-back; None before the first. It is digested with the state, so that
            making the same choice again does not give the same digest.
    """

    __slots__ = (
        "_owing",
        "_scopes",
        "_state_bytes",
        "_state_key",
        "decisions",
        "hidden",
        "outcome",
        "ruleset",
        "seats",
        "seed",
        "state",
        "taken_back",
        "tape",
    )

    def __init__(self, ruleset: AnyRuleset, *, seed: bytes, game: str, nonces: Sequence[str]) -> None:
        self.ruleset = ruleset
        self.seed = seed
        self.seats = len(nonces)
        self.tape = Tape(tape_key(seed, game=game, nonces=nonces))
        self.state: Mapping[str, object] = {}
        self.decisions: list[int] = [0] * self.seats
        self.hidden: dict[str, SealedItem] = {}
        self.outcome: Outcome | None = None
        self.taken_back: int | None = None
        self._state_key = state_key(seed)
        self._state_bytes: bytes | None = None
        self._owing: list[int] = []
        self._scopes: list[object] = [None] * self.seats

    # -- what happens ---------------------------------------------------------------------------

    def start(self, options: Mapping[str, object], *, n: int) -> EventContent:
        """Sets up the game as event `n`. Returns the content of the event."""
        return self._content({}, self.set_up(options, n=n), n=n, action=None)

    def start_fork(self, fork_point: ForkPoint, *, n: int) -> EventContent:
        """
        Starts a fork, in the middle of another game, as event `n`. Hidden components are sealed again.

        Raises:
            NotForkableError: These rules cannot continue from there.
        """
        transition = self.migrate_state(fork_point, n=n)
        if self.outcome is not None:
            raise NotForkableError("the game is over at that point, so nothing is left to play")
        return self._content({}, transition, n=n, action=None)

    def take_action(self, seat: int, action: Action, *, n: int) -> EventContent:
        """
        Carries out the seat's action as event `n`. Returns the content of the event.

        The action must have passed `Ruleset.parse_action`, and the decision `require_open_decision`.

        Raises:
            IllegalActionError: Before anything has changed.
        """
        data: dict[str, Any] = {"seat": seat, "decision": self.decisions[seat]}
        return self._content(data, self.play(seat, action, n=n), n=n, action=action)

    def set_up(self, options: Mapping[str, object], *, n: int) -> Transition:
        """Like `start`, but does not make the content of the event."""
        self.state, facts = self.ruleset.setup(options, seats=self.seats, tape=self.tape)
        return self._absorb(facts, n=n, actor=None, action=None)

    def migrate_state(self, fork_point: ForkPoint, *, n: int) -> Transition:
        """Like `start_fork`, but does not make the content of the event."""
        if fork_point.view is not None:
            state = self.ruleset.determinize(decode(jcs(fork_point.view)), chance=self.tape)
        else:
            state = copy_state(fork_point.state or {})
            if fork_point.version != self.ruleset.version:
                state = self.ruleset.migrate_state(state, version=fork_point.version)
        try:
            self.ruleset.check(state)
        except BrokenRuleError as broken:
            raise NotForkableError(f"{self.ruleset.key} cannot continue from there: {broken}") from None
        self.state = state
        facts = Facts()
        facts.seals = self.ruleset.face_down(state)
        return self._absorb(facts, n=n, actor=None, action=None)

    def play(self, seat: int, action: Action, *, n: int) -> Transition:
        """Like `take_action`, but does not make the content of the event."""
        facts = self.ruleset.play(self.state, seat, action, tape=self.tape)
        return self._absorb(facts, n=n, actor=seat, action=action)

    def require_open_decision(self, seat: int, decision: int | None) -> None:
        """
        Returns if the seat may answer that decision now. It does not check whether the action is legal.

        Raises:
            UnknownSeatError, GameFinishedError, NotYourDecisionError, StaleDecisionError
        """
        if not 0 <= seat < self.seats:
            raise UnknownSeatError(f"this game has seats 0 to {self.seats - 1}, not {seat}", seats=self.seats)
        if self.outcome is not None:
            raise GameFinishedError("the game is over, so no seat can act")
        current = self.open_decision(seat)
        if decision != self.decisions[seat]:
            raise StaleDecisionError(
                f"decision {decision} is not open for this seat; "
                + ("no other is" if current is None else f"the open one is {current}"),
                decision=current,
            )
        if current is None:
            raise NotYourDecisionError("this seat has nothing to decide now")

    def reopen(self, seat: int, *, n: int) -> str:
        """Opens the seat's decision again, because event `n` took back its action. Returns the digest of the state."""
        self.taken_back = n
        self._open_decisions(n, seat)
        return self._digest()

    # -- how it stands --------------------------------------------------------------------------

    def to_act(self) -> list[int]:
        """The seats that owe a decision now."""
        return self._owing

    def bot_chance(self, seat: int) -> Tape:
        """
        The chance with which a bot answers the seat's open decision: a new stream, from its first draw.

        Every action opens a new decision for the seat that took it, so no stream serves two actions.
        """
        return bot_tape(self.tape.key, seat=seat, decision=self.decisions[seat])

    def legal(self, seat: int) -> list[Action]:
        """The legal actions of the seat now; `[]` once the game is over."""
        return [] if self.outcome is not None else self.ruleset.legal(self.state, seat)

    def open_decision(self, seat: int) -> int | None:
        """The `n` of the decision the seat may answer now, owed or not; None if there is none. Secret to the seat."""
        may_act = self.outcome is None and (seat in self._owing or bool(self.ruleset.legal(self.state, seat)))
        return self.decisions[seat] if may_act else None

    @property
    def state_bytes(self) -> bytes:
        """The canonical bytes of the title's state after the last event."""
        if self._state_bytes is None:
            self._state_bytes = jcs(self.state)
        return self._state_bytes

    def restore(self) -> None:
        """Replaces the state by the decoded value of its canonical bytes, which must be equal to it."""
        self.state = decode(self.state_bytes)

    # -- keeping it -----------------------------------------------------------------------------

    def mark(self) -> tuple[object, ...]:
        """A mark to `rewind` to. It keeps the state as the bytes that were digested anyway."""
        return (
            self.state_bytes,
            self.tape.position,
            list(self.decisions),
            list(self._scopes),
            dict(self.hidden),
            self.outcome,
            self._owing,
            self.taken_back,
        )

    def rewind(self, mark: tuple[Any, ...]) -> None:
        """Puts the table back to the mark, which can be used once."""
        (
            state,
            self.tape.position,
            self.decisions,
            self._scopes,
            self.hidden,
            self.outcome,
            self._owing,
            self.taken_back,
        ) = mark
        self.tape.take_draws()
        self.state = decode(state)
        self._state_bytes = state

    def to_snapshot(self) -> dict[str, object]:
        """The table as plain data. It shares objects with the table."""
        return {
            "state": self.state,
            "position": self.tape.position,
            "decisions": self.decisions,
            "scopes": self._scopes,
            "hidden": {key: list(hidden) for key, hidden in self.hidden.items()},
            "taken_back": self.taken_back,
        }

    def from_snapshot(self, snapshot: Mapping[str, Any]) -> None:
        """Restores this table from the snapshot, and takes over the snapshot's objects."""
        self.state = snapshot["state"]
        self.tape.position = snapshot["position"]
        self.decisions = snapshot["decisions"]
        self.hidden = {key: SealedItem(*hidden) for key, hidden in snapshot["hidden"].items()}
        self._scopes = snapshot["scopes"]
        self.taken_back = snapshot["taken_back"]
        self._state_bytes = None
        self.outcome = self.ruleset.outcome(self.state)
        self._owing = [] if self.outcome is not None else self.ruleset.to_act(self.state)

    # -- making the event -----------------------------------------------------------------------

    def _absorb(self, facts: Facts, *, n: int, actor: int | None, action: Action | None) -> Transition:
        """Resolves keys, notes what is face down now, and opens decisions. The state has changed already."""
        self._state_bytes = None
        opened = [self._find(key) for key in facts.opened]
        shown = {seat: [self._find(key) for key in private.shown] for seat, private in facts.private.items()}
        for key in facts.opened:
            del self.hidden[key]
        for zone in facts.reset_zones:
            for key in [key for key in self.hidden if key.rpartition("/")[0] == zone]:
                del self.hidden[key]
        i = 0
        for one in facts.seals:
            self.hidden[one.key] = SealedItem(n, i, one.content)
            i += 1
        for seat in sorted(facts.private):
            private_key = facts.private[seat].key
            if private_key is not None:
                self.hidden[private_key] = SealedItem(n, i, self._private_content(facts, seat, shown, action))
            i += 1
        self.outcome = self.ruleset.outcome(self.state)
        self._owing = [] if self.outcome is not None else self.ruleset.to_act(self.state)
        self._open_decisions(n, actor)
        return Transition(facts, opened, shown, self.tape.take_draws() if self.tape.draws else [])

    def _content(
        self, data: dict[str, object], transition: Transition, *, n: int, action: Action | None
    ) -> EventContent:
        facts = transition.facts
        sealed: list[Envelope] = []
        for one in facts.seals:
            audience = tuple(f"seat:{seat}" for seat in one.seats) or ARBITER_ONLY
            sealed.append(seal(self.seed, one.content, n=n, i=len(sealed), audience=audience))
        for seat in sorted(facts.private):
            content = self._private_content(facts, seat, transition.shown, action)
            sealed.append(seal(self.seed, content, n=n, i=len(sealed), audience=(f"seat:{seat}",)))
        if action is not None:
            concealed = any(private.with_action for private in facts.private.values())
            data["action"] = {"type": action["type"]} if concealed else action
        data["facts"] = facts.public
        if transition.draws:
            data["draws"] = transition.draws
        data["state"] = self._digest()
        return EventContent(data, sealed, [self._opening(hidden) for hidden in transition.opened])

    def _private_content(
        self, facts: Facts, seat: int, shown: Mapping[int, list[SealedItem]], action: Action | None
    ) -> dict[str, object]:
        private = facts.private[seat]
        content: dict[str, object] = {}
        if private.with_action:
            content["action"] = action
        if private.facts or not private.with_action:
            content["facts"] = private.facts
        if private.shown:
            content["opens"] = [self._opening(hidden) for hidden in shown[seat]]
        return content

    def _digest(self) -> str:
        """The digest of the whole state (record-format §4): the state of the title, and the last take-back if any."""
        whole = self.state_bytes
        if self.taken_back is not None:
            whole = jcs({**self.state, TAKEN_BACK: self.taken_back})
        return state_digest(self._state_key, whole)

    def _opening(self, hidden: SealedItem) -> dict[str, object]:
        salt = envelope_salt(self.seed, n=hidden.n, i=hidden.i)
        return {"n": hidden.n, "i": hidden.i, "salt": salt, "content": hidden.content}

    def _find(self, key: str) -> SealedItem:
        hidden = self.hidden.get(key)
        if hidden is None:
            raise BrokenRuleError(f"{self.ruleset.key} opens {key!r}, which is not sealed")
        return hidden

    def _open_decisions(self, n: int, actor: int | None) -> None:
        if self.outcome is not None:
            return
        for seat in range(self.seats):
            decision_scope = self.ruleset.decision_scope(self.state, seat)
            if decision_scope is None or seat == actor or decision_scope != self._scopes[seat]:
                self.decisions[seat] = n
            self._scopes[seat] = decision_scope
