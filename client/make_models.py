"""Makes `delvebook_client/models/` from the components of the OpenAPI document. `make_api.py` calls it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from contract import Contract, sentence, snake, wrapped

COMMON: Final = "common"
MADE: Final = "Made from the API's OpenAPI document by `make client`; do not change it by hand."
LINES_MAX: Final = 400
"""A longer module is made in parts."""


def modules_of_models(contract: Contract) -> dict[str, str]:
    """Returns the modules of `models/`, by their names."""
    homes = _homes(contract)
    made: dict[str, str] = {}
    exported: dict[str, list[str]] = {}
    where: dict[str, str] = {}
    for group in sorted(set(homes.values()), key=lambda one: (one != COMMON, one)):
        names = [name for name in _ordered(contract, homes) if homes[name] == group]
        classes = {name: _class(contract, name) for name in names}
        for number, packed in enumerate(_packed(classes), 1):
            module = group if number == 1 else f"{group}_{number}"
            where |= dict.fromkeys(packed, module)
            made[f"{module}.py"] = _module(contract, group, packed, classes, where)
            exported[module] = sorted(contract.class_of(name) for name in packed)
    made["__init__.py"] = _index(exported)
    return made


def _homes(contract: Contract) -> dict[str, str]:
    """The group whose module has each class: the only one whose operations need it, or that of all."""
    users: dict[str, set[str]] = defaultdict(set)
    for operation in contract.operations:
        members = {"properties": operation.body.get("properties", {})}
        for schema in (*operation.answers.values(), operation.lines or {}, members):
            for name in contract.reachable(schema):
                users[name].add(operation.group)
    return {name: next(iter(groups)) if len(groups) == 1 else COMMON for name, groups in users.items()}


def _ordered(contract: Contract, names: Iterable[str]) -> list[str]:
    """The names in an order in which each comes after those that it needs."""
    found: dict[str, None] = {}

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in found:
            return
        if name in above:
            raise ValueError(f"{name} needs itself, by {above}")
        for part in contract.parts(contract.schemas[name]):
            for one in contract.shapes_in(part):
                visit(one, (*above, name))
        found[name] = None

    for name in sorted(names):
        visit(name, ())
    return list(found)


def _packed(classes: Mapping[str, str]) -> Iterator[list[str]]:
    """Yields the classes in their order, as many at a time as a module holds."""
    now: list[str] = []
    lines = 0
    for name, text in classes.items():
        count = len(text.splitlines()) + 2
        if now and lines + count > LINES_MAX:
            yield now
            now, lines = [], 0
        now.append(name)
        lines += count
    if now:
        yield now


def _class(contract: Contract, name: str) -> str:
    schema = contract.schemas[name]
    is_sent = name in contract.sent and not _is_answered(contract, name)
    required = schema.get("required", ())
    about = sentence(schema.get("description") or f"{_in_words(contract.class_of(name))}")
    lines = [
        f"class {contract.class_of(name)}({'Sent' if is_sent else 'Shape'}, frozen=True, kw_only=True):",
        _docstring(about, 4),
        "",
    ]
    for member, its in schema["properties"].items():
        attribute, type_ = snake(member), contract.type_of(its, is_sent=is_sent)
        is_optional = member not in required
        if is_optional and not type_.endswith("| None") and type_ != "Json":
            type_ += " | None"
        default = _default(attribute, member, is_optional=is_optional)
        lines.append(f"    {attribute}: {type_}{default}")
        told = sentence(its.get("description", ""))
        if told:
            lines.append(_docstring(told, 4))
    return "\n".join(lines)


def _default(attribute: str, member: str, *, is_optional: bool) -> str:
    if attribute == member:
        return " = None" if is_optional else ""
    return f' = field({"default=None, " if is_optional else ""}name="{member}")'


def _is_answered(contract: Contract, name: str) -> bool:
    answers = [one for operation in contract.operations for one in operation.answers.values()]
    return any(name in contract.reachable(one) for one in answers)


def _in_words(name: str) -> str:
    """What a class that is not described is: its name."""
    words = "".join(f" {one.lower()}" if one.isupper() else one for one in name).strip()
    return words[0].upper() + words[1:]


def _docstring(text: str, indent: int) -> str:
    made = wrapped(text, indent)
    space = " " * indent
    if "\n" in made or len(made) > 114:
        return f'{space}"""\n{made}\n{space}"""'
    return f'{space}"""{made.strip()}"""'


def _module(
    contract: Contract, group: str, names: Sequence[str], classes: Mapping[str, str], where: Mapping[str, str]
) -> str:
    body = "\n\n\n".join(classes[name] for name in names)
    needed: dict[str, set[str]] = defaultdict(set)
    here = where[names[0]]
    for name in names:
        for part in contract.parts(contract.schemas[name]):
            for one in contract.shapes_in(part):
                if where[one] != here:
                    needed[where[one]].add(contract.class_of(one))
    imports = [f"from .{module} import {', '.join(sorted(found))}" for module, found in sorted(needed.items())]
    shapes = [name for name in ("Json", "Sent", "Shape") if re.search(rf"\b{name}\b", body)]
    head = [
        f'"""\nThe shapes of {group}.\n\n{MADE}\n"""'
        if group != COMMON
        else f'"""\nShapes of several groups.\n\n{MADE}\n"""',
        "from __future__ import annotations\n",
        *(["from datetime import datetime"] if "datetime" in body else []),
        *(["from typing import Literal"] if "Literal" in body else []),
        *(["from msgspec import field"] if "field(" in body else []),
        f"from ..shapes import {', '.join(shapes)}",
        *imports,
    ]
    return "\n".join(head) + "\n\n\n" + body + "\n"


def _index(exported: Mapping[str, Sequence[str]]) -> str:
    imports = "\n".join(f"from .{module} import {', '.join(names)}" for module, names in sorted(exported.items()))
    names = sorted(name for found in exported.values() for name in found)
    listed = "\n".join(f'    "{name}",' for name in names)
    head = f'"""\nThe shapes of answers, and of parts of requests.\n\n{MADE}\n"""'
    return f"{head}\n\n{imports}\n\n__all__ = [\n{listed}\n]\n"
