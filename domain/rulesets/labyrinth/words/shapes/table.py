"""The shape of the table as each kind of viewer sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, NotRequired, TypeAlias, TypedDict, final

from delvebook.domain.rulesets.labyrinth.box.grid import EXIT_BITS
from delvebook.domain.rulesets.labyrinth.content import CONTENT
from delvebook.domain.rulesets.labyrinth.state import PHASES
from delvebook.domain.rulesets.labyrinth.words.shapes.parts import (
    LOCATIONS,
    TEAM_MAX,
    Card,
    Cell,
    Character,
    Colour,
    DeckCount,
    Exit,
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
    Special,
    Steambot,
    Trophies,
    Trophy,
    Turn,
    Won,
    one_of,
)
from delvebook.domain.shapes import Meta


class Options(TypedDict):
    """The options the game was created with."""

    team_size: Annotated[int, one_of("How many Knights the team began with", *CONTENT.team_sizes)]
    colour: Annotated[Colour, Meta(description="The player's colour")]


class HeroCard(TypedDict):
    """The player's Hero card, the banner of the team."""

    card: Hero
    side: Annotated[str, one_of("Which side is up: the Ghost once the whole team is lost", "knight", "ghost")]


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
    cell: Annotated[Cell, Meta(description="The cell of its token: [x, y]")]


class Laid(TypedDict):
    """A Location as it lies."""

    card: Location
    cell: Annotated[Cell, Meta(description="Its cell: [x, y]")]
    rotation: Rotation
    exits: Annotated[list[Exit], Meta(description="Its exits as it lies", max_length=len(EXIT_BITS))]
    passages: Annotated[
        list[Exit],
        Meta(description="Those exits that a neighbour's exit meets: one can pass there", max_length=len(EXIT_BITS)),
    ]


class Resolving(TypedDict):
    """What was turned up this turn and has to be resolved."""

    rival: Annotated[RivalColour | None, Meta(description="The opponent in a Duel; null while exploring")]
    card: Annotated[Card | None, Meta(description="The card that the player has drawn; null if none was drawn")]
    rival_card: Annotated[Card | None, Meta(description="The card drawn for the rival in a Duel; null if none was")]
    open: Annotated[
        list[Card],
        Meta(
            description="The cards that still lie open: drawn, played to change a draw, or the starting Trophy",
            max_length=3,
        ),
    ]


@final
class TrophyQuestion(TypedDict):
    """In the phases `setup_trophy` and `trophy`: what becomes of these Trophies."""

    trophies: Annotated[list[Trophy], Meta(description="The Trophies on offer", min_length=1, max_length=3)]


@final
class RivalQuestion(TypedDict):
    """In the phase `choose_rival`: with whom the Duel is."""

    rivals: Annotated[
        list[RivalColour],
        Meta(description="The rivals on the player's cell", min_length=2, max_length=CONTENT.deck_knights),
    ]


@final
class LocationQuestion(TypedDict):
    """In the phases `place_location` and `place_chest`: where and how this card is laid."""

    location: Annotated[Location, Meta(description="The Location to be laid")]


@final
class SteambotQuestion(TypedDict):
    """In the phases `steambot` and `defend`: how it is met. In `duel_cage`: what becomes of it."""

    steambot: Annotated[Steambot, Meta(description="The Steambot that attacks, or that is caught")]


@final
class SpecialQuestion(TypedDict):
    """In the phases `dragon`, `thief` and `market`: what the player makes of the card."""

    special: Annotated[Special, Meta(description="The Special that works")]


@final
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
    phase: Annotated[str, one_of("Which decision is open; see the catalogue's terms", *PHASES)]
    turn: Turn
    cell: Annotated[Cell, Meta(description="The cell of the player's token: [x, y]")]
    laid_count: LaidCount
    hero: Annotated[HeroCard, Meta(description="The player's Hero card")]
    hero_supply: Annotated[
        list[Hero],
        Meta(
            description="The Hero cards not in play; the first is the next rival's",
            max_length=len(CONTENT.colours) - 1,
        ),
    ]
    team: Annotated[
        list[Member],
        Meta(description="The player's Characters, in the order in which they joined", max_length=TEAM_MAX),
    ]
    rivals: Annotated[
        list[Rival],
        Meta(description="The rivals, in the order in which they appeared", max_length=CONTENT.deck_knights),
    ]
    labyrinth: Annotated[
        list[Laid],
        Meta(description="The Locations in the order in which they were laid", min_length=1, max_length=LOCATIONS),
    ]
    chest_aside: Annotated[bool, Meta(description="Whether the Location with the Chest still lies aside")]
    path_to_chest: Annotated[
        Annotated[list[Cell], Meta(max_length=LOCATIONS)] | None,
        Meta(description="A shortest way from the player to the Chest, whose cell comes last; null until it is laid"),
    ]
    deck_count: DeckCount
    unseen: Annotated[
        dict[str, Annotated[int, Meta(ge=0)]],
        Meta(
            description="By sort of card (a kind or a term of the catalogue), how many are in the deck",
            max_length=len(CONTENT.deck_sorts),
        ),
    ]
    discard: Annotated[list[Card], Meta(description="The discard, the newest card last", max_length=len(CONTENT.types))]
    resolving: Annotated[Resolving | None, Meta(description="What has to be resolved; null if nothing has")]
    question: Annotated[
        TrophyQuestion | RivalQuestion | LocationQuestion | SteambotQuestion | SpecialQuestion | DrawQuestion | None,
        Meta(description="What the decision of the phase is about; null where it is where to go, and at the end"),
    ]
    result: Annotated[Result | None, Meta(description="How the game ended; null until it has")]
    deck: NotRequired[
        Annotated[
            list[Card],
            Meta(
                description="The deck from the top: for an arbiter, and for everybody once the game is over",
                max_length=CONTENT.deck_size,
            ),
        ]
    ]


View: TypeAlias = Table

TABLE: Final[Mapping[str, object]] = dict.fromkeys(("seat", "spectator", "arbiter", "public"), Table)
