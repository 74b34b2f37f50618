"""The shape of the details of an outcome."""

from __future__ import annotations

from typing import Annotated, Final

from delvebook.domain.rulesets.labyrinth.content import CONTENT
from delvebook.domain.rulesets.labyrinth.words.shapes.parts import one_of
from delvebook.domain.rulesets.labyrinth.words.shapes.table import Result
from delvebook.domain.shapes import Meta


class Details(Result):
    """The result, with what won games are ranked by."""

    team_size: Annotated[int, one_of("How many Knights the team began with", *CONTENT.team_sizes)]
    rank_key: Annotated[
        list[int] | None,
        Meta(
            description=(
                "What won games of one team size are sorted by, best first: moves, minus Knights, minus Trophies; "
                "null for a lost game"
            )
        ),
    ]


DETAILS: Final = Details
