"""
Delvebook: an event-sourced service for tabletop dungeon games.

This folder is the import package. Each room is a link to the folder of that name beside this one, so that
`import delvebook.domain` finds the same file in a checkout, in a wheel, and in every tool (docs/adr/0015).
"""

from pathlib import Path

if not Path(__file__).with_name("domain").is_dir():
    raise ImportError("this checkout has no symbolic links; `make` says what to do")
