"""
A client of Delvebook, the service for tabletop dungeon games: `Client`, and `AsyncClient` for asyncio.

    from delvebook_client import Client

    with Client("http://127.0.0.1:8080") as client:
        client.register("Ada")
        game = client.create_game("labyrinth", seats=1)
        game.sit()
        game.start()
        for offer in game.decisions():
            game.act(offer["actions"][0]["action"], decision=offer["decision"])
"""

from .aio import AsyncClient, AsyncGame
from .canonical import new_nonce, nonce_commitment
from .errors import (
    BadRequestError,
    ConflictError,
    DelvebookError,
    ExtraMissingError,
    ForbiddenError,
    GoneError,
    IllegalActionError,
    InvalidError,
    KeptFileError,
    NoAnswerError,
    NotFoundError,
    ProblemError,
    ReceiptError,
    ServiceError,
    StaleDecisionError,
    StreamEndedError,
    TooManyError,
    UnauthorizedError,
)
from .keep import Keep
from .receipts import open_receipt, read_receipt
from .records import Finding, RecordReport, check_record
from .retries import Retries
from .sync import Client, Game

__all__ = [
    "AsyncClient",
    "AsyncGame",
    "BadRequestError",
    "Client",
    "ConflictError",
    "DelvebookError",
    "ExtraMissingError",
    "Finding",
    "ForbiddenError",
    "Game",
    "GoneError",
    "IllegalActionError",
    "InvalidError",
    "Keep",
    "KeptFileError",
    "NoAnswerError",
    "NotFoundError",
    "ProblemError",
    "ReceiptError",
    "RecordReport",
    "Retries",
    "ServiceError",
    "StaleDecisionError",
    "StreamEndedError",
    "TooManyError",
    "UnauthorizedError",
    "check_record",
    "new_nonce",
    "nonce_commitment",
    "open_receipt",
    "read_receipt",
]
