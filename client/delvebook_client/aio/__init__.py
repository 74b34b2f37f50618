"""The client for programs that use asyncio. `sync/` is made from it by `make client`: change this one."""

from .client import AsyncClient
from .game import AsyncGame

__all__ = ["AsyncClient", "AsyncGame"]
