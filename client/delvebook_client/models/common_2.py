"""
Shapes of several groups.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import field

from ..shapes import Json, Sent, Shape
from .common import Actions, Clock, Delay, Event, Game, Outcome, Parent, Person, Seat, Settlement


class Problem(Shape, frozen=True, kw_only=True):
    """Problem."""

    clause: str | None = None
    """The rule clause that forbids it."""
    clause_text: dict[str, str] | None = None
    """What the clause says, en and ru."""
    code: str
    """Stable, for programs."""
    detail: str
    """What is wrong this time."""
    detail_en: str | None = None
    """The same in English, perhaps in more detail, where `detail` is not the rules'."""
    fields: dict[str, list[str]] | None = None
    """
    Of a refused body, query, option or action: what would be right, by the path of the member. `where` is the path of
    all of it.
    """
    incident: str | None = None
    """For a defect of ours: the number to tell the operator."""
    n: int | None = None
    """The game's last event when the request was judged, if it was about a game."""
    receipt: str | None = None
    """The service's signature under the refusal, where it was asked for."""
    refusal: dict[str, Json] | None = None
    """Of an illegal action: the `key` of the sentence and its `values`, the same in every language."""
    retryable: bool
    """Whether the same request, unchanged, may be accepted later."""
    status: int
    """The HTTP status."""
    title: str
    """What is wrong, in one line; the same for every occurrence."""
    type: str
    """Where the code is documented."""
    where: str | None = None
    """The part of the request that is wrong: `body`, `query`, `path` or `headers`."""


class JobProgress(Shape, frozen=True, kw_only=True):
    """Job progress."""

    done: int
    """How much is done."""
    of: int | None
    """How much there is to do; null until the job has begun."""


class Bundle(Shape, frozen=True, kw_only=True):
    """Bundle."""

    events: list[dict[str, Json]]
    """The record's events, in order."""
    format: str
    """The form of the bundle: `delvebook-bundle/1`. There may be more."""
    header: dict[str, Json]
    """The record's header."""


class Progress(Shape, frozen=True, kw_only=True):
    """Progress."""

    lines: int
    """How many lines have been checked."""
    of: int
    """The lines of the record."""


class Finding(Shape, frozen=True, kw_only=True):
    """Finding."""

    clauses: list[str]
    """The rule clauses that it is about."""
    code: str
    """What kind of fault, for programs."""
    line: int | None
    """The line of the record, from 1."""
    n: int | None
    """The event."""
    pointer: str
    """JSON pointer into the line."""
    sentence: str
    """What is wrong, for people."""


class Level(Shape, frozen=True, kw_only=True):
    """Level."""

    counts: dict[str, int]
    """What was checked, and how many of each."""
    findings: list[Finding]
    """The first faults, in order."""
    level: str
    """What was checked: `chain`, `receipts`, `log`, `replay`, `bots`. There may be more."""
    more_findings: int
    """How many faults are not listed."""
    status: str
    """The result: `holds`, `failed`, `not applicable`. There may be more."""
    why_not: str | None
    """Why the level could not be checked."""


class NotAsked(Shape, frozen=True, kw_only=True):
    """Not asked."""

    level: str
    """What was left out: `chain`, `receipts`, `log`, `replay`, `bots`. There may be more."""
    why_not: str
    """Why."""


class Statement(Shape, frozen=True, kw_only=True):
    """Statement."""

    n: int | None
    """The event that states it; null if many do."""
    sentence: str
    """What is stated, for people."""
    what: str
    """What kind of thing."""


class Report(Shape, frozen=True, kw_only=True):
    """Report."""

    first: Finding | None
    """The first fault; null if there is none."""
    header: dict[str, Json]
    """The record's first line."""
    holds: bool
    """Every level that could be checked holds; see `summary`."""
    level_reached: str | None
    """The strongest level that holds while no weaker one fails."""
    levels: list[Level]
    """Level by level."""
    more_stated: int
    """How many such statements are not listed."""
    not_asked: list[NotAsked]
    """Levels that were left out of this check."""
    notes: list[str]
    """Further remarks for the reader."""
    stated: list[Statement]
    """What only the service states, and no level proves."""
    summary: str
    """The outcome in a line."""


class Check(Shape, frozen=True, kw_only=True):
    """Check."""

    created_at: datetime
    """When it was asked for."""
    finished_at: datetime | None
    """When it was done; null until then."""
    id: str
    """Its id."""
    problem: Problem | None
    """Why it failed, if it did."""
    progress: Progress
    """How much of the record is checked."""
    report: Report | None
    """What was found, once it is finished."""
    status: str
    """Its status: `queued`, `running`, `finished`, `failed`. There may be more."""


class Counts(Shape, frozen=True, kw_only=True):
    """Counts."""

    created_broken_off: int
    """
    Games that it created and that were broken off after the first nonce or the start, by anybody, without the consent
    of all players.
    """
    games_aborted: int
    """Games that it broke off before any nonce was shown."""
    games_broken_off: int
    """Games that it broke off, as an arbiter or operator, after the first nonce or the start."""
    games_created: int
    """Games that it created."""
    games_resumed: int
    """Rulings by which it had a game resumed, whose chance is then drawn anew."""
    games_settled: int
    """Rulings by which it annulled a game or set its result."""
    nonces_withheld: int
    """Games that ended because it did not show its nonce."""


class GameSummary(Shape, frozen=True, kw_only=True):
    """Game summary."""

    action_count: int
    """How many actions have been taken, also those that were taken back."""
    clock: Clock | None
    """Its clock; null if it has none."""
    clock_stopped: bool
    """Whether deadlines and bots wait for a ruling."""
    created_at: datetime
    """When it was created."""
    creator: Person | None
    """Who created it; null if nobody did."""
    hints: bool
    """Whether its only player may ask for hints. If so, it is not rated."""
    id: str
    """Its id."""
    n: int
    """Its last event."""
    options: dict[str, Json]
    """The options, with defaults filled in."""
    outcome: Outcome | None
    """How it ended; null unless it is finished."""
    parent: Parent | None
    """For a fork: its parent."""
    rematch_of: str | None
    """For a rematch: the game that it follows."""
    remedy: Settlement | None
    """What the latest ruling with a remedy has made of it; null if there is none."""
    reserved: list[Person | None] | None
    """For a resumed game or a rematch: by seat, for whom it is kept."""
    resumed_by: str | None
    """The game in which a ruling resumes this one."""
    round: int | None
    """How far it has come, in the title's own rounds (`cover.round` of the ruleset); null before the start."""
    ruleset: str
    """Title and version."""
    seats: list[Seat]
    """Its seats, in order."""
    spectator_delay: Delay | None
    """
    The delay with which all but its players see it while it runs: they see it all as it was then. In lists `updated_at`
    is delayed for its players as well. Null for no delay.
    """
    status: str
    """Its status: `open`, `running`, `finished`, `aborted`. There may be more."""
    to_act: list[int]
    """Seats with a pending decision."""
    updated_at: datetime
    """When its last event was made."""
    visibility: str
    """Who may see it: `public`, `unlisted`, `private`. There may be more."""


class Invitation(Shape, frozen=True, kw_only=True):
    """Invitation."""

    created_at: datetime
    """When it was made."""
    expires_at: datetime
    """Until when it can be accepted."""
    from_: Person = field(name="from")
    """Who invites."""
    game: str
    """The game."""
    id: str
    """Its id."""
    ruleset: str
    """The game's ruleset."""
    seat: int | None
    """The seat that is offered; null for the first free one."""
    settled_at: datetime | None
    """When it was accepted, declined or withdrawn; null if it was not."""
    status: str
    """Its status: `open`, `accepted`, `declined`, `withdrawn`, `expired`. There may be more."""
    to: Person
    """Who is invited."""


class SeatedBot(Sent, frozen=True, kw_only=True):
    """Seated bot."""

    bot: str
    """The kind of bot, `greedy`, or a program of it, `greedy@1`."""
    seat: int
    """The seat, from 0."""


class NewGameDone(Shape, frozen=True, kw_only=True):
    """New game done."""

    actions: Actions | None = None
    """With `include=actions`: what your seat may do then, as in `GET …/actions`; null without a seat."""
    events: list[Event] | None = None
    """The events made; left out with `Prefer: return=minimal`."""
    game: Game | None = None
    """The game after them; left out with `Prefer: return=minimal`."""
    hash: str
    """Its hash."""
    id: str
    """The new game's id, as in `game`."""
    n: int
    """The last event made."""
    receipt: str | None
    """The service's signature under it, a compact JWS."""


class Token(Shape, frozen=True, kw_only=True):
    """Token."""

    client: str | None
    """The id of the OAuth client it was given to; null for none."""
    created_at: datetime
    """When it was issued."""
    expires_at: datetime | None
    """When it expires; null for never."""
    id: str
    """Its id, which is no secret."""
    label: str
    """Your label for it."""
    last_used_at: datetime | None
    """When it was last used, to within five minutes; null for never."""
    made_by: str
    """The id of the account whose request made it. Another one than yours is connected with yours."""
    made_with: str | None
    """The id of the token that this request sent; null for none."""
    manages_account: bool
    """Whether it may also manage the account: its name, its tokens, its deletion."""
    scopes: list[str]
    """What it allows."""
