"""The options of a game, and the shape of every action. Whether an action is legal is decided in `legality`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from marshmallow import Schema, fields, validate

from delvebook.domain.schemas import StrictSchema
from tests.titles.bids.content import Content
from tests.titles.bids.state import Action, State


class OptionsSchema(StrictSchema):
    """The options of Bids."""

    rounds = fields.Integer(load_default=3, strict=True, validate=validate.OneOf((2, 3, 5)))
    look = fields.Boolean(load_default=True)


class LookSchema(StrictSchema):
    """Look takes no parameters."""


class BidSchema(StrictSchema):
    """Bid names the card."""

    card = fields.Integer(required=True, strict=True, validate=validate.Range(1, 6))


ACTION_SCHEMAS: Final[Mapping[str, type[Schema]]] = {"look": LookSchema, "bid": BidSchema}


def action_space(content: Content, state: State) -> Iterator[Action]:
    """Every action that there is."""
    yield {"type": "look"}
    for card in content.bids:
        yield {"type": "bid", "card": card}
