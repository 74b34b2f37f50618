"""What clients get to see: the table, the facts, the details of the outcome. Ids are explained in the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, NotRequired, TypedDict

from delvebook.domain.rulesets.labyrinth.actions import REACH
from delvebook.domain.rulesets.labyrinth.box.grid import EXIT_BITS
from delvebook.domain.rulesets.labyrinth.content import CONTENT
from delvebook.domain.rulesets.labyrinth.ending import END_REASONS
from delvebook.domain.rulesets.labyrinth.state import PHASES
from delvebook.domain.shapes import Fact, Meta

_LOCATIONS: Final = sum(type_ == "location" for type_ in CONTENT.types.values())


def _one_of(description: str, *values: str | int) -> Meta:
    """The description of a value that is one of these."""
    return Meta(description=description, extra_json_schema={"enum": list(values)})


def _card(description: str, *types: str) -> Meta:
    """The description of a card of these types."""
    return _one_of(description, *(card for card, type_ in CONTENT.types.items() if type_ in types))


def _count(description: str, most: int) -> Meta:
    """The description of a number from 0."""
    return Meta(description=description, ge=0, le=most)


Seat = Annotated[int, Meta(description="The player's seat, which is the only one", ge=0, le=0)]
Colour = Annotated[str, _one_of("A colour", *CONTENT.colours)]
RivalColour = Annotated[str, _one_of("A rival, by the colour of its Hero card and token", *CONTENT.colours)]
Kind = Annotated[str, _one_of("A kind of Trophy", *CONTENT.beats)]
Card = Annotated[str, _one_of("A card", *CONTENT.types)]
Character = Annotated[str, _card("A Character: a Knight or the Mage", "knight", "mage")]
Knight = Annotated[str, _card("A Knight", "knight")]
Trophy = Annotated[str, _card("A Trophy", "trophy")]
Steambot = Annotated[str, _card("A Steambot", "steambot")]
Cage = Annotated[str, _card("A Cage", "cage")]
Special = Annotated[str, _card("A Special", "special")]
Location = Annotated[str, _card("A Location", "location")]
Hero = Annotated[str, _card("A Hero card", "hero")]
Exit = Annotated[str, _one_of("A side of a Location, clockwise from the north", *EXIT_BITS)]
X = Annotated[int, Meta(description="The column of a cell; it grows to the east", ge=-REACH, le=REACH)]
Y = Annotated[int, Meta(description="The row of a cell; it grows to the south", ge=-REACH, le=REACH)]
Coordinate = Annotated[int, Meta(ge=-REACH, le=REACH)]
Cell = Annotated[list[Coordinate], Meta(description="A cell: [x, y]", min_length=2, max_length=2)]
Rotation = Annotated[int, _one_of("How the card lies: 0 is upright, 180 turned around", 0, 180)]
LaidCount = Annotated[
    int, _count("How many Locations from the deck are laid; at the limit the game ends", CONTENT.location_limit)
]
DeckCount = Annotated[int, _count("How many cards are in the deck", CONTENT.deck_size)]
Turn = Annotated[int, _count("The number of the turn; 0 while the starting Trophy is placed", CONTENT.deck_size)]
Knights = Annotated[int, _count("How many Knights are in the team; the Mage is not counted", max(CONTENT.team_sizes))]
Trophies = Annotated[int, _count("How many Trophies the team holds", max(CONTENT.team_sizes) + 1)]
Moves = Annotated[int, Meta(description="The least number of passages from the player to the Chest", ge=1)]
Place = Annotated[int, Meta(description="The place, which is the number of moves to the Chest; 1 is the best", ge=1)]
Reason = Annotated[str, _one_of("Why the game ended", *END_REASONS)]
Won = Annotated[str, _one_of("Whether the player has won or lost", "won", "lost")]


class Options(TypedDict):
    """What the game was created with."""

    team_size: Annotated[int, _one_of("How many Knights the team began with", *CONTENT.team_sizes)]
    colour: Annotated[Colour, Meta(description="The player's colour")]


class HeroCard(TypedDict):
    """The player's Hero card, the banner of the team."""

    card: Hero
    side: Annotated[str, _one_of("Which side is up: the Ghost once the whole team is lost", "knight", "ghost")]


class Member(TypedDict):
    """A Character of the team with the Trophy under it."""

    character: Character
    trophy: Annotated[Trophy | None, Meta(description="The Trophy under it; null for a free slot")]


class Rival(TypedDict):
    """A rival in the labyrinth."""

    colour: RivalColour
    hero: Hero
    knight: Knight
    trophy: Annotated[Trophy | None, Meta(description="The Trophy under its Knight; null for a free slot")]
    at: Annotated[Cell, Meta(description="The cell of its token: [x, y]")]


class Laid(TypedDict):
    """A Location as it lies."""

    card: Location
    at: Annotated[Cell, Meta(description="Its cell: [x, y]")]
    rotation: Rotation
    exits: Annotated[list[Exit], Meta(description="Its exits as it lies")]
    passages: Annotated[list[Exit], Meta(description="Those exits that a neighbour's exit meets: one can pass there")]


class Resolving(TypedDict):
    """What was turned up this turn and has to be resolved."""

    rival: Annotated[RivalColour | None, Meta(description="The opponent in a Duel; null while exploring")]
    card: Annotated[Card | None, Meta(description="The card that the player has drawn; null if none was drawn")]
    rival_card: Annotated[Card | None, Meta(description="The card drawn for the rival in a Duel; null if none was")]
    open: Annotated[
        list[Card],
        Meta(description="The cards that still lie open: drawn, played to change a draw, or the starting Trophy"),
    ]


class TrophyQuestion(TypedDict):
    """In the phases `setup_trophy` and `trophy`: what becomes of these Trophies."""

    trophies: Annotated[list[Trophy], Meta(description="The Trophies on offer", min_length=1, max_length=3)]


class RivalQuestion(TypedDict):
    """In the phase `choose_rival`: with whom the Duel is."""

    rivals: Annotated[list[RivalColour], Meta(description="The rivals on the player's cell", min_length=2)]


class LocationQuestion(TypedDict):
    """In the phases `place_location` and `place_chest`: where and how this card is laid."""

    location: Annotated[Location, Meta(description="The Location to be laid")]


class SteambotQuestion(TypedDict):
    """In the phases `steambot` and `defend`: how it is met. In `duel_cage`: what becomes of it."""

    steambot: Annotated[Steambot, Meta(description="The Steambot that attacks, or that is caught")]


class SpecialQuestion(TypedDict):
    """In the phases `dragon`, `thief` and `market`: what the player makes of the card."""

    special: Annotated[Special, Meta(description="The Special that works")]


class DrawQuestion(TypedDict):
    """In the phase `duel_draw`: whether the draw is changed."""

    kind: Annotated[Kind, Meta(description="The kind that both sides drew, which a Trophy of the team may beat")]


Question = TrophyQuestion | RivalQuestion | LocationQuestion | SteambotQuestion | SpecialQuestion | DrawQuestion
"""What a decision is about."""


class Result(TypedDict):
    """How the game ended."""

    outcome: Won
    ended_by: Reason
    chest_placed: Annotated[bool, Meta(description="Whether the Chest was laid")]
    moves: Annotated[Moves | None, Meta(description="The moves to the Chest; null for a lost game")]
    place: Annotated[Place | None, Meta(description="The place; null for a lost game")]
    knights: Knights
    mage: Annotated[bool, Meta(description="Whether the Mage is in the team")]
    trophies: Trophies
    turns: Annotated[Turn, Meta(description="How many turns were played")]


class Table(TypedDict):
    """The table of Labyrinth, the same for every viewer but for the order of the deck."""

    options: Annotated[Options, Meta(description="What the game was created with")]
    phase: Annotated[str, _one_of("Which decision is open; see the catalogue's terms", *PHASES)]
    turn: Turn
    at: Annotated[Cell, Meta(description="The cell of the player's token: [x, y]")]
    laid_count: LaidCount
    hero: Annotated[HeroCard, Meta(description="The player's Hero card")]
    hero_supply: Annotated[list[Hero], Meta(description="The Hero cards not in play; the first is the next rival's")]
    team: Annotated[list[Member], Meta(description="The player's Characters, in the order in which they joined")]
    rivals: Annotated[list[Rival], Meta(description="The rivals, in the order in which they appeared", max_length=3)]
    labyrinth: Annotated[
        list[Laid],
        Meta(description="The Locations in the order in which they were laid", min_length=1, max_length=_LOCATIONS),
    ]
    chest_aside: Annotated[bool, Meta(description="Whether the Location with the Chest still lies aside")]
    path_to_chest: Annotated[
        list[Cell] | None,
        Meta(description="A shortest way from the player to the Chest, whose cell comes last; null until it is laid"),
    ]
    deck_count: DeckCount
    unseen: Annotated[
        dict[str, Annotated[int, Meta(ge=0)]],
        Meta(description="By sort of card (a kind or a term of the catalogue), how many are in the deck"),
    ]
    discard: Annotated[list[Card], Meta(description="The discard, the newest card last")]
    resolving: Annotated[Resolving | None, Meta(description="What has to be resolved; null if nothing has")]
    question: Annotated[
        TrophyQuestion | RivalQuestion | LocationQuestion | SteambotQuestion | SpecialQuestion | DrawQuestion | None,
        Meta(description="What the decision of the phase is about; null where it is where to go, and at the end"),
    ]
    result: Annotated[Result | None, Meta(description="How the game ended; null until it has")]
    deck: NotRequired[
        Annotated[
            list[Card],
            Meta(description="The deck from the top: for an arbiter, and for everybody once the game is over"),
        ]
    ]


TABLE: Final[Mapping[str, Any]] = dict.fromkeys(("seat", "spectator", "arbiter", "public"), Table)


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
    knights: Annotated[int, _count("How many Knights are in the deck", len(CONTENT.knights))]


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


FACTS: Final[Mapping[str, Any]] = {
    "hero_chosen": HeroChosen,
    "cards_removed": CardsRemoved,
    "labyrinth_begun": LabyrinthBegun,
    "team_gathered": TeamGathered,
    "deck_shuffled": DeckShuffled,
    "starting_trophy_placed": StartingTrophyPlaced,
    "turn_began": TurnBegan,
    "token_moved": TokenMoved,
    "token_stayed": TokenStayed,
    "card_explored": CardExplored,
    "rivals_met": RivalsMet,
    "duel_begun": DuelBegun,
    "duel_cards_revealed": DuelCardsRevealed,
    "last_card_revealed": LastCardRevealed,
    "duel_without_effect": DuelWithoutEffect,
    "duel_tied": DuelTied,
    "duel_won": DuelWon,
    "draw_changed": DrawChanged,
    "draw_accepted": DrawAccepted,
    "trophies_offered": TrophiesOffered,
    "trophy_taken": TrophyTaken,
    "trophy_swapped": TrophySwapped,
    "trophies_left": TrophiesLeft,
    "location_laid": LocationLaid,
    "location_shut_out": LocationShutOut,
    "rival_appeared": RivalAppeared,
    "mage_joined": MageJoined,
    "cage_found": CageFound,
    "special_without_effect": SpecialWithoutEffect,
    "special_declined": SpecialDeclined,
    "trophy_stolen": TrophyStolen,
    "trophies_traded": TrophiesTraded,
    "dragon_struck": DragonStruck,
    "dragon_struck_duellists": DragonStruckDuellists,
    "paper_burnt": PaperBurnt,
    "rival_paper_burnt": RivalPaperBurnt,
    "character_lost": CharacterLost,
    "rival_out": RivalOut,
    "steambot_attacked": SteambotAttacked,
    "steambot_beaten": SteambotBeaten,
    "steambot_stopped": SteambotStopped,
    "steambot_caught": SteambotCaught,
    "steambot_caught_by_rival": SteambotCaughtByRival,
    "steambot_released": SteambotReleased,
    "steambot_put_away": SteambotPutAway,
    "steambot_attacked_rival": SteambotAttackedRival,
    "rival_beat_steambot": RivalBeatSteambot,
    "rival_won_duel": RivalWonDuel,
    "rival_kept_trophy": RivalKeptTrophy,
    "rival_took_trophy": RivalTookTrophy,
    "cards_discarded": CardsDiscarded,
    "end_reached": EndReached,
    "chest_shut_out": ChestShutOut,
    "chest_laid": ChestLaid,
    "game_won": GameWon,
    "game_lost": GameLost,
}


class Details(Result):
    """The result, with what won games are ranked by."""

    team_size: Annotated[int, _one_of("How many Knights the team began with", *CONTENT.team_sizes)]
    rank_key: Annotated[
        list[int] | None,
        Meta(
            description=(
                "What won games of one team size are sorted by, best first: moves, minus Knights, minus Trophies; "
                "null for a lost game"
            )
        ),
    ]


DETAILS: Final = Details
