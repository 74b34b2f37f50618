"""
The shapes of games.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from ..shapes import Json, Sent, Shape
from .common import Event, LegalAction, Stake, Told
from .common_2 import GameSummary, JobProgress, NewGameDone, Problem, SeatedBot


class Estimate(Shape, frozen=True, kw_only=True):
    """Estimate."""

    action: dict[str, Json]
    """The action."""
    score: int
    """In the title's own units; the higher, the better for the seat."""
    told: str
    """The same as a sentence."""


class PlayedHere(Shape, frozen=True, kw_only=True):
    """Played here."""

    action: dict[str, Json]
    """The action."""
    told: str
    """The same as a sentence."""


class AnalysedDecision(Shape, frozen=True, kw_only=True):
    """Analysed decision."""

    estimates: list[Estimate]
    """Actions, the best first."""
    left_out: int
    """How many legal actions were not estimated."""
    lost: int
    """How much less the choice is worth than the best."""
    n: int
    """The event that answers it."""
    played: PlayedHere
    """What the seat chose."""
    plies: int
    """The actions played in rollouts."""
    seat: int
    """The seat that decided."""
    turn: int | None
    """By how much the seat's position at its next decision was better or worse than its choice promised."""


class AnalysedSeat(Shape, frozen=True, kw_only=True):
    """Analysed seat."""

    best_chosen: int
    """In how many it chose the best."""
    decisions: int
    """How many decisions it had."""
    lost: int
    """What its other choices cost it together."""
    seat: int
    """The seat."""


class AnalysisJob(Shape, frozen=True, kw_only=True):
    """Analysis job."""

    created_at: datetime
    """When it was asked for."""
    expires_at: datetime | None
    """Until when its outcome is kept; null until it has ended."""
    finished_at: datetime | None
    """When it ended; null until then."""
    game: str
    """The game."""
    id: str
    """Its id."""
    lang: str
    """The language of its sentences."""
    plies: int | None
    """The budget of a decision that was asked for."""
    problem: Problem | None
    """Why it failed, if it did."""
    progress: JobProgress
    """How much of it is done."""
    status: str
    """Its status: `queued`, `running`, `finished`, `failed`, `cancelled`. There may be more."""


class Analyses(Shape, frozen=True, kw_only=True):
    """Analyses."""

    analyses: list[AnalysisJob]
    """At most one for each language."""


class AnalysisBody(Shape, frozen=True, kw_only=True):
    """Analysis body."""

    decisions: list[AnalysedDecision]
    """Those with more than one legal action, in order."""
    game: str
    """The game."""
    mistakes: list[int]
    """The events that cost most, the worst first."""
    program: str
    """The bot that estimated."""
    ruleset: str
    """The title and its version."""
    seats: list[AnalysedSeat]
    """Seat by seat."""
    swings: list[int]
    """The events after which things turned most, the largest first."""


class Analysis(Shape, frozen=True, kw_only=True):
    """Analysis."""

    analysis: AnalysisBody | None
    """What was found, once it is finished."""
    created_at: datetime
    """When it was asked for."""
    expires_at: datetime | None
    """Until when its outcome is kept; null until it has ended."""
    finished_at: datetime | None
    """When it ended; null until then."""
    game: str
    """The game."""
    id: str
    """Its id."""
    lang: str
    """The language of its sentences."""
    plies: int | None
    """The budget of a decision that was asked for."""
    problem: Problem | None
    """Why it failed, if it did."""
    progress: JobProgress
    """How much of it is done."""
    status: str
    """Its status: `queued`, `running`, `finished`, `failed`, `cancelled`. There may be more."""


class Candidate(Shape, frozen=True, kw_only=True):
    """Candidate."""

    action: dict[str, Json]
    """The action."""
    score: int | None
    """How good the bot takes it to be, in units of its own, the higher the better; null if it does not tell."""


class Chosen(Shape, frozen=True, kw_only=True):
    """Chosen."""

    action: dict[str, Json]
    """The action."""


class Drawn(Shape, frozen=True, kw_only=True):
    """Drawn."""

    attempt: int
    """Which block of that draw, from 0; see the record format."""
    below: int
    """The draw is from 0 up to, but not including, this number."""
    block: str
    """The HMAC; its first 8 bytes modulo `below` are the draw."""
    drawn: int
    """What was drawn."""
    number: int
    """Which draw of the game, from 0."""


class Events(Shape, frozen=True, kw_only=True):
    """Events."""

    events: list[Event]
    """The events of the page, in order."""
    game: str
    """The game."""
    next: str | None
    """The `cursor` after a full page, which may be the last one; null if the page is not full."""


class Knowledge(Shape, frozen=True, kw_only=True):
    """Knowledge."""

    n: int
    """The event after which it saw that."""
    table: dict[str, Json] | None
    """The table in its view."""


class Examination(Shape, frozen=True, kw_only=True):
    """Examination."""

    chose: dict[str, Json] | None
    """The action the seat took; null if another seat acted."""
    draws: list[Drawn]
    """The draws of the event, each with its proof."""
    happened: Event
    """The event, every envelope open."""
    knew: Knowledge | None
    """Before the event."""
    knows: Knowledge
    """After the event."""
    might: list[LegalAction]
    """Everything the seat could have done."""
    n: int
    """The event."""
    seat: int
    """The seat whose view is shown."""
    told: list[str]
    """The event in sentences."""
    told_facts: list[dict[str, Json] | None]
    """The fact that each sentence tells; null for a sentence of the event itself."""
    told_short: list[str]
    """The same for narrow screens."""


class Games(Shape, frozen=True, kw_only=True):
    """Games."""

    games: list[GameSummary]
    """The games of the page."""
    next: str | None
    """The `cursor` of the next page; null if there is none yet."""


class Head(Shape, frozen=True, kw_only=True):
    """Head."""

    at: datetime
    """When it was made."""
    game: str
    """The game."""
    hash: str
    """That event's hash."""
    n: int
    """Its last event."""
    status: str
    """How far the game has come: `open`, `running`, `finished`, `aborted`. There may be more."""


class WeighedAction(Shape, frozen=True, kw_only=True):
    """Weighed action."""

    action: dict[str, Json]
    """Send it back unchanged."""
    stakes: list[Stake]
    """What is at stake, as data, in the order in which it happens; empty in titles that promise nothing."""
    text: Told
    """What it means, with what is at stake."""
    text_short: Told
    """The same for narrow screens."""
    verdict: str
    """
    What the bot would do, what it takes to be nearly as good, or what is less good: `best`, `close`, `worse`. There may
    be more.
    """


class Hint(Shape, frozen=True, kw_only=True):
    """Hint."""

    candidates: list[WeighedAction]
    """At most three, what it would do first."""
    decision: int
    """The decision that it is about."""
    n: int
    """The game's last event."""
    program: str
    """The bot that was asked."""
    seat: int
    """Your seat, from 0."""


class LogEntry(Shape, frozen=True, kw_only=True):
    """Log entry."""

    hash: str
    """Its hash."""
    index: int
    """Its place in the log, from 0."""
    n: int
    """The event."""
    path: list[str]
    """The proof of RFC 6962: hashes in hex, from the entry's sibling upwards."""
    what: str
    """What happened: `created`, `started`, `finished`, `aborted`, `ruled`, `broken_off`. There may be more."""


class Inclusion(Shape, frozen=True, kw_only=True):
    """Inclusion."""

    checkpoint: str
    """The signed checkpoint that the proofs lead to."""
    entries: list[LogEntry]
    """The game's entries, in order."""
    game: str
    """How the log names the game: the SHA-256 of its id."""
    origin: str
    """The name of the log."""
    size: int
    """The number of entries of the log."""


class MayTakeBack(Shape, frozen=True, kw_only=True):
    """May take back."""

    allowed: bool | None
    """
    Whether `POST …/take-backs` would be accepted now; null if somebody has acted since: whether that would stand
    without your action may depend on what others hide, so only asking tells.
    """
    consents: list[int]
    """Seats that would be asked first; empty if the action is taken back at once."""
    n: int
    """The game's last event, against which it was judged."""
    seat: int
    """Your seat, from 0."""
    why: str | None
    """
    The `reason` with which it would be refused (null if it is not known to be): `nothing`, `chance`, `revealed`,
    `passed_on`, `asked`, `declined`, `too_many`, `too_soon`. There may be more.
    """


class NewExpiry(Sent, frozen=True, kw_only=True):
    """New expiry."""

    bot: str | None = None
    """Of `bot` and `forfeit`: the kind of bot that plays on; `random` by default."""
    kind: str
    """
    `bot`: a bot takes the seat until its player takes it back. `default_action`: the clock takes one of the seat's
    legal actions, drawn by chance. `forfeit`: the seat is given up for good, as by resigning.
    """


class NewClock(Sent, frozen=True, kw_only=True):
    """New clock."""

    days: int | None = None
    """Of `days`: how many days a decision may take."""
    increment: int | None = None
    """Of `budget`: the seconds that each action adds to the stock; 0 by default."""
    kind: str
    """
    `per_decision`: each decision has the same time. `budget`: a seat has one stock of time for the game, to which every
    action adds. `days`: each decision has that many days.
    """
    on_expiry: NewExpiry
    """What happens when a seat has not decided in time."""
    seconds: int | None = None
    """
    Of `per_decision`: how long a decision may take; of `budget`: the stock at the start. In seconds, up to 90 days.
    """


class NewDelay(Sent, frozen=True, kw_only=True):
    """New delay."""

    actions: int
    """How many of the last actions, and all that followed them, are held back."""


class NewGame(Sent, frozen=True, kw_only=True):
    """New game."""

    bots: list[SeatedBot] | None = None
    """Bots, each with its seat."""
    clock: NewClock | None = None
    """The clock; null for a game without one."""
    hints: bool | None = None
    """
    Whether its only player may ask for hints; such a game is not rated. Null, the default, allows them if bots have
    every seat but one.
    """
    options: dict[str, Json] | None = None
    """See the ruleset; defaults are filled in."""
    ruleset: str
    """`id@version`, or an id for its newest version."""
    seats: int
    """How many seats the game has."""
    spectator_delay: NewDelay | None = None
    """The delay with which all but its players see it while it runs; null for no delay."""
    visibility: Literal["public", "unlisted", "private"] | None = None
    """`public`, `unlisted` (seen by all who know its id), or `private` (by its players, until it is over)."""


class NewGamesDone(Shape, frozen=True, kw_only=True):
    """New games done."""

    games: list[NewGameDone]
    """For each game, in the order of the request, the answer that it would have had alone."""
