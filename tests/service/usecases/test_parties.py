"""Who sits down in many games at once: nobody where a family has an official, not even one of the same moment."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from uuid import uuid4

from delvebook.service.usecases.parties import OFFICIAL, PARTY, MemoryRoles, Parties, Role

NO_STORE: Any = None
"""Entering games that are no forks reads no game."""


def test_nobody_enters_together_with_others_a_family_that_has_an_official() -> None:
    roles, (judged, plain) = MemoryRoles(), (uuid4(), uuid4())
    roles.claim(judged, "judge", OFFICIAL)

    assert Parties(NO_STORE, roles).enter_all([(judged, "ann"), (plain, "ann"), (plain, "bob")]) == {
        (plain, "ann"),
        (plain, "bob"),
    }
    assert roles.of_family(judged) == {"judge": OFFICIAL}
    assert roles.of_family(plain) == {"ann": PARTY, "bob": PARTY}


def test_whoever_becomes_an_official_in_the_same_moment_keeps_them_out() -> None:
    family = uuid4()

    class Meanwhile(MemoryRoles):
        def claim_all(self, claims: Collection[tuple[Any, str]], role: Role) -> None:
            super().claim_all(claims, role)
            self.claim(family, "judge", OFFICIAL)

    assert Parties(NO_STORE, Meanwhile()).enter_all([(family, "ann")]) == set()
