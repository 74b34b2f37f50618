"""
An export as tables: a zip of one Parquet file for each table, and the dictionary of their columns.

It needs pyarrow from the extra `export`, which is imported when a file is begun.
"""

from __future__ import annotations

import json
import tempfile
import zipfile
from pathlib import Path
from typing import Final

from delvebook.domain.game_event import EventLine
from delvebook.replays.lines import Header
from delvebook.replays.tables import TABLES, Row, TableColumn, rows_of
from delvebook.service.base.extras import needing

ROWS_AT_ONCE: Final = 20_000
"""The number of rows of a table that are collected before they are written as one row group."""


class ParquetWriter:
    """
    Writes the tables.

    Args:
        path: The path of the zip.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._directory = tempfile.TemporaryDirectory(prefix="delvebook-tables-", dir=path.parent)
        self._tables = {name: _TableWriter(self._place(name), columns) for name, columns in TABLES.items()}

    def add(self, header: Header, events: list[EventLine]) -> None:
        """Adds the rows of a record."""
        for name, rows in rows_of(header, events).items():
            self._tables[name].add(rows)

    def finish(self, end: bytes) -> None:
        """Writes the collected rows, and packs the files."""
        for table in self._tables.values():
            table.finish()
        with zipfile.ZipFile(self._path, "w", zipfile.ZIP_STORED) as packed:
            for name in TABLES:
                packed.write(self._place(name), f"{name}.parquet")
            packed.writestr("dictionary.json", json.dumps(dictionary(), indent=2, ensure_ascii=False))
            packed.writestr("end.json", end)

    def close(self) -> None:
        """Closes the files, finished or not."""
        for table in self._tables.values():
            table.close()
        self._directory.cleanup()

    def _place(self, name: str) -> Path:
        return Path(self._directory.name) / f"{name}.parquet"


def _schema_of(columns: tuple[TableColumn, ...]) -> object:
    """Returns the columns as a pyarrow schema."""
    with needing("export"):
        import pyarrow as pa  # noqa: PLC0415 - it comes with an extra

    kinds = {
        "text": pa.string(),
        "json": pa.string(),
        "number": pa.int64(),
        "truth": pa.bool_(),
        "time": pa.timestamp("us", tz="UTC"),
        "texts": pa.list_(pa.string()),
        "numbers": pa.list_(pa.int64()),
    }
    return pa.schema([pa.field(one.name, kinds[one.kind], metadata={"text": one.text}) for one in columns])


class _TableWriter:
    def __init__(self, path: Path, columns: tuple[TableColumn, ...]) -> None:
        with needing("export"):
            import pyarrow.parquet as pq  # noqa: PLC0415 - it comes with an extra

        self._schema = _schema_of(columns)
        self._writer = pq.ParquetWriter(path, self._schema, compression="zstd")
        self._rows: list[Row] = []

    def add(self, rows: list[Row]) -> None:
        self._rows += rows
        if len(self._rows) >= ROWS_AT_ONCE:
            self._write()

    def finish(self) -> None:
        self._write()
        self.close()

    def close(self) -> None:
        self._writer.close()

    def _write(self) -> None:
        with needing("export"):
            import pyarrow as pa  # noqa: PLC0415 - it comes with an extra

        if self._rows:
            self._writer.write_table(pa.Table.from_pylist(self._rows, schema=self._schema))
        self._rows = []


def dictionary() -> dict[str, list[dict[str, str]]]:
    """Returns the columns of each table."""
    return {name: [one._asdict() for one in columns] for name, columns in TABLES.items()}
