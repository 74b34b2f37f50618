"""The registry of titles."""

from __future__ import annotations

import subprocess
import sys
from typing import Final
from unittest import mock

import pytest

from delvebook.domain.errors import BrokenRuleError, UnknownRulesetError
from delvebook.domain.rulesets import registry
from delvebook.domain.rulesets.registry import all_rulesets, get_ruleset
from tests.titles import registered_titles
from tests.titles.bids import Bids

ALONE: Final = """
import sys
from delvebook.domain.rulesets.registry import all_rulesets, get_ruleset

one = get_ruleset("labyrinth@1")
print(*sorted({name.split(".")[3] for name in sys.modules if name.startswith("delvebook.domain.rulesets.")}))
print(one is all_rulesets()["labyrinth@1"] is get_ruleset("labyrinth@1") is get_ruleset("labyrinth"))
"""


class BidsAgain(Bids):
    """A later version of Bids."""

    version = 2


class BidsMuchLater(Bids):
    """A version whose number has two digits: the newest by number, not by letters."""

    version = 10


class Auction(Bids):
    """Another title."""

    id = "auction"


def test_titles_are_listed_by_key() -> None:
    with registered_titles(BidsAgain, Bids, Auction, alone=True):
        assert list(all_rulesets()) == ["auction@1", "bids@1", "bids@2"]


def test_a_key_gives_that_version_however_many_newer_there_are() -> None:
    with registered_titles(Bids, BidsAgain, alone=True):
        assert get_ruleset("bids@1").version == 1
        assert get_ruleset("bids@2").version == 2


def test_a_bare_id_gives_the_newest_version() -> None:
    with registered_titles(BidsMuchLater, Bids, BidsAgain, alone=True):
        assert get_ruleset("bids").key == "bids@10"


def test_a_title_is_made_once() -> None:
    with registered_titles(Bids, alone=True):
        assert get_ruleset("bids@1") is get_ruleset("bids")
        assert all_rulesets() is all_rulesets()


def test_whoever_asks_for_one_version_imports_no_other_title_and_gets_the_one_that_all_get() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines() == ["labyrinth registry", "True"]


def test_an_entry_that_is_named_for_one_title_and_brings_another_is_not_taken_at_its_word() -> None:
    class Misnamed:
        """The line of a package that gives one title the name of another."""

        def load(self) -> type[Bids]:
            return Bids

    with registered_titles(Auction, alone=True):
        found = registry.entry_points
        with mock.patch.object(registry, "entry_points", lambda **said: [Misnamed()] if "name" in said else found()):
            assert get_ruleset("auction@1").id == "auction"


def test_two_packages_that_register_the_same_key_are_refused() -> None:
    with (
        registered_titles(Bids, Bids, alone=True),
        pytest.raises(BrokenRuleError, match="two packages register bids@1"),
    ):
        all_rulesets()


@pytest.mark.parametrize("key", ["chess", "bids@3", "bids@", "@1", "", "Bids", "bids@1 "])
def test_an_unknown_key_is_refused_with_those_there_are(key: str) -> None:
    with registered_titles(Bids, Auction, alone=True), pytest.raises(UnknownRulesetError) as refused:
        get_ruleset(key)

    assert str(refused.value) == f"there is no ruleset {key!r}; there are auction@1, bids@1"
    assert refused.value.details == {"rulesets": ["auction@1", "bids@1"]}


def test_where_there_are_none_it_says_so() -> None:
    with registered_titles(alone=True), pytest.raises(UnknownRulesetError, match="there are none"):
        get_ruleset("bids")


def test_nobody_can_add_to_the_list_from_outside() -> None:
    with registered_titles(Bids, alone=True), pytest.raises(TypeError):
        all_rulesets()["bids@2"] = Bids()  # type: ignore[index]


def test_a_title_for_tests_is_known_only_while_it_is_registered() -> None:
    with registered_titles(Bids):
        assert "bids@1" in all_rulesets()

    assert "bids@1" not in all_rulesets()
