"""Many threads may read answers at once, from the first one on."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

THREADS: Final = """
import importlib, pkgutil, sys, threading
import msgspec
from delvebook.client import models
from delvebook.client.errors import AnswerError
from delvebook.client.shapes import shaped

modules = [importlib.import_module(f"{models.__name__}.{one.name}") for one in pkgutil.iter_modules(models.__path__)]
shapes = {one for module in modules for one in vars(module).values() if isinstance(one, type(msgspec.Struct))}
assert len(shapes) > 100
sys.setswitchinterval(1e-6)
begun = threading.Barrier(6)

def read():
    begun.wait()
    for shape in shapes:
        for value in (1, "x", {}, [], None):
            try:
                shaped(shape, {name: value for name in shape.__struct_encode_fields__})
            except AnswerError:
                pass

readers = [threading.Thread(target=read) for _ in range(6)]
for one in readers:
    one.start()
for one in readers:
    one.join()
"""


def test_threads_that_read_their_first_answers_at_the_same_time_end_no_process() -> None:
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, text=True, check=False, timeout=120)

        assert (done.returncode, done.stderr) == (0, "")
