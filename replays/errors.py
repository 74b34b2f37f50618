"""Errors about records. Each names the place that is wrong, and is never shown as a traceback."""

from __future__ import annotations

from delvebook.domain.errors import DelvebookError, MalformedError, ParentError
from delvebook.domain.game_event import Created


class RecordError(MalformedError):
    """
    A defect of a record file.

    Attributes:
        line: The number of the line, from 1.
        defect: What is wrong and what would be right, without the line number.
        pointer: Where in the line, as a JSON pointer; `""` for the whole line.
        is_fatal: Whether nothing after this line can be read.
    """

    code = "record/malformed"

    def __init__(self, defect: str, *, line: int, pointer: str = "", is_fatal: bool = False, **details: object) -> None:
        where = f"line {line}" if not pointer else f"line {line}, {pointer}"
        super().__init__(f"{where}: {defect}", line=line, pointer=pointer, **details)
        self.line = line
        self.defect = defect
        self.pointer = pointer
        self.is_fatal = is_fatal


class CannotFollowError(DelvebookError):
    """The rules do not make what the record says, so its game cannot be replayed. The message gives the reason."""

    code = "record/cannot_follow"


class MissingParentError(ParentError):
    """The record of a fork's parent is missing or does not say enough. Nothing is wrong with the fork."""


def missing_parent(created: Created) -> MissingParentError:
    """The error for a fork whose parent's record is missing; `created` is the fork's `GameCreated`."""
    parent = created["data"]["parent"]
    return MissingParentError(
        f"this game is a fork of game {parent['game']} after event {parent['n']}; that game's record is needed, too"
    )


def reason_of(error: Exception) -> str:
    """The reason of a failure, for people: the message of an error of ours, with the type of any other error."""
    return str(error) if isinstance(error, DelvebookError) else f"{type(error).__name__}: {error}"
