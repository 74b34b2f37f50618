"""The items of a collection for programs that use asyncio: page after page, as they are read."""

from __future__ import annotations

from collections import deque
from typing import Generic, Self, TypeVar

from ..errors import AnswerError
from ..requests import Query
from ..shapes import shaped
from .connection import AsyncConnection

T = TypeVar("T")


class AsyncPages(Generic[T]):
    """
    The items of a collection. The next page is asked for when the one before it has been read.

    Attributes:
        next: The `cursor` of the page after the last one that was asked for; None at the end of the collection.
    """

    def __init__(
        self,
        api: AsyncConnection,
        shape: type[T],
        member: str,
        path: str,
        query: Query,
        *,
        limit: int | None = None,
        page_max: int | None = None,
        cursor: str = "cursor",
        timeout: float | None = None,
    ) -> None:
        self.next: str | None = None
        self._api = api
        self._shape = shape
        self._member = member
        self._path = path
        self._query = dict(query)
        self._left = limit
        self._page_max = page_max
        self._cursor = cursor
        self._timeout = timeout
        self._items: deque[T] = deque()
        self._is_last = False

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> T:
        while not self._items:
            if self._is_last or self._left == 0:
                raise StopAsyncIteration
            await self._load()
        return self._items.popleft()

    async def all(self) -> list[T]:
        """Returns all items that have not been read yet."""
        return [item async for item in self]

    async def _load(self) -> None:
        """Asks for the next page."""
        query = self._query
        if self._left is not None and self._page_max is not None:
            query = {**query, "limit": min(self._left, self._page_max)}
        page = await self._api.get(self._path, query, timeout=self._timeout)
        found = page.get(self._member) if isinstance(page, dict) else None
        if not isinstance(found, list):
            raise AnswerError(200, str(page).encode(), f"GET {self._path} answered without {self._member!r}")
        if self._left is not None:
            found = found[: self._left]
            self._left -= len(found)
        self._items.extend(shaped(self._shape, one, of=f"GET {self._path}") for one in found)
        self.next = page.get("next")
        self._is_last = self.next is None
        self._query = {name: value for name, value in self._query.items() if name not in ("after", "wait")}
        self._query[self._cursor] = self.next
