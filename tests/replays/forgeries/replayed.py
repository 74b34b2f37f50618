"""The careful forger: the chain holds, and the game is played again."""

from __future__ import annotations

import copy

from delvebook.domain.canonical import commitment
from delvebook.domain.tape import nonce_commitment
from tests.replays.forgeries.catalogue import forgery
from tests.replays.forgeries.draft import Draft


@forgery("a fact is changed; every hash recomputed", "replay", "replay/facts", chained=True)
def fact_forged(draft: Draft) -> int:
    line, event = draft.with_fact()
    event["data"]["facts"][0]["seat"] = 9
    return line


@forgery("a fact names another clause; every hash recomputed", "replay", "replay/facts", chained=True)
def clause_forged(draft: Draft) -> int:
    line, event = draft.with_fact()
    event["data"]["facts"][0]["clauses"] = ["XX-999"]
    return line


@forgery("a fact is left out; every hash recomputed", "replay", "replay/facts", chained=True)
def fact_left_out(draft: Draft) -> int:
    line, event = draft.with_fact()
    del event["data"]["facts"][0]
    return line


@forgery("the draws are changed; every hash recomputed", "replay", "replay/draws", chained=True)
def draw_forged(draft: Draft) -> int:
    draft.of("GameStarted")["data"]["draws"][0]["count"] += 1
    return draft.line("GameStarted")


@forgery("a state digest is changed; every hash recomputed", "replay", "replay/state", chained=True)
def state_forged(draft: Draft) -> int:
    draft.of("ActionTaken", 2)["data"]["state"] = "0" * 64
    return draft.line("ActionTaken", 2)


@forgery("the scores are changed; every hash recomputed", "replay", "replay/outcome", chained=True)
def outcome_forged(draft: Draft) -> int:
    draft.of("GameFinished")["data"]["outcome"]["scores"][0] = 1_000_000
    return draft.line("GameFinished")


@forgery(
    "the end of the game is left out, and the seed revealed; every hash recomputed",
    "chain",
    "chain/seed",
    chained=True,
)
def finish_left_out(draft: Draft) -> int:
    del draft.lines[draft.where("GameFinished")]
    draft.renumber()
    return draft.line("SeedRevealed")


@forgery("the game ends too early; every hash recomputed", "replay", "replay/outcome", chained=True)
def finished_early(draft: Draft) -> int:
    del draft.lines[draft.where("ActionTaken", 3) : draft.where("GameFinished")]
    draft.renumber()
    return draft.line("GameFinished")


@forgery(
    "a player's nonce and its commitment are changed; every hash recomputed",
    "replay",
    "replay/facts",
    "replay/envelope",
    "replay/draws",
    chained=True,
)
def nonce_forged(draft: Draft) -> int:
    draft.of("NonceRevealed")["data"]["nonce"] = "an unlucky nonce"
    taken = draft.of("SeatTaken")["data"]
    taken["nonce_commitment"] = nonce_commitment(
        game=draft.header["game"], player=taken["player"], nonce="an unlucky nonce"
    )
    return draft.line("GameStarted")


@forgery("a player's nonce is changed, and not its commitment", "chain", "chain/seating", chained=True)
def nonce_not_committed(draft: Draft) -> int:
    draft.of("NonceRevealed")["data"]["nonce"] = "an unlucky nonce"
    return draft.line("NonceRevealed")


@forgery("a commitment to a nonce is changed", "chain", "chain/seating", chained=True)
def commitment_to_nonce_changed(draft: Draft) -> int:
    draft.of("SeatTaken")["data"]["nonce_commitment"] = "0" * 64
    return draft.line("NonceRevealed")


@forgery("a nonce is never shown", "chain", "chain/seating", chained=True)
def nonce_not_shown(draft: Draft) -> int:
    del draft.lines[draft.where("NonceRevealed", -1)]
    draft.renumber()
    return draft.line("GameStarted")


@forgery("a nonce is shown after the start", "chain", "chain/seating", chained=True)
def nonce_shown_after_start(draft: Draft) -> int:
    shown = draft.lines.pop(draft.where("NonceRevealed", -1))
    draft.lines.insert(draft.where("GameStarted") + 1, shown)
    draft.renumber()
    return draft.line("GameStarted")


@forgery("a nonce is shown before the seats are closed", "chain", "chain/seating", chained=True)
def nonce_shown_early(draft: Draft) -> int:
    shown = draft.lines.pop(draft.where("NonceRevealed"))
    shown["at"] = draft.of("SeatsClosed")["at"]
    draft.lines.insert(draft.where("SeatsClosed"), shown)
    draft.renumber()
    return draft.line("NonceRevealed")


@forgery("a nonce is shown twice", "chain", "chain/seating", chained=True)
def nonce_shown_twice(draft: Draft) -> int:
    at = draft.where("NonceRevealed")
    draft.lines.insert(at + 1, copy.deepcopy(draft.lines[at]))
    draft.renumber()
    return at + 2


@forgery("a nonce is shown by somebody else", "chain", "chain/by", chained=True)
def nonce_shown_by_another(draft: Draft) -> int:
    draft.of("NonceRevealed")["by"] = "player:zz"
    return draft.line("NonceRevealed")


@forgery("the seats are never closed", "chain", "chain/seating", chained=True)
def seats_never_closed(draft: Draft) -> int:
    del draft.lines[draft.where("SeatsClosed")]
    draft.renumber()
    return draft.line("NonceRevealed")


@forgery("the seats are closed twice", "chain", "chain/seating", chained=True)
def seats_closed_twice(draft: Draft) -> int:
    at = draft.where("SeatsClosed")
    draft.lines.insert(at + 1, copy.deepcopy(draft.lines[at]))
    draft.renumber()
    return at + 2


@forgery("a player commits anew after the seats are closed", "chain", "chain/seating", chained=True)
def committed_anew(draft: Draft) -> int:
    anew = copy.deepcopy(draft.of("SeatTaken"))
    anew["at"] = draft.of("SeatsClosed")["at"]
    draft.lines.insert(draft.where("SeatsClosed") + 1, anew)
    draft.renumber()
    return draft.line("SeatsClosed") + 1


@forgery("a player leaves after the seats are closed", "chain", "chain/seating", chained=True)
def left_after_closing(draft: Draft) -> int:
    left = copy.deepcopy(draft.of("SeatsClosed"))
    left |= {"type": "SeatLeft", "by": draft.of("SeatTaken")["by"], "data": {"seat": 0}}
    draft.lines.insert(draft.where("SeatsClosed") + 1, left)
    draft.renumber()
    return draft.line("SeatLeft")


@forgery("the deadline for nonces is taken away", "chain", "chain/seating", chained=True)
def no_deadline(draft: Draft) -> int:
    draft.of("SeatsClosed")["data"]["deadline"] = None
    return draft.line("SeatsClosed")


@forgery("the deadline for nonces is over as it is set", "chain", "chain/seating", chained=True)
def deadline_over(draft: Draft) -> int:
    draft.of("SeatsClosed")["data"]["deadline"] = "2025-12-31T00:00:00.000000Z"
    return draft.line("SeatsClosed")


@forgery("a seat is taken with a nonce in place of a commitment", "chain", "chain/shape", chained=True)
def nonce_in_place_of_commitment(draft: Draft) -> int:
    taken = draft.of("SeatTaken")["data"]
    del taken["nonce_commitment"]
    taken["nonce"] = "luck"
    return draft.line("SeatTaken")


@forgery("a seat is taken with a nonce and with a commitment", "chain", "chain/member", chained=True)
def both_nonce_and_commitment(draft: Draft) -> int:
    draft.of("SeatTaken")["data"]["nonce"] = "luck"
    return draft.line("SeatTaken")


def _withheld(draft: Draft, *, at: str, seats: list[int], kept: int) -> int:
    """Cuts the game before the start, with this many nonces shown, and lets the clock end it."""
    seat_count = draft.lines[1]["data"]["seats"]
    del draft.lines[draft.where("NonceRevealed") + min(kept, seat_count) :]
    draft.add("GameAborted", {"reason": "nonce_withheld", "seats": seats}, by="clock")
    draft.lines[-1]["at"] = at
    draft.header["viewer"] = "spectator"
    return len(draft.lines)


LATER = "2026-01-02T00:00:00.000000Z"


@forgery("the clock ends a game although every nonce is shown", "chain", "chain/abort", chained=True)
def withheld_by_nobody(draft: Draft) -> int:
    return _withheld(draft, at=LATER, seats=[0], kept=99)


@forgery("the clock ends a game for a nonce before the deadline", "chain", "chain/abort", chained=True)
def withheld_too_early(draft: Draft) -> int:
    seats = list(range(draft.lines[1]["data"]["seats"]))
    return _withheld(draft, at=draft.of("SeatsClosed")["at"], seats=seats, kept=0)


@forgery("the clock blames no seat for a nonce", "chain", "chain/abort", chained=True)
def withheld_by_none_named(draft: Draft) -> int:
    return _withheld(draft, at=LATER, seats=[], kept=0)


@forgery("a player's abort is made to look like a withheld nonce", "chain", "chain/abort", chained=True)
def withheld_in_a_players_name(draft: Draft) -> int:
    line = _withheld(draft, at=LATER, seats=[0], kept=0)
    draft.lines[-1]["by"] = "player:host"
    return line


@forgery(
    "seed and commitment are swapped together; every hash recomputed",
    "replay",
    "replay/facts",
    "replay/envelope",
    chained=True,
)
def seed_and_commitment_swapped(draft: Draft) -> int:
    draft.of("SeedRevealed")["data"]["seed"] = "00" * 32
    draft.of("GameCreated")["data"]["commitment"] = commitment(bytes(32))
    return draft.line("GameStarted")


@forgery(
    "an option is set that the ruleset does not have; every hash recomputed", "replay", "replay/options", chained=True
)
def option_forged(draft: Draft) -> int:
    draft.of("GameCreated")["data"]["options"]["cheat"] = True
    return 2


@forgery(
    "the ruleset's version is one that does not exist; every hash recomputed", "replay", "replay/ruleset", chained=True
)
def ruleset_version_forged(draft: Draft) -> int:
    forged = draft.header["ruleset"].replace("@1", "@999")
    draft.header["ruleset"] = draft.of("GameCreated")["data"]["ruleset"] = forged
    return 2


@forgery("the ruleset is one that does not exist; every hash recomputed", "replay", "replay/ruleset", chained=True)
def ruleset_forged(draft: Draft) -> int:
    draft.header["ruleset"] = draft.of("GameCreated")["data"]["ruleset"] = "poker@1"
    return 2


@forgery("the digest of the content data is changed; every hash recomputed", "replay", "replay/content", chained=True)
def content_forged(draft: Draft) -> int:
    draft.header["content"] = draft.of("GameCreated")["data"]["content"] = "0" * 64
    return 2


@forgery(
    "a seat that the game does not have is named as the actor; every hash recomputed", "chain", "chain/by", chained=True
)
def actor_forged(draft: Draft) -> int:
    draft.of("ActionTaken", 2)["by"] = "seat:9"
    return draft.line("ActionTaken", 2)


@forgery("a seat that the game does not have acts; every hash recomputed", "chain", "chain/by", chained=True)
def seat_forged(draft: Draft) -> int:
    draft.of("ActionTaken", 2)["data"]["seat"] = 9
    draft.of("ActionTaken", 2)["by"] = "seat:9"
    return draft.line("ActionTaken", 2)


@forgery(
    "an action answers a decision that was open before; every hash recomputed", "replay", "replay/stale", chained=True
)
def decision_stale(draft: Draft) -> int:
    event = draft.of("ActionTaken", 3)
    event["data"]["decision"] = 1
    return draft.line("ActionTaken", 3)


@forgery(
    "the last action is repeated, and what follows renumbered; every hash recomputed",
    "replay",
    "replay/stale",
    "replay/not_owed",
    "replay/event",
    chained=True,
)
def action_repeated(draft: Draft) -> int:
    line = draft.line("ActionTaken", -1)
    draft.lines.insert(line, copy.deepcopy(draft.lines[line - 1]))
    draft.renumber()
    return line + 1


@forgery("the rules forbid the action; every hash recomputed", "replay", "replay/illegal", chained=True)
def action_illegal(draft: Draft) -> int:
    taken = [draft.action_of(line) for line in draft.lines if line.get("type") == "ActionTaken"]
    for number, line in enumerate(draft.lines, 1):
        if line.get("type") != "ActionTaken":
            continue
        legal = draft.good.legal[line["n"]]
        here = draft.action_of(line)
        for other in taken:
            if other not in legal and other["type"] == here["type"]:
                draft.put_action(number, copy.deepcopy(other))
                return number
    raise AssertionError("every action of the game was legal all the time")


@forgery(
    "the action is replaced by another legal one; every hash recomputed",
    "replay",
    "replay/action",
    "replay/facts",
    "replay/state",
    "replay/envelope",
    "replay/draws",
    "replay/opening",
    chained=True,
)
def action_exchanged(draft: Draft) -> int:
    for number, line in enumerate(draft.lines, 1):
        if line.get("type") == "ActionTaken" and len(draft.good.legal[line["n"]]) > 1:
            here = draft.action_of(line)
            other = next(one for one in draft.good.legal[line["n"]] if one != here and one["type"] == here["type"])
            draft.put_action(number, copy.deepcopy(other))
            return number
    raise AssertionError("there was never a choice")


@forgery(
    "the action is of a type that the ruleset does not have; every hash recomputed",
    "replay",
    "replay/malformed_action",
    chained=True,
)
def action_of_no_kind(draft: Draft) -> int:
    line = draft.line("ActionTaken", 2)
    draft.put_action(line, {"type": "win_at_once"})
    return line


@forgery(
    "two cards of the shuffled deck are swapped before they are sealed; every hash recomputed",
    "replay",
    "replay/envelope",
    chained=True,
)
def shuffle_exchanged(draft: Draft) -> int:
    number = draft.line("GameStarted")
    sealed = draft.lines[number - 1]["sealed"]
    by_zone: dict[str, list[int]] = {}
    for i, envelope in enumerate(sealed):
        if "item" in envelope["content"]:
            by_zone.setdefault(envelope["content"]["zone"], []).append(i)
    left, right = next(
        (zone[0], i)
        for zone in by_zone.values()
        for i in zone
        if sealed[i]["content"]["item"] != sealed[zone[0]]["content"]["item"]
    )
    one, other = sealed[left]["content"], sealed[right]["content"]
    one["item"], other["item"] = other["item"], one["item"]
    draft.reseal(number, left)
    draft.reseal(number, right)
    return number


@forgery(
    "an envelope is sealed with a salt that is not derived from the seed; every hash recomputed",
    "replay",
    "replay/envelope",
    chained=True,
)
def envelope_resalted_in_the_chain(draft: Draft) -> int:
    line, event = draft.with_envelope()
    event["sealed"][0]["salt"] = "0" * 32
    draft.reseal(line, 0)
    return line


@forgery("a hidden card is sealed for a seat; every hash recomputed", "replay", "replay/envelope", chained=True)
def audience_forged(draft: Draft) -> int:
    line, event = draft.with_envelope()
    event["sealed"][0]["for"] = ["seat:0"] if event["sealed"][0]["for"] == ["arbiter"] else ["arbiter"]
    return line
