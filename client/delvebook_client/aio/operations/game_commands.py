"""
Of one game.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from ... import models
from ...requests import part
from ...shapes import Json
from ..group import AsyncGameGroup, new_key


class AsyncGameCommandsApi(AsyncGameGroup):
    """Of one game."""

    async def abort(
        self,
        *,
        reason: str | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Done:
        """
        Abort a game: its creator until a nonce is shown or it starts, an arbiter or an operator at any time.

        An arbiter or operator who plays or played in it, or in one of its forks or parents, may not abort it.

        Args:
            reason: Why, in your words; everybody sees it.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Done,
            "POST",
            f"/v1/games/{part(self.id)}/abort",
            query={"lang": lang},
            body={"reason": reason},
            key=key or new_key(),
            timeout=timeout,
        )

    async def act(
        self,
        *,
        action: dict[str, Json],
        decision: int,
        receipt: bool | None = None,
        include: Literal["actions"] | None = None,
        prefer: str | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Done:
        """
        Answer a decision of your seat.

        It is accepted while the decision is open, however far other seats' simultaneous choices have moved the game.
        With `include=actions` the answer holds what your seat may do next, so that playing takes one request for each
        move. The answer has a signed receipt. With `receipt=true`, or the header `Prefer: receipt`, a refusal has one,
        too.

        Args:
            action: One of `GET …/actions`.
            decision: From `you.decision` or `GET …/actions`.
            receipt: Sign a refusal as well.
            include: Adds `actions`: what your seat may do next, as in `GET …/actions`.
            prefer: With `receipt` (RFC 7240) a refusal, too, comes with a signed receipt. With `return=minimal` the
                answer leaves out `events` and `game`.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Done,
            "POST",
            f"/v1/games/{part(self.id)}/actions",
            query={"receipt": receipt, "include": include, "lang": lang},
            body={"action": action, "decision": decision},
            headers={"Prefer": prefer},
            key=key or new_key(),
            timeout=timeout,
        )

    async def judge(
        self,
        *,
        action: dict[str, Json],
        decision: int,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Verdict:
        """
        Judge the action and do nothing.

        A refusal is raised, as of the operation itself.

        Args:
            action: One of `GET …/actions`.
            decision: From `you.decision` or `GET …/actions`.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Verdict,
            "POST",
            f"/v1/games/{part(self.id)}/actions",
            query={"lang": lang, "dry_run": True},
            body={"action": action, "decision": decision},
            is_repeatable=True,
            timeout=timeout,
        )

    async def analyse(
        self,
        *,
        plies: int | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Analysis:
        """
        Have the strong bot look at every decision of a game that is over.

        Every estimate is made from what the seat could know then. A job makes the analysis. If you ask for the same
        again, you get the analysis that there is. Running games are refused. Sentences are in your language.

        Args:
            plies: The budget of a decision, in actions played in rollouts; the strong bot's own by default.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Analysis,
            "POST",
            f"/v1/games/{part(self.id)}/analyses",
            query={"lang": lang},
            body={"plies": plies},
            is_repeatable=True,
            timeout=timeout,
        )

    async def dispute(
        self,
        *,
        claim: str,
        event: int,
        receipts: Sequence[str] | None = None,
        record: str | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Done:
        """
        Dispute an event of a game you play or played in; also after it is over.

        The clock of a running game stops, and bots wait, until the claim is ruled on or withdrawn or the ruling is
        overdue. That holds for a player's first two claims in a game, among the first four of all players. The service
        replays the game and attaches its finding; an arbiter rules. Receipts must be signed by this service. Your own
        record must be of this game, with an intact chain.

        Args:
            claim: What is wrong.
            event: Which event.
            receipts: Receipts the service gave you.
            record: The record you have, as text. It is compared, and only its digest is stored.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Done,
            "POST",
            f"/v1/games/{part(self.id)}/disputes",
            query={"lang": lang},
            body={"claim": claim, "event": event, "receipts": receipts, "record": record},
            key=key or new_key(),
            timeout=timeout,
        )

    async def propose_end(
        self,
        *,
        include: Literal["actions"] | None = None,
        prefer: str | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Done:
        """
        Propose to break the game off.

        Every other player who has not resigned must consent, also one for whom a bot plays at the moment; bots are not
        asked. Play goes on meanwhile. When all have consented the game is aborted with the reason `agreed`, and counts
        for nobody. Without other players it ends at once. A seat may propose it three times in a game.

        Args:
            include: Adds `actions`: what your seat may do next, as in `GET …/actions`.
            prefer: With `return=minimal` (RFC 7240) the answer leaves out `events` and `game`.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Done,
            "POST",
            f"/v1/games/{part(self.id)}/end-proposals",
            query={"include": include, "lang": lang},
            headers={"Prefer": prefer},
            key=key or new_key(),
            timeout=timeout,
        )

    async def answer_end(
        self,
        n: int,
        *,
        agrees: bool,
        include: Literal["actions"] | None = None,
        prefer: str | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Done:
        """
        Consent to a proposed end, or decline it. `n` is the event that proposed it: `end_proposal.n` of the game.

        One seat that declines ends the proposal. The seat that proposed the end withdraws it by declining.

        Args:
            n: An event's number in its game.
            agrees: Whether your seat consents to end the game.
            include: Adds `actions`: what your seat may do next, as in `GET …/actions`.
            prefer: With `return=minimal` (RFC 7240) the answer leaves out `events` and `game`.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Done,
            "POST",
            f"/v1/games/{part(self.id)}/end-proposals/{part(n)}/answers",
            query={"include": include, "lang": lang},
            body={"agrees": agrees},
            headers={"Prefer": prefer},
            key=key or new_key(),
            timeout=timeout,
        )

    async def fork(
        self,
        *,
        event: int,
        as_: str | None = None,
        bots: Sequence[models.SeatedBot | Mapping[str, Json]] | None = None,
        ruleset: str | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.NewGameDone:
        """
        Create a game that begins as a finished game stood after an event.

        It draws from a new seed, and hidden items are sealed again. With `as` it keeps what that seat knew and deals
        the rest again. Its record is verified together with its parent's.

        Args:
            event: After which event.
            as_: Keep what this seat knew, and deal the rest again.
            bots: Bots, each with its seat.
            ruleset: Another version of the same title to continue under.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.NewGameDone,
            "POST",
            f"/v1/games/{part(self.id)}/forks",
            query={"lang": lang},
            body={"event": event, "as": as_, "bots": bots, "ruleset": ruleset},
            key=key or new_key(),
            timeout=timeout,
        )

    async def invite(
        self,
        *,
        account: str | None = None,
        name: str | None = None,
        seat: int | None = None,
        seconds: int | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Invitation:
        """
        Invite a named player to a game that has not started; its creator and its players may.

        The invitation lets them into a private game. It keeps no seat free. Sending it again while it is open has the
        same answer.

        Args:
            account: Or its id.
            name: The name of the account that is invited.
            seat: The seat that is offered; it is not kept free. By default the first free one.
            seconds: How long it can be accepted, in seconds; a week by default.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Invitation,
            "POST",
            f"/v1/games/{part(self.id)}/invitations",
            query={"lang": lang},
            body={"account": account, "name": name, "seat": seat, "seconds": seconds},
            is_repeatable=True,
            timeout=timeout,
        )

    async def reveal_nonce(
        self,
        *,
        nonce: str,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Done:
        """
        Show the nonce that your seat has committed to, once every seat is taken.

        A nonce that is not shown by the deadline ends the game, and is counted in the public profile of its player.

        Args:
            nonce: The same string whose commitment you sent.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Done,
            "POST",
            f"/v1/games/{part(self.id)}/nonces",
            query={"lang": lang},
            body={"nonce": nonce},
            key=key or new_key(),
            timeout=timeout,
        )

    async def rematch(
        self,
        *,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.NewGameDone:
        """
        Offer a rematch of a game that is over: the same terms, every player one seat further on.

        The seats are kept for the players, bots sit down at once, and the other players are invited. They accept by the
        invitation, or by taking their seat; so do you. A game has one rematch at a time: offering another one is
        refused with its id, unless it was aborted.

        Args:
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.NewGameDone,
            "POST",
            f"/v1/games/{part(self.id)}/rematches",
            query={"lang": lang},
            key=key or new_key(),
            timeout=timeout,
        )
