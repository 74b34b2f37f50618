"""
Shapes of several groups.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import field

from ..shapes import Json, Shape


class Account(Shape, frozen=True, kw_only=True):
    """Account."""

    created_at: datetime
    """When it was created."""
    id: str
    """Its id, for ever."""
    kind: str
    """Who plays with the account: `person`, `bot`. There may be more."""
    name: str
    """Its name."""


class Stake(Shape, frozen=True, kw_only=True):
    """Stake."""

    by: list[str]
    """
    The types of the facts with whose event it has come at the latest; empty for the event of the action, `settled` for
    the next action that answers nothing.
    """
    fact: dict[str, Json]
    """
    The fact that comes, as events have it, as far as it is known: instead of a number or a list there may be an object,
    `at_least` or `at_most` a number, or a list that `has` an item.
    """
    kind: str
    """What it is; dots divide its cases."""
    never: bool
    """Whether it is that no such fact comes."""
    said: dict[str, Json]
    """Further figures that the sentence names."""
    unless: list[dict[str, Json]]
    """The facts that cancel it; none may come."""
    when: list[dict[str, Json]]
    """The facts under which it holds; all of them must come."""


class Told(Shape, frozen=True, kw_only=True):
    """Told."""

    en: str | None = None
    """In English."""
    ru: str | None = None
    """In Russian."""


class LegalAction(Shape, frozen=True, kw_only=True):
    """Legal action."""

    action: dict[str, Json]
    """Send it back unchanged."""
    stakes: list[Stake]
    """What is at stake, as data, in the order in which it happens; empty in titles that promise nothing."""
    text: Told
    """What it means, with what is at stake."""
    text_short: Told
    """The same for narrow screens."""


class Actions(Shape, frozen=True, kw_only=True):
    """Actions."""

    actions: list[LegalAction]
    """All of them; empty if you may do nothing."""
    deadline: datetime | None
    """Until when you must decide; null if no clock runs for you."""
    decision: int | None
    """The decision that the actions answer; null if there is none."""
    n: int
    """The game's last event."""
    owed: bool
    """Whether the game waits for you."""
    seat: int
    """Your seat, from 0."""


class Event(Shape, frozen=True, kw_only=True):
    """Event."""

    at: datetime
    """When."""
    by: str
    """Who made it, as the record says it."""
    data: dict[str, Json]
    """What every viewer may know."""
    game: str
    """The game."""
    hash: str
    """Its own hash."""
    n: int
    """Its number in the game, from 1."""
    opens: list[dict[str, Json]]
    """Envelopes of earlier events, opened."""
    prev: str
    """The hash of the event before it."""
    sealed: list[dict[str, Json]]
    """Envelopes."""
    told: list[str] | None = None
    """What happened, in sentences; with `lang`."""
    told_facts: list[dict[str, Json] | None] | None = None
    """The fact that each sentence tells; null for a sentence of the event itself; with `lang`."""
    told_short: list[str] | None = None
    """The same for narrow screens; with `lang`."""
    type: str
    """What kind of event; more kinds may come."""


class Expiry(Shape, frozen=True, kw_only=True):
    """Expiry."""

    bot: str | None = None
    """Of `bot` and `forfeit`: the program that plays on."""
    kind: str
    """What happens: `bot`, `default_action`, `forfeit`. There may be more."""


class Clock(Shape, frozen=True, kw_only=True):
    """Clock."""

    days: int | None = None
    """Of `days`: how many days a decision may take."""
    increment: int | None = None
    """Of `budget`: the seconds that each action adds."""
    kind: str
    """How time is counted: `per_decision`, `budget`, `days`. There may be more."""
    on_expiry: Expiry
    """What happens when a seat has not decided in time."""
    seconds: int | None = None
    """Of `per_decision`: how long a decision may take; of `budget`: the stock."""


class Person(Shape, frozen=True, kw_only=True):
    """Person."""

    id: str
    """The account's id."""
    kind: str
    """Who plays with the account: `person`, `bot`. There may be more."""
    name: str | None
    """Its name; null if it was deleted, or if this service does not know it."""


class EndProposal(Shape, frozen=True, kw_only=True):
    """End proposal."""

    n: int
    """The event that proposed it: `POST …/end-proposals/{n}/answers`."""
    seat: int
    """The seat that proposed it."""
    waiting: list[int]
    """Seats that have not answered."""


class Nonces(Shape, frozen=True, kw_only=True):
    """Nonces."""

    deadline: datetime | None
    """Until when nonces must be shown; null if none was promised."""
    missing: list[int]
    """Seats that have not shown theirs."""


class Outcome(Shape, frozen=True, kw_only=True):
    """Outcome."""

    clauses: list[str]
    """The clauses that decide."""
    details: dict[str, Json]
    """Further details of the end, which depend on the title."""
    ranking: list[list[int]]
    """
    Best first; seats of a group share the place. Every seat occurs once, also of a lost game: a place is no victory,
    `winners` says who wins.
    """
    reason: str
    """
    One of the ruleset's `end_reasons`; `resigned` or `forfeited` if everybody else gave up the seat, by resigning or by
    running out of time.
    """
    scores: list[int | None]
    """By seat."""
    winners: list[int]
    """The seats that win; empty if nobody does, as in a lost solo game."""


class Parent(Shape, frozen=True, kw_only=True):
    """Parent."""

    as_: str | None = field(default=None, name="as")
    """The seat whose knowledge alone it kept, if it did not keep everything."""
    game: str
    """The parent."""
    hash: str
    """That event's hash."""
    n: int
    """The parent's event that the fork begins after."""
    ruling: int | None = None
    """The parent's event whose ruling resumes the game here, if one does."""


class Settlement(Shape, frozen=True, kw_only=True):
    """Settlement."""

    dispute: str
    """The dispute."""
    game: str | None
    """Of `resume`: the game in which it goes on."""
    ranking: list[list[int]] | None
    """Of `adjudicate`: the seats, the best first; those of a group share a place."""
    type: str
    """
    What became of it: no result, another result, or another game in which it goes on: `annul`, `adjudicate`, `resume`.
    There may be more.
    """


class Seat(Shape, frozen=True, kw_only=True):
    """Seat."""

    away_until: datetime | None
    """Until when its player has said to be away; null for a player who has not."""
    bot: str | None
    """The program that plays the seat now; null if its player does."""
    deadline: datetime | None
    """Until when the seat must decide, or show its nonce; null if no clock runs for it."""
    free: bool
    """Whether the seat is free."""
    name: str | None
    """
    What people call it: its player's name, or in English its bot's kind and the seat's number from 1. Sentences call a
    bot so in their own language.
    """
    owes_nonce: bool
    """Whether the game waits for the seat's nonce."""
    player: Person | None
    """Whose seat it is, also while a bot plays it; null for a free seat and for a bot's own."""
    resigned: bool
    """Whether the seat was given up for good."""
    seat: int
    """Its number, from 0."""
    since: datetime | None
    """Since when the game has waited for the decision."""
    time_left_ms: int | None
    """
    Of a clock with a budget: what is left of the seat's stock in milliseconds, as its pending decision began
    (`deadline` counts that one); null with another clock, or none.
    """
    to_act: bool
    """Whether it has a decision pending."""


class Delay(Shape, frozen=True, kw_only=True):
    """Delay."""

    actions: int | None = None
    """How many of the last actions are held back."""


class TakeBack(Shape, frozen=True, kw_only=True):
    """Take back."""

    event: int
    """The event to be taken back."""
    n: int
    """The event that asked: `POST …/take-backs/{n}/answers`."""
    seat: int
    """The seat that asks."""
    waiting: list[int]
    """Seats that have not answered."""


class You(Shape, frozen=True, kw_only=True):
    """You."""

    deadline: datetime | None
    """Until when you must decide; null if no clock runs for you."""
    decision: int | None
    """The decision you may answer now."""
    nonce: str | None
    """Your nonce, once it is shown."""
    nonce_commitment: str | None
    """What you have committed to; null if you gave no nonce."""
    owed: bool
    """Whether the game waits for you."""
    seat: int
    """Its number, from 0."""


class Game(Shape, frozen=True, kw_only=True):
    """Game."""

    action_count: int
    """How many actions have been taken, also those that were taken back."""
    clock: Clock | None
    """Its clock; null if it has none."""
    clock_stopped: bool
    """Whether deadlines and bots wait for a ruling."""
    commitment: str
    """SHA-256 of the seed."""
    created_at: datetime
    """When it was created."""
    creator: Person | None
    """Who created it; null if nobody did."""
    disputes: list[str]
    """Ids of its disputes."""
    end_proposal: EndProposal | None
    """An end that a seat has proposed; null if there is none."""
    head: str
    """The hash of its last event."""
    hints: bool
    """Whether its only player may ask for hints. If so, it is not rated."""
    id: str
    """Its id."""
    invite: str | None = None
    """For the creator of a private game: the word that lets others take a seat."""
    n: int
    """Its last event."""
    nonces: Nonces | None
    """Once every seat is taken, until the start."""
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
    seed: str | None
    """In hex, once the game is over."""
    spectator_delay: Delay | None
    """
    The delay with which all but its players see it while it runs: they see it all as it was then. In lists `updated_at`
    is delayed for its players as well. Null for no delay.
    """
    status: str
    """Its status: `open`, `running`, `finished`, `aborted`. There may be more."""
    table: dict[str, Json] | None
    """The ruleset's view; null before the start."""
    take_back: TakeBack | None
    """A take-back that other seats are asked about; null if there is none."""
    to_act: list[int]
    """Seats with a pending decision."""
    updated_at: datetime
    """When its last event was made."""
    visibility: str
    """Who may see it: `public`, `unlisted`, `private`. There may be more."""
    you: You | None
    """Your own seat; null if you have none."""


class Done(Shape, frozen=True, kw_only=True):
    """Done."""

    actions: Actions | None = None
    """With `include=actions`: what your seat may do then, as in `GET …/actions`; null without a seat."""
    events: list[Event] | None = None
    """The events made; left out with `Prefer: return=minimal`."""
    game: Game | None = None
    """The game after them; left out with `Prefer: return=minimal`."""
    hash: str
    """Its hash."""
    n: int
    """The last event made."""
    receipt: str | None
    """The service's signature under it, a compact JWS."""
