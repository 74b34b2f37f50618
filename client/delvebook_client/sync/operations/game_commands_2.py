"""
Of one game.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from typing import Literal

from ... import models
from ...requests import part
from ..group import GameGroup, new_key


class GameCommands2Api(GameGroup):
    """Of one game."""

    def resign(
        self,
        *,
        bot: str | None = None,
        include: Literal["actions"] | None = None,
        prefer: str | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Done:
        """
        Give up your seat for good.

        A bot plays on for you, as long as that leaves a player who has not resigned, and an opponent. Otherwise the
        game ends at once. Its `outcome` has the reason `resigned` then, and those who resigned come last.

        Args:
            bot: The kind of bot that plays on, if one does; `greedy` by default.
            include: Adds `actions`: what your seat may do next, as in `GET …/actions`.
            prefer: With `return=minimal` (RFC 7240) the answer leaves out `events` and `game`.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Done,
            "POST",
            f"/v1/games/{part(self.id)}/resignations",
            query={"include": include, "lang": lang},
            body={"bot": bot},
            headers={"Prefer": prefer},
            key=key or new_key(),
            timeout=timeout,
        )

    def take_seat(
        self,
        *,
        bot: str | None = None,
        invite: str | None = None,
        nonce_commitment: str | None = None,
        seat: int | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Done:
        """
        Take a seat, or put a bot on one.

        To have a say in the game's chance, commit to a nonce. When the last seat is taken, the seats are closed: then
        everyone who has committed shows the nonce (`POST …/nonces`, or with the start) before the deadline in `nonces`.
        In a running game you may hand your own seat to a bot, and take it back. In a resumed game the seats are kept
        for those who had them; an arbiter or operator who has neither looked nor ruled may seat a bot for a missing
        player.

        Args:
            bot: A bot instead of you: its kind, `greedy`, or program, `greedy@1`.
            invite: The invitation to a private game.
            nonce_commitment: SHA-256 of the canonical JSON of `[game, your account's id, nonce]`. Your nonce is your
                own contribution to the game's chance. Show it once every seat is taken.
            seat: The first free seat by default.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Done,
            "POST",
            f"/v1/games/{part(self.id)}/seats",
            query={"lang": lang},
            body={"bot": bot, "invite": invite, "nonce_commitment": nonce_commitment, "seat": seat},
            key=key or new_key(),
            timeout=timeout,
        )

    def leave(
        self,
        seat: int,
        *,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Done:
        """
        Leave a seat. In a running game a bot plays on for you.

        Before the start the creator may also remove a bot, or another player; a player who was removed takes no seat
        there. Between the moment when the last seat is taken and the start, nobody can leave.

        Args:
            seat: The seat's number, from 0.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Done,
            "DELETE",
            f"/v1/games/{part(self.id)}/seats/{part(seat)}",
            query={"lang": lang},
            key=key or new_key(),
            timeout=timeout,
        )

    def claim_absence(
        self,
        seat: int,
        *,
        bot: str | None = None,
        include: Literal["actions"] | None = None,
        prefer: str | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Done:
        """
        Let a bot play for another player for whom the game has waited for seven days, in a game without a clock.

        The player may take the seat back at any time. In a game with a clock there is nothing to claim: the clock does
        what was agreed as soon as the time is over.

        Args:
            seat: The seat's number, from 0.
            bot: The kind of bot that plays on until the player is back; `greedy` by default.
            include: Adds `actions`: what your seat may do next, as in `GET …/actions`.
            prefer: With `return=minimal` (RFC 7240) the answer leaves out `events` and `game`.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Done,
            "POST",
            f"/v1/games/{part(self.id)}/seats/{part(seat)}/absence-claims",
            query={"include": include, "lang": lang},
            body={"bot": bot},
            headers={"Prefer": prefer},
            key=key or new_key(),
            timeout=timeout,
        )

    def start(
        self,
        *,
        nonce: str | None = None,
        include: Literal["actions"] | None = None,
        prefer: str | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Done:
        """
        Start the game, once every seat is taken and every nonce is shown.

        A player who plays alone against bots shows the nonce in the same request. A resumed game may also be started by
        an arbiter or operator who is no party of its family.

        Args:
            nonce: Your nonce, which is shown before the start, as by `POST …/nonces`.
            include: Adds `actions`: what your seat may do next, as in `GET …/actions`.
            prefer: With `return=minimal` (RFC 7240) the answer leaves out `events` and `game`.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Done,
            "POST",
            f"/v1/games/{part(self.id)}/start",
            query={"include": include, "lang": lang},
            body={"nonce": nonce},
            headers={"Prefer": prefer},
            key=key or new_key(),
            timeout=timeout,
        )

    def take_back(
        self,
        *,
        include: Literal["actions"] | None = None,
        prefer: str | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Done:
        """
        Take back your seat's last action, or ask the other seats for permission.

        It is taken back at once if no other seat learned anything from it. If others saw it, but nothing was drawn and
        nothing hidden was shown, they are asked (bots agree). Any other action stands.

        Args:
            include: Adds `actions`: what your seat may do next, as in `GET …/actions`.
            prefer: With `return=minimal` (RFC 7240) the answer leaves out `events` and `game`.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Done,
            "POST",
            f"/v1/games/{part(self.id)}/take-backs",
            query={"include": include, "lang": lang},
            headers={"Prefer": prefer},
            key=key or new_key(),
            timeout=timeout,
        )

    def answer_take_back(
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
        Agree to another seat's take-back, or decline. `n` is the event that asked: `take_back.n` of the game.

        When every seat that was asked has agreed, the action is taken back. Any action in the meantime ends the
        question.

        Args:
            n: An event's number in its game.
            agrees: Whether the action may be taken back.
            include: Adds `actions`: what your seat may do next, as in `GET …/actions`.
            prefer: With `return=minimal` (RFC 7240) the answer leaves out `events` and `game`.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Done,
            "POST",
            f"/v1/games/{part(self.id)}/take-backs/{part(n)}/answers",
            query={"include": include, "lang": lang},
            body={"agrees": agrees},
            headers={"Prefer": prefer},
            key=key or new_key(),
            timeout=timeout,
        )
