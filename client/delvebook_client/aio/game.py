"""One game, for programs that use asyncio."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Final, Literal

from .. import models
from ..canonical import nonce_commitment
from ..errors import ConflictError, KeptFileError, ProblemError
from ..models import Actions, Done, LegalAction, Report, Verdict, Verification
from ..records import RecordReport, check_record
from ..shapes import Json
from ..waiting import PendingDecision
from .jobs import finished_check
from .operations import AsyncGameOperations

OVER: Final = ("finished", "aborted")
WAIT_SECONDS: Final = 30


class AsyncGame(AsyncGameOperations):
    """
    One game, as the account of its client plays or watches it.

    Every operation of the API on a game is a method. Those here do more: they take care of nonces, remember the next
    actions, and wait.

    Attributes:
        id: The game's id.
    """

    _offer: Actions | None = None

    # From the first seat to the start

    async def sit(self, seat: int | None = None, *, invite: str | None = None, key: str | None = None) -> Done:
        """
        Takes a seat, and commits to a nonce: your contribution to the game's randomness.

        The nonce is kept before the commitment is sent. `start`, `show_nonce` or `decisions` shows it.

        Args:
            seat: The seat, from 0; by default the first free one.
            invite: The invitation word of a private game.
            key: The `Idempotency-Key`, if you keep your own.
        """
        return await self.take_seat(seat=seat, invite=invite, nonce_commitment=await self.nonce_commitment(), key=key)

    async def nonce_commitment(self) -> str:
        """Returns the commitment to your nonce, such as `client.invitations.accept` takes. The nonce is kept first."""
        account = await self._api.account_id()
        nonce = self._api.keep.nonce_to_promise(self.id, account)
        return nonce_commitment(game=self.id, account=account, nonce=nonce)

    async def seat_bot(self, seat: int, bot: str) -> Done:
        """Puts a bot on a seat of a game that you created."""
        return await self.take_seat(seat=seat, bot=bot)

    async def show_nonce(self) -> Done:
        """
        Shows your nonce. Every seat must be taken.

        Raises:
            KeptFileError: The nonce of your seat is not in `keep`.
        """
        nonce = await self._nonce_to_show(await self.look())
        if nonce is None:
            raise KeptFileError(f"your seat in game {self.id} has no nonce to show")
        return await self.reveal_nonce(nonce=nonce)

    async def start(
        self,
        *,
        nonce: str | None = None,
        include: Literal["actions"] | None = "actions",
        prefer: str | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> Done:
        """Starts the game. Shows your nonce first if you have not yet; by default the one that is kept."""
        nonce = nonce or await self._nonce_to_show(await self.look())
        done = await super().start(nonce=nonce, include=include, prefer=prefer, key=key, lang=lang, timeout=timeout)
        self._offer = done.actions
        return done

    # Playing

    async def act(
        self,
        action: LegalAction | Mapping[str, Json],
        *,
        decision: int,
        receipt: bool | None = None,
        include: Literal["actions"] | None = "actions",
        prefer: str | None = "return=minimal",
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> Done:
        """
        Takes an action.

        Args:
            action: One of `actions()`, or its `action`, unchanged.
            decision: The decision that it answers.
            receipt: Whether a refusal gets a signed receipt, too. It is kept as well.
            include: `actions` adds the next actions of your seat, which `decisions` then need not ask for.
            prefer: By default `events` and `game` are left out, which makes the answer faster; None includes them.
            key: The `Idempotency-Key`, if you keep your own.
            lang: The only language in which the next actions are told.
            timeout: The seconds to wait, if not those of the client.

        Raises:
            StaleDecisionError: The decision is closed. Look again, and choose again.
            IllegalActionError: The rules forbid it.
            ProblemError, NoAnswerError
        """
        self._offer = None
        done = await super().act(
            action=_plain(action),
            decision=decision,
            receipt=receipt,
            include=include,
            prefer=prefer,
            key=key,
            lang=lang,
            timeout=timeout,
        )
        self._offer = done.actions
        return done

    async def judge(
        self,
        action: LegalAction | Mapping[str, Json],
        *,
        decision: int,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> Verdict:
        """
        Asks whether an action would be accepted now. Changes nothing.

        Raises:
            ProblemError: It would be refused.
        """
        return await super().judge(action=_plain(action), decision=decision, lang=lang, timeout=timeout)

    async def take_back(
        self,
        *,
        include: Literal["actions"] | None = None,
        prefer: str | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> Done:
        """Takes back your last action, or asks the others to agree."""
        self._offer = None
        return await super().take_back(include=include, prefer=prefer, key=key, lang=lang, timeout=timeout)

    async def decisions(self) -> AsyncIterator[PendingDecision]:
        """
        Yields the offer of actions each time that the game waits for your seat, until the game is over.

        Answer each with `act`. Unanswered offers are made again. Before the start it shows your nonce when it is due.
        """
        while True:
            offer, self._offer = self._offer, None
            if offer is None:
                game = await self.look()
                if game.status in OVER:
                    return
                if game.status == "open":
                    await self._before_start(game)
                    continue
                try:
                    offer = await self.actions()
                except ConflictError as refused:
                    if refused.code != "game/finished":
                        raise
                    return
            if offer.owed and offer.decision is not None:
                yield PendingDecision(offer.n, offer.seat, offer.decision, offer.actions, offer.deadline)
                continue
            # Your own action may have ended the game, and then no further event comes.
            if (await self.look()).status in OVER:
                return
            await self.wait(after=offer.n)

    async def wait(self, *, after: int, seconds: int = WAIT_SECONDS) -> bool:
        """Waits for an event after that one. Returns False if none came within that many seconds (at most 30)."""
        query = {"after": after, "wait": seconds, "limit": 1}
        page = await self._api.get(f"/v1/games/{self.id}/events", query)
        return bool(page["events"])

    # Proof

    async def check(self, record: bytes | None = None) -> RecordReport:
        """
        Checks the record on this machine: its chain, your kept receipts, and that your own nonce is in it.

        It does not replay the game. `verification` has the service replay it, and `delvebook verify` replays it here.

        Args:
            record: The record; fetched by default.

        Raises:
            ExtraMissingError: There are receipts, and signatures cannot be checked.
        """
        found = await self.record().read() if record is None else record
        receipts = self._api.keep.receipts(self.id)
        keys = self._api.keep.public_keys(self._api.url)
        if receipts and not keys["keys"]:
            keys = await self._api.public_keys()
        nonces = {}
        with contextlib.suppress(ProblemError):  # a spectator has none
            account = await self._api.account_id()
            nonce = self._api.keep.nonce(self.id, account)
            nonces = {} if nonce is None else {account: nonce}
        return check_record(found, game=self.id, receipts=receipts, keys=keys, nonces=nonces)

    async def verification(
        self, *, levels: Sequence[Literal["chain", "receipts", "log", "replay", "bots"]] = ()
    ) -> Report | Verification:
        """Returns the service's report on the record and your receipts. Waits as long as the check takes."""
        receipts = self._api.keep.receipts(self.id)[-1:]  # the last one vouches for all before it
        found = await self.begin_verification(level=list(levels) or None, receipt=receipts or None)
        return await finished_check(self._api, found)

    async def _nonce_to_show(self, game: models.Game) -> str | None:
        """Returns your nonce if your seat has committed to it and not shown it yet."""
        you = game.you
        if you is None or you.nonce_commitment is None or you.nonce is not None:
            return None
        account = await self._api.account_id()
        nonce = self._api.keep.nonce(self.id, account)
        if nonce is None or nonce_commitment(game=self.id, account=account, nonce=nonce) != you.nonce_commitment:
            raise KeptFileError(f"the nonce of your seat in game {self.id} is not in `keep`")
        return nonce

    async def _before_start(self, game: models.Game) -> None:
        """Shows your nonce if the game waits for it. Otherwise waits for the next event."""
        you, nonces = game.you, game.nonces
        if you is not None and nonces is not None and you.seat in nonces.missing:
            await self.show_nonce()
        else:
            await self.wait(after=game.n)


def _plain(action: LegalAction | Mapping[str, Json]) -> dict[str, Json]:
    return action.action if isinstance(action, LegalAction) else dict(action)
