"""
The actions of a title as numbers, the same in every game of a ruleset version.

An action's *label* is its type with its required scalar parameters (an id of a list, a truth value, a small integer)
and, of a required list of ids, the last one: where a path ends. Every label has a block of numbers, and the legal
actions of one label take them in the order of the legal list. If a block is full, further actions take numbers of the
last block, which all labels share. Number 0 is not an action of a title: a seat that waits for others takes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

from marshmallow import fields, missing, validate

from delvebook.domain.bots import Action
from delvebook.domain.ruleset import AnyRuleset

WAIT: Final = 0
SPAN_MAX: Final = 64
"""An integer parameter with more values than this is not part of a label."""
SPARE: Final = 512
"""The size of the last block."""
EMPTY: Final = ""
"""The last id of an empty list."""


class Label(NamedTuple):
    """The label of an action: its type, and its parameters that are part of the label."""

    type: str
    parameters: tuple[object, ...]


class Actions:
    """
    The numbering of one ruleset version's actions.

    Args:
        variants: The size of the block of each label, by action type.
    """

    def __init__(self, ruleset: AnyRuleset, *, variants: Mapping[str, int]) -> None:
        self._parts = {type_: list(_parts(schema())) for type_, schema in sorted(ruleset.action_schemas.items())}
        self._variants = variants
        self._first: dict[Label, int] = {}
        number = WAIT + 1
        for type_, parts in self._parts.items():
            for values in product(*(part.values for part in parts)):
                self._first[Label(type_, values)] = number
                number += variants.get(type_, 1)
        self._spare = number
        self.count = number + SPARE
        """The number of action numbers, which begin with 0."""

    def number(self, legal: Sequence[Action]) -> dict[int, Action]:
        """
        Returns the legal actions by number, in the order of the list.

        Raises:
            OverflowError: There are more actions than the last block can hold.
        """
        taken: dict[Label, int] = {}
        spare = self._spare
        numbered: dict[int, Action] = {}
        for action in legal:
            label = self.label(action)
            rank = taken.get(label, 0)
            taken[label] = rank + 1
            if label in self._first and rank < self._variants.get(label.type, 1):
                numbered[self._first[label] + rank] = action
                continue
            if spare == self.count:
                raise OverflowError(f"more than {SPARE} legal actions do not fit into their blocks")
            numbered[spare] = action
            spare += 1
        return numbered

    def label(self, action: Mapping[str, object]) -> Label:
        """Returns the label of an action."""
        type_ = str(action["type"])
        return Label(type_, tuple(part.of(action) for part in self._parts[type_]))

    def describe(self) -> Iterator[tuple[int, int, Label]]:
        """Yields every label, with its first number and the size of its block."""
        for label, first in self._first.items():
            yield first, self._variants.get(label.type, 1), label


class _Part(NamedTuple):
    """One part of a label: its values, and the parameter that it comes from."""

    values: tuple[object, ...]
    name: str
    is_list: bool

    def of(self, action: Mapping[str, object]) -> object:
        """Returns the value of an action for this part."""
        value = action[self.name]
        if not isinstance(value, list):
            return value
        return value[-1] if value else EMPTY


def _parts(schema: Any) -> Iterator[_Part]:
    for name, one in schema.fields.items():
        if not one.required or one.load_default is not missing:
            continue
        if isinstance(one, fields.List):
            inner = _values(one.inner)
            if inner and all(isinstance(value, str) for value in inner):
                yield _Part((EMPTY, *inner), name, is_list=True)
        elif values := _values(one):
            yield _Part((*values, *([None] if one.allow_none else [])), name, is_list=False)


def _values(field: Any) -> tuple[object, ...]:
    """Returns the values of a scalar; none if there are too many."""
    if isinstance(field, fields.Boolean):
        return (False, True)
    for check in field.validators:
        if isinstance(check, validate.OneOf):
            return tuple(check.choices)
        if isinstance(field, fields.Integer) and isinstance(check, validate.Range):
            if check.min is None or check.max is None or check.max - check.min >= SPAN_MAX:
                return ()
            return tuple(range(int(check.min), int(check.max) + 1))
    return ()
