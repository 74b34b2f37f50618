"""
Administration of accounts: rename, ban, delete, and turn into a bot's.

Each act is one transaction with its note in the audit trail. The trail holds only the ids of accounts, because nothing
in it can be deleted. Its readers are shown the current names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from sqlalchemy import Connection, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from delvebook.replays.times import later
from delvebook.service.base.database import transaction
from delvebook.service.base.errors import (
    ForbiddenError,
    HasPlayedError,
    InvalidInputError,
    RenamedLatelyError,
    UnknownAccountError,
)
from delvebook.service.identity.accounts import PARTS, Account, Accounts, name_columns, name_taken
from delvebook.service.identity.caller import BOT, MACHINE, OPERATE, PERSON, PLAY, PLAYS_WITH, Caller
from delvebook.service.identity.names import clean_name, fold, require_free_words, skeleton
from delvebook.service.identity.tables import (
    ACCOUNTS,
    BLOCKS,
    CHALLENGES,
    CLIENTS,
    CODES,
    HANDOVERS,
    HELD_NAMES,
    ISSUED,
    OFFICES,
    PASSKEYS,
    TAKEOVERS,
    TOKENS,
)
from delvebook.service.identity.telling import Tell, tell_nobody

DAY: Final = 86_400
RENAME_SECONDS: Final = 30 * DAY
"""The shortest time between two changes of a name."""
AWAY_SECONDS_MAX: Final = 90 * DAY
"""The longest absence that an account may announce."""
HELD_SECONDS: Final = 90 * DAY
"""How long a released name is reserved."""


class AccountAdmin:
    """
    The changes to accounts after they are created.

    Args:
        accounts: The accounts, in whose database it works.
        has_played: Whether an account has, or had, a seat in any game.
        require_no_stake: Refuses an operator who has a stake in a game in which the account has a seat.
        tell: Tells the owner what an operator did.
        erasers: Functions that delete all other data of an account, each in the transaction that deletes it.
    """

    def __init__(
        self,
        accounts: Accounts,
        *,
        has_played: Callable[[str], bool],
        require_no_stake: Callable[[Caller, str], None] = lambda *_: None,
        tell: Tell = tell_nobody,
        erasers: Sequence[Callable[[Connection, str], None]] = (),
    ) -> None:
        self._accounts = accounts
        self._has_played = has_played
        self._require_no_stake = require_no_stake
        self._tell = tell
        self._erasers = erasers
        self._engine = accounts.engine
        self._audit = accounts.audit
        self._now = accounts.now

    def rename(self, caller: Caller, account_id: str, name: str) -> Account:
        """
        Renames the account. No other account can take the old name for `HELD_SECONDS`.

        The account itself may do so once in `RENAME_SECONDS`, an operator at any time.

        Raises:
            ForbiddenError, UnknownAccountError, InvalidInputError, NameReservedError, NameTakenError,
            RenamedLatelyError
        """
        is_official = self._require_owner(caller, account_id)
        name = clean_name(name)
        account = self._accounts.account(account_id)
        if name == account.name:
            return account
        if caller.account != MACHINE:
            require_free_words(name)
        now = self._now()
        if not is_official and account.renamed_at is not None:
            after = later(account.renamed_at, RENAME_SECONDS)
            if after > now:
                raise RenamedLatelyError("you changed your name a short time ago", after=after)
        try:
            with transaction(self._engine) as connection:
                self._accounts.claim_name(connection, name, account=account.id)
                renamed = (
                    update(ACCOUNTS)
                    .where(ACCOUNTS.c.id == account.id, ACCOUNTS.c.name == account.name)
                    .values(renamed_at=now, **name_columns(name))
                )
                if connection.execute(renamed).rowcount == 0:
                    raise RenamedLatelyError("the name has just been changed", after=later(now, RENAME_SECONDS))
                self._hold(connection, account)
                if is_official:
                    self._tell_owner(connection, caller, "rename", account.id)
                self._audit.note(caller, "account/rename", connection=connection, owner=account.id)
        except IntegrityError:
            raise name_taken(name) from None
        self._accounts.forget(account.id)
        return self._accounts.account(account.id)

    def ban(self, caller: Caller, account_id: str, *, reason: str, until: str | None = None) -> Account:
        """
        Bans the account until that time, or for good. Its tokens are not valid meanwhile. Replaces an earlier ban.

        It takes effect in this process at once, and in others as soon as a revoked token does.

        Raises:
            ForbiddenError, UnknownAccountError
            InvalidInputError: The time has passed, or it is the caller's own account.
        """
        caller.require(OPERATE)
        self._require_no_stake(caller, account_id)
        account = self._accounts.account(account_id)
        now = self._now()
        if until is not None and until <= now:
            raise InvalidInputError(
                "the ban would end in the past; it must end in the future", fields={"until": ["must be in the future"]}
            )
        if account.id == caller.account:
            raise InvalidInputError(
                "you cannot ban your own account; it must be another one", fields={"account": ["must not be your own"]}
            )
        with transaction(self._engine) as connection:
            connection.execute(
                update(ACCOUNTS)
                .where(ACCOUNTS.c.id == account.id)
                .values(banned_at=now, banned_until=until, ban_reason=reason)
            )
            self._tell_owner(connection, caller, "ban", account.id, until=until)
            self._audit.note(caller, "account/ban", connection=connection, owner=account.id, until=until)
        self._accounts.forget(account.id)
        return self._accounts.account(account.id)

    def unban(self, caller: Caller, account_id: str) -> Account:
        """
        Ends the ban of the account, if there is one.

        Raises:
            ForbiddenError, UnknownAccountError
        """
        caller.require(OPERATE)
        self._require_no_stake(caller, account_id)
        account = self._accounts.account(account_id)
        with transaction(self._engine) as connection:
            ended = (
                update(ACCOUNTS)
                .where(ACCOUNTS.c.id == account.id, ACCOUNTS.c.banned_at.is_not(None))
                .values(banned_at=None, banned_until=None, ban_reason=None)
            )
            if connection.execute(ended).rowcount:
                self._tell_owner(connection, caller, "unban", account.id)
                self._audit.note(caller, "account/unban", connection=connection, owner=account.id)
        self._accounts.forget(account.id)
        return self._accounts.account(account.id)

    def delete(self, caller: Caller, account_id: str) -> None:
        """
        Deletes the account: its name, its tokens, its programs with their tokens, and its other data, such as webhooks.

        Its id stays, because kept records name players by it. No account can take the name for `HELD_SECONDS`.

        Raises:
            ForbiddenError, UnknownAccountError
        """
        self._require_owner(caller, account_id)
        account = self._accounts.account(account_id)
        own_clients = select(CLIENTS.c.id).where(CLIENTS.c.account == account.id)
        lost = or_(TOKENS.c.account == account.id, TOKENS.c.client.in_(own_clients))
        lost_tokens = select(TOKENS.c.id).where(lost)
        with transaction(self._engine) as connection:
            gone = (
                update(ACCOUNTS)
                .where(ACCOUNTS.c.id == account.id, ACCOUNTS.c.deleted_at.is_(None))
                .values(
                    name="",
                    folded_name=f"\n{account.id}",
                    skeleton=f"\n{account.id}",
                    banned_at=None,
                    banned_until=None,
                    ban_reason=None,
                    deleted_at=self._now(),
                    away_until=None,
                )
            )
            if connection.execute(gone).rowcount == 0:
                raise UnknownAccountError(f"there is no account {account.id!r}")
            self._hold(connection, account)
            others = connection.scalars(select(TOKENS.c.account).where(lost).distinct()).all()
            connection.execute(delete(ISSUED).where(ISSUED.c.token.in_(lost_tokens)))
            connection.execute(delete(CODES).where(or_(CODES.c.account == account.id, CODES.c.client.in_(own_clients))))
            connection.execute(delete(CHALLENGES).where(CHALLENGES.c.token.in_(lost_tokens)))
            connection.execute(delete(PASSKEYS).where(PASSKEYS.c.account == account.id))
            connection.execute(delete(TOKENS).where(lost))
            for table in (OFFICES, TAKEOVERS, HANDOVERS):
                connection.execute(delete(table).where(table.c.account == account.id))
            connection.execute(delete(CLIENTS).where(CLIENTS.c.account == account.id))
            connection.execute(delete(BLOCKS).where(or_(BLOCKS.c.account == account.id, BLOCKS.c.other == account.id)))
            for erase in self._erasers:
                erase(connection, account.id)
            self._audit.note(caller, "account/delete", connection=connection, owner=account.id)
        for one in {account.id, *others}:
            self._accounts.forget(one)

    def say_away(self, caller: Caller, *, until: str | None) -> Account:
        """
        Shows everybody who plays with the caller until when they are away; None if they are back.

        It has no effect on games: clocks run on, and others may still claim the absence.

        Raises:
            ForbiddenError
            InvalidInputError: The time has passed, or is more than `AWAY_SECONDS_MAX` away.
        """
        account = caller.require(PLAY)
        now = self._now()
        if until is not None and not now < until <= later(now, AWAY_SECONDS_MAX):
            raise InvalidInputError(
                f"an absence must end within {AWAY_SECONDS_MAX // DAY} days from now",
                fields={"until": [f"must be a time in the next {AWAY_SECONDS_MAX // DAY} days"]},
            )
        with transaction(self._engine) as connection:
            connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(away_until=until))
            self._audit.note(caller, "account/away", connection=connection, owner=account, until=until)
        self._accounts.forget(account)
        return self._accounts.account(account)

    def show(self, caller: Caller, parts: Collection[str]) -> Account:
        """
        Chooses the parts of the caller's profile that others see.

        Raises:
            ForbiddenError: The token may not manage the account.
        """
        if caller.account is None or not caller.manages:
            raise ForbiddenError("only the account itself may do this, with a token that may manage it")
        chosen = " ".join(part for part in PARTS if part in parts)
        with transaction(self._engine) as connection:
            connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == caller.account).values(shows=chosen))
            self._audit.note(caller, "account/show", connection=connection, owner=caller.account, shows=chosen)
        self._accounts.forget(caller.account)
        return self._accounts.account(caller.account)

    def become_bot(self, caller: Caller, account_id: str) -> Account:
        """
        Turns the account of a person who has never played into a bot's, for ever. Its tokens then play as a bot.

        Raises:
            ForbiddenError, UnknownAccountError
            HasPlayedError: It has, or had, a seat in a game.
        """
        if caller.account != account_id or not caller.manages:
            raise ForbiddenError("only the account itself may do this, with a token that may manage it")
        account = self._accounts.account(account_id)
        if account.kind == BOT:
            return account
        mine = TOKENS.c.account == account.id
        with transaction(self._engine) as connection:
            connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == account.id).values(kind=BOT))
            for row in connection.execute(select(TOKENS.c.id, TOKENS.c.scopes).where(mine)).all():
                scopes = [PLAYS_WITH[BOT] if one == PLAYS_WITH[PERSON] else one for one in row.scopes.split()]
                connection.execute(update(TOKENS).where(TOKENS.c.id == row.id).values(scopes=" ".join(scopes)))
            if self._has_played(account.id):
                raise HasPlayedError("this account has played as a person, so it cannot become a bot's")
            self._audit.note(caller, "account/become_bot", connection=connection, owner=account.id)
        self._accounts.forget(account.id)
        return self._accounts.account(account.id)

    def _require_owner(self, caller: Caller, account_id: str) -> bool:
        """
        Returns whether the caller acts as an operator, if they may administer the account as its owner or as one.

        Raises:
            ForbiddenError
            PartyError: The operator has a stake in a game in which the account has a seat.
        """
        if OPERATE in caller.scopes and caller.account != account_id:
            self._require_no_stake(caller, account_id)
            return True
        if caller.account != account_id or not caller.manages:
            raise ForbiddenError("only the account itself or an operator may do this", scope=OPERATE)
        return False

    def _tell_owner(self, connection: Connection, caller: Caller, change: str, owner: str, **more: object) -> None:
        """Tells the owner what an operator has done with the account."""
        self._tell(connection, owner, "account", {"change": change, "by": caller.account, **more})

    def _hold(self, connection: Connection, account: Account) -> None:
        """Reserves the released name by its hash, so that no other account can take it."""
        now = self._now()
        name = str(account.name)
        digests = {self._accounts.name_digest(form) for form in (fold(name), skeleton(name))}
        connection.execute(delete(HELD_NAMES).where(or_(HELD_NAMES.c.digest.in_(digests), HELD_NAMES.c.until <= now)))
        rows: list[dict[str, object]] = [
            {"digest": digest, "account": account.id, "until": later(now, HELD_SECONDS)} for digest in sorted(digests)
        ]
        connection.execute(insert(HELD_NAMES), rows)
