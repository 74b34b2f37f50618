"""The place of a defect, in a form that is safe to log."""

from __future__ import annotations

import traceback


def places(error: BaseException) -> list[str]:
    """Returns the error's frames, outermost first. Its message is left out, because it might hold a secret."""
    frames = traceback.extract_tb(error.__traceback__)
    return [f"{frame.filename.rpartition('site-packages/')[2]}:{frame.lineno} {frame.name}" for frame in frames]
