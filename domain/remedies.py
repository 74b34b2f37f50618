"""The remedies of rulings, and the verdicts that they go with."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final, Required, TypedDict
from uuid import UUID

from delvebook.domain.errors import RemedyError, UnknownEventError

VERDICTS: Final = ("dismissed", "upheld")
REMEDIES: Final[Mapping[str, frozenset[str]]] = {
    "annul": frozenset(("type",)),
    "adjudicate": frozenset(("type", "ranking")),
    "resume": frozenset(("type", "event", "ruleset", "game")),
}
"""The fields of a remedy, by its type."""


class Remedy(TypedDict, total=False):
    """The remedy of a ruling; `REMEDIES` says which type has which fields."""

    type: Required[str]
    ranking: list[list[int]]
    event: int
    ruleset: str
    game: str


def remedy_of(
    verdict: str,
    asked: Mapping[str, Any] | None,
    *,
    stood_at: int | None,
    seats: int,
    version: int,
    ruleset: str,
    game: UUID,
) -> Remedy | None:
    """
    The complete remedy of a ruling; None if it has none.

    If an appeal dismisses a claim for which the game was broken off, the remedy is to resume the game where it stood.

    Args:
        verdict: `dismissed` or `upheld`.
        asked: The remedy as the arbiter gave it.
        stood_at: The `stood_at` of the dispute (see `Dispute`).
        seats: The number of seats of the game.
        version: The last event of the game; the ruling is the next one.
        ruleset: The game's `id@version`.
        game: The game.

    Raises:
        RemedyError: Verdict and remedy do not go together.
        UnknownEventError: The game cannot be resumed from that event.
    """
    if verdict == "dismissed":
        if asked is not None and asked.get("game") is None:
            raise RemedyError("a dismissed claim has no remedy")
        if stood_at is None:
            return None
        asked = {"type": "resume", "event": stood_at}
    if asked is None:
        raise RemedyError("an upheld claim has a remedy: annul, adjudicate or resume")
    type_ = str(asked.get("type"))
    fields = REMEDIES.get(type_)
    if fields is None:
        raise RemedyError(f"there is no remedy {type_!r}; the remedies are {', '.join(REMEDIES)}")
    if not asked.keys() <= fields or (type_ != "resume" and asked.keys() != fields):
        raise RemedyError(f"the remedy {type_} has the fields {', '.join(sorted(fields - {'game'}))}")
    if type_ == "resume":
        if not 1 <= asked.get("event", 0) <= version:
            raise UnknownEventError(f"the game has events 1 to {version}, not {asked.get('event')}", n=version)
        under: str = asked.get("ruleset") or ruleset
        if under.partition("@")[0] != ruleset.partition("@")[0] or "@" not in under:
            raise RemedyError(f"a game is resumed under a version of its own title, such as {ruleset}")
        return {"type": "resume", "event": asked["event"], "ruleset": under, "game": resumption_id(game, version + 1)}
    if type_ == "annul":
        return {"type": "annul"}
    if sorted(seat for place in asked["ranking"] for seat in place) != list(range(seats)):
        raise RemedyError("a ranking names every seat exactly once")
    return {"type": "adjudicate", "ranking": asked["ranking"]}


def resumption_id(game: UUID, ruling: int) -> str:
    """The id of the fork in which the ruling that is event `ruling` resumes the game."""
    return str(UUID(bytes=sha256(b"resume/1\n%s\n%d" % (game.bytes, ruling)).digest()[:16], version=4))
