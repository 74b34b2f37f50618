"""The content of an account's stream: its pending matters, then its notices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from delvebook.service.live.sources import LINES_AT_ONCE, Batch, StreamLine

if TYPE_CHECKING:
    from delvebook.service.notices.store import Notices


@dataclass(frozen=True, slots=True)
class NoticeSource:
    """The notices of one account."""

    notices: Notices
    account: str

    def begin(self, after: int | None) -> Batch:
        """
        Returns the first lines: those after that notice, or a snapshot of what waits for the account.

        Raises:
            UnknownNoticeError: The account has had fewer notices.
            GoneNoticesError: Some of them were deleted.
        """
        if after is not None:
            return self.read(after)
        number, waiting = self.notices.snapshot(self.account)
        snapshot = StreamLine("snapshot", {"number": number, "waiting": waiting}, number)
        return Batch([snapshot], number, {"number": number})

    def read(self, after: int) -> Batch:
        """Returns the lines after that notice."""
        page = self.notices.page(self.account, after=after, limit=LINES_AT_ONCE)
        lines = [StreamLine("notice", {"number": one["number"], "notice": one}, one["number"]) for one in page.notices]
        return Batch(lines, lines[-1].number or after if lines else after, {"number": page.last})
