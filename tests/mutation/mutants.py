"""
Every mutant of a module: one small change to one function.

The operators are mutmut's; those below it lacks. Nothing is written to disk: a mutant is the text of its function.
"""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import libcst as cst
import libcst.matchers as m
from libcst.metadata import MetadataWrapper, ParentNodeProvider, PositionProvider
from mutmut.mutation.file_mutation import Mutation, MutationVisitor
from mutmut.mutation.mutators import mutation_operators, operator_string
from mutmut.mutation.pragma_handling import IgnoredCode

from tests.mutation.casts import differ_only_in_casts
from tests.mutation.scope import path_of


class Mutant(NamedTuple):
    """
    One change.

    `module` is named from the folder of the title or package, such as `rooms.trap`. `function` is the qualified name
    there, `lines` where it stands, `text` the function as changed, `reach` the lines of the changed statement, `before`
    and `after` the lines that differ. `name` says all this but where: it is the same as long as the function is.
    """

    module: str
    function: str
    lines: tuple[int, int]
    reach: tuple[int, int]
    text: str
    before: str
    after: str
    ordinal: int
    digest: str

    @property
    def name(self) -> str:
        """The name of the mutant, which does not depend on the rest of the module."""
        again = f" #{self.ordinal}" if self.ordinal else ""
        return f"{self.module}.{self.function}: {self.before} → {self.after}{again}"


def one_string(node: cst.BaseString) -> Iterator[cst.BaseString]:
    """Adds letters before and behind a string. Its capitals stay, because ids have none to lose."""
    yield from list(operator_string(node))[:1]


def dropped_call(node: cst.SimpleStatementLine) -> Iterator[cst.SimpleStatementLine]:
    """Drops a statement that is a call."""
    match node.body:
        case [cst.Expr(value=cst.Call())]:
            yield node.with_changes(body=[cst.Pass()])


def denied(node: cst.If | cst.While | cst.CompIf | cst.IfExp) -> Iterator[cst.CSTNode]:
    """Denies a condition that is a name, a call, a member or an item."""
    if isinstance(node.test, cst.Name | cst.Call | cst.Attribute | cst.Subscript):
        yield node.with_changes(test=cst.UnaryOperation(cst.Not(), node.test))


def one_operand(node: cst.BooleanOperation) -> Iterator[cst.BaseExpression]:
    """Keeps only one of two conditions."""
    for kept in (node.left, node.right):
        yield kept.with_changes(lpar=[*kept.lpar, *node.lpar], rpar=[*kept.rpar, *node.rpar])


def unfiltered(node: cst.CompFor) -> Iterator[cst.CompFor]:
    """Drops the condition of a comprehension."""
    if node.ifs:
        yield node.with_changes(ifs=node.ifs[:-1])


OPERATORS: Final = [
    *((of, one_string if operator is operator_string else operator) for of, operator in mutation_operators),
    (cst.SimpleStatementLine, dropped_call),
    (cst.If, denied),
    (cst.While, denied),
    (cst.CompIf, denied),
    (cst.BooleanOperation, one_operand),
    (cst.CompFor, unfiltered),
]


class Visitor(MutationVisitor):
    """Goes into functions of `contextmanager`, too, which mutmut leaves out with all that have such decorators."""

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        match node:
            case cst.FunctionDef(decorators=[cst.Decorator(decorator=cst.Name(value="contextmanager"))]):
                return False
        return bool(super()._skip_node_and_children(node))


def mutants_of(folder: Path, module: str, *, cache: Path) -> list[Mutant]:
    """Returns every mutant of a module, in the order of its text. The folder `cache` keeps them until it changes."""
    source = path_of(folder, module).read_text(encoding="utf-8")
    maker = Path(__file__).read_bytes()
    kept = cache / f"{module}-{hashlib.sha256(source.encode() + maker).hexdigest()[:16]}.json"
    if kept.exists():
        return [as_mutant(one) for one in json.loads(kept.read_text(encoding="utf-8"))]
    for old in cache.glob(f"{module}-????????????????.json"):
        old.unlink()
    found = list(made(module, source))
    cache.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")
    return found


def as_mutant(fields: Sequence[Any]) -> Mutant:
    """The mutant as it was kept."""
    mutant = Mutant(*fields)
    return mutant._replace(lines=tuple(mutant.lines), reach=tuple(mutant.reach))  # type: ignore[arg-type]


def made(name: str, source: str) -> Iterator[Mutant]:
    """Makes every mutant of one module."""
    wrapper = MetadataWrapper(cst.parse_module(source))
    visitor = Visitor(OPERATORS, IgnoredCode(set(), set(), set()))
    module = wrapper.visit(visitor)
    whole = MetadataWrapper(module, unsafe_skip_copy=True)
    places, parents = whole.resolve(PositionProvider), whole.resolve(ParentNodeProvider)
    lines = source.splitlines()
    seen: dict[tuple[str, str, str], int] = {}
    texts: set[tuple[str, str]] = set()
    for mutation in visitor.mutations:
        function = mutation.contained_by_top_level_function
        if not isinstance(function, cst.FunctionDef) or mutation.original_node is function:
            continue
        if is_wording(mutation.original_node, parents):
            continue
        first, last = places[function].start.line, places[function].end.line
        indent = " " * places[function].start.column
        text = changed_text(module, function, mutation, indent)
        qualified = qualified_name(function, parents)
        if text is None or (qualified, text) in texts:
            continue
        texts.add((qualified, text))
        original = "\n".join(lines[first - 1 : last])
        before, after = difference(original, text)
        if before == after or differ_only_in_casts(original, text):
            continue
        ordinal = seen.get((qualified, before, after), -1) + 1
        seen[qualified, before, after] = ordinal
        reach = statement_lines(mutation.original_node, function, places, parents)
        digest = hashlib.sha256(original.encode()).hexdigest()[:16]
        yield Mutant(name, qualified, (first, last), reach, text, before, after, ordinal, digest)


LEVELS: Final = ("debug", "info", "warning", "error", "exception")
LOGGED: Final = m.Call(func=m.Attribute(value=m.Name("log"), attr=m.OneOf(*map(m.Name, LEVELS))))


def is_wording(node: cst.CSTNode, parents: Any) -> bool:
    """
    Returns whether it is in words for people.

    These are the message of an error or a broken invariant (`raise …` or `yield "…"`), and a line of the program's log
    (`log.info(…)`), also if it is left out.
    """
    if m.matches(node, m.SimpleStatementLine(body=[m.Expr(value=LOGGED)])):
        return True
    while node is not None and not isinstance(node, cst.BaseCompoundStatement):
        if isinstance(node, cst.Raise) or m.matches(node, LOGGED):
            return True
        if isinstance(node, cst.Yield) and isinstance(node.value, cst.BaseString):
            return True
        node = parents.get(node)
    return False


def changed_text(module: cst.Module, function: cst.FunctionDef, mutation: Mutation, indent: str) -> str | None:
    """Returns the function with that change, at its place; None if the change does nothing."""
    changed = function.deep_replace(mutation.original_node, mutation.mutated_node)
    if not isinstance(changed, cst.FunctionDef):
        return None
    text = module.code_for_node(changed.with_changes(leading_lines=[], lines_after_decorators=[], decorators=[])).strip(
        "\n"
    )
    return "\n".join(f"{indent}{line}".rstrip() for line in text.split("\n"))


def qualified_name(function: cst.FunctionDef, parents: Any) -> str:
    """Returns the function's name, after that of its class."""
    names, node = [function.name.value], parents.get(function)
    while node is not None:
        if isinstance(node, cst.ClassDef):
            names.append(node.name.value)
        node = parents.get(node)
    return ".".join(reversed(names))


def statement_lines(node: cst.CSTNode, function: cst.FunctionDef, places: Any, parents: Any) -> tuple[int, int]:
    """
    Returns the lines that run whenever the node does: those of its statement, or of a compound statement's head.

    A node of the function's own head, such as a default, is reached wherever the function is.
    """
    child = node
    while child is not function and not isinstance(child, cst.SimpleStatementLine | cst.BaseCompoundStatement):
        parent = parents[child]
        if isinstance(parent, cst.Match) and isinstance(child, cst.MatchCase):
            place = places[child]
            return place.start.line, places[child.body].start.line
        child = parent
    if child is function:
        return places[function].start.line, places[function].end.line
    if isinstance(child, cst.SimpleStatementLine):
        return places[child].start.line, places[child].end.line
    body = getattr(child, "body", None)
    last = places[body].start.line - 1 if isinstance(body, cst.CSTNode) else places[child].end.line
    return places[child].start.line, max(last, places[child].start.line)


def difference(before: str, after: str) -> tuple[str, str]:
    """Returns the lines that differ, each side on one line."""
    old, new = before.splitlines(), after.splitlines()
    gone: list[str] = []
    come: list[str] = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            gone += old[a:b]
            come += new[c:d]
    return " ".join(" ".join(gone).split()), " ".join(" ".join(come).split())
