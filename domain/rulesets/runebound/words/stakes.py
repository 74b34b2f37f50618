"""
What a choice promises: what comes of it, whatever the die shows, and what else by success and by failure.

The rules themselves make the promises (`foresight`). Here stands which of the facts that they foresee a player weighs,
and how they are told.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from delvebook.domain.phrases import Phrasebook, Voice
from delvebook.domain.rulesets.runebound.box.hexes import TOWN
from delvebook.domain.rulesets.runebound.box.vocabulary import ATTRIBUTES
from delvebook.domain.rulesets.runebound.content import CONTENT
from delvebook.domain.rulesets.runebound.heroes.figures import HERO, experience
from delvebook.domain.rulesets.runebound.state import Action, Hero, State, hex_of, top
from delvebook.domain.rulesets.runebound.table.counters import colour_of_counter, unfinished_on
from delvebook.domain.rulesets.runebound.turn.movement import pace
from delvebook.domain.rulesets.runebound.words.cards import kept
from delvebook.domain.rulesets.runebound.words.foresight import ROLLS, Fact, Foreseen, outcomes, with_decks
from delvebook.domain.rulesets.runebound.words.seen import table_of
from delvebook.domain.rulesets.runebound.words.shapes.table import View
from delvebook.domain.stakes import Expected, Promise, Untold, Weighed, expect, tell_promise

_ENDS: Final = ("turn_ended", "game_won", "game_ended")
_CLOSED: Final = (*_ENDS, "combat_round_began", "combat_stopped", "card_drawn")
"""Facts by whose event everything has come that a throw leads to, even after windows for abilities."""
_WEIGHED: Final = (
    *("wounds_suffered", "fatigue_suffered", "wounds_healed", "fatigue_rested", "hero_knocked_out", "hero_clung_on"),
    *("losses_paid", "ally_died", "gold_gained", "gold_lost", "card_bought", "ally_hired", "card_sold"),
    *("healing_paid", "card_gained", "card_given_up", "card_turned_down", "counter_taken", "experience_noted"),
    *("experience_paid", "stat_raised", "challenge_completed", "encounter_mastered", "enemy_wounded", "enemy_beaten"),
    *("enemy_hampered", "duel_ended", "escaped", "game_won", "game_ended", "hero_moved", "hero_placed"),
    *("hero_retreated", "dice_rested", "attack_granted", "damage_raised", "wounds_prevented", "dice_freed"),
    *("movement_dice_rerolled", "skill_used", "spoils_taken", "loot_revealed"),
)
_STRUCK: Final = (expect("wounds_suffered", clauses=["RB-158"]),)
"""What the other hero does before a fight of heroes."""

WEIGHED: Final = Weighed(
    types=_WEIGHED,
    settled=(*ROLLS, *_CLOSED, "target_thrown", "duel_ended"),
    untold=(
        *(
            Untold(
                expect(type_),
                "Nobody knows the card before it is drawn; the choice says that it is.",
                beside=(expect("card_drawn"),),
            )
            for type_ in (
                *("wounds_suffered", "fatigue_suffered", "wounds_healed", "fatigue_rested", "encounter_mastered"),
                *("hero_knocked_out", "losses_paid", "hero_placed", "ally_died", "hero_clung_on"),
            )
        ),
        Untold(expect("losses_paid", gold=0, experience=0), "Who has nothing loses nothing."),
        Untold(expect("gold_lost", n=0), "Who has nothing loses nothing."),
        *(
            Untold(expect(type_), "What the other hero uses before the fight is its own choice.", beside=_STRUCK)
            for type_ in ("wounds_suffered", "hero_knocked_out", "losses_paid", "hero_placed")
        ),
    ),
)

_FAILED, _SUCCEEDED = ROLLS
_HIDDEN: Final[Mapping[str, Sequence[str]]] = {
    "loot_revealed": ("cards",),
    "target_thrown": ("dice", "number"),
    "movement_dice_rerolled": ("dice",),
}
"""By type of fact, the fields that nobody knows before."""


class Kind(NamedTuple):
    """How a foreseen fact is told: the kind of its promise, and figures for its fragment beside the fact's own."""

    kind: str
    said: Mapping[str, object] = {}


def stakes_of(action: Action, view: View) -> list[Promise]:
    """What follows from the action for the acting seat, in the order in which it happens."""
    if view["question"] is None:
        return []
    table = with_decks(table_of(view), {zone: deck["count"] for zone, deck in view["decks"].items()})
    return [*_Stakes(table).promises_of(action)]


class _Stakes:
    """The table of a decision, from its seat."""

    def __init__(self, table: State) -> None:
        self._table = table
        self._seat: int = top(table)["seat"]
        self._is_chosen = False
        self._used: set[str] = set()
        """The cards whose abilities the action uses."""
        self._paid: dict[str, list[int]] = {}
        """By hex of the path, the dice that pay for it."""

    def promises_of(self, action: Action) -> Iterator[Promise]:
        """What follows from the action."""
        worst, best = outcomes(CONTENT, self._table, action)
        if action["type"] == "move":
            dice = CONTENT.map.payment(action["path"], pace(CONTENT, self._table, top(self._table)))
            self._paid = dict(zip(action["path"], dice, strict=True))
        self._is_chosen = action["type"] == "choose_exhaust"
        self._used = {one.fact["card"] for one in worst if one.fact["type"] == "ability_used"}
        rolled = next((at for at, one in enumerate(worst) if one.fact["type"] in ROLLS), None)
        if rolled is None:
            yield from self._told(worst)
        else:
            either = Counter(map(_key, worst[rolled:])) & Counter(map(_key, best[rolled:]))
            sure, by_failure = _parted(worst[rolled:], either)
            _, by_success = _parted(best[rolled:], either)
            yield from self._told(worst[:rolled])
            yield from self._needs(worst, best)
            yield from self._told(by_success, outcome=_SUCCEEDED, roll=_named(worst[rolled].fact))
            yield from self._told(by_failure, outcome=_FAILED, roll=_named(worst[rolled].fact))
            changes = [change for one in (*worst[rolled:], *best[rolled:]) for change in one.unless]
            yield from self._told([one._replace(unless=changes) if one.is_later else one for one in sure])
        if action["type"] == "attempt_adventure":
            yield from self._reward()
        if action["type"] == "attack_hero":
            yield from self._defeat()

    def _told(
        self, found: Sequence[Foreseen], *, outcome: str | None = None, roll: Mapping[str, object] | None = None
    ) -> Iterator[Promise]:
        """The promises of foreseen facts; with a roll, of those that its outcome brings."""
        for one in found:
            kind = self._kind(one.fact)
            if kind is None:
                continue
            when, unless = [], [*one.unless]
            if outcome is not None and roll is not None:
                when.append(Expected(outcome, roll))
                if one.is_later:
                    unless.append(Expected(_FAILED if outcome == _SUCCEEDED else _SUCCEEDED, roll))
            if one.is_later and one.fact["type"] != "game_won":
                unless.append(expect("game_won"))
            hidden = _HIDDEN.get(one.fact["type"], ("type",))
            fields = {name: value for name, value in one.fact.items() if name not in ("type", *hidden)}
            if one.fact["type"] == "card_drawn":
                unless.append(expect("adventure_ended"))
            yield Promise(
                kind.kind,
                Expected(one.fact["type"], fields),
                when=when,
                unless=unless,
                by=_CLOSED if one.is_later else (),
                said=kind.said,
            )

    def _needs(self, worst: Sequence[Foreseen], best: Sequence[Foreseen]) -> Iterator[Promise]:
        """What the die has to show. Clauses: RB-001, RB-003."""
        for at, found in enumerate((best, worst)):
            for one in found:
                if one.fact["type"] not in ROLLS:
                    continue
                roll = one.fact
                needed = roll["target"] - roll["attribute"] - roll["bonus"]
                fields = {name: roll[name] for name in ("seat", "character", "roll", "attribute", "bonus", "target")}
                said: dict[str, object] = {"needed": needed}
                cases = needs_cases(self._table, needed)
                thrown = next((one.fact for one in found if one.fact["type"] == "target_thrown"), None)
                if roll["roll"] == "escape" and thrown is not None:
                    del fields["target"]
                    cases, said = ("thrown",), {"own": roll["attribute"] + roll["bonus"], "against": thrown["bonus"]}
                yield Promise(
                    ".".join(("needs", *cases)),
                    Expected(ROLLS[1 - at], fields),
                    unless=[Expected(ROLLS[at], _named(roll))],
                    said=said,
                )

    def _reward(self) -> Iterator[Promise]:
        """The counter of the hex, for the challenge that is completed on it. Clauses: RB-096."""
        here = hex_of(self._table["heroes"][self._seat])
        colour = colour_of_counter(CONTENT, self._table, here)
        if colour is not None:
            challenge = "challenge" if unfinished_on(self._table, here) is None else "card"
            yield Promise(
                f"counter.{challenge}",
                expect("counter_taken", seat=self._seat, colour=colour, hex=here),
                when=[expect("challenge_completed", seat=self._seat, hex=here)],
                unless=[expect("game_won")],
                by=_ENDS,
                said={"worth": CONTENT.worth[colour], "colour": colour, "counter": f"counter:{colour}"},
            )

    def _defeat(self) -> Iterator[Promise]:
        """What a defeat by another hero costs, and that the fight ends the turn. Clauses: RB-142, RB-160, RB-161."""
        yield Promise(
            "duel.losses",
            expect("losses_paid", seat=self._seat),
            when=[expect("hero_knocked_out", seat=self._seat)],
            unless=[expect("game_won")],
            by=_ENDS,
        )
        if CONTENT.map.terrain[hex_of(self._hero)] == TOWN:
            yield Promise("duel.market", expect("market_opened", seat=self._seat), never=True, by=_ENDS)

    # -- how it is told ---------------------------------------------------------------------------

    def _kind(self, fact: Fact) -> Kind | None:
        """How the fact is told; None if it is nothing that its seat weighs or that befalls its enemy."""
        type_ = fact["type"]
        if fact.get("seat", self._seat) != self._seat:
            return self._kind_of_others(fact)
        match fact:
            case {"type": "losses_paid", "gold": int(gold), "experience": int(lost)}:
                cases = [case for case, n in (("gold", gold), ("experience", lost)) if n]
                return Kind(".".join(("losses", *cases))) if cases else None
            case {"type": "gold_lost" | "enemy_healed", "n": 0}:
                return None
            case {"type": "healing_paid", "gold": gold}:
                return Kind("healing" if gold else "healing.free", {"have": self._hero["gold"]})
            case {"type": "card_bought" | "ally_hired"}:
                return Kind("price", {"have": self._hero["gold"]})
            case {"type": "experience_paid", "cost": cost}:
                return Kind("experience_paid", {"cost": cost, "have": experience(CONTENT, self._hero)})
            case {"type": "counter_taken", "colour": colour}:
                return Kind("counter", {"worth": CONTENT.worth[colour], "counter": f"counter:{colour}"})
            case {"type": "hero_moved", "hex": there}:
                return Kind(type_, {"dice": self._paid.get(there, [])})
            case {"type": "hero_retreated"}:
                return Kind(type_)
            case {"type": "loot_revealed", "cards": cards}:
                return Kind("loot_revealed", {"n": len(cards)})
            case {"type": "enemy_hampered", "what": [_, _, _]}:
                return Kind("enemy_hampered.all")
            case {"type": "enemy_hampered", "what": what}:
                return Kind(type_, {"what": [one if one in ATTRIBUTES else f"damage:{one}" for one in what]})
            case {"type": "dice_freed", "dice": dice}:
                return Kind("dice_freed.one" if len(dice) == 1 else type_, {"dice": [one + 1 for one in dice]})
            case {"type": "movement_dice_rerolled", "which": dice}:
                kind = "dice_rerolled.one" if len(dice) == 1 else "dice_rerolled"
                return Kind(kind, {"which": [one + 1 for one in dice]})
            case {"type": "card_drawn", "colour": colour}:
                return Kind(type_, {"deck": f"deck:{colour}"})
            case {"type": "card_given_up"} if "card" not in fact:
                return Kind("card_given_up.one")
            case {"type": "card_turned_down", "card": card} if self._is_chosen:
                return Kind("card_turned_down.chosen", {"card": kept(card)})
            case {"type": "card_turned_down"} if "card" not in fact:
                return Kind("card_turned_down.one")
            case {"type": "card_put_under_deck" | "card_left_the_game", "card": card}:
                return Kind("spent", {"card": kept(card)}) if card in self._used else None
            case {"type": "game_won", "reason": reason}:
                return Kind(f"game_won.{reason}")
            case {"card": card} if type_ in _OWN:
                return Kind(type_, {"card": kept(card)})
            case {"character": character} if type_ in _TOLD:
                return Kind(type_, {"character": self._called(character)})
            case {"type": "hero_knocked_out" | "hero_clung_on" | "attack_granted"}:
                return Kind(type_, {"character": self._called(HERO)})
        return Kind(type_) if type_ in _TOLD else None

    def _kind_of_others(self, fact: Fact) -> Kind | None:
        """How what befalls the other hero of the fight is told."""
        match fact:
            case {"type": "wounds_suffered", "seat": seat, "character": "hero"}:
                return Kind("wounds_suffered", {"character": self._table["heroes"][seat]["id"]})
            case {"type": "hero_knocked_out", "seat": seat}:
                return Kind("hero_knocked_out", {"character": self._table["heroes"][seat]["id"]})
            case {"type": "duel_ended", "loser_seat": loser} if loser == self._seat:
                return Kind("duel_ended.lost" if self._own_cards else "duel_ended.empty")
        return None

    @property
    def _hero(self) -> Hero:
        return self._table["heroes"][self._seat]

    @property
    def _own_cards(self) -> list[str]:
        hero = self._hero
        return [*hero["artifacts"], *hero["runes"], *(ally["id"] for ally in hero["allies"])]

    def _called(self, character: str) -> str:
        """The id whose name the character goes by."""
        return self._hero["id"] if character == HERO else kept(character)


_OWN: Final = ("card_gained", "card_given_up", "card_turned_down", "ally_died", "card_sold", "spoils_taken")
"""Facts that name a card in a hero's hands."""
_TOLD: Final = (*_WEIGHED, "challenge_unfinished", "enemy_healed", "card_drawn", "card_put_on_deck", "target_thrown")


def needs_cases(table: State, needed: int) -> tuple[str, ...]:
    """The case of what the die has to show. Clauses: RB-003."""
    two = table["options"]["dice"] == "2d10"
    if needed > CONTENT.rules["die"]:
        return ("never",)
    return ("sure",) if needed <= (2 if two else 1) else ("two",) if two else ()


def _key(one: Foreseen) -> str:
    return json.dumps([one.fact, one.is_later], sort_keys=True)


def _parted(found: Sequence[Foreseen], either: Counter[str]) -> tuple[list[Foreseen], list[Foreseen]]:
    """The facts that come in either case, and the others."""
    left, sure, others = Counter(either), list[Foreseen](), list[Foreseen]()
    for one in found:
        key = _key(one)
        (sure if left[key] > 0 else others).append(one)
        left[key] -= 1
    return sure, others


def _named(roll: Fact) -> dict[str, object]:
    """The fields that a roll has, whatever comes of it."""
    return {name: roll[name] for name in ("seat", "character", "roll")}


# -- in words -------------------------------------------------------------------------------------


def tell_stakes(book: Phrasebook, promises: Sequence[Promise], voice: Voice, base: str) -> str:
    """
    The promises, as the end of the sentence `base`, which need not say again what it says already.

    The cost stands first, then what the die has to show, then what success, failure and either of them bring.
    """
    before: dict[str, None] = {}
    needs: dict[str, None] = {}
    after: dict[str, None] = {}
    rolls: dict[str, dict[bool, dict[str, None]]] = {one: {False: {}, True: {}} for one in (_SUCCEEDED, _FAILED)}
    for promise in promises:
        told = tell_promise(book, promise, voice)
        outcome = next((one.type for one in promise.when if one.type in ROLLS), None)
        if promise.kind.startswith("needs"):
            needs[told] = None
        elif outcome is not None:
            rolls[outcome][bool(promise.by)][told] = None
        elif told.casefold() not in base.casefold():
            (after if needs else before)[told] = None
    parts = [*before, *needs]
    if any(len(by) for one in rolls.values() for by in one.values()):
        for outcome in (_SUCCEEDED, _FAILED):
            parts += _of_outcome(book, outcome, rolls[outcome], voice)
        parts += [book.fragment("outcome", voice, "either", results=", ".join(after))] if after else []
    else:
        parts += after
    joint = "; " if ": " in base else ": "
    return joint + "; ".join(parts) if parts else ""


def _of_outcome(book: Phrasebook, outcome: str, told: Mapping[bool, Mapping[str, None]], voice: Voice) -> Iterator[str]:
    """What an outcome of a roll brings, at once and after a chance to use abilities."""
    case = "success" if outcome == _SUCCEEDED else "failure"
    now, later = (", ".join(told[one]) for one in (False, True))
    if now or not later:
        yield book.fragment("outcome", voice, case, results=now or book.fragment("nothing", voice))
    if later:
        yield book.fragment("outcome", voice, case, "later", results=later)
