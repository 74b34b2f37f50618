"""
A client of Delvebook, the service for tabletop dungeon games: `Client`, and `AsyncClient` for asyncio.

    from delvebook_client import Client

    with Client("http://127.0.0.1:8080") as client:
        client.register("Ada")
        game = client.create_game("labyrinth", seats=1)
        game.sit()
        game.start()
        for asked in game.decisions():
            game.act(asked.actions[0], decision=asked.decision)
"""

from . import models
from .aio import AsyncClient, AsyncGame
from .canonical import new_nonce, nonce_commitment
from .errors import (
    AnswerError,
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
    WebhookError,
)
from .keep import Keep
from .receipts import open_receipt, read_receipt
from .record_files import Progress, Record, RecordsEnd, split_records
from .records import Finding, RecordReport, check_record
from .retries import Retries
from .sync import Client, Game
from .waiting import PendingDecision
from .webhooks import WebhookMessage, check_webhook, open_webhook, sign_webhook

__all__ = [
    "AnswerError",
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
    "PendingDecision",
    "ProblemError",
    "Progress",
    "ReceiptError",
    "Record",
    "RecordReport",
    "RecordsEnd",
    "Retries",
    "ServiceError",
    "StaleDecisionError",
    "StreamEndedError",
    "TooManyError",
    "UnauthorizedError",
    "WebhookError",
    "WebhookMessage",
    "check_record",
    "check_webhook",
    "models",
    "new_nonce",
    "nonce_commitment",
    "open_receipt",
    "open_webhook",
    "read_receipt",
    "sign_webhook",
    "split_records",
]
