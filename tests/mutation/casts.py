"""Tells mutants that change nothing but what the type checker is told."""

from __future__ import annotations

import ast
from textwrap import dedent


def differ_only_in_casts(before: str, after: str) -> bool:
    """
    Returns whether two texts of a function differ only in the types that they cast to.

    `cast(type, value)` returns the value, and never looks at the type.
    """
    return "cast(" in before and _without_types(before) == _without_types(after)


def _without_types(text: str) -> str:
    return ast.dump(_Casts().visit(ast.parse(dedent(text))))


class _Casts(ast.NodeTransformer):
    """Replaces each cast by its value."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="cast"), args=[_, value], keywords=[]):
                return value
        return node
