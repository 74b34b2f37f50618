"""The modules of a title that are rules, and the reasons why others are left out."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]

TOLD: Final = "says things to people or describes data to clients; the golden sentences and the schemas judge it"
BOT: Final = "a bot may choose what it likes: with another weight it is a weaker player, not a wrong game"
NET: Final = "refuses states that no play reaches: a weaker check is a weaker net, not a wrong game; measured apart"
LOADED: Final = "runs while the module is imported, before a mutant is there; tests count and check the components"

LEFT_OUT: Final[dict[str, str]] = {
    "bots": BOT,
    "box.checks": LOADED,
    "box.components": LOADED,
    "box.vocabulary": LOADED,
    "content": LOADED,
    "invariants": NET,
    "words.actions": TOLD,
    "words.cards": TOLD,
    "words.catalogue": TOLD,
    "words.cover": TOLD,
    "words.facts": TOLD,
    "words.foresight": TOLD,
    "words.picture": TOLD,
    "words.rooms": TOLD,
    "words.sentences": TOLD,
    "words.shapes": TOLD,
    "words.stakes": TOLD,
}
"""The reason, by module or folder of a title, why it is mutated only on request."""


def modules_of(package: str) -> list[str]:
    """The modules of a title that hold rules, and what they stand on; named from its folder, such as `rooms.trap`."""
    folder = ROOT / "domain" / "rulesets" / package
    found = (module_name(folder, path) for path in folder.rglob("*.py") if path.name != "__init__.py")
    return sorted(name for name in found if not any(f"{name}.".startswith(f"{out}.") for out in LEFT_OUT))


def module_name(folder: Path, path: Path) -> str:
    """The name of a module as from the title's folder."""
    return ".".join(path.relative_to(folder).with_suffix("").parts)


def path_of(folder: Path, module: str) -> Path:
    """The file of a module of the title in that folder."""
    return folder.joinpath(*module.split(".")).with_suffix(".py")
