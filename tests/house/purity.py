"""
Finds code in `domain` that depends on the outside world or on the machine.

`test_purity.py` uses it. It reads syntax alone, so it finds what is written, not what is meant.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final, TypeGuard

from tests.house.imports import Fault, imported

IMPURE_MODULES: Final = frozenset({
    "asyncio", "concurrent", "ctypes", "decimal", "fractions", "glob", "http", "importlib", "inspect", "io", "locale",
    "logging", "math", "multiprocessing", "os", "pathlib", "pickle", "platform", "queue", "random", "sched", "secrets",
    "select", "shutil", "signal", "socket", "sqlite3", "statistics", "subprocess", "sys", "tempfile", "threading",
    "time", "traceback", "urllib", "uuid", "weakref", "zoneinfo",
})  # fmt: skip
PURE_NAMES: Final = frozenset({"uuid.UUID"})
"""Pure names that may be imported from an impure module."""
IMPURE_CALLS: Final = {
    "open": "no files after start-up",
    "print": "nothing is said but by return values",
    "input": "nobody is asked",
    "float": "no floats",
    "round": "no floats",
    "hash": "hashes differ from process to process",
    "id": "addresses differ from process to process",
    "vars": "no looking behind objects",
    "eval": "no code from data",
    "exec": "no code from data",
    "__import__": "imports are written as imports",
}
IMPURE_METHODS: Final = {
    **dict.fromkeys(("now", "utcnow", "today", "fromtimestamp"), "time is handed in"),
    **dict.fromkeys(("read_text", "read_bytes", "write_text", "write_bytes"), "no files after start-up"),
    **dict.fromkeys(("environ", "getenv"), "no environment"),
}
ORDERED: Final = frozenset({
    "list", "tuple", "enumerate", "iter", "next", "zip", "map", "filter", "join", "extend", "reversed", "dict",
    "fromkeys",
})  # fmt: skip
"""Calls whose result shows the order of their argument."""
ORDERLESS: Final = frozenset({"sorted", "min", "max", "sum", "any", "all", "set", "frozenset"})
"""Calls whose result does not show it; the first three only without a `key`, by which two may be equal."""
SET_METHODS: Final = frozenset({"union", "intersection", "difference", "symmetric_difference"})
SET_TYPES: Final = ("set", "frozenset", "Set", "AbstractSet")


def impurities(path: str, tree: ast.Module) -> Iterator[Fault]:
    """Yields every impurity of a module."""
    for line, name in imported(tree, path):
        if name.split(".")[0] in IMPURE_MODULES and name not in PURE_NAMES:
            yield Fault(path, line, name, "the domain is handed what it needs")
    for node in ast.walk(tree):
        yield from _of_node(path, node)
    for scope in ast.walk(tree):
        if isinstance(scope, (ast.FunctionDef, ast.Lambda, ast.Module)):
            yield from _of_scope(path, scope)


def _of_node(path: str, node: ast.AST) -> Iterator[Fault]:
    if isinstance(node, ast.Constant) and isinstance(node.value, (float, complex)):
        yield Fault(path, node.lineno, repr(node.value), "no floats")
    elif isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Div):
        yield Fault(path, node.lineno, ast.unparse(node), "/ makes a float; use //")
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
        yield Fault(path, node.lineno, f"{node.func.id}()", IMPURE_CALLS[node.func.id])
    elif isinstance(node, ast.Attribute) and node.attr in IMPURE_METHODS:
        yield Fault(path, node.lineno, f".{node.attr}", IMPURE_METHODS[node.attr])


def _of_scope(path: str, scope: ast.FunctionDef | ast.Lambda | ast.Module) -> Iterator[Fault]:
    """Yields iterations over sets, also over those that a name of this scope holds."""
    inside = list(_own(scope))
    known = frozenset(_set_names(scope, inside))
    harmless = {id(node.args[0]) for node in inside if _is_orderless(node)}
    harmless |= {id(starred) for node in inside if isinstance(node, ast.Set) for starred in node.elts}
    for node in inside:
        for iterated in () if id(node) in harmless else _iterated(node):
            if _is_set(iterated, known):
                yield Fault(path, iterated.lineno, ast.unparse(iterated), "a set has no order; sort it")


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """Yields the nodes of a scope, without those of functions inside it."""
    for child in ast.iter_child_nodes(scope):
        yield child
        if not isinstance(child, (ast.FunctionDef, ast.Lambda)):
            yield from _own(child)


def _set_names(scope: ast.AST, inside: list[ast.AST]) -> Iterator[str]:
    if isinstance(scope, ast.FunctionDef):
        arguments = scope.args
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            if argument.annotation is not None and _is_set_type(argument.annotation):
                yield argument.arg
    for node in inside:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and _is_set_type(node.annotation):
            yield node.target.id
        elif isinstance(node, ast.Assign) and _is_set(node.value, frozenset()):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _is_orderless(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and _called(node) in ORDERLESS and bool(node.args) and not _has_key(node)


def _has_key(node: ast.Call) -> bool:
    return any(keyword.arg == "key" for keyword in node.keywords)


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _iterated(node: ast.AST) -> Iterator[ast.expr]:
    """Yields the iterable of the node, if its result shows the order."""
    if isinstance(node, ast.For):
        yield node.iter
    elif isinstance(node, (ast.ListComp, ast.DictComp, ast.GeneratorExp)):
        yield from (generator.iter for generator in node.generators)
    elif isinstance(node, ast.Starred):
        yield node.value
    elif isinstance(node, ast.Call):
        if _called(node) in ORDERED or (_called(node) in ORDERLESS and _has_key(node)):
            yield from node.args
        elif _called(node) == "pop" and isinstance(node.func, ast.Attribute) and not node.args:
            yield node.func.value


def _is_set(node: ast.expr, known: frozenset[str]) -> bool:
    if isinstance(node, (ast.Set, ast.SetComp)):
        return True
    if isinstance(node, ast.Name):
        return node.id in known
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub)):
        return _is_set(node.left, known) or _is_set(node.right, known)
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name):
            return node.func.id in ("set", "frozenset")
        return isinstance(node.func, ast.Attribute) and node.func.attr in SET_METHODS
    return False


def _is_set_type(annotation: ast.expr) -> bool:
    base = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return isinstance(base, ast.Name) and base.id in SET_TYPES
