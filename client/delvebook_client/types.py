"""
Shapes of answers, with the members that clients commonly use.

Answers are open: a later version of the service may add members, and they stay in the dictionaries. Treat an unknown
word, such as a new `status`, as "something else".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

Query = Mapping[str, str | int | float | bool | Sequence[str] | None]
"""Parameters of a query. Those that are None are left out."""
Action = dict[str, Any]
Event = dict[str, Any]


class Person(TypedDict):
    """An account, as others see it. `name` is None once the account is deleted."""

    id: str
    name: str | None
    kind: str


class Seat(TypedDict):
    """A seat: its player, and since and until when (RFC 3339) the game waits for it."""

    seat: int
    player: Person | None
    bot: str | None
    name: str | None
    free: bool
    to_act: bool
    since: str | None
    deadline: str | None
    owes_nonce: bool


class You(TypedDict):
    """Your own seat."""

    seat: int
    decision: int | None
    owed: bool
    deadline: str | None
    nonce_commitment: str | None
    nonce: str | None


class Nonces(TypedDict):
    """The nonces that a game waits for between the last seat taken and its start."""

    deadline: str | None
    missing: list[int]


class Outcome(TypedDict):
    """How a game ended."""

    reason: str
    winners: list[int]
    ranking: list[list[int]]
    scores: list[int | None]
    details: dict[str, Any]
    clauses: list[str]


class GameSummary(TypedDict):
    """A game as it appears in lists."""

    id: str
    ruleset: str
    n: int
    status: str
    visibility: str
    options: dict[str, Any]
    creator: Person | None
    seats: list[Seat]
    to_act: list[int]
    action_count: int
    outcome: Outcome | None


class GameView(GameSummary):
    """A game as you see it. `table` is the title's own view; None before the start."""

    head: str
    nonces: Nonces | None
    you: You | None
    table: dict[str, Any] | None
    commitment: str
    seed: str | None
    disputes: list[str]
    invite: NotRequired[str]


class Told(TypedDict, total=False):
    """A sentence in English and in Russian; with `lang`, in that language alone."""

    en: str
    ru: str


class LegalAction(TypedDict):
    """An action that is legal now. Send `action` back unchanged."""

    action: Action
    text: Told
    text_short: Told


class Offer(TypedDict):
    """All that your seat may do now. `owed` says whether the game waits for you."""

    n: int
    seat: int
    decision: int | None
    owed: bool
    actions: list[LegalAction]


class PendingDecision(TypedDict):
    """An offer to a seat that the game waits for. Answer `decision` with the `action` of one of `actions`."""

    n: int
    seat: int
    decision: int
    owed: bool
    actions: list[LegalAction]


class Done(TypedDict):
    """
    The result of an accepted command: the last event it made.

    `events` and `game` are left out of minimal answers. `id` is present if a game was made.
    """

    n: int
    hash: str
    receipt: str | None
    id: NotRequired[str]
    events: NotRequired[list[Event]]
    game: NotRequired[GameView]
    actions: NotRequired[Offer | None]


class NewAction(TypedDict):
    """One of many actions in one request. If it has no `key`, the client makes one."""

    game: str
    decision: int
    action: Action
    key: NotRequired[str]


class ActionResult(TypedDict):
    """The result of one of many actions: `done`, or `problem`."""

    status: int
    repeat: bool
    done: NotRequired[Done]
    problem: NotRequired[dict[str, Any]]


class Account(TypedDict):
    """An account. `token` is present only when the account is created."""

    id: str
    name: str
    kind: str
    token: NotRequired[str]


class Notice(TypedDict):
    """A notice to your account."""

    number: int
    type: str
    at: str
    about: dict[str, Any]
    game: NotRequired[str | None]
    n: NotRequired[int | None]


class StreamLine(TypedDict):
    """
    A line of a stream.

    `kind` is `snapshot` (with `game`, or `waiting`), `event`, `notice`, or `end` (with `reason` and `status`).
    """

    kind: str
    n: NotRequired[int]
    number: NotRequired[int]
    game: NotRequired[GameView]
    event: NotRequired[Event]
    notice: NotRequired[Notice]
    waiting: NotRequired[list[dict[str, Any]]]
    reason: NotRequired[str]
    status: NotRequired[str]
    hash: NotRequired[str]
