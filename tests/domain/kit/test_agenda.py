"""An agenda: frames are carried out from the top until the game waits."""

from __future__ import annotations

from typing import Any

from delvebook.domain.kit.agenda import Frame, work_off


class Kitchen:
    """A game in which dishes are cooked; a dish may need another first."""

    def __init__(self, *orders: str) -> None:
        self.state: dict[str, Any] = {"agenda": [{"do": order} for order in orders], "asked": None, "shifts": 1}
        self.cooked: list[str] = []

    def carry_out(self, frame: Frame) -> None:
        if frame["do"] == "pie":
            self.state["agenda"].append({"do": "serve", "dish": "pie"})
            self.state["agenda"].append({"do": "dough"})
        elif frame["do"] == "ask":
            self.state["asked"] = "salt?"
        else:
            self.cooked.append(frame.get("dish", frame["do"]))

    def advance(self) -> bool:
        self.state["shifts"] -= 1
        self.state["agenda"] = [{"do": "clean"}]
        return bool(self.state["shifts"] >= 0)

    def run(self) -> None:
        work_off(
            lambda: self.state["agenda"],
            waits=lambda: self.state["asked"] is not None,
            carry_out=self.carry_out,
            advance=self.advance,
        )


def test_the_frame_pushed_last_is_carried_out_first() -> None:
    kitchen = Kitchen("soup", "pie")

    work_off(lambda: kitchen.state["agenda"], waits=lambda: False, carry_out=kitchen.carry_out)

    assert kitchen.cooked == ["dough", "pie", "soup"]


def test_it_stops_where_the_game_waits_and_keeps_the_rest() -> None:
    kitchen = Kitchen("soup", "ask", "bread")

    kitchen.run()

    assert kitchen.cooked == ["bread"]
    assert kitchen.state["agenda"] == [{"do": "soup"}]


def test_nothing_is_carried_out_while_the_game_waits() -> None:
    kitchen = Kitchen("soup")
    kitchen.state["asked"] = "salt?"

    kitchen.run()

    assert kitchen.state["agenda"] == [{"do": "soup"}]


def test_an_empty_agenda_is_filled_by_what_comes_next_in_the_game_until_nothing_does() -> None:
    kitchen = Kitchen("soup")

    kitchen.run()

    assert kitchen.cooked == ["soup", "clean"]
    assert kitchen.state["shifts"] == -1
