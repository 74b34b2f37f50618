"""What no level finds in the record alone: the report lists it as stated by the service."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from tests.replays.forgeries.disputes import claim, rule
from tests.replays.forgeries.draft import Draft, Forge
from tests.replays.forgeries.records import good
from tests.replays.games import lines_of, rechained


class Unprovable(NamedTuple):
    """
    A kind of tampering that a record cannot show, because only the service knows the truth.

    Attributes:
        name: Its name.
        does: What is done; every hash is recomputed.
        what: The kind of statement under which the report lists it.
        forge: Does it; returns the number of the event that is listed, None if the statement is about many.
    """

    name: str
    does: str
    what: str
    forge: Callable[[Draft], int | None]


UNPROVABLE: dict[str, Unprovable] = {}


def unprovable(does: str, what: str) -> Callable[[Forge], Forge]:
    def note(forge: Forge) -> Forge:
        name = forge.__name__.replace("_", " ")
        UNPROVABLE[name] = Unprovable(name, does, what, forge)
        return forge

    return note


@cache
def forge_unprovable(name: str, title: str) -> tuple[bytes, int | None]:
    """The forged record, and the event whose statement the report must list."""
    draft = Draft(good(title), lines_of(good(title).botted))
    n = UNPROVABLE[name].forge(draft)
    return rechained(draft.lines), n


@unprovable("a bot is recorded as a person", "accounts")
def bot_as_a_person(draft: Draft) -> None:
    event = draft.of("SeatTaken", -1)
    event["data"].update(player="zz", bot=None)
    event["by"] = "player:zz"


@unprovable("the bot `greedy@1` is recorded as `random@1`; level `bots` finds it", "bot")
def greedy_as_random(draft: Draft) -> int:
    event = draft.of("SeatTaken", -1)
    event["data"]["bot"] = "random@1"
    return int(event["n"])


@unprovable("a game is cut in the middle and broken off by an arbiter, with its true seed", "abort")
def cut_and_aborted(draft: Draft) -> int:
    seed = dict(draft.of("SeedRevealed")["data"])
    middle = draft.where("ActionTaken", 2)
    del draft.lines[middle:]
    draft.add("GameAborted", {"reason": "a fire"}, by="arbiter:zz")
    draft.add("SeedRevealed", seed, by="service")
    return len(draft.lines) - 2


@unprovable("a ruling is appended, by an arbiter who does not exist", "ruling")
def ruling_invented(draft: Draft) -> int:
    rule(draft, claim_of_a_party(draft))
    return len(draft.lines) - 1


@unprovable("a claim is appended that nobody made", "claim")
def claim_invented(draft: Draft) -> int:
    return claim_of_a_party(draft)


@unprovable("a finding that could not examine the game is appended", "finding")
def finding_of_nothing(draft: Draft) -> int:
    dispute = claim_of_a_party(draft)
    finding = {"holds": None, "why_not": "the service was asleep"}
    draft.add("DisputeFindingAttached", {"dispute": dispute, "finding": finding}, by="service")
    return len(draft.lines) - 1


@unprovable("an appeal is appended that nobody made", "appeal")
def appeal_invented(draft: Draft) -> int:
    dispute = claim_of_a_party(draft)
    rule(draft, dispute)
    draft.add("DisputeAppealed", {"dispute": dispute, "reason": "no"}, by=draft.lines[dispute]["by"])
    return len(draft.lines) - 1


@unprovable("every event is dated a year later", "times")
def all_times_changed(draft: Draft) -> None:
    for event in draft.lines[1:]:
        event["at"] = event["at"].replace("2026-", "2027-")
        if (event["data"].get("deadline") or "").startswith("2026-"):
            event["data"]["deadline"] = event["data"]["deadline"].replace("2026-", "2027-")


def claim_of_a_party(draft: Draft) -> int:
    """Appends a claim of an account that sat in the game, or sits there now in the place of its bot."""
    if draft.of("SeatTaken")["data"]["player"] is None:
        bot_as_a_person(draft)
    party = draft.of("SeatTaken")["data"]["player"]
    dispute = claim(draft, by=f"player:{party}")
    draft.lines[-1]["data"]["seat"] = 0
    return dispute
