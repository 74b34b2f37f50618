"""Every list on a table has a reason why it cannot be longer than its room, and the reasons hold."""

from __future__ import annotations

import ast
import copy
import json
import re
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from itertools import chain
from operator import add, mul, sub
from typing import Any, Final, NamedTuple

from delvebook.domain.ruleset import AnyRuleset, load_data
from delvebook.domain.rulesets import registry
from tests.house.files import ROOT
from tests.research import room, sizes

PAGE: Final = "docs/room.md"
SUPPOSED: Final = {"Table.to_come", "UnderWayView.next"}
"""The lists whose room is not proved."""

Content = Mapping[str, Any]
Sets = dict[str, list[set[object]]]
"""By name, what can be in a list: the same in all games, or one set for each adventure, monster or colour."""


class Row(NamedTuple):
    """
    A row of the page.

    Attributes:
        lists: The lists it is about, as patterns.
        room: How long they may be.
        sort: `Each once`, `One for each`, `Exactly`, `Reckoned` or `Supposed`.
        by: Of items that are objects, the member that tells them apart.
        of: What the items are, or the sum that is reckoned.
        text: The whole reason.
    """

    lists: tuple[str, ...]
    room: int
    sort: str
    by: str | None
    of: str
    text: str


REASON: Final = re.compile(
    r"(?P<sort>Each once|One for each)(?: by `(?P<by>\w+)`)?: (?P<of>[^.]+)\.|"
    r"(?P<exactly>Exactly):|(?P<reckoned>Reckoned|Supposed), `(?P<sum>[^`]+)`:"
)


@cache
def rows(title: str) -> list[Row]:
    """Returns the rows of the page for a title."""
    name = registry.get_ruleset(title).title["en"]
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    section = re.search(rf"^## {re.escape(name)}\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE)
    assert section, f"{PAGE} has no section for {name}"
    return [row_of(line) for line in section[1].splitlines() if line.startswith("| `")]


def row_of(line: str) -> Row:
    lists, room_, text = (cell.strip() for cell in line.strip("|").split("|"))
    found = REASON.match(text)
    assert found, f"this is no reason of a known sort: {text}"
    sort = found["sort"] or found["exactly"] or found["reckoned"]
    return Row(tuple(re.findall(r"`([^`]+)`", lists)), int(room_), sort, found["by"], found["of"] or found["sum"], text)


def row_for(title: str, name: str) -> list[Row]:
    """Returns the rows that are about a list; there should be one."""
    return [row for row in rows(title) if any(fnmatchcase(name, pattern) for pattern in row.lists)]


def unexplained(title: str, schemas: room.Schema) -> list[str]:
    """Returns every list of the schemas without a row, with several, or with another room than its row says."""
    found = []
    for name, schema, _ in room.lists_of(schemas):
        about = row_for(title, name)
        if len(about) != 1 or about[0].room != room.most(schema):
            found.append(f"{name}: {room.most(schema)}, but {[row.room for row in about]}")
    return found


def test_every_list_of_every_viewer_has_its_row(title: str) -> None:
    assert unexplained(title, registry.get_ruleset(title).catalogue["schemas"]) == []


def test_a_list_without_a_row_is_found_and_so_is_one_with_another_room(title: str) -> None:
    schemas: Any = copy.deepcopy(registry.get_ruleset(title).catalogue["schemas"])
    found = list(room.lists_of(schemas))
    changed = found[len(found) // 2]
    bound = "maxItems" if "maxItems" in changed.schema else "maxProperties"
    changed.schema[bound] += 1  # type: ignore[index]
    table = schemas["table"]["seat"]["$ref"].rpartition("/")[2]
    schemas["$defs"][table]["properties"]["secrets"] = {"type": "array", "maxItems": 3, "items": {"type": "integer"}}
    assert {one.partition(":")[0] for one in unexplained(title, schemas)} == {changed.name, f"{table}.secrets"}


def test_no_row_is_about_nothing_and_every_row_names_clauses_of_the_rules(title: str) -> None:
    ruleset = registry.get_ruleset(title)
    names = [found.name for found in room.lists_of(ruleset.catalogue["schemas"])]
    for row in rows(title):
        for pattern in row.lists:
            assert any(fnmatchcase(name, pattern) for name in names), pattern
        clauses = re.findall(r"[A-Z]{2}-\d{3}", row.text)
        assert clauses, row.text
        assert set(clauses) <= ruleset.clauses.keys(), row.text


def test_what_is_reckoned_comes_out_and_what_is_always_so_long_says_so_in_its_schema(title: str) -> None:
    for row in rows(title):
        if row.sort in ("Reckoned", "Supposed"):
            assert reckoned(ast.parse(row.of, mode="eval").body) == row.room, row.text
    for name, schema, _ in room.lists_of(registry.get_ruleset(title).catalogue["schemas"]):
        (row,) = row_for(title, name)
        assert row.sort != "Exactly" or schema["minItems"] == schema["maxItems"], name
        assert row.sort != "Supposed" or name in SUPPOSED


def reckoned(sum_: ast.expr) -> int:
    """Returns the value of a sum."""
    match sum_:
        case ast.Constant(value=int(number)):
            return number
        case ast.BinOp(left=left, op=op, right=right):
            does: Callable[[int, int], int] = {ast.Add: add, ast.Sub: sub, ast.Mult: mul}[type(op)]
            return does(reckoned(left), reckoned(right))
        case ast.Call(func=ast.Name(id="max"), args=values):
            return max(map(reckoned, values))
    raise AssertionError(f"this is no sum: {ast.unparse(sum_)}")


# -- what is in the box -------------------------------------------------------------------------------


def in_dice_and_danger(box: Content) -> Sets:
    """Counts in the printed content, as do the others."""
    adventures = box["adventures"].values()
    rooms = [room_ for one in adventures for room_ in one["rooms"]]

    def cells(*kinds: str) -> list[set[object]]:
        return [{cell["id"] for cell in one["cells"] if not kinds or cell["kind"] in kinds} for one in adventures]

    return {
        "dice": [set(range(box["dice"]["white"] + box["dice"]["black"]))],
        "seats": [set(range(box["seats"]["max"]))],
        "bonuses": [{bonus["id"] for bonus in one["bonuses"]} for one in adventures],
        "monsters": [{room_["id"] for room_ in one["rooms"]} for one in adventures],
        "abilities": [box["abilities"].keys() - {"source"}],
        "cells": cells(),
        "clouds": cells("cloud"),
        "rubble cells": cells("rubble"),
        "cloud numbers": [set(box["cloud_numbers"]["numbers"])],
        "locked numbers": [set(room_["white"]) for room_ in rooms],
    }


def in_dungeon_raiders(box: Content) -> Sets:
    return {
        "seats": [set(range(len(box["characters"]["cards"])))],
        "power cards": [{f"p{value}" for value in box["power"]["values"]}],
        "rooms of a level": [set(range(box["counts"]["rooms"]))],
    }


def in_labyrinth(box: Content) -> Sets:
    of: dict[str, set[object]] = {}
    for kind in box["components"]:
        of.setdefault(kind["type"], set()).update(card["id"] for card in kind["cards"])
    specials = {card["effect"] for kind in box["components"] for card in kind["cards"] if "effect" in card}
    sorts: set[object] = (
        {"knight", "mage", "cage", "location"} | box["trophies"]["beats"].keys() | (specials - {"greed"})
    )
    return {
        "cards": [set().union(*of.values())],
        "sides": [set("NESW")],
        "Locations": [of["location"]],
        "sorts of cards in the deck": [sorts | (box["steambots"]["beaten_by"].keys() - {"source"})],
    }


def in_runebound(box: Content) -> Sets:
    market = {card["id"] for card in chain(box["market"]["artifacts"], box["market"]["allies"])}
    kept = [card for card in box["kept"]["cards"] if card["id"] not in market]
    adventures = box["adventures"]["cards"]
    colours = list(box["counters"]["count"])
    coloured = [{card["id"] for card in adventures if card["colour"] == colour} for colour in colours]
    hero = box["heroes"]["cards"][0]
    return {
        "seats": [set(range(len(box["xp_cost"]["by_seats"])))],
        "heroes": [{card["id"] for card in box["heroes"]["cards"]}],
        "Market cards": [market],
        "cards that can be owned": [market | {card["id"] for card in kept}],
        "artifacts": [
            {card["id"] for card in box["market"]["artifacts"]}
            | {card["id"] for card in kept if card["type"] == "artifact"}
        ],
        "cards of a colour": coloured,
        "cards of a deck": [market, *coloured],
        "events": [{card["id"] for card in adventures if card["category"] == "event"}],
        "colours": [set(colours)],
        "decks": [{"market", *colours}],
        "attributes": [set(hero["attributes"])],
        "kinds of attack": [set(hero["damage"])],
        "stats": [set(box["decided"]["stats"])],
        "skills": [{skill for card in box["heroes"]["cards"] for skill in card["skills"]}],
        "towns": [{town["hex"] for town in box["map"]["towns"]}],
        "sites of a colour": [set(box["map"]["sites"][colour]) for colour in colours],
        "spaces of the track": [set(range(box["track"]["spaces"]))],
    }


def in_the_descent(box: Content) -> Sets:
    return {
        "seats": [set(range(box["seats"]["most"]))],
        "creatures": [set(box["creatures"]["kinds"])],
        "kinds of tokens": [set(box["tokens"]["kinds"])],
        "start kit": [set(box["kit"]["cards"])],
        "envelopes": [set(range(sum(box["equipment"]["cards"].values())))],
    }


BOXES: Final[Mapping[str, Callable[[Content], Sets]]] = {
    "dice-and-danger": in_dice_and_danger,
    "dungeon-raiders": in_dungeon_raiders,
    "labyrinth": in_labyrinth,
    "runebound": in_runebound,
    "the-descent": in_the_descent,
}


def sets_of(ruleset: AnyRuleset) -> Sets:
    package = f"delvebook.domain.rulesets.{ruleset.id.replace('-', '_')}"
    return BOXES[ruleset.id](load_data(package, "content.json"))


def test_so_many_things_are_in_the_box(title: str) -> None:
    """The largest set that a list can hold is as large as its room."""
    sets = sets_of(registry.get_ruleset(title))
    counted = [row for row in rows(title) if row.sort in ("Each once", "One for each")]
    assert {row.of for row in counted} == sets.keys()
    for row in counted:
        assert max(map(len, sets[row.of])) == row.room, row.text


# -- in games -----------------------------------------------------------------------------------------


def doubled(title: str, view: Mapping[str, object]) -> Iterator[str]:
    """Yields every list of a view in which something stands twice that should not, or that holds something else."""
    ruleset = registry.get_ruleset(title)
    sets = sets_of(ruleset)
    for name, _, value in room.lists_in(ruleset.catalogue["schemas"], view):
        (row,) = row_for(title, name)
        if row.sort != "Each once":
            continue
        items = [item[row.by] for item in value] if row.by else list(value)
        if len(set(items)) < len(items) or not any(set(items) <= one for one in sets[row.of]):
            yield f"{name}: {items}"


def test_nothing_stands_twice_in_games(title: str) -> None:
    ruleset = registry.get_ruleset(title)
    looked = 0
    for game in sizes.games_of(ruleset, "room", range(8), greedy=2):
        for position in sizes.positions(ruleset, game, actions=120):
            assert list(doubled(title, position.views[position.seat])) == []
            looked += 1
    assert looked > 100


def test_what_stands_twice_is_found(title: str) -> None:
    """Every list of a played table gets its first item once more; those that hold things once are found."""
    ruleset = registry.get_ruleset(title)
    schemas = ruleset.catalogue["schemas"]
    (game,) = sizes.games_of(ruleset, "room", [1])
    *_, last = sizes.positions(ruleset, game, actions=60)
    view = json.loads(json.dumps(last.views[last.seat]))
    expected = set()
    for name, _, value in list(room.lists_in(schemas, view)):
        if isinstance(value, list) and value:
            value.append(copy.deepcopy(value[0]))
            if row_for(title, name)[0].sort == "Each once":
                expected.add(name)
    assert expected
    assert {one.partition(":")[0] for one in doubled(title, view)} == expected


# -- games for long lists -----------------------------------------------------------------------------

FULL: Final[Mapping[str, set[str]]] = {
    "dice-and-danger@1": {"Question.abilities"},
    "dungeon-raiders@1": {"SeatSeen.played", "Table.earlier"},
    "labyrinth@1": {"Table.hero_supply", "Table.unseen"},
    "runebound@1": {"CombatSeen.seats", "HeroSeen.counters", "Table.counters/*"},
    "the-descent@1": {"SeatView.rests", "Table.tokens_left"},
}
"""Some lists that take all of their room in a few games that are played for long lists."""


def test_a_player_for_long_lists_fills_some_and_none_beyond_its_room(title: str) -> None:
    ruleset = registry.get_ruleset(title)
    longest = room.run(ruleset, games=3, seed="tests", actions=120)
    most = room.room_of(ruleset)
    assert {name: length for name, length in longest.seen.items() if length > most[name]} == {}
    assert {name for name, length in longest.seen.items() if length == most[name]} >= FULL[title]
