"""Which sentence of `texts.json` fits a fact or an action, and what it says beyond their fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from delvebook.domain.kit.phrases import Phrasebook, Voice
from delvebook.domain.kit.refusals import Refusal
from delvebook.domain.ruleset import View
from delvebook.domain.rulesets.labyrinth.content import CONTENT
from delvebook.domain.rulesets.labyrinth.contests import is_suitable
from delvebook.domain.rulesets.labyrinth.grid import SIDES, distances, letters
from delvebook.domain.rulesets.labyrinth.state import Laid, cells_of

Told = tuple[dict[str, Any], tuple[str, ...]]
"""Further fields for a template, and the cases that choose it."""

MANY: Final = 3
"""More cards than this are only counted in a short sentence."""

ECHOES: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "place_starting_trophy": frozenset({"starting_trophy_placed"}),
        "move": frozenset({"token_moved"}),
        "stay": frozenset({"token_stayed"}),
        "choose_rival": frozenset({"duel_begun"}),
        "take_trophy": frozenset({"trophy_taken"}),
        "swap_trophy": frozenset({"trophy_swapped"}),
        "leave_trophy": frozenset({"trophies_left"}),
        "place_location": frozenset({"location_laid"}),
        "fight_steambot": frozenset({"steambot_beaten"}),
        "lose_character": frozenset({"character_lost"}),
        "steal_trophy": frozenset({"trophy_stolen"}),
        "trade_trophy": frozenset({"trophies_traded"}),
        "decline": frozenset({"special_declined"}),
        "change_duel": frozenset({"draw_changed"}),
        "accept_draw": frozenset({"draw_accepted"}),
        "release_steambot": frozenset({"steambot_released"}),
        "discard_steambot": frozenset({"steambot_put_away"}),
        "place_chest": frozenset({"chest_laid"}),
    }
)
"""By action type, the fact that says the same."""


def tell_fact(book: Phrasebook, fact: Mapping[str, Any], voice: Voice) -> str:
    """The fact as one sentence."""
    more, cases = _FACTS.get(fact["type"], _plain)(fact)
    return book.fact(_by_sort({**fact, **more}), voice, *cases)


def tell_action(book: Phrasebook, action: Mapping[str, Any], voice: Voice, *, view: View | None = None) -> str:
    """
    The action as one sentence, as the player would announce it.

    With the view of the decision it says what the action gains and costs, without it what the action itself tells.
    """
    if view is None:
        return book.action(_by_sort(action), voice, *_turned(action))
    more, cases = _ACTIONS[action["type"]](action, view)
    return book.action(_by_sort({**action, **more}), voice, *cases)


def tell_refusal(book: Phrasebook, refusal: Refusal, voice: Voice) -> str:
    """Why an action is refused, as a sentence that addresses the player."""
    fields = refusal.fields
    words = _by_sort(fields)
    if refusal.key == "not_now":
        return book.refusal(refusal, voice, fields["phase"])
    if refusal.key == "not_suitable":
        return book.refusal(refusal, voice, *(("mage",) if fields["mage"] else ()), **words)
    if "ways" in fields:
        words["ways"] = ", ".join(book.fragment("way", voice, **way) for way in fields["ways"])
    return book.refusal(refusal, voice, *_turned(fields), **words)


def _by_sort(said: Mapping[str, Any]) -> dict[str, Any]:
    """The fields with every card that has copies called by its sort, which has forms of its name: `{card:acc}`."""
    return {field: value if field == "type" else _sort(value) for field, value in said.items()}


def _sort(value: Any) -> Any:
    if isinstance(value, list):
        return [_sort(item) for item in value]
    return CONTENT.sorts[value] if isinstance(value, str) and value in _TOLD_BY_SORT else value


_TOLD_BY_SORT: Final = frozenset(
    card for card, type_ in CONTENT.types.items() if type_ in ("trophy", "steambot", "cage", "special")
)


def _plain(fact: Mapping[str, Any]) -> Told:
    return {}, ()


def _turned(said: Mapping[str, Any]) -> tuple[str, ...]:
    """The case of a card that lies turned by 180."""
    return ("turned",) if said.get("rotation") == 180 else ()


def _gathered(fact: Mapping[str, Any]) -> Told:
    return {"knights": len(fact["cards"])}, ()


def _discarded(fact: Mapping[str, Any]) -> Told:
    count = len(fact["cards"])
    return {"count": count}, ("many",) if count > MANY else ()


def _exits(card: str, rotation: int) -> list[str]:
    """The exits of a Location as it lies, by letter."""
    return letters(CONTENT.exits_as_laid[card, rotation])


def _laid(fact: Mapping[str, Any]) -> Told:
    return {"exits": _exits(fact["card"], fact["rotation"]), "limit": CONTENT.location_limit}, _turned(fact)


def _swapped(fact: Mapping[str, Any]) -> Told:
    return {}, ("same",) if CONTENT.kinds[fact["card"]] == CONTENT.kinds[fact["old"]] else ()


def _armed(fact: Mapping[str, Any]) -> Told:
    return {}, () if fact["card"] is None else ("armed",)


def _by_card(fact: Mapping[str, Any]) -> Told:
    return {}, (CONTENT.effects[fact["card"]],)


def _by_reason(fact: Mapping[str, Any]) -> Told:
    return {}, (fact["reason"],)


def _by_model(fact: Mapping[str, Any]) -> Told:
    return {}, (CONTENT.models[fact["steambot"]],)


_FACTS: Final[Mapping[str, Callable[[Mapping[str, Any]], Told]]] = MappingProxyType(
    {
        "team_gathered": _gathered,
        "cards_discarded": _discarded,
        "location_laid": _laid,
        "chest_laid": _laid,
        "trophy_swapped": _swapped,
        "special_without_effect": _by_card,
        "special_declined": _by_card,
        "steambot_attacked": _by_model,
        "character_lost": _armed,
        "game_lost": _by_reason,
    }
)


def _unchanged(action: Mapping[str, Any], view: View) -> Told:
    return {}, ()


def _trophy_under(view: View, character: str) -> str | None:
    """The Trophy under the Character."""
    return next((member["trophy"] for member in view["team"] if member["character"] == character), None)


def _rival(view: View, colour: str) -> dict[str, Any]:
    """The rival of that colour."""
    return next(rival for rival in view["rivals"] if rival["colour"] == colour)


def _move(action: Mapping[str, Any], view: View) -> Told:
    to = [action["x"], action["y"]]
    way = (to[0] - view["at"][0], to[1] - view["at"][1])
    side = next(letter for letter, (_, dx, dy, _) in zip("NESW", SIDES, strict=True) if (dx, dy) == way)
    met = [rival["colour"] for rival in view["rivals"] if rival["at"] == to]
    more = {
        "side": side,
        "location": next(laid["card"] for laid in view["labyrinth"] if laid["at"] == to),
        "rival": met[0] if met else None,
        "rivals": met,
    }
    return more, ("seen", *(("rivals",) if len(met) > 1 else ("rival",) if met else ()))


def _choose_rival(action: Mapping[str, Any], view: View) -> Told:
    rival = _rival(view, action["rival"])
    armed = () if rival["trophy"] is None else ("armed",)
    return {"knight": rival["knight"], "card": rival["trophy"]}, ("seen", *armed)


def _take_or_swap(action: Mapping[str, Any], view: View) -> Told:
    rest = list(view["question"]["trophies"])
    rest.remove(next(card for card in rest if CONTENT.kinds[card] == action["kind"]))
    old = _trophy_under(view, action["character"])
    same = ("same",) if old is not None and CONTENT.kinds[old] == action["kind"] else ()
    return {"old": old, "cards": rest}, ("seen", *same, *(("rest",) if rest else ()))


def _leave(action: Mapping[str, Any], view: View) -> Told:
    return {"cards": view["question"]["trophies"]}, ("seen",)


def _place_location(action: Mapping[str, Any], view: View) -> Told:
    card = view["question"]["location"]
    more = {
        "card": card,
        "exits": _exits(card, action["rotation"]),
        "laid_count": view["laid_count"] + 1,
        "limit": CONTENT.location_limit,
    }
    return more, ("seen", *_turned(action))


def _place_chest(action: Mapping[str, Any], view: View) -> Told:
    cell = (action["x"], action["y"])
    laid: Laid = {"card": CONTENT.chest, "at": list(cell), "rotation": action["rotation"]}
    cells = cells_of(CONTENT, [*view["labyrinth"], laid])
    return {"moves": distances(cells, (view["at"][0], view["at"][1]))[cell]}, ("seen", *_turned(action))


def _fight(action: Mapping[str, Any], view: View) -> Told:
    return {"card": _trophy_under(view, action["character"]), "steambot": view["question"]["steambot"]}, ("seen",)


def _lose(action: Mapping[str, Any], view: View) -> Told:
    card = _trophy_under(view, action["character"])
    more = {"card": card, "threat": view["question"].get("steambot") or view["question"]["special"]}
    if len(view["team"]) == 1:
        return more, ("seen", "last")
    return more, ("seen",) if card is None else ("seen", "armed")


def _deal(action: Mapping[str, Any], view: View) -> Told:
    more = {"given": _trophy_under(view, action["character"]), "card": _rival(view, action["rival"])["trophy"]}
    return more, ("seen",)


def _decline(action: Mapping[str, Any], view: View) -> Told:
    return {}, (view["phase"],)


def _change(action: Mapping[str, Any], view: View) -> Told:
    return {"card": _trophy_under(view, action["character"]), "beaten": view["resolving"]["rival_card"]}, ("seen",)


def _accept(action: Mapping[str, Any], view: View) -> Told:
    return {"cards": view["resolving"]["open"]}, ("seen",)


def _caught(action: Mapping[str, Any], view: View) -> Told:
    rival, steambot = view["resolving"]["rival"], view["question"]["steambot"]
    card = _rival(view, rival)["trophy"]
    beaten = is_suitable(CONTENT, card, steambot, mage=False)
    return {"steambot": steambot, "rival": rival, "card": card}, ("seen", "beaten" if beaten else "out")


_ACTIONS: Final[Mapping[str, Callable[[Mapping[str, Any], View], Told]]] = MappingProxyType(
    {
        "place_starting_trophy": _unchanged,
        "move": _move,
        "stay": _unchanged,
        "choose_rival": _choose_rival,
        "take_trophy": _take_or_swap,
        "swap_trophy": _take_or_swap,
        "leave_trophy": _leave,
        "place_location": _place_location,
        "fight_steambot": _fight,
        "lose_character": _lose,
        "steal_trophy": _deal,
        "trade_trophy": _deal,
        "decline": _decline,
        "change_duel": _change,
        "accept_draw": _accept,
        "release_steambot": _caught,
        "discard_steambot": _caught,
        "place_chest": _place_chest,
    }
)
"""By action type, what the view of its decision adds."""
