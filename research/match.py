"""A game for research environments: rules and a seed, without a record, a store or people."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

from delvebook.domain.bots import Action
from delvebook.domain.canonical import decode, jcs
from delvebook.domain.outcome import Outcome
from delvebook.domain.phrases import Voice
from delvebook.domain.ruleset import AnyRuleset, copy_state
from delvebook.domain.rulesets import registry
from delvebook.domain.table import ForkPoint, Table
from delvebook.domain.viewers import Viewer, seat_viewer
from delvebook.research.codecs import Codec, codec_of

GAME: Final = "00000000-0000-4000-8000-000000000001"
"""The game id in every tape key. Only the seed distinguishes games."""


class Match:
    """
    One game from its start to its end.

    Args:
        title: A ruleset: `dungeon-raiders@1`, or an id for its newest version.
        seats: The number of seats; None for the fewest that the title allows.
        options: As for a game of the service.
        seed: Any integer. The same seed and actions give the same game.

    Raises:
        InvalidSeatsError, InvalidOptionsError, UnknownRulesetError: As a game of the service would.
    """

    def __init__(
        self, title: str, *, seats: int | None = None, options: Mapping[str, object] | None = None, seed: int = 0
    ) -> None:
        self.ruleset: AnyRuleset = registry.get_ruleset(title)
        self.seats = self.ruleset.seats_min if seats is None else seats
        self.options = self.ruleset.parse_options(options or {}, seats=self.seats)
        self.codec: Codec = codec_of(self.ruleset)
        self.seed = seed
        self._table = Table(self.ruleset, seed=seed_bytes(seed), game=GAME, nonces=[""] * self.seats)
        self._table.set_up(self.options, n=1)
        self.played: list[tuple[int, int]] = []
        """Seat and number of every action, in order."""
        self._numbered: dict[int, dict[int, Action]] = {}

    def copy(self) -> Match:
        """Returns a copy of the game that can be played on independently."""
        twin = object.__new__(Match)
        twin.__dict__ = dict(self.__dict__)
        twin.played = list(self.played)
        twin._take(self._table.seed, copy_state(self._table.to_snapshot()))
        twin._numbered = dict(self._numbered)
        return twin

    def _take(self, seed: bytes, snapshot: Mapping[str, object]) -> None:
        self._table = Table(self.ruleset, seed=seed, game=GAME, nonces=[""] * self.seats)
        self._table.from_snapshot(snapshot)
        self._numbered = {}

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        table = self._table
        begun = (self.ruleset.key, self.seats, self.options, self.seed)
        return _restored, (begun, table.seed, copy_state(table.to_snapshot()), tuple(self.played))

    @property
    def moves(self) -> int:
        """The number of actions that were taken."""
        return len(self.played)

    def redealt(self, seat: int, world: int) -> Match:
        """
        Returns the game as the seat knows it. The rest of the table, and later chance, are dealt again.

        Args:
            world: Any integer. The same one gives the same game to a seat that knows the same.
        """
        twin = self.copy()
        twin._begin_at(self.view(seat), seed_bytes(world))  # noqa: SLF001
        return twin

    def _begin_at(self, view: Mapping[str, object], seed: bytes) -> None:
        self._table = Table(self.ruleset, seed=seed, game=GAME, nonces=[""] * self.seats)
        self._table.migrate_state(ForkPoint(self.ruleset.version, view=view), n=self.moves + 1)
        self._numbered = {}

    # -- state of the game ----------------------------------------------------------------------------

    @property
    def owing(self) -> list[int]:
        """The seats that owe a decision, ascending; `[]` once the game is over."""
        return self._table.to_act()

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, or None while the game goes on."""
        return self._table.outcome

    def see(self, viewer: Viewer) -> dict[str, object]:
        """Returns the view of a viewer, as a client gets it."""
        view: dict[str, object] = decode(jcs(self.ruleset.view(self._table.state, viewer)))
        return view

    def view(self, seat: int) -> dict[str, object]:
        """Returns the view of a seat."""
        return self.see(seat_viewer(seat))

    def legal(self, seat: int) -> dict[int, Action]:
        """Returns the seat's legal actions by number; `{}` for a seat that owes no decision."""
        if seat not in self.owing:
            return {}
        if seat not in self._numbered:
            self._numbered[seat] = self.codec.actions.number(self._table.legal(seat))
        return self._numbered[seat]

    def tell(self, seat: int, number: int, language: str = "en") -> str:
        """Returns a legal action as a sentence."""
        return self.ruleset.tell_action(self.legal(seat)[number], Voice(language), view=self.view(seat))  # type: ignore[arg-type]

    def utilities(self) -> list[int]:
        """
        Returns each seat's utility, in thousandths from -1000 to 1000; zeros before the end.

        Among several seats it is their place: the first gets 1000, the last -1000, those between evenly less, and
        seats that share a place the mean. A seat alone gets 1000 if it wins, else -1000; so do seats that all lose
        together, if nobody wins and all share one place.
        """
        outcome = self.outcome
        if outcome is None:
            return [0] * self.seats
        if self.seats == 1 or len(outcome.ranking) == 1:
            return [1000 if seat in outcome.winners else -1000 for seat in range(self.seats)]
        worth = [0] * self.seats
        place = 0
        for group in outcome.ranking:
            shared = sum(1000 - 2000 * (place + k) // (self.seats - 1) for k in range(len(group))) // len(group)
            for seat in group:
                worth[seat] = shared
            place += len(group)
        return worth

    # -- playing ----------------------------------------------------------------------------------

    def play(self, seat: int, number: int) -> None:
        """
        Takes one of the seat's legal actions.

        Raises:
            ValueError: The number is not that of a legal action of this seat.
        """
        action = self.legal(seat).get(number)
        if action is None:
            raise ValueError(f"seat {seat} has no legal action {number}; it has {sorted(self.legal(seat))}")
        self._table.play(seat, self.ruleset.parse_action(action), n=self.moves + 2)
        self.played.append((seat, number))
        self._numbered = {}


def seed_bytes(seed: int) -> bytes:
    """Returns the seed of a game for an integer."""
    return hashlib.sha256(f"research/{seed}".encode()).digest()


def _restored(
    begun: tuple[str, int, Mapping[str, object], int],
    table_seed: bytes,
    snapshot: Mapping[str, object],
    played: Sequence[tuple[int, int]],
) -> Match:
    title, seats, options, seed = begun
    match = Match(title, seats=seats, options=options, seed=seed)
    match._take(table_seed, snapshot)  # noqa: SLF001
    match.played = list(played)
    return match
