"""
Tournaments of bots: the pairings and every game, all derived from one seed.

Every pair of entrants meets at tables of the title's seats: one entrant sits on one seat, the other on all the others,
each seat in turn, and then the other way round. In a solo title every entrant plays the same number of games alone.
A game follows from the tournament's seed and its number, so it can be played anywhere, in any order, and again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any, Final
from uuid import UUID, uuid5

from delvebook.domain.bots import Action, AnyBot, View
from delvebook.domain.canonical import decode, jcs
from delvebook.domain.errors import DelvebookError
from delvebook.domain.game import Game
from delvebook.domain.kit.search import SearchBot
from delvebook.domain.outcome import Outcome
from delvebook.domain.playout import seed_of, turn_chance
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.tape import Chance
from delvebook.domain.viewers import seat_viewer
from delvebook.replays.golden import moment, public_record, starter
from delvebook.replays.golden_plans import NAMESPACE

FORFEIT: Final = "forfeit"
"""The reason of a game in which an entrant stalls, fails or plays an illegal action."""


class TournamentError(DelvebookError):
    """The tournament cannot be played as requested, or cannot be continued from the games that are there."""

    code = "tournament/impossible"


class ForfeitError(Exception):
    """An entrant has not answered with an action."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """
    The parameters of a tournament. Equal tournaments have the same games.

    Attributes:
        seed: Any text.
        title: `id@version`.
        options: As a client would send them.
        seats: The number of seats at every table.
        entrants: Programs, `greedy@1`, and addresses of bots elsewhere, `http://…`; each once.
        rounds: How often every pair meets on every seat; in a solo title how many games each entrant plays.
    """

    seed: str
    title: str
    options: Mapping[str, object]
    seats: int
    entrants: Sequence[str]
    rounds: int

    def pairings(self) -> list[tuple[str, ...]]:
        """The seating of every game of the tournament, in order."""
        if self.seats == 1:
            return [(entrant,) for _ in range(self.rounds) for entrant in self.entrants]
        found: list[tuple[str, ...]] = []
        for _ in range(self.rounds):
            for pair in combinations(self.entrants, 2):
                for one, other in (pair,) if self.seats == 2 else (pair, pair[::-1]):
                    found += [
                        tuple(one if seat == at else other for seat in range(self.seats)) for at in range(self.seats)
                    ]
        return found

    def to_plain(self) -> dict[str, object]:
        """The tournament as plain data."""
        return {**asdict(self), "options": dict(self.options), "entrants": list(self.entrants)}


def tournament(
    *, seed: str, title: str, options: Mapping[str, object], seats: int | None, entrants: Sequence[str], rounds: int
) -> Tournament:
    """
    Checks the parameters of a tournament. Returns the tournament.

    Args:
        seed: Any text.
        title: A title, or a title at a version.
        options: As a client would send them.
        seats: The number of seats; None for the title's minimum.
        entrants: Bots of the title, by kind, program or level, and addresses of bots elsewhere.
        rounds: See `Tournament`.

    Raises:
        DelvebookError: There is no such title or bot, or the options or seats do not fit, or too few entrants.
    """
    ruleset = get_ruleset(title)
    count = ruleset.seats_min if seats is None else seats
    ruleset.parse_options(options, seats=count)
    named = [entrant if is_elsewhere(entrant) else ruleset.program(entrant).name for entrant in entrants]
    if len(set(named)) < len(named):
        raise TournamentError(f"an entrant is named twice: {', '.join(named)}")
    if len(named) < (1 if count == 1 else 2):
        raise TournamentError(f"a table of {count} needs at least two entrants")
    if rounds < 1:
        raise TournamentError("a tournament needs at least one round")
    return Tournament(seed, ruleset.key, dict(options), count, tuple(named), rounds)


def is_elsewhere(entrant: str) -> bool:
    """Whether the entrant is the address of a bot that is asked over HTTP."""
    return entrant.startswith(("http://", "https://"))


@dataclass(slots=True)
class Effort:
    """
    The cost of one seat's decisions, counting only those with more than one legal action.

    Attributes:
        decisions: How many there were.
        plies: The actions played in rollouts.
        plies_max: The most in one decision.
        seconds: How long they took; differs from run to run.
        seconds_max: The longest.
    """

    decisions: int = 0
    plies: int = 0
    plies_max: int = 0
    seconds: float = 0.0
    seconds_max: float = 0.0


@dataclass(slots=True)
class TournamentGame:
    """
    One game of a tournament.

    Attributes:
        number: The number of the game, from 0.
        seating: The entrants, by seat.
        reason: The reason of its end; `forfeit` if a seat did not answer.
        places: By seat, twice its place, so that it is an integer: a seat that shares the first two places has 3.
        firsts: The seats that won, or that the title ranks first.
        scores: The scores, by seat; None where the title gives none.
        events: The number of events in the record.
        forfeit: The seat that did not answer, and why; None if all did.
        effort: The cost of the decisions, by seat.
    """

    number: int
    seating: list[str]
    reason: str
    places: list[int]
    firsts: list[int]
    scores: list[int | None]
    events: int
    forfeit: dict[str, object] | None
    effort: list[Effort] = field(default_factory=list)

    def to_plain(self) -> dict[str, object]:
        """The game as plain data, with times in a member of their own."""
        plain = asdict(self)
        efforts = plain.pop("effort")
        seconds = [[one.pop("seconds"), one.pop("seconds_max")] for one in efforts]
        return {**plain, "effort": efforts, "seconds": seconds}


def from_plain(plain: Mapping[str, Any]) -> TournamentGame:
    """The inverse of `TournamentGame.to_plain`. Raises KeyError, TypeError or ValueError for anything else."""
    efforts = [
        Effort(int(one["decisions"]), int(one["plies"]), int(one["plies_max"]), float(total), float(longest))
        for one, (total, longest) in zip(plain["effort"], plain["seconds"], strict=True)
    ]
    names = ("number", "seating", "reason", "places", "firsts", "scores", "events", "forfeit")
    return TournamentGame(**{name: plain[name] for name in names}, effort=efforts)


Ask = Callable[[Mapping[str, Any]], Any]
"""Asks a bot elsewhere: gets the question, returns the action. Raises ForfeitError."""


def play_game(
    contest: Tournament, number: int, *, ask: Callable[[str], Ask] | None = None
) -> tuple[TournamentGame, bytes | None]:
    """
    Plays one game.

    Args:
        contest: The tournament.
        number: The number of the game, from 0.
        ask: Returns the `Ask` for the bot at an address; None if no entrant is elsewhere.

    Returns:
        The game, and its record; None instead of a record if it was broken off.
    """
    seating = contest.pairings()[number]
    ruleset = get_ruleset(contest.title)
    players = [_Player(ruleset, seat, name, ask) for seat, name in enumerate(seating)]
    game = _seated(contest, number, seating)
    chance = turn_chance(game.seed)
    forfeit: dict[str, object] | None = None
    while game.lifecycle.status == "running":
        table = game.get_table()
        seat = chance.choose(table.to_act(), "who")
        decision = table.decisions[seat]
        try:
            view = decode(jcs(ruleset.view(table.state, seat_viewer(seat))))
            action = players[seat].choose(view, decode(jcs(table.legal(seat))), chance=table.bot_chance(seat))
            game.act(seat, decision=decision, action=action, at=moment(game.stream.version))
        except (ForfeitError, DelvebookError) as error:
            if not players[seat].is_elsewhere:
                raise
            forfeit = {"seat": seat, "why": str(error)[:300]}
            break
    events = list(game.collect_events())
    outcome = None if forfeit is not None else game.get_table().outcome
    played = _result(number, seating, outcome, forfeit, events=len(events))
    played.effort = [player.effort for player in players]
    return played, None if outcome is None else public_record(game, events)


def _seated(contest: Tournament, number: int, seating: Sequence[str]) -> Game:
    """The game, started, with every seat taken."""
    name = f"tournament/{contest.seed}/{contest.title}/{contest.seats}/{number}"
    ruleset = get_ruleset(contest.title)
    game_id: UUID = uuid5(NAMESPACE, f"{name}/{'/'.join(seating)}/{jcs(dict(contest.options)).decode()}")
    game = Game.create(
        game_id,
        ruleset=ruleset,
        options=contest.options,
        seats=contest.seats,
        seed=seed_of(name),
        by="service",
        at=moment(0),
    )
    for seat, entrant in enumerate(seating):
        if is_elsewhere(entrant):
            game.take_seat(seat, player=f"entrant-{seat}", nonce_commitment=None, at=moment(game.stream.version))
        else:
            game.put_bot(seat, bot=entrant, by="service", at=moment(game.stream.version))
    game.close_seats(deadline=None, at=moment(game.stream.version))
    game.start(by=starter(game), at=moment(game.stream.version))
    return game


def _result(
    number: int, seating: Sequence[str], outcome: Outcome | None, forfeit: dict[str, Any] | None, *, events: int
) -> TournamentGame:
    """The result of the game. A seat that forfeits is last, and the others share the first place."""
    scores: list[int | None] = [None for _ in seating]
    if outcome is None:
        loser = -1 if forfeit is None else forfeit["seat"]
        others = [seat for seat in range(len(seating)) if seat != loser]
        ranking = [group for group in (others, [loser]) if group]
        firsts, reason = others, FORFEIT
    else:
        ranking, reason, scores = outcome.ranking, outcome.reason, list(outcome.scores)
        firsts = outcome.winners if outcome.winners or len(seating) == 1 else list(ranking[0])
    places = [0] * len(seating)
    before = 0
    for group in ranking:
        for seat in group:
            places[seat] = 2 * before + len(group) + 1
        before += len(group)
    return TournamentGame(number, list(seating), reason, places, list(firsts), scores, events, forfeit)


class _Player:
    """One seat of one game, with what its decisions cost."""

    def __init__(self, ruleset: AnyRuleset, seat: int, name: str, ask: Callable[[str], Ask] | None) -> None:
        self.is_elsewhere = is_elsewhere(name)
        self.effort = Effort()
        self._seat = seat
        self._title = ruleset.key
        self._bot: AnyBot | None = None if self.is_elsewhere else ruleset.bot(name)
        self._ask = ask(name) if ask is not None and self.is_elsewhere else None

    def choose(self, view: View, legal: list[Action], *, chance: Chance) -> Action:
        """The seat's action. Raises ForfeitError if a bot elsewhere gives none."""
        is_choice = len(legal) > 1
        began = time.perf_counter()
        plies = 0
        if self._ask is not None:
            question = {"ruleset": self._title, "seat": self._seat, "view": view, "legal": legal}
            action: Action = self._ask(question)
        elif isinstance(self._bot, SearchBot):
            thought = self._bot.think(view, legal, chance=chance)
            action, plies = thought.action, thought.plies
        elif self._bot is not None:
            action = self._bot(view, legal, chance=chance)
        else:
            raise ForfeitError("no client was given to ask the bot at that address")
        if is_choice:
            seconds = time.perf_counter() - began
            effort = self.effort
            effort.decisions += 1
            effort.plies += plies
            effort.plies_max = max(effort.plies_max, plies)
            effort.seconds += seconds
            effort.seconds_max = max(effort.seconds_max, seconds)
        return action
