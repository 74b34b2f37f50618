"""The client for programs that wait for each answer. Made from `aio/` by `make client`: change that one."""

from .client import Client
from .game import Game

__all__ = ["Client", "Game"]
