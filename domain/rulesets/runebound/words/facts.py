"""The words that the sentence of a fact needs besides the fact's fields, and its cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from delvebook.domain.phrases import Voice
from delvebook.domain.rulesets.runebound.box.vocabulary import ATTRIBUTES, COLOURS
from delvebook.domain.rulesets.runebound.content import CONTENT
from delvebook.domain.rulesets.runebound.heroes.figures import HERO
from delvebook.domain.rulesets.runebound.words.cards import (
    Said,
    Told,
    adventure_text,
    colour_words,
    effects_text,
    fragment,
    hero_parts,
    item_text,
    name,
    own_name,
    quoted,
)
from delvebook.domain.rulesets.runebound.words.shapes.facts.adventures import (
    CardDrawn,
    EventRefused,
    OldestChallengeRemoved,
    UnfinishedAttempted,
)
from delvebook.domain.rulesets.runebound.words.shapes.facts.combat import (
    EnemyHampered,
    EnemyWounded,
    NothingToDefend,
    SpoilsTaken,
    TargetThrown,
)
from delvebook.domain.rulesets.runebound.words.shapes.facts.heroes import (
    AbilityUsed,
    AbilityWorked,
    CardGained,
    ExperiencePaid,
    RollFailed,
    RollSucceeded,
)
from delvebook.domain.rulesets.runebound.words.shapes.facts.turn import (
    AllyHired,
    CardBought,
    CardPutOnMarket,
    DiceFreed,
    HealingPaid,
    HeroDealt,
    MovementDiceRerolled,
    MovementDiceThrown,
)

_OWNED: Final = frozenset(
    (
        *("ability_used", "ability_worked", "ally_died", "card_gained", "card_given_up"),
        *("card_turned_down", "cards_refreshed", "spoils_taken"),
    )
)
"""Facts about cards in a hero's hands; a kept adventure card has another name there."""


def fact_words(fact: Mapping[str, object], voice: Voice) -> Told:
    """The cases of the fact's sentence and its words."""
    words = _card_words(fact, voice)
    teller = _FACTS.get(str(fact["type"]))
    if teller is None:
        return _cases(fact), words
    cases, more = teller(fact, voice)
    return cases, {**words, **more}


def _cases(fact: Mapping[str, object]) -> tuple[str, ...]:
    """The case of a fact whose fields alone decide it."""
    match fact:
        case {"type": "wounds_suffered", "clauses": ["RB-005" | "RB-006"], "character": character}:
            return ("tired",) if character == HERO else ("ally", "tired")
        case {"type": "gold_lost" | "enemy_healed", "n": 0}:
            return ("none",)
        case {"type": "gold_lost", "n": int(n), "threatened": int(threatened)} if n < threatened:
            return ("short",)
        case {"type": "losses_paid", "gold": int(gold), "experience": int(lost)}:
            return (*(("gold",) if gold else ()), *(("experience",) if lost else ()))
        case {"type": "skill_used", "times": 1}:
            return ("once",)
        case {"type": "game_won", "reason": str(reason)}:
            return (reason,)
        case {"type": "game_ended", "is_solo": True}:
            return ("solo",)
        case {"type": "roll_failed" | "roll_succeeded"}:
            return ()
        case {"character": character} if character != HERO:
            return ("ally",)
    return ("town",) if fact.get("hex") in CONTENT.map.towns else ()


def _card_words(fact: Mapping[str, object], voice: Voice) -> Said:
    """The names of the cards of a fact where it happens, and the words that go with its colour."""
    words: Said = {}
    character = fact.get("character")
    if character is not None and character != HERO:
        words["character"] = own_name(str(character), voice)
    card = fact.get("card")
    clauses = fact["clauses"]
    kept_card_lost = fact["type"] == "card_left_the_game" and isinstance(clauses, list) and "RB-053" in clauses
    if card is not None and (fact["type"] in _OWNED or kept_card_lost):
        words["card"] = own_name(str(card), voice)
    cards = fact.get("cards")
    if isinstance(cards, list):
        own = fact["type"] in _OWNED
        called = [own_name(one, voice) if own else name(one, voice) for one in cards]
        words["cards"] = ", ".join(quoted(one, voice) for one in called)
    colour = fact.get("colour")
    if colour in COLOURS:
        words |= colour_words(CONTENT, str(colour), voice)
    return words


def _ability_used(fact: AbilityUsed, voice: Voice) -> Told:
    """What the effects do is told by facts of their own, but for what is added to a roll."""
    ability = CONTENT.abilities[fact["card"]][fact["index"]]
    plain = () if ability["trigger"] == "on_roll" else ("plain",)
    return (*_hero_case(fact["card"]), *plain), {"text": effects_text(ability["effects"], voice)}


def _ability_worked(fact: AbilityWorked, voice: Voice) -> Told:
    return _hero_case(fact["card"]), {}


def _hero_case(card: str) -> tuple[str, ...]:
    return ("hero",) if card in CONTENT.heroes else ()


def _adventure_card(fact: CardDrawn | UnfinishedAttempted, voice: Voice) -> Told:
    return (), {"text": adventure_text(fact["card"], voice)}


def _item(fact: AllyHired | CardBought, voice: Voice) -> Told:
    return (), {"text": item_text(fact["card"], voice), "price": CONTENT.items[fact["card"]]["price"]}


def _any_item(fact: CardGained | CardPutOnMarket | SpoilsTaken, voice: Voice) -> Told:
    """Of a card that may be an ally the sentence says so, as it names the kind of an artifact."""
    item = CONTENT.items[fact["card"]]
    kind = f"{name('ally', voice)}; " if item["type"] == "ally" else ""
    return (), {"text": f"{kind}{item_text(fact['card'], voice)}", "price": item["price"]}


def _dice_freed(fact: DiceFreed, voice: Voice) -> Told:
    return (), {"dice": ", ".join(str(index + 1) for index in fact["dice"])}


def _dice_thrown(fact: MovementDiceThrown, voice: Voice) -> Told:
    return (), {"faces": _faces(fact["dice"], voice)}


def _dice_rerolled(fact: MovementDiceRerolled, voice: Voice) -> Told:
    return (), {"faces": _faces(fact["dice"], voice), "which": numbers(fact["which"])}


def _faces(dice: Sequence[int], voice: Voice) -> str:
    return ", ".join(f"{at}) {one_face(face, voice)}" for at, face in enumerate(dice, 1))


def one_face(face: int, voice: Voice) -> str:
    """The terrains on a face of a movement die."""
    return "/".join(name(terrain, voice) for terrain in CONTENT.faces[face - 1])


def numbers(indices: Sequence[int]) -> str:
    """Dice by their numbers, counted from 1."""
    return ", ".join(str(index + 1) for index in indices)


def _enemy_hampered(fact: EnemyHampered, voice: Voice) -> Told:
    what = [name(one if one in ATTRIBUTES else f"damage:{one}", voice) for one in fact["what"]]
    return (), {"what": ", ".join(what)}


def _enemy_wounded(fact: EnemyWounded, voice: Voice) -> Told:
    return (), {"life": CONTENT.adventures[fact["card"]]["enemy"]["life"]}


def _event_refused(fact: EventRefused, voice: Voice) -> Told:
    adventures = CONTENT.adventures
    return (), {"value": adventures[fact["card"]]["value"], "held_value": adventures[fact["held"]]["value"]}


def _experience_paid(fact: ExperiencePaid, voice: Voice) -> Told:
    paid = _counters(fact["counters"], fact["from_paper"], voice)
    change = _counters(fact["change"], fact["to_paper"], voice)
    return (("change",) if change else ()), {"paid": paid, "change": change}


def _counters(counters: Mapping[str, int], paper: int, voice: Voice) -> str:
    said = [fragment("of_each", voice, n=n, colour=name(c, voice)) for c, n in counters.items() if n]
    return ", ".join([*said, *([fragment("on_paper", voice, n=paper)] if paper else [])])


def _hero_dealt(fact: HeroDealt, voice: Voice) -> Told:
    return (), {"text": "; ".join(hero_parts(fact["hero"], voice))}


def _healing_paid(fact: HealingPaid, voice: Voice) -> Told:
    ally = ("ally",) if fact["character"] != HERO else ()
    return (*ally, *(("free",) if fact["gold"] == 0 else ())), {}


def _nothing_to_defend(fact: NothingToDefend, voice: Voice) -> Told:
    return (), {"damage": name(f"damage:{fact['kind']}", voice)}


def _oldest_removed(fact: OldestChallengeRemoved, voice: Voice) -> Told:
    return (), colour_words(CONTENT, CONTENT.adventures[fact["card"]]["colour"], voice)


def _roll(fact: RollFailed | RollSucceeded, voice: Voice) -> Told:
    parts = [*fact["dice"], fact["attribute"], fact["bonus"]]
    added = "".join(f" {'+' if n >= 0 else '−'} {abs(n)}" for n in parts[1:] if n)
    return (), {"sum": f"{parts[0]}{added}"}


def _target_thrown(fact: TargetThrown, voice: Voice) -> Told:
    return (("escape",) if fact["roll"] == "escape" else ()), {"dice": "+".join(str(die) for die in fact["dice"])}


_FACTS: Final[Mapping[str, Callable[..., Told]]] = {
    "ability_used": _ability_used,
    "ability_worked": _ability_worked,
    "card_drawn": _adventure_card,
    "ally_hired": _item,
    "card_bought": _item,
    "card_gained": _any_item,
    "card_put_on_market": _any_item,
    "dice_freed": _dice_freed,
    "enemy_hampered": _enemy_hampered,
    "enemy_wounded": _enemy_wounded,
    "event_refused": _event_refused,
    "experience_paid": _experience_paid,
    "hero_dealt": _hero_dealt,
    "movement_dice_rerolled": _dice_rerolled,
    "movement_dice_thrown": _dice_thrown,
    "nothing_to_defend": _nothing_to_defend,
    "healing_paid": _healing_paid,
    "oldest_challenge_removed": _oldest_removed,
    "roll_failed": _roll,
    "roll_succeeded": _roll,
    "spoils_taken": _any_item,
    "target_thrown": _target_thrown,
    "unfinished_attempted": _adventure_card,
}
"""By fact type, the function that returns the cases and the words of its sentence."""
