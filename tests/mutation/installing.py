"""Puts a mutant's code into its function."""

from __future__ import annotations

import ast
import sys
import types
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.mutation.mutants import Mutant


def install(package: str, source: str, mutant: Mutant) -> None:
    """Puts the mutant's code into the function of the module with that source, wherever it was imported to."""
    lines = source.splitlines()
    first, last = mutant.lines
    lines[first - 1 : last] = mutant.text.splitlines()
    original = sys.modules[f"{package}.{mutant.module}"]
    before, after = function_at(vars(original), mutant.function), made("\n".join(lines) + "\n", mutant, original)
    before.__code__, before.__defaults__, before.__kwdefaults__ = (
        after.__code__,
        after.__defaults__,
        after.__kwdefaults__,
    )


def made(source: str, mutant: Mutant, original: types.ModuleType) -> types.FunctionType:
    """
    Makes the mutant's function from the whole text of its module.

    Nothing else of the module runs a second time: it would declare tables again and register what is registered.
    """
    tree = ast.parse(source)
    future = [one for one in tree.body if isinstance(one, ast.ImportFrom) and one.module == "__future__"]
    tree.body = [*future, alone(tree.body, mutant.function.split("."))]
    namespace = dict(vars(original))
    exec(compile(tree, str(original.__file__), "exec", dont_inherit=True), namespace)  # noqa: S102
    return function_at(namespace, mutant.function)


def alone(body: Sequence[ast.stmt], names: Sequence[str]) -> ast.stmt:
    """Returns the function of that name without its decorators, in its classes, which have nothing else."""
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name == names[0] and len(names) > 1:
            node.bases, node.keywords, node.decorator_list = [], [], []
            node.body = [alone(node.body, names[1:])]
            return node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and [node.name] == list(names):
            node.decorator_list = []
            return node
    raise LookupError(names[0])


def function_at(names: dict[str, Any], qualified: str) -> types.FunctionType:
    """Returns the plain function of that name, without its wrappers."""
    first, *rest = qualified.split(".")
    at: Any = names[first]
    for name in rest:
        at = vars(at)[name]
    if isinstance(at, property):
        at = at.fget
    at = getattr(at, "func", at) if not isinstance(at, types.FunctionType) else at
    while not isinstance(at, types.FunctionType) or hasattr(at, "__wrapped__"):
        if hasattr(at, "cache_clear"):
            at.cache_clear()
        at = at.__func__ if isinstance(at, staticmethod | classmethod) else at.__wrapped__
    return at
