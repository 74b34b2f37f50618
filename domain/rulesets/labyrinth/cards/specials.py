"""The Specials that work alone: the Dragon, the Thief and the Market (LB-039, LB-050, LB-063)."""

from __future__ import annotations

from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.ending import end_turn
from delvebook.domain.rulesets.labyrinth.play import Play
from delvebook.domain.rulesets.labyrinth.state import Action, Rival, State, get_member, get_rival, resolving_of


def burn_papers(play: Play, rivals: list[Rival], *, clause: str) -> None:
    """
    Discards every Paper of the player and of these rivals.

    Clauses: LB-050 (all rivals), LB-063 (in a Duel only the opponent).
    """
    kinds, burns = play.content.kinds, play.content.burns
    for member in play.state["team"]:
        card = member["trophy"]
        if card is not None and kinds[card] == burns:
            member["trophy"] = None
            play.tell("paper_burnt", clause, seat=0, character=member["character"], card=card)
            play.discard(card, clause=clause)
    for rival in rivals:
        card = rival["trophy"]
        if card is not None and kinds[card] == burns:
            rival["trophy"] = None
            play.tell("rival_paper_burnt", clause, rival=rival["colour"], card=card)
            play.discard(card, clause=clause)


def explore_dragon(play: Play, card: str) -> None:
    """The Dragon burns all Paper; then the player must choose the Character that it scares away (LB-050)."""
    play.tell("dragon_struck", "LB-050", seat=0, card=card)
    burn_papers(play, play.state["rivals"], clause="LB-050")
    play.state["phase"] = "dragon"


def meet_dragon(play: Play, rival: Rival, card: str) -> None:
    """
    The Dragon works on both duellists: Paper, then the rival's Knight, then a Character of the player's choice.

    Clauses: LB-063, LB-080 (as the last card of the deck).
    """
    alone = resolving_of(play.state)["rival_card"] is None
    play.tell(
        "dragon_struck_duellists", "LB-063", *(["LB-080"] if alone else []), seat=0, card=card, rival=rival["colour"]
    )
    burn_papers(play, [rival], clause="LB-063")
    play.lose_rival(rival, clause="LB-063")
    play.state["phase"] = "dragon"


def explore_thief(play: Play, card: str) -> None:
    """The player may steal, if a rival holds a Trophy and a Character has a free slot (LB-039)."""
    _explore_dealer(play, card, deals=thefts(play.state), phase="thief")


def explore_market(play: Play, card: str) -> None:
    """The player may trade, if both sides hold a Trophy (LB-039)."""
    _explore_dealer(play, card, deals=trades(play.state), phase="market")


def thefts(state: State) -> list[Action]:
    """Each Trophy of a rival for each free slot (LB-039)."""
    return [
        {"type": "steal_trophy", "rival": rival["colour"], "character": member["character"]}
        for rival in state["rivals"]
        if rival["trophy"] is not None
        for member in state["team"]
        if member["trophy"] is None
    ]


def trades(state: State) -> list[Action]:
    """Each Trophy of a rival for each Trophy of the team (LB-039)."""
    return [
        {"type": "trade_trophy", "rival": rival["colour"], "character": member["character"]}
        for rival in state["rivals"]
        if rival["trophy"] is not None
        for member in state["team"]
        if member["trophy"] is not None
    ]


def thief_actions(content: Content, state: State) -> list[Action]:
    """Each theft, and declining."""
    return [*thefts(state), {"type": "decline"}]


def market_actions(content: Content, state: State) -> list[Action]:
    """Each trade, and declining."""
    return [*trades(state), {"type": "decline"}]


def steal(play: Play, action: Action) -> None:
    """The rival's Trophy goes under the Character."""
    rival, member = get_rival(play.state, action["rival"]), get_member(play.state, action["character"])
    member["trophy"], rival["trophy"] = rival["trophy"], None
    play.tell(
        "trophy_stolen",
        "LB-039",
        seat=0,
        rival=rival["colour"],
        character=member["character"],
        card=member["trophy"],
    )
    end_turn(play, clause="LB-039")


def trade(play: Play, action: Action) -> None:
    """The two Trophies change places."""
    rival, member = get_rival(play.state, action["rival"]), get_member(play.state, action["character"])
    member["trophy"], rival["trophy"] = rival["trophy"], member["trophy"]
    play.tell(
        "trophies_traded",
        "LB-039",
        seat=0,
        rival=rival["colour"],
        character=member["character"],
        given=rival["trophy"],
        card=member["trophy"],
    )
    end_turn(play, clause="LB-039")


def decline(play: Play, action: Action) -> None:
    """Discards the Special, without any other effect."""
    play.tell("special_declined", "LB-039", seat=0, card=resolving_of(play.state)["card"])
    end_turn(play, clause="LB-039")


def _explore_dealer(play: Play, card: str, *, deals: list[Action], phase: str) -> None:
    """Offers the player these deals; if there are none, the card has no effect."""
    if deals:
        play.state["phase"] = phase
        return
    play.tell("special_without_effect", "LB-039", card=card)
    end_turn(play, clause="LB-039")
