"""
Statements of a record that no level can prove: who is behind an account, when something happened, what people decided.

A verifier lists these statements beside its levels and never counts them as holding (record-format §4).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from delvebook.domain.game_event import EventLine
from delvebook.replays.pointers import shorten

STATED_MAX: Final = 50
"""At most this many statements are listed; any more are only counted."""
_CHECKED_CLAIMS: Final = frozenset(("upto", "ruleset", "holds", "first"))
"""The members of a finding that a replay can confirm."""

_STATING: Final = frozenset(
    (
        "SeatTaken",
        "SeatReplaced",
        "SeatResigned",
        "DisputeOpened",
        "DisputeFindingAttached",
        "DisputeRuled",
        "DisputeAppealed",
        "GameAborted",
    )
)
"""The types of events that state something by themselves."""
_OFFICES: Final = frozenset(("SeatTaken", "SeatLeft", "GameStarted"))
"""The types of events that players record, and officials in a resumed game."""


class Statement(NamedTuple):
    """
    Something that only the service states.

    Attributes:
        what: `times`, `chance`, `accounts`, `bot`, `official`, `claim`, `finding`, `ruling`, `appeal` or `abort`.
        n: The event that states it; None if many do.
        sentence: What is stated, for people.
    """

    what: str
    n: int | None
    sentence: str

    def to_plain(self) -> dict[str, object]:
        """The statement as plain data."""
        return self._asdict()


class Statements:
    """Collects the statements of a record, event by event."""

    def __init__(self) -> None:
        self._first_at = ""
        self._last_at = ""
        self._accounts: set[str] = set()
        self._kept: list[tuple[str, int, str, bool]] = []
        self._count = 0
        self._is_started = False
        self._nonces: set[int] = set()

    def take(self, event: EventLine) -> None:
        """Takes the next event, which is in the right shape."""
        self._first_at = self._first_at or event["at"]
        self._last_at = event["at"]
        kind, _, account = event["by"].partition(":")
        if kind in ("player", "arbiter") and len(self._accounts) <= STATED_MAX:
            self._accounts.add(shorten(account))
        if event["type"] == "NonceRevealed":
            self._nonces.add(event["data"]["seat"])
        elif event["type"] == "GameStarted":
            self._is_started = True
        for said in (_office(event), _statement(event)):
            if said is not None:
                self._note(event, said)

    def _note(self, event: EventLine, said: tuple[str, str]) -> None:
        self._count += 1
        if len(self._kept) < STATED_MAX:
            finding = event["data"].get("finding", {}) if said[0] == "finding" else None
            is_checkable = said[0] == "bot" or (finding is not None and finding.keys() <= _CHECKED_CLAIMS)
            self._kept.append((said[0], event["n"], said[1], is_checkable))

    def finish(self, confirmed: Collection[int]) -> tuple[list[Statement], int]:
        """
        All statements, the general ones first, and how many more there are.

        Args:
            confirmed: The events whose findings a replay has confirmed, or whose bots gave the same answers again.
        """
        if not self._first_at:
            return [], 0
        times = (
            f"the times of the events, from {self._first_at} to {self._last_at}; the chain shows only that none is "
            "earlier than the one before"
        )
        found = [Statement("times", None, times)]
        if self._is_started and not self._nonces:
            found.append(Statement("chance", None, "that the service did not choose its seed: no seat gave a nonce"))
        if self._accounts:
            named = ", ".join(sorted(self._accounts)[:STATED_MAX])
            found.append(Statement("accounts", None, f"which people and programs stand behind the accounts {named}"))
        for what, n, sentence, is_checkable in self._kept:
            if n not in confirmed:
                found.append(Statement(what, n, sentence))
            elif not is_checkable:
                rest = f"event {n}: the rest of the finding, such as receipts and other versions of the rules"
                found.append(Statement(what, n, rest))
        return found, self._count - len(self._kept)


def _office(event: EventLine) -> tuple[str, str] | None:
    """The statement that somebody holds an office, by which they seat a bot in a resumed game, or start it; or None."""
    if event["type"] not in _OFFICES or not event["by"].startswith("arbiter:"):
        return None
    return "official", f"event {event['n']}: that {shorten(event['by'])} may do this in a resumed game, as an official"


def _statement(event: EventLine) -> tuple[str, str] | None:
    """The statement of an event that the rules cannot prove: the kind, and the sentence; None if there is none."""
    if event["type"] not in _STATING:
        return None
    n, by, data = event["n"], shorten(event["by"]), event["data"]
    match event["type"]:
        case "SeatTaken" | "SeatReplaced" | "SeatResigned":
            if data["bot"] is None:
                return None
            bot = shorten(data["bot"])
            return (
                "bot",
                f"event {n}: that the bot {bot} plays seat {data['seat']} from here on, and chooses its moves",
            )
        case "DisputeOpened":
            return "claim", f"event {n}: the claim of {by} about event {data['event']}"
        case "DisputeFindingAttached":
            claim = shorten(data["finding"].get("holds"))
            return (
                "finding",
                f"event {n}: the finding on dispute {data['dispute']} (holds: {claim}); it was not confirmed",
            )
        case "DisputeRuled":
            remedy = (data["remedy"] or {}).get("type", "no remedy")
            said = f"{data['verdict']}, {remedy}"
            return (
                "ruling",
                f"event {n}: the ruling of {by} on dispute {data['dispute']} ({said}), and that they may rule",
            )
        case "DisputeAppealed":
            return "appeal", f"event {n}: the appeal of {by} in dispute {data['dispute']}"
        case "GameAborted":
            reason = shorten(data["reason"])
            return "abort", (
                f"event {n}: that {by} broke the game off here, and why ({reason}); "
                "a replay proves only what came before it"
            )
    return None
