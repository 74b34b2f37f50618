"""The shapes of the facts."""

from __future__ import annotations

from typing import Annotated, Final

from delvebook.domain.rulesets.labyrinth.content import CONTENT
from delvebook.domain.rulesets.labyrinth.words.shapes.parts import (
    Cage,
    Card,
    Character,
    Colour,
    DeckCount,
    Hero,
    Kind,
    Knight,
    Knights,
    LaidCount,
    Location,
    Moves,
    Place,
    Reason,
    RivalColour,
    Rotation,
    Seat,
    Special,
    Steambot,
    Trophies,
    Trophy,
    Turn,
    X,
    Y,
    count,
)
from delvebook.domain.shapes import Fact, Meta, facts_of


class _SeatFact(Fact):
    seat: Seat


class _RivalFact(Fact):
    rival: RivalColour


class HeroChosen(_SeatFact):
    """The player takes the Hero card of the chosen colour."""

    hero: Hero
    colour: Colour


class CardsRemoved(Fact):
    """Cards that take no part are put away."""

    cards: Annotated[list[Card], Meta(description="The cards")]


class LabyrinthBegun(Fact):
    """The starting Location is laid, the Chest put aside."""

    card: Location
    x: X
    y: Y
    chest: Annotated[Location, Meta(description="The Location with the Chest")]


class TeamGathered(_SeatFact):
    """The team is drawn from the shuffled Knights."""

    cards: Annotated[list[Knight], Meta(description="The Knights of the team")]


class DeckShuffled(Fact):
    """The deck is shuffled."""

    deck_count: DeckCount
    knights: Annotated[int, count("How many Knights are in the deck", len(CONTENT.knights))]


class StartingTrophyPlaced(_SeatFact):
    """The first Trophy goes under a Knight."""

    character: Knight
    card: Trophy


class TurnBegan(Fact):
    """A turn begins."""

    turn: Turn


class TokenMoved(_SeatFact):
    """The player moves."""

    card: Annotated[Location, Meta(description="The Location to which the player has gone")]
    x: X
    y: Y
    from_x: Annotated[X, Meta(description="The column it left")]
    from_y: Annotated[Y, Meta(description="The row it left")]


class TokenStayed(_SeatFact):
    """The player stays, because there is nowhere to go yet."""

    x: X
    y: Y


class CardExplored(_SeatFact):
    """The player explores and turns up a card."""

    card: Card
    deck_count: DeckCount


class RivalsMet(_SeatFact):
    """Several rivals stand where the player has moved."""

    rivals: Annotated[list[RivalColour], Meta(description="The rivals to choose from", min_length=2)]


class DuelBegun(_SeatFact, _RivalFact):
    """A Duel begins."""


class DuelCardsRevealed(_SeatFact, _RivalFact):
    """Both cards of a Duel are turned up."""

    card: Annotated[Card, Meta(description="The player's card")]
    rival_card: Annotated[Card, Meta(description="The rival's card")]
    deck_count: DeckCount


class LastCardRevealed(_SeatFact, _RivalFact):
    """The last card of the deck is the player's in a Duel; the rival has none."""

    card: Annotated[Card, Meta(description="The player's card")]
    deck_count: DeckCount


class DuelWithoutEffect(Fact):
    """The cards of a Duel have no effect."""

    cards: Annotated[list[Card], Meta(description="The player's card, then the rival's if it has one")]


class DuelTied(Fact):
    """A Duel is a draw."""

    cards: Annotated[list[Card], Meta(description="The player's card, then the rival's", min_length=2, max_length=2)]


class DuelWon(_SeatFact):
    """The player's drawn Trophy beats the rival's."""

    card: Annotated[Trophy, Meta(description="The player's Trophy")]
    beaten: Annotated[Trophy, Meta(description="The rival's Trophy")]


class DrawChanged(_SeatFact):
    """A Trophy is played from under a Character and turns a draw into a win."""

    character: Character
    card: Annotated[Trophy, Meta(description="The Trophy played")]
    beaten: Annotated[Trophy, Meta(description="The rival's Trophy")]


class DrawAccepted(_SeatFact):
    """The player leaves a draw as it is."""


class TrophiesOffered(_SeatFact):
    """The player may have one of these Trophies."""

    cards: Annotated[list[Trophy], Meta(description="The Trophies on offer", min_length=1, max_length=3)]


class TrophyTaken(_SeatFact):
    """A Trophy goes into a free slot."""

    character: Character
    card: Trophy


class TrophySwapped(_SeatFact):
    """A Trophy takes the place of another."""

    character: Character
    card: Annotated[Trophy, Meta(description="The new Trophy")]
    old: Annotated[Trophy, Meta(description="The Trophy given up")]


class TrophiesLeft(_SeatFact):
    """The player takes none of the Trophies on offer."""

    cards: Annotated[list[Trophy], Meta(description="The Trophies left")]


class LocationLaid(Fact):
    """A Location joins the labyrinth."""

    card: Location
    x: X
    y: Y
    rotation: Rotation
    laid_count: LaidCount


class LocationShutOut(Fact):
    """A drawn Location fits nowhere."""

    card: Location


class RivalAppeared(_RivalFact):
    """A Knight found leads a rival."""

    knight: Knight
    x: X
    y: Y


class MageJoined(_SeatFact):
    """The Mage joins the team."""

    character: Character


class CageFound(Fact):
    """A Cage is explored and has no effect."""

    card: Cage


class SpecialWithoutEffect(Fact):
    """Thief or Market find nothing to do."""

    card: Special


class SpecialDeclined(_SeatFact):
    """The player makes no use of Thief or Market."""

    card: Special


class TrophyStolen(_SeatFact, _RivalFact):
    """A rival's Trophy goes under a Character."""

    character: Character
    card: Trophy


class TrophiesTraded(_SeatFact, _RivalFact):
    """A Character and a rival exchange Trophies."""

    character: Character
    given: Annotated[Trophy, Meta(description="The Trophy that the rival gets")]
    card: Annotated[Trophy, Meta(description="The Trophy that the Character gets")]


class DragonStruck(_SeatFact):
    """The Dragon is explored."""

    card: Special


class DragonStruckDuellists(_SeatFact, _RivalFact):
    """The Dragon works in a Duel."""

    card: Special


class PaperBurnt(_SeatFact):
    """A Character's Paper burns."""

    character: Character
    card: Trophy


class RivalPaperBurnt(_RivalFact):
    """A rival's Paper burns."""

    card: Trophy


class CharacterLost(_SeatFact):
    """A Character leaves the team, and the Trophy under it with it."""

    character: Character
    card: Annotated[Trophy | None, Meta(description="The Trophy lost with it; null if there was none")]


class RivalOut(_RivalFact):
    """A rival has lost its Knight, and the Trophy under it with it."""

    knight: Knight
    card: Annotated[Trophy | None, Meta(description="The Trophy lost with it; null if there was none")]


class SteambotAttacked(_SeatFact):
    """A Steambot attacks the player."""

    steambot: Steambot
    beaten_by: Annotated[list[Kind], Meta(description="The kinds of Trophy that beat it now", min_length=1)]


class SteambotBeaten(_SeatFact):
    """A Character beats a Steambot and spends its Trophy."""

    character: Character
    steambot: Steambot
    card: Trophy


class SteambotStopped(_SeatFact):
    """The Trophy that the player has drawn in a Duel beats the rival's Steambot."""

    steambot: Steambot
    card: Trophy


class SteambotCaught(_SeatFact):
    """The player's Cage catches the rival's Steambot."""

    card: Cage
    steambot: Steambot


class SteambotCaughtByRival(_SeatFact, _RivalFact):
    """The rival's Cage catches the player's Steambot, which is released against the player."""

    card: Cage
    steambot: Steambot


class SteambotReleased(_SeatFact, _RivalFact):
    """The player releases the caught Steambot against the rival."""

    steambot: Steambot


class SteambotPutAway(_SeatFact):
    """The player discards the caught Steambot."""

    steambot: Steambot


class SteambotAttackedRival(_RivalFact):
    """A Steambot attacks the rival."""

    steambot: Steambot


class RivalBeatSteambot(_RivalFact):
    """A rival beats a Steambot and spends a Trophy, drawn or held."""

    steambot: Steambot
    card: Trophy


class RivalWonDuel(_RivalFact):
    """The rival's drawn Trophy beats the player's."""

    card: Annotated[Trophy, Meta(description="The rival's Trophy")]
    beaten: Annotated[Trophy, Meta(description="The player's Trophy")]


class RivalKeptTrophy(_RivalFact):
    """A rival that has won keeps the Trophy it held."""

    card: Trophy


class RivalTookTrophy(_RivalFact):
    """A rival that has won takes one of the Trophies on the table."""

    card: Trophy


class CardsDiscarded(Fact):
    """Cards go to the discard, in this order."""

    cards: Annotated[list[Card], Meta(description="The cards", min_length=1)]


class EndReached(Fact):
    """The game comes to its end."""

    reason: Reason
    laid_count: LaidCount
    deck_count: DeckCount


class ChestShutOut(Fact):
    """The Chest fits nowhere."""

    card: Location


class ChestLaid(Fact):
    """The Chest joins the labyrinth."""

    card: Location
    x: X
    y: Y
    rotation: Rotation


class GameWon(_SeatFact):
    """The player wins."""

    moves: Moves
    place: Place
    knights: Knights
    trophies: Trophies
    turns: Turn


class GameLost(_SeatFact):
    """The player loses."""

    reason: Reason
    knights: Knights
    trophies: Trophies
    turns: Turn


FACTS: Final = facts_of(
    *(HeroChosen, CardsRemoved, LabyrinthBegun, TeamGathered, DeckShuffled, StartingTrophyPlaced, TurnBegan),
    *(TokenMoved, TokenStayed, CardExplored, RivalsMet, DuelBegun, DuelCardsRevealed, LastCardRevealed),
    *(DuelWithoutEffect, DuelTied, DuelWon, DrawChanged, DrawAccepted, TrophiesOffered, TrophyTaken),
    *(TrophySwapped, TrophiesLeft, LocationLaid, LocationShutOut, RivalAppeared, MageJoined, CageFound),
    *(SpecialWithoutEffect, SpecialDeclined, TrophyStolen, TrophiesTraded, DragonStruck, DragonStruckDuellists),
    *(PaperBurnt, RivalPaperBurnt, CharacterLost, RivalOut, SteambotAttacked, SteambotBeaten, SteambotStopped),
    *(SteambotCaught, SteambotCaughtByRival, SteambotReleased, SteambotPutAway, SteambotAttackedRival),
    *(RivalBeatSteambot, RivalWonDuel, RivalKeptTrophy, RivalTookTrophy, CardsDiscarded, EndReached),
    *(ChestShutOut, ChestLaid, GameWon, GameLost),
)
