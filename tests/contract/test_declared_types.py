"""The types that a title declares for its actions and views say the same as its schemas and shapes."""

from __future__ import annotations

from typing import Any, Literal, Required, TypedDict, get_args, get_origin, get_type_hints

from marshmallow import fields

from delvebook.domain.ruleset import Ruleset


def declared(ruleset: Ruleset) -> tuple[Any, Any, Any]:
    """The types of the title's options, views and actions, as its class names them."""
    bases = [base for class_ in type(ruleset).__mro__ for base in getattr(class_, "__orig_bases__", ())]
    arguments = next(get_args(base) for base in bases if get_origin(base) is Ruleset)
    return arguments[1], arguments[3], arguments[4]


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
        if not all(fits(field, hints[name]) for field in named[name]) or may_be_null != any(
            field.allow_none for field in named[name]
        ):
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
