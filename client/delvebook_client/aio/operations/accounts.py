"""
Who plays, and with which tokens.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ... import models
from ...requests import part
from ..group import AsyncGroup, new_key


class AsyncAccountsApi(AsyncGroup):
    """Who plays, and with which tokens."""

    async def create(
        self,
        *,
        name: str,
        kind: Literal["person", "bot"] | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Newcomer:
        """
        Create an account. The answer holds its first token, which is stored nowhere.

        With an `Idempotency-Key` of 16 characters or more, which is a secret then, a lost answer can be had again.

        Args:
            name: The name that others see. It must differ from every other name, even if case and letters that look
                alike are ignored. Its letters are of one script, and it has no word that claims to speak for the
                service.
            kind: `bot` for a program that plays by itself: it is shown as one everywhere, for ever.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Newcomer,
            "POST",
            "/v1/accounts",
            query={"lang": lang},
            body={"name": name, "kind": kind},
            key=key or new_key(),
            timeout=timeout,
        )

    async def say_back(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Profile:
        """
        Tell those who play with you that you are back. If you have not said that you are away, nothing happens.

        Tell those who play with you that you are back. If you have not said that you are away, nothing happens.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Profile, "DELETE", "/v1/accounts/me/absence", query={"lang": lang}, timeout=timeout
        )

    async def say_away(
        self,
        *,
        until: str,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Profile:
        """
        Tell those who play with you until when you are away: `away_until` of your seats says so in every game.

        Nothing else changes: clocks run on. It ends by itself. To have a bot play for you meanwhile, leave your seats.

        Args:
            until: Until when, at most 90 days from now.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Profile,
            "PUT",
            "/v1/accounts/me/absence",
            query={"lang": lang},
            body={"until": until},
            is_repeatable=True,
            timeout=timeout,
        )

    async def take_over(
        self,
        *,
        code: str,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Newcomer:
        """
        Take over an account that was prepared for you on the service's own machine. The answer holds its first token.

        The code is good once: if somebody has used it before you, it is refused. With an `Idempotency-Key` of 16
        characters or more, which is a secret then, a lost answer can be had again. A browser begins a session with it
        instead.

        Args:
            code: Printed by `delvebook grant NAME --new`.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Newcomer,
            "POST",
            "/v1/accounts/takeover",
            query={"lang": lang},
            body={"code": code},
            key=key or new_key(),
            timeout=timeout,
        )

    async def delete(
        self,
        account_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> None:
        """
        Delete an account, your own or for an operator any, with all its tokens. Nobody can undo this.

        You leave the seats you have; in running games a bot plays on. The name is removed everywhere. Records are kept,
        and name their players by the account's id.

        Args:
            account_id: An account's id, or `me`.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        await self._api.ask(object, "DELETE", f"/v1/accounts/{part(account_id)}", query={"lang": lang}, timeout=timeout)

    async def get(
        self,
        account_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Profile:
        """
        Look at an account and its public profile; `me` is the account of your token.

        `counts` says how often it made games and how they ended by its doing. They outlive the account: of a deleted
        one there are `id`, `deleted` and `counts`, and nothing else.

        Args:
            account_id: An account's id, or `me`.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Profile, "GET", f"/v1/accounts/{part(account_id)}", query={"lang": lang}, timeout=timeout
        )

    async def rename(
        self,
        account_id: str,
        *,
        name: str,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Profile:
        """
        Give an account another name: your own once in 30 days, an operator any at any time.

        Nobody else gets the old name for 90 days. Games show the new one from then on, old events included.

        Args:
            account_id: An account's id, or `me`.
            name: The name that others see. It must differ from every other name, even if case and letters that look
                alike are ignored. Its letters are of one script, and it has no word that claims to speak for the
                service.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Profile,
            "PATCH",
            f"/v1/accounts/{part(account_id)}",
            query={"lang": lang},
            body={"name": name},
            timeout=timeout,
        )

    async def unban(
        self,
        account_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Profile:
        """
        End a ban. Without one nothing happens.

        End a ban. Without one nothing happens.

        Args:
            account_id: An account's id, or `me`.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Profile, "DELETE", f"/v1/accounts/{part(account_id)}/ban", query={"lang": lang}, timeout=timeout
        )

    async def ban(
        self,
        account_id: str,
        *,
        reason: str,
        until: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Profile:
        """
        Ban an account: its tokens are no longer accepted, so it neither plays nor sits down. Replaces an earlier ban.

        In running games its clock runs on, and a bot takes over as for any player who is away. Refused while you, or an
        account that yours is connected with, are a party of a game in which the account has a seat.

        Args:
            account_id: An account's id, or `me`.
            reason: Why; its owner is told.
            until: When the ban ends; never if not given.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Profile,
            "PUT",
            f"/v1/accounts/{part(account_id)}/ban",
            query={"lang": lang},
            body={"reason": reason, "until": until},
            is_repeatable=True,
            timeout=timeout,
        )

    async def become_bot(
        self,
        account_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Account:
        """
        Make your account a bot's, for ever: it plays with the scope `bots:play`, and is shown as a bot everywhere.

        Refused if it has ever had a seat.

        Args:
            account_id: An account's id, or `me`.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Account, "POST", f"/v1/accounts/{part(account_id)}/bot", query={"lang": lang}, timeout=timeout
        )

    async def tokens(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Tokens:
        """
        List your valid tokens, those of OAuth clients included, and which token and account made each.

        List your valid tokens, those of OAuth clients included, and which token and account made each.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(models.Tokens, "GET", "/v1/tokens", query={"lang": lang}, timeout=timeout)

    async def issue(
        self,
        *,
        scopes: Sequence[
            Literal[
                "games:read",
                "games:play",
                "bots:play",
                "records:export",
                "disputes:file",
                "disputes:rule",
                "service:operate",
            ]
        ],
        expires_at: str | None = None,
        label: str | None = None,
        manages_account: bool | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.IssuedToken:
        """
        Create another token of your account, with scopes of the one you use. Its secret is not stored.

        Nobody can make a token of another account.

        With an `Idempotency-Key` of 16 characters or more, which is a secret then, a lost answer can be had again.

        Args:
            scopes: Only scopes of the token you use.
            expires_at: When it expires, at the latest with the token you use; never if not given.
            label: A label for yourself.
            manages_account: Whether it may also manage the account: its name, its tokens, its deletion.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.IssuedToken,
            "POST",
            "/v1/tokens",
            query={"lang": lang},
            body={"scopes": scopes, "expires_at": expires_at, "label": label, "manages_account": manages_account},
            key=key or new_key(),
            timeout=timeout,
        )

    async def revoke_own(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> None:
        """
        Revoke the token that you send.

        Revoke the token that you send.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        await self._api.ask(object, "DELETE", "/v1/tokens/self", query={"lang": lang}, timeout=timeout)

    async def own_token(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.OwnToken:
        """
        Look at the token that you send: what it allows, until when, and whose it is.

        Look at the token that you send: what it allows, until when, and whose it is.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(models.OwnToken, "GET", "/v1/tokens/self", query={"lang": lang}, timeout=timeout)
