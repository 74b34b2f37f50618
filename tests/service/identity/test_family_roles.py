"""Roles in families of games: one for each account, the first that it claims."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from uuid import UUID

import pytest

from delvebook.service.base.database import transaction
from delvebook.service.base.settings import Settings
from delvebook.service.identity.accounts import open_accounts_engine
from delvebook.service.identity.family_roles import OFFICIAL, PARTY, FamilyRoles
from tests.service.tables import run_together
from tests.stores import prepare

FAMILY = UUID(int=1)


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
    assert roles.of_family(FAMILY) == {}
    assert roles.claim(FAMILY, "ann", PARTY) == PARTY
    assert roles.claim(FAMILY, "ann", OFFICIAL) == PARTY
    assert roles.claim(UUID(int=2), "ann", OFFICIAL) == OFFICIAL
    assert roles.claim(FAMILY, "bob", OFFICIAL) == OFFICIAL
    assert roles.of_family(FAMILY) == {"ann": PARTY, "bob": OFFICIAL}


def test_of_two_who_race_for_one_account_one_wins(roles: FamilyRoles) -> None:
    for number in range(10):
        claims = [partial(roles.claim, UUID(int=number), "ann", role) for role in (PARTY, OFFICIAL)]
        assert len(set(run_together(claims))) == 1
