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


class HeroChosen(Fact):
    """The player takes the Hero card of the chosen colour."""

    seat: Seat
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


class TeamGathered(Fact):
    """The team is drawn from the shuffled Knights."""

    seat: Seat
    cards: Annotated[list[Knight], Meta(description="The Knights of the team")]


class DeckShuffled(Fact):
    """The deck is shuffled."""

    deck_count: DeckCount
    knights: Annotated[int, count("How many Knights are in the deck", len(CONTENT.knights))]


class StartingTrophyPlaced(Fact):
    """The first Trophy goes under a Knight."""

    seat: Seat
    character: Knight
    card: Trophy


class TurnBegan(Fact):
    """A turn begins."""

    turn: Turn


class TokenMoved(Fact):
    """The player moves."""

    seat: Seat
    card: Annotated[Location, Meta(description="The Location to which the player has gone")]
    x: X
    y: Y
    from_x: Annotated[X, Meta(description="The column it left")]
    from_y: Annotated[Y, Meta(description="The row it left")]


class TokenStayed(Fact):
    """The player stays, because there is nowhere to go yet."""

    seat: Seat
    x: X
    y: Y


class CardExplored(Fact):
    """The player explores and turns up a card."""

    seat: Seat
    card: Card
    deck_count: DeckCount


class RivalsMet(Fact):
    """Several rivals stand where the player has moved."""

    seat: Seat
    rivals: Annotated[list[RivalColour], Meta(description="The rivals to choose from", min_length=2)]


class DuelBegun(Fact):
    """A Duel begins."""

    seat: Seat
    rival: RivalColour


class DuelCardsRevealed(Fact):
    """Both cards of a Duel are turned up."""

    seat: Seat
    card: Annotated[Card, Meta(description="The player's card")]
    rival: RivalColour
    rival_card: Annotated[Card, Meta(description="The rival's card")]
    deck_count: DeckCount


class LastCardRevealed(Fact):
    """The last card of the deck is the player's in a Duel; the rival has none."""

    seat: Seat
    card: Annotated[Card, Meta(description="The player's card")]
    rival: RivalColour
    deck_count: DeckCount


class DuelWithoutEffect(Fact):
    """The cards of a Duel have no effect."""

    cards: Annotated[list[Card], Meta(description="The player's card, then the rival's if it has one")]


class DuelTied(Fact):
    """A Duel is a draw."""

    cards: Annotated[list[Card], Meta(description="The player's card, then the rival's", min_length=2, max_length=2)]


class DuelWon(Fact):
    """The player's drawn Trophy beats the rival's."""

    seat: Seat
    card: Annotated[Trophy, Meta(description="The player's Trophy")]
    beaten: Annotated[Trophy, Meta(description="The rival's Trophy")]


class DrawChanged(Fact):
    """A Trophy is played from under a Character and turns a draw into a win."""

    seat: Seat
    character: Character
    card: Annotated[Trophy, Meta(description="The Trophy played")]
    beaten: Annotated[Trophy, Meta(description="The rival's Trophy")]


class DrawAccepted(Fact):
    """The player leaves a draw as it is."""

    seat: Seat


class TrophiesOffered(Fact):
    """The player may have one of these Trophies."""

    seat: Seat
    cards: Annotated[list[Trophy], Meta(description="The Trophies on offer", min_length=1, max_length=3)]


class TrophyTaken(Fact):
    """A Trophy goes into a free slot."""

    seat: Seat
    character: Character
    card: Trophy


class TrophySwapped(Fact):
    """A Trophy takes the place of another."""

    seat: Seat
    character: Character
    card: Annotated[Trophy, Meta(description="The new Trophy")]
    old: Annotated[Trophy, Meta(description="The Trophy given up")]


class TrophiesLeft(Fact):
    """The player takes none of the Trophies on offer."""

    seat: Seat
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


class RivalAppeared(Fact):
    """A Knight found leads a rival."""

    rival: RivalColour
    knight: Knight
    x: X
    y: Y


class MageJoined(Fact):
    """The Mage joins the team."""

    seat: Seat
    character: Character


class CageFound(Fact):
    """A Cage is explored and has no effect."""

    card: Cage


class SpecialWithoutEffect(Fact):
    """Thief or Market find nothing to do."""

    card: Special


class SpecialDeclined(Fact):
    """The player makes no use of Thief or Market."""

    seat: Seat
    card: Special


class TrophyStolen(Fact):
    """A rival's Trophy goes under a Character."""

    seat: Seat
    rival: RivalColour
    character: Character
    card: Trophy


class TrophiesTraded(Fact):
    """A Character and a rival exchange Trophies."""

    seat: Seat
    rival: RivalColour
    character: Character
    given: Annotated[Trophy, Meta(description="The Trophy that the rival gets")]
    card: Annotated[Trophy, Meta(description="The Trophy that the Character gets")]


class DragonStruck(Fact):
    """The Dragon is explored."""

    seat: Seat
    card: Special


class DragonStruckDuellists(Fact):
    """The Dragon works in a Duel."""

    seat: Seat
    card: Special
    rival: RivalColour


class PaperBurnt(Fact):
    """A Character's Paper burns."""

    seat: Seat
    character: Character
    card: Trophy


class RivalPaperBurnt(Fact):
    """A rival's Paper burns."""

    rival: RivalColour
    card: Trophy


class CharacterLost(Fact):
    """A Character leaves the team, and the Trophy under it with it."""

    seat: Seat
    character: Character
    card: Annotated[Trophy | None, Meta(description="The Trophy lost with it; null if there was none")]


class RivalOut(Fact):
    """A rival has lost its Knight, and the Trophy under it with it."""

    rival: RivalColour
    knight: Knight
    card: Annotated[Trophy | None, Meta(description="The Trophy lost with it; null if there was none")]


class SteambotAttacked(Fact):
    """A Steambot attacks the player."""

    seat: Seat
    steambot: Steambot
    beaten_by: Annotated[list[Kind], Meta(description="The kinds of Trophy that beat it now", min_length=1)]


class SteambotBeaten(Fact):
    """A Character beats a Steambot and spends its Trophy."""

    seat: Seat
    character: Character
    steambot: Steambot
    card: Trophy


class SteambotStopped(Fact):
    """The Trophy that the player has drawn in a Duel beats the rival's Steambot."""

    seat: Seat
    steambot: Steambot
    card: Trophy


class SteambotCaught(Fact):
    """The player's Cage catches the rival's Steambot."""

    seat: Seat
    card: Cage
    steambot: Steambot


class SteambotCaughtByRival(Fact):
    """The rival's Cage catches the player's Steambot, which is released against the player."""

    seat: Seat
    rival: RivalColour
    card: Cage
    steambot: Steambot


class SteambotReleased(Fact):
    """The player releases the caught Steambot against the rival."""

    seat: Seat
    steambot: Steambot
    rival: RivalColour


class SteambotPutAway(Fact):
    """The player discards the caught Steambot."""

    seat: Seat
    steambot: Steambot


class SteambotAttackedRival(Fact):
    """A Steambot attacks the rival."""

    rival: RivalColour
    steambot: Steambot


class RivalBeatSteambot(Fact):
    """A rival beats a Steambot and spends a Trophy, drawn or held."""

    rival: RivalColour
    steambot: Steambot
    card: Trophy


class RivalWonDuel(Fact):
    """The rival's drawn Trophy beats the player's."""

    rival: RivalColour
    card: Annotated[Trophy, Meta(description="The rival's Trophy")]
    beaten: Annotated[Trophy, Meta(description="The player's Trophy")]


class RivalKeptTrophy(Fact):
    """A rival that has won keeps the Trophy it held."""

    rival: RivalColour
    card: Trophy


class RivalTookTrophy(Fact):
    """A rival that has won takes one of the Trophies on the table."""

    rival: RivalColour
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


class GameWon(Fact):
    """The player wins."""

    seat: Seat
    moves: Moves
    place: Place
    knights: Knights
    trophies: Trophies
    turns: Turn


class GameLost(Fact):
    """The player loses."""

    seat: Seat
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
