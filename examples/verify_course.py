"""
What may come when in a game, by whom, and with which values: a part of `verify_chain.py`, which is the program.

It follows the seats, the nonces and the disputes of a game, and knows nothing of hashes and envelopes.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

Event = dict[str, Any]
Kind = Callable[[Any], bool]


class Wrong(ValueError):
    """Something in the record does not hold, on this line if it is not the one being read."""

    def __init__(self, why: str, line: int | None = None) -> None:
        super().__init__(why)
        self.line = line


def need(is_so: object, why: str, line: int | None = None) -> None:
    if not is_so:
        raise Wrong(why, line)


def digest(value: object) -> str:
    # Keys are ASCII and there are no floats, so sorted keys without white space give the RFC 8785 form.
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


# -- kinds of values -----------------------------------------------------------------------------------


def matches(pattern: str) -> Kind:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def word(*words: str) -> Kind:
    return lambda value: isinstance(value, str) and value in words


def number(least: int, most: int = 2**53) -> Kind:
    return lambda value: type(value) is int and least <= value <= most


def or_null(kind: Kind) -> Kind:
    return lambda value: value is None or kind(value)


def list_of(kind: Kind, most: int = 2**53) -> Kind:
    return lambda value: isinstance(value, list) and len(value) <= most and all(map(kind, value))


def either(*kinds: Kind) -> Kind:
    return lambda value: any(kind(value) for kind in kinds)


def members(needed: dict[str, Kind], optional: dict[str, Kind] | None = None) -> Kind:
    known = needed | (optional or {})

    def fits(value: Any) -> bool:
        is_closed = isinstance(value, dict) and needed.keys() <= value.keys() <= known.keys()
        return is_closed and all(known[key](item) for key, item in value.items())

    return fits


def is_time(value: Any) -> bool:
    try:
        pattern = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z"
        return matches(pattern)(value) and bool(datetime.fromisoformat(value[:-1]))
    except ValueError:
        return False


def is_object(value: Any) -> bool:
    return isinstance(value, dict)


def is_fact(value: Any) -> bool:
    return is_object(value) and TEXT(value.get("type")) and list_of(TEXT)(value.get("clauses"))


ID = "[A-Za-z0-9._-]{1,64}"
SEAT_NAME = "seat:(0|[1-9][0-9]?)"
TEXT, NUMBER, INDEX, SEAT = matches("(?s:.*)"), number(1), number(0), number(0, 99)
HEX64, SALT, PROGRAM = matches("[0-9a-f]{64}"), matches("[0-9a-f]{32}"), matches(ID + "@[1-9][0-9]{0,5}")
GAME = matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
RULESET = matches("[a-z0-9]+(-[a-z0-9]+)*@[1-9][0-9]{0,5}")
EXPIRY = either(
    members({"kind": word("bot", "forfeit"), "bot": PROGRAM}),
    members({"kind": word("default_action")}),
)
CLOCK = either(
    members({"kind": word("per_decision"), "seconds": NUMBER, "on_expiry": EXPIRY}),
    members({"kind": word("budget"), "seconds": NUMBER, "increment": INDEX, "on_expiry": EXPIRY}),
    members({"kind": word("days"), "days": NUMBER, "on_expiry": EXPIRY}),
)
REMEDY = either(
    members({"type": word("annul")}),
    members({"type": word("adjudicate"), "ranking": list_of(list_of(SEAT))}),
    members({"type": word("resume"), "event": NUMBER, "ruleset": RULESET, "game": GAME}),
)
ORIGIN = {"game": GAME, "n": NUMBER, "hash": HEX64}
KINDS: dict[str, Kind] = {
    "id": matches(ID),
    "id-": or_null(matches(ID)),
    "action": lambda value: is_object(value) and TEXT(value.get("type")),
    "clock-": or_null(CLOCK),
    "delay": members({"actions": NUMBER}),
    "draws": list_of(members({"what": TEXT, "from": INDEX, "count": NUMBER})),
    "facts": list_of(is_fact),
    "game": GAME,
    "resigned_reason": word("resigned", "deadline"),
    "hex64": HEX64,
    "hex64-": or_null(HEX64),
    "nonce": lambda value: TEXT(value) and 16 <= len(value) <= 64,
    "number": NUMBER,
    "object": is_object,
    "parent": either(members(ORIGIN, {"as": matches(SEAT_NAME)}), members(ORIGIN, {"ruling": NUMBER})),
    "program-": or_null(PROGRAM),
    "own_record-": or_null(members({"sha256": HEX64, "n": NUMBER, "hash": HEX64, "event": or_null(NUMBER)})),
    "remedy-": or_null(REMEDY),
    "replaced_reason": word("deadline", "left", "handed over", "absent", "returned"),
    "reserved": list_of(or_null(matches(ID))),
    "ruleset": RULESET,
    "seat": SEAT,
    "seat-": or_null(SEAT),
    "seats": list_of(SEAT),
    "seat_count": number(1, 100),
    "text": TEXT,
    "texts": list_of(TEXT),
    "time-": or_null(is_time),
    "truth": lambda value: type(value) is bool,
    "verdict": word("upheld", "dismissed"),
    "visibility": word("public", "unlisted", "private"),
}
# Each type of event: who may make it (`*` marks those that may follow the end), and the members of its data with their
# kinds. A kind with `-` may be null, and a member with `?` may be missing.
DECLARED = """
GameCreated player|arbiter|service ruleset:ruleset content:hex64 options:object seats:seat_count commitment:hex64 \
creator?:id clock?:clock- visibility?:visibility parent?:parent reserved?:reserved rematch_of?:game \
spectator_delay?:delay hints?:truth
SeatTaken player|service|arbiter seat:seat player:id- bot:program- nonce_commitment:hex64-
SeatLeft player|arbiter seat:seat
SeatsClosed service deadline:time-
NonceRevealed player seat:seat nonce:nonce
GameStarted player|arbiter|service facts:facts draws?:draws state:hex64
ActionTaken seat seat:seat decision:number action:action facts:facts draws?:draws state:hex64
SeatReplaced clock|seat|player seat:seat player:id bot:program- reason:replaced_reason
SeatResigned clock|seat seat:seat bot:program- reason:resigned_reason
TimeExpired clock seat:seat decision:number
EndProposed seat seat:seat of:seats
EndAnswered seat seat:seat proposed:number agrees:truth
TakeBackAsked seat seat:seat action:number of:seats
TakeBackAnswered seat seat:seat asked:number agrees:truth
ActionTakenBack seat|service seat:seat action:number state:hex64
DisputeOpened player|* seat:seat- event:number claim:text receipts:texts record:own_record-
DisputeFindingAttached service|* dispute:number finding:object
DisputeRuled arbiter|* dispute:number verdict:verdict remedy:remedy- reason:text
DisputeAppealed player|* dispute:number reason:text
DisputeWithdrawn player|* dispute:number
DisputeClockResumed clock dispute:number
GameFinished service outcome:object
GameAborted player|arbiter|service|clock reason:text seats?:seats resumed_by?:game
SeedRevealed service|* seed:hex64
"""
BEFORE_START = {"SeatTaken", "SeatLeft", "SeatsClosed", "NonceRevealed", "GameStarted"}
PLAYED = {"ActionTaken", "ActionTakenBack", "SeatReplaced", "SeatResigned", "TimeExpired", "GameFinished"}
PLAYED |= {"EndProposed", "EndAnswered", "TakeBackAsked", "TakeBackAnswered"}


def declared(line: str) -> tuple[str, tuple[list[str], Kind]]:
    name, makers, *fields = line.split()
    pairs = [field.split(":") for field in fields]
    needed = {member: KINDS[kind] for member, kind in pairs if not member.endswith("?")}
    optional = {member.rstrip("?"): KINDS[kind] for member, kind in pairs if member.endswith("?")}
    return name, (makers.split("|"), members(needed, optional))


TYPES = dict(map(declared, DECLARED.strip().splitlines()))


# -- what may come when, and by whom -------------------------------------------------------------------


class Course:
    """The course of a game: its seats, nonces and disputes, and whether it is open, running or over."""

    def __init__(self, game: str) -> None:
        self.game, self.terms = game, Event()
        self.phase = "open"  # then running, over
        self.seats: dict[int, Event] = {}
        self.sat: set[str] = set()
        self.removed: set[str] = set()
        self.disputes: dict[int, Event] = {}
        self.due: str | None = None
        self.is_closed = self.is_shown = self.is_revealed = False
        self.must: tuple[str, Event] | None = None  # What must follow at once.
        self.last: tuple[str, Event] = ("", {})

    def follow(self, event: Event) -> None:
        n, type_, by, data = event["n"], event["type"], event["by"], event["data"]
        if self.must is not None:
            what, has = self.must
            need(type_ == what and has.items() <= (data | {"by": by}).items(), f"{what} must follow at once")
        self.must = None
        if type_ in TYPES:
            makers, fits = TYPES[type_]
            self.author, _, self.name = by.partition(":")
            need(self.author in makers, f"{type_} must be by {' or '.join(makers)}")
            need(fits(data), f"the data of {type_} is not in the required form")
            need(self.author != "seat" or by == f"seat:{data['seat']}", f"it is by {by}, but of another seat")
            if type_ == "GameCreated":
                self.create(data)
            else:
                named = [data.get("seat") or 0, *data.get("of", ()), *data.get("seats", ())]
                need(all(seat < self.terms["seats"] for seat in named), "the game has no such seat")
            need(self.is_time_for(type_), f"{type_} cannot come here")
            if type_ in CHECKS:
                CHECKS[type_](self, data, n, event["at"])
        self.last = (type_, data)

    def is_time_for(self, type_: str) -> bool:
        is_in_time = self.phase != "over" or "*" in TYPES[type_][0]
        is_in_time = is_in_time and (self.phase == "open" or type_ not in BEFORE_START)
        is_in_time = is_in_time and (self.phase == "running" or type_ not in PLAYED)
        is_in_time = is_in_time and (self.phase == "over" or type_ != "SeedRevealed")
        return is_in_time and not (self.is_closed and type_ in ("SeatTaken", "SeatLeft", "SeatsClosed"))

    def create(self, data: Event) -> None:
        self.terms = data
        self.is_resumed = "ruling" in data.get("parent", {})
        self.creator = None if self.is_resumed else data.get("creator")
        is_right = self.author == ("arbiter" if self.is_resumed else "player") and self.name == data.get("creator")
        is_services = self.author == "service" and not self.is_resumed and "creator" not in data
        need(is_right or is_services, "the game is not by its creator")
        self.reserved: list[str | None] | None = data.get("reserved")
        need((self.reserved is not None) == (self.is_resumed or "rematch_of" in data), "seats are reserved otherwise")
        if self.reserved is not None:
            accounts = [one for one in self.reserved if one is not None]
            need(len(self.reserved) == data["seats"], "not every seat is reserved for somebody or nobody")
            need(len(set(accounts)) == len(accounts), "two seats are reserved for one account")
            need(self.author != "arbiter" or self.is_official(), "a seat is kept for the arbiter")
        parent = data.get("parent", {})
        need(parent.get("game") != self.game, "the game is a fork of itself")
        need("ruling" not in parent or parent["n"] < parent["ruling"], "the ruling is before the event it names")
        kept = parent.get("as")
        need(kept is None or int(kept[5:]) < data["seats"], "the parent is seen by no such seat")
        self.expiry = (data.get("clock") or {"on_expiry": {"kind": None}})["on_expiry"]

    def is_creator(self) -> bool:
        return self.author == "player" and bool(self.name == self.creator)

    def is_official(self) -> bool:
        """Returns whether an arbiter acts who has, had and is kept no seat in the game."""
        return self.author == "arbiter" and self.name not in self.sat | set(self.reserved or ())

    def is_player(self, seat: int) -> bool:
        return self.author == "player" and seat in self.seats and bool(self.seats[seat]["player"] == self.name)

    def keeper(self, seat: int) -> str | None:
        """Returns the account for which the seat is reserved."""
        return None if self.reserved is None else self.reserved[seat]

    def owing(self) -> list[int]:
        return sorted(seat for seat, one in self.seats.items() if one["nonce_commitment"] is not None)

    def take_seat(self, data: Event, n: int, at: str) -> None:
        seat, player = data["seat"], data["player"]
        need(seat not in self.seats, "the seat is taken")
        need((player is None) != (data["bot"] is None), "a seat is taken by a player or by a bot")
        if player is None:
            is_services = "creator" not in self.terms or (self.is_resumed and self.keeper(seat) is None)
            is_judges = self.is_resumed and self.keeper(seat) is not None
            may = {"player": self.is_creator(), "service": is_services, "arbiter": is_judges and self.is_official()}
            need(may[self.author], "the bot is put there by somebody who may not")
            need(data["nonce_commitment"] is None, "a bot commits to no nonce")
        else:
            need(self.author == "player" and self.name == player, "the seat is taken for somebody else")
            need(all(one["player"] != player for one in self.seats.values()), "the player has a seat already")
            need(player not in self.removed, "the player was removed from the game")
            need(self.keeper(seat) in (None, player), "the seat is reserved for somebody else")
            self.sat.add(player)
        self.seats[seat] = dict(data, has_resigned=False)
        if len(self.seats) == self.terms["seats"]:
            self.must = ("SeatsClosed", {})

    def leave_seat(self, data: Event, n: int, at: str) -> None:
        seat = data["seat"]
        need(seat in self.seats, "nobody sits there")
        player = self.seats[seat]["player"]
        if self.author == "arbiter":
            need(
                self.is_official() and self.is_resumed and self.keeper(seat) is not None and player is None,
                "an official removes a fork's bots alone",
            )
        else:
            need(self.is_player(seat) or self.is_creator(), "the seat is freed by somebody who may not")
            if player not in (None, self.name):
                self.removed.add(player)
        del self.seats[seat]

    def close_seats(self, data: Event, n: int, at: str) -> None:
        need(self.last[0] == "SeatTaken" and len(self.seats) == self.terms["seats"], "the seats cannot be closed here")
        self.due, self.is_closed = data["deadline"], True
        need((self.due is not None) == bool(self.owing()), "there is a deadline if, and only if, a seat has committed")
        need(self.due is None or self.due > at, "the deadline is over already")

    def show_nonce(self, data: Event, n: int, at: str) -> None:
        need(
            self.is_closed and self.is_player(data["seat"]), "the nonce is not shown by the seat's player, or too soon"
        )
        one = self.seats[data["seat"]]
        promised = digest([self.game, one["player"], data["nonce"]])
        need(promised == one["nonce_commitment"], "this is not a nonce that its player committed to, and still owes")
        need(self.due is not None and at <= self.due, "the nonce is shown after the deadline")
        one["nonce_commitment"], self.is_shown = None, True

    def start(self, data: Event, n: int, at: str) -> None:
        need(self.is_closed and not self.owing(), "not every seat is taken and every nonce shown")
        is_empty = all(one["player"] is None for one in self.seats.values())
        is_one_of_them = any(map(self.is_player, self.seats)) or self.is_creator()
        may = {"player": is_one_of_them, "service": is_empty, "arbiter": self.is_resumed and self.is_official()}
        need(may[self.author], "the game is started by somebody who may not")
        self.phase = "running"

    def replace(self, data: Event, n: int, at: str) -> None:
        seat, bot, reason = data["seat"], data["bot"], data["reason"]
        one = self.seats[seat]
        need(data["player"] == one["player"], "the seat belongs to another account")
        need((bot is None) == (one["bot"] is not None), "no bot can take over from a bot, nor a player from a player")
        need((bot is None) == (reason == "returned"), "only a player who returns replaces a bot")
        need(bot is not None or not one["has_resigned"], "the seat was given up")
        others = [two for other, two in self.seats.items() if other != seat and self.is_player(other)]
        is_other = any(two["bot"] is None and not two["has_resigned"] for two in others)
        may = {
            "deadline": self.author == "clock" and self.expiry == {"kind": "bot", "bot": bot},
            "left": self.is_player(seat),
            "handed over": self.author == "seat",
            "absent": is_other and self.expiry["kind"] is None,
            "returned": self.is_player(seat),
        }
        need(may[reason], f"the seat is not replaced so ({reason})")
        one["bot"] = bot

    def resign(self, data: Event, n: int, at: str) -> None:
        one = self.seats[data["seat"]]
        need(one["player"] is not None and not one["has_resigned"], "nobody is there who could give the seat up")
        is_forfeit = self.author == "clock" and self.expiry["kind"] == "forfeit"
        need(self.author == "seat" if data["reason"] == "resigned" else is_forfeit, "the seat is not given up so")
        one["bot"], one["has_resigned"] = data["bot"], True
        if data["bot"] is None:
            self.must = ("GameFinished", {})

    def expire(self, data: Event, n: int, at: str) -> None:
        need(self.expiry["kind"] == "default_action", "the clock decides for nobody here")
        self.must = ("ActionTaken", {"seat": data["seat"], "decision": data["decision"]})

    def claim(self, data: Event, n: int, at: str) -> None:
        need(self.name in self.sat, "the claim is of somebody who never sat in the game")
        own = next((seat for seat in self.seats if self.is_player(seat)), None)
        need(data["seat"] == own, "this is not the claimant's seat")
        need(data["event"] < n, "the disputed event is not an earlier one")
        for other in self.disputes.values():
            need(other["by"] != self.name or other["status"] not in ("open", "appealed"), "another claim is undecided")
            need((other["by"], other["event"]) != (self.name, data["event"]), "the event was disputed before")
        self.disputes[n] = {"by": self.name, "event": data["event"], "status": "open", "judges": [], "has": set()}

    def dispute(self, data: Event, *status: str) -> Event:
        found: Event = self.disputes.get(data["dispute"], {"status": None})
        need(found["status"] in status, f"there is no dispute {data['dispute']} of which this can be said here")
        return found

    def once(self, one: Event, what: str) -> None:
        need(what not in one["has"], "this was said of the dispute before")
        one["has"].add(what)

    def find(self, data: Event, n: int, at: str) -> None:
        self.once(self.dispute(data, "open", "appealed", "ruled", "closed", "withdrawn"), "finding")

    def rule(self, data: Event, n: int, at: str) -> None:
        one, remedy = self.dispute(data, "open", "appealed"), data["remedy"]
        need(self.is_official(), "the arbiter plays or played in the game")
        need(self.name not in one["judges"], "an appeal is ruled on by another arbiter")
        one["judges"].append(self.name)
        one["status"] = "closed" if one["status"] == "appealed" else "ruled"
        if remedy is not None:
            need(remedy.get("event", 0) < n, "the game continues after an event that is not an earlier one")
            if remedy["type"] == "adjudicate":
                ranked = sorted(seat for place in remedy["ranking"] for seat in place)
                need(ranked == list(range(self.terms["seats"])), "a ranking names every seat once")
            if self.phase != "over":
                self.must = ("GameAborted", {"by": "service"})

    def appeal(self, data: Event, n: int, at: str) -> None:
        need(self.name in self.sat, "the appeal is of somebody who never sat in the game")
        self.dispute(data, "ruled")["status"] = "appealed"

    def withdraw(self, data: Event, n: int, at: str) -> None:
        one = self.dispute(data, "open")
        need(one["by"] == self.name, "only the claimant withdraws a claim")
        one["status"] = "withdrawn"

    def resume_clock(self, data: Event, n: int, at: str) -> None:
        self.once(self.dispute(data, "open"), "clock")

    def finish(self, data: Event, n: int, at: str) -> None:
        self.phase, self.must = "over", ("SeedRevealed", {})

    def abort(self, data: Event, n: int, at: str) -> None:
        reason, resumed_by, (before, said) = data["reason"], data.get("resumed_by"), self.last
        need(("seats" in data) == (reason == "nonce_withheld"), "seats go with withheld nonces alone")
        need(reason not in ("nonce_withheld", "not_resumed") or self.author == "clock", "this reason is the clock's")
        need(reason != "agreed" or self.author == "service", "this reason is the service's")
        need(resumed_by is None or self.author == "service", "only the service has a game resumed")
        if self.author == "player":
            need(self.is_creator() and self.phase == "open" and not self.is_shown, "the game is not broken off so")
        elif self.author == "arbiter":
            need(self.is_official(), "an official breaks off no game that they play or played in")
        elif reason == "nonce_withheld":
            is_overdue = self.phase == "open" and self.is_closed and self.due is not None and at > self.due
            need(is_overdue and data["seats"] == self.owing() != [], "no nonce is overdue so")
        elif self.author == "clock":
            is_waiting = reason == "not_resumed" and self.is_resumed and self.phase == "open"
            need(is_waiting, "the clock does not break off the game so")
        elif reason == "agreed":
            is_last = before in ("EndProposed", "SeatResigned") or (before == "EndAnswered" and said["agrees"])
            need(is_last and resumed_by is None, "nobody has agreed here")
        elif self.author == "service":
            remedy = said["remedy"] if before == "DisputeRuled" else None
            is_ruled = remedy is not None and resumed_by == remedy.get("game")
            need(
                is_ruled or (self.is_resumed and remedy is None),
                "the service breaks off what a ruling ends, and nothing else",
            )
        self.phase = "over"
        if resumed_by is None:
            self.must = ("SeedRevealed", {})

    def reveal(self, data: Event, n: int, at: str) -> None:
        need(not self.is_revealed, "the seed was revealed before")
        is_right = hashlib.sha256(bytes.fromhex(data["seed"])).hexdigest() == self.terms["commitment"]
        need(is_right, "the seed is not the one committed to")
        self.is_revealed = True


CHECKS: dict[str, Callable[[Course, Event, int, str], None]] = {
    "SeatTaken": Course.take_seat,
    "SeatLeft": Course.leave_seat,
    "SeatsClosed": Course.close_seats,
    "NonceRevealed": Course.show_nonce,
    "GameStarted": Course.start,
    "SeatReplaced": Course.replace,
    "SeatResigned": Course.resign,
    "TimeExpired": Course.expire,
    "DisputeOpened": Course.claim,
    "DisputeFindingAttached": Course.find,
    "DisputeRuled": Course.rule,
    "DisputeAppealed": Course.appeal,
    "DisputeWithdrawn": Course.withdraw,
    "DisputeClockResumed": Course.resume_clock,
    "GameFinished": Course.finish,
    "GameAborted": Course.abort,
    "SeedRevealed": Course.reveal,
}
