"""`python -m service.cli` is `delvebook`."""

from service.cli import main

main()
