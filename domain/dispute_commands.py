"""Commands about disputes: claims, findings, rulings and appeals (`disputes`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from delvebook.domain import disputes, forking, remedies
from delvebook.domain.envelopes import Envelope, seal
from delvebook.domain.events import (
    DisputeAppealed,
    DisputeClockResumed,
    DisputeFindingAttached,
    DisputeOpened,
    DisputeRuled,
    DisputeWithdrawn,
)
from delvebook.domain.play_commands import PlayCommands
from delvebook.domain.table import ARBITER_ONLY, EventContent


class DisputeCommands(PlayCommands):
    """The commands by which events are disputed, and ruled on."""

    __slots__ = ()

    def open_dispute(
        self,
        player: str,
        *,
        event: int,
        claim: str,
        at: str,
        receipts: Sequence[str] = (),
        record: Mapping[str, object] | None = None,
    ) -> int:
        """
        Files a claim, which may stop the clock (`disputes.is_clock_stopped`). Returns the dispute's number.

        Args:
            player: The claimant, who sits or sat in the game.
            event: The event that is wrong in their view.
            claim: The claim, in the player's words.
            at: Now.
            receipts: Receipts that the service signed for them.
            record: A description of their own record: `sha256` of the file, `n` and `hash` of its head, and
                `event`, the first one that differs, or null.

        Raises:
            PartyError, UnknownEventError, AlreadyDisputedError
        """
        disputes.require_claim(
            self.lifecycle.disputes,
            player=player,
            event=event,
            parties=self.lifecycle.parties,
            version=self.stream.version,
        )
        data = {
            "seat": self.lifecycle.seat_of(player),
            "event": event,
            "claim": claim,
            "receipts": list(receipts),
            "record": None if record is None else dict(record),
        }
        metadata: dict[str, object] = {
            "parties": list(self.lifecycle.parties),
            "visibility": self.lifecycle.created.get("visibility", "public"),
        }
        if self.progress.delay is not None and self.lifecycle.status == "running":
            metadata["held"] = True
        self._record(DisputeOpened, data, by=f"player:{player}", at=at, metadata=metadata)
        return self.stream.version

    def attach_finding(self, dispute: int, finding: Mapping[str, object], *, at: str, sealed: object = None) -> None:
        """
        Attaches the result of replaying the game.

        Args:
            dispute: The dispute's number.
            finding: The public part.
            at: Now.
            sealed: The part that only an arbiter may know while the game has secrets; None if there is none. An
                `Envelope` is used as it is, because a replay that cannot open it knows only its digest.

        Raises:
            UnknownDisputeError, AlreadyExaminedError
        """
        disputes.require_finding(disputes.get(self.lifecycle.disputes, dispute))
        envelopes = []
        if isinstance(sealed, Envelope):
            envelopes = [sealed]
        elif sealed is not None:
            envelopes = [seal(self.seed, sealed, n=self.stream.version + 1, i=0, audience=ARBITER_ONLY)]
        content = EventContent({"dispute": dispute, "finding": dict(finding)}, envelopes, [])
        self._record(DisputeFindingAttached, content, by="service", at=at)

    def rule(
        self, dispute: int, *, arbiter: str, verdict: str, remedy: Mapping[str, object] | None, reason: str, at: str
    ) -> None:
        """
        Rules on a dispute; any remedy breaks off a running game.

        If the remedy resumes the game, its seed stays secret until the resumed game is over; else it is revealed.

        Raises:
            UnknownDisputeError, PartyError, AlreadyRuledError, MalformedError, UnknownEventError
            NotForkableError: The ruling on another dispute resumes the game already.
        """
        disputed = disputes.get(self.lifecycle.disputes, dispute)
        disputes.require_ruling(disputed, arbiter=arbiter, parties=self.lifecycle.parties)
        stood_at = disputed["stood_at"]
        whole = remedies.remedy_of(
            verdict,
            remedy,
            stood_at=stood_at,
            seats=len(self.lifecycle.seats),
            version=self.stream.version,
            ruleset=self.ruleset.key,
            game=self.id,
        )
        forking.require_one_resumption(self.lifecycle, whole, stood_at=stood_at)
        data = {"dispute": dispute, "verdict": verdict, "remedy": whole, "reason": reason}
        self._record(DisputeRuled, data, by=f"arbiter:{arbiter}", at=at)
        if whole is not None and not self.lifecycle.is_over:
            resumed = {"resumed_by": whole["game"]} if whole["type"] == "resume" else {}
            self._break_off({"reason": f"dispute {dispute}: {whole['type']}", **resumed}, by="service", at=at)

    def appeal(self, dispute: int, *, player: str, reason: str, at: str) -> None:
        """
        Asks for the ruling of another arbiter, which is final.

        Raises:
            UnknownDisputeError, PartyError, NotRuledError, AlreadyAppealedError, SettledError
        """
        disputed = disputes.get(self.lifecycle.disputes, dispute)
        disputes.require_appeal(
            disputed, player=player, parties=self.lifecycle.parties, is_seed_revealed=self.lifecycle.is_seed_revealed
        )
        self._record(DisputeAppealed, {"dispute": dispute, "reason": reason}, by=f"player:{player}", at=at)

    def withdraw_dispute(self, dispute: int, *, player: str, at: str) -> None:
        """
        Withdraws a claim before it is ruled on; a clock that it stopped runs again.

        Raises:
            UnknownDisputeError, PartyError, AlreadyRuledError
        """
        disputes.require_withdrawal(disputes.get(self.lifecycle.disputes, dispute), player=player)
        self._record(DisputeWithdrawn, {"dispute": dispute}, by=f"player:{player}", at=at)

    def resume_clock(self, dispute: int, *, at: str) -> None:
        """
        Lets the clock run again although the dispute is undecided, because its ruling is overdue.

        The service decides when a ruling is overdue. A replay does not check that time.

        Raises:
            UnknownDisputeError, AlreadyRuledError, AlreadyResumedError
        """
        disputes.require_stopped_clock(disputes.get(self.lifecycle.disputes, dispute))
        self._record(DisputeClockResumed, {"dispute": dispute}, by="clock", at=at)
