"""
Measures whether the time of an answer tells a secret: `make timing`.

It asks the real application for pairs of things that a caller must not tell apart, in random order, and compares the
two sets of times by a permutation test of their medians. It prints how large a difference it would have found, so that
"none found" has a meaning. It is no part of `make test`, because a busy machine decides what it can find.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import structlog

from delvebook.service.api.cookie import OWN_HEADER
from delvebook.service.base.settings import Settings
from delvebook.service.identity.caller import SCOPES, Caller
from delvebook.service.identity.handovers import Handovers
from delvebook.service.identity.takeovers import Takeovers
from tests.service.api.house import Person, build, quiet

ROUNDS: Final = 600
SHUFFLES: Final = 2000
LEVEL: Final = 0.001
"""A difference counts if chance alone makes such a one less often than this."""
OWN: Final = {OWN_HEADER: "1"}
IDS: Final = "that a private game exists, to somebody who has its id"
KNOWN: Final = (IDS,)
"""What is known to be told, because a game that is kept in memory is found sooner than none: docs/leaks.md."""
Times = tuple[list[int], list[int]]
UNKNOWN: Final = "0e0a2c9e-6c58-4b0b-9f0a-6f7f4a3f8d11"


def questions(home: Path) -> dict[str, tuple[Callable[[], object], Callable[[], object]]]:
    """Returns pairs of requests whose answers must not differ in time, by the secret that they would tell."""
    app = build(quiet(Settings(home=home, secret="ab" * 32)))
    app.test_client_class = None
    ann, sue = Person(app, "Ann"), Person(app, "Sue")
    private = ann.opens_game(visibility="private")
    code = Takeovers(app.extensions["delvebook"].accounts).prepare("Ada")[1]
    Person(app).post("/v1/accounts/takeover", {"code": code})
    revoked = str(ann.post("/v1/tokens", {"scopes": ["games:read"]}).json["token"])
    ann.delete(f"/v1/tokens/{ann.get('/v1/tokens').json['tokens'][-1]['id']}")
    wrong = "dvb_" + "x" * (len(revoked) - 4)
    near = revoked[:-1] + ("A" if revoked[-1] != "A" else "B")
    visitor = app.test_client()
    used = Handovers(app.extensions["delvebook"].accounts).make(
        Caller(ann.id, frozenset(SCOPES), ann.token_id, manages=True)
    )[1]
    visitor.open("/v1/session", method="POST", json={"recovery_code": used}, headers=OWN)
    visitor.open("/v1/session", method="DELETE", headers=OWN)

    def begins(word: str) -> Callable[[], object]:
        return lambda: visitor.open("/v1/session", method="POST", json={"recovery_code": word}, headers=OWN)

    def takes(word: str) -> Callable[[], object]:
        return lambda: visitor.open("/v1/accounts/takeover", method="POST", json={"code": word})

    def sends(word: str) -> Callable[[], object]:
        return lambda: visitor.open("/v1/tokens/self", headers={"Authorization": f"Bearer {word}"})

    def looks(game: str) -> Callable[[], object]:
        return lambda: sue.get(f"/v1/games/{game}")

    def sits(word: str) -> Callable[[], object]:
        return lambda: sue.post(f"/v1/games/{private}/seats", {"invite": word})

    invite = str(ann.sees(private)["invite"])
    return {
        IDS: (looks(private), looks(UNKNOWN)),
        "how much of an invitation is right": (sits(invite[:-1] + "_"), sits("_" * len(invite))),
        "how much of a token is right": (sends(near), sends(wrong)),
        "that a token was revoked": (sends(revoked), sends(wrong)),
        "how much of a recovery code is right": (begins(near), begins(wrong)),
        "that a code for another device was used": (begins(used), begins("0000-0000-0000")),
        "that a code of a prepared account was used": (takes(code), takes("dvc_" + "x" * (len(code) - 4))),
    }


def measured(
    pair: Sequence[Callable[[], object]], chance: random.Random, *, rounds: int
) -> tuple[list[int], list[int]]:
    """Returns the times of both requests in nanoseconds, asked in random order."""
    times: Times = ([], [])
    for which in (chance.randrange(2) for _ in range(2 * rounds)):
        began = time.perf_counter_ns()
        pair[which]()
        times[which].append(time.perf_counter_ns() - began)
    return times


def likelihood(first: Sequence[float], second: Sequence[float], chance: random.Random) -> tuple[float, float, float]:
    """
    Returns the difference of the medians, how often chance alone makes as large a one, and the smallest sure one.

    The smallest sure one is what chance alone exceeds less often than `LEVEL`.
    """
    found = statistics.median(first) - statistics.median(second)
    every, count = [*first, *second], len(first)
    shuffled = []
    for _ in range(SHUFFLES):
        chance.shuffle(every)
        shuffled.append(abs(statistics.median(every[:count]) - statistics.median(every[count:])))
    shuffled.sort()
    often = sum(one >= abs(found) for one in shuffled) / SHUFFLES
    return found, often, shuffled[int(SHUFFLES * (1 - LEVEL)) - 1]


def main() -> int:
    """Measures, and prints a line for each secret. Returns 1 if the time of an answer tells one."""
    structlog.configure(processors=[lambda *_: (_ for _ in ()).throw(structlog.DropEvent)])
    chance = random.Random("timing")
    told = 0
    with tempfile.TemporaryDirectory(prefix="dvtiming") as home:
        for secret, pair in questions(Path(home)).items():
            measured(pair, chance, rounds=50)  # fills caches
            first, second = measured(pair, chance, rounds=ROUNDS)
            found, often, sure = likelihood(first, second, chance)
            is_told = often < LEVEL
            told += is_told and secret not in KNOWN
            verdict = "tells, as is known" if is_told and secret in KNOWN else "TELLS" if is_told else "does not tell"
            sys.stdout.write(
                f"{verdict} {secret}: {found / 1000:+.1f} µs of {statistics.median(second) / 1000:.0f}; "
                f"chance makes as much in {often:.1%} of cases; {sure / 1000:.1f} µs would have been found\n"
            )
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
