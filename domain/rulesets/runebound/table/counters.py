"""Adventure counters on their sites, and the markers of unfinished challenges."""

from __future__ import annotations

from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.state import Play, State, TrackEntry


def unfinished_on(state: State, hex_: str) -> tuple[int, TrackEntry] | None:
    """The unfinished challenge whose marker lies on the hex, with its space; None if there is none."""
    return next(((space, entry) for space, entry in unfinished(state) if entry["hex"] == hex_), None)


def unfinished(state: State) -> list[tuple[int, TrackEntry]]:
    """The challenges on the track, each with its space, counted from 1."""
    return [(space, entry) for space, entry in enumerate(state["track"], 1) if entry is not None]


def colour_of_counter(content: Content, state: State, hex_: str) -> str | None:
    """The colour of the counter on the hex; None if there is none."""
    colour = content.site_colour.get(hex_)
    return colour if colour is not None and hex_ in state["counters"][colour] else None


def replenish(play: Play, colour: str, n: int | str, clause: str) -> None:
    """Puts up to n counters from the bank on the colour's empty sites, in site order."""
    state = play.state
    laid: list[str] = []
    for site in play.content.sites[colour]:
        if site not in state["counters"][colour] and state["bank"][colour] and (n == "all" or len(laid) < int(n)):
            laid.append(site)
            state["bank"][colour] -= 1
    if laid:
        there = [*state["counters"][colour], *laid]
        state["counters"][colour] = [site for site in play.content.sites[colour] if site in there]
        play.tell("counters_laid", clause, colour=colour, hexes=laid)
