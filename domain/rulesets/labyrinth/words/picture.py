"""The table drawn as text: the labyrinth as it lies, who stands where, the team, and what is left in the deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_uppercase
from typing import Final

from delvebook.domain.phrases import Phrasebook, Voice
from delvebook.domain.pictures import Block, Labels, Picture
from delvebook.domain.ruleset import load_data
from delvebook.domain.rulesets.labyrinth.content import PACKAGE
from delvebook.domain.rulesets.labyrinth.words.shapes.table import Laid, View

TEXTS: Final[Mapping[str, Mapping[str, str]]] = load_data(PACKAGE, "picture.json")
YOU: Final = "@"
RIVALS: Final = "123"
"""The signs of the rivals on the map, in the order in which they appeared."""
CELL: Final = 9
"""Characters of a cell of the map."""

At = tuple[int, int]


def picture_of(book: Phrasebook, view: View, voice: Voice) -> Picture:
    """The map, then the team, the rivals, what has to be resolved, and the cards."""
    labels = Labels(TEXTS, book, voice)
    heading = labels(
        "turn" if view["turn"] else "setup", turn=view["turn"], deck=view["deck_count"], laid=view["laid_count"]
    )
    return [
        Block(heading, _chest(view, labels)),
        Block(labels("map"), [*((line,) for line in _map(view)), *_key(view, labels)]),
        _team(view, labels),
        *_rivals(view, labels),
        *_now(view, labels),
        Block(labels("deck"), [*_deck(view, labels)]),
    ]


def _chest(view: View, labels: Labels) -> list[tuple[str]]:
    path = view["path_to_chest"]
    if path is not None:
        return [(labels("path", moves=len(path)),)]
    return [(labels("chest_aside"),)] if view["chest_aside"] else []


# -- the map --------------------------------------------------------------------------------------


def _map(view: View) -> Iterator[str]:
    """Three lines for each row of cells, with the coordinates that sentences name above and on the left."""
    cards = {_at(card): card for card in view["labyrinth"]}
    letters, signs = _letters(view), _signs(view)
    xs = range(min(x for x, _ in cards), max(x for x, _ in cards) + 1)
    yield " " * 4 + "".join(str(x).center(CELL) for x in xs).rstrip()
    for y in range(min(y for _, y in cards), max(y for _, y in cards) + 1):
        drawn = [_card(cards.get((x, y)), letters.get((x, y), "") + signs.get((x, y), "")) for x in xs]
        for margin, line in zip(("", str(y), ""), zip(*drawn, strict=True), strict=True):
            yield margin.rjust(3) + " " + "".join(line).rstrip()


def _card(card: Laid | None, said: str) -> tuple[str, str, str]:
    """The card's three lines: the way north, its letter and who stands there between west and east, the way south."""
    if card is None:
        return (" " * CELL,) * 3
    ways = {side: "═║"[side in "NS"] for side in card["passages"]}
    ways = {side: "─│"[side in "NS"] for side in card["exits"]} | ways
    west, east = ways.get("W", " "), ways.get("E", " ")
    middle = f"{west * 2}{said.center(CELL - 4)}{east * 2}"
    return ways.get("N", " ").center(CELL), middle, ways.get("S", " ").center(CELL)


def _at(card: Laid) -> At:
    return card["cell"][0], card["cell"][1]


def _letters(view: View) -> dict[At, str]:
    """The letter by which the map shows each Location, in the order in which they were laid."""
    return dict(zip(map(_at, view["labyrinth"]), ascii_uppercase, strict=False))


def _signs(view: View) -> dict[At, str]:
    """Who stands where."""
    signs = {(view["cell"][0], view["cell"][1]): YOU}
    for sign, rival in zip(RIVALS, view["rivals"], strict=False):
        at = (rival["cell"][0], rival["cell"][1])
        signs[at] = signs.get(at, "") + sign
    return signs


def _key(view: View, labels: Labels) -> Iterator[tuple[str, ...]]:
    """The name, the cell and the people of each letter."""
    signs = {YOU: labels("you")}
    for sign, rival in zip(RIVALS, view["rivals"], strict=False):
        signs[sign] = labels("rival", sign=sign, colour=rival["colour"])
    stand = _signs(view)
    for card, letter in zip(view["labyrinth"], ascii_uppercase, strict=False):
        x, y = _at(card)
        people = ", ".join(signs[sign] for sign in stand.get((x, y), ""))
        yield letter, labels.name(card["card"]), f"({x}, {y})", people


# -- people and cards -----------------------------------------------------------------------------


def _team(view: View, labels: Labels) -> Block:
    heading = labels("team", hero=view["hero"]["card"], side=labels.name(view["hero"]["side"]))
    team = [(labels.name(one["character"]), _held(one["trophy"], labels)) for one in view["team"]]
    return Block(heading, team or [(labels("nobody"),)])


def _rivals(view: View, labels: Labels) -> Iterator[Block]:
    if view["rivals"]:
        rows = [
            (sign, labels("of", colour=rival["colour"]), labels.name(rival["knight"]), _held(rival["trophy"], labels))
            for sign, rival in zip(RIVALS, view["rivals"], strict=False)
        ]
        yield Block(labels("rivals"), rows)


def _held(trophy: str | None, labels: Labels) -> str:
    return labels("no_trophy") if trophy is None else labels.name(trophy)


def _now(view: View, labels: Labels) -> Iterator[Block]:
    """What has to be resolved, card by card."""
    resolving = view["resolving"]
    if resolving is None:
        return
    rows = []
    if resolving["rival"] is not None:
        rows.append(labels("duel", colour=resolving["rival"]))
    if resolving["card"] is not None:
        rows.append(labels("drew", card=resolving["card"]))
    if resolving["rival_card"] is not None:
        rows.append(labels("rival_drew", card=resolving["rival_card"]))
    open_ = [card for card in resolving["open"] if card not in (resolving["card"], resolving["rival_card"])]
    if open_:
        rows.append(labels("lies", cards=labels.several(open_)))
    yield Block(labels("now"), [(row,) for row in rows])


def _deck(view: View, labels: Labels) -> Iterator[tuple[str, ...]]:
    """How many of each sort are left in the deck, in two columns, and the discard."""
    left = [(str(number), labels.name(sort)) for sort, number in view["unseen"].items() if number]
    half = (len(left) + 1) // 2
    for at, row in enumerate(left[:half]):
        yield (*row, *(left[half + at] if half + at < len(left) else ()))
    if view["discard"]:
        yield (labels("discard", cards=labels.several(view["discard"])),)
