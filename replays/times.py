"""Times as records write them, for rooms that build on records (`delvebook.domain.times`)."""

from delvebook.domain.times import later

__all__ = ["later"]
