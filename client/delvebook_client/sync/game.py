"""One game, for programs that wait for each answer."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

from ..canonical import nonce_commitment
from ..errors import ConflictError, KeptFileError, ProblemError
from ..records import RecordReport, check_record
from ..types import Action, Done, Event, GameView, Offer, PendingDecision, StreamLine
from .connection import NDJSON, Connection

OVER: Final = ("finished", "aborted")
WAIT_SECONDS: Final = 30


class Game:
    """
    One game, as the account of its client plays or watches it.

    Attributes:
        id: The game's id.
    """

    def __init__(self, client: Connection, game: str) -> None:
        self.id = game
        self._client = client
        self._path = f"/v1/games/{game}"
        self._offer: Offer | None = None

    def look(self, *, event: int | None = None, viewer: str | None = None) -> GameView:
        """Returns the game as you see it now, or as it stood after that event."""
        return cast("GameView", self._client.get(self._path, {"event": event, "viewer": viewer}))

    # From the first seat to the start

    def sit(self, seat: int | None = None, *, invite: str | None = None, key: str | None = None) -> Done:
        """
        Takes a seat, and commits to a nonce: your contribution to the game's randomness.

        The nonce is kept before the commitment is sent. `start`, `show_nonce` or `decisions` shows it.

        Args:
            seat: The seat, from 0; by default the first free one.
            invite: The invitation word of a private game.
            key: The `Idempotency-Key`, if you keep your own.
        """
        account = self._client.account_id()
        nonce = self._client.keep.nonce_to_promise(self.id, account)
        body: dict[str, object] = {
            "seat": seat,
            "nonce_commitment": nonce_commitment(game=self.id, account=account, nonce=nonce),
        }
        if invite is not None:
            body["invite"] = invite
        return self._client.command(f"{self._path}/seats", body, key=key)

    def seat_bot(self, seat: int, bot: str) -> Done:
        """Puts a bot on a seat of a game that you created."""
        return self._client.command(f"{self._path}/seats", {"seat": seat, "bot": bot})

    def leave(self, seat: int) -> Done:
        """Leaves your seat, or removes a bot from one, while seats are free."""
        return self._client.command(f"{self._path}/seats/{seat}", None, method="DELETE")

    def show_nonce(self) -> Done:
        """
        Shows your nonce. Every seat must be taken.

        Raises:
            KeptFileError: The nonce of your seat is not in `keep`.
        """
        nonce = self._nonce_to_show(self.look())
        if nonce is None:
            raise KeptFileError(f"your seat in game {self.id} has no nonce to show")
        return self._client.command(f"{self._path}/nonces", {"nonce": nonce})

    def start(self, *, key: str | None = None) -> Done:
        """Starts the game. Shows your nonce first if you have not yet."""
        nonce = self._nonce_to_show(self.look())
        body = {} if nonce is None else {"nonce": nonce}
        done = self._client.command(f"{self._path}/start", body, key=key, query={"include": "actions"})
        self._offer = done.get("actions")
        return done

    def abort(self, reason: str = "") -> Done:
        """Ends a game that has not started."""
        return self._client.command(f"{self._path}/abort", {"reason": reason})

    # Playing

    def actions(self, *, lang: str | None = None) -> Offer:
        """Returns what your seat may do now, each action with a sentence."""
        return cast("Offer", self._client.get(f"{self._path}/actions", {"lang": lang}))

    def act(
        self,
        action: Action,
        *,
        decision: int,
        key: str | None = None,
        is_minimal: bool = True,
        wants_receipt: bool = False,
        lang: str | None = None,
    ) -> Done:
        """
        Takes an action.

        Args:
            action: The `action` of one of `actions()`, unchanged.
            decision: The decision that it answers.
            key: The `Idempotency-Key`, if you keep your own.
            is_minimal: Whether `events` and `game` are left out of the answer, which makes it faster.
            wants_receipt: Whether a refusal gets a signed receipt, too. It is kept as well.
            lang: The only language in which the next actions are told.

        Returns:
            The result, with the next `actions` of your seat.

        Raises:
            StaleDecisionError: The decision is closed. Look again, and choose again.
            IllegalActionError: The rules forbid it.
            ProblemError, NoAnswerError
        """
        prefer = [*(["return=minimal"] if is_minimal else []), *(["receipt"] if wants_receipt else [])]
        self._offer = None
        try:
            done = self._client.command(
                f"{self._path}/actions",
                {"decision": decision, "action": action},
                key=key,
                query={"include": "actions", "lang": lang},
                prefer=prefer,
            )
        except ProblemError as refused:
            receipt = refused.body.get("receipt")
            if isinstance(receipt, str):
                self._client.keep.add_receipt(self.id, receipt)
            raise
        self._offer = done.get("actions")
        return done

    def judge(self, action: Action, *, decision: int) -> None:
        """
        Asks whether an action would be accepted now. Changes nothing.

        Raises:
            ProblemError: It would be refused.
        """
        body = {"decision": decision, "action": action}
        self._client.request("POST", f"{self._path}/actions", body=body, query={"dry_run": "true"}, is_repeatable=True)

    def decisions(self) -> Iterator[PendingDecision]:
        """
        Yields the offer of actions each time that the game waits for your seat, until the game is over.

        Answer each with `act`. Unanswered offers are made again. Before the start it shows your nonce when it is due.
        """
        while True:
            offer, self._offer = self._offer, None
            if offer is None:
                game = self.look()
                if game["status"] in OVER:
                    return
                if game["status"] == "open":
                    self._before_start(game)
                    continue
                try:
                    offer = self.actions()
                except ConflictError as refused:
                    if refused.code != "game/finished":
                        raise
                    return
            if offer["owed"]:
                yield cast("PendingDecision", offer)
                continue
            # Your own action may have ended the game, and then no further event comes.
            if (self.look())["status"] in OVER:
                return
            self.wait(after=offer["n"])

    def take_back(self) -> Done:
        """Takes back your last action, or asks the others to agree."""
        self._offer = None
        return self._client.command(f"{self._path}/take-backs", {})

    def answer_take_back(self, event: int, *, agrees: bool) -> Done:
        """Answers another seat's request to take an action back. `event` is the event of the request."""
        return self._client.command(f"{self._path}/take-backs/{event}/answers", {"agrees": agrees})

    def dispute(self, event: int, claim: str) -> Done:
        """Claims that something went wrong at that event. The clock stops, and an arbiter rules."""
        return self._client.command(f"{self._path}/disputes", {"event": event, "claim": claim})

    # What happens

    def events(self, *, after: int = 0, lang: str | None = None) -> Iterator[Event]:
        """Yields the events after that one that you may know, page after page."""
        return self._client.pages(f"{self._path}/events", "events", {"after": after, "lang": lang})

    def wait(self, *, after: int, seconds: int = WAIT_SECONDS) -> bool:
        """Waits for an event after that one. Returns False if none came within that many seconds (at most 30)."""
        query = {"after": after, "wait": seconds, "limit": 1}
        page = self._client.get(f"{self._path}/events", query)
        return bool(page["events"])

    def stream(
        self, *, after: int | None = None, line: str | None = None, lang: str | None = None, viewer: str | None = None
    ) -> Iterator[StreamLine]:
        """
        Follows the game to its end. Reconnects by itself if the connection breaks, and misses or repeats nothing.

        The last line has the `kind` `end` and the `status`.

        Args:
            after: The number of the last event you have; None to begin with a snapshot.
            line: A name for this stream. A later one of the same name and account takes its place, wherever it runs.
            lang: Adds sentences to events.
            viewer: The viewer; yourself by default.

        Raises:
            StreamEndedError: Another stream of the same name has taken its place.
            ProblemError, NoAnswerError
        """
        return self._client.follow(f"{self._path}/stream", "n", after, line, {"lang": lang, "viewer": viewer})

    # Proof

    def record(self, *, viewer: str | None = None) -> bytes:
        """Returns the record of the game, as far as you may know it."""
        answer = self._client.request(
            "GET", f"{self._path}/record", query={"viewer": viewer}, headers={"Accept": NDJSON}
        )
        return answer.content

    def check(self, record: bytes | None = None) -> RecordReport:
        """
        Checks the record on this machine: its chain, your kept receipts, and that your own nonce is in it.

        It does not replay the game. `verification` has the service replay it, and `delvebook verify` replays it here.

        Args:
            record: The record; fetched by default.

        Raises:
            ExtraMissingError: There are receipts, and signatures cannot be checked.
        """
        found = self.record() if record is None else record
        receipts = self._client.keep.receipts(self.id)
        keys = self._client.keep.public_keys(self._client.url)
        if receipts and not keys["keys"]:
            keys = self._client.public_keys()
        nonces = {}
        with contextlib.suppress(ProblemError):  # a spectator has none
            account = self._client.account_id()
            nonce = self._client.keep.nonce(self.id, account)
            nonces = {} if nonce is None else {account: nonce}
        return check_record(found, game=self.id, receipts=receipts, keys=keys, nonces=nonces)

    def verification(self, *, levels: Sequence[str] = ()) -> dict[str, Any]:
        """Returns the service's report on the record and your receipts. Waits as long as the check takes."""
        query = {"level": list(levels)} if levels else {}
        receipts = self._client.keep.receipts(self.id)[-1:]  # the last one vouches for all before it
        answer = self._client.request(
            "GET", f"{self._path}/verification", query={**query, **({"receipt": receipts} if receipts else {})}
        )
        return self._client.finished_check(answer)

    def _nonce_to_show(self, game: GameView) -> str | None:
        """Returns your nonce if your seat has committed to it and not shown it yet."""
        you = game["you"]
        if you is None or you["nonce_commitment"] is None or you["nonce"] is not None:
            return None
        account = self._client.account_id()
        nonce = self._client.keep.nonce(self.id, account)
        if nonce is None or nonce_commitment(game=self.id, account=account, nonce=nonce) != you["nonce_commitment"]:
            raise KeptFileError(f"the nonce of your seat in game {self.id} is not in `keep`")
        return nonce

    def _before_start(self, game: GameView) -> None:
        """Shows your nonce if the game waits for it. Otherwise waits for the next event."""
        you, nonces = game["you"], game["nonces"]
        if you is not None and nonces is not None and you["seat"] in nonces["missing"]:
            self.show_nonce()
        else:
            self.wait(after=game["n"])
