"""`delvebook log continue`: lets the log of a restored store go on, or begins another one and says what is lost."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from delvebook.projections.games_log.reader import LogReader
from delvebook.projections.games_log.tables import ContradictionError
from delvebook.projections.games_log.writer import LogWriter
from delvebook.replays.log.checkpoints import Checkpoint, open_checkpoint, parse_checkpoint
from delvebook.replays.log.notes import NoteError, Verifier
from delvebook.replays.log.tiles import CHECKPOINT
from delvebook.service.base.clock import utc_now
from delvebook.service.base.database import opened
from delvebook.service.base.settings import Settings
from delvebook.service.cli.log_monitor import UnreachableError, over_http
from delvebook.service.cli.options import refuse
from delvebook.service.identity.log_keys import LogKeys, open_log_keys
from delvebook.service.identity.log_signed import SignedLast, open_signed_last
from delvebook.service.identity.signing import KeysError
from delvebook.service.store.copies import carry_marks, release_marks
from delvebook.service.store.log import open_log
from delvebook.service.wiring import log_writer, require_schema

FAILS = 1


def go_on(
    *,
    checkpoint: Annotated[
        str | None,
        typer.Option(help="The newest checkpoint that anybody has: a file, or the address of a mirror."),
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help="Begin another log, because what is missing is lost for good.")
    ] = False,
) -> None:
    """
    Let the log of a restored store go on, if nothing that was published is missing in it.

    A store that was started from a backup signs nothing before this. The checkpoint must come from outside: from a
    monitor, a mirror, a witness, or a receiver of proofs. What this machine signed last is held against the log, too.

    With --new another log begins, under another name and with another key. Each of its checkpoints names the last one
    that is known of the earlier log. The command says what is lost.

    Exit status: 1 if something is missing; 2 if there is no verdict.
    """
    if checkpoint is None and not new:
        refuse("give the newest published checkpoint with --checkpoint, or begin another log with --new")
    settings = Settings.from_environment()
    require_schema(settings)
    carry_marks(settings)
    with _opened(settings) as own:
        evidence = own.evidence(checkpoint)
        missing = own.missing(evidence)
        if new:
            own.begin_anew(evidence, missing, settings)
        elif missing:
            for sentence in missing:
                typer.secho(sentence, fg="red", err=True)
            typer.echo(
                "restore newer data; if there is none, `delvebook log continue --new` begins another log", err=True
            )
            raise typer.Exit(FAILS)
        else:
            own.release(settings)
            newest = max((parse_checkpoint(note)[1] for note in evidence), key=lambda one: one.size)
            typer.echo(
                f"the log {newest.origin} goes on: it has everything up to the {newest.size} entries of that checkpoint"
            )


class _Own(NamedTuple):
    """The log of this store, and what is known of it from elsewhere."""

    reader: LogReader
    writer: LogWriter
    keys: LogKeys
    kept: SignedLast

    def evidence(self, given: str | None) -> list[str]:
        """Returns the checkpoints to hold the log against: the given one, and the one that was signed last here."""
        epoch = self.writer.epoch()
        origin = self.keys.origin_of(epoch)
        kept = self.kept.read(origin)
        notes = [] if kept is None else [kept]
        if given is not None:
            verifiers = [key.verifier for key in self.keys.listed(epoch)]
            notes.append(_fetched(given, origin, verifiers))
        return notes

    def missing(self, evidence: list[str]) -> list[str]:
        """Brings the log up to the events. Returns what the checkpoints have and it does not."""
        try:
            self.writer.require_events()
            while self.writer.log_page():
                pass
        except ContradictionError as error:
            return [str(error)]
        return [why for note in evidence if (why := self.reader.contradiction_to(note)) is not None]

    def begin_anew(self, evidence: list[str], missing: list[str], settings: Settings) -> None:
        """Begins another log, and says what is lost of the earlier one."""
        published, used = self.reader.history()
        known = evidence if published is None else [*evidence, published]
        after = max(known, key=lambda note: parse_checkpoint(note)[1].size, default=None)
        try:
            self.keys.replace(used=used)
        except KeysError as error:
            refuse(str(error))
        begun = self.writer.begin_anew(after)
        release_marks(settings, now=utc_now())
        size = self.reader.size()
        _tell_loss(None if after is None else parse_checkpoint(after)[1], size, missing)
        typer.echo(
            f"the log {self.keys.origin_of(begun.number)} begins, with {size} entries. Tell everybody who follows the "
            "earlier one, and give them the new key (`delvebook log keys`)"
        )

    def release(self, settings: Settings) -> None:
        """Lets the log be signed again."""
        release_marks(settings, now=utc_now())
        self.writer.go_on()


def _tell_loss(after: Checkpoint | None, size: int, missing: list[str]) -> None:
    for sentence in missing:
        typer.echo(sentence)
    if after is None:
        typer.echo("no checkpoint of an earlier log is known, so nobody can say here what is lost")
    elif missing:
        typer.echo(
            f"lost: at least {max(after.size - size, 1)} entries of the {after.size} that {after.origin} had, with "
            "their games or what happened in them. Receipts and proofs for them are honoured no more"
        )
    else:
        typer.echo(f"nothing of the {after.size} entries that {after.origin} is known to have had is lost")


@contextlib.contextmanager
def _opened(settings: Settings) -> Iterator[_Own]:
    keys, kept = open_log_keys(settings, now=utc_now), open_signed_last(settings)
    with opened(settings.projections_url) as engine, contextlib.closing(open_log(settings)) as events:
        yield _Own(LogReader(engine), log_writer(settings, engine, events), keys, kept)


def _fetched(given: str, origin: str, verifiers: list[Verifier]) -> str:
    """Returns the checkpoint from a file or an address, if a key of this log has signed it under its name."""
    is_address = given.startswith(("http://", "https://"))
    try:
        data = over_http(given.removesuffix(f"/{CHECKPOINT}"))(CHECKPOINT) if is_address else Path(given).read_bytes()
        note, signed = open_checkpoint(data or b"", verifiers)
    except (OSError, UnreachableError, NoteError) as error:
        refuse(f"{given} proves nothing: {error}")
    if signed.origin != origin:
        refuse(f"{given} is of the log {signed.origin}, and this one is {origin}")
    return note.to_text()
