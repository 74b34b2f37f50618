"""The table drawn as text: the rooms of the level, then what each adventurer has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from delvebook.domain.phrases import Phrasebook, Voice
from delvebook.domain.pictures import Block, Labels, Picture, columns
from delvebook.domain.ruleset import load_data
from delvebook.domain.rulesets.dungeon_raiders.box.components import ITEMS, POWER_VALUE
from delvebook.domain.rulesets.dungeon_raiders.content import CONTENT, PACKAGE
from delvebook.domain.rulesets.dungeon_raiders.words.rooms import room_rule
from delvebook.domain.rulesets.dungeon_raiders.words.shapes.table import RoomSeen, SeatSeen, View, counts_of

TEXTS: Final[Mapping[str, Mapping[str, str]]] = load_data(PACKAGE, "picture.json")


def picture_of(book: Phrasebook, view: View, voice: Voice) -> Picture:
    """The rooms with the rule of the one that is played, and a line for each adventurer."""
    labels = Labels(TEXTS, book, voice)
    return [_rooms(book, view, labels), _seats(view, labels), Block("", [(_supply(view, labels),)])]


def _rooms(book: Phrasebook, view: View, labels: Labels) -> Block:
    heading = "chest" if view["phase"] == "bonus_play" else "fight" if view["fight"] else "level"
    rows: list[tuple[str, ...]] = [_room(view, room, labels) for room in view["row"]]
    if view["phase"] != "finished":
        strength = None if view["unbeatable"] else view["strength"]
        rows.append((room_rule(CONTENT, book, view["card"], labels.voice, strength=strength),))
    if view["wave"] > 1:
        rows.append((labels("again"),))
    if view["first_seat"] is not None:
        rows.append((labels("first", seat=view["first_seat"]),))
    return Block(labels(heading, level=view["level"], fight=view["fight"]), rows)


def _room(view: View, room: RoomSeen, labels: Labels) -> tuple[str, ...]:
    """The room's number, its card as far as the reader knows it, and whether it is over or being played."""
    if room["card"] is None:
        card = labels("dark")
    elif room["face_up"]:
        card = labels.name(room["card"])
    else:
        card = labels("seen", card=labels.name(room["card"]))
    is_now = room["room"] == view["room"] and view["phase"] != "finished"
    return (str(room["room"]), card, labels("now") if is_now else labels("played") if room["resolved"] else "")


def _seats(view: View, labels: Labels) -> Block:
    titles = ["", *map(labels, ("life", "treasure", "hand", "items", "laid", "shown", "turn"))]
    rows = [_seat(seat, sheet, labels) for seat, sheet in enumerate(view["seats"])]
    return Block(labels("seats"), columns(titles, rows))


def _seat(seat: int, sheet: SeatSeen, labels: Labels) -> list[str]:
    hand, taken, spent = sheet["hand"], counts_of(sheet["items_taken"]), counts_of(sheet["items_spent"])
    held = [item for item in ITEMS for _ in range(taken[item] - spent[item])]
    turn = [labels(sheet["turn"] if sheet["status"] == "alive" else sheet["status"])]
    if sheet["torch_lit"]:
        turn.append(labels("lit"))
    return [
        labels("who", seat=seat, character=labels.name(sheet["character"])),
        str(sheet["life"]),
        str(sheet["treasure"]),
        str(hand["count"]) if hand["cards"] is None else _cards(hand["cards"], labels),
        labels.several(held),
        ", ".join(_laid(sheet, labels)),
        _cards(sheet["played"], labels),
        ", ".join(turn),
    ]


def _laid(sheet: SeatSeen, labels: Labels) -> Iterator[str]:
    """What lies before the seat in this room: face up, and face down."""
    if sheet["laid"]:
        yield _cards(sheet["laid"], labels)
    hidden = sheet["face_down"]
    if hidden is not None and hidden["count"]:
        known = hidden["cards"]
        yield labels("face_down", n=hidden["count"]) if known is None else labels("own", cards=_cards(known, labels))


def _cards(cards: Sequence[str], labels: Labels) -> str:
    """The power cards by their numbers, then the items."""
    power = [str(POWER_VALUE[card]) for card in cards if card in POWER_VALUE]
    items = [card for card in cards if card not in POWER_VALUE]
    told = [labels("power", numbers=", ".join(power))] if power else []
    return ", ".join([*told, *([labels.several(items)] if items else [])]) or "–"


def _supply(view: View, labels: Labels) -> str:
    left = ", ".join(labels.count(number, item) for item, number in counts_of(view["supply"]).items() if number)
    return labels("supply", items=left or labels("nothing"))
