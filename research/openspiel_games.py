"""
Titles as OpenSpiel games: `pyspiel.load_game("delvebook_dungeon_raiders", {"players": 3})`, once this is imported.

The only chance node is the first: it deals one of `worlds` equally likely worlds, which is the seed of everything that
is shuffled, rolled or drawn later. Seats that choose at once choose one after the other, lowest first, without seeing
each other's choices. Utilities are those of `Match.utilities`, from -1 to 1.

Parameters of every game: `players`, `worlds`, and `options`, the title's options as JSON. OpenSpiel's own strings have
commas between parameters, so there the members of the JSON have semicolons between them: `{"mode":"tactical";"…":1}`.

`State.resample_from_infostate` deals again what a player does not know. In the history that is one more outcome of
chance, with a number beyond all others, so every history can be replayed.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from delvebook.domain.canonical import jcs
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets import registry
from delvebook.domain.viewers import SPECTATOR
from delvebook.research.codecs import Codec, codec_of
from delvebook.research.match import Match
from delvebook.research.observations import Observations
from delvebook.service.base.extras import needing

with needing("research"):
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray

WORLDS: Final = 1000
REDEALS: Final = 2**27
"""The number of deals among which `resample_from_infostate` chooses. OpenSpiel saves histories of 32-bit numbers."""
PAST: Final = 16
"""The number of numbers for the digest of a seat's past in its information-state tensor."""


class Terms(NamedTuple):
    """The parts of a game that states share. OpenSpiel copies everything else in a state."""

    ruleset: AnyRuleset
    players: int
    worlds: int
    options: Mapping[str, object]

    @property
    def redeal(self) -> int:
        """The first number that is neither a world nor an action: from here on they deal again."""
        return max(self.worlds, codec_of(self.ruleset).actions.count)

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
        options = _options(given.get("options") or "{}")
        ruleset.parse_options(options, seats=players)
        given["options"] = _without_commas(options)
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

    def __reduce__(self) -> tuple[object, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> DungeonState:
        """Returns the state before the world is dealt."""
        return DungeonState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: object = None) -> DungeonObserver | None:
        """
        Returns an observer: of what a seat sees, of what is public, or of what the seat sees beside that.

        With perfect recall, the tensor has the digest of the seat's past after the view. Nobody observes what all
        players see, and what is public has no past: then it returns None.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        private = {pyspiel.PrivateInfoType.SINGLE_PLAYER: True, pyspiel.PrivateInfoType.NONE: False}
        sight = SIGHTS.get((kind.public_info, private.get(kind.private_info)))
        if sight is None or (kind.perfect_recall and sight is not SeatObserver):
            return None
        return sight(self, kind, params)


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
        if action >= self.terms.redeal and self.match is not None:
            self._deal_again(self.match, action - self.terms.redeal)
            return
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

    def _deal_again(self, match: Match, number: int) -> None:
        """The player's past stays as it is. Of the others it is unknown, so theirs begins with what they see now."""
        world, player = divmod(number, self.terms.players)
        self.match = match.redealt(player, world)
        for seat in range(self.terms.players):
            if seat != player:
                self.pasts[seat] = hashlib.sha256(jcs([None, self.match.view(seat)])).digest()

    def _action_to_string(self, player: int, action: int) -> str:
        if action >= self.terms.redeal:
            return f"deal {action - self.terms.redeal}"
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

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> DungeonState:
        """
        Returns a state that this player cannot tell from this one: its unknowns are dealt again.

        Searches over information sets call it. The other players' information states are those of the new world: what
        they saw before is forgotten.

        Args:
            player_id: The player whose knowledge is kept.
            probability_sampler: Returns numbers from 0 to 1.
        """
        twin: DungeonState = self.clone()
        if self.match is not None:
            world = min(int(probability_sampler() * REDEALS), REDEALS - 1)
            twin.apply_action(self.terms.redeal + world * self.terms.players + player_id)
        return twin


class DungeonObserver(ABC):
    """
    Somebody's sight as an OpenSpiel observer (PyObserver, open_spiel/python/observation.py).

    Attributes:
        tensor: What `set_from` has written; None for what has no tensor.
        dict: Its parts by name.
    """

    def __init__(self, game: DungeonGame, kind: Any, parameters: object) -> None:
        if parameters:
            raise ValueError(f"observers of this game take no parameters, so not {parameters}")
        self._has_recall = bool(kind.perfect_recall)
        self._observations = self._encoding(game.codec)
        size = 0 if self._observations is None else self._observations.size + PAST * self._has_recall
        self.tensor: NDArray[np.float32] | None = np.zeros(size, np.float32) if size else None
        self.dict = {} if self.tensor is None else {"view": self.tensor[: size - PAST * self._has_recall]}
        if self._has_recall and self.tensor is not None:
            self.dict["past"] = self.tensor[-PAST:]

    def set_from(self, state: DungeonState, player: int) -> None:
        """Fills the tensor with the view."""
        if self.tensor is None or self._observations is None:
            return
        self.tensor.fill(0)
        if state.match is None:
            return
        self.dict["view"][:] = self._observations.encode(self._view(state.match, player))
        if self._has_recall:
            self.dict["past"][:] = np.frombuffer(state.pasts[player], dtype=">u2") / 65_536

    def string_from(self, state: DungeonState, player: int) -> str:
        """Returns the view as JSON; with perfect recall, after a digest of everything the seat saw and did before."""
        if state.match is None:
            return f"{self._who(player)}: nothing yet"
        past = f" {state.pasts[player].hex()}" if self._has_recall else ""
        return f"{self._who(player)}{past} {jcs(self._view(state.match, player)).decode()}"

    def _encoding(self, codec: Codec) -> Observations | None:
        return None

    def _who(self, player: int) -> str:
        return f"seat {player}"

    @abstractmethod
    def _view(self, match: Match, player: int) -> dict[str, object]:
        """Returns what is observed."""


class SeatObserver(DungeonObserver):
    """What a seat sees."""

    def _encoding(self, codec: Codec) -> Observations:
        return codec.observations

    def _view(self, match: Match, player: int) -> dict[str, object]:
        return match.view(player)


class PublicObserver(DungeonObserver):
    """What spectators see."""

    def _encoding(self, codec: Codec) -> Observations:
        return codec.spectator

    def _who(self, player: int) -> str:
        return "spectator"

    def _view(self, match: Match, player: int) -> dict[str, object]:
        return match.see(SPECTATOR)


class PrivateObserver(DungeonObserver):
    """The members of a seat's view that are otherwise in the spectators'. It has no tensor."""

    def _view(self, match: Match, player: int) -> dict[str, object]:
        public = match.see(SPECTATOR)
        return {name: value for name, value in match.view(player).items() if public.get(name) != value}


SIGHTS: Final[Mapping[tuple[bool, bool | None], type[DungeonObserver]]] = {
    (True, True): SeatObserver,
    (True, False): PublicObserver,
    (False, True): PrivateObserver,
}
"""By whether public information is asked for, and a player's private information, who observes it."""


def _options(text: str) -> dict[str, object]:
    """
    Returns the options of a parameter.

    Raises:
        ValueError: They are no JSON object, with commas or semicolons between its members.
    """
    try:
        found = json.loads(text.replace(";", ","))
    except json.JSONDecodeError as error:
        raise ValueError(f'options are a JSON object such as {{"level": 1}}, not {text!r}: {error}') from None
    if not isinstance(found, dict):
        raise ValueError(f'options are a JSON object such as {{"level": 1}}, not {text!r}')  # noqa: TRY004
    return found


def _without_commas(options: Mapping[str, object]) -> str:
    """
    Returns the options as a parameter that OpenSpiel can write into a string, and read from it.

    Raises:
        ValueError: A value has a character that would end the parameter.
    """
    text = json.dumps(options, sort_keys=True, separators=(";", ":"))
    if "," in text or _options(text) != options:
        raise ValueError(f"OpenSpiel cannot write these options: {options}")
    return text


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
