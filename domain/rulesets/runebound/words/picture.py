"""The table drawn as text: the map, the towns with their markets, what is faced, and what each hero has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from delvebook.domain.phrases import Phrasebook, Voice
from delvebook.domain.pictures import Block, Labels, Picture, columns
from delvebook.domain.ruleset import load_data
from delvebook.domain.rulesets.runebound.content import CONTENT, PACKAGE
from delvebook.domain.rulesets.runebound.words import cards
from delvebook.domain.rulesets.runebound.words.shapes.table import HeroSeen, View

TEXTS: Final[Mapping[str, Mapping[str, str]]] = load_data(PACKAGE, "picture.json")
CELL: Final = 5
"""Characters of a hex of the map."""
TOWN_LETTERS: Final = 2
"""Letters of a town's name on the map."""


def picture_of(book: Phrasebook, view: View, voice: Voice) -> Picture:
    """Round and turn, the map, the towns, the adventure that is faced, the heroes, and the stacks."""
    labels = Labels(TEXTS, book, voice)
    heading = labels("round", round=view["round"], seat=view["active_seat"], phase=view["phase"])
    limit = view["options"]["round_limit"]
    return [
        Block(heading, [] if limit is None else [(labels("limit", limit=limit),)]),
        Block(labels("map"), [*((line,) for line in _map(view, labels)), ("   ".join(_key(labels)),)]),
        Block(labels("towns"), [*_towns(view, labels)]),
        *_facing(view, labels),
        *_track(view, labels),
        Block(labels("heroes"), _heroes(view, labels)),
        Block("", [(line,) for line in _stacks(view, labels)]),
    ]


def _name(id_: str, labels: Labels) -> str:
    return cards.capital(cards.name(id_, labels.voice))


# -- the map --------------------------------------------------------------------------------------


def _map(view: View, labels: Labels) -> Iterator[str]:
    """Every second column lies half a hex lower, so that a row of hexes takes two lines."""
    letters = CONTENT.map.columns
    rows = len(CONTENT.map.names) // len(letters)
    yield " " * 4 + "".join(letter.upper().ljust(CELL) for letter in letters).rstrip()
    for number in range(1, rows + 1):
        for half in (0, 1):
            cells = [
                _hex(view, f"{letter}{number}", labels) if at % 2 == half else "" for at, letter in enumerate(letters)
            ]
            margin = str(number) if half == 0 else ""
            yield margin.rjust(3) + " " + "".join(cell.ljust(CELL) for cell in cells).rstrip()


def _hex(view: View, hex_: str, labels: Labels) -> str:
    """The terrain or the town's name, the counter, and the numbers of the seats whose heroes are there."""
    colours = _pairs("counters", labels)
    colour = next((colour for colour, hexes in view["counters"].items() if hex_ in hexes), None)
    unfinished = any(entry is not None and entry["hex"] == hex_ for entry in view["track"])
    heroes = "".join(str(seat + 1) for seat, hero in enumerate(view["heroes"]) if hero["hex"] == hex_)
    mark = labels("unfinished") if unfinished else "" if colour is None else colours[colour]
    return _ground(hex_, labels) + mark + heroes


def _ground(hex_: str, labels: Labels) -> str:
    if hex_ in CONTENT.map.towns:
        return cards.name(hex_, labels.voice)[:TOWN_LETTERS].upper()
    return _pairs("terrain", labels)[CONTENT.map.terrain[hex_]]


def _key(labels: Labels) -> Iterator[str]:
    for terrain, sign in _pairs("terrain", labels).items():
        yield labels("sign", sign=sign, name=terrain)
    for colour, sign in _pairs("counters", labels).items():
        yield labels("sign.counter", sign=sign, counter=cards.name(f"counter:{colour}", labels.voice))
    yield labels("sign.unfinished", sign=labels("unfinished"))


def _pairs(key: str, labels: Labels) -> Mapping[str, str]:
    """A text of ids, each followed by its letter, as a mapping."""
    words = labels(key).split()
    return dict(zip(words[::2], words[1::2], strict=True))


def _towns(view: View, labels: Labels) -> Iterator[tuple[str, ...]]:
    for hex_ in CONTENT.map.towns:
        sold = view["markets"].get(hex_, [])
        names = ", ".join(_name(card, labels) for card in sold)
        yield _ground(hex_, labels), hex_.upper(), _name(hex_, labels), names or labels("empty")


# -- what is faced --------------------------------------------------------------------------------


def _facing(view: View, labels: Labels) -> Iterator[Block]:
    """The adventure of the active hero, and the enemy as it stands now."""
    facing, combat = view["facing"], view["combat"]
    if facing is None or facing["card"] is None:
        return
    rows = [(cards.in_full(cards.adventure_parts(facing["card"], labels.voice)),)]
    enemy = None if combat is None else combat["enemy"]
    if combat is not None and enemy is not None:
        figures = cards.figures_text(enemy["targets"], enemy["damage"], labels.voice, all_of_them=True)
        left, name = enemy["life"] - enemy["wounds"], _name(enemy["card"], labels)
        rows.append((labels("combat", round=combat["round"]),))
        rows.append((labels("enemy", card=name, left=max(left, 0), life=enemy["life"], figures=figures),))
    heading = labels("facing", hex=cards.name(facing["hex"], labels.voice), card=_name(facing["card"], labels))
    yield Block(heading, rows)


def _track(view: View, labels: Labels) -> Iterator[Block]:
    rows = [(entry["hex"].upper(), _name(entry["card"], labels)) for entry in view["track"] if entry is not None]
    if rows:
        yield Block(labels("track"), rows)
    if view["event_box"]:
        card = view["event_box"][-1]
        text = "; ".join(cards.event_parts(card, labels.voice))
        yield Block("", [(labels("event", card=_name(card, labels), text=text),)])


# -- heroes and stacks ----------------------------------------------------------------------------


def _heroes(view: View, labels: Labels) -> list[Sequence[str]]:
    titles = ["", *map(labels, ("where", "life", "stamina", "gold", "experience", "dice", "figures", "skills", "has"))]
    return columns(titles, [_hero(seat, hero, labels) for seat, hero in enumerate(view["heroes"])])


def _hero(seat: int, hero: HeroSeen, labels: Labels) -> list[str]:
    skills = ", ".join(f"{_skill(skill, labels)} +{n}" for skill, n in hero["skills"].items())
    hex_ = hero["hex"]
    place = "–" if hex_ is None else hex_.upper()
    if hex_ is not None and hex_ in CONTENT.map.towns:
        place = cards.name(hex_, labels.voice)
    return [
        labels("who", seat=seat, hero=_name(hero["hero"], labels)),
        place,
        labels("of", left=hero["life"] - hero["wounds"], all=hero["life"]),
        labels("of", left=hero["stamina"] - hero["fatigue"], all=hero["stamina"]),
        str(hero["gold"]),
        str(hero["experience"]),
        "–" if hero["movement_dice"] is None else str(hero["movement_dice"]),
        cards.figures_text(hero["attributes"], hero["damage"], labels.voice, all_of_them=True),
        skills or "–",
        ", ".join(_owned(hero, labels)) or "–",
    ]


def _skill(skill: str, labels: Labels) -> str:
    return cards.name(skill, labels.voice)


def _owned(hero: HeroSeen, labels: Labels) -> Iterator[str]:
    """The cards a hero has: artifacts, allies, runes."""
    for artifact in hero["artifacts"]:
        name = cards.own_name(artifact["card"], labels.voice)
        yield labels("face_down", card=name) if artifact["face_down"] else name
    for ally in hero["allies"]:
        name = cards.own_name(ally["card"], labels.voice)
        if ally["face_down"]:
            yield labels("face_down", card=name)
        elif ally["wounds"] or ally["fatigue"]:
            yield labels("ally", card=name, wounds=ally["wounds"], fatigue=ally["fatigue"])
        else:
            yield name
    for rune in hero["runes"]:
        yield cards.own_name(rune, labels.voice)


def _stacks(view: View, labels: Labels) -> Iterator[str]:
    voice = labels.voice
    decks = [labels("counted", what=cards.name(id_, voice), n=deck["count"]) for id_, deck in view["decks"].items()]
    bank = [labels("counted", what=cards.name(colour, voice), n=n) for colour, n in view["bank"].items()]
    yield labels("raise", n=view["raise_cost"])
    yield labels("decks", decks=", ".join(decks))
    yield labels("bank", bank=", ".join(bank))
