"""The careful forger recomputes every hash, and the chain still tells."""

from __future__ import annotations

import copy

from tests.replays.forgeries.catalogue import forgery
from tests.replays.forgeries.draft import Draft, Forge
from tests.replays.forgeries.records import OTHER_GAME
from tests.replays.games import at, lines_of

# -- the careful forger, where the chain still tells ---------------------------------------------------------


@forgery("an event is dated before the one before it; every hash recomputed", "chain", "chain/at", chained=True)
def time_moved_backwards(draft: Draft) -> int:
    draft.of("ActionTaken", 2)["at"] = at(0)
    return draft.line("ActionTaken", 2)


@forgery("one event is of another game; every hash recomputed", "chain", "chain/game", chained=True)
def game_of_one_event_changed(draft: Draft) -> int:
    draft.of("ActionTaken", 2)["game"] = str(OTHER_GAME)
    return draft.line("ActionTaken", 2)


@forgery("the numbers skip one; every hash recomputed", "chain", "chain/gap", chained=True)
def number_skipped(draft: Draft) -> int:
    line = draft.line("ActionTaken", 2)
    for event in draft.lines[line - 1 :]:
        event["n"] += 1
    return line


@forgery("the game is created twice; every hash recomputed", "chain", "chain/type", chained=True)
def created_twice(draft: Draft) -> int:
    draft.lines[2] = {**copy.deepcopy(draft.lines[1]), "n": 2, "at": draft.lines[2]["at"]}
    return 3


@forgery(
    "the revealed seed is not the one committed to; every hash recomputed", "chain", "chain/commitment", chained=True
)
def seed_swapped(draft: Draft) -> int:
    draft.of("SeedRevealed")["data"]["seed"] = "0" * 64
    return draft.line("SeedRevealed")


@forgery("the event that reveals the seed is left out; every hash recomputed", "chain", "chain/seed", chained=True)
def seed_withheld(draft: Draft) -> int:
    del draft.lines[draft.where("SeedRevealed")]
    return draft.line("GameFinished") + 1


@forgery(
    "the seed is cut off a finished game, and the header says that it is an arbiter's record; every hash recomputed",
    "chain",
    "chain/seed",
    chained=True,
)
def seed_withheld_from_an_arbiter(draft: Draft) -> int:
    draft.header["viewer"] = "arbiter"
    return seed_withheld(draft)


@forgery(
    "the seed is cut off a finished game, and its record closed as for a spectator; every hash recomputed",
    "chain",
    "chain/seed",
    chained=True,
)
def seed_withheld_from_a_spectator(draft: Draft) -> int:
    draft.header["viewer"] = "spectator"
    draft.close()
    return seed_withheld(draft)


@forgery(
    "the seed is cut off a finished game, and a seat's record shows only that seat's envelopes; every hash recomputed",
    "chain",
    "chain/seed",
    chained=True,
)
def seed_withheld_from_a_seat(draft: Draft) -> int:
    draft.header["viewer"] = "seat:0"
    draft.close(but="seat:0")
    return seed_withheld(draft)


@forgery("the header of a running game's record says that it is public", "chain", "chain/viewer", running=True)
def public_before_the_end(draft: Draft) -> int:
    # The game has no SeedRevealed, so its envelopes were opened with a seed from elsewhere.
    draft.lines = [copy.deepcopy(line) for line in lines_of(draft.good.record)[: len(draft.lines)]]
    draft.header.update(head={key: draft.lines[-1][key] for key in ("n", "hash")}, receipt=None)
    return 1


@forgery(
    "another event comes between the end of the game and its seed; every hash recomputed",
    "chain",
    "chain/seed",
    chained=True,
)
def seed_delayed(draft: Draft) -> int:
    line = draft.line("SeedRevealed")
    claim = {"seat": 0, "event": 3, "claim": "wait", "receipts": [], "record": None}
    draft.add("DisputeOpened", claim, by="player:p0", before=line)
    return line


@forgery("the seed is revealed twice; every hash recomputed", "chain", "chain/seed", chained=True)
def seed_revealed_twice(draft: Draft) -> int:
    draft.add("SeedRevealed", dict(draft.of("SeedRevealed")["data"]), by="service")
    return len(draft.lines)


@forgery(
    "a game is cut in the middle and broken off, and its seed kept back; every hash recomputed",
    "chain",
    "chain/seed",
    chained=True,
    running=True,
)
def cut_and_aborted_without_the_seed(draft: Draft) -> int:
    draft.add("GameAborted", {"reason": "a fire"}, by="arbiter:zz")
    return len(draft.lines) + 1


# -- the careful forger: after the end -------------------------------------------------------------------------


@forgery("an action is taken after the end; every hash recomputed", "chain", "chain/after_end", chained=True)
def action_after_the_end(draft: Draft) -> int:
    last = draft.of("ActionTaken", -1)
    draft.add("ActionTaken", copy.deepcopy(last["data"]), by=last["by"])
    return len(draft.lines)


@forgery("a seat is replaced after the end; every hash recomputed", "chain", "chain/after_end", chained=True)
def seat_replaced_after_the_end(draft: Draft) -> int:
    data = {"seat": 0, "player": "p0", "bot": "random@1", "reason": "deadline"}
    draft.add("SeatReplaced", data, by="clock")
    return len(draft.lines)


@forgery("a finished game is broken off; every hash recomputed", "chain", "chain/after_end", chained=True)
def aborted_after_the_end(draft: Draft) -> int:
    draft.add("GameAborted", {"reason": "p0 must not win"}, by="arbiter:zz")
    return len(draft.lines)


@forgery("a finished game ends once more; every hash recomputed", "chain", "chain/after_end", chained=True)
def finished_twice(draft: Draft) -> int:
    draft.add("GameFinished", copy.deepcopy(draft.of("GameFinished")["data"]), by="service")
    return len(draft.lines)


# -- the careful forger: who made an event, and what it holds --------------------------------------------------


def names(by: str) -> Forge:
    """Names another maker of an action."""

    def change(draft: Draft) -> int:
        event = draft.of("ActionTaken", 2)
        event["by"] = by if by != "seat" else f"seat:{event['data']['seat'] + 1}"
        return draft.line("ActionTaken", 2)

    change.__name__ = f"action_by_{'another_seat' if by == 'seat' else by.partition(':')[0]}"
    return change


for _maker, _words in {
    "clock": "the clock",
    "service": "the service",
    "arbiter:zz": "an arbiter",
    "player:zz": "a player",
    "seat": "another seat",
}.items():
    _does = f"{_words} is named as the one who acts; every hash recomputed"
    forgery(_does, "chain", "chain/by", chained=True)(names(_maker))


@forgery("a player is named as the one who ends the game; every hash recomputed", "chain", "chain/by", chained=True)
def end_by_a_player(draft: Draft) -> int:
    draft.of("GameFinished")["by"] = "player:p0"
    return draft.line("GameFinished")


@forgery("the clock is named as the one who starts the game; every hash recomputed", "chain", "chain/by", chained=True)
def start_by_the_clock(draft: Draft) -> int:
    draft.of("GameStarted")["by"] = "clock"
    return draft.line("GameStarted")


@forgery("a seat is taken for somebody by another player; every hash recomputed", "chain", "chain/by", chained=True)
def seat_taken_for_another(draft: Draft) -> int:
    draft.of("SeatTaken")["by"] = "player:zz"
    return draft.line("SeatTaken")


@forgery(
    "a member that is not declared is added to the first event; every hash recomputed",
    "chain",
    "chain/member",
    chained=True,
)
def free_member(draft: Draft) -> int:
    draft.of("GameCreated")["data"]["endorsed_by"] = "the federation"
    return 2


@forgery(
    "a member that is not declared is added to an action; every hash recomputed", "chain", "chain/member", chained=True
)
def free_member_of_an_action(draft: Draft) -> int:
    draft.of("ActionTaken", 2)["data"]["comment"] = "brilliant"
    return draft.line("ActionTaken", 2)


@forgery(
    "a member that is not declared is added to the event that reveals the seed; every hash recomputed",
    "chain",
    "chain/member",
    chained=True,
)
def free_member_of_the_seed(draft: Draft) -> int:
    draft.of("SeedRevealed")["data"]["checked"] = True
    return draft.line("SeedRevealed")
