"""Short functions to look at reports and lines of records."""

from __future__ import annotations

from typing import Any

from delvebook.domain.canonical import require_plain
from delvebook.replays.report import Report


def statuses(report: Report) -> dict[str, str]:
    require_plain(report.to_plain())
    return {level.name: level.status for level in report.levels}


def first_code(report: Report) -> tuple[str, int | None, str]:
    assert report.first is not None
    return report.first.code, report.first.n, report.first.pointer


def event_where(lines: list[dict[str, Any]], type_: str, index: int = 0) -> dict[str, Any]:
    return [line for line in lines[1:] if line["type"] == type_][index]


def bids_of(lines: list[dict[str, Any]], *, seat: int) -> list[dict[str, Any]]:
    """Returns the places of the seat's bids, in order: in the event's data, or in its envelope."""
    places = []
    for line in lines[1:]:
        if line["type"] == "ActionTaken" and line["data"]["seat"] == seat:
            inside = [one["content"] for one in line["sealed"] if "action" in one["content"]]
            place = (inside or [line["data"]])[0]
            places += [place] if place["action"]["type"] == "bid" else []
    return places
