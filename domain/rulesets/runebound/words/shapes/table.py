"""The shape of the table as each kind of viewer sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, NotRequired, TypeAlias, TypedDict

from delvebook.domain.rulesets.runebound.box.vocabulary import ATTRIBUTES, COLOURS, KINDS, SKILLS, STATS
from delvebook.domain.rulesets.runebound.content import CONTENT
from delvebook.domain.rulesets.runebound.words.shapes.bounds import (
    ALLIES,
    ARTIFACTS,
    ATTACKS,
    BEFORE_COMBAT,
    COLOURED,
    DECK,
    MARKET,
    SEATS,
    SITES,
    TO_COME,
)
from delvebook.domain.rulesets.runebound.words.shapes.parts import (
    Card,
    Clause,
    Colour,
    Fatigue,
    Gold,
    Hex,
    Index,
    PerAttribute,
    PerColour,
    PerKind,
    Round,
    Seat,
    Wounds,
)
from delvebook.domain.rulesets.runebound.words.shapes.questions import Question, StillToCome
from delvebook.domain.shapes import Meta


class OptionsSeen(TypedDict):
    """The options of this game."""

    dice: Annotated[str, Meta(description="What is thrown for rolls: 1d20 or 2d10.")]
    xp_cost: Annotated[int | None, Meta(description="What a raise costs; null: as the number of seats says.")]
    raise_life_stamina: Annotated[bool, Meta(description="Whether life and stamina can be raised.")]
    recycle_adventure_decks: Annotated[bool, Meta(description="Whether an empty adventure deck is renewed.")]
    refill_exhausted_colours: Annotated[bool, Meta(description="Whether a colour without a counter is laid out again.")]
    round_limit: Annotated[int | None, Meta(description="After how many rounds the game ends; null: never.")]


class ArtifactSeen(TypedDict):
    """An artifact that a hero has."""

    card: Card
    face_down: Annotated[bool, Meta(description="Whether it lies face down and gives nothing.")]


class AllySeen(TypedDict):
    """An ally that a hero has."""

    card: Card
    wounds: Wounds
    fatigue: Fatigue
    face_down: Annotated[bool, Meta(description="Whether it lies face down and gives nothing.")]


class HeroSeen(TypedDict):
    """A seat's hero, with its figures as they stand now and what it owns."""

    hero: Annotated[str, Meta(description="The hero card.")]
    hex: Annotated[str | None, Meta(description="Where it stands; null before its first turn.")]
    came_from: Annotated[str | None, Meta(description="The hex from which it entered; null if it was placed.")]
    gold: Gold
    life: Annotated[int, Meta(ge=1, description="Its life, raises included.")]
    wounds: Wounds
    stamina: Annotated[int, Meta(ge=0, description="Its stamina, raises included.")]
    fatigue: Fatigue
    attributes: PerAttribute
    damage: PerKind
    skills: Annotated[
        dict[str, int], Meta(max_length=len(SKILLS), description="By skill that it has, what one use adds.")
    ]
    movement_dice: Annotated[int | None, Meta(description="Its movement dice where it stands, none rested.")]
    experience: Annotated[int, Meta(ge=0, description="Its unspent experience: counters and paper together.")]
    counters: PerColour
    paper: Annotated[int, Meta(ge=0, description="Experience noted on paper.")]
    raises: Annotated[dict[str, int], Meta(max_length=len(STATS), description="By stat, how often it was raised.")]
    artifacts: Annotated[list[ArtifactSeen], Meta(max_length=ARTIFACTS, description="In the order they came.")]
    allies: Annotated[list[AllySeen], Meta(max_length=ALLIES, description="In the order they joined.")]
    runes: Annotated[
        list[str],
        Meta(max_length=CONTENT.rules["runes_to_win"], description="Its dragon runes, by the cards of the dragons."),
    ]


class DeckSeen(TypedDict):
    """A deck, face down but for what everybody knows of its ends."""

    count: Annotated[int, Meta(ge=0, description="How many cards it has.")]
    known_top: Annotated[list[str], Meta(max_length=DECK, description="The cards known on top, the top one first.")]
    known_bottom: Annotated[
        list[str], Meta(max_length=DECK, description="The cards known at the bottom, the lowest last.")
    ]
    cards: NotRequired[Annotated[list[str], Meta(max_length=DECK, description="All its cards, where `orders_shown`.")]]


class TrackSeen(TypedDict):
    """An unfinished challenge."""

    card: Card
    hex: Hex
    age: Annotated[int, Meta(ge=1, description="Which card of the game it was when drawn; the lowest is the oldest.")]


class AdventureSeen(TypedDict):
    """The adventure that the active hero faces."""

    hex: Hex
    colour: Colour
    card: Annotated[str | None, Meta(description="The card faced; null between two draws.")]
    space: Annotated[int | None, Meta(description="Its space on the track; null if it was drawn.")]
    age: Annotated[int, Meta(ge=0, description="Which card of the game it was when drawn.")]
    kept: Annotated[bool, Meta(description="Whether the hero has taken the card.")]


class EnemySeen(TypedDict):
    """The enemy card being fought, with its figures as they stand now."""

    card: Card
    life: Annotated[int, Meta(ge=1, description="Its life.")]
    wounds: Wounds
    targets: PerAttribute
    damage: PerKind


class HamperedSeen(TypedDict):
    """Something that is lowered for this combat."""

    seat: Annotated[int | None, Meta(description="Whose hero it is lowered for; null for the enemy card.")]
    what: Annotated[str, Meta(description="An attribute, or a kind of attack for its damage.")]
    by: Annotated[int, Meta(ge=1, description="By how much.")]


class CombatSeen(TypedDict):
    """A fight under way."""

    enemy: Annotated[EnemySeen | None, Meta(description="The enemy card; null between heroes.")]
    seats: Annotated[list[int], Meta(max_length=2, description="The seats in it, the attacker first.")]
    fighter_seat: Annotated[int, Meta(description="Who attacks in this round; between heroes the other is the target.")]
    round: Round
    number_thrown: Annotated[int | None, Meta(description="Between heroes, the number the target threw in this step.")]
    attacked: Annotated[
        list[str], Meta(max_length=ATTACKS, description="Who has attacked in this round: `hero`, or allies' cards.")
    ]
    extra_attacks: Annotated[int, Meta(ge=0, description="How many more attacks the hero was granted in this round.")]
    hampered: Annotated[
        list[HamperedSeen],
        Meta(max_length=2 * len((*ATTRIBUTES, *KINDS)), description="What is lowered for this combat."),
    ]


class UseSeen(TypedDict):
    """An ability for before the combat that was used in this turn."""

    seat: Seat
    source: Annotated[str, Meta(description="`hero`, or the card whose ability it is.")]
    index: Index


class ResultSeen(TypedDict):
    """How the game ended."""

    reason: Annotated[str, Meta(description="Why it is over.")]
    seat: Annotated[int | None, Meta(description="The winner; null without one.")]
    clause: Clause


class Table(TypedDict):
    """The table of Runebound, as everybody sees it."""

    options: Annotated[OptionsSeen, Meta(description="The options of the game.")]
    round: Round
    turn: Annotated[int, Meta(ge=1, description="The turn of the game, counted from 1.")]
    first_seat: Annotated[int, Meta(description="The seat that had the first turn.")]
    active_seat: Annotated[int, Meta(description="The seat whose turn it is.")]
    phase: Annotated[str, Meta(description="The phase of the turn.")]
    turn_cut_short: Annotated[bool, Meta(description="Whether the turn goes straight on to its experience phase.")]
    question: Annotated[Question | None, Meta(description="What is asked, and whom; null after the end.")]
    to_come: Annotated[
        list[StillToCome],
        Meta(
            max_length=TO_COME,
            description="What follows the answer by itself, the next first; the later phases of the turn apart.",
        ),
    ]
    raise_cost: Annotated[int, Meta(ge=1, description="What a raise costs in this game, in experience.")]
    heroes: Annotated[list[HeroSeen], Meta(max_length=SEATS, description="By seat, its hero.")]
    traded: Annotated[list[str], Meta(max_length=MARKET, description="The cards bought, hired or sold in this turn.")]
    used_before_combat: Annotated[
        list[UseSeen], Meta(max_length=BEFORE_COMBAT, description="Abilities that work once a turn, and have.")
    ]
    markets: Annotated[
        dict[str, Annotated[list[str], Meta(max_length=MARKET)]],
        Meta(max_length=len(CONTENT.map.towns), description="By town, the cards in its box."),
    ]
    decks: Annotated[
        dict[str, DeckSeen],
        Meta(max_length=len(CONTENT.decks), description="The Market deck, and that of each colour."),
    ]
    out_piles: Annotated[
        dict[str, Annotated[list[str], Meta(max_length=COLOURED)]],
        Meta(max_length=len(COLOURS), description="By colour, the cards that have left the game."),
    ]
    heroes_not_dealt: Annotated[
        list[str],
        Meta(max_length=len(CONTENT.heroes), description="The heroes left over, in order of ids or as they lie."),
    ]
    orders_shown: Annotated[bool, Meta(description="Whether the order of what lies face down is shown.")]
    counters: Annotated[
        dict[str, Annotated[list[str], Meta(max_length=SITES)]],
        Meta(max_length=len(COLOURS), description="By colour, the hexes with a counter, in site order."),
    ]
    bank: PerColour
    track: Annotated[
        list[TrackSeen | None],
        Meta(max_length=CONTENT.track_spaces, description="The six spaces for unfinished challenges."),
    ]
    cards_drawn: Annotated[int, Meta(ge=0, description="How many adventure cards were drawn in this game.")]
    event_box: Annotated[
        list[str],
        Meta(max_length=len(CONTENT.lasting), description="The events that took effect, the one in force last."),
    ]
    facing: Annotated[AdventureSeen | None, Meta(description="The adventure that the active hero faces.")]
    combat: Annotated[CombatSeen | None, Meta(description="The fight under way.")]
    result: Annotated[ResultSeen | None, Meta(description="How the game ended; null while it goes on.")]


View: TypeAlias = Table

TABLE: Final[Mapping[str, object]] = dict.fromkeys(("seat", "spectator", "arbiter", "public"), Table)
"""By kind of viewer, the shape of its view: all see the same members."""
