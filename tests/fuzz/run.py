"""One run: start the server, send requests from several processes, watch its memory, and report."""

from __future__ import annotations

import http.client
import json
import multiprocessing
import random
import re
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from tests.floods.__main__ import mebibytes_of
from tests.fuzz import schemes, world
from tests.fuzz.hostile import HOSTILE, SLOW, bent, say
from tests.fuzz.judge import Answers, asked, operations_of
from tests.fuzz.probes import probe, remember
from tests.fuzz.wild import Ask, Wild
from tests.fuzz.world import MORTAL, World

FATAL: Final = re.compile(r"/v1/(accounts/|tokens|session|oauth)")
"""Requests to these routes, other than looks, may end an account, a token or a session."""
PROBES: Final = 0.3
"""The share of requests that would do something if their senders had the right."""
ENDING: Final = re.compile(r"/(abort|resignations|end-proposals.*)$")
"""Commands that may end a game."""
GAME_EVERY: Final = 5000
"""After this many requests a process begins one more game, because older ones are soon over."""
ROUND: Final = 500
"""Requests between two reports of a process."""
GROWTH_MAX: Final = 1.25
"""The memory at the end, as a share of that after the first third, which fills caches."""
LOST: Final = (http.client.HTTPException, OSError)


def fuzz(
    home: Path, *, requests: int, seed: str, jobs: int, on_progress: Callable[[str], None] = lambda _: None
) -> dict[str, Any]:
    """
    Sends this many requests from several processes. Returns the result as plain data.

    Args:
        home: An empty directory for the service.
        requests: The least number of requests.
        seed: The seed that they are drawn from.
        jobs: The number of processes.
        on_progress: Called with a line of progress now and then.
    """
    there = world.make(home)
    answers = Answers(there.document)
    memory = [mebibytes_of(there.web.process.pid)]
    began = time.monotonic()
    done = 0
    share = -(-requests // jobs)
    context = multiprocessing.get_context("spawn")
    told: Any = context.Queue()
    plain = replace(there, web=None)  # type: ignore[arg-type]
    askers = [
        context.Process(target=ask_on, args=(told, plain, f"{seed}/{number}", share), daemon=True)
        for number in range(jobs)
    ]
    try:
        for asker in askers:
            asker.start()
        left = len(askers)
        while left:
            count, statuses, succeeded, faults, is_over = told.get(timeout=600)
            done += count
            left -= is_over
            answers.merge(statuses, succeeded, faults)
            memory.append(mebibytes_of(there.web.process.pid))
            rate = done / (time.monotonic() - began)
            on_progress(
                f"{done} of {requests} requests, {rate:.0f} a second, {len(answers.faults)} faults, "
                f"{memory[-1]:.0f} MiB   "
            )
        if json.loads(there.web.ask("GET", "/readyz"))["status"] == "not ready":
            answers.fault("the end", "the service is not ready any more")
    finally:
        for asker in askers:
            asker.kill()
        there.web.stop()
    log = (home / "web.log").read_text(errors="replace")
    if "Traceback" in log:
        answers.fault("the log", log[log.index("Traceback") :][:2000])
    took = time.monotonic() - began
    return {
        "seed": seed,
        "requests": done,
        "a second": round(done / took),
        "schemathesis": schemes.is_there(),
        "answers": dict(sorted(answers.statuses.items())),
        "5xx other than 503": sum(
            count for status, count in answers.statuses.items() if status[0] == "5" and status != "503"
        ),
        "operations": len(operations_of(there.document)),
        "never answered with success": sorted(operations_of(there.document).keys() - answers.succeeded),
        "MiB": [round(size) for size in _thinned(memory)],
        "memory is flat": is_flat(memory),
        "faults": answers.faults,
    }


def is_flat(memory: list[float]) -> bool:
    """Returns whether the memory of the last third is about that of the second. A short run proves nothing."""
    third = len(memory) // 3
    if third < 3:
        return True
    return statistics.median(memory[-third:]) <= GROWTH_MAX * statistics.median(memory[third : 2 * third])


def _thinned(memory: list[float]) -> list[float]:
    return memory[:: max(1, len(memory) // 12)] + memory[-1:]


def spared(ask: Ask, there: World) -> Ask:
    """Directs a request that may end an account or a token to a spare one, so that the others live on."""
    if ask.method == "GET":
        return ask
    if ENDING.search(urlsplit(ask.target).path):
        target = ask.target
        for game in there.secrets:  # They have to go on, so that they stay secret.
            target = target.replace(game, there.values["game_id"][-1])
        return ask._replace(target=target)
    if not FATAL.match(ask.target):
        return ask
    target = ask.target
    mortal = dict(zip(("account_id", "token_id"), there.values[f"of {MORTAL}"], strict=True))
    for name, id_ in mortal.items():
        for spared_one in there.values[name]:
            if spared_one != "me":
                target = target.replace(spared_one, id_)
    if ask.who not in ("ann", "bob", "sue") and "/self" not in target and "/me" not in target:
        return ask._replace(target=target)
    headers = {**ask.headers, "Authorization": f"Bearer {there.tokens[MORTAL]}"}
    return ask._replace(target=target, headers=headers, who=MORTAL)


def is_gone(ask: Ask, there: World, status: int, body: bytes) -> bool:
    """Returns whether the answer shows that the spare account or its token is gone."""
    is_its_own = ask.headers.get("Authorization") == f"Bearer {there.tokens[MORTAL]}"
    return is_its_own and (status == 401 or (status == 403 and b"banned" in body))


def ask_on(told: Any, there: World, seed: str, count: int) -> None:
    """Sends this many requests, and reports now and then."""
    chance = random.Random(seed)
    answers = Answers(there.document, there)
    wild = Wild(there, chance, seed=seed)
    drawn = schemes.asks(there, chance) if schemes.is_there() else None
    names = list(HOSTILE)
    lives = games = 0
    there.register(MORTAL, f"cid {seed}")
    connection = http.client.HTTPConnection("127.0.0.1", there.port, timeout=60)
    done = told_of = 0
    while done < count:
        draw = chance.random()
        if draw < 0.02:
            name = chance.choice(names)
            if name not in SLOW or chance.random() < 0.01:
                said = HOSTILE[name] if chance.random() < 0.5 else bent(HOSTILE[name], chance)
                done += say(there.port, said, answers, name)
            continue
        if done // GAME_EVERY > games:
            games = done // GAME_EVERY
            there.start_game()
        if draw < PROBES:
            ask = spared(probe(there, chance, seed=seed), there)
        else:
            ask = spared(next(drawn) if drawn is not None and draw < 0.5 else wild.ask(), there)
        sent = f"{ask.method} {ask.target[:300]} as {ask.who} {ask.headers} {(ask.body or b'')[:300]!r}"
        try:
            status, headers, body = asked(connection, ask.method, ask.target, ask.body, ask.headers)
            answers.judge(ask.method, ask.target, status, headers, body, sent)
            answers.may(ask, status, headers, body)
            remember(there, ask, status, body)
            if is_gone(ask, there, status, body):
                lives += 1
                there.register(MORTAL, f"cid {seed} {lives}")
        except LOST:
            connection.close()  # refused before it was read, or closed after; the next one shows that the server lives
            answers.statuses["closed"] = answers.statuses.get("closed", 0) + 1
        except (UnicodeError, ValueError):
            connection.close()  # this client would not send it
        done += 1
        if done - told_of >= ROUND or done >= count:
            told.put((done - told_of, answers.statuses, answers.succeeded, answers.faults, done >= count))
            answers.statuses, answers.faults, told_of = {}, {}, done
    if told_of < done:
        told.put((done - told_of, answers.statuses, answers.succeeded, answers.faults, True))
