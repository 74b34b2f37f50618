"""The fields and cases that the view of its decision adds to the sentence of an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from delvebook.domain.phrases import Part
from delvebook.domain.rulesets.labyrinth.box.grid import EXIT_BITS, SIDES, distances, letters
from delvebook.domain.rulesets.labyrinth.cards.contests import is_suitable
from delvebook.domain.rulesets.labyrinth.content import CONTENT
from delvebook.domain.rulesets.labyrinth.state import Action, Laid, cells_of
from delvebook.domain.rulesets.labyrinth.words.seen import location_in_hand, resolving_in, steambot_met, threat
from delvebook.domain.rulesets.labyrinth.words.shapes.table import Rival, View

Told = tuple[Mapping[str, object], tuple[str, ...]]
"""Further fields for a template, and the cases that choose it."""


def seen_of(action: Action, view: View) -> Told:
    """The fields and cases that the view adds to the action."""
    return _SEEN[action["type"]](action, view)


def turned(said: Mapping[str, object]) -> tuple[str, ...]:
    """The case of a card that lies turned by 180."""
    return ("turned",) if said.get("rotation") == 180 else ()


def side_of(dx: int, dy: int) -> str:
    """The side, by letter, on which a neighbouring cell lies."""
    return next(letter for letter, (_, x, y, _) in zip(EXIT_BITS, SIDES, strict=True) if (x, y) == (dx, dy))


def exits_of(card: str, rotation: int) -> list[str]:
    """The exits of a Location as it lies, by letter."""
    return letters(CONTENT.exits_as_laid[card, rotation])


def ways_out(exits: list[str]) -> dict[str, object]:
    """The exits as fields of a template: bare, and with the noun in its number."""
    return {"exits": exits, "ways_out": Part("ways_out", ("one",) if len(exits) == 1 else (), {"exits": exits})}


def _unchanged(action: Action, view: View) -> Told:
    return {}, ()


def _trophy_under(view: View, character: str) -> str | None:
    """The Trophy under the Character."""
    return next((member["trophy"] for member in view["team"] if member["character"] == character), None)


def _rival(view: View, colour: str) -> Rival:
    """The rival of that colour."""
    return next(rival for rival in view["rivals"] if rival["colour"] == colour)


def _move(action: Action, view: View) -> Told:
    to = [action["x"], action["y"]]
    met = [rival["colour"] for rival in view["rivals"] if rival["cell"] == to]
    more: dict[str, object] = {
        "side": side_of(to[0] - view["cell"][0], to[1] - view["cell"][1]),
        "location": next(laid["card"] for laid in view["labyrinth"] if laid["cell"] == to),
        "rival": met[0] if met else None,
        "rivals": met,
    }
    return more, ("seen", *(("rivals",) if len(met) > 1 else ("rival",) if met else ()))


def _choose_rival(action: Action, view: View) -> Told:
    rival = _rival(view, action["rival"])
    armed = () if rival["trophy"] is None else ("armed",)
    return {"knight": rival["knight"], "card": rival["trophy"]}, ("seen", *armed)


def _take_or_swap(action: Action, view: View) -> Told:
    old = _trophy_under(view, action["character"])
    same = ("same",) if old is not None and CONTENT.kinds[old] == action["kind"] else ()
    return {"old": old}, ("seen", *same)


def _place_location(action: Action, view: View) -> Told:
    card = location_in_hand(view)
    more = {
        "card": card,
        **ways_out(exits_of(card, action["rotation"])),
        "laid_count": view["laid_count"] + 1,
        "limit": CONTENT.location_limit,
    }
    return more, ("seen", *turned(action))


def _place_chest(action: Action, view: View) -> Told:
    cell = (action["x"], action["y"])
    laid: Laid = {"card": CONTENT.chest, "cell": list(cell), "rotation": action["rotation"]}
    cells = cells_of(CONTENT, [*view["labyrinth"], laid])
    return {"moves": distances(cells, (view["cell"][0], view["cell"][1]))[cell]}, ("seen", *turned(action))


def _fight(action: Action, view: View) -> Told:
    return {"card": _trophy_under(view, action["character"]), "steambot": steambot_met(view)}, ("seen",)


def _lose(action: Action, view: View) -> Told:
    card = _trophy_under(view, action["character"])
    armed = () if card is None else ("armed",)
    last = ("last",) if len(view["team"]) == 1 else ()
    return {"card": card, "threat": threat(view)}, ("seen", *armed, *last)


def _deal(action: Action, view: View) -> Told:
    more = {"given": _trophy_under(view, action["character"]), "card": _rival(view, action["rival"])["trophy"]}
    return more, ("seen",)


def _decline(action: Action, view: View) -> Told:
    return {}, (view["phase"],)


def _change(action: Action, view: View) -> Told:
    return {"card": _trophy_under(view, action["character"]), "beaten": resolving_in(view)["rival_card"]}, ("seen",)


def _caught(action: Action, view: View) -> Told:
    rival, steambot = resolving_in(view)["rival"], steambot_met(view)
    card = next(one["trophy"] for one in view["rivals"] if one["colour"] == rival)
    beaten = is_suitable(CONTENT, card, steambot, mage=False)
    return {"steambot": steambot, "rival": rival, "card": card}, ("seen", "beaten" if beaten else "out")


_SEEN: Final[Mapping[str, Callable[..., Told]]] = MappingProxyType(
    {
        "place_starting_trophy": _unchanged,
        "move": _move,
        "stay": _unchanged,
        "choose_rival": _choose_rival,
        "take_trophy": _take_or_swap,
        "swap_trophy": _take_or_swap,
        "leave_trophy": _unchanged,
        "place_location": _place_location,
        "fight_steambot": _fight,
        "lose_character": _lose,
        "steal_trophy": _deal,
        "trade_trophy": _deal,
        "decline": _decline,
        "change_duel": _change,
        "accept_draw": _unchanged,
        "release_steambot": _caught,
        "discard_steambot": _caught,
        "place_chest": _place_chest,
    }
)
"""By action type, the function that returns what the view of its decision adds."""
