"""Every forgery that is noted, and the record that it makes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from delvebook.replays.receipts import PublicKeys
from delvebook.replays.report import LevelName, Report
from delvebook.replays.verify import LEVELS, USUAL_LEVELS, verify
from tests.replays.forgeries.draft import Draft, Forge
from tests.replays.forgeries.records import good, log_of
from tests.replays.games import lines_of, rechained, to_record
from tests.replays.log.trees import Key


class Forgery(NamedTuple):
    """
    A kind of tampering.

    Attributes:
        name: Its name.
        does: The change.
        level: The weakest level that finds it.
        codes: The codes of the finding; more than one if that depends on the title.
        forge: Does it; returns the line on which it must be found, None if on no line.
        is_chained: Whether every hash is recomputed, so that the chain holds.
        is_vouched: Whether receipts are given with the record.
        is_running: Whether the record is that of seat 0 in the middle of the game.
        is_appended: Whether it only adds events after the last one, which no receipt contradicts.
        is_logged: Whether the header has proofs of the log of games, and the log's key is given.
        is_botted: Whether the record is that of a game with a bot, and bots are asked again, too.
    """

    name: str
    does: str
    level: LevelName
    codes: tuple[str, ...]
    forge: Forge
    is_chained: bool
    is_vouched: bool
    is_running: bool
    is_appended: bool
    is_logged: bool
    is_botted: bool


NOTED: dict[str, Forgery] = {}


def forgery(
    does: str,
    level: LevelName,
    *codes: str,
    chained: bool = False,
    vouched: bool = False,
    running: bool = False,
    appended: bool = False,
    logged: bool = False,
    botted: bool = False,
) -> Callable[[Forge], Forge]:
    def note(forge: Forge) -> Forge:
        name = forge.__name__.replace("_", " ").strip()
        NOTED[name] = Forgery(name, does, level, codes, forge, chained, vouched, running, appended, logged, botted)
        return forge

    return note


class Forged(NamedTuple):
    """A forged record, the receipts and keys given with it, and the line on which the forgery must be found."""

    record: bytes
    receipts: list[str]
    keys: dict[str, Any]
    line: int | None
    is_logged: bool = False
    checkpoint: str | None = None
    is_botted: bool = False

    def verify(self) -> Report:
        return verify(
            self.record,
            levels=LEVELS if self.is_botted else USUAL_LEVELS,
            receipts=self.receipts,
            keys=PublicKeys(self.keys),
            checkpoint=self.checkpoint,
            log_keys=[Key().verifier] if self.is_logged else [],
        )


@cache
def forge(name: str, title: str) -> Forged:
    one = NOTED[name]
    source = good(title)
    whole = source.botted if one.is_botted else source.record
    draft = Draft(source, lines_of(source.running if one.is_running else whole))
    if one.is_vouched:
        draft.receipts = list(source.receipts)
    if one.is_logged:
        draft.header["log"] = log_of(draft.lines)
    if one.is_chained:
        draft.header["receipt"] = None
    line = one.forge(draft)
    made = draft.raw or (rechained(draft.lines) if one.is_chained else to_record(draft.lines))
    return Forged(made, draft.receipts, draft.keys, line, one.is_logged, draft.checkpoint, one.is_botted)
