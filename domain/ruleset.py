"""
The ruleset contract: the interface between a title and the rest of Delvebook.

A ruleset is a deterministic state machine with imperfect information, without I/O.
Its state is plain JSON data (objects with ASCII keys, arrays, strings, integers, booleans, null), so
it can be stored, digested, copied and compared by its canonical bytes alone; after a round trip
through JSON it must be equal to what it was. A title must not use the key `taken_back`.

`play` changes the state it is given. Callers who want to keep it copy it first (`copy_state`).

A title subclasses `Ruleset` and implements each method of the contract with one function of one of its modules:

    legal = with_box(legal_actions)

docs/titles.md says which module holds which function.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from importlib import resources
from types import MappingProxyType
from typing import Any, ClassVar, Concatenate, Final, Generic, ParamSpec, TypeAlias, TypeVar, cast

import orjson
from marshmallow import Schema, ValidationError

from delvebook.domain.bots import A, Action, Bot, Program, V, View, find_program
from delvebook.domain.canonical import decode, digest, jcs
from delvebook.domain.catalogue import NOTHING, Catalogue, full_catalogue
from delvebook.domain.covers import Cover
from delvebook.domain.errors import (
    BrokenRuleError,
    IllegalActionError,
    InvalidOptionsError,
    InvalidSeatsError,
    MalformedActionError,
    NotCanonicalError,
    UnknownBotError,
)
from delvebook.domain.facts import Fact, Facts, Seal
from delvebook.domain.outcome import Outcome
from delvebook.domain.phrases import ENGLISH, Language, Phrasebook, Voice, counted
from delvebook.domain.pictures import Picture
from delvebook.domain.refusals import Refusal
from delvebook.domain.schemas import action_schema, in_words, json_schema, messages_of, values_of
from delvebook.domain.shapes import REFERENCE, Shapes, schemas_of
from delvebook.domain.stakes import Promise, Weighed
from delvebook.domain.tape import Chance, Tape
from delvebook.domain.viewers import Viewer

PARSED_MAX: Final = 1024
"""A title remembers the parsed form of at most this many actions, because the same few recur."""

T = TypeVar("T")
C = TypeVar("C")
"""The type of a title's parsed components, its box."""
Opt = TypeVar("Opt")
"""The type of a title's options with defaults filled in: a `TypedDict` of its `state.py`."""
S = TypeVar("S")
"""The type of a title's state: plain JSON data, a `TypedDict` of its `state.py`."""
P = ParamSpec("P")
Printed = Mapping[str, Any]
"""A part of a title's data files: JSON, read once and checked by the title."""


class Ruleset(ABC, Generic[C, Opt, S, V, A]):
    """
    One title at one version.

    A title subclasses this, sets the class attributes, and implements the abstract methods.

    Args:
        box: Other components than the printed ones, for tests.
    """

    id: ClassVar[str]
    """The title's key: lower case, hyphens; `dungeon-raiders`."""
    version: ClassVar[int]
    """From 1. A correction that changes how a recorded game plays is a new version beside the old one."""
    title: ClassVar[Mapping[Language, str]]
    """The published name, in English and Russian."""
    cover: ClassVar[Cover | None] = None
    """What a lobby says of the title; None for a title that says nothing of itself."""
    seats_min: ClassVar[int]
    seats_max: ClassVar[int]
    options_schema: ClassVar[type[Schema]]
    """The options, with defaults (`load_default`), so that `{}` is a valid choice."""
    action_schemas: ClassVar[Mapping[str, type[Schema]]]
    """The parameters and their domains, by action type. The key `type` itself is not in the schema."""
    end_reasons: ClassVar[Sequence[str]]
    """Every `Outcome.reason` that can occur."""
    bots: Mapping[str, Bot[V, A]]
    """The bots by kind, at least `random` and `greedy`. A later version has its own key, such as `greedy@2`."""
    actions_max: ClassVar[int]
    """Maximum number of actions of a game without one of the `endless_options`; a bound for simulations."""
    endless_options: ClassVar[Mapping[str, Sequence[object]]] = MappingProxyType({})
    """By option, the values with which players can go on for ever if they choose to."""
    brief_options: ClassVar[Mapping[str, object]] = MappingProxyType({})
    """Options with which even a game of random actions ends early; `{}` if the defaults suffice."""
    ends_by_resignation: ClassVar[bool] = True
    """Whether the last seat that has not resigned wins at once. If not, a bot plays on as long as a player is left."""
    shapes: ClassVar[Shapes] = Shapes()
    """The types of views, facts and outcome details."""
    package: ClassVar[str]
    """The package that holds `content.json`, `clauses.json` and `texts.json`."""
    echo_types: ClassVar[Mapping[str, Collection[str]]] = MappingProxyType({})
    """By action type, the types of the facts that repeat the action (`echoes`)."""
    told_by_facts: ClassVar[Collection[str]] = ()
    """The concealed actions that the facts for their seat tell in full, so that the seat is told only the facts."""
    score_fact: ClassVar[str] = ""
    """The type of the facts that tell each seat's result; every seat is told its own first."""
    end_facts: ClassVar[Collection[str]] = ()
    """The types of the facts that tell who won and why. Every game that an action ends has exactly one such fact."""
    weighed: ClassVar[Weighed] = Weighed()
    """The facts that a player weighs: a choice promises them (`stakes`), or they are left untold on purpose."""
    box: C
    """The parsed components, the first argument of every function of the rules."""

    def __init__(self, box: C | None = None) -> None:
        if box is not None:
            self.box = box
        self.content: Printed = load_data(self.package, "content.json")
        self.content_digest: str = digest(self.content)
        self.clauses: Mapping[str, Mapping[Language, str]] = load_data(self.package, "clauses.json")
        self.phrasebook = Phrasebook(load_data(self.package, "texts.json"))
        self._options = self.options_schema()
        self._parsed: dict[bytes, bytes] = {}
        self._actions = {type_: schema() for type_, schema in self.action_schemas.items()}

    # -- what a game may be created with ------------------------------------------------------

    @property
    def key(self) -> str:
        """`id@version`, as records name it."""
        return f"{self.id}@{self.version}"

    def parse_options(self, options: Mapping[str, object], *, seats: int) -> Opt:
        """
        The options, with defaults filled in.

        Raises:
            InvalidSeatsError: The title is not played with that many seats.
            InvalidOptionsError: An option is unknown, or out of its domain, or two do not go together.
        """
        if not self.seats_min <= seats <= self.seats_max:
            fewest = "" if self.seats_min == self.seats_max else f"{self.seats_min} to "
            most = counted(self.seats_max, ("seat", "seats"), "en")
            raise InvalidSeatsError(
                f"{self.title['en']} is played with {fewest}{most}, not {seats}",
                seats_min=self.seats_min,
                seats_max=self.seats_max,
            )
        try:
            parsed: Opt = self._options.load(dict(options))
        except ValidationError as error:
            wrong = messages_of(error, self._options, whole="options")
            raise InvalidOptionsError(
                f"these are not options of {self.title['en']}: {in_words(wrong)}", fields=wrong
            ) from None
        self.check_options(parsed, seats=seats)
        return parsed

    def check_options(self, options: Opt, *, seats: int) -> None:
        """Raises InvalidOptionsError if options that are valid one by one do not go together. A hook for titles."""

    def option_values(self) -> dict[str, list[object]]:
        """
        Every value that an option can have, by option, in the order of the schema, null last.

        Only options with `OneOf`, booleans, and integers with a `Range` closed at both ends are listed.
        """
        listed = {name: values_of(field) for name, field in self._options.fields.items()}
        return {
            name: [*values, *([None] if self._options.fields[name].allow_none else [])]
            for name, values in listed.items()
            if values
        }

    def option_defaults(self) -> dict[str, object]:
        """The default of every option."""
        defaults = {name: field.load_default for name, field in self._options.fields.items()}
        return {name: default() if callable(default) else default for name, default in defaults.items()}

    def parse_action(self, action: object) -> A:
        """
        The action, if it is well-formed.

        Raises:
            MalformedActionError: Names the wrong type or parameter, and what would be right.
        """
        try:
            asked = jcs(action)
        except NotCanonicalError:
            return cast("A", self._parse_action(action))
        known = self._parsed.get(asked)
        if known is None:
            known = jcs(self._parse_action(action))
            if len(self._parsed) == PARSED_MAX:
                self._parsed.clear()
            self._parsed[asked] = known
        parsed: A = decode(known)
        return parsed

    def _parse_action(self, action: object) -> dict[str, object]:
        given = action if isinstance(action, dict) else {}
        type_ = given.get("type")
        schema = self._actions.get(type_) if isinstance(type_, str) else None
        if schema is None:
            raise MalformedActionError(
                f"an action is an object whose type is one of {', '.join(self._actions)}", types=list(self._actions)
            )
        try:
            parameters: dict[str, object] = schema.load({key: value for key, value in given.items() if key != "type"})
        except ValidationError as error:
            wrong = messages_of(error, schema, whole="action")
            raise MalformedActionError(
                f"this is no action {type_} of the ruleset: {in_words(wrong)}", fields=wrong
            ) from None
        return {"type": type_, **parameters}

    def program(self, name: str) -> Program[V, A]:
        """
        The title's bot of that name, as a program with its version.

        Args:
            name: A program, `greedy@1`, or a kind, `greedy`, for its newest version.

        Raises:
            UnknownBotError: The title has no such bot; the error lists its bots.
        """
        found = find_program(self.bots, name)
        if found is None:
            known = sorted(self.bots)
            raise UnknownBotError(f"{self.title['en']} has no bot {name!r}; it has {', '.join(known)}", bots=known)
        return found

    def bot(self, name: str) -> Bot[V, A]:
        """The bot of the `program` of that name. Raises UnknownBotError."""
        return self.program(name).bot

    # -- the game -----------------------------------------------------------------------------

    @abstractmethod
    def setup(self, options: Opt, *, seats: int, tape: Tape) -> tuple[S, Facts]:
        """The state in which the first decision is owed, and the facts of the setup."""

    @abstractmethod
    def to_act(self, state: S) -> list[int]:
        """The seats that owe a decision now, ascending; empty if and only if the game is over. Public."""

    def round_of(self, state: S) -> int | None:
        """How far the game has come, in the title's own rounds; None for a title without any. Public."""
        return None

    @abstractmethod
    def legal(self, state: S, seat: int) -> list[A]:
        """
        Every action the seat may take now, in a stable order; `[]` if none.

        Not empty for a seat that owes a decision. A seat that owes none may have some as well (out of turn).
        The list is shown to that seat alone, so it may depend only on what that seat knows.
        """

    @abstractmethod
    def refusal(self, state: S, seat: int, action: A) -> Refusal | None:
        """
        Why the seat may not take this action now; None if and only if `play` accepts it.

        Args:
            action: Well-formed (`parse_action`).
        """

    def require_legal(self, state: S, seat: int, action: A) -> None:
        """
        Returns if the action is legal.

        Raises:
            IllegalActionError: Says why it is not, and names the clause.
        """
        refusal = self.refusal(state, seat, action)
        if refusal is not None:
            raise IllegalActionError(self.tell_refusal(refusal, ENGLISH), clause=refusal.clause, refusal=refusal)

    def play(self, state: S, seat: int, action: A, *, tape: Tape) -> Facts:
        """
        Judges the action, then carries it out.

        Args:
            action: Well-formed (`parse_action`); not yet known to be legal.

        Raises:
            IllegalActionError: Before anything has changed; gives the reason and the clause.
        """
        self.require_legal(state, seat, action)
        return self.carry_out(state, seat, action, tape=tape)

    @abstractmethod
    def carry_out(self, state: S, seat: int, action: A, *, tape: Tape) -> Facts:
        """Carries out a legal action and all that follows without a further decision. Changes `state`."""

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> V:
        """
        What the viewer may see, as plain data. It is built by naming what may be shown, never by removing the rest.

        Once the game is over, every viewer sees what the rule specification makes public then.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result of the game; None if it is not over."""

    @abstractmethod
    def determinize(self, view: V, *, chance: Chance) -> S:
        """
        A full state that is consistent with the view of a seat or spectator; unknown parts are dealt at random.

        It gives the same viewer the same view and the same legal actions.
        """

    @abstractmethod
    def broken_invariants(self, state: S) -> Iterable[str]:
        """Every invariant of the title that does not hold in this state, as a sentence."""

    def check(self, state: S) -> None:
        """
        Returns if every invariant of the title holds in this state.

        Raises:
            BrokenRuleError: Names the first invariant that does not.
        """
        try:
            broken = next(iter(self.broken_invariants(state)), None)
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise self.broken(f"the state has the shape of State: {type(error).__name__} {error}") from error
        if broken is not None:
            raise self.broken(broken)

    def face_down(self, state: S) -> list[Seal]:
        """
        Everything sealed that still lies face down in this state, with the keys by which it will be opened.

        A fork's table, which starts in the middle of a game, seals these. A concealed choice is
        `Seal(key, {"action": …}, (seat,))`; a component is as `Facts.seal` writes it.
        `[]` is right for titles that hide nothing.
        """
        return []

    def migrate_state(self, state: S, *, version: int) -> S:
        """
        A state of that other version of this title, converted to this version, for forks that change versions.

        The state is a copy, which may be changed. The default returns it unchanged; `check` judges it afterwards.
        """
        return state

    def decision_scope(self, state: S, seat: int) -> object:
        """
        The subject of the seat's decision, as a small plain value that holds only what the seat may know.

        A seat's open decision stays valid, whatever the other seats do, until this value changes or the seat acts.
        None (the default) means that every event opens a new decision, which is right for titles in which one seat
        decides at a time. Not called for a game that is over.
        """
        return None

    # -- for people ---------------------------------------------------------------------------

    def tell_fact(self, fact: Fact, voice: Voice) -> str:
        """The fact as one sentence."""
        return self.phrasebook.fact(fact, voice)

    def stakes(self, action: A, view: V) -> Sequence[Promise]:
        """What follows from a legal action, as far as its seat can know by its view, in the order of telling."""
        return ()

    def tell_action(
        self, action: A, voice: Voice, *, view: V | None = None, promises: Sequence[Promise] | None = None
    ) -> str:
        """
        The action as one sentence, as a player would announce it.

        Args:
            action: An action that was taken or may be taken; of a concealed one perhaps its type alone.
            voice: The language, the names, and whether to be brief.
            view: The acting seat's view at its decision, so that the sentence can say what is at stake. If it is
                None, the sentence says only what the action itself tells.
            promises: The `stakes` of the action by that view, if the caller has them; else they are worked out here.
        """
        return self.phrasebook.action(action, voice)

    def tell_refusal(self, refusal: Refusal, voice: Voice) -> str:
        """Why an action is refused, as one sentence that addresses the player who tried it."""
        return self.phrasebook.refusal(refusal, voice)

    def picture(self, view: V, voice: Voice) -> Picture:
        """The table as plain text; empty if the title draws none, and it is drawn from view and catalogue alone."""
        return ()

    def echoes(self, action: A, facts: Sequence[Fact]) -> list[int]:
        """
        The indices of the facts that repeat the event's action, so that nothing is told twice.

        An event that has such facts of the acting seat is told by them, without the action. If the viewer knows more
        of a concealed action than the facts say, the action is told without those facts.
        """
        types = self.echo_types.get(action["type"], ())
        return [at for at, fact in enumerate(facts) if fact["type"] in types]

    def retold(self, seat: int, facts: Sequence[Fact]) -> dict[int, int]:
        """
        The public facts of an event that one seat was told before and is not told again: that seat, by fact index.

        Args:
            seat: The seat that acted. Nobody was told the results of its action before this event.
            facts: The event's public facts.
        """
        return {}

    # -- for clients and tests ----------------------------------------------------------------

    def describe(self) -> Catalogue:
        """The title's part of `catalogue`: what is in the box, and what every id means."""
        return NOTHING

    def schemas(self, *, reference: str = REFERENCE) -> dict[str, Any]:
        """The JSON Schemas of views, facts and outcome details, as `shapes.schemas_of` makes them."""
        return schemas_of(self.shapes, told=partial(self.phrasebook.pattern, "facts"), reference=reference)

    @cached_property
    def catalogue(self) -> Mapping[str, Any]:
        """The whole catalogue (`domain/catalogue.py`); made once, not to be changed."""
        known = {
            "ruleset": self.key,
            "title": dict(self.title),
            "content": self.content_digest,
            "seats": {"min": self.seats_min, "max": self.seats_max},
            "options": json_schema(self.options_schema),
            "actions": {
                type_: action_schema(type_, one, told=self.phrasebook.pattern("actions", type_))
                for type_, one in sorted(self.action_schemas.items())
            },
            "end_reasons": list(self.end_reasons),
            "clauses": {clause: dict(text) for clause, text in self.clauses.items()},
        }
        return MappingProxyType(full_catalogue(known, self.describe(), self.schemas()))

    def action_space(self, state: S) -> Iterator[A]:
        """
        Every well-formed action that could be meant in this state, legal or not, with ids of the box.

        If there are too many to enumerate, a sample of them.
        """
        return iter(())

    # -- helpers for titles -------------------------------------------------------------------

    def broken(self, invariant: str) -> BrokenRuleError:
        """The error for an invariant that does not hold."""
        return BrokenRuleError(f"{self.key}: {invariant}")


AnyRuleset: TypeAlias = Ruleset[object, Mapping[str, object], Mapping[str, object], View, Action]
"""Any title, for code that does not look into its components, options, states, views or actions."""


def with_box(function: Callable[Concatenate[C, P], T]) -> Callable[Concatenate[Ruleset[C, Opt, S, V, A], P], T]:
    """A method of a title that calls the function with the title's box as its first argument."""

    def method(self: Ruleset[C, Opt, S, V, A], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return function(self.box, *args, **kwargs)

    return method


def with_phrasebook(
    function: Callable[Concatenate[Phrasebook, P], T],
) -> Callable[Concatenate[Ruleset[C, Opt, S, V, A], P], T]:
    """A method of a title that calls the function with the title's phrasebook as its first argument."""

    def method(self: Ruleset[C, Opt, S, V, A], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return function(self.phrasebook, *args, **kwargs)

    return method


def load_data(package: str, name: str) -> Any:
    """The JSON data file `name` that ships inside `package`. Read once, at start-up."""
    return json.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))


def copy_state(state: T) -> T:
    """A deep copy by way of the state's JSON bytes, so that only plain data survives."""
    copied: T = orjson.loads(orjson.dumps(state))
    return copied
