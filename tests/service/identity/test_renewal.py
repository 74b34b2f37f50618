"""What a process remembers of tokens and names is read again before it is believed too long."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event

from delvebook.service.base.settings import Settings
from delvebook.service.identity.accounts import Accounts
from delvebook.service.identity.caller import ANYBODY, Caller
from delvebook.service.wiring import build_accounts
from tests.stores import prepare


class Clock:
    """A monotonic clock that moves when it is told to."""

    def __init__(self) -> None:
        self.moment = 1000.0

    def __call__(self) -> float:
        return self.moment


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def processes(tmp_path: Path, clock: Clock) -> Iterator[tuple[Accounts, Accounts]]:
    """The accounts of two processes that cannot tell each other anything, as if Redis were away."""
    settings = prepare(Settings(home=tmp_path, secret="ab" * 32))
    made = [build_accounts(settings)[0] for _ in range(2)]
    for one in made:
        one._monotonic = one.tokens._monotonic = clock
    yield made[0], made[1]
    for one in made:
        one.close()


def use(accounts: Accounts, secret: str, account: str) -> None:
    accounts.tokens.authenticate(secret)
    accounts.names([account])


def test_tokens_and_names_in_use_stay_at_hand_with_a_few_statements(
    processes: tuple[Accounts, Accounts], clock: Clock
) -> None:
    here, _ = processes
    made = [here.create_account(f"Ann{n}", by=ANYBODY) for n in range(20)]
    for account, issued in made:
        use(here, issued.secret, account.id)
    asked: list[str] = []
    event.listen(here.engine, "before_cursor_execute", lambda _c, _u, said, *_: asked.append(said))
    for _ in range(5):
        clock.moment += here._cache_seconds / 2
        for account, issued in made:
            assert here.tokens.at_hand(issued.secret) is not None
            assert here.has_names([account.id])
            here.names([account.id])
        here.renew()
    assert len([said for said in asked if said.startswith("SELECT")]) <= 2 * 5


def test_what_another_process_has_revoked_or_renamed_is_seen_in_time(
    processes: tuple[Accounts, Accounts], clock: Clock
) -> None:
    here, there = processes
    account, issued = here.create_account("Ann", by=ANYBODY)
    use(here, issued.secret, account.id)
    use(here, issued.secret, account.id)
    owner = Caller(account.id, frozenset(issued.token.scopes), issued.token.id, manages=True)
    there.tokens.revoke(owner, issued.token.id)
    with there.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE accounts SET name = 'Eve'")
    assert here.tokens.at_hand(issued.secret) is not None  # it cannot know yet
    clock.moment += here._cache_seconds / 2
    here.renew()
    assert here.tokens.at_hand(issued.secret) is None
    assert here.names([account.id]) == {account.id: "Eve"}


def test_without_renewal_nothing_is_believed_longer_than_the_settings_say(
    processes: tuple[Accounts, Accounts], clock: Clock
) -> None:
    here, _ = processes
    account, issued = here.create_account("Ann", by=ANYBODY)
    use(here, issued.secret, account.id)
    clock.moment += here._cache_seconds + 0.01
    assert here.tokens.at_hand(issued.secret) is None
    assert not here.has_names([account.id])


def test_what_is_not_used_is_not_renewed(processes: tuple[Accounts, Accounts], clock: Clock) -> None:
    here, _ = processes
    account, issued = here.create_account("Ann", by=ANYBODY)
    use(here, issued.secret, account.id)
    here.renew()
    clock.moment += here._cache_seconds / 2
    here.renew()  # nobody has used them since the last time
    clock.moment += here._cache_seconds / 2 + 0.01
    assert here.tokens.at_hand(issued.secret) is None


def test_tokens_that_are_asked_for_together_are_read_with_one_statement_and_then_at_hand(
    processes: tuple[Accounts, Accounts], clock: Clock
) -> None:
    here, there = processes
    made = [there.create_account(f"Ann{n}", by=ANYBODY) for n in range(20)]
    asked: list[str] = []
    event.listen(here.engine, "before_cursor_execute", lambda _c, _u, said, *_: asked.append(said))
    secrets = [issued.secret for _, issued in made]
    found = here.tokens.authenticate_all([*secrets, secrets[0]])
    assert [token and token.account for token in found] == [account.id for account, _ in (*made, made[0])]
    assert len([said for said in asked if said.startswith("SELECT")]) == 1
    assert all(here.tokens.at_hand(secret) == token for secret, token in zip(secrets, found, strict=False))
    clock.moment += here._cache_seconds + 0.01
    assert not any(here.tokens.at_hand(secret) for secret in secrets)


def test_a_token_that_is_not_in_force_is_not_found_among_others(processes: tuple[Accounts, Accounts]) -> None:
    here, there = processes
    (_, good), (eve, revoked), (mallory, banned), (_, expired) = (
        there.create_account(name, by=ANYBODY) for name in ("Ann", "Eve", "Mallory", "Bob")
    )
    owner = Caller(eve.id, frozenset(revoked.token.scopes), revoked.token.id, manages=True)
    there.tokens.revoke(owner, revoked.token.id)
    with there.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE accounts SET banned_at = '2020-01-01' WHERE id = '{mallory.id}'")
        connection.exec_driver_sql(f"UPDATE tokens SET expires_at = '2020-01-01' WHERE id = '{expired.token.id}'")
    secrets = [one.secret for one in (revoked, good, banned, expired)]
    found = here.tokens.authenticate_all(["dvb_nobody", *secrets])
    assert [token and token.id for token in found] == [None, None, good.token.id, None, None]
    assert [here.tokens.at_hand(secret) is None for secret in secrets] == [True, False, True, True]


def test_a_token_that_is_revoked_while_it_is_read_is_not_kept(processes: tuple[Accounts, Accounts]) -> None:
    here, there = processes
    account, issued = there.create_account("Ann", by=ANYBODY)

    def revoke(_connection: object, _cursor: object, said: str, *_: object) -> None:
        if said.startswith("SELECT"):
            here.tokens.forget(account.id)  # as a process does that hears of it

    event.listen(here.engine, "after_cursor_execute", revoke)
    here.tokens.authenticate_all([issued.secret])
    assert here.tokens.at_hand(issued.secret) is None
