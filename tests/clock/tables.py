"""Games that a test plays beside a clock that it sets."""

from __future__ import annotations

from typing import Any

from tests.chaos.players import Account


class Table:
    """
    A game of Dungeon Raiders of these people, on its first decision.

    Args:
        people: Who plays, the first seat first.
        bots: The bots on the seats behind them.
        more: What else is wished for, such as the clock.
    """

    def __init__(self, people: list[Account], *, bots: tuple[str, ...] = (), **more: Any) -> None:
        self._people = people
        seated = [{"seat": len(people) + number, "bot": bot} for number, bot in enumerate(bots)]
        wish = {"ruleset": "dungeon-raiders", "seats": len(people) + len(bots), "bots": seated, **more}
        self.id: str = people[0].command("/v1/games", wish)["game"]["id"]
        self.path = f"/v1/games/{self.id}"
        for person in people:
            person.command(f"{self.path}/seats", {}, game=self.id)
        people[0].command(f"{self.path}/start", {}, game=self.id)

    def look(self) -> Any:
        """Returns the game as its first player sees it."""
        return self._people[0].get(self.path)

    def offer(self) -> tuple[Account, Any] | None:
        """Returns someone who owes a decision, and their choices; None if nobody does but bots."""
        for person in self._people:
            offer = person.get(f"{self.path}/actions")
            if offer["owed"] and offer["actions"]:
                return person, offer
        return None

    def act(self) -> bool:
        """Takes the first legal action of someone who owes one. Returns whether there was any."""
        found = self.offer()
        if found is None:
            return False
        person, offer = found
        body = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
        person.command(f"{self.path}/actions", body, game=self.id)
        return True

    def events(self) -> list[Any]:
        """Returns its events."""
        found: list[Any] = []
        while page := self._people[0].get(f"{self.path}/events?limit=100&after={len(found)}")["events"]:
            found += page
        return found

    def by_clock(self) -> list[str]:
        """Returns the types of the events that the clock has made."""
        return [event["type"] for event in self.events() if event["by"] == "clock"]

    def bot_moves(self) -> int:
        """Returns how many actions its bots have taken."""
        bots = {f"seat:{seat['seat']}" for seat in self.look()["seats"] if seat["bot"]}
        return sum(event["type"] == "ActionTaken" and event["by"] in bots for event in self.events())
