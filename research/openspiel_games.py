"""
Titles as OpenSpiel games: `pyspiel.load_game("delvebook_dungeon_raiders", {"players": 3})`, once this is imported.

The only chance node is the first: it deals one of `worlds` equally likely worlds, which is the seed of everything that
is shuffled, rolled or drawn later. Seats that choose at once choose one after the other, lowest first, without seeing
each other's choices. Utilities are those of `Match.utilities`, from -1 to 1.

Parameters of every game: `players`, `worlds`, and `options`, the title's options as JSON.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from delvebook.domain.canonical import jcs
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets import registry
from delvebook.domain.tape import Tape
from delvebook.research.codecs import codec_of
from delvebook.research.match import Match
from delvebook.service.base.extras import needing

with needing("research"):
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray

WORLDS: Final = 1000
PAST: Final = 16
"""The number of numbers for the digest of a seat's past in its information-state tensor."""


class Terms(NamedTuple):
    """The parts of a game that states share. OpenSpiel copies everything else in a state."""

    ruleset: AnyRuleset
    players: int
    worlds: int
    options: Mapping[str, object]

    def __deepcopy__(self, memo: object) -> Terms:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _terms, (self.ruleset.key, *self[1:])


def _terms(ruleset: str, *others: Any) -> Terms:
    return Terms(registry.get_ruleset(ruleset), *others)


class DungeonGame(pyspiel.Game):  # type: ignore[misc]
    """One ruleset with its parameters."""

    def __init__(self, ruleset: AnyRuleset, kind: object, parameters: Mapping[str, Any] | None = None) -> None:
        given = dict(parameters or {})
        players, worlds = int(given.get("players", _players(ruleset))), int(given.get("worlds", WORLDS))
        if worlds < 1:
            raise ValueError(f"worlds is at least 1, not {worlds}")
        options = json.loads(given.get("options") or "{}")
        ruleset.parse_options(options, seats=players)
        self.terms = Terms(ruleset, players, worlds, options)
        self.codec = codec_of(ruleset)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.codec.actions.count,
            max_chance_outcomes=worlds,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=ruleset.actions_max,
        )
        super().__init__(kind, info, given)

    def new_initial_state(self) -> DungeonState:
        """Returns the state before the world is dealt."""
        return DungeonState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> DungeonObserver:
        """Returns an observer. With perfect recall, its tensor has the digest of the seat's past after the view."""
        return DungeonObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class DungeonState(pyspiel.State):  # type: ignore[misc]
    """The state of a game at one moment."""

    def __init__(self, game: DungeonGame) -> None:
        super().__init__(game)
        self.terms: Terms = game.terms
        self.match: Match | None = None
        self.pasts: list[bytes] = [b""] * game.terms.players

    def current_player(self) -> int:
        """Returns the lowest seat that owes a decision; CHANCE before the deal, and TERMINAL after the end."""
        if self.match is None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.match.owing[0] if self.match.owing else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.match is None or player != self.current_player() else sorted(self.match.legal(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the worlds, all equally likely."""
        return [(world, 1 / self.terms.worlds) for world in range(self.terms.worlds)]

    def _apply_action(self, action: int) -> None:
        if self.match is None:
            ruleset, players, _, options = self.terms
            self.match = Match(ruleset.key, seats=players, options=options, seed=int(action))
            actor = None
        else:
            actor = self.current_player()
            self.match.play(actor, int(action))
        for seat in range(self.terms.players):
            own = action if seat == actor else None
            self.pasts[seat] = hashlib.sha256(self.pasts[seat] + jcs([own, self.match.view(seat)])).digest()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"world {action}"
        assert self.match is not None  # noqa: S101  a player acts only when a world is dealt
        legal = self.match.legal(player)
        return json.dumps(legal[action], ensure_ascii=False) if action in legal else f"action {action}"

    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
        return self.match is not None and self.match.outcome is not None

    def returns(self) -> list[float]:
        """Returns each seat's utility; zeros before the end."""
        if self.match is None:
            return [0.0] * self.terms.players
        return [worth / 1000 for worth in self.match.utilities()]

    def __str__(self) -> str:
        return " ".join(map(str, self.history())) or "no world yet"

    def resampled(self, player: int, chance: Callable[[], float]) -> DungeonState:
        """
        Returns a state that this player cannot tell from this one: its unknowns are dealt again.

        It serves as the `resampler` of searches over information sets.

        Args:
            player: The player whose knowledge is kept.
            chance: Returns numbers from 0 to 1.
        """
        twin: DungeonState = self.clone()
        if self.match is not None:
            twin.match = self.match.redealt(player, Tape(hashlib.sha256(repr(chance()).encode()).digest()))
        return twin


class DungeonObserver:
    """A seat's sight as an OpenSpiel observer (PyObserver, open_spiel/python/observation.py)."""

    def __init__(self, game: DungeonGame, kind: Any, parameters: object) -> None:
        if parameters:
            raise ValueError(f"observers of this game take no parameters, so not {parameters}")
        self._has_recall = bool(kind.perfect_recall)
        self._observations = game.codec.observations
        size = self._observations.size
        self.tensor: NDArray[np.float32] = np.zeros(size + PAST * self._has_recall, np.float32)
        self.dict = {"view": self.tensor[:size]}
        if self._has_recall:
            self.dict["past"] = self.tensor[size:]

    def set_from(self, state: DungeonState, player: int) -> None:
        """Fills the tensor with the player's view."""
        self.tensor.fill(0)
        if state.match is None:
            return
        self.dict["view"][:] = self._observations.encode(state.match.view(player))
        if self._has_recall:
            self.dict["past"][:] = np.frombuffer(state.pasts[player], dtype=">u2") / 65_536

    def string_from(self, state: DungeonState, player: int) -> str:
        """Returns the view as JSON; with perfect recall, after a digest of everything the seat saw and did before."""
        if state.match is None:
            return f"seat {player}: nothing yet"
        view = jcs(state.match.view(player)).decode()
        return f"seat {player} {state.pasts[player].hex()} {view}" if self._has_recall else f"seat {player} {view}"


def short_name(ruleset: AnyRuleset) -> str:
    """Returns the name by which OpenSpiel loads it: `delvebook_dungeon_raiders`."""
    return f"delvebook_{ruleset.id.replace('-', '_')}"


def _players(ruleset: AnyRuleset) -> int:
    return max(ruleset.seats_min, min(2, ruleset.seats_max))


def _register(ruleset: AnyRuleset) -> None:
    """Registers a ruleset for `pyspiel.load_game`."""
    kind = pyspiel.GameType(
        short_name=short_name(ruleset),
        long_name=f"{ruleset.title['en']} ({ruleset.key})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=ruleset.seats_max,
        min_num_players=ruleset.seats_min,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": _players(ruleset), "worlds": WORLDS, "options": "{}"},
    )

    class RegisteredGame(DungeonGame):
        """Makes the game of this ruleset. It is a class, because OpenSpiel releases it after Python has ended."""

        def __init__(self, parameters: Mapping[str, object] | None = None) -> None:
            super().__init__(ruleset, kind, parameters)

    pyspiel.register_game(kind, RegisteredGame)


for _newest in {one.id: one for one in registry.all_rulesets().values()}.values():
    if short_name(_newest) not in pyspiel.registered_names():
        _register(_newest)
