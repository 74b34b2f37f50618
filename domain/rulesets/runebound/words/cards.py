"""What cards say, in words: abilities, figures, rules of enemies, rewards, events, places. For people only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from delvebook.domain.phrases import Phrasebook, Voice, Worded
from delvebook.domain.ruleset import Printed, load_data
from delvebook.domain.rulesets.runebound.box.hexes import TOWN
from delvebook.domain.rulesets.runebound.box.vocabulary import ATTRIBUTE_OF, KINDS
from delvebook.domain.rulesets.runebound.content import CONTENT, PACKAGE, Content
from delvebook.domain.rulesets.runebound.state import State

TEXTS: Final[Printed] = load_data(PACKAGE, "texts.json")
NAMES: Final[Mapping[str, Mapping[str, str]]] = {
    **{hex_: {"en": hex_.upper(), "ru": hex_.upper()} for hex_ in CONTENT.map.names},
    **CONTENT.names,
    **TEXTS["names"],
}
"""The names of ids: components as in `content.json`; hexes that are not towns by their coordinates."""

_FRAGMENTS: Final = Phrasebook({**TEXTS, "names": NAMES})
Effect = Printed
Said = dict[str, object]
Told = tuple[tuple[str, ...], Said]
"""The cases of a sentence, and the words to put into it."""


def fragment(type_: str, voice: Voice, *cases: str, **fields: object) -> str:
    """A part of a sentence."""
    return _FRAGMENTS.fragment(type_, voice, *cases, **fields)


def name(id_: str, voice: Voice) -> Worded:
    """The name of an id, to be told as it is: a hex is called B10, which is the id of a card."""
    return Worded(_FRAGMENTS.name(id_, voice))


def kept(card: str) -> str:
    """The id of a card's name in a hero's hands: an adventure card that is kept becomes something else (§11.7)."""
    return f"{card}.kept" if f"{card}.kept" in NAMES else card


def own_name(card: str, voice: Voice) -> Worded:
    """The name of a card in a hero's hands."""
    return name(kept(card), voice)


def quoted(text: str, voice: Voice) -> str:
    """A name that can't be declined, in quotes where the language wants them."""
    return f"«{text}»" if voice.language == "ru" else text


def capital(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def in_full(parts: Iterable[str]) -> str:
    """The parts as sentences, as a card has them."""
    return " ".join(f"{capital(part)}." for part in parts)


def signed(n: int) -> str:
    """A number with its sign."""
    return f"+{n}" if n > 0 else f"−{-n}"


def suffering(wounds: int, fatigue: int, voice: Voice) -> str:
    """Numbers of wounds and fatigue, in words."""
    parts = {"wounds": fragment("wounds", voice, n=wounds), "fatigue": fragment("fatigue", voice, n=fatigue)}
    if wounds and fatigue:
        return fragment("both", voice, **parts)
    return parts["wounds"] if wounds else parts["fatigue"]


# -- what a hero owns -----------------------------------------------------------------------------


def ability_text(ability: Printed, voice: Voice) -> str:
    """An ability in the words of the card: when it can be used, its cost, and its effects."""
    effects = effects_text(ability["effects"], voice)
    if ability["trigger"] == "passive":
        return effects
    rolls = ability["trigger"] in ("on_roll", "on_fail")
    kinds = ", ".join(name(f"rolls:{kind}" if rolls else kind, voice) for kind in ability.get("kinds", ()))
    cost = fragment("pay", voice, ability["cost"]["type"], n=ability["cost"].get("n", 0))
    return fragment("when", voice, ability["trigger"], cost=cost, effects=effects, kinds=kinds)


def cost_text(cost: Printed, voice: Voice) -> str:
    """The cost of one use, in brackets; empty if it is free."""
    return fragment("cost", voice, cost["type"], n=cost.get("n", 0))


def effects_text(effects: Iterable[Effect], voice: Voice, chosen: Mapping[str, object] | None = None) -> str:
    """The effects of an ability in words; `chosen` holds the choices of an action, already in words."""
    return ", ".join(effect_text(effect, voice, chosen or {}) for effect in effects)


def effect_text(effect: Effect, voice: Voice, chosen: Mapping[str, object]) -> str:
    """One effect of an ability in words."""
    fields = {key: _worded(key, value, voice) for key, value in effect.items() if key != "type"}
    type_ = str(effect["type"])
    cases: tuple[str, ...] = ()
    if effect.get("n") == "all" or effect.get("kind") == "all":
        cases = ("all",)
    if type_ in ("roll", "damage", "attr", "dice", "price"):
        fields["n"] = signed(effect["n"])
    if type_ in ("roll", "rollmod"):
        fields["rolls"] = name(f"rolls:{effect['kind']}", voice)
    if type_ in ("damage", "blunt") and effect["kind"] != "all":
        fields["damage"] = name(f"damage:{effect['kind']}", voice)
    if type_ in ("heal", "rest"):
        fields["target"] = chosen.get("target", name(effect["target"], voice))
    if type_ in ("wild", "reroll_move", "travel") and chosen:
        cases = ("chosen",)
    return fragment(type_, voice, *cases, **{**fields, **chosen})


def _worded(key: str, value: object, voice: Voice) -> object:
    return name(value, voice) if isinstance(value, str) and key != "target" else value


def item_text(card: str, voice: Voice) -> str:
    """A card that a hero can own, described within a sentence."""
    return "; ".join(item_parts(card, voice))


def item_parts(card: str, voice: Voice) -> list[str]:
    """The parts of a description of a card that a hero can own: its slot or figures, then its abilities."""
    item = CONTENT.items[card]
    if item["type"] == "rune":
        return [fragment("rune", voice), fragment("whose_three_win", voice)]
    first = character_text(item, voice) if item["type"] == "ally" else name(item["slot"], voice)
    said = [ability_text(ability, voice) for ability in item["abilities"]]
    return [first, *(said or [fragment("no_ability", voice)])]


def hero_parts(card: str, voice: Voice) -> list[str]:
    """The parts of a description of a hero card: figures, skills, abilities."""
    hero = CONTENT.heroes[card]
    skills = ", ".join(fragment("skill_of", voice, skill=name(one, voice), n=n) for one, n in hero["skills"].items())
    said = [ability_text(ability, voice) for ability in hero["abilities"]]
    return [character_text(hero, voice), fragment("skills", voice, skills=skills), *said]


def character_text(card: Printed, voice: Voice) -> str:
    """Life, stamina and what a hero or ally fights with."""
    figures = figures_text(card["attributes"], card["damage"], voice, all_of_them="skills" in card)
    return fragment("character", voice, life=card["life"], stamina=card["stamina"], figures=figures)


def figures_text(attributes: Mapping[str, int], damage: Mapping[str, int], voice: Voice, *, all_of_them: bool) -> str:
    """Each attribute with the damage of its kind; of allies and heroes only those that can attack."""
    said = []
    for kind in KINDS:
        if damage[kind] or all_of_them:
            fields = {
                "attribute": name(ATTRIBUTE_OF[kind], voice),
                "value": attributes[ATTRIBUTE_OF[kind]],
                "damage": name(f"damage:{kind}", voice),
                "n": damage[kind],
            }
            said.append(fragment("figure", voice, *(() if damage[kind] else ("harmless",)), **fields))
    return ", ".join(said)


# -- adventure cards ------------------------------------------------------------------------------


def adventure_text(card: str, voice: Voice) -> str:
    """An adventure card described within a sentence: its task, and the results of success and failure."""
    return "; ".join(adventure_parts(card, voice))


def adventure_parts(card: str, voice: Voice) -> list[str]:
    """The parts of a description of an adventure card: its task, and the results of success and failure."""
    text = CONTENT.adventures[card]
    if text["kind"] == "event":
        return [fragment("event", voice, n=text["value"]), *event_parts(card, voice)]
    said = _task_parts(text, voice)
    said.append(fragment("reward", voice, results=results_text(text["reward"], voice, card)))
    if text.get("failure"):
        said.append(fragment("failure", voice, results=results_text(text["failure"], voice, card)))
    return said


def _task_parts(text: Printed, voice: Voice) -> list[str]:
    if text["kind"] == "boon":
        return [fragment("boon", voice)]
    if text["kind"] == "test":
        return [fragment("test", voice, test=test_name(text["test"], voice), n=text["test"]["n"])]
    return enemy_parts(text, voice)


def enemy_parts(text: Printed, voice: Voice) -> list[str]:
    """The figures of an enemy card, then its rules."""
    enemy = text["enemy"]
    figures = figures_text(enemy["attributes"], enemy["damage"], voice, all_of_them=True)
    rules = [fragment("rule", voice, rule["when"], effect=_rule_text(rule["effect"], voice)) for rule in text["rules"]]
    return [fragment("enemy", voice, life=enemy["life"], figures=figures), *rules]


def _rule_text(effect: Effect, voice: Voice) -> str:
    fields = {key: _worded(key, value, voice) for key, value in effect.items() if key != "type"}
    match effect["type"]:
        case "suffer":
            fields["n"] = suffering(effect["wounds"], effect["fatigue"], voice)
        case "test":
            test = test_name(effect, voice)
            fail = results_text(effect["fail"], voice, "")
            return fragment("test_rule", voice, test=test, n=effect["n"], fail=fail)
        case "scale":
            return fragment("scale", voice, effect["per"], n=signed(effect["n"]))
    return fragment(str(effect["type"]), voice, **fields)


def test_name(test: Printed, voice: Voice) -> str:
    """Attribute and skill of a test."""
    attribute, skill = name(test["attribute"], voice), name(test["skill"], voice)
    return fragment("test_of", voice, attribute=attribute, skill=skill)


def results_text(effects: Sequence[Effect], voice: Voice, card: str) -> str:
    """The results of success or failure in words."""
    return ", ".join(_result_text(effect, voice, card) for effect in effects) or fragment("nothing", voice)


def _result_text(effect: Effect, voice: Voice, card: str) -> str:
    type_ = str(effect["type"])
    if type_ in ("heal", "rest"):
        return effect_text(effect, voice, {})
    if type_ == "suffer":
        return fragment(type_, voice, n=suffering(effect["wounds"], effect["fatigue"], voice))
    if type_ in ("gold", "xp"):
        return fragment(type_, voice, n=signed(effect["n"]))
    if type_ in ("take_artifact", "take_ally"):
        return fragment(type_, voice, card=own_name(card, voice), text=item_text(card, voice))
    fields = {key: _worded(key, value, voice) for key, value in effect.items() if key != "type"}
    return fragment(type_, voice, **fields)


def event_parts(card: str, voice: Voice) -> list[str]:
    """The immediate effects of an event in words, then the lasting ones."""
    text = CONTENT.adventures[card]
    at_once, lasting = (", ".join(_world_text(one, voice) for one in text[key]) for key in ("immediate", "lasting"))
    return [fragment("at_once", voice, effects=at_once), fragment("lasting", voice, effects=lasting)]


def _world_text(effect: Effect, voice: Voice) -> str:
    type_ = str(effect["type"])
    fields = {key: _worded(key, value, voice) for key, value in effect.items() if key not in ("type", "effects")}
    cases: tuple[str, ...] = ()
    match type_:
        case "replenish":
            fields["counters"] = name(f"counters:{effect['colour']}", voice)
            cases = ("all",) if effect["n"] == "all" else ()
        case "everyone":
            one = effect["effects"][0]
            fields["n"] = suffering(one["wounds"], one["fatigue"], voice)
        case "toll":
            fields["n"] = suffering(effect["wounds"], effect["fatigue"], voice)
        case "movedice":
            cases = ("wild",) if effect["when"] == "wild" else ()
            fields["n"] = signed(effect["n"])
        case "price" if effect["what"] == "heal":
            fields |= {"what": name("market_heal", voice), "n": signed(effect["n"])}
        case "price" | "foe" | "bounty":
            fields["n"] = signed(effect["n"])
        case "rollmod":
            fields |= {"rolls": name(f"rolls:{effect['kind']}", voice), "n": signed(effect["n"])}
    return fragment(type_, voice, *cases, **fields)


def colour_words(content: Content, colour: str, voice: Voice) -> Said:
    """The words that go with a colour: its adventure, deck, pile and counters, and the worth of a counter."""
    things = ("adventure", "deck", "pile", "counter", "counters")
    return {**{thing: name(f"{thing}:{colour}", voice) for thing in things}, "worth": content.worth[colour]}


# -- places ---------------------------------------------------------------------------------------


def place_text(hex_: str, voice: Voice, state: State | None = None) -> str:
    """A hex with its terrain, and with the adventure on it where the table is at hand."""
    terrain = CONTENT.map.terrain[hex_]
    town = ("town",) if terrain == TOWN else ()
    place = fragment("place", voice, *town, hex=hex_, terrain=terrain)
    if state is None:
        return place
    for entry in state["track"]:
        if entry is not None and entry["hex"] == hex_:
            return fragment("place", voice, "unfinished", place=place, card=entry["card"])
    colour = CONTENT.site_colour.get(hex_)
    if colour is None or hex_ not in state["counters"][colour]:
        return place
    adventure = name(f"adventure:{colour}", voice)
    return fragment("place", voice, "adventure", place=place, colour=colour, adventure=adventure)
