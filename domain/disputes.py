"""
Disputes: a player's claim about an event, the automatic finding, the ruling, one appeal, and the last word.

A dispute is a part of its game and goes by the `n` of the event that opened it. Nothing here looks at the
rules or decides who is right; it keeps who may say what, and when.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

from delvebook.domain.errors import (
    AlreadyAppealedError,
    AlreadyRuledError,
    MalformedError,
    NotRuledError,
    PartyError,
    UnknownDisputeError,
    UnknownEventError,
)

Dispute = dict[str, Any]
"""
A dispute as plain data: `n`, `by` and `seat` of the claimant, `event`, `claim`, `receipts`, `record`,
`opened_at`, `status`, `finding`, `rulings`, `appeal`, and `stood_at`: the last event of a running game before a
ruling broke it off to be resumed, null if none did.
"""

VERDICTS: Final = ("dismissed", "upheld")
REMEDIES: Final[Mapping[str, frozenset[str]]] = {
    "annul": frozenset(("type",)),
    "adjudicate": frozenset(("type", "ranking")),
    "resume": frozenset(("type", "at", "ruleset", "game")),
}
"""By type, the fields of a remedy."""
UNDECIDED: Final = ("open", "appealed")
PATIENCE: Final = 2
"""Whose claims about a game were dismissed so often does not stop its clock with another one."""


def moved(
    known: Mapping[int, Dispute], type_: str, data: Mapping[str, Any], *, n: int, by: str, at: str, is_running: bool
) -> dict[int, Dispute]:
    """
    A game's disputes after one more of their events.

    Args:
        known: The disputes before, by the `n` that opened them.
        type_: `DisputeOpened`, `DisputeFindingAttached`, `DisputeRuled` or `DisputeAppealed`.
        data: The event's.
        n: The event's number.
        by: Whose it is.
        at: When it was made.
        is_running: Whether the game runs before it.
    """
    if type_ == "DisputeOpened":
        return {**known, n: _opened(n, data, by=by, at=at)}
    dispute = known[data["dispute"]]
    who = by.partition(":")[2]
    if type_ == "DisputeFindingAttached":
        dispute = {**dispute, "finding": {"n": n, **data["finding"]}}
    elif type_ == "DisputeAppealed":
        appeal = {"by": who, "at": at, "reason": data["reason"]}
        dispute = {**dispute, "status": "appealed", "appeal": appeal}
    else:
        ruling = {"n": n, "by": who, "at": at, **{key: data[key] for key in ("verdict", "remedy", "reason")}}
        is_broken_off = is_running and (data["remedy"] or {}).get("type") == "resume"
        dispute = {
            **dispute,
            "status": "closed" if dispute["status"] == "appealed" else "ruled",
            "rulings": [*dispute["rulings"], ruling],
            "stood_at": n - 1 if is_broken_off else dispute["stood_at"],
        }
    return {**known, dispute["n"]: dispute}


def _opened(n: int, data: Mapping[str, Any], *, by: str, at: str) -> Dispute:
    return {
        "n": n,
        "by": by.partition(":")[2],
        **{key: data[key] for key in ("seat", "event", "claim", "receipts", "record")},
        "opened_at": at,
        "status": "open",
        "finding": None,
        "rulings": [],
        "appeal": None,
        "stood_at": None,
    }


def stop_clock(disputes: Mapping[int, Dispute]) -> bool:
    """Whether a running game's clock stands still: a dispute waits for its ruling, and its claimant has credit."""
    waiting = [dispute for dispute in disputes.values() if dispute["status"] in UNDECIDED]
    if not waiting:
        return False
    dismissed = Counter(
        dispute["by"]
        for dispute in disputes.values()
        if dispute["status"] not in UNDECIDED and dispute["rulings"][-1]["verdict"] == "dismissed"
    )
    return any(dismissed[dispute["by"]] < PATIENCE for dispute in waiting)


def get(disputes: Mapping[int, Dispute], n: int) -> Dispute:
    """
    The dispute opened by event `n`.

    Raises:
        UnknownDisputeError
    """
    found = disputes.get(n)
    if found is None:
        raise UnknownDisputeError(f"event {n} opened no dispute in this game")
    return found


def require_ruling(dispute: Dispute, *, arbiter: str, parties: Mapping[str, None]) -> None:
    """
    Returns if the arbiter may rule now.

    Raises:
        PartyError: The arbiter played in the game, or has ruled on this dispute already.
        AlreadyRuledError
    """
    if arbiter in parties:
        raise PartyError("nobody rules on a game they played in")
    if dispute["status"] not in UNDECIDED:
        raise AlreadyRuledError("this dispute has been ruled on")
    if any(ruling["by"] == arbiter for ruling in dispute["rulings"]):
        raise PartyError("an appeal is ruled on by another arbiter")


def require_appeal(dispute: Dispute, *, player: str, parties: Mapping[str, None], is_settled: bool) -> None:
    """
    Returns if the player may appeal now.

    Args:
        dispute: Against whose ruling.
        player: Who appeals.
        parties: Who plays or played in the game.
        is_settled: Whether the game that a ruling resumed has been played to its end.

    Raises:
        PartyError (never played here), NotRuledError, AlreadyAppealedError
    """
    if player not in parties:
        raise PartyError("only those who played in the game may appeal")
    if dispute["appeal"] is not None:
        raise AlreadyAppealedError("there is one appeal, and it has been made")
    if dispute["status"] != "ruled":
        raise NotRuledError("there is no ruling yet to appeal against")
    if is_settled:
        raise AlreadyAppealedError("the game was resumed and has been played to its end; that settled it")


def remedy_of(
    verdict: str,
    asked: Mapping[str, Any] | None,
    *,
    dispute: Dispute,
    seats: int,
    version: int,
    ruleset: str,
    game: UUID,
) -> dict[str, Any] | None:
    """
    The remedy of a ruling, whole: who dismisses on appeal what broke a game off has it resumed where it stood.

    Args:
        verdict: `dismissed` or `upheld`.
        asked: What the arbiter said.
        dispute: Which is ruled on.
        seats: Of the game.
        version: The game's last event; the ruling is the next.
        ruleset: The game's `id@version`.
        game: The game.

    Raises:
        MalformedError: Verdict and remedy do not go together.
        UnknownEventError: The game cannot be resumed from there.
    """
    if verdict == "dismissed":
        if asked is not None and asked.get("game") is None:
            raise MalformedError("a claim that is dismissed has no remedy")
        if dispute["stood_at"] is None:
            return None
        asked = {"type": "resume", "at": dispute["stood_at"]}
    if asked is None:
        raise MalformedError("a claim that is upheld has a remedy: annul, adjudicate or resume")
    type_ = str(asked.get("type"))
    fields = REMEDIES.get(type_)
    if fields is None:
        raise MalformedError(f"there is no remedy {type_!r}; the remedies are {', '.join(REMEDIES)}")
    if not asked.keys() <= fields or (type_ != "resume" and asked.keys() != fields):
        raise MalformedError(f"the remedy {type_} has the fields {', '.join(sorted(fields - {'game'}))}")
    if type_ == "resume":
        if not 1 <= asked.get("at", 0) <= version:
            raise UnknownEventError(f"the game has events 1 to {version}, not {asked.get('at')}", n=version)
        resumed = {"type": "resume", "at": asked["at"], "ruleset": asked.get("ruleset") or ruleset}
        if resumed["ruleset"].partition("@")[0] != ruleset.partition("@")[0] or "@" not in resumed["ruleset"]:
            raise MalformedError(f"a game is resumed under a version of its own title, such as {ruleset}")
        return {**resumed, "game": resumption_id(game, version + 1)}
    if type_ == "adjudicate" and sorted(seat for place in asked["ranking"] for seat in place) != list(range(seats)):
        raise MalformedError("a ranking names every seat once")
    return dict(asked)


def resumption_id(game: UUID, ruling: int) -> str:
    """The id of the fork in which a game is resumed by the ruling that is its event `ruling`."""
    return str(UUID(bytes=sha256(b"resume/1\n%s\n%d" % (game.bytes, ruling)).digest()[:16], version=4))
