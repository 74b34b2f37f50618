"""The table drawn as text: the cave with everything on it, whose turn it is, and what each character has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from delvebook.domain.catalogue import Symbol
from delvebook.domain.phrases import Phrasebook, Voice
from delvebook.domain.pictures import Block, Labels, Picture, columns
from delvebook.domain.ruleset import load_data
from delvebook.domain.rulesets.the_descent.content import PACKAGE
from delvebook.domain.rulesets.the_descent.words.shapes.table import CreatureView, SeatView, View

TEXTS: Final[Mapping[str, Mapping[str, str]]] = load_data(PACKAGE, "picture.json")
SYMBOLS: Final[Sequence[Symbol]] = load_data(PACKAGE, "catalogue.json")["symbols"]
TILE: Final = 4
"""Cells of a side of a tile. Tiles are drawn a little apart."""
HIDDEN: Final = "?"
FRAME: Final = "X"

At = tuple[int, int]


def picture_of(book: Phrasebook, view: View, voice: Voice) -> Picture:
    """Round and turn, the cave, what is on it, the characters, and the cards."""
    labels = Labels(TEXTS, book, voice)
    return [
        Block(_round(view, labels), [(line,) for line in _turn(view, labels)]),
        Block(labels("field"), [(line,) for line in _field(view, labels)]),
        *_things(view, labels),
        Block(labels("seats"), _seats(view, labels)),
        Block("", [(line,) for line in _stacks(view, labels)]),
    ]


def _round(view: View, labels: Labels) -> str:
    if view["phase"] == "setup_placement":
        return labels("setup")
    limit = view["options"]["round_limit"]
    return labels("limit", round=view["round"], limit=limit) if limit else labels("round", round=view["round"])


def _turn(view: View, labels: Labels) -> Iterator[str]:
    if view["active"] is not None:
        turn = view["turn"]
        yield labels("turn", seat=view["active"], endurance=turn["endurance"])
        if turn["weak"]:
            yield labels("weak", seat=view["active"])
    if len(view["order"]) > 1:
        yield labels("order", seats=view["order"])
    if view["phase"] not in ("setup_placement", "finished"):
        yield labels("opened" if view["tile_opened_this_round"] else "unopened")


# -- the cave -------------------------------------------------------------------------------------


def _field(view: View, labels: Labels) -> Iterator[str]:
    """The rows of the cave as far down as anything is known, with what stands on the cells, and a key."""
    field, signs = view["field"], _signs(view, labels)
    known = [y for y, row in enumerate(field) if set(row) - {HIDDEN, FRAME}]
    known += [y for _, y in signs]
    last = min(len(field) - 1, (max(known, default=0) // TILE + 1) * TILE)
    yield "     " + _apart([str(x).ljust(3) for x in range(len(field[0]))])
    for y in range(last + 1):
        if y and y % TILE == 0:
            yield ""
        cells = [signs.get((x, y), "") or symbol for x, symbol in enumerate(field[y])]
        yield f"{y:>3}  " + _apart([cell.ljust(3) for cell in cells]).rstrip()
    if last < len(field) - 1:
        yield labels("below")
    shown = {symbol for row in field[: last + 1] for symbol in row}
    yield "   ".join(
        labels("sign", sign=symbol["symbol"], name=symbol["name"][labels.voice.language])
        for symbol in SYMBOLS
        if symbol["symbol"] in shown
    )
    if view["web"] is not None:
        yield labels("web", place=view["web"])


def _apart(cells: Sequence[str]) -> str:
    """A row of cells, with a gap between tiles."""
    return " ".join("".join(cells[at : at + TILE]) for at in range(0, len(cells), TILE))


def _signs(view: View, labels: Labels) -> dict[At, str]:
    """What stands on each cell: characters by the number of their seat, creatures and tokens by a letter."""
    letters = _letters(labels)
    signs: dict[At, str] = {}
    for seat, sheet in enumerate(view["seats"]):
        if sheet["cell"] is not None and not sheet["arrived"]:
            _put(signs, sheet["cell"], str(seat + 1))
    for creature in view["creatures"]:
        _put(signs, creature["cell"], letters[creature["kind"]])
    for token in view["tokens"]:
        _put(signs, token["cell"], letters[token["kind"]])
    return signs


def _put(signs: dict[At, str], cell: Sequence[int], sign: str) -> None:
    at = (cell[0], cell[1])
    signs[at] = signs.get(at, "") + sign


def _letters(labels: Labels) -> Mapping[str, str]:
    """The letter of each creature and token in the reader's language."""
    words = labels("letters").split()
    return dict(zip(words[::2], words[1::2], strict=True))


def _cell(cell: Sequence[int]) -> str:
    """The cell as sentences name it."""
    return f"({cell[0]}, {cell[1]})"


def _things(view: View, labels: Labels) -> Iterator[Block]:
    """Creatures with whom they hunt, then tokens."""
    letters = _letters(labels)
    rows = [
        (letters[one["kind"]], labels.name(one["kind"]), _cell(one["cell"]), _hunting(one, labels))
        for one in view["creatures"]
    ]
    rows += [(letters[token["kind"]], labels.name(token["kind"]), _cell(token["cell"]), "") for token in view["tokens"]]
    if rows:
        yield Block(labels("things"), rows)


def _hunting(creature: CreatureView, labels: Labels) -> str:
    """The health of the monster, and what the creature goes for."""
    told = [labels("monster", health=creature["health"])] if creature["health"] else []
    marker = creature["marker"]
    if marker is not None and marker["on"] == "seat":
        told.append(labels("hunts", seat=marker["seat"]))
    elif marker is not None and marker["on"] == "tile":
        told.append(labels("hunts.tile", place=marker["place"]))
    elif marker is not None:
        told.append(labels("hunts.lure", cell=_cell(marker["cell"])))
    return ", ".join(told)


# -- characters and cards -------------------------------------------------------------------------


def _seats(view: View, labels: Labels) -> list[Sequence[str]]:
    titles = ["", *map(labels, ("health", "points", "cell", "cards", "state"))]
    return columns(titles, [_seat(seat, sheet, labels) for seat, sheet in enumerate(view["seats"])])


def _seat(seat: int, sheet: SeatView, labels: Labels) -> list[str]:
    cards = [*sheet["kit"], *(card["card"] for card in sheet["drawn"] if card["card"] is not None)]
    told = [labels.several(cards)] if cards else []
    if sheet["cards"] > len(cards):
        told.append(labels("hidden", n=sheet["cards"] - len(cards)))
    state = [labels(key) for key in ("arrived", "weakened", "backpack") if sheet[key]]
    return [
        labels("who", sign=seat + 1, seat=seat),
        str(sheet["health"]),
        str(sheet["points"]),
        "–" if sheet["cell"] is None else _cell(sheet["cell"]),
        ", ".join(told) or "–",
        ", ".join(state),
    ]


def _stacks(view: View, labels: Labels) -> Iterator[str]:
    discard = labels.several(view["discard"]) if view["discard"] else labels("nothing")
    yield labels("deck", deck=view["deck"]["size"], discard=discard)
    left = [labels("token", name=labels.name(kind), n=n) for kind, n in view["tokens_left"].items() if n]
    yield labels("tokens", tokens=", ".join(left) or labels("nothing"))
