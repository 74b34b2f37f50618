"""Whole games: properties of every event, the longest game, and a client that sees only public facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from delvebook.domain.bots import Action, View, random_bot
from delvebook.domain.playout import Step, play_through, seed_of, steps
from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.labyrinth.bots.greedy import greedy_bot
from delvebook.domain.rulesets.labyrinth.content import CONTENT
from delvebook.domain.rulesets.labyrinth.state import State, all_cards
from delvebook.domain.table import Table
from delvebook.domain.tape import Chance
from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.labyrinth.tables import CLOSED, RULES, a_state, legal, play

SIZES = [1, 2, 3, 4, 5, 6]


def game(size: int, seed: str, bot: Any = random_bot, colour: str = "red") -> Iterator[tuple[Table, Step]]:
    options = RULES.parse_options({"team_size": size, "colour": colour}, seats=1)
    table = Table(RULES, seed=seed_of(seed), game="00000000-0000-4000-8000-000000000001", nonces=[""])
    for step in steps(table, options, bots=[bot]):
        yield table, step


@pytest.mark.clause("LB-008", "LB-002", "LB-004")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("bot", [random_bot, greedy_bot])
def test_all_64_cards_are_somewhere_at_every_event(size: int, bot: Any) -> None:
    for number in range(6):
        for table, step in game(size, f"conserved/{number}", bot):
            cards = all_cards(CONTENT, table.state)
            assert (len(cards), len(set(cards))) == (64, 64), (size, number, step.n)
            assert sorted(cards) == sorted(CONTENT.types)
            assert not {"PRINCESS", "GREED"} & {*table.state["deck"], *table.state["discard"]}
            assert "CHEST" not in table.state["deck"]
            RULES.check(table.state)


@pytest.mark.clause("LB-026", "LB-020", "LB-021")
@pytest.mark.parametrize("size", SIZES)
def test_there_is_always_something_to_do_and_every_turn_draws(size: int) -> None:
    for number in range(6):
        begun: dict[int, int] = {}
        for table, _ in game(size, f"always/{number}"):
            if table.outcome is None:
                assert RULES.legal(table.state, 0)
            begun.setdefault(table.state["turn"], len(table.state["deck"]))
        assert all(begun[turn] < begun[turn - 1] for turn in range(2, len(begun))), begun
        assert table.state["turn"] <= 49


@pytest.mark.clause("LB-110", "LB-112", "LB-034", "LB-037")
def test_the_longest_game_has_49_turns() -> None:
    """
    Six Locations close the labyrinth, so that the other six fit nowhere and the deck runs out.

    The three Knights come last, where no Duel can take a second card in one turn.
    """
    walls = [card for card, _, _ in CLOSED]
    shut_out = [card for card in CONTENT.exits if card not in (*walls, "START", "CHEST")]
    knights = ["K7", "K8", "K9"]
    team = {"K1": "S1", **{f"K{number}": None for number in range(2, 7)}}
    armed = ["R1", "R2", "S2", "S3", "S4"]
    others = [card for card in CONTENT.deck_rest if card not in (*walls, *shut_out, *armed, "MAGE")]
    top = [*walls, *shut_out, *armed, *others, "MAGE", *knights]
    state = a_state(team=team, top=top, options={"team_size": 6})
    assert len(state["deck"]) == 49
    places = {card: {"x": at[0], "y": at[1], "rotation": rotation} for card, at, rotation in CLOSED}

    while state["phase"] != "over":
        if state["phase"] == "place_location":
            play(state, "place_location", **places[state["resolving"]["open"][0]])
            continue
        actions = RULES.legal(state, 0)
        if state["phase"] == "choose_move" and actions[0]["type"] == "move":
            taken = [rival["cell"] for rival in state["rivals"]]
            actions = [action for action in actions if [action["x"], action["y"]] not in taken]
        first = next((action for action in actions if action["type"] == "take_trophy"), actions[0])
        play(state, first["type"], **{key: value for key, value in first.items() if key != "type"})

    assert state["result"]["turns"] == 49
    assert (state["result"]["ended_by"], state["result"]["outcome"]) == ("deck_empty", "lost")
    assert state["laid_count"] == 6
    assert set(shut_out) <= set(state["discard"])
    assert len(state["rivals"]) == 3


WALLS = {
    "L06": (-1, 0, 180),
    "L05": (-1, 1, 0),
    "L11": (0, 1, 0),
    "L04": (1, 0, 180),
    "L07": (1, 1, 0),
    "L09": (0, -1, 0),
    "L12": (0, -2, 180),
}
"""Where the first seven Locations of the seed `golden/261` close the labyrinth."""


def wall_in(view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
    """A greedy bot that lays Locations as planned."""
    if view["phase"] != "place_location":
        return greedy_bot(view, legal, chance=chance)
    x, y, rotation = WALLS[view["question"]["location"]]
    return {"type": "place_location", "x": x, "y": y, "rotation": rotation}


@pytest.mark.clause("LB-110", "LB-112", "LB-034")
@pytest.mark.parametrize("size", SIZES)
def test_a_game_dealt_like_any_other_can_run_the_deck_out(size: int) -> None:
    """The seven Locations that come first shut out the other five, and the Chest."""
    table = play_through(RULES, {"team_size": size}, bots=[wall_in], seed=seed_of("golden/261"))

    result = table.state["result"]
    assert (result["ended_by"], result["outcome"]) == ("deck_empty", "lost")
    assert (table.state["deck"], table.state["laid_count"], len(table.state["labyrinth"])) == ([], 7, 8)
    RULES.check(table.state)


@pytest.mark.clause("LB-110", "LB-112")
def test_a_deck_that_runs_out_may_still_be_won() -> None:
    """Set by hand: two Locations lie there when the last card, a Cage, is drawn, and the Chest finds a place."""
    table = [("L10", (1, 0), 0), ("L11", (2, 0), 0)]
    state = a_state(table=table, top=["C1"], whole_deck=True)
    play(state, "move", x=1, y=0)
    play(state, "place_chest", x=0, y=-1, rotation=0)

    assert (state["result"]["ended_by"], state["result"]["outcome"], state["result"]["moves"]) == (
        "deck_empty",
        "won",
        2,
    )


def test_no_game_has_more_actions_than_promised() -> None:
    """Two actions a card, and one before and one after them: 101 events with the start."""
    longest = max(
        sum(1 for _ in game(6, f"long/{number}", bot)) for number in range(12) for bot in (random_bot, greedy_bot)
    )

    assert longest <= RULES.actions_max == 101


class Client:
    """A table kept from the public facts alone."""

    def __init__(self) -> None:
        self.team: dict[str, str | None] = {}
        self.rivals: dict[str, dict[str, Any]] = {}
        self.table: list[tuple[str, int, int, int]] = []
        self.discard: list[str] = []
        self.at = [0, 0]
        self.left = 0
        self.laid = 0
        self.turn = 0
        self.result: str | None = None

    def hear(self, fact: dict[str, Any]) -> None:
        match fact["type"]:
            case "team_gathered":
                self.team = dict.fromkeys(fact["cards"])
            case "labyrinth_begun":
                self.table.append((fact["card"], fact["x"], fact["y"], 0))
            case "deck_shuffled":
                self.left = fact["deck_count"]
            case "starting_trophy_placed" | "trophy_taken" | "trophy_swapped":
                self.team[fact["character"]] = fact["card"]
            case "turn_began":
                self.turn = fact["turn"]
            case "token_moved":
                self.at = [fact["x"], fact["y"]]
            case "card_explored" | "duel_cards_revealed" | "last_card_revealed":
                self.left = fact["deck_count"]
            case "cards_discarded":
                self.discard += fact["cards"]
            case "location_laid" | "chest_laid":
                self.table.append((fact["card"], fact["x"], fact["y"], fact["rotation"]))
                self.laid = fact.get("laid_count", self.laid)
            case "rival_appeared":
                self.rivals[fact["rival"]] = {"knight": fact["knight"], "trophy": None, "cell": [fact["x"], fact["y"]]}
            case "rival_took_trophy":
                self.rivals[fact["rival"]]["trophy"] = fact["card"]
            case "rival_beat_steambot":
                rival = self.rivals[fact["rival"]]
                rival["trophy"] = None if rival["trophy"] == fact["card"] else rival["trophy"]
            case "rival_paper_burnt":
                self.rivals[fact["rival"]]["trophy"] = None
            case "rival_out":
                del self.rivals[fact["rival"]]
            case "mage_joined":
                self.team[fact["character"]] = None
            case "character_lost":
                del self.team[fact["character"]]
            case "steambot_beaten" | "paper_burnt" | "draw_changed":
                self.team[fact["character"]] = None
            case "trophy_stolen" | "trophies_traded":
                self.team[fact["character"]] = fact["card"]
                self.rivals[fact["rival"]]["trophy"] = fact.get("given")
            case "game_won" | "game_lost":
                self.result = fact["type"].removeprefix("game_")

    def agrees_with(self, state: State) -> None:
        assert self.team == {member["character"]: member["trophy"] for member in state["team"]}
        assert self.rivals == {
            rival["colour"]: {key: rival[key] for key in ("knight", "trophy", "cell")} for rival in state["rivals"]
        }
        assert self.table == [(laid["card"], *laid["cell"], laid["rotation"]) for laid in state["labyrinth"]]
        assert self.discard == state["discard"]
        assert (self.at, self.left, self.laid, self.turn) == (
            state["cell"],
            len(state["deck"]),
            state["laid_count"],
            state["turn"],
        )
        assert self.result == (state["result"] and state["result"]["outcome"])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("bot", [random_bot, greedy_bot])
def test_a_client_can_keep_the_table_from_the_public_facts_alone(size: int, bot: Any) -> None:
    for number in range(15):
        client = Client()
        for table, step in game(size, f"client/{number}", bot):
            for fact in step.body.data["facts"]:
                client.hear(fact)
            client.agrees_with(table.state)


@pytest.mark.parametrize("colour", ["red", "blue", "green", "yellow"])
def test_the_players_colour_never_comes_as_a_rival(colour: str) -> None:
    appeared = set()
    for number in range(40):
        for table, _ in game(4, f"colour/{number}", colour=colour):
            appeared |= {rival["colour"] for rival in table.state["rivals"]}

    assert appeared == {"red", "blue", "green", "yellow"} - {colour}


def test_any_state_of_a_game_can_be_played_on_from_its_bytes() -> None:
    for table, _ in game(3, "midgame"):
        if table.outcome is not None:
            break
        state = copy_state(table.state)
        RULES.check(state)
        assert legal(state) == [" ".join(map(str, action.values())) for action in table.legal(0)]


def test_the_bots_differ_in_strength() -> None:
    """At the standard size a greedy team comes out far more often than one that plays at random."""
    wins = {}
    for kind in ("random", "greedy"):
        tables = [
            play_through(RULES, {}, bots=[RULES.bot(kind)], seed=seed_of(f"strength/{number}")) for number in range(60)
        ]
        wins[kind] = sum(bool(table.outcome and table.outcome.winners) for table in tables)

    assert wins["greedy"] >= wins["random"] + 15
    assert RULES.view(tables[0].state, SPECTATOR)["result"] is not None
