"""Which modules of a title are rules, and why the others are left out."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]

TOLD: Final = "says things to people or describes data to clients; the golden sentences and the schemas judge it"
BOT: Final = "a bot may choose what it likes: with another weight it is a weaker player, not a wrong game"
NET: Final = "refuses states that no play reaches: a weaker check is a weaker net, not a wrong game; measured apart"
LOADED: Final = "runs while the module is imported, before a mutant is there; tests count and check the components"

LEFT_OUT: Final[dict[str, str]] = {
    "action_texts": TOLD,
    "appraisal": BOT,
    "bot": BOT,
    "bot_odds": BOT,
    "bot_plan": BOT,
    "bot_search": BOT,
    "bot_value": BOT,
    "card_texts": TOLD,
    "catalogue": TOLD,
    "components": LOADED,
    "content": LOADED,
    "content_checks": LOADED,
    "course_invariants": NET,
    "estimate": BOT,
    "fact_shapes": TOLD,
    "fact_texts": TOLD,
    "glance": BOT,
    "invariants": NET,
    "question_shapes": TOLD,
    "refusal_texts": TOLD,
    "resolving_invariants": NET,
    "sentences": TOLD,
    "shape_words": TOLD,
    "shapes": TOLD,
    "stakes": TOLD,
    "strong": BOT,
    "view_shapes": TOLD,
    "vocabulary": TOLD,
}
"""By module: why it is not mutated unless it is asked for."""


def modules_of(package: str) -> list[str]:
    """The modules of a title that hold rules, and what they stand on, by name."""
    folder = ROOT / "domain" / "rulesets" / package
    return sorted(path.stem for path in folder.glob("*.py") if path.stem not in {*LEFT_OUT, "__init__"})
