"""
The shapes of rulesets.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from ..shapes import Json, Shape


class CatalogueLink(Shape, frozen=True, kw_only=True):
    """Catalogue link."""

    digest: str
    """SHA-256; the same digest is the same catalogue."""
    href: str
    """Where it is found for ever."""


class Text(Shape, frozen=True, kw_only=True):
    """Text."""

    en: str
    """In English."""
    ru: str
    """In Russian."""


class Clause(Shape, frozen=True, kw_only=True):
    """Clause."""

    id: str
    """Its id."""
    ruleset: str
    """The version it belongs to."""
    text: Text
    """What it says."""


class Clauses(Shape, frozen=True, kw_only=True):
    """Clauses."""

    clauses: list[Clause]
    """All of them, in order."""
    ruleset: str
    """The version they belong to."""


class Minutes(Shape, frozen=True, kw_only=True):
    """Minutes."""

    max: int
    """At most."""
    min: int
    """At least."""


class Cover(Shape, frozen=True, kw_only=True):
    """Cover."""

    lead: Text
    """Whom it is for."""
    minutes: Minutes
    """A player's own decisions in a game, at 20 seconds each."""
    round: Text
    """What a round is called: a text with `{round}`, for its number."""
    weight: int
    """How much there is to learn and to weigh, from 1 to 5."""


class Moment(Shape, frozen=True, kw_only=True):
    """Moment."""

    clauses: list[str]
    """The clauses of the rules that say so."""
    id: str
    """Its id in the guide."""
    text: Text
    """What is told."""
    when: dict[str, Json]
    """
    The moment; all that is given must hold. `actions`: types of which each is among the beginner's legal actions.
    `view`: by JSON Pointer into the beginner's table, a value, or `begins` for a text, or `min` and `max` for a number
    or a size. `facts`: types of which one happened since the beginner's last action, that one included. `over`: the
    game is over; otherwise it must go on.
    """


class Guide(Shape, frozen=True, kw_only=True):
    """Guide."""

    bot: str | None
    """The bot of every other seat; null if there is none."""
    moments: list[Moment]
    """What is told, in order."""
    options: dict[str, Json]
    """The options of the game."""
    ruleset: str
    """The version it belongs to."""
    seats: int
    """The number of seats."""


class OptionValue(Shape, frozen=True, kw_only=True):
    """Option value."""

    name: Text
    """What it is called."""
    value: Json
    """The value, as a game's `options` have it."""


class OptionName(Shape, frozen=True, kw_only=True):
    """Option name."""

    default: Json
    """Its value in a game that chooses none."""
    name: Text
    """What it is called."""
    option: str
    """The option."""
    values: list[OptionValue]
    """Its values that have names; no numbers."""


class SeatRange(Shape, frozen=True, kw_only=True):
    """Seat range."""

    max: int
    """The most seats."""
    min: int
    """The fewest seats."""


class Ruleset(Shape, frozen=True, kw_only=True):
    """Ruleset."""

    actions: dict[str, Json]
    """By action type: JSON Schema of the action."""
    actions_max: int
    """No game has more actions, unless it has an endless option."""
    bots: list[str]
    """The kinds and later versions of bots that can play it."""
    brief_options: dict[str, Json]
    """Options with which even players who choose at random come to an end early; empty if the defaults do."""
    catalogue: CatalogueLink
    """Where its catalogue is."""
    content: str
    """SHA-256 of the content data."""
    cover: Cover | None
    """For a lobby; null for a title without one."""
    end_reasons: list[str]
    """How a game of it can end."""
    endless_options: dict[str, list[Json]]
    """By option: the values with which a game may go on for ever."""
    guided: bool
    """Whether it has a guided first game: `GET …/guide`."""
    href: str
    """Where this very version is found."""
    id: str
    """The title, in all its versions."""
    levels: dict[str, str]
    """
    The levels of play, the weakest first, each with the program that plays at it. A level may be given wherever a bot
    is named.
    """
    option_names: list[OptionName]
    """What its options are called, in their order."""
    options: dict[str, Json]
    """JSON Schema of the options."""
    ruleset: str
    """The version that is described here; in the list the newest."""
    seats: SeatRange
    """How many may play."""
    title: Text
    """What the game is called."""
    version: int
    """The version that is described here."""
    versions: list[int]
    """The versions of it that are here."""


class RulesetSummary(Shape, frozen=True, kw_only=True):
    """Ruleset summary."""

    bots: list[str]
    """The kinds and later versions of bots that can play it."""
    cover: Cover | None
    """For a lobby; null for a title without one."""
    guided: bool
    """Whether it has a guided first game: `GET …/guide`."""
    href: str
    """Where this very version is found."""
    id: str
    """The title, in all its versions."""
    levels: dict[str, str]
    """
    The levels of play, the weakest first, each with the program that plays at it. A level may be given wherever a bot
    is named.
    """
    option_names: list[OptionName]
    """What its options are called, in their order."""
    ruleset: str
    """The version that is described here; in the list the newest."""
    seats: SeatRange
    """How many may play."""
    title: Text
    """What the game is called."""
    versions: list[int]
    """The versions of it that are here."""


class Rulesets(Shape, frozen=True, kw_only=True):
    """Rulesets."""

    rulesets: list[RulesetSummary]
    """Each title once, at its newest version."""


class CatalogueText(Shape, frozen=True, kw_only=True):
    """A text in both languages."""

    en: str
    """In English."""
    ru: str
    """In Russian."""


class CatalogueColumn(Shape, frozen=True, kw_only=True):
    """A column of a table."""

    id: str
    """An id of its own."""
    name: CatalogueText
    """What it is called."""


class CatalogueComponent(Shape, frozen=True, kw_only=True):
    """One kind of thing in the box: a card, tile, die, sheet, hero, monster, item."""

    count: int
    """How many copies are in the box."""
    figures: dict[str, Json]
    """Plain values by keys of the catalogue's `figures`: what is printed on it, its geometry too."""
    id: str
    """As views, actions and facts name it."""
    kind: str
    """A key of `kinds`."""
    name: CatalogueText
    """What it is called."""
    text: CatalogueText
    """What it does by the rules; empty if it is only counted."""


class CatalogueNamed(Shape, frozen=True, kw_only=True):
    """What something is called, and what it means."""

    name: CatalogueText
    """What it is called."""
    text: CatalogueText
    """What it means; empty if the name tells all."""


class CatalogueMap(Shape, frozen=True, kw_only=True):
    """A board, a sheet or a hex map."""

    id: str
    """As views name it, or another id of its own."""
    name: CatalogueText
    """What it is called."""
    places: list[dict[str, Json]]
    """
    Each has at least `id`, `x`, `y`, `kind` (of `kinds`) and `neighbours` (ids of places); further keys are explained
    in the catalogue's `figures`. x grows to the right, y downwards.
    """


class CatalogueSeats(Shape, frozen=True, kw_only=True):
    """How many seats a title is played with."""

    max: int
    """The most seats."""
    min: int
    """The fewest seats."""


class CatalogueSymbol(Shape, frozen=True, kw_only=True):
    """A symbol that occurs in the content, in views or in sentences."""

    id: str
    """An id of its own."""
    name: CatalogueText
    """What it is called."""
    symbol: str
    """The symbol as it is written."""
    text: CatalogueText
    """What it means."""


class CatalogueLookUp(Shape, frozen=True, kw_only=True):
    """A reference table: wounds, falls, prices, ratings."""

    columns: list[CatalogueColumn]
    """Its columns, from left to right."""
    id: str
    """An id of its own."""
    name: CatalogueText
    """What it is called."""
    rows: list[list[Json]]
    """Its rows, from the top: a value for each column."""
    text: CatalogueText
    """How to read it."""


class CatalogueFullCatalogue(Shape, frozen=True, kw_only=True):
    """Everything about a title that does not change from game to game."""

    actions: dict[str, dict[str, Json]]
    """By action type: JSON Schema of the action."""
    clauses: dict[str, CatalogueText]
    """By id: what the clause says."""
    components: list[CatalogueComponent]
    """Everything in the box."""
    content: str
    """SHA-256 of the content data."""
    digest: str
    """SHA-256 of the canonical bytes of all the rest."""
    end_reasons: list[str]
    """Every reason for which a game may end."""
    figures: dict[str, CatalogueNamed]
    """What each key of `figures` of a component and each further key of a place means."""
    kinds: dict[str, CatalogueNamed]
    """What kinds of components and places there are."""
    maps: list[CatalogueMap]
    """Boards, sheets, hex maps."""
    options: dict[str, Json]
    """JSON Schema of the options."""
    ruleset: str
    """`id@version`."""
    schemas: dict[str, Json]
    """
    JSON Schemas of what is shown: `table` by kind of viewer, `facts` by type, `details` of the outcome; their
    references point into `$defs` beside them.
    """
    seats: CatalogueSeats
    """How many seats it is played with."""
    summary: CatalogueText
    """The rules in short, enough to start playing: plain text, paragraphs with a blank line between them."""
    symbols: list[CatalogueSymbol]
    """The legend."""
    tables: list[CatalogueLookUp]
    """What people look up."""
    terms: dict[str, CatalogueNamed]
    """Every other identifier that occurs as a value in a view, action, fact or outcome."""
    title: CatalogueText
    """The published name."""
