"""Facts and actions as sentences."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import delvebook.domain.rulesets.runebound as package
from delvebook.domain.bots import random_bot
from delvebook.domain.phrases import LANGUAGES, Voice
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.runebound.bots.greedy import greedy_bot
from delvebook.domain.table import Table
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.runebound.tables import CONTENT, RULESET, Desk, table


def boosted() -> Desk:
    return table("H02", hexes=["h6"]).give("M59", "M72").fight("G02").play("fight_on")


def hit() -> Desk:
    return boosted().play("defend", boosts=[]).play("attack", 20, character="hero", boosts=[])


def duel(*cards: str) -> Desk:
    desk = table("H02", "H05", hexes=["h6", "h6"]).give(*cards, seat=1)
    return desk.phase("adventure").play("attack_hero", seat=1)


def shop(event: str | None = None) -> Desk:
    desk = table("H02").give("M24", "M73", wounds=1).on_top("M30")
    if event is not None:
        desk.event(event)
    desk.hero().update(gold=9, wounds=2)
    return desk.in_box("g7", "M12", "M81").phase("market")


def tired() -> Desk:
    desk = table("H02", hexes=["h6"]).give("M73", "M58", "M53", fatigue=1)
    desk.hero().update(fatigue=2, wounds=1)
    return desk


def won_duel() -> Desk:
    desk = duel("M24", "M81", "R01")
    desk.hero(1)["wounds"] = 5
    desk.play("fight_on", 1).play("defend", 20, 1, boosts=[]).play("attack", 20, character="hero", boosts=[])
    return desk.play("pass").play("pass")  # Torvald adds no damage, Orsolya prevents no wound


def escaped(*, moved: bool) -> Desk:
    desk = table("H02", hexes=["h7"]).on_top("G02")
    desk = desk.play("step_one", to="h8").play("attempt_adventure") if moved else desk.fight("G02")
    return desk.play("try_escape", 20, boosts=[])


def crowded() -> Desk:
    return table("H02").give("M61", "M62").in_box("g7", "M63").phase("market").play("hire", card="M63")


def about_to_fall() -> Desk:
    desk = table("H02").give("M60").fight("G02").play("fight_on")
    desk.hero()["wounds"] = 5
    return desk.play("defend", boosts=[]).play("defend", 1, boosts=[])


def two_towns() -> Desk:
    """The blight of the forest tires a tired hero with one life left."""
    desk = table("H02", hexes=["g1"]).event("Y17")
    desk.hero().update(wounds=5, fatigue=3)
    return desk.play("step_one", to="h1")


def robbed() -> Desk:
    desk = table("H02").give("M21", "M38").fight("B04").play("fight_on").play("defend", 1, boosts=[])
    return desk.play("pass")


def looting() -> Desk:
    return table("H03").on_top("M05", "M24", "M76").fight("Y14").play("roll_test", 20, skill_uses=0, boosts=[])


def missed() -> Desk:
    return table("H12").fight("G02").play("fight_on").play("attack", 1, character="hero", boosts=[])


def with_a_rival(hex_: str) -> Desk:
    return table("H02", "H05", hexes=[hex_, hex_]).give("M24", seat=1).phase("adventure")


def wounded() -> Desk:
    return table("H02").give("M27", "M69").fight("G04").play("fight_on").play("defend", 1, boosts=[])


DESKS: dict[str, Callable[[], Desk]] = {
    "before moving, tired": tired,
    "after the throw": lambda: table("H07", hexes=["h6"]).give("M34").play("roll_movement", 1, 5, 6, 3),
    "at an adventure": lambda: table("H02", hexes=["h8"]).phase("adventure"),
    "at an adventure with a rival": lambda: with_a_rival("h8"),
    "beside a rival": lambda: with_a_rival("h6"),
    "at an unfinished challenge": lambda: table("H02", hexes=["h8"]).unfinished("G13", "h8").phase("adventure"),
    "before a test": lambda: table("H03").fight("G13"),
    "before an ally's test": lambda: table("H09").give("M59").fight("G20"),
    "before the test of an enemy": lambda: table("H03").fight("G03"),
    "before a combat": lambda: table("H04").give("M45", "M57", "M56").fight("G02"),
    "at the start of a round": lambda: table("H02").give("M15", "M59").fight("G02"),
    "at the start of a duel": duel,
    "in the ranged step": boosted,
    "in the magic step": lambda: boosted().play("defend", boosts=[]).play("defend", 20, boosts=[]),
    "in a duel's step": lambda: duel().play("fight_on", 6),
    "the target's throw": lambda: duel("M59").play("fight_on"),
    "after a failed roll": missed,
    "after a hit": hit,
    "before wounds": wounded,
    "about to fall": about_to_fall,
    "after an escape": lambda: escaped(moved=True),
    "after an escape from nowhere": lambda: escaped(moved=False),
    "after a duel": won_duel,
    "on the market": shop,
    "on a market with free healing": lambda: shop(event="G15"),
    "over a limit": crowded,
    "at loot": looting,
    "robbed by the enemy": robbed,
    "two towns": two_towns,
    "with experience": lambda: table("H10").counters(red=2).phase("experience"),
}
"""By name, a table at a decision."""


def examples() -> dict[str, Any]:
    return json.loads(Path(__file__).with_name("sentences.json").read_text(encoding="utf-8"))


def said(tell: Callable[[Voice], str]) -> dict[str, Any]:
    """The sentence in both languages with the players' names, and in short where that is shorter."""
    voices = {language: Voice(language, ("Anna", "Boris")) for language in LANGUAGES}
    long = {language: tell(voice) for language, voice in voices.items()}
    short = {language: tell(replace(voice, brief=True)) for language, voice in voices.items()}
    return long if short == long else {**long, "short": short}


def choices_of(name: str) -> list[dict[str, Any]]:
    """What can be done at that table, and how it is told."""
    desk = DESKS[name]()
    view = RULESET.view(desk.state, seat_viewer(desk.decision["seat"]))
    return [
        {"action": action, **said(lambda voice, action=action: RULESET.tell_action(action, voice, view=view))}  # type: ignore[misc]
        for action in desk.legal()
    ]


@pytest.mark.parametrize("name", DESKS)
def test_every_choice_is_told_with_what_is_at_stake(name: str) -> None:
    told = choices_of(name)

    assert told == examples()["choices"][name]["told"]
    for language in LANGUAGES:
        assert len({one[language] for one in told}) == len(told)
        assert all(one[language][0] == one[language][0].upper() for one in told)


def tell(kind: str, example: dict[str, Any], voice: Voice) -> str:
    if kind == "refusals":
        return RULESET.tell_refusal(Refusal(**example), voice)
    return RULESET.tell_action(example, voice) if kind == "actions" else RULESET.tell_fact(example, voice)


def test_every_expected_sentence_says_where_it_was_read() -> None:
    """By the clause of the rules, and the choices also by the heading in the rulebook."""
    told = examples()
    for read in told["choices"].values():
        assert read["rulebook"]
        assert read["clauses"]
        assert set(read["clauses"]) <= set(RULESET.clauses)
    assert {action["rule"] for action in told["actions"]} <= set(RULESET.clauses)
    for fact in told["facts"]:
        assert fact["said"]["clauses"]
        assert set(fact["said"]["clauses"]) <= set(RULESET.clauses)
    assert {one["said"]["clause"] for one in told["refusals"]} <= set(RULESET.clauses)


KINDS_OF_SENTENCE = ("actions", "facts", "refusals")


@pytest.mark.parametrize("kind", KINDS_OF_SENTENCE)
def test_what_is_said_without_the_table(kind: str) -> None:
    for example in examples()[kind]:
        read = {"rule": example["rule"]} if kind == "actions" else {}
        assert {
            **read,
            "said": example["said"],
            **said(lambda voice, one=example["said"]: tell(kind, one, voice)),
        } == example  # type: ignore[misc]


@pytest.mark.parametrize(
    ("key", "fields", "sentence"),
    [
        ("another_question", {"asks": "market"}, "You now decide what to buy, hire, sell or have healed."),
        ("another_question", {"asks": "experience"}, "You now decide which stat to raise, or to end the turn."),
        ("no_escape", {"card": "R04"}, "There is no escape from Thundercoil, the Storm Dragon."),
        ("unwounded", {"character": "G11"}, "There is no wound to heal: Red Kessa."),
    ],
)
def test_a_refusal_calls_phases_enemies_and_allies_by_name(key: str, fields: dict[str, Any], sentence: str) -> None:
    """A market is asked about, an enemy is still as printed, and an ally no longer the outlaw that it was."""
    assert RULESET.tell_refusal(Refusal(key, "RB-001", fields), Voice("en")) == sentence


def short_ones(kind: str) -> list[str]:
    """The short forms of a kind of sentence, for the choices, too."""
    told = examples()
    listed = [
        *told[kind],
        *(one for choices in told["choices"].values() for one in choices["told"] if kind == "actions"),
    ]
    return [one.get("short", one)[language] for one in listed for language in LANGUAGES]


@pytest.mark.parametrize("kind", ["actions", "facts"])
def test_a_short_form_fits_on_a_narrow_screen(kind: str) -> None:
    assert [sentence for sentence in short_ones(kind) if len(sentence) > 60] == []


def test_without_names_people_are_told_by_their_seats() -> None:
    fact = {"type": "duel_began", "clauses": [], "seat": 0, "other_seat": 1}
    assert RULESET.tell_fact(fact, Voice("ru")) == "Место 1 нападает на героя места 2."
    assert RULESET.tell_fact(fact, Voice("ru", ("Анна", "Борис"))) == "Анна нападает на героя игрока «Борис»."
    assert RULESET.tell_fact(fact, Voice("en")) == "Seat 1 attacks the hero of Seat 2."


def test_there_is_an_example_of_every_type_and_case() -> None:
    book = RULESET.phrasebook
    told = examples()
    assert {one["said"]["type"] for one in told["facts"]} == {key.partition(".")[0] for key in book.section("facts")}
    assert {one["said"]["key"] for one in told["refusals"]} == set(book.section("refusals"))
    assert {one["said"]["type"] for one in told["actions"]} == set(RULESET.action_schemas)
    chosen = [one for choices in told["choices"].values() for one in choices["told"]]
    assert {one["action"]["type"] for one in chosen} == set(RULESET.action_schemas)
    for kind in ("facts", "actions"):
        said = [one["en"] for one in (*told[kind], *(chosen if kind == "actions" else ()))]
        for key, template in book.section(kind).items():  # type: ignore[arg-type]
            pattern = re.sub(r"\\{[^}]*\\}", ".*", re.escape(template["en"]))  # type: ignore[index]
            assert any(re.fullmatch(pattern, sentence) for sentence in said), key


def test_every_hex_is_called_by_its_coordinates_or_its_town() -> None:
    """The ids of some cards read like coordinates: B10 to B13, G10 to G13, M11 to M13."""
    cards = [card["name"][language] for card in RULESET.catalogue["components"] for language in LANGUAGES]
    view = RULESET.view(table("H02", hexes=["h6"]).play("roll_movement", 1, 1, 1, 1).state, seat_viewer(0))
    for hex_ in CONTENT.map.names:
        for language in LANGUAGES:
            called = CONTENT.names[hex_][language] if hex_ in CONTENT.names else hex_.upper()
            for voice in (Voice(language), Voice(language, brief=True)):
                told = [
                    RULESET.tell_action({"type": "move", "path": ["h7", hex_, "h7"]}, replace(voice, brief=False)),
                    RULESET.tell_action({"type": "move", "path": [hex_]}, voice),
                    RULESET.tell_action({"type": "step_one", "to": hex_}, voice),
                    RULESET.tell_action({"type": "retreat", "to": hex_}, voice),
                    *(
                        RULESET.tell_fact({**fact, "clauses": [], "seat": 0, "hex": hex_}, voice)
                        for fact in FACTS_OF_HEXES
                    ),
                    RULESET.tell_refusal(Refusal("not_adjacent", "RB-033", {"hex": hex_, "here": "h6"}), voice),
                ]
                if hex_ in CONTENT.map.neighbours["h6"]:
                    told.append(RULESET.tell_action({"type": "move", "path": [hex_]}, voice, view=view))
                for sentence in told:
                    assert called in sentence
                    assert not [card for card in cards if card in sentence]


FACTS_OF_HEXES: list[dict[str, Any]] = [
    {"type": "hero_moved", "clauses": [], "terrain": "plains"},
    {"type": "hero_retreated", "clauses": []},
]


@pytest.mark.parametrize("kind", KINDS_OF_SENTENCE)
def test_russian_sentences_never_begin_in_lower_case_and_have_even_quotes(kind: str) -> None:
    for example in examples()[kind]:
        assert example["ru"][0] == example["ru"][0].upper()
        assert example["ru"].count("«") == example["ru"].count("»")


def test_a_kept_card_is_told_by_what_it_has_become() -> None:
    boosts: list[Any] = []
    assert "Storm Spirit" in RULESET.tell_action({"type": "attack", "character": "B13", "boosts": boosts}, Voice("en"))
    assert "Дух бури" in RULESET.tell_action({"type": "attack", "character": "B13", "boosts": boosts}, Voice("ru"))
    for card in ("G13", "Y13", "Y21", "B11", "B13", "R14", "R21", "G11", "G20", "Y11"):
        printed = CONTENT.items[card]["name"]["en"]
        assert printed in RULESET.tell_action({"type": "choose_discard", "card": card}, Voice("en"))
        assert printed in RULESET.tell_fact(
            {"type": "card_given_up", "clauses": [], "seat": 0, "card": card}, Voice("en")
        )


COORDINATES = re.compile(r"\b[A-N]\d{1,2}\b")


def faults_of_language(sentence: str, language: str) -> list[str]:
    """What a reader would stumble over."""
    faults = {
        "no full stop": not sentence.endswith("."),
        "two stops": ".." in sentence or ":." in sentence or ";." in sentence,
        "a word twice": re.search(r"\b([^\W\d]+) \1\b", sentence) is not None,
        "one of many": re.search(r"\b1 (wounds|dice|cards|rounds|times|hexes|runes)\b", sentence) is not None,
        "Latin letters": language == "ru" and re.search("[A-Za-z]", COORDINATES.sub("", sentence)) is not None,
        "a gain told like a price": re.search(r"(sells|gains|sell|gain) .* for \d+ gold", sentence) is not None,
        "no ё": re.search(r"\b([Ее]ще|берет|дает|зелен|желт|наемн|остается|незаверш[е]нн)", sentence) is not None,
    }
    return [fault for fault, is_found in faults.items() if is_found]


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("Anna wins", "en"),
        ("Anna sells the the Lance.", "en"),
        ("Anna suffers 1 wounds.", "en"),
        ("Anna sells the Lance for 5 gold.", "en"),
        ("Anna проигрывает.", "ru"),
        ("Новые зеленые маркеры.", "ru"),
    ],
)
def test_a_fault_of_language_is_noticed(sentence: str, language: str) -> None:
    assert len(faults_of_language(sentence, language)) == 1
    assert faults_of_language("Аня идёт: гекс B10.", "ru") == faults_of_language("Ann moves to B10.", "en") == []


@pytest.mark.parametrize("name", DESKS)
def test_no_choice_has_a_fault_of_language(name: str) -> None:
    for choice in examples()["choices"][name]["told"]:
        for language in LANGUAGES:
            sentence = choice[language].replace("Boris", "Борис") if language == "ru" else choice[language]
            assert faults_of_language(sentence, language) == []


def test_no_sentence_has_a_hole() -> None:
    """Over games that have a bit of everything: no field is missing from a fact that its sentence speaks of."""
    seen = set()

    def listen(game: Table, step: object) -> None:
        for fact in step.body.data["facts"]:  # type: ignore[attr-defined]
            seen.add(fact["type"])
            for language in LANGUAGES:
                said = RULESET.tell_fact(fact, Voice(language))
                assert "–" not in said.replace(" – ", ""), (fact, said)
                assert "{" not in said
                assert faults_of_language(said, language) == []

    for bots in ([greedy_bot] * 3, [random_bot] * 3):
        play_through(RULESET, {"round_limit": 60}, bots=bots, seed=seed_of("sentences"), on_step=listen)
    assert len(seen) > 60


def test_every_sentence_is_for_a_fact_the_rules_tell() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in sorted(Path(package.__path__[0]).rglob("*.py")))
    named = set(re.findall(r'"([a-z_]+)"', code))

    assert {type_.partition(".")[0] for type_ in RULESET.phrasebook.section("facts")} <= named
