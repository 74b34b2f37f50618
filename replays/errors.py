"""What is wrong with a file that should be a record: always with its line, never a traceback."""

from __future__ import annotations

from typing import Any

from delvebook.domain.errors import MalformedError


class RecordError(MalformedError):
    """
    A defect of a record file.

    Attributes:
        line: The line it is in, from 1.
        defect: What is wrong and what would be right, without the line number.
        pointer: Where in the line, as a JSON pointer; `""` for the whole line.
        is_fatal: Whether nothing after this line can be read any more.
    """

    code = "record/malformed"

    def __init__(self, defect: str, *, line: int, pointer: str = "", is_fatal: bool = False, **details: Any) -> None:
        where = f"line {line}" if not pointer else f"line {line}, {pointer}"
        super().__init__(f"{where}: {defect}", line=line, pointer=pointer, **details)
        self.line = line
        self.defect = defect
        self.pointer = pointer
        self.is_fatal = is_fatal
