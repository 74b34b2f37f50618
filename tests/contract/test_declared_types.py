"""The types that a title declares for its actions and views say the same as its schemas and shapes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import pytest
from marshmallow import fields

from delvebook.domain.ruleset import Ruleset
from delvebook.domain.viewers import seat_viewer
from tests.contract.tables import random_game, seat_counts


def declared(ruleset: Ruleset) -> tuple[Any, Any, Any]:
    """The types of the title's options, views and actions, as its class names them."""
    _, options, _, view, action = arguments(ruleset)
    return options, view, action


def arguments(ruleset: Ruleset) -> tuple[Any, ...]:
    """The types with which the title's class derives from `Ruleset`: components, options, states, views, actions."""
    bases = [base for class_ in type(ruleset).__mro__ for base in getattr(class_, "__orig_bases__", ())]
    return next(get_args(base) for base in bases if get_origin(base) is Ruleset)


def parameters(ruleset: Ruleset) -> dict[str, list[fields.Field]]:
    """By parameter, the fields of all action schemas that have it."""
    found: dict[str, list[fields.Field]] = {}
    for schema in ruleset.action_schemas.values():
        for name, field in schema().fields.items():
            found.setdefault(name, []).append(field)
    return found


def fits(field: fields.Field, hint: Any) -> bool:
    """Whether a field's values are of the type."""
    if type(None) in get_args(hint):
        return any(fits(field, one) for one in get_args(hint) if one is not type(None))
    match field:
        case fields.Integer():
            return hint is int
        case fields.String():
            return hint is str
        case fields.Dict():
            return get_origin(hint) is dict and fits(field.value_field, get_args(hint)[1])
        case fields.List():
            return get_origin(hint) is list and fits(field.inner, get_args(hint)[0])
        case fields.Nested():
            members = get_type_hints(hint)
            return {*members} == {*field.schema.fields} and all(
                fits(one, members[name]) for name, one in field.schema.fields.items()
            )
    return False


def kinds(hint: Any) -> list[type]:
    """The classes of the values that a type of an option allows."""
    if get_origin(hint) is Literal:
        return [type(value) for value in get_args(hint)]
    return [kind for one in get_args(hint) for kind in kinds(one)] or [hint]


def departures(ruleset: Ruleset, action: Any) -> list[str]:
    """The members in which the type of actions differs from the action schemas."""
    hints = get_type_hints(action)
    named = parameters(ruleset)
    found = [] if hints.pop("type", None) is str else ["type"]
    found += sorted({*hints} ^ {*named})
    for name in {*hints} & {*named}:
        may_be_null = type(None) in get_args(hints[name])
        is_null_allowed = any(field.allow_none for field in named[name])
        if may_be_null != is_null_allowed or not all(fits(field, hints[name]) for field in named[name]):
            found.append(name)
    return found


def test_the_type_of_actions_names_the_parameters_of_the_schemas(ruleset: Ruleset) -> None:
    *_, action = declared(ruleset)

    assert get_origin(get_type_hints(action, include_extras=True)["type"]) is Required
    assert departures(ruleset, action) == []


def test_a_parameter_that_is_missing_or_of_another_type_would_be_found(ruleset: Ruleset) -> None:
    *_, action = declared(ruleset)
    hints = get_type_hints(action)
    for name in {*hints} - {"type"}:
        less = TypedDict("less", {key: hint for key, hint in hints.items() if key != name})
        other = TypedDict("other", {**hints, name: bool})

        assert departures(ruleset, less) == [name]
        assert departures(ruleset, other) == [name]


def test_the_type_of_options_names_options_of_the_schema(ruleset: Ruleset) -> None:
    options, *_ = declared(ruleset)
    named = ruleset.options_schema().fields

    for name, hint in get_type_hints(options).items():
        assert (type(None) in get_args(hint)) == named[name].allow_none
        assert {*map(type, ruleset.option_values().get(name, ()))} <= {*kinds(hint)}
        assert type(ruleset.option_defaults()[name]) in {*kinds(hint)}


def test_the_type_of_views_is_the_shape_of_what_seats_and_spectators_see(ruleset: Ruleset) -> None:
    _, view, _ = declared(ruleset)
    of_some_viewer = get_args(view) or (view,)

    assert ruleset.shapes.table["seat"] in of_some_viewer
    assert ruleset.shapes.table["spectator"] in of_some_viewer
    for shape in ruleset.shapes.table.values():
        assert any({*get_type_hints(one)} <= {*get_type_hints(shape)} for one in of_some_viewer)


def misfits(value: object, hint: Any, where: str = "") -> Iterator[str]:
    """The places at which plain data is not of the type: another kind of value, a member too few or too many."""
    origin, inside = parts(hint)
    if origin in (NotRequired, Required, Annotated):
        yield from misfits(value, inside[0], where)
    elif origin in (Union, UnionType):
        yield from misfits_of_all(value, inside, where)
    elif origin is Literal:
        if (type(value), value) not in [(type(one), one) for one in inside]:
            yield f"{where} is {value!r}"
    elif is_typeddict(hint) and isinstance(value, dict):
        yield from members_that_misfit(value, hint, where)
    elif origin in (dict, list) and type(value) is origin:
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for key, entry in entries:
            yield from misfits(entry, inside[-1], f"{where}/{key}")
    elif origin is Mapping and isinstance(value, dict):
        yield from misfits(value, dict[inside], where)
    elif hint not in (Any, object) and type(value) is not (type(None) if hint is None else origin or hint):
        yield f"{where} is {value!r}"


@cache
def parts(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """What the type is made from, and of what."""
    return get_origin(hint), get_args(hint)


def misfits_of_all(value: object, hints: Iterable[Any], where: str) -> list[str]:
    """The places at which plain data is of none of the types: those of the type that it comes nearest to."""
    nearest: list[str] | None = None
    for hint in hints:
        found = [*misfits(value, hint, where)]
        if not found:
            return []
        nearest = found if nearest is None else min(nearest, found, key=len)
    return nearest or []


@cache
def members_of(hint: Any) -> dict[str, tuple[Any, bool]]:
    """The members of a typed dictionary: the type of each, and whether it is required."""
    return {
        name: (member, get_origin(member) is Required or (hint.__total__ and get_origin(member) is not NotRequired))
        for name, member in get_type_hints(hint, include_extras=True).items()
    }


def members_that_misfit(value: dict[str, object], hint: Any, where: str) -> Iterator[str]:
    """The members in which an object is not of the type."""
    members = members_of(hint)
    yield from (f"{where}/{name} is unknown" for name in value if name not in members)
    for name, (member, is_required) in members.items():
        if name in value:
            yield from misfits(value[name], member, f"{where}/{name}")
        elif is_required:
            yield f"{where}/{name} is missing"


@pytest.mark.long_for("runebound")
def test_states_views_and_legal_actions_of_random_games_are_of_the_declared_types(ruleset: Ruleset) -> None:
    _, _, state, view, action = arguments(ruleset)
    for seats in seat_counts(ruleset):
        for table, _ in random_game(ruleset, seats=seats, seed=f"types/{seats}"):
            assert [*misfits(table.state, state)] == []
            for seat in range(seats):
                assert [*misfits(ruleset.view(table.state, seat_viewer(seat)), view)] == []
                for one in table.legal(seat):
                    assert [*misfits(one, action)] == []


def test_a_member_that_is_unknown_missing_or_of_another_type_would_be_found(ruleset: Ruleset) -> None:
    _, _, state, _, _ = arguments(ruleset)
    table = next(table for table, _ in random_game(ruleset))
    for name, value in table.state.items():
        without = {key: one for key, one in table.state.items() if key != name}

        assert [*misfits({**without, "stranger": value}, state)]
        assert [*misfits({**without, name: 0.5}, state)]


def unbounded(schema: Any, definitions: Mapping[str, Any], at: str, met: frozenset[str]) -> Iterator[str]:
    """Yields the place of every list, and of every object with free keys, of which the schema states no size."""
    if name := schema.get("$ref", "").rpartition("/")[2]:
        if name not in met:
            yield from unbounded(definitions[name], definitions, at, met | {name})
        return
    for one in schema.get("anyOf", ()):
        yield from unbounded(one, definitions, at, met)
    for name, one in schema.get("properties", {}).items():
        yield from unbounded(one, definitions, f"{at}/{name}", met)
    for bound, inside in (("maxItems", "items"), ("maxProperties", "additionalProperties")):
        if isinstance(schema.get(inside), Mapping):
            yield from ([] if bound in schema else [at])
            yield from unbounded(schema[inside], definitions, f"{at}/*", met)


@pytest.mark.parametrize("viewer", ["seat", "spectator", "arbiter", "public"])
def test_every_list_on_a_table_says_how_long_it_can_become(ruleset: Ruleset, viewer: str) -> None:
    """Researchers' vectors have room for that much (`research/observations.py`)."""
    schemas = ruleset.catalogue["schemas"]

    assert sorted(unbounded(schemas["table"][viewer], schemas["$defs"], "", frozenset())) == []


def test_a_list_without_a_size_would_be_found() -> None:
    inner = {"type": "array", "items": {"type": "array", "maxItems": 2, "items": {"$ref": "#/schemas/$defs/A"}}}
    schema = {"anyOf": [{"type": "null"}, {"type": "object", "properties": {"a": inner}}]}
    free = {"A": {"type": "object", "additionalProperties": {"type": "integer"}}}

    assert list(unbounded(schema, free, "", frozenset())) == ["/a", "/a/*/*"]
