"""The claims of a dispute's finding about its own record, compared with the replay (record-format §4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from delvebook.domain.game_event import EventLine


class Contradiction(NamedTuple):
    """A false claim: the member of the finding, the true value, the claimed value, and a sentence."""

    member: str
    expected: object
    found: object
    sentence: str


def claims_of(event: EventLine) -> dict[str, object] | None:
    """The claims of a finding, with its sealed part if that is open; None if none of them can be checked."""
    claims = dict(event["data"]["finding"])
    for envelope in event["sealed"][:1]:
        content = envelope.get("content")
        if isinstance(content, dict):
            claims = content | claims
    return claims if type(claims.get("holds")) is bool else None


def contradiction(
    claims: Mapping[str, object], *, n: int, ruleset: str, wrong_at: int | None, clauses: Sequence[str]
) -> Contradiction | None:
    """
    The first false claim; None if all are true.

    Args:
        claims: As `claims_of` gave them.
        n: The event that attached the finding.
        ruleset: The ruleset of the game.
        wrong_at: The first event that the verifier found to be wrong; None if all are right so far.
        clauses: The clauses that event breaks.
    """
    upto = claims.get("upto", n - 1)
    if type(upto) is not int or not 1 <= upto < n:
        return Contradiction("upto", n - 1, upto, "examines events that do not come before it")
    if claims.get("ruleset", ruleset) != ruleset:
        return Contradiction("ruleset", ruleset, claims["ruleset"], "is about another ruleset")
    holds = wrong_at is None or wrong_at > upto
    if claims["holds"] != holds:
        said = "holds" if claims["holds"] else "is wrong"
        so = "all of it is right" if holds else f"event {wrong_at} is wrong"
        return Contradiction("holds", holds, claims["holds"], f"says that the record {said} up to event {upto}; {so}")
    first = claims.get("first")
    if holds:
        wrong = None if first is None else "names a wrong event, but there is none"
        return None if wrong is None else Contradiction("first", None, first, wrong)
    if isinstance(first, dict):
        if first.get("n") != wrong_at:
            return Contradiction("first", wrong_at, first.get("n"), "names another event than the first that is wrong")
        if first.get("clauses", list(clauses)) != list(clauses):
            return Contradiction("first", list(clauses), first["clauses"], "names other clauses than those concerned")
    return None
