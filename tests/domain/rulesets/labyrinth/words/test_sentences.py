"""Facts and actions as sentences. `sentences.json` has an example of each, in each circumstance and language."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from delvebook.domain.bots import random_bot
from delvebook.domain.phrases import LANGUAGES, Language, Phrasebook, Voice
from delvebook.domain.playout import Step, play_through, seed_of
from delvebook.domain.ruleset import load_data
from delvebook.domain.rulesets.labyrinth import flow
from delvebook.domain.rulesets.labyrinth.bots.greedy import greedy_bot
from delvebook.domain.rulesets.labyrinth.content import CONTENT, PACKAGE
from delvebook.domain.rulesets.labyrinth.state import State
from delvebook.domain.rulesets.labyrinth.words.sentences import tell_action, tell_fact, tell_refusal
from delvebook.domain.table import Table
from tests.domain.rulesets.labyrinth.tables import (
    EAST_ROOM,
    EVERY_ACTION,
    RULES,
    SEAT,
    SEVEN,
    a_state,
    duel,
    explored,
    play,
    started,
)

EXAMPLES: Final = json.loads(Path(__file__).with_name("sentences.json").read_text(encoding="utf-8"))
TEXTS: Final = load_data(PACKAGE, "texts.json")
HERE = ("blue", "K9", "R2", (0, 0))
"""A rival with Rock at the start."""


def before_turn(**arguments: Any) -> State:
    """A state before a move from the start to the east."""
    return a_state(table=[EAST_ROOM], **arguments)


def met_two() -> State:
    """A state in which the player has moved to two rivals, one of them armed."""
    rivals = [("blue", "K9", "R2", (1, 0)), ("green", "K8", None, (1, 0))]
    state = before_turn(rivals=rivals)
    play(state, "move", x=1, y=0)
    return state


def changed_draw(team: dict[str, str | None]) -> State:
    """A state in which K1's Paper has turned a draw of Rocks."""
    state, _ = duel("R1", "R2", team=team)
    play(state, "change_duel", character="K1")
    return state


def at_the_end() -> State:
    """A state in which the eighth Location is laid and the Chest is next."""
    state = a_state(table=SEVEN, top=["L12"])
    play(state, "move", x=0, y=1)
    play(state, "place_location", x=0, y=3, rotation=0)
    return state


def at_the_end_of_the_deck() -> State:
    """A state in which the deck is empty and the Chest is next, north or south of a row of three."""
    state = a_state(table=[("L08", (0, 1), 0), ("L09", (0, 2), 0)], top=["C1"], whole_deck=True)
    play(state, "move", x=0, y=1)
    return state


def new_game() -> State:
    """A state in which the starting Trophy is to be placed."""
    return started("sentences")[0].state


SHUT_IN: Final = [
    ("L06", (0, -1), 180),
    ("L04", (0, 1), 0),
    ("L10", (1, 0), 0),
    ("L07", (1, 1), 0),
    ("L05", (2, 0), 180),
    ("L12", (2, 1), 0),
    ("L03", (1, -1), 180),
]
"""Seven Locations that leave only exits to the east and west open."""


def eighth(table: list[tuple[str, tuple[int, int], int]], card: str, *, x: int, y: int) -> State:
    """A state in which the eighth Location is to be laid, after a move to that cell."""
    state = a_state(table=table, top=[card])
    play(state, "move", x=x, y=y)
    return state


def last_card(table: list[tuple[str, tuple[int, int], int]], card: str, *, x: int, y: int) -> State:
    """A state in which the player has found the last card of the deck, after a move to that cell."""
    state = a_state(table=table, top=[card], whole_deck=True)
    play(state, "move", x=x, y=y)
    return state


TABLES: Final[dict[str, Callable[[], State]]] = {
    "a new game": new_game,
    "alone with the start": a_state,
    "a free way": before_turn,
    "a rival ahead": lambda: before_turn(rivals=[("blue", "K9", None, (1, 0))]),
    "two rivals ahead": lambda: before_turn(rivals=[("blue", "K9", None, (1, 0)), ("green", "K8", None, (1, 0))]),
    "two rivals here": met_two,
    "Rock found": lambda: explored("R1")[0],
    "Scissors found": lambda: explored("S2")[0],
    "a Duel won": lambda: duel("R1", "S2")[0],
    "a Duel won by a changed draw": lambda: changed_draw({"K1": "P1", "K2": "S1"}),
    "a Location found": lambda: explored("L04")[0],
    "a Steambot found": lambda: explored("BS1")[0],
    "a Steambot found by the last Character": lambda: explored("BL1", team={"K1": "R1"})[0],
    "the Dragon found": lambda: explored("DRAGON")[0],
    "the Thief found": lambda: explored("THIEF", rivals=[HERE])[0],
    "the Market found": lambda: explored("MARKET", rivals=[HERE])[0],
    "a draw": lambda: duel("R1", "R2", team={"K1": "P1"})[0],
    "a Steambot caught, an armed rival": lambda: duel("C1", "BS1", rival_trophy="R2")[0],
    "a Steambot caught, an unarmed rival": lambda: duel("C1", "BL1")[0],
    "a Steambot found by the last Character, without a Trophy": lambda: explored("BL1", team={"K1": None})[0],
    "different Steambots, an unarmed rival": lambda: duel("BS1", "BL1")[0],
    "different Steambots, an armed rival": lambda: duel("BS1", "BL1", rival_trophy="S2")[0],
    "the eighth Location found": lambda: eighth(SEVEN, "L12", x=0, y=1),
    "the eighth Location found, no place for the Chest": lambda: eighth(SHUT_IN, "L11", x=1, y=0),
    "one card left": lambda: a_state(table=[EAST_ROOM], top=["R1"], whole_deck=True),
    "two cards left, a rival ahead": lambda: a_state(
        table=[EAST_ROOM], top=["R1", "R2"], whole_deck=True, rivals=[("blue", "K9", None, (1, 0))]
    ),
    "the last Trophy": lambda: last_card([EAST_ROOM], "R1", x=1, y=0),
    "the last Trophy, no place for the Chest": lambda: last_card(
        [("L12", (0, -1), 180), ("L04", (0, 1), 0)], "R1", x=0, y=1
    ),
    "the Chest is next": at_the_end,
    "the Chest is next, to the north or south": at_the_end_of_the_deck,
}
"""The tables at which the actions of `sentences.json` are told."""


def refused_states() -> dict[str, Callable[[], State]]:
    """Further tables, at which actions are refused."""
    team: dict[str, str | None] = {"K1": "S1", "K2": None, "MAGE": "P1"}
    return {
        "a row to the east": lambda: a_state(table=[EAST_ROOM, ("L11", (2, 0), 0)]),
        "the Thief found, one rival unarmed": lambda: explored("THIEF", rivals=[HERE, ("green", "K8", None, (0, 0))])[
            0
        ],
        "a Steambot found, the Mage in the team": lambda: explored("BS1", team=team)[0],
        "a Steambot attacks": lambda: duel("P1", "BL1", team={"K1": "S1", "K2": "R1", "K3": None})[0],
        "a draw with Paper and Scissors in hand": lambda: duel("R1", "R2", team={"K1": "P1", "K2": "S1"})[0],
        "a straight Location found": lambda: explored("L08")[0],
        "the game is over": lost,
    }


def lost() -> State:
    """A state in which the last Character is gone."""
    state, _ = explored("BL1", team={"K1": "R1"})
    play(state, "lose_character", character="K1")
    return state


TABLES.update(refused_states())
SECTIONS: Final = ("facts", "actions", "refusals")


class Recorder(Phrasebook):
    """A phrasebook that remembers which template it has filled last, fragments aside."""

    __slots__ = ("last",)

    def fact(self, fact: Any, voice: Any, *cases: str) -> str:
        self.last = self._key("facts", fact["type"], cases)
        return super().fact(fact, voice, *cases)

    def action(self, action: Any, voice: Any, *cases: str) -> str:
        self.last = self._key("actions", action["type"], cases)
        return super().action(action, voice, *cases)

    def refusal(self, refusal: Any, voice: Any, *cases: str, **words: Any) -> str:
        self.last = self._key("refusals", refusal.key, cases)
        return super().refusal(refusal, voice, *cases, **words)

    def _key(self, kind: Any, type_: str, cases: tuple[str, ...]) -> str:
        keys = [".".join((type_, *cases[:length])) for length in range(len(cases), -1, -1)]
        return next(key for key in keys if self.knows(kind, key))


def tell(book: Phrasebook, example: dict[str, Any], voice: Voice) -> str:
    """The example's sentence."""
    if "fact" in example:
        return tell_fact(book, example["fact"], voice)
    state = None if example["table"] is None else TABLES[example["table"]]()
    if "refused" in example:
        refusal = RULES.refusal(state, 0, RULES.parse_action(example["refused"]))
        assert refusal is not None
        return tell_refusal(book, refusal, voice)
    view = None if state is None else RULES.view(state, SEAT)
    return tell_action(book, example["action"], voice, view=view)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "example", [one for section in SECTIONS for one in EXAMPLES[section]], ids=lambda one: str(one["en"])[:60]
)
def test_each_example_reads_as_written(example: dict[str, Any], language: Language) -> None:
    """To Anna, who sits at the table; in full, and for a narrow screen where that is shorter."""
    full = tell(RULES.phrasebook, example, Voice(language, ("Anna",)))
    short = tell(RULES.phrasebook, example, Voice(language, ("Anna",), brief=True))

    assert full == example[language]
    assert short == example.get("short", example)[language]
    assert len(short) <= 60, short


def test_every_promise_has_an_example() -> None:
    told = {
        promise.kind
        for example in EXAMPLES["actions"]
        if example["table"] is not None
        for promise in RULES.stakes(example["action"], RULES.view(TABLES[example["table"]](), SEAT))
    }

    assert told == {key.removeprefix("stake.") for key in TEXTS["fragments"] if key.startswith("stake.")}


def test_every_example_names_the_rule_it_was_read_from() -> None:
    assert {one["rule"] for section in SECTIONS for one in EXAMPLES[section]} <= set(RULES.clauses)


def test_no_two_things_on_the_table_have_one_name() -> None:
    """Trophies, Steambots and Cages are told by their sort, because they are alike at the table."""
    alike = {CONTENT.sorts[card] for card in CONTENT.types if CONTENT.types[card] in ("trophy", "steambot", "cage")}
    single = [card for card in CONTENT.types if CONTENT.types[card] not in ("trophy", "steambot", "cage")]
    for language in LANGUAGES:
        named = [RULES.phrasebook.name(one, Voice(language)).casefold() for one in (*alike, *single)]
        assert len(set(named)) == len(named)


@pytest.mark.parametrize("section", SECTIONS)
def test_every_sentence_has_an_example(section: str) -> None:
    book = Recorder(TEXTS)
    told = set()
    for example in EXAMPLES[section]:
        tell(book, example, Voice("en"))
        told.add(book.last)

    assert told == set(TEXTS[section])


def test_without_a_name_the_seat_is_told_by_its_number() -> None:
    fact = {"type": "steambot_attacked", "seat": 0, "steambot": "BL1", "beaten_by": ["scissors"]}

    assert RULES.tell_fact(fact, Voice("en")).startswith("A Lancer Steambot attacks Seat 1!")
    assert RULES.tell_fact(fact, Voice("ru")).startswith("Паробот-Копейщик нападает на место 1!")


def test_no_sentence_of_a_game_shows_an_id_or_misses_a_word() -> None:
    ids = {name for name in TEXTS["names"] if name.isupper() or "." in name or name[-1].isdigit()} - {
        "N",
        "E",
        "S",
        "W",
    }

    def look(sentence: str) -> None:
        words = sentence.replace(",", " ").replace(":", " ").replace(";", " ").rstrip(".!").split()
        assert not ids & set(words), sentence
        assert "–" not in sentence
        assert "nobody" not in sentence
        assert "никто" not in sentence
        assert sentence.lstrip("«")[0].isupper(), sentence
        assert sentence[-1] in ".!", sentence

    def on_step(table: Table, step: Step) -> None:
        view = RULES.view(table.state, SEAT)
        for language in LANGUAGES:
            for voice in (Voice(language), Voice(language, brief=True)):
                for fact in step.body.data["facts"]:
                    look(RULES.tell_fact(fact, voice))
                for action in table.legal(0):
                    look(RULES.tell_action(action, voice))
                    look(RULES.tell_action(action, voice, view=view))
                for action in EVERY_ACTION[step.n % 9 :: 41]:
                    refusal = RULES.refusal(table.state, 0, action)
                    if refusal is not None:
                        look(RULES.tell_refusal(refusal, voice))

    for number in range(12):
        bot = greedy_bot if number % 3 else random_bot
        play_through(RULES, {"team_size": number % 6 + 1}, bots=[bot], seed=seed_of(f"told/{number}"), on_step=on_step)


def test_every_fact_the_rules_can_tell_has_a_sentence_in_every_language() -> None:
    folder = Path(flow.__file__).parent
    types = set()
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".tell"):
                types |= {node.args[0].value} if isinstance(node.args[0], ast.Constant) else {"?"}
    types.discard("?")
    assert len(types) > 45
    for type_ in types:
        assert RULES.phrasebook.knows("facts", str(type_)), type_


def test_sentences_read_like_somebody_telling_the_table() -> None:
    state, facts = explored("R1", team={"K4": "S1", "K2": None})
    said = {language: [RULES.tell_fact(fact, Voice(language)) for fact in facts.public] for language in LANGUAGES}
    assert said["en"][-1] == "Seat 1 may take this Trophy, swap it for one of the team, or leave it."
    assert said["ru"][-1] == "Место 1 может взять этот Трофей, поменять на него свой или отправить в Сброс."

    action = RULES.legal(state, 0)[0]
    assert RULES.tell_action(action, Voice("en")) == "Gisela Brack takes Rock in place of the Trophy held."
    assert RULES.tell_action(action, Voice("ru")) == "Гизела Брак меняет свой Трофей на Камень."


def test_a_card_laid_the_other_way_round_is_announced_as_such() -> None:
    action = {"type": "place_location", "x": 0, "y": -1, "rotation": 180}

    assert RULES.tell_action(action, Voice("en")) == "I lay the Location at (0, -1), turned around."
    assert RULES.tell_action({**action, "rotation": 0}, Voice("en")) == "I lay the Location at (0, -1), upright."
    assert "180" in RULES.tell_action({**action, "type": "place_chest"}, Voice("ru"))


def test_no_sentence_of_a_duel_misses_a_word() -> None:
    state = a_state(table=[("L10", (1, 0), 0)], rivals=[("blue", "K9", None, (1, 0))], top=["R1", "BL1"])
    for fact in play(state, "move", x=1, y=0).public:
        for language in LANGUAGES:
            sentence = RULES.tell_fact(fact, Voice(language))
            assert "–" not in sentence
            assert "nobody" not in sentence


def test_each_action_is_told_once_by_the_fact_that_says_the_same() -> None:
    """Its fact is the first of its event, and of the player."""
    told: dict[str, set[str]] = {}

    def on_step(table: Table, step: Step) -> None:
        if step.action is not None:
            facts = step.body.data["facts"]
            echoes = RULES.echoes(step.action, facts)
            assert echoes == [0]
            assert facts[0].get("seat", 0) == 0
            told.setdefault(step.action["type"], set()).add(facts[0]["type"])

    for number in range(24):
        play_through(
            RULES, {"team_size": number % 6 + 1}, bots=[random_bot], seed=seed_of(f"echo/{number}"), on_step=on_step
        )
    assert all(len(types) == 1 for types in told.values())
    assert len(told) >= 10, sorted(told)


SELDOM: Final = {
    "choose_rival": "two rivals here",
    "take_trophy": "Rock found",
    "swap_trophy": "Rock found",
    "decline": "the Thief found",
    "steal_trophy": "the Thief found",
    "trade_trophy": "the Market found",
    "accept_draw": "a draw",
    "change_duel": "a draw",
    "release_steambot": "a Steambot caught, an armed rival",
    "discard_steambot": "a Steambot caught, an armed rival",
}
"""Actions that random games hardly see, and a table for each."""


@pytest.mark.parametrize("type_", SELDOM)
def test_so_is_each_action_that_games_seldom_see(type_: str) -> None:
    state = TABLES[SELDOM[type_]]()
    action = next(action for action in RULES.legal(state, 0) if action["type"] == type_)
    parameters = {key: value for key, value in action.items() if key != "type"}

    assert RULES.echoes(action, play(state, type_, **parameters).public) == [0]
