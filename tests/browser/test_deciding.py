"""What the table asks: the headline says what is decided, and the choices say what differs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Newcomer
from tests.browser.people import Visitor
from tests.browser.test_table import my_turn, sentences

SEATS: Final = {"dungeon-raiders": 2, "dice-and-danger": 2, "the-descent": 2, "labyrinth": 1, "runebound": 2}
FRAMES: Final = [
    (
        [
            "I play power 1 against the Dragon: together we need 14.",
            "I play the sword against the Dragon: together we need 14.",
        ],
        "I play … against the Dragon: together we need 14.",
    ),
    (["Start at (5, 0).", "Start at (7, 1)."], "Start at …"),
    (["I stay and explore."], "I stay and explore."),
    (["I fight on", "Escape: die 10+"], ""),
    (
        [
            "I play 1 into the trap. All lose: on a 1: half.",
            "I play 2 into the trap. All lose: on a 1: half, on a 2: 2.",
        ],
        "I play … into the trap. …",
    ),
    (
        ["Make the pairs 2 + 2 = 4 and 6 + black 1 = 7.", "Make the pairs 2 + 6 = 8 and 2 + black 1 = 3."],
        "Make the pairs …",
    ),
    (
        [
            "Visit the plain cell 6 (column 2, row 4) with 4 + black 2 = 6.",
            "Visit the start cell 6 (column 2, row 5) with 4 + black 2 = 6.",
        ],
        "Visit the … with 4 + black 2 = 6.",
    ),
    (
        [
            "Place it at (4, 25): reaches the bottom (+7 points for the cards in hand); the game ends.",
            "Place it at (3, 26): reaches the bottom (+5 points for the cards in hand); the game ends.",
        ],
        "Place it at … the game ends.",
    ),
    (
        [
            "Посетить клетку 10 (столбец 1, ряд 2) парой 6 + 4 = 10.",
            "Посетить клетку 8 (столбец 1, ряд 5) парой 4 + Чёрный 4 = 8.",
        ],
        "Посетить клетку …",
    ),
]
CARDS: Final = [
    "I play power 1 for the chests of 2 and 1.",
    "I play power 2 for the chests of 2 and 1.",
    "I play power 3 for the chests of 2 and 1.",
    "I play a crystal ball; my card comes later.",
]


WORD: Final = re.compile(r"\S*\([^()]*\)\S*|\d+ \+ (?:\w+ )?\d+ = \S+|\S+")
"""What stands in brackets is one word, and so is a sum."""


def shared_beginning(texts: list[str]) -> str:
    """The words with which all texts begin."""
    words = [WORD.findall(text) for text in texts]
    same = [column[0] for column in zip(*words, strict=False) if len(set(column)) == 1]
    begin = 0
    while begin < len(same) and all(one[: begin + 1] == words[0][: begin + 1] for one in words):
        begin += 1
    return " ".join(words[0][:begin])


def test_what_texts_have_in_common_is_said_once(visitor: Visitor) -> None:
    page = visitor.go("/")
    for texts, framed in FRAMES:
        found = page.evaluate(
            """async (texts) => {
                const base = document.querySelector('script[type=module]').src.replace(/js\\/pages.*/, '');
                return (await import(base + 'js/table/actions.js')).frame(texts);
            }""",
            texts,
        )
        assert found == framed


def test_what_most_choices_of_a_type_have_in_common_is_said_once_although_one_is_different(visitor: Visitor) -> None:
    groups = visitor.go("/").evaluate(
        """async (texts) => {
            const base = document.querySelector('script[type=module]').src.replace(/js\\/pages.*/, '');
            const { groupsOf } = await import(base + 'js/table/actions.js');
            const offers = texts.map((text) => ({ action: { type: "play_card" }, text, text_short: text }));
            return groupsOf(offers).map(({ begin, end, lines }) => [begin, lines.map((one) => one.differs), end]);
        }""",
        CARDS,
    )

    assert groups == [
        ["I play", ["power 1", "power 2", "power 3"], "for the chests of 2 and 1."],
        ["", [CARDS[-1]], ""],
    ]


def headline(page: Page, title: str, table: Mapping[str, object], choices: list[tuple[str, str]]) -> str:
    """The headline over choices, each a type and a sentence, at a table of which only this is known."""
    return str(
        page.evaluate(
            """async ([title, table, choices]) => {
                const base = document.querySelector('script[type=module]').src.replace(/js\\/pages.*/, '') + 'js/';
                const { questionOf } = await import(base + 'table/actions.js');
                const renderer = await import(`${base}titles/${title.replaceAll('-', '_')}.js`);
                const catalogue = await (await fetch(`/v1/rulesets/${title}/catalogue`)).json();
                const actions = choices.map(([type, text]) => ({ action: { type }, text, text_short: text }));
                return questionOf({ game: { table }, catalogue, actions, renderer });
            }""",
            [title, table, choices],
        )
    )


def test_the_headline_tells_what_a_trap_and_a_vault_do_to_each_card(visitor: Visitor) -> None:
    """The sentences of the choices share too little of it."""
    page = visitor.go("/")
    boulder = [
        ("play_card", "I play power 4 into the Boulder trap. By the highest value: on a 4: 2, on a 5: 3."),
        ("play_card", "I play power 5 into the Boulder trap. By the highest value: on a 5: 3."),
        ("light_torch", "I light a torch."),
    ]
    vault = [("play_card", "I play power 1 for 1 treasure."), ("play_card", "I play power 3 for a potion.")]
    components = visitor.get("/v1/rulesets/dungeon-raiders/catalogue")["components"]
    rules = {one["id"]: one["text"]["en"] for one in components}

    told = headline(page, "dungeon-raiders", {"phase": "play", "card": "trap-boulder"}, boulder)
    assert told == f"I play power … (Boulder trap). {rules['trap-boulder']}"
    assert "on a 3: 1, on a 4: 2, on a 5: 3" in told
    told = headline(page, "dungeon-raiders", {"phase": "play", "card": "vau-coins"}, vault)
    assert told == f"I play power … (Coin vault). {rules['vau-coins']}"
    assert told.count("on a") == 5
    assert headline(page, "dungeon-raiders", {"phase": "play", "card": "vau-coins"}, vault[:1]) == vault[0][1]


def test_the_headline_names_the_card_that_was_turned_up(visitor: Visitor) -> None:
    page = visitor.go("/")
    choices = [("take_trophy", "Odo takes Rock."), ("swap_trophy", "Bram gives Paper."), ("swap_trophy", "I swap.")]

    assert headline(page, "labyrinth", {"phase": "trophy", "question": {"trophies": ["R3"]}}, choices) == "Trophy: Rock"
    assert headline(page, "labyrinth", {"phase": "market", "question": {"special": "MARKET"}}, choices) == "Market"


def test_the_headline_leaves_no_kind_of_choice_out_but_giving_up(visitor: Visitor) -> None:
    page, table = visitor.go("/"), {"phase": "turn"}
    end = "the turn ends; no tile has been opened in this round yet."
    ropes = [("use_rope", f"Rope to ({x}, 4): {end}") for x in range(9)]
    turn = [("step", "Step left."), ("jump", "Jump right."), *ropes, ("end_turn", "End the turn.")]
    fight = [("use_card", "Sword: no loss."), ("use_card", "No card: −1 health.")]

    expected = "Step left · Jump right · Rope to … · End the turn"
    assert headline(page, "the-descent", table, turn) == expected
    assert headline(page, "the-descent", table, [*turn, ("surrender", "Surrender.")]) == expected
    assert headline(page, "the-descent", table, fight) == "Sword · No card"


def test_one_word_in_common_is_no_headline(visitor: Visitor) -> None:
    page = visitor.go("/")
    choices = [("move", "I move to B4."), ("move", "I stay at A1 without dice.")]
    table = {"phase": "movement", "question": {"asks": "choose_path"}}
    terms = visitor.get("/v1/rulesets/runebound/catalogue")["terms"]

    assert headline(page, "runebound", table, choices).lower() == terms["choose_path"]["name"]["en"].lower()


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("title", SEATS)
def test_the_headline_says_what_is_decided_and_choices_begin_where_they_differ(
    newcomer: Newcomer, title: str, language: str
) -> None:
    player = newcomer(locale=f"{language}-{language.upper()}")
    player.sign_up()
    game = player.new_game(title, seats=SEATS[title])
    page = player.go(f"/games/{game}")
    page.locator(".actions .action").first.wait_for()
    body = player.get(f"/v1/games/{game}")
    offered = player.get(f"/v1/games/{game}/actions?lang={language}")["actions"]
    headline = page.locator(".headline strong").inner_text()

    if len({one["action"]["type"] for one in offered}) == 1 and (
        shared := shared_beginning([one["text"][language] for one in offered])
    ):
        assert headline.startswith(shared)
    else:
        terms = player.get(f"/v1/rulesets/{body['ruleset']}/catalogue")["terms"]
        question = body["table"].get("question") or {}
        named = [question.get("asked"), question.get("asks"), body["table"]["phase"]]
        names = {terms[one]["name"][language].lower() for one in named if one in terms}
        ways = [one.removesuffix(" …").lower() for one in headline.split(" · ")]
        if len(ways) > 1:
            short = [one["text_short"][language].lower() for one in offered]
            assert all(any(one.startswith(way) for way in ways) for one in short), headline
            assert all(any(one.startswith(way) for one in short) for way in ways), headline
        elif headline.lower().partition(": ")[0] not in names:
            begin, _, end = headline.partition(" … ")
            told = [one["text"][language] for one in offered]
            assert len(end.split(" ")) >= 3
            assert 2 * sum(one.startswith(begin) and end in one for one in told) > len(told)
    assert sorted(sentences(page)) == sorted(one["text_short"][language] for one in offered)
    if (title, language) == ("dungeon-raiders", "ru"):
        expect(page.locator(".differs", has_text="1").first).to_have_text(re.compile("^карту силы 1"))
    for group in page.locator(".actions > ol").all():
        seen = group.locator(".differs").all_inner_texts()
        if len(seen) > 1 and not all(re.match(r"(\S+ )?\S+ \d+\W*$", one) for one in seen):
            assert len({WORD.findall(one)[0] for one in seen}) > 1, seen
            assert not [one for one in seen if one.endswith(":")], seen


def test_the_list_is_folded_and_unfolded_by_keyboard_and_stays_so(player: Visitor) -> None:
    game = player.new_game("the-descent", seats=2)
    page = player.go(f"/games/{game}")
    my_turn(page)
    page.get_by_role("button", name="Hide", exact=True).press("Enter")
    expect(page.locator(".action")).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Show", exact=True).press("Enter")
    expect(page.locator(".action").first).to_be_visible()


def taken(player: Visitor, game: str) -> int:
    """How many actions the first seat has taken."""
    events = player.get(f"/v1/games/{game}/events")["events"]
    return sum(event["type"] == "ActionTaken" and event["by"] == "seat:0" for event in events)


def test_who_acts_by_keyboard_goes_on_at_the_next_choices(player: Visitor) -> None:
    game = player.new_game("labyrinth")
    page = player.go(f"/games/{game}")
    my_turn(page)
    for number in range(2):
        page.locator(".actions .action").first.press("Enter")
        expect(page.locator("#actions")).to_be_focused()
        assert taken(player, game) == number + 1
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('.choices') !== null")


def test_a_choice_that_was_made_in_another_tab_is_said_so(player: Visitor) -> None:
    game = player.new_game("labyrinth")
    page = player.go(f"/games/{game}")
    my_turn(page)
    stale = {"code": "action/stale", "detail": "decision 7 is not open for this seat", "status": 409}
    page.route(
        "**/actions",
        lambda route: route.fulfill(status=409, json=stale) if route.request.method == "POST" else route.fallback(),
    )
    page.locator(".actions .action").first.click()

    expect(page.locator(".problem")).to_contain_text("in another tab")
    expect(page.locator(".problem")).not_to_contain_text("decision 7")


def test_a_surrender_asks_once_and_stands_apart(player: Visitor) -> None:
    game = player.new_game("the-descent", seats=1, bots={})
    for _ in range(20):
        owed = player.get(f"/v1/games/{game}/actions")
        if any(one["action"]["type"] == "surrender" for one in owed["actions"]):
            break
        chosen = {"decision": owed["decision"], "action": owed["actions"][0]["action"]}
        player.post(f"/v1/games/{game}/actions", chosen)
    page = player.go(f"/games/{game}")
    my_turn(page)
    before = taken(player, game)
    last = page.locator(".actions > ol").last
    expect(last).to_have_class("is-final")
    last.locator(".action").click()
    page.get_by_role("dialog").get_by_role("button", name="No, go back").click()
    page.locator(".td-final button").click()
    expect(page.get_by_role("dialog")).to_contain_text("Surrender")
    assert taken(player, game) == before
    page.get_by_role("dialog").get_by_role("button", name="Yes, do it").click()
    expect(page.locator(".log")).to_contain_text(re.compile("surrender", re.IGNORECASE))

    assert page.locator(".td-ruler").all_text_contents()[:3] == ["0", "1", "2"]


def test_forced_moves_are_made_by_themselves_on_request_alone(player: Visitor) -> None:
    game = player.new_game("labyrinth")
    page = player.go(f"/games/{game}")
    my_turn(page)
    page.locator(".action").first.click()
    expect(page.locator(".actions .action")).to_have_count(1)
    assert taken(player, game) == 1
    page.get_by_label("Make forced moves for me").check()
    expect(page.locator(".log")).to_contain_text("stay")
    assert taken(player, game) > 1


def test_taking_back_is_offered_only_where_the_service_allows_it(player: Visitor) -> None:
    game = player.new_game("runebound", seats=2)
    page = player.go(f"/games/{game}")
    my_turn(page)
    with page.expect_response(f"**/v1/games/{game}/take-backs"):
        page.locator(".action", has_text=re.compile("movement dice")).first.click()
    my_turn(page)
    may = player.get(f"/v1/games/{game}/take-backs")
    assert (may["allowed"], may["why"]) == (False, "chance")
    expect(page.get_by_role("button", name="Take back my last action")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_an_end_is_said_once_and_a_limit_is_not_explained_as_an_option(newcomer: Newcomer, language: str) -> None:
    player = newcomer(locale=f"{language}-{language.upper()}")
    player.sign_up()
    game = player.new_game("runebound", options={"round_limit": 1})
    page = player.go(f"/games/{game}")
    page.locator(".headline").wait_for()
    player.play_out(game)
    outcome = page.locator(".outcome")
    expect(outcome).to_be_visible()
    limit = player.get("/v1/rulesets/runebound/catalogue")["terms"]["round_limit"]

    expect(page.locator(".headline")).to_have_count(0)
    expect(outcome).to_contain_text(limit["name"][language].capitalize())
    expect(outcome).not_to_contain_text(limit["text"][language].split(".")[0])


def ending(page: Page, title: str, game: Mapping[str, object], events: Sequence[Mapping[str, object]]) -> str:
    """The text of the panel that a game ends with, for the one on seat 0."""
    return str(
        page.evaluate(
            """async ([title, game, events]) => {
                const base = document.querySelector('script[type=module]').src.replace(/js\\/pages.*/, '') + 'js/';
                const { outcomeView } = await import(base + 'table/log.js');
                const { render } = await import(base + 'html.js');
                const renderer = await import(`${base}titles/${title.replaceAll('-', '_')}.js`);
                const catalogue = await (await fetch(`/v1/rulesets/${title}/catalogue`)).json();
                const table = { game, events, catalogue, renderer, mySeat: () => game.seats[0], isPlayer: () => true };
                const place = document.body.appendChild(document.createElement('div'));
                render(outcomeView(table), place);
                return place.innerText;
            }""",
            [title, game, events],
        )
    )


def over(title: str, seats: int, reason: str, *, winners: list[int], ranking: list[list[int]]) -> dict[str, object]:
    """A game that has ended so, without scores."""
    outcome = {"reason": reason, "winners": winners, "ranking": ranking, "scores": [None] * seats}
    people = [{"seat": seat, "player": None, "bot": "easy@1", "name": f"Bot {seat + 1}"} for seat in range(seats)]
    return {"id": "x", "n": 9, "ruleset": f"{title}@1", "outcome": outcome, "seats": people}


def test_who_was_out_before_the_end_reads_there_how(visitor: Visitor) -> None:
    game = over("dungeon-raiders", 3, "last_survivor", winners=[2], ranking=[[2], [0, 1]])
    death = {
        "type": "ActionTaken",
        "n": 5,
        "told": ["The Dragon attacks.", "Ada takes 3 wounds.", "Bob takes 3 wounds.", "Ada dies."],
        "told_facts": [
            {"type": "monster_attacked", "seats": [0, 1]},
            {"type": "wounded", "seat": 0},
            {"type": "wounded", "seat": 1},
            {"type": "character_died", "seat": 0},
        ],
    }
    told = ending(visitor.go("/"), "dungeon-raiders", game, [death])

    assert "The Dragon attacks. Ada takes 3 wounds. Ada dies." in told
    assert "Bob takes" not in told


def test_where_nobody_wins_and_all_are_equal_nobody_is_first(visitor: Visitor) -> None:
    page = visitor.go("/")
    two = over("dice-and-danger", 2, "all_dead", winners=[], ranking=[[0, 1]])
    one = over("labyrinth", 1, "team_lost", winners=[], ranking=[[0]])
    apart = over("runebound", 2, "round_limit", winners=[], ranking=[[1], [0]])

    assert "Place" not in ending(page, "dice-and-danger", two, [])
    assert "Place" not in ending(page, "labyrinth", one, [])
    assert "Place" in ending(page, "runebound", apart, [])


def test_who_watches_is_told_so_and_the_log_ends_with_the_result(newcomer: Newcomer) -> None:
    ann, watcher = newcomer(), newcomer()
    ann.sign_up()
    game = ann.new_game("dungeon-raiders", seats=2, bots={1: "random"})
    page = watcher.go(f"/games/{game}")
    expect(page.locator(".headline")).to_contain_text("You are watching")
    page.get_by_label("Settings").click()
    page.keyboard.press("Escape")
    expect(page.locator(".menu")).not_to_have_attribute("open", "")
    ann.play_out(game)
    expect(page.locator(".outcome")).to_be_visible()
    seed = ann.get(f"/v1/games/{game}")["seed"]
    finished = next(
        e
        for e in ann.get(f"/v1/games/{game}/events?lang=en&after=5&limit=500")["events"]
        if e["type"] == "GameFinished"
    )

    expect(page.locator(".log li").first).to_contain_text(finished["told"][0])
    expect(page.locator(".log")).not_to_contain_text(seed)
