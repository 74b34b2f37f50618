"""
A started game, without storage and without people: the ruleset, its state, the tape and the secrets.

Everything that gives an event its content is made here, once, and in the same way for a game that is
being played, for one that is being loaded, and for one that is being verified.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domain.canonical import decode, jcs, state_digest, state_key
from domain.envelopes import Envelope, seal
from domain.errors import (
    BrokenRuleError,
    GameFinishedError,
    NotYourDecisionError,
    StaleDecisionError,
    UnknownSeatError,
)
from domain.facts import Facts
from domain.outcome import Outcome
from domain.ruleset import Action, Ruleset, State
from domain.tape import Tape, tape_key

ARBITER_ONLY = ("arbiter",)


class Body(NamedTuple):
    """
    What an event holds besides its place in the chain.

    Attributes:
        data: What everybody may know.
        sealed: The event's envelopes, in order.
        opens: Envelopes of earlier events, `{"n", "i", "salt", "content"}`.
    """

    data: dict[str, Any]
    sealed: list[Envelope]
    opens: list[dict[str, Any]]


class Table:
    """
    One game in play.

    Attributes:
        state: The whole state, secrets included.
        state_bytes: Its canonical bytes after the last event; the state can be restored from them.
        decisions: By seat, the `n` of the event that opened what the seat may decide now.
        envelopes: By key, `[n, i, salt, content]` of every sealed component still face down.
        outcome: The result, once the game is over.
    """

    __slots__ = (
        "_questions",
        "_state_key",
        "decisions",
        "envelopes",
        "outcome",
        "ruleset",
        "seats",
        "seed",
        "state",
        "state_bytes",
        "tape",
    )

    def __init__(self, ruleset: Ruleset, *, seed: bytes, game: str, nonces: Sequence[str]) -> None:
        self.ruleset = ruleset
        self.seed = seed
        self.seats = len(nonces)
        self.tape = Tape(tape_key(seed, game=game, nonces=nonces))
        self.state: State = {}
        self.state_bytes = b"{}"
        self.decisions: list[int] = [0] * self.seats
        self.envelopes: dict[str, list[Any]] = {}
        self.outcome: Outcome | None = None
        self._state_key = state_key(seed)
        self._questions: list[Any] = [None] * self.seats

    # -- what happens ---------------------------------------------------------------------------

    def start(self, options: Mapping[str, Any], *, n: int) -> Body:
        """Sets the game up as event `n`; returns what the event tells."""
        self.state, facts = self.ruleset.setup(options, seats=self.seats, tape=self.tape)
        return self._settle({}, facts, n=n, actor=None, action=None)

    def judge(self, seat: int, decision: int | None) -> None:
        """
        Returns if the seat may answer that decision now. Whether the action is legal is not looked at.

        Raises:
            UnknownSeatError, GameFinishedError, NotYourDecisionError, StaleDecisionError
        """
        if not 0 <= seat < self.seats:
            raise UnknownSeatError(f"this game has seats 0 to {self.seats - 1}, not {seat}", seats=self.seats)
        if self.outcome is not None:
            raise GameFinishedError("the game is over; nobody acts any more")
        current = self.decisions[seat]
        if decision != current:
            owes = seat in self.ruleset.to_act(self.state)
            open_now = current if owes or self.ruleset.legal(self.state, seat) else None
            raise StaleDecisionError(
                f"decision {decision} is no longer open for this seat; "
                + (f"the open one is {open_now}" if open_now is not None else "none is open now"),
                decision=open_now,
            )
        if seat not in self.ruleset.to_act(self.state) and not self.ruleset.legal(self.state, seat):
            raise NotYourDecisionError("this seat has nothing to decide now")

    def act(self, seat: int, action: Action, *, n: int) -> Body:
        """
        Carries out the seat's action as event `n`; returns what the event tells.

        The action must be in shape, and `judge` passed.

        Raises:
            IllegalActionError: Nothing has changed.
        """
        facts = self.ruleset.play(self.state, seat, action, tape=self.tape)
        data: dict[str, Any] = {"seat": seat, "decision": self.decisions[seat]}
        return self._settle(data, facts, n=n, actor=seat, action=action)

    def legal(self, seat: int) -> list[Action]:
        """What the seat may do now; `[]` once the game is over."""
        return [] if self.outcome is not None else self.ruleset.legal(self.state, seat)

    def to_act(self) -> list[int]:
        """The seats that owe a decision."""
        return [] if self.outcome is not None else self.ruleset.to_act(self.state)

    def restore(self) -> None:
        """Puts the state back to what it was after the last event (for `play` on a state meant to be kept)."""
        self.state = decode(self.state_bytes)

    # -- making the event -----------------------------------------------------------------------

    def _settle(self, data: dict[str, Any], facts: Facts, *, n: int, actor: int | None, action: Action | None) -> Body:
        opens = [self._opening(key) for key in facts.opened]
        shown = {key: self._opening(key) for envelope in facts.private.values() for key in envelope.shown}
        for key in facts.opened:
            del self.envelopes[key]
        sealed = self._seal_all(facts, shown, n=n, action=action)
        if action is not None:
            concealed = any(envelope.with_action for envelope in facts.private.values())
            data["action"] = {"type": action["type"]} if concealed else action
        data["facts"] = facts.public
        draws = self.tape.take_draws()
        if draws:
            data["draws"] = draws
        self.state_bytes = jcs(self.state)
        data["state"] = state_digest(self._state_key, self.state_bytes)
        self.outcome = self.ruleset.outcome(self.state)
        self._open_decisions(n, actor)
        return Body(data, sealed, opens)

    def _seal_all(
        self, facts: Facts, shown: Mapping[str, dict[str, Any]], *, n: int, action: Action | None
    ) -> list[Envelope]:
        sealed: list[Envelope] = []
        for zone in facts.reset_zones:
            for key in [key for key in self.envelopes if key.rpartition("/")[0] == zone]:
                del self.envelopes[key]
        for one in facts.seals:
            audience = tuple(f"seat:{seat}" for seat in one.seats) or ARBITER_ONLY
            sealed.append(self._seal(one.key, one.content, n=n, i=len(sealed), audience=audience))
        for seat in sorted(facts.private):
            private = facts.private[seat]
            content: dict[str, Any] = {}
            if private.with_action:
                content["action"] = action
            if private.facts or not private.with_action:
                content["facts"] = private.facts
            if private.shown:
                content["opens"] = [shown[key] for key in private.shown]
            sealed.append(self._seal(private.key, content, n=n, i=len(sealed), audience=(f"seat:{seat}",)))
        return sealed

    def _seal(self, key: str | None, content: Any, *, n: int, i: int, audience: tuple[str, ...]) -> Envelope:
        envelope = seal(self.seed, content, n=n, i=i, audience=audience)
        if key is not None:
            self.envelopes[key] = [n, i, envelope.salt, content]
        return envelope

    def _opening(self, key: str) -> dict[str, Any]:
        try:
            n, i, salt, content = self.envelopes[key]
        except KeyError:
            raise BrokenRuleError(f"{self.ruleset.key} opens {key!r}, which was never sealed") from None
        return {"n": n, "i": i, "salt": salt, "content": content}

    def _open_decisions(self, n: int, actor: int | None) -> None:
        over = self.outcome is not None
        for seat in range(self.seats):
            question = None if over else self.ruleset.question(self.state, seat)
            if question is None or seat == actor or question != self._questions[seat]:
                self.decisions[seat] = n
            self._questions[seat] = question
