"""The good records that are forged, with the keys and receipts that go with them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from delvebook.domain.game import Game
from delvebook.domain.playout import seed_of
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import PUBLIC, seat_viewer
from delvebook.replays.log.entries import WHAT, LogEntry, hidden_id
from delvebook.replays.log.inclusion import Inclusion, Proved
from delvebook.replays.log.merkle import inclusion_path, leaf_hash
from delvebook.service.identity.signing import KeyRing, Receipts
from tests.domain.seating import close, sit
from tests.replays.games import GAME, at, bot_choice, lines_of, record_of, to_record
from tests.replays.log.trees import Key, checkpoint_over, entries, nodes

TITLES = {"dungeon-raiders@1": 3, "labyrinth@1": 1}
"""The titles whose records are forged, and the number of seats they are played with."""
OTHER_GAME = UUID("00000000-0000-4000-8000-000000000002")
KEYS = {
    name: KeyRing(json.dumps({"kty": "OKP", "crv": "Ed25519", "x": x, "d": d}))
    for name, x, d in (
        (
            "service",
            "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
            "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
        ),
        (
            "stranger",
            "PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw",
            "TM0Imyj_ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U-4pvs",
        ),
    )
}
"""The keys of RFC 8032, tests 1 and 2; used only in tests."""


class Good(NamedTuple):
    """
    A record that holds.

    Attributes:
        record: The public record of a finished game, its head signed.
        running: The record for seat 0 in the middle of the game.
        receipts: Receipts of the service: for some events, for the head, and one refusal.
        tail: The record of another game.
        legal: By the number of an ActionTaken: the legal actions.
        botted: The public record of a finished game with a bot on the last seat.
    """

    record: bytes
    running: bytes
    receipts: list[str]
    tail: bytes
    legal: dict[int, list[dict[str, Any]]]
    botted: bytes


def play(
    title: str,
    *,
    game: UUID = GAME,
    seed: str = "forged",
    with_bot: bool = False,
    choose: Callable[[Game, int], dict[str, Any]] = bot_choice,
) -> tuple[Game, list[Any], dict[int, list[Any]]]:
    """
    A game played by chance to its end, maybe with a bot on the last seat, in whose name `choose` plays.

    Returns:
        The game, its events, and by the number of an ActionTaken what it could be.
    """
    seats = TITLES[title]
    made = Game.create(
        game, ruleset=get_ruleset(title), options={}, seats=seats, seed=seed_of(seed), by="player:host", at=at(1)
    )
    for seat in range(seats - with_bot):
        sit(made, seat, player=f"p{seat}", at=at(seat + 2))
    if with_bot:
        made.put_bot(seats - 1, bot="greedy@1", by="player:host", at=at(9))
    close(made, at=at(9))
    made.start(by="player:host", at=at(10))
    chance = Tape(seed_of(f"players/{seed}"))
    legal_at: dict[int, list[Any]] = {}
    while made.lifecycle.status == "running":
        seat = chance.choose(made.to_act(), "who")
        legal = made.get_table().legal(seat)
        legal_at[made.stream.version + 1] = copy.deepcopy(legal)
        action = copy.deepcopy(chance.choose(legal, "what"))
        if made.lifecycle.seats[seat].bot is not None:
            action = choose(made, seat)
        made.act(seat, decision=made.get_table().decisions[seat], action=action, at=at(20 + made.stream.version))
    return made, list(made.collect_events()), legal_at


def signer(name: str = "service") -> Receipts:
    return Receipts(KEYS[name])


def receipt_for(line: dict[str, Any], *, by: str = "service") -> str:
    return signer(by).accept(game=line["game"], n=line["n"], hash_=line["hash"], at=line["at"], sub="p0")


def refusal_for(line: dict[str, Any], *, n: int) -> str:
    return signer().refuse(game=line["game"], n=n, code="action/stale", clause=None, at=line["at"], sub="p0")


@cache
def good(title: str) -> Good:
    game, events, legal = play(title)
    record = lines_of(record_of(game, events))
    record[0]["receipt"] = receipt_for(record[-1])
    middle = len(events) // 2
    running = lines_of(record_of(game, events[:middle], seat_viewer(0)))
    running[0]["receipt"] = receipt_for(running[-1])
    kept = [receipt_for(line) for line in (record[3], record[middle], record[-3], record[-1])]
    kept.append(refusal_for(record[1], n=middle))
    other, others, _ = play(title, game=OTHER_GAME, seed="another")
    botted, moves, _ = play(title, with_bot=True)
    return Good(
        to_record(record),
        to_record(running),
        kept,
        record_of(other, others, PUBLIC),
        legal,
        record_of(botted, moves, PUBLIC),
    )


def log_of(
    lines: list[dict[str, Any]],
    *,
    doubled: bool = False,
    signed_by: Key | None = None,
    after: bytes = b"a later game",
    aborted: str = "aborted",
) -> dict[str, Any]:
    """The header's `log`, of a log that has other games before this one and one after it; `aborted` names an abort."""
    header, *events = lines
    game = hidden_id(header["game"])
    names = {**WHAT, "GameAborted": aborted}
    ours = [LogEntry(game, one["n"], one["hash"], names[one["type"]]) for one in events if one["type"] in names]
    ours += ours[-1:] if doubled else []
    found = [*entries(5), *(one.to_bytes() for one in ours), after]
    tree = nodes([leaf_hash(one) for one in found])
    proved = tuple(Proved(5 + i, one, tuple(inclusion_path(5 + i, len(found), tree))) for i, one in enumerate(ours))
    return Inclusion(checkpoint_over(found, signed_by or Key()), proved).to_plain()
