"""
The seating of a game as level `chain` sees it: who sits, what they commit to, and what they show (record-format §3).

It needs neither the seed nor the rules of a title, so anyone can check it in any record, before the game is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from delvebook.domain.tape import nonce_commitment

BEFORE_START: Final = frozenset(("SeatTaken", "SeatLeft", "SeatsClosed", "NonceRevealed"))
"""The types of events that come only before the start."""
WITHHELD: Final = "nonce_withheld"


class Seating:
    """The seats and their nonces so far."""

    def __init__(self) -> None:
        self._game = ""
        self._seats: dict[int, Mapping[str, object] | None] = {}
        self._missing: dict[int, Mapping[str, object]] = {}
        self._deadline: str | None = None
        self._is_closed = False
        self._is_started = False
        self._is_known = True

    def follow(self, event: Mapping[str, Any]) -> str | None:
        """Takes the next event. Returns a sentence about what is wrong with the seating; None if nothing is."""
        if not self._is_known:
            return None
        wrong = self._judge(event)
        type_, data = event["type"], event["data"]
        if type_ == "GameCreated":
            self._game = event["game"]
            self._seats = dict.fromkeys(range(min(data["seats"], 1000)))
        elif type_ == "SeatTaken":
            self._seats[data["seat"]] = data
        elif type_ == "SeatLeft":
            self._seats[data["seat"]] = None
        elif type_ == "SeatsClosed":
            self._is_closed = True
            self._deadline = data["deadline"]
            self._missing = {seat: taken for seat, taken in self._seats.items() if taken and taken["nonce_commitment"]}
        elif type_ == "NonceRevealed":
            self._missing.pop(data["seat"], None)
        elif type_ == "GameStarted":
            self._is_started = True
        return wrong

    def lose_track(self) -> None:
        """Takes note that events are missing or unreadable here."""
        self._is_known = False

    @property
    def _is_closing_due(self) -> bool:
        return not self._is_closed and bool(self._seats) and all(self._seats.values())

    def finish(self) -> str | None:
        """Returns what is wrong if the record ends here; None if nothing is."""
        if self._is_known and self._is_closing_due:
            return "every seat is taken, and SeatsClosed must follow at once; it is missing"
        return None

    def _judge(self, event: Mapping[str, Any]) -> str | None:
        n, type_, data = event["n"], event["type"], event["data"]
        if self._is_closing_due and type_ != "SeatsClosed":
            return f"event {n} is a {type_}; every seat is taken, and SeatsClosed must follow at once"
        if self._is_started and type_ in BEFORE_START:
            return f"event {n} is a {type_}, which cannot come after the start of the game"
        match type_:
            case "SeatTaken":
                return self._judge_seat(event)
            case "SeatLeft" if self._is_closed:
                return f"event {n} frees a seat, but the seats are closed"
            case "SeatsClosed":
                return self._judge_closing(event)
            case "NonceRevealed":
                return self._judge_nonce(event)
            case "GameStarted" if not self._is_closed:
                return f"event {n} starts the game, but the seats were never closed"
            case "GameStarted" if self._missing:
                named = ", ".join(map(str, sorted(self._missing)))
                return f"event {n} starts the game, but seats {named} have not shown the nonces they committed to"
            case "GameAborted" if event["by"] == "clock" or data["reason"] == WITHHELD or "seats" in data:
                return self._judge_abort(event)
        return None

    def _judge_seat(self, event: Mapping[str, Any]) -> str | None:
        n, data = event["n"], event["data"]
        if self._is_closed:
            return f"event {n} takes a seat, but the seats are closed"
        if data["player"] is None and data["nonce_commitment"] is not None:
            return f"event {n} commits a bot to a nonce, and bots give none"
        return None

    def _judge_closing(self, event: Mapping[str, Any]) -> str | None:
        n, due = event["n"], event["data"]["deadline"]
        if not self._is_closing_due:
            return f"event {n} closes the seats, but they are closed already, or some are free"
        if (due is not None) != any(taken and taken["nonce_commitment"] for taken in self._seats.values()):
            return f"event {n} must name a deadline if, and only if, a seat has committed to a nonce"
        if due is not None and due < event["at"]:
            return f"event {n} names a deadline that is over already"
        return None

    def _judge_nonce(self, event: Mapping[str, Any]) -> str | None:
        n, data = event["n"], event["data"]
        if not self._is_closed:
            return f"event {n} shows a nonce, but the seats are not closed"
        taken = self._missing.get(data["seat"])
        if taken is None:
            return f"event {n} shows the nonce of seat {data['seat']}, which has none to show"
        if event["by"] != f"player:{taken['player']}":
            return f"event {n} shows the nonce of seat {data['seat']}, but is not by its player"
        if self._deadline is not None and event["at"] > self._deadline:
            return f"event {n} shows a nonce after the deadline, {self._deadline}"
        promised = nonce_commitment(game=self._game, player=str(taken["player"]), nonce=data["nonce"])
        if promised != taken["nonce_commitment"]:
            return f"event {n} shows another nonce than the one that seat {data['seat']} committed to"
        return None

    def _judge_abort(self, event: Mapping[str, Any]) -> str | None:
        n, data = event["n"], event["data"]
        if (event["by"], data["reason"]) != ("clock", WITHHELD) or "seats" not in data:
            return f"event {n}: the clock, the reason {WITHHELD} and the seats go together"
        if self._is_started or self._deadline is None or event["at"] <= self._deadline:
            return f"event {n} breaks the game off for a nonce, but no nonce is overdue"
        if data["seats"] != sorted(self._missing):
            return f"event {n} must name the seats that have withheld their nonces, {sorted(self._missing)}"
        return None
