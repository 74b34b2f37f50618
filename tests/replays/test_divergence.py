"""A divergence as plain data."""

from __future__ import annotations

from tests.replays.test_versions import found_under
from tests.titles import versions


def test_plain_data_has_no_values_where_none_are_wanted() -> None:
    found = found_under(versions.LegalShortening)

    assert found.to_plain() == {
        "code": "divergence/legal",
        "n": 10,
        "clauses": ["BID-001"],
        "pointer": "/legal/0/5",
        "sentence": found.sentence,
        "is_public": False,
        "found": '{"card":5,"type":"bid"}',
        "found_sentence": "Bid 5.",
    }
    assert found.to_plain(with_values=False) == {"code": "divergence/legal", "n": 10, "clauses": ["BID-001"]}
