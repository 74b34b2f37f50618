"""`python -m delvebook.service.cli` is `delvebook`."""

from delvebook.service.cli import main

main()
