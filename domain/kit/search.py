"""
The search of the `strong` bots: it plays games on from worlds that its seat cannot tell from the true one.

A decision is searched in three steps.

1. The title names the actions worth comparing (`candidates`), beginning with the one it would play without a search.
2. Each candidate is tried in the same dealt worlds with the same dice. A world is a whole state for the seat's view
   (`determinize`), from which every seat plays on by the title's quick `policy`, each by what it sees itself, until
   the title's `clock` has gone on far enough. The state reached is judged by the title's `worth`.
   A candidate may be the first action of a longer course, which its seat then follows as far as it can.
   Seats that decide at the same time may act by the title's slower `reply` instead, once for each world.
3. The worse half is dropped again and again, and the others are tried in more worlds.

An action is scored by how much better it was than the first one in the same worlds, less its standard error. So the
first one is played unless there is a reason not to.

The search is measured in plies, never in time. It counts in integers, and takes its chance from the decision's own.
So it makes the same choice on every machine, and anyone who has the game's seed can repeat it. docs/adr/0029 says why
it is not a tree search.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

import orjson

from delvebook.domain.bots import A, Action, Bot, V, V_contra, View, Weighed, seat_of
from delvebook.domain.outcome import Outcome
from delvebook.domain.ruleset import Ruleset
from delvebook.domain.tape import Chance, Tape
from delvebook.domain.viewers import Viewer, seat_viewer

T = TypeVar("T")
C = TypeVar("C")
S = TypeVar("S")
C_contra = TypeVar("C_contra", contravariant=True)
S_contra = TypeVar("S_contra", contravariant=True)

Rules: TypeAlias = Ruleset[C, Any, S, V, A]
"""A title. A search starts no game, so it never asks for options."""

ROLLOUT_MAX: Final = 400
"""Maximum number of plies of a rollout. One that has not ended by then is judged where it stands."""

STANDARD_ERROR: Final = 100
"""A `caution` of one standard error, in hundredths."""

_WORD: Final = 1 << 64
_GOLDEN: Final = 0x9E3779B97F4A7C15


class Dice(Tape):
    """
    The chance inside a search: splitmix64, which is quick, and the same on every machine.

    Nothing is drawn from the game's tape, and nobody has to prove these draws: they are imagined.
    """

    __slots__ = ("_at",)

    def __init__(self, seed: int) -> None:
        super().__init__(b"")
        self._at = seed

    def below(self, bound: int, what: str) -> int:
        """A number from 0 to bound-1."""
        return self._next(bound)

    def shuffle(self, items: Sequence[T], what: str) -> list[T]:
        """A shuffled copy, by Fisher and Yates."""
        shuffled = list(items)
        for i in range(len(shuffled) - 1, 0, -1):
            j = self._next(i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled

    def _next(self, bound: int) -> int:
        self._at = at = (self._at + _GOLDEN) % _WORD
        at = ((at ^ (at >> 30)) * 0xBF58476D1CE4E5B9) % _WORD
        at = ((at ^ (at >> 27)) * 0x94D049BB133111EB) % _WORD
        return ((at ^ (at >> 31)) * bound) >> 64


class Policy(Protocol[C_contra, S_contra, A]):
    """How a seat plays on inside a search: quick, and by what the seat sees."""

    def __call__(
        self, content: C_contra, state: S_contra, seat: int, legal: list[A], /, *, chance: Chance
    ) -> Sequence[A]:
        """Returns one of `legal` (at least two), and the seat's next actions after it as far as they are sure."""


class Candidates(Protocol[C_contra, V_contra, A]):
    """The choice of the actions worth comparing."""

    def __call__(self, content: C_contra, view: V_contra, legal: Sequence[A], /, *, chance: Chance) -> list[A]:
        """Some of `legal`, each once, the best guess first. A single one is played without a search."""


def playing_as(bot: Bot[V, A], view_of: Callable[[C, S, Viewer], V]) -> Policy[C, S, A]:
    """Returns the policy that plays as that bot, by what the seat sees."""

    def policy(content: C, state: S, seat: int, legal: list[A], *, chance: Chance) -> list[A]:
        return [bot(view_of(content, state, seat_viewer(seat)), legal, chance=chance)]

    return policy


def best_first(bot: Bot[V, A]) -> Candidates[object, V, A]:
    """Returns the candidates that are all legal actions, the bot's choice first."""

    def candidates(content: object, view: V, legal: Sequence[A], *, chance: Chance) -> list[A]:
        first = bot(view, legal, chance=chance)
        return [first, *(action for action in legal if action != first)]

    return candidates


class Courses(Protocol[C_contra, V_contra, A]):
    """The seat's plans after each candidate."""

    def __call__(self, content: C_contra, view: V_contra, candidates: Sequence[A], /) -> list[list[A]]:
        """By candidate, the actions that follow it, in order. They need not be legal at once, or ever."""


def _no_course(content: object, view: View, candidates: Sequence[A]) -> list[list[A]]:
    """Empty courses, for a title whose seats think again at every decision."""
    return [[] for _ in candidates]


def _same_method(view: View) -> None:
    """None: the method does not depend on the view."""


def _as_it_is(view: V) -> V:
    """The same view, for a title in which nobody lays anything face down at the same time."""
    return view


def _one(view: View) -> int:
    """1, for a title in which a ply costs about the same at every table."""
    return 1


def _standing_still(state: object) -> int:
    """0, for a title whose rollouts are always played to their end."""
    return 0


class Thought(NamedTuple, Generic[A]):
    """
    A choice and the search behind it.

    Attributes:
        action: The chosen action.
        weighed: The candidates with their scores; empty if there was no search.
        plies: How many actions were played in rollouts.
    """

    action: A
    weighed: list[Weighed[A]]
    plies: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Method(Generic[C, S, V, A]):
    """
    A title's parameters of the search.

    Attributes:
        candidates: Chooses the actions worth comparing.
        policy: How every seat plays on.
        worth: The worth of a state for a seat, in any unit; the outcome is None while the game goes on.
        before: Turns a view back to before others laid something face down at the same time, so that they owe it again.
        reply: How other seats act that owe a decision at the same time as the searching one; None to play on by
            `policy`. It is called once for each world, so it may be slower.
        seat_of: The seat whose decision a view shows.
        courses: What the seat does after each candidate. In a rollout it takes the next action of the course whenever
            that is legal, and acts by `policy` otherwise.
        clock: How far the game has come in a state. A rollout ends when it reads `ahead` more than at the decision, or
            than at the last action of the course. While part of the course is left, twice `ahead` is allowed.
        ahead: See `clock`. None plays every game to its end.
        plies: The budget of a decision: about how many actions are played in all its rollouts together.
        price: The plies of the budget that one ply costs, for a policy that is slower at a larger table.
        caution: Hundredths of its standard error by which a candidate's gain is lowered. More is needed where much is
            left to chance in a rollout and the first guess is good.
        worlds_min: Every candidate is tried in at least this many worlds, even if the plies are used up.
        worlds_max: No more worlds are dealt than this, even if the plies are not used up.
        otherwise: Another method for this view, such as one for solo games; None to use this one.
    """

    candidates: Candidates[C, V, A]
    policy: Policy[C, S, A]
    worth: Callable[[C, S, int, Outcome | None], int]
    courses: Courses[C, V, A] = _no_course
    before: Callable[[V], V] = _as_it_is
    reply: Policy[C, S, A] | None = None
    seat_of: Callable[[V], int] = seat_of
    clock: Callable[[S], int] = _standing_still
    ahead: int | None = None
    plies: int = 1000
    price: Callable[[V], int] = _one
    worlds_min: int = 4
    worlds_max: int = 64
    caution: int = STANDARD_ERROR
    otherwise: Callable[[V], Method[C, S, V, A] | None] = _same_method

    def for_view(self, view: V) -> Method[C, S, V, A]:
        """The method to use for this view."""
        return self.otherwise(view) or self

    def changed(self, change: Callable[[Method[C, S, V, A]], Method[C, S, V, A]]) -> Method[C, S, V, A]:
        """The same method with the change, which is made to its `otherwise` methods, too."""

        def otherwise(view: V) -> Method[C, S, V, A] | None:
            other = self.otherwise(view)
            return None if other is None else other.changed(change)

        return replace(change(self), otherwise=otherwise)


class SearchBot(Generic[C, S, V, A]):
    """
    A bot that searches.

    Args:
        rules: The title.
        method: The title's parameters of the search.
    """

    def __init__(self, rules: Rules[C, S, V, A], method: Method[C, S, V, A]) -> None:
        self.rules = rules
        self.method = method

    def with_effort(self, *, plies: int, worlds: int) -> SearchBot[C, S, V, A]:
        """A bot that searches with a different effort, for tests and studies. It is a different program."""
        return SearchBot(
            self.rules,
            self.method.changed(lambda one: replace(one, plies=plies, worlds_min=min(4, worlds), worlds_max=worlds)),
        )

    def judging(self) -> SearchBot[C, S, V, A]:
        """The same bot for estimating moves instead of choosing one: its caution is at most one standard error."""
        return SearchBot(
            self.rules, self.method.changed(lambda one: replace(one, caution=min(one.caution, STANDARD_ERROR)))
        )

    def __call__(self, view: V, legal: Sequence[A], *, chance: Chance) -> A:
        """The candidate with the best score; the first of equal ones."""
        return self.think(view, legal, chance=chance).action

    def weigh(self, view: V, legal: Sequence[A], *, chance: Chance) -> list[Weighed[A]]:
        """The candidates with their scores, in the title's units; empty if there is no search."""
        return self.think(view, legal, chance=chance).weighed

    def think(self, view: V, legal: Sequence[A], *, chance: Chance) -> Thought[A]:
        """The choice and the search behind it."""
        if len(legal) == 1:
            return Thought(legal[0], [], 0)
        candidates = self.method.for_view(view).candidates(self.rules.box, view, legal, chance=chance)
        return self.compare(view, candidates, chance=chance)

    def compare(self, view: V, candidates: Sequence[A], *, chance: Chance) -> Thought[A]:
        """The choice among these candidates, at least one. In doubt it is the first."""
        if len(candidates) == 1:
            return Thought(candidates[0], [], 0)
        search = Search(self.rules, self.method.for_view(view), view, candidates, chance=chance)
        weighed = search.run()
        return Thought(max(weighed, key=lambda one: one.score).action, weighed, search.plies)


AnySearchBot: TypeAlias = SearchBot[object, object, View, Action]
"""The search of any title."""


class World(NamedTuple, Generic[A]):
    """
    A dealt world, in which every candidate is tried.

    Attributes:
        kept: The state, as bytes.
        began: The reading of its clock.
        seed: The seed of its dice.
        replies: By seat, the actions of those who decide at the same time.
    """

    kept: bytes
    began: int
    seed: int
    replies: dict[int, A]


class Search(Generic[C, S, V, A]):
    """
    One decision being searched.

    Attributes:
        worths: By candidate, the worth reached in each of its worlds, in the order of the worlds.
        plies: The actions played so far.
    """

    def __init__(
        self,
        rules: Rules[C, S, V, A],
        method: Method[C, S, V, A],
        view: V,
        candidates: Sequence[A],
        *,
        chance: Chance,
    ) -> None:
        self.rules = rules
        self.method = method
        self.view = method.before(view)
        self.seat = method.seat_of(view)
        self.candidates = candidates
        self.courses = method.courses(rules.box, view, candidates)
        self.worths: list[list[int]] = [[] for _ in candidates]
        self.plies = 0
        self._budget = method.plies // method.price(view)
        self._seeds = Dice(chance.below(1 << 32, "a search") << 32 | chance.below(1 << 32, "a search"))
        self._worlds: list[World[A]] = []

    def run(self) -> list[Weighed[A]]:
        """Every candidate with its score."""
        left = list(range(len(self.candidates)))
        rounds = max(1, (len(left) - 1).bit_length())
        for number in range(rounds):
            share = self.plies + max(0, self._budget - self.plies) // (rounds - number)
            self._try(left, share)
            left = [0, *sorted(left[1:], key=self.score, reverse=True)[: len(left) // 2]]
        return [Weighed(action, self.score(at)) for at, action in enumerate(self.candidates)]

    def _try(self, left: Sequence[int], share: int) -> None:
        """Tries the candidates in one more world after another, until the share of plies is used up."""
        done = len(self.worths[left[-1]])
        for at in range(done, self.method.worlds_max):
            if at >= self.method.worlds_min and self.plies >= share:
                break
            for candidate in left:
                if len(self.worths[candidate]) == at:
                    self.worths[candidate].append(self._rollout(self._world(at), candidate))

    def _world(self, at: int) -> World[A]:
        """The world of that number."""
        while len(self._worlds) <= at:
            deal, seed = self._seeds.below(_WORD, "deal"), self._seeds.below(_WORD, "seed")
            state = self.rules.determinize(self.view, chance=Dice(deal))
            kept, began = orjson.dumps(state), self.method.clock(state)
            self._worlds.append(World(kept, began, seed, self._replies(state, Dice(~seed % _WORD))))
        return self._worlds[at]

    def _replies(self, state: S, chance: Chance) -> dict[int, A]:
        """By seat, the actions of others who decide at the same time and cannot know the candidate."""
        rules, reply = self.rules, self.method.reply
        if reply is None:
            return {}
        found = {}
        for seat in rules.to_act(state):
            legal = rules.legal(state, seat) if seat != self.seat else []
            if len(legal) > 1:
                found[seat] = reply(rules.box, state, seat, legal, chance=chance)[0]
        return found

    def _rollout(self, world: World[A], candidate: int) -> int:
        """The worth that the candidate reaches in the world."""
        rules, method, content = self.rules, self.method, self.rules.box
        state: S = orjson.loads(world.kept)
        tape, choices = Dice(world.seed), Dice(world.seed ^ _GOLDEN)
        replies = dict(world.replies)
        seat, action = self.seat, self.candidates[candidate]
        course, began = [*self.courses[candidate]], world.began
        planned: list[A] = []
        for _ in range(ROLLOUT_MAX):
            rules.carry_out(state, seat, action, tape=tape)
            self.plies += 1
            owing = rules.to_act(state)
            if not owing or self._is_far_enough(state, began, waits=bool(course)):
                break
            if not planned:
                seat = owing[0]
                legal = rules.legal(state, seat)
                if course and seat == self.seat and course[0] in legal:
                    planned, began = [course.pop(0)], method.clock(state)
                elif (replied := replies.pop(seat, None)) in legal:
                    planned = [replied]
                elif len(legal) == 1:
                    planned = legal
                else:
                    planned = [*method.policy(content, state, seat, legal, chance=choices)]
            action = planned.pop(0)
        return method.worth(content, state, self.seat, rules.outcome(state))

    def _is_far_enough(self, state: S, began: int, *, waits: bool) -> bool:
        """Whether a rollout ends here; `waits` says whether part of a course is left."""
        ahead = self.method.ahead
        return ahead is not None and self.method.clock(state) >= began + (2 * ahead if waits else ahead)

    def score(self, candidate: int) -> int:
        """The candidate's score: the first one's mean, and the cautious gain over it in the same worlds."""
        worths = self.worths[candidate]
        firsts = self.worths[0]
        base = sum(firsts) // len(firsts)
        if candidate == 0:
            return base
        count = len(worths)
        gains = [worth - first for worth, first in zip(worths, firsts, strict=False)]
        total = sum(gains)
        spread = count * sum(gain * gain for gain in gains) - total * total
        return base + (total - self.method.caution * root(spread // max(1, count - 1)) // 100) // count


def root(number: int) -> int:
    """The integer square root, by Newton's method."""
    if number < 2:
        return max(0, number)
    guess = 1 << ((number.bit_length() + 1) // 2)
    while True:
        better = (guess + number // guess) // 2
        if better >= guess:
            return guess
        guess = better
