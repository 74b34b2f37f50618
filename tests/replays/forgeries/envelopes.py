"""Envelopes and their openings are changed."""

from __future__ import annotations

from delvebook.domain.envelopes import envelope_digest
from tests.replays.forgeries.catalogue import forgery
from tests.replays.forgeries.draft import Draft


@forgery("the content of an envelope is changed", "chain", "chain/envelope")
def envelope_content_changed(draft: Draft) -> int:
    line, event = draft.with_envelope()
    event["sealed"][0]["content"] = {"item": "an ace"}
    return line


@forgery("an envelope has another salt", "chain", "chain/envelope")
def wrong_salt(draft: Draft) -> int:
    line, event = draft.with_envelope()
    event["sealed"][0]["salt"] = "0" * 32
    return line


@forgery("an envelope is sealed again with another salt", "chain", "chain/hash")
def envelope_resalted(draft: Draft) -> int:
    line, event = draft.with_envelope()
    envelope = event["sealed"][0]
    envelope["salt"] = "0" * 32
    envelope["digest"] = envelope_digest(envelope["salt"], envelope["content"])
    return line


@forgery("an envelope is for another seat", "chain", "chain/hash")
def audience_changed(draft: Draft) -> int:
    line, event = draft.with_envelope()
    event["sealed"][0]["for"] = ["seat:0"] if event["sealed"][0]["for"] == ["arbiter"] else ["arbiter"]
    return line


@forgery("an envelope that must be open is closed", "chain", "chain/closed")
def envelope_closed(draft: Draft) -> int:
    line, event = draft.with_envelope()
    del event["sealed"][0]["salt"], event["sealed"][0]["content"]
    return line


@forgery(
    "a card that is turned up is not the one that was sealed; every hash recomputed",
    "chain",
    "chain/opening",
    chained=True,
)
def opening_of_something_else(draft: Draft) -> int:
    line, event = draft.with_opening()
    event["opens"][0]["content"] = {"item": "an ace"}
    return line


@forgery("an opening points to another envelope; every hash recomputed", "chain", "chain/opening", chained=True)
def opening_of_another_envelope(draft: Draft) -> int:
    line, event = draft.with_opening()
    event["opens"][0]["i"] += 1
    return line


@forgery(
    "an opening points to an envelope that does not exist; every hash recomputed",
    "chain",
    "chain/opening",
    chained=True,
)
def opening_of_no_envelope(draft: Draft) -> int:
    line, event = draft.with_opening()
    event["opens"][0]["i"] = 999
    return line


@forgery(
    "an envelope is for a seat that the game does not have; every hash recomputed",
    "chain",
    "chain/audience",
    chained=True,
)
def audience_nobody_is(draft: Draft) -> int:
    line, event = draft.with_envelope()
    event["sealed"][0]["for"] = ["seat:42"]
    return line
