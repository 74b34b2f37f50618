"""
Makes the client's verifier, `chain.py` and `course.py`, from the program in `examples/`. Usage: make client.

So there is one text to check, and the client needs no more than it. The table of events comes from `declared.py`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parent / "delvebook_client"
EXAMPLES: Final = Path(__file__).parents[1] / "examples"
MADE_FROM: Final = "Made by `make client` from examples/{name}; change that one."
MODULES: Final = {"chain.py": "verify_chain.py", "course.py": "verify_course.py"}


def module_of(name: str, text: str) -> str:
    """Returns the module that is made from the text of that example."""
    made = re.sub(r'\A"""\n(.*?)\n"""', _docstring(name), text, flags=re.DOTALL)
    made = re.sub(r'^# Each type of event: .*?^DECLARED = """.*?"""\n', "", made, flags=re.DOTALL | re.MULTILINE)
    made = re.sub(r"^def main\(.*\Z", "", made, flags=re.DOTALL | re.MULTILINE)
    made = re.sub(r"^import sys\n|^from pathlib import Path\n", "", made, flags=re.MULTILINE)
    if "DECLARED" in made:
        made = made.replace("from typing import Any\n", "from typing import Any\n\nfrom .declared import DECLARED\n", 1)
    else:
        made = made.replace("from collections.abc import Sequence\n", "").replace(
            "from verify_course ", "from .course "
        )
    return made.rstrip() + "\n"


def _docstring(name: str) -> str:
    what = "Level `chain` of a record" if name == "verify_chain.py" else "What may come when in a game, and by whom"
    return f'"""\n{what} (docs/record-format.md).\n\n{MADE_FROM.format(name=name)}\n"""'


if __name__ == "__main__":
    for module, name in MODULES.items():
        text = (EXAMPLES / name).read_text(encoding="utf-8")
        (PACKAGE / module).write_text(module_of(name, text), encoding="utf-8")
