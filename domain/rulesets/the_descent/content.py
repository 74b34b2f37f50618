"""The components and figures of the title, read from `content.json` and checked when they are loaded."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.ruleset import Printed, load_data
from delvebook.domain.rulesets.the_descent.box.cells import EMPTY, PLACES, ROCK, SOLID, THIN, TILE, rotate

PACKAGE: Final = "delvebook.domain.rulesets.the_descent"
SOURCES: Final = ("seed", "public", "decided")
CARDS: Final = (
    "rope",
    "pick",
    "dynamite",
    "key",
    "sword",
    "crossbow",
    "shield",
    "lure",
    "insurance",
    "lamp",
    "map",
)
"""The eleven kinds the rules know (TD-090 to TD-102)."""
CreatureKind: TypeAlias = Literal["monster", "plant", "spider", "worm", "dragon"]
CREATURE_KINDS: Final[tuple[CreatureKind, ...]] = ("monster", "plant", "spider", "worm", "dragon")
"""The five kinds the rules know (TD-152 to TD-169)."""
FINDS: Final = ("chest", "health", "coin", "backpack")
"""The four kinds of exploration tokens that are not creatures (TD-105)."""


class Content:
    """
    The components and figures, each under the name by which the rules ask for it.

    Args:
        data: `content.json`, parsed.

    Raises:
        BrokenRuleError: The data contradicts itself; says where.
    """

    def __init__(self, data: Printed) -> None:
        try:
            self._check_sources(data)
            self._read(data)
            self._read_tiles(data)
        except (KeyError, TypeError, IndexError, ValueError, AttributeError) as error:
            raise BrokenRuleError(f"the-descent content lacks or garbles {error}") from None
        self._check(data["creatures"]["kinds"])

    def _read(self, data: Printed) -> None:
        self.seats_min: int = data["seats"]["least"]
        self.seats_max: int = data["seats"]["most"]
        self.health: int = data["health"]["start"]
        self.contact_loss: int = data["health"]["contact"]
        self.hit_loss: int = data["health"]["hit"]
        self.collapse_loss: int = data["health"]["collapse"]
        self.endurance: int = data["endurance"]["turn"]
        self.endurance_weak: int = data["endurance"]["weak"]
        self.step: int = data["endurance"]["step"]
        self.jump: int = data["endurance"]["jump"]
        self.falls: list[tuple[int, int | None]] = [
            (row["from"], None if row["health"] == "all" else row["health"]) for row in data["fall"]["losses"]
        ]
        self.points: dict[str, int] = {key: value for key, value in data["points"].items() if key != "source"}
        self.ranges: dict[str, int] = {key: value for key, value in data["ranges"].items() if key != "source"}
        self.thin_bears_less_than: int = data["thin_rock"]["objects"]
        self.backpack_cards: int = data["backpack"]["cards"]
        self.die: int = data["collapse"]["die"]
        creatures = data["creatures"]
        self.creature_endurance: int = creatures["endurance"]
        self.creature_fall_max: int = creatures["fall_max"]
        self.spider_straight: int = creatures["spider_straight"]
        self.spider_diagonal: int = creatures["spider_diagonal"]
        self.dig: int = creatures["monster_dig"]
        self.monster_health: int = creatures["monster_health"]
        self.kit: list[str] = data["kit"]["cards"]
        self.cards: dict[str, int] = data["equipment"]["cards"]
        self.tokens: dict[str, int] = data["tokens"]["kinds"]
        limit = data["round_limit"]
        self.round_limits: tuple[int, ...] = (0, *range(limit["least"], limit["most"] + 1))
        self.round_limit_default: int = limit["default"]

    def _read_tiles(self, data: Printed) -> None:
        self.tiles: list[str] = [face["id"] for face in data["tiles"]["faces"]]
        for face in data["tiles"]["faces"]:
            square = [len(row) for row in face["rows"]] == [TILE] * TILE
            _require(square, f"tile {face['id']} is not 4×4")
        self.faces: dict[str, list[list[str]]] = {
            face["id"]: [rotate(face["rows"], turns) for turns in range(4)] for face in data["tiles"]["faces"]
        }
        self.tile_totals: dict[str, int] = data["tiles"]["totals"]
        self.anchored_start: str = data["anchored"]["start"]
        self.anchored_bottom: list[str] = data["anchored"]["bottom"]
        self.field_r: list[str] = data["field_r"]["tiles"]

    def face(self, tile: str, turns: int) -> list[str]:
        """The four rows of a tile after that number of quarter turns clockwise."""
        return self.faces[tile][turns]

    def health_lost_by_fall(self, length: int) -> int | None:
        """The health that a fall of that many cells costs; None if it kills. Clauses: TD-052, TD-053."""
        loss: int | None = 0
        for least, health in self.falls:
            if length >= least:
                loss = health
        return loss

    # -- checks -----------------------------------------------------------------------------------

    def _check_sources(self, data: Printed) -> None:
        for name, table in data.items():
            if name != "version":
                _require(table["source"] in SOURCES, f"{name} names no source out of {', '.join(SOURCES)}")

    def _check(self, creatures: list[str]) -> None:
        _require(sorted(self.cards) == sorted(CARDS), "the equipment is not of the eleven kinds")
        _require(all(count > 0 for count in self.cards.values()), "a kind of card has no copy")
        _require(sum(self.cards.values()) == 40, "there are not 40 equipment cards")
        _require(sorted(self.tokens) == sorted((*FINDS, *CREATURE_KINDS)), "the tokens are not of the nine kinds")
        _require(sum(self.tokens.values()) == 24, "there are not 24 exploration tokens")
        _require(sorted(creatures) == sorted(CREATURE_KINDS), "the creatures are not the five kinds")
        _require(all(self.tokens[kind] == 1 for kind in CREATURE_KINDS), "a creature is there more than once")
        _require(len(set(self.kit)) == len(self.kit) == 4, "the start kit is not four different cards")
        _require(1 <= self.seats_min <= self.seats_max <= 4, "the seats are not 1 to 4")
        kits = self.seats_max
        _require(all(self.cards[card] >= kits for card in self.kit), "the start kits use more cards than there are")
        _require(self.falls[0] == (0, 0) and sorted(self.falls) == self.falls, "the fall table is not in order")
        _require([loss for _, loss in self.falls][-1] is None, "the deepest fall does not kill")
        limits = self.round_limits[1:]
        _require(0 not in limits and self.round_limit_default in limits, "the default round limit is outside its range")
        self._check_figures()
        self._check_tiles()

    def _check_figures(self) -> None:
        wanted = {"tile", "coin", "chest_broken", "chest_unlocked", "creature", "card_on_arrival", "late_turn"}
        _require(set(self.points) == wanted, "the points are not those the rules give")
        _require(set(self.ranges) == {"rope", "dynamite", "crossbow", "lure"}, "the ranges are not those of the cards")
        figures = (
            *(self.health, self.contact_loss, self.hit_loss, self.collapse_loss, self.endurance, self.endurance_weak),
            *(self.step, self.jump, self.thin_bears_less_than, self.backpack_cards, self.die, self.creature_endurance),
            *(self.creature_fall_max, self.spider_straight, self.spider_diagonal, self.dig, self.monster_health),
            *(*self.points.values(), *self.ranges.values()),
        )
        _require(all(type(figure) is int and figure > 0 for figure in figures), "a figure is not a positive number")

    def _check_tiles(self) -> None:
        _require(len(set(self.tiles)) == len(self.tiles) == len(PLACES), "there are not 20 different tiles")
        for tile in self.tiles:
            for turns in range(4):
                _check_face(tile, self.face(tile, turns))
        counted = "".join("".join(self.face(tile, 0)) for tile in self.tiles)
        for name, mark in (("empty", "."), ("rock", ROCK), ("thin", THIN)):
            _require(
                counted.count(mark) == self.tile_totals[name], f"the tiles do not show their number of {name} cells"
            )
        anchors = [self.anchored_start, *self.anchored_bottom]
        _require(len(set(anchors)) == 3 and set(anchors) <= set(self.tiles), "the anchored layout names no three tiles")
        _require(sorted(self.field_r) == sorted(self.tiles), "field R does not use each tile once")


def _check_face(tile: str, face: list[str]) -> None:
    """Raises unless the face has known cells only, two to stand on inside the tile, and one of them over rock."""
    _require(set("".join(face)) <= {".", ROCK, THIN}, f"tile {tile} has a cell that is neither empty nor rock")
    below = [
        face[row + 1][column]
        for row in range(TILE - 1)
        for column in range(TILE)
        if face[row][column] in EMPTY and face[row + 1][column] in SOLID
    ]
    _require(len(below) >= 2, f"tile {tile} has fewer than two cells to stand on")
    _require(ROCK in below, f"tile {tile} has no cell to stand on over rock")


def _require(holds: bool, problem: str) -> None:  # noqa: FBT001
    """Raises if the condition does not hold."""
    if not holds:
        raise BrokenRuleError(f"the-descent content: {problem}")


def parse_content(raw: Printed) -> Content:
    """
    The components as `content.json` lists them.

    Raises:
        BrokenRuleError: The data contradicts itself; says where.
    """
    return Content(raw)


CONTENT: Final = parse_content(load_data(PACKAGE, "content.json"))
