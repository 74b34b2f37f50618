"""Every action that could be meant at a table: the legal ones, and illegal ones close to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.heroes.figures import HERO, payable
from delvebook.domain.rulesets.runebound.state import Action, Hero, State, action_of, hex_of, top
from delvebook.domain.rulesets.runebound.turn.movement import pace

_BOOSTED = ("attack", "defend", "roll_defence", "try_escape", "roll_test")


def action_space(content: Content, state: State) -> Iterator[Action]:
    """
    Every well-formed action that could be meant now, with ids of the box.

    As in the legal list, there is one path to each hex, and one order of each set of boosts or cards. Boosts and the
    abilities of others are only sampled.
    """
    if state["result"] is not None:
        yield action_of("end_turn")
        return
    hero = state["heroes"][top(state)["seat"]]
    items, allies = list(content.items), [id_ for id_, item in content.items.items() if item["type"] == "ally"]
    market, towns = content.decks["market"], content.map.towns
    nothing = ("roll_movement", "stay", "attempt_adventure", "decline_adventure", "begin_combat", "fight_on", "pass")
    yield from (action_of(type_) for type_ in (*nothing, "end_market", "end_turn"))
    yield from (action_of("step_one", to=to) for to in content.map.names)
    yield from (action_of("retreat", to=to) for to in (*content.map.names, None))
    yield from (action_of("attack_hero", seat=seat) for seat in range(6))
    yield from (action_of("choose_town", town=town) for town in towns)
    yield from (action_of(type_, card=card) for type_ in ("choose_discard", "sell") for card in items)
    yield from (action_of(type_, card=card) for type_ in ("buy", "hire") for card in market)
    yield from (action_of("choose_loot", card=card) for card in (*market, None))
    yield from (action_of("take_spoils", card=card) for card in (*items, None))
    yield from (action_of("heal", character=character) for character in (HERO, *allies))
    yield from (action_of("raise_stat", stat=stat) for stat in content.decided["stats"])
    yield from _rests(hero)
    yield from _paths(content, state)
    yield from _exhausts(hero, items)
    yield from _uses(content, state, hero, allies)
    yield from _rolls(content, hero, allies)


def _rests(hero: Hero) -> Iterator[Action]:
    """Every rest, up to one marker more than each character has."""
    most = [hero["fatigue"] + 2, *(ally["fatigue"] + 2 for ally in hero["allies"])]
    for own, *others in product(*(range(n) for n in most)):
        named = zip((ally["id"] for ally in hero["allies"]), others, strict=True)
        yield action_of("rest", hero=own, allies={ally: n for ally, n in named if n})


def _paths(content: Content, state: State) -> Iterator[Action]:
    """One path to each hex within seven steps: the example of the legal list, else a shortest one."""
    frame = top(state)
    if frame["do"] != "choose_path":
        yield action_of("move", path=[])
        return
    here = hex_of(state["heroes"][frame["seat"]])
    reached = content.map.reachable(here, pace(content, state, frame))
    for there in content.map.names:
        if there in reached:
            yield action_of("move", path=reached[there])
        elif content.map.steps[here][there] <= 7:
            yield action_of("move", path=_shortest(content, here, there))


def _shortest(content: Content, here: str, there: str) -> list[str]:
    path: list[str] = []
    while here != there:
        here = min(content.map.neighbours[here], key=lambda one: content.map.steps[one][there])
        path.append(here)
    return path


def _exhausts(hero: Hero, items: Sequence[str]) -> Iterator[Action]:
    own = sorted(hero["artifacts"])
    yield from (action_of("choose_exhaust", cards=list(cards)) for n in range(4) for cards in combinations(own, n))
    yield from (action_of("choose_exhaust", cards=[card]) for card in items if card not in own)


def _uses(content: Content, state: State, hero: Hero, allies: Sequence[str]) -> Iterator[Action]:
    """Every ability of the box, and the own ones also with every choice that an ability may ask for."""
    own = [HERO, *hero["artifacts"], *(ally["id"] for ally in hero["allies"])]
    dice = range(len(top(state).get("dice", ())) + 1)
    choices: list[dict[str, object]] = [{"target": one} for one in (HERO, *allies)]
    choices += [{"town": town} for town in content.map.towns]
    choices += [{"dice": list(named)} for n in (1, 2, 3) for named in combinations(dice, n)]
    for source in (HERO, *content.items):
        count = len(content.abilities[hero["id"] if source == HERO else source])
        for index in range(count + 1):
            yield action_of("use_ability", source=source, index=index)
            if source in own:
                yield from (action_of("use_ability", source=source, index=index, **choice) for choice in choices)


def _rolls(content: Content, hero: Hero, allies: Sequence[str]) -> Iterator[Action]:
    """Every roll with the own boosts, each up to one time more than can be paid, and with each boost of others."""
    boosts = list(_boosts(content, hero))
    for type_ in _BOOSTED:
        characters = (HERO, *allies) if type_ == "attack" else (None,)
        uses = range(payable(content, hero, HERO) + 2) if type_ == "roll_test" else (None,)
        for character, skill_uses, chosen in product(characters, uses, boosts):
            named: dict[str, object] = {} if character is None else {"character": character}
            times: dict[str, object] = {} if skill_uses is None else {"skill_uses": skill_uses}
            yield action_of(type_, **named, **times, boosts=chosen)


def _boosts(content: Content, hero: Hero) -> Iterator[list[dict[str, object]]]:
    """Lists of boosts: the own abilities combined, and each ability of others alone."""
    own: list[tuple[str, int, int]] = []
    others = []
    mine = [HERO, *sorted(hero["artifacts"]), *sorted(ally["id"] for ally in hero["allies"])]
    for card, index in content.boosts:
        source = HERO if card == hero["id"] else card
        if source in mine:
            bearer = source if source in [ally["id"] for ally in hero["allies"]] else HERO
            own.append((source, index, payable(content, hero, bearer) + 1))
        elif card not in content.heroes:
            others.append({"source": source, "index": index, "times": 1})
    own.sort(key=lambda one: mine.index(one[0]))
    for times in product(*(range(most + 1) for _, _, most in own)):
        named = zip(own, times, strict=True)
        yield [{"source": source, "index": index, "times": n} for (source, index, _), n in named if n]
    yield from ([other] for other in others)
