"""Roles in families of games: one for each account, whoever comes first, and filled from what was stored before."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from uuid import UUID

import pytest

from delvebook.service.base.database import transaction
from delvebook.service.base.settings import Settings
from delvebook.service.identity.accounts import open_accounts_engine
from delvebook.service.identity.caller import ARBITRATE, Caller
from delvebook.service.identity.family_roles import FOUNDING_EVENTS, OFFICIAL, PARTY, FamilyRoles
from tests.service.tables import open_service, player, run_together, seated_game
from tests.stores import prepare

FAMILY = UUID(int=1)
JUDGE = Caller(account="judy", scopes=frozenset({ARBITRATE}))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path, secret="ab" * 32)


@pytest.fixture
def roles(settings: Settings) -> Iterator[FamilyRoles]:
    engine = open_accounts_engine(prepare(settings).sqlalchemy_url)
    made = FamilyRoles(engine, transaction=transaction)
    yield made
    engine.dispose()


def test_an_account_keeps_its_first_role_in_a_family(roles: FamilyRoles) -> None:
    assert roles.find(FAMILY, "ann") is None
    assert roles.claim(FAMILY, "ann", PARTY) == PARTY
    assert roles.claim(FAMILY, "ann", OFFICIAL) == PARTY
    assert roles.claim(UUID(int=2), "ann", OFFICIAL) == OFFICIAL
    assert roles.find(FAMILY, "ann") == PARTY


def test_of_two_who_race_for_one_account_one_wins(roles: FamilyRoles) -> None:
    for number in range(10):
        claims = [partial(roles.claim, UUID(int=number), "ann", role) for role in (PARTY, OFFICIAL)]
        assert len(set(run_together(claims))) == 1


def test_an_empty_table_is_filled_once_from_the_log_and_the_trail(roles: FamilyRoles, settings: Settings) -> None:
    service = open_service(settings)
    game = seated_game(service, ["ann", "bob"])
    dispute = service.disputes.open(player("ann"), game, event=4, claim="wrong").last["n"]
    remedy = {"type": "resume", "at": 7}
    service.disputes.rule(JUDGE, game, dispute, verdict="upheld", remedy=remedy, reason="so")
    fork = str(service.games.look(player("ann"), game)["resumed_by"])
    events = partial(service.application.events_of_types, FOUNDING_EVENTS)

    roles.fill(events, lambda: [(fork, "jude"), (str(game), "bob")])
    roles.fill(events, lambda: [(fork, "eve")])

    found = {account: roles.find(game, account) for account in ("ann", "bob", "judy", "jude", "eve")}
    assert found == {"ann": PARTY, "bob": PARTY, "judy": OFFICIAL, "jude": OFFICIAL, "eve": None}
    assert roles.find(UUID(fork), "jude") is None
    service.application.close()
