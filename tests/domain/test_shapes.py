"""Shapes are written as types and read as JSON Schema."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import jsonschema_rs
import pytest

from delvebook.domain.shapes import Fact, Meta, Shapes, properties_of, schemas_of


class Duel(TypedDict):
    """A duel is fought."""

    kind: Annotated[Literal["duel"], Meta(description="Which question")]
    seat: Annotated[int, Meta(description="Against whom", ge=0, le=3)]


class Market(TypedDict):
    """The market is open."""

    kind: Annotated[Literal["market"], Meta(description="Which question")]
    prices: Annotated[dict[str, int], Meta(description="By card")]


class Table(TypedDict):
    """A table."""

    round: Annotated[int, Meta(description="The round", ge=1)]
    question: Annotated[Duel | Market | None, Meta(description="What is asked")]
    past: Annotated[list[Duel | Market], Meta(description="What was asked")]
    note: NotRequired[Annotated[str | None, Meta(description="A note")]]


class Won(Fact):
    """A seat wins."""

    seat: Annotated[int, Meta(description="Who")]


SHAPES = Shapes({"seat": Table}, {"won": Won, "won_again": Won}, Table)
SCHEMAS = schemas_of(SHAPES, told=str.upper)


def accepts(schema: Any, value: Any) -> bool:
    return bool(jsonschema_rs.is_valid({**schema, "schemas": SCHEMAS}, value))


@pytest.mark.parametrize(
    ("change", "fits"),
    [
        ({}, True),
        ({"round": 0}, False),
        ({"round": "1"}, False),
        ({"question": {"kind": "duel", "seat": 3}}, True),
        ({"question": {"kind": "duel", "seat": 4}}, False),
        ({"question": {"kind": "market", "prices": {"axe": 3}}}, True),
        ({"question": {"kind": "market", "prices": {"axe": "3"}}}, False),
        ({"question": {"kind": "duel"}}, False),
        ({"past": [{"kind": "duel", "seat": 0}, {"kind": "market", "prices": {}}]}, True),
        ({"past": [None]}, False),
        ({"note": None}, True),
        ({"note": 3}, False),
    ],
)
def test_a_union_of_several_shapes_is_any_of_them(change: dict[str, Any], fits: bool) -> None:
    value = {"round": 1, "question": None, "past": [], **change}

    assert accepts(SCHEMAS["table"]["seat"], value) == fits
    assert accepts(SCHEMAS["details"], value) == fits


def test_what_must_be_there_is_missed_and_what_need_not_is_not() -> None:
    table = SCHEMAS["$defs"]["Table"]

    assert table["required"] == ["past", "question", "round"]
    assert table["description"] == "A table."
    assert table["properties"]["round"] == {"type": "integer", "minimum": 1, "description": "The round"}
    assert table["properties"]["question"]["description"] == "What is asked"


def test_one_shape_may_serve_several_types_of_facts() -> None:
    fact = {"type": "won", "clauses": ["XX-1"], "seat": 2}

    assert accepts(SCHEMAS["facts"]["won"], fact)
    assert not accepts(SCHEMAS["facts"]["won_again"], fact)
    assert not accepts(SCHEMAS["facts"]["won"], {**fact, "clauses": []})


def test_two_shapes_of_one_name_are_refused() -> None:
    def another() -> type:
        class Won(TypedDict):
            seat: int

        return Won

    with pytest.raises(TypeError, match="two shapes are called Won"):
        schemas_of(Shapes({}, {"won": Won, "lost": another()}), told=str.upper)


def test_a_union_of_shapes_with_something_else_is_refused() -> None:
    class Mixed(TypedDict):
        asked: Duel | Market | int

    with pytest.raises(TypeError, match="may contain only None"):
        schemas_of(Shapes({"seat": Mixed}), told=str.upper)


def test_a_title_that_says_nothing_has_no_schemas() -> None:
    assert schemas_of(Shapes(), told=str.upper) == {"table": {}, "facts": {}, "details": {}, "$defs": {}}


def test_every_member_of_a_schema_is_found() -> None:
    names = {name for _, name, _ in properties_of(SCHEMAS)}

    assert names == {"round", "question", "past", "note", "kind", "seat", "prices", "type", "clauses"}
