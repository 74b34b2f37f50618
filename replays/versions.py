"""
Where the game of one record first comes out differently under another version of its rules.

Both games get the recorded commands, and are compared after each event.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from delvebook.domain.bots import Action
from delvebook.domain.errors import IllegalActionError, MalformedError
from delvebook.domain.game import Game
from delvebook.domain.game_event import EventLine, GameEvent
from delvebook.domain.rulesets.registry import all_rulesets, get_ruleset
from delvebook.domain.table import ForkPoint
from delvebook.replays import reissue
from delvebook.replays.divergence import Divergence, Sides, first_difference_of
from delvebook.replays.errors import CannotFollowError, reason_of
from delvebook.replays.observables import open_line, seen_after, told_by
from delvebook.replays.pointers import ABSENT
from delvebook.replays.reissue import Reissue
from delvebook.replays.sentences import subject_of, tell_said


def versions_of(key: str) -> list[str]:
    """The known versions of a title as `id@version`, oldest first; the title is given as `id` or `id@version`."""
    title = key.partition("@")[0]
    found = [ruleset for ruleset in all_rulesets().values() if ruleset.id == title]
    return [one.key for one in sorted(found, key=lambda one: one.version)]


def first_divergence(
    events: Iterable[EventLine], *, seed: bytes, ruleset: str, fork_point: ForkPoint | None = None
) -> Divergence | None:
    """
    The first difference between a game under its own rules and under another version; None if there is none.

    Args:
        events: The game's events as a record holds them, from the first.
        seed: The game's seed.
        ruleset: The other version, `id@version`.
        fork_point: For a fork: its starting point.

    Raises:
        UnknownRulesetError: There is no such version.
        MalformedError: It is a version of another title.
        CannotFollowError: The events are not what the game's own rules make of them; `verify` says more.
    """
    rules = get_ruleset(ruleset)
    replayed = Reissue(seed=seed, fork_point=fork_point)
    other: Game | None = None
    for event in events:
        is_made_already = replayed.next is not None
        made = replayed.follow(event)
        own = replayed.game
        if own is None or is_made_already:
            _require_same(made, event, own)
            continue
        if own.ruleset.id != rules.id:
            raise MalformedError(f"{rules.key} is not a version of {own.ruleset.id}, the title of this game")
        names = (rules.key, own.ruleset.key)
        _require_same(made, event, own)
        if other is None:
            try:
                other = reissue.create({**event, "data": {**event["data"], "ruleset": rules.key}}, seed=seed)
                other.collect_events()
            except Exception as error:  # noqa: BLE001 - a version that cannot even begin differs, too
                return _refused(event, error, pointer="/options", found=event["data"]["options"], sides=names)
            continue
        line = open_line(made)
        action = reissue.recorded_action(line) if event["type"] == "ActionTaken" else None
        try:
            other.relink(event["prev"])
            reissue.issue(other, _asked_of(other, event, action), fork_point=fork_point)
            theirs = open_line(other.collect_events()[0])
        except Exception as error:  # noqa: BLE001 - failing where the other version does not is a difference, too
            is_public = action is None or action == event["data"]["action"]
            refused = _refused(event, error, pointer="/action", found=action or ABSENT, sides=names)
            told = (None, tell_said(own.ruleset, action, is_action=True))
            return replace(refused, told=told, is_public=is_public)
        divergence = first_difference_of(
            {**told_by(theirs), **seen_after(other)},
            {**told_by(line), **seen_after(own)},
            event=event,
            sides=Sides(names, (rules, own.ruleset), (other, own)),
        )
        if divergence is not None:
            return divergence
    return None


def _require_same(made: GameEvent, event: EventLine, game: Game | None) -> None:
    """
    Checks that the game's own rules make the event exactly as recorded; otherwise a difference would mean nothing.

    Raises:
        CannotFollowError: They do not.
    """
    if made.hash != event["hash"] and game is not None:
        raise CannotFollowError(f"event {event['n']} is not what {game.ruleset.key} makes of it")


def _asked_of(game: Game, event: EventLine, action: Action | None) -> EventLine:
    """The event with its whole action and the game's own open decision, because decision numbers are not rules."""
    if action is None:
        return event
    decision = game.get_table().decisions[event["data"]["seat"]]
    return {**event, "sealed": [], "data": {**event["data"], "action": action, "decision": decision}}


def _refused(event: EventLine, error: Exception, *, pointer: str, found: object, sides: tuple[str, str]) -> Divergence:
    clauses = (error.clause,) if isinstance(error, IllegalActionError) else ()
    sentence = f"{subject_of(event)} is refused by {sides[0]}: {reason_of(error)}"
    return Divergence(event["n"], pointer, ABSENT, found, clauses, sentence, sides=sides)
