"""Waiting for what the service does as a job, for programs that use asyncio."""

from __future__ import annotations

import asyncio
from typing import Final, TypeVar

from msgspec import to_builtins

from ..errors import ProblemError, problem_of
from ..models import Check, Problem, Report
from .connection import AsyncConnection
from .operations.verifications import AsyncVerificationsApi

ASK_SECONDS: Final = 1.0
"""The time between two looks at a job."""
R = TypeVar("R")


async def finished_check(api: AsyncConnection, found: R | Check) -> R | Report:
    """
    Returns the report of a check, at once or when its job is done.

    Raises:
        ProblemError: The check could not be done.
    """
    while isinstance(found, Check):
        if found.problem is not None:
            raise problem_in(found.problem)
        if found.report is not None:
            return found.report
        await asyncio.sleep(ASK_SECONDS)
        found = await AsyncVerificationsApi(api).look(found.id)
    return found


def problem_in(problem: Problem) -> ProblemError:
    """Returns the exception for the problem of a job."""
    body = {**to_builtins(problem), **problem.further}
    return problem_of(problem.status, {name: value for name, value in body.items() if name})
