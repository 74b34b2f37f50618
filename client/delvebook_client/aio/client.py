"""The client for programs that use asyncio."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from ..errors import DelvebookError
from ..models import ActionResult, Export, Newcomer, Report, SeatedBot
from ..record_files import Progress
from ..shapes import Json
from .downloads import OnProgress
from .game import AsyncGame
from .jobs import ASK_SECONDS, finished_check, problem_in
from .operations import AsyncOperations


class AsyncClient(AsyncOperations):
    """
    A client of one account, or an anonymous one.

    Every operation of the API is a method of a group, `client.disputes.rule(…)`, or of a game,
    `client.game(id).resign(…)`. The methods here do several things at once.

    Requests are sent again where that is safe: reads, commands with their key, and requests that the service has not
    begun to carry out. Every command gets an `Idempotency-Key`, so nothing happens twice.

    Args:
        url: The service's address, such as `http://127.0.0.1:8080`.
        token: The account's token. Without one, call `register` or `sign_in`, or stay anonymous.
        keep: Stores the account, nonces, receipts and keys; in memory by default. Give a `Keep` with a file to a
            program that must go on after it was stopped.
        retries: How patiently it tries again.
        lang: `en` or `ru`: the language of problems, and of sentences.
        timeout: The seconds that one attempt of a request may take. Most methods have a `timeout` of their own, too.
        silence: A stream or download that brings nothing for so many seconds is dead, and is asked for again. The
            service sends a heartbeat every 15 seconds.
        transport: A transport to use instead of the network.
    """

    async def register(self, name: str, *, kind: Literal["person", "bot"] = "person") -> Newcomer:
        """Creates an account, keeps it, and uses it from now on."""
        made = await self.accounts.create(name=name, kind=kind, key=self.keep.registration_key(self.url, name))
        self.keep.add_account(self.url, made.id, name, made.token)
        self.use(made.token)
        self._account = made.id
        return made

    async def sign_in(self, name: str, *, kind: Literal["person", "bot"] = "person") -> None:
        """Uses the account of that name from `keep`. If there is none, registers it."""
        kept = self.keep.account(self.url, name)
        if kept is None:
            await self.register(name, kind=kind)
        else:
            self.use(kept["token"])
            self._account = kept["id"]

    def game(self, game: str) -> AsyncGame:
        """Returns a game by its id. No request is sent yet."""
        return AsyncGame(self, game)

    async def create_game(
        self,
        ruleset: str,
        *,
        seats: int,
        bots: Mapping[int, str] | None = None,
        options: Mapping[str, Json] | None = None,
        clock: Mapping[str, Json] | None = None,
        visibility: Literal["public", "unlisted", "private"] = "public",
        spectator_delay: Mapping[str, Json] | None = None,
        key: str | None = None,
    ) -> AsyncGame:
        """
        Creates a game.

        Args:
            ruleset: `dungeon-raiders@1`, or `dungeon-raiders` for its newest version.
            seats: How many seats it has.
            bots: The bot of each seat that a bot plays, from 0: `{1: "greedy"}`.
            options: See `client.rulesets.get`.
            clock: The time limit for decisions, in the API's form; None for a game without a clock.
            visibility: Who may see it.
            spectator_delay: `{"actions": 10}` hides the last 10 actions from all but the players; None for no delay.
            key: The `Idempotency-Key`, if you keep your own.
        """
        made = await self.games.create(
            ruleset=ruleset,
            seats=seats,
            bots=[SeatedBot(seat=seat, bot=bot) for seat, bot in sorted((bots or {}).items())],
            options=dict(options or {}),
            clock=clock,
            visibility=visibility,
            spectator_delay=spectator_delay,
            key=key,
        )
        return self.game(made.id)

    async def act_together(
        self, actions: Sequence[Mapping[str, Json]], *, lang: Literal["en", "ru"] | None = None
    ) -> list[ActionResult]:
        """
        Takes up to 256 actions in one request. Returns the result of each, in their order.

        A refused action does not stop the others: look at `status`. `done` of the others has no `events` or `game`.

        Args:
            actions: Each with `game`, `decision`, `action`, and a `key` if you keep your own.
            lang: The only language in which the next actions are told.
        """
        items = [{"key": secrets.token_hex(16), **action} for action in actions]
        done = await self.actions.act(actions=items, include="actions", prefer="return=minimal", lang=lang)
        return done.results

    async def verify(
        self,
        record: bytes,
        *,
        receipts: Sequence[str] = (),
        parents: Sequence[bytes] = (),
        levels: Sequence[Literal["chain", "receipts", "log", "replay", "bots"]] = (),
    ) -> Report:
        """
        Returns the service's report on a record. Waits as long as the check takes.

        Args:
            record: The record, unchanged.
            receipts: Receipts to check against it.
            parents: The records of the games that a fork came from.
            levels: The levels to check; by default all but `bots`.

        Raises:
            ProblemError: It is not a record, or the check could not be done.
        """
        found = await self.verifications.begin(
            record=record, receipts=list(receipts), parents=list(parents), level=list(levels) or None
        )
        return await finished_check(self, found)

    async def save_export(self, export: str | Export, path: str | Path, *, progress: OnProgress | None = None) -> Path:
        """
        Waits for an export, and writes its file to a path. A file of which a part is there is fetched from there on.

        Args:
            export: The export, or its id: `await client.exports.create(format="ndjson.zst")`.
            path: Where to. Until the file is whole, it is `<path>.part`.
            progress: Called with the progress: in records while the file is made, in bytes while it is fetched.

        Raises:
            ProblemError: The export failed, or was cancelled.
            DelvebookError: The file is not the one that the service has made.
        """
        id_ = export if isinstance(export, str) else export.id
        while (now := await self.exports.look(id_)).file is None:
            if now.problem is not None:
                raise problem_in(now.problem)
            if now.status not in ("queued", "running"):
                raise DelvebookError(f"the export is {now.status}")
            if progress is not None:
                progress(Progress(0, records=now.progress.done))
            await asyncio.sleep(ASK_SECONDS)
        whole = await self.exports.download(id_).save(path, progress=progress)
        with whole.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        if found != now.file.sha256:
            raise DelvebookError(f"the file has the SHA-256 {found}, and that of the export is {now.file.sha256}")
        return whole
