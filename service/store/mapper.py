"""
Conversion of events and snapshots to stored rows, and back. Every row is written and read here.

A row's state is JSON, which begins with `{`. If it is compressed or encrypted, a marker byte comes first. So every row
can be read by itself: rows written before a key was set stay readable beside encrypted ones.
"""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

import orjson
from eventsourcing.persistence import Cipher, Compressor, Mapper, MapperDeserialisationError, StoredEvent, Transcoder

from delvebook.domain.aggregate import GameSnapshot
from delvebook.domain.events import EVENT_TYPES
from delvebook.domain.game_event import GameEvent

KINDS: Final[dict[str, type[GameEvent | GameSnapshot]]] = {**EVENT_TYPES, GameSnapshot.__name__: GameSnapshot}
"""The class of a row's content, by topic. The topic is the class's name, which for an event is its type in records."""

ENCRYPTED: Final = 1
COMPRESSED: Final = 2
PLAIN: Final = ord("{")


class DamagedError(MapperDeserialisationError):
    """A game's stream is damaged. Other games are not affected."""


class BrokenChainError(DamagedError):
    """A stored event does not follow the one before it."""

    def __init__(self, game: UUID, n: int) -> None:
        super().__init__(f"event {n} of game {game} does not follow the event before it: the chain is broken")


class RowError(DamagedError):
    """A stored row cannot be read. It names the row and the reason."""

    def __init__(self, row: StoredEvent, why: str) -> None:
        super().__init__(f"row {row.originator_version} of game {row.originator_id} ({row.topic}) {why}")
        self.n = row.originator_version
        self.game = str(row.originator_id)
        self.why = f"it {why}"


class UnknownTopicError(RowError):
    """A stored row whose topic is neither an event type nor the snapshot's."""


class UnreadableRowError(RowError):
    """A stored row whose state cannot be decrypted, decompressed or decoded."""


class OrjsonTranscoder(Transcoder):
    """Plain data as JSON."""

    def encode(self, obj: object) -> bytes:
        """Returns plain data as JSON."""
        return orjson.dumps(obj)

    def decode(self, data: bytes) -> Any:
        """Returns the plain data of JSON."""
        return orjson.loads(data)


class GameMapper(Mapper[UUID]):
    """The library's mapper for the service's events: topics are short names, states come from `to_stored`."""

    def __init__(
        self, transcoder: Transcoder, compressor: Compressor | None = None, cipher: Cipher | None = None
    ) -> None:
        super().__init__(transcoder, compressor, cipher)
        layers = (COMPRESSED if compressor else 0) | (ENCRYPTED if cipher else 0)
        self._marker = bytes([layers]) if layers else b""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        """Returns the row of an event or of a snapshot."""
        state = self.transcoder.encode(domain_event.to_stored())
        if self.compressor:
            state = self.compressor.compress(state)
        if self.cipher:
            state = self.cipher.encrypt(state)
        return StoredEvent(
            originator_id=domain_event.originator_id,
            originator_version=domain_event.originator_version,
            topic=type(domain_event).__name__,
            state=self._marker + state,
        )

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """
        Returns the event or snapshot of a row, upcast to the current class.

        Raises:
            UnknownTopicError, UnreadableRowError
        """
        kind = KINDS.get(stored_event.topic)
        if kind is None:
            raise UnknownTopicError(stored_event, "has a topic that this version of Delvebook does not know")
        game = stored_event.originator_id
        try:
            return kind.from_stored(
                game if isinstance(game, UUID) else UUID(game),
                stored_event.originator_version,
                self._decode(stored_event.state),
            )
        except Exception as error:
            raise UnreadableRowError(stored_event, f"cannot be read: {error}") from error

    def _decode(self, state: bytes) -> Any:
        layers = state[0]
        if layers != PLAIN:
            if layers not in (ENCRYPTED, COMPRESSED, ENCRYPTED | COMPRESSED):
                raise ValueError(f"it begins with the byte {layers:#04x}, which is not a marker")
            state = state[1:]
            if layers & ENCRYPTED:
                if self.cipher is None:
                    raise ValueError("it is encrypted, and no key is given")
                state = self.cipher.decrypt(state)
            if layers & COMPRESSED:
                if self.compressor is None:
                    raise ValueError("it is compressed, and no compressor is given")
                state = self.compressor.decompress(state)
        return self.transcoder.decode(state)
